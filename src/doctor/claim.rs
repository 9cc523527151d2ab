//! Who works on a mailbox: another database there would swallow the orders, and a copy of this one plays its
//! games elsewhere. Nothing is claimed here.

use super::Examination;
use crate::config::Config;
use crate::daemon::standing;
use crate::mail::claim::Claim;
use crate::store::Store;

/// Compares the claim that lies in a mailbox with that of the database.
pub(super) fn look(examination: &mut Examination<'_>, config: &Config, found: Option<Claim>) {
    let Some(found) = found else { return };
    // What is wrong with the database is told where it is examined.
    let opened = config.database.exists().then(|| Store::open(&config.database).ok());
    let standing = match opened.flatten().map(|mut store| standing(&mut store)) {
        Some(Ok(standing)) => standing,
        Some(Err(error)) => return examination.wrong("mailbox", error.to_string()),
        None => return,
    };
    match standing.against(&found) {
        Some(fenced) => examination.wrong("mailbox", fenced.to_string()),
        None => examination.fine("mailbox", format!("this database's alone since {}", found.since)),
    }
}
