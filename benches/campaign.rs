//! From the bytes of an order mail to the committed transaction with the rendered mails for all
//! seats: the demonstration game, mail by mail, on a database on disk.

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use criterion::{Criterion, criterion_group, criterion_main};
use feldpost::campaign::{NewGame, NewPlayer, Office, dispatch, found, receive};
use feldpost::demo::course;
use feldpost::game::{Seat, Setup, parse_key};
use feldpost::mail::intake::{self, Limits, OwnAddresses};
use feldpost::mail::source::{Fetched, FetchedId};
use feldpost::mail::transport::RecordingTransport;
use feldpost::report::Templates;
use feldpost::store::Store;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn own() -> OwnAddresses {
    OwnAddresses::new("judge@club.test".parse().expect("an address"))
}

/// A campaign with so many other games beside it.
struct Bench {
    _folder: tempfile::TempDir,
    store: Store,
    office: Office,
    now: DateTime<Utc>,
    newest: BTreeMap<String, Vec<u8>>,
}

impl Bench {
    fn new(other_games: usize) -> Bench {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::open(&folder.path().join("bench.db")).expect("a database");
        let templates = Templates::new(None).expect("templates");
        let office = Office::open(&mut store, own(), "judge".into(), Limits::default(), templates)
            .expect("an office");
        let now = Utc.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap();
        let mut bench = Bench { _folder: folder, store, office, now, newest: BTreeMap::new() };
        for number in 0..other_games {
            bench.found(&format!("game{number}"), None);
        }
        let seed = parse_key(&course().expect("the course").seed).expect("a seed");
        bench.found("rossbach", Some(seed));
        bench.send();
        bench
    }

    fn found(&mut self, name: &str, seed: Option<[u8; 32]>) {
        let address = |seat: Seat| match name {
            "rossbach" => format!("{}@club.test", seat.id()),
            _ => format!("{}@{name}.test", seat.id()),
        };
        let players = Seat::ALL
            .map(|seat| NewPlayer { seat, address: address(seat).parse().expect("an address") })
            .to_vec();
        let new = NewGame { name: name.into(), setup: Setup::default(), players, seed };
        found(&mut self.store, &self.office, &new, self.now).expect("a game");
    }

    fn send(&mut self) {
        let mut transport = RecordingTransport::default();
        dispatch(&mut self.store, &self.office, &mut transport, self.now, &mut |_| true)
            .expect("mails are sent");
        for (envelope, bytes) in transport.sent {
            self.newest.insert(envelope.to[0].mailbox(), bytes);
        }
    }

    /// Plays the whole course; returns what each mail took, from bytes to the commit.
    fn play(&mut self) -> Vec<Duration> {
        let mut times = Vec::new();
        let reader = OwnAddresses::new("nobody@club.test".parse().expect("an address"));
        for (number, mail) in course().expect("the course").mail.iter().enumerate() {
            let from = format!("{}@club.test", mail.seat.id());
            let letter = intake::read(&self.newest[&from], &Limits::default(), &reader);
            let raw = format!(
                "From: <{from}>\r\nTo: <{}>\r\nMessage-ID: <{number}@club.test>\r\n\
                 In-Reply-To: <{}>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}",
                letter.reply_to.expect("a reply address").mailbox(),
                letter.message_id.expect("an id"),
                mail.text
            );
            self.now += TimeDelta::minutes(1);
            let fetched = Fetched {
                id: FetchedId::new(number.to_string()),
                raw: raw.into_bytes(),
                received: None,
                too_large: None,
            };
            let began = Instant::now();
            receive(&mut self.store, &self.office, &fetched, self.now).expect("dealt with");
            times.push(began.elapsed());
            self.send();
        }
        times
    }
}

fn mails(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("campaign");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    group.bench_function("an order mail, 10 games in play", |bencher| {
        bencher.iter_custom(|iterations| {
            let mean = |times: Vec<Duration>| times.iter().sum::<Duration>() / times.len() as u32;
            (0..iterations).map(|_| mean(Bench::new(9).play())).sum()
        });
    });
    group.finish();
    for games in [10, 1000] {
        let mut times = Bench::new(games - 1).play();
        times.sort_unstable();
        println!(
            "{games} games in play: median {:?}, 95th percentile {:?} of {} mails",
            times[times.len() / 2],
            times[times.len() * 95 / 100],
            times.len()
        );
    }
}

criterion_group!(benches, mails);
criterion_main!(benches);
