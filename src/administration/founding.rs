//! Who plays a new game, as the command line says it.

use crate::bot::Level;
use crate::campaign::{BotSeat, NewPlayer, Players};
use crate::game::Seat;
use crate::mail::address::Address;

/// Who or what is to play a seat.
#[derive(Clone, Debug)]
pub enum Holder {
    /// Whoever answers the mails to this address.
    Person(Address),
    /// The program, at this level.
    Bot(Level),
}

/// Reads `frederick=ada@example.org`, `any=ada@example.org`, or `elisabeth=bot:general`.
///
/// # Errors
///
/// It is none of these; the text says what it could be.
pub fn player(text: &str) -> Result<(Option<Seat>, Holder), String> {
    let (seat, address) = text.split_once('=').ok_or("write SEAT=ADDRESS")?;
    let known = || Seat::ALL.map(Seat::id).join(", ");
    let seat = match seat.trim() {
        "any" => None,
        seat => Some(
            Seat::from_id(seat)
                .ok_or_else(|| format!("there is no seat {seat}; the seats are {}", known()))?,
        ),
    };
    let holder = match address.trim().split_once(':') {
        Some(("bot", level)) => Holder::Bot(level.parse().map_err(|error| format!("{error}"))?),
        _ if address.trim() == "bot" => Holder::Bot(Level::default()),
        _ => Holder::Person(address.trim().parse().map_err(|error| format!("{error}"))?),
    };
    Ok((seat, holder))
}

/// The seats that bots play: those given to them, and with `fill` all that nobody else has.
pub fn bots(
    given: &[(Option<Seat>, Holder)],
    seats: &[Seat],
    fill: Option<Level>,
    raffle: bool,
) -> Vec<BotSeat> {
    let bot = |(seat, holder): &(Option<Seat>, Holder)| match holder {
        Holder::Bot(level) => Some(BotSeat { seat: *seat, level: *level }),
        Holder::Person(_) => None,
    };
    let mut bots: Vec<BotSeat> = given.iter().filter_map(bot).collect();
    let Some(level) = fill else { return bots };
    if raffle {
        let free = seats.len().saturating_sub(given.len());
        bots.extend(std::iter::repeat_n(BotSeat { seat: None, level }, free));
    } else {
        let is_given = |seat: &&Seat| given.iter().any(|(given, _)| *given == Some(**seat));
        let free = seats.iter().filter(|seat| !is_given(seat));
        bots.extend(free.map(|seat| BotSeat { seat: Some(*seat), level }));
    }
    bots
}

/// The players as the game wants them: all with a seat, or all without.
///
/// # Errors
///
/// A seat is named where all are raffled, or the other way round.
pub fn players(given: Vec<(Option<Seat>, Holder)>, raffle: bool) -> Result<Players, String> {
    if raffle && let Some((Some(seat), _)) = given.iter().find(|(seat, _)| seat.is_some()) {
        return Err(format!("the seats are raffled: write any=, not {seat}="));
    }
    if !raffle && given.iter().any(|(seat, _)| seat.is_none()) {
        return Err("name a seat in place of any=, or have all raffled with --raffle".into());
    }
    let person = |(seat, holder)| match holder {
        Holder::Person(address) => Some((seat, address)),
        Holder::Bot(_) => None,
    };
    let people = given.into_iter().filter_map(person);
    Ok(match raffle {
        true => Players::Raffled(people.map(|(_, address)| address).collect()),
        false => {
            let seated =
                |(seat, address): (Option<Seat>, _)| Some(NewPlayer { seat: seat?, address });
            Players::Seated(people.filter_map(seated).collect())
        }
    })
}
