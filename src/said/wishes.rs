//! Lines to the club that are read as a whole: the desk, addresses, phrases, the log, consent.

use super::Language;
use super::Request;
use super::chunk::Chunk;
use super::club::desk::{self, Command};
use super::text::{Kind, fold, tokens};
use super::words::{Word, lexicon};

/// What players of the languages call an address, and a new one.
const ADDRESS: [&str; 6] = ["address", "adresse", "direccion", "indirizzo", "adres", "email"];
const NEW: [&str; 10] =
    ["new", "neue", "nueva", "nuevo", "nuovo", "nuova", "nowy", "nowa", "my", "meine"];
/// What they call a phrase.
const PHRASES: [&str; 9] =
    ["phrase", "spruch", "frase", "fraza", "haslo", "motto", "fraze", "hasla", "frazy"];
const NONE: [&str; 12] = [
    "no", "kein", "keine", "keinen", "sin", "ninguna", "nessuna", "senza", "bez", "brak", "none",
    "without",
];
/// Words around the request for the log.
const POLITE: [&str; 22] = [
    "please", "the", "public", "whole", "send", "me", "game", "bitte", "das", "el", "il", "por",
    "favor", "schick", "mir", "per", "favore", "prosze", "mi", "envia", "manda", "of",
];
const LOG: [&str; 6] = ["log", "protokoll", "registro", "diario", "dziennik", "protokol"];

/// Whether a line can be such a wish: most are not, and reading them costs time.
pub(super) fn may_begin(line: &str, chunks: &[Chunk]) -> bool {
    if line.len() > 240 {
        return false;
    }
    let mut words = chunks.iter().filter(|chunk| chunk.is_word()).take(4);
    words.any(|chunk| {
        let word = chunk.plain.as_str();
        desk::begins(word)
            || PHRASES.contains(&word)
            || NONE.contains(&word)
            || ADDRESS.contains(&word)
            || LOG.contains(&word)
            || chunk.has(Word::Log)
            || matches!(word, "hash" | "beacon")
    })
}

/// Reads a line that is a wish to the club as a whole.
pub(super) fn read(line: &str) -> Option<Request> {
    phrase(line).or_else(|| address(line)).or_else(|| log(line)).or_else(|| {
        Some(match desk::command(line)? {
            // Both have a page for players, which the frames know.
            Command::Help | Command::Status(None) => return None,
            Command::Status(game) => Request::Status(game),
            Command::List => Request::ListGames,
            Command::NewGame(name) => Request::NewGame(name),
            Command::Join(joining) => Request::Join(joining),
            Command::Leave(game) => Request::Leave(game),
            Command::Observe(game) => Request::Observe(game),
            Command::Unobserve(game) => Request::Unobserve(game),
            Command::Observers(game) => Request::Observers(game),
            Command::Settings => Request::Settings,
            Command::Set(wish) => Request::Set(wish),
            Command::Rules(section) => Request::Rules(section),
            Command::Map(game) => Request::Map(game),
            Command::History(game, turn) => Request::History { game, turn },
            Command::Resign { game, sure } => Request::Resign { game, sure },
            Command::TakeOver { game, seat } => Request::TakeOver { game, seat },
            Command::MyData => Request::MyData,
            Command::ForgetMe { sure } => Request::ForgetMe { sure },
            Command::AlsoAddress(address) => Request::AlsoAddress(address),
        })
    })
}

/// `phrase A rainy night in Potsdam`, `hash 9f86…`, `no phrase`.
fn phrase(line: &str) -> Option<Request> {
    let line = line.trim();
    let (first, rest) = line.split_at(line.find(|c: char| c.is_whitespace() || c == ':')?);
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ':').trim();
    let first = fold(first).0;
    if NONE.contains(&first.as_str()) {
        let word = fold(rest.trim_end_matches(['.', '!'])).0;
        return PHRASES.contains(&word.as_str()).then(|| Request::Phrase(String::new()));
    }
    if rest.is_empty() {
        return None;
    }
    if first == "hash" {
        let hash = rest.to_lowercase();
        let whole = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        return whole.then_some(Request::Hash(hash));
    }
    if first == "beacon" {
        return Some(Request::Beacon(rest.to_owned()));
    }
    PHRASES.contains(&first.as_str()).then(|| Request::Phrase(rest.to_owned()))
}

fn address(line: &str) -> Option<Request> {
    let lower = line.trim().to_lowercase();
    let mut words = lower
        .split(|c: char| c.is_whitespace() || ":=".contains(c))
        .filter(|word| !word.is_empty())
        .map(|word| fold(word).0);
    let first = words.next()?;
    let named = if NEW.contains(&first.as_str()) { words.next()? } else { first };
    let asks = ADDRESS.contains(&named.as_str()) && lower.contains('@');
    asks.then(|| Request::Address(line.trim().to_owned()))
}

fn log(line: &str) -> Option<Request> {
    let words: Vec<String> = tokens(line)
        .into_iter()
        .filter(|token| matches!(token.kind, Kind::Word | Kind::Number(_)))
        .map(|token| token.plain)
        .collect();
    let mut content = words.iter().filter(|word| !POLITE.contains(&word.as_str()));
    let asks = content.next().is_some_and(|word| LOG.contains(&word.as_str()));
    (asks && content.next().is_none()).then_some(Request::Log)
}

/// Yes or no as the first word of a line, greeting apart; `yes` without a negation behind it.
pub(super) fn consent(line: &str) -> Option<bool> {
    let all = tokens(line);
    let mut at = 0;
    while at < all.len() {
        if all[at].kind != Kind::Word {
            at += 1;
            continue;
        }
        let of = |word| {
            Language::ALL.into_iter().find_map(|language| {
                let (sense, used) = lexicon(language).phrase(&all[at..], false)?;
                sense.meanings.has(word).then_some(used)
            })
        };
        if of(Word::No).is_some() {
            return Some(false);
        }
        if of(Word::Yes).is_some() {
            let not = all[at + 1..].iter().any(|token| NEGATIONS.contains(&token.plain.as_str()));
            return (!not).then_some(true);
        }
        match of(Word::Greeting) {
            Some(used) => at += used,
            None => return None,
        }
    }
    None
}

const NEGATIONS: [&str; 14] = [
    "not", "no", "never", "dont", "nicht", "nein", "kein", "keine", "non", "nie", "never", "nunca",
    "mai", "didnt",
];

/// Whether a line is nothing but a greeting: the answer may stand below it.
pub(super) fn is_greeting(line: &str) -> bool {
    let all = tokens(line);
    let Some(first) = all.iter().position(|token| token.kind == Kind::Word) else { return true };
    all.iter().filter(|token| token.kind == Kind::Word).count() <= 4
        && Language::ALL.into_iter().any(|language| {
            lexicon(language)
                .phrase(&all[first..], false)
                .is_some_and(|(sense, _)| sense.meanings.has(Word::Greeting))
        })
}
