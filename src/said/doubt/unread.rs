//! Cities and cards that a line names and none of its orders has, or of which it cannot have but one: what was to be done
//! with them is asked, not passed over.

use crate::game::{Action, CityId, DecisionKind, Face, Nation, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{denies, said as phrase_at};
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards::full_suit;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Said, Trouble};

/// A city or card that a line names and none of its orders has; `None` if there is none that is to be used.
pub(in crate::said) fn unread(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    known: Option<&Known>,
) -> Option<Problem> {
    let with_map = |known| {
        of_a_nation(line, chunks, said, known)
            .or_else(|| behind_a_stay(line, chunks, said, known))
            .or_else(|| farther_stop(line, chunks, said, known))
            .or_else(|| strange_origin(line, chunks, said, known))
            .or_else(|| card(line, chunks, said, known))
            .or_else(|| troops(line, chunks, said, known))
            .or_else(|| piece(line, chunks, said, known))
            .or_else(|| goal_beside_ready(line, chunks, said, known))
            .or_else(|| from_and_to(line, chunks, said, known))
            .or_else(|| fight(line, chunks, said, known))
            .or_else(|| denied_goal(line, chunks, said))
            .or_else(|| march_beside_a_fight(line, chunks, said, known))
            .or_else(|| unless_gone(line, chunks, said, known))
    };
    two_retreats(line, said)
        .or_else(|| denied_retreat(line, chunks, said))
        .or_else(|| lone_goal(line, chunks, said))
        .or_else(|| of_two_others(line, chunks, said))
        .or_else(|| with_map(known?))
}

/// `Daun with Laudon to Ziegenhals, and those two only to Friedland`, read as one march over both cities: who those two are is
/// asked.
fn of_two_others(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let (at, length) = (1..chunks.len())
        .find_map(|at| Some((at, phrase_at(line, chunks, at, ClubWord::TwoOthers)?)))?;
    let behind = chunks[at + length..].iter().take(4).find(|c| c.is_plain_city())?;
    let before = |c: &&Chunk| c.is_plain_city() && c.meanings.is_empty();
    let merged = |said: &Said| match &said.request {
        Request::Act(Action::MoveVia { via, .. }) => {
            let leads = |c: &Chunk| via.iter().any(|city| c.cities.contains(city));
            leads(behind) && chunks[..at].iter().filter(before).any(leads)
        }
        _ => false,
    };
    let words = line.get(chunks[at].start..behind.end)?;
    said.iter().any(merged).then(|| Problem::new(Trouble::MissingPiece, words))
}

/// Two cities for one retreat, in one line: which is meant is asked.
fn two_retreats(line: &str, said: &[Said]) -> Option<Problem> {
    let mut goals: Vec<CityId> = Vec::new();
    for said in said {
        if let Request::Act(Action::Retreat { to }) = said.request
            && !goals.contains(&to)
        {
            goals.push(to);
        }
    }
    let retreat = |to: &CityId| Candidate::Order(Action::Retreat { to: *to });
    (goals.len() > 1).then(|| Problem::Question {
        doubt: Doubt::City,
        words: line.chars().take(80).collect(),
        candidates: goals.iter().map(retreat).collect(),
    })
}

/// `a Muskau no`: a no right behind the city, and no other city behind it.
fn denied_retreat(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let goal = |c: &Chunk| {
        let to = |said: &Said| match said.request {
            Request::Act(Action::Retreat { to }) => c.cities.contains(&to),
            _ => false,
        };
        said.iter().any(to)
    };
    let no =
        |c: &Chunk| c.is_word() && (c.any(&[Word::Not, Word::No]) || Little::Denial.is(&c.plain));
    let denied = |at: &usize| {
        let behind = &chunks[at + 1..];
        goal(&chunks[*at])
            && behind.first().is_some_and(no)
            && !behind.iter().take(4).any(Chunk::is_plain_city)
    };
    let at = (0..chunks.len().saturating_sub(1)).find(denied)?;
    let words = line.get(chunks[at].start..chunks[at + 1].end)?;
    Some(Problem::new(Trouble::UnknownWords, words))
}

/// Whether a chunk is a city as it is written, and nothing else.
fn is_only_a_city(chunk: &Chunk) -> bool {
    chunk.is_plain_city()
        && chunk.meanings.is_empty()
        && chunk.guessed.is_none()
        && chunk.nation.is_none()
}

/// `Wait, Münster is too far, only to Hamm. Then done`: the line ends a phase and names a goal that is in no order.
/// Somebody shall go there, and the piece is missing.
fn lone_goal(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let only_ready = !said.is_empty() && said.iter().all(|said| said.request == Request::Ready);
    let goal = |at: usize| {
        // `only to` is one phrase.
        chunks[at].any(&[Word::To, Word::Only])
            && chunks[at].generals.is_empty()
            && chunks.get(at + 1).is_some_and(|c| c.is_plain_city() && c.meanings.is_empty())
    };
    // `Ja dann halt Weilburg. The train stays. Done`: a sentence that is nothing but a city.
    let ready = said.iter().any(|said| said.request == Request::Ready);
    let read = |city: &CityId| {
        said.iter().any(|said| match &said.request {
            Request::Act(Action::MoveVia { via, .. }) => via.contains(city),
            Request::Ready | Request::Stay(_) => false,
            _ => true,
        })
    };
    let lone = |sentence: &std::ops::Range<usize>| {
        let words = &chunks[sentence.clone()];
        let other = [Word::From, Word::At, Word::Greeting, Word::Train, Word::Impossible];
        let city = words.iter().find(|c| is_only_a_city(c)).filter(|_| {
            words.iter().filter(|c| c.is_word()).count() <= 5
                && !words
                    .iter()
                    .any(|c| !c.generals.is_empty() || c.any(&other) && !c.has(Word::Filler))
        })?;
        let unread = !city.cities.iter().any(read);
        unread.then(|| line.get(city.start..city.end).unwrap_or_default())
    };
    if ready && let Some(words) = sentences(chunks).find_map(|s| lone(&s)) {
        return Some(Problem::new(Trouble::MissingPiece, words));
    }
    // `Pues el imperial que vaya hacia Coburg y de ahí a Saalfeld. Eso es todo`: somebody of a nation is sent off.
    let stays = said.iter().all(|said| matches!(said.request, Request::Ready | Request::Stay(_)));
    let own = chunks.iter().position(|c| c.nation.is_some() && c.cities.is_empty());
    let sent = ready && stays && !chunks.iter().any(|c| c.means(ClubWord::Past));
    if let Some(own) = own.filter(|_| sent)
        && let Some(at) = (own..chunks.len()).find(|at| goal(*at))
    {
        let words = line.get(chunks[own].start..chunks[at + 1].end).unwrap_or_default();
        return Some(Problem::new(Trouble::MissingPiece, words));
    }
    let at = (0..chunks.len()).find(|at| goal(*at)).filter(|_| only_ready)?;
    let only = chunks[at.saturating_sub(1)..=at].iter().any(|c| c.any(&[Word::Only, Word::Alone]));
    let corrects = says(line, ClubWord::TooFar) || says(line, ClubWord::Instead);
    (only || corrects).then(|| {
        let words = line.get(chunks[at].start..chunks[at + 1].end).unwrap_or_default();
        Problem::new(Trouble::MissingPiece, words)
    })
}

/// `The Swedes come near Pasewalk, and the train to Greifswald`, read as a march of the train alone: a nation of
/// one's own is to go to a place that is in no order, and the piece is missing.
fn of_a_nation(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    let read = |city: &CityId| {
        said.iter().any(|said| match &said.request {
            Request::Act(Action::MoveVia { pieces, via }) => {
                let from = pieces.first().and_then(|piece| known.position(*piece));
                via.contains(city) || from == Some(*city)
            }
            Request::Ready | Request::Stay(_) => false,
            _ => true,
        })
    };
    let orders = |said: &Said| matches!(said.request, Request::Act(Action::MoveVia { .. }));
    if !said.iter().any(orders) {
        return None;
    }
    let marches = |nation: Nation| {
        let mut ordered = said.iter().flat_map(|said| said.request.ordered());
        ordered.any(|piece| piece.nation() == nation && piece.is_general())
    };
    let unread = |at: &usize| {
        let goal = &chunks[*at];
        let led = chunks[at - 1].any(&[Word::To, Word::Move, Word::Via])
            && !chunks[at - 1].any(&[Word::From, Word::At]);
        led && is_only_a_city(goal) && !goal.cities.iter().any(read)
    };
    sentences(chunks).find_map(|sentence| {
        let goal = (sentence.start + 1..sentence.end).find(unread)?;
        let who = chunks[sentence.start..goal]
            .iter()
            .find(|c| c.nation.is_some_and(|nation| known.is_own(nation) && !marches(nation)))?;
        let words = line.get(who.start..chunks[goal].end).unwrap_or_default();
        Some(Problem::new(Trouble::MissingPiece, words))
    })
}

/// Whether a line orders marches and stays alone, and no condition binds them.
fn is_only_movement(said: &[Said]) -> bool {
    said.iter().all(|said| {
        let moves = matches!(
            said.request,
            Request::Act(Action::MoveVia { .. }) | Request::Ready | Request::Stay(_)
        );
        moves && said.condition.is_none()
    })
}

/// The marches of a line: who, and over which cities.
fn marches(said: &[Said]) -> Vec<(&[PieceId], &[CityId])> {
    let march = |said| match said {
        &Said { request: Request::Act(Action::MoveVia { ref pieces, ref via }), .. } => {
            Some((pieces.as_slice(), via.as_slice()))
        }
        _ => None,
    };
    said.iter().filter_map(march).collect()
}

/// Whether a city is in one of the orders, or one of their pieces stands there.
fn has_its_order(said: &[Said], known: &Known, city: CityId) -> bool {
    let stands =
        |pieces: &[PieceId]| pieces.iter().any(|piece| known.position(*piece) == Some(city));
    said.iter().any(|said| match &said.request {
        Request::Act(Action::MoveVia { pieces, via }) => via.contains(&city) || stands(pieces),
        Request::Stay(pieces) => stands(pieces),
        _ => false,
    })
}

/// `Heinrich has nothing more to do in Angermünde: up to Ueckermünde with him`, read as a stay: whoever stays is sent
/// nowhere.
fn behind_a_stay(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    if !is_only_movement(said) || !marches(said).is_empty() || says(line, ClubWord::Past) {
        return None;
    }
    let staying = |said: &Said| match &said.request {
        Request::Stay(pieces) => Some(pieces.clone()),
        _ => None,
    };
    let reach = known.destinations(&said.iter().find_map(staying)?);
    let led = |at: usize| {
        chunks[at - 1].any(&[Word::To, Word::Via])
            && !chunks[at - 1].any(&[Word::From, Word::At, Word::Not, Word::Stay])
            && !chunks[..at].iter().rev().take(3).any(|c| c.has(Word::Not))
    };
    let sent = |at: &usize| {
        let cities = &chunks[*at].cities;
        is_only_a_city(&chunks[*at])
            && led(*at)
            && cities.iter().any(|city| reach.contains(city))
            && !cities.iter().any(|city| has_its_order(said, known, *city))
    };
    let at = (1..chunks.len()).find(sent)?;
    let words = line.get(chunks[at - 1].start..chunks[at].end).unwrap_or_default();
    Some(Problem::new(Trouble::UnknownWords, words))
}

/// `Seydlitz swings to Dessau, passes Köthen and takes quarters at Bernburg`, read as a march to the first alone: behind
/// the goal a city where the march could end, too.
fn farther_stop(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    let marches = marches(said);
    if !is_only_movement(said) || marches.is_empty() {
        return None;
    }
    let over = |via: &[CityId], chunk: &Chunk| via.iter().any(|city| chunk.cities.contains(city));
    sentences(chunks).find_map(|sentence| {
        let all = &chunks[sentence];
        let ordered = |c: &Chunk| c.is_plain_city() && marches.iter().any(|(_, via)| over(via, c));
        let goal = all.iter().rposition(ordered)?;
        let marching = marches.iter().filter(|(_, via)| over(via, &all[goal]));
        let reach: Vec<CityId> =
            marching.flat_map(|(pieces, _)| known.destinations(pieces)).collect();
        // `… to Meißen, so we cover Dresden`: what is said of the city is no march.
        let text = line.get(all[goal].end..).unwrap_or_default();
        let about = [ClubWord::Looking, ClubWord::Consequence, ClubWord::Past, ClubWord::TooFar];
        if about.iter().any(|word| says(text, *word)) {
            return None;
        }
        // `… to Radeberg, not Meißen`
        let apart = |at: usize| {
            let mut before = all[goal + 1..at].iter().rev().take(2);
            before.any(|c| c.any(&[Word::From, Word::Not]) || Little::Denial.is(&c.plain))
        };
        let at = (goal + 1..all.len()).find(|at| {
            let cities = &all[*at].cities;
            is_only_a_city(&all[*at])
                && all[*at].generals.is_empty()
                && !apart(*at)
                && cities.iter().any(|city| reach.contains(city))
                && !cities.iter().any(|city| has_its_order(said, known, *city))
        })?;
        let words = line.get(all[goal].start..all[at].end).unwrap_or_default();
        Some(Problem::new(Trouble::UnknownWords, words))
    })
}

/// `Friedrich to Dresden, from Riesa`, `Friedrich from Riesa to Dresden`, read as a march of his from where he stands: whoever
/// comes from elsewhere is somebody else, or the city lies on his way.
fn strange_origin(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    if !is_only_movement(said) || marches(said).is_empty() {
        return None;
    }
    let goal = |c: &Chunk| {
        c.is_plain_city() && c.cities.iter().any(|city| has_its_order(said, known, *city))
    };
    let other = [Word::To, Word::Away, Word::Then];
    let origin = |at: usize| {
        let [from, city, ..] = &chunks[at..] else { return false };
        let strange = |city: &CityId| !has_its_order(said, known, *city);
        from.has(Word::From)
            && !from.any(&other)
            && is_only_a_city(city)
            && city.cities.iter().all(strange)
    };
    let ends = |at: usize| chunks.get(at).is_none_or(|c| !c.is_word() && c.number.is_none());
    let at = (1..chunks.len()).filter(|at| origin(*at)).find(|at| {
        let comma = usize::from(chunks[at - 1].is_mark() && *at > 1);
        let plain = [Word::Filler, Word::As, Word::At, Word::For, Word::Versus];
        let clear = !chunks[*at].any(&plain);
        let behind = clear && goal(&chunks[at - 1 - comma]) && ends(at + 2);
        let before = chunks.get(at + 2).is_some_and(|c| c.has(Word::To))
            && chunks.get(at + 3).is_some_and(goal);
        behind || before
    })?;
    let words = line.get(chunks[at].start..chunks[at + 1].end).unwrap_or_default();
    Some(Problem::new(Trouble::UnknownWords, words))
}

/// `The 10 first, then the 6, and if it must be the 7, too`, read as two cards: a card that is held and named, and neither
/// played nor kept, is not passed over.
fn card(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    let suit = known.view.combat.as_ref()?.suit;
    let nation = known.awaits(DecisionKind::Play)?;
    let played: Vec<u32> = said
        .iter()
        .filter_map(|said| match &said.request {
            Request::Act(Action::Play { card, value }) => match (card.face, value) {
                (Face::Suited(_, number), _) => Some(u32::from(number)),
                (Face::Reserve, value) => value.map(u32::from),
            },
            _ => None,
        })
        .collect();
    let others = said.iter().any(|said| {
        !matches!(said.request, Request::Act(Action::Play { .. } | Action::Stop) | Request::Ready)
    });
    let keeps = |c: &Chunk| c.any(&[Word::Keep, Word::Not, Word::AtMost, Word::Lose, Word::Or]);
    let thought = [ClubWord::TooLittle, ClubWord::Considered];
    let thought = thought.iter().any(|word| says(line, *word));
    // `Three of hearts. That's all`, read as the end of the combat alone
    let stops = played.is_empty()
        && said.iter().any(|said| matches!(said.request, Request::Act(Action::Stop)));
    let kept = [ClubWord::KeepsCard, ClubWord::TooFar, ClubWord::Past];
    let spared = stops && kept.iter().any(|word| says(line, *word));
    if played.is_empty() && !stops || spared || others || thought || chunks.iter().any(keeps) {
        return None;
    }
    let suited = |at: usize| {
        let near = &chunks[at.saturating_sub(1)..chunks.len().min(at + 3)];
        near.iter().any(|c| full_suit(c).is_some() && c.is_word())
    };
    let held = |number: u32| {
        let value = u8::try_from(number).unwrap_or(u8::MAX);
        known.hand(nation).iter().any(|card| card.face == Face::Suited(suit, value))
    };
    let counts = [
        Word::Troops,
        Word::Card,
        Word::Points,
        Word::Days,
        Word::Hours,
        Word::Turn,
        Word::Weeks,
        Word::Train,
        Word::Steps,
    ];
    let named = |at: &usize| {
        let c = &chunks[*at];
        let number = c.count().filter(|number| (2..=13).contains(number));
        let sign = at.checked_sub(1).is_some_and(|before| {
            matches!(chunks[before].kind, Kind::Dash | Kind::Plus | Kind::Slash)
                || chunks[before].means(ClubWord::AtTheHour)
        });
        number.is_some_and(|number| !played.contains(&number) && held(number))
            && (!stops || suited(*at))
            && c.guessed.is_none()
            && !sign
            && !chunks.get(at + 1).is_some_and(|next| next.any(&counts))
    };
    let at = (0..chunks.len()).find(named)?;
    let clause = chunks[..at].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
    let words = line.get(chunks[clause].start..chunks[at].end).unwrap_or_default();
    Some(Problem::new(Trouble::UnknownCondition, words))
}

/// `Russia: four each. Hanover as last time`, read as the troops of one nation alone: a nation or a general who is named
/// beside troops at set-up, and has none of them.
fn troops(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    if !known.is_set_up() {
        return None;
    }
    let given: Vec<PieceId> = said
        .iter()
        .filter_map(|said| match &said.request {
            Request::Act(Action::Allot { troops }) => Some(troops.iter().map(|(piece, _)| *piece)),
            _ => None,
        })
        .flatten()
        .collect();
    let lacks = |nation: Nation| {
        known.is_own(nation)
            && known.troops_to_allot(nation) > 0
            && !given.iter().any(|piece| piece.nation() == nation)
    };
    let without = |c: &&Chunk| match c.generals.as_slice() {
        [] => c.nation.is_some_and(lacks) && c.is_word() && c.guessed.is_none(),
        [only] => lacks(only.nation()) && c.guessed.is_none(),
        _ => false,
    };
    if given.is_empty() {
        return None;
    }
    // `Sweden, obviously, all Ehrensvärd`, read as all troops of Russia shared out evenly
    let gets = |nation: Nation| given.iter().any(|piece| piece.nation() == nation);
    let named: Vec<Nation> = chunks
        .iter()
        .flat_map(|c| c.generals.iter().map(|piece| piece.nation()).chain(c.nation))
        .collect();
    let others = !named.is_empty() && !named.iter().any(|nation| gets(*nation));
    if others && chunks.iter().all(|c| c.number.is_none()) {
        let words = line.chars().take(60).collect::<String>();
        return Some(Problem::new(Trouble::MissingNumber, words));
    }
    let sentence =
        sentences(chunks).find(|sentence| chunks[sentence.clone()].iter().any(|c| without(&c)))?;
    let words = line.get(chunks[sentence.start].start..chunks[sentence.end - 1].end);
    Some(Problem::new(Trouble::MissingNumber, words.unwrap_or_default()))
}

/// `Saltikov and Fermor to Neu Stettin, if Dohna is gone`, read without the condition.
fn unless_gone(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    if !is_only_movement(said) || said.is_empty() {
        return None;
    }
    let enemy = |c: &Chunk| {
        !c.generals.is_empty() && c.generals.iter().all(|piece| !known.is_own(piece.nation()))
    };
    let at = (1..chunks.len()).find(|at| {
        let behind = &chunks[*at..chunks.len().min(at + 5)];
        let gone = |c: &Chunk| c.any(&[Word::Out, Word::Away]) && !c.has(Word::Filler);
        chunks[*at].has(Word::If)
            && !chunks[*at].has(Word::Filler)
            && behind.iter().any(enemy)
            && behind.iter().any(gone)
    })?;
    let words = line.get(chunks[at].start..).unwrap_or_default().chars().take(60);
    Some(Problem::new(Trouble::UnknownCondition, words.collect::<String>()))
}

/// `Lehwaldt goes to Deutsch Eylau and attacks whoever is there with one card at most`, read as an instruction alone: that
/// he goes is not passed over.
fn march_beside_a_fight(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    known: &Known,
) -> Option<Problem> {
    let instructs = |said: &Said| matches!(said.request, Request::Instruct(_));
    if !said.iter().any(instructs) || known.is_set_up() {
        return None;
    }
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let unread = |sentence: &std::ops::Range<usize>| {
        let all = &chunks[sentence.clone()];
        let who = all.iter().position(own)?;
        let led = |at: usize| {
            let to = all[at - 1].has(Word::To);
            let other = [Word::Versus, Word::Towards, Word::Away, Word::Via, Word::From];
            to && !all[at - 1].any(&other)
        };
        let goal = |at: &usize| {
            let strange = |city: &CityId| !has_its_order(said, known, *city);
            is_only_a_city(&all[*at]) && led(*at) && all[*at].cities.iter().all(strange)
        };
        let at = (who + 1..all.len()).find(goal)?;
        line.get(all[who].start..all[at].end).map(str::to_owned)
    };
    let words = sentences(chunks).find_map(|sentence| unread(&sentence))?;
    Some(Problem::new(Trouble::UnknownWords, words))
}

/// `Ferdinand to Wunstorf. No, not Wunstorf after all, Springe is better`, read as a march to Wunstorf: what is denied is
/// no goal.
fn denied_goal(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let goal = |city: &CityId| {
        said.iter().any(|said| match &said.request {
            Request::Act(Action::MoveVia { via, .. }) => {
                via.last() == Some(city) && said.condition.is_none()
            }
            _ => false,
        })
    };
    let small = |c: &&Chunk| c.any(&[Word::To, Word::Article, Word::At]) && c.cities.is_empty();
    let denied = |at: &usize| {
        let before = chunks[..*at].iter().rev().find(|c| !small(c));
        let not = before.is_some_and(|c| {
            let says_not = c.means(ClubWord::Not) || c.has(Word::Not);
            denies(line, c) || c.is_word() && c.cities.is_empty() && says_not
        });
        not && is_only_a_city(&chunks[*at]) && chunks[*at].cities.iter().any(goal)
    };
    // Of a goal that is said once, what stands before it is read with it.
    let twice = |at: &usize| {
        let same = |c: &Chunk| c.cities == chunks[*at].cities;
        chunks.iter().filter(|c| same(c)).count() > 1
    };
    let at = (1..chunks.len()).filter(twice).find(denied)?;
    let words = line.get(chunks[at].start..).unwrap_or_default().chars().take(60);
    Some(Problem::new(Trouble::UnknownWords, words.collect::<String>()))
}

/// `Schwerin creeps up on Laudon and attacks. The others stay where they are, done`, read as `done` alone: a sentence of
/// its own about a piece that moves now, against an enemy or to a place, and no order has the piece.
fn piece(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    let nation = known.awaits(DecisionKind::Movement)?;
    if !is_only_movement(said) || said.iter().any(|said| said.headed) {
        return None;
    }
    let ordered = |piece: &PieceId| said.iter().any(|said| said.request.ordered().contains(piece));
    let own =
        |c: &Chunk| c.is_train_word() || c.generals.iter().any(|piece| piece.nation() == nation);
    let train_ordered = said.iter().any(|said| match &said.request {
        Request::Act(Action::MoveVia { pieces, .. }) | Request::Stay(pieces) => {
            pieces.is_empty() || pieces.iter().any(|piece| !piece.is_general())
        }
        _ => false,
    });
    let unread = |sentence: &std::ops::Range<usize>| {
        let all = &chunks[sentence.clone()];
        let text = line.get(all[0].start..all[all.len() - 1].end).unwrap_or_default();
        let small = [
            Word::Article,
            Word::Title,
            Word::Filler,
            Word::And,
            Word::Then,
            Word::Yes,
            Word::No,
            Word::Greeting,
        ];
        let told = |c: &Chunk| own(c) || !c.any(&small) && !Little::Denial.is(&c.plain);
        let subject = all.iter().find(|c| c.is_word() && told(c))?;
        let lone = own(subject)
            && subject.guessed.is_none()
            && !(subject.is_train_word() && train_ordered)
            && !subject.generals.iter().any(ordered);
        let enemy = |c: &Chunk| {
            c.generals.iter().any(|piece| !known.is_own(piece.nation())) && c.guessed.is_none()
        };
        let several = all.iter().filter(|c| own(c)).count() > 1;
        let verb = |c: &Chunk| c.has(Word::Attack) || several && c.has(Word::Move);
        // `der Tross aus Koblenz zwei Städte nach`
        let steps = |pair: &[Chunk]| pair[0].count().is_some() && pair[1].has(Word::Steps);
        let from = |pair: &[Chunk]| pair[0].has(Word::From) && is_only_a_city(&pair[1]);
        let train = subject.is_train_word() && all.windows(2).any(|pair| steps(pair) || from(pair));
        // `Heinrich up to there, then`, and nothing was offered him
        let goes = train
            || says(text, ClubWord::UpToThere)
            || all.iter().any(|c| verb(c) && !c.has(Word::Filler))
            || all.windows(2).any(|pair| pair[0].has(Word::To) && is_only_a_city(&pair[1]));
        let aside = [ClubWord::Past, ClubWord::AsBefore];
        let talk = aside.iter().any(|word| says(text, *word))
            || all.iter().any(|c| c.kind == Kind::Question);
        (lone && !talk && (goes || all.iter().any(enemy))).then(|| text.to_owned())
    };
    let words = sentences(chunks).find_map(|sentence| unread(&sentence))?;
    Some(Problem::new(Trouble::UnknownWords, words))
}

/// `The old fellow shuffles on from Saalfeld to Gera. The train stays`, read as the stay alone: somebody is to go from one
/// place to another, and who it is was not read.
fn from_and_to(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    known.awaits(DecisionKind::Movement)?;
    if !is_only_movement(said) || said.is_empty() {
        return None;
    }
    let unread = |sentence: &std::ops::Range<usize>| {
        let all = &chunks[sentence.clone()];
        let led = |word: Word| {
            let pair = |pair: &[Chunk]| {
                let strange = |city: &CityId| !has_its_order(said, known, *city);
                pair[0].has(word) && is_only_a_city(&pair[1]) && pair[1].cities.iter().all(strange)
            };
            all.windows(2).any(pair)
        };
        let text = line.get(all[0].start..all[all.len() - 1].end).unwrap_or_default();
        let talk = says(text, ClubWord::Past) || all.iter().any(|c| c.kind == Kind::Question);
        let named = all.iter().any(|c| !c.generals.is_empty() || c.is_train_word());
        (led(Word::From) && led(Word::To) && !named && !talk).then(|| text.to_owned())
    };
    let words = sentences(chunks).find_map(|sentence| unread(&sentence))?;
    Some(Problem::new(Trouble::MissingPiece, words))
}

/// `If Friedrich turns up at Browne's, first the lowest spade, then stop`, read as nothing or as marches alone: cards beside
/// an enemy and a condition are for a combat; so is giving up beside a combat or an enemy's card: `If Cumberland plays a
/// card, I give up. Ready`.
fn fight(line: &str, chunks: &[Chunk], said: &[Said], known: &Known) -> Option<Problem> {
    let moves =
        |said: &Said| matches!(said.request, Request::Stay(_) | Request::Ready | Request::Wait);
    let marches = |said: &Said| matches!(said.request, Request::Act(Action::MoveVia { .. }));
    if known.awaits(DecisionKind::Play).is_some() || !said.iter().all(|s| moves(s) || marches(s)) {
        return None;
    }
    let enemy = |c: &Chunk| {
        let foreign =
            !c.generals.is_empty() && c.generals.iter().all(|p| !known.is_own(p.nation()));
        foreign && c.guessed.is_none()
    };
    let suits = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];
    let suit = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&suits) && !c.has(Word::Filler);
    // `if Richelieu is the stronger, I play the 13, then the 8`
    let card = |all: &[Chunk]| {
        let valued = |pair: &[Chunk]| {
            let value = pair[1].count().is_some_and(|n| (2..=13).contains(&n));
            value && pair[0].has(Word::Article) && pair[1].ordinal.is_none()
        };
        let plays = |c: &Chunk| c.has(Word::Play) && !c.has(Word::Filler);
        all.iter().any(suit) || all.iter().any(plays) && all.windows(2).any(valued)
    };
    let unread = |sentence: &std::ops::Range<usize>| {
        let all = &chunks[sentence.clone()];
        let text = line.get(all[0].start..all[all.len() - 1].end).unwrap_or_default();
        let asked = all.iter().any(|c| c.kind == Kind::Question);
        // In `If Laudon attacks, the lowest heart. Go on` the condition went to the sentence behind it.
        let binds = said.iter().any(|said| said.condition.is_some());
        let condition = |c: &Chunk| c.is_word() && c.has(Word::If) && !c.has(Word::Filler);
        let gives_up =
            |c: &Chunk| c.has(Word::Stop) && !c.any(&[Word::Filler, Word::Move, Word::Stay]);
        let fights = |c: &Chunk| c.any(&[Word::Duel, Word::Versus]) && !c.has(Word::Filler);
        let against = all.iter().any(enemy) || all.iter().any(fights);
        let told = (binds || all.iter().any(condition))
            && (against && card(all) || against && all.iter().any(gives_up));
        (told && !asked && !says(text, ClubWord::Past)).then(|| text.to_owned())
    };
    let words = sentences(chunks).find_map(|sentence| unread(&sentence))?;
    Some(Problem::new(Trouble::MissingTerms, words))
}

/// `Fine, Pößneck will do then. Done`, read as `done` alone: a city that somebody who moves now can reach is asked about.
fn goal_beside_ready(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    known: &Known,
) -> Option<Problem> {
    let nation = known.awaits(DecisionKind::Movement)?;
    let [Said { request: Request::Ready, turn: None, .. }] = said else { return None };
    let generals = known.generals_on_map(nation);
    let reached = |city: &CityId| generals.iter().any(|p| known.destinations(&[*p]).contains(city));
    sentences(chunks).find_map(|range| {
        let all = &chunks[range];
        let words = all.iter().filter(|c| c.is_word()).count();
        let unknown = all.iter().filter(|c| c.unknown).count();
        let other =
            |c: &Chunk| !c.generals.is_empty() || c.kind == Kind::Question || c.has(Word::Absent);
        let text = line.get(all.first()?.start..all.last()?.end)?;
        let goal = all.iter().any(|c| is_only_a_city(c) && c.cities.iter().any(reached));
        let told = says(text, ClubWord::Past) || unknown > 2 || all.iter().any(other);
        (goal && words <= 8 && !told).then(|| Problem::new(Trouble::MissingPiece, text))
    })
}
