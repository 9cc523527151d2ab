//! Any bytes as a mail.

use feldpost::mail::address::Address;
use feldpost::mail::intake::{Limits, OwnAddresses, Problem, read};

/// Reading never panics, keeps its limits and finds the same twice; an address that was found can be written
/// and read again.
pub fn check(raw: &[u8]) {
    let own = OwnAddresses::new("judge@club.test".parse().expect("a good address"));
    let limits = Limits::default();
    let letter = read(raw, &limits, &own);
    assert!(!letter.problems.contains(&Problem::Unreadable), "a library panicked");
    assert!(letter.text.len() <= limits.text);
    assert!(!letter.text.contains(['\r', '\0']));
    assert!(!letter.subject.contains(['\r', '\n', '\0']));
    assert!(letter.to.len() <= limits.recipients && letter.cc.len() <= limits.recipients);
    assert!(letter.in_reply_to_and_references.len() <= limits.references);
    assert_eq!(letter, read(raw, &limits, &own));
    let found = [&letter.from, &letter.reply_to].into_iter().flatten();
    for address in found.chain(&letter.to).chain(&letter.cc).chain(&letter.delivered_to) {
        let again: Result<Address, _> = address.to_string().parse();
        assert_eq!(again.as_ref().ok(), Some(address), "{address}");
    }
}
