//! The rules of FRIEDRICH: pure computation.
//!
//! The seam to the rest of the program is narrow: [`State::new`] makes a game,
//! [`State::decisions`] says what is awaited, [`State::act`] submits an action and returns events
//! or a [`Refusal`], [`View`] is what one seat may know. `R` numbers in the documentation are
//! those of the project's restatement of the rules.
//!
//! What this module deliberately does not have: input and output, a clock, the environment, hash
//! maps, ambient randomness, sentences, and any knowledge of mail. It compiles without the rest of
//! the crate.

mod action;
mod board;
mod cards;
mod combat;
mod conquest;
mod draw;
mod event;
mod expert;
mod fate;
mod fate_deck;
mod fate_pending;
mod hindrance;
mod knowledge;
mod movement;
mod nation;
mod needs;
mod options;
mod outcome;
mod outlook;
mod pieces;
mod random;
mod record;
mod record_cards;
mod record_phase;
mod recruitment;
mod refusal;
mod retreat;
mod scenario;
mod sequence;
mod setup;
mod simple_path;
mod state;
mod strokes;
mod supply;
mod troops;
mod victory;
mod view;

pub use action::{
    Action, Decision, DecisionKind, FateChoice, FateOrder, GeneralOrder, Order, Recruitment,
    TrainOrder, Troops,
};
pub use board::{Board, CITIES, City, CityId, Home, Objective, Road, board};
pub use cards::{
    Card, CardRef, DECK_SIZE, DECKS, Face, NotACard, RESERVE_MAX, Suit, sorted_deck as sorted_cards,
};
pub use conquest::{PROTECTION, Passing};
pub use event::{
    Audience, Entered, Event, FlipCause, OfDeck, Pair, RemovalCause, Side as CombatSide, TroopsOf,
};
pub use fate::FateOptions;
pub use fate_deck::{FateCard, FateInForce, FateText, Stroke};
pub use hindrance::Hindrance;
pub use knowledge::{Guess, Imagined, Knowledge};
pub use movement::Reach;
pub use nation::{Nation, Seat, Side};
pub use needs::Needs;
pub use options::{AllotOptions, MoveOptions, MovementOptions, Options, RecruitmentOptions};
pub use outcome::{Ending, Outcome};
pub use outlook::Warning;
pub use pieces::{Kind, PIECES, Piece, PieceId, PieceSet, all_pieces, named};
pub use random::{Randomness, Stream};
pub use record::{Inconsistent, Loaded, parse_key};
pub use recruitment::{COST, COST_WITHOUT_DEPOT};
pub use refusal::{Awaited, Reason, Refusal};
pub use scenario::{Scenario, ScenarioName};
pub use setup::{Edition, Rules, Setup};
pub use state::{Combat, Offensive, Phase, PieceState, Place, Retreat, State};
pub use supply::{SUPPLY_REACH, supplied_by_country, supply_path, supply_reach};
pub use troops::{GENERAL_MAXIMUM, STACK_MAXIMUM};
pub use victory::FIRST_FATE_TURN;
pub use view::{
    AwaitedView, CombatView, FateView, NationView, OffensiveView, PieceView, RetreatView, View,
};
