//! The lie of the land, computed once from where the cities are: the coast, and home countries as areas.
//!
//! Everything is a contour of a field of numbers over a coarse grid. A home country is where its cities
//! are nearer than those of others; the coast runs a little outside the northernmost cities. None of it
//! matters for the game, which knows cities and roads only.

use super::font::round;
use super::frame::BOARD;
use crate::game::{Home, board};
use contour::ContourBuilder;
use std::fmt::Write;
use std::sync::LazyLock;

/// Width of a cell of the grid, in units of the board.
const STEP: f32 = 6.0;
/// How far the grid goes beyond the board, so that no contour ends in sight.
const BEYOND: f32 = 90.0;
/// How far land reaches around a city.
const SHORE: f32 = 46.0;
/// How far a home country reaches around its cities.
const BORDER: f32 = 78.0;
/// Stands for a distance that is too large to matter.
const FAR: f32 = 400.0;
/// Points of land in the north where no city is, for the coast: Jutland, Rügen, Courland.
const HINTERLAND: [(f32, f32); 12] = [
    (340.0, 225.0),
    (365.0, 150.0),
    (350.0, 75.0),
    (372.0, 0.0),
    (350.0, -70.0),
    (935.0, 212.0),
    (2215.0, 0.0),
    (2280.0, -40.0),
    (2350.0, -20.0),
    (2420.0, 0.0),
    (2440.0, -60.0),
    (2330.0, -90.0),
];

/// What is drawn below the roads.
pub(super) struct Land {
    /// All land, as path data.
    pub coast: String,
    /// Lines in the water along the coast, from the land outwards.
    pub water: Vec<String>,
    /// Home countries as path data, in the order in which they are drawn.
    pub homes: Vec<(Home, String)>,
}

/// The land of the board.
pub(super) fn land() -> &'static Land {
    static LAND: LazyLock<Land> = LazyLock::new(Land::survey);
    &LAND
}

const HOMES: [Home; 7] = [
    Home::Poland,
    Home::Empire,
    Home::Austria,
    Home::Hanover,
    Home::Sweden,
    Home::Saxony,
    Home::Prussia,
];

impl Land {
    fn survey() -> Land {
        let grid = Grid::new();
        let places: Vec<(f32, f32, Home)> = board()
            .city_ids()
            .map(|city| board().info(city))
            .map(|info| (info.x as f32, info.y as f32, info.home))
            .collect();
        let shore = shore(&grid, &places);
        let near: Vec<Vec<f32>> = HOMES
            .iter()
            .map(|home| {
                let own = places.iter().filter(|(_, _, of)| of == home);
                grid.nearest(own.map(|(x, y, _)| (*x, *y)))
            })
            .collect();
        let homes = HOMES.iter().enumerate().map(|(index, home)| {
            let inside = (0..grid.len()).map(|cell| {
                let others = near.iter().enumerate().filter(|(other, _)| *other != index);
                let other = others.map(|(_, field)| field[cell]).fold(FAR, f32::min);
                let own = near[index][cell];
                ((other - own) / 2.0).min(BORDER - own).min(shore[cell])
            });
            (*home, grid.contour(&grid.smoothed(inside.collect()), 0.0))
        });
        let homes = homes.collect();
        let water = [-7.0, -15.0, -24.0, -34.0, -45.0];
        Land {
            coast: grid.contour(&shore, 0.0),
            water: water.iter().map(|level| grid.contour(&shore, *level)).collect(),
            homes,
        }
    }
}

/// The height of each cell: above 0 on land, below 0 in the sea, about the distance to the coast.
fn shore(grid: &Grid, places: &[(f32, f32, Home)]) -> Vec<f32> {
    let cities = || places.iter().map(|(x, y, _)| (*x, *y));
    // Distances add up softly, so that the coast runs smoothly from city to city.
    let mut sums = vec![0.0_f32; grid.len()];
    let softness = 13.0;
    for place in cities().chain(HINTERLAND) {
        grid.around(place, 130.0, |cell, distance| {
            sums[cell] += (-distance / softness).exp();
        });
    }
    // South of a chain of arcs from northern city to northern city all is land.
    let arc = |x: f32| {
        let arcs = cities().map(|(cx, cy)| cy + (x - cx).powi(2) / 240.0);
        arcs.fold(f32::MAX, f32::min) - 22.0
    };
    let arcs: Vec<f32> = (0..grid.columns).map(|column| arc(grid.x(column))).collect();
    let field = (0..grid.len()).map(|cell| {
        let (column, row) = (cell % grid.columns, cell / grid.columns);
        let from_cities = if sums[cell] > 1e-9 { SHORE + softness * sums[cell].ln() } else { -FAR };
        from_cities.max(grid.y(row) - arcs[column]).clamp(-120.0, 120.0)
    });
    let field = grid.smoothed(grid.smoothed(field.collect()));
    let restless = (0..grid.len()).map(|cell| {
        let (x, y) = (grid.x(cell % grid.columns), grid.y(cell / grid.columns));
        // Small waves, so that the coast does not look drawn with a ruler.
        field[cell] + 3.2 * (x / 17.0 + (y / 23.0).sin()).sin() * (y / 13.0 + x / 41.0).cos()
    });
    restless.collect()
}

/// A grid over the board and some of what lies around it.
struct Grid {
    columns: usize,
    rows: usize,
}

impl Grid {
    fn new() -> Grid {
        let cells = |length: f32| ((length + 2.0 * BEYOND) / STEP) as usize + 1;
        Grid { columns: cells(BOARD.width), rows: cells(BOARD.height) }
    }

    fn len(&self) -> usize {
        self.columns * self.rows
    }

    fn x(&self, column: usize) -> f32 {
        BOARD.x - BEYOND + column as f32 * STEP
    }

    fn y(&self, row: usize) -> f32 {
        BOARD.y - BEYOND + row as f32 * STEP
    }

    /// Calls `tell` for each cell within a distance of a place, with the cell's index and its own distance.
    fn around(&self, (x, y): (f32, f32), within: f32, mut tell: impl FnMut(usize, f32)) {
        let range = |middle: f32, origin: f32, cells: usize| {
            let first = ((middle - within - origin) / STEP).max(0.0) as usize;
            let last = ((middle + within - origin) / STEP).max(0.0) as usize;
            first..(last + 1).min(cells)
        };
        let columns = range(x, self.x(0), self.columns);
        for row in range(y, self.y(0), self.rows) {
            for column in columns.clone() {
                let distance = (self.x(column) - x).hypot(self.y(row) - y);
                if distance <= within {
                    tell(row * self.columns + column, distance);
                }
            }
        }
    }

    /// The distance from each cell to the nearest place; [`FAR`] where none is near.
    fn nearest(&self, places: impl Iterator<Item = (f32, f32)>) -> Vec<f32> {
        let mut field = vec![FAR; self.len()];
        for place in places {
            self.around(place, 2.5 * BORDER, |cell, distance| {
                field[cell] = field[cell].min(distance);
            });
        }
        field
    }

    /// Each cell as the mean of itself and those around it.
    fn smoothed(&self, field: Vec<f32>) -> Vec<f32> {
        let at = |column: usize, row: usize| field[row * self.columns + column];
        let mut smooth = field.clone();
        for row in 1..self.rows - 1 {
            for column in 1..self.columns - 1 {
                let mut sum = 0.0;
                for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
                    sum += at(column + dx - 1, row + dy - 1);
                }
                smooth[row * self.columns + column] = sum / 9.0;
            }
        }
        smooth
    }

    /// The areas where a field is above a level, as path data with rounded corners.
    fn contour(&self, field: &[f32], level: f32) -> String {
        let values: Vec<f64> = field.iter().map(|value| f64::from(*value)).collect();
        let builder = ContourBuilder::new(self.columns, self.rows, true)
            .x_origin(f64::from(self.x(0)))
            .y_origin(f64::from(self.y(0)))
            .x_step(f64::from(STEP))
            .y_step(f64::from(STEP));
        let mut path = String::new();
        // It refuses only a field that is not of the size of the grid.
        let contours = builder.contours(&values, &[f64::from(level)]).unwrap_or_default();
        for polygon in contours.iter().flat_map(|contour| contour.geometry()) {
            for ring in std::iter::once(polygon.exterior()).chain(polygon.interiors()) {
                let points: Vec<(f32, f32)> =
                    ring.coords().map(|point| (point.x as f32, point.y as f32)).collect();
                rounded(&mut path, &points);
            }
        }
        path
    }
}

/// Adds a closed curve through the middles of a ring's sides, with the ring's corners as control points.
fn rounded(path: &mut String, ring: &[(f32, f32)]) {
    let Some((_, corners)) = ring.split_last() else { return };
    let middle = |a: (f32, f32), b: (f32, f32)| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let (Some(first), Some(last)) = (corners.first(), corners.last()) else { return };
    let start = middle(*last, *first);
    // Writing to a string cannot fail.
    let _ = write!(path, "M{} {}", round(start.0), round(start.1));
    for (index, corner) in corners.iter().enumerate() {
        let next = corners.get(index + 1).unwrap_or(first);
        let (x, y) = middle(*corner, *next);
        let _ = write!(path, "Q{} {} {} {}", round(corner.0), round(corner.1), round(x), round(y));
    }
    path.push('Z');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_city_stands_on_land_and_none_in_another_country() {
        let grid = Grid::new();
        let places: Vec<(f32, f32, Home)> = board()
            .city_ids()
            .map(|city| board().info(city))
            .map(|info| (info.x as f32, info.y as f32, info.home))
            .collect();
        let shore = shore(&grid, &places);
        for (x, y, home) in &places {
            grid.around((*x, *y), STEP, |cell, _| {
                assert!(shore[cell] > 12.0, "{x} {y} {home:?}: {}", shore[cell]);
            });
        }
        assert!(!land().coast.is_empty() && land().homes.iter().all(|(_, path)| path.len() > 100));
    }
}
