//! Lines to the club that are read as a whole: the desk, addresses, the log.

use super::desk;
use crate::said::Request;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord as W, means, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::{Kind, tokens};
use crate::said::lexicon::tongue;
use crate::said::lexicon::words::Word;
use crate::said::meaning::wish::Wish;

/// Whether a line can be such a wish: most are not, and reading them costs time.
pub(in crate::said) fn may_begin(line: &str, chunks: &[Chunk]) -> bool {
    if line.len() > 240 {
        return false;
    }
    let words: Vec<&Chunk> = chunks.iter().filter(|chunk| chunk.is_word()).take(5).collect();
    // `i miei dati`: one letter begins too much.
    let two = |pair: &[&Chunk]| {
        pair[0].plain.len() == 1 && desk::begins(&format!("{}{}", pair[0].plain, pair[1].plain))
    };
    if words.windows(2).any(two) || sentences(chunks).any(|s| speech(line, &chunks[s]).is_some()) {
        return true;
    }
    words.iter().take(4).any(|chunk| {
        let word = chunk.plain.as_str();
        desk::begins(word) || means(word, W::Address) || means(word, W::Log) || chunk.has(Word::Log)
    })
}

/// Reads a line that is a wish to the club as a whole.
pub(in crate::said) fn read(line: &str, chunks: &[Chunk]) -> Option<Request> {
    let wish = address(line).or_else(|| log(line)).or_else(|| desk::command(line));
    // `Hello, join wagram as Pompadour`
    let wish = wish.or_else(|| desk::command(without_greeting(line, chunks)?));
    let wish = wish.or_else(|| speech(line, chunks).filter(|_| is_one_sentence(chunks)))?;
    // The frames read both, like orders.
    let of_frames = matches!(wish, Request::Help(_) | Request::Status(None));
    (!of_frames).then_some(wish)
}

/// Whether nothing stands beside one sentence of the line but greetings and thanks.
fn is_one_sentence(chunks: &[Chunk]) -> bool {
    let polite = |c: &Chunk| !c.is_word() || c.any(&[Word::Greeting, Word::Closing]);
    let says = |range: &std::ops::Range<usize>| !chunks[range.clone()].iter().all(polite);
    sentences(chunks).filter(says).count() <= 1
}

/// What stands behind a greeting in its line.
fn without_greeting<'l>(line: &'l str, chunks: &[Chunk]) -> Option<&'l str> {
    let greets = |c: &Chunk| c.is_word() && c.any(&[Word::Greeting, Word::Filler]);
    let end = chunks.iter().position(|c| !greets(c)).filter(|at| (1..=3).contains(at))?;
    let ends = !chunks[end].is_word() && chunks[..end].iter().any(|c| c.has(Word::Greeting));
    line.get(chunks[end].end..).filter(|_| ends)
}

/// A language that is asked for in one sentence of several: the wish, and the chunks of the others.
/// `Hola, en español por favor. Daun 8, Browne 6`
pub(in crate::said) fn speech_among(line: &str, chunks: &[Chunk]) -> Option<(Request, Vec<Chunk>)> {
    // `Again in English... in Spanish please`: the last one counts.
    let all: Vec<std::ops::Range<usize>> = sentences(chunks).collect();
    // `Soubise a Kassel, en español por favor.`
    let last_clause = |range: &std::ops::Range<usize>| {
        let comma = chunks[range.clone()].iter().rposition(|c| c.kind == Kind::Comma)?;
        let clause = range.start + comma..range.end;
        is_only_speech(&chunks[clause.start + 1..clause.end]).then_some(clause)
    };
    let clauses: Vec<_> = all.iter().filter_map(last_clause).collect();
    clauses.into_iter().chain(all).rev().find_map(|range| {
        let rest = || chunks[..range.start].iter().chain(&chunks[range.end..]);
        if !rest().any(|chunk| chunk.is_word() || chunk.number.is_some()) {
            return None;
        }
        let wish = speech(line, &chunks[range.clone()])?;
        let mut others: Vec<Chunk> = rest().cloned().collect();
        // The number before this sentence ended another, and counts nothing behind it.
        if let Some(before) = range.start.checked_sub(1).and_then(|at| others.get_mut(at)) {
            before.ordinal = None;
        }
        Some((wish, others))
    })
}

/// Whether a clause asks for a language and says nothing else: `en español por favor`, `bitte auf Deutsch`.
fn is_only_speech(clause: &[Chunk]) -> bool {
    let words: Vec<&Chunk> = clause.iter().filter(|c| c.is_word()).collect();
    let named =
        |pair: &[&Chunk]| means(&format!("{} {}", pair[0].plain, pair[1].plain), W::InLanguage);
    let Some(at) = words.windows(2).position(named) else { return named_alone(&words).is_some() };
    let polite =
        |c: &&&Chunk| c.any(&[Word::Filler, Word::Greeting, Word::Closing]) || c.means(W::Please);
    let mut others = words[..at].iter().chain(&words[at + 2..]);
    others.all(|c| polite(&c)) && clause.iter().all(|c| c.number.is_none())
}

/// `Hi, bitte auf Deutsch!`, `¿podemos hablar en español?`: a short line that names a language to be
/// spoken, and nothing of the game.
fn speech(line: &str, chunks: &[Chunk]) -> Option<Request> {
    let words: Vec<&Chunk> = chunks.iter().filter(|chunk| chunk.is_word()).collect();
    if words.len() > 12 {
        return None;
    }
    if is_strange(line, &words) {
        let own = tongue::spoken(line)?.tag().to_owned();
        return Some(Request::Set(Wish::Language(own)));
    }
    if let Some(named) = preferred(&words) {
        return Some(Request::Set(Wish::Language(named)));
    }
    if let Some(named) = named_alone(&words) {
        return Some(Request::Set(Wish::Language(named)));
    }
    // `Schreibt mir bitte deutsch, mein Englisch ist eingerostet`
    let orders = |c: &&Chunk| !c.generals.is_empty() || c.is_train_word();
    if !words.iter().any(orders)
        && let Some(named) = chunks.split(|c| c.kind == Kind::Comma).find_map(asked_politely)
    {
        return Some(Request::Set(Wish::Language(named)));
    }
    // `otra vez en inglés... en español por favor`, `in italiano, non in inglese`: the last one that is not denied.
    let denies = |c: &&Chunk| c.means(W::Not) || c.means(W::Never);
    let (place, spoken) = words.windows(2).enumerate().rev().find_map(|(place, pair)| {
        let phrase = format!("{} {}", pair[0].plain, pair[1].plain);
        let denied = words[..place].iter().rev().take(4).any(denies);
        (means(&phrase, W::InLanguage) && !denied).then(|| (place, pair[1].plain.clone()))
    })?;
    let others = || words[..place].iter().chain(&words[place + 2..]);
    let orders = [Word::Train, Word::Ready, Word::Stop, Word::Stay, Word::Cancel];
    let of_the_game = others().any(|c| {
        !c.generals.is_empty()
            || c.nation.is_some() && !c.means(W::LanguageName)
            || c.is_plain_city() && c.meanings.is_empty()
            || c.any(&orders) && !c.any(&[Word::Filler, Word::Greeting, Word::Closing])
    });
    let counted = chunks.iter().any(|c| c.number.is_some());
    (!of_the_game && !counted).then_some(Request::Set(Wish::Language(spoken)))
}

/// `¿Por qué me escribes en polaco?`, `Ich spreche kein Polnisch`: a language that the writer does not want. What he wants is
/// the one he writes in.
fn is_strange(line: &str, words: &[&Chunk]) -> bool {
    let has = |word| words.iter().any(|c| c.means(word));
    let opening = words.first().zip(words.get(3).or(words.last()));
    let opening = opening.and_then(|(first, last)| line.get(first.start..last.end));
    let asks_why = opening.is_some_and(|text| says(text, W::Why));
    let denied = has(W::Speaks) && words.iter().any(|c| c.means(W::Not));
    let of_the_game = |c: &&&Chunk| !c.generals.is_empty() || c.number.is_some();
    has(W::LanguageName) && (asks_why || denied) && !words.iter().any(|c| of_the_game(&c))
}

/// `Soy nueva en esto y prefiero el español`, `je ne parle que français`: a language right behind the word for what one
/// prefers or speaks, at the end.
fn preferred(words: &[&Chunk]) -> Option<String> {
    let (last, before) = words.split_last()?;
    let small = |c: &&&Chunk| c.any(&[Word::Filler, Word::Article, Word::At, Word::Only, Word::To]);
    let small = |c: &&&Chunk| small(c) || c.means(W::InLanguage);
    let verb = before.iter().rev().take(4).find(|c| !small(c))?;
    let wants = [W::Prefer, W::Speaks].iter().any(|word| verb.means(*word));
    let of_the_game =
        |c: &&&Chunk| !c.generals.is_empty() || c.number.is_some() && !c.has(Word::Article);
    let plain = !words.iter().any(|c| of_the_game(&c));
    (wants && plain && last.means(W::LanguageName)).then(|| last.plain.clone())
}

/// `Schreibt mir bitte deutsch`: a short clause with a `please`, one language and nothing of the game.
fn asked_politely(clause: &[Chunk]) -> Option<String> {
    let words = || clause.iter().filter(|c| c.is_word());
    let is_language = |c: &&Chunk| c.means(W::LanguageName);
    let orders = [Word::Train, Word::Ready, Word::Stop, Word::Stay, Word::Cancel, Word::Not];
    let of_the_game = |c: &Chunk| {
        !c.generals.is_empty()
            || c.nation.is_some()
            || c.is_plain_city()
            || c.number.is_some()
            || c.any(&orders) && !c.has(Word::Filler)
    };
    // `Entschuldigt bitte meine Deutsch`
    if words().any(|c| c.means(W::Apology)) {
        return None;
    }
    let please = words().any(|c| c.means(W::Please));
    // `Please excuse my bad English` asks for nothing.
    let small = |c: &&Chunk| c.has(Word::Filler) || is_language(c) || c.means(W::Please);
    let others = words().filter(|c| !small(c)).count();
    let plain = (2..=6).contains(&words().count()) && others < 2 && !words().any(of_the_game);
    let mut named = words().filter(is_language);
    let (Some(only), None) = (named.next(), named.next()) else { return None };
    (please && plain).then(|| only.plain.clone())
}

/// `Deutsch bitte`, `español por favor`: a language, and nothing but politeness.
fn named_alone(words: &[&Chunk]) -> Option<String> {
    let named = words.iter().find(|chunk| chunk.means(W::LanguageName))?;
    let polite = |chunk: &&&Chunk| {
        chunk.any(&[Word::Filler, Word::Greeting, Word::Closing])
            || chunk.means(W::LanguageName)
            || chunk.means(W::Please)
    };
    // `Hello everybody, Frances here.`
    let here = words.iter().any(|chunk| Little::Here.is(&chunk.plain));
    let asked = words.len() > 1 && !here && words.iter().all(|chunk| polite(&chunk));
    asked.then(|| named.plain.clone())
}

fn address(line: &str) -> Option<Request> {
    let mut words =
        line.split(|c: char| c.is_whitespace() || ":=".contains(c)).filter(|word| !word.is_empty());
    let first = words.next()?;
    let named = if means(first, W::New) { words.next()? } else { first };
    let asks = means(named, W::Address) && line.contains('@');
    asks.then(|| Request::Address(line.trim().to_owned()))
}

fn log(line: &str) -> Option<Request> {
    let words = tokens(line);
    let words = words.iter().filter(|t| matches!(t.kind, Kind::Word | Kind::Number(_)));
    let mut content = words.map(|token| &token.plain).filter(|word| !means(word, W::Polite));
    let asks = content.next().is_some_and(|word| means(word, W::Log));
    (asks && content.next().is_none()).then_some(Request::Log)
}
