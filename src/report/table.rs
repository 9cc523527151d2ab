//! The public table: what everybody may know, arranged for reading.
//!
//! Made from a view, of which only public members are used.

use super::clock::{Attendance, ClockFace};
use super::head::Player;
use super::map::Picture;
use crate::game::{
    AwaitedView, Card, CityId, DecisionKind, FateView, Nation, NationView, Needs, Offensive, Pair,
    PieceId, Seat, Stroke, Suit, View, board,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The public facts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// Every decision that is open, also those of others.
    pub awaited: Vec<AwaitedRow>,
    /// In the order of the seats.
    pub players: Vec<Player>,
    /// Seats about which there is more to say than that their players answer.
    pub attendance: Vec<Attendance>,
    /// Those of the scenario, in the sequence of play (R2.1).
    pub nations: Vec<NationRow>,
    /// Cards in the draw deck.
    pub draw_pile: usize,
    /// Cards in each discard pile that has any, by deck.
    pub discards: BTreeMap<u8, usize>,
    /// The numbers of the decks that are not in use yet, 1 to 4.
    pub unopened_decks: Vec<u8>,
    /// Cards set aside for absent nations (R14).
    pub absent_cards: usize,
    /// The text in force this turn (R11.7); `None` if none is.
    pub fate: Option<FateView>,
    /// The reader's generals on the map that the text in force speaks of, and where they stand.
    pub fate_concerns: Vec<Concerned>,
    /// The strokes of fate that have come, in order (R11.2).
    pub strokes: Vec<Stroke>,
    /// Combats still to be fought in this phase.
    pub combats: Vec<Pair>,
    /// Objectives marked for retroactive conquest in this action (R5.6).
    pub marked: Vec<CityId>,
    /// How the offensive option stands; `None` before it is decided in turn 3, if it ever is (R13.3).
    pub offensive: Option<Offensive>,
    /// The card set aside for the offensive option, until Austria takes it (R13.3, R13.5).
    pub set_aside: Option<Card>,
}

/// A general of the reader whom the Card of Fate in force concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Concerned {
    /// Who it is.
    pub piece: PieceId,
    /// Where he stands.
    pub city: CityId,
}

/// The reader's generals on the map that the text in force names.
fn concerned(view: &View) -> Vec<Concerned> {
    let (Some(seat), Some(fate)) = (view.seat, &view.fate_text) else { return Vec::new() };
    let own = |nation| view.nations.iter().any(|n| n.nation == nation && n.seat == seat);
    view.pieces
        .iter()
        .filter(|known| own(known.nation) && fate.text.pieces().contains(known.piece))
        .filter_map(|known| Some(Concerned { piece: known.piece, city: known.city? }))
        .collect()
}

/// A decision that is awaited.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AwaitedRow {
    /// Whose it is, and of what kind.
    #[serde(flatten)]
    pub decision: AwaitedView,
    /// Awaited of the reader.
    pub yours: bool,
    /// When the answer is due, if a clock runs.
    pub clock: Option<ClockFace>,
}

/// One nation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NationRow {
    /// Which of the seven (R1.1).
    pub nation: Nation,
    /// The seat that plays it now: the Imperial Army can change hands (R11.6).
    pub seat: Seat,
    /// It has not left the game (R11.4).
    pub in_play: bool,
    /// All its troops (R6.1).
    pub troops: u8,
    /// The most it may have (R6.5).
    pub maximum: u8,
    /// Cards it draws at the start of its action.
    pub draws: u8,
    /// Cards in hand.
    pub cards: usize,
    /// How many cards of each deck are held, as their backs show.
    pub backs: BTreeMap<u8, usize>,
    /// Its objectives, if it has any in this game.
    pub needs: Option<Needs>,
    /// On the map, trains included.
    pub stacks: Vec<Stack>,
    /// Pieces that may re-enter (R10.4).
    pub off_map: Vec<PieceId>,
    /// Pieces out of the game for good (R11.3).
    pub removed: Vec<PieceId>,
}

/// Pieces of one nation in one city.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stack {
    /// Where they stand.
    pub city: CityId,
    /// The suit of the sector of that city (R1.4).
    pub suit: Suit,
    /// By rank, the supreme commander first.
    pub pieces: Vec<PieceId>,
    /// They are supply trains, not generals.
    pub trains: bool,
    /// Found without supply the last time (R9.3).
    pub face_down: bool,
    /// Troops: exactly, where the reader may know it, or as last declared in a combat.
    pub troops: Option<u8>,
}

impl Table {
    /// The public facts of a view; `players` are the people at the table.
    pub fn new(view: &View, players: &[Player]) -> Table {
        let yours = |row: &AwaitedView| view.seat == Some(row.seat);
        let filled = view.discards.iter().filter(|(_, cards)| **cards > 0);
        Table {
            awaited: view
                .awaited
                .iter()
                .filter(|row| row.kind != DecisionKind::GameOver)
                .map(|row| AwaitedRow { decision: row.clone(), yours: yours(row), clock: None })
                .collect(),
            players: players.to_vec(),
            attendance: Vec::new(),
            nations: view.nations.iter().map(|known| nation_row(view, known)).collect(),
            draw_pile: view.draw_pile,
            discards: filled.map(|(deck, cards)| (*deck, *cards)).collect(),
            unopened_decks: view.unopened_decks.clone(),
            absent_cards: view.absent_cards,
            fate: view.fate_text.clone(),
            fate_concerns: concerned(view),
            strokes: view.strokes.clone(),
            combats: view.combats.clone(),
            marked: view.marked.clone(),
            offensive: view.offensive_option.as_ref().map(|option| option.status),
            set_aside: view.offensive_option.as_ref().and_then(|option| option.set_aside),
        }
    }
}

impl Table {
    /// Adds the troops that a picture for the same reader shows.
    pub fn learn(&mut self, picture: &Picture) {
        for stack in self.nations.iter_mut().flat_map(|row| &mut row.stacks) {
            let shown = picture.stacks.iter().find(|known| known.city == stack.city);
            stack.troops = shown.and_then(|known| known.troops.or(known.declared));
        }
    }
}

fn nation_row(view: &View, known: &NationView) -> NationRow {
    let own = || view.pieces.iter().filter(|piece| piece.nation == known.nation);
    let mut stacks: Vec<Stack> = Vec::new();
    for piece in own() {
        let Some(city) = piece.city else {
            continue;
        };
        match stacks.iter_mut().find(|stack| stack.city == city) {
            Some(stack) => stack.pieces.push(piece.piece),
            None => stacks.push(Stack {
                city,
                suit: board().info(city).suit,
                pieces: vec![piece.piece],
                trains: !piece.general,
                face_down: piece.face_down,
                troops: None,
            }),
        }
    }
    let off_map = own().filter(|piece| piece.city.is_none() && !piece.removed);
    NationRow {
        nation: known.nation,
        seat: known.seat,
        in_play: known.in_play,
        troops: known.troops,
        maximum: known.maximum,
        draws: known.draws,
        cards: known.cards.values().sum(),
        backs: known.cards.clone(),
        needs: view.needs(known),
        stacks,
        off_map: off_map.map(|piece| piece.piece).collect(),
        removed: own().filter(|piece| piece.removed).map(|piece| piece.piece).collect(),
    }
}
