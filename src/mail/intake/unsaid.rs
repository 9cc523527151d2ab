//! The parts of an HTML text that nobody said, taken out of its tree before it is rendered.
//!
//! Signatures that say so, pictures, rulers, words that are struck out or hidden are left out.
//! Quotations in containers of their own, and the headers that Outlook marks by their style, get a
//! separator in front, so that both are known in every language. A row of a table becomes
//! one line where each of its cells is one. What a quotation is, is not decided here.

use html2text::{Comment, Element, Handle};

/// Deepest nesting that is looked at; rendering recurses.
const DEEPEST: usize = 200;
/// Most cells of a row that is put on one line.
const MOST_CELLS: usize = 20;

/// Elements that show nothing a person typed.
const SILENT: [&str; 10] =
    ["head", "style", "script", "title", "hr", "object", "svg", "video", "audio", "template"];
/// Elements whose words are struck out.
const STRUCK: [&str; 3] = ["s", "del", "strike"];
/// Elements that stand in a line with the text around them.
const INLINE: [&str; 22] = [
    "a", "abbr", "b", "big", "code", "em", "font", "i", "ins", "kbd", "label", "mark", "nobr",
    "o:p", "small", "span", "strong", "sub", "sup", "tt", "u", "var",
];
/// Elements that stand in lines of their own and may hold a single one.
const WRAPPERS: [&str; 11] =
    ["center", "div", "h1", "h2", "h3", "h4", "h5", "h6", "p", "section", "article"];
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
/// Classes by which mail programs mark who wrote what is quoted, and when.
const ATTRIBUTIONS: [&str; 2] = ["gmail_attr", "moz-cite-prefix"];
/// Classes and ids by which mail programs mark a quotation that is no `blockquote`.
const QUOTATIONS: [&str; 5] = [
    "yahoo_quoted",
    "ydp_yahoo_quoted",
    "zmail_extra",
    "tutanota_quote",
    "mail-editor-reference-message-container",
];
/// Ids by which Outlook marks the header of what it quotes.
const HEADERS: [&str; 3] = ["divrplyfwdmsg", "x_divrplyfwdmsg", "olk_src_body_section"];
/// Styles by which Outlook marks the header of what it quotes, without white space.
const HEADER_STYLES: [&str; 3] = [
    "border-top:solid#e1e1e11.0pt",
    "border-top:solid#b5c4df1.0pt",
    "border-top:1ptsolidrgb(225,225,225)",
];

/// What the text of an HTML is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// What its reader sees.
    Seen,
    /// All that a mail program may make text of.
    Whole,
}

/// The HTML that [`Parts`] are taken from.
pub(super) const PARTS: &str = "<p>-----Original Message-----</p><p><b>x</b> <b>x</b></p>";

/// Nodes to put into a tree; the library makes nodes by parsing alone.
pub(super) struct Parts {
    separator: Handle,
    space: Handle,
    /// Keeps the others whole: a node that is dropped empties all below it.
    _document: Handle,
}

impl Parts {
    /// Takes the parts out of the parsed [`PARTS`].
    pub(super) fn new(document: Handle) -> Option<Self> {
        let mut body = document.clone();
        while name(&body) != Some("body") {
            let next = body.children.borrow().last().cloned()?;
            body = next;
        }
        let children = body.children.borrow();
        let separator = children.first().cloned()?;
        let space = children.get(1)?.children.borrow().get(1).cloned()?;
        drop(children);
        Some(Self { separator, space, _document: document })
    }
}

/// What [`prune`] has come upon.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pruned {
    /// Words were struck out.
    pub(super) struck: bool,
    /// Rows of several cells were put on a line each.
    pub(super) rows: bool,
}

/// Takes out what nobody said, marks quotations, puts rows on lines, and cuts off what is nested
/// too deep.
pub(super) fn prune(document: &Handle, form: Form, parts: &Parts) -> Pruned {
    let mut pruned = Pruned::default();
    let mut open = vec![(document.clone(), 0)];
    while let Some((node, depth)) = open.pop() {
        let mut children = node.children.borrow_mut();
        if depth >= DEEPEST {
            children.clear();
            continue;
        }
        children.retain(|child| !is_silent(child));
        if form == Form::Seen {
            children.retain(|child| !is_unsaid(child, &mut pruned));
        }
        let mut at = 0;
        while at < children.len() {
            if is_header(&children[at]) {
                children.insert(at, parts.separator.clone());
                at += 1;
            }
            at += 1;
        }
        drop(children);
        if name(&node) == Some("tr") {
            pruned.rows |= put_on_a_line(&node, parts);
        }
        let children = node.children.borrow();
        open.extend(children.iter().map(|child| (child.clone(), depth + 1)));
    }
    pruned
}

fn name(node: &Handle) -> Option<&str> {
    match &node.data {
        Element { name, .. } => Some(name.local.as_ref()),
        _ => None,
    }
}

/// Whether an element never shows anything that was typed.
fn is_silent(node: &Handle) -> bool {
    name(node).is_some_and(|name| SILENT.contains(&name))
}

/// Whether a node is left out with all that is in it.
fn is_unsaid(node: &Handle, pruned: &mut Pruned) -> bool {
    let Element { name, attrs, .. } = &node.data else {
        return false;
    };
    let name = name.local.as_ref();
    if name == "img" {
        return true;
    }
    if STRUCK.contains(&name) {
        pruned.struck = true;
        return true;
    }
    attrs.borrow().iter().any(|attribute| match attribute.name.local.as_ref() {
        "class" | "id" | "name" | "data-smartmail" | "fairemail" => {
            attribute.value.split_whitespace().any(|word| {
                let word = word.to_ascii_lowercase();
                SIGNATURES.contains(&word.as_str()) || ATTRIBUTIONS.contains(&word.as_str())
            })
        }
        "hidden" => true,
        "style" => {
            let style = Style::of(&attribute.value);
            pruned.struck |= style == Style::Struck;
            // Some programs lay their columns out in a type of no size, and write in another.
            style != Style::Shown && (style != Style::Tiny || !has_type_of_size(node))
        }
        _ => false,
    })
}

/// How the words of an element are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Shown,
    Struck,
    Hidden,
    /// It is set in type of no size.
    Tiny,
}

impl Style {
    /// Reads a `style` attribute.
    fn of(style: &str) -> Self {
        let mut found = Self::Shown;
        for declaration in style.split(';') {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let property = property.trim().to_ascii_lowercase();
            let value = value.to_ascii_lowercase();
            let value = value.trim().trim_end_matches("!important").trim_end();
            let is_zero = || {
                let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
                number.parse().is_ok_and(|number: f32| number == 0.0)
            };
            let hidden = match property.as_str() {
                "display" => value == "none",
                "visibility" => matches!(value, "hidden" | "collapse"),
                "mso-hide" => value == "all",
                "max-height" | "opacity" => is_zero(),
                "font-size" => {
                    if is_zero() && found == Self::Shown {
                        found = Self::Tiny;
                    }
                    false
                }
                "text-decoration" | "text-decoration-line" => {
                    if value.contains("line-through") && found == Self::Shown {
                        found = Self::Struck;
                    }
                    false
                }
                _ => false,
            };
            if hidden {
                found = Self::Hidden;
            }
        }
        found
    }
}

/// Whether something within an element is written in a type of some size.
fn has_type_of_size(node: &Handle) -> bool {
    let mut open: Vec<Handle> = node.children.borrow().clone();
    while let Some(node) = open.pop() {
        if let Element { attrs, .. } = &node.data {
            let sized = attrs.borrow().iter().any(|attribute| {
                &*attribute.name.local == "style"
                    && attribute.value.to_ascii_lowercase().contains("font-size")
                    && Style::of(&attribute.value) != Style::Tiny
            });
            if sized {
                return true;
            }
        }
        open.extend(node.children.borrow().iter().cloned());
    }
    false
}

/// Whether an element is a quotation in a container of its own.
fn is_quotation(node: &Handle) -> bool {
    has_word(node, |word| QUOTATIONS.iter().any(|quotation| word.starts_with(quotation)))
}

/// Whether an element is a header that Outlook puts above what it quotes.
fn is_header(node: &Handle) -> bool {
    if has_word(node, |word| HEADERS.contains(&word)) || is_quotation(node) {
        return true;
    }
    let Element { attrs, .. } = &node.data else { return false };
    attrs.borrow().iter().any(|attribute| {
        &*attribute.name.local == "style" && {
            let mut style = attribute.value.to_ascii_lowercase();
            style.retain(|c| !c.is_whitespace());
            HEADER_STYLES.iter().any(|known| style.contains(known))
        }
    })
}

/// Whether one of the words that name an element or its class is of this kind.
fn has_word(node: &Handle, is: impl Fn(&str) -> bool) -> bool {
    let Element { attrs, .. } = &node.data else { return false };
    attrs.borrow().iter().any(|attribute| {
        matches!(attribute.name.local.as_ref(), "class" | "id" | "name")
            && attribute.value.split_whitespace().any(|word| is(&word.to_ascii_lowercase()))
    })
}

/// Puts the cells of a row into its first cell, with spaces between, where each of them is one
/// line. Says whether it did with more than one that holds something.
fn put_on_a_line(row: &Handle, parts: &Parts) -> bool {
    let cells: Vec<Handle> = row
        .children
        .borrow()
        .iter()
        .filter(|child| matches!(name(child), Some("td" | "th")))
        .cloned()
        .collect();
    if cells.len() < 2 || cells.len() > MOST_CELLS {
        return false;
    }
    let lines: Option<Vec<Vec<Handle>>> = cells.iter().map(one_line).collect();
    let Some(lines) = lines else { return false };
    let filled = lines.iter().filter(|line| !line.is_empty()).count();
    let mut whole: Vec<Handle> = Vec::new();
    for mut line in lines {
        if !whole.is_empty() && !line.is_empty() {
            whole.push(parts.space.clone());
        }
        whole.append(&mut line);
    }
    cells.iter().for_each(detach);
    *cells[0].children.borrow_mut() = whole;
    *row.children.borrow_mut() = vec![cells[0].clone()];
    filled > 1
}

/// Empties a cell and the wrappers in it, from within: a wrapper that is dropped would empty what
/// was taken out of it.
fn detach(node: &Handle) {
    let children = std::mem::take(&mut *node.children.borrow_mut());
    children
        .iter()
        .filter(|child| name(child).is_some_and(|name| WRAPPERS.contains(&name)))
        .for_each(detach);
}

/// The nodes of a cell that is shown in one line; none for an empty one. `None` if it is shown in
/// several, or holds what cannot be told.
fn one_line(cell: &Handle) -> Option<Vec<Handle>> {
    let mut line: Vec<Handle> = Vec::new();
    let mut wrapped = false;
    for child in cell.children.borrow().iter() {
        match name(child) {
            Some("br") => {
                // A break at the end of a cell breaks nothing.
                wrapped = true;
            }
            Some(name) if INLINE.contains(&name) => {
                if !is_inline(child) || wrapped {
                    return None;
                }
                line.push(child.clone());
            }
            Some(name) if WRAPPERS.contains(&name) => {
                let inner = one_line(child)?;
                if inner.is_empty() {
                    continue;
                }
                if !line.iter().all(is_blank) {
                    return None;
                }
                line = inner;
                wrapped = true;
            }
            Some(_) => return None,
            None if is_blank(child) => line.push(child.clone()),
            None if wrapped => return None,
            None => line.push(child.clone()),
        }
    }
    if line.iter().all(is_blank) {
        line.clear();
    }
    Some(line)
}

/// Whether nothing in an element breaks the line.
fn is_inline(node: &Handle) -> bool {
    let mut open = vec![node.clone()];
    while let Some(node) = open.pop() {
        if name(&node).is_some_and(|name| !INLINE.contains(&name)) {
            return false;
        }
        open.extend(node.children.borrow().iter().cloned());
    }
    true
}

/// Whether nothing is seen of a node.
fn is_blank(node: &Handle) -> bool {
    if matches!(&node.data, Comment { .. }) {
        return true;
    }
    let mut text = Vec::new();
    if node.children.borrow().is_empty() && name(node).is_none() {
        // The library shows the text of a node in this way alone.
        return node.serialize(&mut text).is_ok()
            && String::from_utf8_lossy(&text)
                .replace("&nbsp;", " ")
                .chars()
                .all(char::is_whitespace);
    }
    node.children.borrow().iter().all(is_blank)
}
