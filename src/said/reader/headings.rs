//! A line with a heading within it: `Schwerin to Neisse. For Hanover: Ferdinand to Celle`.

use super::Reader;
use crate::game::{DecisionKind, Nation};
use crate::said::Request;
use crate::said::chunk::Chunk;
use crate::said::corrected::blanked;
use crate::said::frame::Problem;
use crate::said::tongues::Tongues;
use crate::said::words::Word;

impl Reader<'_> {
    /// `delete what you have noted for Hanover`, `Hanover stays where it is`, beside orders for Prussia: whether a request says
    /// for which nation it is without a heading.
    pub(super) fn names_its_nation(&self, nation: Option<Nation>, request: &Request) -> bool {
        let decision = self.known.as_ref().and_then(|known| known.only_decision());
        let other = decision.is_some_and(|decision| Some(decision.nation) != nation);
        match request {
            Request::Cancel(_) => true,
            Request::Stay(all) => all.is_empty() && other,
            _ => false,
        }
    }

    /// `Ferdinand to Verden, Cumberland to Göttingen, the train stays`, while Prussia is to move: a line whose generals are all of
    /// another nation of the player's speaks of that one's train. Gives the nation as whose the line is to be read.
    pub(super) fn nation_of_trains(&self, chunks: &[Chunk]) -> Option<Nation> {
        let known = self.known.as_ref()?;
        let awaited = known.awaits(DecisionKind::Movement)?;
        let generals = || chunks.iter().filter(|c| !c.generals.is_empty());
        let nation = generals().find_map(|c| c.generals.first()).map(|piece| piece.nation())?;
        let all = generals().all(|c| c.generals.iter().all(|piece| piece.nation() == nation));
        let trains = chunks.iter().any(Chunk::is_train_word);
        let named = chunks.iter().any(|c| c.nation.is_some());
        let other = nation != awaited && known.is_own(nation);
        (self.heading.is_none() && all && trains && !named && other).then_some(nation)
    }

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
