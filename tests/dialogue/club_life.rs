//! What a player asks of the club besides his orders: votes, press, absences, settings, his data, his leave.

use crate::memory_club::GAME;
use crate::table::*;
use feldpost::game::{Nation, Seat};

const NEW: &str = "new@elsewhere.test";

fn reply(table: &mut Table, who: &str, text: &str) -> String {
    let mail = table.mails(who).last().expect("a mail").clone();
    table.send(who, Some(&mail), text)
}

fn game_status(table: &mut Table) -> String {
    table.club.read(|tx| Ok(tx.game_by_name(GAME)?.expect("the game").status.id().to_owned()))
}

fn person(table: &mut Table, who: &str) -> Option<feldpost::store::Person> {
    table.club.read(|tx| tx.person_of(who))
}

#[test]
fn a_proposal_beside_orders_is_made_and_the_orders_go() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\npropose pause\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    table.about(&player(Elisabeth), "pause");
}

#[test]
fn a_vote_is_a_ballot_with_the_first_word_in_reply_to_the_call() {
    for yes in
        ["yes", "Yes!", "Ja, gerne", "vote yes", "sí", "sì", "tak", "OK", "yes, fine with me"]
    {
        let mut table = Table::new();
        table.say(Frederick, "propose pause");
        for seat in [Elisabeth, MariaTheresa] {
            let call = table.about(&player(seat), "pause");
            table.answer(seat, &call, yes);
        }
        assert_eq!(game_status(&mut table), "paused", "{yes}");
    }
}

#[test]
fn a_ballot_that_is_neither_counts_for_nothing() {
    for text in [
        "no, thank you",
        "fine with me, but first I finish my turn",
        "What is this about?",
        "Hm, let me think.",
        "yes or no?",
    ] {
        let mut table = Table::new();
        table.say(Frederick, "propose pause");
        for seat in [Elisabeth, MariaTheresa, Pompadour] {
            let call = table.about(&player(seat), "pause");
            table.answer(seat, &call, text);
        }
        assert_eq!(game_status(&mut table), "playing", "{text}");
    }
}

#[test]
fn a_ballot_is_changed_until_the_vote_is_decided() {
    let mut table = Table::new();
    table.say(Frederick, "propose pause");
    let call = table.about(&player(Elisabeth), "pause");
    table.answer(Elisabeth, &call, "yes");
    table.answer(Elisabeth, &call, "no");
    let call = table.about(&player(MariaTheresa), "pause");
    table.answer(MariaTheresa, &call, "yes");
    assert_eq!(game_status(&mut table), "playing");
}

#[test]
fn a_proposal_is_withdrawn_by_its_proposer_alone() {
    let mut table = Table::new();
    table.say(Frederick, "propose pause");
    table.say(Elisabeth, "withdraw proposal");
    table.say(Frederick, "withdraw proposal");
    for seat in [Elisabeth, MariaTheresa, Pompadour] {
        table.say(seat, "vote yes");
    }
    assert_eq!(game_status(&mut table), "playing");
}

#[test]
fn votes_lists_the_open_ones() {
    for ask in ["votes", "Abstimmungen", "votaciones", "votazioni", "głosowania"] {
        let mut table = Table::new();
        table.say(Frederick, "propose pause");
        let answer = table.say(Elisabeth, ask);
        assert!(answer.to_lowercase().contains("pause"), "{ask}: {answer}");
    }
}

#[test]
fn while_paused_orders_are_not_carried_out_and_votes_go_on() {
    let mut table = Table::new();
    table.say(Frederick, "propose pause");
    table.say(Elisabeth, "vote yes");
    table.say(MariaTheresa, "vote yes");
    assert_eq!(game_status(&mut table), "paused");
    let answer = table.say(Frederick, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "berlin", "{answer}");
    assert!(answer.contains("paused"), "{answer}");
    table.say(Frederick, "propose resume");
    table.say(Elisabeth, "vote yes");
    table.say(MariaTheresa, "vote yes");
    assert_eq!(game_status(&mut table), "playing");
    table.say(Frederick, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn a_march_is_taken_back_when_all_agree() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nready");
    // The report of Prussia's action opened no secret but the draw that follows it.
    table.say(Frederick, "propose take back");
    for seat in [Elisabeth, MariaTheresa, Pompadour] {
        table.say(seat, "vote yes");
    }
    let heinrich = table.prussian("Heinrich");
    assert!(["berlin", "bernau"].contains(&heinrich.as_str()));
    if heinrich == "berlin" {
        assert_eq!(table.moving(), Some(Nation::Prussia));
    }
}

#[test]
fn press_goes_to_whom_it_is_for_and_never_moves_a_piece() {
    let mut table = Table::new();
    let before: Vec<usize> =
        [Elisabeth, MariaTheresa, Pompadour].map(|s| table.mails(&player(s)).len()).to_vec();
    table.say(
        Frederick,
        "press to Elisabeth:\nHeinrich to Bernau\nready\nWhat do you say to this?\nend press",
    );
    assert_eq!(table.prussian("Heinrich"), "berlin");
    assert_eq!(table.moving(), Some(Nation::Prussia));
    let _ = before;
    for _ in 0..4 {
        table.wait();
    }
    let to = |table: &Table, seat: Seat| {
        table
            .mails(&player(seat))
            .iter()
            .any(|m| table.shown(m).text.contains("What do you say to this"))
    };
    assert!(to(&table, Elisabeth));
    assert!(!to(&table, MariaTheresa) && !to(&table, Pompadour));
}

/// A word to all at the head of the orders: the orders are for nobody's eyes.
#[test]
fn orders_below_a_line_of_press_are_orders_and_sent_to_nobody() {
    for text in [
        "mensaje a todos: suerte!\nDohna a Landsberg\nHeinrich a Bernau\nlisto",
        "press to all: good luck!\nHeinrich to Bernau\nready",
        "Nachricht an alle:\nviel Glück euch!\n\nHeinrich nach Bernau\nfertig",
    ] {
        let mut table = Table::new();
        table.say(Frederick, text);
        assert_eq!(table.prussian("Heinrich"), "bernau", "{text}");
        for seat in [Elisabeth, MariaTheresa, Pompadour] {
            let address = player(seat);
            let mails: Vec<&str> =
                table.mails(&address).iter().map(|mail| mail.text.as_str()).collect();
            assert!(!mails.iter().any(|text| text.contains("Landsberg")), "{text}: {mails:?}");
            assert!(!mails.iter().any(|text| text.contains("to Bernau")), "{text}: {mails:?}");
        }
    }
}

/// What is said to a vote is no order, however it is said.
#[test]
fn go_ahead_to_a_vote_votes_and_ends_no_movement() {
    for (text, yes) in [
        ("fine by me", true),
        ("no problem, go ahead", true),
        ("por mi adelante", true),
        ("me parece bien", true),
        ("va bene", true),
        ("meinetwegen", true),
        ("lieber nicht", false),
        ("no thanks, let's play on", false),
    ] {
        let mut table = Table::new();
        table.say(Elisabeth, "propose pause");
        let turn = table.moving();
        let call = table.newest(Frederick);
        let answer = table.answer(Frederick, &call, text);
        assert_eq!(table.moving(), turn, "{text}: {answer}");
        let voted = table.club.store.transaction(|tx| {
            let game = tx.game_by_name(GAME)?.expect("the game").id;
            let vote = tx.vote(game, 1)?.expect("a vote");
            tx.ballots(&vote)
        });
        let voted = voted.expect("read");
        let of = voted.iter().find(|ballot| ballot.seat == "frederick").map(|ballot| ballot.yes);
        assert_eq!(of, Some(yes), "{text}: {answer}");
    }
}

#[test]
fn press_below_orders_leaves_the_orders_alone() {
    for heading in [
        "press to all:",
        "Presse an alle:",
        "prensa a todos:",
        "stampa a tutti:",
        "prasa do wszystkich:",
    ] {
        let mut table = Table::new();
        let text = format!(
            "Heinrich to Bernau\nready\n\n{heading}\nLong live the king, and Keith to Wien!"
        );
        let answer = table.say(Frederick, &text);
        assert_eq!(table.prussian("Heinrich"), "bernau", "{heading}: {answer}");
        for _ in 0..4 {
            table.wait();
        }
        let mut mails = table.mails(&player(Pompadour)).iter();
        assert!(mails.any(|m| table.shown(m).text.contains("Long live the king")), "{heading}");
    }
}

#[test]
fn quotations_and_signatures_are_no_press() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let text = table.shown(&prompt).below(
        "On Sunday, The judge wrote:",
        "press to all:\nGood luck to everybody!\n-- \nAda, +49 30 1234567",
    );
    table.answer(Frederick, &prompt, &text);
    for _ in 0..4 {
        table.wait();
    }
    let mails = table.mails(&player(Pompadour));
    let mut texts = mails.iter().map(|mail| table.shown(mail).text);
    let got = texts.find(|text| text.contains("Good luck to everybody!")).expect("the press");
    for other in ["1234567", "token leuthen-frederick", "Heinrich stays"] {
        assert!(!got.contains(other), "{got}");
    }
}

#[test]
fn resigning_in_the_middle_of_a_draft_is_asked_and_the_draft_stays_till_then() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    table.say(Frederick, "resign");
    assert_eq!(table.drafted(Frederick), 1, "nothing happens before the yes");
    let question = table.about(&player(Frederick), "yes");
    table.send(&player(Frederick), Some(&question), "no");
    assert_eq!(table.holder(Frederick), Some(player(Frederick)));
    let prompt = table.about(&player(Frederick), "Heinrich");
    table.answer(Frederick, &prompt, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn who_has_resigned_moves_nobody_any_more_and_his_draft_is_gone() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    let prompt = table.newest(Frederick);
    table.say(Frederick, "resign");
    reply(&mut table, &player(Frederick), "yes");
    assert_eq!(table.holder(Frederick), None);
    assert_eq!(table.drafted(Frederick), 0);
    table.answer(Frederick, &prompt, "ready");
    assert_eq!(table.moving(), Some(Nation::Prussia));
    assert_eq!(table.prussian("Heinrich"), "berlin");
    for seat in [Elisabeth, MariaTheresa, Pompadour] {
        assert!(table.mails(&player(seat)).iter().any(|m| m.text.contains("Frederick")));
    }
}

macro_rules! resigns {
    ($($name:ident: $text:literal;)*) => {
        $(#[test] fn $name() {
            let mut table = Table::new();
            let answer = table.say(Frederick, $text);
            assert_eq!(table.holder(Frederick), Some(player(Frederick)), "asked before: {answer}");
            reply(&mut table, &player(Frederick), "yes");
            assert_eq!(table.holder(Frederick), None, "{answer}");
        })*
    };
}

resigns! {
    i_resign: "I resign";
    resign_politely: "resign, please";
    german_resign: "Ich trete zurück";
    spanish_resign: "dimito";
    italian_resign: "mi dimetto";
    polish_resign: "ustępuję z gry";
}

/// Somebody takes the vacant seat over, and gets all that it needs.
#[test]
fn a_vacant_seat_is_taken_over_after_a_yes() {
    let mut table = Table::new();
    table.say(Frederick, "resign");
    reply(&mut table, &player(Frederick), "yes");
    let answer = table.send(NEW, None, &format!("take over {GAME} Frederick"));
    assert_eq!(table.holder(Frederick), None, "asked before: {answer}");
    for secret in ["Heinrich 4", "Friedrich 4"] {
        assert!(!answer.contains(secret), "{answer}");
    }
    let first = reply(&mut table, NEW, "Ja, gerne");
    assert_eq!(table.holder(Frederick).as_deref(), Some(NEW), "{first}");
    assert!(first.contains("Heinrich"), "{first}");
    let prompt = table.about(NEW, "Heinrich");
    table.send(NEW, Some(&prompt), "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn a_seat_that_is_held_is_not_taken_over() {
    let mut table = Table::new();
    table.send(NEW, None, &format!("take over {GAME} Frederick"));
    if !table.mails(NEW).is_empty() {
        reply(&mut table, NEW, "yes");
    }
    assert_eq!(table.holder(Frederick), Some(player(Frederick)));
}

#[test]
fn no_to_taking_over_leaves_it_vacant() {
    for no in ["No thanks", "that was not me", "unsubscribe"] {
        let mut table = Table::new();
        table.say(Frederick, "resign");
        reply(&mut table, &player(Frederick), "yes");
        table.send(NEW, None, &format!("take over {GAME} Frederick"));
        reply(&mut table, NEW, no);
        reply(&mut table, NEW, "yes");
        assert_eq!(table.holder(Frederick), None, "{no}");
    }
}

#[test]
fn forgetting_is_confirmed_by_yes_and_by_nothing_else() {
    for (text, forgotten) in [
        ("yes", true),
        ("Ja, bitte", true),
        ("no", false),
        ("What does that mean?", false),
        ("Thank you for your mail, I am away until Monday.", false),
        ("yes, but only after the game", false),
    ] {
        let mut table = Table::new();
        table.say(Frederick, "language german");
        table.say(Frederick, "forget me");
        assert!(person(&mut table, &player(Frederick)).is_some(), "asked before");
        let mails = table.mails(&player(Frederick));
        let question = mails.last().expect("the question").clone();
        table.send(&player(Frederick), Some(&question), text);
        assert_eq!(person(&mut table, &player(Frederick)).is_none(), forgotten, "{text}");
        assert_eq!(table.holder(Frederick).is_none(), forgotten, "{text}");
    }
}

#[test]
fn my_data_goes_to_the_person_alone() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "my data");
    assert!(answer.contains(&player(Frederick)), "{answer}");
    assert!(!answer.contains(&player(Elisabeth)), "{answer}");
}

#[test]
fn an_observer_looks_on_and_stops() {
    for stop in ["unobserve leuthen", "unobserve", "stop observing leuthen"] {
        let mut table = Table::new();
        let observers = |table: &mut Table| {
            table.club.read(|tx| {
                let game = tx.game_by_name(GAME)?.expect("the game").id;
                Ok(tx.observers(game)?.len())
            })
        };
        table.send(NEW, None, &format!("observe {GAME}"));
        reply(&mut table, NEW, "Yes please");
        assert_eq!(observers(&mut table), 1);
        reply(&mut table, NEW, stop);
        assert_eq!(observers(&mut table), 0, "{stop}");
    }
}

#[test]
fn unsubscribe_to_a_report_turns_to_fewer_mails_and_resigns_nobody() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "unsubscribe");
    assert_eq!(table.holder(Frederick), Some(player(Frederick)), "{answer}");
    assert_eq!(table.moving(), Some(Nation::Prussia), "{answer}");
}

#[test]
fn settings_beside_orders_do_both() {
    let mut table = Table::new();
    table.say(
        Frederick,
        "language german\ntimezone Europe/Berlin\npictures off\nHeinrich to Bernau\nready",
    );
    assert_eq!(table.prussian("Heinrich"), "bernau");
    let person = person(&mut table, &player(Frederick)).expect("a person");
    assert_eq!((person.language.as_str(), person.time_zone.as_str()), ("de", "Europe/Berlin"));
    assert!(person.wishes.contains("\"pictures\":false"), "{}", person.wishes);
}

#[test]
fn text_only_means_no_html_in_anything_that_follows() {
    let mut table = Table::new();
    table.say(Frederick, "text");
    let before = table.mails(&player(Frederick)).len();
    table.say(Frederick, "Heinrich to Bernau");
    table.say(Frederick, "ready");
    table.say(Frederick, "status");
    table.say(Frederick, &format!("address {NEW}"));
    table.say(Frederick, "votes");
    for mail in &table.mails(&player(Frederick))[before..] {
        let bytes = String::from_utf8_lossy(table.bytes(mail)).to_lowercase();
        assert!(!bytes.contains("text/html"), "{}", mail.subject);
    }
}

#[test]
fn a_language_nobody_speaks_is_refused_with_those_there_are() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "language klingon");
    for language in ["Deutsch", "español", "italiano", "polski", "français"] {
        assert!(answer.contains(language), "{language}: {answer}");
    }
}

#[test]
fn a_time_zone_that_is_none_is_refused_and_nothing_changed() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "timezone Atlantis/Capital");
    let zone = person(&mut table, &player(Frederick)).map(|person| person.time_zone);
    assert_ne!(zone.as_deref(), Some("Atlantis/Capital"), "{answer}");
    assert!(answer.contains("Atlantis"), "{answer}");
}

#[test]
fn an_address_that_is_none_asks_nobody() {
    for text in ["address", "address nobody", "address a@b@c", "address judge@club.test"] {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        assert_eq!(table.holder(Frederick), Some(player(Frederick)), "{text}: {answer}");
        assert!(!answer.is_empty(), "{text}");
    }
}

#[test]
fn what_came_in_between_does_not_stop_a_change_of_address() {
    let mut table = Table::new();
    table.say(Frederick, &format!("address {NEW}"));
    let prompt = table.about(&player(Frederick), "Heinrich");
    table.answer(Frederick, &prompt, "Heinrich to Bernau");
    let question = table.mails(NEW)[0].clone();
    table.send(NEW, Some(&question), "yes");
    let old = table.about(&player(Frederick), NEW);
    table.send(&player(Frederick), Some(&old), "yes");
    assert_eq!(table.holder(Frederick).as_deref(), Some(NEW));
    assert_eq!(table.drafted(Frederick), 1, "the draft is the seat's");
    // The old token is dead, the new one lives.
    let log = table.log();
    table.answer(Frederick, &prompt, "ready");
    assert_eq!(table.log(), log);
    let mine = table.mails(NEW).last().expect("a mail").clone();
    table.send(NEW, Some(&mine), "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn an_absence_beside_orders_is_noted_and_the_orders_go() {
    for text in ["absent for 3 days", "Ich bin 3 Tage nicht da", "assente per 3 giorni"] {
        let mut table = Table::new();
        let answer = table.say(Frederick, &format!("Heinrich to Bernau\nready\n\n{text}"));
        assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
        let absences = table.club.read(|tx| tx.absences(&player(Frederick)));
        assert_eq!(absences.len(), 1, "{text}: {answer}");
    }
}

#[test]
fn help_is_answered_with_the_page_that_was_asked_for() {
    for ask in ["help", "?", "Hilfe", "ayuda", "aiuto", "pomoc", "help moves", "How do I recruit?"]
    {
        let mut table = Table::new();
        let log = table.log();
        let answer = table.say(Frederick, ask);
        assert_eq!((table.log(), table.drafted(Frederick)), (log, 0), "{ask}");
        assert!(answer.split_whitespace().count() > 40, "{ask}: {answer}");
    }
}

#[test]
fn the_log_comes_when_it_is_asked_for() {
    for ask in ["log", "Protokoll", "registro", "dziennik"] {
        let mut table = Table::new();
        let before = table.mails(&player(Frederick)).len();
        table.say(Frederick, ask);
        let mails = &table.mails(&player(Frederick))[before..];
        let log = mails.iter().any(|mail| {
            String::from_utf8_lossy(table.bytes(mail)).to_lowercase().contains("attachment")
        });
        assert!(log, "{ask}");
    }
}
