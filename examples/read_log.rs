//! Checks a game's log and tells its last turn, in any of the program's languages.
//!
//! ```sh
//! cargo run --example read_log -- tests/recorded/standard-classic.jsonl de
//! ```

use feldpost::audit::{Format, history, verify};
use feldpost::report::Templates;
use feldpost::store::LogFile;
use std::error::Error;

/// What is to be said of a log, which `feldpost export` wrote.
pub(crate) fn story(log: &str, language: &str) -> Result<String, Box<dyn Error>> {
    // Everything is done again: hashes, shuffles, every order.
    let found = verify(log, &[])?;
    let templates = Templates::new(None)?.in_language(language);
    let file = LogFile::parse(log)?;
    let told = history(&file, &[], &templates, Some(found.turn))?.write(Format::Text);
    Ok(format!("{}: {} orders, all confirmed.\n\n{told}", found.game, found.actions))
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which log? see feldpost export")?;
    let language = arguments.next().unwrap_or_else(|| "en".into());
    print!("{}", story(&std::fs::read_to_string(file)?, &language)?);
    Ok(())
}
