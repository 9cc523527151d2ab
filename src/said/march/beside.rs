//! What stands beside a word of a move: a place, a piece or a pronoun behind it, a train before it.

use super::found::{Found, Role};
use crate::game::{CityId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::Scene;
use crate::said::chunks::pieces::{is_train, who};
use crate::said::club::words::ClubWord;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Whether somebody who was spoken of goes with another: `he and Daun`.
pub(in crate::said) fn pronoun_beside(chunks: &[Chunk], at: usize) -> bool {
    matches!(&chunks[at..], [he, and, whom, ..] if he.has(Word::Pronoun)
        && he.generals.is_empty()
        && !he.has(Word::Article)
        && (and.has(Word::And) && and.generals.is_empty() || and.kind == Kind::Plus)
        && !whom.generals.is_empty())
}

/// `via Olmütz and Nowhere`: whether an unknown word with a capital stands where another stop of the way would.
pub(in crate::said) fn is_another_stop(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    at > 2
        && chunks[at - 1].has(Word::And)
        && chunks[at - 2].is_plain_city()
        && chunks[at - 3].has(Word::Via)
        && chunks[at].starts_like_a_name(scene)
}

/// Whether behind a verb another piece stands, before any place: `… and send only Keith to Glatz`.
pub(in crate::said) fn sends_another(chunks: &[Chunk], at: usize) -> bool {
    let passed = [Word::Alone, Word::Only, Word::Filler, Word::Article, Word::Title, Word::General];
    let passed = |c: &&Chunk| c.is_word() && c.generals.is_empty() && c.any(&passed);
    let whom = chunks[at + 1..].iter().find(|c| !passed(c));
    whom.is_some_and(|c| !c.generals.is_empty() || c.is_train_word())
}

/// Whether a train is named shortly before this number, or behind it.
pub(in crate::said) fn who_before(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    (0..at).rev().take(4).any(|place| {
        who(scene, chunks, place, Some(true)).is_some_and(|who| who.train && who.to >= at)
    }) || chunks.get(at + 1).is_some_and(|next| next.has(Word::Train))
        || chunks.get(at + 2).is_some_and(|next| next.has(Word::Train))
            && chunks[at].ordinal.is_some()
}

/// `3 cities`: how far it is.
pub(in crate::said) fn of_steps(chunks: &[Chunk], at: usize) -> bool {
    chunks.get(at + 1).is_some_and(|next| next.has(Word::Steps))
}

/// `to Leipzig, with Halle as the only stop`: whether the way leads over the place behind this word.
pub(in crate::said) fn with_a_stop(chunks: &[Chunk], at: usize) -> bool {
    let with = &chunks[at];
    let other = [Word::From, Word::To, Word::Via, Word::At, Word::And];
    let place = chunks.get(at + 1).is_some_and(|c| c.is_plain_city() && c.generals.is_empty());
    let behind = chunks.get(at + 2);
    with.has(Word::With)
        && !with.any(&other)
        && place
        && behind.is_some_and(|c| c.has(Word::As) && !c.any(&[Word::To, Word::Via]))
}

/// Whether a word can only mean that a way leads over a place.
pub(in crate::said) fn only_via(chunk: &Chunk) -> bool {
    chunk.has(Word::Via)
        && !chunk.any(&[Word::For, Word::Filler, Word::At, Word::To, Word::Pay, Word::As])
}

/// Whether a word for leaving somebody stands before this place.
pub(in crate::said) fn parting_before(chunks: &[Chunk], at: usize) -> bool {
    chunks[..at].iter().any(|chunk| chunk.has(Word::Part))
}

/// The next place that is not passed over: behind articles, titles and the like.
pub(in crate::said) fn skip(chunks: &[Chunk], mut at: usize) -> usize {
    while chunks.get(at).is_some_and(|c| {
        c.is_word()
            && c.cities.is_empty()
            && c.generals.is_empty()
            && (c.any(&[Word::Filler, Word::Article, Word::Title, Word::General, Word::Back])
                && !c.any(&[Word::And]))
    }) {
        at += 1;
    }
    at
}

/// Whether a place is named from here on, prepositions apart.
pub(in crate::said) fn next_is_place(chunks: &[Chunk], at: usize) -> bool {
    let at = skip(chunks, at);
    chunks.get(at).is_some_and(|c| !c.cities.is_empty())
        // `nach oben nach`, `up to`: another preposition, then a place
        || chunks.get(at).is_some_and(|c| c.any(&[Word::To, Word::At, Word::Via]) && c.generals.is_empty())
            && chunks.get(skip(chunks, at + 1)).is_some_and(|c| !c.cities.is_empty())
}

/// `route: Deuben, Freiberg`: a word for the way, a colon, and the cities of the way.
pub(in crate::said) fn list_follows(chunks: &[Chunk], at: usize) -> bool {
    chunks.get(at + 1).is_some_and(|next| next.kind == Kind::Colon) && next_is_place(chunks, at + 2)
}

/// Whether a piece is named from here on.
pub(in crate::said) fn next_is_piece(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let at = skip(chunks, at);
    chunks.get(at).is_some_and(|c| c.cities.is_empty() || !c.generals.is_empty())
        && chunks.get(at).is_some_and(|_| who(scene, chunks, at, Some(true)).is_some())
}

/// Whether a piece follows those who were spoken of from here on: `right behind him train 1`.
pub(in crate::said) fn comes_behind(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    said(scene.line, chunks, at, ClubWord::BehindThem).is_some_and(|length| {
        // `a za nim tabor 1`: Tabor is a city, too.
        let next = skip(chunks, at + length);
        next_is_piece(scene, chunks, at + length)
            || next < chunks.len() && chunks[next].is_train_word() && is_train(chunks, next)
    })
}

/// Whether another preposition and its place follow.
pub(in crate::said) fn prep_follows(chunks: &[Chunk], at: usize) -> bool {
    chunks.get(skip(chunks, at)).is_some_and(|c| c.any(&[Word::To, Word::Via, Word::At]))
        && next_is_place(chunks, skip(chunks, at) + 1)
}

/// Whether a word is a particle that only looks like a word for staying: `halt`. It is compared with its accents,
/// since `hält` means that somebody stays.
pub(in crate::said) fn particle(scene: &Scene, chunk: &Chunk) -> bool {
    let word = scene.line.get(chunk.start..chunk.end).map(str::to_lowercase);
    word.is_some_and(|word| word == chunk.plain && Little::Particle.is(&word))
}

/// Whether the sentence ends with this word: `Keith geht mit`.
pub(in crate::said) fn ends_with(chunks: &[Chunk], at: usize) -> bool {
    at > 0 && chunks[at + 1..].iter().all(|c| !c.is_word() && c.number.is_none())
}

/// Whether a pronoun follows.
pub(in crate::said) fn pronoun_follows(chunks: &[Chunk], at: usize) -> bool {
    chunks.get(skip(chunks, at)).is_some_and(|c| c.has(Word::Pronoun))
        || chunks.get(at).is_some_and(|c| c.has(Word::Pronoun))
}

/// `the Melnik train`: the city says which. `Die Schweden marschieren`: no city at all.
pub(in crate::said) fn names_train(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let train = chunks.get(at + 1).is_some_and(|next| next.has(Word::Train));
    (train || chunks[at].nation.is_some()) && who(scene, chunks, at, Some(true)).is_some()
}

/// `and his pal Schwerin`: whether a word that joins stands before this chunk, others of no meaning passed over.
fn joined_before(chunks: &[Chunk], at: usize) -> bool {
    let passed = |c: &&Chunk| {
        c.is_word()
            && c.cities.is_empty()
            && c.generals.is_empty()
            && (c.unknown || c.any(&[Word::Filler, Word::Title, Word::Article, Word::Pronoun]))
            && !c.any(&[Word::And, Word::With, Word::While])
    };
    let before = chunks[..at].iter().rev().take(3).find(|c| !passed(c));
    before.is_some_and(|c| c.any(&[Word::And, Word::With, Word::While]) || c.kind == Kind::Plus)
}

/// `Keith to Oppeln via Brieg, Schwerin holds`: behind a goal, a comma or a word that joins, a name that
/// a verb follows begins another clause, whatever the way before it was.
fn begins_clause(chunks: &[Chunk], at: usize, found: &Found) -> bool {
    let Some(before) = at.checked_sub(1).map(|place| &chunks[place]) else { return false };
    let parts = matches!(before.kind, Kind::Comma | Kind::Semicolon | Kind::Period)
        || before.any(&[Word::And, Word::While]) && !before.any(&[Word::Via, Word::To, Word::At]);
    let verb = |c: &Chunk| {
        c.any(&[Word::To, Word::Stay, Word::Move, Word::While]) && !c.any(&[Word::And, Word::Via])
            || matches!(c.kind, Kind::Arrow | Kind::Colon)
    };
    let goal = found.places.iter().any(|place| place.role == Role::To)
        || found.places.first().is_some_and(|place| place.role == Role::None);
    goal && parts && !found.subject.is_empty() && chunks.get(at + 1).is_some_and(verb)
}

/// Whether the chunk is a place here, and not a general or a word.
pub(in crate::said) fn is_place(
    chunks: &[Chunk],
    at: usize,
    role: Option<Role>,
    found: &Found,
) -> bool {
    let chunk = &chunks[at];
    if chunk.cities.is_empty() {
        return false;
    }
    let marked = role.is_some();
    if !chunk.generals.is_empty() {
        if begins_clause(chunks, at, found) {
            return false;
        }
        // `Laudon attacks Schwerin: he goes to Ziegenhals`
        let attacked = chunks[..at].iter().rev().find(|c| !c.any(&[Word::Article, Word::To]));
        if attacked.is_some_and(|c| c.has(Word::Attack) && !c.has(Word::Move)) {
            return false;
        }
        // `leaves Schwerin and goes to Oppeln`
        let passed = |c: &&Chunk| {
            c.any(&[Word::Article, Word::To, Word::From, Word::Title, Word::Filler])
                && !c.any(&[Word::Part, Word::Via, Word::And])
        };
        let left = chunks[..at].iter().rev().take(3).find(|c| !passed(c));
        if left.is_some_and(|c| c.has(Word::Part)) {
            return false;
        }
        // Schwerin is a general and a city.
        if found.joins && found.target.is_none() {
            return false;
        }
        let next = chunks.get(at + 1);
        let comma = at > 0
            && matches!(chunks[at - 1].kind, Kind::Comma | Kind::Semicolon | Kind::Period)
            && next.is_some();
        // `for Keith Nachod, for Schwerin Glatz`
        let given = at > 1
            && (chunks[at - 1].has(Word::For) || chunks[at - 1].plain == "per")
            && (!chunks[at - 2].is_word() || chunks[at - 2].has(Word::And))
            && next.is_some_and(|next| next.is_plain_city() || next.kind == Kind::Colon);
        let as_piece = comma
            || given
            || next.is_some_and(|n| {
                n.any(&[Word::To, Word::Stay, Word::Move, Word::And, Word::Via])
                    || matches!(n.kind, Kind::Arrow | Kind::Colon | Kind::Plus)
            });
        return !found.subject.is_empty()
            && !given
            && (marked || !as_piece)
            && role != Some(Role::From)
            && !(joined_before(chunks, at) && !marked);
    }
    if is_train(chunks, at) {
        return false;
    }
    if chunk.meanings.is_empty() || chunk.nation.is_some() && marked {
        return true;
    }
    // A word of the language that is a city's name, too.
    if chunk.nation.is_some() && chunk.meanings.is_empty() {
        return true;
    }
    // `Proßnitz, Olmütz, Schönberg`: the next step of a way that is spelt out.
    let last = found.places.last();
    let next = last.is_some_and(|place| {
        let beside = |city: &CityId| place.all.iter().any(|from| board().adjacent(*from, *city));
        chunk.cities.iter().any(beside)
    });
    marked || next || !found.subject.is_empty() && !found.goal_is_known()
}

impl Chunk {
    /// Whether it is written with a capital letter. Where all is in capitals, none of them says anything.
    pub(in crate::said) fn starts_like_a_name(&self, scene: &Scene) -> bool {
        let rest = scene.line.get(self.start..);
        rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
            && scene.line.contains(char::is_lowercase)
    }
}

/// `to Sensburg and back`, `passes Sensburg, then returns`: behind all places stands that they come back.
pub(in crate::said) fn comes_back(chunks: &[Chunk]) -> bool {
    let Some(last) = chunks.iter().rposition(Chunk::is_plain_city) else { return false };
    let back = |at: usize| {
        let joined =
            chunks[at - 1].any(&[Word::And, Word::Then]) || chunks[at - 1].kind == Kind::Comma;
        let mut behind = chunks[at + 1..].iter();
        chunks[at].has(Word::Back)
            && (joined || at > 1 && chunks[at - 2].any(&[Word::And, Word::Then]))
            && !behind.any(|c| c.any(&[Word::To, Word::At]))
    };
    (last + 1..chunks.len()).any(back)
}

/// `goes back home: Berlin`: what a word without a capital means, a place behind a colon says.
pub(in crate::said) fn explained(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    !chunks[at].starts_like_a_name(scene)
        && chunks.get(at + 1).is_some_and(|next| next.kind == Kind::Colon)
        && next_is_place(chunks, at + 2)
}
