//! Orders for later: under a heading with a turn, or of a nation whose action is still to come.

use crate::table::*;
use feldpost::campaign::Pace;
use feldpost::game::{DecisionKind, Nation};

fn at_once() -> Table {
    Table::with_pace(Pace { instruction_delay: [0, 0], ..Pace::default() })
}

/// Issue: one word not understood, and Sweden's action passed with no moves.
#[test]
fn an_order_ahead_with_a_mistake_waits_for_the_player() {
    let mut table = at_once();
    table.until(Nation::Russia);
    table.say(Elisabeth, "for Sweden\nEhrensvärd back to Demmin\nready");
    assert_eq!(table.moving(), Some(Nation::Russia), "Russia is not concerned");
    table.say(Elisabeth, "ready");
    for _ in 0..3 {
        if table.moving() == Some(Nation::Sweden) {
            table.wait();
        }
    }
    let stands = table.at("sweden", "Ehrensvärd");
    let still = table.moving() == Some(Nation::Sweden);
    assert!(still || stands == "demmin", "his action has not passed without a move: {stands}");
}

/// The train's stay was carried out by itself, and the march that was asked about was lost.
#[test]
fn what_is_ready_beside_a_doubt_about_the_same_nation_waits_for_the_player() {
    let mut table = at_once();
    table.until(Nation::Russia);
    let line = "Ehrensvärd to Xyzzy if he gets there, otherwise to Wolgast. The train stays. Ready";
    table.say(Elisabeth, line);
    assert_eq!(table.moving(), Some(Nation::Russia), "Russia is not concerned");
    table.say(Elisabeth, "ready");
    table.wait();
    assert_eq!(table.moving(), Some(Nation::Sweden));
}

#[test]
fn an_order_ahead_with_an_impossible_goal_waits_for_the_player() {
    let mut table = at_once();
    table.until(Nation::Russia);
    table.say(Elisabeth, "for Sweden\nEhrensvärd to Berlin\nready");
    table.say(Elisabeth, "ready");
    table.wait();
    assert_eq!(table.moving(), Some(Nation::Sweden));
    // Ready is remembered: once the line is mended, all is carried out.
    table.say(Elisabeth, "Ehrensvärd to Demmin");
    assert_eq!(table.at("sweden", "Ehrensvärd"), "demmin");
    assert_ne!(table.moving(), Some(Nation::Sweden));
}

#[test]
fn an_order_ahead_without_a_mistake_is_carried_out_when_due() {
    let mut table = at_once();
    table.until(Nation::Russia);
    table.say(Elisabeth, "for Sweden\nEhrensvärd to Demmin\nready");
    assert_eq!(table.moving(), Some(Nation::Russia));
    table.say(Elisabeth, "ready");
    table.wait();
    assert_eq!(table.at("sweden", "Ehrensvärd"), "demmin");
}

#[test]
fn a_mistake_in_swedens_section_holds_russia_not_back() {
    let mut table = at_once();
    table.until(Nation::Russia);
    table.say(Elisabeth, "Tottleben to Plock\nready\nfor Sweden\nEhrensvärd to Xyzzy\n");
    assert_eq!(table.moving(), Some(Nation::Sweden));
}

#[test]
fn a_mistake_in_russias_section_holds_russia_and_keeps_sweden() {
    let mut table = at_once();
    table.until(Nation::Russia);
    table.say(Elisabeth, "Tottleben to Berlin\nfor Sweden\nEhrensvärd to Demmin\nready");
    assert_eq!(table.moving(), Some(Nation::Russia));
    assert_eq!(table.kept(Elisabeth, "ahead-").len(), 1);
    table.say(Elisabeth, "Tottleben stays");
    table.wait();
    assert_eq!(table.at("sweden", "Ehrensvärd"), "demmin");
}

#[test]
fn orders_ahead_are_edited_piece_by_piece() {
    let mut table = at_once();
    table.say(Frederick, "for Hanover\nFerdinand to Soltau\nCumberland to Hameln");
    table.say(Frederick, "for Hanover\nFerdinand to Verden");
    let kept = table.kept(Frederick, "ahead-");
    let lines = kept[0]["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2, "{kept:?}");
    assert!(!kept[0].to_string().contains("Soltau"), "{kept:?}");
}

#[test]
fn without_a_heading_an_order_for_a_later_nation_is_kept_to_be_confirmed() {
    let mut table = at_once();
    let text = table.say(Frederick, "Ferdinand to Soltau\nready");
    let kept = table.kept(Frederick, "ahead-");
    assert_eq!(kept.len(), 1, "{text}");
    assert_eq!(kept[0]["ready"], false, "{text}");
    assert_eq!(table.moving(), Some(Nation::Prussia), "nothing of Prussia was said: {text}");
}

#[test]
fn a_heading_with_a_turn_that_is_over_changes_nothing() {
    let mut table = at_once();
    table.say(Frederick, "ready");
    table.say(Frederick, "for Prussia, turn 1\nHeinrich to Bernau\nready");
    assert!(table.kept(Frederick, "ahead-").is_empty());
    assert_eq!(table.moving(), Some(Nation::Hanover));
}

#[test]
fn a_heading_with_a_later_turn_waits_for_it() {
    let mut table = at_once();
    table.say(Frederick, "for Prussia, turn 2\nHeinrich to Bernau\nready");
    assert_eq!(table.moving(), Some(Nation::Prussia));
    table.say(Frederick, "ready");
    table.until(Nation::Russia);
    table.until(Nation::Prussia);
    table.wait();
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn cancel_below_a_heading_drops_what_was_kept_for_it() {
    let mut table = at_once();
    table.say(Frederick, "for Hanover\nFerdinand to Soltau\nready");
    table.say(Frederick, "for Hanover\ncancel");
    assert!(table.kept(Frederick, "ahead-").is_empty());
}

#[test]
fn a_misspelt_name_ahead_is_told_and_kept_for_the_player() {
    let mut table = at_once();
    table.say(Frederick, "for Hanover\nFerdinand to Sxltxx\nready");
    table.say(Frederick, "ready");
    table.wait();
    assert_eq!(table.moving(), Some(Nation::Hanover));
}

/// What was said for a nation that moves later is kept, without a heading as below one.
#[test]
fn a_line_for_later_is_kept_without_a_heading_as_below_one() {
    for (language, heading) in [
        ("en", "for Hanover"),
        ("de", "für Hannover"),
        ("es", "Hanover:"),
        ("it", "Hanover:"),
        ("pl", "Hanower:"),
        ("fr", "pour le Hanovre"),
    ] {
        let mut table = at_once();
        table.say(Frederick, &format!("language {language}"));
        let answer = table.say(Frederick, "Ferdinand to Soltau");
        let first = table.kept(Frederick, "ahead-");
        assert_eq!(first.len(), 1, "{language}: {answer}");
        assert!(answer.contains("Soltau"), "{language}: {answer}");
        table.say(Frederick, &format!("{heading}\nFerdinand to Soltau"));
        assert_eq!(table.kept(Frederick, "ahead-").len(), 1, "{language}: the heading is read");
    }
}

/// What holds in any case stood beside the line a second time, and was refused when both came due.
#[test]
fn a_line_with_a_condition_is_kept_once_with_all_that_it_says() {
    let mut table = at_once();
    let line = "For Hanover later: if Soubise is still at Fulda, Cumberland stays, otherwise he goes to Göttingen. Ferdinand heads for Verden either way.";
    let answer = table.say(Frederick, line);
    let kept = table.kept(Frederick, "ahead-");
    assert_eq!(kept.len(), 1, "{answer}");
    assert_eq!(kept[0]["lines"].as_array().map(Vec::len), Some(1), "{kept:?}");
    assert!(answer.contains("Ferdinand: Verden"), "{answer}");
}

#[test]
fn only_what_stands_below_a_heading_is_carried_out_without_asking() {
    let mut table = at_once();
    let answer =
        table.say(Elisabeth, "Tottleben to Plock\nfor Sweden\nEhrensvärd to Demmin\nready");
    let kept = table.kept(Elisabeth, "ahead-");
    let ready = |piece: &str| {
        let of = kept.iter().find(|orders| orders.to_string().contains(piece));
        of.map(|orders| orders["ready"] == true)
    };
    assert_eq!((ready("Tottleben"), ready("Ehrensv")), (Some(false), Some(true)), "{answer}");
}

/// A line that speaks of two nations was kept whole for the second, and read again for it: `Train 2: no such piece`.
#[test]
fn a_line_about_two_nations_is_kept_for_the_later_one_without_the_rest() {
    let mut table = at_once();
    table.until(Nation::Russia);
    let text = "Train 2 stays. For Sweden: Ehrensvärd to Demmin, his train stays.";
    let answer = table.say(Elisabeth, text);
    let kept = table.kept(Elisabeth, "ahead-");
    let lines: Vec<String> = kept.iter().map(|orders| orders["lines"].to_string()).collect();
    let of = |words: &str| lines.iter().any(|lines| lines.contains(words));
    assert!(of("Ehrensv"), "{lines:?} {answer}");
    assert!(!of("Train 2"), "{lines:?} {answer}");
    table.say(Elisabeth, "ready");
    let news = table.say(Elisabeth, "ready");
    assert!(!news.contains("Train 2"), "{news}");
    assert_eq!(table.at("sweden", "Ehrensvärd"), "demmin");
}

/// France discards before it moves: who sends marches then is told when and how they count.
#[test]
fn marches_that_come_before_the_discard_are_told_when_they_count() {
    let mut table = at_once();
    for _ in 0..40 {
        let decision = table.decisions()[0];
        if decision.kind == DecisionKind::Discard {
            break;
        }
        let text = if decision.kind == DecisionKind::Movement { "ready" } else { "1" };
        table.say(decision.seat, text);
    }
    assert_eq!(table.decisions()[0].kind, DecisionKind::Discard);
    let log = table.log();
    let answer = table.say(Pompadour, "Richelieu to Büren");
    assert_eq!(table.log(), log, "{answer}");
    assert!(answer.contains("for France"), "{answer}");
    let answer = table.say(Pompadour, "1\nfor France\nRichelieu to Büren\nready");
    assert!(table.log() > log, "the card is discarded: {answer}");
    for _ in 0..3 {
        if table.moving() == Some(Nation::France) {
            table.wait();
        }
    }
    assert_eq!(table.at("france", "Richelieu"), "bueren", "{answer}");
}

/// France is asked for its discard: Prussia to the Imperial Army have moved.
fn france_discards() -> Table {
    let mut table = Table::new();
    for seat in [Frederick, Frederick, Elisabeth, Elisabeth, MariaTheresa, MariaTheresa] {
        table.say(seat, "ready");
    }
    let kind = table.state().decisions()[0].kind;
    assert_eq!(kind, DecisionKind::Discard);
    table
}

#[test]
fn marches_behind_a_discard_are_the_draft_of_the_movement_that_follows() {
    let mut table = france_discards();
    let told = table.say(Pompadour, "1\nSoubise to Eisenach\nRichelieu to Soest");
    assert!(told.contains("Soubise: "), "the draft: {told}");
    assert_eq!(table.state().decisions()[0].kind, DecisionKind::Movement);
    table.say(Pompadour, "ready");
    assert_eq!(table.at("france", "Soubise"), "eisenach");
    assert_eq!(table.at("france", "Richelieu"), "soest");
}

/// What was kept for the movement is not lost when the mail that opens it brings more of it.
#[test]
fn what_was_kept_joins_the_orders_of_the_mail_that_opens_the_movement() {
    let mut table = france_discards();
    let kept = table.say(Pompadour, "Soubise to Eisenach\nChevert to Soest");
    assert_eq!(table.kept(Pompadour, "ahead-").len(), 1, "{kept}");
    let told = table.say(Pompadour, "1\nChevert stays\nRichelieu to Soest");
    assert_eq!(table.kept(Pompadour, "ahead-").len(), 0, "they are the draft now: {told}");
    assert!(told.contains("Soubise: "), "what was kept is shown: {told}");
    table.say(Pompadour, "ready");
    assert_eq!(table.at("france", "Soubise"), "eisenach", "kept before");
    assert_eq!(table.at("france", "Richelieu"), "soest", "of the same mail");
    assert_ne!(table.at("france", "Chevert"), "soest", "the newer word counts");
}

/// What was kept for the movement was lost without a word when the discard that opens it said `ready`, too.
#[test]
fn what_was_kept_is_confirmed_by_a_discard_that_says_ready() {
    let mut table = france_discards();
    table.say(Pompadour, "Soubise to Eisenach\nChevert to Soest");
    let told = table.say(Pompadour, "1\nready");
    for _ in 0..3 {
        if table.moving() == Some(Nation::France) {
            table.wait();
        }
    }
    assert_eq!(table.at("france", "Soubise"), "eisenach", "{told}");
    assert_eq!(table.at("france", "Chevert"), "soest", "{told}");
    assert_ne!(table.moving(), Some(Nation::France), "{told}");
}

#[test]
fn a_march_behind_a_discard_that_is_too_far_is_said_first() {
    let mut table = france_discards();
    let told = table.say(Pompadour, "1\nSoubise to Magdeburg\nready");
    assert!(told.contains("Carried out, except line 2"), "{told}");
    assert_eq!(table.state().decisions()[0].kind, DecisionKind::Movement);
    assert_eq!(table.at("france", "Soubise"), "fulda");
}

/// What was sent ahead for a movement that the mail itself opens, by its discard, and cannot be done: the player is told
/// of it, and it waits for him.
#[test]
fn a_mistake_sent_ahead_holds_back_the_movement_that_a_discard_opens() {
    let at_the_discard = || {
        let mut table = Table::new();
        table.fresh(Pompadour, "Soubise to Hannover\nTrain 1 to Siegen");
        while !table.awaits(Nation::France, DecisionKind::Discard) {
            let decision = table.decisions()[0];
            let moves = decision.kind == DecisionKind::Movement;
            table.say(decision.seat, if moves { "ready" } else { "1" });
        }
        table
    };
    let mut table = at_the_discard();
    let answer = table.say(Pompadour, "1\nRichelieu to Hamm\nready");
    assert!(answer.contains("Hannover is too far"), "{answer}");
    assert_eq!(table.moving(), Some(Nation::France), "{answer}");
    let answer = table.say(Pompadour, "ready");
    assert_ne!(table.moving(), Some(Nation::France), "{answer}");
    assert_eq!(table.at("france", "Richelieu"), "hamm");

    let mut table = at_the_discard();
    let answer = table.say(Pompadour, "1\nSoubise to Bebra\nready");
    assert_eq!(table.at("france", "Soubise"), "bebra", "mended by the same mail: {answer}");
    assert_eq!(table.at("france", "Train 1"), "siegen");
}

#[test]
fn an_order_ahead_whose_goal_is_too_far_says_so_at_once() {
    let mut table = Table::new();
    let answer = table.fresh(Pompadour, "Soubise to Hannover");
    assert!(answer.contains("Kept for France"), "{answer}");
    assert!(answer.contains("Hannover is too far: 11 cities"), "{answer}");
}

/// Two players nearly lost a turn: `later` and `next turn` in what is kept were read anew when its time came.
#[test]
fn what_is_kept_for_later_is_not_put_off_once_more() {
    for (kept, goal) in [
        ("Für Hannover später: Ferdinand nach Soltau", "soltau"),
        ("For Hanover later: Ferdinand to Soltau", "soltau"),
    ] {
        let mut table = at_once();
        table.say(Frederick, kept);
        assert_eq!(table.kept(Frederick, "ahead-").len(), 1, "{kept}");
        table.say(Frederick, "ready");
        assert_eq!(table.moving(), Some(Nation::Hanover), "{kept}");
        let told = table.say(Frederick, "ready");
        assert_eq!(table.at("hanover", "Ferdinand"), goal, "{kept}: {told}");
    }
}

/// A turn that is named in any words is waited for.
#[test]
fn orders_for_a_turn_that_is_named_are_not_carried_out_now() {
    for text in [
        "For turn 2:\nHeinrich to Bernau\nready",
        "Already for next turn, so I can go on holiday:\nHeinrich to Bernau\nready",
        "In turn 2 Heinrich goes to Bernau\nready",
    ] {
        let mut table = at_once();
        table.say(Frederick, text);
        assert_eq!(table.prussian("Heinrich"), "berlin", "{text}");
        assert_eq!(table.kept(Frederick, "ahead-").len(), 1, "{text}");
    }
}
