//! Conversations with the referee, as players hold them: one function each, judged by their effects.

mod absences;
mod ahead;
mod cards;
mod chatter;
mod clients;
mod club_life;
mod club_links;
mod consent;
mod desk;
mod drafts;
mod gathering;
mod instructions;
mod late;
mod links;
#[path = "../support/mailto.rs"]
mod mailto;
#[path = "../support/memory_club.rs"]
#[allow(dead_code)]
mod memory_club;
mod programs;
mod questions;
mod receipts;
mod refusals;
mod second_thoughts;

mod set_up;
mod table;
mod tests_only;
mod understanding;
mod unsaid;
mod verdicts;
mod who_speaks;
