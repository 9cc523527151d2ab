//! Games in play: who speaks for which seat, what a mail changes, what is mailed because of it.
//!
//! ```text
//! hear ──────────► plans ─────────► table ────────► tell ─────────► post       send ────► transport
//! one mail, and    what it would    the rules and   notices and     into the   out of
//! who speaks       change           the log         changes         outbox     the outbox
//!                                                   become mails
//! └──────────────── one transaction of the store ────────────────────────┘
//! ```
//!
//! Beside this way stand `club` (the desk, votes, press), `seats` (who holds which) and `clock` (deadlines, the
//! caretaker, bots); `settings`, `office`, `schedule` and `pace` serve them all. `mod.rs` of each room says which
//! file has what.
//!
//! Everything that one mail changes is one transaction: orders carried out, log entries, drafts,
//! mails to be sent, and the note that this mail has been dealt with. The mailbox is told
//! afterwards; a mail that comes again is recognised.
//!
//! It deliberately decides no rule (that is [`crate::game`]) and writes no sentence (that is
//! [`crate::report`]).

mod clock;
mod club;
mod hear;
mod office;
mod pace;
mod plans;
mod post;
mod schedule;
mod seats;
mod send;
mod settings;
mod table;
mod tell;
#[cfg(test)]
pub(crate) mod testing;

pub use crate::audit::RULES_VERSION;
pub use crate::audit::seed::{commitment, game_key};
pub use crate::chance::repeat_chance;
pub use clock::outage::heartbeat;
pub use club::desk::forget_by_operator;
pub use hear::receive::receive;
pub use hear::tick::{Ticked, tick, tick_some};
pub use office::{Budget, CampaignError, Office, Rates};
pub use pace::Pace;
pub use plans::instructions::situation;
pub use seats::chance::{awaited_round, begin_now, take_beacon};
pub use seats::founding::{BotSeat, FoundingError, NewGame, NewPlayer, Terms, found, found_with};
pub use seats::gathering::{ChanceFrom, Gathering, Players, gather, gather_with};
pub use seats::handover::{OfferState, SeatOffer, give, seat_offers};
pub use seats::intervention::{Intervention, intervene};
pub use seats::vacancy::{NotFilled, take_away, vacant_seats};
pub use send::dispatch::{Dispatched, Errand, dispatch, dispatch_on, dispatch_over, probe};
pub use settings::VacantSeats;
pub use settings::clocks::{AbsenceMode, ClockFault, Clocks};
pub use table::admission::{AdmissionError, Replayed, admit, replay_all};
pub use table::rebuild::rebuild;
pub use table::record::Received;
pub use tell::operator::note_to_operator;
pub use tell::reports::report_for;
