//! Troops: who has how many at set-up and in a stack, and what is bought (R1.7, R6.4, R10).

pub(super) mod at_set_up;
pub(super) mod bought;
pub(super) mod entries;
pub(super) mod exchanged;
pub(super) mod recruit;
pub(super) mod reversed;
pub(super) mod shares;
pub(super) mod troops;
pub(super) mod unbought;
