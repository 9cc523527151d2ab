//! Pieces that are named by where they stand or beside which: `the Melnik train`, `the one at Guben`,
//! `the other stays`.
//!
//! What this module deliberately does not do: settle a pronoun that several pieces fit.

use super::chunk::Chunk;
use super::frame::Scene;
use super::known::Known;
use super::pieces::Who;
use crate::game::{CityId, DecisionKind, Nation, PieceId};
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::lexicon::{names, text};

/// The piece that a pronoun names here.
pub(in crate::said) fn pronoun(
    scene: &Scene,
    known: &Known,
    chunks: &[Chunk],
    at: usize,
) -> Option<Who> {
    train_of_city(scene, known, chunks, at)
        .or_else(|| the_one(scene, known, chunks, at))
        .or_else(|| the_other(scene, known, chunks, at))
        .or_else(|| by_ordinal(scene, known, chunks, at))
        .or_else(|| of_nation(scene, known, chunks, at))
        .or_else(|| by_initial(scene, known, chunks, at))
}

fn nation(scene: &Scene) -> Option<Nation> {
    scene.nation().or_else(|| scene.last.first().map(|piece| piece.nation()))
}

/// The nation's own trains that stand in one of these cities.
fn trains_at(scene: &Scene, known: &Known, cities: &[CityId]) -> Vec<PieceId> {
    let trains = nation(scene).map_or(Vec::new(), |nation| known.trains(nation, true));
    let stands =
        |train: &PieceId| known.position(*train).is_some_and(|city| cities.contains(&city));
    trains.into_iter().filter(stands).collect()
}

/// `the Melnik train`
fn train_of_city(scene: &Scene, known: &Known, chunks: &[Chunk], at: usize) -> Option<Who> {
    let chunk = chunks.get(at).filter(|c| c.is_plain_city())?;
    let noun = chunks.get(at + 1).filter(|c| c.is_train_word())?;
    let numbered = chunks.get(at + 2).is_some_and(|c| c.count().is_some());
    let [train] = trains_at(scene, known, &chunk.cities)[..] else { return None };
    let from_there = at > 0 && chunks[at - 1].any(&[Word::To, Word::Via]);
    (!numbered && !from_there && noun.generals.is_empty()).then(|| Who {
        from: at,
        to: at + 1,
        pieces: vec![train],
        train: true,
    })
}

/// `the one at Guben`, `der in Guben`, `el de Guben`
fn the_one(scene: &Scene, known: &Known, chunks: &[Chunk], at: usize) -> Option<Who> {
    let chunk = chunks.get(at).filter(|c| names_who_stands(c) || is_some_noun(chunks, at))?;
    // `I meant the one in Koblenz`: one strange word may stand before it.
    let strange = |c: &&Chunk| c.is_word() && c.unknown && c.guessed.is_none();
    let opens = chunks[..at].iter().filter(strange).count() <= 1
        && chunks[..at].iter().all(|c| {
            !c.is_word() && c.number.is_none()
                || strange(&c)
                || c.any(&[Word::And, Word::While, Word::Then, Word::Filler, Word::Greeting])
                    && c.generals.is_empty()
        });
    let place =
        at + 1 + usize::from(chunks.get(at + 1).is_some_and(|c| c.any(&[Word::At, Word::From])));
    let city = chunks.get(place).filter(|c| c.is_plain_city())?;
    if !opens || place == at + 1 && !chunk.any(&[Word::At, Word::From]) {
        return None;
    }
    // Trains and generals never share a city (R4.2).
    let own = nation(scene).map_or(Vec::new(), |nation| known.generals_on_map(nation));
    let stands = |p: &PieceId| known.position(*p).is_some_and(|c| city.cities.contains(&c));
    let generals: Vec<PieceId> = own.into_iter().filter(stands).collect();
    let train = generals.is_empty();
    let pieces = if train { trains_at(scene, known, &city.cities) } else { generals };
    // Of several all are meant where the word says so, and that is read elsewhere.
    if pieces.is_empty()
        || pieces.len() > 1 && chunk.any(&[Word::TheOnes, Word::Troops, Word::Both])
    {
        return None;
    }
    Some(Who { from: at, to: place, pieces, train })
}

/// Whether a word names somebody by where he stands, if a place follows: `the one`, `my general`, `the lads`.
pub(in crate::said) fn names_who_stands(chunk: &Chunk) -> bool {
    chunk.any(&[Word::TheOne, Word::TheOnes, Word::General, Word::Troops, Word::Both])
        && chunk.generals.is_empty()
        && chunk.cities.is_empty()
        && (chunk.count().is_none() || chunk.has(Word::Both))
}

/// `the fella at Guben goes to …`: a noun that nobody knows, with an article before it and his place and
/// goal behind it.
fn is_some_noun(chunks: &[Chunk], at: usize) -> bool {
    let article = |c: &Chunk| {
        c.generals.is_empty()
            && c.cities.is_empty()
            && c.count().is_none()
            && c.any(&[Word::Article, Word::TheOne, Word::Filler])
    };
    chunks[at].unknown
        && chunks[at].is_word()
        && at > 0
        && article(&chunks[at - 1])
        && chunks.get(at + 3..).unwrap_or_default().windows(2).any(|pair| {
            (pair[0].has(Word::To) || pair[0].kind == Kind::Arrow) && !pair[1].cities.is_empty()
        })
}

/// Whether somebody is named from here on by where he stands: `the one at Guben`.
pub(in crate::said) fn is_circumscribed(chunks: &[Chunk], at: usize) -> bool {
    (names_who_stands(&chunks[at]) || is_some_noun(chunks, at))
        && chunks.get(at + 1).is_some_and(|c| c.any(&[Word::At, Word::From]))
        && chunks.get(at + 2).is_some_and(Chunk::is_plain_city)
}

/// Whether somebody else begins to be spoken of here: `train 1 to Guben, the other stays`.
pub(in crate::said) fn begins_another(chunks: &[Chunk], at: usize) -> bool {
    if is_second_train(chunks, at) || ordinal_train(chunks, at).is_some() {
        return true;
    }
    let parted = at > 0
        && (!chunks[at - 1].is_word() && chunks[at - 1].number.is_none()
            || chunks[at - 1].any(&[Word::And, Word::While]));
    let chunk = &chunks[at];
    let Some(next) = chunks.get(at + 1).filter(|_| parted && chunk.generals.is_empty()) else {
        return false;
    };
    let verb = next.any(&[Word::Move, Word::Stay]) && !next.has(Word::Train);
    let noun = next.any(&[Word::Train, Word::General, Word::Troops, Word::Card]);
    chunk.has(Word::Other) && chunk.cities.is_empty() && !noun && !next.has(Word::Other)
        || chunk.has(Word::TheOne) && verb
        || is_circumscribed(chunks, at)
}

/// Whether the other of two begins to be spoken of here: `no. 1 stays, the other towards Olmütz`.
pub(in crate::said) fn is_another(chunks: &[Chunk], at: usize) -> bool {
    let chunk = &chunks[at];
    chunk.has(Word::Other) && chunk.generals.is_empty() && chunk.cities.is_empty()
}

/// `train 2 to Pułtusk, the first to Solec`: the number of another train that goes somewhere, and where it stands.
pub(in crate::said) fn ordinal_train(chunks: &[Chunk], at: usize) -> Option<(u32, usize)> {
    let article = chunks[at].any(&[Word::Article, Word::Filler]) && chunks[at].ordinal.is_none();
    let place = if article { at + 1 } else { at };
    let number = chunks.get(place)?.ordinal.filter(|number| (1..=2).contains(number))?;
    // `the second train reaches Chorzele, the first Toruń`
    let alone = at > 0 || chunks.len() == place + 2;
    let placed = |c: &Chunk| alone && article && c.is_plain_city() && c.meanings.is_empty();
    let goes = |c: &Chunk| c.kind == Kind::Arrow || placed(c);
    let apart =
        at == 0 || !chunks[at - 1].is_word() || chunks[at - 1].any(&[Word::And, Word::While]);
    let same = |place: usize| {
        let beside = [place.checked_sub(1), Some(place + 1)];
        let numbers = beside.into_iter().flatten().filter_map(|place| chunks.get(place));
        super::pieces::is_train(chunks, place)
            && numbers.filter_map(|c| c.ordinal.or(c.count())).any(|other| other != number)
    };
    let another = at == 0 || (0..at).any(same);
    // `I'd like the first train in Luckau, the second in Glogau`
    let next = chunks.get(place + 1)?;
    let placed = next.has(Word::At) && chunks.get(place + 2).is_some_and(Chunk::is_plain_city);
    (apart && another && (goes(next) || placed || goes_behind(chunks, place)))
        .then_some((number, place))
}

/// The only piece beside the one that was spoken of last: the nation's other train, or who shares his city.
pub(in crate::said) fn other(scene: &Scene, known: &Known) -> Option<PieceId> {
    let [last] = scene.last[..] else { return None };
    let all = if last.is_general() {
        known.generals_on_map(last.nation())
    } else {
        known.trains(last.nation(), true)
    };
    let beside = |piece: &PieceId| {
        *piece != last && (!last.is_general() || known.position(*piece) == known.position(last))
    };
    let others: Vec<PieceId> = all.into_iter().filter(beside).collect();
    if let [only] = others[..] { Some(only) } else { None }
}

/// `the other stays`
fn the_other(scene: &Scene, known: &Known, chunks: &[Chunk], at: usize) -> Option<Who> {
    chunks
        .get(at)
        .filter(|c| c.has(Word::Other) && c.generals.is_empty() && c.cities.is_empty())?;
    let noun = |c: &Chunk| c.any(&[Word::Train, Word::General, Word::Troops, Word::Card]);
    if chunks.get(at + 1).is_some_and(|c| noun(c) || !c.generals.is_empty()) {
        return None;
    }
    let opens = chunks[..at].iter().all(|c| {
        !c.is_word() || c.any(&[Word::And, Word::While, Word::Article, Word::Filler, Word::Then])
    });
    let piece = other(scene, known).filter(|_| opens)?;
    Some(Who { from: at, to: at, pieces: vec![piece], train: !piece.is_general() })
}

/// `the first train to Limburg, the second stays`
fn by_ordinal(scene: &Scene, known: &Known, chunks: &[Chunk], at: usize) -> Option<Who> {
    let chunk = chunks.get(at).filter(|_| scene.trains)?;
    // `the second`, `el uno`
    let counted = || {
        let article = |c: &Chunk| c.any(&[Word::Article, Word::TheOne, Word::Filler]);
        chunk.count().filter(|_| at > 0 && article(&chunks[at - 1]))
    };
    let number = chunk.ordinal.or_else(counted);
    let number = number.filter(|n| (1..=2).contains(n) && chunk.is_word())?;
    let opens = chunks[..at]
        .iter()
        .all(|c| !c.is_word() || c.any(&[Word::And, Word::While, Word::Article, Word::Filler]));
    let verb = goes_behind(chunks, at);
    // `First train 1 to Limburg`
    let named = chunks.iter().any(|c| c.has(Word::Train) || !c.generals.is_empty());
    if !opens || !verb || named || scene.last.first().is_none_or(|last| last.is_general()) {
        return None;
    }
    let piece = PieceId::from_name(nation(scene)?, &format!("Train {number}"))?;
    known.position(piece)?;
    Some(Who { from: at, to: at, pieces: vec![piece], train: true })
}

/// Whether somebody goes or stays by what stands behind him, a comma or small words apart: `the second, to Guben`, `the second
/// should stay at Gemünden`, `le second, qu'il reste`.
fn goes_behind(chunks: &[Chunk], at: usize) -> bool {
    let goes = [Word::To, Word::Via, Word::From, Word::Stay, Word::Move];
    let small = |c: &&Chunk| {
        let empty = c.is_word() && c.generals.is_empty() && c.cities.is_empty();
        let fills = c.any(&[Word::Filler, Word::Pronoun, Word::Article]) && !c.any(&goes);
        c.kind == Kind::Comma || empty && fills && c.number.is_none()
    };
    let behind = &chunks[at + 1..];
    let said = &behind[behind.iter().take(3).take_while(small).count()..];
    let stays = || said.iter().take(4).any(|c| c.has(Word::Stay));
    said.first().is_some_and(|next| {
        next.any(&goes) && !next.has(Word::Train) || next.has(Word::At) && stays()
    })
}

/// `the first train to Guben and the second to Forst`, `train two to Sprottau and one to Wittenberg`: whether the other
/// train is spoken of here.
pub(in crate::said) fn is_second_train(chunks: &[Chunk], at: usize) -> bool {
    let chunk = &chunks[at];
    let number = |c: &Chunk| c.ordinal.or(c.count()).filter(|n| (1..=2).contains(n));
    let Some(own) = number(chunk).filter(|_| chunk.is_word()) else { return false };
    let first = |c: &Chunk| number(c) == Some(3 - own) && !c.has(Word::Article);
    // A number that is no ordinal stands behind an article: `y el uno, a Wittenberg`.
    let counted = chunk.ordinal == Some(2)
        || at > 0
            && chunks[at - 1].any(&[Word::Article, Word::TheOne, Word::Filler])
            && !chunks[at - 1].has(Word::Train);
    let after_train = |at: usize| at > 0 && chunks[at - 1].has(Word::Train);
    let another = (0..at).any(|at| first(&chunks[at]) && (own == 2 || after_train(at)));
    counted && chunks[..at].iter().any(|c| c.has(Word::Train)) && another && goes_behind(chunks, at)
}

/// `the Swedes march to Pasewalk`: the only general of the nation.
fn of_nation(scene: &Scene, known: &Known, chunks: &[Chunk], at: usize) -> Option<Who> {
    let marked = at > 0 && chunks[at - 1].any(&[Word::To, Word::At, Word::Via, Word::From]);
    let chunk = chunks.get(at).filter(|c| c.generals.is_empty() && !marked)?;
    let nation = chunk.nation.or_else(|| people(scene, chunk)).filter(|n| known.is_own(*n))?;
    let city =
        |at: usize| chunks.get(at).is_some_and(|c| c.is_plain_city() && c.generals.is_empty());
    let goes = chunks.get(at + 1).is_some_and(|next| {
        next.any(&[Word::To, Word::Via, Word::Move, Word::Stay, Word::Retreat])
            && !next.has(Word::Train)
            || next.has(Word::Part) && chunks[at + 1..].iter().any(|c| c.has(Word::To))
            // `Austria takes Zittau`
            || next.any(&[Word::Capture, Word::Conquered, Word::Takes]) && city(at + 2)
    });
    // `to Naumburg goes the Imperial Army`
    let led = |at: usize| at > 0 && city(at) && chunks[at - 1].has(Word::To);
    let verb = chunks[..at].iter().rposition(|c| c.has(Word::Move) && !c.has(Word::To));
    let inverted = verb.is_some_and(|verb| (0..verb).any(led))
        && chunks.get(at + 1).is_none_or(|next| next.is_mark() || next.has(Word::Via));
    let placed = chunks[at + 1..].iter().any(|c| c.is_plain_city() || c.has(Word::Stay));
    // Who is named beyond a comma begins another order: `the Swede walks to Demmin and his train stays`.
    let ends = |place: usize| {
        let c = &chunks[place];
        let another = |c: &Chunk| c.is_train_word();
        matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon)
            || c.has(Word::And)
                && chunks[at..place].iter().any(Chunk::is_plain_city)
                && chunks[place + 1..].iter().take(3).any(another)
    };
    let others = (0..chunks.len())
        .take_while(|place| *place < at || !ends(*place))
        .map(|place| &chunks[place])
        .any(|c| !c.generals.is_empty() || c.any(&[Word::Train, Word::General]));
    let generals = known.generals_on_map(nation);
    let several = generals.len() > 1;
    // Of several, who can get there is meant, or it is asked.
    let sent = || {
        let next = &chunks[at + 1];
        let goal = (at + 1..chunks.len()).any(|at| city(at) && chunks[at].meanings.is_empty());
        known.awaits(DecisionKind::Movement) == Some(nation)
            && goal
            && !next.has(Word::Stay)
            && !chunks.iter().any(|c| c.kind == Kind::Question || c.means(ClubWord::Past))
    };
    let ordered = goes && placed && (!several || sent()) || inverted && !several;
    (ordered && !others && !generals.is_empty()).then_some(Who {
        from: at,
        to: at,
        pieces: generals,
        train: false,
    })
}

/// `die Schweden`: a nation's people, where the phrase is one that mostly only fills.
fn people(scene: &Scene, chunk: &Chunk) -> Option<Nation> {
    let words = scene.line.get(chunk.start..chunk.end)?;
    let (_, last) = words.rsplit_once(' ').filter(|_| chunk.has(Word::Filler))?;
    let (named, ..) = names::names().longest(&text::tokens(last))?;
    named.nation
}

/// `K. to Zittau`: the generals of the nation whose names begin so.
fn by_initial(scene: &Scene, known: &Known, chunks: &[Chunk], at: usize) -> Option<Who> {
    let chunk = chunks.get(at).filter(|c| c.is_word() && c.plain.len() == 1)?;
    known.awaits(DecisionKind::Movement)?;
    let written = scene.line.get(chunk.start..chunk.start + 1)?;
    // `F to Torgau` without a full stop is asked about: it may be a slip.
    let dotted = scene.line.get(chunk.end..)?.starts_with('.');
    let opens = chunks[..at].iter().all(|c| !c.is_word());
    let next = chunks.get(at + 1)?;
    let goes = next.any(&[Word::To, Word::Via, Word::Stay]) || next.kind == Kind::Arrow;
    if !dotted || !opens || !goes || chunks.iter().any(|c| !c.generals.is_empty()) {
        return None;
    }
    let begins = |piece: &PieceId| piece.name().starts_with(&written.to_uppercase());
    let pieces: Vec<PieceId> =
        known.generals_on_map(nation(scene)?).into_iter().filter(begins).collect();
    (!pieces.is_empty()).then_some(Who { from: at, to: at, pieces, train: false })
}
