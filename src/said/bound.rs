//! What binds an order and was not read with it: a negation, an exception, a condition behind it, a
//! correction in the same breath, another time. Nothing of a line that bears meaning is left over
//! unread: whoever is not sure what was meant asks.
//!
//! The words are those of the club's data, in all languages at once.

use super::club::words::{ClubWord, LONGEST, means};
use super::frame::Problem;
use super::{Fact, Request, Said, Trouble};
use crate::game::Action;

/// What binds marches and stays, and whether it does so in a line that was read under a condition.
const BINDING: [(ClubWord, bool); 8] = [
    (ClubWord::Correction, true),
    (ClubWord::Except, true),
    (ClubWord::Never, true),
    (ClubWord::Perhaps, true),
    (ClubWord::Halfway, true),
    (ClubWord::Later, true),
    (ClubWord::Musing, true),
    (ClubWord::OnlyIf, false),
];

/// What is in doubt of a line that was read as this, if something in it binds it.
pub(super) fn bound(line: &str, said: &[Said]) -> Option<Problem> {
    let marches = |said: &Said| {
        matches!(said.request, Request::Act(Action::MoveVia { .. }) | Request::Stay(_))
    };
    if !said.iter().any(marches) {
        return None;
    }
    let conditional = said.iter().any(|said| said.condition.is_some());
    let later = said.iter().any(|said| said.turn.is_some() || said.headed);
    let quotes = |c: char| matches!(c, '\'' | '’' | '‘');
    let words: Vec<&str> = line
        .split(|c: char| {
            !c.is_alphanumeric() && !quotes(c) && !('\u{300}'..='\u{36f}').contains(&c)
        })
        .filter(|word| !word.is_empty())
        .collect();
    // `Heinrich to Bernau, no, Spandau`: two goals, and a no between them.
    let two = said.iter().any(|said| match &said.request {
        Request::Act(Action::MoveVia { via, .. }) => via.len() > 1,
        _ => false,
    });
    let denied = |pair: &[&str]| {
        ["no", "nein", "nee", "nie", "nope"].contains(&pair[0].to_lowercase().as_str())
            && !pair[1].starts_with(|c: char| c.is_ascii_digit())
    };
    if two && let Some(pair) = words.windows(2).skip(1).find(|pair| denied(pair)) {
        return Some(Problem::new(Trouble::UnknownWords, pair[0]));
    }
    for (word, always) in BINDING {
        // Polish `poza grą` is no exception.
        let out = word == ClubWord::Except && said.iter().any(is_on_leaving);
        if conditional && !always || later && word == ClubWord::Later || out {
            continue;
        }
        // `Sorry for the delay` and `…, sorry!` correct nothing.
        let inside = usize::from(word == ClubWord::Correction);
        for at in inside..words.len() {
            let most = LONGEST.min(words.len() - at - inside.min(words.len() - at));
            let found =
                (1..=most).rev().find(|length| means(&words[at..at + length].concat(), word));
            if let Some(length) = found {
                let trouble = match word {
                    ClubWord::OnlyIf => Trouble::UnknownCondition,
                    _ => Trouble::UnknownWords,
                };
                return Some(Problem::new(trouble, words[at..at + length].join(" ")));
            }
        }
    }
    None
}

fn is_on_leaving(said: &Said) -> bool {
    said.condition.is_some_and(|condition| matches!(condition.fact, Fact::Out(_)))
}

/// Whether a line that was read as troops is an address: `Friedrich-Ebert-Straße 12`.
pub(super) fn is_address(line: &str, said: &[Said]) -> bool {
    let troops = |said: &Said| {
        matches!(said.request, Request::Act(Action::Redistribute { .. } | Action::Allot { .. }))
    };
    let street = |word: &str| {
        let word = word.to_lowercase();
        means(&word, ClubWord::Street)
            || ["straße", "strasse", "gasse", "allee", "platz"]
                .iter()
                .any(|end| word.ends_with(end))
    };
    !said.is_empty()
        && said.iter().all(troops)
        && line.split(|c: char| !c.is_alphanumeric()).any(street)
}
