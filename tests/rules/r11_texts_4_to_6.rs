//! R11.8: the texts of the Cards of Fate 4 to 6, each where it bites and where it is void.

use super::fate_support::*;
use super::support::{Position, position, texts};
use serde_json::{Value, json};

/// A turn later: the text is not in force any more.
fn position_in_turn_8(nation: &str) -> Position {
    position().turn(8).nation(nation)
}

// 4 spades: the first card France plays is worth 1 more.

fn richelieu_against_keith() -> Position {
    in_force(4, "spades", "france").put("Richelieu", "strehlen", 4).put("Keith", "breslau", 8)
}

#[test]
fn card_4_spades_the_first_card_of_france_is_worth_1_more() {
    let position = richelieu_against_keith().hand("france", &["2S", "3S", "9D"]);
    let mut game = fighting(position, "strehlen", "breslau", -8, "france");
    game.play("2S");
    assert_eq!(game.event("card-played")["value"], 3);
    assert_eq!(game.score(), -5);
    game.play("3S");
    assert_eq!(game.score(), -2, "only the first card is worth more");
}

#[test]
fn card_4_spades_counts_for_a_reserve_too() {
    let position = richelieu_against_keith().hand("france", &["R"]);
    let mut game = fighting(position, "strehlen", "breslau", -12, "france");
    game.reserve(10);
    assert_eq!(game.event("card-played")["value"], 11);
}

#[test]
fn card_4_spades_counts_where_france_is_attacked() {
    let position = in_force(4, "spades", "prussia").put("Keith", "breslau", 8);
    let position = position.put("Richelieu", "strehlen", 4).hand("france", &["2S"]);
    let mut game = fighting(position, "breslau", "strehlen", -4, "france");
    game.play("2S");
    assert_eq!(game.event("card-played")["value"], 3);
}

#[test]
fn card_4_spades_void_for_others_for_payments_and_once_used() {
    let position = in_force(4, "spades", "austria").put("Daun", "strehlen", 4);
    let position = position.put("Keith", "breslau", 8).hand("austria", &["2S", "3S"]);
    let mut game = fighting(position, "strehlen", "breslau", -8, "austria");
    game.play("2S");
    assert_eq!(game.event("card-played")["value"], 2);

    let mut game = richelieu_against_keith().hand("france", &["5S"]).game();
    let order = json!({"do": "recruit", "pay": ["5S"], "troops": {"Richelieu": 1}});
    game.refused("france", order, "R10.1", "pays-too-little");

    let position = richelieu_against_keith().hand("france", &["2S", "3S"]);
    let position = position.member("effect_used", true.into());
    let mut game = fighting(position, "strehlen", "breslau", -8, "france");
    game.play("2S");
    assert_eq!(game.event("card-played")["value"], 2);
}

// 4 hearts: France may discard a card and draw a new one.

#[test]
fn card_4_hearts_france_discards_a_card_and_draws_another() {
    let position = text_comes(4, "hearts").hand("france", &["2S/1", "9D/1"]);
    let mut game = end_turn(position.draw_first(&["7C"]));
    assert_eq!(asked(&game), ["france"]);
    game.refused("france", choose_card("3S"), "R3.2", "not-in-hand");
    game.act("france", choose_card("2S"));
    assert_eq!(game.hand("france"), ["7C", "9D"]);
    assert_eq!(game.event("discarded")["deck"], 1);
    assert_eq!(told(&game, "discarded-card"), [Some("france")]);
    assert!(!public_text(&game).contains("2S") && !public_text(&game).contains("7C"));
}

#[test]
fn card_4_hearts_void_when_france_declines_has_no_card_or_has_left() {
    let mut game = end_turn(text_comes(4, "hearts").hand("france", &["2S"]));
    game.act("france", decline());
    assert_eq!(game.hand("france"), ["2S"]);
    assert_eq!(game.events("fate-without-effect").len(), 1);

    assert_void(&end_turn(text_comes(4, "hearts")));
    let left = text_comes(4, "hearts").strokes(&["india", "america"]).nation("imperial-army");
    assert_void(&end_turn(left));
}

// 4 diamonds, 5 spades, 7 spades: a general who may not attack.

/// A general who may not attack, and one of his nation who may.
struct Barred {
    card: u8,
    suit: &'static str,
    nation: &'static str,
    general: &'static str,
    other: &'static str,
    enemy: &'static str,
    /// Whose train stands in his way.
    hostile: &'static str,
    /// His depot city and a city beside it.
    depot: [&'static str; 2],
}

const CUMBERLAND: Barred = Barred {
    card: 4,
    suit: "diamonds",
    nation: "hanover",
    general: "Cumberland",
    other: "Ferdinand",
    enemy: "Richelieu",
    hostile: "france",
    depot: ["stade", "zeven"],
};

const SOUBISE: Barred = Barred {
    card: 5,
    suit: "spades",
    nation: "france",
    general: "Soubise",
    other: "Richelieu",
    enemy: "Ferdinand",
    hostile: "hanover",
    depot: ["koblenz", "boppard"],
};

const FRIEDRICH: Barred = Barred {
    card: 7,
    suit: "spades",
    nation: "prussia",
    general: "Friedrich",
    other: "Keith",
    enemy: "Daun",
    hostile: "austria",
    depot: ["berlin", "potsdam"],
};

impl Barred {
    fn position(&self) -> Position {
        in_force(self.card, self.suit, self.nation).put(self.general, START, 3)
    }

    /// He does not come to stand beside an enemy, alone, in a stack, or by re-entry, and
    /// eliminates no train.
    fn assert_bites(&self) {
        let mut game = self.position().put(self.enemy, "swiecie", 3).game();
        game.no_march(&[self.general], &["fordon"], "R11.7", "may-not-attack");

        let position = self.position().put(self.other, START, 3).put(self.enemy, "swiecie", 3);
        let mut game = position.train(self.hostile, 1, "naklo").game();
        let stack = [self.general, self.other];
        game.no_march(&stack, &["fordon"], "R11.7", "may-not-attack");
        game.no_march(&stack, &["naklo"], "R11.8", "train-is-safe");

        // To join one who stands beside an enemy already.
        let position = self.position().put(self.other, "fordon", 3);
        let mut game = position.put(self.enemy, "swiecie", 3).game();
        game.no_march(&[self.general], &["fordon"], "R11.7", "may-not-attack");

        let order = |general: &str| {
            let general = json!({"name": general, "city": self.depot[0], "troops": 1});
            json!({"do": "recruit", "pay": ["R"], "generals": [general]})
        };
        let position = in_force(self.card, self.suit, self.nation).hand(self.nation, &["R"]);
        let mut game = position.put(self.enemy, self.depot[1], 3).game();
        game.refused(self.nation, order(self.general), "R11.7", "may-not-attack");
        game.act(self.nation, order(self.other));
    }

    /// Others may attack; he may where no enemy stands, next turn, and others may attack him.
    fn assert_void(&self) {
        let position = self.position().put(self.other, START, 3).put(self.enemy, "swiecie", 3);
        let mut game = position.train(self.hostile, 1, "tuchola").game();
        game.march(&[self.general], &["naklo"]);
        game.march(&[self.other], &["fordon"]);

        let mut game = self.position().train(self.hostile, 1, "naklo").game();
        assert!(!game.reach(&[self.general]).contains(&"naklo"));
        let after = position_in_turn_8(self.nation).put(self.general, START, 3);
        let mut later = after.put(self.enemy, "swiecie", 3).train(self.hostile, 1, "naklo").game();
        assert!(later.reach(&[self.general]).contains(&"fordon"));
        later.march(&[self.general], &["naklo"]);
        assert_eq!(later.events("train-eliminated").len(), 1);

        let position = in_force(self.card, self.suit, self.hostile).put(self.general, START, 3);
        let mut attacked = position.put(self.enemy, "swiecie", 3).game();
        attacked.march(&[self.enemy], &["fordon"]);
        game.march(&[self.general], &["fordon"]);
    }
}

#[test]
fn card_4_diamonds_cumberland_may_not_attack_and_eliminates_no_train() {
    CUMBERLAND.assert_bites();
}

#[test]
fn card_4_diamonds_void_for_ferdinand_and_where_nobody_stands() {
    CUMBERLAND.assert_void();
}

#[test]
fn card_5_spades_soubise_may_not_attack_and_eliminates_no_train() {
    SOUBISE.assert_bites();
}

#[test]
fn card_5_spades_void_for_richelieu_and_where_nobody_stands() {
    SOUBISE.assert_void();
}

#[test]
fn card_7_spades_friedrich_may_not_attack_and_eliminates_no_train() {
    FRIEDRICH.assert_bites();
}

#[test]
fn card_7_spades_void_for_keith_and_where_nobody_stands() {
    FRIEDRICH.assert_void();
}

// 5 hearts: Richelieu moves at most 2 cities.

#[test]
fn card_5_hearts_richelieu_moves_2_cities_alone_and_in_a_stack() {
    let position = || in_force(5, "hearts", "france").put("Richelieu", START, 3);
    assert_reach(&mut position().game(), &["Richelieu"], 2);
    let mut game = position().put("Chevert", START, 3).game();
    assert_reach(&mut game, &["Richelieu", "Chevert"], 2);
}

#[test]
fn card_5_hearts_void_for_those_he_is_not_with() {
    let mut game = in_force(5, "hearts", "france").put("Chevert", START, 3).game();
    assert_reach(&mut game, &["Chevert"], 3);
    let mut game = position_in_turn_8("france").put("Richelieu", START, 3).game();
    assert_reach(&mut game, &["Richelieu"], 3);
}

// 5 diamonds: Chevert may not leave a stack.

fn french_stack() -> Position {
    let position = in_force(5, "diamonds", "france").put("Richelieu", START, 3);
    position.put("Soubise", START, 3).put("Chevert", START, 3)
}

#[test]
fn card_5_diamonds_chevert_stays_with_a_general_of_his_stack() {
    let mut game = french_stack().game();
    let refused = ("R11.8", "may-not-leave-stack");
    game.no_march(&["Chevert"], &["fordon"], refused.0, refused.1);
    game.no_march(&["Richelieu", "Soubise"], &["fordon"], refused.0, refused.1);
    game.march(&["Richelieu"], &["naklo"]);
    // Now Soubise is the last one he has.
    game.no_march(&["Soubise"], &["fordon"], refused.0, refused.1);
    game.no_march(&["Chevert"], &["fordon"], refused.0, refused.1);
    game.march(&["Soubise", "Chevert"], &["fordon"]);

    let mut game = french_stack().game();
    game.march(&["Richelieu", "Chevert"], &["fordon"]);
    game.march(&["Soubise"], &["naklo"]);
}

#[test]
fn card_5_diamonds_void_for_chevert_alone_and_after_the_turn() {
    let position = in_force(5, "diamonds", "france").put("Chevert", START, 3);
    let mut game = position.put("Soubise", "naklo", 3).put("Richelieu", "naklo", 3).game();
    game.march(&["Soubise"], &["tuchola"]);
    game.march(&["Chevert"], &["fordon"]);

    let after = position_in_turn_8("france").put("Richelieu", START, 3);
    after.put("Chevert", START, 3).game().march(&["Chevert"], &["fordon"]);
}

// 6 spades: Austria may move Laudon one city at once.

#[test]
fn card_6_spades_austria_moves_laudon_out_of_a_stack_and_he_conquers_nothing() {
    // Neisse is Austria's objective; nobody protects it.
    let position = text_comes(6, "spades").put("Laudon", "neisse", 3).put("Karl", "neisse", 2);
    let mut game = end_turn(position.put("Dohna", "patschkau", 1));
    assert_eq!(game.awaited(), [("austria", "fate")]);
    let (cities, may_decline) = offered_cities(&game);
    assert_eq!(cities, ["grottkau", "ziegenhals"], "one city, and none that holds a piece");
    assert!(may_decline);
    game.refused("austria", choose_city("patschkau"), "R11.8", "not-offered");
    game.refused("austria", choose_city("oppeln"), "R11.8", "not-offered");
    game.refused("prussia", choose_city("grottkau"), "R2.2", "not-awaited");
    game.act("austria", choose_city("grottkau"));
    assert_eq!((game.city("Laudon"), game.city("Karl")), (Some("grottkau"), Some("neisse")));
    assert_eq!(game.conqueror("neisse"), None);
    assert_eq!(texts(&game.event("moved")["path"]), ["grottkau"]);
    go_on_until(&mut game, "austria", "movement");
    assert!(game.reach(&["Laudon"]).len() > 3, "in turn 7 he moves as usual");
}

#[test]
fn card_6_spades_laudon_joins_as_r4_2_and_r4_5_say_and_eliminates_a_train() {
    let position = text_comes(6, "spades").put("Laudon", "neisse", 3).put("Daun", "patschkau", 2);
    let position = position.face_down("Daun").put("Karl", "patschkau", 1).face_down("Karl");
    let mut game = end_turn(position.train("prussia", 1, "ziegenhals"));
    assert_eq!(offered_cities(&game).0, ["grottkau", "patschkau", "ziegenhals"]);
    game.act("austria", choose_city("patschkau"));
    assert!(game.face_down("Laudon"), "he has joined generals who are face down (R9.4)");

    let position = text_comes(6, "spades").put("Laudon", "neisse", 3);
    let mut game = end_turn(position.train("prussia", 1, "ziegenhals"));
    game.act("austria", choose_city("ziegenhals"));
    assert_eq!(game.events("train-eliminated").len(), 1);
    assert_eq!(game.train_city("prussia", 1), None);
}

#[test]
fn card_6_spades_void_off_the_map_shut_in_or_declined() {
    assert_void(&end_turn(text_comes(6, "spades").put("Daun", "neisse", 3)));
    let shut_in = text_comes(6, "spades").put("Laudon", "neisse", 3);
    let shut_in = shut_in.put("Keith", "grottkau", 1).put("Heinrich", "patschkau", 1);
    assert_void(&end_turn(shut_in.put("Dohna", "ziegenhals", 1)));

    let mut game = end_turn(text_comes(6, "spades").put("Laudon", "neisse", 3));
    game.act("austria", decline());
    assert_eq!(game.city("Laudon"), Some("neisse"));
    assert_eq!(game.events("fate-without-effect").len(), 1);
}

// 6 clubs: Daun gains a troop.

#[test]
fn card_6_clubs_daun_gains_a_troop() {
    let game = end_turn(text_comes(6, "clubs").put("Daun", "bruenn", 3).put("Karl", "tabor", 3));
    assert_eq!((game.troops("Daun"), game.troops("Karl")), (4, 3));
    assert_eq!(told(&game, "troop-gained-by"), [Some("austria")]);
    assert_eq!(game.event("troop-gained")["total"], 7);
}

#[test]
fn card_6_clubs_void_when_he_is_full_or_off_the_map() {
    assert_void(&end_turn(text_comes(6, "clubs").put("Daun", "bruenn", 8)));
    assert_void(&end_turn(text_comes(6, "clubs").put("Karl", "bruenn", 3)));
    let maximum = text_comes(6, "clubs").put("Daun", "bruenn", 6).put("Karl", "tabor", 8);
    assert_void(&end_turn(maximum.put("Lacy", "prag", 8).put("Browne", "kolin", 8)));
}

// 6 diamonds: Austria may flip a Prussian general or stack in Austria or Saxony.

fn prussians() -> Position {
    text_comes(6, "diamonds")
        .put("Friedrich", "oschatz", 4)
        .put("Winterfeldt", "oschatz", 2)
        .put("Keith", "kolin", 2)
        .put("Heinrich", "berlin", 2)
        .put("Ferdinand", "leipzig", 2)
}

#[test]
fn card_6_diamonds_austria_flips_a_prussian_stack_in_austria_or_saxony() {
    let mut game = end_turn(prussians());
    assert_eq!(asked(&game), ["austria"]);
    let (cities, may_decline) = offered_cities(&game);
    assert_eq!(cities, ["kolin", "oschatz"], "not Heinrich in Prussia, nor the Hanoverian");
    assert!(may_decline);
    game.refused("austria", choose_city("berlin"), "R11.8", "not-offered");
    game.act("austria", choose_city("oschatz"));
    assert!(game.face_down("Friedrich") && game.face_down("Winterfeldt"));
    assert!(!game.face_down("Keith"));
    let flipped = game.event("flipped-down");
    assert_eq!(flipped["cause"], "fate");
    assert_eq!(flipped["pieces"], json!(["Friedrich", "Winterfeldt"]));
}

#[test]
fn card_6_diamonds_void_without_such_a_general_or_declined() {
    assert_void(&end_turn(text_comes(6, "diamonds").put("Heinrich", "berlin", 2)));
    let down = text_comes(6, "diamonds").put("Keith", "kolin", 2).face_down("Keith");
    assert_void(&end_turn(down));
    let mut game = end_turn(prussians());
    game.act("austria", json!({"do": "fate", "choice": Value::Null}));
    assert!(!game.face_down("Keith") && !game.face_down("Friedrich"));
}
