//! Conversations with the referee, as players hold them: one function each, judged by their effects.

mod absences;
mod ahead;
mod cards;
mod chatter;
mod consent;
mod desk;
mod drafts;
mod late;
#[path = "../support/memory_club.rs"]
#[allow(dead_code)]
mod memory_club;
mod refusals;
mod set_up;
mod table;
mod tests_only;
