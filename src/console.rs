//! Standard output, as commands print on it.
//!
//! Whoever stops reading, as in `feldpost doctor | head`, ends the printing and not the command: it
//! does its work to the end, and its exit code tells how that went.

use std::io::{self, ErrorKind, Stdout, Write};

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
