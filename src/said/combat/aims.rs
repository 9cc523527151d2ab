//! Where beaten enemies go, in which order one attacks, and what withdraws instructions.
//!
//! How a combat is fought stands in [`super::duel`].

use super::clauses::{begins_with_no, opens};
use super::scope::{cities_of, nation_of, party_of, scope};
use crate::duel::{Instruction, Party, RetreatGoal, Scope};
use crate::game::{DecisionKind, PieceId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, ends_sentence, said};
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene, first_means};
use crate::said::chunks::known::Known;
use crate::said::chunks::pronoun;
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Trouble, Withdrawn};
use std::ops::Range;

/// `retreat enemies towards Glatz`, `retreat Daun as far from Dresden as possible`.
pub(in crate::said) fn retreat(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    let verb = has(Word::Retreat);
    let enemies = has(Word::Enemies);
    let goal_word = has(Word::Towards) || has(Word::Away);
    if known.awaits(DecisionKind::Retreat).is_some() {
        return None;
    }
    let marks = [Word::To, Word::From, Word::At, Word::Towards, Word::Away];
    let marked = |at: usize| at > 0 && chunks[at - 1].any(&marks);
    let goal = |at: &usize| {
        let c = &chunks[*at];
        let only_city = c.meanings.is_empty() || c.nation.is_some() || marked(*at);
        // `from Schwerin`: the general has the name of a city.
        !c.cities.is_empty() && only_city && (c.generals.is_empty() || marked(*at))
    };
    // `Daun n'est pas loin de Glatz` tells of him.
    if chunks.iter().any(|c| c.any(&[Word::Not, Word::No]) && !c.any(&[Word::Filler, Word::Away])) {
        return None;
    }
    let at = (0..chunks.len()).rev().find(goal)?;
    // `enemies towards Hildburghausen` are not the general of that name.
    let mut others = chunks.iter().enumerate().filter(|(place, _)| *place != at);
    let general = others.find_map(|(_, c)| c.generals.first()).copied();
    let enemy = general.is_some_and(|general| !known.is_own(general.nation()));
    // `We attack Cumberland: Soubise takes position at Münden`: where one's own go is said.
    let own = chunks.iter().flat_map(|c| &c.generals).any(|piece| known.is_own(piece.nation()));
    if own && !enemies {
        return None;
    }
    // `The two of Człuchów push towards Dohna`: whoever stands there is one's own.
    if (0..chunks.len()).any(|at| pronoun::is_circumscribed(chunks, at)) {
        return None;
    }
    // `retreat Daun to Glatz`: nobody marches with the generals of the enemy.
    let first = chunks.iter().find(|c| c.is_word() && !c.any(&[Word::Filler, Word::Greeting]));
    let sends = has(Word::To) && first.is_some_and(|c| c.has(Word::Retreat));
    // `Beaten enemies as far as possible from Warszawa`
    let verb = verb || enemies && has(Word::Away);
    if !verb || !(enemies || enemy && (goal_word || sends)) {
        return None;
    }
    let all = cities_of(&chunks[at]);
    let [city] = all.as_slice() else {
        return Some(Err(Problem::Question {
            doubt: Doubt::City,
            words: scene.words(&chunks[at..=at]),
            candidates: all.iter().copied().map(Candidate::City).collect(),
        }));
    };
    let away = chunks
        .iter()
        .any(|c| c.has(Word::Away) && !c.any(&[Word::Towards, Word::To, Word::Filler, Word::Then]))
        && !chunks.iter().any(|c| c.has(Word::Towards) && !c.any(&[Word::Away, Word::To]));
    let goal = if away { RetreatGoal::Away(*city) } else { RetreatGoal::Towards(*city) };
    let of = general.filter(|_| enemy).map(Party::General);
    let instruction = Instruction::Retreat { of, goal };
    Some(Ok(Parsed::one(scene.heading, Request::Instruct(Box::new(instruction)))))
}

/// An order where a beaten enemy is to go, of which a condition says no more than that he is beaten: `If Browne loses,
/// retreat him towards Jungbunzlau`, `If we beat Browne, he should go towards Jungbunzlau` is `retreat Browne towards Jungbunzlau`.
pub(in crate::said) fn of_the_beaten(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    if known.awaits(DecisionKind::Retreat).is_some() {
        return None;
    }
    let begins = |at: usize| {
        let when = [ClubWord::Once, ClubWord::InCase, ClubWord::Condition];
        chunks[at].is_word()
            && (chunks[at].has(Word::If)
                || when.iter().any(|word| said(line, chunks, at, *word).is_some()))
    };
    (0..chunks.len()).filter(|at| begins(*at)).find_map(|at| {
        let sentence = chunks[at..].iter().position(ends_sentence);
        let end = sentence.map_or(chunks.len(), |mark| at + mark);
        let comma = (at + 1..end).find(|place| chunks[*place].kind == Kind::Comma)?;
        let who = gives_way(line, chunks, at..comma, known)
            .or_else(|| is_beaten(line, &chunks[at + 1..comma], known))?;
        let rest = &chunks[comma + 1..end];
        let goal = rest.iter().position(Chunk::is_plain_city)?;
        let leads = [Word::To, Word::Towards, Word::Away, Word::From];
        let sent = rest[..goal].iter().any(|c| c.any(&leads));
        let other = |c: &Chunk| {
            !c.generals.is_empty()
                || c.count().is_some()
                || c.any(&[Word::Duel, Word::If, Word::Not, Word::Play, Word::Train])
        };
        if !sent || rest.iter().any(other) {
            return None;
        }
        let verb = chunks[at].meaning(Word::Retreat);
        let line = blanked(line, who.end, chunks[comma].end);
        let mut kept = chunks[..at].to_vec();
        kept.extend([verb, who]);
        kept.extend_from_slice(&chunks[comma + 1..]);
        Some(Corrected { chunks: kept, line })
    })
}

/// Whose loss a condition tells: `if Browne loses against Friedrich`.
fn gives_way(line: &str, chunks: &[Chunk], clause: Range<usize>, known: &Known) -> Option<Chunk> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let (at, comma) = (clause.start, clause.end);
    let who = (at + 1..comma.min(at + 4)).find(|place| !chunks[*place].generals.is_empty())?;
    let gives = (who + 1..comma).find_map(|place| {
        let length = said(line, chunks, place, ClubWord::GivesWay)?;
        Some(place + length)
    })?;
    // `loses against Friedrich`
    let small = |c: &Chunk| {
        c.is_word() && (own(c) || c.any(&[Word::Filler, Word::Article, Word::Then, Word::Versus]))
    };
    let plain = !own(&chunks[who]) && chunks[gives..comma].iter().all(small);
    plain.then(|| chunks[who].clone())
}

/// Whom the writer beats by a condition: `we beat Browne`, `I beat somebody`; of nobody in particular, it is any enemy.
fn is_beaten(line: &str, clause: &[Chunk], known: &Known) -> Option<Chunk> {
    let text = line.get(clause.first()?.start..clause.last()?.end)?;
    let other = |c: &Chunk| {
        !c.is_word()
            || c.is_plain_city() && c.meanings.is_empty()
            || c.any(&[Word::Not, Word::Train, Word::Card, Word::Or])
            || c.generals.iter().any(|piece| known.is_own(piece.nation()))
    };
    if clause.len() > 6 || clause.iter().any(other) || !says(text, ClubWord::Beats) {
        return None;
    }
    let mut named = clause.iter().filter(|c| !c.generals.is_empty());
    match (named.next(), named.next()) {
        (Some(enemy), None) => Some(enemy.clone()),
        (None, None) if says(text, ClubWord::Anybody) => {
            Some(clause.last()?.meaning(Word::Enemies))
        }
        _ => None,
    }
}

/// `attack order: Browne, Karl`, `In my attacks fight Browne first, Karl second`.
pub(in crate::said) fn attack_order(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    if known.awaits(DecisionKind::Attack).is_some() {
        return None;
    }
    if let Some(order) = pairs_in_order(scene, chunks) {
        return Some(order.map(|order| {
            let instruction = Instruction::AttackOrder { order };
            Parsed::one(scene.heading, Request::Instruct(Box::new(instruction)))
        }));
    }
    if let Some(order) = one_by_one(scene, chunks) {
        let instruction = Instruction::AttackOrder { order };
        return Some(Ok(Parsed::one(scene.heading, Request::Instruct(Box::new(instruction)))));
    }
    if !chunks.iter().any(|c| c.has(Word::AttackOrder)) {
        return None;
    }
    // Behind a colon stand names, also those that are words besides: Winsen, Tabor.
    let colon = chunks.iter().any(|c| c.kind == Kind::Colon);
    let mut order: Vec<Party> = Vec::new();
    for (at, chunk) in chunks.iter().enumerate().filter(|(_, c)| !c.has(Word::AttackOrder)) {
        // `at Schwerin` is the city.
        let place = at > 0 && chunks[at - 1].has(Word::At);
        let city = chunk.cities.first().filter(|_| place).copied().map(Party::City);
        if let Some(party) = city.or_else(|| party_of(scene, chunk))
            && (chunk.meanings.is_empty() || !chunk.generals.is_empty() || colon)
            && !order.contains(&party)
        {
            order.push(party);
        }
    }
    if order.is_empty() && opens(chunks) {
        return Some(Err(Problem::new(Trouble::MissingPiece, scene.words(chunks))));
    }
    // `I don't think that he attacks`: an order names several, or stands behind a colon.
    let listed = order.len() > 1 || colon;
    let not = chunks.iter().any(|c| c.has(Word::Not) && !c.has(Word::Filler));
    if order.is_empty() || !listed || not {
        return None;
    }
    let instruction = Instruction::AttackOrder { order };
    Some(Ok(Parsed::one(scene.heading, Request::Instruct(Box::new(instruction)))))
}

/// `first Schwerin against Laudon, then Friedrich against Browne`, where marches are awaited: combats in an order, each by its
/// two generals. They are told by the enemies, or where one of those is fought twice by one's own.
fn pairs_in_order(scene: &Scene, chunks: &[Chunk]) -> Option<Result<Vec<Party>, Problem>> {
    let known = scene.known?;
    let announced = chunks.iter().any(|c| c.has(Word::AttackOrder));
    let moving = known.awaits(DecisionKind::Movement).is_some() || scene.heading.is_some();
    let one = |c: &Chunk| match c.generals.as_slice() {
        [piece] if c.guessed.is_none() => Some(*piece),
        _ => None,
    };
    let own = |piece: PieceId| known.is_own(piece.nation());
    let named: Vec<usize> = (0..chunks.len()).filter(|at| one(&chunks[*at]).is_some()).collect();
    let mut pairs: Vec<(PieceId, PieceId)> = Vec::new();
    for pair in named.chunks(2) {
        let &[first, second] = pair else { return None };
        let (ours, theirs) = (one(&chunks[first])?, one(&chunks[second])?);
        let versus = |c: &Chunk| c.has(Word::Versus) || c.kind == Kind::Dash;
        if !own(ours) || own(theirs) || !chunks[first + 1..second].iter().any(versus) {
            return None;
        }
        pairs.push((ours, theirs));
    }
    let first = |c: &Chunk| c.is_word() && c.means(ClubWord::GoesFirst);
    let orders = |c: &Chunk| c.any(&[Word::Then, Word::Before]) || first(c);
    let small = [Word::And, Word::Article, Word::Title, Word::Filler, Word::Duel, Word::Time];
    let other = |c: &Chunk| {
        let plain = orders(c)
            || c.any(&[Word::AttackOrder, Word::Versus])
            || c.any(&small) && !c.any(&[Word::Not, Word::If, Word::Or]);
        let counts = c.count().is_some() && !c.has(Word::Article) && !first(c);
        match c.is_word() {
            true => one(c).is_none() && (!plain || counts || c.is_train_word()),
            false => {
                c.number.is_some() && c.ordinal.is_none()
                    || matches!(c.kind, Kind::Suit(_) | Kind::Question)
            }
        }
    };
    let ordered = announced || moving && chunks.iter().any(orders);
    if pairs.len() < 2 || !ordered || chunks.iter().any(other) {
        return None;
    }
    let several = |all: Vec<PieceId>| {
        let once = (1..all.len()).all(|at| !all[..at].contains(&all[at]));
        once.then(|| all.into_iter().map(Party::General).collect::<Vec<_>>())
    };
    let (ours, theirs) = pairs.into_iter().unzip();
    let order = several(theirs).or_else(|| several(ours));
    Some(order.ok_or_else(|| Problem::new(Trouble::NoSuchTerm, scene.words(chunks))))
}

/// `Fight Daun first, then Browne`, `the combat against Daun before the one against Browne`, where marches are awaited:
/// enemies in an order, or one's own who fight, and nothing else.
fn one_by_one(scene: &Scene, chunks: &[Chunk]) -> Option<Vec<Party>> {
    let known = scene.known?;
    if known.awaits(DecisionKind::Movement).is_none() && scene.heading.is_none() {
        return None;
    }
    let one = |c: &Chunk| match c.generals.as_slice() {
        [piece] if c.guessed.is_none() => Some(*piece),
        _ => None,
    };
    // `Friedrich attacks first, Keith second`
    let own = chunks.iter().filter_map(one).all(|piece| known.is_own(piece.nation()));
    let fighter = |c: &Chunk| one(c).filter(|piece| known.is_own(piece.nation()) == own);
    let mut order: Vec<PieceId> = Vec::new();
    for piece in chunks.iter().filter_map(fighter) {
        if !order.contains(&piece) {
            order.push(piece);
        }
    }
    let first = |c: &Chunk| c.is_word() && c.means(ClubWord::GoesFirst);
    let orders = |c: &Chunk| c.any(&[Word::Then, Word::Before]) || first(c);
    let fights = |c: &Chunk| c.any(&[Word::Attack, Word::Versus, Word::Duel, Word::AttackOrder]);
    let small = [
        Word::And,
        Word::Article,
        Word::Title,
        Word::Filler,
        Word::To,
        Word::With,
        Word::Pronoun,
        Word::TheOne,
        Word::Move,
        Word::Time,
    ];
    let denies = |c: &Chunk| c.any(&[Word::Not, Word::If, Word::Or]) && !c.has(Word::Filler);
    let other = |c: &Chunk| {
        if !c.is_word() {
            return c.number.is_some() || matches!(c.kind, Kind::Suit(_) | Kind::Question);
        }
        let plain = orders(c) || fights(c) || c.any(&small);
        fighter(c).is_none() && (!c.generals.is_empty() || c.is_plain_city() || c.is_train_word())
            || c.count().is_some() && !c.has(Word::Article) && !first(c)
            || denies(c)
            || !plain && !c.unknown && fighter(c).is_none()
    };
    let unknown = chunks.iter().filter(|c| c.is_word() && c.unknown).count();
    // `First Saltikov, then Apraxin`, but not `first Saltikov moves`
    let marches = |c: &Chunk| c.any(&[Word::Move, Word::To, Word::With]) && !fights(c);
    let fought = chunks.iter().any(fights)
        || chunks.iter().any(first) && chunks.iter().any(|c| c.any(&[Word::Then, Word::Before]));
    let clear = order.len() > 1
        && chunks.iter().any(orders)
        && (!own || fought && !chunks.iter().any(marches))
        && unknown <= usize::from(chunks.iter().any(fights))
        && !chunks.iter().any(other);
    clear.then(|| order.into_iter().map(Party::General).collect())
}

/// Reads a group as the withdrawal of instructions, if it is one: `strike the instructions for Daun`, `withdraw retreat`.
pub(in crate::said) fn withdrawn(scene: &Scene, chunks: &[Chunk], names: bool) -> Framed {
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    let withdraws = chunks.iter().any(|c| c.any(&[Word::Withdraw, Word::Cancel]));
    let strict_duel =
        chunks.iter().any(|c| c.has(Word::Duel) && !c.any(&[Word::Attack, Word::Stop]));
    let numbers = chunks.iter().any(|c| matches!(c.kind, Kind::Number(_) | Kind::Suit(_)));
    let ends = chunks.iter().any(|c| c.has(Word::Ask) || c.has(Word::Then));
    let measured = |c: &Chunk| c.count().is_some_and(|n| n > 1) && c.generals.is_empty();
    let limits = has(Word::Points) || has(Word::AtMost);
    let numbers = numbers || limits && chunks.iter().any(measured);
    // `strike the instructions for Daun`: with a name they are those for his combats.
    let instructions =
        chunks.iter().any(|c| c.has(Word::Heading) && first_means(scene, c, Word::Duel));
    let instructions = instructions && chunks.iter().any(|c| !c.generals.is_empty());
    let withdrawn = strict_duel || instructions || has(Word::AttackOrder);
    if withdraws && withdrawn && !numbers && !ends {
        return Some(withdrawal(scene, chunks));
    }
    // `Instruction against Browne: none any more`, where no card is spoken of.
    let none = |c: &Chunk| {
        c.any(&[Word::Not, Word::Decline, Word::No]) && c.generals.is_empty()
            || c.has(Word::Stop) && begins_with_no(scene, c)
    };
    let how = [Word::Card, Word::Points, Word::Reserve, Word::Keep, Word::Win, Word::Lose];
    if chunks.iter().any(|c| c.has(Word::Duel) && Little::Instruction.is(&c.plain))
        && chunks.iter().any(none)
        && names
        && !numbers
        && !chunks.iter().any(|c| c.any(&how) || c.has(Word::Ask) || c.count().is_some())
        && cards::mentions(chunks, scene.tongues, false).is_empty()
    {
        return Some(withdrawal(scene, chunks));
    }
    let first_verb = chunks.iter().find(|c| c.is_word() && !c.any(&[Word::Filler, Word::Greeting]));
    if first_verb.is_some_and(|c| c.any(&[Word::Withdraw, Word::Cancel]))
        && chunks.len() <= 4
        && chunks.iter().any(|c| c.plain.starts_with("retreat"))
    {
        let goal = RetreatGoal::Towards(board().city_ids().next()?);
        let of = chunks.iter().find_map(|c| c.generals.first()).copied().map(Party::General);
        let key = Instruction::Retreat { of, goal }.key();
        return Some(Ok(Parsed::one(scene.nation(), Request::Revoke(Withdrawn::Key(key)))));
    }
    None
}

/// Instructions taken back: all, the order of attacks, or those for the combats that are named.
fn withdrawal(scene: &Scene, chunks: &[Chunk]) -> Result<Parsed, Problem> {
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    let done = |withdrawn, nation| Ok(Parsed::one(nation, Request::Revoke(withdrawn)));
    if has(Word::AttackOrder)
        && !chunks.iter().any(|c| c.has(Word::Duel) && !c.has(Word::AttackOrder))
    {
        let key = Instruction::AttackOrder { order: Vec::new() }.key();
        return done(Withdrawn::Key(key), scene.heading);
    }
    // `drop the instructions against Browne and Daun`
    let known = scene.known;
    let enemies: Vec<PieceId> = chunks
        .iter()
        .filter_map(|c| c.generals.first().copied())
        .filter(|piece| known.is_some_and(|known| !known.is_own(piece.nation())))
        .collect();
    let own = |c: &Chunk| {
        c.generals.iter().any(|piece| known.is_some_and(|known| known.is_own(piece.nation())))
    };
    if enemies.len() > 1 && !chunks.iter().any(own) {
        return Ok(no_longer_against(scene, &enemies));
    }
    match scope(scene, chunks, chunks.len())? {
        Some(scope) => {
            done(Withdrawn::Key(scope.key()), nation_of(scene, &scope).or(scene.heading))
        }
        None => done(Withdrawn::All, scene.heading),
    }
}

/// Takes back the instructions against these enemies, each by itself.
pub(in crate::said) fn no_longer_against(scene: &Scene, enemies: &[PieceId]) -> Parsed {
    let key = |piece: &PieceId| Scope::Enemy(Party::General(*piece)).key();
    let said =
        enemies.iter().map(|piece| (scene.heading, Request::Revoke(Withdrawn::Key(key(piece)))));
    Parsed { said: said.collect(), ..Parsed::default() }
}
