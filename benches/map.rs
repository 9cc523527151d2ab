//! Drawing a picture of the map: a theatre, the overview and the whole board as PNG.
//!
//! `cargo bench --bench map`. The base map is drawn before the clock starts, as it is once in the
//! life of the program.

use criterion::{Criterion, criterion_group, criterion_main};
use feldpost::game::{Nation, Seat, Setup};
use feldpost::report::events_for;
use feldpost::report::map::{Crop, Picture, png};
use feldpost::simulate;

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

criterion_group!(benches, map);
criterion_main!(benches);
