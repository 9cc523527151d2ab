//! A line with a heading within it: `Schwerin to Neisse. For Hanover: Ferdinand to Celle`.

use super::Reader;
use crate::game::{DecisionKind, Nation};
use crate::said::Request;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, said};
use crate::said::chunks::frame::Problem;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::ClubWord;
use crate::said::grouping::heading::turn_named;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use std::ops::Range;

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
        // `Train 1: Schwerin - Bützow`: that is the city.
        let city = |at: usize| {
            let led = |c: &Chunk| matches!(c.kind, Kind::Colon | Kind::Dash | Kind::Arrow);
            let before = at.checked_sub(1).filter(|before| led(&chunks[*before]));
            let train =
                |before: usize| chunks[..before].iter().rev().take(2).any(Chunk::is_train_word);
            !chunks[at].cities.is_empty() && before.is_some_and(train)
        };
        let named = |at: &usize| !chunks[*at].generals.is_empty() && !city(*at);
        let generals = || (0..chunks.len()).filter(named).map(|at| &chunks[at]);
        let nation = generals().find_map(|c| c.generals.first()).map(|piece| piece.nation())?;
        let all = generals().all(|c| c.generals.iter().all(|piece| piece.nation() == nation));
        let trains = chunks.iter().any(Chunk::is_train_word);
        let named = chunks.iter().any(|c| c.nation.is_some());
        let other = nation != awaited && known.is_own(nation);
        (self.heading.is_none() && all && trains && !named && other).then_some(nation)
    }

    /// Reads a line with a sentence that says of which later turn it is: `Dohna goes to Stargard next turn`, `Next turn (turn 3)
    /// Dohna goes to Stargard`. Its orders, and no others of the text, are for that turn.
    pub(super) fn for_a_later_turn(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<Result<bool, (Problem, bool)>> {
        let known = self.known.as_ref().filter(|_| !self.context.due)?;
        let awaited = known.awaits(DecisionKind::Movement)?;
        let next = known.view.turn + 1;
        let said_later = |range: &Range<usize>| {
            let sentence = &chunks[range.clone()];
            only_marches(sentence) && without_turn(line, sentence, next).is_some()
        };
        let mut later = sentences(chunks).filter(said_later);
        let (range, None) = (later.next()?, later.next()) else { return None };
        let sentence = &chunks[range.clone()];
        let mut pieces = sentence.iter().flat_map(|c| &c.generals);
        let nation = pieces.next().map(|piece| piece.nation()).filter(|n| known.is_own(*n))?;
        let another = pieces.any(|piece| piece.nation() != nation);
        let free = self.heading.is_none() && self.turn.is_none() && nation == awaited;
        if another || !free {
            return None;
        }
        let (left, kept) = without_turn(line, sentence, next)?;
        let others = [&chunks[..range.start], &chunks[range.end..]].concat();
        if others.iter().any(Chunk::is_word_or_number) {
            let (first, last) = (sentence.first()?.start, sentence.last()?.end);
            let now = self.orders(&blanked(line, first, last), number, &others, tongues);
            if now.is_err() {
                return Some(now);
            }
        }
        let left = blanked(&blanked(&left, 0, kept.first()?.start), kept.last()?.end, left.len());
        (self.heading, self.turn) = (Some(nation), Some(next));
        let read = self.orders(&left, number, &kept, tongues);
        (self.heading, self.turn) = (None, None);
        Some(read)
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

/// Whether a sentence is about marches alone.
fn only_marches(chunks: &[Chunk]) -> bool {
    let others = [
        Word::Propose,
        Word::Vote,
        Word::Absent,
        Word::Play,
        Word::Duel,
        Word::Recruit,
        Word::Pay,
        Word::Card,
        Word::If,
        Word::Unless,
        Word::Not,
        Word::Or,
        Word::Ready,
    ];
    let other = |c: &Chunk| {
        matches!(c.kind, Kind::Suit(_) | Kind::Question | Kind::Colon)
            || c.any(&others) && !c.any(&[Word::Filler, Word::Move, Word::To])
    };
    !chunks.iter().any(other) && chunks.iter().any(|c| c.is_plain_city())
}

/// The line without its words for the turn after this one, before its verb or at its end.
fn without_turn(line: &str, chunks: &[Chunk], next: u16) -> Option<(String, Vec<Chunk>)> {
    let small =
        |c: &Chunk| !c.is_word_or_number() || c.any(&[Word::Filler, Word::Greeting, Word::And]);
    let (at, length) =
        (0..chunks.len()).find_map(|at| Some((at, said(line, chunks, at, ClubWord::NextTurn)?)))?;
    // `Apraxin next turn goes to Rastenburg`, but not `Keith stays and next turn …`
    let goes = [Word::Stay, Word::Move, Word::To, Word::Via, Word::And, Word::Then, Word::With];
    let before = |c: &Chunk| !c.is_mark() && !c.is_plain_city() && !c.any(&goes) || small(c);
    let verb = at > 0 && chunks[at - 1].has(Word::Move) && chunks[at - 1].generals.is_empty();
    // `So that he can be on the Oder next turn, Seydlitz moves to Berlin` moves him now.
    let purpose = (0..at).any(|from| said(line, chunks, from, ClubWord::SoThat) > Some(1));
    let begins = !purpose && chunks[..at - usize::from(verb)].iter().all(before);
    let ends = chunks[at + length..].iter().all(small);
    // `Soubise to Alsfeld, for Kassel we take next turn`: it is said of the last clause alone.
    let clause = chunks[..at].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
    let ends = ends && (begins || chunks[clause..at].iter().any(|c| !c.generals.is_empty()));
    let mut end = at + length;
    // `Next turn (turn 3)`
    if let Some(close) = chunks[end..].iter().take(6).position(|c| c.kind == Kind::Close)
        && chunks[end].kind == Kind::Open
    {
        let (_, _, turn) = turn_named(&chunks[end..end + close])?;
        if turn != next {
            return None;
        }
        end += close + 1;
    }
    let again = turn_named(&chunks[end..]).is_some();
    ((begins || ends) && !again).then(|| {
        let Corrected { line, chunks } = Corrected::without(line, chunks, at..end);
        (line, chunks)
    })
}
