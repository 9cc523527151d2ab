//! What part of the board a picture shows, and how large.
//!
//! Frames are in units of the board's data file. A theatre is the frame around the places that matter. A
//! picture of one combat still shows the country around it, since the largest scale limits how close the
//! view comes; where the places need more room, a smaller scale is taken.

use super::facts::Picture;
use super::subject::About;
use crate::game::{CityId, board};

/// A part of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Frame {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// In units of the board.
    pub width: f32,
    /// In units of the board.
    pub height: f32,
    /// Pixels to a unit.
    pub scale: f32,
    /// How much larger than in a mail names and pieces are drawn, where the picture is larger.
    pub letters: f32,
}

/// The whole board with its margin.
pub(super) const BOARD: Frame =
    Frame { x: -2.0, y: -8.0, width: 2480.0, height: 1668.0, scale: 1.0, letters: 1.0 };

/// Which part of the board to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Crop {
    /// The theatre of a mail: what it asks, or where the last action was.
    #[default]
    Auto,
    /// The same, at most this many pixels high, where a mail has not enough room.
    Lower(u16),
    /// The same, larger, for a web page.
    Page,
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
pub(super) const ACROSS: f32 = 480.0;
/// The most pixels from top to bottom.
const HIGH: f32 = 384.0;
/// Pixels to a unit in a theatre.
pub(super) const THEATRE_SCALE: f32 = 1.28;
/// Pixels to a unit in a wide theatre.
pub(super) const WIDE_THEATRE_SCALE: f32 = 0.8;
/// Pixels to a unit where a nation's pieces stand far from one another.
pub(super) const MIDDLE_SCALE: f32 = 0.5;
/// The same where they stand farther still.
pub(super) const FAR_SCALE: f32 = 0.34;
/// The scales of theatres, the largest first. What is to be clicked must be in sight, so pictures in which
/// something can be clicked may have any of them; others have one of the first two.
const SCALES: [f32; 4] = [THEATRE_SCALE, WIDE_THEATRE_SCALE, MIDDLE_SCALE, FAR_SCALE];
/// Room around the places that matter, in units of the board.
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

    /// The frame for a crop; for a theatre, around the places that matter in this picture.
    pub fn of(crop: Crop, picture: &Picture) -> Frame {
        match (crop, picture.about) {
            (Crop::Auto, About::Movement { .. } | About::Retreat {} | About::Attack {}) => {
                theatre(&picture.focus, MAIL, &SCALES)
            }
            _ => Frame::around(crop, &picture.focus),
        }
    }

    fn around(crop: Crop, focus: &[CityId]) -> Frame {
        let part =
            |x: f32, width: f32| Frame { x, width, scale: WIDE_THEATRE_SCALE, ..BOARD }.on_pixels();
        match crop {
            Crop::Auto | Crop::Lower(_) | Crop::Page if focus.is_empty() => {
                Frame::around(Crop::Overview, focus)
            }
            Crop::Auto => theatre(focus, MAIL, &SCALES[..2]),
            Crop::Lower(high) => theatre(focus, Page { high: high.into(), ..MAIL }, &SCALES[..2]),
            Crop::Page => theatre(focus, WEB, &SCALES[..2]),
            Crop::Whole => Frame { scale: WHOLE_SCALE, ..BOARD },
            Crop::Overview => Frame { scale: OVERVIEW_SCALE, ..BOARD },
            Crop::West => part(BOARD.x, 940.0),
            Crop::Centre => part(740.0, 1000.0),
            Crop::East => part(1500.0, BOARD.x + BOARD.width - 1500.0),
        }
    }
}

/// How large a picture can be, in pixels.
#[derive(Clone, Copy)]
struct Page {
    across: f32,
    high: f32,
}

/// A mail's.
const MAIL: Page = Page { across: ACROSS, high: HIGH };
/// A web page's.
const WEB: Page = Page { across: 640.0, high: 448.0 };

impl Page {
    /// What it holds at a scale, in units of the board.
    fn holds(&self, scale: f32) -> (f32, f32) {
        (self.across / scale, self.high / scale)
    }
}

/// The theatre around some places, the most important first: as many of them as it can hold at the
/// smallest of the scales, the last, with a margin. It is drawn at the largest scale at which it holds
/// these. Without any place it is the whole board.
fn theatre(focus: &[CityId], page: Page, scales: &[f32]) -> Frame {
    let smallest = scales.last().copied().unwrap_or(WIDE_THEATRE_SCALE);
    let Some(bounds) = held(focus, page.holds(smallest)) else {
        return Frame { scale: OVERVIEW_SCALE, ..BOARD };
    };
    let (width, height) = bounds.size();
    let fits = |scale: &&f32| {
        let most = page.holds(**scale);
        width <= most.0 && height <= most.1
    };
    bounds.frame(scales.iter().find(fits).copied().unwrap_or(smallest), page)
}

/// A box of at most this size around as many places as it can hold, the most important first.
fn held(focus: &[CityId], most: (f32, f32)) -> Option<Bounds> {
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
        if bounds.is_none() || (width <= most.0 && height <= most.1) {
            bounds = Some(wider);
        }
    }
    bounds
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

    /// The frame around it at a scale, within the board.
    fn frame(&self, scale: f32, page: Page) -> Frame {
        let width = page.across / scale;
        // A picture much wider than high wastes the page.
        let height = self.size().1.max(width * 0.62).min(page.high / scale);
        let place = |from: f32, to: f32, length: f32, start: f32, room: f32| {
            ((from + to - length) / 2.0).clamp(start, start + room - length)
        };
        let x = place(self.left, self.right, width, BOARD.x, BOARD.width);
        let y = place(self.top, self.bottom, height, BOARD.y, BOARD.height);
        let letters = page.across / ACROSS;
        Frame { x, y, width, height, scale, letters }.on_pixels()
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
            let frame = Frame::around(Crop::Auto, &focus);
            for city in &focus {
                let info = board().info(*city);
                assert!(frame.holds(info.x as f32, info.y as f32), "{ids:?} {frame:?}");
            }
            fits(&frame);
        }
    }

    #[test]
    fn what_matters_less_and_lies_far_away_is_left_to_the_overview() {
        let frame = Frame::around(Crop::Auto, &cities(&["prag", "tilsit", "dresden", "bingen"]));
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
        assert!(width == 480 && height <= 390, "{frame:?}: {width} by {height}");
        assert!((1.2..=1.75).contains(&(frame.width / frame.height)), "{frame:?}");
    }

    #[test]
    fn without_anything_that_matters_the_whole_board_is_shown() {
        let frame = Frame::around(Crop::Auto, &[]);
        assert_eq!((frame.width, frame.height), (BOARD.width, BOARD.height));
        assert_eq!(frame.pixels().0, 480);
    }
}
