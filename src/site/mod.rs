//! `feldpost site`: the shelf. A game's course as static web pages, one for each action, that work
//! from a folder and from any web server, without scripts.
//!
//! Of a game in play the pages hold what everybody may know, and nothing else; of one that is over,
//! the secrets of all seats. They name seats, never persons: nobody need be asked before they are published.
//! What has not changed is not written again, so that a folder can be kept up to date. Old `page-….html`
//! and `map-….png` are removed; all other files in the folder are left alone.

mod course;
#[cfg(test)]
mod tests;

use self::course::{Course, Step, course};
use crate::audit::{Format, HistoryError, export, history};
use crate::report::map::{self, Crop, MapError, Picture};
use crate::report::{
    Chronicle, Leaf, LeafHeading, LeafPlace, Shelf, ShelfLink, Table, TemplateError, Templates,
};
use crate::store::{CanonicalError, Digest, Entry, Game, GameStatus, LogFile, Store, StoreError};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The file of the first page, with the contents.
pub const CONTENTS: &str = "index.html";
/// The file of the page with the log in words.
const LOG: &str = "log.html";
/// The log for programs.
const LOG_FILE: &str = "log.jsonl";
/// Names of pages begin so, those above apart. Files with such names are removed when nothing refers to them.
const PAGE: &str = "page-";
/// Names of pictures begin so; likewise.
const MAP: &str = "map-";

/// What `feldpost site` is asked for.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The game: one in play is shown as everybody may know it, one that is over with all secrets.
    pub game: String,
    /// Where the pages go; it is made if it is not there.
    pub folder: PathBuf,
    /// The language of the pages, such as `german` or `de`.
    #[arg(long, default_value = "english")]
    pub language: String,
    /// Where the folder will be found on the web, so that previews of links have their picture.
    #[arg(long)]
    pub url: Option<String>,
    /// As JSON, for scripts: how many pages, pictures and bytes, and the first page.
    #[arg(long)]
    pub json: bool,
}

/// Why there is no shelf.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// No game of the database has this name.
    #[error("there is no game {0}; `feldpost game list` names them")]
    NoSuchGame(String),
    /// The game of this name still gathers its players, so that it has no course.
    #[error("the game {0} has not begun: there is nothing to show yet")]
    NotBegun(String),
    /// There are no templates in a language of this name.
    #[error(
        "there are no templates in the language {0}; there are some in en, de, es, it, pl and fr"
    )]
    NoSuchLanguage(String),
    /// An entry of the log is not what the program writes.
    #[error("the log of {game} cannot be told: {reason}; `feldpost doctor` says more")]
    Broken {
        /// The game's name.
        game: String,
        /// Which entry, and what is wrong with it.
        reason: String,
    },
    /// A page or picture cannot be written.
    #[error("{}: cannot be written: {source}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A picture cannot be drawn.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A page's template is broken.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The positions cannot be made again from the log.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The log cannot be written as canonical JSON.
    #[error(transparent)]
    Log(#[from] CanonicalError),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the program has in the folder after writing, files that had not changed included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// How many HTML files.
    pub pages: usize,
    /// How many maps, as PNG.
    pub pictures: usize,
    /// The bytes of all files together.
    pub bytes: u64,
}

/// Writes the pages that are asked for; says what was written, and where to begin.
///
/// # Errors
///
/// As for [`write()`], or there are no templates in that language.
pub fn carry_out(
    store: &mut Store,
    templates: &Templates,
    asked: &Arguments,
) -> Result<(Written, PathBuf), SiteError> {
    let Arguments { game, folder, language, url, json: _ } = asked;
    let known = templates.language_called(language);
    let tag = known.ok_or_else(|| SiteError::NoSuchLanguage(language.clone()))?;
    let written = write(store, &templates.in_language(&tag), game, folder, url.as_deref())?;
    Ok((written, folder.join(CONTENTS)))
}

/// Whether a game is shown on a shelf that is kept up to date: it has begun and is not archived.
pub fn has_begun(game: &Game) -> bool {
    !game.status.is_before() && game.status != GameStatus::Archived
}

/// Writes the pages of a game into a folder, which is made if it is not there. `url` is where they
/// will be found on the web: without it, previews of links lack their picture in some programs.
///
/// # Errors
///
/// There is no such game, it has not begun, its log is broken, a page or picture cannot be made, or a file
/// cannot be written.
pub fn write(
    store: &mut Store,
    templates: &Templates,
    game: &str,
    folder: &Path,
    url: Option<&str>,
) -> Result<Written, SiteError> {
    let (game, entries, log) = store.transaction(|tx| -> Result<_, SiteError> {
        let game = tx.game_by_name(game)?.ok_or_else(|| SiteError::NoSuchGame(game.to_owned()))?;
        let entries = tx.entries(game.id)?;
        let log = export(tx, &game, None)?;
        Ok((game, entries, log))
    })?;
    let source = Source { name: &game.name, seed: game.seed.0, entries: &entries, log: &log };
    // Replaying and drawing happen outside the transaction, so that nobody waits for the database.
    source.write(templates, folder, url)
}

/// Where the pages of a game come from.
struct Source<'a> {
    name: &'a str,
    seed: [u8; 32],
    /// All entries, with their sealed parts.
    entries: &'a [Entry],
    /// The log as it is published.
    log: &'a LogFile,
}

impl Source<'_> {
    fn write(
        &self,
        templates: &Templates,
        folder: &Path,
        url: Option<&str>,
    ) -> Result<Written, SiteError> {
        let course = course(self.name, self.seed, self.entries)?;
        let mut files = Files::open(folder)?;
        let url = url.map(|url| format!("{}/", url.trim_end_matches('/')));
        let names: Vec<String> =
            (1..=course.steps.len()).map(|number| format!("{PAGE}{number:04}.html")).collect();
        let place = |file: &str| LeafPlace {
            file: file.to_owned(),
            contents: CONTENTS.into(),
            log: LOG.into(),
            url: url.clone(),
            ..LeafPlace::default()
        };
        for (index, (step, name)) in course.steps.iter().zip(&names).enumerate() {
            let leaf = leaf_of(&course, step, &mut files)?;
            let back = index.checked_sub(1).and_then(|before| names.get(before));
            let place = LeafPlace {
                back: Some(back.cloned().unwrap_or_else(|| CONTENTS.into())),
                forward: names.get(index + 1).cloned(),
                ..place(name)
            };
            files.write(name, templates.leaf(&leaf, &place)?.as_bytes())?;
        }
        let contents = LeafPlace {
            forward: names.first().cloned(),
            shelves: shelves(&course, &names, templates)?,
            ..place(CONTENTS)
        };
        let leaf = contents_of(self.seed, &course, &mut files)?;
        files.write(CONTENTS, templates.leaf(&leaf, &contents)?.as_bytes())?;
        let told = history(self.log, &[], templates, None)?.write(Format::Text);
        let leaf = Leaf {
            log: told.lines().map(str::to_owned).collect(),
            ..bare(&course, LeafHeading::Log {})
        };
        let log_place = LeafPlace { log_file: Some(LOG_FILE.into()), ..place(LOG) };
        files.write(LOG, templates.leaf(&leaf, &log_place)?.as_bytes())?;
        files.write(LOG_FILE, self.log.to_text()?.as_bytes())?;
        files.finish()
    }
}

/// A page without any facts but those of the game.
fn bare(course: &Course, heading: LeafHeading) -> Leaf {
    Leaf {
        game: course.game.clone(),
        heading,
        scenario: course.scenario,
        over: course.over,
        outcome: None,
        picture: None,
        news: Chronicle::default(),
        table: None,
        holdings: Vec::new(),
        entries: None,
        hash: String::new(),
        seed: None,
        log: Vec::new(),
    }
}

fn leaf_of(course: &Course, step: &Step, files: &mut Files) -> Result<Leaf, SiteError> {
    debug_assert!(course::is_public(&step.view), "only the public view is shown");
    let crop = if step.has_deeds { Crop::Page } else { Crop::Overview };
    Ok(Leaf {
        picture: Some(files.draw(&step.picture, crop)?),
        news: Chronicle::new(&step.events, None),
        table: Some(Table::new(&step.view, &[])),
        holdings: step.holdings.clone(),
        entries: Some(step.entries),
        hash: step.hash.to_string(),
        ..bare(course, step.heading)
    })
}

fn contents_of(seed: [u8; 32], course: &Course, files: &mut Files) -> Result<Leaf, SiteError> {
    let leaf = bare(course, LeafHeading::Contents {});
    let Some(last) = course.steps.last() else { return Ok(leaf) };
    Ok(Leaf {
        outcome: last.view.outcome.clone(),
        picture: Some(files.draw(&last.picture, Crop::Whole)?),
        table: Some(Table::new(&last.view, &[])),
        seed: course.over.then(|| Digest(seed).to_string()),
        ..leaf
    })
}

/// Links to the pages, by turn.
fn shelves(
    course: &Course,
    names: &[String],
    templates: &Templates,
) -> Result<Vec<Shelf>, SiteError> {
    let mut shelves: Vec<Shelf> = Vec::new();
    for (step, file) in course.steps.iter().zip(names) {
        let of = match step.heading {
            LeafHeading::Turn { turn }
            | LeafHeading::Action { turn, .. }
            | LeafHeading::Fate { turn } => LeafHeading::Turn { turn },
            other => other,
        };
        let label = templates.leaf_label(of)?;
        let full = templates.leaf_label(step.heading)?;
        let short = full.strip_prefix(&format!("{label}, ")).unwrap_or(&full).to_owned();
        let link = ShelfLink { file: file.clone(), label: short };
        match shelves.last_mut() {
            Some(shelf) if shelf.label == label => shelf.leaves.push(link),
            _ => shelves.push(Shelf { label, leaves: vec![link] }),
        }
    }
    Ok(shelves)
}

/// The files of a shelf: written where they differ from what is there.
struct Files {
    folder: PathBuf,
    names: BTreeSet<String>,
    written: Written,
}

impl Files {
    fn open(folder: &Path) -> Result<Files, SiteError> {
        fs::create_dir_all(folder)
            .map_err(|source| SiteError::File { path: folder.to_owned(), source })?;
        let (names, written) = (BTreeSet::new(), Written::default());
        Ok(Files { folder: folder.to_owned(), names, written })
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), SiteError> {
        let path = self.folder.join(name);
        if !fs::read(&path).is_ok_and(|known| known == bytes) {
            fs::write(&path, bytes).map_err(|source| SiteError::File { path, source })?;
        }
        self.count(name, bytes.len() as u64);
        self.written.pages += usize::from(name.ends_with(".html"));
        Ok(())
    }

    /// Draws a picture unless it is there already. Returns its name, a hash of its facts, the crop and the
    /// version of the program: a file of that name is taken to be the picture.
    fn draw(&mut self, picture: &Picture, crop: Crop) -> Result<String, SiteError> {
        let facts = format!("{} {crop:?} {picture:?}", env!("CARGO_PKG_VERSION"));
        let name = format!("{MAP}{}.png", &Digest::of(&[facts.as_bytes()]).to_string()[..16]);
        let path = self.folder.join(&name);
        let size = match fs::metadata(&path) {
            Ok(known) => known.len(),
            Err(_) => {
                let bytes = map::png(picture, crop)?;
                // Not under its name before all of it is there.
                let part = self.folder.join("drawing.part");
                fs::write(&part, &bytes)
                    .and_then(|()| fs::rename(&part, &path))
                    .map_err(|source| SiteError::File { path, source })?;
                bytes.len() as u64
            }
        };
        if !self.names.contains(&name) {
            self.count(&name, size);
            self.written.pictures += 1;
        }
        Ok(name)
    }

    fn count(&mut self, name: &str, bytes: u64) {
        self.names.insert(name.to_owned());
        self.written.bytes += bytes;
    }

    /// Removes pages and pictures of an earlier state that nothing shows any more.
    fn finish(self) -> Result<Written, SiteError> {
        let fault = |source| SiteError::File { path: self.folder.clone(), source };
        for entry in fs::read_dir(&self.folder).map_err(fault)? {
            let name = entry.map_err(fault)?.file_name().to_string_lossy().into_owned();
            let page = name.starts_with(PAGE) && name.ends_with(".html");
            let map = name.starts_with(MAP) && name.ends_with(".png");
            if (page || map) && !self.names.contains(&name) {
                let path = self.folder.join(&name);
                fs::remove_file(&path).map_err(|source| SiteError::File { path, source })?;
            }
        }
        Ok(self.written)
    }
}
