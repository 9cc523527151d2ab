//! The thread that sends: with a connection of its own to the database, so that a silent mail server
//! keeps nothing else waiting, and nothing else keeps mail waiting.

#![expect(clippy::disallowed_methods, reason = "time enters here, for the thread that sends")]

use super::Stop;
use super::fence::Gate;
use crate::campaign::{Dispatched, Errand, Office, dispatch_over, probe};
use crate::mail::transport::MailTransport;
use crate::store::{Store, StoreError, Tx};
use chrono::{DateTime, Utc};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long a failing database is left alone, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// The shortest wait, and that while the budget holds mail back.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
const HELD_BACK_WAIT: Duration = Duration::from_secs(2);
/// How long a mail in hand is waited for when the program is to end.
const LAST_MAIL: Duration = Duration::from_secs(7);

/// The sending thread; it ends with the stop that it was given.
pub(super) struct Sender {
    bell: Arc<Bell>,
    stop: Stop,
    _thread: JoinHandle<()>,
}

/// What the thread needs.
pub(super) struct Post {
    /// A connection of its own, so that sending and receiving do not wait for each other.
    pub store: Store,
    /// What mails need when they are finished: key, templates, budgets.
    pub office: Office,
    /// The ways to the server, at least one.
    pub lines: Vec<Box<dyn MailTransport>>,
    /// It looks at least this often.
    pub poll: Duration,
    /// Whether the mailboxes are ours: nothing is sent by two machines.
    pub gate: Gate,
}

/// Wakes the thread.
#[derive(Default)]
struct Bell {
    rung: Mutex<bool>,
    heard: Condvar,
}

impl Bell {
    fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.heard.notify_all();
    }

    fn wait(&self, time: Duration) {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut rung, _) = self
            .heard
            .wait_timeout_while(rung, time, |rung| !*rung)
            .unwrap_or_else(PoisonError::into_inner);
        *rung = false;
    }
}

impl Sender {
    /// Begins to send.
    ///
    /// # Errors
    ///
    /// The system gives no thread.
    pub fn start(post: Post, stop: &Stop) -> std::io::Result<Sender> {
        let bell = Arc::new(Bell::default());
        let (its_bell, its_stop) = (Arc::clone(&bell), stop.clone());
        let work = move || run(post, &its_bell, &its_stop);
        let thread = std::thread::Builder::new().name("sending".into()).spawn(work)?;
        Ok(Sender { bell, stop: stop.clone(), _thread: thread })
    }

    /// Says that there may be something to send.
    pub fn ring(&self) {
        self.bell.ring();
    }

    /// Waits for the mail in hand, but not for ever: what is cut off is sent again.
    pub fn end(&self) {
        self.bell.ring();
        self.stop.wait_for_sending(LAST_MAIL);
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        // Without its daemon nobody would end it.
        self.stop.set();
        self.end();
    }
}

fn run(post: Post, bell: &Bell, stop: &Stop) {
    let Post { mut store, office, mut lines, poll, gate } = post;
    // What was stopped may have been mended meanwhile; and whether mail can be sent is better known
    // before it must be.
    if let Some(line) = lines.first_mut()
        && let Err(error) = probe(&mut store, &office, &mut **line, Utc::now())
    {
        tracing::error!(%error, "sending was not tried out");
    }
    let mut pause = FIRST_PAUSE;
    let mut was_open = false;
    while !stop.is_set() {
        let is_open = gate.is_open();
        if was_open && !is_open {
            tracing::warn!("nothing is sent until the first mailbox has been looked into again");
        }
        was_open = is_open;
        let sent = {
            let _in_hand = stop.sending();
            let errand = || if stop.is_set() { Errand::Nothing } else { gate.permission().into() };
            dispatch_over(&mut store, &office, &mut lines, &Utc::now, &errand)
        };
        let time = match sent {
            Ok(_) if !gate.is_open() => HELD_BACK_WAIT,
            Ok(done) => {
                pause = FIRST_PAUSE;
                time_to_wait(&mut store, done, poll, Utc::now())
            }
            Err(error) => {
                tracing::error!(%error, seconds = pause.as_secs(), "sending again later");
                let time = pause;
                pause = (pause * 2).min(LONGEST_PAUSE);
                // The bell would cut it short.
                let slice = Duration::from_millis(200);
                let mut left = time;
                while !stop.is_set() && !left.is_zero() {
                    std::thread::sleep(slice.min(left));
                    left = left.saturating_sub(slice);
                }
                continue;
            }
        };
        if !stop.is_set() {
            bell.wait(time);
        }
    }
}

/// How long there is nothing to send, unless the bell rings.
fn time_to_wait(
    store: &mut Store,
    done: Dispatched,
    poll: Duration,
    now: DateTime<Utc>,
) -> Duration {
    let both = |tx: &Tx<'_>| -> Result<_, StoreError> { Ok((tx.sending()?, tx.next_due()?)) };
    let (sending, due) = match store.transaction(both) {
        Ok(both) => both,
        Err(error) => {
            tracing::warn!(%error, "cannot see when mail is due");
            return poll;
        }
    };
    let until = |time: DateTime<Utc>| (time - now).to_std().unwrap_or_default();
    let wait = match (sending.stopped, due) {
        (Some(stopped), _) => until(stopped.next_try),
        (None, _) if done.waits => HELD_BACK_WAIT,
        (None, Some(due)) => until(due),
        (None, None) => poll,
    };
    wait.min(poll).max(SHORTEST_WAIT)
}
