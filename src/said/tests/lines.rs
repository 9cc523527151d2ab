//! Tests of lines: commands, headings, greetings, numbering, what every line's outcome is.

use crate::game::{Action, Decision, DecisionKind, Face, Nation, Setup, State};
use crate::orders::menu;
use crate::orders::testing::*;
use crate::said::testing::*;
use crate::said::{Cancel, Context, Doubt, LineReading, Noise, Request, Topic, Trouble, read};

#[test]
fn every_line_that_is_not_blank_has_one_outcome_with_its_number() {
    let state = movement_of(Nation::Austria);
    let text = "Hello Fritz,\n\n# a remark\n---\nDaun to Prag\nthis is no order\n\nready\nBest regards\nTom\n";
    let reading = read_as(&state, Nation::Austria, text);
    let numbers: Vec<usize> = reading.lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [1, 3, 4, 5, 6, 8, 9, 10]);
    let ignored = |index: usize| match reading.lines[index].reading {
        LineReading::Chatter(noise) => Some(noise),
        _ => None,
    };
    assert_eq!(ignored(0), Some(Noise::Greeting));
    assert_eq!(ignored(1), Some(Noise::Comment));
    assert_eq!(ignored(2), Some(Noise::Separator));
    assert_eq!(ignored(3), None);
    // Chatter blocks nothing.
    assert!(ignored(4).is_some());
    assert_eq!(reading.lines[5].reading, LineReading::Understood);
    assert!(ignored(6).is_some());
    assert!(ignored(7).is_some(), "the signature");
}

#[test]
fn commands_of_one_word_in_five_languages() {
    let state = movement_of(Nation::Austria);
    let said = |line: &str| request(&state, Nation::Austria, line);
    for (expected, words) in [
        (
            Request::Ready,
            "ready|Done.|end movement|fertig|Ende|listo|fin|fatto|pronto|gotowe|KONIEC",
        ),
        (Request::Wait, "wait|not yet|warten|espera|aspetta|czekaj"),
        (Request::Test, "test|dry run|Probe|prueba|prova|próba"),
        (Request::Cancel(Cancel::All), "cancel|undo|storno|anular|annulla|anuluj"),
        (Request::Status(None), "status|Lage|estado|stato|stan"),
        (Request::Help(None), "help|?|Hilfe|ayuda|aiuto|pomoc"),
    ] {
        for word in words.split('|') {
            assert_eq!(said(word), expected, "{word}");
        }
    }
    assert_eq!(said("help with moves"), Request::Help(Some(Topic::Moves)));
}

#[test]
fn a_number_alone_answers_a_menu() {
    let state = movement_of(Nation::Austria);
    for line in ["3", "3.", "3)", "(3)", "option 3", "- 3", "nr. 3", "3 please"] {
        assert_eq!(request(&state, Nation::Austria, line), Request::Choice(3), "{line}");
    }
}

/// Nothing of a combat that is stopped can be taken back: where the number of `stop` is a card's value, it is asked.
#[test]
fn a_number_that_would_stop_and_is_the_value_of_a_card_is_asked_about() {
    let stop_of = |state: &State, decision: Decision| {
        let entries = menu(state, state.seat_of(decision.nation), decision);
        entries.iter().position(|entry| entry.actions == [Action::Stop]).map(|at| at + 1)
    };
    let (state, decision) = find(false, |state, decision| {
        let number = stop_of(state, decision).unwrap_or_default();
        let of_value = |action: &Action| match action {
            Action::Play { card, .. } => {
                matches!(card.face, Face::Suited(_, value) if usize::from(value) == number)
            }
            _ => false,
        };
        let entries = menu(state, state.seat_of(decision.nation), decision);
        let mut actions = entries.iter().flat_map(|entry| &entry.actions);
        decision.kind == DecisionKind::Play && actions.any(of_value)
    });
    let stop = stop_of(&state, decision).expect("a menu with stop");
    let reading = read_as(&state, decision.nation, &stop.to_string());
    let asked =
        LineReading::Question { doubt: Doubt::Card, words: String::new(), candidates: vec![] };
    let same = std::mem::discriminant(&asked);
    assert!(reading.said.is_empty(), "{reading:?}");
    assert!(reading.lines.iter().all(|line| std::mem::discriminant(&line.reading) == same));
    let named = request(&state, decision.nation, &format!("option {stop}"));
    assert_eq!(named, Request::Choice(u8::try_from(stop).expect("small")));
}

#[test]
fn headings_name_a_nation_and_perhaps_a_turn() {
    let state = movement_of(Nation::Prussia);
    let heading = |line: &str| {
        let below = format!("{line}\nready");
        let [ready] = &said(&state, Nation::Prussia, &below)[..] else { panic!("{line}") };
        assert!(ready.headed && ready.request == Request::Ready, "{line}: {ready:?}");
        (ready.nation.expect("a nation"), ready.turn)
    };
    for line in [
        "for Hanover",
        "Hanover:",
        "Hannover:",
        "für Hannover:",
        "Orders for Hanover",
        "para Hanóver",
        "per Hannover",
        "dla Hanoweru",
    ] {
        assert_eq!(heading(line), (Nation::Hanover, None), "{line}");
    }
    assert_eq!(heading("for Hanover, turn 7"), (Nation::Hanover, Some(7)));
    assert_eq!(heading("Hanover (turn 7):"), (Nation::Hanover, Some(7)));
    assert_eq!(heading("turn 7:"), (Nation::Prussia, Some(7)));
}

#[test]
fn a_general_names_his_nation_by_himself() {
    let state = movement_of(Nation::Prussia);
    let [order] = &said(&state, Nation::Prussia, "Ferdinand to Celle")[..] else { panic!() };
    assert_eq!(order.nation, Some(Nation::Hanover));
}

#[test]
fn different_things_in_one_line_are_several_statements() {
    let state = movement_of(Nation::Prussia);
    let all = requests(&state, Nation::Prussia, "Keith to Glatz; Schwerin stays; ready");
    assert!(matches!(all[..], [Request::Act(_), Request::Stay(_), Request::Ready]), "{all:?}");
    for text in ["Keith to Glatz; ready", "Keith to Glatz, then ready", "test: Keith to Glatz"] {
        assert_eq!(read_as(&state, Nation::Prussia, text).said.len(), 2, "{text}");
    }
    let reading = read_as(&state, Nation::Prussia, "Keith to Glatz; ready");
    assert_eq!(reading.said.len(), 2);
}

#[test]
fn a_train_of_a_seat_with_two_nations_and_no_decision_is_a_question() {
    // It is Austria's movement: Frederick plays two nations and neither is asked.
    let state = movement_of(Nation::Austria);
    let outcome = outcome(&state, Nation::Prussia, "train 1 to Torgau");
    let LineReading::Question { doubt: Doubt::Nation, candidates, .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(candidates, ["prussia", "hanover"]);
}

#[test]
fn numbering_and_bullets_are_no_part_of_an_order() {
    let state = movement_of(Nation::Austria);
    for line in [
        "1. Daun to Prag",
        "2) Daun to Prag",
        "• Daun to Prag",
        "-- Daun to Prag",
        "(3) Daun to Prag",
    ] {
        assert_eq!(actions(&state, Nation::Austria, line).len(), 1, "{line}");
    }
}

#[test]
fn codes_of_diagnoses_are_all_different() {
    let mut codes: Vec<&str> = Trouble::CODES.to_vec();
    codes.extend(Doubt::ALL.iter().map(|doubt| doubt.code()));
    let count = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), count);
    assert!(Trouble::CODES.contains(&Trouble::CountDisagrees { said: 1, listed: 2 }.code()));
}

#[test]
fn a_line_can_be_a_test_by_itself() {
    let state = movement_of(Nation::Prussia);
    for line in ["test: Keith to Glatz", "test Keith to Glatz", "Prova: Keith - Glatz"] {
        let found = requests(&state, Nation::Prussia, line);
        assert!(matches!(found[..], [Request::Test, Request::Act(_)]), "{line}: {found:?}");
    }
    let found = requests(&state, Nation::Prussia, "test duel Keith: 7S, then ask");
    assert!(matches!(found[..], [Request::Test, Request::Instruct(_)]), "{found:?}");
}

#[test]
fn a_quoted_line_is_nobodys_order() {
    let state = movement_of(Nation::Austria);
    let outcome = outcome(&state, Nation::Austria, "> Daun to Prag");
    assert_eq!(outcome, LineReading::Chatter(Noise::Quote));
}

#[test]
fn that_is_all_at_set_up_is_no_order_ahead() {
    let state = State::new(Setup::default(), [9; 32]);
    let text = "Russia: Saltikov 5, Fermor 4, Apraxin 4, Tottleben 3. Sweden: 4. That's all";
    let all = read_as(&state, Nation::Russia, text).said;
    let ready: Vec<_> = all.iter().filter(|said| said.request == Request::Ready).collect();
    let [only] = ready.as_slice() else { panic!("{all:#?}") };
    assert!(only.nation.is_none() && !only.headed, "{only:#?}");
    // With the turn it is one.
    let all = read_as(&state, Nation::Russia, "Sweden, turn 1: that's all").said;
    assert!(all.iter().any(|said| said.request == Request::Ready && said.headed), "{all:#?}");
}

#[test]
fn a_purchase_that_waits_is_taken_back() {
    let state = movement_of(Nation::Prussia);
    let of = |line: &str, buys: bool| {
        let seat = Some(state.seat_of(Nation::Prussia));
        let decisions = state.decisions();
        let context = Context {
            state: Some(&state),
            seat,
            decisions: &decisions,
            buys,
            ..Context::default()
        };
        read(line, &context).said.into_iter().map(|said| said.request).collect::<Vec<_>>()
    };
    for line in [
        "Cancel the purchase",
        "Annulez l'achat gardé",
        "annulla l'acquisto",
        "cancela la compra",
        "anuluj zakup",
    ] {
        assert_eq!(of(line, true), [Request::Cancel(Cancel::AnyPurchases)], "{line}");
        assert!(of(line, false).is_empty(), "{line}");
    }
    let of_one = of("Cancel the purchase for Keith", true);
    assert!(!of_one.contains(&Request::Cancel(Cancel::AnyPurchases)), "{of_one:?}");
}
