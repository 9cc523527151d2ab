//! How a vote is asked for, in five languages: `propose pause`, `vote yes on 3`,
//! `withdraw proposal 3`, `votes`.
//!
//! A line is taken only if its first word says what it is; what then cannot be read is not
//! thrown away but asked back, so that no vote is lost by a misspelling.

use super::vocabulary::{Named, Words};
use serde::{Deserialize, Serialize};

/// Which of the game's clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    SetUp,
    Movement,
    Combat,
    Choices,
}

/// What a player wants to propose, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    Extend {
        hours: u64,
        seat: Option<Named>,
    },
    Pause,
    Resume,
    Substitute {
        seat: Named,
    },
    /// Of the player's own seat if none is named.
    TakeBack {
        seat: Option<Named>,
    },
    Draw,
    Concede,
    End {
        winners: Vec<Named>,
    },
    Clocks {
        kind: ClockKind,
        hours: u64,
    },
}

const PROPOSE: &[&str] = &[
    "i propose",
    "i would like to propose",
    "propose",
    "proposal",
    "ich schlage vor",
    "schlage vor",
    "vorschlag",
    "ich beantrage",
    "beantrage",
    "antrag",
    "propongo",
    "proponer",
    "propuesta",
    "proporre",
    "proposta",
    "proponuje",
    "propozycja",
    "wniosek",
];
const VOTE: &[&str] = &[
    "i vote",
    "vote",
    "voting",
    "ich stimme",
    "stimme",
    "abstimmung",
    "mi voto",
    "voto",
    "votar",
    "votare",
    "moj glos",
    "glosuje",
    "glos",
];
const VOTES: &[&str] = &[
    "votes",
    "open votes",
    "proposals",
    "abstimmungen",
    "antraege",
    "antrage",
    "votaciones",
    "propuestas",
    "votazioni",
    "proposte",
    "glosowania",
    "wnioski",
];
const WITHDRAW: &[&str] = &[
    "withdraw",
    "ziehe zurueck",
    "ziehe zuruck",
    "zurueckziehen",
    "zuruckziehen",
    "retiro",
    "retirar",
    "ritiro",
    "ritirare",
    "wycofuje",
    "wycofac",
];
const A_PROPOSAL: &[&str] = &[
    "my proposal",
    "the proposal",
    "proposal",
    "my vote",
    "vote",
    "meinen antrag",
    "antrag",
    "meinen vorschlag",
    "vorschlag",
    "mi propuesta",
    "la propuesta",
    "propuesta",
    "la mia proposta",
    "la proposta",
    "proposta",
    "moj wniosek",
    "wniosek",
    "propozycje",
];
pub const YES: &[&str] = &[
    "yes",
    "y",
    "aye",
    "in favour",
    "in favor",
    "a favor",
    "a favore",
    "de acuerdo",
    "agree",
    "ja",
    "dafuer",
    "dafur",
    "si",
    "tak",
];
pub const NO: &[&str] =
    &["no", "n", "nay", "against", "nein", "dagegen", "en contra", "contro", "nie", "przeciw"];

#[derive(Clone, Copy)]
enum Kind {
    Extend,
    Pause,
    Resume,
    Substitute,
    TakeBack,
    Draw,
    Concede,
    End,
    Clocks,
}

const KINDS: &[(Kind, &[&str])] = &[
    (
        Kind::Extend,
        &[
            "extending",
            "extend",
            "extension",
            "more time",
            "verlaengern",
            "verlangern",
            "verlaengerung",
            "verlangerung",
            "mehr zeit",
            "ampliar",
            "prorrogar",
            "prorroga",
            "extender",
            "mas tiempo",
            "prolungare",
            "proroga",
            "piu tempo",
            "przedluzyc",
            "przedluzenie",
            "wiecej czasu",
        ],
    ),
    (
        Kind::Pause,
        &[
            "pausing",
            "pause",
            "break",
            "unterbrechung",
            "unterbrechen",
            "pausa",
            "pausar",
            "pauza",
            "przerwa",
        ],
    ),
    (
        Kind::Resume,
        &[
            "resuming",
            "resume",
            "continue",
            "go on",
            "going on",
            "fortsetzen",
            "fortsetzung",
            "weiterspielen",
            "weiter",
            "reanudar",
            "continuar",
            "riprendere",
            "ripresa",
            "continuare",
            "wznowic",
            "wznowienie",
            "kontynuowac",
        ],
    ),
    (
        Kind::Substitute,
        &[
            "substituting",
            "substitute",
            "substitution",
            "replacing",
            "replacement",
            "replace",
            "ersatzspieler",
            "ersatz",
            "ersetzen",
            "sustituir",
            "sustituto",
            "sustitucion",
            "reemplazar",
            "sostituire",
            "sostituto",
            "sostituzione",
            "zastapic",
            "zastepstwo",
            "zastepca",
            "nowy gracz",
            "nowego gracza",
        ],
    ),
    (
        Kind::TakeBack,
        &[
            "taking back",
            "take back",
            "takeback",
            "undo",
            "ruecknahme",
            "rucknahme",
            "zuruecknehmen",
            "zurucknehmen",
            "zug zurueck",
            "zug zuruck",
            "deshacer",
            "retroceder",
            "annullare",
            "ritirare",
            "cofnac",
            "cofniecie",
        ],
    ),
    (
        Kind::Draw,
        &["draw", "tie", "remis", "unentschieden", "tablas", "empate", "patta", "pareggio"],
    ),
    (
        Kind::Concede,
        &[
            "conceding",
            "concession",
            "concede",
            "resigning",
            "surrender",
            "aufgabe",
            "aufgeben",
            "rendicion",
            "rendirse",
            "resa",
            "arrendersi",
            "poddanie",
            "poddac",
        ],
    ),
    (
        Kind::End,
        &[
            "ending",
            "end",
            "finish",
            "ende",
            "beenden",
            "spielende",
            "fin",
            "terminar",
            "finalizar",
            "fine",
            "terminare",
            "finire",
            "koniec",
            "zakonczyc",
            "zakonczenie",
        ],
    ),
    (
        Kind::Clocks,
        &[
            "clocks", "clock", "uhren", "uhr", "fristen", "frist", "relojes", "reloj", "plazos",
            "plazo", "orologi", "orologio", "tempi", "scadenze", "scadenza", "zegary", "zegar",
            "terminy",
        ],
    ),
];

const CLOCKS: &[(ClockKind, &[&str])] = &[
    (
        ClockKind::Movement,
        &[
            "movements",
            "movement",
            "moves",
            "move",
            "zuege",
            "zuge",
            "zug",
            "bewegung",
            "movimientos",
            "movimiento",
            "movimenti",
            "movimento",
            "ruchy",
            "ruchu",
            "ruch",
        ],
    ),
    (
        ClockKind::Combat,
        &[
            "combats",
            "combat",
            "kaempfe",
            "kampfe",
            "kampf",
            "combates",
            "combate",
            "combattimenti",
            "combattimento",
            "walki",
            "walka",
        ],
    ),
    (
        ClockKind::Choices,
        &[
            "choices",
            "choice",
            "entscheidungen",
            "entscheidung",
            "wahl",
            "decisiones",
            "elecciones",
            "scelte",
            "scelta",
            "wybory",
            "wybor",
            "decyzje",
        ],
    ),
    (
        ClockKind::SetUp,
        &[
            "set up",
            "setup",
            "aufstellung",
            "despliegue",
            "preparacion",
            "schieramento",
            "preparazione",
            "rozstawienie",
            "ustawienie",
        ],
    ),
];

/// Hours.
const UNITS: &[(u64, &[&str])] = &[
    (
        1,
        &[
            "hours", "hour", "h", "stunden", "stunde", "horas", "hora", "ore", "ora", "godziny",
            "godzin", "godzina",
        ],
    ),
    (
        24,
        &[
            "days", "day", "d", "tage", "tagen", "tag", "dias", "dia", "giorni", "giorno", "dni",
            "dzien",
        ],
    ),
    (
        7 * 24,
        &[
            "weeks",
            "week",
            "wochen",
            "woche",
            "semanas",
            "semana",
            "settimane",
            "settimana",
            "tygodnie",
            "tygodni",
            "tydzien",
        ],
    ),
];

const WINS: &[&str] = &[
    "wins",
    "win",
    "winners",
    "winner",
    "won",
    "has won",
    "have won",
    "gewinnt",
    "gewinnen",
    "siegt",
    "siegen",
    "sieger",
    "gana",
    "ganan",
    "ganador",
    "vince",
    "vincono",
    "vincitore",
    "wygrywa",
    "wygrywaja",
    "zwyciezca",
];
const MORE: &[&str] = &[
    "more", "mehr", "mas", "piu", "wiecej", "last", "letzten", "ultimo", "ultima", "mi", "mio",
    "mia", "jugada", "mossa", "my", "move", "mail", "orders",
];

/// What a line says about votes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Propose(Wanted),
    /// It begins like a proposal.
    ProposeWhat(String),
    Vote {
        yes: bool,
        number: Option<u64>,
    },
    /// It begins like a ballot.
    VoteHow(String),
    Withdraw(Option<u64>),
    /// Which votes are open.
    List,
}

/// Reads a line about votes.
pub fn read(line: &str) -> Option<Said> {
    let mut words = Words::of(line);
    if words.take(VOTES) {
        return words.is_at_end().then_some(Said::List);
    }
    if words.take(PROPOSE) {
        let wanted = wanted(&mut words);
        return Some(wanted.map_or_else(|| Said::ProposeWhat(line.trim().into()), Said::Propose));
    }
    if words.take(WITHDRAW) {
        words.skip();
        if !words.take(A_PROPOSAL) {
            return None;
        }
        words.skip();
        let number = words.number();
        return words.is_at_end().then_some(Said::Withdraw(number));
    }
    if words.take(VOTE) {
        // `vote 3 yes` and `vote yes on 3`; whoever writes more is talking about it.
        if words.left() > 6 {
            return None;
        }
        let ballot = ballot(&mut words);
        return Some(ballot.unwrap_or_else(|| Said::VoteHow(line.trim().into())));
    }
    None
}

/// A line that is nothing but yes or no.
pub fn yes_or_no(line: &str) -> Option<bool> {
    let mut words = Words::of(line);
    let yes = words.take(YES);
    let said = yes || words.take(NO);
    words.skip();
    (said && words.is_at_end()).then_some(yes)
}

fn ballot(words: &mut Words) -> Option<Said> {
    let (mut yes, mut number) = (None, None);
    while !words.is_at_end() {
        // Before the small words: `no` is more than that.
        if yes.is_none() && words.take(YES) {
            yes = Some(true);
        } else if yes.is_none() && words.take(NO) {
            yes = Some(false);
        } else if number.is_none()
            && let Some(found) = words.number()
        {
            number = Some(found);
        } else if !words.take(A_PROPOSAL) {
            let left = words.left();
            words.skip();
            if words.left() == left {
                return None;
            }
        }
    }
    Some(Said::Vote { yes: yes?, number })
}

fn wanted(words: &mut Words) -> Option<Wanted> {
    words.skip();
    let kind = words.take_one(KINDS)?;
    let rest = rest(words)?;
    let one = |seats: &[Named]| match seats {
        [seat] => Some(*seat),
        _ => None,
    };
    Some(match (kind, &rest) {
        (Kind::Extend, Rest { hours: Some(hours), clock: None, seats }) if seats.len() < 2 => {
            Wanted::Extend { hours: *hours, seat: one(seats) }
        }
        (Kind::Clocks, Rest { hours: Some(hours), clock: Some(kind), seats })
            if seats.is_empty() =>
        {
            Wanted::Clocks { kind: *kind, hours: *hours }
        }
        (Kind::End, Rest { hours: None, clock: None, seats }) if !seats.is_empty() => {
            Wanted::End { winners: rest.seats }
        }
        (Kind::Substitute, Rest { hours: None, clock: None, seats }) => {
            Wanted::Substitute { seat: one(seats)? }
        }
        (Kind::TakeBack, Rest { hours: None, seats, .. }) if seats.len() < 2 => {
            Wanted::TakeBack { seat: one(seats) }
        }
        (kind, Rest { hours: None, clock: None, seats }) if seats.is_empty() => match kind {
            Kind::Pause => Wanted::Pause,
            Kind::Resume => Wanted::Resume,
            Kind::Draw => Wanted::Draw,
            Kind::Concede => Wanted::Concede,
            _ => return None,
        },
        _ => return None,
    })
}

/// What stands behind the kind of a proposal, in any order.
struct Rest {
    hours: Option<u64>,
    clock: Option<ClockKind>,
    seats: Vec<Named>,
}

fn rest(words: &mut Words) -> Option<Rest> {
    let mut rest = Rest { hours: None, clock: None, seats: Vec::new() };
    while !words.is_at_end() {
        let left = words.left();
        if let Some(number) = words.number() {
            words.take(MORE);
            let unit = words.take_one(UNITS)?;
            let hours = number.checked_mul(unit)?;
            if rest.hours.replace(hours).is_some() {
                return None;
            }
        } else if let Some(clock) = words.take_one(CLOCKS) {
            rest.clock = Some(clock);
        } else if let Some(seat) = words.named() {
            rest.seats.push(seat);
        } else if !words.take(WINS) && !words.take(MORE) {
            words.skip();
        }
        if words.left() == left {
            return None;
        }
    }
    Some(rest)
}

#[cfg(test)]
#[path = "votes_tests.rs"]
mod tests;
