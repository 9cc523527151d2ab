//! `feldpost log`: the story of a campaign, from its log: which mail ordered what, what was
//! refused, what came of it.
//!
//! It reads what export publishes, so of a game in play it can tell no more than that. The
//! sentences are those of the templates.

use super::journal::{
    self, ACTION, BEACON_AWAITED, BEGUN, BeaconAwaited, Beginning, Begun, CLOSED, CLUB, COMMITTED,
    ClosedBy, Closing, ENDED, FOUNDED, Founding, GATHERED_ANEW, GatheredAnew, TAKEN_BACK,
    TakenBack, UnknownEvent,
};
use crate::game::{Event, Nation, Order, Seat};
use crate::report::{Beginner, Happening, HistorySentence, TemplateError, Templates};
use crate::store::{Entry, InboxRow, LogFile, SealedParts, time_text};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Why there is no history.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// A sentence could not be made.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The log has an event that this program cannot read.
    #[error(transparent)]
    Unknown(#[from] UnknownEvent),
}

/// How a history is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
    /// Text for people to read.
    Text,
    /// One object a line, with all facts.
    Jsonl,
    /// Comma-separated values, for spreadsheets.
    Csv,
}

/// The story of a campaign.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    heading: String,
    /// What stands above the turns, by their numbers.
    turns: BTreeMap<u64, String>,
    rows: Vec<Row>,
}

/// An entry of the log, or a mail.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Row {
    /// Its number in the log; none for a mail.
    entry: Option<u64>,
    time: String,
    /// The turn in which it began; 0 before the first.
    turn: u64,
    /// The kind of the entry, as in the log, or `mail`.
    kind: String,
    nation: Option<String>,
    order: Option<Value>,
    /// The order in words.
    ordered: Option<String>,
    /// What gave the order, if it was not a mail that did so at once: as in the log.
    by: Option<String>,
    mail: Option<Mail>,
    /// What came of it.
    told: Vec<Told>,
    /// For reading: who ordered, what gave the order, and which mail.
    #[serde(skip)]
    shown: Shown,
}

/// What a text says of a row besides its sentences, in the language of the history.
#[derive(Clone, PartialEq, Debug, Default)]
struct Shown {
    nation: String,
    by: Option<String>,
    mail: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Mail {
    sha256: Option<String>,
    message_id: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Told {
    turn: u64,
    event: Option<Happening>,
    /// The nation whose secret it was while the game was in play.
    secret_of: Option<String>,
    sentence: String,
}

/// The history that a log tells; `mails` are those that came for the game, which are told only of
/// a game that is over. With `turn`, that turn alone.
///
/// # Errors
///
/// A template fails, or the log has events that this program does not know.
pub fn history(
    file: &LogFile,
    mails: &[InboxRow],
    templates: &Templates,
    turn: Option<u64>,
) -> Result<History, HistoryError> {
    let over = file.sealed_parts == SealedParts::Included;
    let mails = if over { mails } else { &[] };
    let mut scribe = Scribe { templates, mails, turn: 0, rows: Vec::new() };
    for entry in &file.entries {
        scribe.entry(entry)?;
    }
    scribe.mails_until(mails.len())?;
    let last = file.entries.last();
    let heading = HistorySentence::Heading {
        game: file.game.clone(),
        entries: file.entries.len(),
        hash: last.map(|entry| entry.hash.to_string()).unwrap_or_default(),
        over,
    };
    let heading = templates.history_sentence(&heading)?;
    let mut rows = scribe.rows;
    if let Some(turn) = turn {
        for row in &mut rows {
            row.told.retain(|told| told.turn == turn);
        }
        rows.retain(|row| row.turn == turn || !row.told.is_empty());
    }
    let mut turns = BTreeMap::new();
    for row in &mut rows {
        row.shown = shown(row, templates)?;
        for turn in row.told.iter().map(|told| told.turn).chain([row.turn]) {
            let sentence = templates.history_sentence(&HistorySentence::Turn { turn })?;
            turns.insert(turn, sentence);
        }
    }
    Ok(History { heading, turns, rows })
}

fn shown(row: &Row, templates: &Templates) -> Result<Shown, HistoryError> {
    let say = |sentence: HistorySentence| templates.history_sentence(&sentence);
    let nation = row.nation.clone().filter(|nation| Nation::from_id(nation).is_some());
    Ok(Shown {
        nation: match nation {
            Some(nation) => say(HistorySentence::Ordering { nation })?,
            None => row.nation.clone().unwrap_or_default(),
        },
        by: row.by.clone().map(|by| say(HistorySentence::By { by })).transpose()?,
        mail: match &row.mail {
            Some(mail) => Some(say(HistorySentence::Which { sha256: mail.sha256.clone() })?),
            None => None,
        },
    })
}

/// What an entry tells that is no action and no news of the club.
fn told(entry: &Entry) -> Result<HistorySentence, UnknownEvent> {
    let public = &entry.public;
    Ok(match entry.kind.as_str() {
        FOUNDED => {
            let Founding { setup, seed_commitment, .. } = read(public)?;
            HistorySentence::Founded { setup, seed_commitment }
        }
        COMMITTED => HistorySentence::Committed {},
        BEACON_AWAITED => {
            let BeaconAwaited { round, .. } = read(public)?;
            HistorySentence::BeaconAwaited { round }
        }
        GATHERED_ANEW => {
            let GatheredAnew { why, players, seed, seed_commitment, .. } = read(public)?;
            HistorySentence::GatheredAnew { why, players, seed, seed_commitment }
        }
        BEGUN => {
            let Beginning { players, beacon, .. } = read(public)?;
            let players = players.into_iter();
            let players = players.map(|Begun { seat, phrase, .. }| Beginner { seat, phrase });
            HistorySentence::Begun { players: players.collect(), beacon }
        }
        TAKEN_BACK => {
            let TakenBack { to, .. } = read(public)?;
            HistorySentence::TakenBack { to }
        }
        CLOSED => {
            let Closing { by, winners, seed } = read(public)?;
            HistorySentence::Closed { by_organiser: by == ClosedBy::Organiser, winners, seed }
        }
        ENDED => HistorySentence::Ended { seed: text(&public["seed"]).unwrap_or_default() },
        kind => HistorySentence::Other { kind: kind.to_owned() },
    })
}

/// A part of the log as what it is.
fn read<T: DeserializeOwned>(part: &Value) -> Result<T, UnknownEvent> {
    Ok(T::deserialize(part)?)
}

struct Scribe<'a> {
    templates: &'a Templates,
    /// Those not told yet.
    mails: &'a [InboxRow],
    turn: u64,
    rows: Vec<Row>,
}

impl Scribe<'_> {
    fn row(&self, time: DateTime<Utc>, kind: &str) -> Row {
        Row {
            entry: None,
            time: time_text(time),
            turn: self.turn,
            kind: kind.to_owned(),
            nation: None,
            order: None,
            ordered: None,
            by: None,
            shown: Shown::default(),
            mail: None,
            told: Vec::new(),
        }
    }

    /// Tells this many of the mails that are not told yet.
    fn mails_until(&mut self, count: usize) -> Result<(), HistoryError> {
        let (now, later) = self.mails.split_at(count.min(self.mails.len()));
        self.mails = later;
        now.iter().try_for_each(|mail| self.mail(mail))
    }

    /// Tells the mails up to the one with this hash; if it has been told, those that came earlier
    /// than the entry.
    fn mails_before(&mut self, entry: &Entry, sha256: Option<&str>) -> Result<(), HistoryError> {
        let this = |mail: &InboxRow| sha256 == Some(mail.sha256.to_string().as_str());
        let count = match self.mails.iter().position(this) {
            Some(place) => place + 1,
            None => self.mails.iter().take_while(|mail| mail.received < entry.time).count(),
        };
        self.mails_until(count)
    }

    fn mail(&mut self, mail: &InboxRow) -> Result<(), HistoryError> {
        let seat = mail.seat.as_deref().and_then(Seat::from_id);
        let came = HistorySentence::Mail { seat, outcome: mail.outcome.clone() };
        let sentence = self.templates.history_sentence(&came)?;
        let mut row = self.row(mail.received, "mail");
        row.mail = Some(Mail {
            sha256: Some(mail.sha256.to_string()),
            message_id: mail.message_id.clone(),
        });
        row.told = vec![Told { turn: self.turn, event: None, secret_of: None, sentence }];
        self.rows.push(row);
        Ok(())
    }

    fn entry(&mut self, entry: &Entry) -> Result<(), HistoryError> {
        let sealed = entry.opening.as_ref().map(|opening| &opening.sealed);
        let before = sealed.and_then(|sealed| sealed["before"].as_array());
        for held in before.into_iter().flatten() {
            self.deed(entry, &Value::Null, Some(held))?;
        }
        if entry.kind == ACTION {
            return self.deed(entry, &entry.public["events"], sealed);
        }
        self.mails_before(entry, None)?;
        if entry.kind == CLUB
            && let Some(news) = journal::news_of(entry)?
        {
            let happening = Happening::club(news);
            let sentence = self.templates.happening_sentence(&happening)?;
            let mut row = self.row(entry.time, CLUB);
            row.entry = Some(entry.number);
            let event = Some(happening);
            row.told = vec![Told { turn: self.turn, event, secret_of: None, sentence }];
            self.rows.push(row);
            return Ok(());
        }
        let sentence = self.templates.history_sentence(&told(entry)?)?;
        let mut row = self.row(entry.time, &entry.kind);
        row.entry = Some(entry.number);
        row.told = vec![Told { turn: self.turn, event: None, secret_of: None, sentence }];
        self.rows.push(row);
        Ok(())
    }

    /// An order and its events.
    fn deed(
        &mut self,
        entry: &Entry,
        public: &Value,
        sealed: Option<&Value>,
    ) -> Result<(), HistoryError> {
        self.mails_before(entry, sealed.and_then(|sealed| sealed["mail"]["sha256"].as_str()))?;
        let mut row = self.row(entry.time, ACTION);
        row.entry = Some(entry.number);
        if let Some(sealed) = sealed {
            row.nation = text(&sealed["nation"]);
            let order: Order = read(&sealed["order"])?;
            row.ordered = Some(self.templates.order_sentence(&order)?);
            row.order = Some(sealed["order"].clone());
            row.by = text(&sealed["by"]);
            row.mail = sealed["mail"].as_object().map(|mail| Mail {
                sha256: mail.get("sha256").and_then(text),
                message_id: mail.get("message_id").and_then(text),
            });
        }
        for logged in journal::merged(public, sealed.map(|sealed| &sealed["events"]))? {
            if let Some(Event::TurnBegan { turn }) = logged.event.war() {
                self.turn = (*turn).into();
            }
            row.told.push(Told {
                turn: self.turn,
                sentence: self.templates.happening_sentence(&logged.event)?,
                secret_of: logged.owner.map(|nation| nation.id().to_owned()),
                event: Some(logged.event),
            });
        }
        self.rows.push(row);
        Ok(())
    }
}

impl History {
    /// The history in one of its forms, every line ended by a line feed.
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Jsonl => self.json_lines(),
            Format::Csv => self.csv(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", printable(&self.heading));
        let mut turn = 0;
        for row in &self.rows {
            let first = row.told.first().map_or(row.turn, |told| told.turn);
            if first != turn {
                turn = first;
                let _ = write!(text, "\n=== {} ===\n", self.turn(turn));
            }
            let number = row.entry.map_or_else(|| "-".to_owned(), |number| number.to_string());
            let _ = write!(text, "\n{number:>5}  {}", row.time);
            if let Some(ordered) = &row.ordered {
                let _ = write!(text, "  {}: {}", row.shown.nation, printable(ordered));
            }
            text.push('\n');
            if let Some(by) = &row.shown.by {
                let _ = writeln!(text, "       {}", printable(by));
            }
            if let (Some(mail), Some(which)) = (&row.mail, &row.shown.mail) {
                let id = mail.message_id.as_deref();
                let id = id.map(|id| format!(" <{}>", printable(id))).unwrap_or_default();
                let _ = writeln!(text, "       {}{id}", printable(which));
            }
            for told in &row.told {
                if told.turn != turn {
                    turn = told.turn;
                    let _ = write!(text, "\n=== {} ===\n\n", self.turn(turn));
                }
                let secret = if told.secret_of.is_some() { "* " } else { "" };
                let _ = writeln!(text, "       {secret}{}", printable(&told.sentence));
            }
        }
        text
    }

    /// What stands above a turn.
    fn turn(&self, turn: u64) -> String {
        self.turns.get(&turn).map_or_else(|| turn.to_string(), |title| printable(title))
    }

    fn json_lines(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            // Texts and numbers, which JSON can always hold.
            text.push_str(&serde_json::to_string(row).unwrap_or_default());
            text.push('\n');
        }
        text
    }

    fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let columns = [
            "entry",
            "time",
            "turn",
            "kind",
            "nation",
            "ordered",
            "by",
            "sha256",
            "message_id",
            "told",
        ];
        let write = |writer: &mut csv::Writer<Vec<u8>>, record: &[String]| {
            // Written to memory, which does not fail.
            let _ = writer.write_record(record);
        };
        write(&mut writer, &columns.map(str::to_owned));
        for row in &self.rows {
            let told: Vec<_> = row.told.iter().map(|told| told.sentence.as_str()).collect();
            let mail = row.mail.as_ref();
            let given = |text: Option<&String>| printable(text.map_or("", String::as_str));
            let record = [
                row.entry.map(|number| number.to_string()).unwrap_or_default(),
                row.time.clone(),
                row.turn.to_string(),
                row.kind.clone(),
                given(row.nation.as_ref()),
                given(row.ordered.as_ref()),
                given(row.by.as_ref()),
                given(mail.and_then(|mail| mail.sha256.as_ref())),
                given(mail.and_then(|mail| mail.message_id.as_ref())),
                printable(&told.join(" ")),
            ];
            write(&mut writer, &record);
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Without control characters: Message-IDs and lines of mails come from strangers.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
