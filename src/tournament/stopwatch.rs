//! How long a thread has computed, so that other work on the machine makes no bot look slow.

use std::time::{Duration, Instant};

/// Measures from when it is started.
pub(super) struct Stopwatch {
    /// What the thread had computed then, where the system tells it.
    computed: Option<Duration>,
    began: Instant,
}

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch { computed: computed(), began: Instant::now() }
    }

    /// The time for which this thread has computed since; where the system does not tell it, the time that has passed.
    pub fn elapsed(&self) -> Duration {
        let since = |before: Duration| Some(computed()?.saturating_sub(before));
        self.computed.and_then(since).unwrap_or_else(|| self.began.elapsed())
    }
}

/// What the system says of this thread (Linux: nanoseconds on a processor, the first of three numbers).
fn computed() -> Option<Duration> {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    said.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_no_computing() {
        let stopwatch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(300));
        if stopwatch.computed.is_some() {
            assert!(stopwatch.elapsed() < Duration::from_millis(200));
        } else {
            assert!(stopwatch.elapsed() >= Duration::from_millis(300));
        }
    }
}
