//! Tests of what players read: every sentence, and every kind of mail from games that were played.

#![expect(
    clippy::disallowed_methods,
    reason = "whoever tries templates names their folder in the environment"
)]

mod anatomy;
mod annals;
mod answers;
mod clocks;
mod facts;
mod languages;
mod life;
mod mails;
mod page;
mod played;
mod prompts;
mod scenarios;
mod sentences;
mod talk;
mod trust;

use super::*;
use std::sync::LazyLock;

/// The languages whose templates are complete: these are checked against each other, and their
/// mails compared with the golden files.
const COMPLETE: [Language; Language::ALL.len()] = Language::ALL;

/// What happened, from the form in which it lies in the log.
fn happening(json: serde_json::Value) -> Happening {
    let shown = json.to_string();
    serde_json::from_value(json).unwrap_or_else(|error| panic!("{shown}: {error}"))
}

/// News of the club, from the form in which they lie in the log.
fn news(mut json: serde_json::Value) -> Happening {
    json["event"] = "club".into();
    happening(json)
}

/// Nothing a template left behind, and nothing the facts lacked.
fn assert_clean(text: &str) {
    for leftover in ["{", "}", "undefined", "none(", "[]", "**", "  ."] {
        assert!(!text.contains(leftover), "`{leftover}` in:\n{text}");
    }
}

/// The text of a page: tags taken out, entities resolved.
fn text_of(html: &str) -> String {
    let body = html.split_once("<body").map_or(html, |(_, body)| body);
    // What only readers of HTML see: links that write an answer, and the token's place.
    let mut parts = body.replace("{token-line}", "");
    while let Some(start) = parts.find("<a class=\"button\"") {
        let end = parts[start..].find("</a>").expect("the end of a link");
        parts.replace_range(start..start + end, "");
    }
    let body = parts.as_str();
    let mut text = String::new();
    let mut in_tag = true;
    for c in body.chars() {
        match c {
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                text.push(' ');
            }
            c if !in_tag => text.push(c),
            _ => {}
        }
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&#x2f;", "/"),
        ("\u{fe0e}", ""),
        ("&amp;", "&"),
    ];
    entities.iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// The words of a text without anything of its layout.
fn words(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric() || "♠♣♥♦+".contains(*c)).collect()
}

/// Compares with the file in the language's folder of `tests/golden/report`;
/// `INSTA_UPDATE=always` writes it anew.
fn golden(language: Language, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/report");
    settings.set_snapshot_path(format!("{folder}/{}", language.tag()));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The program's own templates in a language.
fn templates_in(language: Language) -> Templates {
    // Words can be tried without building: FELDPOST_TEMPLATES names a folder of templates.
    static OWN: LazyLock<Templates> = LazyLock::new(|| {
        let made = match std::env::var_os("FELDPOST_TEMPLATES") {
            Some(folder) => Templates::of_folder(std::path::Path::new(&folder)),
            None => Templates::new(None),
        };
        made.expect("the program's own have no mistakes")
    });
    OWN.in_language(language.tag())
}

/// The program's own templates in English.
fn templates() -> Templates {
    templates_in(Language::English)
}
