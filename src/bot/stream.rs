//! A bot's chance: a ChaCha20 stream under the game's key, one for each seat and position.
//!
//! The key itself cannot be got back from it, nor the streams by which the rules shuffle: these have
//! small numbers, a bot's have the highest bit set. Who knows the key and the log gets the same stream
//! again, so that an audit can make a bot's choices once more.

use crate::game::Seat;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random choices for one decision.
pub struct BotStream(ChaCha20Rng);

impl BotStream {
    /// The stream of a seat at one position of the game's log. Any number that goes up with each action
    /// will do as the position, if the same one is used when the choice is checked.
    pub fn new(key: &[u8; 32], seat: Seat, position: u64) -> BotStream {
        let mut random = ChaCha20Rng::from_seed(*key);
        let position = position & ((1 << 56) - 1);
        random.set_stream(1 << 63 | (seat as u64) << 56 | position);
        BotStream(random)
    }

    /// A number below the bound, or 0 if that is 0. Its bias below 2⁻²⁰ does not matter here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// A number from 0 up to 1, but not 1 itself, in steps of 2⁻²⁰.
    pub fn share(&mut self) -> f32 {
        self.below(1 << 20) as f32 / (1 << 20) as f32
    }

    /// Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
