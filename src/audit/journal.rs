//! What the entries of a game's log say: written when something happens, read when it is checked.
//!
//! `docs/log-format.md` describes the same for people who write programs of their own. The form of
//! an entry, its seal and its hash are the store's; here is only what its two parts hold. A
//! redistribution of troops has nothing public in it, not even that it happened: it waits, and the
//! next entry takes it into its sealed part.

use crate::beacon::Beacon;
use crate::bot::Level;
use crate::game::{Action, Audience, Event, Nation, Order, Seat, Setup, State};
use crate::phrase::{PhraseBy, WhyAnew};
use crate::report::{ClubEvent, ClubNews, Happening};
use crate::store::{CanonicalError, Digest, Entry, canonical_json};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The version of the rules that log entries name: raised when the same orders could lead to
/// another state.
pub const RULES_VERSION: &str = "2";

/// The version of the bots that orders of theirs name: raised when one could choose otherwise.
pub const BOTS_VERSION: &str = "13";

/// Kind of the first entry: what is played, and the commitment to the seed.
pub const FOUNDED: &str = "founded";
/// Kind of the entry with the hashes of all phrases, before any phrase is asked for.
pub const COMMITTED: &str = "committed";
/// Kind of the entry that names the beacon's round, when everything else is fixed.
pub const BEACON_AWAITED: &str = "beacon-awaited";
/// Kind of the entry by which a game that waits for phrases begins anew, under another seed.
pub const GATHERED_ANEW: &str = "gathered-anew";
/// Kind of the entry with the players' phrases, after which the game begins.
pub const BEGUN: &str = "begun";
/// Kind of an entry with an action of a nation.
pub const ACTION: &str = "action";
/// Kind of an entry about the club and not the war. Its public part holds one `event`, an object with
/// `"event": "club"`, with `what`, which names what happened, and with members that depend on that. The
/// rules know nothing of it, and no position depends on it. It has no sealed part.
pub const CLUB: &str = "club";
/// Kind of an entry by which an earlier position holds again. Nothing is deleted: what was taken back
/// stays in the log.
pub const TAKEN_BACK: &str = "taken-back";
/// Kind of the entry that ends the war by the rules: how, and the seed.
pub const ENDED: &str = "ended";
/// Kind of the entry that ends the game otherwise, because the players agreed to or the organiser
/// stopped it: who has won, and the seed.
pub const CLOSED: &str = "closed";
/// How the sealed part says, as `by`, that an order came from a duel instruction.
pub const BY_INSTRUCTION: &str = "instruction";
/// How it says that an order was kept until its time had come.
pub const BY_ORDERS_KEPT: &str = "orders-kept";
/// How it says that a bot gave an order.
pub const BY_BOT: &str = "bot";
/// How it says that the caretaker gave an order, for a player who did not.
pub const BY_CARETAKER: &str = "caretaker";

/// The public part of [`FOUNDED`]. It has no sealed part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Founding {
    /// The name of the game, on which the chain hangs too.
    pub game: String,
    /// Scenario, edition, and whether the expert game is played.
    pub setup: Setup,
    /// The seats of the scenario.
    pub seats: Vec<Seat>,
    /// SHA-256 of the seed.
    pub seed_commitment: String,
    /// The game waits for phrases and begins with an entry [`BEGUN`].
    #[serde(default, skip_serializing_if = "is_false")]
    pub phrases: bool,
    /// The hashes of the phrases come first, in an entry [`COMMITTED`]. Games of earlier versions
    /// of the program had none.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hashes: bool,
    /// A round of the public beacon goes into the key, and the game begins with an entry [`BEGUN`].
    #[serde(default, skip_serializing_if = "is_false")]
    pub beacon: bool,
    /// The seats are raffled when the game begins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub raffle: bool,
    /// The seats that the program plays; where the game waits, those stand in [`BEGUN`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Seated>,
    /// Digest of the public position; absent while the game waits for phrases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// A seat that the program plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// The seat it plays.
    pub seat: Seat,
    /// How well it plays.
    pub level: Level,
}

impl Founding {
    /// Whether the game begins later, with an entry [`BEGUN`].
    pub fn waits(&self) -> bool {
        self.phrases || self.beacon
    }
}

/// What is known of a player's phrase before it is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pledge {
    /// Who made the phrase, and so who knew it beforehand.
    pub by: PhraseBy,
    /// SHA-256 of the phrase, 64 hexadecimal digits; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// The public part of [`COMMITTED`]. It has no sealed part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Committed {
    /// In the order in which the phrases enter the key.
    pub players: Vec<Pledge>,
}

/// The public part of [`BEACON_AWAITED`]. It has no sealed part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BeaconAwaited {
    /// The round, which is signed later than this entry was written.
    pub round: u64,
    /// The phrases, now open, in their order; empty ones where there are none.
    pub phrases: Vec<String>,
}

/// The public part of [`GATHERED_ANEW`]. It has no sealed part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GatheredAnew {
    /// Why the first attempt could not go on.
    pub why: WhyAnew,
    /// The places of the players it is due to, from 1, in the order of the phrases.
    pub players: Vec<usize>,
    /// The seed that is given up, 64 hexadecimal digits.
    pub seed: String,
    /// SHA-256 of the new seed.
    pub seed_commitment: String,
}

/// The public part of [`BEGUN`]. It has no sealed part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beginning {
    /// In the order in which the phrases enter the key: that of the seats, or with a raffle that
    /// in which the players were entered.
    pub players: Vec<Begun>,
    /// The round that [`BEACON_AWAITED`] named, with its signature, which enters the key behind the phrases; absent
    /// where no beacon was agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beacon: Option<Beacon>,
    /// Digest of the public position.
    pub state: String,
}

impl Beginning {
    /// What goes into the key besides the seed, in order.
    pub fn key_parts(&self) -> Vec<&str> {
        let phrases = self.players.iter().map(|player| player.phrase.as_str());
        phrases.chain(self.beacon.iter().map(|beacon| beacon.signature.as_str())).collect()
    }
}

/// A player as the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Begun {
    /// The seat, given or raffled.
    pub seat: Seat,
    /// Empty if the player sent none.
    pub phrase: String,
    /// The seats that the player would rather have, the dearest first; only where they are
    /// raffled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prefers: Vec<Seat>,
    /// The program plays it, at this level; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Level>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The public part of [`TAKEN_BACK`]; its sealed part is that of [`sealed_position`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakenBack {
    /// The number of the entry after which the position stood that holds again.
    pub to: u64,
    /// Digest of its public part.
    pub state: String,
}

/// The public part of [`CLOSED`]; its sealed part is that of [`sealed_position`], and there is none if
/// the game had not begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Closing {
    /// Who ended the game: the players by a vote, or the organiser.
    #[serde(default)]
    pub by: ClosedBy,
    /// Who won by agreement; nobody if it is a draw, or if the game was stopped.
    pub winners: Vec<Seat>,
    /// 64 hexadecimal digits.
    pub seed: String,
}

/// Whose word ends a game before its end by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClosedBy {
    /// The players' vote, which stands in the log before it.
    #[default]
    Vote,
    /// The word of the organiser, who stopped it.
    Organiser,
}

/// Whether the game is over after an entry of this kind, so that its sealed parts are opened.
pub fn ends_the_game(kind: &str) -> bool {
    matches!(kind, ENDED | CLOSED)
}

/// Whether the game is over after these entries: what happens in the club may go on behind its
/// end.
pub fn is_over(entries: &[Entry]) -> bool {
    let last = entries.iter().rev().find(|entry| entry.kind != CLUB);
    last.is_some_and(|entry| ends_the_game(&entry.kind))
}

/// What is sealed of an entry that carries out no order: the digest of the whole position after
/// it, and the orders that waited for an entry.
///
/// # Errors
///
/// Never for positions of this program: all their numbers are small.
pub fn sealed_position(state: &State, held: Vec<Value>) -> Result<Value, CanonicalError> {
    let mut sealed = json!({ "state": full_digest(state)?.to_string() });
    if !held.is_empty() {
        sealed["before"] = Value::Array(held);
    }
    Ok(sealed)
}

/// Something carried out, on its way into the log.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a> {
    /// The nation that acted.
    pub nation: Nation,
    /// What it did, as the rules took it.
    pub action: &'a Action,
    /// What came of it, secrets included.
    pub events: &'a [Event],
}

impl Deed<'_> {
    /// Whether only its player may notice it, so that it must not be an entry of its own.
    pub fn is_unnoticed(&self) -> bool {
        matches!(self.action, Action::Redistribute { .. })
            && self.events.iter().all(|event| event.audience() != Audience::Everybody)
    }

    /// What is sealed of it: who ordered what, and the secret events, each with its place among
    /// all. `origin` says where the order came from; its members stand beside these.
    pub fn sealed(&self, origin: Value) -> Value {
        let mut sealed = json!({
            "nation": self.nation,
            "order": Order::from(self.action),
            "events": split(self.events).1,
        });
        if let (Some(members), Value::Object(more)) = (sealed.as_object_mut(), origin) {
            members.extend(more);
        }
        sealed
    }

    /// The public and the sealed part of its entry; `held` are the unnoticed deeds that waited
    /// for it, `state` is the position after it.
    ///
    /// # Errors
    ///
    /// Never for positions of this program: all their numbers are small.
    pub fn parts(
        &self,
        origin: Value,
        held: Vec<Value>,
        state: &State,
    ) -> Result<(Value, Value), CanonicalError> {
        let public = json!({
            "events": split(self.events).0,
            "state": public_digest(state)?.to_string(),
        });
        let mut sealed = self.sealed(origin);
        sealed["state"] = full_digest(state)?.to_string().into();
        if !held.is_empty() {
            sealed["before"] = Value::Array(held);
        }
        Ok((public, sealed))
    }
}

/// Events by who may see them: those for everybody, and the secret ones as
/// `{"at": place among all, "nation": whose secret, "event": …}`.
pub fn split(events: &[Event]) -> (Vec<Value>, Vec<Value>) {
    let (mut public, mut secret) = (Vec::new(), Vec::new());
    for (at, event) in events.iter().enumerate() {
        // Names and small numbers, which JSON can always hold.
        let value = serde_json::to_value(event).unwrap_or_default();
        match event.audience() {
            Audience::Everybody => public.push(value),
            Audience::Owner(owner) => {
                secret.push(json!({"at": at, "nation": owner, "event": value}));
            }
        }
    }
    (public, secret)
}

/// SHA-256 of the canonical JSON of what everybody may know of a position.
///
/// # Errors
///
/// Never for positions of this program: all their numbers are small.
pub fn public_digest(state: &State) -> Result<Digest, CanonicalError> {
    let view = serde_json::to_value(state.view(None)).unwrap_or_default();
    Ok(Digest::of(&[canonical_json(&view)?.as_bytes()]))
}

/// SHA-256 of the canonical JSON of a whole position, the key of its chance included: it cannot
/// be guessed without the seed.
///
/// # Errors
///
/// Never for positions of this program: all their numbers are small.
pub fn full_digest(state: &State) -> Result<Digest, CanonicalError> {
    Ok(Digest::of(&[canonical_json(&state.dump())?.as_bytes()]))
}

/// An event as the log has it: what, and whose secret it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedEvent {
    /// An event of the rules, or news of the club.
    pub event: Happening,
    /// The nation whose secret it is; `None` for a public one.
    pub owner: Option<Nation>,
}

/// An event that a log has and this program does not know, or cannot read.
#[derive(Debug, thiserror::Error)]
#[error("an event of the log cannot be read: {0}; was it written by another version?")]
pub struct UnknownEvent(#[from] serde_json::Error);

/// A secret event with its place among all.
#[derive(Deserialize)]
struct SecretEvent {
    at: usize,
    nation: Nation,
    event: Event,
}

/// Public and secret events of one deed in the order in which they happened.
///
/// # Errors
///
/// One of them is not an event of this program.
pub fn merged(public: &Value, sealed: Option<&Value>) -> Result<Vec<LoggedEvent>, UnknownEvent> {
    let mut events: Vec<LoggedEvent> = public_events(public)?
        .into_iter()
        .map(|event| LoggedEvent { event: event.into(), owner: None })
        .collect();
    for secret in sealed.and_then(Value::as_array).into_iter().flatten() {
        let SecretEvent { at, nation, event } = SecretEvent::deserialize(secret)?;
        let at = at.min(events.len());
        events.insert(at, LoggedEvent { event: event.into(), owner: Some(nation) });
    }
    Ok(events)
}

/// The public events of an entry with an action: its member `events`.
///
/// # Errors
///
/// One of them is not an event of this program.
pub fn public_events(events: &Value) -> Result<Vec<Event>, UnknownEvent> {
    let events = events.as_array().into_iter().flatten();
    Ok(events.map(Event::deserialize).collect::<Result<_, _>>()?)
}

/// What an entry tells of the club, if it does.
///
/// # Errors
///
/// It is not news of this program.
pub fn news_of(entry: &Entry) -> Result<Option<ClubNews>, UnknownEvent> {
    Ok(match entry.kind.as_str() {
        CLUB => Some(ClubNews::deserialize(&entry.public["event"])?),
        TAKEN_BACK => Some(ClubNews::TakenBack { to: TakenBack::deserialize(&entry.public)?.to }),
        _ => None,
    })
}

/// The public part of an entry of the kind [`CLUB`].
pub fn club_part(news: &ClubNews) -> Value {
    json!({ "event": ClubEvent::Club(news.clone()) })
}
