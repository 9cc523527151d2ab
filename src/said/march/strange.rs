//! Words that nobody knows, where a way leads or somebody goes: they are asked about, or tell something of a city.

use super::found::Found;
use crate::game::PieceId;
use crate::said::Trouble;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// What is asked about a word that nobody knows, in a way that was read so far.
pub(in crate::said) fn problem(
    scene: &Scene,
    chunks: &[Chunk],
    at: usize,
    found: &Found,
) -> Option<Problem> {
    // Behind a dash stands a city, nobody who is sent on stays where the way begins, and a way that was not read is missing.
    let trouble = if is_behind_a_dash(scene, chunks, at, found)
        || !found.subject.is_empty() && is_on_the_way(scene, chunks, at)
    {
        Trouble::UnknownCity
    } else if found.goal_is_known() && goes_somewhere(scene, chunks, at) {
        // `Fritz to Meissen. Hnr to Fürstenwalde`: the second goal is somebody else's, whoever that is.
        Trouble::UnknownPiece
    } else {
        return None;
    };
    Some(Problem::new(trouble, scene.words(&chunks[at..=at])))
}

/// Whether a word that nobody knows stands where a way goes on: `Nasielsk-Foobar`, `Apraxin: Ortelsburg - Foobar`.
fn is_behind_a_dash(scene: &Scene, chunks: &[Chunk], at: usize, found: &Found) -> bool {
    let Some([.., city, dash]) = chunks.get(..at) else { return false };
    let chunk = &chunks[at];
    let stands = |piece: &PieceId| {
        let place = scene.known.and_then(|known| known.position(*piece));
        place.is_some_and(|place| city.cities.contains(&place))
    };
    let begins = found.places.len() == 1 && found.subject.iter().flatten().any(stands);
    let way = match dash.kind {
        Kind::Arrow => true,
        Kind::Dash => begins || dash.glued && chunk.glued,
        _ => false,
    };
    let ends = chunks.get(at + 1).is_none_or(|next| !next.is_word());
    // `Königsberg (Prusse-Orientale)` is one name.
    let bracket = scene.line.get(city.start..city.end).is_some_and(|words| words.contains('('));
    let city = city.is_plain_city() && !bracket;
    way && ends && chunk.unknown && city && chunk.starts_like_a_name(scene)
}

/// Whether a clause begins with a word that nobody knows, and whoever that is goes somewhere.
fn goes_somewhere(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let begins =
        at > 0 && matches!(chunks[at - 1].kind, Kind::Period | Kind::Comma | Kind::Semicolon);
    let chunk = &chunks[at];
    let strange = chunk.unknown && chunk.cities.is_empty() && chunk.starts_like_a_name(scene);
    let verb = chunks.get(at + 1).is_some_and(|c| c.has(Word::Move) && !c.has(Word::To));
    let behind = at + 1 + usize::from(verb);
    let leads = |c: &Chunk| c.has(Word::To) && c.generals.is_empty() || c.kind == Kind::Arrow;
    begins
        && strange
        && chunks.get(behind).is_some_and(leads)
        && chunks.get(behind + 1).is_some_and(Chunk::is_plain_city)
}

/// Whether the clause in which a city stands tells something of it in words that nobody knows: `where he can smell the bread in Cassel`.
pub(in crate::said) fn tells_of(chunks: &[Chunk], at: usize) -> bool {
    let begins = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Dash | Kind::Open);
    let Some(mark) = chunks[..at].iter().rposition(begins) else { return false };
    let clause = &chunks[mark + 1..at];
    let goes = [Word::To, Word::Via, Word::Stay, Word::Then, Word::And];
    let own = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.any(&goes);
    clause.iter().filter(|c| c.unknown).count() > 1 && !clause.iter().any(own)
}

/// Whether a word that nobody knows is a part of a way.
fn is_on_the_way(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let chunk = &chunks[at];
    chunk.unknown
        && chunk.cities.is_empty()
        && (is_beside_a_city(chunks, at)
            || chunk.starts_like_a_name(scene)
                && (is_between_dashes(chunks, at) || goes_on_behind(chunks, at)))
}

/// `over Soltau and Foobar`
fn is_beside_a_city(chunks: &[Chunk], at: usize) -> bool {
    let [.., via, city, and] = &chunks[..at] else { return false };
    via.has(Word::Via)
        && city.is_plain_city()
        && and.has(Word::And)
        && chunks.get(at + 1).is_none_or(|next| !next.is_word())
        && chunks[at].plain.len() > 3
}

/// `Cumb: Foobar - Kassel`
fn is_between_dashes(chunks: &[Chunk], at: usize) -> bool {
    let dash = |c: &Chunk| matches!(c.kind, Kind::Dash | Kind::Arrow);
    at > 0
        && (chunks[at - 1].kind == Kind::Colon || dash(&chunks[at - 1]))
        && chunks.get(at + 1).is_some_and(dash)
        && chunks.get(at + 2).is_some_and(Chunk::is_plain_city)
}

/// `from Bitterfeld by Foobar and on to Merseburg`
fn goes_on_behind(chunks: &[Chunk], at: usize) -> bool {
    let leads = |c: &Chunk| c.has(Word::Via) || c.has(Word::To) && !c.has(Word::From);
    let goes_on = |c: &Chunk| c.any(&[Word::And, Word::Then, Word::Via]) && c.generals.is_empty();
    at > 0
        && leads(&chunks[at - 1])
        && chunks.get(at + 1).is_some_and(goes_on)
        && chunks[at + 1..].iter().take(4).any(Chunk::is_plain_city)
}
