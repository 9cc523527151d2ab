//! Marches by what is possible: of a sentence that no frame reads, who goes and the only way that leads over all cities it names.
//!
//! `Our one brave Swede tries his luck at Stettin again, going Ueckermünde, Pasewalk`: no verb of it is known, yet only one
//! march of that general passes these cities. Nothing is read so where anything stands that takes back, asks,
//! sets a condition or speaks of cards, troops and others' pieces.

use crate::game::{Action, CityId, DecisionKind, Nation, PieceId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Parsed, Scene};
use crate::said::chunks::pieces::{Who, who};
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Language, Request};

/// What the words of a march mean; whoever says more than these says more than a march.
const PLAIN: [Word; 26] = [
    Word::Yes,
    Word::For,
    Word::Wish,
    Word::OnTheWay,
    Word::Move,
    Word::To,
    Word::From,
    Word::Via,
    Word::At,
    Word::With,
    Word::And,
    Word::Then,
    Word::Article,
    Word::Title,
    Word::Filler,
    Word::Greeting,
    Word::Closing,
    Word::There,
    Word::Back,
    Word::Pronoun,
    Word::General,
    Word::Train,
    Word::Stay,
    Word::Part,
    Word::Alone,
    Word::Get,
];
/// What the words of a sentence say when it is no order, or none yet.
const TALK: [ClubWord; 26] = [
    ClubWord::Past,
    ClubWord::Correction,
    ClubWord::Except,
    ClubWord::Never,
    ClubWord::Perhaps,
    ClubWord::Halfway,
    ClubWord::Later,
    ClubWord::Musing,
    ClubWord::Bygone,
    ClubWord::InCase,
    ClubWord::OnlyIf,
    ClubWord::Apology,
    ClubWord::Regret,
    ClubWord::Condition,
    ClubWord::Asking,
    ClubWord::Unfinished,
    ClubWord::InsteadOf,
    ClubWord::Considered,
    ClubWord::LastTurn,
    ClubWord::Instead,
    ClubWord::PlainNo,
    ClubWord::TooFar,
    ClubWord::Rather,
    ClubWord::AsBefore,
    ClubWord::PutOff,
    ClubWord::Interrogative,
];
/// The longest way of an ordinary move: three cities, or four of a main road (R4.1).
const LONGEST_WALK: u32 = 4;
/// More words are a tale.
const MOST_WORDS: usize = 30;

/// Who goes, and what is said of where.
struct March {
    pieces: Vec<PieceId>,
    cities: Vec<(usize, Vec<CityId>)>,
    stays: bool,
}

/// The marches of a sentence, where each city in it lies on the only way.
pub(in crate::said) fn marches(scene: &Scene, chunks: &[Chunk]) -> Option<Vec<Parsed>> {
    let known = scene.known?;
    let nation = known.awaits(DecisionKind::Movement)?;
    let elsewhere = scene.heading.is_some_and(|heading| heading != nation);
    if elsewhere || known.decisions.len() > 1 || !is_plain(scene, chunks, nation) {
        return None;
    }
    let all = parties(scene, chunks)?;
    if all.iter().all(|march| march.stays) {
        return None;
    }
    all.into_iter().map(|march| order(scene, chunks, march)).collect()
}

/// Whether nothing stands here that may be more than marches of this nation.
fn is_plain(scene: &Scene, chunks: &[Chunk], nation: Nation) -> bool {
    let (Some(first), Some(last)) = (chunks.first(), chunks.last()) else { return false };
    let text = scene.line.get(first.start..last.end).unwrap_or_default();
    let more = |c: &Chunk| {
        c.is_word() && !c.meanings.is_empty() && !c.any(&PLAIN) && c.generals.is_empty()
    };
    // `I don't buy. Daun and Laudon to Zwittau`: what another sentence says is not known here.
    let apart = sentences(chunks).any(|range| {
        let sentence = &chunks[range];
        let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.has(Word::Train);
        let polite = |c: &Chunk| !c.is_word() || c.any(&[Word::Greeting, Word::Closing]);
        !sentence.iter().any(named) && !sentence.iter().all(polite)
    });
    let strange = |c: &Chunk| {
        c.kind == Kind::Question
            || matches!(c.kind, Kind::Suit(_))
            || c.generals.iter().any(|piece| piece.nation() != nation)
            || c.nation.is_some_and(|other| other != nation) && !c.is_plain_city()
            || c.guessed.is_some()
    };
    // `via Zuckmantel`: a place that nobody knows may change the way.
    let nowhere = |pair: &[Chunk]| {
        // In German every noun has a capital.
        let german = scene.tongues.first() == Language::German;
        let bare = !pair[0].any(&[Word::At, Word::As, Word::For, Word::Get, Word::Title]);
        let named = pair[0].has(Word::To)
            && pair[1].starts_like_a_name(scene)
            && (!german || bare && !is_explained(chunks, &pair[1]));
        pair[1].is_word() && pair[1].unknown && (pair[0].any(&[Word::Via, Word::At]) || named)
    };
    // `Schwerin and keth`: somebody whom nobody knows.
    let nobody = |pair: &[Chunk]| {
        let joins = |c: &Chunk| c.kind == Kind::Plus || c.is_word() && c.has(Word::And);
        joins(&pair[0]) && pair[1].is_word() && pair[1].unknown
            || pair[0].is_word() && pair[0].unknown && joins(&pair[1])
    };
    chunks.iter().filter(|c| c.is_word()).count() <= MOST_WORDS
        && !apart
        && !chunks.iter().any(|c| more(c) || strange(c))
        && !chunks.windows(2).any(|pair| nowhere(pair) || nobody(pair))
        && !TALK.iter().any(|word| says(text, *word))
}

/// Whether a comma behind a word is followed by the place that is meant: `into the Ermland, that is to Allenstein`.
fn is_explained(chunks: &[Chunk], word: &Chunk) -> bool {
    let mut behind = chunks.iter().skip_while(|c| c.start <= word.start);
    let small = |c: &&Chunk| {
        c.is_word()
            && (c.has(Word::Filler) || c.unknown)
            && !c.any(&[Word::To, Word::TheOne, Word::Then])
    };
    behind.next().is_some_and(|c| c.kind == Kind::Comma)
        && behind.find(|c| !small(c)).is_some_and(|c| c.has(Word::To) || c.is_plain_city())
}

/// Who is named, each with the cities behind him, or before him if he is the only one.
fn parties(scene: &Scene, chunks: &[Chunk]) -> Option<Vec<March>> {
    let mut all: Vec<March> = Vec::new();
    let mut early: Vec<(usize, Vec<CityId>)> = Vec::new();
    let mut at = 0;
    while at < chunks.len() {
        let chunk = &chunks[at];
        let place = chunk.is_plain_city();
        if !place && let Some(Who { to, pieces, .. }) = who(scene, chunks, at, Some(true)) {
            let [piece] = pieces[..] else { return None };
            let joined = match all.last() {
                Some(last) => last.cities.is_empty() && !last.stays,
                None => false,
            };
            if all.iter().any(|march| march.pieces.contains(&piece)) {
                return None;
            }
            if joined {
                all.last_mut()?.pieces.push(piece);
            } else {
                all.push(March { pieces: vec![piece], cities: Vec::new(), stays: false });
            }
            at = to.max(at) + 1;
            continue;
        }
        if chunk.count().is_some() || chunk.ordinal.is_some() {
            return None;
        }
        if place {
            let named = (at, chunk.cities.clone());
            match all.last_mut() {
                Some(march) if march.stays => return None,
                Some(march) => march.cities.push(named),
                None => early.push(named),
            }
        } else if chunk.is_word() && chunk.has(Word::Stay) && !chunk.has(Word::Filler) {
            match all.last_mut() {
                Some(march) if march.cities.is_empty() => march.stays = true,
                _ => return None,
            }
        }
        at += 1;
    }
    if !early.is_empty() {
        let [only] = &mut all[..] else { return None };
        early.append(&mut only.cities);
        only.cities = early;
    }
    Some(all)
}

/// What one of them is ordered; `None` if no way, or more than one, leads over all his cities.
fn order(scene: &Scene, chunks: &[Chunk], march: March) -> Option<Parsed> {
    let known = scene.known?;
    let March { pieces, cities, stays } = march;
    let nation = pieces.first()?.nation();
    let said = |request| Parsed { pieces: pieces.clone(), ..Parsed::one(Some(nation), request) };
    if stays {
        return Some(said(Request::Stay(pieces.clone())));
    }
    let start = known.position(*pieces.first()?)?;
    if pieces.iter().any(|piece| known.position(*piece) != Some(start)) {
        return None;
    }
    let via = only_way(known.destinations(&pieces), start, chunks, &cities)?;
    Some(said(Request::Act(Action::MoveVia { pieces: pieces.clone(), via })))
}

/// The only way over all these cities that can be walked.
fn only_way(
    reach: Vec<CityId>,
    start: CityId,
    chunks: &[Chunk],
    cities: &[(usize, Vec<CityId>)],
) -> Option<Vec<CityId>> {
    let before = |at: usize| {
        let small = [Word::Article, Word::Title];
        chunks[..at].iter().rev().find(|c| !(c.is_word() && c.any(&small)))
    };
    let is = |at: usize, word: Word| before(at).is_some_and(|c| c.is_word() && c.has(word));
    let mut cities: Vec<(usize, Vec<CityId>)> = cities.to_vec();
    // Where they stand is no goal.
    cities.retain(|(_, all)| !all.contains(&start));
    for (_, all) in &mut cities {
        all.retain(|city| u32::from(board().distance(start, *city)) <= LONGEST_WALK);
    }
    if cities.is_empty() || cities.len() > 4 || cities.iter().any(|(_, all)| all.len() != 1) {
        return None;
    }
    let city = |place: usize| cities[place].1[0];
    let to: Vec<usize> = (0..cities.len())
        .filter(|place| is(cities[*place].0, Word::To) && !is(cities[*place].0, Word::Via))
        .collect();
    let goals: Vec<usize> = match to[..] {
        [goal] => vec![goal],
        [] => (0..cities.len()).filter(|place| !is(cities[*place].0, Word::Via)).collect(),
        _ => to,
    };
    let length = |way: &[CityId]| -> u32 {
        let from = std::iter::once(start).chain(way.iter().copied());
        from.zip(way).map(|(from, to)| u32::from(board().distance(from, *to))).sum()
    };
    let mut ways: Vec<Vec<CityId>> = Vec::new();
    for goal in goals {
        let mut way: Vec<CityId> =
            (0..cities.len()).filter(|place| *place != goal).map(city).collect();
        way.push(city(goal));
        way.dedup();
        if reach.contains(&city(goal)) && length(&way) <= LONGEST_WALK && !ways.contains(&way) {
            ways.push(way);
        }
    }
    match ways.as_slice() {
        [_] => ways.pop(),
        _ => None,
    }
}
