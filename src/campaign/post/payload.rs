//! What is kept of a mail from the moment it is written until it is sent: everything but its token, and what
//! holds the token (reply address, Message-ID, links).

use crate::report::map::Picture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Kind of the last mail to somebody who wants to be forgotten: nothing of it is kept.
pub(crate) const FAREWELL: &str = "farewell";

/// A mail in the outbox.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payload {
    /// The recipient's display name, if one is known.
    pub to_name: Option<String>,
    /// As the reader sees it: with the game and the number of the prompt, without a token.
    pub subject: String,
    /// The plain-text part, still without token and links.
    pub text: String,
    /// The HTML part, likewise; `None` for readers who want none.
    pub html: Option<String>,
    /// Message-ID of the mail that is answered.
    pub in_reply_to: Option<String>,
    /// Message-IDs of the thread, the oldest first (RFC 5322, 3.6.4).
    pub references: Vec<String>,
    /// Key of the first mail of the thread: the game's first mail to the seat.
    #[serde(default)]
    pub thread: Option<String>,
    /// The direct answer to a mail, not one sent by itself (RFC 3834).
    pub answer: bool,
    /// The tag of the language it is written in.
    pub language: String,
    /// The log of the game goes along, up to this entry; it is written when the mail is sent.
    #[serde(default)]
    pub log: Option<u64>,
    /// It tells news alone, of what came after this entry of the log: while it is not sent, a later
    /// report can take its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// It waits for a later mail that takes it along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<bool>,
    /// What it tells, while it may still have to be written anew: before it is handed over for the
    /// first time, since its deadlines may move until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Value>,
    /// What the map shows; it is drawn when the mail is sent.
    #[serde(default)]
    pub picture: Option<Picture>,
    /// What the reader may know goes along as JSON, for tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
}

/// What a mail asked of its player, or showed as open, so that a reply can be matched with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// The keys of the decisions that the seat had open when the mail was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<String>,
    /// The vote that the mail calls to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<u64>,
}

impl Asked {
    /// Whether the mail asked for nothing.
    pub fn is_empty(&self) -> bool {
        *self == Asked::default()
    }

    /// The JSON that the outbox keeps; `None` where nothing was asked.
    pub fn text(&self) -> Option<String> {
        // Names and numbers, which JSON can always hold.
        (!self.is_empty()).then(|| serde_json::to_string(self).unwrap_or_default())
    }

    /// What [`Asked::text`] wrote.
    pub fn read(text: Option<&str>) -> Asked {
        text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}
