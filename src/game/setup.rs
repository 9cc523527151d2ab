//! Scenarios and editions (R13, R14, Editions): every difference between them, in one place.
//!
//! A [`Setup`] is what people agree on; [`Rules`] is what follows from it. The other modules ask
//! the `Rules` of a game and never which scenario or edition it is.

use super::fate_deck::FateText;
use super::nation::{Nation, Seat};
use super::pieces::{PieceId, PieceSet, all_pieces, named};
use super::random::{Randomness, Stream};
use super::{board::board, board::rows, cards::Suit};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Who plays and with which pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// Four seats, all nations.
    #[default]
    Standard,
    /// Three seats: one plays Elisabeth's and Pompadour's nations (R1.2).
    ThreePlayer,
    /// Hanover and Prussia against France (R14.1).
    WarInTheWest,
    /// Prussia against Austria and the Imperial Army (R14.2).
    AustrianTheatre,
}

impl Scenario {
    /// Every scenario, as they are listed to people.
    pub const ALL: [Scenario; 4] = [
        Scenario::Standard,
        Scenario::ThreePlayer,
        Scenario::WarInTheWest,
        Scenario::AustrianTheatre,
    ];

    /// Its name in forms, in logs, in the protocol and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Scenario::Standard => "standard",
            Scenario::ThreePlayer => "three-player",
            Scenario::WarInTheWest => "war-in-the-west",
            Scenario::AustrianTheatre => "austrian-theatre",
        }
    }

    /// The scenario of this name.
    pub fn of_name(name: &str) -> Option<Scenario> {
        Scenario::ALL.into_iter().find(|scenario| scenario.name() == name)
    }
}

/// Which edition of the game's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edition {
    #[default]
    Classic,
    Anniversary,
}

/// What the players agree on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    pub scenario: Scenario,
    pub edition: Edition,
    /// The expert game (R13).
    pub expert: bool,
}

/// When Prussia may conquer its objectives in Bohemia.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bohemia {
    /// Never (R5.10).
    Closed,
    /// Up to turn 3, later only with the offensive option (R13.3).
    OffensiveOption,
    /// At any time (R14.2).
    Open,
}

/// What ELISABETH and SWEDEN do to Prussia's generals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// Nothing (R14.3).
    Nobody,
    /// This general (R11.2).
    General(PieceId),
    /// Any but Friedrich, of Prussia's choice (R11.2).
    Choice,
}

/// The rules of one kind of game.
#[derive(Debug)]
pub struct Rules {
    pub setup: Setup,
    /// Pieces that take part.
    pub pieces: PieceSet,
    /// Nations that take part, in the sequence of play.
    pub nations: Vec<Nation>,
    /// Troops each nation starts with and never exceeds (R1.7, R6.5).
    pub troops: [u8; 7],
    /// Prussia's draws after no, one and two cuts of the subsidies (R3.1, R11.2, R14.1, R14.2).
    pub prussian_draws: [u8; 3],
    /// How many of them it discards at once (R14.1).
    pub prussian_discards: [u8; 3],
    /// Cards set aside face down at the end of each turn for absent nations (R14.1, R14.2).
    pub absent_cards: u8,
    pub bohemia: Bohemia,
    /// Whether eased conditions can come (R11.5, R14.2).
    pub eased_victory: bool,
    /// Frederick's side wins when all of these have left the game (R12.2, R14.1, R14.2).
    pub must_leave: Vec<Nation>,
    /// Whether Prussia wins at the end of a turn with all its objectives (R14.2).
    pub prussia_wins_at_end_of_turn: bool,
    pub elisabeth_removes: Removal,
    pub sweden_removes: Removal,
    /// Whether the last victor's suit picks the text of a Card of Fate (R13.1).
    pub suit_of_last_victor: bool,
    /// Whether Russia has to keep a general in East Prussia (R13.2).
    pub east_prussia: bool,
    /// Hanover's substitute cities lie north of this line, if any (R10.5, Editions).
    pub hanover_substitute_north_of: Option<i32>,
    /// Text of numbered card 1 to 12, by suit.
    fate_texts: [[FateText; 4]; 12],
}

#[derive(Deserialize)]
struct FateRow {
    card: u8,
    suit: Suit,
    classic: FateText,
    anniversary: FateText,
}

static ALL: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for scenario in Scenario::ALL {
        for edition in [Edition::Classic, Edition::Anniversary] {
            for expert in [false, true] {
                match Rules::make(Setup { scenario, edition, expert }) {
                    Ok(rules) => all.push(rules),
                    // Compiled in: a wrong file is a defect of the program.
                    Err(fault) => panic!("the data file of Cards of Fate is wrong: {fault}"),
                }
            }
        }
    }
    all
});

/// Rules are the same if the agreement is.
impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.setup == other.setup
    }
}

impl Setup {
    /// The rules that follow from this agreement.
    pub fn rules(self) -> &'static Rules {
        ALL.iter().find(|rules| rules.setup == self).unwrap_or(&ALL[0])
    }
}

impl Rules {
    fn make(setup: Setup) -> Result<Rules, String> {
        use Nation::*;
        let mut rules = Rules {
            setup,
            pieces: all_pieces().collect(),
            nations: Nation::ALL.to_vec(),
            troops: Nation::ALL.map(|nation| board().troops(nation)),
            prussian_draws: [board().draws(Prussia), 5, 4],
            prussian_discards: [0; 3],
            absent_cards: 0,
            bohemia: if setup.expert { Bohemia::OffensiveOption } else { Bohemia::Closed },
            eased_victory: true,
            must_leave: vec![Russia, Sweden, France],
            prussia_wins_at_end_of_turn: false,
            elisabeth_removes: match setup.edition {
                Edition::Classic => Removal::General(named::LEHWALDT),
                Edition::Anniversary => Removal::Choice,
            },
            sweden_removes: Removal::Choice,
            suit_of_last_victor: setup.expert,
            east_prussia: setup.expert,
            hanover_substitute_north_of: match setup.edition {
                Edition::Classic => None,
                Edition::Anniversary => Some(614),
            },
            fate_texts: fate_texts(setup.edition)?,
        };
        match setup.scenario {
            Scenario::Standard | Scenario::ThreePlayer => {}
            Scenario::WarInTheWest => {
                let prussians = [named::SEYDLITZ, named::PRUSSIAN_TRAIN_1];
                rules.play_only(vec![Prussia, Hanover, France], prussians.into_iter().collect());
                rules.troops[Prussia.index()] = 3;
                rules.prussian_draws = [2, 1, 1];
                rules.prussian_discards = [1, 0, 0];
                rules.must_leave = vec![France];
            }
            Scenario::AustrianTheatre => {
                let prussians = PieceSet::of(Prussia)
                    .iter()
                    .filter(|piece| !piece.is_general() || piece.info().rank <= 5)
                    .collect();
                rules.play_only(vec![Prussia, Austria, ImperialArmy], prussians);
                rules.troops[Prussia.index()] = 24;
                rules.prussian_draws = [5, 4, 3];
                rules.bohemia = Bohemia::Open;
                rules.prussia_wins_at_end_of_turn = true;
            }
        }
        Ok(rules)
    }

    /// What the two scenarios for two have in common (R14.1, R14.2, R14.3).
    fn play_only(&mut self, nations: Vec<Nation>, prussians: PieceSet) {
        self.pieces = nations
            .iter()
            .filter(|nation| **nation != Nation::Prussia)
            .fold(prussians, |pieces, nation| pieces.or(PieceSet::of(*nation)));
        for nation in Nation::ALL {
            if !nations.contains(&nation) {
                self.troops[nation.index()] = 0;
            }
        }
        self.nations = nations;
        self.absent_cards = 5;
        self.bohemia = Bohemia::Closed;
        self.eased_victory = false;
        self.elisabeth_removes = Removal::Nobody;
        self.sweden_removes = Removal::Nobody;
        self.east_prussia = false;
    }

    /// Whether the nation takes part.
    pub fn plays(&self, nation: Nation) -> bool {
        self.nations.contains(&nation)
    }

    /// The text of a numbered Card of Fate for a suit (R11.1).
    pub fn fate_text(&self, card: u8, suit: Suit) -> FateText {
        self.fate_texts[usize::from(card - 1)][suit as usize]
    }

    /// The seats of the game.
    pub fn seats(&self) -> Vec<Seat> {
        match self.setup.scenario {
            Scenario::Standard => Seat::ALL.to_vec(),
            Scenario::ThreePlayer => vec![Seat::Frederick, Seat::Elisabeth, Seat::MariaTheresa],
            Scenario::WarInTheWest => vec![Seat::Frederick, Seat::Pompadour],
            Scenario::AustrianTheatre => vec![Seat::Frederick, Seat::MariaTheresa],
        }
    }

    /// The seats in the order in which the raffle under this key gives them to the players (R1.6).
    pub fn raffle(&self, key: &[u8; 32]) -> Vec<Seat> {
        let mut seats = self.seats();
        Randomness::new(key, Stream::Raffle).shuffle(&mut seats);
        seats
    }

    /// The same where players may prefer seats, `preferences` having a list for each, the dearest
    /// first: rank by rank, each seat that is still free goes to that player without a seat who
    /// names it at this rank and whose lot is lowest; the lot of a player is the place, in the
    /// order of the seats, of the seat that [`Rules::raffle`] would give. Who is left gets that
    /// seat if it is free, and otherwise, in the order of the lots, the first that is (R1.6).
    pub fn raffle_preferring(&self, key: &[u8; 32], preferences: &[Vec<Seat>]) -> Vec<Seat> {
        let (seats, drawn) = (self.seats(), self.raffle(key));
        let lot = |player: usize| seats.iter().position(|seat| Some(seat) == drawn.get(player));
        let mut by_lot: Vec<usize> = (0..drawn.len()).collect();
        by_lot.sort_by_key(|player| lot(*player));
        let mut given: Vec<Option<Seat>> = vec![None; drawn.len()];
        let ranks = preferences.iter().map(Vec::len).max().unwrap_or(0);
        for rank in 0..ranks {
            for seat in &seats {
                if given.contains(&Some(*seat)) {
                    continue;
                }
                let names = |player: &&usize| {
                    let wanted = preferences.get(**player).and_then(|list| list.get(rank));
                    given[**player].is_none() && wanted == Some(seat)
                };
                if let Some(player) = by_lot.iter().find(names).copied() {
                    given[player] = Some(*seat);
                }
            }
        }
        for (player, seat) in drawn.iter().enumerate() {
            if given[player].is_none() && !given.contains(&Some(*seat)) {
                given[player] = Some(*seat);
            }
        }
        for player in by_lot {
            if given[player].is_none() {
                given[player] = seats.iter().find(|seat| !given.contains(&Some(**seat))).copied();
            }
        }
        // As many seats as players, so that everybody has one now.
        given.into_iter().flatten().collect()
    }

    /// The seat that has a role: with three players Elisabeth's plays Pompadour too (R1.2).
    pub fn seat_of_role(&self, role: Seat) -> Seat {
        match (self.setup.scenario, role) {
            (Scenario::ThreePlayer, Seat::Pompadour) => Seat::Elisabeth,
            _ => role,
        }
    }
}

fn fate_texts(edition: Edition) -> Result<[[FateText; 4]; 12], String> {
    let mut texts = [[None; 4]; 12];
    for row in rows::<FateRow>("fate.csv", include_str!("data/fate.csv"))? {
        let text = match edition {
            Edition::Classic => row.classic,
            Edition::Anniversary => row.anniversary,
        };
        let slot = texts
            .get_mut(usize::from(row.card).wrapping_sub(1))
            .map(|suits| &mut suits[row.suit as usize])
            .ok_or_else(|| format!("fate.csv: there is no card {}", row.card))?;
        if slot.replace(text).is_some() {
            return Err(format!("fate.csv: card {} has a suit twice", row.card));
        }
    }
    if texts.iter().flatten().any(Option::is_none) {
        return Err("fate.csv: a card lacks a suit".into());
    }
    Ok(texts.map(|suits| suits.map(|text| text.unwrap_or(FateText::None))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setup_has_rules_of_its_own() {
        for rules in ALL.iter() {
            assert!(std::ptr::eq(rules.setup.rules(), rules));
        }
        assert_eq!(ALL.len(), 16);
    }

    #[test]
    fn a_scenario_is_called_alike_everywhere() {
        for scenario in Scenario::ALL {
            let written = serde_json::to_value(scenario).expect("JSON");
            assert_eq!(written, scenario.name());
            assert_eq!(Scenario::of_name(scenario.name()), Some(scenario));
        }
        assert_eq!(Scenario::of_name("waterloo"), None);
    }

    #[test]
    fn r1_6_without_preferences_the_raffle_alone_decides() {
        for key in 0..50 {
            let rules = Setup::default().rules();
            let drawn = rules.raffle(&[key; 32]);
            assert_eq!(rules.raffle_preferring(&[key; 32], &[]), drawn);
            assert_eq!(rules.raffle_preferring(&[key; 32], &vec![Vec::new(); 4]), drawn);
        }
    }

    #[test]
    fn r1_6_preferences_come_first_and_the_lot_decides_between_equals() {
        use Seat::*;
        let rules = Setup::default().rules();
        let both_want = [vec![Frederick], vec![Frederick, Pompadour], vec![], vec![Elisabeth]];
        let mut first_got_it = 0;
        for key in 0..100 {
            let seats = rules.raffle_preferring(&[key; 32], &both_want);
            let mut all = seats.clone();
            all.sort_unstable();
            assert_eq!(all, Seat::ALL, "everybody has a seat");
            assert_eq!(seats[3], Elisabeth);
            match seats[0] {
                Frederick => {
                    first_got_it += 1;
                    assert_eq!(seats[1], Pompadour, "the second preference");
                }
                _ => assert_eq!(seats[1], Frederick),
            }
        }
        assert!((25..75).contains(&first_got_it), "{first_got_it} of 100");
    }

    #[test]
    fn r14_1_war_in_the_west_has_seydlitz_with_3_troops_and_a_train_at_jueterbog() {
        let setup = Setup { scenario: Scenario::WarInTheWest, ..Setup::default() };
        let rules = setup.rules();
        let prussians = rules.pieces.and(PieceSet::of(Nation::Prussia));
        let names: Vec<_> = prussians.iter().map(PieceId::name).collect();
        assert_eq!(names, ["Seydlitz", "Train 1"]);
        assert_eq!(named::PRUSSIAN_TRAIN_1.info().start.id(), "jueterbog");
        assert_eq!(rules.troops, [3, 12, 0, 0, 0, 0, 20]);
        assert_eq!(rules.pieces.len(), 2 + 3 + 5);
    }

    #[test]
    fn r14_2_the_austrian_theatre_has_generals_1_to_5_with_24_troops_and_both_trains() {
        let setup = Setup { scenario: Scenario::AustrianTheatre, ..Setup::default() };
        let rules = setup.rules();
        assert_eq!(rules.pieces.and(PieceSet::of(Nation::Prussia)).len(), 7);
        assert_eq!(rules.troops, [24, 0, 0, 0, 30, 6, 0]);
    }
}
