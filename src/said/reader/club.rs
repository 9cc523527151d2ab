//! What a text says to the club: chance, answers to our questions, wishes.

use super::Reader;
use crate::said::chunks::chunk::Chunk;
use crate::said::club::phrases;
use crate::said::club::words::{ClubWord, means};
use crate::said::lexicon::text::tokens;
use crate::said::meaning::wish::{Joining, Wish};
use crate::said::table::ballot;
use crate::said::table::consent;
use crate::said::table::wishes;
use crate::said::{AboutChance, Asked, Consent, LineReading, Request, Said};

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

    /// What the line says to the question that the mail answers.
    pub(super) fn answer_to_question(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
    ) -> Option<Request> {
        let on_a_number = |chunks: &[Chunk]| {
            let (number, yes) = ballot::on_a_number(chunks)?;
            Some(Request::Vote { yes, number: Some(u64::from(number)) })
        };
        match self.asked {
            Asked::Nothing => on_a_number(chunks),
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

    /// Whether nothing but the sender's own name stands here, though a general has it, too. Where
    /// something else than a movement is awaited, a general's name alone can be the answer.
    pub(super) fn is_own_name(&self, chunks: &[Chunk]) -> bool {
        if self.is_deciding() || chunks.iter().any(|c| c.number.is_some()) {
            return false;
        }
        let parts = self.context.names.iter().flat_map(|name| tokens(name));
        let own: Vec<String> = parts.map(|token| token.plain).collect();
        let mut words = chunks.iter().filter(|chunk| chunk.is_word()).peekable();
        words.peek().is_some()
            && words.all(|word| !word.plain.is_empty() && own.contains(&word.plain))
    }

    /// What is answered to a question for consent, if one is open.
    pub(super) fn hear_consent(&mut self, lines: &[&str]) {
        if self.asked == Asked::Consent {
            let (consent, line) = consent::consent(lines);
            self.consent = match consent {
                Consent::Yes => Some((true, line)),
                Consent::No => Some((false, line)),
                Consent::Unclear => None,
            };
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
        if apart && matches!(request, Request::Set(Wish::Name(_))) {
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
                    | Request::Join(Joining { game: Some(_), .. })
                    | Request::Set(_)
            )
            && !matches!(
                request,
                Request::Set(Wish::Name(_) | Wish::TimeZone(_) | Wish::Language(_))
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
