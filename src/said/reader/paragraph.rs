//! A paragraph of which something is in doubt: what is clear of its sentences is kept, and the writer is shown what is not.

use super::Reader;
use super::sentences::{Alone, Sentence};
use crate::game::DecisionKind;
use crate::said::Said;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::lexicon::tongues::Tongues;

impl Reader<'_> {
    /// Keeps what is clear of a paragraph of which something is in doubt, and remembers what is not
    /// ([`left`](crate::said::Line::left)). Where each sentence is clear, and none speaks of a piece again or takes anything
    /// back, that is what the line says, and given back. Nothing is kept of a piece that a doubtful sentence names, nor
    /// of a sentence behind which one without a name may take it back.
    pub(super) fn paragraph(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<Vec<Said>> {
        let Some(Alone { all, kept, clear }) = self.alone(line, number, chunks, tongues) else {
            return self.clauses_of_a_line(line, number, chunks, tongues);
        };
        if clear && kept.said.iter().any(|said| !said.request.ordered().is_empty()) {
            return Some(kept.said);
        }
        let is_left = |sentence: &Sentence| match &sentence.said {
            Some(said) => said.iter().any(|said| !kept.said.contains(said)),
            None => true,
        };
        let left: Vec<usize> = (0..all.len()).filter(|at| is_left(&all[*at])).collect();
        if !left.is_empty() && left.len() < all.len() {
            let mut text = String::new();
            for (place, at) in left.iter().enumerate() {
                let follows = place > 0 && left[place - 1] + 1 == *at;
                text += if place == 0 {
                    ""
                } else if follows {
                    " "
                } else {
                    " [...] "
                };
                text += &all[*at].text;
            }
            self.left = Some(text);
        }
        self.reading.parts.retain(|part| part.line != number);
        self.reading.parts.extend(kept.said);
        None
    }

    /// Keeps the clear clauses of a line of one sentence; if all are, that is what the line says.
    fn clauses_of_a_line(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<Vec<Said>> {
        let moves = |known: &Known| known.awaits(DecisionKind::Movement).is_some();
        if !self.known.as_ref().is_some_and(moves) {
            return None;
        }
        let last = self.last.clone();
        let clauses = self.clauses_kept(line, number, chunks, &(0..chunks.len()), tongues);
        self.last = last;
        if clauses.whole {
            return Some(clauses.kept);
        }
        // Of what was kept of the line as a whole, the clauses may have more.
        for said in clauses.kept {
            let of_the_same = |part: &Said| {
                part.line == number
                    && part
                        .request
                        .ordered()
                        .iter()
                        .any(|piece| said.request.ordered().contains(piece))
            };
            if !self.reading.parts.iter().any(of_the_same) {
                self.reading.parts.push(said);
            }
        }
        None
    }
}
