//! What is said beside an order and changes nothing of it: a remark in brackets (`main road all the way, that should do`), a
//! saying behind it (`and may he never come back`).

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// What is never a remark, though it stands in brackets.
const BINDING: [Word; 42] = [
    Word::Not,
    Word::Or,
    Word::If,
    Word::Unless,
    Word::Else,
    Word::IfNeeded,
    Word::OneOf,
    Word::Ready,
    Word::Cancel,
    Word::Wait,
    Word::Test,
    Word::Stay,
    Word::Stop,
    Word::Alone,
    Word::Only,
    Word::With,
    Word::Both,
    Word::Stack,
    Word::Together,
    Word::Join,
    Word::Part,
    Word::Rest,
    Word::Each,
    Word::Steps,
    Word::Towards,
    Word::AsFar,
    Word::Following,
    Word::Recruit,
    Word::Pay,
    Word::Enter,
    Word::Troops,
    Word::Train,
    Word::Card,
    Word::Reserve,
    Word::Points,
    Word::Discard,
    Word::Duel,
    Word::Press,
    Word::Vote,
    Word::Absent,
    Word::Offensive,
    Word::Capture,
];

/// What is said of orders, and of no name.
const ORDERING: [Word; 11] = [
    Word::Move,
    Word::Stay,
    Word::Ready,
    Word::Via,
    Word::Until,
    Word::Troops,
    Word::Train,
    Word::Reserve,
    Word::Card,
    Word::Duel,
    Word::Time,
];

/// The line without the first bracket that only comments on what stands before it, or says who is met at the goal: `Schwerin:
/// Patschkau - Glatz (joins Keith)`.
pub(in crate::said) fn without_bracket(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let open = chunks.iter().position(|c| c.kind == Kind::Open)?;
    let close = open + chunks[open..].iter().position(|c| c.kind == Kind::Close)?;
    let inside = &chunks[open + 1..close];
    let names = |c: &Chunk| {
        !c.generals.is_empty()
            || c.is_plain_city()
            || c.nation.is_some()
            || c.seat.is_some()
            || c.number.is_some() && !c.has(Word::Article)
            || matches!(c.kind, Kind::Suit(_) | Kind::Question | Kind::Colon | Kind::Slash)
            || c.any(&BINDING)
    };
    // `Königsberg (the one in the Neumark)` and the like are read with the name before them.
    let told = open > 0 && chunks[open - 1].cities.len() > 1;
    let words = inside.iter().filter(|c| c.is_word()).count();
    let goal = chunks[..open].iter().rfind(|c| c.is_plain_city());
    let met = |c: &Chunk| match (c.generals.as_slice(), goal) {
        ([piece], Some(goal)) => {
            let place = known.position(*piece);
            known.is_own(piece.nation()) && place.is_some_and(|place| goal.cities.contains(&place))
        }
        _ => false,
    };
    let joins = |c: &Chunk| c.has(Word::Join) && c.generals.is_empty();
    let small = |c: &Chunk| {
        c.is_word()
            && (met(c)
                || joins(c)
                || c.any(&[Word::To, Word::With, Word::Article, Word::Title, Word::Filler]))
    };
    let meets = inside.iter().any(met) && inside.iter().any(joins) && inside.iter().all(small);
    (meets || words > 2 && !told && !inside.iter().any(names))
        .then(|| Corrected::without(line, chunks, open..close + 1))
}

/// The line without what says which of a name is not meant: `Hildburghausen (the man, not the town)`, `Osterode, the one in the
/// Harz and not that in East Prussia`.
pub(in crate::said) fn without_the_other(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let marks = |c: &Chunk| c.is_mark() && c.kind != Kind::Colon;
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let ordered =
        |c: &Chunk| own(c) || c.number.is_some() && !c.has(Word::Article) || c.any(&ORDERING);
    (2..chunks.len().saturating_sub(1)).find_map(|at| {
        let not = chunks[at].is_word() && chunks[at].any(&[Word::Not, Word::No]);
        let one = chunks[at + 1].any(&[Word::TheOne, Word::TheOnes, Word::Article, Word::Other]);
        let apart = marks(&chunks[at - 1]) || chunks[at - 1].has(Word::And);
        if !not || !one || !apart {
            return None;
        }
        let end = chunks[at..].iter().position(marks).map_or(chunks.len(), |length| at + length);
        let open = chunks[..at].iter().rposition(|c| c.kind == Kind::Open);
        let closed = chunks.get(end).is_some_and(|c| c.kind == Kind::Close);
        // A bracket in which no place is named says nothing else.
        let bare = |open: &usize| {
            closed && !chunks[*open..end].iter().any(|c| c.is_plain_city() || ordered(c))
        };
        let taken = match open.filter(bare) {
            Some(open) => open..end + 1,
            None if open == Some(at - 1) => return None,
            None => at - 1..end,
        };
        let before = &chunks[..taken.start];
        let named = before.iter().rev().take(9).any(|c| c.is_plain_city() || c.kind == Kind::Close)
            || before.last().is_some_and(|c| !c.generals.is_empty());
        let told = (2..=7).contains(&(end - at)) && !chunks[at..end].iter().any(ordered);
        (named && told).then(|| Corrected::without(line, chunks, taken))
    })
}

/// The line without a saying that stands behind something else.
pub(in crate::said) fn without_saying(
    line: &str,
    chunks: &[Chunk],
    _: &Known,
) -> Option<Corrected> {
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::Saying)?;
        let ends = |c: &Chunk| c.is_mark();
        let and = chunks[at - 1].has(Word::And);
        let apart = and || ends(&chunks[at - 1]);
        let whole = chunks.get(at + length).is_none_or(ends);
        let from = at - usize::from(and || chunks[at - 1].kind == Kind::Comma);
        (apart && whole && from > 0).then(|| Corrected::without(line, chunks, from..at + length))
    })
}
