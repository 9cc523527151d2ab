//! The players' chance: a ChaCha20 stream of its own for each simulated game.
//!
//! It has nothing to do with the chance inside the rules ([`crate::game::Randomness`]), except
//! that it draws the key of the game.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random choices of one game.
pub(super) struct Dice(ChaCha20Rng);

impl Dice {
    /// The stream of one game under a seed.
    pub fn new(seed: u64, game: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut random = ChaCha20Rng::from_seed(key);
        random.set_stream(game);
        Dice(random)
    }

    /// A key for the rules.
    pub fn key(&mut self) -> [u8; 32] {
        let mut key = [0; 32];
        self.0.fill_bytes(&mut key);
        key
    }

    /// Any 32 bits.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below the bound, or 0 if the bound is 0. Its bias, below 2⁻²⁰ for bounds up to 4096, does not
    /// matter here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.word()) * bound as u64) >> 32) as usize
    }

    /// True in this many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of the items, if there are any.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Puts the items into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
