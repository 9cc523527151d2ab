//! Clauses that only tell something beside an order: why, where the enemy stands, what the writer thinks of it:
//! `Lehwaldt runs for Heiligenbeil, Browne and Lacy are just waiting for it`, `…, one has to look after Prague`.
//!
//! What this module deliberately does not do: pass over a clause that names a piece of the writer's, a card, a condition,
//! or that sends somebody anywhere.

use super::Language;
use super::cards::full_suit;
use super::chunk::Chunk;
use super::club::words::{ClubWord, says};
use super::corrected::{Corrected, begins_correcting, parted, said};
use super::known::Known;
use super::little::Little;
use super::prose::Prose;
use super::text::Kind;
use super::words::Word;
use crate::game::DecisionKind;
use std::ops::Range;

/// A clause of fewer words tells nothing.
const FEWEST: usize = 3;

/// Words that order, take back, bind or ask something, wherever they stand.
pub(super) const ORDERING: [Word; 25] = [
    Word::Ready,
    Word::Wait,
    Word::Cancel,
    Word::Recruit,
    Word::Pay,
    Word::Card,
    Word::Reserve,
    Word::Play,
    Word::Discard,
    Word::Test,
    Word::Press,
    Word::Propose,
    Word::Vote,
    Word::Rest,
    Word::Everybody,
    Word::Both,
    Word::Other,
    Word::TheOne,
    Word::TheOnes,
    Word::Absent,
    Word::Returned,
    Word::Extend,
    Word::Pause,
    Word::Or,
    Word::Turn,
];
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
pub(super) fn without_told(
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

/// The clauses of a line, each with the mark or the word before it that joins it to the others.
fn clauses(line: &str, chunks: &[Chunk], language: Language) -> Vec<Range<usize>> {
    let parts = |at: usize| {
        let c = &chunks[at];
        matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Open)
            || c.kind == Kind::Dash && !c.glued
            || at > 0 && !chunks[at - 1].is_mark() && joins(line, chunks, at, language)
    };
    let ends =
        |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question | Kind::Colon | Kind::Close);
    parted(chunks, ends, |at| at < chunks.len() && parts(at))
}

/// Whether a word here begins another clause.
fn joins(line: &str, chunks: &[Chunk], at: usize, language: Language) -> bool {
    let c = &chunks[at];
    let and = c.is_word() && c.has(Word::And) && c.cities.is_empty() && c.generals.is_empty();
    let words = [ClubWord::But, ClubWord::Because, ClubWord::Since, ClubWord::UntilKnown];
    // `so` alone stands before an order, too.
    let so_that = said(line, chunks, at, ClubWord::Consequence)
        .and_then(|length| line.get(c.start..chunks[at + length - 1].end));
    let so_that = so_that.is_some_and(|phrase| phrase.len() > 4);
    // `to Potsdam that's enough`, `to Cottbus which is safer`
    let told = |from: usize| {
        (from..chunks.len().min(from + 3))
            .any(|at| Prose::Tells.said(language, line, chunks, at).is_some())
    };
    let behind_city = chunks[at - 1].is_plain_city() && {
        let teller = Prose::Teller.said(language, line, chunks, at);
        let which = [ClubWord::Relative, ClubWord::That];
        let which = which.iter().find_map(|word| said(line, chunks, at, *word));
        teller.or(which).is_some_and(|length| told(at + length))
    };
    // Polish `a` is no French `à`.
    let long = c.plain.len() > 1 || language == Language::Polish;
    and || so_that
        || behind_city
        || long && words.iter().any(|word| said(line, chunks, at, *word).is_some())
}

fn is_own(chunk: &Chunk, known: &Known) -> bool {
    chunk.is_train_word() || chunk.generals.iter().any(|piece| known.is_own(piece.nation()))
}

/// Whether a clause only tells something.
fn tells(
    line: &str,
    chunks: &[Chunk],
    range: &Range<usize>,
    known: &Known,
    language: Language,
) -> bool {
    let clause = &chunks[range.clone()];
    let foreign = |c: &Chunk| {
        let general = !c.generals.is_empty() && !is_own(c, known);
        general || c.generals.is_empty() && c.nation.is_some_and(|nation| !known.is_own(nation))
    };
    // A condition binds what stands beside it.
    let conditional = |c: &Chunk| {
        let until = c.begins(ClubWord::UntilKnown) || c.has(Word::Else);
        c.is_word() && c.any(&[Word::If, Word::Unless]) && !until
    };
    let whole = sentence(chunks, range);
    if whole.iter().any(conditional) || begins_correcting(line, whole) {
        return false;
    }
    let until = said(line, clause, usize::from(clause[0].is_mark()), ClubWord::UntilKnown);
    let behind_stay = chunks[..range.start].iter().any(|c| c.has(Word::Stay));
    let purpose = said(line, clause, usize::from(clause[0].is_mark()), ClubWord::InOrder);
    if until.is_some() && behind_stay || purpose.is_some() {
        // `…, until I know what Browne is up to`, `…, in order to bar the way to Kassel`
        return !clause.iter().any(|c| is_own(c, known));
    }
    // `Chevert stays, four troops are enough`
    let enough = clause.iter().any(|c| Little::Suffices.is(&c.plain)) && range.start > 0;
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.is_train_word();
    let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&[Word::Card, Word::Pay]);
    let moving = known.awaits(DecisionKind::Movement).is_some();
    if enough && moving && !clause.iter().any(|c| named(c) || card(c)) {
        return true;
    }
    // `Twelve against five is no fun`
    let number = |c: &Chunk| c.count().is_some() && !c.has(Word::Article);
    let mut said_first = clause.iter().filter(|c| c.is_word_or_number());
    let fights = said_first.next().is_some_and(number)
        && said_first.next().is_some_and(|c| c.has(Word::Versus));
    // `I can't hold Dresden against Browne`
    let against =
        fights || clause.iter().any(foreign) && known.awaits(DecisionKind::Movement).is_some();
    let binds = |c: &Chunk| {
        matches!(c.kind, Kind::Suit(_) | Kind::Arrow | Kind::Plus | Kind::Equals)
            || c.ordinal.is_some()
            || (c.any(&ORDERING) || c.any(&BINDING))
                && !c.any(&[Word::Filler, Word::Only])
                && !(against && c.has(Word::Versus))
    };
    // `…, so that Soubise has something to eat`
    let from = usize::from(clause[0].is_mark());
    let so_that = said(line, clause, from, ClubWord::SoThatHe).is_some();
    let goal = clause.iter().any(|c| c.is_plain_city() || c.count().is_some_and(|n| n > 1));
    let own_only = |c: &Chunk| c.is_train_word() || binds(c);
    if so_that && !goal && range.start > 0 && !clause.iter().any(own_only) {
        return Prose::Tells.among(language, line, clause);
    }
    // `And this is for the Swedes when it's their go: …`
    let own_nation =
        |c: &Chunk| c.generals.is_empty() && c.nation.is_some_and(|nation| known.is_own(nation));
    let heads = chunks.get(range.end).is_some_and(|c| c.kind == Kind::Colon);
    if clause.iter().any(|c| is_own(c, known) || binds(c) || heads && own_nation(c)) {
        return false;
    }
    let text = clause.first().zip(clause.last());
    let text = text.and_then(|(first, last)| line.get(first.start..last.end)).unwrap_or_default();
    if SECOND_THOUGHTS.iter().any(|word| says(text, *word)) {
        return false;
    }
    // `…, and since Heinrich is there, no step farther`
    let and = range.start.checked_sub(1).is_some_and(|at| chunks[at].has(Word::And));
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
        let teller = Prose::Teller.said(language, line, clause, first).is_some();
        let small = c.is_mark()
            || c.any(&[Word::And, Word::Article, Word::Title, Word::Then, Word::Else])
            || c.has(Word::Filler) && Prose::Tells.said(language, line, clause, first).is_none()
            || said(line, clause, first, ClubWord::But).is_some();
        if !small || teller || foreign(c) {
            break;
        }
        first += 1;
    }
    let rest = &clause[first..];
    let words = rest.iter().filter(|c| c.is_word_or_number()).count();
    // German `dann zittert man in Kolberg`
    let one_behind =
        (1..rest.len().min(3)).any(|at| Prose::Someone.said(language, line, rest, at).is_some());
    let inverted = one_behind && language == Language::German && range.start > 0;
    let verb = inverted || Prose::Tells.among(language, line, rest);
    let enemy = rest.first().is_some_and(foreign);
    let counts = fights && !known.is_set_up();
    let teller = Prose::Teller.said(language, line, rest, 0).is_some();
    let plain = |c: &Chunk| !c.has(Word::Filler);
    let him = |c: &Chunk| c.has(Word::Pronoun) && c.generals.is_empty() && plain(c);
    let him = rest.iter().any(him);
    let goes = rest.iter().any(|c| c.any(&[Word::Move, Word::Stay, Word::Back]) && plain(c));
    // Nobody is sent to where he stands: `…, he is too exposed at Aussig`.
    let stands = |c: &Chunk| {
        let mut own = whole.iter().filter(|c| is_own(c, known)).flat_map(|c| &c.generals);
        own.any(|piece| known.position(*piece).is_some_and(|city| c.cities.contains(&city)))
    };
    let goal = |c: &Chunk| c.is_plain_city() && c.guessed.is_none() && !stands(c);
    let led = rest.windows(2).any(|pair| {
        pair[0].any(&[Word::To, Word::Via]) && !pair[0].has(Word::At) && goal(&pair[1])
    });
    let city = rest.iter().any(goal);
    // `Lacy stays, one has to look after Prague`; standing alone it is asked who.
    let one = said(line, rest, 0, ClubWord::Somebody).is_some()
        || inverted
        || Prose::Someone.said(language, line, rest, 0).is_some();
    let aside = range.start.checked_sub(1).is_some_and(|at| chunks[at].kind != Kind::Period);
    // `I don't plan to go anywhere`, `I want the French to worry about Bremen`
    let of_himself = teller && !him;
    let led = led && !enemy && !one && !(of_himself && !goes);
    let goes = goes && !enemy && !(of_himself && !city);
    let sends = him && city || goes || led || one && !aside;
    // `…, he's the stronger one`, `…, he's closer to Glatz there`
    let near = (0..rest.len()).any(|at| said(line, rest, at, ClubWord::CloserTo).is_some());
    let described = range.start > 0
        && rest.first().is_some_and(|c| {
            // German begins a condition with its verb: `…, ist er weg, …`
            let verb = language != Language::German
                && Prose::Tells.among(language, line, std::slice::from_ref(c));
            c.has(Word::Pronoun) || verb
        })
        && verb
        && (near || !city && !led)
        && !rest.iter().any(|c| c.any(&[Word::Move, Word::Stay, Word::Back]) && plain(c))
        && aside;
    let sends = sends && !(described && near);
    // `…, that makes eight` may be an order where troops are given out.
    let many = |c: &Chunk| number(c) && c.count() != Some(1);
    let numbers = rest.iter().any(many) && !counts && !enemy;
    // `Kamenz is an objective of mine`, where another city is named besides
    let joined = clause.first().is_some_and(|c| c.has(Word::And));
    // `Solec is one, Toruń the other`
    let one_of = whole.iter().any(|c| c.has(Word::Other)) || rest.iter().any(number);
    let place = !joined
        && !one_of
        && (range.start > 0 || !because)
        && rest.first().is_some_and(|c| c.is_plain_city() && c.generals.is_empty())
        && Prose::Tells.said(language, line, rest, 1).is_some()
        && !says(text, ClubWord::Cleft)
        && chunks[..range.start].iter().chain(&chunks[range.end..]).any(Chunk::is_plain_city);
    // `Since Stettin is empty, he might as well go there`
    let because = because && !(city && range.start == 0);
    let subject = enemy || teller || counts || because || place || inverted || described;
    words >= FEWEST && verb && subject && !sends && !numbers && !(because && and)
}

/// The sentence in which these chunks stand.
fn sentence<'c>(chunks: &'c [Chunk], range: &Range<usize>) -> &'c [Chunk] {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
    let from = chunks[..range.start].iter().rposition(ends).map_or(0, |at| at + 1);
    let end = chunks[range.end..].iter().position(ends).unwrap_or(chunks.len() - range.end);
    &chunks[from..range.end + end]
}
