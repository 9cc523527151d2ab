//! SHA-256 values: computed, kept in 32 bytes, written as 64 digits.

use std::fmt;
use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

/// A SHA-256 value (FIPS 180-4), written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(
    /// The value itself.
    pub [u8; 32],
);

/// A text that is not 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("\"{0}\" is not written as 64 hexadecimal digits in lower case")]
pub struct DigestError(String);

impl Digest {
    /// The SHA-256 of these parts, one after the other with nothing between them.
    pub fn of(parts: &[&[u8]]) -> Digest {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Digest(hasher.finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    /// Reads what `Display` writes and nothing else, so that one value has one text.
    fn from_str(text: &str) -> Result<Digest, DigestError> {
        let refused = || DigestError(text.to_owned());
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(refused());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let (Some(high), Some(low)) = (digit(pair[0]), digit(pair[1])) else {
                return Err(refused());
            };
            *byte = high << 4 | low;
        }
        Ok(Digest(bytes))
    }
}

fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'f' => Some(character - b'a' + 10),
        _ => None,
    }
}

impl ToSql for Digest {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for Digest {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        FromSql::column_result(value).map(Digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Digest::of(&[b"a", b"", b"bc"]).to_string(), text);
        assert_eq!(text.parse::<Digest>().unwrap(), Digest::of(&[b"abc"]));
    }

    #[test]
    fn one_value_has_one_text() {
        let text = Digest::of(&[]).to_string();
        for other in [
            text.to_uppercase(),
            format!("{text}0"),
            text[1..].to_owned(),
            format!("ä{}", &text[2..]),
            format!("g{}", &text[1..]),
            String::new(),
        ] {
            assert_eq!(other.parse::<Digest>(), Err(DigestError(other)));
        }
    }
}
