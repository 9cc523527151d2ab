//! Combats fought by instruction: after a while, as promised, and as the player likes.

use crate::support::{Club, deal, player, put};
use feldpost::campaign::Clocks;
use feldpost::game::{Seat, board};

/// Cards of the suit that Keith in Breslau and Daun in Ohlau play.
pub fn suited(values: &[u8]) -> Vec<String> {
    let suit = board().info(board().city("breslau").expect("Breslau")).suit;
    values.iter().map(|value| format!("{value}{}", suit.letter())).collect()
}

/// Gives both sides cards of the suit that is played in Breslau and Ohlau, and Prussia one of
/// another suit.
pub fn hands(club: &mut Club, prussia: &[u8], austria: &[u8]) {
    club.edit(|state| {
        let (own, theirs) = (suited(prussia), suited(austria));
        let other =
            if own.iter().chain(&theirs).any(|card| card.ends_with('S')) { "13H" } else { "13S" };
        let mut own: Vec<&str> = own.iter().map(String::as_str).collect();
        own.push(other);
        let theirs: Vec<&str> = theirs.iter().map(String::as_str).collect();
        deal(state, "austria", &theirs);
        deal(state, "prussia", &own);
    });
}

/// It is Prussia's move in turn 1; Keith stands in Breslau with 4 troops, Daun in Ohlau with 6.
pub fn before_breslau(pace: &str) -> Club {
    before_breslau_with(pace, None)
}

/// The same with clocks, if any are given.
pub fn before_breslau_with(pace: &str, clocks: Option<Clocks>) -> Club {
    let mut club = Club::with_clocks([1; 32], pace, clocks);
    club.allot();
    club.edit(|state| {
        put(state, "prussia", "Keith", "breslau");
        put(state, "austria", "Daun", "ohlau");
    });
    hands(&mut club, &[10, 7, 3], &[9, 5]);
    club
}

fn mails(club: &Club, seat: Seat) -> usize {
    club.mails_to(player(seat)).len()
}

#[test]
fn an_instruction_is_echoed_with_what_it_would_do() {
    let mut club = before_breslau("instruction_delay = [20, 20]");
    let [ten, seven, three] = <[String; 3]>::try_from(suited(&[10, 7, 3])).expect("three");
    let symbols = |card: String| {
        let suits = [('S', '♠'), ('C', '♣'), ('H', '♥'), ('D', '♦')].into_iter();
        suits.fold(card, |card, (letter, symbol)| card.replace(letter, &symbol.to_string()))
    };
    let [ten, seven, three] = [ten, seven, three].map(symbols);
    club.reply(Seat::Frederick, "duel Keith vs Daun: any cards, at most 2 cards, then stop");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    let flat = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("kept for later"), "{receipt}");
    let order = "\"duel Keith vs Daun: any cards, at most 2 cards, then stop\"";
    assert!(flat.contains(order), "{receipt}");
    // 10 reaches exactly 0 of 10, where the right passes too.
    let runs = format!(
        "behind by 0 to 2: {three}; behind by 3 to 6: {seven}; behind by 7 to 10: {ten}; \
         behind by 11 to 12: {ten} {three}; behind by 13 or more: {ten} {seven}."
    );
    assert!(flat.contains(&runs), "{runs}: {receipt}");
    assert!(flat.contains("Kept for later, and known to nobody else"), "{flat}");
}

#[test]
fn a_combat_is_fought_by_instruction_after_the_delay_and_sealed_as_such() {
    let mut club = before_breslau("instruction_delay = [20, 20]");
    club.reply(Seat::Frederick, "duel Keith vs Daun: any cards, then stop\nready");
    club.round();
    let entries = club.sealed_from(0).len();
    let (ours, theirs) = (mails(&club, Seat::Frederick), mails(&club, Seat::MariaTheresa));
    club.round();
    assert_eq!(club.sealed_from(0).len(), entries, "nothing happens before its time");
    club.round();
    let sealed = club.sealed_from(0).split_off(entries);
    assert_eq!(sealed.len(), 1, "{sealed:?}");
    assert_eq!(sealed[0]["by"], "instruction");
    assert_eq!(sealed[0]["mail"], serde_json::Value::Null);
    assert_eq!(sealed[0]["order"]["card"], format!("{}/1", suited(&[3])[0]));
    assert_eq!(mails(&club, Seat::MariaTheresa), theirs + 1, "Austria has the right to play");
    assert_eq!(mails(&club, Seat::Frederick), ours, "Prussia is not troubled");
    assert!(club.newest(Seat::MariaTheresa).contains("Austria: your card"));
}

#[test]
fn an_answer_by_hand_comes_before_the_instruction() {
    let mut club = before_breslau("instruction_delay = [30, 30]");
    club.reply(Seat::Frederick, "duel Keith vs Daun: any cards, then stop\nready");
    club.round();
    let entries = club.sealed_from(0).len();
    club.reply(Seat::Frederick, &format!("play {}", suited(&[10])[0]));
    club.round();
    for _ in 0..6 {
        club.round();
    }
    let sealed = club.sealed_from(0).split_off(entries);
    assert_eq!(sealed.len(), 1, "the right has passed, and Austria answers by hand: {sealed:?}");
    assert_eq!(sealed[0]["order"]["card"], suited(&[10])[0]);
    assert!(sealed[0].get("by").is_none());
}

#[test]
fn a_withdrawn_instruction_does_nothing_more() {
    let mut club = before_breslau("instruction_delay = [20, 20]");
    club.reply(Seat::Frederick, "duel Keith vs Daun: any cards, then stop\nready");
    club.round();
    let entries = club.sealed_from(0).len();
    club.reply(Seat::Frederick, "withdraw duel Keith vs Daun");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    assert!(receipt.contains("Withdrawn"), "{receipt}");
    assert!(receipt.contains("The score is -2"), "the player is asked again: {receipt}");
    for _ in 0..4 {
        club.round();
    }
    assert_eq!(club.sealed_from(0).len(), entries);
    club.reply(Seat::Frederick, "withdraw duel Keith vs Daun");
    club.round();
    assert!(club.newest(Seat::Frederick).contains("No such instruction"));
}

#[test]
fn what_was_for_a_combat_that_is_over_is_no_longer_listed() {
    let mut club = before_breslau("instruction_delay = [0, 0]");
    club.reply(Seat::Frederick, "attack order: Daun\nduel Keith vs Daun: no cards, then stop");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    assert!(receipt.contains("attack order: Daun"), "{receipt}");
    club.reply(Seat::Frederick, "ready");
    for _ in 0..4 {
        club.round();
    }
    club.reply(Seat::Frederick, "status");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    for over in ["attack order", "duel Keith"] {
        assert!(!receipt.contains(over), "{over}: {receipt}");
    }
}

#[test]
fn a_later_instruction_replaces_an_earlier_one_and_the_receipt_says_so() {
    let mut club = before_breslau("");
    club.reply(Seat::Frederick, "duel Keith vs Daun: any cards, then stop");
    club.round();
    club.reply(Seat::Frederick, "duel Daun vs Keith: stop");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    let flat = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    let replaced = "This replaces \"duel Keith vs Daun: any cards, then stop\".";
    assert!(flat.contains(replaced), "{receipt}");
    assert_eq!(flat.matches("duel Keith vs Daun: then stop").count(), 2, "{receipt}");
}

#[test]
fn a_test_of_an_instruction_keeps_nothing() {
    let mut club = before_breslau("instruction_delay = [0, 0]");
    club.reply(Seat::Frederick, "test\nduel Prussia: any cards, then stop");
    club.round();
    let receipt = club.newest(Seat::Frederick);
    let flat = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    for suit in ["spades", "clubs", "hearts", "diamonds"] {
        assert!(flat.contains(&format!("where {suit}")), "{suit}: {receipt}");
    }
    club.reply(Seat::Frederick, "ready");
    club.round();
    let text = club.newest(Seat::Frederick);
    assert!(text.contains("Prussia: your card"), "{text}");
}

#[test]
fn an_instruction_that_asks_in_the_end_asks() {
    let mut club = before_breslau("instruction_delay = [0, 0]");
    club.reply(Seat::Frederick, "duel Keith: 2C 3D 2S 2H 3H 3S 3C 2D, then ask\nready");
    let ours = mails(&club, Seat::Frederick);
    club.round();
    // The three brings the score from -2 to 1.
    assert_eq!(mails(&club, Seat::Frederick), ours + 1, "only the receipt");
    club.reply(Seat::MariaTheresa, suited(&[9])[0].as_str());
    club.round();
    assert_eq!(mails(&club, Seat::Frederick), ours + 2);
    let text = club.newest(Seat::Frederick);
    assert!(text.contains("-8"), "Prussia is asked at 8 behind: {text}");
}

#[test]
fn both_sides_by_instruction_need_no_mail_at_all() {
    let mut club = before_breslau("instruction_delay = [5, 5]");
    club.reply(
        Seat::MariaTheresa,
        "duel Daun: any cards, then stop\nretreat enemies towards Brieg",
    );
    club.round();
    club.reply(
        Seat::Frederick,
        "duel Prussia: any cards, then stop\nretreat enemies to Glatz\nready",
    );
    club.round();
    let entries = club.sealed_from(0).len();
    let before: Vec<usize> = Seat::ALL.map(|seat| mails(&club, seat)).to_vec();
    for _ in 0..12 {
        club.round();
    }
    let sealed = club.sealed_from(0).split_off(entries);
    assert!(sealed.len() >= 4, "{sealed:?}");
    assert!(sealed.iter().all(|part| part["by"] == "instruction"), "{sealed:?}");
    assert!(club.state()["combat"].is_null());
    // Only Frederick is asked anything, for Hanover; for the others the news wait.
    for (seat, before) in Seat::ALL.into_iter().zip(before) {
        let asked = usize::from(seat == Seat::Frederick);
        assert_eq!(mails(&club, seat), before + asked, "{seat}: no mail but the next prompt");
    }
    club.reply(Seat::Frederick, "ready");
    club.round();
    let told = club.said(Seat::Elisabeth);
    assert!(told.contains("Russia: your move"), "{told}");
    let told_of =
        ["Daun (6), Ohlau: Prussia 3♠; Austria 5♠", "Prussia wins, Austria loses 4 troops"];
    assert!(told_of.iter().all(|part| told.contains(part)), "the whole action: {told}");
}
