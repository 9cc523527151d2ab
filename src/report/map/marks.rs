//! Signs of what happened: the reach of trains, conquests, marked objectives, movements, combats,
//! and the suits of the sectors in sight.

use super::base::suit;
use super::canvas::{Canvas, Lettering, Paint, Place};
use super::emblems::EMBLEMS;
use super::facts::{Fight, March, Picture};
use super::font::Font;
use super::frame::Frame;
use super::labels::{Area, Taken};
use super::outline::Outline;
use super::palette::{ALARM, INK, PAPER, WHITE, letter, livery};
use super::sector::sectors;
use super::subject::NumberedPlace;
use crate::game::{CityId, Nation, board, supply_reach};

/// Where a city is.
pub(super) fn spot(city: CityId) -> (f32, f32) {
    let info = board().info(city);
    (info.x as f32, info.y as f32)
}

/// The roads on which the trains of a nation bring supply (R9.2), in its colour.
///
/// Returns the cities that the trains reach.
pub(super) fn reach(canvas: &mut dyn Canvas, picture: &Picture, nation: Nation) -> Vec<CityId> {
    let trains: Vec<CityId> = picture
        .stacks
        .iter()
        .filter(|stack| stack.nation == nation && stack.generals == 0)
        .map(|stack| stack.city)
        .collect();
    let hostile = picture.stacks.iter().filter(|stack| stack.nation.hostile_to(nation));
    let closed: Vec<CityId> = hostile.map(|stack| stack.city).collect();
    let reached = supply_reach(&trains, &closed);
    let mut roads = Vec::new();
    for (city, length) in &reached {
        for road in board().roads(*city) {
            // Only roads that lead farther away from the trains.
            if reached.iter().any(|(to, far)| *to == road.to && *far == length + 1) {
                roads.push([spot(*city), spot(road.to)]);
            }
        }
    }
    if let Some(outline) = Outline::lines(roads.iter().map(|road| &road[..])) {
        let paint = Paint::line(livery(nation).ink, 9.0).rounded().faint(0.26);
        canvas.draw(&outline, Place::AS_IT_IS, &paint);
    }
    reached.into_iter().map(|(city, _)| city).collect()
}

/// The suits of the sectors in sight, each where nothing else is, best in a corner.
pub(super) fn suits(canvas: &mut dyn Canvas, frame: &Frame, taken: &mut Taken) {
    for sector in sectors() {
        let Some((left, top, right, bottom)) = sector.within(frame) else { continue };
        if right - left < 40.0 || bottom - top < 40.0 {
            continue;
        }
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        let places = (0..6).flat_map(|step| {
            corners.into_iter().map(move |(x, y)| {
                let inwards =
                    |edge: f32, low: f32, by: f32| if edge == low { edge + by } else { edge - by };
                let by = 17.0 + 14.0 * step as f32;
                (inwards(x, left, by), inwards(y, top, 17.0))
            })
        });
        let free = |(x, y): &(f32, f32)| taken.is_free(&Area::around(*x, *y, 11.0, 11.0));
        let Some((x, y)) = places.into_iter().find(free) else { continue };
        let paint = Paint::fill(PAPER).faint(0.8).with_line(INK, 0.8).faint_line(0.45);
        canvas.circle(x, y, 10.5, &paint);
        suit(canvas, sector.suit, (x, y), 0.52, 1.0);
        taken.take(Area::around(x, y, 11.0, 11.0));
    }
}

/// Where the flag of a conquered objective is planted; `lifted` is how far a piece there moves it.
fn flag_spot(city: CityId, lifted: f32) -> (f32, f32) {
    let (x, y) = spot(city);
    (x + 5.0 + lifted * 0.35, y - 4.0 - lifted * 0.75)
}

/// What a flag covers.
pub(super) fn flag_area(city: CityId, lifted: f32) -> Area {
    let (x, y) = flag_spot(city, lifted);
    Area { left: x - 1.0, top: y - 20.0, right: x + 13.0, bottom: y }
}

/// The conqueror's flag.
pub(super) fn flag(canvas: &mut dyn Canvas, city: CityId, by: Nation, lifted: f32) {
    let (x, y) = flag_spot(city, lifted);
    let (colours, place) = (livery(by), Place::at(x, y, 0.82));
    canvas.draw(&EMBLEMS.pole, place, &Paint::fill(INK));
    canvas.draw(&EMBLEMS.flag, place, &Paint::fill(colours.field).with_line(INK, 1.0));
    let (sign, middle) = (letter(by), (x + 7.6 * 0.82, y - 13.4 * 0.82));
    let paint = Paint::fill(colours.letter);
    canvas.write(&Lettering::centred(Font::Numbers, sign, 9.0 * 0.82, middle, paint));
}

/// What the sign of a marked objective covers.
pub(super) fn question_area(city: CityId, lifted: f32) -> Area {
    let (x, y) = spot(city);
    Area::around(x - 7.0 - lifted * 0.6, y - 8.0 - lifted * 0.6, 7.0, 7.0)
}

/// A question mark: the objective may still be conquered in this action (R5.6).
pub(super) fn question(canvas: &mut dyn Canvas, city: CityId, lifted: f32) {
    let (x, y) = spot(city);
    let (x, y) = (x - 7.0 - lifted * 0.6, y - 8.0 - lifted * 0.6);
    canvas.circle(x, y, 6.4, &Paint::fill(PAPER).with_line(ALARM, 1.4));
    let paint = Paint::fill(ALARM);
    canvas.write(&Lettering::centred(Font::Numbers, "?", 10.5, (x, y + 3.8), paint));
}

/// An arrow along a movement; `room` units before its last city are left free.
pub(super) fn arrow(canvas: &mut dyn Canvas, march: &March, room: f32, width: f32) {
    let mut points: Vec<(f32, f32)> = march.path.iter().map(|city| spot(*city)).collect();
    points.dedup();
    let Some(&(ex, ey)) = points.last() else { return };
    let Some(&(bx, by)) = points.iter().nth_back(1) else { return };
    let length = (ex - bx).hypot(ey - by);
    let (dx, dy) = ((ex - bx) / length, (ey - by) / length);
    let head = width * 2.6;
    let back = room.min(length * 0.45);
    let (tx, ty) = (ex - dx * back, ey - dy * back);
    if let Some(end) = points.last_mut() {
        *end = (tx - dx * head * 0.7, ty - dy * head * 0.7);
    }
    let tip = [
        (tx, ty),
        (tx - dx * head - dy * head * 0.55, ty - dy * head + dx * head * 0.55),
        (tx - dx * head + dy * head * 0.55, ty - dy * head - dx * head * 0.55),
    ];
    let (Some(line), Some(tip)) = (Outline::line(&points), Outline::polygon(&tip)) else { return };
    let colour = livery(march.nation).ink;
    let way = Paint::line(colour, width);
    let way = if march.retreat { way.dashed(width * 1.8, width * 1.5) } else { way };
    canvas.draw(&line, Place::AS_IT_IS, &Paint::line(WHITE, width + 2.4).faint(0.85).rounded());
    canvas.draw(&tip, Place::AS_IT_IS, &Paint::line(WHITE, 2.4).rounded());
    canvas.draw(&line, Place::AS_IT_IS, &way);
    canvas.draw(&tip, Place::AS_IT_IS, &Paint::fill(colour));
}

/// The point halfway between two cities.
pub(super) fn middle(from: CityId, to: CityId) -> (f32, f32) {
    let ((ax, ay), (bx, by)) = (spot(from), spot(to));
    ((ax + bx) / 2.0, (ay + by) / 2.0)
}

/// Where the signs of a combat go: halfway between its two sides.
fn fight_spot(fight: &Fight) -> (f32, f32) {
    middle(fight.from, fight.to)
}

/// Rings around the cities that can be reached, in the nation's colour.
pub(super) fn within(canvas: &mut dyn Canvas, cities: &[CityId], nation: Nation, radius: f32) {
    let paint = Paint::fill(PAPER).faint(0.75).with_line(livery(nation).ink, radius * 0.38);
    for (x, y) in cities.iter().map(|city| spot(*city)) {
        canvas.circle(x, y, radius, &paint);
    }
}

/// What the number of an answer covers.
pub(super) fn number_area(answer: &NumberedPlace, radius: f32) -> Area {
    let (x, y) = middle(answer.from, answer.to);
    Area::around(x, y, radius * 1.15, radius * 1.15)
}

/// The number that the menu gives an answer, on a plate.
pub(super) fn number(canvas: &mut dyn Canvas, answer: &NumberedPlace, radius: f32) {
    let (x, y) = middle(answer.from, answer.to);
    let text = (answer.index + 1).to_string();
    canvas.circle(x, y, radius, &Paint::fill(WHITE).with_line(ALARM, radius * 0.22));
    let size = if text.len() > 1 { radius * 1.15 } else { radius * 1.4 };
    let place = (x, y + size * 0.36);
    canvas.write(&Lettering::centred(Font::Numbers, &text, size, place, Paint::fill(ALARM)));
}

/// What crossed swords cover.
pub(super) fn swords_area(fight: &Fight, size: f32) -> Area {
    let (x, y) = fight_spot(fight);
    Area::around(x, y, 11.0 * size, 11.0 * size)
}

/// Crossed swords between the two sides.
pub(super) fn swords(canvas: &mut dyn Canvas, fight: &Fight, size: f32) {
    let (x, y) = fight_spot(fight);
    let paint = Paint::fill(ALARM).rimmed(WHITE, 3.0);
    canvas.draw(&EMBLEMS.swords, Place::at(x, y, size * 0.95), &paint);
}

/// The score of a combat as a small plate, in its place.
pub(super) struct Score {
    text: String,
    size: f32,
    area: Area,
    field: &'static str,
    ink: &'static str,
}

impl Score {
    /// Finds a place for the score of a combat, where nothing else is if possible; `None` if it has no score
    /// yet.
    pub fn place(fight: &Fight, size: f32, taken: &mut Taken) -> Option<Score> {
        let text = match (fight.score, fight.over) {
            (Some((nation, by)), true) => format!("{} +{by}", letter(nation)),
            (Some((nation, by)), false) => format!("{} {by}", letter(nation)),
            (None, true) => "0".to_owned(),
            (None, false) => return None,
        };
        let width = Font::Numbers.width(&text, 11.0 * size, 0.0) + 8.0 * size;
        let (half, high) = (width / 2.0, 6.8 * size);
        let (x, y) = fight_spot(fight);
        let (beside, below) = (half + 13.0 * size, 18.0 * size);
        let places = [
            (0.0, below),
            (0.0, -below),
            (beside, 0.0),
            (-beside, 0.0),
            (beside, below),
            (-beside, below),
            (beside, -below),
            (-beside, -below),
            (0.0, 1.8 * below),
            (0.0, -1.8 * below),
        ];
        let area = |(dx, dy): (f32, f32)| Area::around(x + dx, y + dy, half, high);
        let free = places.into_iter().map(area).find(|area| taken.is_free(area));
        let area = free.unwrap_or_else(|| area((0.0, below)));
        taken.take(area);
        let (field, ink) = match fight.score {
            Some((nation, _)) => (livery(nation).field, livery(nation).letter),
            None => (PAPER, INK),
        };
        Some(Score { text, size, area, field, ink })
    }

    /// Draws it where it was placed.
    pub fn draw(&self, canvas: &mut dyn Canvas) {
        let Score { area, size, .. } = *self;
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        let paint = Paint::fill(self.field).with_line(INK, size);
        canvas.rounded_box((area.left, area.top), (width, height), 4.0 * size, &paint);
        let middle = ((area.left + area.right) / 2.0, area.bottom - 3.0 * size);
        let (letters, paint) = (11.0 * size, Paint::fill(self.ink));
        canvas.write(&Lettering::centred(Font::Numbers, &self.text, letters, middle, paint));
    }
}
