//! How the picture of a mail is shown: how large, and where a click answers.

use super::facts::Picture;
use super::frame::{ACROSS, Crop, Frame};
use super::marks::middle;
use super::subject::About;
use serde::Serialize;

/// At most this many places can be clicked in one picture: HTML for more would be heavy.
const AREAS_AT_MOST: usize = 60;
/// How wide pictures are shown that can be clicked, in CSS pixels: on a phone of 390 pixels there is
/// room for this many. The places in them only fit at exactly this width.
pub const SHOWN_WIDTH: u32 = 360;
/// The largest radius of a place that can be clicked, for a finger, and the smallest, in CSS pixels.
const FINGER: (f32, f32) = (22.0, 8.0);

/// How the picture of a mail is shown.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Shown {
    /// What the picture is about, for the sentence beside it.
    #[serde(flatten)]
    pub about: About,
    /// The width in CSS pixels at which it is shown, if it can be clicked.
    pub width: u32,
    /// The height in CSS pixels at which it is shown, likewise.
    pub height: u32,
    /// Where a click writes an answer; empty if nothing can be clicked.
    pub areas: Vec<ClickArea>,
}

/// A circle that can be clicked, in CSS pixels of the picture as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ClickArea {
    /// The middle, from the left edge.
    pub x: u32,
    /// The middle, from the upper edge.
    pub y: u32,
    /// How far from the middle a click counts.
    pub radius: u32,
    /// Which answer it is: its [`NumberedPlace::index`](super::NumberedPlace::index).
    pub index: usize,
}

impl Shown {
    /// How the theatre of a picture is shown.
    pub(super) fn of(picture: &Picture) -> Shown {
        let frame = Frame::of(Crop::Auto, picture);
        let (width, height) = frame.pixels();
        let factor = SHOWN_WIDTH as f32 / width as f32;
        let places: Vec<(usize, f32, f32)> = picture
            .answers
            .iter()
            .map(|answer| (answer.index, middle(answer.from, answer.to)))
            .filter(|(_, (x, y))| frame.holds(*x, *y))
            .map(|(index, (x, y))| {
                let pixel = |value: f32, origin: f32| (value - origin) * frame.scale * factor;
                (index, pixel(x, frame.x), pixel(y, frame.y))
            })
            .take(AREAS_AT_MOST)
            .collect();
        let area = |(index, x, y): &(usize, f32, f32)| {
            // Places reach half the way to the nearest other one, but never less than the smallest radius.
            let others = places.iter().filter(|(other, ..)| other != index);
            let near = others.map(|(_, ox, oy)| (ox - x).hypot(oy - y) / 2.0);
            let radius = near.fold(FINGER.0, f32::min).max(FINGER.1);
            let whole = |value: f32| value.round().max(0.0) as u32;
            ClickArea { x: whole(*x), y: whole(*y), radius: whole(radius), index: *index }
        };
        Shown {
            about: picture.about,
            width: SHOWN_WIDTH,
            height: (height as f32 * factor).round() as u32,
            areas: places.iter().map(area).collect(),
        }
    }
}

/// A clickable picture is sharp, since it is drawn at least as large as it is shown.
const _: () = assert!(SHOWN_WIDTH as f32 <= ACROSS);
