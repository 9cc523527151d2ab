//! What somebody would like one of his generals to do, and what he does instead: `Cumberland I'd love to send against Soubise,
//! but seven against eight is not my idea of fun, so he goes to Northeim`.

use super::chunk::Chunk;
use super::club::words::ClubWord;
use super::corrected::{Corrected, ends_sentence, is_place, said};
use super::known::Known;
use super::text::Kind;
use super::words::Word;

/// Whether who is spoken of in what was only thought of is named again behind it, or somebody else of his nation instead:
/// `… but he is better off at Neisse, with Keith beside him` goes on about the same one.
pub(super) fn named_again(thought: &[Chunk], behind: &[Chunk]) -> bool {
    let nations: Vec<_> =
        thought.iter().filter_map(|c| c.generals.first()).map(|piece| piece.nation()).collect();
    let named = |c: &Chunk| {
        c.generals.iter().any(|piece| nations.is_empty() || nations.contains(&piece.nation()))
    };
    let other = |c: &Chunk| c.any(&[Word::Pronoun, Word::With]) && !c.has(Word::Filler);
    let mut sentence = behind.iter().take_while(|c| !ends_sentence(c));
    sentence.find(|c| named(c) || other(c)).is_some_and(named)
}

/// The line without a wish that comes to nothing, between the general whom it is about and the word from which it follows
/// what he does.
pub(super) fn without_wish(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().find(|piece| known.is_own(piece.nation())).copied();
    let small = |c: &Chunk| c.is_word() && c.any(&[Word::Article, Word::Title, Word::Filler]);
    let wishes = [ClubWord::Considered, ClubWord::ThoughtOf, ClubWord::Weighs];
    (1..chunks.len()).find_map(|at| {
        let piece = own(&chunks[at - 1])?;
        let from = chunks[..at - 1].iter().rposition(ends_sentence).map_or(0, |end| end + 1);
        let first = chunks[from..at - 1].iter().all(|c| small(c) && c.generals.is_empty());
        let wished = |at: usize| wishes.iter().any(|word| said(line, chunks, at, *word).is_some());
        let near = at..chunks.len().min(at + 2);
        if !first || !near.into_iter().any(wished) {
            return None;
        }
        let end = chunks[at..].iter().position(ends_sentence).map_or(chunks.len(), |n| at + n);
        let says = |place: usize, word: ClubWord| said(line, chunks, place, word);
        let but = (at + 1..end).find(|place| {
            says(*place, ClubWord::But).is_some() || chunks[*place].has(Word::While)
        })?;
        let mark = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Dash);
        let rest = (but + 1..end)
            .filter(|place| mark(&chunks[place - 1]))
            .find_map(|place| Some(place + says(place, ClubWord::Therefore)?))?;
        let orders = |c: &Chunk| {
            own(c).is_some_and(|other| other != piece)
                || c.is_train_word()
                || c.any(&[Word::Recruit, Word::Ready, Word::Cancel, Word::Redistribute])
                    && !c.has(Word::Filler)
        };
        let goes = |at: usize| is_place(chunks, at) || chunks[at].has(Word::Stay);
        let same = chunks[rest..end].iter().find_map(own).is_none_or(|next| next == piece);
        let clear = same && (rest..end).any(goes) && !chunks[at..rest].iter().any(orders);
        let again = chunks[rest..end].iter().any(|c| own(c) == Some(piece));
        let begin = if again { from } else { at };
        clear.then(|| Corrected::without(line, chunks, begin..rest))
    })
}
