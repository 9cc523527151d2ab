//! Who is meant: generals by name, trains by number, nation or place, `both` by where they stand.

use super::chunk::Chunk;
use super::frame::{Problem, Scene};
use super::known::Known;
use crate::game::{Nation, PieceId};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Trouble};

/// A piece as it was named, and where.
#[derive(Clone, Debug)]
pub(in crate::said) struct Who {
    /// The first chunk.
    pub from: usize,
    /// The last chunk.
    pub to: usize,
    /// All that may be meant.
    pub pieces: Vec<PieceId>,
    /// It was called a train, not by a general's name.
    pub train: bool,
}

/// Whether a chunk can name a train here.
pub(in crate::said) fn is_train(chunks: &[Chunk], at: usize) -> bool {
    let chunk = &chunks[at];
    if !chunk.has(Word::Train) {
        return false;
    }
    // `anbei meine Befehle für den ersten Zug`
    let counted = at > 0 && chunks[at - 1].ordinal.is_some();
    let orders = |c: &Chunk| c.any(&[Word::Sent, Word::ShowOrders]) && c.generals.is_empty();
    if counted
        && chunk.any(&[Word::Turn, Word::TopicMoves])
        && chunks[at.saturating_sub(5)..at].iter().any(orders)
    {
        return false;
    }
    let next_number = chunks.get(at + 1).is_some_and(|next| train_number(next).is_some());
    if chunk.plain.len() <= 2 {
        // `T1`
        return next_number && (chunks[at + 1].glued || chunk.plain.len() == 2);
    }
    // `do Taboru` is the city, `tabor` the train.
    if !chunk.cities.is_empty() {
        let marked = at > 0
            && chunks[..at].iter().rev().find(|c| !c.has(Word::Article)).is_some_and(|c| {
                c.any(&[Word::To, Word::At, Word::Via, Word::From])
                    || matches!(c.kind, Kind::Dash | Kind::Arrow)
            });
        // `Lacy Tabor - Pilgram`, `Train 1: Tabor`
        let before = at.checked_sub(1).map(|place| &chunks[place]);
        let place = before.is_some_and(|c| !c.generals.is_empty() || c.kind == Kind::Colon);
        return !marked && (next_number || !place);
    }
    true
}

fn train_number(chunk: &Chunk) -> Option<u32> {
    if let Some(number) = chunk.count().or(chunk.ordinal).filter(|n| (1..=2).contains(n)) {
        return Some(number);
    }
    match chunk.plain.as_str() {
        "i" => Some(1),
        "ii" => Some(2),
        _ => None,
    }
}

/// `the Swedish general`, `my general` of a nation that has one.
fn only_general(scene: &Scene, known: &Known, chunks: &[Chunk], at: usize) -> Option<Who> {
    let named = |place: usize| {
        chunks
            .get(place)
            .filter(|c| c.generals.is_empty())
            .and_then(|c| c.nation.map(|n| (n, place)))
    };
    // A title: the name follows.
    if chunks.get(at + 1).is_some_and(|next| !next.generals.is_empty()) {
        return None;
    }
    let behind = || (at + 1..at + 4).find_map(named);
    let (nation, place) = match at.checked_sub(1).and_then(named).or_else(behind) {
        Some((nation, place)) => (nation, place),
        None => (scene.nation()?, at),
    };
    if !known.is_own(nation) {
        return None;
    }
    match known.generals_on_map(nation).as_slice() {
        [only] => {
            Some(Who { from: at.min(place), to: at.max(place), pieces: vec![*only], train: false })
        }
        _ => None,
    }
}

/// `el 2, a Neusalz`: a number with an article, and where it goes behind a comma.
fn is_behind_a_comma(chunks: &[Chunk], at: usize) -> bool {
    let article = at.checked_sub(1).and_then(|before| chunks.get(before));
    let comma = chunks.get(at + 1).is_some_and(|next| next.kind == Kind::Comma);
    article.is_some_and(|c| c.any(&[Word::Article, Word::TheOne]))
        && comma
        && chunks.get(at + 2).is_some_and(|c| c.has(Word::To))
}

/// The piece that is named at this place. Of trains without a number only those on the map
/// (`on_map`), only those off it, or, with `None`, all. None behind
/// the last chunk.
pub(in crate::said) fn who(
    scene: &Scene,
    chunks: &[Chunk],
    at: usize,
    on_map: Option<bool>,
) -> Option<Who> {
    let chunk = chunks.get(at)?;
    if !chunk.generals.is_empty() {
        let mut pieces = chunk.generals.clone();
        if let Some(known) = scene.known {
            super::frame::narrow(&mut pieces, |piece: PieceId| known.is_own(piece.nation()));
        }
        return Some(Who { from: at, to: at, pieces, train: false });
    }
    let known = scene.known?;
    if let Some(who) = super::pronoun::pronoun(scene, known, chunks, at) {
        return Some(who);
    }
    // `moves its one general to Altenburg`, of a nation that has one
    if chunk.any(&[Word::General, Word::OneOf])
        && let Some(who) = only_general(scene, known, chunks, at)
    {
        return Some(who);
    }
    if scene.trains
        && !chunk.has(Word::Train)
        && let Some(number) = chunk.count().filter(|n| (1..=2).contains(n))
        // `il 2 invece a Sprottau`
        && let contrast = chunks.get(at + 1).is_some_and(|next| next.has(Word::While))
        // `el tren 1 va a Torgau; el 2, a Neusalz`
        && let comma = is_behind_a_comma(chunks, at)
        && chunks.get(at + 1 + usize::from(contrast || comma)).is_some_and(|next| {
            next.any(&[Word::To, Word::Via, Word::Stay, Word::Move]) && next.number.is_none()
                || next.kind == Kind::Arrow
                || next.is_plain_city() && matches!(chunk.kind, Kind::Number(_))
        })
        && !(at > 0 && chunks[at - 1].has(Word::Train))
    {
        // `trains: 1 to Limburg, 2 to Hanau`
        let nation = scene.nation().or_else(|| scene.last.first().map(|p| p.nation()));
        let piece = PieceId::from_name(nation?, &format!("Train {number}"));
        return Some(Who { from: at, to: at, pieces: piece.into_iter().collect(), train: true });
    }
    // `train 2 to Pułtusk, the first to Solec`
    if let [last] = scene.last[..]
        && !last.is_general()
        && scene.trains
        && let Some((number, to)) = super::pronoun::ordinal_train(chunks, at).filter(|_| at == 0)
        && let Some(piece) = PieceId::from_name(last.nation(), &format!("Train {number}"))
        && piece != last
    {
        return Some(Who { from: at, to, pieces: vec![piece], train: true });
    }
    if !is_train(chunks, at) {
        return None;
    }
    let (mut from, mut to) = (at, at);
    let mut number = None;
    // `2nd wagon train: first Crossen, then Reppen`, `second train just one hop`: which it is stands before it.
    let mut before = chunks[..at].iter().rev().skip_while(|c| c.is_train_word());
    let ordered = before.next().is_some_and(|c| c.ordinal.is_some_and(|n| (1..=2).contains(&n)));
    // `train no. 1`
    let mut ahead = at + 1;
    while let Some(next) = chunks.get(ahead)
        && ahead <= at + 3
    {
        if let Some(found) = train_number(next)
            && !next.has(Word::Article)
            && !(ordered && (ahead > at + 1 || next.is_word()))
        {
            // In `train 1 troop` and `1 train 2 troops` the number behind is one of troops.
            let counted = chunks.get(ahead + 1).is_some_and(|c| c.has(Word::Troops));
            if !counted {
                number = Some(found);
                to = ahead;
            }
            break;
        }
        let passes = next.is_word()
            && (next.any(&[Word::Filler, Word::Turn])
                || next.nation.is_some()
                || next.has(Word::Train))
            && next.count().is_none();
        if !(passes
            || matches!(next.kind, Kind::Other | Kind::Open)
            || next.kind == Kind::Period && next.glued
            // `trains: nr 1 stays`
            || next.kind == Kind::Colon && ahead == at + 1)
        {
            break;
        }
        ahead += 1;
    }
    let mut nation: Option<Nation> = None;
    // `the second Russian supply train`
    let mut back = at;
    while back > 0 && back + 4 > at {
        let before = &chunks[back - 1];
        if !before.is_word() && before.ordinal.is_none() {
            break;
        }
        if number.is_none()
            && let Some(ordinal) = before.ordinal.filter(|n| (1..=2).contains(n))
            // `i treni` are both of them.
            && before.plain != "i"
        {
            number = Some(ordinal);
            from = back - 1;
        } else if let Some(found) = before.nation.filter(|_| before.generals.is_empty()) {
            nation = nation.or(Some(found));
            from = back - 1;
        } else if number.is_none() && before.has(Word::Other) {
            // `the other train`
            let other = super::pronoun::other(scene, known).filter(|piece| !piece.is_general());
            if let Some(other) = other {
                return Some(Who { from: back - 1, to, pieces: vec![other], train: true });
            }
        } else if !before.any(&[Word::Filler, Word::Article, Word::New, Word::Train]) {
            break;
        }
        back -= 1;
    }
    for after in chunks.iter().skip(to + 1).take(3) {
        if let Some(found) =
            after.nation.filter(|_| after.generals.is_empty() && after.cities.is_empty())
        {
            nation = nation.or(Some(found));
        }
    }
    let last = scene.last.first().map(|p| p.nation());
    // `Ehrensvärd to Demmin, the train stays`: the train of him who was named before it.
    let beside = last.filter(|_| number.is_none() && !scene.held).or(scene.nation());
    let nation = nation.or(scene.heading).or(beside).or(last);
    let nations: Vec<Nation> = match nation {
        Some(nation) => vec![nation],
        None => known.own_nations().collect(),
    };
    let mut pieces: Vec<PieceId> = Vec::new();
    for nation in nations {
        match number {
            Some(number) => pieces.extend(PieceId::from_name(nation, &format!("Train {number}"))),
            None => match on_map {
                Some(on_map) => pieces.extend(known.trains(nation, on_map)),
                None => {
                    pieces.extend(known.trains(nation, true));
                    pieces.extend(known.trains(nation, false));
                }
            },
        }
    }
    Some(Who { from, to, pieces, train: true })
}

/// `2 trains to Luckau`: no two can go there (R4.2), and which of them shall is not said.
fn counted_trains(scene: &Scene, chunks: &[Chunk]) -> Option<Problem> {
    let at = chunks.windows(2).position(|c| {
        let two = matches!(c[0].kind, Kind::Number(2)) && c[0].ordinal.is_none();
        two && c[1].is_train_word()
    })?;
    let before = at.checked_sub(1).map(|before| &chunks[before]);
    let other = before.is_some_and(|c| c.any(&[Word::Train, Word::Turn]) || !c.generals.is_empty());
    let numbered = chunks.get(at + 2).is_some_and(|c| c.count().is_some());
    let goal = *chunks[at..].iter().find(|c| c.is_plain_city())?.cities.first()?;
    let trains = scene.known?.trains(scene.nation()?, true);
    let to = |train: &PieceId| Candidate::march(&[*train], goal);
    (!other && !numbered && trains.len() > 1).then(|| Problem::Question {
        doubt: crate::said::Doubt::Piece,
        words: scene.words(chunks),
        candidates: trains.iter().map(to).collect(),
    })
}

/// Somebody whom nobody knows, beside a piece: `Schwerin and keth go to Neisse`, `Kth + Schwerin to Neisse`. He is asked
/// about, not left behind.
pub(in crate::said) fn nobody_knows(scene: &Scene, chunks: &[Chunk]) -> Option<Problem> {
    let nameless = |c: &Chunk| c.generals.is_empty() && c.cities.is_empty() && c.nation.is_none();
    let at = (2..chunks.len()).find(|at| {
        let (piece, join, name) = (&chunks[at - 2], &chunks[at - 1], &chunks[*at]);
        let joins = join.has(Word::And) || join.kind == Kind::Plus;
        let goes = chunks.get(at + 1).is_some_and(|next| next.any(&[Word::To, Word::Move]));
        let is_piece = !piece.generals.is_empty() || piece.has(Word::Train);
        is_piece && joins && name.unknown && name.is_word() && nameless(name) && goes
    });
    let first = || {
        let passed = [Word::Filler, Word::Article, Word::Title, Word::Then];
        let at = chunks.iter().position(|c| !(c.is_word() && c.any(&passed)))?;
        let (name, join, piece) = (&chunks[at], chunks.get(at + 1)?, chunks.get(at + 2)?);
        let joins = join.kind == Kind::Plus
            || join.has(Word::And)
                && !piece.is_plain_city()
                && chunks[at].starts_like_a_name(scene);
        (joins && name.unknown && nameless(name) && !piece.generals.is_empty()).then_some(at)
    };
    // `Der Alte und Winterfeldt …`: a title alone may be anybody's.
    let titled = || {
        let silent = |c: &Chunk| {
            c.is_word() && c.any(&[Word::Filler, Word::Article, Word::Then]) && !c.has(Word::Title)
        };
        let at = chunks.iter().position(|c| !silent(c))?;
        let (title, join, piece) = (&chunks[at], chunks.get(at + 1)?, chunks.get(at + 2)?);
        let joins = join.kind == Kind::Plus || join.is_word() && join.has(Word::And);
        (title.has(Word::Title) && nameless(title) && joins && !piece.generals.is_empty())
            .then_some(at)
    };
    let at = at.or_else(first).or_else(titled)?;
    Some(Problem::new(Trouble::UnknownWords, scene.words(&chunks[at..=at])))
}

/// `train 7 to Prag`: a nation has two.
pub(in crate::said) fn no_train(scene: &Scene, chunks: &[Chunk]) -> Option<Problem> {
    if let Some(problem) = counted_trains(scene, chunks) {
        return Some(problem);
    }
    let at = chunks.windows(3).position(|c| {
        let number = c[1].number.is_some_and(|number| !(1..=2).contains(&number));
        number && c[0].is_train_word() && c[2].any(&[Word::To, Word::Via])
    })?;
    let nation = scene.nation()?;
    let own =
        scene.known?.trains(nation, true).into_iter().chain(scene.known?.trains(nation, false));
    let mut near: Vec<PieceId> = own.collect();
    near.sort_unstable();
    let near = near.into_iter().map(Candidate::Piece).collect();
    let (trouble, words) = (Trouble::UnknownPiece, scene.words(&chunks[at..at + 2]));
    Some(Problem::NotUnderstood { trouble, words, near })
}

/// The pieces by where they stand, in the order in which they were named.
pub(in crate::said) fn by_city(known: &Known, pieces: &[PieceId]) -> Vec<Vec<PieceId>> {
    let mut all: Vec<Vec<PieceId>> = Vec::new();
    for piece in pieces {
        let city = known.position(*piece);
        match all.iter_mut().find(|stack| known.position(stack[0]) == city) {
            Some(stack) => stack.push(*piece),
            None => all.push(vec![*piece]),
        }
    }
    all
}

/// Whether trains are spoken of; the letter of Spanish `9T`, which is a card, names none.
pub(in crate::said) fn speaks_of_trains(chunks: &[Chunk]) -> bool {
    let letter = |at: usize| {
        let short = chunks[at].is_word() && chunks[at].plain.len() == 1;
        short && chunks[at].glued && at > 0 && chunks[at - 1].number.is_some()
    };
    (0..chunks.len()).any(|at| chunks[at].has(Word::Train) && !letter(at))
}
