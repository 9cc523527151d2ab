//! When what a line says counts: conditions before and behind orders, and headings that say when alone.

use super::Reader;
use crate::game::Nation;
use crate::said::Language;
use crate::said::chunk::Chunk;
use crate::said::club::words::{ClubWord, says};
use crate::said::frame::Problem;
use crate::said::heading::{Heading, announcement, fact};
use crate::said::hesitation::sentences;
use crate::said::little::Little;
use crate::said::text::Kind;
use crate::said::words::Word;
use crate::said::{Condition, Trouble};

/// A part of a line with the condition before it.
pub(super) type Conditional<'c> = (Option<Condition>, &'c [Chunk]);

impl Reader<'_> {
    /// The parts of a line, each with the condition before it.
    pub(super) fn conditions<'c>(
        &mut self,
        line: &str,
        chunks: &'c [Chunk],
    ) -> Result<Vec<Conditional<'c>>, (Problem, bool)> {
        let Some(known) = &self.known else { return Ok(vec![(None, chunks)]) };
        let opens = |at: usize| {
            let chunk = &chunks[at];
            let begins = at == 0
                || chunks[..at]
                    .iter()
                    .rev()
                    .find(|c| !c.any(&[Word::And, Word::Then, Word::Filler]))
                    .is_none_or(|c| !c.is_word() && c.number.is_none());
            let reason = chunk.has(Word::Else) && is_a_danger(line, &chunks[at..]);
            begins
                && !reason
                && (chunk.any(&[Word::If, Word::Else]) || is_inverted(chunks, at))
                && (chunk.generals.is_empty() && chunk.cities.is_empty())
        };
        let starts: Vec<usize> = (0..chunks.len()).filter(|at| opens(*at)).collect();
        if starts.is_empty() || matches!(starts.as_slice(), [only] if *only > 0) {
            // `Cumberland stays if Soubise is at Kassel`, `… unless …`
            for at in 1..chunks.len() {
                let chunk = &chunks[at];
                // `train 2 should come along behind Schwerin`: the verb of a condition stands before its subject.
                let verb = Little::Should.is(&chunk.plain)
                    && chunks.get(at + 1).is_none_or(|next| next.generals.is_empty());
                if !chunk.any(&[Word::If, Word::Unless])
                    || verb
                    || !chunk.generals.is_empty()
                    || !chunk.cities.is_empty()
                    || !chunks[..at].iter().any(names_something)
                {
                    continue;
                }
                let says = |c: &Chunk| c.is_word() || c.number.is_some();
                // `… unless Keith is at Zeitz, in which case he stays`
                let behind = (at + 1..chunks.len()).find(|at| chunks[*at].has(Word::InThatCase));
                let stated = &chunks[at..behind.unwrap_or(chunks.len())];
                let Some((mut condition, used)) = fact(known, stated) else { continue };
                if stated[used..].iter().any(says) {
                    continue;
                }
                // `a meno che Richelieu non stia a Minden`: this `non` denies nothing.
                let pleonastic = self.language == Language::Italian;
                if chunk.has(Word::Unless) {
                    condition.holds = !condition.holds && !pleonastic;
                }
                self.last_condition = Some(condition);
                let mut parts = vec![(Some(condition), &chunks[..at])];
                match behind {
                    Some(behind) => {
                        let other = Condition { holds: !condition.holds, ..condition };
                        parts.push((Some(other), &chunks[behind + 1..]));
                    }
                    None => self.condition_behind = Some(chunk.start),
                }
                return Ok(parts);
            }
            if starts.is_empty() {
                return Ok(vec![(None, chunks)]);
            }
        }
        let mut parts = Vec::new();
        if starts[0] > 0 {
            parts.push((None, &chunks[..starts[0]]));
        }
        let mut last = self.last_condition;
        for (place, start) in starts.iter().enumerate() {
            let end = starts.get(place + 1).copied().unwrap_or(chunks.len());
            let part = &chunks[*start..end];
            let otherwise = part[0].has(Word::Else) && !(part[0].has(Word::If) && last.is_none());
            let (condition, used) = if otherwise {
                match last {
                    Some(last) => (Condition { holds: !last.holds, ..last }, 1),
                    // `keep the 12D, otherwise whatever fits`
                    None if chunks[..*start].iter().any(says_how_to_fight) => {
                        return Ok(vec![(None, chunks)]);
                    }
                    // `…, it is too hot for me otherwise`
                    // `Nothing else changes. Done`: of its own sentence.
                    None if !sentence(&chunks[*start..]).iter().any(orders_something) => {
                        return Ok(vec![(None, chunks)]);
                    }
                    // `If you are not the addressee, …`
                    None if !chunks.iter().any(names_something) => {
                        return Ok(vec![(None, chunks)]);
                    }
                    None => return Err((no_condition(line, chunks), true)),
                }
            } else {
                match fact(known, part) {
                    Some((condition, used)) => {
                        last = Some(condition);
                        (condition, used)
                    }
                    None if is_no_condition(part) => {
                        return Err((no_condition(line, chunks), true));
                    }
                    // `If Keith fights Daun, play …` is an instruction, `if you like` talk.
                    None => return Ok(vec![(None, chunks)]),
                }
            };
            let part = &part[used..];
            let free = regardless(line, part);
            parts.push((Some(condition), &part[..free]));
            if free < part.len() {
                parts.push((None, &part[free..]));
            }
        }
        self.last_condition = last;
        Ok(parts)
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
        let named = |c: &Chunk| {
            if c.is_word() {
                c.nation == Some(nation) && c.guessed.is_none() || c.has(Word::Article)
            } else {
                c.number.is_none() && c.kind != Kind::Question
            }
        };
        let others = known.own_nations().count() > 1;
        (others && !self.is_deciding() && known.is_own(nation) && chunks.iter().all(named))
            .then_some(Heading { nation, turn: None, used: chunks.len() })
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
        acts && !self.context.due && !waits && says(text, ClubWord::Later)
    }
}

/// Where the sentence begins that holds whatever was said before: `…, else to Göttingen. The train to Braunschweig either
/// way`. As many as there are if none does.
fn regardless(line: &str, part: &[Chunk]) -> usize {
    let holds = |range: &std::ops::Range<usize>| {
        let words = &part[range.clone()];
        let text = words.first().zip(words.last());
        let text = text.and_then(|(first, last)| line.get(first.start..last.end));
        range.start > 0 && text.is_some_and(|text| says(text, ClubWord::Regardless))
    };
    sentences(part).find(holds).map_or(part.len(), |range| range.start)
}

/// `…, else he starves`: behind an order, why it is given, and no other one.
fn is_a_danger(line: &str, chunks: &[Chunk]) -> bool {
    let ends = |c: &Chunk| c.is_mark() || matches!(c.kind, Kind::Period | Kind::Semicolon);
    let comma = usize::from(chunks.get(1).is_some_and(ends));
    let behind = &chunks[1 + comma..];
    let end = behind.iter().position(ends).unwrap_or(behind.len());
    let clause = &behind[..end];
    let text = clause.first().zip(clause.last());
    let text = text.and_then(|(first, last)| line.get(first.start..last.end));
    text.is_some_and(|text| says(text, ClubWord::Starves))
        && !clause.iter().any(|c| c.is_plain_city() || c.count().is_some_and(|n| n > 1))
}

/// What is told of a condition that nobody can see on the map; of a combat, what an instruction can say.
fn no_condition(line: &str, chunks: &[Chunk]) -> Problem {
    let limits = |c: &Chunk| c.any(&[Word::AtMost, Word::Reserve]) && c.plain.len() > 1;
    let fought = chunks.iter().any(says_how_to_fight) && chunks.iter().any(limits);
    let trouble = if fought { Trouble::NoSuchTerm } else { Trouble::UnknownCondition };
    Problem::new(trouble, line.chars().take(60).collect::<String>())
}

/// Whether an order stands behind a condition that nobody can see on the map: `if the weather is fine: Keith
/// to Glatz`. Without its condition the order is another one. `If possible, Keith to Glatz` is only polite.
fn is_no_condition(part: &[Chunk]) -> bool {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Colon);
    let Some(end) = part.iter().position(ends) else { return false };
    let (before, behind) = part.split_at(end);
    let instructs = before.iter().any(|c| !c.generals.is_empty() || c.has(Word::Duel));
    let orders = behind.iter().any(|c| !c.generals.is_empty() || c.has(Word::Train))
        && behind.iter().any(|c| c.is_plain_city() || c.has(Word::Stay));
    before.iter().any(|c| c.unknown) && !instructs && orders
}

/// `Steht Heinrich in Prenzlau, bleibt Ehrensvärd`: the verb first is German for `if`.
fn is_inverted(chunks: &[Chunk], at: usize) -> bool {
    let small = |c: &&Chunk| {
        c.generals.is_empty()
            && c.cities.is_empty()
            && c.any(&[Word::Then, Word::Time, Word::Filler])
            && !c.any(&[Word::At, Word::Not])
    };
    let mut behind = chunks[at + 1..].iter();
    let verb = |c: &Chunk| c.any(&[Word::Stay, Word::Move, Word::Then]) && c.generals.is_empty();
    // `steht der Seydlitz noch in Leipzig, bleibt …`
    let article = |c: &&Chunk| {
        c.is_word()
            && c.generals.is_empty()
            && c.cities.is_empty()
            && c.any(&[Word::Article, Word::TheOne, Word::Title])
    };
    chunks[at].has(Word::Inverted)
        && behind.find(|c| !article(c)).is_some_and(|c| !c.generals.is_empty())
        && behind.find(|c| !small(c)).is_some_and(|c| c.any(&[Word::At, Word::Not]))
        && behind.find(|c| c.kind == Kind::Comma).is_some()
        && behind.next().is_some_and(verb)
        && chunks.iter().all(|c| c.kind != Kind::Question)
}

/// Whether a chunk names a piece or a place.
fn names_something(chunk: &Chunk) -> bool {
    !chunk.generals.is_empty() || chunk.is_plain_city() || chunk.has(Word::Train)
}

/// Whether a chunk may stand in a heading that says when alone.
pub(super) fn of_heading(chunk: &Chunk) -> bool {
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

/// The chunks up to the end of their sentence.
fn sentence(chunks: &[Chunk]) -> &[Chunk] {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
    &chunks[..chunks.iter().position(ends).unwrap_or(chunks.len())]
}

/// Whether a chunk is of an order or an instruction.
fn orders_something(chunk: &Chunk) -> bool {
    let words = [Word::Stay, Word::Move, Word::AsFar, Word::Play, Word::Stop, Word::Keep];
    names_something(chunk)
        || chunk.number.is_some()
        || matches!(chunk.kind, Kind::Suit(_))
        || chunk.any(&words) && !chunk.has(Word::Filler)
}

/// Whether a word belongs to an instruction for a combat.
fn says_how_to_fight(chunk: &Chunk) -> bool {
    chunk.any(&[Word::Keep, Word::Duel, Word::Versus])
        && !chunk.any(&[Word::With, Word::From, Word::Stay, Word::Filler])
}
