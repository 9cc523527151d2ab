//! How fast the program itself acts: answers by instruction, and a time for second thoughts.

use crate::audit::seed::random_bytes;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

/// Minutes that the program lets pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pace {
    /// The shortest and the longest time before a decision is answered by instruction or by orders
    /// sent ahead, so that it does not show who has left instructions.
    pub instruction_delay: [u32; 2],
    /// Between a complete set of orders and its being carried out, for second thoughts.
    pub second_thoughts: u32,
}

/// No span is longer than a week: the rest of the club waits.
const LONGEST: u32 = 7 * 24 * 60;

impl Default for Pace {
    fn default() -> Pace {
        Pace { instruction_delay: [10, 60], second_thoughts: 0 }
    }
}

impl Pace {
    /// What is wrong with it, if anything is.
    pub fn fault(&self) -> Option<&'static str> {
        let [least, most] = self.instruction_delay;
        if least > most {
            return Some("pace.instruction_delay must be [least, most] with least <= most");
        }
        if most > LONGEST || self.second_thoughts > LONGEST {
            return Some("the times under pace are minutes, and no more than a week");
        }
        None
    }

    /// A random time within the span, in whole seconds; from the system's randomness, so that
    /// nothing in the game can foretell it.
    pub(crate) fn delay(self) -> Result<TimeDelta, getrandom::Error> {
        let [least, most] = self.instruction_delay.map(|minutes| u64::from(minutes) * 60);
        let random = random_bytes()?;
        let mut word = [0; 8];
        word.copy_from_slice(&random[..8]);
        let seconds = least + u64::from_le_bytes(word) % (most.saturating_sub(least) + 1);
        Ok(TimeDelta::seconds(i64::try_from(seconds).unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_lie_within_the_span() {
        let pace = Pace { instruction_delay: [1, 2], second_thoughts: 0 };
        let delays: Vec<i64> =
            (0..500).map(|_| pace.delay().expect("randomness").num_seconds()).collect();
        assert!(delays.iter().all(|delay| (60..=120).contains(delay)));
        assert!(delays.iter().any(|delay| *delay < 75) && delays.iter().any(|d| *d > 105));
        let none = Pace { instruction_delay: [0, 0], second_thoughts: 0 };
        assert_eq!(none.delay().expect("randomness"), TimeDelta::zero());
    }

    #[test]
    fn spans_that_make_no_sense_are_refused() {
        assert_eq!(Pace::default().fault(), None);
        for wrong in [
            Pace { instruction_delay: [3, 2], second_thoughts: 0 },
            Pace { instruction_delay: [0, 20_000], second_thoughts: 0 },
            Pace { instruction_delay: [0, 0], second_thoughts: 20_000 },
        ] {
            assert!(wrong.fault().is_some(), "{wrong:?}");
        }
    }
}
