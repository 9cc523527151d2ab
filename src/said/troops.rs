//! Troops for generals: at set-up, and within a stack (R1.7, R6.4).
//!
//! `Friedrich 8, Winterfeldt 3`, `8 to Richelieu`, `four troops for each`, `one troop from Schwerin
//! to Keith`. What belongs to one stack the reader of the whole text puts together.

use super::cards;
use super::chunk::Chunk;
use super::frame::{Framed, Parsed, Problem, Scene, leftover};
use super::pieces::who;
use super::text::Kind;
use super::words::Word;
use super::{Candidate, Doubt, Request, Trouble};
use crate::game::{Action, Nation, PieceId};

/// A general and how many troops.
pub(super) type Entries = Vec<(PieceId, u8)>;

/// Stands for a number that is not said: what the others leave.
const REST: u32 = u32::MAX;

/// What stands in a group besides words: generals and numbers, in order.
enum Item {
    General(PieceId, usize),
    Number(u32),
}

/// Reads a group as troops for generals.
pub(super) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    if !cards::mentions(chunks, scene.tongues, false).is_empty() {
        return None;
    }
    if chunks.iter().any(|c| {
        c.any(&[Word::Pay, Word::Recruit])
            && !c.any(&[Word::Get, Word::Give, Word::For, Word::Filler, Word::From, Word::At])
    }) {
        return None;
    }
    // `retreats two cities`
    let steps = |pair: &[Chunk]| pair[0].number.is_some() && pair[1].has(Word::Steps);
    if chunks.windows(2).any(steps) {
        return None;
    }
    let mut read = vec![false; chunks.len()];
    let items = items(scene, chunks, &mut read)?;
    let generals: Vec<PieceId> = items
        .iter()
        .filter_map(|item| if let Item::General(piece, _) = item { Some(*piece) } else { None })
        .collect();
    let numbers: Vec<u32> = items
        .iter()
        .filter_map(|item| if let Item::Number(number) = item { Some(*number) } else { None })
        .collect();
    let each = chunks.iter().any(|c| c.has(Word::Each));
    if numbers.is_empty() {
        return None;
    }
    let unnamed = generals.is_empty().then(|| at_set_up(scene, chunks, &numbers, each)).flatten();
    let entries = if let Some(entries) = unnamed {
        entries
    } else if generals.is_empty() {
        // `four troops for each of my Russian generals`
        let all = each || chunks.iter().any(|c| c.has(Word::All));
        let nation = chunks.iter().find_map(|c| c.nation).or(scene.nation());
        match (nation, numbers.as_slice()) {
            (Some(nation), [number])
                if all
                    && chunks.iter().any(|c| c.any(&[Word::General, Word::Each, Word::All]))
                    && chunks.iter().any(|c| c.any(&[Word::Troops, Word::General])) =>
            {
                known.generals_on_map(nation).into_iter().map(|p| (p, *number)).collect()
            }
            _ => match evenly(scene, chunks, &numbers) {
                Some(entries) => entries,
                None => return shift_question(scene, chunks),
            },
        }
    } else if let Some(entries) = and_the_rest(scene, chunks) {
        entries
    } else {
        match transfer(scene, chunks, &items) {
            Some(entries) => entries?,
            None => pairs(chunks, &items, each)
                .or_else(|| shared(known, &items))
                .or_else(|| by_sum(known, &items))?,
        }
    };
    let Some(entries) = rest(scene, entries) else {
        return Some(Err(Problem::new(Trouble::MissingNumber, scene.words(chunks))));
    };
    let Some(cost) = leftover(chunks, |place| read[place]) else {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    };
    // `Apraxin 2 Rastenburg`: a city that is not where they stand is somewhere to go.
    let here = |city: &crate::game::CityId| {
        entries.iter().any(|(piece, _)| known.position(*piece) == Some(*city))
    };
    let elsewhere = chunks.iter().any(|c| {
        c.is_plain_city()
            && c.meanings.is_empty()
            && c.nation.is_none()
            && !c.cities.iter().any(here)
    });
    if elsewhere {
        return None;
    }
    let mut parsed = Parsed { cost, ..Parsed::default() };
    let mut nations: Vec<(Nation, Entries)> = Vec::new();
    for (piece, number) in entries {
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        parsed.pieces.push(piece);
        match nations.iter_mut().find(|(nation, _)| *nation == piece.nation()) {
            Some((_, all)) => all.push((piece, number)),
            None => nations.push((piece.nation(), vec![(piece, number)])),
        }
    }
    for (nation, troops) in nations {
        // The city is filled in by the reader of the text, which knows the phase.
        parsed.said.push((Some(nation), Request::Act(Action::Allot { troops })));
    }
    Some(Ok(parsed))
}

/// At set-up, numbers without names: `4 each` for all generals of a nation that have none yet, `the others 7`,
/// `7/7/6` in the order in which the mail names them. Of two nations it is the one whose sum comes out (R1.7), or
/// that has so many generals.
fn at_set_up(
    scene: &Scene,
    chunks: &[Chunk],
    numbers: &[u32],
    each: bool,
) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known.filter(|known| known.is_set_up())?;
    let named = chunks.iter().find_map(|c| c.nation).or(scene.heading);
    let said: Vec<u32> = numbers.iter().copied().filter(|number| *number != REST).collect();
    let for_all = each || chunks.iter().any(|c| c.any(&[Word::All, Word::Rest]));
    let mut counts: Vec<(bool, Vec<(PieceId, u32)>)> = Vec::new();
    for nation in known.own_nations().filter(|own| named.is_none_or(|named| named == *own)) {
        let whole = u32::from(known.troops_to_allot(nation));
        let mut generals = known.generals_on_map(nation);
        let above = scene.allotted.iter().filter(|(piece, _)| generals.contains(piece));
        let above: Vec<(PieceId, u8)> = above.copied().collect();
        generals.retain(|piece| above.iter().all(|(other, _)| other != piece));
        let left = above.iter().try_fold(whole, |left, (_, n)| left.checked_sub(u32::from(*n)));
        let (Some(left), Ok(open)) = (left, u32::try_from(generals.len())) else { continue };
        // Who the rest are is said in the same mail, before.
        let rest = chunks.iter().any(|c| c.has(Word::Rest));
        if whole == 0 || open == 0 || rest && above.is_empty() {
            continue;
        }
        let given = match said.as_slice() {
            [] if left.is_multiple_of(open) => vec![left / open; generals.len()],
            [number] if for_all => vec![*number; generals.len()],
            several if several.len() == generals.len() && !for_all => several.to_vec(),
            _ => continue,
        };
        let adds_up = given.iter().copied().fold(0, u32::saturating_add) == left;
        counts.push((adds_up, generals.into_iter().zip(given).collect()));
    }
    let right = counts.iter().find(|(adds_up, _)| *adds_up);
    let only = counts.first().filter(|_| counts.len() == 1);
    right.or(only).map(|(_, entries)| entries.clone())
}

/// At set-up, all others after some: `Lacy 2, the others 7`, `Daun 6 and 6 for the rest`, `Browne 6, the rest evenly`.
fn and_the_rest(scene: &Scene, chunks: &[Chunk]) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known.filter(|known| known.is_set_up())?;
    let at = chunks.iter().position(|c| c.has(Word::Rest) && c.generals.is_empty())?;
    let mut read = vec![false; chunks.len()];
    let mut first = items(scene, &chunks[..at], &mut read)?;
    let behind = items(scene, &chunks[at + 1..], &mut read)?;
    let generals = first.iter().filter(|item| matches!(item, Item::General(..))).count();
    // `Chevert 4, the rest half and half to Richelieu and Soubise`
    let among: Vec<PieceId> = behind
        .iter()
        .map(|item| match item {
            Item::General(piece, _) => Some(*piece),
            Item::Number(_) => None,
        })
        .collect::<Option<_>>()
        .unwrap_or_default();
    let share = match (behind.as_slice(), first.last()) {
        _ if among.len() > 1 => None,
        ([Item::Number(number)], _) => Some(*number),
        // `Keith 4 and the other three 3 each`
        ([Item::Number(_), Item::Number(number)], _) => Some(*number),
        ([], Some(Item::Number(number))) if first.len() == 2 * generals + 1 => {
            let number = *number;
            first.pop();
            Some(number)
        }
        ([], _) => None,
        _ => return None,
    };
    let mut entries = pairs(&chunks[..at], &first, false)?;
    let nation = entries.first()?.0.nation();
    let mut left = u32::from(known.troops_to_allot(nation));
    for (_, number) in &entries {
        left = left.checked_sub(*number)?;
    }
    let mut others = known.generals_on_map(nation);
    others.retain(|piece| entries.iter().all(|(named, _)| named != piece));
    let count = u32::try_from(others.len()).ok().filter(|count| *count > 0)?;
    let named = |piece: &PieceId| among.is_empty() || among.contains(piece);
    if !others.iter().all(named) || among.len() > others.len() {
        return None;
    }
    if let [Item::Number(said), Item::Number(_)] = behind.as_slice()
        && *said != count
    {
        return None;
    }
    let share = share.or_else(|| left.is_multiple_of(count).then(|| left / count))?;
    entries.extend(others.into_iter().map(|piece| (piece, share)));
    Some(entries)
}

/// `split the stack at Człuchów 5/5`: as many for each of a stack.
fn evenly(scene: &Scene, chunks: &[Chunk], numbers: &[u32]) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known?;
    if known.is_set_up() {
        return None;
    }
    let place = chunks.iter().rfind(|c| c.is_plain_city())?;
    let here = |piece: &PieceId| known.position(*piece).is_some_and(|c| place.cities.contains(&c));
    let own = known.own_nations().flat_map(|nation| known.generals_on_map(nation));
    let stack: Vec<PieceId> = own.filter(here).collect();
    let same = numbers.windows(2).all(|pair| pair[0] == pair[1]);
    // `Oschatz 6 and 6`, where twelve stand there
    let sum: u32 = stack.iter().filter_map(|piece| known.troops(*piece)).map(u32::from).sum();
    let all = numbers.iter().copied().fold(0, u32::saturating_add) == sum;
    let shifts = chunks.iter().any(|c| c.has(Word::Redistribute));
    let says = shifts || all && !chunks.iter().any(|c| c.unknown);
    (says && stack.len() > 1 && stack.len() == numbers.len() && same)
        .then(|| stack.into_iter().zip(numbers.iter().copied()).collect())
}

/// Puts in what is left for the one who gets the rest: at set-up of his nation, later of his stack.
fn rest(scene: &Scene, mut entries: Vec<(PieceId, u32)>) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known?;
    let open: Vec<usize> = (0..entries.len()).filter(|at| entries[*at].1 == REST).collect();
    let at = match open.as_slice() {
        [] => return Some(entries),
        [only] => *only,
        _ => return None,
    };
    let piece = entries[at].0;
    let mut left = if known.is_set_up() {
        u32::from(known.troops_to_allot(piece.nation()))
    } else {
        let city = known.position(piece)?;
        let stack = known.generals_on_map(piece.nation());
        let here = stack.iter().filter(|other| known.position(**other) == Some(city));
        here.filter_map(|other| known.troops(*other)).map(u32::from).sum()
    };
    for other in known.generals_on_map(piece.nation()) {
        let beside = known.is_set_up() || known.position(other) == known.position(piece);
        if other == piece || !beside {
            continue;
        }
        let here = entries.iter().find(|(entry, _)| *entry == other).map(|(_, count)| *count);
        let above = scene.allotted.iter().find(|(entry, _)| *entry == other);
        left = left.checked_sub(here.or(above.map(|(_, count)| u32::from(*count)))?)?;
    }
    entries[at].1 = left;
    Some(entries)
}

fn items(scene: &Scene, chunks: &[Chunk], read: &mut [bool]) -> Option<Vec<Item>> {
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
        if super::pieces::is_train(chunks, at) && chunk.plain.len() > 2 {
            return None;
        }
        // `whatever is left of the thirty`: all troops of a nation, and no general's (R1.7).
        if whole_army(scene, chunks, at) {
            read[at] = true;
            at += 1;
            continue;
        }
        // `the rest`, but not `the remaining 4`, `the rest, so 4`.
        let counted = || {
            let next = (at + 1..chunks.len()).take(4);
            let mut next = next.take_while(|at| chunks[*at].generals.is_empty());
            next.any(|at| chunks[at].count().is_some() && !whole_army(scene, chunks, at))
        };
        // `le 6 rimanenti`
        let numbered = at > 0 && chunks[at - 1].count().is_some();
        let marked = numbered && chunks.get(at + 1).is_some_and(|c| c.any(&[Word::To, Word::For]));
        if chunk.has(Word::Rest) && chunk.generals.is_empty() && !counted() && !marked {
            items.push(Item::Number(REST));
            read[at] = true;
            at += 1;
            continue;
        }
        let article = chunk.has(Word::Article)
            && (chunks.get(at + 1).is_some_and(|c| c.any(&[Word::Troops, Word::New]))
                || at > 0
                    && !chunks[at - 1].generals.is_empty()
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

/// `1st`: a number with an ending counts, and is no number of troops.
fn is_counted(scene: &Scene, chunk: &Chunk) -> bool {
    let written = scene.line.get(chunk.start..chunk.end).unwrap_or_default();
    matches!(chunk.kind, Kind::Number(_)) && written.ends_with(char::is_alphabetic)
}

/// Whether a number behind what is left is that of all troops of a nation at set-up, more than one general can have
/// (R1.7).
fn whole_army(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let left = chunks[..at].iter().rev().take(4).any(|c| c.has(Word::Rest));
    let Some(known) = scene.known.filter(|known| known.is_set_up()) else { return false };
    let is_whole = |number: u32| {
        known.own_nations().any(|nation| u32::from(known.troops_to_allot(nation)) == number)
    };
    left && chunks[at].count().is_some_and(|number| number > 8 && is_whole(number))
}

/// At set-up, numbers before and behind those who have them: `Friedrich 8, four each to Heinrich, Keith and Dohna, the
/// other two 3`. Each number is that of the generals right before it or right behind it; how, the sum settles (R1.7), if
/// only one way comes out.
fn by_sum(known: &super::known::Known, items: &[Item]) -> Option<Vec<(PieceId, u32)>> {
    let mut nations = items.iter().filter_map(|item| match item {
        Item::General(piece, _) => Some(piece.nation()),
        Item::Number(_) => None,
    });
    let nation = nations.next()?;
    let one_nation = nations.all(|other| other == nation);
    let plain = items.iter().all(|item| !matches!(item, Item::Number(REST)));
    if !known.is_set_up() || !one_nation || !plain || items.len() > 20 {
        return None;
    }
    let mut ways = Vec::new();
    let whole = u32::from(known.troops_to_allot(nation));
    give_out(items, Vec::new(), &mut Vec::new(), whole, &mut ways);
    match ways.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Follows all ways in which the numbers can belong to the generals before and behind them: `waiting` have none yet.
fn give_out(
    items: &[Item],
    mut waiting: Vec<PieceId>,
    given: &mut Vec<(PieceId, u32)>,
    left: u32,
    ways: &mut Vec<Vec<(PieceId, u32)>>,
) {
    let Some((item, rest)) = items.split_first() else {
        if waiting.is_empty() && left == 0 && !ways.contains(given) && ways.len() < 2 {
            ways.push(given.clone());
        }
        return;
    };
    let number = match item {
        Item::General(piece, _) => {
            waiting.push(*piece);
            return give_out(rest, waiting, given, left, ways);
        }
        Item::Number(number) => *number,
    };
    let behind = rest.iter().take_while(|item| matches!(item, Item::General(..))).count();
    // Of those before all that wait, or none; of those behind some.
    let most = if waiting.is_empty() { behind } else { 0 };
    let least = usize::from(waiting.is_empty());
    for taken in least..=most {
        let known = given.len();
        let own =
            waiting.iter().copied().chain(rest[..taken].iter().filter_map(|item| match item {
                Item::General(piece, _) => Some(*piece),
                Item::Number(_) => None,
            }));
        given.extend(own.map(|piece| (piece, number)));
        let spent = u32::try_from(given.len() - known).ok().and_then(|n| n.checked_mul(number));
        if let Some(left) = spent.and_then(|spent| left.checked_sub(spent)) {
            give_out(&rest[taken..], Vec::new(), given, left, ways);
        }
        given.truncate(known);
    }
}

/// Generals with their numbers, whichever stands first.
fn pairs(chunks: &[Chunk], items: &[Item], each: bool) -> Option<Vec<(PieceId, u32)>> {
    let generals = items.iter().filter(|item| matches!(item, Item::General(..))).count();
    let numbers = items.iter().filter(|item| matches!(item, Item::Number(..))).count();
    let of = |item: &Item| match item {
        Item::General(piece, _) => Some(*piece),
        Item::Number(..) => None,
    };
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

/// `Richelieu and Soubise get 7, Chevert 6`: a number of all before it, if no other sum comes out (R1.7).
fn shared(known: &super::known::Known, items: &[Item]) -> Option<Vec<(PieceId, u32)>> {
    let mut found: Vec<(PieceId, u32)> = Vec::new();
    let mut open: Vec<PieceId> = Vec::new();
    for item in items {
        match item {
            Item::General(piece, _) => open.push(*piece),
            Item::Number(number) => found.extend(open.drain(..).map(|piece| (piece, *number))),
        }
    }
    let nation = found.first()?.0.nation();
    let sum = found.iter().map(|(_, number)| *number).fold(0, u32::saturating_add);
    let whole = open.is_empty()
        && found.iter().all(|(piece, _)| piece.nation() == nation)
        && sum == u32::from(known.troops_to_allot(nation));
    (known.is_set_up() && whole).then_some(found)
}

/// `one troop from Schwerin to Keith`, `Browne hands one troop over to Lacy`: what both have then.
fn transfer(
    scene: &Scene,
    chunks: &[Chunk],
    items: &[Item],
) -> Option<Option<Vec<(PieceId, u32)>>> {
    let known = scene.known?;
    let generals: Vec<(PieceId, usize)> = items
        .iter()
        .filter_map(|item| if let Item::General(p, at) = item { Some((*p, *at)) } else { None })
        .collect();
    let numbers: Vec<u32> = items
        .iter()
        .filter_map(|item| if let Item::Number(n) = item { Some(*n) } else { None })
        .collect();
    let (&[(first, at), (second, to)], [number, rest @ ..]) =
        (generals.as_slice(), numbers.as_slice())
    else {
        return None;
    };
    // `… (that leaves 4 and 6)`, in which order, their troops say
    if let [a, b] = rest
        && let (Some(one), Some(other)) = (known.troops(first), known.troops(second))
        && let (one, other) = (u32::from(one), u32::from(other))
        && let Some((one, other)) = [
            (one.checked_sub(*number), other.checked_add(*number)),
            (one.checked_add(*number), other.checked_sub(*number)),
        ]
        .into_iter()
        .find_map(|(one, other)| {
            let found = (one?, other?);
            (found == (*b, *a)).then_some(found)
        })
    {
        return Some(Some(vec![(first, one), (second, other)]));
    }
    if let [a, b] = rest
        && known.troops(first)?.checked_add(known.troops(second)?)
            == a.checked_add(*b).and_then(|sum| u8::try_from(sum).ok())
    {
        return Some(Some(vec![(first, *a), (second, *b)]));
    }
    let before = |place: usize, word: Word| {
        chunks[..place]
            .iter()
            .rev()
            .take(3)
            .take_while(|c| c.generals.is_empty())
            .any(|c| c.has(word))
    };
    // `Chevert takes over two troops from Richelieu`
    let gets = chunks.iter().any(|c| c.has(Word::Get))
        && (before(at, Word::From) || before(to, Word::From));
    let gives = gets || chunks.iter().any(|c| c.any(&[Word::Give, Word::Move]));
    if !gives || !rest.is_empty() || known.is_set_up() {
        return None;
    }
    let (giver, taker) = if before(to, Word::From) && !before(to, Word::To)
        || before(at, Word::To) && before(to, Word::From)
    {
        (second, first)
    } else {
        (first, second)
    };
    let (has, gets) = (u32::from(known.troops(giver)?), u32::from(known.troops(taker)?));
    if *number >= has || known.position(giver) != known.position(taker) {
        return None;
    }
    Some(Some(vec![(giver, has - number), (taker, gets + number)]))
}

/// Troops are to be shifted, but not said between whom.
fn shift_question(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let shifts = chunks.iter().any(|c| c.any(&[Word::Give, Word::Redistribute]))
        && chunks.iter().any(|c| c.any(&[Word::Troops]));
    let colon = chunks.iter().any(|c| c.kind == Kind::Colon);
    if !shifts || colon {
        return None;
    }
    let nation = scene.nation()?;
    let names: Vec<Candidate> =
        known.generals_on_map(nation).into_iter().map(Candidate::Piece).collect();
    (names.len() > 1).then(|| {
        Err(Problem::Question {
            doubt: Doubt::Piece,
            words: scene.words(chunks),
            candidates: names,
        })
    })
}
