//! City, general and nation names as people write them.
//!
//! A name is looked up in three steps, and a better one ends the search: exactly, in any case and
//! with or without diacritics, also in other languages and old spellings; as the beginning of a
//! name, from three letters on; with few typing errors, by Damerau and Levenshtein. So a name that
//! is somebody's exactly is never changed into another. Where several fit, all are returned: who
//! knows the position, decides. Positions are unknown here.

use super::fold::{Folded, fold};
use crate::game::{CityId, Nation, PieceId, all_pieces, board};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How sure a name is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// The name itself, in one of its spellings.
    Exact,
    /// The beginning of the name.
    Beginning,
    /// The name with typing errors.
    Typing,
}

/// What a name can mean: at least one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meant<T> {
    pub certainty: Certainty,
    /// In the order of the data files.
    pub all: Vec<T>,
}

/// The shortest beginning of a name that stands for it.
const SHORTEST_BEGINNING: usize = 3;
/// The longest text that is compared with names: longer ones are none.
const LONGEST_NAME: usize = 48;

struct Key {
    text: String,
    /// Which letters occur, to skip most comparisons.
    letters: u32,
    length: usize,
    means: u16,
}

/// All names of one kind of thing.
pub(crate) struct Register<T> {
    things: Vec<T>,
    /// Sorted by text.
    keys: Vec<Key>,
    /// Names as written on the board, to tell `Munster` from `Münster`.
    strict: BTreeMap<String, u16>,
}

/// A city, by its name in any spelling (R1.4).
pub fn resolve_city(text: &str) -> Option<Meant<CityId>> {
    cities().resolve(&fold(text))
}

/// A general, by his name in any spelling (R1.7).
pub fn resolve_general(text: &str) -> Option<Meant<PieceId>> {
    generals().resolve(&fold(text))
}

/// A nation, by its name in one of the languages (R1.1). Only exact spellings count.
pub fn resolve_nation(text: &str) -> Option<Nation> {
    nations().exact(&fold(text)).first().copied()
}

/// The names of cities.
pub(crate) fn cities() -> &'static Register<CityId> {
    static CITIES: LazyLock<Register<CityId>> = LazyLock::new(|| {
        let own = board().city_ids().map(|city| (city, board().info(city).name.as_str()));
        let mut register = Register::new(own);
        for Names { of, names } in rows("city_names.csv", include_str!("data/city_names.csv")) {
            match board().city(&of) {
                Some(city) => register.add(city, &names),
                // Compiled in: a wrong file is a defect of the program.
                None => panic!("city_names.csv: there is no city `{of}`"),
            }
        }
        register.sorted()
    });
    &CITIES
}

/// The names of generals.
pub(crate) fn generals() -> &'static Register<PieceId> {
    static GENERALS: LazyLock<Register<PieceId>> = LazyLock::new(|| {
        let own = || all_pieces().filter(|piece| piece.is_general());
        let mut register = Register::new(own().map(|piece| (piece, piece.name())));
        for Names { of, names } in rows("general_names.csv", include_str!("data/general_names.csv"))
        {
            match own().find(|piece| piece.name() == of) {
                Some(piece) => register.add(piece, &names),
                None => panic!("general_names.csv: there is no general `{of}`"),
            }
        }
        register.sorted()
    });
    &GENERALS
}

/// The names of nations.
pub(crate) fn nations() -> &'static Register<Nation> {
    static NATIONS: LazyLock<Register<Nation>> = LazyLock::new(|| {
        let mut register = Register::new(Nation::ALL.into_iter().map(|nation| (nation, "")));
        for Names { of, names } in rows("nation_names.csv", include_str!("data/nation_names.csv")) {
            match Nation::from_id(&of) {
                Some(nation) => register.add(nation, &names),
                None => panic!("nation_names.csv: there is no nation `{of}`"),
            }
        }
        register.sorted()
    });
    &NATIONS
}

#[derive(Deserialize)]
struct Names {
    #[serde(alias = "city", alias = "general", alias = "nation")]
    of: String,
    names: String,
}

/// Reads one of the data files compiled in.
pub(crate) fn rows<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Vec<T> {
    match csv::Reader::from_reader(text.as_bytes()).deserialize().collect() {
        Ok(rows) => rows,
        // Compiled in: a wrong file is a defect of the program.
        Err(fault) => panic!("{file}: {fault}"),
    }
}

impl<T: Copy + PartialEq> Register<T> {
    fn new<'a>(own: impl Iterator<Item = (T, &'a str)>) -> Register<T> {
        let mut register =
            Register { things: Vec::new(), keys: Vec::new(), strict: BTreeMap::new() };
        for (thing, name) in own {
            register.things.push(thing);
            if !name.is_empty() {
                register.strict.insert(fold(name).strict, register.things.len() as u16 - 1);
                register.add(thing, name);
            }
        }
        register
    }

    fn add(&mut self, thing: T, names: &str) {
        let Some(means) = self.things.iter().position(|known| *known == thing) else {
            return;
        };
        for name in names.split(';') {
            let Folded { plain, german, .. } = fold(name);
            for text in [plain, german] {
                let (letters, length) = (letters(&text), text.chars().count());
                self.keys.push(Key { text, letters, length, means: means as u16 });
            }
        }
    }

    fn sorted(mut self) -> Register<T> {
        self.keys.sort_by(|a, b| (&a.text, a.means).cmp(&(&b.text, b.means)));
        self.keys.dedup_by(|a, b| (&a.text, a.means) == (&b.text, b.means));
        self
    }

    fn starting_with(&self, text: &str) -> impl Iterator<Item = &Key> {
        let first = self.keys.partition_point(|key| key.text.as_str() < text);
        self.keys[first..].iter().take_while(move |key| key.text.starts_with(text))
    }

    fn things_of(&self, mut meant: Vec<u16>) -> Vec<T> {
        meant.sort_unstable();
        meant.dedup();
        meant.into_iter().filter_map(|means| self.things.get(usize::from(means)).copied()).collect()
    }

    /// What has exactly this name.
    pub fn exact(&self, name: &Folded) -> Vec<T> {
        if name.is_empty() {
            return Vec::new();
        }
        let of = |text: &str| -> Vec<u16> {
            self.starting_with(text)
                .take_while(|key| key.text == text)
                .map(|key| key.means)
                .collect()
        };
        let mut meant = of(&name.plain);
        meant.extend(of(&name.german));
        // `Munster` and `Münster` are two cities: here the diacritics decide.
        match self.strict.get(&name.strict) {
            Some(means) if meant.iter().any(|other| other != means) => self.things_of(vec![*means]),
            _ => self.things_of(meant),
        }
    }

    /// What has a name that begins so.
    pub fn beginning(&self, name: &Folded) -> Vec<T> {
        let mut meant = Vec::new();
        for text in [&name.plain, &name.german] {
            if text.chars().count() >= SHORTEST_BEGINNING {
                meant.extend(self.starting_with(text).map(|key| key.means));
            }
        }
        self.things_of(meant)
    }

    /// What has a name with the fewest typing errors, if these are few for its length.
    pub fn typing(&self, name: &Folded) -> Vec<T> {
        self.nearest(name, allowed_errors)
    }

    fn nearest(&self, name: &Folded, allowed: fn(usize) -> usize) -> Vec<T> {
        let text = &name.plain;
        let length = text.chars().count();
        if length > LONGEST_NAME {
            return Vec::new();
        }
        let seen = letters(text);
        let mut best = allowed(length);
        let mut meant = Vec::new();
        if best == 0 {
            return Vec::new();
        }
        for key in &self.keys {
            // An error changes at most one letter into another: two bits.
            let differing = (key.letters ^ seen).count_ones() as usize;
            if key.length.abs_diff(length) > best || differing > 2 * best {
                continue;
            }
            let distance = strsim::osa_distance(&key.text, text);
            if distance < best {
                best = distance;
                meant.clear();
            }
            if distance == best {
                meant.push(key.means);
            }
        }
        self.things_of(meant)
    }

    /// What the name means, by the surest way in which it means anything.
    pub fn resolve(&self, name: &Folded) -> Option<Meant<T>> {
        let meant = |certainty, all: Vec<T>| (!all.is_empty()).then_some(Meant { certainty, all });
        meant(Certainty::Exact, self.exact(name))
            .or_else(|| meant(Certainty::Beginning, self.beginning(name)))
            .or_else(|| meant(Certainty::Typing, self.typing(name)))
    }
}

/// Typing errors forgiven in a name of so many letters.
fn allowed_errors(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=6 => 1,
        7..=11 => 2,
        _ => 3,
    }
}

/// One bit for each letter that occurs.
fn letters(text: &str) -> u32 {
    text.bytes().fold(0, |seen, byte| match byte {
        b'a'..=b'z' => seen | 1 << (byte - b'a'),
        _ => seen,
    })
}
