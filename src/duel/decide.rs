//! One move in a combat, from instructions, the own hand and public facts.

use super::{Cards, Instruction, Play, ReserveWhen, Reserves, Scope, Situation, Terms, Then};
use crate::game::{Card, Face};

/// A move that an instruction makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// It plays this card.
    Play(Play),
    /// It plays no further card (R7.4).
    Stop,
    /// The player decides himself.
    Ask,
}

/// Why it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A card that the instruction allows.
    Allowed,
    /// The loss is small enough to stop.
    LossAccepted,
    /// The instruction has nothing more to play.
    Finished,
    /// No card of the hand fits: there is nothing to decide.
    NothingFits,
    /// The rules compel a card (R7.5, or a Card of Fate) where the instruction would stop.
    Forced {
        /// It had to be one that was to be kept.
        kept: bool,
    },
}

/// A move with its reason and the combats for which the instruction was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// One of the legal plays, stopping where that is allowed, or asking the player.
    pub chosen: Move,
    /// For the report that its player gets.
    pub why: Why,
    /// The combats for which the instruction was given.
    pub scope: Scope,
}

/// The move that the narrowest fitting instruction makes; `None` if none fits.
///
/// Whatever is played is one of the situation's legal plays; stopping is only chosen where it is
/// allowed.
pub fn decide(instructions: &[Instruction], situation: &Situation) -> Option<Decided> {
    let (scope, terms) = applies(instructions, situation)?;
    let (chosen, why) = by_terms(terms, situation);
    Some(Decided { chosen, why, scope })
}

/// The narrowest duel instruction for a combat: for the pair, for the own side, for the enemy, for
/// the nation; of two equally narrow ones that of the general of higher rank, a general before a
/// city.
pub fn applies<'i>(
    instructions: &'i [Instruction],
    situation: &Situation,
) -> Option<(Scope, &'i Terms)> {
    let fitting = instructions.iter().filter_map(|instruction| match instruction {
        Instruction::Duel { scope, terms } => Some((*scope, terms, width(*scope, situation)?)),
        _ => None,
    });
    fitting.min_by_key(|(_, _, width)| *width).map(|(scope, terms, _)| (scope, terms))
}

/// How wide a scope is, with the ranks of those named; `None` if the combat is not in it.
fn width(scope: Scope, situation: &Situation) -> Option<(u8, u8, u8)> {
    let Situation { nation, own, enemy, .. } = situation;
    scope.is_of(*nation, own, enemy).then(|| match scope {
        Scope::Pair { own, enemy } => (0, own.rank(), enemy.rank()),
        Scope::Own(party) => (1, party.rank(), 0),
        Scope::Enemy(party) => (2, party.rank(), 0),
        Scope::Nation(_) => (3, 0, 0),
    })
}

fn by_terms(terms: &Terms, situation: &Situation) -> (Move, Why) {
    if situation.plays.is_empty() && situation.may_stop {
        return (Move::Stop, Why::NothingFits);
    }
    let budget = Budget::new(terms, situation);
    let candidates = budget.candidates();
    // A victory within its price goes before a loss that is small enough.
    let winning = terms.win_for.and_then(|_| budget.towards_victory(&candidates));
    if let Some(play) = winning {
        return (Move::Play(play), Why::Allowed);
    }
    let loss = -situation.score;
    if terms.accept_loss.is_some_and(|accepted| loss <= i16::from(accepted)) {
        return stop(terms, situation, Why::LossAccepted);
    }
    // With a price for winning alone, what does not win is not played.
    let goes_on = terms.win_for.is_none() || terms.accept_loss.is_some();
    let play = if goes_on { budget.next(&candidates) } else { None };
    match (play, terms.then) {
        (Some(play), _) => (Move::Play(play), Why::Allowed),
        (None, Then::Ask) => (Move::Ask, Why::Finished),
        (None, Then::Stop) => stop(terms, situation, Why::Finished),
    }
}

/// Stops, or plays what the rules compel (R7.5): the lowest card, if possible none that is to be
/// kept, a Reserve behind the suit. Where only a card to be kept is left, terms that end with asking
/// ask.
fn stop(terms: &Terms, situation: &Situation, why: Why) -> (Move, Why) {
    if situation.may_stop {
        return (Move::Stop, why);
    }
    let kept = |play: &Play| {
        let withheld = play.card.face == Face::Reserve && terms.reserve == Reserves::Never;
        is_kept(terms, play.card) || withheld
    };
    let lowest = situation
        .plays
        .iter()
        .min_by_key(|play| (kept(play), play.card.face == Face::Reserve, play.points, play.card));
    match lowest {
        Some(play) if kept(play) && terms.then == Then::Ask => (Move::Ask, Why::Finished),
        Some(play) => (Move::Play(*play), Why::Forced { kept: kept(play) }),
        None => (Move::Ask, Why::Finished),
    }
}

fn is_kept(terms: &Terms, card: Card) -> bool {
    terms.keep.iter().any(|kept| kept.means(card))
}

/// What the terms still allow in this combat.
struct Budget<'a> {
    terms: &'a Terms,
    situation: &'a Situation,
    points: i16,
    cards: usize,
    /// How many points the hand may lose, counted as payment (R10.1).
    payment: i16,
}

impl<'a> Budget<'a> {
    fn new(terms: &'a Terms, situation: &'a Situation) -> Budget<'a> {
        let spent: i16 = situation.played.iter().map(|played| played.points).sum();
        let left = |most: u16| i16::try_from(most).unwrap_or(i16::MAX).saturating_sub(spent);
        let of_count = terms
            .most_cards
            .map_or(usize::MAX, |most| usize::from(most).saturating_sub(situation.played.len()));
        let of_hand = situation.hand.len().saturating_sub(terms.keep_cards.unwrap_or(0).into());
        let worth: i16 = situation.hand.iter().map(|card| i16::from(card.face.payment())).sum();
        let payment = terms
            .keep_points
            .map_or(i16::MAX, |kept| worth.saturating_sub(i16::try_from(kept).unwrap_or(i16::MAX)));
        Budget {
            terms,
            situation,
            // What winning may cost bounds everything.
            points: [terms.most_points, terms.win_for]
                .into_iter()
                .flatten()
                .map(left)
                .min()
                .unwrap_or(i16::MAX),
            cards: of_count.min(of_hand),
            payment,
        }
    }

    /// The plays that the terms allow, each taken by itself; of listed cards only the next one.
    fn candidates(&self) -> Vec<Play> {
        let allowed = |play: &&Play| {
            !is_kept(self.terms, play.card)
                && self.cards > 0
                && play.points <= self.points
                && i16::from(play.card.face.payment()) <= self.payment
        };
        match &self.terms.cards {
            Cards::Fitting => self
                .situation
                .plays
                .iter()
                .filter(|play| play.card.face != Face::Reserve || self.reserve_goes(play))
                .filter(allowed)
                .copied()
                .collect(),
            Cards::Listed(list) => {
                let mut played: Vec<Card> =
                    self.situation.played.iter().map(|played| played.card).collect();
                for named in list {
                    if let Some(place) = played.iter().position(|card| named.card.means(*card)) {
                        played.remove(place);
                        continue;
                    }
                    let fits = |play: &&Play| {
                        let declared = match (play.card.face, named.value) {
                            (Face::Reserve, None) => self.reserve_goes_listed(play),
                            (Face::Reserve, value) => {
                                value == play.value && self.terms.reserve != Reserves::Never
                            }
                            (_, value) => value == play.value,
                        };
                        named.card.means(play.card) && declared
                    };
                    let plays: Vec<Play> =
                        self.situation.plays.iter().filter(fits).copied().collect();
                    if !plays.is_empty() {
                        // A listed card that the limits forbid ends the list.
                        return plays.iter().filter(allowed).copied().collect();
                    }
                }
                Vec::new()
            }
        }
    }

    /// Whether a Reserve that was not listed may be played so.
    fn reserve_goes(&self, play: &Play) -> bool {
        match self.terms.reserve {
            Reserves::Listed | Reserves::Never => false,
            Reserves::Allowed { .. } => self.reserve_condition(play),
        }
    }

    /// Whether a Reserve that was listed without a value may be played so.
    fn reserve_goes_listed(&self, play: &Play) -> bool {
        self.terms.reserve != Reserves::Never && self.reserve_condition(play)
    }

    fn reserve_condition(&self, play: &Play) -> bool {
        let Reserves::Allowed { when, most } = self.terms.reserve else { return true };
        let small = most.is_none_or(|most| play.value.is_some_and(|value| value <= most));
        small
            && match when {
                ReserveWhen::Always => true,
                ReserveWhen::ToLead => self.situation.score + play.points > 0,
                ReserveWhen::AtLoss(loss) => -self.situation.score >= i16::from(loss),
            }
    }

    /// The lowest play that is enough, else the highest; Reserves after the suit.
    fn next(&self, candidates: &[Play]) -> Option<Play> {
        let enough = match self.terms.accept_loss {
            Some(accepted) => -i16::from(accepted),
            None => 1,
        };
        let is_enough = |play: &&Play| self.situation.score + play.points >= enough;
        for reserve in [false, true] {
            let of_kind =
                || candidates.iter().filter(|play| (play.card.face == Face::Reserve) == reserve);
            let lowest = of_kind().filter(is_enough).min_by_key(|play| (play.points, play.card));
            let best = lowest.or_else(|| of_kind().max_by_key(|play| (play.points, play.card)));
            if best.is_some() {
                return best.copied();
            }
        }
        None
    }

    /// A play that leads to a score above 0 for no more than the price in all, as far as the own
    /// cards go: the lowest that is enough by itself, else the highest that leaves it affordable.
    fn towards_victory(&self, candidates: &[Play]) -> Option<Play> {
        let left = self.points;
        let needed = 1 - self.situation.score;
        let mut order: Vec<&Play> = candidates.iter().filter(|play| play.points <= left).collect();
        order.sort_by_key(|play| {
            let reserve = play.card.face == Face::Reserve;
            let enough = play.points >= needed;
            let nearness = if enough { play.points } else { -play.points };
            (reserve, !enough, nearness, play.card)
        });
        let others = match &self.terms.cards {
            Cards::Fitting => candidates.to_vec(),
            Cards::Listed(_) => self.listed_plays(),
        };
        let affordable = |play: &&&Play| {
            play.points >= needed
                || can_reach(
                    &others,
                    play.card,
                    needed - play.points,
                    left - play.points,
                    self.cards - 1,
                )
        };
        order.iter().find(affordable).map(|play| **play)
    }

    /// All listed cards that could still be played, whatever comes before them.
    fn listed_plays(&self) -> Vec<Play> {
        let Cards::Listed(list) = &self.terms.cards else { return Vec::new() };
        let listed = |play: &&Play| {
            let named = |named: &&super::NamedCard| {
                named.card.means(play.card) && (named.value.is_none() || named.value == play.value)
            };
            list.iter().any(|entry| named(&entry)) && !is_kept(self.terms, play.card)
        };
        self.situation.plays.iter().filter(listed).copied().collect()
    }
}

/// Whether some of the plays without this card add up to at least `needed` and at most `left`
/// points, with at most this many cards.
fn can_reach(plays: &[Play], without: Card, needed: i16, left: i16, cards: usize) -> bool {
    if left < needed {
        return false;
    }
    // The fewest cards for each sum.
    let mut fewest: Vec<Option<usize>> = vec![None; usize::try_from(left).unwrap_or(0) + 1];
    fewest[0] = Some(0);
    let mut rest: Vec<Card> = plays.iter().map(|play| play.card).collect();
    rest.dedup();
    rest.retain(|card| *card != without);
    for card in rest {
        let points: Vec<usize> = plays
            .iter()
            .filter(|play| play.card == card)
            .filter_map(|play| usize::try_from(play.points).ok())
            .filter(|points| *points > 0)
            .collect();
        for sum in (0..fewest.len()).rev() {
            let with = points
                .iter()
                .filter_map(|points| fewest[sum.checked_sub(*points)?])
                .map(|count| count + 1)
                .min();
            fewest[sum] = match (fewest[sum], with) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
    }
    let needed = usize::try_from(needed).unwrap_or(0);
    fewest.iter().skip(needed).flatten().any(|count| *count <= cards)
}
