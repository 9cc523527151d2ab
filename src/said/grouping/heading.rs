//! What stands before an order in its line: a bullet, a test, a heading, a condition.

use crate::game::{CityId, Nation, PieceId};
use crate::said::Condition;
use crate::said::Fact;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame;
use crate::said::chunks::known::Known;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Whether an entry of a numbered list begins so: `1. Friedrich to Dresden`, `2. recruit …`, `3. ready`.
fn begins_entry(chunk: &Chunk) -> bool {
    let verbs = [Word::Recruit, Word::Ready, Word::Stay];
    // No ordinal stands before an article.
    let article = chunk.has(Word::Article) && !chunk.any(&[Word::To, Word::At, Word::From]);
    !chunk.generals.is_empty() || chunk.is_word() && (chunk.any(&verbs) || article)
}

/// Without `1)`, `a)`, `-`, `*` before it.
pub(in crate::said) fn without_bullet(chunks: &[Chunk]) -> &[Chunk] {
    match chunks {
        [number, close, rest @ ..]
            if (number.number.is_some() || number.plain.len() == 1)
                && number.kind != Kind::Suit(0)
                && close.glued
                && matches!(close.kind, Kind::Close | Kind::Period)
                && !rest.is_empty()
                // `Jedenastka. …` is a card, and no bullet.
                && (close.kind == Kind::Close
                    || rest[0].is_word() && (!number.is_word() || number.number.is_none())) =>
        {
            rest
        }
        // `Article 4: Seydlitz does not leave Leipzig`
        [word, number, close, rest @ ..]
            if word.is_word()
                && (word.unknown || word.has(Word::Filler))
                && (number.number.is_some() || number.ordinal.is_some())
                && matches!(close.kind, Kind::Close | Kind::Period | Kind::Colon | Kind::Dash)
                && rest.iter().any(|c| !c.generals.is_empty() || c.is_train_word()) =>
        {
            rest
        }
        // `1: Friedrich -> Pirna`
        [number, colon, rest @ ..]
            if matches!(number.kind, Kind::Number(_))
                && colon.kind == Kind::Colon
                && colon.glued
                && rest.first().is_some_and(|c| !c.generals.is_empty() || c.is_train_word())
                && rest.iter().any(|c| c.is_plain_city() || c.has(Word::Stay)) =>
        {
            rest
        }
        // `(3) Daun to Prag`
        [open, number, close, rest @ ..]
            if open.kind == Kind::Open
                && number.number.is_some()
                && close.kind == Kind::Close
                && rest.iter().any(|c| !c.generals.is_empty()) =>
        {
            rest
        }
        // `1. Friedrich nach Dresden` has become an ordinal.
        [number, rest @ ..]
            if matches!(number.kind, Kind::Number(_))
                && number.ordinal.is_some()
                && number.end > number.start + 1
                && rest.first().is_some_and(begins_entry) =>
        {
            rest
        }
        // `4. I'm away from Tuesday to Thursday`
        [number, rest @ ..]
            if matches!(number.kind, Kind::Number(_))
                && number.ordinal.is_some()
                && number.end > number.start + 1
                && number.start == 0
                && rest.first().is_some_and(|c| {
                    c.any(&[Word::Absent, Word::PassOn, Word::Press, Word::Propose])
                        && !c.any(&[Word::Play, Word::Troops, Word::Card])
                        || c.any(&[Word::Filler, Word::Pronoun])
                            && rest.iter().take(4).any(|c| c.has(Word::Absent))
                }) =>
        {
            rest
        }
        _ => chunks,
    }
}

/// `test: Daun to Zittau`: what is to be tried.
pub(in crate::said) fn tested(chunks: &[Chunk]) -> Option<(bool, &[Chunk])> {
    // `Just check this as a dry run: Seydlitz to Meißen`
    let names = |c: &Chunk| {
        !c.generals.is_empty() || c.is_plain_city() || c.number.is_some() || c.nation.is_some()
    };
    let opening = chunks.iter().position(|c| c.kind == Kind::Colon).filter(|colon| *colon <= 7);
    if let Some(colon) = opening
        && let (before, [_, rest @ ..]) = chunks.split_at(colon)
        && before.iter().any(|c| c.has(Word::Test) && !c.any(&[Word::Filler, Word::Move]))
        && !before.iter().any(|c| names(c) || c.has(Word::Not))
        && rest.iter().any(names)
    {
        return Some((true, rest));
    }
    let first = chunks.first().filter(|c| c.has(Word::Test))?;
    let mut at = 1;
    while chunks
        .get(at)
        .is_some_and(|c| c.any(&[Word::Filler, Word::Only, Word::Alone]) && c.is_word())
    {
        at += 1;
    }
    let colon =
        chunks.get(at).is_some_and(|c| matches!(c.kind, Kind::Colon | Kind::Comma | Kind::Dash));
    // `test Keith to Glatz`, `test duel Keith: …`
    let opens = |c: &Chunk| !c.generals.is_empty() || c.any(&[Word::Duel, Word::Train, Word::For]);
    if at == 1 && !first.any(&[Word::Filler, Word::Move]) && chunks.get(1).is_some_and(opens) {
        let acts = chunks.iter().any(|c| {
            c.any(&[Word::To, Word::Stay, Word::Via])
                || matches!(c.kind, Kind::Arrow | Kind::Dash | Kind::Colon)
        });
        return acts.then(|| (true, &chunks[1..]));
    }
    let rest = chunks.get(at + 1..)?;
    let says =
        rest.iter().any(|c| !c.generals.is_empty() || c.number.is_some() || c.has(Word::Train));
    (colon && says).then_some((true, rest))
}

/// `Keith to Glatz (just testing)`, `Dohna nach Stettin, nur zur Probe`: what is to be tried.
pub(in crate::said) fn tested_behind(chunks: &[Chunk]) -> Option<&[Chunk]> {
    let ends = |c: &Chunk| !c.is_word() && c.number.is_none() && c.kind != Kind::Question;
    let last = chunks.iter().rposition(|c| !ends(c))?;
    let parts = [Kind::Comma, Kind::Open, Kind::Dash, Kind::Period, Kind::Semicolon];
    let at = chunks[..last].iter().rposition(|c| parts.contains(&c.kind))?;
    let words = || chunks[at..=last].iter().filter(|c| c.is_word());
    let small = [Word::Test, Word::Filler, Word::Only, Word::Article, Word::Alone, Word::For];
    let small = |c: &Chunk| c.any(&small) || c.any(&[Word::Pronoun, Word::To, Word::At, Word::As]);
    let orders = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Train);
    let tests = words()
        .any(|c| c.has(Word::Test) && !c.any(&[Word::Filler, Word::Move]) && c.guessed.is_none());
    let plain = words().all(|c| small(c) && !orders(c) && !c.unknown && c.number.is_none());
    (tests && plain && chunks[..at].iter().any(orders)).then_some(&chunks[..at])
}

/// A line, or its beginning, that says for which nation and turn the rest is.
pub(in crate::said) struct Heading {
    /// Whose orders follow.
    pub(in crate::said) nation: Nation,
    /// From 1; `None` if only the nation was said.
    pub(in crate::said) turn: Option<u16>,
    /// So many chunks belong to it.
    pub(in crate::said) used: usize,
}

/// Where a second heading begins within a line, behind the end of a sentence: `Friedrich 6. Hanover: …`.
pub(in crate::said) fn second_heading(chunks: &[Chunk]) -> Option<usize> {
    // `… with him. For Hanover: nothing`
    // `… to Strehlen. Then with the Imperials: …`
    let small = [Word::For, Word::Then, Word::With, Word::Article, Word::And, Word::At];
    let leads =
        |c: &&Chunk| c.is_word() && c.any(&small) && c.generals.is_empty() && !c.is_plain_city();
    let led = |at: usize| chunks[1..at].iter().rev().take(4).take_while(leads).count();
    let nation = (1..chunks.len()).find(|at| {
        let before = &chunks[at - 1 - led(*at)];
        let ends = matches!(before.kind, Kind::Period | Kind::Semicolon | Kind::Comma)
            || matches!(before.kind, Kind::Number(_)) && before.ordinal.is_some();
        let names = chunks[*at].nation.is_some() && chunks[*at].generals.is_empty();
        // `Turn 3, Hanover:` is one heading; `For Hanover in advance:` says no more than the nation.
        let behind = chunks[at + 1..].iter().take(3);
        let small = |c: &&Chunk| {
            let words = [Word::Filler, Word::Time, Word::TopicAhead, Word::Heading, Word::Then];
            c.is_word() && c.any(&words) && c.generals.is_empty() && !c.is_plain_city()
        };
        // `Hanover later on:`
        let ahead = behind.clone().any(|c| c.is_word() && c.has(Word::Heading));
        let passed = if led(*at) > 0 || ahead { behind.take_while(small).count() } else { 0 };
        // `For next turn, Prussia:`
        let when = [Word::Turn, Word::TopicAhead, Word::Time];
        let when = chunks[..*at].iter().any(|c| c.is_word() && c.any(&when) && !c.has(Word::Ready));
        let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.has(Word::Train);
        let one = before.kind == Kind::Comma && when && !chunks[..*at].iter().any(named);
        ends && names
            && !one
            && chunks.get(at + 1 + passed).is_some_and(|next| next.kind == Kind::Colon)
            // `Ready! And for Hanover: …`
            && (heading_words(&chunks[..*at]).is_none()
                || before.kind == Kind::Period && chunks[..*at].iter().any(|c| c.has(Word::Ready)))
    });
    nation.map(|at| at - led(at))
}

/// A heading at the beginning of a line: `for Hanover`, `Hanover, turn 3:`, `orders for Sweden`.
///
/// A turn alone is one of the nation of the heading before it, or else of the only one that is `awaited`.
pub(in crate::said) fn heading(
    chunks: &[Chunk],
    current: Option<Nation>,
    awaited: Option<Nation>,
) -> Option<Heading> {
    // `ends` has where a heading may end: at a colon, with `for` also at another mark or at the line's end.
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon);
    let whole = chunks.len();
    let first = chunks.iter().find(|c| c.is_word() && !c.any(&[Word::Greeting]))?;
    // `In turn 3, Heinrich to Templin`
    let timed = turn_named(chunks).is_some_and(|(from, _, _)| {
        // Spanish `Para el turno 3`
        let small = |c: &Chunk| c.any(&OPENING) || c.has(Word::Filler) && c.plain.len() <= 3;
        chunks[..from].iter().all(|c| !c.is_word() || small(c) && !c.unknown)
    });
    if let Some(heading) = by_letter(chunks, current.or(awaited)) {
        return Some(heading);
    }
    let current = current.or(awaited.filter(|_| first.has(Word::Turn) || timed));
    // `il generale svedese: Neustrelitz`
    if let Some(colon) = colon
        && chunks[..colon].iter().any(|c| c.has(Word::General) && c.generals.is_empty())
        && chunks.get(colon + 1).is_some_and(Chunk::is_plain_city)
    {
        return None;
    }
    let says_for = timed
        || chunks
            .iter()
            .take_while(|c| c.nation.is_none())
            .any(|c| c.any(&[Word::For, Word::Heading]));
    let mut ends: Vec<(usize, usize)> = Vec::new();
    if let Some(colon) = colon {
        ends.push((colon, colon + 1));
    }
    // `In turn 3 Heinrich goes to Templin`
    if let Some((_, to, _)) = turn_named(chunks).filter(|_| timed && colon.is_none()) {
        let who = chunks.get(to).is_some_and(|c| !c.generals.is_empty() || c.has(Word::Move));
        ends.extend(who.then_some((to, to)));
    }
    if says_for {
        ends.push((whole, whole));
        for (at, chunk) in chunks.iter().enumerate() {
            if matches!(chunk.kind, Kind::Comma | Kind::Period | Kind::Dash | Kind::Semicolon) {
                ends.push((at, at + 1));
            }
        }
    }
    // One that names a turn may be the whole line; `Szwecja w tym etapie Ehrensvärd …` is none.
    let begins = current.is_some() || first.has(Word::Turn) || first.nation.is_some();
    if begins && chunks.iter().any(|c| c.has(Word::Turn)) {
        ends.push((whole, whole));
    }
    ends.sort_unstable();
    ends.reverse();
    // `That is all for Prussia`
    let all_said = colon.is_none()
        && chunks.iter().any(|c| c.has(Word::Everything))
        && !chunks.iter().any(|c| c.has(Word::Duel));
    for (end, used) in ends {
        if all_said && !chunks[used.min(whole)..].iter().any(Chunk::is_word) {
            continue;
        }
        if let Some((nation, turn)) = heading_words(&chunks[..end]) {
            let nation = nation.or(current.filter(|_| turn.is_some()));
            if let Some(nation) = nation {
                return Some(Heading { nation, turn, used });
            }
        }
    }
    None
}

/// `Prussia T5: Keith to Glatz`, or `Prussia, t. 2:` above orders: a turn by its letter. `Prussia T1: Herzberg` sends a train, and so
/// may `T2:` alone.
fn by_letter(chunks: &[Chunk], current: Option<Nation>) -> Option<Heading> {
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon);
    let end = colon.unwrap_or(chunks.len());
    let (head, rest) = (&chunks[..end], chunks.get(end + 1..).unwrap_or_default());
    let said = |c: &&Chunk| c.is_word() || matches!(c.kind, Kind::Number(_));
    let words: Vec<&Chunk> = head.iter().filter(said).collect();
    let named = |c: &Chunk| c.nation.filter(|_| c.generals.is_empty());
    let (nation, letter, number) = match words[..] {
        [whose, letter, number] if named(whose).is_some() => (named(whose), letter, number),
        [letter, number, whose] if named(whose).is_some() => (named(whose), letter, number),
        [letter, number] if colon.is_some() => (None, letter, number),
        _ => return None,
    };
    let Kind::Number(turn) = number.kind else { return None };
    let general = rest.iter().any(|c| !c.generals.is_empty());
    let named = nation.is_some();
    let later = rest.is_empty() && (named || turn > 2) || (named || turn > 2) && general;
    let nation = nation.or(current)?;
    (letter.plain == "t" && later).then_some(Heading {
        nation,
        turn: u16::try_from(turn).ok(),
        used: chunks.len() - rest.len(),
    })
}

/// What may stand before the turn that a line begins with.
const OPENING: [Word; 6] =
    [Word::For, Word::At, Word::To, Word::Then, Word::Article, Word::Heading];

/// The first turn that is named by its number, and where: `turn 3`, `the third turn`; `3 turns` is a time.
pub(in crate::said) fn turn_named(chunks: &[Chunk]) -> Option<(usize, usize, u16)> {
    let turn = |c: &Chunk| c.is_word() && c.has(Word::Turn);
    let ordinal = |c: &Chunk| c.ordinal.filter(|_| c.nation.is_none());
    (1..chunks.len()).find_map(|at| {
        let (before, here) = (&chunks[at - 1], &chunks[at]);
        let number = match (turn(before), turn(here)) {
            (true, false) => here.ordinal.or(here.count()),
            (false, true) => ordinal(before),
            _ => None,
        };
        number.and_then(|number| Some((at - 1, at + 1, u16::try_from(number).ok()?)))
    })
}

/// A line above orders, in whatever words, that says whose they are, or of which later turn: `Here is what Prussia does
/// in turn 3:`, `And put down Hanover, too:`. `next` tells that the line speaks of the turn after this one.
pub(in crate::said) fn announcement(
    chunks: &[Chunk],
    now: u16,
    next: bool,
) -> Option<(Option<Nation>, Option<u16>)> {
    let (last, before) = chunks.split_last()?;
    let said = turn_named(before).map(|(_, _, turn)| turn).filter(|turn| *turn > now);
    let turn = said.or(next.then_some(now + 1));
    let orders = |c: &Chunk| {
        !c.generals.is_empty() && c.nation.is_none()
            || c.is_plain_city() && c.meanings.is_empty() && c.nation.is_none()
            || matches!(c.kind, Kind::Suit(_) | Kind::Question | Kind::Colon)
            || c.any(&[Word::Out, Word::Conquered, Word::Press]) && !c.has(Word::Filler)
    };
    // `I'll be on a plane when Hanover comes up, so here's what they do:`
    let named = before.iter().any(|c| c.nation.is_some());
    let conditional = !named && before.iter().any(|c| c.has(Word::If));
    if conditional || last.kind != Kind::Colon || before.len() > 20 || before.iter().any(orders) {
        return None;
    }
    let mut nations = before.iter().filter_map(|c| c.nation);
    let nation = nations.next();
    let says = nation.is_some() || turn.is_some();
    (says && nations.all(|other| Some(other) == nation)).then_some((nation, turn))
}

fn heading_words(chunks: &[Chunk]) -> Option<(Option<Nation>, Option<u16>)> {
    let mut nation = None;
    let mut turn = None;
    let mut says_turn = false;
    let mut number = None;
    if chunks.len() > 14 {
        return None;
    }
    // `Prussia / turn 3`
    let both = chunks.iter().any(|c| c.nation.is_some()) && turn_named(chunks).is_some();
    for chunk in chunks {
        if !chunk.is_word() && chunk.number.is_none() {
            let parts =
                matches!(chunk.kind, Kind::Suit(_) | Kind::Plus | Kind::Arrow | Kind::Question);
            if parts || chunk.kind == Kind::Slash && !both {
                return None;
            }
            continue;
        }
        // A word may name a nation and its only general; in a heading it is the nation.
        if let Some(found) = chunk.nation {
            if nation.replace(found).is_some_and(|known| known != found) {
                return None;
            }
            continue;
        }
        if chunk.unknown
            || !chunk.generals.is_empty()
            || chunk.is_plain_city() && chunk.meanings.is_empty()
        {
            return None;
        }
        if chunk.has(Word::Turn) {
            says_turn = true;
        }
        if let Some(found) = chunk.ordinal.or(chunk.count()) {
            number = Some(found);
            continue;
        }
        if !chunk.any(&[
            Word::For,
            Word::Heading,
            Word::Turn,
            Word::Time,
            Word::Filler,
            Word::And,
            Word::At,
            Word::To,
            Word::Greeting,
            Word::Article,
            Word::Title,
            Word::From,
            Word::Move,
            Word::Keep,
            Word::While,
            Word::Then,
            Word::If,
            Word::Troops,
            Word::General,
            Word::Sent,
            Word::With,
            Word::TopicAhead,
        ]) {
            return None;
        }
        if chunk.any(&[Word::Ready, Word::Stay, Word::Stop])
            && !chunk.any(&[Word::Filler, Word::Heading, Word::Time, Word::At, Word::For, Word::To])
        {
            return None;
        }
    }
    if let Some(number) = number {
        if !says_turn {
            return None;
        }
        turn = u16::try_from(number).ok();
    }
    (nation.is_some() || turn.is_some()).then_some((nation, turn))
}

/// The fact of a condition that begins here, and how many chunks belong to it.
pub(in crate::said) fn fact(known: &Known, part: &[Chunk]) -> Option<(Condition, usize)> {
    // `When Daun is beaten, chase him as far from Dresden as possible` tells where he goes, and no fact.
    let chased = |c: &Chunk| c.has(Word::Away) && !c.any(&[Word::Out, Word::At, Word::Filler]);
    if part.iter().any(chased) && part.iter().any(|c| c.has(Word::Retreat)) {
        return None;
    }
    let mut general = None;
    let mut city: Option<Vec<CityId>> = None;
    let mut nation = None;
    let (mut not, mut conquered, mut out) = (false, false, false);
    let mut used = part.len();
    for (at, chunk) in part.iter().enumerate().skip(1) {
        let complete = general.is_some() && city.is_some()
            || conquered && city.is_some()
            || out && nation.is_some();
        let ends = chunk.kind == Kind::Colon
            || complete
                && (matches!(chunk.kind, Kind::Comma | Kind::Dash | Kind::Arrow | Kind::Semicolon)
                    || chunk.has(Word::Then)
                    || Little::Then.is(&chunk.plain));
        // `if that is too far, as near as he gets. Cumberland to Göttingen`: no fact reaches over the end of its sentence.
        // `to Hersfeld, if he makes it; Richelieu goes towards Kassel`
        let over = matches!(chunk.kind, Kind::Period | Kind::Semicolon | Kind::Question);
        if over && !complete {
            return None;
        }
        if ends {
            used = at + 1;
            break;
        }
        // `if Seydlitz is at Leipzig stays Hildburghausen`, as the order of words is in German
        let verb = chunk.has(Word::Stay) && chunk.generals.is_empty();
        if complete && verb && part.get(at + 1).is_some_and(|next| !next.generals.is_empty()) {
            used = at;
            break;
        }
        // `if Soubise is at Kassel he stays`
        let he = chunk.has(Word::Pronoun) && !chunk.any(&[Word::At, Word::Filler, Word::Article]);
        let does = |c: &Chunk| c.any(&[Word::Stay, Word::Move]) && c.generals.is_empty();
        if complete && he && part.get(at + 1).is_some_and(does) {
            used = at;
            break;
        }
        if complete && (!chunk.generals.is_empty() || chunk.has(Word::Train)) {
            // `if Soubise is at Kassel Cumberland stays`
            used = at;
            break;
        }
        if chunk.kind == Kind::Comma {
            // `if it is occupied, to Oranienburg`
            let goal =
                part.get(at + 1).is_some_and(|next| next.has(Word::To) && !next.has(Word::At));
            if goal && (conquered || out) && city.is_none() && nation.is_none() {
                return None;
            }
            // `if he is gone, Ehrensvärd to Ueckermünde`: nothing of the first clause names a fact.
            if general.is_none() && city.is_none() && nation.is_none() && !conquered && !out {
                return None;
            }
            // `if Winterfeldt is gone, Lacy goes to Pirna`: of the first one no city was said.
            let clause = part[at + 1..].iter().take_while(|c| c.is_word());
            let another = |c: &Chunk| c.generals.first().is_some_and(|one| Some(*one) != general);
            if general.is_some() && city.is_none() && clause.clone().any(another) {
                return None;
            }
            continue;
        }
        if let Some(found) = chunk.generals.first().filter(|_| general.is_none()) {
            general = Some(*found);
        } else if !chunk.cities.is_empty()
            && city.is_none()
            && (chunk.nation.is_none() || general.is_some() || part[at - 1].has(Word::At))
        {
            if chunk.meanings.is_empty()
                || chunk.nation.is_some()
                || part[at - 1].any(&[Word::At, Word::To])
            {
                city = Some(chunk.cities.clone());
            }
        } else if let Some(found) = chunk.nation {
            nation = nation.or(Some(found));
            if city.is_none() && !chunk.cities.is_empty() {
                city = Some(chunk.cities.clone());
            }
        }
        not |= chunk.has(Word::Not) && !chunk.any(&[Word::Filler, Word::And]);
        conquered |= chunk.has(Word::Conquered);
        out |= chunk.has(Word::Out);
    }
    // `if Daun attacks Schwerin`: the general who has the name of a city is attacked.
    let fights = part[..used]
        .iter()
        .any(|c| c.any(&[Word::Attack, Word::Versus]) && !c.any(&[Word::At, Word::With]));
    let attacked = |c: &Chunk| !c.generals.is_empty() && !c.cities.is_empty();
    if fights && general.is_some() && part[..used].iter().any(attacked) {
        return None;
    }
    // What is said of him and the city: that he leaves it, or something that no condition can say.
    if let (Some(general), Some(city)) = (general, &city) {
        match relation(&part[..used], general, city) {
            Relation::Stands => {}
            Relation::Leaves => not = !not,
            Relation::Other => return None,
        }
    }
    let only = |cities: &[CityId]| {
        let mut all = cities.to_vec();
        let held: Vec<CityId> = known.view.pieces.iter().filter_map(|p| p.city).collect();
        frame::narrow(&mut all, |city| held.contains(&city));
        all.first().copied()
    };
    // `si Suecia ya no juega`: a negation within a phrase for `out` denies nothing.
    let fact = match (general, &city, nation) {
        (Some(general), Some(city), _) => Fact::At(general, only(city)?),
        (None, Some(city), None) if conquered => Fact::Conquered(only(city)?),
        (None, _, Some(nation)) if out => Fact::Out(nation),
        (None, Some(city), _) if conquered => Fact::Conquered(only(city)?),
        _ => return None,
    };
    Some((Condition { fact, holds: !not }, used))
}

/// What a condition says of a general and a city.
enum Relation {
    Stands,
    /// `if Richelieu leaves Minden`
    Leaves,
    /// `… attacks Minden`, `… is near Minden`, `… threatens Minden`
    Other,
}

fn relation(part: &[Chunk], general: PieceId, city: &[CityId]) -> Relation {
    let who = part.iter().position(|c| c.generals.first() == Some(&general));
    let place = part.iter().rposition(|c| c.cities == city);
    let (Some(who), Some(place)) = (who, place) else { return Relation::Stands };
    let between = part.get(who + 1..place).unwrap_or_default();
    let near = |c: &Chunk| c.has(Word::Towards) && !c.has(Word::To);
    let stands = between.last().is_some_and(|c| c.has(Word::At) && !near(c));
    let other = |c: &Chunk| {
        c.is_word()
            && (c.any(&[Word::Attack, Word::Versus]) && !c.any(&[Word::At, Word::With])
                || near(c)
                || c.has(Word::Away) && !c.any(&[Word::Out, Word::From, Word::Not])
                || c.unknown)
    };
    let leaves = |c: &Chunk| c.has(Word::Part) && !c.any(&[Word::At, Word::Filler]);
    if stands {
        Relation::Stands
    } else if between.iter().chain(&part[place + 1..]).any(leaves) {
        Relation::Leaves
    } else if between.iter().any(other) {
        Relation::Other
    } else {
        Relation::Stands
    }
}

/// `Purchases:`, `Summary:`: what stands below it says what is bought, or ordered.
pub(in crate::said) fn is_bare_heading(chunks: &[Chunk]) -> bool {
    let [words @ .., last] = chunks else { return false };
    let heads = |c: &Chunk| c.any(&[Word::Recruit, Word::Pay, Word::Status]);
    let plain = |c: &Chunk| c.is_word() && (heads(c) || c.any(&[Word::Filler, Word::Article]));
    last.kind == Kind::Colon && words.iter().any(heads) && words.iter().all(plain)
}
