//! A group of words that says one thing, and what frames make of it.

use super::chunk::Chunk;
use super::known::Known;
use crate::game::{CityId, Nation, PieceId};
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::lexicon::{text, words};
use crate::said::{Candidate, Doubt, Request, Trouble};

/// What the frames may ask.
pub(in crate::said) struct Scene<'a, 'k> {
    /// The position; `None` for somebody who holds no seat.
    pub known: Option<&'a Known<'k>>,
    /// In which language a word counts first.
    pub tongues: Tongues,
    /// The nation of the heading.
    pub heading: Option<Nation>,
    /// Pieces that were spoken of last.
    pub last: Vec<PieceId>,
    /// Pieces that come back on the map by lines above.
    pub back: &'a [PieceId],
    /// The troops of generals as lines above give them.
    pub allotted: Vec<(PieceId, u8)>,
    /// Where pieces are sent by what was said before, the last at the end.
    pub sent: Vec<(PieceId, CityId)>,
    /// The line speaks of trains: a number alone may be one.
    pub trains: bool,
    /// What is read stands behind `else`: pieces that are not named are those of the `if`.
    pub otherwise: bool,
    /// Those spoken of last stand in an order of an earlier mail that waits for a better one.
    pub held: bool,
    /// The line as it was written.
    pub line: &'a str,
}

impl<'k> Scene<'_, 'k> {
    /// The words of these chunks as they were written, with all that stands between them.
    pub fn words_whole(&self, chunks: &[Chunk]) -> String {
        match (chunks.first(), chunks.last()) {
            (Some(first), Some(last)) => {
                self.line.get(first.start..last.end).unwrap_or_default().to_owned()
            }
            _ => String::new(),
        }
    }

    /// Where a piece is sent by what was said before.
    pub fn goal_of(&self, piece: PieceId) -> Option<CityId> {
        self.sent.iter().rev().find(|(other, _)| *other == piece).map(|(_, goal)| *goal)
    }

    /// The nation that is meant where none is named: that of the heading, else the only one that is awaited, or
    /// if nothing is awaited the seat's only one.
    pub fn nation(&self) -> Option<Nation> {
        self.heading.or_else(|| {
            let known = self.known?;
            match known.decisions {
                [] => {
                    let mut own = known.own_nations();
                    let first = own.next()?;
                    own.next().is_none().then_some(first)
                }
                [only] => Some(only.nation),
                [first, rest @ ..] => {
                    rest.iter().all(|d| d.nation == first.nation).then_some(first.nation)
                }
            }
        })
    }

    /// Whether the line has no more words than this. A long line is not counted to its end: each of its
    /// groups asks.
    pub fn has_words_up_to(&self, most: usize) -> bool {
        let word = |word: &&str| word.contains(char::is_alphanumeric);
        self.line.split_whitespace().filter(word).nth(most).is_none()
    }

    /// The words of these chunks as they were written.
    pub fn words(&self, chunks: &[Chunk]) -> String {
        match (chunks.first(), chunks.last()) {
            (Some(first), Some(last)) => {
                self.line.get(first.start..last.end).unwrap_or_default().chars().take(80).collect()
            }
            _ => String::new(),
        }
    }
}

/// What a frame makes of a group.
#[derive(Clone, Debug, Default)]
pub(in crate::said) struct Parsed {
    /// Each with its nation, where that is clear.
    pub said: Vec<(Option<Nation>, Request)>,
    /// Who was spoken of.
    pub pieces: Vec<PieceId>,
    /// How much of the group was passed over: less is better.
    pub cost: u32,
    /// These pieces do what the last move says.
    pub also: Vec<PieceId>,
    /// They go only as far as they can.
    pub as_far: bool,
}

impl Parsed {
    /// A single request, with nothing passed over.
    pub fn one(nation: Option<Nation>, request: Request) -> Parsed {
        Parsed { said: vec![(nation, request)], ..Parsed::default() }
    }

    /// These pieces do what the last move says, or go as far as they can on its way.
    pub fn along(also: Vec<PieceId>, as_far: bool) -> Parsed {
        Parsed { pieces: also.clone(), also, as_far, ..Parsed::default() }
    }

    /// Whether it says that this is all, and nothing else.
    pub fn is_ready(&self) -> bool {
        !self.said.is_empty() && self.said.iter().all(|(_, request)| *request == Request::Ready)
    }
}

/// Why a group is not carried out.
#[derive(Clone, Debug)]
pub(in crate::said) enum Problem {
    Question { doubt: Doubt, words: String, candidates: Vec<Candidate> },
    NotUnderstood { trouble: Trouble, words: String, near: Vec<Candidate> },
}

impl Problem {
    /// Not understood for this reason, with nothing near.
    pub fn new(trouble: Trouble, words: impl Into<String>) -> Problem {
        Problem::NotUnderstood { trouble, words: words.into(), near: Vec::new() }
    }
}

/// `None` if the frame has nothing to do with the group.
pub(in crate::said) type Framed = Option<Result<Parsed, Problem>>;

/// The cost of a word that means nothing here.
pub(in crate::said) const UNKNOWN: u32 = 3;
/// The cost of a repaired word.
pub(in crate::said) const GUESS: u32 = 2;

/// Words that say something: none of them is passed over.
pub(in crate::said) const BEARING: [Word; 17] = [
    Word::OneOf,
    Word::Impossible,
    Word::Not,
    Word::Or,
    Word::If,
    Word::IfNeeded,
    Word::Else,
    Word::Ready,
    Word::Wait,
    Word::Cancel,
    Word::Recruit,
    Word::Discard,
    Word::Absent,
    Word::Propose,
    Word::Vote,
    Word::Redistribute,
    Word::Duel,
];

/// What unread words of a group cost; `None` if one of them bears meaning.
pub(in crate::said) fn leftover(chunks: &[Chunk], read: impl Fn(usize) -> bool) -> Option<u32> {
    let mut cost = 0;
    for (place, chunk) in chunks.iter().enumerate() {
        if chunk.guessed.is_some() {
            cost += GUESS;
        }
        if read(place) || !chunk.is_word() {
            continue;
        }
        if chunk.any(&BEARING)
            && !chunk.any(&[Word::Filler, Word::And, Word::To, Word::For, Word::At])
        {
            return None;
        }
        if chunk.unknown {
            cost += UNKNOWN;
        }
    }
    Some(cost)
}

/// The name printed on the board.
pub(in crate::said) fn city_name(city: CityId) -> String {
    crate::orders::write_city(city)
}

/// Keeps those that fit, if any do.
pub(in crate::said) fn narrow<T: Copy>(all: &mut Vec<T>, fits: impl Fn(T) -> bool) {
    let kept: Vec<T> = all.iter().copied().filter(|thing| fits(*thing)).collect();
    if !kept.is_empty() {
        *all = kept;
    }
}

/// Whether the first word of a phrase means this by itself: `instructions` of `instructions for`.
pub(in crate::said) fn first_means(scene: &Scene, chunk: &Chunk, word: Word) -> bool {
    let first = text::tokens(&chunk.plain);
    scene.tongues.all.iter().take(2).any(|language| {
        let sense = words::lexicon(*language).phrase(&first, false);
        sense.is_some_and(|(sense, _)| sense.meanings.has(word))
    })
}
