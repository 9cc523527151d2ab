//! A document as plain text of at most 72 columns.
//!
//! Only orders to be copied keep their lines, however long: a wrapped order would be two.

use super::document::{Block, Grid, Item, Span, Spans, words};

/// Columns of a line.
pub(super) const WIDTH: usize = 72;
/// A last column narrower than this is hard to read.
const NARROWEST: usize = 20;

/// Stand for the quotes around words to be sent as an answer while lines are measured: both are as
/// wide as any quotes, and no letters.
const QUOTES: [char; 2] = ['\u{e000}', '\u{e001}'];

/// Lays out a document, with these quotes around words to be sent as an answer, and this colon behind terms.
pub(super) fn lay_out(blocks: &[Block], quotes: [&str; 2], colon: &str) -> String {
    QUOTES
        .iter()
        .zip(quotes)
        .fold(laid_out(blocks, colon), |text, (mark, quote)| text.replace(*mark, quote))
}

fn laid_out(blocks: &[Block], colon: &str) -> String {
    let mut out = String::new();
    let seen = |block: &&Block| !matches!(block, Block::Picture(_) | Block::Buttons(_));
    let blocks: Vec<&Block> = blocks.iter().filter(seen).collect();
    for (index, block) in blocks.iter().enumerate() {
        let after_heading = matches!(
            index.checked_sub(1).and_then(|before| blocks.get(before)),
            Some(Block::Subsection(_))
        );
        if index > 0 && (!after_heading || matches!(block, Block::Subsection(_))) {
            out.push('\n');
        }
        match block {
            Block::Title(spans) => underlined(&mut out, spans, '='),
            Block::Section(spans) => {
                underlined(&mut out, spans, '-');
            }
            Block::Subsection(spans) | Block::Paragraph(spans) | Block::Small(spans) => {
                wrap(&mut out, &text(spans), "", "");
            }
            Block::List(items) => items.iter().for_each(|item| list_item(&mut out, item)),
            Block::Menu(choices) => {
                for choice in choices {
                    let first = format!("{:>4}) ", text(&choice.label));
                    let note = text(&choice.note);
                    let whole = match note.as_str() {
                        "" => text(&choice.text),
                        note => format!("{}{colon} {note}", text(&choice.text)),
                    };
                    wrap(&mut out, &whole, &first, "      ");
                }
            }
            Block::Verbatim(lines) => lines.iter().for_each(|line| verbatim(&mut out, line)),
            Block::Quote(lines) => {
                for line in lines {
                    wrap(&mut out, &text(line), "> ", "> ");
                }
            }
            Block::Table(table) => lay_out_table(&mut out, table, colon),
            Block::Picture(_) | Block::Buttons(_) => {}
            Block::Terms(terms) => {
                for (term, what) in terms {
                    wrap(&mut out, &format!("{}{colon} {}", text(term), text(what)), "", "  ");
                }
            }
        }
    }
    out
}

fn text(spans: &Spans) -> String {
    let written = |span: &Span| match span.answer {
        true => format!("{}{}{}", QUOTES[0], span.text, QUOTES[1]),
        false => span.text.clone(),
    };
    spans.iter().map(written).collect()
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn underlined(out: &mut String, spans: &Spans, line: char) {
    let start = out.len();
    wrap(out, &text(spans), "", "");
    let longest = out[start..].lines().map(width).max().unwrap_or(0);
    // Two hyphens alone would begin a signature.
    out.extend(std::iter::repeat_n(line, longest.max(3)));
    out.push('\n');
}

fn list_item(out: &mut String, item: &Item) {
    if item.nested {
        wrap(out, &text(&item.text), "    ", "      ");
    } else {
        wrap(out, &text(&item.text), "- ", "  ");
    }
}

fn verbatim(out: &mut String, line: &str) {
    // Comments in order templates may be wrapped, orders may not.
    if line.starts_with('#') && width(line) + 2 > WIDTH {
        wrap(out, line, "  ", "  #   ");
    } else {
        out.push_str(format!("  {line}").trim_end());
        out.push('\n');
    }
}

/// Adds a text in lines of at most [`WIDTH`] columns, `first` before the first and `others`
/// before the others.
fn wrap(out: &mut String, text: &str, first: &str, others: &str) {
    let mut line = first.to_owned();
    let mut empty = true;
    for word in words(text) {
        let mut word = word;
        loop {
            let room = WIDTH.saturating_sub(width(&line) + usize::from(!empty));
            if width(word) <= room {
                if !empty {
                    line.push(' ');
                }
                line.push_str(word);
                empty = false;
                break;
            }
            if empty {
                // A word longer than a line is cut.
                let cut = word.char_indices().nth(room.max(1)).map_or(word.len(), |(at, _)| at);
                line.push_str(&word[..cut]);
                word = &word[cut..];
            }
            out.push_str(line.trim_end());
            out.push('\n');
            others.clone_into(&mut line);
            empty = true;
            if word.is_empty() {
                break;
            }
        }
    }
    if !empty || width(text.trim()) == 0 {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

fn lay_out_table(out: &mut String, table: &Grid, colon: &str) {
    let all = || table.rows.iter().chain((!table.heading.is_empty()).then_some(&table.heading));
    let columns = all().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        all().filter_map(|row| row.get(column)).map(|cell| width(&text(cell))).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let before_last: usize =
        widths.iter().take(columns.saturating_sub(1)).map(|width| width + 2).sum();
    if before_last + NARROWEST > WIDTH {
        return lay_out_as_terms(out, table, colon);
    }
    let line = |out: &mut String, row: &[Spans]| {
        let mut start = String::new();
        for (column, cell) in row.iter().enumerate().take(columns.saturating_sub(1)) {
            let cell = text(cell);
            start.push_str(&cell);
            start.extend(std::iter::repeat_n(' ', widths[column] + 2 - width(&cell)));
        }
        let others = " ".repeat(before_last);
        wrap(out, &row.last().map(text).unwrap_or_default(), &start, &others);
    };
    if !table.heading.is_empty() {
        line(out, &table.heading);
        let rule: usize = before_last + widths.last().copied().unwrap_or(0);
        out.extend(std::iter::repeat_n('-', rule.clamp(3, WIDTH)));
        out.push('\n');
    }
    table.rows.iter().for_each(|row| line(out, row));
}

/// A table too wide for the line: each row as a small list.
fn lay_out_as_terms(out: &mut String, table: &Grid, colon: &str) {
    for row in &table.rows {
        wrap(out, &row.first().map(text).unwrap_or_default(), "", "  ");
        for (column, cell) in row.iter().enumerate().skip(1) {
            let heading = table.heading.get(column).map(text).unwrap_or_default();
            wrap(out, &format!("{heading}{colon} {}", text(cell)), "  ", "    ");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::parse;
    use super::*;

    #[test]
    fn no_line_is_longer_than_72_columns_but_orders_to_be_copied() {
        let long = "Königgrätz ".repeat(20);
        let word = "x".repeat(100);
        let order = "y".repeat(90);
        let markup = format!(
            "# {long}\n## {long}\n{long}\n\n- {long}\n-- {long}\n= 12 | {long}\n> {word}\n\
             |! a | b\n| c | {long}\n\n|! a | b | c\n| {long} | {long} | {long}\n\n~ t | {long}\n: {order}"
        );
        let text = lay_out(&parse(&markup), ["\""; 2], ":");
        for line in text.lines().filter(|line| !line.contains(&order)) {
            assert!(width(line) <= WIDTH, "{line}");
        }
        assert!(text.contains(&format!("  {order}\n")));
        assert_eq!(text.matches('x').count(), 100, "a long word is cut, not lost");
        assert_eq!(text.matches("Königgrätz").count(), 20 * 11);
    }

    #[test]
    fn columns_stand_below_one_another() {
        let text =
            lay_out(&parse("|! Nation | Troops\n| Österreich | 30\n| Sweden | 4"), ["\""; 2], ":");
        assert_eq!(text, "Nation      Troops\n------------------\nÖsterreich  30\nSweden      4\n");
    }

    #[test]
    fn words_to_be_sent_stand_in_the_quotes_of_the_language() {
        let text = lay_out(&parse("Am Ende `fertig`, oder `warte`."), ["„", "“"], ":");
        assert_eq!(text, "Am Ende „fertig“, oder „warte“.\n");
    }
}
