//! What people write is understood; a guess is told, and what is not clear is asked.

use crate::table::*;
use feldpost::game::Nation;

/// Heinrich goes to Bernau.
fn goes(text: &str) {
    let mut table = Table::new();
    let answer = table.say(Frederick, &format!("{text}\nready"));
    assert_eq!(table.prussian("Heinrich"), "bernau", "{text}: {answer}");
    assert_eq!(table.moving(), Some(Nation::Hanover), "{text}: {answer}");
}

macro_rules! understood {
    ($($name:ident: [$($text:literal),* $(,)?];)*) => {
        $(#[test] fn $name() { for text in [$($text),*] { goes(text); } })*
    };
}

understood! {
    connecting_words_are_no_cities: [
        "Heinrich solo hasta Bernau", "Heinrich da solo a Bernau", "Heinrich sam do Bernau",
        "que Heinrich vaya a Bernau", "Heinrich allein nach Bernau", "Heinrich alone to Bernau",
    ];
    whole_sentences: [
        "I would like Heinrich to go to Bernau, please.",
        "Please move Heinrich to Bernau.",
        "Let Heinrich march to Bernau",
        "Heinrich soll bitte nach Bernau gehen.",
        "Ich möchte, dass Heinrich nach Bernau marschiert.",
        "Heinrich marcha hacia Bernau, por favor.",
        "Vorrei che Heinrich andasse a Bernau.",
        "Proszę, żeby Heinrich poszedł do Bernau.",
    ];
    without_a_word_between: ["Heinrich Bernau", "Heinrich: Bernau", "Heinrich - Bernau", "Heinrich -> Bernau", "Heinrich → Bernau", "Heinrich = Bernau", "Heinrich > Bernau"];
    in_any_case: ["HEINRICH TO BERNAU", "heinrich to bernau", "hEINRICH TO bERNAU"];
    with_a_rank: ["Prince Heinrich to Bernau", "Prinz Heinrich nach Bernau", "General Heinrich to Bernau", "principe Heinrich a Bernau", "książę Heinrich do Bernau"];
    from_where_he_stands: ["Heinrich Berlin - Bernau", "Heinrich from Berlin to Bernau", "Heinrich von Berlin nach Bernau", "Heinrich de Berlin a Bernau", "Heinrich da Berlino a Bernau", "Heinrich z Berlina do Bernau"];
    with_a_remark: ["Heinrich to Bernau (he likes it there)", "Heinrich to Bernau # a walk", "Heinrich to Bernau - as we said"];
    with_typing_errors: ["Heinrcih to Bernau", "Heinrich to Brenau", "Heinrich too Bernau", "Henirich to Bernau"];
}

#[test]
fn a_guess_is_told() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "Heinrich to Brenau");
    assert_eq!(table.drafted(Frederick), 1, "{answer}");
    assert!(answer.contains("Brenau") && answer.contains("Bernau"), "{answer}");
}

#[test]
fn a_guess_that_was_wrong_is_mended_by_the_next_mail() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Brenau");
    table.say(Frederick, "No, Heinrich to Spandau\nready");
    assert_eq!(table.prussian("Heinrich"), "spandau");
}

/// What is not clear is asked, with the readings to choose from, and nothing is carried out.
#[test]
fn a_name_without_a_clear_meaning_is_asked_with_what_it_may_be() {
    let mut table = Table::new();
    let log = table.log();
    let answer = table.say(Frederick, "F to Torgau\nready");
    assert_eq!(table.log(), log, "{answer}");
    assert_eq!(table.moving(), Some(Nation::Prussia), "{answer}");
    assert!(answer.contains("F to Torgau"), "{answer}");
}

#[test]
fn two_goals_in_one_breath_are_asked_about() {
    for text in [
        "Heinrich to Bernau or Spandau",
        "Heinrich nach Bernau oder Spandau",
        "Heinrich a Bernau o Spandau",
        "Heinrich a Bernau oppure a Spandau",
        "Heinrich do Bernau lub Spandau",
        "Heinrich to Bernau? Perhaps Spandau.",
        "Perhaps Heinrich to Bernau",
        "Don't move Heinrich to Bernau",
        "Never Heinrich to Bernau",
        "Heinrich nicht nach Bernau",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, &format!("{text}\nready"));
        assert_eq!(table.prussian("Heinrich"), "berlin", "{text}: {answer}");
        assert_eq!(table.moving(), Some(Nation::Prussia), "{text}: {answer}");
    }
}

#[test]
fn a_goal_that_is_corrected_in_the_same_breath_is_the_corrected_one() {
    for text in [
        "Heinrich to Bernau, no, Spandau",
        "Heinrich nach Bernau, ach nein, doch nach Spandau",
        "Heinrich to Spandau instead of Bernau",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, &format!("{text}\nready"));
        assert_eq!(table.prussian("Heinrich"), "spandau", "{text}: {answer}");
    }
}

#[test]
fn an_order_in_each_of_five_languages_in_one_mail() {
    let mut table = Table::new();
    let answer = table.say(
        Frederick,
        "Heinrich nach Bernau\nSeydlitz a Belzig\nKeith do Brieg\nDohna to Landsberg\n\
         Friedrich y Winterfeldt a Torgau\nready",
    );
    for (name, city) in [
        ("Heinrich", "bernau"),
        ("Seydlitz", "belzig"),
        ("Keith", "brieg"),
        ("Dohna", "landsberg"),
        ("Friedrich", "torgau"),
        ("Winterfeldt", "torgau"),
    ] {
        assert_eq!(table.prussian(name), city, "{name}: {answer}");
    }
}

/// A city alone is an address, and no order that failed.
#[test]
fn cities_alone_hold_nothing_back() {
    for foot in
        ["Berlin", "Dresden, 22. November", "Ada, Magdeburg", "D-10115 Berlin", "Wien/Vienna"]
    {
        let mut table = Table::new();
        let answer = table.say(Frederick, &format!("Heinrich to Bernau\nready\n\n{foot}"));
        assert_eq!(table.prussian("Heinrich"), "bernau", "{foot}: {answer}");
    }
}

/// The sender's own names are chatter: of From, of the seat, of his settings.
#[test]
fn the_senders_own_names_are_chatter() {
    let mut table = Table::new();
    table.say(Frederick, "name Keith Seydlitz-Brown");
    let answer = table.say(Frederick, "Heinrich to Bernau\nready\n\nKeith Seydlitz-Brown");
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
    assert_eq!(table.prussian("Keith"), "strehlen");
}

#[test]
fn the_name_in_from_is_chatter() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let to = prompt.reply_to.clone().expect("an address").mailbox();
    let from = player(Frederick);
    let mail = format!(
        "From: Keith Berliner <{from}>\nTo: <{to}>\nSubject: Re: {}\nMessage-ID: <k.1@else.test>\n\
         Content-Type: text/plain\n\nHeinrich to Bernau\nready\n\nKeith\n",
        prompt.subject
    );
    let answer = table.deliver(&from, &mail);
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
}

#[test]
fn a_line_of_which_half_is_possible_keeps_that_half() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "Heinrich to Bernau and Keith to Wien");
    assert_eq!(table.drafted(Frederick), 1, "{answer}");
    assert!(answer.contains("Wien"), "{answer}");
}
