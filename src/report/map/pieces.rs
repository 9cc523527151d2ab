//! The pieces as drawings: generals as medals with their nation's letter, trains as wagons.
//!
//! A stack shows as many rims as it has generals, and as many dots. The number beside it is that of its
//! troops, with a question mark where it is only what was last declared. Face down, a medal is hatched and
//! its letter stands on its head.

use super::canvas::{Canvas, Lettering, Paint, Place};
use super::facts::Stack;
use super::font::{Font, round};
use super::labels::Area;
use super::outline::Outline;
use super::palette::{INK, PAPER, WHITE, letter, livery};
use crate::game::board;

/// A piece in the picture.
pub(super) struct Token<'a> {
    /// What stands there, as the reader may know it.
    pub stack: &'a Stack,
    /// Its middle, in units of the board.
    pub x: f32,
    /// Its middle, in units of the board.
    pub y: f32,
    /// Radius of a medal, in units of the board.
    pub radius: f32,
}

impl Token<'_> {
    /// The stack as it stands in its city; `radius` is in units of the board.
    pub fn new(stack: &Stack, radius: f32) -> Token<'_> {
        let info = board().info(stack.city);
        Token { stack, x: info.x as f32, y: info.y as f32, radius }
    }

    /// What it covers, without the number of troops.
    pub fn area(&self) -> Area {
        let r = self.radius + 1.0;
        let rims = self.rim_step() * f32::from(self.stack.generals.saturating_sub(1));
        let mut area = Area::around(self.x, self.y, r, if self.is_train() { r * 0.85 } else { r });
        area.right += rims;
        area.top -= rims;
        area
    }

    fn is_train(&self) -> bool {
        self.stack.generals == 0
    }

    fn rim_step(&self) -> f32 {
        self.radius * 0.3
    }

    /// The number beside it, if one is known: the text, whether it is exact, and the box around it.
    fn number(&self) -> Option<(String, bool, Area)> {
        let (text, is_exact) = match (self.stack.troops, self.stack.declared) {
            (Some(troops), _) => (troops.to_string(), true),
            (None, Some(declared)) => (format!("{declared}?"), false),
            (None, None) => return None,
        };
        let size = self.radius * 1.05;
        let half_width =
            (Font::Numbers.width(&text, size, 0.0) / 2.0 + size * 0.22).max(size * 0.5);
        let (x, y) = (self.x - self.radius * 0.75 - half_width * 0.45, self.y + self.radius * 0.95);
        Some((text, is_exact, Area::around(x, y, half_width, size * 0.56)))
    }

    /// All that it covers, the number of troops included.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas = vec![self.area()];
        areas.extend(self.number().map(|(_, _, area)| area));
        areas
    }

    /// Draws it in its city.
    pub fn draw(&self, canvas: &mut dyn Canvas) {
        if self.is_train() {
            self.wagon(canvas)
        } else {
            self.medals(canvas)
        }
        self.troops(canvas);
    }

    fn medals(&self, canvas: &mut dyn Canvas) {
        let &Token { x, y, radius: r, stack } = self;
        let colours = livery(stack.nation);
        let line = r * 0.13;
        let medal = Paint::fill(if stack.face_down { PAPER } else { colours.field });
        let medal = medal.with_line(INK, line);
        for behind in (1..stack.generals).rev() {
            let shift = self.rim_step() * f32::from(behind);
            canvas.circle(x + shift, y - shift, r, &medal);
            canvas.circle(x + shift, y - shift, r - line, &Paint::line(WHITE, line));
        }
        canvas.circle(x, y, r, &medal);
        if stack.face_down {
            self.hatch(canvas);
        } else {
            canvas.circle(x, y, r * 0.83, &Paint::line(colours.letter, r * 0.06).faint(0.75));
        }
        let base = if stack.generals > 1 { r * 0.3 } else { r * 0.43 };
        let sign = letter(stack.nation);
        if stack.face_down {
            let left = -Font::Numbers.width(sign, r * 1.2, 0.0) / 2.0;
            if let Some(outline) = Font::Numbers.outline(sign, r * 1.2, 0.0, left, base) {
                let paint = Paint::fill(colours.ink).rimmed(PAPER, r * 0.36);
                let place = Place { upside_down: true, ..Place::at(x, y, 1.0) };
                canvas.draw(&outline, place, &paint);
            }
        } else {
            let paint = Paint::fill(colours.letter);
            let middle = (x, y + base);
            canvas.write(&Lettering::centred(Font::Numbers, sign, r * 1.2, middle, paint));
        }
        let dot = Paint::fill(if stack.face_down { colours.ink } else { colours.letter });
        // A single dot below the letter would look like an exclamation mark.
        for index in (0..stack.generals).filter(|_| stack.generals > 1) {
            let shift = (f32::from(index) - f32::from(stack.generals - 1) / 2.0) * r * 0.34;
            canvas.circle(x + shift, y + r * 0.58, r * 0.12, &dot);
        }
    }

    /// Parallel lines within the medal.
    fn hatch(&self, canvas: &mut dyn Canvas) {
        let &Token { x, y, radius: r, stack } = self;
        let lines = [-0.8_f32, -0.4, 0.0, 0.4, 0.8].map(|step| {
            let half = r * 0.96 * (1.0 - step * step).sqrt();
            let along = std::f32::consts::FRAC_1_SQRT_2;
            let (mx, my) = (x + step * r * along, y + step * r * along);
            [
                (round(mx - half * along), round(my + half * along)),
                (round(mx + half * along), round(my - half * along)),
            ]
        });
        if let Some(outline) = Outline::lines(lines.iter().map(|line| &line[..])) {
            let paint = Paint::line(livery(stack.nation).ink, r * 0.14);
            canvas.draw(&outline, Place::AS_IT_IS, &paint);
        }
    }

    fn wagon(&self, canvas: &mut dyn Canvas) {
        let &Token { x, y, radius: r, stack } = self;
        let colours = livery(stack.nation);
        let (half, top, height) = (r * 0.9, y - r * 0.72, r * 1.18);
        let line = r * 0.13;
        for side in [-0.5, 0.5] {
            let paint = Paint::fill(WHITE).with_line(INK, line * 1.1);
            canvas.circle(x + side * r, y + r * 0.5, r * 0.27, &paint);
        }
        let paint = Paint::fill(colours.field).with_line(INK, line);
        canvas.rounded_box((x - half, top), (half * 2.0, height), r * 0.18, &paint);
        let (sign, middle) = (letter(stack.nation), (x, y + r * 0.25));
        let paint = Paint::fill(colours.letter);
        canvas.write(&Lettering::centred(Font::Numbers, sign, r * 1.05, middle, paint));
    }

    fn troops(&self, canvas: &mut dyn Canvas) {
        let Some((text, is_exact, area)) = self.number() else { return };
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        let paint = Paint::fill(if is_exact { WHITE } else { PAPER });
        let paint = paint.with_line(INK, self.radius * 0.09);
        let paint = if is_exact { paint } else { paint.dashed(1.6, 1.2) };
        canvas.rounded_box((area.left, area.top), (width, height), height * 0.32, &paint);
        let middle = ((area.left + area.right) / 2.0, area.bottom - height * 0.16);
        let (size, paint) = (self.radius * 1.05, Paint::fill(INK));
        canvas.write(&Lettering::centred(Font::Numbers, &text, size, middle, paint));
    }
}
