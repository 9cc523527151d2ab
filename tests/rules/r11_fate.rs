//! R11.1 and R11.7: what the Cards of Fate are, how long their texts last, and that every text is
//! tested. The single texts are tested in the `r11_texts_…` files, the strokes in `r11_strokes`.

use super::fate_support::*;
use super::support::{Game, Position, position};
use feldpost::game::{Edition, FateText, Nation, Seat, Setup, Suit};
use serde_json::json;

fn every_text() -> impl Iterator<Item = (u8, Suit)> {
    (1..=12).flat_map(|card| Suit::ALL.map(|suit| (card, suit)))
}

fn text_in(edition: Edition, card: u8, suit: Suit) -> FateText {
    Setup { edition, ..Setup::default() }.rules().fate_text(card, suit)
}

/// The source of the tests of texts, searched for their names.
const SOURCES: [&str; 4] = [
    include_str!("r11_texts_1_to_3.rs"),
    include_str!("r11_texts_4_to_6.rs"),
    include_str!("r11_texts_7_to_9.rs"),
    include_str!("r11_texts_10_to_12.rs"),
];

/// Whether one test's name begins like this; of those, `void` picks the ones of void situations.
fn is_tested(name: &str, void: bool) -> bool {
    let names = SOURCES.iter().flat_map(|source| source.lines());
    let names = names.filter_map(|line| line.strip_prefix("fn ")?.strip_prefix(name));
    let of_edition = |rest: &&str| !rest.starts_with("anniversary_");
    names.filter(of_edition).any(|rest| rest.starts_with("void_") == void)
}

#[test]
fn r11_8_every_text_is_tested_where_it_bites_and_where_it_is_void() {
    let mut texts = 0;
    for (card, suit) in every_text() {
        let (classic, anniversary) =
            (text_in(Edition::Classic, card, suit), text_in(Edition::Anniversary, card, suit));
        let mut names = Vec::new();
        if classic != FateText::None {
            names.push(format!("card_{card}_{}_", suit.id()));
            texts += 1;
        }
        if anniversary != classic {
            names.push(format!("card_{card}_{}_anniversary_", suit.id()));
        }
        for name in names {
            assert!(is_tested(&name, false), "no test {name}… shows what the text does");
            assert!(is_tested(&name, true), "no test {name}void_… shows where it does nothing");
        }
    }
    assert_eq!(texts, 36, "of the 48 texts 12 have no effect");
}

#[test]
fn r11_1_texts_without_effect_change_nothing() {
    let without: Vec<(u8, Suit)> = every_text()
        .filter(|(card, suit)| text_in(Edition::Classic, *card, *suit) == FateText::None)
        .collect();
    use Suit::*;
    assert_eq!(
        without,
        [
            (1, Spades),
            (2, Spades),
            (3, Spades),
            (4, Clubs),
            (5, Clubs),
            (6, Hearts),
            (7, Clubs),
            (8, Hearts),
            (9, Hearts),
            (10, Diamonds),
            (11, Diamonds),
            (12, Diamonds),
        ]
    );
    for (card, suit) in without {
        let game = end_turn(crowded(card, suit.id()));
        assert_void(&game);
        assert_eq!(game.events("fate-drawn")[0]["text"], "none");
        let other = end_turn(crowded(card, suit.id()).fate_first(&["lord-bute"]));
        let pieces = |game: &Game| game.state.dump()["pieces"].clone();
        assert_eq!(pieces(&game), pieces(&other));
        // In the next turn nobody is hampered either: everything is as without a card.
        for nation in Nation::ALL {
            let quiet = crowded(card, suit.id()).turn(7).nation(nation.id()).game();
            let text = crowded(card, suit.id()).turn(7).nation(nation.id());
            let text = text.fate_text(card, suit.id()).game();
            assert_eq!(text.state.move_options(nation), quiet.state.move_options(nation));
        }
    }
}

/// All nations have pieces on the map and cards; the card of this suit comes next.
fn crowded(card: u8, suit: &str) -> Position {
    let start =
        ["Friedrich", "Heinrich", "Ferdinand", "Saltikov", "Apraxin", "Tottleben", "Fermor"];
    let cities = ["berlin", "oschatz", "stade", "torun", "lomza", "sierpc", "kuestrin"];
    let rest = ["Ehrensvärd", "Daun", "Karl", "Laudon", "Hildburghausen", "Richelieu", "Soubise"];
    let theirs = ["wolgast", "bruenn", "prag", "olmuetz", "saalfeld", "iserlohn", "fulda"];
    let all = start.iter().zip(cities).chain(rest.iter().zip(theirs));
    let position = text_comes(card, suit);
    let position = all.fold(position, |position, (name, city)| position.put(name, city, 2));
    ["prussia", "russia", "austria", "france"]
        .iter()
        .fold(position, |position, nation| position.hand(nation, &["5S"]))
}

#[test]
fn r11_1_the_standard_game_reads_the_spades_text() {
    // The last victor stands in a sector of diamonds: only the expert game asks.
    let position = card_comes(&["9"]).put("Keith", remote("diamonds"), 1);
    let game = end_turn(position.member("last_victor", "Keith".into()));
    let drawn = game.event("fate-drawn");
    assert_eq!((&drawn["card"], &drawn["suit"]), (&json!("9"), &json!("spades")));
    assert_eq!(drawn["text"], "russians-far");
}

#[test]
fn r11_1_there_are_12_numbered_cards_and_6_strokes_and_each_goes_under_the_deck() {
    let game = end_turn(card_comes(&["4", "india"]));
    let deck = game.state.dump()["fate_deck"].as_array().expect("a list").clone();
    assert_eq!(deck.len(), 18);
    assert_eq!((&deck[0], &deck[17]), (&json!("india"), &json!("4")));
    let numbered =
        deck.iter().filter(|card| card.as_str().is_some_and(|c| c.parse::<u8>().is_ok()));
    assert_eq!(numbered.count(), 12);
}

#[test]
fn r11_7_a_text_is_in_force_for_the_whole_next_turn_and_no_longer() {
    for (card, suit) in every_text() {
        let position = text_comes(card, suit.id()).fate_first(&[&card.to_string(), "lord-bute"]);
        let mut game = end_turn(position);
        for nation in Nation::ALL {
            go_on_until(&mut game, nation.id(), "movement");
            assert_eq!(game.state.turn(), 7);
            let in_force = game.state.fate_in_force().expect("in force");
            assert_eq!((in_force.card, in_force.suit), (card, suit), "{nation}");
        }
        game.end_movement();
        assert_eq!((game.state.turn(), game.state.fate_in_force()), (8, None));
        assert_eq!(game.state.fate_text(), FateText::None);
    }
}

#[test]
fn r11_7_the_next_numbered_card_replaces_the_text_and_what_was_used_up_is_fresh() {
    // The same card comes twice running: France's first card of turn 8 is again worth more.
    let position = in_force(4, "spades", "france").fate_first(&["4"]);
    let mut game = position.member("effect_used", true.into()).game();
    game.end_movement();
    assert_eq!(game.state.turn(), 8);
    assert_eq!(game.state.fate_text(), FateText::FranceFirstCard);
    assert_eq!(game.state.dump()["effect_used"], false);
}

#[test]
fn r11_7_no_fate_is_in_force_in_turns_1_to_6() {
    let mut game = position().turn(5).nation("france").fate_first(&["12"]).game();
    game.end_movement();
    assert_eq!(game.events("fate-drawn").len(), 0);
    assert_eq!((game.state.turn(), game.state.fate_in_force()), (6, None));
}

/// Whom the card asks, with the troops split like this.
fn asked_with(card: u8, suit: &str, troops: &[(&str, &str, u8)]) -> Vec<&'static str> {
    let position = text_comes_of(expert(), "Cumberland", card, suit);
    let position =
        troops.iter().fold(position, |p, (name, city, troops)| p.put(name, city, *troops));
    asked(&end_turn(position))
}

#[test]
fn r11_7_whether_a_card_asks_depends_on_totals_not_on_their_split() {
    // One of the two cannot gain, or has only his last troop: the question tells nothing of it.
    for (card, suit, a, b) in [
        (1, "clubs", "Saltikov", "Fermor"),
        (8, "spades", "Keith", "Heinrich"),
        (10, "clubs", "Keith", "Heinrich"),
    ] {
        for total in 2..=16_u8 {
            let answers: Vec<_> = (1..=8_u8)
                .filter_map(|first| Some((first, total.checked_sub(first)?)))
                .filter(|(_, second)| (1..=8).contains(second))
                .map(|(x, y)| asked_with(card, suit, &[(a, "torun", x), (b, "lomza", y)]))
                .collect();
            assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{card} {suit} {total}");
            let possible = if card == 10 { total > 2 } else { total < 16 };
            assert_eq!(!answers[0].is_empty(), possible, "{card} {suit}, {total} troops");
        }
    }
}

#[test]
fn r11_7_whether_a_card_asks_does_not_depend_on_the_faces_of_hands() {
    for (card, suit) in [(1, "hearts"), (4, "hearts"), (9, "diamonds")] {
        let with = |face: &str| {
            let nations = ["prussia", "russia", "austria", "france"];
            let position = nations
                .iter()
                .fold(text_comes(card, suit), |position, nation| position.hand(nation, &[face]));
            asked(&end_turn(position))
        };
        assert!(!with("2S").is_empty());
        assert_eq!(with("2S"), with("13D"));
        assert_eq!(with("2S"), with("R"));
    }
}

#[test]
fn r11_7_only_the_owners_view_shows_who_gained_or_lost_a_troop() {
    // The same totals, before and after, with another general as the one who changes.
    let views = |general: &str, seat: Option<Seat>| {
        let position = text_comes(10, "clubs").put("Keith", "oels", 3).put("Dohna", "stettin", 3);
        let mut game = end_turn(position);
        game.act("prussia", choose_general(general));
        serde_json::to_value(game.state.view(seat)).expect("JSON")
    };
    for seat in [None, Some(Seat::Elisabeth), Some(Seat::MariaTheresa), Some(Seat::Pompadour)] {
        assert_eq!(views("Keith", seat), views("Dohna", seat), "{seat:?}");
    }
    let own = Some(Seat::Frederick);
    assert_ne!(views("Keith", own), views("Dohna", own));
}
