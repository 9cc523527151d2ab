//! When what a line says counts: conditions before and behind orders, and headings that say when alone.

use super::Reader;
use super::conditional::{ConditionalSentence, Part};
use crate::game::Nation;
use crate::said::Condition;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::grouping::heading::{Heading, announcement};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// A part of a line with the condition before it.
pub(super) type Conditional<'c> = (Option<Condition>, &'c [Chunk]);

impl Reader<'_> {
    /// The parts of a line, each with its condition. A condition holds for its sentence; behind a colon, and where the next
    /// sentence names nobody else, for what follows, too: `If Soubise is at Kassel, Cumberland stays. Ferdinand to Celle`.
    pub(super) fn conditions<'c>(
        &mut self,
        line: &str,
        chunks: &'c [Chunk],
    ) -> Result<Vec<Conditional<'c>>, (Problem, bool)> {
        let Some(known) = &self.known else { return Ok(vec![(None, chunks)]) };
        let mut last = self.last_condition;
        let mut found: Vec<Part> = Vec::new();
        let mut clauses: Vec<Range<usize>> = Vec::new();
        // What holds for the next sentence, too, and whether it does so whoever is named there.
        let mut scope: Option<(Condition, bool)> = None;
        for range in sentences(chunks) {
            let language = self.language;
            let sentence =
                ConditionalSentence { line, chunks, range: range.clone(), known, language };
            let starts = sentence.starts();
            let first = starts.first().copied();
            if first.is_none_or(|first| first > range.start)
                && let Some(behind) = sentence.behind()
            {
                (last, scope) = (Some(behind.condition), None);
                clauses.push(behind.clause);
                found.extend(behind.parts);
            } else if first.is_none() {
                let words = &chunks[range.clone()];
                scope = scope.filter(|(_, colon)| {
                    (*colon || !names_another(words, known))
                        && !regardless(line, words)
                        && !is_ready(words)
                });
                found.push((scope.map(|(condition, _)| condition), range));
            } else if let Some(parts) = sentence.before(&starts, &mut last)? {
                self.contrary |= starts.first().is_some_and(|at| sentence.is_contrary(*at));
                let headed = |at: usize| chunks[..at].last().is_some_and(|c| c.kind == Kind::Colon);
                scope = parts
                    .last()
                    .and_then(|(condition, part)| Some(((*condition)?, headed(part.start))));
                found.extend(parts);
            } else {
                scope = None;
                found.push((None, range));
            }
        }
        self.last_condition = last;
        let mut parts: Vec<Part> = Vec::new();
        for (condition, range) in found {
            match parts.last_mut() {
                Some((before, part)) if *before == condition && part.end == range.start => {
                    part.end = range.end;
                }
                _ => parts.push((condition, range)),
            }
        }
        self.conditions_behind = clauses;
        Ok(parts.into_iter().map(|(condition, range)| (condition, &chunks[range])).collect())
    }

    /// A whole line that says in any words of which later turn the orders below it are; `own` acts now.
    pub(super) fn announced(
        &self,
        line: &str,
        chunks: &[Chunk],
        own: Option<Nation>,
    ) -> Option<Heading> {
        let known = self.known.as_ref()?;
        let now = known.view.turn;
        let next = own.is_some_and(|nation| self.is_next(line, chunks, nation));
        let (nation, turn) = announcement(chunks, now, next)?;
        // Of others something is told there: `To Austria, in all friendship:`.
        let nation = match nation {
            Some(nation) if known.is_own(nation) && (turn.is_some() || !self.is_deciding()) => {
                nation
            }
            Some(_) => return None,
            None => self.heading.or(own)?,
        };
        Some(Heading { nation, turn, used: chunks.len() })
    }

    /// A line that is nothing but the name of a nation of one's own: its orders follow.
    pub(super) fn names_a_nation(&self, chunks: &[Chunk]) -> Option<Heading> {
        let known = self.known.as_ref()?;
        let nation = chunks.iter().find_map(|c| c.nation)?;
        // `con Suecia luego`
        let small = [Word::Article, Word::With, Word::Then, Word::For, Word::Time, Word::And];
        let named = |c: &Chunk| {
            if c.is_word() {
                c.nation == Some(nation) && c.guessed.is_none()
                    || c.nation.is_none() && c.any(&small) && !c.any(&[Word::Ready, Word::Stop])
            } else {
                c.number.is_none() && c.kind != Kind::Question
            }
        };
        let others = known.own_nations().count() > 1;
        (others && !self.is_deciding() && known.is_own(nation) && chunks.iter().all(named))
            .then_some(Heading { nation, turn: None, used: chunks.len() })
    }

    /// What stands behind a heading for the turn after this one, of the nation that acts now: `For next turn:`, alone or
    /// before an order.
    pub(super) fn behind_next_turn<'c>(
        &mut self,
        line: &str,
        chunks: &'c [Chunk],
        own: Option<Nation>,
    ) -> &'c [Chunk] {
        let colon = chunks.iter().position(|c| c.kind == Kind::Colon);
        let (when, rest) = chunks.split_at(colon.map_or(chunks.len(), |colon| colon + 1));
        let nobody = when.iter().all(|c| of_heading(c) && c.nation.is_none());
        match own {
            Some(nation) if nobody && self.is_next(line, when, nation) => {
                self.heading = Some(nation);
                self.turn = self.known.as_ref().map(|known| known.view.turn + 1);
                rest
            }
            _ => chunks,
        }
    }

    /// Whether these chunks speak of the turn after this one, of a nation that acts now.
    pub(super) fn is_next(&self, line: &str, chunks: &[Chunk], nation: Nation) -> bool {
        let acts = self
            .known
            .as_ref()
            .is_some_and(|known| known.decisions.iter().any(|decision| decision.nation == nation));
        let text = match (chunks.first(), chunks.last()) {
            (Some(first), Some(last)) => line.get(first.start..last.end).unwrap_or_default(),
            _ => "",
        };
        // `So that nobody has to wait, here is what Hanover does:`
        let waits = chunks.iter().any(|c| c.has(Word::Wait));
        // `For Hanover, next turn:`, of a nation whose phase of this turn is still to come
        let next = acts && says(text, ClubWord::Later) || says(text, ClubWord::NextTurn);
        next && !self.context.due && !waits
    }
}

/// Whether a sentence holds whatever was said before: `…, else to Göttingen. The train to Braunschweig either way`.
fn regardless(line: &str, sentence: &[Chunk]) -> bool {
    let text = sentence.first().zip(sentence.last());
    let text = text.and_then(|(first, last)| line.get(first.start..last.end));
    text.is_some_and(|text| says(text, ClubWord::Regardless))
}

/// `If Soubise is at Kassel, Cumberland stays. That's everything`: nobody is ready on a condition of the sentence before.
fn is_ready(sentence: &[Chunk]) -> bool {
    let ready = |c: &Chunk| c.has(Word::Ready) && !c.any(&[Word::Filler, Word::Stay]);
    sentence.iter().any(ready) && !sentence.iter().any(|c| c.is_plain_city())
}

/// Whether a sentence is of a piece of one's own that it names, and does not go on with what stands before it.
fn names_another(sentence: &[Chunk], known: &Known) -> bool {
    let goes_on = |c: &Chunk| {
        (c.any(&[Word::Then, Word::And]) || Little::Too.is(&c.plain)) && c.generals.is_empty()
    };
    let own = |c: &Chunk| {
        c.has(Word::Train) || c.generals.iter().any(|piece| known.is_own(piece.nation()))
    };
    let first = sentence.iter().find(|c| c.is_word());
    first.is_some_and(|c| !goes_on(c)) && sentence.iter().any(own)
}

/// Whether a chunk may stand in a heading that says when alone.
fn of_heading(chunk: &Chunk) -> bool {
    let words = [
        Word::For,
        Word::Heading,
        Word::Time,
        Word::Turn,
        Word::Filler,
        Word::At,
        Word::To,
        Word::Article,
        Word::Move,
        Word::Sent,
        Word::Then,
        Word::TopicAhead,
    ];
    if chunk.is_word() {
        chunk.generals.is_empty() && !chunk.is_plain_city() && chunk.any(&words)
    } else {
        chunk.number.is_none() && matches!(chunk.kind, Kind::Colon | Kind::Comma | Kind::Dash)
    }
}
