//! What a mail to the desk says, and how its lines are repeated to whoever wrote it.

use super::{Caller, REPEATED};
use crate::campaign::office::Office;
use crate::mail::intake::Letter;
use crate::mail::token::redacted;
use crate::report::LifeNote;
use crate::said::{self, AboutChance, Asked, Joining, Reading, Request, Said, Wish};
use crate::store::Letter as StoredLetter;

/// Whether a wish to the desk can be answered in a receipt: it is a question or about one's mails.
pub(crate) fn changes_no_game(request: &Request) -> bool {
    request.is_public_question() || matches!(request, Request::Settings | Request::Set(_))
}

/// Whether it is a round of the public beacon, or was meant as one.
pub(crate) fn is_of_the_beacon(about: &AboutChance) -> bool {
    matches!(about, AboutChance::Beacon(_) | AboutChance::NotABeacon)
}

/// What a mail says: its text, or where there is none its subject.
pub(super) fn text_of(letter: &Letter) -> &str {
    if !letter.text.trim().is_empty() {
        return &letter.text;
    }
    without_reply_words(&letter.subject)
}

/// The language in which to answer somebody of whom nothing is known: the one he asks for, that of his mail, or else
/// of the letter that it answers, or else the configured one.
pub(crate) fn language_of(
    office: &Office,
    letter: &Letter,
    answers: Option<&StoredLetter>,
) -> String {
    // `language german`, whatever the mail is written in
    let wished = said::read(text_of(letter), &said::Context::default());
    let wished = wished.said.into_iter().find_map(|said| match said.request {
        Request::Set(Wish::Language(word)) => office.templates.language_called(&word),
        _ => None,
    });
    if let Some(tag) = wished {
        return tag;
    }
    let subject = without_reply_words(&letter.subject);
    let of_mail = said::spoken(&letter.text);
    let of_mail = of_mail.or_else(|| {
        // The subject of an answer is ours.
        let own = answers.is_none().then(|| format!("{subject}\n{}", letter.text));
        own.and_then(|text| said::spoken(&text))
    });
    let of_letter = || {
        let body: serde_json::Value = serde_json::from_str(&answers?.body).ok()?;
        body["language"].as_str().filter(|tag| !tag.is_empty()).map(str::to_owned)
    };
    let code = of_mail.map(|language| language.tag().to_owned());
    code.or_else(of_letter).unwrap_or_else(|| office.language.clone())
}

/// A subject without the `Re:` or `AW:` before it.
pub(super) fn without_reply_words(subject: &str) -> &str {
    let mut subject = subject.trim();
    while let Some((_, rest)) = subject.split_once(':').filter(|(word, _)| word.len() <= 3) {
        subject = rest.trim();
    }
    subject
}

/// The one reading of a text to the desk.
pub(super) fn read(caller: &Caller, text: &str, asked: Asked) -> Reading {
    let reader = caller.reader();
    let names: Vec<String> =
        caller.address.name().map(str::to_owned).into_iter().chain([reader.name]).collect();
    let names: Vec<String> = names.into_iter().filter(|name| !name.trim().is_empty()).collect();
    let language = said::Language::from_tag(&reader.language).unwrap_or_default();
    said::read(text, &said::Context { language, names: &names, asked, ..Default::default() })
}

/// What a reading asks of the desk, in order.
pub(super) fn wishes(reading: &Reading) -> impl Iterator<Item = &Said> {
    reading.said.iter().filter(|said| said.request.is_of_the_desk())
}

/// The lines that are held, as they are repeated to whoever is asked to confirm them.
pub(super) fn held_lines(reading: &Reading) -> Vec<String> {
    let effects = wishes(reading).filter(|said| !said.request.is_public_question());
    let shown = effects.map(|said| {
        let line = reading.line(said.line).to_owned();
        match &said.request {
            Request::Join(Joining { password: Some(password), .. }) => line.replace(password, "…"),
            _ => line,
        }
    });
    shown.collect()
}

/// What is said to somebody of whose mail nothing was understood, or nothing that concerns the desk.
pub(super) fn not_understood(reading: &Reading) -> LifeNote {
    let lines = reading.lines.iter().map(|line| line.text.clone());
    // What proves who writes is not read back to him.
    let lines = lines.filter(|line| redacted(line) == *line).take(REPEATED).collect();
    let of_a_seat = |said: &Said| {
        !matches!(said.request, Request::Yes(_) | Request::No | Request::Test | Request::Ready)
    };
    match reading.said.iter().any(of_a_seat) {
        true => LifeNote::OfASeat { lines },
        false => LifeNote::NotUnderstood { lines },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str) -> Reading {
        said::read(text, &said::Context::default())
    }

    #[test]
    fn passwords_are_not_repeated_and_questions_not_held() {
        let text = "list\njoin rossbach password Geheim\nsettings\nHello there everybody";
        assert_eq!(held_lines(&reading(text)), ["join rossbach password …", "settings"]);
    }

    #[test]
    fn a_phrase_of_its_own_line_belongs_to_who_joins() {
        let reading = reading("join rossbach\nphrase A rainy night");
        let [Said { request: Request::Join(joining), .. }] = &reading.said[..] else {
            panic!("{reading:?}")
        };
        assert_eq!(joining.phrase, [AboutChance::Phrase(vec!["A rainy night".into()])]);
    }
}
