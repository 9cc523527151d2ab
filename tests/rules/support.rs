//! What the tests of the rules share: positions that read like the rulebook, and a game at whose
//! table one act follows another.
//!
//! A [`Position`] is built over the JSON of the referee protocol: a new game is dumped, its map is
//! cleared, pieces and cards are put where the test wants them, and the result is loaded. Cards
//! come out of the draw pile, so a position is always consistent. A [`Game`] takes orders as JSON
//! and remembers the events of the last one, also as JSON.

use feldpost::game::{Event, Nation, Order, PieceId, Refusal, Setup, State, board};
use serde_json::{Map, Value, json};

/// The key of every test's game.
pub const KEY: [u8; 32] = [7; 32];

/// A position that is being set up.
pub struct Position {
    json: Value,
}

/// An empty map of the standard game: turn 1, Prussia's movement phase, nobody holds a card.
pub fn position() -> Position {
    position_of(Setup::default())
}

/// The same for another scenario or edition.
pub fn position_of(setup: Setup) -> Position {
    let mut json = State::new(setup, KEY).dump();
    json["phase"] = "movement".into();
    for piece in json["pieces"].as_array_mut().expect("pieces are a list") {
        piece["city"] = Value::Null;
        piece["troops"] = 0.into();
    }
    Position { json }
}

impl Position {
    pub fn turn(mut self, turn: u16) -> Self {
        self.json["turn"] = turn.into();
        self
    }

    /// The nation whose action it is.
    pub fn nation(mut self, nation: &str) -> Self {
        self.json["nation"] = nation.into();
        self
    }

    pub fn phase(mut self, phase: &str) -> Self {
        self.json["phase"] = phase.into();
        self
    }

    fn piece(&mut self, nation: Option<&str>, name: &str) -> &mut Value {
        let pieces = self.json["pieces"].as_array_mut().expect("pieces are a list");
        pieces
            .iter_mut()
            .find(|piece| {
                piece["name"] == name && nation.is_none_or(|nation| piece["nation"] == nation)
            })
            .unwrap_or_else(|| panic!("there is no {name}"))
    }

    /// A general in a city.
    pub fn put(mut self, general: &str, city: &str, troops: u8) -> Self {
        let piece = self.piece(None, general);
        piece["city"] = city.into();
        piece["troops"] = troops.into();
        self
    }

    /// A supply train in a city.
    pub fn train(mut self, nation: &str, number: u8, city: &str) -> Self {
        self.piece(Some(nation), &format!("Train {number}"))["city"] = city.into();
        self
    }

    /// The general is out of the game for good.
    pub fn removed(mut self, general: &str) -> Self {
        self.piece(None, general)["city"] = "removed".into();
        self
    }

    /// The general has been found without supply.
    pub fn face_down(mut self, general: &str) -> Self {
        self.piece(None, general)["face_down"] = true.into();
        self
    }

    /// The general has finished his movement.
    pub fn done(mut self, general: &str) -> Self {
        self.piece(None, general)["done"] = true.into();
        self
    }

    /// Puts cards into a nation's hand: `10D`, `R`, or with their deck `4S/2`. Where the opened
    /// decks have no such card left, further ones are opened.
    pub fn hand(mut self, nation: &str, cards: &[&str]) -> Self {
        for card in cards {
            let card = self.take(card);
            let hand = self.json["hands"][nation].as_array_mut().expect("the nation takes part");
            hand.push(card);
        }
        self
    }

    /// Sets a card aside face up for the offensive option, which has thereby been chosen.
    pub fn set_aside(mut self, card: &str) -> Self {
        self.json["set_aside"] = self.take(card);
        self
    }

    /// All cards of all decks that lie nowhere else are in one hand: nobody can draw.
    pub fn all_cards(mut self, nation: &str) -> Self {
        while self.json["unopened_decks"] != json!([]) {
            self.open_next_deck();
        }
        let mut cards = std::mem::take(self.draw_pile());
        for pile in self.json["discards"].as_object_mut().expect("piles").values_mut() {
            cards.append(pile.as_array_mut().expect("a pile"));
        }
        self.json["hands"][nation].as_array_mut().expect("a hand").append(&mut cards);
        self
    }

    /// Puts cards on top of the draw pile; the first one is drawn first.
    pub fn draw_first(mut self, cards: &[&str]) -> Self {
        let cards: Vec<Value> = cards.iter().map(|card| self.take(card)).collect();
        self.draw_pile().splice(0..0, cards);
        self
    }

    /// Leaves only so many cards in the draw pile; the others go to the piles of their decks.
    pub fn draw_pile_of(mut self, cards: usize) -> Self {
        for card in self.draw_pile().split_off(cards) {
            let deck = deck_of(&card).to_owned();
            self.json["discards"][deck].as_array_mut().expect("a pile").push(card);
        }
        self
    }

    /// Opens the next deck: its cards lie on its pile.
    pub fn open_deck(mut self) -> Self {
        self.open_next_deck();
        self
    }

    fn open_next_deck(&mut self) {
        let unopened = self.json["unopened_decks"].as_array_mut().expect("a list");
        assert!(!unopened.is_empty(), "all decks are open and the card is not in the draw pile");
        let deck = unopened.remove(0);
        let cards: Vec<Value> = ["S", "C", "H", "D"]
            .iter()
            .flat_map(|suit| (2..=13).map(move |value| format!("{value}{suit}")))
            .chain(["R".to_owned(), "R".to_owned()])
            .map(|face| format!("{face}/{deck}").into())
            .collect();
        self.json["discards"][deck.to_string()] = cards.into();
    }

    fn draw_pile(&mut self) -> &mut Vec<Value> {
        self.json["draw_pile"].as_array_mut().expect("the draw pile is a list")
    }

    /// Takes a card from the draw pile or, for later decks, from their piles.
    fn take(&mut self, wanted: &str) -> Value {
        let means = |card: &Value| {
            let card = card.as_str().expect("a card is a text");
            card == wanted || card.split('/').next() == Some(wanted)
        };
        loop {
            if let Some(place) = self.draw_pile().iter().position(means) {
                return self.draw_pile().remove(place);
            }
            for deck in ["2", "3", "4"] {
                let pile = self.json["discards"][deck].as_array_mut().expect("a pile");
                if let Some(place) = pile.iter().position(means) {
                    return pile.remove(place);
                }
            }
            self.open_next_deck();
        }
    }

    pub fn conquered(mut self, nation: &str, cities: &[&str]) -> Self {
        for city in cities {
            self.json["conquered"][*city] = nation.into();
        }
        self
    }

    /// A nation controls all its objectives but these.
    pub fn conquered_but(self, nation: &str, missing: &[&str]) -> Self {
        let wanted = board().objectives().iter().filter(|objective| objective.of.id() == nation);
        let cities: Vec<&str> =
            wanted.map(|o| o.city.id()).filter(|city| !missing.contains(city)).collect();
        self.conquered(nation, &cities)
    }

    /// The numbered Card of Fate in force.
    pub fn fate_text(mut self, card: u8, suit: &str) -> Self {
        self.json["fate_text"] = json!({"card": card.to_string(), "suit": suit});
        self
    }

    /// These Cards of Fate lie on top, the first one is drawn first.
    pub fn fate_first(mut self, cards: &[&str]) -> Self {
        let deck = self.json["fate_deck"].as_array_mut().expect("a list");
        deck.retain(|card| !cards.iter().any(|wanted| card == wanted));
        deck.splice(0..0, cards.iter().map(|card| Value::from(*card)));
        self
    }

    /// The strokes of fate that have happened.
    pub fn strokes(mut self, strokes: &[&str]) -> Self {
        self.json["strokes"] = json!(strokes);
        self
    }

    /// Any other member of the state.
    pub fn member(mut self, name: &str, value: Value) -> Self {
        self.json[name] = value;
        self
    }

    /// The position as JSON, for tests of what `load` says about it.
    pub fn json(self) -> Value {
        self.json
    }

    /// The position, ready to be played.
    pub fn game(self) -> Game {
        let loaded = State::load(self.json).unwrap_or_else(|fault| panic!("position: {fault}"));
        assert_eq!(loaded.notes, Vec::<String>::new(), "a position is complete");
        Game { state: loaded.state, last: Vec::new() }
    }
}

fn deck_of(card: &Value) -> &str {
    card.as_str().and_then(|card| card.split_once('/')).expect("a card with its deck").1
}

/// A nation by its name.
pub fn nation(id: &str) -> Nation {
    Nation::from_id(id).unwrap_or_else(|| panic!("there is no nation {id}"))
}

/// A general by his name.
pub fn general(name: &str) -> PieceId {
    Nation::ALL
        .into_iter()
        .find_map(|nation| PieceId::from_name(nation, name))
        .filter(|piece| piece.is_general())
        .unwrap_or_else(|| panic!("there is no general {name}"))
}

/// A game in play.
pub struct Game {
    pub state: State,
    /// The events of the last accepted action.
    pub last: Vec<Event>,
}

impl Game {
    /// A new game, waiting for the allotments.
    pub fn new(setup: Setup) -> Game {
        Game { state: State::new(setup, KEY), last: Vec::new() }
    }

    /// Submits an order, as the referee protocol does.
    pub fn submit(&mut self, by: &str, order: Value) -> Result<(), Refusal> {
        let by = nation(by);
        let order: Order = serde_json::from_value(order.clone())
            .unwrap_or_else(|error| panic!("{order} is no order: {error}"));
        let action = order.resolve(by).map_err(Refusal::from)?;
        self.last = self.state.act(by, &action)?;
        Ok(())
    }

    /// An order that has to be accepted.
    pub fn act(&mut self, by: &str, order: Value) -> &mut Game {
        let text = order.to_string();
        if let Err(refusal) = self.submit(by, order) {
            panic!("{by}: {text} is refused: {refusal:?}");
        }
        self
    }

    /// An order that has to be refused, by this rule and for this reason; it changes nothing.
    /// Returns the reason as JSON.
    pub fn refused(&mut self, by: &str, order: Value, rule: &str, code: &str) -> Value {
        let text = order.to_string();
        let (before, last) = (self.state.clone(), self.last.clone());
        let Err(refusal) = self.submit(by, order) else {
            panic!("{by}: {text} is accepted, but {rule} forbids it ({code})");
        };
        let told = (refusal.rule, refusal.reason.code());
        assert_eq!(told, (rule, code), "{by}: {text}: {refusal:?}");
        assert!(self.state == before, "{by}: {text} is refused and changes the state");
        assert_eq!(self.last, last);
        serde_json::to_value(&refusal.reason).expect("a reason is JSON")
    }

    /// The nation whose action it is.
    pub fn active(&self) -> &'static str {
        self.state.nation().id()
    }

    /// Pieces of the active nation move along a path.
    pub fn march(&mut self, pieces: &[&str], path: &[&str]) -> &mut Game {
        self.act(self.active(), march(pieces, path))
    }

    /// A move of the active nation that is refused.
    pub fn no_march(&mut self, pieces: &[&str], path: &[&str], rule: &str, code: &str) -> Value {
        self.refused(self.active(), march(pieces, path), rule, code)
    }

    /// Pieces of the active nation move to a goal, the way found by R4.6. Returns the path taken.
    pub fn march_to(&mut self, pieces: &[&str], goal: &str) -> Vec<String> {
        self.act(self.active(), json!({"do": "move", "pieces": pieces, "via": [goal]}));
        texts(&self.event("moved")["path"])
    }

    pub fn end_movement(&mut self) -> &mut Game {
        self.act(self.active(), json!({"do": "end-movement"}))
    }

    pub fn attack(&mut self, from: &str, to: &str) -> &mut Game {
        self.act(self.active(), json!({"do": "attack", "from": from, "to": to}))
    }

    /// The nation with the right to play.
    pub fn right(&self) -> &'static str {
        self.state.combat().expect("a combat is being fought").right.id()
    }

    /// The score, from the view of the side with the right to play.
    pub fn score(&self) -> i16 {
        self.state.combat().expect("a combat is being fought").score
    }

    /// The side with the right plays a card.
    pub fn play(&mut self, card: &str) -> &mut Game {
        self.act(self.right(), json!({"do": "play", "card": card}))
    }

    /// The side with the right plays a Reserve.
    pub fn reserve(&mut self, value: u8) -> &mut Game {
        self.act(self.right(), json!({"do": "play", "card": "R", "value": value}))
    }

    /// The side with the right stops.
    pub fn stop(&mut self) -> &mut Game {
        self.act(self.right(), json!({"do": "stop"}))
    }

    /// The winner chooses where the loser goes.
    pub fn retreat(&mut self, to: &str) -> &mut Game {
        let winner = self.state.decisions()[0].nation.id();
        self.act(winner, json!({"do": "retreat", "to": to}))
    }

    /// What is awaited: nation and kind of decision.
    pub fn awaited(&self) -> Vec<(&'static str, &'static str)> {
        self.state.decisions().iter().map(|d| (d.nation.id(), d.kind.id())).collect()
    }

    /// Where a general is.
    pub fn city(&self, name: &str) -> Option<&'static str> {
        self.state.city_of(general(name)).map(|city| city.id())
    }

    /// Where a supply train is.
    pub fn train_city(&self, of: &str, number: u8) -> Option<&'static str> {
        let train = PieceId::from_name(nation(of), &format!("Train {number}"));
        self.state.city_of(train.expect("the nation has such a train")).map(|city| city.id())
    }

    pub fn troops(&self, name: &str) -> u8 {
        self.state.piece(general(name)).troops
    }

    pub fn face_down(&self, name: &str) -> bool {
        self.state.piece(general(name)).face_down
    }

    /// A nation's hand, without the decks.
    pub fn hand(&self, of: &str) -> Vec<String> {
        self.state.hand(nation(of)).iter().map(|card| card.face.to_string()).collect()
    }

    /// Who has conquered a city.
    pub fn conqueror(&self, city: &str) -> Option<&'static str> {
        self.state.conquered().find(|(place, _)| place.id() == city).map(|(_, nation)| nation.id())
    }

    /// The objectives marked in this action.
    pub fn marked(&self) -> Vec<&'static str> {
        self.state.marked().map(|city| city.id()).collect()
    }

    /// The last action's events of one kind.
    pub fn events(&self, kind: &str) -> Vec<Value> {
        let events = self.last.iter().map(|event| serde_json::to_value(event).expect("JSON"));
        events.filter(|event| event["event"] == kind).collect()
    }

    /// The only event of this kind in the last action.
    pub fn event(&self, kind: &str) -> Map<String, Value> {
        let events = self.events(kind);
        assert_eq!(events.len(), 1, "one {kind} is expected: {:?}", self.last);
        events[0].as_object().expect("an event is an object").clone()
    }

    /// The legal answers to the first open decision.
    pub fn answers(&self) -> Vec<Value> {
        let options = self.state.options().remove(0);
        let actions = options.actions.expect("answers are listed");
        actions.iter().map(|order| serde_json::to_value(order).expect("JSON")).collect()
    }

    /// Every city the pieces of the active nation can reach together.
    pub fn reach(&self, pieces: &[&str]) -> Vec<&'static str> {
        let of = self.state.nation();
        let find = |name: &&str| PieceId::from_name(of, name).expect("a piece of the nation");
        let pieces: Vec<PieceId> = pieces.iter().map(find).collect();
        self.state.destinations(of, &pieces).iter().map(|city| city.id()).collect()
    }
}

/// The order to move along a path.
pub fn march(pieces: &[&str], path: &[&str]) -> Value {
    json!({"do": "move", "pieces": pieces, "path": path})
}

/// A list of texts in JSON.
pub fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}
