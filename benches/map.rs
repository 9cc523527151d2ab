//! Drawing a picture of the map: a theatre, the overview and the whole board as PNG; the pictures of
//! a mail, drawn anew and for the second reader; a whole mail with its pictures, from the facts to the
//! bytes; and the first picture of a cold process, the program's start included.
//!
//! `cargo bench --bench map`. The base map is compiled in. The first picture is timed once, since it
//! unpacks what the others share. A mail takes one thread: its time is its CPU.

use chrono::{DateTime, Utc};
use criterion::{Criterion, criterion_group, criterion_main};
use feldpost::game::{Nation, Seat, Setup, View};
use feldpost::mail::address::Address;
use feldpost::mail::compose::{AutoSubmitted, InlineImage, Outgoing, compose};
use feldpost::report::map::{Crop, NAMES, Named, Picture, content_id, for_mail, png, room_beside};
use feldpost::report::{Happening, LogHead, Mail, Report, Templates, events_for};
use feldpost::simulate;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Pictures of one seat at several moments of a game.
fn pictures() -> Vec<Picture> {
    let (mut state, actions) = simulate::recorded_game(Setup::default(), 11, 1);
    let (mut history, mut pictures) = (Vec::new(), Vec::new());
    for (step, (nation, action)) in actions.iter().enumerate() {
        history.extend(state.act(*nation, action).expect("recorded"));
        if step % 40 == 39 {
            let own: Vec<Nation> = Nation::ALL
                .into_iter()
                .filter(|nation| state.seat_of(*nation) == Seat::MariaTheresa)
                .collect();
            let events = events_for(&own, &history);
            let news = &events[events.len().saturating_sub(25)..];
            let view = state.view(Some(Seat::MariaTheresa));
            pictures.push(Picture::new(&view, news, &events));
        }
    }
    pictures
}

fn map(criterion: &mut Criterion) {
    let pictures = pictures();
    let html = NAMES.map(content_id).join(" ");
    let began = Instant::now();
    for_mail(&pictures[0], &html, usize::MAX).expect("drawn");
    println!("the first two pictures: {:.1} ms", began.elapsed().as_secs_f64() * 1000.0);
    let heaviest = pictures.iter().map(|picture| {
        for_mail(picture, &html, usize::MAX)
            .expect("drawn")
            .iter()
            .map(|(_, png)| png.len())
            .sum::<usize>()
    });
    println!("a mail's pictures: at most {} kB", heaviest.max().unwrap_or_default() / 1000);
    let crops = [("theatre", Crop::Auto), ("overview", Crop::Overview), ("whole", Crop::Whole)];
    for (name, crop) in crops {
        let sizes: Vec<usize> =
            pictures.iter().map(|picture| png(picture, crop).expect("drawn").len()).collect();
        let largest = sizes.iter().max().expect("there are pictures");
        println!("{name}: {} pictures of at most {} kB", sizes.len(), largest / 1000);
        let mut next = pictures.iter().cycle();
        criterion.bench_function(&format!("map/{name}"), |bencher| {
            bencher.iter(|| png(next.next().expect("without end"), crop).expect("drawn"));
        });
    }
}

/// What the pictures of a mail cost: where nobody had them before, and where somebody did.
fn mail(criterion: &mut Criterion) {
    let pictures = pictures();
    let html = NAMES.map(content_id).join(" ");
    // More pictures than are kept, so that each is drawn.
    let other = |picture: &Picture, number: u8| {
        let mut picture = picture.clone();
        if let Some(stack) = picture.stacks.first_mut() {
            stack.troops = Some(number % 9);
            stack.face_down = number % 2 == 1;
            stack.generals = 1 + number % 3;
        }
        picture
    };
    let many: Vec<Picture> =
        (0..60).flat_map(|number| pictures.iter().map(move |p| other(p, number))).collect();
    let mut next = many.iter().cycle();
    criterion.bench_function("mail/new", |bencher| {
        bencher.iter(|| {
            for_mail(next.next().expect("without end"), &html, usize::MAX).expect("drawn")
        });
    });
    criterion.bench_function("mail/shared", |bencher| {
        bencher.iter(|| for_mail(&pictures[0], &html, usize::MAX).expect("drawn"));
    });
}

/// What a seat knew at several moments of a game, and what had happened.
fn moments() -> Vec<(View, Vec<Happening>, Picture)> {
    let (mut state, actions) = simulate::recorded_game(Setup::default(), 11, 1);
    let (mut history, mut moments) = (Vec::new(), Vec::new());
    for (step, (nation, action)) in actions.iter().enumerate() {
        history.extend(state.act(*nation, action).expect("recorded"));
        if step % 3 == 2 {
            let events = events_for(&[], &history);
            let news = events[events.len().saturating_sub(25)..].to_vec();
            let view = state.view(Some(Seat::MariaTheresa));
            let picture = Picture::new(&view, &news, &events);
            moments.push((view, news, picture));
        }
    }
    moments
}

/// A mail as it is made: rendered as text and HTML, its pictures drawn, composed to bytes.
fn written(templates: &Templates, moment: &(View, Vec<Happening>, Picture), full: bool) -> usize {
    let (view, news, picture) = moment;
    let log = LogHead { number: 100, hash: "0".repeat(64) };
    let mut report = Report::new("rossbach", view, Vec::new(), news, &[], log);
    report.full = full;
    report.show(picture, true);
    let mail = templates.render(&Mail::Report(Box::new(report))).expect("rendered");
    let room = room_beside(&[&mail.text, &mail.html]);
    let drawn = for_mail(picture, &mail.html, room).expect("drawn");
    let image = |(name, bytes): &Named| InlineImage {
        cid: content_id(name),
        media_type: "image/png".into(),
        bytes: bytes.to_vec(),
    };
    let address = || "judge@club.test".parse::<Address>().expect("an address");
    let outgoing = Outgoing {
        to: address(),
        from: address(),
        reply_to: address(),
        subject: mail.subject,
        text: mail.text,
        html: Some(mail.html),
        inline_images: drawn.iter().map(image).collect(),
        attachments: Vec::new(),
        message_id: "one@club.test".into(),
        in_reply_to: None,
        references: Vec::new(),
        date: DateTime::<Utc>::UNIX_EPOCH,
        auto_submitted: AutoSubmitted::Generated,
        language: Some(mail.language),
        extra_headers: Vec::new(),
    };
    compose(&outgoing).expect("composed").bytes.len()
}

/// A whole mail: what is asked or news, with one picture, and the whole position, with two.
fn whole_mail(criterion: &mut Criterion) {
    let templates = Templates::new(None).expect("templates");
    let moments = moments();
    for (name, full) in [("mail/with-picture", false), ("mail/whole-position", true)] {
        let mut next = moments.iter().cycle();
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| written(&templates, next.next().expect("without end"), full));
        });
    }
}

/// A cold process: the program starts, draws the board and ends.
fn cold(criterion: &mut Criterion) {
    let folder = std::env::temp_dir().join(format!("feldpost-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let start = |crop: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_feldpost"))
            .args(["map", "--crop", crop, "--output", "map.png"])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("the program starts");
        assert!(done.success(), "{crop}: {done}");
    };
    for crop in ["auto", "centre", "overview"] {
        criterion.bench_function(&format!("cold/{crop}"), |bencher| bencher.iter(|| start(crop)));
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}

criterion_group!(benches, map, mail, whole_mail, cold);
criterion_main!(benches);
