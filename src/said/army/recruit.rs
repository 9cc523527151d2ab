//! Recruitment and re-entry (R10): who pays with what, and who gets what where, in any order.

use super::bought;
use crate::game::{
    Action, COST, CardRef, CityId, DecisionKind, Face, Nation, PieceId, Recruitment,
};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene, leftover, narrow};
use crate::said::chunks::known;
use crate::said::chunks::pieces::{is_train, who};
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::combat::clauses;
use crate::said::combat::fought_with::is_for_a_combat;
use crate::said::hand::cards::{self, Meant};
use crate::said::hand::equal_cards::copies;
use crate::said::hand::paid;
use crate::said::lexicon::text;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Trouble};
use std::ops::Range;

/// A piece that gets something, with what was said of it.
struct Entry {
    piece: PieceId,
    troops: Option<u32>,
    city: Option<CityId>,
    /// The chunk that names it.
    at: usize,
}

/// Reads a group as one payment with all that it buys.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    // `duel Friedrich: 9♦, at most 3 cards` buys nothing.
    if clauses::opens(chunks) {
        return None;
    }
    // `In that battle I play the 10 first` buys nothing.
    if says(&scene.words(chunks), ClubWord::ThatCombat)
        && !chunks.iter().any(|c| c.any(&[Word::Recruit, Word::Pay, Word::Troops]))
    {
        return None;
    }
    if is_for_a_combat(scene, chunks) {
        return None;
    }
    let recruits = chunks.iter().any(|c| {
        c.any(&[Word::Recruit, Word::Pay, Word::Enter])
            && !(c.any(&[Word::For, Word::From, Word::At, Word::Filler, Word::To])
                && !c.has(Word::Recruit))
    });
    let elsewhere = [DecisionKind::Play, DecisionKind::Discard, DecisionKind::OffensiveOption];
    let mut cards = cards::mentions(chunks, scene.tongues, false);
    if cards.is_empty() {
        cards = paid::by_value_alone(chunks, scene.tongues);
    }
    if cards.is_empty() && !recruits {
        return None;
    }
    if !recruits && elsewhere.iter().any(|kind| known.awaits(*kind).is_some()) {
        return None;
    }
    // `Browne defends himself with 8♠`, where nothing of his is awaited: he fights with it.
    let phase = known.awaits(DecisionKind::Movement).is_some() || scene.heading.is_some();
    if !recruits && !phase && !chunks.iter().any(|c| c.has(Word::Troops)) {
        return None;
    }
    // `… così si leva dai piedi`: who chooses a retreat buys nothing.
    if cards.is_empty() && known.awaits(DecisionKind::Retreat).is_some() {
        return None;
    }
    // `… stay, for the wine is good`, a suit in old Polish packs: a suit without a value pays nothing by itself.
    if !recruits && !cards.is_empty() && cards.iter().all(|c| c.value.is_none() && !c.reserve) {
        return None;
    }
    let has_piece =
        chunks.iter().enumerate().any(|(at, c)| !c.generals.is_empty() || is_train(chunks, at));
    if !recruits && !has_piece && !chunks.iter().any(|c| c.has(Word::Troops)) {
        return None;
    }
    // `Friedrich goes to Pirna and attacks Browne there, spending at most the ten of spades`: nothing is bought of it that
    // no word speaks of.
    let bought = |c: &Chunk| {
        let words = [Word::Recruit, Word::Troops, Word::New, Word::Enter];
        c.any(&words) && !c.any(&[Word::Attack, Word::Filler, Word::Move, Word::To])
    };
    let enemy = |c: &Chunk| {
        !c.generals.is_empty() && c.generals.iter().all(|piece| !known.is_own(piece.nation()))
    };
    let fought = chunks.iter().any(|c| enemy(c) && c.guessed.is_none())
        && chunks.iter().any(|c| {
            let fights = [Word::Attack, Word::Versus, Word::Duel, Word::Play, Word::AtMost];
            c.any(&fights) && !c.any(&[Word::With, Word::Filler])
        });
    // `… the 10 of spades, and then I stop. Winterfeldt stays behind`
    let stays = |c: &Chunk| {
        c.any(&[Word::Stop, Word::Stay, Word::AtMost])
            && !c.any(&[Word::Filler, Word::Get, Word::Give, Word::For, Word::To, Word::Only])
    };
    // `Should anybody attack Keith, spend two cards, leave the Reserve alone, then give up`
    let condition = |c: &Chunk| c.has(Word::If) && !c.has(Word::Filler);
    let cards_counted = |pair: &[Chunk]| pair[0].count().is_some() && pair[1].has(Word::Card);
    let told = chunks.iter().any(condition) || chunks.windows(2).any(cards_counted);
    let stops = |c: &Chunk| c.has(Word::Stop) && !c.has(Word::Filler);
    let silent = !recruits && chunks.iter().any(stays) || told && chunks.iter().any(stops);
    if (silent || fought) && !chunks.iter().any(bought) {
        return None;
    }
    // `Heinrich: lose at most 2, no reserve` is how to fight.
    let fights = |at: usize| {
        let c = &chunks[at];
        // `its lost supply train`
        let lost = c.has(Word::Lose) && (at..chunks.len()).take(3).any(|n| is_train(chunks, n));
        // `gana un ejército`
        let troops = || chunks[at + 1..].iter().take(2).any(|c| c.has(Word::Troops));
        !(lost || c.has(Word::Win) && troops())
            && c.generals.is_empty()
            && c.any(&[Word::Lose, Word::Win, Word::Keep])
            && !c.any(&[Word::Get, Word::Pay, Word::Filler])
    };
    if (0..chunks.len()).any(fights) {
        return None;
    }
    // `Against Daun I play a 9 of hearts, and if he answers the other 9`: nobody buys for somebody else.
    let foreign = |c: &Chunk| c.generals.iter().all(|piece| !known.is_own(piece.nation()));
    let mut named = chunks.iter().filter(|c| !c.generals.is_empty()).peekable();
    if named.peek().is_some() && named.all(foreign) {
        return None;
    }
    if (1..chunks.len()).any(|at| bought::pays_apart(scene, chunks, at)) {
        return None;
    }
    if marches_apart(scene, chunks, &cards)
        || (1..chunks.len()).any(|at| marches_on(scene, chunks, at))
    {
        return None;
    }
    // `It is raining` raises nobody.
    let says = |c: &Chunk| c.has(Word::Recruit) && (c.guessed.is_none() || has_piece);
    if cards.is_empty() && !chunks.iter().any(says) {
        return None;
    }
    Some(read(scene, chunks, &cards))
}

/// `Train 1 to Melnik. I recruit Karl for the 13 of clubs`: a sentence of its own in which a piece on the map
/// is sent somewhere has no part in what is bought.
fn marches_apart(scene: &Scene, chunks: &[Chunk], cards: &[cards::Mention]) -> bool {
    let buys = |range: &Range<usize>| {
        let words = [Word::Recruit, Word::Pay, Word::Enter, Word::Get, Word::New, Word::Troops];
        chunks[range.clone()].iter().any(|c| c.any(&words))
            || cards.iter().any(|card| range.contains(&card.from))
    };
    let all: Vec<Range<usize>> = sentences(chunks).collect();
    all.len() > 1
        && all.iter().any(|range| {
            let sentence = &chunks[range.clone()];
            // `… Three for Keith and the last to Schwerin`
            let named_next = |at: usize| {
                let next =
                    sentence[at + 1..].iter().find(|c| !c.any(&[Word::Article, Word::Title]));
                next.is_some_and(|c| !c.generals.is_empty())
            };
            let given = sentence.iter().any(|c| c.count().is_some() || c.ordinal.is_some());
            let sent = (0..sentence.len()).any(|at| {
                let to = sentence[at].has(Word::To) && !(given && named_next(at));
                to || sentence[at].kind == Kind::Arrow
            });
            let named =
                (0..sentence.len()).any(|at| who(scene, sentence, at, Some(true)).is_some());
            sent && named && !buys(range)
        })
}

/// `Keith gets a troop for the 6 of spades and then goes to Prague`: whether from here on somebody marches for whom
/// something was bought before. Who stands on the map does not come back in a city.
pub(in crate::said) fn marches_on(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let Some(known) = scene.known else { return false };
    let joins = chunks[at].any(&[Word::And, Word::Then, Word::While])
        || matches!(chunks[at].kind, Kind::Comma | Kind::Semicolon);
    let (before, behind) = chunks.split_at(at);
    let ends = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Period);
    let end = behind[1..].iter().position(ends).map_or(behind.len(), |end| end + 1);
    let clause = &behind[..end];
    let buys = [Word::Recruit, Word::Pay, Word::Enter, Word::New, Word::Troops];
    // `Keith gives one to Schwerin and goes to Glatz`
    let shifts = before.iter().any(|c| c.any(&[Word::Give, Word::Get]))
        && before.iter().any(|c| c.count().is_some())
        && before.iter().filter(|c| !c.generals.is_empty()).count() > 1;
    if !joins
        || clause
            .iter()
            .any(|c| c.any(&buys) && !c.any(&[Word::Move, Word::Then]) || c.number.is_some())
        || !cards::mentions(clause, scene.tongues, false).is_empty()
        || !shifts && cards::mentions(before, scene.tongues, false).is_empty()
    {
        return false;
    }
    // `… for the 9 of hearts and stays where he is`
    let stays = |c: &Chunk| {
        c.has(Word::Stay) && !c.any(&[Word::Filler, Word::Get, Word::To, Word::Rest, Word::Not])
    };
    let mut words = clause.iter().filter(|c| c.is_word() && !c.has(Word::Pronoun));
    let first = words.find(|c| !c.any(&[Word::And, Word::Then, Word::Filler]) || stays(c));
    let other = |c: &Chunk| !c.generals.is_empty() || c.any(&[Word::With, Word::Away]) || c.unknown;
    if first.is_some_and(stays) && !shifts && !clause.iter().any(other) {
        return true;
    }
    let goal = |pair: &[Chunk]| {
        pair[0].has(Word::To) && pair[0].generals.is_empty() && pair[1].is_plain_city()
    };
    let Some(goal) = clause.windows(2).position(goal) else { return false };
    // `goes to` is one phrase.
    let phrase = |c: &Chunk| c.end - c.start > c.plain.len();
    let goes =
        |c: &Chunk| c.has(Word::Move) && (shifts || phrase(c) || !c.any(&[Word::To, Word::Via]));
    let moves = clause[..=goal].iter().any(goes);
    let pieces = |part: &[Chunk]| -> Vec<PieceId> {
        (0..part.len())
            .filter_map(|at| who(scene, part, at, Some(true)))
            .flat_map(|named| named.pieces)
            .collect()
    };
    let own = pieces(clause);
    let of = if own.is_empty() { pieces(before) } else { own };
    let on_the_map = |piece: &PieceId| known.position(*piece).is_some();
    moves && !of.is_empty() && of.iter().all(on_the_map)
}

fn read(scene: &Scene, chunks: &[Chunk], cards: &[cards::Mention]) -> Result<Parsed, Problem> {
    let Some(known) = scene.known else {
        return Err(Problem::new(Trouble::NothingAwaited, scene.words(chunks)));
    };
    let mut done = vec![false; chunks.len()];
    for mention in cards {
        done[mention.from..=mention.to].fill(true);
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut numbers: Vec<(u32, usize)> = Vec::new();
    let mut cities: Vec<(Vec<CityId>, usize)> = Vec::new();
    let mut at = 0;
    while at < chunks.len() {
        let chunk = &chunks[at];
        if done[at] {
            at += 1;
            continue;
        }
        // `train 1 at Hildburghausen`: who is off the map comes back where it says, in a city.
        let comes_back = at > 0
            && chunks[at - 1].has(Word::At)
            && entries.last().is_some_and(|entry| {
                let offered = known.entry_cities(entry.piece.nation());
                known.position(entry.piece).is_none()
                    && chunk.cities.iter().any(|city| offered.contains(city))
            });
        let named = who(scene, chunks, at, Some(false))
            .filter(|named| !comes_back && (named.from >= at || !done[named.from]));
        if let Some(named) = named {
            let mut pieces = named.pieces;
            if pieces.is_empty() {
                return Err(Problem::new(Trouble::UnknownPiece, scene.words(&chunks[at..=at])));
            }
            if pieces.len() > 1 {
                narrow(&mut pieces, |piece| known.position(piece).is_none());
            }
            let [piece] = pieces.as_slice() else {
                return Err(Problem::Question {
                    doubt: Doubt::Piece,
                    words: scene.words(&chunks[at..=at]),
                    candidates: pieces.iter().copied().map(Candidate::Piece).collect(),
                });
            };
            done[named.from..=named.to].fill(true);
            // A number before `train` was its own.
            numbers.retain(|(_, place)| !(named.from..=named.to).contains(place));
            if !entries.iter().any(|entry| entry.piece == *piece) {
                entries.push(Entry { piece: *piece, troops: None, city: None, at });
            }
            at = named.to + 1;
            continue;
        }
        // `Poor Keith. One troop for him and another for Dohna`
        let led = at > 0 && chunks[at - 1].any(&[Word::For, Word::To]);
        let pronoun =
            chunk.has(Word::Pronoun) && !chunk.any(&[Word::Article, Word::Filler, Word::To]);
        if let (true, [piece]) = (led && pronoun, scene.last.as_slice())
            && known.is_own(piece.nation())
            && known.position(*piece).is_some()
            && chunks.iter().any(|c| !c.generals.is_empty())
            && !entries.iter().any(|entry| entry.piece == *piece)
        {
            entries.push(Entry { piece: *piece, troops: None, city: None, at });
            done[at] = true;
            at += 1;
            continue;
        }
        // `one troop for him`, whoever that is
        let given = at > 1 && (chunks[at - 2].has(Word::Troops) || chunks[at - 2].has(Word::Other));
        if led && pronoun && given && entries.is_empty() && chunks[at - 1].has(Word::For) {
            return Err(Problem::new(Trouble::UnknownPiece, scene.words(&chunks[at..=at])));
        }
        // `for Hanover I buy 2 troops`: the nation, and no city where somebody comes back.
        let for_nation = chunk.nation.is_some()
            && at > 0
            && chunks[at - 1].has(Word::For)
            && !chunks[at - 1].has(Word::At);
        if for_nation {
            done[at] = true;
            at += 1;
            continue;
        }
        if !chunk.cities.is_empty() && (comes_back || chunk.generals.is_empty()) {
            let marked = at > 0 && {
                let mut back = at;
                while back > 0 && chunks[back - 1].any(&[Word::Article, Word::Title]) {
                    back -= 1;
                }
                back > 0 && chunks[back - 1].any(&[Word::At, Word::To, Word::Via])
            };
            if marked || chunk.meanings.is_empty() {
                done[at] = true;
                cities.push((chunk.cities.clone(), at));
                at += 1;
                continue;
            }
        }
        let next = chunks.get(at + 1);
        // `a 2nd train`; French `un train neuf` is a new one.
        let of_train = chunk.ordinal.is_some() && next.is_some_and(Chunk::is_train_word);
        let new = chunk.has(Word::New) && at > 0 && chunks[at - 1].is_train_word();
        if of_train || new {
            done[at] |= new;
            at += 1;
            continue;
        }
        let both = chunk.has(Word::Both);
        let article = chunk.has(Word::Article)
            && (next.is_some_and(|c| {
                c.any(&[Word::Troops, Word::New, Word::For, Word::To, Word::Give])
            }) || next.is_some_and(|c| !c.generals.is_empty()) && !chunk.has(Word::Filler)
                || next.is_none());
        // `Laudon comes back with two, the third goes to Daun`, `Dohna with 3, Schwerin gets the fourth`
        let general = |c: &Chunk| !c.generals.is_empty();
        let behind = numbers.len() > 1 && chunks[at + 1..].iter().take(4).any(general);
        let all: u32 = numbers.iter().map(|(number, _)| *number).fold(0, u32::saturating_add);
        let total = numbers.first().map_or(0, |(number, _)| *number);
        let counts_on = |before: u32| before > 0 && chunk.ordinal == before.checked_add(1);
        let third = chunk.ordinal.is_some_and(|n| (2..=9).contains(&n))
            && chunk.is_word()
            && !chunk.any(&[Word::Then, Word::Train])
            && !chunks[at + 1..].iter().take(3).any(|c| c.has(Word::Train))
            && (behind || counts_on(all) || counts_on(all - total));
        // `Dohna is back with 2 and the other one goes to Winterfeldt`, `…, Winterfeldt gets the other`, where one more is paid for.
        let paid = cards::worth(cards);
        let one_more = paid / u32::from(COST) == all.saturating_add(1);
        let other = chunk.has(Word::Other)
            && chunk.generals.is_empty()
            && one_more
            && (chunks[at + 1..].iter().take(5).any(general)
                || chunks[..at].iter().rev().take(4).any(general));
        let number = if article || third || other { Some(1) } else { chunk.count() };
        // `two elevens (clubs and diamonds)` counts cards.
        let of_cards = cards.iter().any(|card| card.from == at + 1);
        // `three cards: 12, 11 and 5`
        let counts_them = cards::counts_cards(chunks, at)
            && chunk.count().and_then(|n| usize::try_from(n).ok()) == Some(cards.len());
        // `12D and 6S (18 points)`, `9H + 3H = 12`: what the cards are worth.
        let worth = cards::worth(cards);
        let of_points = next.is_some_and(|c| c.has(Word::Points))
            || cards.len() > 1 && number == Some(worth) && cards.iter().all(|c| c.from < at);
        if (of_points || counts_them) && number.is_some() {
            done[at] = true;
        } else if let Some(number) = number.filter(|_| !both && !of_cards) {
            numbers.push((number, at));
            done[at] = true;
        } else if chunk.any(&[
            Word::Recruit,
            Word::Pay,
            Word::Enter,
            Word::New,
            Word::Troops,
            Word::For,
            Word::With,
            Word::To,
            Word::At,
            Word::And,
            Word::Then,
            Word::Each,
            Word::Both,
            Word::Rest,
            Word::Card,
            Word::Get,
            Word::Give,
            Word::Filler,
            Word::Article,
            Word::Title,
            Word::Back,
            Word::Pronoun,
            Word::From,
            Word::Move,
            Word::Play,
            Word::Discard,
            Word::Duel,
            Word::Train,
            Word::Via,
            Word::Heading,
            Word::As,
            Word::Keep,
            Word::Stay,
            Word::General,
            Word::Points,
            Word::Propose,
        ]) || !chunk.is_word()
            || chunk.nation.is_some()
        {
            done[at] = true;
        }
        at += 1;
    }
    let Some(cost) = leftover(chunks, |place| done[place]) else {
        return Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)));
    };
    let nation = entries.first().map(|entry| entry.piece.nation()).or(scene.nation());
    let each = chunks.iter().any(|c| c.has(Word::Each));
    let pay = payment(scene, chunks, cards, nation)?;
    if let ([entry], [(number, place)]) = (entries.as_slice(), numbers.as_mut_slice()) {
        let has = known.troops(entry.piece).map_or(0, u32::from);
        *number = bought::beyond(chunks, (*number, *place), has, &pay);
    }
    let count = give(chunks, &mut entries, &numbers, each);
    place(known, &mut entries, &cities, nation);
    finish(scene, chunks, nation, entries, count, pay, cost)
}

/// Gives the numbers to the entries; what is left is how many are bought.
fn give(
    chunks: &[Chunk],
    entries: &mut [Entry],
    numbers: &[(u32, usize)],
    each: bool,
) -> Option<u32> {
    let mut left: Vec<(u32, usize)> = numbers.to_vec();
    let generals: Vec<usize> =
        (0..entries.len()).filter(|at| entries[*at].piece.is_general()).collect();
    if each && left.len() <= 2 && generals.len() > 1 {
        // `one troop each`: the last number said counts for each; a bigger one before for all.
        let (number, total) = match left.as_slice() {
            [one] => (one.0, None),
            [total, one] if total.0 > one.0 => (one.0, Some(total.0)),
            [one, total] => (one.0, Some(total.0)),
            _ => return None,
        };
        let mut number = number;
        let mut total = total;
        if total.is_none()
            && number as usize == generals.len()
            && !bought::is_of_each(chunks, left[0].1)
        {
            // `2 regiments: Keith and Henryk one each`, where `one each` is one word.
            total = Some(number);
            number = 1;
        }
        for at in generals {
            entries[at].troops = Some(number);
        }
        return total;
    }
    // Which side a number belongs to: right behind a general, or before one.
    let breaks = |a: usize, b: usize| {
        chunks[a + 1..b].iter().any(|c| {
            c.has(Word::And) && c.is_word() && !c.any(&[Word::With])
                || matches!(c.kind, Kind::Comma | Kind::Colon | Kind::Semicolon)
        })
    };
    for at in &generals {
        let place = entries[*at].at;
        let behind = left.iter().position(|(_, number)| {
            *number > place
                && *number - place <= 6
                && !chunks[place + 1..*number].iter().any(|c| {
                    c.kind == text::Kind::Comma || !c.generals.is_empty() || c.has(Word::And)
                })
        });
        // `2 Enrico 1 Keith`: numbers stand first.
        let before = left.iter().position(|(_, number)| {
            *number < place
                && place - *number <= 6
                && !breaks(*number, place)
                && !chunks[*number + 1..place].iter().any(|c| !c.generals.is_empty())
        });
        let first_before = generals.first().is_some_and(|first| {
            let place = entries[*first].at;
            before.is_some()
                && left.iter().any(|(_, n)| *n < place)
                && generals.len() > 1
                && left.len()
                    == generals.len()
                        + usize::from(left.iter().filter(|(_, n)| *n < place).count() > 1)
        });
        let pick = if first_before { before.or(behind) } else { behind.or(before) };
        if let Some(pick) = pick {
            entries[*at].troops = Some(left.remove(pick).0);
        }
    }
    // `for 7 of spades, one troop: Keith`: the only number is the only general's.
    let count = match left.as_slice() {
        [] => None,
        [(number, _), ..] => Some(*number),
    };
    if let Some(count) = count {
        let given = entries.iter().filter_map(|entry| entry.troops).fold(0, u32::saturating_add);
        let mut open: Vec<&mut Entry> =
            entries.iter_mut().filter(|e| e.piece.is_general() && e.troops.is_none()).collect();
        if open.len() > 1 && given.saturating_add(open.len() as u32) == count {
            open.iter_mut().for_each(|entry| entry.troops = Some(1));
        } else if let [only] = open.as_mut_slice()
            && count > given
        {
            only.troops = Some(count - given);
        }
    }
    count
}

/// Gives each city to the nearest entry before it that has none, the last city also to all other such entries off
/// the map. Where none stands before it, it is that of the next one behind.
fn place(
    known: &known::Known,
    entries: &mut [Entry],
    cities: &[(Vec<CityId>, usize)],
    nation: Option<Nation>,
) {
    for (number, (all, at)) in cities.iter().enumerate() {
        let mut all = all.clone();
        if let Some(nation) = nation {
            let offered = known.entry_cities(nation);
            narrow(&mut all, |city| offered.contains(&city));
        }
        let Some(city) = all.first().copied() else { continue };
        let last = cities.len() == number + 1;
        let before: Vec<usize> = (0..entries.len())
            .filter(|e| entries[*e].at < *at && entries[*e].city.is_none())
            .collect();
        match before.last() {
            Some(nearest) => {
                entries[*nearest].city = Some(city);
                if last {
                    // `Dohna 2 and Lehwaldt 1, both in Berlin`
                    for entry in before {
                        if known.position(entries[entry].piece).is_none() {
                            entries[entry].city = Some(city);
                        }
                    }
                }
            }
            None => {
                if let Some(entry) = entries.iter_mut().find(|e| e.at > *at && e.city.is_none()) {
                    entry.city = Some(city);
                }
            }
        }
    }
}

fn payment(
    scene: &Scene,
    chunks: &[Chunk],
    cards: &[cards::Mention],
    nation: Option<Nation>,
) -> Result<Vec<CardRef>, Problem> {
    let mut pay = Vec::new();
    for mention in cards {
        match mention.card(scene.known, nation) {
            Meant::Card(card) => {
                let words = || scene.words(&chunks[mention.from.saturating_sub(1)..=mention.to]);
                let copies = copies(chunks, cards, mention, card, scene.known.zip(nation))
                    .ok_or_else(|| Problem::new(Trouble::UnknownCard, words()))?;
                pay.extend(std::iter::repeat_n(card, copies));
            }
            Meant::Several(all) => {
                return Err(Problem::Question {
                    doubt: Doubt::Card,
                    words: scene.words(&chunks[mention.from..=mention.to]),
                    candidates: all.iter().copied().map(Candidate::Card).collect(),
                });
            }
        }
    }
    Ok(pay)
}

fn finish(
    scene: &Scene,
    chunks: &[Chunk],
    nation: Option<Nation>,
    mut entries: Vec<Entry>,
    count: Option<u32>,
    pay: Vec<CardRef>,
    cost: u32,
) -> Result<Parsed, Problem> {
    let Some(known) = scene.known else {
        return Err(Problem::new(Trouble::NothingAwaited, scene.words(chunks)));
    };
    let Some(nation) = nation else {
        return Err(Problem::new(Trouble::MissingTroops, scene.words(chunks)));
    };
    if entries.is_empty() {
        match (known.generals_on_map(nation).as_slice(), count) {
            (&[only], Some(count)) => {
                entries.push(Entry { piece: only, troops: Some(count), city: None, at: 0 });
            }
            (several, _) => {
                return Err(Problem::Question {
                    doubt: Doubt::Piece,
                    words: scene.words(chunks),
                    candidates: several.iter().copied().map(Candidate::Piece).collect(),
                });
            }
        }
    }
    if entries.iter().any(|entry| entry.piece.nation() != nation) {
        return Err(Problem::new(Trouble::MixedNations, scene.words(chunks)));
    }
    let mut recruitment = Recruitment { pay, ..Recruitment::default() };
    let offered = known.entry_cities(nation);
    let mut pieces = Vec::new();
    let generals = entries.iter().filter(|entry| entry.piece.is_general()).count();
    let trains = (entries.len() - generals) as u32;
    for Entry { piece, troops, city, .. } in entries {
        pieces.push(piece);
        let position = known.position(piece);
        let entry_city = || match (city, offered.as_slice()) {
            (Some(city), _) => Ok(city),
            (None, [only]) => Ok(*only),
            (None, all) => Err(Problem::Question {
                doubt: Doubt::EntryCity,
                words: piece.name().to_owned(),
                candidates: all.iter().copied().map(Candidate::City).collect(),
            }),
        };
        if !piece.is_general() {
            // `Train 2 stays at Grünberg and with the 6 of clubs I buy Seydlitz a troop`
            let stays =
                |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Filler, Word::At]) && c.is_word();
            if position.is_some() && chunks.iter().any(stays) {
                return Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)));
            }
            recruitment.trains.push((piece, entry_city()?));
            continue;
        }
        // What buys one troop buys it for him who is named.
        let worth: u32 = recruitment
            .pay
            .iter()
            .filter(|card| card.face != Face::Reserve)
            .map(|card| u32::from(card.face.payment()))
            .sum::<u32>()
            .saturating_sub(6 * trains);
        let single = generals == 1 && count.is_none() && (6..12).contains(&worth);
        let troops = troops.or(single.then_some(1));
        let Some(troops) = troops.or(count.filter(|_| pieces.len() == 1)) else {
            return Err(Problem::new(Trouble::MissingTroops, piece.name()));
        };
        let troops = u8::try_from(troops).unwrap_or(u8::MAX);
        let stands = position.is_some() || scene.back.contains(&piece);
        if stands && (city.is_none() || city == position) {
            recruitment.troops.push((piece, troops));
        } else if position.is_some() {
            // `a troop for Lacy, then he goes to Pilgram`: nobody comes back who is on the map (R10).
            return Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)));
        } else {
            recruitment.generals.push((piece, entry_city()?, troops));
        }
    }
    recruitment.troops.sort_unstable();
    recruitment.generals.sort_unstable();
    recruitment.trains.sort_unstable();
    let listed: u32 = recruitment.troops.iter().map(|(_, n)| u32::from(*n)).sum::<u32>()
        + recruitment.generals.iter().map(|(_, _, n)| u32::from(*n)).sum::<u32>();
    if let Some(said) = count
        && said != listed
        && said != listed + recruitment.trains.len() as u32
    {
        let trouble = Trouble::CountDisagrees {
            said: u16::try_from(said).unwrap_or(u16::MAX),
            listed: u16::try_from(listed).unwrap_or(u16::MAX),
        };
        return Err(Problem::new(trouble, scene.words(chunks)));
    }
    if let Some(trouble) = bought::misread_payment(chunks, &pieces, &recruitment, listed) {
        return Err(Problem::new(trouble, scene.words(chunks)));
    }
    let mut parsed = Parsed::one(Some(nation), Request::Act(Action::Recruit(recruitment)));
    parsed.pieces = pieces;
    parsed.cost = cost;
    Ok(parsed)
}
