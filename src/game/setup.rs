//! Scenarios and editions (R13, R14, Editions): every difference between them, in one place.
//!
//! A [`Setup`] is what people agree on; [`Rules`] is what follows from it. What a scenario changes stands in
//! `data/scenarios.toml`. The other modules ask the `Rules` of a game and never which scenario or edition it is.

use super::fate_deck::{FateCard, FateText};
use super::nation::{Nation, Seat};
use super::pieces::{PieceId, PieceSet, named};
use super::random::{Randomness, Stream};
use super::scenario::{Bohemia, OFFENSIVE_TURN, Plan, Scenario};
use super::{board::board, board::rows, cards::Suit};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Which edition of the game's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edition {
    /// The rulebooks' own text.
    #[default]
    Classic,
    /// Changes ELISABETH, three texts of Cards of Fate and Hanover's substitute cities.
    Anniversary,
}

/// What the players agree on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    /// Who plays, with which pieces and from when.
    pub scenario: Scenario,
    /// Whose Cards of Fate are read, and whose substitute cities hold.
    pub edition: Edition,
    /// The expert game (R13).
    pub expert: bool,
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
    /// What they follow from.
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
    /// When Prussia may conquer its objectives there (R5.10, R13.3, R14.2).
    pub bohemia: Bohemia,
    /// Whether eased conditions can come (R11.5, R14.2).
    pub eased_victory: bool,
    /// Frederick's side wins when all of these have left the game (R12.2, R14.1, R14.2).
    pub must_leave: Vec<Nation>,
    /// Whether Prussia wins at the end of a turn with all its objectives (R14.2).
    pub prussia_wins_at_end_of_turn: bool,
    /// What ELISABETH takes from Prussia (R11.2).
    pub elisabeth_removes: Removal,
    /// What SWEDEN takes from Prussia (R11.2).
    pub sweden_removes: Removal,
    /// Whether the last victor's suit picks the text of a Card of Fate (R13.1).
    pub suit_of_last_victor: bool,
    /// Whether Russia has to keep a general in East Prussia (R13.2).
    pub east_prussia: bool,
    /// The turn in which the war begins: 1 in all scenarios that rulebooks have.
    pub first_turn: u16,
    /// Cards of Fate that count as drawn before it begins, in order.
    pub fate_drawn: &'static [FateCard],
    /// Hanover's substitute cities lie north of this line, if any (R10.5, Editions): their
    /// [`City::y`](super::City::y) is less.
    pub hanover_substitute_north_of: Option<i32>,
    plan: &'static Plan,
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
    for scenario in Scenario::all() {
        for edition in [Edition::Classic, Edition::Anniversary] {
            for expert in [false, true] {
                match Rules::make(Setup { scenario, edition, expert }) {
                    Ok(rules) => all.push(rules),
                    // Compiled in: a wrong file is a defect of the program.
                    Err(fault) => panic!("a data file is wrong: {fault}"),
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
        Rules::of(setup, setup.scenario.plan())
    }

    fn of(setup: Setup, plan: &'static Plan) -> Result<Rules, String> {
        use Nation::{Prussia, Russia};
        let wrong = |what: String| format!("scenarios.toml: {}: {what}", plan.name);
        let prussians: PieceSet = match &plan.prussians {
            None => PieceSet::of(Prussia),
            Some(names) => names
                .iter()
                .map(|name| {
                    PieceId::from_name(Prussia, name)
                        .ok_or_else(|| wrong(format!("Prussia has no piece called {name}")))
                })
                .collect::<Result<_, _>>()?,
        };
        let pieces = |nation| if nation == Prussia { prussians } else { PieceSet::of(nation) };
        let troops = Nation::ALL.map(|nation| match plan.troops.get(&nation) {
            _ if !plan.nations.contains(&nation) => 0,
            Some(troops) => *troops,
            None => board().troops(nation),
        });
        let offensive_option = setup.expert && plan.first_turn <= OFFENSIVE_TURN;
        let removal = |whom| if plan.strokes_remove { whom } else { Removal::Nobody };
        Ok(Rules {
            setup,
            pieces: plan.nations.iter().flat_map(|nation| pieces(*nation)).collect(),
            nations: plan.nations.clone(),
            troops,
            prussian_draws: plan.prussian_draws.unwrap_or([board().draws(Prussia), 5, 4]),
            prussian_discards: plan.prussian_discards,
            absent_cards: plan.absent_cards,
            bohemia: match plan.bohemia {
                Some(bohemia) => bohemia,
                None if offensive_option => Bohemia::OffensiveOption,
                None => Bohemia::Closed,
            },
            eased_victory: plan.eased_victory,
            must_leave: plan.must_leave.clone(),
            prussia_wins_at_end_of_turn: plan.prussia_wins_at_end_of_turn,
            elisabeth_removes: removal(match setup.edition {
                Edition::Classic => Removal::General(named::LEHWALDT),
                Edition::Anniversary => Removal::Choice,
            }),
            sweden_removes: removal(Removal::Choice),
            suit_of_last_victor: setup.expert,
            east_prussia: setup.expert && plan.east_prussia && plan.nations.contains(&Russia),
            first_turn: plan.first_turn,
            fate_drawn: &plan.fate_drawn,
            hanover_substitute_north_of: match setup.edition {
                Edition::Classic => None,
                Edition::Anniversary => Some(614),
            },
            plan,
            fate_texts: fate_texts(setup.edition)?,
        })
    }

    /// Whether Prussia may conquer in Bohemia at any time (R14.2).
    pub fn bohemia_is_open(&self) -> bool {
        self.bohemia == Bohemia::Open
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
        self.plan.seats.clone()
    }

    /// The seats in the order in which the raffle under this key gives them to the players (R1.6).
    pub fn raffle(&self, key: &[u8; 32]) -> Vec<Seat> {
        let mut seats = self.seats();
        Randomness::new(key, Stream::Raffle).shuffle(&mut seats);
        seats
    }

    /// The seats in the order of the players, who may prefer some (R1.6): `preferences` has a list for
    /// each player, the dearest seat first.
    ///
    /// The lot of a player is the place, in the order of the seats, of the seat that
    /// [`Rules::raffle`] would give him. Rank by rank, each seat that is still free goes to the player
    /// without a seat who names it at this rank and has the lowest lot. Then everybody without a seat
    /// gets the one that the raffle would give him, if it is free; the others get, in the order of
    /// their lots, the first seat that is free.
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
        self.plan.plays_too.get(&role).copied().unwrap_or(role)
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
    use super::super::action::DecisionKind;
    use super::super::fate_deck::Stroke;
    use super::super::scenario::read;
    use super::super::state::State;
    use super::*;

    #[test]
    fn every_setup_has_rules_of_its_own() {
        for rules in ALL.iter() {
            assert!(std::ptr::eq(rules.setup.rules(), rules));
        }
        assert_eq!(ALL.len(), 4 * Scenario::all().count());
    }

    /// The rules of a scenario that stands in no file but has these lines, and a game by them.
    fn begun_with(lines: &str) -> State {
        let names = "names.en = { choice = \"x\", title = \"the x\" }";
        let seats = "seats = [\"frederick\", \"elisabeth\", \"maria-theresa\", \"pompadour\"]";
        let text = format!("[[scenario]]\nname = \"x\"\n{seats}\n{names}\n{lines}");
        let plans = read(&text).expect("a scenario").leak();
        let rules = Rules::of(Setup { expert: true, ..Setup::default() }, &plans[0]);
        State::by(Box::leak(Box::new(rules.expect("rules"))), [5; 32])
    }

    #[test]
    fn a_war_can_begin_later_with_cards_of_fate_already_drawn() {
        let usual = begun_with("");
        let later =
            begun_with("first-turn = 7\nfate-drawn = [\"3\", \"poems\", \"india\", \"11\"]");
        assert_eq!((usual.turn(), later.turn()), (1, 7));
        assert_eq!(later.strokes(), [Stroke::Poems, Stroke::India]);
        let draws = |nation| (usual.draws(nation), later.draws(nation));
        assert_eq!(draws(Nation::Prussia), (7, 5));
        assert_eq!(draws(Nation::Austria), (5, 4));
        assert_eq!(draws(Nation::France), (4, 3));
        // The others come in the order in which they would have, and those drawn lie under them.
        let deck = |state: &State| state.dump()["fate_deck"].clone();
        let (usual_deck, later_deck) = (deck(&usual), deck(&later));
        let drawn = ["3", "poems", "india", "11"];
        let kept = usual_deck.as_array().expect("cards").iter();
        let kept = kept.filter(|card| !drawn.iter().any(|one| *card == one)).cloned();
        let expected: Vec<_> = kept.chain(drawn.map(Into::into)).collect();
        assert_eq!(later_deck, serde_json::Value::from(expected));
        // R13.3: what is decided in turn 3 is closed to a war that begins later.
        assert_eq!(usual.rules().bohemia, Bohemia::OffensiveOption);
        assert_eq!(later.rules().bohemia, Bohemia::Closed);
    }

    #[test]
    fn whoever_has_left_before_a_war_begins_is_not_in_it_and_nobody_is_asked_whom_that_removes() {
        let state = begun_with("first-turn = 9\nfate-drawn = [\"elisabeth\", \"sweden\"]");
        assert!(!state.in_play(Nation::Russia) && !state.in_play(Nation::Sweden));
        assert_eq!(state.seat_of(Nation::ImperialArmy), Seat::Elisabeth);
        // R11.2: ELISABETH takes Lehwaldt, SWEDEN would have Prussia choose.
        let prussians = PieceSet::generals_of(Nation::Prussia);
        let lost = prussians.iter().filter(|general| state.city_of(*general).is_none());
        assert_eq!(lost.collect::<Vec<_>>(), [named::LEHWALDT]);
        let kinds: Vec<_> = state.decisions().iter().map(|decision| decision.kind).collect();
        assert!(kinds.iter().all(|kind| *kind == DecisionKind::Allot), "{kinds:?}");
        assert!(!state.decisions().iter().any(|decision| decision.nation == Nation::Russia));
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
        let setup = Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() };
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
        let setup = Setup { scenario: Scenario::AUSTRIAN_THEATRE, ..Setup::default() };
        let rules = setup.rules();
        assert_eq!(rules.pieces.and(PieceSet::of(Nation::Prussia)).len(), 7);
        assert_eq!(rules.troops, [24, 0, 0, 0, 30, 6, 0]);
    }
}
