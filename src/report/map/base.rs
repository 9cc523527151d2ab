//! The map without anything of a game: sea, land, home countries, sectors, roads, cities.
//!
//! It is the same in every picture, and drawn once for each scale.

use super::emblems;
use super::font::Font;
use super::frame::{BOARD, Frame};
use super::land::land;
use super::palette::{
    BLACK_SUIT, COAST, FAINT_INK, GRID, INK, MAIN_ROAD, PAPER, RED_SUIT, ROAD, SEA, WATER_LINE,
    WHITE, letter, livery, wash,
};
use crate::game::{CityId, Suit, board};
use std::fmt::Write;

/// Names in the background: text, middle, size, room between letters.
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
const SEAS: [(&str, f32, f32, f32, f32); 2] =
    [("Mare Balticum", 1130.0, 120.0, 54.0, 12.0), ("Mare Germanicum", 158.0, 190.0, 34.0, 2.0)];

/// Radius of a city.
pub(super) const CITY: f32 = 4.0;

/// The beginning of a picture of a frame.
pub(super) fn open(frame: &Frame) -> String {
    let (width, height) = frame.pixels();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{} {} {} {}\">\n",
        frame.x, frame.y, frame.width, frame.height
    )
}

/// The base map, to be put between [`open`] and `</svg>`.
pub(super) fn draw() -> String {
    let mut svg = String::with_capacity(400_000);
    // Writing to a string cannot fail, here and below.
    let Frame { x, y, width, height, .. } = BOARD;
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{SEA}\"/>"
    );
    land_and_water(&mut svg);
    sectors(&mut svg);
    background_names(&mut svg);
    roads(&mut svg);
    cities(&mut svg, board().city_ids());
    border(&mut svg);
    svg
}

fn land_and_water(svg: &mut String) {
    let land = land();
    for (index, line) in land.water.iter().enumerate().rev() {
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
        // The border is coloured on the inside, as maps were by hand.
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
    for sector in &land().sectors {
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
        suit(svg, sector.suit, left + width / 2.0, top + height / 2.0, 3.4, 0.16);
        let _ = write!(grid, "M{left} {top}h{width}v{height}h-{width}Z");
    }
    let _ = writeln!(
        svg,
        "<path d=\"{grid}\" fill=\"none\" stroke=\"{GRID}\" stroke-width=\"1\" \
         stroke-dasharray=\"7 5\"/>"
    );
}

/// A suit symbol of about 24 units, times `size`.
pub(super) fn suit(svg: &mut String, suit: Suit, x: f32, y: f32, size: f32, opacity: f32) {
    let colour = if emblems::is_red(suit) { RED_SUIT } else { BLACK_SUIT };
    let _ = writeln!(
        svg,
        "<path transform=\"translate({x} {y}) scale({size})\" d=\"{}\" fill=\"{colour}\" \
         fill-opacity=\"{opacity}\"/>",
        emblems::suit(suit)
    );
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

fn roads(svg: &mut String) {
    let (mut roads, mut main_roads) = (String::new(), String::new());
    for from in board().city_ids() {
        for road in board().roads(from).iter().filter(|road| from < road.to) {
            let (a, b) = (board().info(from), board().info(road.to));
            let path = if road.main { &mut main_roads } else { &mut roads };
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
pub(super) fn cities(svg: &mut String, cities: impl Iterator<Item = CityId>) {
    let mut dots = String::new();
    let mut special = String::new();
    for city in cities {
        let info = board().info(city);
        if let Some(nation) = info.depot_of {
            let _ = writeln!(
                special,
                "<path transform=\"translate({} {})\" d=\"{}\" fill=\"{}\" stroke=\"{INK}\" \
                 stroke-width=\"1.2\"/>",
                info.x,
                info.y,
                emblems::FORT,
                livery(nation).field
            );
        }
        match info.objective.map(|index| board().objectives()[usize::from(index)]) {
            Some(objective) => {
                let (field, ink) = (livery(objective.of).field, livery(objective.of).ink);
                // Shields of the 1st order are filled, those of the 2nd are outlines.
                let (fill, edge, text) = if objective.order == 1 {
                    (field, INK, livery(objective.of).letter)
                } else {
                    (WHITE, ink, ink)
                };
                let width = if objective.order == 1 { 1.4 } else { 3.0 };
                let sign = Font::Numbers.centred(letter(objective.of), 12.0, 0.0, 0.0, 4.2);
                let _ = writeln!(
                    special,
                    "<g transform=\"translate({} {}) scale(.84)\"><path d=\"{}\" fill=\"{fill}\" \
                     stroke=\"{edge}\" stroke-width=\"{width}\"/><path d=\"{sign}\" \
                     fill=\"{text}\"/></g>",
                    info.x,
                    info.y,
                    emblems::SHIELD
                );
            }
            None if info.depot_of.is_none() => {
                let _ =
                    write!(dots, "M{} {}a{CITY} {CITY} 0 1 0 .01 0Z", info.x, info.y as f32 - CITY);
            }
            None => {
                let sign = info.depot_of.map_or("", letter);
                let text = info.depot_of.map_or(INK, |nation| livery(nation).letter);
                let (x, y) = (info.x as f32, info.y as f32 + 3.4);
                let outline = Font::Numbers.centred(sign, 9.5, 0.0, x, y);
                let _ = writeln!(special, "<path d=\"{outline}\" fill=\"{text}\"/>");
            }
        }
    }
    let _ = writeln!(
        svg,
        "<path d=\"{dots}\" fill=\"{WHITE}\" stroke=\"{INK}\" stroke-width=\"1.3\"/>\n{special}"
    );
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
