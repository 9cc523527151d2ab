//! The links of what comes before a game and of what comes by itself: gathering, a seat that is
//! offered, Cards of Fate, reminders. Each, opened and sent, does what it says.

use crate::gathering::{holder, status};
use crate::links::{LANGUAGES, Link, asked, links, open, open_all, question, sorted, speaking};
use crate::memory_club::GAME;
use crate::table::*;
use feldpost::campaign::give;
use feldpost::game::{DecisionKind, Seat, Setup, State};
use feldpost::simulate;

const FOUNDER: &str = "emil@else.test";
const ADA: &str = "ada@else.test";
const BEN: &str = "ben@else.test";
/// How one asks for a place in each language.
const JOINING: [&str; 5] = [
    "Hello,\njoin wagram as Pompadour",
    "Hallo,\nich möchte beitreten wagram als Pompadour",
    "Hola,\nquiero unirme a wagram como Pompadour",
    "Ciao,\npartecipo a wagram come Pompadour",
    "Dzień dobry,\ndołączam do wagram jako Pompadour",
];

/// A game for two by the name of wagram, announced with these lines in its form.
fn announced(table: &mut Table, lines: &str) {
    table.send(FOUNDER, None, "new game wagram");
    let form = table.mails(FOUNDER).last().expect("the form").clone();
    table.send(FOUNDER, Some(&form), &format!("scenario: war-in-the-west\n{lines}\nfound"));
    if status(table) != "announced" {
        let yes = question(table, FOUNDER).remove(0);
        open(table, FOUNDER, &yes, 1);
    }
    assert_eq!(status(table), "announced");
}

/// Entries of the log of wagram.
fn log(table: &mut Table) -> u64 {
    table.club.read(|tx| {
        let game = tx.game_by_name("wagram")?.expect("the game").id;
        Ok(tx.head(game)?.number)
    })
}

/// Opens the links of the newest mail that only ask; each is answered.
fn ask(table: &mut Table, who: &str, what: &str) {
    let mail = table.mails(who).last().expect("a mail").clone();
    let (asking, _) = sorted(links(table, &mail));
    assert_eq!(asking.len(), 2, "{what}: help and status");
    for (number, link) in asking.iter().enumerate() {
        let answer = open(table, who, link, 70 + number);
        assert!(answer.len() > 100, "{what}: {}: {answer}", link.body);
    }
}

/// Joins by the links that come, and has the phrase made: what was opened, in its order.
fn join(table: &mut Table, who: &str, role: Seat, what: &str) -> Vec<Link> {
    let mut opened = Vec::new();
    for step in 0..3 {
        let Some(link) = question(table, who).into_iter().next() else { break };
        open(table, who, &link, 10 + step);
        opened.push(link);
    }
    assert_eq!(holder(table, role).as_deref(), Some(who), "{what}: {opened:?}");
    assert!(opened.len() >= 2, "{what}: consent, and the phrase: {opened:?}");
    opened
}

#[test]
fn a_game_is_joined_and_begun_by_links_alone() {
    for (language, text) in LANGUAGES.into_iter().zip(JOINING) {
        let mut table = Table::new();
        announced(&mut table, "roles: choice");
        table.send(ADA, None, text);
        let question_of_ada = question(&table, ADA);
        assert_eq!(question_of_ada.len(), 2, "{language}: yes and no: {question_of_ada:?}");
        let opened = join(&mut table, ADA, Pompadour, language);
        // What is over changes nothing.
        for (number, link) in opened.iter().chain(&question_of_ada).enumerate() {
            open(&mut table, ADA, link, 30 + number);
            assert_eq!(holder(&mut table, Pompadour).as_deref(), Some(ADA), "{}", link.body);
        }
        // Who says no has no place.
        table.send(BEN, None, &text.replace("Pompadour", "Frederick"));
        let no = question(&table, BEN).remove(1);
        open(&mut table, BEN, &no, 40);
        assert_eq!(holder(&mut table, Frederick), None, "{language}: {}", no.body);
        table.send(BEN, None, &text.replace("Pompadour", "Frederick"));
        join(&mut table, BEN, Frederick, language);
        for _ in 0..3 {
            if status(&mut table) != "playing" {
                table.wait();
            }
        }
        assert_eq!(status(&mut table), "playing", "{language}");
    }
}

#[test]
fn the_mail_that_asks_for_a_phrase_answers_questions() {
    for (language, text) in LANGUAGES.into_iter().zip(JOINING) {
        let mut table = Table::new();
        announced(&mut table, "roles: choice");
        table.send(ADA, None, text);
        let yes = question(&table, ADA).remove(0);
        open(&mut table, ADA, &yes, 1);
        assert_eq!(question(&table, ADA).len(), 1, "{language}: the program makes the phrase");
        ask(&mut table, ADA, language);
    }
}

#[test]
fn an_invitation_is_taken_by_a_link_for_each_free_role() {
    for (role, choice) in [(Pompadour, 1), (Frederick, 0)] {
        let mut table = Table::new();
        announced(&mut table, "roles: choice\ninvitations: ada@else.test");
        let answers = question(&table, ADA);
        assert_eq!(answers.len(), 2, "{answers:?}");
        open(&mut table, ADA, &answers[choice], 1);
        if holder(&mut table, role).is_none() {
            let yes = question(&table, ADA).remove(0);
            open(&mut table, ADA, &yes, 2);
        }
        assert_eq!(holder(&mut table, role).as_deref(), Some(ADA), "{answers:?}");
    }
}

/// The seat of a running game, offered by the organiser to somebody who writes in a language.
#[test]
fn a_seat_that_is_offered() {
    for language in LANGUAGES {
        for (chosen, taken) in [(0, true), (1, false)] {
            let mut table = Table::new();
            table.send(ADA, None, &format!("language {language}\nlist"));
            let answers = question(&table, ADA);
            if let Some(yes) = answers.first() {
                open(&mut table, ADA, yes, 1);
            }
            let now = table.club.now;
            let office = &table.club.office;
            let to = ADA.parse().expect("an address");
            give(&mut table.club.store, office, GAME, "frederick", &to, now).expect("offered");
            table.post();
            let answers = question(&table, ADA);
            assert_eq!(answers.len(), 2, "{language}: yes and no: {answers:?}");
            open(&mut table, ADA, &answers[chosen], 2);
            let holds = table.holder(Frederick).as_deref() == Some(ADA);
            assert_eq!(holds, taken, "{language}: {}", answers[chosen].body);
            open(&mut table, ADA, &answers[1 - chosen], 3);
            let holds = table.holder(Frederick).as_deref() == Some(ADA);
            assert_eq!(holds, taken, "{language}: it was settled");
        }
    }
}

/// A reminder is answered as the prompt is; once that is done, its links are late.
#[test]
fn a_reminder() {
    for (pick, (language, text)) in LANGUAGES.into_iter().zip(JOINING).enumerate() {
        let mut table = Table::new();
        announced(&mut table, "roles: choice");
        for (who, role) in [(ADA, Pompadour), (BEN, Frederick)] {
            table.send(who, None, &text.replace("Pompadour", &format!("{role:?}")));
            join(&mut table, who, role, language);
        }
        // Set-up, Prussia's discard and its movement, each after a reminder.
        let mut answered = 0;
        for _ in 0..40 {
            let came = table.wait();
            let reminders = came.iter().filter(|(to, mail)| {
                let answers = sorted(links(&table, mail)).1;
                [ADA, BEN].contains(&&**to) && !answers.is_empty() && is_reminder(&mail.subject)
            });
            let reminders: Vec<_> = reminders.cloned().collect();
            for (to, mail) in reminders {
                let (asking, answers) = sorted(links(&table, &mail));
                assert_eq!(asking.len(), 2, "{language}: {asking:?}");
                let before = log(&mut table);
                let ready = ["ready", "fertig", "listo", "pronto", "gotowe", "prêt"];
                let end = answers.iter().position(|link| ready.contains(&link.body.trim()));
                let chosen = answers[end.unwrap_or(pick % answers.len())].clone();
                let answer = open(&mut table, &to, &chosen, 100 + answered);
                assert!(
                    answer.len() > 60 && !is_reminder(&answer),
                    "{language}: {}: {answer}",
                    chosen.body
                );
                let after = log(&mut table);
                assert!(after > before, "{language}: {}: {answer}", chosen.body);
                for (number, link) in answers.iter().enumerate() {
                    open(&mut table, &to, link, 1000 + 50 * answered + number);
                    assert_eq!(log(&mut table), after, "{language}: late: {}", link.body);
                }
                answered += 1;
            }
            if answered >= 4 {
                break;
            }
        }
        assert!(answered >= 4, "{language}: {answered}");
    }
}

fn is_reminder(subject: &str) -> bool {
    ["a reminder", "Erinnerung", "recordatorio", "promemoria", "przypomnienie"]
        .iter()
        .any(|word| subject.contains(word))
}

/// Positions of recorded games in which a Card of Fate asks, one for each card.
fn fates() -> Vec<State> {
    let mut found: Vec<State> = Vec::new();
    for game in 0..30 {
        let (mut state, actions) = simulate::recorded_game(Setup::default(), 14, game);
        for (nation, action) in &actions {
            let asks = state.decisions().iter().any(|open| open.kind == DecisionKind::Fate);
            let card = |state: &State| format!("{:?}", state.view(None).fate_text);
            if asks && found.iter().all(|known| card(known) != card(&state)) {
                found.push(state.clone());
            }
            state.act(*nation, action).expect("recorded");
        }
    }
    found
}

#[test]
fn the_choices_of_cards_of_fate() {
    let fates = fates();
    assert!(fates.len() >= 3, "two cards with a choice, and a stroke");
    for (pick, language) in LANGUAGES.into_iter().enumerate() {
        for fate in &fates {
            let mut table = speaking(Table::new(), language);
            let json = serde_json::from_str(&fate.dump_text()).expect("JSON");
            table.edit(|state| *state = json);
            let decisions = table.decisions();
            let open = decisions.iter().find(|open| open.kind == DecisionKind::Fate);
            let seat = open.expect("a choice").seat;
            asked(&mut table, seat);
            open_all(&mut table, seat, pick, language, |table, _, log| table.log() > log);
        }
    }
}
