//! The script that marks a release, in a repository of its own.

use super::{file, text};
use std::path::Path;
use std::process::{Command, Output};

fn git(folder: &Path, arguments: &[&str]) -> String {
    let done = Command::new("git").current_dir(folder).args(arguments).output().expect("git");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn release(folder: &Path, version: &str) -> Output {
    let mut command = Command::new("bash");
    command.current_dir(folder).arg("./release").args([version, "--only-mark"]);
    command.output().expect("bash")
}

#[test]
fn a_release_is_marked_everywhere_and_only_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    for name in ["release", "Cargo.toml", "Cargo.lock"] {
        std::fs::copy(file(name), at(name)).expect("a copy");
    }
    let changes = "# Changes\n\n## Unreleased\n\n- Something.\n\n## 0.1.0 (2026-11-23)\n\n- All.\n";
    std::fs::write(at("CHANGELOG.md"), changes).expect("a CHANGELOG");
    git(folder.path(), &["init", "-q", "-b", "main"]);
    git(folder.path(), &["config", "user.name", "A maintainer"]);
    git(folder.path(), &["config", "user.email", "maintainer@example.org"]);
    git(folder.path(), &["config", "commit.gpgsign", "false"]);
    let refused = |version: &str, why: &str| {
        let output = release(folder.path(), version);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(why), "{version}: {said}");
    };
    refused("9.9.9", "not committed");
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "Everything"]);
    refused("next", "say which version");
    refused("0.0.1", "older");
    let output = release(folder.path(), "9.9.9");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(git(folder.path(), &["tag"]), "v9.9.9\n");
    assert_eq!(git(folder.path(), &["status", "--porcelain"]), "");
    assert!(git(folder.path(), &["tag", "-n9"]).contains("- Something."));
    let read = |name: &str| std::fs::read_to_string(at(name)).expect("a file");
    assert!(read("Cargo.toml").contains("name = \"feldpost\"\nversion = \"9.9.9\"\n"));
    assert!(read("Cargo.lock").contains("name = \"feldpost\"\nversion = \"9.9.9\"\n"));
    // Of all versions in the lock file only one line is another.
    let changed = text("Cargo.lock")
        .lines()
        .zip(read("Cargo.lock").lines())
        .filter(|(before, after)| before != after)
        .count();
    assert_eq!(changed, 1);
    assert!(read("CHANGELOG.md").contains("## Unreleased\n\n## 9.9.9 (20"));
    refused("9.9.9", "there is a tag");
    refused("9.9.10", "nothing under Unreleased");
}
