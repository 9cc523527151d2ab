//! What holds for every text, and for the names and their cases; below, what is read as which order.

mod answers;
mod ballots;
mod clauses;
pub(crate) mod duels;
mod lines;
mod manual;
mod movement;
mod names;
mod offers;
mod paragraphs;
mod qualifiers;
mod round_trip;
mod secrecy;

use super::{Context, Language, LineReading, Reading, read};
use crate::game::{CityId, Decision, Scenario, Seat, Setup, State, board};
use crate::said::lexicon::names::{Sure, names};
use crate::said::lexicon::text;
use crate::said::lexicon::text::fold;
use crate::said::lexicon::words::{Word, lexicon};

fn state() -> State {
    State::new(Setup { scenario: Scenario::STANDARD, ..Setup::default() }, [7; 32])
}

fn reading(state: &State, language: Language, text: &str) -> Reading {
    let seat = Seat::Frederick;
    let decisions: Vec<Decision> =
        state.decisions().into_iter().filter(|decision| decision.seat == seat).collect();
    let context = Context {
        state: Some(state),
        seat: Some(seat),
        decisions: &decisions,
        language,
        ..Context::default()
    };
    read(text, &context)
}

#[test]
fn no_case_of_a_name_is_that_of_another() {
    let mut clashes = Vec::new();
    for (spelling, sure, named) in names().spellings() {
        let several = named.cities.len() + named.generals.len() > 1;
        // Cities that share their name, as Münster and Munster without the dots, share its cases.
        let stem = |city: CityId| {
            let name = &board().info(city).name;
            fold(name.split(" (").next().unwrap_or_default()).0
        };
        let same = named.cities.windows(2).all(|pair| stem(pair[0]) == stem(pair[1]));
        if sure == Sure::Form && several && !same && named.generals.is_empty() {
            let ids: Vec<&str> = named.cities.iter().map(|city| city.id()).collect();
            clashes.push(format!("{spelling}: {}", ids.join(", ")));
        }
    }
    assert_eq!(clashes, Vec::<String>::new());
}

/// Cases that are the name of another city as well: the sentence decides, or it is asked.
const SHARED: &[&str] = &["wittenberge"];

#[test]
fn no_case_of_a_name_is_nearer_to_another_name() {
    let mut shadowed = Vec::new();
    let all: Vec<_> = names().spellings().collect();
    for (spelling, sure, named) in &all {
        // What is a name as it stands is none of the others' cases.
        let other = all.iter().filter(|(name, other, _)| name == spelling && *other != Sure::Form);
        for (_, _, name) in other.filter(|_| *sure == Sure::Form) {
            if name.cities.is_empty() && name.generals.is_empty() {
                continue;
            }
            let same = named.cities.iter().all(|city| name.cities.contains(city))
                && named.generals.iter().all(|piece| name.generals.contains(piece));
            if !same && !SHARED.contains(spelling) {
                shadowed.push((*spelling).to_owned());
            }
        }
    }
    shadowed.sort();
    shadowed.dedup();
    assert_eq!(shadowed, Vec::<String>::new());
}

/// Terms of the rulebooks, in which position and what they mean.
const TERMS: [(Language, &str, &str, &str); 30] = [
    (Language::English, "prussia-turn-1", "supply train 1 to Zossen", "train 1 to Zossen"),
    (Language::German, "prussia-turn-1", "Tross 1 nach Zossen", "train 1 to Zossen"),
    (Language::German, "prussia-turn-1", "Versorgungstross 1 nach Zossen", "train 1 to Zossen"),
    (Language::Spanish, "prussia-turn-1", "tren de suministros 1 a Zossen", "train 1 to Zossen"),
    (Language::Spanish, "prussia-turn-1", "tren de abastecimiento 1 a Zossen", "train 1 to Zossen"),
    (Language::Italian, "prussia-turn-1", "cubetto supporto 1 a Zossen", "train 1 to Zossen"),
    (Language::Italian, "prussia-turn-1", "cubetto 1 a Zossen", "train 1 to Zossen"),
    (Language::Italian, "prussia-turn-1", "supporto 1 a Zossen", "train 1 to Zossen"),
    (Language::Polish, "prussia-turn-1", "tabory 1 do Zossen", "train 1 to Zossen"),
    (Language::Spanish, "keith-plays", "termino el combate", "stop"),
    (Language::Polish, "keith-plays", "kończę walkę", "stop"),
    (Language::Italian, "keith-plays", "termino il combattimento", "stop"),
    (Language::German, "keith-plays", "ich beende den Kampf", "stop"),
    (Language::English, "keith-plays", "I end the combat", "stop"),
    (Language::Polish, "france-discards", "odkładam 4 pik", "discard 4S"),
    (Language::Polish, "keith-plays", "RESERVE jako 7", "R7"),
    (Language::Spanish, "keith-plays", "carta de reserva como 7", "R7"),
    (Language::Italian, "keith-plays", "carta riserva come 7", "R7"),
    (Language::German, "keith-plays", "Reservekarte als 7", "R7"),
    (
        Language::English,
        "prussia-turn-3",
        "recruit one army for Keith with 6S",
        "recruit Keith 1 for 6S",
    ),
    (
        Language::German,
        "prussia-turn-3",
        "rekrutiere eine Armee für Keith mit Pik 6",
        "recruit Keith 1 for 6S",
    ),
    (
        Language::Spanish,
        "prussia-turn-3",
        "recluto un ejército para Keith con 6♠",
        "recruit Keith 1 for 6S",
    ),
    (
        Language::Italian,
        "prussia-turn-3",
        "recluto un'armata per Keith con 6♠",
        "recruit Keith 1 for 6S",
    ),
    (
        Language::Polish,
        "prussia-turn-3",
        "odtwarzam regiment dla Keitha za 6 pik",
        "recruit Keith 1 for 6S",
    ),
    (Language::French, "prussia-turn-1", "train de ravitaillement 1 à Zossen", "train 1 to Zossen"),
    (Language::French, "prussia-turn-1", "convoi 1 à Zossen", "train 1 to Zossen"),
    (Language::French, "keith-plays", "je termine le combat", "stop"),
    (Language::French, "keith-plays", "carte de réserve comme 7", "R7"),
    (Language::French, "france-discards", "j'écarte le 4 de pique", "discard 4S"),
    (
        Language::French,
        "prussia-turn-3",
        "je recrute une troupe pour Keith avec 6♠",
        "recruit Keith 1 for 6S",
    ),
];

#[test]
fn the_rulebooks_terms_are_accepted() {
    use super::reading_tests::{gist, position, reading};
    let mut strange = Vec::new();
    for (language, name, term, meaning) in TERMS {
        let state = position(name);
        let seat = if name.starts_with("france") { Seat::Pompadour } else { Seat::Frederick };
        let found = reading(&state, seat, language, term);
        let canonical = reading(&state, seat, Language::English, meaning);
        assert!(!canonical.said.is_empty(), "{meaning}");
        if gist(&found) != gist(&canonical) || found.in_doubt().next().is_some() {
            strange.push(format!("{term}: {:?}", gist(&found)));
        }
    }
    assert_eq!(strange, Vec::<String>::new());
}

#[test]
fn case_accents_spaces_and_the_end_change_nothing() {
    let state = state();
    for (language, text) in [
        (Language::English, "Friedrich 8, Winterfeldt 3, Heinrich 4"),
        (Language::German, "Preußen ist fertig"),
        (Language::Spanish, "Propongo una prórroga de 3 días"),
        (Language::Italian, "assente fino al 5 gennaio"),
        (Language::Polish, "głosuję za wnioskiem nr 2"),
        (Language::French, "absent jusqu'au 5 février"),
    ] {
        let plain = reading(&state, language, text).said;
        assert!(!plain.is_empty(), "{text}");
        let decomposed: String = text
            .chars()
            .flat_map(|c| match c {
                'ó' => vec!['o', '\u{301}'],
                'í' => vec!['i', '\u{301}'],
                'ü' => vec!['u', '\u{308}'],
                'ę' => vec!['e', '\u{328}'],
                'é' => vec!['e', '\u{301}'],
                other => vec![other],
            })
            .collect();
        let folded: String = text
            .chars()
            .map(|c| match c {
                'ó' => 'o',
                'í' => 'i',
                'ł' => 'l',
                'ę' | 'é' => 'e',
                other => other,
            })
            .collect();
        for changed in [
            text.to_uppercase(),
            text.to_lowercase(),
            decomposed,
            folded,
            format!("   {text}  . "),
            format!("{text}!!"),
            text.replace(' ', "  "),
        ] {
            assert_eq!(reading(&state, language, &changed).said, plain, "{changed}");
        }
    }
}

#[test]
fn every_line_has_one_outcome_whatever_it_is() {
    let state = state();
    let text = "\u{0}\u{1f600} ...\n\n->->->\n((((\n12 12 12 12\n♠♠♠\nif if if\nto to to\n\u{202e}abc\n\
                Friedrich Friedrich Friedrich\nor or or\n/2 /2\nR R R\n: : :\nnot not\n1)\n' ' '\n=";
    for language in Language::ALL {
        let found = reading(&state, language, text);
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        assert_eq!(found.lines.len(), lines);
        let without = read(text, &Context { language, ..Context::default() });
        assert_eq!(without.lines.len(), lines);
    }
}

#[test]
fn a_line_in_doubt_says_nothing_else() {
    let state = state();
    let found = reading(&state, Language::English, "Friedrich 8\nabsent\nHeinrich 4");
    assert_eq!(found.said.len(), 1);
    assert!(matches!(found.lines[1].reading, LineReading::NotUnderstood { .. }));
}

/// The names of generals, or else of cities, that are words of a language as they stand.
fn clashes(of_generals: bool) -> Vec<&'static str> {
    let is_word = |name: &str| Language::ALL.iter().any(|language| lexicon(*language).lists(name));
    let wanted = |named: &crate::said::lexicon::names::Named| match of_generals {
        true => !named.generals.is_empty(),
        false => !named.cities.is_empty(),
    };
    let all = names()
        .spellings()
        .filter(|(name, sure, named)| *sure != Sure::Form && wanted(named) && is_word(name));
    let mut found: Vec<&str> = all.map(|(name, ..)| name).collect();
    found.dedup();
    found
}

#[test]
fn no_word_of_the_language_is_a_city_but_the_known_ones() {
    // `Tabor` is a city and, before a number, Polish for a supply train; `Kreuz` a suit. What the others
    // mean, their place in the sentence says.
    let known = ["gora", "kolo", "kreuz", "nowe", "pila", "siegen", "tabor", "warta", "wrzesnia"];
    assert_eq!(clashes(false), known);
    let tabor = lexicon(Language::Polish).phrase(&text::tokens("tabor"), false);
    assert!(tabor.is_some_and(|(sense, _)| sense.meanings.has(Word::Train)));
}

#[test]
fn no_word_of_the_language_is_a_general_but_the_king() {
    let kings = ["king", "konig", "krol", "krola", "krolem", "krolowi", "re", "rey", "roi"];
    assert_eq!(clashes(true), kings);
}
