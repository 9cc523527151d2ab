//! The canonical text of a duel instruction, in English, as receipts repeat it.
//!
//! Reading the text gives the instruction again, as long as the seat plays the same nations.

use super::write::{play_text, write_city};
use crate::duel::{
    Cards, Instruction, Party, ReserveWhen, Reserves, RetreatGoal, Scope, Terms, Then,
};
use crate::game::{CityId, all_pieces, board};

/// The canonical text of an instruction.
pub fn write_instruction(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Duel { scope, terms } => {
            format!("duel {}: {}", write_scope(scope), terms_text(terms))
        }
        Instruction::Retreat { of, goal } => {
            let whom = of.map_or_else(|| "enemies".to_owned(), party_text);
            match goal {
                RetreatGoal::Towards(city) => {
                    format!("retreat {whom} towards {}", write_city(*city))
                }
                RetreatGoal::Away(city) => {
                    format!("retreat {whom} as far from {} as possible", write_city(*city))
                }
            }
        }
        Instruction::AttackOrder { order } => {
            let names: Vec<String> = order.iter().copied().map(party_text).collect();
            format!("attack order: {}", names.join(", "))
        }
    }
}

/// The canonical text of the combats for which an instruction is.
pub fn write_scope(scope: &Scope) -> String {
    match scope {
        Scope::Pair { own, enemy } => format!("{} vs {}", party_text(*own), party_text(*enemy)),
        Scope::Own(party) => party_text(*party),
        Scope::Enemy(party) => format!("vs {}", party_text(*party)),
        Scope::Nation(nation) => {
            let words: Vec<String> = nation.id().split('-').map(capitalised).collect();
            words.join(" ")
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn party_text(party: Party) -> String {
    match party {
        Party::General(general) => general.name().to_owned(),
        Party::City(city) => {
            let name = write_city(city);
            if is_another_name(city) { format!("at {name}") } else { name }
        }
    }
}

/// Whether the name of the city would be read as something else: as a general, or, of Hannover, as
/// the nation.
fn is_another_name(city: CityId) -> bool {
    city.id() == "hannover"
        || all_pieces().any(|piece| piece.is_general() && piece.name() == board().info(city).name)
}

fn terms_text(terms: &Terms) -> String {
    let mut parts: Vec<String> = Vec::new();
    let limited = parts_besides_cards(terms);
    match &terms.cards {
        Cards::Fitting => parts.push("any cards".to_owned()),
        Cards::Listed(list) if list.is_empty() && limited.is_empty() => {}
        Cards::Listed(list) if list.is_empty() => parts.push("no cards".to_owned()),
        Cards::Listed(list) => {
            let cards: Vec<String> =
                list.iter().map(|named| play_text(named.card, named.value)).collect();
            parts.push(cards.join(", "));
        }
    }
    parts.extend(limited);
    parts.push(
        match terms.then {
            Then::Ask => "then ask",
            Then::Stop => "then stop",
        }
        .to_owned(),
    );
    parts.join(", ")
}

fn parts_besides_cards(terms: &Terms) -> Vec<String> {
    let mut parts = Vec::new();
    let cards = |number: u8| if number == 1 { "card" } else { "cards" };
    let points = |number: u16| if number == 1 { "point" } else { "points" };
    if let Some(most) = terms.most_points {
        parts.push(format!("at most {most} {}", points(most)));
    }
    if let Some(most) = terms.most_cards {
        parts.push(format!("at most {most} {}", cards(most)));
    }
    if let Some(loss) = terms.accept_loss {
        parts.push(format!("lose at most {loss}"));
    }
    if let Some(price) = terms.win_for {
        parts.push(format!("win up to {price} {}", points(price)));
    }
    if !terms.keep.is_empty() {
        let cards: Vec<String> = terms.keep.iter().map(ToString::to_string).collect();
        parts.push(format!("keep {}", cards.join(" ")));
    }
    if let Some(least) = terms.keep_cards {
        parts.push(format!("keep at least {least} {}", cards(least)));
    }
    if let Some(least) = terms.keep_points {
        parts.push(format!("keep at least {least} {}", points(least)));
    }
    match terms.reserve {
        Reserves::Listed => {}
        Reserves::Never => parts.push("no reserve".to_owned()),
        Reserves::Allowed { when, most } => {
            let condition = match when {
                ReserveWhen::Always => String::new(),
                ReserveWhen::ToLead => " only to win".to_owned(),
                ReserveWhen::AtLoss(loss) => format!(" only at a loss of at least {loss}"),
            };
            let most = most.map_or_else(String::new, |most| format!(" up to {most}"));
            parts.push(format!("any reserve{condition}{most}"));
        }
    }
    parts
}
