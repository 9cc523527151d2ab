//! Strengths that were declared in combats (R7.2), as far as they still tell something.
//!
//! What is known of a stack is its strength in its last combat, less what it lost there. It is
//! known of exactly these generals: of a stack of others nothing is. Troops recruited since
//! may have gone anywhere, so the number is what was last said and not what is.

use crate::game::{CityId, Event, PieceSet};

/// The troops last declared for each stack.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Declared {
    stacks: Vec<(PieceSet, u8)>,
}

impl Declared {
    /// Made from public events, in order.
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Event>) -> Declared {
        let mut declared = Declared::default();
        // The two sides of the combat being told, with their cities.
        let mut sides: Vec<(CityId, PieceSet)> = Vec::new();
        for event in events {
            match event {
                Event::CombatBegan { attacker, defender, .. } => {
                    sides.clear();
                    for side in [attacker, defender] {
                        declared.stacks.retain(|(known, _)| !known.intersects(side.pieces));
                        declared.stacks.push((side.pieces, side.troops));
                        sides.push((side.city, side.pieces));
                    }
                }
                Event::CombatLost { city, losses, .. } => {
                    let loser = sides.iter().find(|(of, _)| of == city);
                    let known = loser.and_then(|(_, generals)| {
                        declared.stacks.iter_mut().find(|(of, _)| of == generals)
                    });
                    if let Some((_, troops)) = known {
                        *troops = troops.saturating_sub(*losses);
                    }
                }
                // Generals with too few troops leave; the rest keep the troops (R6.3).
                Event::GeneralsRemoved { pieces, .. } => {
                    for (generals, _) in &mut declared.stacks {
                        *generals = generals.without(*pieces);
                    }
                    declared.stacks.retain(|(generals, _)| !generals.is_empty());
                }
                _ => {}
            }
        }
        declared
    }

    /// The troops of a stack of exactly these generals, if they are known.
    pub fn of(&self, generals: PieceSet) -> Option<u8> {
        self.stacks.iter().rfind(|(known, _)| *known == generals).map(|(_, troops)| *troops)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{CombatSide, Nation, RemovalCause, Suit, all_pieces, board};

    fn generals(names: &[&str]) -> PieceSet {
        all_pieces().filter(|piece| names.contains(&piece.name())).collect()
    }

    fn began(attacker: (&str, &[&str], u8), defender: (&str, &[&str], u8)) -> Event {
        let side = |(city, names, troops): (&str, &[&str], u8)| CombatSide {
            nation: Nation::Prussia,
            city: board().city(city).expect("a city"),
            pieces: generals(names),
            troops,
            suit: Suit::Spades,
        };
        let (attacker, defender) = (side(attacker), side(defender));
        Event::CombatBegan { attacker, defender, score: 0, right: Nation::Prussia }
    }

    fn first() -> Event {
        began(("prag", &["Friedrich", "Keith"], 12), ("kolin", &["Daun"], 8))
    }

    #[test]
    fn r7_2_what_was_declared_holds_for_the_same_generals_less_the_losses() {
        let lost = Event::CombatLost {
            winner: Nation::Austria,
            loser: Nation::Prussia,
            city: board().city("prag").expect("a city"),
            score: -5,
            losses: 5,
        };
        let declared = Declared::from_events(&[first(), lost]);
        let of = |names: &[&str]| declared.of(generals(names));
        assert_eq!(of(&["Keith", "Friedrich"]), Some(7));
        assert_eq!(of(&["Daun"]), Some(8));
        assert_eq!(of(&["Friedrich"]), None, "of a part of the stack nothing is known");
        assert_eq!(of(&["Daun", "Lacy"]), None);
    }

    #[test]
    fn a_later_combat_says_more_and_generals_that_leave_are_not_counted() {
        let removed = Event::GeneralsRemoved {
            nation: Nation::Prussia,
            pieces: generals(&["Keith"]),
            city: board().city("prag").expect("a city"),
            cause: RemovalCause::NoTroops,
        };
        let again = began(("kolin", &["Daun", "Lacy"], 11), ("pilsen", &["Heinrich"], 3));
        let declared = Declared::from_events(&[first(), removed, again]);
        let of = |names: &[&str]| declared.of(generals(names));
        assert_eq!(of(&["Friedrich"]), Some(12));
        assert_eq!(of(&["Daun"]), None);
        assert_eq!(of(&["Lacy", "Daun"]), Some(11));
    }
}
