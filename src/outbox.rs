//! The commands about the outbox: what waits and why, what is tried again at once, what is dropped.

use crate::config::Config;
use crate::store::{
    MailState, OutboxCounts, OutboxId, OutgoingMail, Rank, Sending, Store, StoreError, Tx, Waiting,
    time_text,
};
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

/// Mails that are listed, if nothing else is said.
const LISTED: u32 = 100;

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// List what is not sent: what waits and why, and what was refused for good.
    List {
        /// Mails that were refused for good only.
        #[arg(long)]
        refused: bool,
        /// At most so many.
        #[arg(long, default_value_t = LISTED)]
        limit: u32,
        /// Which installation, and in which form the answer is printed.
        #[command(flatten)]
        common: Common,
    },
    /// Try mails again at once: all that wait, or those that are named, refused ones too.
    Retry {
        /// Their numbers, as `list` shows them; none: all that wait.
        mails: Vec<i64>,
        /// All that were refused for good, too.
        #[arg(long, conflicts_with = "mails")]
        refused: bool,
        /// Which installation, and in which form the answer is printed.
        #[command(flatten)]
        common: Common,
    },
    /// Take mails out of the outbox that shall not be sent.
    Drop {
        /// Their numbers, as `list` shows them.
        #[arg(required_unless_present = "refused")]
        mails: Vec<i64>,
        /// All that were refused for good.
        #[arg(long, conflicts_with = "mails")]
        refused: bool,
        /// Which installation, and in which form the answer is printed.
        #[command(flatten)]
        common: Common,
    },
}

/// What all of them take.
#[derive(Args)]
pub struct Common {
    /// As JSON, for programs.
    #[arg(long)]
    json: bool,
    /// The configuration file.
    #[arg(long, short, default_value = "config.toml")]
    config: PathBuf,
}

/// Does what was asked for.
///
/// # Errors
///
/// The configuration or the database cannot be used, or a mail is not there.
pub fn run(
    command: Command,
    now: DateTime<Utc>,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let open = |common: &Common| -> Result<Store, Box<dyn Error>> {
        Ok(Store::open(&Config::read(&common.config)?.database)?)
    };
    match command {
        Command::List { refused, limit, common } => {
            let listed = list(&mut open(&common)?, (refused, limit), now)?;
            if common.json {
                writeln!(out, "{}", serde_json::to_string_pretty(&listed.as_json())?)?;
            } else {
                write!(out, "{}", listed.as_text())?;
            }
        }
        Command::Retry { mails, refused, common } => {
            let count = retry(&mut open(&common)?, &mails, refused, now)?;
            tell(out, common.json, ("retried", count), "to be tried again at once")?;
        }
        Command::Drop { mails, refused, common } => {
            let count = drop_mails(&mut open(&common)?, &mails, refused)?;
            tell(out, common.json, ("dropped", count), "dropped")?;
        }
    }
    Ok(())
}

fn tell(
    out: &mut dyn Write,
    as_json: bool,
    (key, count): (&str, usize),
    what: &str,
) -> std::io::Result<()> {
    if as_json {
        let mut counted = serde_json::Map::new();
        counted.insert(key.into(), count.into());
        return writeln!(out, "{}", Value::Object(counted));
    }
    let mails = if count == 1 { "1 mail is" } else { &format!("{count} mails are") };
    writeln!(out, "{mails} {what}.")
}

/// What is not sent.
struct Listed {
    sending: Sending,
    counts: OutboxCounts,
    waiting: Waiting,
    mails: Vec<OutgoingMail>,
}

fn list(
    store: &mut Store,
    (refused, limit): (bool, u32),
    now: DateTime<Utc>,
) -> Result<Listed, StoreError> {
    store.transaction(|tx| {
        let mut mails = Vec::new();
        if !refused {
            mails = tx.mails_in(MailState::Queued, limit)?;
        }
        let left = limit.saturating_sub(u32::try_from(mails.len()).unwrap_or(u32::MAX));
        mails.extend(tx.mails_in(MailState::Dead, left)?);
        Ok(Listed {
            sending: tx.sending()?,
            counts: tx.outbox_counts()?,
            waiting: tx.waiting(now)?,
            mails,
        })
    })
}

fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Prompt => "prompt",
        Rank::News => "news",
        Rank::Press => "press",
    }
}

impl Listed {
    fn as_json(&self) -> Value {
        let mails = self.mails.iter().map(|mail| {
            json!({
                "number": mail.id.0,
                "state": mail.state.id(),
                "kind": mail.kind,
                "rank": rank(mail.rank),
                "to": mail.recipient,
                "seat": mail.seat,
                "written": time_text(mail.created),
                "attempts": mail.attempts,
                "next": (mail.state == MailState::Queued).then(|| time_text(mail.not_before)),
                "unreachable": mail.unreachable,
                "error": mail.last_error,
            })
        });
        json!({
            "stopped": self.sending.stopped.as_ref().map(|stopped| json!({
                "since": time_text(stopped.since),
                "why": stopped.why,
                "tries": stopped.tries,
                "next": time_text(stopped.next_try),
            })),
            "held_back_since": self.sending.held_back.map(time_text),
            "queued": self.counts.queued,
            "due": self.waiting.due,
            "refused": self.counts.dead,
            "mails": mails.collect::<Vec<_>>(),
        })
    }

    fn as_text(&self) -> String {
        let mut text = format!(
            "{} mails wait, {} of them are due; {} were refused for good.\n",
            self.counts.queued, self.waiting.due, self.counts.dead
        );
        if let Some(stopped) = &self.sending.stopped {
            text += &format!(
                "NO MAIL CAN BE SENT since {}, tried {} times, next at {}: {}\n\
                 Clocks stand still meanwhile. Mend it and say `feldpost outbox retry`.\n",
                time_text(stopped.since),
                stopped.tries,
                time_text(stopped.next_try),
                stopped.why
            );
        }
        if let Some(since) = self.sending.held_back {
            text += &format!("Mail is held back by [budget] since {}.\n", time_text(since));
        }
        for mail in &self.mails {
            let state = match mail.state {
                MailState::Dead => "refused".to_owned(),
                _ if mail.attempts == 0 => "waits".to_owned(),
                _ => format!("failed {} times, next {}", mail.attempts, time_text(mail.not_before)),
            };
            text += &format!(
                "{:>6}  {:<12} to {} of {}: {state}",
                mail.id.0,
                mail.kind,
                mail.recipient,
                time_text(mail.created)
            );
            if let Some(error) = &mail.last_error {
                text += &format!(": {error}");
            }
            text.push('\n');
        }
        text
    }
}

fn all_refused(tx: &Tx<'_>) -> Result<Vec<i64>, StoreError> {
    Ok(tx.mails_in(MailState::Dead, u32::MAX)?.into_iter().map(|mail| mail.id.0).collect())
}

fn retry(
    store: &mut Store,
    mails: &[i64],
    refused: bool,
    now: DateTime<Utc>,
) -> Result<usize, Box<dyn Error>> {
    store.transaction(|tx| {
        let mut sending = tx.sending()?;
        if let Some(stopped) = &mut sending.stopped {
            stopped.next_try = now;
            tx.set_sending(&sending)?;
        }
        let mut count = 0;
        if mails.is_empty() {
            count += tx.retry_all(now)?;
        }
        let named = if refused { all_refused(tx)? } else { mails.to_vec() };
        for number in named {
            let again = tx.revive_mail(OutboxId(number), now)? || tx.hurry(OutboxId(number), now)?;
            if !again && !refused {
                return Err(format!(
                    "no mail number {number} waits or was refused; `feldpost outbox list` shows them"
                )
                .into());
            }
            count += usize::from(again);
        }
        Ok(count)
    })
}

fn drop_mails(store: &mut Store, mails: &[i64], refused: bool) -> Result<usize, Box<dyn Error>> {
    store.transaction(|tx| {
        let named = if refused { all_refused(tx)? } else { mails.to_vec() };
        for number in &named {
            if !tx.drop_mail(OutboxId(*number))? {
                return Err(format!(
                    "no mail number {number} waits or was refused; `feldpost outbox list` shows them"
                )
                .into());
            }
        }
        Ok(named.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Failure, NewMail};
    use chrono::TimeDelta;

    fn club() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        let text = "address = \"judge@club.test\"\n[mailbox]\nkind = \"maildir\"\npath = \"in\"\n\
                    [transport]\nkind = \"maildir\"\npath = \"out\"\n";
        std::fs::write(&path, text).expect("written");
        let mut store = Store::open(&folder.path().join("feldpost.db")).expect("the database");
        let now = DateTime::UNIX_EPOCH;
        store
            .transaction(|tx| -> Result<(), StoreError> {
                for (key, to) in [("a", "ann@club.test"), ("b", "bob@club.test")] {
                    tx.queue_mail(&NewMail {
                        message_key: key,
                        game: None,
                        seat: None,
                        generation: None,
                        kind: "receipt",
                        rank: Rank::Prompt,
                        recipient: to,
                        payload: "{\"text\":\"\"}",
                        entry: None,
                        asked: None,
                        created: now,
                        not_before: now,
                    })?;
                }
                tx.mark_failed(OutboxId(1), Failure::Permanent, "550 5.1.1 no such user", now)?;
                tx.mark_failed(OutboxId(2), Failure::Recipient, "450 4.2.1 later", now)?;
                Ok(())
            })
            .expect("stored");
        (folder, path)
    }

    fn said(command: Command) -> Result<String, String> {
        let now = DateTime::UNIX_EPOCH + TimeDelta::seconds(5);
        let mut out = Vec::new();
        run(command, now, &mut out).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(out).expect("text"))
    }

    #[test]
    fn what_waits_is_listed_retried_and_dropped() {
        let (_folder, config) = club();
        let common = |json| Common { json, config: config.clone() };
        let list = |json| said(Command::List { refused: false, limit: 9, common: common(json) });
        let text = list(false).expect("listed");
        assert!(text.contains("1 mails wait, 0 of them are due; 1 were refused"), "{text}");
        assert!(text.contains("failed 1 times, next 1970-01-01T00:01:00Z: 450 4.2.1 later"));
        let json: Value = serde_json::from_str(&list(true).expect("listed")).expect("JSON");
        assert_eq!(json["mails"][1]["error"], "550 5.1.1 no such user");
        assert_eq!((&json["queued"], &json["refused"]), (&json!(1), &json!(1)));

        let retry = |mails: &[i64], refused| {
            said(Command::Retry { mails: mails.to_vec(), refused, common: common(false) })
        };
        assert_eq!(retry(&[], false).expect("retried"), "1 mail is to be tried again at once.\n");
        assert_eq!(
            retry(&[1, 2], false).expect("both"),
            "2 mails are to be tried again at once.\n"
        );
        assert!(retry(&[3], false).expect_err("there is none").contains("no mail number 3"));
        assert!(list(false).expect("listed").contains("2 mails wait, 2 of them are due; 0 were"));

        let drop = |mails: &[i64]| {
            let mails = mails.to_vec();
            said(Command::Drop { mails, refused: false, common: common(true) })
        };
        assert_eq!(drop(&[1]).expect("dropped"), "{\"dropped\":1}\n");
        assert!(drop(&[2, 7]).expect_err("there is none").contains("no mail number 7"));
        assert!(list(false).expect("listed").contains("1 mails wait"), "all or nothing");
    }
}
