//! What a person typed, out of a text that also holds quotations, signatures and footers.
//!
//! When in doubt whether a line was typed, it is left out if it could be the prompt coming
//! back: an order template taken for orders costs a turn, a missing line costs one more mail,
//! and the receipt quotes what was understood.

use super::characters;
use super::phrases::{
    HeaderLine, can_open_attribution, header_line, is_attribution, is_footer, is_original_message,
    is_placeholder, surely_opens_attribution,
};

/// Most lines an attribution is folded over.
const FOLDED_LINES: usize = 4;
/// Most lines the header of a quoted mail has.
const HEADER_LINES: usize = 12;
/// Most lines below an attribution that are taken for typed when nothing is quoted at all:
/// someone deleted the quotation and typed in its place.
const TYPED_IN_PLACE: usize = 8;

/// What was found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    /// The typed lines, each ended by `\n` and without spaces at its ends; empty lines only
    /// between others, never two.
    pub(super) text: String,
    /// Whether something was left out that is not marked as quoted line by line, so that a
    /// better version of the same text may tell more.
    pub(super) doubtful: bool,
}

/// Finds the typed lines of a text whose characters were made plain.
pub(super) fn typed(text: &str) -> Typed {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut reader = Reader { lines, typed: Vec::new(), doubtful: false };
    reader.run();
    let mut text = String::new();
    let mut gap = false;
    for line in reader.typed {
        if line.trim().is_empty() {
            gap = !text.is_empty();
            continue;
        }
        if std::mem::take(&mut gap) {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
    }
    Typed { text, doubtful: reader.doubtful }
}

/// Goes through the lines from the top.
struct Reader<'a> {
    lines: Vec<&'a str>,
    typed: Vec<&'a str>,
    doubtful: bool,
}

impl<'a> Reader<'a> {
    fn run(&mut self) {
        let mut at = 0;
        let mut in_signature = false;
        while at < self.lines.len() {
            let line = self.lines[at];
            if is_quoted(line) {
                in_signature = false;
                self.typed.push("");
                at += 1;
            } else if let Some(introduction) = self.introduction(at) {
                in_signature = false;
                match self.after_introduction(at, introduction) {
                    Some(next) => at = next,
                    None => return,
                }
            } else if line == "--" || is_rule(line) {
                in_signature = true;
                at += 1;
            } else {
                if !in_signature && !is_footer(line) && !is_placeholder(line) {
                    self.typed.push(characters::without_bullet(line));
                }
                at += 1;
            }
        }
    }

    /// How many lines at `at` introduce a quotation, if any do.
    fn introduction(&self, at: usize) -> Option<Introduction> {
        if let Some(lines) = self.header_block(at) {
            return Some(Introduction::HeaderBlock(lines));
        }
        if is_original_message(self.lines[at]) {
            return Some(Introduction::Separator);
        }
        self.attribution(at).map(Introduction::Attribution)
    }

    /// Where to go on behind an introduction; `None` when all that follows is quotation.
    fn after_introduction(&mut self, at: usize, introduction: Introduction) -> Option<usize> {
        let (Introduction::HeaderBlock(length) | Introduction::Attribution(length)) = introduction
        else {
            // A separator alone says little: what follows it tells how it quotes.
            let next = self.next_filled(at + 1)?;
            if is_quoted(self.lines[next]) || self.introduction(next).is_some() {
                return Some(next);
            }
            self.doubtful = true;
            return None;
        };
        let next = self.next_filled(at + length)?;
        if is_quoted(self.lines[next]) {
            return Some(next);
        }
        // A header block below an attribution, or the reverse, introduces the same quotation.
        if self.introduction(next).is_some() {
            return Some(next);
        }
        self.doubtful = true;
        let nothing_yet = self.typed.iter().all(|line| line.trim().is_empty());
        let below = self.lines[next..].iter().filter(|line| !line.trim().is_empty()).count();
        let typed_in_place = matches!(introduction, Introduction::Attribution(_))
            && nothing_yet
            && below <= TYPED_IN_PLACE;
        typed_in_place.then_some(next)
    }

    /// The length of an attribution at `at`, which may be folded over several lines.
    fn attribution(&self, at: usize) -> Option<usize> {
        for length in 1..=FOLDED_LINES {
            let window = self.lines.get(at..at + length)?;
            let last = window[length - 1];
            if last.trim().is_empty() || is_quoted(last) {
                return None;
            }
            let ends = last.ends_with([':', '-', '_']);
            if !ends || length > 1 && !can_open_attribution(window[0]) {
                continue;
            }
            let quoted_next =
                self.next_filled(at + length).is_some_and(|next| is_quoted(self.lines[next]));
            if !is_attribution(&window.join(" "), quoted_next) {
                continue;
            }
            // A typed line above an attribution is none of it.
            let shorter = !surely_opens_attribution(window[0])
                && (1..length).any(|from| {
                    let inner = &window[from..];
                    can_open_attribution(inner[0])
                        && is_attribution(&inner.join(" "), false)
                        && !inner[0].trim_start().starts_with('<')
                });
            return (!shorter).then_some(length);
        }
        None
    }

    /// The length of the header of a quoted mail at `at`: sender, and date or recipient, and
    /// three such lines at least.
    fn header_block(&self, at: usize) -> Option<usize> {
        header_line(self.lines[at])?;
        let mut kinds = Vec::new();
        let mut length = 0;
        for (offset, line) in self.lines[at..].iter().take(HEADER_LINES).enumerate() {
            match header_line(line) {
                Some(kind) => {
                    kinds.push(kind);
                    length = offset + 1;
                }
                None if line.trim().is_empty() || is_quoted(line) => break,
                // The recipients or the subject may go on in the next line.
                None if offset < length + 2 => {}
                None => break,
            }
        }
        let has = |kind| kinds.contains(&kind);
        let block = kinds.len() >= 3
            && has(HeaderLine::From)
            && (has(HeaderLine::Date) || has(HeaderLine::To) && has(HeaderLine::Subject));
        block.then_some(length)
    }

    /// The first line from `at` on that is not empty.
    fn next_filled(&self, at: usize) -> Option<usize> {
        (at..self.lines.len()).find(|at| !self.lines[*at].trim().is_empty())
    }
}

/// What stands above a quotation, and how many lines it takes.
#[derive(Clone, Copy, Debug)]
enum Introduction {
    HeaderBlock(usize),
    Attribution(usize),
    Separator,
}

/// Whether a line is marked as quoted.
fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// Whether a line is a ruler of underscores, above a footer or a quoted header.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 10 && line.bytes().all(|byte| byte == b'_')
}
