//! In which language a text is written, as far as common words tell.
//!
//! Lists of words decide: those of `data/<language>/words.txt` that are marked `spoken`, and the club's own
//! phrases. It is for people of whom nothing is known yet; how their orders are read does not hang on it, for these
//! are read in all languages at once.

use super::text::{Kind, tokens};
use super::vocabulary::{self, CLUB, SPOKEN};
use crate::said::Language;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// So many words of a text are looked at.
const LOOKED_AT: usize = 400;
/// A word that only one language has.
const WORD: u32 = 1;
/// A word that is a whole command, in one language only; and the least evidence there must be.
const PHRASE: u32 = 2;
/// The least evidence that no single word can give.
const SEVERAL: u32 = 3;

/// What is said in every language alike, or by people who write in another: consent, and the names of roles.
const TELLING_NOTHING: [&str; 15] = [
    "yes",
    "yes-alone",
    "no",
    "stop",
    "behind",
    "behind-no",
    "i-do",
    "on",
    "off",
    "frederick",
    "elisabeth",
    "maria-theresa",
    "pompadour",
    "company",
    "in-language",
];

/// What somebody asks for who has read how it is called: one such word is enough.
const COMMANDS: [&str; 20] = [
    "help",
    "list",
    "new-game",
    "join",
    "leave",
    "observe",
    "unobserve",
    "observers",
    "settings",
    "language",
    "time-zone",
    "digest",
    "pictures",
    "rules",
    "map",
    "history",
    "resign",
    "take-over",
    "my-data",
    "forget",
];

/// What a word tells: how much, and of which languages, by their place in [`Language::ALL`].
#[derive(Clone, Copy, Default)]
struct Evidence {
    languages: u8,
    weight: u32,
}

static WORDS: LazyLock<BTreeMap<String, Evidence>> = LazyLock::new(|| {
    let mut words: BTreeMap<String, Evidence> = BTreeMap::new();
    let mut note = |word: String, language: usize, weight: u32| {
        let known = words.entry(word).or_default();
        known.languages |= 1 << language;
        known.weight = known.weight.max(weight);
    };
    let place = |file: &str| Language::ALL.iter().position(|one| file.starts_with(one.tag()));
    for (file, list) in vocabulary::lines(SPOKEN) {
        let Some(language) = place(file) else { continue };
        plain_words(list).for_each(|word| note(word, language, WORD));
    }
    for (file, line) in vocabulary::lines(CLUB) {
        let (Some(language), Some((name, forms))) = (place(file), line.split_once(':')) else {
            continue;
        };
        if TELLING_NOTHING.contains(&name) {
            continue;
        }
        for phrase in forms.split(',') {
            let words: Vec<String> = plain_words(phrase).collect();
            let weight = if words.len() == 1 && COMMANDS.contains(&name) { PHRASE } else { WORD };
            words.into_iter().for_each(|word| note(word, language, weight));
        }
    }
    words
});

fn plain_words(text: &str) -> impl Iterator<Item = String> {
    tokens(text).into_iter().filter(|token| token.kind == Kind::Word).map(|token| token.plain)
}

/// What the letters of a text alone tell.
fn by_letters(text: &str) -> [u32; Language::ALL.len()] {
    let mut points = [0; Language::ALL.len()];
    for language in Language::ALL {
        // Each letter once: a name may have it.
        let found = language.letters().chars().filter(|letter| text.contains(*letter)).count();
        points[language as usize] += u32::try_from(found).unwrap_or_default() * WORD;
    }
    points
}

/// Whether a folded word is a common one of this language: written as it is, nobody mistyped anything.
pub(in crate::said) fn is_common(word: &str, language: Language) -> bool {
    WORDS.get(word).is_some_and(|known| known.languages >> (language as usize) & 1 == 1)
}

/// The language that a text is clearly written in; `None` where it is too short, or could be in several.
pub fn spoken(text: &str) -> Option<Language> {
    judged(by_letters(text), text, PHRASE)
}

/// The language of a text that is clear by several of its words: letters of names (`Łomża`) and a single word say nothing.
pub fn spoken_in_words(text: &str) -> Option<Language> {
    judged([0; Language::ALL.len()], text, SEVERAL)
}

fn judged(mut points: [u32; Language::ALL.len()], text: &str, least: u32) -> Option<Language> {
    // Addresses, numbers and hashes are no words of any language.
    let whole = |word: &&str| !word.contains(|c: char| c.is_ascii_digit() || c == '@');
    let words = text.split_whitespace().filter(whole).flat_map(plain_words);
    // Each word once: `la la la` is no French.
    let mut heard: Vec<String> = Vec::new();
    for word in words.filter(|word| word.len() > 1).take(LOOKED_AT) {
        if heard.contains(&word) {
            continue;
        }
        heard.push(word.clone());
        let Some(known) = WORDS.get(&word) else { continue };
        if known.languages.is_power_of_two() {
            points[known.languages.trailing_zeros() as usize] += known.weight;
        }
    }
    let (best, most) = points.iter().enumerate().max_by_key(|(_, points)| **points)?;
    let others = points.iter().enumerate().filter(|(at, _)| *at != best);
    let second = others.map(|(_, points)| *points).max().unwrap_or_default();
    (*most >= least && *most >= 2 * second).then(|| Language::ALL[best])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_of_one_line_is_known_by_its_language() {
        use Language::{English, French, German, Italian, Polish, Spanish};
        for (text, language) in [
            ("Hello, I would like to join your club. How does it work?", English),
            ("Is there a seat free?", English),
            ("rules R4.6", English),
            ("new game wagram", English),
            ("Guten Tag, ich möchte gerne mitspielen. Was muss ich tun?", German),
            ("Hilfe", German),
            ("Frage an euch", German),
            ("Regeln R4.6", German),
            ("neues Spiel leuthen", German),
            ("Wann geht es los?", German),
            ("Hola, me gustaría jugar. ¿Qué tengo que hacer?", Spanish),
            ("ayuda", Spanish),
            ("reglas R7", Spanish),
            ("nueva partida bailen", Spanish),
            ("¿Hay plazas libres?", Spanish),
            ("Buongiorno, vorrei giocare a Friedrich per posta.", Italian),
            ("aiuto", Italian),
            ("elenco", Italian),
            ("regole R4.6", Italian),
            ("nuova partita marengo", Italian),
            ("Dzień dobry, chciałbym zagrać z przyjaciółmi.", Polish),
            ("pomoc", Polish),
            ("zasady R4.6", Polish),
            ("nowa gra pultusk", Polish),
            ("Czy są wolne miejsca?", Polish),
            ("Czy sa wolne miejsca?", Polish),
            ("Bonjour, j'aimerais jouer à Friedrich par mail. Que dois-je faire ?", French),
            ("aide", French),
            ("règles R4.6", French),
            ("nouvelle partie fontenoy", French),
            ("Est-ce qu'il reste des places libres ?", French),
        ] {
            assert_eq!(spoken(text), Some(language), "{text}");
        }
    }

    #[test]
    fn what_could_be_of_several_languages_is_not_guessed() {
        for text in [
            "",
            "ja",
            "si",
            "no",
            "R7",
            "42",
            "status rossbach",
            "Keith Dresden",
            "???",
            "b7da41la9il 00",
            "dei@il.test",
        ] {
            assert_eq!(spoken(text), None, "{text}");
        }
    }
}
