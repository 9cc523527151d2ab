//! Recruitment and re-entry: what is bought, with which cards, and who gets it.

use super::judge::Judge;
use super::style::Style;
use crate::game::{
    Action, Card, CityId, Face, GENERAL_MAXIMUM, Imagined, Nation, PieceId, PieceSet, Place,
    Recruitment,
};

/// The best purchase that the nation can make now, if there is one.
pub(super) fn recruit(
    judge: &Judge,
    game: &Imagined,
    nation: Nation,
    usefulness: &[f32; 4],
) -> Option<Action> {
    let hand = game.hand(nation);
    let funds: f32 = hand.iter().map(|card| f32::from(card.face.payment())).sum();
    let cost = game.cost_of_one(nation);
    let total = game.total_troops(nation);
    let maximum = game.rules().troops[nation.index()];
    let keep = kept(judge.style, nation, total, maximum);
    let units = ((funds - keep) / f32::from(cost)).floor().max(0.0) as u16;
    let off_map = |piece: &PieceId| game.piece(*piece).place == Place::OffMap;
    let trains = PieceSet::of(nation).and(PieceSet::TRAINS);
    let missing_train = trains.iter().find(off_map);
    let has_train = !game.on_map(trains).is_empty();
    // Without any train nobody can leave home.
    let units = if missing_train.is_some() && !has_train && funds >= f32::from(cost) {
        units.max(1)
    } else {
        units
    };
    let entries = game.open_entry_cities(nation);
    let mut order = Recruitment::default();
    let mut left = units;
    if let Some(train) = missing_train
        && left > 0
        && (!has_train || left > 2)
        && let Some(city) = entries.iter().find(|city| game.pieces_at(**city).is_empty())
    {
        order.trains.push((train, *city));
        left -= 1;
    }
    let wanted = left.min(u16::from(maximum.saturating_sub(total))) as u8;
    give(judge, game, nation, wanted, &entries, &mut order);
    let troops: u8 = order.troops.iter().map(|(_, troops)| *troops).sum::<u8>()
        + order.generals.iter().map(|(_, _, troops)| *troops).sum::<u8>();
    let bought = u16::from(troops) + order.trains.len() as u16;
    if bought == 0 {
        return None;
    }
    // The log keeps troops by name and not in the order of thought. Sorted, this order equals the one that an audit
    // reads there.
    order.troops.sort_unstable();
    order.generals.sort_unstable();
    order.trains.sort_unstable();
    order.pay = payment(hand, bought * cost, usefulness)?.into_iter().map(Into::into).collect();
    Some(Action::Recruit(order))
}

/// Points that stay in the hand.
fn kept(style: &Style, nation: Nation, total: u8, maximum: u8) -> f32 {
    let strength = f32::from(total) / f32::from(maximum.max(1));
    style.keep[nation.index()] * (0.3 + 0.7 * strength)
}

/// Those who come back get troops first, then those on the map that stand nearest to the enemy.
fn give(
    judge: &Judge,
    game: &Imagined,
    nation: Nation,
    mut left: u8,
    entries: &[CityId],
    order: &mut Recruitment,
) {
    let generals = PieceSet::generals_of(nation);
    let free = |city: &&CityId| order.trains.iter().all(|(_, taken)| taken != *city);
    let entry = entries
        .iter()
        .filter(free)
        .find(|city| !game.pieces_at(**city).intersects(PieceSet::TRAINS));
    if let Some(city) = entry {
        let mut room = 3usize.saturating_sub(game.pieces_at(*city).len());
        for general in generals.iter().filter(|g| game.piece(*g).place == Place::OffMap) {
            if left == 0 || room == 0 {
                break;
            }
            let troops = left.min(GENERAL_MAXIMUM).min(if left > 9 { left - 3 } else { left });
            order.generals.push((general, *city, troops));
            left -= troops;
            room -= 1;
        }
    }
    let mut by_need: Vec<(u8, PieceId)> = game
        .on_map(generals)
        .iter()
        .filter_map(|general| Some((judge.nearest_enemy(game.city_of(general)?), general)))
        .collect();
    by_need.sort_unstable();
    for (_, general) in by_need {
        let more = GENERAL_MAXIMUM.saturating_sub(game.piece(general).troops).min(left);
        if more > 0 {
            order.troops.push((general, more));
            left -= more;
        }
    }
}

/// Cards that are worth enough and are missed least: by their use where the nation fights, and by what is
/// paid too much. An exact search over all sums.
pub(super) fn payment(hand: &[Card], cost: u16, usefulness: &[f32; 4]) -> Option<Vec<Card>> {
    let most = usize::from(cost) + 13;
    let mut best: Vec<Option<(f32, u64)>> = vec![None; most + 1];
    best[0] = Some((0.0, 0));
    // More cards than a hand ever needs to pay with; the first 60 are enough.
    for (place, card) in hand.iter().enumerate().take(60) {
        let value = usize::from(card.face.payment());
        let missed = missed(*card, usefulness);
        for sum in (0..=most - value.min(most)).rev() {
            if let Some((cost, set)) = best[sum] {
                let (cost, set) = (cost + missed, set | 1 << place);
                if best[sum + value].is_none_or(|(other, _)| cost < other) {
                    best[sum + value] = Some((cost, set));
                }
            }
        }
    }
    let enough = best.iter().skip(usize::from(cost)).flatten();
    let (_, set) = enough.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let paid = |place: &usize| set & (1 << place) != 0;
    Some((0..hand.len().min(60)).filter(paid).map(|place| hand[place]).collect())
}

/// How much a card would be missed.
pub(super) fn missed(card: Card, usefulness: &[f32; 4]) -> f32 {
    match card.face {
        Face::Suited(suit, value) => {
            let value = f32::from(value);
            // High cards win combats, low ones only prolong them.
            value * (0.6 + usefulness[suit as usize]) * (1.0 + value / 26.0)
        }
        Face::Reserve => 22.0,
    }
}
