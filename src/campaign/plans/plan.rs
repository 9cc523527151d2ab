//! What a player's mail would change: line by line, each change possible or refused with its reason.
//!
//! Pure: from what was said, the position, and what is kept, to a [`Plan`]. Nothing is changed by
//! planning. A dry run is the same plan, told and not carried out.

mod answers;
mod finish;
mod marches;
mod phases;

use super::ahead::{AheadOrders, FARTHEST, buys, ordered_by};
use super::draft::{Draft, Dropped, Editor, Refused, pieces_of};
use super::held::Held;
use super::instructions::Fight;
use super::since::{Asked, Meant, Since};
use crate::duel::{Instruction, NamedCard, Then};
use crate::game::{
    Action, CardRef, CityId, Decision, DecisionKind, Event, Hindrance, Nation, Order, Phase,
    PieceId, PieceSet, Reason, Recruitment, Refusal, Seat, State, Troops, Warning,
};
use crate::orders;
use crate::report::{
    Because, Happening, Line, LineOutcome, ReceiptStatus, RefereeWord, Sayable, UnderstoodOrder,
    Whereabouts, events_for, foreseeable,
};
use crate::said::{self, Cancel, Doubt, LineReading, Reading, Request, Said};

/// A movement phase: a turn, and a nation's action in it.
pub(in crate::campaign) type PhaseOf = (u16, Nation);

/// What a plan is made from, beside what was said.
pub(in crate::campaign) struct Position<'a> {
    /// The position before the mail.
    pub state: &'a State,
    /// Whose mail it is.
    pub seat: Seat,
    /// What earlier mails have left.
    pub kept: &'a Kept,
    /// What the answered mail had asked for.
    pub since: &'a Since,
    /// Minutes between `ready` and its effect.
    pub second_thoughts: u32,
}

/// What is kept of a seat.
#[derive(Clone, Debug, Default)]
pub(in crate::campaign) struct Kept {
    /// At most one for each movement phase.
    pub drafts: Vec<(PhaseOf, Draft)>,
    /// At most one set for each movement phase to come.
    pub ahead: Vec<(PhaseOf, AheadOrders)>,
    /// Troops of a set-up that is not complete, or does not add up.
    pub allotments: Vec<(Nation, Troops)>,
    /// The seat's duel instructions, each with the name under which it is kept.
    pub instructions: Vec<(String, Instruction)>,
}

/// What a mail would change.
#[derive(Debug, Default)]
pub(in crate::campaign) struct Plan {
    /// It is told and not carried out.
    pub test: bool,
    /// One for each line that was not blank; a line with several orders may have several.
    pub lines: Vec<Line>,
    /// What is to be changed, in this order.
    pub changes: Vec<Change>,
    /// What becomes of the mail as a whole.
    pub status: ReceiptStatus,
    /// Why, for the first sentence of the receipt.
    pub because: Because,
    /// Of the open draft as it stands after the mail.
    pub warnings: Vec<Warning>,
    /// Orders of earlier mails that gave way, in their canonical text.
    pub replaced: Vec<String>,
    /// Orders of earlier mails that are carried out with those of this one.
    pub earlier: Vec<UnderstoodOrder>,
    /// The player asked how things stand.
    pub asks_status: bool,
    /// The player asked for a page of the manual; `None` in it for the first.
    pub asks_help: Option<Option<said::Topic>>,
    /// The draft as the mail would leave it, to be shown in a dry run.
    pub draft: Option<(PhaseOf, Draft)>,
    /// The set-up as the mail would leave it, to be shown in a dry run.
    pub allotments: Vec<(Nation, Troops)>,
}

/// One thing that a plan changes.
#[derive(Clone, Debug)]
pub(in crate::campaign) enum Change {
    /// Carried out at once.
    Act { nation: Nation, action: Action },
    /// The draft of the movement phase is now this one; none if it is empty.
    Draft { phase: PhaseOf, draft: Draft },
    /// The draft is carried out and the phase ended, at once or after second thoughts.
    End { phase: PhaseOf },
    /// The draft is not carried out by itself any more.
    Wait { phase: PhaseOf },
    /// The troops of a set-up that is not complete yet; none if they are empty.
    Allotment { nation: Nation, troops: Troops },
    /// Orders for a phase to come; none if they are empty.
    Ahead { phase: PhaseOf, orders: AheadOrders },
    /// An instruction is kept: until it is withdrawn, or for one combat alone.
    Instruct { key: String, instruction: Box<Instruction>, combat: Option<Fight> },
    /// An instruction is withdrawn.
    Revoke { key: String },
}

/// When a movement order is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// For the open phase, or to be tried in the present position, whatever the rules say to it.
    Now,
    /// For the nation's phase in this turn.
    Later(u16),
    /// It is for a phase that is over, or that no game reaches.
    Over,
}

/// Makes a plan of what was said. `texts` are the lines of the mail as they were written.
pub(in crate::campaign) fn plan(reading: &Reading, texts: &[&str], position: &Position) -> Plan {
    let mut planner = Planner::new(reading, texts, position);
    let mut in_order: Vec<&Said> = reading.said.iter().collect();
    in_order.sort_by_key(|said| said.line);
    let mut said = in_order.into_iter().peekable();
    let parts = |number| reading.parts.iter().filter(move |part| part.line == number);
    for line in &reading.lines {
        planner.at = line.number;
        planner.text = line.left.as_ref().unwrap_or(&line.text).clone();
        planner.guessed.clone_from(&line.guessed);
        planner.left_open.clone_from(&line.left_open);
        planner.mixed = is_mixed(reading, line);
        planner.conditional = is_conditional(reading, line);
        while said.peek().is_some_and(|said| said.line < line.number) {
            said.next();
        }
        match &line.reading {
            LineReading::Chatter(_) => planner.tell(LineOutcome::Ignored {}),
            LineReading::Question { .. } | LineReading::NotUnderstood { .. } => {
                // The good half of a line is kept, and the other asked about.
                let mut spoken_of = PieceSet::EMPTY;
                for part in parts(line.number) {
                    if let Request::Act(action) = &part.request {
                        spoken_of = spoken_of.or(pieces_of(action));
                    }
                    if let Request::Stay(pieces) = &part.request {
                        spoken_of = spoken_of.or(pieces.iter().copied().collect());
                    }
                    planner.in_doubt = true;
                    planner.follow(part);
                    planner.in_doubt = false;
                }
                planner.doubt(line, spoken_of);
            }
            LineReading::Understood => {
                planner.understood(line.nation, || said.next_if(|said| said.line == line.number));
            }
        }
    }
    planner.finish()
}

/// Whether something of a line hangs on a condition.
fn is_conditional(reading: &said::Reading, line: &said::Line) -> bool {
    reading.said.iter().any(|said| said.line == line.number && said.condition.is_some())
}

/// Whether a line speaks of more than the nation of its heading, or is in doubt: what it orders for a phase to come is then
/// kept without the rest of it, which would be read for that nation, too.
fn is_mixed(reading: &said::Reading, line: &said::Line) -> bool {
    let of_line = |said: &&Said| said.line == line.number;
    let mut headed = reading.said.iter().filter(of_line).map(|said| said.headed);
    let inside = headed.clone().any(|headed| headed) && headed.any(|headed| !headed);
    let nations = reading.said.iter().filter(of_line).filter_map(|said| said.nation);
    let nations: std::collections::BTreeSet<Nation> = nations.collect();
    inside || nations.len() > 1 || !matches!(line.reading, LineReading::Understood)
}

struct Planner<'a> {
    position: &'a Position<'a>,
    /// The line in hand speaks of other things than its heading.
    mixed: bool,
    /// The line in hand sets a condition.
    conditional: bool,
    texts: &'a [&'a str],
    plan: Plan,
    /// Where the mail has led so far; the orders of a draft are not in it, but in `editor`.
    state: State,
    /// The movement phase that was open when the mail came.
    open_at_first: Option<PhaseOf>,
    /// The draft in hand.
    editor: Option<(PhaseOf, Editor)>,
    /// Pieces that this mail sends somewhere, without a condition.
    sent: PieceSet,
    ahead: Vec<AheadEdit>,
    /// The last heading: its nation and turn.
    heading: Option<(Nation, Option<u16>)>,
    /// `ready` was said for the open phase.
    ready: bool,
    /// `wait` was said.
    wait: bool,
    /// Something is carried out at once.
    executed: bool,
    /// Something is kept in the draft or set-up that is open.
    kept: bool,
    /// Something is kept for phases or combats to come.
    for_later: bool,
    /// A line came too late.
    late: bool,
    /// The combat in which this mail has played a card.
    fought: Option<(CityId, CityId)>,
    /// A card of this nation's that could not be played, where none of this mail was, and why.
    card_refused: Option<(Nation, Refusal)>,
    /// What the mail says of the same combat for when the right to play comes back.
    rest: Option<RestOfCombat>,
    /// An entry of a menu is being carried out.
    chosen: bool,
    /// The mail has ordered something of the open phase, or tried to.
    ordered: bool,
    /// Lines that order what cannot be done, and are none of the draft: its texts and the pieces they speak of.
    refused: Vec<(String, PieceSet)>,
    /// The first line that is in doubt or refused: its number, and the words at fault or its text.
    first_fault: Option<(usize, String)>,
    /// Phases to come of which the mail said something that is in doubt and is not kept: what it says of them besides
    /// waits to be confirmed.
    unclear_ahead: Vec<PhaseOf>,
    /// A question was answered: orders, reach, or where pieces stand.
    shown: bool,
    /// The line in hand was not understood as a whole.
    in_doubt: bool,
    /// The number of the line in hand, from 1.
    at: usize,
    /// Its text, as the reading has it.
    text: String,
    /// What was repaired in it.
    guessed: Vec<(String, String)>,
    /// The question in that line which nobody answers.
    left_open: Option<String>,
}

/// What a mail says for one movement phase to come.
struct AheadEdit {
    phase: PhaseOf,
    /// Something stood below a heading for it: then `ready` is for it, too.
    headed: bool,
    /// What is to be kept, with the pieces that each line orders.
    lines: Vec<(String, PieceSet)>,
    /// Pieces whose orders of earlier mails are taken back.
    stays_out: PieceSet,
    ready: bool,
    wait: bool,
    /// All that earlier mails said for the phase is taken back.
    cancelled: bool,
    /// Lines of earlier mails whose purchases are taken back.
    unbought: Vec<String>,
}

/// Cards that a mail names for later in the combat it plays in: `4S, then 6S, then I stop`.
struct RestOfCombat {
    nation: Nation,
    /// The first line that says so.
    line: usize,
    text: String,
    cards: Vec<NamedCard>,
    then: Then,
}

impl<'a> Planner<'a> {
    fn new(reading: &Reading, texts: &'a [&'a str], position: &'a Position<'a>) -> Planner<'a> {
        let test = reading.said.iter().any(|said| said.request == Request::Test);
        let state = position.state.clone();
        let open_at_first = open_movement(&state, position.seat);
        Planner {
            position,
            texts,
            plan: Plan { test, ..Plan::default() },
            state,
            open_at_first,
            editor: None,
            sent: sent_by(&reading.said),
            ahead: Vec::new(),
            heading: None,
            ready: false,
            wait: false,
            executed: false,
            kept: false,
            for_later: false,
            late: false,
            fought: None,
            card_refused: None,
            rest: None,
            chosen: false,
            ordered: false,
            refused: Vec::new(),
            first_fault: None,
            unclear_ahead: Vec::new(),
            shown: false,
            in_doubt: false,
            at: 0,
            text: String::new(),
            guessed: Vec::new(),
            left_open: None,
            mixed: false,
            conditional: false,
        }
    }

    fn tell(&mut self, outcome: LineOutcome) {
        let text = self.text.clone();
        self.tell_as(text, outcome);
    }

    /// Tells of a part of a line that came to something else than the rest.
    fn tell_as(&mut self, text: String, outcome: LineOutcome) {
        let fault = matches!(
            outcome,
            LineOutcome::Refused { .. }
                | LineOutcome::Question { .. }
                | LineOutcome::NotUnderstood { .. }
        );
        if fault && self.first_fault.is_none() {
            let words = match &outcome {
                LineOutcome::Question { words, .. } | LineOutcome::NotUnderstood { words, .. } => {
                    words
                }
                _ => "",
            };
            let named = if words.is_empty() { text.clone() } else { words.to_owned() };
            self.first_fault = Some((self.at, named));
        }
        // Several orders of a line to which the same is said are told once.
        let again = self.plan.lines.last().is_some_and(|last| {
            last.number == self.at && last.text == text && last.outcome == outcome
        });
        if again {
            return;
        }
        // What a line orders for the same nation is told together.
        if let (
            Some(Line { number, outcome: LineOutcome::Understood { nation, orders }, .. }),
            LineOutcome::Understood { nation: next, orders: more },
        ) = (self.plan.lines.last_mut(), &outcome)
            && *number == self.at
            && nation == next
        {
            orders.extend(more.iter().cloned());
            return;
        }
        if let (
            Some(Line {
                number,
                outcome: LineOutcome::Ahead { nation, turn, orders, too_far, .. },
                ..
            }),
            LineOutcome::Ahead { nation: next, turn: then, orders: more, too_far: farther, .. },
        ) = (self.plan.lines.last_mut(), &outcome)
            && *number == self.at
            && (*nation, *turn) == (*next, *then)
        {
            orders.extend(more.iter().cloned());
            too_far.extend(farther.iter().cloned());
            return;
        }
        let guessed = std::mem::take(&mut self.guessed);
        let left_open = self.left_open.take();
        self.plan.lines.push(Line { number: self.at, text, guessed, left_open, outcome });
    }

    fn command(&mut self, word: RefereeWord, about: Option<String>) {
        self.tell(LineOutcome::Command { word, about });
    }

    fn understood<'s>(
        &mut self,
        heading: Option<Nation>,
        mut next: impl FnMut() -> Option<&'s Said>,
    ) {
        let mut any = false;
        while let Some(said) = next() {
            any = true;
            if said.headed
                && let Some(nation) = said.nation
            {
                self.heading = Some((nation, said.turn));
            }
            self.follow(said);
        }
        if !any && let Some(nation) = heading {
            // Nothing but a heading.
            self.heading = Some((nation, turn_in(&self.text)));
            self.command(RefereeWord::For, Some(nation.id().to_owned()));
        }
    }

    /// A line that was asked about or not understood; of these pieces it has spoken clearly.
    fn doubt(&mut self, line: &said::Line, spoken_of: PieceSet) {
        let outcome = match &line.reading {
            LineReading::Question { doubt, words, candidates } => LineOutcome::Question {
                what: if goals_asked(&line.reading).is_some() { Doubt::City } else { *doubt },
                words: words.clone(),
                candidates: candidates.iter().map(Sayable::from).collect(),
            },
            LineReading::NotUnderstood { trouble, words, near } => LineOutcome::NotUnderstood {
                why: *trouble,
                words: words.clone(),
                near: near.iter().map(Sayable::from).collect(),
            },
            _ => return,
        };
        if self.is_overtaken(line) {
            // An answer to a question that is over holds no movement back.
            if let Some((_, nation)) = self.open_now() {
                return self.tell_late(nation);
            }
        }
        if !line.order_like {
            // It is told, and holds nothing back.
            let fault = self.first_fault.take();
            self.tell(outcome);
            self.first_fault = fault.or_else(|| self.first_fault.take());
            return;
        }
        let near = match &line.reading {
            LineReading::NotUnderstood { near, .. } => texts(near),
            // An order for any of those that may be meant mends it.
            LineReading::Question { doubt: Doubt::Piece, candidates, .. } => texts(candidates),
            _ => String::new(),
        };
        let goals = goals_asked(&line.reading);
        let named = goals.map_or(PieceSet::EMPTY, sent_in);
        // `train 1 to Lipno or Sierpc` asks about the train, whoever else the line names.
        let named = match named.is_empty() {
            true => self.named_in(&format!("{} {near}", line.text)),
            false => named,
        };
        let others: PieceSet = named.iter().filter(|piece| !spoken_of.contains(*piece)).collect();
        // `four troops for Cumberland, no wait. Cumberland stays`: an order for him mends it, too.
        let pieces = if others.is_empty() { named } else { others };
        // What was not understood explains a refusal above it, such as of troops that do not add up.
        let refused = |number: usize| {
            let mut lines = self.plan.lines.iter().filter(|told| told.number == number);
            lines.any(|told| matches!(told.outcome, LineOutcome::Refused { .. }))
        };
        if self.first_fault.as_ref().is_some_and(|(number, _)| refused(*number)) {
            self.first_fault = None;
        }
        self.tell(outcome);
        self.fault(line, pieces, goals.map(goals_in).unwrap_or_default());
    }

    /// A line of this nation is at fault: it holds back the phase it is for, and no other.
    fn fault(&mut self, line: &said::Line, pieces: PieceSet, asked: Vec<String>) {
        let heading = line.nation;
        // Of the pieces of several nations those of the one that moves count: a word may be like another's name.
        let open = self.open_now().map(|(_, nation)| nation);
        let moves = |nation: &Nation| pieces.iter().any(|piece| piece.nation() == *nation);
        let of_pieces = open.filter(moves).or(pieces.first().map(PieceId::nation));
        let nation = heading.or(of_pieces).or(open);
        let Some(nation) = nation else { return };
        let turn = self.heading.filter(|(of, _)| *of == nation).and_then(|(_, turn)| turn);
        match self.when(nation, turn, heading.is_some(), false) {
            When::Now => {
                self.ordered = true;
                let text = self.text.clone();
                if self.is_asked()
                    && let Some(editor) = self.editor()
                {
                    editor.hold_line(Held { asked, ..Held::of(&text, pieces) });
                }
            }
            // Without a heading it is not known for when it was, and troops are allotted now (R1.7).
            When::Later(turn) if heading.is_none() || self.allots(nation) => {
                self.unclear_ahead.push((turn, nation));
            }
            When::Later(turn) => {
                let doubtful = line.left.clone().unwrap_or_else(|| self.whole_line());
                let edit = self.ahead((turn, nation));
                edit.lines.push((doubtful, pieces));
            }
            When::Over => {}
        }
    }

    /// Whether this nation has to allot its troops.
    fn allots(&self, nation: Nation) -> bool {
        let decisions = self.state.decisions();
        decisions.iter().any(|open| open.nation == nation && open.kind == DecisionKind::Allot)
    }

    fn follow(&mut self, said: &Said) {
        let headed = said.headed.then_some(said.nation).flatten();
        match &said.request {
            Request::Act(action) => self.act(said, action),
            Request::Stay(pieces) => self.stay(said, pieces),
            Request::Choice(number) => self.choose(usize::from(*number)),
            Request::Ready => {
                self.say_ready(headed, said.turn);
            }
            Request::Wait => {
                self.wait = true;
                self.ahead.iter_mut().for_each(|edit| edit.wait = true);
                self.command(RefereeWord::Wait, None);
            }
            Request::Test => self.command(RefereeWord::Test, None),
            Request::Cancel(what) => self.cancel(headed, said.turn, what),
            Request::ShowOrders => {
                self.shown = true;
                self.command(RefereeWord::Orders, None);
            }
            Request::WhereCan(pieces) => self.where_can(pieces),
            Request::WhereIs(pieces) => self.where_is(pieces),
            Request::Deadline => {
                self.shown = true;
                self.tell(LineOutcome::Deadline { due: Vec::new() });
            }
            Request::Instruct(instruction) => self.instruct(said.nation, instruction),
            Request::Revoke(withdrawn) => self.revoke(withdrawn),
            Request::Status(None) => {
                self.plan.asks_status = true;
                self.command(RefereeWord::Status, None);
            }
            Request::Help(topic) => {
                self.plan.asks_help = Some(*topic);
                self.command(RefereeWord::Help, topic.map(|topic| topic.id().to_owned()));
            }
            // Requests to the club are answered by notes.
            _ => {}
        }
    }

    /// Events as the receipt shows them: of a trial only what could be foreseen.
    fn told(&self, events: &[Event]) -> Vec<Happening> {
        let own = self.own_nations();
        if self.plan.test { foreseeable(&own, events) } else { events_for(&own, events) }
    }

    /// The sentences of the line that name one of these pieces, else those that are not in doubt.
    fn said_of(&self, pieces: PieceSet) -> String {
        let line = self.whole_line();
        let sentences = || line.split_inclusive(['.', '!', ';']).map(str::trim);
        let names = |sentence: &&str| self.named_in(sentence).iter().any(|p| pieces.contains(p));
        let clear = |sentence: &&str| !self.text.contains(*sentence);
        let named: Vec<&str> = sentences().filter(names).collect();
        let own = if named.is_empty() { sentences().filter(clear).collect() } else { named };
        if own.is_empty() { self.text.clone() } else { own.join(" ") }
    }

    fn whole_line(&self) -> String {
        let index = self.at.saturating_sub(1);
        self.texts.get(index).map_or("", |line| line.trim()).to_owned()
    }

    fn plays(&self, nation: Nation) -> bool {
        self.state.rules().plays(nation) && self.state.seat_of(nation) == self.position.seat
    }

    fn own_nations(&self) -> Vec<Nation> {
        Nation::ALL.into_iter().filter(|nation| self.plays(*nation)).collect()
    }

    fn own_decisions(&self, state: &State) -> Vec<Decision> {
        let seat = self.position.seat;
        state.decisions().into_iter().filter(|decision| decision.seat == seat).collect()
    }

    fn awaited_nation(&self) -> Option<Nation> {
        let own = self.own_decisions(&self.state);
        own.first().map(|decision| decision.nation).or_else(|| self.own_nations().first().copied())
    }

    fn named_in(&self, text: &str) -> PieceSet {
        named_pieces(text, &self.own_nations())
    }
}

/// The pieces that are sent somewhere, whatever else comes to pass.
fn sent_by(said: &[Said]) -> PieceSet {
    let marches = said.iter().filter(|said| said.condition.is_none() && said.turn.is_none());
    let pieces = marches.filter_map(|said| match &said.request {
        Request::Act(action @ Action::MoveVia { .. }) => Some(pieces_of(action)),
        _ => None,
    });
    pieces.fold(PieceSet::EMPTY, PieceSet::or)
}

/// The movement phase of a seat that is open.
pub(in crate::campaign) fn open_movement(state: &State, seat: Seat) -> Option<PhaseOf> {
    let mut decisions = state.decisions().into_iter();
    let open = decisions
        .find(|decision| decision.seat == seat && decision.kind == DecisionKind::Movement)?;
    Some((state.turn(), open.nation))
}

/// Whether an order of a draft came of this one: a march has found its way meanwhile.
fn same(entry: &Action, ordered: &Action) -> bool {
    match (entry, ordered) {
        (Action::Move { pieces, .. }, Action::MoveVia { pieces: wanted, .. }) => pieces == wanted,
        (entry, ordered) => entry == ordered,
    }
}

fn refused(nation: Nation, refusal: Refusal) -> LineOutcome {
    LineOutcome::Refused { nation, refusal, order: None, hindrance: None, line: None }
}

fn because(nation: Nation, action: &Action, refused: Refused) -> LineOutcome {
    let Refused { refusal, hindrance, line } = refused;
    LineOutcome::Refused { nation, refusal, order: Some(Order::from(action)), hindrance, line }
}

/// The names of pieces, in one line.
fn orders_of(pieces: &[PieceId]) -> String {
    pieces.iter().map(|piece| piece.name()).collect::<Vec<_>>().join(", ")
}

/// The number in a heading, `for Sweden, turn 7`.
fn turn_in(text: &str) -> Option<u16> {
    text.split(|c: char| !c.is_ascii_digit()).find_map(|digits| digits.parse().ok())
}

/// The generals of these nations that a text names, small typing errors included.
pub(in crate::campaign) fn named_pieces(text: &str, nations: &[Nation]) -> PieceSet {
    let own = |piece: &PieceId| nations.contains(&piece.nation());
    said::generals_named(text).into_iter().filter(own).collect()
}

/// The pieces that are sent somewhere by what may be meant.
fn sent_in(candidates: &[said::Candidate]) -> PieceSet {
    let marches = candidates.iter().filter_map(|candidate| match candidate {
        said::Candidate::Order(action @ Action::MoveVia { .. }) => Some(pieces_of(action)),
        _ => None,
    });
    marches.fold(PieceSet::EMPTY, PieceSet::or)
}

/// What may be meant where it is open to which city: where all of it sends the same pieces, that is what is asked.
fn goals_asked(reading: &LineReading) -> Option<&[said::Candidate]> {
    match reading {
        LineReading::Question { doubt, candidates, .. }
            if *doubt == Doubt::City || of_one_group(candidates) =>
        {
            Some(candidates)
        }
        _ => None,
    }
}

/// Whether several marches may be meant, all of the same pieces.
fn of_one_group(candidates: &[said::Candidate]) -> bool {
    let sent = |candidate: &said::Candidate| sent_in(std::slice::from_ref(candidate));
    let mut groups = candidates.iter().map(sent);
    let first = groups.next().filter(|first| !first.is_empty() && candidates.len() > 1);
    first.is_some_and(|first| groups.all(|group| group == first))
}

/// The ids of the cities to which they are sent.
fn goals_in(candidates: &[said::Candidate]) -> Vec<String> {
    let goals = candidates.iter().filter_map(|candidate| match candidate {
        said::Candidate::Order(Action::MoveVia { via, .. }) => via.last().copied(),
        _ => None,
    });
    goals.map(|city| city.id().to_owned()).collect()
}

fn texts(candidates: &[said::Candidate]) -> String {
    let texts: Vec<String> = candidates.iter().map(ToString::to_string).collect();
    texts.join(" ")
}
