//! HTML to lines of text.
//!
//! The library parses and renders; in between, [`super::unsaid`] takes out what nobody said. This
//! module keeps hostile HTML from costing more than its size. A `blockquote` becomes lines beginning
//! with `> `; whether those are left out is not decided here.

use std::collections::BTreeSet;

use html2text::config;
use html2text::render::TextDecorator;

use super::unsaid::{Form, PARTS, Parts, prune};

/// Most bytes of HTML that are looked at. What is typed stands near the top of long mails.
const LONGEST: usize = 256 << 10;
/// Most tags that are looked at: the time to parse grows with the square of the open ones.
const MOST_TAGS: usize = 8_000;
/// Most elements that may be open at once.
const MOST_OPEN: usize = 600;
/// Most nodes that misnested formatting may make the parser repeat.
const MOST_NODES: usize = 400_000;
/// Columns of the rendered text, wider than any line: lines are to be broken only where the sender broke them.
const WIDTH: usize = 1_000_000;

/// An HTML as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rendered {
    /// Quoted lines begin with `> `.
    pub(super) text: String,
    /// Whether words in it were struck out; they are not in the text.
    pub(super) struck: bool,
    /// Whether rows of several cells were put on a line each.
    pub(super) rows: bool,
}

impl Rendered {
    /// Two texts that are shown one below the other.
    pub(super) fn followed_by(self, next: Self) -> Self {
        Self {
            text: format!("{}\n{}", self.text, next.text),
            struck: self.struck || next.struck,
            rows: self.rows || next.rows,
        }
    }
}

/// The text of an HTML that somebody sent, as a reader sees it. `None` when it cannot be rendered.
pub(super) fn to_text(html: &str) -> Option<Rendered> {
    render(html, Form::Seen)
}

/// The text of an HTML of ours with all that a mail program may make text of: what is hidden, too,
/// and what stands for its pictures.
pub(super) fn with_hidden(html: &str) -> Option<String> {
    render(html, Form::Whole).map(|rendered| rendered.text)
}

fn render(html: &str, form: Form) -> Option<Rendered> {
    let html = &html[..html.floor_char_boundary(LONGEST)];
    let html = html.match_indices('<').nth(MOST_TAGS).map_or(html, |(end, _)| &html[..end]);
    let html = &html[..nested_too_deep(html)];
    if repeated_nodes(html) > MOST_NODES {
        return None;
    }
    let config = config::with_decorator(Lines { pictures: form == Form::Whole })
        .raw_mode(true)
        .no_link_wrapping()
        .unicode_strikeout(false)
        .allow_width_overflow();
    let dom = config.parse_html(html.as_bytes()).ok()?;
    let parts = Parts::new(config.parse_html(PARTS.as_bytes()).ok()?.document)?;
    let pruned = prune(&dom.document, form, &parts);
    let tree = config.dom_to_render_tree(&dom).ok()?;
    let text = config.render_to_string(tree, WIDTH).ok()?;
    Some(Rendered { text, struck: pruned.struck, rows: pruned.rows })
}

/// Where the HTML is nested deeper than [`MOST_OPEN`], as far as can be told without parsing it; its
/// length if it is not. Elements whose end may be left out do not count.
fn nested_too_deep(html: &str) -> usize {
    const UNCOUNTED: [&str; 19] = [
        "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link",
        "meta", "option", "p", "source", "td", "th", "tr",
    ];
    let mut open = 0_usize;
    for (at, _) in html.match_indices('<') {
        let tag = html[at + 1..].trim_start_matches('/');
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        let name = tag[..end].to_ascii_lowercase();
        if name.is_empty() || UNCOUNTED.contains(&name.as_str()) {
            continue;
        }
        if html[at + 1..].starts_with('/') {
            open = open.saturating_sub(1);
        } else {
            open += 1;
            if open > MOST_OPEN {
                return at;
            }
        }
    }
    html.len()
}

/// How many nodes the parser may make of this HTML at most. Each formatting element left open
/// at the end of a paragraph is opened again in all that follow, once per set of attributes, so
/// that a small HTML can become a very large tree.
fn repeated_nodes(html: &str) -> usize {
    const FORMATTING: [&str; 13] = [
        "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ];
    let mut tags = 0;
    let mut odd = 0;
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for piece in html.split('<').skip(1) {
        tags += 1;
        let name_end = piece.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(piece.len());
        let name = piece[..name_end].to_ascii_lowercase();
        if !FORMATTING.contains(&name.as_str()) {
            continue;
        }
        match piece.split_once('>') {
            Some((tag, _)) if ends_where_it_seems(tag) => {
                known.insert(tag);
            }
            _ => odd += 1,
        }
    }
    // Three equal ones may be open at once, and text between the tags reopens them too.
    (3 * known.len() + odd + 1) * (2 * tags + 1)
}

/// Whether a tag surely ends at its first `>`: quotation marks in it are of one kind, and open
/// only behind `=`.
fn ends_where_it_seems(tag: &str) -> bool {
    if tag.contains('"') && tag.contains('\'') {
        return false;
    }
    let pieces: Vec<&str> = tag.split(['"', '\'']).collect();
    pieces.len() % 2 == 1
        && pieces.iter().step_by(2).rev().skip(1).all(|before| before.ends_with('='))
}

/// Renders text as it was typed: no marks for emphasis, links or headings.
#[derive(Clone, Debug)]
struct Lines {
    /// Whether the words that stand for a picture are text.
    pictures: bool,
}

impl TextDecorator for Lines {
    type Annotation = ();

    fn decorate_link_start(&mut self, _url: &str) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_link_end(&mut self) -> String {
        String::new()
    }

    fn decorate_em_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_em_end(&self) -> String {
        String::new()
    }

    fn decorate_strong_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_strong_end(&self) -> String {
        String::new()
    }

    fn decorate_strikeout_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }

    fn decorate_code_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_code_end(&self) -> String {
        String::new()
    }

    fn decorate_preformat_first(&self) {}

    fn decorate_preformat_cont(&self) {}

    fn decorate_image(&mut self, _src: &str, title: &str) -> (String, ()) {
        (if self.pictures { title.to_owned() } else { String::new() }, ())
    }

    fn header_prefix(&self, _level: usize) -> String {
        String::new()
    }

    fn quote_prefix(&self) -> String {
        "> ".to_owned()
    }

    fn unordered_item_prefix(&self) -> String {
        "- ".to_owned()
    }

    fn ordered_item_prefix(&self, number: i64) -> String {
        format!("{number}. ")
    }

    fn make_subblock_decorator(&self) -> Self {
        self.clone()
    }

    fn decorate_superscript_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_superscript_end(&self) -> String {
        String::new()
    }
}
