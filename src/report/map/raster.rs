//! From SVG to a small PNG, quickly.
//!
//! The base map is drawn once for each scale and kept as one byte a pixel, an index into a palette
//! of 256 colours; a picture copies its part of it, draws the overlay on top, and is written with
//! the same palette. That keeps pictures small and drawing them cheap.

use super::base;
use super::frame::{BOARD, Frame};
use super::palette::{ALARM, INK, PAPER, WHITE, livery};
use crate::game::Nation;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Why a picture could not be drawn: always a defect of the program.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// The SVG the program built is none.
    #[error("the map's SVG is wrong: {0}; please report it")]
    Svg(#[from] usvg::Error),
    /// No room for so many pixels.
    #[error("a picture of {0} by {1} pixels cannot be drawn")]
    Size(u32, u32),
    /// The picture could not be written.
    #[error("the map cannot be written as PNG: {0}")]
    Png(#[from] png::EncodingError),
}

/// Rows of the base map drawn at once: few enough to keep the memory they need small.
const STRIP: u32 = 96;
/// Colours that cover at least so many pixels of the specimen are kept exactly.
const FLAT: u32 = 250;
/// Pixels to a unit in the specimen of which the palette is mixed.
const SPECIMEN_SCALE: f32 = 0.75;
/// How near two colours of the palette may be, squared.
const NEAR: i32 = 60;

/// Of the compression, 1 to 9: beyond it pictures get slower much faster than smaller.
const EFFORT: u8 = 4;

type Rgb = [u8; 3];

/// The colours of all pictures.
struct Palette {
    colours: Vec<Rgb>,
    /// The nearest of them, by 5 bits each of red, green and blue.
    nearest: Vec<u8>,
}

impl Palette {
    /// Of the colours of the base map and of the pieces.
    fn mix() -> Result<Palette, MapError> {
        let (width, height) = Frame { scale: SPECIMEN_SCALE, ..BOARD }.pixels();
        let specimen = draw(&base_map()?, SPECIMEN_SCALE, Pixmap::new(width, height), 0)?;
        let mut exact: BTreeMap<Rgb, u32> = BTreeMap::new();
        for pixel in specimen.data().chunks_exact(4) {
            *exact.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
        }
        let mut colours: Vec<Rgb> = Vec::with_capacity(256);
        let add = |colour: Rgb, colours: &mut Vec<Rgb>| {
            if colours.len() < 256 && !colours.contains(&colour) {
                colours.push(colour);
            }
        };
        let fixed: Vec<Rgb> = Nation::ALL
            .into_iter()
            .flat_map(|n| [livery(n).field, livery(n).letter, livery(n).ink])
            .chain([INK, PAPER, WHITE, ALARM])
            .map(rgb)
            .collect();
        for colour in &fixed {
            add(*colour, &mut colours);
            // Where edges of pieces and names run over paper.
            for ground in [rgb(PAPER), rgb(WHITE), rgb(INK)] {
                let mut mixed = [0; 3];
                for (part, value) in mixed.iter_mut().enumerate() {
                    *value = u8::midpoint(colour[part], ground[part]);
                }
                add(mixed, &mut colours);
            }
        }
        let mut by_count: Vec<(Rgb, u32)> = exact.into_iter().collect();
        by_count.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        for (colour, count) in by_count {
            if count >= FLAT || colours.iter().all(|known| distance(*known, colour) > NEAR) {
                add(colour, &mut colours);
            }
        }
        let nearest = (0..1_usize << 15).map(|cell| {
            let part = |shift: usize| ((cell >> shift & 31) * 255 / 31) as u8;
            let colour = [part(10), part(5), part(0)];
            let best = (0..colours.len()).min_by_key(|index| distance(colours[*index], colour));
            best.unwrap_or_default() as u8
        });
        let nearest = nearest.collect();
        Ok(Palette { colours, nearest })
    }

    /// The palette, mixed when it is first asked for.
    fn get() -> Result<&'static Palette, MapError> {
        static PALETTE: OnceLock<Palette> = OnceLock::new();
        match PALETTE.get() {
            Some(palette) => Ok(palette),
            None => Palette::mix().map(|palette| PALETTE.get_or_init(|| palette)),
        }
    }

    fn indices<'a>(&'a self, pixmap: &'a Pixmap) -> impl Iterator<Item = u8> + 'a {
        pixmap.data().chunks_exact(4).map(|pixel| {
            let part = |value: u8| usize::from(value >> 3);
            self.nearest[part(pixel[0]) << 10 | part(pixel[1]) << 5 | part(pixel[2])]
        })
    }
}

fn rgb(hex: &str) -> Rgb {
    let part = |at: usize| {
        let digits = hex.get(at..at + 2).unwrap_or_default();
        u8::from_str_radix(digits, 16).unwrap_or_default()
    };
    [part(1), part(3), part(5)]
}

/// How much two colours differ; the eye sees green best and blue worst.
fn distance(a: Rgb, b: Rgb) -> i32 {
    let part = |index: usize| (i32::from(a[index]) - i32::from(b[index])).pow(2);
    3 * part(0) + 6 * part(1) + part(2)
}

/// The base map, ready to be drawn.
fn base_map() -> Result<Tree, MapError> {
    let svg = format!("{}{}</svg>", base::open(&BOARD), base::draw());
    Ok(Tree::from_str(&svg, &usvg::Options::default())?)
}

/// Draws a picture of the whole board, `top` pixels above the first row of the pixels.
fn draw(tree: &Tree, scale: f32, pixmap: Option<Pixmap>, top: u32) -> Result<Pixmap, MapError> {
    let mut pixmap = pixmap.ok_or(MapError::Size(0, 0))?;
    let transform = Transform::from_translate(0.0, -(top as f32)).pre_scale(scale, scale);
    resvg::render(tree, transform, &mut pixmap.as_mut());
    Ok(pixmap)
}

/// The base map at one scale, one byte a pixel.
struct Sheet {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Sheet {
    /// The sheet of a scale, drawn when it is first asked for.
    fn at(scale: f32, palette: &Palette) -> Result<Arc<Sheet>, MapError> {
        static SHEETS: Mutex<BTreeMap<u32, Arc<Sheet>>> = Mutex::new(BTreeMap::new());
        let key = (scale * 1000.0).round() as u32;
        let mut sheets = SHEETS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sheet) = sheets.get(&key) {
            return Ok(sheet.clone());
        }
        let (width, height) = Frame { scale, ..BOARD }.pixels();
        let tree = base_map()?;
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        for top in (0..height).step_by(STRIP as usize) {
            let rows = STRIP.min(height - top);
            let strip = draw(&tree, scale, Pixmap::new(width, rows), top)?;
            pixels.extend(palette.indices(&strip));
        }
        let (width, height) = (width as usize, height as usize);
        let sheet = Arc::new(Sheet { width, height, pixels });
        sheets.insert(key, sheet.clone());
        Ok(sheet)
    }

    /// The part of it that a frame shows.
    fn cut(&self, frame: &Frame, palette: &Palette) -> Result<Pixmap, MapError> {
        let (width, height) = frame.pixels();
        let mut pixmap = Pixmap::new(width, height).ok_or(MapError::Size(width, height))?;
        let start =
            |from: f32, origin: f32| ((from - origin) * frame.scale).round().max(0.0) as usize;
        let (left, top) = (start(frame.x, BOARD.x), start(frame.y, BOARD.y));
        let rows = pixmap.data_mut().chunks_exact_mut(width as usize * 4);
        for (row, target) in rows.enumerate() {
            let from = (top + row).min(self.height - 1) * self.width;
            let line = &self.pixels[from..from + self.width];
            let known = line.get(left..).unwrap_or_default();
            for (pixel, index) in target.chunks_exact_mut(4).zip(known) {
                let [red, green, blue] = palette.colours[usize::from(*index)];
                pixel.copy_from_slice(&[red, green, blue, 255]);
            }
        }
        Ok(pixmap)
    }
}

/// A picture of a frame as PNG: the base map and an overlay, which is a whole SVG of the frame.
pub(super) fn png(frame: &Frame, overlay: &str) -> Result<Vec<u8>, MapError> {
    let palette = Palette::get()?;
    let mut pixmap = Sheet::at(frame.scale, palette)?.cut(frame, palette)?;
    let tree = Tree::from_str(overlay, &usvg::Options::default())?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    let indices: Vec<u8> = palette.indices(&pixmap).collect();
    let mut bytes = Vec::with_capacity(indices.len() / 4);
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
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
