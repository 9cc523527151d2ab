//! What is kept as a word out of a fixed list: statuses and kinds.
//!
//! The words are what databases hold; they never change. What a status or a kind brings about is the
//! caller's.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use std::fmt;

/// Makes an enum whose variants are kept as words.
macro_rules! kept_as_words {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// The word.
            pub const fn id(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.id().to_sql()
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$name> {
                match value.as_str()? {
                    $($word => Ok($name::$variant),)+
                    other => Err(FromSqlError::Other(
                        format!("{} cannot be \"{other}\"", stringify!($name)).into(),
                    )),
                }
            }
        }
    };
}

kept_as_words! {
    /// What is to be done when the time of a timer has come.
    TimerKind {
        /// A decision is answered by instruction; the key names the decision.
        Instruction = "instruction",
        /// Movement orders are carried out; the key is the seat and the name of their draft.
        Orders = "orders",
        /// A clock comes to its next stage; the key is the clock's.
        Clock = "clock",
        /// A player is reminded; the key is the hours before the deadline and the clock's key.
        Reminder = "reminder",
        /// A vote ends; the key is its number.
        Vote = "talk-vote",
        /// Press is delivered.
        Press = "talk-press",
        /// A game begins without the phrases that have not come.
        Begin = "begin",
        /// The phrases must be open, or the game is gathered anew.
        Opening = "opening",
        /// A player who is awaited before a game begins is reminded.
        Awaited = "awaited",
        /// A game that is over is reduced to its log.
        Archive = "archive",
        /// Gathered news go out; the key is the seat.
        Digest = "digest",
        /// A bot decides; there is one for each game.
        Bot = "bot",
    }
}

impl TimerKind {
    /// Whether such a timer is heeded in a game that stands still, too. The statements of the store know them by
    /// their words, which begin with `talk-`.
    pub const fn goes_on_in_a_standstill(self) -> bool {
        matches!(self, TimerKind::Vote | TimerKind::Press)
    }
}

kept_as_words! {
    /// How far a game is.
    GameStatus {
        /// Nobody has joined yet.
        Announced = "announced",
        /// It waits for players, or for their phrases.
        Gathering = "gathering",
        /// It is being played.
        Playing = "playing",
        /// It stands still until its players go on.
        Paused = "paused",
        /// It is over.
        Ended = "ended",
        /// It is over, and only its log is kept.
        Archived = "archived",
    }
}

impl GameStatus {
    /// Whether the game has not begun.
    pub const fn is_before(self) -> bool {
        matches!(self, GameStatus::Announced | GameStatus::Gathering)
    }

    /// Whether the game has begun and is not over.
    pub const fn goes_on(self) -> bool {
        matches!(self, GameStatus::Playing | GameStatus::Paused)
    }

    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        matches!(self, GameStatus::Ended | GameStatus::Archived)
    }
}

kept_as_words! {
    /// Whether somebody holds a seat.
    SeatStatus {
        /// Nobody has taken it yet.
        Open = "open",
        /// Somebody holds it.
        Taken = "taken",
        /// Nobody holds this seat of a game being played: others may take it over.
        Vacant = "vacant",
        /// It was a place before the raffle, and no longer is one.
        Raffled = "raffled",
        /// The program plays it, at its lowest level.
        Cadet = "bot cadet",
        /// The program plays it, at its middle level.
        Officer = "bot officer",
        /// The program plays it, at its highest level.
        General = "bot general",
    }
}

kept_as_words! {
    /// What a letter of the desk waits for.
    LetterKind {
        /// Lines are held until their sender confirms them.
        Held = "held",
        /// The form of a new game is to be filled in.
        Form = "form",
        /// Somebody is invited to a game.
        Invitation = "invitation",
        /// A second address of a person is to answer.
        Address = "address",
        /// Somebody is asked whether he takes over a seat.
        Seat = "seat",
    }
}

kept_as_words! {
    /// How a vote stands.
    VoteState {
        /// It goes on.
        Open = "open",
        /// Enough have agreed.
        Carried = "carried",
        /// Too many were against it.
        Rejected = "rejected",
        /// Its time was over before it was decided.
        Expired = "expired",
        /// The proposer has withdrawn it.
        Withdrawn = "withdrawn",
        /// What it decided is not possible any more.
        Void = "void",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_no_kind_has_is_an_error_and_not_a_kind() {
        let read = |word: &str| TimerKind::column_result(ValueRef::Text(word.as_bytes()));
        assert_eq!(read("talk-vote").ok(), Some(TimerKind::Vote));
        let error = read("vote").expect_err("no such kind").to_string();
        assert!(error.contains("TimerKind cannot be \"vote\""), "{error}");
    }
}
