//! What is found in the words of a move: who, the cities with what they are, the verbs.

use super::chunk::Chunk;
use super::club::words::denies;
use super::frame::Scene;
use super::words::Word;
use crate::game::{CityId, PieceId, board};

/// What a city is in a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    From,
    Via,
    To,
    At,
    None,
}

/// A city in a march, with the part it plays.
pub(super) struct Place {
    /// What the name can mean; one if it is clear.
    pub(super) all: Vec<CityId>,
    /// As the word before it says.
    pub(super) role: Role,
    /// In brackets.
    pub(super) open: bool,
    /// As it was written.
    pub(super) words: String,
}

/// What is found in a group.
#[derive(Default)]
pub(super) struct Found {
    /// Who goes: for each name all pieces it can mean.
    pub(super) subject: Vec<Vec<PieceId>>,
    /// Somebody whom they join.
    pub(super) target: Option<PieceId>,
    /// In the order in which they were named.
    pub(super) places: Vec<Place>,
    /// A word for staying.
    pub(super) stays: bool,
    /// A word for moving.
    pub(super) moves: bool,
    /// A denial that belongs to the whole.
    pub(super) not: bool,
    /// The word for staying is one that denies: `does not move`.
    pub(super) denies: bool,
    /// An `or` stands between two places.
    pub(super) or_places: bool,
    /// An `or` stands between pieces.
    pub(super) or_pieces: bool,
    /// A word for joining somebody.
    pub(super) joins: bool,
    /// They join those who were spoken of before: `with him`.
    pub(super) with_pronoun: bool,
    /// A word for the place that was spoken of: `goes there`.
    pub(super) there: bool,
    /// They go as far as they can: the goal says in which direction.
    pub(super) as_far: bool,
    /// A word for a direction stands before the goal: `towards Glatz`.
    pub(super) towards: bool,
    /// So many cities far.
    pub(super) steps: Option<u32>,
    /// They go behind the target: `Fermor behind Saltikov`.
    pub(super) behind: bool,
    /// Where they go was said before who goes.
    pub(super) goal_first: bool,
}

/// Whether the word behind these in their line is `not`: `Richelieu go nie potrzebuje`.
pub(super) fn denied_behind(scene: &Scene, chunks: &[Chunk]) -> bool {
    let behind = chunks.last().and_then(|last| scene.line.get(last.end..)).unwrap_or_default();
    behind.split_whitespace().next().is_some_and(denies)
}

impl Found {
    /// `… and Schwerin moves in there, by way of Patschkau`: the way is no goal.
    pub fn only_the_way_there(&self) -> bool {
        let via = |place: &Place| place.role == Role::Via;
        self.there && !self.joins && !self.places.is_empty() && self.places.iter().all(via)
    }

    /// All places are on the way, and this city is the goal, if there is one.
    pub(super) fn turns_back_at(&mut self, home: Option<CityId>) {
        let Some(home) = home else { return };
        for place in
            self.places.iter_mut().filter(|place| matches!(place.role, Role::To | Role::None))
        {
            place.role = Role::Via;
        }
        let words = super::frame::city_name(home);
        self.places.push(Place { all: vec![home], role: Role::To, open: false, words });
    }

    /// `towards Magdeburg, that is to Burg`: where the second place is nearer to the start, and to the first one than the
    /// start is, that was only a direction.
    pub(super) fn without_direction(&mut self, start: Option<CityId>) {
        let (Some(start), [first, second]) = (start, self.places.as_slice()) else { return };
        let ([there], [goal]) = (first.all.as_slice(), second.all.as_slice()) else { return };
        let far = |from: CityId, to: CityId| u32::from(board().distance(from, to));
        let nearer = far(start, *goal).max(far(*goal, *there)) < far(start, *there);
        let leads = first.role == Role::To && matches!(second.role, Role::To | Role::None);
        if self.towards && leads && nearer {
            self.places.remove(0);
            self.towards = false;
        }
    }

    /// Whether a place is named that can be the goal.
    pub(super) fn goal_is_known(&self) -> bool {
        self.places.iter().any(|place| matches!(place.role, Role::To | Role::None | Role::At))
    }

    /// Whether who goes is one train, whichever it may be.
    pub(super) fn of_one_train(&self) -> bool {
        let train = |piece: &PieceId| !piece.is_general();
        matches!(&self.subject[..], [one] if one.iter().all(train))
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

/// `From Strehlen I bring Keith, along with Schwerin, to Brieg`
pub(super) fn brings_somebody(chunks: &[Chunk]) -> bool {
    chunks.iter().any(|c| c.is_word() && c.has(Word::Move))
        && chunks.iter().any(|c| !c.generals.is_empty())
}
