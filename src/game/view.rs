//! What one seat may know: a type of its own, made by adding facts to an empty view.
//!
//! A view never starts from a full state from which secrets are blanked out. What is public is
//! added for everybody (R3.5, R6.1); hands and the split of troops only for the nations that the
//! seat plays. An observer's view has no seat and only what is public.

use super::action::DecisionKind;
use super::board::CityId;
use super::cards::{Card, DECKS, Suit};
use super::event::{Pair, TroopsOf};
use super::fate_deck::{FateInForce, FateText, Stroke};
use super::fate_pending::FatePending;
use super::nation::{Nation, Seat};
use super::outcome::Outcome;
use super::pieces::{PieceId, PieceSet};
use super::scenario::Scenario;
use super::setup::{Edition, Rules, Setup};
use super::state::{Offensive, Phase, Place, Retreat, State};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a seat, or an observer, may know of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// Whose view it is; `None` for an observer.
    pub seat: Option<Seat>,
    /// With `edition` and `expert` it says by which rules the game is played.
    pub scenario: Scenario,
    /// Whose Cards of Fate are read, and whose substitute cities hold.
    pub edition: Edition,
    /// The expert game is played (R13).
    pub expert: bool,
    /// The number of the turn, from 1 or from the first turn of the scenario.
    pub turn: u16,
    /// The nation whose action it is.
    pub nation: Nation,
    /// What the game is at; what is awaited follows from it.
    pub phase: Phase,
    /// What is awaited, and who has to answer.
    pub awaited: Vec<AwaitedView>,
    /// Those that take part, in the sequence of play, also those that have left.
    pub nations: Vec<NationView>,
    /// Those that take part, in the order of the table of pieces.
    pub pieces: Vec<PieceView>,
    /// Cards in the draw deck.
    pub draw_pile: usize,
    /// Cards in each discard pile, by deck.
    pub discards: BTreeMap<u8, usize>,
    /// The numbers of the decks that are not in use yet (R3.4).
    pub unopened_decks: Vec<u8>,
    /// Cards set aside face down for absent nations (R14), counted.
    pub absent_cards: usize,
    /// The text in force, until the end of this turn (R11.7); `None` if the last card was a stroke, or none was drawn.
    pub fate_text: Option<FateView>,
    /// The strokes of fate that have come, in order.
    pub strokes: Vec<Stroke>,
    /// Objectives, each with the nation that has conquered it.
    pub conquered: BTreeMap<CityId, Nation>,
    /// Protected objectives that were passed (R5.6).
    pub marked: Vec<CityId>,
    /// Combats still to be fought.
    pub combats: Vec<Pair>,
    /// The combat being fought; `None` between combats.
    pub combat: Option<CombatView>,
    /// The retreat that the winner has to choose; `None` if there is none.
    pub retreat: Option<RetreatView>,
    /// `None` where it does not exist, or is not decided.
    pub offensive_option: Option<OffensiveView>,
    /// `None` while the game goes on.
    pub outcome: Option<Outcome>,
}

impl View {
    /// The rules of the game it is a view of.
    pub fn rules(&self) -> &'static Rules {
        let View { scenario, edition, expert, .. } = *self;
        Setup { scenario, edition, expert }.rules()
    }
}

/// A decision that is awaited.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AwaitedView {
    /// The nation that has to act.
    pub nation: Nation,
    /// The seat that plays it now.
    pub seat: Seat,
    /// What it has to decide.
    pub kind: DecisionKind,
}

/// What is known of a nation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NationView {
    /// Which of the seven.
    pub nation: Nation,
    /// The seat that plays it now.
    pub seat: Seat,
    /// It takes part, and has not left the game.
    pub in_play: bool,
    /// All its troops (R6.1).
    pub troops: u8,
    /// The most troops it may have: those it started with (R6.5).
    pub maximum: u8,
    /// Cards it draws at the start of its action.
    pub draws: u8,
    /// How many cards it holds of each deck (R3.5).
    pub cards: BTreeMap<u8, usize>,
    /// How many objectives it needs to win now: under eased conditions those of the 1st order (R11.5).
    pub objectives: usize,
    /// How many of these it controls.
    pub controlled: usize,
    /// Eased conditions hold (R11.5).
    pub eased: bool,
    /// The hand, for the seat that plays the nation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Card>>,
}

/// What is known of a piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PieceView {
    /// Whose it is.
    pub nation: Nation,
    /// Which one; trains of different nations are called alike.
    pub piece: PieceId,
    /// It is a general, not a supply train.
    pub general: bool,
    /// `None` off the map.
    pub city: Option<CityId>,
    /// Out of the game for good.
    pub removed: bool,
    /// Found without supply (R9.3).
    pub face_down: bool,
    /// Has moved in this phase.
    pub done: bool,
    /// Troops of a general, for the seat that plays the nation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub troops: Option<u8>,
}

/// The text of a numbered Card of Fate in force.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FateView {
    /// Its number, as text.
    pub card: String,
    /// Whose text is read (R11.1, R13.1).
    pub suit: Suit,
    /// What it does, in the edition that is played.
    pub text: FateText,
}

/// The combat being fought: what has been declared and played (R7.2).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CombatView {
    /// The city of the attacking stack.
    pub from: CityId,
    /// The city of the attacked stack.
    pub to: CityId,
    /// The active nation.
    pub attacker: Nation,
    /// The nation that is attacked.
    pub defender: Nation,
    /// The score as the side with the right to play sees it: never positive.
    pub score: i16,
    /// The nation with the right to play (R7.3).
    pub right: Nation,
    /// The suit that it plays (R7.3).
    pub suit: Suit,
    /// Own cards that may be played now, for the seat that has the right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playable: Option<Vec<Card>>,
}

/// A retreat whose winner chooses (R8.2).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RetreatView {
    /// The city of the defeated stack.
    pub from: CityId,
    /// The city of the victorious stack.
    pub winner: CityId,
    /// How many roads it goes: the number of troops lost (R8.1).
    pub length: u8,
    /// The cities to choose from (R8.2).
    pub cities: Vec<CityId>,
}

/// The offensive option once it is decided (R13.3).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OffensiveView {
    /// Never undecided here.
    pub status: Offensive,
    /// The card that is set aside, while it is.
    pub set_aside: Option<Card>,
}

impl State {
    /// What a seat may know; with `None`, what everybody may know.
    ///
    /// With three players, Pompadour's view is that of the seat that plays her (R1.2).
    pub fn view(&self, seat: Option<Seat>) -> View {
        let seat = seat.map(|seat| self.rules.seat_of_role(seat));
        let mut view = self.public_view(seat);
        for nation in self.rules.nations.iter().copied() {
            if seat == Some(self.seat_of(nation)) {
                self.add_secrets(nation, &mut view);
            }
        }
        view
    }

    fn public_view(&self, seat: Option<Seat>) -> View {
        let setup = self.rules.setup;
        View {
            seat,
            scenario: setup.scenario,
            edition: setup.edition,
            expert: setup.expert,
            turn: self.turn,
            nation: self.nation,
            phase: self.phase,
            awaited: self
                .decisions()
                .iter()
                .map(|d| AwaitedView { nation: d.nation, seat: d.seat, kind: d.kind })
                .collect(),
            nations: self.rules.nations.iter().map(|n| self.public_nation(*n)).collect(),
            pieces: self.rules.pieces.iter().map(|piece| self.public_piece(piece)).collect(),
            draw_pile: self.draw_pile.len(),
            discards: (1..=DECKS).zip(&self.piles).map(|(deck, pile)| (deck, pile.len())).collect(),
            unopened_decks: self.unopened.clone(),
            absent_cards: self.absent.len(),
            fate_text: self.fate_in_force.map(|FateInForce { card, suit }| FateView {
                card: card.to_string(),
                suit,
                text: self.rules.fate_text(card, suit),
            }),
            strokes: self.strokes.clone(),
            conquered: self.conquered().collect(),
            marked: self.marked().collect(),
            combats: self.combats.iter().map(|&(from, to)| Pair { from, to }).collect(),
            combat: self.public_combat(),
            retreat: self.retreat.map(|Retreat { from, winner, length }| RetreatView {
                from,
                winner,
                length,
                cities: self.retreat_options(),
            }),
            offensive_option: (self.offensive != Offensive::Undecided)
                .then_some(OffensiveView { status: self.offensive, set_aside: self.set_aside }),
            outcome: self.outcome.clone(),
        }
    }

    fn public_nation(&self, nation: Nation) -> NationView {
        let mut cards = BTreeMap::new();
        for card in self.hand(nation) {
            *cards.entry(card.deck).or_default() += 1;
        }
        let objectives = self.board().objectives().iter().filter(|o| o.of == nation);
        let needed = objectives.filter(|o| self.needs(nation, o.order)).count();
        NationView {
            nation,
            seat: self.seat_of(nation),
            in_play: self.in_play(nation),
            troops: self.total_troops_declared(nation),
            maximum: self.rules.troops[nation.index()],
            draws: self.draws(nation),
            cards,
            objectives: needed,
            controlled: needed - self.objectives_missing(nation),
            eased: self.has_eased_victory(nation),
            hand: None,
        }
    }

    /// During set-up all troops count, allotted or not: the total is no secret (R1.7, R6.1).
    fn total_troops_declared(&self, nation: Nation) -> u8 {
        match self.phase {
            Phase::SetUp if self.in_play(nation) => self.rules.troops[nation.index()],
            _ => self.total_troops(nation),
        }
    }

    fn public_piece(&self, piece: PieceId) -> PieceView {
        let state = self.piece(piece);
        PieceView {
            nation: piece.nation(),
            piece,
            general: piece.is_general(),
            city: self.city_of(piece),
            removed: state.place == Place::Removed,
            face_down: state.face_down,
            done: state.done,
            troops: None,
        }
    }

    fn public_combat(&self) -> Option<CombatView> {
        let combat = self.combat?;
        Some(CombatView {
            from: combat.from,
            to: combat.to,
            attacker: self.stack_nation(combat.from)?,
            defender: self.stack_nation(combat.to)?,
            score: combat.score,
            right: combat.right,
            suit: self.suit_to_play()?,
            playable: None,
        })
    }

    /// Adds what only the owner of a nation may know.
    fn add_secrets(&self, nation: Nation, view: &mut View) {
        for known in &mut view.nations {
            if known.nation == nation {
                known.hand = Some(self.hand(nation).to_vec());
            }
        }
        for known in &mut view.pieces {
            if known.nation == nation && known.general {
                known.troops = Some(self.piece(known.piece).troops);
            }
        }
        if let Some(combat) = &mut view.combat
            && combat.right == nation
        {
            combat.playable = Some(self.playable());
        }
    }

    /// The troops of each of these generals: secret, for reports to their owner only (R6.1).
    pub fn split_of(&self, pieces: PieceSet) -> Vec<TroopsOf> {
        self.list_troops(pieces)
    }

    /// Whether the choice that is awaited is the removal of a general for good (R11.2), not one
    /// that the text of a numbered card gives. More of the choice is not told here: what a side has
    /// answered to 1 hearts is secret.
    pub fn awaits_removal(&self) -> bool {
        matches!(self.fate_pending, Some(FatePending::Removal {}))
    }
}
