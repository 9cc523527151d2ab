//! A document as values for the template of the HTML page.
//!
//! The page's layout is a template of its own, which escapes everything. Here the links that answer are
//! made, and cards of the red suits are told from other text.

use super::document::{Block, Button, Choice, ClickArea, Picture, Span, Spans};
use super::links;
use super::map::content_id;
use minijinja::{Value, context};

/// Behind a suit symbol: asks for plain text in place of a coloured emoji (Unicode variation selector 15).
const AS_TEXT: char = '\u{fe0e}';

/// The blocks as the page's template wants them: each with its `block` kind.
/// `subject` is the mail's, which its links answer.
pub(super) fn blocks(blocks: &[Block], subject: &str) -> Vec<Value> {
    let words = Words { subject };
    blocks.iter().map(|block| words.block(block)).collect()
}

/// What the links of a mail need.
struct Words<'a> {
    subject: &'a str,
}

impl Words<'_> {
    fn block(&self, block: &Block) -> Value {
        let spans = |text: &Spans| self.spans(text);
        let pairs = |pairs: &[(Spans, Spans)]| -> Vec<Value> {
            pairs.iter().map(|(a, b)| context! { label => spans(a), text => spans(b) }).collect()
        };
        match block {
            Block::Title(text) => context! { block => "title", text => spans(text) },
            Block::Section(text) => context! { block => "section", text => spans(text) },
            Block::Subsection(text) => context! { block => "subsection", text => spans(text) },
            Block::Paragraph(text) => context! { block => "paragraph", text => spans(text) },
            Block::Small(text) => context! { block => "small", text => spans(text) },
            Block::List(items) => {
                let item = |item: &super::document::Item| {
                    context! { nested => item.nested, text => spans(&item.text) }
                };
                context! { block => "list", items => items.iter().map(item).collect::<Vec<_>>() }
            }
            Block::Menu(choices) => {
                let choice = |Choice { label, text, note }: &Choice| {
                    let said: String = text.iter().map(|span| span.text.as_str()).collect();
                    let link = links::answer_link(self.subject, &said);
                    context! { label => spans(label), text => spans(text), note => spans(note), link }
                };
                context! { block => "menu", choices => choices.iter().map(choice).collect::<Vec<_>>() }
            }
            Block::Buttons(buttons) => {
                let short = buttons.iter().filter(|button| links::fits(&button.body));
                let button = |Button { label, body }: &Button| {
                    context! { label, link => links::answer_link(self.subject, body) }
                };
                context! { block => "buttons", buttons => short.map(button).collect::<Vec<_>>() }
            }
            Block::Terms(terms) => context! { block => "terms", terms => pairs(terms) },
            Block::Picture(Picture { name, alt, size, areas }) => {
                let areas = areas.iter().filter(|area| links::fits(&area.body));
                let area = |ClickArea { x, y, radius, body }: &ClickArea| {
                    context! { x, y, radius, body, link => links::answer_link(self.subject, body) }
                };
                let areas: Vec<Value> = areas.map(area).collect();
                let id = content_id(name);
                let source = format!("cid:{id}");
                context! { block => "picture", name, id, source, alt, size, areas }
            }
            Block::Verbatim(lines) => context! { block => "verbatim", lines },
            Block::Quote(lines) => {
                let lines: Vec<Value> = lines.iter().map(&spans).collect();
                context! { block => "quote", lines }
            }
            Block::Table(table) => {
                let row = |row: &Vec<Spans>| -> Vec<Value> { row.iter().map(&spans).collect() };
                let rows: Vec<Vec<Value>> = table.rows.iter().map(row).collect();
                context! { block => "table", heading => row(&table.heading), rows }
            }
        }
    }

    fn spans(&self, spans: &[Span]) -> Value {
        let mut found: Vec<Value> = Vec::new();
        for Span { text, strong, answer } in spans {
            let link = answer.then(|| links::answer_link(self.subject, text));
            for (text, red) in by_colour(text) {
                found.push(context! { text, strong, red, link => &link });
            }
        }
        Value::from(found)
    }
}

/// Cuts a text into pieces, each with whether it is a card of a red suit, value included.
fn by_colour(text: &str) -> Vec<(String, bool)> {
    let mut parts: Vec<(String, bool)> = Vec::new();
    let mut black = String::new();
    for c in text.chars() {
        match c {
            '♥' | '♦' => {
                let value = black.trim_end_matches(|c: char| c.is_ascii_digit()).len();
                let mut card = black.split_off(value);
                card.extend([c, AS_TEXT]);
                if !black.is_empty() {
                    parts.push((std::mem::take(&mut black), false));
                }
                parts.push((card, true));
            }
            '♠' | '♣' => black.extend([c, AS_TEXT]),
            c => black.push(c),
        }
    }
    if !black.is_empty() {
        parts.push((black, false));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_red_card_is_red_with_its_value() {
        let parts = by_colour("play 10♦, 7♠ or ♥ 3");
        let red: Vec<_> = parts.iter().filter(|(_, red)| *red).map(|(text, _)| text).collect();
        assert_eq!(red, ["10♦\u{fe0e}", "♥\u{fe0e}"]);
        let all: String = parts.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(all.replace(AS_TEXT, ""), "play 10♦, 7♠ or ♥ 3");
    }
}
