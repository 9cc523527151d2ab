//! What is written for the people who carry the program on, and for those who begin to play: it does what it says.

mod examples;
mod guides;
mod release;

use std::path::{Path, PathBuf};

/// A file of the repository.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &str) -> String {
    std::fs::read_to_string(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
