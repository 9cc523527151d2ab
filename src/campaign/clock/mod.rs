//! Clocks: every open decision has a deadline, and there is an end to waiting.
//!
//! ```text
//! decision opens ──► reminders ──► deadline ──► grace ──► caretaker ──► lapse ──► vacant seat
//!       └── answered: the clock is gone                                             └► substitute
//! ```
//!
//! A clock hangs on what is awaited, which everybody knows, and on nothing secret: it runs whether
//! or not instructions will answer. Its times are kept, so that it survives restarts.
//!
//! What it deliberately does not do: decide a rule (the caretaker picks among what the rules
//! allow), or take a command to pause (others ask for that by [`pause`], [`resume`] and
//! [`extend`]).

mod schedule;
mod settings;

pub use settings::{AbsenceMode, ClockFault, Clocks};
