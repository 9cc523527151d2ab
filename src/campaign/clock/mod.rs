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

mod absence;
mod agreed;
pub(super) mod bots;
mod caretaker;
mod face;
pub(super) mod outage;
mod set_back;
mod standstill;
pub(super) mod watch;

pub(crate) use absence::{keep_for, take_absence};
pub(crate) use agreed::{agreed, for_each_that_runs};
pub(crate) use face::{add_deadlines, show};
pub(crate) use outage::sending_is_back;
pub(crate) use standstill::{extend, pause, resume};
pub(crate) use watch::{Fired, after_change, begin_when_told, bounced, fire};
