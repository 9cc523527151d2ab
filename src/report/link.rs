//! Templates that import each other, so that each is evaluated once for a mail.
//!
//! A template engine evaluates an imported file anew for every file that imports it, and the files of a
//! report import each other many times over: that took most of the time of a mail. Here each
//! file is told to import all that it needs, directly or by others, in an order in which everything
//! stands before what needs it, and only what has not been imported yet. Lines stay where they are, so
//! that a mistake in an operator's file is told by its own line.

use std::collections::BTreeMap;
use std::fmt::Write;

const BEGIN: &str = "{% import \"";

/// The same templates by the same names, with their imports shared. `first` is the language whose file
/// is used where another has none.
pub(super) fn linked(sources: &BTreeMap<String, String>, first: &str) -> BTreeMap<String, String> {
    let link =
        |(name, source): (&String, &String)| (name.clone(), one(sources, first, name, source));
    sources.iter().map(link).collect()
}

fn one(sources: &BTreeMap<String, String>, first: &str, name: &str, source: &str) -> String {
    let mut needed = Vec::new();
    let folder = name.split_once('/').map_or("", |(folder, _)| folder);
    need(sources, first, folder, source, &mut Vec::new(), &mut needed);
    let mut linked = String::with_capacity(source.len() + 100 * needed.len());
    for file in &needed {
        let module = module(file);
        // Writing to a string cannot fail.
        let _ = write!(
            linked,
            "{{% if {module} is undefined %}}{{% import \"{file}\" as {module} %}}{{% endif %}}"
        );
    }
    let mut rest = source;
    while let Some((before, import, behind)) = next(rest) {
        linked.push_str(before);
        let _ = write!(linked, "{{% set {} = {} %}}", import.alias, module(import.file));
        rest = behind;
    }
    linked.push_str(rest);
    linked
}

/// Adds what a template needs to `needed`, each file behind those that it needs itself. `above` are the
/// files that led here; they are not followed again, so that a circle of imports ends. The engine reports
/// it as a mistake when it evaluates the files.
fn need<'a>(
    sources: &'a BTreeMap<String, String>,
    first: &str,
    folder: &str,
    mut source: &'a str,
    above: &mut Vec<&'a str>,
    needed: &mut Vec<&'a str>,
) {
    while let Some((_, import, behind)) = next(source) {
        source = behind;
        if needed.contains(&import.file) || above.contains(&import.file) {
            continue;
        }
        let own = sources.get(&format!("{folder}/{}", import.file));
        let of_first = || sources.get(&format!("{first}/{}", import.file));
        if let Some(other) = own.or_else(of_first) {
            above.push(import.file);
            need(sources, first, folder, other, above, needed);
            above.pop();
        }
        needed.push(import.file);
    }
}

struct Import<'a> {
    file: &'a str,
    alias: &'a str,
}

/// The text before the next import, the import, and the text behind it.
fn next(source: &str) -> Option<(&str, Import<'_>, &str)> {
    let (before, rest) = source.split_once(BEGIN)?;
    let (file, rest) = rest.split_once("\" as ")?;
    let (alias, behind) = rest.split_once("%}")?;
    Some((before, Import { file, alias: alias.trim() }, behind))
}

/// The one name under which a file is imported, whatever the importing files call it.
fn module(file: &str) -> String {
    let letters = file.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    "module_".chars().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn each_file_is_imported_once_behind_what_it_needs() {
        let sources = sources(&[
            (
                "de/mail.jinja",
                "{% import \"say.jinja\" as say %}\n{% import \"words.jinja\" as w %}\n!",
            ),
            ("de/words.jinja", "words"),
            ("en/say.jinja", "{% import \"words.jinja\" as words %}\n{{ words }}"),
        ]);
        let linked = linked(&sources, "en");
        let import = |file: &str, module: &str| {
            format!(
                "{{% if {module} is undefined %}}{{% import \"{file}\" as {module} %}}{{% endif %}}"
            )
        };
        let words = import("words.jinja", "module_words_jinja");
        assert_eq!(
            linked["de/mail.jinja"],
            format!(
                "{words}{}{{% set say = module_say_jinja %}}\n\
                 {{% set w = module_words_jinja %}}\n!",
                import("say.jinja", "module_say_jinja")
            )
        );
        assert_eq!(
            linked["en/say.jinja"],
            format!("{words}{{% set words = module_words_jinja %}}\n{{{{ words }}}}")
        );
        assert_eq!(linked["de/words.jinja"], "words");
    }

    #[test]
    fn files_that_import_each_other_and_imports_without_an_end_are_left_to_the_engine() {
        let sources = sources(&[
            ("en/a.jinja", "{% import \"b.jinja\" as b %}"),
            ("en/b.jinja", "{% import \"a.jinja\" as a %}"),
            ("en/c.jinja", "{% import \"a"),
        ]);
        let linked = linked(&sources, "en");
        assert!(linked["en/a.jinja"].contains("import \"b.jinja\""));
        assert_eq!(linked["en/c.jinja"], "{% import \"a");
    }
}
