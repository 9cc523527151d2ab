//! Letters of the map as outlines.
//!
//! Names are drawn as paths from fonts that are compiled in, so that a picture looks the same
//! wherever it is drawn and an SVG file needs no font. The places of names are found from their widths.
//! No shaping: the names are written in Latin letters, one glyph each.

use super::outline::{Outline, path_data};
use resvg::tiny_skia::PathBuilder;
use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// What is written with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

    /// The outlines of a text whose base line begins at a place; `None` if nothing of it can be seen, as of
    /// a space.
    pub fn outline(self, text: &str, size: f32, spacing: f32, x: f32, y: f32) -> Option<Outline> {
        let face = self.face();
        let unit = size / f32::from(face.units_per_em());
        let mut pen = Pen { path: PathBuilder::new(), x, y, unit };
        for letter in text.chars() {
            let glyph = self.glyph(letter);
            face.outline_glyph(glyph, &mut pen);
            let advance = f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
            pen.x += advance * unit + spacing;
        }
        pen.path.finish().map(Outline::from)
    }

    /// The path data of a text whose base line has its middle at (x, y).
    pub fn centred(self, text: &str, size: f32, spacing: f32, x: f32, y: f32) -> String {
        let left = x - self.width(text, size, spacing) / 2.0;
        self.outline(text, size, spacing, left, y).as_ref().map(path_data).unwrap_or_default()
    }
}

/// Puts the outlines of glyphs beside one another.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    unit: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.unit, self.y - y * self.unit)
    }
}

/// Rounds to two digits behind the point, which is finer than any screen.
pub(super) fn round(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
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
        let outline = Font::Names.outline("d", 20.0, 0.0, 100.0, 50.0).expect("a letter");
        let (left, right) = (outline.bounds().left(), outline.bounds().right());
        assert!(left >= 100.0 && right <= 100.0 + Font::Names.width("d", 20.0, 0.0), "{left}");
        assert!(Font::Names.outline(" ", 20.0, 0.0, 0.0, 0.0).is_none());
    }
}
