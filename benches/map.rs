//! Drawing a picture of the map: a theatre, the overview and the whole board as PNG; the pictures of
//! a mail, drawn anew and for the second reader; and the first picture of a cold process.
//!
//! `cargo bench --bench map`. The base map is compiled in. The first picture is timed once, since it
//! unpacks what the others share.

use criterion::{Criterion, criterion_group, criterion_main};
use feldpost::game::{Nation, Seat, Setup};
use feldpost::report::events_for;
use feldpost::report::map::{Crop, NAMES, Picture, content_id, for_mail, png};
use feldpost::simulate;
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

criterion_group!(benches, map, mail);
criterion_main!(benches);
