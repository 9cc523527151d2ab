//! The map: a picture of what one reader may know of a game.
//!
//! ```text
//! View, public events ──► Picture (facts) ──► SVG ──► PNG
//!                 └──► MapAid (what is shown) ──► templates ──► alternative texts
//! board ──► base map ──────────────────────┘
//! ```
//!
//! The picture is drawn by the program from the board's facts: `land` finds coasts and countries,
//! `sector` the boxes of the sectors, `base` draws what never changes, `overlay` the rest with names
//! that keep out of each other's way, on a `canvas` that is SVG or `pixels`; `frame` chooses the part of
//! the board that is shown. The base map lies in `sheets/` as pixels, drawn before the program was built,
//! so that `raster` makes small PNGs fast. The same facts give the same bytes.
//!
//! What it deliberately does not do: see a `State`, decide a rule, know a language. The only words
//! in a picture are names, as the board prints them, and the Latin of old maps.

mod aid;
mod asking;
mod base;
mod cache;
mod canvas;
mod declared;
mod emblems;
mod facts;
mod font;
mod frame;
mod labels;
mod land;
mod marks;
mod outline;
mod overlay;
mod palette;
mod pieces;
mod pixels;
mod raster;
mod sector;
mod sheet;
mod shown;
mod subject;
#[cfg(test)]
mod tests;

pub use aid::MapAid;
pub use facts::{Fight, March, Picture, Stack};
pub use frame::Crop;
pub use raster::MapError;
pub use shown::{ClickArea, SHOWN_WIDTH, Shown};
pub use subject::{About, NumberedPlace};

use base::Distance;
use canvas::Svg;
use frame::Frame;
use std::sync::Arc;

/// The picture as SVG. Of the whole board it is larger than the PNG, and has the name of every city.
pub fn svg(picture: &Picture, crop: Crop) -> String {
    let frame = match crop {
        Crop::Whole => frame::BOARD,
        crop => Frame::of(crop, picture),
    };
    let from = match crop {
        Crop::Overview => Distance::Farthest,
        _ if frame.scale <= frame::FAR_SCALE => Distance::Far,
        _ => Distance::Near,
    };
    let mut canvas = Svg { text: format!("{}{}", Svg::open(&frame), base::draw(from)) };
    overlay::draw(&mut canvas, picture, &frame);
    canvas.text + "</svg>\n"
}

/// The picture as PNG, of at most 256 colours.
///
/// # Errors
///
/// See [`MapError`].
pub fn png(picture: &Picture, crop: Crop) -> Result<Vec<u8>, MapError> {
    let frame = Frame::of(crop, picture);
    raster::png(&frame, |canvas| overlay::draw(canvas, picture, &frame))
}

/// The pictures a mail may show, by the names that templates give them: the theatre of the last
/// actions and an overview.
const IN_MAILS: [(&str, Crop); 2] = [("theatre", Crop::Auto), ("overview", Crop::Overview)];

/// Their names.
pub const NAMES: [&str; 2] = [IN_MAILS[0].0, IN_MAILS[1].0];

/// Whether the HTML of a mail shows any picture.
pub fn is_shown_in(html: &str) -> bool {
    IN_MAILS.iter().any(|(name, _)| html.contains(&content_id(name)))
}

/// A picture of a mail: its name, and its PNG, which mails to other readers may share.
pub type Named = (&'static str, Arc<[u8]>);

/// The most that texts and pictures of a mail may weigh, in bytes: 100 kB, less 5 kB for headers.
const HEAVIEST: usize = 100_000 - 5_000;
/// Heights in pixels, tried in this order, for a theatre that does not fit beside an overview and many words.
const LOWER: [u16; 3] = [300, 240, 190];

/// How many bytes the pictures of a mail with these texts may have together.
pub fn room_beside(texts: &[&str]) -> usize {
    // Texts go as quoted-printable (RFC 2045 section 6.7), pictures as base64 (section 6.8); the fractions
    // are for line ends.
    let quoted = |byte: u8| if byte == b'=' || !byte.is_ascii() { 3 } else { 1 };
    let quoted = |text: &&str| text.bytes().map(quoted).sum::<usize>() * 76 / 73;
    HEAVIEST.saturating_sub(texts.iter().map(quoted).sum()) * 57 / 78
}

/// The pictures that the HTML of a mail shows, as PNG with their names. Where they have more than `room`
/// bytes together, a theatre in which nothing can be clicked is drawn less high; what is too large even
/// then is sent all the same.
///
/// # Errors
///
/// See [`MapError`].
pub fn for_mail(picture: &Picture, html: &str, room: usize) -> Result<Vec<Named>, MapError> {
    let shown = IN_MAILS.into_iter().filter(|(name, _)| html.contains(&content_id(name)));
    let mut drawn: Vec<Named> = shown
        .map(|(name, crop)| match crop {
            Crop::Overview => Ok((name, cache::png(&picture.overview(), crop)?)),
            crop => Ok((name, cache::png(picture, crop)?)),
        })
        .collect::<Result<_, MapError>>()?;
    // A picture with places to click must keep the size that the mail says.
    let mut lower = LOWER.into_iter().filter(|_| picture.answers.is_empty());
    while drawn.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > room {
        let theatre = drawn.iter_mut().find(|(name, _)| *name == IN_MAILS[0].0);
        let (Some((_, bytes)), Some(high)) = (theatre, lower.next()) else { break };
        *bytes = cache::png(picture, Crop::Lower(high))?;
    }
    Ok(drawn)
}

/// The Content-ID (RFC 2392) of a picture of this name.
pub fn content_id(name: &str) -> String {
    format!("{name}@map.feldpost")
}
