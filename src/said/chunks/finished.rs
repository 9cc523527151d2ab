//! What a word for being done is said of: `the bottle is finished`, `He terminado el libro`, `To koniec Austrii` end no phase.

use super::chunk::Chunk;
use super::frame::Scene;
use super::known::Known;
use crate::said::Language;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::tokens;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::{Word, lexicon, same_letters};

/// A longer phrase says by itself whose end it means: `nothing more to move`.
const LONGEST_PREDICATE: usize = 15;

/// Whether all words for being done in a group are said of something else than a phase and the writer.
pub(in crate::said) fn of_another(scene: &Scene, chunks: &[Chunk]) -> bool {
    let ready = |at: &usize| chunks[*at].has(Word::Ready);
    !(0..chunks.len()).filter(ready).any(|at| is_clear(scene, chunks, at))
}

/// Whether all words for giving up in a group are said of something else than the combat: `Enough about the weather`, `Il caffè
/// è finito`.
pub(in crate::said) fn stops_something_else(scene: &Scene, chunks: &[Chunk]) -> bool {
    let stop = |at: &usize| chunks[*at].has(Word::Stop);
    let mut all = (0..chunks.len()).filter(stop).peekable();
    let small = [
        Word::Filler,
        Word::Article,
        Word::Pronoun,
        Word::From,
        Word::With,
        Word::To,
        Word::At,
        Word::For,
    ];
    let another = |at: usize| {
        let clause = clause(chunks, at);
        let at = at - clause.start;
        let clause = &chunks[clause];
        let passed = |c: &&Chunk| c.any(&small) && !is_strange(c) && c.generals.is_empty();
        let what = clause[at + 1..].iter().take(MOST_SMALL).find(|c| !passed(c));
        let over = clause[at].any(&[Word::End, Word::Ready]);
        what.is_some_and(is_strange)
            || over && clause[..at].iter().any(is_strange)
            || is_of_a_stranger(scene, clause, at)
    };
    all.peek().is_some() && all.all(another)
}

/// `My daughter gives up German`, `Browne gives up`: somebody else does.
pub(in crate::said) fn somebody_else_stops(known: &Known, chunks: &[Chunk]) -> bool {
    let unknown = chunks.iter().filter(|c| c.unknown).count();
    let enemy = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
    let led =
        |at: usize| at > 0 && chunks[at - 1].any(&[Word::Filler, Word::Article]) || unknown > 1;
    (1..chunks.len()).any(|at| {
        let stops = chunks[at].has(Word::Stop) && !chunks[at].has(Word::Filler);
        let subject = chunks[..at].iter().rposition(|c| !c.has(Word::Filler) || c.unknown);
        stops
            && subject.is_some_and(|at| {
                let who = &chunks[at];
                enemy(who) || who.unknown && who.guessed.is_none() && led(at)
            })
    })
}

/// So many small words stand at most between giving up and what is given up.
const MOST_SMALL: usize = 5;

/// Where the clause begins and ends in which this chunk stands.
fn clause(chunks: &[Chunk], at: usize) -> std::ops::Range<usize> {
    let from = chunks[..at].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
    let to = chunks[at..].iter().position(Chunk::is_mark).map_or(chunks.len(), |n| at + n);
    from..to
}

/// Whether nothing strange stands in the clause of this word for being done.
fn is_clear(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let clause = clause(chunks, at);
    let at = at - clause.start;
    let clause = &chunks[clause];
    let short = clause[at].end - clause[at].start <= LONGEST_PREDICATE;
    let strange = |c: &Chunk| {
        !c.has(Word::Ready) && is_strange(c) && short || c.has(Word::Absent) && !c.has(Word::Filler)
    };
    !clause.iter().any(strange)
        && !hangs(scene, clause[at].start)
        && !is_of_a_stranger(scene, clause, at)
        && !leads_away(scene, clause, at)
}

/// So many words stand at most between a condition and what is under it.
const FEW: usize = 5;

/// Whether what begins here is only supposed, or comes later: `I'll tell you whether that's all`, `before I close the phase`.
pub(in crate::said) fn hangs(scene: &Scene, start: usize) -> bool {
    let marks = ['.', '!', '?', ';', ':', ',', '(', ')', '…'];
    let before = scene.line.get(..start).unwrap_or_default();
    let words = before.rsplit(char::is_whitespace).filter(|word| !word.is_empty()).take(FEW);
    let same_clause = words.take_while(|word| !word.ends_with(marks));
    let under = [Word::If, Word::Unless, Word::Before];
    same_clause.flat_map(tokens).any(|word| {
        let sense = lexicon(scene.tongues.first()).phrase(std::slice::from_ref(&word), false);
        let sense = sense.map(|(sense, _)| sense.meanings).unwrap_or_default();
        // Spanish `sí` and Italian `sì` are no `si`.
        let yes = sense.has(Word::Yes) || word.strict.contains(['í', 'ì']);
        sense.any(&under) && !yes || Little::Whether.is(&word.plain)
    })
}

/// Whether a word is not known as it is written, nor misspelt where one stands beside being done: `Bin durch mti der Bewegung`.
fn is_strange(chunk: &Chunk) -> bool {
    let beside = [Word::Filler, Word::With, Word::TopicMoves, Word::ClockMovement, Word::Turn];
    chunk.is_word() && (chunk.unknown || chunk.guessed.is_some() && !chunk.any(&beside))
}

/// `the end of Austria`, `koniec Austrii`, `It's over for the French`, written by somebody who does not lead them.
fn is_of_a_stranger(scene: &Scene, clause: &[Chunk], at: usize) -> bool {
    let foreign = |c: &Chunk| {
        c.nation.is_some_and(|nation| scene.known.is_some_and(|known| !known.is_own(nation)))
    };
    let leads = [Word::From, Word::For, Word::With];
    let small = |c: &Chunk| c.any(&[Word::Filler, Word::Article]) && c.nation.is_none();
    (0..clause.len()).filter(|place| foreign(&clause[*place])).any(|place| {
        let before =
            (0..place).rfind(|before| !small(&clause[*before]) || clause[*before].any(&leads));
        before.is_some_and(|before| before == at || clause[before].any(&leads))
    })
}

/// `Si va in Sassonia!`: off to a region, which is no city. German writes all nouns with a capital.
fn leads_away(scene: &Scene, clause: &[Chunk], at: usize) -> bool {
    let capital = |c: &Chunk| {
        let text = scene.line.get(c.start..c.end).unwrap_or_default();
        text.starts_with(char::is_uppercase)
    };
    let [to, goal, ..] = &clause[at + 1..] else { return false };
    let region = goal.has(Word::Filler) && goal.nation.is_none() && capital(goal);
    scene.tongues.first() != Language::German && to.has(Word::To) && !to.has(Word::For) && region
}

/// Whether a lone word for being done at this place is said of what stands before it, which nothing reads: `Il pranzo è
/// pronto`. Where that is no talk, only what is not known counts.
pub(in crate::said) fn is_said_of_talk(
    line: &str,
    chunks: &[Chunk],
    from: usize,
    talk: bool,
) -> bool {
    let over = [Word::Ready, Word::Stop];
    let Some(at) = (from..chunks.len()).find(|at| chunks[*at].any(&over)) else {
        return false;
    };
    let lone = line.get(chunks[at].start..chunks[at].end).is_some_and(|text| !text.contains(' '));
    let joins =
        |c: &Chunk| c.any(&[Word::And, Word::Filler, Word::Time, Word::Then]) && !is_strange(c);
    // `Ich bin müde und fertig`; Italian `è` is no `e`.
    let first = line.get(chunks[from].start..chunks[from].end).unwrap_or_default();
    let and =
        chunks[from].has(Word::And) && !first.starts_with(['è', 'È']) && !first.ends_with('\'');
    if !lone || and || !chunks[from..at].iter().all(joins) {
        return false;
    }
    let begins = clause(chunks, from).start;
    let named = |c: &Chunk| !c.generals.is_empty() || !c.cities.is_empty();
    let before = &chunks[begins..from];
    if talk {
        return before.iter().any(|c| is_strange(c) || named(c) || c.has(Word::Absent));
    }
    // `Federico resta, la festa è finita`, but `tabor 1 finsterwalde gotowe`
    before.iter().rev().take_while(|c| !named(c) && c.number.is_none()).any(is_strange)
}

/// Whether a word that means nothing is `ready` of some language with a letter left out, doubled or two that changed places.
/// Another letter makes another word, such as a name; and short words are those of the text's language or the reader's own, for
/// `Pete` is no French `prête`.
pub(in crate::said) fn is_ready_mistyped(word: &str, tongues: Tongues) -> bool {
    let letters = |word: &str| word.chars().count();
    if !(4..=12).contains(&letters(word)) {
        return false;
    }
    let (first, last) = (word.chars().next(), word.chars().next_back());
    let own = if letters(word) < 5 { 2 } else { tongues.all.len() };
    tongues.all.into_iter().take(own).map(lexicon).any(|lexicon| {
        lexicon.single_words().any(|(known, _)| {
            letters(known) >= 5
                && known.chars().next() == first
                && (same_letters(known, word)
                    || letters(known) != letters(word)
                        && (known.chars().next_back() == last || letters(known) > 5))
                && strsim::osa_distance(known, word) == 1
                && lexicon
                    .phrase(&tokens(known), false)
                    .is_some_and(|(sense, _)| sense.meanings.has(Word::Ready))
        })
    })
}
