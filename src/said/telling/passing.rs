//! What stands in a mail beside what it asks for, and is neither order nor wish: telephone numbers, questions
//! that are marked as such, who is put off till later, and what somebody says he wrote before.
//!
//! All of that is taken out before orders are read, so that no number and no name in it becomes one.

use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{blanked, said};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, LONGEST, means, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::{Meanings, Word};
use std::ops::Range;

/// No more of a question is repeated to its writer, in characters.
const LONGEST_QUESTION: usize = 120;

/// Takes such parts out of a line. Gives the first question among them, as it was written.
pub(in crate::said) fn without_passing(
    line: &str,
    chunks: &mut Vec<Chunk>,
    known: &Known,
) -> Option<String> {
    let is_set_up = known.is_set_up();
    let asked = |part: &[Chunk]| {
        let words = written(line, part).trim();
        words.ends_with('?').then(|| words.chars().take(LONGEST_QUESTION).collect::<String>())
    };
    if is_contact(line, chunks) || is_marked_question(line, chunks) {
        let question = asked(chunks);
        chunks.clear();
        return question;
    }
    initials(line, chunks);
    toasts(chunks);
    rhetorical(line, chunks);
    let questions = asked_about(line, chunks, known);
    let quoted: Vec<String> =
        questions.iter().filter_map(|part| asked(&chunks[part.clone()])).collect();
    let question = (!quoted.is_empty()).then(|| quoted.join(" "));
    let mut parts = quoted_ends(line, chunks);
    parts.extend(questions);
    parts.extend(numbers_to_call(line, chunks));
    parts.extend(sentences(chunks).filter_map(|range| excuse(line, chunks, range)));
    parts.extend(sentences(chunks).filter(|range| is_history(&chunks[range.clone()], known)));
    if is_set_up {
        parts.extend(put_off(line, chunks));
        parts.extend(countries(chunks));
    }
    parts.sort_by_key(|range| (range.start, range.end));
    parts.dedup_by(|next, before| next.start < before.end);
    for part in parts.into_iter().rev() {
        if part.end <= chunks.len() {
            chunks.drain(part);
        }
    }
    question
}

/// Takes out the questions to which their writer says no himself; the line with blanks in their place, if there are any.
pub(in crate::said) fn without_answered(line: &str, chunks: &mut Vec<Chunk>) -> Option<String> {
    let found = answered_by_himself(line, chunks);
    let mut blank = None;
    for part in found.into_iter().rev() {
        let (from, to) = (chunks[part.start].start, chunks[part.end - 1].end);
        blank = Some(blanked(blank.as_deref().unwrap_or(line), from, to));
        chunks.drain(part);
    }
    blank
}

/// `Tel. +44 20 7946 0123`, `Handy 0171/555 12 34`
fn is_contact(line: &str, chunks: &[Chunk]) -> bool {
    let digits = line.chars().filter(char::is_ascii_digit).count();
    let first = line.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    let marked = line.trim_start().starts_with('+')
        || line.contains(" +")
        || first.is_some_and(|word| means(word, ClubWord::Contact));
    let orders =
        |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || matches!(c.kind, Kind::Suit(_));
    (6..=20).contains(&digits) && marked && !chunks.iter().any(orders)
}

/// `Browne 6. My telephone: 601 234 567`: the sentences of a line that give a telephone number.
fn numbers_to_call(line: &str, chunks: &[Chunk]) -> Vec<Range<usize>> {
    let calls = |range: &Range<usize>| {
        let sentence = &chunks[range.clone()];
        let text = written(line, sentence);
        let called = sentence.iter().any(|c| c.is_word() && c.means(ClubWord::Contact));
        let named = sentence.iter().any(|c| !c.generals.is_empty() && c.guessed.is_none());
        called && !named && text.chars().filter(char::is_ascii_digit).count() >= 6
    };
    sentences(chunks).filter(calls).collect()
}

/// `I'm not sure I'm doing this right, but I'd like Dohna to go to Stettin`: with what newcomers excuse themselves before
/// they order something, up to what they order.
fn excuse(line: &str, chunks: &[Chunk], sentence: Range<usize>) -> Option<Range<usize>> {
    let but = |at: usize| said(line, chunks, at, ClubWord::But);
    let ends = |at: &usize| {
        matches!(chunks[*at].kind, Kind::Comma | Kind::Colon | Kind::Dash) || but(*at).is_some()
    };
    let end = sentence.clone().find(ends).filter(|end| *end > sentence.start)?;
    let clause = &chunks[sentence.start..end];
    let orders = |c: &Chunk| {
        let counts = c.count().is_some() && !c.has(Word::Article);
        !c.generals.is_empty() || c.is_plain_city() || c.is_train_word() || counts
    };
    if clause.iter().any(orders) || !says(written(line, clause), ClubWord::Unsure) {
        return None;
    }
    let behind = end + usize::from(chunks[end].is_mark());
    let behind = behind + (behind < sentence.end).then(|| but(behind)).flatten().unwrap_or(0);
    (behind < sentence.end).then_some(sentence.start..behind)
}

/// The years of which somebody tells history.
const PAST: std::ops::RangeInclusive<u32> = 1600..=1899;

/// `On the 6th of May 1757 Schwerin fell before Prague`: a sentence with a year long past that nobody's orders could be,
/// since none of those who are named there reaches a city that is named.
fn is_history(sentence: &[Chunk], known: &Known) -> bool {
    let year = |c: &Chunk| {
        matches!(c.kind, Kind::Number(_)) && c.number.is_some_and(|n| PAST.contains(&n))
    };
    let fights = [Word::Duel, Word::Play, Word::Discard, Word::Attack, Word::Recruit, Word::Versus];
    let own = |piece: &PieceId| known.is_own(piece.nation());
    let reached = |piece: PieceId| {
        let goals = known.destinations(&[piece]);
        sentence.iter().any(|c| c.cities.iter().any(|city| goals.contains(city)))
    };
    let mut who = sentence.iter().flat_map(|c| c.generals.iter().copied()).filter(own);
    let bound = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&fights) || c.is_train_word();
    sentence.iter().any(year) && !sentence.iter().any(bound) && !who.any(reached)
}

/// Takes out the letters of names and titles: `Studienrat i. R.`, `R. Meyer`, of which no one is a Reserve or a suit.
fn initials(line: &str, chunks: &mut [Chunk]) {
    let letter = |c: &Chunk| c.is_word() && c.plain.chars().count() == 1 && c.end - c.start <= 2;
    let capital =
        |c: &Chunk| line.get(c.start..).is_some_and(|text| text.starts_with(char::is_uppercase));
    let dot = |c: Option<&Chunk>| c.is_some_and(|c| c.kind == Kind::Period && c.glued);
    let mut at = 0;
    while at < chunks.len() {
        let name = |c: &Chunk| c.unknown && capital(c);
        let before = at >= 2 && letter(&chunks[at - 2]) && dot(chunks.get(at - 1));
        let behind = dot(chunks.get(at + 1)) && chunks.get(at + 2).is_some_and(name);
        let is_initial = letter(&chunks[at]) && capital(&chunks[at]) && (before || behind);
        let orders = chunks
            .iter()
            .any(|c| !c.generals.is_empty() || c.number.is_some() && !c.has(Word::Article));
        if is_initial && !orders {
            chunks[at].meanings = Meanings::default();
            chunks[at].unknown = true;
        }
        at += 1;
    }
}

/// `Cumberland to Münden. Prost!` is no Proßnitz: a word alone behind the orders is no name that has to be guessed.
fn toasts(chunks: &mut [Chunk]) {
    let ends = |c: &Chunk| c.kind == Kind::Period;
    for at in 2..chunks.len() {
        let alone = ends(&chunks[at - 1]) && chunks.get(at + 1).is_none_or(ends);
        let named = |c: &Chunk| c.is_plain_city() && c.guessed.is_none();
        if alone && chunks[at].guessed.is_some() && chunks[..at].iter().any(named) {
            let word = &mut chunks[at];
            (word.guessed, word.unknown) = (None, true);
            word.cities.clear();
            word.generals.clear();
            word.meanings = Meanings::default();
        }
    }
}

/// `Q2: can I shift troops afterwards?`, `Frage: …`: whatever is named there is only asked about.
fn is_marked_question(line: &str, chunks: &[Chunk]) -> bool {
    let Some(colon) = chunks.iter().position(|c| c.kind == Kind::Colon) else { return false };
    let label = line.get(..chunks[colon].start).unwrap_or_default();
    let label = label.trim_matches(|c: char| !c.is_alphabetic());
    let asks = says(line, ClubWord::Please) || chunks.iter().any(|c| c.has(Word::Press));
    // `8Q: treno 2 a Brünn` pays with a card.
    let asks = asks || chunks.first().is_some_and(|c| c.number.is_some() && c.ordinal.is_none());
    label.chars().count() <= 24 && means(label, ClubWord::QuestionLabel) && !asks
}

/// At set-up the clauses in which somebody says that the others come later: `Browne 6, the rest I will tell you
/// tomorrow`. Those get nothing by it.
fn put_off(line: &str, chunks: &[Chunk]) -> Vec<Range<usize>> {
    clauses(chunks)
        .filter(|range| {
            let clause = &chunks[range.clone()];
            let rest = clause.iter().any(|c| {
                c.any(&[Word::Rest, Word::Everybody, Word::All, Word::Both])
                    && c.generals.is_empty()
            });
            let counted = |c: &Chunk| {
                c.count().is_some() && !c.any(&[Word::Filler, Word::Both, Word::Rest])
                    || !c.generals.is_empty()
            };
            rest && !clause.iter().any(counted) && says(written(line, clause), ClubWord::PutOff)
        })
        .collect()
}

/// At set-up where somebody stands, before his name: `and in Hanover Ferdinand gets 7`.
fn countries(chunks: &[Chunk]) -> impl Iterator<Item = Range<usize>> {
    let named = |at: usize| chunks.get(at).is_some_and(|c| !c.generals.is_empty());
    let small = |c: &Chunk| c.any(&[Word::And, Word::While, Word::Filler]) || !c.is_word();
    let country = move |at: &usize| {
        let (first, place) = (&chunks[*at], &chunks[*at + 1]);
        let stands = place.nation.is_some() || place.is_plain_city();
        first.has(Word::At) && stands && named(*at + 2) && chunks[..*at].iter().all(small)
    };
    (0..chunks.len().saturating_sub(2)).filter(country).map(|at| at..at + 2)
}

/// Questions that are none for the program and order nothing: `was passiert eigentlich, wenn Schwerin meinen Tross
/// frisst?` Whoever asks whether something could be done (`can Keith go to Glatz?`) may mean it, and is asked.
fn asked_about(line: &str, chunks: &[Chunk], known: &Known) -> Vec<Range<usize>> {
    let is_set_up = known.is_set_up();
    let mut found: Vec<Range<usize>> = Vec::new();
    for range in sentences(chunks) {
        // `How many troops has he? And what if I attack him?`
        let goes_on = found.last().is_some_and(|before| before.end == range.start);
        let topic = goes_on && is_topic(&chunks[range.clone()]);
        let others = is_about_others(line, &chunks[range.clone()], known);
        if topic || others || is_asked_about(line, chunks, &range, is_set_up, goes_on) {
            found.push(range);
        }
    }
    found
}

/// `Frederick, did you leave Keith alone at Königgrätz?`: a question about the others' generals, and nothing of the writer's.
fn is_about_others(line: &str, sentence: &[Chunk], known: &Known) -> bool {
    let named = |own: bool| {
        sentence.iter().any(|c| c.generals.iter().any(|p| known.is_own(p.nation()) == own))
    };
    let acts = [
        Word::Attack,
        Word::Play,
        Word::Stop,
        Word::Retreat,
        Word::Discard,
        Word::Card,
        Word::Recruit,
        Word::Help,
        Word::WhereIs,
        Word::WhereCan,
        Word::Status,
        Word::Propose,
        Word::Vote,
        Word::Press,
        Word::Log,
    ];
    let acts = |c: &Chunk| {
        matches!(c.kind, Kind::Suit(_)) || c.any(&acts) && !c.has(Word::Filler) || c.is_train_word()
    };
    let words = sentence.iter().filter(|c| c.is_word_or_number()).count();
    let ends = sentence.last().is_some_and(|c| c.kind == Kind::Question);
    let asks = says(written(line, sentence), ClubWord::Please);
    let nation = |c: &Chunk| c.nation.is_some_and(|nation| !known.is_own(nation));
    let others = named(false) || sentence.iter().any(nation);
    let addressed = sentence.iter().any(|c| c.kind == Kind::Colon);
    ends && words > 3 && others && !addressed && !named(true) && !asks && !sentence.iter().any(acts)
}

/// Whether a sentence only guesses, in one word, at the answer to the question before it: `Why does he have so few troops?
/// History?`
fn is_topic(sentence: &[Chunk]) -> bool {
    let topics = [ClubWord::History, ClubWord::Rules];
    let mut words = sentence.iter().filter(|c| c.is_word_or_number());
    let only = words.next().filter(|_| words.next().is_none());
    sentence.last().is_some_and(|c| c.kind == Kind::Question)
        && only.is_some_and(|c| topics.iter().any(|topic| c.means(*topic)))
}

/// Whether a sentence is such a question; `goes_on`: one stands right before it.
fn is_asked_about(
    line: &str,
    chunks: &[Chunk],
    range: &Range<usize>,
    is_set_up: bool,
    goes_on: bool,
) -> bool {
    let sentence = &chunks[range.clone()];
    let text = written(line, sentence);
    let silent = |c: &&Chunk| {
        c.is_word() && !(c.any(&[Word::Filler, Word::And, Word::Greeting]) && c.generals.is_empty())
            || c.is_word() && (c.any(&[Word::If, Word::Else]) || c.means(ClubWord::Interrogative))
    };
    let first = sentence.iter().find(silent);
    let interrogative = |c: &Chunk| c.is_word() && c.means(ClubWord::Interrogative);
    let begins = first.is_some_and(|c| interrogative(c) || is_set_up && c.means(ClubWord::Asking));
    // `If Laudon attacks him, what happens?`, `¿y si no contesto qué pasa?`
    let piece = |c: &Chunk| !c.generals.is_empty() || c.is_train_word() || c.is_plain_city();
    let acts = |c: &Chunk| {
        c.any(&[Word::Stop, Word::Card]) || c.count().is_some() || matches!(c.kind, Kind::Suit(_))
    };
    let says_more = |c: &Chunk| interrogative(c) || c.kind == Kind::Comma;
    let in_case = first.is_some_and(|c| c.any(&[Word::If, Word::Else]) && !interrogative(c))
        && (!sentence.iter().any(|c| piece(c) || acts(c)) && sentence.iter().any(says_more)
            || sentence.windows(2).any(|pair| {
                matches!(pair[0].kind, Kind::Comma | Kind::Question) && interrogative(&pair[1])
            }));
    let ends = sentence.last().is_some_and(|c| c.kind == Kind::Question) && sentence.len() > 2;
    let answered = [
        Word::Help,
        Word::Status,
        Word::ShowOrders,
        Word::Votes,
        Word::Vote,
        Word::Propose,
        Word::Proposal,
        Word::WhereCan,
        Word::WhereIs,
        Word::Log,
        Word::Press,
        Word::Extend,
        Word::Pause,
        Word::Draw,
        Word::TakeBack,
        Word::Cancel,
        Word::AsksDeadline,
    ];
    // `¿Podemos hablar en español?`
    let language = |c: &Chunk| c.is_word() && c.means(ClubWord::LanguageName);
    // `Was passiert, wenn …?` pauses nothing.
    let general = |c: &Chunk| !c.generals.is_empty() && c.guessed.is_none();
    let of_somebody = sentence.iter().any(|c| general(c) || c.has(Word::Train));
    // `How many troops has Austria left?` is none about a piece.
    let whose = |c: &Chunk| c.has(Word::WhereIs) && !of_somebody;
    // `¿y si no contesto qué pasa?` does not ask how things stand.
    let how_it_stands = |c: &Chunk| c.has(Word::Status) && in_case;
    let sure =
        |c: &Chunk| c.guessed.is_none() && c.any(&answered) && !whose(c) && !how_it_stands(c);
    let elsewhere = sentence.iter().any(|c| sure(c) || language(c));
    let other = says(text, ClubWord::Please) || says(text, ClubWord::Musing) && !in_case;
    let train = |c: &Chunk| c.is_train_word();
    // Where troops are given out, a question without names and numbers gives none.
    let general = |c: &Chunk| !c.generals.is_empty() && c.guessed.is_none();
    let counts = |c: &Chunk| {
        general(c) || c.count().is_some() || c.any(&[Word::Rest, Word::Each, Word::Both])
    };
    if is_set_up && ends && !elsewhere && !sentence.iter().any(counts) {
        return true;
    }
    let city = |c: &Chunk| c.is_plain_city() && c.meanings.is_empty() && c.guessed.is_none();
    let names = sentence.iter().any(|c| {
        let nation = c.nation.is_some() && c.guessed.is_none();
        general(c) || train(c) || city(c) || nation || is_set_up && c.count().is_some()
    });
    // `Co mi grozi, jeśli się poddam?`
    let plays = [Word::Concede, Word::Attack, Word::Duel, Word::Retreat, Word::Lose];
    let of_the_game = names
        || in_case
        || goes_on
        || sentence.iter().any(|c| c.any(&plays) && c.guessed.is_none())
        || says(text, ClubWord::GiveUp);
    (begins || in_case) && ends && of_the_game && !elsewhere && !other
}

/// Takes out what is asked of nobody, as the end of its sentence: `I lose, what can you do?`
fn rhetorical(line: &str, chunks: &mut Vec<Chunk>) {
    let marks = |c: &Chunk| !c.is_word() && c.number.is_none() && !c.opens_question();
    let mut at = chunks.len();
    while let Some(end) = chunks[..at].iter().rposition(|c| c.kind == Kind::Question) {
        let from = chunks[..end].iter().rposition(marks).map_or(0, |mark| mark + 1);
        let clause = &chunks[from..end];
        let small = |c: &&Chunk| c.opens_question() || c.any(&[Word::And, Word::Filler]);
        let first = clause.iter().take_while(small).count();
        let mut places = (0..=first.min(clause.len().saturating_sub(1))).filter(|_| from > 0);
        if places.any(|at| means(written(line, &clause[at..]), ClubWord::NoChoice)) {
            chunks.drain(from..=end);
            if let Some(before) = from.checked_sub(1).filter(|at| chunks[*at].kind == Kind::Comma) {
                chunks[before].kind = Kind::Period;
            }
        }
        at = from;
    }
}

/// `Keith to the train at Kolin? No, too far, Keith back to Neisse`: a question to which its writer says no himself, with
/// that no and the reason. Who is named in it is left, if nobody is named behind.
fn answered_by_himself(line: &str, chunks: &[Chunk]) -> Vec<Range<usize>> {
    let all: Vec<Range<usize>> = sentences(chunks).collect();
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_train_word();
    let mut found = Vec::new();
    for (place, pair) in all.windows(2).enumerate() {
        let (asked, answer) = (&pair[0], &pair[1]);
        let question = chunks[asked.clone()].last().is_some_and(|c| c.kind == Kind::Question);
        let denies = |c: &Chunk| c.is_word() && c.means(ClubWord::PlainNo);
        // `Enrique a Fráncfort, ¿no?`
        let tag = chunks.get(answer.start + 1).is_some_and(|c| c.kind == Kind::Question);
        let places = chunks[asked.clone()].iter().any(Chunk::is_plain_city);
        // `Winterfeldt back to the King? No. He goes to Kamenz`, `A troop for Karl? No, he is full, so one for Daun`
        let whom =
            chunks[asked.clone()].iter().any(|c| !c.generals.is_empty() && c.guessed.is_none());
        // English `No.` may be taken for a shortened word, without the end of its sentence.
        let behind = line.get(chunks[answer.start].end..).unwrap_or_default();
        let whole = behind.starts_with(['.', ',', '!', ';']);
        let places = places || whom && whole;
        // `Would you leave Dohna at Soldin? I don't think so.`
        // Spanish `no.` may be taken for a shortened word, without the end of its sentence.
        let doubts = said(line, chunks, answer.start, ClubWord::DoubtsIt).filter(|length| {
            let end = chunks[answer.start + length - 1].end;
            line.get(end..).is_some_and(|rest| rest.is_empty() || !rest.starts_with([' ', '?']))
        });
        if let Some(length) = doubts.filter(|_| question && !tag) {
            let end = answer.start + length;
            let mark = usize::from(end < answer.end && chunks[end].is_mark());
            found.push(asked.start..end + mark);
            continue;
        }
        if !question || tag || !places || !denies(&chunks[answer.start]) {
            continue;
        }
        let comma = |at: &usize| chunks[*at].kind == Kind::Comma;
        if let Some(from) = second_thought(chunks, asked) {
            let end = sentence_without_names(chunks, answer);
            found.push(from..end);
            continue;
        }
        let mut rest = answer.start + 1;
        rest += usize::from(rest < answer.end && comma(&rest));
        // `no, the train stands there, so Belzig`, `no, too near the King.`, `no, he is full, so …`
        let why = |clause: &[Chunk], behind: usize| {
            let text = written(line, clause);
            let so = |length: &ClubWord| said(line, chunks, behind, *length).is_some();
            let concludes =
                [ClubWord::Therefore, ClubWord::Conclusion, ClubWord::Consequence].iter().any(so);
            let plain =
                |c: &Chunk| c.count().is_none() && c.generals.is_empty() && !c.is_train_word();
            says(text, ClubWord::Reason)
                || says(text, ClubWord::TooFar)
                    && (behind == answer.end || !clause.iter().any(named))
                || concludes && clause.iter().all(plain)
        };
        let clause_ends =
            (rest..answer.end).find(comma).or((rest < answer.end).then_some(answer.end));
        if let Some(end) = clause_ends
            && !chunks[rest..end].iter().any(Chunk::is_plain_city)
            && why(&chunks[rest..end], (end + 1).min(answer.end))
        {
            rest = (end + 1).min(answer.end);
        }
        if chunks.get(rest).is_some_and(|c| rest < answer.end && c.kind == Kind::Period) {
            rest += 1;
        }
        // Of several sentences the next one may name him once more.
        let next = all.get(place + 2).filter(|_| rest == answer.end).map_or(rest, |next| next.end);
        let again = chunks[rest..answer.end.max(next)].iter().any(named);
        // Who is spoken of in the next sentence is named by `he` there.
        let who = asked.clone().find(|at| named(&chunks[*at])).filter(|_| !again);
        match who {
            Some(who) => found.extend([asked.start..who, who + 1..rest]),
            None => found.push(asked.start..rest),
        }
    }
    found.retain(|range| !range.is_empty());
    found
}

/// Where a question ends an order that is none by itself: `Schwerin to Neisse, or is he needed elsewhere?`
fn second_thought(chunks: &[Chunk], asked: &Range<usize>) -> Option<usize> {
    let from = asked
        .clone()
        .rev()
        .find(|at| chunks[*at].any(&[Word::Or]) && *at > asked.start && chunks[at - 1].is_mark())?;
    let names = |c: &Chunk| !c.generals.is_empty() || c.is_train_word();
    let goes = |c: &Chunk| c.is_plain_city() || c.count().is_some() && !c.has(Word::Article);
    let (before, clause) = (&chunks[asked.start..from], &chunks[from..asked.end]);
    let words = clause.iter().filter(|c| c.is_word()).count();
    let ordered = before.iter().any(names) && before.iter().any(Chunk::is_plain_city);
    (ordered && words > 2 && !clause.iter().any(|c| names(c) || goes(c))).then(|| from - 1)
}

/// The end of an answer that says no and nothing else; of one that names something, the end of the no.
fn sentence_without_names(chunks: &[Chunk], answer: &Range<usize>) -> usize {
    let named = |c: &Chunk| {
        !c.generals.is_empty() || c.is_train_word() || c.is_plain_city() || c.count().is_some()
    };
    match chunks[answer.clone()].iter().any(named) {
        true => answer.start + 1,
        false => answer.end,
    }
}

/// `I did write done`, `hab doch fertig geschrieben`: who says that he has said so ends nothing by it.
fn quoted_ends(line: &str, chunks: &[Chunk]) -> Vec<Range<usize>> {
    let apart =
        |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Colon | Kind::Dash | Kind::Semicolon);
    let told = |range: &Range<usize>| {
        let sentence = &chunks[range.clone()];
        let said = |at: usize| {
            let most = LONGEST.min(sentence.len() - at);
            (1..=most).any(|n| {
                let phrase: String = sentence[at..at + n]
                    .iter()
                    .map(|c| written(line, std::slice::from_ref(c)))
                    .collect();
                means(&phrase, ClubWord::Wrote)
            })
        };
        let ready = |at: usize| sentence[at].has(Word::Ready);
        let beside = |at: usize| {
            let behind = (at + 1..sentence.len().min(at + 6))
                .take_while(|at| !apart(&sentence[*at]))
                .any(ready);
            let before = at > 0 && ready(at - 1);
            behind || before
        };
        let orders =
            |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() && c.meanings.is_empty();
        !sentence.iter().any(orders) && (0..sentence.len()).any(|at| said(at) && beside(at))
    };
    sentences(chunks).filter(told).collect()
}

/// The clauses of a line, each as the range of its chunks, with the mark before it.
fn clauses(chunks: &[Chunk]) -> impl Iterator<Item = Range<usize>> {
    let begins = |c: &Chunk| {
        matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Dash | Kind::Open)
            || c.is_word() && c.any(&[Word::And, Word::While]) && c.plain.chars().count() <= 6
    };
    let mut from = 0;
    let mut found = Vec::new();
    for at in 1..=chunks.len() {
        let ends_number = at < chunks.len()
            && matches!(chunks[at - 1].kind, Kind::Number(_))
            && chunks[at - 1].ordinal.is_some()
            && chunks[at].is_word();
        if at == chunks.len() || begins(&chunks[at]) || ends_number {
            found.push(from..at);
            from = at;
        }
    }
    found.into_iter()
}

fn written<'l>(line: &'l str, chunks: &[Chunk]) -> &'l str {
    match (chunks.first(), chunks.last()) {
        (Some(first), Some(last)) => line.get(first.start..last.end).unwrap_or_default(),
        _ => "",
    }
}
