//! Sentences of a paragraph in which nothing could be read, and nothing was ordered: `Keith starves at Kolin if he sits there any
//! longer`, where the next one says where he goes; `The Swedes are asleep, if you ask me`.

use crate::game::{DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::clause::ORDERING;
use crate::said::chunks::corrected::begins_correcting;
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// A sentence of fewer words is no comment.
const FEWEST: usize = 3;

/// Words by which a whole sentence may order something.
const OF_SENTENCES: [Word; 2] = [Word::TakeBack, Word::Back];

/// Whether a sentence that is in doubt only comments: its own pieces have their orders in others (`sent`), it names no goal, and
/// it takes nothing back.
pub(in crate::said) fn is_comment(
    line: &str,
    sentence: &[Chunk],
    sent: &[PieceId],
    known: &Known,
) -> bool {
    let Some(_) = known.awaits(DecisionKind::Movement) else { return false };
    let words = sentence.iter().filter(|c| c.is_word_or_number()).count();
    let first = sentence.iter().position(Chunk::is_word).unwrap_or(0);
    let text = sentence.first().zip(sentence.last());
    let text = text.and_then(|(first, last)| line.get(first.start..last.end)).unwrap_or_default();
    let second_thoughts =
        [ClubWord::Correction, ClubWord::ChangedMind, ClubWord::Undecided, ClubWord::Except];
    if words < FEWEST
        || sent.is_empty()
        || begins_correcting(line, &sentence[first..])
        || second_thoughts.iter().any(|word| says(text, *word))
    {
        return false;
    }
    let own: Vec<PieceId> = sentence
        .iter()
        .flat_map(|c| c.generals.iter().copied())
        .filter(|piece| known.is_own(piece.nation()))
        .collect();
    let firm = |c: &Chunk, word: Word| c.has(word) && !c.has(Word::Filler);
    let orders = |c: &Chunk| {
        matches!(c.kind, Kind::Suit(_) | Kind::Question | Kind::Colon | Kind::Arrow | Kind::Plus)
            || c.is_train_word()
            || ORDERING.iter().chain(&OF_SENTENCES).any(|word| firm(c, *word))
    };
    // A city is where one of those stands who are named, or only told of.
    let stands = |c: &Chunk| {
        let named = sentence.iter().flat_map(|c| c.generals.iter());
        let mut places = named.filter_map(|piece| known.position(*piece));
        places.any(|city| c.cities.contains(&city))
    };
    let goal = |pair: &[Chunk]| {
        let leads = pair[0].any(&[Word::To, Word::Via, Word::Towards]) && !pair[0].has(Word::At);
        pair[1].is_plain_city() && pair[1].guessed.is_none() && leads
    };
    let elsewhere = |c: &Chunk| c.is_plain_city() && c.guessed.is_none() && !stands(c);
    let him = |c: &Chunk| c.has(Word::Pronoun) && c.generals.is_empty() && !c.has(Word::Filler);
    let acts = |c: &Chunk| [Word::Move, Word::Stay, Word::Not].iter().any(|word| firm(c, *word));
    let bound = sentence.iter().any(|c| c.any(&[Word::If, Word::Unless]));
    let ordered = own.iter().all(|piece| sent.contains(piece));
    // `If Daun comes, he stays`: who that is, another sentence says.
    let conditional = bound && own.is_empty() && sentence.iter().any(|c| him(c) || acts(c));
    let moved =
        !own.is_empty() && (sentence.iter().any(elsewhere) || sentence.windows(2).any(goal));
    // A city of which nobody is told may be somebody's goal.
    let named = sentence.iter().any(|c| !c.generals.is_empty() || c.nation.is_some());
    let sends =
        own.is_empty() && (sentence.iter().any(him) || !named) && sentence.iter().any(elsewhere);
    ordered
        && !sentence.iter().any(orders)
        && !conditional
        && !moved
        && !sends
        && !(own.is_empty() && sentence.windows(2).any(goal))
}
