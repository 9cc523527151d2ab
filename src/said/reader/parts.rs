//! What is kept of a line of which another part is asked about or in doubt.

use super::Reader;
use crate::game::{Action, DecisionKind};
use crate::said::chunk::{Chunk, Tongues};
use crate::said::frame::Parsed;
use crate::said::known::Known;
use crate::said::{Request, Said};

impl Reader<'_> {
    /// Whether something else than a movement is awaited of the writer.
    pub(super) fn is_deciding(&self) -> bool {
        let other =
            |known: &Known| known.decisions.iter().any(|d| d.kind != DecisionKind::Movement);
        self.known.as_ref().is_some_and(other)
    }

    /// Keeps what else a line says in which something is asked.
    pub(super) fn beside_question(
        &mut self,
        line: &str,
        number: usize,
        rest: &[Chunk],
        tongues: Tongues,
    ) {
        let before = self.reading.said.len();
        if self.orders(line, number, rest, tongues).is_ok() {
            let said = self.reading.said.split_off(before.min(self.reading.said.len()));
            self.reading.parts.extend(said.into_iter().filter(is_part));
        }
    }

    /// Keeps the marches and stays of a line of which another part is in doubt, and `ready`, which waits
    /// for what is in doubt.
    pub(super) fn parts(&mut self, line: usize, parsed: Vec<Parsed>) {
        let before = self.reading.said.len();
        for parsed in parsed.into_iter().filter(|parsed| parsed.also.is_empty()) {
            self.take(line, None, parsed);
        }
        let said = self.reading.said.split_off(before.min(self.reading.said.len()));
        self.reading.parts.extend(said.into_iter().filter(is_part));
    }
}

/// Whether this is kept of a line of which another part is in doubt.
fn is_part(said: &Said) -> bool {
    match &said.request {
        Request::Act(Action::MoveVia { .. }) | Request::Ready => true,
        Request::Stay(pieces) => !pieces.is_empty(),
        _ => false,
    }
}
