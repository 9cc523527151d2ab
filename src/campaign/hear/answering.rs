//! Which of our mails a player answers, and what that mail had asked for.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::plans::since::Since;
use crate::campaign::post::payload;
use crate::campaign::table::progress::Progress;
use crate::mail::intake::{Letter, Named};
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

/// Looks up the mail that a letter answers: the newest of its thread that went to this seat, else the
/// one whose number stands in the subject, as in a mail that a link has opened. That number is the
/// log's entry which the mail followed.
pub(super) fn answering(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    letter: &Letter,
) -> Result<Answering, CampaignError> {
    for named in letter.answered(&office.own) {
        match named {
            Named::Mail { key, .. } => {
                let mail = progress.tx.mail_by_key(&key)?;
                if let Some(mail) = mail.filter(|mail| is_of(mail, progress, seat)) {
                    return answering_mail(progress, seat, &mail);
                }
            }
            Named::Prompt(entry) if entry <= progress.head.number => {
                return since(progress, seat, entry);
            }
            Named::Prompt(_) => {}
        }
    }
    Ok(Answering::default())
}

fn is_of(mail: &OutgoingMail, progress: &Progress<'_>, seat: &StoredSeat) -> bool {
    mail.game == Some(progress.game.id) && mail.seat.as_deref() == Some(&seat.seat)
}

fn answering_mail(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    mail: &OutgoingMail,
) -> Result<Answering, CampaignError> {
    let vote = payload::Asked::read(mail.asked.as_deref()).vote;
    if let Some(number) = vote {
        return Ok(Answering { asked: Asked::Vote(number), ..Answering::default() });
    }
    match mail.entry {
        Some(entry) => since(progress, seat, entry),
        None => Ok(Answering::default()),
    }
}

/// What has happened since the mail that followed this entry of the log.
fn since(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    entry: u64,
) -> Result<Answering, CampaignError> {
    let reported = progress.tx.reported(progress.game.id, &seat.seat)?;
    let mut since = Since::of(&progress.events_after(entry)?, entry < reported);
    since.entry = Some(entry);
    Ok(Answering { since, asked: Asked::Nothing })
}
