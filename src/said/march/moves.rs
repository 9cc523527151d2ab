//! Moves and stays (R4): what is made of who and where, once [`scan`](super::scan) has found both.

use super::beside::comes_back;
use super::found::{Found, Place, Role, brings_somebody, denied_behind};
use super::implied::{is_likewise, is_told_at_length, likewise_there, meeting_place, somebody};
use super::scan::scan;
use super::stays::stays;
use super::way::{or_question, subject, way};
use crate::game::{Action, CityId, DecisionKind, PieceId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene, city_name, leftover};
use crate::said::chunks::known::Known;
use crate::said::chunks::{pieces, remark};
use crate::said::club::words::{ClubWord, LONGEST, means, says};
use crate::said::combat::clauses;
use crate::said::hand::cards;
use crate::said::lexicon::text::{Kind, tokens};
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Trouble};
use std::ops::Range;

/// What it costs to take who is named with the place where he stands for one that stays.
const PLACED: u32 = 8;

/// Reads a group as a move, or as pieces that stay.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    // Whoever retreats or attacks moves nothing; orders ahead stand under a heading.
    if scene.heading.is_none() && known.awaits(DecisionKind::Movement).is_none() {
        let others = [DecisionKind::Retreat, DecisionKind::Attack];
        if others.iter().any(|kind| known.awaits(*kind).is_some()) {
            return None;
        }
    }
    // `And in Hanover half and half`: while troops are divided, nobody marches who is not named.
    let named = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Train);
    if known.is_set_up() && !chunks.iter().any(named) {
        return None;
    }
    // `No, I did not speak of a retreat: Saltikov and Fermor go to …`: the no is none of theirs.
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon);
    let apart = colon.is_some_and(|colon| {
        let (before, behind) = chunks.split_at(colon);
        let names = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Train) || c.is_plain_city();
        before.iter().any(|c| c.has(Word::Not))
            && !before.iter().any(names)
            && behind.iter().any(|c| !c.generals.is_empty())
    });
    if apart {
        return None;
    }
    // `duel Browne against Friedrich …` is no march, however it goes on.
    if clauses::opens(chunks) {
        return None;
    }
    // `contro Daun cuori, la più alta mai`: with what somebody is fought is no march.
    let versus = |pair: &[Chunk]| {
        pair[0].has(Word::Versus)
            && pair[1].generals.iter().any(|piece| !known.is_own(piece.nation()))
    };
    if chunks.windows(2).any(versus)
        && chunks.iter().any(|c| cards::full_suit(c).is_some())
        && !chunks.iter().any(Chunk::is_plain_city)
    {
        return None;
    }
    // `Keith must never fight, he stops at once`: nothing is said of where he goes.
    let word = |word: Word| chunks.iter().any(|c| c.has(word) && !c.has(Word::Filler));
    // `for Keith no big cards, keep the twelve`
    if word(Word::Card) && word(Word::Keep) && !chunks.iter().any(Chunk::is_plain_city) {
        return None;
    }
    let fights = |c: &Chunk| c.has(Word::Attack) && !c.any(&[Word::Versus, Word::Move, Word::To]);
    if word(Word::Not)
        && chunks.iter().any(fights)
        && !chunks.iter().any(Chunk::is_plain_city)
        && chunks.iter().any(|c| c.any(&[Word::Stop, Word::Stay]))
    {
        return None;
    }
    if let Some(kept) = as_before(scene, chunks) {
        return Some(Ok(kept));
    }
    // `Keith or Schwerin to Patschkau`: of two generals one is meant, though the other has the name of a city.
    let own = |c: &Chunk| match c.generals.as_slice() {
        [piece] if known.is_own(piece.nation()) => Some(*piece),
        _ => None,
    };
    let either = chunks.windows(3).find_map(|c| {
        let or = c[1].has(Word::Or) && c[1].is_word() && c[1].generals.is_empty();
        let two = own(&c[0]).zip(own(&c[2])).filter(|(one, other)| one != other);
        two.filter(|_| or && !c[1].any(&[Word::Not, Word::Filler]) && !c[2].cities.is_empty())
    });
    if let Some((one, other)) = either {
        return Some(Err(Problem::Question {
            doubt: Doubt::Piece,
            words: scene.words(chunks),
            candidates: vec![Candidate::Piece(one), Candidate::Piece(other)],
        }));
    }
    if let Some(problem) = pieces::no_train(scene, chunks) {
        return Some(Err(problem));
    }
    if let Some(problem) = pieces::nobody_knows(scene, chunks) {
        return Some(Err(problem));
    }
    if let Some(framed) = super::fight::frame(scene, chunks) {
        return Some(framed);
    }
    if let Some(framed) = remark::frame(scene, chunks) {
        return Some(framed);
    }
    if super::sequence::is_remark(chunks, known) {
        return Some(Ok(Parsed::default()));
    }
    if let Some(problem) = super::implied::only_one_of_them(scene, chunks) {
        return Some(Err(problem));
    }
    if let Some(also) = super::implied::along(scene, chunks) {
        return Some(Ok(Parsed::along(also, chunks.iter().any(|c| c.has(Word::AsFar)))));
    }
    // `… but without joining him`: whether that is so is asked.
    let apart = chunks.iter().any(|c| c.has(Word::Join)) && chunks.iter().any(|c| c.has(Word::Not));
    if apart
        && chunks.iter().all(|c| c.generals.is_empty() && c.cities.is_empty())
        && !scene.last.is_empty()
    {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    }
    let mut read = vec![false; chunks.len()];
    let found = match scan(scene, chunks, &mut read) {
        Ok(found) => found?,
        Err(problem) => return Some(Err(problem)),
    };
    Some(finish(scene, chunks, found, &read))
}

/// `Browne and train 1 as before`: what is kept for them is kept on, and whoever has no order stays.
fn as_before(scene: &Scene, chunks: &[Chunk]) -> Option<Parsed> {
    let known = scene.known?;
    let phrase = kept_as_it_is(scene, chunks)?;
    let named = |at: usize| pieces::who(scene, chunks, at, Some(true));
    let pieces: Vec<PieceId> =
        (0..chunks.len()).filter_map(named).flat_map(|who| who.pieces).collect();
    let own = pieces.iter().all(|piece| known.is_own(piece.nation()));
    let words = chunks.iter().filter(|c| c.is_word()).count();
    // `Schwerin's order is fine as you have it`
    let bears = [Word::Move, Word::To, Word::Towards, Word::Stay, Word::With, Word::Troops];
    let apart = |c: &Chunk| c.end <= phrase.start || phrase.end <= c.start;
    let bears = |c: &Chunk| apart(c) && c.any(&bears) && !c.has(Word::Filler);
    let most = if chunks.iter().any(bears) { 5 } else { 8 };
    let clear = !pieces.is_empty()
        && own
        && words <= most + pieces.len()
        && !chunks.iter().any(|c| c.is_plain_city() || c.any(&[Word::Not, Word::Or, Word::If]));
    clear.then(|| Parsed { pieces, ..Parsed::default() })
}

/// Where words leave what was ordered before as it is, in bytes: `as before`, `as you have it`.
fn kept_as_it_is(scene: &Scene, chunks: &[Chunk]) -> Option<Range<usize>> {
    let (first, last) = (chunks.first()?, chunks.last()?);
    let text = scene.line.get(first.start..last.end)?;
    let words = if says(text, ClubWord::AsBefore) { tokens(text) } else { Vec::new() };
    (0..words.len()).find_map(|at| {
        let most = LONGEST.min(words.len() - at);
        let kept = |length: &usize| {
            let phrase: String = words[at..at + length].iter().map(|w| w.plain.as_str()).collect();
            means(&phrase, ClubWord::AsBefore)
        };
        let length = (1..=most).rev().find(kept)?;
        Some(first.start + words[at].start..first.start + words[at + length - 1].end)
    })
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
            && chunks.iter().any(|c| {
                // `For the Reich: both stay where they are`
                let two = known.generals_on_map(nation).len() + known.trains(nation, true).len();
                c.any(&[Word::All, Word::Each, Word::Everybody, Word::Rest])
                    || c.has(Word::Both) && two == 2
            })
        {
            let rest = |c: &Chunk| c.any(&[Word::Rest, Word::While]);
            // `wait, Soubise 7, and Chevert what is left`, where troops are allotted
            if known.is_set_up() && chunks.iter().any(|c| c.count().is_some()) {
                return Err(Problem::new(Trouble::UnknownWords, all_words()));
            }
            // `All as it stands there`: what is written there, not where they stand.
            let stays = |c: &Chunk| c.has(Word::Stay) && !c.has(Word::Filler);
            let as_written = kept_as_it_is(scene, chunks).is_some_and(|phrase| {
                let apart = |c: &Chunk| c.end <= phrase.start || phrase.end <= c.start;
                !chunks.iter().any(|c| apart(c) && stays(c))
            });
            // `… as it stands there, go`
            let go = |c: &Chunk| c.means(ClubWord::GoAhead) || c.means(ClubWord::Starts);
            if as_written && chunks.iter().rfind(|c| c.is_word()).is_some_and(go) {
                return Ok(Parsed::one(Some(nation), Request::Ready));
            }
            return Ok(if as_written || chunks.iter().any(rest) {
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
    // `Browne at Tetschen makes me nervous`, `Seydlitz sits in Leipzig like a spider`: where another's general stands is told.
    let sent = |place: &Place| matches!(place.role, Role::To | Role::Via);
    if pieces.iter().all(|piece| !known.is_own(piece.nation()) && piece.is_general())
        && !found.places.iter().any(sent)
        && (found.stays || !found.places.is_empty() || found.with_pronoun || found.there)
    {
        return Ok(Parsed::default());
    }
    // `Poor Keith, and he had it so good at Glatz`, while a card is awaited: that sends nobody.
    let decides = [DecisionKind::Play, DecisionKind::Discard];
    let other = scene.heading.is_none() && decides.iter().any(|kind| known.awaits(*kind).is_some());
    let at = |place: &Place| matches!(place.role, Role::At | Role::From);
    if other && !found.moves && !found.places.is_empty() && found.places.iter().all(at) {
        return Err(Problem::new(Trouble::Unknown, all_words()));
    }
    // `the train at Bromberg follows them`: the city says which train.
    let trains = pieces.iter().all(|piece| !piece.is_general());
    let stands = |place: &Place| {
        place.role != Role::To
            && pieces.iter().all(|p| known.position(*p).is_some_and(|c| place.all.contains(&c)))
    };
    if trains
        && (found.joins || found.behind || found.with_pronoun)
        && !found.stays
        && !found.not
        && found.places.len() == 1
        && found.places.iter().all(stands)
    {
        found.places.clear();
    }
    let likewise = is_likewise(&found, chunks);
    let stands_there = |place: &Place| {
        place.role == Role::At
            && pieces.iter().all(|p| known.position(*p).is_some_and(|c| place.all.contains(&c)))
    };
    if likewise_there(&found, chunks) && found.places.iter().all(stands_there) {
        // `Keith likewise in Glatz`, where he stands.
        return Ok(Parsed { pieces: pieces.clone(), ..Parsed::one(owner, Request::Stay(pieces)) });
    }
    // `che Dio ce la mandi buona` tells nobody to stay.
    let named =
        |c: &Chunk| !c.generals.is_empty() || c.any(&[Word::Train, Word::General, Word::Both]);
    let strange = |c: &Chunk| c.is_word() && (c.unknown || c.guessed.is_some());
    if found.stays && found.moves && !chunks.iter().any(named) && chunks.iter().any(strange) {
        return Err(Problem::new(Trouble::MissingPiece, all_words()));
    }
    // `Hope Keith survives in Glatz` sends nobody.
    let hopes = chunks.first().is_some_and(|c| c.is_word() && c.unknown)
        && chunks.get(1).is_some_and(|c| !c.generals.is_empty())
        && chunks.get(2).is_some_and(|c| c.is_word() && c.unknown);
    let home = |place: &Place| {
        pieces.iter().all(|p| known.position(*p).is_some_and(|c| place.all.contains(&c)))
    };
    let hopes = hopes && !found.places.iter().all(home);
    if hopes
        && !found.moves
        && !found.stays
        && found.places.iter().all(|place| place.role == Role::At)
    {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    // `train 1 follows the King as far as it can`, whose march was said before
    let leader = found.target.filter(|target| {
        let goes_to = found.places.is_empty() && scene.goal_of(*target).is_some();
        (found.joins || found.behind || goes_to)
            && !scene.last.contains(target)
            && !pieces.contains(target)
    });
    // `… follows the King as far as it can, the second stays`: one of them cannot do both.
    if leader.is_some() && found.as_far && found.stays {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    if let Some(goal) = leader.and_then(|leader| scene.goal_of(leader))
        && found.places.is_empty()
        && !found.stays
        && !found.not
    {
        let trains = pieces.iter().all(|piece| !piece.is_general());
        let near = known.behind(&pieces, goal).filter(|_| trains || found.as_far);
        let via = vec![near.unwrap_or(goal)];
        let march = Request::Act(Action::MoveVia { pieces: pieces.clone(), via });
        return Ok(Parsed { pieces, ..Parsed::one(owner, march) });
    }
    // `The King to Meissen. Train 1 follows the King`
    if let (true, Some(target)) = (found.joins && found.places.is_empty(), found.target)
        && scene.last.contains(&target)
        && scene.goal_of(target).is_some()
        && !(found.stays || found.not || found.behind || pieces.contains(&target))
    {
        return Ok(Parsed::along(pieces, found.as_far));
    }
    // `Fermor behind Saltikov`, whose march was said before
    if let (true, Some(target), true) = (found.behind, found.target, found.places.is_empty()) {
        if scene.last.contains(&target) && !found.stays && !found.not {
            return Ok(Parsed::along(pieces, found.as_far));
        }
        return Err(Problem::new(Trouble::MissingCity, all_words()));
    }
    // `Keith follows`, `Keith geht mit`
    let goes_along = found.joins && found.target.is_none() && pieces.len() == 1;
    // `Winterfeldt goes along with the King`: if nothing was said of the King's march, the goal is not known.
    let along = chunks.iter().any(|c| c.has(Word::With) && !c.has(Word::And));
    let unknown_leader =
        along && pieces.len() == 2 && pieces.iter().all(|piece| !scene.last.contains(piece));
    let denied = found.not || denied_behind(scene, chunks);
    if (found.with_pronoun || likewise || goes_along)
        && !denied
        && !unknown_leader
        && found.places.is_empty()
        && !found.stays
    {
        if scene.last.is_empty() {
            return Err(Problem::new(Trouble::MissingCity, all_words()));
        }
        // `Apraxin stays. Train 1 follows them`: a train follows those who march.
        let trains = pieces.iter().all(|piece| !piece.is_general());
        let named = chunks.iter().any(Chunk::is_train_word);
        let behind = trains && named && (found.with_pronoun || goes_along) && found.joins;
        return Ok(Parsed::along(pieces, found.as_far || behind));
    }
    // `Keith goes with Schwerin`, whose march was said before.
    if let ([first, second], true) = (pieces.as_slice(), found.places.is_empty())
        && found.moves
        && !found.stays
        && !found.not
        && scene.last.contains(second)
        && !scene.last.contains(first)
    {
        let along = Parsed::along(vec![*first], found.as_far);
        return Ok(Parsed { pieces, ..along });
    }
    // `Winterfeldt goes with the King`, of whose march nothing was said here.
    if unknown_leader && found.places.is_empty() && !found.stays && !found.not {
        return Err(Problem::new(Trouble::MissingCity, all_words()));
    }
    // `Keith sits in a trap between Daun and Browne, so out of there, by Nimburg to Turnau`: it is not Browne who goes.
    let own = |piece: &PieceId| known.is_own(piece.nation());
    if !pieces.iter().any(own)
        && scene.last.iter().any(own)
        && found.places.iter().any(|place| place.role == Role::To)
        && chunks.iter().filter(|c| c.unknown).count() > 1
    {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    let start = pieces.first().and_then(|piece| known.position(*piece));
    if found.or_places && pieces.len() == 1 {
        // `… or Fürstenwalde, I am not sure`: whatever else is said, it is asked.
        return Err(super::way::way(known, &pieces, &found, start, scene, chunks)
            .err()
            .unwrap_or_else(|| Problem::new(Trouble::UnknownWords, all_words())));
    }
    // `Dohna drops down to Landsberg`: no card is dropped where none is spoken of.
    let card = |c: &Chunk| {
        matches!(c.kind, Kind::Suit(_)) || c.has(Word::Card) || c.count().is_some_and(|n| n > 2)
    };
    let drops = !found.places.is_empty() && !chunks.iter().any(card);
    // `Can we have Browne go over to Teplitz?`: nothing is proposed.
    let wishes = |at: usize| {
        let named =
            chunks.get(at + 1).is_some_and(|c| !c.generals.is_empty() || c.has(Word::Title));
        at == 0 && chunks[at].has(Word::Propose) && named
    };
    let passed = |at: usize| {
        let dropped = drops && chunks[at].has(Word::Discard) && !chunks[at].has(Word::Not);
        read[at] || dropped || wishes(at)
    };
    let Some(cost) = leftover(chunks, passed) else {
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
        return Err(or_question(&found, scene, chunks));
    }
    // `as far as possible`, and nobody says whereto
    if found.as_far && found.places.is_empty() && found.target.is_none() {
        return Err(Problem::new(Trouble::MissingCity, all_words()));
    }
    // `does not move`, `stays in Dresden`
    if let Some(stays) = stays(scene, chunks, &found, &pieces, cost) {
        return stays;
    }
    let stands = |place: &Place| start.is_some_and(|city| place.all.contains(&city));
    // `I considered sending Dohna to Stettin, but he stays`, however it begins
    let after_all = |c: &[Chunk]| {
        c[0].has(Word::While)
            && c[1].has(Word::Pronoun)
            && c[2].has(Word::Stay)
            && c.iter().all(|c| c.generals.is_empty() && c.is_word())
    };
    if found.stays && !found.places.is_empty() && chunks.windows(3).any(after_all) {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    // `Train 1 follows the two, train 2 goes one town up`: one march is not for both.
    let mut numbered: Vec<u32> = (1..chunks.len())
        .filter(|at| chunks[at - 1].is_train_word())
        .filter_map(|at| chunks[at].count().filter(|_| matches!(chunks[at].kind, Kind::Number(_))))
        .collect();
    numbered.dedup();
    if numbered.len() > 1 && pieces.iter().filter(|piece| !piece.is_general()).count() == 1 {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    // `Last night I dreamt of Daun in Berlin`: of what another's general does is told.
    let tells = |c: &Chunk| c.is_word() && c.unknown;
    if pieces.iter().all(|piece| !known.is_own(piece.nation()))
        && !found.moves
        && chunks.iter().any(tells)
    {
        return Err(Problem::new(Trouble::Unknown, all_words()));
    }
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
    if found.not || found.denies && !found.moves || found.only_the_way_there() {
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
    let moves = |nation| Some(nation) == owner;
    // `Keith looks lonely at Glatz, the poor Scotsman`: no word of it says that he stays.
    let looks = !found.stays && !found.moves && says(&all_words(), ClubWord::Seems);
    if let [place] = found.places.as_slice()
        && looks
        && place.role == Role::At
        && all_stand(place)
        && scene.known.is_some_and(|k| k.awaits(DecisionKind::Movement).is_some())
    {
        return Ok(Parsed::default());
    }
    // `Keith vacates Strehlen`: a verb that is not known may send him away from where he stands.
    let strange = |c: &Chunk| c.is_word() && c.unknown || c.any(&[Word::Part, Word::Move]);
    let mut before = chunks.iter().take_while(|c| !c.is_plain_city());
    if let [place] = found.places.as_slice()
        && !found.stays
        && matches!(place.role, Role::None | Role::From)
        && !chunks.iter().any(|c| c.any(&[Word::Not, Word::Stay]) && c.is_word())
        && all_stand(place)
        && (before.any(strange) || place.role == Role::From && brings_somebody(chunks))
    {
        return Err(Problem::new(Trouble::MissingCity, all_words()));
    }
    if let [place] = found.places.as_slice()
        && (found.stays || found.steps.is_none() && !comes_back(chunks))
        && (!found.moves || place.role == Role::At)
        && (place.role != Role::From || found.stays || !chunks.iter().any(Chunk::is_train_word))
        && !found.with_pronoun
        && !place.open
        && place.role != Role::To
        && !is_told_at_length(chunks)
        && (scene.heading.is_some() || known.awaits(DecisionKind::Movement).is_none_or(moves))
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
    // `to Stettin. He goes there via Stargard`: the goal was said before.
    let way_there = found.places.iter().all(|place| place.role == Role::Via)
        && (found.there || chunks.first().is_some_and(|c| c.has(Word::Via)));
    if let [piece] = pieces.as_slice()
        && way_there
        && !found.joins
        && let Some(goal) = scene.goal_of(*piece)
    {
        found.places.push(Place {
            all: vec![goal],
            role: Role::To,
            open: false,
            words: city_name(goal),
        });
    }
    // `Browne to Leitmeritz, and Lacy joins him there via Prague and Raudnitz`: all cities are of the way.
    let on_the_way = found.places.first().is_some_and(|place| place.role == Role::Via)
        && found.places.iter().all(|place| matches!(place.role, Role::Via | Role::None));
    if let [leader, ..] = scene.last[..]
        && (found.joins || found.there)
        && found.target.is_none()
        && on_the_way
        && !pieces.contains(&leader)
        && let Some(goal) = scene.goal_of(leader)
    {
        found.places.iter_mut().for_each(|place| place.role = Role::Via);
        let words = city_name(goal);
        found.places.push(Place { all: vec![goal], role: Role::To, open: false, words });
        found.joins = false;
    }
    // `Kamenz: Friedrich via Radeberg, Winterfeldt via Hoyerswerda`
    if !found.places.is_empty()
        && found.places.iter().all(|place| place.role == Role::Via)
        && !found.joins
        && let Some(goal) = meeting_place(scene)
    {
        let words = city_name(goal);
        found.places.push(Place { all: vec![goal], role: Role::To, open: false, words });
    }
    // `joins him there via Großenhain`
    let only_way = found.places.iter().all(|place| place.role == Role::Via);
    if found.joins && only_way {
        return Err(Problem::new(Trouble::MissingCity, all_words()));
    }
    found.without_direction(start);
    found.turns_back_at(start.filter(|_| comes_back(chunks)));
    let mut cities = way(known, &pieces, &found, start, scene, chunks)?;
    if found.as_far || found.towards {
        let goal = cities.last().copied();
        cities = as_far_as_they_can(known, &pieces, cities, &all_words(), found.steps)?;
        // Whoever is sent in a direction and gets nowhere is no one who stays.
        if cities.last() == start.as_ref() && goal != start {
            return Err(Problem::new(Trouble::MissingCity, all_words()));
        }
    }
    // `to Bartenstein, taking Rastenburg`, where he stands: who goes and comes back says so.
    let led = |place: &Place| place.role == Role::To;
    if cities.len() > 1
        && cities.last() == start.as_ref()
        && found.places.iter().any(led)
        && !found.places.iter().any(|place| led(place) && stands(place))
    {
        return Err(Problem::new(Trouble::UnknownWords, all_words()));
    }
    // `Keith falls back one city, Glatz is too hot`: where he stands is not where he goes.
    let leaves = found.steps.is_some() || comes_back(chunks);
    if leaves && !found.stays && cities.len() == 1 && cities.first() == start.as_ref() {
        return Err(Problem::new(Trouble::MissingCity, all_words()));
    }
    // `Soubise defends Fulda`, where he stands.
    let request = if cities.len() == 1 && cities.first() == start.as_ref() {
        Request::Stay(pieces.clone())
    } else {
        Request::Act(Action::MoveVia { pieces: pieces.clone(), via: cities })
    };
    let mut parsed = Parsed::one(owner, request);
    if let Request::Act(Action::MoveVia { pieces, via }) = &parsed.said[0].1
        && via.len() == 1
        && pieces.iter().all(|piece| piece.is_general())
    {
        // `Winterfeldt and the King meet at Kamenz`: who stands elsewhere marches by himself.
        let as_one = |c: &Chunk| c.kind == Kind::Plus;
        let apart =
            if chunks.iter().any(as_one) { Vec::new() } else { pieces::by_city(known, pieces) };
        let arrives =
            |stack: &Vec<PieceId>| via.iter().all(|c| known.destinations(stack).contains(c));
        if apart.len() > 1 && apart.iter().all(arrives) {
            // `Daun goes with Laudon to Freiwaldau`, where Laudon stands: of him nothing is ordered.
            let there = |stack: &Vec<PieceId>| known.position(stack[0]) == Some(via[0]);
            let march = |pieces| Request::Act(Action::MoveVia { pieces, via: via.clone() });
            let marching = apart.into_iter().filter(|stack| !there(stack));
            parsed.said = marching.map(|stack| (owner, march(stack))).collect();
        }
    }
    parsed.pieces = pieces;
    parsed.cost = cost;
    Ok(parsed)
}

/// `as far as possible towards Troppau`: to the city nearest to the goal; which of several is asked.
fn as_far_as_they_can(
    known: &Known,
    pieces: &[PieceId],
    way: Vec<CityId>,
    words: &str,
    steps: Option<u32>,
) -> Result<Vec<CityId>, Problem> {
    let Some(&goal) = way.last() else { return Ok(way) };
    let from = pieces.first().and_then(|piece| known.position(*piece));
    let distance = |a: CityId, b: CityId| u32::from(board().distance(a, b));
    // `two cities towards Leipzig`: one of those on the way there, however far it is.
    if let (Some(steps), Some(from), [_]) = (steps, from, way.as_slice())
        && (1..distance(from, goal)).contains(&steps)
    {
        let on_the_way = |city: &CityId| {
            distance(from, *city) == steps && steps + distance(*city, goal) == distance(from, goal)
        };
        let all: Vec<CityId> = known.destinations(pieces).into_iter().filter(on_the_way).collect();
        match all.as_slice() {
            [] => {}
            [only] => return Ok(vec![*only]),
            several => {
                return Err(Problem::Question {
                    doubt: Doubt::City,
                    words: words.to_owned(),
                    candidates: several
                        .iter()
                        .map(|city| Candidate::march(pieces, *city))
                        .collect(),
                });
            }
        }
    }
    // Three cities are a march on any road; who stands in the way may have gone by then.
    let near = from.is_some_and(|from| distance(from, goal) <= 3 && pieces[0].is_general());
    if known.destinations(pieces).contains(&goal) || near && steps.is_none() && way.len() == 1 {
        return Ok(way);
    }
    // `two cities towards Łomża`: how far that is, is asked unless it is as far as they can.
    let far = |city: CityId| from.map(|from| distance(from, city));
    match known.nearest_to(pieces, goal)[..] {
        [] => Ok(way),
        [nearest] if way.len() == 1 && (steps.is_none() || far(nearest) == steps) => {
            Ok(vec![nearest])
        }
        // `towards Hannover as far as he can by way of Soltau`
        [nearest] if way.len() > 1 && steps.is_none() => {
            let mut way = way;
            way.pop();
            way.retain(|city| *city != nearest);
            way.push(nearest);
            Ok(way)
        }
        ref several => Err(Problem::Question {
            doubt: Doubt::City,
            words: words.to_owned(),
            candidates: several.iter().map(|city| Candidate::march(pieces, *city)).collect(),
        }),
    }
}
