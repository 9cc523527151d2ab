//! Who goes, or where to, left to nobody: `Somebody should keep an eye on Colberg`, `one of the trains, whichever, may come
//! forward`, `put the other one wherever you like`. It is asked about.

use crate::game::{Action, DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Said, Trouble};

/// What a line leaves open in a sentence of which nothing was read.
pub(in crate::said) fn left_to_us(
    line: &str,
    chunks: &[Chunk],
    own: &[Said],
    known: &Known,
) -> Option<Problem> {
    let moving = known.awaits(DecisionKind::Movement)?;
    // `If I beat somebody, let him fall back towards Prague` is an instruction.
    if own.iter().any(|said| matches!(said.request, Request::Instruct(_))) {
        return None;
    }
    let is_own = |c: &Chunk| {
        c.is_train_word() || c.generals.iter().any(|piece| known.is_own(piece.nation()))
    };
    let read = |sentence: &[Chunk]| {
        own.iter().any(|said| match &said.request {
            Request::Act(Action::MoveVia { via, .. }) => {
                let goal = via.last();
                sentence.iter().any(|c| goal.is_some_and(|goal| c.cities.contains(goal)))
            }
            request => {
                let pieces = request.ordered();
                sentence.iter().any(|c| c.generals.iter().any(|piece| pieces.contains(piece)))
            }
        })
    };
    sentences(chunks).find_map(|range| {
        let sentence = &chunks[range];
        let should = |c: &Chunk| Little::Should.is(&c.plain);
        let conditional = |c: &Chunk| c.any(&[Word::If, Word::Unless]) && !should(c);
        let asks = sentence.iter().any(|c| c.kind == Kind::Question);
        if asks || sentence.iter().any(conditional) {
            return None;
        }
        let phrase =
            |word: ClubWord| (0..sentence.len()).any(|at| said(line, sentence, at, word).is_some());
        let city = sentence.iter().any(|c| c.is_plain_city() && c.guessed.is_none());
        let foreign = sentence.iter().any(|c| !c.generals.is_empty() && !is_own(c));
        let somebody = city && !foreign && phrase(ClubWord::Somebody);
        let somebody = somebody && !sentence.iter().any(is_own);
        let named = sentence.iter().any(is_own);
        let who = phrase(ClubWord::Somebody);
        let whichever = (city || named || who) && phrase(ClubWord::Whichever);
        let unread = !read(sentence);
        let other = |c: &Chunk| c.any(&[Word::Other, Word::TheOne, Word::TheOnes]);
        let anywhere =
            (named || sentence.iter().any(other)) && phrase(ClubWord::Anywhere) && unread;
        let trouble = if anywhere { Trouble::MissingCity } else { Trouble::MissingPiece };
        let words = line.get(sentence.first()?.start..sentence.last()?.end)?;
        let words: String = words.chars().take(80).collect();
        if somebody {
            let cities = sentence.iter().filter(|c| c.is_plain_city()).flat_map(|c| &c.cities);
            let candidates: Vec<Candidate> = cities
                .flat_map(|city| {
                    let reaches = |piece: &PieceId| known.destinations(&[*piece]).contains(city);
                    let generals = known.generals_on_map(moving);
                    generals
                        .into_iter()
                        .filter(reaches)
                        .map(|piece| Candidate::march(&[piece], *city))
                })
                .collect();
            if !candidates.is_empty() {
                return Some(Problem::Question { doubt: Doubt::Piece, words, candidates });
            }
        }
        (somebody || whichever || anywhere).then(|| Problem::new(trouble, words))
    })
}
