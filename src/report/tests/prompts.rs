//! What is asked: every kind of decision says what can be answered.

use super::super::*;
use super::{assert_clean, templates};
use crate::game::{DecisionKind, FateText, FateView, Nation, Pair, Setup, State, Suit, board};

fn text_of_prompt(change: impl Fn(&mut Prompt)) -> String {
    let state = State::new(Setup::default(), [1; 32]);
    let view = state.view(Some(crate::game::Seat::Frederick));
    let mut prompt = Prompt::new(&view, Nation::Prussia, DecisionKind::GameOver, &[]);
    prompt.menu = vec!["first answer".into(), "second answer".into()];
    change(&mut prompt);
    let log = LogHead { number: 1, hash: "0".repeat(64) };
    let report = Report::new("rossbach", &view, vec![prompt], &[], &[], log);
    let mail = templates().render(&Mail::Report(Box::new(report))).expect("renders");
    assert_clean(&mail.text);
    assert!(!mail.subject.is_empty());
    mail.text
}

#[test]
fn every_decision_says_what_can_be_answered() {
    for (kind, words) in [
        (DecisionKind::Discard, "discards one of the cards just drawn"),
        (DecisionKind::OffensiveOption, "offensive option, once and for all"),
        (DecisionKind::DaunWithdrawal, "withdraw to an"),
        (DecisionKind::Attack, "which combat Prussia fights next"),
        (DecisionKind::Play, "right to play"),
        (DecisionKind::Retreat, "chooses where the defeated go"),
        (DecisionKind::Fate, "removes one general other than Friedrich"),
        (DecisionKind::Reconquest, "choose which"),
    ] {
        let text = text_of_prompt(|prompt| prompt.kind = kind);
        assert!(text.contains(words), "{kind:?}:\n{text}");
        assert!(text.contains("   1) first answer\n   2) second answer\n"), "{kind:?}:\n{text}");
        assert!(text.contains("Reply with a number"), "{kind:?}:\n{text}");
        assert!(text.contains("plain reply"), "{kind:?}:\n{text}");
    }
    let over = text_of_prompt(|_| {});
    assert!(over.contains("nothing more is awaited"), "{over}");
}

#[test]
fn an_order_template_keeps_its_lines_and_its_notes_are_wrapped() {
    let note = format!("# Keith (8) in Strehlen {}", "reaches Breslau, ".repeat(8));
    let order = format!("Keith to {}", "x".repeat(80));
    let text = text_of_prompt(|prompt| {
        prompt.kind = DecisionKind::Movement;
        prompt.template = Some(format!("{note}\n{order}\nready"));
    });
    assert!(text.contains(&format!("\n  {order}\n  ready\n")), "{text}");
    assert!(text.contains("\n  # Keith (8) in Strehlen"), "{text}");
    assert!(text.contains("\n  #   "), "a wrapped note is still a note:\n{text}");
}

#[test]
fn a_card_of_fate_says_its_text() {
    let text = text_of_prompt(|prompt| {
        prompt.kind = DecisionKind::Fate;
        let card = FateView { card: "8".into(), suit: Suit::Spades, text: FateText::PrussianGains };
        prompt.fate = Some(FateQuestion::Text { card });
    });
    assert!(text.contains("One Prussian general gains a\ntroop."), "{text}");
}

#[test]
fn withdrawals_name_the_attacks() {
    let city = |id| board().city(id).expect(id);
    let text = text_of_prompt(|prompt| {
        prompt.kind = DecisionKind::DaunWithdrawal;
        prompt.combats = vec![Pair { from: city("oels"), to: city("breslau") }];
    });
    assert!(text.contains("- Oels attacks Breslau"), "{text}");
}

#[test]
fn a_deadline_says_what_happens_then() {
    use chrono::TimeZone;
    let time = chrono_tz::Europe::Warsaw.with_ymd_and_hms(2026, 1, 2, 7, 5, 0).unwrap();
    for (then, words) in [
        (IfNothingComes::Waits, "the game waits for you"),
        (IfNothingComes::Caretaker, "the caretaker decides"),
        (IfNothingComes::OrdersSoFar, "orders received so far"),
        (IfNothingComes::Instructions, "duel instructions"),
    ] {
        let text = text_of_prompt(|prompt| {
            prompt.deadline = Some(Deadline { at: Moment::new(&time), then });
        });
        let text = text.replace('\n', " ");
        assert!(text.contains("Due by Fri 2 January 2026, 07:05 (Europe/Warsaw)."), "{text}");
        assert!(text.contains(words), "{text}");
    }
}
