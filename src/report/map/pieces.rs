//! The pieces as drawings: generals as medals with their nation's letter, trains as wagons.
//!
//! A stack shows as many rims as it has generals, and as many dots; the number beside it are its
//! troops, with a question mark where they are only what was last declared. Face down, a medal is
//! hatched and its letter stands on its head.

use super::facts::Stack;
use super::font::{Font, round};
use super::labels::Area;
use super::palette::{INK, PAPER, WHITE, letter, livery};
use crate::game::board;
use std::fmt::Write;

/// A piece in the picture.
pub(super) struct Token<'a> {
    pub stack: &'a Stack,
    pub x: f32,
    pub y: f32,
    /// Radius of a medal, in units of the board.
    pub radius: f32,
}

impl Token<'_> {
    pub fn new(stack: &Stack, radius: f32) -> Token<'_> {
        let info = board().info(stack.city);
        Token { stack, x: info.x as f32, y: info.y as f32, radius }
    }

    /// What it covers, its number of troops apart.
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

    /// The number beside it, and where it goes.
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

    /// All that is covered.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas = vec![self.area()];
        areas.extend(self.number().map(|(_, _, area)| area));
        areas
    }

    pub fn draw(&self, svg: &mut String) {
        if self.is_train() {
            self.wagon(svg)
        } else {
            self.medals(svg)
        }
        self.troops(svg);
    }

    // Writing to a string cannot fail, here and below.
    fn medals(&self, svg: &mut String) {
        let Token { x, y, radius: r, stack } = self;
        let colours = livery(stack.nation);
        let line = r * 0.13;
        let field = if stack.face_down { PAPER } else { colours.field };
        for behind in (1..stack.generals).rev() {
            let shift = self.rim_step() * f32::from(behind);
            let _ = writeln!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{r}\" fill=\"{field}\" stroke=\"{INK}\" \
                 stroke-width=\"{line}\"/><circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" \
                 stroke=\"{WHITE}\" stroke-width=\"{}\"/>",
                x + shift,
                y - shift,
                x + shift,
                y - shift,
                r - line,
                line
            );
        }
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{field}\" stroke=\"{INK}\" \
             stroke-width=\"{line}\"/>"
        );
        if stack.face_down {
            self.hatch(svg);
        } else {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{}\" \
                 stroke-opacity=\"0.75\" stroke-width=\"{}\"/>",
                r * 0.83,
                colours.letter,
                r * 0.06
            );
        }
        let base = if stack.generals > 1 { r * 0.3 } else { r * 0.43 };
        let sign = Font::Numbers.centred(letter(stack.nation), r * 1.2, 0.0, *x, y + base);
        if stack.face_down {
            let _ = writeln!(
                svg,
                "<path d=\"{sign}\" transform=\"rotate(180 {x} {y})\" fill=\"{}\" \
                 stroke=\"{PAPER}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
                 paint-order=\"stroke\"/>",
                colours.ink,
                r * 0.36
            );
        } else {
            let _ = writeln!(svg, "<path d=\"{sign}\" fill=\"{}\"/>", colours.letter);
        }
        let dot = if stack.face_down { colours.ink } else { colours.letter };
        // One dot alone would make an exclamation mark of the letter.
        for index in (0..stack.generals).filter(|_| stack.generals > 1) {
            let shift = (f32::from(index) - f32::from(stack.generals - 1) / 2.0) * r * 0.34;
            let _ = writeln!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{dot}\"/>",
                x + shift,
                y + r * 0.58,
                r * 0.12
            );
        }
    }

    /// Parallel lines within the medal.
    fn hatch(&self, svg: &mut String) {
        let Token { x, y, radius: r, stack } = self;
        let mut lines = String::new();
        for step in [-0.8_f32, -0.4, 0.0, 0.4, 0.8] {
            let half = r * 0.96 * (1.0 - step * step).sqrt();
            let along = std::f32::consts::FRAC_1_SQRT_2;
            let (mx, my) = (x + step * r * along, y + step * r * along);
            let _ = write!(
                lines,
                "M{} {}L{} {}",
                round(mx - half * along),
                round(my + half * along),
                round(mx + half * along),
                round(my - half * along)
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"{lines}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
            livery(stack.nation).ink,
            r * 0.14
        );
    }

    fn wagon(&self, svg: &mut String) {
        let Token { x, y, radius: r, stack } = self;
        let colours = livery(stack.nation);
        let (half, top, height) = (r * 0.9, y - r * 0.72, r * 1.18);
        let line = r * 0.13;
        for side in [-0.5, 0.5] {
            let _ = writeln!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{WHITE}\" stroke=\"{INK}\" \
                 stroke-width=\"{}\"/>",
                x + side * r,
                y + r * 0.5,
                r * 0.27,
                line * 1.1
            );
        }
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{top}\" width=\"{}\" height=\"{height}\" rx=\"{}\" fill=\"{}\" \
             stroke=\"{INK}\" stroke-width=\"{line}\"/>",
            x - half,
            half * 2.0,
            r * 0.18,
            colours.field
        );
        let sign = Font::Numbers.centred(letter(stack.nation), r * 1.05, 0.0, *x, y + r * 0.25);
        let _ = writeln!(svg, "<path d=\"{sign}\" fill=\"{}\"/>", colours.letter);
    }

    fn troops(&self, svg: &mut String) {
        let Some((text, is_exact, area)) = self.number() else { return };
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        let dashes = if is_exact { "" } else { " stroke-dasharray=\"1.6 1.2\"" };
        let fill = if is_exact { WHITE } else { PAPER };
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"{}\" \
             fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{}\"{dashes}/>",
            area.left,
            area.top,
            height * 0.32,
            self.radius * 0.09
        );
        let middle = (area.left + area.right) / 2.0;
        let outline = Font::Numbers.centred(
            &text,
            self.radius * 1.05,
            0.0,
            middle,
            area.bottom - height * 0.16,
        );
        let _ = writeln!(svg, "<path d=\"{outline}\" fill=\"{INK}\"/>");
    }
}
