//! A canvas of pixels.
//!
//! Shapes are drawn as they are asked for. Letters are drawn once for each text, size and rim, and
//! copied after that: names are most of what a picture shows, and always the same.

use super::canvas::{Canvas, Ink, Lettering, Line, Paint, Place};
use super::font::Font;
use super::frame::Frame;
use super::outline::Outline;
use super::raster::rgb;
use resvg::tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Mask, Paint as Brush, Path, Pixmap, Stroke, StrokeDash,
    Transform,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Pixels that show a frame.
pub(super) struct Pixels {
    /// As wide and high as the frame in pixels; the base map lies in it from the beginning.
    pub pixmap: Pixmap,
    frame: Frame,
    stamps: Arc<Mutex<Stamps>>,
}

/// Room around letters for their rim and smooth edges, in pixels.
const AROUND: f32 = 3.0;

/// Letters that have been drawn: how much each pixel is covered.
#[derive(Default)]
struct Stamps {
    known: BTreeMap<(Font, String, u32, u32), Arc<Stamp>>,
}

/// How many stamps are kept: all names at all sizes of the map and more.
const KEPT: usize = 6000;

/// A text as pixels.
struct Stamp {
    width: usize,
    /// Where its first column lies, seen from where the base line begins; mostly below 0.
    left: i32,
    /// Where its first row lies, likewise.
    top: i32,
    /// How much each pixel is covered, row by row: 0 is not at all, 255 wholly.
    fill: Vec<u8>,
    /// The same of the rim, if there is one.
    rim: Option<Vec<u8>>,
}

impl Pixels {
    /// A canvas on top of a pixmap that shows the base map of a frame.
    pub fn new(pixmap: Pixmap, frame: Frame) -> Pixels {
        static STAMPS: Mutex<Option<Arc<Mutex<Stamps>>>> = Mutex::new(None);
        let mut shared = STAMPS.lock().unwrap_or_else(PoisonError::into_inner);
        let stamps = shared.get_or_insert_default().clone();
        Pixels { pixmap, frame, stamps }
    }

    fn transform(&self, place: Place) -> Transform {
        let Frame { x, y, scale, .. } = self.frame;
        let size = if place.upside_down { -place.scale } else { place.scale } * scale;
        Transform::from_row(size, 0.0, 0.0, size, (place.x - x) * scale, (place.y - y) * scale)
    }

    /// Whether anything of an outline can be seen.
    fn is_in_sight(&self, outline: &Path, transform: Transform, around: f32) -> bool {
        let Some(bounds) = outline.bounds().transform(transform) else { return false };
        bounds.right() + around >= 0.0
            && bounds.bottom() + around >= 0.0
            && bounds.left() - around <= self.pixmap.width() as f32
            && bounds.top() - around <= self.pixmap.height() as f32
    }

    /// The letters of a text as pixels, drawn now or before; `None` if nothing of them can be seen.
    fn stamp(&self, text: &Lettering<'_>) -> Option<Arc<Stamp>> {
        let size = text.size * self.frame.scale;
        let rim = text.paint.line.filter(|_| text.paint.rim);
        let rim = rim.map_or(0.0, |line| line.width * self.frame.scale);
        let key = (text.font, text.text.to_owned(), size.to_bits(), rim.to_bits());
        let mut stamps = self.stamps.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stamp) = stamps.known.get(&key) {
            return Some(stamp.clone());
        }
        let stamp = Arc::new(Stamp::cut(text.font, text.text, size, rim)?);
        if stamps.known.len() >= KEPT {
            stamps.known.clear();
        }
        stamps.known.insert(key, stamp.clone());
        Some(stamp)
    }

    /// Puts a colour on the pixels as far as they are covered.
    fn press(&mut self, stamp: &Stamp, cover: &[u8], (x, y): (i32, i32), ink: Ink) {
        let colour = rgb(ink.colour).map(u32::from);
        let opacity = (ink.opacity.clamp(0.0, 1.0) * 256.0) as u32;
        let (width, height) = (self.pixmap.width() as i32, self.pixmap.height() as i32);
        let pixels = self.pixmap.data_mut();
        for (row, covered) in cover.chunks_exact(stamp.width).enumerate() {
            let row = y + stamp.top + row as i32;
            if !(0..height).contains(&row) {
                continue;
            }
            for (column, cover) in covered.iter().enumerate().filter(|(_, cover)| **cover > 0) {
                let column = x + stamp.left + column as i32;
                if !(0..width).contains(&column) {
                    continue;
                }
                let at = ((row * width + column) * 4) as usize;
                let Some(pixel) = pixels.get_mut(at..at + 3) else { continue };
                let cover = u32::from(*cover) * opacity / 256;
                for (part, new) in pixel.iter_mut().zip(colour) {
                    *part = ((u32::from(*part) * (255 - cover) + new * cover + 127) / 255) as u8;
                }
            }
        }
    }
}

impl Stamp {
    fn cut(font: Font, text: &str, size: f32, rim: f32) -> Option<Stamp> {
        let outline = font.outline(text, size, 0.0, 0.0, 0.0)?;
        let bounds = outline.bounds();
        let around = AROUND + rim / 2.0;
        let (left, top) = ((bounds.left() - around).floor(), (bounds.top() - around).floor());
        let width = (bounds.right() + around - left).ceil() as u32;
        let height = (bounds.bottom() + around - top).ceil() as u32;
        let transform = Transform::from_translate(-left, -top);
        let cover = |outline: &Path| {
            let mut mask = Mask::new(width, height)?;
            mask.fill_path(outline, FillRule::Winding, true, transform);
            // Four shades only: the eye sees no difference, and pictures get smaller by a third.
            Some(
                mask.data()
                    .iter()
                    .map(|cover| (cover.saturating_add(32) >> 6).min(3) * 85)
                    .collect(),
            )
        };
        let rim = match rim > 0.0 {
            true => {
                let line = Stroke { width: rim, line_join: LineJoin::Bevel, ..Stroke::default() };
                outline.stroke(&line, 1.0).and_then(|outline| cover(&outline))
            }
            false => None,
        };
        let (width, left, top) = (width as usize, left as i32, top as i32);
        Some(Stamp { width, left, top, fill: cover(&outline)?, rim })
    }
}

fn brush(ink: Ink) -> Brush<'static> {
    let [red, green, blue] = rgb(ink.colour);
    let alpha = (ink.opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    let mut brush = Brush { anti_alias: true, ..Brush::default() };
    brush.set_color(Color::from_rgba8(red, green, blue, alpha));
    brush
}

fn stroke(line: &Line) -> Stroke {
    let (line_cap, line_join) = match line.round {
        true => (LineCap::Round, LineJoin::Round),
        false => (LineCap::Butt, LineJoin::Miter),
    };
    let dash = line.dashes.and_then(|(dash, gap)| StrokeDash::new(vec![dash, gap], 0.0));
    Stroke { width: line.width, line_cap, line_join, dash, ..Stroke::default() }
}

impl Canvas for Pixels {
    fn draw(&mut self, outline: &Outline, place: Place, paint: &Paint) {
        let transform = self.transform(place);
        let around = paint.line.map_or(0.0, |line| line.width * place.scale * self.frame.scale);
        if !self.is_in_sight(outline, transform, around + 1.0) {
            return;
        }
        let line = paint.line.map(|line| (stroke(&line), brush(line.ink)));
        let draw_line = |pixmap: &mut Pixmap| {
            if let Some((stroke, brush)) = &line {
                pixmap.stroke_path(outline, brush, stroke, transform, None);
            }
        };
        if paint.rim {
            draw_line(&mut self.pixmap);
        }
        if let Some(ink) = paint.fill {
            let rule = FillRule::Winding;
            self.pixmap.fill_path(outline, &brush(ink), rule, transform, None);
        }
        if !paint.rim {
            draw_line(&mut self.pixmap);
        }
    }

    fn write(&mut self, text: &Lettering<'_>) {
        let Some(stamp) = self.stamp(text) else { return };
        let on_pixel = |value: f32, from: f32| ((value - from) * self.frame.scale).round() as i32;
        let at = (on_pixel(text.x, self.frame.x), on_pixel(text.y, self.frame.y));
        if let (Some(rim), Some(line)) = (&stamp.rim, text.paint.line) {
            self.press(&stamp, rim, at, line.ink);
        }
        if let Some(ink) = text.paint.fill {
            self.press(&stamp, &stamp.fill, at, ink);
        }
    }
}
