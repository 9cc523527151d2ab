//! How many answers addresses get that have proved nothing.
//!
//! Whoever can be told from those who forge senders has an allowance of his own, so that a flood of
//! forged mail shuts nobody out: senders whom our own server found authentic, holders of seats,
//! addresses that were confirmed once.

use crate::campaign::office::{CampaignError, Office};
use crate::mail::address::Address;
use crate::mail::intake::{Authenticity, Letter};
use crate::store::Tx;
use chrono::{DateTime, Utc};

/// Under this name all addresses of an allowance are counted together.
const EVERYBODY: &str = "*";

/// Whose allowance an answer is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Allowance {
    /// Our server found an aligned DMARC or DKIM pass; each domain has its own.
    Authentic,
    /// The address holds a seat, and shows no token.
    Holder,
    /// The address has answered a letter once.
    Confirmed,
    Stranger,
}

impl Allowance {
    fn of(tx: &Tx<'_>, letter: &Letter, from: &Address) -> Result<Allowance, CampaignError> {
        if is_authentic(letter) {
            return Ok(Allowance::Authentic);
        }
        if !tx.seats_of_address(&from.canonical())?.is_empty() {
            return Ok(Allowance::Holder);
        }
        let known = tx.person_of(&from.mailbox())?.is_some();
        Ok(if known { Allowance::Confirmed } else { Allowance::Stranger })
    }

    /// The word under which it is counted.
    const fn id(self) -> &'static str {
        match self {
            Allowance::Authentic => "answer to an authentic sender",
            Allowance::Holder => "answer to a holder without token",
            Allowance::Confirmed => "answer to a confirmed address",
            Allowance::Stranger => "answer to a stranger",
        }
    }
}

/// Whether our own server says that the domain of `From` sent this mail.
fn is_authentic(letter: &Letter) -> bool {
    letter.authentication.as_ref().is_some_and(|verdict| {
        verdict.outcome == Authenticity::Pass
            && verdict.checks.iter().any(|check| check == "dmarc=pass" || check == "dkim=pass")
    })
}

/// Whether an address that has proved nothing is answered: a number of times a day for this kind of mail,
/// and all addresses of an allowance together within its limit. A stranger for whom our server finds
/// nothing aligned is not: the answer would go to whoever's address was forged.
pub(crate) fn may_be_answered(
    tx: &Tx<'_>,
    office: &Office,
    (letter, from): (&Letter, &Address),
    (kind, most): (&str, u32),
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let allowance = Allowance::of(tx, letter, from)?;
    if allowance == Allowance::Stranger && letter.authentication.is_some() {
        return Ok(false);
    }
    // What others forge in his name uses up nothing of a sender whom our server knows.
    let kind = match allowance {
        Allowance::Authentic => format!("{kind}, authentic"),
        _ => kind.to_owned(),
    };
    if tx.count_notice(&from.canonical(), &kind, now)? > most {
        return Ok(false);
    }
    let together = match allowance {
        Allowance::Authentic => format!("{EVERYBODY}@{}", from.domain().to_ascii_lowercase()),
        _ => EVERYBODY.to_owned(),
    };
    let limit = office.rates.answers_to_strangers;
    let count = tx.count_notice(&together, allowance.id(), now)?;
    if count == limit.saturating_add(1) {
        let what = allowance.id();
        tracing::warn!(limit, what, "too many today; no more of them are answered");
        tx.count_failure("Too many strangers wrote", "they are not answered", now)?;
    }
    Ok(count <= limit)
}
