//! Clauses that only tell something beside an order: why, where the enemy stands, what the writer thinks of it:
//! `Lehwaldt runs for Heiligenbeil, Browne and Lacy are just waiting for it`, `…, one has to look after Prague`.
//!
//! What this module deliberately does not do: pass over a clause that names a piece of the writer's, a card, a condition,
//! or that sends somebody anywhere.

use crate::game::DecisionKind;
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::clause::{Clause, ORDERING, clauses, is_own};
use crate::said::chunks::corrected::{Corrected, begins_correcting, said};
use crate::said::chunks::known::Known;
use crate::said::chunks::prose::Prose;
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards::full_suit;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// A clause of fewer words tells nothing.
const FEWEST: usize = 3;

/// Those that do so within a clause.
const BINDING: [Word; 14] = [
    Word::Spades,
    Word::Clubs,
    Word::Hearts,
    Word::Diamonds,
    Word::Troops,
    Word::Attack,
    Word::Versus,
    Word::Retreat,
    Word::AtMost,
    Word::Join,
    Word::Following,
    Word::Help,
    Word::Status,
    Word::With,
];
/// With these a clause says that something is not so after all.
const SECOND_THOUGHTS: [ClubWord; 7] = [
    ClubWord::ChangedMind,
    ClubWord::Correction,
    ClubWord::Undecided,
    ClubWord::Perhaps,
    ClubWord::Rather,
    ClubWord::Instead,
    ClubWord::Except,
];
/// A clause may begin with these.
const REASONS: [ClubWord; 5] =
    [ClubWord::Because, ClubWord::Since, ClubWord::Relative, ClubWord::That, ClubWord::Consequence];

/// The line without the clauses that only tell something, if an order is left.
pub(in crate::said) fn without_told(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    language: Language,
) -> Option<Corrected> {
    // What is bought for which cards is told in many words.
    let pays = chunks.iter().any(|c| c.any(&[Word::Troops, Word::Recruit, Word::Pay]))
        && chunks.iter().any(|c| matches!(c.kind, Kind::Suit(_)) || full_suit(c).is_some());
    if pays {
        return None;
    }
    let all = clauses(line, chunks, language);
    let tells = |range: &&Range<usize>| tells(line, chunks, range, known, language);
    let mut told: Vec<Range<usize>> = all.iter().filter(tells).cloned().collect();
    // `I've had this in my head since the clocks went back`: the reason goes with what it is for.
    for pair in all.windows(2) {
        let of_it = told.contains(&pair[0]) && pair[0].end == pair[1].start;
        if of_it && !told.contains(&pair[1]) && gives_reason(line, &chunks[pair[1].clone()], known)
        {
            told.push(pair[1].clone());
        }
    }
    let left = Corrected::without_all(line, chunks, &told);
    let named = left.chunks.iter().any(|c| is_own(c, known));
    let goes = left.chunks.iter().any(|c| c.is_plain_city() || c.has(Word::Stay));
    let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || full_suit(c).is_some();
    let discards = known.awaits(DecisionKind::Discard).is_some() && left.chunks.iter().any(card);
    (!told.is_empty() && (named && goes || discards)).then_some(left)
}

/// Whether a clause begins with `because` and names nothing that could be ordered.
fn gives_reason(line: &str, clause: &[Chunk], known: &Known) -> bool {
    let words = [ClubWord::Because, ClubWord::Since];
    let because = words.iter().any(|word| said(line, clause, 0, *word).is_some());
    let binding = [Word::If, Word::Unless, Word::Or, Word::Ready, Word::Card];
    let orders = |c: &Chunk| {
        is_own(c, known)
            || c.is_plain_city()
            || c.count().is_some_and(|n| n > 1)
            || c.any(&binding) && !c.has(Word::Filler)
    };
    because && !clause.iter().any(orders)
}

fn is_number(chunk: &Chunk) -> bool {
    chunk.count().is_some() && !chunk.has(Word::Article)
}

/// What stands behind the words with which a clause is joined.
struct Body<'c> {
    chunks: &'c [Chunk],
    /// It is joined by `because`, `who` or `that`.
    because: bool,
}

/// Whether a clause only tells something.
fn tells(
    line: &str,
    chunks: &[Chunk],
    range: &Range<usize>,
    known: &Known,
    language: Language,
) -> bool {
    let clause = Clause::new(line, chunks, range, known, language);
    let own = clause.own;
    if clause.is_conditional() || begins_correcting(line, clause.whole) {
        return false;
    }
    if clause.is_until_or_purpose() {
        return !own.iter().any(|c| is_own(c, known));
    }
    clause.is_enough() || clause.says_so_that() || !clause.orders() && clause.only_tells()
}

impl Clause<'_> {
    /// A condition binds what stands beside it.
    fn is_conditional(&self) -> bool {
        self.whole.iter().any(|c| {
            let until = c.begins(ClubWord::UntilKnown) || c.has(Word::Else);
            c.is_word() && c.any(&[Word::If, Word::Unless]) && !until
        })
    }

    /// `…, until I know what Browne is up to`, `…, in order to bar the way to Kassel`
    fn is_until_or_purpose(&self) -> bool {
        let stays = || self.chunks[..self.range.start].iter().any(|c| c.has(Word::Stay));
        self.begins(ClubWord::UntilKnown) && stays() || self.begins(ClubWord::InOrder)
    }

    /// `Chevert stays, four troops are enough`
    fn is_enough(&self) -> bool {
        let orders = |c: &Chunk| {
            !c.generals.is_empty()
                || c.is_plain_city()
                || c.is_train_word()
                || matches!(c.kind, Kind::Suit(_))
                || c.any(&[Word::Card, Word::Pay])
        };
        self.range.start > 0
            && self.known.awaits(DecisionKind::Movement).is_some()
            && self.own.iter().any(|c| Little::Suffices.is(&c.plain))
            && !self.own.iter().any(orders)
    }

    /// `…, so that Soubise has something to eat`
    fn says_so_that(&self) -> bool {
        let many = |c: &Chunk| c.count().is_some_and(|n| n > 1);
        let orders = |c: &Chunk| c.is_plain_city() || many(c) || c.is_train_word() || self.binds(c);
        self.range.start > 0
            && self.begins(ClubWord::SoThatHe)
            && !self.own.iter().any(orders)
            && Prose::Tells.among(self.language, self.line, self.own)
    }

    /// `Twelve against five is no fun`
    fn counts_both(&self) -> bool {
        let mut words = self.own.iter().filter(|c| c.is_word_or_number());
        words.next().is_some_and(is_number) && words.next().is_some_and(|c| c.has(Word::Versus))
    }

    /// Whether a chunk orders or binds something.
    fn binds(&self, c: &Chunk) -> bool {
        // `I can't hold Dresden against Browne`
        let moving = self.known.awaits(DecisionKind::Movement).is_some();
        let against = self.counts_both() || moving && self.own.iter().any(|c| self.is_foreign(c));
        matches!(c.kind, Kind::Suit(_) | Kind::Arrow | Kind::Plus | Kind::Equals)
            || c.ordinal.is_some()
            || (c.any(&ORDERING) || c.any(&BINDING))
                && !c.any(&[Word::Filler, Word::Only])
                && !(against && c.has(Word::Versus))
    }

    /// Whether it names a piece of the writer's, binds something, takes something back, or is a heading: `And this is for the
    /// Swedes when it's their go: …`.
    fn orders(&self) -> bool {
        let nation = |c: &Chunk| c.nation.is_some_and(|nation| self.known.is_own(nation));
        let heads = self.chunks.get(self.range.end).is_some_and(|c| c.kind == Kind::Colon);
        let named = |c: &Chunk| {
            is_own(c, self.known) || self.binds(c) || heads && c.generals.is_empty() && nation(c)
        };
        self.own.iter().any(named) || SECOND_THOUGHTS.iter().any(|word| says(self.text(), *word))
    }

    /// The clause without the words that join it.
    fn body(&self) -> Body<'_> {
        let (line, clause) = (self.line, self.own);
        let mut first = 0;
        let mut because = false;
        while first < clause.len() {
            let c = &clause[first];
            let reason = REASONS.iter().filter_map(|word| said(line, clause, first, *word)).max();
            if let Some(length) = reason.filter(|_| c.generals.is_empty()) {
                because = true;
                first += length;
                continue;
            }
            let prose = |word: Prose| word.said(self.language, line, clause, first).is_some();
            let small = c.is_mark()
                || c.any(&[Word::And, Word::Article, Word::Title, Word::Then, Word::Else])
                || c.has(Word::Filler) && !prose(Prose::Tells)
                || said(line, clause, first, ClubWord::But).is_some();
            if !small || prose(Prose::Teller) || self.is_foreign(c) {
                break;
            }
            first += 1;
        }
        Body { chunks: &clause[first..], because }
    }

    /// Whether it has a verb that says how things are, of somebody or something that is no piece of the writer's, and sends
    /// nobody.
    fn only_tells(&self) -> bool {
        let Body { chunks: rest, because } = self.body();
        let (line, start) = (self.line, self.range.start);
        let begins = |word: Prose, at: usize| word.said(self.language, line, rest, at).is_some();
        let firm = |c: &Chunk, words: &[Word]| c.any(words) && !c.has(Word::Filler);
        // German `dann zittert man in Kolberg`
        let inverted = self.language == Language::German
            && start > 0
            && (1..rest.len().min(3)).any(|at| begins(Prose::Someone, at));
        let verb = inverted || Prose::Tells.among(self.language, line, rest);
        let enemy = rest.first().is_some_and(|c| self.is_foreign(c));
        let counts = self.counts_both() && !self.known.is_set_up();
        let teller = begins(Prose::Teller, 0);
        let him = rest.iter().any(|c| firm(c, &[Word::Pronoun]) && c.generals.is_empty());
        let acts = rest.iter().any(|c| firm(c, &[Word::Move, Word::Stay, Word::Back]));
        let goal = |c: &Chunk| c.is_plain_city() && c.guessed.is_none() && !self.stands(c);
        let city = rest.iter().any(goal);
        let led_there = rest.windows(2).any(|pair| {
            pair[0].any(&[Word::To, Word::Via]) && !pair[0].has(Word::At) && goal(&pair[1])
        });
        // `Lacy stays, one has to look after Prague`; standing alone it is asked who.
        let one = said(line, rest, 0, ClubWord::Somebody).is_some()
            || inverted
            || begins(Prose::Someone, 0);
        let aside = start.checked_sub(1).is_some_and(|at| self.chunks[at].kind != Kind::Period);
        // `I don't plan to go anywhere`, `I want the French to worry about Bremen`
        let of_himself = teller && !him;
        let led = led_there && !enemy && !one && !(of_himself && !acts);
        let goes = acts && !enemy && !(of_himself && !city);
        // `…, he's the stronger one`, `…, he's closer to Glatz there`
        let near = (0..rest.len()).any(|at| said(line, rest, at, ClubWord::CloserTo).is_some());
        let described = start > 0
            && aside
            && verb
            && !acts
            && (near || !city && !led)
            && rest.first().is_some_and(|c| self.describes(c));
        let sends = him && city || goes || led || one && !aside;
        // `…, that makes eight` may be an order where troops are given out.
        let many = rest.iter().any(|c| is_number(c) && c.count() != Some(1));
        let numbers = many && !counts && !enemy;
        // `…, and since Heinrich is there, no step farther`
        let and = start.checked_sub(1).is_some_and(|at| self.chunks[at].has(Word::And));
        let place = self.is_of_a_place(rest) && (start > 0 || !because);
        // `Since Stettin is empty, he might as well go there`
        let reason = because && !(city && start == 0);
        let subject = enemy || teller || counts || reason || place || inverted || described;
        let words = rest.iter().filter(|c| c.is_word_or_number()).count();
        words >= FEWEST
            && verb
            && subject
            && !(sends && !(described && near))
            && !numbers
            && !(reason && and)
    }

    /// Nobody is sent to where he stands: `…, he is too exposed at Aussig`.
    fn stands(&self, c: &Chunk) -> bool {
        let own = self.whole.iter().filter(|c| is_own(c, self.known));
        let mut places = own.flat_map(|c| &c.generals).filter_map(|p| self.known.position(*p));
        places.any(|city| c.cities.contains(&city))
    }

    /// Whether a clause that begins so describes whoever was spoken of. German begins a condition with its verb: `…, ist er weg, …`.
    fn describes(&self, first: &Chunk) -> bool {
        let verb = || Prose::Tells.among(self.language, self.line, std::slice::from_ref(first));
        first.has(Word::Pronoun) || self.language != Language::German && verb()
    }

    /// `Kamenz is an objective of mine`, where another city is named besides; not `Solec is one, Toruń the other`
    fn is_of_a_place(&self, rest: &[Chunk]) -> bool {
        let joined = self.own.first().is_some_and(|c| c.has(Word::And));
        let one_of = self.whole.iter().any(|c| c.has(Word::Other)) || rest.iter().any(is_number);
        let (before, behind) = (&self.chunks[..self.range.start], &self.chunks[self.range.end..]);
        !joined
            && !one_of
            && rest.first().is_some_and(|c| c.is_plain_city() && c.generals.is_empty())
            && Prose::Tells.said(self.language, self.line, rest, 1).is_some()
            && !says(self.text(), ClubWord::Cleft)
            && before.iter().chain(behind).any(Chunk::is_plain_city)
    }
}
