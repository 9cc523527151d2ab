//! Second thoughts and doubts: what takes back, corrects, denies, puts off or binds what was read, or was left unread.

pub(super) mod addressed;
pub(super) mod alternatives;
pub(super) mod asks_himself;
pub(super) mod bound;
pub(super) mod considered;
pub(super) mod correction;
pub(super) mod deliberation;
pub(super) mod denied;
pub(super) mod except;
pub(super) mod halted;
pub(super) mod hanging;
pub(super) mod hesitation;
pub(super) mod idle;
pub(super) mod left_out;
pub(super) mod marker;
pub(super) mod others;
pub(super) mod preferred;
pub(super) mod put_off;
pub(super) mod replaced;
pub(super) mod restated;
pub(super) mod rethought;
pub(super) mod spurned;
pub(super) mod torn;
pub(super) mod unread;
pub(super) mod wished;
