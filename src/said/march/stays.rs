//! Pieces that stay where they are, in as many words as people have for it.

use super::found::{Found, Place, Role};
use crate::game::{Action, DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected;
use crate::said::chunks::corrected::Corrected;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Said, Trouble};
use std::ops::Range;

/// `does not move`, `stays in Dresden`: that these pieces stay, or what is in doubt about it. `None` if they go
/// somewhere.
pub(in crate::said) fn stays(
    scene: &Scene,
    chunks: &[Chunk],
    found: &Found,
    pieces: &[PieceId],
    cost: u32,
) -> Framed {
    let known = scene.known?;
    // `the train from Bromberg behind them as far as it can`
    let joins = chunks.iter().any(|c| c.has(Word::Join));
    if joins && !chunks.iter().any(|c| c.any(&[Word::Stay, Word::Not])) {
        return None;
    }
    // `Train 1 follows them, the other one stays`, `Train 1 behind them and the other one stays`: one of them cannot do both.
    let other = |c: &Chunk| c.has(Word::Other) && c.generals.is_empty() && c.cities.is_empty();
    let apart = |c: &Chunk| c.kind == Kind::Comma || c.has(Word::And) && c.generals.is_empty();
    let behind = |c: &Chunk| c.has(Word::Following) && c.generals.is_empty();
    let follows = joins || chunks.iter().any(behind);
    if follows && chunks.iter().any(other) && chunks.iter().any(apart) && !found.not {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    }
    // `no troops for Friedrich, in the end` says nothing of where he stands.
    let troops = |c: &Chunk| {
        c.any(&[Word::Troops, Word::Recruit])
            && c.generals.is_empty()
            && !c.any(&[Word::Filler, Word::Stack, Word::Move, Word::Stay, Word::General])
    };
    let firm = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Not, Word::Decline]);
    if !chunks.iter().any(firm) && found.places.is_empty() && chunks.iter().any(troops) {
        return None;
    }
    // French `le pain m'attend`: somebody else waits.
    let named = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Train) || c.nation.is_some();
    let stranger = |at: usize| chunks[at].unknown && chunks[at + 1..].iter().any(firm);
    if !chunks.iter().any(named) && found.places.is_empty() && (0..chunks.len()).any(stranger) {
        return None;
    }
    let all_words = || scene.words(chunks);
    // `Schwerin is not staying`: where to, is not said.
    let denied = |at: usize| {
        let verb = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Not, Word::Filler, Word::Move]);
        let not =
            |c: &Chunk| c.is_word() && c.has(Word::Not) && !c.any(&[Word::Stay, Word::Filler]);
        let pair = (&chunks[at], &chunks[at + 1]);
        verb(pair.0) && not(pair.1) && at + 2 == chunks.len() || not(pair.0) && verb(pair.1)
    };
    let start = pieces.first().and_then(|piece| known.position(*piece));
    let stands = |place: &Place| start.is_some_and(|city| place.all.contains(&city));
    let of_another = |place: &Place| found.subject.len() > 1 && !stands(place);
    let here = !found.places.iter().any(of_another);
    if here && (0..chunks.len().saturating_sub(1)).any(denied) {
        return Some(Err(Problem::new(Trouble::UnknownWords, all_words())));
    }
    // `Keith joins Schwerin where he stands`: of two who stand apart one goes.
    let apart = pieces.windows(2).any(|pair| known.position(pair[0]) != known.position(pair[1]));
    if joins && apart && found.stays && !found.not {
        return Some(Err(Problem::new(Trouble::UnknownWords, all_words())));
    }
    // `tross 1 einmal weiter nach norden tross 2 bleibt`
    let numbered = |at: &usize| {
        chunks[*at].is_train_word() && chunks.get(at + 1).is_some_and(|c| c.count().is_some())
    };
    // `tross 1 zwei städte richtung norden, tross 2 bleibt`: one of them goes.
    let steps = |pair: &[Chunk]| pair[0].count().is_some() && pair[1].has(Word::Steps);
    let one_goes = pieces.len() > 1 && chunks.windows(2).any(steps);
    let several = (0..chunks.len()).filter(numbered).count() > pieces.len();
    if found.stays && (one_goes || several) {
        return Some(Err(Problem::new(Trouble::UnknownWords, all_words())));
    }
    // After a way, where it stops is the goal.
    let via = found.places.iter().any(|place| place.role == Role::Via)
        || found.places.iter().filter(|place| place.role != Role::From).count() > 1;
    let here = found
        .places
        .iter()
        .all(|place| matches!(place.role, Role::At | Role::None) || stands(place) || found.not);
    // `Schwerin holds Neisse, likewise Dohna Arnswalde`: each stays where he stands.
    let at_home = |piece: &PieceId| {
        found.places.iter().any(|p| known.position(*piece).is_some_and(|c| p.all.contains(&c)))
    };
    let each_there = found.places.len() == pieces.len()
        && found.places.iter().all(|p| matches!(p.role, Role::At | Role::None))
        && pieces.iter().all(at_home);
    let stays =
        found.stays && (!via && here || each_there) || found.not && found.places.iter().all(stands);
    let goes = found.moves && !found.not && !found.places.iter().all(stands);
    if !stays || goes && !each_there {
        return None;
    }
    if found.places.iter().any(|place| place.role == Role::To && !stands(place)) && found.not {
        return Some(Err(Problem::new(Trouble::UnknownWords, all_words())));
    }
    // `shall stand in Mława` of one who is elsewhere: does he stay where he is, or go there?
    let elsewhere = found.places.iter().find(|place| {
        !each_there && matches!(place.role, Role::At | Role::None) && !stands(place) && !found.not
    });
    // `Keith stops at Frankenstein`, where he can go: a march ends there.
    let halts = |c: &Chunk| c.has(Word::Stay) && corrected::halts(scene.line, c);
    let reach = known.destinations(pieces);
    if elsewhere.is_some_and(|place| place.all.iter().any(|city| reach.contains(city)))
        && chunks.iter().any(halts)
        && pieces.len() == 1
    {
        return None;
    }
    if let Some(place) = elsewhere
        && start.is_some()
        && !apart
    {
        let marches = place.all.iter().map(|city| Candidate::march(pieces, *city));
        return Some(Err(Problem::Question {
            doubt: Doubt::City,
            words: all_words(),
            candidates: marches.chain([Candidate::Stay(pieces.to_vec())]).collect(),
        }));
    }
    // `… he stays. And Winterfeldt goes with the King`: two sentences say two things.
    let ends = chunks.iter().position(|c| matches!(c.kind, Kind::Period | Kind::Semicolon));
    if let Some(end) = ends
        && found.moves
        && chunks[end..].iter().any(|c| !c.generals.is_empty())
        && chunks[end..].iter().any(|c| c.has(Word::Move) && !c.has(Word::Stay))
    {
        return Some(Err(Problem::new(Trouble::UnknownWords, all_words())));
    }
    // `Lacy goes where Charles is. Karl stays`
    let goes = |c: &Chunk| c.has(Word::Move) && !c.any(&[Word::Stay, Word::Filler]);
    let named = |all: &[Chunk]| all.iter().any(|c| !c.generals.is_empty());
    if let Some(end) = ends
        && !found.not
        && named(&chunks[..end])
        && named(&chunks[end..])
        && chunks[..end].iter().any(goes)
    {
        return Some(Err(Problem::new(Trouble::UnknownWords, all_words())));
    }
    // At set-up and in a combat nobody moves, and nobody stays.
    let moving = known.awaits(DecisionKind::Movement).is_some() || scene.heading.is_some();
    if !moving && (known.is_set_up() || known.awaits(DecisionKind::Play).is_some()) {
        return Some(Err(Problem::new(Trouble::Unknown, all_words())));
    }
    // `No, Heinrich gets nothing`: of troops it says something, and of a march nothing. A purchase that waits may be meant.
    if found.places.is_empty() && says(&all_words(), ClubWord::GetsNothing) {
        let waits = Problem::new(Trouble::MissingTroops, all_words());
        return Some(if known.buys { Err(waits) } else { Ok(Parsed::default()) });
    }
    // `it is the second train, not the first, that …`: no verb is denied.
    let no_verb = found.not && !found.stays && !found.moves && found.places.is_empty();
    let counts = |c: &Chunk| c.has(Word::Article) || c.ordinal.is_some() || !c.is_word();
    let behind = chunks.iter().rposition(|c| c.has(Word::Not)).map_or(0, |at| at + 1);
    if no_verb && behind < chunks.len() && chunks[behind..].iter().all(counts) {
        return Some(Err(Problem::new(Trouble::UnknownWords, all_words())));
    }
    // `damit Karl nicht zieht`: nobody orders what another's pieces leave undone.
    let tells = !scene.last.is_empty() || found.not && !found.stays;
    if !pieces.iter().any(|piece| known.is_own(piece.nation())) && tells {
        return Some(Ok(Parsed::default()));
    }
    // `nie będę już kombinował z tym Keithem`: what is denied of him is no verb of moving.
    let strange = |c: &&Chunk| c.is_word() && c.unknown;
    let denied = found.not && !found.stays && !found.moves && !joins;
    if denied && chunks.iter().filter(strange).count() > 1 {
        return Some(Err(Problem::new(Trouble::UnknownWords, all_words())));
    }
    // `Richelieu does not go with him`, behind the march of another: nobody sends him along, and no more is said of him.
    let alone = found.not && joins && !found.stays && found.places.is_empty();
    if alone && scene.last.iter().any(|piece| !pieces.contains(piece)) {
        return Some(Ok(Parsed::default()));
    }
    // `the Swedes stay and so does their train`
    let mut pieces = pieces.to_vec();
    let told = |at: usize| {
        let train = chunks[..at].iter().any(Chunk::is_train_word);
        chunks[at].nation.filter(|_| !train && chunks[at + 1].has(Word::Stay))
    };
    if let Some(nation) = (0..chunks.len().saturating_sub(1)).find_map(told)
        && pieces.iter().all(|piece| !piece.is_general() && piece.nation() == nation)
    {
        pieces.splice(0..0, known.generals_on_map(nation));
    }
    let mut parsed =
        Parsed::one(pieces.first().map(|piece| piece.nation()), Request::Stay(pieces.clone()));
    if let (Some(nation), Some(city)) = (known.awaits(DecisionKind::DaunWithdrawal), start)
        && known.withdrawals().iter().any(|(stack, _)| *stack == city)
    {
        parsed = Parsed::one(Some(nation), Request::Act(Action::Stay));
    }
    parsed.pieces = pieces;
    parsed.cost = cost;
    Some(Ok(parsed))
}

/// `The wagons wait`, `Fermor waits`: of a piece that is named before it, waiting says that it stays.
pub(in crate::said) fn waiting(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    known.awaits(DecisionKind::Movement)?;
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let waits = |c: &Chunk| {
        c.means(ClubWord::Waits)
            && !c.any(&[Word::Stay, Word::Not, Word::Ready])
            && c.generals.is_empty()
            && c.is_word()
    };
    let at = (1..chunks.len()).find(|at| {
        let before = &chunks[at - 1];
        let numbered = before.count().is_some() && *at > 1 && chunks[at - 2].is_train_word();
        // `Fermor waits for the others` may wait for more than that.
        let for_others = chunks.get(at + 1).is_some_and(|c| c.any(&[Word::For, Word::Until]));
        waits(&chunks[*at]) && !for_others && (own(before) || before.is_train_word() || numbered)
    })?;
    let mut chunks = chunks.to_vec();
    chunks[at] = chunks[at].meaning(Word::Stay);
    Some(Corrected { chunks, line: line.to_owned() })
}

/// `No wagon moves today` as what it is: all trains stay.
pub(in crate::said) fn no_train_moves(
    line: &str,
    chunks: &[Chunk],
    _: &Known,
) -> Option<Corrected> {
    (0..chunks.len()).find_map(|at| {
        let begins = at.checked_sub(1).is_none_or(|before| {
            chunks[before].is_mark() || chunks[before].any(&[Word::And, Word::While])
        });
        let none = chunks[at].is_word() && chunks[at].any(&[Word::No, Word::Not, Word::Decline]);
        let train = chunks.get(at + 1).filter(|c| c.is_train_word())?;
        let end = chunks[at..].iter().position(Chunk::is_mark).map_or(chunks.len(), |end| at + end);
        let moves = (at + 2..end).find(|place| chunks[*place].has(Word::Move))?;
        let small = |place: usize| {
            place == moves
                || chunks[place].is_word() && chunks[place].any(&[Word::Filler, Word::Time])
        };
        if !begins || !none || train.number.is_some() || !(at + 2..end).all(small) {
            return None;
        }
        let mut kept = chunks.to_vec();
        kept[at] = chunks[at].meaning(Word::Both);
        kept[moves] = chunks[moves].meaning(Word::Stay);
        Some(Corrected { chunks: kept, line: line.to_owned() })
    })
}

/// `Seydlitz is bored in Brandenburg, let him have a look at Dessau`, read as a stay: whoever is only said to be where he is, in
/// a sentence with another city that he reaches, is asked about.
pub(in crate::said) fn or_goes(
    line: &str,
    chunks: &[Chunk],
    own: &[Said],
    known: &Known,
) -> Option<Problem> {
    own.iter().find_map(|said| {
        let Request::Stay(pieces) = &said.request else { return None };
        let [piece] = pieces[..] else { return None };
        let names = |range: &Range<usize>| {
            chunks[range.clone()].iter().any(|c| c.generals.contains(&piece))
        };
        let sentence = &chunks[sentences(chunks).find(names)?];
        let halted = |c: &Chunk| c.any(&[Word::Stay, Word::Not, Word::No, Word::Or, Word::If]);
        let others =
            |c: &Chunk| c.is_train_word() || !c.generals.is_empty() && !c.generals.contains(&piece);
        let goals = known.destinations(&[piece]);
        let reached = |c: &&Chunk| c.is_plain_city() && c.guessed.is_none();
        let mut cities = sentence.iter().filter(reached).flat_map(|c| &c.cities);
        let stands = known.position(piece);
        let goal = *cities.find(|city| goals.contains(city) && stands != Some(**city))?;
        if sentence.iter().any(|c| halted(c) || others(c)) || said.condition.is_some() {
            return None;
        }
        let candidates = vec![Candidate::march(&[piece], goal), Candidate::Stay(vec![piece])];
        let words = line.get(sentence.first()?.start..sentence.last()?.end)?;
        let words = words.chars().take(80).collect();
        Some(Problem::Question { doubt: Doubt::City, words, candidates })
    })
}
