//! The languages in which people write and are written to: the one list of them.
//!
//! A row here, the folders of its tag (`data/<tag>` beside this file, `templates/<tag>`) and
//! `docs/rules/<tag>.md` make a language; `docs/templates.md` has every step. What is said in it is not
//! known here.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is known of a language before anything is said in it.
struct Known {
    tag: &'static str,
    own_name: &'static str,
    quotes: [&'static str; 2],
    colon: &'static str,
    letters: &'static str,
    names: &'static [&'static str],
}

macro_rules! languages {
    ($(
        $(#[$about:meta])*
        $language:ident $tag:literal {
            own_name: $own_name:literal,
            quotes: $quotes:expr,
            colon: $colon:expr,
            letters: $letters:literal,
            names: $names:expr,
        }
    )*) => {
        /// A language in which people write, and in which the program's own templates speak.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
        )]
        pub enum Language {
            $(
                $(#[$about])*
                #[doc = concat!("Tag `", $tag, "`; it calls itself ", $own_name, ".")]
                #[serde(rename = $tag)]
                $language,
            )*
        }

        impl Language {
            /// All of them, English first. Where nothing else decides between two, the earlier one counts.
            pub const ALL: [Language; [$($tag),*].len()] = [$(Language::$language),*];

            const fn known(self) -> Known {
                match self {
                    $(Language::$language => Known {
                        tag: $tag,
                        own_name: $own_name,
                        quotes: $quotes,
                        colon: $colon,
                        letters: $letters,
                        names: $names,
                    },)*
                }
            }
        }

        /// The words of each language, in the order of [`Language::ALL`], with the names of their files.
        pub(in crate::said) const WORDS: [(&str, &str); Language::ALL.len()] = [$((
            concat!($tag, "/words.txt"),
            include_str!(concat!("../data/", $tag, "/words.txt")),
        )),*];

        /// Its names, likewise.
        pub(in crate::said) const NAMES: [(&str, &str); Language::ALL.len()] = [$((
            concat!($tag, "/names.txt"),
            include_str!(concat!("../data/", $tag, "/names.txt")),
        )),*];
    };
}

// `letters` are those that hardly another of these languages has; `names` what people of all of them call it,
// in small letters without accents.
languages! {
    /// The one that has everything, and whose templates stand in for those another lacks.
    #[default]
    English "en" {
        own_name: "English",
        quotes: ["\"", "\""],
        colon: ":",
        letters: "",
        names: &["english", "englisch", "ingles", "inglese", "angielski", "angielsku", "anglais", "eng"],
    }
    German "de" {
        own_name: "Deutsch",
        quotes: ["„", "“"],
        colon: ":",
        letters: "ßäÄ",
        names: &[
            "german", "deutsch", "aleman", "tedesco", "niemiecki", "niemiecku", "allemand", "ger", "deu",
        ],
    }
    Spanish "es" {
        own_name: "español",
        quotes: ["«", "»"],
        colon: ":",
        letters: "ñ¿¡Ñ",
        names: &[
            "spanish", "spanisch", "espanol", "spagnolo", "hiszpanski", "hiszpansku", "espagnol",
            "castellano", "castilian", "spa", "esp",
        ],
    }
    Italian "it" {
        own_name: "italiano",
        quotes: ["«", "»"],
        colon: ":",
        letters: "ìò",
        names: &["italian", "italienisch", "italiano", "wloski", "wlosku", "italien", "ita"],
    }
    Polish "pl" {
        own_name: "polski",
        quotes: ["„", "”"],
        colon: ":",
        letters: "łąęśćńźżŁŚŻ",
        names: &["polish", "polnisch", "polaco", "polacco", "polski", "polsku", "polonais", "pol"],
    }
    French "fr" {
        own_name: "français",
        // The inner ones: the outer ones, `« »`, have no-break spaces, and quotes are one character wide.
        quotes: ["“", "”"],
        colon: "\u{a0}:",
        letters: "çêâîûœÊÇ",
        names: &[
            "french", "franzosisch", "frances", "francese", "francuski", "francusku", "francais", "fra",
            "fre",
        ],
    }
}

impl Language {
    /// The tag (ISO 639-1), as `Content-Language` has it and the folders are called.
    pub const fn tag(self) -> &'static str {
        self.known().tag
    }

    /// What the language calls itself.
    pub const fn own_name(self) -> &'static str {
        self.known().own_name
    }

    /// The quotes that it puts around words.
    pub const fn quotes(self) -> [&'static str; 2] {
        self.known().quotes
    }

    /// Its colon, with the space before it where it has one.
    pub const fn colon(self) -> &'static str {
        self.known().colon
    }

    /// Letters that tell it from the others.
    pub(in crate::said) const fn letters(self) -> &'static str {
        self.known().letters
    }

    /// The language of a tag, whatever region or script stands behind it: `de`, `de-AT`, `pl_PL`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let first = tag.trim().split(['-', '_']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(first))
    }

    /// The language a player asks for, by its tag or its name in any of these languages, in any
    /// case and with or without accents: `de`, `Deutsch`, `german`, `allemand`, `Español`.
    pub fn parse(asked: &str) -> Option<Language> {
        let asked = asked.trim();
        Language::from_tag(asked).or_else(|| {
            let plain: String = asked.to_lowercase().chars().map(without_accent).collect();
            Language::ALL.into_iter().find(|language| language.known().names.contains(&&*plain))
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
        'ç' => 'c',
        'é' => 'e',
        'ñ' | 'ń' => 'n',
        'ł' => 'l',
        'ö' => 'o',
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
            for name in language.known().names {
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
            ("fr-CH", Language::French),
            ("Französisch", Language::French),
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
