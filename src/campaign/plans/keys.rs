//! The keys of timers that are made of several things: how each is written, and read again.

use crate::campaign::office::CampaignError;
use std::fmt;

/// Key of the timer that carries movement orders out: the seat and the name of their draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::campaign) struct OrdersKey<'a> {
    /// The seat's word, as the database has it.
    pub seat: &'a str,
    /// As the draft is called: turn and nation.
    pub draft: &'a str,
}

/// Key of the timer of a reminder: how many hours it comes before the deadline, and the key of the clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::campaign) struct ReminderKey<'a> {
    /// At least 1.
    pub hours: u32,
    /// The key of the decision whose deadline comes.
    pub clock: &'a str,
}

impl<'a> OrdersKey<'a> {
    /// Reads what was written.
    ///
    /// # Errors
    ///
    /// The key was not written here.
    pub fn read(key: &'a str) -> Result<OrdersKey<'a>, CampaignError> {
        let parts =
            key.split_once(' ').filter(|(seat, draft)| !seat.is_empty() && !draft.is_empty());
        let (seat, draft) = parts.ok_or_else(|| CampaignError::UnknownTimer(key.to_owned()))?;
        Ok(OrdersKey { seat, draft })
    }
}

impl<'a> ReminderKey<'a> {
    /// Reads what was written.
    ///
    /// # Errors
    ///
    /// The key was not written here.
    pub fn read(key: &'a str) -> Result<ReminderKey<'a>, CampaignError> {
        let parts =
            key.split_once(' ').and_then(|(hours, clock)| Some((hours.parse().ok()?, clock)));
        let (hours, clock) = parts.ok_or_else(|| CampaignError::UnknownTimer(key.to_owned()))?;
        Ok(ReminderKey { hours, clock })
    }
}

impl fmt::Display for OrdersKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.draft)
    }
}

impl fmt::Display for ReminderKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.hours, self.clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_were_written_and_others_are_an_error() {
        let orders = OrdersKey { seat: "frederick", draft: "movement-3-prussia" };
        assert_eq!(orders.to_string(), "frederick movement-3-prussia");
        assert_eq!(OrdersKey::read(&orders.to_string()).expect("written here"), orders);
        let reminder = ReminderKey { hours: 24, clock: "movement 3 prussia" };
        assert_eq!(ReminderKey::read(&reminder.to_string()).expect("written here"), reminder);
        for wrong in ["", "frederick", " movement", "soon movement 3 prussia"] {
            let error = ReminderKey::read(wrong).expect_err(wrong).to_string();
            assert!(error.contains(&format!("{wrong:?}")) && error.contains("doctor"), "{error}");
        }
        OrdersKey::read("frederick").expect_err("no draft");
    }
}
