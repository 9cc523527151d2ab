//! Tests of names: spellings, exonyms, beginnings, typing errors, and what must not clash.

use super::names::*;
use crate::game::board;

fn ids(text: &str) -> Vec<&'static str> {
    resolve_city(text).map_or(Vec::new(), |meant| meant.all.iter().map(|city| city.id()).collect())
}

fn names(text: &str) -> Vec<&'static str> {
    resolve_general(text)
        .map_or(Vec::new(), |meant| meant.all.iter().map(|piece| piece.name()).collect())
}

#[test]
fn every_city_is_found_by_its_name_its_id_and_without_diacritics() {
    for city in board().city_ids() {
        let info = board().info(city);
        for text in [info.name.clone(), info.id.clone(), info.name.to_uppercase()] {
            let meant = resolve_city(&text).map(|meant| (meant.certainty, meant.all));
            assert_eq!(meant, Some((Certainty::Exact, vec![city])), "{text}");
        }
    }
}

#[test]
fn one_city_in_four_spellings() {
    for text in ["Königgrätz", "Koeniggraetz", "koniggratz", "Konigratz", "KÖNIGGRÄTZ"] {
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
fn where_two_fit_both_are_returned() {
    assert_eq!(
        ids("Friedland"),
        ["friedland-bohemia", "friedland-east-prussia", "friedland-mecklenburg"]
    );
    assert_eq!(ids("konigsberg"), ["koenigsberg-east-prussia", "koenigsberg-neumark"]);
    assert_eq!(ids("Eylau"), ["deutsch-eylau", "preussisch-eylau"]);
}

#[test]
fn munster_and_muenster_are_two_cities() {
    assert_eq!(ids("Münster"), ["muenster"]);
    assert_eq!(ids("Muenster"), ["muenster"]);
    assert_eq!(ids("munster"), ["munster"]);
}

#[test]
fn a_name_that_is_exact_is_never_changed() {
    // One letter apart, all of them names.
    for id in ["leer", "lehrte", "luebben", "lueben", "laun", "lauf", "wittenberg", "wittenberge"] {
        assert_eq!(ids(id), [id]);
    }
    assert_eq!(names("Keith"), ["Keith"]);
    assert_eq!(names("Karl"), ["Karl"]);
}

#[test]
fn beginnings_and_typing_errors_are_forgiven_by_length() {
    assert_eq!(ids("Merseb"), ["merseburg"]);
    assert_eq!(ids("Brelsau"), ["breslau"]);
    assert_eq!(ids("Hildburghuasen"), ["hildburghausen"]);
    assert_eq!(ids("xyz"), [""; 0]);
    assert_eq!(ids("Hoff"), ["hof"]);
    assert_eq!(names("Winterfelt"), ["Winterfeldt"]);
    assert_eq!(names("Ehrensvaerd"), ["Ehrensvärd"]);
    assert_eq!(names("Fer"), ["Ferdinand", "Fermor"]);
    assert_eq!(names("Frederick the Great"), ["Friedrich"]);
}

#[test]
fn a_monstrous_name_is_no_name() {
    assert_eq!(resolve_city(&"ab".repeat(50_000)), None);
}

#[test]
fn nations_are_found_in_five_languages() {
    use crate::game::Nation::*;
    for (text, nation) in [
        ("Hannover", Hanover),
        ("Österreich", Austria),
        ("oesterreich", Austria),
        ("imperial army", ImperialArmy),
        ("Szwecja", Sweden),
        ("Francia", France),
        ("Rusia", Russia),
    ] {
        assert_eq!(resolve_nation(text), Some(nation), "{text}");
    }
}
