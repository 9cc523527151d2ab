//! Tests of moves, recruitment and troops in the five languages.

use crate::game::{Action, DecisionKind, Nation, PieceId, Seat, State};
use crate::orders::testing::*;
use crate::orders::write;
use crate::said::testing::*;
use crate::said::{Context, Doubt, Language, LineReading, Request, Trouble, read};
use std::sync::LazyLock;

static AUSTRIA: LazyLock<State> = LazyLock::new(|| movement_of(Nation::Austria));
static PRUSSIA: LazyLock<State> = LazyLock::new(|| movement_of(Nation::Prussia));
static RUSSIA: LazyLock<State> = LazyLock::new(|| movement_of(Nation::Russia));
static SET_UP: LazyLock<State> = LazyLock::new(|| new_game(false, 3));

/// The canonical text of what a line orders.
fn canonical(state: &State, nation: Nation, text: &str) -> String {
    actions(state, nation, text).iter().map(write).collect::<Vec<_>>().join("; ")
}

#[test]
fn one_move_in_many_ways() {
    let state = &*AUSTRIA;
    for text in [
        "Laudon to Troppau",
        "Laudon -> Troppau",
        "Laudon: Troppau",
        "laudon troppau",
        "LAUDON - TROPPAU",
        "- Laudon to Troppau.",
        "1) Laudon to Troppau",
        "* move Laudon to Troppau please",
        "Laudon goes to Troppau",
        "General Laudon marches from Olmütz to Troppau",
        "Loudon nach Troppau",
        "Laudon zieht nach Troppau",
        "bewege Laudon nach Troppau",
        "Laudon von Olmuetz nach Troppau",
        "Laudon a Troppau",
        "mueve Laudon a Troppau",
        "Laudon va a Troppau",
        "muovi Laudon verso Troppau",
        "Laudon da Olmütz a Troppau",
        "Laudon idzie do Opava",
        "Laudon z Ołomuniec do Opawa",
        "Laudon to Tropau",
        "Laudn -> Tropp",
        "Austria: Laudon to Troppau",
        "for Austria: Laudon to Troppau",
    ] {
        let got = canonical(state, Nation::Austria, text);
        assert!(got == "Laudon to Troppau" || got == "Laudon: Troppau", "{text}: {got}");
    }
}

#[test]
fn a_full_path_is_a_path_and_anything_else_a_way_to_find() {
    let prussia = Nation::Prussia;
    let path = "Friedrich + Winterfeldt: Riesa - Meißen - Dresden";
    for text in [
        "Friedrich+Winterfeldt: Oschatz - Riesa - Meissen - Dresden",
        "Friedrich and Winterfeldt Riesa, Meissen, Dresden",
        "Friedrich und Winterfeldt: Riesa -> Meißen -> Dresden",
        "Friedrich, Winterfeldt to Riesa, Meissen, Dresden",
        "Friedrich & Winterfeldt via Riesa and Meißen to Dresden",
        "Friedrich y Winterfeldt: Riesa, Meissen, Dresde",
        "Fryderyk i Winterfeldt: Riesa, Miśnia, Drezno",
        "Federico e Winterfeldt da Oschatz via Riesa, Misnia a Dresda",
        "Frederick Winterfeldt Oschatz Riesa Meissen Dresden",
        "Friedrich with Winterfeldt to Dresden via Riesa, Meissen",
    ] {
        assert_eq!(canonical(&PRUSSIA, prussia, text), path, "{text}");
    }
    let goal = canonical(&PRUSSIA, prussia, "Friedrich + Winterfeldt to Dresden");
    assert_eq!(goal, "Friedrich + Winterfeldt to Dresden");
}

/// The last step of a way has a name that is a word besides: it is none the less the goal.
#[test]
fn the_last_step_of_a_way_is_not_passed_over() {
    let way = canonical(&AUSTRIA, Nation::Austria, "Daun: Proßnitz, Olmütz, Schönberg");
    assert_eq!(way, "Daun to Schönberg (Moravia) via Proßnitz, Olmütz");
}

#[test]
fn several_moves_stand_in_one_line_or_in_several() {
    let expected = "Schwerin: Breslau; Keith to Glatz";
    for text in [
        "Schwerin to Breslau, Keith to Glatz",
        "Schwerin to Breslau; Keith to Glatz",
        "Schwerin to Breslau; Keith to Glatz",
        "Schwerin to Breslau. Keith to Glatz.",
        "Schwerin to Breslau\nKeith to Glatz",
        "move Schwerin to Breslau and Keith to Glatz",
        "Schwerin to Breslau, then stays, and Keith to Glatz",
    ] {
        assert_eq!(canonical(&PRUSSIA, Nation::Prussia, text), expected, "{text}");
    }
}

#[test]
fn trains_belong_to_the_current_nation() {
    let prussia = canonical(&PRUSSIA, Nation::Prussia, "train 1 nach Torgau");
    assert_eq!(prussia, "Train 1 to Torgau");
    let reading = read_as(
        &PRUSSIA,
        Nation::Prussia,
        "train 1 to Torgau\nfor Hanover\ntrain 1 to Celle\nthe Prussian train 2 to Sagan",
    );
    let nations: Vec<(usize, Option<Nation>)> =
        reading.said.iter().map(|said| (said.line, said.nation)).collect();
    use Nation::*;
    assert_eq!(nations, [(1, Some(Prussia)), (3, Some(Hanover))]);
    // Sagan is no city of the board; the train is Prussia's all the same.
    let LineReading::NotUnderstood { trouble: why, words, .. } = &reading.lines[3].reading else {
        panic!("{:?}", reading.lines[3]);
    };
    assert_eq!((*why, words.as_str()), (Trouble::UnknownCity, "Sagan"));
    for text in [
        "T1 Torgau",
        "Zug 1 nach Torgau",
        "tabor 1 do Torgau",
        "Tross 1: Torgau",
        "tren 1 a Torgau",
    ] {
        assert_eq!(canonical(&PRUSSIA, Nation::Prussia, text), "Train 1 to Torgau", "{text}");
    }
    assert_eq!(canonical(&AUSTRIA, Nation::Austria, "Lacy Tabor - Pilgram"), "Lacy: Pilgram");
}

#[test]
fn the_same_name_is_the_city_that_can_be_reached_or_a_question() {
    // From Jüterbog nobody sees either Friedland; from near Zittau one of them is beside.
    let state = edited(&PRUSSIA, |json| put(json, "prussia", "Keith", "zittau", 1));
    assert_eq!(
        canonical(&state, Nation::Prussia, "Keith to Friedland"),
        "Keith: Friedland (Bohemia)"
    );
    let outcome = outcome(&PRUSSIA, Nation::Prussia, "Heinrich to Friedland");
    let LineReading::Question { doubt: Doubt::City, words, candidates } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(words, "Friedland");
    assert_eq!(candidates.len(), 3);
    assert!(candidates.iter().any(|c| *c == "Friedland (Mecklenburg)"));
    let named = "Heinrich to Friedland (Mecklenburg)";
    assert_eq!(canonical(&PRUSSIA, Nation::Prussia, named), named);
}

#[test]
fn schwerin_is_a_general_and_a_city() {
    let state = edited(&PRUSSIA, |json| {
        put(json, "sweden", "Train 1", "rostock", 0);
        put(json, "prussia", "Dohna", "wismar", 1);
    });
    assert_eq!(canonical(&state, Nation::Prussia, "Dohna to Schwerin"), "Dohna: Schwerin");
    assert_eq!(
        canonical(&state, Nation::Prussia, "Schwerin and Keith to Glatz"),
        "Schwerin + Keith to Glatz"
    );
}

#[test]
fn what_is_not_understood_says_which_words_and_what_is_near() {
    let trouble = |state: &State, nation, line: &str| match outcome(state, nation, line) {
        LineReading::NotUnderstood { trouble: why, words, near } => (why, words, near),
        other => panic!("{line}: {other:?}"),
    };
    let (why, words, near) = trouble(&AUSTRIA, Nation::Austria, "Daun to Bqqslaxu");
    assert_eq!((why, words.as_str()), (Trouble::UnknownCity, "Bqqslaxu"));
    assert!(near.iter().any(|one| *one == "Breslau"), "{near:?}");
    // Whose pieces they are, the plan says.
    let [other] = &said(&AUSTRIA, Nation::Austria, "Friedrich to Prag")[..] else { panic!() };
    assert_eq!(other.nation, Some(Nation::Prussia));
    assert_eq!(trouble(&AUSTRIA, Nation::Austria, "Daun").0, Trouble::MissingCity);
    assert_eq!(trouble(&AUSTRIA, Nation::Austria, "to Prag").0, Trouble::MissingPiece);
    assert_eq!(request(&AUSTRIA, Nation::Austria, "redy"), Request::Ready);
    let (why, ..) = trouble(&AUSTRIA, Nation::Austria, "Daun to Zittau if Keith moved");
    assert_eq!(why, Trouble::UnknownCondition);
    assert_eq!(trouble(&AUSTRIA, Nation::Austria, "for Russia").0, Trouble::NotYourNation);
    let mixed = trouble(&PRUSSIA, Nation::Prussia, "Keith + Ferdinand to Glatz");
    assert_eq!(mixed.0, Trouble::MixedNations);
    let (why, _, near) = trouble(&AUSTRIA, Nation::Austria, "train 7 to Prag");
    assert_eq!(why, Trouble::UnknownPiece);
    assert_eq!(near, ["Train 1", "Train 2"]);
}

#[test]
fn lines_below_a_refused_heading_are_for_nobody() {
    let reading = read_as(
        &AUSTRIA,
        Nation::Austria,
        "for Russia\ntrain 1 to Prag\nfor Austria\nDaun to Prag",
    );
    let understood: Vec<bool> =
        reading.lines.iter().map(|line| line.reading == LineReading::Understood).collect();
    assert_eq!(understood, [false, false, true, true]);
}

#[test]
fn pieces_stay() {
    // Nobody is named: all of the nation.
    assert_eq!(request(&PRUSSIA, Nation::Prussia, "all stay"), Request::Stay(Vec::new()));
    for line in [
        "Keith stays",
        "Keith: no order",
        "Keith bleibt",
        "Keith se queda",
        "hold Keith",
        "Keith doesn't move",
        "Keith resta",
        "Keith zostaje",
        "Keith holds at Strehlen",
    ] {
        let Request::Stay(pieces) = request(&PRUSSIA, Nation::Prussia, line) else {
            panic!("{line}");
        };
        assert_eq!(
            pieces.iter().map(|piece| piece.name()).collect::<Vec<_>>(),
            ["Keith"],
            "{line}"
        );
    }
}

#[test]
fn r10_recruitment_in_either_order() {
    // Fermor is off the map in this position; all others are on it.
    let state = edited(&RUSSIA, |json| {
        put(json, "russia", "Fermor", "sierpc", 0);
        put(json, "russia", "Train 1", "warszawa", 0);
        for piece in json["pieces"].as_array_mut().expect("pieces") {
            if piece["nation"] == "russia"
                && (piece["name"] == "Fermor" || piece["name"] == "Train 1")
            {
                piece["city"] = serde_json::Value::Null;
                piece["face_down"] = false.into();
            }
        }
    });
    let expected = "recruit 3 for 13S 12C: Saltikov 1, Fermor 2 at Sierpc, Train 1 at Warszawa";
    for text in [
        expected,
        "recruit for 13S 12C: Saltikov 1, Fermor 2 at Sierpc, train 1 at Warszawa",
        "recruit Saltikov 1, Fermor 2 at Sierpc, train 1 at Warsaw for 13S, 12C",
        "recruit 4 with 13S and 12C: Saltikov 1, Fermor 2 in Sierpc and train 1 in Warschau",
        "rekrutiere 3 für 13S 12C: Saltikow 1, Fermor 2 in Sierpc, Zug 1 in Warschau",
        "recluta 3 por 13S 12C: Saltikov 1, Fermor 2 en Sierpc, tren 1 en Varsovia",
        "recluta 3 con 13S 12C: Saltikov 1, Fermor 2 a Sierpc, treno 1 a Varsavia",
        "rekrutuj 3 za 13S 12C: Sałtykow 1, Fermor 2 w Sierpc, tabor 1 w Warszawa",
        "Recruit 3 for 13♠ 12♣: Saltikov, Fermor 2 at Sierpc, the train at Warszawa",
    ] {
        assert_eq!(canonical(&state, Nation::Russia, text), expected, "{text}");
    }
    let returns = "recruit 2 for 13S: Fermor 2 at Sierpc";
    for text in [
        "Fermor returns at Sierpc with 2 for 13S",
        "Fermor re-enters at Sierpc with 2 troops for 13S",
        "Fermor kehrt zurück in Sierpc mit 2 für 13S",
        "re-enter Fermor at Sierpc with 2 for 13S",
        "pay 13S for 2 Fermor at Sierpc",
        "buy 2 troops for Fermor at Sierpc with 13S",
        "recruit for 13S: 2 Fermor at Sierpc",
        "recruit Fermor 2 at Sierpc (13S)",
    ] {
        assert_eq!(canonical(&state, Nation::Russia, text), returns, "{text}");
    }
    let question = outcome(&state, Nation::Russia, "recruit 2 for 13S: Fermor 2");
    let LineReading::Question { doubt: Doubt::EntryCity, candidates, .. } = question else {
        panic!("{question:?}");
    };
    assert_eq!(candidates, ["Sierpc", "Warszawa"]);
    let disagrees = outcome(&state, Nation::Russia, "recruit 3 for 13S 4H: Saltikov 1, Apraxin 1");
    let LineReading::NotUnderstood { trouble: why, .. } = disagrees else { panic!() };
    assert_eq!(why, Trouble::CountDisagrees { said: 3, listed: 2 });
    // For whom, is asked.
    let missing = outcome(&state, Nation::Russia, "recruit 2 for 13S");
    let LineReading::Question { doubt: Doubt::Piece, candidates, .. } = missing else { panic!() };
    assert_eq!(candidates, ["Saltikov", "Apraxin", "Tottleben"]);
}

#[test]
fn r1_7_an_allotment_over_several_lines_is_one_action() {
    let ahead = SET_UP.decisions();
    assert!(ahead.iter().all(|decision| decision.kind == DecisionKind::Allot));
    let one = "Friedrich 8, Winterfeldt 1, Heinrich 5, Schwerin 5, Keith 4, Seydlitz 3, Dohna 3, Lehwaldt 3";
    let several = "Hello!\nallot Friedrich 8\nWinterfeldt: 1\n5 Heinrich\n5 to Schwerin\nKeith=4, Seydlitz 3\nDohna 3 troops\nLehwald 3\n\nThanks, Tom";
    let expected: Vec<Action> = actions(&SET_UP, Nation::Prussia, one);
    assert!(matches!(expected.as_slice(), [Action::Allot { troops }] if troops.len() == 8));
    assert_eq!(actions(&SET_UP, Nation::Prussia, several), expected);
    // Both nations of the seat in one mail, even in one line.
    let both = format!("{one}, Ferdinand 6, Cumberland 6");
    assert_eq!(actions(&SET_UP, Nation::Prussia, &both).len(), 2);
    let mut state = SET_UP.clone();
    state.act(Nation::Prussia, &expected[0]).expect("the allotment is legal");
}

#[test]
fn r1_7_troops_for_all_others_leave_those_that_were_named() {
    let troops = |text: &str| {
        let all = actions(&SET_UP, Nation::Austria, text);
        let [Action::Allot { troops }] = all.as_slice() else { panic!("{text}: {all:?}") };
        troops.iter().map(|(_, number)| *number).collect::<Vec<u8>>()
    };
    assert_eq!(troops("Lacy 2\nthe others 7"), [7, 7, 7, 7, 2]);
    assert_eq!(troops("Browne 6, the rest evenly"), [6, 6, 6, 6, 6]);
    // 22 for four cannot be split so: Daun alone is said.
    assert_eq!(troops("Daun 8, the rest evenly"), [8]);
    for text in [
        "Daun 8, Browne 6, Karl 6, Laudon and Lacy share the rest",
        "Daun 8, Browne 6, Karl 6, Laudon und Lacy teilen sich den Rest",
        "Daun 8, Browne 6, Carlo 6, Laudon e Lacy il resto a metà",
        "Daun 8, Browne 6, Karol 6, Laudon i Lacy po równo z reszty",
    ] {
        assert_eq!(troops(text), [8, 6, 6, 5, 5], "{text}");
    }
    // Of whom, nobody knows.
    for text in ["the others 7", "the rest evenly", "8 7 6"] {
        assert!(read_as(&SET_UP, Nation::Austria, text).said.is_empty(), "{text}");
    }
}

#[test]
fn nobody_is_left_behind_because_nobody_knows_his_name() {
    let state = movement_of(Nation::Prussia);
    for text in ["Schwerin and keth go to Neisse", "Schwerin + Bob to Neisse", "Neisse for both"] {
        let reading = read_as(&state, Nation::Prussia, text);
        assert!(reading.said.is_empty() && reading.is_blocked(), "{text}: {reading:?}");
    }
    assert_eq!(said(&state, Nation::Prussia, "Schwerin and Keith both to Neisse").len(), 1);
}

#[test]
fn r1_7_both_generals_of_a_nation_and_numbers_that_nothing_reads() {
    for text in
        ["Hanover: both 6", "Hannover: beide 6.", "both Hanoverians get 6", "Hanower: obaj po 6"]
    {
        let all = actions(&SET_UP, Nation::Prussia, text);
        let [Action::Allot { troops }] = all.as_slice() else { panic!("{text}: {all:?}") };
        assert_eq!(troops.iter().map(|(_, number)| *number).collect::<Vec<u8>>(), [6, 6], "{text}");
    }
    let reading = read_as(&SET_UP, Nation::Prussia, "Hanover: somehow 7");
    assert!(reading.said.is_empty() && reading.is_blocked(), "{reading:?}");
}

/// Schwerin and Keith stand in Strehlen.
#[test]
fn a_stack_is_named_after_one_of_it_and_the_others_are_the_rest_of_it() {
    let state = movement_of(Nation::Prussia);
    let march = said(&state, Nation::Prussia, "Schwerin + Keith to Neisse");
    for text in [
        "Schwerin's whole stack to Neisse",
        "the stack with Keith to Neisse",
        "Schwerin and everybody with him to Neisse",
        "der ganze Schwerin-Stapel nach Neisse",
        "la pila de Schwerin a Neisse",
        "Schwerin con tutta la sua pila a Neisse",
        "Keith z całym stosem do Neisse",
    ] {
        assert_eq!(said(&state, Nation::Prussia, text), march, "{text}");
    }
    let apart = said(&state, Nation::Prussia, "Schwerin stays, Keith to Neisse");
    for text in [
        "Schwerin stays, the rest goes to Neisse",
        "Schwerin stays, the others to Neisse",
        "Schwerin bleibt, der Rest geht nach Neisse",
    ] {
        assert_eq!(said(&state, Nation::Prussia, text), apart, "{text}");
    }
    // A goal that nobody knows is asked about, whatever the rest does.
    let reading = read_as(&state, Nation::Prussia, "Lehwaldt to Fooville. The rest stays. Done");
    assert!(reading.said.is_empty() && reading.is_blocked(), "{reading:?}");
    let two =
        said(&state, Nation::Prussia, "Friedrich to Meissen, Schwerin's whole stack to Neisse");
    assert_eq!(two.len(), 2, "{two:?}");
    // Who the rest of him are who stands alone is not said.
    let reading = read_as(&state, Nation::Prussia, "Lehwaldt stays, the rest goes to Neisse");
    assert!(reading.is_blocked(), "{reading:?}");
}

#[test]
fn what_a_line_adds_to_an_earlier_one_has_its_own_conditions_and_doubts() {
    let state = movement_of(Nation::Prussia);
    let of = |text: &str| read_as(&state, Nation::Prussia, text);
    let both = of("Schwerin to Breslau\nKeith goes along").said;
    assert_eq!(both.len(), 1, "{both:?}");
    for text in [
        "Schwerin to Breslau. If Daun is at Kolin, Keith goes along.",
        "Schwerin to Breslau\nIf Daun is at Kolin, Keith goes along",
    ] {
        let all = of(text).said;
        let [schwerin, keith] = all.as_slice() else { panic!("{text}: {all:?}") };
        assert!(schwerin.condition.is_none() && keith.condition.is_some(), "{text}: {all:?}");
    }
    let reading = of("Schwerin to Breslau\nKeith goes along, perhaps");
    assert!(reading.is_blocked(), "{reading:?}");
    assert_eq!(reading.said, of("Schwerin to Breslau").said);
    // `Browne 6` stands in a line that is asked about.
    let all = read_as(&SET_UP, Nation::Austria, "Daun 8\nBrowne 6, Lacy").said;
    assert_eq!(all, read_as(&SET_UP, Nation::Austria, "Daun 8").said);
}

/// What is possible at all is carried out, what is not changes nothing, whether or not that was said.
#[test]
fn if_possible_is_no_condition() {
    let state = movement_of(Nation::Prussia);
    let plain = said(&state, Nation::Prussia, "Friedrich to Meissen, Keith to Glatz");
    for text in [
        "Friedrich to Meissen if it's possible, Keith to Glatz",
        "Friedrich nach Meißen, wenns geht, Keith nach Glatz",
    ] {
        assert_eq!(said(&state, Nation::Prussia, text), plain, "{text}");
    }
}

/// In reply to "not understood: keth".
#[test]
fn a_name_alone_holds_ready_back_where_an_earlier_order_is_in_doubt() {
    let state = movement_of(Nation::Prussia);
    let keith = PieceId::from_name(Nation::Prussia, "Keith").expect("a general");
    let (seat, decisions) = (Seat::Frederick, decisions_of(&state, Seat::Frederick));
    let blocked = |spoken_of: &[PieceId]| {
        let (state, seat) = (Some(&state), Some(seat));
        let context =
            Context { state, seat, decisions: &decisions, spoken_of, ..Context::default() };
        read("Keith i meant. ready", &context).is_blocked()
    };
    assert!(blocked(&[keith]));
    assert!(!blocked(&[]));
}

#[test]
fn r6_4_redistribution_is_read_with_and_without_its_city_and_over_lines() {
    let expected = "redistribute Oschatz: Friedrich 7, Winterfeldt 2";
    for text in [
        expected,
        "Friedrich 7, Winterfeldt 2",
        "Friedrich 7\nWinterfeldt 2",
        "redistribute Oschatz:\n- Winterfeldt 2\n- Friedrich 7",
        "umverteilen in Oschatz: Friedrich 7 und Winterfeldt 2",
        "redistribute Friedrich 7, Winterfeldt 2",
    ] {
        assert_eq!(canonical(&PRUSSIA, Nation::Prussia, text), expected, "{text}");
    }
    let two = canonical(&PRUSSIA, Nation::Prussia, "Friedrich 7, Keith 3, Winterfeldt 2");
    assert_eq!(
        two,
        "redistribute Oschatz: Friedrich 7, Winterfeldt 2; redistribute Strehlen: Keith 3"
    );
    let missing = outcome(&PRUSSIA, Nation::Prussia, "Friedrich 7, Winterfeldt");
    assert!(matches!(missing, LineReading::NotUnderstood { trouble: Trouble::MissingTroops, .. }));
}

#[test]
fn a_second_thought_about_troops_counts() {
    for text in [
        "Heinrich 5, no wait, 6. Schwerin 5",
        "Heinrich five, hang on, make that six. Schwerin 5",
        "Heinrich 5 - no, make that 6 - Schwerin 5",
        "Heinrich fünf, nein warte, doch lieber sechs. Schwerin 5",
    ] {
        let said = requests(&SET_UP, Nation::Prussia, text);
        let allotted = said.iter().find_map(|request| match request {
            Request::Act(Action::Allot { troops }) => Some(troops.clone()),
            _ => None,
        });
        let troops: Vec<u8> = allotted.into_iter().flatten().map(|(_, troops)| troops).collect();
        assert_eq!(troops.iter().sum::<u8>(), 11, "{text}: {troops:?}");
    }
}

#[test]
fn wagons_that_hold_stay_and_do_not_wait() {
    let france = movement_of(Nation::France);
    let said = requests(&france, Nation::France, "Wagons hold");
    assert!(matches!(said.as_slice(), [Request::Stay(trains)] if trains.len() == 2), "{said:?}");
}

/// A condition with somebody in it that no map shows is asked about, wherever it stands.
#[test]
fn a_march_that_hangs_on_what_somebody_does_is_asked_about() {
    for (language, text) in [
        (Language::English, "Heinrich to Potsdam, if Ehrensvärd coughs"),
        (Language::German, "Heinrich nach Potsdam, falls Ehrensvärd weg ist"),
        (Language::Spanish, "Enrique a Potsdam, si Ehrensvärd se ha ido"),
        (Language::Italian, "Enrico a Potsdam, se Ehrensvärd è partito"),
        (Language::Polish, "Henryk do Poczdamu, jeśli Ehrensvärd odejdzie"),
        (Language::French, "Henri à Potsdam, si Ehrensvärd est parti"),
    ] {
        let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
        let LineReading::NotUnderstood { trouble, .. } = &reading.lines[0].reading else {
            panic!("{text}: {reading:#?}");
        };
        assert_eq!(*trouble, Trouble::UnknownCondition, "{text}");
    }
}

/// Of whom a clause says that he marches, he is not passed over beside others who were understood.
#[test]
fn nobody_of_whom_a_line_speaks_is_left_out() {
    for (language, text, words) in [
        (
            Language::Polish,
            "Dohna niech siedzi cicho. Pierwszy tabor za Fryderykiem, dwa pola do przodu.",
            "Pierwszy tabor za Fryderykiem",
        ),
        (Language::German, "Den zweiten Zug bitte nach Sagan schicken", "Sagan"),
        (Language::Polish, "Drugi tabor wyślij do Żagania", "Żagania"),
        (Language::English, "Send the second train to Sagan", "Sagan"),
    ] {
        let reading = read_in(language, &PRUSSIA, Nation::Prussia, text);
        let LineReading::NotUnderstood { words: found, .. } = &reading.lines[0].reading else {
            panic!("{text}: {reading:#?}");
        };
        assert_eq!(found, words, "{text}");
    }
}
