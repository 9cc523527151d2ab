//! Of what says two things at once, or is only thought about, what may be meant: `Either Browne to Tetschen or Karl to Zittau,
//! not both`, `One of the two at Człuchów goes to Neu Stettin`, `I wonder if Soubise would be better off in Hersfeld`. The writer
//! is shown them, and chooses one.

use super::deliberation;
use crate::game::{Action, CardRef, CityId, DecisionKind, Face, Nation, PieceId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards::full_suit;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::meaning::diagnosis::Doubt;
use crate::said::{Candidate, Trouble};

/// No question offers more.
const MOST: usize = 6;
/// Nobody says in more words that he fights, and not where.
const MOST_OF_COMBATS: usize = 12;

/// The question in place of a problem of which it was only said that it is not understood, or of what was taken for talk.
pub(in crate::said) fn question(
    line: &str,
    chunks: &[Chunk],
    known: Option<&Known>,
    problem: Option<&Problem>,
) -> Option<Problem> {
    let vague = [
        Trouble::Unknown,
        Trouble::UnknownWords,
        Trouble::MissingPiece,
        Trouble::MissingCity,
        Trouble::Question,
        Trouble::UnknownCondition,
    ];
    // `I'm bringing back Dohna or Lehwaldt, for the 6 of spades`: for whom, is what is missing first.
    let either = || {
        sentences(chunks).any(|range| {
            let sentence = &chunks[range];
            leaves_open(sentence) && buys(sentence)
        })
    };
    match problem {
        Some(Problem::NotUnderstood { trouble, .. }) if vague.contains(trouble) || either() => {}
        None => {}
        _ => return None,
    }
    let known = known?;
    for kind in [DecisionKind::Play, DecisionKind::Discard] {
        if let Some(nation) = known.awaits(kind) {
            return which_of_the_cards(line, chunks, known, (nation, kind));
        }
    }
    if let Some(nation) = known.awaits(DecisionKind::Retreat) {
        return somewhere(line, chunks, known, nation);
    }
    if let Some(nation) = known.awaits(DecisionKind::Attack) {
        return which_combat(line, chunks, known, nation);
    }
    let nation = known.awaits(DecisionKind::Movement)?;
    if let Some(question) = how_many(line, chunks, known, nation) {
        return Some(question);
    }
    if let Some(problem) = problem
        && let Some(question) = which_way(line, chunks, known, problem)
    {
        return Some(question);
    }
    let follows = problem.is_none().then(|| what_follows(line, chunks, known)).flatten();
    if follows.is_some() {
        return follows;
    }
    which_of_both(line, chunks, known, nation, problem).or_else(|| wavering(line, chunks, known))
}

/// `Let my general go for his`, `start with the easiest battle`, where several combats are open: which of them.
fn which_combat(line: &str, chunks: &[Chunk], known: &Known, nation: Nation) -> Option<Problem> {
    let fights = |c: &Chunk| c.any(&[Word::Attack, Word::Duel]) && !c.has(Word::Filler);
    let other = |c: &Chunk| {
        c.kind == Kind::Question
            || !c.generals.is_empty()
            || c.is_plain_city()
            || c.any(&[Word::Not, Word::If, Word::Vote, Word::Propose, Word::Card])
            || c.any(&[Word::Weeks, Word::Days, Word::Turn])
            || c.means(ClubWord::Past)
    };
    let short = chunks.iter().filter(|c| c.is_word()).count() <= MOST_OF_COMBATS;
    if !short || !chunks.iter().any(fights) || chunks.iter().any(other) {
        return None;
    }
    let legal = known.legal_answers(nation, DecisionKind::Attack);
    let candidates: Vec<Candidate> = legal.into_iter().map(Candidate::Order).collect();
    ((2..=MOST).contains(&candidates.len())).then(|| Problem::Question {
        doubt: Doubt::City,
        words: deliberation::text(line, chunks).to_owned(),
        candidates,
    })
}

/// `Schwerin or Keith goes to Brieg`, `one of the trains`: which of those that are named.
fn which_of_both(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    nation: Nation,
    problem: Option<&Problem>,
) -> Option<Problem> {
    let unless = |words: &[Chunk]| {
        let others = |c: &Chunk| c.generals.iter().any(|piece| piece.nation() != nation);
        says(deliberation::text(line, words), ClubWord::Unless) && !words.iter().any(others)
    };
    let sentence = sentences(chunks).find(|range| {
        let words = &chunks[range.clone()];
        leaves_open(words) || unless(words)
    })?;
    let words = &chunks[sentence];
    let buys = buys(words);
    // Who comes back stands nowhere yet.
    let own =
        |piece: &PieceId| piece.nation() == nation && (buys || known.position(*piece).is_some());
    let mut pieces: Vec<PieceId> =
        words.iter().flat_map(|c| c.generals.iter().copied()).filter(own).collect();
    let mut cities: Vec<CityId> = Vec::new();
    for c in words.iter().filter(|c| c.is_plain_city()) {
        cities.extend(c.cities.iter().copied());
    }
    // `one of the two at Człuchów`, `one of the trains`
    if pieces.is_empty() && words.iter().any(|c| c.any(&[Word::OneOf, Word::General, Word::TheOne]))
    {
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

/// Whether something is bought.
fn buys(words: &[Chunk]) -> bool {
    words.iter().any(|c| full_suit(c).is_some() || c.any(&[Word::Recruit, Word::Pay, Word::Troops]))
}

/// `I wonder if Soubise would be better off in Hersfeld`, `Tottleben to Thorn perhaps? I don't know`: the march that is only thought
/// about, and that the piece stays, where that is thought of.
pub(in crate::said) fn wavering(line: &str, chunks: &[Chunk], known: &Known) -> Option<Problem> {
    let nation = known.awaits(DecisionKind::Movement)?;
    let wavers = [
        ClubWord::Undecided,
        ClubWord::Musing,
        ClubWord::LeftOpen,
        ClubWord::Perhaps,
        ClubWord::Weighs,
        ClubWord::DoubtsIt,
    ];
    let text = line.get(chunks.first()?.start..chunks.last()?.end)?;
    let asks = chunks.iter().any(|c| c.kind == Kind::Question);
    if !asks && !wavers.iter().any(|word| says(text, *word)) {
        return None;
    }
    let own = |c: &&Chunk| matches!(c.generals.as_slice(), [one] if one.nation() == nation);
    let mut named = chunks.iter().filter(own).flat_map(|c| c.generals.first().copied());
    let piece = named.next()?;
    let bound = |c: &Chunk| c.any(&[Word::Recruit, Word::Pay, Word::Troops, Word::Duel]);
    if named.any(|other| other != piece) || chunks.iter().any(bound) {
        return None;
    }
    let (reached, stands) = (known.destinations(&[piece]), known.position(piece));
    let mut candidates: Vec<Candidate> = Vec::new();
    for city in chunks.iter().filter(|c| c.is_plain_city()).flat_map(|c| &c.cities) {
        let march = Candidate::march(&[piece], *city);
        if reached.contains(city) && Some(*city) != stands && !candidates.contains(&march) {
            candidates.push(march);
        }
    }
    let stays = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Filler, Word::Not]);
    if !candidates.is_empty() && chunks.iter().any(stays) {
        candidates.push(Candidate::Stay(vec![piece]));
    }
    ((1..=MOST).contains(&candidates.len())).then(|| Problem::Question {
        doubt: Doubt::City,
        words: text.to_owned(),
        candidates,
    })
}

/// `the 7 of hearts, or maybe the 9?`, `the 7 or the 9, I can't decide`: which of the cards that are named.
fn which_of_the_cards(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    (nation, kind): (Nation, DecisionKind),
) -> Option<Problem> {
    let text = deliberation::text(line, chunks).to_owned();
    let or = |c: &Chunk| c.is_word() && c.has(Word::Or) && !c.has(Word::Filler);
    let bound = |c: &Chunk| c.any(&[Word::If, Word::Until, Word::Duel, Word::Troops]);
    if !chunks.iter().any(or) || chunks.iter().any(bound) {
        return None;
    }
    let number = |c: &Chunk| c.count().filter(|_| c.ordinal.is_none() && !c.has(Word::Article));
    let named: Vec<u32> = chunks.iter().filter_map(number).collect();
    let card = |action: Action| match action {
        Action::Play { card, .. } | Action::Discard { card } => match card.face {
            Face::Suited(_, value) => named.contains(&u32::from(value)).then_some(card.face),
            Face::Reserve => None,
        },
        _ => None,
    };
    let mut faces: Vec<Face> =
        known.legal_answers(nation, kind).into_iter().filter_map(card).collect();
    faces.dedup();
    let candidate = |face| Candidate::Card(CardRef { face, deck: None });
    ((2..=MOST).contains(&faces.len())).then(|| Problem::Question {
        doubt: Doubt::Card,
        words: text,
        candidates: faces.into_iter().map(candidate).collect(),
    })
}

/// `Fermor gives a few troops to Saltikov`, of two who stand together: how many.
fn how_many(line: &str, chunks: &[Chunk], known: &Known, nation: Nation) -> Option<Problem> {
    let gives = |c: &Chunk| c.any(&[Word::Give, Word::Get]) && c.generals.is_empty();
    let other = |c: &Chunk| c.any(&[Word::Recruit, Word::Pay, Word::If, Word::Not]);
    if !chunks.iter().any(gives)
        || !chunks.iter().any(|c| c.has(Word::Troops))
        || chunks.iter().any(|c| other(c) || c.kind == Kind::Question || c.is_plain_city())
    {
        return None;
    }
    let named: Vec<usize> =
        (0..chunks.len()).filter(|at| !chunks[*at].generals.is_empty()).collect();
    let [first, second] = named[..] else { return None };
    let led = |at: usize| {
        at > 0 && chunks[at - 1].has(Word::From) && !chunks[at - 1].any(&[Word::To, Word::At])
    };
    let gives = chunks.iter().any(|c| c.has(Word::Give));
    let gets = !gives && chunks[first..second].iter().any(|c| c.has(Word::Get));
    let turned = led(second) && !led(first) || gets;
    let (giver, taker) = if turned { (second, first) } else { (first, second) };
    let one = |at: usize| match chunks[at].generals.as_slice() {
        [one] if one.nation() == nation => Some(*one),
        _ => None,
    };
    let (giver, taker) = (one(giver)?, one(taker)?);
    let city = known.position(giver).filter(|city| known.position(taker) == Some(*city))?;
    let (own, others) = (known.troops(giver)?, known.troops(taker)?);
    let candidates: Vec<Candidate> = (1..own.min(MOST as u8 + 1))
        .map(|count| {
            let troops = vec![(giver, own - count), (taker, others + count)];
            Candidate::Order(Action::Redistribute { city, troops })
        })
        .collect();
    (!candidates.is_empty()).then(|| Problem::Question {
        doubt: Doubt::Troops,
        words: deliberation::text(line, chunks).to_owned(),
        candidates,
    })
}

/// `North with him!`, `maybe Spremberg, maybe Senftenberg`, where a retreat is awaited: of where to only the direction was said, or
/// more than one city.
fn somewhere(line: &str, chunks: &[Chunk], known: &Known, nation: Nation) -> Option<Problem> {
    let text = line.get(chunks.first()?.start..chunks.last()?.end)?;
    let words = chunks.iter().filter(|c| c.is_word()).count();
    let other = |c: &Chunk| c.count().is_some() || c.has(Word::Not);
    let cities: Vec<CityId> = chunks
        .iter()
        .filter(|c| c.is_plain_city())
        .flat_map(|c| c.cities.iter().copied())
        .collect();
    let vague = cities.is_empty() && says(text, ClubWord::Compass);
    if words > 8 || chunks.iter().any(other) || !vague && cities.len() < 2 {
        return None;
    }
    let to = |action: Action| match action {
        Action::Retreat { to } if vague || cities.contains(&to) => Some(Candidate::City(to)),
        _ => None,
    };
    let answers = known.legal_answers(nation, DecisionKind::Retreat);
    let candidates: Vec<Candidate> = answers.into_iter().filter_map(to).collect();
    (candidates.len() > 1).then(|| Problem::Question {
        doubt: Doubt::City,
        words: text.to_owned(),
        candidates: candidates.into_iter().take(MOST).collect(),
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
    // `one general from Strehlen to Glatz`, `the general at Strehlen goes to Brieg`
    let named = sentence.iter().any(|c| !c.generals.is_empty());
    let one = |pair: &[Chunk]| {
        let who = pair[0].any(&[Word::General, Word::TheOne]);
        let stands = pair[1].any(&[Word::At, Word::From]) && who;
        pair[0].number == Some(1) && pair[1].has(Word::General) || stands && !named
    };
    let bound = |c: &Chunk| strict(c, Word::If) && !c.has(Word::Filler);
    (sentence.iter().any(or) || sentence.windows(2).any(one)) && !sentence.iter().any(bound)
}
