//! The readers of lines, put together: the club's words first, then the order language.

use super::club::{absence, desk, press, votes};
use super::{Asked, Cancel, Context, Line, Outcome, Press, Reading, Request, Said, Topic, Trouble};
use crate::game::{Action, CityId, DecisionKind, Nation, PieceId, State};
use crate::orders::{self, Noise, SHOWN, Statement};
use std::collections::BTreeMap;

/// Reads a text line by line.
pub(super) fn read(text: &str, context: &Context) -> Reading {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: BTreeMap<usize, Outcome> = BTreeMap::new();
    let mut said: Vec<Said> = Vec::new();
    let mut rest = String::new();
    let mut asked = context.asked;
    let mut at = 0;
    while at < lines.len() {
        let taken = match club(&lines[at..], &mut asked) {
            Some((request, taken)) => {
                let outcome = match request {
                    Ok(request) => {
                        said.push(bare(at + 1, request));
                        Outcome::Understood
                    }
                    Err(trouble) => trouble,
                };
                for (place, line) in lines[at..at + taken].iter().enumerate() {
                    if !line.trim().is_empty() {
                        found.insert(at + place + 1, outcome.clone());
                    }
                }
                taken
            }
            None => {
                rest.push_str(lines[at]);
                1
            }
        };
        rest.push_str(&"\n".repeat(taken));
        at += taken;
    }
    let mut nations: BTreeMap<usize, Option<Nation>> = BTreeMap::new();
    match (context.state, context.seat) {
        (Some(state), Some(seat)) => {
            let orders = orders::Context { state, seat, decisions: context.decisions };
            let reading = orders::read(&rest, &orders);
            let set_up = context.decisions.iter().any(|d| d.kind == DecisionKind::Allot);
            let mut heading: (Option<Nation>, Option<u16>) = (None, None);
            for line in reading.lines {
                let outcome = match line.outcome {
                    orders::Outcome::Understood { nation, statement } => {
                        let mut reader = Statements { state, set_up, line: line.number, heading };
                        reader.take(nation, None, statement, &mut said);
                        heading = reader.heading;
                        Outcome::Understood
                    }
                    orders::Outcome::Question { what, words, candidates } => {
                        Outcome::Question { doubt: what, words, candidates }
                    }
                    orders::Outcome::NotUnderstood { why, words, near } => {
                        Outcome::NotUnderstood { trouble: why, words, near }
                    }
                    orders::Outcome::Ignored(noise) => Outcome::Chatter(noise),
                };
                nations.insert(line.number, heading.0);
                found.insert(line.number, outcome);
            }
        }
        _ => {
            for (place, line) in rest.lines().enumerate() {
                if !line.trim().is_empty() {
                    found.insert(place + 1, Outcome::Chatter(Noise::Greeting));
                }
            }
        }
    }
    said.sort_by_key(|said| said.line);
    let line = |(number, reading): (usize, Outcome)| {
        let text = lines.get(number - 1).map_or("", |line| line.trim());
        Line {
            number,
            text: text.chars().take(SHOWN).collect(),
            order_like: order_like(&reading),
            reading,
            nation: nations.get(&number).copied().flatten(),
            guessed: Vec::new(),
        }
    };
    Reading { lines: found.into_iter().map(line).collect(), said }
}

/// A wish that concerns no nation.
fn bare(line: usize, request: Request) -> Said {
    Said { line, nation: None, turn: None, headed: false, condition: None, request }
}

fn order_like(reading: &Outcome) -> bool {
    match reading {
        Outcome::Understood | Outcome::Question { .. } => true,
        Outcome::NotUnderstood { trouble, .. } => *trouble != Trouble::Unknown,
        Outcome::Chatter(_) => false,
    }
}

type Club = Option<(Result<Request, Outcome>, usize)>;

/// What the first of these lines asks of the club, and how many lines belong to it.
fn club(lines: &[&str], asked: &mut Asked) -> Club {
    let line = lines.first()?.trim();
    let one = |request| Some((Ok(request), 1));
    if *asked != Asked::Nothing && !line.is_empty() {
        let answer = votes::yes_or_no(line);
        if let (Asked::Vote(number), Some(yes)) = (*asked, answer) {
            *asked = Asked::Nothing;
            return one(Request::Vote { yes, number: Some(number) });
        }
        if let (Asked::Consent, Some(yes)) = (*asked, answer) {
            *asked = Asked::Nothing;
            return one(if yes { Request::Yes } else { Request::No });
        }
    }
    if let Some((written, taken)) = press::read(lines) {
        let press = Press {
            heading: written.line,
            to: written.to,
            text: written.text,
            to_the_end: written.to_the_end,
        };
        return Some((Ok(Request::Press(press)), taken));
    }
    let unclear = |trouble| {
        let words = line.chars().take(60).collect();
        Some((Err(Outcome::NotUnderstood { trouble, words, near: Vec::new() }), 1))
    };
    match votes::read(line) {
        Some(votes::Said::Propose(wanted)) => return one(Request::Propose(wanted)),
        Some(votes::Said::Vote { yes, number }) => return one(Request::Vote { yes, number }),
        Some(votes::Said::Withdraw(number)) => return one(Request::WithdrawProposal(number)),
        Some(votes::Said::List) => return one(Request::Votes),
        Some(votes::Said::ProposeWhat(_) | votes::Said::VoteHow(_)) => {
            return unclear(Trouble::UnknownWords);
        }
        None => {}
    }
    match absence::read(line) {
        Some(absence::Said::Absent(absent)) => return one(Request::Absent(absent)),
        Some(absence::Said::Back) => return one(Request::Back),
        Some(absence::Said::Unclear) => return unclear(Trouble::MissingNumber),
        None => {}
    }
    desk::command(line).and_then(wish).map(|request| (Ok(request), 1))
}

fn wish(command: desk::Command) -> Option<Request> {
    use desk::Command as C;
    Some(match command {
        // Both are the order language's, too, which knows the pages.
        C::Help | C::Status(None) => return None,
        C::Status(game) => Request::Status(game),
        C::List => Request::ListGames,
        C::NewGame(name) => Request::NewGame(name),
        C::Join(joining) => Request::Join(joining),
        C::Leave(game) => Request::Leave(game),
        C::Observe(game) => Request::Observe(game),
        C::Unobserve(game) => Request::Unobserve(game),
        C::Observers(game) => Request::Observers(game),
        C::Settings => Request::Settings,
        C::Set(wish) => Request::Set(wish),
        C::Rules(section) => Request::Rules(section),
        C::Map(game) => Request::Map(game),
        C::History(game, turn) => Request::History { game, turn },
        C::Resign { game, sure } => Request::Resign { game, sure },
        C::TakeOver { game, seat } => Request::TakeOver { game, seat },
        C::MyData => Request::MyData,
        C::ForgetMe { sure } => Request::ForgetMe { sure },
        C::AlsoAddress(address) => Request::AlsoAddress(address),
    })
}

/// Turns statements of the order language into what was said.
struct Statements<'a> {
    state: &'a State,
    set_up: bool,
    line: usize,
    heading: (Option<Nation>, Option<u16>),
}

impl Statements<'_> {
    fn take(
        &mut self,
        nation: Option<Nation>,
        condition: Option<orders::Condition>,
        statement: Statement,
        said: &mut Vec<Said>,
    ) {
        let heading = self.heading;
        let line = self.line;
        let nation = nation.or(heading.0);
        let headed = heading.0.is_some() && nation == heading.0;
        let one = |request| Said {
            line,
            nation,
            turn: if headed { heading.1 } else { None },
            headed,
            condition,
            request,
        };
        match statement {
            Statement::For { nation, turn } => self.heading = (Some(nation), turn),
            Statement::If(condition, inner) => self.take(nation, Some(condition), *inner, said),
            Statement::Several(all) => {
                for (nation, inner) in all {
                    self.take(nation, condition, inner, said);
                }
            }
            Statement::Actions(actions) => {
                said.extend(actions.into_iter().map(|action| one(Request::Act(as_said(action)))));
            }
            Statement::TroopsFor(nation, troops) => {
                for (piece, count) in troops {
                    let mut entry = one(Request::Ready);
                    entry.nation = Some(nation);
                    self.add_troops(entry, nation, piece, count, said);
                }
            }
            Statement::Ready => said.push(one(Request::Ready)),
            Statement::Wait => said.push(one(Request::Wait)),
            Statement::Test => said.push(one(Request::Test)),
            Statement::Cancel => said.push(one(Request::Cancel(Cancel::All))),
            Statement::Status => said.push(bare(line, Request::Status(None))),
            Statement::Help(about) => {
                let topic = about.and_then(|about| {
                    Topic::ALL.into_iter().find(|topic| topic.id() == about.to_lowercase())
                });
                said.push(bare(line, Request::Help(topic)));
            }
            Statement::Choice(number) => said.push(one(Request::Choice(number))),
            Statement::NoOrder(pieces) => said.push(one(Request::Stay(pieces))),
            Statement::Instruct(instruction) => said.push(one(Request::Instruct(instruction))),
            Statement::Revoke(withdrawn) => said.push(one(Request::Revoke(withdrawn))),
        }
    }

    /// Troops of one nation at set-up, or of one stack later, are one order wherever they stand.
    fn add_troops(
        &self,
        mut entry: Said,
        nation: Nation,
        piece: PieceId,
        count: u8,
        said: &mut Vec<Said>,
    ) {
        let at =
            |piece: PieceId| -> CityId { self.state.city_of(piece).unwrap_or(piece.info().start) };
        let city = at(piece);
        let found = said.iter_mut().find_map(|known| match &mut known.request {
            _ if known.nation != Some(nation) || known.turn != entry.turn => None,
            Request::Act(Action::Allot { troops }) if self.set_up => Some(troops),
            Request::Act(Action::Redistribute { city: there, troops })
                if !self.set_up && *there == city =>
            {
                Some(troops)
            }
            _ => None,
        });
        match found {
            Some(troops) => {
                troops.retain(|(known, _)| *known != piece);
                troops.push((piece, count));
                troops.sort_unstable();
            }
            None => {
                let troops = vec![(piece, count)];
                entry.request = Request::Act(if self.set_up {
                    Action::Allot { troops }
                } else {
                    Action::Redistribute { city, troops }
                });
                said.push(entry);
            }
        }
    }
}

/// A move as it was said: the rules find the path.
fn as_said(action: Action) -> Action {
    match action {
        Action::Move { pieces, path } => Action::MoveVia { pieces, via: path },
        other => other,
    }
}
