//! Moves and stays (R4): who, from where, over which cities, to where, in any order of words.

use super::aside::{aside, looked};
use super::beside::{
    ends_with, is_place, list_follows, names_train, next_is_piece, next_is_place, of_steps,
    only_via, particle, parting_before, prep_follows, pronoun_follows, who_before,
};
use super::chunk::Chunk;
use super::club::words::{ClubWord, means};
use super::found::{Found, Place, Role, said_to_be_passed};
use super::frame::{Framed, Parsed, Problem, Scene, city_name, leftover};
use super::implied::{both_of, likewise_there, somebody, stack_named};
use super::little::Little;
use super::pieces::who;
use super::stays::stays;
use super::strength::with_all;
use super::subject::piece;
use super::text::Kind;
use super::way::{or_question, subject, way};
use super::words::Word;
use super::{Candidate, Request, Trouble};
use crate::game::{Action, DecisionKind, PieceId};

/// What it costs to take a piece beside the place where it stands for one that stays: anything else is
/// likelier.
const PLACED: u32 = 8;
/// No order names more cities.
const MOST_NAMED: usize = 14;

/// Reads a group as a move, or as pieces that stay.
pub(super) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    // Whoever retreats or attacks moves nothing, though he names generals and cities; orders ahead stand
    // under a heading.
    if scene.heading.is_none() && known.awaits(DecisionKind::Movement).is_none() {
        let others = [DecisionKind::Retreat, DecisionKind::Attack];
        if others.iter().any(|kind| known.awaits(*kind).is_some()) {
            return None;
        }
    }
    // `duel Browne against Friedrich …` is no march, however it goes on.
    if super::duel::opens(chunks) {
        return None;
    }
    if let Some(problem) = super::pieces::no_train(scene, chunks) {
        return Some(Err(problem));
    }
    if let Some(problem) = super::pieces::nobody_knows(scene, chunks) {
        return Some(Err(problem));
    }
    if let Some(framed) = super::fight::frame(scene, chunks) {
        return Some(framed);
    }
    if let Some(framed) = super::remark::frame(scene, chunks) {
        return Some(framed);
    }
    let mut read = vec![false; chunks.len()];
    let found = match scan(scene, chunks, &mut read) {
        Ok(found) => found?,
        Err(problem) => return Some(Err(problem)),
    };
    Some(finish(scene, chunks, found, &read))
}

fn scan(scene: &Scene, chunks: &[Chunk], read: &mut [bool]) -> Result<Option<Found>, Problem> {
    let mut found = Found::default();
    let mut role: Option<Role> = None;
    let mut with = false;
    let mut or = false;
    let mut open = false;
    let mut pending: Option<usize> = None;
    let mut between_places = false;
    let mut parting = false;
    // A word that means nothing stands behind the piece named last: what he does is not known, and whoever
    // is named next does not do it with him.
    let (mut unread, mut ended) = (false, false);
    let mut at = 0;
    while at < chunks.len() {
        let chunk = &chunks[at];
        let joins = chunk.any(&[Word::And, Word::With]);
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
                // `1)` is a bullet; any other number is not of a move, but `Cumberland (7)` and
                // `2 cities` are.
                let beside = open || of_steps(chunks, at);
                if !beside && !who_before(scene, chunks, at) {
                    return Ok(None);
                }
            }
            at += 1;
            continue;
        }
        let ends = || {
            super::pronoun::begins_another(chunks, at)
                || super::remark::begins_fight(scene, chunks, at)
                || super::remark::begins_reason(chunks, at)
                || super::remark::begins_look(scene, chunks, at)
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
        if found.goal_is_known() && ends() {
            return Ok(None);
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
        let city = is_place(chunks, at, role, &found) && !names_train(scene, chunks, at);
        if !city && let Some(named) = who(scene, chunks, at, Some(true)) {
            read[named.from..=named.to].fill(true);
            let prep = role.take();
            pending = None;
            let to = named.to;
            let says = found.stays || !found.places.is_empty() || found.joins;
            if ended && !says && prep.is_none() && !open && !with {
                return Ok(None);
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
        if city {
            read[at] = true;
            parting = false;
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
            && !chunk.any(&[Word::Filler, Word::Both, Word::Pronoun])
        {
            let train = who_before(scene, chunks, at);
            if !train && !of_steps(chunks, at) {
                return Ok(None);
            }
            read[at] = true;
        }
        // `gives one troop`
        if chunk.has(Word::Article) && chunks.get(at + 1).is_some_and(|c| c.has(Word::Troops)) {
            return Ok(None);
        }
        // `Daun without Laudon`
        if chunk.has(Word::Not)
            && chunk.has(Word::With)
            && !found.subject.is_empty()
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
        // Prepositions count where something stands behind them.
        if chunk.has(Word::Via)
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
            && (piece_follows || pronoun_follows(chunks, at + 1) || ends_with(chunks, at))
        {
            with = true;
            found.with_pronoun |= pronoun_follows(chunks, at + 1) || ends_with(chunks, at);
            read[at] = true;
        } else if chunk.has(Word::Join) {
            found.joins = true;
            read[at] = true;
        } else if chunk.has(Word::To)
            && (both_sides || !chunk.any(&[Word::Filler, Word::At, Word::Move, Word::And]))
        {
            role = Some(if chunk.has(Word::At) && found.stays { Role::At } else { Role::To });
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
            role = Some(if on_the_way { Role::Via } else { Role::At });
            pending = Some(at);
            read[at] = true;
        } else if chunk.has(Word::Or) && !chunk.any(&[Word::To, Word::At]) {
            or |= both_sides
                || prep_follows(chunks, at + 1)
                || chunks.get(at + 1).is_some_and(|c| c.has(Word::Or));
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
        } else if chunk.has(Word::Stay) {
            found.stays = true;
            found.denies |= denies(&scene.words(&chunks[at..=at]));
            read[at] = true;
            // `does not move` says both.
            found.moves |= chunk.has(Word::Move) && !chunk.has(Word::Not);
            role = None;
        } else if chunk.has(Word::Not) && !chunk.any(&[Word::Filler, Word::And]) {
            found.not = true;
            read[at] = true;
        } else if chunk.has(Word::Part) {
            parting = true;
            found.moves |= chunk.has(Word::Move);
            read[at] = true;
        } else if chunk.has(Word::Move) && found.stays && piece_follows && !found.denies {
            // `I leave Schwerin where he is and send Keith to Glatz` says two things.
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
                let from =
                    found.places.len() > 1 && scene.tongues.first() == super::Language::Italian;
                let on_the_way = |r: &Role| *r == Role::Via || from && *r == Role::From;
                role = found.places.last().map(|p| p.role).filter(on_the_way);
            }
        } else if chunk.has(Word::Then) {
            read[at] = true;
            role = role.filter(|r| *r != Role::Via);
        } else if chunk.unknown {
            if let Some(pending) = pending
                && pending + 1 == at
                && !place_follows
                && !(found.goal_is_known()
                    && !chunk.starts_like_a_name(scene)
                    && !only_via(&chunks[pending]))
            {
                let near = super::names::names()
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
    // Both of a city: `the two of Człuchów`.
    if found.subject.is_empty() {
        both_of(scene, chunks, &mut found);
    }
    let says = found.stays || found.moves || !found.places.is_empty() || found.joins;
    // `Cumberland stays and also the train`
    found.with_pronoun |= !says
        && !found.subject.is_empty()
        && chunks.iter().any(|c| c.is_word() && Little::Too.is(&c.plain));
    let goal = |place: &Place| matches!(place.role, Role::To | Role::None | Role::Via);
    let polite = |c: &Chunk| c.any(&[Word::Greeting, Word::Closing]) && !c.any(&[Word::To]);
    // `also Uelzen`, where his march to Celle could not be used
    let answers = scene.held
        && !chunks.iter().any(|c| c.kind == Kind::Question)
        && found.places.iter().all(goal)
        && !chunks.iter().any(|c| c.unknown || c.is_word() && means(&c.plain, ClubWord::Past))
        && !chunks.iter().find(|c| c.is_word()).is_some_and(polite);
    let carried = scene.otherwise
        || answers
        || chunks.iter().any(|c| c.any(&[Word::Pronoun, Word::Both]))
        || chunks.first().is_some_and(|c| c.any(&[Word::And, Word::Then, Word::Via, Word::Move]));
    let of_the_rest =
        chunks.iter().any(|c| c.any(&[Word::Rest, Word::Everybody]) && !c.has(Word::Other));
    // `both stay` of one who was spoken of: it is not said who else.
    let both = chunks.iter().any(|c| c.has(Word::Both) && !c.has(Word::Pronoun));
    let known = if both { scene.last.len() > 1 } else { !scene.last.is_empty() };
    if found.subject.is_empty() && carried && !of_the_rest && known && says {
        found.subject = scene.last.iter().map(|piece| vec![*piece]).collect();
    }
    let likewise = chunks.iter().any(|c| c.has(Word::Pronoun)) && !found.subject.is_empty();
    Ok((says || found.with_pronoun || likewise).then_some(found))
}

impl Chunk {
    fn starts_like_a_name(&self, scene: &Scene) -> bool {
        scene
            .line
            .get(self.start..)
            .and_then(|rest| rest.chars().next())
            .is_some_and(char::is_uppercase)
    }
}

fn denies(words: &str) -> bool {
    words.split(|c: char| !c.is_alphanumeric()).any(|word| means(word, ClubWord::Not))
}

fn finish(
    scene: &Scene,
    chunks: &[Chunk],
    mut found: Found,
    read: &[bool],
) -> Result<Parsed, Problem> {
    let Some(known) = scene.known else {
        return Err(Problem::new(Trouble::NothingAwaited, scene.words(chunks)));
    };
    let all_words = || scene.words(chunks);
    if found.subject.is_empty() {
        if found.stays
            && found.places.is_empty()
            && (scene.line.len() < 60 || chunks.len() <= 5)
            && !chunks.iter().any(|c| c.unknown || c.has(Word::Wait) && !c.has(Word::Stay))
            && !chunks.iter().any(|c| c.kind == Kind::Question || c.has(Word::WhereIs))
            // `the rest stays, ready` says two things.
            && leftover(chunks, |at| read[at]).is_some()
            && let Some(nation) = scene.nation()
            && chunks.iter().any(|c| c.any(&[Word::All, Word::Each, Word::Everybody, Word::Rest]))
        {
            let rest = |c: &Chunk| c.any(&[Word::Rest, Word::While]);
            return Ok(if chunks.iter().any(rest) {
                Parsed::default()
            } else {
                Parsed::one(Some(nation), Request::Stay(Vec::new()))
            });
        }
        return Err(somebody(scene, chunks, &found)
            .unwrap_or_else(|| Problem::new(Trouble::MissingPiece, all_words())));
    }
    let foreign =
        |all: &Vec<PieceId>| all.len() > 1 && all.iter().all(|piece| !known.is_own(piece.nation()));
    if found.places.is_empty() && found.subject.iter().any(foreign) {
        // `this eliminates the Austrian train`
        return Err(Problem::new(Trouble::Unknown, all_words()));
    }
    // `then he and Daun to Olmütz`
    let he_too = chunks.windows(3).any(|c| {
        c[0].has(Word::Pronoun)
            && !c[0].any(&[Word::With, Word::Article, Word::Filler])
            && c[1].has(Word::And)
            && !c[2].generals.is_empty()
    });
    if he_too && !scene.last.is_empty() && !found.subject.contains(&scene.last) {
        found.subject.extend(scene.last.iter().map(|piece| vec![*piece]));
    }
    let pieces = subject(scene, &mut found)?;
    let owner = pieces.first().map(|piece| piece.nation());
    let likewise = found.places.is_empty()
        && !found.stays
        && chunks.iter().any(|c| c.has(Word::Pronoun))
        && chunks.iter().filter(|c| c.is_word()).count() <= 3;
    let stands_there = |place: &Place| {
        place.role == Role::At
            && pieces.iter().all(|p| known.position(*p).is_some_and(|c| place.all.contains(&c)))
    };
    if likewise_there(&found, chunks) && found.places.iter().all(stands_there) {
        // `Keith likewise in Glatz`, where he stands.
        return Ok(Parsed { pieces: pieces.clone(), ..Parsed::one(owner, Request::Stay(pieces)) });
    }
    // `Keith follows`, `Keith geht mit`
    let goes_along = found.joins && found.target.is_none() && pieces.len() == 1;
    // `Winterfeldt goes along with the King` names whom; of whose march nothing was said before, is not known.
    let along = chunks.iter().any(|c| c.has(Word::With) && !c.has(Word::And));
    let unknown_leader =
        along && pieces.len() == 2 && pieces.iter().all(|piece| !scene.last.contains(piece));
    if (found.with_pronoun || likewise || goes_along)
        && !unknown_leader
        && found.places.is_empty()
        && !found.stays
    {
        if scene.last.is_empty() {
            return Err(Problem::new(Trouble::MissingCity, all_words()));
        }
        return Ok(Parsed { also: pieces.clone(), pieces, ..Parsed::default() });
    }
    // `Keith goes with Schwerin`, whose march was said before.
    if let ([first, second], true) = (pieces.as_slice(), found.places.is_empty())
        && found.moves
        && !found.stays
        && !found.not
        && scene.last.contains(second)
        && !scene.last.contains(first)
    {
        return Ok(Parsed { also: vec![*first], pieces, ..Parsed::default() });
    }
    // `Winterfeldt goes with the King`, of whose march nothing was said here.
    if unknown_leader && found.places.is_empty() && !found.stays && !found.not {
        return Err(Problem::new(Trouble::MissingCity, all_words()));
    }
    let start = pieces.first().and_then(|piece| known.position(*piece));
    if found.or_places && pieces.len() == 1 {
        // `… or Fürstenwalde, I am not sure`: whatever else is said, it is asked.
        return Err(super::way::way(known, &pieces, &found, start, scene, chunks)
            .err()
            .unwrap_or_else(|| Problem::new(Trouble::UnknownWords, all_words())));
    }
    let Some(cost) = leftover(chunks, |place| read[place]) else {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    };
    if pieces.iter().any(|piece| Some(piece.nation()) != owner) {
        // `Friedrich attacks Browne`: whoever wants to fight moves beside him (R7.1); where, he does not say.
        if chunks.iter().any(|c| c.has(Word::Attack)) {
            return Err(Problem::new(Trouble::MissingCity, all_words()));
        }
        return Err(Problem::new(Trouble::MixedNations, all_words()));
    }
    if found.or_pieces && found.subject.len() > 1 {
        return Err(or_question(&found, known, scene, chunks));
    }
    // `does not move`, `stays in Dresden`
    if let Some(stays) = stays(scene, chunks, &found, &pieces, cost) {
        return stays;
    }
    let stands = |place: &Place| start.is_some_and(|city| place.all.contains(&city));
    // `Schwerin to Keith to Schweidnitz`: what somebody of one's own has to do with it is not said.
    let beside = |target: PieceId| {
        let there = known.position(target);
        known.is_own(target.nation())
            && !found
                .places
                .iter()
                .any(|p| p.role != Role::Via && there.is_some_and(|c| p.all.contains(&c)))
    };
    if let Some(target) = found.target
        && !found.joins
        && found.places.iter().any(|place| !stands(place) && place.role != Role::From)
        && beside(target)
    {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    // `does not move to Glatz` is no march.
    if found.not || found.denies && !found.moves {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    if let Some(target) = found.target
        && !found.places.iter().any(|place| !stands(place) && place.role != Role::From)
    {
        let Some(city) = known.position(target) else {
            return Err(Problem::new(Trouble::MissingCity, all_words()));
        };
        found.places.push(Place {
            all: vec![city],
            role: Role::To,
            open: false,
            words: city_name(city),
        });
    }
    // `Ehrensvärd: Anklam`, where he stands.
    let all_stand = |place: &Place| {
        pieces.iter().all(|p| known.position(*p).is_some_and(|c| place.all.contains(&c)))
    };
    if let [place] = found.places.as_slice()
        && (!found.moves || place.role == Role::At)
        && !found.with_pronoun
        && !place.open
        && place.role != Role::To
        && !(pieces.len() == 1 && chunks.iter().any(|c| c.has(Word::Both) && !c.has(Word::Pronoun)))
        && all_stand(place)
    {
        return Ok(Parsed {
            pieces: pieces.clone(),
            cost: cost + PLACED,
            ..Parsed::one(owner, Request::Stay(pieces))
        });
    }
    if pieces.len() > 1 && pieces.iter().all(|piece| !piece.is_general()) {
        return Err(Problem::new(Trouble::Unknown, all_words()));
    }
    // `joins him there via Großenhain`: where, the way does not say.
    let only_way = found.places.iter().all(|place| place.role == Role::Via);
    if found.joins && only_way {
        return Err(Problem::new(Trouble::MissingCity, all_words()));
    }
    let cities = way(known, &pieces, &found, start, scene, chunks)?;
    // `to Bartenstein, taking Rastenburg`, where he stands: who goes and comes back says so.
    let led = |place: &Place| place.role == Role::To;
    if cities.len() > 1
        && cities.last() == start.as_ref()
        && found.places.iter().any(led)
        && !found.places.iter().any(|place| led(place) && stands(place))
    {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    // `Soubise defends Fulda`, where he stands.
    let request = if cities.len() == 1 && cities.first() == start.as_ref() {
        Request::Stay(pieces.clone())
    } else {
        Request::Act(Action::MoveVia { pieces: pieces.clone(), via: cities })
    };
    let mut parsed = Parsed::one(owner, request);
    parsed.pieces = pieces;
    parsed.cost = cost;
    Ok(parsed)
}
