//! What is said beside an order and changes nothing of it: a remark in brackets (`main road all the way, that should do`), a
//! saying behind it (`and may he never come back`).

use super::chunk::Chunk;
use super::club::words::ClubWord;
use super::corrected::{Corrected, said};
use super::known::Known;
use super::text::Kind;
use super::words::Word;

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

/// The line without the first bracket that only comments on what stands before it, or says who is met at the goal: `Schwerin:
/// Patschkau - Glatz (joins Keith)`.
pub(super) fn without_bracket(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
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

/// The line without a saying that stands behind something else.
pub(super) fn without_saying(line: &str, chunks: &[Chunk], _: &Known) -> Option<Corrected> {
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
