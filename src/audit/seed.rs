//! Where the randomness of a game comes from: its secret seed, the commitment to it, and the key
//! that the rules get.

use super::chance;
use crate::store::Digest;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Hashed first, so that the key of a game is the key of nothing else.
const KEY_DOMAIN: &[u8] = b"feldpost game key 1\n";

/// 32 bytes of the system's randomness.
pub fn random_bytes() -> Result<[u8; 32], getrandom::Error> {
    chance::bytes()
}

/// What is published of a seed before the game: its SHA-256.
pub fn commitment(seed: &[u8; 32]) -> Digest {
    Digest::of(&[seed])
}

/// The key of all randomness in a game: HMAC-SHA256 under the seed, over a fixed text and the
/// players' phrases in the order of the seats, each with its length before it (64 bit, big
/// endian), so that no two lists of phrases read the same.
pub fn game_key(seed: &[u8; 32], phrases: &[&str]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).unwrap_or_else(|_| {
        // HMAC takes keys of any length.
        unreachable!("a key of 32 bytes")
    });
    mac.update(KEY_DOMAIN);
    for phrase in phrases {
        mac.update(&(phrase.len() as u64).to_be_bytes());
        mac.update(phrase.as_bytes());
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

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
