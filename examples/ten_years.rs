//! Ten years of a club: how large the database becomes and how long its work takes, when everything that
//! is sent and received goes through the outbox and the inbox as the program does it.
//!
//! No rules are applied: mails are as large as those of a demonstration game, and each year every game
//! ends and another begins.
//!
//! ```sh
//! cargo run --release --example ten_years -- [GAMES [YEARS [MAILS PER GAME AND YEAR]]]
//! ```
//!
//! A hundred games for ten years are a million mails: 6:41 minutes of processor time, and much writing to the disk, all of
//! it waited for. `TMPDIR=/dev/shm` keeps the file, 3 GB in the end, in memory. So run, on two cores that had much else to
//! do (load 8 to 14, which is what the slowest steps show):
//!
//! ```text
//! year      sent   file MB   free MB  bytes per mail  slowest mail ms  pruning s  slowest step ms
//!    1    100000     407.4       5.0            4073            12.92       63.9            388.2
//!    2    200000     690.2       5.0            3451            13.13      101.3            433.2
//!    3    300000     973.8       5.0            3246             3.20       47.9            124.2
//!    5    500000    1540.1       5.0            3080             5.43       47.4            119.2
//!   10   1000000    2956.7       5.0            2956             2.45       37.0             89.2
//! ```

use chrono::{DateTime, TimeDelta, Utc};
use feldpost::store::{
    Digest, GameId, GameStatus, IncomingMail, NewEntry, NewGame, NewMail, Seat, SeatStatus, Seed,
    Size, Store, StoreError, Tx,
};
use std::error::Error;
use std::time::{Duration, Instant};

/// As the program is configured when nothing else is said.
const SENT_MAIL_DAYS: i64 = 30;
const AT_ONCE: u32 = 100;
const SEATS: [&str; 4] = ["frederick", "elisabeth", "maria-theresa", "pompadour"];
/// Bytes of a report's text, its page and its picture's facts, as a demonstration game has them.
const TEXT: usize = 4_000;
const PAGE: usize = 8_000;
const PICTURE: usize = 6_000;
/// Bytes of an entry of the log.
const ENTRY: usize = 1_200;

fn words(bytes: usize) -> String {
    "Daun marches from Prag to Pirna. ".chars().cycle().take(bytes).collect()
}

/// What a club has done so far.
struct Club {
    payload: String,
    entry: String,
    sent: u64,
    received: u64,
}

impl Club {
    /// One player's mail: an entry of the log, and two mails that tell of it.
    fn turn(
        &mut self,
        tx: &Tx<'_>,
        game: GameId,
        seat: usize,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.received += 1;
        let mut digest = [0; 32];
        digest[..8].copy_from_slice(&self.received.to_le_bytes());
        let head = tx.append(
            game,
            NewEntry {
                time: now,
                kind: "orders",
                rules_version: "1",
                public: serde_json::json!({ "events": self.entry }),
                sealed: Some(serde_json::json!({ "orders": "Daun Pirna" })),
            },
        )?;
        let message_id = format!("{}.orders@example.org", self.received);
        tx.record_incoming(&IncomingMail {
            sha256: Digest(digest),
            message_id: Some(&message_id),
            text_sha256: Some(Digest(digest)),
            from_address: "ada@example.org",
            received: now,
            outcome: "orders carried out",
            game: Some(game),
            seat: Some(SEATS[seat % 4]),
            receipt: None,
        })?;
        for reader in [seat % 4, (seat + 1) % 4] {
            self.sent += 1;
            let key = format!("report-{}-{}", self.sent, head.number);
            let queued = tx.queue_mail(&NewMail {
                message_key: &key,
                game: Some(game),
                seat: Some(SEATS[reader]),
                generation: Some(1),
                kind: "report",
                rank: feldpost::store::Rank::News,
                recipient: "ada@example.org",
                payload: &self.payload,
                entry: Some(head.number),
                asked: Some(r#"{"decisions":["movement"]}"#),
                created: now,
                not_before: now,
            })?;
            tx.mark_sent(queued.id(), now)?;
        }
        Ok(())
    }
}

fn found(tx: &Tx<'_>, number: u64, now: DateTime<Utc>) -> Result<GameId, StoreError> {
    let name = format!("game{number}");
    let new = NewGame {
        name: &name,
        status: GameStatus::Playing,
        settings: "{}",
        seed: Seed([7; 32]),
        created: now,
    };
    let game = tx.create_game(&new)?;
    for seat in SEATS {
        tx.save_seat(&Seat {
            game,
            seat: seat.to_owned(),
            address: Some("ada@example.org".to_owned()),
            display_name: "Ada".to_owned(),
            language: "en".to_owned(),
            generation: 1,
            status: SeatStatus::Taken,
        })?;
    }
    Ok(game)
}

fn argument(number: usize, usual: u64) -> Result<u64, Box<dyn Error>> {
    Ok(std::env::args().nth(number).map_or(Ok(usual), |text| text.parse())?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (games, years, mails) = (argument(1, 100)?, argument(2, 10)?, argument(3, 1000)?);
    let folder = std::env::temp_dir().join(format!("feldpost-ten-years-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let mut store = Store::open(&folder.join("feldpost.db"))?;
    let payload = serde_json::json!({
        "to_name": "Ada", "subject": "minden: your move", "text": words(TEXT), "html": words(PAGE),
        "picture": { "facts": words(PICTURE) }, "references": [], "answer": false, "language": "en",
    });
    let mut club = Club { payload: payload.to_string(), entry: words(ENTRY), sent: 0, received: 0 };
    let mut now: DateTime<Utc> = "2026-01-01T12:00:00Z".parse()?;
    println!(
        "{games} games, {mails} mails per game and year, {} bytes each when written",
        club.payload.len()
    );
    println!(
        "year      sent   file MB   free MB  bytes per mail  slowest mail ms  pruning s  slowest step ms"
    );
    for year in 1..=years {
        let in_play = (0..games)
            .map(|number| store.transaction(|tx| found(tx, year * 10_000 + number, now)))
            .collect::<Result<Vec<_>, _>>()?;
        let (mut pruning, mut slowest_step, mut slowest_mail) =
            (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        for day in 0..365 {
            now += TimeDelta::days(1);
            let due = games * mails / 2 * (day + 1) / 365 - games * mails / 2 * day / 365;
            for chunk in 0..due.div_ceil(20) {
                let count = (due - chunk * 20).min(20);
                let begun = Instant::now();
                store.transaction(|tx| -> Result<(), StoreError> {
                    for number in 0..count {
                        let turn = usize::try_from(chunk * 20 + number + day * 7).unwrap_or(0);
                        club.turn(tx, in_play[turn % in_play.len()], turn, now)?;
                    }
                    Ok(())
                })?;
                let each = begun.elapsed() / u32::try_from(count * 2).unwrap_or(1);
                slowest_mail = slowest_mail.max(each);
            }
            loop {
                let begun = Instant::now();
                let before = now - TimeDelta::days(SENT_MAIL_DAYS);
                let pruned = store.transaction(|tx| tx.prune_sent(before, AT_ONCE))?;
                let took = begun.elapsed();
                let more = store.give_back()?;
                pruning += begun.elapsed();
                slowest_step = slowest_step.max(took);
                let most = AT_ONCE as usize;
                if pruned.pictures < most && pruned.texts < most && !more {
                    break;
                }
            }
        }
        store.transaction(|tx| -> Result<(), StoreError> {
            in_play
                .iter()
                .try_for_each(|game| tx.set_game_status(*game, GameStatus::Ended, Some(now)))
        })?;
        let size: Size = store.transaction(|tx| tx.size())?;
        println!(
            "{year:>4}  {:>8}  {:>8.1}  {:>8.1}  {:>14}  {:>15.2}  {:>9.1}  {:>15.1}",
            club.sent,
            size.file as f64 / 1e6,
            size.free as f64 / 1e6,
            size.file / club.sent.max(1),
            slowest_mail.as_secs_f64() * 1e3,
            pruning.as_secs_f64(),
            slowest_step.as_secs_f64() * 1e3,
        );
    }
    drop(store);
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
