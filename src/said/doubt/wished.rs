//! What somebody would like one of his generals to do, and what he does instead: `Cumberland I'd love to send against Soubise,
//! but seven against eight is not my idea of fun, so he goes to Northeim`, `… to Gera. I wanted Altenburg, but Seydlitz is too near`.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, ends_sentence, is_place, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// The line without a wish that comes to nothing, between the general whom it is about and the word from which it follows
/// what he does.
pub(in crate::said) fn without_wish(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
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

/// `Hildburghausen to Gera. I wanted Altenburg, but Seydlitz is too near`: what was wished for behind a goal is left out with
/// the reason against it.
pub(in crate::said) fn wished_behind(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let wishes = |at: usize| {
        said(line, chunks, at, ClubWord::Correction).is_none()
            && [ClubWord::Wanted, ClubWord::Considered, ClubWord::ThoughtOf]
                .iter()
                .any(|word| said(line, chunks, at, *word).is_some())
    };
    let parts = |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Comma | Kind::Other);
    (1..chunks.len()).filter(|at| wishes(*at)).find_map(|at| {
        let from = chunks[..at].iter().rposition(parts)? + 1;
        let end = at + chunks[at..].iter().take_while(|c| !ends_sentence(c)).count();
        let wish = (at..end).find(|at| is_place(chunks, *at))?;
        // The reason begins with `but`, or says that it is too far.
        let why = (wish + 1..end).find(|at| {
            let but = said(line, chunks, *at, ClubWord::But).is_some();
            but || chunks[*at].is_word() && chunks[*at].has(Word::While)
        });
        let why = why.or_else(|| {
            let text = line.get(chunks[wish].end..chunks[end - 1].end)?;
            says(text, ClubWord::TooFar).then_some(wish + 1)
        })?;
        let orders = |c: &Chunk| {
            let speaks = [Word::Stay, Word::Move, Word::Ready, Word::If, Word::Cancel];
            c.is_plain_city() || c.is_train_word() || c.any(&speaks) && !c.has(Word::Filler)
        };
        let spoken = |c: &Chunk| {
            c.generals.is_empty() || chunks[..from].iter().any(|first| first.generals == c.generals)
        };
        let sent = (0..from).any(|at| is_place(chunks, at));
        let only = chunks[from..why].iter().all(spoken) && !chunks[why..end].iter().any(orders);
        (sent && only).then(|| Corrected::without(line, chunks, from..end))
    })
}
