//! A call that ends a movement phase: `Go!!`, `And yes, go.`, `Off we go then!`

use crate::game::DecisionKind;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Scene;
use crate::said::club::words::{ClubWord, means, says};
use crate::said::lexicon::words::Word;

/// `Go!!`, `And yes, go.`, `Off we go then!`, alone in its sentence, where marches are awaited.
pub(in crate::said) fn goes_ahead(scene: &Scene, words: &[&Chunk]) -> bool {
    let moves = scene.known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
    let small = [Word::And, Word::Then, Word::Yes, Word::Filler, Word::Closing];
    let passed = |c: &&&Chunk| c.any(&small) && c.generals.is_empty() && c.cities.is_empty();
    let before = words.iter().take_while(passed).count();
    let said = |from: usize, to: usize, word: ClubWord| {
        let text = scene.line.get(words[from].start..words[to - 1].end).unwrap_or_default();
        means(text, word)
    };
    let found = (0..=before.min(words.len().saturating_sub(1))).find_map(|from| {
        let ends = (from + 1..=words.len().min(from + 5)).rev();
        ends.map(|to| (from, to)).find(|(from, to)| {
            let starts = said(*from, *to, ClubWord::Starts) || said(*from, *to, ClubWord::GoAhead);
            starts && words[*to..].iter().all(|c| passed(&c))
        })
    });
    let Some((from, to)) = found.filter(|_| moves) else { return false };
    let calls = |word: &&Chunk| scene.line.get(word.end..).is_some_and(|b| b.starts_with('!'));
    // `All as it stands there, go.`
    let before = scene.line.get(..words[from].start).unwrap_or_default();
    let agrees = words[..from].iter().any(|c| c.has(Word::Yes)) || says(before, ClubWord::AsBefore);
    let ends = |word: &&Chunk| {
        scene.line.get(word.end..).is_some_and(|b| b.trim().is_empty() || b.starts_with(['.', '!']))
    };
    words.last().is_some_and(calls)
        || (agrees || said(from, to, ClubWord::Starts)) && words.last().is_some_and(ends)
}
