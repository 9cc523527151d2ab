//! Cards: which of them a line names, and which of those it plays, pays, keeps or throws away.

pub(super) mod cards;
pub(super) mod counted;
pub(super) mod discards;
pub(super) mod equal_cards;
pub(super) mod held_back;
pub(super) mod just_enough;
pub(super) mod need;
pub(super) mod outermost;
pub(super) mod paid;
pub(super) mod score;
pub(super) mod spared;
pub(super) mod suited;
pub(super) mod upward;
pub(super) mod values;
pub(super) mod whole_suit;
