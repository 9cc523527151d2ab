//! What is said apart from a doubt in the same line: it is kept, while the rest is asked about.

use super::swallowed::{begins_with_piece, named};
use crate::said::chunks::chunk::Chunk;
use crate::said::lexicon::words::Word;

/// Words that change what stands beside them.
const BINDING: [Word; 7] =
    [Word::Not, Word::If, Word::Else, Word::Or, Word::Wait, Word::Cancel, Word::Impossible];

/// A part of a line.
pub(in crate::said) struct Part<'c> {
    pub chunks: &'c [Chunk],
    /// A sentence begins with it.
    pub begins: bool,
    /// A sentence ends with it.
    pub ends: bool,
}

impl Part<'_> {
    /// Whether this part, which is in doubt, leaves what another one says as it is. `behind`: the other stands right before it.
    pub fn leaves(&self, other: &Part, behind: bool) -> bool {
        // `Laudon cannot reach Neisse. Laudon to Freudenthal.`
        let words = [Word::If, Word::Else, Word::Wait, Word::Cancel];
        let subject = |c: &Chunk| {
            !c.generals.is_empty() || c.any(&[Word::Everybody, Word::Rest, Word::Train])
        };
        let is_sentence = self.begins
            && self.ends
            && self.chunks.iter().any(subject)
            && !self.chunks.iter().any(|c| c.any(&words));
        if is_sentence || self.stands_apart() {
            return true;
        }
        // `to Tetschen the two, Laudon to Troppau`: it has no subject, but the other has one of its own.
        let joins = behind && !self.begins;
        let own = named(other.chunks);
        let shared = named(self.chunks).iter().any(|piece| own.contains(piece));
        !joins && !binds(self.chunks) && !own.is_empty() && !shared
    }

    /// Whether it has a subject of its own, a piece or a word that is meant for one, and binds nothing beside it.
    fn stands_apart(&self) -> bool {
        // `Daun near Trübau but without entering it`: what is denied is denied of him who is named first.
        let named = begins_with_piece(self.chunks);
        if self
            .chunks
            .iter()
            .any(|c| is_binding(c) && !(named && c.has(Word::Not) && !c.any(&BINDING[1..])))
        {
            return false;
        }
        let joins = [Word::And, Word::Then, Word::While, Word::Filler, Word::Title, Word::Article];
        let first =
            self.chunks.iter().find(|c| c.is_word() && (!c.any(&joins) || !c.generals.is_empty()));
        let Some(first) = first else { return false };
        !first.generals.is_empty()
            || first.has(Word::Train)
            || first.unknown && self.chunks.iter().any(|c| c.any(&[Word::To, Word::Move]))
    }
}

fn is_binding(chunk: &Chunk) -> bool {
    chunk.any(&BINDING) && chunk.generals.is_empty() && !chunk.has(Word::Filler)
}

/// Whether a word that changes what stands beside it stands here.
pub(in crate::said) fn binds(chunks: &[Chunk]) -> bool {
    chunks.iter().any(is_binding)
}
