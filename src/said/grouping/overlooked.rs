//! What a line's best grouping takes for talk, and nobody says in passing: it is asked about.
//!
//! What this module deliberately does not do: group; that is [`super::group`]'s.

mod combat;
mod movement;

use super::swallowed::Sense;
use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Parsed, Problem, Scene};
use crate::said::lexicon::text::Kind;
use crate::said::{Request, Trouble};

/// A group of the best way to group a line.
pub(in crate::said) struct Step<'s> {
    /// What it is read as.
    pub sense: Sense<'s>,
    /// Its first chunk.
    pub from: usize,
    /// The first chunk of the next group.
    pub to: usize,
}

impl Step<'_> {
    fn is_talk(&self) -> bool {
        matches!(self.sense, Sense::Talk)
    }

    /// What it was read as, if it was.
    fn parsed(&self) -> Option<&Parsed> {
        match self.sense {
            Sense::Parsed(parsed) => Some(parsed),
            Sense::Talk | Sense::Doubt => None,
        }
    }

    /// Whom it orders something.
    fn pieces(&self) -> &[PieceId] {
        self.parsed().map_or(&[], |parsed| &parsed.pieces)
    }

    /// Whether it says something for which this holds.
    fn says(&self, wanted: impl Fn(&Request) -> bool) -> bool {
        self.parsed().is_some_and(|parsed| parsed.said.iter().any(|(_, request)| wanted(request)))
    }

    /// Its chunks in those of the line.
    fn of<'c>(&self, chunks: &'c [Chunk]) -> &'c [Chunk] {
        &chunks[self.from..self.to]
    }
}

/// Whether something is asked there.
fn asks(group: &[Chunk]) -> bool {
    group.iter().any(|c| c.kind == Kind::Question)
}

/// So many words, at most, say one thing.
const SHORT: usize = 7;

/// What of a line was overlooked, if anything was.
pub(in crate::said) fn overlooked(
    scene: &Scene,
    chunks: &[Chunk],
    steps: &[Step],
) -> Option<Problem> {
    let unread = || Problem::new(Trouble::UnknownWords, scene.words(chunks));
    let unread = || {
        let passed = movement::is_passed_over(scene, chunks, steps)
            || combat::is_passed_over(scene, chunks, steps);
        passed.then(unread)
    };
    unread()
        .or_else(|| combat::how(scene, chunks, steps))
        .or_else(|| movement::passed_over(scene, chunks, steps))
        .or_else(|| combat::a_discard(scene, chunks, steps))
}
