//! What the mails of the desk tell people to write is understood, in every language.

use crate::game::Seat;
use crate::report::compiled_in;
use crate::said::Language;
use crate::said::club::desk::{Command, Joining, Wish, command};
use crate::said::club::phrases;

/// The sentences of the desk, by language: the layout with the phrases of each.
fn languages() -> Vec<(&'static str, &'static str)> {
    let templates = compiled_in().iter();
    templates
        .filter_map(|(name, text)| Some((name.strip_suffix("/club-desk.jinja")?, text.as_str())))
        .collect()
}

/// Whether a line can be sent as it is.
fn is_understood(line: &str) -> bool {
    command(line).is_some() || !phrases::read(line).is_empty()
}

#[test]
fn every_word_of_the_help_is_understood_in_every_language() {
    let languages = languages();
    assert_eq!(languages.len(), Language::ALL.len());
    let mut mute = Vec::new();
    for (language, text) in languages {
        let terms = text.lines().filter_map(|line| line.strip_prefix("~ "));
        let terms: Vec<&str> = terms.filter_map(|line| line.split(" | ").next()).collect();
        assert!(terms.len() >= 19, "{language}: {terms:?}");
        for line in terms.iter().flat_map(|term| term.split(", ")) {
            if !is_understood(line) {
                mute.push(format!("{language}: {line}"));
            }
        }
    }
    assert!(mute.is_empty(), "{}", mute.join("\n"));
}

#[test]
fn what_german_and_polish_sentences_quote_is_understood() {
    let rossbach = || Some("rossbach".to_owned());
    let join = |prefers: &[Seat], password: Option<&str>| {
        Command::Join(Joining {
            game: rossbach(),
            prefers: prefers.to_vec(),
            password: password.map(str::to_owned),
            phrase: Vec::new(),
        })
    };
    let resign = || Command::Resign { game: rossbach(), sure: true };
    for (line, expected) in [
        (
            "mitspielen rossbach lieber Pompadour, Friedrich",
            join(&[Seat::Pompadour, Seat::Frederick], None),
        ),
        ("mitspielen rossbach als Friedrich", join(&[Seat::Frederick], None)),
        ("mitspielen rossbach Passwort geheim", join(&[], Some("geheim"))),
        (
            "dołącz rossbach, wolę Pompadour, Fryderyka",
            join(&[Seat::Pompadour, Seat::Frederick], None),
        ),
        ("dołącz rossbach jako Fryderyk", join(&[Seat::Frederick], None)),
        ("dołącz rossbach hasło tajne", join(&[], Some("tajne"))),
        ("nicht mehr zuschauen rossbach", Command::Unobserve(rossbach())),
        ("nie obserwuj rossbach", Command::Unobserve(rossbach())),
        ("nie obserwuj", Command::Unobserve(None)),
        ("Rücktritt", Command::Resign { game: None, sure: false }),
        ("Rücktritt ja rossbach", resign()),
        ("ustępuję z gry", Command::Resign { game: None, sure: false }),
        ("ustępuję z gry tak rossbach", resign()),
        ("Sammelmail aus", Command::Set(Wish::Digest(false, None))),
        ("zbiorczo włącz 18:00", Command::Set(Wish::Digest(true, Some(18)))),
        ("Sammelmail: um 08:00 Uhr", Command::Set(Wish::Digest(true, Some(8)))),
        ("zbiorczo: o 08:00", Command::Set(Wish::Digest(true, Some(8)))),
        ("obrazki: wyłączone", Command::Set(Wish::Pictures(false))),
        ("zbiorczo wyłącz", Command::Set(Wish::Digest(false, None))),
        ("vergiss mich ja", Command::ForgetMe { sure: true }),
        ("zapomnij o mnie tak", Command::ForgetMe { sure: true }),
        ("Verlauf rossbach Runde 3", Command::History(rossbach(), Some(3))),
        ("przebieg rossbach etap 3", Command::History(rossbach(), Some(3))),
        ("Regeln R7.5", Command::Rules("R7.5".into())),
        ("zasady R7.5", Command::Rules("R7.5".into())),
        ("zasady", Command::Rules(String::new())),
        ("lista partii", Command::List),
        ("nowa partia rossbach", Command::NewGame("rossbach".into())),
    ] {
        assert_eq!(command(line), Some(expected), "{line}");
    }
}
