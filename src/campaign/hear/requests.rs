//! What a seat's mail asks of the club and not of the game: the log, another address, and
//! everything else that is no order.
//!
//! The lines that ask are taken out of the text; what is left goes to the order language. Each
//! kind of request has a reader of its own, in the file that carries it out, and the first that
//! knows a line takes it, with as many lines below as belong to it. Each is answered by notes,
//! which stand in the receipt for the whole mail.

use crate::campaign::clock;
use crate::campaign::club::desk::{self, LifeRequest};
use crate::campaign::club::log_request;
use crate::campaign::hear::talk::{self, TalkRequest};
use crate::campaign::seats::addresses;

/// Something asked of the club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// The log of the game.
    Log,
    /// Mail to go elsewhere: the line that says so.
    Address(String),
    /// Votes and press.
    Talk(TalkRequest),
    /// About being away.
    Clock(clock::Request),
    /// Of the desk: about games and persons.
    Life(Box<LifeRequest>),
}

/// Reads the first of these lines, and tells how many of them it took.
type Reader = fn(&[&str]) -> Option<(Request, usize)>;

/// One for each kind of request; the first that knows a line takes it.
const READERS: &[Reader] = &[of_log, of_address, of_clock, talk::read, of_desk];

fn of_log(lines: &[&str]) -> Option<(Request, usize)> {
    log_request::is_request(lines.first()?).then_some((Request::Log, 1))
}

fn of_address(lines: &[&str]) -> Option<(Request, usize)> {
    let line = lines.first()?.trim();
    addresses::is_request(line).then(|| (Request::Address(line.to_owned()), 1))
}

fn of_clock(lines: &[&str]) -> Option<(Request, usize)> {
    clock::read(lines).map(|(request, taken)| (Request::Clock(request), taken))
}

fn of_desk(lines: &[&str]) -> Option<(Request, usize)> {
    desk::read(lines).map(|(request, taken)| (Request::Life(Box::new(request)), taken))
}

/// A text in two.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Requests {
    /// In the order of the lines.
    pub all: Vec<Request>,
    /// What asks for nothing.
    pub rest: String,
}

impl Requests {
    /// Takes the lines that ask for something out of a text.
    pub fn take_from(text: &str) -> Requests {
        let lines: Vec<&str> = text.lines().collect();
        let mut requests = Requests::default();
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            if let Some((request, taken)) = READERS.iter().find_map(|read| read(&lines[at..])) {
                requests.all.push(request);
                at += taken.max(1);
            } else {
                requests.rest.push_str(line);
                requests.rest.push('\n');
                at += 1;
            }
        }
        requests
    }
}

/// Whether a line asks something of the club, for tests of what players are told to write.
#[cfg(test)]
pub(crate) fn is_request(line: &str) -> bool {
    !Requests::take_from(line).all.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_ask_are_taken_out_and_the_others_stay() {
        let text = "Daun to Zittau\nplease send me the log\naddress ada@elsewhere.test\nready";
        let requests = Requests::take_from(text);
        let address = Request::Address("address ada@elsewhere.test".into());
        assert_eq!(requests.all, [Request::Log, address]);
        assert_eq!(requests.rest, "Daun to Zittau\nready\n");
        let none = Requests::take_from("Daun to Zittau");
        assert_eq!((none.all.len(), none.rest.as_str()), (0, "Daun to Zittau\n"));
    }
}
