//! How press is written in a mail: `press to all:` or `press to Frederick, Elisabeth:`, then the
//! text, up to a line `end press`, the next press, or the end of the mail.

use super::vocabulary::{Named, Words};

const PRESS: &[&str] = &[
    "press",
    "presse",
    "nachricht",
    "prensa",
    "mensaje",
    "stampa",
    "messaggio",
    "prasa",
    "wiadomosc",
    "depesza",
    "message",
];
const ALL: &[&str] =
    &["all", "everybody", "everyone", "alle", "allen", "todos", "tutti", "wszystkich", "wszyscy"];
const OBSERVERS: &[&str] = &[
    "observers",
    "the observers",
    "beobachter",
    "zuschauer",
    "observadores",
    "osservatori",
    "obserwatorow",
    "obserwatorzy",
];
const END: &[&str] = &[
    "end press",
    "end of press",
    "press end",
    "end message",
    "ende presse",
    "ende der presse",
    "presse ende",
    "ende nachricht",
    "ende der nachricht",
    "fin prensa",
    "fin de prensa",
    "fin mensaje",
    "fin del mensaje",
    "fine stampa",
    "fine messaggio",
    "fine del messaggio",
    "koniec prasy",
    "koniec wiadomosci",
    "koniec depeszy",
];

/// Names in front of the colon are at most so many words.
const HEADING_WORDS: usize = 14;

/// For whom press is, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recipients {
    All,
    Observers,
    Named(Vec<Named>),
    Unclear,
}

/// Press as it stands in a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The line it begins with.
    pub line: String,
    pub to: Recipients,
    pub text: String,
    /// Nothing in the mail ended it.
    pub to_the_end: bool,
}

/// Reads press that begins with the first of these lines, and how many lines belong to it.
pub fn read(lines: &[&str]) -> Option<(Written, usize)> {
    let (to, beginning) = heading(lines.first()?)?;
    let mut written = Written {
        line: lines[0].trim().to_owned(),
        to,
        text: beginning.to_owned(),
        to_the_end: true,
    };
    let mut taken = 1;
    for line in &lines[1..] {
        if ends(line) {
            written.to_the_end = false;
            taken += 1;
            break;
        }
        if heading(line).is_some() {
            written.to_the_end = false;
            break;
        }
        written.text.push('\n');
        written.text.push_str(line);
        taken += 1;
    }
    // Nothing below it was swallowed.
    written.to_the_end &= lines[1..taken].iter().any(|line| !line.trim().is_empty());
    Some((written, taken))
}

/// For whom press is that begins with this line, and what the line says behind the colon.
fn heading(line: &str) -> Option<(Recipients, &str)> {
    let (names, text) = match line.split_once(':') {
        Some((names, text)) => (names, Some(text.trim())),
        None => (line, None),
    };
    let mut words = Words::of(names);
    if words.left() > HEADING_WORDS || !words.take(PRESS) {
        return None;
    }
    let to = recipients(&mut words);
    match (&to, text) {
        // Without a colon only what is surely meant.
        (Recipients::Unclear, None) => None,
        _ => Some((to, text.unwrap_or_default())),
    }
}

fn recipients(words: &mut Words) -> Recipients {
    let mut named = Vec::new();
    loop {
        words.skip();
        if words.is_at_end() {
            break;
        }
        if named.is_empty() && words.take(ALL) {
            words.skip();
            return if words.is_at_end() { Recipients::All } else { Recipients::Unclear };
        }
        if named.is_empty() && words.take(OBSERVERS) {
            return if words.is_at_end() { Recipients::Observers } else { Recipients::Unclear };
        }
        match words.named() {
            Some(one) => named.push(one),
            None => return Recipients::Unclear,
        }
    }
    if named.is_empty() { Recipients::Unclear } else { Recipients::Named(named) }
}

fn ends(line: &str) -> bool {
    let mut words = Words::of(line);
    words.take(END) && words.is_at_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Nation, Seat};

    fn to(line: &str) -> Option<Recipients> {
        heading(line).map(|(to, _)| to)
    }

    #[test]
    fn press_is_addressed_in_five_languages() {
        let both =
            Recipients::Named(vec![Named::Seat(Seat::Frederick), Named::Seat(Seat::Elisabeth)]);
        for (line, expected) in [
            ("press to all: hello", Some(Recipients::All)),
            ("PRESS TO ALL", Some(Recipients::All)),
            ("Presse an alle: hallo", Some(Recipients::All)),
            ("prensa a todos:", Some(Recipients::All)),
            ("stampa a tutti:", Some(Recipients::All)),
            ("prasa do wszystkich:", Some(Recipients::All)),
            ("depesza do wszystkich: Pokój?", Some(Recipients::All)),
            ("depesza do obserwatorów:", Some(Recipients::Observers)),
            ("depesza do Fryderyka, Elżbiety:", Some(both.clone())),
            ("press to Frederick, Elisabeth:", Some(both.clone())),
            ("Presse an Friedrich und Elisabeth:", Some(both.clone())),
            ("mensaje a Federico, Elizabeth:", Some(both.clone())),
            ("messaggio a Federico ed Elisabetta:", Some(both)),
            ("press to Austria:", Some(Recipients::Named(vec![Named::Nation(Nation::Austria)]))),
            ("press to the observers:", Some(Recipients::Observers)),
            ("mensaje a todos:", Some(Recipients::All)),
            ("messaggio a tutti: Pace?", Some(Recipients::All)),
            ("press to Napoleon:", Some(Recipients::Unclear)),
            ("press:", Some(Recipients::Unclear)),
            ("press the attack on Dresden", None),
            ("press", None),
            ("Daun to Zittau", None),
            ("pressing on: Daun to Zittau", None),
            ("", None),
        ] {
            assert_eq!(to(line), expected, "{line}");
        }
    }

    #[test]
    fn press_goes_to_its_end_or_to_that_of_the_mail() {
        let lines = ["press to all: Peace?", "", "I mean it: peace.", "End press.", "ready"];
        let (written, taken) = read(&lines).expect("press");
        assert_eq!((taken, written.to_the_end), (4, false));
        assert_eq!(written.text, "Peace?\n\nI mean it: peace.");
        for end in ["fin del mensaje", "Fine del messaggio.", "fin mensaje"] {
            let (written, taken) = read(&["press to all: Peace?", end, "ready"]).expect("press");
            assert_eq!((taken, written.text.as_str()), (2, "Peace?"), "{end}");
        }
        let (written, taken) = read(&lines[..3]).expect("press");
        assert_eq!((taken, written.to_the_end), (3, true));
        let (written, taken) =
            read(&["press to all: Peace?", "press to all: War!"]).expect("press");
        assert_eq!((taken, written.to_the_end, written.text.as_str()), (1, false, "Peace?"));
        let (written, taken) = read(&["press to all: Peace?", ""]).expect("press");
        assert_eq!((taken, written.to_the_end), (2, false), "nothing was swallowed");
        for end in ["koniec depeszy", "Ende der Nachricht."] {
            let (written, taken) = read(&["press to all:", "Peace!", end, "ready"]).expect("press");
            assert_eq!((taken, written.to_the_end), (3, false), "{end}");
        }
        assert_eq!(read(&["Daun to Zittau"]), None);
    }
}
