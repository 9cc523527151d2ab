//! How fast texts are read: all that the tables of `tests/reading` hold, each once, and mails of 60 kB.
//!
//! `cargo bench --bench reading`. Aims: a mail's text within 1 ms (median), one of 60 kB within 50 ms. The
//! texts are read in one position, a Prussian movement; nothing of mail or storage is measured here.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use feldpost::game::{Decision, DecisionKind, Seat, Setup, State};
use feldpost::said::{Context, Language, read};
use feldpost::simulate::recorded_game;
use std::hint::black_box;
use std::time::{Duration, Instant};

const TABLES: [(Language, &str); 6] = [
    (Language::English, include_str!("../tests/reading/en.tsv")),
    (Language::German, include_str!("../tests/reading/de.tsv")),
    (Language::Spanish, include_str!("../tests/reading/es.tsv")),
    (Language::Italian, include_str!("../tests/reading/it.tsv")),
    (Language::Polish, include_str!("../tests/reading/pl.tsv")),
    (Language::French, include_str!("../tests/reading/fr.tsv")),
];

/// The first Prussian movement of a recorded game.
fn position() -> State {
    let (mut state, actions) = recorded_game(Setup::default(), 1757, 0);
    let moves = |d: &Decision| d.seat == Seat::Frederick && d.kind == DecisionKind::Movement;
    for (nation, action) in &actions {
        if state.decisions().iter().any(moves) {
            break;
        }
        state.act(*nation, action).expect("a recorded action");
    }
    state
}

fn read_it(state: &State, decisions: &[Decision], language: Language, text: &str) {
    let seat = Some(Seat::Frederick);
    let context = Context { state: Some(state), seat, decisions, language, ..Context::default() };
    black_box(read(black_box(text), &context));
}

fn reading(c: &mut Criterion) {
    let state = position();
    let decisions: Vec<Decision> =
        state.decisions().into_iter().filter(|d| d.seat == Seat::Frederick).collect();
    let rows = TABLES.iter().flat_map(|(language, table)| {
        let texts = table.lines().filter(|row| !row.starts_with('#'));
        texts.filter_map(|row| Some((*language, row.split('\t').nth(3)?.replace("\\n", "\n"))))
    });
    let texts: Vec<(Language, String)> = rows.collect();
    // The word lists are read once in the life of a program.
    read_it(&state, &decisions, Language::English, "ready");
    let mut times: Vec<Duration> = texts
        .iter()
        .map(|(language, text)| {
            let began = Instant::now();
            read_it(&state, &decisions, *language, text);
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 1000];
    println!("{} texts: median {:?}, 99 % within {:?}", times.len(), at(500), at(990));
    let orders =
        "Heinrich to Bernau via Potsdam, Keith stays\nDohna nach Stargard, Train 1 bleibt\n";
    let prose =
        "We had a lovely holiday in the mountains, and the weather was fine all week long.\n";
    let mut group = c.benchmark_group("60 kB");
    for (name, line) in [("orders", orders), ("prose", prose)] {
        let text = line.repeat(60_000 / line.len() + 1);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| read_it(&state, &decisions, Language::English, &text));
        });
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
