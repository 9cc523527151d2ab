//! Troops of generals who are not named: both of a nation, the others, those who share the rest.

use super::entries::{Item, REST, items, pairs};
use super::troops::give_out;
use crate::game::{Action, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, said};
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said, Trouble};

/// At set-up, numbers without names: `4 each` for all generals of a nation that have none yet, `both 6`, `the others 7`,
/// `7/7/6` in the order in which the mail names them. Of two nations it is the one whose sum comes out (R1.7), or
/// that has so many generals.
pub(in crate::said) fn at_set_up(
    scene: &Scene,
    chunks: &[Chunk],
    numbers: &[u32],
    each: bool,
) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known.filter(|known| known.is_set_up())?;
    let named = chunks.iter().find_map(|c| c.nation).or(scene.heading);
    let said: Vec<u32> = numbers.iter().copied().filter(|number| *number != REST).collect();
    // No general has more than eight (R1.7), and none of those are his telephone number.
    if said.iter().any(|number| *number > 8) {
        return None;
    }
    let both = chunks.iter().any(|c| c.has(Word::Both));
    let for_all = each || both || chunks.iter().any(|c| c.any(&[Word::All, Word::Rest]));
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
        if whole == 0 || open == 0 || rest && above.is_empty() || both && open != 2 {
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

/// At set-up, so many for each who stands in a city: `the two at Melnik 7 each`.
pub(in crate::said) fn standing_there(
    scene: &Scene,
    chunks: &[Chunk],
    numbers: &[u32],
    each: bool,
) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known?;
    let mut cities = (1..chunks.len()).filter(|at| chunks[*at].is_plain_city());
    let (Some(at), None) = (cities.next(), cities.next()) else { return None };
    let both = chunks[..at].iter().any(|c| c.has(Word::Both));
    let here =
        |piece: &PieceId| known.position(*piece).is_some_and(|c| chunks[at].cities.contains(&c));
    let own = known.own_nations().flat_map(|nation| known.generals_on_map(nation));
    let stack: Vec<PieceId> = own.filter(here).collect();
    let number = match numbers {
        [number] => *number,
        // `the two at Melnik 7 each`, where the first is how many they are.
        [count, number] if usize::try_from(*count) == Ok(stack.len()) => *number,
        _ => return None,
    };
    let led = chunks[at - 1].any(&[Word::At, Word::From]);
    // Later on a stack is shared out anew (R6.4).
    let troops: u32 = stack.iter().filter_map(|p| known.troops(*p)).map(u32::from).sum();
    let shares = known.is_set_up() || usize::try_from(troops) == Ok(number as usize * stack.len());
    let fits = stack.len() > 1 && (!both || stack.len() == 2) && shares;
    (led && fits && (each || both) && (1..=8).contains(&number))
        .then(|| stack.into_iter().map(|piece| (piece, number)).collect())
}

/// At set-up, all others after some: `Lacy 2, the others 7`, `Daun 6 and 6 for the rest`, `Browne 6, the rest evenly`.
pub(in crate::said) fn and_the_rest(
    scene: &Scene,
    chunks: &[Chunk],
) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known.filter(|known| known.is_set_up())?;
    let at = chunks.iter().position(|c| c.has(Word::Rest) && c.generals.is_empty())?;
    let mut read = vec![false; chunks.len()];
    let mut first = items(scene, &chunks[..at], &mut read)?;
    let mut behind = items(scene, &chunks[at + 1..], &mut read)?;
    if behind.is_empty() && chunks[..at].iter().any(|c| c.has(Word::Each)) {
        each_alike(&mut first);
    }
    let excepted = excepted(&mut behind);
    let numbered = at > 0 && chunks[at - 1].count().is_some();
    let counted = remaining(&mut first, &mut behind, numbered);
    let generals = first.iter().filter(|item| matches!(item, Item::General(..))).count();
    // `Chevert 4, the rest half and half to Richelieu and Soubise`
    let among: Vec<PieceId> =
        behind.iter().map(Item::general).collect::<Option<_>>().unwrap_or_default();
    let share = match (behind.as_slice(), first.last()) {
        _ if among.len() > 1 => None,
        ([Item::Number(number)], _) => Some(*number),
        // `Chevert 4 and the other two the maximum, 8 and 8`
        ([Item::Number(first), rest @ ..], _)
            if rest.len() > 1
                && rest.iter().all(|item| matches!(item, Item::Number(n) if n == first)) =>
        {
            Some(*first)
        }
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
    let by_sum = || {
        let nation = first.iter().find_map(Item::general)?.nation();
        let given = u32::from(known.troops_to_allot(nation)).checked_sub(counted?)?;
        let mut ways = Vec::new();
        give_out(&first, Vec::new(), &mut Vec::new(), given, &mut ways);
        <[_; 1]>::try_from(ways).ok().map(|[only]| only)
    };
    let mut entries = match (first.is_empty(), excepted.is_empty()) {
        (true, false) => Vec::new(),
        _ => pairs(&chunks[..at], &first, false).or_else(by_sum)?,
    };
    entries.extend(excepted);
    let nation = entries.first()?.0.nation();
    let mut left = u32::from(known.troops_to_allot(nation));
    for (_, number) in &entries {
        left = left.checked_sub(*number)?;
    }
    let mut others = known.generals_on_map(nation);
    others.retain(|piece| entries.iter().all(|(named, _)| named != piece));
    // `Daun 8`, said before, is none of the rest.
    for (piece, number) in &scene.allotted {
        if others.contains(piece) {
            left = left.checked_sub(u32::from(*number))?;
            others.retain(|other| other != piece);
        }
    }
    if counted.is_some_and(|counted| counted != left) {
        return None;
    }
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
    // What cannot be shared is asked about.
    let share = share.unwrap_or(if left.is_multiple_of(count) { left / count } else { REST });
    entries.extend(others.into_iter().map(|piece| (piece, share)));
    Some(entries)
}

/// `the rest 3 each, Keith 4`: those behind the number of the rest who have one of their own, taken out of what is said there.
fn excepted(behind: &mut Vec<Item>) -> Vec<(PieceId, u32)> {
    let own = |pair: &[Item]| match pair {
        [Item::General(piece, _), Item::Number(number)] => Some((*piece, *number)),
        _ => None,
    };
    let Some((Item::Number(_), others)) = behind.split_first() else { return Vec::new() };
    let found: Option<Vec<_>> =
        others.len().is_multiple_of(2).then(|| others.chunks(2).map(own).collect()).flatten();
    if found.as_ref().is_some_and(|found| !found.is_empty()) {
        behind.truncate(1);
    }
    found.unwrap_or_default()
}

/// `5 each to Saltikov and Fermor, 3 each to the other two`: the number before several is each one's.
fn each_alike(items: &mut Vec<Item>) {
    let [Item::Number(number), generals @ .., Item::Number(rest)] = items.as_slice() else {
        return;
    };
    let (number, rest) = (*number, *rest);
    if generals.len() < 2 || !generals.iter().all(|item| item.general().is_some()) {
        return;
    }
    let named: Vec<Item> = items.drain(..).filter(|item| item.general().is_some()).collect();
    for general in named {
        items.extend([Item::Number(number), general]);
    }
    items.push(Item::Number(rest));
}

/// How many troops are left, where that is said beside who shares them: `Laudon and Lacy share the remaining eight`, `the
/// remaining eight for Laudon and Lacy`, `gli otto restanti`. Who they are is then the only thing behind the rest.
fn remaining(first: &mut Vec<Item>, behind: &mut Vec<Item>, numbered: bool) -> Option<u32> {
    let is_general = |item: &Item| item.general().is_some();
    if let Some(Item::Number(number)) = first.last()
        && numbered
        && behind.len() > 1
        && behind.iter().all(is_general)
    {
        let number = *number;
        first.pop();
        return Some(number);
    }
    // `Laudon et Lacy se partagent les huit autres`
    if let [.., Item::General(..), Item::General(..), Item::Number(number)] = first.as_slice()
        && numbered
        && behind.is_empty()
        && first.first().is_some_and(is_general)
    {
        let number = *number;
        first.pop();
        let sharing = first.iter().rev().take_while(|item| is_general(item)).count();
        *behind = first.split_off(first.len() - sharing);
        return Some(number);
    }
    let (Item::Number(number), others) = behind.split_first()? else { return None };
    let number = *number;
    if others.len() > 1 && others.iter().all(is_general) {
        behind.remove(0);
        return Some(number);
    }
    let sharing = first.iter().rev().take_while(|item| is_general(item)).count();
    if !others.is_empty() || sharing < 2 || !first.first().is_some_and(is_general) {
        return None;
    }
    *behind = first.split_off(first.len() - sharing);
    Some(number)
}

/// At set-up, each number before those who have it, and what is left at the end: `the maximum for Richelieu and Soubise,
/// Chevert gets the rest`, `8 to Richelieu and Soubise, the rest to Chevert`.
pub(in crate::said) fn led(known: &Known, items: &[Item]) -> Option<Vec<(PieceId, u32)>> {
    let (head, last) = match items {
        [head @ .., Item::General(piece, _), Item::Number(REST)] => (head, Some((*piece, REST))),
        _ => (items, None),
    };
    // `Karl gets 5, 5 for Laudon`: not every number stands before whoever has it.
    let number = |item: &Item| matches!(item, Item::Number(_));
    if head.windows(2).any(|pair| pair.iter().all(number)) {
        return None;
    }
    let mut number = None;
    let mut found = Vec::new();
    for item in head {
        match item {
            Item::Number(next) => number = Some(*next),
            Item::General(piece, _) => found.push((*piece, number?)),
        }
    }
    let ends = matches!(head.last()?, Item::General(..));
    found.extend(last);
    let shares = found.iter().any(|(_, number)| *number == REST);
    (ends && shares && covers(known, &found)).then_some(found)
}

/// Whether these are all troops of one nation at set-up, or all but those of who gets the rest (R1.7).
pub(in crate::said) fn covers(known: &Known, entries: &[(PieceId, u32)]) -> bool {
    let Some((first, _)) = entries.first() else { return false };
    let whole = u32::from(known.troops_to_allot(first.nation()));
    let own = |piece: &PieceId| piece.nation() == first.nation();
    let counted = entries.iter().filter(|(_, number)| *number != REST);
    let sum = counted.clone().map(|(_, number)| *number).fold(0, u32::saturating_add);
    let all = entries.len() == known.generals_on_map(first.nation()).len();
    let left = counted.count() < entries.len();
    known.is_set_up()
        && entries.iter().all(|(piece, _)| own(piece))
        && if left { all && sum < whole } else { sum == whole }
}

/// `split the stack at Człuchów 5/5`, `Iserlohn: six each`: as many for each of a stack.
pub(in crate::said) fn evenly(
    scene: &Scene,
    chunks: &[Chunk],
    numbers: &[u32],
) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known?;
    if known.is_set_up() {
        return None;
    }
    let place = chunks.iter().rfind(|c| c.is_plain_city())?;
    let here = |piece: &PieceId| known.position(*piece).is_some_and(|c| place.cities.contains(&c));
    let own = known.own_nations().flat_map(|nation| known.generals_on_map(nation));
    let stack: Vec<PieceId> = own.filter(here).collect();
    // `Even out the Iserlohn stack, six apiece`
    let each = chunks.iter().any(|c| c.has(Word::Each) && !c.has(Word::Article));
    let repeated: Vec<u32> = match numbers {
        [number] if each => vec![*number; stack.len()],
        all => all.to_vec(),
    };
    let numbers = repeated.as_slice();
    let same = numbers.windows(2).all(|pair| pair[0] == pair[1]);
    // `Oschatz 6 and 6`, where twelve stand there
    let sum: u32 = stack.iter().filter_map(|piece| known.troops(*piece)).map(u32::from).sum();
    let all = numbers.iter().copied().fold(0, u32::saturating_add) == sum;
    let shifts = chunks.iter().any(|c| c.has(Word::Redistribute));
    let says = shifts || all && !chunks.iter().any(|c| c.unknown);
    // `split them half and half, six each`
    let each = chunks.iter().any(|c| c.has(Word::Each) && !c.has(Word::Article));
    let whole = |number: &u32| u32::try_from(stack.len()).ok().map(|n| n * number) == Some(sum);
    if let [number] = numbers
        && each
        && shifts
        && stack.len() > 1
        && whole(number)
    {
        return Some(stack.iter().map(|piece| (*piece, *number)).collect());
    }
    (says && stack.len() > 1 && stack.len() == numbers.len() && same)
        .then(|| stack.into_iter().zip(numbers.iter().copied()).collect())
}

/// Puts in what is left for those who get the rest, in equal parts: at set-up of their nation, later of their stack.
pub(in crate::said) fn rest(
    scene: &Scene,
    mut entries: Vec<(PieceId, u32)>,
) -> Option<Vec<(PieceId, u32)>> {
    let known = scene.known?;
    let open: Vec<usize> = (0..entries.len()).filter(|at| entries[*at].1 == REST).collect();
    let Some(first) = open.first() else { return Some(entries) };
    let piece = entries[*first].0;
    let beside = |other: PieceId| {
        other.nation() == piece.nation()
            && (known.is_set_up() || known.position(other) == known.position(piece))
    };
    if !open.iter().all(|at| beside(entries[*at].0)) {
        return None;
    }
    let mut left = if known.is_set_up() {
        u32::from(known.troops_to_allot(piece.nation()))
    } else {
        let city = known.position(piece)?;
        let stack = known.generals_on_map(piece.nation());
        let here = stack.iter().filter(|other| known.position(**other) == Some(city));
        here.filter_map(|other| known.troops(*other)).map(u32::from).sum()
    };
    for other in known.generals_on_map(piece.nation()) {
        let here = entries.iter().find(|(entry, _)| *entry == other).map(|(_, count)| *count);
        if !beside(other) || here == Some(REST) {
            continue;
        }
        let above = scene.allotted.iter().find(|(entry, _)| *entry == other);
        left = left.checked_sub(here.or(above.map(|(_, count)| u32::from(*count)))?)?;
    }
    let count = u32::try_from(open.len()).ok().filter(|count| left.is_multiple_of(*count))?;
    for at in open {
        entries[at].1 = left / count;
    }
    Some(entries)
}

/// What is in doubt of a line at set-up that names a general and a number which nobody got: `Friedrich his full load of eight,
/// Winterfeldt three`, of which only the second part was read.
pub(in crate::said) fn unnumbered(line: &str, chunks: &[Chunk], own: &[Said]) -> Option<Problem> {
    let entries = own.iter().find_map(|said| match &said.request {
        Request::Act(Action::Allot { troops }) => Some(troops),
        _ => None,
    })?;
    let nation = entries.first()?.0.nation();
    let left = |piece: &PieceId| {
        piece.nation() == nation && !entries.iter().any(|(other, _)| other == piece)
    };
    let given = |number: u32| entries.iter().any(|(_, troops)| u32::from(*troops) == number);
    let unused = |c: &Chunk| {
        c.guessed.is_none()
            && !c.any(&[Word::Filler, Word::Article, Word::Both])
            && c.count().is_some_and(|n| (1..=8).contains(&n) && !given(n))
    };
    let piece = chunks.iter().flat_map(|c| &c.generals).find(|piece| left(piece))?;
    let words = || format!("{}: {}", piece.name(), line.chars().take(60).collect::<String>());
    chunks.iter().any(unused).then(|| Problem::new(Trouble::MissingTroops, words()))
}

/// The line with the number right behind the general, where he has to make do with it: `poor Tottleben has to make do with one`.
pub(in crate::said) fn makes_do(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let makes_do = |at: usize| said(line, chunks, at, ClubWord::MakesDo);
    let (at, length) = (0..chunks.len()).find_map(|at| Some((at, makes_do(at)?)))?;
    let who = chunks[..at].iter().rposition(|c| !c.generals.is_empty())?;
    let number = |place: &usize| {
        let c = &chunks[*place];
        c.count().or(c.has(Word::Article).then_some(1)).filter(|n| (1..=8).contains(n))
    };
    let behind = at + length..chunks.len().min(at + length + 4);
    let place = (who + 1..at).chain(behind).find(|place| number(place).is_some())?;
    if !known.is_set_up() || at - who > 6 || chunks[who..at].iter().any(Chunk::is_mark) {
        return None;
    }
    let counted = Chunk { number: number(&place), ..chunks[place].meaning(Word::Filler) };
    let end = place.max(at + length - 1) + 1;
    let mut kept = chunks[..=who].to_vec();
    kept.push(counted);
    kept.extend_from_slice(&chunks[end..]);
    Some(Corrected { chunks: kept, line: line.to_owned() })
}
