//! A game in play: its state behind its log. Actions go through the rules into the log, one entry
//! each, and nowhere else.

use crate::audit::RULES_VERSION;
use crate::audit::journal::{
    self, ACTION, CLOSED, CLUB, ClosedBy, Closing, Deed, ENDED, TAKEN_BACK, TakenBack,
    UnknownEvent, public_digest, sealed_position,
};
use crate::bot::Level;
use crate::campaign::office::CampaignError;
use crate::campaign::pace::Pace;
use crate::campaign::settings::Settings;
use crate::campaign::table::notices::Notice;
use crate::campaign::table::rebuild::rebuild;
use crate::campaign::table::record;
use crate::game::{Action, DecisionKind, Event, Nation, Refusal, Seat, State};
use crate::report::{AheadDue, ClubNews, Happening};
use crate::store::{CanonicalError, Digest, Entry, EntryHead, Game, GameStatus, NewEntry, Tx};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

pub use crate::audit::journal::LoggedEvent;

/// A game that is being changed within a transaction.
pub(crate) struct Progress<'a> {
    /// The transaction; nothing of this is stored if it fails.
    pub tx: &'a Tx<'a>,
    /// Its row, with the status it gets.
    pub game: Game,
    /// The position after all that was carried out so far.
    pub state: State,
    /// The last entry of the log.
    pub head: EntryHead,
    /// How fast the program itself acts in this game. The usual pace at first: whoever has something drawn or
    /// carried out sets it to [`Pace::of_game`].
    pub pace: Pace,
    /// Players know one another by their roles only.
    pub anonymous: bool,
    /// Decisions that nobody is told of, because instructions answer them. Empty until
    /// [`crate::campaign::clock::after_change`] has looked for them.
    pub pending: Vec<Pending>,
    /// What has come of orders ahead and is still to be told.
    pub told: Vec<Told>,
    /// A seat whose next report is its holder's first mail.
    pub newcomer: Option<Seat>,
    /// What has happened and is still to be told.
    pub notices: Vec<Notice>,
    changed: bool,
}

/// What caused an action. Only the sealed part of the log tells it.
#[derive(Clone)]
pub(crate) enum Cause {
    /// A mail that gave the order itself.
    Mail { message_id: Option<String>, sha256: String },
    /// A duel instruction.
    Instruction,
    /// Orders that were kept, of this mail.
    Draft { message_id: Option<String>, sha256: Option<String> },
    /// The caretaker, for a player who did not answer.
    Caretaker,
    /// A bot, that thought when this was the last entry of the log.
    Bot { level: Level, position: u64 },
}

impl Cause {
    /// What the sealed part of an entry says of it. The Message-ID of a mail often tells whose
    /// it is, and a log is published one day: where players are anonymous it is left out.
    fn origin(&self, anonymous: bool) -> Value {
        let mail = |message_id: &Option<String>, sha256: Value| {
            let message_id = message_id.as_ref().filter(|_| !anonymous);
            json!({"message_id": message_id, "sha256": sha256})
        };
        match self {
            Cause::Mail { message_id, sha256 } => {
                json!({"mail": mail(message_id, json!(sha256))})
            }
            Cause::Instruction => json!({"by": journal::BY_INSTRUCTION}),
            Cause::Draft { message_id, sha256 } => {
                json!({"by": journal::BY_ORDERS_KEPT, "mail": mail(message_id, json!(sha256))})
            }
            Cause::Caretaker => json!({"by": journal::BY_CARETAKER}),
            Cause::Bot { level, position } => {
                let bots = journal::BOTS_VERSION;
                json!({"by": journal::BY_BOT, "bots": bots, "level": level, "position": position})
            }
        }
    }
}

/// A decision that will be answered by instruction.
#[derive(Clone, Copy)]
pub(crate) struct Pending {
    /// Whose decision it is.
    pub nation: Nation,
    /// What is to be decided.
    pub kind: DecisionKind,
    /// When the instruction answers.
    pub due: DateTime<Utc>,
}

/// What the next report to a seat tells of its orders ahead.
pub(crate) struct Told {
    /// Whose orders they were.
    pub seat: Seat,
    /// What became of them.
    pub due: AheadDue,
}

impl<'a> Progress<'a> {
    /// Reads a game: from the snapshot of its last entry, or without one from its log.
    ///
    /// # Errors
    ///
    /// The database fails, or the log does not lead to a position.
    pub fn load(tx: &'a Tx<'a>, game: Game) -> Result<Progress<'a>, CampaignError> {
        let head = tx.head(game.id)?;
        let snapshot =
            tx.latest_snapshot(game.id)?.filter(|snapshot| snapshot.entry == head.number);
        let loaded = snapshot.and_then(|snapshot| State::load_text(&snapshot.state).ok());
        let state = match loaded {
            Some(loaded) => loaded.state,
            None => rebuild(tx, &game)?,
        };
        Ok(Progress { changed: false, ..Progress::begin(tx, game, state, head) })
    }

    /// A game whose state was just made and whose log ends with this entry.
    pub fn begin(tx: &'a Tx<'a>, game: Game, state: State, head: EntryHead) -> Progress<'a> {
        let (pending, told, newcomer, notices) = (Vec::new(), Vec::new(), None, Vec::new());
        let anonymous = Settings::of(&game).is_ok_and(|settings| settings.anonymous);
        let (pace, changed) = (Pace::default(), true);
        Progress {
            tx,
            game,
            state,
            head,
            pace,
            anonymous,
            pending,
            told,
            newcomer,
            notices,
            changed,
        }
    }

    /// Carries out an action and logs it; one that nobody but its player may notice is held back and stands in
    /// the next entry. A refusal changes nothing.
    ///
    /// # Errors
    ///
    /// The database fails; within it, the rules refuse the action.
    pub fn act(
        &mut self,
        nation: Nation,
        action: &Action,
        cause: &Cause,
        now: DateTime<Utc>,
    ) -> Result<Result<Vec<Event>, Refusal>, CampaignError> {
        let events = match self.state.act(nation, action) {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let deed = Deed { nation, action, events: &events };
        let origin = cause.origin(self.anonymous);
        if deed.is_unnoticed() {
            self.tx.hold_back(self.game.id, &deed.sealed(origin))?;
            self.changed = true;
            return Ok(Ok(events));
        }
        let held = self.tx.take_held_back(self.game.id)?;
        let (public, sealed) =
            deed.parts(origin, held, &self.state).map_err(|error| self.broken_position(error))?;
        self.append(ACTION, public, Some(sealed), now)?;
        if let Some(outcome) = self.state.outcome() {
            let outcome = json!({
                "outcome": outcome,
                "seed": Digest(self.game.seed.0).to_string(),
            });
            self.append(ENDED, outcome, None, now)?;
            self.set_status(GameStatus::Ended, Some(now))?;
            record::ended(self.tx, &self.game, now)?;
        }
        Ok(Ok(events))
    }

    /// Logs something that happened in the club, for everybody to see.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn note(&mut self, news: &ClubNews, now: DateTime<Utc>) -> Result<(), CampaignError> {
        self.append(CLUB, journal::club_part(news), None, now)
    }

    /// Makes an earlier position hold again: `state`, as it was after the entry `to`. The log says so, and nothing
    /// of it is deleted.
    ///
    /// # Errors
    ///
    /// The database fails, or the position cannot be written.
    pub fn take_back(
        &mut self,
        to: u64,
        state: State,
        now: DateTime<Utc>,
    ) -> Result<(), CampaignError> {
        let held = self.tx.take_held_back(self.game.id)?;
        let broken = |error| self.broken_position(error);
        let digest = public_digest(&state).map_err(broken)?.to_string();
        let sealed = sealed_position(&state, held).map_err(broken)?;
        self.state = state;
        self.append(TAKEN_BACK, json!(TakenBack { to, state: digest }), Some(sealed), now)
    }

    /// Ends the game because its players agreed on that, or the organiser stopped it: the log says so and
    /// reveals the seed, so that it is published with its sealed parts. What is set up for the time after the end
    /// ([`record`]) is the caller's.
    ///
    /// # Errors
    ///
    /// The database fails, or the position cannot be written.
    pub fn close(
        &mut self,
        by: ClosedBy,
        winners: Vec<Seat>,
        now: DateTime<Utc>,
    ) -> Result<(), CampaignError> {
        let held = self.tx.take_held_back(self.game.id)?;
        let sealed =
            sealed_position(&self.state, held).map_err(|error| self.broken_position(error))?;
        let closing = Closing { by, winners, seed: Digest(self.game.seed.0).to_string() };
        self.append(CLOSED, json!(closing), Some(sealed), now)?;
        self.set_status(GameStatus::Ended, Some(now))
    }

    /// Changes the status of the game.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn set_status(
        &mut self,
        status: GameStatus,
        ended: Option<DateTime<Utc>>,
    ) -> Result<(), CampaignError> {
        self.tx.set_game_status(self.game.id, status, ended)?;
        self.game.status = status;
        self.game.ended = ended;
        Ok(())
    }

    /// Whether the game has begun and is not over.
    pub fn goes_on(&self) -> bool {
        self.game.status.goes_on()
    }

    /// Whether the players or the organiser have closed the game, so that its position awaits nobody.
    pub fn is_closed(&self) -> bool {
        self.game.status == GameStatus::Ended && self.state.outcome().is_none()
    }

    fn broken_position(&self, error: CanonicalError) -> CampaignError {
        let (game, reason) = (self.game.name.clone(), format!("its position {error}"));
        CampaignError::BrokenGame { game, reason }
    }

    fn append(
        &mut self,
        kind: &str,
        public: Value,
        sealed: Option<Value>,
        now: DateTime<Utc>,
    ) -> Result<(), CampaignError> {
        let entry = NewEntry { time: now, kind, rules_version: RULES_VERSION, public, sealed };
        self.head = self.tx.append(self.game.id, entry)?;
        self.changed = true;
        Ok(())
    }

    /// The answer by instruction that a decision waits for.
    pub fn pending(&self, nation: Nation, kind: DecisionKind) -> Option<&Pending> {
        self.pending.iter().find(|pending| pending.nation == nation && pending.kind == kind)
    }

    /// Keeps the state, if it has changed.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn save(&mut self) -> Result<(), CampaignError> {
        if std::mem::take(&mut self.changed) {
            self.tx.save_snapshot(self.game.id, self.head.number, &self.state.dump_text())?;
        }
        Ok(())
    }

    /// Whether the log holds this entry, and nothing after it that takes something back.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn only_adds_to(&self, known: EntryHead) -> Result<bool, CampaignError> {
        let entries = self.tx.entries_after(self.game.id, known.number.saturating_sub(1))?;
        let holds = entries.first().is_some_and(|entry| entry.head() == known);
        Ok(holds && !entries.iter().skip(1).any(|entry| entry.kind == TAKEN_BACK))
    }

    /// The events of log entries after this number.
    ///
    /// # Errors
    ///
    /// The database fails, or the log holds an event that this program does not know.
    pub fn events_after(&self, entry: u64) -> Result<Vec<LoggedEvent>, CampaignError> {
        let entries = self.tx.entries_after(self.game.id, entry)?;
        events_in(&entries).map_err(|error| CampaignError::BrokenGame {
            game: self.game.name.clone(),
            reason: error.to_string(),
        })
    }
}

/// The events of entries that follow one another, without those that were taken back.
fn events_in(entries: &[Entry]) -> Result<Vec<LoggedEvent>, UnknownEvent> {
    let mut told: Vec<(u64, LoggedEvent)> = Vec::new();
    for entry in entries {
        let events = events_of(entry)?;
        if entry.kind == TAKEN_BACK {
            let to = entry.public["to"].as_u64().unwrap_or(entry.number);
            told.retain(|(number, logged)| *number <= to || logged.event.news().is_some());
        }
        told.extend(events.into_iter().map(|logged| (entry.number, logged)));
    }
    Ok(told.into_iter().map(|(_, logged)| logged).collect())
}

/// The events of an entry in the order in which they happened: first those that were held back until it came.
fn events_of(entry: &Entry) -> Result<Vec<LoggedEvent>, UnknownEvent> {
    if let Some(news) = journal::news_of(entry)? {
        return Ok(vec![LoggedEvent { event: Happening::club(news), owner: None }]);
    }
    let sealed = entry.opening.as_ref().map(|opening| &opening.sealed);
    let before = sealed.and_then(|sealed| sealed["before"].as_array());
    let mut events: Vec<LoggedEvent> = Vec::new();
    for held in before.into_iter().flatten() {
        events.extend(journal::merged(&Value::Null, Some(&held["events"]))?);
    }
    events.extend(journal::merged(&entry.public["events"], sealed.map(|s| &s["events"]))?);
    Ok(events)
}
