//! The log as it is published: JSON Lines, a heading and one line for each entry.
//!
//! Every line is canonical JSON, so one log has one file, byte for byte. Reading checks the form
//! alone; whether the entries are a chain is for [`verify_chain`](super::verify_chain).

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::canonical::{CanonicalError, DEEPEST, canonical_json_to_depth};
use super::digest::{Digest, DigestError};
use super::entry::{Entry, Opening};
use super::moment::{TimeError, parse_time, time_text};

/// What the heading names itself, with the version of this format.
const FORMAT: &str = "feldpost log 1";

/// A line puts at most two objects around a part.
const LINE_DEEPEST: usize = DEEPEST + 2;

/// Whether a file holds the secrets of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedParts {
    /// Every commitment is opened: for a game that is over.
    Included,
    /// No commitment is opened: for a game in play.
    Withheld,
}

impl SealedParts {
    fn word(self) -> &'static str {
        match self {
            SealedParts::Included => "included",
            SealedParts::Withheld => "withheld",
        }
    }
}

/// The log of one game, as published.
#[derive(Debug, Clone, PartialEq)]
pub struct LogFile {
    /// The name of the game, on which the chain hangs.
    pub game: String,
    /// Whether the entries have their openings.
    pub sealed_parts: SealedParts,
    /// The entries, from the first one on.
    pub entries: Vec<Entry>,
}

/// Why a file is not a log, and in which line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LogFileError {
    /// No text at all.
    #[error("the file is empty; export the log again")]
    Empty,
    /// The first line is of another kind of file, or of a later version of this one.
    #[error(
        "line 1: is not the heading of a log (\"format\":\"{FORMAT}\"); name a file written by export, or use a newer version of this program"
    )]
    NotALog,
    /// The file was cut off, or joined from two.
    #[error(
        "the heading tells of {announced} entries, but {found} follow; the file was cut off or put together, export the log again"
    )]
    Count {
        /// How many the heading has.
        announced: u64,
        /// How many lines follow it.
        found: u64,
    },
    /// The end of the last line is missing.
    #[error(
        "line {line}: has no line end, so the file was cut off or changed since the export; export the log again"
    )]
    LineEnd {
        /// Counted from 1, the heading.
        line: usize,
    },
    /// The line is not JSON.
    #[error("line {line}: is not JSON: {reason}")]
    Json {
        /// Counted from 1, the heading.
        line: usize,
        /// The parser's message.
        reason: String,
    },
    /// JSON, but not as export writes it: other spaces, order, escapes, or a key twice.
    #[error("line {line}: was rewritten since the export: it is not canonical JSON")]
    Rewritten {
        /// Counted from 1, the heading.
        line: usize,
    },
    /// JSON that cannot stand in a log.
    #[error("line {line}: {source}")]
    Canonical {
        /// Counted from 1, the heading.
        line: usize,
        /// Which value, and why.
        source: CanonicalError,
    },
    /// Something the line must have.
    #[error("line {line}: has no \"{key}\", or it is not {expected}")]
    Missing {
        /// Counted from 1, the heading.
        line: usize,
        /// The member of the line's object.
        key: &'static str,
        /// What kind of value it must have.
        expected: &'static str,
    },
    /// Something that stands in no line of a log.
    #[error("line {line}: has \"{key}\", which is not part of a log")]
    Unknown {
        /// Counted from 1, the heading.
        line: usize,
        /// The member that nothing here is called.
        key: String,
    },
    /// A time in another form.
    #[error("line {line}: {source}")]
    Time {
        /// Counted from 1, the heading.
        line: usize,
        /// What is wrong with the time.
        source: TimeError,
    },
    /// A hash, commitment or nonce in another form.
    #[error("line {line}: \"{key}\" {source}")]
    Digits {
        /// Counted from 1, the heading.
        line: usize,
        /// The member that holds it.
        key: &'static str,
        /// Its length or its digits.
        source: DigestError,
    },
    /// A commitment is not opened though the heading says so, or opened though it says not.
    #[error("line {line}: its sealed part is {found}, but the heading says that sealed parts are {announced}", found = .found.word(), announced = .announced.word())]
    SealedPart {
        /// Counted from 1, the heading.
        line: usize,
        /// What this line has.
        found: SealedParts,
        /// What the heading says of all lines.
        announced: SealedParts,
    },
}

impl LogFile {
    /// Writes the file: every line ends with a line feed.
    ///
    /// # Errors
    ///
    /// A part of an entry has no canonical text; entries from the store always have.
    pub fn to_text(&self) -> Result<String, CanonicalError> {
        let heading = json!({
            "format": FORMAT,
            "game": self.game,
            "entries": self.entries.len(),
            "sealed_parts": self.sealed_parts.word(),
        });
        let mut text = String::new();
        for line in std::iter::once(heading).chain(self.entries.iter().map(entry_value)) {
            text.push_str(&canonical_json_to_depth(&line, LINE_DEEPEST)?);
            text.push('\n');
        }
        Ok(text)
    }

    /// Reads a file. Line ends may have become CR LF on the way; everything else must be exactly as
    /// written, the end of the last line too.
    ///
    /// # Errors
    ///
    /// The first line that is not as [`LogFile::to_text`] writes it, and what about it.
    pub fn parse(text: &str) -> Result<LogFile, LogFileError> {
        let mut lines = text.lines().zip(1..);
        let (first, _) = lines.next().ok_or(LogFileError::Empty)?;
        let heading = serde_json::from_str::<Value>(first).map_err(|_| LogFileError::NotALog)?;
        if heading.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(LogFileError::NotALog);
        }
        let mut heading = Line::read(first, 1)?;
        heading.text("format")?;
        let game = heading.text("game")?;
        let announced = heading.integer("entries")?;
        let sealed_parts = match heading.text("sealed_parts")?.as_str() {
            "included" => SealedParts::Included,
            "withheld" => SealedParts::Withheld,
            _ => {
                let (key, expected) = ("sealed_parts", "\"included\" or \"withheld\"");
                return Err(LogFileError::Missing { line: 1, key, expected });
            }
        };
        heading.end()?;
        let entries = lines
            .map(|(text, line)| read_entry(text, line, sealed_parts))
            .collect::<Result<Vec<Entry>, LogFileError>>()?;
        let found = entries.len() as u64;
        if found != announced {
            return Err(LogFileError::Count { announced, found });
        }
        if !text.ends_with('\n') {
            return Err(LogFileError::LineEnd { line: entries.len() + 1 });
        }
        Ok(LogFile { game, sealed_parts, entries })
    }
}

fn entry_value(entry: &Entry) -> Value {
    let mut value = json!({
        "commitment": entry.commitment.map(|digest| digest.to_string()),
        "hash": entry.hash.to_string(),
        "kind": entry.kind,
        "number": entry.number,
        "previous": entry.previous.to_string(),
        "public": entry.public,
        "rules_version": entry.rules_version,
        "time": time_text(entry.time),
    });
    if let Some(opening) = &entry.opening {
        let nonce = Digest(opening.nonce).to_string();
        value["opening"] = json!({ "nonce": nonce, "sealed": opening.sealed });
    }
    value
}

fn read_entry(text: &str, line: usize, announced: SealedParts) -> Result<Entry, LogFileError> {
    let mut fields = Line::read(text, line)?;
    let opening = match fields.members.remove("opening") {
        None => None,
        Some(Value::Object(members)) => {
            let mut inner = Line { members, line };
            let nonce = inner.digest("nonce")?.0;
            let opening = Opening { nonce, sealed: inner.value("sealed")? };
            inner.end()?;
            Some(opening)
        }
        Some(_) => {
            let (key, expected) = ("opening", "an object");
            return Err(LogFileError::Missing { line, key, expected });
        }
    };
    let commitment = match fields.value("commitment")? {
        Value::Null => None,
        digits => {
            fields.members.insert("commitment".to_owned(), digits);
            Some(fields.digest("commitment")?)
        }
    };
    // An opening without a commitment is left to the verification, which names it as a fault.
    match (announced, &opening, commitment) {
        (SealedParts::Included, None, Some(_)) => {
            let found = SealedParts::Withheld;
            return Err(LogFileError::SealedPart { line, found, announced });
        }
        (SealedParts::Withheld, Some(_), _) => {
            let found = SealedParts::Included;
            return Err(LogFileError::SealedPart { line, found, announced });
        }
        _ => {}
    }
    let time = fields.text("time")?;
    let entry = Entry {
        number: fields.integer("number")?,
        time: parse_time(&time).map_err(|source| LogFileError::Time { line, source })?,
        kind: fields.text("kind")?,
        rules_version: fields.text("rules_version")?,
        public: fields.value("public")?,
        commitment,
        opening,
        previous: fields.digest("previous")?,
        hash: fields.digest("hash")?,
    };
    fields.end()?;
    Ok(entry)
}

/// The members of a line's object, taken one after the other.
struct Line {
    members: Map<String, Value>,
    line: usize,
}

impl Line {
    fn read(text: &str, line: usize) -> Result<Line, LogFileError> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| LogFileError::Json { line, reason: error.to_string() })?;
        let canonical = canonical_json_to_depth(&value, LINE_DEEPEST)
            .map_err(|source| LogFileError::Canonical { line, source })?;
        match value {
            _ if canonical != text => Err(LogFileError::Rewritten { line }),
            Value::Object(members) => Ok(Line { members, line }),
            _ => Err(LogFileError::Json { line, reason: "it is not an object".to_owned() }),
        }
    }

    fn value(&mut self, key: &'static str) -> Result<Value, LogFileError> {
        let (line, expected) = (self.line, "JSON");
        self.members.remove(key).ok_or(LogFileError::Missing { line, key, expected })
    }

    fn text(&mut self, key: &'static str) -> Result<String, LogFileError> {
        match self.members.remove(key) {
            Some(Value::String(text)) => Ok(text),
            _ => Err(LogFileError::Missing { line: self.line, key, expected: "a text" }),
        }
    }

    fn integer(&mut self, key: &'static str) -> Result<u64, LogFileError> {
        let (line, expected) = (self.line, "a whole number");
        let value = self.members.remove(key).and_then(|value| value.as_u64());
        value.ok_or(LogFileError::Missing { line, key, expected })
    }

    fn digest(&mut self, key: &'static str) -> Result<Digest, LogFileError> {
        let line = self.line;
        self.text(key)?.parse().map_err(|source| LogFileError::Digits { line, key, source })
    }

    fn end(self) -> Result<(), LogFileError> {
        match self.members.into_iter().next() {
            Some((key, _)) => Err(LogFileError::Unknown { line: self.line, key }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "log_file_tests.rs"]
mod tests;
