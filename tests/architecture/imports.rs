//! Who imports whom, read off the source: rooms stand in an order, each imports only what stands
//! below it, and no circle of files is larger than three.
//!
//! Read are `use` trees, also nested ones, and paths in the code that begin with `crate`, `super`,
//! `self` or a module below the file's own. What a file only passes on (`pub use`) is no import of its
//! own: whoever uses it imports the file that it comes from. Tests may import anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rooms of the program, from the bottom to the top.
const ROOMS: &[&str] = &[
    "game",
    "beacon",
    "characters",
    "phrase",
    "simulate",
    "bot",
    "duel",
    "orders",
    "mail",
    "said",
    "console",
    "logging",
    "tournament",
    "store",
    "chance",
    "report",
    "audit",
    "campaign",
    "site",
    "config",
    "login",
    "accounts",
    "daemon",
    "administration",
    "outbox",
    "atlas",
    "referee",
    "demo",
    "doctor",
    "setup",
    "installation",
    "trust",
];

/// The rooms of the campaign, from the bottom to the top.
const ROOMS_OF_THE_CAMPAIGN: &[&str] = &[
    "pace", "schedule", "office", "settings", "table", "post", "plans", "clock", "tell", "send",
    "seats", "club", "hear",
];

/// The rooms of what people write, from the bottom to the top.
const ROOMS_OF_WHAT_IS_SAID: &[&str] = &[
    "lexicon", "club", "meaning", "chunks", "hand", "combat", "march", "army", "table", "grouping",
    "doubt", "telling", "reader",
];

/// Files that import one another in a circle, at most.
const LARGEST_CIRCLE: usize = 3;

/// Modules by their paths, without `crate`; each with its code, comments and tests apart.
struct Sources {
    code: BTreeMap<String, String>,
    /// What `pub use` passes on: module and name lead to the path it comes from.
    passed_on: BTreeMap<(String, String), Vec<String>>,
}

impl Sources {
    fn read() -> Sources {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut code = BTreeMap::new();
        for (path, text) in crate::sources("src") {
            let path = path.strip_prefix(&root).expect("a source").with_extension("");
            let mut names: Vec<String> =
                path.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            let is_test = |name: &String| name.ends_with("tests") || name == "testing";
            if names.iter().any(is_test) || names == ["main"] {
                continue;
            }
            if names == ["lib"] || names.last().is_some_and(|name| name == "mod") {
                names.pop();
            }
            code.insert(names.join("::"), without_tests(&without_comments(&text)));
        }
        let mut sources = Sources { code, passed_on: BTreeMap::new() };
        let mut passed_on = BTreeMap::new();
        for (module, code) in &sources.code {
            for tree in trees(code, true) {
                if let (Some(path), Some(name)) = (sources.absolute(module, &tree), tree.last()) {
                    passed_on.insert((module.clone(), name.clone()), path);
                }
            }
        }
        sources.passed_on = passed_on;
        sources
    }

    /// A path as it is seen from the root; `None` if it leads out of the crate.
    fn absolute(&self, module: &str, path: &[String]) -> Option<Vec<String>> {
        let mut here: Vec<String> =
            module.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([here, rest.to_vec()].concat()),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                here.truncate(here.len().saturating_sub(ups));
                Some([here, path[ups..].to_vec()].concat())
            }
            child => {
                let child = [here.join("::"), child.to_owned()].join("::");
                let known = self.code.contains_key(child.trim_start_matches("::"));
                known.then(|| [here, path.to_vec()].concat())
            }
        }
    }

    /// The module that a path from the root leads to.
    fn target(&self, path: &[String], depth: usize) -> String {
        for length in (0..=path.len()).rev() {
            let module = path[..length].join("::");
            if !self.code.contains_key(&module) {
                continue;
            }
            if let Some(name) = path.get(length)
                && depth < 8
                && let Some(from) = self.passed_on.get(&(module.clone(), name.clone()))
            {
                return self.target(&[from, &path[length + 1..]].concat(), depth + 1);
            }
            return module;
        }
        String::new()
    }

    /// The modules that each module imports.
    fn arrows(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut arrows = BTreeMap::new();
        for (module, code) in &self.code {
            let below = format!("{module}::");
            let children = self.code.keys().filter_map(|other| other.strip_prefix(&below));
            let children: Vec<&str> = children.filter(|child| !child.contains("::")).collect();
            let paths = trees(code, false).into_iter().chain(paths(code, &children));
            let mut to: BTreeSet<String> = paths
                .filter_map(|path| self.absolute(module, &path))
                .map(|path| self.target(&path, 0))
                .collect();
            to.remove(module);
            to.remove("");
            arrows.insert(module.clone(), to);
        }
        arrows
    }
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Without what is compiled for tests alone: modules that stand in the first column.
fn without_tests(code: &str) -> String {
    let mut kept = Vec::new();
    let mut lines = code.lines().peekable();
    while let Some(line) = lines.next() {
        if line != "#[cfg(test)]" {
            kept.push(line);
            continue;
        }
        while lines.next_if(|line| line.starts_with("#[")).is_some() {}
        let item = lines.next().unwrap_or_default();
        if item.trim_end().ends_with('{') {
            for line in lines.by_ref() {
                if line.starts_with('}') {
                    break;
                }
            }
        }
    }
    kept.join("\n")
}

/// The paths of the `use` declarations that pass something on, or of those that do not.
fn trees(code: &str, passed_on: bool) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let before = &rest[..at];
        rest = &rest[at + 4..];
        let line = before.rsplit(['\n', ';', '{', '}']).next().unwrap_or_default().trim();
        let public = line.starts_with("pub");
        if !(line.is_empty() || public && (line == "pub" || line.ends_with(')'))) {
            continue;
        }
        if passed_on != public {
            continue;
        }
        let Some(end) = rest.find(';') else { break };
        branches(&[], &rest[..end], &mut found);
        rest = &rest[end..];
    }
    found
}

/// The branches of a `use` tree.
fn branches(stem: &[String], tree: &str, found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let names = |text: &str| -> Vec<String> {
        text.split("::").map(|name| name.trim().to_owned()).filter(|n| !n.is_empty()).collect()
    };
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        let mut path = [stem.to_vec(), names(path)].concat();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self" || last == "*") {
            path.pop();
        }
        found.push(path);
        return;
    };
    let stem = [stem.to_vec(), names(&tree[..open])].concat();
    let inner = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
    let (mut depth, mut from) = (0, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                branches(&stem, &inner[from..at], found);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !inner[from..].trim().is_empty() {
        branches(&stem, &inner[from..], found);
    }
}

/// Paths that stand in the code and name a module of the crate, or one of these below the file's own.
fn paths(code: &str, children: &[&str]) -> Vec<Vec<String>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for start in ["crate", "super", "self"].iter().chain(children) {
        for (at, _) in code.match_indices(&format!("{start}::")) {
            let inside_a_path = code[..at].ends_with(|c: char| is_word(c) || c == ':');
            // What is passed on, as in `pub use child::Name`, is read with the `use` trees.
            if code[..at].ends_with("use ") {
                continue;
            }
            // `pub(in crate::campaign)` says who may see it.
            if inside_a_path || code[..at].ends_with("(in ") {
                continue;
            }
            let end = code[at..].find(|c: char| !is_word(c) && c != ':').unwrap_or(code.len() - at);
            let path = &code[at..at + end];
            // Before braces stands the stem of a `use` tree, which is read as such.
            if !path.ends_with(':') {
                found.push(path.split("::").map(str::to_owned).collect());
            }
        }
    }
    found
}

/// Arrows from a room to one that stands above it, or to a room that is not in the list.
fn upward<'a>(
    arrows: impl Iterator<Item = (&'a String, &'a String)>,
    order: &[&str],
    depth: usize,
) -> Vec<String> {
    let room = |module: &str| module.split("::").nth(depth).map(str::to_owned);
    let place = |room: &str| order.iter().position(|known| *known == room);
    let mut found = Vec::new();
    for (from, to) in arrows {
        let (Some(lower), Some(upper)) = (room(from), room(to)) else { continue };
        match (place(&lower), place(&upper)) {
            (Some(lower), Some(upper)) if lower >= upper => {}
            (Some(_), Some(_)) => found.push(format!("{from} imports {to}, which stands above it")),
            (None, _) => found.push(format!("{lower} has no place in the order of the rooms")),
            (_, None) => found.push(format!("{upper} has no place in the order of the rooms")),
        }
    }
    found.sort();
    found.dedup();
    found
}

fn pairs(arrows: &BTreeMap<String, BTreeSet<String>>) -> impl Iterator<Item = (&String, &String)> {
    arrows.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to)))
}

/// What can be reached from a module along the arrows.
fn reached<'a>(
    arrows: &'a BTreeMap<String, BTreeSet<String>>,
    from: &'a str,
) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&String> = arrows[from].iter().collect();
    while let Some(module) = open.pop() {
        if found.insert(module) {
            open.extend(arrows.get(module).into_iter().flatten());
        }
    }
    found
}

#[test]
fn arrows_between_the_rooms_run_one_way() {
    let arrows = Sources::read().arrows();
    assert!(pairs(&arrows).count() > 500, "hardly an import was read");
    assert_eq!(upward(pairs(&arrows), ROOMS, 0), [""; 0]);
}

/// Arrows inside of a room, of which there are many, run along the order of the rooms in it.
fn check_inside(whole: &str, order: &[&str]) {
    let arrows = Sources::read().arrows();
    let below = format!("{whole}::");
    let inside: Vec<_> = pairs(&arrows)
        .filter(|(from, to)| from.starts_with(&below) && to.starts_with(&below))
        .collect();
    assert!(inside.len() > 100, "hardly an import was read");
    assert_eq!(upward(inside.into_iter(), order, 1), [""; 0]);
}

#[test]
fn arrows_inside_the_campaign_run_one_way() {
    check_inside("campaign", ROOMS_OF_THE_CAMPAIGN);
    let arrows = Sources::read().arrows();
    let whole =
        pairs(&arrows).find(|(from, to)| from.starts_with("campaign::") && *to == "campaign");
    assert_eq!(whole, None, "a room of the campaign imports the whole of it");
}

#[test]
fn arrows_inside_what_is_said_run_one_way() {
    check_inside("said", ROOMS_OF_WHAT_IS_SAID);
}

#[test]
fn no_circle_of_files_is_larger_than_three() {
    let arrows = Sources::read().arrows();
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        arrows.keys().map(|module| (module, reached(&arrows, module))).collect();
    let circles = reached.iter().map(|(module, from_here)| -> BTreeSet<&&String> {
        let back = |other: &&&String| reached[**other].contains(module);
        from_here.iter().filter(back).collect()
    });
    let large: BTreeSet<_> = circles.filter(|circle| circle.len() > LARGEST_CIRCLE).collect();
    assert!(large.is_empty(), "{large:#?}");
}

#[test]
fn imports_are_read_however_they_are_written() {
    let code = "use crate::a::{self, b::{c, d as e}};\npub(crate) use super::f::*;\n\
                fn g() { crate::h::i(); }\n";
    let read = |passed_on| {
        let trees = trees(code, passed_on);
        trees.iter().map(|path| path.join("::")).collect::<Vec<_>>()
    };
    assert_eq!(read(false), ["crate::a", "crate::a::b::c", "crate::a::b::d"]);
    assert_eq!(read(true), ["super::f"]);
    let found = paths(&format!("{code}fn j() {{ k::l(); other_k::m(); n::k::o(); }}"), &["k"]);
    assert!(found.contains(&vec!["crate".into(), "h".into(), "i".into()]));
    assert!(found.contains(&vec!["k".into(), "l".into()]));
    assert!(!found.iter().any(|path| path.contains(&"m".into()) || path.contains(&"o".into())));
    let tested = "#[cfg(test)]\nmod tests {\n    use crate::x;\n}\nuse crate::y;";
    assert_eq!(trees(&without_tests(tested), false), [["crate", "y"]]);
}
