//! A seat's mail goes to another address: asked for by a line `address …`, and done when both
//! addresses have answered a challenge of their own.
//!
//! The challenges carry tokens that are good for nothing else: they name the seat with `-leave` or
//! `-arrive` behind it, and the number of the change in place of the seat's generation. So neither
//! somebody with a forwarded report nor somebody with one of the two mailboxes can take the seat.

use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::table::notices::{AddressNotice, AddressReader, Answered, Notice, Side};
use crate::campaign::table::progress::Progress;
use crate::campaign::table::record::Received;
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::mail::token::SeatToken;
use crate::report::{AddressStage, NoNewAddress};
use crate::said;
use crate::store::{AddressChange as StoredChange, Game, Seat as StoredSeat, Tx};
use chrono::{DateTime, TimeDelta, Utc};

/// How long the two may take.
const VOID_AFTER: TimeDelta = TimeDelta::days(14);
/// How often a seat can ask on one day: each time a mail goes to an address that may be anybody's.
const PER_DAY: u32 = 3;

/// The address a line names, whatever a mail program made of it: `<a@b>`, `mailto:a@b`.
fn named_address(line: &str) -> Option<Address> {
    let separators = |c: char| c.is_whitespace() || "<>()[]\"',;:=".contains(c);
    let word = line.split(separators).find(|word| word.contains('@'))?;
    word.trim_end_matches('.').parse().ok()
}

/// Begins a change: both addresses are asked, and the answer to the player is one of the two questions.
pub(crate) fn ask(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    line: &str,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(old) = &seat.address else { return Err(broken(progress, seat)) };
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
    let notice = |to, stage, answered: Option<&Answered>| {
        let (seat, answered) = (seat.clone(), answered.cloned());
        Notice::AddressChange(AddressNotice { seat, to, stage, answered })
    };
    let new = match new {
        Ok(new) => new,
        Err(why) => {
            let stage = AddressStage::NotPossible { line: line.to_owned(), why };
            progress.notices.push(notice(AddressReader::Asker, stage, Some(answered)));
            return Ok(());
        }
    };
    let number =
        tx.ask_address_change(progress.game.id, &seat.seat, seat.generation, (old, &new), now)?;
    let party = |side, address: &str| {
        let address = address.to_owned();
        AddressReader::Party { side, address, number, awaited: true }
    };
    let ask_old = AddressStage::AskOld { new_address: new.clone(), days: VOID_AFTER.num_days() };
    progress.notices.push(notice(party(Side::New, &new), AddressStage::AskNew {}, None));
    progress.notices.push(notice(party(Side::Old, old), ask_old, Some(answered)));
    Ok(())
}

/// A challenge that a mail answers with its genuine token, from the address it was sent to.
pub(crate) struct Consent {
    /// The game in which the seat is.
    pub game: Game,
    /// As it is held now, which is perhaps no longer as it was.
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
        let Some((name, side)) = Side::of_token(token.seat()) else { continue };
        let Some(game) = tx.game_by_name(token.game())? else { continue };
        let Some(change) = tx.pending_address_change(game.id, name)? else { continue };
        let Some(seat) = tx.seat(game.id, name)? else { continue };
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
    consent: Consent,
    letter: &Letter,
    now: DateTime<Utc>,
) -> Result<Received, CampaignError> {
    let Consent { seat, mut change, side, .. } = consent;
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
            carry_out(progress, &seat, &change, answered, now)?;
            return Ok(Received::processed("address"));
        }
        AddressStage::Waiting {}
    } else {
        AddressStage::Unclear {}
    };
    let awaited = matches!(stage, AddressStage::Waiting {} | AddressStage::Unclear {});
    if stage == (AddressStage::Withdrawn {}) {
        let to = party(&seat, &change, side.other(), awaited);
        let (seat, stage) = (seat.clone(), stage.clone());
        let notice = AddressNotice { seat, to, stage, answered: None };
        progress.notices.push(Notice::AddressChange(notice));
    }
    let to = party(&seat, &change, side, awaited);
    let notice = AddressNotice { seat, to, stage, answered: Some(answered) };
    progress.notices.push(Notice::AddressChange(notice));
    Ok(Received::processed("address"))
}

/// One of the two addresses. When nothing is awaited any more, the seat's holder can answer with orders.
fn party(seat: &StoredSeat, change: &StoredChange, side: Side, awaited: bool) -> AddressReader {
    let number = change.id;
    let current = seat.address.as_deref().unwrap_or_default();
    if !awaited && side == Side::Old && current.eq_ignore_ascii_case(&change.old_address) {
        return AddressReader::Holder { side, number };
    }
    let address = match side {
        Side::Old => change.old_address.clone(),
        Side::New => change.new_address.clone(),
    };
    AddressReader::Party { side, address, number, awaited }
}

/// Both have agreed: the seat's mail goes to the new address, and all earlier tokens die.
fn carry_out(
    progress: &mut Progress<'_>,
    seat: &StoredSeat,
    change: &StoredChange,
    answered: Answered,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
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
    let (number, address) = (change.id, change.old_address.clone());
    progress.notices.push(Notice::AddressChange(AddressNotice {
        seat: seat.clone(),
        to: AddressReader::Party { side: Side::Old, address, number, awaited: false },
        stage: AddressStage::MovedAway { new_address: change.new_address.clone() },
        answered: None,
    }));
    progress.notices.push(Notice::AddressChange(AddressNotice {
        seat: moved,
        to: AddressReader::Holder { side: Side::New, number },
        stage: AddressStage::MovedHere {},
        answered: Some(answered),
    }));
    Ok(())
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
