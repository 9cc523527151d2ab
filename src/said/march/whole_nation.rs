//! A nation of the writer's of which all stay: `Russia doesn't move this turn`, or named in the middle of the orders for another:
//! `Keith to Glatz. Hanover stays where it is`. It is a heading for these words alone.

use crate::said::Request;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Scene};
use crate::said::lexicon::text::{Kind, tokens};
use crate::said::lexicon::words::{Word, lexicon};

/// What may stand beside the nation and the word that it stays by.
const SMALL: [Word; 19] = [
    Word::For,
    Word::With,
    Word::At,
    Word::And,
    Word::Then,
    Word::While,
    Word::Article,
    Word::Filler,
    Word::All,
    Word::Everything,
    Word::Both,
    Word::Each,
    Word::Everybody,
    Word::Pronoun,
    Word::There,
    Word::Time,
    Word::TheOnes,
    Word::General,
    Word::Troops,
];
/// What makes it another thing to say.
const OTHER: [Word; 8] =
    [Word::If, Word::Unless, Word::Until, Word::Or, Word::Rest, Word::Via, Word::Only, Word::Turn];

/// Reads a group that says of one of the writer's nations that all of it stays.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let mut nations = chunks.iter().filter_map(|c| c.nation.filter(|_| c.generals.is_empty()));
    let nation = nations.next().filter(|nation| known.is_own(*nation))?;
    let ends = |c: &Chunk| c.has(Word::Ready);
    // `The Russians stay where they stand`, when they have moved, is told of them.
    let over = scene.nation().is_some_and(|awaited| nation.index() < awaited.index());
    // `Both my Hanoverian generals sit tight` says it of them alone; `Hanover doesn't move, ready` needs nothing but the end.
    let awaits = scene.nation() == Some(nation);
    let some = |c: &Chunk| c.any(&[Word::Both, Word::General, Word::TheOnes, Word::Troops]);
    if awaits && (chunks.iter().any(some) || ends_behind(scene, chunks)) {
        return None;
    }
    if nations.any(|other| other != nation) || over || chunks.iter().any(ends) {
        return None;
    }
    let stays = |c: &Chunk| c.has(Word::Stay) && c.generals.is_empty();
    let said = |c: &Chunk| {
        let plain = stays(c) || c.nation.is_some() || c.any(&SMALL) && c.count().is_none();
        !c.is_word() && c.number.is_none() && !matches!(c.kind, Kind::Suit(_) | Kind::Question)
            || c.is_word()
                && c.generals.is_empty()
                && (plain || c.unknown)
                && (stays(c) || !c.any(&OTHER) || c.any(&[Word::Filler, Word::For]))
    };
    let verb = chunks.iter().any(|c| stays(c) && (!c.has(Word::Filler) || c.plain.len() > 3));
    // `Con eso Suecia queda lista`: what is said of it goes on.
    let rest = tokens(scene.line.get(chunks.last()?.end..)?);
    let done = lexicon(scene.tongues.first()).phrase(&rest, false);
    let goes_on = done.is_some_and(|(sense, _)| sense.meanings.has(Word::Ready));
    // `Hannover bleibt komplett stehen`
    let unknown = chunks.iter().filter(|c| c.unknown).count();
    let first = |says: &dyn Fn(&Chunk) -> bool| chunks.iter().position(says);
    let subject = first(&|c| c.nation.is_some()) < first(&stays);
    let clear = verb && !goes_on && unknown <= usize::from(subject) && chunks.iter().all(said);
    clear.then(|| Ok(Parsed::one(Some(nation), Request::Stay(Vec::new()))))
}

/// Whether the line says behind these chunks that the phase is over.
fn ends_behind(scene: &Scene, chunks: &[Chunk]) -> bool {
    let behind = chunks.last().and_then(|last| scene.line.get(last.end..));
    let rest = tokens(behind.unwrap_or_default());
    let ready = |at: usize| {
        let sense = lexicon(scene.tongues.first()).phrase(&rest[at..], false);
        sense.is_some_and(|(sense, _)| sense.meanings.has(Word::Ready))
    };
    (0..rest.len()).any(ready)
}
