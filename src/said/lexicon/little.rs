//! Little words and endings that mean nothing by themselves: what joins a name to its qualifier or a
//! value to its suit, abbreviations, the endings of ordinals and of names.
//!
//! They stand in `data/<language>/words.txt`, in the lines that begin with `little`, and count in all
//! languages at once: they are as often written in another's language as in one's own.

use super::vocabulary::{self, LITTLE};
use crate::orders::fold::fold;
use indexmap::IndexSet;
use std::sync::LazyLock;

macro_rules! little_words {
    ($($(#[$meaning:meta])* $name:ident = $id:literal),* $(,)?) => {
        /// What a little word is for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(in crate::said) enum Little { $($(#[$meaning])* $name),* }

        impl Little {
            /// All of them, with their names in the data.
            const ALL: &'static [(Little, &'static str)] = &[$((Little::$name, $id)),*];
        }
    };
}

little_words! {
    /// Between a card's value and its suit: `7 of hearts`.
    Between = "between",
    /// Between a city's name and its qualifier: `Frankfurt an der Oder`.
    Joining = "joining",
    /// Leads, behind a comma, to which of several cities is meant: `Königsberg, the one in the Neumark`.
    Apposed = "apposed",
    /// Takes back a goal that was just said: `to Bernau, no, Spandau`.
    Denial = "denial",
    /// Stands before an enemy only: `with` is said of friends, too.
    Against = "against",
    /// Beside the number of a menu's entry, and nothing else: `option 3 please`.
    Choice = "choice",
    /// Before the number of a proposal.
    Number = "number",
    /// An abbreviation, behind which a period ends no sentence.
    Short = "short",
    /// The letters of an abbreviation with several periods, none of which ends a sentence: `i.e.`
    Dotted = "dotted",
    /// What makes a number an ordinal: `2nd`.
    Ordinal = "ordinal",
    /// Ends a condition: `if Laun falls then …`.
    Then = "then",
    /// Before `'s` these are no names: `that's all`.
    Pronoun = "pronoun",
    /// Before `'s` a verb that makes one word with it: `das war's` says more than `das war`.
    Contracted = "contracted",
    /// Behind an apostrophe, part of the word before it: `Keith's`, `Daun'a`.
    Ending = "ending",
    /// Absence alone, without saying until when.
    Away = "away",
    /// Says that another does so as well: `and also the train`.
    Too = "too",
    /// A word of the orders as the manual writes them in English, in whatever language the others are read.
    Canonical = "canonical",
    /// One of those that tells that a line of nothing else is English, though other languages have words that are spelt so.
    Telling = "telling",
    /// A particle that looks like a word for stopping: `halt` in `dann spiel halt die zwei`.
    Particle = "particle",
    /// A river or country by which a place is told apart that needs no telling: `Landsberg (Warthe)`.
    River = "river",
    /// What leads to a river that somebody crosses: `behind`, `across`.
    Beyond = "beyond",
    /// Says that something happens at no time: `never a good card`.
    Never = "never",
    /// What one says of how combats are to be fought: `the instruction against Browne`.
    Instruction = "instruction",
    /// A verb that begins a condition before its subject: `should Keith be at Zeitz`.
    Should = "should",
    /// A verb that says where a march ends before its goal: `stops`.
    Halts = "halts",
    /// Says that a card is enough, and before no card that enough is enough: `basta il 7`.
    Suffices = "suffices",
    /// Says who does not come along.
    Without = "without",
    /// Makes a card of a number behind it: `only the nine`.
    Definite = "definite",
    /// How streets end that are one word.
    StreetEnding = "street-ending",
    /// How verbs end that say what would be: `sarebbe`, `byłby`, `laisserait`.
    ConditionalEnding = "conditional-ending",
    /// A number that stands for somebody behind an adjective: `the energetic one`.
    SomeOne = "some-one",
    /// Who says so gives his name beside it: `Frances here`.
    Here = "here",
    /// Leaves open whether something is so: `I'll tell you whether that's all`.
    Whether = "whether",
}

/// The folded words of each kind, in the order of [`Little::ALL`].
static WORDS: LazyLock<Vec<IndexSet<String>>> = LazyLock::new(|| {
    let mut words = vec![IndexSet::new(); Little::ALL.len()];
    for (file, line) in vocabulary::lines(LITTLE) {
        let kind = |name: &str| Little::ALL.iter().find(|(_, id)| *id == name);
        let Some(((kind, _), forms)) =
            line.split_once(':').and_then(|(name, forms)| Some((kind(name)?, forms)))
        else {
            // Compiled in: a wrong file is a defect of the program.
            panic!("{file}: `{line}` is no kind of little word");
        };
        words[*kind as usize].extend(forms.split(',').map(|form| fold(form.trim()).plain));
    }
    words
});

impl Little {
    /// Whether a folded word is one of these.
    pub fn is(self, plain: &str) -> bool {
        WORDS[self as usize].contains(plain)
    }

    /// Whether a folded word ends with one of these.
    pub fn ends(self, plain: &str) -> bool {
        WORDS[self as usize].iter().any(|ending| plain.ends_with(ending.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_words_and_they_are_folded() {
        for (kind, id) in Little::ALL {
            assert!(!WORDS[*kind as usize].is_empty(), "{id} has no words");
        }
        assert!(Little::Choice.is("opcion") && Little::Choice.is("wybor"));
        assert!(Little::StreetEnding.ends("hauptstrasse"));
        assert!(!Little::StreetEnding.ends("dresden") && !Little::Denial.is(""));
    }
}
