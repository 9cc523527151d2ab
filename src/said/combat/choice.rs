//! The entry of a menu by its number: `2`, `option 3`, `the second one`, `nehme die 2`.

use crate::game::{Action, DecisionKind, Face};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene};
use crate::said::club::words::{ClubWord, means};
use crate::said::hand::cards::Mention;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request};

/// A number alone, `option 3`: the entry of a menu.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    if let Some(number) = ordinal_choice(scene, chunks) {
        return Some(Ok(Parsed::one(None, Request::Choice(number))));
    }
    // `oui à la proposition n° 3` votes.
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    // `Nr. 2: dafür`
    let ballot = |c: &Chunk| c.any(&[Word::ForIt, Word::Against]) && c.plain.len() > 4;
    let votes = has(Word::ForIt) || has(Word::Against);
    if has(Word::Proposal) && votes || chunks.iter().any(ballot) {
        return None;
    }
    // `ORDRE DE MOUVEMENT N° 1`: where people move no menu is open.
    let moving = scene.known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
    let orders = |c: &Chunk| c.means(ClubWord::OrderNoun) || c.means(ClubWord::PhaseNoun);
    if moving && chunks.iter().any(orders) {
        return None;
    }
    let mut number = None;
    // `la numero 2`: what else may stand beside a word for the entry.
    let entry = |c: &Chunk| {
        Little::Number.is(&c.plain) || Little::Choice.is(&c.plain) && !c.has(Word::Filler)
    };
    let named = chunks.iter().any(entry);
    let of_cards = [
        DecisionKind::Play,
        DecisionKind::Discard,
        DecisionKind::OffensiveOption,
        DecisionKind::Fate,
        DecisionKind::Movement,
    ];
    let cards =
        scene.known.is_none_or(|known| of_cards.iter().any(|kind| known.awaits(*kind).is_some()));
    // `nehme die 2`, `meglio la 2`, likewise
    let chosen = !cards && chunks.iter().any(chooses);
    let beside = |c: &Chunk| {
        // `la 3`, where no card is awaited
        let article = chunks.len() == 2 && !cards && c.has(Word::Filler);
        (named || article || chosen)
            && c.count().is_none()
            && (c.any(&[Word::Filler, Word::Article, Word::Closing, Word::TheOne, Word::Then])
                || c.ordinal == Some(1)
                || chosen && (chooses(c) || c.has(Word::Pronoun)))
    };
    for chunk in chunks {
        match chunk.kind {
            Kind::Number(found) if number.is_none() => number = Some(found),
            Kind::Number(_) | Kind::Suit(_) => return None,
            // `number two please`
            Kind::Word if named && number.is_none() && chunk.count().is_some() => {
                number = chunk.count();
            }
            Kind::Word if !Little::Choice.is(&chunk.plain) && !beside(chunk) => return None,
            _ => {}
        }
    }
    let number = u8::try_from(number?).ok()?;
    if let Some(problem) = stop_or_card(scene, chunks, number).filter(|_| !named) {
        return Some(Err(problem));
    }
    Some(Ok(Parsed::one(None, Request::Choice(number))))
}

/// `6` where the sixth answer ends the combat and a six could be played: nothing of that can be taken back, so
/// it is asked. Of two cards the number is the one of the menu, as the mail says.
fn stop_or_card(scene: &Scene, chunks: &[Chunk], number: u8) -> Option<Problem> {
    let known = scene.known?;
    let decision = known.only_decision().filter(|open| open.kind == DecisionKind::Play)?;
    let entries = known.menu(decision);
    let chosen = entries.get(usize::from(number).checked_sub(1)?)?;
    if chosen.actions != [Action::Stop] {
        return None;
    }
    let of_that_value = |action: &&Action| match action {
        Action::Play { card, .. } => matches!(card.face, Face::Suited(_, value) if value == number),
        _ => false,
    };
    let cards: Vec<&Action> =
        entries.iter().flat_map(|entry| &entry.actions).filter(of_that_value).collect();
    if cards.is_empty() {
        return None;
    }
    let candidates = cards.into_iter().chain(&chosen.actions).cloned().map(Candidate::Order);
    let candidates = candidates.collect();
    Some(Problem::Question { doubt: Doubt::Card, words: scene.words(chunks), candidates })
}

/// `the second one`, `scarto la prima`: the entry of a menu by its place in it, where one is open.
fn ordinal_choice(scene: &Scene, chunks: &[Chunk]) -> Option<u8> {
    let menus = [DecisionKind::Movement, DecisionKind::Allot];
    let known = scene.known?;
    if known.decisions.is_empty() || known.decisions.iter().any(|d| menus.contains(&d.kind)) {
        return None;
    }
    // `the last one`, of places and combats: of cards it may be the last that is left.
    let of_cards = [DecisionKind::Play, DecisionKind::Discard];
    if let Some(only) = known.only_decision().filter(|d| !of_cards.contains(&d.kind))
        && means(&scene.words(chunks), ClubWord::LastOne)
    {
        return u8::try_from(known.menu(only).len()).ok().filter(|number| *number > 0);
    }
    let mut ordinals = chunks.iter().filter(|c| c.ordinal.is_some());
    let (first, None) = (ordinals.next()?, ordinals.next()) else { return None };
    let beside = |c: &Chunk| {
        !c.is_word() && c.number.is_none() && !matches!(c.kind, Kind::Suit(_) | Kind::Question)
            || c.generals.is_empty()
                && c.cities.is_empty()
                && c.count().is_none()
                && (Little::Choice.is(&c.plain)
                    || c.any(&[
                        Word::Filler,
                        Word::Article,
                        Word::Closing,
                        Word::TheOne,
                        Word::Choose,
                        Word::Discard,
                        Word::Play,
                        Word::Card,
                    ]))
                && !c.any(&[Word::Not, Word::If, Word::Or])
    };
    let said = |c: &&Chunk| !std::ptr::eq(*c, first);
    (first.count().is_none()
        && first.end - first.start > 1
        && chunks.iter().filter(said).all(beside))
    .then(|| first.ordinal.and_then(|n| u8::try_from(n).ok()))
    .flatten()
}

/// `nehme`, `take`, `meglio`: a word that chooses, and is no order of its own.
fn chooses(chunk: &Chunk) -> bool {
    chunk.is_word()
        && (chunk.has(Word::Choose) && !chunk.any(&[Word::Move, Word::To, Word::Not])
            || chunk.means(ClubWord::Rather))
}

/// `meglio la 5`, `ich nehme die 2`, where a card is awaited and none of that value is held: the number is the one of the
/// menu. A Reserve may stand for any value.
pub(in crate::said) fn instead_of_a_card(
    scene: &Scene,
    chunks: &[Chunk],
    mention: &Mention,
) -> Option<u8> {
    let known = scene.known?;
    let open = known.only_decision()?;
    let bare = mention.suits.is_empty()
        && !mention.reserve
        && mention.extreme.is_none()
        && !mention.doubled
        && mention.deck.is_none();
    let number = u8::try_from(mention.value.filter(|_| bare)?).ok()?;
    let digits = matches!(chunks[mention.from].kind, Kind::Number(_));
    let in_question = |face: Face| match face {
        Face::Suited(_, value) => value == number,
        Face::Reserve => true,
    };
    let held = known.hand(open.nation).iter().any(|card| in_question(card.face));
    let bound =
        [Word::Not, Word::If, Word::Or, Word::Card, Word::Discard, Word::Play, Word::Points];
    // `Train 1 to Siegen`, while a discard is open, chooses no card.
    let piece = |c: &Chunk| {
        !c.generals.is_empty() || c.is_plain_city() || c.has(Word::Train) || c.nation.is_some()
    };
    let free = !chunks.iter().any(piece)
        && !chunks.iter().any(|c| c.any(&bound) && !c.any(&[Word::Filler, Word::Choose]))
        && chunks.iter().filter(|c| c.is_word()).count() <= 6;
    let entry = known.menu(open).len() >= usize::from(number) && number > 0;
    (digits && !held && free && entry).then_some(number)
}
