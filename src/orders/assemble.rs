//! From lines to actions: troops named over several lines become one action.

use super::knowledge::Knowledge;
use super::{Context, Reading, Statement};
use crate::game::{Action, CityId, Nation, Phase, PieceId, Troops};

/// An action, who it is for, and the lines that say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembled {
    /// `None` if the text left it open and the seat plays several nations.
    pub nation: Option<Nation>,
    pub action: Action,
    /// Line numbers, from 1.
    pub lines: Vec<usize>,
}

impl Reading {
    /// All actions of the text in order.
    ///
    /// Troops of generals become one allotment for each nation during set-up, afterwards one
    /// redistribution for each stack; it stands where the last of its lines does. `ready`, menu
    /// choices and the like are no actions: see [`Reading::statements`].
    pub fn assemble(&self, context: &Context) -> Vec<Assembled> {
        let known = Knowledge::new(context);
        let mut found: Vec<Assembled> = Vec::new();
        for (line, nation, statement) in self.statements() {
            match statement {
                Statement::Actions(actions) => {
                    found.extend(actions.iter().map(|action| Assembled {
                        nation,
                        action: action.clone(),
                        lines: vec![line],
                    }));
                }
                Statement::TroopsFor(nation, troops) => {
                    for entry in troops {
                        add_troops(&mut found, &known, line, *nation, *entry);
                    }
                }
                _ => {}
            }
        }
        for assembled in &mut found {
            if let Action::Allot { troops } | Action::Redistribute { troops, .. } =
                &mut assembled.action
            {
                troops.sort_by_key(|(piece, _)| *piece);
            }
        }
        found
    }
}

/// Adds a general's troops to the action they belong to, and moves that to the end.
fn add_troops(
    found: &mut Vec<Assembled>,
    known: &Knowledge,
    line: usize,
    nation: Nation,
    entry: (PieceId, u8),
) {
    let set_up = known.view().phase == Phase::SetUp;
    // A general off the map has no stack; the rules say so about any city.
    let at = |piece: PieceId| known.position(piece).unwrap_or(piece.info().start);
    let city = at(entry.0);
    let place = found.iter().position(|assembled| {
        assembled.nation == Some(nation) && collects(&assembled.action, set_up, city).is_some()
    });
    let mut assembled = match place {
        Some(place) => found.remove(place),
        None => Assembled {
            nation: Some(nation),
            action: match set_up {
                true => Action::Allot { troops: Vec::new() },
                false => Action::Redistribute { city, troops: Vec::new() },
            },
            lines: Vec::new(),
        },
    };
    if let Action::Allot { troops } | Action::Redistribute { troops, .. } = &mut assembled.action {
        troops.push(entry);
    }
    if assembled.lines.last() != Some(&line) {
        assembled.lines.push(line);
    }
    found.push(assembled);
}

/// The troops of the action, if it is the one such troops belong to.
fn collects(action: &Action, set_up: bool, city: CityId) -> Option<&Troops> {
    match action {
        Action::Allot { troops } if set_up => Some(troops),
        Action::Redistribute { city: there, troops } if !set_up && *there == city => Some(troops),
        _ => None,
    }
}
