//! What the templates may ask of the board, of cards and of scenarios: printed names, faces, titles.
//!
//! The words for suits and Reserves are the templates'.

use crate::game::{CardRef, Face, Scenario, ScenarioName, Setup, board};
use minijinja::{Error, ErrorKind, State, Value, context};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What tells cities of the same name apart: from the words on the board to those of one language.
type Qualifiers = BTreeMap<String, String>;

/// The names of cities as the templates write them: as printed on the board, except that what stands in
/// brackets is translated by the table `qualifiers` in the language's `words.jinja`.
#[derive(Default)]
pub(super) struct Cities {
    /// What has been looked up already, by the folder of the language.
    known: Mutex<BTreeMap<String, Qualifiers>>,
}

impl Cities {
    /// The function `city` of the templates.
    pub fn function(self) -> impl Fn(&State<'_, '_>, &str) -> Result<String, Error> {
        move |state, id| self.city(state, id)
    }

    /// The name of a city; what is no city's id stands for itself.
    fn city(&self, state: &State<'_, '_>, id: &str) -> Result<String, Error> {
        let board = board();
        let Some(city) = board.city(id) else { return Ok(id.to_owned()) };
        let name = &board.info(city).name;
        let split = name.strip_suffix(')').and_then(|name| name.split_once(" ("));
        let Some((city, qualifier)) = split else { return Ok(name.clone()) };
        let language = state.name().split_once('/').map_or("", |(language, _)| language);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains_key(language) {
            let words = state.env().get_template(&format!("{language}/words.jinja"))?;
            let found = words.render_captured(())?.state().lookup("qualifiers");
            let found = found.map(Qualifiers::deserialize).transpose()?.unwrap_or_default();
            known.insert(language.to_owned(), found);
        }
        let own = known.get(language).and_then(|all| all.get(qualifier));
        Ok(own.map_or_else(|| name.clone(), |own| format!("{city} ({own})")))
    }
}

/// The suit of the sector a city lies in.
pub(super) fn suit_of(id: &str) -> Result<&'static str, Error> {
    let board = board();
    let city = board.city(id).ok_or_else(|| unknown("city", id))?;
    Ok(board.info(city).suit.id())
}

/// A card's `suit` and `value` (0 for a Reserve), `reserve` and `deck` (0 if not said).
pub(super) fn card(text: &str) -> Result<Value, Error> {
    let card: CardRef = text.parse().map_err(|_| unknown("card", text))?;
    let (suit, value) = match card.face {
        Face::Suited(suit, value) => (suit.id(), value),
        Face::Reserve => ("", 0),
    };
    let reserve = card.face == Face::Reserve;
    Ok(context! { suit, value, reserve, deck => card.deck.unwrap_or_default() })
}

/// Every scenario in the words of the template's language: `name`, `choice`, `title`, `about` and how many
/// `seats` it has.
pub(super) fn scenarios(state: &State<'_, '_>) -> Vec<Value> {
    Scenario::all().map(|scenario| in_words(state, scenario)).collect()
}

/// The scenario of this stable name, with the same members as in [`scenarios`].
pub(super) fn scenario(state: &State<'_, '_>, name: &str) -> Result<Value, Error> {
    let found = Scenario::of_name(name).ok_or_else(|| unknown("scenario", name))?;
    Ok(in_words(state, found))
}

fn in_words(state: &State<'_, '_>, scenario: Scenario) -> Value {
    let language = state.name().split_once('/').map_or("", |(language, _)| language);
    let ScenarioName { choice, title, about, .. } = scenario.name_in(language);
    let seats = Setup { scenario, ..Setup::default() }.rules().seats().len();
    context! { name => scenario.name(), choice, title, about, seats }
}

fn unknown(what: &str, text: &str) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("there is no {what} `{text}`"))
}
