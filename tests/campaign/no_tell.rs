//! Whether a side answers by instruction or by hand, holds a fitting card or has a choice does not
//! show: what the others receive is the same, at the same time.

use crate::duels::{before_breslau, before_breslau_with, hands, suited};
use crate::support::{Club, player};
use chrono::{DateTime, Utc};
use feldpost::campaign::Clocks;
use feldpost::game::{Action, DecisionKind, Seat, State};
use feldpost::orders;

/// Everybody but Frederick.
const OTHERS: [Seat; 3] = [Seat::Elisabeth, Seat::MariaTheresa, Seat::Pompadour];

/// The raw mails to a seat without the hash of the log, in which chance is.
fn received(club: &Club, seat: Seat) -> Vec<String> {
    let mails = club.raw_mails_to(player(seat));
    mails.iter().map(|raw| without_hashes(&String::from_utf8_lossy(raw))).collect()
}

/// Quoted-printable may fold a hash: the line breaks in it go too.
fn without_hashes(text: &str) -> String {
    let text = text.replace("=\r\n", "").replace("=\n", "");
    let mut kept = String::with_capacity(text.len());
    let mut run = String::new();
    for character in text.chars().chain(std::iter::once('\n')) {
        if character.is_ascii_hexdigit() {
            run.push(character);
            continue;
        }
        if run.len() == 64 {
            kept.push('#');
        } else {
            kept.push_str(&run);
        }
        run.clear();
        kept.push(character);
    }
    kept
}

fn position(club: &mut Club) -> State {
    State::load(club.state()).expect("a state").state
}

/// Austria answers everything it is asked by the first entry of the menu, ten minutes later.
fn austria_answers(club: &mut Club) {
    let asked = position(club).decisions().first().is_some_and(|decision| {
        decision.seat == Seat::MariaTheresa
            && matches!(decision.kind, DecisionKind::Play | DecisionKind::Retreat)
    });
    if asked {
        club.reply(Seat::MariaTheresa, "1");
    }
}

/// What Frederick did by instruction, and when.
type Moves = Vec<(DateTime<Utc>, Vec<String>)>;

/// Plays on until nobody fights; Frederick by instruction.
fn by_instruction(mut club: Club, instruction: &str) -> (Club, Moves) {
    club.reply(Seat::Frederick, &format!("{instruction}\nready"));
    club.round();
    let mut moves: Moves = Vec::new();
    for _ in 0..30 {
        austria_answers(&mut club);
        let before = club.sealed_from(0).len();
        club.round();
        let made: Vec<String> = club
            .sealed_from(0)
            .split_off(before)
            .iter()
            .filter(|part| part["by"] == "instruction")
            .map(|part| {
                let order: feldpost::game::Order =
                    serde_json::from_value(part["order"].clone()).expect("an order");
                let action = order.resolve(feldpost::game::Nation::Prussia).expect("its names");
                orders::write(&action)
            })
            .collect();
        if !made.is_empty() {
            moves.push((club.now, made));
        }
    }
    (club, moves)
}

/// The same moves at the same times, by mail.
fn by_hand(mut club: Club, moves: &Moves) -> Club {
    club.reply(Seat::Frederick, "ready");
    club.round();
    for _ in 0..30 {
        austria_answers(&mut club);
        let next = club.now + chrono::TimeDelta::minutes(10);
        for (_, made) in moves.iter().filter(|(when, _)| *when == next) {
            club.reply(Seat::Frederick, &made.join("\n"));
        }
        club.round();
    }
    club
}

#[test]
fn whether_a_side_answers_by_instruction_or_by_hand_changes_no_byte_for_the_others() {
    for instruction in [
        "duel Keith vs Daun: any cards, then stop\nretreat enemies towards Glatz",
        "duel Prussia: any cards, at most 2 cards, then stop",
        "duel Daun: then stop",
        "duel Keith: any cards, lose at most 9, then stop",
    ] {
        let pace = "instruction_delay = [20, 20]";
        let (first, moves) = by_instruction(before_breslau(pace), instruction);
        assert!(!moves.is_empty(), "{instruction}");
        let second = by_hand(before_breslau(pace), &moves);
        for seat in OTHERS {
            let (one, other) = (received(&first, seat), received(&second, seat));
            assert_eq!(one.len(), other.len(), "{seat}: {instruction}");
            for (one, other) in one.iter().zip(&other) {
                assert_eq!(one, other, "{seat}: {instruction}");
            }
            assert!(one.len() >= 2, "{seat}");
        }
    }
}

#[test]
fn with_clocks_the_others_are_told_the_same_deadlines_at_the_same_times() {
    let pace = "instruction_delay = [20, 20]";
    let instruction = "duel Keith vs Daun: any cards, then stop\nretreat enemies towards Glatz";
    let begin = || before_breslau_with(pace, Some(Clocks::default()));
    let (first, moves) = by_instruction(begin(), instruction);
    assert!(!moves.is_empty());
    let second = by_hand(begin(), &moves);
    for seat in OTHERS {
        let one = received(&first, seat);
        assert_eq!(one, received(&second, seat), "{seat}");
        let words = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        // The next movement phase in turn 1 has twice three days.
        let due = "is to move, by Sat 7 March 2026";
        assert!(one.iter().any(|text| words(text).contains(due)), "{seat}: {one:?}");
    }
}

#[test]
fn whether_a_fitting_card_is_held_changes_no_byte_for_the_others() {
    let pace = "instruction_delay = [20, 20]";
    // Three cards that fit and are kept, or none that fits: both stop.
    let fits = before_breslau(pace);
    let keep = suited(&[10, 7, 3]).join(" ");
    let (fits, _) = by_instruction(fits, &format!("duel Keith: any cards, keep {keep}, then stop"));
    let mut none = before_breslau(pace);
    none.edit(|state| {
        let others: Vec<String> = suited(&[4, 6, 8]).iter().map(|card| other_suit(card)).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let mut all = others.clone();
        all.push("11H");
        crate::support::deal(state, "prussia", &all);
    });
    let (none, moves) = by_instruction(none, "duel Keith: any cards, then ask");
    assert_eq!(moves[0].1, ["stop"]);
    for seat in OTHERS {
        assert_eq!(received(&fits, seat), received(&none, seat), "{seat}");
    }
}

fn other_suit(card: &str) -> String {
    let (value, suit) = card.split_at(card.len() - 1);
    format!("{value}{}", if suit == "C" { "D" } else { "C" })
}

#[test]
fn the_time_is_drawn_before_the_answer_is_known_and_lies_in_the_span() {
    // Whatever the instruction will say, the timer is set when the decision opens.
    let due = |instruction: &str, cards: &[u8]| {
        let mut club = before_breslau("instruction_delay = [20, 20]");
        hands(&mut club, cards, &[9, 5]);
        club.reply(Seat::Frederick, &format!("{instruction}\nready"));
        club.round();
        let store = &mut club.daemon().store;
        let timers = store
            .transaction(|tx| -> Result<_, feldpost::store::StoreError> {
                let game = tx.game_by_name(crate::support::GAME)?.expect("the game").id;
                tx.timers(game)
            })
            .expect("the database");
        assert_eq!(timers.len(), 1);
        timers[0].due - club.now
    };
    for (instruction, cards) in [
        ("duel Keith: any cards, then stop", &[10, 7, 3][..]),
        ("duel Keith: then stop", &[10, 7, 3]),
        ("duel Keith: any cards, then ask", &[]),
    ] {
        assert_eq!(due(instruction, cards), chrono::TimeDelta::minutes(20), "{instruction}");
    }
}

#[test]
fn orders_ahead_change_no_byte_for_the_others() {
    let pace = "instruction_delay = [20, 20]";
    let mut ahead = Club::with_pace([1; 32], pace);
    ahead.allot();
    ahead.reply(Seat::Frederick, "Heinrich to Angermünde\nfor Hanover\nFerdinand to Soltau\nready");
    for _ in 0..4 {
        ahead.round();
    }
    let mut by_hand = Club::with_pace([1; 32], pace);
    by_hand.allot();
    by_hand.reply(Seat::Frederick, "Heinrich to Angermünde\nready");
    by_hand.round();
    by_hand.round();
    by_hand.reply(Seat::Frederick, "Ferdinand to Soltau\nready");
    for _ in 0..2 {
        by_hand.round();
    }
    let moved = |club: &mut Club| position(club).nation();
    assert_eq!(moved(&mut ahead), moved(&mut by_hand));
    for seat in OTHERS {
        let told = received(&ahead, seat);
        assert_eq!(told, received(&by_hand, seat), "{seat}");
        assert!(told.last().is_some_and(|text| text.contains("Ferdinand")), "{seat}");
    }
}

#[test]
fn a_stop_that_is_the_only_answer_is_awaited_like_any_other() {
    let mut club = before_breslau("instruction_delay = [20, 20]");
    hands(&mut club, &[], &[9, 5]);
    club.reply(Seat::Frederick, "ready");
    club.round();
    club.round();
    let state = position(&mut club);
    let legal = state.legal_actions(feldpost::game::Nation::Prussia, DecisionKind::Play);
    assert_eq!(legal, [Action::Stop]);
    assert_eq!(state.decisions()[0].seat, Seat::Frederick);
}
