//! What the terms of a combat say of cards without naming one by value and suit: a bare value (`play only the nine`, `never
//! the eleven`), a whole suit (`all my diamonds but the 12`, `keep the clubs`).
//!
//! What this module deliberately does not do: say which card a value is; the hand does, in [`super::cards`].

use super::cards::{Mention, mentions};
use crate::duel::{Cards, Party, ReserveWhen, Reserves, Scope, Terms};
use crate::game::{CardRef, Face, Nation, Suit, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said, Trouble};

/// `at most four` counts cards; of a larger number nobody has a use.
const MOST_COUNTED: u32 = 4;

/// What is to become of cards of which the values are said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::said) enum Valued {
    /// `never the eleven`
    Kept,
    /// `only the nine`
    Only,
    /// `at most the seven`, `none over seven`: no term says so.
    Unclear,
}

fn denies(chunk: &Chunk) -> bool {
    chunk.any(&[Word::Not, Word::Decline, Word::No])
        || Little::Never.is(&chunk.plain)
        || Little::Denial.is(&chunk.plain)
        // `not play` is one phrase.
        || chunk.has(Word::Stop) && chunk.means(ClubWord::Not)
}

/// Whether a chunk says nothing beside the cards that are played or not: `don't you play the`.
fn is_small(chunk: &Chunk) -> bool {
    let small = [Word::Play, Word::Filler, Word::Article, Word::Pronoun, Word::And, Word::Only];
    let bound = [Word::AtMost, Word::AtLeast, Word::Via, Word::If, Word::Or];
    let joins = chunk.means(ClubWord::But) || Little::Definite.is(&chunk.plain);
    let passes = chunk.any(&small) || denies(chunk) || joins;
    let binds = chunk.any(&bound) && !chunk.has(Word::Only);
    !chunk.is_word() || passes && !binds && !chunk.unknown
}

/// Whether a clause denies the cards that it names, and says nothing else: `never the 10 of spades`.
pub(in crate::said) fn are_denied(clause: &[Chunk], mentions: &[Mention]) -> bool {
    let Some(first) = mentions.first() else { return false };
    let covered = |at: usize| mentions.iter().any(|m| m.from <= at && at <= m.to);
    clause[..first.from].iter().any(denies)
        && !clause.iter().any(|c| c.has(Word::Only))
        && clause.iter().enumerate().all(|(at, c)| covered(at) || is_small(c))
}

/// Whether the number here follows an article that makes a card of it: `the nine`.
pub(in crate::said) fn is_definite(clause: &[Chunk], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &clause[before]);
    before.is_some_and(|c| {
        c.is_word()
            && (Little::Definite.is(&c.plain)
                || c.has(Word::Article) && !c.any(&[Word::And, Word::To]))
    })
}

/// The values of cards in a clause that names no suit and no unit, and what is said of them; `None` if its numbers count
/// something.
pub(in crate::said) fn valued(clause: &[Chunk]) -> Option<(Vec<u32>, Valued)> {
    let counted = [Word::Points, Word::Card, Word::Troops, Word::Lose, Word::Win, Word::Reserve];
    if clause.iter().any(|c| c.any(&counted) && c.generals.is_empty()) {
        return None;
    }
    let number = |at: &usize| clause[*at].count().is_some() && clause[*at].generals.is_empty();
    let places: Vec<usize> = (0..clause.len()).filter(number).collect();
    let values: Vec<u32> = places.iter().filter_map(|at| clause[*at].count()).collect();
    let value = |(at, value): (&usize, &u32)| {
        let card = *value > MOST_COUNTED || is_definite(clause, *at);
        (2..=13).contains(value) && card && clause[*at].ordinal.is_none()
    };
    let first = *places.first()?;
    if !places.iter().zip(&values).any(value) {
        return None;
    }
    let clear = clause.iter().enumerate().all(|(at, c)| places.contains(&at) || is_small(c));
    let only = clause.iter().any(|c| c.has(Word::Only));
    let denied = clause[..first].iter().any(denies);
    match (clear, only, denied) {
        (true, true, false) => Some((values, Valued::Only)),
        (true, false, true) => Some((values, Valued::Kept)),
        _ => {
            let limit = |c: &Chunk| c.any(&[Word::AtMost, Word::AtLeast, Word::To]);
            let limits = only || clause.iter().any(|c| limit(c) || denies(c));
            limits.then_some((values, Valued::Unclear))
        }
    }
}

/// Whether words let more cards of a suit follow the lowest, or a higher one stand for it: `from the lowest up`, `the
/// cheapest that puts me ahead`.
pub(in crate::said) fn is_as_many_as_needed(words: &str) -> bool {
    let all = [ClubWord::Upward, ClubWord::GetsAhead, ClubWord::ThatSuffices];
    all.iter().any(|word| says(words, *word))
}

/// A suit of which everything may be played, and the values that are excepted: `any diamond except the 12`.
pub(in crate::said) fn whole_suit(
    clause: &[Chunk],
    mentions: &[Mention],
) -> Option<(Suit, Vec<u32>)> {
    let [mention] = mentions else { return None };
    let suit = bare_suit(mention)?;
    let outside = |at: usize| at < mention.from || at > mention.to;
    let all = [Word::All, Word::Any, Word::Each];
    let bound = [Word::AtMost, Word::AtLeast, Word::If, Word::Or, Word::Lose, Word::Points];
    let says = |words: &[Word]| (0..clause.len()).any(|at| outside(at) && clause[at].any(words));
    if !(says(&all) || is_plural(clause, mention)) || says(&bound) {
        return None;
    }
    if clause[..mention.from].iter().any(denies) {
        return None;
    }
    let excepts = |c: &Chunk| denies(c) || c.means(ClubWord::Except) || c.means(ClubWord::But);
    let behind = &clause[mention.to + 1..];
    let except = behind.iter().position(excepts);
    let value = |c: &Chunk| c.count().filter(|_| c.generals.is_empty());
    let values: Vec<u32> = behind.iter().filter_map(value).collect();
    let named = except.is_some_and(|at| behind[..at].iter().all(|c| value(c).is_none()));
    let small = |c: &Chunk| !c.is_word() || value(c).is_some() || !c.unknown;
    let fits = values.iter().all(|value| (2..=13).contains(value));
    let before = clause[..mention.from].iter().all(|c| value(c).is_none());
    (before && fits && named == !values.is_empty() && except.is_some() == named)
        .then_some(())
        .filter(|()| except.is_none_or(|at| behind[at..].iter().all(small)))?;
    Some((suit, values))
}

/// `play hearts`, `on joue des cœurs`: a suit behind a verb, and no single card of it.
fn is_plural(clause: &[Chunk], mention: &Mention) -> bool {
    let single =
        |c: &Chunk| c.count().is_some() || c.any(&[Word::Article, Word::Lowest, Word::Highest]);
    let of = |c: &Chunk| matches!(c.plain.as_str(), "des" | "de");
    let before = clause[..mention.from].last();
    let word = mention.from == mention.to && clause[mention.from].plain.len() > 2;
    let plays = clause[..mention.from].iter().any(|c| c.has(Word::Play));
    word && plays && before.is_some_and(|c| of(c) || c.is_word() && !single(c))
}

/// A suit and no other is played: `only hearts`, but not `only a heart`.
pub(in crate::said) fn suit_alone(clause: &[Chunk], mentions: &[Mention]) -> Option<Suit> {
    let [mention] = mentions else { return None };
    let suit = bare_suit(&Mention { extreme: None, ..mention.clone() })?;
    let other = [Word::AtMost, Word::AtLeast, Word::If, Word::Or, Word::Lose, Word::Points];
    let outside = |at: usize| at < mention.from || at > mention.to;
    let one = |c: &Chunk| c.has(Word::Article) && !Little::Definite.is(&c.plain);
    let clear = (0..clause.len()).filter(|at| outside(*at)).all(|at| {
        let c = &clause[at];
        let passes = c.any(&[Word::Lowest, Word::Stop, Word::Then]) || is_small(c);
        // `only small hearts` are not all of them.
        let adjective = at + 1 == mention.from && c.has(Word::Filler) && c.plain.len() > 4;
        let plain = passes && !adjective && !one(c) && c.count().is_none();
        let plain = plain && !denies(c) && !c.any(&other);
        c.has(Word::Only) || plain
    });
    (clear && clause[..mention.from].iter().any(|c| c.has(Word::Only))).then_some(suit)
}

/// The cards of a hand that are of a suit, the lowest first, or those that are not.
pub(in crate::said) fn of_hand(
    known: Option<&Known>,
    nation: Option<Nation>,
    suit: Suit,
    of_it: bool,
) -> Vec<CardRef> {
    let (Some(known), Some(nation)) = (known, nation) else { return Vec::new() };
    let mut cards: Vec<CardRef> = Vec::new();
    for card in known.hand(nation) {
        let same = matches!(card.face, Face::Suited(other, _) if other == suit);
        let card = CardRef { face: card.face, deck: None };
        if same == of_it && matches!(card.face, Face::Suited(..)) && !cards.contains(&card) {
            cards.push(card);
        }
    }
    cards.sort_by_key(|card| match card.face {
        Face::Suited(_, value) => value,
        Face::Reserve => 0,
    });
    cards
}

/// The suit of a mention that says nothing else.
fn bare_suit(mention: &Mention) -> Option<Suit> {
    let bare = mention.value.is_none() && !mention.reserve && mention.extreme.is_none();
    match mention.suits.as_slice() {
        [suit] if bare => Some(*suit),
        _ => None,
    }
}

/// The cards of a hand that are of a suit that is kept whole: `keep the clubs`, but not `keep a club`.
pub(in crate::said) fn kept_suits(
    clause: &[Chunk],
    mentions: &[Mention],
    known: Option<&Known>,
    nation: Option<Nation>,
) -> Option<Vec<CardRef>> {
    let article = |c: &Chunk| c.has(Word::Article) && !Little::Definite.is(&c.plain);
    if mentions.is_empty() || clause.iter().any(|c| article(c) || c.count().is_some()) {
        return None;
    }
    let suits: Vec<Suit> = mentions.iter().map(bare_suit).collect::<Option<_>>()?;
    let mut kept: Vec<CardRef> = Vec::new();
    for card in known?.hand(nation?) {
        let of_them = matches!(card.face, Face::Suited(suit, _) if suits.contains(&suit));
        let card = CardRef { face: card.face, deck: None };
        if of_them && !kept.contains(&card) {
            kept.push(card);
        }
    }
    (!kept.is_empty()).then_some(kept)
}

/// Whether a card is kept on a condition: `keep the 10♠ unless I'm behind by five`.
pub(in crate::said) fn kept_on_condition(clause: &[Chunk]) -> bool {
    let Some(keep) = clause.iter().position(|c| c.has(Word::Keep)) else { return false };
    let condition = |c: &Chunk| c.has(Word::If) && !c.any(&[Word::Then, Word::Filler, Word::As]);
    let unless = |c: &Chunk| c.has(Word::Not) && !c.any(&[Word::Keep, Word::And, Word::Then]);
    let behind = clause[keep + 1..].iter().skip_while(|c| c.count().is_none());
    clause.iter().any(condition) || behind.skip(1).any(unless)
}

/// `keep the eight unless we'd lose without it`, beside an instruction that says nothing of it: no instruction can.
pub(in crate::said) fn kept_unless(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let instructs = |said: &Said| matches!(said.request, Request::Instruct(_));
    let keep = chunks.iter().position(|c| c.has(Word::Keep) && !c.has(Word::Filler))?;
    let ends = |c: &&Chunk| !matches!(c.kind, Kind::Period | Kind::Semicolon);
    let mut behind = chunks[keep + 1..].iter().take_while(ends);
    let card = |c: &Chunk| c.count().is_some_and(|n| n > 1) || c.has(Word::Reserve);
    let unless = behind.clone().take(3).any(card)
        && behind.any(|c| c.has(Word::Unless) && !c.has(Word::Filler));
    let words = line.get(chunks[keep].start..).unwrap_or_default().chars().take(60);
    (unless && said.iter().any(instructs))
        .then(|| Problem::new(Trouble::NoSuchTerm, words.collect::<String>()))
}

/// `…: the 13 of diamonds, but only if that puts me ahead`: an instruction whose cards hang on more than it can say.
pub(in crate::said) fn only_on_condition(
    line: &str,
    chunks: &[Chunk],
    own: &[Said],
) -> Option<Problem> {
    let instructs = |said: &Said| matches!(said.request, Request::Instruct(_));
    let card = |c: &Chunk| c.count().is_some_and(|n| n > 1) || c.has(Word::Card);
    let first = chunks.iter().position(card).filter(|_| own.iter().any(instructs))?;
    let at = (first + 1..chunks.len())
        .find(|at| corrected::said(line, chunks, *at, ClubWord::OnlyIf).is_some())?;
    // `a Reserve only if it wins`
    let reserve = chunks[..at].iter().rev().take(3).any(|c| c.has(Word::Reserve));
    let bare = chunks[at].any(&[Word::Unless, Word::Only]) || !chunks[at].has(Word::If);
    let words = line.get(chunks[at].start..).unwrap_or_default().chars().take(60);
    (bare && !reserve).then(|| Problem::new(Trouble::NoSuchTerm, words.collect::<String>()))
}

/// `any card until I lose only one troop, and leave it there`: how many troops may be lost, in a clause that no term has read.
fn until_lost(chunks: &[Chunk], terms: &mut Terms) {
    if terms.accept_loss.is_some() || terms.win_for.is_some() {
        return;
    }
    let apart = |c: &Chunk| c.is_mark() || c.has(Word::Stop);
    let lost = chunks.split(apart).find_map(|clause| {
        let lose = clause.iter().position(|c| {
            c.has(Word::Lose) && !c.any(&[Word::Filler, Word::Choose, Word::Not, Word::Win])
        })?;
        let limit = clause.iter().any(|c| c.any(&[Word::Until, Word::AtMost]));
        let troops = clause.iter().any(|c| c.has(Word::Troops));
        let near = &clause[lose.saturating_sub(4)..clause.len().min(lose + 5)];
        let mut numbers = near.iter().filter_map(Chunk::count).filter(|n| (1..=8).contains(n));
        let number = numbers.next().filter(|_| numbers.next().is_none())?;
        (limit && troops).then_some(number)
    });
    if let Some(number) = lost.and_then(|number| u8::try_from(number).ok()) {
        terms.accept_loss = Some(number);
        terms.most_cards = terms.most_cards.filter(|cards| *cards != number);
    }
}

/// How many cards or troops these are: there are never more than a byte holds.
pub(in crate::said) fn small(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// How many points these are.
pub(in crate::said) fn points(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// `at most two cards`, `at most 15 points`; `at least three cards must be left` is kept.
pub(in crate::said) fn limit(clause: &[Chunk], number: u32, terms: &mut Terms) {
    let has = |word| clause.iter().any(|c| c.has(word));
    let least = has(Word::AtLeast) && !has(Word::AtMost);
    let left = least && (has(Word::Keep) || has(Word::Stay) || !has(Word::Play));
    if least && !left {
        return;
    }
    let (cards, points) = (small(number), points(number));
    // `je ne veux pas y laisser plus de 2 armées`
    if has(Word::Troops) && !has(Word::Points) && !has(Word::Card) {
        terms.accept_loss = Some(cards);
        return;
    }
    match (left, has(Word::Points)) {
        (true, true) => terms.keep_points = Some(points),
        (true, false) => terms.keep_cards = Some(cards),
        (false, true) => terms.most_points = Some(points),
        (false, false) => terms.most_cards = Some(cards),
    }
}

/// What the terms leave to be read once all clauses are.
pub(in crate::said) fn settle(scene: &Scene, chunks: &[Chunk], scope: &Scope, terms: &mut Terms) {
    until_lost(chunks, terms);
    spare_other_suits(scene, chunks, scope, terms);
}

/// `up to two spades` of a general who stands, or is sent, where another suit is played (R7.8): what he holds of other suits is
/// not meant, and is kept.
fn spare_other_suits(scene: &Scene, chunks: &[Chunk], scope: &Scope, terms: &mut Terms) {
    let (Scope::Own(Party::General(own)) | Scope::Pair { own: Party::General(own), .. }) = scope
    else {
        return;
    };
    // `two spades`, `any diamond`, but not `keep the 12 of spades`
    let most = terms.most_cards.map(u32::from);
    let kept = |m: &Mention| {
        let of = |card: &CardRef| match card.face {
            Face::Suited(suit, value) => {
                m.suits.first() == Some(&suit) && m.value == Some(u32::from(value))
            }
            Face::Reserve => false,
        };
        terms.keep.iter().any(of)
    };
    let whole = |m: &Mention| {
        let counted = m.value.is_none_or(|value| Some(value) == most && !kept(m));
        !m.reserve && m.extreme.is_none() && counted
    };
    let mentions = mentions(chunks, scene.tongues, false);
    let mut named: Vec<Suit> =
        mentions.iter().filter(|m| whole(m)).filter_map(|m| m.suits.first().copied()).collect();
    named.dedup();
    let place = scene.goal_of(*own).or_else(|| scene.known.and_then(|k| k.position(*own)));
    let (Some(place), [suit]) = (place, named.as_slice()) else { return };
    if terms.cards != Cards::Fitting || board().info(place).suit == *suit {
        return;
    }
    for card in of_hand(scene.known, Some(own.nation()), *suit, false) {
        if !terms.keep.contains(&card) {
            terms.keep.push(card);
        }
    }
}

/// Which chunk is a number that may be a card's, and that none of the terms speaks of.
pub(in crate::said) fn unread(chunks: &[Chunk], terms: &Terms) -> Option<usize> {
    let (reserve, loss) = match terms.reserve {
        Reserves::Allowed { most, when: ReserveWhen::AtLoss(loss) } => (most, Some(loss)),
        Reserves::Allowed { most, .. } => (most, None),
        _ => (None, None),
    };
    let limits = [
        reserve.map(u32::from),
        loss.map(u32::from),
        terms.most_cards.map(u32::from),
        terms.most_points.map(u32::from),
        terms.accept_loss.map(u32::from),
        terms.win_for.map(u32::from),
        terms.keep_cards.map(u32::from),
        terms.keep_points.map(u32::from),
    ];
    let kept = |value: u32| {
        let is =
            |card: &CardRef| matches!(card.face, Face::Suited(_, own) if u32::from(own) == value);
        terms.keep.iter().any(is)
    };
    let idle = |at: &usize| {
        let c = &chunks[*at];
        // `keep 4S/2`: of which deck.
        let deck = *at > 0 && chunks[at - 1].kind == Kind::Slash;
        // `between those two`
        let least = if c.is_word() { 4 } else { 2 };
        let card = c.count().filter(|value| (least..=13).contains(value));
        card.is_some_and(|value| !limits.contains(&Some(value)) && !kept(value))
            && c.generals.is_empty()
            && !c.any(&[Word::Both, Word::Filler])
            && !deck
    };
    // `without spending more than 15 points`
    let unit =
        |c: &Chunk| c.any(&[Word::Points, Word::Card]) && c.is_word() && !c.has(Word::Filler);
    let measured = |at: &usize| {
        let number = chunks[*at].count().filter(|number| *number > 1);
        let counts = chunks.get(at + 1).is_some_and(unit);
        number.is_some_and(|number| counts && !limits.contains(&Some(number)))
    };
    (0..chunks.len()).find(idle).or_else(|| (0..chunks.len()).find(measured))
}
