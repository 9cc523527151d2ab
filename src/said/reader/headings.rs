//! A line with a heading within it: `Schwerin to Neisse. For Hanover: Ferdinand to Celle`.

use super::Reader;
use crate::said::chunk::{Chunk, Tongues};
use crate::said::corrected::blanked;
use crate::said::frame::Problem;
use crate::said::words::Word;

impl Reader<'_> {
    /// Reads a line whose second heading begins at this chunk, each part by itself. What is corrected in one part is none of
    /// the other's: `Fermor to Konitz. For Sweden: Ehrensvärd to Anklam... no, Demmin`.
    pub(super) fn under_two_headings(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        at: usize,
        tongues: Tongues,
    ) -> Result<bool, (Problem, bool)> {
        let mut first = chunks[..at].to_vec();
        // `Lehwaldt 2. Hanover:`: the sentence ends, and no second one is meant.
        if let Some(last) = first.last_mut() {
            last.ordinal = None;
        }
        // `Ready! And for Hanover: …`
        let and = chunks[at].has(Word::And) && !chunks[at].has(Word::For);
        let begin = at + usize::from(and && at + 1 < chunks.len());
        let line_before = blanked(line, chunks[at].start, line.len());
        let line_behind = blanked(line, 0, chunks[begin].start);
        let before = self.orders(&line_before, number, &first, tongues)?;
        let behind = self.orders(&line_behind, number, &chunks[begin..], tongues)?;
        Ok(before || behind)
    }
}
