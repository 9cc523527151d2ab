//! Whoever reads our mails: in which language, by which clock, in which form.
//!
//! A person's wishes hold for all mails; who is no known person reads English and UTC.

use crate::report::Moment;
use crate::store::{Person, Seat as StoredSeat, StoreError, Tx};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// How somebody wants to read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Reader {
    /// A language tag, such as `de`.
    pub language: String,
    pub zone: Tz,
    pub wishes: Wishes,
}

/// What a person wants besides language and time zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Wishes {
    /// Mails have an HTML part.
    pub html: bool,
    /// Reports have pictures.
    pub pictures: bool,
    /// The seat's view goes along as JSON.
    pub json: bool,
    /// What need not be answered is gathered into one mail a day.
    pub digest: bool,
    /// At this hour of the reader's day.
    pub digest_hour: u8,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes { html: true, pictures: true, json: false, digest: false, digest_hour: 18 }
    }
}

impl Reader {
    /// The holder of a seat.
    pub fn of_seat(tx: &Tx<'_>, seat: &StoredSeat) -> Result<Reader, StoreError> {
        let person = match &seat.address {
            Some(address) => tx.person_of(address)?,
            None => None,
        };
        Ok(match person {
            Some(person) => Reader::of_person(&person),
            None => Reader { language: seat.language.clone(), ..Reader::default() },
        })
    }

    /// A person known by an address.
    pub fn of_person(person: &Person) -> Reader {
        Reader {
            language: person.language.clone(),
            zone: person.time_zone.parse().unwrap_or(Tz::UTC),
            wishes: serde_json::from_str(&person.wishes).unwrap_or_default(),
        }
    }

    /// A point in time by this reader's clock.
    pub fn moment(&self, time: DateTime<Utc>) -> Moment {
        Moment::new(&time.with_timezone(&self.zone))
    }
}

impl Default for Reader {
    fn default() -> Reader {
        Reader { language: "en".into(), zone: Tz::UTC, wishes: Wishes::default() }
    }
}
