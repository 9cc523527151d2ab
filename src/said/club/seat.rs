//! What the holder of a seat asks for in a line of its own: the log, another address for his mail, what
//! is kept of his orders, and to take back what he ordered for some of his pieces.
//!
//! A line is read as a whole or not at all.

use crate::game::PieceId;
use crate::orders::fold::fold;
use crate::orders::names::resolve_general;

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Log,
    /// As it was written.
    Address(String),
    ShowOrders,
    Cancel(Vec<PieceId>),
}

/// Words that may stand around a request.
const POLITE: [&str; 13] = [
    "please", "the", "public", "whole", "send", "me", "game", "bitte", "das", "el", "il", "por",
    "favor",
];
/// What players of the five languages call the log.
const LOG: [&str; 5] = ["log", "protokoll", "registro", "diario", "dziennik"];
/// What they call an address, and a new one.
const ADDRESS: [&str; 6] = ["address", "adresse", "dirección", "direccion", "indirizzo", "adres"];
const NEW: [&str; 8] = ["new", "neue", "nueva", "nuevo", "nuovo", "nuova", "nowy", "nowa"];
/// What they call their orders, folded.
const ORDERS: [&str; 6] = ["orders", "befehle", "ordenes", "ordini", "rozkazy", "zuge"];
/// Words of a question for them, folded.
const ASKING: &[&str] = &[
    "my",
    "what",
    "are",
    "show",
    "me",
    "please",
    "the",
    "current",
    "list",
    "meine",
    "zeig",
    "zeige",
    "mir",
    "was",
    "sind",
    "wie",
    "lauten",
    "bitte",
    "cuales",
    "son",
    "mis",
    "muestra",
    "muestrame",
    "las",
    "quali",
    "sono",
    "i",
    "miei",
    "mostra",
    "mostrami",
    "gli",
    "jakie",
    "sa",
    "moje",
    "pokaz",
    "mi",
    "draft",
    "so",
    "far",
];
/// `cancel`, folded.
const CANCEL: [&str; 12] = [
    "cancel",
    "drop",
    "widerrufe",
    "streiche",
    "storniere",
    "cancela",
    "anula",
    "anular",
    "annulla",
    "annullare",
    "anuluj",
    "odwolaj",
];
/// Words between the pieces of a list, folded.
const AND: [&str; 8] = ["and", "und", "y", "e", "ed", "i", "oraz", "orders"];

/// Reads a line.
pub fn read(line: &str) -> Option<Said> {
    if is_log(line) {
        return Some(Said::Log);
    }
    if is_address(line) {
        return Some(Said::Address(line.trim().to_owned()));
    }
    let words: Vec<String> = line
        .split(|c: char| !c.is_alphanumeric() && !crate::orders::fold::is_combining(c))
        .filter(|word| !word.is_empty())
        .map(|word| fold(word).plain)
        .collect();
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let named = words.iter().filter(|word| is(word, &ORDERS)).count();
    if named == 1 && words.iter().all(|word| is(word, &ORDERS) || is(word, ASKING)) {
        return Some(Said::ShowOrders);
    }
    let (first, rest) = words.split_first()?;
    if !is(first, &CANCEL) {
        return None;
    }
    let mut pieces = Vec::new();
    for word in rest.iter().filter(|word| !is(word, &AND)) {
        let meant = resolve_general(word).filter(|_| word.len() >= 3)?;
        let [piece] = meant.all.as_slice() else { return None };
        pieces.push(*piece);
    }
    (!pieces.is_empty()).then_some(Said::Cancel(pieces))
}

fn is_log(line: &str) -> bool {
    let line = line.to_lowercase();
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words = words.filter(|word| !POLITE.contains(word));
    words.next().is_some_and(|word| LOG.contains(&word)) && words.next().is_none()
}

fn is_address(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    let mut words = lower.split(|c: char| c.is_whitespace() || ":=".contains(c));
    let first = words.next().unwrap_or_default();
    let named = if NEW.contains(&first) { words.next().unwrap_or_default() } else { first };
    let behind = lower.find(named).map(|at| &lower[at + named.len()..]);
    ADDRESS.contains(&named) && behind.is_some_and(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::named;

    #[test]
    fn a_line_that_asks_for_the_log_is_known() {
        for line in [
            "log",
            "LOG",
            " Log. ",
            "the log, please",
            "send me the public log!",
            "Protokoll, bitte",
            "registro",
            "El registro, por favor.",
        ] {
            assert_eq!(read(line), Some(Said::Log), "{line}");
        }
        for line in ["Glogau", "catalog", "log 3 log", "what is the log", "", "Heinrich: log"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn a_line_that_asks_for_another_address_is_known() {
        for line in [
            "address ada@elsewhere.test",
            "Address: <ada@elsewhere.test>",
            "NEW ADDRESS ada@elsewhere.test.",
            "Neue Adresse ada@elsewhere.test",
            "dirección: ada@elsewhere.test",
            "nowy adres ada@elsewhere.test",
        ] {
            assert!(matches!(read(line), Some(Said::Address(_))), "{line}");
        }
        for line in ["addressed to Daun", "my address is a@b.test", "Daun to Address", "address"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn orders_are_shown_and_taken_back_by_their_pieces() {
        for line in ["orders", "What are my orders?", "Befehle", "¿Cuáles son mis órdenes?"] {
            assert_eq!(read(line), Some(Said::ShowOrders), "{line}");
        }
        for line in ["cancel Heinrich", "Cancel heinrich.", "anuluj Heinrich"] {
            assert_eq!(read(line), Some(Said::Cancel(vec![named::HEINRICH])), "{line}");
        }
        for line in ["cancel", "cancel vote 3", "orders for Sweden", "my orders were better"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
