//! Answers to what is asked that name a place or a piece: attacks, retreats, Cards of Fate, withdrawals.
//!
//! What is offered is likelier than what is not; what was not offered is still read, so that the
//! rules can say why not.

use crate::game::{Action, CityId, DecisionKind, FateChoice, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene, leftover, narrow};
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards::full_suit;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Trouble};

/// Names in a group, each with its place.
type Placed<'c, T> = Vec<(usize, &'c [T])>;

/// Which chunks name generals and cities.
fn entities(chunks: &[Chunk]) -> (Placed<'_, PieceId>, Placed<'_, CityId>) {
    let mut generals = Vec::new();
    let mut cities = Vec::new();
    for (at, chunk) in chunks.iter().enumerate() {
        if !chunk.generals.is_empty() {
            generals.push((at, chunk.generals.as_slice()));
        } else if !chunk.cities.is_empty() {
            cities.push((at, chunk.cities.as_slice()));
        }
    }
    (generals, cities)
}

/// Reads a group as the combat that is fought next.
pub(in crate::said) fn attack(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let nation = known.awaits(DecisionKind::Attack)?;
    if scene.heading.is_some_and(|heading| heading != nation) {
        return None;
    }
    // `Before Daun takes on Keith, let Karl deal with Winterfeldt`: the fight behind the comma is the first.
    let first = chunks.iter().find(|c| c.is_word());
    let opens = first.is_some_and(|c| c.has(Word::Before) && c.generals.is_empty());
    let behind = chunks.iter().position(|c| c.kind == Kind::Comma).filter(|_| opens);
    let names = |part: &[Chunk]| part.iter().any(|c| !c.generals.is_empty() || c.is_plain_city());
    let chunks = match behind {
        Some(comma) if names(&chunks[comma + 1..]) => &chunks[comma + 1..],
        _ => chunks,
    };
    // `Keith can wait; now it is the turn of Bautzen`: what is put off is not the first.
    let parts = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Semicolon);
    let put_off = |clause: &[Chunk]| {
        let waits = |c: &Chunk| c.has(Word::Wait) && c.generals.is_empty();
        names(clause) && (says(&scene.words(clause), ClubWord::Later) || clause.iter().any(waits))
    };
    let chunks = match chunks.iter().position(parts) {
        Some(mark) if put_off(&chunks[..mark]) && names(&chunks[mark + 1..]) => &chunks[mark + 1..],
        _ => chunks,
    };
    // `Bautzen before Königgrätz`, `Karl engages Winterfeldt before anything else`: the first of them.
    let named_before = |at: &usize| {
        chunks[*at].has(Word::Before)
            && chunks[*at].generals.is_empty()
            && chunks[..*at].iter().any(|c| !c.generals.is_empty() || !c.cities.is_empty())
    };
    let before = (0..chunks.len()).find(named_before);
    let chunks = &chunks[..before.unwrap_or(chunks.len())];
    // `Winterfeldt first, Keith I leave for later`: two things are said.
    let comma = chunks.iter().position(|c| c.kind == Kind::Comma);
    // `Bautzen first, the other fight can wait`: which one that is goes without saying.
    let others = |clause: &[Chunk]| {
        clause.iter().any(|c| c.any(&[Word::Other, Word::Rest]))
            && !clause.iter().any(|c| !c.generals.is_empty() || !c.cities.is_empty())
    };
    let chunks = match comma {
        Some(comma) if others(&chunks[comma..]) => &chunks[..comma],
        _ => chunks,
    };
    let later = |clause: &[Chunk]| {
        clause.iter().any(|c| !c.generals.is_empty() || !c.cities.is_empty())
            && says(&scene.words(clause), ClubWord::Later)
    };
    if comma.is_some_and(|comma| later(chunks.get(comma..).unwrap_or_default())) {
        return None;
    }
    let (generals, cities) = entities(chunks);
    let verb = before.is_some() || chunks.iter().any(|c| c.any(&[Word::Attack, Word::Versus]));
    // `keith 1st pls`, `do the Königgrätz one first`
    let first = |c: &Chunk| c.number == Some(1) && (c.ordinal.is_some() || c.is_word());
    if chunks.iter().any(|c| c.count().is_some() && !first(c)) {
        return None;
    }
    // `Oh dear, this is getting tight for Keith`: a name in talk begins no combat.
    let named = |at: usize| !chunks[at].generals.is_empty() || !chunks[at].cities.is_empty();
    let silent =
        [Word::Filler, Word::Article, Word::Greeting, Word::Closing, Word::Then, Word::Title];
    let beside = |at: &usize| chunks[*at].is_word() && !named(*at) && !chunks[*at].any(&silent);
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let enemy = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
    // `Daun na Keitha` names both.
    let fought = known.combats();
    // `Karl on Bautzen first`
    let target =
        |c: &Chunk| c.is_plain_city() && fought.iter().any(|(_, to)| c.cities.contains(to));
    let both = chunks.iter().any(own) && chunks.iter().any(|c| enemy(c) || target(c));
    // `What a slaughter, poor Keith`
    let about = |at: usize| {
        let before = at.checked_sub(1).map(|at| &chunks[at]).filter(|_| !both && named(at));
        before.is_some_and(|c| c.has(Word::For) || c.means(ClubWord::Pity))
    };
    let (most, strange) = match (chunks.iter().any(own), chunks.iter().any(enemy)) {
        (true, true) => (5, 1),
        (false, false) => (5, 1),
        _ => (3, 0),
    };
    // `Keith, you old fox, now I have got you`: he is spoken to.
    let alone = chunks.iter().filter(|c| c.is_word()).count() == 1;
    let spoken_to = alone && !scene.has_words_up_to(3);
    if !verb
        && (spoken_to
            || (0..chunks.len()).filter(beside).count() > most
            || chunks.iter().filter(|c| c.unknown).count() > strange
            || (0..chunks.len()).any(about))
    {
        return None;
    }
    if generals.is_empty() && cities.is_empty() {
        // `I have been waiting for this attack for weeks`
        let words = chunks.iter().filter(|c| c.is_word()).count();
        if !verb || chunks.iter().filter(|c| c.unknown).count() > 2 || words > 4 {
            return None;
        }
        return Some(Err(combat_question(scene, chunks, &known.combats())));
    }
    let own_words = [Word::Attack, Word::Versus, Word::Duel, Word::AttackOrder];
    let Some(cost) = leftover(chunks, |at| chunks[at].any(&own_words) || first(&chunks[at])) else {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    };
    let marked = |at: usize, word: Word| {
        chunks[..at].iter().rev().take(2).any(|c| c.has(word) && !c.any(&[Word::To]))
    };
    let fits = |(from, to): (CityId, CityId)| {
        let general = |(at, all): &(usize, &[PieceId])| {
            // `attack Hagenow from Schwerin`: the general has the name of a city.
            let namesake = chunks[*at].cities.iter().any(|city| [from, to].contains(city));
            namesake
                || all.iter().any(|piece| {
                    known.position(*piece).is_some_and(|city| {
                        if known.is_own(piece.nation()) { city == from } else { city == to }
                    })
                })
        };
        let city = |(at, all): &(usize, &[CityId])| {
            let from_fits = all.contains(&from) && marked(*at, Word::From);
            all.contains(&to) || from_fits || all.contains(&from)
        };
        generals.iter().all(general) && cities.iter().all(city)
    };
    let combats = known.combats();
    let mut fitting: Vec<(CityId, CityId)> =
        combats.iter().copied().filter(|combat| fits(*combat)).collect();
    fitting.dedup();
    match fitting.as_slice() {
        &[(from, to)] => {
            // `…, Karl comes after that`: not the first.
            let last = chunks.iter().rfind(|c| c.is_word());
            let later = last.is_some_and(|c| c.has(Word::Then) && c.ordinal.is_none());
            // `Keith later, Winterfeldt now`
            let put_off = says(&scene.words(chunks), ClubWord::Later)
                || says(&scene.words(chunks), ClubWord::Aside)
                || last.is_some_and(|c| c.ordinal.is_some_and(|place| place > 1));
            if later && chunks.first().is_some_and(|first| first.start > 0) && !verb
                || put_off && combats.len() > 1
            {
                return Some(Ok(Parsed::default()));
            }
            let mut parsed = Parsed::one(Some(nation), Request::Act(Action::Attack { from, to }));
            let fights = |piece: &PieceId| known.position(*piece) == Some(from);
            parsed.pieces =
                known.generals_on_map(nation).into_iter().filter(fights).take(1).collect();
            parsed.cost = cost;
            Some(Ok(parsed))
        }
        [] => {
            // Not due, but said clearly: the rules answer.
            let own =
                generals.iter().flat_map(|(_, all)| all.iter()).find(|p| known.is_own(p.nation()));
            let enemy =
                generals.iter().flat_map(|(_, all)| all.iter()).find(|p| !known.is_own(p.nation()));
            let from = own.and_then(|piece| known.position(*piece));
            let to = enemy.and_then(|piece| known.position(*piece));
            let from = from.or_else(|| combats.first().map(|(from, _)| *from));
            if let (Some(from), Some(to), true) = (from, to, verb) {
                let action = Action::Attack { from, to };
                return Some(Ok(Parsed::one(Some(nation), Request::Act(action))));
            }
            verb.then(|| {
                Err(Problem::NotUnderstood {
                    trouble: Trouble::NoSuchCombat,
                    words: scene.words(chunks),
                    near: combats.iter().map(|combat| attack_text(*combat)).collect(),
                })
            })
        }
        several => Some(Err(combat_question(scene, chunks, several))),
    }
}

fn attack_text((from, to): (CityId, CityId)) -> Candidate {
    Candidate::Order(Action::Attack { from, to })
}

fn combat_question(scene: &Scene, chunks: &[Chunk], combats: &[(CityId, CityId)]) -> Problem {
    Problem::Question {
        doubt: Doubt::Combat,
        words: scene.words(chunks),
        candidates: combats.iter().map(|combat| attack_text(*combat)).collect(),
    }
}

/// Reads a group as an answer that names a place or a piece: a retreat, a Card of Fate, a
/// reconquest, a withdrawal.
pub(in crate::said) fn place(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    if let Some(nation) = scene.heading
        && !known.decisions.iter().any(|decision| decision.nation == nation)
    {
        return None;
    }
    let decision = known.decisions.iter().find(|decision| {
        matches!(
            decision.kind,
            DecisionKind::Retreat
                | DecisionKind::Fate
                | DecisionKind::Reconquest
                | DecisionKind::DaunWithdrawal
        )
    })?;
    let (nation, kind) = (decision.nation, decision.kind);
    let (generals, cities) = entities(chunks);
    if generals.is_empty() && cities.is_empty() {
        return None;
    }
    let offered = known.offered_cities(nation, kind);
    // `Of the five on offer I choose Muskau`; `… to Spremberg. Daun then sees to Keith with the 11 of hearts` is more.
    let chooses = || {
        if chunks.iter().any(|c| full_suit(c).is_some()) {
            return false;
        }
        let [(_, one)] = cities.as_slice() else { return false };
        one.iter().any(|city| offered.contains(city))
            && chunks.iter().any(|c| c.any(&[Word::Choose, Word::Retreat, Word::Move, Word::To]))
    };
    if kind != DecisionKind::Fate && chunks.iter().any(|c| c.count().is_some()) && !chooses() {
        return None;
    }
    // `To Leipa with them! Cumberland to Göttingen`: who is one's own, and named alone, retreats nowhere.
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let foreign = |c: &Chunk| !c.generals.is_empty() && !own(c);
    if kind == DecisionKind::Retreat
        && chunks
            .iter()
            .take_while(|c| !c.is_plain_city())
            .any(|c| own(c) && c.cities.is_empty() && c.guessed.is_none())
        && !chunks.iter().any(foreign)
    {
        return None;
    }
    let or = chunks.iter().any(|c| c.has(Word::Or) && !c.any(&[Word::To, Word::At, Word::Via]));
    let own_words = [
        Word::Or,
        Word::Retreat,
        Word::Move,
        Word::Withdraw,
        Word::Evade,
        Word::Choose,
        Word::Reconquer,
        Word::Discard,
    ];
    // `Kamenz, not Radeberg`, `not Radeberg, Senftenberg`, `anywhere but Kamenz`
    let denies = |at: usize| {
        let word = &chunks[at];
        let spared = word.plain.len() > 2
            && word.means(ClubWord::But)
            && at > 0
            && !chunks[at - 1].is_plain_city();
        (word.has(Word::Not)
            || Little::Denial.is(&word.plain)
            || word.means(ClubWord::Except)
            || spared)
            && !word.any(&[Word::Filler, Word::Move, Word::Stay, Word::To, Word::At])
    };
    // `I'd rather have Muskau than Kamenz`
    let prefers = says(&scene.words(chunks), ClubWord::Rather);
    let than = |at: usize| prefers && at > 1 && chunks[at].means(ClubWord::Than);
    let denied = |at: usize| {
        let city = chunks.get(at).is_some_and(Chunk::is_plain_city);
        kind == DecisionKind::Retreat && at > 0 && city && (denies(at - 1) || than(at - 1))
    };
    let read = |at: usize| chunks[at].any(&own_words) || denied(at + 1);
    let cost = match leftover(chunks, read) {
        Some(cost) => cost,
        None => return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)))),
    };
    let done = |action| {
        let mut parsed = Parsed::one(Some(nation), Request::Act(action));
        parsed.cost = cost;
        Some(Ok(parsed))
    };
    match kind {
        DecisionKind::Retreat => {
            let mut goals: Vec<CityId> = Vec::new();
            // `retreat to Schwerin`: the general has the name of a city.
            let namesake = |(_, chunk): &(usize, &Chunk)| {
                !chunk.generals.is_empty() && chunk.cities.iter().any(|city| offered.contains(city))
            };
            let namesakes = chunks.iter().enumerate().filter(namesake);
            let namesakes = namesakes.map(|(at, chunk)| (at, chunk.cities.as_slice()));
            let cities = match cities.is_empty() {
                true => namesakes.collect(),
                false => cities,
            };
            for (at, all) in cities.iter().filter(|(at, _)| !denied(*at)) {
                let from = *at > 0
                    && chunks[at - 1].any(&[Word::From, Word::Away])
                    && !chunks[at - 1].any(&[Word::To, Word::Via]);
                let mut all = all.to_vec();
                narrow(&mut all, |city| offered.contains(&city));
                // `Das hat gesessen`: what is only like a name is where he can go, or no name.
                let strange = chunks[*at].guessed.is_some();
                if !from
                    && let Some(city) = all.first()
                    && !goals.contains(city)
                    && (!strange || offered.contains(city))
                {
                    goals.push(*city);
                }
            }
            if goals.iter().any(|city| offered.contains(city)) && !or {
                narrow(&mut goals, |city| offered.contains(&city));
            }
            // `Sontra or Hersfeld... hm, chase him to Hersfeld`
            if or && let Some(to) = settled_last(chunks, &goals) {
                goals = vec![to];
            }
            match goals.as_slice() {
                [] => None,
                [to] => done(Action::Retreat { to: *to }),
                several => Some(Err(Problem::Question {
                    doubt: Doubt::City,
                    words: scene.words(chunks),
                    candidates: several
                        .iter()
                        .map(|to| Candidate::Order(Action::Retreat { to: *to }))
                        .collect(),
                })),
            }
        }
        DecisionKind::Reconquest => {
            let mut chosen: Vec<CityId> = Vec::new();
            for (_, all) in &cities {
                let mut all = all.to_vec();
                narrow(&mut all, |city| offered.contains(&city));
                chosen.extend(all.first());
            }
            done(Action::Reconquest { cities: chosen })
        }
        DecisionKind::DaunWithdrawal => {
            let all = known.withdrawals();
            let mut stack: Option<CityId> = generals
                .iter()
                .filter_map(|(_, all)| known.position(*all.first()?))
                .find(|city| all.iter().any(|(from, _)| from == city));
            let mut to = None;
            for (_, named) in &cities {
                if stack.is_none()
                    && let Some(city) =
                        named.iter().find(|c| all.iter().any(|(from, _)| from == *c))
                {
                    stack = Some(*city);
                    continue;
                }
                if stack.is_some_and(|stack| named.contains(&stack)) {
                    continue;
                }
                let mut named = named.to_vec();
                narrow(&mut named, |city| all.iter().any(|(_, goal)| *goal == city));
                to = named.first().copied();
            }
            let to = to?;
            if stack.is_none() {
                let mut from: Vec<CityId> =
                    all.iter().filter(|(_, goal)| *goal == to).map(|(from, _)| *from).collect();
                from.dedup();
                if let [only] = from.as_slice() {
                    stack = Some(*only);
                }
            }
            done(Action::Withdraw { stack: stack?, to })
        }
        _ => {
            let options = known.fate_options(nation);
            let mut choices: Vec<FateChoice> = Vec::new();
            for (_, all) in &cities {
                choices.extend(
                    all.iter().filter(|c| options.cities.contains(c)).map(|c| FateChoice::City(*c)),
                );
            }
            for (_, all) in &generals {
                for piece in *all {
                    if options.generals.contains(piece) {
                        choices.push(FateChoice::General(*piece));
                    } else if let Some(city) = known.position(*piece)
                        && options.cities.contains(&city)
                    {
                        choices.push(FateChoice::City(city));
                    }
                }
            }
            if choices.len() > 1
                && choices.iter().any(|c| matches!(c, FateChoice::City(_)))
                && !cities.is_empty()
            {
                choices.retain(|choice| matches!(choice, FateChoice::City(_)));
            }
            match (choices.as_slice(), or) {
                ([], _) => match (generals.first(), cities.first()) {
                    (Some((_, all)), _) if !options.generals.is_empty() || cities.is_empty() => {
                        done(Action::Fate { choice: FateChoice::General(*all.first()?) })
                    }
                    (_, Some((_, all))) => {
                        done(Action::Fate { choice: FateChoice::City(*all.first()?) })
                    }
                    _ => None,
                },
                ([choice], _) => done(Action::Fate { choice: *choice }),
                (several, _) => Some(Err(Problem::Question {
                    doubt: Doubt::Piece,
                    words: scene.words(chunks),
                    candidates: several
                        .iter()
                        .map(|choice| match choice {
                            FateChoice::City(city) => Candidate::City(*city),
                            FateChoice::General(piece) => Candidate::Piece(*piece),
                            FateChoice::Card(card) => Candidate::Card(*card),
                            FateChoice::Decline => {
                                Candidate::Order(Action::Fate { choice: FateChoice::Decline })
                            }
                        })
                        .collect(),
                })),
            }
        }
    }
}

/// The goal that the last sentence of several names with a word that leads there, if it is one of those weighed before.
fn settled_last(chunks: &[Chunk], goals: &[CityId]) -> Option<CityId> {
    let end = chunks.len() - chunks.iter().rev().take_while(|c| c.is_mark()).count();
    let mark = chunks[..end].iter().rposition(|c| c.kind == Kind::Period)?;
    let last = &chunks[mark + 1..end];
    let binds = |c: &Chunk| c.any(&[Word::Or, Word::If, Word::Not]) && !c.has(Word::Filler);
    let leads = |pair: &[Chunk]| pair[0].has(Word::To) && pair[1].is_plain_city();
    let mut named = goals
        .iter()
        .filter(|goal| last.iter().any(|c| c.is_plain_city() && c.cities.contains(goal)));
    let only = named.next().filter(|_| named.next().is_none())?;
    (last.windows(2).any(leads) && !last.iter().any(binds)).then_some(*only)
}
