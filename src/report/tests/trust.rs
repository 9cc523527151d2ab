//! The mails about fairness: the question for a phrase, the log.

use super::super::*;
use super::mails::{log, rendered};
use super::templates;
use crate::game::{Seat, Setup};

fn gathering() -> Gathering {
    Gathering {
        game: "rossbach".into(),
        setup: Setup { expert: true, ..Setup::default() },
        seat: None,
        place: 3,
        players: 4,
        seed_commitment: "5e".repeat(32),
        answer: false,
        phrase: None,
        too_long: None,
        waiting: 4,
        open: 0,
        log: log(),
    }
}

fn mail(gathering: Gathering) -> Mail {
    Mail::Gathering(Box::new(gathering))
}

#[test]
fn the_question_for_a_phrase() {
    let asked = rendered("gathering", &mail(gathering()));
    assert!(asked.text.contains("player 3 of 4") && asked.text.contains("4 of 4 players"));
    let seated = Gathering { seat: Some(Seat::Pompadour), ..gathering() };
    assert!(rendered("gathering-seated", &mail(seated)).text.contains("to play Pompadour"));
}

#[test]
fn the_answer_to_a_phrase() {
    let phrase = Some("The *flute* {{ is }} out of tune".to_owned());
    let taken = Gathering { answer: true, phrase: phrase.clone(), waiting: 1, ..gathering() };
    let templates = templates();
    let text = templates.render(&mail(taken)).expect("a mail").text;
    assert!(text.contains("The *flute* {{ is }} out of tune"), "{text}");
    assert!(text.contains("1 of 4 players has not answered"), "{text}");
    let none = Gathering { answer: true, phrase: Some(String::new()), waiting: 2, ..gathering() };
    assert!(rendered("gathering-no-phrase", &mail(none)).text.contains("You send no phrase"));
    let long = Gathering { answer: true, too_long: Some(200), ..gathering() };
    let long = rendered("gathering-too-long", &mail(long));
    assert!(long.text.contains("not taken") && long.subject.contains("too long"));
    let last = Gathering { answer: true, phrase, waiting: 0, ..gathering() };
    let last = templates.render(&mail(last)).expect("a mail");
    assert!(last.text.contains("the game begins") && !last.text.contains("asked of you"));
}

#[test]
fn the_log_goes_along() {
    let copy = |over| {
        let file = "rossbach-42.jsonl".to_owned();
        Mail::Log(LogCopy { game: "rossbach".into(), over, file, log: log() })
    };
    let running = rendered("log", &copy(false));
    assert!(running.text.contains("only") && running.text.contains("rossbach-42.jsonl"));
    assert!(rendered("log-over", &copy(true)).text.contains("The game is over"));
}
