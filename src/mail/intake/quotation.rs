//! What a person typed, out of a text that also holds quotations, signatures and footers.
//!
//! A quotation of the mail that is answered is found by laying that mail beside the text: within
//! it, lines of ours are left out, and lines that are not ours were typed there. Everything outside
//! of it was typed, also a line that our mail has too. What is quoted deeper, and quotations of
//! mails that are not known, are judged by marks, introductions and signatures alone; there, a line
//! that could be a prompt coming back is left out when in doubt: an order template taken for orders
//! costs a turn, a missing line costs one more mail.

use crate::characters;
use std::borrow::Cow;

use super::beside::{Item, OurMail, key};
use super::footers::{is_footer, is_original_message, is_placeholder};
use super::introductions::{
    HeaderLine, can_open_attribution, header_line, is_attribution, is_dated, is_labelled,
    surely_opens_attribution,
};

/// Most lines an attribution is folded over.
const FOLDED_LINES: usize = 4;
/// Most lines the header of a quoted mail has.
const HEADER_LINES: usize = 12;
/// Most lines below an attribution that are taken for typed when nothing is quoted at all:
/// someone deleted the quotation and typed in its place.
const TYPED_IN_PLACE: usize = 8;
/// A quotation of at most this many lines is short: what is not ours was typed there even when most of it is not.
const FEW: usize = 12;
/// Fewest characters of a ruler.
const RULER: usize = 3;
/// Most lines a link is broken over.
const LINES_OF_A_LINK: usize = 25;

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

/// The mail a text may quote.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quoted<'a> {
    /// The mail.
    pub(super) mail: &'a OurMail,
    /// Whether the text answers this very mail, and not one that came later in the same thread.
    /// Only then its quotation is a place to type in.
    pub(super) direct: bool,
}

/// Finds the typed lines of a text whose characters were made plain.
pub(super) fn typed(text: &str, quoted: Option<Quoted<'_>>) -> Typed {
    let mut reader = QuotationReader::new(text, quoted);
    reader.judge_marked();
    reader.run();
    let mut text = String::new();
    let mut gap = false;
    for line in &reader.typed {
        let line = line.map_or("", |line| characters::without_bullet(&reader.lines[line].text));
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

/// A line without the `mailto:` links that some programs write behind the words they stood on.
/// `open` says for how many lines a link has been open, 0 for none.
pub(super) fn without_links<'l>(line: &'l str, open: &mut usize) -> Cow<'l, str> {
    const LINKS: [(&str, char); 2] = [("<mailto:", '>'), ("(mailto:", ')')];
    let mut line = Cow::Borrowed(line);
    if *open > 0 {
        let word = line.trim_start();
        let end = word.find(|c: char| c.is_whitespace() || matches!(c, '>' | ')'));
        match end {
            Some(end) if word[end..].starts_with(['>', ')']) => {
                *open = 0;
                line = Cow::Owned(word[end + 1..].to_owned());
            }
            None if *open < LINES_OF_A_LINK && !word.is_empty() => {
                *open += 1;
                return Cow::Borrowed("");
            }
            _ => *open = 0,
        }
    }
    while let Some((at, close)) =
        LINKS.iter().filter_map(|(link, close)| Some((line.find(link)?, *close))).min()
    {
        let rest = &line[at + 1..];
        let end = rest.find(|c: char| c.is_whitespace() || c == close);
        let behind = match end {
            Some(end) if rest[end..].starts_with(close) => &rest[end + 1..],
            Some(end) => &rest[end..],
            None => {
                *open = 1;
                ""
            }
        };
        line = Cow::Owned(format!("{}{behind}", line[..at].trim_end()));
    }
    line
}

/// Where a line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Outside of any quotation known so far.
    Outside,
    /// Quoted.
    Quoted,
    /// Typed within the quotation.
    Inside,
}

/// A line of the text without its marks.
#[derive(Debug)]
struct Line<'a> {
    text: Cow<'a, str>,
    /// How many marks of quotation stood in front.
    depth: usize,
    origin: Origin,
    /// Which line of a mail's header it could be.
    header: Option<HeaderLine>,
}

impl<'a> Line<'a> {
    fn new(line: &'a str, open_link: &mut usize) -> Self {
        let mut text = line.trim();
        let mut depth = 0;
        while let Some(rest) = text.strip_prefix('>') {
            text = rest.trim_start();
            depth += 1;
        }
        let text = match without_links(text, open_link) {
            Cow::Borrowed(text) => Cow::Borrowed(text),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        };
        let origin = if depth == 0 { Origin::Outside } else { Origin::Quoted };
        let header = header_line(&text);
        Self { text, depth, origin, header }
    }
}

/// Goes through the lines from the top.
struct QuotationReader<'a> {
    lines: Vec<Line<'a>>,
    quoted: Option<Quoted<'a>>,
    /// The lines that say something, as they are compared; all as if they were quoted.
    items: Vec<Item>,
    /// For each line, the first line from it on that is not empty.
    next_filled: Vec<Option<usize>>,
    /// Which lines were typed; `None` for a gap.
    typed: Vec<Option<usize>>,
    doubtful: bool,
}

impl<'a> QuotationReader<'a> {
    fn new(text: &'a str, quoted: Option<Quoted<'a>>) -> Self {
        let mut open_link = 0;
        let lines: Vec<Line<'a>> =
            text.lines().map(|line| Line::new(line, &mut open_link)).collect();
        let mut next_filled = vec![None; lines.len()];
        let mut next = None;
        for (at, line) in lines.iter().enumerate().rev() {
            // A mark without anything behind it is part of a quotation.
            if !line.text.is_empty() || line.depth > 0 {
                next = Some(at);
            }
            next_filled[at] = next;
        }
        let items = match quoted {
            None => Vec::new(),
            Some(_) => lines
                .iter()
                .enumerate()
                .map(|(line, text)| Item { line, key: key(&text.text), quoted: true })
                .filter(|item| !item.key.is_empty())
                .collect(),
        };
        Self { lines, quoted, items, next_filled, typed: Vec::new(), doubtful: false }
    }

    /// Finds out which of the lines marked as quoted are ours, and which were typed among them.
    fn judge_marked(&mut self) {
        let Some(Quoted { mail, direct }) = self.quoted else { return };
        let mut items = self.items.clone();
        for item in &mut items {
            item.quoted = self.lines[item.line].depth > 0;
        }
        let laid = mail.lay(&items, false);
        // The rest of a ruler that a mail program broke says nothing by itself.
        for at in 1..self.lines.len() {
            let is_rest = self.lines[at].text.len() >= RULER
                && self.lines[at].text.chars().all(|c| matches!(c, '-' | '=' | '_'));
            if is_rest && self.lines[at - 1].depth > 0 {
                self.lines[at].origin = Origin::Quoted;
            }
        }
        // What a server put above our mail on its way stands in the quotation, too.
        let above = laid.beginning.unwrap_or_default();
        let marked: Vec<(&Item, bool)> =
            items.iter().zip(&laid.ours).map(|(item, ours)| (item, *ours)).collect();
        let beginning = items.get(above).map_or(0, |item| item.line);
        let first = marked.iter().filter(|(item, _)| self.lines[item.line].depth == 1);
        let (count, bytes) =
            first.fold((0, 0), |(count, bytes), (item, _)| (count + 1, bytes + item.key.len()));
        let is_foreign = !direct || count > FEW && laid.bytes * 5 < bytes;
        let known = self.groups_of_our_mail(&marked);
        let mut skip_to = 0;
        for (item, ours) in marked {
            let at = item.line;
            if ours {
                self.lines[at].origin = Origin::Quoted;
            } else if !is_foreign
                && known[at]
                && self.lines[at].depth == 1
                && at >= skip_to.max(beginning)
            {
                match self.introduction(at) {
                    Some(introduction) => skip_to = at + introduction.length(),
                    None if mail.is_subject(&self.lines[at].text) => {}
                    None => self.lines[at].origin = Origin::Inside,
                }
            }
        }
    }

    /// Whether, for each line, the quotation it stands in, between typed lines, is one of our mail: a
    /// line of ours is in it, or an introduction stands above it. Others were quoted by hand.
    fn groups_of_our_mail(&self, marked: &[(&Item, bool)]) -> Vec<bool> {
        let mut ours = vec![false; self.lines.len()];
        for (item, is_ours) in marked {
            ours[item.line] = *is_ours;
        }
        let mut known = vec![false; self.lines.len()];
        let mut from = 0;
        while from < self.lines.len() {
            let is_typed = |at: usize| {
                let line = &self.lines[at];
                line.depth == 0 && !line.text.is_empty() && !ours[at]
            };
            let end = (from..self.lines.len()).find(|at| is_typed(*at)).unwrap_or(self.lines.len());
            let is_ours = (from..end).any(|at| ours[at]) || self.is_introduced(from);
            known[from..end].fill(is_ours);
            from = end + 1;
        }
        known
    }

    /// Whether the line above `at`, or some lines up to it, introduce a quotation.
    fn is_introduced(&self, at: usize) -> bool {
        let Some(last) = at.checked_sub(1).map(|last| &self.lines[last].text) else { return false };
        let names = last.ends_with(':') && (is_dated(last) || last.contains('@'));
        names
            || (1..=HEADER_LINES.min(at)).any(|length| {
                self.introduction(at - length)
                    .is_some_and(|introduction| introduction.length() == length)
            })
    }

    fn run(&mut self) {
        let mut at = 0;
        let mut in_signature = false;
        // Whether something was typed since the last line of a quotation.
        let mut is_below_typed = false;
        while at < self.lines.len() {
            if self.lines[at].origin == Origin::Outside {
                self.begins_unmarked(at);
            }
            if self.lines[at].origin == Origin::Outside {
                is_below_typed |= !self.lines[at].text.is_empty();
            } else if std::mem::take(&mut is_below_typed) && self.quoted.is_some() {
                self.drop_introduction_above();
            }
            let line = &self.lines[at];
            match line.origin {
                Origin::Quoted => {
                    in_signature = false;
                    self.typed.push(None);
                    at += 1;
                    continue;
                }
                Origin::Inside => {
                    in_signature = false;
                    if !is_placeholder(&line.text) {
                        self.typed.push(Some(at));
                    }
                    at += 1;
                    continue;
                }
                Origin::Outside => {}
            }
            if let Some(introduction) = self.introduction(at) {
                in_signature = false;
                match self.after_introduction(at, introduction) {
                    Some(next) => at = next,
                    None => return,
                }
            } else if line.text == "--" || is_rule(&line.text) {
                in_signature = true;
                at += 1;
            } else {
                if !in_signature && !is_footer(&line.text) && !is_placeholder(&line.text) {
                    self.typed.push(Some(at));
                }
                at += 1;
            }
        }
    }

    /// Notes the origins of the lines from here on, where our mail begins at a line, unmarked.
    fn begins_unmarked(&mut self, at: usize) {
        let Some(quoted) = self.quoted else { return };
        let from = self.items.partition_point(|item| item.line < at);
        let begins = self.items.get(from).is_some_and(|item| item.line == at)
            && quoted.mail.begins(&self.items[from..]);
        if begins {
            self.lay_unmarked(at, true);
        }
    }

    /// Lays our mail beside the unmarked lines from `at` on, and notes their origins as far as it
    /// goes. False, and nothing is changed, when hardly any of them is ours and they do not begin
    /// as our mail does.
    fn lay_unmarked(&mut self, at: usize, begins: bool) -> bool {
        let Some(Quoted { mail, direct }) = self.quoted else { return false };
        let from = self.items.partition_point(|item| item.line < at);
        let items = &self.items[from..];
        let laid = mail.lay(items, true);
        let end = laid.end();
        let bytes: usize = items[..end].iter().map(|item| item.key.len()).sum();
        let (Some(last), true) =
            (items[..end].last(), begins || end <= FEW || laid.bytes.saturating_mul(3) >= bytes)
        else {
            return false;
        };
        for line in &mut self.lines[at..=last.line] {
            line.origin = Origin::Quoted;
        }
        let mut before_ours = true;
        // What a server put above our mail on its way stands in the quotation, too.
        let mut skip_to = laid.beginning.map_or(0, |beginning| self.items[from + beginning].line);
        for (index, ours) in laid.ours[..end].iter().enumerate() {
            let line = self.items[from + index].line;
            before_ours &= !ours;
            let text = &self.lines[line].text;
            // Header lines that no table knows stand above our beginning.
            let is_header = before_ours && is_labelled(text) || mail.is_subject(text);
            if *ours || !direct || is_header || line < skip_to {
                continue;
            }
            match self.introduction(line) {
                Some(introduction) => skip_to = line + introduction.length(),
                None => self.lines[line].origin = Origin::Inside,
            }
        }
        true
    }

    /// A quotation begins here: what stands above it may introduce it in a language that no table
    /// knows.
    fn drop_introduction_above(&mut self) {
        while self.typed.last().is_some_and(|line| self.is_gap(*line)) {
            self.typed.pop();
        }
        let above = self.typed.iter().rev().take(HEADER_LINES);
        let block: Vec<&str> = above
            .map_while(|line| line.map(|line| self.lines[line].text.as_ref()))
            .take_while(|text| is_labelled(text))
            .collect();
        let names_us = |text: &&str| {
            let subject = self.quoted.is_some_and(|quoted| quoted.mail.is_subject(text));
            subject || text.contains('@') || is_dated(text)
        };
        // From the line that names an address, a date or our subject, downwards.
        let length = block.iter().rposition(names_us).map_or(0, |first| first + 1);
        let names = block[..length].iter().filter(|text| names_us(text)).count();
        if length >= 2 && names >= 2 {
            self.typed.truncate(self.typed.len() - length);
        } else if self.typed.last().copied().flatten().is_some_and(|line| {
            let text = &self.lines[line].text;
            self.quoted.is_some_and(|quoted| quoted.mail.is_subject(text))
        }) {
            self.typed.pop();
        } else {
            self.drop_attribution_above();
        }
        self.typed.push(None);
    }

    /// Drops a line or two that name sender and date, and end in a colon.
    fn drop_attribution_above(&mut self) {
        let Some(place) = self.typed.iter().rposition(|line| !self.is_gap(*line)) else { return };
        let text =
            |place: usize| self.typed[place].map_or("", |line| self.lines[line].text.as_ref());
        let last = text(place);
        let is_address = |text: &str| text.contains('@') && text.contains('<');
        if !last.ends_with(':') || !(is_dated(last) || is_address(last)) {
            return;
        }
        let folded = !is_dated(last) && place > 0 && is_dated(text(place - 1));
        self.typed.truncate(if folded { place - 1 } else { place });
    }

    fn is_gap(&self, line: Option<usize>) -> bool {
        line.is_none_or(|line| self.lines[line].text.is_empty())
    }

    /// What introduces a quotation at `at`, if anything does there.
    fn introduction(&self, at: usize) -> Option<Introduction> {
        if let Some(lines) = self.header_block(at) {
            return Some(Introduction::HeaderBlock(lines));
        }
        if is_original_message(&self.lines[at].text) {
            return Some(Introduction::Separator);
        }
        self.attribution(at).map(Introduction::Attribution)
    }

    /// Where to go on behind an introduction; `None` when all that follows is quotation.
    fn after_introduction(&mut self, at: usize, introduction: Introduction) -> Option<usize> {
        let next = self.next_filled(at + introduction.length())?;
        // A header block below an attribution, or the reverse, introduces the same quotation.
        let known = self.lines[next].origin != Origin::Outside || self.introduction(next).is_some();
        if known || self.lay_unmarked(next, false) {
            return Some(next);
        }
        self.doubtful = true;
        // A separator alone says little, and nobody types in the place of one.
        let nothing_yet = self.typed.iter().all(|line| self.is_gap(*line));
        let below = self.lines[next..].iter().filter(|line| !line.text.is_empty()).count();
        let typed_in_place = matches!(introduction, Introduction::Attribution(_))
            && nothing_yet
            && below <= TYPED_IN_PLACE;
        typed_in_place.then_some(next)
    }

    /// The length of an attribution at `at`, which may be folded over several lines.
    fn attribution(&self, at: usize) -> Option<usize> {
        let depth = self.lines[at].depth;
        for length in 1..=FOLDED_LINES {
            let window = self.lines.get(at..at + length)?;
            let last = &window[length - 1];
            if last.text.is_empty() || last.depth != depth {
                return None;
            }
            let ends = last.text.ends_with([':', '-', '_']);
            if !ends || length > 1 && !can_open_attribution(&window[0].text) {
                continue;
            }
            let quoted_next =
                self.next_filled(at + length).is_some_and(|next| self.lines[next].depth > depth);
            if !is_attribution(&joined(window), quoted_next) {
                continue;
            }
            // A typed line above an attribution is not part of it.
            let shorter = !surely_opens_attribution(&window[0].text)
                && (1..length).any(|from| {
                    let inner = &window[from..];
                    can_open_attribution(&inner[0].text)
                        && is_attribution(&joined(inner), false)
                        && !inner[0].text.starts_with('<')
                });
            return (!shorter).then_some(length);
        }
        None
    }

    /// The length of the header of a quoted mail at `at`: sender, and date or recipient, and
    /// three such lines at least.
    fn header_block(&self, at: usize) -> Option<usize> {
        self.lines[at].header?;
        let depth = self.lines[at].depth;
        let mut kinds = Vec::new();
        let mut length = 0;
        for (offset, line) in self.lines[at..].iter().take(HEADER_LINES).enumerate() {
            if line.text.is_empty() || line.depth != depth {
                break;
            }
            match line.header {
                Some(kind) => {
                    kinds.push(kind);
                    length = offset + 1;
                }
                // The recipients or the subject may go on in the next line.
                None if offset < length + 2 => {}
                None => break,
            }
        }
        let has = |kind| kinds.contains(&kind);
        let lines = kinds.len();
        let block = lines >= 3
            && has(HeaderLine::From)
            && (has(HeaderLine::Date) || has(HeaderLine::To) && has(HeaderLine::Subject));
        block.then_some(length)
    }

    /// The first line from `at` on that is not empty.
    fn next_filled(&self, at: usize) -> Option<usize> {
        self.next_filled.get(at).copied().flatten()
    }
}

/// What stands above a quotation, and how many lines it takes.
#[derive(Clone, Copy, Debug)]
enum Introduction {
    HeaderBlock(usize),
    Attribution(usize),
    Separator,
}

impl Introduction {
    fn length(self) -> usize {
        match self {
            Self::HeaderBlock(length) | Self::Attribution(length) => length,
            Self::Separator => 1,
        }
    }
}

fn joined(window: &[Line<'_>]) -> String {
    window.iter().map(|line| line.text.as_ref()).collect::<Vec<_>>().join(" ")
}

/// Whether a line is a ruler of underscores, above a footer or a quoted header.
fn is_rule(line: &str) -> bool {
    line.len() >= 10 && line.bytes().all(|byte| byte == b'_')
}
