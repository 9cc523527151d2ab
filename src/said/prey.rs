//! An enemy's train as the goal of a march: `Keith grabs the supply train at Königgrätz` goes to Königgrätz (R9.7).

use super::chunk::Chunk;
use super::corrected::Corrected;
use super::known::Known;
use super::words::Word;
use crate::game::{CityId, DecisionKind};

/// The line without the word for a train that stands in a city of which a general of one's own is to make a prize: what is
/// left names the general and the city.
pub(super) fn without(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    known.awaits(DecisionKind::Movement)?;
    let train = |c: &Chunk| c.is_train_word() && c.count().is_none() && c.ordinal.is_none();
    let foreign = |city: &CityId| {
        let there = known.view.pieces.iter().filter(|piece| piece.city == Some(*city));
        let mut trains = there.filter(|piece| !piece.piece.is_general()).peekable();
        trains.peek().is_some() && trains.all(|piece| !known.is_own(piece.piece.nation()))
    };
    (1..chunks.len().saturating_sub(1)).find_map(|at| {
        let lead = usize::from(chunks[at + 1].any(&[Word::At, Word::From]));
        let city = chunks.get(at + 1 + lead)?;
        let prey = train(&chunks[at]) && city.is_plain_city() && city.cities.iter().any(foreign);
        let clause = chunks[..at].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
        let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
        let hunter = chunks[clause..at].iter().filter(|c| own(c)).count() == 1;
        let led = chunks[clause..at].iter().any(|c| c.is_plain_city() && c.generals.is_empty());
        (prey && hunter && !led).then(|| Corrected::without(line, chunks, at..at + 1 + lead))
    })
}
