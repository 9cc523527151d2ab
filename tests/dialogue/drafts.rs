//! Orders are a draft that one edits.

use crate::table::*;
use feldpost::game::Nation;

/// Issue: six movement lines and `ready`, two of them wrong; the reply mends them, and all go.
#[test]
fn six_lines_of_which_two_are_wrong_all_go_once_they_are_mended() {
    let mut table = Table::new();
    let text = table.say(
        Frederick,
        "Friedrich to Torgau\nHeinrich to Bernau\nSchwerin to Breslau\nKeith to Brieg\n\
         Seydlitz to Btterfld\nDohna to Landsbrgggg\nready",
    );
    assert!(text.contains("nothing has been carried out yet"), "{text}");
    assert_eq!(table.prussian("Heinrich"), "berlin");
    table.say(Frederick, "Seydlitz to Bitterfeld\nDohna to Landsberg");
    for (name, city) in [
        ("Friedrich", "torgau"),
        ("Heinrich", "bernau"),
        ("Schwerin", "breslau"),
        ("Keith", "brieg"),
        ("Seydlitz", "bitterfeld"),
        ("Dohna", "landsberg"),
    ] {
        assert_eq!(table.prussian(name), city, "{name}");
    }
}

#[test]
fn one_of_two_wrong_lines_is_mended_and_ready_said_again() {
    let mut table = Table::new();
    table.say(
        Frederick,
        "Friedrich to Torgau\nHeinrich to Bernau\nSchwerin to Breslau\nKeith to Brieg\n\
         Seydlitz to Btterfld\nDohna to Breslau\nready",
    );
    table.say(Frederick, "Seydlitz to Bitterfeld\nready");
    for (name, city) in
        [("Friedrich", "torgau"), ("Heinrich", "bernau"), ("Seydlitz", "bitterfeld")]
    {
        assert_eq!(table.prussian(name), city, "{name}");
    }
    assert_eq!(table.prussian("Dohna"), "arnswalde");
}

#[test]
fn one_of_two_wrong_lines_is_mended_and_the_other_still_holds_back() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Breslau\nDohna to Breslau\nready");
    table.say(Frederick, "Seydlitz to Bitterfeld");
    assert_eq!(table.prussian("Heinrich"), "berlin");
    table.say(Frederick, "Dohna to Landsberg");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Seydlitz"), "bitterfeld");
    assert_eq!(table.prussian("Dohna"), "landsberg");
}

#[test]
fn a_line_that_held_ready_back_is_dropped_by_cancel() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Breslau\nready");
    assert_eq!(table.prussian("Heinrich"), "berlin");
    table.say(Frederick, "cancel Seydlitz");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Seydlitz"), "brandenburg");
}

#[test]
fn a_line_that_held_ready_back_is_dropped_by_staying() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Breslau\nready");
    table.say(Frederick, "Seydlitz stays");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn the_receipt_names_the_line_that_holds_ready_back_first() {
    let mut table = Table::new();
    let text = table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Breslau\nready");
    let line = text.find("Seydlitz to Breslau").expect("named");
    assert!(text.contains("because line 2 cannot be used"), "{text}");
    assert!(line < text.find("is too far").expect("the reason"), "{text}");
}

#[test]
fn a_later_mail_changes_what_it_speaks_of_and_leaves_the_rest() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Belzig");
    assert_eq!(table.drafted(Frederick), 2);
    table.say(Frederick, "Seydlitz to Genthin\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Seydlitz"), "genthin");
}

#[test]
fn a_later_mail_adds_to_the_draft() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    table.say(Frederick, "Seydlitz to Belzig");
    table.say(Frederick, "Dohna to Landsberg");
    assert_eq!(table.drafted(Frederick), 3);
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Dohna"), "landsberg");
}

#[test]
fn of_a_stack_that_was_to_march_one_is_sent_elsewhere() {
    let mut table = Table::new();
    table.say(Frederick, "Friedrich and Winterfeldt to Torgau");
    table.say(Frederick, "Winterfeldt to Riesa\nready");
    assert_eq!(table.prussian("Friedrich"), "torgau");
    assert_eq!(table.prussian("Winterfeldt"), "riesa");
}

#[test]
fn cancel_with_a_name_takes_back_one_order() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nKeith to Brieg");
    table.say(Frederick, "cancel Keith");
    assert_eq!(table.drafted(Frederick), 1);
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Keith"), "strehlen");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn cancel_takes_back_all() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nKeith to Brieg");
    table.say(Frederick, "cancel");
    assert_eq!(table.drafted(Frederick), 0);
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "berlin");
}

#[test]
fn a_general_who_stays_after_all_has_no_order() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nKeith to Brieg");
    table.say(Frederick, "Keith stays\nready");
    assert_eq!(table.prussian("Keith"), "strehlen");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn orders_shows_the_draft_and_changes_nothing() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nKeith to Brieg");
    let log = table.log();
    for question in ["orders", "What are my orders?"] {
        let text = table.say(Frederick, question);
        assert!(text.contains("Heinrich: Bernau"), "{text}");
        assert!(text.contains("Keith: Brieg"), "{text}");
        assert!(!text.contains("Heinrich stays"), "{text}");
    }
    assert_eq!((table.log(), table.drafted(Frederick)), (log, 2));
}

#[test]
fn each_receipt_shows_the_draft_as_it_stands() {
    let mut table = Table::new();
    let text = table.say(Frederick, "Heinrich to Bernau");
    assert!(text.contains("Heinrich: Bernau"), "{text}");
    assert!(text.contains("Seydlitz stays"), "{text}");
    assert!(!text.contains("Heinrich stays"), "{text}");
}

#[test]
fn status_shows_the_draft_as_it_stands() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    let text = table.say(Frederick, "status");
    assert!(text.contains("Heinrich: Bernau"), "{text}");
    assert!(!text.contains("Heinrich stays"), "{text}");
}

#[test]
fn the_draft_shown_is_sent_back_and_is_the_same() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nFriedrich + Winterfeldt to Torgau\ntrain 1 to Dahme");
    let mail = table.newest(Frederick);
    let lines = mail.text.lines().map(|line| line.trim().trim_start_matches(": "));
    let wanted = lines.filter(|line| {
        (line.contains(": ") && line.chars().next().is_some_and(char::is_alphabetic))
            || line.ends_with(" stays")
    });
    let orders: Vec<&str> = wanted
        .filter(|line| {
            line.starts_with("Heinrich")
                || line.starts_with("Friedrich")
                || line.starts_with("train 1")
        })
        .collect();
    assert_eq!(orders.len(), 3, "{}", mail.text);
    let text = format!("{}\nready", orders.join("\n"));
    table.say(Frederick, &text);
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Winterfeldt"), "torgau");
    assert_eq!(table.prussian("Train 1"), "dahme");
}

#[test]
fn ready_comes_later_and_carries_out_the_draft() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    assert_eq!(table.prussian("Heinrich"), "berlin");
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn wait_takes_ready_back() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Breslau\nready");
    table.say(Frederick, "wait");
    table.say(Frederick, "Seydlitz to Belzig");
    assert_eq!(table.prussian("Heinrich"), "berlin", "ready was taken back");
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Seydlitz"), "belzig");
}

#[test]
fn a_general_goes_where_another_leaves_in_a_later_mail() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    // Winterfeldt leaves Oschatz first, then train and general change places.
    table.say(Frederick, "train 1 to Luckenwalde\nready");
    assert_eq!(table.prussian("Train 1"), "luckenwalde");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn an_order_made_impossible_by_a_later_one_holds_back_and_is_told() {
    let mut table = Table::new();
    // The train may only come to Berlin once Heinrich has left it.
    table.edit(|state| put(state, "prussia", "Train 1", "zossen"));
    table.say(Frederick, "Heinrich to Bernau\ntrain 1 to Berlin");
    assert_eq!(table.drafted(Frederick), 2);
    let text = table.say(Frederick, "Heinrich stays\nready");
    assert!(text.contains("train 1") || text.contains("Train 1"), "{text}");
    assert_eq!(table.prussian("Train 1"), "zossen", "{text}");
    assert_eq!(table.moving(), Some(feldpost::game::Nation::Prussia), "{text}");
}

#[test]
fn a_complete_set_needs_no_ready() {
    let mut table = Table::new();
    table.say(
        Frederick,
        "Friedrich + Winterfeldt stay\nSchwerin, Keith stay\nSeydlitz stays\nDohna stays\n\
         Lehwaldt stays\ntrain 1 stays\ntrain 2 stays",
    );
    assert_eq!(table.moving(), Some(feldpost::game::Nation::Prussia));
    table.say(Frederick, "Heinrich to Bernau");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

/// Leaves these generals two troops each.
fn weaken(state: &mut serde_json::Value, names: &[&str]) {
    let pieces = state["pieces"].as_array_mut().expect("pieces");
    for piece in pieces.iter_mut() {
        if names.iter().any(|name| piece["name"] == *name) {
            piece["troops"] = 2.into();
        }
    }
}

#[test]
fn recruits_are_edited_like_marches() {
    let mut table = Table::new();
    table.edit(|state| {
        deal(state, "prussia", &["10D", "9S"]);
        weaken(state, &["Heinrich", "Keith"]);
    });
    table.say(Frederick, "recruit for 10D: Heinrich 1");
    table.say(Frederick, "recruit for 10D: Keith 1");
    assert_eq!(table.drafted(Frederick), 1, "the card is paid once");
    table.say(Frederick, "recruit for 9S: Heinrich 1");
    assert_eq!(table.drafted(Frederick), 2);
}

#[test]
fn a_purchase_that_was_refused_is_given_up_by_ready_alone() {
    let mut table = Table::new();
    table.edit(|state| {
        deal(state, "prussia", &["10D", "4S"]);
        weaken(state, &["Keith"]);
    });
    table.say(Frederick, "recruit for 4S: Keith 1");
    let text = table.say(Frederick, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "berlin", "{text}");
    assert!(text.contains("a line of an earlier mail cannot be used: \"recruit for 4S"), "{text}");
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn german_orders_are_edited_too() {
    let mut table = Table::new();
    table.say(Frederick, "Sprache de");
    table.say(Frederick, "Heinrich nach Bernau\nKeith nach Brieg");
    let text = table.say(Frederick, "Befehle");
    assert!(text.contains("Heinrich: Bernau"), "{text}");
    table.say(Frederick, "streiche Keith\nfertig");
    assert_eq!(table.prussian("Keith"), "strehlen");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn a_line_that_was_asked_about_is_mended_by_an_order_for_one_of_those_it_could_mean() {
    let mut table = Table::new();
    // Neither of the two trains can go there.
    let text = table.say(Frederick, "Heinrich to Bernau\ntrain to Torgau\nready");
    assert_eq!(table.prussian("Heinrich"), "berlin", "{text}");
    table.say(Frederick, "train 1 to Dahme");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Train 1"), "dahme");
}

/// `To Dahme` answers the question about the train, though the general beside it could go there, too.
#[test]
fn a_bare_answer_goes_to_the_piece_that_was_asked_about() {
    let mut table = Table::new();
    let line = "Heinrich to Bernau. And train 1 may go to Dahme or Zossen. Ready";
    let text = table.say(Frederick, line);
    assert!(text.contains("Dahme") && table.prussian("Heinrich") == "berlin", "{text}");
    table.say(Frederick, "To Dahme");
    assert_eq!(table.prussian("Train 1"), "dahme");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

/// Both could go to Luckenwalde, but only of one was it asked.
#[test]
fn of_two_orders_in_doubt_a_bare_city_answers_the_question() {
    let mut table = Table::new();
    let text = table.say(Frederick, "Heinrich to Zossen or Luckenwalde. Train 1 to Torgau. Ready");
    assert!(text.contains("Train 1 to Torgau. Ready"), "the sentence that was refused: {text}");
    table.say(Frederick, "Luckenwalde");
    table.say(Frederick, "train 1 to Dahme");
    assert_eq!(table.prussian("Heinrich"), "luckenwalde");
    assert_eq!(table.prussian("Train 1"), "dahme");
}

#[test]
fn of_two_trains_the_one_that_can_get_there_is_meant() {
    let mut table = Table::new();
    table.say(Frederick, "train to Dahme\nready");
    assert_eq!(table.prussian("Train 1"), "dahme");
}

/// The good half of a line goes into the draft; the bad half is asked about and holds `ready` back.
#[test]
fn the_good_half_of_a_line_is_kept_and_the_bad_half_asked_about() {
    for line in [
        "Heinrich to Bernau and Keith to Nirgendwo",
        "Heinrich to Bernau, Keith to Nirgendwo",
        "Keith to Nirgendwo, Heinrich to Bernau",
        "Heinrich nach Bernau, Keith nach Nirgendwo",
        "Enrico a Bernau e Keith a Nirgendwo",
        "Heinrich do Bernau, Keith do Nirgendwo",
    ] {
        let mut table = Table::new();
        let text = table.say(Frederick, &format!("{line}\nready"));
        assert_eq!(table.prussian("Heinrich"), "berlin", "held back: {text}");
        assert_eq!(table.drafted(Frederick), 1, "{line}: {text}");
        assert!(text.contains("Nirgendwo"), "{text}");
        table.say(Frederick, "Keith to Brieg");
        assert_eq!(table.prussian("Heinrich"), "bernau", "{line}");
        assert_eq!(table.prussian("Keith"), "brieg", "{line}");
    }
}

/// What binds the good half is no other half: the line waits as a whole.
#[test]
fn a_half_that_binds_the_other_keeps_nothing() {
    for line in [
        "Heinrich to Bernau unless Nirgendwo is grmpf",
        "Heinrich to Bernau or Keith to Nirgendwo",
        "Heinrich to Bernau, via Nirgendwo",
    ] {
        let mut table = Table::new();
        let text = table.say(Frederick, &format!("{line}\nready"));
        assert_eq!(
            (table.drafted(Frederick), table.prussian("Heinrich")),
            (0, "berlin".into()),
            "{line}: {text}"
        );
    }
}

#[test]
fn trains_that_stay_are_all_of_them() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nboth trains stay\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Train 1"), "jueterbog");
}

/// Whoever sends the same wrong line once more has not done without it.
#[test]
fn a_wrong_line_that_is_sent_again_with_ready_still_holds_it_back() {
    let mut table = Table::new();
    let wrong = "Heinrich to Bernau\nSeydlitz to Breslau\nready";
    table.say(Frederick, wrong);
    let told = table.say(Frederick, wrong);
    assert!(told.contains("nothing has been carried out yet"), "{told}");
    assert_eq!(table.prussian("Heinrich"), "berlin", "{told}");
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

/// The answer to "too far, possible as far as …" is the other goal, and nobody's name.
#[test]
fn a_goal_alone_is_for_the_order_that_could_not_be_used() {
    for (language, refused, answer) in [
        ("english", "Heinrich to Stettin", "ok, Bernau then. ready"),
        ("english", "Heinrich to Stettin", "then only as far as Bernau\nready"),
        ("german", "Heinrich nach Stettin", "also Bernau. fertig"),
        ("german", "Heinrich nach Stettin", "na gut, dann halt nur bis Bernau\nfertig"),
        ("spanish", "Heinrich a Stettin", "pues entonces Bernau\nlisto"),
        ("italian", "Heinrich a Stettin", "allora Bernau\npronto"),
        ("polish", "Heinrich do Szczecina", "no to Bernau\ngotowe"),
    ] {
        let mut table = Table::new();
        table.say(Frederick, &format!("language {language}"));
        table.say(Frederick, &format!("Seydlitz - Potsdam\n{refused}"));
        let told = table.say(Frederick, answer);
        assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}: {told}");
        assert_eq!(table.prussian("Seydlitz"), "potsdam", "{answer}");
        assert_eq!(table.moving(), Some(Nation::Hanover), "{answer}");
    }
}

/// With two orders waiting a goal is for him who can go there; if both can it is asked, and a greeting is no order.
#[test]
fn a_goal_alone_is_asked_about_where_two_orders_wait() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Stettin\nSeydlitz to Stettin");
    table.say(Frederick, "then to Potsdam\nready");
    assert_eq!(table.moving(), Some(Nation::Prussia));
    assert_eq!(table.prussian("Heinrich"), "berlin");
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Stettin\nSeydlitz to Stettin");
    table.say(Frederick, "then to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Seydlitz"), "brandenburg");
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Stettin");
    table.say(Frederick, "Greetings from Bernau");
    assert_eq!(table.drafted(Frederick), 0);
}
