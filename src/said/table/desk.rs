//! The words for the desk: what a line of a mail asks of the club, in any of the languages, with or
//! without diacritics, in any case.
//!
//! A line is a command only as a whole: whatever is left over makes it something that people
//! write in passing. What a command does is not known here.

use crate::game::Seat;
use crate::said::Request;
use crate::said::club::words;
use crate::said::club::words::{ClubWord as W, LONGEST, means};
use crate::said::meaning::wish::{Joining, Wish};

/// Words that a wish begins with.
const FIRST: [W; 29] = [
    W::NoPictures,
    W::Help,
    W::List,
    W::NewGame,
    W::Join,
    W::Leave,
    W::Observe,
    W::Unobserve,
    W::Observers,
    W::Settings,
    W::Language,
    W::TimeZone,
    W::Text,
    W::Html,
    W::Digest,
    W::NewsAtOnce,
    W::NewsDaily,
    W::Pictures,
    W::Json,
    W::Name,
    W::Rules,
    W::Map,
    W::Status,
    W::History,
    W::Resign,
    W::TakeOver,
    W::MyData,
    W::Forget,
    W::AlsoAddress,
];

/// Whether a wish can begin with this word, folded.
pub(in crate::said) fn begins(word: &str) -> bool {
    words::may_begin(word, |meaning| FIRST.contains(&meaning) || meaning == W::Prefer)
}

/// A line in words, of which the first ones are taken away as they are understood.
#[derive(Clone, Copy)]
struct Words<'a, 'b>(&'b [&'a str]);

impl<'a> Words<'a, '_> {
    /// Takes the longest phrase at the front that has this meaning.
    fn take(&mut self, word: W) -> bool {
        // Joining words costs time, and most begin no such phrase.
        if !self.0.first().is_some_and(|first| words::begins(first, word)) {
            return false;
        }
        let lengths = (1..=LONGEST.min(self.0.len())).rev();
        let found = lengths.into_iter().find(|length| means(&self.0[..*length].concat(), word));
        if let Some(length) = found {
            self.0 = &self.0[length..];
        }
        found.is_some()
    }

    fn skip_fillers(&mut self) {
        while self.take(W::Filler) {}
    }

    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// Everything that is left, as it was written.
    fn rest(&mut self) -> String {
        let text = self.0.join(" ");
        self.0 = &[];
        text
    }

    /// The name of a game, if a word is left that can be one.
    fn game(&mut self) -> Option<String> {
        self.skip_fillers();
        let bare = self.0.first()?.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        is_game_name(&bare).then(|| {
            self.0 = &self.0[1..];
            bare
        })
    }

    fn seat(&mut self) -> Option<Seat> {
        let seats = [
            (W::Frederick, Seat::Frederick),
            (W::Elisabeth, Seat::Elisabeth),
            (W::MariaTheresa, Seat::MariaTheresa),
            (W::Pompadour, Seat::Pompadour),
        ];
        seats.into_iter().find_map(|(word, seat)| self.take(word).then_some(seat))
    }

    /// `on` or `off`; nothing means on.
    fn switch(&mut self) -> bool {
        let off = self.take(W::Off);
        self.take(W::On);
        !off
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The command that a line is, if it is one as a whole.
pub(in crate::said) fn command(line: &str) -> Option<Request> {
    let line = line.trim().trim_start_matches(['-', '*', '•', '>']).trim();
    let line = line.trim_end_matches(['.', '!', '?', ',', ';']);
    if line.chars().count() > 200 {
        return None;
    }
    // Joined words are apart for the words: `time-zone: Europe/Berlin`.
    let mut spaced = line.replacen('=', " ", 1);
    if let Some(at) = spaced.find(':')
        && !spaced[..at].ends_with(|c: char| c.is_ascii_digit())
    {
        spaced.replace_range(at..=at, " ");
    }
    let all: Vec<&str> = spaced.split_whitespace().collect();
    let whole = |mut words: Words<'_, '_>| {
        let command = head(&mut words)?;
        words.skip_fillers();
        words.is_empty().then_some(command)
    };
    // `my data` is one thing, and `please list` another.
    let mut polite = Words(&all);
    polite.skip_fillers();
    whole(Words(&all)).or_else(|| whole(polite))
}

fn head(words: &mut Words<'_, '_>) -> Option<Request> {
    // Longer phrases first where one begins like another.
    let alone = |words: &Words<'_, '_>| words.is_empty();
    if words.take(W::MyData) {
        return Some(Request::MyData);
    }
    if words.take(W::Forget) {
        return Some(Request::ForgetMe { sure: words.take(W::On) });
    }
    if words.take(W::TakeOver) {
        let first = words.seat();
        let game = words.game();
        let _ = words.take(W::As);
        let seat = first.or_else(|| words.seat())?;
        return Some(Request::TakeOver { game, seat });
    }
    if words.take(W::NewGame) {
        // Without a name it is told that a game needs one.
        return Some(Request::NewGame(words.game().unwrap_or_default()));
    }
    if words.take(W::Join) {
        return join(words).map(Request::Join);
    }
    if words.take(W::Unobserve) {
        return Some(Request::Unobserve(words.game()));
    }
    if words.take(W::Observers) {
        return Some(Request::Observers(words.game()));
    }
    if words.take(W::Observe) {
        return Some(Request::Observe(words.game()));
    }
    if words.take(W::Resign) {
        let sure = words.take(W::On);
        let game = words.game();
        return Some(Request::Resign { game, sure: sure || words.take(W::On) });
    }
    if words.take(W::Leave) {
        return Some(Request::Leave(words.game()));
    }
    if words.take(W::History) {
        let mut turn = turn(words);
        let game = if turn.is_none() { words.game() } else { None };
        turn = turn.or_else(|| self::turn(words));
        let game = game.or_else(|| words.game());
        return Some(Request::History { game, turn });
    }
    if words.take(W::Rules) {
        return rules(words).map(Request::Rules);
    }
    if words.take(W::Settings) {
        return Some(Request::Settings);
    }
    if words.take(W::Help) {
        return alone(words).then_some(Request::Help(None));
    }
    if words.take(W::List) {
        return Some(Request::ListGames);
    }
    if words.take(W::Status) {
        return Some(Request::Status(words.game()));
    }
    if words.take(W::Map) {
        return Some(Request::Map(words.game()));
    }
    if words.take(W::AlsoAddress) {
        let address = words.next().filter(|word| word.contains('@'))?;
        let address = address.trim_matches(|c: char| "<>()[]\"',;".contains(c));
        return Some(Request::AlsoAddress(address.to_owned()));
    }
    wish(words).map(Request::Set)
}

fn turn(words: &mut Words<'_, '_>) -> Option<u64> {
    words.skip_fillers();
    if !words.take(W::Turn) {
        return None;
    }
    words.next()?.parse().ok()
}

/// `R7`, `7.5`, `R 7`, or nothing for all.
fn rules(words: &mut Words<'_, '_>) -> Option<String> {
    let text = words.rest().to_uppercase().replace([' ', 'R'], "");
    let number = |part: &str| part.is_empty() || part.parse::<u8>().is_ok();
    let shaped = text.split('.').count() <= 2 && text.split('.').all(number);
    shaped.then(|| if text.is_empty() { text } else { format!("R{}", text.trim_end_matches('.')) })
}

/// What stands behind `join`.
fn join(words: &mut Words<'_, '_>) -> Option<Joining> {
    let mut joining = Joining::default();
    let named = !starts_option(words);
    if named {
        joining.game = words.game();
    }
    loop {
        if words.take(W::Password) {
            joining.password = Some(words.next()?.to_owned());
        } else if words.take(W::As) || words.take(W::Prefer) {
            // `join rossbach as Frederick, Pompadour`
            joining.prefers.push(words.seat()?);
            while let Some(seat) = words.seat() {
                joining.prefers.push(seat);
            }
        } else {
            break;
        }
    }
    let mut once = Vec::new();
    joining.prefers.retain(|seat| !once.contains(seat) && (once.push(*seat), true).1);
    Some(joining)
}

fn starts_option(words: &Words<'_, '_>) -> bool {
    let mut ahead = *words;
    ahead.take(W::Password) || ahead.take(W::As) || ahead.take(W::Prefer)
}

/// The hour that follows, 0 to 23: `18`, `18:00`.
fn hour(words: &mut Words<'_, '_>) -> Option<u8> {
    words.skip_fillers();
    let first = words.0.first()?.split([':', '.', 'h']).next()?;
    let hour = first.parse().ok().filter(|hour| *hour < 24)?;
    words.next();
    Some(hour)
}

fn wish(words: &mut Words<'_, '_>) -> Option<Wish> {
    if words.take(W::Language) {
        words.skip_fillers();
        let word = words.next()?.trim_matches(|c: char| !c.is_alphanumeric());
        return (!word.is_empty()).then(|| Wish::Language(word.to_lowercase()));
    }
    if words.take(W::TimeZone) {
        words.skip_fillers();
        return (!words.is_empty()).then(|| {
            let place = words.rest();
            let zone = words::zone_of(&place).map(str::to_owned);
            Wish::TimeZone(zone.unwrap_or_else(|| place.replace(' ', "_")))
        });
    }
    if words.take(W::Text) {
        return Some(Wish::Html(!words.switch()));
    }
    if words.take(W::Html) {
        return Some(Wish::Html(words.switch()));
    }
    if words.take(W::Digest) {
        let on = words.switch();
        return Some(Wish::Digest(on, hour(words)));
    }
    if words.take(W::NewsAtOnce) {
        return Some(Wish::NewsAtOnce(words.switch()));
    }
    if words.take(W::NewsDaily) {
        return Some(Wish::Digest(true, hour(words)));
    }
    if words.take(W::NoPictures) {
        return Some(Wish::Pictures(false));
    }
    if words.take(W::Pictures) {
        return Some(Wish::Pictures(words.switch()));
    }
    if words.take(W::Json) {
        return Some(Wish::Json(words.switch()));
    }
    if words.take(W::Name) {
        let name = words.rest();
        let fits = (1..=40).contains(&name.chars().count());
        let plain = !name.contains(['@', '<', '>']) && !name.chars().any(char::is_control);
        return (fits && plain).then_some(Wish::Name(name));
    }
    None
}

/// Whether a game can bear this name: small letters and digits, at most 32.
fn is_game_name(name: &str) -> bool {
    (1..=32).contains(&name.len())
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
}

#[cfg(test)]
#[path = "desk_tests.rs"]
mod tests;
