//! Carries out again what a log says, entry by entry, and compares.
//!
//! Pure: it needs the entries, their openings and the seed, and asks nobody else. It stops at the
//! first entry that differs; what comes after it can prove nothing.

use super::bots::{BotFault, Bots};
use super::consent::Consent;
use super::journal::{
    ACTION, BEACON_AWAITED, BEGUN, Beginning, CLOSED, CLUB, COMMITTED, Closing, Deed, ENDED,
    FOUNDED, Founding, GATHERED_ANEW, TAKEN_BACK, TakenBack, full_digest, news_of, public_digest,
    split,
};
use super::positions::Positions;
use super::prologue::{ChanceFault, Prologue};
use super::seed::{commitment, game_key};
use crate::bot::Memory;
use crate::game::{Action, Nation, Order, Refusal, Seat, Setup, State};
use crate::store::{CanonicalError, Digest, Entry};
use serde_json::Value;
use thiserror::Error;

/// The first entry that differs, and how.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("entry {entry}: {fault}")]
pub struct Difference {
    /// Its number.
    pub entry: u64,
    /// What is different about it.
    pub fault: Fault,
}

/// How an entry differs from what it must be.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Fault {
    /// The entry comes at a time when another kind is due.
    #[error("is of the kind \"{found}\", where {expected} must stand")]
    Kind {
        /// The kind it has.
        found: String,
        /// What must stand there, in words.
        expected: &'static str,
    },
    /// A part is no JSON of the form that its kind has.
    #[error("its {part} part cannot be read: {what}")]
    Unreadable {
        /// `public` or `sealed`.
        part: &'static str,
        /// What is wrong with it, in words.
        what: String,
    },
    /// An entry that must have a sealed part has none.
    #[error("has no sealed part, so that it cannot be carried out again")]
    Unsealed,
    /// The founding names another game than the file does.
    #[error("names the game {found}, but the log is that of {expected}")]
    OtherGame {
        /// The name in the founding.
        found: String,
        /// The name of the file's game.
        expected: String,
    },
    /// The seats of the founding, or those of the beginning, are not the scenario's.
    #[error("names other seats than those of its scenario")]
    Seats,
    /// The seed that was revealed is not the one that was committed to.
    #[error(
        "the commitment to the seed is {found}, but the seed that was revealed has the SHA-256 {computed}"
    )]
    Seed {
        /// The commitment in the log, 64 hexadecimal digits.
        found: String,
        /// The SHA-256 of the revealed seed, 64 hexadecimal digits.
        computed: String,
    },
    /// Somebody has a seat that the raffle did not give him (R1.6).
    #[error("the raffle under the revealed seed gives the seats to the players in another order")]
    Raffle,
    /// The rules of this program refuse an order of the log.
    #[error("the order of {nation}, {order}, is against the rules ({rule}: {reason})")]
    Refused {
        /// The nation that gave it.
        nation: Nation,
        /// As JSON of the protocol.
        order: String,
        /// The number of the rule, such as `R4.2`.
        rule: String,
        /// The code of the refusal, with its facts.
        reason: String,
    },
    /// An order leads to another event than the log has.
    #[error(transparent)]
    Event(Box<WrongEvent>),
    /// The position after the entry is not the one whose digest the log has.
    #[error(
        "the {secrecy} position after it has the SHA-256 {computed}, but the log says {found}: \
         something else than these events was changed"
    )]
    Position {
        /// `public` or `secret`: which digest differs.
        secrecy: &'static str,
        /// The digest of the position that was reached, 64 hexadecimal digits.
        computed: String,
        /// The digest in the log, or `nothing`.
        found: String,
    },
    /// The sealed part hides an order that is no redistribution, which the others can notice.
    #[error("an order that others can notice is hidden in its sealed part: {nation}, {order}")]
    Hidden {
        /// The nation that gave it.
        nation: Nation,
        /// As JSON of the protocol.
        order: String,
    },
    /// The log ends the game otherwise than the rules do.
    #[error("says that the game ended otherwise than it did: {found}, not {expected}")]
    Outcome {
        /// How it ended by the rules, as JSON.
        expected: String,
        /// How it ended by the log, as JSON.
        found: String,
    },
    /// An earlier position is restored that may not be ([`may_go_back`](super::may_go_back)).
    #[error(
        "takes the game back to the position after entry {to}, which is not before it, or from \
         which something secret has been revealed"
    )]
    TooFarBack {
        /// The number of the entry after which that position stood.
        to: u64,
    },
    /// The closing names a seat as a winner that the game does not have.
    #[error("says that players won who have no seat in this game")]
    Winners,
    /// How all chance was fixed is not in order.
    #[error(transparent)]
    Chance(#[from] ChanceFault),
    /// A vote that did not carry is said to have ended the game.
    #[error(
        "says that vote {number} ended the game, but no such vote was opened, or its ballots do not carry it"
    )]
    NotCarried {
        /// The number of the vote.
        number: u64,
    },
    /// Something follows where the end was decided.
    #[error("the game goes on, though what stands before it in the log ended the game")]
    GoesOn,
    /// The game is closed without a vote, and without the organiser's word.
    #[error("closes the game, but nothing before it in the log decided that")]
    Undecided,
    /// A bot's order is not what the bot chooses.
    #[error(transparent)]
    Bot(#[from] BotFault),
    /// The game is closed with another result than was decided.
    #[error("says that {found} won, but what was decided before it is that {expected} did")]
    OtherWinners {
        /// Who won by that decision.
        expected: String,
        /// Who won by the entry.
        found: String,
    },
}

/// An event that an order does not lead to, or that is missing.
#[derive(Clone, PartialEq, Debug, Error)]
#[error(
    "the order of {nation}, {order}, does not lead to the {secrecy} event number {number}: it must \
     be {expected}, but is {found}",
    expected = event_text(.expected), found = event_text(.found)
)]
pub struct WrongEvent {
    /// The nation that gave the order.
    pub nation: Nation,
    /// The order as it stands in the log.
    pub order: String,
    /// "public" or "secret".
    pub secrecy: &'static str,
    /// Which of the entry's events it is, counted from 1.
    pub number: usize,
    /// What the order leads to; `None`: no more events.
    pub expected: Option<Value>,
    /// What the log has there; `None`: nothing.
    pub found: Option<Value>,
}

impl Fault {
    /// `part` is `public` or `sealed`.
    pub(super) fn unreadable(part: &'static str, what: impl ToString) -> Fault {
        Fault::Unreadable { part, what: what.to_string() }
    }
}

impl From<CanonicalError> for Fault {
    fn from(error: CanonicalError) -> Fault {
        Fault::unreadable("public", error)
    }
}

fn event_text(event: &Option<Value>) -> String {
    event.as_ref().map_or_else(|| "none".to_owned(), Value::to_string)
}

/// How far a log has been carried out again.
#[derive(Debug)]
pub struct Replay {
    game: String,
    seed: [u8; 32],
    founding: Option<Founding>,
    /// What was fixed before the game began.
    prologue: Prologue,
    state: Option<State>,
    /// Those to which the game may go back.
    positions: Positions<(State, Memory)>,
    /// Their choices are made again, if that is wanted.
    bots: Option<Bots>,
    /// What the club has decided about the end.
    consent: Consent,
    ended: bool,
}

impl Replay {
    /// Nothing yet of the game of this name, all of whose chance comes from this seed.
    pub fn new(game: &str, seed: [u8; 32]) -> Replay {
        let (founding, state, positions) = (None, None, Positions::new());
        let (game, consent, prologue) = (game.to_owned(), Consent::default(), Prologue::default());
        let (bots, ended) = (None, false);
        Replay { game, seed, founding, prologue, state, positions, bots, consent, ended }
    }

    /// The same, and bots make their choices again, which takes as long as it took them.
    pub fn with_bots(game: &str, seed: [u8; 32]) -> Replay {
        Replay { bots: Some(Bots::default()), ..Replay::new(game, seed) }
    }

    /// How many orders of bots were chosen again, and how many were not, because bots of another version gave them.
    pub fn choices(&self) -> (usize, usize) {
        self.bots.as_ref().map_or((0, 0), |bots| (bots.checked, bots.unchecked))
    }

    /// The position now; `None` before the game has begun.
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// The position now, and nothing else; `None` before the game has begun.
    pub fn into_state(self) -> Option<State> {
        self.state
    }

    /// Whether the last entry of a game has come.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Carries out the next entry.
    ///
    /// # Errors
    ///
    /// How it differs. The replay is of no more use then.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), Difference> {
        self.next(entry).map_err(|fault| Difference { entry: entry.number, fault })?;
        if let Some(state) = self.state.as_ref().filter(|_| changes_the_position(&entry.kind)) {
            let memory = self.bots.as_ref().map(|bots| bots.memory.clone()).unwrap_or_default();
            self.positions.after(entry, (state.clone(), memory));
        }
        if let Some(bots) = &mut self.bots
            && (changes_the_position(&entry.kind) || entry.kind == TAKEN_BACK)
        {
            bots.after(entry.number);
        }
        Ok(())
    }

    fn next(&mut self, entry: &Entry) -> Result<(), Fault> {
        let expected = self.expected();
        if !matches!(entry.kind.as_str(), CLUB | CLOSED) {
            self.consent.goes_on()?;
        }
        match (entry.kind.as_str(), &mut self.state) {
            (FOUNDED, None) if self.founding.is_none() => self.found(entry),
            (COMMITTED | BEACON_AWAITED | GATHERED_ANEW, None)
                if !self.ended
                    && let Some(founding) = &mut self.founding =>
            {
                self.prologue.entry(founding, entry)
            }
            (BEGUN, None) if self.founding.is_some() && !self.ended => self.begin(entry),
            (CLUB, _) if self.founding.is_some() => {
                if let Some(bots) = &mut self.bots {
                    let news = news_of(entry).map_err(|e| Fault::unreadable("public", e))?;
                    bots.hear(news.as_ref());
                }
                if self.ended { Ok(()) } else { self.consent.hear(entry) }
            }
            (ACTION, Some(state)) if state.outcome().is_none() && !self.ended => {
                let Some(opening) = &entry.opening else { return Err(Fault::Unsealed) };
                act((state, &mut self.bots), &entry.public, &opening.sealed, entry.number)
            }
            (TAKEN_BACK, Some(state)) if state.outcome().is_none() && !self.ended => {
                self.take_back(entry)
            }
            (ENDED, Some(state)) if state.outcome().is_some() && !self.ended => {
                self.ended = true;
                compare_outcome(state, &entry.public)
            }
            (CLOSED, state) if !self.ended => {
                let Some(founding) = &self.founding else {
                    return Err(Fault::Kind { found: entry.kind.clone(), expected });
                };
                if let Some(state) = state {
                    if state.outcome().is_some() {
                        return Err(Fault::Kind { found: entry.kind.clone(), expected });
                    }
                    let Some(opening) = &entry.opening else { return Err(Fault::Unsealed) };
                    waited((state, &mut self.bots), &opening.sealed, entry.number)?;
                    let found = opening.sealed["state"].as_str();
                    compare_digest("secret", full_digest(state)?, found)?;
                } else {
                    check_seed(&self.seed, founding)?;
                }
                self.ended = true;
                self.consent.closes(&read_closing(founding, &entry.public)?)
            }
            _ => Err(Fault::Kind { found: entry.kind.clone(), expected }),
        }
    }

    /// An earlier position holds again.
    fn take_back(&mut self, entry: &Entry) -> Result<(), Fault> {
        let taken: TakenBack = read_taken_back(&entry.public)?;
        let Some(opening) = &entry.opening else { return Err(Fault::Unsealed) };
        if let Some(state) = &mut self.state {
            waited((state, &mut self.bots), &opening.sealed, entry.number)?;
        }
        let to = taken.to;
        let (state, memory) =
            self.positions.go_back(entry.number, to).ok_or(Fault::TooFarBack { to })?;
        compare_public(&state, Some(&taken.state))?;
        compare_digest("secret", full_digest(&state)?, opening.sealed["state"].as_str())?;
        self.state = Some(state);
        if let Some(bots) = &mut self.bots {
            bots.go_back(memory);
        }
        Ok(())
    }

    /// What the next entry must be.
    fn expected(&self) -> &'static str {
        match (&self.founding, &self.state) {
            (None, _) => "the founding of the game",
            (Some(_), _) if self.ended => "nothing more",
            (Some(_), None) => "the beginning of the game",
            (_, Some(state)) if state.outcome().is_none() => "an action",
            _ => "the end of the game",
        }
    }

    fn found(&mut self, entry: &Entry) -> Result<(), Fault> {
        let founding = read_founding(&self.game, &entry.public)?;
        // While a game waits, its seed may still be given up for another.
        if !founding.waits() {
            check_seed(&self.seed, &founding)?;
            let state = State::new(founding.setup, game_key(&self.seed, &[]));
            compare_public(&state, founding.state.as_deref())?;
            self.state = Some(state);
        }
        self.consent = Consent::among(&founding.seats);
        if let Some(bots) = &mut self.bots {
            bots.found(&founding);
        }
        self.founding = Some(founding);
        Ok(())
    }

    fn begin(&mut self, entry: &Entry) -> Result<(), Fault> {
        let Some(founding) = &self.founding else { return Ok(()) };
        check_seed(&self.seed, founding)?;
        let beginning = read_beginning(founding.setup, &entry.public)?;
        self.prologue.begin(founding, &beginning)?;
        self.prologue.check_made(&self.seed, &beginning)?;
        let key = game_key(&self.seed, &beginning.key_parts());
        let rules = founding.setup.rules();
        let preferences: Vec<Vec<Seat>> =
            beginning.players.iter().map(|player| player.prefers.clone()).collect();
        let given = match founding.raffle {
            true => rules.raffle_preferring(&key, &preferences),
            false => rules.seats(),
        };
        if beginning.players.iter().map(|player| player.seat).ne(given) {
            return Err(Fault::Raffle);
        }
        let state = State::new(founding.setup, key);
        compare_public(&state, Some(&beginning.state))?;
        if let Some(bots) = &mut self.bots {
            bots.begin(&beginning);
        }
        self.state = Some(state);
        Ok(())
    }

    /// Carries out orders that are not in the log yet, as
    /// [`Deed::sealed`](super::journal::Deed::sealed) wrote them.
    ///
    /// # Errors
    ///
    /// How the first of them differs.
    pub fn held(&mut self, held: &[Value]) -> Result<(), Fault> {
        match &mut self.state {
            Some(state) => {
                let bots = &mut self.bots;
                held.iter().try_for_each(|sealed| unnoticed((state, bots), sealed, u64::MAX))
            }
            None if held.is_empty() => Ok(()),
            None => Err(Fault::unreadable("sealed", "orders wait, but the game has not begun")),
        }
    }
}

/// Whether the seed is the one that was committed to.
fn check_seed(seed: &[u8; 32], founding: &Founding) -> Result<(), Fault> {
    let (found, computed) = (founding.seed_commitment.clone(), commitment(seed).to_string());
    if found == computed { Ok(()) } else { Err(Fault::Seed { found, computed }) }
}

/// Reads the first entry and checks what needs no seed.
pub(super) fn read_founding(game: &str, public: &Value) -> Result<Founding, Fault> {
    let founding = Founding::deserialize_from(public)?;
    if founding.game != game {
        let expected = game.to_owned();
        return Err(Fault::OtherGame { found: founding.game, expected });
    }
    if founding.seats != founding.setup.rules().seats() {
        return Err(Fault::Seats);
    }
    if let Err(error) = founding.seed_commitment.parse::<Digest>() {
        return Err(Fault::unreadable("public", format!("the commitment to the seed {error}")));
    }
    Ok(founding)
}

/// Reads the entry with the phrases and checks what needs no seed.
pub(super) fn read_beginning(setup: Setup, public: &Value) -> Result<Beginning, Fault> {
    let beginning: Beginning = serde_json::from_value(public.clone())
        .map_err(|error| Fault::unreadable("public", error))?;
    let mut seats: Vec<_> = beginning.players.iter().map(|player| player.seat).collect();
    let mut all = setup.rules().seats();
    seats.sort_unstable();
    all.sort_unstable();
    if seats == all { Ok(beginning) } else { Err(Fault::Seats) }
}

impl Founding {
    fn deserialize_from(public: &Value) -> Result<Founding, Fault> {
        serde_json::from_value(public.clone()).map_err(|error| Fault::unreadable("public", error))
    }
}

/// Compares the public position with the digest in the log.
pub(super) fn compare_public(state: &State, found: Option<&str>) -> Result<(), Fault> {
    compare_digest("public", public_digest(state)?, found)
}

fn compare_digest(secrecy: &'static str, digest: Digest, found: Option<&str>) -> Result<(), Fault> {
    let computed = digest.to_string();
    match found {
        Some(found) if found == computed => Ok(()),
        found => {
            let found = found.unwrap_or("nothing").to_owned();
            Err(Fault::Position { secrecy, computed, found })
        }
    }
}

fn compare_outcome(state: &State, public: &Value) -> Result<(), Fault> {
    let expected = serde_json::to_value(state.outcome()).unwrap_or_default();
    if public["outcome"] == expected {
        return Ok(());
    }
    let found = public["outcome"].to_string();
    Err(Fault::Outcome { expected: expected.to_string(), found })
}

/// Whether [`Positions`] is to note the position after an entry of this kind; what is taken back
/// it notes by itself.
fn changes_the_position(kind: &str) -> bool {
    matches!(kind, FOUNDED | BEGUN | ACTION)
}

/// Reads an entry that takes something back.
pub(super) fn read_taken_back(public: &Value) -> Result<TakenBack, Fault> {
    serde_json::from_value(public.clone()).map_err(|error| Fault::unreadable("public", error))
}

/// Reads how a game was closed and checks what needs no seed.
pub(super) fn read_closing(founding: &Founding, public: &Value) -> Result<Closing, Fault> {
    let closing: Closing = serde_json::from_value(public.clone())
        .map_err(|error| Fault::unreadable("public", error))?;
    let seated = closing.winners.iter().all(|winner| founding.seats.contains(winner));
    if seated { Ok(closing) } else { Err(Fault::Winners) }
}

/// The position, and the bots if they choose again.
type Table<'a> = (&'a mut State, &'a mut Option<Bots>);

/// Carries out the orders that waited for an entry.
fn waited((state, bots): Table<'_>, sealed: &Value, entry: u64) -> Result<(), Fault> {
    match sealed.get("before") {
        None => Ok(()),
        Some(Value::Array(held)) => {
            held.iter().try_for_each(|sealed| unnoticed((state, bots), sealed, entry))
        }
        Some(_) => Err(Fault::unreadable("sealed", "\"before\" is not a list")),
    }
}

/// Carries out an order that only its player noticed.
fn unnoticed((state, bots): Table<'_>, sealed: &Value, entry: u64) -> Result<(), Fault> {
    let (nation, action, order) = read_order(sealed)?;
    let events = carry_out((state, bots), nation, (&action, &order), sealed, entry)?;
    let deed = Deed { nation, action: &action, events: &events };
    if !deed.is_unnoticed() {
        return Err(Fault::Hidden { nation, order });
    }
    let (_, secret) = split(&events);
    compare_events(nation, &order, "secret", secret, &sealed["events"])
}

/// Carries out an entry with an action.
fn act((state, bots): Table<'_>, public: &Value, sealed: &Value, entry: u64) -> Result<(), Fault> {
    waited((state, bots), sealed, entry)?;
    let (nation, action, order) = read_order(sealed)?;
    let events = carry_out((state, bots), nation, (&action, &order), sealed, entry)?;
    let (everybody, secret) = split(&events);
    compare_events(nation, &order, "public", everybody, &public["events"])?;
    compare_events(nation, &order, "secret", secret, &sealed["events"])?;
    compare_public(state, public["state"].as_str())?;
    compare_digest("secret", full_digest(state)?, sealed["state"].as_str())
}

/// The nation, its action, and the order as it stands in the log.
fn read_order(sealed: &Value) -> Result<(Nation, Action, String), Fault> {
    let nation = sealed["nation"].as_str().and_then(Nation::from_id);
    let nation = nation.ok_or_else(|| Fault::unreadable("sealed", "it names no nation"))?;
    let order: Order = serde_json::from_value(sealed["order"].clone())
        .map_err(|error| Fault::unreadable("sealed", format!("the order: {error}")))?;
    let text = sealed["order"].to_string();
    let action = order.resolve(nation).map_err(|reason| refused(nation, &text, &reason.into()))?;
    Ok((nation, action, text))
}

fn carry_out(
    (state, bots): Table<'_>,
    nation: Nation,
    (action, order): (&Action, &str),
    sealed: &Value,
    entry: u64,
) -> Result<Vec<crate::game::Event>, Fault> {
    if let Some(bots) = bots {
        bots.check(state, (nation, action), sealed, entry)?;
    }
    let events = state.act(nation, action).map_err(|refusal| refused(nation, order, &refusal))?;
    if let Some(bots) = bots {
        bots.note(state, &events);
    }
    Ok(events)
}

fn refused(nation: Nation, order: &str, refusal: &Refusal) -> Fault {
    let reason = serde_json::to_value(&refusal.reason).unwrap_or_default();
    Fault::Refused {
        nation,
        order: order.to_owned(),
        rule: refusal.rule.to_string(),
        reason: reason.to_string(),
    }
}

fn compare_events(
    nation: Nation,
    order: &str,
    secrecy: &'static str,
    expected: Vec<Value>,
    found: &Value,
) -> Result<(), Fault> {
    let found = found.as_array().map(Vec::as_slice).unwrap_or_default();
    let length = expected.len().max(found.len());
    match (0..length).find(|index| expected.get(*index) != found.get(*index)) {
        None => Ok(()),
        Some(index) => Err(Fault::Event(Box::new(WrongEvent {
            nation,
            order: order.to_owned(),
            secrecy,
            number: index + 1,
            expected: expected.get(index).cloned(),
            found: found.get(index).cloned(),
        }))),
    }
}
