//! What holds for every text: none fails, the work grows with its length, and how a line is written
//! down (case, accents, composed or not, spaces, its end) does not change what it says.

use super::reading_tests::{POSITION_NAMES, SECOND, gist, position, reading};
use super::{Context, Language, read};
use crate::game::Seat;
use crate::said::lexicon::text;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::cell::Cell;

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts work: chunks that frames look at, names that are compared.
pub(super) fn count(steps: usize) {
    STEPS.with(|all| all.set(all.get() + steps));
}

fn steps_of(text: &str, name: &str) -> usize {
    let state = position(name);
    STEPS.with(|all| all.set(0));
    reading(&state, Seat::Frederick, Language::English, text);
    STEPS.with(Cell::get)
}

fn fixed(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1756);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// Words that mean something somewhere, and what breaks lines of words.
const WORDS: [&str; 64] = [
    "Friedrich",
    "Keith",
    "Schwerin",
    "train",
    "T1",
    "zug",
    "tabor",
    "treno",
    "i",
    "II",
    "Dresden",
    "Frankfurt",
    "Oder",
    "(Oder)",
    "Glatz",
    "Königsberg",
    "to",
    "nach",
    "a",
    "do",
    "via",
    "über",
    "por",
    "przez",
    "with",
    "und",
    "or",
    "oder",
    "not",
    "nie",
    "if",
    "wenn",
    "else",
    "unless",
    "ready",
    "stop",
    "pas",
    "reserve",
    "R",
    "7",
    "10S",
    "♥",
    "4294967295",
    "99999999999",
    "0",
    "one",
    "je",
    "po",
    "rest",
    "recruit",
    "for",
    "duel",
    "vs",
    "at",
    "most",
    "absent",
    "until",
    "5.",
    "Hanover:",
    "press",
    "cancel",
    "Friedrichs",
    "the",
    "general",
];

fn soup() -> impl Strategy<Value = String> {
    let joints = prop::sample::select(vec![
        " ", " ", " ", ", ", ". ", ": ", "-", " -> ", "\n", "/", " = ", "'",
    ]);
    let word = prop::sample::select(WORDS.to_vec());
    prop::collection::vec((word, joints), 1..40).prop_map(|parts| {
        parts.into_iter().flat_map(|(word, joint)| [word, joint]).collect::<String>()
    })
}

fn language() -> impl Strategy<Value = Language> {
    prop::sample::select(Language::ALL.to_vec())
}

proptest! {
    #![proptest_config(fixed(160))]

    #[test]
    fn no_text_fails(text in any::<String>(), language in language()) {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        let found = read(&text, &Context { language, ..Context::default() });
        prop_assert!(found.lines.len() <= lines);
        reading(&position("prussia-turn-1"), Seat::Frederick, language, &text);
    }

    #[test]
    fn no_soup_of_words_fails_in_any_position(
        text in soup(),
        language in language(),
        name in prop::sample::select(POSITION_NAMES.to_vec()),
        seat in prop::sample::select(Seat::ALL.to_vec()),
    ) {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        let found = reading(&position(name), seat, language, &text);
        prop_assert_eq!(found.lines.len(), lines);
    }
}

fn decomposed(text: &str) -> String {
    text.chars()
        .flat_map(|c| match c {
            'ä' => vec!['a', '\u{308}'],
            'ö' => vec!['o', '\u{308}'],
            'ü' => vec!['u', '\u{308}'],
            'Ü' => vec!['U', '\u{308}'],
            'á' => vec!['a', '\u{301}'],
            'é' => vec!['e', '\u{301}'],
            'í' => vec!['i', '\u{301}'],
            'ó' => vec!['o', '\u{301}'],
            'ú' => vec!['u', '\u{301}'],
            'ñ' => vec!['n', '\u{303}'],
            'à' => vec!['a', '\u{300}'],
            'è' => vec!['e', '\u{300}'],
            'ù' => vec!['u', '\u{300}'],
            'ń' => vec!['n', '\u{301}'],
            'ś' => vec!['s', '\u{301}'],
            'Ś' => vec!['S', '\u{301}'],
            'ć' => vec!['c', '\u{301}'],
            'ź' => vec!['z', '\u{301}'],
            'ż' => vec!['z', '\u{307}'],
            'ę' => vec!['e', '\u{328}'],
            'ą' => vec!['a', '\u{328}'],
            other => vec![other],
        })
        .collect()
}

fn without_accents(text: &str) -> String {
    let bare = |c: char| match c {
        'ł' => 'l',
        'Ł' => 'L',
        other => other,
    };
    decomposed(text).chars().filter(|c| !text::is_combining(*c)).map(bare).collect()
}

/// A way to write a line down, and how many of a thousand lines may be read otherwise.
type Writing = (&'static str, fn(&str) -> String, usize);

/// Case and accents tell a few names apart (`Wittenberge` and the accusative of Wittenberga, the city of
/// Tabor and a train); nothing else does.
const WRITINGS: [Writing; 7] = [
    ("decomposed", decomposed, 0),
    ("more spaces", |text| format!("  {}  ", text.replace(' ', "  ")), 0),
    ("a full stop behind it", |text| format!("{text} ."), 0),
    ("exclamation marks behind it", |text| format!("{text}!!"), 0),
    ("capitals", |text| text.to_uppercase(), 3),
    ("small letters", |text| text.to_lowercase(), 3),
    ("no accents", without_accents, 3),
];

#[test]
fn how_a_line_is_written_down_does_not_change_what_it_says() {
    let mut faults = Vec::new();
    for (turn, (writing, write, of_thousand)) in WRITINGS.into_iter().enumerate() {
        let (mut all, mut other) = (0, Vec::new());
        for (language, table, _) in SECOND {
            // Each way of writing with a third of the lines: the test takes its time.
            for row in table.lines().skip(turn % 3).step_by(3) {
                let cells: Vec<&str> = row.split('\t').collect();
                let [name, seat, kind, text, _] = cells.as_slice() else { continue };
                // Of press the text itself counts.
                if *kind == "press" || text.contains("\\n") || text.ends_with('?') {
                    continue;
                }
                all += 1;
                let (state, seat) = (position(name), Seat::from_id(seat).expect("a seat"));
                let plain = gist(&reading(&state, seat, language, text));
                let changed = write(text);
                let found = gist(&reading(&state, seat, language, &changed));
                if found != plain {
                    other.push(format!("{changed}: {found:?}, not {plain:?}"));
                }
            }
        }
        assert!(all > 400, "{all}");
        if other.len() * 1000 > of_thousand * all {
            faults.push(format!("{writing}: {} of {all} {other:#?}", other.len()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_work_grows_with_the_length_of_a_text_and_not_faster() {
    let lines = "Friedrich and Winterfeldt to Dresden via Riesa, if Daun is at Prag\nHeinrich to Ptosdam\n\
                 Keith stays, Schwerin to Glatz and then I am done, thanks\nblah blubb of the wether\n";
    let one_line = "Keith to Glatz, Schwerin to Neisse and Heinrich to Potsdam; ";
    // Each piece of press asks where its end is.
    let press = "press to all: Keith sends his regards\n";
    for (text, name) in [(lines, "lines"), (one_line, "one line"), (press, "press")] {
        let short = steps_of(&text.repeat(16), "prussia-turn-1");
        let long = steps_of(&text.repeat(64), "prussia-turn-1");
        assert!(short > 100, "{name}: {short}");
        // Four times the text, less than five times the work.
        assert!(long < 5 * short, "{name}: {short} steps, then {long}");
    }
}

/// Mails are sent too early, and lines are broken by programs: what stands before and behind each space of a line is read,
/// too, and nothing of it fails.
#[test]
fn half_typed_lines_are_read() {
    let read = |name: &str, seat: &str, language, text: &str| {
        let (state, seat) = (position(name), Seat::from_id(seat).expect("a seat"));
        let found = reading(&state, seat, language, text);
        assert_eq!(found.lines.is_empty(), text.trim().is_empty(), "{text:?}");
    };
    // Each of them once asked for a word behind the last.
    for text in ["Keith to Glatz and to", "Keith to Glatz Schwerin and"] {
        read("prussia-turn-1", "frederick", Language::English, text);
    }
    let mut all = 0;
    for (language, table, _) in SECOND {
        for row in table.lines().step_by(12) {
            let cells: Vec<&str> = row.split('\t').collect();
            let [name, seat, _, text, _] = cells.as_slice() else { continue };
            for (at, _) in text.match_indices(' ') {
                read(name, seat, language, &text[..at]);
                read(name, seat, language, &text[at..]);
                all += 2;
            }
        }
    }
    assert!(all > 3000, "{all}");
}

/// Of a form that is quoted the words stand elsewhere than in the line.
#[test]
fn a_quoted_question_in_the_answer_to_a_form_is_read() {
    let context = Context { asked: super::Asked::Form, ..Context::default() };
    for text in
        ["> Will Fred come?", ">>>>>>>>>>>>> tell Frederick", "> > Keith to Glatz, perhaps?"]
    {
        assert_eq!(read(text, &context).lines.len(), 1, "{text}");
    }
}
