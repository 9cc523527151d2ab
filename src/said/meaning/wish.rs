//! What somebody wishes of the club: to play, and how his mails are to be.

use crate::game::Seat;
use crate::said::club::phrases::AboutChance;

/// What somebody says who wants to play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Joining {
    /// The game's name; `None` if the mail answered shows which, or no game was named.
    pub game: Option<String>,
    /// The roles that are wished for, the dearest first.
    pub prefers: Vec<Seat>,
    /// As it was written; for games that take one.
    pub password: Option<String>,
    /// What goes into the key of all chance: from lines of their own.
    pub phrase: Vec<AboutChance>,
}

/// A wish about one's mails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// As it was written: a tag or a name in any language.
    Language(String),
    /// As it was written; a zone of the IANA database, or the city in its name, will do.
    TimeZone(String),
    /// Mails with a part in HTML, or in plain text alone.
    Html(bool),
    /// Maps as pictures, or in words alone.
    Pictures(bool),
    /// The facts of each mail as an attachment for programs, or none.
    Json(bool),
    /// On, at this hour of the reader's day; or off.
    Digest(bool, Option<u8>),
    /// A mail for every nation's action, and not only where an answer is needed.
    NewsAtOnce(bool),
    /// How the person wants to be called.
    Name(String),
}
