//! One layout per kind of mail, and phrases by language: what makes the templates of a language.
//!
//! A layout, in the folder `layout`, holds no words: where they belong stands `{$ name $}`. A language
//! is a folder with `phrases.toml` and the few files that consist of words (`words.jinja` with the names,
//! their cases and genders; texts of Cards of Fate; the manual). `phrases.toml` has a table for each
//! layout, with a phrase for each name, and the table `common` for phrases that several layouts use.
//! Layouts and phrases together give a template for each layout and language. This module puts them
//! together and compares them; it renders nothing.

use std::collections::{BTreeMap, BTreeSet};

/// The folder of the layouts.
pub(super) const LAYOUT: &str = "layout";
/// The file of a language's phrases.
pub(super) const PHRASES: &str = "phrases.toml";

/// The table of the phrases that several layouts use; a phrase in the layout's own table takes precedence.
const COMMON: &str = "common";

/// The phrases of a language by layout and name.
type Phrases = BTreeMap<String, BTreeMap<String, String>>;

/// What is wrong with files of phrases.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhraseFault {
    /// A file of phrases is no table of tables of texts.
    #[error("{file}: {reason}")]
    NotToml {
        /// Its name in the folder of templates.
        file: String,
        /// The parser's message.
        reason: String,
    },
    /// A phrase that no mail would ever use, such as one with a misspelt name.
    #[error("{file}: the layout {layout} has no place for the phrase `{name}`")]
    Unused {
        /// The file that has it.
        file: String,
        /// The layout that it should belong to: its table in the file.
        layout: String,
        /// The phrase's key.
        name: String,
    },
    /// A layout has a place for a phrase that not even the first language has.
    #[error("layout/{layout}.jinja: no language has the phrase `{name}`")]
    Missing {
        /// The layout, without its ending.
        layout: String,
        /// The phrase's key.
        name: String,
    },
}

/// The templates of all languages, by names such as `de/report.jinja`, from `files` by their names in the
/// folder of templates. A phrase that a language lacks is taken from the language `first`; a layout of
/// which it has no phrase at all gets no template.
///
/// # Errors
///
/// A file of phrases is no table of tables of texts, or a layout has a place for which not even `first`
/// has a phrase.
pub(super) fn templates(
    files: &BTreeMap<String, String>,
    first: &str,
) -> Result<BTreeMap<String, String>, PhraseFault> {
    let mut templates = BTreeMap::new();
    let mut layouts: BTreeMap<&str, &str> = BTreeMap::new();
    let mut languages: BTreeMap<&str, Phrases> = BTreeMap::new();
    for (name, source) in files {
        match name.split_once('/') {
            Some((LAYOUT, file)) => {
                layouts.insert(file.strip_suffix(".jinja").unwrap_or(file), source);
            }
            Some((language, PHRASES)) => {
                languages.insert(language, read(name, source)?);
            }
            Some((language, _)) => {
                languages.entry(language).or_default();
                templates.insert(name.clone(), source.clone());
            }
            None => {
                templates.insert(name.clone(), source.clone());
            }
        }
    }
    let places: BTreeMap<&str, BTreeSet<&str>> =
        layouts.iter().map(|(name, source)| (*name, places(source).collect())).collect();
    for (language, phrases) in &languages {
        for (layout, source) in &layouts {
            let name = format!("{language}/{layout}.jinja");
            // A language may have phrases for some layouts only: the others are left to the first language.
            let common = phrases.get(COMMON);
            let says = |name: &&str| common.is_some_and(|table| table.contains_key(*name));
            let speaks = phrases.contains_key(*layout)
                || (places[layout].iter().all(says) && !phrases.is_empty());
            // A template that a language brings itself takes precedence over the layout.
            if speaks && !templates.contains_key(&name) {
                let both = [Some(phrases), languages.get(first)];
                templates.insert(name, filled(layout, source, &both)?);
            }
        }
    }
    Ok(templates)
}

/// Refuses a phrase for which no layout has a place: mostly a name that was mistyped.
///
/// # Errors
///
/// There is such a phrase in one of the files, or one of them is no file of phrases.
pub(super) fn check_places(
    phrases: &BTreeMap<String, String>,
    layouts: &BTreeMap<String, String>,
) -> Result<(), PhraseFault> {
    for (file, source) in phrases.iter().filter(|(name, _)| name.ends_with(PHRASES)) {
        for (layout, table) in read(file, source)? {
            let own = format!("{LAYOUT}/{layout}.jinja");
            let of_it = |(name, _): &(&String, &String)| layout == COMMON || **name == own;
            let sources = layouts.iter().filter(of_it).map(|(_, text)| text);
            let known: BTreeSet<&str> = sources.flat_map(|text| places(text)).collect();
            if let Some(name) = table.into_keys().find(|name| !known.contains(&**name)) {
                return Err(PhraseFault::Unused { file: file.clone(), layout, name });
            }
        }
    }
    Ok(())
}

/// The phrases in a file.
pub(super) fn read(file: &str, source: &str) -> Result<Phrases, PhraseFault> {
    toml::from_str(source).map_err(|error: toml::de::Error| PhraseFault::NotToml {
        file: file.to_owned(),
        reason: error.to_string(),
    })
}

/// The names of the phrases that a layout has places for.
pub(super) fn places(layout: &str) -> impl Iterator<Item = &str> {
    layout.split("{$").skip(1).filter_map(|rest| Some(rest.split_once("$}")?.0.trim()))
}

/// The phrases `ours`, with those of `theirs` in place of the ones that have the same names.
/// `file` is the name of both files.
///
/// # Errors
///
/// One of them is no file of phrases.
pub(super) fn merged(ours: &str, file: &str, theirs: &str) -> Result<String, PhraseFault> {
    let mut phrases = read(file, ours)?;
    for (layout, table) in read(file, theirs)? {
        phrases.entry(layout).or_default().extend(table);
    }
    toml::to_string(&phrases)
        .map_err(|error| PhraseFault::NotToml { file: file.to_owned(), reason: error.to_string() })
}

fn filled(layout: &str, source: &str, phrases: &[Option<&Phrases>]) -> Result<String, PhraseFault> {
    let mut parts = source.split("{$");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("$}").unwrap_or((part, ""));
        let name = name.trim();
        let phrase = phrases.iter().flatten().find_map(|all| {
            let own = all.get(layout).and_then(|table| table.get(name));
            own.or_else(|| all.get(COMMON)?.get(name))
        });
        let missing = || PhraseFault::Missing { layout: layout.to_owned(), name: name.to_owned() };
        let phrase = phrase.ok_or_else(missing)?;
        filled.push_str(phrase);
        // The engine swallows the line end behind a tag; the one that the layout has here is wanted.
        if phrase.ends_with("%}") && !phrase.ends_with("-%}") && rest.starts_with('\n') {
            filled.push('\n');
        }
        filled.push_str(rest);
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(all: &[(&str, &str)]) -> BTreeMap<String, String> {
        all.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn a_layout_is_filled_with_the_phrases_of_each_language() {
        let made = templates(
            &files(&[
                ("layout/late.jinja", "# {$ title $}\n{% if x %}{$ over $}{% endif %}"),
                ("en/phrases.toml", "[late]\ntitle = 'Too late'\nover = '{{ x }} is over.'"),
                ("fr/phrases.toml", "[late]\ntitle = 'Trop tard'"),
                ("fr/words.jinja", "{% set a = 1 %}"),
                ("page.html", "<html>"),
            ]),
            "en",
        );
        let made = made.expect("templates");
        assert_eq!(made["en/late.jinja"], "# Too late\n{% if x %}{{ x }} is over.{% endif %}");
        assert_eq!(made["fr/late.jinja"], "# Trop tard\n{% if x %}{{ x }} is over.{% endif %}");
        assert_eq!(made["fr/words.jinja"], "{% set a = 1 %}");
        assert_eq!(made["page.html"], "<html>");
    }

    #[test]
    fn what_several_layouts_say_is_common_and_a_layouts_own_goes_before() {
        let all = files(&[
            ("layout/late.jinja", "{$ seed $} {$ end $}"),
            ("layout/over.jinja", "{$ seed $}"),
            ("en/phrases.toml", "[common]\nseed = 'The seed'\n[late]\nend = '.'"),
            ("fr/phrases.toml", "[common]\nseed = 'La graine'\n[over]\nseed = 'Le germe'"),
        ]);
        let made = templates(&all, "en").expect("templates");
        assert_eq!(made["en/late.jinja"], "The seed .");
        assert_eq!(made["en/over.jinja"], "The seed");
        assert_eq!(made["fr/over.jinja"], "Le germe");
        assert!(!made.contains_key("fr/late.jinja"), "English says it all");
        assert_eq!(check_places(&all, &all), Ok(()));
        let wrong = files(&[("en/phrases.toml", "[common]\nsead = ''")]);
        assert!(check_places(&wrong, &all).is_err());
    }

    #[test]
    fn a_phrase_that_ends_with_a_tag_keeps_the_line_end_behind_it() {
        let made = templates(
            &files(&[
                ("layout/late.jinja", "| {$ row $}\n| b"),
                ("en/phrases.toml", "[late]\nrow = 'a{% if x %}s{% endif %}'"),
            ]),
            "en",
        );
        let made = made.expect("templates");
        assert_eq!(made["en/late.jinja"], "| a{% if x %}s{% endif %}\n\n| b");
    }

    #[test]
    fn a_phrase_without_a_place_and_a_place_without_a_phrase_are_named() {
        let layout = ("layout/late.jinja", "{$ title $}");
        let fault = |phrases| {
            templates(&files(&[layout, ("en/phrases.toml", phrases)]), "en").expect_err("a fault")
        };
        assert!(matches!(fault("[late]"), PhraseFault::Missing { name, .. } if name == "title"));
        let all = files(&[layout, ("en/phrases.toml", "[late]\ntitle = ''\ntitel = ''")]);
        let unused = check_places(&all, &all).expect_err("unused");
        assert!(matches!(unused, PhraseFault::Unused { name, .. } if name == "titel"));
        assert!(matches!(fault("[late"), PhraseFault::NotToml { .. }));
    }
}
