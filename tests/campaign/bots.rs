//! Bots at the table: founded by command line and by form, answering at once and in one mail, voted in, taken over, and a
//! whole war of one person against three of them.

use crate::support::{Club, GAME, JUDGE, address, player, reply_to};
use crate::witness::{Mail, Witness};
use chrono::TimeDelta;
use feldpost::audit;
use feldpost::bot::Level;
use feldpost::campaign::{
    BotSeat, Clocks, Intervention, NewGame, NewPlayer, Terms, VacantSeats, found_with, intervene,
    take_away, tick_some,
};
use feldpost::game::Seat::{Elisabeth, Frederick, MariaTheresa, Pompadour};
use feldpost::game::{Action, DecisionKind, Nation, Scenario, Seat, Setup, State};
use feldpost::orders;
use feldpost::report::WhyVacant;
use feldpost::store::{StoreError, Tx};
use serde_json::Value;
use std::process::Command;

const SEED: [u8; 32] = [5; 32];

/// A game in which people play these seats and bots the others.
fn club_of(setup: Setup, people: &[Seat], terms: Terms) -> Club {
    let mut club = Club::without_a_game();
    let seats = setup.rules().seats();
    let players =
        people.iter().map(|seat| NewPlayer { seat: *seat, address: address(player(*seat)) });
    let new = NewGame { name: GAME.into(), setup, players: players.collect(), seed: Some(SEED) };
    let others = seats.into_iter().filter(|seat| !people.contains(seat));
    let bots = others.map(|seat| BotSeat { seat: Some(seat), level: Level::Cadet }).collect();
    let now = club.now;
    let daemon = club.daemon();
    let terms = Terms { bots, ..terms };
    found_with(&mut daemon.store, &daemon.office, &new, terms, now).expect("founded");
    club
}

fn solo(seat: Seat) -> Club {
    club_of(Setup::default(), &[seat], Terms::default())
}

fn position(club: &mut Club) -> State {
    State::load(club.state()).expect("a state").state
}

/// A person's answer to what is awaited of a seat, as a mail: nothing moves, nothing is played that need not be.
fn answer_of(state: &State, seat: Seat) -> Option<String> {
    let awaited = state.decisions();
    let decision =
        awaited.into_iter().find(|d| d.seat == seat && d.kind != DecisionKind::GameOver)?;
    let nation = decision.nation;
    let text = match decision.kind {
        DecisionKind::Movement => "ready".to_owned(),
        DecisionKind::Allot => allotment(nation).to_owned(),
        kind => {
            let legal = state.legal_actions(nation, kind);
            let stop = legal.iter().find(|action| matches!(action, Action::Stop));
            orders::write(stop.or(legal.first()).expect("something is allowed"))
        }
    };
    Some(format!("for {}\n{text}", nation.id()))
}

fn allotment(nation: Nation) -> &'static str {
    match nation {
        Nation::Prussia => {
            "Friedrich 4, Winterfeldt 4, Heinrich 4, Schwerin 4, Keith 4, Seydlitz 4, Dohna 4, \
             Lehwaldt 4"
        }
        Nation::Hanover => "Ferdinand 6, Cumberland 6",
        Nation::Russia => "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4",
        Nation::Austria => "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6",
        Nation::France => "Richelieu 7, Soubise 5, Chevert 8",
        _ => "",
    }
}

/// Answers everything that is awaited of a seat once, and gives the bots their time.
fn answer(club: &mut Club, seat: Seat) -> bool {
    let Some(text) = answer_of(&position(club), seat) else { return false };
    let mail = club.mails_to(player(seat)).into_iter().rfind(|mail| mail.reply_to.is_some());
    assert!(mail.is_some(), "somebody was asked by mail");
    club.reply(seat, &text);
    club.round();
    true
}

#[test]
fn the_command_line_gives_seats_to_bots_and_they_answer_at_once() {
    let mut club = Club::without_a_game();
    club.kill();
    let folder = club.folder.path().to_owned();
    let feldpost = |arguments: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_feldpost"))
            .args(arguments)
            .current_dir(&folder)
            .output()
            .expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.success(), text(&done.stdout), text(&done.stderr))
    };
    let ada = format!("frederick={}", player(Frederick));
    let nobody = ["game", "new", GAME, "--player", "elisabeth=bot", "--bots"];
    let (done, _, why) = feldpost(&nobody);
    assert!(!done && why.contains("give one to a person"), "{why}");
    let (done, _, why) = feldpost(&["game", "new", GAME, "--player", "elisabeth=bot:major"]);
    assert!(!done && why.contains("`cadet`, `officer` or `general`"), "{why}");
    let new = ["game", "new", GAME, "--player", &ada, "--player", "pompadour=bot:cadet"];
    let (done, _, why) = feldpost(&[&new[..], &["--bots=cadet"]].concat());
    assert!(done, "{why}");
    let (done, ..) = feldpost(&["once"]);
    assert!(done);
    let (_, shown, _) = feldpost(&["game", "show", GAME]);
    assert!(shown.contains("(the program) bot (cadet)"), "{shown}");
    // The bots have allotted; nobody but Ada has got a mail, and hers names them.
    assert!(shown.contains("awaited: frederick for prussia") && !shown.contains("awaited: elis"));
    assert_eq!(club.mails_to(player(Frederick)).len(), 1);
    for seat in [Elisabeth, MariaTheresa, Pompadour] {
        assert!(club.mails_to(player(seat)).is_empty());
    }
    assert!(club.said(Frederick).contains("bot (cadet)"), "{}", club.said(Frederick));
    let sealed = club.sealed_from(0);
    assert!(sealed.len() >= 3, "{sealed:?}");
    for deed in sealed {
        assert_eq!((&deed["by"], &deed["level"]), (&"bot".into(), &"cadet".into()), "{deed}");
    }
}

/// A mail of somebody who holds no seat yet, and a round; his newest mail after it.
fn talk(club: &mut Club, number: u32, text: &str) -> String {
    talk_as(club, "eve@club.test", number, text)
}

fn talk_as(club: &mut Club, who: &str, number: u32, text: &str) -> String {
    let mail = match club.mails_to(who).pop() {
        Some(newest) => reply_to(&newest, who, text, number),
        None => format!(
            "From: <{who}>\r\nTo: {JUDGE}\r\nSubject: hello\r\nMessage-ID: <{number}.{who}>\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
        ),
    };
    club.drop_in(mail.as_bytes());
    assert_eq!(club.round().failed, 0);
    let newest = club.mails_to(who).pop().expect("an answer").text;
    newest.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_bots_seat_is_held_and_an_invited_game_gives_it_to_who_is_invited() {
    let (ben, dan) = ("ben@club.test", "dan@club.test");
    let mut club = Club::without_a_game();
    talk(&mut club, 1, &format!("new game {GAME}"));
    let form =
        format!("bots: 2\nbot-level: cadet\nroles: choice\njoining: invited\ninvitations: {ben}");
    talk(&mut club, 2, &form);
    talk(&mut club, 3, &format!("join {GAME} as Elisabeth\ndo it for me"));
    talk_as(&mut club, ben, 1, &format!("join {GAME} as Frederick\ndo it for me"));
    assert_eq!(club.status(), "playing");
    let list = talk_as(&mut club, dan, 1, "list");
    assert!(list.contains(GAME) && !list.contains("in need of a player"), "{list}");
    // Dan is nobody's guest.
    let mut told = talk_as(&mut club, dan, 2, &format!("take over Pompadour in {GAME}"));
    if !told.contains("invited") {
        told = talk_as(&mut club, dan, 3, "yes");
    }
    assert!(told.contains("only for those who are invited"), "{told}");
    assert!(club.club_events_named("substitute").is_empty());
    // Ben has resigned and is invited still; a seat that nobody plays is open to all, a bot's to him.
    talk_as(&mut club, ben, 2, &format!("resign yes {GAME}"));
    let list = talk_as(&mut club, dan, 4, "list");
    assert!(list.contains("in need of a player"), "{list}");
    talk_as(&mut club, ben, 3, &format!("take over Pompadour in {GAME}"));
    let seated = club.club_events_named("substitute");
    assert_eq!(seated.len(), 1);
    assert_eq!(seated[0]["seat"], "pompadour");
}

#[test]
fn a_newcomer_founds_a_war_against_bots_by_mail_alone() {
    let mut club = Club::without_a_game();
    let form = talk(&mut club, 1, &format!("new game {GAME}"));
    assert!(form.contains("bots: none") && form.contains("vacant-seats: caretaker"), "{form}");
    let wrong = talk(&mut club, 2, "bots: seven\nbot-level: cadet\nroles: choice");
    assert!(wrong.contains("none, fill, 1, 2 or 3"), "{wrong}");
    let founded = talk(&mut club, 3, "bots: fill");
    assert!(founded.contains("bots: 3"), "{founded}");
    let begun = talk(&mut club, 4, &format!("join {GAME} as Elisabeth\ndo it for me"));
    assert!(begun.contains("You play Elisabeth") && begun.contains("bot (cadet)"), "{begun}");
    assert_eq!(club.status(), "playing");
    // Only her phrase was asked for, and the log says who is a bot.
    let log = club.log();
    let of_kind = |kind: &str| log.entries.iter().find(|entry| entry.kind == kind);
    let begun = &of_kind("begun").expect("an entry").public;
    let levels: Vec<&Value> = begun["players"].as_array().expect("players").iter().collect();
    let bots = levels.iter().filter(|player| player["bot"] == "cadet").count();
    assert_eq!((levels.len(), bots), (4, 3), "{begun}");
    let moved = talk(&mut club, 5, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4");
    assert!(moved.contains("Russia: your move"), "{moved}");
}

#[test]
fn what_bots_do_one_after_another_is_told_in_one_mail() {
    let mut club = solo(Frederick);
    club.round();
    assert_eq!(club.mails_to(player(Frederick)).len(), 1);
    let mut told = 1;
    // The set-up, Prussia's and Hanover's turns; then it is the bots' turn until Prussia is awaited again.
    for _ in 0..6 {
        let before = club.log_length();
        assert!(answer(&mut club, Frederick), "it is Frederick's move whenever the bots are done");
        let mails = club.mails_to(player(Frederick)).len();
        assert!(mails - told <= 2, "the question, perhaps the position: {}", mails - told);
        assert!(club.log_length() > before);
        told = mails;
    }
    // No clock runs, no timer waits, nothing is left to be done.
    let next = |tx: &Tx<'_>| tx.next_timer();
    assert_eq!(club.daemon().store.transaction(next).expect("the database"), None);
}

#[test]
fn clocks_and_reminders_do_not_know_bots() {
    let terms = Terms::from(Some(Clocks::default()));
    let mut club = club_of(Setup::default(), &[Frederick], terms);
    club.round();
    let clocks = |tx: &Tx<'_>| -> Result<_, StoreError> {
        let game = tx.game_by_name(GAME)?.expect("the game").id;
        Ok(tx.clocks(game)?.into_iter().map(|clock| clock.seat).collect::<Vec<_>>())
    };
    let seats = club.daemon().store.transaction(clocks).expect("the database");
    assert!(!seats.is_empty() && seats.iter().all(|seat| seat == "frederick"), "{seats:?}");
}

#[test]
fn one_person_plays_a_whole_war_against_three_bots_by_mail() {
    let mut club = solo(Elisabeth);
    let mut witness = Witness::default();
    let mut told = 0;
    for _ in 0..400 {
        club.round();
        let state = position(&mut club);
        witness.learn(&state);
        let events = |tx: &Tx<'_>| -> Result<_, StoreError> {
            tx.entries(tx.game_by_name(GAME)?.expect("the game").id)
        };
        let entries = club.daemon().store.transaction(events).expect("the database");
        let public: Vec<Value> = entries.into_iter().map(|entry| entry.public).collect();
        witness.hear(&public);
        let mails = club.mails_to(player(Elisabeth));
        for mail in &mails[told..] {
            let (text, html) = (mail.text.clone(), String::new());
            witness.examine(&state, &Mail { seat: Some(Elisabeth), text, html });
        }
        told = mails.len();
        if state.outcome().is_some() {
            break;
        }
        let text = answer_of(&state, Elisabeth).expect("only people are waited for");
        club.reply(Elisabeth, &text);
    }
    assert_eq!(club.status(), "ended");
    assert!(club.said(Elisabeth).contains("winner"), "{}", club.said(Elisabeth));
    let text = club.log().to_text().expect("a file");
    let verified = audit::verify(&text, &[]).expect("the bots choose alike");
    assert!(verified.replayed && verified.bot_choices.0 > 50, "{:?}", verified.bot_choices);
    for seat in [Frederick, MariaTheresa, Pompadour] {
        assert!(club.mails_to(player(seat)).is_empty());
    }
}

#[test]
fn killed_between_two_decisions_the_bots_go_on_as_if_nothing_had_happened() {
    let war = Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() };
    let trace = |kill: bool| {
        let mut club = club_of(war, &[Frederick], Terms::default());
        club.round();
        for _ in 0..4 {
            let Some(text) = answer_of(&position(&mut club), Frederick) else { break };
            club.reply(Frederick, &text);
            if kill {
                // The mail is read, but only one thing that is due is done; then the program is gone.
                for _ in 0..3 {
                    let now = club.now;
                    let daemon = club.daemon();
                    tick_some(&mut daemon.store, &daemon.office, 1, now).expect("one thing");
                    club.kill();
                }
            }
            club.round();
        }
        let entries = |tx: &Tx<'_>| -> Result<_, StoreError> {
            tx.entries(tx.game_by_name(GAME)?.expect("the game").id)
        };
        let entries = club.daemon().store.transaction(entries).expect("the database");
        entries.into_iter().map(|entry| entry.public.to_string()).collect::<Vec<_>>()
    };
    let (whole, killed) = (trace(false), trace(true));
    assert!(whole.len() > 8, "{}", whole.len());
    assert_eq!(whole, killed);
}

#[test]
fn a_bot_gets_a_vacant_seat_by_vote_and_gives_it_to_who_takes_it_over() {
    let mut club = Club::new(SEED);
    club.allot();
    let vacate = |club: &mut Club| {
        let now = club.now;
        let daemon = club.daemon();
        let (store, office) = (&mut daemon.store, &daemon.office);
        take_away(store, office, GAME, "elisabeth", WhyVacant::Resigned, now).expect("taken");
        club.round();
    };
    club.reply(Frederick, "propose bot for Elisabeth");
    club.round();
    assert!(club.said(Frederick).contains("a bot can only get a vacant one"));
    vacate(&mut club);
    club.reply(Frederick, "propose bot for Elisabeth");
    club.round();
    assert!(
        club.said(Pompadour).contains("a bot in Elisabeth's place"),
        "{}",
        club.said(Pompadour)
    );
    club.reply(Pompadour, "vote yes");
    club.round();
    let seated = club.club_events_named("bot");
    assert_eq!((&seated[0]["seat"], &seated[0]["level"]), (&"elisabeth".into(), &"officer".into()));
    assert!(club.said(MariaTheresa).contains("bot in Elisabeth's place"));
    // Nobody needs to turn a bot out: whoever wants the seat takes it.
    club.reply(Frederick, "propose substitute for Elisabeth");
    club.round();
    assert!(club.said(Frederick).contains("a bot plays that seat"));
    let eve = "eve@club.test";
    let mail = format!(
        "From: <{eve}>\r\nTo: {JUDGE}\r\nSubject: seat\r\nMessage-ID: <1.{eve}>\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\ntake over Elisabeth in {GAME}\r\n"
    );
    club.drop_in(mail.as_bytes());
    club.round();
    let question = club.mails_to(eve).pop().expect("whether it was she");
    club.drop_in(reply_to(&question, eve, "yes", 99).as_bytes());
    club.round();
    assert_eq!(club.club_events_named("substitute").len(), 1);
    let now = club.now;
    let daemon = club.daemon();
    intervene(&mut daemon.store, &daemon.office, GAME, Intervention::Stop, now).expect("stopped");
    let text = club.log().to_text().expect("a file");
    assert!(audit::verify(&text, &[]).expect("it holds").replayed);
}

#[test]
fn where_it_was_agreed_a_bot_plays_a_vacant_seat_at_once() {
    let terms = Terms { vacant: VacantSeats::Bot, level: Level::Cadet, ..Terms::default() };
    let terms = Terms { clocks: Some(Clocks::default()), ..terms };
    let mut club = club_of(Setup::default(), &Seat::ALL, terms);
    club.allot();
    let now = club.now;
    let daemon = club.daemon();
    let (store, office) = (&mut daemon.store, &daemon.office);
    take_away(store, office, GAME, "frederick", WhyVacant::Lapses, now).expect("taken");
    let before = club.log_length();
    club.round();
    assert!(club.log_length() > before, "Prussia's move is the bot's");
    assert_eq!(club.club_events_named("bot").len(), 1);
    assert!(club.sealed_from(before).iter().all(|deed| deed["by"] == "bot"));
    let lost = club.mails_to(player(Frederick)).pop().expect("told");
    assert!(lost.subject.contains("seat") || lost.text.contains("seat"), "{}", lost.text);
}

#[test]
fn bots_have_a_ballot_on_the_end_of_the_game_and_leave_the_rest_to_people() {
    let mut club = solo(Frederick);
    club.round();
    club.reply(Frederick, "propose draw");
    club.round();
    assert!(club.said(Frederick).contains("no: Elisabeth"), "{}", club.said(Frederick));
    assert_eq!(club.status(), "playing");
    club.reply(Frederick, "propose pause");
    club.round();
    assert_eq!(club.status(), "paused");
    club.pass(TimeDelta::hours(2));
    club.reply(Frederick, "propose resume");
    club.round();
    assert_eq!(club.status(), "playing");
    assert!(answer(&mut club, Frederick));
}
