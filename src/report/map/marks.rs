//! Signs of what happened: the reach of trains, conquests, marked objectives, movements, combats,
//! and the suits of the sectors in sight.

use super::base::suit;
use super::emblems;
use super::facts::{Fight, March, Picture};
use super::font::Font;
use super::frame::Frame;
use super::labels::{Area, Taken};
use super::land::land;
use super::palette::{ALARM, INK, PAPER, WHITE, letter, livery};
use crate::game::{CityId, Nation, board, supply_reach};
use std::fmt::Write;

/// Where a city is.
pub(super) fn spot(city: CityId) -> (f32, f32) {
    let info = board().info(city);
    (info.x as f32, info.y as f32)
}

/// The roads on which the trains of a nation bring supply (R9.2), in its colour.
///
/// Returns the cities it reaches.
pub(super) fn reach(svg: &mut String, picture: &Picture, nation: Nation) -> Vec<CityId> {
    let trains: Vec<CityId> = picture
        .stacks
        .iter()
        .filter(|stack| stack.nation == nation && stack.generals == 0)
        .map(|stack| stack.city)
        .collect();
    let hostile = picture.stacks.iter().filter(|stack| stack.nation.hostile_to(nation));
    let closed: Vec<CityId> = hostile.map(|stack| stack.city).collect();
    let reached = supply_reach(&trains, &closed);
    let mut roads = String::new();
    for (city, length) in &reached {
        for road in board().roads(*city) {
            // Only roads that lead on.
            if reached.iter().any(|(to, far)| *to == road.to && *far == length + 1) {
                let ((ax, ay), (bx, by)) = (spot(*city), spot(road.to));
                // Writing to a string cannot fail, here and below.
                let _ = write!(roads, "M{ax} {ay}L{bx} {by}");
            }
        }
    }
    if !roads.is_empty() {
        let _ = writeln!(
            svg,
            "<path d=\"{roads}\" fill=\"none\" stroke=\"{}\" stroke-width=\"9\" \
             stroke-linecap=\"round\" stroke-opacity=\"0.26\"/>",
            livery(nation).ink
        );
    }
    reached.into_iter().map(|(city, _)| city).collect()
}

/// The suits of the sectors in sight, each where nothing else is, best in a corner.
pub(super) fn suits(svg: &mut String, frame: &Frame, taken: &mut Taken) {
    for sector in &land().sectors {
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
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"10.5\" fill=\"{PAPER}\" fill-opacity=\"0.8\" \
             stroke=\"{INK}\" stroke-opacity=\"0.45\" stroke-width=\"0.8\"/>"
        );
        suit(svg, sector.suit, x, y, 0.52, 1.0);
        taken.take(Area::around(x, y, 11.0, 11.0));
    }
}

/// Where the flag of a conquered objective goes, above a piece if one is there.
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
pub(super) fn flag(svg: &mut String, city: CityId, by: Nation, lifted: f32) {
    let (x, y) = flag_spot(city, lifted);
    let colours = livery(by);
    let sign = Font::Numbers.centred(letter(by), 9.0, 0.0, 7.6, -13.4);
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x} {y}) scale(.82)\"><path d=\"{}\" fill=\"{INK}\"/>\
         <path d=\"{}\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"1\"/>\
         <path d=\"{sign}\" fill=\"{}\"/></g>",
        emblems::POLE,
        emblems::FLAG,
        colours.field,
        colours.letter
    );
}

/// What the sign of a marked objective covers.
pub(super) fn question_area(city: CityId, lifted: f32) -> Area {
    let (x, y) = spot(city);
    Area::around(x - 7.0 - lifted * 0.6, y - 8.0 - lifted * 0.6, 7.0, 7.0)
}

/// A question mark: the objective may still be conquered in this action (R5.6).
pub(super) fn question(svg: &mut String, city: CityId, lifted: f32) {
    let (x, y) = spot(city);
    let (x, y) = (x - 7.0 - lifted * 0.6, y - 8.0 - lifted * 0.6);
    let sign = Font::Numbers.centred("?", 10.5, 0.0, x, y + 3.8);
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"6.4\" fill=\"{PAPER}\" stroke=\"{ALARM}\" \
         stroke-width=\"1.4\"/><path d=\"{sign}\" fill=\"{ALARM}\"/>"
    );
}

/// An arrow along a movement; `room` is left free at its end.
pub(super) fn arrow(svg: &mut String, march: &March, room: f32, width: f32) {
    let mut points: Vec<(f32, f32)> = march.path.iter().map(|city| spot(*city)).collect();
    points.dedup();
    let Some((&(ex, ey), before)) = points.split_last() else { return };
    let Some(&(bx, by)) = before.last() else { return };
    let length = (ex - bx).hypot(ey - by);
    let (dx, dy) = ((ex - bx) / length, (ey - by) / length);
    let head = width * 2.6;
    let back = room.min(length * 0.45);
    let (tx, ty) = (ex - dx * back, ey - dy * back);
    let mut line = String::new();
    for (index, (x, y)) in before.iter().enumerate() {
        let _ = write!(line, "{}{x} {y}", if index == 0 { 'M' } else { 'L' });
    }
    let _ = write!(line, "L{} {}", tx - dx * head * 0.7, ty - dy * head * 0.7);
    let colour = livery(march.nation).ink;
    let dashes = if march.retreat {
        format!(" stroke-dasharray=\"{} {}\"", width * 1.8, width * 1.5)
    } else {
        String::new()
    };
    let tip = format!(
        "M{tx} {ty}L{} {}L{} {}Z",
        tx - dx * head - dy * head * 0.55,
        ty - dy * head + dx * head * 0.55,
        tx - dx * head + dy * head * 0.55,
        ty - dy * head - dx * head * 0.55
    );
    let _ = writeln!(
        svg,
        "<g fill=\"none\" stroke-linejoin=\"round\"><path d=\"{line}\" stroke=\"{WHITE}\" \
         stroke-opacity=\"0.85\" stroke-width=\"{}\"/><path d=\"{tip}\" stroke=\"{WHITE}\" \
         stroke-width=\"{}\"/><path d=\"{line}\" stroke=\"{colour}\" stroke-width=\"{width}\"\
         {dashes}/><path d=\"{tip}\" fill=\"{colour}\"/></g>",
        width + 2.4,
        2.4
    );
}

/// Between the two sides of a combat.
fn fight_spot(fight: &Fight) -> (f32, f32) {
    let ((ax, ay), (bx, by)) = (spot(fight.from), spot(fight.to));
    ((ax + bx) / 2.0, (ay + by) / 2.0)
}

/// What crossed swords cover.
pub(super) fn swords_area(fight: &Fight, size: f32) -> Area {
    let (x, y) = fight_spot(fight);
    Area::around(x, y, 11.0 * size, 11.0 * size)
}

/// Crossed swords between the two sides.
pub(super) fn swords(svg: &mut String, fight: &Fight, size: f32) {
    let (x, y) = fight_spot(fight);
    let _ = writeln!(
        svg,
        "<path transform=\"translate({x} {y}) scale({})\" d=\"{}\" fill=\"{ALARM}\" \
         stroke=\"{WHITE}\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"/>",
        size * 0.95,
        emblems::SWORDS
    );
}

/// The score of a combat, whose it is and how much, where nothing else is if that can be.
pub(super) fn score(svg: &mut String, fight: &Fight, size: f32, taken: &mut Taken) {
    let text = match (fight.score, fight.over) {
        (Some((nation, by)), true) => format!("{} +{by}", letter(nation)),
        (Some((nation, by)), false) => format!("{} {by}", letter(nation)),
        (None, true) => "0".to_owned(),
        (None, false) => return,
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
    let middle = (area.left + area.right) / 2.0;
    let outline = Font::Numbers.centred(&text, 11.0 * size, 0.0, middle, area.bottom - 3.0 * size);
    let _ = writeln!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{}\" rx=\"{}\" fill=\"{field}\" \
         stroke=\"{INK}\" stroke-width=\"{size}\"/><path d=\"{outline}\" fill=\"{ink}\"/>",
        area.left,
        area.top,
        2.0 * high,
        4.0 * size
    );
}
