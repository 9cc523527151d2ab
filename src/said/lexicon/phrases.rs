//! The phrases of a language: which of them a text begins with, and what it means.
//!
//! A form with choices, `(please|) (send|give) me (the|my) orders`, is followed as it stands: written out,
//! the forms of a language would be a hundred thousand phrases.

use super::text::{Kind, Token, tokens};
use super::vocabulary;
use super::words::Sense;
use indexmap::{IndexMap, IndexSet};
use std::borrow::Cow;
use std::ops::Range;

/// A stretch of one of the lists of [`Phrases`].
type Stretch = Range<u32>;

/// A form of several words: what stands at its places, and its meaning, by its number.
struct Form {
    places: Stretch,
    sense: u32,
}

/// All phrases of a language. Words go by their numbers.
#[derive(Default)]
pub(in crate::said) struct Phrases {
    words: IndexSet<Box<str>>,
    /// What words mean that stand alone.
    alone: IndexMap<u32, Sense>,
    forms: Vec<Form>,
    /// The choices of each place.
    places: Vec<Stretch>,
    /// The words of each choice.
    choices: Vec<Stretch>,
    /// Of all choices.
    chosen: Vec<u32>,
    senses: Vec<Sense>,
    /// The first two words of each form, and its number, in order.
    begun: Vec<(u32, u32, u32)>,
}

impl Phrases {
    /// Adds a form and, while it does not grow longer than one word, each word that it can be.
    pub fn add(&mut self, form: &str, sense: Sense) {
        let all: Vec<Vec<Vec<u32>>> = vocabulary::places(form)
            .iter()
            .map(|choices| choices.iter().map(|choice| self.numbers(choice)).collect())
            .filter(|choices: &Vec<Vec<u32>>| choices.iter().any(|choice| !choice.is_empty()))
            .collect();
        let number = self.forms.len() as u32;
        let known = self.begun.len();
        let mut single = Vec::new();
        begin(&all, &mut Vec::new(), &mut |words| match *words {
            [only] => single.push(only),
            [first, second, ..] => self.begun.push((first, second, number)),
            [] => {}
        });
        single.sort_unstable();
        single.dedup();
        for word in single {
            self.alone.entry(word).or_default().add(sense);
        }
        if self.begun.len() > known {
            self.keep(all, sense);
        }
    }

    fn keep(&mut self, all: Vec<Vec<Vec<u32>>>, sense: Sense) {
        let first = self.places.len() as u32;
        for choices in all {
            let from = self.choices.len() as u32;
            for words in choices {
                let begin = self.chosen.len() as u32;
                self.chosen.extend(words);
                self.choices.push(begin..self.chosen.len() as u32);
            }
            self.places.push(from..self.choices.len() as u32);
        }
        if self.senses.last() != Some(&sense) {
            self.senses.push(sense);
        }
        let places = first..self.places.len() as u32;
        self.forms.push(Form { places, sense: self.senses.len() as u32 - 1 });
    }

    /// To be called when all are added, before anything is looked for.
    pub fn finish(&mut self) {
        self.begun.sort_unstable();
        self.begun.dedup();
        self.words.shrink_to_fit();
        self.begun.shrink_to_fit();
    }

    /// The words of a text by their numbers, new ones among them.
    fn numbers(&mut self, text: &str) -> Vec<u32> {
        let number = |word: String| match self.words.get_index_of(word.as_str()) {
            Some(known) => known as u32,
            None => self.words.insert_full(word.into_boxed_str()).0 as u32,
        };
        plain_words(text).map(number).collect()
    }

    fn number(&self, word: &str) -> Option<u32> {
        self.words.get_index_of(word).map(|number| number as u32)
    }

    /// What this word means alone.
    pub fn alone(&self, word: &str) -> Option<Sense> {
        self.alone.get(&self.number(word)?).copied()
    }

    /// All words that stand alone.
    pub fn single(&self) -> impl Iterator<Item = &str> {
        self.alone.keys().map(|number| self.words[*number as usize].as_ref())
    }

    /// Whether some phrase has this word.
    pub fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// The longest phrase of several words that begins at this place, with the number of its tokens. Dashes may
    /// stand between its words.
    pub fn longest(&self, tokens: &[Token]) -> Option<(Sense, usize)> {
        let (first, second) = (self.word_at(tokens, 0)?, self.word_at(tokens, 1)?);
        let key = (first.0, second.0);
        let from = self.begun.partition_point(|(one, two, _)| (*one, *two) < key);
        let same = self.begun[from..].iter().take_while(|(one, two, _)| (*one, *two) == key);
        let mut same = same.peekable();
        same.peek()?;
        // The words from here on, each with the token behind it.
        let mut words = vec![first, second];
        while let Some(next) = self.word_at(tokens, words[words.len() - 1].1) {
            words.push(next);
        }
        let mut longest = 0;
        let mut found = Sense::default();
        for (.., number) in same {
            let form = &self.forms[*number as usize];
            let Some(length) = self.length(form, &words).filter(|length| *length >= longest) else {
                continue;
            };
            if length > longest {
                (longest, found) = (length, Sense::default());
            }
            found.add(self.senses[form.sense as usize]);
        }
        (longest > 0).then(|| (found, words[longest - 1].1))
    }

    /// The word that stands here or behind a dash, if some phrase has it, and the place behind it.
    fn word_at(&self, tokens: &[Token], at: usize) -> Option<(u32, usize)> {
        let dash = at > 0 && tokens.get(at).is_some_and(|token| token.kind == Kind::Dash);
        let at = at + usize::from(dash);
        let word = spelled(tokens.get(at)?)?;
        Some((self.number(&word)?, at + 1))
    }

    /// How many of these words a form covers at most, from the first on.
    fn length(&self, form: &Form, words: &[(u32, usize)]) -> Option<usize> {
        let mut reached = vec![0];
        for choices in &self.places[stretch(&form.places)] {
            let mut next = Vec::new();
            for choice in &self.choices[stretch(choices)] {
                let choice = &self.chosen[stretch(choice)];
                let fits = |at: &usize| {
                    let here = words.get(*at..*at + choice.len());
                    here.is_some_and(|here| here.iter().map(|(word, _)| word).eq(choice))
                };
                next.extend(reached.iter().filter(|at| fits(at)).map(|at| at + choice.len()));
            }
            next.sort_unstable();
            next.dedup();
            reached = next;
        }
        reached.last().copied()
    }
}

fn stretch(range: &Stretch) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// Tells of the words with which what stands at these places can begin: the first two, or the only one.
fn begin(places: &[Vec<Vec<u32>>], before: &mut Vec<u32>, tell: &mut impl FnMut(&[u32])) {
    let (Some((choices, rest)), 0..=1) = (places.split_first(), before.len()) else {
        return tell(before);
    };
    for choice in choices {
        let length = before.len();
        before.extend(choice);
        begin(rest, before, tell);
        before.truncate(length);
    }
}

/// The words of a text as phrases have them: folded, numbers in digits.
pub(in crate::said) fn plain_words(text: &str) -> impl Iterator<Item = String> {
    tokens(text).into_iter().filter_map(|token| spelled(&token).map(Cow::into_owned))
}

/// A token as it stands in a phrase: a word, or a number in digits.
pub(in crate::said) fn spelled(token: &Token) -> Option<Cow<'_, str>> {
    match token.kind {
        Kind::Word => Some(Cow::Borrowed(&token.plain)),
        Kind::Number(number) => Some(Cow::Owned(number.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Word;
    use super::*;

    fn sense(word: Word) -> Sense {
        let mut sense = Sense::default();
        sense.meanings.insert(word);
        sense
    }

    #[test]
    fn what_a_form_stands_for_is_found_and_nothing_else() {
        let mut phrases = Phrases::default();
        phrases.add("(please|) (send|give me) (the|my|) order(s|)", sense(Word::Status));
        phrases.add("send", sense(Word::Move));
        phrases.add("give me (the|)", sense(Word::Help));
        phrases.finish();
        let found = |text: &str| phrases.longest(&tokens(text));
        for form in vocabulary::forms("(please|) (send|give me) (the|my|) order(s|)") {
            let words = form.split_whitespace().count();
            assert_eq!(found(&form), Some((sense(Word::Status), words)), "{form}");
            assert_eq!(found(&format!("{form} now")), Some((sense(Word::Status), words)), "{form}");
        }
        assert_eq!(found("give me the sword"), Some((sense(Word::Help), 3)));
        assert_eq!(found("give-me the-order"), Some((sense(Word::Status), 6)));
        assert_eq!(found("please give the orders"), None);
        assert_eq!((found("send"), phrases.alone("send")), (None, Some(sense(Word::Move))));
        assert!(phrases.knows("orders") && !phrases.knows("sword"));
    }

    #[test]
    fn the_same_phrase_means_all_that_is_said_of_it() {
        let mut phrases = Phrases::default();
        phrases.add("come (back|home)", sense(Word::Back));
        phrases.add("come back", sense(Word::Move));
        phrases.add("(come|)", sense(Word::To));
        phrases.finish();
        let (both, _) = phrases.longest(&tokens("come back")).unwrap_or_default();
        assert!(both.meanings.has(Word::Back) && both.meanings.has(Word::Move));
        assert_eq!(phrases.alone("come"), Some(sense(Word::To)));
    }
}
