//! A line as groups of words, each of which says one thing: all ways to group them, then the best.

use super::apart::Part;
use super::order_like::order_like;
use super::overlooked::{Step, overlooked};
use super::segment::segments;
use super::swallowed::{self, Alone, CHATTER, FAILED, GROUP, Sense, Stretch};
use crate::game::{Action, CityId, PieceId};
use crate::said::army::recruit;
use crate::said::army::troops;
use crate::said::army::unbought;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::finished;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene, first_means};
use crate::said::chunks::known;
use crate::said::chunks::remark::tells_of_others;
use crate::said::combat::answers;
use crate::said::combat::choice;
use crate::said::combat::clauses;
use crate::said::combat::duel;
use crate::said::combat::everywhere;
use crate::said::combat::targets;
use crate::said::hand::upward;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::march::moves;
use crate::said::march::{way, whole_nation};
use crate::said::table::commands;
use crate::said::table::standing;
use crate::said::table::talk;
use crate::said::{Request, Trouble};

/// What a line comes to.
pub(in crate::said) struct Grouped {
    /// One for each group that was understood, in order.
    pub parsed: Vec<Parsed>,
    /// The first group that is in doubt.
    pub problem: Option<Problem>,
    /// A greeting or the like stands in the line.
    pub chatter: bool,
    /// The problem is one of an order.
    pub order_like: bool,
    /// Which of them what is in doubt changes nothing of; as many as there are.
    pub apart: Vec<bool>,
}

impl Grouped {
    /// What is clear of a line of which something is in doubt, in order, and `ready`, which waits for it.
    pub fn clear(self) -> Vec<Parsed> {
        let asks = |parsed: &Parsed| {
            !parsed.said.is_empty() && parsed.said.iter().all(|(_, request)| request.asks_only())
        };
        let all = self.parsed.into_iter().zip(self.apart);
        all.filter(|(parsed, apart)| *apart || parsed.is_ready() || asks(parsed))
            .map(|(parsed, _)| parsed)
            .collect()
    }
}

/// A group reaches over so many segments at most.
const MOST_SEGMENTS: usize = 10;
/// Those of a duel instruction: terms and cards are many.
const MOST_CLAUSES: usize = 24;
/// What it costs to read a group as nothing where another frame reads something.
const NOTHING: u32 = 6;

/// What is best up to a segment.
#[derive(Clone)]
struct Best {
    cost: u32,
    from: usize,
    outcome: GroupSense,
    last: Vec<PieceId>,
    /// The troops that were given to generals so far in the line.
    allotted: Vec<(PieceId, u8)>,
    /// Where pieces were sent so far.
    sent: Vec<(PieceId, CityId)>,
}

#[derive(Clone)]
enum GroupSense {
    Start,
    Parsed(Parsed),
    Chatter,
    Problem(Problem, bool),
}

impl<'p> Sense<'p> {
    fn of(outcome: &'p GroupSense) -> Sense<'p> {
        match outcome {
            GroupSense::Parsed(parsed) => Sense::Parsed(parsed),
            GroupSense::Problem(..) => Sense::Doubt,
            GroupSense::Chatter | GroupSense::Start => Sense::Talk,
        }
    }
}

/// Groups the chunks of a line, or of what follows a heading or a condition.
pub(in crate::said) fn group(scene: &mut Scene, chunks: &[Chunk]) -> Grouped {
    let segments = segments(scene, chunks);
    let most = if clauses::opens(chunks) { MOST_CLAUSES } else { MOST_SEGMENTS };
    let mut best: Vec<Best> = vec![Best {
        cost: 0,
        from: 0,
        outcome: GroupSense::Start,
        last: scene.last.clone(),
        allotted: scene.allotted.clone(),
        sent: scene.sent.clone(),
    }];
    let mut alone = vec![Alone::default(); segments.len()];
    for end in 1..=segments.len() {
        let mut found: Option<Best> = None;
        for start in (end.saturating_sub(most)..end).rev() {
            let before = &best[start];
            let group = &chunks[segments[start].from..segments[end - 1].to];
            if start > 0 && (opens_bracket(group) || closes_another(group)) {
                continue;
            }
            scene.last.clone_from(&before.last);
            scene.allotted.clone_from(&before.allotted);
            scene.sent.clone_from(&before.sent);
            let begins_joined = segments[start].joined && start > 0;
            let (outcome, mut cost) = evaluate(scene, group, begins_joined);
            let sense = Sense::of(&outcome);
            if start + 1 == end {
                alone[start] = Alone::of(sense);
            }
            if start > 0 && parts_a_pair(chunks, segments[start].from) {
                continue;
            }
            let stretch = Stretch {
                chunks,
                segments: &segments[start..end],
                alone: &alone[start..end],
                begins: start == 0,
            };
            cost += swallowed::cost(scene, sense, &stretch) + before.cost;
            // Of equals the longest group counts.
            if found.as_ref().is_none_or(|known| cost <= known.cost) {
                let last = match &outcome {
                    GroupSense::Parsed(parsed) if !parsed.pieces.is_empty() => {
                        parsed.pieces.clone()
                    }
                    _ => spoken_of(scene, group).unwrap_or_else(|| before.last.clone()),
                };
                let mut allotted = before.allotted.clone();
                allotted.extend(troops_of(&outcome));
                let mut sent = before.sent.clone();
                sent.extend(goals_of(&outcome));
                found = Some(Best { cost, from: start, outcome, last, allotted, sent });
            }
        }
        if let Some(found) = found {
            best.push(found);
        }
    }
    let mut path: Vec<&Best> = Vec::new();
    let mut at = best.len() - 1;
    while at > 0 {
        path.push(&best[at]);
        at = best[at].from;
    }
    path.reverse();
    if let Some(last) = path.last() {
        scene.last.clone_from(&last.last);
    }
    let mut grouped = Grouped {
        parsed: Vec::new(),
        problem: None,
        chatter: false,
        order_like: false,
        apart: Vec::new(),
    };
    let steps: Vec<Step> = path
        .iter()
        .enumerate()
        .map(|(place, step)| Step {
            sense: Sense::of(&step.outcome),
            from: segments[step.from].from,
            to: path.get(place + 1).map_or(chunks.len(), |next| segments[next.from].from),
        })
        .collect();
    if let Some(problem) = overlooked(scene, chunks, &steps) {
        (grouped.problem, grouped.order_like) = (Some(problem), true);
        return grouped;
    }
    let part = |place: usize| {
        let (from, to) =
            (path[place].from, path.get(place + 1).map_or(segments.len(), |next| next.from));
        Part {
            chunks: &chunks[segments[from].from..segments[to - 1].to],
            begins: from == 0 || segments[from].strong,
            ends: segments.get(to).is_none_or(|next| next.strong),
        }
    };
    // `For Cumberland let me think... ok: Cumberland to Goslar`: what was not decided yet is, further on.
    let marches = |request: &Request| matches!(request, Request::Act(Action::MoveVia { .. }));
    let decided = |place: usize| {
        let GroupSense::Problem(problem, _) = &path[place].outcome else { return false };
        let group = part(place).chunks;
        thinks_of(scene, group, problem).is_some_and(|piece| {
            (place + 1..path.len()).any(|other| {
                let next = &path[other];
                let GroupSense::Parsed(parsed) = &next.outcome else { return false };
                let named = |c: &Chunk| c.generals.contains(&piece);
                let goals = goals_of(&next.outcome);
                let sent = |city| goals.iter().any(|(_, goal)| *goal == city);
                let mut cities = group.iter().filter(|c| c.is_plain_city());
                parsed.pieces.contains(&piece)
                    && part(other).chunks.iter().any(named)
                    && parsed.said.iter().any(|(_, request)| marches(request))
                    && cities.all(|c| c.cities.iter().any(|city| sent(*city)))
            })
        })
    };
    let doubts: Vec<usize> = (0..path.len())
        .filter(|place| matches!(path[*place].outcome, GroupSense::Problem(..)))
        .filter(|place| !decided(*place))
        .collect();
    let untouched = |place: usize| {
        doubts.iter().all(|doubt| part(*doubt).leaves(&part(place), *doubt == place + 1))
    };
    for (place, step) in path.iter().enumerate() {
        match &step.outcome {
            GroupSense::Parsed(parsed) => {
                // `to Naklo e basta, with Fermor of course`: that is all for him who goes there.
                let first = &chunks[segments[step.from].from];
                let goes_on = path[place + 1..].iter().any(
                    |next| matches!(&next.outcome, GroupSense::Parsed(next) if !next.pieces.is_empty()),
                );
                let joined = first.has(Word::Ready) && first_means(scene, first, Word::And);
                let talk = place > 0 && matches!(path[place - 1].outcome, GroupSense::Chatter);
                let from = segments[step.from].from;
                let of_talk =
                    place > 0 && finished::is_said_of_talk(scene.line, chunks, from, talk);
                let stops = |(_, request): &(_, Request)| *request == Request::Act(Action::Stop);
                let stopped = !parsed.said.is_empty() && parsed.said.iter().all(stops);
                let over = parsed.is_ready() || stopped;
                if !(parsed.is_ready() && joined && goes_on || over && of_talk) {
                    grouped.parsed.push(parsed.clone());
                    grouped.apart.push(untouched(place));
                }
            }
            GroupSense::Problem(..) if !doubts.contains(&place) => grouped.chatter = true,
            GroupSense::Problem(problem, order_like) => {
                if grouped.problem.is_none() || *order_like && !grouped.order_like {
                    grouped.problem = Some(problem.clone());
                }
                grouped.order_like |= *order_like;
            }
            GroupSense::Chatter => grouped.chatter = true,
            GroupSense::Start => {}
        }
    }
    if grouped.parsed.is_empty()
        && matches!(grouped.problem, Some(Problem::NotUnderstood { .. }))
        && let Some(question) = way::undecided(scene, chunks)
    {
        grouped.problem = Some(question);
    }
    // `Friedrich 7, Winterfeldt`
    let troops = |parsed: &Parsed| {
        let counts = |request: &Request| {
            matches!(request, Request::Act(Action::Allot { .. } | Action::Redistribute { .. }))
        };
        parsed.said.iter().any(|(_, request)| counts(request))
    };
    if let Some(Problem::NotUnderstood { trouble, .. }) = &mut grouped.problem
        && matches!(trouble, Trouble::Unknown | Trouble::MissingCity)
        && grouped.parsed.iter().any(troops)
    {
        *trouble = Trouble::MissingTroops;
    }
    grouped
}

/// The piece of the writer's own of whom a group only speaks, in words that no order has: no number, nothing that binds or
/// denies.
fn thinks_of(scene: &Scene, group: &[Chunk], problem: &Problem) -> Option<PieceId> {
    let vague = [Trouble::Unknown, Trouble::UnknownWords, Trouble::MissingCity];
    let Problem::NotUnderstood { trouble, .. } = problem else { return None };
    let bound = [
        Word::Not,
        Word::If,
        Word::Unless,
        Word::Or,
        Word::Until,
        Word::Stay,
        Word::Train,
        Word::Attack,
        Word::Duel,
        Word::Recruit,
        Word::Rest,
    ];
    let orders = |c: &Chunk| {
        c.number.is_some() && !c.has(Word::Article)
            || c.any(&bound) && !c.has(Word::Filler)
            || matches!(c.kind, Kind::Question | Kind::Colon | Kind::Arrow)
    };
    let known = scene.known?;
    let own = |c: &&Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let mut named = group.iter().filter(own);
    let [piece] = named.next()?.generals.as_slice() else { return None };
    let alone = named.next().is_none() && vague.contains(trouble);
    (alone && !group.iter().any(orders)).then_some(*piece)
}

/// Whether a group begins with a bracket and goes on behind it: what stands in brackets belongs to what
/// stands before them.
fn opens_bracket(group: &[Chunk]) -> bool {
    let says = |c: &Chunk| c.is_word() || c.number.is_some();
    group.first().is_some_and(|c| c.kind == Kind::Open)
        && group
            .iter()
            .position(|c| c.kind == Kind::Close)
            .is_some_and(|close| group[close..].iter().any(says))
}

/// The general of one's own with whom talk begins: `Dohna had better keep an eye on the Swede, so he goes to …`, `Poor old Keith`.
fn spoken_of(scene: &Scene, group: &[Chunk]) -> Option<Vec<PieceId>> {
    let known = scene.known?;
    let small = [Word::Article, Word::Title, Word::Filler, Word::And, Word::Then];
    let mut strange = 0;
    let first = group.iter().find(|c| {
        // What he is like, in a word or two.
        let like = c.unknown && c.generals.is_empty() && strange < 2;
        strange += u8::from(like);
        c.is_word() && !like && (!c.any(&small) || !c.generals.is_empty())
    })?;
    let piece = first.generals.iter().find(|piece| known.is_own(piece.nation()))?;
    let own = |c: &&Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let alone = group.iter().filter(own).count() == 1 && first.guessed.is_none();
    alone.then(|| vec![*piece])
}

/// The troops that a group gives to generals.
fn troops_of(outcome: &GroupSense) -> Vec<(PieceId, u8)> {
    let GroupSense::Parsed(parsed) = outcome else { return Vec::new() };
    let troops = |(_, request): &(_, Request)| match request {
        Request::Act(Action::Allot { troops }) => troops.clone(),
        _ => Vec::new(),
    };
    parsed.said.iter().flat_map(troops).collect()
}

/// Where a group sends pieces.
fn goals_of(outcome: &GroupSense) -> Vec<(PieceId, CityId)> {
    let GroupSense::Parsed(parsed) = outcome else { return Vec::new() };
    parsed.said.iter().flat_map(|(_, request)| goals(request)).collect()
}

/// Where a request sends pieces, each with its goal.
pub(in crate::said) fn goals(request: &Request) -> Vec<(PieceId, CityId)> {
    match request {
        Request::Act(Action::MoveVia { pieces, via }) => {
            via.last().map(|goal| pieces.iter().map(|piece| (*piece, *goal)).collect())
        }
        _ => None,
    }
    .unwrap_or_default()
}

/// Whether a group begins within a bracket and goes on behind it: `… (via Trübau, Wildenschwert) and Laudon stays`.
fn closes_another(group: &[Chunk]) -> bool {
    let says = |c: &Chunk| c.is_word() || c.number.is_some();
    let first = group.iter().position(|c| matches!(c.kind, Kind::Open | Kind::Close));
    first.is_some_and(|at| {
        group[at].kind == Kind::Close
            && group[..at].iter().any(says)
            && group[at..].iter().any(says)
    })
}

/// Whether two who are together, or of whom nothing was said yet, would be parted here: `The two at Schlochau, that is Saltikov | and Fermor, march …`.
fn parts_a_pair(chunks: &[Chunk], at: usize) -> bool {
    let Some((one, before)) = chunks[..at].split_last() else { return false };
    let joins = chunks[at].has(Word::And) && chunks[at].generals.is_empty();
    let small = |c: &&Chunk| c.is_word() && c.any(&[Word::Article, Word::Title]);
    let other = chunks[at + 1..].iter().find(|c| !small(c) || !c.generals.is_empty());
    let named = |c: &Chunk| !c.generals.is_empty() && c.is_word();
    if !joins || !named(one) || !other.is_some_and(named) {
        return false;
    }
    // `We keep Saltikov and Fermor together and bring them to Belgard`
    let behind = chunks[at + 1..].iter().position(named).map(|second| at + 2 + second);
    if behind.and_then(|at| chunks.get(at)).is_some_and(|c| c.has(Word::Together)) {
        return true;
    }
    let ends = |c: &&Chunk| !c.is_word() && c.number.is_none() && c.kind != Kind::Open;
    let led = before.iter().rev().take_while(|c| !ends(c));
    let says = |c: &Chunk| {
        let verbs = [Word::Move, Word::Stay, Word::To, Word::Via, Word::At, Word::Not, Word::And];
        c.any(&verbs) && !c.any(&[Word::Filler, Word::Then]) || named(c) || c.number.is_some()
    };
    !led.into_iter().any(says)
}

/// What a group is at its best, and what that costs.
fn evaluate(scene: &Scene, group: &[Chunk], joined: bool) -> (GroupSense, u32) {
    #[cfg(test)]
    crate::said::property_tests::count(group.len());
    let group = trimmed(group, joined);
    if group.is_empty() {
        return (GroupSense::Chatter, 1);
    }
    if group.len() > 120 {
        return (
            GroupSense::Problem(Problem::new(Trouble::TooLong, scene.words(group)), true),
            FAILED,
        );
    }
    // A number of the menu that must be asked about is no card either.
    if let Some(Err(asked)) = choice(scene, group) {
        return (GroupSense::Problem(asked, true), GROUP);
    }
    let mut best: Option<(Parsed, u32)> = None;
    let mut problem: Option<Problem> = None;
    let mut question = false;
    for frame in FRAMES {
        match frame(scene, group) {
            None => {}
            Some(Ok(parsed)) => {
                // `I'm away until Monday, don't worry if I'm slow`: what says nothing is not what was meant.
                let nothing =
                    parsed.said.is_empty() && parsed.pieces.is_empty() && parsed.also.is_empty();
                let cost = GROUP + parsed.cost + if nothing { NOTHING } else { 0 };
                if best.as_ref().is_none_or(|(_, known)| cost < *known) {
                    best = Some((parsed, cost));
                }
            }
            Some(Err(found)) => {
                let asks = matches!(found, Problem::Question { .. });
                let specific = !matches!(
                    found,
                    Problem::NotUnderstood {
                        trouble: Trouble::MissingPiece | Trouble::Unknown,
                        ..
                    }
                );
                if problem.is_none()
                    || asks && !question
                    || specific && !question && vague(&problem)
                {
                    problem = Some(found);
                }
                question |= asks;
            }
        }
    }
    if let Some((parsed, cost)) = best {
        let tells = tells_of_others(scene, group, &parsed);
        return (if tells { GroupSense::Chatter } else { GroupSense::Parsed(parsed) }, cost);
    }
    let words = group.iter().filter(|c| c.is_word()).count() as u32;
    let like = order_like(scene, group, problem.as_ref());
    if !like {
        return (GroupSense::Chatter, CHATTER + words / 2);
    }
    let problem = problem.unwrap_or_else(|| commands::unknown(scene, group));
    // The less of a line is in doubt, the better.
    let subjects = match problem {
        Problem::Question { .. } => 0,
        Problem::NotUnderstood { trouble: Trouble::CountDisagrees { .. }, .. } => 0,
        Problem::NotUnderstood { .. } => {
            group.iter().filter(|c| !c.generals.is_empty() || c.has(Word::Train)).count()
        }
    };
    (GroupSense::Problem(problem, true), FAILED + 2 * GROUP * subjects as u32)
}

fn vague(problem: &Option<Problem>) -> bool {
    matches!(
        problem,
        Some(Problem::NotUnderstood { trouble: Trouble::MissingPiece | Trouble::Unknown, .. })
    )
}

/// The frames; where two cost the same, the earlier one counts.
const FRAMES: [fn(&Scene, &[Chunk]) -> Framed; 18] = [
    choice,
    talk::votes,
    talk::absences,
    super::battle::frame,
    duel::frame,
    commands::frame,
    unbought::frame,
    standing::frame,
    whole_nation::frame,
    upward::frame,
    answers::cards,
    recruit::frame,
    troops::frame,
    targets::attack,
    targets::place,
    answers::refusal,
    moves::frame,
    everywhere::frame,
];

fn choice(scene: &Scene, chunks: &[Chunk]) -> Framed {
    // `fight Daun: up to -3`: a number behind other words is none of a menu.
    let first = chunks.first()?.start;
    if scene.line.len() > 30 || scene.line.get(..first)?.contains(char::is_alphanumeric) {
        return None;
    }
    // There is no menu at set-up: `7, 7, 6` are troops.
    if scene.known.is_some_and(known::Known::is_set_up) {
        return None;
    }
    choice::frame(scene, chunks)
}

/// Without punctuation and joining words at its ends.
fn trimmed(group: &[Chunk], joined: bool) -> &[Chunk] {
    let ends = |c: &Chunk| !c.is_word() && c.number.is_none() && !matches!(c.kind, Kind::Suit(_));
    let mut from = 0;
    let mut to = group.len();
    while from < to && (ends(&group[from]) && group[from].kind != Kind::Plus) {
        from += 1;
    }
    while to > from && ends(&group[to - 1]) && group[to - 1].kind != Kind::Question {
        to -= 1;
    }
    // `…, and forget about Schwerin`
    let cancels = group.get(from + 1).is_some_and(|c| c.has(Word::Cancel));
    if (joined || cancels)
        && from < to
        && group[from].any(&[Word::And, Word::While])
        && group[from].cities.is_empty()
    {
        from += 1;
    }
    &group[from..to]
}
