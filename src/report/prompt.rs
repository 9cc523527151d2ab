//! What a player is asked: the decision, what can be answered, by when, and what happens
//! otherwise.
//!
//! Legal answers come from outside, to choose from or to edit; nothing is judged here.

use super::duel::Duel;
use super::happening::Happening;
use super::holdings::OwnGeneral;
use super::moment::Moment;
use super::near::Around;
use crate::game::{
    AllotOptions, CityId, DecisionKind, FateText, FateView, Nation, Order, Pair, Phase, PieceId,
    RecruitmentOptions, RetreatView, View,
};
use serde::Serialize;

/// One decision that is awaited of the reader.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Prompt {
    /// Whose decision it is.
    pub nation: Nation,
    /// What is to be decided.
    pub kind: DecisionKind,
    /// When the answer is due; `None` if no clock runs.
    pub deadline: Option<Deadline>,
    /// What a duel instruction will answer at the deadline, if one will.
    pub instructed: Option<Order>,
    /// Answers to choose from, the first is number 1. A Reserve to be played lacks its value, which
    /// the player adds.
    pub menu: Vec<Order>,
    /// Orders to edit, in names and numbers.
    pub template: Option<String>,
    /// What each answer of the menu leads to, in the menu's order, where a card is awaited.
    pub leads: Vec<Option<Lead>>,
    /// The draft of a movement phase as it stands, in the order in which it is carried out.
    pub draft: Vec<Order>,
    /// The pieces that can move and have no order in the draft, where orders for them are awaited.
    pub to_move: Vec<ToMove>,
    /// Where the nation's generals stand, if it is to move.
    pub around: Vec<Around>,
    /// The combat, where a card is awaited.
    pub duel: Option<Duel>,
    /// The retreat, where a city is awaited.
    pub retreat: Option<RetreatView>,
    /// The Card of Fate, where its choice is awaited.
    pub fate: Option<FateQuestion>,
    /// The combats to choose from.
    pub combats: Vec<Pair>,
    /// The stacks that the question is about: who fights, who retreats before whom, who withdraws, and
    /// whom a Card of Fate may name.
    pub stacks: Vec<StackThere>,
    /// What recruiting would cost and where, if the nation is to move (R10).
    pub recruitment: Option<RecruitmentOptions>,
    /// Generals and troops, where the set-up is awaited (R1.7).
    pub allot: Option<AllotOptions>,
}

/// Generals who stand together, as their reader knows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StackThere {
    /// Where they stand.
    pub city: CityId,
    /// Whose generals they are.
    pub nation: Nation,
    /// The supreme commander first (R4.3).
    pub pieces: Vec<PieceId>,
    /// The troops of all of them together, where the reader plays the nation.
    pub troops: Option<u8>,
}

/// What playing a card leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Lead {
    /// The score then, as the reader's side sees it.
    pub score: i16,
    /// Who has the right to play then.
    pub right: Nation,
    /// The value that a Reserve is played with: the least that suffices, or the most it can be.
    pub value: Option<u8>,
}

/// Pieces that stand together, and what they can do in their movement phase.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ToMove {
    /// The pieces of the stack, by rank.
    pub pieces: Vec<PieceId>,
    /// Where they stand.
    pub at: CityId,
    /// The generals among them, each with his troops.
    pub troops: Vec<OwnGeneral>,
    /// Where else they can end a move together (R4).
    pub reach: Vec<CityId>,
    /// Objectives they could take on the way (R5.2).
    pub conquers: Vec<CityId>,
    /// Objectives they could only mark, since they are protected (R5.6).
    pub marks: Vec<CityId>,
}

/// When an answer is due.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Deadline {
    /// In the reader's time zone.
    pub at: Moment,
    /// Set once `at` has passed: there is still time until this moment.
    pub over_time: Option<Moment>,
    /// It is so many days away that its weekday alone would not be clear.
    pub far: bool,
    /// What happens if no answer comes.
    pub then: IfNothingComes,
}

/// What happens when the deadline passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IfNothingComes {
    /// The game waits on.
    Waits,
    /// The caretaker decides.
    Caretaker,
    /// The orders received so far are carried out.
    OrdersSoFar,
    /// The duel instructions sent before are followed.
    Instructions,
}

/// What a Card of Fate asks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "question", rename_all = "kebab-case")]
pub enum FateQuestion {
    /// A general is removed for good (R11.2).
    Removal {},
    /// The choice of a numbered card's text.
    Text {
        /// The card as it was drawn, with its texts.
        #[serde(flatten)]
        card: FateView,
    },
}

impl Deadline {
    /// Sets `far`, as seen from the reader's `now`.
    pub fn seen_from(&mut self, now: &Moment) {
        self.far = self.over_time.as_ref().unwrap_or(&self.at).days_after(now) > 5;
    }
}

impl Prompt {
    /// A decision with the facts of the view; `events` are those the seat was told since a combat
    /// began, or more. Menu, template, options and deadline are for the caller to add.
    pub fn new(view: &View, nation: Nation, kind: DecisionKind, events: &[Happening]) -> Prompt {
        Prompt {
            nation,
            kind,
            deadline: None,
            instructed: None,
            menu: Vec::new(),
            leads: Vec::new(),
            template: None,
            draft: Vec::new(),
            to_move: Vec::new(),
            around: match kind {
                DecisionKind::Movement => Around::all(view, nation),
                _ => Vec::new(),
            },
            duel: if kind == DecisionKind::Play { Duel::of(view, events) } else { None },
            retreat: view.retreat.clone().filter(|_| kind == DecisionKind::Retreat),
            fate: (kind == DecisionKind::Fate && view.phase == Phase::Fate)
                .then(|| FateQuestion::of(view)),
            combats: match kind {
                DecisionKind::Attack | DecisionKind::DaunWithdrawal => view.combats.clone(),
                _ => Vec::new(),
            },
            stacks: StackThere::in_question(view, kind),
            recruitment: None,
            allot: None,
        }
    }
}

impl StackThere {
    fn in_question(view: &View, kind: DecisionKind) -> Vec<StackThere> {
        let mut cities: Vec<CityId> = match kind {
            DecisionKind::Attack | DecisionKind::DaunWithdrawal => {
                view.combats.iter().flat_map(|pair| [pair.from, pair.to]).collect()
            }
            DecisionKind::Retreat => {
                view.retreat.iter().flat_map(|retreat| [retreat.from, retreat.winner]).collect()
            }
            DecisionKind::Fate => view.pieces.iter().filter_map(|known| known.city).collect(),
            _ => Vec::new(),
        };
        cities.sort_unstable();
        cities.dedup();
        cities.into_iter().filter_map(|city| StackThere::at(view, city)).collect()
    }

    fn at(view: &View, city: CityId) -> Option<StackThere> {
        let generals: Vec<_> =
            view.pieces.iter().filter(|known| known.general && known.city == Some(city)).collect();
        let troops: Option<Vec<u8>> = generals.iter().map(|known| known.troops).collect();
        Some(StackThere {
            city,
            nation: generals.first()?.nation,
            pieces: generals.iter().map(|known| known.piece).collect(),
            troops: troops.map(|troops| troops.iter().sum()),
        })
    }
}

impl FateQuestion {
    /// A stroke of fate leaves no numbered text in force; its only choice is a removal.
    fn of(view: &View) -> FateQuestion {
        match view.fate_text.clone().filter(|card| card.text != FateText::None) {
            Some(card) => FateQuestion::Text { card },
            None => FateQuestion::Removal {},
        }
    }
}
