//! Clauses that stand before an order and say what it is for, what is not done instead, or where the way leads first: `Um näher an
//! Königsberg zu sein, wechselt Lehwaldt nach Heiligenbeil`, `Instead of staying at Angermünde, Heinrich goes to Stettin`, `Once at
//! Elsterwerda, train 1 goes on to Großenhain`.
//!
//! What this module deliberately does not do: clauses behind an order, which are [`reasons`](super::reasons)'s, and conditions.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, said};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// No such clause has more chunks.
const LONGEST: usize = 14;

/// A sentence that begins with a clause: where the clause and the rest stand.
struct Led {
    clause: Range<usize>,
    main: Range<usize>,
    /// The clause names somebody of one's own and a city.
    ordered: bool,
}

/// The sentences of a line that begin with a clause and a comma, and whose rest orders somebody of one's own somewhere.
fn sentences(chunks: &[Chunk], known: &Known) -> Vec<Led> {
    let mut found = Vec::new();
    if known.is_set_up() {
        return found;
    }
    for range in sentence::sentences(chunks) {
        let comma = |at: &usize| chunks[*at].kind == Kind::Comma;
        let Some(comma) = range.clone().find(comma).filter(|at| *at > range.start + 1) else {
            continue;
        };
        let (clause, main) = (range.start..comma, comma + 1..range.end);
        let own = |c: &Chunk| {
            c.is_train_word() || c.generals.iter().any(|piece| known.is_own(piece.nation()))
        };
        let spoken = chunks[main.clone()].iter().any(|c| own(c) || c.has(Word::Pronoun));
        let sent = chunks[main.clone()].iter().any(|c| c.is_plain_city() || c.has(Word::Stay));
        let ordered = chunks[clause.clone()].iter().any(own)
            && chunks[clause.clone()].iter().any(Chunk::is_plain_city);
        let bound = chunks[range].iter().any(is_bound)
            || chunks[clause.clone()].iter().any(|c| c.kind == Kind::Colon || c.has(Word::If));
        if spoken && sent && clause.len() <= LONGEST && !bound {
            found.push(Led { clause, main, ordered });
        }
    }
    found
}

/// What makes it another thing to say.
fn is_bound(chunk: &Chunk) -> bool {
    let other = [Word::Or, Word::Unless, Word::Recruit, Word::Duel, Word::Versus];
    chunk.any(&other) && !chunk.has(Word::Filler)
        || matches!(chunk.kind, Kind::Suit(_) | Kind::Question)
}

/// Whether a clause begins with a phrase of this meaning, small words before it passed over; how long it is to its end.
fn begins(line: &str, clause: &[Chunk], word: ClubWord) -> Option<usize> {
    let small = |c: &&Chunk| c.is_word() && c.any(&[Word::And, Word::Filler, Word::Then]);
    let passed = clause.iter().take(2).take_while(small).count();
    (0..=passed).find_map(|at| said(line, clause, at, word).map(|length| at + length))
}

/// The line without a clause that says what an order is for, or what is not done instead.
pub(in crate::said) fn without_clause(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    sentences(chunks, known).into_iter().find_map(|Led { clause, main, ordered }| {
        let words = &chunks[clause.clone()];
        let named = words.iter().filter(|c| own(c) || c.is_train_word()).count();
        let instead = begins(line, words, ClubWord::InsteadOf).is_some();
        let granted = begins(line, words, ClubWord::Granted).is_some();
        // `Para Dresde, Federico`, `Pour Cumberland, pas de marche` name a goal, or whom it is about.
        let purpose = [ClubWord::InOrderTo, ClubWord::SoThat].into_iter().any(|word| {
            begins(line, words, word).is_some_and(|length| {
                let next = words.get(length);
                let place = next.is_some_and(|c| c.is_plain_city() || own(c));
                // `So that he can be on the Oder next turn`, but not `So he …`
                let subject = |c: &Chunk| c.has(Word::Pronoun) && !c.has(Word::Filler);
                let he = length > 1 && next.is_some_and(subject);
                let verbs = [Word::Get, Word::Stay, Word::Move, Word::Join];
                let verb = he || words[length..].iter().any(|c| c.unknown || c.any(&verbs));
                !place && verb && words.len() - length > 1
            })
        });
        // `Since Karl can't get past Zittau safely, he goes round by Reichenberg`
        let denied = words.iter().any(|c| c.has(Word::Not) && !c.has(Word::Filler));
        // `Puisque Stettin est vide, autant qu'il y entre`: the city of the reason is the goal.
        let led = |pair: &[Chunk]| pair[0].any(&[Word::To, Word::At]) && pair[1].is_plain_city();
        let rest = &chunks[main.clone()];
        let goal = rest.windows(2).any(led) || rest.iter().any(|c| c.has(Word::Stay));
        let because =
            goal && begins(line, words, ClubWord::Because).is_some() && (denied || !ordered);
        let other = !ordered && (instead || granted || purpose);
        if !(because || other) || named > 1 {
            return None;
        }
        // Who is named there alone is meant behind it: `Instead of sending Heinrich to Berlin, he stays`.
        let again = chunks[main.clone()].iter().any(|c| own(c) || c.is_train_word());
        let kept = words.iter().filter(|c| !again && own(c)).cloned();
        let mut left = chunks[..clause.start].to_vec();
        left.extend(kept);
        left.extend_from_slice(&chunks[main.start..]);
        let line = blanked(line, chunks[clause.start].start, chunks[main.start - 1].end);
        Some(Corrected { chunks: left, line })
    })
}

/// `Karl marches on Görlitz, and it is Lauban that he passes on the way`: the city before a verb of passing is on the way.
pub(in crate::said) fn passed_behind(line: &str, chunks: &[Chunk], _: &Known) -> Option<Corrected> {
    let city = |at: usize| chunks[at].is_plain_city() && chunks[at].generals.is_empty();
    let small = |c: &&Chunk| {
        c.is_word() && c.cities.is_empty() && c.any(&[Word::Filler, Word::Pronoun, Word::TheOne])
    };
    (1..chunks.len().saturating_sub(2)).filter(|at| city(*at)).find_map(|at| {
        let between = chunks[at + 1..].iter().take(3).take_while(small).count();
        let verb = at + 1 + between;
        let passes = chunks.get(verb).is_some_and(|c| {
            c.has(Word::Via) && !c.any(&[Word::To, Word::At, Word::For, Word::Filler, Word::Stay])
        });
        let next = chunks.get(verb + 1);
        let led = chunks[at - 1].any(&[Word::To, Word::Via, Word::From, Word::At]);
        let ends = next.is_none_or(|c| !c.is_plain_city() && !c.has(Word::Article));
        let other = (0..at).any(city);
        if between == 0 || !passes || led || !ends || !other {
            return None;
        }
        let mut left = chunks[..at].to_vec();
        left.push(chunks[verb].clone());
        left.push(chunks[at].clone());
        left.extend_from_slice(&chunks[verb + 1..]);
        Some(Corrected { chunks: left, line: line.to_owned() })
    })
}

/// `… to Saalfeld, from where Sonneberg can be covered`: what can be seen or reached from the goal.
pub(in crate::said) fn without_prospect(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    (2..chunks.len()).find_map(|at| {
        said(line, chunks, at, ClubWord::FromWhere)?;
        let ends = |c: &Chunk| {
            matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Question)
        };
        let length = chunks[at..].iter().position(ends).unwrap_or(chunks.len() - at);
        let goal = chunks[..at].iter().rev().find(|c| c.is_word())?.is_plain_city();
        let clause = &chunks[at..at + length];
        let moves = clause.iter().any(|c| {
            own(c)
                || c.is_train_word()
                || c.any(&[Word::Move, Word::Then, Word::To]) && !c.has(Word::Filler)
        });
        let from = at - usize::from(chunks[at - 1].kind == Kind::Comma);
        (goal && !moves && length <= LONGEST)
            .then(|| Corrected::without(line, chunks, from..at + length))
    })
}

/// `Once at Elsterwerda, train 1 goes on to Großenhain`, `Passing through Wurzen, Friedrich goes on to Leipzig`: the cities that are
/// reached first stand as the way behind the goal.
pub(in crate::said) fn on_the_way(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let led = sentences(chunks, known).into_iter().filter(|led| !led.ordered);
    led.into_iter().find_map(|Led { clause, main, .. }| {
        let words = &chunks[clause.clone()];
        let city = |c: &&Chunk| c.is_plain_city() && c.generals.is_empty() && c.nation.is_none();
        let cities: Vec<&Chunk> = words.iter().filter(city).collect();
        let once = [ClubWord::Once, ClubWord::Arrived]
            .into_iter()
            .any(|word| begins(line, words, word).is_some());
        let via = words
            .first()
            .is_some_and(|c| c.has(Word::Via) && !c.any(&[Word::To, Word::For, Word::At]));
        let foreign = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
        let other = |c: &Chunk| foreign(c) || c.has(Word::Not) || c.count().is_some();
        let named = |c: &Chunk| !c.generals.is_empty() || c.is_train_word();
        let goal = chunks[main.clone()].iter().any(Chunk::is_plain_city);
        if cities.is_empty() || cities.len() > 3 || !(once || via) || !goal {
            return None;
        }
        if words.iter().any(other) || words.iter().filter(|c| named(c)).count() > 1 {
            return None;
        }
        let again = chunks[main.clone()].iter().any(named);
        // `Once Friedrich has left for Meißen, Winterfeldt goes to Dresden` is said of two.
        if again && words.iter().any(named) {
            return None;
        }
        let who = words.iter().filter(|c| named(c)).cloned();
        let last = main.clone().rev().find(|at| !chunks[*at].is_mark())? + 1;
        let mut left = chunks[..clause.start].to_vec();
        left.extend(who);
        left.extend_from_slice(&chunks[main.start..last]);
        for city in cities {
            // What leads there stands where the city stands.
            left.push(Chunk { cities: Vec::new(), ..city.meaning(Word::Via) });
            left.push(city.clone());
        }
        left.extend_from_slice(&chunks[last..]);
        Some(Corrected { chunks: left, line: line.to_owned() })
    })
}
