//! How people write on telephones: `Seydlitz 2 Halle`.

use super::Language;
use super::chunk::{Chunk, Tongues};
use super::text::Kind;
use super::words::{Meanings, Word};

/// Takes an English `2` between a piece and a city for `to`. No piece has two troops of a city.
pub(super) fn spelled(chunks: &mut [Chunk], tongues: Tongues) {
    if tongues.first() != Language::English {
        return;
    }
    for at in 1..chunks.len().saturating_sub(1) {
        let goes =
            |c: &Chunk| !c.generals.is_empty() || c.any(&[Word::Back, Word::Move, Word::Train]);
        if chunks[at].kind == Kind::Number(2)
            && chunks[at].ordinal.is_none()
            && chunks[at].end == chunks[at].start + 1
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
