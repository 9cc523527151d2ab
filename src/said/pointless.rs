//! Clauses that could order nothing, whatever their words mean: `See you on Friday`, `Keith at Königgrätz will soon be hungry`,
//! `…, I am no millionaire`. A line that is in doubt is read once more without them
//! ([`reader`](super::reader)); what is clear then was in doubt for their sake only.
//!
//! What this module deliberately does not do: pass over a clause with a piece that has its order nowhere else, a goal, a card, a
//! condition, a second thought, or any word that orders.

use super::Language;
use super::cards::full_suit;
use super::chunk::Chunk;
use super::club::words::{ClubWord, says};
use super::corrected::{Corrected, begins_correcting};
use super::known::Known;
use super::text::Kind;
use super::told::{self, ORDERING};
use super::words::Word;
use crate::game::{DecisionKind, PieceId};
use std::ops::Range;

/// Words that order, bind or ask something beside those of [`ORDERING`].
const BINDING: [Word; 36] = [
    Word::Stay,
    Word::Via,
    Word::OneOf,
    Word::If,
    Word::Unless,
    Word::Inverted,
    Word::InThatCase,
    Word::Enter,
    Word::Deck,
    Word::Stop,
    Word::Attack,
    Word::Retreat,
    Word::Redistribute,
    Word::Duel,
    Word::Versus,
    Word::AtMost,
    Word::AtLeast,
    Word::AttackOrder,
    Word::ShowOrders,
    Word::Status,
    Word::WhereCan,
    Word::WhereIs,
    Word::TakeBack,
    Word::Back,
    Word::Concede,
    Word::Withdraw,
    Word::Evade,
    Word::Everybody,
    Word::OnlyTo,
    Word::Offensive,
    Word::Decline,
    Word::Choose,
    Word::Reconquer,
    Word::SetAside,
    Word::Join,
    Word::Following,
];
/// A clause of fewer words may be a name that nobody knows.
const FEWEST: usize = 3;

/// With these a clause leaves something open.
const OPEN: [ClubWord; 8] = [
    ClubWord::Undecided,
    ClubWord::Perhaps,
    ClubWord::Rather,
    ClubWord::Except,
    ClubWord::Later,
    ClubWord::Somebody,
    ClubWord::Whichever,
    ClubWord::Anywhere,
];
/// With these a line says that something is not so after all.
const SECOND_THOUGHTS: [ClubWord; 3] =
    [ClubWord::ChangedMind, ClubWord::Correction, ClubWord::Instead];

/// The line without its clauses that could order nothing, if there are any.
pub(super) fn without_pointless(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    language: Language,
) -> Option<Corrected> {
    let all = told::clauses(line, chunks, language);
    let corrects = |range: &Range<usize>| begins_correcting(line, &chunks[range.clone()]);
    if SECOND_THOUGHTS.iter().any(|word| says(line, *word)) || all.iter().any(corrects) {
        return None;
    }
    let clause = |range: &Range<usize>| Clause { line, chunks, range: range.clone(), known };
    let mut pointless: Vec<Range<usize>> =
        all.iter().filter(|range| clause(range).is_pointless()).cloned().collect();
    // Whoever is named in such a clause has his order in one of the others.
    while let Some(at) = pointless.iter().position(|range| {
        let named = clause(range).own_pieces();
        let elsewhere = |piece: &PieceId| {
            let left = (0..chunks.len()).filter(|at| !pointless.iter().any(|r| r.contains(at)));
            left.into_iter().any(|at| chunks[at].generals.contains(piece))
        };
        !named.iter().all(elsewhere)
    }) {
        pointless.remove(at);
    }
    let left = Corrected::without_all(line, chunks, &pointless);
    (!pointless.is_empty() && left.chunks.iter().any(Chunk::is_word_or_number)).then_some(left)
}

/// A clause and where it stands.
struct Clause<'c> {
    line: &'c str,
    chunks: &'c [Chunk],
    range: Range<usize>,
    known: &'c Known<'c>,
}

impl Clause<'_> {
    fn words(&self) -> &[Chunk] {
        &self.chunks[self.range.clone()]
    }

    fn text(&self) -> &str {
        let ends = self.words().first().zip(self.words().last());
        ends.and_then(|(first, last)| self.line.get(first.start..last.end)).unwrap_or_default()
    }

    /// In a combat no general is sent anywhere.
    fn fights(&self) -> bool {
        self.known.awaits(DecisionKind::Play).is_some()
    }

    fn is_own(&self, c: &Chunk) -> bool {
        c.generals.iter().any(|piece| self.known.is_own(piece.nation()))
    }

    fn is_foreign(&self, c: &Chunk) -> bool {
        let general = !c.generals.is_empty() && !self.is_own(c);
        let nation = c.nation.is_some_and(|nation| !self.known.is_own(nation));
        general || c.generals.is_empty() && nation
    }

    /// The pieces of the writer's that have to have an order elsewhere.
    fn own_pieces(&self) -> Vec<PieceId> {
        if self.fights() {
            return Vec::new();
        }
        let own = self.words().iter().filter(|c| self.is_own(c));
        own.flat_map(|c| c.generals.iter().copied()).collect()
    }

    /// The sentence around it.
    fn sentence(&self) -> &[Chunk] {
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
        let (from, to) = (self.range.start, self.range.end);
        let first = self.chunks[..from].iter().rposition(ends).map_or(0, |at| at + 1);
        let length = self.chunks[to..].iter().position(ends).unwrap_or(self.chunks.len() - to);
        &self.chunks[first..to + length]
    }

    fn is_pointless(&self) -> bool {
        let words = self.words();
        let firm = |c: &Chunk, all: &[Word]| {
            c.is_word() && c.any(all) && !c.any(&[Word::Filler, Word::Article])
        };
        let binds = |c: &Chunk| {
            matches!(c.kind, Kind::Suit(_) | Kind::Arrow | Kind::Plus | Kind::Equals)
                || c.ordinal.is_some()
                || c.is_train_word()
                || full_suit(c).is_some()
                || firm(c, &ORDERING)
                || firm(c, &BINDING)
        };
        let conditional = self.sentence().iter().any(|c| firm(c, &[Word::If, Word::Unless]));
        let heads = self.chunks.get(self.range.end).is_some_and(|c| c.kind == Kind::Colon);
        let ready = words.iter().any(|c| c.has(Word::Ready));
        !conditional
            && !heads
            && !ready
            && !words.iter().any(binds)
            && !self.has_number()
            && !self.denies()
            && !self.sends()
            && (words.iter().filter(|c| c.is_word_or_number()).count() >= FEWEST
                || words.iter().any(|c| self.is_foreign(c)))
            && !OPEN.iter().any(|word| says(self.text(), *word))
    }

    /// Where troops or cards are spoken of, a number is one of them.
    fn has_number(&self) -> bool {
        self.words().iter().any(|c| c.count().is_some_and(|n| n > 1))
    }

    /// `not by way of Meissen`, `not with Schwerin`; what is denied at length is told: `I am not going to waste my whole hand`.
    fn denies(&self) -> bool {
        let words = self.words();
        let no = |c: &Chunk| c.any(&[Word::Not, Word::No]) && !c.has(Word::Filler);
        let told = words.iter().filter(|c| c.is_word() && c.unknown).count();
        let count = words.iter().filter(|c| c.is_word_or_number()).count();
        let first = words.iter().find(|c| c.is_word());
        words.iter().any(no) && (told == 0 || count < 4 || first.is_some_and(no))
    }

    /// Whether somebody may be sent somewhere.
    fn sends(&self) -> bool {
        if self.fights() {
            return false;
        }
        let words = self.words();
        let named: Vec<PieceId> =
            self.sentence().iter().flat_map(|c| c.generals.iter().copied()).collect();
        let stands = |c: &Chunk| {
            let mut places = named.iter().filter_map(|piece| self.known.position(*piece));
            places.any(|city| c.cities.contains(&city))
        };
        let goal = |c: &Chunk| c.is_plain_city() && !stands(c);
        let moves = |c: &Chunk| c.is_word() && c.has(Word::Move) && !c.has(Word::Filler);
        let foreign = words.iter().find(|c| !c.generals.is_empty() || c.nation.is_some());
        let foreign = foreign.is_some_and(|c| self.is_foreign(c));
        words.iter().any(goal) || !foreign && words.iter().any(moves)
    }
}
