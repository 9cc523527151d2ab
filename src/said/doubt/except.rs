//! All but some: `everybody stays except Dohna, who goes to Küstrin`.
//!
//! Who is excepted is left to what else is said of him, and the others stay by themselves. So the clause
//! says nothing that must be carried out; what follows the exception is an order like any other.
//!
//! What this module deliberately does not do: exceptions from anything else than staying. Those are asked
//! about by [`super::bound`].

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// A phrase with more bytes that also means `ready` says that nobody moves.
const NOBODY: usize = 11;

/// `Everybody gets 6, except Karl who has 8`: at set-up who is excepted has his own number behind his name, and the word says no
/// more than a comma.
pub(in crate::said) fn of_troops(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let small =
        |c: &&Chunk| c.any(&[Word::Article, Word::Title, Word::For]) && c.generals.is_empty();
    (1..chunks.len()).filter(|_| known.is_set_up()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::Except)?;
        let behind = &chunks[at + length..];
        let who = behind.iter().take_while(small).count();
        behind.get(who).filter(|c| own(c))?;
        let words = behind[who + 1..].iter().take(6).take_while(|c| c.generals.is_empty());
        let counted = words.clone().any(|c| c.count().is_some_and(|n| (1..=8).contains(&n)));
        counted.then(|| Corrected::without(line, chunks, at..at + length))
    })
}

/// The line without the clause that says of all but some that they stay; `None` if there is none.
pub(in crate::said) fn excepted(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let word = |at: usize| said(line, chunks, at, ClubWord::Except);
    let (at, length) = (0..chunks.len()).find_map(|at| word(at).map(|length| (at, length)))?;
    let behind = |ends: &[Kind]| {
        chunks[..at].iter().rposition(|c| ends.contains(&c.kind)).map_or(0, |end| end + 1)
    };
    let sentence = behind(&[Kind::Period, Kind::Semicolon]);
    let clause = behind(&[Kind::Period, Kind::Semicolon, Kind::Comma]);
    // `Daun to Brünn, all others stay except Laudon`: the comma ends what is said of Daun.
    without(line, chunks, sentence, at, length)
        .or_else(|| without(line, chunks, clause, at, length))
}

/// The line without the clause that begins at `from` and whose exception, `length` chunks long, begins at `at`.
fn without(
    line: &str,
    chunks: &[Chunk],
    from: usize,
    at: usize,
    length: usize,
) -> Option<Corrected> {
    let before = &chunks[from..at];
    let (all, stay, moves, not) = before.iter().filter(|c| c.is_word()).try_fold(
        (false, false, false, false),
        |(all, stay, moves, not), c| {
            // `nobody else moves` also says that this is all.
            let nobody = c.has(Word::Ready) && c.end - c.start > NOBODY;
            let everybody = nobody || c.any(&[Word::All, Word::Everybody, Word::Each, Word::Rest]);
            let passes = c.any(&[
                Word::Filler,
                Word::Article,
                Word::General,
                Word::At,
                Word::Pronoun,
                Word::Time,
                Word::And,
            ]);
            let known = everybody || passes || c.any(&[Word::Stay, Word::Move, Word::Not]);
            (known && c.generals.is_empty() && c.number.is_none()).then_some((
                all || everybody,
                stay || nobody || c.has(Word::Stay),
                moves || c.has(Word::Move) && !c.has(Word::Stay),
                not || c.has(Word::Not) || c.any(&[Word::Decline, Word::No]),
            ))
        },
    )?;
    let piece = |c: &Chunk| !c.generals.is_empty() || c.is_word() && c.has(Word::Train);
    let mut end = at + length;
    let beside = |c: &Chunk| {
        c.any(&[Word::And, Word::Title, Word::Article, Word::To]) && c.is_word() && !piece(c)
    };
    let first = end + chunks[end..].iter().take_while(|c| beside(c)).count();
    let mut last = None;
    while let Some(c) = chunks.get(end) {
        let listed = matches!(c.kind, Kind::Comma | Kind::Plus | Kind::Slash)
            && chunks
                .get(end + 1..)
                .and_then(|next| next.iter().find(|c| !beside(c)))
                .is_some_and(piece);
        // `train 1`
        let number = end > 0 && chunks[end - 1].has(Word::Train) && c.count().is_some();
        if piece(c) || number {
            last = Some(end);
        } else if !(listed || beside(c)) {
            break;
        }
        end += 1;
    }
    let last = last?;
    let behind = last + 1;
    // `everybody but Keith stays`
    let stays_behind = chunks.get(behind).is_some_and(|c| c.is_word() && c.has(Word::Stay));
    let everyone_stays = stay || stays_behind || all && not && !stay;
    if !all || !everyone_stays || moves && !not {
        return None;
    }
    let says = |c: &Chunk| c.is_word() || c.number.is_some() || matches!(c.kind, Kind::Suit(_));
    let goes = |c: &Chunk| {
        c.kind == Kind::Arrow
            || c.any(&[Word::Move, Word::To]) && c.is_word() && !piece(c)
            || c.is_plain_city()
    };
    // `… who goes to Küstrin`: who that is was said just before.
    let mut next = behind + usize::from(stays_behind && !stay);
    let harmless = |c: &Chunk| {
        c.kind == Kind::Comma
            || c.is_word()
                && !piece(c)
                && c.count().is_none()
                && !c.is_plain_city()
                && !c.any(&[Word::Not, Word::If, Word::Or, Word::Stay, Word::Ready, Word::And])
    };
    let passed = chunks[next.min(chunks.len())..]
        .iter()
        .take(3)
        .take_while(|c| harmless(c) && !goes(c))
        .count();
    if chunks.get(next + passed).is_some_and(goes) {
        next += passed;
    }
    let leads = chunks.get(next).is_some_and(|c| {
        goes(c)
            || matches!(c.kind, Kind::Colon | Kind::Dash | Kind::Open)
                && chunks[next + 1..].iter().find(|c| says(c)).is_some_and(goes)
    });
    let mut kept = chunks[..from].to_vec();
    let mut text =
        blanked(line, before.first().map_or(chunks[at].start, |c| c.start), chunks[first].start);
    if leads && !stays_behind {
        kept.extend_from_slice(&chunks[first..=last]);
        kept.extend_from_slice(&chunks[next..]);
        text = blanked(&text, chunks[last].end, chunks[next].start);
    } else {
        let to = chunks.get(next.max(behind) - 1).map_or(line.len(), |c| c.end);
        text = blanked(&text, chunks[first].start, to);
        let rest = &chunks[next.max(behind)..];
        let apart = rest.first().is_none_or(|c| !c.is_word() || c.has(Word::And) || next > behind);
        if !apart {
            return None;
        }
        kept.extend_from_slice(rest);
    }
    Some(Corrected { chunks: kept, line: text })
}
