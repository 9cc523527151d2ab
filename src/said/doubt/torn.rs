//! Two generals who are named together, of whom only one was sent: `Browne and Karl I thought of sending to Tetschen, but no:
//! better Reichenberg`. Whether the other goes too is asked.

use crate::game::{Action, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Problem;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said, Trouble};

/// What a line leaves open of such a pair that stands together; `whole` is the line before its corrections.
pub(in crate::said) fn torn(
    line: &str,
    whole: &[Chunk],
    own: &[Said],
    together: impl Fn(PieceId, PieceId) -> bool,
) -> Option<Problem> {
    let ordered: Vec<PieceId> =
        own.iter().flat_map(|said| said.request.ordered()).copied().collect();
    let sent = |piece: PieceId| {
        own.iter().any(|said| match &said.request {
            Request::Act(Action::MoveVia { pieces, .. }) => pieces.contains(&piece),
            _ => false,
        })
    };
    let parts = |c: &Chunk| c.any(&[Word::Not, Word::Alone, Word::Only, Word::Part, Word::Or]);
    (2..whole.len()).find_map(|at| {
        let and = whole[at - 1].has(Word::And) || whole[at - 1].kind == Kind::Plus;
        let ([first], [second]) = (&whole[at - 2].generals[..], &whole[at].generals[..]) else {
            return None;
        };
        let one = sent(*first) != sent(*second);
        let other = if sent(*first) { second } else { first };
        let named = whole.iter().filter(|c| c.generals.contains(other)).count();
        let clear = ordered.contains(other) || named > 1 || whole.iter().any(parts);
        let words = line.chars().take(80).collect::<String>();
        (and && one && !clear && together(*first, *second))
            .then(|| Problem::new(Trouble::UnknownWords, words))
    })
}
