//! What is told beside the games in play: at the desk, to people who need hold no seat, and to the
//! players of games that have not begun.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::key::MailKey;
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::table::notices::Answered;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::gathering::{self, GatheringNotice};
use crate::campaign::tell::reports::{BegunNotice, queue_welcomes};
use crate::report::{Desk, LifeNote, Mail, Note};
use crate::store::{OutboxId, Tx};
use chrono::{DateTime, Utc};

/// Something that somebody is to be told, though it belongs to no game in play.
#[derive(Clone, Debug)]
pub(crate) enum ClubNotice {
    /// A game that has not begun: to one of its players.
    Gathering(GatheringNotice),
    /// A game begins: each player is welcomed.
    Begun(BegunNotice),
    /// An answer of the desk, or a letter it writes.
    Desk(DeskNotice),
}

/// The desk tells somebody something.
#[derive(Clone, Debug)]
pub(crate) struct DeskNotice {
    /// In whose language, zone and form it is written.
    pub to: Correspondent,
    /// Names the mail for good, so that it is written once.
    pub key: MailKey,
    /// The game it is about.
    pub game: Option<String>,
    /// What the desk has to say; may be empty if something is told beside it.
    pub notes: Vec<LifeNote>,
    /// What is told beside them.
    pub told: Vec<Note>,
    /// The mail that this answers.
    pub answered: Option<Answered>,
    /// Nothing of the mail is to be kept once it is sent.
    pub farewell: bool,
}

/// Tells all of them, in order. Returns the last mail that answers another directly.
///
/// # Errors
///
/// A template or the database fails.
pub(crate) fn tell(
    tx: &Tx<'_>,
    office: &Office,
    notices: Vec<ClubNotice>,
    now: DateTime<Utc>,
) -> Result<Option<OutboxId>, CampaignError> {
    let mut answer = None;
    for notice in notices {
        match notice {
            ClubNotice::Gathering(notice) => {
                let answers = notice.occasion.answered().is_some();
                let id = gathering::tell(tx, office, notice, now)?;
                answer = if answers { Some(id) } else { answer };
            }
            ClubNotice::Begun(begun) => {
                let progress = Progress::load(tx, tx.game(begun.game)?)?;
                let told = queue_welcomes(&progress, office, &begun, now)?;
                answer = told.or(answer);
            }
            ClubNotice::Desk(DeskNotice { to, key, game, notes, told, answered, farewell }) => {
                let notes = notes.into_iter().map(Note::Life).chain(told).collect();
                let mail = Mail::Desk(Desk { game, notes, log: None });
                let answered = answered.as_ref();
                let told = Post { answered, farewell, ..Post::new(key, &mail) };
                let id = post(tx, office, &to, told, now)?;
                answer = if answered.is_some() { Some(id) } else { answer };
            }
        }
    }
    Ok(answer)
}
