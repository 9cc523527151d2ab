//! A message that stands in quotation marks: `Please tell Ben: "I wait for you." Many thanks`, or below its heading. It begins and
//! ends with the marks, so what stands around them is for us.

use super::Reader;
use crate::game::PieceId;
use crate::said::chunks::chunk::Chunk;
use crate::said::doubt::addressed;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::table::talk;
use crate::said::{LineReading, Press, Recipients, Request};

/// A message is no longer than so many lines.
const MOST_LINES: usize = 40;

/// What stands in quotation marks, and around them.
struct Quote<'l> {
    /// Before the marks.
    head: &'l str,
    message: String,
    /// Behind them, in the last line.
    behind: &'l str,
    /// How many lines it takes.
    lines: usize,
}

impl<'l> Quote<'l> {
    /// The first quotation that begins in a line, or that the next one begins with where the line ends with a colon.
    fn of(lines: &[&'l str]) -> Option<Quote<'l>> {
        let line = lines.first()?.trim();
        let (head, from, text) = match line.find(['"', '“', '„', '«', '»']) {
            Some(at) => (&line[..at], 0, &line[at..]),
            None => {
                let below = 1 + lines[1..].iter().position(|line| !line.trim().is_empty())?;
                (line.ends_with(':').then_some(line)?, below, lines[below].trim())
            }
        };
        let open = text.chars().next()?;
        let close: &[char] = match open {
            '"' => &['"'],
            '“' | '„' => &['”', '“', '"'],
            '«' => &['»'],
            '»' => &['«'],
            _ => return None,
        };
        let mut message = String::new();
        let mut text = &text[open.len_utf8()..];
        for next in lines.iter().skip(from + 1).take(MOST_LINES) {
            if text.contains(close) {
                break;
            }
            message.push_str(text);
            message.push('\n');
            text = next.trim_end();
        }
        let end = text.find(close)?;
        let lines = from + 1 + message.matches('\n').count();
        message.push_str(&text[..end]);
        let behind = text[end..].trim_start_matches(|c: char| {
            close.contains(&c) || c.is_whitespace() || matches!(c, '.' | ',' | '!' | '?' | ';')
        });
        let message = message.trim().to_owned();
        let words = message.split_whitespace().count();
        (words > 1 && !behind.contains(close)).then_some(Quote { head, message, behind, lines })
    }
}

impl Reader<'_> {
    /// Takes a message in quotation marks that begins in this line; how many lines belong to it. What stands around it is read
    /// as a line of its own.
    pub(super) fn quoted(&mut self, lines: &[&str], at: usize, tongues: Tongues) -> Option<usize> {
        let line = lines.first()?.trim();
        let quote = Quote::of(lines)?;
        let begin = last_sentence(quote.head);
        let (before, heading) = quote.head.split_at(begin);
        let words = self.heard(heading, tongues);
        let to = self.addressees(heading, &words)?;
        // Marks that somebody forgot to close hold his own orders, which are for nobody else's eyes.
        let below = quote.message.lines().skip(1);
        if below.into_iter().any(|line| self.may_be_order(line, tongues)) {
            return None;
        }
        let first = self.reading.said.len();
        let mut doubt = None;
        for part in [before.trim(), quote.behind] {
            if !part.chars().any(char::is_alphanumeric) {
                continue;
            }
            let heard = self.heard(part, tongues);
            let (reading, _) = self.weighed(part, at + 1, &heard, tongues);
            if matches!(reading, LineReading::Question { .. } | LineReading::NotUnderstood { .. }) {
                doubt = Some(reading);
            }
        }
        // The message is clear and is passed on; of the rest of its line nothing is carried out before it is mended.
        if doubt.is_some() {
            self.put_back(first);
        }
        let reading = doubt.unwrap_or(LineReading::Understood);
        self.push(at + 1, line, reading, true, Vec::new());
        for (place, line) in lines[..quote.lines].iter().enumerate().skip(1) {
            if !line.trim().is_empty() {
                self.push(at + place + 1, line.trim(), LineReading::Understood, true, Vec::new());
            }
        }
        let press = Press {
            heading: heading.trim().to_owned(),
            to,
            text: quote.message,
            to_the_end: false,
        };
        self.bare(at + 1, Request::Press(press));
        Some(quote.lines)
    }

    /// For whom a message in quotation marks is. `Could you tell Pompadour something from me?` need not be a heading: it says that
    /// something is passed on, and to whom; not to several, of whom one may have said it.
    fn addressees(&self, heading: &str, words: &[Chunk]) -> Option<Recipients> {
        let headed = talk::press_heading(words, self.context)
            .or_else(|| addressed::told_that(heading, words, self.context));
        let passes = words.iter().any(|c| c.has(Word::PassOn) && !c.has(Word::Filler));
        let everybody = words.iter().any(|c| c.has(Word::Everybody));
        match headed {
            Some((to @ Recipients::Named(_), _)) => return Some(to),
            // `Press release: "…"` has its marks.
            Some((to @ (Recipients::All | Recipients::Observers), _)) if passes || everybody => {
                return Some(to);
            }
            _ => {}
        }
        let mine = |piece: &PieceId| self.known.as_ref().is_some_and(|k| k.is_own(piece.nation()));
        let own = |c: &Chunk| {
            c.generals.iter().any(mine)
                || c.is_plain_city() && c.seat.is_none() && c.nation.is_none()
        };
        if self.context.seat.is_none() || !passes || words.iter().any(own) {
            return None;
        }
        let other = |c: &&Chunk| {
            let seat = c.seat.is_some_and(|seat| Some(seat) != self.context.seat);
            (seat || talk::player(c, self.context.players).is_some())
                && !c.any(&[Word::Greeting, Word::Closing])
        };
        let named: Vec<Chunk> = words.iter().filter(other).cloned().collect();
        match talk::recipients(&named, self.context.players) {
            Recipients::Named(one) if one.len() == 1 => Some(Recipients::Named(one)),
            _ => None,
        }
    }
}

/// Where the last sentence of a text begins, in bytes.
fn last_sentence(text: &str) -> usize {
    let whole = text.trim_end().trim_end_matches([':', '?', '.', '!', ',']);
    whole.rfind(['.', '!', '?', '\n']).map_or(0, |at| at + 1)
}
