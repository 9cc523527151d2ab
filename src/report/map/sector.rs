//! Where the sectors lie on the map, and their suits.
//!
//! They have a file apart from `land`: pictures need them when they are drawn, the land only the base map.

use super::frame::{BOARD, Frame};
use crate::game::{Suit, board};
use std::sync::LazyLock;

/// A sector (R1.4) as a box.
pub(super) struct Sector {
    /// The suit in which generals who stand there play (R7.3).
    pub suit: Suit,
    /// In units of the board, as are the other edges.
    pub left: f32,
    /// Smaller than `bottom`: heights are counted downwards.
    pub top: f32,
    /// Larger than `left`.
    pub right: f32,
    /// Larger than `top`.
    pub bottom: f32,
}

impl Sector {
    /// The part of it within a frame: left, top, right, bottom. `None` if there is none.
    pub fn within(&self, frame: &Frame) -> Option<(f32, f32, f32, f32)> {
        let left = self.left.max(frame.x);
        let top = self.top.max(frame.y);
        let right = self.right.min(frame.x + frame.width);
        let bottom = self.bottom.min(frame.y + frame.height);
        (right > left && bottom > top).then_some((left, top, right, bottom))
    }
}

/// The sectors of the board.
pub(super) fn sectors() -> &'static [Sector] {
    static SECTORS: LazyLock<Vec<Sector>> = LazyLock::new(survey);
    &SECTORS
}

/// The boxes of the sectors: a border runs halfway between the nearest cities of two neighbours.
///
/// A sector's name is the letter of its column and the digit of its row, such as `d2`.
fn survey() -> Vec<Sector> {
    let mut found: Vec<(char, char, Suit)> = Vec::new();
    let key = |sector: &str| {
        let mut letters = sector.chars();
        Some((letters.next()?, letters.next()?))
    };
    let cities = || board().city_ids().map(|city| board().info(city));
    for info in cities() {
        if let Some((column, row)) = key(&info.sector)
            && !found.contains(&(column, row, info.suit))
        {
            found.push((column, row, info.suit));
        }
    }
    found.sort_by_key(|(column, row, _)| (*column, *row));
    let xs = |of: char| cities().filter(move |i| i.sector.starts_with(of)).map(|i| i.x as f32);
    let ys =
        |of: (char, char)| cities().filter(move |i| key(&i.sector) == Some(of)).map(|i| i.y as f32);
    let least = |values: &mut dyn Iterator<Item = f32>| values.fold(f32::MAX, f32::min);
    let most = |values: &mut dyn Iterator<Item = f32>| values.fold(f32::MIN, f32::max);
    let neighbour = |letter: char, by: i32| char::from_u32((letter as i32 + by) as u32);
    let has = |column: char, row: char| found.iter().any(|(c, r, _)| (*c, *r) == (column, row));
    found
        .iter()
        .map(|&(column, row, suit)| {
            let left = neighbour(column, -1).filter(|c| found.iter().any(|f| f.0 == *c));
            let right = neighbour(column, 1).filter(|c| found.iter().any(|f| f.0 == *c));
            let above = neighbour(row, -1).filter(|r| has(column, *r));
            let below = neighbour(row, 1).filter(|r| has(column, *r));
            let half = |a: f32, b: f32| ((a + b) / 2.0).round() + 0.5;
            Sector {
                suit,
                left: left.map_or(BOARD.x, |c| half(most(&mut xs(c)), least(&mut xs(column)))),
                right: right.map_or(BOARD.x + BOARD.width, |c| {
                    half(most(&mut xs(column)), least(&mut xs(c)))
                }),
                top: above.map_or(BOARD.y, |r| {
                    half(most(&mut ys((column, r))), least(&mut ys((column, row))))
                }),
                bottom: below.map_or(BOARD.y + BOARD.height, |r| {
                    half(most(&mut ys((column, row))), least(&mut ys((column, r))))
                }),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_4_every_city_lies_in_the_box_of_its_sector_and_33_boxes_cover_the_board() {
        let sectors = sectors();
        assert_eq!(sectors.len(), 33);
        for city in board().city_ids() {
            let info = board().info(city);
            let (x, y) = (info.x as f32, info.y as f32);
            let around: Vec<&Sector> = sectors
                .iter()
                .filter(|s| s.left < x && x < s.right && s.top < y && y < s.bottom)
                .collect();
            assert_eq!(around.len(), 1, "{}", info.id);
            assert_eq!(around[0].suit, info.suit, "{}", info.id);
        }
        let area = |s: &Sector| f64::from((s.right - s.left) * (s.bottom - s.top));
        let all = f64::from(BOARD.width * BOARD.height);
        assert!((sectors.iter().map(area).sum::<f64>() / all - 1.0).abs() < 0.001);
    }
}
