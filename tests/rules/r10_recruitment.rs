//! R10: recruitment and re-entry.

use feldpost::game::{Audience, Nation};
use serde_json::{Value, json};

use super::support::{Game, Position, nation, position};

fn recruit(pay: &[&str], troops: Value, generals: Value, trains: Value) -> Value {
    json!({"do": "recruit", "pay": pay, "troops": troops, "generals": generals, "trains": trains})
}

/// Only troops for generals on the map.
fn troops(pay: &[&str], troops: Value) -> Value {
    recruit(pay, troops, json!([]), json!([]))
}

/// One general who re-enters.
fn enter(pay: &[&str], name: &str, city: &str, troops: u8) -> Value {
    let generals = json!([{"name": name, "city": city, "troops": troops}]);
    recruit(pay, json!({}), generals, json!([]))
}

/// One train that re-enters.
fn train(pay: &[&str], number: u8, city: &str) -> Value {
    let trains = json!([{"name": format!("Train {number}"), "city": city}]);
    recruit(pay, json!({}), json!([]), trains)
}

/// Russia with Saltikov in Torun and these cards.
fn russia(cards: &[&str]) -> Position {
    position().nation("russia").put("Saltikov", "torun", 3).hand("russia", cards)
}

#[test]
fn r10_1_cards_pay_their_value_whatever_their_suit() {
    let mut game = russia(&["2S", "3H", "R", "13D"]).game();
    let reason = game.refused(
        "russia",
        troops(&["2S", "3H"], json!({"Saltikov": 1})),
        "R10.1",
        "pays-too-little",
    );
    assert_eq!((&reason["cost"], &reason["paid"]), (&json!(6), &json!(5)));
    // A Reserve is worth 10: with 2 it pays for two troops.
    game.act("russia", troops(&["2S", "R"], json!({"Saltikov": 2})));
    assert_eq!(game.hand("russia"), ["3H", "13D"]);
    assert_eq!(game.troops("Saltikov"), 5);
}

#[test]
fn r10_1_what_is_paid_too_much_is_lost_and_each_payment_stands_alone() {
    let mut game = russia(&["11S", "11H", "2D"]).game();
    game.act("russia", troops(&["11S"], json!({"Saltikov": 1})));
    let order = troops(&["2D"], json!({"Saltikov": 1}));
    game.refused("russia", order, "R10.1", "pays-too-little");
    game.act("russia", troops(&["11H", "2D"], json!({"Saltikov": 2})));
    assert!(game.hand("russia").is_empty());
}

#[test]
fn r10_1_the_cards_are_shown_and_the_nations_own() {
    let mut game = russia(&["6S"]).hand("sweden", &["13S"]).game();
    let order = |card: &str| troops(&[card], json!({"Saltikov": 1}));
    game.refused("russia", order("13S"), "R3.2", "not-in-hand");
    game.refused(
        "russia",
        troops(&["6S", "6S"], json!({"Saltikov": 2})),
        "R10.1",
        "card-paid-twice",
    );
    game.act("russia", order("6S"));
    assert_eq!(game.event("recruited")["cards"], json!(["6S/1"]));
    let pile = super::support::texts(&game.state.dump()["discards"]["1"]);
    assert_eq!(pile, ["6S/1"]);
    // Two cards with the same face are two cards.
    let mut game = russia(&["6S/1", "6S/2"]).game();
    game.act("russia", troops(&["6S", "6S"], json!({"Saltikov": 2})));
    assert!(game.hand("russia").is_empty());
}

#[test]
fn r10_2_a_troop_and_a_train_cost_six_and_a_general_nothing() {
    let mut game = russia(&["12S", "12H", "6D"]).game();
    game.act("russia", train(&["6D"], 1, "warszawa"));
    assert_eq!(game.event("recruited")["cost"], 6);
    assert_eq!(game.train_city("russia", 1), Some("warszawa"));
    game.act("russia", enter(&["12S"], "Fermor", "sierpc", 2));
    assert_eq!(game.event("recruited")["cost"], 12);
    assert_eq!(game.troops("Fermor"), 2);
    let order = troops(&["12H"], json!({}));
    game.refused("russia", order, "R10.2", "nothing-bought");
    let order = troops(&["12H"], json!({"Saltikov": 0}));
    game.refused("russia", order, "R10.2", "nothing-bought");
}

#[test]
fn r10_2_a_general_needs_one_of_the_troops_bought_now() {
    let mut game = russia(&["12S"]).game();
    game.refused("russia", enter(&["12S"], "Fermor", "sierpc", 0), "R10.2", "reentry-needs-troop");
    let generals = json!([{"name": "Fermor", "city": "sierpc", "troops": 1},
        {"name": "Apraxin", "city": "sierpc", "troops": 1}]);
    game.act("russia", recruit(&["12S"], json!({}), generals, json!([])));
    assert_eq!((game.city("Fermor"), game.city("Apraxin")), (Some("sierpc"), Some("sierpc")));
}

#[test]
fn r10_3_troops_go_to_any_general_wherever_he_stands() {
    // Far from home, face down, beside an enemy, moved or not.
    let pieces = russia(&["12S", "6H"]).put("Fermor", "berlin", 1).face_down("Fermor");
    let mut game = pieces.put("Friedrich", "spandau", 1).done("Fermor").game();
    game.act("russia", troops(&["12S"], json!({"Fermor": 2})));
    assert_eq!((game.troops("Fermor"), game.face_down("Fermor")), (3, true));
    // Being reinforced is no movement.
    game.act("russia", troops(&["6H"], json!({"Saltikov": 1})));
    game.march(&["Saltikov"], &["lipno"]);
}

#[test]
fn r10_3_within_eight_each_and_only_to_own_generals() {
    let pieces = russia(&["13S", "13H"]).train("russia", 2, "warszawa");
    let mut game = pieces.put("Fermor", "lipno", 8).put("Ehrensvärd", "wismar", 1).game();
    game.refused("russia", troops(&["13S"], json!({"Fermor": 1})), "R10.3", "general-maximum");
    game.refused("russia", troops(&["13S"], json!({"Apraxin": 1})), "R10.3", "no-general-on-map");
    game.refused("russia", troops(&["13S"], json!({"Train 2": 1})), "R10.3", "no-general-on-map");
    game.refused("russia", troops(&["13S"], json!({"Ehrensvärd": 1})), "R1.7", "unknown-piece");
    let many: Vec<&str> = ["13S", "13H"].into();
    game.refused("russia", enter(&many, "Apraxin", "sierpc", 9), "R10.3", "general-maximum");
}

#[test]
fn r10_3_only_how_many_is_told_and_not_to_whom() {
    let mut game = russia(&["12S"]).put("Fermor", "lipno", 2).game();
    game.act("russia", troops(&["12S"], json!({"Saltikov": 1, "Fermor": 1})));
    let told = game.event("recruited");
    assert_eq!((&told["troops"], &told["total"]), (&json!(2), &json!(7)));
    let public: Vec<String> = game
        .last
        .iter()
        .filter(|event| event.audience() == Audience::Everybody)
        .map(|event| serde_json::to_string(event).expect("JSON"))
        .collect();
    assert!(public.iter().all(|event| !event.contains("Fermor") && !event.contains("Saltikov")));
    let allotted = game.last.iter().find(|e| e.audience() == Audience::Owner(Nation::Russia));
    assert!(serde_json::to_string(&allotted).expect("JSON").contains("Fermor"));
    assert_eq!(game.state.view(None).nations[2].troops, 7);
}

#[test]
fn r10_3_a_re_entering_general_tells_where_and_not_with_how_many() {
    let mut game = russia(&["12S"]).game();
    game.act("russia", enter(&["12S"], "Fermor", "sierpc", 2));
    let told = game.event("recruited");
    assert_eq!(told["generals"], json!([{"piece": "Fermor", "city": "sierpc"}]));
}

#[test]
fn r10_4_pieces_re_enter_at_their_depots() {
    let mut game = russia(&["12S", "6H"]).removed("Tottleben").game();
    for city in ["torun", "berlin", "lipno"] {
        game.refused("russia", enter(&["12S"], "Fermor", city, 1), "R10.4", "not-a-depot");
        game.refused("russia", train(&["12S"], 1, city), "R10.4", "not-a-depot");
    }
    game.refused("russia", enter(&["12S"], "Saltikov", "sierpc", 1), "R10.4", "not-off-map");
    game.refused("russia", enter(&["12S"], "Tottleben", "sierpc", 1), "R11.3", "gone-for-good");
    game.refused("russia", enter(&["12S"], "Train 1", "sierpc", 1), "R10.4", "wrong-kind");
    let trains = json!([{"name": "Fermor", "city": "sierpc"}]);
    let order = recruit(&["12S"], json!({}), json!([]), trains);
    game.refused("russia", order, "R10.4", "wrong-kind");
    let generals = json!([{"name": "Fermor", "city": "sierpc", "troops": 1},
        {"name": "Fermor", "city": "warszawa", "troops": 1}]);
    let order = recruit(&["12S"], json!({}), generals, json!([]));
    game.refused("russia", order, "R4.1", "piece-twice");
    game.act("russia", enter(&["12S"], "Fermor", "sierpc", 2));
    game.no_march(&["Fermor"], &["lipno"], "R4.1", "has-moved");
}

#[test]
fn r10_4_a_depot_takes_an_own_stack_or_one_train() {
    let cards = ["13S", "13H", "13D", "13C"];
    // A stack of three, then no fourth.
    let pieces = russia(&cards).put("Fermor", "sierpc", 1).put("Apraxin", "sierpc", 1);
    let mut game = pieces.put("Saltikov", "sierpc", 1).game();
    game.refused("russia", enter(&["13S"], "Tottleben", "sierpc", 1), "R4.3", "stack-full");
    game.refused("russia", train(&["13S"], 1, "sierpc"), "R10.4", "no-room-to-enter");
    game.act("russia", enter(&["13S"], "Tottleben", "warszawa", 1));
    game.refused("russia", train(&["13H"], 1, "warszawa"), "R10.4", "no-room-to-enter");
    // Trains, own or hostile, and hostile generals keep everybody out.
    for barred in [
        russia(&cards).train("russia", 2, "sierpc"),
        russia(&cards).train("prussia", 2, "sierpc"),
        russia(&cards).put("Friedrich", "sierpc", 1),
        russia(&cards).put("Daun", "sierpc", 1),
    ] {
        let mut game = barred.game();
        game.refused("russia", enter(&["13S"], "Fermor", "sierpc", 1), "R10.4", "no-room-to-enter");
        game.refused("russia", train(&["13S"], 1, "sierpc"), "R10.4", "no-room-to-enter");
    }
}

#[test]
fn r10_4_who_enters_where_a_general_stands_joins_him() {
    let mut game = russia(&["12S"]).put("Fermor", "sierpc", 1).face_down("Fermor").game();
    game.act("russia", enter(&["12S"], "Apraxin", "sierpc", 1));
    assert_eq!(game.event("joined")["pieces"], json!(["Fermor", "Apraxin"]));
    assert!(game.face_down("Apraxin"), "he joined a face-down general");
    game.no_march(&["Fermor"], &["lipno"], "R4.1", "has-moved");
    game.no_march(&["Apraxin"], &["lipno"], "R4.1", "has-moved");
}

#[test]
fn r10_4_between_the_moves_and_more_than_once() {
    let mut game = russia(&["6S", "6H", "6D"]).put("Fermor", "sierpc", 1).game();
    game.act("russia", troops(&["6S"], json!({"Fermor": 1})));
    game.march(&["Fermor"], &["lipno"]);
    game.act("russia", train(&["6H"], 1, "sierpc"));
    game.march(&["Saltikov"], &["lipno"]);
    game.act("russia", troops(&["6D"], json!({"Saltikov": 1})));
    assert_eq!((game.troops("Fermor"), game.troops("Saltikov")), (2, 4));
}

#[test]
fn r10_4_a_refused_payment_changes_nothing_at_all() {
    // The general could enter, the train could not.
    let mut game = russia(&["13S", "13H"]).game();
    let generals = json!([{"name": "Fermor", "city": "sierpc", "troops": 1}]);
    let trains = json!([{"name": "Train 1", "city": "sierpc"}]);
    let order = recruit(&["13S", "13H"], json!({"Saltikov": 1}), generals, trains);
    game.refused("russia", order, "R10.4", "no-room-to-enter");
}

/// Both Russian depots are in Prussian hands.
fn without_depots(cards: &[&str]) -> Position {
    russia(cards).put("Friedrich", "sierpc", 1).train("prussia", 1, "warszawa")
}

#[test]
fn r10_5_without_depots_a_substitute_city_serves_and_all_costs_eight() {
    let mut game = without_depots(&["8S", "8H", "12D", "13D", "3S"]).game();
    game.refused("russia", enter(&["8S"], "Fermor", "torun", 1), "R10.5", "not-a-substitute");
    game.refused("russia", enter(&["8S"], "Fermor", "sierpc", 1), "R10.5", "not-a-substitute");
    let order = enter(&["12D"], "Fermor", "radom", 2);
    let reason = game.refused("russia", order, "R10.1", "pays-too-little");
    assert_eq!(reason["cost"], 16);
    game.act("russia", enter(&["8S"], "Fermor", "radom", 1));
    assert_eq!(game.event("recruited")["cost"], 8);
    // Only one such city in an action.
    let reason = game.refused(
        "russia",
        enter(&["8H"], "Apraxin", "rawa", 1),
        "R10.5",
        "one-substitute-only",
    );
    assert_eq!(reason["used"], "radom");
    game.act("russia", enter(&["8H"], "Apraxin", "radom", 1));
    // Also troops for others cost eight.
    let order = troops(&["13D"], json!({"Saltikov": 2}));
    game.refused("russia", order, "R10.1", "pays-too-little");
    game.act("russia", troops(&["13D", "3S"], json!({"Saltikov": 2})));
}

#[test]
fn r10_5_of_two_substitutes_in_one_payment_the_second_is_refused() {
    let mut game = without_depots(&["8S", "8H"]).game();
    let generals = json!([{"name": "Fermor", "city": "radom", "troops": 1},
        {"name": "Apraxin", "city": "rawa", "troops": 1}]);
    let order = recruit(&["8S", "8H"], json!({}), generals, json!([]));
    game.refused("russia", order, "R10.5", "one-substitute-only");
}

#[test]
fn r10_5_one_depot_without_an_enemy_is_enough() {
    // An own piece or an ally's is no hostile piece, though the depot is closed to a train.
    for pieces in [
        russia(&["8S"]).put("Friedrich", "sierpc", 1),
        russia(&["8S"]).put("Friedrich", "sierpc", 1).put("Tottleben", "warszawa", 1),
        russia(&["8S"]).put("Friedrich", "sierpc", 1).put("Daun", "warszawa", 1),
    ] {
        let mut game = pieces.game();
        game.refused("russia", enter(&["8S"], "Fermor", "radom", 1), "R10.4", "not-a-depot");
        game.act("russia", troops(&["8S"], json!({"Saltikov": 1})));
        assert_eq!(game.event("recruited")["cost"], 6);
    }
}

#[test]
fn r10_5_freeing_a_depot_ends_the_need() {
    let pieces = without_depots(&["6S", "6H"]).put("Saltikov", "nowy-dwor", 3);
    let mut game = pieces.game();
    game.refused("russia", troops(&["6S"], json!({"Saltikov": 1})), "R10.1", "pays-too-little");
    game.march(&["Saltikov"], &["warszawa"]);
    game.act("russia", troops(&["6S"], json!({"Saltikov": 1})));
    game.act("russia", enter(&["6H"], "Fermor", "warszawa", 1));
}

#[test]
fn r10_5_once_a_substitute_is_used_it_holds_for_the_whole_action() {
    let pieces = without_depots(&["8S", "8H", "6C", "2C"]).put("Saltikov", "nowy-dwor", 3);
    let mut game = pieces.game();
    game.act("russia", enter(&["8S"], "Fermor", "radom", 1));
    game.march(&["Saltikov"], &["warszawa"]);
    let order = enter(&["8H"], "Apraxin", "warszawa", 1);
    game.refused("russia", order, "R10.5", "one-substitute-only");
    game.refused("russia", troops(&["6C"], json!({"Saltikov": 1})), "R10.1", "pays-too-little");
    // In the next action it is forgotten.
    game.end_movement();
    assert_eq!(game.state.dump()["substitute_city"], Value::Null);
}

/// All depots of the nation are in the enemy's hands: which of these cities stand in for them?
fn substitutes(of: &str, depots: &[&str], among: &[&'static str]) -> Vec<&'static str> {
    let enemies = match of {
        "prussia" | "hanover" => ["Daun", "Browne"],
        _ => ["Friedrich", "Heinrich"],
    };
    let pieces = depots.iter().zip(enemies);
    let pieces = pieces.fold(position().nation(of), |all, (depot, enemy)| all.put(enemy, depot, 1));
    let cities = pieces.hand(of, &["2S"]).game().state.entry_cities(nation(of));
    among.iter().copied().filter(|id| cities.iter().any(|city| city.id() == *id)).collect()
}

#[test]
fn r10_5_every_nation_has_its_own_substitutes() {
    // Any city of the sector, whatever its colour; blue ones of another sector not.
    let among = ["potsdam", "schwedt", "fuerstenberg-havel", "brandenburg"];
    assert_eq!(substitutes("prussia", &["berlin"], &among), among[..3]);
    let among = ["celle", "winsen", "hamburg", "kiel", "luebeck", "hannover"];
    assert_eq!(substitutes("hanover", &["stade"], &among), among[..5]);
    let among = ["radom", "otwock", "lomza", "sierpc"];
    assert_eq!(substitutes("russia", &["sierpc", "warszawa"], &among), ["radom", "otwock"]);
    let among = ["wismar", "greifswald", "rostock"];
    assert_eq!(substitutes("sweden", &["stralsund"], &among), ["wismar", "greifswald"]);
    let among = ["olmuetz", "troppau", "glatz", "prag"];
    assert_eq!(substitutes("austria", &["tabor", "bruenn"], &among), ["olmuetz", "troppau"]);
    let among = ["bamberg", "gemuenden", "fulda", "meiningen"];
    let imperial = substitutes("imperial-army", &["hildburghausen"], &among);
    assert_eq!(imperial, ["bamberg", "gemuenden"]);
    let among = ["mainz", "hanau", "fulda", "wertheim"];
    assert_eq!(substitutes("france", &["koblenz", "gemuenden"], &among), ["mainz", "hanau"]);
}

#[test]
fn r10_5_a_substitute_city_of_prussia_or_hanover_may_be_anybodys_home() {
    let position = position().nation("hanover").put("Richelieu", "stade", 2).turn(7);
    let mut game = position.fate_text(8, "hearts").hand("hanover", &["8H"]).game();
    game.act("hanover", enter(&["8H"], "Ferdinand", "hamburg", 1));
    assert_eq!(
        (game.city("Ferdinand"), game.event("recruited")["cost"].clone()),
        (Some("hamburg"), json!(8))
    );

    let position = self::position().nation("prussia").put("Daun", "berlin", 2);
    let mut game = position.hand("prussia", &["8H"]).game();
    game.act("prussia", enter(&["8H"], "Heinrich", "fuerstenberg-havel", 1));
    assert_eq!(game.city("Heinrich"), Some("fuerstenberg-havel"));

    // Austria alone needs a city of its own: Neiße lies in its sector, and is Prussia's.
    let position = self::position().nation("austria").put("Friedrich", "tabor", 2);
    let mut game = position.put("Heinrich", "bruenn", 2).hand("austria", &["8H"]).game();
    let order = enter(&["8H"], "Daun", "neisse", 1);
    game.refused("austria", order, "R10.5", "not-a-substitute");
}

/// The cities in which something can enter now, by the protocol's `options`.
fn open_cities(game: &Game) -> Value {
    let options = serde_json::to_value(game.state.options()).expect("JSON");
    options[0]["movement"]["recruitment"]["cities"].clone()
}

#[test]
fn r10_4_options_list_only_cities_where_something_can_enter_now() {
    assert_eq!(open_cities(&russia(&["6S"]).game()), json!(["sierpc", "warszawa"]));
    // The hand does not pay for anything.
    assert_eq!(open_cities(&russia(&["5S"]).game()), json!([]));
    // An enemy stands in one of them; without a depot at all only empty cities of the sector serve.
    let game = russia(&["6S"]).put("Friedrich", "sierpc", 1).game();
    assert_eq!(open_cities(&game), json!(["warszawa"]));
    let lost = without_depots(&["8S"]).put("Heinrich", "radom", 1).game();
    let cities = open_cities(&lost);
    assert!(cities.as_array().is_some_and(|all| all.len() > 3 && !all.contains(&json!("radom"))));
    // A full stack takes no general, and no train either.
    let three = russia(&["6S"]).put("Fermor", "sierpc", 1).put("Apraxin", "sierpc", 1);
    let game = three.put("Tottleben", "sierpc", 1).game();
    assert_eq!(open_cities(&game), json!(["warszawa"]));
    // Nothing is off the map.
    let all = russia(&["6S"]).put("Fermor", "torun", 1).put("Apraxin", "plock", 1);
    let all =
        all.put("Tottleben", "lomza", 1).train("russia", 1, "rawa").train("russia", 2, "otwock");
    assert_eq!(open_cities(&all.game()), json!([]));
}

#[test]
fn r10_6_a_nation_without_any_piece_draws_recruits_and_re_enters() {
    let mut game = position().nation("hanover").put("Ferdinand", "stade", 1).game();
    game.end_movement();
    assert_eq!((game.active(), game.hand("russia").len()), ("russia", 4));
    assert_eq!(game.awaited(), [("russia", "movement")]);
    let mut game = position().nation("russia").hand("russia", &["12S"]).game();
    game.act("russia", enter(&["12S"], "Saltikov", "sierpc", 2));
    assert_eq!((game.city("Saltikov"), game.troops("Saltikov")), (Some("sierpc"), 2));
}

#[test]
fn r10_6_with_neither_pieces_nor_cards_its_action_passes() {
    // All cards are in Prussia's hand: the others have nothing to order, and all can see it.
    let pieces = position().nation("hanover").put("Ferdinand", "stade", 1);
    let mut game = pieces.put("Daun", "prag", 1).all_cards("prussia").game();
    game.end_movement();
    assert_eq!(game.awaited(), [("austria", "movement")], "Daun may move");
    game.end_movement();
    assert_eq!((game.active(), game.state.turn()), ("prussia", 2));
}
