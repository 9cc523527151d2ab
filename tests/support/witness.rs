//! A witness who knows what each seat may have learned, and reads every mail for what it must not
//! tell: cards that were never seen, troops of other players' generals.

use feldpost::game::{CardRef, Nation, PieceSet, Seat, State, board};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A mail as it was written, and the seat of who reads it; nobody's, if there is none.
#[derive(Clone, Default)]
pub struct Mail {
    pub seat: Option<Seat>,
    pub text: String,
    pub html: String,
}

/// A card as mails show it, such as `7♥`.
type Face = String;

#[derive(Default)]
pub struct Witness {
    /// Cards that everybody has seen.
    public: BTreeSet<Face>,
    /// Cards that a seat has had in hand.
    held: BTreeMap<Seat, BTreeSet<Face>>,
    /// How often a card was named that not everybody had seen.
    secrets: usize,
    mails: usize,
}

impl Witness {
    /// What each seat has in hand now.
    pub fn learn(&mut self, state: &State) {
        for seat in state.rules().seats() {
            let view = serde_json::to_value(state.view(Some(seat))).expect("a view");
            self.held.entry(seat).or_default().extend(cards(&view));
        }
    }

    /// What everybody is told.
    pub fn hear(&mut self, events: &[Value]) {
        self.public.extend(events.iter().flat_map(cards));
    }

    /// Looks for what its reader must not know.
    pub fn examine(&mut self, state: &State, mail: &Mail) {
        self.mails += 1;
        let nothing = BTreeSet::new();
        let own = mail.seat.and_then(|seat| self.held.get(&seat)).unwrap_or(&nothing);
        let reader = mail.seat.map_or("somebody without a seat", Seat::id);
        let foreign: Vec<&str> = Nation::ALL
            .into_iter()
            .filter(|nation| {
                state.rules().plays(*nation) && Some(state.seat_of(*nation)) != mail.seat
            })
            .flat_map(|nation| PieceSet::generals_of(nation).iter())
            .map(|piece| piece.name())
            .collect();
        for part in [mail.text.clone(), without_tags(&mail.html)] {
            // A Card of Fate names this one.
            let part = in_one_line(&part).replace('\u{fe0e}', "");
            let part = part.replace("may play the 11♠ at double value", "");
            for face in faces(&part) {
                assert!(
                    own.contains(&face) || self.public.contains(&face),
                    "{reader} is told of {face}:\n{part}"
                );
                self.secrets += usize::from(!self.public.contains(&face));
            }
            for name in &foreign {
                for (at, _) in part.match_indices(name) {
                    let behind = &part[at + name.len()..];
                    assert!(
                        !counts_troops(behind),
                        "{reader} is told how many troops {name} has:\n{part}"
                    );
                }
            }
        }
    }

    /// How many mails were read, and how many cards that not everybody knew were in them.
    pub fn seen(&self) -> (usize, usize) {
        (self.mails, self.secrets)
    }
}

/// A text in one line, wherever it was wrapped, but for menus of cities whose name is a general's, too
/// (Schwerin, Hildburghausen): there each reply begins a line of its own, so that the number of the
/// next one does not stand behind the name.
pub fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for piece in text.lines().map(str::trim).filter(|piece| !piece.is_empty()) {
        let after_city = || NAMED_LIKE_A_GENERAL.iter().any(|name| line.ends_with(name));
        let is_next_reply = begins_a_reply(piece) && after_city();
        line.push(if is_next_reply { '\n' } else { ' ' });
        line.push_str(&piece.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    line.trim_start().to_owned()
}

/// The cities that have the name of a general.
static NAMED_LIKE_A_GENERAL: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let of_nation = |nation| PieceSet::generals_of(nation).iter().map(|piece| piece.name());
    let generals: BTreeSet<&str> = Nation::ALL.into_iter().flat_map(of_nation).collect();
    let cities = board().city_ids().map(|city| board().info(city).name.as_str());
    cities.filter(|name| generals.contains(name)).collect()
});

/// Whether a text goes on with a number that is no card's: `Daun 7`, as own troops are shown.
fn counts_troops(behind: &str) -> bool {
    let Some(rest) = behind.strip_prefix([' ', '\u{a0}']) else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && !rest[digits..].starts_with(SUITS)
}

/// Whether a line is a reply in a menu, `6) retreat to Spandau`, or the number of one whose words are a link.
fn begins_a_reply(line: &str) -> bool {
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    behind.len() < line.len() && (behind == ")" || behind.starts_with(") "))
}

const SUITS: [char; 4] = ['♠', '♣', '♥', '♦'];

/// All cards in a JSON value.
fn cards(value: &Value) -> Vec<Face> {
    match value {
        Value::Object(members) => members.values().flat_map(cards).collect(),
        Value::Array(values) => values.iter().flat_map(cards).collect(),
        Value::String(text) if text.parse::<CardRef>().is_ok() => {
            face_of(text).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A card of the protocol, `10S`, as mails write it.
fn face_of(text: &str) -> Option<Face> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let place = "SCHD".find(text[digits.len()..].chars().next()?)?;
    (!digits.is_empty()).then(|| format!("{digits}{}", SUITS[place]))
}

/// The cards that a text names.
fn faces(text: &str) -> BTreeSet<Face> {
    let mut found = BTreeSet::new();
    for (at, suit) in text.match_indices(SUITS) {
        let digits = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            found.insert(format!("{}{suit}", &text[at - digits..at]));
        }
    }
    found
}

/// The text of a page; only tags within a line of it join what stands beside them.
fn without_tags(html: &str) -> String {
    let mut text = String::new();
    for (place, piece) in html.split('<').enumerate() {
        let (tag, behind) =
            if place == 0 { ("", piece) } else { piece.split_once('>').expect("a tag") };
        let within =
            ["span", "/span", "strong", "/strong"].iter().any(|name| tag.starts_with(name));
        if !within {
            text.push('\n');
        }
        text.push_str(behind);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use feldpost::game::Setup;

    /// Has Elisabeth read this.
    fn examined(text: &str) {
        let state = State::new(Setup::default(), [1; 32]);
        let text = text.to_owned();
        let mail = Mail { seat: Some(Seat::Elisabeth), text, html: String::new() };
        Witness::default().examine(&state, &mail);
    }

    #[test]
    fn cities_with_a_generals_name_stand_in_menus() {
        assert_eq!(
            NAMED_LIKE_A_GENERAL.iter().copied().collect::<Vec<_>>(),
            ["Hildburghausen", "Schwerin"]
        );
        examined("1) retreat to Hildburghausen\n2) retreat to Schwerin\n\n3) retreat to Eisenach");
        examined("4)\nretreat to Hildburghausen\n5)\nretreat to Kaaden");
        examined("Name one of them: Coburg or\nHildburghausen.\n\n2 cities");
    }

    #[test]
    #[should_panic(expected = "how many troops Hildburghausen has")]
    fn troops_of_a_general_named_like_a_city_are_seen() {
        examined("In Erfurt stands\nHildburghausen\n3 with a train.");
    }

    #[test]
    #[should_panic(expected = "how many troops Daun has")]
    fn troops_at_the_beginning_of_a_line_are_seen() {
        examined("They are\nBrowne, Daun\n7) and others");
    }
}
