//! From a frame to a small PNG, quickly.
//!
//! A picture copies its part of the base map, which is compiled in, draws the overlay on top, and
//! is written with the palette of the base map: that keeps pictures small and drawing them cheap.

use super::canvas::Canvas;
use super::frame::Frame;
use super::pixels::Pixels;
use super::sheet::{Palette, Rgb, Sheet};
use resvg::tiny_skia::Pixmap;

/// Why a picture could not be drawn: always a defect of the program.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// There is no base map of that scale.
    #[error("there is no base map of {0} pixels to a unit; please report it")]
    Sheet(f32),
    /// There is no memory for this many pixels.
    #[error("a picture of {0} by {1} pixels cannot be drawn")]
    Size(u32, u32),
    /// The picture could not be written.
    #[error("the map cannot be written as PNG: {0}")]
    Png(#[from] png::EncodingError),
}

/// The level of compression, 1 to 9: higher ones take much more time and save few bytes.
const EFFORT: u8 = 4;

/// The parts of a colour written as `#` and six hexadecimal digits.
pub(super) fn rgb(hex: &str) -> Rgb {
    let part = |at: usize| {
        let digits = hex.get(at..at + 2).unwrap_or_default();
        u8::from_str_radix(digits, 16).unwrap_or_default()
    };
    [part(1), part(3), part(5)]
}

/// A picture of a frame as PNG: the base map, and what is drawn on top.
pub(super) fn png(
    frame: &Frame,
    overlay: impl FnOnce(&mut dyn Canvas),
) -> Result<Vec<u8>, MapError> {
    let palette = Palette::get();
    let (width, height) = frame.pixels();
    let mut pixmap = Pixmap::new(width, height).ok_or(MapError::Size(width, height))?;
    let sheet = Sheet::at(frame.scale)?;
    let rows = pixmap.data_mut().chunks_exact_mut(width as usize * 4);
    for (target, known) in rows.zip(sheet.cut(frame)) {
        for (pixel, index) in target.chunks_exact_mut(4).zip(known) {
            let [red, green, blue] = palette.colours[usize::from(*index)];
            pixel.copy_from_slice(&[red, green, blue, 255]);
        }
    }
    let mut pixels = Pixels::new(pixmap, *frame);
    overlay(&mut pixels);
    let indices: Vec<u8> =
        pixels.pixmap.data().chunks_exact(4).map(|pixel| palette.index(pixel)).collect();
    let mut bytes = Vec::with_capacity(indices.len() / 4);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.colours.concat());
    encoder.set_deflate_compression(png::DeflateCompression::Level(EFFORT));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(bytes)
}
