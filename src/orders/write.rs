//! The canonical text of an action, in English, as receipts and menus show it.
//!
//! Reading the text in the position for which it was written gives the action again.

use crate::game::{Action, CardRef, CityId, Face, FateChoice, PieceId, Recruitment, Troops, board};

/// The canonical order text of an action.
///
/// Trains are named without their nation: the line has to stand where that nation is meant, below
/// its heading or as an answer to its decision.
pub fn write(action: &Action) -> String {
    match action {
        Action::Allot { troops } => format!("allot {}", troops_text(troops)),
        Action::Discard { card } => format!("discard {card}"),
        Action::OffensiveOption { card: Some(card) } => format!("set aside {card}"),
        Action::OffensiveOption { card: None } => "decline offensive option".to_owned(),
        Action::Move { pieces, path } => {
            format!("{}: {}", pieces_text(pieces), way_text(path, " - "))
        }
        Action::MoveVia { pieces, via } => match via.split_last() {
            Some((goal, [])) => format!("{} to {}", pieces_text(pieces), write_city(*goal)),
            Some((goal, over)) => {
                let over = way_text(over, ", ");
                format!("{} to {} via {over}", pieces_text(pieces), write_city(*goal))
            }
            None => pieces_text(pieces),
        },
        Action::Recruit(recruitment) => recruitment_text(recruitment),
        Action::EndMovement => "ready".to_owned(),
        Action::Attack { from, to } => {
            format!("attack {} from {}", write_city(*to), write_city(*from))
        }
        Action::Play { card, value } => format!("play {}", play_text(*card, *value)),
        Action::Stop => "stop".to_owned(),
        Action::Retreat { to } => format!("retreat to {}", write_city(*to)),
        Action::Redistribute { city, troops } => {
            format!("redistribute {}: {}", write_city(*city), troops_text(troops))
        }
        Action::Fate { choice } => match choice {
            FateChoice::Decline => "decline Card of Fate".to_owned(),
            FateChoice::Card(card) => format!("choose {card}"),
            FateChoice::General(piece) => format!("choose {piece}"),
            FateChoice::City(city) => format!("choose {}", write_city(*city)),
        },
        Action::Reconquest { cities } => format!("reconquer {}", way_text(cities, ", ")),
        Action::Withdraw { stack, to } => {
            format!("withdraw {} to {}", write_city(*stack), write_city(*to))
        }
        Action::Stay => "stay".to_owned(),
    }
}

/// The name of a city as orders write it: as on the board.
pub fn write_city(city: CityId) -> String {
    board().info(city).name.clone()
}

fn way_text(cities: &[CityId], between: &str) -> String {
    cities.iter().map(|city| write_city(*city)).collect::<Vec<_>>().join(between)
}

/// A card as it is played.
pub(crate) fn play_text(card: CardRef, value: Option<u8>) -> String {
    match (card.face, value) {
        (_, None) => card.to_string(),
        (Face::Suited(_, own), Some(value)) if value == 2 * own => format!("{card} doubled"),
        (Face::Suited(..), Some(value)) => format!("{card} = {value}"),
        (Face::Reserve, Some(value)) => format!("{card} as {value}"),
    }
}

fn pieces_text(pieces: &[PieceId]) -> String {
    pieces.iter().map(|piece| piece.name()).collect::<Vec<_>>().join(" + ")
}

fn troops_text(troops: &Troops) -> String {
    let entry = |(piece, troops): &(PieceId, u8)| format!("{piece} {troops}");
    troops.iter().map(entry).collect::<Vec<_>>().join(", ")
}

fn recruitment_text(recruitment: &Recruitment) -> String {
    let Recruitment { pay, troops, generals, trains } = recruitment;
    let staying = troops.iter().map(|(_, troops)| u32::from(*troops));
    let count: u32 = staying.chain(generals.iter().map(|(_, _, n)| u32::from(*n))).sum();
    let mut text = "recruit".to_owned();
    if count > 0 {
        text += &format!(" {count}");
    }
    if !pay.is_empty() {
        text += " for";
        for card in pay {
            text += &format!(" {card}");
        }
    }
    let mut list: Vec<String> = Vec::new();
    list.extend(troops.iter().map(|(piece, troops)| format!("{piece} {troops}")));
    list.extend(
        generals.iter().map(|(piece, city, n)| format!("{piece} {n} at {}", write_city(*city))),
    );
    list.extend(trains.iter().map(|(piece, city)| format!("{piece} at {}", write_city(*city))));
    format!("{text}: {}", list.join(", "))
}
