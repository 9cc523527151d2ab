//! The draft of a nation's movement phase: orders that are kept until they are carried out, edited
//! piece by piece by the mails that come.
//!
//! Pure: it tries orders on a copy of the position and knows neither mails nor a store. What is
//! impossible is refused with its reason and with what stands in the way.

use super::held::Held;
use crate::game::{
    Action, Event, Hindrance, Nation, Order, PieceId, PieceSet, Recruitment, Refusal, State,
    Warning,
};
use crate::orders;
use serde::{Deserialize, Serialize};

/// A draft as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::campaign) struct Draft {
    /// In the order in which they are carried out; a march names its whole way.
    pub orders: Vec<Order>,
    /// Names of pieces that the player told to stay.
    pub stays: Vec<String>,
    /// The player has said that this is all.
    pub ready: bool,
    /// Lines that hold `ready` back.
    pub held: Vec<Held>,
    /// SHA-256 of the mail that changed it last.
    pub sha256: Option<String>,
}

/// Why an order cannot stand in a draft.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::campaign) struct Refused {
    /// The rule that it breaks.
    pub refusal: Refusal,
    /// What stands in the way on the map.
    pub hindrance: Option<Hindrance>,
    /// The line of this mail that moved the obstacle, or the piece itself.
    pub line: Option<usize>,
}

/// An order of a draft with what it does.
#[derive(Clone, Debug)]
pub(in crate::campaign) struct Entry {
    /// As it will be carried out, with its whole path (R4.6).
    pub action: Action,
    /// Of the trial run; chance and secrets of others are not in them.
    pub events: Vec<Event>,
    /// The line of the mail in hand that ordered it; `None` for earlier mails.
    pub line: Option<usize>,
}

/// An order that another has made impossible.
#[derive(Clone, Debug)]
pub(in crate::campaign) struct Dropped {
    /// What had been ordered.
    pub action: Action,
    /// Why it cannot be done any more.
    pub refused: Refused,
}

/// What an order speaks of: a later one that speaks of the same takes its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    March,
    Recruits,
    Troops,
}

/// A draft while a mail changes it.
#[derive(Clone)]
pub(in crate::campaign) struct Editor {
    /// Whose movement phase it is.
    pub nation: Nation,
    /// Where the phase begins.
    base: State,
    /// Where the orders lead.
    state: State,
    entries: Vec<Entry>,
    stays: PieceSet,
    /// Pieces that the mail in hand has spoken of.
    pub touched: PieceSet,
    /// The player has said that this is all.
    pub ready: bool,
    /// Lines that could not be used, which hold the phase back until they are mended or dropped.
    pub held: Vec<Held>,
    /// How many of these, counted from the first, came with earlier mails.
    earlier: usize,
    /// How many of those the player has not been told of.
    untold: usize,
    sha256: Option<String>,
    /// The mail in hand has changed something.
    pub changed: bool,
    /// Pieces that the mail in hand sends somewhere: what earlier mails ordered for them hinders nobody.
    pub sent_anew: PieceSet,
}

impl Editor {
    /// Opens a draft on the position it is for. Orders that have become impossible since are
    /// returned, and hold `ready` back.
    pub fn open(base: &State, nation: Nation, draft: &Draft) -> (Editor, Vec<Dropped>) {
        let mut editor = Editor {
            nation,
            base: base.clone(),
            state: base.clone(),
            entries: Vec::new(),
            stays: draft.stays.iter().filter_map(|name| PieceId::from_name(nation, name)).collect(),
            touched: PieceSet::EMPTY,
            ready: draft.ready,
            held: draft.held.clone(),
            earlier: 0,
            untold: 0,
            sha256: draft.sha256.clone(),
            changed: false,
            sent_anew: PieceSet::EMPTY,
        };
        let actions = draft.orders.iter().filter_map(|order| order.resolve(nation).ok());
        let entries = actions.map(|action| (action, None)).collect();
        let (entries, state, dropped) = editor.rehearse(entries);
        (editor.entries, editor.state) = (entries, state);
        for dropped in &dropped {
            editor.hold(&dropped.action);
        }
        editor.earlier = editor.held.len();
        (editor, dropped)
    }

    /// The player has not been told yet of the lines that hold `ready` back: his `ready` does not mean that they are to
    /// be passed over.
    pub fn hold_as_new(&mut self) {
        self.untold = self.held.len();
    }

    /// Takes up an order. Earlier mails' orders for the same pieces give way to it; those of the
    /// same mail do not. Orders that it makes impossible are returned, and hold `ready` back.
    ///
    /// # Errors
    ///
    /// The rules do not allow the order after those that stand in the draft; the draft is as it was.
    pub fn order(&mut self, line: usize, action: &Action) -> Result<Vec<Dropped>, Refused> {
        let (kept, place) = self.without(action);
        if place.is_none() {
            // Nothing gives way: it comes last.
            let mut state = self.state.clone();
            return match state.act(self.nation, action) {
                Ok(events) => {
                    self.state = state;
                    let action = with_path(action, &events);
                    self.accept(&action);
                    self.entries.push(Entry { action, events, line: Some(line) });
                    Ok(Vec::new())
                }
                Err(refusal) => {
                    let mended = self.sooner(line, action).or_else(|| self.cleared(line, action));
                    if let Some((entries, state)) = mended {
                        self.take(action, entries, state);
                        return Ok(Vec::new());
                    }
                    Err(self.refused(&self.state, &self.entries, action, refusal))
                }
            };
        }
        let new = (action.clone(), Some(line));
        let mut refused = None;
        let mut second_best = None;
        // Last, as it was written, so that a list that is sent again is carried out in its order; or where the
        // old order stood.
        for at in [kept.len(), place.unwrap_or(kept.len()).min(kept.len())] {
            let mut all = kept.clone();
            all.insert(at, new.clone());
            let (entries, state, dropped) = self.rehearse(all);
            let own = dropped.iter().find(|dropped| dropped.action == *action);
            match own {
                // What stands in its way where the old order stood is the reason that is told.
                Some(dropped) => refused = Some(dropped.refused.clone()),
                None if dropped.is_empty() => {
                    self.take(action, entries, state);
                    return Ok(Vec::new());
                }
                None => second_best = second_best.or(Some((entries, state, dropped))),
            }
        }
        if let Some((entries, state)) = self.cleared(line, action) {
            self.take(action, entries, state);
            return Ok(Vec::new());
        }
        match (second_best, refused) {
            (Some((entries, state, dropped)), _) => {
                self.take(action, entries, state);
                for dropped in &dropped {
                    self.hold(&dropped.action);
                }
                Ok(dropped)
            }
            (None, Some(refused)) => Err(refused),
            // One of the two attempts has always come to something.
            (None, None) => Ok(Vec::new()),
        }
    }

    /// The orders with one that comes too late put before others: `Daun to Olmütz, Laudon to Ziegenhals`, where
    /// Daun's arrival ends Laudon's move (R4.5). Only if all of them are carried out then and nobody ends
    /// elsewhere than before: the lines say where they go, and not who goes first.
    fn sooner(&self, line: usize, action: &Action) -> Option<(Vec<Entry>, State)> {
        let orders: Vec<(Action, Option<usize>)> =
            self.entries.iter().map(|entry| (entry.action.clone(), entry.line)).collect();
        let moved = orders.iter().fold(PieceSet::EMPTY, |all, (order, _)| all.or(subject(order).1));
        (0..orders.len()).rev().find_map(|at| {
            let mut all = orders.clone();
            all.insert(at, (action.clone(), Some(line)));
            let (entries, state, dropped) = self.rehearse(all);
            let as_before = |piece: PieceId| state.city_of(piece) == self.state.city_of(piece);
            (dropped.is_empty() && moved.iter().all(as_before)).then_some((entries, state))
        })
    }

    /// The orders without those of earlier mails for pieces that the mail in hand sends anew further down: a list that
    /// is sent again in another order, because one stood in another's way. `None` if there are none, or if that helps
    /// nothing.
    fn cleared(&self, line: usize, action: &Action) -> Option<(Vec<Entry>, State)> {
        let (kept, _) = self.without(action);
        let anew = |(order, line): &(Action, Option<usize>)| {
            let (of, theirs) = subject(order);
            line.is_none() && of == Subject::March && theirs.intersects(self.sent_anew)
        };
        if !kept.iter().any(anew) {
            return None;
        }
        let rest = |order: (Action, Option<usize>)| match anew(&order) {
            true => without_pieces(&order.0, self.sent_anew).map(|rest| (rest, None)),
            false => Some(order),
        };
        let mut all: Vec<_> = kept.into_iter().filter_map(rest).collect();
        all.push((action.clone(), Some(line)));
        let (entries, state, dropped) = self.rehearse(all);
        dropped.is_empty().then_some((entries, state))
    }

    /// These pieces stay: what earlier mails ordered for them to do is dropped, and if they are named in this line of
    /// the mail, what its lines above ordered: `Schwerin and Keith to Oels`, `no, Keith stays`.
    pub fn stay(&mut self, pieces: PieceSet, named_in: Option<usize>) -> Vec<Dropped> {
        let dropped = self.drop_marches(pieces, Some(named_in.unwrap_or_default()));
        self.stays = self.stays.or(pieces);
        self.touch(pieces);
        dropped
    }

    /// Nothing is ordered any more for these pieces; whether anything was.
    pub fn cancel(&mut self, pieces: PieceSet) -> (bool, Vec<Dropped>) {
        let names = |held: &Held| {
            held.pieces.iter().any(|name| {
                PieceId::from_name(self.nation, name).is_some_and(|piece| pieces.contains(piece))
            })
        };
        let known = self.stays.intersects(pieces)
            || self.held.iter().any(names)
            || self.entries.iter().any(|entry| subject(&entry.action).1.intersects(pieces));
        let dropped = self.drop_marches(pieces, None);
        self.stays = self.stays.without(pieces);
        self.touch(pieces);
        (known, dropped)
    }

    /// Nothing is bought any more. Gives what was to be bought, and what has become impossible without it.
    pub fn cancel_purchases(
        &mut self,
        meant: impl Fn(&Recruitment) -> bool,
    ) -> (Vec<Action>, Vec<Dropped>) {
        let buys = |entry: &&Entry| match &entry.action {
            Action::Recruit(bought) => meant(bought),
            _ => false,
        };
        let bought: Vec<Action> =
            self.entries.iter().filter(buys).map(|entry| entry.action.clone()).collect();
        if bought.is_empty() {
            return (bought, Vec::new());
        }
        let rest = self.entries.iter().filter(|entry| !buys(entry));
        let rest = rest.map(|entry| (entry.action.clone(), entry.line)).collect();
        let (entries, state, dropped) = self.rehearse(rest);
        (self.entries, self.state) = (entries, state);
        for dropped in &dropped {
            self.hold(&dropped.action);
        }
        self.changed = true;
        (bought, dropped)
    }

    /// Nothing is ordered any more.
    pub fn cancel_all(&mut self) {
        self.entries.clear();
        self.state = self.base.clone();
        self.stays = PieceSet::EMPTY;
        self.held.clear();
        self.earlier = 0;
        self.untold = 0;
        self.ready = false;
        self.changed = true;
    }

    /// A line that could not be used holds `ready` back. A line with two orders is held once for each, and each is
    /// mended by itself. One that an earlier mail left with the same words and pieces counts as this mail's now.
    pub fn hold_line(&mut self, held: Held) {
        self.changed = true;
        if let Some(place) = self.held.iter().position(|known| *known == held) {
            if place >= self.earlier {
                return;
            }
            self.held.remove(place);
            self.earlier -= 1;
            self.untold -= usize::from(place < self.untold);
        }
        if self.held.len() < MOST_HELD {
            self.held.push(held);
        }
    }

    /// Lines of earlier mails that this mail has mended hold nothing back any more: those whose
    /// pieces it has spoken of. A line that names no piece is mended by an order for a piece that
    /// no other line was about; a new `ready` drops them all, but a purchase only if it orders nothing else.
    pub fn mend(&mut self, ready_again: bool) {
        let earlier = self.earlier;
        let mut nameless_orders = self.touched.len();
        let (touched, untold, nation) = (self.touched, self.untold, self.nation);
        let mut place = 0;
        let named = |held: &Held| -> PieceSet {
            held.pieces.iter().filter_map(|name| PieceId::from_name(nation, name)).collect()
        };
        for held in self.held.iter().take(earlier) {
            nameless_orders = nameless_orders.saturating_sub(named(held).and(touched).len());
        }
        // What this mail says of the same pieces takes their place, though it cannot be used either.
        let again = self.held.iter().skip(earlier);
        let again = again.fold(PieceSet::EMPTY, |all, held| all.or(named(held)));
        self.held.retain(|held| {
            place += 1;
            if place > earlier {
                return true;
            }
            let own = named(held);
            let superseded = !own.is_empty() && again.contains_all(own);
            let gone_on = held.purchase && !touched.is_empty();
            let passed_over = ready_again && place > untold && !gone_on;
            if passed_over || superseded || own.intersects(touched) {
                return false;
            }
            if held.pieces.is_empty() && nameless_orders > 0 {
                nameless_orders -= 1;
                return false;
            }
            true
        });
    }

    /// Whether anything is ordered, and every piece of the nation on the map has its march or is told to stay.
    pub fn is_complete(&self) -> bool {
        let moved = self.entries.iter().filter(|entry| subject(&entry.action).0 == Subject::March);
        let ordered = moved.fold(self.stays, |all, entry| all.or(subject(&entry.action).1));
        let pieces = self.base.on_map(PieceSet::of(self.nation));
        !self.entries.is_empty() && ordered.contains_all(pieces)
    }

    /// Where the orders lead.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The orders in their order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What a careful friend would mention about these orders.
    pub fn warnings(&self) -> Vec<Warning> {
        let events: Vec<Event> =
            self.entries.iter().flat_map(|entry| entry.events.iter().cloned()).collect();
        self.state.outlook(self.nation, &events)
    }

    /// The draft as it is kept.
    pub fn draft(&self, sha256: Option<String>) -> Draft {
        Draft {
            orders: self.entries.iter().map(|entry| Order::from(&entry.action)).collect(),
            stays: self.stays.iter().map(|piece| piece.name().to_owned()).collect(),
            ready: self.ready,
            held: self.held.clone(),
            sha256: sha256.or_else(|| self.sha256.clone()),
        }
    }

    fn accept(&mut self, action: &Action) {
        let (subject, pieces) = subject(action);
        if subject == Subject::March {
            self.stays = self.stays.without(pieces);
        }
        self.touch(pieces);
    }

    fn take(&mut self, action: &Action, entries: Vec<Entry>, state: State) {
        (self.entries, self.state) = (entries, state);
        self.accept(action);
    }

    fn touch(&mut self, pieces: PieceSet) {
        self.touched = self.touched.or(pieces);
        self.changed = true;
    }

    fn hold(&mut self, action: &Action) {
        self.hold_line(Held::of(&orders::write(action), subject(action).1));
    }

    /// The orders without those of earlier mails that give way to a new one, and where the first
    /// of these stood. A march of several pieces goes on without those that are named anew.
    fn without(&self, new: &Action) -> (Vec<(Action, Option<usize>)>, Option<usize>) {
        let (wanted, pieces) = subject(new);
        let mut place = None;
        let mut kept: Vec<(Action, Option<usize>)> = Vec::new();
        for entry in &self.entries {
            let (of, theirs) = subject(&entry.action);
            let same_cards = of == Subject::Recruits && shares_cards(&entry.action, new);
            let gives_way =
                entry.line.is_none() && of == wanted && (theirs.intersects(pieces) || same_cards);
            if !gives_way {
                kept.push((entry.action.clone(), entry.line));
                continue;
            }
            place.get_or_insert(kept.len());
            if let Some(rest) = without_pieces(&entry.action, pieces) {
                kept.push((rest, entry.line));
            }
        }
        (kept, place)
    }

    /// Drops the marches of these pieces that stand above this line of the mail in hand; without a line everything
    /// that is ordered for them.
    fn drop_marches(&mut self, pieces: PieceSet, above: Option<usize>) -> Vec<Dropped> {
        let mut kept = Vec::new();
        let mut any = false;
        for entry in &self.entries {
            let (of, theirs) = subject(&entry.action);
            let concerned = of == Subject::March || above.is_none();
            let gives_way = entry.line.is_none_or(|line| above.is_none_or(|above| line < above));
            if !concerned || !theirs.intersects(pieces) || !gives_way {
                kept.push((entry.action.clone(), entry.line));
                continue;
            }
            any = true;
            if let Some(rest) = without_pieces(&entry.action, pieces) {
                kept.push((rest, entry.line));
            }
        }
        if !any {
            return Vec::new();
        }
        let (entries, state, dropped) = self.rehearse(kept);
        (self.entries, self.state) = (entries, state);
        for dropped in &dropped {
            self.hold(&dropped.action);
        }
        dropped
    }

    /// Tries orders one after another from the beginning; what is impossible is left out.
    fn rehearse(&self, orders: Vec<(Action, Option<usize>)>) -> (Vec<Entry>, State, Vec<Dropped>) {
        let mut state = self.base.clone();
        let (mut entries, mut dropped) = (Vec::new(), Vec::new());
        for (action, line) in orders {
            match state.act(self.nation, &action) {
                Ok(events) => {
                    let action = with_path(&action, &events);
                    entries.push(Entry { action, events, line });
                }
                Err(refusal) => {
                    let refused = self.refused(&state, &entries, &action, refusal);
                    dropped.push(Dropped { action, refused });
                }
            }
        }
        (entries, state, dropped)
    }

    fn refused(
        &self,
        state: &State,
        entries: &[Entry],
        action: &Action,
        refusal: Refusal,
    ) -> Refused {
        let hindrance = state.hindrance(self.nation, action);
        let obstacle = match &hindrance {
            Some(
                Hindrance::Blocked { by, .. }
                | Hindrance::TrainCannotEnter { by, .. }
                | Hindrance::EndsWhere { by, .. },
            ) => PieceSet::one(*by),
            Some(Hindrance::StackFull { there, .. }) => *there,
            Some(Hindrance::TooFar { .. }) => PieceSet::EMPTY,
            None => subject(action).1,
        };
        let moved = entries.iter().rev().find(|entry| {
            let (subject, pieces) = subject(&entry.action);
            subject == Subject::March && pieces.intersects(obstacle)
        });
        Refused { refusal, hindrance, line: moved.and_then(|entry| entry.line) }
    }
}

/// At most this many lines hold `ready` back; more would be no draft.
const MOST_HELD: usize = 40;

/// What an order is about, and the pieces it speaks of.
fn subject(action: &Action) -> (Subject, PieceSet) {
    match action {
        Action::Recruit(recruitment) => {
            let troops = recruitment.troops.iter().map(|(piece, _)| *piece);
            let generals = recruitment.generals.iter().map(|(piece, ..)| *piece);
            let trains = recruitment.trains.iter().map(|(piece, _)| *piece);
            (Subject::Recruits, troops.chain(generals).chain(trains).collect())
        }
        Action::Redistribute { troops, .. } | Action::Allot { troops } => {
            (Subject::Troops, troops.iter().map(|(piece, _)| *piece).collect())
        }
        Action::Move { pieces, .. } | Action::MoveVia { pieces, .. } => {
            (Subject::March, pieces.iter().copied().collect())
        }
        _ => (Subject::March, PieceSet::EMPTY),
    }
}

/// The pieces an order speaks of.
pub(in crate::campaign) fn pieces_of(action: &Action) -> PieceSet {
    subject(action).1
}

/// Whether two recruitments pay with one of the same cards.
fn shares_cards(one: &Action, other: &Action) -> bool {
    let (Action::Recruit(one), Action::Recruit(other)) = (one, other) else { return false };
    one.pay.iter().any(|card| other.pay.iter().any(|paid| paid.face == card.face))
}

/// What is left of an order without these pieces: of a march the others go on.
fn without_pieces(action: &Action, gone: PieceSet) -> Option<Action> {
    let rest = |pieces: &[PieceId]| -> Vec<PieceId> {
        pieces.iter().copied().filter(|piece| !gone.contains(*piece)).collect()
    };
    match action {
        Action::Move { pieces, path } => {
            let pieces = rest(pieces);
            (!pieces.is_empty()).then(|| Action::Move { pieces, path: path.clone() })
        }
        Action::MoveVia { pieces, via } => {
            let pieces = rest(pieces);
            (!pieces.is_empty()).then(|| Action::MoveVia { pieces, via: via.clone() })
        }
        _ => None,
    }
}

/// A march with its whole way, so that exactly what the receipt says will be done.
pub(in crate::campaign) fn with_path(action: &Action, events: &[Event]) -> Action {
    match (action, events.first()) {
        (Action::MoveVia { pieces, .. }, Some(Event::Moved { path, .. })) => {
            Action::Move { pieces: pieces.clone(), path: path.clone() }
        }
        _ => action.clone(),
    }
}

impl Draft {
    /// Whether nothing is ordered and nothing is waited for.
    pub fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.stays.is_empty() && self.held.is_empty() && !self.ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board;
    use crate::orders::testing::movement_of;
    use crate::said::testing::actions;

    /// Whoever came after him ended his march (R4.5): that is no reason why the new goal is too far.
    #[test]
    fn r4_6_a_correction_that_goes_too_far_is_refused_as_too_far() {
        let march = |name: &str, to: &str| Action::MoveVia {
            pieces: vec![PieceId::from_name(Nation::Russia, name).expect("a piece")],
            via: vec![board().city(to).expect("a city")],
        };
        let base = movement_of(Nation::Russia);
        let (mut first, _) = Editor::open(&base, Nation::Russia, &Draft::default());
        first.order(1, &march("Apraxin", "ortelsburg")).expect("near");
        first.order(2, &march("Tottleben", "lomza")).expect("near");
        let (mut editor, _) = Editor::open(&base, Nation::Russia, &first.draft(None));
        let refused = editor.order(1, &march("Apraxin", "rastenburg")).expect_err("too far");
        assert!(matches!(refused.hindrance, Some(Hindrance::TooFar { .. })), "{refused:?}");
    }

    #[test]
    fn one_of_a_stack_who_stays_after_all_leaves_the_others_marching() {
        let prussia = Nation::Prussia;
        let state = movement_of(prussia);
        let orders = actions(&state, prussia, "Schwerin + Keith to Brieg");
        let keith = PieceSet::one(PieceId::from_name(prussia, "Keith").expect("a piece"));
        let (mut editor, _) = Editor::open(&state, prussia, &Draft::default());
        editor.order(1, &orders[0]).expect("near");
        let marching = |editor: &Editor| pieces_of(&editor.entries()[0].action).len();
        editor.stay(keith, None);
        assert_eq!(marching(&editor), 2, "the others stay, whoever they are: not he who marches");
        editor.stay(keith, Some(2));
        assert_eq!(marching(&editor), 1);
    }

    #[test]
    fn an_order_that_comes_in_a_later_mail_goes_before_what_hinders_it() {
        let austria = Nation::Austria;
        let state = movement_of(austria);
        let (mut first, _) = Editor::open(&state, austria, &Draft::default());
        let orders = "Daun to Olmütz\nBrowne + Karl to Tetschen\nLacy to Prag";
        for (at, action) in actions(&state, austria, orders).iter().enumerate() {
            assert!(first.order(at + 1, action).is_ok_and(|dropped| dropped.is_empty()));
        }
        let (mut second, _) = Editor::open(&state, austria, &first.draft(None));
        for (at, action) in actions(&state, austria, "Laudon to Freudenthal\ntrain 1 to Raudnitz")
            .iter()
            .enumerate()
        {
            let ordered = second.order(at + 1, action);
            assert!(ordered.as_ref().is_ok_and(|dropped| dropped.is_empty()), "{ordered:?}");
        }
        assert_eq!(second.entries().len(), 5);
    }

    #[test]
    fn a_list_that_is_sent_again_in_another_order_is_carried_out_in_it() {
        let russia = Nation::Russia;
        let state = movement_of(russia);
        let orders = "Saltikov to Dobrzyń via Fordon, Grudziądz\nApraxin to Neidenburg";
        let mut first = Editor::open(&state, russia, &Draft::default()).0;
        for (at, action) in actions(&state, russia, orders).iter().enumerate() {
            assert!(first.order(at + 1, action).is_ok_and(|dropped| dropped.is_empty()));
        }
        let list = actions(&state, russia, "train 1 to Grudziądz\nSaltikov to Dobrzyń");
        let mut alone = Editor::open(&state, russia, &first.draft(None)).0;
        assert!(alone.order(1, &list[0]).is_err(), "the train stands in Saltikov's way");
        let mut again = Editor::open(&state, russia, &first.draft(None)).0;
        again.sent_anew = list.iter().map(pieces_of).fold(PieceSet::EMPTY, PieceSet::or);
        for (at, action) in list.iter().enumerate() {
            let ordered = again.order(at + 1, action);
            assert!(ordered.as_ref().is_ok_and(|dropped| dropped.is_empty()), "{ordered:?}");
        }
        assert_eq!(again.entries().len(), 3, "Apraxin goes on");
        assert!(again.held.is_empty());
    }

    #[test]
    fn marches_that_only_stand_in_the_wrong_order_are_carried_out() {
        let austria = Nation::Austria;
        let state = movement_of(austria);
        let orders = actions(&state, austria, "Daun to Olmütz\nLaudon to Ziegenhals");
        let [daun, laudon] = <[Action; 2]>::try_from(orders).expect("two marches");
        let (mut editor, _) = Editor::open(&state, austria, &Draft::default());
        let mut by_itself = state.clone();
        by_itself.act(austria, &daun).expect("Daun marches");
        assert!(by_itself.act(austria, &laudon).is_err(), "his move ends where Daun arrives");
        assert!(editor.order(1, &daun).is_ok_and(|dropped| dropped.is_empty()));
        assert!(editor.order(2, &laudon).is_ok_and(|dropped| dropped.is_empty()));
        let city = |piece: &str| {
            let piece = PieceId::from_name(austria, piece)?;
            editor.state().city_of(piece).map(crate::orders::write_city)
        };
        assert_eq!(city("Daun").as_deref(), Some("Olmütz"));
        assert_eq!(city("Laudon").as_deref(), Some("Ziegenhals"));
        // A piece that this mail has ordered already gets no second march.
        assert!(editor.order(3, &laudon).is_err());
    }
}
