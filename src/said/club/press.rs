//! For whom press is.

use super::Named;

/// For whom press is, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recipients {
    All,
    Observers,
    Named(Vec<Named>),
    Unclear,
}
