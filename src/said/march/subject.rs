//! A piece that a move names: who goes, whom he joins or leaves, or why he goes at all.

use super::found::{Found, Role};
use crate::game::PieceId;
use crate::said::Trouble;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::pieces::Who;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// Takes a piece in; `false` if the group says more than one thing.
#[allow(clippy::too_many_arguments)]
pub(in crate::said) fn piece(
    scene: &Scene,
    chunks: &[Chunk],
    found: &mut Found,
    named: Who,
    prep: Option<Role>,
    with: bool,
    or: bool,
    parting: bool,
) -> Result<bool, Problem> {
    if named.pieces.is_empty() {
        return Err(Problem::new(
            Trouble::UnknownPiece,
            scene.words(&chunks[named.from..=named.to]),
        ));
    }
    if prep == Some(Role::From) || parting && !found.subject.is_empty() {
        // `leaves Schwerin`: not who moves.
        return Ok(true);
    }
    if found.joins && !found.subject.is_empty() {
        // `follows to Dresden, Schwerin stays`: whom he follows was said, or does not matter.
        if found.target.is_some() || found.goal_is_known() && !with && prep.is_none() {
            return Ok(false);
        }
        found.target = named.pieces.first().copied();
        return Ok(true);
    }
    // `Winterfeldt to Bautzen to stop Karl`: somebody else's general behind the goal is why he goes.
    let foreign = |piece: &PieceId| scene.known.is_some_and(|known| !known.is_own(piece.nation()));
    if found.goal_is_known()
        && !found.goal_first
        && !found.subject.is_empty()
        && !found.joins
        && !with
        && named.pieces.iter().all(foreign)
    {
        let behind = chunks[named.to + 1..].iter();
        let ends = behind.clone().all(|c| !c.is_word() && c.number.is_none());
        let begins = chunks[..named.from].last().is_some_and(|c| c.is_word());
        // `… to Złotów and then towards Dohna`: how the march goes on is asked.
        let on = chunks[..named.from].iter().rev().take(3).any(|c| c.has(Word::Then));
        if on && chunks[..named.from].last().is_some_and(|c| c.has(Word::Towards)) {
            return Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)));
        }
        if ends && begins {
            return Ok(true);
        }
    }
    // `mueve a Daun y a Laudon a Olmütz`: the Spanish `a` before a person, and nobody's goal.
    let personal = with && found.places.is_empty() && !found.subject.is_empty();
    let to_piece = (prep == Some(Role::To) || prep == Some(Role::At)) && !personal;
    // `Keith Nachod, per Dohna Landsberg`
    let another = found.goal_is_known()
        && chunks[named.from..].windows(2).next().is_some_and(|pair| pair[1].is_plain_city());
    if to_piece && another && !found.subject.is_empty() {
        return Ok(false);
    }
    if to_piece && !found.subject.is_empty() {
        found.target = named.pieces.first().copied();
        return Ok(true);
    }
    if or && !found.subject.is_empty() {
        found.or_pieces = true;
    }
    // `Friedrich marches on by Meißen, Winterfeldt stops at Riesa`
    let does = |c: &Chunk| {
        c.any(&[Word::Move, Word::Stay, Word::Via])
            && !c.any(&[Word::With, Word::Join, Word::And, Word::To])
    };
    let comma = named.from > 0 && chunks[named.from - 1].kind == Kind::Comma;
    if comma
        && !found.subject.is_empty()
        && !found.places.is_empty()
        && !found.goal_first
        && chunks.get(named.to + 1).is_some_and(does)
    {
        return Ok(false);
    }
    let goal = found.goal_is_known() && !found.subject.is_empty() && !found.goal_first;
    // `Lomza for train 2, and Tottleben to Ortelsburg`: who has a goal of his own does not share the first.
    let own_goal = chunks[named.to + 1..].windows(2).any(|pair| {
        pair[0].has(Word::To) && pair[0].generals.is_empty() && pair[1].is_plain_city()
    });
    if found.goal_first && !found.subject.is_empty() && (!with && !or || with && own_goal) {
        return Ok(false);
    }
    // `this turn stay Friedrich, Heinrich and Dohna`
    let first = chunks.iter().position(|c| !c.generals.is_empty());
    let verb_first = first.is_some_and(|first| chunks[..first].iter().any(|c| c.has(Word::Stay)));
    let joins = |c: &Chunk| {
        !c.generals.is_empty()
            || c.kind == Kind::Comma
            || c.is_word() && c.any(&[Word::And, Word::Title, Word::Filler])
    };
    let listed = verb_first
        && found.places.is_empty()
        && first
            .and_then(|first| chunks.get(first..named.from))
            .is_some_and(|between| between.iter().all(joins))
        && chunks[named.to + 1..].iter().all(|c| joins(c) || c.has(Word::Not));
    if goal && !with || (found.stays && !found.subject.is_empty() && !with && !listed) {
        return Ok(false);
    }
    if goal && with {
        // `Daun to Olmütz with Laudon`, but not `Daun to Zittau and Browne to Prag`.
        let more = chunks[named.to + 1..]
            .iter()
            .any(|c| !c.cities.is_empty() || c.any(&[Word::Stay]) || !c.generals.is_empty());
        let joined = chunks[..named.from]
            .iter()
            .rev()
            .take(3)
            .any(|c| c.has(Word::With) && !c.has(Word::And) || c.has(Word::Together));
        if more || !joined {
            return Ok(false);
        }
    }
    // Trains go one by one, but several stay, and with generals.
    let trains = found.subject.iter().flatten().all(|piece| !piece.is_general());
    let stay = trains || chunks.iter().any(|c| c.has(Word::Stay) && !c.has(Word::Move));
    if named.train && !found.subject.is_empty() && !(stay && found.places.is_empty()) {
        return Ok(false);
    }
    if found.subject.is_empty() {
        // `Lomza for train 2`
        let given = named.from > 0 && chunks[named.from - 1].has(Word::For);
        found.goal_first = found.goal_is_known() || given && !found.places.is_empty();
    }
    if !found.subject.contains(&named.pieces) {
        found.subject.push(named.pieces);
    }
    Ok(true)
}
