//! Troops for generals: at set-up, and within a stack (R1.7, R6.4).
//!
//! `Friedrich 8, Winterfeldt 3`, `8 to Richelieu`, `four troops for each`, `one troop from Schwerin
//! to Keith`. What belongs to one stack the reader of the whole text puts together.

use super::entries::{Item, REST, items, pairs};
use super::shares::{and_the_rest, at_set_up, covers, evenly, led, rest, standing_there};
use crate::game::{Action, DecisionKind, Nation, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene, leftover};
use crate::said::chunks::{known, pieces};
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Trouble};

/// A general and how many troops.
pub(in crate::said) type Entries = Vec<(PieceId, u8)>;

/// Whether two chunks speak of new troops, in either order: `new troops`, `tropas nuevas`.
pub(in crate::said) fn are_new(pair: &[Chunk]) -> bool {
    let new = |c: &Chunk| c.has(Word::New) && !c.has(Word::Filler);
    let of_troops = |new_one: usize| new(&pair[new_one]) && pair[1 - new_one].has(Word::Troops);
    of_troops(0) || of_troops(1)
}

/// Whether a number stands beside this general, with no mark but a colon between them.
fn counted_beside(chunks: &[Chunk], piece: PieceId) -> bool {
    let near =
        |c: &&Chunk| !c.is_mark() || matches!(c.kind, Kind::Colon | Kind::Equals | Kind::Dash);
    let counts = |c: &Chunk| c.count().is_some() && !c.has(Word::Filler);
    let named = |at: &usize| chunks[*at].generals.contains(&piece);
    (0..chunks.len()).filter(named).any(|at| {
        let before = chunks[..at].iter().rev().take_while(near).take(3);
        let behind = chunks[at + 1..].iter().take_while(near).take(3);
        before.chain(behind).any(counts)
    })
}

/// Reads a group as troops for generals.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
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
    // `T1 behind the King`
    let short = |at: usize| chunks[at].plain.len() <= 2 && pieces::is_train(chunks, at);
    if (0..chunks.len()).any(short) {
        return None;
    }
    // `for Keith no big cards, keep the twelve`
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word) && !c.has(Word::Filler));
    if !known.is_set_up() && has(Word::Keep) && has(Word::Card) {
        return None;
    }
    // `retreats two cities`
    let steps = |pair: &[Chunk]| pair[0].number.is_some() && pair[1].has(Word::Steps);
    if chunks.windows(2).any(steps) {
        return None;
    }
    // `Apraxin to Nowhere. The rest stays`: within a stack somebody has a number before others have the rest.
    let counted = chunks.iter().any(|c| c.count().is_some());
    if !known.is_set_up() && !counted && chunks.iter().any(|c| c.has(Word::Rest)) {
        return None;
    }
    // `Browne stands his ground: the eight`: in a combat numbers are cards.
    let plays = known.awaits(DecisionKind::Play).is_some() && scene.heading.is_none();
    let alone = chunks.iter().filter(|c| !c.generals.is_empty()).count() < 2;
    if plays && alone && !chunks.iter().any(|c| c.has(Word::Troops)) {
        return None;
    }
    // `one army for Keith, I pay with the 9`
    let pays = |c: &Chunk| c.has(Word::Pay) && !c.any(&[Word::Give, Word::At, Word::From]);
    if chunks.iter().any(|c| pays(c) && !c.any(&[Word::For, Word::Filler, Word::Get])) {
        return None;
    }
    // `Lehwaldt advances by two: first Riesenburg, then Deutsch Eylau`: so many cities.
    let small =
        |c: &Chunk| c.is_word() && c.generals.is_empty() && c.plain.len() <= 3 && !c.has(Word::To);
    let steps = |at: usize| {
        let moves = |c: &Chunk| c.has(Word::Move) && !c.any(&[Word::Get, Word::Give, Word::Filler]);
        let led = at > 0
            && (moves(&chunks[at - 1])
                || at > 1 && small(&chunks[at - 1]) && moves(&chunks[at - 2]));
        chunks[at].count().is_some_and(|n| n <= 4) && led
    };
    let troops =
        |c: &Chunk| c.any(&[Word::Troops, Word::New, Word::Get, Word::Give, Word::Redistribute]);
    let only_steps = !chunks.iter().any(troops) && (0..chunks.len()).any(steps);
    if known.awaits(DecisionKind::Movement).is_some() && only_steps {
        return None;
    }
    // `Cumberland, who gave the battle away in 1757, goes back to Northeim`; nobody shares troops with himself.
    let figure = |c: &Chunk| c.count().is_some_and(|n| n == 0 || n > 60);
    if !known.is_set_up() && chunks.iter().any(figure) && !chunks.iter().any(troops) {
        return None;
    }
    // `damit wir zu zweit kämpfen`: a number that is only guessed counts no troops.
    if chunks.iter().any(|c| c.count().is_some() && c.guessed.is_some()) {
        return None;
    }
    let mut read = vec![false; chunks.len()];
    let items = items(scene, chunks, &mut read)?;
    let generals: Vec<PieceId> = items.iter().filter_map(Item::general).collect();
    let numbers: Vec<u32> = items
        .iter()
        .filter_map(|item| if let Item::Number(number) = item { Some(*number) } else { None })
        .collect();
    let shares = |c: &Chunk| {
        c.any(&[Word::Troops, Word::Redistribute, Word::Each, Word::Rest, Word::All, Word::Half])
            || c.any(&[Word::Get, Word::Give]) && !c.has(Word::Filler)
    };
    // `Den König überleg ich mir noch, auf Zimmer 7 klingelt's schon wieder`: of one who is not alone, with a number elsewhere.
    if let ([only], [_]) = (generals.as_slice(), numbers.as_slice())
        && known.awaits(DecisionKind::Movement).is_some()
        && !chunks.iter().any(shares)
        && !counted_beside(chunks, *only)
    {
        return None;
    }
    let each = chunks.iter().any(|c| c.any(&[Word::Each, Word::Full]));
    // `Hanover half and half`, `Ferdinand and Cumberland equally`
    let whose = !generals.is_empty()
        || known.own_nations().count() == 1
        || scene.heading.is_some()
        || chunks.iter().any(|c| c.nation.is_some());
    // `Ferdinand and Cumberland share the twelve equally`
    let nation = generals.first().map(|piece| piece.nation()).or(scene.heading);
    let whole = nation.map(|nation| u32::from(known.troops_to_allot(nation)));
    let all_of_them =
        matches!((numbers.as_slice(), whole), ([number], Some(whole)) if *number == whole);
    let place = generals.first().and_then(|piece| known.position(*piece));
    // `fifty-fifty between Saltikov and Fermor`, who stand together.
    let stack = generals.len() > 1
        && place.is_some()
        && generals.iter().all(|piece| known.position(*piece) == place);
    let evenly_all = (known.is_set_up() || stack)
        && (numbers.is_empty() || all_of_them && generals.len() > 1)
        && whose
        && says(&scene.words(chunks), ClubWord::Evenly)
        && !chunks
            .iter()
            .any(|c| c.any(&[Word::Not, Word::Or, Word::If]) || c.kind == Kind::Question);
    if numbers.is_empty() && !evenly_all {
        return None;
    }
    // `one army for Keith`, who stands alone: he is to be reinforced, and with what is not said here.
    let alone = |piece: &PieceId| {
        let mut others = known.generals_on_map(piece.nation()).into_iter().filter(|o| o != piece);
        !others.any(|other| known.position(other) == known.position(*piece))
    };
    // `Karl gets three new troops`: new ones are bought, and not shifted within a stack.
    let bought =
        |c: &[Chunk]| (c[0].count().is_some() || c[0].has(Word::Article)) && are_new(&c[1..]);
    // `Seydlitz gets a troop, paid with the smallest card`
    let paid = generals.len() == 1 && numbers.len() == 1 && says(scene.line, ClubWord::PaidWith);
    if !known.is_set_up() && (paid || chunks.windows(3).any(bought)) {
        return Some(Err(Problem::new(Trouble::MissingTerms, scene.words(chunks))));
    }
    let given =
        chunks.iter().any(|c| c.has(Word::For)) && chunks.iter().any(|c| c.has(Word::Troops));
    if let [only] = generals.as_slice()
        && given
        && numbers.len() == 1
        && !known.is_set_up()
        && known.is_own(only.nation())
        && alone(only)
    {
        return Some(Err(Problem::new(Trouble::MissingTerms, scene.words(chunks))));
    }
    let whole = || at_set_up(scene, chunks, &numbers, each);
    let unnamed = || standing_there(scene, chunks, &numbers, each).or_else(whole);
    let unnamed = generals.is_empty().then(unnamed).flatten();
    let entries = if let Some(entries) = unnamed {
        entries
    } else if evenly_all {
        generals.into_iter().map(|piece| (piece, REST)).collect()
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
            None => led(known, &items)
                .or_else(|| pairs(chunks, &items, each))
                .or_else(|| shared(known, &items))
                .or_else(|| by_sum(known, &items))?,
        }
    };
    // `Winterfeldt half of the rest, the others …`: of one half alone nobody knows what the others get.
    let halves = chunks.iter().filter(|c| c.has(Word::Half)).count();
    if halves > 0 && (halves != 2 || entries.iter().filter(|(_, n)| *n == REST).count() != 2) {
        return Some(Err(Problem::new(Trouble::MissingNumber, scene.words(chunks))));
    }
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
    // `Russia: four each. Sweden 4 for Ehrensvärd`, read as one group: whoever is named has troops in it.
    let lacks =
        |nation: Nation| known.is_own(nation) && !entries.iter().any(|(p, _)| p.nation() == nation);
    let (_, before) = chunks.split_last()?;
    let headed = scene.heading.filter(|_| before.iter().any(|c| c.kind == Kind::Period));
    if known.is_set_up() && chunks.iter().filter_map(|c| c.nation).chain(headed).any(lacks) {
        return None;
    }
    // `My dog is called Daun and ate 3 sausages`: of somebody else's general that is no order.
    let foreign = entries.iter().all(|(piece, _)| !known.is_own(piece.nation()));
    let strange = |c: &Chunk| c.is_word() && (c.unknown || c.guessed.is_some());
    if foreign && chunks.iter().any(strange) {
        return None;
    }
    let giver = giver(chunks, &entries).filter(|_| !known.is_set_up());
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
        // Outside of set-up the reader of the text makes a redistribution of it.
        parsed.said.push((Some(nation), Request::Act(Action::Allot { troops })));
    }
    if let Some(giver) = giver {
        parsed.pieces = vec![giver];
    }
    Some(Ok(parsed))
}

/// `Keith gives one to Schwerin`: of whom the sentence speaks, so that he alone goes on in `then goes to Glatz`.
fn giver(chunks: &[Chunk], entries: &[(PieceId, u32)]) -> Option<PieceId> {
    let mut words = chunks.iter().filter(|c| c.is_word());
    let first = words.find(|c| !c.any(&[Word::And, Word::Then, Word::Article, Word::Title]))?;
    let [piece] = first.generals.as_slice() else { return None };
    let verb = words.find(|c| c.any(&[Word::Give, Word::Get]) || !c.generals.is_empty())?;
    let gives = verb.generals.is_empty() && entries.len() == 2;
    (gives && entries.iter().any(|(other, _)| other == piece)).then_some(*piece)
}

/// At set-up, numbers before and behind those who have them: `Friedrich 8, four each to Heinrich, Keith and Dohna, the
/// other two 3`. Each number is that of the generals right before it or right behind it; how, the sum settles (R1.7), if
/// only one way comes out.
fn by_sum(known: &known::Known, items: &[Item]) -> Option<Vec<(PieceId, u32)>> {
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
pub(in crate::said) fn give_out(
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
    // All who wait get it; if nobody waits, one or more of those behind.
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

/// `Richelieu and Soubise get 7, Chevert 6`: a number for each before it, if the sum comes out (R1.7).
fn shared(known: &known::Known, items: &[Item]) -> Option<Vec<(PieceId, u32)>> {
    let mut found: Vec<(PieceId, u32)> = Vec::new();
    let mut open: Vec<PieceId> = Vec::new();
    for item in items {
        match item {
            Item::General(piece, _) => open.push(*piece),
            // `six for Saltikov, five for Fermor, to Apraxin three, …`: nobody is named before it. `Tottleben a single one`
            // says it twice.
            Item::Number(number)
                if open.is_empty() && found.last().map(|last| last.1) != Some(*number) =>
            {
                return None;
            }
            Item::Number(number) => found.extend(open.drain(..).map(|piece| (piece, *number))),
        }
    }
    (open.is_empty() && covers(known, &found)).then_some(found)
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
    // `Keith gives Schwerin one, so Schwerin 6, Keith 3`: who is named again is no third.
    let mut once: Vec<(PieceId, usize)> = Vec::new();
    for general in &generals {
        if !once.iter().any(|(piece, _)| *piece == general.0) {
            once.push(*general);
        }
    }
    let numbers: Vec<u32> = items
        .iter()
        .filter_map(|item| if let Item::Number(n) = item { Some(*n) } else { None })
        .collect();
    let generals = if numbers.len() == 3 { once } else { generals };
    let (&[(first, at), (second, to)], [number, rest @ ..]) =
        (generals.as_slice(), numbers.as_slice())
    else {
        return None;
    };
    // `Daun hands 1 to Laudon, 5 each then`
    // `…, then both have six`
    if let ([each], true) = (rest, chunks.iter().any(|c| c.any(&[Word::Each, Word::Both])))
        && known.troops(first)?.checked_add(known.troops(second)?)
            == each.checked_mul(2).and_then(|sum| u8::try_from(sum).ok())
    {
        return Some(Some(vec![(first, *each), (second, *each)]));
    }
    // `… (that leaves 4 and 6)`: which of them has which follows from the troops they have now.
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
    // `Fermor gets one of Saltikov's troops`
    let owns = |place: usize| {
        let name = scene.words(&chunks[place..=place]).to_lowercase();
        name.ends_with("'s") || name.ends_with("’s")
    };
    let gets = chunks.iter().any(|c| c.has(Word::Get))
        && (before(at, Word::From) || before(to, Word::From) || owns(to));
    // `Keith prend une troupe à Schwerin`, `nimmt Schwerin eine Truppe ab`: he who takes is named first.
    let takes = |c: &Chunk| c.has(Word::Get) && !c.any(&[Word::Give, Word::To]);
    let gives_too = chunks.iter().any(|c| c.has(Word::Give) && !c.has(Word::Get));
    let between = chunks.get(at + 1..to).unwrap_or_default();
    let takes = !gives_too && between.iter().any(takes);
    // `I take two troops from Fermor, Saltikov gets them`
    let handed = chunks[..to].iter().rposition(|c| c.kind == Kind::Comma).is_some_and(|comma| {
        let takes = |c: &Chunk| c.has(Word::Get) && !c.any(&[Word::To, Word::With]);
        at < comma
            && chunks[..comma].iter().any(|c| c.count() == Some(*number))
            && chunks[comma..].iter().any(takes)
            && !chunks[..comma].iter().any(takes)
    });
    let gives = gets || handed || chunks.iter().any(|c| c.any(&[Word::Give, Word::Move]));
    // `both have five each`: that is what they have, not what one of them gives.
    let each = chunks.iter().any(|c| c.has(Word::Each) && !c.has(Word::Article));
    if !gives || !rest.is_empty() || known.is_set_up() || each {
        return None;
    }
    // `Give Fermor one of Saltikov's troops`, German `eine von Saltykows Truppen`
    let counted = between.iter().position(|c| c.number.is_some());
    let troops = between.iter().position(|c| c.has(Word::Troops));
    // `gibt Lacy eine Truppe an Browne ab`: between them stands nothing but whose they are.
    let whose = |c: &Chunk| c.any(&[Word::From, Word::Title]) && !c.any(&[Word::To, Word::At]);
    let of_him = counted.zip(troops).is_some_and(|(counted, troops)| {
        counted < troops && between[troops + 1..].iter().all(whose)
    });
    let behind = chunks.get(to + 1).is_some_and(|c| c.has(Word::Troops));
    let led = chunks[..at].iter().any(|c| c.has(Word::Give) && c.generals.is_empty());
    let his = led && counted.is_some() && (behind || of_him);
    let (giver, taker) = if handed {
        (first, second)
    } else if takes && gives
        || (gets || his) && owns(to)
        || his && !before(to, Word::To)
        || before(to, Word::From) && !before(to, Word::To)
        || before(at, Word::To) && before(to, Word::From)
    {
        (second, first)
    } else {
        (first, second)
    };
    let (has, gets) = (u32::from(known.troops(giver)?), u32::from(known.troops(taker)?));
    // Whether they stand in one city is for the rules to say (R6.4).
    if *number >= has || known.position(giver).is_none() || known.position(taker).is_none() {
        return None;
    }
    Some(Some(vec![(giver, has - number), (taker, gets + number)]))
}

/// Troops are to be shifted, but not said between whom.
fn shift_question(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let shifts = chunks.iter().any(|c| c.any(&[Word::Give, Word::Redistribute]))
        && chunks.iter().any(|c| c.any(&[Word::Troops]));
    // `Strehlen: move one troop over`
    let city = chunks.first().is_some_and(Chunk::is_plain_city);
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon);
    if !shifts || colon.is_some_and(|at| at > 1 || !city) {
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
