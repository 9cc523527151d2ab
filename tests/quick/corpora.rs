//! The inputs that are kept for the fuzz targets (`fuzz/corpus/`), tried once: the ordinary tests notice when a
//! promise is broken, or when the targets no longer build. What was found by fuzzing stays there.

#[path = "../../fuzz/src/lib.rs"]
mod promises;

use std::fs;
use std::path::Path;

/// Tries all inputs of a target.
fn try_all(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let (mut inputs, mut bytes) = (0, 0);
    for file in fs::read_dir(&folder).expect("the inputs") {
        let path = file.expect("an input").path();
        println!("{}", path.display());
        let input = fs::read(&path).expect("an input");
        check(&input);
        inputs += 1;
        bytes += input.len();
    }
    assert!(inputs >= 5, "{target}: {inputs} inputs");
    assert!(bytes < 300_000, "{target}: {bytes} bytes are too many to keep");
}

#[test]
fn configurations() {
    try_all("configuration", promises::configuration::check);
}

#[test]
fn mails() {
    try_all("intake", promises::intake::check);
}

#[test]
fn logs() {
    try_all("log", promises::log::check);
}

#[test]
fn orders() {
    try_all("orders", promises::orders::check);
}

#[test]
fn protocol_lines() {
    try_all("protocol", promises::protocol::check);
}
