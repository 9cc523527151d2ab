//! The examples are run, and are short. `examples/bot.py` plays in `referee.rs`.

use super::text;

#[path = "../../../examples/draw_map.rs"]
#[expect(dead_code, reason = "here its parts are called, not the command")]
mod draw_map;
#[path = "../../../examples/one_combat.rs"]
#[expect(dead_code, reason = "here its parts are called, not the command")]
mod one_combat;
#[path = "../../../examples/read_log.rs"]
#[expect(dead_code, reason = "here its parts are called, not the command")]
mod read_log;

#[test]
fn examples_have_sixty_lines_at_most() {
    for name in ["bot.py", "draw_map.rs", "one_combat.rs", "read_log.rs"] {
        let lines = text(&format!("examples/{name}")).lines().count();
        assert!(lines <= 60, "examples/{name} has {lines} lines");
    }
}

#[test]
fn a_map_is_drawn_with_who_has_marched() {
    use feldpost::report::map::{Crop, svg};
    let before = draw_map::picture("").expect("a map");
    let after = draw_map::picture("Friedrich to Dresden\nSchwerin to Neisse").expect("a map");
    let drawn = svg(&after, Crop::Whole);
    assert!(drawn.starts_with("<svg "), "{}", &drawn[..40]);
    assert_ne!(drawn, svg(&before, Crop::Whole));
    assert!(draw_map::picture("Friedrich to Prag").is_err(), "too far");
}

#[test]
fn a_log_is_checked_and_its_last_turn_told() {
    let log = text("tests/recorded/war-in-the-west-anniversary.jsonl");
    let english = read_log::story(&log, "en").expect("a story");
    assert!(english.contains("all confirmed"), "{english}");
    assert!(english.lines().count() > 5, "{english}");
    assert_ne!(english, read_log::story(&log, "de").expect("a story"));
    let forged = log.replacen("hanover", "prussia", 1);
    assert!(forged != log && read_log::story(&forged, "en").is_err());
}

#[test]
fn a_combat_is_adjudicated() {
    use feldpost::game::{Event, named};
    let (state, events) = one_combat::fight().expect("a combat");
    let has_ended = events.iter().any(|event| matches!(event, Event::CombatLost { .. }));
    assert!(has_ended, "{events:?}");
    assert_eq!(state.piece(named::FRIEDRICH).troops, 5, "the victor loses nobody");
    assert_eq!(state.piece(named::DAUN).troops, 0, "of three troops four would be lost");
}
