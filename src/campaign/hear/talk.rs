//! What players decide and say among themselves: lines about votes, and press.
//!
//! It only finds such lines in a mail and hands them on, to [`crate::campaign::club::votes`] and [`crate::campaign::club::press`].

use crate::campaign::club::press;
use crate::campaign::club::votes::{self, Said, read_line, yes_or_no};
use crate::campaign::hear::requests::Request;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::payload::Asked;
use crate::campaign::table::progress::Progress;
use crate::mail::intake::Letter;
use crate::report::{Note, TalkNote};
use crate::store::Seat as StoredSeat;
use chrono::{DateTime, Utc};

/// Something decided or said among the players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TalkRequest {
    /// The line, and what it says.
    Vote(String, Said),
    Press(press::Written),
}

/// Reads a line about votes, or press with all lines that belong to it.
pub(crate) fn read(lines: &[&str]) -> Option<(Request, usize)> {
    if let Some((written, taken)) = press::read(lines) {
        return Some((Request::Talk(TalkRequest::Press(written)), taken));
    }
    let line = lines.first()?;
    let said = read_line(line)?;
    Some((Request::Talk(TalkRequest::Vote(line.trim().to_owned(), said)), 1))
}

/// Does what a line asks for; in a test nothing but to say that it was read.
pub(crate) fn answer(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    request: &TalkRequest,
    test: bool,
    now: DateTime<Utc>,
) -> Result<Vec<Note>, CampaignError> {
    let notes = match request {
        TalkRequest::Vote(line, _) if test => vec![TalkNote::OnlyATest { line: line.clone() }],
        TalkRequest::Press(written) if test => {
            vec![TalkNote::OnlyATest { line: written.line.clone() }]
        }
        TalkRequest::Vote(line, said) => votes::answer(progress, office, seat, line, said, now)?,
        TalkRequest::Press(written) => vec![press::answer(progress, office, seat, written, now)?],
    };
    Ok(notes.into_iter().map(Note::Talk).collect())
}

/// The text of a mail that answers a call to vote with a plain yes or no, with that line made a
/// ballot in this vote.
pub(crate) fn with_ballot(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    letter: &Letter,
) -> Result<Option<String>, CampaignError> {
    let Some(first) = letter.text.lines().position(|line| yes_or_no(line).is_some()) else {
        return Ok(None);
    };
    for id in &letter.in_reply_to_and_references {
        let unique = id.split('@').next().and_then(|local| local.split_once('.'));
        let Some((_, key)) = unique else { continue };
        let Some(mail) = progress.tx.mail_by_key(key)? else { continue };
        if mail.game != Some(progress.game.id) || mail.seat.as_deref() != Some(&seat.seat) {
            continue;
        }
        // The newest of our mails that it names decides.
        let number = Asked::read(mail.asked.as_deref()).vote;
        let Some(number) = number else { return Ok(None) };
        let lines = letter.text.lines().enumerate().map(|(place, line)| {
            let said = yes_or_no(line).filter(|_| place == first);
            match said {
                Some(yes) => format!("vote {} on {number}\n", if yes { "yes" } else { "no" }),
                None => format!("{line}\n"),
            }
        });
        return Ok(Some(lines.collect()));
    }
    Ok(None)
}
