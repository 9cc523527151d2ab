//! Chatter blocks nothing.

use crate::table::*;

/// `Heinrich to Bernau` and `ready` with these lines before and behind.
fn carried_out(before: &str, behind: &str) {
    let mut table = Table::new();
    let text = format!("{before}\n\nHeinrich to Bernau\nready\n\n{behind}\n");
    let answer = table.say(Frederick, &text);
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
}

macro_rules! chatter {
    ($($name:ident: $before:literal, $behind:literal;)*) => {
        $(#[test] fn $name() { carried_out($before, $behind); })*
    };
}

chatter! {
    hello_and_best_wishes: "Hello,", "Best wishes\nAda";
    hi_all: "Hi all,", "Cheers, A.";
    dear_referee: "Dear referee,", "Kind regards,\nAda";
    here_are_my_orders: "Here are my orders for this turn:", "Thanks!";
    sorry_for_the_delay: "Sorry for the delay, it was a long week.", "Have a nice evening";
    my_moves: "My moves:", "That is all for now.";
    good_morning: "Good morning everybody,", "See you on Friday at the club!";
    i_think: "I have been thinking about this for days.", "Let us see what Vienna makes of it.";
    sent_from_my_phone: "", "Sent from my iPhone";
    a_disclaimer: "",
        "This e-mail and any attachments are confidential and intended solely for the addressee.\n\
         If you have received it in error, please notify the sender and delete it.";
    a_banner: "CAUTION: This email originated from outside of the organization.\n\
               Do not click links or open attachments unless you recognize the sender.", "";
    an_advertisement: "", "Get the app: free for 30 days!";
    virus_free: "", "Virus-free. www.example.org";
    a_telephone_number: "", "Ada Example\nTel. +49 30 1234567\nMobile +49 170 7654321";
    own_name: "", "frederick";
    long_live_the_king: "", "Long live the king!";
    german_greeting: "Hallo zusammen,", "Viele Grüße\nAda";
    german_lead_in: "hier meine Befehle für diese Runde:", "Danke und bis bald";
    german_disclaimer: "",
        "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind,\n\
         informieren Sie bitte sofort den Absender.";
    german_formal: "Sehr geehrter Herr Schiedsrichter,", "Mit freundlichen Grüßen";
    german_phone: "", "Von meinem iPhone gesendet";
    spanish_greeting: "Hola a todos:", "Un saludo,\nAda";
    spanish_lead_in: "Estas son mis órdenes:", "Gracias y hasta pronto";
    spanish_phone: "", "Enviado desde mi iPhone";
    italian_greeting: "Ciao a tutti,", "Cordiali saluti\nAda";
    italian_lead_in: "Ecco i miei ordini:", "Grazie mille e a presto";
    italian_phone: "", "Inviato da iPhone";
    polish_greeting: "Cześć wszystkim,", "Pozdrawiam\nAda";
    polish_lead_in: "Oto moje rozkazy:", "Dziękuję i do zobaczenia";
    polish_phone: "", "Wysłane z iPhone'a";
    ps_of_banter: "", "PS: I still cannot believe that you played the king of spades last time.";
    weather: "It rains here all day.", "";
    a_smiley: ":-)", ";-)";
    nothing_but_a_dash: "", "---";
    a_question_to_friends: "", "Does anybody know when the next meeting is?";
    a_business_card: "", "Ada Example\nExample Consulting Ltd, Magdeburg\n+49 391 123 45 67";
    a_doctor: "", "Dr. Ada Example\nGeneral Manager, Dresden Office";
    a_street: "", "Ada Example\nHauptstraße 12\n39104 Magdeburg\nTel.: 0391/1234567";
    a_professor: "", "Prof. Ada Example, M.A.\nUniversität Leipzig\nwww.example.org";
    a_polish_card: "", "Ada Przykład\nul. Długa 7, 50-001 Breslau\ntel. 71 123 45 67";
    an_italian_card: "", "Dott.ssa Ada Esempio\nVia Roma 3, Milano\nCell. 333 1234567";
    a_spanish_card: "", "Ada Ejemplo\nDirectora General\nC/ Mayor 8, 2º A\nTlf. 91 123 45 67";
    a_line_of_the_firm: "", "Ada Example | Head of Sales | Berlin | Phone 030-123456";
    general_counsel: "", "Ada Example\nGeneral Counsel\nKing & Prince LLP, London";
    compliments: "What a turn!", "Well played everybody.";
}

#[test]
fn a_mail_of_greetings_alone_changes_nothing_and_asks_nothing() {
    let mut table = Table::new();
    let log = table.log();
    table.say(Frederick, "Hello everybody,\nwhat a lovely day.\nBest wishes\nAda");
    assert_eq!((table.log(), table.drafted(Frederick)), (log, 0));
}

#[test]
fn a_line_that_is_an_order_and_failed_holds_ready_back() {
    let mut table = Table::new();
    let answer = table.say(Frederick, "Hello,\nHeinrich to Bernau\nKeith to Nirgendwo\nready\nAda");
    assert_eq!(table.prussian("Heinrich"), "berlin");
    assert!(answer.contains("Keith to Nirgendwo"), "{answer}");
}
