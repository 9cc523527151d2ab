//! The map without anything of a game: sea, land, home countries, sectors, roads, cities.
//!
//! It is the same in every picture. The PNGs have it from `sheet`, drawn beforehand; an SVG has it drawn
//! here each time.

use super::canvas::{Canvas, Lettering, Paint, Place, Svg};
use super::emblems::{self, EMBLEMS};
use super::font::Font;
use super::frame::{BOARD, Frame};
use super::land::land;
use super::outline::Outline;
use super::palette::{
    BLACK_SUIT, COAST, FAINT_INK, GRID, INK, MAIN_ROAD, PAPER, RED_SUIT, ROAD, SEA, WATER_LINE,
    WHITE, letter, livery, wash,
};
use super::sector;
use crate::game::{CityId, Suit, board};
use std::fmt::Write;

/// Names in the background: text, middle (x, y), size, room between letters, all in units of the board.
const COUNTRIES: [(&str, f32, f32, f32, f32); 15] = [
    ("BRANDENBURGUM", 1085.0, 705.0, 30.0, 13.0),
    ("POMERANIA", 1330.0, 400.0, 28.0, 14.0),
    ("SILESIA", 1640.0, 1120.0, 30.0, 20.0),
    ("BORUSSIA", 2205.0, 205.0, 30.0, 17.0),
    ("SAXONIA", 930.0, 1130.0, 30.0, 18.0),
    ("BOHEMIA", 1235.0, 1430.0, 32.0, 24.0),
    ("MORAVIA", 1590.0, 1530.0, 28.0, 16.0),
    ("POLONIA", 1950.0, 790.0, 44.0, 46.0),
    ("HANOVERA", 400.0, 705.0, 30.0, 16.0),
    ("HASSIA", 330.0, 1235.0, 26.0, 16.0),
    ("WESTPHALIA", 160.0, 985.0, 22.0, 6.0),
    ("FRANCONIA", 500.0, 1490.0, 28.0, 15.0),
    ("THURINGIA", 600.0, 1215.0, 24.0, 9.0),
    ("MEGALOPOLIS", 790.0, 455.0, 24.0, 9.0),
    ("HOLSATIA", 455.0, 345.0, 22.0, 8.0),
];
/// The same of seas.
const SEAS: [(&str, f32, f32, f32, f32); 2] =
    [("Mare Balticum", 1130.0, 120.0, 54.0, 12.0), ("Mare Germanicum", 158.0, 190.0, 34.0, 2.0)];

/// Radius of the dot of a city, in units of the board.
pub(super) const CITY: f32 = 4.0;

/// How far away the board is seen from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Distance {
    /// Everything is drawn.
    Near,
    /// Without lines in the water and the dots of cities that are nothing special: they would be a
    /// blur.
    Far,
    /// Besides without the lesser roads, the sectors and the names of countries and seas.
    Farthest,
}

/// The base map, to be put between [`Svg::open`] and `</svg>`.
pub(super) fn draw(from: Distance) -> String {
    let from_far = from != Distance::Near;
    let mut svg = String::with_capacity(400_000);
    // Writing to a string cannot fail, here and below.
    let Frame { x, y, width, height, .. } = BOARD;
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{SEA}\"/>"
    );
    land_and_water(&mut svg, from_far);
    if from != Distance::Farthest {
        sectors(&mut svg);
        background_names(&mut svg);
    }
    roads(&mut svg, from);
    let mut canvas = Svg { text: svg };
    let special = |city: &CityId| {
        let info = board().info(*city);
        info.depot_of.is_some() || info.objective.is_some()
    };
    cities(&mut canvas, board().city_ids().filter(|city| !from_far || special(city)));
    let mut svg = canvas.text;
    border(&mut svg);
    svg
}

fn land_and_water(svg: &mut String, from_far: bool) {
    let land = land();
    let water = land.water.iter().enumerate().filter(|_| !from_far);
    for (index, line) in water.rev() {
        let opacity = 0.75 - 0.13 * index as f32;
        let _ = writeln!(
            svg,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{WATER_LINE}\" stroke-width=\"1.1\" \
             stroke-opacity=\"{opacity}\"/>"
        );
    }
    let _ = writeln!(svg, "<path d=\"{}\" fill=\"{PAPER}\"/>", land.coast);
    for (index, (home, area)) in land.homes.iter().enumerate() {
        let (field, border) = wash(*home);
        // The border is coloured on its inner side, as on maps that were coloured by hand.
        let _ = writeln!(
            svg,
            "<clipPath id=\"home{index}\"><path d=\"{area}\" clip-rule=\"evenodd\"/></clipPath>\n\
             <path d=\"{area}\" fill=\"{field}\" fill-rule=\"evenodd\"/>\n\
             <g clip-path=\"url(#home{index})\"><path d=\"{area}\" fill=\"none\" \
             stroke=\"{border}\" stroke-width=\"15\" stroke-opacity=\"0.45\"/>\
             <path d=\"{area}\" fill=\"none\" stroke=\"{border}\" stroke-width=\"5\"/></g>"
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"{}\" fill=\"none\" stroke=\"{COAST}\" stroke-width=\"1.8\"/>",
        land.coast
    );
}

fn sectors(svg: &mut String) {
    let mut grid = String::new();
    for sector in sector::sectors() {
        let (left, top) = (sector.left, sector.top);
        let (width, height) = (sector.right - left, sector.bottom - top);
        let red = emblems::is_red(sector.suit);
        let tint = if red { RED_SUIT } else { BLACK_SUIT };
        let opacity = if red { 0.05 } else { 0.035 };
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
             fill=\"{tint}\" fill-opacity=\"{opacity}\"/>"
        );
        let mut canvas = Svg::default();
        suit(&mut canvas, sector.suit, (left + width / 2.0, top + height / 2.0), 3.4, 0.16);
        svg.push_str(&canvas.text);
        let _ = write!(grid, "M{left} {top}h{width}v{height}h-{width}Z");
    }
    let _ = writeln!(
        svg,
        "<path d=\"{grid}\" fill=\"none\" stroke=\"{GRID}\" stroke-width=\"1\" \
         stroke-dasharray=\"7 5\"/>"
    );
}

/// A suit symbol of about 24 units, times `size`.
pub(super) fn suit(
    canvas: &mut dyn Canvas,
    suit: Suit,
    (x, y): (f32, f32),
    size: f32,
    opacity: f32,
) {
    let colour = if emblems::is_red(suit) { RED_SUIT } else { BLACK_SUIT };
    canvas.draw(EMBLEMS.suit(suit), Place::at(x, y, size), &Paint::fill(colour).faint(opacity));
}

fn background_names(svg: &mut String) {
    for (name, x, y, size, spacing) in COUNTRIES {
        let outline = Font::Countries.centred(name, size, spacing, x, y + size * 0.33);
        let _ = writeln!(svg, "<path d=\"{outline}\" fill=\"{FAINT_INK}\" fill-opacity=\"0.55\"/>");
    }
    for (name, x, y, size, spacing) in SEAS {
        let outline = Font::Seas.centred(name, size, spacing, x, y);
        let _ = writeln!(svg, "<path d=\"{outline}\" fill=\"{COAST}\" fill-opacity=\"0.8\"/>");
    }
}

fn roads(svg: &mut String, from_where: Distance) {
    let (mut roads, mut main_roads) = (String::new(), String::new());
    for from in board().city_ids() {
        for road in board().roads(from).iter().filter(|road| from < road.to) {
            let (a, b) = (board().info(from), board().info(road.to));
            let path = if road.main { &mut main_roads } else { &mut roads };
            if !road.main && from_where == Distance::Farthest {
                continue;
            }
            let _ = write!(path, "M{} {}L{} {}", a.x, a.y, b.x, b.y);
        }
    }
    let _ = writeln!(
        svg,
        "<g fill=\"none\" stroke-linecap=\"round\">\
         <path d=\"{roads}\" stroke=\"{ROAD}\" stroke-width=\"1.7\"/>\
         <path d=\"{main_roads}\" stroke=\"{MAIN_ROAD}\" stroke-width=\"4.6\"/>\
         <path d=\"{main_roads}\" stroke=\"#e9c98f\" stroke-width=\"2.2\"/></g>"
    );
}

/// The signs of cities: dots, shields of objectives, forts of depot cities.
pub(super) fn cities(canvas: &mut dyn Canvas, cities: impl Iterator<Item = CityId>) {
    let mut dots = Vec::new();
    let mut special = Vec::new();
    for city in cities {
        let info = board().info(city);
        match info.depot_of.is_some() || info.objective.is_some() {
            true => special.push(city),
            false => dots.push((info.x as f32, info.y as f32)),
        }
    }
    if let Some(outline) = Outline::circles(dots, CITY) {
        canvas.draw(&outline, Place::AS_IT_IS, &Paint::fill(WHITE).with_line(INK, 1.3));
    }
    for city in special {
        let info = board().info(city);
        let (x, y) = (info.x as f32, info.y as f32);
        if let Some(nation) = info.depot_of {
            let paint = Paint::fill(livery(nation).field).with_line(INK, 1.2);
            canvas.draw(&EMBLEMS.fort, Place::at(x, y, 1.0), &paint);
        }
        match info.objective.map(|index| board().objectives()[usize::from(index)]) {
            Some(objective) => {
                let colours = livery(objective.of);
                // Shields of the 1st order are filled, those of the 2nd are outlines.
                let (paint, sign) = if objective.order == 1 {
                    (Paint::fill(colours.field).with_line(INK, 1.4), colours.letter)
                } else {
                    (Paint::fill(WHITE).with_line(colours.ink, 3.0), colours.ink)
                };
                canvas.draw(&EMBLEMS.shield, Place::at(x, y, 0.84), &paint);
                let (text, middle) = (letter(objective.of), (x, y + 3.5));
                let paint = Paint::fill(sign);
                canvas.write(&Lettering::centred(Font::Numbers, text, 10.0, middle, paint));
            }
            None => {
                let Some(nation) = info.depot_of else { continue };
                let (text, middle) = (letter(nation), (x, y + 3.4));
                let paint = Paint::fill(livery(nation).letter);
                canvas.write(&Lettering::centred(Font::Numbers, text, 9.5, middle, paint));
            }
        }
    }
}

/// A double line around the board.
fn border(svg: &mut String) {
    let Frame { x, y, width, height, .. } = BOARD;
    for (inset, line) in [(3.0, 4.0), (9.0, 1.2)] {
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{INK}\" \
             stroke-width=\"{line}\"/>",
            x + inset,
            y + inset,
            width - 2.0 * inset,
            height - 2.0 * inset
        );
    }
}
