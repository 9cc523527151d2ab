//! How people write on telephones, and what telephones write for them: `Seydlitz 2 Halle`, `Heinrich two Potsdam full
//! stop`.

use super::Language;
use super::chunk::{Chunk, Tongues};
use super::text::Kind;
use super::words::{Meanings, Word};

/// Takes marks that were dictated for marks, in a line that has no others. Beside a number `Punkt` counts something.
pub(super) fn dictated(chunks: &mut [Chunk]) {
    let marks = [Kind::Comma, Kind::Period, Kind::Semicolon, Kind::Colon];
    if chunks.iter().any(|c| marks.contains(&c.kind)) {
        return;
    }
    for at in 1..chunks.len() {
        let counted = |at: usize| chunks.get(at).is_some_and(|c| c.number.is_some());
        let kind = match &chunks[at] {
            c if c.has(Word::SpokenStop) => Kind::Period,
            c if c.has(Word::SpokenComma) => Kind::Comma,
            _ => continue,
        };
        if counted(at - 1) || counted(at + 1) {
            continue;
        }
        let chunk = &mut chunks[at];
        chunk.kind = kind;
        chunk.meanings = Meanings::default();
        chunk.cities.clear();
        chunk.generals.clear();
        (chunk.unknown, chunk.guessed) = (false, None);
    }
}

/// Takes an English `2`, `two` or `too` between a piece and a city for `to`. No piece has two troops of a city.
pub(super) fn spelled(chunks: &mut [Chunk], tongues: Tongues) {
    if tongues.first() != Language::English {
        return;
    }
    for at in 1..chunks.len().saturating_sub(1) {
        let goes =
            |c: &Chunk| !c.generals.is_empty() || c.any(&[Word::Back, Word::Move, Word::Train]);
        let digit = chunks[at].kind == Kind::Number(2)
            && chunks[at].ordinal.is_none()
            && chunks[at].end == chunks[at].start + 1;
        let heard = ["two", "too"].contains(&chunks[at].plain.as_str());
        if (digit || heard)
            && goes(&chunks[at - 1])
            && chunks[at + 1].is_plain_city()
            && chunks[at + 1].meanings.is_empty()
        {
            let mut meanings = Meanings::default();
            meanings.insert(Word::To);
            chunks[at].kind = Kind::Word;
            chunks[at].number = None;
            chunks[at].meanings = meanings;
        }
    }
}
