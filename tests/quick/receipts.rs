//! Any text at all gets a receipt, and what a receipt repeats of it says the same again.

#[path = "../support/memory_club.rs"]
mod memory_club;

use feldpost::campaign::Pace;
use feldpost::game::{Seat, Setup};
use memory_club::MemoryClub;
use proptest::prelude::*;
use std::cell::RefCell;

/// The first turn of a game, everything allotted.
fn begun() -> MemoryClub {
    let pace = Pace { instruction_delay: [10, 20], second_thoughts: 5 };
    let mut club = MemoryClub::new(Setup::default(), [1; 32], pace);
    for (seat, text) in Seat::ALL.into_iter().zip([
        "Friedrich 4, Winterfeldt 4, Heinrich 4, Schwerin 4\n\
         Keith 4, Seydlitz 4, Dohna 4, Lehwaldt 4\nFerdinand 6, Cumberland 6",
        "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4",
        "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6",
        "Richelieu 7, Soubise 5, Chevert 8",
    ]) {
        assert_eq!(club.send(seat, text), "orders carried out");
    }
    club.take_mails();
    club
}

thread_local! {
    /// One game for all texts: whatever they do to it, the next one must get its receipt, too.
    static CLUB: RefCell<MemoryClub> = RefCell::new(begun());
}

/// Sends a text for a seat and returns what comes back to it.
fn answer(seat: Seat, text: &str) -> Option<String> {
    CLUB.with_borrow_mut(|club| {
        club.send(seat, text);
        let mails = club.take_mails();
        // What was kept is carried out now and then.
        if text.len().is_multiple_of(3) {
            club.wait_for_timer();
            club.take_mails();
        }
        let mail = mails.into_iter().find(|mail| mail.seat.as_deref() == Some(seat.id()))?;
        let payload: serde_json::Value = serde_json::from_str(&mail.payload).expect("JSON");
        payload["text"].as_str().map(str::to_owned)
    })
}

/// Texts that get far: real lines with something wrong in some of them.
const LINES: &[&str] = &[
    "Heinrich to Angermünde",
    "Daun to Prag",
    "duel Keith vs Daun: 10D 7D, then stop",
    "duel Prussia: any cards, at most 12 points, any reserve only to win, then ask",
    "duel Daun: lose at most 2",
    "duel Keith",
    "duel Russia: stop",
    "duel Browne vs Keith: keep 13S 12S, no reserve, win up to 9",
    "retreat enemies towards Glatz",
    "retreat Daun as far from Dresden as possible",
    "attack order: Richelieu, Soubise",
    "withdraw duel Keith vs Daun",
    "withdraw all duels",
    "for Hanover",
    "for Hanover, turn 7",
    "for Sweden turn 2",
    "for Prussia, turn 400",
    "Ferdinand to Soltau",
    "train 1 stays",
    "if Richelieu at Minden: Ferdinand to Soltau",
    "else: Ferdinand to Verden",
    "if Sweden out: duel Keith: stop",
    "if Hannover conquered: ready",
    "recruit 1 for 5S: Keith 1",
    "Friedrich 7, Winterfeldt 1",
    "3",
    "10D",
    "ready",
    "wait",
    "cancel",
    "test",
    "stop",
    "else: else: if",
    "if if if",
    "duel duel duel",
    "Best regards",
    "\u{202e}duel",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_at_all_get_an_answer(
        lines in proptest::collection::vec(proptest::sample::select(LINES), 1..9),
        seat in 0usize..4,
    ) {
        let text = answer(Seat::ALL[seat], &lines.join("\n"));
        prop_assert!(text.is_some_and(|text| text.contains("leuthen")));
    }

    #[test]
    fn any_characters_at_all_get_an_answer(
        text in "(duel |if |for Hanover\n|retreat enemies )?\\PC{1,120}(\n\\PC{0,60}){0,3}",
        seat in 0usize..4,
    ) {
        let text = answer(Seat::ALL[seat], &text);
        prop_assert!(text.is_some());
    }

    #[test]
    fn what_a_receipt_repeats_of_an_instruction_gives_the_same_receipt(
        line in proptest::sample::select(LINES),
        seat in 0usize..4,
    ) {
        let kept = |text: &str| -> Option<String> {
            let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let (_, rest) = flat.split_once("Kept: \"")?;
            rest.split_once('"').map(|(order, _)| order.to_owned())
        };
        let first = answer(Seat::ALL[seat], &format!("test\n{line}")).and_then(|text| kept(&text));
        if let Some(order) = first {
            let again = answer(Seat::ALL[seat], &format!("test\n{order}"));
            prop_assert_eq!(again.and_then(|text| kept(&text)), Some(order));
        }
    }
}
