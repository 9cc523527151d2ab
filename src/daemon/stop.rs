//! Ending the daemon: at once while it only waits, after the mail in hand while it works.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a signal waits for the mail that is just being sent.
const LAST_MAIL: Duration = Duration::from_secs(7);

/// Says when to end. Clones are told together.
#[derive(Clone, Default)]
pub struct Stop {
    told: Arc<AtomicBool>,
    /// Held while there is work in hand.
    work: Arc<Mutex<()>>,
    /// Whether mails are being handed over, and a signal each time that changes.
    sending: Arc<(Mutex<bool>, Condvar)>,
}

/// Mails are being handed over as long as this lives.
pub(super) struct InHand {
    stop: Stop,
}

impl Drop for InHand {
    fn drop(&mut self) {
        self.stop.set_sending(false);
    }
}

impl Stop {
    /// Nothing has been said yet.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// SIGTERM and SIGINT end the program: the mail in hand is finished first. The second signal
    /// ends it at once, which is as safe as pulling the plug.
    ///
    /// # Errors
    ///
    /// The system does not let us listen for signals.
    pub fn on_signals(&self) -> io::Result<()> {
        let signals = [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT];
        for signal in signals {
            signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&self.told))?;
            signal_hook::flag::register(signal, Arc::clone(&self.told))?;
        }
        let mut listener = signal_hook::iterator::Signals::new(signals)?;
        let stop = self.clone();
        std::thread::Builder::new().name("signals".into()).spawn(move || {
            if listener.forever().next().is_some() {
                // Whoever waits for mail waits in a system call, perhaps for minutes, and has
                // nothing in hand that could be lost.
                let _work = stop.at_work();
                // A server may take minutes to answer: what is cut off is sent again.
                stop.wait_for_sending(LAST_MAIL);
                tracing::info!("ended");
                std::process::exit(0);
            }
        })?;
        Ok(())
    }

    /// Tells it to end.
    pub fn set(&self) {
        self.told.store(true, Ordering::SeqCst);
    }

    /// Whether it is to end.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.told.load(Ordering::SeqCst)
    }

    /// As long as this is held there is work in hand, and the program is not ended.
    pub(super) fn at_work(&self) -> MutexGuard<'_, ()> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that mails are being handed over, until what it returns is dropped.
    pub(super) fn sending(&self) -> InHand {
        self.set_sending(true);
        InHand { stop: self.clone() }
    }

    fn set_sending(&self, sends: bool) {
        *self.sending.0.lock().unwrap_or_else(PoisonError::into_inner) = sends;
        self.sending.1.notify_all();
    }

    /// Waits until no mail is being handed over, but no longer than this.
    pub(super) fn wait_for_sending(&self, time: Duration) {
        let sends = self.sending.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.sending.1.wait_timeout_while(sends, time, |sends| *sends));
    }

    /// The work has ended by itself. Its lock stays held for good, so that the thread that waits for signals does
    /// not end the process meanwhile.
    pub(super) fn ended(&self, work: MutexGuard<'_, ()>) {
        std::mem::forget(work);
        tracing::info!("ended");
    }
}
