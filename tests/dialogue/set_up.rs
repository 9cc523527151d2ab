//! A set-up is a draft as well: what is wrong in it is mended by a word, not by sending all again.

use crate::table::*;
use feldpost::campaign::Pace;
use feldpost::game::Nation;

/// The troops of the generals of a nation, in the order of the table.
fn troops(table: &mut Table, nation: Nation) -> Vec<u8> {
    let state = table.state();
    let view = state.view(Some(state.seat_of(nation)));
    let own = view.pieces.iter().filter(|piece| piece.nation == nation && piece.piece.is_general());
    own.filter_map(|piece| piece.troops).collect()
}

#[test]
fn troops_that_do_not_add_up_are_kept_and_one_name_mends_them() {
    let mut table = Table::at_set_up(Pace::default());
    let told = table.say(MariaTheresa, "Daun 8, Browne 7, Karl 5, Laudon 5, Lacy 4");
    assert!(told.contains("Your troops are kept, and nothing has been carried out yet"), "{told}");
    assert!(told.contains("These are 29 troops, and exactly 30"), "{told}");
    assert!(told.contains("Daun 8 Browne 7 Karl 5 Laudon 5 Lacy 4"), "the draft: {told}");
    let told = table.say(MariaTheresa, "Lacy 5");
    assert!(told.contains("have been carried out"), "{told}");
    assert_eq!(troops(&mut table, Nation::Austria), [8, 7, 5, 5, 5]);
}

/// A lone general has all troops of his nation (R1.7): who says so as well has said nothing wrong.
#[test]
fn what_a_lone_general_has_anyway_may_be_said() {
    let mut table = Table::at_set_up(Pace::default());
    let told = table.say(
        Elisabeth,
        "Saltikov 6, Fermor and Apraxin 4 each, Tottleben whatever is left. Sweden 4",
    );
    assert!(told.contains("Your orders have been carried out."), "{told}");
    assert_eq!(troops(&mut table, Nation::Russia), [6, 4, 4, 2]);
    let told =
        table.say(MariaTheresa, "Daun 8, Browne 6, Karl 6, Laudon 5, Lacy 5. Hildburghausen 5");
    assert!(told.contains("Not allowed, Imperial Army"), "{told}");
}

#[test]
fn a_correction_that_is_wrong_again_is_kept_in_its_turn() {
    let mut table = Table::at_set_up(Pace::default());
    table.say(Elisabeth, "Saltikov 8, Fermor 4, Apraxin 4, Tottleben 4");
    let told = table.say(Elisabeth, "Saltikov 7, Tottleben 2");
    assert!(told.contains("These are 17 troops"), "{told}");
    table.say(Elisabeth, "Fermor 3");
    assert_eq!(troops(&mut table, Nation::Russia), [7, 3, 4, 2]);
}

#[test]
fn who_is_not_named_gets_what_is_left() {
    let mut table = Table::at_set_up(Pace::default());
    table.say(Elisabeth, "Saltikov 5, Fermor 5, Apraxin 5");
    assert_eq!(troops(&mut table, Nation::Russia), [5, 5, 5, 1]);
}

#[test]
fn a_general_with_too_many_is_asked_for_and_the_others_are_kept() {
    let mut table = Table::at_set_up(Pace::default());
    let told = table.say(Elisabeth, "Saltikov 9, Fermor 3, Apraxin 2, Tottleben 2");
    assert!(told.contains("kept"), "{told}");
    assert!(told.contains("Fermor 3 Apraxin 2 Tottleben 2"), "{told}");
    table.say(Elisabeth, "Saltikov 8, Apraxin 3");
    assert_eq!(troops(&mut table, Nation::Russia), [8, 3, 3, 2]);
}

#[test]
fn one_nation_is_set_up_and_the_first_sentence_says_that_the_other_is_not() {
    let mut table = Table::at_set_up(Pace::default());
    let told = table.say(
        Frederick,
        "Friedrich 8, Winterfeldt 1, Heinrich 7, Schwerin 2, Keith 5, Seydlitz 4, Dohna 2, \
         Lehwaldt 2\nFerdinand 7, Cumberland 5",
    );
    assert!(told.contains("Carried out in part; kept, and not carried out yet: Prussia"), "{told}");
    assert_eq!(troops(&mut table, Nation::Hanover), [7, 5]);
    let told = table.say(Frederick, "Winterfeldt 2");
    assert!(told.contains("Your orders have been carried out"), "{told}");
    assert_eq!(troops(&mut table, Nation::Prussia), [8, 2, 7, 2, 5, 4, 2, 2]);
}

#[test]
fn a_test_keeps_no_troops_and_shows_them() {
    let mut table = Table::at_set_up(Pace::default());
    let told = table.say(Elisabeth, "test\nSaltikov 8, Fermor 4, Apraxin 4, Tottleben 4");
    assert!(told.contains("Saltikov 8 Fermor 4"), "{told}");
    let told = table.say(Elisabeth, "status");
    assert!(told.contains("Saltikov 4 Fermor 4"), "nothing is kept: {told}");
}

#[test]
fn troops_of_a_substitute_begin_anew() {
    let mut table = Table::at_set_up(Pace::default());
    table.say(Elisabeth, "Saltikov 8, Fermor 4, Apraxin 4, Tottleben 4");
    table.say(Elisabeth, "resign");
    table.say(Elisabeth, "yes");
    let kept = table.club.read(|tx| {
        let game = tx.game_by_name(crate::memory_club::GAME)?.expect("the game");
        tx.drafts(game.id)
    });
    assert!(kept.is_empty(), "what one player kept is no other's: {kept:?}");
}

#[test]
fn a_language_is_asked_for_in_any_words() {
    for (wish, sign) in [
        ("Moin, bitte auf Deutsch!", "Sprache: Deutsch"),
        ("Hola, ¿podemos hablar en español?", "Idioma: español"),
        ("po polsku proszę", "Język: polski"),
        ("Bonsoir, en français s'il vous plaît", "Langue : français"),
        ("Could we do this in Italian, please", "Lingua: italiano"),
    ] {
        let mut table = Table::at_set_up(Pace::default());
        let told = table.say(Elisabeth, &format!("{wish}\nSaltikov 5, Fermor 4, Apraxin 4"));
        assert!(told.contains(sign), "{wish}: {told}");
        assert_eq!(troops(&mut table, Nation::Russia), [5, 4, 4, 3], "{wish}");
    }
}

#[test]
fn a_language_that_somebody_does_not_speak_is_not_asked_for() {
    let mut table = Table::at_set_up(Pace::default());
    let told =
        table.say(Elisabeth, "Please do not write in German\nSaltikov 5, Fermor 4, Apraxin 4");
    assert!(!told.contains("Sprache"), "{told}");
}

/// A reply from a phone is one paragraph.
#[test]
fn a_greeting_a_language_the_troops_and_a_question_in_one_line() {
    let mut table = Table::at_set_up(Pace::default());
    table.say(
        Elisabeth,
        "hallo, bitte auf deutsch. Saltikow 6, Fermor 4, Apraxin 4 Tottleben 2. schweden hat ja nix \
         zu verteilen, oder?",
    );
    assert_eq!(troops(&mut table, Nation::Russia), [6, 4, 4, 2]);
    assert!(table.newest(Elisabeth).text.contains("Deutsch"), "{}", table.newest(Elisabeth).text);
    for (text, language) in [
        (
            "Hola, en español por favor. Daun 8 Browne 6, Karl 5, Laudon 6, Lacy 5. Saludos",
            "español",
        ),
        ("Daun 8 Browne 6, Karl 5, Laudon 6, Lacy 5. auf Deutsch bitte", "Deutsch"),
        ("En français, merci. Daun 8, Browne 6, Karl 5, Laudon 6, Lacy 5", "français"),
        ("Italiano, grazie! Daun 8, Browne 6, Karl 5, Laudon 6, Lacy 5", "italiano"),
    ] {
        let mut table = Table::at_set_up(Pace::default());
        let told = table.say(MariaTheresa, text);
        assert_eq!(troops(&mut table, Nation::Austria), [8, 6, 5, 6, 5], "{text}");
        assert!(told.to_lowercase().contains(&language.to_lowercase()), "{text}: {told}");
    }
}
