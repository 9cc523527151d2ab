//! The state as JSON and the kinds of decisions, as the referee protocol promises them.

use feldpost::game::{Scenario, Setup, State};
use serde_json::{Value, json};

use super::support::{Game, Position, position};

fn fight(position: Position) -> Game {
    let mut game = position.game();
    game.end_movement();
    game
}

/// Friedrich in Berlin between Daun in Spandau and Browne in Bernau.
fn berlin() -> Position {
    position().put("Friedrich", "berlin", 6).put("Daun", "spandau", 4).put("Browne", "bernau", 3)
}

/// Games waiting for each kind of decision that the standard game has.
fn waiting() -> Vec<(&'static str, Game)> {
    let mut attack = fight(berlin().hand("austria", &["2S", "2H"]));
    let attacked = {
        attack.attack("berlin", "spandau");
        Game { state: attack.state.clone(), last: Vec::new() }
    };
    let mut retreat = Game { state: attacked.state.clone(), last: Vec::new() };
    retreat.stop();
    let mut discard = position().nation("imperial-army").game();
    discard.end_movement();
    let sweden = position().turn(6).nation("france").put("Soubise", "koblenz", 1);
    let pieces = position().turn(6).nation("france").put("Soubise", "koblenz", 1);
    vec![
        ("allot", Game::new(Setup::default())),
        ("discard", discard),
        ("movement", berlin().conquered("austria", &["breslau"]).game()),
        ("attack", fight(berlin())),
        ("play", attacked),
        ("retreat", retreat),
        ("fate", fight(sweden.fate_first(&["sweden"]))),
        ("game-over", fight(pieces.conquered_but("france", &[]))),
    ]
}

#[test]
fn r2_2_every_kind_of_decision_has_its_name() {
    for (kind, game) in waiting() {
        let awaited = game.awaited();
        assert!(!awaited.is_empty() && awaited.iter().all(|(_, told)| *told == kind), "{kind}");
        let options = serde_json::to_value(game.state.options()).expect("JSON");
        assert_eq!(options[0]["kind"], kind);
        assert!(options[0]["nation"].is_string() && options[0]["seat"].is_string());
    }
}

#[test]
fn r2_2_every_listed_answer_is_accepted() {
    for (kind, game) in waiting() {
        if !["discard", "attack", "play", "retreat", "fate"].contains(&kind) {
            continue;
        }
        let answers = game.answers();
        assert!(!answers.is_empty(), "{kind}");
        for answer in answers {
            let mut game = Game { state: game.state.clone(), last: Vec::new() };
            let nation = game.awaited()[0].0;
            game.act(nation, answer);
        }
    }
}

#[test]
fn r12_1_after_the_end_nothing_is_accepted() {
    let (_, mut game) = waiting().pop().expect("the last one is over");
    let stack = json!({"do": "redistribute", "city": "koblenz", "troops": {"Soubise": 1}});
    game.refused("france", stack, "R12.1", "game-over");
    game.refused("prussia", json!({"do": "end-movement"}), "R12.1", "game-over");
}

#[test]
fn the_state_has_the_members_that_the_protocol_names() {
    let (_, game) = waiting().remove(4);
    let state = game.state.dump();
    assert_eq!((&state["scenario"], &state["edition"]), (&json!("standard"), &json!("classic")));
    assert_eq!((&state["expert"], &state["turn"]), (&json!(false), &json!(1)));
    assert_eq!((&state["nation"], &state["phase"]), (&json!("prussia"), &json!("combat")));
    let friedrich = json!({"nation": "prussia", "name": "Friedrich", "city": "berlin", "troops": 6,
        "face_down": false, "done": false});
    assert_eq!(state["pieces"][0], friedrich);
    assert_eq!(state["pieces"].as_array().map(Vec::len), Some(35));
    assert_eq!(state["hands"]["austria"], json!(["2S/1", "2H/1"]));
    assert_eq!(state["draw_pile"].as_array().map(Vec::len), Some(48));
    assert_eq!(state["discards"], json!({"1": [], "2": [], "3": [], "4": []}));
    assert_eq!(state["unopened_decks"], json!([2, 3, 4]));
    assert_eq!(state["fate_deck"].as_array().map(Vec::len), Some(18));
    assert_eq!((&state["strokes"], &state["fate_text"]), (&json!([]), &Value::Null));
    assert_eq!((&state["conquered"], &state["marked"]), (&json!({}), &json!([])));
    assert_eq!(state["combats"], json!([{"from": "berlin", "to": "bernau"}]));
    let combat = json!({"from": "berlin", "to": "spandau", "score": -2, "right": "austria"});
    assert_eq!(state["combat"], combat);
    assert_eq!(state["set_aside"], Value::Null);
}

#[test]
fn the_members_say_what_a_position_says() {
    let game = position().turn(7).conquered("austria", &["breslau"]).strokes(&["lord-bute"]);
    let pieces = game.nation("austria").put("Daun", "prag", 2).face_down("Daun").removed("Keith");
    let pieces = pieces.fate_text(8, "spades").fate_first(&["4", "india"]).draw_first(&["5S/2"]);
    let mut game = pieces.put("Dohna", "glogau", 1).put("Browne", "schweidnitz", 1).game();
    game.march(&["Browne"], &["breslau", "ohlau"]);
    let state = game.state.dump();
    assert_eq!(state["conquered"], json!({"breslau": "austria", "schweidnitz": "austria"}));
    assert_eq!(state["strokes"], json!(["lord-bute"]));
    assert_eq!(state["fate_text"], json!({"card": "8", "suit": "spades"}));
    assert_eq!((&state["fate_deck"][0], &state["fate_deck"][1]), (&json!("4"), &json!("india")));
    assert_eq!(state["draw_pile"][0], "5S/2");
    let piece = |name: &str| {
        let pieces = state["pieces"].as_array().expect("a list");
        pieces.iter().find(|piece| piece["name"] == name).expect("a piece").clone()
    };
    assert_eq!(
        (&piece("Keith")["city"], &piece("Karl")["city"]),
        (&json!("removed"), &Value::Null)
    );
    assert_eq!(
        (&piece("Daun")["face_down"], &piece("Browne")["done"]),
        (&json!(true), &json!(true))
    );
}

#[test]
fn what_is_dumped_is_loaded_whatever_is_awaited() {
    for (kind, game) in waiting() {
        let loaded =
            State::load(game.state.dump()).unwrap_or_else(|fault| panic!("{kind}: {fault}"));
        assert!(loaded.state == game.state, "{kind}");
        assert_eq!(loaded.notes, Vec::<String>::new(), "{kind}");
        let text = game.state.dump_text();
        assert!(State::load_text(&text).expect("consistent").state == game.state, "{kind}");
    }
}

#[test]
fn a_move_of_the_phase_leaves_nothing_of_the_old_one_behind() {
    let (_, game) = waiting().remove(4);
    let mut json = game.state.dump();
    json["phase"] = "movement".into();
    let mut game = Game { state: State::load(json).expect("consistent").state, last: Vec::new() };
    assert_eq!(game.awaited(), [("prussia", "movement")]);
    assert!(game.state.combat().is_none() && game.state.combats().is_empty());
    game.end_movement();
    assert_eq!(game.events("combats-fixed").len(), 1);
}

/// What `load` says to a position with one member replaced.
fn fault(position: Position, member: &str, value: Value) -> String {
    match State::load(position.member(member, value).json()) {
        Ok(_) => panic!("{member} is accepted"),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn load_names_what_is_inconsistent() {
    let pair = |from: &str, to: &str| json!({"from": from, "to": to});
    let combat = |from: &str, to: &str, score: i32, right: &str| json!({"from": from, "to": to, "score": score, "right": right});
    let retreat = |length: u8| json!({"from": "spandau", "winner": "berlin", "length": length});
    let fighting = || berlin().phase("combat");
    let faults = [
        (berlin(), "turn", json!(0), "turn"),
        (berlin(), "turn", json!(60_000), "turn"),
        (berlin(), "nation", json!("saxony"), "saxony"),
        (berlin().strokes(&["elisabeth"]), "nation", json!("russia"), "russia"),
        (berlin(), "phase", json!("waiting"), "waiting"),
        (berlin(), "phase", json!("combat"), "no combat"),
        (berlin(), "phase", json!("discard"), "nothing to discard"),
        (berlin().hand("prussia", &["2S"]), "phase", json!("discard"), "R3.1"),
        (berlin().hand("prussia", &["12S"]).turn(3), "phase", json!("offensive-option"), "R13.3"),
        (berlin(), "phase", json!("reconquest"), "R13.2"),
        (withdrawing(), "fate_text", json!(null), "8 clubs"),
        (withdrawing(), "fate_text", json!({"card": "8", "suit": "spades"}), "8 clubs"),
        (
            withdrawing().put("Heinrich", "potsdam", 1).phase("withdrawal"),
            "nation",
            json!("prussia"),
            "berlin",
        ),
        (berlin(), "fate_choice", json!({"kind": "removal"}), "phase"),
        (
            berlin(),
            "outcome",
            json!({"ending": "outlasted", "nations": [], "winners": [], "turn": 1}),
            "phase",
        ),
        (berlin(), "substitute_city", json!("brandenburg"), "R10.5"),
        (berlin(), "phase", json!("fate"), "fate_choice"),
        (berlin(), "phase", json!("game-over"), "outcome"),
        (berlin(), "phase", json!("set-up"), "R1.7"),
        (berlin().phase("fate"), "fate_choice", json!({"kind": "text"}), "fate_choice"),
        (berlin(), "scenario", json!("chess"), "chess"),
        (berlin(), "scenario", json!("war-in-the-west"), "pieces"),
        (berlin(), "seed", json!("12"), "seed"),
        (berlin(), "pieces", json!([]), "Friedrich"),
        (berlin(), "strokes", json!(["poems", "poems"]), "poems"),
        (berlin(), "strokes", json!(["thunder"]), "thunder"),
        (berlin().put("Soubise", "koblenz", 1), "strokes", json!(["india", "america"]), "Soubise"),
        (berlin(), "fate_deck", json!(["1", "1"]), "fate_deck"),
        (berlin(), "fate_deck", json!(["13"]), "13"),
        (berlin(), "fate_text", json!({"card": "13", "suit": "spades"}), "12"),
        (berlin(), "conquered", json!({"berlin": "austria"}), "berlin"),
        (berlin(), "conquered", json!({"breslau": "russia"}), "breslau"),
        (berlin(), "conquered", json!({"atlantis": "russia"}), "atlantis"),
        (berlin(), "marked", json!(["berlin"]), "berlin"),
        (berlin(), "unopened_decks", json!([2, 2]), "2"),
        (berlin(), "unopened_decks", json!([5]), "5"),
        (berlin(), "hands", json!({"prussia": ["10D/1"]}), "10D/1"),
        (berlin(), "hands", json!({"prussia": ["10D/3"]}), "10D/3"),
        (berlin(), "hands", json!({"prussia": ["14D"]}), "14D"),
        (berlin(), "discards", json!({"5": []}), "5"),
        (berlin(), "discards", json!({"2": ["10D/1"]}), "10D/1"),
        (fighting(), "combats", json!([pair("spandau", "berlin")]), "spandau"),
        (fighting(), "combats", json!([pair("berlin", "potsdam")]), "potsdam"),
        (fighting(), "combat", combat("berlin", "potsdam", -1, "prussia"), "potsdam"),
        (fighting(), "combat", combat("berlin", "spandau", -1, "france"), "france"),
        (fighting(), "combat", combat("berlin", "spandau", 1, "austria"), "R7.3"),
        (fighting(), "retreat", retreat(0), "R8.1"),
        (fighting(), "retreat", retreat(24), "R8.1"),
        (
            fighting().train("austria", 1, "potsdam").train("austria", 2, "velten"),
            "retreat",
            retreat(1),
            "R8.4",
        ),
        (
            fighting(),
            "retreat",
            json!({"from": "potsdam", "winner": "berlin", "length": 1}),
            "retreat",
        ),
        (berlin(), "weather", json!("rain"), "weather"),
    ];
    for (position, member, value, named) in faults {
        let text = value.to_string();
        let told = fault(position, member, value);
        assert!(told.contains(named), "{member}: {text}: {told}");
    }
}

/// Daun in Spandau attacks Friedrich in Berlin under 8 clubs, and Prussia may withdraw.
fn withdrawing() -> Position {
    let position = berlin().turn(7).nation("austria").fate_text(8, "clubs").phase("withdrawal");
    position.member("combats", json!([{"from": "spandau", "to": "berlin"}]))
}

/// After the last action of turn 6, with this choice of a Card of Fate pending.
fn choosing(choice: Value) -> Position {
    let position = position().turn(6).nation("france").put("Soubise", "koblenz", 1);
    position.put("Keith", "oels", 2).phase("fate").member("fate_choice", choice)
}

#[test]
fn load_accepts_the_choices_that_a_position_can_have() {
    let text = || choosing(json!({"kind": "text"}));
    let exchange = |choice: Value| {
        let position = choosing(choice).fate_text(1, "hearts");
        position.hand("austria", &["2S"]).hand("russia", &["3S"])
    };
    for (position, asked) in [
        (choosing(json!({"kind": "removal"})).strokes(&["sweden"]), vec!["prussia"]),
        (text().fate_text(10, "clubs"), vec!["prussia"]),
        (text().fate_text(4, "hearts").hand("france", &["2S"]), vec!["france"]),
        (exchange(json!({"kind": "exchange"})), vec!["austria", "russia"]),
        (exchange(json!({"kind": "exchange", "austria": {"card": "2S/1"}})), vec!["russia"]),
        (exchange(json!({"kind": "exchange", "russia": {"card": null}})), vec!["austria"]),
    ] {
        let game = position.game();
        let awaited: Vec<_> = asked.iter().map(|nation| (*nation, "fate")).collect();
        assert_eq!(game.awaited(), awaited);
        assert!(!game.answers().is_empty());
    }
    assert_eq!(withdrawing().game().awaited(), [("prussia", "daun-withdrawal")]);
}

#[test]
fn load_refuses_a_choice_that_the_position_cannot_have() {
    let removal = || choosing(json!({"kind": "removal"}));
    let text = || choosing(json!({"kind": "text"}));
    let exchange = |choice: Value| {
        let position = choosing(choice).fate_text(1, "hearts");
        position.hand("austria", &["2S"]).hand("russia", &["3S"])
    };
    let all_but_friedrich =
        ["Winterfeldt", "Heinrich", "Schwerin", "Keith", "Seydlitz", "Dohna", "Lehwaldt"];
    let alone = position().turn(6).nation("france").put("Soubise", "koblenz", 1).phase("fate");
    let alone = alone.member("fate_choice", json!({"kind": "removal"}));
    let nobody_left =
        all_but_friedrich.iter().fold(alone.strokes(&["sweden"]), |p, n| p.removed(n));
    for (position, named) in [
        // A removal without a stroke that gives it, with a text in force, in a decided game.
        (removal(), "R11.2"),
        (removal().strokes(&["elisabeth", "india"]), "R11.2"),
        (removal().strokes(&["sweden"]).fate_text(10, "clubs"), "R11.7"),
        (nobody_left, "R11.2"),
        (removal().strokes(&["sweden"]).conquered_but("russia", &[]), "R12.4"),
        // A text that gives no choice, or not here.
        (text(), "R11.8"),
        (text().fate_text(5, "spades"), "R11.8"),
        (text().fate_text(4, "hearts"), "R11.8"),
        (text().fate_text(1, "hearts").hand("austria", &["2S"]).hand("russia", &["3S"]), "R11.8"),
        (text().fate_text(1, "clubs"), "R11.8"),
        // An exchange without its text, without cards, or with cards that nobody holds.
        (
            choosing(json!({"kind": "exchange"})).hand("austria", &["2S"]).hand("russia", &["3S"]),
            "R11.8",
        ),
        (
            choosing(json!({"kind": "exchange"})).fate_text(1, "hearts").hand("austria", &["2S"]),
            "R11.8",
        ),
        (exchange(json!({"kind": "exchange", "austria": {"card": "3S/1"}})), "3S/1"),
        (
            exchange(
                json!({"kind": "exchange", "austria": {"card": null}, "russia": {"card": null}}),
            ),
            "answered",
        ),
        // Not at that time.
        (text().fate_text(10, "clubs").turn(5), "R2.3"),
        (text().fate_text(10, "clubs").nation("austria"), "R2.3"),
    ] {
        let told = State::load(position.json()).expect_err(named).to_string();
        assert!(told.starts_with("fate_choice") && told.contains(named), "{named}: {told}");
    }
}

#[test]
fn load_names_the_piece_that_stands_wrongly() {
    let faults: [(Position, &[&str]); 7] = [
        (berlin().put("Heinrich", "atlantis", 1), &["Heinrich", "atlantis"]),
        (berlin().put("Heinrich", "spandau", 1), &["Heinrich", "spandau", "R4.2"]),
        (berlin().train("prussia", 1, "berlin"), &["Train 1", "berlin", "R4.2"]),
        (berlin().put("Ferdinand", "berlin", 1), &["Ferdinand", "berlin", "R4.2"]),
        (
            berlin()
                .put("Keith", "berlin", 1)
                .put("Dohna", "berlin", 1)
                .put("Heinrich", "berlin", 1),
            &["berlin", "R4.3"],
        ),
        (berlin().put("Keith", "berlin", 1).face_down("Keith"), &["Keith", "berlin", "R9.4"]),
        (berlin().put("Daun", "spandau", 9), &["Daun", "R6.2"]),
    ];
    for (position, named) in faults {
        let told = State::load(position.json()).expect_err("inconsistent").to_string();
        assert!(named.iter().all(|name| told.contains(name)), "{named:?}: {told}");
    }
}

#[test]
fn load_fills_gaps_and_says_so() {
    let mut json = berlin().json();
    json["draw_pile"].as_array_mut().expect("a list").truncate(40);
    json["fate_deck"].as_array_mut().expect("a list").retain(|card| card != "poems");
    let loaded = State::load(json).expect("gaps are no contradiction");
    assert_eq!(loaded.notes.len(), 2, "{:?}", loaded.notes);
    let state = loaded.state.dump();
    assert_eq!(state["discards"]["1"].as_array().map(Vec::len), Some(10));
    assert_eq!(state["fate_deck"][17], "poems");
    // Members the protocol does not name may be missing.
    let mut json = berlin().json();
    for member in ["seed", "reshuffles", "drawn", "retreat", "absent_cards", "offensive_option"] {
        json.as_object_mut().expect("an object").remove(member);
    }
    assert_eq!(State::load(json).expect("consistent").notes, Vec::<String>::new());
}

#[test]
fn cards_without_their_deck_take_what_is_left() {
    let mut json = berlin().open_deck().json();
    json["hands"]["austria"] = json!(["10D", "10D"]);
    json["draw_pile"].as_array_mut().expect("a list").retain(|card| card != "10D/1");
    json["discards"]["2"].as_array_mut().expect("a pile").retain(|card| card != "10D/2");
    let state = State::load(json).expect("consistent").state;
    assert_eq!(state.dump()["hands"]["austria"], json!(["10D/1", "10D/2"]));
}

#[test]
fn r14_2_the_state_of_a_scenario_holds_its_own_pieces_only() {
    let setup = Setup { scenario: Scenario::AUSTRIAN_THEATRE, ..Setup::default() };
    let json = State::new(setup, [1; 32]).dump();
    assert_eq!(json["scenario"], "austrian-theatre");
    assert_eq!(json["pieces"].as_array().map(Vec::len), Some(7 + 7 + 2));
    assert_eq!(json["hands"].as_object().map(serde_json::Map::len), Some(3));
}
