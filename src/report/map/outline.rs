//! Outlines: closed and open shapes in units of the board, and their path data for SVG.

use resvg::tiny_skia::{Path, PathBuilder, PathSegment, Point, Rect};
use std::fmt::Write;
use std::ops::Deref;
use svgtypes::{SimplePathSegment, SimplifyingPathParser};

/// A shape.
#[derive(Clone, Debug)]
pub(super) struct Outline(Path);

impl Deref for Outline {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl From<Path> for Outline {
    fn from(path: Path) -> Outline {
        Outline(path)
    }
}

/// How far the control points of a Bézier curve reach that draws a quarter of a circle, as a part of its radius.
const QUARTER: f32 = 0.552_285;

impl Outline {
    /// Reads path data as SVG writes it; `None` if it has no extent or is no path data.
    pub fn parse(data: &str) -> Option<Outline> {
        let mut builder = PathBuilder::new();
        for segment in SimplifyingPathParser::from(data) {
            match segment.ok()? {
                SimplePathSegment::MoveTo { x, y } => builder.move_to(x as f32, y as f32),
                SimplePathSegment::LineTo { x, y } => builder.line_to(x as f32, y as f32),
                SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                    builder.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32)
                }
                SimplePathSegment::Quadratic { x1, y1, x, y } => {
                    builder.quad_to(x1 as f32, y1 as f32, x as f32, y as f32);
                }
                SimplePathSegment::ClosePath => builder.close(),
            }
        }
        builder.finish().map(Outline)
    }

    /// A line from point to point; `None` for fewer than two.
    pub fn line(points: &[(f32, f32)]) -> Option<Outline> {
        Outline::lines([points])
    }

    /// Several lines as one shape.
    pub fn lines<'a>(lines: impl IntoIterator<Item = &'a [(f32, f32)]>) -> Option<Outline> {
        let mut builder = PathBuilder::new();
        for line in lines {
            for (index, (x, y)) in line.iter().enumerate() {
                match index {
                    0 => builder.move_to(*x, *y),
                    _ => builder.line_to(*x, *y),
                }
            }
        }
        builder.finish().map(Outline)
    }

    /// A closed shape with these corners.
    pub fn polygon(corners: &[(f32, f32)]) -> Option<Outline> {
        let mut builder = PathBuilder::new();
        for (index, (x, y)) in corners.iter().enumerate() {
            match index {
                0 => builder.move_to(*x, *y),
                _ => builder.line_to(*x, *y),
            }
        }
        builder.close();
        builder.finish().map(Outline)
    }

    /// A circle.
    pub fn circle(x: f32, y: f32, radius: f32) -> Option<Outline> {
        let mut builder = PathBuilder::new();
        push_circle(&mut builder, x, y, radius);
        builder.finish().map(Outline)
    }

    /// Many circles as one shape.
    pub fn circles(middles: impl IntoIterator<Item = (f32, f32)>, radius: f32) -> Option<Outline> {
        let mut builder = PathBuilder::new();
        for (x, y) in middles {
            push_circle(&mut builder, x, y, radius);
        }
        builder.finish().map(Outline)
    }

    /// A box with round corners; `corner` is their radius.
    pub fn rounded_box(x: f32, y: f32, width: f32, height: f32, corner: f32) -> Option<Outline> {
        let corner = corner.min(width / 2.0).min(height / 2.0);
        if corner <= 0.0 {
            return Some(Outline(PathBuilder::from_rect(Rect::from_xywh(x, y, width, height)?)));
        }
        let (right, bottom, handle) = (x + width, y + height, corner * (1.0 - QUARTER));
        let mut b = PathBuilder::new();
        b.move_to(x + corner, y);
        b.line_to(right - corner, y);
        b.cubic_to(right - handle, y, right, y + handle, right, y + corner);
        b.line_to(right, bottom - corner);
        b.cubic_to(right, bottom - handle, right - handle, bottom, right - corner, bottom);
        b.line_to(x + corner, bottom);
        b.cubic_to(x + handle, bottom, x, bottom - handle, x, bottom - corner);
        b.line_to(x, y + corner);
        b.cubic_to(x, y + handle, x + handle, y, x + corner, y);
        b.close();
        b.finish().map(Outline)
    }
}

fn push_circle(b: &mut PathBuilder, x: f32, y: f32, r: f32) {
    let h = r * QUARTER;
    b.move_to(x + r, y);
    b.cubic_to(x + r, y + h, x + h, y + r, x, y + r);
    b.cubic_to(x - h, y + r, x - r, y + h, x - r, y);
    b.cubic_to(x - r, y - h, x - h, y - r, x, y - r);
    b.cubic_to(x + h, y - r, x + r, y - h, x + r, y);
    b.close();
}

/// The path data of an outline: each step from the point before, exact to a hundredth of a unit,
/// without needless digits.
pub(super) fn path_data(outline: &Outline) -> String {
    let mut writer = Writer { text: String::with_capacity(outline.len() * 12), last: (0, 0) };
    for segment in outline.segments() {
        match segment {
            PathSegment::MoveTo(p) => writer.add('M', &[p]),
            PathSegment::LineTo(p) => writer.add('l', &[p]),
            PathSegment::QuadTo(a, p) => writer.add('q', &[a, p]),
            PathSegment::CubicTo(a, b, p) => writer.add('c', &[a, b, p]),
            PathSegment::Close => writer.text.push('Z'),
        }
    }
    writer.text
}

struct Writer {
    text: String,
    /// The point last written, in hundredths.
    last: (i32, i32),
}

impl Writer {
    fn add(&mut self, command: char, points: &[Point]) {
        self.text.push(command);
        let from = if command == 'M' { (0, 0) } else { self.last };
        for (index, point) in points.iter().enumerate() {
            let hundredths = |value: f32| (value * 100.0).round() as i32;
            let to = (hundredths(point.x), hundredths(point.y));
            self.number(to.0 - from.0, index == 0);
            self.number(to.1 - from.1, false);
            self.last = to;
        }
    }

    fn number(&mut self, hundredths: i32, is_first: bool) {
        if hundredths < 0 {
            self.text.push('-');
        } else if !is_first {
            self.text.push(' ');
        }
        let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        // Writing to a string cannot fail.
        let _ = match (whole, part) {
            (whole, 0) => write!(self.text, "{whole}"),
            (0, part) if part % 10 == 0 => write!(self.text, ".{}", part / 10),
            (whole, part) if part % 10 == 0 => write!(self.text, "{whole}.{}", part / 10),
            (0, part) => write!(self.text, ".{part:02}"),
            (whole, part) => write!(self.text, "{whole}.{part:02}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_is_read_as_it_was_written() {
        let data = "M10 20l5 0l0-7.5q1 .5 2 2c1 0 2 .25 3.5-4Z";
        let outline = Outline::parse(data).expect("a path");
        assert_eq!(path_data(&outline), data);
        assert!(Outline::parse("no path").is_none());
        assert!(Outline::parse("").is_none());
    }

    #[test]
    fn a_circle_and_a_box_lie_where_they_should() {
        let bounds = Outline::circle(10.0, 20.0, 4.0).expect("a circle").bounds();
        assert_eq!((bounds.left(), bounds.top(), bounds.width()), (6.0, 16.0, 8.0));
        let bounds = Outline::rounded_box(1.0, 2.0, 10.0, 6.0, 2.0).expect("a box").bounds();
        assert_eq!((bounds.left(), bounds.top()), (1.0, 2.0));
        assert_eq!((bounds.right(), bounds.bottom()), (11.0, 8.0));
    }
}
