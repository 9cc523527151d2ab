//! The generals and numbers of a line about troops, in its order, and whose number is which.

use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::Scene;
use crate::said::chunks::pieces::who;
use crate::said::chunks::{known, pieces};
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Stands for a number that is not said: what the others leave.
pub(in crate::said) const REST: u32 = u32::MAX;

/// No general has more troops (R1.7).
pub(in crate::said) const MOST: u32 = 8;

/// What stands in a group besides words: generals and numbers, in order.
pub(in crate::said) enum Item {
    General(PieceId, usize),
    Number(u32),
}

impl Item {
    /// The general, if it is one.
    pub fn general(&self) -> Option<PieceId> {
        match self {
            Item::General(piece, _) => Some(*piece),
            Item::Number(_) => None,
        }
    }
}

pub(in crate::said) fn items(
    scene: &Scene,
    chunks: &[Chunk],
    read: &mut [bool],
) -> Option<Vec<Item>> {
    let mut items = Vec::new();
    let mut at = 0;
    while at < chunks.len() {
        let chunk = &chunks[at];
        if !chunk.generals.is_empty() {
            let named = who(scene, chunks, at, None)?;
            let [piece] = named.pieces.as_slice() else { return None };
            read[at] = true;
            items.push(Item::General(*piece, at));
            at += 1;
            continue;
        }
        if pieces::is_train(chunks, at) && chunk.plain.len() > 2 {
            return None;
        }
        // `whatever is left of the thirty`, `seven of the ten`: all troops of a nation or a stack, and no general's.
        if whole_army(scene, chunks, at) || whole_stack(scene, chunks, at) {
            read[at] = true;
            at += 1;
            continue;
        }
        // `each of my five Austrian generals`: how many they are.
        if counts_generals(chunks, at) {
            read[at] = true;
            at += 1;
            continue;
        }
        // `Richelieu and Soubise the maximum`, `Ehrensvärd gets all four`
        if let Some(number) = most(scene, chunks, at) {
            items.push(Item::Number(number));
            read[at] = true;
            at += 1 + usize::from(!chunk.has(Word::Full));
            continue;
        }
        // `Karl 8, Daun the same`
        let last = items.iter().rev().find_map(|item| match item {
            Item::Number(number) if *number != REST => Some(*number),
            _ => None,
        });
        let general = matches!(items.last(), Some(Item::General(..)));
        // `Cumberland 6, same for Ferdinand`
        let small = |c: &Chunk| c.any(&[Word::For, Word::To, Word::Article, Word::With, Word::Get]);
        let same = last.and_then(|_| said(scene.line, chunks, at, ClubWord::TheSame));
        let behind = same.map(|length| {
            let words = chunks[at + length..].iter().take(2);
            at + length + words.take_while(|c| small(c) && c.generals.is_empty()).count()
        });
        let next = behind.filter(|at| chunks.get(*at).is_some_and(|c| !c.generals.is_empty()));
        if let (Some(number), Some(length)) = (last.filter(|_| general), same)
            && chunk.is_word()
        {
            items.push(Item::Number(number));
            read[at..at + length].fill(true);
            at += length;
            continue;
        }
        if let (Some(number), Some(next)) = (last, next)
            && let Some(named) = who(scene, chunks, next, None)
            && let [piece] = named.pieces.as_slice()
        {
            items.extend([Item::General(*piece, next), Item::Number(number)]);
            read[at..=next].fill(true);
            at = next + 1;
            continue;
        }
        // `the rest`, but not `the remaining 4`, `the rest, so 4`.
        let counted = || {
            let next = (at + 1..chunks.len()).take(4);
            let ends = |c: &Chunk| c.kind == Kind::Period || c.nation.is_some();
            let mut next =
                next.take_while(|at| chunks[*at].generals.is_empty() && !ends(&chunks[*at]));
            next.any(|at| chunks[at].count().is_some() && !whole_army(scene, chunks, at))
        };
        // `le 6 rimanenti`
        let numbered = at > 0 && chunks[at - 1].count().is_some();
        let marked = numbered && chunks.get(at + 1).is_some_and(|c| c.any(&[Word::To, Word::For]));
        // `half of the rest`, and so `the other half`
        if chunk.has(Word::Half) {
            items.push(Item::Number(REST));
            read[at] = true;
            at += 1;
            continue;
        }
        if chunk.has(Word::Rest) && chunk.generals.is_empty() && !counted() && !marked {
            items.push(Item::Number(REST));
            read[at] = true;
            at += 1;
            continue;
        }
        // `Apraxin tre e uno a Tottleben`, `two for Dohna and one for Lehwaldt`
        let counted = match items.as_slice() {
            [.., Item::Number(_)] => true,
            [.., Item::General(..)] => {
                let led = items.iter().any(|item| item.general().is_none());
                led && (chunks[at - 1].has(Word::And) || chunks[at - 1].kind == Kind::Comma)
            }
            _ => false,
        };
        let for_one = counted
            && scene.known.is_some_and(known::Known::is_set_up)
            && chunks.get(at + 1).is_some_and(|c| c.any(&[Word::To, Word::For]))
            && chunks.get(at + 2).is_some_and(|c| !c.generals.is_empty());
        // `Dohna et Lehwaldt un chacun`, `je einer`
        let each = |at: usize| chunks.get(at).is_some_and(|c| c.has(Word::Each) && c.is_word());
        // `für Lehwaldt bleibt einer`
        let remains =
            at > 1 && chunks[at - 1].has(Word::Stay) && !chunks[at - 2].generals.is_empty();
        let one_each = (each(at + 1) || at > 0 && each(at - 1) || remains)
            && scene.known.is_some_and(known::Known::is_set_up);
        let article = chunk.has(Word::Article)
            && (for_one
                || one_each
                || is_one_of_the_troops(chunks, at)
                || chunks.get(at + 1).is_some_and(|c| c.any(&[Word::Troops, Word::New]))
                || at > 0
                    && (!chunks[at - 1].generals.is_empty()
                        || at > 1
                            && chunks[at - 1].has(Word::Only)
                            && !chunks[at - 2].generals.is_empty()
                        || gets_one(scene, chunks, at))
                    && chunks.iter().any(|c| {
                        c.any(&[Word::Troops, Word::Get, Word::Give, Word::Rest])
                            || c.count().is_some()
                    })
                    && chunks.get(at + 1).is_none_or(|c| !c.is_word() && c.number.is_none()));
        let number = if article { Some(1) } else { chunk.count() };
        if let Some(number) =
            number.filter(|_| chunk.ordinal.is_none() || chunk.is_word() || at > 0)
            && !(chunk.ordinal.is_some() && chunk.number.is_none())
            && !is_counted(scene, chunk)
            && !(chunk.has(Word::Both)
                && chunks.get(at + 1).is_some_and(|c| c.any(&[Word::At, Word::From])))
        {
            let unit = chunks.get(at + 1);
            if unit.is_some_and(|c| c.any(&[Word::Days, Word::Hours, Word::Weeks, Word::Card])) {
                return None;
            }
            let total = unit.is_some_and(|c| c.has(Word::Troops))
                && chunks[..at].iter().any(|c| c.has(Word::Filler))
                && items.is_empty()
                && number > 8;
            if !total {
                items.push(Item::Number(number));
            }
            read[at] = true;
            at += 1;
            continue;
        }
        if chunk.any(&[Word::Turn, Word::Duel, Word::Versus])
            && !chunk.any(&[Word::With, Word::Filler, Word::Get, Word::Train])
        {
            return None;
        }
        // `to Dresden` makes it a move.
        if chunk.is_plain_city()
            && at > 0
            && chunks[at - 1].any(&[Word::To, Word::Via])
            && !chunks[at - 1].has(Word::At)
        {
            return None;
        }
        if chunk.any(&[
            Word::Get,
            Word::Give,
            Word::Redistribute,
            Word::Troops,
            Word::To,
            Word::For,
            Word::From,
            Word::At,
            Word::With,
            Word::And,
            Word::Each,
            Word::Rest,
            Word::Filler,
            Word::Article,
            Word::Title,
            Word::Then,
            Word::Both,
            Word::Stay,
            Word::Keep,
            Word::General,
            Word::New,
            Word::Pronoun,
            Word::As,
        ]) || !chunk.cities.is_empty()
            || chunk.nation.is_some()
        {
            read[at] = true;
        }
        at += 1;
    }
    Some(items)
}

/// `… and Tottleben gets one`, at set-up: the verb stands between.
fn gets_one(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let verb = at > 1 && chunks[at - 1].any(&[Word::Get, Word::Give]);
    verb && !chunks[at - 2].generals.is_empty() && scene.known.is_some_and(known::Known::is_set_up)
}

/// As many troops as a general can have at set-up (R1.7): eight, or all of a nation with a single one.
fn most(scene: &Scene, chunks: &[Chunk], at: usize) -> Option<u32> {
    let known = scene.known.filter(|known| known.is_set_up())?;
    let counted = |place: usize| chunks.get(place).and_then(Chunk::count);
    let named = chunks.iter().find_map(|c| c.generals.first().map(|piece| piece.nation()));
    let nation = named.or(scene.heading);
    // Who is alone has all of his nation's, and nobody asks how many.
    let alone = |nation| match known.generals_on_map(nation)[..] {
        [only] => known.troops(only).map(u32::from),
        _ => None,
    };
    let whole = |nation| alone(nation).unwrap_or_else(|| u32::from(known.troops_to_allot(nation)));
    if chunks[at].has(Word::Full) && counted(at + 1).is_none() {
        let most = nation.map_or(MOST, |nation| MOST.min(whole(nation)));
        // `Soubise the maximum, so 8. Richelieu 7`: how many that is, is said behind it.
        let passed = |c: &&Chunk| {
            c.kind == Kind::Comma || c.is_word() && c.generals.is_empty() && c.count().is_none()
        };
        let again = at + 1 + chunks[at + 1..].iter().take(4).take_while(passed).count();
        let ends = chunks.get(again + 1).is_none_or(|c| !c.is_word() && c.number.is_none());
        let same = again > at + 1 && ends && counted(again) == Some(most);
        return (!same).then_some(most);
    }
    let all = chunks[at].is_word() && chunks[at].has(Word::All);
    // `Hildburghausen all of them`
    let only = nation.and_then(|nation| alone(nation).filter(|_| all));
    let said = chunks.iter().any(|c| c.count().is_some() && c.generals.is_empty());
    if let Some(number) = only.filter(|_| !said) {
        return Some(number);
    }
    counted(at + 1).filter(|number| all && nation.is_some_and(|nation| whole(nation) == *number))
}

/// `1st`: a number with an ending is an ordinal, and no number of troops.
fn is_counted(scene: &Scene, chunk: &Chunk) -> bool {
    let written = scene.line.get(chunk.start..chunk.end).unwrap_or_default();
    matches!(chunk.kind, Kind::Number(_)) && written.ends_with(char::is_alphabetic)
}

/// Whether a number behind a word for the rest is that of all troops of a nation at set-up (R1.7), and so not a
/// general's: `whatever is left of the thirty`.
fn whole_army(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let left = chunks[..at].iter().rev().take(4).any(|c| c.has(Word::Rest));
    let Some(known) = scene.known.filter(|known| known.is_set_up()) else { return false };
    let is_whole = |number: u32| {
        known.own_nations().any(|nation| u32::from(known.troops_to_allot(nation)) == number)
    };
    left && chunks[at].count().is_some_and(|number| number > 8 && is_whole(number))
}

/// Whether a number says how many generals there are: `five Austrian generals`.
fn counts_generals(chunks: &[Chunk], at: usize) -> bool {
    let passed = |c: &&Chunk| {
        c.is_word() && c.generals.is_empty() && (c.nation.is_some() || c.has(Word::Filler))
    };
    let behind = at + 1 + chunks[at + 1..].iter().take(2).take_while(passed).count();
    let general = |c: &Chunk| c.has(Word::General) && !c.any(&[Word::Troops, Word::Filler]);
    // `six each for my five Austrians`, `my five Austrians six each`
    let nation = |at: usize| chunks.get(at).is_some_and(|c| c.nation.is_some());
    let people = nation(at + 1) && chunks.iter().any(|c| c.has(Word::Each));
    people && chunks[at].is_word() && chunks[at].count().is_some_and(|number| number > 1)
        || chunks[at].count().is_some_and(|number| number > 1)
            && chunks[at].is_word()
            && chunks.get(behind).is_some_and(general)
}

/// Whether a number behind another is that of all troops of a stack, of which the other is a part (R6.4): `seven of the
/// ten`.
fn whole_stack(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let small = |c: &&Chunk| {
        c.is_word() && c.count().is_none() && c.any(&[Word::From, Word::Article, Word::Filler])
    };
    let between = chunks[..at].iter().rev().take_while(small).count();
    let part = at.checked_sub(between + 1).and_then(|before| chunks[before].count());
    let (Some(part), Some(whole), Some(known)) = (part, chunks[at].count(), scene.known) else {
        return false;
    };
    let is_stack = |nation| {
        let generals = known.generals_on_map(nation);
        generals.iter().any(|first| {
            let beside =
                generals.iter().filter(|other| known.position(**other) == known.position(*first));
            let troops: Option<Vec<u8>> = beside.map(|piece| known.troops(*piece)).collect();
            troops.is_some_and(|all| {
                all.len() > 1 && all.iter().map(|count| u32::from(*count)).sum::<u32>() == whole
            })
        })
    };
    between > 0 && part < whole && known.own_nations().any(is_stack)
}

/// Generals with their numbers, whichever stands first.
pub(in crate::said) fn pairs(
    chunks: &[Chunk],
    items: &[Item],
    each: bool,
) -> Option<Vec<(PieceId, u32)>> {
    let generals = items.iter().filter(|item| matches!(item, Item::General(..))).count();
    let numbers = items.iter().filter(|item| matches!(item, Item::Number(..))).count();
    let of = Item::general;
    // `Daun 8, Browne 6, Karl 6, Laudon and Lacy share the rest`
    if let [before @ .., Item::Number(REST)] = items {
        let named =
            before.iter().rev().take_while(|item| matches!(item, Item::General(..))).count();
        let (first, sharing) = before.split_at(before.len() - named);
        if sharing.len() > 1 {
            let mut found = if first.is_empty() { Vec::new() } else { pairs(chunks, first, each)? };
            found.extend(sharing.iter().filter_map(of).map(|piece| (piece, REST)));
            return Some(found);
        }
    }
    // `Richelieu and Soubise 8 each`
    if numbers == 1 && generals > 1 {
        let number = items.iter().find_map(|item| match item {
            Item::Number(number) => Some(*number),
            Item::General(..) => None,
        })?;
        if !each && !chunks.iter().any(|c| c.any(&[Word::Both])) {
            return None;
        }
        return Some(items.iter().filter_map(of).map(|piece| (piece, number)).collect());
    }
    if each && let Some(found) = and_the_last(items) {
        return Some(found);
    }
    // `Soubise 7, Chevert 6, the rest to Richelieu`
    if let [before @ .., Item::Number(REST), Item::General(piece, _)] = items
        && matches!(before.first(), Some(Item::General(..)))
    {
        let mut found = pairs(chunks, before, each)?;
        found.push((*piece, REST));
        return Some(found);
    }
    if generals != numbers {
        return None;
    }
    let first_is_general = matches!(items.first()?, Item::General(..));
    // `Daun and Laudon: eight and two`
    let grouped = items[..generals].iter().all(|item| matches!(item, Item::General(..)));
    let mut found = Vec::new();
    if grouped && generals > 1 {
        for (general, number) in items[..generals].iter().zip(&items[generals..]) {
            if let (Item::General(piece, _), Item::Number(number)) = (general, number) {
                found.push((*piece, *number));
            }
        }
        return Some(found);
    }
    // `5-5-4-2 for Saltikov, Fermor, Apraxin, Tottleben`
    let (first, last) = items.split_at(numbers);
    if generals > 1
        && first.iter().all(|item| matches!(item, Item::Number(_)))
        && last.iter().all(|item| matches!(item, Item::General(..)))
    {
        for (number, general) in first.iter().zip(last) {
            if let (Item::Number(number), Item::General(piece, _)) = (number, general) {
                found.push((*piece, *number));
            }
        }
        return Some(found);
    }
    for pair in items.chunks(2) {
        match (pair, first_is_general) {
            ([Item::General(piece, _), Item::Number(number)], true)
            | ([Item::Number(number), Item::General(piece, _)], false) => {
                found.push((*piece, *number));
            }
            _ => return None,
        }
    }
    Some(found)
}

/// `Friedrich 8, Keith 6 and two each Dohna and Lehwaldt`: the last number is for all behind it.
fn and_the_last(items: &[Item]) -> Option<Vec<(PieceId, u32)>> {
    let at = items.iter().rposition(|item| matches!(item, Item::Number(_)))?;
    let Item::Number(number) = items[at] else { return None };
    if items.len() < at + 3 || !at.is_multiple_of(2) {
        return None;
    }
    let mut found = Vec::new();
    for pair in items[..at].chunks(2) {
        let [Item::General(piece, _), Item::Number(number)] = pair else { return None };
        found.push((*piece, *number));
    }
    for item in &items[at + 1..] {
        let Item::General(piece, _) = item else { return None };
        found.push((*piece, number));
    }
    Some(found)
}

/// `give Fermor one of Saltikov's troops`, German `eine von Saltykows Truppen`
fn is_one_of_the_troops(chunks: &[Chunk], at: usize) -> bool {
    let small = |c: &Chunk| {
        !c.generals.is_empty() || c.any(&[Word::From, Word::Filler, Word::Article, Word::Title])
    };
    let behind = &chunks[at + 1..];
    let troops = behind.iter().take(5).position(|c| c.has(Word::Troops));
    let gives = chunks[..at].iter().any(|c| c.has(Word::Give) && c.generals.is_empty());
    gives && troops.is_some_and(|troops| troops > 0 && behind[..troops].iter().all(small))
}
