//! Cards over a whole mail: of several that are named, which one is discarded.

use super::{MOST_DETAILS, Reader};
use crate::game::{Action, CardRef, DecisionKind, Face};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::Corrected;
use crate::said::chunks::frame::Problem;
use crate::said::hand::discards;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, LineReading, Noise, Request, Said, Trouble};

impl Reader<'_> {
    /// A problem as what became of its line.
    pub(super) fn doubt(&self, problem: Problem) -> LineReading {
        match problem {
            // What is offered must be possible: half of it would be done.
            Problem::Question { words, candidates, .. }
                if candidates.iter().any(Candidate::mixes) =>
            {
                let trouble = Trouble::UnknownWords;
                LineReading::NotUnderstood { trouble, words, near: Vec::new() }
            }
            Problem::Question { doubt, words, candidates } => {
                LineReading::Question { doubt, words, candidates }
            }
            Problem::NotUnderstood { trouble, words, near } => {
                // In a combat nothing hangs on the map.
                let fights = self.heading.is_none()
                    && self.known.as_ref().is_some_and(|k| k.awaits(DecisionKind::Play).is_some());
                let trouble = match trouble {
                    Trouble::UnknownCondition if fights => Trouble::UnknownSequel,
                    trouble => trouble,
                };
                let near = if self.in_doubt > MOST_DETAILS { Vec::new() } else { near };
                LineReading::NotUnderstood { trouble, words, near }
            }
        }
    }

    /// The chunks of a line that answers a discard, without the cards that it only speaks of; `None` where no
    /// discard is awaited.
    pub(super) fn settled_discard(
        &mut self,
        corrected: &Corrected,
        number: usize,
        tongues: Tongues,
    ) -> Result<Option<Vec<Chunk>>, (Problem, bool)> {
        let own = |known: &&super::Known| {
            self.heading.is_none() || self.heading == known.awaits(DecisionKind::Discard)
        };
        let Some(known) = self.known.as_ref().filter(own) else { return Ok(None) };
        match discards::settled(&corrected.line, &corrected.chunks, tongues, known) {
            None => Ok(None),
            Some(Ok(settled)) => {
                if settled.thrown {
                    self.thrown.push(number);
                }
                Ok(Some(settled.chunks))
            }
            Some(Err(problem)) => Err((problem, true)),
        }
    }

    /// `8 of clubs, wonderful!`, and in a line below it `I throw the 4 of spades away`: of several cards in one mail the
    /// one with the verb is discarded, and if that does not tell, the writer is asked.
    pub(super) fn one_discard(&mut self) {
        let awaited = |known: &super::Known| known.awaits(DecisionKind::Discard);
        let Some(nation) = self.known.as_ref().and_then(awaited) else { return };
        let card = |said: &Said| match said.request {
            Request::Act(Action::Discard { card })
                if said.turn.is_none() && said.nation == Some(nation) =>
            {
                Some(card)
            }
            _ => None,
        };
        let all: Vec<(usize, CardRef)> =
            self.reading.said.iter().filter_map(|said| Some((said.line, card(said)?))).collect();
        let differ = |all: &[(usize, CardRef)]| all.windows(2).any(|pair| pair[0].1 != pair[1].1);
        if !differ(&all) {
            return;
        }
        let thrown: Vec<(usize, CardRef)> =
            all.iter().copied().filter(|(line, _)| self.thrown.contains(line)).collect();
        let settled = thrown.first().filter(|_| !differ(&thrown)).map(|(_, card)| *card);
        self.reading.said.retain(|said| card(said).is_none_or(|own| Some(own) == settled));
        let last = all.last().map(|(line, _)| *line);
        for line in &mut self.reading.lines {
            let Some((_, own)) = all.iter().find(|(number, _)| *number == line.number) else {
                continue;
            };
            if Some(*own) == settled {
                continue;
            }
            if settled.is_some() {
                let silent = !self.reading.said.iter().any(|said| said.line == line.number);
                if silent {
                    line.reading = LineReading::Chatter(Noise::Greeting);
                }
            } else if Some(line.number) == last {
                let candidates = all.iter().map(|(_, card)| Candidate::Card(*card)).collect();
                let words = line.text.chars().take(80).collect();
                line.reading = LineReading::Question { doubt: Doubt::Card, words, candidates };
            }
        }
    }

    /// What hangs on the enemy's answer and cannot be taken as `then`: a line that says nothing before it, and a stop
    /// where the cards before it leave him nothing to answer.
    pub(super) fn hangs_on_an_answer(
        &self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
    ) -> Option<Problem> {
        let at = chunks.iter().position(|c| c.has(Word::Answers) && c.has(Word::Then))?;
        let combat = self.known.as_ref()?.view.combat.as_ref()?;
        let card = |said: &Said| match &said.request {
            Request::Act(Action::Play { card, value }) => Some(match (card.face, *value) {
                (_, Some(value)) | (Face::Suited(_, value), None) => i32::from(value),
                (Face::Reserve, None) => 0,
            }),
            _ => None,
        };
        let named = |c: &Chunk| c.count().is_some() || c.has(Word::Reserve);
        let first = !chunks[..at].iter().any(named)
            && !self.reading.said.iter().any(|said| said.line < number && card(said).is_some());
        let own = || self.reading.said.iter().filter(|said| said.line == number);
        let stops = own().any(|said| said.request == Request::Act(Action::Stop));
        let points: i32 = self.reading.said.iter().filter_map(card).sum();
        // `… I give up and keep the 9`; what is kept in a sentence of its own stands beside it.
        let ends = |c: &Chunk| c.kind == Kind::Period;
        let mut sentence = chunks[at..].iter().take_while(|c| !ends(c));
        let keeps = sentence.any(|c| c.has(Word::Keep) && !c.has(Word::Play));
        let short = keeps || stops && points < i32::from(combat.score).abs();
        (first && own().next().is_some() || short).then(|| {
            let words = line.get(chunks[at].start..).unwrap_or_default();
            Problem::new(Trouble::UnknownCondition, words.chars().take(60).collect::<String>())
        })
    }
}
