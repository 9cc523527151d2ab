//! Who holds which seat: games founded and gathered, seats given up and filled, addresses changed.

pub(super) mod addresses;
pub(super) mod drawing;
pub(super) mod founding;
pub(super) mod gathered;
pub(super) mod gathering;
pub(super) mod handover;
pub(super) mod intervention;
pub(super) mod vacancy;
