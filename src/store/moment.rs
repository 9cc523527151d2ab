//! Times as the database and the log write them: RFC 3339, UTC, whole seconds.
//!
//! Twenty characters, `2026-05-01T12:00:00Z`, so that SQLite may compare them as text. It does not
//! ask the clock, and knows no time zone but UTC.

use chrono::{DateTime, NaiveDateTime, SubsecRound, Utc};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use thiserror::Error;

const FORMAT: &str = "%Y-%m-%dT%H:%M:%SZ";
const LENGTH: usize = 20;

/// A text that is not a time as [`time_text`] writes it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a time written like 2026-05-01T12:00:00Z")]
pub struct TimeError(String);

/// Writes a time with whole seconds; a fraction of a second is cut off.
///
/// Years before 0 and after 9999 have no such text and become the first or last second that has.
pub fn time_text(time: DateTime<Utc>) -> String {
    let text = time.trunc_subsecs(0).format(FORMAT).to_string();
    // Years that need a sign or a fifth digit are longer.
    if text.len() == LENGTH {
        text
    } else if time.timestamp() < 0 {
        "0000-01-01T00:00:00Z".to_owned()
    } else {
        "9999-12-31T23:59:59Z".to_owned()
    }
}

/// Reads what [`time_text`] writes, and nothing else.
///
/// # Errors
///
/// [`TimeError`] for any other text, other valid forms of RFC 3339 included: one time has one text.
pub fn parse_time(text: &str) -> Result<DateTime<Utc>, TimeError> {
    let time = NaiveDateTime::parse_from_str(text, FORMAT)
        .map_err(|_| TimeError(text.to_owned()))?
        .and_utc();
    if time_text(time) == text { Ok(time) } else { Err(TimeError(text.to_owned())) }
}

/// A time as a column holds it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment(pub DateTime<Utc>);

impl ToSql for Moment {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(time_text(self.0).into())
    }
}

impl FromSql for Moment {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let time =
            parse_time(value.as_str()?).map_err(|error| FromSqlError::Other(error.into()))?;
        Ok(Moment(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_one_text() {
        let time = parse_time("2026-05-01T12:00:00Z").unwrap();
        assert_eq!(time_text(time), "2026-05-01T12:00:00Z");
        assert_eq!(time_text(time + chrono::TimeDelta::milliseconds(999)), "2026-05-01T12:00:00Z");
        for other in [
            "2026-05-01T12:00:00+00:00",
            "2026-05-01T12:00:00.0Z",
            "2026-05-01t12:00:00z",
            "2026-5-01T12:00:00Z",
            " 2026-05-01T12:00:00Z",
            "2026-02-30T12:00:00Z",
            "",
        ] {
            assert_eq!(parse_time(other), Err(TimeError(other.to_owned())));
        }
    }

    #[test]
    fn years_beyond_four_digits_stay_in_order() {
        assert_eq!(time_text(DateTime::<Utc>::MAX_UTC), "9999-12-31T23:59:59Z");
        assert_eq!(time_text(DateTime::<Utc>::MIN_UTC), "0000-01-01T00:00:00Z");
    }
}
