//! Which card is discarded where a line names several: the one that stands with the verb of discarding, not the one
//! that is named first.
//!
//! People greet the cards they draw (`Ah, an 8 of clubs, thank you! I throw the 4 of spades away`) and name those they
//! keep. A discard lies face down and cannot be taken back, so of two cards that may be meant the writer is asked.

use super::cards::{self, Meant, Mention};
use crate::game::{Action, CardRef, DecisionKind, Nation};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, means, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt};
use std::ops::Range;

/// A stretch of a line between marks and joining words.
struct Clause {
    at: Range<usize>,
    /// A sentence begins with it.
    begins: bool,
    /// The card that it names, if it names one.
    cards: Vec<CardRef>,
    /// What is said of its card.
    fate: Fate,
    /// It names a card and says nothing of it: part of a list.
    bare: bool,
    /// It keeps all cards but its own.
    spares: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    Kept,
    Thrown,
}

/// What makes of a card that is only named one that may be meant instead.
const RATHER: [ClubWord; 4] =
    [ClubWord::Instead, ClubWord::Correction, ClubWord::Perhaps, ClubWord::PlainNo];

/// What is left of a line that answers a discard.
pub(in crate::said) struct Settled {
    /// Without the cards that are only spoken of.
    pub chunks: Vec<Chunk>,
    /// Its card stands with a verb of discarding.
    pub thrown: bool,
}

/// The line without the cards that stay in the hand; `None` where no discard is awaited.
pub(in crate::said) fn settled(
    line: &str,
    chunks: &[Chunk],
    tongues: Tongues,
    known: &Known,
) -> Option<Result<Settled, Problem>> {
    let nation = known.awaits(DecisionKind::Discard)?;
    if known.awaits(DecisionKind::Play).is_some() {
        return None;
    }
    let chunks = without_fallback(chunks, tongues, known, nation);
    let mentions = named(chunks, tongues);
    let card = |mention: &Mention| match mention.card(Some(known), Some(nation)) {
        Meant::Card(card) => Some(card),
        Meant::Several(_) => None,
    };
    let covered = |at: usize| mentions.iter().any(|m| m.from <= at && at <= m.to);
    let mut clauses = clauses(chunks, covered);
    for clause in &mut clauses {
        let inside = |m: &&Mention| clause.at.contains(&m.from);
        clause.cards = mentions.iter().filter(inside).filter_map(card).collect();
        clause.fate = fate(&chunks[clause.at.clone()], clause.at.start, covered);
        let own = &chunks[clause.at.clone()];
        let except = |c: &Chunk| c.means(ClubWord::Except);
        clause.spares = clause.fate == Fate::Kept
            && !clause.cards.is_empty()
            && own.iter().any(except)
            && own.iter().any(|c| c.any(&[Word::All, Word::Rest, Word::Everything]));
        if clause.spares {
            clause.fate = Fate::Thrown;
        }
        clause.bare = !clause.cards.is_empty()
            && chunks[clause.at.clone()].iter().enumerate().all(|(at, c)| {
                covered(clause.at.start + at)
                    || !c.is_word()
                    || c.any(&[Word::Article, Word::And, Word::Or, Word::From, Word::Filler])
            });
    }
    let throws = clauses.iter().any(|clause| clause.fate == Fate::Thrown);
    let whole = || Settled { chunks: chunks.to_vec(), thrown: throws };
    if let Some((back, instead)) = taken_back(line, chunks, &clauses) {
        let dropped = clauses[back].at.start..clauses[instead].at.start;
        let left = (0..chunks.len()).filter(|at| !dropped.contains(at));
        let chunks = left.map(|at| chunks[at].clone()).collect();
        return Some(Ok(Settled { chunks, thrown: true }));
    }
    attribute(chunks, &mut clauses);
    let of = |fate: Fate| -> Vec<CardRef> {
        let mut all: Vec<CardRef> = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.fate == fate) {
            all.extend(clause.cards.iter().filter(|card| !all.contains(card)).collect::<Vec<_>>());
        }
        all
    };
    let (thrown, open, kept) = (of(Fate::Thrown), of(Fate::Open), of(Fate::Kept));
    let asked = |cards: &[CardRef]| {
        let candidates = cards.iter().copied().map(Candidate::Card).collect();
        let words = line.chars().take(80).collect();
        Some(Err(Problem::Question { doubt: Doubt::Card, words, candidates }))
    };
    let all = [thrown.as_slice(), &open, &kept].concat();
    if let (Some(first), true) = (all.first(), all.windows(2).all(|pair| pair[0] == pair[1]))
        && let Some(other) = menu_number(chunks, known, nation).filter(|c| c.face != first.face)
    {
        return asked(&[*first, other]);
    }
    let (one, wanted) = match (thrown.as_slice(), open.as_slice(), kept.as_slice()) {
        ([one], ..) => (*one, Fate::Thrown),
        ([], [one], [_, ..]) if !throws => (*one, Fate::Open),
        ([], [_, _, ..], _) => return asked(&open),
        ([_, _, ..], ..) => return asked(&thrown),
        _ => return Some(Ok(whole())),
    };

    if let Some(other) = menu_number(chunks, known, nation).filter(|card| card.face != one.face) {
        return asked(&[one, other]);
    }
    // `I throw the 6 of hearts away, well, rather the 4 of spades`: a card behind it, of which it is not said that it is
    // only spoken of.
    let last = clauses.iter().rposition(|clause| clause.fate == wanted).unwrap_or(0);
    let doubtful = |at: &usize| {
        let clause = &clauses[*at];
        let apart = clauses[last + 1..=*at].iter().any(|clause| clause.begins);
        let sentence = clauses[..=*at].iter().rfind(|clause| clause.begins).unwrap_or(clause);
        let rather = [clause, sentence].iter().any(|clause| {
            let text: String = text_from(line, chunks, clause).chars().take(60).collect();
            RATHER.iter().any(|word| says(&text, *word))
        });
        clause.fate == Fate::Open && !clause.cards.is_empty() && (!apart || clause.bare || rather)
    };
    if (last + 1..clauses.len()).any(|at| doubtful(&at)) {
        return asked(&all);
    }
    let spoken_of = |clause: &&Clause| !clause.cards.is_empty() && clause.fate != wanted;
    let dropped: Vec<&Clause> = clauses.iter().filter(spoken_of).collect();
    // `I keep all but the 8 of clubs`: the card alone is left.
    let spared = |at: usize| {
        clauses.iter().any(|clause| clause.at.contains(&at) && clause.spares && !covered(at))
    };
    let keeps = |at: usize| !dropped.iter().any(|clause| clause.at.contains(&at)) && !spared(at);
    let left = (0..chunks.len()).filter(|at| keeps(*at)).map(|at| chunks[at].clone());
    Some(Ok(Settled { chunks: left.collect(), thrown: throws }))
}

/// The line up to what is to be discarded if there is no such card, where there is one: `the lowest diamond, and if there is
/// none, the lowest card I have`.
fn without_fallback<'c>(
    chunks: &'c [Chunk],
    tongues: Tongues,
    known: &Known,
    nation: Nation,
) -> &'c [Chunk] {
    let joins = |c: &Chunk| !c.is_word() && c.number.is_none() || c.has(Word::And);
    let Some(at) = (1..chunks.len()).find(|at| {
        let opens = chunks[*at].any(&[Word::If, Word::Else]) && joins(&chunks[at - 1]);
        let clause = chunks[*at..].iter().skip(1).take_while(|c| c.is_word());
        let none = |c: &Chunk| c.has(Word::Not) || Little::Denial.is(&c.plain);
        opens && (chunks[*at].has(Word::Else) || clause.into_iter().any(none))
    }) else {
        return chunks;
    };
    let before = named(&chunks[..at], tongues);
    let held = |m: &Mention| matches!(m.card(Some(known), Some(nation)), Meant::Card(_));
    if before.len() == 1 && held(&before[0]) { &chunks[..at] } else { chunks }
}

/// `Discard the 6 of hearts. No wait, I need it against Cumberland, so the 4 of spades`: the clause whose card is taken
/// back, and the one whose card goes in its place.
fn taken_back(line: &str, chunks: &[Chunk], clauses: &[Clause]) -> Option<(usize, usize)> {
    let back = clauses.iter().position(|clause| clause.fate == Fate::Thrown)?;
    let begins = (back + 1..clauses.len()).find(|at| clauses[*at].begins)?;
    let text = |clause: &Clause| {
        let chunks = &chunks[clause.at.clone()];
        let (first, last) = (chunks.first()?, chunks.last()?);
        line.get(first.start..last.end).filter(|_| clause.cards.is_empty())
    };
    let needs = |clause: &Clause| text(clause).is_some_and(|text| says(text, ClubWord::Needed));
    let rethinks = |clause: &Clause| {
        let no = [ClubWord::Correction, ClubWord::PlainNo];
        clause.begins && text(clause).is_some_and(|text| no.iter().any(|word| means(text, *word)))
    };
    let mut named = (begins..clauses.len()).filter(|at| !clauses[*at].cards.is_empty());
    let instead = named.next().filter(|_| named.next().is_none())?;
    let other = clauses[instead].cards.len() == 1 && clauses[instead].cards != clauses[back].cards;
    let wanted = clauses[instead].fate != Fate::Kept && other && clauses[back].cards.len() == 1;
    let regrets = clauses[begins..instead].iter().any(|clause| needs(clause) || rethinks(clause));
    (regrets && wanted).then_some((back, instead))
}

/// The line from where a clause begins.
fn text_from<'l>(line: &'l str, chunks: &[Chunk], clause: &Clause) -> &'l str {
    line.get(chunks[clause.at.start].start..).unwrap_or_default()
}

/// The cards that are named, sentence by sentence. A number alone is one where no suit is named at all, or beside a
/// verb of discarding.
fn named(chunks: &[Chunk], tongues: Tongues) -> Vec<Mention> {
    let says = |m: &Mention| m.reserve || m.value.is_some() || m.extreme.is_some();
    let suited = |m: &Mention| m.reserve || !m.suits.is_empty();
    let mut found: Vec<(Mention, bool)> = Vec::new();
    for range in sentences(chunks) {
        let sentence = &chunks[range.clone()];
        let all = cards::mentions(sentence, tongues, true);
        // `Of the four I throw away the 4 of spades`
        let throws = !all.iter().any(suited) && sentence.iter().any(|c| c.has(Word::Discard));
        for mention in all {
            let (from, to) = (range.start + mention.from, range.start + mention.to);
            found.push((Mention { from, to, ..mention }, throws));
        }
    }
    found.retain(|(mention, _)| says(mention));
    let any = found.iter().any(|(mention, _)| suited(mention));
    found.retain(|(mention, throws)| suited(mention) || *throws || !any);
    found.into_iter().map(|(mention, _)| mention).collect()
}

fn clauses(chunks: &[Chunk], covered: impl Fn(usize) -> bool) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let (mut from, mut begins) = (0, true);
    for (at, chunk) in chunks.iter().enumerate() {
        let strong = matches!(chunk.kind, Kind::Period | Kind::Question | Kind::Semicolon);
        let mark = strong
            || matches!(chunk.kind, Kind::Comma | Kind::Colon | Kind::Open | Kind::Close)
            || chunk.kind == Kind::Dash && !chunk.glued;
        let joins = chunk.is_word()
            && chunk.any(&[Word::And, Word::While, Word::Or])
            && !chunk.any(&[Word::Article, Word::Filler])
            || chunk.kind == Kind::Plus;
        // `Pik 4. Weg damit`: the number ends the sentence.
        let ends = matches!(chunk.kind, Kind::Number(_)) && chunk.ordinal.is_some();
        if covered(at) && !ends || !(mark || joins || ends) {
            continue;
        }
        let end = if ends { at + 1 } else { at };
        if end > from {
            let (cards, fate) = (Vec::new(), Fate::Open);
            found.push(Clause { at: from..end, begins, cards, fate, bare: false, spares: false });
        }
        begins = strong || ends || begins && end == from;
        from = end;
    }
    if from < chunks.len() {
        let (cards, fate) = (Vec::new(), Fate::Open);
        found.push(Clause {
            at: from..chunks.len(),
            begins,
            cards,
            fate,
            bare: false,
            spares: false,
        });
    }
    found
}

/// What the verb of a clause says of its card.
fn fate(clause: &[Chunk], from: usize, covered: impl Fn(usize) -> bool) -> Fate {
    let verbs =
        |word: Word| clause.iter().enumerate().filter(move |(_, c)| c.has(word)).map(|(at, _)| at);
    let no = |c: &Chunk| c.has(Word::Not) && !c.has(Word::Discard) || Little::Denial.is(&c.plain);
    let throws = verbs(Word::Discard).find(|at| !covered(from + at));
    match throws {
        Some(at) if clause[..at].iter().any(no) => Fate::Kept,
        // `werfe ich nicht die Herz 6, sondern …`: the no stands before the card.
        Some(at)
            if clause[at + 1..]
                .iter()
                .enumerate()
                .take_while(|(place, _)| !covered(from + at + 1 + place))
                .any(|(_, c)| no(c)) =>
        {
            Fate::Kept
        }
        Some(_) => Fate::Thrown,
        // `Not the 8 of clubs!`
        None if clause.iter().find(|c| c.is_word()).is_some_and(no) => Fate::Kept,
        None if verbs(Word::Keep).any(|at| !clause[..at].iter().any(no)) => Fate::Kept,
        None => Fate::Open,
    }
}

/// Gives clauses without a verb what is said beside them: `Le 8 de trèfle, je le garde`, `I throw away: the 4 of
/// spades`, `the 4 of spades and the 8 of clubs go`.
fn attribute(chunks: &[Chunk], clauses: &mut [Clause]) {
    for at in 0..clauses.len() {
        let verb = clauses[at].fate;
        let others = chunks[clauses[at].at.clone()].iter().any(|c| {
            c.any(&[Word::Other, Word::Rest, Word::All, Word::TheOnes]) && !c.has(Word::Filler)
        });
        if verb == Fate::Open || !clauses[at].cards.is_empty() || others {
            continue;
        }
        let starts = (0..=at).rev().find(|place| clauses[*place].begins).unwrap_or(0);
        let ends = (at + 1..clauses.len()).find(|place| clauses[*place].begins);
        let ends = ends.unwrap_or(clauses.len());
        let open =
            |place: &usize| !clauses[*place].cards.is_empty() && clauses[*place].fate == Fate::Open;
        let whose = (starts..at).rev().find(open).or_else(|| (at + 1..ends).find(open));
        if let Some(place) = whose {
            clauses[place].fate = verb;
        }
    }
    // Lists: what a bare card follows, or what follows it, is said of it, too.
    for at in 1..clauses.len() {
        if clauses[at].bare
            && clauses[at].fate == Fate::Open
            && !clauses[at].begins
            && !clauses[at - 1].cards.is_empty()
        {
            clauses[at].fate = clauses[at - 1].fate;
        }
    }
    for at in (1..clauses.len()).rev() {
        if clauses[at - 1].bare
            && clauses[at - 1].fate == Fate::Open
            && !clauses[at].begins
            && !clauses[at].cards.is_empty()
        {
            clauses[at - 1].fate = clauses[at].fate;
        }
    }
}

/// The card of the menu's entry whose number a line names: `the 4 of spades, so number 1`.
fn menu_number(chunks: &[Chunk], known: &Known, nation: Nation) -> Option<CardRef> {
    let number = chunks.windows(2).find_map(|pair| {
        let named = pair[0].is_word() && Little::Number.is(&pair[0].plain);
        pair[1].number.filter(|_| named && matches!(pair[1].kind, Kind::Number(_)))
    })?;
    let entries = known.legal_answers(nation, DecisionKind::Discard);
    match entries.get(usize::try_from(number).ok()?.checked_sub(1)?)? {
        Action::Discard { card } => Some(*card),
        _ => None,
    }
}
