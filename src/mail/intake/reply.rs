//! Which part of a reply is the player's own text, given the mail of ours that it answers.
//!
//! Pure: which mail is answered is found out by the caller, who knows what was sent. The mail comes in
//! several forms that should say the same; the plain one is the best, unless it is empty, a mere
//! notice, was wrapped, shows what is struck out, tears rows of a table apart, or leaves doubt where
//! its quotation begins.

use super::beside::{OurMail, key};
use super::footers::is_notice_of_html;
use super::html::{self, Rendered};
use super::introductions::WRAPPED_AT_LEAST;
use super::letter::{Letter, Problem};
use super::quotation::{Quoted, Typed, typed};
use super::unwrap;
use crate::characters;
use crate::mail::token::without_token_lines;

/// The texts of a mail before it is known which part of them was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    pub(super) plain: Option<String>,
    pub(super) rich: Option<Rendered>,
    /// Text files that go along.
    pub(super) attached: Vec<String>,
    /// Whether there was any text at all.
    pub(super) any_text: bool,
    /// Longest text that is kept, in bytes.
    pub(super) limit: usize,
}

impl Body {
    /// A mail in plain text alone, without attachments.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        Self {
            plain: Some(characters::plain(text)),
            any_text: !text.trim().is_empty(),
            limit: usize::MAX,
            ..Self::default()
        }
    }

    /// All lines of the texts without marks of quotation, quoted ones too: for what is found
    /// wherever it stands, such as a token at the foot.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        let texts = self.plain.as_deref().into_iter();
        let texts = texts.chain(self.rich.as_ref().map(|rich| rich.text.as_str()));
        texts
            .flat_map(str::lines)
            .map(|line| line.trim_start_matches(|c: char| c == '>' || c.is_whitespace()))
    }
}

/// A mail of ours that somebody answers: what stood in it.
#[derive(Debug)]
pub struct AnsweredMail {
    mail: OurMail,
    direct: bool,
}

impl AnsweredMail {
    /// The mail that is answered, by its subject, its plain text and its HTML, as it was sent.
    #[must_use]
    pub fn new(subject: &str, text: &str, html: Option<&str>) -> Self {
        let mut texts = vec![characters::plain(text)];
        if let Some(html) = html {
            texts.extend(html::to_text(html).map(|rendered| characters::plain(&rendered.text)));
            texts.extend(html::with_hidden(html).map(|text| characters::plain(&text)));
        }
        let subject = characters::plain(subject);
        Self { mail: OurMail::new(&subject, texts.iter().map(String::as_str)), direct: true }
    }

    /// The same mail, answered by way of others: the newest of the thread is not known. What is
    /// quoted of it is left out, and nothing was typed within.
    #[must_use]
    pub fn earlier_in_the_thread(mut self) -> Self {
        self.direct = false;
        self
    }
}

/// What somebody typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayersText {
    /// The lines, each ended by `\n`.
    pub text: String,
    /// It was longer than the limit, and was cut off at a line.
    pub is_cut: bool,
}

/// The part of a mail that is its sender's own text: all but what is quoted of `answered` and of other
/// mails, signatures, and what mail programs add. Never fails and never panics; takes time in
/// proportion to the mail.
#[must_use]
pub fn own_text(body: &Body, answered: Option<&AnsweredMail>) -> PlayersText {
    let quoted = answered.map(|answered| Quoted { mail: &answered.mail, direct: answered.direct });
    let mut texts = vec![best(body, quoted)];
    texts.extend(body.attached.iter().map(|text| typed(text, quoted).text));
    for text in &mut texts {
        // What was taken out above is no line of the writer's.
        without_token_lines(text).trim_start_matches('\n').clone_into(text);
    }
    texts.retain(|text| !text.trim().is_empty());
    let mut text = texts.join("\n");
    let is_cut = text.len() > body.limit;
    if is_cut {
        let kept = &text[..text.floor_char_boundary(body.limit)];
        let end = kept.rfind('\n').map_or(0, |at| at + 1);
        text.truncate(end);
    }
    PlayersText { text, is_cut }
}

/// The better one of the forms a mail comes in.
fn best(body: &Body, quoted: Option<Quoted<'_>>) -> String {
    let Some(plain_text) = &body.plain else {
        return body.rich.as_ref().map(|rich| typed(&rich.text, quoted).text).unwrap_or_default();
    };
    let plain = typed(plain_text, quoted);
    let Some(rendered) = &body.rich else { return plain.text };
    let wrapped = plain.text.lines().any(|line| line.chars().count() > WRAPPED_AT_LEAST);
    let is_notice = is_notice_of_html(&plain.text);
    let suspect = plain.doubtful || wrapped || is_notice || rendered.struck || rendered.rows;
    if !plain.text.is_empty() && !suspect {
        return plain.text;
    }
    let rich = typed(&rendered.text, quoted);
    if rich.text.is_empty() {
        // A reply of nothing but struck-out lines says nothing.
        return if rendered.struck && !rich.doubtful { rich.text } else { plain.text };
    }
    if plain.text.is_empty() || is_notice || plain.doubtful && !rich.doubtful {
        return rich.text;
    }
    choose(plain, rich, rendered)
}

/// Chooses between two readings that should say the same.
fn choose(plain: Typed, rich: Typed, rendered: &Rendered) -> String {
    let words = |text: &str| text.lines().map(key).collect::<String>();
    let (said, seen) = (words(&plain.text), words(&rich.text));
    if rendered.struck && seen != said || rendered.rows && seen == said {
        return rich.text;
    }
    unwrap::unwrap(&plain.text, &rich.text) + "\n"
}

impl Letter {
    /// Finds the player's own text again, now that it is known which mail of ours is answered.
    pub fn lay_beside(&mut self, answered: &AnsweredMail) {
        self.problems.retain(|problem| {
            !matches!(problem, Problem::TextCut { .. } | Problem::NoText | Problem::NothingTyped)
        });
        self.judge(Some(answered));
    }

    /// Sets the text, and what is wrong with it.
    pub(super) fn judge(&mut self, answered: Option<&AnsweredMail>) {
        let own = own_text(&self.body, answered);
        if own.is_cut {
            self.problems.push(Problem::TextCut { limit: self.body.limit });
        }
        if !self.body.any_text {
            self.problems.push(Problem::NoText);
        } else if own.text.is_empty() {
            self.problems.push(Problem::NothingTyped);
        }
        self.text = own.text;
    }
}
