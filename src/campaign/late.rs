//! Mails that come too late: which prompt a mail answers, and whether that matters to what it says.

use super::CampaignError;
use super::progress::Progress;
use crate::game::Action;
use crate::mail::intake::Letter;
use crate::orders::{self, Statement};
use crate::store::Seat as StoredSeat;

/// Whether a text that answers an older prompt means something only as the answer to that.
pub(super) fn misses_its_question(reading: &orders::Reading) -> bool {
    let asked_for = reading.statements().any(|(_, _, statement)| needs_its_question(statement));
    asked_for && !is_for_later(reading)
}

/// Whether a statement means something only as the answer to a question: a number, a card. Troops
/// may be redistributed at any time (R6.4).
fn needs_its_question(statement: &Statement) -> bool {
    match statement {
        Statement::Choice(_) => true,
        Statement::Actions(actions) => {
            actions.iter().any(|action| !matches!(action, Action::Redistribute { .. }))
        }
        Statement::If(_, then) => needs_its_question(then),
        _ => false,
    }
}

/// Whether everything a text orders is for later, so that it does not matter which prompt it
/// answers: instructions, and orders below a heading.
fn is_for_later(reading: &orders::Reading) -> bool {
    let mut heading = false;
    let mut found = false;
    for (_, _, statement) in reading.statements() {
        match statement {
            Statement::For { .. } => heading = true,
            Statement::Instruct(_) | Statement::Revoke(_) => found = true,
            Statement::Choice(_) => return false,
            Statement::Test | Statement::Status | Statement::Help(_) => {}
            _ if heading => found = true,
            _ => return false,
        }
    }
    found
}

/// Whether the letter answers one of our mails that a later prompt has made old: a bare number or
/// card in it was meant for something else.
pub(super) fn answers_an_older_prompt(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    letter: &Letter,
) -> Result<bool, CampaignError> {
    let reported = progress.tx.reported(progress.game.id, &seat.seat)?;
    for id in &letter.in_reply_to_and_references {
        let unique = id.split('@').next().and_then(|local| local.split_once('.'));
        let Some((_, key)) = unique else { continue };
        let Some(mail) = progress.tx.mail_by_key(key)? else { continue };
        if mail.game != Some(progress.game.id) || mail.seat.as_deref() != Some(&seat.seat) {
            continue;
        }
        let entry = mail.message_key.split('-').nth(1).and_then(|text| text.parse::<u64>().ok());
        // The newest of our mails that it names decides.
        return Ok(entry.is_some_and(|entry| entry < reported));
    }
    Ok(false)
}
