//! Seat tokens: the secret in a prompt that says which seat its answer speaks for.
//!
//! A token reads `GAME-SEAT-MAC`. The MAC binds game, seat, address and generation to the
//! program's key, so tokens need not be stored and die when the generation is raised. This
//! module also knows how a token rides in one of our Message-IDs. It does not know whether a
//! game or a seat exists, nor who may speak for it.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::address::Address;

/// What the MAC is for; a new meaning of tokens needs a new text here.
const PURPOSE: &[u8] = b"seat token v1";
/// Bytes of the MAC that are kept: 80 bits.
const MAC_BYTES: usize = 10;
/// Characters of the MAC as text: 80 bits at five bits each.
const MAC_CHARACTERS: usize = 16;
/// Longest name of a game and of a seat, in characters.
const LONGEST_NAME: usize = 32;
/// RFC 4648 section 6, in lower case because mail programs fold it that way.
const BASE32: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// The program's key for tokens. Whoever has it can speak for every seat.
#[derive(Clone)]
pub struct TokenKey([u8; 32]);

impl TokenKey {
    /// A key from its 32 bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenKey(…)")
    }
}

/// Why no token can be issued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Games are named with `[a-z0-9]{1,32}`.
    #[error("\"{0}\" cannot be the name of a game in a token: use 1 to 32 of a-z and 0-9")]
    GameName(String),
    /// Seats are named with `[a-z]+(-[a-z]+)*`.
    #[error("\"{0}\" cannot be the name of a seat in a token: use words of a-z joined by hyphens")]
    SeatName(String),
}

/// A token, genuine or not: only [`SeatToken::check`] tells.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatToken {
    game: String,
    seat: String,
    mac: String,
}

impl SeatToken {
    /// The token of `seat` in `game` for the person at `address`, until `generation` is raised.
    ///
    /// # Errors
    /// When a name cannot stand in a token.
    pub fn issue(
        key: &TokenKey,
        game: &str,
        seat: &str,
        address: &Address,
        generation: u32,
    ) -> Result<Self, TokenError> {
        if !is_game_name(game) {
            return Err(TokenError::GameName(game.to_owned()));
        }
        if !is_seat_name(seat) {
            return Err(TokenError::SeatName(seat.to_owned()));
        }
        let full = authenticator(key, game, seat, address, generation).finalize().into_bytes();
        Ok(Self { game: game.to_owned(), seat: seat.to_owned(), mac: base32(&full[..MAC_BYTES]) })
    }

    /// Reads a token out of what a mail program made of it: any case, within brackets or
    /// quotation marks, with other hyphens, with spaces or line breaks in it, with `0`, `1` and
    /// `8` for the letters they look like. `None` when it has not the shape of a token.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > 400 {
            return None;
        }
        let text: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}'))
            .map(|c| match c {
                '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
                c => c.to_ascii_lowercase(),
            })
            .collect();
        let text = text.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let (game, rest) = text.split_once('-')?;
        let (seat, mac) = rest.rsplit_once('-')?;
        let mac: String = mac
            .chars()
            .map(|c| match c {
                '0' => 'o',
                '1' => 'l',
                '8' => 'b',
                c => c,
            })
            .collect();
        let shaped = is_game_name(game)
            && is_seat_name(seat)
            && mac.len() == MAC_CHARACTERS
            && mac.bytes().all(|c| BASE32.contains(&c));
        shaped.then(|| Self { game: game.to_owned(), seat: seat.to_owned(), mac })
    }

    /// Whether this is the token of that seat for that address and generation. Takes the same
    /// time whatever the answer.
    #[must_use]
    pub fn check(&self, key: &TokenKey, address: &Address, generation: u32) -> bool {
        let Some(given) = from_base32(&self.mac) else {
            return false;
        };
        authenticator(key, &self.game, &self.seat, address, generation)
            .verify_truncated_left(&given)
            .is_ok()
    }

    /// The game the token names.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The seat the token names.
    #[must_use]
    pub fn seat(&self) -> &str {
        &self.seat
    }

    /// The whole token, for a prompt to the person it belongs to and for nowhere else.
    #[must_use]
    pub fn reveal(&self) -> String {
        format!("{}-{}-{}", self.game, self.seat, self.mac)
    }
}

impl fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatToken({}-{}-…)", self.game, self.seat)
    }
}

/// A Message-ID that carries `token` (or any other text without dots) and a unique part:
/// `<TOKEN.UNIQUE@DOMAIN>`, without the angle brackets.
#[must_use]
pub fn message_id(token: &str, unique: &str, domain: &str) -> String {
    format!("{token}.{unique}@{domain}")
}

/// The token part of a Message-ID made by [`message_id`] for `domain`, whatever the case and
/// with or without angle brackets; `None` for the Message-IDs of others.
#[must_use]
pub fn token_in_message_id<'a>(id: &'a str, domain: &str) -> Option<&'a str> {
    let id = id.trim().trim_start_matches('<').trim_end_matches('>');
    let (local, id_domain) = id.rsplit_once('@')?;
    let (token, unique) = local.split_once('.')?;
    (id_domain.eq_ignore_ascii_case(domain) && !token.is_empty() && !unique.is_empty())
        .then_some(token)
}

/// What tells a Message-ID of ours from all others: the unique part of one made by [`message_id`],
/// and the whole left side of one without a token; `None` for the Message-IDs of others.
#[must_use]
pub fn unique_in_message_id<'a>(id: &'a str, domain: &str) -> Option<&'a str> {
    let id = id.trim().trim_start_matches('<').trim_end_matches('>');
    let (local, id_domain) = id.rsplit_once('@')?;
    let unique = local.split_once('.').map_or(local, |(_token, unique)| unique);
    (id_domain.eq_ignore_ascii_case(domain) && !unique.is_empty()).then_some(unique)
}

/// A text of somebody else's, such as what a server answered, without the tokens in it: fit for a
/// log.
#[must_use]
pub fn redacted(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let of_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let word_end = rest.find(|c| !of_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(word_end);
        plain.push_str(if SeatToken::parse(word).is_some() { "(token)" } else { word });
        let between = behind.find(of_word).unwrap_or(behind.len());
        plain.push_str(&behind[..between]);
        rest = &behind[between..];
    }
    plain
}

/// Whether a game can bear this name in a token: `[a-z0-9]{1,32}`.
#[must_use]
pub fn is_game_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
}

/// Whether a seat can bear this name in a token: `[a-z]+(-[a-z]+)*`, at most 32 characters.
#[must_use]
pub fn is_seat_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase()))
}

/// The MAC over all a token is bound to. Every part goes in behind its length, so that no two
/// different sets of parts give the same bytes.
fn authenticator(
    key: &TokenKey,
    game: &str,
    seat: &str,
    address: &Address,
    generation: u32,
) -> Hmac<Sha256> {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(&key.0).expect("HMAC takes keys of any length");
    let canonical = address.canonical();
    let generation = generation.to_be_bytes();
    let parts: [&[u8]; 5] =
        [PURPOSE, game.as_bytes(), seat.as_bytes(), canonical.as_bytes(), &generation];
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac
}

/// RFC 4648 base32 without padding, for lengths that are a multiple of five bytes.
fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 8 / 5);
    let (mut buffer, mut bits) = (0u32, 0);
    for byte in bytes {
        buffer = buffer << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(BASE32[(buffer >> bits & 31) as usize]));
        }
    }
    text
}

/// The bytes of a MAC written by [`base32`], or nothing when it has another length or alphabet.
fn from_base32(text: &str) -> Option<[u8; MAC_BYTES]> {
    let mut bytes = [0; MAC_BYTES];
    let (mut buffer, mut bits, mut filled) = (0u32, 0, 0);
    for character in text.bytes() {
        let value = BASE32.iter().position(|c| *c == character)?;
        buffer = buffer << 5 | u32::try_from(value).ok()?;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            *bytes.get_mut(filled)? = (buffer >> bits & 255) as u8;
            filled += 1;
        }
    }
    (filled == MAC_BYTES && text.len() == MAC_CHARACTERS).then_some(bytes)
}

/// A text without its lines `token …` that have a token's shape: they say who speaks, and ask nothing.
pub(crate) fn without_token_lines(text: &str) -> String {
    let says_who =
        |line: &&str| token_line(line).is_some_and(|token| SeatToken::parse(token).is_some());
    text.split_inclusive('\n').filter(|line| !says_who(line)).collect()
}

/// What a line `token …` names.
pub(crate) fn token_line(line: &str) -> Option<&str> {
    let line = line.trim();
    let (word, rest) = line.split_at_checked(5)?;
    let named = word.eq_ignore_ascii_case("token") && rest.starts_with([' ', ':', '=']);
    named.then(|| rest.trim_start_matches([' ', ':', '=']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> TokenKey {
        TokenKey::new([7; 32])
    }

    fn ada() -> Address {
        "Ada <Ada@Club.test>".parse().unwrap()
    }

    fn token() -> SeatToken {
        SeatToken::issue(&key(), "prague1", "imperial-army", &ada(), 3).unwrap()
    }

    #[test]
    fn a_token_is_bound_to_everything() {
        let token = token();
        let bob: Address = "bob@club.test".parse().unwrap();
        let same: Address = "ADA@club.test".parse().unwrap();
        assert!(token.check(&key(), &same, 3));
        assert!(!token.check(&key(), &bob, 3));
        assert!(!token.check(&key(), &ada(), 4));
        assert!(!token.check(&TokenKey::new([8; 32]), &ada(), 3));
        for moved in ["prague2-imperial-army", "prague1-imperial"] {
            let mac = token.reveal().rsplit_once('-').unwrap().1.to_owned();
            assert!(!SeatToken::parse(&format!("{moved}-{mac}")).unwrap().check(&key(), &ada(), 3));
        }
    }

    #[test]
    fn the_mac_is_the_documented_one() {
        // Computed apart from this code: HMAC-SHA256 over the length-prefixed parts.
        let mut message = Vec::new();
        for part in
            [&b"seat token v1"[..], b"prague1", b"imperial-army", b"ada@club.test", &[0, 0, 0, 3]]
        {
            message.extend((part.len() as u64).to_be_bytes());
            message.extend(part);
        }
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&[7; 32]).unwrap();
        mac.update(&message);
        let bytes = mac.finalize().into_bytes();
        assert_eq!(from_base32(&token().mac).unwrap(), bytes[..10]);
    }

    #[test]
    fn base32_of_rfc_4648() {
        assert_eq!(base32(b"fooba"), "mzxw6ytb");
        assert_eq!(base32(b"foobafooba"), "mzxw6ytbmzxw6ytb");
        assert_eq!(from_base32("mzxw6ytbmzxw6ytb").unwrap(), *b"foobafooba");
        assert_eq!(from_base32("mzxw6ytb"), None);
    }

    #[test]
    fn reads_what_mail_programs_make_of_it() {
        let token = token();
        let text = token.reveal();
        let middle = text.len() - 7;
        for changed in [
            text.to_uppercase(),
            format!("[{text}]"),
            format!("  <{text}>. "),
            format!("\"{text}\""),
            text.replace('-', "\u{2011}"),
            format!("{}\r\n {}", &text[..middle], &text[middle..]),
            format!("{}\u{ad}{}", &text[..middle], &text[middle..]),
        ] {
            assert_eq!(SeatToken::parse(&changed).as_ref(), Some(&token), "{changed:?}");
        }
    }

    #[test]
    fn refuses_what_has_not_the_shape() {
        for text in [
            "",
            "-",
            "a-b",
            "game-seat-short",
            "game--aaaaaaaaaaaaaaaa",
            "-seat-aaaaaaaaaaaaaaaa",
            "ga_me-seat-aaaaaaaaaaaaaaaa",
            "game-se4t-aaaaaaaaaaaaaaaa",
            "game-seat-aaaaaaaaaaaaaaa9",
            "game-seat-äaaaaaaaaaaaaaaaa",
        ] {
            assert_eq!(SeatToken::parse(text), None, "{text:?}");
        }
        assert!(SeatToken::issue(&key(), "Prague", "x", &ada(), 0).is_err());
        assert!(SeatToken::issue(&key(), "prague", "x1", &ada(), 0).is_err());
    }

    #[test]
    fn debug_never_shows_a_secret() {
        let shown = format!("{:?} {:?}", token(), key());
        assert!(!shown.contains(&token().mac), "{shown}");
        assert_eq!(shown, "SeatToken(prague1-imperial-army-…) TokenKey(…)");
    }

    #[test]
    fn what_servers_say_is_told_without_tokens() {
        let token = token().reveal();
        let said = format!("550 5.7.1 <judge+{token}@club.test>: Ünbekannt, see {token}.41@x");
        let plain = redacted(&said);
        assert_eq!(plain, "550 5.7.1 <judge+(token)@club.test>: Ünbekannt, see (token).41@x");
        assert_eq!(redacted("no such-user at all"), "no such-user at all");
        assert_eq!(redacted(""), "");
    }

    #[test]
    fn a_token_rides_in_our_message_ids() {
        let id = message_id(&token().reveal(), "41.7f", "club.test");
        let shouted = format!("<{}>", id.to_uppercase());
        let found = token_in_message_id(&shouted, "club.test").unwrap();
        assert_eq!(SeatToken::parse(found), Some(token()));
        assert_eq!(token_in_message_id(&id, "other.test"), None);
        assert_eq!(token_in_message_id("x@club.test", "club.test"), None);
        assert_eq!(unique_in_message_id(&id, "club.test"), Some("41.7f"));
        assert_eq!(
            unique_in_message_id("<stranger-7f@club.test>", "club.test"),
            Some("stranger-7f")
        );
        assert_eq!(unique_in_message_id(&id, "other.test"), None);
    }
}
