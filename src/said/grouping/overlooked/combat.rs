//! With which cards and how a combat is fought, as far as it was taken for talk.

use super::{SHORT, Step, asks};
use crate::duel::Instruction;
use crate::game::{Action, DecisionKind, Face};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Parsed, Problem, Scene};
use crate::said::hand::values::valued;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Trouble};

/// Whether a card, a limit or a combat was passed over.
pub(super) fn is_passed_over(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> bool {
    steps.iter().all(Step::is_talk) && lists_cards(scene, chunks)
        || a_card(scene, chunks, steps)
        || a_term(chunks, steps)
        || a_fight(scene, chunks, steps)
        || a_measure(chunks, steps)
}

const SUITS: [Word; 4] = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];

/// `first the 4, and if it comes back to me, the 3 too`: a card that is passed over is not played, and so none is, nor does
/// anybody stop: `gently with the 11 of hearts. If Keith tops it I'm out`.
fn a_card(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> bool {
    // Who plays a card, or ends the combat.
    let fights =
        |request: &Request| matches!(request, Request::Act(Action::Play { .. } | Action::Stop));
    let Some(first) = steps.iter().position(|step| step.says(fights)) else { return false };
    let values = playable(scene);
    steps[..first].iter().any(|step| {
        // `Tempting as the nine is, I shall hold on to it`
        let keeps = |c: &Chunk| c.any(&[Word::Keep, Word::Not, Word::No, Word::Stay]);
        step.is_talk()
            && names_a_card(step.of(chunks), &values)
            && !chunks[step.from..steps[first].to].iter().any(keeps)
    })
}

/// Whether a group is an instruction for a combat.
fn instructs(step: &Step) -> bool {
    let duel = |request: &Request| matches!(request, Request::Instruct(one) if matches!(**one, Instruction::Duel { .. }));
    step.says(duel)
}

/// `Against Daun at most one card; and should it turn out I can't win, stop early`, `…, aber nur wenn ich damit gewinne`: what
/// is kept, how it ends and what it hangs on, behind an instruction.
pub(super) fn how(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&SUITS) && !c.has(Word::Filler);
    let strictly = |c: &Chunk, word| c.has(word) && c.is_word() && c.guessed.is_none();
    let other = [Word::Filler, Word::Move, Word::Stay, Word::At, Word::To];
    let waits = |step: &Step| step.says(|request| *request == Request::Wait);
    let idle = |step: &Step| {
        let empty = |parsed: &Parsed| parsed.said.is_empty() && parsed.also.is_empty();
        // `…, then ask` is said of what is done in the end.
        let asks = step.of(chunks).iter().any(|c| c.has(Word::Ask));
        !asks && step.parsed().is_some_and(empty)
    };
    let says_nothing = |step: &Step| step.is_talk() || waits(step) || idle(step);
    let behind = |at: &usize| {
        let before = steps[..*at].iter().rev().find(|step| !says_nothing(step));
        says_nothing(&steps[*at]) && before.is_some_and(instructs)
    };
    (1..steps.len()).filter(behind).find_map(|at| {
        let step = &steps[at];
        let group = step.of(chunks);
        let apart =
            step.from > 0 && matches!(chunks[step.from - 1].kind, Kind::Period | Kind::Question);
        let has = |word| group.iter().any(|c| strictly(c, word));
        let clear = |word| group.iter().any(|c| strictly(c, word) && !c.any(&other));
        let asks = asks(group);
        let kept = has(Word::Keep) && (group.iter().any(card) || has(Word::Card));
        let bound = has(Word::If) && (clear(Word::Stop) || has(Word::Win) || has(Word::Lose));
        let goes_on = (clear(Word::Stop) || clear(Word::If)) && !apart;
        // `…, but none over seven`, `… but hold the spades`
        let cards = valued(group).is_some() || waits(step) && group.iter().any(card);
        // `…, never the highest`, `… Not a single club`
        let of_a_rank = (has(Word::Lowest) || has(Word::Highest)) && (!apart || has(Word::Card));
        let banned = (has(Word::Not) || has(Word::No)) && group.iter().any(card);
        // `… If I am three behind then, the 9`
        let counts = group.iter().any(|c| c.count().is_some() && !c.has(Word::Article));
        let hangs =
            has(Word::If) && counts && (has(Word::Play) || has(Word::Else) || has(Word::AtMost));
        // `… until I have only one troop to lose`
        let limited = has(Word::Lose) && (has(Word::Until) || has(Word::AtMost));
        let kept = kept || limited && has(Word::Troops);
        (!asks && (kept || bound || goes_on || cards || of_a_rank || banned || hangs)).then(|| {
            let first = group.iter().position(|c| c.is_word_or_number()).unwrap_or(0);
            Problem::new(Trouble::NoSuchTerm, scene.words(&group[first..]))
        })
    })
}

/// `Against Daun first the 3 of hearts, then the 10 is meant for him`: a card behind an instruction, in the same sentence,
/// is one of its terms.
fn a_term(chunks: &[Chunk], steps: &[Step]) -> bool {
    let value = |c: &Chunk| c.count().is_some_and(|n| (2..=13).contains(&n)) && c.ordinal.is_none();
    let leads = [Word::Article, Word::Then, Word::Play, Word::Keep, Word::And];
    steps.windows(2).any(|pair| {
        let group = pair[1].of(chunks);
        let apart = pair[1].from > 0
            && matches!(chunks[pair[1].from - 1].kind, Kind::Period | Kind::Question);
        let named = |at: usize| value(&group[at]) && at > 0 && group[at - 1].any(&leads);
        instructs(&pair[0]) && pair[1].is_talk() && !apart && (1..group.len()).any(named)
    })
}

/// `… attack Hildburghausen, spending at most two cards`, `Richelieu against Cumberland, first the 9 of hearts`: how a combat
/// is to be fought is no talk.
fn a_fight(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> bool {
    let Some(known) = scene.known else { return false };
    if asks(chunks) || scene.line.len() > 400 {
        return false;
    }
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let enemy = |c: &Chunk| !c.generals.is_empty() && !own(c) && c.guessed.is_none();
    let limit = |pair: &[Chunk]| pair[0].count().is_some() && pair[1].has(Word::Card);
    let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&SUITS) && !c.has(Word::Filler);
    let versus = |c: &Chunk| c.has(Word::Versus) && !c.any(&[Word::With, Word::At, Word::Filler]);
    let fought = chunks.iter().any(enemy);
    let all_talk = steps.iter().all(Step::is_talk);
    let duel = |c: &Chunk| c.has(Word::Duel) && !c.any(&[Word::Stop, Word::Filler, Word::Versus]);
    let of_his = all_talk && chunks.iter().any(own) && chunks.iter().any(duel);
    let against = all_talk && fought && chunks.iter().any(versus);
    let told = |step: &Step| {
        let group = step.of(chunks);
        let most = group.iter().any(|c| c.has(Word::AtMost) && !c.any(&[Word::Filler, Word::To]));
        let terms = most && group.windows(2).any(limit) && fought;
        let pair = group.iter().any(own) && group.iter().any(enemy) && group.iter().any(versus);
        // `In Keith's fight, stop as soon as the score isn't negative any more`
        let ends = |c: &Chunk| {
            c.has(Word::Stop) && !c.any(&[Word::Filler, Word::Duel, Word::Attack, Word::Move])
        };
        let stops = of_his && group.iter().any(ends);
        terms || stops || pair && group.iter().any(card) || against && valued(group).is_some()
    };
    steps.iter().any(|step| step.is_talk() && told(step))
}

/// `Without spending more than 15 points, Hildburghausen fights Seydlitz …`: how much is spent, in other words than those of the
/// instruction.
fn a_measure(chunks: &[Chunk], steps: &[Step]) -> bool {
    let unit = |c: &Chunk| c.any(&[Word::Points, Word::Card]) && !c.has(Word::Filler);
    let measures = |pair: &[Chunk]| pair[0].count().is_some_and(|n| n > 1) && unit(&pair[1]);
    let told = |step: &Step| step.is_talk() && step.of(chunks).windows(2).any(measures);
    let asks = asks(chunks);
    !asks && steps.iter().any(instructs) && steps.iter().any(told)
}

/// `I'll toss the lowest card`, while none is to be discarded.
pub(super) fn a_discard(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    steps.iter().filter(|step| step.is_talk()).find_map(|step| {
        let group = step.of(chunks);
        let has = |word| group.iter().any(|c| c.has(word) && c.is_word() && c.guessed.is_none());
        let ranked = has(Word::Lowest) || has(Word::Highest);
        let few = group.iter().filter(|c| c.is_word_or_number()).count() <= SHORT;
        let other = [Word::Not, Word::No, Word::If, Word::Keep];
        let asks = group.iter().any(|c| c.kind == Kind::Question || c.any(&other) || c.unknown);
        (ranked && has(Word::Discard) && has(Word::Card) && few && !asks)
            .then(|| Problem::new(Trouble::UnknownWords, scene.words(group)))
    })
}

/// `For the battle: start with the 6, then the 7`, where no card is awaited: of which suit they are, is not said.
fn lists_cards(scene: &Scene, chunks: &[Chunk]) -> bool {
    let awaited = scene.known.is_some_and(|k| k.awaits(DecisionKind::Movement).is_some());
    let value = |c: &&Chunk| c.count().is_some_and(|n| (2..=13).contains(&n));
    let battle = |c: &Chunk| c.has(Word::Duel) && !c.any(&[Word::Filler, Word::Attack, Word::Stop]);
    let plays = |c: &Chunk| c.any(&[Word::Play, Word::Keep, Word::Then]);
    let asks = asks(chunks);
    awaited
        && !asks
        && chunks.iter().filter(value).count() > 1
        && chunks.iter().any(battle)
        && chunks.iter().any(plays)
}

/// The values of the cards that can be played now.
fn playable(scene: &Scene) -> Vec<u32> {
    let Some(known) = scene.known else { return Vec::new() };
    let Some(nation) = known.awaits(DecisionKind::Play) else { return Vec::new() };
    let value = |action: Action| match action {
        Action::Play { card, .. } => match card.face {
            Face::Suited(_, value) => Some(u32::from(value)),
            Face::Reserve => None,
        },
        _ => None,
    };
    known.legal_answers(nation, DecisionKind::Play).into_iter().filter_map(value).collect()
}

/// Whether one of these values is named here, and no time: `the 6`, but not `at 6`.
fn names_a_card(group: &[Chunk], values: &[u32]) -> bool {
    (0..group.len()).any(|at| {
        let timed = at > 0 && group[at - 1].any(&[Word::At, Word::Until, Word::Time, Word::Absent]);
        let unit = [Word::Days, Word::Hours, Word::Weeks, Word::Troops, Word::Turn, Word::Points];
        let counted = group.get(at + 1).is_some_and(|c| c.any(&unit) || c.kind == Kind::Colon);
        let value = group[at].count().filter(|_| group[at].ordinal.is_none());
        value.is_some_and(|value| values.contains(&value)) && !timed && !counted
    })
}
