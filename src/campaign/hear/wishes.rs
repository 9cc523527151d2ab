//! What a seat's mail asks of the club and not of the game: the log, another address, votes, press,
//! absences, and everything of the desk.
//!
//! It is handed on to those who carry it out. Each is answered by notes, which stand in the receipt
//! for the whole mail, or by a mail of its own. With `test` it is told and not done.

use crate::campaign::clock;
use crate::campaign::club::{desk, press, votes};
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::seats::addresses;
use crate::campaign::table::notices::{Answered, Notice};
use crate::campaign::table::progress::Progress;
use crate::mail::address::Address;
use crate::report::{LifeNote, Note, TalkNote};
use crate::said::{AboutChance, Reading, Request};
use crate::store::Seat as StoredSeat;
use chrono::{DateTime, Utc};

/// What came of the wishes of a mail.
#[derive(Default)]
pub(super) struct Granted {
    /// Each in the order of the lines that wished for something.
    pub notes: Vec<Note>,
    /// One of them is answered by a mail of its own.
    pub answered: bool,
    /// What may change this game or another: done after all else.
    pub later: Vec<Request>,
    /// What was said of the chance of a game: rounds of the beacon are taken after all else, too.
    pub chance: Vec<AboutChance>,
    /// Anything was asked at all.
    pub any: bool,
}

/// Whether a request is about the game being played, and not a wish to the club.
pub(super) fn is_of_the_game(request: &Request) -> bool {
    matches!(
        request,
        Request::Act(_)
            | Request::Stay(_)
            | Request::Choice(_)
            | Request::Ready
            | Request::Wait
            | Request::Cancel(_)
            | Request::ShowOrders
            | Request::WhereCan(_)
            | Request::WhereIs(_)
            | Request::Deadline
            | Request::Instruct(_)
            | Request::Revoke(_)
            | Request::Help(_)
            | Request::Status(None)
    )
}

/// Whether a request only asks, so that it is answered in a game that is paused, too.
pub(super) fn only_asks(request: &Request) -> bool {
    matches!(
        request,
        Request::Help(_)
            | Request::Status(None)
            | Request::ShowOrders
            | Request::WhereCan(_)
            | Request::WhereIs(_)
            | Request::Deadline
    )
}

/// Grants what a mail wishes.
pub(super) fn grant(
    progress: &mut Progress<'_>,
    office: &Office,
    (seat, from): (&StoredSeat, Option<&Address>),
    reading: &Reading,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<Granted, CampaignError> {
    let mut granted = Granted::default();
    let test = reading.is_test();
    let game = progress.game.name.clone();
    for said in &reading.said {
        if is_of_the_game(&said.request) || said.request == Request::Test {
            continue;
        }
        granted.any = true;
        let line = reading.line(said.line);
        if test && !is_question(&said.request) {
            let note = TalkNote::OnlyATest { line: line.to_owned() };
            granted.notes.push(Note::Talk(note));
            continue;
        }
        match &said.request {
            Request::Log => {
                let (seat, answered) = (seat.clone(), answered.clone());
                progress.notices.push(Notice::LogWanted { seat, answered });
                granted.answered = true;
            }
            Request::Address(_) => {
                addresses::ask(progress, office, seat, line, answered, now)?;
                granted.answered = true;
            }
            Request::Votes
            | Request::Propose(_)
            | Request::Vote { .. }
            | Request::WithdrawProposal(_) => {
                let notes = votes::take(progress, office, seat, line, &said.request, now)?;
                granted.notes.extend(notes.into_iter().map(Note::Talk));
            }
            Request::Absent(_) | Request::Back(_) => {
                let notes = clock::take_absence(progress, seat, (&said.request, line), now)?;
                granted.notes.extend(notes);
            }
            Request::Press(written) => {
                let note = press::take(progress, office, seat, written, now)?;
                granted.notes.push(Note::Talk(note));
            }
            Request::Chance(about) => granted.chance.push(about.clone()),
            request if !request.is_of_the_desk() => {}
            request if !desk::changes_no_game(request) => granted.later.push(request.clone()),
            request => {
                if let Some(from) = from {
                    let place = (from, game.as_str());
                    let note = desk::note(progress.tx, office, place, request, answered, now)?;
                    granted.notes.extend(note.map(Note::Life));
                }
            }
        }
    }
    // This game has begun, so its chance is fixed; a round of the beacon may be for another game.
    let fixed = |about: &AboutChance| !desk::is_of_the_beacon(about);
    if granted.chance.iter().any(fixed) {
        granted.notes.push(Note::Life(LifeNote::ChanceIsFixed {}));
    }
    Ok(granted)
}

/// Whether a wish only asks for what is told anyway.
fn is_question(request: &Request) -> bool {
    matches!(request, Request::Log | Request::Votes) || request.is_public_question()
}
