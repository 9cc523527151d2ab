//! What a text says to the club: press, chance, answers to our questions, wishes.

use super::Reader;
use crate::said::chunk::{Chunk, Own, Tongues};
use crate::said::club::words::{ClubWord, means};
use crate::said::club::{desk, phrases};
use crate::said::words::Word;
use crate::said::{
    AboutChance, Asked, LineReading, Named, Press, Recipients, Request, Said, ballot, consent,
    talk, wishes,
};

impl Reader<'_> {
    /// Takes what is said of chance here; how many lines say it.
    pub(super) fn chance(&mut self, lines: &[&str], at: usize) -> Option<usize> {
        let (about, taken) = phrases::read(lines)?;
        for (place, line) in lines[..taken].iter().enumerate() {
            if !line.trim().is_empty() {
                self.push(at + place + 1, line.trim(), LineReading::Understood, true, Vec::new());
            }
        }
        self.bare(at + 1, Request::Chance(about));
        Some(taken)
    }

    /// Whoever joins in this text gives the phrase for the seat that he takes, not for one he holds.
    pub(super) fn give_phrases(&mut self) {
        let joins = |said: &Said| matches!(said.request, Request::Join(_));
        if !self.reading.said.iter().any(joins) {
            return;
        }
        let own = |request: &Request| matches!(request, Request::Chance(about) if !matches!(about, AboutChance::Beacon(_)));
        let mut given = self.reading.chance();
        given.retain(|about| own(&Request::Chance(about.clone())));
        self.reading.said.retain(|said| !own(&said.request));
        for said in &mut self.reading.said {
            if let Request::Join(joining) = &mut said.request {
                joining.phrase.clone_from(&given);
            }
        }
    }

    /// Takes press that begins here, up to its end; how many lines belong to it.
    pub(super) fn press(
        &mut self,
        lines: &[&str],
        at: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<usize> {
        let (to, text) = talk::press_heading(chunks, self.context)?;
        let heading = lines[0].trim();
        // `I write in Italian if I may. For Russia: Saltikov 5`: nobody writes to his own nation; a smiley is no message.
        let own = |named: &Named| match named {
            Named::Nation(nation) => self.known.as_ref().is_some_and(|k| k.is_own(*nation)),
            Named::Seat(_) => false,
        };
        if matches!(&to, Recipients::Named(all) if !all.is_empty() && all.iter().all(own)) {
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
        let mut taken = 1;
        for (place, line) in lines.iter().enumerate().skip(1) {
            let none = Own { names: &[], explained: Vec::new() };
            let short = line.trim().len() <= 60;
            let head = if short || line.contains(':') {
                self.chunks_of(line.trim(), tongues, &none)
            } else {
                Vec::new()
            };
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
            if head.iter().any(|c| c.has(Word::Press))
                && talk::press_heading(&head, self.context).is_some()
            {
                press.to_the_end = false;
                break;
            }
            let apart = beside || lines[place - 1].trim().is_empty();
            if !marked && apart && !press.text.trim().is_empty() && self.is_order(&head) {
                press.to_the_end = false;
                break;
            }
            press.text.push('\n');
            press.text.push_str(line);
            taken += 1;
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

    /// What the line says to the question that the mail answers.
    pub(super) fn answer_to_question(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
    ) -> Option<Request> {
        match self.asked {
            Asked::Nothing => None,
            Asked::Vote(vote) => {
                let yes = ballot::agreement(line, chunks)
                    .or_else(|| ballot::ballot_alone(chunks))
                    .or_else(|| ballot::ballot_first(line, chunks))?;
                self.asked = Asked::Nothing;
                Some(Request::Vote { yes, number: Some(vote) })
            }
            Asked::Consent => {
                let (yes, _) = self.consent.filter(|(_, place)| place + 1 == number)?;
                self.asked = Asked::Nothing;
                Some(if yes { Request::Yes(consent::roles(line, chunks)) } else { Request::No })
            }
            Asked::Form => entry(line),
        }
    }

    /// A line about the writer's mails or games, if it is one and not an order.
    pub(super) fn wish(&self, line: &str, chunks: &[Chunk]) -> Option<Request> {
        if !wishes::may_begin(line, chunks) {
            return None;
        }
        let request = wishes::read(line, chunks)?;
        // `no me planto` is no Italian `nome`.
        let apart = chunks.first().is_some_and(|first| first.plain == "no");
        if apart && matches!(request, Request::Set(desk::Wish::Name(_))) {
            return None;
        }
        // `leave Lacy`, `observe Keith`: the name of a piece is none of a game.
        let about_pieces = self.known.is_some()
            && chunks.iter().any(|c| !c.generals.is_empty() || c.is_plain_city())
            && matches!(
                request,
                Request::Leave(Some(_))
                    | Request::Observe(Some(_))
                    | Request::Unobserve(Some(_))
                    | Request::NewGame(_)
                    | Request::Map(Some(_))
                    | Request::Join(desk::Joining { game: Some(_), .. })
                    | Request::Set(_)
            )
            && !matches!(
                request,
                Request::Set(
                    desk::Wish::Name(_) | desk::Wish::TimeZone(_) | desk::Wish::Language(_)
                )
            );
        (!about_pieces).then_some(request)
    }
}

/// A line of a form that is filled in, or a word that agrees to it as it is.
fn entry(line: &str) -> Option<Request> {
    let bare = line.trim_end_matches(['.', '!']);
    if [ClubWord::Found, ClubWord::Yes, ClubWord::YesAlone].iter().any(|word| means(bare, *word)) {
        return Some(Request::Yes(Vec::new()));
    }
    let (key, value) = line.split_once([':', '='])?;
    // A comment of the form's may stand behind a value.
    let value = value.split(" #").next().unwrap_or_default();
    Some(Request::Entry { key: key.trim().to_owned(), value: value.trim().to_owned() })
}
