//! How people come to a choice that is made once: which card to discard or to play, where to retreat, which combat first.
//!
//! They name the other choices and say why not (`Radeberg is too near the King`, `the ten I keep`, `I was going to throw
//! the 8 away`), and then decide (`so he goes to Muskau`). Each stretch of such a line weighs a choice, or it may decide;
//! what only weighs is never taken. What the others say is read by
//! [`Reader::deliberated`](crate::said::reader).

use crate::game::{Action, CardRef, CityId, DecisionKind, Face, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{is_place, is_supposed, said as phrase_at};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, means, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said};
use std::ops::Range;

const SUITS: [Word; 4] = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];

/// The choices that are made once, in the order in which they are looked for.
const ONCE: [DecisionKind; 4] =
    [DecisionKind::Play, DecisionKind::Discard, DecisionKind::Retreat, DecisionKind::Attack];

/// What is chosen.
pub(in crate::said) struct Choice {
    pub kind: DecisionKind,
    /// The values of the cards that could be chosen now.
    pub faces: Vec<u32>,
}

impl Choice {
    /// The first choice that is awaited and made once.
    pub fn of(known: &Known) -> Option<Choice> {
        let once = ONCE.into_iter().find_map(|kind| Some((kind, known.awaits(kind)?)));
        let (kind, nation) = once?;
        let face = |action: &Action| match action {
            Action::Play { card, .. } | Action::Discard { card } => match card.face {
                Face::Suited(_, value) => Some(u32::from(value)),
                Face::Reserve => None,
            },
            _ => None,
        };
        let faces = known.legal_answers(nation, kind).iter().filter_map(face).collect();
        Some(Choice { kind, faces })
    }
}

/// What is said of a choice that is only weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::said) enum Weight {
    /// It is refused, kept or put off: `not the nine`, `Kamenz is too far`.
    Against,
    /// It is thought of: `I was going to play the ten`, `Muskau would be a gift`.
    Thought,
}

/// A sentence of a line, or a stretch of one that ends where it comes to a conclusion (`…, so the 7`).
pub(in crate::said) struct Stretch {
    /// Its chunks.
    pub range: Range<usize>,
    /// It names something that can be chosen.
    pub names: bool,
    /// What it says of what it names, if it only weighs it.
    pub weight: Option<Weight>,
    /// It begins with a word of conclusion: `so`, `in the end`.
    pub concludes: bool,
    /// It begins with what follows upon the one before it: `then the six`.
    pub follows: bool,
    /// It begins with another choice: `or Muskau`.
    pub or: bool,
}

/// The stretches of a line that say something.
pub(in crate::said) fn stretches(line: &str, chunks: &[Chunk], choice: &Choice) -> Vec<Stretch> {
    let counts = |range: &Range<usize>| {
        chunks[range.clone()]
            .iter()
            .any(|c| c.is_word_or_number() || matches!(c.kind, Kind::Suit(_)))
    };
    let stretch = |range: Range<usize>| {
        let own = &chunks[range.clone()];
        Stretch {
            names: names(own, choice),
            weight: weight(line, own, choice),
            concludes: concludes(line, own),
            follows: follows(line, own),
            or: own.iter().find(|c| c.is_word_or_number()).is_some_and(|c| c.has(Word::Or)),
            range,
        }
    };
    let (mut all, mut against) = (Vec::new(), Vec::new());
    // A remark that was taken out may have had the mark of its sentence with it.
    let ends = |at: usize| {
        let between = line.get(chunks[at - 1].end..chunks[at].start).unwrap_or_default();
        let semicolon = chunks[at - 1].kind == Kind::Semicolon;
        semicolon && choice.kind == DecisionKind::Play || between.contains(['.', '!', '?', '…'])
    };
    for sentence in sentences(chunks) {
        let mut begin = sentence.start;
        for at in sentence.start + 1..sentence.end {
            if ends(at) {
                all.push(begin..at);
                begin = at;
                continue;
            }
            let (before, behind) = (&chunks[begin..at], &chunks[at..sentence.end]);
            let spurned = parts(&chunks[at - 1]) && spurns(line, behind, choice);
            // `…, but that's a waste: I play the 11`
            let chosen = chunks[at - 1].kind == Kind::Colon
                && has_verb(behind, choice)
                && names(behind, choice)
                && !names(before, choice);
            let turns = parts(&chunks[at - 1])
                && (concludes(line, behind) || begins(line, behind, ClubWord::But).is_some())
                && (names(behind, choice) || behind.iter().any(|c| c.has(Word::Stop)))
                // `not Kamenz, but Muskau` is one choice.
                && !before.iter().find(|c| c.is_word()).is_some_and(|c| c.has(Word::Not));
            // `Muskau puts him out of the way, so Muskau`
            let same = choice.kind == DecisionKind::Retreat && same_goal(before, behind);
            let weighed = weight(line, before, choice).is_some() || !names(before, choice) || same;
            if chosen || spurned || turns && weighed {
                if spurned {
                    against.push(begin);
                }
                all.push(begin..at);
                begin = at;
            }
        }
        all.push(begin..sentence.end);
    }
    let mut all: Vec<Stretch> = all.into_iter().filter(counts).map(stretch).collect();
    for one in all.iter_mut().filter(|one| against.contains(&one.range.start)) {
        one.weight = one.weight.or(Some(Weight::Against));
    }
    for at in 1..all.len() {
        // `Kamenz is too near the King. Radeberg, too.`
        let own = &chunks[all[at].range.clone()];
        let short = own.iter().filter(|c| c.is_word_or_number()).count() <= 4;
        let too = own.iter().any(|c| Little::Too.is(&c.plain));
        if all[at].names && short && too && !all[at].concludes {
            all[at].weight = all[at].weight.or(all[at - 1].weight);
        }
    }
    all
}

/// Whether all cities that are named here are the first one that is named there.
pub(in crate::said) fn same_goal(chunks: &[Chunk], there: &[Chunk]) -> bool {
    let city = |c: &&Chunk| c.is_plain_city();
    let goal = there.iter().find(city);
    goal.is_some_and(|goal| chunks.iter().filter(city).all(|c| c.cities == goal.cities))
}

fn parts(chunk: &Chunk) -> bool {
    matches!(chunk.kind, Kind::Comma | Kind::Semicolon | Kind::Dash | Kind::Colon)
}

/// Whether a clause begins here that refuses what stands before it, and names nothing: `but that's a waste: …`.
fn spurns(line: &str, chunks: &[Chunk], choice: &Choice) -> bool {
    let joins = || chunks.first().filter(|c| c.is_word() && c.has(Word::While)).map(|_| 1);
    let Some(but) = begins(line, chunks, ClubWord::But).or_else(joins) else { return false };
    let end = chunks.iter().position(parts).unwrap_or(chunks.len());
    let clause = chunks.get(but..end).unwrap_or_default();
    let words = [ClubWord::Spurned, ClubWord::TooFar, ClubWord::TooLittle];
    let refuses = words.iter().any(|word| says(text(line, clause), *word));
    refuses && !names(clause, choice) && end < chunks.len()
}

/// How many chunks of its beginning say this, small words before it passed over.
fn begins(line: &str, chunks: &[Chunk], word: ClubWord) -> Option<usize> {
    let small = |c: &Chunk| {
        !c.is_word_or_number() || c.any(&[Word::And, Word::Filler]) && c.generals.is_empty()
    };
    let first = chunks.iter().position(|c| !small(c)).unwrap_or(chunks.len());
    (0..=first.min(chunks.len().saturating_sub(1)))
        .find_map(|at| phrase_at(line, chunks, at, word).map(|length| at + length))
}

/// Whether a conclusion is drawn here: `so the 7`, `Winterfeldt therefore goes to Muskau`, `Muskau it is`.
fn concludes(line: &str, chunks: &[Chunk]) -> bool {
    let words = [ClubWord::Therefore, ClubWord::Conclusion];
    let within = |at: usize| {
        // `Seven of hearts, therefore.`
        let ends = chunks[at + 1..].iter().all(|c| !c.is_word_or_number());
        let parted = parts(&chunks[at - 1]) && !ends;
        phrase_at(line, chunks, at, ClubWord::Therefore).is_some() && !parted
    };
    let near = chunks.iter().enumerate().filter(|(_, c)| c.is_word_or_number()).map(|(at, _)| at);
    words.iter().any(|word| begins(line, chunks, *word).is_some())
        || near.skip(1).take(4).any(within)
        || says(text(line, chunks), ClubWord::Conclusion)
}

fn follows(line: &str, chunks: &[Chunk]) -> bool {
    let first = chunks.iter().filter(|c| c.is_word()).take(2);
    first.clone().any(|c| c.any(&[Word::Then, Word::Following]))
        || begins(line, chunks, ClubWord::After).is_some()
}

/// The words of these chunks as they were written.
pub(in crate::said) fn text<'l>(line: &'l str, chunks: &[Chunk]) -> &'l str {
    match (chunks.first(), chunks.last()) {
        (Some(first), Some(last)) => line.get(first.start..last.end).unwrap_or_default(),
        _ => "",
    }
}

/// Whether something that can be chosen is named at a place: a suit, a Reserve, a number that counts nothing else; a city;
/// who fights.
fn is_named(chunks: &[Chunk], at: usize, choice: &Choice) -> bool {
    let c = &chunks[at];
    match choice.kind {
        // English `now` is no Nowe.
        DecisionKind::Retreat => is_place(chunks, at),
        DecisionKind::Attack => !c.generals.is_empty() || c.is_plain_city(),
        _ => {
            let counted = [Word::Troops, Word::Card, Word::Points, Word::Turn, Word::Days];
            let counts = chunks.get(at + 1).is_some_and(|next| next.any(&counted));
            // `minus nine` is no card.
            let score = at > 0 && chunks[at - 1].means(ClubWord::Minus);
            let value = c.count().is_some_and(|number| choice.faces.contains(&number));
            value && !counts && !score
                || matches!(c.kind, Kind::Suit(_))
                || c.any(&SUITS)
                || c.has(Word::Reserve)
        }
    }
}

/// Whether something that can be chosen is named here.
pub(in crate::said) fn names(chunks: &[Chunk], choice: &Choice) -> bool {
    (0..chunks.len()).any(|at| is_named(chunks, at, choice))
}

/// What these chunks say of what they name, if they do not choose it.
fn weight(line: &str, chunks: &[Chunk], choice: &Choice) -> Option<Weight> {
    let text = text(line, chunks);
    // `if he answers I play the nine, too` binds what is played.
    let binds = |c: &Chunk| {
        let words =
            [Word::If, Word::IfNeeded, Word::Answers, Word::Unless, Word::AtMost, Word::AtLeast];
        // `the three would only get me level` sets no limit.
        let only = c.has(Word::Only) && !c.any(&[Word::If, Word::IfNeeded]);
        c.any(&words) && !c.has(Word::Filler) && !only
    };
    if !names(chunks, choice) {
        // `I could also stop.`
        let stops = choice.kind == DecisionKind::Play && chunks.iter().any(|c| c.has(Word::Stop));
        let weighs = stops && says(text, ClubWord::Weighs) && !chunks.iter().any(binds);
        return weighs.then_some(Weight::Thought);
    }
    if supposes(line, chunks, choice) {
        return Some(Weight::Thought);
    }
    if chunks.iter().any(binds) || says(text, ClubWord::OnlyIf) {
        return None;
    }
    if says(text, ClubWord::Spurned) {
        return Some(Weight::Against);
    }
    // `Kamenz would suit him`, but `I would discard the 8` asks politely.
    if says(text, ClubWord::Weighs) || is_supposed(text, chunks) && !has_verb(chunks, choice) {
        return Some(Weight::Thought);
    }
    let denies = |c: &Chunk| c.has(Word::Not) && !c.has(Word::Stop) && c.generals.is_empty();
    // `jedenastka, i ani karty więcej`
    let ends = chunks.iter().any(|c| c.has(Word::Stop) && !c.has(Word::Filler));
    let denied = !rethinks(line, chunks) && chunks.iter().any(denies)
        || !ends && says(text, ClubWord::NotEither);
    let first = (0..chunks.len()).find(|at| is_named(chunks, *at, choice)).unwrap_or(0);
    // `the Reserve stays in my pocket`
    let stays = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Stop, Word::Filler]);
    // Spanish `reserva` is a card and a verb.
    let keep = |c: &Chunk| c.has(Word::Keep) && !c.any(&[Word::Filler, Word::Reserve]);
    let keeps = chunks.iter().any(keep) || chunks[first..].iter().any(stays);
    let throws = chunks.iter().any(|c| c.has(Word::Discard));
    match choice.kind {
        // `I don't need the 8` speaks for throwing it away, `I won't keep it` as well.
        DecisionKind::Discard if denied => {
            (!keeps).then_some(if throws { Weight::Against } else { Weight::Thought })
        }
        DecisionKind::Play | DecisionKind::Discard if keeps => Some(Weight::Against),
        DecisionKind::Attack if says(text, ClubWord::Later) => Some(Weight::Against),
        _ if denied || says(text, ClubWord::TooFar) => Some(Weight::Against),
        _ => [ClubWord::Considered, ClubWord::ThoughtOf]
            .iter()
            .any(|word| says(text, *word))
            .then_some(Weight::Thought),
    }
}

/// Whether a choice is only supposed: `if I play the ten I have nothing left`.
fn supposes(line: &str, chunks: &[Chunk], choice: &Choice) -> bool {
    let length =
        |at: usize| phrase_at(line, chunks, at, ClubWord::Supposing).map(|length| at + length);
    (0..chunks.len()).filter_map(length).any(|end| {
        let next = chunks.len().min(end + 3);
        (end..next).any(|at| is_named(chunks, at, choice))
    })
}

/// Whether these chunks begin with a no, or another word that takes back what stands before them: `no, Muskau`.
pub(in crate::said) fn rethinks(line: &str, chunks: &[Chunk]) -> bool {
    let no = |c: &Chunk| c.any(&[Word::Not, Word::No]) || Little::Denial.is(&c.plain);
    let corrects = [ClubWord::Correction, ClubWord::Apology];
    chunks.windows(2).take(3).any(|pair| no(&pair[0]) && parts(&pair[1]))
        || corrects.iter().any(|word| begins(line, chunks, *word).is_some())
}

/// Whether a verb of choosing stands here.
pub(in crate::said) fn has_verb(chunks: &[Chunk], choice: &Choice) -> bool {
    let verbs: &[Word] = match choice.kind {
        DecisionKind::Discard => &[Word::Discard, Word::Away, Word::Play],
        DecisionKind::Retreat => &[Word::Retreat, Word::Move, Word::Back, Word::Choose],
        DecisionKind::Attack => &[Word::Attack, Word::Duel, Word::Play],
        _ => &[Word::Play, Word::Stop],
    };
    chunks.iter().any(|c| c.any(verbs) && !c.has(Word::Filler))
}

/// Whether these chunks say hardly more than what is chosen, or have a verb for it.
pub(in crate::said) fn is_explicit(chunks: &[Chunk], choice: &Choice) -> bool {
    has_verb(chunks, choice) || chunks.iter().filter(|c| c.unknown).count() < 2
}

/// Whether these chunks only speak of something that can be chosen: `Hearts might come up against Prussia`.
pub(in crate::said) fn is_loose(chunks: &[Chunk], choice: &Choice) -> bool {
    !has_verb(chunks, choice) && chunks.iter().any(|c| c.unknown)
}

/// Whether these chunks are only a flourish: `Basta.`
pub(in crate::said) fn is_flourish(line: &str, chunks: &[Chunk]) -> bool {
    let written = text(line, chunks).trim_matches(|c: char| !c.is_alphanumeric());
    means(written, ClubWord::Flourish)
}

/// Whether all cards that are named here are named there, too.
pub(in crate::said) fn same_cards(chunks: &[Chunk], there: &[Chunk], choice: &Choice) -> bool {
    let named = |chunks: &[Chunk]| -> Vec<u32> {
        let at = (0..chunks.len()).filter(|at| is_named(chunks, *at, choice));
        at.filter_map(|at| chunks[at].count()).collect()
    };
    let (own, there) = (named(chunks), named(there));
    let reserve = chunks.iter().any(|c| c.has(Word::Reserve));
    !own.is_empty() && !reserve && own.iter().all(|value| there.contains(value))
}

/// Whether what was chosen is named here: a card, a city, or somebody who fights in that combat.
pub(in crate::said) fn names_chosen(
    chunks: &[Chunk],
    said: &[Said],
    known: &Known,
    choice: &Choice,
) -> bool {
    let fights = |from: CityId, to: CityId| {
        let stands =
            |piece: &PieceId| known.position(*piece).is_some_and(|city| city == from || city == to);
        chunks.iter().flat_map(|c| &c.generals).any(stands)
    };
    said.iter().any(|said| match &said.request {
        Request::Act(Action::Play { card, .. } | Action::Discard { card }) => {
            names_card(chunks, card)
        }
        Request::Act(Action::Stop) => {
            !names(chunks, choice) && chunks.iter().any(|c| c.has(Word::Stop))
        }
        Request::Act(Action::Retreat { to }) => names_city(chunks, *to),
        Request::Act(Action::Attack { from, to, .. }) => {
            names_city(chunks, *to) || fights(*from, *to)
        }
        _ => false,
    })
}

fn names_city(chunks: &[Chunk], city: CityId) -> bool {
    chunks.iter().any(|c| c.is_plain_city() && c.cities.contains(&city))
}

fn names_card(chunks: &[Chunk], card: &CardRef) -> bool {
    match card.face {
        Face::Suited(_, value) => chunks.iter().any(|c| c.count() == Some(u32::from(value))),
        Face::Reserve => chunks.iter().any(|c| c.has(Word::Reserve)),
    }
}

/// Whether a sentence says one of the choices that are made once, and nothing else; cards of one combat count as one.
pub(in crate::said) fn decides(said: &[Said]) -> bool {
    let once = |said: &Said| {
        said.condition.is_none()
            && matches!(
                said.request,
                Request::Act(
                    Action::Stop
                        | Action::Play { .. }
                        | Action::Discard { .. }
                        | Action::Retreat { .. }
                        | Action::Attack { .. }
                )
            )
    };
    let combat =
        |said: &Said| matches!(said.request, Request::Act(Action::Stop | Action::Play { .. }));
    match said {
        [] => false,
        [only] => once(only),
        several => several.iter().all(|said| once(said) && combat(said)),
    }
}

/// Whether nothing but the end of a combat is said.
pub(in crate::said) fn only_stops(said: &[Said]) -> bool {
    said.iter().all(|said| matches!(said.request, Request::Act(Action::Stop)))
}
