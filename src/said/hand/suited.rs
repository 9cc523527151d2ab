//! Cards that share a suit or a value with those beside them: `9 and 7 of hearts`, `the 6 of spades, then the 10`,
//! `my lowest heart`.

use super::cards::{self, Extreme, Mention, blank, counts_cards, value};
use crate::game::Suit;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Scene;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// `9, 7 and 5 of hearts`, `the 12, the 11 and the 5 of clubs`: the values before a card are of its suit.
pub(in crate::said) fn shared(chunks: &[Chunk], mention: &Mention, found: &mut Vec<Mention>) {
    if mention.suits.is_empty() || mention.value.is_none() {
        return;
    }
    let begun_by_suit = chunks[mention.from].number.is_none();
    let small = |c: &Chunk| c.any(&[Word::Article, Word::Filler]) && c.is_word();
    let mut at = mention.from;
    while !begun_by_suit && at >= 2 {
        // `9, 7 and 5 of hearts`, but not `10S, 6 hearts`.
        let listed = |place: usize| chunks[place].kind == Kind::Comma && at < mention.from;
        let and = |place: usize| {
            chunks[place].has(Word::And) || chunks[place].kind == Kind::Plus || listed(place)
        };
        let joins = and(at - 1);
        let back = usize::from(small(&chunks[at - 1]) && at >= 3 && !joins);
        let place = at - 2 - back;
        // `Dohna 4, the 12 and the 11 of clubs`: a list has its articles everywhere.
        let apart = back == 1
            && chunks[at - 2].kind == Kind::Comma
            && !(place > 0 && small(&chunks[place - 1]));
        let joins = joins || back == 1 && and(at - 2) && !apart;
        let Some(number) = value(&chunks[place]) else { break };
        let taken = found.iter().any(|other| other.from <= place && place <= other.to);
        if !joins || taken {
            break;
        }
        found.push(Mention {
            from: place,
            to: place,
            value: Some(number),
            deck: None,
            doubled: false,
            ..mention.clone()
        });
        at = place;
    }
}

/// `hearts 12 and 9, …`, `diamonds 12, 11 and 7`: values behind a card that begins with its suit, up to the end of their clause,
/// are of that suit. Gives where reading goes on.
pub(in crate::said) fn behind(
    chunks: &[Chunk],
    mention: &Mention,
    found: &mut Vec<Mention>,
) -> usize {
    let start = mention.to + 1;
    if mention.suits.len() != 1 || mention.value.is_none() || chunks[mention.from].number.is_some()
    {
        return start;
    }
    let mut at = start;
    let mut listed = Vec::new();
    let mut closed = false;
    while let Some((and, place)) = joined_value(chunks, at) {
        listed.push(place);
        at = place + 1;
        closed = and;
        if and {
            break;
        }
    }
    let ends = chunks.get(at).is_none_or(|c| {
        matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Close)
    }) || another_suited(chunks, at, listed.last().copied())
        || for_a_train(chunks, at)
        || buys_something(chunks, at);
    if !closed || !ends {
        return start;
    }
    found.extend(listed.into_iter().map(|place| {
        let value = value(&chunks[place]);
        Mention { from: place, to: place, value, deck: None, ..mention.clone() }
    }));
    at
}

/// `clubs 11 and 9 plus the 6 of spades`: whether here a card with its own suit is joined otherwise than the values before it.
fn another_suited(chunks: &[Chunk], at: usize, last: Option<usize>) -> bool {
    let joins = |c: &Chunk| c.has(Word::And) || c.kind == Kind::Plus;
    let small = |c: &Chunk| c.any(&[Word::Article, Word::Filler]) && c.number.is_none();
    let article = chunks.get(at + 1).is_some_and(small);
    let place = at + 1 + usize::from(article);
    let suit = |c: &Chunk| cards::full_suit(c).is_some();
    let own = chunks.get(place).is_some_and(|c| {
        let other = |c: &Chunk| if suit(&chunks[place]) { value(c).is_some() } else { suit(c) };
        (suit(c) || value(c).is_some()) && chunks[place + 1..].iter().take(2).any(other)
    });
    let same = last.is_some_and(|last| chunks[last - 1].plain == chunks[at].plain);
    chunks.get(at).is_some_and(joins) && own && (article || !same)
}

/// A value that a comma or `and` joins to what stands before it: whether it was `and`, and where the value stands.
fn joined_value(chunks: &[Chunk], at: usize) -> Option<(bool, usize)> {
    let joins = chunks.get(at)?;
    let and = joins.has(Word::And) && !joins.any(&[Word::Or, Word::Not]);
    let article = chunks.get(at + 1).is_some_and(|c| c.has(Word::Article) && c.is_word());
    let place =
        at + 1 + usize::from(article && chunks.get(at + 2).is_some_and(|c| value(c).is_some()));
    let number = chunks.get(place)?;
    let clear = value(number).is_some() && number.guessed.is_none();
    (clear && (and || joins.kind == Kind::Comma)).then_some((and, place))
}

/// `3, then 5, both hearts`, `three cards: 12, 11 and 5, all clubs`: the numbers before are of the suit that is said of all of
/// them.
pub(in crate::said) fn of_one_suit(chunks: &[Chunk], found: &mut Vec<Mention>) {
    let bare = |m: &Mention| m.value.is_none() && !m.reserve && m.suits.len() == 1;
    let Some(at) = found.iter().position(bare) else { return };
    let (mention, all) = (found[at].clone(), [Word::Both, Word::All, Word::Each]);
    let words = chunks[..mention.from].iter().rev().take(3);
    let said = words.take_while(|c| c.is_word()).position(|c| c.any(&all));
    let Some(said) = said.filter(|_| at == 0) else { return };
    let number = |place: usize| {
        value(&chunks[place]).filter(|_| !chunks[place].any(&all)).map(|number| (place, number))
    };
    let end = mention.from - 1 - said;
    let mut numbers: Vec<(usize, u32)> =
        (listed_before(chunks, end)..end).filter_map(number).collect();
    if numbers.len() < 2 {
        numbers = (0..mention.from).filter_map(number).collect();
    }
    if numbers.len() > 1 {
        found.remove(at);
        found.extend(numbers.into_iter().map(|(place, number)| Mention {
            from: place,
            to: place,
            value: Some(number),
            ..mention.clone()
        }));
    }
}

/// Where the list of values begins that ends here: nothing but values and what joins them stands in it, and no number that
/// counts something.
fn listed_before(chunks: &[Chunk], end: usize) -> usize {
    let joins = [Word::And, Word::Then, Word::Article, Word::Filler, Word::Pronoun];
    let belongs = |at: &usize| {
        let c = &chunks[*at];
        let counts = chunks.get(*at + 1).is_some_and(|next| {
            next.any(&[Word::Card, Word::Troops, Word::For]) && !next.has(Word::Filler)
        });
        match value(c) {
            Some(_) => !counts,
            None => {
                matches!(c.kind, Kind::Comma | Kind::Plus | Kind::Dash | Kind::Open)
                    || c.is_word() && c.any(&joins) && c.generals.is_empty()
            }
        }
    };
    end - (0..end).rev().take_while(belongs).count()
}

/// `the two 6s, spades and clubs`.
pub(in crate::said) fn several_suits(chunks: &[Chunk], found: &mut [Mention]) {
    let bare = |mention: &Mention| mention.value.is_none() && !mention.reserve;
    let Some(first) = found.iter().position(bare) else { return };
    let Some(number) = (0..found[first].from).rev().take(4).find_map(|place| {
        if counts_cards(chunks, place) {
            return None;
        }
        let used = found.iter().any(|m| m.from <= place && place <= m.to && !bare(m));
        value(&chunks[place]).filter(|_| !used).map(|number| (place, number))
    }) else {
        // `6 of spades and clubs`
        if first > 0 && found[first - 1].value.is_some() && !found[first - 1].reserve {
            found[first].value = found[first - 1].value;
        }
        return;
    };
    for mention in found[first..].iter_mut().filter(|mention| bare(mention)) {
        mention.value = Some(number.1);
    }
    found[first].from = number.0;
}

/// `my lowest heart`, `the heart that is lowest`: a suit with a word that says which of its cards.
pub(in crate::said) fn extremes(chunks: &[Chunk], found: &mut Vec<Mention>) {
    if let Some(both) = small_and_big(chunks, found) {
        found.push(both);
        return;
    }
    // `any one of the small hearts` says of none which it is.
    if chunks.iter().any(|c| c.any(&[Word::OneOf, Word::Any]) && !c.has(Word::Filler)) {
        return;
    }
    let said = |c: &Chunk| match c {
        c if c.has(Word::Lowest) => Some(Extreme::Lowest),
        c if c.has(Word::Highest) => Some(Extreme::Highest),
        _ => None,
    };
    for mention in found.iter_mut().filter(|m| m.value.is_none() && !m.reserve) {
        let before = chunks[..mention.from].iter().rev().take(3).take_while(|c| c.is_word());
        let behind = chunks[mention.to + 1..].iter().take(4).take_while(|c| c.is_word());
        // `the small heart`, as one phrase
        let own = chunks[mention.from..=mention.to].iter();
        mention.extreme = own.chain(before).chain(behind).find_map(said);
    }
}

/// `the small heart and the big one`: two cards of the suit that is named once. Gives the second, and says of the first which
/// it is.
fn small_and_big(chunks: &[Chunk], found: &mut [Mention]) -> Option<Mention> {
    let places = |word: Word| (0..chunks.len()).filter(move |at| chunks[*at].has(word));
    let one = |word: Word| places(word).next().filter(|_| places(word).count() == 1);
    let (low, high) = (one(Word::Lowest)?, one(Word::Highest)?);
    let [mention] = found else { return None };
    let (first, second) = (low.min(high), low.max(high));
    let joined = chunks[first..second].iter().any(|c| c.any(&[Word::And, Word::Then]));
    let binds = |c: &Chunk| c.any(&[Word::If, Word::Or, Word::Not, Word::AtMost, Word::Unless]);
    let beside = first.abs_diff(mention.from) <= 2 && mention.from < second;
    let bare = mention.value.is_none() && !mention.reserve && mention.suits.len() == 1;
    if !bare || !joined || !beside || chunks[..second].iter().any(binds) {
        return None;
    }
    let (one, other) = (Extreme::Lowest, Extreme::Highest);
    let (one, other) = if low < high { (one, other) } else { (other, one) };
    mention.extreme = Some(one);
    Some(Mention { from: second, to: second, extreme: Some(other), ..mention.clone() })
}

/// `the red six`, and where nothing but cards is awaited `the red one`: a card of either suit of a colour.
pub(in crate::said) fn colours(chunks: &[Chunk], lone: bool, found: &mut Vec<Mention>) {
    for (at, chunk) in chunks.iter().enumerate() {
        let suits = match chunk {
            c if c.has(Word::Red) => vec![Suit::Hearts, Suit::Diamonds],
            c if c.has(Word::Black) => vec![Suit::Spades, Suit::Clubs],
            _ => continue,
        };
        let free = |place: &usize| found.iter().all(|m| *place < m.from || m.to < *place);
        let number = |place: &usize| chunks.get(*place).and_then(value).is_some() && free(place);
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().find(number);
        let named = |c: &Chunk| c.any(&[Word::Article, Word::Filler, Word::TheOne, Word::Card]);
        if let Some(place) = beside {
            let value = value(&chunks[place]);
            found.push(Mention { suits, value, ..blank(at.min(place), at.max(place)) });
        } else if lone && found.is_empty() && at > 0 && (named(&chunks[at - 1]) || at == 1) {
            found.push(Mention { suits, ..blank(at, at) });
        }
    }
}

/// Whether a number is only how many there were: `of the four I drew`.
fn of_so_many(chunks: &[Chunk], at: usize) -> bool {
    let small = |c: &Chunk| c.any(&[Word::Article, Word::Pronoun]) && !c.has(Word::From);
    let words = chunks[..at].iter().rev().take_while(|c| small(c)).count();
    let before = chunks[..at - words].last();
    let both = |c: &Chunk| c.has(Word::From) && (words > 0 || c.has(Word::Article));
    chunks[at].is_word() && words < 3 && before.is_some_and(both)
}

/// `one of my two hearts`, `the lower of the two hearts`: the number of a suit's cards, of which one is to be played.
pub(in crate::said) fn is_one_of_two(chunks: &[Chunk], at: usize) -> bool {
    let single =
        |c: &Chunk| c.number == Some(1) || c.any(&[Word::OneOf, Word::Lowest, Word::Highest]);
    let one = |c: &Chunk| c.is_word() && single(c);
    let chunk = &chunks[at];
    chunk.is_word() && chunk.number == Some(2) && chunks[..at].iter().rev().take(3).any(one)
}

/// `10 of spades, then the 6`.
pub(in crate::said) fn lone_values(chunks: &[Chunk], found: &mut Vec<Mention>) {
    for (place, chunk) in chunks.iter().enumerate() {
        let used = found.iter().any(|mention| mention.from <= place && place <= mention.to);
        // `… und schaut grimmig drein`: what is only like a number is no card where no suit stands.
        let strange = chunk.is_word() && chunk.guessed.is_some();
        let Some(number) = value(chunk).filter(|_| !used && !strange) else { continue };
        if is_one_of_two(chunks, place) {
            continue;
        }
        let next = chunks.get(place + 1);
        // `in turn 3`
        if place > 0 && chunks[place - 1].has(Word::Turn) && !chunks[place - 1].has(Word::Play) {
            continue;
        }
        // `the 4 of clubs, so number 2`: an entry of the menu.
        let listed = place > 0 && !found.is_empty() && {
            let word = &chunks[place - 1].plain;
            Little::Number.is(word) && !Little::Denial.is(word)
        };
        if listed || of_so_many(chunks, place) {
            continue;
        }
        let counted = next.is_some_and(|next| {
            next.any(&[
                Word::Card,
                Word::Troops,
                Word::Points,
                Word::Days,
                Word::Train,
                Word::Turn,
                Word::Hours,
                Word::Weeks,
            ])
        });
        if counted {
            continue;
        }
        // `the 6 and the Reserve as 10`, `the Reserve as 8, then the 6`: no value of the Reserve.
        let then = |c: &Chunk| c.any(&[Word::Then, Word::And]);
        let apart = |m: &Mention, place: usize| {
            m.from > place || m.to < place && chunks[m.to + 1..place].iter().any(then)
        };
        // `the 6, then the 10, but not the Reserve`
        let parts = |c: &Chunk| c.is_mark() || c.any(&[Word::Not, Word::Keep]);
        let of_another = |m: &Mention| match m.value {
            Some(_) => apart(m, place),
            None => m.from > place && chunks[place..m.from].iter().any(parts),
        };
        let before = found.iter().rev().find(|m| m.to < place && !m.reserve).cloned();
        if let Some(before) = before {
            // `my lowest heart, that is the 3`
            if before.extreme.is_some() {
                found.retain(|m| *m != before);
            }
            found.push(Mention {
                from: place,
                to: place,
                value: Some(number),
                extreme: None,
                deck: None,
                doubled: false,
                ..before
            });
        } else if found.iter().all(|m| !m.reserve || of_another(m)) {
            // A number that no suit follows: what it is, the hand says, or it is asked.
            found.push(Mention { value: Some(number), ..blank(place, place) });
        }
    }
}

/// `Keith first. Play the 12 of clubs, and if he answers the three`, while a combat is chosen: a number is of the suit of the
/// only card that has one, for the sector settles the suit (R7.8).
pub(in crate::said) fn of_the_same_suit(
    scene: &Scene,
    chunks: &[Chunk],
    found: Vec<Mention>,
) -> Vec<Mention> {
    let [Mention { suits, .. }] = found.as_slice() else { return found };
    if suits.len() != 1 {
        return found;
    }
    let with_suit = |mention: Mention| match mention.suits.is_empty() && !mention.reserve {
        true => Mention { suits: suits.clone(), ..mention },
        false => mention,
    };
    cards::mentions(chunks, scene.tongues, true).into_iter().map(with_suit).collect()
}

/// Whether a train is bought here, of which there is one: in `clubs 3 and 4 for the train` no number counts what is bought.
fn for_a_train(chunks: &[Chunk], at: usize) -> bool {
    let small = |c: &&Chunk| c.any(&[Word::Article, Word::Filler]) && c.is_word();
    let whom =
        at + 1 + chunks[(at + 1).min(chunks.len())..].iter().take(2).take_while(small).count();
    chunks.get(at).is_some_and(|c| c.has(Word::For))
        && chunks.get(whom).is_some_and(Chunk::is_train_word)
}

/// Whether who buys stands here: `with clubs 3 and 4 I buy a troop for Laudon`.
fn buys_something(chunks: &[Chunk], at: usize) -> bool {
    let small =
        |c: &&Chunk| c.is_word() && c.any(&[Word::Filler, Word::Pronoun]) && c.count().is_none();
    let verb = at + chunks[at.min(chunks.len())..].iter().take(2).take_while(small).count();
    chunks
        .get(verb)
        .is_some_and(|c| c.is_word() && c.any(&[Word::Recruit, Word::Pay]) && !c.has(Word::For))
}
