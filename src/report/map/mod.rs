//! The map.
mod base;
mod declared;
mod emblems;
mod facts;
mod font;
mod frame;
mod labels;
mod land;
mod marks;
mod overlay;
mod palette;
mod pieces;
mod raster;

pub use facts::Picture;
pub use frame::Crop;
pub use raster::MapError;

/// The picture as SVG.
pub fn svg(picture: &Picture, crop: Crop) -> String {
    let frame = frame::Frame::of(crop, &picture.focus);
    format!("{}{}{}</svg>\n", base::open(&frame), base::draw(), overlay::draw(picture, &frame))
}

/// The picture as PNG, of at most 256 colours.
///
/// # Errors
///
/// See [`MapError`].
pub fn png(picture: &Picture, crop: Crop) -> Result<Vec<u8>, MapError> {
    let frame = frame::Frame::of(crop, &picture.focus);
    let overlay = format!("{}{}</svg>", base::open(&frame), overlay::draw(picture, &frame));
    raster::png(&frame, &overlay)
}
