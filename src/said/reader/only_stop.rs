//! The end of a combat in which nothing else can be said, in however many words: `Ich gebe auf, das hat ja keinen Sinn mehr
//! gegen diese Übermacht.`

use super::Reader;
use crate::game::{Action, DecisionKind};
use crate::said::chunks::chunk::Chunk;
use crate::said::combat::given_up::is_stop;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{LineReading, Request, Said, Trouble};

impl Reader<'_> {
    /// The stop of a line of which something else was not understood, where no card can be played. What denies the stop, asks or
    /// sets a condition is still asked about.
    pub(super) fn only_stops(
        &self,
        number: usize,
        chunks: &[Chunk],
        reading: &LineReading,
    ) -> Option<Said> {
        let vague = [Trouble::Unknown, Trouble::UnknownWords];
        let LineReading::NotUnderstood { trouble, .. } = reading else { return None };
        let known = self.known.as_ref().filter(|_| self.heading.is_none())?;
        let open = known.only_decision().filter(|open| open.kind == DecisionKind::Play)?;
        let answers = known.legal_answers(open.nation, open.kind);
        if !vague.contains(trouble) || answers != [Action::Stop] {
            return None;
        }
        let binds = |c: &Chunk| {
            matches!(c.kind, Kind::Question | Kind::Suit(_))
                || c.number.is_some()
                || c.any(&[Word::If, Word::Unless, Word::Or, Word::Wait]) && !c.has(Word::Filler)
        };
        let at = (0..chunks.len()).find(|at| is_stop(chunks, *at, &chunks[*at]))?;
        let beside = &chunks[at.saturating_sub(3)..(at + 3).min(chunks.len())];
        let denies = |c: &Chunk| c.has(Word::Not) && !c.has(Word::Stop);
        if chunks.iter().any(binds) || beside.iter().any(denies) {
            return None;
        }
        Some(Said {
            line: number,
            nation: Some(open.nation),
            turn: None,
            headed: false,
            condition: None,
            request: Request::Act(Action::Stop),
        })
    }
}
