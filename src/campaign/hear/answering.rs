//! Which of our mails a player answers, and what that mail had asked for.

use crate::campaign::office::CampaignError;
use crate::campaign::plans::since::Since;
use crate::campaign::post::payload;
use crate::campaign::table::progress::Progress;
use crate::mail::intake::Letter;
use crate::said::Asked;
use crate::store::{OutgoingMail, Seat as StoredSeat};

/// What an answered mail tells of its answer.
#[derive(Debug, Default)]
pub(super) struct Answering {
    /// What has happened since it was written.
    pub since: Since,
    /// The question with yes and no that it asked.
    pub asked: Asked,
}

/// Looks up the mail that a letter answers.
pub(super) fn answering(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    letter: &Letter,
) -> Result<Answering, CampaignError> {
    let Some(mail) = answered_mail(progress, seat, letter)? else {
        return Ok(Answering::default());
    };
    let vote = payload::Asked::read(mail.asked.as_deref()).vote;
    if let Some(number) = vote {
        return Ok(Answering { asked: Asked::Vote(number), ..Answering::default() });
    }
    let Some(entry) = mail.entry else { return Ok(Answering::default()) };
    let reported = progress.tx.reported(progress.game.id, &seat.seat)?;
    let since = Since::of(&progress.events_after(entry)?, entry < reported);
    Ok(Answering { since, asked: Asked::Nothing })
}

/// The newest of our mails to this seat that the letter names.
fn answered_mail(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    letter: &Letter,
) -> Result<Option<OutgoingMail>, CampaignError> {
    for id in &letter.in_reply_to_and_references {
        let unique = id.split('@').next().and_then(|local| local.split_once('.'));
        let Some((_, key)) = unique else { continue };
        let Some(mail) = progress.tx.mail_by_key(key)? else { continue };
        if mail.game == Some(progress.game.id) && mail.seat.as_deref() == Some(&seat.seat) {
            return Ok(Some(mail));
        }
    }
    Ok(None)
}
