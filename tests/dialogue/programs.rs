//! How mail programs write the reply to a mail: where the quotation stands, and how it is marked.

use crate::table::{Table, player};
use feldpost::game::Seat;
use feldpost::mail::intake::Letter;
use mail_parser::MessageParser;

/// A mail of ours as its reader's program shows it.
pub struct Shown {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// What headers say above text in UTF-8.
const TEXT: &str = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit";
const HTML: &str = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit";

impl Table {
    /// A mail that came, as text and as HTML.
    pub fn shown(&self, mail: &Letter) -> Shown {
        let parsed = MessageParser::default().parse(self.bytes(mail)).expect("a mail");
        let text = parsed.body_text(0).expect("a text").replace("\r\n", "\n");
        let html = parsed.body_html(0).expect("a page").replace("\r\n", "\n");
        Shown { subject: mail.subject.clone(), text, html }
    }

    /// The reply to a mail as HTML alone.
    pub fn answer_html(&mut self, seat: Seat, mail: &Letter, page: &str) -> String {
        self.send_as(&player(seat), Some(mail), HTML, page)
    }

    /// The reply to a mail in several parts, each with its headers.
    pub fn answer_parts(
        &mut self,
        seat: Seat,
        mail: &Letter,
        kind: &str,
        parts: &[&str],
    ) -> String {
        let boundary = "frontier-of-parts";
        let headers = format!("Content-Type: multipart/{kind}; boundary=\"{boundary}\"");
        let parts: Vec<String> =
            parts.iter().map(|part| format!("--{boundary}\n{part}\n")).collect();
        let body = format!("{}--{boundary}--", parts.concat());
        self.send_as(&player(seat), Some(mail), &headers, &body)
    }
}

/// A part of a mail with plain text.
pub fn plain_part(text: &str) -> String {
    format!("{TEXT}\n\n{text}")
}

/// A part of a mail with HTML.
pub fn html_part(page: &str) -> String {
    format!("{HTML}\n\n{page}")
}

impl Shown {
    /// With a mark before each line.
    pub fn marked(&self) -> String {
        marked(&self.text)
    }

    /// The answer above, the marked quotation below its introduction.
    pub fn below(&self, introduction: &str, answer: &str) -> String {
        format!("{answer}\n\n{introduction}\n\n{}", self.marked())
    }

    /// The marked quotation, the answer below.
    pub fn above(&self, introduction: &str, answer: &str) -> String {
        format!("{introduction}\n{}\n\n{answer}", self.marked())
    }

    /// The answer, a block of headers, and the mail without any mark.
    pub fn unmarked(&self, headers: &[&str; 4], answer: &str) -> String {
        let [from, sent, to, subject] = headers;
        format!(
            "{answer}\n\n________________________________\n{from}: The judge <judge@club.test>\n\
             {sent}: Sunday 22 November 2026 10:12\n{to}: A player <player@club.test>\n\
             {subject}: {}\n\n{}",
            self.subject, self.text
        )
    }

    /// The text with every line wrapped at this width, as some programs send it.
    pub fn wrapped(&self, width: usize) -> String {
        let mut lines = Vec::new();
        for line in self.text.lines() {
            let mut wrapped = String::new();
            for word in line.split(' ') {
                if !wrapped.is_empty() && wrapped.len() + 1 + word.len() > width {
                    lines.push(std::mem::take(&mut wrapped));
                }
                if !wrapped.is_empty() {
                    wrapped.push(' ');
                }
                wrapped.push_str(word);
            }
            lines.push(wrapped);
        }
        lines.join("\n")
    }
}

/// With a mark before each line.
pub fn marked(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("> {line}")).collect();
    lines.join("\n")
}
