//! Press as mails: what was said since the last time is one mail for each reader.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::key::About;
use crate::campaign::post::outbox::Post;
use crate::campaign::table::facts::log_head;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::observers;
use crate::campaign::tell::reports::{key_of, to_seat};
use crate::game::Seat;
use crate::report::{Mail, Message, PressMail};
use chrono::{DateTime, Utc};

/// Passes messages on to everybody they are for; the last of them has this number.
pub(super) fn tell(
    progress: &Progress<'_>,
    office: &Office,
    messages: &[Message],
    last: u64,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let mail = |wanted: &dyn Fn(&Message) -> bool| {
        let messages: Vec<_> = messages.iter().filter(|said| wanted(said)).cloned().collect();
        let (game, log) = (progress.game.name.clone(), log_head(progress));
        (!messages.is_empty()).then_some(Mail::Press(PressMail { game, messages, log }))
    };
    for seat in progress.tx.seats(progress.game.id)? {
        let Some(role) = Seat::from_id(&seat.seat).filter(|_| seat.address.is_some()) else {
            continue;
        };
        let Some(mail) = mail(&|said| said.from != role && said.to.includes(role)) else {
            continue;
        };
        let key = key_of(progress, &seat, About::Press(last));
        to_seat(progress, office, &seat, Post::new(key, &mail), now)?;
    }
    if let Some(mail) = mail(&|said| said.to.is_for_observers()) {
        observers::pass_on(progress, office, &mail, last, now)?;
    }
    Ok(())
}
