//! Whether a bot's orders are what the bot chooses: it is asked again, with what its seat knew then, the public events
//! up to there, and the stream of chance that follows from the game's key and the log.
//!
//! What it deliberately does not do: ask whether a choice was good.

use super::journal::{BOTS_VERSION, BY_BOT, BY_CARETAKER, Beginning, Begun, Founding};
use crate::bot::{self, BotStream, Insight, Level, Memory};
use crate::game::{Action, Event, Nation, Order, Seat, State};
use crate::report::ClubNews;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use thiserror::Error;

/// How an order differs from what a bot's must be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BotFault {
    /// An order is said to be a bot's, but the seat has none.
    #[error("an order of {seat} is said to be a bot's, but no bot plays that seat then")]
    NoBot {
        /// Whose order it is.
        seat: Seat,
    },
    /// A seat that a bot plays has an order of somebody else.
    #[error("a bot plays {seat} then, but an order of that seat is not said to be the bot's")]
    NotByTheBot {
        /// Whose order it is.
        seat: Seat,
    },
    /// An order is said to be of another level than the bot has.
    #[error("the bot of {seat} plays at the level {level}, but an order is said to be of {found}")]
    Level {
        /// Whose order it is.
        seat: Seat,
        /// The level at which the bot was seated.
        level: Level,
        /// What the sealed part says, or `nothing`.
        found: String,
    },
    /// The bot is said to have thought before the position stood, or after the order was given.
    #[error("the bot of {seat} cannot have thought when entry {position} was the last one")]
    Position {
        /// Whose order it is.
        seat: Seat,
        /// The number of the entry that is said to have been the last one then.
        position: u64,
    },
    /// The bot, asked again, chooses otherwise.
    #[error(
        "the bot ({level}) of {seat} chooses {expected} there, but the order in the log is {found}"
    )]
    Choice {
        /// Whose order it is.
        seat: Seat,
        /// The level of the bot.
        level: Level,
        /// What it chooses, as JSON of the protocol; `nothing` if its answer was at an end.
        expected: String,
        /// The order in the log, as JSON of the protocol.
        found: String,
    },
}

/// The bots of a game whose log is carried out again.
#[derive(Debug, Default)]
pub(super) struct Bots {
    /// Who is one now.
    levels: BTreeMap<Seat, Level>,
    /// What everybody could have noted so far.
    pub memory: Memory,
    /// The last entry that led to a position: no bot has thought before it.
    since: u64,
    /// The rest of the answer that is being carried out, and with which last entry of the log it was thought of.
    answer: VecDeque<(Nation, Action)>,
    position: u64,
    /// The rules refuse what comes next in it, so that it ends here.
    is_refused: bool,
    /// Orders that were chosen again.
    pub checked: usize,
    /// Orders of bots of another version, which would choose otherwise.
    pub unchecked: usize,
}

impl Bots {
    /// Who is a bot from the founding on.
    pub fn found(&mut self, founding: &Founding) {
        self.levels = founding.bots.iter().map(|bot| (bot.seat, bot.level)).collect();
    }

    /// The same of a game that waited before it began.
    pub fn begin(&mut self, beginning: &Beginning) {
        let bot = |player: &Begun| Some((player.seat, player.bot?));
        self.levels = beginning.players.iter().filter_map(bot).collect();
    }

    /// Takes note of news of the club: who gets a seat and who loses it.
    pub fn hear(&mut self, news: Option<&ClubNews>) {
        match news {
            Some(ClubNews::Bot { seat, level }) => {
                self.levels.insert(*seat, *level);
            }
            Some(ClubNews::Substitute { seat } | ClubNews::SeatVacant { seat, .. }) => {
                self.levels.remove(seat);
            }
            _ => {}
        }
    }

    /// Takes note of the entry after which another position stands.
    pub fn after(&mut self, entry: u64) {
        self.since = entry;
    }

    /// An earlier position holds again, in which this could have been noted.
    pub fn go_back(&mut self, memory: Memory) {
        self.memory = memory;
        self.answer.clear();
    }

    /// Whether an order in this entry is its seat's bot's, if it has one, and no bot's if it has none.
    ///
    /// # Errors
    ///
    /// A seat without a bot has an order of one, or a bot's order is not what the bot chooses.
    pub fn check(
        &mut self,
        state: &State,
        (nation, action): (Nation, &Action),
        sealed: &Value,
        entry: u64,
    ) -> Result<(), BotFault> {
        let seat = state.seat_of(nation);
        let by_bot = sealed["by"] == BY_BOT;
        let level = match self.levels.get(&seat) {
            None if by_bot => return Err(BotFault::NoBot { seat }),
            None => return Ok(()),
            // The caretaker decides for a bot only where that has no answer at all.
            Some(_) if sealed["by"] == BY_CARETAKER => return Ok(()),
            Some(_) if !by_bot => return Err(BotFault::NotByTheBot { seat }),
            Some(level) => *level,
        };
        let position = sealed["position"].as_u64().unwrap_or_default();
        if sealed["level"] != level.id() {
            let found = sealed["level"].as_str().unwrap_or("nothing").to_owned();
            return Err(BotFault::Level { seat, level, found });
        }
        if sealed["bots"] != BOTS_VERSION {
            self.unchecked += 1;
            return Ok(());
        }
        if self.answer.is_empty() || self.position != position && self.is_refused {
            if position < self.since || position >= entry {
                return Err(BotFault::Position { seat, position });
            }
            let insight = Insight { knowledge: state.knowledge(seat), memory: self.memory.clone() };
            let mut stream = BotStream::new(state.key(), seat, position);
            let answer = bot::decide(&insight, level, &mut stream);
            self.answer = answer
                .into_iter()
                .flat_map(|answer| answer.actions.into_iter().map(move |a| (answer.nation, a)))
                .collect();
            self.position = position;
        }
        let text =
            |action: &Action| serde_json::to_string(&Order::from(action)).unwrap_or_default();
        match self.answer.pop_front() {
            Some((by, chosen)) if by == nation && chosen == *action => {
                self.checked += 1;
                Ok(())
            }
            chosen => {
                let expected =
                    chosen.map_or_else(|| "nothing".to_owned(), |(_, chosen)| text(&chosen));
                Err(BotFault::Choice { seat, level, expected, found: text(action) })
            }
        }
    }

    /// Something was carried out that led to this position.
    pub fn note(&mut self, state: &State, events: &[Event]) {
        events.iter().for_each(|event| self.memory.note(event));
        let refuses =
            |(nation, action): &(Nation, Action)| state.clone().act(*nation, action).is_err();
        self.is_refused = self.answer.front().is_some_and(refuses);
    }
}
