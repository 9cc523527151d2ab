//! Lists the templates and the rules, so that a file put into `templates/` or `docs/rules/` is compiled in
//! without being named anywhere else.
//!
//! It writes tables of names and sources and does not look into any of them.

#![expect(
    clippy::disallowed_methods,
    reason = "cargo hands a build script its folders in the environment"
)]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=templates");
    println!("cargo::rerun-if-changed=docs/rules");
    let folder = here.join("templates");
    let mut files = Vec::new();
    for path in entries(&folder)? {
        if path.is_dir() {
            files.extend(entries(&path)?);
        } else {
            files.push(path);
        }
    }
    fs::write(out.join("templates.rs"), table(&folder, &files))?;
    let folder = here.join("docs/rules");
    fs::write(out.join("rules.rs"), table(&folder, &entries(&folder)?))
}

/// The names of files below a folder and their sources, as Rust has a table.
fn table(folder: &Path, files: &[PathBuf]) -> String {
    let mut table = String::from("&[\n");
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(Path::new(""));
        // Names in templates are written with `/` on every system.
        let name = name.to_string_lossy().replace('\\', "/");
        table += &format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string());
    }
    table.push_str("]\n");
    table
}

/// What lies in a folder, in the order of names, without what editors leave behind.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let extension = path.extension().unwrap_or_default();
        if !name.starts_with('.')
            && (path.is_dir()
                || ["jinja", "html", "toml", "md"].iter().any(|known| extension == *known))
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
