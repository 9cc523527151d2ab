//! Strengths that were declared in combats (R7.2), as far as they still tell something.
//!
//! What is known of a stack is its strength in its last combat, less what it lost there. It is
//! known of exactly these generals: once the stack is another, nothing is. Troops recruited since
//! may have gone anywhere, so the number is what was last said and not what is.

use super::super::events::tag;
use serde_json::Value;

/// What was last said of each stack.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Declared {
    stacks: Vec<(Vec<String>, u8)>,
}

impl Declared {
    /// From public events, in order.
    pub fn from_events(events: &[Value]) -> Declared {
        let mut declared = Declared::default();
        // The two sides of the combat being told, with their cities.
        let mut sides: Vec<(String, Vec<String>)> = Vec::new();
        for event in events {
            match tag(event) {
                "combat-began" => {
                    sides.clear();
                    for side in [&event["attacker"], &event["defender"]] {
                        let generals = names(&side["pieces"]);
                        let troops = side["troops"].as_u64().and_then(|t| u8::try_from(t).ok());
                        let city = side["city"].as_str().unwrap_or_default().to_owned();
                        declared.forget(&generals);
                        if let Some(troops) = troops {
                            declared.stacks.push((generals.clone(), troops));
                        }
                        sides.push((city, generals));
                    }
                }
                "combat-lost" => {
                    let city = event["city"].as_str().unwrap_or_default();
                    let losses = event["losses"].as_u64().and_then(|l| u8::try_from(l).ok());
                    let loser = sides.iter().find(|(of, _)| of == city);
                    let known = loser.and_then(|(_, generals)| {
                        declared.stacks.iter_mut().find(|(of, _)| of == generals)
                    });
                    if let (Some((_, troops)), Some(losses)) = (known, losses) {
                        *troops = troops.saturating_sub(losses);
                    }
                }
                // Who is too few to be led leaves; the rest keep the troops (R6.3).
                "generals-removed" => {
                    let gone = names(&event["pieces"]);
                    for (generals, _) in &mut declared.stacks {
                        generals.retain(|general| !gone.contains(general));
                    }
                    declared.stacks.retain(|(generals, _)| !generals.is_empty());
                }
                _ => {}
            }
        }
        declared
    }

    fn forget(&mut self, generals: &[String]) {
        self.stacks.retain(|(known, _)| !known.iter().any(|general| generals.contains(general)));
    }

    /// What was said of a stack of exactly these generals.
    pub fn of(&self, generals: &[&str]) -> Option<u8> {
        let same = |known: &Vec<String>| {
            known.len() == generals.len() && generals.iter().all(|g| known.iter().any(|k| k == g))
        };
        self.stacks.iter().rfind(|(known, _)| same(known)).map(|(_, troops)| *troops)
    }
}

fn names(pieces: &Value) -> Vec<String> {
    let pieces = pieces.as_array().into_iter().flatten();
    pieces.filter_map(|piece| piece.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn began() -> Value {
        json!({"event": "combat-began",
            "attacker": {"city": "prag", "pieces": ["Friedrich", "Keith"], "troops": 12},
            "defender": {"city": "kolin", "pieces": ["Daun"], "troops": 8}})
    }

    #[test]
    fn r7_2_what_was_declared_holds_for_the_same_generals_less_the_losses() {
        let lost = json!({"event": "combat-lost", "city": "prag", "losses": 5, "score": -5});
        let declared = Declared::from_events(&[began(), lost]);
        assert_eq!(declared.of(&["Keith", "Friedrich"]), Some(7));
        assert_eq!(declared.of(&["Daun"]), Some(8));
        assert_eq!(declared.of(&["Friedrich"]), None, "of a part of the stack nothing is known");
        assert_eq!(declared.of(&["Daun", "Lacy"]), None);
    }

    #[test]
    fn a_later_combat_says_more_and_generals_that_leave_are_not_counted() {
        let removed = json!({"event": "generals-removed", "pieces": ["Keith"], "city": "prag",
            "cause": "no-troops", "nation": "prussia"});
        let again = json!({"event": "combat-began",
            "attacker": {"city": "kolin", "pieces": ["Daun", "Lacy"], "troops": 11},
            "defender": {"city": "pilsen", "pieces": ["Heinrich"], "troops": 3}});
        let declared = Declared::from_events(&[began(), removed, again]);
        assert_eq!(declared.of(&["Friedrich"]), Some(12));
        assert_eq!(declared.of(&["Daun"]), None);
        assert_eq!(declared.of(&["Lacy", "Daun"]), Some(11));
    }
}
