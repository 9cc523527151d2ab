//! Orders as text: what an action, an allotment or a duel instruction looks like when it is written, and
//! what a prompt offers to choose from.
//!
//! [`write()`] is the canonical text of an action, [`write_instruction`] that of a duel instruction;
//! [`menu`], [`template`] and [`move_templates`] are what a prompt offers.
//!
//! What this module deliberately does not do: read what people write (that is [`crate::said`]), decide
//! rules, carry anything out, or write sentences for players. It asks a state only what the seat may
//! know, so other seats' secrets cannot change a menu or a template.

mod duel_write;
pub(crate) mod fold;
mod knowledge;
mod menu;
mod template;
mod write;

pub use duel_write::{write_instruction, write_scope};
pub(crate) use menu::with_plain_cards;
pub use menu::{MenuEntry, menu};
pub use template::{
    MoveTemplate, allotment_template, completed_allotment, merged, move_templates, template,
};
pub use write::{write, write_city};

#[cfg(test)]
mod offers_tests;
#[cfg(test)]
pub(crate) mod testing;
