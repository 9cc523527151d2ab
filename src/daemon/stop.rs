//! Ending the daemon: at once while it only waits, after the mail in hand while it works.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Says when to end. Copies are the same.
#[derive(Clone, Default)]
pub struct Stop {
    told: Arc<AtomicBool>,
    /// Held while there is work in hand.
    work: Arc<Mutex<()>>,
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

    /// The work has ended by itself: nobody else need end it.
    pub(super) fn ended(&self, work: MutexGuard<'_, ()>) {
        std::mem::forget(work);
        tracing::info!("ended");
    }
}
