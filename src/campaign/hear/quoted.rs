//! Which mail of ours a letter answers, so that what it quotes of it is told from what its writer says.
//!
//! The thread names it: `In-Reply-To`, and where a mail program leaves that out the newest of
//! `References`. What was sent lies in the outbox as long as it may be answered. A mail is laid beside
//! a letter of the person it went to alone, so that nobody finds out by guessing what others were told.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::payload::Payload;
use crate::mail::address::Address;
use crate::mail::intake::{AnsweredMail, Letter, Named};
use crate::store::Tx;

/// Lays the mail that is answered beside the letter, if it is known; what the letter says is then its
/// writer's own text.
///
/// # Errors
///
/// Only failures of the database.
pub(super) fn own_text(
    tx: &Tx<'_>,
    office: &Office,
    letter: &mut Letter,
) -> Result<(), CampaignError> {
    if let Some(answered) = answered_mail(tx, office, letter)? {
        letter.lay_beside(&answered);
    }
    Ok(())
}

/// The newest mail of ours in the thread of a letter.
fn answered_mail(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
) -> Result<Option<AnsweredMail>, CampaignError> {
    let Some(from) = letter.from.as_ref().map(Address::canonical) else { return Ok(None) };
    for named in letter.answered(&office.own) {
        // A mail that a link has opened quotes nothing.
        let Named::Mail { key, direct } = named else { continue };
        let Some(sent) = tx.mail_by_key(&key)? else { continue };
        let recipient: Result<Address, _> = sent.recipient.parse();
        if recipient.is_ok_and(|recipient| recipient.canonical() != from) {
            continue;
        }
        let Ok(sent) = serde_json::from_str::<Payload>(&sent.payload) else { continue };
        let answered = AnsweredMail::new(&sent.subject, &sent.text, sent.html.as_deref());
        return Ok(Some(if direct { answered } else { answered.earlier_in_the_thread() }));
    }
    Ok(None)
}
