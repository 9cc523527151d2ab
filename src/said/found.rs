//! What is found in the words of a move: who, the cities with what they are, the verbs.

use super::chunk::Chunk;
use super::words::Word;
use crate::game::{CityId, PieceId};

/// What a city is in a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    From,
    Via,
    To,
    At,
    None,
}

pub(super) struct Place {
    pub(super) all: Vec<CityId>,
    pub(super) role: Role,
    /// In brackets.
    pub(super) open: bool,
    pub(super) words: String,
}

/// What is found in a group.
#[derive(Default)]
pub(super) struct Found {
    pub(super) subject: Vec<Vec<PieceId>>,
    /// Somebody whom they join.
    pub(super) target: Option<PieceId>,
    pub(super) places: Vec<Place>,
    pub(super) stays: bool,
    pub(super) moves: bool,
    pub(super) not: bool,
    /// The word for staying is one that denies: `does not move`.
    pub(super) denies: bool,
    /// An `or` that stands between two of a kind.
    pub(super) or_places: bool,
    pub(super) or_pieces: bool,
    pub(super) joins: bool,
    pub(super) with_pronoun: bool,
    /// Where they go was said before who goes.
    pub(super) goal_first: bool,
}

impl Found {
    pub(super) fn goal_is_known(&self) -> bool {
        self.places.iter().any(|place| matches!(place.role, Role::To | Role::None | Role::At))
    }
}

/// How many chunks from here say of the city before them that the way leads over it: `…, Torgau being on his way`.
pub(super) fn said_to_be_passed(chunks: &[Chunk], at: usize) -> usize {
    let goes_on = |behind: usize| chunks.get(behind).is_some_and(Chunk::is_plain_city);
    match chunks.get(at) {
        Some(chunk) if chunk.has(Word::OnTheWay) && !goes_on(at + 1) => 1,
        _ => 0,
    }
}
