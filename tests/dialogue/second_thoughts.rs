//! People think again, hurry, forget what they sent, and ask before they order.

use crate::table::*;
use feldpost::campaign::Pace;
use feldpost::game::Nation;

#[test]
fn the_same_mail_sent_twice_does_it_once() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, "Heinrich to Bernau\nready");
    let log = table.log();
    table.answer(Frederick, &prompt, "Heinrich to Bernau\nready");
    assert_eq!((table.log(), table.moving()), (log, Some(Nation::Hanover)));
    assert!(table.kept(Frederick, "ahead-").is_empty());
}

#[test]
fn the_same_orders_sent_twice_before_ready_are_one_draft() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Belzig");
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Belzig");
    assert_eq!(table.drafted(Frederick), 2);
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Seydlitz"), "belzig");
}

#[test]
fn several_mails_at_once_in_reply_to_the_same_prompt_add_up() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, "Heinrich to Bernau");
    table.answer(Frederick, &prompt, "Oops, forgot: Seydlitz to Belzig");
    table.answer(Frederick, &prompt, "and Keith to Brieg too, then I'm ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Seydlitz"), "belzig");
    assert_eq!(table.prussian("Keith"), "brieg");
    assert_eq!(table.moving(), Some(Nation::Hanover));
}

macro_rules! corrections {
    ($($name:ident: $first:literal, $then:literal;)*) => {
        /// Heinrich goes to Spandau in the end, and Seydlitz to Belzig.
        $(#[test] fn $name() {
            let mut table = Table::new();
            table.say(Frederick, $first);
            let answer = table.say(Frederick, $then);
            let answer = format!("{answer}\n{}", table.say(Frederick, "ready"));
            assert_eq!(table.prussian("Heinrich"), "spandau", "{answer}");
            assert_eq!(table.prussian("Seydlitz"), "belzig", "{answer}");
        })*
    };
}

corrections! {
    no_wait_he_goes_elsewhere:
        "Heinrich to Bernau\nSeydlitz to Belzig", "No wait, Heinrich to Spandau instead";
    sorry_i_meant:
        "Heinrich to Bernau\nSeydlitz to Belzig", "Sorry, I meant Heinrich to Spandau";
    a_correction_with_a_heading:
        "Heinrich to Bernau\nSeydlitz to Belzig", "Correction:\nHeinrich to Spandau";
    change_of_one_order:
        "Heinrich to Bernau\nSeydlitz to Belzig", "Please change Heinrich's order: Heinrich to Spandau";
    the_general_by_his_english_name:
        "Heinrich to Bernau\nSeydlitz to Belzig", "Henry to Spandau";
    the_general_by_his_rank:
        "Heinrich to Bernau\nSeydlitz to Belzig", "Prinz Heinrich nach Spandau";
    the_general_by_his_italian_name:
        "Heinrich to Bernau\nSeydlitz to Belzig", "Enrico a Spandau";
    the_general_by_his_spanish_name:
        "Heinrich to Bernau\nSeydlitz to Belzig", "Enrique a Spandau";
    the_general_by_his_polish_name:
        "Heinrich to Bernau\nSeydlitz to Belzig", "Henryk do Spandau";
    misspelt_then_right:
        "Heinrich to Spandu\nSeydlitz to Belzig", "Heinrich to Spandau";
    stays_then_goes:
        "Heinrich stays\nSeydlitz to Belzig", "Heinrich to Spandau";
    cancelled_then_ordered_again:
        "Heinrich to Spandau\nSeydlitz to Belzig", "cancel Heinrich\nHeinrich to Spandau";
    german_change_of_mind:
        "Heinrich nach Bernau\nSeydlitz nach Belzig", "Ach nein, Heinrich lieber nach Spandau";
    spanish_change_of_mind:
        "Heinrich a Bernau\nSeydlitz a Belzig", "Mejor Heinrich a Spandau";
    italian_change_of_mind:
        "Heinrich a Bernau\nSeydlitz a Belzig", "Anzi, Heinrich a Spandau";
    polish_change_of_mind:
        "Heinrich do Bernau\nSeydlitz do Belzig", "Jednak Heinrich do Spandau";
}

macro_rules! taken_back {
    ($($name:ident: $then:literal;)*) => {
        /// Heinrich stays where he was in the end, and Seydlitz goes.
        $(#[test] fn $name() {
            let mut table = Table::new();
            table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Belzig");
            let answer = table.say(Frederick, $then);
            assert_eq!(table.drafted(Frederick), 1, "{answer}");
            table.say(Frederick, "ready");
            assert_eq!(table.prussian("Heinrich"), "berlin", "{answer}");
            assert_eq!(table.prussian("Seydlitz"), "belzig", "{answer}");
        })*
    };
}

taken_back! {
    cancel_by_name: "cancel Heinrich";
    cancel_the_order_of: "cancel the order for Heinrich";
    forget_about_him: "Forget Heinrich's order";
    he_stays: "Heinrich stays";
    he_remains_where_he_is: "Heinrich remains where he is";
    german_cancel: "Heinrich streichen";
    german_stays: "Heinrich bleibt stehen";
    german_takes_back: "Befehl für Heinrich zurückziehen";
    spanish_cancel: "cancelar Heinrich";
    spanish_stays: "Heinrich se queda";
    italian_cancel: "annulla Heinrich";
    italian_stays: "Heinrich resta";
    polish_cancel: "anuluj Heinrich";
    polish_stays: "Heinrich zostaje";
}

macro_rules! all_taken_back {
    ($($name:ident: $then:literal;)*) => {
        $(#[test] fn $name() {
            let mut table = Table::new();
            table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Belzig");
            let answer = table.say(Frederick, $then);
            assert_eq!(table.drafted(Frederick), 0, "{answer}");
            assert_eq!(table.moving(), Some(Nation::Prussia), "{answer}");
        })*
    };
}

all_taken_back! {
    cancel_everything: "cancel everything";
    cancel_my_orders: "Please cancel my orders";
    german_cancel_all: "alles zurück";
    german_cancel_my_orders: "Bitte alle Befehle streichen";
    spanish_cancel_all: "cancelar todo";
    italian_cancel_all: "annulla tutto";
    polish_cancel_all: "anuluj wszystko";
}

#[test]
fn a_cancel_that_is_cancelled_does_not_bring_orders_back_and_says_so() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    table.say(Frederick, "cancel Heinrich");
    let answer = table.say(Frederick, "cancel the cancel");
    assert_eq!(table.moving(), Some(Nation::Prussia), "{answer}");
    assert_eq!(table.prussian("Heinrich"), "berlin");
    assert!(!answer.is_empty());
    table.say(Frederick, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn cancel_with_nothing_to_cancel_says_so_and_changes_nothing() {
    let mut table = Table::new();
    let log = table.log();
    for text in ["cancel", "cancel Keith"] {
        let answer = table.say(Frederick, text);
        assert_eq!(table.log(), log, "{text}: {answer}");
        assert_eq!(table.moving(), Some(Nation::Prussia), "{text}: {answer}");
    }
}

#[test]
fn ready_first_and_orders_later_is_late() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, "ready");
    let answer = table.answer(Frederick, &prompt, "Heinrich to Bernau");
    assert_eq!(table.prussian("Heinrich"), "berlin", "{answer}");
    assert_eq!(table.moving(), Some(Nation::Hanover));
    assert_eq!(table.drafted(Frederick), 0, "{answer}");
}

#[test]
fn ready_above_the_orders_counts_for_the_mail() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "ready\nHeinrich to Bernau\nSeydlitz to Belzig");
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
    assert_eq!(table.prussian("Seydlitz"), "belzig", "{answer}");
    assert_eq!(table.moving(), Some(Nation::Hanover), "{answer}");
}

macro_rules! misspelt_ready {
    ($($name:ident: $ready:literal;)*) => {
        $(#[test] fn $name() {
            let mut table = Table::new();
            let answer = table.say(Frederick, concat!("Heinrich to Bernau\n", $ready));
            assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
            assert_eq!(table.moving(), Some(Nation::Hanover), "{answer}");
        })*
    };
}

misspelt_ready! {
    ready_with_letters_swapped: "raedy";
    ready_with_a_letter_too_many: "readyy";
    ready_with_a_letter_less: "redy";
    ready_with_an_exclamation_mark: "READY!!!";
    ready_in_quotation_marks: "\"ready\"";
    ready_in_stars: "*ready*";
    ready_with_a_smiley: "ready :-)";
    ready_when_you_are: "I am ready.";
    ready_and_thanks: "ready, thanks!";
    german_ready_with_a_typo: "fertg";
    german_ready: "Fertig!";
    spanish_ready: "listo";
    spanish_ready_with_a_typo: "lisot";
    italian_ready: "pronto";
    italian_ready_with_a_typo: "prnto";
    polish_ready: "gotowe";
    french_ready: "prêt";
    french_ready_without_accents: "pret, merci";
    polish_ready_without_thought: "gotwoe";
}

#[test]
fn not_ready_is_not_ready() {
    for text in [
        "Heinrich to Bernau\nnot ready yet",
        "Heinrich to Bernau\nI'm not ready.",
        "Heinrich nach Bernau\nnoch nicht fertig",
        "Heinrich a Bernau\naún no estoy listo",
        "Heinrich a Bernau\nnon sono ancora pronto",
        "Heinrich do Bernau\njeszcze nie gotowe",
        "Heinrich à Bernau\nje ne suis pas encore prêt",
        "Heinrich to Bernau\nready?",
        "Heinrich to Bernau\nWhen I am ready I will write again.",
        "Heinrich to Bernau\nAre you ready for some football?",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        assert_eq!(table.moving(), Some(Nation::Prussia), "{text}: {answer}");
        assert_eq!(table.drafted(Frederick), 1, "{text}: {answer}");
    }
}

#[test]
fn orders_for_two_nations_with_a_mistake_in_the_first() {
    let mut table = Table::with_pace(Pace { instruction_delay: [0, 0], ..Pace::default() });
    table.say(Frederick, "Heinrich to Wien\nfor Hanover\nFerdinand to Soltau\nready");
    assert_eq!(table.moving(), Some(Nation::Prussia));
    assert_eq!(table.kept(Frederick, "ahead-").len(), 1);
    table.say(Frederick, "Heinrich to Bernau");
    table.wait();
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.at("hanover", "Ferdinand"), "soltau");
}

#[test]
fn orders_for_two_nations_with_a_mistake_in_the_second() {
    let mut table = Table::with_pace(Pace { instruction_delay: [0, 0], ..Pace::default() });
    table.say(Frederick, "Heinrich to Bernau\nready\nfor Hanover\nFerdinand to Wien\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    table.wait();
    assert_eq!(table.moving(), Some(Nation::Hanover), "Hanover waits for the player");
}

/// A mail that only asks changes nothing, and its answer has what was asked for.
fn only_asks(language: &str, text: &str, expected: &[&str]) {
    let mut table = Table::new();
    if language != "en" {
        table.say(Frederick, &format!("language {language}"));
    }
    table.say(Frederick, "Heinrich to Bernau");
    let before = (table.log(), table.drafted(Frederick), table.moving());
    let answer = table.say(Frederick, text);
    assert_eq!((table.log(), table.drafted(Frederick), table.moving()), before, "{text}: {answer}");
    for word in expected {
        assert!(answer.contains(word), "{text}: {word} is not in {answer}");
    }
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

macro_rules! questions {
    ($($name:ident: $language:literal, [$($text:literal),* $(,)?], [$($word:literal),*];)*) => {
        $(#[test] fn $name() { for text in [$($text),*] { only_asks($language, text, &[$($word),*]); } })*
    };
}

questions! {
    what_are_my_orders: "en", ["What are my orders?", "orders", "show my orders", "What have I ordered so far?"], ["Heinrich: Bernau"];
    german_what_are_my_orders: "de", ["Was sind meine Befehle?", "Befehle?", "Zeig mir meine Befehle"], ["Heinrich: Bernau"];
    spanish_what_are_my_orders: "es", ["¿Cuáles son mis órdenes?", "¿Qué órdenes tengo?"], ["Heinrich: Bernau"];
    italian_what_are_my_orders: "it", ["Quali sono i miei ordini?"], ["Heinrich: Bernau"];
    polish_what_are_my_orders: "pl", ["Jakie są moje rozkazy?"], ["Heinrich: Bernau"];
    french_what_are_my_orders: "fr", ["Quels sont mes ordres ?", "Montre-moi mes ordres"], ["Heinrich: Bernau"];
    where_can_keith_go: "en", ["Where can Keith go?", "How far can Keith go?", "Where could Keith march to?"], ["Keith", "Brieg"];
    german_where_can_keith_go: "de", ["Wohin kann Keith?", "Wohin kann Keith ziehen?"], ["Keith", "Brieg"];
    spanish_where_can_keith_go: "es", ["¿Adónde puede ir Keith?"], ["Keith", "Brieg"];
    italian_where_can_keith_go: "it", ["Dove può andare Keith?"], ["Keith", "Brieg"];
    polish_where_can_keith_go: "pl", ["Dokąd może iść Keith?"], ["Keith", "Brieg"];
    french_where_can_keith_go: "fr", ["Où peut aller Keith ?", "Jusqu’où va Keith ?"], ["Keith", "Brieg"];
    how_does_it_stand: "en", ["status", "How does the game stand?", "What is the situation?"], ["Keith", "Daun"];
    german_how_does_it_stand: "de", ["Lage", "Wie steht es?", "Wie ist die Lage?"], ["Keith", "Daun"];
    spanish_how_does_it_stand: "es", ["¿Cómo va la partida?"], ["Keith", "Daun"];
    italian_how_does_it_stand: "it", ["Com'è la situazione?"], ["Keith", "Daun"];
    polish_how_does_it_stand: "pl", ["Jaka jest sytuacja?"], ["Keith", "Daun"];
    french_how_does_it_stand: "fr", ["Où en est la partie ?", "Quelle est la situation ?"], ["Keith", "Daun"];
}

/// Whose turn it is says the answer, and until when.
#[test]
fn when_is_it_my_turn() {
    for (language, text) in [
        ("en", "When is it my turn?"),
        ("en", "Whose turn is it?"),
        ("de", "Wann bin ich dran?"),
        ("de", "Wer ist dran?"),
        ("es", "¿Cuándo me toca?"),
        ("it", "Quando tocca a me?"),
        ("pl", "Kiedy moja kolej?"),
        ("fr", "C'est quand mon tour ?"),
        ("fr", "C'est à qui de jouer ?"),
    ] {
        let mut table = Table::new();
        table.say(Elisabeth, &format!("language {language}"));
        let before = (table.log(), table.moving());
        let answer = table.say(Elisabeth, text);
        assert_eq!((table.log(), table.moving()), before, "{text}: {answer}");
        let prussia = ["Prussia", "Preußen", "Prusia", "Prussia", "Prusy", "Prus", "Prusse"];
        assert!(prussia.iter().any(|word| answer.contains(word)), "{text}: {answer}");
    }
}

#[test]
fn a_question_beside_orders_is_answered_and_the_orders_go() {
    let mut table = Table::new();
    let before = table.mails(&player(Frederick)).len();
    let answer = table.say(Frederick, "Heinrich to Bernau\nWhere can Keith go?");
    assert_eq!(table.drafted(Frederick), 1, "{answer}");
    assert!(answer.contains("Brieg"), "{answer}");
    assert!(table.mails(&player(Frederick)).len() > before);
}

#[test]
fn a_question_that_nobody_can_answer_holds_nothing_back() {
    for text in [
        "Heinrich to Bernau\nready\n\nBy the way, is there a club night on Friday?",
        "Heinrich to Bernau\nready\n\nWho plays Pompadour, is it Dan?",
        "Heinrich to Bernau\nready\n\nDoes anybody understand rule 7?",
        "Heinrich to Bernau\nready\nwhen is it Ben's turn?",
        "Heinrich nach Bernau\nfertig\n\nÜbrigens: kommst du am Freitag?",
        "Heinrich a Bernau\nlisto\n\n¿Jugamos el viernes?",
        "Heinrich a Bernau\npronto\n\nCi vediamo venerdì?",
        "Heinrich do Bernau\ngotowe\n\nCzy gramy w piątek?",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        assert_eq!(table.prussian("Heinrich"), "bernau", "{text}: {answer}");
    }
}

#[test]
fn a_reply_to_the_receipt_of_a_phase_that_is_over_is_late() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau");
    let receipt = table.newest(Frederick);
    table.say(Frederick, "ready");
    let before = (table.log(), table.moving(), table.drafted(Frederick));
    for text in ["Seydlitz to Belzig", "cancel", "cancel Heinrich", "ready", "wait"] {
        let answer = table.answer(Frederick, &receipt, text);
        assert_eq!(
            (table.log(), table.moving(), table.drafted(Frederick)),
            before,
            "{text}: {answer}"
        );
        assert_eq!(table.prussian("Heinrich"), "bernau", "{text}: {answer}");
    }
}

#[test]
fn a_status_written_while_the_phase_was_open_asks_for_it() {
    let mut table = Table::new();
    table.say(Frederick, "status");
    let status = table.newest(Frederick);
    table.answer(Frederick, &status, "Heinrich to Bernau\nready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    table.answer(Frederick, &status, "ready");
    assert_eq!(table.moving(), Some(Nation::Hanover), "the status is of Prussia's phase");
}

#[test]
fn who_is_not_asked_and_orders_is_told_so() {
    for (language, text) in [
        ("en", "Daun to Zittau\nready"),
        ("de", "Daun nach Zittau\nfertig"),
        ("pl", "Daun do Zittau\ngotowe"),
    ] {
        let mut table = Table::new();
        table.say(MariaTheresa, &format!("language {language}"));
        let log = table.log();
        let from = table.at("austria", "Daun");
        let answer = table.say(MariaTheresa, text);
        assert_eq!(table.log(), log, "{answer}");
        assert_eq!(table.at("austria", "Daun"), from);
        let kept = table.kept(MariaTheresa, "ahead-");
        assert_eq!(kept.len(), 1, "{answer}");
        assert_eq!(kept[0]["ready"], false, "it is shown again before it is done: {answer}");
    }
}

#[test]
fn somebody_elses_general_is_not_moved() {
    let mut table = Table::new();
    let from = table.at("austria", "Daun");
    let answer = table.say(Frederick, "Daun to Zittau\nHeinrich to Bernau");
    assert_eq!(table.at("austria", "Daun"), from);
    assert_eq!(table.drafted(Frederick), 1, "{answer}");
}

#[test]
fn wait_and_ready_in_one_mail_wait() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "Heinrich to Bernau\nready\nwait, not yet");
    assert_eq!(table.moving(), Some(Nation::Prussia), "{answer}");
    assert_eq!(table.drafted(Frederick), 1, "{answer}");
}

/// Time to think again: within it `wait` and corrections still count.
#[test]
fn within_the_time_for_second_thoughts_ready_is_taken_back() {
    let mut table = Table::with_pace(Pace { second_thoughts: 30, ..Pace::default() });
    table.say(Frederick, "Heinrich to Bernau\nready");
    assert_eq!(table.moving(), Some(Nation::Prussia));
    table.say(Frederick, "wait");
    table.wait();
    assert_eq!(table.moving(), Some(Nation::Prussia));
    table.say(Frederick, "Heinrich to Spandau\nready");
    table.wait();
    assert_eq!(table.prussian("Heinrich"), "spandau");
}

#[test]
fn within_the_time_for_second_thoughts_one_order_is_changed() {
    let mut table = Table::with_pace(Pace { second_thoughts: 30, ..Pace::default() });
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Belzig\nready");
    table.say(Frederick, "Heinrich to Spandau");
    for _ in 0..3 {
        if table.moving() == Some(Nation::Prussia) {
            table.wait();
        }
    }
    assert_eq!(table.prussian("Heinrich"), "spandau");
    assert_eq!(table.prussian("Seydlitz"), "belzig");
}

/// Two orders of one line are at fault: mending one leaves the other.
#[test]
fn of_a_line_with_two_mistakes_each_is_mended_by_itself() {
    for line in ["Dohna to Wien, Heinrich to Prag", "Dohna to Wien; Heinrich to Prag"] {
        let mut table = Table::new();
        table.say(Frederick, &format!("Keith to Brieg\n{line}\nready"));
        table.say(Frederick, "Dohna to Landsberg");
        assert_eq!(table.moving(), Some(Nation::Prussia), "Heinrich is open still");
        table.say(Frederick, "Heinrich to Bernau");
        assert_eq!(table.prussian("Dohna"), "landsberg");
        assert_eq!(table.prussian("Heinrich"), "bernau");
        assert_eq!(table.prussian("Keith"), "brieg");
    }
}

/// A line that names pieces and says something with them that is no order holds back, too.
#[test]
fn what_cannot_be_made_out_about_trains_holds_ready_back() {
    for line in
        ["both trains forward", "all trains one step", "beide Trosse vor", "train 1 somewhere safe"]
    {
        let mut table = Table::new();
        let answer = table.say(Frederick, &format!("Heinrich to Bernau\n{line}\nready"));
        assert_eq!(table.moving(), Some(Nation::Prussia), "{line}: {answer}");
        assert!(answer.contains(line), "{line}: {answer}");
    }
}

#[test]
fn a_train_that_somebody_missed_is_no_order() {
    for line in [
        "Sorry, my train was late.",
        "I write this on the train.",
        "Ich sitze im Zug, deshalb kurz.",
        "Mein Zug hat Verspätung",
        "Scrivo dal treno",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, &format!("{line}\nHeinrich to Bernau\nready"));
        assert_eq!(table.prussian("Heinrich"), "bernau", "{line}: {answer}");
    }
}

/// A correction that is wrong again takes the place of the line it was to mend.
#[test]
fn a_correction_that_fails_again_is_the_line_that_holds_back() {
    let mut table = Table::new();
    table.say(Frederick, "Keith to Brieg\nHeinrich to Wien\nready");
    let answer = table.say(Frederick, "Heinrich to Prag");
    assert!(answer.contains("Heinrich to Prag"), "{answer}");
    assert!(!answer.contains("Heinrich to Wien"), "{answer}");
    table.say(Frederick, "Heinrich to Bernau");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Keith"), "brieg");
}

/// Whoever asks whether he can has ordered nothing, and nothing is carried out for want of a question.
#[test]
fn a_question_is_no_order_in_any_language() {
    for text in [
        "can Heinrich reach Bernau?",
        "could Heinrich go to Bernau",
        "kann heinrich bis bernau?",
        "könnte Heinrich nach Bernau kommen?",
        "¿puede Enrique llegar a Bernau?",
        "puo Heinrich andare a Bernau?",
        "czy Heinrich moze isc do Bernau?",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        assert_eq!(table.drafted(Frederick), 0, "{text}: {answer}");
        table.say(Frederick, "ready");
        assert_eq!(table.prussian("Heinrich"), "berlin", "{text}");
    }
    let mut table = Table::new();
    let answer = table.say(Frederick, "Heinrich to Bernau. Can Keith reach Jauer?");
    assert_eq!(table.drafted(Frederick), 1, "{answer}");
    assert!(answer.contains("This is a question"), "{answer}");
}

/// Soon, tomorrow, but for something that is missing: the phase goes on.
#[test]
fn ready_soon_or_tomorrow_is_not_ready() {
    for text in [
        "that's all for today, more tomorrow",
        "I'll be ready tomorrow",
        "bin gleich fertig",
        "morgen dann fertig",
        "eso es todo por hoy, mañana sigo",
        "per oggi è tutto, domani continuo",
        "zaraz gotowe",
    ] {
        let mut table = Table::new();
        let moving = table.moving();
        let answer = table.say(Frederick, &format!("Heinrich to Bernau\n{text}"));
        assert_eq!(table.moving(), moving, "{text}: {answer}");
        assert_eq!(table.prussian("Heinrich"), "berlin", "{text}: {answer}");
        assert_eq!(table.drafted(Frederick), 1, "{text}: {answer}");
    }
}

/// A city alone answers a question about a stack: all of it goes, and nobody stays behind.
#[test]
fn a_city_alone_that_answers_for_a_stack_moves_the_stack() {
    let mut table = Table::new();
    table.until(Nation::Russia);
    let answer = table.say(Elisabeth, "Saltikov and Fermor as far as possible towards Riesenburg");
    assert!(answer.contains("Which city?") && answer.contains("Dobrzyń"), "{answer}");
    let answer = table.say(Elisabeth, "Dobrzyń! And Apraxin goes to Goldberge. Ready");
    for name in ["Saltikov", "Fermor"] {
        assert_eq!(table.at("russia", name), "dobrzyn", "{name}: {answer}");
    }
    assert_eq!(table.at("russia", "Apraxin"), "goldberge", "{answer}");
}

/// Of a paragraph the clear sentences are kept with their second thoughts, and only what is left is quoted.
#[test]
fn a_paragraph_keeps_what_is_clear_and_quotes_the_rest() {
    let mut table = Table::new();
    let told = table.say(
        Frederick,
        "Heinrich to Bernau... no, to Spandau. Seydlitz shall frobnicate Daun thoroughly in Potsdam or elsewhere. Dohna stays.",
    );
    assert!(told.contains("Heinrich: Spandau"), "{told}");
    assert!(told.contains("\"Seydlitz shall frobnicate"), "{told}");
    assert!(!told.contains("Bernau"), "what was understood is not quoted: {told}");
    table.say(Frederick, "Seydlitz stays\nready");
    assert_eq!(table.prussian("Heinrich"), "spandau");
}

#[test]
fn r4_1_up_to_there_is_said_of_one_of_several() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Stettin\nSeydlitz to Dresden");
    let told = table.newest(Frederick).text;
    assert_eq!(told.matches("Possible is as far as").count(), 2, "{told}");
    table.say(Frederick, "Enrique pues hasta ahí. Seydlitz to Belzig. Adelante");
    assert_ne!(table.prussian("Heinrich"), "berlin", "{}", table.newest(Frederick).text);
    assert_eq!(table.prussian("Seydlitz"), "belzig");
}

#[test]
fn r4_1_up_to_there_means_the_city_that_the_answer_offered() {
    for reply in [
        "ok up to there then, ready",
        "dann halt bis da, los jetzt",
        "ok, hasta ahí entonces. listo",
        "va bene, fin lì. Fatto",
        "dobra, to dotąd. gotowe",
        "d'accord, jusque-là. C'est tout",
    ] {
        let mut table = Table::new();
        table.say(Frederick, "Heinrich to Stettin");
        let told = table.newest(Frederick).text;
        assert!(told.contains("Possible is as far as"), "{told}");
        table.say(Frederick, reply);
        let there = table.prussian("Heinrich");
        assert_ne!(there, "berlin", "{reply}: {}", table.newest(Frederick).text);
        assert_eq!(table.moving(), Some(Nation::Hanover), "{reply}");
    }
}
