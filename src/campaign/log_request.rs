//! `log`, asked by mail: the log of the game goes out with the answer.
//!
//! Of a game in play that is the public log; of one that is over the whole. The file is not kept
//! in the outbox: the log never changes, so it is written anew, byte for byte the same, whenever
//! the mail is sent.

use super::letters::{Answered, Post, log_head, queue_post};
use super::progress::Progress;
use super::{CampaignError, Office};
use crate::audit;
use crate::game::Seat;
use crate::mail::compose::AttachedFile;
use crate::orders::{self, Context, Outcome};
use crate::report::{LogCopy, Mail};
use crate::store::{GameId, OutboxId, Seat as StoredSeat, Tx};
use chrono::{DateTime, Utc};

/// Words that may stand around the request.
const POLITE: [&str; 7] = ["please", "the", "public", "whole", "send", "me", "game"];

/// The text without the lines that ask for the log, if there is one.
pub(super) fn without_request(text: &str) -> Option<String> {
    let rest: Vec<&str> = text.lines().filter(|line| !is_request(line)).collect();
    (rest.len() < text.lines().count()).then(|| rest.join("\n"))
}

fn is_request(line: &str) -> bool {
    let line = line.to_lowercase();
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|word| !POLITE.contains(word)).eq(["log"])
}

/// Whether there is nothing in a text but greetings and the like.
pub(super) fn is_only_polite(progress: &Progress<'_>, seat: &StoredSeat, text: &str) -> bool {
    let Some(seat) = Seat::from_id(&seat.seat) else { return true };
    let context = Context { state: &progress.state, seat, decisions: &[] };
    let reading = orders::read(text, &context);
    reading.lines.iter().all(|line| matches!(line.outcome, Outcome::Ignored(_)))
}

/// Queues the answer.
pub(super) fn answer(
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
        over: progress.state.outcome().is_some(),
        file: file_name(&game.name, entries),
        log: log_head(progress),
    });
    let rendered = office.templates.in_language(&seat.language).render(&mail)?;
    let hash = &answered.key[..answered.key.len().min(16)];
    let key = format!("{}-{entries}-{}-{}-log-{hash}", game.name, seat.seat, seat.generation);
    let post = Post {
        key: &key,
        kind: mail.kind(),
        rendered,
        answered: Some(answered),
        log: Some(entries),
        picture: None,
    };
    queue_post(progress.tx, game, seat, post, now)
}

fn file_name(game: &str, entries: u64) -> String {
    format!("{game}-{entries}.jsonl")
}

/// The log up to an entry as the file that goes along with a mail.
pub(super) fn enclosed_log(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_asks_for_the_log_is_taken_out() {
        for line in ["log", "LOG", " Log. ", "the log, please", "send me the public log!"] {
            let text = format!("Hello,\n{line}\nHeinrich to Angermünde\n");
            let rest = without_request(&text).expect(line);
            assert_eq!(rest, "Hello,\nHeinrich to Angermünde");
        }
        for line in ["Glogau", "catalog", "log 3 log", "what is the log", "", "Heinrich: log"] {
            assert_eq!(without_request(line), None, "{line}");
        }
    }
}
