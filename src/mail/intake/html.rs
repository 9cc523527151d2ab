//! HTML to lines of text.
//!
//! The library renders; this module takes out beforehand what nobody typed (signatures that say
//! so, pictures, rulers, quotations in containers of their own), and keeps hostile HTML from
//! costing more than its size. A `blockquote` becomes lines beginning with `> `; whether those
//! are left out is not decided here.

use std::collections::BTreeSet;

use html2text::render::TextDecorator;
use html2text::{Element, Handle, config};

/// Most bytes of HTML that are looked at. What is typed stands near the top of long mails.
const LONGEST: usize = 256 << 10;
/// Most tags that are looked at: parsing takes time with the square of open ones.
const MOST_TAGS: usize = 8_000;
/// Deepest nesting that is looked at; rendering recurses.
const DEEPEST: usize = 200;
/// Most nodes that misnested formatting may make the parser repeat.
const MOST_NODES: usize = 400_000;
/// No line is as long as this: lines are to be broken where the sender broke them.
const WIDTH: usize = 1_000_000;

/// Elements that show nothing a person typed.
const SILENT: [&str; 11] = [
    "head", "style", "script", "title", "img", "hr", "object", "svg", "video", "audio", "template",
];
/// Classes and ids by which mail programs mark the signature.
const SIGNATURES: [&str; 7] = [
    "gmail_signature",
    "moz-signature",
    "protonmail_signature_block",
    "ms-outlook-mobile-signature",
    "applemailsignature",
    "signature",
    "k9mail-signature",
];
/// Classes and ids by which mail programs mark a quotation that is no `blockquote`.
const QUOTATIONS: [&str; 5] = [
    "yahoo_quoted",
    "ydp_yahoo_quoted",
    "zmail_extra",
    "tutanota_quote",
    "mail-editor-reference-message-container",
];

/// The text of an HTML, quoted lines beginning with `> `. `None` when it cannot be rendered.
pub(super) fn to_text(html: &str) -> Option<String> {
    let html = &html[..html.floor_char_boundary(LONGEST)];
    let html = html.match_indices('<').nth(MOST_TAGS).map_or(html, |(end, _)| &html[..end]);
    if repeated_nodes(html) > MOST_NODES {
        return None;
    }
    let config = config::with_decorator(Lines)
        .raw_mode(true)
        .no_link_wrapping()
        .unicode_strikeout(false)
        .allow_width_overflow();
    let dom = config.parse_html(html.as_bytes()).ok()?;
    prune(&dom.document);
    let tree = config.dom_to_render_tree(&dom).ok()?;
    config.render_to_string(tree, WIDTH).ok()
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

/// Takes out what is silent, signed, quoted in a marked container, or nested too deep.
fn prune(document: &Handle) {
    let mut open = vec![(document.clone(), 0)];
    while let Some((node, depth)) = open.pop() {
        let mut children = node.children.borrow_mut();
        if depth >= DEEPEST {
            children.clear();
            continue;
        }
        children.retain(|child| !is_unwanted(child));
        open.extend(children.iter().map(|child| (child.clone(), depth + 1)));
    }
}

/// Whether an element is left out with all that is in it.
fn is_unwanted(node: &Handle) -> bool {
    let Element { name, attrs, .. } = &node.data else {
        return false;
    };
    if SILENT.contains(&name.local.as_ref()) {
        return true;
    }
    attrs.borrow().iter().any(|attribute| {
        matches!(
            attribute.name.local.as_ref(),
            "class" | "id" | "name" | "data-smartmail" | "fairemail"
        ) && attribute.value.split_whitespace().any(|word| {
            let word = word.to_ascii_lowercase();
            SIGNATURES.contains(&word.as_str())
                || QUOTATIONS.iter().any(|quotation| word.starts_with(quotation))
        })
    })
}

/// Renders text as it was typed: no marks for emphasis, links or headings.
#[derive(Clone, Debug)]
struct Lines;

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

    fn decorate_image(&mut self, _src: &str, _title: &str) -> (String, ()) {
        (String::new(), ())
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
        Self
    }

    fn decorate_superscript_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_superscript_end(&self) -> String {
        String::new()
    }
}
