//! What players ask in passing, and press that is addressed to somebody without the word for it.

use crate::table::*;

#[test]
fn where_pieces_can_go_is_answered_for_each_city_they_stand_in() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "where can Heinrich and Seydlitz go?");
    assert!(answer.contains("Heinrich in Berlin can go to"), "{answer}");
    assert!(answer.contains("Seydlitz in Brandenburg can go to"), "{answer}");
    assert!(!answer.contains("can go to no other city"), "{answer}");
    let answer = table.say(Frederick, "where can Friedrich and Winterfeldt go?");
    assert!(answer.contains("Friedrich and Winterfeldt in Oschatz can go to"), "{answer}");
}

#[test]
fn where_somebody_stands_is_answered_with_troops_of_ones_own_only() {
    let mut table = Table::new();
    for (language, question, own, other) in [
        (
            "english",
            "where is Keith, and where is Daun?",
            "Keith: Strehlen, 4 troops.",
            "Daun: Brünn.",
        ),
        (
            "german",
            "Wo steht Keith? Und wo steht Daun?",
            "Keith: Strehlen, 4 Truppen.",
            "Daun: Brünn.",
        ),
        (
            "spanish",
            "¿Dónde está Keith? ¿y dónde está Daun?",
            "Keith: Strehlen, 4 ejércitos.",
            "Daun: Brünn.",
        ),
        ("italian", "Dov'è Keith? E dove sta Daun?", "Keith: Strehlen, 4 armate.", "Daun: Brünn."),
        (
            "polish",
            "Gdzie stoi Keith? A gdzie jest Daun?",
            "Keith: Strehlen, 4 regimenty.",
            "Daun: Brünn.",
        ),
        (
            "french",
            "Où est Keith ? Et où se trouve Daun ?",
            "Keith : Strehlen, 4 troupes.",
            "Daun : Brünn.",
        ),
    ] {
        table.say(Frederick, &format!("language {language}"));
        let before = table.log();
        let answer = table.say(Frederick, question);
        assert!(answer.contains(own), "{language}: {answer}");
        assert!(answer.contains(other), "{language}: {answer}");
        assert_eq!((table.log(), table.drafted(Frederick)), (before, 0), "{language}");
    }
}

/// What stands beside a question is carried out, or asked about, and never lost.
#[test]
fn an_order_beside_a_question_is_not_lost() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "Where is Daun? Heinrich to Bernau\nready");
    assert!(answer.contains("Heinrich"), "{answer}");
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
}

#[test]
fn who_asks_for_his_cards_gets_the_position_with_his_hand() {
    // In the language of the question, where it is clear.
    let yours = [
        "Your hand, your troops",
        "Deine Hand",
        "Tu mano",
        "La tua mano",
        "Twoje karty i regimenty",
        "Ta main",
    ];
    for question in [
        "which cards do I have?",
        "Welche Karten hab ich?",
        "¿Qué cartas tengo?",
        "Che carte ho?",
        "Jakie mam karty?",
        "Quelles cartes j'ai ?",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, question);
        assert!(yours.iter().any(|title| answer.contains(title)), "{question}: {answer}");
    }
}

/// Who has never said how he wants to be written to is answered in the language of his first clear mail; his own word
/// counts, and English orders show nothing.
#[test]
fn a_holder_is_answered_in_the_language_of_his_mail() {
    let mut table = Table::new();
    let answer = table
        .say(Frederick, "Guten Morgen! Heinrich zieht nach Bernau, alle anderen bleiben stehen.");
    assert!(answer.contains("Deine Befehle"), "{answer}");
    let answer = table.say(Frederick, "Keith to Glatz");
    assert!(answer.contains("Deine Befehle"), "it stays so: {answer}");
    let answer = table.say(Frederick, "English, please");
    assert!(answer.contains("Language: English"), "{answer}");
    let answer = table.say(Frederick, "Heinrich soll lieber nach Zossen ziehen, bitte.");
    assert!(answer.contains("Your orders"), "what he asked for counts: {answer}");
}

#[test]
fn press_may_be_for_a_player_by_name() {
    let mut table = Table::new();
    table.say(MariaTheresa, "name Cleo");
    for (heading, reader) in [
        ("To nobody: peace?", None),
        ("press to Cleo: peace?", Some(MariaTheresa)),
        ("to cleo: peace?", Some(MariaTheresa)),
        ("press to Elisabeth: peace?", Some(Elisabeth)),
        ("To Elisabeth: peace?", Some(Elisabeth)),
        ("To Pompadour only: peace?", Some(Pompadour)),
    ] {
        let before =
            [Elisabeth, MariaTheresa, Pompadour].map(|seat| table.mails(&player(seat)).len());
        table.say(Frederick, heading);
        table.wait();
        for (at, seat) in [Elisabeth, MariaTheresa, Pompadour].into_iter().enumerate() {
            let new = table.mails(&player(seat)).len() - before[at];
            assert_eq!(new, usize::from(Some(seat) == reader), "{heading} and {seat:?}");
        }
    }
}

/// `To Frederick: …` is no heading for his own orders, and none of his orders is told to others.
#[test]
fn a_heading_of_ones_own_seat_is_no_press() {
    let mut table = Table::new();
    let before = table.mails(&player(Elisabeth)).len();
    table.say(Frederick, "For Frederick: Heinrich to Bernau");
    table.say(Frederick, "for Prussia: Seydlitz to Potsdam");
    table.wait();
    assert_eq!(table.mails(&player(Elisabeth)).len(), before);
    assert!(table.drafted(Frederick) >= 1);
}

#[test]
fn a_language_that_is_not_spoken_is_named_with_those_that_are() {
    let mut table = Table::new();
    for wish in ["In Dutch, please", "Dutch please", "auf Niederländisch bitte"] {
        let answer = table.say(Frederick, wish);
        let all = "it can be English, Deutsch, español, italiano, polski or français";
        assert!(answer.contains(all), "{wish}: {answer}");
    }
}

/// `Lehwaldt to Elbing. Who protects Anklam at the moment?`: the order counts, and that nobody answers the question is said.
#[test]
fn a_question_that_nobody_answers_is_said_to_be_one() {
    for (language, text, said) in [
        (
            "english",
            "Lehwaldt to Elbing. Who protects Anklam at the moment?",
            "Who protects Anklam at the moment?",
        ),
        (
            "german",
            "Lehwaldt nach Elbing. Was passiert, wenn Keith verhungert?",
            "Was passiert, wenn Keith verhungert?",
        ),
        (
            "french",
            "Lehwaldt à Elbing. Combien de troupes il reste à l'Autriche ?",
            "Combien de troupes il reste à l'Autriche",
        ),
    ] {
        let mut table = Table::new();
        table.say(Frederick, &format!("language {language}"));
        let answer = table.say(Frederick, text);
        let shown = answer.split("Lehwaldt").next().expect("something");
        assert!(shown.contains(said), "{language}: {answer}");
        assert_eq!(table.drafted(Frederick), 1, "{language}: {answer}");
    }
    // Alone it does nothing, and is not passed over.
    let mut table = Table::new();
    let answer = table.say(Frederick, "What happens if Lehwaldt starves?");
    assert!(answer.contains("Not answered: \"What happens if Lehwaldt starves?\""), "{answer}");
    assert_eq!(table.drafted(Frederick), 0, "{answer}");
}
