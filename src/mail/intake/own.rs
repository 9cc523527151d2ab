//! Which addresses are the program's own, and whose word counts on who has sent a mail.

use crate::mail::address::Address;

/// What is ours in a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAddresses {
    /// The address players write to, without a tag.
    pub address: Address,
    /// Further addresses that reach us or that we send from.
    pub aliases: Vec<Address>,
    /// The right side of our Message-IDs.
    pub message_id_domain: String,
    /// The server delivers mail to our address with a tag, as in `judge+tag@…`, to us.
    pub keeps_tags: bool,
    /// Whose `Authentication-Results` count (RFC 8601 section 2.5), lower case. Empty: nobody's.
    pub trusted_authserv_ids: Vec<String>,
}

impl OwnAddresses {
    /// Ours is the one address; nobody's `Authentication-Results` count.
    #[must_use]
    pub fn new(address: Address) -> Self {
        Self {
            message_id_domain: address.domain().to_owned(),
            address,
            aliases: Vec::new(),
            keeps_tags: true,
            trusted_authserv_ids: Vec::new(),
        }
    }

    /// Whether an address is ours, whatever its tag.
    #[must_use]
    pub fn contains(&self, address: &Address) -> bool {
        self.all().any(|own| own.same_without_tag(address))
    }

    /// The tag of an address of ours, if it has one.
    pub(super) fn tag_of<'a>(&self, address: &'a Address) -> Option<&'a str> {
        self.all().find_map(|own| own.tag_of(address))
    }

    fn all(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.address).chain(&self.aliases)
    }
}
