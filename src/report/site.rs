//! Pages of the shelf: the course of a game as web pages, one for each action.
//!
//! A page is laid out from the same markup as a mail, with an HTML layout of its own
//! ([`Templates::leaf`]). This module knows no files but the names it is given, and no game: what a page
//! may show is decided by whoever collects its facts (`src/site/`).

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
pub(super) const FOLDER: &str = "site";
/// The file with the macros that make the words of the pages.
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
    Turn {
        /// From 1.
        turn: u16,
    },
    /// The action of a nation.
    Action {
        /// From 1.
        turn: u16,
        /// Whose action it is (R2.1).
        nation: Nation,
    },
    /// The Card of Fate at the end of a turn.
    Fate {
        /// From 1.
        turn: u16,
    },
    /// The log in words.
    Log {},
}

/// The facts of a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Leaf {
    /// The game's name.
    pub game: String,
    /// Which page it is.
    #[serde(flatten)]
    pub heading: LeafHeading,
    /// What is played (R14 for two players).
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
    /// The numbers of the first and the last entry of the log that it tells; `None` on the contents and the log.
    pub entries: Option<(u64, u64)>,
    /// The hash of the last of these entries, 64 hexadecimal digits; empty if there is none.
    pub hash: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// The log in words, line by line; empty on all other pages.
    pub log: Vec<String>,
}

/// Where a page stands among the others.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct LeafPlace {
    /// The name of this page's file.
    pub file: String,
    /// The file of the page before it in the order of play, the contents before the first; `None` on the
    /// pages with the contents and the log.
    pub back: Option<String>,
    /// The file of the page after it; `None` on the last page of the game and on the one with the log.
    pub forward: Option<String>,
    /// The file of the page with the contents.
    pub contents: String,
    /// The file of the page with the log in words.
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
    /// The turn, or the set-up, in the reader's language.
    pub label: String,
    /// In the order of play.
    pub leaves: Vec<ShelfLink>,
}

/// A link to a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShelfLink {
    /// Within the same folder.
    pub file: String,
    /// What it is about, without the turn.
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
