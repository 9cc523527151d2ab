//! The words of the order language in English, German, Spanish, Italian and Polish.
//!
//! Read from `data/words.csv`: a meaning and the words that have it, `_` between the words of a
//! phrase. A word may have several meanings; where it stands decides. City and general names are
//! not here but in [`super::names`].

use super::fold::{Folded, fold};
use crate::game::Suit;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a word can mean in an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub(crate) enum Word {
    Move,
    To,
    From,
    Via,
    And,
    Then,
    At,
    As,
    For,
    Of,
    Filler,
    Allot,
    Redistribute,
    Recruit,
    Enter,
    Discard,
    Play,
    Reserve,
    Stop,
    Attack,
    Retreat,
    Choose,
    Decline,
    SetAside,
    Reconquer,
    Withdraw,
    Stay,
    Ready,
    Wait,
    Test,
    Cancel,
    Status,
    Help,
    Train,
    Troops,
    Card,
    Deck,
    Double,
    Turn,
    Option,
    Offensive,
    Fate,
    Title,
    Greeting,
    Closing,
    Spades,
    Clubs,
    Hearts,
    Diamonds,
}

/// A set of meanings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Meanings(u64);

impl Meanings {
    /// Whether the word can mean this.
    pub fn has(self, word: Word) -> bool {
        self.0 & (1 << word as u8) != 0
    }

    /// Whether the word can mean any of these.
    pub fn has_any(self, words: &[Word]) -> bool {
        words.iter().any(|word| self.has(*word))
    }

    /// Whether the word has no meaning in the order language.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    fn with(self, word: Word) -> Meanings {
        Meanings(self.0 | 1 << word as u8)
    }

    /// The suit, if the word is a name of one.
    pub fn suit(self) -> Option<Suit> {
        [
            (Word::Spades, Suit::Spades),
            (Word::Clubs, Suit::Clubs),
            (Word::Hearts, Suit::Hearts),
            (Word::Diamonds, Suit::Diamonds),
        ]
        .into_iter()
        .find_map(|(word, suit)| self.has(word).then_some(suit))
    }
}

#[derive(Deserialize)]
struct Row {
    meaning: Word,
    words: String,
}

/// All words and phrases by their folded spellings.
pub(crate) struct Lexicon {
    entries: BTreeMap<String, Meanings>,
    /// The words that begin an order, for suggestions: as they are written in the data file.
    verbs: Vec<(String, String)>,
}

/// The most words in one phrase of the data file.
pub(crate) const PHRASE_WORDS: usize = 4;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let rows: Vec<Row> = super::names::rows("words.csv", include_str!("data/words.csv"));
    let mut lexicon = Lexicon { entries: BTreeMap::new(), verbs: Vec::new() };
    for Row { meaning, words } in rows {
        for word in words.split_whitespace() {
            let Folded { plain, german, .. } = fold(word);
            if is_suggested(meaning) {
                lexicon.verbs.push((plain.clone(), word.replace('_', " ")));
            }
            for key in [plain, german] {
                let meanings = lexicon.entries.entry(key).or_default();
                *meanings = meanings.with(meaning);
            }
        }
    }
    lexicon
});

/// Meanings whose words make sense alone or at the start of a line.
fn is_suggested(meaning: Word) -> bool {
    use Word::*;
    matches!(
        meaning,
        Move | Allot
            | Redistribute
            | Recruit
            | Enter
            | Discard
            | Play
            | Reserve
            | Stop
            | Attack
            | Retreat
            | Choose
            | Decline
            | SetAside
            | Reconquer
            | Withdraw
            | Stay
            | Ready
            | Wait
            | Test
            | Cancel
            | Status
            | Help
            | Train
    )
}

/// The words of the order language.
pub(crate) fn lexicon() -> &'static Lexicon {
    &LEXICON
}

impl Lexicon {
    /// What a folded word or phrase can mean.
    pub fn meanings(&self, word: &Folded) -> Meanings {
        let of = |key: &String| self.entries.get(key).copied().unwrap_or_default();
        let (plain, german) = (of(&word.plain), of(&word.german));
        Meanings(plain.0 | german.0)
    }

    /// Words that a mistyped one could be, nearest first: at most three.
    pub fn near(&self, word: &Folded) -> Vec<String> {
        let length = word.plain.chars().count();
        if !(3..=20).contains(&length) {
            return Vec::new();
        }
        let allowed = if length < 6 { 1 } else { 2 };
        let mut found: Vec<(usize, &str)> = self
            .verbs
            .iter()
            .filter(|(key, _)| key.chars().count().abs_diff(length) <= allowed)
            .map(|(key, verb)| (strsim::osa_distance(key, &word.plain), verb.as_str()))
            .filter(|(distance, _)| *distance <= allowed)
            .collect();
        found.sort_unstable();
        found.dedup_by_key(|(_, verb)| *verb);
        found.into_iter().take(3).map(|(_, verb)| verb.to_owned()).collect()
    }

    /// Whether a line can begin with it, for tests of what must not clash.
    #[cfg(test)]
    pub fn begins_an_order(&self, word: &Folded) -> bool {
        self.verbs.iter().any(|(verb, _)| *verb == word.plain || *verb == word.german)
    }

    /// All spellings, for tests of what must not clash.
    #[cfg(test)]
    pub fn spellings(&self) -> impl Iterator<Item = (&str, Meanings)> {
        self.entries.iter().map(|(word, meanings)| (word.as_str(), *meanings))
    }
}
