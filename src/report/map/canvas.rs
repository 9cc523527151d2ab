//! What signs, names and pieces are drawn on: the text of an SVG file, or pixels.
//!
//! Both get the same shapes in units of the board, so that a file and a picture in a mail show the
//! same. It knows shapes, colours and letters; what they mean is the business of the code that draws.

use super::font::Font;
use super::frame::Frame;
use super::outline::{Outline, path_data};
use std::fmt::Write;

/// A colour with its opacity, 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ink {
    /// `#` and six hexadecimal digits.
    pub colour: &'static str,
    /// 0 is nothing, 1 covers.
    pub opacity: f32,
}

/// A line along an outline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Line {
    /// Its colour.
    pub ink: Ink,
    /// Its width, in units of the outline.
    pub width: f32,
    /// Lengths of dashes and of the gaps between them.
    pub dashes: Option<(f32, f32)>,
    /// Corners and ends are round, not sharp.
    pub round: bool,
}

/// How an outline is drawn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Paint {
    /// Nothing within the outline if `None`.
    pub fill: Option<Ink>,
    /// No line along the outline if `None`.
    pub line: Option<Line>,
    /// The line lies below the fill, as a rim around it.
    pub rim: bool,
}

/// Where an outline goes: where its (0, 0) comes to lie, its size, and whether it stands on its head.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Place {
    /// From the left, in units of the board.
    pub x: f32,
    /// From the top, in units of the board.
    pub y: f32,
    /// Units of the board to a unit of the outline.
    pub scale: f32,
    /// Turned by 180 degrees, as the letter of a general who is face down (R9.3).
    pub upside_down: bool,
}

impl Place {
    /// The place for outlines that are in units of the board already.
    pub const AS_IT_IS: Place = Place { x: 0.0, y: 0.0, scale: 1.0, upside_down: false };

    /// An outline around (0, 0) is drawn around this point.
    pub const fn at(x: f32, y: f32, scale: f32) -> Place {
        Place { x, y, scale, upside_down: false }
    }
}

impl Paint {
    /// Filled with a colour.
    pub const fn fill(colour: &'static str) -> Paint {
        Paint { fill: Some(Ink { colour, opacity: 1.0 }), line: None, rim: false }
    }

    /// A line of a colour.
    pub const fn line(colour: &'static str, width: f32) -> Paint {
        Paint { fill: None, line: None, rim: false }.with_line(colour, width)
    }

    /// Adds a line of this colour, sharp and without gaps.
    pub const fn with_line(self, colour: &'static str, width: f32) -> Paint {
        let ink = Ink { colour, opacity: 1.0 };
        Paint { line: Some(Line { ink, width, dashes: None, round: false }), ..self }
    }

    /// Adds a line that lies below the fill.
    pub const fn rimmed(self, colour: &'static str, width: f32) -> Paint {
        Paint { rim: true, ..self.with_line(colour, width).rounded() }
    }

    /// Gives the line round corners and ends.
    pub const fn rounded(mut self) -> Paint {
        if let Some(line) = &mut self.line {
            line.round = true;
        }
        self
    }

    /// Makes the line one of dashes and gaps, in units of the outline.
    pub const fn dashed(mut self, dash: f32, gap: f32) -> Paint {
        if let Some(line) = &mut self.line {
            line.dashes = Some((dash, gap));
        }
        self
    }

    /// Makes the fill as opaque as this, or the line if there is no fill: 0 to 1.
    pub const fn faint(mut self, opacity: f32) -> Paint {
        if let Some(fill) = &mut self.fill {
            fill.opacity = opacity;
        } else if let Some(line) = &mut self.line {
            line.ink.opacity = opacity;
        }
        self
    }

    /// Makes the line as opaque as this: 0 to 1.
    pub const fn faint_line(mut self, opacity: f32) -> Paint {
        if let Some(line) = &mut self.line {
            line.ink.opacity = opacity;
        }
        self
    }
}

/// A text on the map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lettering<'a> {
    /// Which of the compiled-in fonts.
    pub font: Font,
    /// One line.
    pub text: &'a str,
    /// The size of its letters, in units of the board.
    pub size: f32,
    /// Where its base line begins.
    pub x: f32,
    /// The height of that line, from the top.
    pub y: f32,
    /// How its letters are drawn.
    pub paint: Paint,
}

impl<'a> Lettering<'a> {
    /// A text around the middle of its width.
    pub fn centred(
        font: Font,
        text: &'a str,
        size: f32,
        (x, y): (f32, f32),
        paint: Paint,
    ) -> Lettering<'a> {
        Lettering { font, text, size, x: x - font.width(text, size, 0.0) / 2.0, y, paint }
    }
}

/// What is drawn on.
pub(super) trait Canvas {
    /// Draws an outline at a place, above what has been drawn before.
    fn draw(&mut self, outline: &Outline, place: Place, paint: &Paint);
    /// Writes a text, likewise.
    fn write(&mut self, text: &Lettering<'_>);

    /// A circle around a point.
    fn circle(&mut self, x: f32, y: f32, radius: f32, paint: &Paint) {
        if let Some(outline) = Outline::circle(x, y, radius) {
            self.draw(&outline, Place::AS_IT_IS, paint);
        }
    }

    /// A box with round corners.
    fn rounded_box(&mut self, (x, y): (f32, f32), size: (f32, f32), corner: f32, paint: &Paint) {
        if let Some(outline) = Outline::rounded_box(x, y, size.0, size.1, corner) {
            self.draw(&outline, Place::AS_IT_IS, paint);
        }
    }
}

/// The text of an SVG file.
#[derive(Default)]
pub(super) struct Svg {
    /// What has been written so far.
    pub text: String,
}

impl Svg {
    /// The opening tag of a file that shows a frame.
    pub fn open(frame: &Frame) -> String {
        let (width, height) = frame.pixels();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{} {} {} {}\">\n",
            frame.x, frame.y, frame.width, frame.height
        )
    }

    // Writing to a string cannot fail, here and below.
    fn paint(&mut self, paint: &Paint) {
        match paint.fill {
            Some(Ink { colour, opacity }) => {
                let _ = write!(self.text, " fill=\"{colour}\"");
                if opacity < 1.0 {
                    let _ = write!(self.text, " fill-opacity=\"{opacity}\"");
                }
            }
            None => self.text.push_str(" fill=\"none\""),
        }
        let Some(Line { ink, width, dashes, round }) = paint.line else { return };
        let _ = write!(self.text, " stroke=\"{}\" stroke-width=\"{width}\"", ink.colour);
        if ink.opacity < 1.0 {
            let _ = write!(self.text, " stroke-opacity=\"{}\"", ink.opacity);
        }
        if let Some((dash, gap)) = dashes {
            let _ = write!(self.text, " stroke-dasharray=\"{dash} {gap}\"");
        }
        if round {
            self.text.push_str(" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
        }
        if paint.rim {
            self.text.push_str(" paint-order=\"stroke\"");
        }
    }
}

impl Canvas for Svg {
    fn draw(&mut self, outline: &Outline, place: Place, paint: &Paint) {
        self.text.push_str("<path");
        if place != Place::AS_IT_IS {
            let Place { x, y, scale, upside_down } = place;
            let turn = if upside_down { " rotate(180)" } else { "" };
            let _ = write!(self.text, " transform=\"translate({x} {y}){turn}");
            if scale != 1.0 {
                let _ = write!(self.text, " scale({scale})");
            }
            self.text.push('"');
        }
        let _ = write!(self.text, " d=\"{}\"", path_data(outline));
        self.paint(paint);
        self.text.push_str("/>\n");
    }

    fn write(&mut self, text: &Lettering<'_>) {
        if let Some(outline) = text.font.outline(text.text, text.size, 0.0, text.x, text.y) {
            self.draw(&outline, Place::AS_IT_IS, &text.paint);
        }
    }
}
