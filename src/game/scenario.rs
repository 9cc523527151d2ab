//! The scenarios (R1.2, R14, and variants of this program): read from `data/scenarios.toml`, which says what its
//! members mean.
//!
//! Here is what stands in the file; what follows from it for play is made in [`super::setup`]. The names are
//! for those who read and write: no rule looks at them.

use super::fate_deck::FateCard;
use super::nation::{Nation, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// The turn in which Prussia decides about the offensive option (R13.3).
pub(super) const OFFENSIVE_TURN: u16 = 3;

/// Who plays, with which pieces and from when: by its place in the file of scenarios. It is written by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Scenario(u8);

/// When Prussia may conquer its objectives in Bohemia.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bohemia {
    /// Never (R5.10).
    Closed,
    /// Up to turn 3, later only with the offensive option (R13.3).
    OffensiveOption,
    /// At any time (R14.2).
    Open,
}

/// What a scenario changes of the standard game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Plan {
    /// Stable; logs and the protocol have it.
    pub name: String,
    /// What else the form of a new game takes for it in every language.
    #[serde(default)]
    also: Vec<String>,
    /// Those who play, in their order.
    pub seats: Vec<Seat>,
    /// A role that has no seat, and the seat that plays its nations (R1.2).
    #[serde(default)]
    pub plays_too: BTreeMap<Seat, Seat>,
    /// Those that take part, in the sequence of play.
    #[serde(default = "all_nations")]
    pub nations: Vec<Nation>,
    /// Names of the Prussian pieces that take part; `None`: all.
    pub prussians: Option<Vec<String>>,
    /// Where they differ from the table of nations.
    #[serde(default)]
    pub troops: BTreeMap<Nation, u8>,
    /// After no, one and two cuts of the subsidies; `None`: as in the standard game.
    pub prussian_draws: Option<[u8; 3]>,
    /// How many of those drawn are discarded at once, after as many cuts.
    #[serde(default)]
    pub prussian_discards: [u8; 3],
    /// Cards set aside at the end of each turn (R14.1, R14.2).
    #[serde(default)]
    pub absent_cards: u8,
    /// `None`: never, or by the offensive option in the expert game.
    pub bohemia: Option<Bohemia>,
    /// Whether eased conditions can come (R11.5).
    #[serde(default = "yes")]
    pub eased_victory: bool,
    /// Whether ELISABETH and SWEDEN remove a Prussian general (R14.3).
    #[serde(default = "yes")]
    pub strokes_remove: bool,
    /// Whether R13.2 holds in the expert game.
    #[serde(default = "yes")]
    pub east_prussia: bool,
    /// Frederick wins when all of these have left (R12.2).
    #[serde(default = "last_to_leave")]
    pub must_leave: Vec<Nation>,
    /// With all objectives in Bohemia (R14.2).
    #[serde(default)]
    pub prussia_wins_at_end_of_turn: bool,
    /// 1 to 99.
    #[serde(default = "first_turn")]
    pub first_turn: u16,
    /// Cards that count as drawn before the war begins, in this order.
    #[serde(default)]
    pub fate_drawn: Vec<FateCard>,
    /// By the tag of the language; English must be among them.
    names: BTreeMap<String, ScenarioName>,
}

/// What a scenario is called in one language.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioName {
    /// In the form of a new game.
    pub choice: String,
    /// What else people write there.
    #[serde(default)]
    pub also: Vec<String>,
    /// In sentences.
    pub title: String,
    /// What is different, if no rulebook says it; a sentence without its full stop.
    #[serde(default)]
    pub about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    scenario: Vec<Plan>,
}

fn all_nations() -> Vec<Nation> {
    Nation::ALL.to_vec()
}

/// R12.2.
fn last_to_leave() -> Vec<Nation> {
    vec![Nation::Russia, Nation::Sweden, Nation::France]
}

const fn yes() -> bool {
    true
}

const fn first_turn() -> u16 {
    1
}

static PLANS: LazyLock<Vec<Plan>> =
    LazyLock::new(|| match read(include_str!("data/scenarios.toml")) {
        Ok(plans) => plans,
        // Compiled in: a wrong file is a defect of the program.
        Err(fault) => panic!("scenarios.toml: {fault}"),
    });

/// The scenarios of a file, checked for what the rules take for granted.
pub(super) fn read(text: &str) -> Result<Vec<Plan>, String> {
    let File { scenario: plans } = toml::from_str(text).map_err(|error| error.to_string())?;
    if plans.is_empty() || plans.len() > usize::from(u8::MAX) {
        return Err("from 1 to 255 scenarios expected".into());
    }
    for (place, plan) in plans.iter().enumerate() {
        let fault = |what: String| Err(format!("{}: {what}", plan.name));
        if plans[..place].iter().any(|earlier| earlier.name == plan.name) {
            return fault("stands there twice".into());
        }
        if !plan.seats.is_sorted_by(|one, next| one < next) || plan.seats.is_empty() {
            return fault("seats: each at most once, in their order".into());
        }
        if !plan.nations.is_sorted_by(|one, next| one < next) || plan.nations.is_empty() {
            return fault("nations: each at most once, in the sequence of play".into());
        }
        if !(1..=99).contains(&plan.first_turn) {
            return fault("first-turn: none of 1 to 99".into());
        }
        for (index, card) in plan.fate_drawn.iter().enumerate() {
            if plan.fate_drawn[..index].contains(card) {
                return fault(format!("fate-drawn: {card} stands there twice"));
            }
        }
    }
    Ok(plans)
}

impl Scenario {
    /// The game for four with all nations.
    pub const STANDARD: Scenario = Scenario(0);
    /// Three seats: one plays Elisabeth's and Pompadour's nations (R1.2).
    pub const THREE_PLAYER: Scenario = Scenario(1);
    /// Hanover and Prussia against France (R14.1).
    pub const WAR_IN_THE_WEST: Scenario = Scenario(2);
    /// Prussia against Austria and the Imperial Army (R14.2).
    pub const AUSTRIAN_THEATRE: Scenario = Scenario(3);

    /// Every scenario, as they are listed to people.
    pub fn all() -> impl Iterator<Item = Scenario> {
        (0..PLANS.len()).map(|place| Scenario(place as u8))
    }

    /// Its table in the file of scenarios.
    pub(super) fn plan(self) -> &'static Plan {
        &PLANS[usize::from(self.0)]
    }

    /// Its name in forms, in logs, in the protocol and on the command line.
    pub fn name(self) -> &'static str {
        &self.plan().name
    }

    /// The scenario of this very name; `None` if there is none.
    pub fn of_name(name: &str) -> Option<Scenario> {
        Scenario::all().find(|scenario| scenario.name() == name)
    }

    /// The scenario that is called so in every language, by its name or shorter; `None` if there is none.
    pub fn called(text: &str) -> Option<Scenario> {
        let is_so = |scenario: &Scenario| scenario.plan().also.iter().any(|also| also == text);
        Scenario::of_name(text).or_else(|| Scenario::all().find(is_so))
    }

    /// The languages in which it has names, by their tags (ISO 639-1), and what it is called there.
    pub fn names(self) -> impl Iterator<Item = (&'static str, &'static ScenarioName)> {
        self.plan().names.iter().map(|(tag, names)| (tag.as_str(), names))
    }

    /// What it is called in the language of a tag; in English where that has no name for it.
    pub fn name_in(self, tag: &str) -> &'static ScenarioName {
        let names = &self.plan().names;
        &names[if names.contains_key(tag) { tag } else { "en" }]
    }
}

impl fmt::Debug for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scenario, D::Error> {
        let name = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        Scenario::of_name(&name).ok_or_else(|| {
            let known: Vec<_> = Scenario::all().map(Scenario::name).collect();
            let known = known.join(", ");
            serde::de::Error::custom(format!("`{name}` is no scenario; there are {known}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_is_called_alike_everywhere() {
        for scenario in Scenario::all() {
            let written = serde_json::to_value(scenario).expect("JSON");
            assert_eq!(written, scenario.name());
            assert_eq!(serde_json::from_value::<Scenario>(written).expect("JSON"), scenario);
            assert_eq!(Scenario::of_name(scenario.name()), Some(scenario));
        }
        assert_eq!(Scenario::of_name("waterloo"), None);
        assert_eq!(Scenario::called("3"), Some(Scenario::THREE_PLAYER));
        assert!(serde_json::from_str::<Scenario>("\"waterloo\"").is_err());
    }

    #[test]
    fn those_that_are_named_in_code_are_those_of_the_file() {
        assert_eq!(Scenario::STANDARD.name(), "standard");
        assert_eq!(Scenario::THREE_PLAYER.name(), "three-player");
        assert_eq!(Scenario::WAR_IN_THE_WEST.name(), "war-in-the-west");
        assert_eq!(Scenario::AUSTRIAN_THEATRE.name(), "austrian-theatre");
        assert_eq!(Scenario::default(), Scenario::STANDARD);
    }

    #[test]
    fn a_file_with_a_mistake_is_refused_and_the_mistake_named() {
        let file = |more: &str| {
            let names = "names.en = { choice = \"x\", title = \"the x\" }";
            format!("[[scenario]]\nname = \"x\"\nseats = [\"frederick\"]\n{names}\n{more}")
        };
        assert_eq!(read(&file("")).expect("no mistake").len(), 1);
        for (more, named) in [
            ("seats-and-chairs = 4", "seats-and-chairs"),
            ("nations = [\"france\", \"prussia\"]", "x: nations"),
            ("first-turn = 0", "x: first-turn"),
            ("fate-drawn = [\"8\", \"poems\", \"8\"]", "8 stands there twice"),
            ("fate-drawn = [\"13\"]", "13"),
            (&file(""), "x: stands there twice"),
        ] {
            let fault = read(&file(more)).expect_err(more);
            assert!(fault.contains(named), "{more}: {fault}");
        }
    }
}
