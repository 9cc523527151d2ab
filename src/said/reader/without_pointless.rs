//! A line in doubt, read once more without the clauses that could order nothing.

use super::Reader;
use crate::game::DecisionKind;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::lexicon::tongues::Tongues;
use crate::said::telling::pointless::{has_thoughts, without_pointless};
use crate::said::telling::thoughts::Doubt;
use crate::said::{LineReading, Said};

impl Reader<'_> {
    /// Takes over what a line in doubt orders, if it is clear without its clauses that could order nothing; and what a line orders
    /// without what is only thought of in it. `first`: the first entry of the line.
    pub(super) fn without_pointless(
        &mut self,
        line: &str,
        number: usize,
        first: usize,
        (chunks, tongues): (&[Chunk], Tongues),
        reading: &mut LineReading,
    ) {
        let doubt = match reading {
            LineReading::Understood => Doubt::Clear,
            LineReading::Question { .. } => Doubt::Asked,
            LineReading::NotUnderstood { .. } => Doubt::Lost,
            LineReading::Chatter(_) => return,
        };
        // Which card, which city of a retreat: what is weighed there is asked.
        let moving = |known: &Known| known.awaits(DecisionKind::Movement).is_some();
        if doubt == Doubt::Asked && !self.known.as_ref().is_some_and(moving) {
            return;
        }
        let thinks = |known: &Known| has_thoughts(line, chunks, known, tongues.first());
        let before = match doubt {
            Doubt::Clear => {
                if self.earlier.is_some() || !self.known.as_ref().is_some_and(thinks) {
                    return;
                }
                self.reading.said.split_off(first.min(self.reading.said.len()))
            }
            _ => Vec::new(),
        };
        let left = self.left.take();
        match self.clear_without(line, number, chunks, tongues, doubt) {
            Some(said) => {
                self.reading.parts.retain(|part| part.line != number);
                self.reading.said.extend(said);
                self.left = None;
                *reading = LineReading::Understood;
            }
            None => {
                self.reading.said.extend(before);
                self.left = left;
            }
        }
    }

    fn clear_without(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
        doubt: Doubt,
    ) -> Option<Vec<Said>> {
        let known = self.known.as_ref()?;
        let left = without_pointless(line, chunks, known, tongues.first(), doubt)?;
        let first = self.reading.said.len();
        let (last, thrown, parts) =
            (self.last.clone(), self.thrown.len(), self.reading.parts.clone());
        let (heading, turn, lost) = (self.heading, self.turn, self.lost);
        self.last.clone_from(&self.spoken_before);
        let (reading, order_like) = self.weighed(&left.line, number, &left.chunks, tongues);
        let said = match reading {
            LineReading::Understood if order_like => {
                self.by_sentences(&left.line, number, &left.chunks, tongues);
                Some(self.reading.said.split_off(first.min(self.reading.said.len())))
            }
            LineReading::Question { .. } | LineReading::NotUnderstood { .. } => {
                let now = self.as_corrected(&left.line, &left.chunks, tongues);
                self.put_back(first);
                self.paragraph(&now.line, number, &now.chunks, tongues)
            }
            _ => None,
        };
        let said = said.filter(|said| !said.is_empty());
        if said.is_none() {
            self.put_back(first);
            self.last = last;
            self.thrown.truncate(thrown);
            self.reading.parts = parts;
            (self.heading, self.turn, self.lost) = (heading, turn, lost);
        }
        said
    }
}
