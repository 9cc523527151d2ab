//! A seat is given to somebody by the operator: the new holder is asked first, and only his yes makes
//! the seat his. Until then nothing secret goes to his address, and a mistyped one changes nothing.
//!
//! Whoever holds the seat is told before and after. Rulings: a second gift of the same seat takes the
//! place of the first; a question is void after a while, or when somebody else has got the seat.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::{Correspondent, Proof};
use crate::campaign::post::key::MailKey;
use crate::campaign::seats::vacancy::{self, NotFilled, fill, in_play};
use crate::campaign::table::notices::Notice;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::club::{self, ClubNotice, DeskNotice};
use crate::campaign::tell::notices;
use crate::game::Seat;
use crate::mail::address::Address;
use crate::report::{LifeNote, NotTakenOver};
use crate::store::{
    GameId, GameStatus, Letter as StoredLetter, LetterKind, Seat as StoredSeat, Store, Tx,
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// An answer is in time within this many days: told here, and enforced by the desk, as for all its letters.
const VOID_AFTER: TimeDelta = TimeDelta::days(14);

/// What a letter that offers a seat is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Offer {
    seat: String,
    /// The seat's generation when it was offered.
    generation: u32,
    #[serde(default, skip_serializing_if = "is_false")]
    declined: bool,
    /// How the organiser calls the new holder.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    /// The language in which the offer was written.
    #[serde(default)]
    language: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // So serde calls it.
fn is_false(value: &bool) -> bool {
    !*value
}

fn offer_of(letter: &StoredLetter) -> Option<Offer> {
    serde_json::from_str(&letter.body).ok()
}

/// Asks somebody whether he wants a seat of a game in play, as the operator says. It is his once he
/// has said yes.
///
/// # Errors
///
/// There is no such game or seat, the address cannot play it, the database or a template fails.
pub fn give(
    store: &mut Store,
    office: &Office,
    game: &str,
    seat: &str,
    player: &Address,
    now: DateTime<Utc>,
) -> Result<(), NotFilled> {
    store.transaction(|tx| {
        let (mut progress, seat) = in_play(tx, office, game, seat)?;
        vacancy::may_fill(&progress, office, &seat, player)?;
        let game = progress.game.id;
        for letter in open_offers(tx, game)? {
            if offer_of(&letter).is_some_and(|offer| offer.seat == seat.seat) {
                tx.close_letter(letter.id)?;
            }
        }
        if let Some(role) = Seat::from_id(&seat.seat) {
            let question = ask(&progress, office, (&seat, role), player, now)?;
            club::tell(tx, office, vec![question], now)?;
        }
        if seat.address.is_some() {
            progress.notices.push(Notice::SeatOffered { seat, days: VOID_AFTER.num_days() });
        }
        notices::tell(&mut progress, office, now)?;
        Ok(progress.save()?)
    })
}

fn open_offers(tx: &Tx<'_>, game: GameId) -> Result<Vec<StoredLetter>, CampaignError> {
    let mut letters = tx.letters_about(game, LetterKind::Seat)?;
    letters.retain(|letter| letter.open);
    Ok(letters)
}

/// The question to the new address.
fn ask(
    progress: &Progress<'_>,
    office: &Office,
    (seat, role): (&StoredSeat, Seat),
    player: &Address,
    now: DateTime<Utc>,
) -> Result<ClubNotice, CampaignError> {
    let (tx, game) = (progress.tx, &progress.game);
    let name = player.name().unwrap_or_default().to_owned();
    let to = Correspondent::stranger(tx, player, &office.language)?;
    let offer = Offer {
        seat: seat.seat.clone(),
        generation: seat.generation,
        declined: false,
        name,
        language: to.language.clone(),
    };
    let body = json!(offer).to_string();
    let number = tx.write_letter(&to.address, LetterKind::Seat, Some(game.id), &body, now)?;
    let question = LifeNote::SeatOffer {
        game: game.name.clone(),
        seat: role,
        turn: progress.state.turn(),
        days: VOID_AFTER.num_days(),
    };
    Ok(ClubNotice::Desk(DeskNotice {
        to: to.proving(Proof::Letter(number)),
        key: MailKey::Offer { game: game.name.clone(), letter: number },
        game: Some(game.name.clone()),
        notes: vec![question],
        told: Vec::new(),
        answered: None,
        farewell: false,
    }))
}

/// What an address that was asked has said, carried out: yes makes the seat its holder's.
pub(crate) fn accept(
    tx: &Tx<'_>,
    office: &Office,
    letter: &StoredLetter,
    player: &Address,
    now: DateTime<Utc>,
) -> Result<LifeNote, CampaignError> {
    let (Some(offer), Some(game)) = (offer_of(letter), letter.game) else {
        return Ok(LifeNote::Void {});
    };
    let game = tx.game(game)?;
    let seat = tx.seat(game.id, &offer.seat)?;
    let Some((seat, role)) = seat.zip(Seat::from_id(&offer.seat)) else {
        return Ok(LifeNote::Void {});
    };
    let name = game.name.clone();
    let refused = |why| Ok(LifeNote::NotTakenOver { game: name.clone(), seat: role, why });
    if game.status != GameStatus::Playing {
        // While it is paused the question stays open.
        if !game.status.goes_on() {
            tx.close_letter(letter.id)?;
        }
        return refused(NotTakenOver::NotPlaying);
    }
    tx.close_letter(letter.id)?;
    if seat.generation != offer.generation && seat.address.is_some() {
        return Ok(LifeNote::Void {});
    }
    let mut progress = Progress::load(tx, game)?;
    progress.pace = office.pace.of_game(&progress.game)?;
    let person = tx.person_of(&player.mailbox())?;
    if let Some(person) = &person {
        // A player must not look on as well: there would be two mails about everything.
        tx.unobserve(progress.game.id, person.id)?;
    }
    let called = person.map(|person| person.name).filter(|name| !name.is_empty());
    let player = player.clone().with_name(&called.unwrap_or(offer.name));
    match fill(&mut progress, office, &seat, &player, now) {
        Ok(()) => {
            notices::tell(&mut progress, office, now)?;
            progress.save()?;
            Ok(LifeNote::TakenOver { game: name, seat: role })
        }
        Err(NotFilled::Campaign(error)) => Err(error),
        Err(NotFilled::Store(error)) => Err(error.into()),
        Err(_) => refused(NotTakenOver::SeatsEnough),
    }
}

/// The address that was asked does not want the seat: nothing changes, and its holder is told so.
pub(crate) fn decline(
    tx: &Tx<'_>,
    office: &Office,
    letter: &StoredLetter,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    tx.close_letter(letter.id)?;
    let (Some(offer), Some(game)) = (offer_of(letter), letter.game) else { return Ok(()) };
    tx.rewrite_letter(letter.id, &json!(Offer { declined: true, ..offer.clone() }).to_string())?;
    let game = tx.game(game)?;
    let seat = tx.seat(game.id, &offer.seat)?;
    let held = seat.filter(|s| s.address.is_some() && s.generation == offer.generation);
    if let Some(seat) = held.filter(|_| game.status.goes_on()) {
        let mut progress = Progress::load(tx, game)?;
        progress.notices.push(Notice::OfferDeclined { seat });
        notices::tell(&mut progress, office, now)?;
        progress.save()?;
    }
    Ok(())
}

/// How an offer of a seat stands, for the operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferState {
    /// Asked, and not answered yet.
    Waiting,
    /// The answer was no; the seat stays with whom it was.
    Declined,
}

/// A seat that was offered to an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatOffer {
    /// The seat's word, as the database has it.
    pub seat: String,
    /// Whom the operator wants to give it to.
    pub address: String,
    /// When the question was written.
    pub asked: DateTime<Utc>,
    /// An answer comes in time until then.
    pub until: DateTime<Utc>,
    /// Taken-up offers are not listed: the seat shows its new holder.
    pub state: OfferState,
}

/// The offers of a game's seats that have not led to a new holder.
///
/// # Errors
///
/// The database fails.
pub fn seat_offers(tx: &Tx<'_>, game: GameId) -> Result<Vec<SeatOffer>, CampaignError> {
    let letters = tx.letters_about(game, LetterKind::Seat)?;
    let shown = letters.into_iter().filter_map(|letter| {
        let offer = offer_of(&letter)?;
        let state = match (letter.open, offer.declined) {
            (_, true) => OfferState::Declined,
            (true, false) => OfferState::Waiting,
            (false, false) => return None,
        };
        let (address, asked) = (letter.address, letter.written);
        let until = asked + VOID_AFTER;
        Some(SeatOffer { seat: offer.seat, address, asked, until, state })
    });
    Ok(shown.collect())
}
