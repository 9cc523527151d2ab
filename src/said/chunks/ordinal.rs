//! Numbers that say a place in an order: `2nd`, `2.` before a word, Polish `1-szy`.

use super::chunk::Chunk;
use crate::said::Language;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::names::names;
use crate::said::lexicon::text::{Kind, Token};
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::{Word, lexicon};

/// `2nd`, `2.` before a word, `2º`: an ordinal. Gives the place behind it.
pub(in crate::said) fn ordinal(
    chunk: &mut Chunk,
    tokens: &[Token],
    at: usize,
    tongues: Tongues,
) -> usize {
    let Some(next) = tokens.get(at + 1).filter(|next| next.glued) else { return at + 1 };
    // Polish `1-szy`
    if let (Kind::Dash, Some(ending)) = (next.kind, tokens.get(at + 2).filter(|t| t.glued))
        && ending.kind == Kind::Word
        && Little::Ordinal.is(&ending.plain)
    {
        chunk.ordinal = chunk.number;
        chunk.end = ending.end;
        return at + 3;
    }
    let suffix = next.kind == Kind::Word && Little::Ordinal.is(&next.plain);
    // `Tottleben 2. Schweden hat nichts`: a name begins a sentence, nothing counts it.
    // `I play the 11. If he answers, …`: a capital letter begins a sentence, but for a noun that is counted.
    let counted = |behind: &[Token]| {
        let nouns = [Word::Train, Word::Turn, Word::Time, Word::General, Word::Card];
        let sense = |language: &Language| lexicon(*language).phrase(behind, false);
        !behind[0].capital
            || tongues
                .all
                .iter()
                .take(2)
                .filter_map(sense)
                .any(|(sense, _)| sense.meanings.any(&nouns) && !sense.meanings.has(Word::Then))
    };
    let dotted = next.kind == Kind::Period
        && tokens.get(at + 2).is_some_and(|t| t.kind == Kind::Word && !t.glued)
        && (at == 0 || counted(&tokens[at + 2..]))
        && names().longest(&tokens[at + 2..]).is_none();
    let odd = next.kind == Kind::Other;
    if suffix || dotted || odd {
        chunk.ordinal = chunk.number;
        chunk.end = next.end;
        return at + 2;
    }
    at + 1
}
