//! Of a march that says two things at once what may be meant: `Either Browne to Tetschen or Karl to Zittau, not both`, `One of
//! the two at Człuchów goes to Neu Stettin`. The writer is shown them, and chooses one.

use super::chunk::Chunk;
use super::club::words::ClubWord;
use super::corrected;
use super::diagnosis::Doubt;
use super::frame::Problem;
use super::hesitation::sentences;
use super::known::Known;
use super::text::Kind;
use super::words::Word;
use super::{Candidate, Trouble};
use crate::game::{CityId, DecisionKind, PieceId, board};

/// No question offers more.
const MOST: usize = 6;

/// The question in place of a problem of which it was only said that it is not understood, or of what was taken for talk.
pub(super) fn question(
    line: &str,
    chunks: &[Chunk],
    known: Option<&Known>,
    problem: Option<&Problem>,
) -> Option<Problem> {
    let vague =
        [Trouble::Unknown, Trouble::UnknownWords, Trouble::MissingPiece, Trouble::MissingCity];
    match problem {
        Some(Problem::NotUnderstood { trouble, .. }) if vague.contains(trouble) => {}
        None => {}
        _ => return None,
    }
    let known = known?;
    let nation = known.awaits(DecisionKind::Movement)?;
    if let Some(problem) = problem
        && let Some(question) = which_way(line, chunks, known, problem)
    {
        return Some(question);
    }
    let follows = problem.is_none().then(|| what_follows(line, chunks, known)).flatten();
    if follows.is_some() {
        return follows;
    }
    let sentence = sentences(chunks).find(|range| leaves_open(&chunks[range.clone()]))?;
    let words = &chunks[sentence];
    let own = |piece: &PieceId| piece.nation() == nation && known.position(*piece).is_some();
    let mut pieces: Vec<PieceId> =
        words.iter().flat_map(|c| c.generals.iter().copied()).filter(own).collect();
    let mut cities: Vec<CityId> = Vec::new();
    for c in words.iter().filter(|c| c.is_plain_city()) {
        cities.extend(c.cities.iter().copied());
    }
    // `one of the two at Człuchów`, `one of the trains`
    if pieces.is_empty() && words.iter().any(|c| c.has(Word::OneOf)) {
        let at = |piece: &PieceId| known.position(*piece).is_some_and(|at| cities.contains(&at));
        pieces = known.generals_on_map(nation).into_iter().filter(at).collect();
        if words.iter().any(|c| c.has(Word::Train)) {
            pieces = known.trains(nation, true);
        }
    }
    pieces.dedup();
    let mut candidates: Vec<Candidate> = Vec::new();
    for piece in &pieces {
        let reached = known.destinations(&[*piece]);
        let stands = known.position(*piece);
        let mut goals = goals_of(words, *piece);
        if goals.is_empty() {
            goals.clone_from(&cities);
        }
        for city in goals.iter().filter(|city| reached.contains(city) && Some(**city) != stands) {
            let march = Candidate::march(&[*piece], *city);
            if !candidates.contains(&march) {
                candidates.push(march);
            }
        }
    }
    // Of trains that are told to go on no goal is said; of a troop, for whom.
    let buys = words.iter().any(|c| {
        matches!(c.kind, Kind::Suit(_)) || c.any(&[Word::Recruit, Word::Pay, Word::Troops])
    });
    if candidates.is_empty() && cities.is_empty() && pieces.len() > 1 && (problem.is_none() || buys)
    {
        candidates.extend(pieces.iter().map(|piece| Candidate::Piece(*piece)));
    }
    let first = words.first()?.start;
    let words = line.get(first..words.last()?.end)?.to_owned();
    let doubt = if pieces.len() > 1 { Doubt::Piece } else { Doubt::City };
    ((2..=MOST).contains(&candidates.len())).then_some(Problem::Question {
        doubt,
        words,
        candidates,
    })
}

/// The cities that are named behind a piece, up to another one: `Browne to Tetschen or Karl to Zittau`.
fn goals_of(words: &[Chunk], piece: PieceId) -> Vec<CityId> {
    let Some(at) = words.iter().position(|c| c.generals.contains(&piece)) else {
        return Vec::new();
    };
    // `Schwerin or Keith goes to Brieg`: who is named before the city is sent there, too.
    let first = words[at..].iter().position(Chunk::is_plain_city);
    let Some(first) = first.map(|first| at + first) else { return Vec::new() };
    let behind = words[first..].iter().take_while(|c| c.generals.is_empty());
    behind.filter(|c| c.is_plain_city()).flat_map(|c| c.cities.iter().copied()).collect()
}

/// `Dohna must get away from those Russians, so Küstrin and then Drossen`, taken for talk: where he goes stands behind the word
/// from which it follows.
fn what_follows(line: &str, chunks: &[Chunk], known: &Known) -> Option<Problem> {
    let nation = known.awaits(DecisionKind::Movement)?;
    sentences(chunks).find_map(|range| {
        let words = &chunks[range];
        let own = |c: &Chunk| matches!(c.generals.as_slice(), [one] if one.nation() == nation);
        let who = words.iter().position(own)?;
        let [piece] = words[who].generals.as_slice() else { return None };
        let so = (who + 1..words.len())
            .find(|at| corrected::said(line, words, *at, ClubWord::Therefore).is_some())?;
        let marked = !words[so - 1].is_word();
        let reached = known.destinations(&[*piece]);
        let cities = words[so..].iter().filter(|c| c.is_plain_city()).flat_map(|c| &c.cities);
        let candidates: Vec<Candidate> = cities
            .filter(|city| reached.contains(city))
            .map(|city| Candidate::march(&[*piece], *city))
            .take(MOST)
            .collect();
        let words = line.get(words.first()?.start..words.last()?.end)?.to_owned();
        (marked && !candidates.is_empty()).then_some(Problem::Question {
            doubt: Doubt::City,
            words,
            candidates,
        })
    })
}

/// `Keith falls back one city`: where to was not said, and only some cities lie as far.
fn which_way(line: &str, chunks: &[Chunk], known: &Known, problem: &Problem) -> Option<Problem> {
    let missing = matches!(problem, Problem::NotUnderstood { trouble: Trouble::MissingCity, .. });
    let nation = known.awaits(DecisionKind::Movement).filter(|_| missing)?;
    let at = (1..chunks.len()).find(|at| {
        chunks[at - 1].count().is_some_and(|n| (1..=4).contains(&n)) && chunks[*at].has(Word::Steps)
    })?;
    let steps = u8::try_from(chunks[at - 1].count()?).ok()?;
    let before = chunks[..at].iter().rev().find(|c| !c.generals.is_empty())?;
    let [piece] = before.generals.as_slice() else { return None };
    let start = known.position(*piece).filter(|_| piece.nation() == nation)?;
    let far = |city: &CityId| board().distance(start, *city) == steps;
    let reached = known.destinations(&[*piece]);
    let candidates: Vec<Candidate> = reached
        .iter()
        .filter(|city| far(city))
        .map(|city| Candidate::march(&[*piece], *city))
        .collect();
    let words = line.get(chunks.first()?.start..chunks.last()?.end)?.to_owned();
    ((2..=MOST).contains(&candidates.len())).then_some(Problem::Question {
        doubt: Doubt::City,
        words,
        candidates,
    })
}

/// Whether a sentence leaves open which of several it means, without a condition.
fn leaves_open(sentence: &[Chunk]) -> bool {
    let strict = |c: &Chunk, word| c.is_word() && c.has(word) && c.generals.is_empty();
    let or = |c: &Chunk| strict(c, Word::Or) && !c.has(Word::Filler) || strict(c, Word::OneOf);
    let bound = |c: &Chunk| strict(c, Word::If) && !c.has(Word::Filler);
    sentence.iter().any(or) && !sentence.iter().any(bound)
}
