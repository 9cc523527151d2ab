//! Where chance comes into the program: from the operating system, for seeds, keys, salts and delays.
//!
//! The chance of a game is made of it in steps:
//!
//! ```text
//! audit/seed.rs              a secret seed, its commitment, and the key that follows from seed and phrases
//! campaign/seats/chance.rs   how seed, phrases and beacon are fixed before the game, so that nobody can choose last
//! beacon.rs                  the public beacon                    phrase.rs      words about phrases
//! game/random.rs             what the rules draw: streams under the key
//! bot/stream.rs              what bots draw                       simulate/dice.rs  what random players draw
//! audit/prologue.rs          the same steps checked in a log
//! ```
//!
//! A test of a whole club must go the same way each time. It can have the chance of its own thread
//! follow from a number; the program itself never does (`tests/architecture.rs`).

#![expect(clippy::disallowed_methods, reason = "here chance comes in from the operating system")]

use crate::store::Digest;
use std::cell::Cell;

thread_local! {
    /// The number that chance follows from on this thread, and how often it was asked for.
    static REPEATED: Cell<Option<(u64, u64)>> = const { Cell::new(None) };
}

/// 32 bytes that nobody can foretell.
pub(crate) fn bytes() -> Result<[u8; 32], getrandom::Error> {
    if let Some((number, asked)) = REPEATED.get() {
        REPEATED.set(Some((number, asked + 1)));
        return Ok(Digest::of(&[&number.to_be_bytes(), &asked.to_be_bytes()]).0);
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Has all chance on this thread follow from a number from now on, for tests: whoever knows the
/// number knows every seed and every key.
#[doc(hidden)]
pub fn repeat_chance(number: u64) {
    REPEATED.set(Some((number, 0)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_repeats_only_where_it_is_told_to() {
        let twice = || (bytes().expect("chance"), bytes().expect("chance"));
        let told = |number| {
            std::thread::spawn(move || {
                repeat_chance(number);
                twice()
            })
            .join()
            .expect("it ends")
        };
        assert_eq!(told(7), told(7));
        assert_ne!(told(7), told(8));
        let (one, other) = told(7);
        assert_ne!(one, other);
        assert_ne!(twice(), twice());
    }
}
