//! What the operator asks for at the command line about games and persons: who sits where, whose
//! mail bounces, what is to be done by itself.
//!
//! No secret is shown: no token, no card, no count of troops, and not what lies in a draft.

use crate::campaign::{CampaignError, OfferState, seat_offers};
use crate::game::State;
use crate::mail::address::Address;
use crate::store::{Clock, Game, PersonId, Seat, SeatStatus, Store, StoreError, Tx, time_text};
use std::io::{self, Write};
use std::str::FromStr;

pub mod founding;

/// Bounces shown for one seat.
const SHOWN: usize = 5;

/// Why there is nothing to show.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    /// No game has this name.
    #[error("there is no game {0}; `feldpost game list` names them")]
    NoSuchGame(String),
    /// Nobody has this number.
    #[error("there is no person number {0}; `feldpost person list` shows them")]
    NoSuchPerson(i64),
    /// The address is nobody's.
    #[error("nobody is known with the address {0}; `feldpost person list` shows who is")]
    NoSuchAddress(String),
    /// The game could not be read.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Standard output cannot be written to.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// A person as the operator names one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhichPerson {
    /// By the number in the list of persons.
    Number(i64),
    /// By an address that is known to be theirs.
    Address(Address),
}

impl FromStr for WhichPerson {
    type Err = String;

    fn from_str(text: &str) -> Result<WhichPerson, String> {
        if let Ok(number) = text.trim().parse() {
            return Ok(WhichPerson::Number(number));
        }
        text.parse().map(WhichPerson::Address).map_err(|_| {
            "write the person's number, as `feldpost person list` shows it, or an address of theirs"
                .to_owned()
        })
    }
}

/// The number of a person.
///
/// # Errors
///
/// There is no such person, or the database fails.
pub fn find_person(store: &mut Store, who: &WhichPerson) -> Result<i64, AdministrationError> {
    match who {
        WhichPerson::Number(number) => Ok(*number),
        WhichPerson::Address(address) => {
            let person = store.transaction(|tx| tx.person_of(&address.mailbox()))?;
            let unknown = || AdministrationError::NoSuchAddress(address.mailbox());
            Ok(person.ok_or_else(unknown)?.id.0)
        }
    }
}

/// Shows the seats of a game: who holds them, and which mail did not arrive.
///
/// # Errors
///
/// There is no such game, or the database fails.
pub fn show_seats(
    store: &mut Store,
    name: &str,
    out: &mut impl Write,
) -> Result<(), AdministrationError> {
    let (game, seats, bounces, changes, notes, offers) =
        store.transaction(|tx| -> Result<_, AdministrationError> {
            let game = tx
                .game_by_name(name)?
                .ok_or_else(|| AdministrationError::NoSuchGame(name.to_owned()))?;
            let seats = tx.seats(game.id)?;
            let bounces = tx.bounces(game.id)?;
            let (mut changes, mut notes) = (Vec::new(), Vec::new());
            for seat in &seats {
                notes.push(attendance(tx, seat)?);
                changes.push(tx.pending_address_change(game.id, &seat.seat)?);
            }
            let offers = seat_offers(tx, game.id)?;
            Ok((game, seats, bounces, changes, notes, offers))
        })?;
    writeln!(out, "{} ({}), since {}", game.name, game.status, time_text(game.created))?;
    for ((seat, change), notes) in seats.iter().zip(changes).zip(notes) {
        writeln!(
            out,
            "{:<14} {:<8} {} {}",
            seat.seat,
            seat.status,
            holder(seat),
            seat.display_name
        )?;
        for note in notes {
            writeln!(out, "    {note}")?;
        }
        if let Some(change) = change {
            let agreed = |agreed| if agreed { "has agreed" } else { "has not answered" };
            writeln!(
                out,
                "    wants its mail at {} (asked {}): the new address {}, the old one {}",
                change.new_address,
                time_text(change.requested),
                agreed(change.new_agreed),
                agreed(change.old_agreed)
            )?;
        }
        for offer in offers.iter().filter(|offer| offer.seat == seat.seat) {
            let stands = match offer.state {
                OfferState::Waiting => {
                    format!("no yes has come; one counts until {}", time_text(offer.until))
                }
                OfferState::Declined => "does not want it; nothing has changed".to_owned(),
            };
            let (address, asked) = (&offer.address, time_text(offer.asked));
            writeln!(out, "    offered to {address} ({asked}): {stands}")?;
        }
        let of_seat = bounces
            .iter()
            .filter(|bounce| bounce.seat == seat.seat && bounce.generation == seat.generation);
        for bounce in of_seat.clone().take(SHOWN) {
            writeln!(
                out,
                "    mail to {} {} {}: {} {}",
                bounce.address,
                if bounce.permanent { "came back" } else { "is delayed" },
                time_text(bounce.noted),
                bounce.status,
                bounce.diagnostic
            )?;
        }
        let more = of_seat.count().saturating_sub(SHOWN);
        if more > 0 {
            writeln!(out, "    … and {more} earlier ones")?;
        }
    }
    Ok(())
}

/// Who holds a seat, for a list.
fn holder(seat: &Seat) -> &str {
    let is_bot =
        matches!(seat.status, SeatStatus::Cadet | SeatStatus::Officer | SeatStatus::General);
    seat.address.as_deref().unwrap_or(if is_bot { "(the program)" } else { "(nobody)" })
}

/// Who is away, whose deadlines passed, and since when a seat is vacant, in a line each.
fn attendance(tx: &Tx<'_>, seat: &Seat) -> Result<Vec<String>, StoreError> {
    let mut lines = Vec::new();
    if let Some(vacancy) = tx.vacancy(seat.game, &seat.seat)? {
        lines.push(format!("vacant since {} ({})", time_text(vacancy.since), vacancy.why));
    }
    let Some(address) = &seat.address else { return Ok(lines) };
    for absence in tx.absences(address)? {
        let (starts, ends) = (time_text(absence.starts), time_text(absence.ends));
        lines.push(format!("away from {starts} to {ends}"));
    }
    let count = tx.lapses(seat)?;
    let everywhere = tx.lapses_of_person(address)?;
    if everywhere > 0 {
        lines.push(format!(
            "deadlines passed: {} ({} in a row), {everywhere} in all games",
            count.total, count.in_a_row
        ));
    }
    Ok(lines)
}

/// Lists the seats of all games that are not over.
///
/// # Errors
///
/// The database fails.
pub fn list_seats(store: &mut Store, out: &mut impl Write) -> Result<(), AdministrationError> {
    let games = store.transaction(|tx| tx.games())?;
    for game in games.into_iter().filter(|game| game.ended.is_none()) {
        for seat in store.transaction(|tx| tx.seats(game.id))? {
            writeln!(
                out,
                "{:<32} {:<14} {:<8} {}",
                game.name,
                seat.seat,
                seat.status,
                holder(&seat)
            )?;
        }
    }
    Ok(())
}

/// Shows how a game stands: its status, its log's last entry, when something is to be done by
/// itself, and its seats.
///
/// # Errors
///
/// There is no such game, or the database fails.
pub fn show_game(
    store: &mut Store,
    name: &str,
    out: &mut impl Write,
) -> Result<(), AdministrationError> {
    let (game, head, observers, next) =
        store.transaction(|tx| -> Result<_, AdministrationError> {
            let game = tx
                .game_by_name(name)?
                .ok_or_else(|| AdministrationError::NoSuchGame(name.to_owned()))?;
            let head = tx.head(game.id)?;
            let observers = tx.observers(game.id)?.len();
            // Which timer it is would tell who has left instructions.
            let next = tx.timers(game.id)?.first().map(|timer| timer.due);
            Ok((game, head, observers, next))
        })?;
    show_seats(store, name, out)?;
    if let Some((turn, awaited)) = store.transaction(|tx| awaited(tx, &game))? {
        writeln!(out, "turn {turn}")?;
        for line in awaited {
            writeln!(out, "awaited: {line}")?;
        }
    }
    writeln!(out, "log: {} entries, the last with the hash {}", head.number, head.hash)?;
    writeln!(out, "observers: {observers}")?;
    if let Some(next) = next {
        writeln!(out, "something is to be done by itself at {}", time_text(next))?;
    }
    if let Some(ended) = game.ended {
        writeln!(out, "over since {}", time_text(ended))?;
    }
    Ok(())
}

/// The turn of a game in play, and who is awaited for what and until when; all of it is public.
fn awaited(tx: &Tx<'_>, game: &Game) -> Result<Option<(u16, Vec<String>)>, StoreError> {
    let kept = tx.latest_snapshot(game.id)?.filter(|_| game.ended.is_none());
    let Some(snapshot) = kept else { return Ok(None) };
    let Ok(loaded) = State::load_text(&snapshot.state) else { return Ok(None) };
    let clocks = tx.clocks(game.id)?;
    let mut lines = Vec::new();
    for decision in loaded.state.decisions() {
        let of_seat = |clock: &&Clock| clock.seat == decision.seat.id();
        let until = clocks.iter().find(of_seat).map(|clock| clock.grace.unwrap_or(clock.due));
        let until = until.map_or_else(String::new, |due| format!(", until {}", time_text(due)));
        let (seat, nation, kind) = (decision.seat.id(), decision.nation.id(), decision.kind.id());
        lines.push(format!("{seat} for {nation}: {kind}{until}"));
    }
    Ok(Some((loaded.state.turn(), lines)))
}

/// Lists all persons with their first address.
///
/// # Errors
///
/// The database fails.
pub fn list_persons(store: &mut Store, out: &mut impl Write) -> Result<(), AdministrationError> {
    for person in store.transaction(|tx| tx.persons())? {
        let addresses = store.transaction(|tx| tx.addresses_of(person.id))?;
        let first = addresses.first().map_or("(none)", |(address, _)| address.as_str());
        writeln!(out, "{:>6}  {:<40} {}", person.id.0, first, person.name)?;
    }
    Ok(())
}

/// Shows a person: addresses, seats, counts.
///
/// # Errors
///
/// There is no such person, or the database fails.
pub fn show_person(
    store: &mut Store,
    number: i64,
    out: &mut impl Write,
) -> Result<(), AdministrationError> {
    let (person, addresses, record, seats) =
        store.transaction(|tx| -> Result<_, AdministrationError> {
            let id = PersonId(number);
            let person = tx.person(id)?.ok_or(AdministrationError::NoSuchPerson(number))?;
            let addresses = tx.addresses_of(id)?;
            let mut seats = Vec::new();
            for (address, _) in &addresses {
                for seat in tx.seats_of_address(address)? {
                    let game = tx.game(seat.game)?;
                    seats.push(format!("{} in {} ({})", seat.seat, game.name, game.status));
                }
            }
            Ok((person, addresses, tx.person_record(id)?, seats))
        })?;
    writeln!(out, "{} {}", person.id.0, person.name)?;
    writeln!(out, "language {}, time zone {}", person.language, person.time_zone)?;
    for (address, confirmed) in addresses {
        let confirmed = confirmed.map_or_else(|| "not confirmed".to_owned(), time_text);
        writeln!(out, "address {address} ({confirmed})")?;
    }
    for seat in seats {
        writeln!(out, "seat {seat}")?;
    }
    writeln!(
        out,
        "in time {}, missed {}, given up {}, played to the end {}",
        record.kept, record.lapsed, record.resigned, record.finished
    )?;
    Ok(())
}
