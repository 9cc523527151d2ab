//! The mails about fairness: the question for a phrase, the log.

use super::super::*;
use super::mails::{log, rendered};
use super::templates;
use crate::game::{Seat, Setup};
use crate::phrase::{PhraseBy, WhyAnew};
use chrono::DateTime;

fn who(place: usize) -> Who {
    Who { seat: None, place }
}

fn gathering() -> Gathering {
    Gathering {
        game: "rossbach".into(),
        setup: Setup { expert: true, ..Setup::default() },
        reader: who(3),
        players: 4,
        seed_commitment: "5e".repeat(32),
        stage: GatheringStage::Hashes,
        phrases: true,
        beacon: false,
        answer: false,
        reminder: false,
        own: None,
        asked: true,
        refused: None,
        anew: None,
        hashes: Vec::new(),
        awaited: (1..=4).map(who).collect(),
        open: 0,
        due: Some(moment()),
        shortest: 20,
        round: None,
        seed: None,
        log: log(),
    }
}

fn moment() -> Moment {
    Moment::new(&DateTime::UNIX_EPOCH.with_timezone(&chrono_tz::Tz::Europe__Berlin))
}

fn known(place: usize, by: PhraseBy) -> KnownPhrase {
    let hash = (by != PhraseBy::None).then(|| format!("{place}a").repeat(32));
    KnownPhrase { who: who(place), by, hash, text: None }
}

fn mail(gathering: Gathering) -> Mail {
    Mail::Gathering(Box::new(gathering))
}

#[test]
fn the_question_for_a_hash() {
    let asked = rendered("gathering", &mail(gathering()));
    assert!(asked.text.contains("player 3 of 4") && asked.text.contains("do it for me"));
    let reader = Who { seat: Some(Seat::Pompadour), place: 4 };
    let seated = Gathering { reader, beacon: true, open: 1, ..gathering() };
    let seated = rendered("gathering-seated", &mail(seated));
    assert!(seated.text.contains("to play Pompadour") && seated.text.contains("beacon"));
    let reminder = Gathering { reminder: true, answer: true, ..gathering() };
    let reminder = templates().render(&mail(reminder)).expect("a mail");
    assert!(reminder.text.contains("A reminder"), "{}", reminder.text);
}

#[test]
fn what_each_answer_is_told() {
    let text = Some("The *flute* {{ is }} out of tune".to_owned());
    let answer = || Gathering { answer: true, asked: false, awaited: vec![who(1)], ..gathering() };
    let templates = templates();
    for (by, part) in [
        (PhraseBy::Player, "Your hash is noted"),
        (PhraseBy::Told, "The *flute* {{ is }} out of tune"),
        (PhraseBy::Program, "you trust the program"),
        (PhraseBy::None, "You send no phrase"),
    ] {
        let text = text.clone().filter(|_| by == PhraseBy::Told);
        let own = Some(KnownPhrase { text, ..known(3, by) });
        let told = templates.render(&mail(Gathering { own, ..answer() })).expect("a mail").text;
        assert!(told.contains(part) && told.contains("player 1"), "{told}");
    }
}

#[test]
fn a_game_that_is_stopped_asks_for_nothing_and_reveals_its_seed() {
    let (stage, seed) = (GatheringStage::Stopped, Some("5e".repeat(32)));
    let stopped = Gathering { stage, asked: false, seed, ..gathering() };
    let stopped = rendered("gathering-stopped", &mail(stopped));
    assert!(stopped.text.contains(&"5e".repeat(32)) && !stopped.text.contains("What is asked"));
}

#[test]
fn what_is_not_taken_is_said_with_its_reason() {
    let hash = || "7b".repeat(32);
    for refused in [
        PhraseRefusal::TooLong { most: 200 },
        PhraseRefusal::TooShort { least: 20 },
        PhraseRefusal::Copied {},
        PhraseRefusal::Used {},
        PhraseRefusal::NotAHash {},
        PhraseRefusal::Again {},
        PhraseRefusal::TooEarly {},
        PhraseRefusal::TooLate {},
        PhraseRefusal::Unfit { hash: hash() },
        PhraseRefusal::NothingToOpen {},
        PhraseRefusal::Several {},
        PhraseRefusal::NotUnderstood { line: "my *dog*".into() },
        PhraseRefusal::NotThisRound { round: None },
        PhraseRefusal::NotThisRound { round: Some(7) },
        PhraseRefusal::NotGenuine {},
    ] {
        let refused = Some(refused);
        let told = Gathering { answer: true, refused, ..gathering() };
        let told = rendered_in_all_languages(&mail(told));
        assert!(told.text.contains("Not taken:") && told.subject.contains("not taken"));
    }
}

#[test]
fn hashes_phrases_and_the_beacon_are_told_to_all() {
    let all = [PhraseBy::Player, PhraseBy::Told, PhraseBy::Program, PhraseBy::None];
    let hashes: Vec<KnownPhrase> = (1..).zip(all).map(|(place, by)| known(place, by)).collect();
    let phrases = Gathering { stage: GatheringStage::Phrases, hashes, ..gathering() };
    let phrases = rendered("gathering-phrases", &mail(phrases));
    assert!(phrases.text.contains("everything begins anew"), "{}", phrases.text);
    for why in [WhyAnew::Unopened, WhyAnew::Short, WhyAnew::Left] {
        let anew = Some(Anew { why, players: vec![who(1), who(2)] });
        let anew = rendered_in_all_languages(&mail(Gathering { anew, ..gathering() }));
        assert!(anew.text.contains("player 1 and player 2"), "{}", anew.text);
        assert!(anew.subject.contains("begins anew"), "{}", anew.subject);
    }
    let url = crate::beacon::url_of(123);
    let round = Some(AwaitedRound { round: 123, at: moment(), url });
    let stage = GatheringStage::Beacon;
    let (awaited, beacon, asked) = (Vec::new(), true, false);
    let beacon = Gathering { stage, round, awaited, beacon, asked, ..gathering() };
    assert!(rendered("gathering-beacon", &mail(beacon)).text.contains("beacon 123"));
}

/// The English mail, when it can be written in every language.
fn rendered_in_all_languages(mail: &Mail) -> Rendered {
    let templates = templates();
    for language in Language::ALL.map(Language::tag) {
        let told = templates.in_language(language).render(mail).expect(language);
        assert!(told.text.len() > 100, "{language}: {}", told.text);
    }
    templates.render(mail).expect("a mail")
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
