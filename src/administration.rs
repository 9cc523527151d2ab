//! What the operator asks for at the command line about games in play: who sits where and whose
//! mail bounces.
//!
//! No secret is shown: no token, no card, no count.

use crate::store::{Seat, Store, StoreError, Tx, time_text};
use std::io::{self, Write};

/// Bounces shown for one seat.
const SHOWN: usize = 5;

/// Why there is nothing to show.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    #[error("there is no game {0}; `feldpost game list` names them")]
    NoSuchGame(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
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
    let (game, seats, bounces, changes, notes) =
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
            Ok((game, seats, bounces, changes, notes))
        })?;
    writeln!(out, "{} ({}), since {}", game.name, game.status, time_text(game.created))?;
    for ((seat, change), notes) in seats.iter().zip(changes).zip(notes) {
        writeln!(
            out,
            "{:<14} {:<8} {} {}",
            seat.seat,
            seat.status,
            seat.address.as_deref().unwrap_or("(nobody)"),
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
