//! What of a reply is the player's own text: whole mails in the shape common programs give them, and
//! replies composed of a mail of ours, a way to quote, and own lines.
//!
//! `mail_corpus/prompts` holds four mails of ours (the subject is the first line of the text);
//! `mail_corpus/replies` holds mails that answer the one their name begins with, with the text that
//! is to be found in them beside.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use feldpost::mail::intake::reply::{Body, own_text};
use feldpost::mail::intake::{AnsweredMail, Limits, Nature, OwnAddresses, read};
use proptest::prelude::*;
use proptest::sample::{Index, select};

const PROMPTS: [&str; 4] = ["set-up", "move", "card", "receipt"];

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail_corpus").join(folder)
}

/// A mail of ours.
struct Prompt {
    subject: String,
    text: String,
    html: String,
}

impl Prompt {
    fn load(name: &str) -> Prompt {
        let file = |ending: &str| {
            fs::read_to_string(corpus("prompts").join(format!("{name}.{ending}"))).unwrap()
        };
        let text = file("txt");
        let (subject, text) = text.split_once("\n\n").unwrap();
        Prompt { subject: subject.to_owned(), text: text.to_owned(), html: file("html") }
    }

    /// One of the prompts, loaded once.
    fn known(name: &str) -> &'static (Prompt, AnsweredMail) {
        static KNOWN: LazyLock<Vec<(Prompt, AnsweredMail)>> = LazyLock::new(|| {
            let prompts = PROMPTS.iter().map(|name| Prompt::load(name));
            prompts
                .map(|prompt| {
                    let answered = prompt.answered();
                    (prompt, answered)
                })
                .collect()
        });
        &KNOWN[PROMPTS.iter().position(|known| *known == name).unwrap()]
    }

    fn answered(&self) -> AnsweredMail {
        AnsweredMail::new(&self.subject, &self.text, Some(&self.html))
    }

    /// The lines of the template, as they stand in the text, by their place.
    fn template(&self) -> Vec<usize> {
        let is_order = |line: &str| {
            let line = line.trim();
            line.ends_with(" stays") || line.ends_with(" stay") || {
                let words: Vec<&str> = line.split(' ').collect();
                words.len() == 2 && words[1].parse::<u8>().is_ok()
            }
        };
        let lines = self.text.lines().enumerate();
        lines.filter(|(_, line)| is_order(line)).map(|(at, _)| at).collect()
    }
}

fn filled(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn with_crlf(mail: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(mail).replace('\n', "\r\n").into_bytes()
}

#[test]
fn replies_of_many_programs_say_what_their_writers_typed() {
    let mut mails: Vec<PathBuf> = fs::read_dir(corpus("replies"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "eml"))
        .collect();
    mails.sort();
    assert!(mails.len() >= 40, "only {} mails", mails.len());
    let own = OwnAddresses::new("judge@club.test".parse().unwrap());
    let mut wrong = Vec::new();
    for path in mails {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let prompt = PROMPTS.iter().find(|prompt| name.starts_with(**prompt)).unwrap();
        let (_, answered) = Prompt::known(prompt);
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap();
        let raw = fs::read(&path).unwrap();
        for raw in [with_crlf(&raw), raw] {
            let mut letter = read(&raw, &Limits::default(), &own);
            assert_eq!(letter.nature, Nature::Personal, "{name}");
            letter.lay_beside(answered);
            if filled(&letter.text) != filled(&expected) {
                wrong.push(format!("{name}\n--- expected\n{expected}--- found\n{}", letter.text));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} replies are read wrongly:\n{}", wrong.len(), wrong.join("\n"));
}

/// Who quotes somebody else by hand does not say it.
#[test]
fn what_was_quoted_by_hand_is_not_said() {
    let (_, answered) = Prompt::known("set-up");
    let reply = "press to all: Peace?\n\nI mean it.\n\n> you quoted me\n-- \nAda";
    assert_eq!(own(reply, answered), ["press to all: Peace?", "I mean it."]);
    let edited = "On 22.11.26 10:12, feldpost wrote:\n\n> Friedrich 8\n";
    assert_eq!(own(edited, answered), ["Friedrich 8"]);
}

/// How the mail of ours stands in the reply.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Text,
    /// The HTML as a mail program makes text of it: a paragraph is a line.
    Html,
}

/// How lines are broken in the quotation.
#[derive(Clone, Copy, Debug)]
enum Wrap {
    No,
    /// Between words, at this many characters.
    At(usize),
    /// Anywhere, also within a word.
    Hard(usize),
    Indented,
}

/// What marks the quotation.
#[derive(Clone, Copy, Debug)]
enum Marks {
    Each(&'static str),
    /// Only the first line of what was broken in two.
    First(&'static str),
    None,
}

const INTRODUCTIONS: [&str; 18] = [
    "",
    "On Sun, Nov 22, 2026 at 10:12 AM The judge <judge@club.test> wrote:",
    "Am So., 22. Nov. 2026 um 10:12 Uhr schrieb The judge <judge@club.test>:",
    "Le dim. 22 nov. 2026 à 10:12, The judge <judge@club.test> a écrit :",
    "su 22. marrask. 2026 klo 10.12 The judge (judge@club.test) kirjoitti:",
    "Von: The judge <judge@club.test>\nGesendet: Sonntag, 22. November 2026 10:12\nAn: x <x@club.test>\nBetreff: SUBJECT",
    "De : The judge <judge@club.test>\nEnvoyé : dimanche 22 novembre 2026 10:12\nÀ : x <x@club.test>\nObjet : SUBJECT",
    "Van: The judge <judge@club.test>\nVerzonden: zondag 22 november 2026 10:12\nAan: x <x@club.test>\nOnderwerp: SUBJECT",
    "De: The judge <judge@club.test>\nEnviado: domingo, 22 de novembro de 2026 10:12\nPara: x <x@club.test>\nAssunto: SUBJECT",
    "Från: The judge <judge@club.test>\nSkickat: den 22 november 2026 10:12\nTill: x <x@club.test>\nÄmne: SUBJECT",
    "Fra: The judge <judge@club.test>\nSendt: 22. november 2026 10:12\nTil: x <x@club.test>\nEmne: SUBJECT",
    "Od: The judge <judge@club.test>\nOdesláno: neděle 22. listopadu 2026 10:12\nKomu: x <x@club.test>\nPředmět: SUBJECT",
    "От: The judge <judge@club.test>\nОтправлено: 22 ноября 2026 г. 10:12\nКому: x <x@club.test>\nТема: SUBJECT",
    "Lähettäjä: The judge <judge@club.test>\nLähetetty: sunnuntai 22. marraskuuta 2026 10.12\nVastaanottaja: x <x@club.test>\nAihe: SUBJECT",
    "Pošiljatelj: The judge <judge@club.test>\nPoslano: nedjelja, 22. studenoga 2026. 10:12\nPrima: x <x@club.test>\nPredmet: SUBJECT",
    "________________________________\nFrom: The judge <judge@club.test>\nSent: Sunday, November 22, 2026 10:12 AM\nTo: x <x@club.test>\nSubject: SUBJECT",
    "-----Original-Nachricht-----\nBetreff: SUBJECT\nDatum: 2026-11-22T10:12:00+0100\nVon: \"The judge\" <judge@club.test>\nAn: \"x\" <x@club.test>",
    "Gesendet: Sonntag, 22. November 2026 um 10:12 Uhr\nVon: \"The judge\" <judge@club.test>\nAn: x@club.test\nBetreff: SUBJECT",
];

/// Lines people write; some of them stand in mails of ours, too.
const OWN: [&str; 16] = [
    "stop",
    "4) stop",
    "play 7♠",
    "ready",
    "Friedrich 4",
    "Train 1 stays",
    "Soubise stays",
    "Heinrich to Bernau",
    "for Sweden",
    "8/6/6",
    "Hi, here we go",
    "Dohna back to Arnswalde, Lehwaldt with him",
    "press to all: good luck",
    "status",
    "Daun to Zittau",
    "2",
];

fn wrapped(line: &str, wrap: Wrap) -> Vec<String> {
    match wrap {
        Wrap::No => vec![line.to_owned()],
        Wrap::Indented => vec![format!("\t \u{a0}{line}")],
        Wrap::Hard(width) => {
            let characters: Vec<char> = line.chars().collect();
            let pieces = characters.chunks(width).map(|chunk| chunk.iter().collect());
            let pieces: Vec<String> = pieces.collect();
            if pieces.is_empty() { vec![String::new()] } else { pieces }
        }
        Wrap::At(width) => {
            let mut lines = vec![String::new()];
            for word in line.split_whitespace() {
                let last = lines.last_mut().unwrap();
                if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
                    lines.push(word.to_owned());
                } else {
                    if !last.is_empty() {
                        last.push(' ');
                    }
                    last.push_str(word);
                }
            }
            lines
        }
    }
}

fn quoted(lines: &[String], wrap: Wrap, marks: Marks) -> Vec<String> {
    let mut quoted = Vec::new();
    for line in lines {
        for (piece, text) in wrapped(line, wrap).into_iter().enumerate() {
            quoted.push(match marks {
                Marks::Each(mark) => format!("{mark}{text}"),
                Marks::First(mark) if piece == 0 => format!("{mark}{text}"),
                _ => text,
            });
        }
    }
    quoted
}

/// The lines of a prompt in a form.
fn lines_of(prompt: &Prompt, form: Form) -> Vec<String> {
    match form {
        Form::Text => prompt.text.lines().map(str::to_owned).collect(),
        Form::Html => {
            let text = html2text::config::plain_no_decorate()
                .raw_mode(true)
                .string_from_read(prompt.html.as_bytes(), 100_000)
                .unwrap();
            // The library marks headings as Markdown does.
            let lines = text.lines().enumerate().map(|(at, line)| match at {
                0 => line.trim_start_matches("# "),
                _ => line.trim_start_matches("###").trim_start_matches("## "),
            });
            lines.map(str::to_owned).collect()
        }
    }
}

fn wraps() -> impl Strategy<Value = Wrap> {
    prop_oneof![
        Just(Wrap::No),
        Just(Wrap::Indented),
        (60..80usize).prop_map(Wrap::At),
        (60..80usize).prop_map(Wrap::Hard),
    ]
}

fn own_lines() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(select(&OWN[..]).prop_map(str::to_owned), 1..6)
}

fn own(reply: &str, answered: &AnsweredMail) -> Vec<String> {
    filled(&own_text(&Body::plain(reply), Some(answered)).text)
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 128, ..ProptestConfig::default()
    })]

    /// Above or below, marked or not, however wrapped and introduced: the own lines are found.
    #[test]
    fn own_lines_around_a_quotation_are_found(
        prompt in select(&PROMPTS[..]),
        form in prop_oneof![Just(Form::Text), Just(Form::Html)],
        introduction in select(&INTRODUCTIONS[..]),
        wrap in wraps(),
        marks in prop_oneof![
            Just(Marks::Each("> ")), Just(Marks::Each(">")), Just(Marks::Each("> > ")),
            Just(Marks::First("> ")), Just(Marks::None)
        ],
        above in own_lines(),
        below in proptest::option::of(own_lines()),
        signature in any::<bool>(),
    ) {
        let (prompt, answered) = Prompt::known(prompt);
        let mut reply = above.clone();
        reply.push(String::new());
        if signature {
            reply.extend(["-- ".to_owned(), "Ada".to_owned(), String::new()]);
        }
        reply.extend(introduction.replace("SUBJECT", &prompt.subject).lines().map(str::to_owned));
        if introduction.contains('\n') {
            reply.push(String::new());
        }
        reply.extend(quoted(&lines_of(prompt, form), wrap, marks));
        reply.push(String::new());
        let below = below.unwrap_or_default();
        reply.extend(below.iter().cloned());
        let expected = [above, below].concat();
        prop_assert_eq!(own(&reply.join("\n"), answered), expected, "{}", reply.join("\n"));
    }

    /// Lines typed between lines of the quotation.
    #[test]
    fn own_lines_within_a_marked_quotation_are_found(
        prompt in select(&PROMPTS[..]),
        wrap in wraps(),
        mut places in proptest::collection::vec(any::<Index>(), 1..5),
        own_lines in own_lines(),
    ) {
        let (prompt, answered) = Prompt::known(prompt);
        let lines = lines_of(prompt, Form::Text);
        places.truncate(own_lines.len());
        let mut places: Vec<usize> = places.iter().map(|place| place.index(lines.len())).collect();
        places.sort_unstable();
        let (mut reply, mut expected, mut from) = (Vec::new(), Vec::new(), 0);
        for (place, line) in places.iter().zip(&own_lines) {
            reply.extend(quoted(&lines[from..*place], wrap, Marks::Each("> ")));
            reply.extend([String::new(), line.clone(), String::new()]);
            expected.push(line.clone());
            from = *place;
        }
        reply.extend(quoted(&lines[from..], wrap, Marks::Each("> ")));
        prop_assert_eq!(own(&reply.join("\n"), answered), expected, "{}", reply.join("\n"));
    }

    /// Lines of the template changed where they stand, in a marked or an unmarked quotation; all
    /// the rest of it may be cut away.
    #[test]
    fn changed_lines_of_the_template_are_found(
        prompt in prop_oneof![Just("set-up"), Just("move"), Just("receipt")],
        marks in prop_oneof![Just(Marks::Each("> ")), Just(Marks::Each(">")), Just(Marks::None)],
        introduction in select(&INTRODUCTIONS[1..]),
        changed in proptest::collection::vec((any::<Index>(), 1..9u8), 1..5),
        cut in any::<bool>(),
    ) {
        let (prompt, answered) = Prompt::known(prompt);
        let mut lines = lines_of(prompt, Form::Text);
        let template = prompt.template();
        prop_assert!(!template.is_empty());
        let mut places: Vec<usize> =
            changed.iter().map(|(place, _)| template[place.index(template.len())]).collect();
        places.sort_unstable();
        places.dedup();
        let mut expected = Vec::new();
        for (place, (_, number)) in places.iter().zip(&changed) {
            let line = lines[*place].trim();
            let piece = line.rsplit_once(' ').unwrap().0;
            let order = if line.ends_with(|c: char| c.is_ascii_digit()) {
                format!("{piece} {}", 10 + number)
            } else {
                format!("{piece} to Bernau {number}")
            };
            expected.push(order.clone());
            lines[*place] = format!("  {order}");
        }
        if cut {
            let first = *template.first().unwrap();
            lines = lines[first..=*template.last().unwrap()].to_vec();
        }
        let introduction = introduction.replace("SUBJECT", &prompt.subject);
        // Without marks, only a header or our own beginning tells a quotation from a template that
        // was sent back as the player's text.
        let is_unmarked_template = cut && matches!(marks, Marks::None)
            && (!introduction.contains('\n') || introduction.contains("Aihe") || introduction.contains("Predmet"));
        prop_assume!(!is_unmarked_template);
        let reply = format!("{introduction}\n\n{}\n", quoted(&lines, Wrap::No, marks).join("\n"));
        prop_assert_eq!(own(&reply, answered), expected, "{}", reply);
    }

    /// A template sent back as the text of a mail, by a link or copied, is all the player's.
    #[test]
    fn a_template_without_quotation_is_the_players(
        prompt in prop_oneof![Just("set-up"), Just("move"), Just("receipt")],
        above in proptest::option::of(own_lines()),
    ) {
        let (prompt, answered) = Prompt::known(prompt);
        let lines = lines_of(prompt, Form::Text);
        let template: Vec<String> =
            prompt.template().iter().map(|at| lines[*at].trim().to_owned()).collect();
        let expected = [above.unwrap_or_default(), template].concat();
        prop_assert_eq!(own(&expected.join("\n"), answered), expected);
    }

    /// Nothing that can be written panics, and nothing is made up.
    #[test]
    fn any_text_can_be_laid_beside(
        prompt in select(&PROMPTS[..]),
        pieces in proptest::collection::vec(prop_oneof![
            any::<String>(), Just("\n".to_owned()), Just("> ".to_owned()), Just("<mailto:a".to_owned()),
            Just("> Friedrich stays\n".to_owned()), Just("\nOn 1 Mar 2026 a@b wrote:\n".to_owned()),
            Just("rossbach, set-up: Frederick\n".to_owned()), Just("From: x\nDate: y\nTo: z\n".to_owned()),
            Just("-----Original Message-----\n".to_owned()), Just("-- \n".to_owned()),
        ], 0..40),
    ) {
        let text = pieces.concat();
        let own = own_text(&Body::plain(&text), Some(&Prompt::known(prompt).1)).text;
        prop_assert!(own.lines().count() <= text.lines().count() + text.matches(char::is_control).count() + 1);
    }
}

/// The work is in proportion to the mail: what four times as many lines cost is nowhere near sixteen
/// times as much.
#[test]
fn long_replies_cost_in_proportion() {
    let (_, answered) = Prompt::known("move");
    let texts: [fn(usize) -> String; 7] = [
        |lines| "Heinrich to Bernau\n".repeat(lines),
        |lines| "> Ferdinand stays\n".repeat(lines),
        |lines| "> x\nready\n".repeat(lines / 2),
        |lines| "On 1 Mar 2026 a@b.test wrote:\nx\n\n".repeat(lines / 3),
        |lines| "From: x\nDate: y\nTo: z\n\nTrain 1 stays\n".repeat(lines / 5),
        |lines| "rossbach, turn 1: Frederick\nHanover: your move\n".repeat(lines / 2),
        |lines| "> c\n> a\n> n\n".repeat(lines / 3),
    ];
    for text in texts {
        let time = |lines: usize| {
            let body = Body::plain(&text(lines));
            let start = std::time::Instant::now();
            let own = own_text(&body, Some(answered));
            assert!(own.text.len() <= text(lines).len());
            start.elapsed()
        };
        // Generous: a quadratic way takes minutes.
        let took = time(16_000);
        assert!(took.as_secs() < 20, "{took:?} {}", text(5));
    }
}
