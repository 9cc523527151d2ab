//! A game as it can be told from its events alone.
//!
//! Whoever reads all public events must know all public facts of the position, and each owner of a
//! nation, with its secret events, its hand and the split of its troops. The ledger is such a
//! reader; after every action it is compared with the position. A change without an event, or an
//! event without a change, is a fault of the rules.

use crate::game::{
    Card, CityId, Entered, Event, Nation, OfDeck, PIECES, Pair, PieceId, PieceSet, Place, State,
    Stroke, TroopsOf, board,
};
use std::collections::BTreeMap;

/// What somebody knows of a game who has read all its events, of every nation.
pub(super) struct Ledger {
    places: [Place; PIECES],
    face_down: PieceSet,
    totals: [u8; 7],
    conquered: BTreeMap<CityId, Nation>,
    marked: Vec<CityId>,
    strokes: Vec<Stroke>,
    /// Cards by nation and deck.
    backs: [[usize; 4]; 7],
    draw_pile: usize,
    discards: [usize; 4],
    absent: usize,
    unopened: Vec<u8>,
    set_aside: Option<Card>,
    // What only owners are told.
    hands: [Vec<Card>; 7],
    troops: [u8; PIECES],
}

impl Ledger {
    /// A reader who has seen the board being set up.
    pub fn new(state: &State) -> Ledger {
        let pieces = || (0..PIECES).map(|index| PieceId(index as u8));
        let view = state.view(None);
        let mut ledger = Ledger {
            places: std::array::from_fn(|index| state.piece(PieceId(index as u8)).place),
            face_down: pieces().filter(|piece| state.piece(*piece).face_down).collect(),
            totals: [0; 7],
            conquered: view.conquered,
            marked: view.marked,
            strokes: view.strokes,
            backs: Default::default(),
            draw_pile: view.draw_pile,
            discards: Default::default(),
            absent: view.absent_cards,
            unopened: view.unopened_decks,
            set_aside: None,
            hands: Nation::ALL.map(|nation| state.hand(nation).to_vec()),
            troops: std::array::from_fn(|index| state.piece(PieceId(index as u8)).troops),
        };
        for nation in view.nations {
            ledger.totals[nation.nation.index()] = nation.troops;
        }
        ledger
    }

    /// Reads what happened. The position afterwards is only looked at for the allotments, which
    /// their owners know from their own orders.
    ///
    /// # Errors
    ///
    /// The event that does not fit what was told before.
    pub fn read(&mut self, events: &[Event], after: &State) -> Result<(), String> {
        events.iter().try_for_each(|event| self.read_one(event, after))
    }

    fn read_one(&mut self, event: &Event, after: &State) -> Result<(), String> {
        match event {
            Event::Allotted { nation } => {
                for general in PieceSet::generals_of(*nation) {
                    self.troops[general.index()] = after.piece(general).troops;
                }
            }
            Event::DeckOpened { deck } => {
                self.unopened.retain(|other| other != deck);
                self.draw_pile += crate::game::DECK_SIZE;
            }
            Event::PilesReshuffled { decks, cards } => {
                let mut found = 0;
                for deck in decks {
                    found += std::mem::take(&mut self.discards[usize::from(deck - 1)]);
                }
                self.draw_pile += found;
                expect(found == usize::from(*cards), "the number of cards reshuffled")?;
            }
            Event::Drew { nation, decks } => {
                for deck in decks {
                    self.backs[nation.index()][usize::from(deck - 1)] += 1;
                    self.draw_one()?;
                }
            }
            Event::DrewCards { nation, cards } => {
                self.hands[nation.index()].extend_from_slice(cards);
            }
            Event::Discarded { nation, deck } => self.back_to_pile(*nation, *deck)?,
            Event::HandDiscarded { nation, decks } => {
                for OfDeck { deck, cards } in decks {
                    (0..*cards).try_for_each(|_| self.back_to_pile(*nation, *deck))?;
                }
            }
            Event::DiscardedCard { nation, card } => self.out_of_hand(*nation, *card)?,
            Event::SetAsideForAbsent { decks } => {
                self.absent += decks.len();
                decks.iter().try_for_each(|_| self.draw_one())?;
            }
            Event::OffensiveOptionChosen { card } => {
                self.out_of_hand(Nation::Prussia, *card)?;
                self.give_back(Nation::Prussia, card.deck)?;
                self.set_aside = Some(*card);
            }
            Event::OffensiveCardTaken { card } => {
                expect(self.set_aside.take() == Some(*card), "the card set aside")?;
                self.hands[Nation::Austria.index()].push(*card);
                self.backs[Nation::Austria.index()][usize::from(card.deck - 1)] += 1;
            }
            Event::CardPlayed { nation, card, .. } => {
                self.out_of_hand(*nation, *card)?;
                self.back_to_pile(*nation, card.deck)?;
            }
            Event::CardsExchanged { between: [a, b], decks: [from_a, from_b] } => {
                for (from, to, deck) in [(a, b, from_a), (b, a, from_b)] {
                    self.backs[to.index()][usize::from(deck - 1)] += 1;
                    self.give_back(*from, *deck)?;
                }
            }
            Event::CardGiven { nation, card } => self.out_of_hand(*nation, *card)?,
            Event::CardReceived { nation, card } => self.hands[nation.index()].push(*card),
            Event::Recruited { nation, cards, generals, trains, total, .. } => {
                for card in cards {
                    self.out_of_hand(*nation, *card)?;
                    self.back_to_pile(*nation, card.deck)?;
                }
                for Entered { piece, city } in generals.iter().chain(trains) {
                    expect(self.places[piece.index()] == Place::OffMap, "who re-enters")?;
                    self.places[piece.index()] = Place::At(*city);
                }
                self.totals[nation.index()] = *total as u8;
            }
            Event::RecruitsAllotted { troops, .. } => {
                for TroopsOf { general, troops } in troops {
                    self.troops[general.index()] += troops;
                }
            }
            Event::StackTroops { troops, .. } | Event::Redistributed { troops, .. } => {
                for TroopsOf { general, troops } in troops {
                    self.troops[general.index()] = *troops;
                }
            }
            _ => self.read_pieces(event)?,
        }
        Ok(())
    }

    fn read_pieces(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Moved { pieces, from, path, .. } => {
                self.shift(*pieces, *from, *path.last().ok_or("a move without a path")?)?;
            }
            Event::Retreated { pieces, from, to, .. } => self.shift(*pieces, *from, *to)?,
            Event::Withdrew { nation, from, to } => {
                let pieces = self.pieces_at(*from).and(PieceSet::generals_of(*nation));
                self.shift(pieces, *from, *to)?;
            }
            Event::Joined { city, pieces, .. } => {
                // Of several that enter together, the later ones join after the earlier.
                let there = self.pieces_at(*city).contains_all(*pieces);
                expect(there && pieces.len() > 1, "who joined")?;
            }
            Event::TrainEliminated { train, city, .. } => {
                self.take_off(PieceSet::one(*train), *city)?;
            }
            Event::GeneralsRemoved { pieces, city, .. } if self.still_at(*pieces, *city) => {
                self.take_off(*pieces, *city)?;
            }
            Event::RemovedForGood { piece, city } => {
                if let Some(city) = city {
                    self.take_off(PieceSet::one(*piece), *city)?;
                }
                self.places[piece.index()] = Place::Removed;
            }
            Event::NationLeft { nation } => {
                for piece in PieceSet::of(*nation) {
                    self.places[piece.index()] = Place::Removed;
                    self.troops[piece.index()] = 0;
                }
                self.face_down = self.face_down.without(PieceSet::of(*nation));
                self.totals[nation.index()] = 0;
                self.hands[nation.index()].clear();
            }
            Event::TroopsLost { nation, troops, total } => {
                let before = &mut self.totals[nation.index()];
                expect(u16::from(*before) == u16::from(*troops) + total, "the troops lost")?;
                *before = *total as u8;
            }
            Event::TroopGained { nation, total } => self.totals[nation.index()] = *total as u8,
            Event::TroopGainedBy { piece, .. } => self.troops[piece.index()] += 1,
            Event::TroopLostBy { piece, .. } => self.troops[piece.index()] -= 1,
            Event::FlippedDown { pieces, .. } => self.face_down = self.face_down.or(*pieces),
            Event::TurnedUp { pieces, .. } => self.face_down = self.face_down.without(*pieces),
            _ => self.read_conquests(event)?,
        }
        Ok(())
    }

    fn read_conquests(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Conquered { nation, city, retroactively } => {
                let objective = board().info(*city).objective.map(usize::from);
                let of = objective.map(|index| board().objectives()[index].of);
                expect(of == Some(*nation), "whose objective it is")?;
                expect(self.conquered.insert(*city, *nation).is_none(), "not conquered yet")?;
                self.take_mark(*city, *retroactively)?;
            }
            Event::Reconquered { nation, city, from, retroactively } => {
                let objective = board().info(*city).objective.map(usize::from);
                let defender = objective.map(|index| board().objectives()[index].defender);
                expect(defender == Some(*nation), "who defends it")?;
                expect(self.conquered.remove(city) == Some(*from), "conquered before")?;
                self.take_mark(*city, *retroactively)?;
            }
            Event::Marked { city, .. } => {
                expect(!self.marked.contains(city), "not marked yet")?;
                self.marked.push(*city);
            }
            Event::MarkLifted { city, .. } => self.take_mark(*city, true)?,
            Event::ConquestsLifted { nation, cities } => {
                for city in cities {
                    expect(self.conquered.remove(city) == Some(*nation), "conquered before")?;
                }
            }
            Event::ReconqueredEastPrussia { cities } => {
                for city in cities {
                    let from = self.conquered.remove(city);
                    expect(from == Some(Nation::Russia), "conquered by Russia")?;
                }
            }
            Event::StrokeOfFate { stroke } => self.strokes.push(*stroke),
            Event::CombatsFixed { combats, .. } => {
                for Pair { from, to } in combats {
                    expect(board().adjacent(*from, *to), "who is adjacent")?;
                }
            }
            Event::CombatBegan { attacker, defender, .. } => {
                for side in [attacker, defender] {
                    let troops: u8 = side.pieces.iter().map(|p| self.troops[p.index()]).sum();
                    expect(troops == side.troops, "the troops declared")?;
                    expect(self.pieces_at(side.city) == side.pieces, "who fights")?;
                }
            }
            // Whatever was still marked does not matter any more.
            Event::GameEnded { .. } => self.marked.clear(),
            _ => {}
        }
        Ok(())
    }

    fn draw_one(&mut self) -> Result<(), String> {
        self.draw_pile = self.draw_pile.checked_sub(1).ok_or("drawn from an empty deck")?;
        Ok(())
    }

    fn give_back(&mut self, nation: Nation, deck: u8) -> Result<(), String> {
        let count = &mut self.backs[nation.index()][usize::from(deck - 1)];
        *count = count.checked_sub(1).ok_or("a card that was not held")?;
        Ok(())
    }

    fn back_to_pile(&mut self, nation: Nation, deck: u8) -> Result<(), String> {
        self.discards[usize::from(deck - 1)] += 1;
        self.give_back(nation, deck)
    }

    fn out_of_hand(&mut self, nation: Nation, card: Card) -> Result<(), String> {
        let hand = &mut self.hands[nation.index()];
        let place = hand.iter().position(|held| *held == card).ok_or("a card not in that hand")?;
        hand.remove(place);
        Ok(())
    }

    fn pieces_at(&self, city: CityId) -> PieceSet {
        let at = |index: &usize| self.places[*index] == Place::At(city);
        (0..PIECES).filter(at).map(|index| PieceId(index as u8)).collect()
    }

    fn still_at(&self, pieces: PieceSet, city: CityId) -> bool {
        pieces.iter().any(|piece| self.places[piece.index()] == Place::At(city))
    }

    fn shift(&mut self, pieces: PieceSet, from: CityId, to: CityId) -> Result<(), String> {
        for piece in pieces {
            expect(self.places[piece.index()] == Place::At(from), "where it came from")?;
            self.places[piece.index()] = Place::At(to);
        }
        expect(!pieces.is_empty(), "who moved")
    }

    fn take_off(&mut self, pieces: PieceSet, city: CityId) -> Result<(), String> {
        for piece in pieces {
            expect(self.places[piece.index()] == Place::At(city), "where it stood")?;
            self.places[piece.index()] = Place::OffMap;
            self.troops[piece.index()] = 0;
        }
        self.face_down = self.face_down.without(pieces);
        Ok(())
    }

    fn take_mark(&mut self, city: CityId, must: bool) -> Result<(), String> {
        let place = self.marked.iter().position(|marked| *marked == city);
        if let Some(place) = place {
            self.marked.remove(place);
        }
        expect(place.is_some() || !must, "that it was marked")
    }

    /// Whether the position is what the events told.
    ///
    /// # Errors
    ///
    /// What differs.
    pub fn compare(&self, state: &State) -> Result<(), String> {
        let view = state.view(None);
        let decks = |counts: &[usize; 4]| -> BTreeMap<u8, usize> {
            (1..=4).zip(counts.iter().copied()).filter(|(_, count)| *count > 0).collect()
        };
        let nonzero = |mut map: BTreeMap<u8, usize>| {
            map.retain(|_, count| *count > 0);
            map
        };
        let mut marked = self.marked.clone();
        marked.sort_unstable();
        let mut told = view.marked.clone();
        told.sort_unstable();
        same("conquests", &self.conquered, &view.conquered)?;
        same("marks", &marked, &told)?;
        same("strokes", &self.strokes, &view.strokes)?;
        same("draw deck", &self.draw_pile, &view.draw_pile)?;
        same("piles", &decks(&self.discards), &nonzero(view.discards))?;
        same("cards for absent nations", &self.absent, &view.absent_cards)?;
        same("unopened decks", &self.unopened, &view.unopened_decks)?;
        let set_aside = view.offensive_option.as_ref().and_then(|option| option.set_aside);
        same("card set aside", &self.set_aside, &set_aside)?;
        for nation in view.nations {
            let index = nation.nation.index();
            let name = nation.nation;
            same(&format!("troops of {name}"), &self.totals[index], &nation.troops)?;
            same(&format!("cards of {name}"), &decks(&self.backs[index]), &nation.cards)?;
            let mut hand = self.hands[index].clone();
            hand.sort_unstable();
            same(&format!("hand of {name}"), hand.as_slice(), state.hand(name))?;
        }
        for piece in view.pieces {
            let index = piece.piece.index();
            let name = format!("{} of {}", piece.piece, piece.nation);
            let place = match (piece.city, piece.removed) {
                (Some(city), _) => Place::At(city),
                (None, true) => Place::Removed,
                (None, false) => Place::OffMap,
            };
            same(&format!("place of {name}"), &self.places[index], &place)?;
            let down = self.face_down.contains(piece.piece);
            same(&format!("side of {name}"), &down, &piece.face_down)?;
            let troops = state.piece(piece.piece).troops;
            same(&format!("troops of {name}"), &self.troops[index], &troops)?;
        }
        Ok(())
    }
}

fn expect(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("the events disagree with the past: {what}")) }
}

fn same<T: PartialEq + std::fmt::Debug + ?Sized>(
    what: &str,
    told: &T,
    real: &T,
) -> Result<(), String> {
    if told == real {
        return Ok(());
    }
    Err(format!("{what}: the events tell {told:?}, the position is {real:?}"))
}
