//! A seat's mail goes to another address: asked for by a line `address …`, and done when both
//! addresses have answered a challenge of their own.
//!
//! The challenges carry tokens that are good for nothing else: they name the seat with `-leave` or
//! `-arrive` behind it, and the number of the change in place of the seat's generation. So neither
//! somebody with a forwarded report nor somebody with one of the two mailboxes can take the seat.

use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::{Correspondent, Proof};
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::post::payload::Answered;
use crate::campaign::table::progress::Progress;
use crate::campaign::table::record::Received;
use crate::campaign::tell::letters::{queue_answer, queue_report, to_seat};
use crate::game::Seat;
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::mail::token::SeatToken;
use crate::report::{AddressChange, AddressStage, Mail, NoNewAddress};
use crate::said;
use crate::store::{AddressChange as StoredChange, Game, OutboxId, Seat as StoredSeat, Tx};
use chrono::{DateTime, TimeDelta, Utc};

/// How long the two may take.
const VOID_AFTER: TimeDelta = TimeDelta::days(14);
/// How often a seat can ask on one day: each time a mail goes to an address that may be anybody's.
const PER_DAY: u32 = 3;

/// Which of the two addresses a challenge is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

impl Side {
    const fn suffix(self) -> &'static str {
        match self {
            Side::Old => "-leave",
            Side::New => "-arrive",
        }
    }
}

/// The address a line names, whatever a mail program made of it: `<a@b>`, `mailto:a@b`.
fn named_address(line: &str) -> Option<Address> {
    let separators = |c: char| c.is_whitespace() || "<>()[]\"',;:=".contains(c);
    let word = line.split(separators).find(|word| word.contains('@'))?;
    word.trim_end_matches('.').parse().ok()
}

/// Begins a change: both addresses are asked. Returns the mail that answers the player.
pub(crate) fn ask(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    line: &str,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let (Some(role), Some(old)) = (Seat::from_id(&seat.seat), &seat.address) else {
        return Err(broken(progress, seat));
    };
    let about = |stage| {
        Mail::AddressChange(AddressChange { game: progress.game.name.clone(), seat: role, stage })
    };
    let tx = progress.tx;
    let new = match named_address(line) {
        None => Err(NoNewAddress::NotAnAddress),
        Some(new) if office.own.contains(&new) => Err(NoNewAddress::Ours),
        Some(new) if new.canonical() == old.to_lowercase() => Err(NoNewAddress::Same),
        Some(new) => {
            let kind = format!("address {} {}", progress.game.name, seat.seat);
            let often = tx.count_notice(old, &kind, now)? > PER_DAY;
            if often { Err(NoNewAddress::TooOften) } else { Ok(new.mailbox()) }
        }
    };
    let new = match new {
        Ok(new) => new,
        Err(why) => {
            let stage = AddressStage::NotPossible { line: line.to_owned(), why };
            return queue_answer(progress, office, seat, &about(stage), answered, now);
        }
    };
    let number =
        tx.ask_address_change(progress.game.id, &seat.seat, seat.generation, (old, &new), now)?;
    let ask_new = about(AddressStage::AskNew {});
    challenge(progress, office, seat, (Side::New, &new, number), &ask_new, None, now)?;
    let ask_old = about(AddressStage::AskOld { new_address: new, days: VOID_AFTER.num_days() });
    challenge(progress, office, seat, (Side::Old, old, number), &ask_old, Some(answered), now)
}

/// The reader at one of the two addresses: as the seat's holder reads, with the token of the change
/// as long as an answer is awaited.
fn side_of(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    (side, to, number): (Side, &str, Option<u32>),
) -> Result<Correspondent, CampaignError> {
    let game = progress.game.id;
    let proof = match number {
        Some(number) => {
            Proof::Change { game, side: format!("{}{}", seat.seat, side.suffix()), number }
        }
        None => Proof::Nothing(Some(game)),
    };
    Ok(Correspondent::of_seat(progress.tx, &progress.game, seat)?.at(to, proof))
}

/// The name of a mail about a change of address.
fn key_of_change(progress: &Progress<'_>, number: u32, what: &str) -> String {
    format!("{}-address-{number}-{what}", progress.game.name)
}

/// Posts the question to one of the two addresses.
fn challenge(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    (side, to, number): (Side, &str, u32),
    mail: &Mail,
    answered: Option<&Answered>,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let key = key_of_change(progress, number, &side.suffix()[1..]);
    let to = side_of(progress, seat, (side, to, Some(number)))?;
    post(progress.tx, office, &to, Post { answered, ..Post::new(key, mail) }, now)
}

/// A challenge that a mail answers with its genuine token, from the address it was sent to.
pub(crate) struct Consent {
    pub game: Game,
    pub seat: StoredSeat,
    change: StoredChange,
    side: Side,
}

/// Looks whether a mail answers a challenge.
pub(crate) fn consent(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    from: &Address,
) -> Result<Option<Consent>, CampaignError> {
    for candidate in &letter.token_candidates {
        let Some(token) = SeatToken::parse(candidate) else { continue };
        let sides = [Side::Old, Side::New];
        let found = sides.iter().find_map(|side| {
            token.seat().strip_suffix(side.suffix()).map(|seat| (*side, seat.to_owned()))
        });
        let Some((side, name)) = found else { continue };
        let Some(game) = tx.game_by_name(token.game())? else { continue };
        let Some(change) = tx.pending_address_change(game.id, &name)? else { continue };
        let Some(seat) = tx.seat(game.id, &name)? else { continue };
        let asked = if side == Side::Old { &change.old_address } else { &change.new_address };
        let Ok(asked) = asked.parse::<Address>() else { continue };
        if token.check(&office.key, &asked, change.id) && asked.canonical() == from.canonical() {
            return Ok(Some(Consent { game, seat, change, side }));
        }
    }
    Ok(None)
}

/// Takes the answer to a challenge.
pub(crate) fn hear_consent(
    progress: &mut Progress<'_>,
    office: &Office,
    consent: Consent,
    letter: &Letter,
    now: DateTime<Utc>,
) -> Result<(Received, OutboxId), CampaignError> {
    let Consent { seat, mut change, side, .. } = consent;
    let Some(role) = Seat::from_id(&seat.seat) else { return Err(broken(progress, &seat)) };
    let tx = progress.tx;
    let answered = Answered::new(letter);
    let context = said::Context { asked: said::Asked::Consent, ..said::Context::default() };
    let reading = said::read(&letter.text, &context);
    // A dry run says neither yes nor no.
    let answer = if reading.is_test() { said::Consent::Unclear } else { reading.consent() };
    let current = seat.address.as_deref().unwrap_or_default();
    let in_time = now - change.requested <= VOID_AFTER;
    let holds =
        change.generation == seat.generation && current.eq_ignore_ascii_case(&change.old_address);
    let stage = if !in_time || !holds {
        tx.close_address_change(change.id, false)?;
        AddressStage::Void {}
    } else if answer == said::Consent::No {
        tx.close_address_change(change.id, false)?;
        AddressStage::Withdrawn {}
    } else if answer == said::Consent::Yes {
        match side {
            Side::Old => change.old_agreed = true,
            Side::New => change.new_agreed = true,
        }
        tx.agree_to_address_change(&change)?;
        if change.old_agreed && change.new_agreed {
            return carry_out(progress, office, &seat, &change, &answered, now);
        }
        AddressStage::Waiting {}
    } else {
        AddressStage::Unclear {}
    };
    let settled = matches!(stage, AddressStage::Void {} | AddressStage::Withdrawn {});
    let withdrawn = matches!(stage, AddressStage::Withdrawn {});
    let game = progress.game.name.clone();
    let mail = Mail::AddressChange(AddressChange { game, seat: role, stage });
    let id = if settled {
        if withdrawn {
            let other = if side == Side::Old { Side::New } else { Side::Old };
            tell_end(progress, office, &seat, (&change, other), &mail, None, now)?;
        }
        tell_end(progress, office, &seat, (&change, side), &mail, Some(&answered), now)?
    } else {
        let to = if side == Side::Old { &change.old_address } else { &change.new_address };
        // How to confirm is told once: a machine may be answering.
        let unclear = format!("{}-unclear", &side.suffix()[1..]);
        let once = answer == said::Consent::Unclear;
        let key =
            key_of_change(progress, change.id, if once { &unclear } else { answered.short() });
        let to = side_of(progress, &seat, (side, to, Some(change.id)))?;
        post(tx, office, &to, Post::new(key, &mail).answering(&answered), now)?
    };
    Ok((Received::processed("address"), id))
}

/// Tells one of the two that nothing changes. The seat's holder can answer with orders.
fn tell_end(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    (change, side): (&StoredChange, Side),
    mail: &Mail,
    answered: Option<&Answered>,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let what = answered.map_or("end", Answered::short);
    let key = key_of_change(progress, change.id, &format!("{}-{what}", &side.suffix()[1..]));
    let told = Post { answered, ..Post::new(key, mail) };
    let current = seat.address.as_deref().unwrap_or_default();
    if side == Side::Old && current.eq_ignore_ascii_case(&change.old_address) {
        return to_seat(progress, office, seat, told, now);
    }
    let to = if side == Side::Old { &change.old_address } else { &change.new_address };
    let to = side_of(progress, seat, (side, to, None))?;
    post(progress.tx, office, &to, told, now)
}

/// Both have agreed: the seat's mail goes to the new address, and all earlier tokens die.
fn carry_out(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    change: &StoredChange,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<(Received, OutboxId), CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else { return Err(broken(progress, seat)) };
    let tx = progress.tx;
    let mut moved = seat.clone();
    moved.address = Some(change.new_address.clone());
    moved.generation = seat.generation.saturating_add(1);
    tx.save_seat(&moved)?;
    clock::keep_for(tx, &change.old_address, &change.new_address)?;
    tx.close_address_change(change.id, true)?;
    if let Some(person) = tx.person_of(&change.old_address)? {
        tx.confirm_address(person.id, &change.new_address, now)?;
    }
    tracing::info!(game = progress.game.name, seat = seat.seat, "a seat has a new address");
    let about = |stage| {
        Mail::AddressChange(AddressChange { game: progress.game.name.clone(), seat: role, stage })
    };
    let away = about(AddressStage::MovedAway { new_address: change.new_address.clone() });
    let to = side_of(progress, seat, (Side::Old, &change.old_address, None))?;
    post(tx, office, &to, Post::new(key_of_change(progress, change.id, "away"), &away), now)?;
    let here = about(AddressStage::MovedHere {});
    let key = key_of_change(progress, change.id, "here");
    let id = to_seat(progress, office, &moved, Post::new(key, &here).answering(answered), now)?;
    let seats = tx.seats(progress.game.id)?;
    queue_report(progress, office, &seats, &moved, None, now)?;
    Ok((Received::processed("address"), id))
}

fn broken(progress: &Progress<'_>, seat: &StoredSeat) -> CampaignError {
    CampaignError::BrokenGame {
        game: progress.game.name.clone(),
        reason: format!("nobody holds its seat {}, or the rules do not know it", seat.seat),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_whatever_a_mail_program_made_of_it() {
        for line in [
            "address ada@elsewhere.test",
            "Address: <ada@elsewhere.test>",
            "NEW ADDRESS ada@elsewhere.test.",
            "  address = ada@elsewhere.test<mailto:ada@elsewhere.test>",
            "address \"ada@elsewhere.test\"",
        ] {
            assert_eq!(named_address(line).expect(line).mailbox(), "ada@elsewhere.test");
        }
        assert_eq!(named_address("address elsewhere"), None);
    }
}
