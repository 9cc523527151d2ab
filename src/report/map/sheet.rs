//! The base map as pixels, drawn beforehand and compiled in.
//!
//! A sheet is the whole board at one scale, one byte a pixel: an index into the palette. It lies in
//! `sheets/` in strips of [`STRIP`] rows, each compressed by itself (zlib), so that a picture
//! unpacks only what it shows. A test draws the sheets anew and compares; with
//! `FELDPOST_DRAW_SHEETS=1` it writes them.
//!
//! ```text
//! width, rows: u32 little endian · for each strip: length: u32 little endian, zlib data
//! ```

use super::frame::{
    BOARD, FAR_SCALE, Frame, MIDDLE_SCALE, OVERVIEW_SCALE, THEATRE_SCALE, WHOLE_SCALE,
    WIDE_THEATRE_SCALE,
};
use super::raster::MapError;
use flate2::read::ZlibDecoder;
use std::io::Read;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

/// Rows in a strip.
pub(super) const STRIP: usize = 64;

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

/// The colours of all pictures, three bytes each.
const COLOURS: &[u8] = include_bytes!("sheets/palette.rgb");

/// The sheets by their scales.
const PACKED: [(f32, &[u8]); 6] = [
    (THEATRE_SCALE, include_bytes!("sheets/theatre.sheet")),
    (WIDE_THEATRE_SCALE, include_bytes!("sheets/wide.sheet")),
    (MIDDLE_SCALE, include_bytes!("sheets/middle.sheet")),
    (FAR_SCALE, include_bytes!("sheets/far.sheet")),
    (WHOLE_SCALE, include_bytes!("sheets/whole.sheet")),
    (OVERVIEW_SCALE, include_bytes!("sheets/overview.sheet")),
];

/// The colours of all pictures.
pub(super) struct Palette {
    /// At most 256; a pixel of a picture is the number of one of them.
    pub colours: Vec<Rgb>,
    /// The index of the nearest of them for each colour of 15 bits: 5 each of red, green and blue.
    nearest: Vec<u8>,
}

impl Palette {
    /// A palette of these colours, at most 256.
    pub fn new(colours: Vec<Rgb>) -> Palette {
        let nearest = (0..1_usize << 15).map(|cell| {
            let part = |shift: usize| ((cell >> shift & 31) * 255 / 31) as u8;
            let colour = [part(10), part(5), part(0)];
            let best = (0..colours.len()).min_by_key(|index| distance(colours[*index], colour));
            best.unwrap_or_default() as u8
        });
        let nearest = nearest.collect();
        Palette { colours, nearest }
    }

    /// The palette of the sheets.
    pub fn get() -> &'static Palette {
        static PALETTE: LazyLock<Palette> =
            LazyLock::new(|| Palette::new(COLOURS.as_chunks::<3>().0.to_vec()));
        &PALETTE
    }

    /// The nearest colour's index.
    pub fn index(&self, colour: &[u8]) -> u8 {
        let part = |value: u8| usize::from(value >> 3);
        match colour {
            [red, green, blue, ..] => {
                self.nearest[part(*red) << 10 | part(*green) << 5 | part(*blue)]
            }
            _ => 0,
        }
    }
}

/// How much two colours differ; the eye sees green best and blue worst.
pub(super) fn distance(a: Rgb, b: Rgb) -> i32 {
    let part = |index: usize| (i32::from(a[index]) - i32::from(b[index])).pow(2);
    3 * part(0) + 6 * part(1) + part(2)
}

/// The base map at one scale.
pub(super) struct Sheet {
    width: usize,
    rows: usize,
    packed: Vec<&'static [u8]>,
    /// What has been unpacked.
    strips: Vec<OnceLock<Vec<u8>>>,
}

impl Sheet {
    /// The sheet of a scale.
    ///
    /// # Errors
    ///
    /// There is no sheet of that scale.
    pub fn at(scale: f32) -> Result<Arc<Sheet>, MapError> {
        static SHEETS: Mutex<Vec<(u32, Arc<Sheet>)>> = Mutex::new(Vec::new());
        let mut sheets = SHEETS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sheet)) = sheets.iter().find(|(known, _)| *known == scale.to_bits()) {
            return Ok(sheet.clone());
        }
        let packed = PACKED.iter().find(|(known, _)| *known == scale);
        let sheet = packed.and_then(|(_, bytes)| Sheet::open(bytes));
        let sheet = Arc::new(sheet.ok_or(MapError::Sheet(scale))?);
        sheets.push((scale.to_bits(), sheet.clone()));
        Ok(sheet)
    }

    fn open(bytes: &'static [u8]) -> Option<Sheet> {
        let (width, bytes) = number(bytes)?;
        let (rows, mut bytes) = number(bytes)?;
        let mut packed = Vec::new();
        while !bytes.is_empty() {
            let (length, rest) = number(bytes)?;
            let (strip, rest) = rest.split_at_checked(length)?;
            packed.push(strip);
            bytes = rest;
        }
        let strips = packed.iter().map(|_| OnceLock::new()).collect();
        Some(Sheet { width, rows, packed, strips })
    }

    /// One row of the board, an index a pixel. Rows beyond the last are like the last.
    fn row(&self, row: usize) -> &[u8] {
        let row = row.min(self.rows.saturating_sub(1));
        let strip = row / STRIP;
        let (Some(packed), Some(cell)) = (self.packed.get(strip), self.strips.get(strip)) else {
            return &[];
        };
        let pixels = cell.get_or_init(|| {
            let mut pixels = Vec::with_capacity(self.width * STRIP);
            // Compiled in, and read by a test; pixels that cannot be unpacked would stay blank.
            let _ = ZlibDecoder::new(*packed).read_to_end(&mut pixels);
            pixels
        });
        let from = row % STRIP * self.width;
        pixels.get(from..from + self.width).unwrap_or_default()
    }

    /// The part of it that a frame shows, row by row.
    pub fn cut(&self, frame: &Frame) -> impl Iterator<Item = &[u8]> {
        let (width, height) = frame.pixels();
        let start =
            |from: f32, origin: f32| ((from - origin) * frame.scale).round().max(0.0) as usize;
        let (left, top) = (start(frame.x, BOARD.x), start(frame.y, BOARD.y));
        (0..height as usize).map(move |row| {
            let line = self.row(top + row).get(left..).unwrap_or_default();
            line.get(..width as usize).unwrap_or(line)
        })
    }
}

/// Four bytes, and what follows them.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*number) as usize, rest))
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::disallowed_methods,
        reason = "whoever changes the drawing asks for new sheets by the environment"
    )]

    use super::super::canvas::Svg;
    use super::super::raster::rgb;
    use super::super::{base, palette};
    use super::*;
    use crate::game::Nation;
    use base::Distance;
    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{self, Tree};
    use std::collections::BTreeMap;
    use std::io::Write;

    /// Colours that cover at least this many pixels of the specimen are kept exactly.
    const FLAT: u32 = 4000;
    /// Pixels to a unit in the specimen from which the palette is mixed.
    const SPECIMEN_SCALE: f32 = 0.75;
    /// How near two colours of the palette may be, squared.
    const NEAR: i32 = 900;
    /// Colours at most: few enough that pictures are small.
    const COLOURS_AT_MOST: usize = 64;

    fn draw(tree: &Tree, scale: f32, rows: (u32, u32)) -> Pixmap {
        let (width, _) = Frame { scale, ..BOARD }.pixels();
        let mut pixmap = Pixmap::new(width, rows.1 - rows.0).expect("room");
        let transform = Transform::from_translate(0.0, -(rows.0 as f32)).pre_scale(scale, scale);
        resvg::render(tree, transform, &mut pixmap.as_mut());
        pixmap
    }

    /// The colours of the base map and of the pieces.
    fn mix(tree: &Tree) -> Vec<Rgb> {
        let rows = (0, Frame { scale: SPECIMEN_SCALE, ..BOARD }.pixels().1);
        let specimen = draw(tree, SPECIMEN_SCALE, rows);
        let mut exact: BTreeMap<Rgb, u32> = BTreeMap::new();
        for pixel in specimen.data().chunks_exact(4) {
            *exact.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
        }
        let mut colours: Vec<Rgb> = Vec::with_capacity(COLOURS_AT_MOST);
        let add = |colour: Rgb, colours: &mut Vec<Rgb>| {
            if colours.len() < COLOURS_AT_MOST && !colours.contains(&colour) {
                colours.push(colour);
            }
        };
        let fixed = Nation::ALL
            .into_iter()
            .map(palette::livery)
            .flat_map(|livery| [livery.field, livery.letter, livery.ink])
            .chain([palette::INK, palette::PAPER, palette::WHITE, palette::ALARM])
            .map(rgb);
        for colour in fixed {
            add(colour, &mut colours);
        }
        // Where edges of names run over paper.
        let (ink, paper) = (rgb(palette::INK), rgb(palette::PAPER));
        let part = |part: usize| u8::midpoint(ink[part], paper[part]);
        add([part(0), part(1), part(2)], &mut colours);
        let mut by_count: Vec<(Rgb, u32)> = exact.into_iter().collect();
        by_count.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        for (colour, count) in by_count {
            if count >= FLAT || colours.iter().all(|known| distance(*known, colour) > NEAR) {
                add(colour, &mut colours);
            }
        }
        colours
    }

    fn pack(tree: &Tree, palette: &Palette, scale: f32) -> Vec<u8> {
        let (width, height) = Frame { scale, ..BOARD }.pixels();
        let mut bytes = [width.to_le_bytes(), height.to_le_bytes()].concat();
        for top in (0..height).step_by(STRIP) {
            let strip = draw(tree, scale, (top, (top + STRIP as u32).min(height)));
            let pixels: Vec<u8> =
                strip.data().chunks_exact(4).map(|pixel| palette.index(pixel)).collect();
            let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
            packer.write_all(&pixels).expect("packed");
            let packed = packer.finish().expect("packed");
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        }
        bytes
    }

    /// With `FELDPOST_DRAW_SHEETS=1` the files are written instead.
    #[test]
    fn the_sheets_are_what_the_program_draws() {
        let tree = |from| {
            let svg = format!("{}{}</svg>", Svg::open(&BOARD), base::draw(from));
            Tree::from_str(&svg, &usvg::Options::default()).expect("SVG")
        };
        let (farthest, far) = (tree(Distance::Farthest), tree(Distance::Far));
        let tree = tree(Distance::Near);
        let colours = mix(&tree);
        let palette = Palette::new(colours.clone());
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/report/map/sheets");
        let anew = std::env::var_os("FELDPOST_DRAW_SHEETS").is_some();
        let check = |name: &str, drawn: &[u8]| {
            let path = format!("{folder}/{name}");
            if anew {
                std::fs::write(&path, drawn).expect("written");
            }
            let stored = std::fs::read(&path).expect(&path);
            assert!(stored == drawn, "{name} is old: set FELDPOST_DRAW_SHEETS=1 and test again");
        };
        check("palette.rgb", &colours.concat());
        let names = [
            "theatre.sheet",
            "wide.sheet",
            "middle.sheet",
            "far.sheet",
            "whole.sheet",
            "overview.sheet",
        ];
        for (name, (scale, _)) in names.into_iter().zip(PACKED) {
            let tree = match scale {
                OVERVIEW_SCALE => &farthest,
                FAR_SCALE => &far,
                _ => &tree,
            };
            check(name, &pack(tree, &palette, scale));
        }
    }

    #[test]
    fn every_sheet_is_read_whole() {
        for (scale, _) in PACKED {
            let sheet = Sheet::at(scale).expect("a sheet");
            let frame = Frame { scale, ..BOARD };
            let rows = sheet.cut(&frame).filter(|row| row.len() == frame.pixels().0 as usize);
            assert_eq!(rows.count(), frame.pixels().1 as usize);
        }
        assert!(Sheet::at(7.0).is_err());
    }
}
