//! People of whom nothing is known are answered in the language of their mail, and go on in it.

use crate::support::{Club, JUDGE, reply_to};
use feldpost::mail::intake::Letter;
use feldpost::store::{StoreError, Tx};

/// Strangers by the tag of their language.
const STRANGERS: [(&str, &str); 6] = [
    ("en", "abel@club.test"),
    ("de", "bodo@club.test"),
    ("es", "carmen@club.test"),
    ("it", "dario@club.test"),
    ("pl", "ewa@club.test"),
    ("fr", "fanny@club.test"),
];

/// A mail that answers nothing, and one round.
fn write(club: &mut Club, from: &str, (subject, text): (&str, &str), number: u32) {
    let mail = format!(
        "From: <{from}>\r\nTo: {JUDGE}\r\nSubject: {subject}\r\nMessage-ID: <{number}.{from}>\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    );
    club.drop_in(mail.as_bytes());
    assert_eq!(club.round().failed, 0);
}

/// A reply to the newest mail, and one round.
fn answer(club: &mut Club, from: &str, text: &str, number: u32) {
    let letter = newest(club, from);
    club.drop_in(reply_to(&letter, from, text, 100_000 + number).as_bytes());
    assert_eq!(club.round().failed, 0);
}

fn newest(club: &Club, to: &str) -> Letter {
    club.mails_to(to).pop().unwrap_or_else(|| panic!("no mail to {to}"))
}

/// The language that the newest mail to somebody says it is in.
fn language(club: &Club, to: &str) -> String {
    let raw = club.raw_mails_to(to).pop().expect("a mail");
    let text = String::from_utf8_lossy(&raw).into_owned();
    let named = text.lines().find_map(|line| line.strip_prefix("Content-Language: "));
    named.unwrap_or_default().to_owned()
}

/// The language that is kept for a person.
fn kept(club: &mut Club, address: &str) -> Option<String> {
    let read = |tx: &Tx<'_>| -> Result<_, StoreError> { tx.person_of(address) };
    club.daemon().store.transaction(read).expect("the database").map(|person| person.language)
}

#[test]
fn a_stranger_is_answered_in_the_language_of_the_mail() {
    let mut club = Club::without_a_game();
    for ((tag, who), text) in STRANGERS.into_iter().zip([
        "Hello, what is this and how does it work?",
        "Guten Tag, was ist das hier und wie geht es?",
        "Hola, ¿qué es esto y cómo funciona?",
        "Buongiorno, che cos'è questo e come funziona?",
        "Dzień dobry, co to jest i jak to działa?",
        "Bonjour, qu'est-ce que c'est et comment ça marche ?",
    ]) {
        write(&mut club, who, ("?", text), 1);
        assert_eq!(language(&club, who), tag, "{text}");
    }
}

#[test]
fn a_mail_that_tells_no_language_is_answered_in_the_configured_one() {
    let mut club = Club::without_a_game();
    club.daemon().office.language = "pl".into();
    write(&mut club, "abel@club.test", ("R4.6", "R4.6"), 1);
    assert_eq!(language(&club, "abel@club.test"), "pl");
    write(&mut club, "bodo@club.test", ("Frage an euch", "42"), 1);
    assert_eq!(language(&club, "bodo@club.test"), "de", "its subject tells it");
}

#[test]
fn the_rules_come_in_the_language_that_asks_for_them() {
    let mut club = Club::without_a_game();
    for ((tag, who), (asked, begins)) in STRANGERS.into_iter().zip([
        ("rules R4.6", "R4.6 The order"),
        ("Regeln R4.6", "R4.6 Die Reihenfolge"),
        ("reglas R4.6", "R4.6 El orden"),
        ("regole R4.6", "R4.6 L'ordine"),
        ("zasady R4.6", "R4.6 Kolejność"),
        ("règles R4.6", "R4.6 L’ordre"),
    ]) {
        write(&mut club, who, ("", asked), 1);
        let mail = newest(&club, who);
        assert_eq!(language(&club, who), tag, "{asked}");
        assert!(mail.text.contains(begins), "{asked}: {}", mail.text);
        // All of them by their headings.
        write(&mut club, who, ("", asked.split(' ').next().expect("a word")), 2);
        assert!(newest(&club, who).text.contains("R14 "), "{asked}");
    }
}

#[test]
fn who_confirms_with_a_word_stays_in_the_language_of_the_first_mail() {
    let mut club = Club::without_a_game();
    for ((tag, who), (asked, yes)) in STRANGERS.into_iter().zip([
        ("settings", "yes"),
        ("Einstellungen", "ja"),
        ("ajustes", "sí"),
        ("impostazioni", "sì"),
        ("ustawienia", "tak"),
        ("réglages", "oui"),
    ]) {
        write(&mut club, who, ("", asked), 1);
        assert_eq!(language(&club, who), tag, "{asked}");
        answer(&mut club, who, yes, 2);
        assert_eq!(language(&club, who), tag, "{asked}, {yes}");
        assert_eq!(kept(&mut club, who).as_deref(), Some(tag), "{asked}, {yes}");
    }
}

#[test]
fn a_form_says_how_to_get_another_language_and_is_filled_in_in_its_own() {
    let mut club = Club::without_a_game();
    for ((tag, who), (asked, found)) in STRANGERS.into_iter().zip([
        ("new game rossbach", "found"),
        ("neues Spiel leuthen", "fertig"),
        ("nueva partida zorndorf", "fundar"),
        ("nuova partita hochkirch", "fondare"),
        ("nowa gra torgau", "zakładam"),
        ("nouvelle partie fontenoy", "fonder"),
    ]) {
        write(&mut club, who, ("", asked), 1);
        let form = newest(&club, who);
        assert_eq!(language(&club, who), tag, "{asked}");
        let another = if tag == "en" { "auf Deutsch" } else { "in English" };
        assert!(form.text.contains(another), "{}", form.text);
        answer(&mut club, who, found, 2);
        assert_eq!(language(&club, who), tag, "{found}");
        assert_eq!(kept(&mut club, who).as_deref(), Some(tag), "{found}");
    }
}

#[test]
fn a_form_can_be_had_in_another_language() {
    let mut club = Club::without_a_game();
    write(&mut club, "abel@club.test", ("", "new game rossbach"), 1);
    answer(&mut club, "abel@club.test", "auf Deutsch, bitte", 2);
    assert_eq!(language(&club, "abel@club.test"), "de");
    answer(&mut club, "abel@club.test", "fertig", 3);
    assert_eq!(language(&club, "abel@club.test"), "de");
    assert!(newest(&club, "abel@club.test").text.contains("rossbach"));
}

/// The lines of a form as it was sent, without its remarks.
fn settings(text: &str) -> String {
    let lines = text.lines().filter(|line| line.starts_with("  ")).map(str::trim);
    let settings = lines.filter(|line| !line.starts_with('#') && line.contains(": "));
    settings.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_form_is_read_as_it_is_written_in_every_language() {
    let mut club = Club::without_a_game();
    let mut kept = Vec::new();
    for ((_, who), (asked, changed)) in STRANGERS.into_iter().zip([
        ("new game rossbach", "movement: 4 days\nroles: choice\nbeacon: yes"),
        ("neues Spiel leuthen", "Bewegung: 4 Tage\nRollen: Wahl\nLeuchtfeuer: ja"),
        ("nueva partida zorndorf", "movimiento: 4 días\npapeles: elección\nfaro: sí"),
        ("nuova partita hochkirch", "movimento: 4 giorni\nruoli: scelta\nfaro: sì"),
        ("nowa gra torgau", "ruch: 4 dni\nrole: wybór\nlatarnia: tak"),
    ]) {
        write(&mut club, who, ("", asked), 1);
        let form = settings(&newest(&club, who).text);
        assert!(form.lines().count() > 25, "{form}");
        answer(&mut club, who, &format!("{form}\n{changed}"), 2);
        let name = asked.split(' ').next_back().expect("a name");
        let read = |tx: &Tx<'_>| -> Result<_, StoreError> {
            Ok(tx.game_by_name(name)?.map(|game| game.settings))
        };
        let settings = club.daemon().store.transaction(read).expect("the database");
        let settings = settings.unwrap_or_else(|| panic!("{}", newest(&club, who).text));
        let mut settings: serde_json::Value = serde_json::from_str(&settings).expect("JSON");
        // Only who founded it differs.
        settings["membership"]["founder"] = serde_json::Value::Null;
        let plain = settings.to_string();
        kept.push(plain);
    }
    assert!(kept[0].contains("96"), "{}", kept[0]);
    assert!(kept.iter().all(|settings| *settings == kept[0]), "{kept:#?}");
}
