//! The names under which the outbox knows mails for good.
//!
//! The same news for the same reader has the same name, so that nothing is told twice; from the name
//! the Message-ID is made. Names are written here and never read: what a mail asked for stands in
//! columns of its own.

use crate::campaign::table::notices::{Answered, Side};
use chrono::NaiveDate;
use std::fmt;

/// A seat as one player holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HeldSeat {
    /// The name of the game.
    pub game: String,
    /// The seat's word, as the database has it.
    pub seat: String,
    /// Counted up each time the seat changes hands, so that old tokens die.
    pub generation: u32,
}

/// What a mail to a seat is about, where the log's last entry does not say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum About {
    /// The news up to the entry, in a mail of this kind.
    News(&'static str),
    /// The same news once more, with the failure of orders that the player had prepared.
    NewsAgain(&'static str),
    /// What is awaited, at this second since 1970.
    Reminder(i64),
    /// The seat is offered to somebody else, or is not any more, at this second since 1970.
    Offer(i64),
    /// A call to this vote.
    Vote(u64),
    /// The result of this vote.
    Decided(u64),
    /// Press up to this number.
    Press(u64),
    /// The log, asked for by a mail.
    Log(Answered),
    /// The direct answer to a mail.
    Answer(Answered),
    /// What a mail asked for besides what its answer tells: a mail of this kind.
    Besides(&'static str, Answered),
    /// A game that has not begun, told on this occasion.
    Gathering(Occasion),
}

/// Why somebody is told how a game stands that has not begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Occasion {
    /// It was founded with this player in it.
    Founded,
    /// The player has joined by a mail.
    Joined(Answered),
    /// The player has written about phrases.
    Wrote(Answered),
    /// All places are taken.
    Full,
    /// Another stage has begun.
    Stage,
    /// The player is reminded.
    Reminder,
    /// It is gathered anew.
    Anew,
    /// It has been stopped.
    Stopped,
}

impl Occasion {
    /// The mail that is answered by telling it.
    pub fn answered(&self) -> Option<&Answered> {
        match self {
            Occasion::Joined(answered) | Occasion::Wrote(answered) => Some(answered),
            Occasion::Founded
            | Occasion::Full
            | Occasion::Stage
            | Occasion::Reminder
            | Occasion::Anew
            | Occasion::Stopped => None,
        }
    }
}

/// The name of a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MailKey {
    /// The first mail to a seat's holder, which begins the thread.
    Welcome(HeldSeat),
    /// A mail to a seat, written when this was the last entry of the log.
    OfSeat { to: HeldSeat, entry: u64, about: About },
    /// A mail to one of the two addresses of this change, with what it says if it is not the question.
    AddressChange { game: String, number: u32, told: AddressMail },
    /// A mail to somebody who no longer holds the seat.
    SeatLost(HeldSeat),
    /// A seat is vacant, told to another.
    SeatSought { seat: HeldSeat, to: HeldSeat },
    /// Mail to a seat does not arrive, told to another.
    Bounces { seat: HeldSeat, to: HeldSeat },
    /// The news up to an entry, to this person, who looks on.
    Observer { game: String, entry: u64, person: i64 },
    /// Press up to a number, to this person, who looks on.
    ObserverPress { game: String, entry: u64, press: u64, person: i64 },
    /// The answer to somebody who has proved nothing.
    Stranger(Answered),
    /// The desk's answer to a mail.
    Desk(Answered),
    /// The desk's answer to a round of the beacon, apart from its answer to the rest of a mail.
    DeskBeacon(Answered),
    /// How to confirm this letter of the desk.
    DeskUnclear(u32),
    /// The question to a second address, as this letter.
    DeskAddress(u32),
    /// An address was added by a mail, told to this other one.
    DeskAdded { answered: Answered, to: String },
    /// This letter invites to a game.
    Invitation { game: String, letter: u32 },
    /// This letter offers a seat of a game.
    Offer { game: String, letter: u32 },
    /// The note to the operator of this day.
    Operator(NaiveDate),
}

/// What is told to one of the two addresses of a change of address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AddressMail {
    /// The question.
    Question(Side),
    /// How to confirm.
    Unclear(Side),
    /// The answer to a mail.
    Answer(Side, Answered),
    /// Nothing changes.
    End(Side),
    /// The old address is told that it is done.
    MovedAway,
    /// The new address is told that it is done.
    MovedHere,
}

impl fmt::Display for HeldSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.seat, self.generation)
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            About::News(kind) => f.write_str(kind),
            About::NewsAgain(kind) => write!(f, "{kind}-again"),
            About::Reminder(second) => write!(f, "reminder-{second}"),
            About::Offer(second) => write!(f, "offer-{second}"),
            About::Vote(number) => write!(f, "vote-{number}"),
            About::Decided(number) => write!(f, "decided-{number}"),
            About::Press(number) => write!(f, "press-{number}"),
            About::Log(answered) => write!(f, "log-{}", answered.short()),
            About::Answer(answered) => write!(f, "answer-{}", answered.short()),
            About::Besides(kind, answered) => write!(f, "{kind}-{}", answered.short()),
            About::Gathering(occasion) => match occasion {
                Occasion::Joined(answered) => write!(f, "joined-{}", answered.short()),
                Occasion::Wrote(answered) => write!(f, "answer-{}", answered.short()),
                Occasion::Full => f.write_str("full"),
                Occasion::Founded | Occasion::Stage => f.write_str("gathering"),
                Occasion::Reminder => f.write_str("remind"),
                Occasion::Anew => f.write_str("anew"),
                Occasion::Stopped => f.write_str("stopped"),
            },
        }
    }
}

impl fmt::Display for AddressMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddressMail::Question(side) => f.write_str(side.id()),
            AddressMail::Unclear(side) => write!(f, "{}-unclear", side.id()),
            AddressMail::Answer(side, answered) => write!(f, "{}-{}", side.id(), answered.short()),
            AddressMail::End(side) => write!(f, "{}-end", side.id()),
            AddressMail::MovedAway => f.write_str("away"),
            AddressMail::MovedHere => f.write_str("here"),
        }
    }
}

impl fmt::Display for MailKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MailKey::Welcome(to) => write!(f, "{}-0-{to}-welcome", to.game),
            MailKey::OfSeat { to, entry, about } => write!(f, "{}-{entry}-{to}-{about}", to.game),
            MailKey::AddressChange { game, number, told } => {
                write!(f, "{game}-address-{number}-{told}")
            }
            MailKey::SeatLost(seat) => write!(f, "{}-lost-{seat}", seat.game),
            MailKey::SeatSought { seat, to } => write!(f, "{}-vacant-{seat}-{to}", seat.game),
            MailKey::Bounces { seat, to } => write!(f, "{}-bounces-{seat}-{to}", seat.game),
            MailKey::Observer { game, entry, person } => {
                write!(f, "{game}-{entry}-observer-{person}")
            }
            MailKey::ObserverPress { game, entry, press, person } => {
                write!(f, "{game}-{entry}-press-{press}-observer-{person}")
            }
            MailKey::Stranger(answered) => write!(f, "stranger-{}", answered.long()),
            MailKey::Desk(answered) => write!(f, "desk-{}", answered.long()),
            MailKey::DeskBeacon(answered) => write!(f, "desk-beacon-{}", answered.short()),
            MailKey::DeskUnclear(letter) => write!(f, "desk-unclear-{letter}"),
            MailKey::DeskAddress(letter) => write!(f, "desk-address-{letter}"),
            MailKey::DeskAdded { answered, to } => {
                write!(f, "desk-added-{}-{to}", answered.short())
            }
            MailKey::Invitation { game, letter } => write!(f, "{game}-invitation-{letter}"),
            MailKey::Offer { game, letter } => write!(f, "{game}-offer-{letter}"),
            MailKey::Operator(day) => write!(f, "operator-note-{day}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_names_are_kept_for_mails_that_lie_in_the_outbox() {
        let to = HeldSeat { game: "rossbach".into(), seat: "frederick".into(), generation: 2 };
        let welcome = MailKey::Welcome(to.clone()).to_string();
        assert_eq!(welcome, "rossbach-0-frederick-2-welcome");
        let vote = MailKey::OfSeat { to: to.clone(), entry: 17, about: About::Vote(3) };
        assert_eq!(vote.to_string(), "rossbach-17-frederick-2-vote-3");
        let told = AddressMail::Unclear(Side::New);
        let change = MailKey::AddressChange { game: "rossbach".into(), number: 5, told };
        assert_eq!(change.to_string(), "rossbach-address-5-arrive-unclear");
        let other = HeldSeat { seat: "pompadour".into(), ..to.clone() };
        let sought = MailKey::SeatSought { seat: to, to: other }.to_string();
        assert_eq!(sought, "rossbach-vacant-frederick-2-pompadour-2");
    }
}
