//! The links of every kind of mail in every language: each, opened and sent as a mail program does,
//! does what it says; of a question that is over, nothing.

use crate::mailto::decoded;
use crate::memory_club::GAME;
use crate::table::*;
use feldpost::campaign::Pace;
use feldpost::game::{DecisionKind, Nation, Seat};
use feldpost::mail::intake::Letter;
use mail_parser::MessageParser;
use serde_json::json;

const NEW: &str = "new@elsewhere.test";
/// What players write to be written to in theirs.
pub const LANGUAGES: [&str; 6] = ["english", "german", "spanish", "italian", "polish", "french"];
/// Words that ask and change nothing.
const ASKING: [&str; 12] = [
    "help", "status", "hilfe", "lage", "ayuda", "estado", "aiuto", "stato", "pomoc", "stan",
    "aide", "état",
];

/// A link as a mail program opens it.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    pub to: String,
    pub subject: String,
    pub body: String,
}

/// The links of a mail, those of its picture among them.
pub fn links(table: &Table, mail: &Letter) -> Vec<Link> {
    let message = MessageParser::default().parse(table.bytes(mail)).expect("a mail");
    let page = message.body_html(0).unwrap_or_default().into_owned();
    let hrefs = page.split("href=\"mailto:").skip(1).filter_map(|rest| rest.split_once('"'));
    let mut found: Vec<Link> = Vec::new();
    for (href, _) in hrefs {
        let href = href.replace("&amp;", "&").replace("&#x2f;", "/");
        let (to, rest) = href.split_once('?').expect("a subject");
        let field = |name: &str| {
            decoded(rest.split('&').find_map(|field| field.strip_prefix(name)).expect(name))
        };
        let link = Link { to: to.to_owned(), subject: field("subject="), body: field("body=") };
        assert!(link.body.chars().count() <= 1500 && !link.body.trim().is_empty(), "{link:?}");
        assert!(!link.subject.contains('['), "no token in a subject: {link:?}");
        if !found.contains(&link) {
            found.push(link);
        }
    }
    found
}

/// How many places of a mail's picture can be clicked.
fn areas(table: &Table, mail: &Letter) -> usize {
    let message = MessageParser::default().parse(table.bytes(mail)).expect("a mail");
    message.body_html(0).unwrap_or_default().matches("<area ").count()
}

/// Opens a link and sends what it wrote; what came of it, in one line.
pub fn open(table: &mut Table, from: &str, link: &Link, number: usize) -> String {
    let body = link.body.replace("\r\n", "\n");
    table.deliver(
        from,
        &format!(
            "From: <{from}>\nTo: <{}>\nSubject: {}\nMessage-ID: <link.{number}.{}>\n\
             MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{body}\n",
            link.to,
            link.subject.replace('\n', " "),
            from.replace('@', ".at."),
        ),
    )
}

/// Those that only ask, and those that answer.
pub fn sorted(all: Vec<Link>) -> (Vec<Link>, Vec<Link>) {
    all.into_iter().partition(|link| ASKING.contains(&link.body.trim().to_lowercase().as_str()))
}

/// All that a link could change.
fn facts(table: &mut Table, seat: Seat) -> (u64, usize, usize) {
    (table.log(), table.drafted(seat), table.kept(seat, "").len())
}

/// Opens the links of a prompt: those that only ask, one of the answers, and then, when the question is
/// over, all others. `pick` says which; `done` whether it did what it says.
pub fn open_all(
    table: &mut Table,
    seat: Seat,
    pick: usize,
    what: &str,
    done: impl Fn(&mut Table, &Link, u64) -> bool,
) {
    let mail = table.newest(seat);
    let (asking, answers) = sorted(links(table, &mail));
    assert_eq!(asking.len(), 2, "{what}: help and status: {asking:?}");
    assert!(!answers.is_empty(), "{what}: {}", mail.text);
    let from = player(seat);
    let before = facts(table, seat);
    for (number, link) in asking.iter().enumerate() {
        let answer = open(table, &from, link, number);
        assert!(answer.len() > 200, "{what}: {}: {answer}", link.body);
        assert_eq!(facts(table, seat), before, "{what}: {} only asks", link.body);
    }
    let chosen = answers[pick % answers.len()].clone();
    assert!(chosen.subject.contains('#'), "{what}: {chosen:?}");
    let answer = open(table, &from, &chosen, 10);
    assert!(done(table, &chosen, before.0), "{what}: {}: {answer}", chosen.body);
    let after = facts(table, seat);
    for (number, link) in answers.iter().filter(|link| **link != chosen).enumerate() {
        let answer = open(table, &from, link, 20 + number);
        assert_eq!(facts(table, seat), after, "{what}: late: {}: {answer}", link.body);
    }
}

/// With pictures, and everybody in this language.
pub fn speaking(mut table: Table, language: &str) -> Table {
    table.club.office.pictures = true;
    for seat in Seat::ALL {
        table.say(seat, &format!("language {language}"));
    }
    table
}

/// A player asks for what is awaited of him, and answers that mail.
pub fn asked(table: &mut Table, seat: Seat) {
    table.fresh(seat, "status");
}

/// Prussia's stack at Strehlen beside Daun in Breslau, and Seydlitz beside Lacy, in this phase.
fn combats(language: &str, right: Option<(i64, &str)>) -> Table {
    let mut table = speaking(Table::new(), language);
    table.edit(|state| {
        put(state, "austria", "Daun", "breslau");
        put(state, "prussia", "Seydlitz", "dresden");
        put(state, "austria", "Lacy", "pirna");
        deal(state, "prussia", &["9S", "9C", "9H", "9D", "7S", "7C", "7H", "7D"]);
        deal(state, "austria", &["2S", "2C", "3H", "3D"]);
        state["phase"] = "combat".into();
        state["combats"] = json!([
            {"from": "strehlen", "to": "breslau"},
            {"from": "dresden", "to": "pirna"}
        ]);
        if let Some((score, right)) = right {
            state["combat"] =
                json!({"from": "strehlen", "to": "breslau", "score": score, "right": right});
        }
    });
    table
}

#[test]
fn a_set_up_and_a_discard() {
    for (pick, language) in LANGUAGES.into_iter().enumerate() {
        let mut table = speaking(Table::at_set_up(Pace::default()), language);
        asked(&mut table, Elisabeth);
        open_all(&mut table, Elisabeth, pick, language, |table, _, log| {
            table.log() > log || !table.kept(Elisabeth, "").is_empty()
        });
        let mut table = speaking(Table::new(), language);
        table.until(Nation::Austria);
        while !table.awaits(Nation::France, DecisionKind::Discard) {
            let decision = table.decisions()[0];
            let text = if decision.kind == DecisionKind::Movement { "ready" } else { "1" };
            table.fresh(decision.seat, text);
        }
        open_all(&mut table, Pompadour, pick, language, |table, _, log| table.log() > log);
    }
}

#[test]
fn a_movement_with_its_picture() {
    for (pick, language) in LANGUAGES.into_iter().enumerate() {
        let mut table = speaking(Table::new(), language);
        asked(&mut table, Frederick);
        let mail = table.newest(Frederick);
        assert!(areas(&table, &mail) > 1, "{language}: the own pieces");
        let (_, answers) = sorted(links(&table, &mail));
        let before = table.log();
        // Nobody is to move yet; all that stays is said to stay, and `ready` is the end.
        let ready = ["ready", "fertig", "listo", "pronto", "gotowe", "prêt"];
        let at = answers.iter().position(|link| ready.contains(&link.body.trim()));
        let at = at.unwrap_or_else(|| panic!("{language}: {answers:?}"));
        for (number, link) in answers.iter().enumerate().filter(|(index, _)| *index != at) {
            if number % LANGUAGES.len() == pick || link.body.lines().count() > 1 {
                open(&mut table, &player(Frederick), link, 40 + number);
                assert_eq!(table.log(), before, "{language}: {}", link.body);
            }
        }
        asked(&mut table, Frederick);
        let prompt = table.newest(Frederick);
        let (_, answers) = sorted(links(&table, &prompt));
        let at = answers.iter().position(|link| ready.contains(&link.body.trim()));
        let at = at.unwrap_or_else(|| panic!("{language}: {answers:?}"));
        open_all(&mut table, Frederick, at, language, |table, _, _| {
            table.moving() == Some(Nation::Hanover)
        });
    }
}

#[test]
fn a_choice_of_combats_and_a_card() {
    for (pick, language) in LANGUAGES.into_iter().enumerate() {
        let mut table = combats(language, None);
        asked(&mut table, Frederick);
        assert_eq!(areas(&table, &table.newest(Frederick)), 2, "{language}: both combats");
        open_all(&mut table, Frederick, pick, language, |table, link, log| {
            let json = table.json();
            let to = json["combat"]["to"].as_str().unwrap_or_default().to_owned();
            table.log() > log && link.body.to_lowercase().contains(&to)
        });
        let mut table = combats(language, Some((-3, "prussia")));
        asked(&mut table, Frederick);
        open_all(&mut table, Frederick, pick, language, |table, _, log| table.log() > log);
    }
}

#[test]
fn a_retreat() {
    for (pick, language) in LANGUAGES.into_iter().enumerate() {
        let mut table = combats(language, Some((-2, "prussia")));
        table.fresh(Frederick, "stop");
        assert!(table.awaits(Nation::Austria, DecisionKind::Retreat), "{:?}", table.decisions());
        assert!(areas(&table, &table.newest(MariaTheresa)) > 0, "{language}: the cities");
        open_all(&mut table, MariaTheresa, pick, language, |table, _, log| table.log() > log);
    }
}

#[test]
fn second_thoughts() {
    for language in LANGUAGES {
        let pace = Pace { second_thoughts: 30, ..Pace::default() };
        let mut table = speaking(Table::with_pace(pace), language);
        table.fresh(Frederick, "Heinrich to Bernau\nready");
        let receipt = table.newest(Frederick);
        let (_, answers) = sorted(links(&table, &receipt));
        let wait = ["wait", "warte", "espera", "aspetta", "czekaj", "attends"];
        let link = answers.iter().find(|link| wait.contains(&link.body.trim()));
        let link = link.unwrap_or_else(|| panic!("{language}: {}", receipt.text)).clone();
        let log = table.log();
        open(&mut table, &player(Frederick), &link, 1);
        table.wait();
        assert_eq!(
            (table.log(), table.prussian("Heinrich").as_str()),
            (log, "berlin"),
            "{language}"
        );
    }
}

#[test]
fn a_vote() {
    for language in LANGUAGES {
        for (chosen, expected) in [(0, "paused"), (1, "playing")] {
            let mut table = speaking(Table::new(), language);
            table.fresh(Frederick, "propose pause");
            table.fresh(Frederick, "propose draw");
            for seat in [Elisabeth, MariaTheresa, Pompadour] {
                let calls = table.mails(&player(seat)).to_vec();
                let call = calls
                    .iter()
                    .rfind(|mail| links(&table, mail).iter().any(|link| link.body.contains(" 1")));
                let call = call.unwrap_or_else(|| panic!("{language}: no call")).clone();
                let (_, answers) = sorted(links(&table, &call));
                assert_eq!(answers.len(), 2, "{language}: {answers:?}");
                let answer = open(&mut table, &player(seat), &answers[chosen], 1);
                assert!(!answer.is_empty(), "{language}");
            }
            let game = table.club.read(|tx| tx.game_by_name(GAME)).expect("the game");
            assert_eq!(game.status.id(), expected, "{language}");
            if expected == "paused" {
                // The mail that says so has the link that leads on.
                let told = table.mails(&player(Pompadour)).to_vec();
                let answers = |mail: &Letter| sorted(links(&table, mail)).1;
                let of_the_pause = told.iter().map(answers).rfind(|answers| answers.len() == 1);
                let go_on = &of_the_pause.unwrap_or_else(|| panic!("{language}: how?"))[0];
                open(&mut table, &player(Pompadour), go_on, 2);
                let call = question(&table, &player(Elisabeth));
                assert!(call.len() == 2, "{language}: {call:?}");
                // Three of four carry it.
                for seat in [Frederick, Elisabeth] {
                    let call = question(&table, &player(seat));
                    open(&mut table, &player(seat), &call[0], 3);
                }
                let game = table.club.read(|tx| tx.game_by_name(GAME)).expect("the game");
                assert_eq!(game.status.id(), "playing", "{language}");
            }
        }
    }
}

/// The newest mail to an address, and the links of it that answer.
pub fn question(table: &Table, address: &str) -> Vec<Link> {
    let mail = table.mails(address).last().expect("a mail").clone();
    sorted(links(table, &mail)).1
}

#[test]
fn consent_to_another_address() {
    for language in LANGUAGES {
        for (chosen, moves) in [(0, true), (1, false)] {
            let mut table = speaking(Table::new(), language);
            table.fresh(Frederick, &format!("address {NEW}"));
            let new = question(&table, NEW);
            assert_eq!(new.len(), 2, "{language}: yes and no");
            open(&mut table, NEW, &new[0], 1);
            let old = question(&table, &player(Frederick));
            assert_eq!(old.len(), 2, "{language}: yes and no");
            open(&mut table, &player(Frederick), &old[chosen], 2);
            let holder = table.holder(Frederick);
            assert_eq!(holder.as_deref() == Some(NEW), moves, "{language}");
        }
    }
}

#[test]
fn consent_to_what_the_desk_does() {
    for language in LANGUAGES {
        let mut table = speaking(Table::new(), language);
        table.fresh(Frederick, "resign");
        let links = question(&table, &player(Frederick));
        assert_eq!(links.len(), 1, "{language}: {links:?}");
        open(&mut table, &player(Frederick), &links[0], 1);
        assert_eq!(table.holder(Frederick), None, "{language}: resigned");
        for chosen in [1, 0] {
            table.send(NEW, None, &format!("language {language}\ntake over {GAME} Frederick"));
            let links = question(&table, NEW);
            assert_eq!(links.len(), 2, "{language}: {links:?}");
            open(&mut table, NEW, &links[chosen], 2 + chosen);
            let taken = table.holder(Frederick).as_deref() == Some(NEW);
            assert_eq!(taken, chosen == 0, "{language}: taken over");
        }
        let person = |table: &mut Table| table.club.read(|tx| tx.person_of(NEW)).is_some();
        assert!(person(&mut table));
        let mail = table.mails(NEW).last().expect("a mail").clone();
        table.send(NEW, Some(&mail), "forget me");
        let links = question(&table, NEW);
        assert_eq!(links.len(), 1, "{language}: {links:?}");
        open(&mut table, NEW, &links[0], 9);
        assert!(!person(&mut table), "{language}: forgotten");
    }
}
