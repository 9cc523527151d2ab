//! What a picture shows of a game: facts that one reader may know, small enough to be kept in the
//! outbox until the mail is sent.
//!
//! Made from a [`View`] and public events; nothing else can get into a picture.

use super::super::happening::Happening;
use super::declared::Declared;
use super::subject::{About, NumberedPlace};
use crate::game::{CityId, Event, Nation, Phase, PieceView, View, board};
use serde::{Deserialize, Serialize};

/// Everything drawn above the base map.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Picture {
    /// Pieces by city.
    pub stacks: Vec<Stack>,
    /// Conquered objectives and who holds them.
    pub conquered: Vec<(CityId, Nation)>,
    /// Objectives marked in this action (R5.6).
    pub marked: Vec<CityId>,
    /// In the order in which they were made.
    pub marches: Vec<March>,
    /// The combats told in the mail, then the one that goes on and those still to be fought in this phase.
    pub fights: Vec<Fight>,
    /// Nations the reach of whose trains is shown (R9.2).
    pub reach: Vec<Nation>,
    /// The places that matter, the most important first.
    pub focus: Vec<CityId>,
    /// What the mail asks, or tells.
    #[serde(default)]
    pub about: About,
    /// Places that answer what the mail asks.
    #[serde(default)]
    pub answers: Vec<NumberedPlace>,
    /// Cities that pieces of the nation that is to move can reach.
    #[serde(default)]
    pub within: Vec<CityId>,
}

/// Generals, or a train, in one city.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stack {
    /// Where they stand.
    pub city: CityId,
    /// Whose colour they have.
    pub nation: Nation,
    /// The supreme commander, or the train.
    pub name: String,
    /// How many generals; 0 is a train.
    pub generals: u8,
    /// Found without supply the last time (R9.3).
    pub face_down: bool,
    /// Exactly, where the reader may know it.
    pub troops: Option<u8>,
    /// Its troops as last declared in a combat (R7.2), less what was lost in it.
    pub declared: Option<u8>,
}

/// A movement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct March {
    /// Whose colour the arrow has.
    pub nation: Nation,
    /// Where it came from, and every city on the way.
    pub path: Vec<CityId>,
    /// After a defeat: the way is not known, only its end.
    pub retreat: bool,
}

/// A combat between two cities.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fight {
    /// Where the attacker stands.
    pub from: CityId,
    /// Where the defender stands.
    pub to: CityId,
    /// Who won, and by how much; while it lasts, who has the right to play and the score as that side sees it.
    /// `None` for a combat that is still to be fought, or that ended in a draw.
    pub score: Option<(Nation, i64)>,
    /// It is decided, so that `score` tells its end.
    pub over: bool,
}

impl Picture {
    /// The facts for the reader of a view. `news` are the events since the last mail, `history`
    /// the public events of as much of the game as is at hand, the news included.
    pub fn new(view: &View, news: &[Happening], history: &[Happening]) -> Picture {
        let mut picture = Picture::board_of(view, &Declared::from_events(war(history)));
        picture.tell(view, news);
        picture.reach = match view.seat {
            Some(seat) => {
                let own = view.nations.iter().filter(|known| known.seat == seat && known.in_play);
                own.map(|known| known.nation).collect()
            }
            None => vec![view.nation],
        };
        picture.focus = picture.what_matters(view, news);
        picture
    }

    /// Adds the troops that another seat's view knows: once a game is over, all are shown.
    pub fn learn(&mut self, view: &View) {
        for stack in self.stacks.iter_mut().filter(|stack| stack.generals > 0) {
            let generals = view.pieces.iter().filter(|p| p.general && p.city == Some(stack.city));
            let troops: Option<Vec<u8>> = generals.map(|known| known.troops).collect();
            if let Some(troops) = troops.filter(|_| view.phase != Phase::SetUp) {
                stack.troops = Some(troops.iter().sum());
            }
        }
    }

    fn board_of(view: &View, declared: &Declared) -> Picture {
        let mut stacks: Vec<Stack> = Vec::new();
        let on_map = |known: &&PieceView| known.city.is_some();
        for known in view.pieces.iter().filter(on_map) {
            let Some(city) = known.city else { continue };
            match stacks.iter_mut().find(|stack| stack.city == city && known.general) {
                Some(stack) => {
                    stack.generals += 1;
                    stack.troops = stack.troops.zip(known.troops).map(|(a, b)| a + b);
                }
                None => stacks.push(Stack {
                    city,
                    nation: known.nation,
                    name: known.piece.name().to_owned(),
                    generals: known.general.into(),
                    face_down: known.face_down,
                    troops: known.troops.filter(|_| view.phase != Phase::SetUp),
                    declared: None,
                }),
            }
        }
        for stack in stacks.iter_mut().filter(|stack| stack.troops.is_none()) {
            let generals = view.pieces.iter().filter(|p| p.general && p.city == Some(stack.city));
            stack.declared = declared.of(generals.map(|known| known.piece).collect());
        }
        Picture {
            stacks,
            conquered: view.conquered.iter().map(|(city, by)| (*city, *by)).collect(),
            marked: view.marked.clone(),
            ..Picture::default()
        }
    }

    /// Movements and combats.
    fn tell(&mut self, view: &View, news: &[Happening]) {
        for event in war(news) {
            match event {
                Event::Moved { nation, from, path, .. } => {
                    let path = std::iter::once(from).chain(path).copied().collect();
                    self.marches.push(March { nation: *nation, path, retreat: false });
                }
                Event::Retreated { nation, from, to, .. } => {
                    let path = vec![*from, *to];
                    self.marches.push(March { nation: *nation, path, retreat: true });
                }
                Event::CombatBegan { attacker, defender, .. } => {
                    let (from, to) = (attacker.city, defender.city);
                    self.fights.push(Fight { from, to, score: None, over: false });
                }
                Event::CombatLost { winner, score, .. } => {
                    self.end_of_combat(Some((*winner, score.abs().into())));
                }
                Event::CombatDrawn { .. } => self.end_of_combat(None),
                _ => {}
            }
        }
        if let Some(combat) = &view.combat {
            let (from, to) = (combat.from, combat.to);
            self.fights.retain(|fight| fight.over);
            let score = Some((combat.right, combat.score.into()));
            self.fights.push(Fight { from, to, score, over: false });
        }
        for pair in &view.combats {
            let known = |fight: &Fight| (fight.from, fight.to) == (pair.from, pair.to);
            if !self.fights.iter().any(|fight| !fight.over && known(fight)) {
                let (from, to) = (pair.from, pair.to);
                self.fights.push(Fight { from, to, score: None, over: false });
            }
        }
    }

    fn end_of_combat(&mut self, score: Option<(Nation, i64)>) {
        // The end of a combat that began in an earlier mail has no sign here.
        if let Some(fight) = self.fights.iter_mut().rfind(|fight| !fight.over) {
            fight.over = true;
            fight.score = score;
        }
    }

    /// Combats, conquests, where movements ended, who is to move next, and his enemies.
    fn what_matters(&self, view: &View, news: &[Happening]) -> Vec<CityId> {
        let mut places: Vec<CityId> = Vec::new();
        let mut add = |city: CityId| {
            if !places.contains(&city) {
                places.push(city);
            }
        };
        for fight in self.fights.iter().rev() {
            [fight.from, fight.to].into_iter().for_each(&mut add);
        }
        view.retreat.iter().flat_map(|retreat| retreat.cities.clone()).for_each(&mut add);
        for event in war(news) {
            if let Event::Conquered { city, .. }
            | Event::Reconquered { city, .. }
            | Event::Marked { city, .. }
            | Event::TrainEliminated { city, .. } = event
            {
                add(*city);
            }
        }
        let awaited = |nation: Nation| {
            let all =
                view.awaited.iter().filter(|row| view.seat.is_none_or(|seat| row.seat == seat));
            all.clone().any(|row| row.nation == nation)
        };
        let generals = |of: &dyn Fn(Nation) -> bool| -> Vec<&Stack> {
            self.stacks.iter().filter(|s| s.generals > 0 && of(s.nation)).collect()
        };
        // The pairs of own and hostile generals, the nearest first.
        let mut pairs: Vec<(u8, CityId, CityId)> = Vec::new();
        for own in generals(&awaited) {
            let foes = generals(&|nation| nation.hostile_to(own.nation));
            let near =
                foes.iter().map(|foe| (board().distance(own.city, foe.city), own.city, foe.city));
            pairs.extend(near.min());
        }
        pairs.sort_unstable();
        for (_, own, foe) in pairs.iter().filter(|(distance, ..)| *distance <= 5) {
            [*own, *foe].into_iter().for_each(&mut add);
        }
        for march in self.marches.iter().rev() {
            march.path.iter().rev().copied().for_each(&mut add);
        }
        pairs.iter().for_each(|(_, own, _)| add(*own));
        // At least something of the reader's.
        let own = |nation: Nation| {
            view.nations.iter().any(|n| n.nation == nation && view.seat.is_none_or(|s| n.seat == s))
        };
        generals(&own).iter().for_each(|stack| add(stack.city));
        places
    }
}

fn war(happenings: &[Happening]) -> impl Iterator<Item = &Event> {
    happenings.iter().filter_map(Happening::war)
}
