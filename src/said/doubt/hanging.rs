//! Conditions beside an order that were not read with it: what holds otherwise, what must happen first, a card or a
//! retreat that hangs on what is still to come. Which of it was meant is asked.

use super::others::{only_tells, order_follows};
use crate::game::{Action, CardRef, CityId, Face};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said as phrase_at;
use crate::said::chunks::frame::Problem;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said, Trouble};

/// `Cumberland to Northeim if nobody is there, otherwise he stays`: what holds otherwise was not read, and so not under
/// what condition the march stands.
pub(in crate::said) fn unread_choice(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
) -> Option<Problem> {
    let marches = |said: &Said| matches!(said.request, Request::Act(Action::MoveVia { .. }));
    if !said.iter().any(marches) || said.iter().any(|said| said.condition.is_some()) {
        return None;
    }
    let question = |at: usize| {
        let words = line.get(chunks[at].start..).unwrap_or_default().chars().take(60);
        Some(Problem::new(Trouble::UnknownCondition, words.collect::<String>()))
    };
    // `…, if nobody is there`
    let sentence_end = |at: usize| {
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Semicolon);
        chunks[at..].iter().position(ends).map_or(chunks.len(), |end| at + end)
    };
    let asks = |at: &usize| {
        let clause = chunks[*at].start..chunks[sentence_end(*at) - 1].end;
        let text = line.get(clause).unwrap_or_default();
        let c = &chunks[*at];
        let told = only_tells(chunks, *at..sentence_end(*at), said);
        let asks = c.is_word() && c.any(&[Word::If, Word::Unless]);
        asks && says(text, ClubWord::Occupied) && !told
    };
    // `Heinrich to Templin, if Ehrensvärd is gone`: of what somebody must do first nothing was read.
    let hangs = |at: &usize| {
        let c = &chunks[*at];
        let parts = |c: &Chunk| {
            matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Colon)
        };
        let mut clause = chunks[at + 1..].iter().take_while(|c| !parts(c));
        let before = at.checked_sub(1).map(|before| &chunks[before]);
        let begins = before.is_none_or(parts);
        let first = before.is_none_or(|c| matches!(c.kind, Kind::Period | Kind::Semicolon));
        if first && !order_follows(&chunks[*at..], said) {
            return false;
        }
        // `…, se Ehrensvärd è partito`, `…, si Ehrensvärd se ha ido`: these words say other things, too.
        let plain = !c.any(&[Word::Filler, Word::Pronoun, Word::Yes])
            || begins
                && clause.clone().next().is_some_and(|c| !c.generals.is_empty())
                && !clause.clone().any(Chunk::is_plain_city);
        c.is_word()
            && c.any(&[Word::If, Word::Unless])
            && plain
            && !c.has(Word::Then)
            && !said.iter().any(|said| matches!(said.request, Request::Instruct(_)))
            && clause.any(|c| !c.generals.is_empty())
    };
    if let Some(at) = (0..chunks.len()).find(|at| *at > 0 && asks(at) || hangs(at)) {
        return question(at);
    }
    // `Keith geht lieber nicht nach Glatz`
    let refused = |at: &usize| {
        let length = phrase_at(line, chunks, *at, ClubWord::PlainNo)?;
        let last = &chunks[at + length - 1];
        let phrase = length > 1 || line.get(last.start..last.end)?.contains(' ');
        let goes = |c: &Chunk| c.is_word() && c.any(&[Word::To, Word::Move]);
        (phrase && chunks.get(at + length).is_some_and(goes)).then_some(*at)
    };
    if let Some(at) = (1..chunks.len()).find_map(|at| refused(&at)) {
        let words = line.get(chunks[at].start..).unwrap_or_default().chars().take(60);
        return Some(Problem::new(Trouble::UnknownWords, words.collect::<String>()));
    }
    // `…; if the Austrians are there, Neurode`
    let read = |city: &CityId| {
        said.iter().any(|said| match &said.request {
            Request::Act(Action::MoveVia { via, .. }) => via.contains(city),
            Request::Ready | Request::Stay(_) => false,
            _ => true,
        })
    };
    let unread = |at: &usize| {
        let c = &chunks[*at];
        let behind = &chunks[*at..sentence_end(*at)];
        let other = |c: &Chunk| {
            c.is_plain_city()
                && c.meanings.is_empty()
                && c.guessed.is_none()
                && c.nation.is_none()
                && !c.cities.iter().any(read)
        };
        c.is_word()
            && c.any(&[Word::If, Word::Unless])
            && !c.any(&[Word::Filler, Word::Then, Word::And, Word::Yes])
            && c.generals.is_empty()
            && behind.iter().any(other)
    };
    if let Some(at) = (1..chunks.len()).find(unread) {
        return question(at);
    }
    // `Flatow no longer, rather Konitz`
    let withdrawn = |at: &usize| {
        let next = at + 1;
        chunks[*at].is_plain_city()
            && next < chunks.len()
            && phrase_at(line, chunks, next, ClubWord::NoLonger).is_some()
    };
    if let Some(at) = (0..chunks.len()).find(withdrawn) {
        let words = line.get(chunks[at].start..chunks[at + 1].end).unwrap_or_default();
        return Some(Problem::new(Trouble::UnknownWords, words));
    }
    let or = |c: &Chunk| c.is_word() && c.has(Word::Else) && !c.any(&[Word::Filler, Word::If]);
    let at = chunks.iter().position(or)?;
    let orders = |c: &Chunk| c.has(Word::Stay) || c.is_plain_city() && c.meanings.is_empty();
    let ends = |c: &&Chunk| !matches!(c.kind, Kind::Period | Kind::Semicolon);
    chunks[at..].iter().take_while(ends).any(orders).then(|| question(at))?
}

/// `The 6. If that is not enough, one of the elevens comes`, read as the 6 alone: what is to be done later in the combat,
/// in a sentence that begins with a condition and says nothing that was read.
pub(in crate::said) fn unread_sequel(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
) -> Option<Problem> {
    let only_cards = said.iter().all(|said| {
        matches!(said.request, Request::Act(Action::Play { .. })) && said.condition.is_none()
    });
    if said.is_empty() || !only_cards {
        return None;
    }
    let played = |c: &Chunk| {
        said.iter().any(|said| match &said.request {
            Request::Act(Action::Play { card, .. }) => match card.face {
                Face::Reserve => c.has(Word::Reserve),
                Face::Suited(_, value) => c.count() == Some(u32::from(value)),
            },
            _ => false,
        })
    };
    let begins = |at: &usize| {
        let (before, c) = (&chunks[at - 1], &chunks[*at]);
        let condition = c.has(Word::If) && !c.any(&[Word::Then, Word::Filler, Word::As]);
        // `The 6. If …`: the full stop may belong to the number.
        let mark = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Comma);
        let joined = *at > 1 && before.has(Word::And) && mark(&chunks[at - 2]);
        let stands = mark(before) || before.ordinal.is_some() || joined;
        c.is_word() && stands && (condition || c.has(Word::Then) && c.has(Word::Answers))
    };
    let ends = |c: &&Chunk| c.kind != Kind::Period && c.ordinal.is_none();
    let sequel = |at: &usize| !chunks[*at..].iter().take_while(ends).any(played);
    let at = (1..chunks.len()).filter(begins).find(sequel)?;
    let words = line.get(chunks[at].start..)?.chars().take(60);
    Some(Problem::new(Trouble::UnknownCondition, words.collect::<String>()))
}

/// `The lowest, and if she answers, the 9 too`: a card on a condition is not played now.
pub(in crate::said) fn card_on_condition(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
) -> Option<Problem> {
    if chunks.iter().any(|c| c.has(Word::IfNeeded)) {
        return None;
    }
    let at = chunks.iter().position(|c| {
        c.is_word() && c.has(Word::If) && !c.any(&[Word::Then, Word::Filler, Word::As])
    })?;
    let named = |card: &CardRef, chunks: &[Chunk]| match card.face {
        Face::Reserve => chunks.iter().any(|c| c.has(Word::Reserve)),
        Face::Suited(_, value) => chunks.iter().any(|c| c.count() == Some(u32::from(value))),
    };
    let (before, behind) = chunks.split_at(at);
    let conditional = |said: &Said| match &said.request {
        Request::Act(Action::Play { card, .. }) => named(card, behind) && !named(card, before),
        _ => false,
    };
    let words = || line.get(chunks[at].start..).unwrap_or_default().chars().take(60);
    said.iter()
        .any(conditional)
        .then(|| Problem::new(Trouble::UnknownCondition, words().collect::<String>()))
}

/// `If he goes to Kamenz, the King takes him back at once, so to Muskau`: a retreat hangs on nothing that is still to come.
pub(in crate::said) fn retreat_on_condition(line: &str, said: &[Said]) -> Option<Problem> {
    let retreat = |said: &Said| matches!(said.request, Request::Act(Action::Retreat { .. }));
    let bound = |said: &&Said| retreat(said) && said.condition.is_some();
    said.iter()
        .any(|said| bound(&said))
        .then(|| Problem::new(Trouble::UnknownCondition, line.chars().take(60).collect::<String>()))
}
