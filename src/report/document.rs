//! The light markup that templates write, from which text and HTML are laid out alike.
//!
//! One block per line or group of lines, told by how a line begins; other lines make paragraphs,
//! which a blank line ends:
//!
//! ```text
//! # title                  ## section               ### part of a section
//! - item                   -- item within an item
//! = 1 | numbered answer | what it leads to
//! : a line to be copied as it is
//! > a line somebody wrote
//! | a | row | of a table   |! the row | with the headings
//! ~ term | what it is
//! ! picture | what it shows | width height     !@ x y radius | what a click there sends
//! ^ small print
//! @ button                 @ button | what it sends     @ button | :  (it sends the lines above)
//! ```
//!
//! A line that begins otherwise goes on with the item, answer, term or paragraph above it. `**…**` is
//! strong, and `` `…` `` is a word to be sent as an answer. A backslash takes the meaning from the
//! character behind it; [`escape`] puts one before everything that could mean something, so that no
//! value can make markup. This module knows no layout.

use serde::Serialize;

/// A piece of text in one style.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Span {
    /// Without markup: backslashes and stars are taken away.
    pub text: String,
    /// Bold in HTML; stars are left out in plain text.
    pub strong: bool,
    /// A word to be sent as an answer; in HTML it is a link that does so.
    pub answer: bool,
}

/// Text in pieces.
pub type Spans = Vec<Span>;

/// A part of a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "block", content = "of", rename_all = "kebab-case")]
pub enum Block {
    /// The one heading of a mail, above everything.
    Title(Spans),
    /// The heading of a part of a mail.
    Section(Spans),
    /// A heading within a section.
    Subsection(Spans),
    /// Running text, broken to the width of a plain-text line.
    Paragraph(Spans),
    /// What hardly anybody reads.
    Small(Spans),
    /// Items with a mark in front.
    List(Vec<Item>),
    /// Numbered answers.
    Menu(Vec<Choice>),
    /// Answers that are links. Only readers of HTML see them.
    Buttons(Vec<Button>),
    /// Lines to be copied as they are.
    Verbatim(Vec<String>),
    /// Lines that somebody wrote.
    Quote(Vec<Spans>),
    /// Rows under headings; in plain text in columns.
    Table(Grid),
    /// Terms, each with its explanation.
    Terms(Vec<(Spans, Spans)>),
    /// A picture that goes along. Only readers of HTML see it.
    Picture(Picture),
}

/// A picture of a mail.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Picture {
    /// What its file is called and its Content-ID is made of, without an ending.
    pub name: String,
    /// What it shows.
    pub alt: String,
    /// Width and height in CSS pixels, where it can be clicked.
    pub size: Option<(u32, u32)>,
    /// Where a click writes an answer; empty if nothing can be clicked.
    pub areas: Vec<ClickArea>,
}

/// A circle in a picture that writes an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClickArea {
    /// The middle, in CSS pixels from the left edge.
    pub x: u32,
    /// The middle, in CSS pixels from the upper edge.
    pub y: u32,
    /// In CSS pixels.
    pub radius: u32,
    /// What is sent.
    pub body: String,
}

/// A numbered answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// Its number in the menu.
    pub label: Spans,
    /// What is sent.
    pub text: Spans,
    /// What it leads to.
    pub note: Spans,
}

/// A link that writes an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Button {
    /// What stands on it.
    pub label: String,
    /// What is sent.
    pub body: String,
}

/// An item of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Item {
    /// Stands within the item above.
    pub nested: bool,
    /// What stands behind the mark.
    pub text: Spans,
}

/// Rows of cells; all are filled up to the length of the longest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Grid {
    /// One for each column; empty for a table without headings.
    pub heading: Vec<Spans>,
    /// Without the headings.
    pub rows: Vec<Vec<Spans>>,
}

/// Characters that can mean something.
const MARKS: &str = "\\*#-=:>|!~@`^";

/// A value as text of the markup that means only itself: on one line, without control characters
/// and without those that turn the direction of writing.
pub fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() => escaped.push(' '),
            c if MARKS.contains(c) => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Reads the markup. There are no errors: every text is some document.
pub fn parse(text: &str) -> Vec<Block> {
    let mut reader = DocumentReader::default();
    for line in text.lines() {
        reader.line(line);
    }
    reader.end_block();
    reader.blocks
}

/// The bare text of one line of markup.
pub fn plain(text: &str) -> String {
    spans(&squeeze(text)).into_iter().map(|span| span.text).collect()
}

/// The words of a text. A no-break space is part of the word in which it stands: French has one within
/// its quotes and before `:`, and no line ends there.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| c.is_whitespace() && c != '\u{a0}');
    parts.filter(|word| !word.trim().is_empty())
}

/// White space as single spaces, none at the ends, none before closing punctuation; no-break spaces stay.
pub fn squeeze(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in words(text) {
        // Dots for what the reader is to fill in, as in `phrase ...`, stand apart.
        let closes = word.chars().all(|c| ".,;:)?".contains(c)) && !word.starts_with("..");
        if !squeezed.is_empty() && !closes {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

#[derive(Default)]
struct DocumentReader {
    blocks: Vec<Block>,
    /// The kind of the block being read; `None` between blocks.
    kind: Option<Kind>,
    lines: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Title,
    Section,
    Subsection,
    Paragraph,
    Small,
    List,
    Menu,
    Verbatim,
    Quote,
    Table,
    Terms,
    Picture,
    Buttons,
}

/// Beginnings of lines, the longer before the shorter.
const BEGINNINGS: [(&str, Kind); 15] = [
    ("### ", Kind::Subsection),
    ("## ", Kind::Section),
    ("# ", Kind::Title),
    ("-- ", Kind::List),
    ("- ", Kind::List),
    ("= ", Kind::Menu),
    (":", Kind::Verbatim),
    ("> ", Kind::Quote),
    ("|!", Kind::Table),
    ("| ", Kind::Table),
    ("~ ", Kind::Terms),
    ("! ", Kind::Picture),
    ("!@", Kind::Picture),
    ("@ ", Kind::Buttons),
    ("^ ", Kind::Small),
];

impl DocumentReader {
    fn line(&mut self, line: &str) {
        let trimmed = line.trim();
        let begins = BEGINNINGS.into_iter().find(|(mark, _)| line.trim_start().starts_with(mark));
        match (begins, self.kind) {
            _ if trimmed.is_empty() => self.end_block(),
            (Some((_, kind)), open) => {
                if open != Some(kind) || matches!(kind, Kind::Title | Kind::Section) {
                    self.end_block();
                }
                self.kind = Some(kind);
                self.lines.push(line.trim_start().to_owned());
            }
            // It goes on with what stands above.
            (None, Some(Kind::Paragraph | Kind::List | Kind::Menu | Kind::Terms)) => {
                if let Some(last) = self.lines.last_mut() {
                    last.push(' ');
                    last.push_str(trimmed);
                }
            }
            (None, _) => {
                self.end_block();
                self.kind = Some(Kind::Paragraph);
                self.lines.push(trimmed.to_owned());
            }
        }
    }

    fn end_block(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        let Some(kind) = self.kind.take() else {
            return;
        };
        let text = |mark: &str| {
            let line = lines.join(" ");
            spans(&squeeze(line.strip_prefix(mark).unwrap_or(&line)))
        };
        let pairs = |mark: &str| {
            let pair = |line: &String| {
                let mut parts = cells(line.strip_prefix(mark).unwrap_or(line)).into_iter();
                (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
            };
            lines.iter().map(pair).collect()
        };
        self.blocks.push(match kind {
            Kind::Title => Block::Title(text("# ")),
            Kind::Section => Block::Section(text("## ")),
            Kind::Subsection => Block::Subsection(text("### ")),
            Kind::Paragraph => Block::Paragraph(text("")),
            Kind::Small => Block::Small(text("^ ")),
            Kind::List => Block::List(lines.iter().map(|line| item(line)).collect()),
            Kind::Menu => Block::Menu(lines.iter().map(|line| choice(line)).collect()),
            Kind::Buttons => {
                let above = self.blocks.last();
                Block::Buttons(lines.iter().map(|line| button(line, above)).collect())
            }
            Kind::Terms => Block::Terms(pairs("~ ")),
            Kind::Verbatim => Block::Verbatim(lines.iter().map(|line| verbatim(line)).collect()),
            Kind::Quote => Block::Quote(
                lines.iter().map(|line| spans(line.strip_prefix("> ").unwrap_or(line))).collect(),
            ),
            Kind::Table => Block::Table(table(&lines)),
            Kind::Picture => Block::Picture(picture(&lines)),
        });
    }
}

fn bare(spans: &Spans) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

fn picture(lines: &[String]) -> Picture {
    let mut picture = Picture::default();
    let numbers = |spans: &Spans| -> Vec<u32> {
        bare(spans).split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    for line in lines {
        let is_area = line.strip_prefix("!@");
        let parts = cells(is_area.or(line.strip_prefix("! ")).unwrap_or(line));
        let part = |index: usize| parts.get(index).map(bare).unwrap_or_default();
        if is_area.is_none() {
            (picture.name, picture.alt) = (part(0), part(1));
            picture.size = match parts.get(2).map(numbers).as_deref() {
                Some(&[width, height]) => Some((width, height)),
                _ => None,
            };
        } else if let Some(&[x, y, radius]) = parts.first().map(numbers).as_deref() {
            picture.areas.push(ClickArea { x, y, radius, body: part(1) });
        }
    }
    picture
}

fn choice(line: &str) -> Choice {
    let mut parts = cells(line.strip_prefix("= ").unwrap_or(line)).into_iter();
    let mut part = || parts.next().unwrap_or_default();
    Choice { label: part(), text: part(), note: part() }
}

/// Without a body the label is sent; the body `:` stands for the lines above, without comments.
fn button(line: &str, above: Option<&Block>) -> Button {
    let mut parts = cells(line.strip_prefix("@ ").unwrap_or(line)).into_iter();
    let label = bare(&parts.next().unwrap_or_default());
    let body = match (parts.next().map(|body| bare(&body)), above) {
        (None, _) => label.clone(),
        (Some(body), Some(Block::Verbatim(lines))) if body == ":" => {
            let orders = lines.iter().filter(|line| !line.trim_start().starts_with('#'));
            orders.map(String::as_str).collect::<Vec<_>>().join("\n")
        }
        (Some(body), _) => body,
    };
    Button { label, body }
}

fn item(line: &str) -> Item {
    let nested = line.starts_with("-- ");
    let text = line.trim_start_matches('-');
    Item { nested, text: spans(&squeeze(text)) }
}

fn verbatim(line: &str) -> String {
    let text = line.strip_prefix(':').unwrap_or(line);
    let text = text.strip_prefix(' ').unwrap_or(text);
    spans_with(text, false).into_iter().map(|span| span.text).collect()
}

fn table(lines: &[String]) -> Grid {
    let mut table = Grid::default();
    for line in lines {
        match line.strip_prefix("|!") {
            Some(heading) => table.heading = cells(heading),
            None => table.rows.push(cells(line.strip_prefix("| ").unwrap_or(line))),
        }
    }
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.heading.len());
    for row in &mut table.rows {
        row.resize(columns, Spans::new());
    }
    if !table.heading.is_empty() {
        table.heading.resize(columns, Spans::new());
    }
    table
}

/// The parts of a line between bare `|`.
fn cells(line: &str) -> Vec<Spans> {
    let mut parts = vec![String::new()];
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        let last = parts.len() - 1;
        match c {
            '|' => parts.push(String::new()),
            '\\' => {
                parts[last].push(c);
                parts[last].extend(chars.next());
            }
            c => parts[last].push(c),
        }
    }
    parts.iter().map(|part| spans(&squeeze(part))).collect()
}

fn spans(text: &str) -> Spans {
    spans_with(text, true)
}

/// Takes backslashes away and, where that is wanted, tells strong text from other.
fn spans_with(text: &str, styled: bool) -> Spans {
    let mut found = Spans::new();
    let (mut current, mut strong, mut answer) = (String::new(), false, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => current.extend(chars.next()),
            '*' if styled && chars.peek() == Some(&'*') => {
                chars.next();
                if !current.is_empty() {
                    found.push(Span { text: std::mem::take(&mut current), strong, answer });
                }
                strong = !strong;
            }
            '`' if styled => {
                if !current.is_empty() {
                    found.push(Span { text: std::mem::take(&mut current), strong, answer });
                }
                answer = !answer;
            }
            c => current.push(c),
        }
    }
    if !current.is_empty() {
        found.push(Span { text: current, strong, answer });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_values_mean_only_themselves_wherever_they_stand() {
        let hostile = "# a | b **c** \\ - d > e = f : g\n## h ~ i |! j";
        let expected = "# a | b **c** \\ - d > e = f : g ## h ~ i |! j";
        let escaped = escape(hostile);
        assert_eq!(plain(&escaped), expected);
        let text = |spans: &Spans| spans.iter().map(|span| span.text.as_str()).collect::<String>();
        for (mark, cell) in [("", 0), ("- ", 0), ("# ", 0), (": ", 0), ("> ", 0), ("| ", 0)] {
            let blocks = parse(&format!("{mark}{escaped}"));
            let found = match &blocks[..] {
                [Block::Paragraph(spans) | Block::Title(spans)] => text(spans),
                [Block::List(items)] => text(&items[0].text),
                [Block::Verbatim(lines)] => lines[0].clone(),
                [Block::Quote(lines)] => text(&lines[0]),
                [Block::Table(table)] => text(&table.rows[0][cell]),
                other => panic!("{mark}: {other:?}"),
            };
            assert_eq!(found, expected, "{mark}");
        }
    }

    #[test]
    fn blocks_are_told_by_how_their_lines_begin() {
        let text = "# T\n## S\none\ntwo\n\nthree\n- a\n  b\n-- c\n= 1 | x\n: keep  this\n|! h | i\n| j\n~ k | l\n! m | n o | 3 4\n!@ 1 2 3 | go\n\n^ s\n@ go | now";
        let blocks = parse(text);
        let kinds: Vec<_> = blocks
            .iter()
            .map(|block| match block {
                Block::Title(_) => "title",
                Block::Section(_) => "section",
                Block::Subsection(_) => "subsection",
                Block::Paragraph(_) => "paragraph",
                Block::Small(_) => "small",
                Block::List(_) => "list",
                Block::Menu(_) => "menu",
                Block::Buttons(_) => "buttons",
                Block::Verbatim(_) => "verbatim",
                Block::Quote(_) => "quote",
                Block::Table(_) => "table",
                Block::Terms(_) => "terms",
                Block::Picture(_) => "picture",
            })
            .collect();
        assert_eq!(
            kinds,
            [
                "title",
                "section",
                "paragraph",
                "paragraph",
                "list",
                "menu",
                "verbatim",
                "table",
                "terms",
                "picture",
                "small",
                "buttons"
            ]
        );
        let Block::List(items) = &blocks[4] else { panic!("a list") };
        assert_eq!((items.len(), items[0].text[0].text.as_str()), (2, "a b"));
        assert!(items[1].nested && !items[0].nested);
        assert_eq!(blocks[6], Block::Verbatim(vec!["keep  this".into()]));
        let area = ClickArea { x: 1, y: 2, radius: 3, body: "go".into() };
        let (name, alt, size) = ("m".into(), "n o".into(), Some((3, 4)));
        assert_eq!(blocks[9], Block::Picture(Picture { name, alt, size, areas: vec![area] }));
        let button = Button { label: "go".into(), body: "now".into() };
        assert_eq!(blocks.last(), Some(&Block::Buttons(vec![button])));
        let Block::Table(table) = &blocks[7] else { panic!("a table") };
        assert_eq!(table.rows[0].len(), 2, "rows are filled up");
    }

    #[test]
    fn nothing_stands_before_closing_punctuation() {
        assert_eq!(plain("a pause ): carried , or\nnot ?"), "a pause): carried, or not?");
        assert_eq!(plain(&escape("a : b")), "a : b", "what somebody wrote stays");
        assert_eq!(plain("phrase ..."), "phrase ...");
    }

    #[test]
    fn strong_text_is_told_from_other() {
        let Block::Paragraph(spans) = &parse("a **b** c")[0] else { panic!("a paragraph") };
        let strong: Vec<_> = spans.iter().map(|span| (span.text.as_str(), span.strong)).collect();
        assert_eq!(strong, [("a ", false), ("b", true), (" c", false)]);
    }
}
