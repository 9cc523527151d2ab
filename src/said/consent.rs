//! Consent is a word: what somebody answers who was asked whether he agrees.
//!
//! Only a clear yes counts: the first word, greeting apart, in any language, without a negation behind
//! it in the same sentence. A clear no ends the question. Everything else, such as the reply of a
//! machine, leaves it open. Some words are yes in one language and begin sentences in others
//! (German `da`, Spanish `si`, Danish `tak`); they count where nothing stands behind them, or what people
//! say behind a yes.

use super::club::vocabulary::{Named, Words};
use crate::game::Seat;
use crate::orders::fold::{fold, is_combining};

/// What somebody says who was asked for consent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    Yes,
    No,
    /// Neither: the question stays open.
    Unclear,
}

/// Words that mean yes wherever they stand first, folded.
const YES: &[&str] = &[
    "yes",
    "yeah",
    "yep",
    "yup",
    "aye",
    "ok",
    "okay",
    "okey",
    "sure",
    "certainly",
    "confirm",
    "confirmed",
    "agree",
    "agreed",
    "accept",
    "accepted",
    "jawohl",
    "jep",
    "einverstanden",
    "bestaetigt",
    "bestatigt",
    "bestatige",
    "confirmo",
    "acepto",
    "vale",
    "certo",
    "confermo",
    "accetto",
    "potwierdzam",
    "zgoda",
    "zgadzam",
    "oui",
    "kylla",
    "igen",
    "evet",
    "да",
    "так",
    "ναι",
    "はい",
    "是",
    "是的",
    "sim",
];
/// Words that mean yes in one language and something else in another, folded.
const YES_ALONE: &[&str] =
    &["si", "ja", "jo", "tak", "da", "ano", "y", "j", "hai", "jah", "taip", "claro"];
/// What people say behind a yes, folded.
const BEHIND: &[&str] = &[
    "please",
    "thanks",
    "thank",
    "i",
    "it",
    "that",
    "this",
    "we",
    "of",
    "sir",
    "bitte",
    "gerne",
    "danke",
    "ich",
    "natuerlich",
    "naturlich",
    "das",
    "als",
    "as",
    "to",
    "por",
    "gracias",
    "confirmo",
    "quiero",
    "acepto",
    "claro",
    "soy",
    "fui",
    "como",
    "per",
    "grazie",
    "confermo",
    "voglio",
    "accetto",
    "certo",
    "sono",
    "come",
    "prosze",
    "dziekuje",
    "potwierdzam",
    "chce",
    "dolaczam",
    "jako",
    "join",
    "confirm",
    "and",
    "und",
    "y",
    "e",
    "i",
];
/// Words that mean no where they stand first, folded.
const NO: &[&str] = &[
    "no",
    "n",
    "nope",
    "never",
    "stop",
    "unsubscribe",
    "cancel",
    "refuse",
    "decline",
    "object",
    "nein",
    "ne",
    "noe",
    "abmelden",
    "abbestellen",
    "niemals",
    "nie",
    "nunca",
    "mai",
    "rifiuto",
    "rechazo",
    "odmawiam",
    "non",
    "nao",
    "nej",
    "nei",
    "ei",
    "нет",
    "ні",
    "hayir",
    "οχι",
    "いいえ",
];
/// A negation behind a yes, folded.
const NOT: &[&str] = &[
    "not",
    "no",
    "never",
    "nothing",
    "neither",
    "nor",
    "nobody",
    "without",
    "stop",
    "unsubscribe",
    "nicht",
    "kein",
    "keine",
    "keinen",
    "nie",
    "niemals",
    "nein",
    "nunca",
    "jamas",
    "tampoco",
    "ni",
    "non",
    "mai",
    "nessun",
    "nessuno",
    "neppure",
    "don",
    "didn",
    "wasn",
    "isn",
    "won",
    "can't",
    "dont",
    "didnt",
    "wasnt",
    "cannot",
    "pas",
    "nao",
    "niet",
    "geen",
    "не",
];
/// Words that follow a negation that denies nothing: `no problem`.
const HARMLESS: &[&str] =
    &["problem", "problems", "problema", "worries", "doubt", "only", "nur", "solo"];
/// Sentences that say that the request was somebody else's, folded, without spaces.
const NOT_ME: &[&str] = &[
    "notme",
    "wasnotme",
    "wasntme",
    "isnotme",
    "didnotask",
    "didntask",
    "didnotrequest",
    "neverasked",
    "didnotwrite",
    "warichnicht",
    "ichwardasnicht",
    "nichtvonmir",
    "nofuiyo",
    "nohesidoyo",
    "nonsonostatoio",
    "nonsonoio",
    "nonsonostataio",
    "tonieja",
    "niebylemtoja",
    "nieprosilem",
    "nieprosilam",
    "cenetaitpasmoi",
    "nebylsemtoja",
];
/// Greetings, folded.
const GREETING: &[&str] = &[
    "hello",
    "hi",
    "hey",
    "dear",
    "greetings",
    "good",
    "hallo",
    "liebe",
    "lieber",
    "liebes",
    "guten",
    "moin",
    "servus",
    "sehr",
    "hola",
    "buenos",
    "buenas",
    "estimado",
    "estimada",
    "querido",
    "ciao",
    "salve",
    "buongiorno",
    "buonasera",
    "gentile",
    "caro",
    "cara",
    "czesc",
    "dzien",
    "witam",
    "witaj",
    "szanowny",
    "szanowni",
    "drogi",
    "bonjour",
    "salut",
    "judge",
    "referee",
];

/// A line as folded words, with the sentences it has.
fn sentences(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.take(MOST_LINES).map(|line| line.chars().take(LONGEST).collect::<String>());
    lines
        .flat_map(|line| {
            line.split(['.', '!', '?', ';', '…', ':'])
                .map(words)
                .filter(|words| !words.is_empty())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// So many lines are looked at: consent stands at the beginning.
const MOST_LINES: usize = 6;
/// So many characters of a line are looked at.
const LONGEST: usize = 400;

/// The words of a sentence, folded; a comma is a word of its own.
fn words(sentence: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut word = String::new();
    let end = |word: &mut String, found: &mut Vec<String>| {
        if !word.is_empty() {
            found.push(fold(word).plain);
            word.clear();
        }
    };
    for character in sentence.chars() {
        if character.is_alphanumeric() || is_combining(character) {
            word.push(character);
        } else {
            end(&mut word, &mut found);
            if matches!(character, ',' | '-' | '–' | '—' | '(') {
                found.push(",".into());
            }
        }
    }
    end(&mut word, &mut found);
    found
}

fn is(word: &str, list: &[&str]) -> bool {
    list.contains(&word)
}

/// What a text answers to a question for consent.
pub fn consent(text: &str) -> Consent {
    let all = sentences(text);
    let mut first = None;
    for (place, sentence) in all.iter().enumerate() {
        if let Some(rest) = behind_greeting(sentence) {
            first = Some((place, rest));
            break;
        }
    }
    let said_so = |sentence: &Vec<String>| {
        let joined: String =
            sentence.iter().filter(|word| *word != ",").map(String::as_str).collect();
        NOT_ME.iter().any(|words| joined.contains(words))
            || sentence.first().is_some_and(|word| is(word, &["stop", "unsubscribe"]))
    };
    let Some((place, rest)) = first else { return Consent::Unclear };
    let Some((word, behind)) = rest.split_first() else { return Consent::Unclear };
    let agrees = is(word, &["i", "ich", "yo", "io"])
        && behind
            .first()
            .is_some_and(|next| is(next, &["agree", "confirm", "accept", "bestatige"]));
    let clear = is(word, YES)
        || agrees
        || (is(word, YES_ALONE)
            && behind.first().is_none_or(|next| next == "," || is(next, BEHIND)));
    if clear {
        return if negated(behind) { Consent::Unclear } else { Consent::Yes };
    }
    let alone = behind.first().is_none_or(|next| {
        next == ","
            || is(
                next,
                &[
                    "thanks", "thank", "danke", "gracias", "grazie", "dziekuje", "i", "ich", "yo",
                    "io", "please", "bitte", "this", "that", "das",
                ],
            )
    });
    if is(word, NO) && (alone || behind.len() <= 3) {
        return Consent::No;
    }
    if all.iter().skip(place).any(said_so) {
        return Consent::No;
    }
    Consent::Unclear
}

/// What stands behind the greeting a sentence begins with; `None` if it is nothing else.
fn behind_greeting(sentence: &[String]) -> Option<&[String]> {
    let first = sentence.first()?;
    if !is(first, GREETING) {
        return Some(sentence);
    }
    if let Some(comma) = sentence.iter().position(|word| word == ",") {
        let rest = &sentence[comma + 1..];
        return (!rest.is_empty()).then_some(rest);
    }
    // `Hi judge yes please`
    let said = |word: &String| is(word, YES) || is(word, YES_ALONE) || is(word, NO);
    let place = sentence.iter().take(4).position(said)?;
    Some(&sentence[place..])
}

fn negated(behind: &[String]) -> bool {
    behind.iter().enumerate().any(|(place, word)| {
        let harmless = behind.get(place + 1).is_some_and(|next| is(next, HARMLESS));
        is(word, NOT) && !harmless
    })
}

/// The roles that a text names, in its order: `yes, as Pompadour`, `Pompadour for me`.
pub fn roles(text: &str) -> Vec<Seat> {
    let mut found = Vec::new();
    for line in text.lines().take(MOST_LINES) {
        let line: String = line.chars().take(LONGEST).collect();
        let mut words = Words::of(&line);
        let mut negated = false;
        while !words.is_at_end() {
            if words.take(NOT) {
                negated = true;
            } else if let Some(Named::Seat(seat)) = words.named_seat() {
                if !negated && !found.contains(&seat) {
                    found.push(seat);
                }
                negated = false;
            } else {
                words.pass();
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_is_the_first_word_greeting_apart_in_any_language() {
        for text in [
            "yes",
            "Yes.",
            "YES please!",
            "Yes, as Pompadour",
            "Hello,\nyes",
            "Hi judge, yes please",
            "Dear referee,\n\nyes, I agree.\n\nAda",
            "ok",
            "ja",
            "Ja, gerne",
            "Ja bitte",
            "Hallo,\nja!",
            "sí",
            "Sí, por favor",
            "si",
            "sì, grazie",
            "tak",
            "Tak, proszę",
            "oui",
            "да",
            "Yes, no problem",
            "yes please, I want to join, Pompadour for me",
        ] {
            assert_eq!(consent(text), Consent::Yes, "{text}");
        }
    }

    #[test]
    fn no_ends_the_question() {
        for text in [
            "no",
            "No, thanks",
            "Nein!",
            "stop",
            "unsubscribe",
            "That was not me!",
            "This wasn't me.",
            "What is this? Stop this.",
            "Das war ich nicht",
            "nie",
            "No fui yo",
            "Hello,\nno",
        ] {
            assert_eq!(consent(text), Consent::No, "{text}");
        }
    }

    #[test]
    fn anything_else_leaves_it_open() {
        for text in [
            "",
            "What is this?",
            "I am out of office until Monday.",
            "Da ich im Urlaub bin, lese ich keine Mails.",
            "Tak for din mail.",
            "Si necesita algo urgente, llame a mi oficina.",
            "Yes, but not now",
            "yes no",
            "Vielen Dank für Ihre Nachricht. Ich bin bis zum 3. Januar nicht im Büro.",
            "Thank you for your message.",
            "Who are you?",
            "Maybe",
        ] {
            assert_eq!(consent(text), Consent::Unclear, "{text}");
        }
    }

    #[test]
    fn roles_are_found_in_what_else_is_said() {
        assert_eq!(roles("yes please, I want to join, Pompadour for me"), [Seat::Pompadour]);
        assert_eq!(
            roles("ja, als Maria Theresia, sonst Friedrich"),
            [Seat::MariaTheresa, Seat::Frederick]
        );
        assert!(roles("yes, but not Frederick").is_empty());
    }
}
