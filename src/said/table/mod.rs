//! What is said to the referee and to the table: ready, wait, votes, absences, press, wishes.

pub(super) mod ballot;
pub(super) mod called_off;
pub(super) mod commands;
pub(super) mod concluded;
pub(super) mod consent;
pub(super) mod desk;
pub(super) mod go_ahead;
pub(super) mod proposed;
pub(super) mod standing;
pub(super) mod talk;
pub(super) mod wishes;
