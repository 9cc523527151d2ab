//! What the heaviest mails weigh: the whole position, with its pictures, in simulated games.

use chrono::{TimeZone, Utc};
use feldpost::game::{Event, Nation, Seat, Setup, State};
use feldpost::mail::address::Address;
use feldpost::mail::compose::{AutoSubmitted, InlineImage, Outgoing, compose};
use feldpost::report::map::{self, Picture};
use feldpost::report::{Language, LogHead, Mail, Player, Report, Templates, events_for};
use feldpost::simulate;

/// The limits of a mail, and of a picture, in bytes.
const MAIL: usize = 100_000;
const PICTURE: usize = 60_000;

fn address() -> Address {
    "judge+rossbach-elisabeth-cvtc5rlitbkxyuk5@a-club-with-a-long-name.example.org"
        .parse()
        .expect("an address")
}

/// The mail as it is sent.
fn composed(report: Report, picture: &Picture, templates: &Templates) -> (usize, Vec<usize>) {
    let mail = templates.render(&Mail::Report(Box::new(report))).expect("rendered");
    let room = map::room_beside(&[&mail.text, &mail.html]);
    let drawn = map::for_mail(picture, &mail.html, room).expect("drawn");
    let sizes = drawn.iter().map(|(_, bytes)| bytes.len()).collect();
    let image = |(name, bytes): &map::Named| InlineImage {
        cid: map::content_id(name),
        media_type: "image/png".into(),
        bytes: bytes.to_vec(),
    };
    let outgoing = Outgoing {
        to: address(),
        from: address(),
        reply_to: address(),
        subject: mail.subject,
        text: mail.text,
        html: Some(mail.html),
        inline_images: drawn.iter().map(image).collect(),
        attachments: Vec::new(),
        message_id: "rossbach-120-elisabeth-2-news-position@example.org".into(),
        in_reply_to: Some("rossbach-119-elisabeth-2-welcome@example.org".into()),
        references: vec!["rossbach-119-elisabeth-2-welcome@example.org".into(); 10],
        date: Utc.with_ymd_and_hms(2026, 11, 20, 18, 0, 0).single().expect("a date"),
        auto_submitted: AutoSubmitted::Generated,
        language: Some(mail.language),
        extra_headers: Vec::new(),
    };
    (compose(&outgoing).expect("composed").bytes.len(), sizes)
}

#[test]
fn the_whole_position_of_every_turn_weighs_less_than_100_kb() {
    let templates = Templates::new(None).expect("templates");
    let languages = Language::ALL.map(|language| templates.in_language(language.tag()));
    let names = Seat::ALL.map(|seat| Player { seat, name: "Clara von Hohenfriedberg".into() });
    let (mut heaviest, mut most_pictures, mut turns, mut mails) = (0, 0, 0, 0);
    for game in 0..3 {
        let (start, actions) = simulate::recorded_game(Setup::default(), 14, game);
        let mut state: State = start;
        let mut events: Vec<Event> = Vec::new();
        let mut last = 0;
        for (nation, action) in &actions {
            let new = state.act(*nation, action).expect("recorded");
            let turn = new.iter().find_map(|event| match event {
                Event::TurnBegan { turn } => Some(*turn),
                _ => None,
            });
            events.extend(new);
            let Some(turn) = turn.filter(|turn| *turn <= 12) else { continue };
            turns = turns.max(turn);
            for (index, seat) in Seat::ALL.into_iter().enumerate() {
                let view = state.view(Some(seat));
                let own: Vec<Nation> =
                    Nation::ALL.into_iter().filter(|n| state.seat_of(*n) == seat).collect();
                let news = events_for(&own, &events[last..]);
                let log = LogHead { number: events.len() as u64, hash: "0".repeat(64) };
                let picture = Picture::new(&view, &news, &events_for(&[], &events));
                let mut report = Report::new("rossbach", &view, Vec::new(), &news, &names, log);
                report.show(&picture, true);
                let templates = &languages[(usize::from(turn) + index) % languages.len()];
                let (bytes, pictures) = composed(report, &picture, templates);
                assert!(bytes <= MAIL, "turn {turn}, {seat}: {bytes} bytes, pictures {pictures:?}");
                for size in &pictures {
                    assert!(*size <= PICTURE, "turn {turn}, {seat}: pictures {pictures:?}");
                }
                heaviest = heaviest.max(bytes);
                most_pictures = most_pictures.max(pictures.len());
                mails += 1;
            }
            last = events.len();
        }
    }
    assert!(turns == 12 && mails > 100, "{mails} mails of {turns} turns");
    assert_eq!(most_pictures, 2, "the theatre and the whole board");
    println!("{mails} mails, the heaviest of {heaviest} bytes");
}
