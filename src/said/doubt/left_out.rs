//! Somebody of whom a line says that he marches or stays, and of whom nothing was read.

use super::marker::marker;
use crate::game::{Action, DecisionKind, Nation, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::march::sequence;
use crate::said::{Request, Said, Trouble};

/// What leads to somebody with whom something is done.
const LEADS: [Word; 12] = [
    Word::To,
    Word::From,
    Word::With,
    Word::Via,
    Word::At,
    Word::For,
    Word::Towards,
    Word::Versus,
    Word::Join,
    Word::Following,
    Word::Part,
    Word::Capture,
];
/// What puts a march off, or leaves it as it was.
const ASIDE: [ClubWord; 4] =
    [ClubWord::AsBefore, ClubWord::Later, ClubWord::Tomorrow, ClubWord::PutOff];
/// What is said of who marches or stays.
const MARCHES: [Word; 9] = [
    Word::Move,
    Word::To,
    Word::Via,
    Word::Towards,
    Word::Steps,
    Word::AsFar,
    Word::Following,
    Word::Stay,
    Word::Part,
];

/// A longer name has several words.
const LONG_NAME: usize = 6;

/// `The count and Chevert to Hamm`, `Der Alte und Winterfeldt nach Meißen`: somebody who goes along and is not called by his name.
pub(in crate::said) fn called_otherwise(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    known: &Known,
) -> Option<Problem> {
    known.awaits(DecisionKind::Movement)?;
    let marches = |c: &Chunk| {
        let of = |said: &Said| match &said.request {
            Request::Act(Action::MoveVia { pieces, .. }) => {
                pieces.len() == 1 && c.generals.contains(&pieces[0])
            }
            _ => false,
        };
        c.generals.len() == 1 && said.iter().any(of)
    };
    let polite =
        [Word::Greeting, Word::Closing, Word::Time, Word::Turn, Word::Train, Word::Yes, Word::No];
    let calls = |c: &Chunk| {
        let nobody = c.generals.is_empty() && c.cities.is_empty() && c.nation.is_none();
        c.is_word() && nobody && !c.any(&polite)
    };
    (1..chunks.len().saturating_sub(1)).find_map(|and| {
        let joined =
            chunks[and].has(Word::And) && chunks[and].is_word() && marches(&chunks[and + 1]);
        let from = chunks[..and].iter().rposition(|c| !c.is_word()).map_or(0, |mark| mark + 1);
        let name = &chunks[from..and];
        let led = name
            .first()
            .is_some_and(|c| c.any(&[Word::Article, Word::TheOne]) && c.plain.len() > 1);
        let titled = name.last().is_some_and(|c| c.has(Word::Title));
        // `der Alte` is one phrase.
        let several = name.len() > 1 || name.first().is_some_and(|c| c.end - c.start > LONG_NAME);
        let called =
            joined && (led && several || titled) && name.len() <= 4 && name.iter().all(calls);
        let words = || line.get(name[0].start..chunks[and + 1].end).unwrap_or_default();
        called.then(|| Problem::new(Trouble::UnknownPiece, words()))
    })
}

/// `… to Neu Stettin, but leaving Fermor a city behind`, `Dohna stays. The first train behind the King, two cities`: the
/// clause of a piece that moves now, if no request speaks of it.
pub(in crate::said) fn left_out(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    known: Option<&Known>,
) -> Option<Problem> {
    let nation = known?.awaits(DecisionKind::Movement)?;
    if let Some(nowhere) = train_to_nowhere(line, chunks, said) {
        return Some(nowhere);
    }
    let known = known?;
    if let Some(still) = nation_unread(line, chunks, said, known, nation) {
        return Some(still);
    }
    if !said.iter().any(|said| !said.request.ordered().is_empty()) {
        return None;
    }
    let parts = |c: &Chunk| {
        matches!(
            c.kind,
            Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Question | Kind::Colon
        )
    };
    chunks.split(parts).flat_map(with_trains_apart).find_map(|clause| {
        let words = line.get(clause.first()?.start..clause.last()?.end)?;
        // `Heinrich as before`, `Laudon I shall look at tomorrow`, `The train must leave first`
        let aside = ASIDE.iter().any(|word| says(words, *word));
        let aside = aside || sequence::is_remark(clause, known);
        let added =
            clause.first().is_some_and(|c| c.start > 0) && is_train_behind_and(clause, chunks);
        (!aside && (marches_unread(clause, said, nation) || added && !orders_trains(said)))
            .then(|| Problem::new(Trouble::UnknownWords, words))
    })
}

/// `Hanover stays put for all I care`, beside orders for Prussia: one of the writer's own nations that stays, where nothing was read
/// of it.
fn nation_unread(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    known: &Known,
    awaited: Nation,
) -> Option<Problem> {
    let parts =
        |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Question);
    let clause = chunks.split(parts).find(|clause| {
        let nation = clause.iter().find_map(|c| c.nation.filter(|_| c.generals.is_empty()));
        let own = nation.filter(|n| n.index() > awaited.index() && known.is_own(*n));
        let read = said.iter().any(|said| said.nation == own);
        let stays = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Filler, Word::Not]);
        let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() && c.nation.is_none();
        let unknown = clause.iter().filter(|c| c.unknown).count();
        own.is_some()
            && !read
            && unknown < 3
            && clause.iter().any(stays)
            && !clause.iter().any(named)
    })?;
    let words = line.get(clause.first()?.start..clause.last()?.end)?;
    Some(Problem::new(Trouble::UnknownWords, words))
}

/// `Keith to Glatz, no: Schwerin to Glatz, Keith stays`: somebody whom the words behind the last correction send somewhere, and of
/// whom nothing was read.
pub(in crate::said) fn dropped(
    line: &str,
    whole: &[Chunk],
    said: &[Said],
    known: &Known,
) -> Option<Problem> {
    let nation = known.awaits(DecisionKind::Movement)?;
    // A train that is bought is sent nowhere.
    let buys = |said: &Said| matches!(said.request, Request::Act(Action::Recruit(_)));
    if said.iter().any(buys) {
        return None;
    }
    let behind = (1..whole.len()).filter_map(|at| marker(line, whole, at)).max()?;
    // `I was going to leave Winterfeldt, but no: he comes along`
    let first = whole.iter().take(behind).rev().find(|c| !c.generals.is_empty());
    let stays = |piece: &PieceId| {
        said.iter().any(|said| matches!(&said.request, Request::Stay(all) if all.contains(piece)))
    };
    if let Some(first) = first.filter(|c| c.generals.iter().any(stays)) {
        let words = line.get(first.start..whole.get(behind)?.start)?;
        let again = whole[behind..].iter().any(|c| c.has(Word::Stay) && !c.has(Word::Filler));
        let considered = [ClubWord::Considered, ClubWord::ThoughtOf];
        let from = whole.iter().position(|c| c.start == first.start).unwrap_or(0).saturating_sub(6);
        let text = line.get(whole[from].start..whole[behind].start)?;
        let left = whole[from..behind].iter().any(|c| c.has(Word::Stay) && c.generals.is_empty());
        if left && considered.iter().any(|word| says(text, *word)) && !again {
            return Some(Problem::new(Trouble::UnknownWords, words));
        }
    }
    let parts =
        |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Colon);
    let clause = whole.get(behind..)?.split(parts).find(|clause| {
        let sent = clause.iter().any(|c| c.any(&[Word::To, Word::Move]) && c.generals.is_empty());
        sent && clause.iter().any(Chunk::is_plain_city) && marches_unread(clause, said, nation)
    })?;
    let words = line.get(clause.first()?.start..clause.last()?.end)?;
    Some(Problem::new(Trouble::UnknownWords, words))
}

/// A clause, and by itself what an `and` before trains adds to it: `Soubise to Eisenach and the trains behind`.
fn with_trains_apart(clause: &[Chunk]) -> impl Iterator<Item = &[Chunk]> {
    let added = |at: &usize| {
        let small = |c: &&Chunk| c.any(&[Word::Article, Word::Both, Word::Filler]);
        let train = *at + 1 + clause[*at + 1..].iter().take(2).take_while(|c| small(c)).count();
        clause[*at].has(Word::And) && clause.get(train).is_some_and(Chunk::is_train_word)
    };
    let added = (0..clause.len()).filter(added).map(|at| &clause[at + 1..]);
    std::iter::once(clause).chain(added.collect::<Vec<_>>())
}

/// `and the trains after their generals`: whether these chunks are what an `and` adds, and more than the trains alone.
fn is_train_behind_and(clause: &[Chunk], chunks: &[Chunk]) -> bool {
    let first = clause.first().map_or(0, |c| c.start);
    let and = chunks.iter().rfind(|c| c.end <= first).is_some_and(|c| c.has(Word::And));
    let words = clause.iter().filter(|c| c.is_word()).count();
    let train = clause.iter().take(3).any(|c| c.is_train_word() && c.nation.is_none());
    let other = [Word::If, Word::Unless, Word::Duel, Word::Recruit, Word::Pay, Word::Not];
    let goes = clause.iter().any(|c| c.any(&[Word::Following, Word::Then, Word::General]));
    and && train && goes && words > 2 && !clause.iter().any(|c| c.any(&other))
}

/// Whether a clause says of a piece of the nation that it marches or stays, and no request speaks of it.
fn marches_unread(clause: &[Chunk], said: &[Said], nation: Nation) -> bool {
    let named = |piece: &PieceId| said.iter().any(|said| speaks_of(&said.request, *piece));
    let own = |c: &Chunk| match c.generals.as_slice() {
        [piece] => piece.nation() == nation && c.guessed.is_none() && !named(piece),
        _ => false,
    };
    let train = |c: &Chunk| c.is_train_word() && !orders_trains(said) && c.nation.is_none();
    let piece = |c: &Chunk| !c.generals.is_empty() || c.is_train_word();
    let Some(first) = clause.iter().position(piece) else { return false };
    // `follows the King`, `with Keith at his side`: somebody else does something with him.
    let object = clause[..first].iter().any(|c| c.any(&LEADS));
    // `goes to Glatz and eats the train`
    let begins = first <= 2;
    let subject = own(&clause[first]) || train(&clause[first]) && begins;
    let small =
        |c: &Chunk| c.has(Word::Filler) && !c.any(&[Word::Following, Word::Towards, Word::Steps]);
    let marches = |c: &Chunk| c.is_word() && c.any(&MARCHES) && !small(c) && c.generals.is_empty();
    // `the first train behind the King`
    let several = clause.iter().filter(|c| piece(c)).count() > 1;
    let other = [Word::If, Word::Unless, Word::Duel, Word::Recruit, Word::Pay, Word::Not];
    let more = |c: &Chunk| {
        c.any(&other) && !c.any(&[Word::Following, Word::For])
            || c.nation.is_some_and(|other| other != nation)
    };
    // `Chevert should somehow cover the flank`
    let shall = || {
        let behind = clause[first + 1..].iter().find(|c| c.is_word());
        let words = clause.iter().filter(|c| c.is_word()).count();
        words > 3 && behind.is_some_and(|c| c.means(ClubWord::Shall))
    };
    subject
        && !object
        && (several || clause.iter().any(marches) || shall())
        && !clause.iter().any(more)
}

/// `send the second train to Sagan`, of which no such city is known.
fn train_to_nowhere(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let ordered = orders_trains(said);
    sentence::sentences(chunks).filter(|_| !ordered).find_map(|range| {
        let sentence = &chunks[range];
        let asks = sentence
            .iter()
            .any(|c| c.kind == Kind::Question || c.is_plain_city() && !c.has(Word::Train));
        let counts = |c: &Chunk| {
            let number = c.ordinal.or(c.count()).is_some_and(|number| (1..=2).contains(&number));
            number && c.generals.is_empty()
        };
        let train = sentence.iter().position(|c| c.has(Word::Train) && c.plain.len() > 2)?;
        let beside = sentence[train.saturating_sub(1)..].iter().take(3).any(counts);
        let nowhere = |pair: &[Chunk]| {
            // `wyślij do`, `schicke nach`: the preposition may be part of the verb.
            let led = pair[0].any(&[Word::To, Word::Press]) && !pair[0].has(Word::Time);
            led && pair[1].is_word()
                && pair[1].cities.is_empty()
                && line.get(pair[1].start..).is_some_and(capital)
        };
        let to = sentence[train..].windows(2).position(nowhere).filter(|_| beside && !asks)?;
        let city = &sentence[train + to + 1];
        let words = line.get(city.start..city.end).unwrap_or_default();
        Some(Problem::new(Trouble::UnknownCity, words))
    })
}

fn orders_trains(said: &[Said]) -> bool {
    said.iter().flat_map(|said| said.request.ordered()).any(|piece| !piece.is_general())
}

fn capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

/// Whether a request speaks of a piece, or may.
fn speaks_of(request: &Request, piece: PieceId) -> bool {
    match request {
        Request::Act(Action::MoveVia { pieces, .. }) => pieces.contains(&piece),
        Request::Stay(pieces) => pieces.is_empty() || pieces.contains(&piece),
        Request::Ready => false,
        _ => true,
    }
}
