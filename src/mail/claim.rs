//! Who works on a mailbox: a note in the mailbox itself, so that two databases on one mailbox notice
//! each other.
//!
//! What follows from a note is the caller's; here it is only written, read and told apart.

use serde::{Deserialize, Serialize};

/// Somebody works on this mailbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The database: drawn once, and copied with it.
    pub database: String,
    /// Raised whenever a program begins to work with it.
    pub generation: u64,
    /// Drawn anew at each such beginning, so that two copies of a database that begin at once differ.
    pub holder: String,
    /// Since when, RFC 3339 in UTC: for people.
    pub since: String,
}

impl Claim {
    /// The claim as a file holds it.
    #[must_use]
    pub fn text(&self) -> String {
        // Text and a number, which JSON can always hold.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What [`Claim::text`] wrote.
    #[must_use]
    pub fn read(text: &str) -> Option<Claim> {
        serde_json::from_str(text.trim()).ok()
    }

    /// Whether whoever works under the `other` claim has to end: this one is of another database, or later, or
    /// made at the same time by another program. The same claim does not supersede itself.
    #[must_use]
    pub fn supersedes(&self, other: &Claim) -> bool {
        self.database != other.database
            || self.generation > other.generation
            || self.generation == other.generation && self.holder != other.holder
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_read_as_it_was_written_and_the_later_one_counts() {
        let claim = Claim {
            database: "a1".into(),
            generation: 7,
            holder: "b2".into(),
            since: "2026-03-01T12:00:00Z".into(),
        };
        assert_eq!(Claim::read(&claim.text()), Some(claim.clone()));
        assert_eq!(Claim::read("half a {"), None);
        assert!(!claim.supersedes(&claim));
        let later = Claim { generation: 8, ..claim.clone() };
        assert!(later.supersedes(&claim) && !claim.supersedes(&later));
        let at_once = Claim { holder: "c3".into(), ..claim.clone() };
        assert!(at_once.supersedes(&claim) && claim.supersedes(&at_once));
        let other = Claim { database: "d4".into(), generation: 1, ..claim.clone() };
        assert!(other.supersedes(&claim) && claim.supersedes(&other));
    }
}
