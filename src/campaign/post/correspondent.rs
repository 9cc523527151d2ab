//! A reader of our mails: the holder of a seat, a person who observes or asks, a stranger.
//!
//! Only here is it decided in which language, by which clock and in which form somebody is written
//! to. A person's wishes hold for all mails; an address that belongs to no known person is written
//! to in the language of the seat it holds, or else of his mail or of the configuration, and by the
//! game's clock, or UTC.

use crate::campaign::office::CampaignError;
use crate::campaign::settings::Settings;
use crate::game::Seat;
use crate::mail::address::Address;
use crate::report::Moment;
use crate::store::{Game, GameId, Person, Seat as StoredSeat, Tx};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// Stands in place of a game's name in the tokens of the desk.
pub(crate) const DESK: &str = "desk";
/// Stands in place of a seat's name in the token of a person, whose number stands for the generation.
pub(crate) const PERSON: &str = "person";
/// Stands in place of a seat's name in the token of a letter, whose number stands for the generation.
pub(crate) const LETTER: &str = "letter";

/// Somebody to whom mails are written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Correspondent {
    /// The mailbox, without a name.
    pub address: String,
    /// The name that stands beside the address; empty where none is known.
    pub name: String,
    /// A language tag, such as `de`.
    pub language: String,
    /// In which all times and days of his mails are told.
    pub zone: Tz,
    /// HTML, pictures, digests and the like.
    pub wishes: Wishes,
    /// What his answer may do.
    pub proof: Proof,
    /// What of the game may be shown to him.
    pub knows: Knows,
}

/// What an answer to the mail proves by the token that the mail carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// That it comes from the holder of the seat.
    Seat {
        game: GameId,
        /// The name of the game.
        name: String,
        seat: String,
        generation: u32,
    },
    /// That it comes from one of the two addresses of a change of address.
    Change {
        game: GameId,
        /// The seat's name, with the side of the change behind it.
        side: String,
        number: u32,
    },
    /// That it comes from this person.
    Person(u32),
    /// That it answers this letter of the desk.
    Letter(u32),
    /// Nothing; it may still be about a game.
    Nothing(Option<GameId>),
}

/// How much of a game a correspondent may be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Knows {
    /// What this seat knows.
    Seat(Seat),
    /// What everybody may know.
    Public,
}

/// What a person wants besides language and time zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Wishes {
    /// Mails have an HTML part.
    pub html: bool,
    /// Reports have pictures.
    pub pictures: bool,
    /// The seat's view goes along as JSON.
    pub json: bool,
    /// A mail whenever a nation's action has ended, though nothing is to be answered.
    pub at_once: bool,
    /// Mails that need no answer are gathered into one a day.
    pub digest: bool,
    /// At this hour of the reader's day.
    pub digest_hour: u8,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            html: true,
            pictures: true,
            json: false,
            at_once: false,
            digest: false,
            digest_hour: 18,
        }
    }
}

impl Correspondent {
    /// How the holder of a role reads; a vacant seat has nobody to read anything.
    ///
    /// # Errors
    ///
    /// The game's settings cannot be read, or the database fails.
    pub fn holding(tx: &Tx<'_>, game: &Game, role: Seat) -> Result<Correspondent, CampaignError> {
        let stored = tx.seat(game.id, role.id())?;
        match stored.filter(|stored| stored.address.is_some()) {
            Some(stored) => Correspondent::of_seat(tx, game, &stored),
            None => Ok(Correspondent::unknown("", "")),
        }
    }

    /// The holder of a seat, with the seat's token.
    ///
    /// # Errors
    ///
    /// Nobody holds the seat, the game's settings cannot be read, or the database fails.
    pub fn of_seat(
        tx: &Tx<'_>,
        game: &Game,
        seat: &StoredSeat,
    ) -> Result<Correspondent, CampaignError> {
        let Some(address) = &seat.address else {
            return Err(CampaignError::BrokenGame {
                game: game.name.clone(),
                reason: format!("nobody holds the seat {}", seat.seat),
            });
        };
        let known = match tx.person_of(address)? {
            Some(person) => Correspondent::of_person(&person, address),
            None => {
                let clocks = Settings::of(game)?.clocks;
                let zone = clocks.and_then(|clocks| clocks.zone.parse().ok());
                Correspondent {
                    zone: zone.unwrap_or(Tz::UTC),
                    ..Correspondent::unknown(address, &seat.language)
                }
            }
        };
        Ok(Correspondent {
            name: seat.display_name.clone(),
            proof: Proof::Seat {
                game: game.id,
                name: game.name.clone(),
                seat: seat.seat.clone(),
                generation: seat.generation,
            },
            knows: Seat::from_id(&seat.seat).map_or(Knows::Public, Knows::Seat),
            ..known
        })
    }

    /// A known person at one of the addresses that are theirs, with the person's token.
    pub fn of_person(person: &Person, address: &str) -> Correspondent {
        Correspondent {
            address: address.to_owned(),
            name: person.name.clone(),
            language: person.language.clone(),
            zone: person.time_zone.parse().unwrap_or(Tz::UTC),
            wishes: serde_json::from_str(&person.wishes).unwrap_or_default(),
            proof: Proof::Person(u32::try_from(person.id.0).unwrap_or_default()),
            knows: Knows::Public,
        }
    }

    /// An address that has proved nothing: it gets no token, but it is written to as the person or
    /// the holder of a seat would be who has this address; in the given language if it is neither's.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn stranger(
        tx: &Tx<'_>,
        address: &Address,
        language: &str,
    ) -> Result<Correspondent, CampaignError> {
        let mailbox = address.mailbox();
        let proof = Proof::Nothing(None);
        if let Some(person) = tx.person_of(&mailbox)? {
            return Ok(Correspondent { proof, ..Correspondent::of_person(&person, &mailbox) });
        }
        let mut unknown = Correspondent::unknown(&mailbox, language);
        if let Some(seat) = tx.seats_of_address(&address.canonical())?.pop() {
            unknown.language = seat.language;
        }
        Ok(unknown)
    }

    /// An address of which nothing is known.
    pub fn unknown(address: &str, language: &str) -> Correspondent {
        Correspondent {
            address: address.to_owned(),
            name: String::new(),
            language: language.to_owned(),
            zone: Tz::UTC,
            wishes: Wishes::default(),
            proof: Proof::Nothing(None),
            knows: Knows::Public,
        }
    }

    /// The same reader at another address, who proves something else by answering.
    pub fn at(self, address: &str, proof: Proof) -> Correspondent {
        let (address, name) = (address.to_owned(), String::new());
        Correspondent { address, name, proof, knows: Knows::Public, ..self }
    }

    /// The same reader, who proves something else by answering.
    pub fn proving(self, proof: Proof) -> Correspondent {
        Correspondent { proof, ..self }
    }

    /// A point in time by this reader's clock.
    pub fn moment(&self, time: DateTime<Utc>) -> Moment {
        Moment::new(&time.with_timezone(&self.zone))
    }
}
