//! The words of a march, one after another: who, from where, over which cities, to where, in any order (R4).
//!
//! Nothing is decided here; what the words come to is for [`moves`](super::moves).

use super::aside::{aside, looked};
use super::beside::{
    comes_behind, ends_with, explained, is_another_stop, is_place, list_follows, names_train,
    next_is_piece, next_is_place, of_steps, only_via, particle, parting_before, prep_follows,
    pronoun_beside, pronoun_follows, sends_another, who_before, with_a_stop,
};
use super::found::{Found, Place, Role, said_to_be_passed};
use super::implied::{beside_the_last, both_of, meant, of_the_rest, stack_named};
use super::strange;
use super::strength::with_all;
use super::subject::piece;
use crate::game::{CityId, PieceId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::pieces::who;
use crate::said::chunks::{pieces, pronoun, remark};
use crate::said::club::words::{ClubWord, denies};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::names;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Trouble};

/// No order names more cities.
const MOST_NAMED: usize = 14;

/// `Laudon to Grottkau, hitting Schwerin`: behind the goal an enemy general is not the far city of his name.
fn is_far_enemy(scene: &Scene, chunks: &[Chunk], at: usize, found: &Found) -> bool {
    let Some(known) = scene.known else { return false };
    let chunk = &chunks[at];
    let enemy = !chunk.generals.is_empty()
        && chunk.generals.iter().all(|piece| !known.is_own(piece.nation()));
    let piece = found.subject.first().and_then(|all| all.first());
    let start = piece.and_then(|piece| known.position(*piece));
    let far = |city: &CityId| start.is_none_or(|start| board().distance(start, *city) > 6);
    enemy && found.goal_is_known() && chunk.cities.iter().all(far)
}

/// `train 2 one city towards Schwerin`: one's own general is not the far city of his name.
fn is_followed(scene: &Scene, chunks: &[Chunk], at: usize, found: &Found) -> bool {
    let Some(known) = scene.known else { return false };
    let towards = at > 0 && chunks[at - 1].has(Word::Towards);
    let mover = found.subject.first().and_then(|all| all.first());
    let start = mover.and_then(|piece| known.position(*piece));
    let far = |city: &CityId| start.is_none_or(|start| board().distance(start, *city) > 6);
    let own = |piece: &PieceId| known.is_own(piece.nation()) && known.position(*piece).is_some();
    towards && chunks[at].generals.iter().any(own) && chunks[at].cities.iter().all(far)
}

/// Goes through the chunks and collects who and where; marks in `read` what it has understood. `None` if they
/// are no march, or say two things.
pub(in crate::said) fn scan(
    scene: &Scene,
    chunks: &[Chunk],
    read: &mut [bool],
) -> Result<Option<Found>, Problem> {
    let mut found = Found::default();
    let mut role: Option<Role> = None;
    let (mut with, mut or, mut open) = (false, false, false);
    let mut pending: Option<usize> = None;
    let (mut between_places, mut parting) = (false, false);
    // A word that nobody knows stands behind the place named last.
    let (mut strange_between, mut one_sentence) = (false, true);
    // Behind the piece named last a word means nothing: what he does, whoever is named next does not do with him.
    let (mut unread, mut ended) = (false, false);
    let mut at = 0;
    while at < chunks.len() {
        let chunk = &chunks[at];
        let joins = chunk.any(&[Word::And, Word::With]);
        one_sentence &= !matches!(chunk.kind, Kind::Period | Kind::Semicolon);
        strange_between |= chunk.is_word() && chunk.unknown && one_sentence;
        let verb = chunk.unknown || chunk.guessed.is_some() && !chunk.is_plain_city() && !joins;
        unread |= verb && !with && chunk.generals.is_empty() && !found.subject.is_empty();
        ended |= unread
            && (chunk.has(Word::And)
                || matches!(chunk.kind, Kind::Comma | Kind::Semicolon | Kind::Period));
        match chunk.kind {
            Kind::Open => open = true,
            Kind::Close => open = false,
            Kind::Dash | Kind::Arrow | Kind::Slash
                if chunk.kind == Kind::Arrow || !found.subject.is_empty() =>
            {
                role = role.filter(|r| *r == Role::Via).or(Some(Role::None));
                pending = None;
            }
            Kind::Plus => with = true,
            _ => {}
        }
        // `Browne and Karl join him. Laudon to Wotitz`: whom they join was said before.
        let joined = found.joins && found.target.is_none() && found.places.is_empty();
        if matches!(chunk.kind, Kind::Period | Kind::Semicolon)
            && joined
            && (found.with_pronoun || chunks[..at].iter().any(|c| c.has(Word::Pronoun)))
            && !found.subject.is_empty()
            && at + 1 < chunks.len()
        {
            return Ok(None);
        }
        // `After my second coffee I get round to it. …`: nobody who is named behind the full stop does that.
        if chunk.kind == Kind::Period && joined && found.subject.is_empty() && at + 1 < chunks.len()
        {
            return Ok(None);
        }
        if matches!(chunk.kind, Kind::Comma | Kind::Semicolon | Kind::Period) {
            parting = false;
            // `has orders to go, the train …`: a preposition binds what stands right behind it.
            if pending.is_none_or(|place| place + 1 < at) {
                role = role.filter(|r| *r == Role::Via);
            }
        }
        if !chunk.is_word() {
            read[at] = true;
            if let Kind::Number(_) = chunk.kind
                && let Some(named) = who(scene, chunks, at, Some(true))
            {
                if !piece(scene, chunks, &mut found, named, role.take(), with, or, parting)? {
                    return Ok(None);
                }
                at += 1;
                continue;
            }
            if let Kind::Number(_) = chunk.kind {
                // `1)` is a bullet; no other number belongs to a move but in `Cumberland (7)`, `2 cities`.
                let steps = of_steps(chunks, at);
                found.steps = found.steps.or(chunk.count().filter(|_| steps));
                let beside = open || steps;
                if !beside && !who_before(scene, chunks, at) {
                    return Ok(None);
                }
            }
            at += 1;
            continue;
        }
        let ends = || {
            pronoun::begins_another(chunks, at)
                || remark::begins_fight(scene, chunks, at)
                || remark::begins_reason(chunks, at)
                || remark::begins_look(scene, chunks, at)
        };
        // `… to Leitmeritz to protect Prague`
        if found.goal_is_known()
            && let Some(length) = aside(scene, chunks, at)
        {
            read[at..at + length].fill(true);
            role = None;
            at += length;
            continue;
        }
        let stayed = found.stays && !found.subject.is_empty();
        // `…, the first train behind them, the second to Wyszków`
        let behind = |c: &Chunk| c.any(&[Word::Following, Word::Join]) && c.generals.is_empty();
        let followed = found.of_one_train() && chunks[..at].iter().any(behind);
        // `…, T1 follows them, T2 to Wyszków`
        let apart = at > 0 && (chunks[at - 1].is_mark() || chunks[at - 1].has(Word::And));
        let other = || apart && pieces::is_train(chunks, at);
        let known = found.goal_is_known();
        if (known || stayed && pronoun::is_another(chunks, at)) && ends()
            || followed && (pronoun::begins_another(chunks, at) || other())
        {
            return Ok(None);
        }
        // `…, right behind him train 1`: another's order begins.
        if found.goal_is_known() && comes_behind(scene, chunks, at) {
            return Ok(None);
        }
        if let Some(problem) = strange::problem(scene, chunks, at, &found) {
            return Err(problem);
        }
        // `he and Daun to Olmütz`
        if found.subject.is_empty() && pronoun_beside(chunks, at) {
            if scene.last.is_empty() {
                return Err(Problem::new(Trouble::UnknownPiece, scene.words(&chunks[at..=at])));
            }
            found.subject = scene.last.iter().map(|piece| vec![*piece]).collect();
            read[at] = true;
            at += 1;
            continue;
        }
        // `Laudon attacks Schwerin at Neisse, so to Ziegenhals`
        if !found.subject.is_empty()
            && !found.goal_is_known()
            && let Some(length) = super::fight::passed(scene, chunks, at)
        {
            read[at..at + length].fill(true);
            at += length;
            continue;
        }
        // `Fermor behind Saltikov to Dobrzyń`
        if chunk.has(Word::Following)
            && !found.subject.is_empty()
            && chunks.get(at + 1).is_some_and(|c| !c.generals.is_empty() || c.has(Word::Title))
            && next_is_piece(scene, chunks, at + 1)
        {
            (found.joins, found.behind) = (true, true);
            read[at] = true;
            at += 1;
            continue;
        }
        if let Some(length) = with_all(scene, chunks, at, &found) {
            read[at..at + length].fill(true);
            at += length;
            continue;
        }
        // `Soubise keeps an eye on Kassel: Fritzlar`
        if !found.subject.is_empty()
            && !found.goal_is_known()
            && let Some(length) = looked(scene, chunks, at)
        {
            read[at..at + length].fill(true);
            at += length;
            continue;
        }
        // `Split up the Strehlen stack: Schwerin to Brieg`: they do not march as one.
        if found.subject.is_empty()
            && !chunks[..at].iter().any(|c| c.has(Word::Part))
            && let Some((stack, length)) = stack_named(scene, chunks, at)
        {
            found.subject = stack.into_iter().map(|piece| vec![piece]).collect();
            read[at..at + length].fill(true);
            at += length;
            continue;
        }
        // `… to Dresden, Keith's stack to Glatz`; `Fermor stays, the others to Kolberg`
        let (goes, stays) = of_the_rest(chunks, at);
        let another = || found.goal_is_known() && stack_named(scene, chunks, at).is_some();
        if !found.subject.is_empty() && (goes || stays || another()) {
            return Ok(None);
        } else if goes {
            found.subject = beside_the_last(scene, chunks)?;
            read[at] = true;
            at += 1;
            continue;
        }
        let city = is_place(chunks, at, role, &found)
            && !names_train(scene, chunks, at)
            && !is_far_enemy(scene, chunks, at, &found)
            && !is_followed(scene, chunks, at, &found);
        if !city && let Some(named) = who(scene, chunks, at, Some(true)) {
            read[named.from..=named.to].fill(true);
            let prep = role.take();
            pending = None;
            let to = named.to;
            let says = found.stays || !found.places.is_empty() || found.joins;
            let alone = !says && prep.is_none() && !open && !with;
            if ended && alone {
                return Ok(None);
            }
            // `Fermor greets Saltikov and goes to …`: what the one does with the other is not known.
            let verb = |c: &Chunk| c.unknown || c.guessed.is_some();
            let between = chunks[..at].last_chunk::<2>();
            if alone && between.is_some_and(|[a, by]| !a.generals.is_empty() && verb(by)) {
                return Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)));
            }
            (unread, ended) = (false, false);
            if !piece(scene, chunks, &mut found, named, prep, with, or, parting)? {
                return Ok(None);
            }
            (with, or, parting) = (false, false, false);
            between_places = false;
            at = to + 1;
            continue;
        }
        // `straight to Burg, Magdeburg was only the direction`
        let past = |c: &Chunk| c.is_word() && c.means(ClubWord::Past);
        if city && found.goal_is_known() && chunks.get(at + 1).is_some_and(past) {
            read[at..at + 2].fill(true);
            at += 2;
            continue;
        }
        // `to Bebra, where he can smell the bread in Cassel`
        if city && role == Some(Role::At) && found.goal_is_known() && strange::tells_of(chunks, at)
        {
            read[at] = true;
            role = None;
            at += 1;
            continue;
        }
        // `to Lübben, wobei er Cottbus streift`: whether he goes there, or only through it, is not known.
        let led = found.places.last().is_some_and(|place| place.role == Role::To);
        let unsaid = role.is_none() && said_to_be_passed(chunks, at + 1) == 0;
        let lone = at > 0
            && !chunks[at - 1].unknown
            && !chunks[at + 1..].iter().take(2).any(Chunk::is_plain_city)
            && !chunks[at - 1].is_mark();
        if city && led && unsaid && lone && strange_between {
            return Err(Problem::new(Trouble::UnknownWords, scene.words(&chunks[at..=at])));
        }
        if city {
            read[at] = true;
            parting = false;
            (strange_between, one_sentence) = (false, true);
            let behind = said_to_be_passed(chunks, at + 1);
            read[at + 1..at + 1 + behind].fill(true);
            let now = if behind > 0 { Role::Via } else { role.unwrap_or(Role::None) };
            if or && found.places.last().is_some() {
                found.or_places = true;
            }
            or = false;
            if !found.subject.is_empty() {
                // `goes to Demmin and his train to Rostock` says two things.
                if found.goal_first && now == Role::To {
                    return Ok(None);
                }
                found.goal_first = false;
            }
            found.towards |= at > 0 && chunks[at - 1].has(Word::Towards);
            found.places.push(Place {
                all: chunk.cities.clone(),
                role: now,
                open,
                words: scene.words(&chunks[at..=at]),
            });
            // What follows with a comma or `and` is of the same kind.
            role = match now {
                Role::Via if behind == 0 => Some(Role::Via),
                _ => None,
            };
            pending = None;
            between_places = true;
            if found.places.len() > MOST_NAMED {
                return Err(Problem::new(Trouble::TooLong, scene.words(chunks)));
            }
            at += 1 + behind;
            continue;
        }
        if let Some(number) = chunk.count()
            && number > 0
            && (of_steps(chunks, at) || !chunk.any(&[Word::Filler, Word::Both, Word::Pronoun]))
        {
            let train = who_before(scene, chunks, at);
            if !train && !of_steps(chunks, at) {
                return Ok(None);
            }
            found.steps = found.steps.or(of_steps(chunks, at).then_some(number));
            read[at] = true;
        }
        // `a city towards Stettin`
        let one_step = chunk.has(Word::Article) && of_steps(chunks, at);
        found.steps = found.steps.or(one_step.then_some(1));
        // `gives one troop`
        if chunk.has(Word::Article) && chunks.get(at + 1).is_some_and(|c| c.has(Word::Troops)) {
            return Ok(None);
        }
        // `Daun without Laudon`, `alone, without Laudon, he goes to Oppeln`
        if chunk.has(Word::Not)
            && chunk.has(Word::With)
            && (!found.subject.is_empty() || scene.last.len() == 1)
            && next_is_piece(scene, chunks, at + 1)
        {
            parting = true;
            read[at] = true;
            at += 1;
            continue;
        }
        if chunk.any(&[Word::Recruit, Word::Pay, Word::Reserve])
            && !chunk.any(&[
                Word::Filler,
                Word::Move,
                Word::Back,
                Word::For,
                Word::Stay,
                Word::From,
                Word::At,
            ])
        {
            return Ok(None);
        }
        // `forget the duel instructions for Schwerin against Laudon` sends nobody.
        let strict = chunk.has(Word::Duel) && chunk.has(Word::Heading);
        if strict && !chunk.any(&[Word::Attack, Word::For, Word::Filler]) {
            return Ok(None);
        }
        if chunk.has(Word::AsFar) {
            found.as_far = true;
            read[at] = true;
            at += 1;
            continue;
        }
        // `one of the two (Daun, Laudon) to Brünn`
        if chunk.has(Word::OneOf) {
            found.or_pieces = true;
            read[at] = true;
            at += 1;
            continue;
        }
        let place_follows = next_is_place(chunks, at + 1);
        let piece_follows = next_is_piece(scene, chunks, at + 1);
        let both_sides = place_follows || piece_follows;
        // `Daun a Hohenmauth`: where somebody is sent whom nothing else was said of, though no such city is known.
        let strange = !found.subject.is_empty()
            && !unread
            && !found.goal_is_known()
            && chunks.get(at + 1).is_some_and(|c| c.unknown && c.starts_like_a_name(scene));
        // Prepositions count where something stands behind them.
        if with_a_stop(chunks, at) {
            role = Some(Role::Via);
            pending = Some(at);
            read[at] = true;
        } else if chunk.has(Word::Via)
            && (place_follows
                || list_follows(chunks, at)
                || !chunk.any(&[Word::Filler, Word::Move]))
            && (!piece_follows || place_follows && only_via(chunk))
        {
            // `in marcia per Landsberg attraverso Woldenberg`
            let goal = chunk.plain == "per"
                && !found.goal_is_known()
                && chunks[at + 1..].iter().any(|c| c.has(Word::Via) && c.plain != "per");
            role = Some(if goal { Role::To } else { Role::Via });
            pending = Some(at);
            read[at] = true;
        } else if chunk.has(Word::From)
            && role.is_none()
            && at > 1
            && chunks[at - 1].is_plain_city()
            && chunks[at - 2].has(Word::From)
        {
            // `von Angermünde aus`
            read[at] = true;
        } else if chunk.has(Word::From)
            && place_follows
            && at > 0
            && chunks[at - 1].has(Word::And)
            && found.places.last().is_some_and(|place| place.role == Role::Via)
        {
            // `par la route de Halle et de Mersebourg`
            role = Some(Role::Via);
            pending = Some(at);
            read[at] = true;
        } else if chunk.has(Word::From)
            && both_sides
            && !(chunk.has(Word::With)
                && piece_follows
                && !found.joins
                && !parting_before(chunks, at))
        {
            role = Some(Role::From);
            pending = Some(at);
            read[at] = true;
        } else if chunk.has(Word::With)
            && found.stays
            && !found.subject.is_empty()
            && piece_follows
            && chunks[at + 1..].iter().any(|c| c.has(Word::Move) && !c.has(Word::Stay))
            && chunks[at + 1..].iter().any(Chunk::is_plain_city)
        {
            // `I leave Fermor in Człuchów and with Saltikov I go to …`
            return Ok(None);
        } else if chunk.has(Word::With)
            && (piece_follows || pronoun_follows(chunks, at + 1) || ends_with(chunks, at))
        {
            with = true;
            found.with_pronoun |= pronoun_follows(chunks, at + 1) || ends_with(chunks, at);
            read[at] = true;
        } else if chunk.any(&[Word::Join, Word::There]) {
            found.joins |= chunk.has(Word::Join);
            found.there |= chunk.has(Word::There);
            read[at] = true;
        } else if chunk.has(Word::To)
            && (both_sides
                || strange
                || !chunk.any(&[Word::Filler, Word::At, Word::Move, Word::And]))
        {
            role = Some(if chunk.has(Word::At) && found.stays { Role::At } else { Role::To });
            found.towards |= chunk.has(Word::Towards);
            pending = Some(at);
            read[at] = true;
        } else if chunk.plain == "a" && place_follows && role == Some(Role::Via) {
            // `via Riesa a Dresda`, in a text that is not Italian
            role = Some(Role::To);
            pending = Some(at);
            read[at] = true;
        } else if chunk.has(Word::At) && place_follows {
            // `a stop at Torgau`: behind a word for the way it says where that leads.
            let on_the_way = at > 0 && role == Some(Role::Via) && pending == Some(at - 1);
            // `to Prag, and ends in Beraun`: behind a verb of its own it is where the way leads.
            let ends = at > 1
                && found.places.last().is_some_and(|place| place.role == Role::To)
                && chunks[at - 1].any(&[Word::Move, Word::Stay])
                && chunks[at - 1].generals.is_empty()
                && chunks[at - 2].any(&[Word::And, Word::Then]);
            role = Some(match (on_the_way, ends) {
                (true, _) => Role::Via,
                (_, true) => Role::To,
                _ => Role::At,
            });
            pending = Some(at);
            read[at] = true;
        } else if chunk.has(Word::Or) && !chunk.any(&[Word::To, Word::At]) {
            // `Keith joins Schwerin or goes to Neurode`
            let verb = |c: &Chunk| c.has(Word::Move) && c.generals.is_empty();
            let another = chunks.get(at + 1).is_some_and(verb) && prep_follows(chunks, at + 2);
            or |= both_sides
                || prep_follows(chunks, at + 1)
                || another
                || chunks.get(at + 1).is_some_and(|c| c.has(Word::Or));
            // `Keith joins Schwerin or goes to Neurode`
            let goes_on = at == 0 && another && chunk.start > 0 && !chunk.has(Word::Filler);
            if goes_on && !scene.last.is_empty() || another && found.joins {
                return Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)));
            }
            if or && found.places.is_empty() && found.subject.is_empty() {
                or = false;
            }
            if or && piece_follows && !found.subject.is_empty() {
                found.or_pieces = true;
            }
            // `either Schwerin or Keith`
            let either = found.places.is_empty() && found.subject.is_empty();
            read[at] = or || either && both_sides;
        } else if chunk.has(Word::Part) && place_follows && !piece_follows {
            // `leaves Berlin`
            role = Some(Role::From);
            found.moves = true;
            read[at] = true;
        } else if chunk.has(Word::Part) && !found.subject.is_empty() && piece_follows {
            parting = true;
            read[at] = true;
        } else if place_follows && particle(scene, chunk) {
            // `Heinrich halt Luckau`: it stops nobody.
            read[at] = true;
        } else if chunk.has(Word::Stay)
            && denies(&scene.words(&chunks[at..=at]))
            && chunks
                .get(at + 1)
                .is_some_and(|c| c.has(Word::Move) && !c.any(&[Word::Stay, Word::Filler]))
        {
            // `had better not go to Glatz`
            found.not = true;
            read[at] = true;
        } else if chunk.has(Word::Stay) {
            found.stays = true;
            found.denies |= denies(&scene.words(&chunks[at..=at]));
            read[at] = true;
            // `does not move` says both.
            found.moves |= chunk.has(Word::Move) && !chunk.has(Word::Not);
            role = None;
        } else if chunk.has(Word::Not) && !chunk.any(&[Word::Filler, Word::And]) {
            // `Non preoccupatevi, Friedrich viaggia con me` denies no march.
            let other = matches!(&chunks[at + 1..], [verb, comma, ..] if verb.unknown && comma.kind == Kind::Comma);
            if other && found.subject.is_empty() {
                return Ok(None);
            }
            found.not = true;
            read[at] = true;
        } else if chunk.has(Word::Part) {
            parting = true;
            found.moves |= chunk.has(Word::Move);
            read[at] = true;
        } else if chunk.has(Word::Move) && found.stays && sends_another(chunks, at) && !found.denies
        {
            // `I leave Schwerin where he is and send only Keith to Glatz` says two things.
            return Ok(None);
        } else if chunk.has(Word::Move) || chunk.any(&[Word::Retreat, Word::Evade]) {
            found.moves = true;
            read[at] = true;
        } else if chunk.has(Word::And) {
            // `Winterfeldt too`
            let last = chunks[at + 1..].iter().all(|c| !c.is_word() && c.number.is_none());
            found.with_pronoun |= last && !found.subject.is_empty();
            with = true;
            read[at] = true;
            if between_places && role.is_none() {
                // Italian `da` is also the way over.
                let from = found.places.len() > 1
                    && scene.tongues.first() == crate::said::Language::Italian;
                let on_the_way = |r: &Role| *r == Role::Via || from && *r == Role::From;
                role = found.places.last().map(|p| p.role).filter(on_the_way);
            }
        } else if chunk.has(Word::Then) {
            read[at] = true;
            role = role.filter(|r| *r != Role::Via);
        } else if chunk.unknown && is_another_stop(scene, chunks, at) {
            return Err(Problem::new(Trouble::UnknownCity, scene.words(&chunks[at..=at])));
        } else if chunk.unknown {
            // `to Naumburg prez Merseburg`: whether it is the way or the goal that follows is not known.
            let place = |at: usize| chunks.get(at).is_some_and(Chunk::is_plain_city);
            if between_places && at > 0 && place(at - 1) && place(at + 1) {
                return Err(Problem::new(Trouble::UnknownWords, scene.words(&chunks[at..=at])));
            }
            // `to Xyz via Glatz`: the place that follows is only the way.
            let way = chunks.get(at + 1).is_some_and(|c| c.has(Word::Via) && !c.has(Word::To));
            if let Some(pending) = pending
                && pending + 1 == at
                && (!place_follows || way && chunk.starts_like_a_name(scene))
                && !explained(scene, chunks, at)
                && !(found.goal_is_known()
                    && !chunk.starts_like_a_name(scene)
                    && !only_via(&chunks[pending]))
            {
                let near = names::names()
                    .nearest(&chunk.plain, 3)
                    .map(|(named, _)| named.cities.into_iter().map(Candidate::City).collect())
                    .unwrap_or_default();
                return Err(Problem::NotUnderstood {
                    trouble: Trouble::UnknownCity,
                    words: scene.words(&chunks[at..=at]),
                    near,
                });
            }
            if !chunk.any(&[Word::Article]) {
                pending = None;
            }
        } else if chunk.any(&[
            Word::Both,
            Word::Together,
            Word::Alone,
            Word::Pronoun,
            Word::Back,
            Word::Filler,
            Word::Article,
            Word::Title,
            Word::Time,
            Word::Train,
            Word::General,
            Word::While,
            Word::Each,
            Word::Heading,
            Word::New,
            Word::Closing,
            Word::Greeting,
            Word::Turn,
            Word::Any,
            Word::All,
            Word::For,
            Word::Troops,
            Word::Attack,
            Word::Get,
            Word::Only,
            Word::Enter,
            Word::Sent,
            Word::Yes,
            Word::Steps,
        ]) {
            read[at] = true;
        }
        at += 1;
    }
    // `Keith sets off (Reichenbach, Frankenstein)`: where nothing stands before the brackets, the way does in them.
    if found.places.len() > 1 && found.places.iter().all(|place| place.open) {
        found.places.iter_mut().for_each(|place| place.open = false);
    }
    // Both of a city: `the two of Człuchów`.
    if found.subject.is_empty() {
        both_of(scene, chunks, &mut found);
    }
    // `Heinrich as far as possible towards Friedrich`
    let aims = found.target.is_some() && (found.as_far || found.towards);
    let says = found.stays || found.moves || !found.places.is_empty() || found.joins || aims;
    // `Lacy goes there`; `Cumberland stays and also the train`
    found.with_pronoun |= found.there && found.moves && !found.subject.is_empty();
    found.with_pronoun |= !says
        && !found.subject.is_empty()
        && chunks.iter().any(|c| c.is_word() && Little::Too.is(&c.plain));
    let goal = |place: &Place| matches!(place.role, Role::To | Role::None | Role::Via);
    let polite = |c: &Chunk| c.any(&[Word::Greeting, Word::Closing]) && !c.any(&[Word::To]);
    // `also Uelzen`, where his march to Celle could not be used
    let answers = scene.held
        && !chunks.iter().any(|c| c.kind == Kind::Question)
        && found.places.iter().all(goal)
        && !chunks.iter().any(|c| c.unknown || c.is_word() && c.means(ClubWord::Past))
        && !chunks.iter().find(|c| c.is_word()).is_some_and(polite);
    let asks = chunks.iter().any(|c| c.kind == Kind::Question);
    // `… for 6S and stays`
    let stays_on = chunks.first().is_some_and(|c| {
        let before = scene.line.get(..c.start).unwrap_or_default().trim_end();
        c.has(Word::Stay) && !c.has(Word::Filler) && before.ends_with(char::is_alphanumeric)
    }) && !chunks.iter().any(|c| c.unknown || c.any(&[Word::Away, Word::With]));
    // `…, ma resta`, `…, pero se queda`: who stays was said before.
    let mut words = chunks.iter().filter(|c| c.is_word());
    let but = words.next().is_some_and(|c| c.has(Word::While));
    let but_stays = but
        && words.next().is_some_and(|c| c.has(Word::Stay) && !c.any(&[Word::Filler, Word::To]))
        && !asks
        && !chunks.iter().any(|c| c.unknown);
    let carried = scene.otherwise
        || but_stays
        || answers
        || stays_on
        || !asks && chunks.iter().any(|c| c.any(&[Word::Pronoun, Word::Both]))
        || chunks.first().is_some_and(|c| c.any(&[Word::And, Word::Then, Word::Via, Word::Move]));
    let of_the_rest =
        chunks.iter().any(|c| c.any(&[Word::Rest, Word::Everybody]) && !c.has(Word::Other));
    // `both stay` of one who was spoken of: it is not said who else.
    let both = chunks.iter().any(|c| c.has(Word::Both) && !c.has(Word::Pronoun));
    let known = if both { scene.last.len() > 1 } else { !scene.last.is_empty() };
    // `niech konie odpoczną` is no march of him who was spoken of to a city that is spelt so.
    let mut cities = chunks.iter().filter(|c| c.is_plain_city()).peekable();
    let repaired = cities.peek().is_some() && cities.all(|c| c.guessed.is_some());
    if found.subject.is_empty() && carried && !of_the_rest && says && !repaired {
        let meant = meant(scene, &found, known, both);
        found.subject = meant.into_iter().map(|piece| vec![piece]).collect();
    }
    let likewise = chunks.iter().any(|c| c.has(Word::Pronoun)) && !found.subject.is_empty();
    Ok((says || found.with_pronoun || likewise).then_some(found))
}
