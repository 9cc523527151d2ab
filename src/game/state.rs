//! The state of a game: everything the rules need to go on, and simple questions about it.
//!
//! What is awaited follows from the state ([`State::decisions`]); nothing is remembered that can
//! be worked out.

use super::action::{Decision, DecisionKind};
use super::board::{Board, CITIES, CityId, OBJECTIVES, board};
use super::cards::{Card, CardRef, sorted_deck};
use super::fate_deck::{FateCard, FateInForce, FateText, Stroke, sorted_fate_deck};
use super::fate_pending::FatePending;
use super::nation::{Nation, Seat};
use super::outcome::Outcome;
use super::pieces::{PIECES, PieceId, PieceSet};
use super::random::{Randomness, Stream};
use super::setup::{Rules, Setup};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the map, in this city.
    At(CityId),
    /// Off the map; may re-enter (R10.4).
    OffMap,
    /// Out of the game for good (R11.3, R11.4), or never in it.
    Removed,
}

/// What changes about a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceState {
    /// On the map, off it, or gone for good.
    pub place: Place,
    /// Troops of a general: 1 to 8 on the map, 0 elsewhere and before set-up. Trains have none.
    pub troops: u8,
    /// Found without supply (R9.3).
    pub face_down: bool,
    /// Has finished its movement in this phase (R4.1).
    pub done: bool,
}

/// What the game is at. Phases that await nobody are passed through at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Troops are allotted (R1.7).
    SetUp,
    /// France, or Prussia in the West, discards (R3.1, R14.1).
    Discard,
    /// Before Prussia moves in turn 3 (R13.3).
    OffensiveOption,
    /// A nation moves, recruits and lets pieces re-enter (R4, R10).
    Movement,
    /// Before Daun's attacks (8 clubs).
    Withdrawal,
    /// A combat is chosen or fought, or its loser retreats (R7, R8).
    Combat,
    /// After a Russian action (R13.2).
    Reconquest,
    /// A Card of Fate's choice at the end of a turn.
    Fate,
    /// The game is over (R12).
    GameOver,
}

/// The combat being fought (R7). The stacks are those that stand in the two cities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combat {
    /// City of the attacking stack.
    pub from: CityId,
    /// City of the attacked stack.
    pub to: CityId,
    /// The score as the side with the right to play sees it: never positive.
    pub score: i16,
    /// The nation with the right to play (R7.3).
    pub right: Nation,
}

/// A defeated stack whose winner has to choose where it goes (R8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retreat {
    /// City of the defeated stack.
    pub from: CityId,
    /// City of the victorious stack.
    pub winner: CityId,
    /// How many roads it goes: the number of troops lost (R8.1).
    pub length: u8,
}

/// The offensive option (R13.3 to R13.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offensive {
    /// Turn 3 has not come, or Prussia has not decided.
    #[default]
    Undecided,
    /// Prussia has declined.
    Declined,
    /// The card lies set aside.
    Chosen,
    /// Austria has taken the card (R13.5).
    Taken,
}

/// What is remembered of the current turn for Cards of Fate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The one-time effect of the text in force is spent.
    pub effect_used: bool,
    /// Prussian generals that received troops this turn (10 spades).
    pub reinforced: PieceSet,
    /// Suits with which Hildburghausen attacked this turn, one bit each (3 hearts).
    pub hildburghausen_suits: u8,
    /// Hildburghausen lost a combat this turn (12 hearts).
    pub hildburghausen_lost: bool,
}

/// The whole state of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// What the agreed scenario and edition mean for play.
    pub(super) rules: &'static Rules,
    /// Key of all randomness.
    pub(super) key: [u8; 32],
    /// How many times piles were shuffled together: names the next stream of chance (R3.4).
    pub(super) reshuffles: u32,
    /// How many cards were drawn from a hand by chance: names the next stream (9 diamonds).
    pub(super) random_draws: u32,
    /// From 1, or from the first turn of the scenario.
    pub(super) turn: u16,
    /// The nation whose action it is.
    pub(super) nation: Nation,
    /// Where in the action, or at the end of the turn, the game waits.
    pub(super) phase: Phase,
    /// By piece, also those that take no part.
    pub(super) pieces: [PieceState; PIECES],
    /// By nation, sorted: the order in which cards were drawn tells nothing.
    pub(super) hands: [Vec<Card>; 7],
    /// The next card is the last of the vector.
    pub(super) draw_pile: Vec<Card>,
    /// Discard piles by deck of origin, deck 1 first.
    pub(super) piles: [Vec<Card>; 4],
    /// Numbers of the decks not in use yet, in the order in which they will be (R3.4).
    pub(super) unopened: Vec<u8>,
    /// The card of the offensive option.
    pub(super) set_aside: Option<Card>,
    /// Cards set aside face down for absent nations (R14).
    pub(super) absent: Vec<Card>,
    /// What the nation that has to discard has just drawn.
    pub(super) drawn: Vec<Card>,
    /// All 18: the next is the first, drawn ones go to the end (R2.3).
    pub(super) fate_deck: VecDeque<FateCard>,
    /// Those that have come, in order.
    pub(super) strokes: Vec<Stroke>,
    /// The text that holds through this turn (R11.7).
    pub(super) fate_in_force: Option<FateInForce>,
    /// The choice that the card just drawn waits for.
    pub(super) fate_pending: Option<FatePending>,
    /// For each objective, whether the nation that wants it has conquered it.
    pub(super) conquered: [bool; OBJECTIVES],
    /// Objectives passed while protected, in this action (R5.6).
    pub(super) marked: [bool; OBJECTIVES],
    /// Those still due, attacker's and defender's city (R7.1).
    pub(super) combats: Vec<(CityId, CityId)>,
    /// The one being fought.
    pub(super) combat: Option<Combat>,
    /// The one for which its winner has to choose a city (R8.2).
    pub(super) retreat: Option<Retreat>,
    /// The substitute city in use in this action (R10.5).
    pub(super) substitute: Option<CityId>,
    /// How far the offensive option has come (R13.3 to R13.6).
    pub(super) offensive: Offensive,
    /// The supreme commander who won last (R13.1).
    pub(super) last_victor: Option<PieceId>,
    /// What Cards of Fate need to know of the turn.
    pub(super) memory: Memory,
    /// `None` while the game goes on.
    pub(super) outcome: Option<Outcome>,
}

/// Cities as a set, for questions of the kind "does any piece stand there".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CitySet([u64; CITIES.div_ceil(64)]);

impl CitySet {
    /// No city.
    pub const EMPTY: CitySet = CitySet([0; CITIES.div_ceil(64)]);

    /// Adds a city.
    pub fn insert(&mut self, city: CityId) {
        self.0[city.index() / 64] |= 1 << (city.index() % 64);
    }

    /// Takes a city out.
    pub fn remove(&mut self, city: CityId) {
        self.0[city.index() / 64] &= !(1 << (city.index() % 64));
    }

    /// Whether the city is in the set.
    pub fn contains(&self, city: CityId) -> bool {
        self.0[city.index() / 64] & (1 << (city.index() % 64)) != 0
    }
}

impl State {
    /// The key that decides all chance, for the code that carries the game out or checks it.
    pub fn key(&self) -> &[u8; 32] {
        &self.key
    }

    /// A new game, waiting for the allotments (R1.7 to R1.9). The key decides all chance in it. Cards of Fate that
    /// the scenario counts as drawn lie under the deck, and what strokes among them decide has happened.
    ///
    /// Nations without a choice are allotted at once.
    pub fn new(setup: Setup, key: [u8; 32]) -> State {
        State::by(setup.rules(), key)
    }

    /// The same by rules that are at hand.
    pub(super) fn by(rules: &'static Rules, key: [u8; 32]) -> State {
        let pieces = std::array::from_fn(|index| {
            let piece = PieceId(index as u8);
            let place = if rules.pieces.contains(piece) {
                Place::At(piece.info().start)
            } else {
                Place::Removed
            };
            PieceState { place, troops: 0, face_down: false, done: false }
        });
        let mut fate_deck = sorted_fate_deck();
        Randomness::new(&key, Stream::Fate).shuffle(&mut fate_deck);
        fate_deck.retain(|card| !rules.fate_drawn.contains(card));
        fate_deck.extend(rules.fate_drawn);
        let mut state = State {
            rules,
            key,
            reshuffles: 0,
            random_draws: 0,
            turn: rules.first_turn,
            nation: Nation::Prussia,
            phase: Phase::SetUp,
            pieces,
            hands: Default::default(),
            draw_pile: Vec::new(),
            piles: Default::default(),
            unopened: vec![2, 3, 4],
            set_aside: None,
            absent: Vec::new(),
            drawn: Vec::new(),
            fate_deck: fate_deck.into(),
            strokes: Vec::new(),
            fate_in_force: None,
            fate_pending: None,
            conquered: [false; OBJECTIVES],
            marked: [false; OBJECTIVES],
            combats: Vec::new(),
            combat: None,
            retreat: None,
            substitute: None,
            offensive: Offensive::default(),
            last_victor: None,
            memory: Memory::default(),
            outcome: None,
        };
        state.draw_pile = state.shuffled_deck(1);
        for card in rules.fate_drawn {
            if let FateCard::Stroke(stroke) = card {
                state.strike(*stroke, &mut Vec::new());
                // Nobody is asked before the war begins.
                state.fate_pending = None;
            }
        }
        state.allot_without_choice();
        state
    }

    /// A deck as it lies when it is opened, the next card last.
    pub(super) fn shuffled_deck(&self, deck: u8) -> Vec<Card> {
        let mut cards = sorted_deck(deck);
        Randomness::new(&self.key, Stream::Deck(deck)).shuffle(&mut cards);
        cards
    }

    /// The rules this game is played by.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The current turn; the first is 1 where the scenario has no other.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Whether the war has just begun, or has not yet.
    pub fn is_first_turn(&self) -> bool {
        self.turn <= self.rules.first_turn
    }

    /// The nation whose action it is.
    pub fn nation(&self) -> Nation {
        self.nation
    }

    /// What the game is at.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How the game ended, if it has (R12).
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The combat being fought; `None` between combats.
    pub fn combat(&self) -> Option<Combat> {
        self.combat
    }

    /// The combats still to be fought in this phase, without the one being fought.
    pub fn combats(&self) -> &[(CityId, CityId)] {
        &self.combats
    }

    /// The cards in a nation's hand, sorted.
    pub fn hand(&self, nation: Nation) -> &[Card] {
        &self.hands[nation.index()]
    }

    /// State of one piece.
    pub fn piece(&self, piece: PieceId) -> PieceState {
        self.pieces[piece.index()]
    }

    /// Where a piece stands, if it is on the map.
    pub fn city_of(&self, piece: PieceId) -> Option<CityId> {
        match self.pieces[piece.index()].place {
            Place::At(city) => Some(city),
            _ => None,
        }
    }

    /// Those of the pieces that are on the map.
    pub fn on_map(&self, pieces: PieceSet) -> PieceSet {
        pieces.iter().filter(|piece| self.city_of(*piece).is_some()).collect()
    }

    /// All pieces in a city.
    pub fn pieces_at(&self, city: CityId) -> PieceSet {
        let mut found = PieceSet::EMPTY;
        for (index, piece) in self.pieces.iter().enumerate() {
            let there = matches!(piece.place, Place::At(place) if place == city);
            found.insert_if(there, PieceId(index as u8));
        }
        found
    }

    /// The generals in a city: a stack, or none (R4.3).
    pub fn stack_at(&self, city: CityId) -> PieceSet {
        self.pieces_at(city).without(PieceSet::TRAINS)
    }

    /// The nation whose generals stand in a city; `None` if none do.
    pub fn stack_nation(&self, city: CityId) -> Option<Nation> {
        self.stack_at(city).first().map(PieceId::nation)
    }

    /// Troops of some generals together (R6.2).
    pub fn troops_of(&self, generals: PieceSet) -> u8 {
        generals.iter().map(|general| self.pieces[general.index()].troops).sum()
    }

    /// All troops of a nation: public (R6.1).
    pub fn total_troops(&self, nation: Nation) -> u8 {
        self.troops_of(PieceSet::generals_of(nation))
    }

    /// The cities in which any piece but these stands.
    pub(super) fn occupied_without(&self, except: PieceSet) -> CitySet {
        let mut set = CitySet::EMPTY;
        for (index, piece) in self.pieces.iter().enumerate() {
            if let Place::At(city) = piece.place
                && !except.contains(PieceId(index as u8))
            {
                set.insert(city);
            }
        }
        set
    }

    /// Whether a hostile general stands beside the city.
    pub(super) fn beside_enemy(&self, nation: Nation, city: CityId) -> bool {
        self.hostile_generals(nation).any(|(_, place)| board().adjacent(place, city))
    }

    /// Hostile generals on the map with their cities.
    pub(super) fn hostile_generals(
        &self,
        nation: Nation,
    ) -> impl Iterator<Item = (PieceId, CityId)> {
        self.pieces.iter().enumerate().filter_map(move |(index, state)| {
            let piece = PieceId(index as u8);
            match state.place {
                Place::At(city) if piece.is_general() && piece.nation().hostile_to(nation) => {
                    Some((piece, city))
                }
                _ => None,
            }
        })
    }

    /// Whether a nation takes part and has not left (R11.4).
    pub fn in_play(&self, nation: Nation) -> bool {
        self.rules.plays(nation) && !self.has_left(nation)
    }

    /// Whether strokes of fate have taken a nation out of the war (R11.2). The answer is the same for
    /// a nation that takes no part in the scenario.
    pub fn has_left(&self, nation: Nation) -> bool {
        let struck = |stroke| self.strokes.contains(&stroke);
        match nation {
            Nation::Russia => struck(Stroke::Elisabeth),
            Nation::Sweden => struck(Stroke::Sweden),
            Nation::France => struck(Stroke::India) && struck(Stroke::America),
            _ => false,
        }
    }

    /// The strokes of fate that have happened, in order.
    pub fn strokes(&self) -> &[Stroke] {
        &self.strokes
    }

    /// The numbered Card of Fate in force during this turn (R11.7); `None` if there is none.
    pub fn fate_in_force(&self) -> Option<FateInForce> {
        self.fate_in_force
    }

    /// What the text in force does.
    pub fn fate_text(&self) -> FateText {
        match self.fate_in_force {
            // Also that of a card just drawn, which is carried out before it is in force.
            Some(FateInForce { card, suit }) => self.rules.fate_text(card, suit),
            None => FateText::None,
        }
    }

    /// The seat that plays a nation now (R1.1, R1.2, R11.6).
    pub fn seat_of(&self, nation: Nation) -> Seat {
        let role = match nation {
            Nation::Prussia | Nation::Hanover => Seat::Frederick,
            Nation::Russia | Nation::Sweden => Seat::Elisabeth,
            Nation::Austria => Seat::MariaTheresa,
            Nation::ImperialArmy => self.imperial_role(),
            Nation::France => Seat::Pompadour,
        };
        self.rules.seat_of_role(role)
    }

    /// The role that commands the Imperial Army: found in the order of the strokes (R11.6).
    fn imperial_role(&self) -> Seat {
        // R14.2: without eased conditions it does not change players either.
        if !self.rules.eased_victory {
            return Seat::MariaTheresa;
        }
        let (mut russia, mut sweden, mut colonies) = (false, false, 0);
        for stroke in &self.strokes {
            match stroke {
                Stroke::Elisabeth => russia = true,
                Stroke::Sweden => sweden = true,
                Stroke::India | Stroke::America => colonies += 1,
                Stroke::LordBute | Stroke::Poems => {}
            }
            if russia && sweden {
                return Seat::Elisabeth;
            }
            if colonies == 2 {
                return Seat::Pompadour;
            }
        }
        Seat::MariaTheresa
    }

    /// What is awaited, and who has to answer.
    pub fn decisions(&self) -> Vec<Decision> {
        let awaited = |nation, kind| Decision { nation, seat: self.seat_of(nation), kind };
        match self.phase {
            Phase::SetUp => {
                self.nations_to_allot().map(|nation| awaited(nation, DecisionKind::Allot)).collect()
            }
            Phase::Discard => vec![awaited(self.nation, DecisionKind::Discard)],
            Phase::OffensiveOption => vec![awaited(self.nation, DecisionKind::OffensiveOption)],
            Phase::Movement => vec![awaited(self.nation, DecisionKind::Movement)],
            Phase::Withdrawal => vec![awaited(Nation::Prussia, DecisionKind::DaunWithdrawal)],
            Phase::Combat => vec![match (self.retreat, self.combat) {
                (Some(retreat), _) => {
                    let winner = self.stack_nation(retreat.winner).unwrap_or(self.nation);
                    awaited(winner, DecisionKind::Retreat)
                }
                (None, Some(combat)) => awaited(combat.right, DecisionKind::Play),
                (None, None) => awaited(self.nation, DecisionKind::Attack),
            }],
            Phase::Reconquest => vec![awaited(Nation::Prussia, DecisionKind::Reconquest)],
            Phase::Fate => self
                .nations_with_fate_choice()
                .map(|nation| awaited(nation, DecisionKind::Fate))
                .collect(),
            Phase::GameOver => vec![awaited(self.nation, DecisionKind::GameOver)],
        }
    }

    /// A card of the hand that the order can mean: the one of the lowest deck (R3.2).
    pub(super) fn find_in_hand(&self, nation: Nation, wanted: CardRef) -> Option<Card> {
        self.hand(nation).iter().copied().find(|card| wanted.means(*card))
    }

    /// Objectives in the hands of the nation that wants them.
    pub fn conquered(&self) -> impl Iterator<Item = (CityId, Nation)> {
        let objectives = board().objectives().iter();
        objectives.zip(&self.conquered).filter(|(_, c)| **c).map(|(o, _)| (o.city, o.of))
    }

    /// Whether the nation that wants this objective has it, by the index that
    /// [`super::City::objective`] holds.
    pub fn is_conquered(&self, objective: usize) -> bool {
        self.conquered[objective]
    }

    /// Objectives marked in this action (R5.6).
    pub fn marked(&self) -> impl Iterator<Item = CityId> {
        let objectives = board().objectives().iter();
        objectives.zip(&self.marked).filter(|(_, m)| **m).map(|(o, _)| o.city)
    }

    /// The board, for code that has a state at hand.
    pub(super) fn board(&self) -> &'static Board {
        board()
    }
}
