//! For or against: what a line answers to a call to vote, or says of what is voted on.

use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Scene;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// `I'm fine with the pause`, `Und ja zur Abstimmung`, `keine Pause bitte`: what somebody thinks of what can be voted on, and
/// nothing else. Doubts, questions and conditions are no ballots.
pub(in crate::said) fn opinion(scene: &Scene, chunks: &[Chunk]) -> Option<bool> {
    let is = |c: &Chunk, words: &[ClubWord]| words.iter().any(|word| c.means(*word));
    let topic = |c: &Chunk| {
        let of_all = c.any(&[Word::Pause, Word::Draw, Word::Vote]) && !c.has(Word::Move);
        (of_all || c.has(Word::Proposal) && c.plain.len() > 4) && c.guessed.is_none()
    };
    let text = scene.words(chunks);
    // `ein Remis kommt noch nicht in Frage` waits for nothing.
    let refuses = says(&text, ClubWord::Disagree);
    let other = |c: &Chunk| {
        c.unknown
            || c.kind == Kind::Question
            || c.number.is_some() && !c.has(Word::Article)
            || c.has(Word::Wait) && !refuses
            || c.any(&[Word::Propose, Word::Card, Word::Train, Word::Troops])
            || c.has(Word::If) && !c.has(Word::ForIt)
            || c.has(Word::Play) && !c.has(Word::Filler)
            || c.nation.is_some()
            || c.seat.is_some()
            || is(c, &[ClubWord::Musing])
    };
    let words: Vec<&Chunk> = chunks.iter().filter(|c| c.is_word() || c.number.is_some()).collect();
    if words.len() > 9 || !words.iter().any(|c| topic(c)) || chunks.iter().any(other) {
        return None;
    }
    // `I don't mind a pause`, `nichts gegen die Pause`
    let denied = words.iter().any(|c| is(c, &[ClubWord::Not]));
    let strong = |c: &Chunk, word: Word| {
        let of_whom = refuses && c.has(Word::For);
        c.has(word) && !of_whom && !c.any(&[Word::To, Word::At, Word::Article, Word::And])
    };
    let against =
        refuses || words.iter().any(|c| strong(c, Word::Against) || is(c, &[ClubWord::No]));
    let for_it = says(&text, ClubWord::Agree)
        || words
            .iter()
            .any(|c| strong(c, Word::ForIt) || is(c, &[ClubWord::Yes, ClubWord::YesAlone]));
    match (for_it, against, denied) {
        (true, false, false) => Some(true),
        (false, true, _) if !says(&text, ClubWord::Agree) => Some(false),
        // `Keine Pause bitte`
        (false, false, true) if words.len() <= 5 => Some(false),
        _ => None,
    }
}

/// Whether nothing but a ballot is given: `Ich bin dafür`, `I'm all for it, count me as a yes`.
pub(in crate::said) fn is_only_a_ballot(scene: &Scene, chunks: &[Chunk]) -> bool {
    let kinds = |c: &Chunk| c.any(&super::proposed::KINDS);
    let small = [
        Word::ForIt,
        Word::Against,
        Word::Filler,
        Word::Proposal,
        Word::To,
        Word::Article,
        Word::And,
    ];
    let others = [Word::Versus, Word::Decline, Word::Discard, Word::For, Word::Stop];
    let ballot = |c: &Chunk, length: usize| {
        c.any(&[Word::ForIt, Word::Against]) && c.end - c.start >= length && !c.any(&others)
    };
    // A whole sentence may have another one beside it.
    let spelt = chunks.iter().any(|c| ballot(c, 15));
    let (most, longest) = if spelt { (6, 14) } else { (4, 4) };
    let words = chunks.iter().filter(|c| c.is_word());
    words.clone().count() <= most
        && scene.has_words_up_to(longest)
        && words.clone().all(|c| !c.unknown && (c.any(&small) || kinds(c)))
        && chunks.iter().all(|c| c.count().is_none() && c.guessed.is_none())
        && chunks.iter().all(|c| c.kind != Kind::Question)
        && chunks.iter().any(|c| ballot(c, 6))
}

/// A line that is nothing but yes or no, in answer to a call to vote.
pub(in crate::said) fn ballot_alone(chunks: &[Chunk]) -> Option<bool> {
    let words = chunks.iter().filter(|c| c.is_word() || c.number.is_some());
    let passed = [Word::Filler, Word::Proposal];
    let mut said = None;
    for chunk in words {
        let is = |words: &[ClubWord]| words.iter().any(|word| chunk.means(*word));
        let against = chunk.has(Word::Against) || is(&[ClubWord::No]);
        let for_it = chunk.has(Word::ForIt) || is(&[ClubWord::Yes, ClubWord::YesAlone]);
        if for_it != against && (said.is_none() || said == Some(for_it)) {
            said = Some(for_it);
        } else if !chunk.any(&passed) || for_it || against {
            return None;
        }
    }
    said
}

/// `Number 3? I'm in favour`: what is voted on, as a question of its own, and the ballot behind it.
pub(in crate::said) fn on_a_number(chunks: &[Chunk]) -> Option<(u32, bool)> {
    let ends = |c: &Chunk| c.kind == Kind::Question && !c.opens_question();
    let mark = chunks.iter().position(ends)?;
    let (asked, ballot) = (&chunks[..mark], &chunks[mark + 1..]);
    let label = |c: &Chunk| {
        Little::Number.is(&c.plain)
            || c.any(&[Word::Proposal, Word::Vote, Word::Article, Word::Filler])
    };
    let mut numbers = asked.iter().filter(|c| matches!(c.kind, Kind::Number(_)));
    let number = numbers.next().filter(|_| numbers.next().is_none())?.number?;
    let about = asked.iter().filter(|c| c.is_word());
    let small = [Word::ForIt, Word::Against, Word::Filler, Word::To];
    let mut words = ballot.iter().filter(|c| c.is_word() || c.number.is_some());
    let plain = about.clone().any(label)
        && about.clone().all(label)
        && words.clone().count() <= 6
        && words.all(|c| c.any(&small) && c.number.is_none());
    plain.then(|| yes_no(ballot)).flatten().map(|yes| (number, yes))
}

/// `Fine by me`, `lieber nicht`: an answer to the mail that calls for the vote, in other words than yes
/// and no. With a piece, a place or a but it is something else.
pub(in crate::said) fn agreement(line: &str, chunks: &[Chunk]) -> Option<bool> {
    let other = |c: &Chunk| {
        !c.generals.is_empty()
            || !c.cities.is_empty()
            || c.any(&[Word::While, Word::If, Word::Train])
            || c.kind == Kind::Question
    };
    if chunks.iter().any(other) || chunks.iter().filter(|c| c.is_word()).count() > 10 {
        return None;
    }
    let (agrees, disagrees) = (says(line, ClubWord::Agree), says(line, ClubWord::Disagree));
    let denied = chunks.iter().any(|c| c.means(ClubWord::Not));
    // `No, fine with me as it is`
    if matches!(chunks, [no, comma, ..] if no.means(ClubWord::No) && comma.kind == Kind::Comma)
        && !disagrees
    {
        return None;
    }
    match (agrees, disagrees) {
        // `No problem`, and `I am not sure it's fine by me`.
        (true, false) if !denied || chunks.iter().filter(|c| c.is_word()).count() <= 5 => {
            Some(true)
        }
        (false, true) => Some(false),
        // `nicht einverstanden`
        (true, true) => Some(false),
        _ => None,
    }
}

/// Likewise, an answer that begins with yes or no and says nothing of the game: `Yes of course, get well soon!`
pub(in crate::said) fn ballot_first(line: &str, chunks: &[Chunk]) -> Option<bool> {
    let other = |c: &Chunk| {
        !c.generals.is_empty()
            || c.is_plain_city() && c.meanings.is_empty()
            || c.any(&[Word::While, Word::If, Word::Train])
            || c.number.is_some()
            || c.kind == Kind::Question
    };
    let words = chunks.iter().filter(|c| c.is_word()).count();
    if chunks.iter().any(other) || words > 8 {
        return None;
    }
    let goes_on = |c: &Chunk| c.is_word() && !c.any(&[Word::ForIt, Word::Filler, Word::Closing]);
    if chunks.get(1).is_some_and(goes_on) || chunks.iter().any(|c| c.has(Word::Wait)) {
        return None;
    }
    let ballot = ballot_alone(chunks.get(..1)?)?;
    let doubted =
        says(line, ClubWord::Agree) && !ballot || says(line, ClubWord::Disagree) && ballot;
    (!doubted).then_some(ballot)
}

/// Whether a ballot is for or against. A word against counts before `yes` in other words.
///
/// `Voto que sí, por mí no hay prisa`: what the clause with the vote says counts.
pub(in crate::said) fn yes_no(chunks: &[Chunk]) -> Option<bool> {
    let mut clauses = chunks.split(|c| matches!(c.kind, Kind::Comma | Kind::Period));
    let voting = clauses.find(|clause| clause.iter().any(|c| c.has(Word::Vote)));
    voting.and_then(for_or_against).or_else(|| for_or_against(chunks))
}

fn for_or_against(chunks: &[Chunk]) -> Option<bool> {
    let strong = |(at, c): (usize, &Chunk), word: Word| {
        c.has(word)
            && !c.any(&[Word::And, Word::Article])
            && !(c.has(Word::If) && c.plain == "se")
            && !is_label(chunks, at)
            // `that's it for Hanover`
            && !chunks.get(at + 1).is_some_and(|next| c.has(Word::For) && next.nation.is_some())
    };
    if chunks.iter().enumerate().any(|chunk| strong(chunk, Word::Against)) {
        return Some(false);
    }
    chunks.iter().enumerate().any(|chunk| strong(chunk, Word::ForIt)).then_some(true)
}

/// `on number 3 I am against`, `zur Abstimmung Nr. 2: nein`, `a favor de la 3`: one number, one ballot, and nothing else
/// that says anything. A bare yes or no wants the word for what is voted on.
pub(in crate::said) fn speaks_of_a_number(chunks: &[Chunk]) -> bool {
    let words: Vec<&Chunk> = chunks.iter().filter(|c| c.is_word() || c.number.is_some()).collect();
    let ballot = |c: &Chunk| c.any(&[Word::ForIt, Word::Against]) && !c.has(Word::Versus);
    let spelt = |c: &Chunk| ballot(c) && c.end - c.start >= 5 && c.guessed.is_none();
    let nouns = [Word::Vote, Word::Votes, Word::Proposal, Word::Propose];
    let noun = |c: &Chunk| c.any(&nouns) && c.plain.len() > 3;
    let small =
        [Word::To, Word::At, Word::For, Word::From, Word::Article, Word::Filler, Word::Pronoun];
    let other = |c: &Chunk| {
        let silent = c.any(&small) && !c.any(&[Word::Not, Word::Card, Word::Troops, Word::Train]);
        !(ballot(c) || noun(c) || silent || Little::Number.is(&c.plain) || c.number.is_some())
            || c.unknown
            || matches!(c.kind, Kind::Suit(_))
    };
    let numbers = words.iter().filter(|c| c.number.is_some() && !c.has(Word::Article)).count();
    let named = words.iter().any(|c| noun(c));
    words.len() <= 9
        && numbers == 1
        && words.iter().any(|c| if named { ballot(c) } else { spelt(c) })
        && !words.iter().any(|c| other(c) || c.has(Word::Discard))
        && !chunks.iter().any(|c| matches!(c.kind, Kind::Question | Kind::Suit(_)))
}

/// Whether a word announces the number behind it: `no. 3`, but not the `no` that votes in `no, 3`.
pub(in crate::said) fn is_label(chunks: &[Chunk], at: usize) -> bool {
    let ballots = chunks.iter().filter(|c| c.any(&[Word::ForIt, Word::Against])).count();
    let behind = chunks[at + 1..].iter().find(|c| c.kind != Kind::Period);
    Little::Number.is(&chunks[at].plain)
        && (ballots > 1 || !chunks[at].has(Word::Against))
        && behind.is_some_and(|c| matches!(c.kind, Kind::Number(_)))
}
