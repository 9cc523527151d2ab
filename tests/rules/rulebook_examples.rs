//! The examples that the rulebooks themselves give.

use super::support::{Game, position};

/// Daun in Waldenburg, Keith in Glogau.
fn daun_against_keith() -> Game {
    let position = position().nation("austria").put("Daun", "waldenburg", 8);
    position.put("Keith", "glogau", 2).game()
}

#[test]
fn r5_2_daun_marches_from_waldenburg_over_schweidnitz_and_breslau_to_oels() {
    let mut game = daun_against_keith();
    game.march(&["Daun"], &["schweidnitz", "breslau", "oels"]);
    assert_eq!(game.conqueror("waldenburg"), Some("austria"));
    assert_eq!(game.conqueror("schweidnitz"), Some("austria"));
    assert_eq!(game.conqueror("breslau"), None);
    assert_eq!(game.conqueror("oels"), None);
    assert_eq!(game.marked(), ["breslau"]);
}
