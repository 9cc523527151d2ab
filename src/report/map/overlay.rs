//! What lies above the base map in one picture: signs, names, pieces.
//!
//! Signs and pieces are placed first, and names around them, so that every name can be read.

use super::base::{self, CITY};
use super::canvas::{Canvas, Lettering, Paint};
use super::facts::Picture;
use super::font::Font;
use super::frame::{FAR_SCALE, Frame, WHOLE_SCALE, WIDE_THEATRE_SCALE};
use super::labels::{Area, Taken, Wanted};
use super::marks::{self, Score};
use super::palette::{INK, PAPER, livery};
use super::pieces::Token;
use super::subject::{About, NumberedPlace};
use crate::game::{CITIES, CityId, board};
use std::sync::LazyLock;

/// Sizes, in units of the board.
struct Sizes {
    /// Radius of a medal.
    token: f32,
    /// Letters of cities' names.
    name: f32,
    /// Factor of the signs of combats.
    fight: f32,
    /// Width of arrows.
    arrow: f32,
    /// Whether there is room also for the names of cities that are neither objectives nor depot cities.
    all_names: bool,
    /// Whether there is room for the reach of trains, the suits of sectors and other details.
    details: bool,
    /// Whether there is room for names of cities at all.
    cities: bool,
}

impl Sizes {
    fn of(frame: &Frame) -> Sizes {
        let pixel = frame.letters / frame.scale;
        Sizes {
            token: match frame.scale >= FAR_SCALE {
                true => (10.5 * pixel).clamp(8.0, 34.0),
                false => 8.0 * pixel,
            },
            name: (12.5 * pixel).clamp(9.6, 62.0),
            fight: (1.0 * pixel).clamp(0.8, 2.6),
            arrow: (3.2 * pixel).max(2.4),
            all_names: frame.scale >= WIDE_THEATRE_SCALE || frame.scale == WHOLE_SCALE,
            details: frame.scale >= WIDE_THEATRE_SCALE,
            cities: frame.scale >= FAR_SCALE,
        }
    }
}

/// A name that is drawn.
struct Name {
    text: String,
    size: f32,
    colour: &'static str,
    area: Area,
}

/// Draws the overlay of a picture above the base map.
pub(super) fn draw(canvas: &mut dyn Canvas, picture: &Picture, frame: &Frame) {
    let sizes = Sizes::of(frame);
    let mut taken = Taken::new(frame);
    obstacles(picture, &sizes, &mut taken);
    if sizes.details {
        for nation in &picture.reach {
            let reached = marks::reach(canvas, picture, *nation);
            base::cities(canvas, reached.into_iter());
        }
        marks::suits(canvas, frame, &mut taken);
    }
    if let (About::Movement { nation }, true) = (picture.about, sizes.details) {
        marks::within(canvas, &picture.within, nation, dot_size(frame));
    }
    for march in &picture.marches {
        let is_taken = march.path.last().is_some_and(|end| has_piece(picture, *end));
        let room = if is_taken { sizes.token + 1.5 } else { CITY };
        marks::arrow(canvas, march, room, sizes.arrow);
    }
    // Scores look for a place before names do, and lie above them.
    let fights = picture.fights.iter();
    let scores: Vec<Score> =
        fights.filter_map(|fight| Score::place(fight, sizes.fight, &mut taken)).collect();
    let lines = lines(picture, frame);
    for name in names(picture, frame, &sizes, &mut taken) {
        let is_crossed = lines.iter().any(|line| crosses(line, &name.area));
        write_name(canvas, &name, is_crossed);
    }
    for stack in &picture.stacks {
        Token::new(stack, sizes.token).draw(canvas);
    }
    for (city, by) in &picture.conquered {
        marks::flag(canvas, *city, *by, lift(picture, *city, &sizes));
    }
    for city in &picture.marked {
        marks::question(canvas, *city, lift(picture, *city, &sizes));
    }
    for fight in &picture.fights {
        marks::swords(canvas, fight, sizes.fight);
    }
    scores.iter().for_each(|score| score.draw(canvas));
    for answer in numbered(picture) {
        marks::number(canvas, answer, sizes.token);
    }
}

/// The answers that have a number in the menu; pieces that are to move have none.
fn numbered(picture: &Picture) -> impl Iterator<Item = &NumberedPlace> {
    let has_menu = !matches!(picture.about, About::Movement { .. });
    picture.answers.iter().filter(move |_| has_menu)
}

/// Radius of the rings around cities that can be reached.
fn dot_size(frame: &Frame) -> f32 {
    (CITY * 1.4).max(4.2 / frame.scale)
}

fn has_piece(picture: &Picture, city: CityId) -> bool {
    picture.stacks.iter().any(|stack| stack.city == city)
}

/// How far a sign at a city is moved because of a piece there.
fn lift(picture: &Picture, city: CityId, sizes: &Sizes) -> f32 {
    if has_piece(picture, city) { sizes.token } else { 0.0 }
}

/// A line from one point to another, in units of the board.
type Line = ((f32, f32), (f32, f32));

/// The roads and arrows in a frame.
fn lines(picture: &Picture, frame: &Frame) -> Vec<Line> {
    let sight = Area {
        left: frame.x,
        top: frame.y,
        right: frame.x + frame.width,
        bottom: frame.y + frame.height,
    };
    let roads = board().city_ids().flat_map(|from| {
        let roads = board().roads(from).iter().filter(move |road| from < road.to);
        roads.map(move |road| (marks::spot(from), marks::spot(road.to)))
    });
    let steps = picture.marches.iter().flat_map(|march| march.path.windows(2));
    let arrows =
        steps.filter_map(|step| Some((marks::spot(*step.first()?), marks::spot(*step.last()?))));
    roads.chain(arrows).filter(|line| crosses(line, &sight)).collect()
}

/// Whether a line runs through a box.
fn crosses(&((ax, ay), (bx, by)): &Line, area: &Area) -> bool {
    let around = Area {
        left: ax.min(bx) - 3.0,
        top: ay.min(by) - 3.0,
        right: ax.max(bx) + 3.0,
        bottom: ay.max(by) + 3.0,
    };
    if !around.meets(area) {
        return false;
    }
    // The distance of a corner from the line, with the side as its sign: 3 units are room for the line's width.
    let length = (bx - ax).hypot(by - ay).max(1.0);
    let side = |x: f32, y: f32| ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
    let corners = [
        side(area.left, area.top),
        side(area.right, area.top),
        side(area.left, area.bottom),
        side(area.right, area.bottom),
    ];
    !corners.iter().all(|side| *side > 3.0) && !corners.iter().all(|side| *side < -3.0)
}

/// Writes a name; where a line crosses it, with a rim of paper that interrupts the line.
fn write_name(canvas: &mut dyn Canvas, name: &Name, is_crossed: bool) {
    let (x, y) = name.area.base_line(name.size);
    let paint = Paint::fill(name.colour);
    let paint = match is_crossed {
        true => paint.rimmed(PAPER, name.size * 0.24).faint_line(0.85),
        false => paint,
    };
    canvas.write(&Lettering { font: Font::Names, text: &name.text, size: name.size, x, y, paint });
}

/// Takes the places where no name may stand: cities, pieces and signs.
fn obstacles(picture: &Picture, sizes: &Sizes, taken: &mut Taken) {
    let special = |city: CityId| dot(city) > CITY + 1.0;
    for city in board().city_ids().filter(|city| sizes.details || sizes.all_names || special(*city))
    {
        let (x, y) = marks::spot(city);
        let half = dot(city);
        taken.take(Area::around(x, y, half, half));
    }
    for stack in &picture.stacks {
        for area in Token::new(stack, sizes.token).areas() {
            taken.take(area);
        }
    }
    for (city, _) in &picture.conquered {
        taken.take(marks::flag_area(*city, lift(picture, *city, sizes)));
    }
    for city in &picture.marked {
        taken.take(marks::question_area(*city, lift(picture, *city, sizes)));
    }
    for fight in &picture.fights {
        taken.take(marks::swords_area(fight, sizes.fight));
    }
    for answer in numbered(picture) {
        taken.take(marks::number_area(answer, sizes.token));
    }
}

/// Half the width of what marks a city.
fn dot(city: CityId) -> f32 {
    let info = board().info(city);
    if info.depot_of.is_some() {
        12.0
    } else if info.objective.is_some() {
        9.0
    } else {
        CITY + 0.7
    }
}

/// The names of a picture, each in its place.
fn names(picture: &Picture, frame: &Frame, sizes: &Sizes, taken: &mut Taken) -> Vec<Name> {
    let mut names = Vec::new();
    let mut put = |text: &str, x: f32, y: f32, away: f32, size: f32, colour: &'static str| {
        let width = Font::Names.width(text, size, 0.0);
        if let Some(area) = taken.place(&Wanted { x, y, away, width, size }) {
            names.push(Name { text: text.to_owned(), size, colour, area });
            return true;
        }
        false
    };
    let in_sight = |city: CityId| {
        let (x, y) = marks::spot(city);
        frame.holds(x, y)
    };
    for stack in picture.stacks.iter().filter(|stack| stack.generals > 0) {
        let (x, y) = marks::spot(stack.city);
        if in_sight(stack.city) {
            let colour = livery(stack.nation).ink;
            // Where there is no room for the name, its first letters say who it is.
            let initials = |count: usize| stack.name.chars().take(count).collect::<String>();
            let (away, size) = (sizes.token + 1.0, sizes.name * 1.04);
            let _ = put(&stack.name, x, y, away, size, colour)
                || put(&initials(3), x, y, away, size, colour)
                || put(&initials(2), x, y, away, size * 0.9, colour);
        }
    }
    let cities = match sizes.cities {
        true => by_importance(picture, sizes.all_names),
        false => Vec::new(),
    };
    for city in cities {
        if !in_sight(city) {
            continue;
        }
        let (x, y) = marks::spot(city);
        let away = if has_piece(picture, city) || numbered(picture).any(|answer| answer.to == city)
        {
            sizes.token * 1.15 + 1.0
        } else {
            dot(city)
        };
        let name = short_name(city);
        // A smaller name is better than none.
        let _ = put(name, x, y, away, sizes.name, INK)
            || sizes.details && put(name, x, y, away, sizes.name * 0.88, INK)
            || sizes.details && put(name, x, y, away, sizes.name * 0.78, INK);
    }
    names
}

/// The name without the province that tells cities of one name apart.
fn short_name(city: CityId) -> &'static str {
    let name = &board().info(city).name;
    name.split_once(" (").map_or(name.as_str(), |(name, _)| name)
}

/// How many cities are near each city, itself included.
static CROWDS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let places: Vec<(i32, i32)> =
        board().city_ids().map(|city| board().info(city)).map(|info| (info.x, info.y)).collect();
    let near = |(x, y): &(i32, i32)| {
        let near = places.iter().filter(|(a, b)| (a - x).abs() < 75 && (b - y).abs() < 45);
        near.count().min(usize::from(u8::MAX)) as u8
    };
    places.iter().map(near).collect()
});

/// The cities to be named, the most important first.
fn by_importance(picture: &Picture, all: bool) -> Vec<CityId> {
    let mut rank = [u8::MAX; CITIES];
    let mut at = |city: CityId, value: u8| {
        let known = &mut rank[usize::from(city.0)];
        *known = (*known).min(value);
    };
    picture.stacks.iter().for_each(|stack| at(stack.city, 0));
    picture.focus.iter().for_each(|city| at(*city, 1));
    picture.marked.iter().for_each(|city| at(*city, 1));
    picture.conquered.iter().for_each(|(city, _)| at(*city, 2));
    for city in board().city_ids() {
        let info = board().info(city);
        if info.depot_of.is_some() {
            at(city, 2);
        } else if info.objective.is_some() {
            at(city, 3);
        } else if all {
            // Where cities crowd, names are hardest to place: they come first.
            at(city, 40 - CROWDS[usize::from(city.0)].min(30));
        }
    }
    let mut cities: Vec<CityId> =
        board().city_ids().filter(|city| rank[usize::from(city.0)] < u8::MAX).collect();
    cities.sort_by_key(|city| (rank[usize::from(city.0)], *city));
    cities
}

#[cfg(test)]
mod tests {
    use super::super::frame::BOARD;
    use super::*;

    #[test]
    fn on_the_whole_board_every_city_is_named_and_no_name_touches_another_or_a_city() {
        let (picture, sizes) = (Picture::default(), Sizes::of(&BOARD));
        let mut taken = Taken::new(&BOARD);
        obstacles(&picture, &sizes, &mut taken);
        let names = names(&picture, &BOARD, &sizes, &mut taken);
        assert_eq!(names.len(), CITIES, "every city has its name");
        for (index, name) in names.iter().enumerate() {
            for other in &names[index + 1..] {
                assert!(!name.area.meets(&other.area), "{} and {}", name.text, other.text);
            }
            for city in board().city_ids() {
                let (x, y) = marks::spot(city);
                let dot = Area::around(x, y, CITY, CITY);
                assert!(!name.area.meets(&dot), "{} on {}", name.text, board().info(city).id);
            }
            // The box is the letters'.
            let width = Font::Names.width(&name.text, name.size, 0.0);
            assert!(name.area.base_line(name.size).0 + width <= name.area.right);
        }
    }
}
