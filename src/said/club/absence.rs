//! When somebody is away: `absent 20 Dec to 3 Jan`, `abwesend bis Freitag`, `la prossima settimana`.
//!
//! Days are as they were said; which day of the calendar that is depends on today
//! ([`Day::resolve`]). Rulings: a day of the week is the next one, today included; next week begins on
//! its Monday; a weekend is Saturday and Sunday; who says when he is back is away until the day before;
//! a day without a month is the next of that number; Christmas is from 24 to 26 December.

use super::words::{ClubWord as W, LONGEST, meanings, means};
use chrono::{Datelike, Days, NaiveDate};

/// When, as far as it was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absent {
    /// The first day; from now on if none was said.
    pub from: Option<Day>,
    /// The last day, or how long.
    pub to: Until,
}

/// How the last day was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// This day is the last one away.
    Day(Day),
    /// Until the day before this one: he says when he is back.
    Before(Day),
    /// So many days.
    Days(u32),
}

/// A day of the calendar, as far as it was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Day {
    /// A date.
    Date {
        /// As written; the next such day if none was.
        year: Option<i32>,
        /// 1 to 12.
        month: u32,
        /// 1 to 31.
        day: u32,
    },
    /// So many days from today.
    Ahead(u32),
    /// The next such day of the week, Monday 0.
    Weekday(u32),
    /// Monday of next week.
    NextWeek,
    /// Such a day of next week, Monday 0.
    NextWeekday(u32),
    /// The next day of this number in a month.
    OfMonth(u32),
}

/// A day that is so long over is one of next year.
const LONG_OVER: Days = Days::new(60);

impl Day {
    /// The day of the calendar. A day of the week, a day of a month and a date without a year is the next one from
    /// `not_before` on, else from today on; but a date without a year that is just over is not put into the next
    /// year. `None` if there is no such day.
    pub fn resolve(self, today: NaiveDate, not_before: Option<NaiveDate>) -> Option<NaiveDate> {
        match self {
            Day::Ahead(days) => today.checked_add_days(Days::new(days.into())),
            Day::Weekday(wanted) => {
                let earliest = not_before.unwrap_or(today);
                let is = earliest.weekday().num_days_from_monday();
                let days = (wanted + 7 - is) % 7;
                earliest.checked_add_days(Days::new(days.into()))
            }
            Day::NextWeek => {
                let is = today.weekday().num_days_from_monday();
                today.checked_add_days(Days::new((7 - is).into()))
            }
            Day::NextWeekday(wanted) => {
                Day::NextWeek.resolve(today, None)?.checked_add_days(Days::new(wanted.into()))
            }
            Day::OfMonth(day) => {
                let earliest = not_before.unwrap_or(today);
                (1..=31).contains(&day).then_some(())?;
                earliest.iter_days().take(93).find(|date| date.day() == day)
            }
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

/// The months and the days of the week, in their order.
const MONTHS: [W; 12] = [
    W::January,
    W::February,
    W::March,
    W::April,
    W::May,
    W::June,
    W::July,
    W::August,
    W::September,
    W::October,
    W::November,
    W::December,
];
const WEEKDAYS: [W; 7] =
    [W::Monday, W::Tuesday, W::Wednesday, W::Thursday, W::Friday, W::Saturday, W::Sunday];

/// A word of the sentence, by what it can mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    To,
    From,
    Next,
    Weekend,
    Christmas,
    /// He is here again.
    Return,
    Month(u32),
    /// The last day of the month behind it.
    EndOf,
    Number(u32),
    Date(Day),
    /// A day, a week, a month: so many days.
    Unit(u32),
}

/// Whether a sentence names two days of the week.
fn names_days(sentence: &str) -> bool {
    let words =
        sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2);
    words.filter(|word| WEEKDAYS.iter().any(|day| means(word, *day))).count() > 1
}

/// Whether a day of the week stands here, a preposition before it passed over: `w czwartek i w piątek`.
fn names_a_day(words: &[&str]) -> bool {
    words.iter().take(2).any(|word| WEEKDAYS.iter().any(|day| means(word, *day)))
}

/// Whether a word is a day of the week: Polish `środy`, the name of a city, too.
pub(in crate::said) fn is_weekday(word: &str) -> bool {
    WEEKDAYS.iter().any(|day| means(word, *day))
}

/// `mi` is no Wednesday: days are shortened to two letters with a capital.
fn is_small(word: &str) -> bool {
    word.chars().count() == 2
        && word.chars().all(char::is_lowercase)
        && WEEKDAYS.iter().any(|day| means(word, *day))
}

/// `mon voyage` is no Monday: a short form of a day of the week that means `my`, before a word that is no day;
/// nor is `Mi assento`.
fn is_own(words: &[&str]) -> bool {
    let [word, next, ..] = words else { return false };
    if means(&format!("{word} {next}"), W::Own) {
        return true;
    }
    means(word, W::Own)
        && word.chars().all(char::is_lowercase)
        && next.starts_with(char::is_alphabetic)
        && calendar(&[next]).is_none()
}

/// When somebody is away, from a sentence that says that he is: words that are no dates are passed over.
/// `number` knows numbers in words.
pub(in crate::said) fn dates(
    sentence: &str,
    number: &dyn Fn(&str) -> Option<u32>,
) -> Option<Absent> {
    // `Friday to Sunday, that is 4 to 6 September`: what is said more exactly behind it counts.
    let exact = sentence.rfind([',', '(']).map(|at| &sentence[at + 1..]).filter(|rest| {
        let dated = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let before = &sentence[..sentence.len() - rest.len()];
        dated(rest) && !dated(before) && names_days(before)
    });
    if let Some(absent) = exact.and_then(|rest| dates(rest, number)) {
        return Some(absent);
    }
    let apart: String = sentence
        .chars()
        .map(|c| match c {
            ',' | ':' | ';' | '(' | ')' | '!' | '?' | '\'' | '’' => ' ',
            '–' | '—' => '-',
            c => c,
        })
        .collect();
    let words: Vec<&str> = apart.split_whitespace().collect();
    let mut found: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let word = words[at].trim_end_matches('.');
        if word.chars().any(|c| c.is_ascii_digit()) {
            found.extend(with_digits(words[at]));
            at += 1;
        } else if is_own(&words[at..]) {
            at += 1;
        } else if means(word, W::AndDay)
            && matches!(found.last(), Some(Token::Date(_)))
            && names_a_day(&words[at + 1..])
        {
            found.push(Token::To);
            at += 1;
        } else if let Some((token, used)) = calendar(&words[at..]).filter(|_| !is_small(word)) {
            // `dal 20 al 22 novembre sono giù in Puglia`: no June.
            // Nor is `dal 7 al 14 gennaio sono in settimana bianca` one week long.
            let loose = matches!(token, Some(Token::Month(_) | Token::Unit(_)))
                && !matches!(found.last(), Some(Token::Number(_)))
                && is_whole(&found);
            found.extend(token.filter(|_| !loose));
            at += used;
        } else if is_whole(&found) && calendar(&words[at + 1..]).is_none() {
            // `bin ich auf einer Hochzeit`: where both days are said, an article is no third.
            at += 1;
        } else {
            found.extend(number(word).filter(|_| word.chars().count() > 2).map(Token::Number));
            if word.contains('-') {
                let parts: Vec<&str> = word.split('-').filter(|part| !part.is_empty()).collect();
                for (place, part) in parts.iter().enumerate() {
                    found.extend((place > 0).then_some(Token::To));
                    found.extend(calendar(&[part]).and_then(|(token, _)| token));
                }
                found.extend(parts.is_empty().then_some(Token::To));
            }
            at += 1;
        }
    }
    let back = comes_back(&mut found);
    let rest = relevant(found);
    let Some(day) = back else {
        let rest = rest?;
        return finish(parts(&rest)?, rest.contains(&Token::From));
    };
    let from = match rest {
        Some(rest) => parts(&rest)?.from.map(Part::day),
        None => None,
    };
    Some(Absent { from, to: Until::Before(day) })
}

/// Whether the first and the last day are said: `20 to 22 November`.
fn is_whole(found: &[Token]) -> bool {
    let dated = found.iter().any(|token| matches!(token, Token::Month(_) | Token::Date(_)));
    let absent = || finish(parts(&relevant(found.to_vec())?)?, true);
    let both = |absent: Absent| absent.from.is_some() && matches!(absent.to, Until::Day(_));
    dated && !found.contains(&Token::Return) && absent().is_some_and(both)
}

/// The day on which he is here again, taken out of the sentence: behind the word for it, or else before
/// it. `weg, Donnerstag wieder da`, `back on 3 January`
fn comes_back(found: &mut Vec<Token>) -> Option<Day> {
    let at = found.iter().position(|token| *token == Token::Return)?;
    let date = |tokens: &[Token]| match *tokens {
        [Token::Date(day)] if day != Day::Ahead(0) => Some(day),
        [Token::Number(day), Token::Month(month)] | [Token::Month(month), Token::Number(day)] => {
            Some(Day::Date { year: None, month, day })
        }
        [Token::Christmas] => Some(Day::Date { year: None, month: 12, day: 24 }),
        _ => None,
    };
    let dated = [2, 1].into_iter().find_map(|length| {
        let behind = at + 1..at + 1 + length;
        let day = found.get(behind.clone()).and_then(date)?;
        Some((day, behind))
    });
    let dated = dated.or_else(|| {
        [2, 1].into_iter().find_map(|length| {
            let before = at.checked_sub(length)?..at;
            // `weg bis Donnerstag, dann wieder da`: until Thursday.
            let until = before.start.checked_sub(1).is_some_and(|one| found[one] == Token::To);
            let day = found.get(before.clone()).and_then(date).filter(|_| !until)?;
            Some((day, before))
        })
    });
    // `am 28. wieder da`
    let number = |at: usize| match found.get(at) {
        Some(Token::Number(day)) => Some((Day::OfMonth(*day), at..at + 1)),
        _ => None,
    };
    let alone = |place: usize| !matches!(found.get(place + 1), Some(Token::Unit(_)));
    let dated = dated
        .or_else(|| number(at + 1).filter(|_| alone(at + 1)))
        .or_else(|| at.checked_sub(1).and_then(number));
    if let Some((_, range)) = &dated {
        for token in &mut found[range.clone()] {
            *token = Token::Return;
        }
    }
    found.retain(|token| *token != Token::Return);
    dated.map(|(day, _)| day)
}

/// What the longest phrase of the calendar that begins here means, `None` in it for small words, and
/// how many words it takes.
fn calendar(words: &[&str]) -> Option<(Option<Token>, usize)> {
    // A dash is no part of a phrase.
    let said = words.iter().take(LONGEST).take_while(|word| word.contains(char::is_alphanumeric));
    (1..=said.count()).rev().find_map(|length| {
        let phrase = words[..length].concat();
        let place = |all: &[W], word| all.iter().position(|one| *one == word);
        let number = |at: usize| u32::try_from(at).unwrap_or_default();
        let mut small = false;
        let token = meanings(&phrase).find_map(|word| {
            small |= word == W::Small;
            Some(match word {
                W::From => Token::From,
                W::Until => Token::To,
                W::Next => Token::Next,
                W::Weekend => Token::Weekend,
                W::Christmas => Token::Christmas,
                W::NewYear => Token::Date(Day::Date { year: None, month: 1, day: 1 }),
                W::Return => Token::Return,
                W::Today => Token::Date(Day::Ahead(0)),
                W::Tomorrow => Token::Date(Day::Ahead(1)),
                W::AfterTomorrow => Token::Date(Day::Ahead(2)),
                W::Day => Token::Unit(1),
                W::Week => Token::Unit(7),
                W::Month => Token::Unit(30),
                W::MonthEnd => Token::EndOf,
                word => match (place(&MONTHS, word), place(&WEEKDAYS, word)) {
                    (Some(month), _) => Token::Month(number(month) + 1),
                    (_, Some(day)) => Token::Date(Day::Weekday(number(day))),
                    _ => return None,
                },
            })
        });
        (token.is_some() || small).then_some((token, length))
    })
}

/// A word with digits: a date, a number, or two with a dash between them.
fn with_digits(word: &str) -> Vec<Token> {
    if let Ok(date) = word.trim_end_matches('.').parse::<NaiveDate>() {
        return vec![Token::Date(of_date(date))];
    }
    let mut tokens = Vec::new();
    for (place, part) in word.split('-').enumerate() {
        if place > 0 {
            tokens.push(Token::To);
        }
        if part.starts_with(|c: char| c.is_ascii_digit()) {
            match numbers(part) {
                Some(token) => tokens.push(token),
                None => return Vec::new(),
            }
        } else if let Some((Some(token), _)) = calendar(&[part]) {
            tokens.push(token);
        }
    }
    tokens
}

fn of_date(date: NaiveDate) -> Day {
    Day::Date { year: Some(date.year()), month: date.month(), day: date.day() }
}

/// `20`, `20.`, `20th`, `20.12.`, `20/12/2026`: the day comes first.
fn numbers(word: &str) -> Option<Token> {
    let word = word.trim_end_matches(['.', 'º', '°']);
    let lower = word.to_lowercase();
    let word = lower.as_str();
    let word = ["st", "nd", "rd", "th", "er"]
        .iter()
        .find_map(|end| word.strip_suffix(end))
        .unwrap_or(word);
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

/// What stands from the last `from` before the first date up to the last date, with weekends, Christmas and
/// `next week` written out as days; `None` if no date is named.
fn relevant(mut found: Vec<Token>) -> Option<Vec<Token>> {
    // `until the end of April`: the last day that it has in every year.
    while let Some(at) = found.iter().position(|token| matches!(token, Token::EndOf)) {
        if let Some(Token::Month(month)) = found.get(at + 1).copied() {
            let day = match month {
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            found.splice(at..at + 2, [Token::Date(Day::Date { year: None, month, day })]);
        } else {
            found.remove(at);
        }
    }
    // `Et jeudi et vendredi …`: the first `et` begins the sentence.
    if matches!(found[..], [Token::To, Token::Date(_), Token::To, Token::Date(_), ..]) {
        found.remove(0);
    }
    // `Friday, 20 December`: the date says it.
    let dated = |rest: &[Token]| {
        matches!(
            rest,
            [Token::Date(Day::Weekday(_)), Token::Date(Day::Date { .. }), ..]
                | [Token::Date(Day::Weekday(_)), Token::Number(_), Token::Month(_), ..]
                | [Token::Date(Day::Weekday(_)), Token::Month(_), Token::Number(_), ..]
        )
    };
    while let Some(at) = (0..found.len()).find(|at| dated(&found[*at..])) {
        found.remove(at);
    }
    // `lundi 3 au vendredi 7`: the number is that of the day.
    let numbered = |rest: &[Token]| match rest {
        [Token::Date(Day::Weekday(_)), Token::Number(day @ 1..=31), behind @ ..] => {
            (!matches!(behind, [Token::Unit(_) | Token::Month(_), ..])).then_some(*day)
        }
        _ => None,
    };
    while let Some((at, day)) =
        (0..found.len()).find_map(|at| numbered(&found[at..]).map(|day| (at, day)))
    {
        found.splice(at..at + 2, [Token::Date(Day::OfMonth(day))]);
    }
    // `Christmas holidays from 20 December to 2 January`
    let whole = |at: usize| match (found[at], found.get(at + 1)) {
        (Token::Date(Day::Date { .. }), _) | (Token::Number(_), Some(Token::Month(_))) => true,
        (Token::Month(_), Some(Token::Number(day))) => *day < 32,
        _ => false,
    };
    if (0..found.len()).filter(|at| whole(*at)).count() > 1 {
        found.retain(|token| !matches!(token, Token::Christmas | Token::Weekend));
    }
    // A number alone is no day.
    if found.iter().all(|token| matches!(token, Token::Number(_) | Token::From)) {
        return None;
    }
    // `next week`, and not the next ten days.
    let next_week = |pair: &[Token]| pair == [Token::Next, Token::Unit(7)];
    // `Thursday to Sunday next week`
    let weekday = |token: &Token| matches!(token, Token::Date(Day::Weekday(_)));
    if let Some(at) = found.windows(2).position(next_week)
        && found.iter().any(weekday)
    {
        found.drain(at..at + 2);
        for token in &mut found {
            if let Token::Date(Day::Weekday(day)) = *token {
                *token = Token::Date(Day::NextWeekday(day));
            }
        }
    }
    let is_date = |token: &Token| !matches!(token, Token::From | Token::To | Token::Next);
    let first = found.iter().position(is_date)?;
    let last = found.iter().rposition(is_date)?;
    let mut from = first;
    while from > 0 {
        from -= 1;
        if matches!(found[from], Token::From) {
            break;
        }
    }
    let mut sequence: Vec<Token> = found[from..=last].to_vec();
    if let Some(at) = sequence.windows(2).position(next_week) {
        sequence.splice(at..at + 2, [Token::Date(Day::NextWeek), Token::Number(7), Token::Unit(1)]);
    }
    sequence.retain(|token| *token != Token::Next);
    // `Wednesday, Thursday and Friday`: all days from the first one to the last.
    let list =
        sequence.iter().all(|token| weekday(token) || matches!(token, Token::To | Token::From));
    if list && sequence.iter().filter(|token| weekday(token)).count() > 2 {
        let mut days = sequence.iter().copied().filter(|token| weekday(token));
        if let (Some(first), Some(last)) = (days.next(), days.next_back()) {
            sequence = vec![first, Token::To, last];
        }
    }
    if let Some(at) = sequence.iter().position(|token| *token == Token::Christmas) {
        let day = |day| Token::Date(Day::Date { year: None, month: 12, day });
        let bound = at.checked_sub(1).map(|before| sequence[before]);
        let days = match bound {
            Some(Token::To) => vec![day(26)],
            Some(Token::From) => vec![day(24)],
            _ => vec![day(24), Token::To, day(26)],
        };
        sequence.splice(at..=at, days);
    }
    if let Some(at) = sequence.iter().position(|token| *token == Token::Weekend) {
        let saturday = Token::Date(Day::Weekday(5));
        sequence.splice(at..=at, [saturday, Token::Number(2), Token::Unit(1)]);
    }
    // `for a week`, `toda la semana`
    if let [Token::From | Token::To, rest @ ..] | rest = sequence.as_slice()
        && let [Token::Unit(days)] = rest
    {
        return Some(vec![Token::Number(1), Token::Unit(*days)]);
    }
    // `from` and `to` before a span of days say nothing: `for the next ten days`, `na 10 dni`.
    if sequence.iter().any(|token| matches!(token, Token::Unit(_)))
        && !sequence.iter().any(|token| {
            matches!(token, Token::Month(_))
                || matches!(token, Token::Date(day) if *day != Day::Ahead(0))
        })
    {
        sequence.retain(|token| !matches!(token, Token::From | Token::To));
    }
    // `a week from tomorrow on`: the article of the span is no number.
    let bare = |at: usize| {
        matches!(sequence[at], Token::Unit(_))
            && !matches!(at.checked_sub(1).map(|before| sequence[before]), Some(Token::Number(_)))
    };
    let bare: Vec<usize> = (0..sequence.len()).filter(|at| bare(*at)).collect();
    // `Semana Santa: 28/3 - 5/4`: where two dates are, no week counts.
    let dates = sequence.iter().filter(|token| matches!(token, Token::Date(Day::Date { .. })));
    let dated = dates.count() > 1;
    for at in bare.into_iter().rev() {
        if dated {
            sequence.remove(at);
        } else {
            sequence.insert(at, Token::Number(1));
        }
    }
    Some(sequence)
}

/// A day whose month may come with the other one.
#[derive(Clone, Copy)]
enum Part {
    Day(Day),
    OnlyDay(u32),
}

impl Part {
    fn day(self) -> Day {
        match self {
            Part::Day(day) => day,
            Part::OnlyDay(day) => Day::OfMonth(day),
        }
    }
}

/// What a sentence says of the first day, the last, and how many they are.
#[derive(Clone, Copy)]
struct Parts {
    from: Option<Part>,
    to: Option<Part>,
    span: Option<u32>,
}

/// What the words say together; `None` if they do not fit.
fn parts(tokens: &[Token]) -> Option<Parts> {
    let mut from = None;
    let mut to = None;
    let mut span = None;
    let mut awaits_to = false;
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        let (part, taken) = match (first, rest.get(1), rest.get(2)) {
            (Token::From, ..) if from.is_none() && to.is_none() => (None, 1),
            // `the 20th to the 3rd for two weeks` says it twice.
            (Token::To, Some(Token::Number(_)), Some(Token::Unit(_))) => (None, 1),
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
    Some(Parts { from, to, span })
}

fn finish(Parts { from, to, span }: Parts, says_from: bool) -> Option<Absent> {
    let whole = |part: Part| match part {
        Part::Day(day) => Some(day),
        Part::OnlyDay(_) => None,
    };
    // `from today on` begins when it is said, as all do that name no beginning.
    let from = from
        .filter(|from| to.is_none() && span.is_none() || !matches!(from, Part::Day(Day::Ahead(0))));
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
            Some(Absent { from: Some(first.day()), to: Until::Day(last.day()) })
        }
        (None, Some(last), None) => Some(Absent { from: None, to: Until::Day(last.day()) }),
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
