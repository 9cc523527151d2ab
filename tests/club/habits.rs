//! What people write: orders in many guises, and what is no order at all.

use crate::people::{Habit, PEOPLE};
use chrono::TimeDelta;
use feldpost::game::{Action, DecisionKind, Nation, Phase, Seat, State};
use feldpost::{orders, simulate};

/// Chance for people, the same in every run.
pub struct Whim(u64);

impl Whim {
    pub fn new(seed: u64) -> Whim {
        Whim(seed)
    }

    /// A number below this one, by xorshift.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// How long somebody lets a mail lie.
    pub fn delay(&mut self, habit: Habit) -> TimeDelta {
        let minutes = match habit {
            Habit::Late if self.percent(30) => 60 * (18 + self.below(60)),
            Habit::Late => 60 * (4 + self.below(12)),
            _ => 20 + self.below(8 * 60),
        };
        // People look at their mail every ten minutes.
        TimeDelta::minutes(i64::try_from(minutes / 10 * 10).unwrap_or(20))
    }
}

/// A legal answer of a seat to what is awaited of it, as a text; another one at each attempt.
pub fn orders_of(state: &State, seat: Seat, attempt: u64) -> Option<String> {
    let open: Vec<_> = state.decisions().into_iter().filter(|open| open.seat == seat).collect();
    let first = open.first()?;
    let actions = simulate::recorded_game_from(state.clone(), 77, attempt);
    let of = |nation: Nation| actions.iter().filter(move |(by, _)| *by == nation).map(|(_, a)| a);
    if state.phase() == Phase::SetUp {
        let lines = open.iter().filter_map(|open| of(open.nation).next().map(orders::write));
        return Some(lines.collect::<Vec<_>>().join("\n"));
    }
    let mut lines = vec![format!("for {}", first.nation.id())];
    if first.kind == DecisionKind::Movement {
        for action in of(first.nation) {
            lines.push(orders::write(action));
            if *action == Action::EndMovement {
                break;
            }
        }
    } else {
        lines.extend(of(first.nation).next().map(orders::write));
    }
    Some(lines.join("\n"))
}

/// The same orders as somebody of this language would send them.
pub fn in_own_way(whim: &mut Whim, who: usize, orders: &str, answered: &str) -> String {
    let person = &PEOPLE[who];
    let (hello, ready) = match person.language {
        "de" => ("Hallo zusammen,", "fertig"),
        "es" => ("Hola a todos,", "listo"),
        "it" => ("Ciao a tutti,", "pronto"),
        "pl" => ("Witam,", "gotowe"),
        "fr" => ("Bonjour à tous,", "prêt"),
        _ => ("Hello all,", "ready"),
    };
    let mut text = String::new();
    if whim.percent(30) {
        text.push_str(&format!("{hello}\n\n"));
    }
    for line in orders.lines() {
        text.push_str(if line == "ready" { ready } else { line });
        text.push('\n');
    }
    if whim.percent(4) {
        text.push_str("press to all:\nA fine campaign, is it not? The roads are bad.\nend press\n");
    }
    if whim.percent(30) {
        text.push_str(&format!("\n-- \n{}\n", person.name));
    }
    if whim.percent(30) {
        text.push_str("\nOn Monday the referee <judge@club.test> wrote:\n");
        for line in answered.lines().take(30) {
            text.push_str(&format!("> {line}\n"));
        }
    }
    text
}

/// Header fields and body of a mail that is no order.
pub fn rubbish(whim: &mut Whim) -> (&'static str, String) {
    const PLAIN: &str = "text/plain; charset=utf-8";
    match whim.below(6) {
        0 => (PLAIN, "colourless green ideas sleep furiously 17 Reserve to Königgrätz??".into()),
        1 => ("text/html; charset=utf-8", "<p>Friedrich <b>to</b> <i>Atlantis</i><p>".into()),
        2 => (PLAIN, "lorem ipsum dolor sit amet\n".repeat(8000)),
        3 => (PLAIN, "> Daun to Prag\n> ready\n".repeat(20)),
        4 => (PLAIN, "😀😀😀 \u{202e}ydaer\u{202c} %s%n ' OR 1=1; --".into()),
        _ => (PLAIN, "\n\n \n".into()),
    }
}
