//! Combats: the terms on which they are fought, ahead or now, where the beaten go, and answers to what a combat asks.

pub(super) mod aims;
pub(super) mod answers;
pub(super) mod choice;
pub(super) mod clauses;
pub(super) mod duel;
pub(super) mod endings;
pub(super) mod everywhere;
pub(super) mod fought_with;
pub(super) mod given_up;
pub(super) mod scope;
pub(super) mod targets;
