//! Every scenario has its names in every language, and mails and the form take them from one place.

use super::*;
use crate::game::{Scenario, Seat, Setup};

fn in_every_language(mut with: impl FnMut(Scenario, Language, &Templates)) {
    let templates = Templates::new(None).expect("templates");
    for language in COMPLETE {
        let templates = templates.in_language(language.tag());
        for scenario in Scenario::all() {
            with(scenario, language, &templates);
        }
    }
}

fn one_line(text: &str) -> String {
    // A remark of the form goes on with a mark of its own.
    text.replace('#', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_scenario_has_its_names_in_every_language_and_no_other() {
    for scenario in Scenario::all() {
        let mut tags: Vec<_> = COMPLETE.iter().map(|language| language.tag()).collect();
        tags.sort_unstable();
        let named: Vec<_> = scenario.names().map(|(tag, _)| tag).collect();
        assert_eq!(named, tags, "{scenario:?}");
        let english = scenario.name_in("en");
        assert_eq!(english.choice, scenario.name(), "the form writes English names");
        for (tag, name) in scenario.names() {
            assert!(!name.title.is_empty() && !name.title.ends_with('.'), "{tag}, {scenario:?}");
            let same = name.about.is_empty() == english.about.is_empty();
            assert!(same && !name.about.ends_with('.'), "{tag}, {scenario:?}");
        }
    }
}

#[test]
fn the_form_lists_them_all_and_takes_what_it_writes() {
    in_every_language(|scenario, language, templates| {
        let lines = vec![FormLine { key: "scenario", value: scenario.into() }];
        let form = LifeNote::Form { game: "x".into(), lines, faults: Vec::new(), first: true };
        let desk = Desk { game: None, notes: vec![Note::Life(form)], log: None };
        let text = templates.render(&Mail::Desk(desk)).expect("a form").text;
        let name = scenario.name_in(language.tag());
        let is_set = format!(": {}", name.choice);
        assert!(text.lines().any(|line| line.ends_with(&is_set)), "{language}: {text}");
        for other in Scenario::all() {
            let name = other.name_in(language.tag());
            let rules = Setup { scenario: other, ..Setup::default() }.rules();
            let listed = format!("{} ({})", name.choice, rules.seats().len());
            assert!(one_line(&text).contains(&listed), "{language}: {listed}: {text}");
            let told = one_line(&text).contains(&one_line(&name.about));
            assert!(told, "{language}: {}: {text}", name.about);
        }
        for written in name.also.iter().chain([&name.choice]) {
            assert_eq!(crate::said::form_word(written), Some(scenario.name()), "{language}");
        }
    });
}

#[test]
fn the_first_mail_to_a_seat_says_what_is_played() {
    in_every_language(|scenario, language, templates| {
        let game = played::Game::new(Setup { scenario, ..Setup::default() });
        let mail = mails::welcome(&game, Seat::Frederick);
        let text = templates.render(&mail).expect("a mail").text;
        let name = scenario.name_in(language.tag());
        for told in [&name.title, &name.about] {
            assert!(one_line(&text).contains(&one_line(told)), "{language}: {told}: {text}");
        }
    });
}
