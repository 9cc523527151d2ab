//! Duel instructions and orders for later: what is kept, echoed, withdrawn, and done when its time comes.

use crate::table::*;
use feldpost::campaign::Pace;
use feldpost::game::{DecisionKind, Nation};
use serde_json::json;

fn at_once() -> Table {
    Table::with_pace(Pace { instruction_delay: [0, 0], ..Pace::default() })
}

/// Prussia's Schwerin and Keith beside Daun with the right to play, at this score.
fn fight(table: &mut Table, score: i64, cards: &[&str]) {
    table.edit(|state| {
        put(state, "austria", "Daun", "breslau");
        deal(state, "prussia", cards);
        deal(state, "austria", &["2S", "2C"]);
        state["phase"] = "combat".into();
        state["combats"] = json!([{"from": "strehlen", "to": "breslau"}]);
        state["combat"] =
            json!({"from": "strehlen", "to": "breslau", "score": score, "right": "prussia"});
    });
    assert_eq!(table.decisions()[0].kind, DecisionKind::Play);
}

fn hand(table: &mut Table) -> usize {
    table.json()["hands"]["prussia"].as_array().expect("a hand").len()
}

/// The suit of Strehlen, as it is written.
fn suit() -> char {
    let board = feldpost::game::board();
    let city = board.city("strehlen").expect("a city");
    match board.info(city).suit {
        feldpost::game::Suit::Spades => 'S',
        feldpost::game::Suit::Clubs => 'C',
        feldpost::game::Suit::Hearts => 'H',
        feldpost::game::Suit::Diamonds => 'D',
    }
}

macro_rules! kept {
    ($($name:ident: [$($text:literal),* $(,)?];)*) => {
        /// One instruction is kept, the answer echoes it, and nothing is carried out.
        $(#[test] fn $name() {
            for text in [$($text),*] {
                let mut table = Table::new();
                let log = table.log();
                let answer = table.say(Frederick, text);
                let kept = table.kept(Frederick, "duel");
                let kept = if kept.is_empty() { table.kept(Frederick, "") } else { kept };
                assert_eq!(kept.len(), 1, "{text}: {answer}");
                assert_eq!(table.log(), log, "{text}: {answer}");
                assert_eq!(table.moving(), Some(Nation::Prussia), "{text}");
                assert!(!table.newest(Elisabeth).text.contains("duel"), "secret");
            }
        })*
    };
}

kept! {
    for_a_named_pair: ["duel Keith vs Daun: 10D 7D, then stop", "Duell Keith gegen Daun: 10D 7D, dann passen"];
    for_a_general: ["duel Keith: at most 2 cards, then ask", "duelo Keith: como máximo 2 cartas, luego preguntar"];
    for_the_nation: ["duel Prussia: lose at most 2, then stop", "duello Prussia: perdi al massimo 2, poi stop"];
    to_win_if_it_is_cheap: ["duel Keith: win up to 12 points, then stop"];
    with_cards_to_keep: ["duel vs Daun: any cards, keep 13S, no reserve, then ask"];
    with_a_reserve_only_to_win: ["duel Breslau: any cards, any reserve only to win up to 7, then ask"];
}

#[test]
fn the_receipt_says_what_the_instruction_is() {
    let mut table = Table::new();
    let answer =
        table.say(Frederick, "duel Keith vs Daun: at most 2 cards, lose at most 1, then stop");
    for word in ["Keith", "Daun", "2", "1"] {
        assert!(answer.contains(word), "{word}: {answer}");
    }
}

#[test]
fn a_new_instruction_for_the_same_pair_takes_the_place_of_the_old() {
    let mut table = Table::new();
    table.say(Frederick, "duel Keith vs Daun: at most 2 cards, then stop");
    table.say(Frederick, "duel Keith vs Daun: at most 1 card, then ask");
    assert_eq!(table.kept(Frederick, "").len(), 1);
}

#[test]
fn instructions_are_withdrawn_one_by_one_and_all_together() {
    for (withdraw, left) in [
        ("withdraw duel Keith vs Daun", 1),
        ("withdraw all duels", 0),
        ("Duell Keith gegen Daun zurückziehen", 1),
        ("alle Duelle zurückziehen", 0),
        ("cancel duel Keith vs Daun", 1),
    ] {
        let mut table = Table::new();
        table.say(Frederick, "duel Keith vs Daun: at most 2 cards, then stop");
        table.say(Frederick, "duel Heinrich: at most 2 cards, then stop");
        let answer = table.say(Frederick, withdraw);
        assert_eq!(table.kept(Frederick, "").len(), left, "{withdraw}: {answer}");
        assert!(!answer.is_empty());
    }
}

/// Who remembers an instruction by one of its generals means the only one about him; of two he must say which.
#[test]
fn an_instruction_is_withdrawn_by_whom_it_is_about() {
    for (others, left) in [(&[][..], 0), (&["duel Schwerin vs Lacy: at most 1 card, then stop"], 2)]
    {
        let mut table = Table::new();
        table.say(Frederick, "duel Schwerin vs Daun: at most 2 cards, then stop");
        for other in others {
            table.say(Frederick, other);
        }
        let answer = table.say(Frederick, "withdraw duel Schwerin");
        assert_eq!(table.kept(Frederick, "").len(), left, "{answer}");
    }
}

#[test]
fn withdrawing_what_is_not_there_says_so() {
    let mut table = Table::new();
    let log = table.log();
    let answer = table.say(Frederick, "withdraw duel Keith vs Daun");
    assert!(!answer.is_empty());
    assert_eq!((table.log(), table.kept(Frederick, "").len()), (log, 0), "{answer}");
}

#[test]
fn an_instruction_with_a_mistake_is_not_kept_by_half() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "duel Keith vs Daun: 10X 7D, then stop");
    let kept = table.kept(Frederick, "");
    assert!(kept.iter().all(|kept| kept.get("orders").is_some()), "no instruction: {kept:?}");
    assert!(answer.contains("10X"), "{answer}");
}

#[test]
fn a_combat_is_fought_by_instruction() {
    let mut table = at_once();
    let text = format!("duel Keith vs Daun: 8{}, then stop", suit());
    table.fresh(Frederick, &text);
    fight(&mut table, -5, &[&format!("8{}", suit()), "2H"]);
    // The clock looks at what is awaited now.
    table.fresh(Frederick, &text);
    for _ in 0..3 {
        if hand(&mut table) == 2 {
            table.wait();
        }
    }
    assert_eq!(hand(&mut table), 1, "the card was played");
}

#[test]
fn what_is_sent_by_hand_comes_before_the_instruction() {
    let mut table = Table::new();
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    fight(&mut table, -4, &[&five, &eight]);
    table.fresh(Frederick, &format!("duel Keith vs Daun: {eight}, then stop"));
    assert_eq!(hand(&mut table), 2, "it waits a while");
    table.fresh(Frederick, &five);
    let cards = table.json()["hands"]["prussia"].to_string();
    assert!(cards.contains(&eight) && !cards.contains(&five), "{cards}");
}

#[test]
fn stop_alone_ends_the_combat_and_nothing_else() {
    for stop in [
        "stop",
        "pass",
        "Ich passe",
        "paso",
        "passo",
        "pasuję",
        "I give up this fight",
        "no more cards",
    ] {
        let mut table = Table::new();
        fight(&mut table, -2, &[&format!("8{}", suit())]);
        let answer = table.fresh(Frederick, stop);
        assert_eq!(hand(&mut table), 1, "{stop}: {answer}");
        assert!(!table.awaits(Nation::Prussia, DecisionKind::Play), "{stop}: {answer}");
    }
}

#[test]
fn a_number_is_the_answer_of_the_menu() {
    for answer in ["1", "1)", "#1", "option 1", "number 1 please", "Antwort 1", "opción 1", "1."] {
        let mut table = Table::new();
        let eight = format!("8{}", suit());
        fight(&mut table, -5, &[&eight]);
        let text = table.fresh(Frederick, answer);
        assert_eq!(hand(&mut table), 0, "{answer}: {text}");
    }
}

#[test]
fn a_menu_line_copied_whole_is_the_answer() {
    let mut table = Table::new();
    let eight = format!("8{}", suit());
    fight(&mut table, -5, &[&eight]);
    table.fresh(Frederick, "status");
    let prompt = table.newest(Frederick);
    let shown = table.shown(&prompt).text;
    let line = shown.lines().find(|line| line.trim_start().starts_with("1)"));
    let line = line.unwrap_or_else(|| panic!("a menu in {shown}")).trim().to_owned();
    let quoted =
        format!("{line}\n\nOn Sunday, the judge wrote:\n{}", table.shown(&prompt).marked());
    let answer = table.answer(Frederick, &prompt, &quoted);
    assert_eq!(hand(&mut table), 0, "{line}: {answer}");
}

/// Whatever stands in a quoted menu is not played.
#[test]
fn the_menu_in_an_unmarked_quotation_is_ours() {
    let mut table = Table::new();
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    fight(&mut table, -4, &[&five, &eight]);
    table.fresh(Frederick, "status");
    let prompt = table.newest(Frederick);
    let text = table.shown(&prompt).unmarked(&["De ", "Envoyé ", "À ", "Objet "], &five);
    let answer = table.answer(Frederick, &prompt, &text);
    let cards = table.json()["hands"]["prussia"].to_string();
    assert!(cards.contains(&eight) && !cards.contains(&five), "{cards} {answer}");
}

#[test]
fn stop_retyped_above_a_quotation_that_offers_it_is_the_players() {
    let mut table = Table::new();
    fight(&mut table, -2, &[&format!("8{}", suit())]);
    table.fresh(Frederick, "status");
    let prompt = table.newest(Frederick);
    assert!(table.shown(&prompt).text.contains("stop"));
    let text = table.shown(&prompt).unmarked(&["From", "Sent", "To", "Subject"], "stop");
    let answer = table.answer(Frederick, &prompt, &text);
    let open = table.decisions();
    assert!(!open.iter().any(|d| d.kind == DecisionKind::Play), "{open:?} {answer}");
}

#[test]
fn a_second_card_in_reply_to_the_old_prompt_is_late() {
    let mut table = Table::new();
    let (eight, five) = (format!("8{}", suit()), format!("5{}", suit()));
    fight(&mut table, -4, &[&five, &eight]);
    table.fresh(Frederick, "status");
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, &five);
    let log = table.log();
    let answer = table.answer(Frederick, &prompt, &eight);
    let cards = table.json()["hands"]["prussia"].to_string();
    assert_eq!(table.log(), log, "{answer}");
    assert!(cards.contains(&eight), "{answer}");
}

/// An order ahead under a condition: what becomes of it is told.
#[test]
fn a_condition_that_holds_and_one_that_does_not() {
    for (condition, goes) in [
        ("if Richelieu at Iserlohn", true),
        ("if Richelieu at Minden", false),
        ("wenn Richelieu in Iserlohn steht", true),
        ("si Richelieu está en Iserlohn", true),
        ("se Richelieu è a Iserlohn", true),
        ("jeśli Richelieu w Iserlohn", true),
    ] {
        let mut table = at_once();
        let text = format!("ready\nfor Hanover\n{condition}: Ferdinand to Soltau\nready");
        let first = table.say(Frederick, &text);
        for _ in 0..3 {
            if table.moving() == Some(Nation::Hanover) {
                table.wait();
            }
        }
        let stands = table.at("hanover", "Ferdinand");
        assert_eq!(stands == "soltau", goes, "{condition}: {stands}: {first}");
    }
}

#[test]
fn else_is_what_happens_otherwise() {
    let mut table = at_once();
    let text = "ready\nfor Hanover\nif Richelieu at Minden: Ferdinand to Verden\n\
                else: Ferdinand to Soltau\nready";
    table.say(Frederick, text);
    for _ in 0..3 {
        if table.moving() == Some(Nation::Hanover) {
            table.wait();
        }
    }
    assert_eq!(table.at("hanover", "Ferdinand"), "soltau");
}

#[test]
fn a_condition_about_what_nobody_may_know_is_refused() {
    let mut table = at_once();
    let answer =
        table.say(Frederick, "for Hanover\nif Richelieu has 8 troops: Ferdinand to Soltau\nready");
    assert_eq!(table.moving(), Some(Nation::Prussia), "{answer}");
    table.say(Frederick, "ready");
    table.wait();
    assert_eq!(table.moving(), Some(Nation::Hanover), "it waits for the player");
}

#[test]
fn what_is_kept_for_later_is_shown_with_the_orders() {
    for ask in ["orders", "status", "What are my orders?"] {
        let mut table = Table::new();
        table.say(Frederick, "for Hanover\nFerdinand to Soltau\nready");
        let answer = table.say(Frederick, ask);
        assert!(answer.contains("Soltau"), "{ask}: {answer}");
    }
}

#[test]
fn an_order_ahead_without_ready_is_the_draft_when_its_time_comes() {
    let mut table = at_once();
    table.say(Frederick, "for Hanover\nFerdinand to Soltau");
    table.say(Frederick, "ready");
    table.wait();
    assert_eq!(table.moving(), Some(Nation::Hanover));
    table.say(Frederick, "ready");
    assert_eq!(table.at("hanover", "Ferdinand"), "soltau");
}

/// Two players lost cards: an instruction answered in a later combat against the same general.
#[test]
fn an_instruction_for_a_pair_is_over_when_the_combat_has_been_fought() {
    let mut table = at_once();
    table.edit(|state| {
        put(state, "austria", "Daun", "breslau");
        deal(state, "prussia", &["2S"]);
        deal(state, "austria", &["2S"]);
    });
    table.say(Frederick, "duel Schwerin vs Daun: at most 1 card, then ask");
    table.say(Frederick, "duel Heinrich vs Browne: at most 1 card, then ask");
    table.say(Frederick, "duel Prussia: keep at least 1 card, then ask");
    table.say(Frederick, "ready");
    assert_eq!(table.kept(Frederick, "duel").len(), 3, "the combat is still to be fought");
    assert_eq!(table.decisions()[0].kind, DecisionKind::Play);
    while table.decisions()[0].kind == DecisionKind::Play {
        let seat = table.decisions()[0].seat;
        table.say(seat, "stop");
    }
    let kept = table.kept(Frederick, "duel");
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert!(!format!("{kept:?}").contains("Daun"), "{kept:?}");
}

/// What is said while the combat is fought is for that one.
#[test]
fn an_instruction_given_in_a_combat_ends_with_it() {
    let mut table = at_once();
    let (low, high) = (format!("3{}", suit()), format!("9{}", suit()));
    fight(&mut table, -2, &[low.as_str(), high.as_str()]);
    let told = table.say(Frederick, "duel Schwerin vs Daun: at most 1 card, then ask");
    assert_eq!(table.kept(Frederick, "duel").len(), 1, "{told}");
    table.say(Frederick, "stop");
    assert_ne!(table.decisions()[0].kind, DecisionKind::Play);
    assert_eq!(table.kept(Frederick, "duel").len(), 0);
}

#[test]
fn instructions_against_several_are_withdrawn_at_once() {
    let mut table = Table::new();
    table.say(Frederick, "duel vs Daun: at most 2 cards, then stop");
    table.say(Frederick, "duel vs Browne: at most 2 cards, then stop");
    let answer = table.say(Frederick, "drop the instructions against Browne and Daun");
    assert_eq!(table.kept(Frederick, "duel").len(), 0, "{answer}");
}

/// What a combat may cost is said beside the march that leads to it: nothing is bought of it.
#[test]
fn the_cards_of_a_combat_buy_nothing() {
    for text in [
        "Friedrich goes to Meißen and attacks Browne there, spending at most the 10 of spades. Winterfeldt stays behind.",
        "Friedrich marschiert nach Meißen, um Browne anzugreifen; gegen den spiele ich eine einzige Karte, die Pik 10, und \
         höre dann auf. Winterfeldt bleibt als Wache in Oschatz zurück.",
        "Federico va a Meißen e attacca Browne, spendendo al massimo il dieci di picche. Winterfeldt resta.",
    ] {
        let mut table = Table::new();
        table.edit(|state| {
            put(state, "austria", "Browne", "dresden");
            deal(state, "prussia", &["10S", "9C", "6D"]);
        });
        let answer = table.say(Frederick, text);
        assert_eq!(hand(&mut table), 3, "{text}: {answer}");
        assert_eq!(table.kept(Frederick, "duel").len(), 1, "{text}: {answer}");
        assert_eq!(table.drafted(Frederick), 1, "{text}: {answer}");
        let answer = flat(&table.newest(Frederick).text);
        assert!(answer.contains("10♠") && !answer.contains("pay"), "{text}: {answer}");
    }
}

#[test]
fn a_reserve_that_is_forbidden_later_leaves_the_rest_as_it_was_said() {
    let mut table = Table::new();
    table.say(Frederick, "duel Keith vs Daun: at most 2 cards, then stop");
    let text = table.say(Frederick, "Keith vs Daun: never the Reserve");
    let kept =
        |text: &str| text.contains("at most 2 cards") && text.contains("no reserve, then stop");
    assert!(kept(&text), "{text}");
    let mut table = Table::new();
    let line = "duel Keith vs Daun: at most 2 cards, then stop\nKeith vs Daun: never the Reserve";
    let text = table.say(Frederick, line);
    assert!(kept(&text), "{text}");
}
