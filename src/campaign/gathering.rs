//! Before a game begins: the commitment to the seed is told, then each player may put a phrase
//! into the key of all chance, and seats are raffled if that was agreed.
//!
//! Nobody knows the seed but the program, and the program cannot know the phrases when it commits
//! itself to the seed: so nobody alone decides how the cards fall.

use super::clock::{self, Clocks};
use super::founding::{FoundingError, NewPlayer, check_players, public_position, settings};
use super::letters::{Answered, Post, queue_post, queue_welcomes};
use super::progress::{GATHERING, PLAYING, Progress};
use super::receive::Received;
use super::{CampaignError, Office, RULES_VERSION, commitment, game_key, seed};
use crate::audit::journal::{BEGUN, Beginning, Begun, FOUNDED, Founding};
use crate::game::{Seat, Setup, State};
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::report::{self, LogHead, Mail, Phrase};
use crate::store::{
    Draft, Game, NewEntry, NewGame as NewStoredGame, OutboxId, Seat as StoredSeat, Seed, Store, Tx,
};
use chrono::{DateTime, Utc};
use serde_json::json;

/// The seats' names while it is not known who will play which, in the order of the players.
const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];

/// Of a seat that was only a place before the raffle.
const RAFFLED: &str = "raffled";

/// Key of the draft that holds a player's phrase.
const PHRASE: &str = "phrase";
/// What players of the five languages call a phrase.
const PHRASES: [&str; 7] = ["phrase", "spruch", "frase", "fraza", "hasło", "haslo", "motto"];
/// Words that say there is none.
const NONE: [&str; 9] =
    ["no", "kein", "keinen", "sin", "ninguna", "nessuna", "senza", "bez", "brak"];

/// A phrase is at most so many characters long.
const LONGEST_PHRASE: usize = 200;

/// A game to be founded that begins when all players have answered.
#[derive(Clone, Debug)]
pub struct Gathering {
    /// 1 to 32 of a-z and 0-9.
    pub name: String,
    pub setup: Setup,
    pub players: Players,
    /// Drawn from the system if none is given.
    pub seed: Option<[u8; 32]>,
}

/// Who plays.
#[derive(Clone, Debug)]
pub enum Players {
    /// One for each seat.
    Seated(Vec<NewPlayer>),
    /// As many as there are seats, which are raffled among them.
    Raffled(Vec<Address>),
}

/// Founds a game that waits for its players' phrases, and queues the first mail to each.
///
/// # Errors
///
/// Seats and players do not match, the name is taken or no name for a game, the database fails.
pub fn gather(
    store: &mut Store,
    office: &Office,
    new: &Gathering,
    now: DateTime<Utc>,
) -> Result<(), FoundingError> {
    gather_with(store, office, new, None, now)
}

/// Founds a game with these clocks, or none, that waits for its players' phrases, and queues the
/// first mail to each. The clocks run when it begins.
///
/// # Errors
///
/// As for [`gather`], or the clocks cannot be so.
pub fn gather_with(
    store: &mut Store,
    office: &Office,
    new: &Gathering,
    clocks: Option<Clocks>,
    now: DateTime<Utc>,
) -> Result<(), FoundingError> {
    let settings = settings(new.setup, clocks)?;
    let seats = new.setup.rules().seats();
    let places: Vec<(String, Address)> = match &new.players {
        Players::Seated(players) => {
            check_players(office, &seats, players)?;
            players.iter().map(|p| (p.seat.id().to_owned(), p.address.clone())).collect()
        }
        Players::Raffled(addresses) => {
            if addresses.len() != seats.len() {
                let (expected, found) = (seats.len(), addresses.len());
                return Err(FoundingError::WrongNumber { expected, found });
            }
            if let Some(own) = addresses.iter().find(|address| office.own.contains(address)) {
                return Err(FoundingError::OwnAddress(own.clone()));
            }
            PLACES.into_iter().map(str::to_owned).zip(addresses.iter().cloned()).collect()
        }
    };
    let seed = match new.seed {
        Some(seed) => seed,
        None => seed::random_bytes().map_err(CampaignError::from)?,
    };
    store.transaction(|tx| {
        let id = tx.create_game(&NewStoredGame {
            name: &new.name,
            status: GATHERING,
            settings: &settings.text(),
            seed: Seed(seed),
            created: now,
        })?;
        for (seat, address) in &places {
            tx.save_seat(&StoredSeat {
                game: id,
                seat: seat.clone(),
                address: Some(address.mailbox()),
                display_name: address.name().unwrap_or_default().to_owned(),
                language: "en".into(),
                generation: 1,
                status: "taken".into(),
            })?;
        }
        let founding = Founding {
            game: new.name.clone(),
            setup: new.setup,
            seats,
            seed_commitment: commitment(&seed).to_string(),
            phrases: true,
            raffle: matches!(new.players, Players::Raffled(_)),
            state: None,
        };
        append(tx, id, FOUNDED, json!(founding), now)?;
        let game = tx.game(id)?;
        let table = Table::load(tx, &game)?;
        for seat in &table.seats {
            let key = format!("{}-0-{}-{}-gathering", game.name, seat.seat, seat.generation);
            table.post(office, seat, &key, None, None, now)?;
        }
        Ok(())
    })
}

/// Begins a game that waits for phrases; who has not answered has none.
///
/// # Errors
///
/// There is no such game, or it does not wait; the database fails.
pub fn begin_now(
    store: &mut Store,
    office: &Office,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    store.transaction(|tx| {
        let game = tx.game_by_name(name)?.filter(|game| game.status == GATHERING);
        let Some(game) = game else { return Err(CampaignError::NotGathering(name.to_owned())) };
        begin(&Table::load(tx, &game)?, office, now)
    })
}

/// Deals with a mail for a game that waits for phrases.
pub(super) fn hear(
    tx: &Tx<'_>,
    office: &Office,
    game: &Game,
    seat: &StoredSeat,
    letter: &Letter,
    now: DateTime<Utc>,
) -> Result<(Received, OutboxId), CampaignError> {
    let said = letter.text.lines().find_map(phrase_in);
    let fits = said.as_ref().is_some_and(|phrase| phrase.chars().count() <= LONGEST_PHRASE);
    if let Some(phrase) = said.as_ref().filter(|_| fits) {
        tx.replace_draft(&Draft {
            game: game.id,
            seat: seat.seat.clone(),
            key: PHRASE.into(),
            body: json!(phrase).to_string(),
            message_id: letter.message_id.clone(),
            received: now,
        })?;
    }
    let table = Table::load(tx, game)?;
    let answered = Answered::new(letter);
    let hash = &answered.key[..answered.key.len().min(16)];
    let key = format!("{}-1-{}-{}-answer-{hash}", game.name, seat.seat, seat.generation);
    let too_long = (said.is_some() && !fits).then_some(LONGEST_PHRASE);
    let id = table.post(office, seat, &key, Some(&answered), too_long, now)?;
    if table.waiting() == 0 {
        begin(&table, office, now)?;
    }
    Ok((Received::processed(if fits { "phrase" } else { "question" }), id))
}

/// The phrase in a line: `phrase A rainy night in Potsdam`, or empty for `no phrase`.
fn phrase_in(line: &str) -> Option<String> {
    let line = line.trim();
    let words = line.trim_end_matches(['.', '!']).to_lowercase();
    let mut both = words.split_whitespace();
    let none = both.next().is_some_and(|word| NONE.contains(&word));
    // In Polish the word behind `bez` and `brak` is inflected.
    let phrases =
        |word: &str| PHRASES.contains(&word) || matches!(word, "hasła" | "hasla" | "frazy");
    if none && both.next().is_some_and(phrases) && both.next().is_none() {
        return Some(String::new());
    }
    let word = |c: char| c.is_whitespace() || c == ':';
    let (first, rest) = line.split_at(line.find(word)?);
    let phrase = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ':');
    let apart = phrase.len() < rest.len() && !phrase.is_empty();
    (PHRASES.contains(&&*first.to_lowercase()) && apart).then(|| phrase.to_owned())
}

/// The players of a game that waits, and what they have said.
struct Table<'a> {
    tx: &'a Tx<'a>,
    game: &'a Game,
    founding: Founding,
    /// In the order in which the phrases enter the key.
    seats: Vec<StoredSeat>,
    /// Of each; `None` for who has not answered.
    phrases: Vec<Option<String>>,
}

impl<'a> Table<'a> {
    fn load(tx: &'a Tx<'a>, game: &'a Game) -> Result<Table<'a>, CampaignError> {
        let broken = |reason: String| CampaignError::BrokenGame { game: game.name.clone(), reason };
        let entries = tx.entries(game.id)?;
        let first = entries.first().ok_or_else(|| broken("its log is empty".into()))?;
        let founding: Founding = serde_json::from_value(first.public.clone())
            .map_err(|error| broken(format!("its first entry cannot be read: {error}")))?;
        let names: Vec<&str> = match founding.raffle {
            true => PLACES[..founding.seats.len().min(PLACES.len())].to_vec(),
            false => founding.seats.iter().map(|seat| seat.id()).collect(),
        };
        let (mut seats, mut phrases) = (Vec::new(), Vec::new());
        for name in names {
            let seat = tx.seat(game.id, name)?;
            seats.push(seat.ok_or_else(|| broken(format!("its seat {name} is gone")))?);
            let draft = tx.draft(game.id, name, PHRASE)?;
            phrases.push(draft.and_then(|draft| serde_json::from_str(&draft.body).ok()));
        }
        Ok(Table { tx, game, founding, seats, phrases })
    }

    fn waiting(&self) -> usize {
        self.phrases.iter().filter(|phrase| phrase.is_none()).count()
    }

    /// Queues the mail that says what is known, to one of the players.
    fn post(
        &self,
        office: &Office,
        seat: &StoredSeat,
        key: &str,
        answered: Option<&Answered>,
        too_long: Option<usize>,
        now: DateTime<Utc>,
    ) -> Result<OutboxId, CampaignError> {
        let place = self.seats.iter().position(|known| known.seat == seat.seat);
        let head = self.tx.head(self.game.id)?;
        let mail = Mail::Gathering(Box::new(report::Gathering {
            game: self.game.name.clone(),
            setup: self.founding.setup,
            seat: Seat::from_id(&seat.seat),
            place: place.map_or(0, |place| place + 1),
            players: self.seats.len(),
            seed_commitment: self.founding.seed_commitment.clone(),
            answer: answered.is_some(),
            phrase: place.and_then(|place| self.phrases[place].clone()),
            too_long,
            waiting: self.waiting(),
            log: LogHead { number: head.number, hash: head.hash.to_string() },
        }));
        let rendered = office.templates.in_language(&seat.language).render(&mail)?;
        let post = Post { key, kind: mail.kind(), rendered, answered, log: None, picture: None };
        queue_post(self.tx, self.game, seat, post, now)
    }
}

/// The game begins: the key is made, seats are raffled, each player is welcomed.
fn begin(table: &Table<'_>, office: &Office, now: DateTime<Utc>) -> Result<(), CampaignError> {
    let Table { tx, game, founding, seats, phrases } = table;
    let phrases: Vec<&str> = phrases.iter().map(|p| p.as_deref().unwrap_or_default()).collect();
    let seed = &game.seed.0;
    let key = game_key(seed, &phrases);
    let roles = match founding.raffle {
        true => founding.setup.rules().raffle(&key),
        false => founding.seats.clone(),
    };
    for (seat, role) in seats.iter().zip(&roles) {
        tx.withdraw_draft(game.id, &seat.seat, PHRASE)?;
        if founding.raffle {
            tx.save_seat(&StoredSeat { seat: role.id().to_owned(), ..seat.clone() })?;
            // Its token speaks for nobody any more.
            let generation = seat.generation + 1;
            let status = RAFFLED.to_owned();
            tx.save_seat(&StoredSeat { address: None, status, generation, ..seat.clone() })?;
        }
    }
    let state = State::new(founding.setup, key);
    let player = |(seat, phrase): (&Seat, &&str)| Begun { seat: *seat, phrase: (*phrase).into() };
    let beginning = Beginning {
        players: roles.iter().zip(&phrases).map(player).collect(),
        state: public_position(&game.name, &state)?,
    };
    append(tx, game.id, BEGUN, json!(beginning), now)?;
    tx.set_game_status(game.id, PLAYING, None)?;
    let head = tx.head(game.id)?;
    let mut progress = Progress::begin(tx, tx.game(game.id)?, state, head);
    clock::after_change(&mut progress, now)?;
    progress.save()?;
    let phrases: Vec<Phrase> = roles
        .iter()
        .zip(&phrases)
        .map(|(seat, text)| Phrase { seat: *seat, text: (*text).to_owned() })
        .collect();
    queue_welcomes(&progress, office, &commitment(seed).to_string(), &phrases, now)
}

fn append(
    tx: &Tx<'_>,
    game: crate::store::GameId,
    kind: &str,
    public: serde_json::Value,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let entry = NewEntry { time: now, kind, rules_version: RULES_VERSION, public, sealed: None };
    tx.append(game, entry)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_what_stands_behind_the_word() {
        let phrase = |line| phrase_in(line);
        assert_eq!(phrase("phrase A rainy night"), Some("A rainy night".into()));
        assert_eq!(phrase("  Phrase: No, never! "), Some("No, never!".into()));
        for none in ["No  phrase.", "Kein Spruch", "sin frase", "nessuna frase", "bez hasła"] {
            assert_eq!(phrase(none), Some(String::new()), "{none}");
        }
        assert_eq!(phrase("Spruch Regen über Potsdam"), Some("Regen über Potsdam".into()));
        assert_eq!(phrase("Hasło: noc"), Some("noc".into()));
        for line in ["", "phrase", "phrases are silly", "phrase:", "Hello", "größe x"] {
            assert_eq!(phrase(line), None, "{line}");
        }
    }
}
