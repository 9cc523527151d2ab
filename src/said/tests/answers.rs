//! Tests of cards and of the answers to small decisions.

use crate::game::{Action, Card, CardRef, DecisionKind, Face, Nation, State, Suit, board};
use crate::orders::testing::*;
use crate::orders::write;
use crate::said::testing::*;
use crate::said::{Doubt, Language, LineReading, Trouble};
use std::sync::LazyLock;

static PLAY: LazyLock<(State, Nation)> = LazyLock::new(|| {
    let (state, decision) = find(false, |_, decision| decision.kind == DecisionKind::Play);
    (state, decision.nation)
});

fn canonical(state: &State, nation: Nation, text: &str) -> String {
    actions(state, nation, text).iter().map(write).collect::<Vec<_>>().join("; ")
}

fn play(text: &str) -> String {
    canonical(&PLAY.0, PLAY.1, text)
}

fn trouble(state: &State, nation: Nation, line: &str) -> Trouble {
    match outcome(state, nation, line) {
        LineReading::NotUnderstood { trouble, .. } => trouble,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn one_card_in_many_ways() {
    for text in [
        "play 10D",
        "10D",
        "10d",
        "10 D",
        "d10",
        "10♦",
        "♦10",
        "♦\u{fe0f} 10",
        "diamonds 10",
        "10 of diamonds",
        "Karo 10",
        "Karo-10",
        "10 karo",
        "10 de diamantes",
        "10 de rombos",
        "10 denari",
        "10 quadri",
        "10 di quadri",
        "spiele Karo 10",
        "juego 10 de diamantes",
        "gioco 10 quadri",
        "zagraj 10 karo",
        "I play the 10 of diamonds.",
    ] {
        assert_eq!(play(text), "play 10D", "{text}");
    }
    for (words, suit) in [
        ("spades Pik picche picas piki", 'S'),
        ("clubs Kreuz Treff fiori tréboles trefle", 'C'),
        ("hearts Herz cuori corazones kiery serca", 'H'),
    ] {
        for word in words.split(' ') {
            assert_eq!(play(&format!("7 {word}")), format!("play 7{suit}"), "{word}");
            assert_eq!(play(&format!("{word} 7")), format!("play 7{suit}"), "{word}");
        }
    }
    // Wine is a suit to Poles alone.
    let wine = actions_in(Language::Polish, &PLAY.0, PLAY.1, "7 wino");
    assert_eq!(wine, actions(&PLAY.0, PLAY.1, "play 7S"));
    assert_eq!(play("10D/2"), "play 10D/2");
    assert_eq!(play("10D (deck 2)"), "play 10D/2");
}

#[test]
fn r3_3_a_reserve_is_declared_with_its_value() {
    for text in [
        "R7",
        "r 7",
        "R=7",
        "R as 7",
        "reserve as 7",
        "Reserve 7",
        "Reserva 7",
        "Riserva 7",
        "Rezerwa jako 7",
        "Reserve als 7",
        "R (7)",
        "play R as 7 of diamonds",
        "R7D",
    ] {
        assert_eq!(play(text), "play R as 7", "{text}");
    }
    assert_eq!(play("R/3 as 7"), "play R/3 as 7");
    // Without a value it is asked about.
    let (state, nation) = &*PLAY;
    for text in ["play R", "R 10D"] {
        let asked = outcome(state, *nation, text);
        assert!(
            matches!(asked, LineReading::Question { doubt: Doubt::Card, .. }),
            "{text}: {asked:?}"
        );
    }
}

#[test]
fn several_cards_and_then_stop() {
    assert_eq!(play("play 10D 9D R7"), "play 10D; play 9D; play R as 7");
    assert_eq!(play("10D, 7D then stop"), "play 10D; play 7D; stop");
    assert_eq!(play("10D and then 7D, then pass"), "play 10D; play 7D; stop");
    assert_eq!(play("Karo 10, 9 und 7, dann halt"), "play 10D; play 9D; play 7D; stop");
    assert_eq!(play("10D9D"), "play 10D; play 9D");
    assert_eq!(play("10D; 9D"), "play 10D; play 9D");
    for word in
        ["stop", "pass", "retire", "halt", "alto", "basta", "Stop.", "passe", "paso", "passo"]
    {
        assert_eq!(play(word), "stop", "{word}");
    }
}

#[test]
fn the_doubled_11_of_spades() {
    for text in ["11S doubled", "11S=22", "11S x2", "11S as 22", "Pik 11 doppelt", "11 picas doble"]
    {
        assert_eq!(play(text), "play 11S doubled", "{text}");
    }
    assert_eq!(play("11S = 11"), "play 11S");
}

#[test]
fn what_is_no_card_is_said() {
    let (state, nation) = &*PLAY;
    assert_eq!(trouble(state, *nation, "play 14D"), Trouble::UnknownCard);
    assert_eq!(trouble(state, *nation, "1S"), Trouble::UnknownCard);
    assert_eq!(trouble(state, *nation, "10D/7"), Trouble::UnknownCard);
    assert_eq!(trouble(state, *nation, "play"), Trouble::MissingCard);
    assert_eq!(trouble(state, *nation, "10D and xyzzy"), Trouble::UnknownWords);
    let other = movement_of(Nation::Austria);
    assert_eq!(trouble(&other, Nation::Austria, "10D"), Trouble::NothingAwaited);
}

#[test]
fn r3_1_the_card_alone_is_the_discard() {
    let (state, decision) = find(false, |_, decision| decision.kind == DecisionKind::Discard);
    for text in
        ["4H", "discard 4H", "Herz 4", "wirf ab 4H", "descarto 4H", "scarto 4H", "odrzucam 4H"]
    {
        let expected =
            [Action::Discard { card: CardRef { face: Face::Suited(Suit::Hearts, 4), deck: None } }];
        assert_eq!(actions(&state, decision.nation, text), expected, "{text}");
    }
}

/// Heinrich beside Richelieu and Soubise (the rulebooks' own example), at France's attack.
fn attack_position() -> State {
    let (state, _) = find(false, |state, decision| {
        decision.kind == DecisionKind::Attack && state.combats().len() > 1
    });
    state
}

#[test]
fn r7_1_an_attack_is_named_by_cities_or_generals() {
    let state = attack_position();
    let nation = state.nation();
    for &(from, to) in state.combats() {
        let name = |city| board().info(city).name.clone();
        let expected = [Action::Attack { from, to }];
        for text in [
            format!("attack {} from {}", name(to), name(from)),
            format!("attack from {} to {}", name(from), name(to)),
            format!("{} attacks {}", name(from), name(to)),
            format!("{} -> {}", name(from), name(to)),
            format!("Angriff auf {} von {}", name(to), name(from)),
            format!("ataca {} desde {}", name(to), name(from)),
            format!("attacca {} da {}", name(to), name(from)),
            format!("atakuj {} z {}", name(to), name(from)),
        ] {
            assert_eq!(actions(&state, nation, &text), expected, "{text}");
        }
        let general = |city| state.stack_at(city).first().expect("a stack").name();
        let text = format!("{} attacks {}", general(from), general(to));
        assert_eq!(actions(&state, nation, &text), expected, "{text}");
        let single = state.combats().iter().filter(|(_, b)| *b == to).count() == 1;
        let text = format!("attack {}", general(to));
        match outcome(&state, nation, &text) {
            LineReading::Understood => {
                assert!(single);
                assert_eq!(actions(&state, nation, &text), expected, "{text}");
            }
            LineReading::Question { doubt, candidates, .. } => {
                assert!(!single);
                assert_eq!(doubt, Doubt::Combat);
                assert!(candidates.len() > 1);
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(trouble(&state, nation, "attack Kiel"), Trouble::NoSuchCombat);
}

#[test]
fn r8_2_the_winner_names_the_city() {
    let (state, decision) = find(false, |_, decision| decision.kind == DecisionKind::Retreat);
    for to in state.retreat_options() {
        let name = &board().info(to).name;
        for text in [
            name.clone(),
            format!("retreat to {name}"),
            format!("Rückzug nach {name}"),
            format!("retirada a {name}"),
            format!("ritirata a {name}"),
            format!("odwrót do {name}"),
            format!("choose {name}"),
        ] {
            assert_eq!(actions(&state, decision.nation, &text), [Action::Retreat { to }], "{text}");
        }
    }
}

#[test]
fn r11_a_card_of_fate_is_answered_by_a_name_a_card_or_a_refusal() {
    for wanted in ["generals", "cities", "cards"] {
        let (state, decision) = find(true, |state, decision| {
            let options = state.fate_options(decision.nation);
            decision.kind == DecisionKind::Fate
                && match wanted {
                    "generals" => !options.generals.is_empty(),
                    "cities" => !options.cities.is_empty(),
                    _ => !options.cards.is_empty(),
                }
        });
        for action in state.legal_actions(decision.nation, DecisionKind::Fate) {
            let text = write(&action);
            let expected = [action];
            assert_eq!(actions(&state, decision.nation, &text), expected, "{text}");
            let bare = text.trim_start_matches("choose ");
            assert_eq!(actions(&state, decision.nation, bare), expected, "{bare}");
            if let [Action::Fate { choice: crate::game::FateChoice::General(piece) }] = expected {
                for text in [
                    format!("remove {piece}"),
                    format!("entferne {piece}"),
                    format!("wybieram {piece}"),
                ] {
                    assert_eq!(actions(&state, decision.nation, &text), expected, "{text}");
                }
            }
        }
    }
}

#[test]
fn r13_3_the_offensive_option_is_a_card_set_aside_or_declined() {
    let (state, decision) =
        find(true, |_, decision| decision.kind == DecisionKind::OffensiveOption);
    let nation = decision.nation;
    let card = Some(CardRef { face: Face::Suited(Suit::Spades, 11), deck: None });
    for text in [
        "set aside 11S",
        "11S",
        "Pik 11 beiseite".trim_end_matches(" beiseite"),
        "aparta 11S",
        "metti da parte 11S",
    ] {
        assert_eq!(actions(&state, nation, text), [Action::OffensiveOption { card }], "{text}");
    }
    for text in [
        "decline",
        "no",
        "nein",
        "pass",
        "decline the offensive option",
        "rechazo",
        "rifiuto",
        "odmawiam",
    ] {
        assert_eq!(
            actions(&state, nation, text),
            [Action::OffensiveOption { card: None }],
            "{text}"
        );
    }
}

#[test]
fn r11_8_a_stack_withdraws_before_daun_or_stays() {
    let state = daun_before_breslau();
    let (stack, to) = state.withdrawals()[0];
    let goal = &board().info(to).name;
    for text in [
        format!("withdraw Keith to {goal}"),
        format!("withdraw Breslau to {goal}"),
        format!("Breslau to {goal}"),
        format!("Keith to {goal}"),
        format!("Keith withdraws to {goal}"),
        format!("Wrocław - {goal}"),
        format!("withdraw to {goal}"),
    ] {
        let expected = [Action::Withdraw { stack, to }];
        assert_eq!(actions(&state, Nation::Prussia, &text), expected, "{text}");
    }
    for text in ["stay", "Keith stays", "no", "bleiben", "decline"] {
        assert_eq!(actions(&state, Nation::Prussia, text), [Action::Stay], "{text}");
    }
}

#[test]
fn r13_2_two_cities_of_east_prussia() {
    let state = east_prussia_lost();
    let city = |id| board().city(id).expect("a city");
    let expected =
        [Action::Reconquest { cities: vec![city("koenigsberg-east-prussia"), city("rastenburg")] }];
    for text in [
        "reconquer Königsberg, Rastenburg",
        "Konigsberg and Rastenburg",
        "Królewiec, Kętrzyn",
        "rückerobern Königsberg und Rastenburg",
        "choose Königsberg, Rastenburg",
    ] {
        assert_eq!(actions(&state, Nation::Prussia, text), expected, "{text}");
    }
}

#[test]
fn r6_4_troops_are_redistributed_also_while_something_else_is_asked() {
    let (state, decision) = find(false, |state, decision| {
        decision.kind == DecisionKind::Attack
            && board().city_ids().any(|city| {
                state.stack_at(city).len() > 1 && state.stack_nation(city) == Some(decision.nation)
            })
    });
    let city = board()
        .city_ids()
        .find(|city| {
            state.stack_at(*city).len() > 1 && state.stack_nation(*city) == Some(decision.nation)
        })
        .expect("a stack");
    let list: Vec<String> = state
        .stack_at(city)
        .iter()
        .map(|piece| format!("{piece} {}", state.piece(piece).troops))
        .collect();
    let found = actions(&state, decision.nation, &list.join(", "));
    assert!(matches!(&found[..], [Action::Redistribute { city: there, .. }] if *there == city));
}

#[test]
fn a_card_names_its_deck_only_if_it_was_said() {
    let (state, nation) = &*PLAY;
    let Some(Card { face, deck }) = state.hand(*nation).first().copied() else { return };
    let text = write(&Action::Play { card: CardRef { face, deck: Some(deck) }, value: None });
    assert_eq!(play(&text), text);
}
