//! Words that nobody knows, where a way leads or somebody goes: they are asked about, or tell something of a city.

use super::chunk::Chunk;
use super::found::Found;
use super::frame::Scene;
use super::text::Kind;
use super::words::Word;
use crate::game::PieceId;

/// Whether a word that nobody knows stands where a way goes on: `Nasielsk-Foobar`, `Apraxin: Ortelsburg - Foobar`.
pub(super) fn strange_behind_a_dash(
    scene: &Scene,
    chunks: &[Chunk],
    at: usize,
    found: &Found,
) -> bool {
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
pub(super) fn is_strange_mover(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
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

/// Whether the clause in which a city stands tells something of it in words that nobody knows: `… - mind the traffic in Hanover`.
pub(super) fn tells_of(chunks: &[Chunk], at: usize) -> bool {
    let begins = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Dash | Kind::Open);
    let Some(mark) = chunks[..at].iter().rposition(begins) else { return false };
    let clause = &chunks[mark + 1..at];
    let goes = [Word::To, Word::Via, Word::Stay, Word::Then, Word::And];
    let own = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.any(&goes);
    let unknown = clause.iter().filter(|c| c.unknown).count();
    // `mind the Austrians in Olmütz`
    let people = clause.iter().any(|c| c.nation.is_some());
    (unknown > 1 || unknown > 0 && people) && !clause.iter().any(own)
}

/// Whether a word that nobody knows stands where a way leads, and the way goes on behind it; or beside a city of the way: `over
/// Soltau and Foobar`.
pub(super) fn passes_nowhere(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let chunk = &chunks[at];
    let led = at > 0 && {
        let before = &chunks[at - 1];
        before.has(Word::Via) || before.has(Word::To) && !before.has(Word::From)
    };
    let goes_on = |c: &Chunk| c.any(&[Word::And, Word::Then, Word::Via]) && c.generals.is_empty();
    let ends = chunks.get(at + 1).is_none_or(|next| !next.is_word());
    let beside = match chunks.get(..at) {
        Some([.., via, city, and]) => {
            via.has(Word::Via)
                && city.is_plain_city()
                && and.has(Word::And)
                && ends
                && chunk.plain.len() > 3
        }
        _ => false,
    };
    // `Cumb: Mün - Kassel`
    let dash = |c: &Chunk| matches!(c.kind, Kind::Dash | Kind::Arrow);
    let mark = at > 0 && (chunks[at - 1].kind == Kind::Colon || dash(&chunks[at - 1]));
    let within = mark
        && chunks.get(at + 1).is_some_and(dash)
        && chunks.get(at + 2).is_some_and(Chunk::is_plain_city)
        && chunk.starts_like_a_name(scene);
    if (beside || within) && chunk.unknown && chunk.cities.is_empty() {
        return true;
    }
    led && chunk.unknown
        && chunk.cities.is_empty()
        && chunk.starts_like_a_name(scene)
        && chunks.get(at + 1).is_some_and(goes_on)
        && chunks[at + 1..].iter().take(4).any(Chunk::is_plain_city)
}
