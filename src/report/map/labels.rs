//! Placing names so that none stands on another, on a city or on a piece.
//!
//! Names come in the order of their importance, and each takes the best free place around its
//! city. It knows boxes only; letters are drawn elsewhere.

use super::frame::Frame;

/// A box with its edges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Area {
    /// In units of the board, as are the other edges.
    pub left: f32,
    /// Smaller than `bottom`: heights are counted downwards.
    pub top: f32,
    /// Larger than `left`.
    pub right: f32,
    /// Larger than `top`.
    pub bottom: f32,
}

impl Area {
    /// Around a middle.
    pub fn around(x: f32, y: f32, half_width: f32, half_height: f32) -> Area {
        Area {
            left: x - half_width,
            top: y - half_height,
            right: x + half_width,
            bottom: y + half_height,
        }
    }

    /// Where the base line begins of a name that was placed in this box; `size` is that of its letters.
    pub fn base_line(&self, size: f32) -> (f32, f32) {
        (self.left + BESIDE, self.bottom - size * BELOW)
    }

    /// Whether the two overlap.
    pub fn meets(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// A name to be placed.
pub(super) struct Wanted {
    /// The middle of what it names, from the left.
    pub x: f32,
    /// The middle of what it names, from the top.
    pub y: f32,
    /// How far it must keep away from that middle.
    pub away: f32,
    /// Of the whole name, in units of the board.
    pub width: f32,
    /// Size of its letters.
    pub size: f32,
}

/// Height of letters above the base line, as a part of their size.
const ABOVE: f32 = 0.74;
/// Depth of letters below the base line, likewise.
const BELOW: f32 = 0.2;
/// Room to the left and the right of letters.
const BESIDE: f32 = 0.6;
/// Width of a cell of the index of what is taken.
const CELL: f32 = 64.0;

/// What is taken already, by cells.
pub(super) struct Taken {
    frame: Frame,
    columns: usize,
    cells: Vec<Vec<Area>>,
}

impl Taken {
    /// Everything in the frame is free.
    pub fn new(frame: &Frame) -> Taken {
        let columns = (frame.width / CELL) as usize + 1;
        let rows = (frame.height / CELL) as usize + 1;
        Taken { frame: *frame, columns, cells: vec![Vec::new(); columns * rows] }
    }

    fn cells_of(&self, area: &Area) -> impl Iterator<Item = usize> + use<> {
        let rows = self.cells.len() / self.columns;
        let cell = |value: f32, most: usize| ((value / CELL).max(0.0) as usize).min(most - 1);
        let left = cell(area.left - self.frame.x, self.columns);
        let right = cell(area.right - self.frame.x, self.columns);
        let (top, bottom) =
            (cell(area.top - self.frame.y, rows), cell(area.bottom - self.frame.y, rows));
        let columns = self.columns;
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }

    /// Nothing else may stand here.
    pub fn take(&mut self, area: Area) {
        for cell in self.cells_of(&area) {
            self.cells[cell].push(area);
        }
    }

    /// Whether a box lies within the frame, and nothing is there yet.
    pub fn is_free(&self, area: &Area) -> bool {
        let inside = area.left >= self.frame.x + 2.0
            && area.top >= self.frame.y + 2.0
            && area.right <= self.frame.x + self.frame.width - 2.0
            && area.bottom <= self.frame.y + self.frame.height - 2.0;
        inside && self.cells_of(area).all(|cell| self.cells[cell].iter().all(|a| !a.meets(area)))
    }

    /// Takes the best free place for a name, and returns its box; `None` if there is no room.
    pub fn place(&mut self, name: &Wanted) -> Option<Area> {
        let height = name.size * (ABOVE + BELOW);
        // Where the left edge and the middle of the height go, seen from the city.
        let spot = |side: f32, up: f32, gap: f32| {
            let middle = name.y + up * (name.away + gap + height / 2.0);
            let left = match side {
                // Beside the city.
                s if s >= 1.0 => name.x + name.away + gap,
                s if s <= -1.0 => name.x - name.away - gap - name.width,
                // Above or below it, shifted by a part of its width.
                s => name.x - name.width / 2.0 + s * name.width,
            };
            (left, middle)
        };
        // Side and height of each place, as `spot` takes them: right, left, above and below, then shifted ones.
        const SPOTS: [(f32, f32); 22] = [
            (1.0, 0.0),
            (-1.0, 0.0),
            (0.0, -1.0),
            (0.0, 1.0),
            (1.0, -0.5),
            (1.0, 0.5),
            (-1.0, -0.5),
            (-1.0, 0.5),
            (0.25, -1.0),
            (0.25, 1.0),
            (-0.25, -1.0),
            (-0.25, 1.0),
            (0.45, -1.0),
            (0.45, 1.0),
            (-0.45, -1.0),
            (-0.45, 1.0),
            (0.12, -1.0),
            (0.12, 1.0),
            (-0.12, -1.0),
            (-0.12, 1.0),
            (0.35, 1.0),
            (-0.35, -1.0),
        ];
        for gap in [0.8, 3.0, 6.0] {
            for (side, up) in SPOTS {
                let (left, middle) = spot(side, up, gap);
                let area = Area {
                    left: left - BESIDE,
                    top: middle - height / 2.0,
                    right: left + name.width + BESIDE,
                    bottom: middle + height / 2.0,
                };
                if self.is_free(&area) {
                    self.take(area);
                    return Some(area);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::BOARD;
    use super::*;

    #[test]
    fn names_go_where_nothing_is() {
        let mut taken = Taken::new(&BOARD);
        let wanted = || Wanted { x: 500.0, y: 500.0, away: 5.0, width: 60.0, size: 12.0 };
        let mut places = Vec::new();
        while let Some(area) = taken.place(&wanted()) {
            assert!(places.iter().all(|other: &Area| !other.meets(&area)));
            assert!(!area.meets(&Area::around(500.0, 500.0, 4.0, 4.0)), "not on the city");
            places.push(area);
            assert!(places.len() < 50, "there is no end to it");
        }
        assert!(places.len() >= 4, "{places:?}");
    }

    #[test]
    fn at_the_edge_names_stay_in_the_picture() {
        let mut taken = Taken::new(&BOARD);
        let right = BOARD.x + BOARD.width;
        let wanted = Wanted { x: right - 20.0, y: 500.0, away: 5.0, width: 80.0, size: 12.0 };
        let area = taken.place(&wanted).expect("there is room on the left");
        assert!(area.right < right - 20.0);
    }
}
