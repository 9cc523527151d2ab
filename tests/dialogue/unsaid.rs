//! What a mail leaves open, or says only in passing, ends no phase and changes no order of an earlier mail.

use crate::table::*;
use feldpost::game::Nation;

/// A march of an earlier mail waits, whatever else comes with `ready`.
fn waits(text: &str) {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    let answer = table.say(Frederick, text);
    assert_eq!(table.prussian("Heinrich"), "berlin", "{text}: {answer}");
    // Once he says so again, it goes.
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau", "{text}: {answer}");
}

#[test]
fn an_order_for_somebody_elses_general_holds_ready_back() {
    waits("Daun to Olmütz. That's it, go!");
    waits("Daun nach Olmütz.\nFertig.");
}

#[test]
fn an_answer_to_what_nobody_asked_holds_ready_back() {
    waits("Discard the 9 of spades. Ready.");
}

#[test]
fn a_city_on_the_way_is_no_new_goal() {
    for text in [
        "Heinrich takes Bernau on the way. Ready.",
        "Heinrich nimmt Bernau im Vorbeigehen mit. Fertig.",
        "Heinrich toma Bernau de paso. Listo.",
        "Heinrich prende Bernau strada facendo. Pronto.",
        "Heinrich bierze Bernau po drodze. Gotowe.",
        "Heinrich prend Bernau au passage. Prêt.",
    ] {
        let mut table = Table::new();
        table.say(Frederick, "Heinrich to Eberswalde");
        let answer = table.say(Frederick, text);
        assert_eq!(table.prussian("Heinrich"), "berlin", "{text}: {answer}");
        let answer = table.say(Frederick, "ready");
        assert_eq!(table.prussian("Heinrich"), "eberswalde", "{text}: {answer}");
    }
}

#[test]
fn who_gets_nothing_still_marches() {
    for text in ["No, Heinrich gets nothing.", "Nein, Heinrich bekommt nichts."] {
        let mut table = Table::new();
        table.say(Frederick, "Heinrich to Bernau");
        table.say(Frederick, text);
        let answer = table.say(Frederick, "ready");
        assert_eq!(table.prussian("Heinrich"), "bernau", "{text}: {answer}");
    }
}

#[test]
fn what_is_said_of_one_nation_stops_no_other() {
    for text in [
        "Tak, wykonaj już. Rosjanie stoją, gdzie stoją.",
        "Yes, carry it out. The Russians stay where they stand.",
        "Ja, ausführen. Die Russen bleiben, wo sie stehen.",
    ] {
        let mut table = Table::new();
        table.until(Nation::Sweden);
        table.say(Elisabeth, "Ehrensvärd to Demmin");
        let answer = table.say(Elisabeth, text);
        assert_eq!(table.at("sweden", "Ehrensvärd"), "demmin", "{text}: {answer}");
    }
}

/// Nobody but the writer gets a mail with these words.
fn stays_secret(text: &str, words: &str) {
    let mut table = Table::new();
    table.say(Frederick, text);
    for seat in [Elisabeth, MariaTheresa, Pompadour] {
        let mails = table.mails(&player(seat)).iter();
        let told: Vec<_> = mails.filter(|mail| flat(&mail.text).contains(words)).collect();
        assert!(told.is_empty(), "{text}: {seat:?}");
    }
}

#[test]
fn a_plan_below_press_is_sent_to_nobody() {
    stays_secret(
        "Press to Elisabeth: peace?\nFor the coming turn: Heinrich shall go on to Bernau and see",
        "Bernau",
    );
    stays_secret("Press to all: good luck. To Elisabeth: I leave Bernau to you.", "Bernau");
    stays_secret("Presse an alle: viel Glück.\nAn Elisabeth: Bernau gehört dir.", "Bernau");
}

#[test]
fn words_for_others_beside_orders_are_no_part_of_them() {
    for (text, told) in [
        ("Heinrich to Bernau. Tell the Russian that I am not coming. Ready.", "am not coming"),
        ("Heinrich nach Bernau. Sag dem Russen, dass ich nicht komme. Fertig.", "nicht komme"),
        ("Heinrich a Bernau. Diles a los demás que lo siento. Listo.", "lo siento"),
        ("Heinrich a Bernau. Di' agli altri che mi dispiace. Pronto.", "mi dispiace"),
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        assert_eq!(table.prussian("Heinrich"), "bernau", "{text}: {answer}");
        // The answer repeats what was not passed on, and says how it is.
        assert!(answer.contains(told), "{text}: {answer}");
    }
}
