//! All chance in a game (R1.6, R1.8, R1.9, R3.4): named streams of ChaCha20 under the game's key.
//!
//! Each draw has a stream of its own, so that one does not shift another; the key and the
//! numbers in the state decide everything. No other source of randomness exists in the rules.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What a stream of random numbers is for. The number of the stream is the ChaCha20 nonce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// First shuffle of Tactical deck 1 to 4: streams 1 to 4.
    Deck(u8),
    /// The Cards of Fate (R1.9): stream 5.
    Fate,
    /// The raffle of the seats (R1.6): stream 6.
    Raffle,
    /// The n-th reshuffle of two piles (R3.4), from 0: streams 1000 + n.
    Reshuffle(u32),
    /// The n-th card drawn at random from a hand, from 0: streams 2 000 000 + n.
    Draw(u32),
}

impl Stream {
    /// The ChaCha20 stream number (64 bit nonce).
    pub fn number(self) -> u64 {
        match self {
            Stream::Deck(deck) => u64::from(deck),
            Stream::Fate => 5,
            Stream::Raffle => 6,
            Stream::Reshuffle(n) => 1000 + u64::from(n),
            Stream::Draw(n) => 2_000_000 + u64::from(n),
        }
    }
}

/// One stream of random numbers.
pub struct Randomness(ChaCha20Rng);

impl Randomness {
    /// The stream for one purpose under a game's key.
    pub fn new(key: &[u8; 32], stream: Stream) -> Randomness {
        let mut rng = ChaCha20Rng::from_seed(*key);
        rng.set_stream(stream.number());
        Randomness(rng)
    }

    /// A uniform number below `bound`, which must not be 0: the next 32-bit word of the stream
    /// that is below the greatest multiple of `bound`, modulo `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        let limit = u32::MAX - (u32::MAX % bound + 1) % bound;
        loop {
            let word = self.0.next_u32();
            if word <= limit {
                return word % bound;
            }
        }
    }

    /// Fisher and Yates: from the last place down, each is exchanged with a place at or before it.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_8_the_same_key_and_stream_give_the_same_shuffle_and_others_do_not() {
        let shuffled = |key: u8, stream| {
            let mut items: Vec<u8> = (0..50).collect();
            Randomness::new(&[key; 32], stream).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1, Stream::Deck(1)), shuffled(1, Stream::Deck(1)));
        assert_ne!(shuffled(1, Stream::Deck(1)), shuffled(1, Stream::Deck(2)));
        assert_ne!(shuffled(1, Stream::Deck(1)), shuffled(2, Stream::Deck(1)));
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut random = Randomness::new(&[7; 32], Stream::Fate);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
