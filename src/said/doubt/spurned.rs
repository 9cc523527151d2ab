//! Cities that are named only to say that nobody shall go there: `to Jungbunzlau rather than anywhere near Zittau`, and of a
//! retreat `Torgau no, he'd be in my way; send him to Eisleben`.

use crate::game::DecisionKind;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, ends_sentence, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Between `than` and the city stand so many words at most: `rather than anywhere in the neighbourhood of Zittau`.
const MOST_BETWEEN: usize = 5;

/// The line without the city to which another one is preferred: `to Jungbunzlau rather than Zittau`, `lieber nach
/// Jungbunzlau als nach Zittau`.
pub(in crate::said) fn less_liked(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let ends = |c: &Chunk| c.is_mark() || c.is_word() && c.any(&[Word::And, Word::If, Word::While]);
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::Than)?;
        let begin = chunks[..at].iter().rposition(ends_sentence).map_or(0, |mark| mark + 1);
        let before = &chunks[begin..at];
        let rather = |from: usize| said(line, chunks, from, ClubWord::Rather).is_some();
        let compares = !chunks[at].any(&[Word::To, Word::At, Word::From, Word::Via]);
        let phrase = line.get(chunks[at].start..chunks[at + length - 1].end).unwrap_or_default();
        let whole = phrase.contains(' ') || chunks[at].has(Word::Not);
        let whole = whole || compares && (begin..at).any(rather);
        let liked = before.iter().rposition(Chunk::is_plain_city)?;
        let named = |c: &Chunk| !c.generals.is_empty() || c.number.is_some();
        // `because he stands better there than on the heath`
        let beside = |c: &Chunk| c.is_word() && c.has(Word::Filler);
        if !whole || named(&before[liked]) || !before[liked + 1..].iter().all(beside) {
            return None;
        }
        let from = at + length;
        let behind = chunks.get(from..)?;
        let between = behind.iter().position(Chunk::is_plain_city)?;
        let small = |c: &Chunk| c.is_word() && !named(c) && !c.any(&[Word::Stay, Word::Play]);
        let city = from + between;
        let last = chunks.get(city + 1).is_none_or(ends);
        (between <= MOST_BETWEEN && behind[..between].iter().all(small) && last)
            .then(|| Corrected::without(line, chunks, at..city + 1))
    })
}

/// The line without a clause that only says why another city is not the goal: `Heinrich to Rathenow, Potsdam is too close`.
pub(in crate::said) fn without_spurned_city(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    if known.awaits(DecisionKind::Retreat).is_some() {
        return None;
    }
    let mark = |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Dash);
    let ordering = [
        Word::Move,
        Word::Stay,
        Word::Stop,
        Word::Keep,
        Word::Then,
        Word::Or,
        Word::If,
        Word::Else,
    ];
    let orders = |c: &Chunk| {
        !c.generals.is_empty()
            || c.is_train_word()
            || c.count().is_some()
            || c.is_word() && c.any(&ordering) && !c.has(Word::Filler)
    };
    let mut from = 0;
    let mut clauses = Vec::new();
    for at in 0..=chunks.len() {
        if chunks.get(at).is_none_or(mark) {
            clauses.push(from..at);
            from = at + 1;
        }
    }
    let goal =
        |clause: &[Chunk]| clause.iter().any(|c| c.is_plain_city()) && clause.iter().any(orders);
    clauses.iter().enumerate().skip(1).find_map(|(place, range)| {
        let clause = chunks.get(range.clone()).filter(|clause| clause.len() > 1)?;
        let text = line.get(clause[0].start..clause[clause.len() - 1].end)?;
        let why = [ClubWord::Spurned, ClubWord::TooFar].iter().any(|word| says(text, *word));
        let cities = clause.iter().filter(|c| c.is_plain_city()).count();
        let before = clauses[..place].iter().any(|other| goal(&chunks[other.clone()]));
        let plain = why && cities == 1 && clause[0].is_plain_city() && !clause.iter().any(orders);
        (plain && before).then(|| Corrected::without(line, chunks, range.start - 1..range.end))
    })
}

/// The line without clauses that say where somebody is not to retreat, with why not, if another city is named: `Torgau
/// no, he'd be in my way; send him to Eisleben`, `Surtout pas à Greifenhagen, … ; expédie-moi ce Dohna à Soldin`.
pub(in crate::said) fn without_denied_city(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Retreat)?;
    let denies = |c: &Chunk| {
        let word = c.any(&[Word::Not, Word::No]) || Little::Denial.is(&c.plain);
        c.is_word() && c.cities.is_empty() && (word || c.means(ClubWord::NotEither))
    };
    let small = |c: &Chunk| {
        c.is_word() && c.any(&[Word::Filler, Word::To, Word::Article, Word::Pronoun])
            || c.is_word() && denies(c)
    };
    let strong = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Semicolon);
    chunks.iter().enumerate().filter(|(_, c)| c.is_plain_city()).find_map(|(at, _)| {
        let begin = chunks[..at].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
        let end = at + chunks[at..].iter().position(Chunk::is_mark).unwrap_or(chunks.len() - at);
        let others = || chunks[begin..at].iter().chain(&chunks[at + 1..end]);
        if !others().any(denies) || !others().all(small) {
            return None;
        }
        // Why not, up to the end of the sentence, if no other city is named in it.
        let rest = chunks[end..].iter().position(strong).map_or(chunks.len(), |mark| end + mark);
        let reason = !chunks[end..rest].iter().any(Chunk::is_plain_city);
        let to = if reason { rest } else { end };
        let elsewhere = |c: &Chunk| c.is_plain_city() && c.cities != chunks[at].cities;
        let to = to + usize::from(to < chunks.len());
        chunks[to..].iter().any(elsewhere).then(|| Corrected::without(line, chunks, begin..to))
    })
}

/// The line without a sentence that only gives a city up: `Forget Prenzlau. Ehrensvärd goes by Gartz to Pasewalk`.
pub(in crate::said) fn without_forgotten(
    line: &str,
    chunks: &[Chunk],
    _: &Known,
) -> Option<Corrected> {
    let forgets = |c: &Chunk| {
        c.is_word()
            && c.any(&[Word::Cancel, Word::TakeBack])
            && !c.any(&[Word::Retreat, Word::Move])
    };
    let small = |c: &Chunk| c.is_word() && c.any(&[Word::Filler, Word::To, Word::Article]);
    chunks.iter().enumerate().filter(|(_, c)| c.is_plain_city()).find_map(|(at, _)| {
        let begin = chunks[..at].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
        let alone = chunks[begin..at].iter().all(|c| forgets(c) || small(c))
            && chunks[begin..at].iter().any(forgets);
        let ends = chunks.get(at + 1).is_some_and(Chunk::is_mark);
        let ends = ends || at + 1 == chunks.len();
        let others = || chunks[..begin].iter().chain(chunks.get(at + 1..).unwrap_or_default());
        let goal = |c: &&Chunk| c.is_plain_city();
        let again = |c: &Chunk| c.cities == chunks[at].cities;
        (alone && ends && others().any(|c| goal(&c)) && !others().filter(goal).any(again))
            .then(|| Corrected::without(line, chunks, begin..(at + 2).min(chunks.len())))
    })
}

/// The line without the city near which somebody shall go, if the next one says where: `near Leipzig, let's say Halle`,
/// `irgendwo bei Leipzig, Halle zum Beispiel`.
pub(in crate::said) fn without_neighbourhood(
    line: &str,
    chunks: &[Chunk],
    _: &Known,
) -> Option<Corrected> {
    let cities: Vec<usize> = (0..chunks.len()).filter(|at| chunks[*at].is_plain_city()).collect();
    cities.windows(2).find_map(|pair| {
        let (near, goal) = (pair[0], pair[1]);
        let leads = |c: &Chunk| c.any(&[Word::Towards, Word::At]);
        let from = near.checked_sub(1).filter(|at| leads(&chunks[*at]))?;
        let says = |at: usize| said(line, chunks, at, ClubWord::ForInstance);
        let between = near + 1..goal;
        let before = between.clone().find_map(|at| Some(at..at + says(at)?));
        let mark = usize::from(chunks.get(goal + 1).is_some_and(|c| c.kind == Kind::Comma));
        let behind =
            before.is_none().then(|| goal + 1 + mark).and_then(|at| Some(at..at + says(at)?));
        let instance = before.or(behind)?;
        let small = |at: usize| {
            let c = &chunks[at];
            c.is_mark() || c.any(&[Word::Filler, Word::To, Word::Article, Word::At, Word::Then])
        };
        let apart = between.clone().any(|at| chunks[at].is_mark());
        let plain = between.clone().all(|at| instance.contains(&at) || small(at));
        if !plain || !apart || chunks[near].cities == chunks[goal].cities {
            return None;
        }
        let mut kept = Corrected::without(line, chunks, from..near + 1);
        kept.chunks.retain(|c| !chunks[instance.clone()].iter().any(|one| one.start == c.start));
        let words = chunks[instance.start].start..chunks[instance.end - 1].end;
        kept.line = blanked(&kept.line, words.start, words.end);
        // The marks before the goal part nothing any more.
        let marks = chunks[near].end..chunks[goal].start;
        kept.chunks.retain(|c| !(c.is_mark() && marks.contains(&c.start)));
        Some(kept)
    })
}

/// The line without a city of which the same sentence says that it is too far, before the one where somebody goes: `Soubise would like
/// Kassel but this is too far, so he makes only Hersfeld`.
pub(in crate::said) fn without_too_far(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Movement)?;
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let ends = |c: &Chunk| ends_sentence(c);
    (2..chunks.len()).find_map(|at| {
        let far = at + said(line, chunks, at, ClubWord::TooFar)?;
        let from = chunks[..at].iter().rposition(ends).map_or(0, |end| end + 1);
        let to = chunks[at..].iter().position(ends).map_or(chunks.len(), |end| at + end);
        let before = &chunks[from..at];
        let who = before.iter().position(own)?;
        let cities = before.iter().filter(|c| c.is_plain_city()).count();
        let mark = far + chunks[far..to].iter().position(Chunk::is_mark)?;
        let goal = chunks[mark..to].iter().any(Chunk::is_plain_city);
        let bound = [Word::Not, Word::If, Word::Or, Word::Via, Word::Stay];
        let binds = |c: &Chunk| c.any(&bound) && !c.has(Word::Filler);
        let others = before.iter().filter(|c| own(c)).count() > 1;
        let named = before[who + 1..].iter().any(Chunk::is_plain_city);
        (cities == 1 && named && goal && !others && !before.iter().any(binds))
            .then(|| Corrected::without(line, chunks, from + who + 1..mark + 1))
    })
}
