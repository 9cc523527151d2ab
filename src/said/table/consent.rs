//! Consent is a word: what somebody answers who was asked whether he agrees.
//!
//! Only a clear yes counts: the first word, greeting apart, in any language, without a negation behind
//! it in the same sentence. A clear no ends the question. Everything else, such as the reply of a
//! machine, leaves it open. Some words are yes in one language and begin sentences in others
//! (German `da`, Spanish `si`, Danish `tak`); they count where nothing stands behind them, or what people
//! say behind a yes.

use crate::game::Seat;
use crate::said::chunks::chunk::Chunk;
use crate::said::club::words::{ClubWord as W, means, phrases};
use crate::said::lexicon::text;
use crate::said::lexicon::text::is_combining;

/// What somebody says who was asked for consent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    /// Agreed, without a negation behind it.
    Yes,
    /// Refused, which ends the question for good.
    No,
    /// Neither: the question stays open.
    Unclear,
}

/// A sentence: the number of its line, counted from 0, and its words.
type Sentence = (usize, Vec<String>);

/// The sentences at the beginning of a text, as words.
fn sentences(lines: &[&str]) -> Vec<Sentence> {
    let lines = lines.iter().enumerate().map(|(place, line)| (place, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty()).take(MOST_LINES);
    lines
        .flat_map(|(place, line)| {
            let line: String = line.chars().take(LONGEST).collect();
            line.split(['.', '!', '?', ';', '…', ':'])
                .map(words)
                .filter(|words| !words.is_empty())
                .map(|words| (place, words))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// So many lines are looked at: consent stands at the beginning.
const MOST_LINES: usize = 6;
/// So many characters of a line are looked at.
const LONGEST: usize = 400;

/// The words of a sentence; a comma is a word of its own.
fn words(sentence: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut word = String::new();
    let end = |word: &mut String, found: &mut Vec<String>| {
        if !word.is_empty() {
            found.push(word.clone());
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

/// What a text answers to a question for consent, and the number of the line that says it, from 0.
pub(in crate::said) fn consent(lines: &[&str]) -> (Consent, usize) {
    let all = sentences(lines);
    let first = all.iter().enumerate().find_map(|(place, (line, sentence))| {
        behind_greeting(sentence).map(|rest| (place, *line, rest))
    });
    let Some((place, line, rest)) = first else { return (Consent::Unclear, 0) };
    let Some((word, behind)) = rest.split_first() else { return (Consent::Unclear, line) };
    if agrees(word, behind) {
        let clear = !negated(behind) && !conditional(behind);
        return (if clear { Consent::Yes } else { Consent::Unclear }, line);
    }
    let alone = behind.first().is_none_or(|next| next == "," || means(next, W::BehindNo));
    if means(word, W::No) && (alone || behind.len() <= 3) {
        return (Consent::No, line);
    }
    let refuses = all[place..].iter().find(|(_, sentence)| refuses(sentence));
    match refuses {
        Some((line, _)) => (Consent::No, *line),
        None => (Consent::Unclear, line),
    }
}

/// Whether a sentence begins with a clear yes.
fn agrees(word: &str, behind: &[String]) -> bool {
    let next = behind.first();
    means(word, W::Yes)
        || means(word, W::YesAlone) && next.is_none_or(|next| next == "," || means(next, W::Behind))
        || next.is_some_and(|next| means(&format!("{word}{next}"), W::IDo))
}

/// Whether a sentence says that the request was somebody else's, or is to end.
fn refuses(sentence: &[String]) -> bool {
    let joined: String =
        sentence.iter().filter(|word| *word != ",").map(|word| text::fold(word).0).collect();
    phrases(W::NotMe).any(|words| joined.contains(words))
        || sentence.first().is_some_and(|word| means(word, W::Stop))
}

/// What stands behind the greeting a sentence begins with; `None` if it is nothing else.
fn behind_greeting(sentence: &[String]) -> Option<&[String]> {
    let first = sentence.first()?;
    if !means(first, W::Greeting) {
        return Some(sentence);
    }
    if let Some(comma) = sentence.iter().position(|word| word == ",") {
        let rest = &sentence[comma + 1..];
        return (!rest.is_empty()).then_some(rest);
    }
    // `Hi judge yes please`
    let said = |word: &String| [W::Yes, W::YesAlone, W::No].iter().any(|of| means(word, *of));
    let place = sentence.iter().take(4).position(said)?;
    Some(&sentence[place..])
}

fn negated(behind: &[String]) -> bool {
    behind.iter().enumerate().any(|(place, word)| {
        let harmless = behind.get(place + 1).is_some_and(|next| means(next, W::Harmless));
        means(word, W::Not) && !harmless
    })
}

/// `Yes, but only if Ben plays, too`: whoever asks for something in return has not agreed yet.
/// `Tell me if I can help` asks for nothing.
fn conditional(behind: &[String]) -> bool {
    behind.iter().enumerate().any(|(place, word)| {
        let next = behind.get(place + 1).map_or("", String::as_str);
        let before = place.checked_sub(1).map_or("", |place| behind[place].as_str());
        (means(word, W::Condition) || means(&format!("{word}{next}"), W::Condition))
            && !means(before, W::Tell)
    })
}

/// The roles that a line names, in its order, none with a negation before it: `yes, as Pompadour`.
pub(in crate::said) fn roles(line: &str, chunks: &[Chunk]) -> Vec<Seat> {
    let mut found = Vec::new();
    let mut not = false;
    for chunk in chunks {
        let written = line.get(chunk.start..chunk.end).unwrap_or_default();
        if let Some(seat) = chunk.seat {
            if !not && !found.contains(&seat) {
                found.push(seat);
            }
            not = false;
        } else if means(written, W::Not) {
            not = true;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::said::{Asked, Context, Request, read};

    fn consent(text: &str) -> Consent {
        read(text, &Context { asked: Asked::Consent, ..Context::default() }).consent()
    }

    fn roles(text: &str) -> Vec<Seat> {
        let reading = read(text, &Context { asked: Asked::Consent, ..Context::default() });
        let yes = reading.said.into_iter().find_map(|said| match said.request {
            Request::Yes(roles) => Some(roles),
            _ => None,
        });
        yes.unwrap_or_default()
    }

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
            "Yes, and tell me if anything is missing",
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
