//! How fast the rules are: whole random games, single actions, and the questions whose answer needs
//! a search, in ordinary and in the worst positions.
//!
//! `cargo bench --bench rules`. Aims: 2,000 random standard games per second on one core, a
//! submitted action within 20 µs (median), movement and retreat options of the worst position
//! within 5 ms. Nothing of mail or storage is measured here.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use feldpost::game::{CityId, Nation, PieceSet, Setup, State, all_pieces, board};
use feldpost::simulate::{random_game, recorded_game};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Games recorded for the benchmarks: this seed, from number 0 on.
const SEED: u64 = 1757;

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    let mut number = 0;
    group.bench_function("standard", |b| {
        b.iter(|| {
            number += 1;
            black_box(random_game(Setup::default(), SEED, number))
        });
    });
    let expert = Setup { expert: true, ..Setup::default() };
    group.bench_function("expert", |b| {
        b.iter(|| {
            number += 1;
            black_box(random_game(expert, SEED, number))
        });
    });
    group.finish();
}

fn actions(c: &mut Criterion) {
    print_median_action();
    let (start, actions) = recorded_game(Setup::default(), SEED, 0);
    let mut group = c.benchmark_group("actions");
    group.throughput(Throughput::Elements(actions.len() as u64));
    group.bench_function("all of a recorded game", |b| {
        b.iter_batched_ref(
            || start.clone(),
            |state| {
                for (nation, action) in &actions {
                    let _ = black_box(state.act(*nation, action));
                }
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

/// Criterion knows no median over different actions: each action of twenty games is timed once.
fn print_median_action() {
    let mut times: Vec<Duration> = Vec::new();
    for game in 0..20 {
        let (mut state, actions) = recorded_game(Setup::default(), SEED, game);
        for (nation, action) in &actions {
            let began = Instant::now();
            let _ = black_box(state.act(*nation, action));
            times.push(began.elapsed());
        }
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 1000];
    println!(
        "{} submitted actions: median {:?}, 99 % within {:?}, 99.9 % within {:?}",
        times.len(),
        at(500),
        at(990),
        at(999)
    );
}

/// A position of the movement phase with these pieces at these cities and nobody else.
fn position(nation: Nation, places: &[(usize, &str, u8)]) -> State {
    let mut json = State::new(Setup::default(), [7; 32]).dump();
    let pieces: Vec<Value> = all_pieces()
        .map(|piece| {
            let place = places.iter().find(|(index, ..)| *index == piece.index());
            json!({"nation": piece.nation(), "name": piece.name(),
                   "city": place.map(|(_, city, _)| *city),
                   "troops": place.map_or(0, |(.., troops)| *troops)})
        })
        .collect();
    json["pieces"] = pieces.into();
    json["nation"] = json!(nation);
    json["phase"] = "movement".into();
    State::load(json).expect("a consistent position").state
}

/// A stack of three Prussian generals with 24 troops in a city, Daun in another, and other pieces
/// in the cities that close a pocket.
fn pocket(stack: &str, winner: &str, closed: &str) -> (State, CityId, CityId) {
    let mut places: Vec<(usize, &str, u8)> = (0..3).map(|index| (index, stack, 8)).collect();
    let daun = feldpost::game::named::DAUN.index();
    places.push((daun, winner, 8));
    let mut others = all_pieces().filter(|piece| piece.index() > 2 && piece.index() != daun);
    for city in closed.split_whitespace().filter(|city| *city != winner) {
        let piece = others.next().expect("few enough cities");
        places.push((piece.index(), city, u8::from(piece.is_general())));
    }
    let city = |id| board().city(id).expect("a city");
    (position(Nation::Prussia, &places), city(stack), city(winner))
}

/// The worst pockets that a search over many thousands of positions has found: East Prussia and
/// Mecklenburg, just too small, or of the wrong shape, for the length.
const POCKETS: [(&str, &str, &str, u8); 3] = [
    (
        "biskupiec",
        "osterode-east-prussia",
        "chorzele fordon lomza malbork mogilno naklo neidenburg osterode-east-prussia pelplin \
         pillkallen pultusk riesenburg sompolno",
        23,
    ),
    (
        "grimmen",
        "rostock",
        "chorin greifenhagen kiel lauenburg-elbe neuruppin oldesloe pritzwalk schwedt wittenberge \
         zehdenick",
        23,
    ),
    (
        "greifswald",
        "grimmen",
        "chorin doberan fehrbellin greifenhagen grimmen hagenow havelberg oranienburg schwedt \
         schwerin wittenberge",
        24,
    ),
];

fn retreats(c: &mut Criterion) {
    let mut group = c.benchmark_group("retreat options");
    let (open, stack, winner) = pocket("torgau", "wurzen", "");
    for length in [3, 10, 16, 24] {
        group.bench_function(format!("24 troops losing {length} in open country"), |b| {
            b.iter(|| black_box(open.retreat_cities(stack, winner, length)));
        });
    }
    for (stack, winner, closed, worst) in POCKETS {
        let (state, from, by) = pocket(stack, winner, closed);
        for length in [10, 16, worst] {
            group.bench_function(format!("losing {length} in the pocket of {stack}"), |b| {
                b.iter(|| black_box(state.retreat_cities(from, by, length)));
            });
        }
    }
    group.finish();
}

fn movement(c: &mut Criterion) {
    let mut group = c.benchmark_group("movement options");
    let (mut state, actions) = recorded_game(Setup::default(), SEED, 0);
    for (nation, action) in actions.iter().take(5) {
        state.act(*nation, action).expect("recorded");
    }
    group.bench_function("at the beginning of a game", |b| b.iter(|| black_box(state.options())));

    // Eight generals in two stacks of three and one of two, all parts of which can move, in the
    // middle of the densest roads, with Friedrich fast.
    let stacks = ["halle", "halle", "halle", "leipzig", "leipzig", "leipzig", "torgau", "torgau"];
    let mut places: Vec<(usize, &str, u8)> =
        stacks.iter().enumerate().map(|(index, city)| (index, *city, 4)).collect();
    places.extend([(8, "wittenberg", 0), (9, "jueterbog", 0)]);
    let mut json = position(Nation::Prussia, &places).dump();
    json["fate_text"] = json!({"card": "9", "suit": "clubs"});
    let crowded = State::load(json).expect("a consistent position").state;
    group.bench_function("of all parts of three stacks, Friedrich fast", |b| {
        b.iter(|| black_box(crowded.options()));
    });
    let generals: Vec<_> = PieceSet::generals_of(Nation::Prussia).iter().take(3).collect();
    let goals = crowded.destinations(Nation::Prussia, &generals);
    group.bench_function("the way to each goal of Friedrich", |b| {
        b.iter(|| {
            for goal in &goals {
                let _ = black_box(crowded.route_via(Nation::Prussia, &generals, &[*goal]));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, games, actions, retreats, movement);
criterion_main!(benches);
