//! What is found in the words of a move: who, the cities with what they are, the verbs.

use crate::game::{CityId, PieceId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame;
use crate::said::chunks::frame::Scene;
use crate::said::club::words::denies;
use crate::said::lexicon::words::Word;

/// What a city is in a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::said) enum Role {
    From,
    Via,
    To,
    At,
    None,
}

/// A city in a march, with the part it plays.
pub(in crate::said) struct Place {
    /// What the name can mean; one if it is clear.
    pub(in crate::said) all: Vec<CityId>,
    /// As the word before it says.
    pub(in crate::said) role: Role,
    /// In brackets.
    pub(in crate::said) open: bool,
    /// As it was written.
    pub(in crate::said) words: String,
}

/// What is found in a group.
#[derive(Default)]
pub(in crate::said) struct Found {
    /// Who goes: for each name all pieces it can mean.
    pub(in crate::said) subject: Vec<Vec<PieceId>>,
    /// Somebody whom they join.
    pub(in crate::said) target: Option<PieceId>,
    /// In the order in which they were named.
    pub(in crate::said) places: Vec<Place>,
    /// A word for staying.
    pub(in crate::said) stays: bool,
    /// A word for moving.
    pub(in crate::said) moves: bool,
    /// A denial that belongs to the whole.
    pub(in crate::said) not: bool,
    /// The word for staying is one that denies: `does not move`.
    pub(in crate::said) denies: bool,
    /// An `or` stands between two places.
    pub(in crate::said) or_places: bool,
    /// An `or` stands between pieces.
    pub(in crate::said) or_pieces: bool,
    /// A word for joining somebody.
    pub(in crate::said) joins: bool,
    /// They join those who were spoken of before: `with him`.
    pub(in crate::said) with_pronoun: bool,
    /// A word for the place that was spoken of: `goes there`.
    pub(in crate::said) there: bool,
    /// They go as far as they can: the goal says in which direction.
    pub(in crate::said) as_far: bool,
    /// A word for a direction stands before the goal: `towards Glatz`.
    pub(in crate::said) towards: bool,
    /// So many cities far.
    pub(in crate::said) steps: Option<u32>,
    /// They go behind the target: `Fermor behind Saltikov`.
    pub(in crate::said) behind: bool,
    /// Where they go was said before who goes.
    pub(in crate::said) goal_first: bool,
}

/// Whether the word behind these in their line is `not`: `Richelieu go nie potrzebuje`.
pub(in crate::said) fn denied_behind(scene: &Scene, chunks: &[Chunk]) -> bool {
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
    pub(in crate::said) fn turns_back_at(&mut self, home: Option<CityId>) {
        let Some(home) = home else { return };
        for place in
            self.places.iter_mut().filter(|place| matches!(place.role, Role::To | Role::None))
        {
            place.role = Role::Via;
        }
        let words = frame::city_name(home);
        self.places.push(Place { all: vec![home], role: Role::To, open: false, words });
    }

    /// `towards Magdeburg, that is to Burg`: where the second place is nearer to the start, and to the first one than the
    /// start is, that was only a direction.
    pub(in crate::said) fn without_direction(&mut self, start: Option<CityId>) {
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
    pub(in crate::said) fn goal_is_known(&self) -> bool {
        self.places.iter().any(|place| matches!(place.role, Role::To | Role::None | Role::At))
    }

    /// Whether who goes is one train, whichever it may be.
    pub(in crate::said) fn of_one_train(&self) -> bool {
        let train = |piece: &PieceId| !piece.is_general();
        matches!(&self.subject[..], [one] if one.iter().all(train))
    }
}

/// How many chunks from here say of the city before them that the way leads over it: `…, Torgau being on his way`.
pub(in crate::said) fn said_to_be_passed(chunks: &[Chunk], at: usize) -> usize {
    let goes_on = |behind: usize| chunks.get(behind).is_some_and(Chunk::is_plain_city);
    match chunks.get(at) {
        Some(chunk) if chunk.has(Word::OnTheWay) && !goes_on(at + 1) => 1,
        _ => 0,
    }
}

/// `From Strehlen I bring Keith, along with Schwerin, to Brieg`
pub(in crate::said) fn brings_somebody(chunks: &[Chunk]) -> bool {
    chunks.iter().any(|c| c.is_word() && c.has(Word::Move))
        && chunks.iter().any(|c| !c.generals.is_empty())
}
