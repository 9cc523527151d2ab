//! What is clear of a sentence in doubt: its clauses that say by themselves who goes where.
//!
//! People write a dozen orders without a full stop, and one thing among them that nobody else would say so. Each order
//! that stands for itself is kept; a condition, a choice or a second thought beside it leaves it in doubt.

use super::Reader;
use super::sentences::is_kept_alone;
use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
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
        let all = self.clauses_of(chunks, sentence);
        if all.len() < 2 || chunks[sentence.clone()].iter().any(|c| c.kind == Kind::Question) {
            return Clauses::default();
        }
        let doubtful = |range: &Range<usize>| {
            let clause = &chunks[range.clone()];
            let text = clause.first().zip(clause.last());
            let text = text.and_then(|(first, last)| line.get(first.start..last.end));
            // `Frankfurt on the Oder`
            let binds =
                |c: &Chunk| c.any(&BINDS) && !c.has(Word::Filler) && !Little::River.is(&c.plain);
            // Spanish `y el segundo no lo toco` denies, and takes nothing back.
            let denies = |pair: &[Chunk]| {
                let verb = [Word::Pronoun, Word::Move, Word::Stay, Word::There];
                pair[0].has(Word::Not) && pair[1].any(&verb)
            };
            let denies = clause.windows(2).any(denies);
            let rethinks = |word: &&ClubWord| !(denies && **word == ClubWord::PlainNo);
            let rethought =
                |text: &str| SECOND_THOUGHTS.iter().filter(rethinks).any(|word| says(text, *word));
            clause.iter().any(binds) || text.is_some_and(rethought)
        };
        // What each clause says; `None` where it is in doubt, or speaks of nobody.
        let mut read: Vec<Option<Vec<Said>>> = Vec::new();
        for (at, range) in all.iter().enumerate() {
            // `…, Apraxin to Ortelsburg if he can`: what binds the order of another one is his.
            let own = |c: &Chunk| self.names_own(std::slice::from_ref(c));
            let of_another = |range: &Range<usize>| {
                let clause = &chunks[range.clone()];
                let bound = clause.iter().position(|c| c.any(&BINDS) && !c.has(Word::Filler));
                let bound = bound.unwrap_or(clause.len());
                clause[..bound].iter().any(own)
            };
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let beside = beside.filter_map(|at| all.get(at)).filter(|range| !of_another(range));
            let beside: Vec<&Range<usize>> = beside.chain([range]).collect();
            // What follows speaks of somebody else.
            let next = all.get(at + 1).is_none_or(|next| self.names_own(&chunks[next.clone()]));
            let names = self.names_own(&chunks[range.clone()]);
            if beside.into_iter().any(doubtful) || !next || !names {
                read.push(None);
                continue;
            }
            let sentence = self.sentence(line, number, chunks, range, tongues, false);
            read.push(sentence.said);
        }
        let trains = |range: &Range<usize>| chunks[range.clone()].iter().any(Chunk::is_train_word);
        // Of trains it is known which is meant where each clause that names one is read.
        let trains_read = (0..all.len()).all(|at| read[at].is_some() || !trains(&all[at]));
        let ordered = |piece: &PieceId, said: &Option<Vec<Said>>| {
            said.iter().flatten().any(|said| said.request.ordered().contains(piece))
        };
        let alone = |piece: &PieceId, range: &Range<usize>| {
            let named = |range: &&Range<usize>| {
                chunks[(*range).clone()].iter().any(|c| c.generals.contains(piece))
            };
            match piece.is_general() {
                true => named(&range) && all.iter().filter(named).count() == 1,
                false => {
                    let of_one = read.iter().filter(|said| ordered(piece, said)).count() == 1;
                    trains(range)
                        && of_one
                        && (trains_read || all.iter().filter(|r| trains(r)).count() == 1)
                }
            }
        };
        let last = all.len() - 1;
        let clear = |at: usize, said: &Said| {
            let pieces = said.request.ordered();
            let ends = said.request == Request::Ready && at == last;
            ends || is_kept_alone(said)
                && !pieces.is_empty()
                && pieces.iter().all(|p| alone(p, &all[at]))
        };
        // `hello this is Moira talking into the phone again so`
        let preface = |at: usize| {
            let clause = &chunks[all[at].clone()];
            let orders = |c: &Chunk| {
                c.any(&ORDERS) && !c.has(Word::Filler) || c.is_plain_city() && c.guessed.is_none()
            };
            at == 0 && !self.names_own(clause) && !doubtful(&all[at]) && !clause.iter().any(orders)
        };
        let good = |at: usize| {
            let said = read[at].as_ref().filter(|said| !said.is_empty());
            said.is_some_and(|said| said.iter().all(|said| clear(at, said)))
        };
        let mut kept: Vec<Said> = Vec::new();
        let order = |said: &&Said| said.request != Request::Ready;
        for (_, said) in read.iter().enumerate().filter(|(at, _)| good(*at)) {
            kept.extend(said.iter().flatten().filter(order).cloned());
        }
        let whole =
            self.is_dictated(chunks, sentence) && (0..all.len()).all(|at| preface(at) || good(at));
        if whole {
            kept = read.into_iter().flatten().flatten().collect();
        }
        Clauses { kept, whole }
    }

    /// Whether a sentence is long and has no marks.
    fn is_dictated(&self, chunks: &[Chunk], sentence: &Range<usize>) -> bool {
        sentence.len() > DICTATED && !chunks[sentence.clone()].iter().any(mark)
    }

    fn names_own(&self, clause: &[Chunk]) -> bool {
        let own = |piece: &PieceId| self.known.as_ref().is_some_and(|k| k.is_own(piece.nation()));
        clause.iter().any(|c| c.generals.iter().any(own) || c.is_train_word())
    }

    /// The clauses of a sentence: at its marks, or before each piece where it has none.
    fn clauses_of(&self, chunks: &[Chunk], sentence: &Range<usize>) -> Vec<Range<usize>> {
        let dictated = self.is_dictated(chunks, sentence);
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
                if at == from || !self.names_own(&chunks[at..=at]) {
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

/// A mark between clauses.
fn mark(chunk: &Chunk) -> bool {
    matches!(chunk.kind, Kind::Comma | Kind::Semicolon | Kind::Period | Kind::Other)
}
