//! The choice that a Card of Fate waits for, as the state keeps it; what comes of the answer is
//! [`super::fate`]'s.

use super::cards::Card;
use serde::{Deserialize, Serialize};

/// A Card of Fate's choice that is awaited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FatePending {
    /// A general of Prussia's choice is removed for good (R11.2).
    Removal {},
    /// The text of the numbered card just drawn.
    Text {},
    /// 1 hearts: what each side has answered, if it has.
    Exchange {
        /// `None` until Austria answers.
        #[serde(default)]
        austria: Option<ExchangeAnswer>,
        /// `None` until Russia answers.
        #[serde(default)]
        russia: Option<ExchangeAnswer>,
    },
}

/// The answer to 1 hearts: a card, or `null` for a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExchangeAnswer {
    /// The card that is given; `None` refuses the exchange.
    pub card: Option<Card>,
}
