//! A mail of ours, laid beside a reply: which lines of the reply are ours.
//!
//! Both are compared as streams of characters without white space, quotation marks, bullets, marks
//! of emphasis and links, since mail programs wrap, indent, decorate and unfold what they quote.
//! A run of lines is ours when it covers whole lines of our mail, wherever the breaks within fall.
//! A part of a line is not: whoever shortens a line of a template has changed it. Only the end of a
//! line is known by itself, if it is longer than an order ([`LONG_PART`]).
//!
//! All work is bounded by the length of the two texts: starts are looked up, few are tried
//! for each line, and what was matched is not looked at again.

use std::collections::BTreeMap;

/// Bytes of a line's beginning by which places in our mail are found.
const PREFIX: usize = 8;
/// Places tried for one line, on either side of where the last match ended.
const TRIED: usize = 6;
/// Lines that may be tried in vain from one start.
const IN_VAIN: usize = 40;
/// The end of a line of ours is known as ours by itself if it has this many bytes: more than an order has.
const LONG_PART: usize = 56;
/// A single line of fewer bytes proves little where it stands apart from other lines of ours.
const SHORT: usize = 16;
/// A quotation without marks is over after this many lines in a row that are not ours.
const MOST_CHANGED: usize = 200;
/// Fewest bytes by which the beginning of our mail is known.
const BEGINNING: usize = 12;
/// A short line that says the same as one of ours this many lines further on is hardly that one.
const FAR: usize = 20;
/// Lines looked ahead at to see whether a match has leapt over its neighbours.
const AHEAD: usize = 4;
/// Ends each text in the stream; no line holds it.
const END: char = '\u{1}';

/// What a line says, for comparing: lower case, without white space and what mail programs add.
/// Suits, `#`, `+`, `/` and the sign of a number tell orders apart, and stay.
pub(super) fn key(line: &str) -> String {
    let line = without_bare_links(line);
    let mut key = String::with_capacity(line.len());
    let mut before = ' ';
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let is_sign = character == '-'
            && before == ' '
            && characters.peek().is_some_and(char::is_ascii_digit);
        before = if character.is_whitespace() { ' ' } else { character };
        let dropped = character.is_whitespace()
            || character.is_control()
            || matches!(
                character,
                '>' | '|'
                    | '"'
                    | '\''
                    | '`'
                    | '*'
                    | '_'
                    | '['
                    | ']'
                    | '='
                    | '-'
                    | '•'
                    | '◦'
                    | '▪'
                    | '·'
                    | '●'
                    | '○'
                    | '■'
                    | '□'
                    | '‣'
            );
        if !dropped || is_sign {
            key.extend(character.to_lowercase());
        }
    }
    key
}

/// A line without addresses of links that stand in it as words.
fn without_bare_links(line: &str) -> String {
    const SCHEMES: [&str; 4] = ["http://", "https://", "mailto:", "cid:"];
    let mut rest = line;
    let mut plain = String::with_capacity(line.len());
    while let Some(at) = SCHEMES.iter().filter_map(|scheme| rest.find(scheme)).min() {
        let opened = rest[..at].ends_with(['(', '<']);
        plain.push_str(if opened { &rest[..at - 1] } else { &rest[..at] });
        let end = rest[at..]
            .find(|c: char| c.is_whitespace() || opened && matches!(c, ')' | '>'))
            .map_or(rest.len(), |length| at + length);
        rest = &rest[end..];
        if opened {
            rest = rest.strip_prefix([')', '>']).unwrap_or(rest);
        }
    }
    plain.push_str(rest);
    plain
}

/// A line of a reply.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Which line of the reply it is.
    pub(super) line: usize,
    /// As [`key`] makes it; not empty.
    pub(super) key: String,
    /// Whether it belongs to the quotation for sure. Others can only end a line that a mail
    /// program broke without marking its rest.
    pub(super) quoted: bool,
}

/// What was found out about a row of lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Laid {
    /// Whether each item is ours.
    pub(super) ours: Vec<bool>,
    /// Bytes of the items that are ours.
    pub(super) bytes: usize,
    /// The item with which our mail begins, if its beginning is there.
    pub(super) beginning: Option<usize>,
}

impl Laid {
    /// The place behind the last item that is ours; 0 if none is.
    pub(super) fn end(&self) -> usize {
        self.ours.iter().rposition(|ours| *ours).map_or(0, |last| last + 1)
    }
}

/// A run of lines found in our mail.
#[derive(Clone, Debug)]
struct Run {
    start: usize,
    end: usize,
    items: Vec<usize>,
}

/// A mail of ours, prepared for comparing.
#[derive(Debug)]
pub(super) struct OurMail {
    /// The lines of its text and of its HTML as text, as keys without breaks.
    stream: String,
    /// The number of the line that begins at a place; lines end where the next begins.
    lines: BTreeMap<usize, usize>,
    /// Where texts end.
    ends: Vec<usize>,
    /// Where texts begin.
    begins: Vec<usize>,
    /// Places where lines begin, by what stands there.
    by_prefix: BTreeMap<Vec<u8>, Vec<usize>>,
    /// Places where lines begin, by the whole line, for short ones.
    by_line: BTreeMap<String, Vec<usize>>,
    /// Ends of lines, by the [`LONG_PART`] bytes before them.
    by_ending: BTreeMap<Vec<u8>, usize>,
    subject: String,
}

impl OurMail {
    /// Prepares a mail: its subject, and the forms of its text.
    pub(super) fn new<'a>(subject: &'a str, texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut mail = Self {
            stream: String::new(),
            lines: BTreeMap::new(),
            ends: Vec::new(),
            begins: Vec::new(),
            by_prefix: BTreeMap::new(),
            by_line: BTreeMap::new(),
            by_ending: BTreeMap::new(),
            subject: key(subject),
        };
        let mut starts = Vec::new();
        for text in texts.into_iter().chain([subject]) {
            let mut links = 0;
            let begin = mail.stream.len();
            for line in text.lines() {
                let line = key(&super::quotation::without_links(line, &mut links));
                if line.is_empty() {
                    continue;
                }
                let at = mail.stream.len();
                mail.lines.insert(at, starts.len());
                starts.push(at);
                mail.stream.push_str(&line);
                if line.len() < PREFIX {
                    mail.by_line.entry(line).or_default().push(at);
                } else if line.len() >= LONG_PART {
                    let end = line.as_bytes()[line.len() - LONG_PART..].to_vec();
                    mail.by_ending.insert(end, mail.stream.len());
                }
            }
            if mail.stream.len() > begin {
                mail.begins.push(begin);
                mail.ends.push(mail.stream.len());
                mail.lines.insert(mail.stream.len(), starts.len());
                mail.stream.push(END);
            }
        }
        // The subject alone begins no quotation.
        if !mail.subject.is_empty() {
            mail.begins.pop();
        }
        for start in starts {
            let bytes = mail.stream.as_bytes();
            let prefix = bytes[start..].iter().take(PREFIX).copied().collect();
            mail.by_prefix.entry(prefix).or_default().push(start);
        }
        mail
    }

    /// Whether a line names the subject of our mail: alone, or behind a label or `Re:`.
    pub(super) fn is_subject(&self, line: &str) -> bool {
        let line = key(line);
        self.subject.len() >= BEGINNING
            && line.strip_suffix(self.subject.as_str()).is_some_and(|label| {
                label.is_empty() || label.ends_with([':', '：']) && label.chars().count() <= 24
            })
    }

    /// Whether our mail begins with these items.
    pub(super) fn begins(&self, items: &[Item]) -> bool {
        self.begins.iter().any(|begin| {
            self.run(items, 0, *begin)
                .is_some_and(|run| run.end - run.start >= BEGINNING || self.ends.contains(&run.end))
        })
    }

    /// Lays our mail beside items. `apart`: the items are not marked as quoted one by one, so that
    /// a short line of ours that stands apart from others proves nothing, and what follows the end
    /// of our mail is looked at no more.
    pub(super) fn lay(&self, items: &[Item], apart: bool) -> Laid {
        let mut laid = Laid { ours: vec![false; items.len()], bytes: 0, beginning: None };
        let mut cursor: Option<usize> = None;
        // Items since the last match that are not ours.
        let mut changed = 0;
        let mut at = 0;
        while at < items.len() {
            if laid.ours[at] || !items[at].quoted {
                at += 1;
                continue;
            }
            let found = self
                .longest(items, at, cursor)
                .filter(|run| self.in_place(items, at, run, cursor, changed, apart));
            match found {
                Some(run) => {
                    if laid.beginning.is_none() && self.begins.contains(&run.start) {
                        laid.beginning = Some(at);
                    }
                    for item in &run.items {
                        laid.ours[*item] = true;
                        laid.bytes += items[*item].key.len();
                    }
                    cursor = Some(run.end);
                    changed = 0;
                    at += 1;
                    if apart && self.ends.contains(&run.end) {
                        return laid;
                    }
                }
                None => {
                    changed += 1;
                    at += 1;
                    if apart && changed > MOST_CHANGED {
                        return laid;
                    }
                }
            }
        }
        laid
    }

    /// The longest run of items from `at` on that is ours.
    fn longest(&self, items: &[Item], at: usize, cursor: Option<usize>) -> Option<Run> {
        let key = &items[at].key;
        let mut best: Option<Run> = None;
        for start in self.places(key, cursor) {
            let Some(run) = self.run(items, at, start) else { continue };
            // Where the last match ended is the first place tried: it wins when equally good.
            if best.as_ref().is_none_or(|best| run.end - run.start > best.end - best.start) {
                best = Some(run);
            }
        }
        best.or_else(|| self.ending(items, at))
    }

    /// A line that is the long end of a line of ours: what stood before it was deleted.
    fn ending(&self, items: &[Item], at: usize) -> Option<Run> {
        let key = items[at].key.as_bytes();
        let last = key.len().checked_sub(LONG_PART).and_then(|from| key.get(from..))?;
        let end = *self.by_ending.get(last)?;
        let start = end.checked_sub(key.len())?;
        (self.stream.as_bytes().get(start..end)? == key).then(|| Run {
            start,
            end,
            items: vec![at],
        })
    }

    /// Places in our mail where a line may begin, the likeliest first.
    fn places(&self, key: &str, cursor: Option<usize>) -> Vec<usize> {
        let known = if key.len() < PREFIX {
            self.by_line.get(key)
        } else {
            self.by_prefix.get(&key.as_bytes()[..PREFIX])
        };
        let known = known.map_or(&[][..], Vec::as_slice);
        let middle = known.partition_point(|place| cursor.is_some_and(|cursor| *place < cursor));
        let behind = known[middle..].iter().take(TRIED);
        let before = known[..middle].iter().rev().take(TRIED);
        cursor.into_iter().chain(behind.chain(before).copied()).collect()
    }

    /// The items from `at` on that are found one behind the other from `start` on, as far as they
    /// cover whole lines of ours.
    fn run(&self, items: &[Item], at: usize, start: usize) -> Option<Run> {
        let stream = self.stream.as_bytes();
        let mut place = start;
        let mut taken: Vec<usize> = Vec::new();
        let mut whole: Option<(usize, usize)> = None;
        let mut last_line = None;
        for (index, item) in items.iter().enumerate().skip(at) {
            if !item.quoted {
                // The rest of a line of ours that a mail program broke and did not mark again.
                let rest = last_line == Some(item.line.wrapping_sub(1))
                    && !self.lines.contains_key(&place);
                if !rest || !stream[place..].starts_with(item.key.as_bytes()) {
                    if index > at + IN_VAIN + 2 * taken.len() {
                        break;
                    }
                    continue;
                }
            } else if !stream[place..].starts_with(item.key.as_bytes()) {
                break;
            }
            place += item.key.len();
            taken.push(index);
            last_line = Some(item.line);
            if self.lines.contains_key(&place) {
                whole = Some((place, taken.len()));
            } else if taken.len() - whole.map_or(0, |(_, length)| length) > IN_VAIN {
                break;
            }
        }
        let (end, length) = whole?;
        taken.truncate(length);
        Some(Run { start, end, items: taken })
    }

    /// Whether a run stands where it may: behind the last match, or with weight enough of its own
    /// to be believed elsewhere.
    fn in_place(
        &self,
        items: &[Item],
        at: usize,
        run: &Run,
        cursor: Option<usize>,
        changed: usize,
        apart: bool,
    ) -> bool {
        let Some(cursor) = cursor else { return true };
        let number = |place: usize| self.lines.get(&place).copied().unwrap_or_default();
        let weighty = run.end - run.start >= SHORT || run.items.len() >= 2;
        // Our mail may be quoted twice.
        let begins = self.begins.contains(&run.start) && run.end - run.start >= BEGINNING;
        if run.start == cursor || begins {
            return true;
        }
        if run.start < cursor {
            return weighty && (run.items.len() >= 2 || run.end - run.start >= 2 * SHORT);
        }
        // As many lines were changed as are missing: the template was edited in place.
        let skipped = number(run.start).saturating_sub(number(cursor));
        if skipped <= changed.saturating_mul(2) {
            return true;
        }
        if apart {
            return weighty;
        }
        // It may have leapt over its neighbours, to a line elsewhere that says the same.
        weighty
            || skipped <= FAR
                && !items[at + 1..].iter().filter(|item| item.quoted).take(AHEAD).any(|next| {
                    self.places(&next.key, Some(cursor)).into_iter().any(|place| {
                        (cursor..run.start).contains(&place)
                            && self.stream.as_bytes()[place..].starts_with(next.key.as_bytes())
                    })
                })
    }
}
