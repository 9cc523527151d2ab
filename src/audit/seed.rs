//! Where the randomness of a game comes from: its secret seed, the commitment to it, and the key
//! that the rules get.

use crate::chance;
use crate::store::Digest;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Hashed first, so that the key of a game is the key of nothing else.
const KEY_DOMAIN: &[u8] = b"feldpost game key 1\n";

/// Hashed first for the phrases that the program makes.
const PHRASE_DOMAIN: &[u8] = b"feldpost phrase 1\n";

/// The least number of characters of a phrase whose player gives only its hash at first: a shorter one
/// could be found by trying.
pub const SHORTEST_PHRASE: usize = 20;

/// The most characters of any phrase.
pub const LONGEST_PHRASE: usize = 200;

/// 32 bytes of the system's randomness.
///
/// # Errors
///
/// The system has no randomness to give.
pub fn random_bytes() -> Result<[u8; 32], getrandom::Error> {
    chance::bytes()
}

/// What is published of a seed before the game: its SHA-256.
pub fn commitment(seed: &[u8; 32]) -> Digest {
    Digest::of(&[seed])
}

/// What is published of a phrase before it is opened: the SHA-256 of its bytes in UTF-8. The phrase is in the
/// form that [`canonical_phrase`](crate::said::canonical_phrase) gives it.
pub fn phrase_hash(phrase: &str) -> Digest {
    Digest::of(&[phrase.as_bytes()])
}

/// A phrase that nobody can guess: 32 hexadecimal digits of the system's randomness.
///
/// # Errors
///
/// The system has no randomness to give.
pub fn random_phrase() -> Result<String, getrandom::Error> {
    Ok(hex(&random_bytes()?[..16]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The phrase that the program makes for the player at this place, from 1: the first 32 hexadecimal digits of an
/// HMAC-SHA256 under the seed. It follows from the seed alone, so that the program chooses nothing by it, and
/// whoever knows the seed can check that.
pub fn made_phrase(seed: &[u8; 32], place: usize) -> String {
    let bytes = hmac(seed, &[PHRASE_DOMAIN, &(place as u64).to_be_bytes()]);
    hex(&bytes[..16])
}

/// The key of all randomness in a game: HMAC-SHA256 under the seed, over a fixed text and the
/// players' phrases in the order of the seats, each with its length before it (64 bit, big
/// endian), so that no two lists of phrases read the same.
pub fn game_key(seed: &[u8; 32], phrases: &[&str]) -> [u8; 32] {
    let lengths: Vec<[u8; 8]> =
        phrases.iter().map(|phrase| (phrase.len() as u64).to_be_bytes()).collect();
    let mut parts: Vec<&[u8]> = vec![KEY_DOMAIN];
    for (length, phrase) in lengths.iter().zip(phrases) {
        parts.extend([&length[..], phrase.as_bytes()]);
    }
    hmac(seed, &parts)
}

fn hmac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| {
        // HMAC takes keys of any length.
        unreachable!("a key of 32 bytes")
    });
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_phrases_follow_from_the_seed_and_are_long_enough() {
        let phrase = made_phrase(&[5; 32], 1);
        assert!(phrase.chars().count() >= SHORTEST_PHRASE);
        assert_eq!(phrase, made_phrase(&[5; 32], 1));
        assert!(phrase != made_phrase(&[5; 32], 2) && phrase != made_phrase(&[6; 32], 1));
    }

    #[test]
    fn phrases_change_the_key_and_are_kept_apart() {
        let seed = [5; 32];
        let keys = [
            game_key(&seed, &[]),
            game_key(&seed, &["ab", "c"]),
            game_key(&seed, &["a", "bc"]),
            game_key(&[6; 32], &[]),
        ];
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[..place].contains(key));
        }
    }
}
