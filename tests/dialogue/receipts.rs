//! What a receipt says: each line once, what is new, and all that was carried out.

use crate::table::*;
use feldpost::campaign::Pace;
use feldpost::game::{DecisionKind, Nation};

/// In every language, as text and as HTML.
#[test]
fn a_line_is_quoted_once_with_all_its_reasons_below_it() {
    for language in ["english", "german", "spanish", "italian", "polish"] {
        let mut table = Table::new();
        table.say(Frederick, &format!("language {language}"));
        table.say(Frederick, "Keith: Prag, Heinrich: Potsdam, Dohna: Prag");
        let mail = table.newest(Frederick);
        let message = mail_parser::MessageParser::default();
        let message = message.parse(table.bytes(&mail)).expect("a mail");
        let parts = [message.body_text(0).expect("text"), message.body_html(0).expect("a page")];
        for part in parts {
            let quoted = part.matches("Keith: Prag, Heinrich: Potsdam").count();
            assert_eq!((quoted, part.matches("(R4.6)").count()), (1, 2), "{language}: {part}");
        }
    }
}

#[test]
fn what_a_correction_changes_stands_before_the_whole_draft() {
    let mut table = Table::new();
    let text = table.say(Frederick, "Heinrich to Bernau");
    assert!(!text.contains("New in your orders"), "it is all of them: {text}");
    let text = table.say(Frederick, "Seydlitz to Potsdam\nKeith stays");
    let new = "New in your orders: Seydlitz: Potsdam; Keith stays.";
    let at = text.find(new).unwrap_or_else(|| panic!("{text}"));
    assert!(text[at + new.len()..].contains("Heinrich: Bernau"), "{text}");
}

/// Nothing that is carried out is left untold, whichever mail ordered it.
#[test]
fn a_ready_tells_what_earlier_mails_had_ordered() {
    let mut table = Table::new();
    table.until(Nation::Hanover);
    table.say(Frederick, "Ferdinand to Rotenburg");
    let text = table.say(Frederick, "Cumberland to Hameln\nready");
    assert!(text.contains("From your earlier mails:"), "{text}");
    assert!(text.contains("Ferdinand marches") && text.contains("Rotenburg"), "{text}");
    assert!(text.contains("Cumberland marches") && text.contains("Hameln"), "{text}");
}

/// Prussia fights in Breslau and is 7 behind.
fn fighting(pace: Pace) -> Table {
    let mut table = Table::with_pace(pace);
    table.edit(|state| {
        put(state, "austria", "Daun", "breslau");
        deal(state, "prussia", &["10S", "12S", "7S"]);
        deal(state, "austria", &["2S", "9S"]);
        state["phase"] = "combat".into();
        state["combats"] = serde_json::json!([{"from": "strehlen", "to": "breslau"}]);
        state["combat"] = serde_json::json!(
            {"from": "strehlen", "to": "breslau", "score": -7, "right": "prussia"}
        );
    });
    table.fresh(Frederick, "status");
    table
}

#[test]
fn cards_that_were_played_are_told_also_where_a_report_comes_with_the_receipt() {
    let mut table = fighting(Pace::default());
    table.say(Frederick, "10S then stop");
    table.say(MariaTheresa, "stop");
    assert!(table.awaits(Nation::Prussia, DecisionKind::Retreat), "{:?}", table.decisions());
    let all: String = table.mails(&player(Frederick)).iter().map(|m| m.text.clone()).collect();
    assert!(all.contains("10♠"), "{all}");
}

#[test]
fn a_receipt_says_what_an_instruction_answers_and_a_late_card_what_was_played_instead() {
    let mut table = fighting(Pace { instruction_delay: [30, 30], ..Pace::default() });
    let prompt = table.newest(Frederick);
    let text = table.answer(Frederick, &prompt, "duel prussia: any cards, then stop");
    assert!(text.contains("Then your duel instructions answer: play 10♠"), "{text}");
    table.wait();
    assert!(!table.awaits(Nation::Prussia, DecisionKind::Play), "{:?}", table.decisions());
    for card in ["12S", "play 12♠", "2"] {
        let log = table.log();
        let text = table.answer(Frederick, &prompt, card);
        assert!(
            text.contains("What has been played since") && text.contains("10♠ (+3)"),
            "{card}: {text}"
        );
        assert_eq!(table.log(), log);
    }
}

/// What is asked and what is kept for later are shown as the reader writes it himself.
#[test]
fn questions_and_kept_orders_are_in_the_readers_language() {
    for (language, question, stays) in [
        ("english", "Train 1: Luckau or Train 2: Luckau", "Keith stays"),
        ("german", "Tross 1: Luckau oder Tross 2: Luckau", "Keith bleibt"),
        ("spanish", "Tren 1: Luckau o Tren 2: Luckau", "Keith se queda"),
        ("italian", "supporto 1: Luckau o supporto 2: Luckau", "Keith resta"),
        ("polish", "tabor 1: Luckau lub tabor 2: Luckau", "Keith zostaje"),
    ] {
        let mut table = Table::new();
        table.say(Frederick, &format!("language {language}"));
        let text = table.say(Frederick, "2 trains to Luckau");
        assert!(text.to_lowercase().contains(&question.to_lowercase()), "{language}: {text}");
        let text = table.say(Frederick, &format!("turn 3:\nHeinrich to Bernau, {stays}"));
        let marks = |c: char| !matches!(c, '"' | '„' | '“' | '”' | '«' | '»');
        let text: String = text.chars().filter(|c| marks(*c)).collect();
        assert!(text.contains(&format!("Heinrich: Bernau, {stays}.")), "{language}: {text}");
    }
}

/// Who faces whom, with the reader's own troops and never another's.
#[test]
fn a_choice_of_combats_says_who_faces_whom() {
    let mut table = fighting(Pace::default());
    table.edit(|state| {
        put(state, "prussia", "Seydlitz", "dresden");
        put(state, "austria", "Lacy", "pirna");
        state["combats"] = serde_json::json!([
            {"from": "strehlen", "to": "breslau"}, {"from": "dresden", "to": "pirna"}
        ]);
        state["combat"] = serde_json::Value::Null;
    });
    let text = table.fresh(Frederick, "status");
    assert!(text.contains("attack Pirna from Dresden: Seydlitz (4) - Lacy"), "{text}");
    assert!(text.contains("attack Breslau from Strehlen: Schwerin and Keith (8) - Daun"), "{text}");
    assert!(!text.contains("Daun (6)"), "{text}");
}

#[test]
fn who_retreats_before_whom_is_told_with_own_troops() {
    let mut table = fighting(Pace::default());
    table.edit(|state| state["combat"]["score"] = (-2).into());
    table.fresh(Frederick, "stop");
    let text = table.newest(MariaTheresa).text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Prussia: Schwerin and Keith, Strehlen"), "{text}");
    assert!(text.contains("Austria: Daun (6), Breslau"), "{text}");
}

#[test]
fn short_news_tell_a_nations_conquests_in_one_line() {
    let mut table = Table::new();
    table.until(Nation::Austria);
    table.edit(|state| {
        put(state, "austria", "Browne", "zittau");
        put(state, "austria", "Laudon", "goerlitz");
        put(state, "prussia", "Friedrich", "berlin");
        put(state, "prussia", "Winterfeldt", "berlin");
    });
    table.fresh(MariaTheresa, "Browne to Friedland\nLaudon to Bunzlau\nready");
    let text = table.newest(MariaTheresa).text;
    assert!(text.contains("Austria conquers Zittau and Görlitz."), "{text}");
    assert_eq!(text.matches("conquers").count(), 1, "{text}");
}

/// The whole position comes when a turn begins, every second one; in the midst of a turn an answer is short.
#[test]
fn the_receipt_that_ends_a_seats_turn_is_short() {
    let whole = "Where everybody stands";
    let count = |table: &Table, seat| {
        table.mails(&player(seat)).iter().filter(|mail| mail.text.contains(whole)).count()
    };
    let mut table = Table::new();
    let seats = [Frederick, Elisabeth, MariaTheresa, Pompadour];
    assert_eq!(seats.map(|seat| count(&table, seat)), [1; 4], "the first turn begins");
    for (turn, then) in [(1, 2), (2, 3)] {
        while table.turn() == turn {
            let decision = table.decisions()[0];
            let text = if decision.kind == DecisionKind::Movement { "ready" } else { "1" };
            let before = count(&table, decision.seat);
            let answer = table.say(decision.seat, text);
            if table.turn() == turn {
                assert_eq!(count(&table, decision.seat), before, "turn {turn}: {answer}");
                assert!(answer.split_whitespace().count() < 400, "turn {turn}: {answer}");
            }
        }
        assert_eq!(seats.map(|seat| count(&table, seat)), [then; 4], "turn {turn} is over");
    }
    assert!(table.newest(Frederick).text.contains("Prussia: your move"));
    let text = table.say(Frederick, "status");
    assert!(text.contains(whole), "who asks gets it: {text}");
}

/// What is replaced is what earlier mails had, in the reader's words.
#[test]
fn what_is_replaced_was_ordered_before_and_is_shown_in_the_readers_language() {
    let mut table = Table::new();
    table.say(Frederick, "language german");
    let piece = |table: &mut Table, name: &str, city: &str| {
        table.edit(|state| put(state, "prussia", name, city));
    };
    piece(&mut table, "Schwerin", "namslau");
    piece(&mut table, "Keith", "namslau");
    table.fresh(Frederick, "Schwerin und Keith nach Oels\nTross 2 nach Lieberose");
    table.say(Frederick, "Schwerin allein nach Oels\nKeith bleibt\nTross 2 bleibt");
    let mail = table.newest(Frederick);
    let message = mail_parser::MessageParser::default();
    let message = message.parse(table.bytes(&mail)).expect("a mail");
    let text = message.body_text(0).expect("text");
    assert!(text.contains("Sie ersetzen") && text.contains("> Schwerin + Keith: Oels"), "{text}");
    assert!(!text.contains("> Keith"), "{text}");
    assert!(!text.contains("Train"), "{text}");
}

/// Whoever sends his orders once more as they were is not told that they replace themselves.
#[test]
fn what_is_ordered_again_as_it_was_has_replaced_nothing() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Potsdam");
    let text = table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Potsdam\nDohna to Pyritz");
    assert!(!text.contains("They replace"), "{text}");
}

/// Orders without a full stop: what stands for itself is kept, and only the rest is asked about.
#[test]
fn clear_clauses_of_a_sentence_in_doubt_are_kept() {
    let mut table = Table::new();
    let mail = "Heinrich to Bernau, Seydlitz shall frobnicate the gribbles somewhere or other, \
                Dohna to Pyritz, Lehwaldt stays";
    let text = table.say(Frederick, mail);
    assert!(text.contains("Dohna: Pyritz"), "{text}");
    assert!(!text.contains("Seydlitz: "), "{text}");
    assert!(text.contains("frobnicate"), "it is asked about: {text}");
}

/// The cards lie open (R3.5): whoever gets only short news is told of them, who won, and what the loser lost.
#[test]
fn short_news_of_a_combat_name_the_cards_the_winner_and_the_losses() {
    let mut table = fighting(Pace::default());
    table.say(Frederick, "10S then stop");
    table.say(MariaTheresa, "stop");
    let text = flat(&table.newest(Frederick).text);
    assert!(text.contains("Breslau: Prussia 10♠. Prussia wins, Austria loses 3 troops"), "{text}");
}
