//! The words in which an absence is announced: `absent 20 Dec to 3 Jan`, `abwesend bis 5. Januar`,
//! `back`, in the five languages of the orders.
//!
//! Only the words; what an absence does is [`super::absence`]'s. A line is read as a whole or not at
//! all: what people write in passing is nobody's request.

use crate::orders::fold;
use chrono::{Datelike, Days, NaiveDate};

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    Absent(Absent),
    /// An absence is meant, but not when.
    Unclear,
    Back,
}

/// When, as far as it was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absent {
    /// The first day; from now on if none was said.
    pub from: Option<Day>,
    pub to: Until,
}

/// How the last day was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    Day(Day),
    /// So many days.
    Days(u32),
}

/// A day of the calendar, as far as it was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Day {
    Date {
        year: Option<i32>,
        month: u32,
        day: u32,
    },
    /// So many days from today.
    Ahead(u32),
}

/// A day that is so long over is one of next year.
const LONG_OVER: Days = Days::new(60);

impl Day {
    /// The next such day; one that is just over is not a year ahead.
    pub fn resolve(self, today: NaiveDate, not_before: Option<NaiveDate>) -> Option<NaiveDate> {
        match self {
            Day::Ahead(days) => today.checked_add_days(Days::new(days.into())),
            Day::Date { year: Some(year), month, day } => NaiveDate::from_ymd_opt(year, month, day),
            Day::Date { year: None, month, day } => {
                let earliest = not_before.or(today.checked_sub_days(LONG_OVER))?;
                // The 29th of February comes every eight years at the latest.
                (earliest.year()..earliest.year() + 9)
                    .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day))
                    .find(|date| *date >= earliest)
            }
        }
    }
}

const ABSENT: [&str; 18] = [
    "absent",
    "away",
    "absence",
    "holiday",
    "holidays",
    "vacation",
    "abwesend",
    "abwesenheit",
    "urlaub",
    "ausente",
    "vacaciones",
    "assente",
    "ferie",
    "vacanza",
    "nieobecny",
    "nieobecna",
    "nieobecnosc",
    "urlop",
];
const BACK: [&str; 24] = [
    "back",
    "i am back",
    "im back",
    "back again",
    "i am back again",
    "returned",
    "zuruck",
    "zurueck",
    "ich bin zuruck",
    "wieder da",
    "ich bin wieder da",
    "de vuelta",
    "estoy de vuelta",
    "he vuelto",
    "tornato",
    "tornata",
    "sono tornato",
    "sono tornata",
    "di ritorno",
    "wrocilem",
    "wrocilam",
    "jestem z powrotem",
    "z powrotem",
    "juz jestem",
];
/// Words before the one that says it.
const BEFORE: [&str; 18] = [
    "i", "am", "im", "will", "be", "ill", "on", "please", "ich", "bin", "im", "in", "estoy",
    "estare", "sono", "saro", "jestem", "bede",
];
const FROM: [&str; 10] =
    ["from", "von", "vom", "ab", "desde", "da", "dal", "dall", "od", "starting"];
const TO: [&str; 15] = [
    "to", "until", "till", "til", "through", "thru", "bis", "hasta", "al", "a", "fino", "do",
    "zum", "und", "and",
];
/// Words that say nothing.
const FILLER: [&str; 17] = [
    "the", "of", "de", "del", "den", "dem", "der", "el", "il", "on", "for", "fur", "fuer", "por",
    "per", "na", "durante",
];
const DAYS: [&str; 10] =
    ["day", "days", "tag", "tage", "tagen", "dia", "dias", "giorni", "giorno", "dni"];
const WEEKS: [&str; 11] = [
    "week",
    "weeks",
    "woche",
    "wochen",
    "semana",
    "semanas",
    "settimana",
    "settimane",
    "tydzien",
    "tygodnie",
    "tygodni",
];
const TODAY: [&str; 5] = ["today", "heute", "hoy", "oggi", "dzis"];
const TOMORROW: [&str; 5] = ["tomorrow", "morgen", "manana", "domani", "jutro"];
/// How the names of the months begin, January first.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen", "sty"],
    &["feb", "lut"],
    &["mar", "mae", "mrz"],
    &["apr", "abr", "kwi"],
    &["may", "mai", "mag", "maj"],
    &["jun", "giu", "cze"],
    &["jul", "lug", "lip"],
    &["aug", "ago", "sie"],
    &["sep", "set", "wrz"],
    &["oct", "okt", "ott", "paz"],
    &["nov", "lis"],
    &["dec", "dez", "dic", "gru"],
];
const LONGEST_MONTH: usize = 12;

/// A word of the line, by what it can mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    To,
    From,
    Month(u32),
    Number(u32),
    Date(Day),
    DaysAhead(u32),
    Unit(u32),
}

/// Reads a line; `None` if it speaks of something else.
pub fn read(line: &str) -> Option<Said> {
    let apart: String = line
        .trim()
        .trim_end_matches(['.', '!'])
        .chars()
        .map(|c| match c {
            ',' | ':' | ';' | '(' | ')' => ' ',
            '–' | '—' => '-',
            c => c,
        })
        .collect();
    let words: Vec<String> =
        apart.split_whitespace().map(|word| word.replace(['\'', '’'], "")).collect();
    let folded: Vec<String> = words.iter().map(|word| fold(word).plain).collect();
    if BACK.contains(&folded.join(" ").as_str()) {
        return Some(Said::Back);
    }
    let known = |list: &[&str], word: &String| list.contains(&word.as_str());
    let keyword = folded.iter().position(|word| !known(&BEFORE, word))?;
    if !known(&ABSENT, &folded[keyword]) {
        return None;
    }
    let rest = &words[keyword + 1..];
    let said = tokens(rest).and_then(|tokens| meaning(&tokens));
    let names_a_number = rest.iter().any(|word| word.chars().any(|c| c.is_ascii_digit()));
    // Without any number it may be the beginning of a sentence about something else.
    let unclear = (names_a_number || rest.is_empty()) && keyword == 0;
    said.map(Said::Absent).or(unclear.then_some(Said::Unclear))
}

/// When somebody is away, from a sentence that says that he is: words that are no dates are passed over.
/// `number` knows numbers in words.
pub fn dates(sentence: &str, number: &dyn Fn(&str) -> Option<u32>) -> Option<Absent> {
    let apart: String = sentence
        .chars()
        .map(|c| match c {
            ',' | ':' | ';' | '(' | ')' | '!' | '?' => ' ',
            '–' | '—' => '-',
            c => c,
        })
        .collect();
    let mut found: Vec<Token> = Vec::new();
    for word in apart.split_whitespace() {
        let word = word.replace(['\'', '’'], "");
        let word = word.trim_end_matches('.');
        let known = if word.chars().any(|c| c.is_ascii_digit()) {
            tokens(&[word.to_owned()])
        } else if let Some(number) = number(word).filter(|_| word.chars().count() > 2) {
            Some(vec![Token::Number(number)])
        } else {
            tokens(&[word.to_owned()]).filter(|all| !spurious(word, all))
        };
        found.extend(known.unwrap_or_default());
    }
    // `bis zum 5. Januar nicht da`: what stands before the first date and joins nothing.
    let is_date = |token: &Token| {
        matches!(token, Token::Number(_) | Token::Date(_) | Token::DaysAhead(_) | Token::Month(_))
    };
    let first = found.iter().position(is_date)?;
    let last = found.iter().rposition(|token| is_date(token) || matches!(token, Token::Unit(_)))?;
    let mut from = first;
    while from > 0 && matches!(found[from - 1], Token::From | Token::To) {
        from -= 1;
        if matches!(found[from], Token::From) {
            break;
        }
    }
    let mut sequence: Vec<Token> = found[from..=last].to_vec();
    // `a week`, `la prossima settimana`
    if let [Token::Unit(days)] = sequence.as_slice() {
        return Some(Absent { from: None, to: Until::Days(*days) });
    }
    // `from` and `to` before a span of days say nothing: `for the next ten days`, `na 10 dni`.
    if sequence.iter().any(|token| matches!(token, Token::Unit(_)))
        && !sequence.iter().any(|t| matches!(t, Token::Month(_) | Token::Date(_)))
    {
        sequence.retain(|token| !matches!(token, Token::From | Token::To));
    }
    meaning(&sequence)
}

/// Words that begin like a month and are none.
fn spurious(word: &str, tokens: &[Token]) -> bool {
    let month = tokens.iter().any(|token| matches!(token, Token::Month(_)));
    let folded = fold(word).plain;
    month
        && !MONTH_NAMES.iter().any(|name| {
            folded.starts_with(name)
                || (folded.len() >= 3 && folded.len() <= 4 && name.starts_with(&folded))
        })
}

/// How the names of the months are told from other words.
const MONTH_NAMES: [&str; 59] = [
    "dice", "novi", "febb", "janu", "janv", "jane", "ener", "genn", "stycz", "febr", "lut", "marc",
    "mars", "marz", "maer", "april", "abril", "april", "kwie", "may", "mai", "mayo", "magg", "maj",
    "june", "juni", "juni", "giug", "czerw", "july", "juli", "lugl", "lip", "augu", "agos",
    "sierp", "sept", "sett", "wrze", "octo", "okto", "octu", "otto", "pazd", "nove", "list",
    "dece", "deze", "dici", "grud", "jan", "feb", "mrz", "apr", "aug", "sep", "okt", "nov", "dez",
];

fn tokens(words: &[String]) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    for word in words {
        if let Ok(date) = word.parse::<NaiveDate>() {
            tokens.push(Token::Date(of_date(date)));
            continue;
        }
        for (place, part) in word.split('-').enumerate() {
            if place > 0 {
                tokens.push(Token::To);
            }
            if !part.is_empty() {
                tokens.extend(token(part)?);
            }
        }
    }
    Some(tokens)
}

fn of_date(date: NaiveDate) -> Day {
    Day::Date { year: Some(date.year()), month: date.month(), day: date.day() }
}

/// What a word means, `None` if nothing is known of it; a filler means nothing.
fn token(word: &str) -> Option<Option<Token>> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return numbers(word).map(Some);
    }
    let folded = fold(word).plain;
    let is = |list: &[&str]| list.contains(&folded.as_str());
    let month = || {
        let begins = |stems: &&[&str]| stems.iter().any(|stem| folded.starts_with(stem));
        let fits = folded.chars().count() <= LONGEST_MONTH;
        MONTHS.iter().position(|stems| fits && begins(stems)).and_then(|at| u32::try_from(at).ok())
    };
    Some(Some(match () {
        () if is(&FILLER) => return Some(None),
        () if is(&FROM) => Token::From,
        () if is(&TO) => Token::To,
        () if is(&TODAY) => Token::DaysAhead(0),
        () if is(&TOMORROW) => Token::DaysAhead(1),
        () if is(&DAYS) => Token::Unit(1),
        () if is(&WEEKS) => Token::Unit(7),
        () => Token::Month(month()? + 1),
    }))
}

/// `20`, `20.`, `20th`, `20.12.`, `20/12/2026`: the day comes first.
fn numbers(word: &str) -> Option<Token> {
    let word = word.trim_end_matches(['.', 'º', '°']);
    let word =
        ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let parts: Option<Vec<u32>> = word.split(['.', '/']).map(|part| part.parse().ok()).collect();
    match *parts?.as_slice() {
        [number] => Some(Token::Number(number)),
        [day, month] => Some(Token::Date(Day::Date { year: None, month, day })),
        [day, month, year] => {
            let year = if year < 100 { year + 2000 } else { year };
            let year = i32::try_from(year).ok();
            Some(Token::Date(Day::Date { year, month, day }))
        }
        _ => None,
    }
}

/// A day whose month may come with the other one.
#[derive(Clone, Copy)]
enum Part {
    Day(Day),
    OnlyDay(u32),
}

/// Puts the words together.
fn meaning(tokens: &[Token]) -> Option<Absent> {
    let mut from = None;
    let mut to = None;
    let mut span = None;
    let mut awaits_to = false;
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        let (part, taken) = match (first, rest.get(1), rest.get(2)) {
            (Token::From, ..) if from.is_none() && to.is_none() => (None, 1),
            (Token::To, ..) if to.is_none() => {
                // `fino al`, `bis zum`: said twice.
                awaits_to = true;
                (None, 1)
            }
            (Token::Number(number), Some(Token::Unit(days)), _) if span.is_none() => {
                span = Some(number.checked_mul(*days)?);
                (None, 2)
            }
            (Token::Date(day), ..) => (Some(Part::Day(*day)), 1),
            (Token::DaysAhead(days), ..) => (Some(Part::Day(Day::Ahead(*days))), 1),
            (Token::Number(day), Some(Token::Month(month)), Some(Token::Number(year)))
            | (Token::Month(month), Some(Token::Number(day)), Some(Token::Number(year)))
                if *year >= 2000 =>
            {
                let year = i32::try_from(*year).ok();
                (Some(Part::Day(Day::Date { year, month: *month, day: *day })), 3)
            }
            (Token::Number(day), Some(Token::Month(month)), _)
            | (Token::Month(month), Some(Token::Number(day)), _) => {
                (Some(Part::Day(Day::Date { year: None, month: *month, day: *day })), 2)
            }
            (Token::Number(day), ..) => (Some(Part::OnlyDay(*day)), 1),
            _ => return None,
        };
        rest = &rest[taken..];
        if let Some(part) = part {
            let place = if awaits_to { &mut to } else { &mut from };
            if place.replace(part).is_some() {
                return None;
            }
        }
    }
    finish(from, to, span, tokens.contains(&Token::From))
}

fn finish(
    from: Option<Part>,
    to: Option<Part>,
    span: Option<u32>,
    says_from: bool,
) -> Option<Absent> {
    let whole = |part: Part| match part {
        Part::Day(day) => Some(day),
        Part::OnlyDay(_) => None,
    };
    match (from, to, span) {
        // `20 to 25 December`
        (Some(Part::OnlyDay(day)), Some(Part::Day(last @ Day::Date { year, month, .. })), None) => {
            let first = Day::Date { year, month, day };
            Some(Absent { from: Some(first), to: Until::Day(last) })
        }
        // `December 20 to 25`
        (
            Some(Part::Day(first @ Day::Date { year, month, .. })),
            Some(Part::OnlyDay(day)),
            None,
        ) => {
            let last = Day::Date { year, month, day };
            Some(Absent { from: Some(first), to: Until::Day(last) })
        }
        (Some(first), Some(last), None) => {
            Some(Absent { from: Some(whole(first)?), to: Until::Day(whole(last)?) })
        }
        (None, Some(last), None) => Some(Absent { from: None, to: Until::Day(whole(last)?) }),
        (None, None, Some(days)) => Some(Absent { from: None, to: Until::Days(days) }),
        (Some(first), None, Some(days)) => {
            Some(Absent { from: Some(whole(first)?), to: Until::Days(days) })
        }
        // One day; `from 20 Dec` alone has no end.
        (Some(day), None, None) if !says_from => {
            let day = whole(day)?;
            Some(Absent { from: Some(day), to: Until::Day(day) })
        }
        _ => None,
    }
}

#[cfg(test)]
#[path = "absence_tests.rs"]
mod tests;
