//! What is clear of a sentence in doubt: its clauses that say by themselves who goes where.
//!
//! People write a dozen orders without a full stop, and one thing among them that nobody else would say so. Each order
//! that stands for itself is kept; a condition, a choice or a second thought beside it leaves it in doubt.

use super::Reader;
use super::sentences::is_kept_alone;
use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::pieces::is_train;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said};
use std::ops::Range;

/// What of a clause leaves its neighbours in doubt.
const BINDS: [Word; 5] = [Word::If, Word::Unless, Word::Or, Word::Else, Word::Cancel];
/// Likewise.
const SECOND_THOUGHTS: [ClubWord; 9] = [
    ClubWord::Correction,
    ClubWord::PlainNo,
    ClubWord::ChangedMind,
    ClubWord::Except,
    ClubWord::Considered,
    ClubWord::ThoughtOf,
    ClubWord::Wanted,
    ClubWord::Undecided,
    ClubWord::Perhaps,
];
/// What orders something where no piece is named.
const ORDERS: [Word; 9] = [
    Word::Wait,
    Word::Test,
    Word::Cancel,
    Word::Withdraw,
    Word::Press,
    Word::PassOn,
    Word::Recruit,
    Word::Ready,
    Word::Absent,
];
/// So long is a sentence that was dictated, and has no marks.
const DICTATED: usize = 18;

/// What the clauses of a sentence say by themselves.
#[derive(Default)]
pub(super) struct Clauses {
    /// The orders that are clear, each of a piece that no other clause names.
    pub(super) kept: Vec<Said>,
    /// Every clause is, and together they say all that the sentence does.
    pub(super) whole: bool,
}

/// A clause of a sentence, with what it says by itself: nothing where it is in doubt, or speaks of nobody.
struct Clause<'c> {
    chunks: &'c [Chunk],
    said: Option<Vec<Said>>,
}

impl Clause<'_> {
    fn names(&self, piece: &PieceId) -> bool {
        self.chunks.iter().any(|c| c.generals.contains(piece))
    }

    fn names_a_train(&self) -> bool {
        is_train_among(self.chunks)
    }

    fn orders(&self, piece: &PieceId) -> bool {
        self.said.iter().flatten().any(|said| said.request.ordered().contains(piece))
    }
}

impl Reader<'_> {
    /// The orders of those clauses of a sentence that are clear, where each names its piece and no other clause does.
    pub(super) fn clauses_kept(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        sentence: &Range<usize>,
        tongues: Tongues,
    ) -> Clauses {
        let ranges = self.clauses_of(chunks, sentence);
        let asks = chunks[sentence.clone()].iter().any(|c| c.kind == Kind::Question);
        if ranges.len() < 2 || asks {
            return Clauses::default();
        }
        let said = self.clauses_read(line, number, chunks, &ranges, tongues);
        let clauses = ranges.iter().zip(said);
        let all: Vec<Clause> =
            clauses.map(|(range, said)| Clause { chunks: &chunks[range.clone()], said }).collect();
        let last = all.len() - 1;
        let is_clear = |at: usize, said: &Said| {
            let pieces = said.request.ordered();
            let ends = said.request == Request::Ready && at == last;
            let alone = |piece: &PieceId| is_ordered_alone(piece, at, &all);
            ends || is_kept_alone(said) && !pieces.is_empty() && pieces.iter().all(alone)
        };
        let clear = |at: &usize| {
            let said = all[*at].said.as_ref().filter(|said| !said.is_empty());
            said.is_some_and(|said| said.iter().all(|said| is_clear(*at, said)))
        };
        let preface = |at: &usize| {
            let clause = all[*at].chunks;
            *at == 0 && !self.names_own(clause) && is_preface(line, clause)
        };
        let whole = is_dictated(&chunks[sentence.clone()])
            && (0..all.len()).all(|at| preface(&at) || clear(&at));
        // What ends the phase is kept of the whole sentence only.
        let order = |said: &&Said| whole || said.request != Request::Ready;
        let of_clause = |at: usize| all[at].said.iter().flatten().filter(order).cloned();
        let kept = (0..all.len()).filter(clear).flat_map(of_clause).collect();
        Clauses { kept, whole }
    }

    /// What each clause says, if nothing in it and beside it leaves that in doubt, and what follows speaks of somebody else.
    fn clauses_read(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        ranges: &[Range<usize>],
        tongues: Tongues,
    ) -> Vec<Option<Vec<Said>>> {
        let mut all = Vec::new();
        for (at, range) in ranges.iter().enumerate() {
            let clause = |range: &Range<usize>| &chunks[range.clone()];
            // `…, Apraxin to Ortelsburg if he can`: what binds the order of another one is his.
            let of_another = |range: &&Range<usize>| {
                let bound = clause(range).iter().position(binds).unwrap_or(range.len());
                self.names_own(&clause(range)[..bound])
            };
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let mut beside = beside.filter_map(|at| ranges.get(at)).filter(|r| !of_another(r));
            let doubtful =
                is_doubtful(line, clause(range)) || beside.any(|r| is_doubtful(line, clause(r)));
            let next = ranges.get(at + 1).is_none_or(|next| self.names_own(clause(next)));
            let reads = !doubtful && next && self.names_own(clause(range));
            all.push(match reads {
                true => self.sentence(line, number, chunks, range, tongues, false).said,
                false => None,
            });
        }
        all
    }

    fn names_own(&self, clause: &[Chunk]) -> bool {
        let own = |piece: &PieceId| self.known.as_ref().is_some_and(|k| k.is_own(piece.nation()));
        clause.iter().any(|c| c.generals.iter().any(own)) || is_train_among(clause)
    }

    /// The clauses of a sentence: at its marks, or before each piece where it has none.
    fn clauses_of(&self, chunks: &[Chunk], sentence: &Range<usize>) -> Vec<Range<usize>> {
        let dictated = is_dictated(&chunks[sentence.clone()]);
        let leads = |c: &Chunk| {
            c.generals.is_empty()
                && c.cities.is_empty()
                && c.any(&[Word::Article, Word::Title, Word::And, Word::Then])
        };
        let plain = |c: &Chunk| c.is_word() && c.generals.is_empty() && c.cities.is_empty();
        let (mut all, mut from) = (Vec::new(), sentence.start);
        for at in sentence.clone() {
            let mut end = at;
            if dictated {
                // The number of a train belongs to it: `VZ 1`.
                let named = &chunks[at..chunks.len().min(at + 2)];
                let short = is_train(named, 0);
                if at == from || !short && !self.names_own(&chunks[at..=at]) {
                    continue;
                }
                // `… and old Lehwaldt`, `… then the good Dohna`
                let mut near = chunks[from..at].iter().rev().take(3).take_while(|c| plain(c));
                let joined_by = near.position(|c| c.any(&[Word::And, Word::Then]));
                let led = chunks[from..at].iter().rev().take_while(|c| leads(c)).count();
                let small = joined_by.map_or(led, |place| led.max(place + 1));
                let joined = chunks[from..at - small].iter().any(Chunk::is_plain_city);
                end = at - small;
                // `Daun and Laudon go to …`
                if !joined && self.names_own(&chunks[from..at]) {
                    continue;
                }
            } else if !mark(&chunks[at]) {
                continue;
            }
            if from < end {
                all.push(from..end);
            }
            from = end + usize::from(!dictated);
        }
        if from < sentence.end {
            all.push(from..sentence.end);
        }
        all
    }
}

/// Whether a sentence is long and has no marks.
fn is_dictated(sentence: &[Chunk]) -> bool {
    sentence.len() > DICTATED && !sentence.iter().any(mark)
}

fn is_train_among(clause: &[Chunk]) -> bool {
    (0..clause.len()).any(|at| clause[at].is_train_word() || is_train(clause, at))
}

/// What binds an order: a condition, a choice. `Frankfurt on the Oder` is none.
fn binds(chunk: &Chunk) -> bool {
    chunk.any(&BINDS) && !chunk.has(Word::Filler) && !Little::River.is(&chunk.plain)
}

/// Whether a clause leaves what it and its neighbours say in doubt.
fn is_doubtful(line: &str, clause: &[Chunk]) -> bool {
    // Spanish `y el segundo no lo toco` denies, and takes nothing back.
    let denies = |pair: &[Chunk]| {
        let verb = [Word::Pronoun, Word::Move, Word::Stay, Word::There];
        pair[0].has(Word::Not) && pair[1].any(&verb)
    };
    let denies = clause.windows(2).any(denies);
    let rethinks = |word: &&ClubWord| !(denies && **word == ClubWord::PlainNo);
    let text = clause.first().zip(clause.last());
    let text = text.and_then(|(first, last)| line.get(first.start..last.end)).unwrap_or_default();
    let mut thoughts = SECOND_THOUGHTS.iter().filter(rethinks);
    clause.iter().any(binds) || thoughts.any(|word| says(text, *word))
}

/// `hello this is Moira talking into the phone again so`: what stands before the first order, and is none.
fn is_preface(line: &str, clause: &[Chunk]) -> bool {
    let place = |c: &Chunk| c.is_plain_city() && c.guessed.is_none();
    let orders = |c: &Chunk| c.any(&ORDERS) && !c.has(Word::Filler) || place(c);
    !is_doubtful(line, clause) && !clause.iter().any(orders)
}

/// Whether a piece has its order in this clause and no other speaks of it. Which train is meant is known where each clause that
/// names one is read.
fn is_ordered_alone(piece: &PieceId, at: usize, all: &[Clause]) -> bool {
    if piece.is_general() {
        return all[at].names(piece)
            && all.iter().filter(|clause| clause.names(piece)).count() == 1;
    }
    let mut trains = all.iter().filter(|clause| clause.names_a_train());
    let only = trains.clone().count() == 1;
    all[at].names_a_train()
        && all.iter().filter(|clause| clause.orders(piece)).count() == 1
        && (only || trains.all(|clause| clause.said.is_some()))
}

/// A mark between clauses.
fn mark(chunk: &Chunk) -> bool {
    matches!(chunk.kind, Kind::Comma | Kind::Semicolon | Kind::Period | Kind::Other)
}
