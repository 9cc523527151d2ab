//! Fetches the public beacon's rounds that games wait for, by the command that the operator configured.
//!
//! The program opens no connection for it. The command runs beside the daemon's work, which looks at it between two
//! rounds and never waits for it; what it prints is not trusted, since the signature proves it. Without a command,
//! anybody can send the round by mail.

use crate::beacon::{self, Beacon};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A command that has not answered by then is ended.
const LONGEST: Duration = Duration::from_secs(60);
/// The time between one attempt and the next.
const PAUSE: Duration = Duration::from_secs(300);
/// An answer is shorter than that.
const MOST_BYTES: u64 = 4096;

/// What runs, and when it was last tried.
pub(super) struct Fetcher {
    /// The program and its arguments; `{url}` and `{round}` stand for those of the round. Empty for none.
    command: Vec<String>,
    running: Option<Attempt>,
    tried: Option<(u64, Instant)>,
}

struct Attempt {
    child: Child,
    round: u64,
    since: Instant,
}

impl Fetcher {
    /// Fetches by this program and its arguments; an empty command fetches nothing.
    pub fn new(command: &[String]) -> Fetcher {
        Fetcher { command: command.to_vec(), running: None, tried: None }
    }

    /// Whether there is a command.
    pub fn is_configured(&self) -> bool {
        !self.command.is_empty()
    }

    /// Whether a command is running, so that somebody should look again soon.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Starts the command for this round, unless it runs or was tried a short while ago.
    pub fn start(&mut self, round: u64) {
        let recently = |&(of, at): &(u64, Instant)| of == round && at.elapsed() < PAUSE;
        let Some((program, arguments)) = self.command.split_first() else { return };
        if self.is_busy() || self.tried.as_ref().is_some_and(recently) {
            return;
        }
        self.tried = Some((round, Instant::now()));
        let url = beacon::url_of(round);
        let fill =
            |text: &String| text.replace("{url}", &url).replace("{round}", &round.to_string());
        let started = Command::new(program)
            .args(arguments.iter().map(fill))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        match started {
            Ok(child) => self.running = Some(Attempt { child, round, since: Instant::now() }),
            Err(error) => tracing::error!(%error, "the command for the beacon cannot be started"),
        }
    }

    /// The round that the command has brought, once it has ended; whether it is genuine, nobody has checked yet.
    pub fn brought(&mut self) -> Option<Beacon> {
        let Attempt { child, round, since } = self.running.as_mut()?;
        let round = *round;
        let ended = match child.try_wait() {
            Ok(None) if since.elapsed() < LONGEST => return None,
            Ok(None) => {
                tracing::error!(round, "the command for the beacon takes too long and is ended");
                None
            }
            Ok(Some(status)) => Some(status.success()),
            Err(_) => None,
        };
        let mut child = self.running.take()?.child;
        if ended.is_none() {
            // It may have ended meanwhile.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        let mut answer = String::new();
        let read = child.stdout.take().map(|out| out.take(MOST_BYTES).read_to_string(&mut answer));
        let signature = beacon::signature_in(&answer).filter(|_| matches!(read, Some(Ok(_))));
        if signature.is_none() {
            tracing::warn!(round, "the command for the beacon brought no signature");
        }
        signature.map(|signature| Beacon { round, signature })
    }

    /// Waits until the command has ended: for a program that does one round and ends.
    pub fn wait(&mut self) -> Option<Beacon> {
        while self.is_busy() {
            if let Some(brought) = self.brought() {
                return Some(brought);
            }
            if self.is_busy() {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        None
    }
}

impl Drop for Fetcher {
    fn drop(&mut self) {
        if let Some(mut attempt) = self.running.take() {
            // It may have ended already.
            let _ = attempt.child.kill();
            let _ = attempt.child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetcher(script: &str) -> Fetcher {
        Fetcher::new(&["sh", "-c", script, "{round}", "{url}"].map(str::to_owned))
    }

    #[test]
    fn what_the_command_prints_is_brought() {
        let signature = "b7".repeat(48);
        let script =
            format!("test \"$0\" = 123 || exit 1; echo '{{\"signature\":\"{signature}\"}}'");
        let mut fetcher = fetcher(&script);
        fetcher.start(123);
        assert_eq!(fetcher.wait(), Some(Beacon { round: 123, signature }));
        // Not at once again.
        fetcher.start(123);
        assert!(!fetcher.is_busy());
        fetcher.start(124);
        assert_eq!(fetcher.wait(), None, "the command refuses this round");
    }

    #[test]
    fn a_command_that_is_missing_or_prints_nonsense_brings_nothing() {
        let mut missing = Fetcher::new(&["feldpost-no-such-program".to_owned()]);
        missing.start(1);
        assert!(!missing.is_busy());
        let mut nonsense = fetcher("head -c 100000 /dev/zero; echo not found");
        nonsense.start(1);
        assert_eq!(nonsense.wait(), None);
        let mut none = Fetcher::new(&[]);
        none.start(1);
        assert!(!none.is_configured() && !none.is_busy());
    }
}
