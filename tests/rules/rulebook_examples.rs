//! The examples that the rulebooks themselves give.

use serde_json::json;

use super::support::{Game, position};

/// Daun in Waldenburg, Keith in Glogau; Browne stands ready behind Lüben.
fn daun_against_keith() -> Game {
    let position = position().nation("austria").put("Daun", "waldenburg", 8);
    position.put("Keith", "glogau", 2).put("Browne", "haynau", 3).game()
}

#[test]
fn r5_2_daun_marches_from_waldenburg_over_schweidnitz_and_breslau_to_oels() {
    let mut game = daun_against_keith();
    game.march(&["Daun"], &["schweidnitz", "breslau", "oels"]);
    assert_eq!(game.conqueror("waldenburg"), Some("austria"));
    assert_eq!(game.conqueror("schweidnitz"), Some("austria"));
    assert_eq!(game.conqueror("breslau"), None);
    assert_eq!(game.conqueror("oels"), None);
    assert_eq!(game.marked(), ["breslau"]);
}

#[test]
fn r5_6_keith_is_driven_to_neusalz_and_breslau_is_conquered_retroactively() {
    let mut game = daun_against_keith();
    game.march(&["Daun"], &["schweidnitz", "breslau", "oels"]);
    game.march(&["Browne"], &["lueben", "steinau"]);
    game.end_movement();
    game.retreat("neusalz");
    assert_eq!(game.city("Keith"), Some("neusalz"));
    let conquered = game.event("conquered");
    assert_eq!(
        (&conquered["city"], &conquered["retroactively"]),
        (&json!("breslau"), &json!(true))
    );
    assert_eq!(game.conqueror("breslau"), Some("austria"));
}

#[test]
fn r5_6_while_keith_stays_near_breslau_the_mark_is_taken_off() {
    let mut game = daun_against_keith();
    game.march(&["Daun"], &["schweidnitz", "breslau", "oels"]);
    game.end_movement();
    assert_eq!(game.event("mark-lifted")["city"], "breslau");
    assert_eq!(game.conqueror("breslau"), None);
    assert!(game.marked().is_empty());
}

/// Prince Heinrich in a sector of diamonds against Richelieu and Soubise in one of spades.
fn heinrich_against_richelieu_and_soubise(prussia: &[&str]) -> Game {
    let pieces = position().put("Heinrich", "jueterbog", 2);
    let pieces = pieces.put("Richelieu", "luckenwalde", 3).put("Soubise", "luckenwalde", 1);
    let mut game = pieces.hand("prussia", prussia).hand("france", &["5S", "4S", "4C", "3S"]).game();
    game.end_movement();
    game
}

#[test]
fn r7_3_heinrich_against_richelieu_and_soubise_card_by_card() {
    let mut game = heinrich_against_richelieu_and_soubise(&["10D", "9D", "7D", "R"]);
    assert_eq!((game.right(), game.score()), ("prussia", -2));
    game.play("10D");
    assert_eq!((game.right(), game.score()), ("france", -8));
    game.play("5S");
    assert_eq!((game.right(), game.score()), ("france", -3));
    game.play("3S");
    assert_eq!((game.right(), game.score()), ("prussia", 0));
    game.refused("prussia", json!({"do": "stop"}), "R7.5", "must-play");
    game.play("7D");
    assert_eq!((game.right(), game.score()), ("france", -7));
    game.play("4S");
    assert_eq!((game.right(), game.score()), ("france", -3));
    game.stop();
    let lost = game.event("combat-lost");
    assert_eq!(
        (&lost["loser"], &lost["score"], &lost["losses"]),
        (&json!("france"), &json!(-3), &json!(3))
    );
    // One troop is left: Soubise, of the lower rank, goes; Richelieu retreats three cities.
    assert_eq!(game.event("generals-removed")["pieces"], json!(["Soubise"]));
    assert_eq!((game.city("Soubise"), game.troops("Richelieu")), (None, 1));
    assert_eq!(game.state.pending_retreat().map(|retreat| retreat.length), Some(3));
    game.retreat("spandau");
    assert_eq!(game.city("Richelieu"), Some("spandau"));
    assert_eq!((game.city("Heinrich"), game.troops("Heinrich")), (Some("jueterbog"), 2));
    assert_eq!(game.hand("prussia"), ["9D", "R"]);
}

#[test]
fn r7_5_at_zero_without_diamonds_heinrich_may_only_play_the_reserve_or_stop() {
    let mut game = heinrich_against_richelieu_and_soubise(&["10D", "R"]);
    game.play("10D").play("5S").play("3S");
    assert_eq!((game.right(), game.score()), ("prussia", 0));
    game.stop();
    assert_eq!(game.events("combat-drawn").len(), 1);
    assert_eq!(game.troops("Richelieu") + game.troops("Soubise"), 4);
}

#[test]
fn r7_4_heinrich_may_give_in_at_once_and_keep_his_cards() {
    let mut game = heinrich_against_richelieu_and_soubise(&["10D", "9D", "7D", "R"]);
    game.stop();
    assert_eq!(game.city("Heinrich"), None);
    // Only what the next action draws comes to other hands.
    assert_eq!(game.hand("prussia"), ["7D", "9D", "10D", "R"]);
}

#[test]
fn r6_3_friedrich_and_keith_lose_eight_of_nine() {
    let pieces =
        position().nation("austria").put("Friedrich", "berlin", 4).put("Keith", "berlin", 5);
    let pieces = pieces.put("Daun", "spandau", 8).put("Browne", "spandau", 6);
    let mut game = pieces.put("Lacy", "spandau", 3).game();
    game.end_movement();
    assert_eq!(game.event("combat-lost")["losses"], 8);
    assert_eq!(game.troops("Friedrich"), 1);
    assert_eq!((game.city("Keith"), game.troops("Keith")), (None, 0));
    assert_eq!(game.event("generals-removed")["pieces"], json!(["Keith"]));
}

#[test]
fn r6_4_friedrich_and_keith_share_seven_and_two() {
    let pieces = position().put("Friedrich", "berlin", 4).put("Keith", "berlin", 5);
    let mut game = pieces.game();
    let troops = json!({"Friedrich": 7, "Keith": 2});
    game.act("prussia", json!({"do": "redistribute", "city": "berlin", "troops": troops}));
    assert_eq!((game.troops("Friedrich"), game.troops("Keith")), (7, 2));
}

#[test]
fn r11_3_keith_removed_for_good_leaves_friedrich_four_of_five() {
    let pieces = position().turn(6).nation("france").put("Soubise", "koblenz", 1);
    let pieces = pieces.put("Friedrich", "berlin", 4).put("Keith", "berlin", 5);
    let mut game = pieces.fate_first(&["sweden"]).game();
    game.end_movement();
    assert_eq!(game.awaited(), [("prussia", "fate")]);
    game.act("prussia", json!({"do": "fate", "choice": {"general": "Keith"}}));
    assert_eq!((game.troops("Friedrich"), game.city("Keith")), (8, None));
    assert_eq!(game.event("troops-lost")["troops"], 1);
}

#[test]
fn r10_1_russia_pays_thirteen_and_twelve_for_three_troops_and_a_train() {
    let pieces = position().nation("russia").put("Saltikov", "torun", 2);
    let mut game = pieces.hand("russia", &["13S", "12C", "2D"]).game();
    let order = |train: &str| {
        json!({"do": "recruit", "pay": ["13S", "12C"], "troops": {"Saltikov": 1},
            "generals": [{"name": "Fermor", "city": "sierpc", "troops": 1},
                {"name": "Apraxin", "city": "sierpc", "troops": 1}],
            "trains": [{"name": "Train 1", "city": train}]})
    };
    // The generals fill Sierpc; the train has to enter at Warszawa.
    game.refused("russia", order("sierpc"), "R10.4", "no-room-to-enter");
    game.act("russia", order("warszawa"));
    let told = game.event("recruited");
    assert_eq!(
        (&told["cost"], &told["troops"], &told["total"]),
        (&json!(24), &json!(3), &json!(5))
    );
    // 25 were paid: the point too much is lost.
    assert_eq!(game.hand("russia"), ["2D"]);
    assert_eq!((game.city("Fermor"), game.city("Apraxin")), (Some("sierpc"), Some("sierpc")));
    assert_eq!(game.train_city("russia", 1), Some("warszawa"));
    assert_eq!((game.troops("Saltikov"), game.troops("Fermor")), (3, 1));
}

#[test]
fn r1_7_france_allots_seven_five_and_eight() {
    let mut game = Game::new(feldpost::game::Setup::default());
    let troops = json!({"Richelieu": 7, "Soubise": 5, "Chevert": 8});
    game.act("france", json!({"do": "allot", "troops": troops}));
    let split = ["Richelieu", "Soubise", "Chevert"].map(|general| game.troops(general));
    assert_eq!(split, [7, 5, 8]);
}
