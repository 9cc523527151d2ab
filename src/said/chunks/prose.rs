//! Words of sentences that order nothing, by language: verbs that say how things are, and who or what is spoken of there.
//!
//! They stand in `data/<language>/words.txt`, in the lines that begin with `prose`, and count in that language only: Polish `to`
//! is no English one.

use super::chunk::Chunk;
use crate::orders::fold::fold;
use crate::said::Language;
use crate::said::lexicon::vocabulary::{self, PROSE};
use indexmap::IndexSet;
use std::sync::LazyLock;

/// What such a word is.
#[derive(Clone, Copy)]
pub(in crate::said) enum Prose {
    /// A verb that says how things are: `is`, `waits`, `can't`.
    Tells,
    /// Who or what tells or is told of, and is no piece: `I`, `that`, `somebody`.
    Teller,
    /// Anybody: `one has to look after Prague`.
    Someone,
}

/// No phrase has more words.
const LONGEST: usize = 4;

/// By language, in the order of [`Language::ALL`], the folded phrases of each kind.
static WORDS: LazyLock<Vec<[IndexSet<String>; 3]>> = LazyLock::new(|| {
    let mut words = vec![<[IndexSet<String>; 3]>::default(); Language::ALL.len()];
    for (file, line) in vocabulary::lines(PROSE) {
        let language = Language::ALL.iter().position(|l| file.starts_with(l.tag()));
        let kind =
            |name: &str| ["tells", "teller", "someone"].iter().position(|known| *known == name);
        let found = line.split_once(':').and_then(|(name, forms)| Some((kind(name)?, forms)));
        let (Some(language), Some((kind, forms))) = (language, found) else {
            // Compiled in: a wrong file is a defect of the program.
            panic!("{file}: `{line}` is no line of prose");
        };
        words[language][kind].extend(vocabulary::forms(forms).map(|form| compared(&form)));
    }
    words
});

/// Without accents and spaces; short words keep their accents: Spanish `sé` is no `se`, Italian `è` no `e`.
fn compared(text: &str) -> String {
    let plain: String = fold(text).plain.chars().filter(|c| c.is_alphanumeric()).collect();
    match plain.len() <= 2 {
        true => text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect(),
        false => plain,
    }
}

impl Prose {
    /// How many chunks from here are such a phrase of this language.
    pub fn said(
        self,
        language: Language,
        line: &str,
        chunks: &[Chunk],
        at: usize,
    ) -> Option<usize> {
        let words = &WORDS[Language::ALL.iter().position(|l| *l == language)?][self as usize];
        let most = LONGEST.min(chunks.len().saturating_sub(at));
        (1..=most).rev().find(|length| {
            let part = &chunks[at..at + length];
            let plain = part.iter().all(|c| c.is_word() && c.generals.is_empty());
            let text = plain.then(|| line.get(part[0].start..part[length - 1].end)).flatten();
            text.is_some_and(|text| words.contains(&compared(text)))
        })
    }

    /// Whether a chunk of several words begins with such a word: `can't be done`.
    fn begins(self, language: Language, line: &str, chunk: &Chunk) -> bool {
        let place = Language::ALL.iter().position(|l| *l == language).unwrap_or_default();
        let first = line.get(chunk.start..chunk.end).and_then(|text| text.split_once(' '));
        let plain = chunk.is_word() && chunk.generals.is_empty() && chunk.cities.is_empty();
        first
            .is_some_and(|(word, _)| plain && WORDS[place][self as usize].contains(&compared(word)))
    }

    /// Whether such a phrase stands anywhere among these chunks.
    pub fn among(self, language: Language, line: &str, chunks: &[Chunk]) -> bool {
        (0..chunks.len()).any(|at| {
            self.said(language, line, chunks, at).is_some()
                || self.begins(language, line, &chunks[at])
        })
    }
}
