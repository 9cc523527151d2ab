//! The public randomness beacon of the League of Entropy: drand's chain `quicknet`.
//!
//! Every three seconds its members together sign the number of a round. Nobody can know the signature
//! before its time, there is only one for each round, and whoever has it can check it without asking anybody:
//! so here. Where a signature comes from is not this module's business; it never opens a connection.
//!
//! The facts of the chain are public: `https://api.drand.sh/CHAIN/info`.

use chrono::{DateTime, Utc};
use drand_verify::{G2PubkeyRfc, Pubkey};
use serde::{Deserialize, Serialize};

/// The hash of the chain's parameters, by which the beacon's servers know it.
pub const CHAIN: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/// The group's public key, a point of BLS12-381's G2 in its compressed form.
const PUBLIC_KEY: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c\
                          8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb\
                          5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";

/// When round 1 was signed, in Unix time, and the seconds from one round to the next.
const GENESIS: i64 = 1_692_803_367;
const PERIOD: i64 = 3;

/// Bytes of a signature: a compressed point of G1.
const SIGNATURE_BYTES: usize = 48;

/// A round with its signature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beacon {
    /// The number of the round, from 1.
    pub round: u64,
    /// 96 hexadecimal digits in lower case.
    pub signature: String,
}

impl Beacon {
    /// Whether the League of Entropy signed this round so.
    pub fn is_genuine(&self) -> bool {
        let canonical = self.signature.bytes().all(|byte| !byte.is_ascii_uppercase());
        let (Some(key), Some(signature)) = (bytes(PUBLIC_KEY), bytes(&self.signature)) else {
            return false;
        };
        let (Ok(key), true) = (G2PubkeyRfc::from_variable(&key), canonical) else { return false };
        let fits = signature.len() == SIGNATURE_BYTES;
        fits && matches!(key.verify(self.round, b"", &signature), Ok(true))
    }
}

/// When a round is signed; `None` for round 0 and for rounds beyond all calendars.
pub fn time_of(round: u64) -> Option<DateTime<Utc>> {
    let rounds = i64::try_from(round.checked_sub(1)?).ok()?;
    let seconds = rounds.checked_mul(PERIOD)?.checked_add(GENESIS)?;
    DateTime::from_timestamp(seconds, 0)
}

/// The first round that is signed at this time or later; a fraction of a second is cut off.
pub fn round_at(time: DateTime<Utc>) -> u64 {
    let since = time.timestamp().saturating_sub(GENESIS);
    let rounds = u64::try_from(since).unwrap_or(0).div_ceil(PERIOD.unsigned_abs());
    rounds + 1
}

/// Where a round's signature can be read by anybody, once it is signed.
pub fn url_of(round: u64) -> String {
    format!("https://api.drand.sh/{CHAIN}/public/{round}")
}

/// The signature in what a server of the beacon answers: JSON with a member `signature`, or the bare digits.
pub fn signature_in(answer: &str) -> Option<String> {
    let answer = answer.trim();
    let json: Option<serde_json::Value> = serde_json::from_str(answer).ok();
    let member = json.as_ref().and_then(|json| json["signature"].as_str());
    let digits = member.unwrap_or(answer).to_ascii_lowercase();
    is_signature(&digits).then_some(digits)
}

/// Whether a word has the form of a signature.
pub fn is_signature(word: &str) -> bool {
    word.len() == 2 * SIGNATURE_BYTES && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = hex
        .chars()
        .map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Round 123 as the beacon published it; it stands in the documentation of `drand-verify`.
    const SIGNATURE: &str = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482\
                             e26cd02df835d3546d23c4b13e0dfc92";

    fn beacon(round: u64, signature: &str) -> Beacon {
        Beacon { round, signature: signature.to_owned() }
    }

    #[test]
    fn a_recorded_round_is_genuine_and_no_other_is() {
        assert!(beacon(123, SIGNATURE).is_genuine());
        assert!(!beacon(124, SIGNATURE).is_genuine());
        assert!(!beacon(123, &SIGNATURE.replace('b', "c")).is_genuine());
        // One signature has one form, since its digits go into the key of a game.
        assert!(!beacon(123, &SIGNATURE.to_uppercase()).is_genuine());
        for broken in ["", "b7", "x", &SIGNATURE[..94], &"00".repeat(48), &"ff".repeat(48)] {
            assert!(!beacon(123, broken).is_genuine(), "{broken}");
        }
        assert!(!beacon(0, SIGNATURE).is_genuine() && !beacon(u64::MAX, SIGNATURE).is_genuine());
    }

    #[test]
    fn rounds_and_times_fit_each_other() {
        let genesis = DateTime::from_timestamp(GENESIS, 0).expect("a time");
        assert_eq!(genesis.to_rfc3339(), "2023-08-23T15:09:27+00:00");
        assert_eq!((round_at(genesis), time_of(1)), (1, Some(genesis)));
        for seconds in [1, 2, 3, 4, 100_000_000] {
            let time = genesis + chrono::TimeDelta::seconds(seconds);
            let round = round_at(time);
            let signed = time_of(round).expect("a time");
            assert!(signed >= time && signed - time < chrono::TimeDelta::seconds(PERIOD));
        }
        assert_eq!(round_at(DateTime::UNIX_EPOCH), 1);
        assert_eq!((time_of(0), time_of(u64::MAX)), (None, None));
    }

    #[test]
    fn the_answer_of_a_server_is_read() {
        let json = format!("{{\"round\":123,\"signature\":\"{SIGNATURE}\"}}\n");
        assert_eq!(signature_in(&json).as_deref(), Some(SIGNATURE));
        assert_eq!(signature_in(&SIGNATURE.to_uppercase()).as_deref(), Some(SIGNATURE));
        for wrong in ["", "{}", "[1]", "not found", "{\"signature\":\"00\"}"] {
            assert_eq!(signature_in(wrong), None, "{wrong}");
        }
    }
}
