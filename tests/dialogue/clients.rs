//! Whatever the mail program does, "reply" works.

use crate::programs::*;
use crate::table::*;
use feldpost::game::Nation;
use feldpost::report::Language;

const ORDERS: &str = "Heinrich to Bernau\nready";

/// A table at which Frederick reads his mails in this language, and the prompt of his movement.
fn reads(language: &str) -> (Table, feldpost::mail::intake::Letter) {
    let mut table = Table::new();
    if language != "en" {
        table.say(Frederick, &format!("language {language}"));
    }
    table.say(Frederick, "status");
    let prompt = table.newest(Frederick);
    (table, prompt)
}

/// Heinrich has marched, nobody else has, and nothing of Hanover's is done.
fn marched_alone(table: &mut Table, answer: &str) {
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
    assert_eq!(table.moving(), Some(Nation::Hanover), "{answer}");
    for (name, city) in [("Friedrich", "oschatz"), ("Keith", "strehlen"), ("Dohna", "arnswalde")] {
        assert_eq!(table.prussian(name), city, "{answer}");
    }
    assert!(table.kept(Frederick, "ahead-").is_empty(), "{answer}");
}

macro_rules! marked_below {
    ($($name:ident: $language:literal, $introduction:literal;)*) => {
        $(#[test] fn $name() {
            let (mut table, prompt) = reads($language);
            let text = table.shown(&prompt).below($introduction, ORDERS);
            let answer = table.answer(Frederick, &prompt, &text);
            marched_alone(&mut table, &answer);
            let (mut table, prompt) = reads($language);
            let text = table.shown(&prompt).above($introduction, ORDERS);
            let answer = table.answer(Frederick, &prompt, &text);
            marched_alone(&mut table, &answer);
        })*
    };
}

marked_below! {
    a_marked_quotation_above_or_below:
        "en", "On Sun, Nov 22, 2026 at 10:12 AM The judge <judge@club.test> wrote:";
    a_german_marked_quotation:
        "de", "Am So., 22. Nov. 2026 um 10:12 Uhr schrieb The judge <judge@club.test>:";
    a_spanish_marked_quotation:
        "es", "El dom, 22 nov 2026 a las 10:12, The judge (<judge@club.test>) escribió:";
    an_italian_marked_quotation:
        "it", "Il giorno dom 22 nov 2026 alle ore 10:12 The judge <judge@club.test> ha scritto:";
    a_polish_marked_quotation:
        "pl", "niedz., 22 lis 2026 o 10:12 The judge <judge@club.test> napisał(a):";
    a_french_marked_quotation:
        "fr", "Le dim. 22 nov. 2026 à 10:12, The judge <judge@club.test> a écrit\u{a0}:";
    a_marked_quotation_without_an_introduction: "en", "";
}

macro_rules! unmarked_below {
    ($($name:ident: $language:literal, $headers:expr;)*) => {
        $(#[test] fn $name() {
            let (mut table, prompt) = reads($language);
            let text = table.shown(&prompt).unmarked(&$headers, ORDERS);
            let answer = table.answer(Frederick, &prompt, &text);
            marched_alone(&mut table, &answer);
        })*
    };
}

unmarked_below! {
    an_english_report_without_marks: "en", ["From", "Sent", "To", "Subject"];
    a_german_report_without_marks: "de", ["Von", "Gesendet", "An", "Betreff"];
    a_spanish_report_without_marks: "es", ["De", "Enviado", "Para", "Asunto"];
    an_italian_report_without_marks: "it", ["Da", "Inviato", "A", "Oggetto"];
    a_polish_report_without_marks: "pl", ["Od", "Wysłano", "Do", "Temat"];
    a_french_report_without_marks: "fr", ["De ", "Envoyé ", "À ", "Objet "];
    french_headers_above_it: "en", ["De ", "Envoyé ", "À ", "Objet "];
    dutch_headers_above_it: "en", ["Van", "Verzonden", "Aan", "Onderwerp"];
    swedish_headers_above_it: "en", ["Från", "Skickat", "Till", "Ämne"];
    czech_headers_above_it: "en", ["Od", "Odesláno", "Komu", "Předmět"];
    danish_headers_above_it: "en", ["Fra", "Sendt", "Til", "Emne"];
    russian_headers_above_it: "en", ["От", "Отправлено", "Кому", "Тема"];
    portuguese_headers_above_it: "en", ["De", "Enviada em", "Para", "Assunto"];
}

macro_rules! bare_copy {
    ($($name:ident: $language:literal;)*) => {
        /// The whole mail copied without a mark or an introduction, above and below the answer.
        $(#[test] fn $name() {
            let (mut table, prompt) = reads($language);
            let text = format!("{ORDERS}\n\n{}", table.shown(&prompt).text);
            let answer = table.answer(Frederick, &prompt, &text);
            marched_alone(&mut table, &answer);
            let (mut table, prompt) = reads($language);
            let text = format!("{}\n\n{ORDERS}\n", table.shown(&prompt).text);
            let answer = table.answer(Frederick, &prompt, &text);
            marched_alone(&mut table, &answer);
        })*
    };
}

bare_copy! {
    the_english_mail_copied_without_any_mark: "en";
    the_german_mail_copied_without_any_mark: "de";
    the_spanish_mail_copied_without_any_mark: "es";
    the_italian_mail_copied_without_any_mark: "it";
    the_polish_mail_copied_without_any_mark: "pl";
    the_french_mail_copied_without_any_mark: "fr";
}

#[test]
fn a_copy_of_the_mail_and_nothing_else_does_nothing() {
    for language in Language::ALL.map(Language::tag) {
        let (mut table, prompt) = reads(language);
        let log = table.log();
        let text = table.shown(&prompt).text;
        let answer = table.answer(Frederick, &prompt, &text);
        assert_eq!((table.log(), table.drafted(Frederick)), (log, 0), "{language}: {answer}");
        assert_eq!(table.moving(), Some(Nation::Prussia), "{language}: {answer}");
    }
}

#[test]
fn the_report_wrapped_anew_without_marks_is_still_ours() {
    for width in [40, 60, 90, 200] {
        let (mut table, prompt) = reads("en");
        let shown = table.shown(&prompt);
        let text = format!(
            "{ORDERS}\n\nFrom: The judge <judge@club.test>\nSent: Sunday\nTo: x\nSubject: {}\n\n{}",
            shown.subject,
            shown.wrapped(width)
        );
        let answer = table.answer(Frederick, &prompt, &text);
        marched_alone(&mut table, &answer);
    }
}

#[test]
fn answers_between_the_lines_of_the_quotation() {
    let (mut table, prompt) = reads("en");
    let quoted = table.shown(&prompt).marked();
    let lines: Vec<&str> = quoted.lines().collect();
    let (above, below) = lines.split_at(lines.len() / 2);
    let text = format!(
        "On Sunday, The judge wrote:\n{}\n\nHeinrich to Bernau\n\n{}\n\nready\n",
        above.join("\n"),
        below.join("\n")
    );
    let answer = table.answer(Frederick, &prompt, &text);
    marched_alone(&mut table, &answer);
}

/// The line of the prompt's template that begins so.
fn template_line(text: &str, name: &str) -> String {
    let mut lines = text.lines();
    let found = lines.find(|line| line.trim_start().starts_with(&format!("{name} to")));
    let found =
        found.or_else(|| text.lines().find(|l| l.trim().starts_with(&format!("{name} stays"))));
    found.unwrap_or_else(|| panic!("a line for {name} in {text}")).to_owned()
}

#[test]
fn the_template_is_edited_inside_the_marked_quotation() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let shown = table.shown(&prompt);
    let line = template_line(&shown.text, "Heinrich");
    let text = shown.text.replace(&line, "  Heinrich to Bernau");
    let text = format!("On Sunday, The judge wrote:\n{}\n", marked(&text));
    table.answer(Frederick, &prompt, &text);
    assert_eq!(table.drafted(Frederick), 1);
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
}

#[test]
fn the_template_is_edited_where_nothing_is_marked() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let shown = table.shown(&prompt);
    let line = template_line(&shown.text, "Heinrich");
    let text = shown.text.replace(&line, "  Heinrich to Bernau");
    table.answer(
        Frederick,
        &prompt,
        &format!(
            "See below.\n\nFrom: The judge\nSent: Sunday\nTo: me\nSubject: {}\n\n{text}",
            shown.subject
        ),
    );
    assert_eq!(table.drafted(Frederick), 1);
    table.say(Frederick, "ready");
    assert_eq!(table.prussian("Heinrich"), "bernau");
    assert_eq!(table.prussian("Friedrich"), "oschatz");
}

#[test]
fn the_draft_in_a_quoted_receipt_is_edited_in_place() {
    let mut table = Table::new();
    table.say(Frederick, "Heinrich to Bernau\nSeydlitz to Belzig");
    let receipt = table.newest(Frederick);
    let shown = table.shown(&receipt);
    assert!(shown.text.contains("Bernau"), "{}", shown.text);
    let text = marked(&shown.text.replace("Bernau", "Spandau"));
    table.answer(Frederick, &receipt, &format!("ready\n\nOn Sunday, The judge wrote:\n{text}"));
    assert_eq!(table.prussian("Heinrich"), "spandau");
    assert_eq!(table.prussian("Seydlitz"), "belzig");
}

#[test]
fn html_alone_over_a_quoted_block() {
    for language in Language::ALL.map(Language::tag) {
        let (mut table, prompt) = reads(language);
        let page = format!(
            "<html><body><div dir=\"ltr\">Hello<div>Heinrich to Bernau</div><div>ready</div></div>\
             <br><div class=\"gmail_quote\"><blockquote>{}</blockquote></div></body></html>",
            table.shown(&prompt).html
        );
        let answer = table.answer_html(Frederick, &prompt, &page);
        marched_alone(&mut table, &answer);
    }
}

#[test]
fn html_alone_over_a_mail_that_no_block_marks() {
    for language in ["en", "de", "pl", "fr"] {
        let (mut table, prompt) = reads(language);
        let shown = table.shown(&prompt);
        let page = format!(
            "<p>Heinrich to Bernau</p><p>ready</p><hr><p><b>Van:</b> The judge<br>\
             <b>Verzonden:</b> zondag<br><b>Aan:</b> me<br><b>Onderwerp:</b> {}</p>{}",
            shown.subject, shown.html
        );
        let answer = table.answer_html(Frederick, &prompt, &page);
        marched_alone(&mut table, &answer);
    }
}

#[test]
fn orders_in_a_table_are_one_a_row() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let page = "<table><tr><td>Heinrich</td><td>to</td><td>Bernau</td></tr>\
                <tr><td>Seydlitz</td><td>to</td><td>Belzig</td></tr></table><p>ready</p>";
    let answer = table.answer_html(Frederick, &prompt, page);
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
    assert_eq!(table.prussian("Seydlitz"), "belzig", "{answer}");
}

#[test]
fn what_is_struck_out_or_hidden_is_not_said() {
    for gone in [
        "<s>Seydlitz to Belzig</s>",
        "<del>Seydlitz to Belzig</del>",
        "<strike>Seydlitz to Belzig</strike>",
        "<div style=\"display: none\">Seydlitz to Belzig</div>",
        "<span style=\"text-decoration:line-through\">Seydlitz to Belzig</span>",
    ] {
        let mut table = Table::new();
        let prompt = table.newest(Frederick);
        let page = format!("<p>Heinrich to Bernau</p><p>{gone}</p><p>ready</p>");
        let answer = table.answer_html(Frederick, &prompt, &page);
        assert_eq!(table.prussian("Heinrich"), "bernau", "{gone}: {answer}");
        assert_eq!(table.prussian("Seydlitz"), "brandenburg", "{gone}: {answer}");
    }
}

#[test]
fn a_plain_part_that_is_only_a_notice_leads_to_the_html() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let plain = plain_part("This message is in HTML format. Please use a program that shows it.");
    let page = html_part("<p>Heinrich to Bernau</p><p>ready</p>");
    let answer = table.answer_parts(Frederick, &prompt, "alternative", &[&plain, &page]);
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
}

#[test]
fn an_attached_report_is_not_said() {
    let (mut table, prompt) = reads("en");
    let text = table.shown(&prompt).text;
    let answer_part = plain_part(ORDERS);
    let attached = format!(
        "Content-Type: text/plain; charset=utf-8; name=\"report.txt\"\n\
         Content-Disposition: attachment; filename=\"report.txt\"\n\
         Content-Transfer-Encoding: 8bit\n\n{text}"
    );
    let answer = table.answer_parts(Frederick, &prompt, "mixed", &[&answer_part, &attached]);
    marched_alone(&mut table, &answer);
}

#[test]
fn a_report_that_is_attached_as_a_mail_is_not_said() {
    let (mut table, prompt) = reads("en");
    let whole = String::from_utf8_lossy(table.bytes(&prompt)).replace("\r\n", "\n");
    let answer_part = plain_part(ORDERS);
    let attached =
        format!("Content-Type: message/rfc822\nContent-Disposition: attachment\n\n{whole}");
    let answer = table.answer_parts(Frederick, &prompt, "mixed", &[&answer_part, &attached]);
    marched_alone(&mut table, &answer);
}

#[test]
fn a_disclaimer_below_the_unmarked_report_is_no_order() {
    let (mut table, prompt) = reads("en");
    let shown = table.shown(&prompt);
    let text = shown.unmarked(&["From", "Sent", "To", "Subject"], ORDERS);
    let text = format!(
        "{text}\n\nThis e-mail is confidential. If you are not the addressee, please delete it.\n\
         Example Ltd, Registered in Dresden, Managing Director: M. Keith"
    );
    let answer = table.answer(Frederick, &prompt, &text);
    marched_alone(&mut table, &answer);
}

#[test]
fn older_mails_quoted_deeper_are_not_said_again() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    table.answer(Frederick, &prompt, "Heinrich to Spandau\nSeydlitz to Belzig");
    let receipt = table.newest(Frederick);
    let older = format!(
        "On Sunday, Frederick wrote:\n> Heinrich to Spandau\n> Seydlitz to Belzig\n>\n> On Sunday, The judge wrote:\n{}",
        marked(&table.shown(&prompt).marked())
    );
    let text = format!(
        "Heinrich to Bernau\ncancel Seydlitz\nready\n\nOn Monday, The judge wrote:\n{}\n{}",
        table.shown(&receipt).marked(),
        marked(&older)
    );
    let answer = table.answer(Frederick, &receipt, &text);
    marched_alone(&mut table, &answer);
    assert_eq!(table.prussian("Seydlitz"), "brandenburg");
}

#[test]
fn a_signature_is_not_said() {
    let mut table = Table::new();
    let answer =
        table.say(Frederick, "Heinrich to Bernau\nready\n\n-- \nAda Example\nKeith to Brieg\nstop");
    assert_eq!(table.prussian("Heinrich"), "bernau", "{answer}");
    assert_eq!(table.prussian("Keith"), "strehlen", "{answer}");
}

/// In the answer to a mail that is not kept any more, marks and introductions tell.
#[test]
fn the_quotation_of_an_unknown_mail_is_known_by_its_marks() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let quoted = "On Sunday, Somebody else wrote:\n> Seydlitz to Belzig\n> Keith to Brieg\n> stop";
    let mut unknown = prompt.clone();
    unknown.message_id = Some("no-such-mail@club.test".into());
    unknown.subject = "Orders".into();
    let answer = table.answer(Frederick, &unknown, &format!("{ORDERS}\n\n{quoted}"));
    marched_alone(&mut table, &answer);
    assert_eq!(table.prussian("Seydlitz"), "brandenburg");
}

/// What the whole position shows is no order, wherever it is quoted.
#[test]
fn the_table_of_who_stands_where_is_no_march_and_a_heading_is_no_command() {
    let (mut table, status) = reads("en");
    let shown = table.shown(&status);
    let before = table.mails(&player(Frederick)).len();
    let log = table.log();
    table.answer(Frederick, &status, &format!("Thanks!\n\n{}", shown.text));
    assert_eq!((table.log(), table.drafted(Frederick)), (log, 0));
    for mail in &table.mails(&player(Frederick))[before..] {
        assert!(!mail.subject.contains("log of the game"), "{}", mail.subject);
    }
}

/// Issue: a report quoted without marks is carried out: the example instead of the player's numbers.
#[test]
fn the_example_of_the_set_up_below_the_players_own_numbers_is_ours() {
    for headers in [["De ", "Envoyé ", "À ", "Objet "], ["Van", "Verzonden", "Aan", "Onderwerp"]]
    {
        let mut table = Table::at_set_up(feldpost::campaign::Pace::default());
        let prompt = table.newest(Pompadour);
        let own = "Richelieu 8\nSoubise 6\nChevert 6";
        let text = table.shown(&prompt).unmarked(&headers, own);
        let answer = table.answer(Pompadour, &prompt, &text);
        let troops = |table: &mut Table, name: &str| {
            let state = table.json();
            let pieces = state["pieces"].as_array().expect("pieces").clone();
            pieces.iter().find(|piece| piece["name"] == name).expect("it is")["troops"].clone()
        };
        assert_eq!(troops(&mut table, "Richelieu"), 8, "{answer}");
        assert_eq!(troops(&mut table, "Soubise"), 6, "{answer}");
    }
}

/// Whoever edits the numbers of the example in the quotation has said them.
#[test]
fn the_example_of_the_set_up_is_edited_in_the_quotation() {
    let mut table = Table::at_set_up(feldpost::campaign::Pace::default());
    let prompt = table.newest(Pompadour);
    let text = table.shown(&prompt).marked();
    let text = text.replace("Richelieu 7", "Richelieu 8").replace("Soubise 7", "Soubise 6");
    let answer =
        table.answer(Pompadour, &prompt, &format!("On Sunday, the judge wrote:\n{text}\n"));
    // Chevert's line is ours still; what is meant is asked or taken, never misread.
    assert!(answer.contains("Chevert"), "{answer}");
    table.say(Pompadour, "Richelieu 8, Soubise 6, Chevert 6");
    let decisions = table.decisions();
    assert!(decisions.iter().all(|d| d.nation != Nation::France), "{decisions:?}");
}

/// A phone that wraps nothing and ends lines by breaks in HTML, twice the same text.
#[test]
fn both_parts_of_a_mail_say_it_once() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    let plain = plain_part("Heinrich to Bernau\nready");
    let page = html_part("<div>Heinrich to Bernau<br>ready</div>");
    let answer = table.answer_parts(Frederick, &prompt, "alternative", &[&plain, &page]);
    marched_alone(&mut table, &answer);
}

/// A list of dots, numbers or dashes before the lines, as phones make them.
#[test]
fn lists_are_read_line_by_line() {
    for text in [
        "- Heinrich to Bernau\n- Seydlitz to Belzig\n- ready",
        "* Heinrich to Bernau\n* Seydlitz to Belzig\n* ready",
        "1. Heinrich to Bernau\n2. Seydlitz to Belzig\n\nready",
        "1) Heinrich to Bernau\n2) Seydlitz to Belzig\n\nready",
        "Heinrich to Bernau; Seydlitz to Belzig; ready",
        "HEINRICH TO BERNAU\n\nSEYDLITZ TO BELZIG\n\nREADY",
    ] {
        let mut table = Table::new();
        let answer = table.say(Frederick, text);
        assert_eq!(table.prussian("Heinrich"), "bernau", "{text}: {answer}");
        assert_eq!(table.prussian("Seydlitz"), "belzig", "{text}: {answer}");
    }
}

/// The subject as the place of the orders: a mail without a word is answered, not dropped.
#[test]
fn an_empty_mail_is_answered_with_what_to_do() {
    let mut table = Table::new();
    let log = table.log();
    let answer = table.say(Frederick, "");
    assert!(!answer.is_empty());
    assert_eq!((table.log(), table.drafted(Frederick)), (log, 0));
}

/// Polish letters in the character set of an old program.
#[test]
fn an_old_character_set_is_read() {
    let mut table = Table::new();
    let prompt = table.newest(Frederick);
    // `Heinrich do Bernau`, `gotowe – dziękuję` in ISO 8859-2, quoted-printable.
    let headers =
        "Content-Type: text/plain; charset=iso-8859-2\nContent-Transfer-Encoding: quoted-printable";
    let body = "Cze=B6=E6,\nHeinrich do Bernau\ngotowe\nDzi=EAkuj=EA";
    let answer = table.send_as(&player(Frederick), Some(&prompt), headers, body);
    marched_alone(&mut table, &answer);
}
