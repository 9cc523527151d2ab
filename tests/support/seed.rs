//! What all chance of a test follows from: one number, the same in every run unless the variable
//! `FELDPOST_SEED` names another.

#![expect(clippy::disallowed_methods, reason = "another seed is named by the environment")]

use feldpost::campaign::repeat_chance;

/// Has all chance on this thread follow from the seed, and says which it is.
pub fn begin() -> u64 {
    let named = std::env::var("FELDPOST_SEED").ok();
    let seed = named.map_or(1, |text| text.trim().parse().expect("FELDPOST_SEED is a number"));
    println!("seed {seed}; FELDPOST_SEED={seed} repeats this run");
    repeat_chance(seed);
    seed
}
