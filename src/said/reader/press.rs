//! Words for the others at the table: where they begin and where they end.
//!
//! What is for nobody else's eyes must not be passed on. So press ends before orders, before whoever speaks to the
//! referee again and before the next number of a list; and where it is not sure whether what stands below is still
//! part of it, the writer is asked and nothing is passed on.

use super::Reader;
use crate::said::chunks::chunk::{Chunk, Own, Repairs, chunks};
use crate::said::chunks::corrected::said;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::ClubWord;
use crate::said::doubt::addressed;
use crate::said::lexicon::text::{Kind, cased, excerpt};
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::table::desk;
use crate::said::table::talk;
use crate::said::{LineReading, Named, Noise, Press, Recipients, Request, SHOWN, Said, Trouble};

impl Reader<'_> {
    /// The chunks of a line in which nothing is repaired.
    pub(super) fn chunks_of(&mut self, line: &str, tongues: Tongues, own: &Own) -> Vec<Chunk> {
        let found = cased(line);
        #[cfg(test)]
        crate::said::property_tests::count(found.len());
        let mut none = Repairs::none();
        chunks(&found, tongues, own, &mut none)
    }

    /// Takes press that begins here, up to its end; how many lines belong to it. `Message to Ben: thanks. Then we're ready.`:
    /// the last sentence beside its heading may be for us.
    pub(super) fn press(
        &mut self,
        lines: &[&str],
        at: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<usize> {
        let line = lines[0].trim();
        if let Some(taken) = self.quoted(lines, at, tongues) {
            return Some(taken);
        }
        let (message, last) = match self.for_us_behind(lines, chunks, tongues) {
            Some(from) => line.split_at(from),
            None => return self.message(lines, at, chunks, tongues),
        };
        let heard = self.heard(message.trim(), tongues);
        let below: Vec<&str> = std::iter::once(message).chain(lines[1..].iter().copied()).collect();
        let taken = self.message(&below, at, &heard, tongues)?;
        let last = last.trim();
        let heard = self.heard(last, tongues);
        self.line(last, at + 1, &heard, tongues);
        Some(taken)
    }

    /// Where in the line of a message a last sentence begins that ends a phase, or orders behind what somebody is told, in
    /// bytes. Where the message goes on below, all of it is the message's.
    fn for_us_behind(
        &mut self,
        lines: &[&str],
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<usize> {
        let line = lines[0].trim();
        if let Some(at) = addressed::orders_behind(line, chunks, self.context) {
            return Some(at);
        }
        let (_, text) = talk::press_heading(chunks, self.context)
            .or_else(|| addressed::told_that(line, chunks, self.context))?;
        let last = line.trim_end().trim_end_matches(['.', '!', '?']);
        let at =
            last.rfind(['.', '!', '?']).map(|at| at + 1).filter(|at| *at > text.unwrap_or(0))?;
        let words = self.heard(line[at..].trim(), tongues);
        let small =
            [Word::Ready, Word::Filler, Word::Then, Word::Pronoun, Word::And, Word::Closing];
        // `we're`
        let short = |c: &Chunk| c.plain.len() <= 2 && (c.unknown || c.glued);
        let small = |c: &Chunk| !c.is_word() || short(c) || c.any(&small) && c.generals.is_empty();
        let ends = words.iter().any(|c| c.has(Word::Ready) && !c.has(Word::Filler))
            && words.iter().all(small)
            && words.iter().filter(|c| c.is_word()).count() <= 4;
        let next = lines.get(1).map_or("", |line| line.trim());
        let below = self.heard(next, tongues);
        (ends && (next.is_empty() || self.is_order(&below))).then_some(at)
    }

    /// Takes a message that begins here, up to its end; how many lines belong to it.
    fn message(
        &mut self,
        lines: &[&str],
        at: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<usize> {
        let (to, text) = talk::press_heading(chunks, self.context)
            .or_else(|| addressed::told_that(lines[0].trim(), chunks, self.context))?;
        let heading = lines[0].trim();
        // `I write in Italian if I may. For Russia: Saltikov 5`: nobody writes to his own nation; a smiley is no message.
        let own = |named: &Named| match named {
            Named::Nation(nation) => self.known.as_ref().is_some_and(|k| k.is_own(*nation)),
            Named::Seat(_) => false,
        };
        if matches!(&to, Recipients::Named(all) if !all.is_empty() && all.iter().all(own)) {
            return None;
        }
        // `Note for Prussia in the third round: …`
        let mut nations = chunks.iter().take_while(|c| c.kind != Kind::Colon);
        let mut nations = nations.by_ref().filter_map(|c| c.nation).peekable();
        let seated = |nation| self.known.as_ref().is_some_and(|known| known.is_own(nation));
        let headed = chunks.iter().any(|c| c.kind == Kind::Colon);
        let open = matches!(to, Recipients::All | Recipients::Unclear);
        if headed && open && nations.peek().is_some() && nations.all(seated) {
            return None;
        }
        let beside = text.and_then(|from| heading.get(from..)).unwrap_or_default();
        if !beside.trim().is_empty() && !beside.contains(char::is_alphanumeric) {
            return None;
        }
        // `news daily 18:00` is a wish.
        if desk::command(heading).is_some() {
            return None;
        }
        let mut press = Press {
            heading: heading.to_owned(),
            to,
            text: text.and_then(|from| heading.get(from..)).unwrap_or_default().trim().to_owned(),
            to_the_end: true,
        };
        // Press whose end is marked holds whatever stands in it. Other press ends before an order: behind
        // what stands beside its heading, or behind a blank line.
        let marked = self.is_marked(&lines[1..], at + 1, tongues);
        let beside = !press.text.is_empty();
        let number = numbered(heading);
        // What stands behind a blank line below a message that begins beside its heading may be for us alone.
        let (mut below_blank, mut below_orders) = (false, false);
        // `To all: good luck. To Dan: shall we …`: whether the rest is for all of them is asked before anything is sent.
        let mut to_others = !marked && self.addresses_another(heading, text.unwrap_or(0), tongues);
        let mut taken = 1;
        for (place, line) in lines.iter().enumerate().skip(1) {
            let none = Own { names: &[], explained: Vec::new() };
            let short = line.trim().len() <= 60;
            let head = if short || line.contains(':') {
                self.chunks_of(line.trim(), tongues, &none)
            } else {
                Vec::new()
            };
            // `Ref, here is my plan: …`, `Now to my orders`, and the next number of a list speak to somebody else.
            let to_us =
                line.trim().chars().any(char::is_alphabetic) && addressed::turns_to_us(line);
            if !marked && (to_us || number.is_some_and(|n| is_numbered(line, n + 1))) {
                press.to_the_end = false;
                break;
            }
            if short && talk::ends_press(&head) {
                press.to_the_end = false;
                taken += 1;
                break;
            }
            // `Ende` below press that nothing else ends; an order between them would have ended it before.
            if !marked && short && !press.text.trim().is_empty() && talk::is_bare_end(&head) {
                press.to_the_end = false;
                taken += 1;
                break;
            }
            let press_begins = talk::press_heading(&head, self.context);
            let named = press_begins.as_ref().is_some_and(|(_, text)| text.is_some());
            if press_begins.is_some()
                && (head.iter().any(|c| c.has(Word::Press)) || !marked && named)
            {
                press.to_the_end = false;
                break;
            }
            let apart = beside || lines[place - 1].trim().is_empty();
            if !marked && apart && !press.text.trim().is_empty() && self.is_order(&head) {
                press.to_the_end = false;
                break;
            }
            let below = lines[place - 1].trim().is_empty();
            let apart = beside || below || below_blank;
            below_orders |= !marked && apart && self.may_be_order(line, tongues);
            below_orders |= !marked && self.heads_orders(&head);
            to_others |= !marked && self.addresses_another(line, 0, tongues);
            below_blank |= below;
            press.text.push('\n');
            press.text.push_str(line);
            taken += 1;
        }
        if below_orders || to_others {
            for (place, line) in lines[..taken].iter().enumerate() {
                if place == 0 {
                    let (trouble, words) = (Trouble::PressEnd, heading.chars().take(80).collect());
                    let asked = LineReading::NotUnderstood { trouble, words, near: Vec::new() };
                    self.push(at + 1, heading, asked, true, Vec::new());
                } else if !line.trim().is_empty() {
                    let passed = LineReading::Chatter(Noise::Greeting);
                    self.push(at + place + 1, line.trim(), passed, false, Vec::new());
                }
            }
            return Some(taken);
        }
        press.to_the_end &= lines[1..taken].iter().any(|line| !line.trim().is_empty());
        for (place, line) in lines[..taken].iter().enumerate() {
            if !line.trim().is_empty() {
                self.push(at + place + 1, line.trim(), LineReading::Understood, true, Vec::new());
            }
        }
        self.reading.said.push(Said {
            line: at + 1,
            nation: None,
            turn: None,
            headed: false,
            condition: None,
            request: Request::Press(press),
        });
        Some(taken)
    }

    /// `I stop. To all: congratulations on a fine fight!`: a sentence of its own in a line that speaks to the others. What
    /// stands before it is read as a line; if that is in doubt, all of the line is.
    pub(super) fn press_within(
        &mut self,
        lines: &[&str],
        at: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<usize> {
        let line = lines[0].trim();
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
        let begin = match chunks.iter().rposition(|c| c.kind == Kind::Colon) {
            Some(colon) => {
                let begin = chunks[..colon].iter().rposition(ends)? + 1;
                (begin + 6 >= colon).then_some(begin)?
            }
            // `Ferdinand to Celle. Tell Frederick that I'm sorry.`
            None => (1..chunks.len()).find(|at| {
                let verb =
                    |most: usize| chunks[*at..].iter().take(most).any(|c| c.has(Word::PassOn));
                ends(&chunks[at - 1]) && verb(4) || chunks[*at].has(Word::And) && verb(2)
            })?,
        };
        let start = chunks.get(begin).map(|c| c.start)?;
        let (head, tail) = (line.get(..start)?, line.get(start..)?);
        let words = self.heard(tail, tongues);
        if addressed::orders_behind(tail, &words, self.context).is_none() {
            let (to, text) = talk::press_heading(&words, self.context)
                .or_else(|| addressed::told_that(tail, &words, self.context))?;
            text?;
            // Spanish `… a Falkenburg. Nota: Neu Stettin está sin proteger` is for nobody in particular.
            if to == Recipients::Unclear {
                return None;
            }
        }
        let (first, before) = (self.reading.said.len(), self.heard(head, tongues));
        let (reading, _) = self.line(head.trim(), at + 1, &before, tongues);
        let below: Vec<&str> = std::iter::once(tail).chain(lines[1..].iter().copied()).collect();
        let clear = matches!(reading, LineReading::Understood | LineReading::Chatter(_));
        let taken = clear.then(|| self.press(&below, at, &words, tongues)).flatten();
        match taken {
            None => self.put_back(first),
            // What is in doubt is looked for in all of the line.
            Some(_) => {
                let own = self.reading.lines.iter_mut().filter(|line| line.number == at + 1);
                own.for_each(|one| one.text = excerpt(line, SHOWN));
            }
        }
        taken
    }

    /// What a line is that tells somebody something in a sentence of its own: `Heinrich to Torgau. And tell Dan I'm coming`. It
    /// is passed on to nobody, and the writer told how to; where more stands behind it, it is asked what belongs to it.
    pub(super) fn tells_somebody(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<(LineReading, bool)> {
        let at = addressed::told(chunks, self.context, self.known.as_ref())?;
        let all = &line[chunks[at].start..];
        let mut behind = sentences(&chunks[at..]);
        let told = behind.next().map_or(chunks.len(), |first| at + first.end);
        // `… Done.`: behind what is told only an end of the phase is surely for us.
        let ends = behind.all(|range| is_for_us(line, &chunks[at + range.start..at + range.end]));
        if ends && !all.contains(':') {
            let said = line.get(chunks[at].start..chunks[told - 1].end).unwrap_or(all);
            let before = self.reading.said.len();
            let rest: Vec<Chunk> = chunks[..at].iter().chain(&chunks[told..]).cloned().collect();
            return Some(match self.orders(line, number, &rest, tongues) {
                Ok(_) => {
                    // `I'm away on Thursday, tell the others`: they are told in any case.
                    let away = |said: &Said| matches!(said.request, Request::Absent(_));
                    let announced = self.reading.said[before..].iter().any(away);
                    if !announced || said.split_whitespace().count() > 6 {
                        self.bare(number, Request::Press(addressed::unsent(said)));
                    }
                    (LineReading::Understood, true)
                }
                Err((problem, order_like)) => {
                    self.put_back(before);
                    (self.doubt(problem), order_like)
                }
            });
        }
        let words: String = all.chars().take(80).collect();
        self.beside_question(line, number, &chunks[..at], tongues);
        let trouble = Trouble::Unknown;
        Some((LineReading::NotUnderstood { trouble, words, near: Vec::new() }, true))
    }

    /// Whether one of these lines ends press; `first` is the number of the first of them, counted from 0. What
    /// was found for one piece of press is kept for the next: a text may have thousands.
    fn is_marked(&mut self, lines: &[&str], first: usize, tongues: Tongues) -> bool {
        let known = self.end_of_press.filter(|end| end.is_none_or(|place| place >= first));
        let end = known.unwrap_or_else(|| {
            let none = Own { names: &[], explained: Vec::new() };
            let ends = |line: &&str| {
                line.trim().len() <= 60
                    && talk::ends_press(&self.chunks_of(line.trim(), tongues, &none))
            };
            lines.iter().position(ends).map(|place| first + place)
        });
        self.end_of_press = Some(end);
        end.is_some()
    }

    /// Whether a line below press is an order of the writer's own, which is for nobody else's eyes: it
    /// names a piece of his and where it goes, or says `ready`, and nothing that is not understood.
    fn is_order(&self, chunks: &[Chunk]) -> bool {
        let Some(known) = &self.known else { return false };
        let mut words = chunks.iter().filter(|chunk| chunk.is_word()).peekable();
        if words.peek().is_none() || words.clone().any(|chunk| chunk.unknown) {
            return false;
        }
        let own = |chunk: &Chunk| {
            chunk.has(Word::Train)
                || chunk.generals.iter().any(|general| known.is_own(general.nation()))
        };
        let goes = |chunk: &Chunk| {
            !chunk.cities.is_empty()
                || chunk.any(&[Word::Stay, Word::Stop])
                || chunk.number.is_some()
        };
        let ready = |chunk: &Chunk| chunk.has(Word::Ready) && !chunk.has(Word::Filler);
        let orders = words.clone().any(own) && chunks.iter().any(goes);
        orders || words.clone().any(ready) && words.count() <= 3
    }

    /// Whether a line is headed as orders are: `For the coming turn: …`, `Russia:`.
    fn heads_orders(&self, chunks: &[Chunk]) -> bool {
        let Some(known) = &self.known else { return false };
        let Some(colon) = chunks.iter().take(8).position(|c| c.kind == Kind::Colon) else {
            return false;
        };
        let own = |c: &Chunk| c.nation.is_some_and(|nation| known.is_own(nation));
        let heads = |c: &Chunk| own(c) || c.any(&[Word::Turn, Word::Heading, Word::ShowOrders]);
        let small =
            [Word::For, Word::To, Word::Article, Word::Filler, Word::And, Word::Then, Word::New];
        let head = &chunks[..colon];
        head.iter().any(heads)
            && head.iter().all(|c| {
                heads(c) || !c.is_word() || c.any(&small) || c.has(Word::Time) || c.number.is_some()
            })
    }

    /// Whether a sentence of a line behind this place, in bytes, is addressed to somebody: `Good luck. To Dan: shall we share
    /// Saxony?`
    fn addresses_another(&mut self, line: &str, from: usize, tongues: Tongues) -> bool {
        if !line.get(from..).is_some_and(|text| text.contains(':')) {
            return false;
        }
        let none = Own { names: &[], explained: Vec::new() };
        let chunks = self.chunks_of(line, tongues, &none);
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
        let begins = |at: usize| at > 0 && ends(&chunks[at - 1]);
        (0..chunks.len()).filter(|at| chunks[*at].start >= from).any(|at| {
            let heading = || talk::press_heading(&chunks[at..], self.context);
            self.is_for_somebody(&chunks[at..])
                || begins(at) && heading().is_some_and(|(_, text)| text.is_some())
        })
    }

    /// `To Dan: …`, `An die Preußen: …`: whether this begins with whom it is for, and nothing else.
    fn is_for_somebody(&self, chunks: &[Chunk]) -> bool {
        let Some(colon) = chunks.iter().take(6).position(|c| c.kind == Kind::Colon) else {
            return false;
        };
        let small = [Word::And, Word::To, Word::For, Word::At, Word::Article, Word::OnlyTo];
        let to = |c: &Chunk| c.any(&[Word::To, Word::For, Word::At]);
        let somebody = |c: &Chunk| {
            c.nation.is_some()
                || c.seat.is_some()
                || c.any(&[Word::Everybody, Word::Observers])
                || talk::player(c, self.context.players).is_some()
        };
        let head = &chunks[..colon];
        head.iter().find(|c| !c.has(Word::And)).is_some_and(to)
            && head.iter().any(somebody)
            && head.iter().all(|c| somebody(c) || c.any(&small))
    }

    /// Whether a line looks like an order of the writer's own, whatever else stands in it.
    pub(super) fn may_be_order(&mut self, line: &str, tongues: Tongues) -> bool {
        let none = Own { names: &[], explained: Vec::new() };
        let chunks = self.chunks_of(line.trim(), tongues, &none);
        let Some(known) = &self.known else { return false };
        let own = |chunk: &Chunk| {
            chunk.is_train_word()
                || chunk.generals.iter().any(|general| known.is_own(general.nation()))
        };
        let does = |chunk: &Chunk| {
            chunk.is_plain_city() && chunk.meanings.is_empty()
                || chunk.any(&[Word::Move, Word::Stay, Word::Attack, Word::Recruit, Word::Discard])
                    && !chunk.any(&[Word::Filler, Word::To])
        };
        let discards = chunks.iter().any(|c| c.has(Word::Discard) && !c.has(Word::Filler))
            && chunks.iter().any(|c| c.any(&[Word::Card, Word::Lowest, Word::Highest]));
        chunks.iter().any(own) && chunks.iter().any(does) || discards
    }
}

/// Whether a short sentence ends the phase, or says nothing: `That's all, thanks.`, `Off they go!`
fn is_for_us(line: &str, chunks: &[Chunk]) -> bool {
    let small = [Word::Ready, Word::Filler, Word::Then, Word::Pronoun, Word::And, Word::Closing];
    let small = |c: &Chunk| {
        !c.is_word() && c.number.is_none() || c.any(&small) && c.generals.is_empty() && !c.unknown
    };
    // What starts everything, at the end: `All of that is final, off they go!`
    let starts = |at: &usize| {
        let length = said(line, chunks, *at, ClubWord::Starts);
        length.is_some_and(|length| chunks[*at + length..].iter().all(Chunk::is_mark))
    };
    let end = (0..chunks.len()).find(starts).unwrap_or(chunks.len());
    chunks[..end].iter().all(small) && chunks.iter().filter(|c| c.is_word()).count() <= 4
}

/// The number before a line, if it has one: `3. Tell Elisabeth: …`
fn numbered(line: &str) -> Option<u32> {
    let line = line.trim_start();
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let behind = line.get(digits..)?;
    (digits > 0 && digits < 3 && behind.starts_with(['.', ')', ':']))
        .then(|| line[..digits].parse().ok())
        .flatten()
}

fn is_numbered(line: &str, number: u32) -> bool {
    numbered(line) == Some(number)
}
