//! A new game: its name, its seats and players, its seed, the first entry of its log, and the
//! first mails.

use crate::audit::RULES_VERSION;
use crate::audit::journal::{FOUNDED, Founding, public_digest};
use crate::audit::seed::{self, commitment, game_key};
use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::settings::Settings;
use crate::campaign::settings::clocks::Clocks;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::club::{self, ClubNotice};
use crate::campaign::tell::letters::BegunNotice;
use crate::game::{Seat, Setup, State};
use crate::mail::address::Address;
use crate::store::{
    GameStatus, NewEntry, NewGame as NewStoredGame, Seat as StoredSeat, SeatStatus, Seed, Store,
};
use chrono::{DateTime, Utc};
use serde_json::json;

/// A game to be founded.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// 1 to 32 of a-z and 0-9.
    pub name: String,
    pub setup: Setup,
    /// One for each seat of the scenario.
    pub players: Vec<NewPlayer>,
    /// All chance in the game; drawn from the system if none is given.
    pub seed: Option<[u8; 32]>,
}

/// Who takes a seat.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    pub seat: Seat,
    pub address: Address,
}

/// Why a game is not founded.
#[derive(Debug, thiserror::Error)]
pub enum FoundingError {
    #[error("the seat {0} has no player: give one with --player {0}=ADDRESS")]
    NoPlayer(Seat),
    #[error("the seat {0} has two players")]
    TwoPlayers(Seat),
    #[error("there is no seat {0} in this scenario")]
    NoSuchSeat(Seat),
    #[error("this scenario has {expected} seats to raffle, but {found} players were given")]
    WrongNumber { expected: usize, found: usize },
    #[error("{0} is the program's own address and cannot be a player's")]
    OwnAddress(Address),
    #[error("the clocks cannot be so: {0}")]
    Clocks(&'static str),
    #[error(transparent)]
    Campaign(#[from] CampaignError),
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

/// Founds a game with these clocks, or none, and queues the first mail to each player.
///
/// # Errors
///
/// As for [`found`], or the clocks cannot be so.
pub fn found_with(
    store: &mut Store,
    office: &Office,
    new: &NewGame,
    clocks: Option<Clocks>,
    now: DateTime<Utc>,
) -> Result<(), FoundingError> {
    let settings = settings(new.setup, clocks)?;
    let seats = new.setup.rules().seats();
    check_players(office, &seats, &new.players)?;
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

/// The settings of a new game with these clocks.
pub(crate) fn settings(setup: Setup, clocks: Option<Clocks>) -> Result<Settings, FoundingError> {
    match clocks.as_ref().and_then(Clocks::fault) {
        Some(fault) => Err(FoundingError::Clocks(fault)),
        None => Ok(Settings { clocks, ..Settings::new(setup) }),
    }
}

/// Whether each seat has exactly one player, and none of them is the program itself.
pub(crate) fn check_players(
    office: &Office,
    seats: &[Seat],
    players: &[NewPlayer],
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
    let has_player = |seat: &&Seat| !players.iter().any(|player| player.seat == **seat);
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
