//! Pages of the shelf: the course of a game as web pages, one for each action.
//!
//! A page is laid out from the same markup as a mail, by a page of its own ([`Templates::leaf`]). It
//! knows no files but the names it is given, and no game: what a page may show is decided by who
//! collects its facts.

use super::chronicle::Chronicle;
use super::document;
use super::holdings::Holding;
use super::html;
use super::table::Table;
use super::templates::{TemplateError, Templates};
use crate::game::{Nation, Outcome, Scenario};
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

/// The layout of all pages, for all languages.
pub(super) const PAGE: &str = "site/page.html";
/// The folder of that layout.
#[cfg(test)]
pub(super) const FOLDER: &str = "site";
/// The macros that make their words.
const WORDS: &str = "site.jinja";

/// What a page is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "heading", rename_all = "kebab-case")]
pub enum LeafHeading {
    /// The list of all pages.
    Contents {},
    /// The set-up, before the first turn.
    SetUp {},
    /// A turn begins, and nobody has acted in it yet.
    Turn { turn: u16 },
    /// The action of a nation.
    Action { turn: u16, nation: Nation },
    /// The Card of Fate at the end of a turn.
    Fate { turn: u16 },
    /// The log in words.
    Log {},
}

/// The facts of a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Leaf {
    pub game: String,
    #[serde(flatten)]
    pub heading: LeafHeading,
    pub scenario: Scenario,
    /// The game is over: all secrets are told.
    pub over: bool,
    /// How the game ended, if it did by the rules.
    pub outcome: Option<Outcome>,
    /// The file of its picture.
    pub picture: Option<String>,
    /// What happened.
    pub news: Chronicle,
    /// Where it stands; not on every page.
    pub table: Option<Table>,
    /// Hands and troops of all seats, once the game is over.
    pub holdings: Vec<Holding>,
    /// The log's entries that it tells, from the first to the last.
    pub entries: Option<(u64, u64)>,
    /// The hash of the last of them, 64 hexadecimal digits.
    pub hash: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// The log in words.
    pub log: Vec<String>,
}

/// Where a page stands among the others.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct LeafPlace {
    pub file: String,
    pub back: Option<String>,
    pub forward: Option<String>,
    /// The file of the page with the contents, and of that with the log.
    pub contents: String,
    pub log: String,
    /// The file of the log for programs, on the page that shows it in words.
    pub log_file: Option<String>,
    /// The pages by turn, on the page with the contents.
    pub shelves: Vec<Shelf>,
    /// Where the pages will be found on the web, with a slash at its end: previews of links need it.
    pub url: Option<String>,
}

/// The pages of a turn.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Shelf {
    pub label: String,
    pub leaves: Vec<ShelfLink>,
}

/// A link to a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShelfLink {
    pub file: String,
    pub label: String,
}

impl Templates {
    /// What a page is called in the contents.
    ///
    /// # Errors
    ///
    /// A template fails.
    pub fn leaf_label(&self, heading: LeafHeading) -> Result<String, TemplateError> {
        self.sentence(WORDS, "label", Value::from(Serde(&heading)))
    }

    /// A page as HTML.
    ///
    /// # Errors
    ///
    /// A template fails.
    pub fn leaf(&self, leaf: &Leaf, place: &LeafPlace) -> Result<String, TemplateError> {
        let facts = Value::from(Serde(leaf));
        let word = |which| self.sentence(WORDS, which, facts.clone());
        let markup = self.markup(WORDS, "body", facts.clone())?;
        let (title, description) = (word("title")?, word("describe")?);
        let words = context! {
            back => word("back")?,
            forward => word("forward")?,
            contents => word("contents_word")?,
            log => word("log_word")?,
            file => word("file_word")?,
        };
        let facts = context! {
            language => self.language(),
            blocks => html::blocks(&document::parse(&markup), ""),
            picture => &leaf.picture,
            place => Value::from(Serde(place)),
            title, description, words,
        };
        self.page(PAGE, facts)
    }
}
