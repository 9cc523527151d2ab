//! What is said before `so` and is why an order follows: `Keith is far too exposed in Glatz, so Keith goes back to Neisse`,
//! `Seydlitz could go to Berlin, but Heinrich is there already, so Seydlitz to Wittenberg`.

use super::Language;
use super::chunk::Chunk;
use super::club::words::ClubWord;
use super::corrected::{Corrected, said};
use super::hesitation::sentences;
use super::known::Known;
use super::prose::Prose;
use super::text::Kind;
use super::words::Word;

/// Between `so` and who is sent stand so many words at most.
const NEAR: usize = 4;
/// A reason has no fewer words.
const FEWEST: usize = 3;

/// The line without the reason before `so`, in one sentence or the one before it.
pub(super) fn without_reason(
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
            let who = order.iter().position(|c| own(c))?;
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
                    || c.any(&[Word::Ready, Word::Recruit, Word::Pay, Word::Cancel, Word::Train])
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
