//! Any bytes as a mail: reading never panics, keeps its limits and finds the same twice.
//!
//! `cargo +nightly fuzz run intake fuzz/corpus/intake tests/mail_corpus/personal`

#![no_main]

use feldpost::mail::intake::{Limits, OwnAddresses, Problem, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|raw: &[u8]| {
    let own = OwnAddresses::new("judge@club.test".parse().expect("a good address"));
    let limits = Limits::default();
    let letter = read(raw, &limits, &own);
    assert!(
        !letter.problems.contains(&Problem::Unreadable),
        "a library panicked"
    );
    assert!(letter.text.len() <= limits.text);
    assert!(!letter.text.contains(['\r', '\0']));
    assert_eq!(letter, read(raw, &limits, &own));
});
