//! Names: spellings, exonyms, beginnings, typing errors, and which cities have the same name.

use crate::game::{Nation, board};
use crate::said::generals_named;
use crate::said::lexicon::names::{Named, Sure, names};
use crate::said::lexicon::text::allowed_errors;
use crate::said::lexicon::text::{Kind, tokens};

/// What a text names that is a name from beginning to end.
fn whole(text: &str) -> Option<(Named, Sure)> {
    let tokens = tokens(text);
    let (named, sure, used) = names().longest(&tokens)?;
    // The period of `Königsberg i. Pr.` ends nothing.
    tokens[used..].iter().all(|token| token.kind == Kind::Period).then_some((named, sure))
}

fn ids(text: &str) -> Vec<&'static str> {
    let mut ids: Vec<_> =
        whole(text).map_or(Vec::new(), |(named, _)| named.cities.iter().map(|c| c.id()).collect());
    ids.sort_unstable();
    ids
}

fn generals(text: &str) -> Vec<&'static str> {
    let mut names: Vec<_> = generals_named(text).iter().map(|piece| piece.name()).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_city_is_found_by_its_name_and_without_diacritics() {
    for city in board().city_ids() {
        let name = &board().info(city).name;
        for text in [name.clone(), name.to_uppercase(), name.to_lowercase()] {
            let (named, sure) = whole(&text).unwrap_or_else(|| panic!("{text} is no name"));
            // Without its umlaut Münster is Munster too.
            let cities: &[&str] = match city.id() {
                "munster" => &["muenster", "munster"],
                id => &[id],
            };
            assert_eq!((ids(&text), sure), (cities.to_vec(), Sure::Own), "{text} is {named:?}");
        }
    }
}

#[test]
fn one_city_in_several_spellings() {
    for text in ["Königgrätz", "Koeniggraetz", "koniggratz", "KÖNIGGRÄTZ"] {
        assert_eq!(ids(text), ["koeniggraetz"], "{text}");
    }
}

#[test]
fn cities_are_found_in_other_languages() {
    for (text, id) in [
        ("Prague", "prag"),
        ("Praha", "prag"),
        ("Wrocław", "breslau"),
        ("wroclaw", "breslau"),
        ("Drezno", "dresden"),
        ("Varsavia", "warszawa"),
        ("Warsaw", "warszawa"),
        ("Szczecin", "stettin"),
        ("Cracow", "krakow"),
        ("Danzig", "gdansk"),
        ("Frankfurt a. d. Oder", "frankfurt-oder"),
        ("Königsberg i. Pr.", "koenigsberg-east-prussia"),
        ("Öls", "oels"),
    ] {
        assert_eq!(ids(text), [id], "{text}");
    }
}

#[test]
fn where_several_fit_all_are_returned() {
    assert_eq!(
        ids("Friedland"),
        ["friedland-bohemia", "friedland-east-prussia", "friedland-mecklenburg"]
    );
    assert_eq!(ids("konigsberg"), ["koenigsberg-east-prussia", "koenigsberg-neumark"]);
    assert_eq!(ids("Eylau"), ["deutsch-eylau", "preussisch-eylau"]);
}

#[test]
fn munster_without_an_umlaut_may_be_either_city() {
    assert_eq!(ids("Münster"), ["muenster"]);
    assert_eq!(ids("Muenster"), ["muenster"]);
    assert_eq!(ids("munster"), ["muenster", "munster"]);
}

#[test]
fn a_name_that_is_exact_is_never_changed() {
    // One letter apart, all of them names.
    for id in ["leer", "lehrte", "luebben", "lueben", "laun", "lauf", "wittenberg", "wittenberge"] {
        assert_eq!(ids(id), [id]);
    }
    assert_eq!(generals("Keith"), ["Keith"]);
    assert_eq!(generals("Karl"), ["Karl"]);
}

#[test]
fn beginnings_and_typing_errors_are_forgiven_by_length() {
    let near = |text: &str| {
        let (named, _) = names().nearest(text, allowed_errors(text.len())).expect("a name");
        named.cities.iter().map(|city| city.id()).collect::<Vec<_>>()
    };
    let begun = |text: &str| names().beginning(text).cities;
    assert_eq!(begun("merseb"), [board().city("merseburg").unwrap()]);
    assert_eq!(near("brelsau"), ["breslau"]);
    assert_eq!(near("konigratz"), ["koeniggraetz"]);
    assert_eq!(near("hildburghuasen"), ["hildburghausen"]);
    assert_eq!(names().nearest("xyz", allowed_errors(3)), None);
    assert_eq!(generals("Winterfelt and others"), ["Winterfeldt"]);
    assert_eq!(generals("Ehrensvaerd"), ["Ehrensvärd"]);
    assert_eq!(generals("Ferm is where he was"), ["Fermor"]);
    assert_eq!(generals("Frederick the Great"), ["Friedrich"]);
    assert_eq!(generals("so is it"), [""; 0]);
}

#[test]
fn a_monstrous_name_is_no_name() {
    assert_eq!(whole(&"ab".repeat(50_000)), None);
    assert_eq!(generals_named(&"ab".repeat(50_000)), []);
}

#[test]
fn nations_are_found_in_five_languages() {
    use Nation::*;
    for (text, nation) in [
        ("Hannovers", Hanover),
        ("Österreich", Austria),
        ("oesterreich", Austria),
        ("imperial army", ImperialArmy),
        ("Szwecja", Sweden),
        ("Francia", France),
        ("Rusia", Russia),
    ] {
        let nation_of = |text| whole(text).and_then(|(named, _)| named.nation);
        assert_eq!(nation_of(text), Some(nation), "{text}");
    }
}

/// A word of the language is no general that is misspelt: `il carro` is no Carlo.
#[test]
fn a_common_word_names_no_general() {
    for text in ["il carro lo segue", "der Tross bleibt", "the train follows"] {
        assert!(crate::said::generals_named(text).is_empty(), "{text}");
    }
    assert_eq!(crate::said::generals_named("Heinrcih to Bernau").len(), 1);
}
