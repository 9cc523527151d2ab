//! Two generals who change places in what was just said: `Ferdinand seven and Cumberland five. No, the other way round`; and
//! troops that are bought for another one after all: `… one troop for Browne. No, give it to Laudon`.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, begins_correcting, blanked, ends_sentence, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// The line with its two generals in each other's place, without the words that say so and why. Of more than two it is not
/// clear which are meant, and the writer is asked.
pub(in crate::said) fn other_way_round(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let (at, length) =
        (1..chunks.len()).find_map(|at| Some((at, said(line, chunks, at, ClubWord::Reversed)?)))?;
    let clause = chunks[..at].iter().rposition(parts)?;
    let mut end = at + length + why(&chunks[at + length..])?;
    // `…, or was it the other way round? Yes, it was`
    if chunks.get(end).is_some_and(|c| c.kind == Kind::Question) {
        let answer = end + 1..sentence_end(chunks, end + 1);
        let yes = chunks[answer.clone()].iter().find(|c| c.is_word());
        let names = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.count().is_some();
        if !yes.is_some_and(|c| c.has(Word::Yes)) || chunks[answer.clone()].iter().any(names) {
            return None;
        }
        end = answer.end;
    }
    // `…, Schwerin six, Keith five… no, the other way round for those two`: the last ones of several.
    let two = chunks[clause..end].iter().any(|c| c.has(Word::Both) || c.count() == Some(2));
    let (first, second) = match generals(&chunks[..clause], known)[..] {
        [first, second] => (first, second),
        [.., first, second] if two => (first, second),
        _ => return None,
    };
    let mut kept = chunks[..clause].to_vec();
    for (place, other) in [(first, second), (second, first)] {
        kept[place] = chunks[place].naming(&chunks[other]);
    }
    kept.extend_from_slice(&chunks[end..]);
    let line = blanked(line, chunks[clause].start, chunks[end - 1].end);
    Some(Corrected { chunks: kept, line })
}

/// The line with the general of its correction in place of the one for whom a troop was bought before.
pub(in crate::said) fn for_another(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let buys = |c: &Chunk| {
        c.any(&[Word::Recruit, Word::Pay, Word::Troops]) || matches!(c.kind, Kind::Suit(_))
    };
    let clause = (1..chunks.len()).find(|at| {
        parts(&chunks[at - 1])
            && !parts(&chunks[*at])
            && begins_correcting(line, &chunks[*at..])
            && chunks[..*at].iter().any(buys)
    })?;
    let [given] = generals(&chunks[..clause], known)[..] else { return None };
    let behind = clause..sentence_end(chunks, clause);
    let [other] = generals(&chunks[behind.clone()], known)[..] else { return None };
    let other = clause + other;
    let hands_over = [Word::Give, Word::For, Word::Get, Word::Troops];
    let handed = chunks[clause..other]
        .iter()
        .any(|c| c.any(&hands_over) || c.means(ClubWord::Rather) || c.means(ClubWord::Instead));
    let says_more = |c: &Chunk| {
        c.is_plain_city()
            || c.count().is_some_and(|n| n > 1)
            || matches!(c.kind, Kind::Suit(_))
            || c.any(&[Word::Or, Word::If, Word::Move, Word::Train]) && !c.has(Word::Filler)
    };
    if !handed
        || chunks[behind.clone()].iter().any(says_more)
        || chunks[given].generals == chunks[other].generals
    {
        return None;
    }
    let mut kept = chunks[..clause].to_vec();
    kept[given] = chunks[given].naming(&chunks[other]);
    kept.extend_from_slice(&chunks[behind.end..]);
    let line = blanked(line, chunks[clause].start, chunks[behind.end - 1].end);
    Some(Corrected { chunks: kept, line })
}

fn parts(chunk: &Chunk) -> bool {
    ends_sentence(chunk)
        || matches!(chunk.kind, Kind::Comma | Kind::Dash | Kind::Colon | Kind::Open)
}

/// Where generals of one's own are named.
fn generals(chunks: &[Chunk], known: &Known) -> Vec<usize> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    (0..chunks.len()).filter(|at| own(&chunks[*at])).collect()
}

/// Where the sentence ends that goes on here, its marks included.
fn sentence_end(chunks: &[Chunk], from: usize) -> usize {
    let end = chunks[from..].iter().position(ends_sentence);
    end.map_or(chunks.len(), |end| from + end)
}

/// How many chunks behind the words say why: `…, as Cumberland stands closer to the enemy`; `None` if they order something.
fn why(chunks: &[Chunk]) -> Option<usize> {
    let end = chunks.iter().position(ends_sentence).unwrap_or(chunks.len());
    let counts = |c: &Chunk| c.count().is_some_and(|n| n != 2) && !c.has(Word::Both);
    let orders = |c: &Chunk| counts(c) || c.is_plain_city() || c.kind == Kind::Colon;
    (!chunks[..end].iter().any(orders)).then_some(end)
}
