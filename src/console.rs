//! Standard output, as commands print on it.
//!
//! Whoever stops reading, as in `feldpost doctor | head`, ends the printing and not the command: it
//! does its work to the end, and its exit code tells how that went.

use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether only what is asked for, and what is wrong, is to be said.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Makes the program quiet: from now on it says only what was asked for and what is wrong.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether [`be_quiet`] was called.
#[must_use]
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Shows on standard error that long work goes on, if that is a terminal: how far it is of `steps`, or
/// without their number only for how long. It goes when it is dropped.
#[must_use]
pub fn progress(what: &'static str, steps: Option<u64>) -> ProgressBar {
    if is_quiet() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match steps {
        Some(steps) => (ProgressBar::new(steps), "{msg} {wide_bar} {pos}/{len}, {eta} left"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    let bar = bar.with_message(what).with_finish(indicatif::ProgressFinish::AndClear);
    bar.tick();
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Says how work that was asked for has ended: as JSON for a script, if that is wished, else in a sentence,
/// which whoever wants quiet is spared.
///
/// # Errors
///
/// Standard output cannot be written.
pub fn say(json: Option<serde_json::Value>, sentence: impl Display) -> io::Result<()> {
    match json {
        Some(value) => writeln!(console(), "{value:#}"),
        None if is_quiet() => Ok(()),
        None => writeln!(console(), "{sentence}"),
    }
}

/// Standard output.
#[must_use]
pub fn console() -> Console<Stdout> {
    Console { out: io::stdout(), is_closed: false }
}

/// An output whose reader may go away.
#[derive(Debug)]
pub struct Console<W> {
    out: W,
    is_closed: bool,
}

impl<W: Write> Console<W> {
    /// What came of writing; a reader who has gone away is no error.
    fn or_closed<T>(&mut self, done: io::Result<T>, instead: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(instead)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Console<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let written = self.out.write(bytes);
        self.or_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.or_closed(flushed, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_who_goes_away_is_no_error() {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let mut console = Console { out: writer, is_closed: false };
        for _ in 0..3 {
            writeln!(console, "one more line").expect("it goes on");
            console.flush().expect("it goes on");
        }
    }

    #[test]
    fn a_disk_that_is_full_is_an_error() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
        let mut console = Console { out: full, is_closed: false };
        let error = writeln!(console, "a line").expect_err("nothing can be written there");
        assert_eq!(error.kind(), ErrorKind::StorageFull);
    }
}
