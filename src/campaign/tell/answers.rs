//! The direct answers to mails: to the holder of a seat, and to somebody who speaks for none.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::key::MailKey;
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::table::facts::log_head;
use crate::campaign::table::notices::Answered;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::reports::{queue_answer, queue_besides, queue_position, queue_reports};
use crate::report::{
    Desk, Help, Late, Mail, NotYours, Note, Receipt, Report, Stranger, TooMany, UnknownGame,
    Unreadable,
};
use crate::store::{Game, OutboxId, Seat as StoredSeat, Tx};
use chrono::{DateTime, Utc};

/// What the mail of a seat's holder is answered with.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// What was done, line by line; what is new for the others is told to them at the same time.
    Receipt(Box<Receipt>),
    /// How things stand.
    Standing(Box<Report>),
    /// Pages of the manual.
    Help(Help),
    /// It came too late.
    Late(Box<Late>),
    /// What came of wishes to the club.
    Notes(Vec<Note>),
    /// Nothing in the mail could be read.
    Unreadable(Unreadable),
    /// More mails came on one day than this.
    TooMany(u32),
}

impl Reply {
    /// What it is, in a word, for the record of the mail that it answers.
    pub const fn kind(&self) -> &'static str {
        match self {
            Reply::Receipt(_) => "receipt",
            Reply::Standing(_) => "report",
            Reply::Help(_) => "help",
            Reply::Late(_) => "late",
            Reply::Notes(_) => "notes",
            Reply::Unreadable(_) => "unreadable",
            Reply::TooMany(_) => "too-many",
        }
    }
}

/// What somebody is told who speaks for no seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotASeat {
    /// The token is of a seat of this game that somebody else holds.
    NotYours(String),
    /// The token is for a game that does not exist, or there is none, and which of the games he plays in is meant
    /// cannot be told.
    UnknownGame { name: Option<String>, yours: Vec<String> },
    /// He holds no seat, and asked for nothing that the desk knows.
    Stranger,
}

/// Answers the holder of a seat.
///
/// # Errors
///
/// A template or the database fails.
pub(crate) fn answer_seat(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    reply: Reply,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    match reply {
        Reply::Receipt(receipt) => queue_reports(progress, office, seat, *receipt, answered, now),
        Reply::Standing(report) => queue_position(progress, office, seat, *report, answered, now),
        reply => queue_answer(progress, office, seat, &mail_of(progress, reply), answered, now),
    }
}

/// Tells the holder of a seat what his mail asked besides what its answer tells.
///
/// # Errors
///
/// A template or the database fails.
pub(crate) fn answer_besides(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    reply: Reply,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    queue_besides(progress, office, seat, &mail_of(progress, reply), answered, now)
}

fn mail_of(progress: &Progress<'_>, reply: Reply) -> Mail {
    let game = progress.game.name.clone();
    match reply {
        Reply::Receipt(receipt) => Mail::Receipt(receipt),
        Reply::Standing(report) => Mail::Report(report),
        Reply::Help(help) => Mail::Help(help),
        Reply::Late(late) => Mail::Late(late),
        Reply::Notes(notes) => {
            Mail::Desk(Desk { game: Some(game), notes, log: Some(log_head(progress)) })
        }
        Reply::Unreadable(unreadable) => Mail::Unreadable(unreadable),
        Reply::TooMany(limit) => Mail::TooMany(TooMany { game, limit }),
    }
}

/// Asks the holder of a seat to write again, as a reply to this mail: what he wrote showed no token.
///
/// # Errors
///
/// A template or the database fails.
pub(crate) fn ask_for_a_reply(
    tx: &Tx<'_>,
    office: &Office,
    (game, seat): (Game, &StoredSeat),
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let name = game.name.clone();
    let mail = UnknownGame { name: None, yours: vec![name.clone()], meant: Some(name) };
    let mail = Mail::UnknownGame(mail);
    if !game.status.is_before() {
        let progress = Progress::load(tx, game)?;
        return queue_answer(&progress, office, seat, &mail, answered, now);
    }
    let to = Correspondent::of_seat(tx, &game, seat)?;
    let key = MailKey::Stranger(answered.clone());
    post(tx, office, &to, Post::new(key, &mail).answering(answered), now)
}

/// Answers an address that speaks for no seat.
///
/// # Errors
///
/// A template or the database fails.
pub(crate) fn answer_other(
    tx: &Tx<'_>,
    office: &Office,
    to: &Correspondent,
    told: NotASeat,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let mail = match told {
        NotASeat::NotYours(game) => Mail::NotYours(NotYours { game }),
        NotASeat::UnknownGame { name, yours } => {
            Mail::UnknownGame(UnknownGame { name, yours, meant: None })
        }
        NotASeat::Stranger => Mail::Stranger(Stranger {}),
    };
    let key = MailKey::Stranger(answered.clone());
    post(tx, office, to, Post::new(key, &mail).answering(answered), now)
}
