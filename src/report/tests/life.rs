//! What the desk answers: every note has its sentences.

use super::super::*;
use super::mails::{log, rendered};
use super::news;
use crate::game::{Scenario, Seat, Setup, State};
use chrono::TimeZone;
use chrono_tz::Europe::Berlin;
use serde_json::json;

fn game(status: GameStage) -> GameLine {
    GameLine {
        name: "rossbach".into(),
        status,
        setup: Setup::default(),
        players: 3,
        seats: 4,
        vacant: vec![Seat::Pompadour],
        turn: Some(7),
        open: false,
        password: true,
    }
}

fn lines() -> Vec<FormLine> {
    let line = |key, value: &str| FormLine { key, value: value.into() };
    let clock = |key, value| FormLine { key, value };
    vec![
        clock("scenario", Scenario::STANDARD.into()),
        line("seats-per-person", "1"),
        clock("movement", FormValue::Days { count: 3 }),
        clock("combat", FormValue::Days { count: 1 }),
        clock("grace", FormValue::Hours { count: 12 }),
        clock("lapses", FormValue::Lapses { in_a_row: 3, all: 5 }),
        line("weekends", "count"),
    ]
}

fn settings() -> GameSettings {
    GameSettings { game: "rossbach".into(), setup: Setup::default(), lines: lines() }
}

fn wishes() -> WishFacts {
    WishFacts {
        name: "Käthe".into(),
        language: "de".into(),
        time_zone: "Europe/Berlin".into(),
        html: true,
        pictures: false,
        json: false,
        at_once: false,
        digest: true,
        digest_hour: 8,
    }
}

fn desk(name: &str, notes: Vec<LifeNote>) -> Rendered {
    let notes = notes.into_iter().map(Note::Life).collect();
    let game = Some("rossbach".to_owned());
    rendered(name, &Mail::Desk(Desk { game, notes, log: Some(log()) }))
}

#[test]
fn what_everybody_may_ask() {
    let state = State::new(Setup::default(), [1; 32]);
    let view = state.view(None);
    let table = || Box::new(Table::new(&view, &[]));
    let rossbach = || "rossbach".to_owned();
    let mail = desk(
        "life-asking",
        vec![
            LifeNote::Games {
                games: vec![
                    game(GameStage::Gathering),
                    game(GameStage::Playing),
                    game(GameStage::Ended),
                ],
            },
            LifeNote::Games { games: Vec::new() },
            LifeNote::NoGame { name: Some("leuthen".into()) },
            LifeNote::NoGame { name: None },
            LifeNote::GameStatus { game: game(GameStage::Announced), settings: settings() },
            LifeNote::Map { game: rossbach(), table: table(), picture: None },
            LifeNote::Course { game: rossbach(), turns: Vec::new() },
            LifeNote::Turn { game: rossbach(), turn: 9, news: Chronicle::default() },
            LifeNote::Rules { asked: "R7".into(), paragraphs: vec!["R7.1 So it is.".into()] },
            LifeNote::Rules { asked: "R77".into(), paragraphs: Vec::new() },
            LifeNote::RulesContents { headings: vec!["R1 Nations".into()] },
            LifeNote::Observers { game: rossbach(), count: 1 },
            LifeNote::Observers { game: rossbach(), count: 2 },
            LifeNote::Help {},
        ],
    );
    assert_eq!(mail.subject, "rossbach the games");
    let standing = LifeNote::Standing { game: game(GameStage::Playing), table: table() };
    desk("life-standing", vec![standing]);
}

#[test]
fn what_one_person_is_told_about_games() {
    let (rossbach, seat) = (|| "rossbach".to_owned(), Seat::MariaTheresa);
    let refused = |why| LifeNote::NotJoined { game: rossbach(), why };
    let not_taken = |why| LifeNote::NotTakenOver { game: rossbach(), seat, why };
    let no_game = |why| LifeNote::NoNewGame { game: rossbach(), why };
    let fault = |why, known: &[&str]| FormFault {
        line: "colour: blue".into(),
        why,
        known: known.iter().map(|&word| word.into()).collect(),
    };
    let faults = vec![
        fault("unknown-key", &[]),
        fault("not-one-of", &["open", "invited"]),
        fault("no-number", &["1", "4"]),
        fault("no-address", &["nobody"]),
        fault("too-many-invited", &["12"]),
        FormFault {
            line: "movement: soon".into(),
            why: "clock",
            known: vec![FormValue::Days { count: 3 }],
        },
    ];
    // What can be played is tested with the scenarios.
    let shown = lines().split_off(1);
    let form = |faults, first| {
        let (game, lines) = (rossbach(), shown.clone());
        LifeNote::Form { game, lines, faults, first }
    };
    let mail = desk(
        "life-joining",
        vec![
            LifeNote::Challenge { lines: vec!["join rossbach".into()], days: 14 },
            LifeNote::Void {},
            LifeNote::Beacon { round: 123, games: 1 },
            LifeNote::Beacon { round: 124, games: 0 },
            LifeNote::Declined {},
            LifeNote::AnswerYes {},
            LifeNote::NotUnderstood { lines: vec!["How are you?".into()] },
            LifeNote::NotUnderstood { lines: Vec::new() },
            LifeNote::OfASeat { lines: vec!["absent for 3 days".into()] },
            LifeNote::Paused {},
            form(Vec::new(), true),
            form(Vec::new(), false),
            form(faults, false),
            no_game(NoNewGame::Name),
            no_game(NoNewGame::Taken),
            no_game(NoNewGame::TooMany),
            LifeNote::Founded {
                game: rossbach(),
                settings: settings(),
                seed_commitment: "5e".repeat(32),
                invited: 1,
            },
            LifeNote::Invitation {
                game: rossbach(),
                by: "Käthe".into(),
                settings: settings(),
                free: 2,
                roles: vec![Seat::Elisabeth, Seat::Pompadour],
            },
            LifeNote::Invitation {
                game: rossbach(),
                by: String::new(),
                settings: settings(),
                free: 1,
                roles: Vec::new(),
            },
            refused(NotJoined::NotGathering {}),
            refused(NotJoined::Full {}),
            refused(NotJoined::NotInvited {}),
            refused(NotJoined::PasswordNeeded {}),
            refused(NotJoined::PasswordWrong {}),
            refused(NotJoined::PasswordTooOften {}),
            refused(NotJoined::Unreliable { percent: 70, needed: 80 }),
            refused(NotJoined::SeatsEnough { most: 1 }),
            refused(NotJoined::RoleTaken { seat, free: Seat::ALL[1..].to_vec() }),
            refused(NotJoined::RoleTaken { seat, free: Vec::new() }),
            refused(NotJoined::NoSuchRole { seat }),
            LifeNote::Left { game: rossbach() },
            LifeNote::NotIn { game: rossbach() },
            LifeNote::Observing { game: rossbach(), before: false },
            LifeNote::Observing { game: rossbach(), before: true },
            LifeNote::NotObserving { game: rossbach(), before: false },
            LifeNote::NotObserving { game: rossbach(), before: true },
            LifeNote::ResignAsk { game: rossbach(), seat },
            LifeNote::Resigned { game: rossbach(), seat },
            LifeNote::OnlyATest { line: "leave rossbach".into() },
            LifeNote::ChanceIsFixed {},
            LifeNote::BeaconHow {},
            LifeNote::SeatOffer { game: rossbach(), seat, turn: 3, days: 14 },
            LifeNote::TakenOver { game: rossbach(), seat },
            not_taken(NotTakenOver::NotVacant),
            not_taken(NotTakenOver::NotPlaying),
            not_taken(NotTakenOver::Unreliable),
            not_taken(NotTakenOver::SeatsEnough),
        ],
    );
    assert_eq!(mail.subject, "rossbach please confirm");
}

#[test]
fn what_one_person_is_told_about_oneself() {
    let moment = Moment::new(&Berlin.with_ymd_and_hms(2026, 5, 14, 18, 0, 0).unwrap());
    let seat = |seat| SeatFacts { game: "rossbach".into(), status: GameStage::Playing, seat };
    let seats = || vec![seat(Some(Seat::Frederick)), seat(None)];
    let address = |confirmed| AddressFacts { address: "k@club.test".into(), confirmed };
    let trace = || vec![TraceFacts { time: moment.clone(), what: "a report".into() }];
    let data = MyData {
        addresses: vec![address(Some(moment.clone())), address(None)],
        wishes: Some(wishes()),
        seats: seats(),
        observes: vec!["leuthen".into(), "kolin".into()],
        kept: 10,
        lapsed: 1,
        resigned: 0,
        finished: 2,
        received: trace(),
        sent: trace(),
        received_count: 1,
        sent_count: 1,
    };
    let also = |stage| LifeNote::AlsoAddress { address: "k@else.test".into(), stage };
    let noted = |wish| LifeNote::Noted { wish, value: "on".into() };
    let mut notes = vec![
        LifeNote::MyData { data: Box::new(data) },
        LifeNote::ForgetAsk { seats: seats() },
        LifeNote::Forgotten {},
        LifeNote::Settings { wishes: wishes(), game: Some(settings()) },
        LifeNote::Settings { wishes: wishes(), game: None },
        also(AlsoAddress::Asked),
        also(AlsoAddress::Done),
        also(AlsoAddress::SomebodyElses),
        also(AlsoAddress::NotAnAddress),
        LifeNote::NotNoted { wish: "language", value: "xx".into(), known: vec!["en".into()] },
        LifeNote::NotNoted { wish: "time-zone", value: "xx".into(), known: Vec::new() },
    ];
    let wishes =
        ["language", "time-zone", "html", "pictures", "json", "digest", "news-at-once", "name"];
    notes.extend(wishes.into_iter().map(noted));
    let mail = desk("life-person", notes);
    assert_eq!(mail.subject, "rossbach what is stored about you");
}

#[test]
fn what_everybody_is_told_of_games_and_seats() {
    let templates = Templates::new(None).expect("templates");
    for event in [
        json!({"what": "joined", "players": 1, "seats": 4}),
        json!({"what": "left", "players": 1, "seats": 4}),
        json!({"what": "stopped"}),
    ] {
        let sentence = templates.happening_sentence(&news(event)).expect("a sentence");
        assert!(sentence.len() > 15 && sentence.ends_with('.'), "{sentence}");
    }
}
