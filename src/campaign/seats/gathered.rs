//! A game that has not begun, as it stands: who has a place, what is known of the phrases, what is awaited; and the
//! notice that says so.
//!
//! What has been published stands in the log and is read from there; what only its player may know yet waits in
//! drafts. What is said and done about it is `chance`'s.

use crate::audit::journal::{
    BEACON_AWAITED, BeaconAwaited, COMMITTED, Committed, FOUNDED, Founding, GATHERED_ANEW,
    GatheredAnew, Pledge,
};
use crate::audit::seed::{SHORTEST_PHRASE, made_phrase, phrase_hash};
use crate::campaign::office::CampaignError;
use crate::campaign::post::key::Occasion;
use crate::campaign::settings::{Bots, Settings};
use crate::campaign::table::company::is_taken;
use crate::campaign::tell::club::ClubNotice;
use crate::campaign::tell::gathering::GatheringNotice;
use crate::game::Seat;
use crate::phrase::PhraseBy;
use crate::report::{Anew, Gathering, GatheringStage, KnownPhrase, LogHead, PhraseRefusal, Who};
use crate::store::{Digest, Entry, Game, Seat as StoredSeat, StoredDraft, TimerKind, Tx};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The seats' names while it is not known who will play which, in the order of the players.
pub(crate) const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];

/// Key of the draft that holds what a player promised of his phrase.
pub(crate) const PROMISE: &str = "promise";
/// Key of the draft that holds the phrase which a player opened.
pub(crate) const OPENED: &str = "opened";
/// Key of the draft that holds the seats which a player prefers.
pub(crate) const PREFERS: &str = "prefers";

/// Kind of the timer after which the game goes on without the hashes that have not come.
pub(crate) const BEGIN: TimerKind = TimerKind::Begin;
/// Kind of the timer after which phrases that are not opened make the game gather anew.
pub(crate) const OPENING: TimerKind = TimerKind::Opening;
/// Kind of the timer after which those who are awaited are reminded.
pub(crate) const REMIND: TimerKind = TimerKind::Awaited;
/// Key of these timers: there is one of each for a game.
pub(crate) const OF_THE_GAME: &str = "begin";

/// What a player promised of his phrase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub(crate) enum Promise {
    /// The player keeps the phrase.
    Player { hash: String },
    /// The player told it.
    Told { phrase: String },
    /// The program makes it, from the seed.
    Program,
    /// There will be none.
    None,
}

impl Promise {
    /// Who knows the phrase before it is opened.
    pub fn by(&self) -> PhraseBy {
        match self {
            Promise::Player { .. } => PhraseBy::Player,
            Promise::Told { .. } => PhraseBy::Told,
            Promise::Program => PhraseBy::Program,
            Promise::None => PhraseBy::None,
        }
    }

    /// The hash to be published; the place is the player's, from 1.
    pub fn hash(&self, seed: &[u8; 32], place: usize) -> Option<String> {
        match self {
            Promise::Player { hash } => Some(hash.clone()),
            Promise::Told { phrase } => Some(phrase_hash(phrase).to_string()),
            Promise::Program => Some(phrase_hash(&made_phrase(seed, place)).to_string()),
            Promise::None => None,
        }
    }
}

/// What else a mail to a player says.
#[derive(Clone, Default)]
pub(crate) struct Aside {
    /// What was not taken.
    pub refused: Option<PhraseRefusal>,
    /// Why the game has just begun to gather once more.
    pub anew: Option<Anew>,
    /// The game has been stopped.
    pub stopped: bool,
}

/// The players of a game that waits, and what they have said.
pub(crate) struct Gathered<'a> {
    /// The transaction in which the game is changed.
    pub tx: &'a Tx<'a>,
    /// Its row, as it was when this was read.
    pub game: Game,
    /// The founding, with the commitment to the seed that holds now.
    pub founding: Founding,
    /// In the order in which the phrases enter the key.
    pub seats: Vec<StoredSeat>,
    /// One per seat; `None` until that player answers.
    pub promises: Vec<Option<Promise>>,
    /// One per seat; `None` until that player opens his phrase.
    pub opened: Vec<Option<String>>,
    /// The seats that each prefers.
    pub preferences: Vec<Vec<Seat>>,
    /// What all have committed themselves to, once it is published.
    pub committed: Option<Committed>,
    /// The round of the beacon, once it is named.
    pub awaited: Option<BeaconAwaited>,
    /// How many places bots will take when the others are taken.
    pub for_bots: usize,
    /// Hashes of earlier attempts.
    pub used: Vec<String>,
}

impl<'a> Gathered<'a> {
    /// The game as it stands now.
    ///
    /// # Errors
    ///
    /// The database fails, or what it holds of the game cannot be read.
    pub fn load(tx: &'a Tx<'a>, game: &Game) -> Result<Gathered<'a>, CampaignError> {
        let game = tx.game(game.id)?;
        let broken = |reason: String| CampaignError::BrokenGame { game: game.name.clone(), reason };
        let for_bots = match Settings::of(&game)?.company.bots {
            Bots::None | Bots::Fill => 0,
            Bots::Number(number) => usize::from(number),
        };
        let (mut founding, mut committed, mut awaited) = (None, None, None);
        let mut used: Vec<String> = Vec::new();
        for entry in &tx.entries(game.id)? {
            let unreadable = |error| broken(format!("entry {} {error}", entry.number));
            match entry.kind.as_str() {
                FOUNDED => founding = Some(public::<Founding>(entry).map_err(unreadable)?),
                COMMITTED => committed = Some(public::<Committed>(entry).map_err(unreadable)?),
                BEACON_AWAITED => {
                    awaited = Some(public::<BeaconAwaited>(entry).map_err(unreadable)?);
                }
                GATHERED_ANEW => {
                    let anew: GatheredAnew = public(entry).map_err(unreadable)?;
                    let pledges = committed.take().map(|all: Committed| all.players);
                    used.extend(pledges.unwrap_or_default().into_iter().filter_map(|p| p.hash));
                    awaited = None;
                    if let Some(founding) = &mut founding {
                        founding.seed_commitment = anew.seed_commitment;
                    }
                }
                _ => {}
            }
        }
        let founding = founding.ok_or_else(|| broken("its log has no founding".into()))?;
        let names: Vec<&str> = match founding.raffle {
            true => PLACES[..founding.seats.len().min(PLACES.len())].to_vec(),
            false => founding.seats.iter().map(|seat| seat.id()).collect(),
        };
        let (mut seats, mut promises) = (Vec::new(), Vec::new());
        let (mut opened, mut preferences) = (Vec::new(), Vec::new());
        for name in names {
            let seat = tx.seat(game.id, name)?;
            seats.push(seat.ok_or_else(|| broken(format!("its seat {name} is gone")))?);
            promises.push(kept(tx, &game, name, PROMISE)?);
            opened.push(kept(tx, &game, name, OPENED)?);
            preferences.push(kept(tx, &game, name, PREFERS)?.unwrap_or_default());
        }
        Ok(Gathered {
            tx,
            game,
            founding,
            seats,
            promises,
            opened,
            preferences,
            committed,
            awaited,
            for_bots,
            used,
        })
    }

    /// What the game waits for.
    pub fn stage(&self) -> GatheringStage {
        match (&self.committed, &self.awaited) {
            (_, Some(_)) => GatheringStage::Beacon,
            (Some(_), None) => GatheringStage::Phrases,
            (None, None) => GatheringStage::Hashes,
        }
    }

    /// Where a seat stands in the order of the phrases, from 0.
    pub fn place(&self, seat: &StoredSeat) -> usize {
        self.seats.iter().position(|known| known.seat == seat.seat).unwrap_or_default()
    }

    /// The phrase of the player at a place, from 0, if the program knows it; empty if there is none.
    pub fn phrase(&self, place: usize) -> Option<String> {
        if !self.founding.phrases {
            return Some(String::new());
        }
        match self.promises.get(place)?.as_ref()? {
            Promise::Player { .. } => self.opened[place].clone(),
            Promise::Told { phrase } => Some(phrase.clone()),
            Promise::Program => Some(made_phrase(&self.game.seed.0, place + 1)),
            Promise::None => Some(String::new()),
        }
    }

    /// The places, from 0, of the players whose hash or phrase is awaited.
    pub fn awaited_players(&self) -> Vec<usize> {
        let is_awaited = |place: &usize| match self.stage() {
            _ if !self.founding.phrases || self.seats[*place].address.is_none() => false,
            GatheringStage::Hashes => self.promises[*place].is_none(),
            GatheringStage::Phrases => self.phrase(*place).is_none(),
            GatheringStage::Beacon | GatheringStage::Stopped => false,
        };
        (0..self.seats.len()).filter(is_awaited).collect()
    }

    /// Places that nobody has taken yet.
    pub fn open(&self) -> usize {
        let free = self.seats.iter().filter(|seat| !is_taken(seat)).count();
        free.saturating_sub(self.for_bots)
    }

    /// The player at a place, from 0, as mails name him.
    pub fn who(&self, place: usize) -> Who {
        let seat = self.seats.get(place).and_then(|seat| Seat::from_id(&seat.seat));
        Who { seat, place: place + 1 }
    }

    /// What is published of each player's phrase.
    pub fn pledges(&self) -> Vec<Pledge> {
        let pledge = |(place, promise): (usize, &Option<Promise>)| match promise {
            Some(promise) => {
                Pledge { by: promise.by(), hash: promise.hash(&self.game.seed.0, place + 1) }
            }
            None => Pledge { by: PhraseBy::None, hash: None },
        };
        self.promises.iter().enumerate().map(pledge).collect()
    }

    /// Keeps something that a player said.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn keep(
        &self,
        seat: &StoredSeat,
        (key, body): (&str, serde_json::Value),
        message_id: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<(), CampaignError> {
        self.tx.replace_draft(&StoredDraft {
            game: self.game.id,
            seat: seat.seat.clone(),
            key: key.into(),
            body: body.to_string(),
            message_id: message_id.map(str::to_owned),
            received: now,
        })?;
        Ok(())
    }

    /// Forgets what was said about phrases.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub fn forget_phrases(&self) -> Result<(), CampaignError> {
        for seat in &self.seats {
            for key in [PROMISE, OPENED] {
                self.tx.withdraw_draft(self.game.id, &seat.seat, key)?;
            }
        }
        Ok(())
    }

    /// What is known, to be told to one of the players.
    ///
    /// # Errors
    ///
    /// The database fails, or what it holds of the game cannot be read.
    pub fn notice(
        &self,
        seat: &StoredSeat,
        occasion: Occasion,
        aside: Aside,
    ) -> Result<ClubNotice, CampaignError> {
        let Aside { refused, anew, stopped } = aside;
        let place = self.place(seat);
        let head = self.tx.head(self.game.id)?;
        let timers = self.tx.timers(self.game.id)?;
        let due = timers.iter().find(|timer| [BEGIN, OPENING].contains(&timer.kind));
        let stage = if stopped { GatheringStage::Stopped } else { self.stage() };
        let awaited = self.awaited_players();
        let known = |(place, pledge): (usize, Pledge)| KnownPhrase {
            who: self.who(place),
            by: pledge.by,
            hash: pledge.hash,
            text: None,
        };
        let all: Vec<KnownPhrase> = self.pledges().into_iter().enumerate().map(known).collect();
        let own = all.get(place).filter(|_| self.promises[place].is_some()).cloned();
        let told = match &self.promises[place] {
            Some(Promise::Told { phrase }) => Some(phrase.clone()),
            _ => self.opened[place].clone(),
        };
        let facts = Gathering {
            game: self.game.name.clone(),
            setup: self.founding.setup,
            reader: self.who(place),
            players: self.seats.len(),
            seed_commitment: self.founding.seed_commitment.clone(),
            stage,
            phrases: self.founding.phrases,
            beacon: self.founding.beacon,
            answer: false,
            reminder: false,
            own: own.map(|own| KnownPhrase { text: told, ..own }),
            asked: awaited.contains(&place) && !stopped,
            refused,
            anew,
            hashes: if stage == GatheringStage::Phrases { all } else { Vec::new() },
            awaited: awaited.into_iter().map(|place| self.who(place)).collect(),
            open: self.open(),
            due: None,
            shortest: SHORTEST_PHRASE,
            round: None,
            seed: stopped.then(|| Digest(self.game.seed.0).to_string()),
            log: LogHead { number: head.number, hash: head.hash.to_string() },
        };
        Ok(ClubNotice::Gathering(GatheringNotice {
            game: self.game.clone(),
            seat: seat.clone(),
            facts: Box::new(facts),
            due: due.map(|timer| timer.due),
            round: self.awaited.as_ref().map(|awaited| awaited.round),
            occasion,
        }))
    }

    /// The same, to be told to all who have a place, except one.
    ///
    /// # Errors
    ///
    /// As [`Gathered::notice`].
    pub fn notices(
        &self,
        occasion: &Occasion,
        except: Option<&StoredSeat>,
        aside: &Aside,
    ) -> Result<Vec<ClubNotice>, CampaignError> {
        let told = |seat: &&StoredSeat| {
            seat.address.is_some() && except.is_none_or(|except| except.seat != seat.seat)
        };
        let notice = |seat| self.notice(seat, occasion.clone(), aside.clone());
        self.seats.iter().filter(told).map(notice).collect()
    }
}

fn kept<T: DeserializeOwned>(
    tx: &Tx<'_>,
    game: &Game,
    seat: &str,
    key: &str,
) -> Result<Option<T>, CampaignError> {
    let draft = tx.draft(game.id, seat, key)?;
    Ok(draft.and_then(|draft| serde_json::from_str(&draft.body).ok()))
}

fn public<T: DeserializeOwned>(entry: &Entry) -> Result<T, String> {
    serde_json::from_value(entry.public.clone()).map_err(|error| format!("cannot be read: {error}"))
}
