//! The club's words: votes, press, absences and the desk, line by line, in five languages.
//!
//! Only the words: what they do is for the campaign.

pub mod absence;
pub mod desk;
pub mod phrases;
pub mod press;
pub mod vocabulary;
pub mod votes;
