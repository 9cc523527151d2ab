//! What is said before `so` and is why an order follows: `Keith is far too exposed in Glatz, so Keith goes back to Neisse`,
//! `Seydlitz could go to Berlin, but Heinrich is there already, so Seydlitz to Wittenberg`.

use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, said};
use crate::said::chunks::known::Known;
use crate::said::chunks::prose::Prose;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Between `so` and who is sent stand so many words at most.
const NEAR: usize = 4;
/// A reason has no fewer words.
const FEWEST: usize = 3;

/// The line without the reason before `so`, in one sentence or the one before it.
pub(in crate::said) fn without_reason(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    language: Language,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    sentences(chunks).find_map(|range| {
        let places = range.start + 1..range.end;
        places.rev().find_map(|at| {
            let length = said(line, chunks, at, ClubWord::Therefore)?;
            let order = &chunks[at + length..range.end];
            let Some(who) = order.iter().position(own) else {
                return of_one(
                    line,
                    chunks,
                    (range.start, at, at + length, range.end),
                    known,
                    language,
                );
            };
            let before = order[..who]
                .iter()
                .any(|c| c.is_plain_city() || c.is_mark() && c.kind != Kind::Colon);
            let goes = |c: &Chunk| {
                c.is_plain_city()
                    || c.has(Word::Stay) && !c.has(Word::Filler)
                    || known.is_set_up() && c.count().is_some()
            };
            if who > NEAR || before || !order[who..].iter().any(goes) {
                return None;
            }
            let sent: Vec<_> = order.iter().flat_map(|c| c.generals.iter().copied()).collect();
            let reason = &chunks[range.start..at];
            let clauses =
                reason.split(|c| matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Dash));
            let tells = |clause: &[Chunk]| Prose::Tells.among(language, line, clause);
            let cards = |c: &Chunk| {
                matches!(c.kind, Kind::Suit(_))
                    || c.any(&[Word::Recruit, Word::Pay, Word::Cancel, Word::Train])
                        && !c.has(Word::Filler)
            };
            let mut told = false;
            for clause in clauses {
                let tells = tells(clause);
                told |= tells;
                let others = |c: &&Chunk| own(c) && !c.generals.iter().any(|p| sent.contains(p));
                let led = clause.windows(2).any(|pair| {
                    pair[0].has(Word::To) && !pair[0].has(Word::At) && pair[1].is_plain_city()
                });
                if clause.iter().any(|c| others(&c)) && (!tells || led) || clause.iter().any(cards)
                {
                    return None;
                }
            }
            let words = reason.iter().filter(|c| c.is_word()).count();
            (told && words >= FEWEST)
                .then(|| Corrected::without(line, chunks, range.start..at + length))
        })
    })
}

/// `Keith is too exposed at Glatz, so I take him back to Waldenburg`: the piece of which the reason speaks, in place of it.
fn of_one(
    line: &str,
    chunks: &[Chunk],
    (from, at, rest, end): (usize, usize, usize, usize),
    known: &Known,
    language: Language,
) -> Option<Corrected> {
    let own = |c: &&Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let (reason, order) = (&chunks[from..at], &chunks[rest..end]);
    let mut named = reason.iter().filter(own);
    let piece = named.next()?;
    let goes = |c: &Chunk| c.is_plain_city() || c.has(Word::Stay) && !c.has(Word::Filler);
    let cards = |c: &Chunk| {
        let bound = [Word::Recruit, Word::Pay, Word::Cancel, Word::Train, Word::Ready, Word::If];
        matches!(c.kind, Kind::Suit(_)) || c.any(&bound) && !c.has(Word::Filler)
    };
    let led = reason.windows(2).any(|pair| {
        pair[0].any(&[Word::To, Word::Via]) && !pair[0].has(Word::At) && pair[1].is_plain_city()
    });
    let other = order.iter().any(|c| !c.generals.is_empty() && own(&c) || c.is_train_word());
    // A city in the reason is where somebody stands who is named there; that of the order is no way.
    let stands = |c: &Chunk| {
        let mut all = reason.iter().flat_map(|c| &c.generals);
        all.any(|piece| known.position(*piece).is_some_and(|city| c.cities.contains(&city)))
    };
    let elsewhere = reason.iter().any(|c| c.is_plain_city() && !stands(c));
    let first = order.iter().position(Chunk::is_plain_city);
    let way = first.and_then(|at| at.checked_sub(1)).is_some_and(|at| order[at].has(Word::Via));
    let stays = order.iter().any(|c| c.has(Word::Stay));
    let acts = [Word::Move, Word::Stay, Word::To, Word::Via];
    let acts = reason.iter().any(|c| c.any(&acts) && !c.any(&[Word::Filler, Word::At]));
    let clear = !elsewhere
        && (!way || stays || order.iter().filter(|c| c.is_plain_city()).count() > 1)
        && named.all(|c| c.generals == piece.generals)
        && (Prose::Tells.among(language, line, reason) || !acts)
        && order.first().is_some_and(|c| c.is_word() || c.kind == Kind::Colon)
        && order.iter().any(goes)
        && !led
        && !other
        && !reason.iter().any(cards);
    if !clear {
        return None;
    }
    let mut kept = chunks[..from].to_vec();
    kept.push(piece.clone());
    kept.extend_from_slice(&chunks[rest..]);
    let first = blanked(line, chunks[from].start, piece.start);
    Some(Corrected { chunks: kept, line: blanked(&first, piece.end, chunks[rest - 1].end) })
}
