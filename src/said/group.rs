//! A line as groups of words, each of which says one thing: all ways to group them, then the best.

use super::chunk::Chunk;
use super::frame::{Framed, Parsed, Problem, Scene, first_means};
use super::order_like::order_like;
use super::remark::tells_of_others;
use super::segment::{Segment, segments};
use super::text::Kind;
use super::words::Word;
use super::{
    Request, Trouble, answers, commands, duel, everywhere, moves, recruit, talk, targets, troops,
};
use crate::game::{Action, PieceId};

/// What a line comes to.
pub(super) struct Grouped {
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
/// What each group costs.
const GROUP: u32 = 10;
/// What each full stop, semicolon or question mark within a group costs.
const OVER_PERIOD: u32 = 11;
/// What a group that is only talk costs, and each further segment in it.
const CHATTER: u32 = 13;
/// What a group that is in doubt costs: more than any way to read it.
const FAILED: u32 = 1000;

/// What is best up to a segment.
#[derive(Clone)]
struct Best {
    cost: u32,
    from: usize,
    outcome: GroupSense,
    last: Vec<PieceId>,
    /// The troops that were given to generals so far in the line.
    allotted: Vec<(PieceId, u8)>,
}

#[derive(Clone)]
enum GroupSense {
    Start,
    Parsed(Parsed),
    Chatter,
    Problem(Problem, bool),
}

/// Groups the chunks of a line, or of what follows a heading or a condition.
pub(super) fn group(scene: &mut Scene, chunks: &[Chunk]) -> Grouped {
    let segments = segments(scene, chunks);
    let most = if duel::opens(chunks) { MOST_CLAUSES } else { MOST_SEGMENTS };
    let mut best: Vec<Best> = vec![Best {
        cost: 0,
        from: 0,
        outcome: GroupSense::Start,
        last: scene.last.clone(),
        allotted: scene.allotted.clone(),
    }];
    // Segments that are a march or `ready` by themselves: no talk swallows them.
    let mut clear = vec![false; segments.len()];
    let (mut stays, mut ballots) = (clear.clone(), clear.clone());
    for end in 1..=segments.len() {
        let mut found: Option<Best> = None;
        for start in (end.saturating_sub(most)..end).rev() {
            let before = &best[start];
            let group = &chunks[segments[start].from..segments[end - 1].to];
            if start > 0 && (opens_bracket(group) || closes_another(group)) {
                continue;
            }
            let strong = segments[start + 1..end].iter().filter(|s| s.strong).count() as u32;
            let of_two = |second: usize| {
                let (from, to) = (segments[start].from, segments[end - 1].to);
                let (first, rest) = chunks[from..to].split_at(segments[second].from - from);
                segments[second].strong && say_two_things(scene, first, rest)
            };
            let of_two = (start + 1..end).any(of_two);
            scene.last.clone_from(&before.last);
            scene.allotted.clone_from(&before.allotted);
            let begins_joined = segments[start].joined && start > 0;
            let (outcome, mut cost) = evaluate(scene, group, begins_joined);
            if start + 1 == end {
                clear[start] = matches!(&outcome, GroupSense::Parsed(parsed) if is_clear(parsed));
                stays[start] = matches!(&outcome, GroupSense::Parsed(parsed) if is_stay(parsed));
                ballots[start] = matches!(&outcome, GroupSense::Parsed(parsed) if votes(parsed));
            }
            if matches!(outcome, GroupSense::Chatter) {
                if clear[start..end].contains(&true) {
                    cost += FAILED;
                }
                // Talk is short, so that no order hides in it; names are seldom talk.
                let named = group.iter().filter(|c| !c.generals.is_empty() || c.is_plain_city());
                cost += (end - start - 1) as u32 * CHATTER + named.count() as u32 * 8;
            }
            // `Keith takes Glatz, and Schwerin guards Strehlen`: who is ordered by himself is not swallowed.
            let orders = (start..end).filter(|at| clear[*at] || stays[*at]);
            let of = |at: usize| named(&chunks[segments[at].from..segments[at].to]);
            // `Keith leaves Schwerin and goes to Neisse` orders one of them.
            let parts = group.iter().any(|c| c.has(Word::Part));
            let mut all = orders.map(of).filter(|pieces| !pieces.is_empty() && !parts);
            if let (GroupSense::Parsed(_), Some(first)) = (&outcome, all.next())
                && all.any(|pieces| !pieces.iter().any(|piece| first.contains(piece)))
            {
                cost += 2 * GROUP;
            }
            // `I'm for the pause, and Keith to Glatz`: no march swallows a ballot.
            if matches!(&outcome, GroupSense::Parsed(parsed) if is_clear(parsed))
                && ballots[start..end].contains(&true)
            {
                cost += 2 * GROUP;
            }
            // `Train 1 to Jungbunzlau, and Lacy gets a troop for 8D`: a march is no part of what is bought.
            let buys =
                |(_, request): &(_, Request)| matches!(request, Request::Act(Action::Recruit(_)));
            if let GroupSense::Parsed(parsed) = &outcome
                && parsed.said.iter().any(buys)
                && start + 1 < end
                && (start..end)
                    .any(|at| clear[at] && names_piece(&chunks[segments[at].from..segments[at].to]))
            {
                cost += 2 * GROUP;
            }
            // A doubt that reaches over sentences that are clear is a worse one.
            let either = || group.iter().any(|c| c.has(Word::Or) && !c.has(Word::Filler));
            if matches!(outcome, GroupSense::Problem(..)) && start + 1 < end && !either() {
                cost += clear[start..end].iter().filter(|clear| **clear).count() as u32 * 3 * GROUP;
            }
            // `Laudon to Grottkau. If it comes to a fight, he plays 5D`: an instruction swallows no sentence that is a
            // march, and a question nothing that stands behind its mark.
            if let GroupSense::Parsed(parsed) = &outcome
                && strong > 0
                && (instructs(parsed)
                    && (clear[start..end].contains(&true) || stays[start..end].contains(&true))
                    || asks(parsed) && behind_question(&segments[start..end], chunks))
            {
                cost += FAILED;
            }
            // `Browne goes to attack Dresden. Daun to Glatz`: what of the first sentence is not read joins none of the second.
            if of_two && matches!(&outcome, GroupSense::Parsed(parsed) if is_clear(parsed)) {
                cost += FAILED;
            }
            // `… take Dresden, by way of Meissen, Heinrich follows`: a way belongs to the march before it.
            let next = segments.get(start + 1).filter(|_| start + 1 < end);
            if start > 0
                && !segments[start].strong
                && is_way(&chunks[segments[start].from..segments[start].to])
                && next.is_some_and(|next| begins_with_piece(&chunks[next.from..next.to]))
            {
                cost += 1;
            }
            cost += strong * OVER_PERIOD + before.cost;
            // Of equals the longest group counts.
            if found.as_ref().is_none_or(|known| cost <= known.cost) {
                let last = match &outcome {
                    GroupSense::Parsed(parsed) if !parsed.pieces.is_empty() => {
                        parsed.pieces.clone()
                    }
                    _ => before.last.clone(),
                };
                let mut allotted = before.allotted.clone();
                allotted.extend(troops_of(&outcome));
                found = Some(Best { cost, from: start, outcome, last, allotted });
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
    // `Heinrich is sent against the Swedes: Prenzlau, Pasewalk`: nobody chats so.
    if path.iter().all(|step| matches!(step.outcome, GroupSense::Chatter))
        && lists_a_way(scene, chunks)
    {
        grouped.problem = Some(Problem::new(Trouble::UnknownWords, scene.words(chunks)));
        grouped.order_like = true;
        return grouped;
    }
    let until = |place: usize| path.get(place + 1).map_or(segments.len(), |next| next.from);
    let words_of =
        |place: usize| &chunks[segments[path[place].from].from..segments[until(place) - 1].to];
    let doubts: Vec<usize> = (0..path.len())
        .filter(|place| matches!(path[*place].outcome, GroupSense::Problem(..)))
        .collect();
    // Whether a group in doubt leaves what another says as it is.
    let leaves = |doubt: usize, place: usize| {
        let group = words_of(doubt);
        // `Laudon cannot reach Neisse. Laudon to Freudenthal.`
        let from = path[doubt].from;
        let is_sentence = (from == 0 || segments[from].strong)
            && segments.get(until(doubt)).is_none_or(|next| next.strong)
            && group.iter().any(|c| {
                !c.generals.is_empty() || c.any(&[Word::Everybody, Word::Rest, Word::Train])
            })
            && !group.iter().any(|c| c.any(&[Word::If, Word::Else, Word::Wait, Word::Cancel]));
        if is_sentence || stands_apart(group) {
            return true;
        }
        // `to Tetschen the two, Laudon to Troppau`: it has no subject, but the other has one of its own.
        let other = words_of(place);
        let joins = doubt == place + 1 && !segments[from].strong;
        let own = named(other);
        !joins && !binds(group) && !own.is_empty() && !named(group).iter().any(|g| own.contains(g))
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
                if !(parsed.is_ready() && joined && goes_on) {
                    grouped.parsed.push(parsed.clone());
                    grouped.apart.push(doubts.iter().all(|doubt| leaves(*doubt, place)));
                }
            }
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
        && let Some(question) = super::way::undecided(scene, chunks)
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

/// Whether a piece of one's own stands before a colon or bracket, and nothing but cities behind it.
fn lists_a_way(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let Some(mark) = chunks.iter().rposition(|c| matches!(c.kind, Kind::Colon | Kind::Open)) else {
        return false;
    };
    let own = |c: &Chunk| {
        c.guessed.is_none() && c.generals.iter().any(|piece| known.is_own(piece.nation()))
    };
    let words = || chunks[mark..].iter().filter(|c| c.is_word() || c.number.is_some());
    chunks[..mark].iter().any(own)
        && words().next().is_some()
        && words()
            .all(|c| c.is_plain_city() && c.meanings.is_empty() || c.any(&[Word::And, Word::Then]))
        && words().any(Chunk::is_plain_city)
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

/// The troops that a group gives to generals.
fn troops_of(outcome: &GroupSense) -> Vec<(PieceId, u8)> {
    let GroupSense::Parsed(parsed) = outcome else { return Vec::new() };
    let troops = |(_, request): &(_, Request)| match request {
        Request::Act(Action::Allot { troops }) => troops.clone(),
        _ => Vec::new(),
    };
    parsed.said.iter().flat_map(troops).collect()
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

/// Whether a group is a march or `ready`.
fn is_clear(parsed: &Parsed) -> bool {
    let march = |request: &Request| matches!(request, Request::Act(Action::MoveVia { .. }));
    parsed.said.iter().any(|(_, request)| march(request)) || parsed.is_ready()
}

fn named(chunks: &[Chunk]) -> Vec<PieceId> {
    chunks.iter().flat_map(|c| c.generals.iter().copied()).collect()
}

fn names_piece(chunks: &[Chunk]) -> bool {
    chunks.iter().any(|c| !c.generals.is_empty() || c.has(Word::Train))
}

/// Whether a group says of named pieces that they stay.
fn is_stay(parsed: &Parsed) -> bool {
    let stays = |request: &Request| matches!(request, Request::Stay(pieces) if !pieces.is_empty());
    parsed.said.iter().any(|(_, request)| stays(request))
}

/// Whether a group is a ballot.
fn votes(parsed: &Parsed) -> bool {
    parsed.said.iter().any(|(_, request)| matches!(request, Request::Vote { .. }))
}

/// Whether a group is an instruction for a combat.
fn instructs(parsed: &Parsed) -> bool {
    parsed.said.iter().any(|(_, request)| matches!(request, Request::Instruct(_)))
}

/// Whether a group asks where somebody can go.
fn asks(parsed: &Parsed) -> bool {
    parsed.said.iter().any(|(_, request)| matches!(request, Request::WhereCan(_)))
}

/// Whether something stands behind a question mark in these segments.
fn behind_question(segments: &[Segment], chunks: &[Chunk]) -> bool {
    let ends = |segment: &Segment| chunks[segment.to - 1].kind == Kind::Question;
    segments.split_last().is_some_and(|(_, before)| before.iter().any(ends))
}

/// Words that change what stands beside them.
const BINDING: [Word; 7] =
    [Word::Not, Word::If, Word::Else, Word::Or, Word::Wait, Word::Cancel, Word::Impossible];

fn binds(group: &[Chunk]) -> bool {
    group.iter().any(|c| c.any(&BINDING) && c.generals.is_empty() && !c.has(Word::Filler))
}

/// Whether a piece of one's own and a place are named here, as in a whole sentence.
fn says_whole(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    chunks.iter().any(own) && chunks.iter().any(Chunk::is_plain_city)
}

/// Whether two sentences have nothing to do with each other: `Browne goes to Dresden. Daun to Glatz`, `Keith: with him.
/// Dohna: Stargard`, `Heinrich to Cottbus. In Hanover nothing`.
fn say_two_things(scene: &Scene, first: &[Chunk], rest: &[Chunk]) -> bool {
    let along = |c: &Chunk| c.any(&[Word::With, Word::Pronoun]);
    let named = first.iter().any(|c| !c.generals.is_empty());
    let whole = says_whole(scene, rest)
        && (first.iter().any(Chunk::is_plain_city) || named && first.iter().any(along));
    let nation = |c: &Chunk| c.nation.is_some() && c.generals.is_empty();
    whole
        || says_whole(scene, first)
            && rest.iter().any(nation)
            && rest.iter().all(|c| c.generals.is_empty() && !c.has(Word::Via))
}

/// Whether nothing but a way is named here: `by way of Meissen`.
fn is_way(chunks: &[Chunk]) -> bool {
    let words = || chunks.iter().filter(|c| c.is_word());
    words().next().is_some_and(|first| first.has(Word::Via) && !first.has(Word::To))
        && words().any(Chunk::is_plain_city)
        && words().all(|c| c.is_plain_city() || c.any(&[Word::Via, Word::And, Word::Filler]))
}

/// Whether the first word, articles and titles apart, names a general.
fn begins_with_piece(chunks: &[Chunk]) -> bool {
    let small = [Word::Article, Word::Title, Word::Filler, Word::And, Word::Then];
    let first = chunks.iter().find(|c| c.is_word() && (!c.any(&small) || !c.generals.is_empty()));
    first.is_some_and(|c| !c.generals.is_empty())
}

/// Whether a group that is in doubt has a subject of its own, a piece or a word that is meant for one, and
/// binds nothing beside it: so that the rest of its line says what it says without it.
fn stands_apart(group: &[Chunk]) -> bool {
    // `Daun near Trübau but without entering it`: what is denied is denied of him who is named first.
    let named = begins_with_piece(group);
    let binding = |c: &Chunk| {
        c.any(&BINDING)
            && c.generals.is_empty()
            && !c.has(Word::Filler)
            && !(named && c.has(Word::Not) && !c.any(&BINDING[1..]))
    };
    if group.iter().any(binding) {
        return false;
    }
    let joins = [Word::And, Word::Then, Word::While, Word::Filler, Word::Title, Word::Article];
    let first = group.iter().find(|c| c.is_word() && (!c.any(&joins) || !c.generals.is_empty()));
    let Some(first) = first else { return false };
    !first.generals.is_empty()
        || first.has(Word::Train)
        || first.unknown && group.iter().any(|c| c.any(&[Word::To, Word::Move]))
}

/// What a group is at its best, and what that costs.
fn evaluate(scene: &Scene, group: &[Chunk], joined: bool) -> (GroupSense, u32) {
    #[cfg(test)]
    super::property_tests::count(group.len());
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
                let cost = GROUP + parsed.cost;
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
const FRAMES: [fn(&Scene, &[Chunk]) -> Framed; 13] = [
    choice,
    talk::votes,
    talk::absences,
    duel::frame,
    commands::frame,
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
    if scene.known.is_some_and(super::known::Known::is_set_up) {
        return None;
    }
    commands::choice(scene, chunks)
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
