//! How a game that has not begun stands, as mails to its players.

use crate::beacon;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::key::{About, HeldSeat, MailKey, Occasion};
use crate::campaign::post::outbox::{Post, post};
use crate::report::{AwaitedRound, Gathering, Mail};
use crate::store::{Game, OutboxId, Seat as StoredSeat, Tx};
use chrono::{DateTime, Utc};

/// One player of a game that has not begun is told how it stands.
#[derive(Clone, Debug)]
pub(crate) struct GatheringNotice {
    /// Its row in the database.
    pub game: Game,
    /// Whose holder is told.
    pub seat: StoredSeat,
    /// What is told; what depends on the reader's clock is added here.
    pub facts: Box<Gathering>,
    /// Until when something is awaited.
    pub due: Option<DateTime<Utc>>,
    /// The round of the beacon that is awaited.
    pub round: Option<u64>,
    /// Why now, which is part of the mail's name.
    pub occasion: Occasion,
}

/// Tells it.
pub(super) fn tell(
    tx: &Tx<'_>,
    office: &Office,
    notice: GatheringNotice,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let GatheringNotice { game, seat, mut facts, due, round, occasion } = notice;
    let to = Correspondent::of_seat(tx, &game, &seat)?;
    facts.due = due.map(|due| to.moment(due));
    facts.round = round.and_then(|round| {
        let at = to.moment(beacon::time_of(round)?);
        Some(AwaitedRound { round, at, url: beacon::url_of(round) })
    });
    let answered = occasion.answered().cloned();
    facts.answer = matches!(occasion, Occasion::Wrote(_));
    facts.reminder = occasion == Occasion::Reminder;
    // The first mails have names of their own, whatever else has come into the log.
    let entry = match occasion {
        Occasion::Founded => 0,
        Occasion::Joined(_) | Occasion::Wrote(_) => 1,
        Occasion::Full
        | Occasion::Stage
        | Occasion::Reminder
        | Occasion::Anew
        | Occasion::Stopped => facts.log.number,
    };
    let held = HeldSeat { game: game.name, seat: seat.seat, generation: seat.generation };
    let key = MailKey::OfSeat { to: held, entry, about: About::Gathering(occasion) };
    let mail = Mail::Gathering(facts);
    post(tx, office, &to, Post { answered: answered.as_ref(), ..Post::new(key, &mail) }, now)
}
