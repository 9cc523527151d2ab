//! What is put to the vote, as chunks say it: which proposal it is, how much time it asks for, and what only wishes for one.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Scene;
use crate::said::club::Named;
use crate::said::club::votes::{ClockKind, Wanted};
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// `Motion: take back my last move`: a proposal, behind the colon what is to be undone.
pub(in crate::said) fn takes_a_move_back(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(colon) = chunks.iter().position(|c| c.kind == Kind::Colon) else { return false };
    let (before, behind) = (&chunks[..colon], &chunks[colon + 1..]);
    let first = before.iter().find(|c| c.is_word() && !c.any(&[Word::Filler, Word::Greeting]));
    let undoes = |c: &Chunk| c.any(&[Word::Withdraw, Word::TakeBack, Word::Cancel, Word::Back]);
    let other = |c: &Chunk| c.any(&[Word::Not, Word::Proposal]) || c.count().is_some();
    first.is_some_and(|c| c.any(&[Word::Propose, Word::Proposal]))
        && behind.len() <= 9
        && behind.iter().any(undoes)
        && !behind.iter().any(other)
        && says(&scene.words(behind), ClubWord::OrderNoun)
}

/// `Can we take a break?`, `I need two more days`, `Draw?`: a wish for what the table decides.
pub(in crate::said) fn wishes(
    chunks: &[Chunk],
    wanted: &Wanted,
    question: bool,
    words: usize,
) -> bool {
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    let other = chunks.iter().any(|c| {
        // `For 12D I would like two troops`
        let buys = c.any(&[Word::Troops, Word::Recruit, Word::Pay, Word::General]);
        c.any(&[Word::Card, Word::Not, Word::Play, Word::If, Word::Stay, Word::Absent])
            || buys
            || c.has(Word::How) && !c.has(Word::Filler)
            || Little::Denial.is(&c.plain)
            || c.guessed.is_some()
            || matches!(c.kind, Kind::Suit(_))
    });
    let wish = has(Word::Wish) || question && words <= 3;
    match wanted {
        Wanted::Pause | Wanted::Draw | Wanted::Extend { .. } => wish && !other && words <= 12,
        // `I'd like to undo my turn`, but not `I take back my march`
        Wanted::TakeBack { .. } => (question || has(Word::Turn)) && !other && words <= 12,
        _ => false,
    }
}

/// `noch 24 Stunden`: whether a line says nothing but how much more time there should be.
pub(in crate::said) fn is_span_alone(scene: &Scene, chunks: &[Chunk]) -> bool {
    let alone = |text: &str| !text.contains(char::is_alphanumeric);
    let (Some(first), Some(last)) = (chunks.first(), chunks.last()) else { return false };
    let whole = scene.line.get(..first.start).is_none_or(alone)
        && scene.line.get(last.end..).is_none_or(alone);
    let units = [Word::Hours, Word::Days, Word::Weeks, Word::Extend, Word::New];
    let says = |c: &Chunk| {
        !c.is_word()
            || c.number.is_some()
            || c.any(&units)
            || c.any(&[Word::Filler, Word::Closing, Word::For]) && !c.has(Word::Not)
    };
    whole && span(chunks).is_some() && chunks.iter().all(says)
}

/// What can be proposed.
pub(in crate::said) const KINDS: [Word; 10] = [
    Word::Bot,
    Word::Extend,
    Word::Pause,
    Word::Resume,
    Word::Substitute,
    Word::TakeBack,
    Word::Draw,
    Word::Concede,
    Word::Clocks,
    Word::End,
];

/// Whether something is named that can be proposed.
pub(in crate::said) fn has_kind(chunks: &[Chunk]) -> bool {
    // `I take my proposal back` takes no move back.
    let kind = |c: &Chunk| c.any(&KINDS) && !c.any(&[Word::Withdraw, Word::Proposal]);
    chunks.iter().any(kind)
}

/// The time that is named, in hours.
pub(in crate::said) fn span(chunks: &[Chunk]) -> Option<u64> {
    for (at, chunk) in chunks.iter().enumerate() {
        // `a two-day extension`
        let counted = chunks.get(at + 1).is_some_and(|c| c.count().is_some());
        let article = chunk.has(Word::Article) && counted;
        let Some(number) = chunk.number.filter(|_| !article) else { continue };
        let ends = |c: &&Chunk| matches!(c.kind, Kind::Question | Kind::Semicolon);
        for unit in chunks.iter().skip(at + 1).take(3).take_while(|c| !ends(c)) {
            let hours = match unit {
                unit if unit.has(Word::Hours) => 1,
                unit if unit.has(Word::Extend) && unit.plain.starts_with("hor") => 1,
                unit if unit.has(Word::Days) => 24,
                unit if unit.has(Word::Weeks) => 7 * 24,
                unit if unit.has(Word::Extend) && unit.plain.starts_with("da")
                    || unit.has(Word::Extend) && unit.plain.starts_with("ta")
                    || unit.has(Word::Extend) && unit.plain.starts_with("di") =>
                {
                    24
                }
                unit if unit.has(Word::Extend) && unit.plain.starts_with("gio") => 24,
                unit if unit.has(Word::Extend) && unit.plain.starts_with("dni") => 24,
                _ => continue,
            };
            return u64::from(number).checked_mul(hours);
        }
    }
    // Polish `przedłużenie o tydzień`, by one
    let hours = [(ClubWord::AWeek, 7 * 24), (ClubWord::ADay, 24)].into_iter();
    hours
        .filter(|(unit, _)| {
            chunks.iter().any(|c| c.any(&[Word::Days, Word::Weeks]) && c.means(*unit))
        })
        .map(|(_, hours)| hours)
        .next()
}

/// The roles and nations that are named.
pub(in crate::said) fn seats(chunks: &[Chunk]) -> Vec<Named> {
    chunks.iter().filter_map(|c| c.seat.map(Named::Seat).or(c.nation.map(Named::Nation))).collect()
}

/// What is proposed, if it is named.
pub(in crate::said) fn wanted(chunks: &[Chunk]) -> Option<Wanted> {
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    let seats = seats(chunks);
    let one = || if let [seat] = seats.as_slice() { Some(*seat) } else { None };
    let hours = span(chunks);
    let clock = [
        (Word::ClockMovement, ClockKind::Movement),
        (Word::ClockCombat, ClockKind::Combat),
        (Word::ClockChoices, ClockKind::Choices),
        (Word::ClockSetUp, ClockKind::SetUp),
    ]
    .into_iter()
    .find(|(word, _)| has(*word))
    .map(|(_, kind)| kind);
    if let (true, Some(kind), Some(hours)) = (has(Word::Clocks), clock, hours) {
        return Some(Wanted::Clocks { kind, hours });
    }
    if let Some(hours) = hours {
        return Some(Wanted::Extend { hours, seat: one() });
    }
    if has(Word::TakeBack) {
        return Some(Wanted::TakeBack { seat: one() });
    }
    if has(Word::Bot)
        && let Some(seat) = one()
    {
        return Some(Wanted::Bot { seat });
    }
    if has(Word::Substitute)
        && let Some(seat) = one()
    {
        return Some(Wanted::Substitute { seat });
    }
    let plain =
        [(Word::Draw, Wanted::Draw), (Word::Pause, Wanted::Pause), (Word::Resume, Wanted::Resume)];
    if has(Word::End) && !seats.is_empty() {
        return Some(Wanted::End { winners: seats });
    }
    // `The pause was meant for Christmas! I move that we go on`
    let last = |word| chunks.iter().rposition(|c: &Chunk| c.has(word));
    if last(Word::Pause).is_some() && last(Word::Resume) > last(Word::Pause) {
        return Some(Wanted::Resume);
    }
    if let Some((_, wanted)) = plain.into_iter().find(|(word, _)| has(*word)) {
        return Some(wanted);
    }
    has(Word::Concede).then_some(Wanted::Concede)
}
