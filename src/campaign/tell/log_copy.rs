//! The log of a game as a mail: of a game in play the public log; of one that is over the whole.
//!
//! The file is not kept in the outbox: the log never changes, so it is written anew, byte for byte the
//! same, whenever the mail is sent.

use crate::audit;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::key::About;
use crate::campaign::post::outbox::Post;
use crate::campaign::table::facts::log_head;
use crate::campaign::table::notices::Answered;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::reports::{key_of, to_seat};
use crate::mail::compose::AttachedFile;
use crate::report::{LogCopy, Mail};
use crate::store::{GameId, GameStatus, OutboxId, Seat as StoredSeat, Tx};
use chrono::{DateTime, Utc};

/// Answers whoever has asked for the log.
pub(super) fn tell(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let game = &progress.game;
    let entries = progress.head.number;
    let mail = Mail::Log(LogCopy {
        game: game.name.clone(),
        over: progress.game.status == GameStatus::Ended,
        file: file_name(&game.name, entries),
        log: log_head(progress),
    });
    let key = key_of(progress, seat, About::Log(answered.clone()));
    let post = Post { log: Some(entries), ..Post::new(key, &mail).answering(answered) };
    to_seat(progress, office, seat, post, now)
}

fn file_name(game: &str, entries: u64) -> String {
    format!("{game}-{entries}.jsonl")
}

/// The log up to an entry as the file that goes along with a mail.
pub(crate) fn enclosed_log(
    tx: &Tx<'_>,
    game: Option<GameId>,
    entries: Option<u64>,
) -> Result<Option<AttachedFile>, CampaignError> {
    let (Some(game), Some(entries)) = (game, entries) else { return Ok(None) };
    let game = tx.game(game)?;
    let file = audit::export(tx, &game, Some(entries))?;
    let text = file.to_text().map_err(|error| CampaignError::BrokenGame {
        game: game.name.clone(),
        reason: format!("its log cannot be written: {error}"),
    })?;
    Ok(Some(AttachedFile {
        name: file_name(&game.name, entries),
        media_type: "application/jsonl".into(),
        bytes: text.into_bytes(),
    }))
}
