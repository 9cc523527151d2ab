//! Every answer says what it did, in the first sentence, in the reader's language.

use crate::table::*;
use feldpost::report::Language;

/// What the answer says first, below its heading.
fn verdict(answer: &str) -> String {
    let (_, behind) =
        answer.rsplit_once("===== ").or_else(|| answer.split_once("= ")).expect("a heading");
    behind.split_inclusive(['.', ':', '!']).next().unwrap_or_default().trim().to_owned()
}

/// A player of this language.
fn reader(language: &str) -> Table {
    let mut table = Table::new();
    if language != "en" {
        table.say(Frederick, &format!("language {language}"));
    }
    table
}

macro_rules! verdicts {
    ($($name:ident: $text:literal, [$($language:literal: $words:literal),* $(,)?];)*) => {
        $(#[test] fn $name() {
            for (language, words) in [$(($language, $words)),*] {
                let mut table = reader(language);
                let answer = table.say(Frederick, $text);
                let first = verdict(&answer).to_lowercase();
                assert!(first.contains(words), "{language}: {words}: {first} | {answer}");
            }
        })*
    };
}

verdicts! {
    carried_out: "Heinrich to Bernau\nready", [
        "en": "carried out", "de": "ausgeführt", "es": "ejecut", "it": "esegui", "pl": "wykonan", "fr": "exécut",
    ];
    kept_and_nothing_carried_out_yet: "Heinrich to Bernau", [
        "en": "nothing has been carried out", "de": "noch nicht", "es": "aún no", "it": "ancora", "pl": "jeszcze", "fr": "rien n'a encore",
    ];
    kept_because_of_a_line: "Heinrich to Wien\nready", [
        "en": "line 1", "de": "zeile 1", "es": "línea 1", "it": "riga 1", "pl": "wiersz", "fr": "ligne 1",
    ];
    nothing_done_because_it_was_a_test: "test\nHeinrich to Bernau", [
        "en": "test", "de": "test", "es": "prueba", "it": "prova", "pl": "prób", "fr": "essai",
    ];
    nothing_done_without_an_order: "Hello, how are you?", [
        "en": "nothing was done", "de": "nichts", "es": "nada", "it": "nulla", "pl": "nic", "fr": "rien n'a été fait",
    ];
}

#[test]
fn late_says_that_nothing_was_changed_in_the_readers_language() {
    for (language, words) in [
        ("en", "too late"),
        ("de", "zu spät"),
        ("es", "tarde"),
        ("it", "tardi"),
        ("pl", "późno"),
        ("fr", "trop tard"),
    ] {
        let mut table = reader(language);
        let prompt = table.newest(Frederick);
        table.say(Frederick, "ready");
        let log = table.log();
        let answer = table.answer(Frederick, &prompt, "Heinrich to Bernau").to_lowercase();
        assert!(answer.contains(words), "{language}: {answer}");
        assert_eq!(table.log(), log);
    }
}

/// What holds `ready` back stands in the first sentence, with what would mend it.
#[test]
fn the_first_sentence_has_the_line_that_blocks() {
    for language in Language::ALL.map(Language::tag) {
        let mut table = reader(language);
        let answer = table.say(Frederick, "Heinrich to Bernau\nKeith to Wien\nready");
        let begin: String = answer.chars().take(260).collect();
        assert!(begin.contains("Keith to Wien"), "{language}: {answer}");
    }
}

/// The mails that come without being asked for speak the reader's language, too.
#[test]
fn one_language_for_everything() {
    let english = ["Nothing", "awaited", "carried out", "Your ", "turn ", "reply", " of the log"];
    for language in ["de", "es", "it", "pl", "fr"] {
        let mut table = reader(language);
        let before = table.mails(&player(Frederick)).len();
        table.say(Frederick, "Heinrich to Bernau\nready");
        table.say(Frederick, "ready");
        table.say(Frederick, "status");
        table.say(Frederick, "settings");
        table.say(Frederick, "votes");
        table.say(Frederick, "propose pause");
        table.say(Frederick, "absent for 3 days");
        table.say(Frederick, "Ferdinand to Wien");
        table.say(Frederick, "nonsense to Xyzzy");
        table.say(Elisabeth, "propose draw");
        table.wait();
        for mail in table.mails(&player(Frederick))[before..].iter() {
            for word in english {
                let found = mail.text.lines().find(|line| line.contains(word));
                assert!(
                    found.is_none(),
                    "{language}: {found:?} in {}\n{}",
                    mail.subject,
                    mail.text
                );
            }
        }
    }
}
