//! Sentences that only tell where the enemy stands: `So old Fritz has come crawling up to Tetschen.`

use crate::game::{DecisionKind, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, ends_sentence};
use crate::said::chunks::known::Known;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// So many words beside the names make a sentence a tale: `Friedrich to Tetschen` is an order, if not the writer's to give.
const TOLD: usize = 3;

/// While a card is awaited, the line without a sentence that names an enemy, the city where he stands or one beside it, and nothing that could be
/// ordered.
pub(in crate::said) fn without_enemy(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let enemies =
        |c: &Chunk| !c.generals.is_empty() && !c.generals.iter().any(|p| known.is_own(p.nation()));
    known.awaits(DecisionKind::Play)?;
    let mut from = 0;
    while from < chunks.len() {
        let end = from + chunks[from..].iter().take_while(|c| !ends_sentence(c)).count();
        let sentence = &chunks[from..end];
        let stands: Vec<_> = sentence
            .iter()
            .filter(|c| enemies(c))
            .flat_map(|c| &c.generals)
            .filter_map(|piece| known.position(*piece))
            .collect();
        let near = |city| stands.iter().any(|at| *at == city || board().adjacent(*at, city));
        let there = |c: &Chunk| c.cities.iter().any(|city| near(*city));
        let orders = |c: &Chunk| {
            let speaks = [
                Word::If,
                Word::Unless,
                Word::Or,
                Word::Attack,
                Word::Versus,
                Word::Duel,
                Word::Press,
                Word::Retreat,
                Word::Play,
                Word::Discard,
                Word::Ready,
                Word::Stop,
                Word::Train,
            ];
            !c.generals.is_empty() && !enemies(c)
                || c.is_plain_city() && !there(c)
                || c.count().is_some_and(|n| n > 2)
                || matches!(c.kind, Kind::Suit(_) | Kind::Colon)
                || c.any(&speaks) && !c.has(Word::Filler)
        };
        let asks = chunks.get(end).is_some_and(|c| c.kind == Kind::Question);
        let named = sentence.iter().any(|c| c.is_plain_city() && there(c));
        let telling = |c: &&Chunk| c.is_word() && c.generals.is_empty() && c.cities.is_empty();
        let told = sentence.iter().filter(telling).count() >= TOLD;
        if !stands.is_empty() && named && told && !asks && !sentence.iter().any(orders) {
            let mark = usize::from(end < chunks.len());
            return Some(Corrected::without(line, chunks, from..end + mark));
        }
        from = end + 1;
    }
    None
}
