//! What part of the board a picture shows, and how large.
//!
//! Frames are in units of the board's data file. A theatre is found from the places that matter;
//! it has a least size, so that a picture of one combat still shows the country around it, and a
//! most, beyond which it is drawn smaller.

use crate::game::{CityId, board};

/// A part of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Frame {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    pub width: f32,
    pub height: f32,
    /// Pixels to a unit.
    pub scale: f32,
}

/// The whole board with its margin.
pub(super) const BOARD: Frame =
    Frame { x: -2.0, y: -8.0, width: 2480.0, height: 1668.0, scale: 1.0 };

/// Which part of the board to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Crop {
    /// Where the last action was.
    #[default]
    Auto,
    /// The whole board, with every name.
    Whole,
    /// The whole board, small, with the names that matter.
    Overview,
    /// Hanover, Hesse, the Rhine.
    West,
    /// Brandenburg, Saxony, Bohemia.
    Centre,
    /// Poland, East Prussia, Upper Silesia.
    East,
}

/// Pixels across a picture in a mail. A phone shows it 390 points wide: names must be so large that
/// they are read there, and the picture so small that it weighs little.
pub(super) const ACROSS: f32 = 640.0;
/// Pixels to a unit in a theatre.
pub(super) const THEATRE_SCALE: f32 = 1.6;
/// Pixels to a unit in a wide theatre.
pub(super) const WIDE_THEATRE_SCALE: f32 = 1.0;
/// What a theatre shows at [`THEATRE_SCALE`] at most; larger ones are drawn smaller.
const SMALL: (f32, f32) = (ACROSS / THEATRE_SCALE, 320.0);
/// What a theatre shows at most.
const MOST: (f32, f32) = (ACROSS / WIDE_THEATRE_SCALE, 512.0);
/// Room around the places that matter.
const MARGIN: f32 = 48.0;
/// Pixels to a unit in a picture of the whole board; an SVG has room for more.
pub(super) const WHOLE_SCALE: f32 = 0.45;
/// Pixels to a unit in an overview.
pub(super) const OVERVIEW_SCALE: f32 = ACROSS / BOARD.width;

impl Frame {
    /// Whether a place is in it.
    pub fn holds(&self, x: f32, y: f32) -> bool {
        (self.x..=self.x + self.width).contains(&x) && (self.y..=self.y + self.height).contains(&y)
    }

    /// Width and height in pixels.
    pub fn pixels(&self) -> (u32, u32) {
        let pixels = |units: f32| (units * self.scale).round().max(1.0) as u32;
        (pixels(self.width), pixels(self.height))
    }

    /// A frame whose edges lie on whole pixels of the whole board drawn at its scale.
    fn on_pixels(mut self) -> Frame {
        let snap =
            |value: f32, origin: f32| origin + ((value - origin) * self.scale).round() / self.scale;
        (self.x, self.y) = (snap(self.x, BOARD.x), snap(self.y, BOARD.y));
        let (width, height) = self.pixels();
        (self.width, self.height) = (width as f32 / self.scale, height as f32 / self.scale);
        self
    }

    /// The frame for a crop, with the places that matter for an automatic one.
    pub fn of(crop: Crop, focus: &[CityId]) -> Frame {
        let part =
            |x: f32, width: f32| Frame { x, width, scale: WIDE_THEATRE_SCALE, ..BOARD }.on_pixels();
        match crop {
            Crop::Auto if focus.is_empty() => Frame::of(Crop::Overview, focus),
            Crop::Auto => theatre(focus),
            Crop::Whole => Frame { scale: WHOLE_SCALE, ..BOARD },
            Crop::Overview => Frame { scale: OVERVIEW_SCALE, ..BOARD },
            Crop::West => part(BOARD.x, 940.0),
            Crop::Centre => part(740.0, 1000.0),
            Crop::East => part(1500.0, BOARD.x + BOARD.width - 1500.0),
        }
    }
}

/// The theatre around some places, the most important first: as many of them as it can hold, with
/// a margin, within the board.
fn theatre(focus: &[CityId]) -> Frame {
    let mut bounds: Option<Bounds> = None;
    for city in focus {
        let info = board().info(*city);
        let (x, y) = (info.x as f32, info.y as f32);
        let wider = bounds.map_or(Bounds { left: x, top: y, right: x, bottom: y }, |b| Bounds {
            left: b.left.min(x),
            top: b.top.min(y),
            right: b.right.max(x),
            bottom: b.bottom.max(y),
        });
        let (width, height) = wider.size();
        if bounds.is_none() || (width <= MOST.0 && height <= MOST.1) {
            bounds = Some(wider);
        }
    }
    let Some(bounds) = bounds else { return Frame::of(Crop::Overview, focus) };
    let (width, height) = bounds.size();
    let scale = match width <= SMALL.0 && height <= SMALL.1 {
        true => THEATRE_SCALE,
        false => WIDE_THEATRE_SCALE,
    };
    let width = ACROSS / scale;
    // A picture much wider than high, or the other way, wastes the page.
    let height = height.clamp(width * 0.62, width * 0.8);
    let place = |from: f32, to: f32, length: f32, start: f32, room: f32| {
        ((from + to - length) / 2.0).clamp(start, start + room - length)
    };
    let x = place(bounds.left, bounds.right, width, BOARD.x, BOARD.width);
    let y = place(bounds.top, bounds.bottom, height, BOARD.y, BOARD.height);
    Frame { x, y, width, height, scale }.on_pixels()
}

/// A box around places.
#[derive(Clone, Copy)]
struct Bounds {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Bounds {
    /// Width and height with the margin.
    fn size(&self) -> (f32, f32) {
        (self.right - self.left + 2.0 * MARGIN, self.bottom - self.top + 2.0 * MARGIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cities(ids: &[&str]) -> Vec<CityId> {
        ids.iter().map(|id| board().city(id).expect(id)).collect()
    }

    #[test]
    fn a_theatre_holds_what_matters_with_room_around_it() {
        for ids in [
            &["berlin"][..],
            &["tilsit"],
            &["bautzen", "dresden", "prag"],
            &["bremen", "hannover", "stade"],
            &["bingen", "koblenz"],
        ] {
            let focus = cities(ids);
            let frame = Frame::of(Crop::Auto, &focus);
            for city in &focus {
                let info = board().info(*city);
                assert!(frame.holds(info.x as f32, info.y as f32), "{ids:?} {frame:?}");
            }
            fits(&frame);
        }
    }

    #[test]
    fn what_matters_less_and_lies_far_away_is_left_to_the_overview() {
        let frame = Frame::of(Crop::Auto, &cities(&["prag", "tilsit", "dresden", "bingen"]));
        let holds = |id: &str| {
            let info = board().info(board().city(id).expect(id));
            frame.holds(info.x as f32, info.y as f32)
        };
        assert!(holds("prag") && holds("dresden") && !holds("tilsit") && !holds("bingen"));
        fits(&frame);
    }

    fn fits(frame: &Frame) {
        assert!(frame.x >= BOARD.x - 1.0 && frame.y >= BOARD.y - 1.0, "{frame:?}");
        assert!(frame.x + frame.width <= BOARD.x + BOARD.width + 1.0, "{frame:?}");
        let (width, height) = frame.pixels();
        assert!(width == 640 && height <= 520, "{frame:?}: {width} by {height}");
        assert!((1.2..=1.75).contains(&(frame.width / frame.height)), "{frame:?}");
    }

    #[test]
    fn without_anything_that_matters_the_whole_board_is_shown() {
        let frame = Frame::of(Crop::Auto, &[]);
        assert_eq!((frame.width, frame.height), (BOARD.width, BOARD.height));
        assert_eq!(frame.pixels().0, 640);
    }
}
