//! What the mails of the desk tell people to write is understood, in every language.

use crate::game::Seat;
use crate::report::compiled_in;
use crate::said::{Context, Joining, Language, Request, Wish, read};

/// The sentences of the desk, by language: the layout with the phrases of each.
fn languages() -> Vec<(&'static str, &'static str)> {
    let templates = compiled_in().iter();
    templates
        .filter_map(|(name, text)| Some((name.strip_suffix("/club-desk.jinja")?, text.as_str())))
        .collect()
}

/// What a line asks for.
fn command(line: &str) -> Option<Request> {
    let said = read(line, &Context::default()).said;
    said.into_iter().next().map(|said| said.request)
}

/// Whether a line can be sent as it is.
fn is_understood(line: &str) -> bool {
    command(line).is_some()
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
        Request::Join(Joining {
            game: rossbach(),
            prefers: prefers.to_vec(),
            password: password.map(str::to_owned),
            phrase: Vec::new(),
        })
    };
    let resign = || Request::Resign { game: rossbach(), sure: true };
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
        ("nicht mehr zuschauen rossbach", Request::Unobserve(rossbach())),
        ("nie obserwuj rossbach", Request::Unobserve(rossbach())),
        ("nie obserwuj", Request::Unobserve(None)),
        ("Rücktritt", Request::Resign { game: None, sure: false }),
        ("Rücktritt ja rossbach", resign()),
        ("ustępuję z gry", Request::Resign { game: None, sure: false }),
        ("ustępuję z gry tak rossbach", resign()),
        ("Sammelmail aus", Request::Set(Wish::Digest(false, None))),
        ("zbiorczo włącz 18:00", Request::Set(Wish::Digest(true, Some(18)))),
        ("Sammelmail: um 08:00 Uhr", Request::Set(Wish::Digest(true, Some(8)))),
        ("zbiorczo: o 08:00", Request::Set(Wish::Digest(true, Some(8)))),
        ("obrazki: wyłączone", Request::Set(Wish::Pictures(false))),
        ("zbiorczo wyłącz", Request::Set(Wish::Digest(false, None))),
        ("vergiss mich ja", Request::ForgetMe { sure: true }),
        ("zapomnij o mnie tak", Request::ForgetMe { sure: true }),
        ("Verlauf rossbach Runde 3", Request::History { game: rossbach(), turn: Some(3) }),
        ("przebieg rossbach etap 3", Request::History { game: rossbach(), turn: Some(3) }),
        ("Regeln R7.5", Request::Rules("R7.5".into())),
        ("zasady R7.5", Request::Rules("R7.5".into())),
        ("zasady", Request::Rules(String::new())),
        ("lista partii", Request::ListGames),
        ("nowa partia rossbach", Request::NewGame("rossbach".into())),
    ] {
        assert_eq!(command(line), Some(expected), "{line}");
    }
}
