//! Cities of one name, as mails in each language tell them apart, are read as what they are.

use crate::game::{Action, Nation, board};
use crate::orders::testing::movement_of;
use crate::said::Language;
use crate::said::testing::actions_in;

/// What tells cities apart, by how the board has it: `qualifiers` in the words of the templates.
fn qualifiers(words: &'static str) -> Vec<(&'static str, &'static str)> {
    let table = words.split("{% set qualifiers = {").nth(1).expect("the table");
    let table = table.split("%}").next().expect("its end");
    let entry = |line: &'static str| line.trim().trim_matches(['"', ',']).split_once("\": \"");
    table.lines().filter_map(entry).collect()
}

#[test]
fn cities_of_one_name_are_read_as_mails_tell_them_apart() {
    let state = movement_of(Nation::Prussia);
    for (language, words, to) in [
        (Language::English, include_str!("../../../templates/en/words.jinja"), "to"),
        (Language::German, include_str!("../../../templates/de/words.jinja"), "nach"),
        (Language::Spanish, include_str!("../../../templates/es/words.jinja"), "a"),
        (Language::Italian, include_str!("../../../templates/it/words.jinja"), "a"),
        (Language::Polish, include_str!("../../../templates/pl/words.jinja"), "do"),
        (Language::French, include_str!("../../../templates/fr/words.jinja"), "à"),
    ] {
        let own = qualifiers(words);
        assert_eq!(own.len(), 15, "{language:?}");
        let mut seen = 0;
        for city in board().city_ids() {
            let name = &board().info(city).name;
            let Some((name, of)) = name.strip_suffix(')').and_then(|n| n.split_once(" (")) else {
                continue;
            };
            let told = own.iter().find(|(known, _)| *known == of).expect(of).1;
            let text = format!("Keith {to} {name} ({told})");
            let read = actions_in(language, &state, Nation::Prussia, &text);
            let goal = |action: &Action| match action {
                Action::MoveVia { via, .. } => via.last().copied(),
                _ => None,
            };
            assert_eq!(read.iter().map(goal).collect::<Vec<_>>(), [Some(city)], "{text}");
            seen += 1;
        }
        assert_eq!(seen, 19);
    }
}
