//! How many answers addresses get that have proved nothing.

use crate::campaign::office::{CampaignError, Office};
use crate::mail::address::Address;
use crate::store::Tx;
use chrono::{DateTime, Utc};

/// Under this name all addresses together are counted.
const EVERYBODY: &str = "*";

/// Whether an address that has proved nothing is answered: so often a day for this kind of mail,
/// and all such addresses together within their limit.
pub(crate) fn may_be_answered(
    tx: &Tx<'_>,
    office: &Office,
    from: &Address,
    (kind, most): (&str, u32),
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    if tx.count_notice(&from.canonical(), kind, now)? > most {
        return Ok(false);
    }
    let limit = office.rates.answers_to_strangers;
    let count = tx.count_notice(EVERYBODY, "answer to a stranger", now)?;
    if count == limit.saturating_add(1) {
        tracing::warn!(limit, "too many strangers today; no more of them are answered");
        tx.count_failure("Too many strangers wrote", "they are not answered", now)?;
    }
    Ok(count <= limit)
}
