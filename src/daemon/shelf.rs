//! The courses of games as web pages, kept up to date in a folder.
//!
//! A game's pages are written when its log has grown, or when the program has just begun to work. What
//! fails is tried again when the log has grown once more: pages are not worth a retry of their own.

use crate::config::SiteConfig;
use crate::report::Templates;
use crate::site::{self, SiteError};
use crate::store::{Store, StoreError};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The folder with the pages of all games.
pub(super) struct Shelf {
    folder: PathBuf,
    url: Option<String>,
    language: String,
    /// The last entry of each game's log that the pages tell, or could not tell.
    told: BTreeMap<String, u64>,
}

impl Shelf {
    /// None if no pages are to be kept. They are in the configured language, or else in the `usual` one.
    pub fn new(config: &SiteConfig, usual: &str) -> Option<Shelf> {
        Some(Shelf {
            folder: config.folder.clone()?,
            url: config.url.clone(),
            language: config.language.clone().unwrap_or_else(|| usual.to_owned()),
            told: BTreeMap::new(),
        })
    }

    /// Writes the pages of one game that has changed. False if there is none.
    ///
    /// # Errors
    ///
    /// The database fails, a game's log does not lead to its course, or a page cannot be written.
    pub fn keep(&mut self, store: &mut Store, templates: &Templates) -> Result<bool, SiteError> {
        let heads = store.transaction(|tx| -> Result<Vec<(String, u64)>, StoreError> {
            let games = tx.games()?.into_iter().filter(site::has_begun);
            games.map(|game| Ok((game.name, tx.head(game.id)?.number))).collect()
        })?;
        let changed = |(game, head): &&(String, u64)| self.told.get(game) != Some(head);
        let Some((game, head)) = heads.iter().find(changed) else { return Ok(false) };
        self.told.insert(game.clone(), *head);
        let url = self.url.as_ref().map(|url| format!("{}/{game}", url.trim_end_matches('/')));
        let (folder, templates) = (self.folder.join(game), templates.in_language(&self.language));
        let written = site::write(store, &templates, game, &folder, url.as_deref())?;
        tracing::info!(game, pages = written.pages, bytes = written.bytes, "pages are written");
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::testing::minden;

    #[test]
    fn pages_are_written_once_for_each_state_of_a_game() {
        let (mut store, templates) = minden();
        assert!(Shelf::new(&SiteConfig::default(), "en").is_none());
        let folder = tempfile::tempdir().expect("a folder");
        let kept = SiteConfig { folder: Some(folder.path().into()), ..SiteConfig::default() };
        let mut shelf = Shelf::new(&kept, "en").expect("a shelf");
        let mut keep = || shelf.keep(&mut store, &templates).expect("written");
        assert!(keep() && !keep(), "there is one game, and it has not changed");
        assert!(folder.path().join("minden/index.html").exists());
    }
}
