//! How a game comes together by mail: founded, joined, left, begun; each step by a word of consent.

use crate::memory_club::GAME;
use crate::table::*;
use feldpost::administration::show_game;
use feldpost::game::Seat;

const FOUNDER: &str = "emil@else.test";
const ADA: &str = "ada@else.test";
const BEN: &str = "ben@else.test";

fn reply(table: &mut Table, who: &str, text: &str) -> String {
    let mail = table.mails(who).last().expect("a mail").clone();
    table.send(who, Some(&mail), text)
}

/// A game for two by the name of wagram, announced with these lines in its form.
fn announced(lines: &str) -> Table {
    let mut table = Table::new();
    table.send(FOUNDER, None, "new game wagram");
    let answer = reply(
        &mut table,
        FOUNDER,
        &format!("scenario: war-in-the-west\nclocks: none\n{lines}\nfound"),
    );
    if answer.contains("please confirm") || answer.contains("first word") {
        reply(&mut table, FOUNDER, "yes");
    }
    assert_eq!(status(&mut table), "announced", "{answer}");
    table
}

pub fn status(table: &mut Table) -> String {
    let found = table.club.read(|tx| tx.game_by_name("wagram"));
    found.map_or_else(|| "no such game".to_owned(), |game| game.status.id().to_owned())
}

/// Who holds a seat of wagram.
pub fn holder(table: &mut Table, seat: Seat) -> Option<String> {
    let seats = table.club.read(|tx| {
        let game = tx.game_by_name("wagram")?.expect("the game").id;
        tx.seats(game)
    });
    seats.into_iter().find(|s| s.seat == seat.id()).and_then(|seat| seat.address)
}

/// All that have a place in wagram.
fn joined(table: &mut Table) -> Vec<String> {
    let seats = table.club.read(|tx| {
        let game = tx.game_by_name("wagram")?.expect("the game").id;
        tx.seats(game)
    });
    seats.into_iter().filter_map(|seat| seat.address).collect()
}

#[test]
fn a_game_is_founded_by_mail_after_a_yes() {
    let mut table = Table::new();
    let form = table.send(FOUNDER, None, "new game wagram");
    assert!(form.contains("scenario"), "{form}");
    assert_eq!(status(&mut table), "no such game");
    reply(&mut table, FOUNDER, "found");
    if status(&mut table) == "no such game" {
        reply(&mut table, FOUNDER, "yes");
    }
    assert_eq!(status(&mut table), "announced");
}

#[test]
fn the_form_comes_back_with_what_was_wrong_and_keeps_what_was_right() {
    let mut table = Table::new();
    table.send(FOUNDER, None, "new game wagram");
    let answer =
        reply(&mut table, FOUNDER, "scenario: war-in-the-west\nmovement: a fortnight or so\nfound");
    assert_eq!(status(&mut table), "no such game", "{answer}");
    assert!(answer.contains("movement"), "{answer}");
    assert!(answer.contains("war-in-the-west"), "{answer}");
    reply(&mut table, FOUNDER, "movement: 4 days\nfound");
    assert_eq!(status(&mut table), "announced");
}

#[test]
fn the_form_is_filled_in_within_the_marked_quotation() {
    let mut table = Table::new();
    table.send(FOUNDER, None, "new game wagram");
    let form = table.mails(FOUNDER).last().expect("the form").clone();
    let text = table.shown(&form).text.replace("scenario: standard", "scenario: war-in-the-west");
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let answer = table.send(FOUNDER, Some(&form), &format!("found\n\nThe judge wrote:\n{quoted}"));
    assert_eq!(status(&mut table), "announced", "{answer}");
    assert!(answer.contains("war-in-the-west"), "what was edited counts: {answer}");
}

#[test]
fn nobody_is_signed_up_by_others() {
    let mut table = announced("");
    table.send(ADA, None, "join wagram");
    assert!(joined(&mut table).is_empty(), "asked before");
    reply(&mut table, ADA, "That was not me!");
    reply(&mut table, ADA, "yes");
    assert!(joined(&mut table).is_empty());
}

macro_rules! joins {
    ($($name:ident: $ask:literal, $yes:literal;)*) => {
        $(#[test] fn $name() {
            let mut table = announced("roles: choice");
            table.send(ADA, None, $ask);
            let answer = reply(&mut table, ADA, $yes);
            assert_eq!(holder(&mut table, Seat::Pompadour).as_deref(), Some(ADA), "{answer}");
        })*
    };
}

joins! {
    joins_as_what_was_asked: "join wagram as Pompadour", "yes";
    joins_as_a_refusal_says_in_german: "beitreten wagram als Pompadour", "ja";
    joins_as_a_refusal_says_in_spanish: "unirme wagram como Pompadour", "si";
    joins_as_a_refusal_says_in_italian: "partecipo wagram come Pompadour", "si";
    joins_as_a_refusal_says_in_polish: "dołączam wagram jako Pompadour", "tak";
    joins_in_german: "Ich würde gern mitspielen wagram als Pompadour", "Ja, gerne";
    joins_by_what_the_yes_says: "join wagram", "yes, as Pompadour";
    joins_by_what_the_german_yes_says: "join wagram", "Ja gerne, als Pompadour";
    joins_by_what_the_spanish_yes_says: "join wagram", "Sí, como Pompadour";
    joins_by_what_the_italian_yes_says: "join wagram", "Sì, come Pompadour";
    joins_by_what_the_polish_yes_says: "join wagram", "Tak, jako Pompadour";
    joins_by_a_yes_with_a_wish: "join wagram", "yes please, I want to join, Pompadour for me";
    joins_greeted: "join wagram as Pompadour", "Hello judge,\n\nyes please!\n\nBest wishes\nAda";
    changes_the_role_in_the_yes: "join wagram as Frederick", "Yes, but as Pompadour please";
}

macro_rules! joins_not {
    ($($name:ident: $answer:literal;)*) => {
        $(#[test] fn $name() {
            let mut table = announced("roles: choice");
            table.send(ADA, None, "join wagram as Pompadour");
            let answer = reply(&mut table, ADA, $answer);
            assert!(joined(&mut table).is_empty(), "{answer}");
        })*
    };
}

joins_not! {
    no_thanks: "No thanks";
    german_no_thanks: "Nein danke, keine Zeit";
    spanish_no_thanks: "No, gracias";
    italian_no_thanks: "No grazie";
    polish_no_thanks: "Nie, dziękuję";
    yes_but_not_now: "Yes, but not now";
    yes_with_a_condition: "yes, but only if Ben plays as well";
    german_yes_with_a_condition: "Ja, aber nur wenn Ben auch mitspielt";
    spanish_yes_with_a_condition: "Sí, pero solo si juega Ben";
    italian_yes_with_a_condition: "Sì, ma solo se gioca Ben";
    polish_yes_with_a_condition: "Tak, ale tylko jeśli gra Ben";
    perhaps: "Maybe, let me ask my wife";
    what_is_it: "What is this?";
    a_vacation_reply: "I am out of the office until 5 January and read no mail.";
}

/// Who said something unclear is told how to confirm, and a clear yes still counts.
#[test]
fn after_a_yes_with_a_condition_a_plain_yes_counts() {
    let mut table = announced("roles: choice");
    table.send(ADA, None, "join wagram as Pompadour");
    let question = table.mails(ADA).last().expect("the question").clone();
    let answer = table.send(ADA, Some(&question), "yes, but only if Ben plays as well");
    assert!(answer.contains("yes"), "how to confirm: {answer}");
    table.send(ADA, Some(&question), "Yes");
    assert_eq!(holder(&mut table, Seat::Pompadour).as_deref(), Some(ADA));
}

#[test]
fn the_phrase_in_the_answer_with_the_yes_is_taken() {
    let mut table = announced("roles: choice");
    table.send(ADA, None, "join wagram as Pompadour");
    let answer = reply(&mut table, ADA, "Yes, gladly.\ndo it for me");
    assert!(!answer.contains("nobody can guess"), "the phrase was given with the yes: {answer}");
}

/// What is asked first is answered in many ways; what is no answer is quoted.
#[test]
fn the_program_makes_the_phrase_of_whoever_lets_it() {
    let said = [
        "yes please",
        "Do that for me, please",
        "mach's für mich",
        "Mach das für mich bitte!",
        "Hazlo por mí, por favor",
        "fai tu",
        "Niech program zrobi",
    ];
    for line in said {
        let mut table = announced("roles: choice");
        table.send(ADA, None, "join wagram as Pompadour");
        reply(&mut table, ADA, "yes");
        let answer = reply(&mut table, ADA, line);
        assert!(answer.contains("The program makes your phrase"), "{line}: {answer}");
    }
}

#[test]
fn what_is_no_answer_to_the_question_for_a_phrase_is_quoted() {
    let mut table = announced("roles: choice");
    table.send(ADA, None, "join wagram as Pompadour");
    reply(&mut table, ADA, "yes");
    let answer = reply(&mut table, ADA, "I have no idea what that is");
    assert!(answer.contains("Not taken:"), "{answer}");
    assert!(answer.contains("\"I have no idea what that is\""), "{answer}");
}

#[test]
fn a_new_game_without_a_name_is_asked_for_one() {
    for line in ["new game", "I would like to start a new game", "Found a game"] {
        let mut table = Table::new();
        let answer = table.send(FOUNDER, None, line);
        assert!(answer.contains("A game needs a name"), "{line}: {answer}");
    }
    let mut table = Table::new();
    let answer = table.send(FOUNDER, None, "I want to start a new game called wagram");
    assert!(answer.contains("scenario: standard"), "{answer}");
}

#[test]
fn a_taken_role_is_refused_with_what_is_free() {
    let mut table = announced("roles: choice");
    table.send(ADA, None, "join wagram as Pompadour");
    reply(&mut table, ADA, "yes");
    table.send(BEN, None, "join wagram as Pompadour");
    let answer = reply(&mut table, BEN, "yes");
    assert_eq!(holder(&mut table, Seat::Pompadour).as_deref(), Some(ADA));
    assert!(answer.contains("Frederick"), "what is free: {answer}");
    let answer = reply(&mut table, BEN, "join wagram as Frederick");
    assert_eq!(holder(&mut table, Seat::Frederick).as_deref(), Some(BEN), "{answer}");
}

#[test]
fn leaving_before_it_begins_frees_the_place() {
    for leave in ["leave wagram", "leave", "Ich verlasse wagram"] {
        let mut table = announced("roles: choice");
        table.send(ADA, None, "join wagram as Pompadour");
        reply(&mut table, ADA, "yes");
        let answer = reply(&mut table, ADA, leave);
        assert!(joined(&mut table).is_empty(), "{leave}: {answer}");
    }
}

/// Issue: `leave / join as … / phrase …` in one mail credits the phrase to the seat that was left.
#[test]
fn leave_and_join_as_another_in_one_mail_are_done_in_order() {
    let mut table = announced("roles: choice");
    table.send(ADA, None, "join wagram as Pompadour");
    reply(&mut table, ADA, "yes");
    let answer = reply(
        &mut table,
        ADA,
        "leave wagram\njoin wagram as Frederick\nphrase It was a dark and stormy night in Kassel",
    );
    assert_eq!(holder(&mut table, Seat::Frederick).as_deref(), Some(ADA), "{answer}");
    assert_eq!(holder(&mut table, Seat::Pompadour), None, "{answer}");
}

#[test]
fn an_invitation_names_roles_and_free_seats() {
    let mut table = announced("roles: choice\ninvitations: ada@else.test");
    let invitation = table.mails(ADA).last().expect("an invitation").clone();
    for word in ["wagram", "Frederick", "Pompadour"] {
        assert!(invitation.text.contains(word), "{word}: {}", invitation.text);
    }
    table.send(ADA, Some(&invitation), "Ja, gerne, als Pompadour");
    assert_eq!(holder(&mut table, Seat::Pompadour).as_deref(), Some(ADA));
}

#[test]
fn an_invitation_declined_is_declined() {
    for no in ["No thanks", "Nein danke", "no, gracias", "No, grazie", "Nie, dzięki"] {
        let mut table = announced("roles: choice\ninvitations: ada@else.test");
        let invitation = table.mails(ADA).last().expect("an invitation").clone();
        table.send(ADA, Some(&invitation), no);
        assert!(joined(&mut table).is_empty(), "{no}");
    }
}

#[test]
fn two_players_join_and_the_game_begins() {
    let mut table = announced("roles: choice");
    for (who, role) in [(ADA, "Pompadour"), (BEN, "Frederick")] {
        table.send(who, None, &format!("join wagram as {role}"));
        reply(&mut table, who, "yes");
        reply(&mut table, who, "do it for me");
    }
    for _ in 0..3 {
        if status(&mut table) != "playing" {
            table.wait();
        }
    }
    assert_eq!(status(&mut table), "playing");
    let first = table.mails(ADA).last().expect("the first mail").text.clone();
    assert!(first.contains("Richelieu"), "{first}");
}

#[test]
fn a_test_at_the_desk_founds_and_joins_nothing() {
    let mut table = Table::new();
    table.send(FOUNDER, None, "test\nnew game wagram");
    assert_eq!(status(&mut table), "no such game");
    let mut table = announced("roles: choice");
    let before = table.mails(ADA).len();
    table.send(ADA, None, "test\njoin wagram as Pompadour");
    assert!(table.mails(ADA).len() <= before + 1);
    reply(&mut table, ADA, "yes");
    assert!(joined(&mut table).is_empty());
}

/// Point 17: the map of an announced game.
#[test]
fn the_map_of_an_announced_game_is_shown() {
    for ask in ["map wagram", "Karte von wagram", "mapa wagram", "mappa wagram"] {
        let mut table = announced("");
        let answer = table.send(ADA, None, ask);
        assert!(answer.contains("wagram"), "{ask}: {answer}");
        for piece in ["Richelieu", "Cumberland"] {
            assert!(answer.contains(piece), "{ask}: where everybody begins: {answer}");
        }
        assert_eq!(status(&mut table), "announced");
    }
}

#[test]
fn the_map_of_a_game_that_does_not_exist_says_so() {
    let mut table = Table::new();
    let answer = table.send(ADA, None, "map nowhere");
    assert!(answer.contains("nowhere"), "{answer}");
}

#[test]
fn the_map_of_a_game_in_play_shows_what_is_public_to_anybody() {
    let mut table = Table::new();
    let answer = table.send(ADA, None, &format!("map {GAME}"));
    assert!(answer.contains("Daun") && answer.contains("Heinrich"), "{answer}");
    assert!(!answer.contains("Heinrich 4") && !answer.contains("Daun 6"), "no troops: {answer}");
}

fn shown(table: &mut Table, game: &str) -> String {
    let mut out = Vec::new();
    show_game(&mut table.club.store, game, &mut out).expect("it is shown");
    String::from_utf8(out).expect("text")
}

/// Point 17: `game show` with turn, who is awaited and until when.
#[test]
fn game_show_says_turn_and_who_is_awaited() {
    let mut table = Table::new();
    let text = shown(&mut table, GAME);
    assert!(text.lines().any(|line| line.starts_with("turn") && line.contains('1')), "{text}");
    let awaited: Vec<&str> = text.lines().filter(|line| line.starts_with("awaited")).collect();
    assert_eq!(awaited.len(), 1, "{text}");
    assert!(awaited[0].contains("frederick") && awaited[0].contains("prussia"), "{text}");
    table.say(Frederick, "ready");
    table.say(Frederick, "ready");
    table.until(feldpost::game::Nation::Russia);
    let text = shown(&mut table, GAME);
    let awaited = text.lines().find(|line| line.starts_with("awaited")).expect("somebody");
    assert!(awaited.contains("elisabeth") && awaited.contains("russia"), "{text}");
}

#[test]
fn game_show_names_everybody_at_set_up() {
    let mut table = Table::at_set_up(feldpost::campaign::Pace::default());
    let text = shown(&mut table, GAME);
    let awaited = text.lines().filter(|line| line.starts_with("awaited")).count();
    assert!(awaited >= 4, "{text}");
    table.say(Pompadour, "Richelieu 7, Soubise 7, Chevert 6");
    let text = shown(&mut table, GAME);
    assert!(!text.lines().any(|l| l.starts_with("awaited") && l.contains("pompadour")), "{text}");
}

#[test]
fn game_show_of_an_announced_game_awaits_nobody_for_a_move() {
    let mut table = announced("");
    let text = shown(&mut table, "wagram");
    assert!(text.contains("announced"), "{text}");
    assert!(!text.contains("awaited:"), "{text}");
}
