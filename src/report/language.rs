//! The languages in which players are written to.
//!
//! A language is a tag, the name of its folder of templates, and the names by which players ask
//! for it. What is written in it is the templates' matter.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A language that the program's own templates speak.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Language {
    /// The one that has everything, and whose templates stand in for those another lacks.
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "es")]
    Spanish,
    #[serde(rename = "it")]
    Italian,
    #[serde(rename = "pl")]
    Polish,
}

impl Language {
    /// All of them, English first.
    pub const ALL: [Language; 5] = [
        Language::English,
        Language::German,
        Language::Spanish,
        Language::Italian,
        Language::Polish,
    ];

    /// The tag (RFC 5646), as `Content-Language` has it and the folder of templates is called.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Spanish => "es",
            Language::Italian => "it",
            Language::Polish => "pl",
        }
    }

    /// What the language calls itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::Spanish => "español",
            Language::Italian => "italiano",
            Language::Polish => "polski",
        }
    }

    /// The quotes that it puts around words.
    pub const fn quotes(self) -> [&'static str; 2] {
        match self {
            Language::English => ["\"", "\""],
            Language::German => ["„", "“"],
            Language::Spanish | Language::Italian => ["«", "»"],
            Language::Polish => ["„", "”"],
        }
    }

    /// What players of the five languages call it, in small letters without accents.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Language::English => &[
                "english",
                "englisch",
                "ingles",
                "inglese",
                "angielski",
                "angielsku",
                "anglais",
                "eng",
            ],
            Language::German => &[
                "german",
                "deutsch",
                "aleman",
                "tedesco",
                "niemiecki",
                "niemiecku",
                "allemand",
                "ger",
                "deu",
            ],
            Language::Spanish => &[
                "spanish",
                "spanisch",
                "espanol",
                "spagnolo",
                "hiszpanski",
                "hiszpansku",
                "espagnol",
                "castellano",
                "castilian",
                "spa",
                "esp",
            ],
            Language::Italian => {
                &["italian", "italienisch", "italiano", "wloski", "wlosku", "italien", "ita"]
            }
            Language::Polish => {
                &["polish", "polnisch", "polaco", "polacco", "polski", "polsku", "polonais", "pol"]
            }
        }
    }

    /// The language of a tag, whatever region or script stands behind it: `de`, `de-AT`, `pl_PL`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let first = tag.trim().split(['-', '_']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(first))
    }

    /// The language a player asks for, by its tag or its name in any of the five languages, in any
    /// case and with or without accents: `de`, `Deutsch`, `german`, `allemand`, `Español`.
    pub fn parse(asked: &str) -> Option<Language> {
        let asked = asked.trim();
        Language::from_tag(asked).or_else(|| {
            let plain: String = asked.to_lowercase().chars().map(without_accent).collect();
            Language::ALL.into_iter().find(|language| language.names().contains(&&*plain))
        })
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// The letters with marks that stand in these names.
fn without_accent(letter: char) -> char {
    match letter {
        'á' => 'a',
        'é' => 'e',
        'ñ' | 'ń' => 'n',
        'ł' => 'l',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_what_anybody_calls_it() {
        for language in Language::ALL {
            assert_eq!(Language::parse(language.tag()), Some(language));
            assert_eq!(Language::parse(language.own_name()), Some(language));
            assert_eq!(Language::parse(&language.own_name().to_uppercase()), Some(language));
            for name in language.names() {
                assert_eq!(Language::parse(name), Some(language), "{name}");
            }
        }
        for (asked, language) in [
            ("allemand", Language::German),
            ("de-AT", Language::German),
            ("PL_pl", Language::Polish),
            (" Español ", Language::Spanish),
            ("włoski", Language::Italian),
            ("Inglés", Language::English),
            ("hiszpański", Language::Spanish),
        ] {
            assert_eq!(Language::parse(asked), Some(language), "{asked}");
        }
        for stranger in ["", "klingon", "d", "polka", "english please"] {
            assert_eq!(Language::parse(stranger), None, "{stranger}");
        }
    }

    #[test]
    fn its_tag_is_what_is_stored() {
        for language in Language::ALL {
            let stored = serde_json::to_string(&language).expect("JSON");
            assert_eq!(stored, format!("\"{}\"", language.tag()));
            assert_eq!(language.to_string(), language.tag());
        }
    }
}
