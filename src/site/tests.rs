//! The pages of whole games: complete, well formed, small, and of a game in play without a secret.

use super::*;
use crate::audit::journal::ENDED;
use crate::audit::record;
use crate::audit::seed::game_key;
use crate::game::{Audience, Scenario, Setup, State};
use crate::report::Happening;
use crate::simulate;
use crate::store::SealedParts;
use std::collections::BTreeMap;
use tempfile::TempDir;

const SEED: [u8; 32] = [5; 32];

/// The log of a game that was played to its end.
fn played(scenario: Scenario) -> LogFile {
    let setup = Setup { scenario, ..Setup::default() };
    let state = State::new(setup, game_key(&SEED, &[]));
    let actions = simulate::recorded_game_from(state, 3, 2);
    record("leuthen", setup, SEED, &actions).expect("a log")
}

/// The pages of a log, of which the first so many entries have been written.
fn pages(log: &LogFile, entries: usize, language: &str) -> (TempDir, Written) {
    let entries = &log.entries[..entries];
    let mut public = LogFile { entries: entries.to_vec(), ..log.clone() };
    if entries.last().is_some_and(|entry| entry.kind != ENDED) {
        public.sealed_parts = SealedParts::Withheld;
        public.entries.iter_mut().for_each(|entry| entry.opening = None);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let templates = Templates::new(None).expect("templates").in_language(language);
    let source = Source { name: "leuthen", seed: SEED, entries, log: &public };
    let url = Some("https://club.test/leuthen");
    let written = source.write(&templates, folder.path(), url).expect("written");
    (folder, written)
}

/// The HTML files of a folder by their names.
fn html(folder: &TempDir) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder.path()).expect("a folder").map(|file| file.expect("a file"));
    let named = files.map(|file| (file.file_name().to_string_lossy().into_owned(), file.path()));
    let html = named.filter(|(name, _)| name.ends_with(".html"));
    html.map(|(name, path)| (name, fs::read_to_string(path).expect("text").replace("&#x2f;", "/")))
        .collect()
}

/// The values of an attribute.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let mark = format!(" {attribute}=\"");
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once(&mark) {
        let (value, after) = after.split_once('"').expect("a value ends");
        found.push(value);
        rest = after;
    }
    found
}

/// Elements that have no end (HTML, section 13.1.2).
const VOID: [&str; 5] = ["meta", "link", "img", "br", "hr"];

/// Every element ends where it may, and nothing looks like a tag that is none.
fn well_formed(name: &str, page: &str) {
    assert!(page.starts_with("<!DOCTYPE html>"), "{name}");
    crate::report::valid::assert_valid(name, page);
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.split_once("<!DOCTYPE html>").expect("a page").1;
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>') || open.last() == Some(&"style"), "{name}: {text}");
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(ended) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(ended), "{name}");
            continue;
        }
        let element = tag.split_whitespace().next().expect("a name");
        let inline = ["strong", "span", "a"].contains(&element);
        assert!(!inline || open.len() > 2, "{name}: {tag}");
        assert!(!(element == "p" && open.contains(&"p")), "{name}: a paragraph in another");
        assert_eq!(tag.matches('"').count() % 2, 0, "{name}: {tag}");
        if !VOID.contains(&element) {
            open.push(element);
        }
    }
    assert!(open.is_empty(), "{name}: {open:?}");
    assert_eq!(page.matches("<h1>").count(), 1, "{name}: one title");
    assert_eq!(page.matches("<title>").count(), 1, "{name}");
    assert!(page.contains("<html lang=\"") && !page.contains("<script"), "{name}");
    let pictures = page.matches("<img ").count();
    let said = values(page, "alt").into_iter().filter(|alt| alt.len() > 10).count();
    assert_eq!(pictures, said, "{name}: what a picture shows is said");
}

#[test]
fn the_pages_of_a_game_that_is_over_are_whole_and_small() {
    let log = played(Scenario::AUSTRIAN_THEATRE);
    let (folder, written) = pages(&log, log.entries.len(), "en");
    let turns = log.entries.iter().filter(|e| e.public.to_string().contains("turn-began")).count();
    // A game of 20 turns has 15 MB at most.
    assert!(written.bytes <= 750_000 * (turns as u64).max(1), "{turns} turns: {written:?}");
    let html = html(&folder);
    assert!(html.len() > 20 && html.len() == written.pages, "{written:?}");
    for (name, page) in &html {
        well_formed(name, page);
        for file in values(page, "href").into_iter().chain(values(page, "src")) {
            assert!(folder.path().join(file).exists(), "{name} leads to {file}");
        }
        if name.starts_with(PAGE) {
            assert!(page.contains("og:image\" content=\"https://club.test/leuthen/map-"), "{name}");
            assert!(page.contains("rel=\"prev\""), "{name}");
        }
    }
    assert!(html[CONTENTS].contains(&Digest(SEED).to_string()), "the seed is told");
    let last = html.keys().rfind(|name| name.starts_with(PAGE)).expect("pages");
    assert!(html[last].contains("Hands and troops"), "{}", html[last]);
    let cards = html.values().filter(|page| page.contains("Reserve") || page.contains('♠'));
    assert!(cards.count() > 10, "combats are told card by card");
}

#[test]
fn pages_of_a_game_in_play_hold_no_secret() {
    let log = played(Scenario::WAR_IN_THE_WEST);
    let entries = log.entries.len() / 2;
    let course = course("leuthen", SEED, &log.entries[..entries]).expect("a course");
    assert!(!course.over && course.steps.len() > 5);
    let mut told = 0;
    for step in &course.steps {
        assert!(course::is_public(&step.view) && step.holdings.is_empty());
        assert!(step.picture.stacks.iter().all(|stack| stack.troops.is_none()));
        let war = step.events.iter().filter_map(Happening::war);
        assert!(war.clone().all(|event| event.audience() == Audience::Everybody));
        told += war.count();
    }
    assert!(told > 50);
    let (folder, _) = pages(&log, entries, "en");
    let (all, seed) = (html(&folder), Digest(SEED).to_string());
    for (name, page) in &all {
        well_formed(name, page);
        assert!(!page.contains(&seed) && !page.contains("Hands and troops"), "{name}");
    }
    let file = fs::read_to_string(folder.path().join(LOG_FILE)).expect("a log");
    assert!(!file.contains("nonce") && LogFile::parse(&file).is_ok(), "the public log");
    // The same with everything sealed made another: not a byte changes.
    let mut other = log.clone();
    for entry in &mut other.entries {
        if let Some(opening) = &mut entry.opening {
            opening.nonce = [9; 32];
        }
    }
    let (folder, _) = pages(&other, entries, "en");
    assert!(html(&folder) == all);
}

#[test]
fn pages_are_kept_up_to_date_in_every_language() {
    let log = played(Scenario::WAR_IN_THE_WEST);
    let templates = Templates::new(None).expect("templates");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("notes.txt"), "mine").expect("written");
    fs::write(folder.path().join("page-9999.html"), "old").expect("written");
    for language in crate::report::Language::ALL {
        let templates = templates.in_language(language.tag());
        let entries = &log.entries[..40];
        let source = Source { name: "leuthen", seed: SEED, entries, log: &log };
        let written = source.write(&templates, folder.path(), None).expect("written");
        assert_eq!(written, source.write(&templates, folder.path(), None).expect("again"));
        for (name, page) in html(&folder) {
            well_formed(&name, &page);
            assert!(page.contains(&format!("lang=\"{}\"", language.tag())), "{name}");
        }
    }
    assert!(folder.path().join("notes.txt").exists(), "what is not ours stays");
    assert!(!folder.path().join("page-9999.html").exists());
}
