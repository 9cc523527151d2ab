//! All cards of a suit that are held, said at once, and their order beside it: `both spades: first the 6 and then the 10`,
//! `both spades, the ten first`.

use super::cards::{Mention, full_suit, value};
use crate::game::{Action, DecisionKind, Face, Nation};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt};

/// The cards in their order in place of the suit that says how many they are. What is said of several suits, or of other
/// cards than are held, stays as it was.
pub(in crate::said) fn in_their_order(
    line: &str,
    (known, nation): (&Known, Nation),
    chunks: &[Chunk],
    mentions: Vec<Mention>,
) -> Vec<Mention> {
    ordered(line, (known, nation), chunks, &mentions)
        .or_else(|| counted((known, nation), &mentions))
        .unwrap_or(mentions)
}

/// `my two spades, the 8 then the 9`: where no 2 of spades is held and as many cards of the suit follow, they are counted.
fn counted((known, nation): (&Known, Nation), mentions: &[Mention]) -> Option<Vec<Mention>> {
    let (first, others) = mentions.split_first()?;
    let &[suit] = first.suits.as_slice() else { return None };
    let count = first.value.filter(|count| (2..=4).contains(count))?;
    let holds = |value: u32| {
        let own = |face| matches!(face, Face::Suited(own, held) if own == suit && u32::from(held) == value);
        known.hand(nation).iter().any(|card| own(card.face))
    };
    let of_it = |m: &Mention| {
        let plain = !m.reserve && m.deck.is_none() && m.extreme.is_none();
        plain && m.value.is_some_and(holds) && (m.suits.is_empty() || m.suits.contains(&suit))
    };
    let as_many = u32::try_from(others.len()).is_ok_and(|listed| listed == count);
    let suited = |m: &Mention| Mention { suits: vec![suit], ..m.clone() };
    (as_many && !holds(count) && others.iter().all(of_it))
        .then(|| others.iter().map(suited).collect())
}

fn ordered(
    line: &str,
    (known, nation): (&Known, Nation),
    chunks: &[Chunk],
    mentions: &[Mention],
) -> Option<Vec<Mention>> {
    let bare =
        |m: &Mention| m.value.is_none() && !m.reserve && m.extreme.is_none() && m.suits.len() == 1;
    let at = mentions.iter().position(bare)?;
    let whole = &mentions[at];
    let suit = whole.suits[0];
    let held: Vec<u32> = known
        .hand(nation)
        .iter()
        .filter_map(|card| match card.face {
            Face::Suited(own, value) if own == suit => Some(u32::from(value)),
            _ => None,
        })
        .collect();
    let small = |c: &&Chunk| {
        c.is_word() && c.any(&[Word::Article, Word::Filler, Word::Pronoun]) && c.count().is_none()
    };
    let before = chunks[..whole.from].iter().rev();
    let counter = before.clone().nth(before.take(2).take_while(small).count());
    let all = counter.is_some_and(|c| {
        let count = c.count().and_then(|count| usize::try_from(count).ok());
        count == Some(held.len()) || c.any(&[Word::Both, Word::All]) && c.count().is_none()
    });
    let both = chunks[..whole.from].iter().rev().take(2).any(|c| c.has(Word::Both));
    let others: Vec<&Mention> =
        mentions.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, m)| m).collect();
    let of_it = |m: &&Mention| {
        let plain = !m.reserve && m.deck.is_none() && m.extreme.is_none();
        plain
            && m.value.is_some_and(|value| held.contains(&value))
            && (m.suits.is_empty() || m.suits.contains(&suit))
    };
    if !(all || both) || held.len() < 2 || others.is_empty() || !others.iter().all(of_it) {
        return None;
    }
    let suited = |m: &Mention| Mention { suits: vec![suit], ..m.clone() };
    let mut cards: Vec<Mention> = others.iter().map(|m| suited(m)).collect();
    if cards.len() == held.len() {
        return Some(cards);
    }
    // `the ten first`: the other one comes after it.
    let [only] = others[..] else { return None };
    let first = |at: usize| said(line, chunks, at, ClubWord::GoesFirst).is_some();
    let mut beside = only.from.saturating_sub(3)..(only.to + 4).min(chunks.len());
    let &[one, other] = held.as_slice() else { return None };
    let left = if only.value == Some(one) { other } else { one };
    // With the first one the right to play may pass to the enemy (R7.3): of the second nobody can say yet.
    let score = known.view.combat.as_ref().map_or(0, |combat| i64::from(combat.score));
    if only.value.is_none_or(|value| score + i64::from(value) >= 0) {
        return None;
    }
    let second = Mention { value: Some(left), suits: vec![suit], ..whole.clone() };
    beside.any(first).then(|| {
        cards.push(second);
        cards
    })
}

/// `one of my two spades`, `one of the two low cards`: which of them, is asked.
pub(in crate::said) fn one_of_several(
    scene: &Scene,
    (known, nation, kind): (&Known, Nation, DecisionKind),
    chunks: &[Chunk],
) -> Option<Problem> {
    let one = |c: &Chunk| {
        c.is_word()
            && (c.number == Some(1) || c.any(&[Word::OneOf, Word::Article]) && c.cities.is_empty())
    };
    let small = |c: &Chunk| {
        c.is_word()
            && c.count().is_none()
            && c.any(&[Word::From, Word::Article, Word::Pronoun, Word::Filler])
    };
    let several = |c: &Chunk| matches!(c.count(), Some(2..=4)) || c.has(Word::Both);
    let phrase = |c: &Chunk| c.end - c.start > c.plain.len() + 1;
    let (first, count) = (0..chunks.len()).find_map(|at| {
        let next = chunks.get(at + 1)?;
        let from = phrase(&chunks[at]) || next.any(&[Word::From, Word::Filler]) && next.is_word();
        let between = chunks[at + 1..].iter().take(4).take_while(|c| small(c) && !several(c));
        let count = at + 1 + between.count();
        // `one of the two spades` says how many in one phrase.
        let told =
            chunks[at].has(Word::OneOf) && phrase(&chunks[at]) && !several(chunks.get(count)?);
        let place = if told { count - 1 } else { count };
        (one(&chunks[at]) && from && (told || several(chunks.get(count)?))).then_some((at, place))
    })?;
    let suit = chunks[count + 1..].iter().take(3).find_map(full_suit);
    let cards = || chunks[count + 1..].iter().take(3).any(|c| c.has(Word::Card));
    let more = |c: &Chunk| {
        value(c).is_some() && !one(c) || c.any(&[Word::Not, Word::If]) && !c.has(Word::Filler)
    };
    let mut others = chunks[..first].iter().chain(&chunks[count + 1..]);
    if suit.is_none() && !cards() || others.any(more) {
        return None;
    }
    let candidates: Vec<Candidate> = known
        .legal_answers(nation, kind)
        .into_iter()
        .filter(|action| match action {
            Action::Play { card, .. } | Action::Discard { card } => match card.face {
                Face::Suited(own, _) => suit.is_none_or(|suit| suit == own),
                Face::Reserve => suit.is_none(),
            },
            _ => false,
        })
        .take(12)
        .map(Candidate::Order)
        .collect();
    let words = scene.words(chunks);
    (candidates.len() > 1).then_some(Problem::Question { doubt: Doubt::Card, words, candidates })
}
