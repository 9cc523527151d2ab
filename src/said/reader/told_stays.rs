//! Somebody of whom it is said that he stays somewhere, behind a march of his: `I know Soubise stays exposed there`. That tells
//! of him, and takes no march back.

use super::Reader;
use crate::game::{Action, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said as phrase_at;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Said};
use std::ops::Range;

/// What stands in an order to stay.
const PLAIN: [Word; 34] = [
    Word::Stay,
    Word::Filler,
    Word::And,
    Word::Then,
    Word::While,
    Word::Article,
    Word::Title,
    Word::Pronoun,
    Word::At,
    Word::There,
    Word::Both,
    Word::All,
    Word::Each,
    Word::Everybody,
    Word::Time,
    Word::Turn,
    Word::Rest,
    Word::Other,
    Word::TheOne,
    Word::TheOnes,
    Word::General,
    Word::Train,
    Word::Alone,
    Word::Only,
    Word::Not,
    Word::No,
    Word::Yes,
    Word::Back,
    Word::Greeting,
    Word::Closing,
    Word::Ready,
    Word::For,
    Word::Move,
    Word::Part,
];

impl Reader<'_> {
    /// Takes out the stays of a line that only tell of pieces whose march was said before, where the writer says that he knows;
    /// of others with such words it is asked whether they stay.
    pub(super) fn without_told_stays(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
    ) -> Option<Problem> {
        let mut asked = None;
        let said = std::mem::take(&mut self.reading.said);
        let mut kept: Vec<Said> = Vec::new();
        for mut one in said {
            if let Request::Stay(pieces) = &mut one.request
                && one.line == number
                && one.condition.is_none()
                && !pieces.is_empty()
            {
                let marches = |piece: &PieceId| {
                    let before =
                        kept.iter().any(|said| sends(said, *piece) && said.turn == one.turn);
                    before || one.turn.is_none() && self.context.marching.contains(piece)
                };
                let told = |piece: &PieceId| {
                    let here = kept.iter().any(|said| sends(said, *piece));
                    let of_the_goal = || here.then(|| tells_of_the_goal(line, chunks)).flatten();
                    let telling = || self.telling(line, chunks, *piece);
                    marches(piece).then(|| telling().or_else(of_the_goal)).flatten()
                };
                for (piece, words, knows) in pieces
                    .iter()
                    .filter_map(|piece| told(piece).map(|(words, knows)| (*piece, words, knows)))
                    .collect::<Vec<_>>()
                {
                    pieces.retain(|other| *other != piece);
                    if !knows {
                        asked = asked.or(Some((words, piece)));
                    }
                }
                if pieces.is_empty() {
                    continue;
                }
            }
            kept.push(one);
        }
        self.reading.said = kept;
        asked.map(|(words, piece)| Problem::Question {
            doubt: Doubt::City,
            words,
            candidates: vec![Candidate::Stay(vec![piece])],
        })
    }

    /// Takes out the stays of a line of pieces that are not on the map: `Lehwaldt stays in his grave`.
    pub(super) fn without_stays_of_the_dead(&mut self, number: usize) {
        let Some(known) = self.known.as_ref().filter(|known| !known.is_set_up()) else { return };
        let back = &self.back;
        let stands = |piece: &PieceId| known.position(*piece).is_some() || back.contains(piece);
        self.reading.said.retain_mut(|one| {
            let Request::Stay(pieces) = &mut one.request else { return true };
            if one.line != number || one.condition.is_some() || pieces.is_empty() {
                return true;
            }
            pieces.retain(stands);
            !pieces.is_empty()
        });
    }

    /// The words that say of a piece that it stays, if no order is put so, and whether the writer says that he knows.
    fn telling(&self, line: &str, chunks: &[Chunk], piece: PieceId) -> Option<(String, bool)> {
        let mark = |c: &Chunk| c.is_mark() && c.kind != Kind::Plus;
        let known = self.known.as_ref()?;
        let names = |c: &Chunk| c.generals.contains(&piece);
        let stays = |c: &Chunk| c.has(Word::Stay) && c.generals.is_empty();
        let clause = chunks
            .split(mark)
            .find(|clause| clause.iter().any(names) && clause.iter().any(stays))?;
        let place = known.position(piece);
        let corrects = |at: usize| {
            let words = [ClubWord::Instead, ClubWord::But, ClubWord::Therefore];
            words.into_iter().any(|word| phrase_at(line, clause, at, word).is_some())
        };
        let plain = |at: usize| {
            let c = &clause[at];
            let here = place.is_some_and(|place| c.cities.contains(&place));
            !c.generals.is_empty()
                || c.number.is_some()
                || here
                || !c.unknown && c.any(&PLAIN) && (!c.is_plain_city() || c.any(&[Word::Stay]))
                || corrects(at)
        };
        let (first, last) = (clause.first()?, clause.last()?);
        let holds =
            |range: &Range<usize>| chunks[range.clone()].iter().any(|c| c.start == first.start);
        let sentence = &chunks[sentences(chunks).find(holds)?];
        let sentence = line.get(sentence.first()?.start..sentence.last()?.end)?;
        // `Anzi no, Seydlitz lo lascio fermo dove sta` changes his mind.
        let changes = [ClubWord::Correction, ClubWord::PlainNo, ClubWord::AfterAll];
        if changes.iter().any(|word| says(sentence, *word)) {
            return None;
        }
        let knows = says(sentence, ClubWord::IKnow);
        let words = line.get(first.start..last.end)?.to_owned();
        (knows || !(0..clause.len()).all(plain)).then_some((words, knows))
    }
}

fn sends(said: &Said, piece: PieceId) -> bool {
    let marches = matches!(&said.request, Request::Act(Action::MoveVia { pieces, .. }) if pieces.contains(&piece));
    marches && said.condition.is_none()
}

/// The words that say how it is where a march leads, by nobody's name: `Seydlitz to Zerbst`, and below it `(he likes it there)`.
fn tells_of_the_goal(line: &str, chunks: &[Chunk]) -> Option<(String, bool)> {
    let changes = [ClubWord::Correction, ClubWord::PlainNo, ClubWord::AfterAll, ClubWord::But];
    let named = |c: &Chunk| {
        !c.generals.is_empty() || c.is_plain_city() || c.is_train_word() || c.nation.is_some()
    };
    let bracket = chunks.first().is_some_and(|c| c.kind == Kind::Open);
    let there = || says(line, ClubWord::OverThere);
    let tells = (bracket || there())
        && !chunks.iter().any(|c| named(c) || c.any(&[Word::Not, Word::If, Word::Or]))
        && !changes.iter().any(|word| says(line, *word));
    tells.then(|| (line.to_owned(), true))
}
