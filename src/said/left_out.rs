//! Somebody of whom a line says that he marches or stays, and of whom nothing was read.

use super::chunk::Chunk;
use super::club::words::{ClubWord, says};
use super::frame::Problem;
use super::known::Known;
use super::text::Kind;
use super::words::Word;
use super::{Request, Said, Trouble};
use crate::game::{Action, DecisionKind, PieceId};

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

/// `… to Neu Stettin, but leaving Fermor a city behind`, `Dohna stays. The first train behind the King, two cities`: the
/// clause of a piece that moves now, if no request speaks of it.
pub(super) fn left_out(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    known: Option<&Known>,
) -> Option<Problem> {
    let nation = known?.awaits(DecisionKind::Movement)?;
    if let Some(nowhere) = train_to_nowhere(line, chunks, said) {
        return Some(nowhere);
    }
    if !said.iter().any(|said| !pieces_of(&said.request).is_empty()) {
        return None;
    }
    let named = |piece: &PieceId| said.iter().any(|said| speaks_of(&said.request, *piece));
    let trains =
        said.iter().flat_map(|said| pieces_of(&said.request)).any(|piece| !piece.is_general());
    let parts = |c: &Chunk| {
        matches!(
            c.kind,
            Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Question | Kind::Colon
        )
    };
    chunks.split(parts).find_map(|clause| {
        let own = |c: &Chunk| match c.generals.as_slice() {
            [piece] => piece.nation() == nation && c.guessed.is_none() && !named(piece),
            _ => false,
        };
        let train = |c: &Chunk| c.is_train_word() && !trains && c.nation.is_none();
        let piece = |c: &Chunk| !c.generals.is_empty() || c.is_train_word();
        let first = clause.iter().position(piece)?;
        // `follows the King`, `with Keith at his side`: somebody else does something with him.
        let object = clause[..first].iter().any(|c| c.any(&LEADS));
        // `goes to Glatz and eats the train`
        let begins = first <= 2;
        let subject = !object && (own(&clause[first]) || train(&clause[first]) && begins);
        let marches = clause.iter().any(|c| {
            let small =
                c.has(Word::Filler) && !c.any(&[Word::Following, Word::Towards, Word::Steps]);
            c.is_word() && c.any(&MARCHES) && !small && c.generals.is_empty()
        });
        // `the first train behind the King`
        let marches = marches || clause.iter().filter(|c| piece(c)).count() > 1;
        let other = [Word::If, Word::Unless, Word::Duel, Word::Recruit, Word::Pay, Word::Not];
        let another = |c: &Chunk| c.nation.is_some_and(|other| other != nation);
        let weighs = |c: &Chunk| c.any(&other) && !c.any(&[Word::Following, Word::For]);
        let aside = clause.iter().any(|c| weighs(c) || another(c));
        let words = line.get(clause.first()?.start..clause.last()?.end)?;
        // `Heinrich and train 1 as before`; who comes along has the order of another.
        let remark = super::sequence::is_remark(clause, known?);
        let aside = aside || remark || says(words, ClubWord::AsBefore);
        (subject && marches && !aside).then(|| Problem::new(Trouble::UnknownWords, words))
    })
}

/// `send the second train to Sagan`, of which no such city is known.
fn train_to_nowhere(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let trains = said.iter().flat_map(|said| pieces_of(&said.request)).any(|p| !p.is_general());
    super::hesitation::sentences(chunks).filter(|_| !trains).find_map(|range| {
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

fn capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

fn pieces_of(request: &Request) -> Vec<PieceId> {
    match request {
        Request::Act(Action::MoveVia { pieces, .. }) | Request::Stay(pieces) => pieces.clone(),
        _ => Vec::new(),
    }
}

/// Whether a request speaks of a piece, or may.
fn speaks_of(request: &Request, piece: PieceId) -> bool {
    match request {
        Request::Act(Action::MoveVia { pieces, .. }) => pieces.contains(&piece),
        Request::Stay(pieces) => pieces.is_empty() || pieces.contains(&piece),
        _ => true,
    }
}
