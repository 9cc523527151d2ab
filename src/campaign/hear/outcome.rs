//! What became of a mail with orders, in a line for the inbox: so that the history of a campaign
//! can tell that something was refused, too, and why.
//!
//! The lines themselves are not kept: people write things to a referee by mistake, and
//! `docs/club.md` promises that the text of mails is kept nowhere.

use crate::report::{LineOutcome, Receipt, ReceiptStatus};

/// What was done, in a word.
pub(crate) const fn word(status: ReceiptStatus) -> &'static str {
    match status {
        ReceiptStatus::CarriedOut => "orders carried out",
        ReceiptStatus::Kept => "orders kept",
        ReceiptStatus::Test => "orders tested",
        ReceiptStatus::Ahead => "orders kept for later",
        ReceiptStatus::Shown => "orders shown",
        ReceiptStatus::Nothing => "nothing done",
    }
}

/// The receipt in a line: what was done, and of each line that was not understood or not allowed the
/// reason, as a rule's number or a word.
pub(crate) fn outcome_of(receipt: &Receipt) -> String {
    let mut text = word(receipt.status).to_owned();
    for line in &receipt.lines {
        let (what, why) = match &line.outcome {
            LineOutcome::Refused { refusal, .. } => ("refused", refusal.rule),
            LineOutcome::NotUnderstood { why, .. } => ("not understood", why.code()),
            LineOutcome::Question { what, .. } => ("left open", what.code()),
            LineOutcome::Understood { .. }
            | LineOutcome::Command { .. }
            | LineOutcome::Ahead { .. }
            | LineOutcome::Instruction { .. }
            | LineOutcome::RestOfCombat { .. }
            | LineOutcome::Withdrawn { .. }
            | LineOutcome::NotNeeded { .. }
            | LineOutcome::Late { .. }
            | LineOutcome::Reach { .. }
            | LineOutcome::Deadline { .. }
            | LineOutcome::Stands { .. }
            | LineOutcome::Ignored {} => continue,
        };
        text.push_str(&format!("; {what} ({why})"));
    }
    text
}
