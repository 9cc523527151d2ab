//! The way of a move: which of the pieces and cities that its words could mean are meant.

use super::found::{Found, Place, Role};
use crate::game::{Action, CityId, DecisionKind, PieceId, board};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Problem, Scene, narrow};
use crate::said::chunks::known::Known;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Trouble};

/// The longest way that any piece goes in one move (R4.1, with 9 of clubs).
const LONGEST_WAY: u8 = 5;
/// The longest way of an ordinary move: three cities, or four of a main road (R4.1).
const LONGEST_WALK: u32 = 4;

/// The pieces that move: of several trains the one that stands where the way begins.
pub(in crate::said) fn subject(scene: &Scene, found: &mut Found) -> Result<Vec<PieceId>, Problem> {
    let Some(known) = scene.known else { return Ok(Vec::new()) };
    let mut pieces: Vec<PieceId> = Vec::new();
    for all in &found.subject {
        let mut all = all.clone();
        if all.len() > 1 {
            let named: Vec<CityId> =
                found.places.iter().flat_map(|place| place.all.iter().copied()).collect();
            narrow(&mut all, |piece| known.position(piece).is_some_and(|c| named.contains(&c)));
            // One that can get there.
            narrow(&mut all, |piece| {
                known.destinations(&[piece]).iter().any(|city| named.contains(city))
            });
        }
        match all.as_slice() {
            [only] => {
                if !pieces.contains(only) {
                    pieces.push(*only);
                }
            }
            // `trains stay`: all of them.
            trains
                if (found.stays || found.not)
                    && found.places.is_empty()
                    && trains.iter().all(|piece| !piece.is_general()) =>
            {
                pieces.extend(trains);
            }
            several => {
                // The same train of two nations.
                let mut names: Vec<&str> = several.iter().map(|piece| piece.name()).collect();
                names.dedup();
                if let [name] = names[..] {
                    let nation = |piece: &PieceId| Candidate::Nation(piece.nation());
                    return Err(Problem::Question {
                        doubt: Doubt::Nation,
                        words: name.to_owned(),
                        candidates: several.iter().map(nation).collect(),
                    });
                }
                return Err(Problem::Question {
                    doubt: Doubt::Piece,
                    words: several.first().map_or(String::new(), |p| p.name().to_owned()),
                    candidates: several.iter().copied().map(Candidate::Piece).collect(),
                });
            }
        }
    }
    Ok(pieces)
}

/// `Keith or Lehwaldt to …`: asks which of them.
pub(in crate::said) fn or_question(found: &Found, scene: &Scene, chunks: &[Chunk]) -> Problem {
    let goal = found
        .places
        .iter()
        .rev()
        .find(|place| matches!(place.role, Role::To | Role::None | Role::At))
        .and_then(|place| place.all.first().copied());
    let candidates = found
        .subject
        .iter()
        .filter_map(|all| all.first())
        .map(|piece| match goal {
            Some(goal) => Candidate::march(&[*piece], goal),
            None => Candidate::Piece(*piece),
        })
        .collect();
    Problem::Question { doubt: Doubt::Piece, words: scene.words(chunks), candidates }
}

/// `Kamenz would be good, or Muskau, can't decide`: of two goals that are possible, which is asked, whatever else is said.
pub(in crate::said) fn undecided(scene: &Scene, chunks: &[Chunk]) -> Option<Problem> {
    let known = scene.known?;
    let other = [Word::If, Word::Train, Word::Duel, Word::Recruit, Word::Pay];
    let or = |c: &Chunk| c.any(&[Word::Or, Word::Unless]) && !c.any(&[Word::To, Word::At]);
    if !chunks.iter().any(or) || chunks.iter().any(|c| c.any(&other) && c.plain.len() > 3) {
        return None;
    }
    let mut named: Vec<CityId> = Vec::new();
    let cities = chunks.iter().filter(|c| c.is_plain_city()).flat_map(|c| c.cities.clone());
    cities.for_each(|city| {
        if !named.contains(&city) {
            named.push(city)
        }
    });
    let mut generals = chunks.iter().flat_map(|c| c.generals.iter().copied());
    let (first, more) = (generals.next(), generals.next());
    let possible: Vec<Candidate> = if let Some(nation) = known.awaits(DecisionKind::Retreat) {
        let offered = known.offered_cities(nation, DecisionKind::Retreat);
        named.retain(|city| offered.contains(city));
        named.iter().map(|to| Candidate::Order(Action::Retreat { to: *to })).collect()
    } else {
        known.awaits(DecisionKind::Movement)?;
        let piece = first.filter(|_| more.is_none())?;
        let there = known.destinations(&[piece]);
        named.retain(|city| there.contains(city));
        named.iter().map(|city| Candidate::march(&[piece], *city)).collect()
    };
    let (doubt, words) = (Doubt::City, scene.words(chunks));
    (possible.len() > 1).then_some(Problem::Question { doubt, words, candidates: possible })
}

/// The cities of the way in order, the goal last.
pub(in crate::said) fn way(
    known: &Known,
    pieces: &[PieceId],
    found: &Found,
    start: Option<CityId>,
    scene: &Scene,
    chunks: &[Chunk],
) -> Result<Vec<CityId>, Problem> {
    let mut goal: Option<usize> = None;
    let stands = |place: &Place| start.is_some_and(|city| place.all.contains(&city));
    let explicit = found.places.iter().any(|place| place.role == Role::To && !stands(place));
    let mut order: Vec<usize> = Vec::new();
    for (at, place) in found.places.iter().enumerate() {
        match place.role {
            // Italian `da` is also the way over.
            Role::From
                if start.is_some()
                    && !stands(place)
                    && scene.tongues.first() == crate::said::Language::Italian =>
            {
                order.push(at);
            }
            Role::From => continue,
            // `Keith to Strehlen via Brieg`: there and back.
            Role::To
                if stands(place)
                    && at == 0
                    && found.places[1..].iter().all(|p| p.role == Role::Via) =>
            {
                order.push(at);
            }
            _ if stands(place) && at == 0 && found.places.len() > 1 => continue,
            // `Friedrich (Pirna) to Dresden`, `from Brandenburg`
            Role::At if stands(place) => continue,
            Role::None if place.open && stands(place) => continue,
            _ => order.push(at),
        }
    }
    // Where to: the last that is said to be it, else the last that is not on the way. What stands in
    // brackets or behind `via` after it lies on the way.
    for at in &order {
        let place = &found.places[*at];
        let candidate = match place.role {
            Role::To => true,
            Role::At | Role::None => {
                !(place.open && goal.is_some())
                    && !(explicit
                        && place.role == Role::At
                        && goal.is_some_and(|g| found.places[g].role == Role::To))
            }
            _ => false,
        };
        if candidate {
            goal = Some(*at);
        }
    }
    if found.or_places {
        let mut candidates: Vec<Candidate> = order
            .iter()
            .map(|at| &found.places[*at])
            .filter_map(|place| {
                let mut all = place.all.clone();
                narrow(&mut all, |city| known.destinations(pieces).contains(&city));
                all.first().copied()
            })
            .map(|city| Candidate::march(pieces, city))
            .collect();
        // `to Zossen... or Fürstenwalde, yes, Fürstenwalde`
        candidates.dedup();
        return Err(Problem::Question {
            doubt: Doubt::City,
            words: scene.words(chunks),
            candidates,
        });
    }
    // `Heinrich by Potsdam`, `via Eberswalde -> Angermünde`: no other goal is said.
    // `Oh, by Nakło`, of an order that waits, tells the way and no goal.
    let named = chunks.iter().any(|c| !c.generals.is_empty() || c.has(Word::Train));
    let last = order.last().copied().filter(|_| !found.stays && (named || !scene.held));
    // `takes the road of Oppeln, through Grottkau`: which of two on the way is the goal, is not said.
    let led = |at: usize| at > 0 && chunks[at - 1].has(Word::Via) && !chunks[at - 1].has(Word::To);
    let mut all = (0..chunks.len()).filter(|at| chunks[*at].is_plain_city()).peekable();
    if goal.is_none() && order.len() == 2 && all.peek().is_some() && all.all(led) && !found.stays {
        let cities = order.iter().filter_map(|at| found.places[*at].all.first().copied());
        let candidates = cities.map(|city| Candidate::march(pieces, city)).collect();
        return Err(Problem::Question {
            doubt: Doubt::City,
            words: scene.words(chunks),
            candidates,
        });
    }
    let Some(goal) = goal.or(last.filter(|at| found.places[*at].role == Role::Via)) else {
        let trouble = Trouble::MissingCity;
        return Err(Problem::new(trouble, scene.words(chunks)));
    };
    let named = order.clone();
    order.retain(|at| *at != goal);
    order.push(goal);
    let cities = settled(known, pieces, start, &found.places, &order)?;
    Ok(walkable(known, pieces, start, found, &named, &cities).unwrap_or(cities))
}

/// The only order of the cities in which the pieces can walk, where the words leave open which of them is the
/// goal and the order that is likeliest cannot be walked: `to Stendal. Way: Genthin, Tangermünde`.
fn walkable(
    known: &Known,
    pieces: &[PieceId],
    start: Option<CityId>,
    found: &Found,
    named: &[usize],
    likeliest: &[CityId],
) -> Option<Vec<CityId>> {
    let start = start?;
    let role = |at: &usize| found.places[*at].role;
    let goals = named.iter().filter(|at| role(at) == Role::To).count();
    let vague = named.iter().any(|at| matches!(role(at), Role::None | Role::At));
    if named.len() < 2 || goals < 2 && !vague {
        return None;
    }
    let reach = known.destinations(pieces);
    let length = |cities: &[CityId]| -> u32 {
        let from = std::iter::once(start).chain(cities.iter().copied());
        from.zip(cities).map(|(from, to)| u32::from(board().distance(from, *to))).sum()
    };
    let walks = |cities: &[CityId]| {
        cities.last().is_some_and(|goal| reach.contains(goal)) && length(cities) <= LONGEST_WALK
    };
    // Who stands in the way may have gone by then; the cities stay where they are.
    if length(likeliest) <= LONGEST_WALK || walks(likeliest) {
        return None;
    }
    let last_is = |goal: usize| {
        let mut order: Vec<usize> = named.iter().copied().filter(|at| *at != goal).collect();
        order.push(goal);
        order
    };
    let first_goal = named.iter().find(|at| role(at) == Role::To).or(named.first());
    let mut ways: Vec<Vec<CityId>> = [Some(named.to_vec()), first_goal.map(|goal| last_is(*goal))]
        .into_iter()
        .flatten()
        .filter_map(|order| settled(known, pieces, Some(start), &found.places, &order).ok())
        .filter(|cities| walks(cities))
        .collect();
    ways.dedup();
    let [_] = ways.as_slice() else { return None };
    ways.pop()
}

/// Chooses among the cities a name could mean: the goal among those the pieces can reach, the others
/// among those that are near and beside what stands before and behind them.
fn settled(
    known: &Known,
    pieces: &[PieceId],
    start: Option<CityId>,
    places: &[Place],
    order: &[usize],
) -> Result<Vec<CityId>, Problem> {
    let mut cities: Vec<CityId> = Vec::new();
    for (rank, at) in order.iter().enumerate() {
        let mut all = places[*at].all.clone();
        if all.len() > 1 && rank + 1 == order.len() {
            let reach = known.destinations(pieces);
            narrow(&mut all, |city| reach.contains(&city));
        }
        if all.len() > 1 {
            let near = |city| start.is_some_and(|s| board().distance(s, city) <= LONGEST_WAY);
            narrow(&mut all, near);
        }
        if all.len() > 1 {
            let before = cities.last().copied().or(start);
            let behind = order.get(rank + 1).and_then(|at| match places[*at].all.as_slice() {
                [only] => Some(*only),
                _ => None,
            });
            narrow(&mut all, |city| {
                [before, behind].iter().flatten().any(|other| board().adjacent(*other, city))
            });
        }
        match all.as_slice() {
            [city] => {
                if cities.last() != Some(city) {
                    cities.push(*city);
                }
            }
            several => {
                return Err(Problem::Question {
                    doubt: Doubt::City,
                    words: places[*at].words.clone(),
                    candidates: several.iter().copied().map(Candidate::City).collect(),
                });
            }
        }
    }
    Ok(cities)
}
