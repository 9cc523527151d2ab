//! A sentence for every event, order and reason.

use super::*;
use crate::game::{
    Card, CityId, CombatSide, Ending, Entered, Event, FateCard, FateText, FlipCause, Nation,
    OfDeck, Outcome, Pair, PieceId, PieceSet, Reason, RemovalCause, Seat, Stroke, Suit, TroopsOf,
    board,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn city(id: &str) -> CityId {
    board().city(id).expect(id)
}

fn card(text: &str) -> Card {
    text.parse().expect(text)
}

fn pieces(nation: Nation, names: &[&str]) -> PieceSet {
    names.iter().map(|name| piece(nation, name)).collect()
}

fn piece(nation: Nation, name: &str) -> PieceId {
    PieceId::from_name(nation, name).expect(name)
}

macro_rules! tags {
    ($($variant:ident $tag:literal)*) => {
        /// The tag of a variant. No wildcard: a new variant fails to compile here until
        /// [`samples`] and this list have it.
        fn variant(event: &Event) -> &'static str {
            match event { $(Event::$variant { .. } => $tag,)* }
        }

        /// The tags of all events.
        pub const EVENTS: &[&str] = &[$($tag),*];
    };
}

tags! {
    Allotted "allotted" TurnBegan "turn-began" ActionBegan "action-began"
    DeckOpened "deck-opened" PilesReshuffled "piles-reshuffled" Drew "drew"
    DrewCards "drew-cards" Discarded "discarded" DiscardedCard "discarded-card"
    HandDiscarded "hand-discarded"
    SetAsideForAbsent "set-aside-for-absent" OffensiveOptionChosen "offensive-option-chosen"
    OffensiveOptionDeclined "offensive-option-declined"
    OffensiveCardTaken "offensive-card-taken" OffensiveOptionFailed "offensive-option-failed"
    Moved "moved" Joined "joined" TrainEliminated "train-eliminated" Conquered "conquered"
    Reconquered "reconquered" Marked "marked" MarkLifted "mark-lifted"
    StandsOnAllysObjective "stands-on-allys-objective" Recruited "recruited"
    RecruitsAllotted "recruits-allotted" MovementEnded "movement-ended"
    CombatsFixed "combats-fixed" Withdrew "withdrew" CombatBegan "combat-began"
    CardPlayed "card-played" CombatDrawn "combat-drawn" CombatLost "combat-lost"
    GeneralsRemoved "generals-removed" TroopsLost "troops-lost" StackTroops "stack-troops"
    Retreated "retreated" FlippedDown "flipped-down" TurnedUp "turned-up"
    Redistributed "redistributed" FateDrawn "fate-drawn" StrokeOfFate "stroke-of-fate"
    NationLeft "nation-left" ConquestsLifted "conquests-lifted"
    RemovedForGood "removed-for-good" DrawsChanged "draws-changed" TroopGained "troop-gained"
    TroopGainedBy "troop-gained-by" TroopLostBy "troop-lost-by"
    FateWithoutEffect "fate-without-effect" CardsExchanged "cards-exchanged"
    CardGiven "card-given" CardReceived "card-received"
    ImperialArmyChangedPlayer "imperial-army-changed-player" EasedVictory "eased-victory"
    ReconqueredEastPrussia "reconquered-east-prussia" GameEnded "game-ended"
}

/// At least one event of every variant, with every cause.
fn samples() -> Vec<Event> {
    use Nation::*;
    let friedrich = || pieces(Prussia, &["Friedrich"]);
    let both = || pieces(Prussia, &["Friedrich", "Winterfeldt"]);
    let troops = || vec![TroopsOf { general: piece(Prussia, "Friedrich"), troops: 7 }];
    let (dresden, oschatz, breslau) = (city("dresden"), city("oschatz"), city("breslau"));
    let ended = |ending, nations: Vec<Nation>, winners: Vec<Seat>| Event::GameEnded {
        outcome: Outcome { ending, nations, winners, turn: 14 },
    };
    let mut events = vec![
        Event::Allotted { nation: ImperialArmy },
        Event::TurnBegan { turn: 3 },
        Event::ActionBegan { nation: ImperialArmy },
        Event::DeckOpened { deck: 2 },
        Event::PilesReshuffled { decks: vec![1, 3], cards: 71 },
        Event::Drew { nation: Prussia, decks: vec![1, 1, 2] },
        Event::Drew { nation: Prussia, decks: vec![] },
        Event::DrewCards { nation: Prussia, cards: vec![card("10D/1"), card("R/2")] },
        Event::DrewCards { nation: Prussia, cards: vec![] },
        Event::Discarded { nation: France, deck: 1 },
        Event::HandDiscarded {
            nation: Russia,
            decks: vec![OfDeck { deck: 1, cards: 1 }, OfDeck { deck: 3, cards: 2 }],
        },
        Event::HandDiscarded { nation: ImperialArmy, decks: vec![OfDeck { deck: 2, cards: 1 }] },
        Event::DiscardedCard { nation: France, card: card("4H/1") },
        Event::SetAsideForAbsent { decks: vec![1; 5] },
        Event::OffensiveOptionChosen { card: card("11S/1") },
        Event::OffensiveOptionDeclined {},
        Event::OffensiveCardTaken { card: card("11S/1") },
        Event::OffensiveOptionFailed {},
        Event::Moved {
            nation: Prussia,
            pieces: both(),
            from: oschatz,
            path: vec![city("meissen"), dresden],
        },
        Event::Moved {
            nation: Prussia,
            pieces: pieces(Prussia, &["Train 1"]),
            from: oschatz,
            path: vec![city("meissen")],
        },
        Event::Joined { nation: Prussia, city: dresden, pieces: both() },
        Event::TrainEliminated {
            nation: Austria,
            train: piece(Austria, "Train 1"),
            city: dresden,
            by: friedrich(),
        },
        Event::StandsOnAllysObjective { nation: Russia, city: breslau, ally: Austria },
        Event::Marked { nation: Austria, city: breslau },
        Event::MarkLifted { nation: Austria, city: breslau },
        Event::Recruited {
            nation: Russia,
            cards: vec![card("13S/1"), card("12C/1")],
            cost: 24,
            troops: 3,
            generals: vec![Entered { piece: piece(Russia, "Fermor"), city: city("sierpc") }],
            trains: vec![Entered { piece: piece(Russia, "Train 1"), city: city("warszawa") }],
            total: 12,
        },
        Event::RecruitsAllotted { nation: Prussia, troops: troops() },
        Event::RecruitsAllotted { nation: Prussia, troops: vec![] },
        Event::MovementEnded { nation: ImperialArmy },
        Event::CombatsFixed {
            nation: Prussia,
            combats: vec![Pair { from: dresden, to: oschatz }, Pair { from: dresden, to: breslau }],
        },
        Event::Withdrew { nation: Prussia, from: breslau, to: city("oels") },
        Event::CardPlayed {
            nation: Prussia,
            card: card("R/1"),
            value: 7,
            score: -2,
            right: Austria,
        },
        Event::CombatDrawn { attacker: Prussia, defender: Austria, from: dresden, to: oschatz },
        Event::CombatLost { winner: Austria, loser: Prussia, city: dresden, score: -1, losses: 1 },
        Event::TroopsLost { nation: Prussia, troops: 1, total: 31 },
        Event::StackTroops { nation: Prussia, city: dresden, troops: troops() },
        Event::StackTroops { nation: Prussia, city: dresden, troops: vec![] },
        Event::Retreated { nation: Prussia, pieces: both(), from: dresden, to: oschatz, length: 2 },
        Event::TurnedUp { nation: Prussia, pieces: both(), city: dresden },
        Event::Redistributed { nation: Prussia, city: dresden, troops: troops() },
        Event::NationLeft { nation: Russia },
        Event::ConquestsLifted { nation: Russia, cities: vec![dresden, breslau] },
        Event::RemovedForGood { piece: piece(Prussia, "Lehwaldt"), city: Some(dresden) },
        Event::RemovedForGood { piece: piece(Prussia, "Lehwaldt"), city: None },
        Event::DrawsChanged { nation: Hanover, draws: 1 },
        Event::TroopGained { nation: Prussia, total: 12 },
        Event::TroopGainedBy { nation: Prussia, piece: piece(Prussia, "Keith") },
        Event::TroopLostBy { nation: Prussia, piece: piece(Prussia, "Keith") },
        Event::FateWithoutEffect { text: FateText::None },
        Event::FateWithoutEffect { text: FateText::DaunGains },
        Event::CardsExchanged { between: [Prussia, Austria], decks: [1, 2] },
        Event::CardGiven { nation: Prussia, card: card("2H/1") },
        Event::CardReceived { nation: Prussia, card: card("R/3") },
        Event::ImperialArmyChangedPlayer { from: Seat::MariaTheresa, to: Seat::Pompadour },
        Event::EasedVictory { nation: ImperialArmy },
        Event::ReconqueredEastPrussia { cities: vec![city("rastenburg"), city("ortelsburg")] },
        ended(Ending::Objectives, vec![Austria, ImperialArmy], vec![Seat::MariaTheresa]),
        ended(Ending::Outlasted, vec![Prussia, Hanover], vec![Seat::Frederick]),
        ended(Ending::Bohemia, vec![Prussia], vec![Seat::Frederick]),
        ended(Ending::Objectives, vec![Sweden, France], vec![Seat::Elisabeth, Seat::Pompadour]),
    ];
    for retroactively in [false, true] {
        events.push(Event::Conquered { nation: Austria, city: breslau, retroactively });
        events.push(Event::Reconquered {
            nation: Prussia,
            city: breslau,
            from: Austria,
            retroactively,
        });
    }
    for score in [0, -3] {
        let side = |nation, names: &[&str], place, troops, suit| CombatSide {
            nation,
            city: city(place),
            pieces: pieces(nation, names),
            troops,
            suit,
        };
        events.push(Event::CombatBegan {
            attacker: side(Prussia, &["Heinrich"], "berlin", 8, Suit::Clubs),
            defender: side(France, &["Richelieu", "Soubise"], "spandau", 11, Suit::Hearts),
            score,
            right: Prussia,
        });
    }
    for cause in [
        RemovalCause::NoTroops,
        RemovalCause::NoRetreat,
        RemovalCause::NoSupply,
        RemovalCause::Fate,
        RemovalCause::NationLeft,
    ] {
        events.push(Event::GeneralsRemoved {
            nation: Prussia,
            pieces: both(),
            city: dresden,
            cause,
        });
    }
    for cause in [FlipCause::Supply, FlipCause::Joined, FlipCause::Fate] {
        events.push(Event::FlippedDown {
            nation: Prussia,
            pieces: friedrich(),
            city: dresden,
            cause,
        });
    }
    for stroke in Stroke::ALL {
        events.push(Event::StrokeOfFate { stroke });
        events.push(Event::FateDrawn { card: FateCard::Stroke(stroke), suit: None, text: None });
    }
    for edition in [crate::game::Edition::Classic, crate::game::Edition::Anniversary] {
        let setup = crate::game::Setup { edition, ..Default::default() };
        for number in 1..=12 {
            for suit in Suit::ALL {
                events.push(Event::FateDrawn {
                    card: FateCard::Numbered(number),
                    suit: Some(suit),
                    text: Some(setup.rules().fate_text(number, suit)),
                });
            }
        }
    }
    events
}

pub(super) fn assert_sentence(text: &str) {
    assert_clean(text);
    assert!(text.len() > 8 && text.ends_with('.'), "{text}");
    assert!(!text.contains("  ") && !text.contains(" .") && !text.contains(" ,"), "{text}");
    assert!(text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{text}");
}

#[test]
fn every_event_has_a_sentence() {
    for language in COMPLETE {
        let mut seen = BTreeSet::new();
        let mut all = String::new();
        for event in samples() {
            let json = serde_json::to_value(&event).expect("events are JSON");
            assert_eq!(json["event"], variant(&event), "the tag of the variant");
            seen.insert(variant(&event));
            let sentence = templates_in(language).happening_sentence(&event.into());
            let sentence = sentence.unwrap_or_else(|error| panic!("{language}: {error:?}"));
            assert_sentence(&sentence);
            if !all.contains(&sentence) {
                all.push_str(&sentence);
                all.push('\n');
            }
        }
        assert_eq!(seen.len(), EVENTS.len(), "every variant has a sample");
        golden(language, "event-sentences", &all);
    }
}

#[test]
fn every_event_is_read_as_it_was_written() {
    for event in samples() {
        let written = serde_json::to_value(&event).expect("JSON");
        assert_eq!(serde_json::from_value::<Event>(written.clone()).expect("an event"), event);
        assert_eq!(happening(written.clone()), Happening::War(event));
        let again = serde_json::to_value(happening(written.clone())).expect("JSON");
        assert_eq!(again, written);
    }
    let train = json!({"event": "moved", "nation": "france", "pieces": ["Train 1"],
        "from": "koblenz", "path": []});
    let Happening::War(Event::Moved { pieces, .. }) = happening(train) else { panic!("moved") };
    assert_eq!(pieces, pieces_of_france(), "trains are called alike, and the nation tells whose");
    assert!(serde_json::from_value::<Happening>(json!({"event": "comet-seen"})).is_err());
}

fn pieces_of_france() -> PieceSet {
    pieces(Nation::France, &["Train 1"])
}

/// A reason as JSON with a value for everything any reason may hold.
fn reason(code: &str) -> Value {
    json!({
        "code": code, "nation": "austria", "awaited": [{"nation": "prussia", "kind": "play"}],
        "name": "Blücher", "piece": "Keith", "with": "Heinrich", "city": "dresden",
        "from": "oschatz", "to": "breslau", "troops": 9, "given": 29, "total": 30, "card": "10D",
        "steps": 5, "allowed": 3, "allowed_on_main_roads": 4, "ally": "sweden",
        "suit": "spades", "cost": 12, "paid": 9, "maximum": 9, "would_be": 33, "used": "berlin",
        "cities": ["rastenburg", "ortelsburg"], "stack": "breslau",
    })
}

#[test]
fn every_reason_has_a_sentence_that_names_the_rule() {
    for language in COMPLETE {
        let mut all = String::new();
        for (code, rule) in Reason::ALL {
            let refusal = json!({"rule": rule, "reason": reason(code)});
            let facts = minijinja::Value::from(minijinja::value::Serde(&refusal));
            let sentence = templates_in(language).sentence("say.jinja", "refusal", facts);
            let sentence = sentence.unwrap_or_else(|error| panic!("{language}: {error:?}"));
            let (bare, named) = sentence.rsplit_once(' ').expect("a sentence and a rule");
            assert_sentence(bare);
            assert_eq!(named, format!("({rule})"));
            all.push_str(&format!("{code}: {sentence}\n"));
        }
        golden(language, "refusal-sentences", &all);
    }
}

#[test]
fn a_real_refusal_has_the_members_its_sentence_asks_for() {
    let refusals: Vec<crate::game::Refusal> = vec![
        Reason::TooFar { steps: 5, allowed: 3, allowed_on_main_roads: 4 }.into(),
        Reason::NotAwaited { nation: Nation::France, awaited: vec![] }.into(),
        Reason::NotTogether {
            piece: piece(Nation::Prussia, "Train 1"),
            with: piece(Nation::Prussia, "Train 2"),
        }
        .into(),
        Reason::UnknownCity { name: "**Mordor** | {{ x }}".into() }.into(),
    ];
    let sentences: Vec<String> =
        refusals.iter().map(|r| templates().refusal(r).expect(r.rule)).collect();
    assert_eq!(
        sentences,
        [
            "That is 5 cities away; 3 are allowed, or 4 if every step is on a main road. (R4.1)",
            "France is not awaited for this now. (R2.2)",
            "Train 1 and train 2 do not start in the same city, so they cannot move as one. (R4.3)",
            "There is no city called \"**Mordor** | {{ x }}\" on the board. (R1.4)",
        ]
    );
}

/// An order of every kind, with every form it can have.
pub fn orders() -> Vec<Value> {
    vec![
        json!({"do": "allot", "troops": {"Friedrich": 8, "Winterfeldt": 1}}),
        json!({"do": "discard", "card": "4H"}),
        json!({"do": "offensive-option", "card": "11S"}),
        json!({"do": "offensive-option", "card": null}),
        json!({"do": "move", "pieces": ["Friedrich", "Train 1"], "path": ["meissen", "dresden"]}),
        json!({"do": "move", "pieces": ["Daun"], "via": ["leipa", "zittau"]}),
        json!({"do": "move", "pieces": ["Daun"], "via": ["zittau"]}),
        json!({"do": "recruit", "pay": ["13S", "12C"], "troops": {"Saltikov": 1},
            "generals": [{"name": "Fermor", "city": "sierpc", "troops": 2}],
            "trains": [{"name": "Train 1", "city": "warszawa"}]}),
        json!({"do": "end-movement"}),
        json!({"do": "attack", "from": "berlin", "to": "spandau"}),
        json!({"do": "play", "card": "10D"}),
        json!({"do": "play", "card": "R", "value": 7}),
        json!({"do": "stop"}),
        json!({"do": "retreat", "to": "glogau"}),
        json!({"do": "redistribute", "city": "oschatz", "troops": {"Friedrich": 7}}),
        json!({"do": "fate", "choice": null}),
        json!({"do": "fate", "choice": {"card": "10D"}}),
        json!({"do": "fate", "choice": {"general": "Keith"}}),
        json!({"do": "fate", "choice": {"city": "dresden"}}),
        json!({"do": "reconquest", "cities": ["rastenburg", "ortelsburg"]}),
        json!({"do": "withdraw", "stack": "breslau", "to": "oels"}),
        json!({"do": "stay"}),
    ]
}

#[test]
fn every_order_has_a_sentence() {
    for language in COMPLETE {
        let mut all = String::new();
        for order in &orders() {
            let order: crate::game::Order =
                serde_json::from_value(order.clone()).expect("an order");
            let sentence = templates_in(language).order_sentence(&order);
            let sentence = sentence.unwrap_or_else(|error| panic!("{language}: {error:?}"));
            assert_sentence(&sentence);
            all.push_str(&format!("{sentence}\n"));
        }
        golden(language, "order-sentences", &all);
    }
}

#[test]
fn secret_events_are_told_only_to_their_owner() {
    let events = samples();
    let public = events_for(&[], &events);
    let prussian = events_for(&[Nation::Prussia], &events);
    assert!(public.len() < prussian.len() && prussian.len() < events.len());
    let of_france = |event: &&Happening| {
        matches!(event.war(), Some(Event::DiscardedCard { nation: Nation::France, .. }))
    };
    assert_eq!(prussian.iter().filter(of_france).count(), 0);
    assert_eq!(events_for(&[Nation::France], &events).iter().filter(of_france).count(), 1);
}

#[test]
fn a_trial_run_foretells_no_chance() {
    let nations = Nation::ALL;
    let told = foreseeable(&nations, &samples());
    assert!(told.iter().any(|event| matches!(event.war(), Some(Event::Moved { .. }))));
    for event in &told {
        let by_chance = matches!(
            event.war(),
            Some(Event::Drew { .. } | Event::DrewCards { .. } | Event::CombatLost { .. })
        );
        assert!(!by_chance, "{event:?}");
    }
    let dresden = city("dresden");
    let after_the_end = [
        Event::MovementEnded { nation: Nation::Austria },
        Event::Joined { nation: Nation::Prussia, city: dresden, pieces: PieceSet::EMPTY },
    ];
    assert!(foreseeable(&nations, &after_the_end).is_empty());
}
