use feldpost::game::*;
use feldpost::report::{events_for, map};
use feldpost::simulate;
use std::time::{Duration, Instant};
fn cpu() -> Duration {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(s.split(' ').next().unwrap().parse().unwrap())
}
fn main() {
    let step: usize = std::env::args().nth(1).map_or(150, |a| a.parse().unwrap());
    let game: u64 = std::env::args().nth(2).map_or(1, |a| a.parse().unwrap());
    let seat = match std::env::args().nth(3).as_deref() {
        Some("f") => Some(Seat::Frederick),
        Some("e") => Some(Seat::Elisabeth),
        Some("m") => Some(Seat::MariaTheresa),
        Some("p") => Some(Seat::Pompadour),
        _ => None,
    };
    let (mut state, actions) = simulate::recorded_game(Setup::default(), 11, game);
    let mut all = Vec::new();
    let mut last = 0;
    for (nation, action) in actions.iter().take(step) {
        let e = state.act(*nation, action).unwrap();
        all.extend(e);
    }
    let own: Vec<Nation> =
        Nation::ALL.into_iter().filter(|n| Some(state.seat_of(*n)) == seat).collect();
    let history = events_for(&own, &all);
    for (i, e) in history.iter().enumerate() {
        if e["event"] == "action-began" && i + 12 < history.len() {
            last = i;
        }
    }
    let news = history[last..].to_vec();
    let p = map::Picture::new(&state.view(seat), &news, &history);
    eprintln!(
        "turn {} {:?} facts {} bytes",
        state.turn(),
        state.nation(),
        serde_json::to_string(&p).unwrap().len()
    );
    for (name, crop) in
        [("auto", map::Crop::Auto), ("overview", map::Crop::Overview), ("whole", map::Crop::Whole)]
    {
        for _ in 0..3 {
            let t = Instant::now();
            let c = cpu();
            let png = map::png(&p, crop).unwrap();
            eprintln!("{name} {:?} cpu {:?} {} kB", t.elapsed(), cpu() - c, png.len() / 1000);
            std::fs::write(format!("/tmp/map/{name}.png"), png).unwrap();
        }
        let t = Instant::now();
        let svg = map::svg(&p, crop);
        eprintln!("{name} svg {:?} {} kB", t.elapsed(), svg.len() / 1000);
    }
}
