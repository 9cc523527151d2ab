//! Lines to the club, word by word, in five languages: in any case, with or without diacritics.
//!
//! It knows the names of seats and nations; what a line means is for those who read it.

use crate::game::{Nation, Seat};
use crate::orders::fold::{Folded, fold, is_combining};
use crate::orders::names::resolve_nation;

/// The names of the roles, folded, in the languages of the order language.
const SEATS: [(Seat, &[&str]); 4] = [
    (
        Seat::Frederick,
        &["frederick", "friedrich", "frederic", "federico", "fryderyk", "fryderyka", "fritz"],
    ),
    (
        Seat::Elisabeth,
        &["elisabeth", "elizabeth", "isabel", "elisabetta", "elzbieta", "elzbiety", "elzbiete"],
    ),
    (
        Seat::MariaTheresa,
        &[
            "maria theresa",
            "maria theresia",
            "maria teresa",
            "maria terezja",
            "marii teresy",
            "theresa",
            "theresia",
            "maria",
        ],
    ),
    (Seat::Pompadour, &["madame de pompadour", "madame pompadour", "pompadour"]),
];

/// Small words that change nothing.
const FILLERS: &[&str] = &[
    "a", "an", "the", "that", "we", "to", "of", "for", "on", "in", "about", "please", "game", "by",
    "zu", "die", "der", "das", "den", "dem", "ein", "eine", "einen", "fuer", "fur", "von", "bei",
    "um", "ueber", "uber", "bitte", "spiel", "spiels", "el", "la", "los", "las", "un", "una", "de",
    "del", "en", "para", "por", "sobre", "partida", "juego", "il", "lo", "i", "le", "di", "da",
    "per", "su", "sul", "sulla", "della", "ed", "partita", "gioco", "do", "na", "dla", "o", "w",
    "gry", "gra", "nad", "and", "und", "y", "e", "oraz", "al", "alla", "ai", "with", "mit", "con",
    "z", "number", "nr", "nummer", "numero",
];

/// Somebody at the table, as named in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    Seat(Seat),
    /// Whoever plays this nation.
    Nation(Nation),
}

/// The words of a line, read from the left.
pub struct Words {
    words: Vec<Folded>,
    /// As they were written.
    texts: Vec<String>,
    at: usize,
}

impl Words {
    pub fn of(line: &str) -> Words {
        let apart = |c: char| !c.is_alphanumeric() && !is_combining(c);
        let texts: Vec<String> =
            line.split(apart).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        Words { words: texts.iter().map(|word| fold(word)).collect(), texts, at: 0 }
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.words.len()
    }

    /// How many are still to be read.
    pub fn left(&self) -> usize {
        self.words.len().saturating_sub(self.at)
    }

    /// Reads one of these phrases, folded, if it is next. The first that fits is taken.
    pub fn take(&mut self, phrases: &[&str]) -> bool {
        for phrase in phrases {
            let mut at = self.at;
            let fits = phrase.split(' ').all(|wanted| {
                let found = self.words.get(at);
                at += 1;
                found.is_some_and(|word| word.plain == wanted || word.german == wanted)
            });
            if fits {
                self.at = at;
                return true;
            }
        }
        false
    }

    /// Reads one of several things by its phrases.
    pub fn take_one<T: Copy>(&mut self, things: &[(T, &[&str])]) -> Option<T> {
        things.iter().find(|(_, phrases)| self.take(phrases)).map(|(thing, _)| *thing)
    }

    pub fn number(&mut self) -> Option<u64> {
        let number = self.texts.get(self.at)?.parse().ok()?;
        self.at += 1;
        Some(number)
    }

    /// Passes over words that change nothing.
    pub fn skip(&mut self) {
        while self.take(FILLERS) {}
    }

    /// Reads a seat by its role.
    pub fn named_seat(&mut self) -> Option<Named> {
        self.take_one(&SEATS).map(Named::Seat)
    }

    /// Passes over a word, whatever it is.
    pub fn pass(&mut self) {
        self.at += 1;
    }

    /// Reads a seat, by its role or by a nation it plays.
    pub fn named(&mut self) -> Option<Named> {
        if let Some(seat) = self.take_one(&SEATS) {
            return Some(Named::Seat(seat));
        }
        for length in (1..=2).rev() {
            let words = self.texts.get(self.at..self.at + length);
            if let Some(nation) = words.and_then(|words| resolve_nation(&words.join(" "))) {
                self.at += length;
                return Some(Named::Nation(nation));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_case_and_spelling() {
        let mut words = Words::of("  Verlängern: 3 TAGE, bitte!");
        assert!(words.take(&["verlaengern"]));
        assert_eq!(words.number(), Some(3));
        assert!(!words.take(&["day"]) && words.take(&["day", "tage"]));
        words.skip();
        assert!(words.is_at_end() && words.left() == 0);
        assert!(Words::of("verlangern").take(&["verlaengern", "verlangern"]));
        assert!(Words::of("take back my move").take(&["take it back", "take back"]));
    }

    #[test]
    fn seats_are_known_by_role_and_by_nation() {
        let named = |text: &str| Words::of(text).named();
        assert_eq!(named("Maria Theresia wins"), Some(Named::Seat(Seat::MariaTheresa)));
        assert_eq!(named("Elżbieta"), Some(Named::Seat(Seat::Elisabeth)));
        assert_eq!(named("Österreich"), Some(Named::Nation(Nation::Austria)));
        assert_eq!(named("the"), None);
        assert_eq!(named("Imperial Army wins"), Some(Named::Nation(Nation::ImperialArmy)));
        assert_eq!(named(""), None);
    }
}
