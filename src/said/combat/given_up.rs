//! A combat that ends: in a word that says so, even (`a draw it is`), or in words of one's own: `Daun declines to answer`, `he won't be
//! adding anything to that`.

use crate::game::{Action, DecisionKind, PieceId};
use crate::said::Request;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::phrases;
use crate::said::chunks::frame::{Framed, Parsed, Scene};
use crate::said::club::votes::Wanted;
use crate::said::club::words::{ClubWord, denies, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Reads a group as the end of the combat that is fought.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let nation = scene.known?.awaits(DecisionKind::Play)?;
    let ends = is_even(scene, chunks) || declines(scene, chunks);
    ends.then(|| Ok(Parsed::one(Some(nation), Request::Act(Action::Stop))))
}

/// What stands beside a refusal to go on and says nothing.
const SMALL: [Word; 14] = [
    Word::Filler,
    Word::Article,
    Word::Pronoun,
    Word::And,
    Word::Then,
    Word::While,
    Word::To,
    Word::At,
    Word::With,
    Word::For,
    Word::From,
    Word::New,
    Word::Closing,
    Word::Title,
];

/// `Daun declines to answer`, `I won't be adding anything to that`: that nothing more is put down, whatever words say so.
fn declines(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known.filter(|_| scene.heading.is_none()) else { return false };
    let (mut not, mut adds) = (false, false);
    for phrase in phrases(scene.line, chunks, &[ClubWord::Adds, ClubWord::Renounces]) {
        let chunk = &chunks[phrase.start];
        let words = chunk.is_word() || chunk.number.is_some();
        let silent = matches!(chunk.kind, Kind::Comma | Kind::Period);
        if !words && silent {
            continue;
        }
        let Some(text) = scene.line.get(chunk.start..chunks[phrase.end - 1].end) else {
            return false;
        };
        let (more, renounces) = (says(text, ClubWord::Adds), says(text, ClubWord::Renounces));
        let denies = chunk.has(Word::Not) || denies(text);
        let own = |piece: &PieceId| known.is_own(piece.nation());
        let who = matches!(chunk.generals.as_slice(), [one] if own(one)) && chunk.cities.is_empty();
        let small = chunk.any(&SMALL) && !chunk.unknown && !chunk.has(Word::Time);
        if !(who || more || renounces || denies || small && chunk.generals.is_empty()) {
            return false;
        }
        if chunk.number.is_some() && !chunk.has(Word::Article) {
            return false;
        }
        not |= denies || renounces;
        adds |= more;
    }
    not && adds
}

/// `a draw it is`, where a card is awaited at a score of 0: nobody votes on that.
pub(in crate::said) fn is_even(scene: &Scene, chunks: &[Chunk]) -> bool {
    let fought = scene.known.filter(|known| known.awaits(DecisionKind::Play).is_some());
    let combat = fought.and_then(|known| known.view.combat.as_ref());
    let binds = [
        Word::Vote,
        Word::Votes,
        Word::Proposal,
        Word::Propose,
        Word::Not,
        Word::Against,
        Word::If,
        Word::Unless,
        Word::Or,
    ];
    let other = |c: &Chunk| c.any(&binds) || c.number.is_some() && !c.has(Word::Article);
    scene.heading.is_none()
        && combat.is_some_and(|combat| combat.score == 0)
        && chunks.iter().any(|c| c.has(Word::Draw))
        && chunks.iter().filter(|c| c.is_word()).count() <= 8
        && !chunks.iter().any(other)
}

/// `Reserve as 9, I just want a draw`, where a card is awaited: how the combat is to stand, and nothing to vote on.
pub(in crate::said) fn is_tie(scene: &Scene, chunks: &[Chunk], wanted: &Wanted) -> bool {
    let plays = scene.known.is_some_and(|known| known.awaits(DecisionKind::Play).is_some());
    let proposes = |c: &Chunk| c.any(&[Word::Propose, Word::Proposal, Word::Vote]);
    matches!(wanted, Wanted::Draw) && plays && !chunks.iter().any(proposes)
}

/// `basta la carta più bassa`, `the lowest heart that is enough`: a card is enough, and the combat goes on.
pub(in crate::said) fn is_enough(chunks: &[Chunk], at: usize) -> bool {
    let card = |c: &Chunk| c.any(&[Word::Card, Word::Lowest, Word::Highest]) || c.count().is_some();
    let extreme = |c: &Chunk| c.any(&[Word::Lowest, Word::Highest]);
    let behind = || chunks[at + 1..].iter().take(3).take_while(|c| c.is_word_or_number());
    let mut before = chunks[..at].iter().rev().take(6);
    let which = before.any(extreme) && Little::Suffices.ends(&chunks[at].plain);
    let enough = Little::Suffices.is(&chunks[at].plain);
    // `the 11 of hearts is enough to get ahead`
    let said = chunks[..at].iter().rev().take(5).take_while(|c| !c.is_mark());
    let named = said.filter(|c| c.has(Word::Card) || c.count().is_some_and(|n| n > 1)).count() > 0;
    let for_it = chunks.get(at + 1).is_some_and(|c| c.any(&[Word::For, Word::To]));
    if enough && named && for_it {
        return true;
    }
    which
        || enough
            && (behind().take_while(|c| !c.any(&[Word::Then, Word::With])).any(card)
                || behind().any(extreme))
}

/// Whether a word says that no more cards are played: `stop`, `no card`, `don't play on`.
pub(in crate::said) fn is_stop(chunks: &[Chunk], at: usize, chunk: &Chunk) -> bool {
    if is_enough(chunks, at) {
        return false;
    }
    // `se planta`, `si ferma`: a phrase of several words counts although it can mean a move, too.
    let several = chunk.end - chunk.start > chunk.plain.len() + 1;
    if chunk.has(Word::Stop)
        && !chunk.any(&[Word::Then, Word::Play, Word::Filler, Word::For, Word::At])
        && (several || !chunk.has(Word::Move))
    {
        return true;
    }
    // `never a good card` only complains.
    chunk.has(Word::Not)
        && !chunk.any(&[Word::Filler])
        && !Little::Never.is(&chunk.plain)
        && chunks[at + 1..]
            .iter()
            .take(6)
            // `I don't want to lose, play what it takes`
            .take_while(|c| c.is_word_or_number() && !c.has(Word::Lose))
            .any(|c| c.any(&[Word::Play, Word::Card, Word::New]))
        // `don't look into my cards`
        && !chunks[at + 1..].windows(2).take(5).any(|pair| {
            pair[0].any(&[Word::At, Word::To]) && pair[0].is_word() && pair[1].has(Word::Card)
        })
}
