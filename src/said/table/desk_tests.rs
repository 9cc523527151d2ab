//! Lines that are wishes to the desk, and lines that are none.

use super::*;
use crate::said::club::words;

fn join_of(game: &str, prefers: &[Seat], password: Option<&str>) -> Option<Request> {
    Some(Request::Join(Joining {
        game: (!game.is_empty()).then(|| game.to_owned()),
        prefers: prefers.to_vec(),
        password: password.map(str::to_owned),
        phrase: Vec::new(),
    }))
}

#[test]
fn joining_is_understood_with_role_preferences_and_password() {
    use Seat::*;
    assert_eq!(command("join rossbach"), join_of("rossbach", &[], None));
    assert_eq!(command(" Join Rossbach! "), join_of("rossbach", &[], None));
    assert_eq!(command("please join the game rossbach"), join_of("rossbach", &[], None));
    assert_eq!(command("join"), join_of("", &[], None));
    assert_eq!(command("join rossbach as Frederick"), join_of("rossbach", &[Frederick], None));
    assert_eq!(
        command("join rossbach prefer Maria Theresa, Pompadour password Geh/Heim"),
        join_of("rossbach", &[MariaTheresa, Pompadour], Some("Geh/Heim"))
    );
    assert_eq!(
        command("beitreten rossbach als Friedrich, Friedrich"),
        join_of("rossbach", &[Frederick], None)
    );
    assert_eq!(command("dołączam rossbach"), join_of("rossbach", &[], None));
}

#[test]
fn every_command_has_its_words() {
    let game = || Some("rossbach".to_owned());
    for (line, expected) in [
        ("help", Request::Help(None)),
        ("Hilfe", Request::Help(None)),
        ("list", Request::ListGames),
        ("list games", Request::ListGames),
        ("new game rossbach", Request::NewGame("rossbach".into())),
        ("Neues Spiel Rossbach", Request::NewGame("rossbach".into())),
        ("observe rossbach", Request::Observe(game())),
        ("unobserve", Request::Unobserve(None)),
        ("stop watching rossbach", Request::Unobserve(game())),
        ("observers", Request::Observers(None)),
        ("settings", Request::Settings),
        ("rules R7", Request::Rules("R7".into())),
        ("rule 7.5", Request::Rules("R7.5".into())),
        ("Regeln", Request::Rules(String::new())),
        ("map rossbach", Request::Map(game())),
        ("status rossbach", Request::Status(game())),
        ("history rossbach turn 7", Request::History { game: game(), turn: Some(7) }),
        ("history turn 7", Request::History { game: None, turn: Some(7) }),
        ("history", Request::History { game: None, turn: None }),
        ("resign", Request::Resign { game: None, sure: false }),
        ("resign yes", Request::Resign { game: None, sure: true }),
        ("take over rossbach Pompadour", Request::TakeOver { game: game(), seat: Seat::Pompadour }),
        (
            "take over rossbach as maria-theresa",
            Request::TakeOver { game: game(), seat: Seat::MariaTheresa },
        ),
        ("my data", Request::MyData),
        ("meine Daten", Request::MyData),
        ("forget me", Request::ForgetMe { sure: false }),
        ("forget me yes", Request::ForgetMe { sure: true }),
        ("olvídame sí", Request::ForgetMe { sure: true }),
        ("leave rossbach", Request::Leave(game())),
        ("also ada@elsewhere.test", Request::AlsoAddress("ada@elsewhere.test".into())),
    ] {
        assert_eq!(command(line), Some(expected), "{line}");
    }
}

#[test]
fn the_words_of_the_spanish_and_italian_help_are_understood() {
    use Seat::*;
    let game = || Some("rossbach".to_owned());
    for (lines, expected) in [
        (["ayuda", "aiuto"], Request::Help(None)),
        (["partidas", "partite"], Request::ListGames),
        (["nueva partida rossbach", "nuova partita rossbach"], Request::NewGame("rossbach".into())),
        (["observar rossbach", "osservare rossbach"], Request::Observe(game())),
        (["dejar de observar rossbach", "non osservare rossbach"], Request::Unobserve(game())),
        (
            ["relevar rossbach Elizabeth", "subentrare rossbach Elisabetta"],
            Request::TakeOver { game: game(), seat: Elisabeth },
        ),
        (["abandonar partida rossbach", "lasciare partita rossbach"], Request::Leave(game())),
        (
            ["dimito sí rossbach", "mi dimetto sì rossbach"],
            Request::Resign { game: game(), sure: true },
        ),
        (["estado rossbach", "stato rossbach"], Request::Status(game())),
        (["mapa rossbach", "mappa rossbach"], Request::Map(game())),
        (
            ["historia rossbach turno 7", "storia rossbach turno 7"],
            Request::History { game: game(), turn: Some(7) },
        ),
        (["reglas R7", "regole R7"], Request::Rules("R7".into())),
        (["ajustes", "impostazioni"], Request::Settings),
        (["mis datos", "i miei dati"], Request::MyData),
        (["olvídame sí", "dimenticami sì"], Request::ForgetMe { sure: true }),
        (
            ["también ada@example.org", "anche ada@example.org"],
            Request::AlsoAddress("ada@example.org".into()),
        ),
        (["idioma it", "lingua it"], Request::Set(Wish::Language("it".into()))),
        (
            ["zona horaria Europe/Rome", "fuso orario Europe/Rome"],
            Request::Set(Wish::TimeZone("Europe/Rome".into())),
        ),
        (["solo texto", "solo testo"], Request::Set(Wish::Html(false))),
        (["resumen 18:00", "riassunto 18:00"], Request::Set(Wish::Digest(true, Some(18)))),
        (["resumen no", "riassunto no"], Request::Set(Wish::Digest(false, None))),
        (["imágenes no", "immagini no"], Request::Set(Wish::Pictures(false))),
        (["nombre Ada", "nome Ada"], Request::Set(Wish::Name("Ada".into()))),
    ] {
        for line in lines {
            assert_eq!(command(line).as_ref(), Some(&expected), "{line}");
        }
    }
    for line in ["unirme a rossbach", "partecipare a rossbach"] {
        assert_eq!(command(line), join_of("rossbach", &[], None), "{line}");
    }
    for line in [
        "unirme a rossbach prefiero Pompadour, Federico contraseña x",
        "partecipare a rossbach preferisco Pompadour, Federico password x",
    ] {
        let expected = join_of("rossbach", &[Pompadour, Frederick], Some("x"));
        assert_eq!(command(line), expected, "{line}");
    }
    for line in ["unirme como Federico", "partecipare come Federico"] {
        assert_eq!(command(line), join_of("", &[Frederick], None), "{line}");
    }
}

#[test]
fn wishes_are_understood() {
    for (line, wish) in [
        ("language de", Wish::Language("de".into())),
        ("Sprache: Deutsch", Wish::Language("deutsch".into())),
        ("timezone Europe/Berlin", Wish::TimeZone("Europe/Berlin".into())),
        ("time zone: America/New York", Wish::TimeZone("America/New_York".into())),
        ("text", Wish::Html(false)),
        ("html", Wish::Html(true)),
        ("html off", Wish::Html(false)),
        ("digest on", Wish::Digest(true, None)),
        ("digest on 18:00", Wish::Digest(true, Some(18))),
        ("digest off", Wish::Digest(false, None)),
        ("news at once", Wish::NewsAtOnce(true)),
        ("news at once off", Wish::NewsAtOnce(false)),
        ("Neuigkeiten sofort", Wish::NewsAtOnce(true)),
        ("news daily", Wish::Digest(true, None)),
        ("news daily 08:00", Wish::Digest(true, Some(8))),
        ("pictures off", Wish::Pictures(false)),
        ("Bilder an", Wish::Pictures(true)),
        ("json on", Wish::Json(true)),
        ("name: Käthe von B.", Wish::Name("Käthe von B".into())),
    ] {
        assert_eq!(command(line), Some(Request::Set(wish)), "{line}");
    }
}

#[test]
fn what_people_write_in_passing_is_no_command() {
    for line in [
        "Join us for a beer on Friday",
        "How do I join?",
        "the rules are hard",
        "history repeats itself, they say",
        "help me please, I am lost",
        "my settings are all wrong and so is the map",
        "Daun to Zittau",
        "ready",
        "status of things",
        "name your price, ada@club.test",
        "resigned to my fate",
        "Friedrich + Winterfeldt: Riesa, Meissen, Dresden",
        "Hello",
        "",
        "list everything I did wrong",
    ] {
        assert_eq!(command(line), None, "{line}");
    }
}

#[test]
fn no_word_of_the_desk_is_an_order_on_a_line_of_its_own() {
    use crate::game::{DecisionKind, Nation};
    use crate::orders::testing::{find, movement_of};
    use crate::said::Request;
    let (play, decision) = find(false, |_, decision| decision.kind == DecisionKind::Play);
    let positions = [(movement_of(Nation::Prussia), Nation::Prussia), (play, decision.nation)];
    let is_order = |request: &Request| {
        use Request::*;
        matches!(
            request,
            Act(_) | Stay(_) | Choice(_) | Ready | Wait | Test | Cancel(_) | Instruct(_)
        )
    };
    for phrase in FIRST.into_iter().flat_map(words::phrases) {
        for (state, nation) in &positions {
            let reading = crate::said::testing::read_as(state, *nation, phrase);
            let order = reading.said.iter().find(|said| is_order(&said.request));
            assert_eq!(order, None, "{phrase}");
        }
    }
}

#[test]
fn wishes_are_read_in_whole_sentences() {
    let zone = |name: &str| Some(Request::Set(Wish::TimeZone(name.to_owned())));
    for (line, read) in [
        ("meine Zeitzone ist Berlin", zone("Europe/Berlin")),
        ("mi zona horaria es Viena", zone("Europe/Vienna")),
        ("il mio fuso orario è Roma", zone("Europe/Rome")),
        ("moja strefa czasowa to Warszawa", zone("Europe/Warsaw")),
        ("schick mir keine Bilder", Some(Request::Set(Wish::Pictures(false)))),
        ("nie chcę obrazków", Some(Request::Set(Wish::Pictures(false)))),
        ("plain text only", Some(Request::Set(Wish::Html(false)))),
        ("resumen a las 20", Some(Request::Set(Wish::Digest(true, Some(20))))),
        ("riassunto alle 20", Some(Request::Set(Wish::Digest(true, Some(20))))),
    ] {
        assert_eq!(command(line), read, "{line}");
    }
}
