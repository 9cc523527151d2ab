//! Words of duel instructions and conditions, in the five languages.
//!
//! Apart from [`super::lexicon`]: they mean something in these lines only, so that elsewhere
//! `Win` still is Winterfeldt and `do` a direction.

use super::cursor::Cursor;
use super::fold::{Folded, fold};
use super::token::Kind;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a word can mean in an instruction or a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DuelWord {
    Duel,
    Versus,
    AtMost,
    AtLeast,
    Points,
    Lose,
    Win,
    Keep,
    Only,
    Costs,
    Any,
    Ask,
    Enemies,
    Farthest,
    AttackOrder,
    If,
    Else,
    Not,
    Is,
    Conquered,
    Out,
    Possible,
}

#[derive(Deserialize)]
struct Row {
    meaning: DuelWord,
    words: String,
}

/// Folded phrases with their meanings.
static WORDS: LazyLock<BTreeMap<String, Vec<DuelWord>>> = LazyLock::new(|| {
    let rows: Vec<Row> = super::names::rows("duel_words.csv", include_str!("data/duel_words.csv"));
    let mut words: BTreeMap<String, Vec<DuelWord>> = BTreeMap::new();
    for Row { meaning, words: list } in rows {
        for word in list.split_whitespace() {
            let Folded { plain, german, .. } = fold(word);
            for key in [plain, german] {
                let meanings = words.entry(key).or_default();
                if !meanings.contains(&meaning) {
                    meanings.push(meaning);
                }
            }
        }
    }
    words
});

/// The most tokens in one phrase.
const PHRASE: usize = 4;

/// How many tokens a phrase of this meaning takes that is next, the longest; 0 if there is none.
pub(super) fn length(cursor: &Cursor, meaning: DuelWord) -> usize {
    let mut phrase = Folded::default();
    let mut longest = 0;
    for place in 0..PHRASE {
        let Some(token) = cursor.ahead(place).filter(|token| token.kind == Kind::Word) else {
            break;
        };
        phrase.append(&token.folded);
        let means = |key: &String| WORDS.get(key).is_some_and(|all| all.contains(&meaning));
        if means(&phrase.plain) || means(&phrase.german) {
            longest = place + 1;
        }
    }
    longest
}

/// Takes a phrase of this meaning, if one is next.
pub(super) fn take(cursor: &mut Cursor, meaning: DuelWord) -> bool {
    let length = length(cursor, meaning);
    cursor.advance(length);
    length > 0
}
