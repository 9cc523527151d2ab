//! The map: a picture of what one reader may know of a game, and the same in words.
//!
//! ```text
//! View, public events ──► Picture (facts) ──► SVG ──► PNG
//!                                 └──► MapAid (facts) ──► templates ──► words
//! board ──► base map ──────────────────────┘
//! ```
//!
//! The picture is drawn by the program from the board's facts: `land` finds coasts and countries,
//! `base` draws what never changes, `overlay` the rest with names that keep out of each other's
//! way, on a `canvas` that is SVG or `pixels`. The base map lies in `sheets/` as pixels, drawn
//! before the program was built, so that `raster` makes small PNGs fast. The same facts give the
//! same bytes.
//!
//! What it deliberately does not do: see a `State`, decide a rule, know a language. The only words
//! in a picture are names, as the board prints them, and the Latin of old maps.

mod aid;
mod asking;
mod base;
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
mod sheet;
mod shelf;
mod shown;
mod subject;
#[cfg(test)]
mod tests;

pub use aid::{AidStack, MapAid, Near, NearCity, Supplied, Theatre};
pub use facts::{Fight, March, Picture, Stack};
pub use frame::Crop;
pub use raster::MapError;
pub use shown::{ClickArea, SHOWN_WIDTH, Shown};
pub use subject::{About, NumberedPlace};

use base::Distance;
use canvas::Svg;
use frame::Frame;
use std::sync::Arc;

/// The picture as SVG. The whole board has room for the name of every city.
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

/// The pictures that the HTML of a mail shows as PNG, by their names.
///
/// # Errors
///
/// See [`MapError`].
pub fn for_mail(picture: &Picture, html: &str) -> Result<Vec<Named>, MapError> {
    let shown = IN_MAILS.into_iter().filter(|(name, _)| html.contains(&content_id(name)));
    shown
        .map(|(name, crop)| match crop {
            Crop::Overview => Ok((name, shelf::png(&picture.overview(), crop)?)),
            crop => Ok((name, shelf::png(picture, crop)?)),
        })
        .collect()
}

/// The Content-ID (RFC 2392) of a picture of this name.
pub fn content_id(name: &str) -> String {
    format!("{name}@map.feldpost")
}
