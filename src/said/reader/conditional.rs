//! The parts of a sentence that hold under a condition: which stands before its order or behind it, with what holds
//! otherwise, and with what is said of the same fact again: `…; if he has left, to Northeim`.

use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::grouping::heading::fact;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Condition, Fact, Language, Trouble};
use std::ops::Range;

/// A stretch of the line with its condition.
pub(super) type Part = (Option<Condition>, Range<usize>);

/// A sentence in its line.
pub(super) struct ConditionalSentence<'a, 'k> {
    pub line: &'a str,
    /// Of the whole line.
    pub chunks: &'a [Chunk],
    pub range: Range<usize>,
    pub known: &'a Known<'k>,
    pub language: Language,
}

/// A sentence whose condition stands behind its order.
pub(super) struct Behind {
    pub parts: Vec<Part>,
    pub condition: Condition,
    /// The condition in the line, in bytes.
    pub clause: Range<usize>,
}

impl ConditionalSentence<'_, '_> {
    /// Where conditions begin that stand before their orders.
    pub fn starts(&self) -> Vec<usize> {
        let chunks = self.chunks;
        let opens = |at: &usize| {
            let (at, chunk) = (*at, &chunks[*at]);
            let begins = at == self.range.start
                || chunks[..at]
                    .iter()
                    .rev()
                    .find(|c| {
                        let but = c.has(Word::While) || c.means(ClubWord::But);
                        !c.any(&[Word::And, Word::Then, Word::Filler])
                            && !(but && self.is_contrary(at))
                    })
                    .is_none_or(|c| !c.is_word() && c.number.is_none());
            let reason = chunk.has(Word::Else) && is_a_danger(self.line, &chunks[at..]);
            let verb =
                || is_inverted(chunks, at) || self.is_gone(at).is_some_and(|(_, end)| end > at);
            let word = || {
                (self.is_if(at)
                    || chunk.any(&[Word::Else, Word::Unless])
                    || chunk.has(Word::Inverted) && verb())
                    && chunk.generals.is_empty()
                    && chunk.cities.is_empty()
            };
            begins && !reason && (word() || self.is_bare(at))
        };
        self.range.clone().filter(opens).collect()
    }

    /// Whether a fact with a colon behind it begins here, before a march or a stay: `Richelieu at Minden: Ferdinand to Celle`.
    fn is_bare(&self, at: usize) -> bool {
        let own = |c: &Chunk| c.generals.iter().any(|piece| self.known.is_own(piece.nation()));
        let mut words = self.chunks[at..self.range.end].iter();
        let enemy = |c: &Chunk| !c.generals.is_empty() && !own(c);
        let fact = words.next().is_some_and(enemy)
            && words.next().is_some_and(|c| c.has(Word::At))
            && words.next().is_some_and(Chunk::is_plain_city)
            && words.next().is_some_and(|c| c.kind == Kind::Colon);
        let goes = |c: &Chunk| c.is_plain_city() || c.has(Word::Stay);
        let led = at > self.range.start && !self.chunks[at - 1].is_mark();
        fact && !led && words.next().is_some_and(own) && words.any(goes)
    }

    /// The parts with the conditions before them; `None` if they are none: `If Keith fights Daun, play …` is an instruction,
    /// `if you like` talk.
    pub fn before(
        &self,
        starts: &[usize],
        last: &mut Option<Condition>,
    ) -> Result<Option<Vec<Part>>, (Problem, bool)> {
        let chunks = self.chunks;
        let mut parts = Vec::new();
        if starts[0] > self.range.start {
            parts.push((None, self.range.start..starts[0]));
        }
        for (place, start) in starts.iter().enumerate() {
            let end = starts.get(place + 1).copied().unwrap_or(self.range.end);
            let part = &chunks[*start..end];
            let otherwise = part[0].has(Word::Else) && !(part[0].has(Word::If) && last.is_none());
            let (condition, used) = if otherwise {
                match *last {
                    Some(last) => (opposite(last), 1),
                    // `keep the 12D, otherwise whatever fits`
                    None if chunks[..*start].iter().any(says_how_to_fight) => return Ok(None),
                    // `…, it is too hot for me otherwise`
                    None if !chunks[*start..self.range.end].iter().any(orders_something) => {
                        return Ok(None);
                    }
                    // `If you are not the addressee, …`
                    None if !chunks.iter().any(names_something) => return Ok(None),
                    None => return Err((no_condition(self.text(), chunks), true)),
                }
            } else if let Some((again, used)) = last.and_then(|last| self.again(last, *start, end))
            {
                (again, used)
            } else {
                match self.stated(part) {
                    Some((condition, used)) => {
                        *last = Some(condition);
                        (condition, used)
                    }
                    None if is_no_condition(part) => {
                        return Err((no_condition(self.text(), chunks), true));
                    }
                    None => return Ok(None),
                }
            };
            parts.push((Some(condition), start + used..end));
        }
        if let [(None, before), (Some(condition), behind), ..] = parts.as_slice()
            && self.is_contrary(starts[0])
            && let Some(otherwise) = self.contrasted(before.clone(), behind.clone(), *condition)
        {
            parts.splice(..1, otherwise);
        }
        Ok(Some(parts))
    }

    /// The parts of a sentence whose condition stands behind the order: `Cumberland stays if Soubise is at Kassel,
    /// otherwise he goes to Northeim`, `… unless Keith is at Zeitz, in which case he stays`.
    pub fn behind(&self) -> Option<Behind> {
        let chunks = self.chunks;
        let Range { start, end } = self.range;
        (start + 1..end).find_map(|at| {
            let chunk = &chunks[at];
            // `train 2 should come along behind Schwerin`: the verb of a condition stands before its subject.
            let verb = Little::Should.is(&chunk.plain)
                && chunks.get(at + 1).is_none_or(|next| next.generals.is_empty());
            if !(self.is_if(at) || chunk.has(Word::Unless))
                || verb
                || self.is_contrary(at)
                || !chunk.generals.is_empty()
                || !chunk.cities.is_empty()
                || !chunks[start..at].iter().any(names_something)
            {
                return None;
            }
            let other = (at + 1..end).find(|at| chunks[*at].has(Word::InThatCase));
            let (condition, used) = self.stated(&chunks[at..other.unwrap_or(end)])?;
            let rest = self.behind_marks(at + used);
            let says = |c: &Chunk| c.is_word() || c.number.is_some();
            let sequel = if !chunks[rest..end].iter().any(says) {
                None
            } else if chunks[rest].any(&[Word::Else, Word::InThatCase]) {
                Some((opposite(condition), rest + 1))
            } else {
                let (again, used) = self.again(condition, rest, end)?;
                Some((again, rest + used))
            };
            let small =
                |c: &Chunk| !says(c) || c.any(&[Word::And, Word::Only]) || c.means(ClubWord::But);
            let ordered = chunks[start..at].iter().rposition(|c| !small(c))? + start + 1;
            let own = self.clause(start, ordered);
            let mut parts: Vec<Part> = Vec::new();
            parts.extend((own > start).then_some((None, start..own)));
            parts.push((Some(condition), own..ordered));
            parts.extend(sequel.map(|(condition, from)| (Some(condition), from..end)));
            let clause = chunks[ordered].start..chunks[at + used - 1].end;
            Some(Behind { parts, condition, clause })
        })
    }

    /// The line from the sentence on.
    fn text(&self) -> &str {
        let first = self.chunks.get(self.range.start);
        first.and_then(|c| self.line.get(c.start..)).unwrap_or(self.line)
    }

    /// The condition that begins here and how many chunks belong to it.
    fn stated(&self, part: &[Chunk]) -> Option<(Condition, usize)> {
        if let [first, ..] = part
            && !first.generals.is_empty()
        {
            let led: Vec<Chunk> = [first.meaning(Word::If)].iter().chain(part).cloned().collect();
            return fact(self.known, &led).map(|(condition, used)| (condition, used - 1));
        }
        let (mut condition, used) = fact(self.known, part)?;
        // `a meno che Richelieu non stia a Minden`: this `non` denies nothing.
        let pleonastic = self.language == Language::Italian;
        if part[0].has(Word::Unless) {
            condition.holds = !condition.holds && !pleonastic;
        }
        Some((condition, used))
    }

    /// What stands before a contrary condition and holds otherwise, in two parts if that is only its last clause: `Ferdinand to
    /// Celle, Cumberland to Northeim; but if Soubise is at Kassel he stays`. `None` if the two speak of different pieces.
    fn contrasted(
        &self,
        before: Range<usize>,
        behind: Range<usize>,
        condition: Condition,
    ) -> Option<Vec<Part>> {
        let own = self.clause(before.start, before.end);
        let pieces = |range: Range<usize>| {
            let own = |piece: &&PieceId| self.known.is_own(piece.nation());
            let all = self.chunks[range].iter().flat_map(|c| c.generals.first());
            all.filter(own).copied().collect::<Vec<PieceId>>()
        };
        let (first, second) = (pieces(own..before.end), pieces(behind));
        if first.is_empty() || !second.iter().all(|piece| first.contains(piece)) {
            return None;
        }
        let mut parts: Vec<Part> = Vec::new();
        parts.extend((own > before.start).then_some((None, before.start..own)));
        parts.push((Some(opposite(condition)), own..before.end));
        Some(parts)
    }

    /// Whether a condition that begins here is contrary to what stands before it: `but if`, `ma se`, German `wenn aber`.
    pub fn is_contrary(&self, at: usize) -> bool {
        // `aber nur` is one phrase.
        let but = |c: &Chunk| {
            c.is_word()
                && (c.means(ClubWord::But) || c.has(Word::While))
                && c.end - c.start == c.plain.len()
        };
        let chunks = self.chunks;
        let only = said(self.line, chunks, at, ClubWord::OnlyIf).is_some();
        (self.is_if(at) || chunks[at].has(Word::Inverted))
            && !(only || chunks[at].has(Word::Only))
            && (chunks[..at].last().is_some_and(but) || chunks.get(at + 1).is_some_and(but))
    }

    /// `if`, or `only if`, which is one phrase.
    fn is_if(&self, at: usize) -> bool {
        let Some(chunk) = self.chunks.get(at) else { return false };
        let only = || said(self.line, self.chunks, at, ClubWord::OnlyIf).is_some();
        chunk.has(Word::If) || chunk.has(Word::Only) && only()
    }

    /// Where the clause begins that ends before `end`, of the orders from `start` on that a comma parts: `Train to Celle,
    /// and Cumberland to Kassel if …`.
    fn clause(&self, start: usize, end: usize) -> usize {
        let complete = |chunks: &[Chunk]| {
            let piece = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Train);
            let does = |c: &Chunk| c.is_plain_city() || c.has(Word::Stay) && !c.has(Word::Filler);
            chunks.iter().any(piece) && chunks.iter().any(does)
        };
        let parts = |at: &usize| {
            matches!(self.chunks[*at].kind, Kind::Comma | Kind::Semicolon)
                && complete(&self.chunks[start..*at])
                && complete(&self.chunks[at + 1..end])
        };
        (start..end).rev().find(parts).map_or(start, |at| at + 1)
    }

    /// What is said here of the fact that was said last, and how many chunks belong to it: `if he has left, …`, `if he is
    /// still there, …`, German `ist er weg, …`.
    fn again(&self, last: Condition, at: usize, end: usize) -> Option<(Condition, usize)> {
        let Fact::At(piece, _) = last.fact else { return None };
        let chunks = self.chunks;
        if !self.is_if(at) && !chunks.get(at)?.has(Word::Inverted) {
            return None;
        }
        let (gone, phrase) = self.is_gone(at)?;
        let named = chunks[at..phrase].iter().flat_map(|c| &c.generals).all(|one| *one == piece);
        let used = self.behind_marks(phrase).min(end) - at;
        named.then_some((Condition { fact: last.fact, holds: !gone }, used))
    }

    /// Whether a clause that begins here says that somebody has left, or that he is still there, and where its words end.
    fn is_gone(&self, at: usize) -> Option<(bool, usize)> {
        let chunks = &self.chunks[..self.range.end];
        let city = |c: &Chunk| c.is_plain_city() && c.guessed.is_none();
        let length = chunks[at..].iter().position(|c| !c.is_word() || city(c))?;
        let found = (at..at + length).find_map(|place| {
            let of =
                |word| said(self.line, chunks, place, word).map(|length| place..place + length);
            let left = of(ClubWord::HasLeft).map(|range| (true, range));
            left.or_else(|| of(ClubWord::IsThere).map(|range| (false, range)))
        });
        let (gone, phrase) = found?;
        let not = |c: &Chunk| c.has(Word::Not) && !c.any(&[Word::Filler, Word::And]);
        let denied = chunks[at..phrase.start].iter().any(not);
        Some((gone != denied, phrase.end))
    }

    /// The place behind the marks and small words that part a condition from its order.
    fn behind_marks(&self, at: usize) -> usize {
        let small = |c: &Chunk| {
            !c.is_word() && c.number.is_none()
                || c.is_word()
                    && !c.has(Word::Else)
                    && c.generals.is_empty()
                    && c.cities.is_empty()
                    && (c.any(&[Word::And, Word::Then])
                        || c.means(ClubWord::But)
                        || Little::Then.is(&c.plain))
        };
        let rest = &self.chunks[at.min(self.range.end)..self.range.end];
        at + rest.iter().position(|c| !small(c)).unwrap_or(rest.len())
    }
}

fn opposite(condition: Condition) -> Condition {
    Condition { holds: !condition.holds, ..condition }
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
    // `If Hanover holds: Cumberland stays`
    let verbs = [Word::Stay, Word::Keep, Word::Win, Word::Lose, Word::Conquered];
    let fares = before.iter().any(|c| c.any(&verbs) && !c.has(Word::Filler));
    let told = |c: &Chunk| c.unknown || c.nation.is_some() && fares || c.is_plain_city();
    before.iter().any(told) && !instructs && orders
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
        && behind.find(|c| matches!(c.kind, Kind::Comma | Kind::Colon | Kind::Dash)).is_some()
        // `Steht Richelieu in Minden: Ferdinand nach Celle`
        && behind.next().is_some_and(|c| verb(c) || !c.generals.is_empty() || c.is_train_word())
        && chunks.iter().all(|c| c.kind != Kind::Question)
}

/// Whether a chunk names a piece or a place.
fn names_something(chunk: &Chunk) -> bool {
    !chunk.generals.is_empty() || chunk.is_plain_city() || chunk.has(Word::Train)
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
