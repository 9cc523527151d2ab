//! The links of mails: each one, opened and sent as it is, is read as what it says.

use crate::duels::hands;
use crate::mailto::decoded;
use crate::support::{Club, JUDGE, player, put};
use feldpost::game::Seat;
use feldpost::game::State;
use feldpost::said::{self, Context, Language};
use mail_parser::MessageParser;

/// A link as a mail program opens it.
struct Link {
    to: String,
    subject: String,
    body: String,
}

/// The links of a mail that write a mail.
fn links(raw: &[u8]) -> Vec<Link> {
    let message = MessageParser::default().parse(raw).expect("a mail");
    let page = message.body_html(0).unwrap_or_default().into_owned();
    in_page(&page)
}

/// The links of a page or a part of it.
fn in_page(page: &str) -> Vec<Link> {
    let hrefs = page.split("href=\"mailto:").skip(1).filter_map(|rest| rest.split_once('"'));
    let link = |(href, _): (&str, &str)| {
        let href = href.replace("&amp;", "&").replace("&#x2f;", "/");
        let (to, rest) = href.split_once('?').expect("a subject");
        let field = |name: &str| {
            let value = rest.split('&').find_map(|field| field.strip_prefix(name)).expect(name);
            decoded(value)
        };
        Link { to: to.to_owned(), subject: field("subject="), body: field("body=") }
    };
    hrefs.map(link).collect()
}

/// Sends a link as a mail of its own, as a mail program does: it answers nothing.
fn send(club: &mut Club, seat: Seat, link: &Link, number: usize) {
    let from = player(seat);
    let mail = format!(
        "From: <{from}>\r\nTo: <{}>\r\nSubject: {}\r\nMessage-ID: <link.{number}.{from}>\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
        link.to, link.subject, link.body
    );
    club.drop_in(mail.as_bytes());
}

/// The newest prompt to a seat: once a turn the whole position comes after it in a mail of its own,
/// which asks for nothing.
fn prompt(club: &Club, seat: Seat) -> Vec<u8> {
    let mut mails = club.raw_mails_to(player(seat));
    let last = mails.pop().expect("a mail");
    let before = mails.pop().filter(|mail| links(mail).len() > links(&last).len());
    before.unwrap_or(last)
}

/// Every link of the newest prompt to a seat has a form that mail programs take, and is understood.
fn understood(club: &mut Club, seat: Seat, language: Language) -> Vec<Link> {
    let raw = prompt(club, seat);
    let found = links(&raw);
    let state = State::load(club.state()).expect("a state").state;
    let decisions: Vec<_> =
        state.decisions().into_iter().filter(|decision| decision.seat == seat).collect();
    let context = Context {
        state: Some(&state),
        seat: Some(seat),
        decisions: &decisions,
        language,
        ..Context::default()
    };
    let (judge, domain) = JUDGE.split_once('@').expect("an address");
    for Link { to, subject, body } in &found {
        assert!(to.starts_with(&format!("{judge}+")) && to.ends_with(domain), "{to}");
        assert!(subject.contains('#') && !subject.contains('['), "{subject}");
        assert!(body.chars().count() <= 1500, "{body}");
        let reading = said::read(body, &context);
        let doubt: Vec<_> = reading.in_doubt().collect();
        assert!(doubt.is_empty() && !reading.said.is_empty(), "{body}: {doubt:?}");
    }
    found
}

#[test]
fn every_link_of_a_movement_prompt_does_what_it_says_in_every_language() {
    let languages = [
        (Language::English, "english"),
        (Language::German, "german"),
        (Language::Spanish, "spanish"),
        (Language::Italian, "italian"),
        (Language::Polish, "polish"),
        (Language::French, "french"),
    ];
    for (language, name) in languages {
        let mut club = Club::new([7; 32]);
        club.round();
        club.reply(Seat::Frederick, &format!("language {name}"));
        club.round();
        club.allot();
        let found = understood(&mut club, Seat::Frederick, language);
        assert!(found.len() >= 4, "{name}: the template, ready, help, status");
        // The template changes nothing but the draft, and the last of the prompt's own ends the phase.
        let template = found.iter().find(|link| link.body.lines().count() > 1).expect("a template");
        let before = club.log_length();
        send(&mut club, Seat::Frederick, template, 1);
        club.round();
        assert_eq!(club.log_length(), before, "{name}: nothing is carried out yet");
        let ready = found.iter().find(|link| {
            ["ready", "fertig", "listo", "pronto", "gotowe", "prêt"].contains(&link.body.trim())
        });
        send(&mut club, Seat::Frederick, ready.expect("ready"), 2);
        club.round();
        assert!(club.log_length() > before, "{name}: the phase is over");
        for (number, link) in found.iter().enumerate() {
            let mails = club.mails_to(player(Seat::Frederick)).len();
            let log = club.log_length();
            send(&mut club, Seat::Frederick, link, 10 + number);
            club.round();
            assert!(club.mails_to(player(Seat::Frederick)).len() > mails, "{name}: answered");
            let _ = log;
        }
    }
}

#[test]
fn mails_say_which_list_they_are_of_and_how_to_get_fewer() {
    let mut club = Club::new([7; 32]);
    club.allot();
    let raw = club.raw_mails_to(player(Seat::Frederick)).pop().expect("a mail");
    let message = MessageParser::default().parse(&raw[..]).expect("a mail");
    let header = |name: &str| {
        let found = message.header_raw(name).unwrap_or_else(|| panic!("no {name}"));
        found.split_whitespace().collect::<String>()
    };
    assert!(header("List-Id").starts_with("<rossbach.") || header("List-Id").contains('.'));
    let digest = header("List-Unsubscribe");
    assert!(digest.starts_with("<mailto:") && digest.contains("body=digest"), "{digest}");
    assert!(!message.subject().expect("a subject").contains('['), "no token in the subject");
}

/// The areas of a mail's picture: what their links would send, without the rest of the page.
fn areas(raw: &[u8]) -> Vec<Link> {
    let message = MessageParser::default().parse(raw).expect("a mail");
    let page = message.body_html(0).unwrap_or_default().into_owned();
    let places: String = page
        .split("<area ")
        .skip(1)
        .filter_map(|rest| rest.split_once('>'))
        .map(|(area, _)| format!("<area {area}>\n"))
        .collect();
    if !places.is_empty() {
        assert!(
            page.contains("usemap=\"#theatre.") && page.contains(" width=\"360\""),
            "fixed width"
        );
    }
    in_page(&places)
}

#[test]
fn a_click_on_the_map_does_what_the_menu_line_says() {
    let mut club = Club::new([1; 32]);
    club.daemon().office.pictures = true;
    club.allot();
    // A movement: one's own pieces, each with the line of the template.
    let raw = prompt(&club, Seat::Frederick);
    let found = areas(&raw);
    assert!((2..=60).contains(&found.len()), "{}", found.len());
    let page_links = links(&raw);
    for link in &found {
        let template = page_links.iter().find(|other| other.body.lines().count() > 1);
        let template = template.expect("the template");
        assert!(template.body.lines().any(|line| line.trim() == link.body.trim()), "{}", link.body);
    }
    let before = club.log_length();
    send(&mut club, Seat::Frederick, &found[0], 900);
    club.round();
    assert_eq!(club.log_length(), before, "a piece that stays changes nothing");
    // A lost combat, and where the defeated retreat to: as many areas as lines of the menu.
    club.edit(|state| {
        put(state, "prussia", "Keith", "breslau");
        put(state, "austria", "Daun", "ohlau");
    });
    hands(&mut club, &[10, 7, 3], &[9, 5]);
    club.reply(Seat::Frederick, "ready");
    club.round();
    club.reply(Seat::Frederick, "stop");
    club.round();
    let seat = Seat::MariaTheresa;
    let raw = prompt(&club, seat);
    let found = areas(&raw);
    assert!(!found.is_empty(), "a retreat is asked for: {}", club.newest(seat));
    let menu: Vec<Link> =
        links(&raw).into_iter().filter(|link| link.body.contains("retreat to")).collect();
    // Each place of the menu twice: as an area, and as a line.
    assert_eq!(menu.len(), 2 * found.len());
    for area in &found {
        let same = menu.iter().filter(|line| {
            line.body == area.body && line.subject == area.subject && line.to == area.to
        });
        assert_eq!(same.count(), 2, "{}", area.body);
    }
    let before = club.log_length();
    let last = found.last().expect("a place");
    send(&mut club, seat, last, 901);
    club.round();
    assert!(club.log_length() > before, "the retreat is carried out");
    let city = last.body.split_whitespace().last().expect("a city").to_owned();
    let log =
        serde_json::to_string(&club.log().entries.last().expect("an entry").public).expect("JSON");
    let id = feldpost::game::board()
        .city_ids()
        .find(|id| feldpost::game::board().info(*id).name == city);
    let id = id.map(|id| feldpost::game::board().info(id).id.clone()).unwrap_or_default();
    assert!(log.contains(&format!("\"{id}\"")), "{city}: {log}");
}
