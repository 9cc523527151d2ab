//! The Debian package: built around the program of this test run, installed on this machine, used as its user,
//! removed (`tests/package`, which `./package` runs on the package that is given out, too).
//!
//! The layout is that of `[package.metadata.deb]` in Cargo.toml, which cargo-deb builds from; here dpkg-deb does,
//! because cargo-deb takes longer to build than all of this takes. Needs root, and a machine of Debian's kind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::Value;

/// Runs a command to its end; fails with what it said.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; this test is about a Debian package and needs dpkg and gzip")
    });
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}{wrong}", output.status);
    said
}

/// Where a file of the package comes from: what `./package` builds is made here by this run's program.
fn sources(asset: &str, program: &Path, files: &Path) -> Vec<PathBuf> {
    let path = match asset.strip_prefix("target/package-files/") {
        Some(rest) => files.join(rest),
        None if asset == "target/package/feldpost" => program.to_owned(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join(asset),
    };
    let Some((folder, end)) = path.to_str().and_then(|text| text.split_once('*')) else {
        return vec![path];
    };
    let listed = fs::read_dir(folder).expect("the folder");
    let all = listed.map(|entry| entry.expect("an entry").path());
    all.filter(|path| path.to_str().is_some_and(|text| text.ends_with(end))).collect()
}

fn put(from: &Path, to: &Path, mode: u32) {
    fs::create_dir_all(to.parent().expect("a folder")).expect("the folder is made");
    fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    fs::set_permissions(to, fs::Permissions::from_mode(mode)).expect("its mode");
}

fn text<'t>(table: &'t Value, key: &str) -> &'t str {
    table[key].as_str().unwrap_or_else(|| panic!("{key} is no text"))
}

/// The package as Cargo.toml describes it, around a program.
fn build(folder: &Path, program: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(source.join("Cargo.toml")).expect("Cargo.toml");
    let manifest: Value = toml::from_str(&manifest).expect("TOML");
    let (package, deb) = (&manifest["package"], &manifest["package"]["metadata"]["deb"]);
    let (files, tree) = (folder.join("files"), folder.join("tree"));

    run(Command::new(program).arg("package-files").arg(&files));
    run(Command::new("sh").arg("-c").arg("gzip -9n \"$0\"/man/*.1").arg(&files));
    for asset in deb["assets"].as_array().expect("assets") {
        let part = |at: usize| asset[at].as_str().expect("a text");
        let mode = u32::from_str_radix(part(2), 8).expect("a mode");
        let found = sources(part(0), program, &files);
        assert!(!found.is_empty(), "nothing is {}", part(0));
        for from in found {
            let mut to = tree.join(part(1));
            if part(1).ends_with('/') {
                to.push(from.file_name().expect("a name"));
            }
            put(&from, &to, mode);
        }
    }
    let unit = format!("{}.service", text(&deb["systemd-units"], "unit-name"));
    let units = source.join(text(&deb["systemd-units"], "unit-scripts"));
    put(&units.join(&unit), &tree.join("usr/lib/systemd/system").join(&unit), 0o644);

    let control = tree.join("DEBIAN");
    fs::create_dir(&control).expect("the folder is made");
    let architecture = run(Command::new("dpkg").arg("--print-architecture"));
    let depends = text(deb, "depends");
    let description = text(package, "description");
    let control_file = format!(
        "Package: feldpost\nVersion: {}-1\nArchitecture: {}\nMaintainer: {}\nSection: {}\n\
         Priority: {}\nDepends: {depends}\nDescription: {description}\n",
        text(package, "version"),
        architecture.trim(),
        text(deb, "maintainer"),
        text(deb, "section"),
        text(deb, "priority"),
    );
    fs::write(control.join("control"), control_file).expect("written");
    let conf_files = deb["conf-files"].as_array().expect("a list");
    let conf_files: Vec<&str> = conf_files.iter().filter_map(Value::as_str).collect();
    fs::write(control.join("conffiles"), conf_files.join("\n") + "\n").expect("written");
    for entry in fs::read_dir(source.join(text(deb, "maintainer-scripts"))).expect("scripts") {
        let script = entry.expect("an entry").path();
        put(&script, &control.join(script.file_name().expect("a name")), 0o755);
    }

    let built = folder.join("feldpost.deb");
    // Not pressed together, which takes longer than all the rest.
    run(Command::new("dpkg-deb")
        .args(["--root-owner-group", "-Znone", "--build"])
        .args([&tree, &built]));
    built
}

#[test]
fn the_package_installs_works_as_its_user_and_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let package = build(folder.path(), Path::new(env!("CARGO_BIN_EXE_feldpost")));
    let test = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/package");
    let said = run(Command::new(test).arg(package));
    assert!(said.ends_with("The package installs, works and goes.\n"), "{said}");
}
