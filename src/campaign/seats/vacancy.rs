//! Seats that lose their player and get another one.
//!
//! With the seat go its tokens, at once. The new player's first mail is enough to go on playing:
//! the hand, the troops, what is awaited and how to answer. What the old player had kept for later
//! is gone with him.

use crate::audit::journal::public_events;
use crate::campaign::clock;
use crate::campaign::clock::watch;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::plans::timers;
use crate::campaign::settings::{Company, Settings, VacantSeats};
use crate::campaign::table::company;
use crate::campaign::table::notices::Notice;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::notices;
use crate::game::{Event, Seat};
use crate::mail::address::Address;
use crate::report::{ClubNews, WhyVacant};
use crate::store::{
    GameStatus, Seat as StoredSeat, SeatStatus, Store, StoreError, Tx, Vacancy as StoredVacancy,
};
use chrono::{DateTime, Utc};

/// Why a seat is not given to somebody, or taken from somebody.
#[derive(Debug, thiserror::Error)]
pub enum NotFilled {
    /// No game of the database has this name.
    #[error("there is no game {0}; `feldpost game list` names them")]
    NoSuchGame(String),
    /// The game of this name has not begun, or is over.
    #[error("the game {0} is not in play, so its seats cannot be given away")]
    NotInPlay(String),
    /// The game's scenario has no seat of this name.
    #[error("the game has no seat {0}; `feldpost seat show` names them")]
    NoSuchSeat(String),
    /// Mail to this address comes to the program itself.
    #[error("{0} is the program's own address and cannot be a player's")]
    OwnAddress(Address),
    /// He has as many seats of the game as its players agreed on for one person, usually one.
    #[error("{address} plays {seat} in this game: nobody may know two hands")]
    PlaysAnother {
        /// Who was to get the seat.
        address: Address,
        /// The seat that he has.
        seat: String,
    },
    /// Whoever is to get the seat has it.
    #[error("{address} holds the seat {seat} already")]
    HoldsIt {
        /// Who was to get the seat.
        address: Address,
        /// The seat that he has.
        seat: String,
    },
    /// This seat has no player; the caretaker or a bot plays it.
    #[error("nobody holds the seat {0}, so it cannot be taken from anybody")]
    IsVacant(String),
    /// The game cannot be continued.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// The database cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Takes a seat from its player: the tokens die, somebody is sought, and after a while the caretaker
/// plays. Who resigns is answered by the caller.
///
/// # Errors
///
/// The database fails.
pub(crate) fn vacate(
    progress: &mut Progress<'_>,
    seat: &StoredSeat,
    why: WhyVacant,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else { return Ok(()) };
    let empty = remove_holder(progress, seat, why)?;
    progress.tx.open_vacancy(&StoredVacancy {
        game: empty.game,
        seat: empty.seat.clone(),
        since: now,
        why: why.id().into(),
    })?;
    progress.note(&ClubNews::SeatVacant { seat: role, why }, now)?;
    let Company { vacant, level, .. } = Settings::of(&progress.game)?.company;
    if vacant == VacantSeats::Bot {
        company::take_seat(progress, &empty, level, now)?;
    }
    let span = watch::longest_span(progress, role)?;
    watch::set_anew(progress, &empty.seat, Some(span), now)?;
    if vacant == VacantSeats::Bot && progress.game.status == GameStatus::Playing {
        // No clock runs against it, and nobody is told of one.
        clock::after_change(progress, now)?;
    }
    progress.notices.push(Notice::SeatSought { seat: empty, why });
    Ok(())
}

/// Makes a seat nobody's.
fn remove_holder(
    progress: &mut Progress<'_>,
    seat: &StoredSeat,
    why: WhyVacant,
) -> Result<StoredSeat, CampaignError> {
    let (tx, game) = (progress.tx, progress.game.id);
    if seat.address.is_some() && why != WhyVacant::Resigned {
        progress.notices.push(Notice::SeatLost { seat: seat.clone(), why });
    }
    // What one player kept for later is not another player's orders.
    for draft in tx.drafts(game)? {
        if draft.seat == seat.seat {
            timers::stop_orders(progress, &draft.seat, &draft.key)?;
            tx.withdraw_draft(game, &draft.seat, &draft.key)?;
        }
    }
    let empty = StoredSeat {
        address: None,
        display_name: String::new(),
        generation: seat.generation.saturating_add(1),
        status: SeatStatus::Vacant,
        ..seat.clone()
    };
    tx.save_seat(&empty)?;
    tracing::info!(game = progress.game.name, seat = seat.seat, why = why.id(), "a seat is vacant");
    Ok(empty)
}

/// Whether an address can play a seat.
///
/// # Errors
///
/// It cannot, or the database fails.
pub(crate) fn may_fill(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    player: &Address,
) -> Result<(), NotFilled> {
    if office.own.contains(player) {
        return Err(NotFilled::OwnAddress(player.clone()));
    }
    let mut others = progress.tx.seats_of_person(&player.canonical())?;
    others.retain(|held| held.game == progress.game.id);
    if others.iter().any(|held| held.seat == seat.seat) {
        let (address, seat) = (player.clone(), seat.seat.clone());
        return Err(NotFilled::HoldsIt { address, seat });
    }
    let most = Settings::of(&progress.game)?.membership.seats_per_person;
    if others.len() >= usize::from(most)
        && let Some(other) = others.pop()
    {
        let address = player.clone();
        return Err(NotFilled::PlaysAnother { address, seat: other.seat });
    }
    Ok(())
}

/// Gives a seat to somebody, and writes the mail with which that player can go on.
///
/// # Errors
///
/// The address cannot play this seat, the database or a template fails.
pub(crate) fn fill(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    player: &Address,
    now: DateTime<Utc>,
) -> Result<(), NotFilled> {
    let Some(role) = Seat::from_id(&seat.seat) else {
        return Err(NotFilled::NoSuchSeat(seat.seat.clone()));
    };
    may_fill(progress, office, seat, player)?;
    let empty = match seat.address {
        Some(_) => remove_holder(progress, seat, WhyVacant::Replaced)?,
        None => seat.clone(),
    };
    let tx = progress.tx;
    tx.close_vacancy(empty.game, &empty.seat)?;
    let person = tx.person_of(&player.canonical())?;
    let taken = StoredSeat {
        address: Some(player.mailbox()),
        display_name: player.name().unwrap_or_default().to_owned(),
        language: person.map_or_else(|| office.language.clone(), |person| person.language),
        generation: empty.generation.saturating_add(1),
        status: SeatStatus::Taken,
        ..empty
    };
    tx.save_seat(&taken)?;
    progress.note(&ClubNews::Substitute { seat: role }, now)?;
    let span = watch::longest_span(progress, role)?;
    watch::set_anew(progress, &taken.seat, Some(span), now)?;
    clock::after_change(progress, now)?;
    tx.set_reported(taken.game, &taken.seat, beginning_of_turn(progress)?)?;
    progress.notices.push(Notice::SeatTaken { seat: taken, role });
    Ok(())
}

/// The last entry of the log before the turn that is being played: the new player is told what has happened
/// since then.
fn beginning_of_turn(progress: &Progress<'_>) -> Result<u64, CampaignError> {
    let entries = progress.tx.entries(progress.game.id)?;
    let first = entries.iter().rev().find(|entry| {
        public_events(&entry.public["events"])
            .is_ok_and(|events| events.iter().any(|event| matches!(event, Event::TurnBegan { .. })))
    });
    Ok(first.map_or(0, |entry| entry.number.saturating_sub(1)))
}

/// Takes a seat of a game in play from its player, as the operator says.
///
/// # Errors
///
/// There is no such game or seat, nobody holds it, the database fails.
pub fn take_away(
    store: &mut Store,
    office: &Office,
    game: &str,
    seat: &str,
    why: WhyVacant,
    now: DateTime<Utc>,
) -> Result<(), NotFilled> {
    store.transaction(|tx| {
        let (mut progress, seat) = in_play(tx, office, game, seat)?;
        if seat.address.is_none() {
            return Err(NotFilled::IsVacant(seat.seat));
        }
        vacate(&mut progress, &seat, why, now)?;
        clock::after_change(&mut progress, now)?;
        notices::tell(&mut progress, office, now)?;
        progress.save()?;
        Ok(())
    })
}

/// A game in play with one of its seats.
pub(crate) fn in_play<'a>(
    tx: &'a Tx<'a>,
    office: &Office,
    game: &str,
    seat: &str,
) -> Result<(Progress<'a>, StoredSeat), NotFilled> {
    let found = tx.game_by_name(game)?.ok_or_else(|| NotFilled::NoSuchGame(game.to_owned()))?;
    if found.status != GameStatus::Playing {
        return Err(NotFilled::NotInPlay(found.name));
    }
    let seat = tx
        .seat(found.id, seat)?
        .filter(|stored| Seat::from_id(&stored.seat).is_some())
        .ok_or_else(|| NotFilled::NoSuchSeat(seat.to_owned()))?;
    let mut progress = Progress::load(tx, found)?;
    progress.pace = office.pace.of_game(&progress.game)?;
    Ok((progress, seat))
}

/// The seats that wait for a player: the name of the game, the seat, and since when.
///
/// # Errors
///
/// The database fails.
pub fn vacant_seats(tx: &Tx<'_>) -> Result<Vec<(String, Seat, DateTime<Utc>)>, CampaignError> {
    let mut seats = Vec::new();
    for vacancy in tx.vacancies()? {
        let game = tx.game(vacancy.game)?;
        if let Some(seat) =
            Seat::from_id(&vacancy.seat).filter(|_| game.status == GameStatus::Playing)
        {
            seats.push((game.name, seat, vacancy.since));
        }
    }
    Ok(seats)
}
