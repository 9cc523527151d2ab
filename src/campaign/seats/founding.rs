//! A new game: its name, its seats and players, its seed, the first entry of its log, and the
//! first mails.

use crate::audit::RULES_VERSION;
use crate::audit::journal::{FOUNDED, Founding, Seated, public_digest};
use crate::audit::seed::{self, commitment, game_key};
use crate::bot::Level;
use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::settings::clocks::Clocks;
use crate::campaign::settings::{Company, Settings, VacantSeats};
use crate::campaign::table::company;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::club::{self, ClubNotice};
use crate::campaign::tell::reports::BegunNotice;
use crate::game::{Seat, Setup, State};
use crate::mail::address::Address;
use crate::store::{
    GameId, GameStatus, NewEntry, NewGame as NewStoredGame, Seat as StoredSeat, SeatStatus, Seed,
    Store,
};
use chrono::{DateTime, Utc};
use serde_json::json;

/// A game to be founded.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// 1 to 32 of a-z and 0-9.
    pub name: String,
    /// Scenario, edition and options: all that the rules need besides chance.
    pub setup: Setup,
    /// One for each seat of the scenario.
    pub players: Vec<NewPlayer>,
    /// All chance in the game; drawn from the system if none is given.
    pub seed: Option<[u8; 32]>,
}

/// What was agreed besides who plays what.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Nothing is due if there are none.
    pub clocks: Option<Clocks>,
    /// Seats that the program plays, besides those of the players.
    pub bots: Vec<BotSeat>,
    /// What plays a seat that becomes vacant.
    pub vacant: VacantSeats,
    /// How well a bot plays that takes over a vacant seat.
    pub level: Level,
}

impl From<Option<Clocks>> for Terms {
    fn from(clocks: Option<Clocks>) -> Terms {
        Terms { clocks, ..Terms::default() }
    }
}

/// A seat that the program plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotSeat {
    /// None where the seats are raffled.
    pub seat: Option<Seat>,
    /// How well it plays.
    pub level: Level,
}

/// Who takes a seat.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// One of the seats of the scenario.
    pub seat: Seat,
    /// Where the mails of the seat go; confirmed by the first answer from there.
    pub address: Address,
}

/// Why a game is not founded.
#[derive(Debug, thiserror::Error)]
pub enum FoundingError {
    /// A seat of the scenario was given to nobody and to no bot.
    #[error("the seat {0} has no player: give one with --player {0}=ADDRESS")]
    NoPlayer(Seat),
    /// Two players, or a player and a bot, were given the same seat.
    #[error("the seat {0} has two players")]
    TwoPlayers(Seat),
    /// The scenario does not have this seat (three players: R1.2, two: R14).
    #[error("there is no seat {0} in this scenario")]
    NoSuchSeat(Seat),
    /// Where seats are raffled (R1.6), there must be as many players and bots as seats.
    #[error("this scenario has {expected} seats to raffle, but {found} players were given")]
    WrongNumber {
        /// The seats of the scenario.
        expected: usize,
        /// Players and bots together.
        found: usize,
    },
    /// Mail to this address comes to the program itself.
    #[error("{0} is the program's own address and cannot be a player's")]
    OwnAddress(Address),
    /// A game that bots play among themselves is a tournament and has no mails.
    #[error("all seats are given to bots: give one to a person with --player SEAT=ADDRESS")]
    NoPerson,
    /// A setting of the clocks cannot be so; the text says why.
    #[error("the clocks cannot be so: {0}")]
    Clocks(&'static str),
    /// The game was not founded for a reason that is not in what was asked.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// The name cannot be used or is taken, or the database fails.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
}

/// Founds a game and queues the first mail to each player.
///
/// # Errors
///
/// Seats and players do not match, the name is taken or no name for a game, the database fails.
pub fn found(
    store: &mut Store,
    office: &Office,
    new: &NewGame,
    now: DateTime<Utc>,
) -> Result<(), FoundingError> {
    found_with(store, office, new, None, now)
}

/// Founds a game on these terms and queues the first mail to each player.
///
/// # Errors
///
/// As for [`found`], or the clocks cannot be so.
pub fn found_with(
    store: &mut Store,
    office: &Office,
    new: &NewGame,
    terms: impl Into<Terms>,
    now: DateTime<Utc>,
) -> Result<(), FoundingError> {
    let terms: Terms = terms.into();
    let settings = settings(new.setup, &terms)?;
    let seats = new.setup.rules().seats();
    check_players(office, &seats, &new.players, &terms.bots)?;
    let seed = match new.seed {
        Some(seed) => seed,
        None => seed::random_bytes().map_err(CampaignError::from)?,
    };
    store.transaction(|tx| {
        let id = tx.create_game(&NewStoredGame {
            name: &new.name,
            status: GameStatus::Playing,
            settings: &settings.text(),
            seed: Seed(seed),
            created: now,
        })?;
        for player in &new.players {
            tx.save_seat(&StoredSeat {
                game: id,
                seat: player.seat.id().to_owned(),
                address: Some(player.address.mailbox()),
                display_name: player.address.name().unwrap_or_default().to_owned(),
                language: office.language.clone(),
                generation: 1,
                status: SeatStatus::Taken,
            })?;
        }
        let mut bots = Vec::new();
        for BotSeat { seat, level } in &terms.bots {
            let Some(seat) = *seat else { continue };
            tx.save_seat(&company::seated(&empty_seat(id, seat.id(), office), *level))?;
            bots.push(Seated { seat, level: *level });
        }
        let state = State::new(new.setup, game_key(&seed, &[]));
        let founding = Founding {
            game: new.name.clone(),
            setup: new.setup,
            seats,
            seed_commitment: commitment(&seed).to_string(),
            phrases: false,
            hashes: false,
            beacon: false,
            raffle: false,
            bots,
            state: Some(public_position(&new.name, &state)?),
        };
        let entry = NewEntry {
            time: now,
            kind: FOUNDED,
            rules_version: RULES_VERSION,
            public: json!(founding),
            sealed: None,
        };
        let head = tx.append(id, entry)?;
        let mut progress = Progress::begin(tx, tx.game(id)?, state, head);
        clock::after_change(&mut progress, now)?;
        progress.save()?;
        let seed_commitment = commitment(&seed).to_string();
        let (phrases, beacon) = (Vec::new(), None);
        let begun = BegunNotice { game: id, seed_commitment, phrases, beacon, writer: None };
        club::tell(tx, office, vec![ClubNotice::Begun(begun)], now)?;
        Ok(())
    })
}

/// A seat of a new game before anybody holds it.
pub(crate) fn empty_seat(game: GameId, seat: &str, office: &Office) -> StoredSeat {
    StoredSeat {
        game,
        seat: seat.to_owned(),
        address: None,
        display_name: String::new(),
        language: office.language.clone(),
        generation: 0,
        status: SeatStatus::Open,
    }
}

/// The settings of a new game on these terms.
pub(crate) fn settings(setup: Setup, terms: &Terms) -> Result<Settings, FoundingError> {
    let company = Company { level: terms.level, vacant: terms.vacant, ..Company::default() };
    let clocks = terms.clocks.clone();
    match clocks.as_ref().and_then(Clocks::fault) {
        Some(fault) => Err(FoundingError::Clocks(fault)),
        None => Ok(Settings { clocks, company, ..Settings::new(setup) }),
    }
}

/// Checks that each seat has exactly one player, a person or a bot, and none of the people is the program itself.
pub(crate) fn check_players(
    office: &Office,
    seats: &[Seat],
    players: &[NewPlayer],
    bots: &[BotSeat],
) -> Result<(), FoundingError> {
    for (place, player) in players.iter().enumerate() {
        if !seats.contains(&player.seat) {
            return Err(FoundingError::NoSuchSeat(player.seat));
        }
        if players[..place].iter().any(|earlier| earlier.seat == player.seat) {
            return Err(FoundingError::TwoPlayers(player.seat));
        }
        if office.own.contains(&player.address) {
            return Err(FoundingError::OwnAddress(player.address.clone()));
        }
    }
    let of_bots: Vec<Seat> = bots.iter().filter_map(|bot| bot.seat).collect();
    for (place, seat) in of_bots.iter().enumerate() {
        if !seats.contains(seat) {
            return Err(FoundingError::NoSuchSeat(*seat));
        }
        if of_bots[..place].contains(seat) || players.iter().any(|player| player.seat == *seat) {
            return Err(FoundingError::TwoPlayers(*seat));
        }
    }
    if players.is_empty() && !bots.is_empty() {
        return Err(FoundingError::NoPerson);
    }
    let has_player = |seat: &&Seat| {
        !of_bots.contains(seat) && !players.iter().any(|player| player.seat == **seat)
    };
    match seats.iter().find(has_player) {
        Some(seat) => Err(FoundingError::NoPlayer(*seat)),
        None => Ok(()),
    }
}

/// The digest of the public position, as the log has it.
pub(crate) fn public_position(game: &str, state: &State) -> Result<String, CampaignError> {
    match public_digest(state) {
        Ok(digest) => Ok(digest.to_string()),
        Err(error) => {
            let (game, reason) = (game.to_owned(), format!("its position {error}"));
            Err(CampaignError::BrokenGame { game, reason })
        }
    }
}
