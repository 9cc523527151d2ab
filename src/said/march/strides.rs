//! How many cities a march has, said beside its goal: `the second wagon makes one little step, to Schlüchtern`, `un passo, Betzdorf`.
//! The goal says it (R4); the rules count.

use crate::game::DecisionKind;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Nobody marches farther (R4.1).
const FARTHEST: u32 = 4;

/// Takes out such numbers with what stands between them and the goal, and the verb before them that nobody knows.
pub(in crate::said) fn told(chunks: &mut Vec<Chunk>, known: &Known) {
    if known.awaits(DecisionKind::Movement).is_none() {
        return;
    }
    let mut at = 1;
    while at < chunks.len() {
        match stride(chunks, at) {
            Some((from, to)) => {
                chunks.drain(from..to);
                at = from;
            }
            None => at += 1,
        }
    }
}

/// From where to where such a number stands, if there is one here.
fn stride(chunks: &[Chunk], at: usize) -> Option<(usize, usize)> {
    chunks[at].number.filter(|n| (1..=FARTHEST).contains(n) && chunks[at].generals.is_empty())?;
    let small = |c: &Chunk| {
        c.is_word()
            && (c.unknown || c.has(Word::Filler))
            && c.generals.is_empty()
            && c.cities.is_empty()
    };
    let steps =
        at + 1 + usize::from(chunks.get(at + 1).is_some_and(|c| small(c) && !c.has(Word::Steps)));
    if !chunks.get(steps)?.has(Word::Steps) {
        return None;
    }
    // `one step back`, `two steps, then …`, are no distance to a goal.
    let mut to = steps + 1;
    if matches!(chunks.get(to)?.kind, Kind::Comma | Kind::Colon | Kind::Open) {
        to += 1;
    }
    let leads = |c: &Chunk| {
        c.is_word()
            && c.any(&[Word::To, Word::Article])
            && !c.any(&[Word::Via, Word::From, Word::Back, Word::Towards])
    };
    let goal = (to..chunks.len().min(to + 3)).find(|place| !leads(&chunks[*place]))?;
    let named = chunks[goal].is_plain_city() && chunks[goal].guessed.is_none();
    if !named || goal == to && to == steps + 1 {
        return None;
    }
    // `two cities: first Riesenburg, then Sztum` names the way.
    let sentence =
        chunks[goal + 1..].iter().take_while(|c| c.kind != Kind::Period && c.generals.is_empty());
    if sentence.filter(|c| c.is_plain_city()).count() > 0 {
        return None;
    }
    // `robi jeden krok na`, `takes one step to`, `si muove di una città:`; a piece or a verb of marching stays.
    let verb = &chunks[at - 1];
    let small = verb.is_word() && verb.generals.is_empty() && verb.cities.is_empty();
    let led = verb.unknown || verb.has(Word::From) && verb.plain.len() < 4;
    Some((at - usize::from(small && led && at > 1), to))
}
