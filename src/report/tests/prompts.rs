//! What is asked: every kind of decision says what can be answered.

use super::super::*;
use super::{assert_clean, templates};
use crate::game::{
    DecisionKind, FateText, FateView, Nation, Order, Pair, PieceId, Setup, State, Suit, board,
};

fn text_of_prompt(change: impl Fn(&mut Prompt)) -> String {
    let state = State::new(Setup::default(), [1; 32]);
    let view = state.view(Some(crate::game::Seat::Frederick));
    let mut prompt = Prompt::new(&view, Nation::Prussia, DecisionKind::GameOver, &[]);
    let to = |city: &str| Order::Retreat { to: city.into() };
    prompt.menu = vec![to("glogau"), to("brieg")];
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
        assert!(
            text.contains("   1) retreat to Glogau\n   2) retreat to Brieg\n"),
            "{kind:?}:\n{text}"
        );
        assert!(text.contains("Tap an answer"), "{kind:?}:\n{text}");
    }
    let over = text_of_prompt(|_| {});
    assert!(over.contains("nothing more is awaited"), "{over}");
}

#[test]
fn an_order_template_keeps_its_lines_and_its_notes_are_wrapped() {
    let city = |id| board().city(id).expect(id);
    let keith = PieceId::from_name(Nation::Prussia, "Keith").expect("Keith");
    let text = text_of_prompt(|prompt| {
        prompt.kind = DecisionKind::Movement;
        prompt.to_move = vec![ToMove {
            pieces: vec![keith],
            at: city("strehlen"),
            troops: vec![OwnGeneral { general: keith, troops: 8 }],
            reach: Vec::new(),
            conquers: vec![city("breslau"); 12],
            marks: vec![],
        }];
    });
    assert!(text.contains("\n  # Strehlen: Keith 8\n  # could take Breslau, Breslau,"), "{text}");
    assert!(text.contains("\n  #   "), "a wrapped note is still a note:\n{text}");
    assert!(text.contains("\n  Keith stays\n"), "{text}");
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
        (IfNothingComes::Waits, "the game waits"),
        (IfNothingComes::Caretaker, "the caretaker decides"),
        (IfNothingComes::OrdersSoFar, "orders received so far"),
        (IfNothingComes::Instructions, "duel instructions"),
    ] {
        let text = text_of_prompt(|prompt| {
            prompt.deadline =
                Some(Deadline { at: Moment::new(&time), over_time: None, far: false, then });
        });
        let text = text.replace('\n', " ");
        assert!(text.contains("Due by Fri 2 January 2026, 07:05 (Europe/Warsaw)."), "{text}");
        assert!(text.contains(words), "{text}");
    }
}
