//! Which mail of ours a letter names as the one it answers, by its header alone.
//!
//! A reply names it by its thread. A link in one of our mails opens a new mail without a thread; its
//! subject carries the number of the prompt (`#58`). Neither is a proof of anything: the caller looks
//! the mail up, and the token says who answers it.

use super::letter::Letter;
use super::own::OwnAddresses;
use crate::mail::token::unique_in_message_id;

/// Most digits of a prompt's number.
const MOST_DIGITS: usize = 9;

/// What a letter names a mail of ours by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// Its Message-ID: the part that tells it from all others.
    Mail {
        /// Its key in the outbox.
        key: String,
        /// Whether the letter answers this very mail, and not one that came later in its thread.
        direct: bool,
    },
    /// The number of a prompt of the seat that the token names.
    Prompt(u64),
}

impl Letter {
    /// What may name the mail of ours that this one answers, the surest first: `In-Reply-To`,
    /// `References` from the newest on, the number in the subject.
    #[must_use]
    pub fn answered(&self, own: &OwnAddresses) -> Vec<Named> {
        let thread = self.in_reply_to_and_references.iter().enumerate();
        let mails = thread.filter_map(|(place, id)| {
            let key = unique_in_message_id(id, &own.message_id_domain)?.to_owned();
            Some(Named::Mail { key, direct: place == 0 })
        });
        mails.chain(prompt_number(&self.subject).map(Named::Prompt)).collect()
    }
}

/// The number of a prompt in a subject, `#58`: the first one, which no other letter or digit
/// touches.
fn prompt_number(subject: &str) -> Option<u64> {
    let places = subject.match_indices('#');
    places.map(|(at, mark)| (&subject[..at], &subject[at + mark.len()..])).find_map(
        |(before, behind)| {
            let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
            let (digits, behind) = behind.split_at(end);
            let alone = !before.ends_with(char::is_alphanumeric)
                && !behind.starts_with(char::is_alphanumeric);
            if !alone || digits.len() > MOST_DIGITS {
                return None;
            }
            digits.parse().ok().filter(|number| *number > 0)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::intake::{Limits, read};

    #[test]
    fn numbers_of_prompts_in_subjects() {
        for subject in [
            "[rossbach #58] T3 Austria: your move",
            "Re: [rossbach] #58 your card",
            "AW: WG: [rossbach] #58: ready",
            "RE: [EXTERN] rossbach (#58)",
            "#58",
            "vote a#1 for #58",
        ] {
            assert_eq!(prompt_number(subject), Some(58), "{subject}");
        }
        for subject in ["", "58", "# 58", "#", "a#58", "#58b", "#0", "#1234567890", "##", "#-5"] {
            assert_eq!(prompt_number(subject), None, "{subject}");
        }
    }

    #[test]
    fn the_thread_comes_first_and_the_number_stands_in_for_it() {
        let own = OwnAddresses::new("judge@club.test".parse().unwrap());
        let answered = |header: &str| {
            let mail = format!("From: ada@player.test\n{header}\n\nready\n");
            read(mail.as_bytes(), &Limits::default(), &own).answered(&own)
        };
        let mail = |key: &str, direct| Named::Mail { key: key.to_owned(), direct };
        assert_eq!(answered("Subject: [rossbach #58] ready"), [Named::Prompt(58)]);
        assert_eq!(
            answered(
                "Subject: Re: [rossbach #58]\nIn-Reply-To: <a-b-c.9-r@club.test>\n\
                 References: <a-b-c.1-w@club.test> <x@player.test> <a-b-c.9-r@club.test>"
            ),
            [mail("9-r", true), mail("1-w", false), Named::Prompt(58)]
        );
        assert_eq!(
            answered("Subject: Re: x\nIn-Reply-To: <x@player.test>\nReferences: <t.7@club.test>"),
            [mail("7", false)]
        );
        assert_eq!(answered("References: <x@y.test> <t.7@club.test>"), [mail("7", true)]);
        assert_eq!(answered("Subject: orders"), []);
    }
}
