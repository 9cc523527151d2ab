//! Letters of the map as outlines.
//!
//! Names are drawn as paths from fonts that are compiled in, so that a picture looks the same
//! wherever it is drawn and an SVG file needs no font. Their widths are what the placing of names
//! goes by. No shaping: the names are written in Latin letters, one glyph each.

use std::fmt::Write;
use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// What is written with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Font {
    /// Names of cities and generals.
    Names,
    /// Numbers and the letters on pieces.
    Numbers,
    /// Names of countries.
    Countries,
    /// Names of seas.
    Seas,
}

static FACES: LazyLock<[Face<'static>; 4]> = LazyLock::new(|| {
    let read = |bytes: &'static [u8]| match Face::parse(bytes, 0) {
        Ok(face) => face,
        // Compiled in: a broken one is a defect of the program.
        Err(fault) => panic!("a font of the map is broken: {fault}"),
    };
    [
        read(include_bytes!("fonts/city-names.ttf")),
        read(include_bytes!("fonts/numbers.ttf")),
        read(include_bytes!("fonts/countries.otf")),
        read(include_bytes!("fonts/seas.otf")),
    ]
});

impl Font {
    fn face(self) -> &'static Face<'static> {
        &FACES[self as usize]
    }

    fn glyph(self, letter: char) -> GlyphId {
        self.face().glyph_index(letter).unwrap_or(GlyphId(0))
    }

    /// Whether the font has all letters of a text.
    #[cfg(test)]
    pub fn has(self, text: &str) -> bool {
        text.chars().all(|letter| self.face().glyph_index(letter).is_some())
    }

    /// Width of a text of this size, with `spacing` more between two letters.
    pub fn width(self, text: &str, size: f32, spacing: f32) -> f32 {
        let face = self.face();
        let unit = size / f32::from(face.units_per_em());
        let advance = |letter| {
            f32::from(face.glyph_hor_advance(self.glyph(letter)).unwrap_or_default()) * unit
        };
        let letters = text.chars().count();
        text.chars().map(advance).sum::<f32>() + spacing * letters.saturating_sub(1) as f32
    }

    /// The outlines of a text as path data, its base line beginning at a place.
    pub fn path(self, text: &str, size: f32, spacing: f32, x: f32, y: f32) -> String {
        let face = self.face();
        let unit = size / f32::from(face.units_per_em());
        let path = String::with_capacity(text.len() * 200);
        let mut pen = Pen { path, x, y, unit, last: (0, 0) };
        for letter in text.chars() {
            let glyph = self.glyph(letter);
            face.outline_glyph(glyph, &mut pen);
            let advance = f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
            pen.x += advance * unit + spacing;
        }
        pen.path
    }

    /// The same, around the middle of the text.
    pub fn centred(self, text: &str, size: f32, spacing: f32, x: f32, y: f32) -> String {
        self.path(text, size, spacing, x - self.width(text, size, spacing) / 2.0, y)
    }
}

/// Writes outlines of glyphs as path data, each step from the point before: short, and exact to
/// a hundredth of a unit.
struct Pen {
    path: String,
    x: f32,
    y: f32,
    unit: f32,
    /// The point last written, in hundredths.
    last: (i32, i32),
}

impl Pen {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        let from = if command == 'M' { (0, 0) } else { self.last };
        for (index, (x, y)) in points.iter().enumerate() {
            let hundredths = |value: f32| (value * 100.0).round() as i32;
            let to = (hundredths(self.x + x * self.unit), hundredths(self.y - y * self.unit));
            self.number(to.0 - from.0, index == 0);
            self.number(to.1 - from.1, false);
            self.last = to;
        }
    }

    /// Writes hundredths without needless digits.
    fn number(&mut self, hundredths: i32, is_first: bool) {
        if hundredths < 0 {
            self.path.push('-');
        } else if !is_first {
            self.path.push(' ');
        }
        let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        // Writing to a string cannot fail.
        let _ = match (whole, part) {
            (whole, 0) => write!(self.path, "{whole}"),
            (0, part) if part % 10 == 0 => write!(self.path, ".{}", part / 10),
            (whole, part) if part % 10 == 0 => write!(self.path, "{whole}.{}", part / 10),
            (0, part) => write!(self.path, ".{part:02}"),
            (whole, part) => write!(self.path, "{whole}.{part:02}"),
        };
    }
}

/// Two digits behind the point are finer than any screen.
pub(super) fn round(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('l', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('c', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{all_pieces, board};

    #[test]
    fn the_fonts_have_every_letter_of_every_name() {
        for city in board().city_ids() {
            assert!(Font::Names.has(&board().info(city).name), "{}", board().info(city).name);
        }
        for piece in all_pieces() {
            assert!(Font::Names.has(piece.name()), "{piece}");
        }
        assert!(Font::Numbers.has("0123456789?+-PHRSAIF"));
        assert!(!Font::Names.has("Львів"), "what is missing is found");
    }

    #[test]
    fn widths_add_up_and_outlines_lie_within_them() {
        let (ab, a, b) = (
            Font::Names.width("Łód", 20.0, 1.0),
            Font::Names.width("Łó", 20.0, 1.0),
            Font::Names.width("d", 20.0, 1.0),
        );
        assert!((ab - a - b - 1.0).abs() < 0.01, "{ab} {a} {b}");
        let path = Font::Names.path("d", 20.0, 0.0, 100.0, 50.0);
        assert!(path.starts_with('M') && path.ends_with('Z'), "{path}");
    }
}
