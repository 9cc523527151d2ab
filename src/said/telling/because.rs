//! Why somebody marches or stays, behind it, whatever stands in it: `Winterfeldt to Kamenz, because from there he can be in Bautzen
//! or back in Radeberg in no time`.
//!
//! The clause reaches to the end of its sentence, or to where another piece of one's own is named. What may order something in
//! it, takes back, or follows from it leaves it in the line, where it is read or asked about.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// What says more than why.
const MORE: [Word; 16] = [
    Word::If,
    Word::Unless,
    Word::Else,
    Word::Ready,
    Word::Wait,
    Word::Test,
    Word::Cancel,
    Word::Recruit,
    Word::Pay,
    Word::Train,
    Word::Card,
    Word::Reserve,
    Word::Press,
    Word::Propose,
    Word::Absent,
    Word::Via,
];

/// Likewise, in the words of the club.
const FOLLOWS: [ClubWord; 8] = [
    ClubWord::Correction,
    ClubWord::Consequence,
    ClubWord::Therefore,
    ClubWord::Instead,
    ClubWord::Rather,
    ClubWord::Better,
    ClubWord::But,
    ClubWord::TooFar,
];

/// The line without such a clause.
pub(in crate::said) fn without_because(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let apart =
        |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question | Kind::Semicolon | Kind::Colon);
    (2..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::Because)?;
        let from = chunks[..at].iter().rposition(apart).map_or(0, |from| from + 1);
        let before = &chunks[from..at];
        let sent = before.iter().any(|c| c.is_plain_city() || c.has(Word::Stay))
            && before.iter().any(|c| own(c) || c.is_train_word());
        // What it is the reason of stands right before it; German `nämlich` stands within its clause.
        let comma = usize::from(chunks[at - 1].kind == Kind::Comma);
        let mut reason = chunks[..at - comma].iter().rev().take_while(|c| !c.is_mark());
        let of_a_march = reason.any(|c| c.is_plain_city() || c.has(Word::Stay));
        let rest = at + length;
        let ends = |place: &usize| {
            let next = chunks.get(place + 1).is_some_and(|c| own(c) || c.has(Word::And));
            apart(&chunks[*place])
                || own(&chunks[*place])
                || chunks[*place].kind == Kind::Comma && next
        };
        let end = (rest..chunks.len()).find(ends).unwrap_or(chunks.len());
        // `…, weil Keith …`: of whom it is told is somebody of one's own.
        if !sent || !of_a_march || chunks.get(end).is_some_and(own) {
            return None;
        }
        let clause = &chunks[rest..end];
        let words = clause.iter().filter(|c| c.is_word()).count();
        let more =
            |c: &Chunk| c.any(&MORE) && !c.has(Word::Filler) || matches!(c.kind, Kind::Suit(_));
        let led = clause.iter().position(Chunk::is_plain_city).is_none_or(|city| city > 1);
        let text = line.get(chunks[at].start..clause.last()?.end)?;
        if words < 3
            || !led
            || clause.iter().any(more)
            || FOLLOWS.iter().any(|word| says(text, *word))
        {
            return None;
        }
        Some(Corrected::without(line, chunks, at - comma..end))
    })
}
