//! Before a game begins: the commitment to the seed is told, then each player may put a phrase
//! into the key of all chance, and seats are raffled if that was agreed.
//!
//! Nobody knows the seed but the program, and the program cannot know the phrases when it commits
//! itself to the seed: so nobody alone decides how the cards fall.

use crate::audit::RULES_VERSION;
use crate::audit::journal::{BEGUN, Beginning, Begun, CLUB, FOUNDED, Founding, club_part};
use crate::audit::seed::{self, commitment, game_key};
use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::post::payload::Answered;
use crate::campaign::seats::founding::{
    FoundingError, NewPlayer, check_players, public_position, settings,
};
use crate::campaign::settings::Settings;
use crate::campaign::settings::clocks::Clocks;
use crate::campaign::table::progress::{
    ANNOUNCED, GATHERING, OPEN, PLAYING, Progress, TAKEN, is_before,
};
use crate::campaign::table::record::Received;
use crate::campaign::tell::letters::queue_welcomes;
use crate::game::{Seat, Setup, State};
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::report::{self, ClubNews, LogHead, Mail, Phrase};
use crate::store::{
    Draft, Game, NewEntry, NewGame as NewStoredGame, OutboxId, Seat as StoredSeat, Seed, Store,
    Timer, Tx,
};
use chrono::{DateTime, TimeDelta, Utc};
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
/// Key of the draft that holds the seats which a player prefers.
const PREFERS: &str = "prefers";
/// Kind of the timer with which a full game begins without the phrases that have not come.
pub(crate) const BEGIN: &str = "begin";

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
                status: TAKEN.into(),
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
            table.post(office, seat, &key, None, Aside::default(), now)?;
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
        let game = tx.game_by_name(name)?.filter(|game| is_before(&game.status));
        let Some(game) = game else { return Err(CampaignError::NotGathering(name.to_owned())) };
        let table = Table::load(tx, &game)?;
        match table.open() {
            0 => begin(&table, office, now),
            open => Err(CampaignError::NotFull { game: name.to_owned(), open }),
        }
    })
}

/// Begins a full game whose players have had their time for phrases.
pub(crate) fn begin_full(
    tx: &Tx<'_>,
    office: &Office,
    game: &Game,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    if !is_before(&game.status) {
        return Ok(());
    }
    let table = Table::load(tx, game)?;
    if table.open() == 0 { begin(&table, office, now) } else { Ok(()) }
}

/// A game that anybody may join who fulfils its conditions, to be announced.
pub(crate) struct Announcement {
    pub name: String,
    pub settings: Settings,
    pub seed: [u8; 32],
}

/// Founds a game without players: the commitment to its seed is in its log before anybody joins.
pub(crate) fn announce(
    tx: &Tx<'_>,
    new: &Announcement,
    now: DateTime<Utc>,
) -> Result<Game, CampaignError> {
    let (setup, raffle) = (new.settings.setup, new.settings.membership.raffle);
    let seats = setup.rules().seats();
    let id = tx.create_game(&NewStoredGame {
        name: &new.name,
        status: ANNOUNCED,
        settings: &new.settings.text(),
        seed: Seed(new.seed),
        created: now,
    })?;
    for (place, seat) in PLACES.into_iter().zip(&seats) {
        tx.save_seat(&StoredSeat {
            game: id,
            seat: if raffle { place } else { seat.id() }.to_owned(),
            address: None,
            display_name: String::new(),
            language: "en".into(),
            generation: 0,
            status: OPEN.into(),
        })?;
    }
    let founding = Founding {
        game: new.name.clone(),
        setup,
        seats,
        seed_commitment: commitment(&new.seed).to_string(),
        phrases: true,
        raffle,
        state: None,
    };
    append(tx, id, FOUNDED, json!(founding), now)?;
    Ok(tx.game(id)?)
}

/// Somebody who takes a place.
pub(crate) struct Joiner<'a> {
    pub address: &'a Address,
    pub name: &'a str,
    /// Where no role is free: the seat that was asked for.
    pub prefers: &'a [Seat],
    pub phrase: Option<&'a str>,
    pub answered: &'a Answered,
}

/// What came of joining.
pub(crate) struct Seated {
    pub answer: OutboxId,
}

/// Why somebody has no place.
pub(crate) enum NoPlace {
    Full,
    Taken(Seat),
}

/// Gives somebody a free place, and tells him of the seed and the phrases. The game begins if
/// that was all it waited for.
pub(crate) fn join(
    tx: &Tx<'_>,
    office: &Office,
    game: &Game,
    joiner: &Joiner<'_>,
    now: DateTime<Utc>,
) -> Result<Result<Seated, NoPlace>, CampaignError> {
    let table = Table::load(tx, game)?;
    let free: Vec<&StoredSeat> = table.seats.iter().filter(|seat| seat.address.is_none()).collect();
    let place = if table.founding.raffle || joiner.prefers.is_empty() {
        free.first().copied()
    } else {
        let wanted = |role: &Seat| free.iter().find(|seat| seat.seat == role.id()).copied();
        let place = joiner.prefers.iter().find_map(wanted);
        if let (None, Some(role), false) = (place, joiner.prefers.first(), free.is_empty()) {
            return Ok(Err(NoPlace::Taken(*role)));
        }
        place
    };
    let Some(place) = place else { return Ok(Err(NoPlace::Full)) };
    let seat = StoredSeat {
        address: Some(joiner.address.mailbox()),
        display_name: joiner.name.to_owned(),
        generation: place.generation.saturating_add(1),
        status: TAKEN.into(),
        ..place.clone()
    };
    tx.save_seat(&seat)?;
    let keep = |key: &str, body: serde_json::Value| {
        tx.replace_draft(&Draft {
            game: game.id,
            seat: seat.seat.clone(),
            key: key.into(),
            body: body.to_string(),
            message_id: None,
            received: now,
        })
    };
    if table.founding.raffle && !joiner.prefers.is_empty() {
        keep(PREFERS, json!(joiner.prefers))?;
    }
    let fits = |phrase: &&str| phrase.chars().count() <= LONGEST_PHRASE;
    if let Some(phrase) = joiner.phrase.filter(fits) {
        keep(PHRASE, json!(phrase))?;
    }
    tx.set_game_status(game.id, GATHERING, None)?;
    let table = Table::load(tx, game)?;
    let taken = table.seats.len() - table.open();
    let event = ClubNews::Joined { players: taken, seats: table.seats.len() };
    append(tx, game.id, CLUB, club_part(&event), now)?;
    let hash = &joiner.answered.key[..joiner.answered.key.len().min(16)];
    let key = format!("{}-1-{}-{}-joined-{hash}", game.name, seat.seat, seat.generation);
    let too_long = joiner.phrase.filter(|phrase| !fits(phrase)).map(|_| LONGEST_PHRASE);
    let aside = Aside { too_long, joined: true };
    let answer = table.post(office, &seat, &key, Some(joiner.answered), aside, now)?;
    if table.open() == 0 {
        full(&table, office, &seat, now)?;
    }
    Ok(Ok(Seated { answer }))
}

/// The last place is taken: who has sent no phrase is asked once more, or the game begins.
fn full(
    table: &Table<'_>,
    office: &Office,
    last: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    if table.waiting() == 0 {
        return begin(table, office, now);
    }
    let days = Settings::of(table.game)?.membership.phrase_days;
    let due = now + TimeDelta::days(days.into());
    let (game, kind, key) = (table.game.id, BEGIN.to_owned(), BEGIN.to_owned());
    table.tx.set_timer(&Timer { game, due, kind, key })?;
    for (seat, phrase) in table.seats.iter().zip(&table.phrases) {
        if phrase.is_none() && seat.seat != last.seat {
            let key = format!("{}-full-{}-{}", table.game.name, seat.seat, seat.generation);
            table.post(office, seat, &key, None, Aside::default(), now)?;
        }
    }
    Ok(())
}

/// Somebody gives a place up before the game has begun. Returns whether it was held.
pub(crate) fn leave(
    tx: &Tx<'_>,
    game: &Game,
    seat: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    for key in [PHRASE, PREFERS] {
        tx.withdraw_draft(game.id, &seat.seat, key)?;
    }
    tx.remove_timer(game.id, BEGIN, BEGIN)?;
    tx.save_seat(&StoredSeat {
        address: None,
        display_name: String::new(),
        generation: seat.generation.saturating_add(1),
        status: OPEN.into(),
        ..seat.clone()
    })?;
    let seats = tx.seats(game.id)?;
    let taken = seats.iter().filter(|seat| seat.address.is_some()).count();
    let event = ClubNews::Left { players: taken, seats: seats.len() };
    append(tx, game.id, CLUB, club_part(&event), now)?;
    let status = if taken == 0 { ANNOUNCED } else { GATHERING };
    Ok(tx.set_game_status(game.id, status, None)?)
}

/// Deals with a mail for a game that waits for phrases.
pub(crate) fn hear(
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
    let id =
        table.post(office, seat, &key, Some(&answered), Aside { too_long, joined: false }, now)?;
    if table.waiting() == 0 && table.open() == 0 {
        begin(&table, office, now)?;
    }
    Ok((Received::processed(if fits { "phrase" } else { "question" }), id))
}

/// The phrase in a line: `phrase A rainy night in Potsdam`, or empty for `no phrase`.
pub(crate) fn phrase_in(line: &str) -> Option<String> {
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

/// What else a mail to a player says.
#[derive(Clone, Copy, Default)]
struct Aside {
    /// The phrase was longer than so many characters.
    too_long: Option<usize>,
    /// The player has just taken the place.
    joined: bool,
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
    /// The seats that each prefers.
    preferences: Vec<Vec<Seat>>,
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
        let (mut seats, mut phrases, mut preferences) = (Vec::new(), Vec::new(), Vec::new());
        for name in names {
            let seat = tx.seat(game.id, name)?;
            seats.push(seat.ok_or_else(|| broken(format!("its seat {name} is gone")))?);
            let draft = tx.draft(game.id, name, PHRASE)?;
            phrases.push(draft.and_then(|draft| serde_json::from_str(&draft.body).ok()));
            let draft = tx.draft(game.id, name, PREFERS)?;
            let prefers = draft.and_then(|draft| serde_json::from_str(&draft.body).ok());
            preferences.push(prefers.unwrap_or_default());
        }
        Ok(Table { tx, game, founding, seats, phrases, preferences })
    }

    /// Players who have not answered yet.
    fn waiting(&self) -> usize {
        let silent = |(seat, phrase): &(&StoredSeat, &Option<String>)| {
            seat.address.is_some() && phrase.is_none()
        };
        self.seats.iter().zip(&self.phrases).filter(silent).count()
    }

    /// Places that nobody has taken yet.
    fn open(&self) -> usize {
        self.seats.iter().filter(|seat| seat.address.is_none()).count()
    }

    /// Queues the mail that says what is known, to one of the players.
    fn post(
        &self,
        office: &Office,
        seat: &StoredSeat,
        key: &str,
        answered: Option<&Answered>,
        Aside { too_long, joined }: Aside,
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
            answer: answered.is_some() && !joined,
            phrase: place.and_then(|place| self.phrases[place].clone()),
            too_long,
            waiting: self.waiting(),
            open: self.open(),
            log: LogHead { number: head.number, hash: head.hash.to_string() },
        }));
        let to = Correspondent::of_seat(self.tx, self.game, seat)?;
        post(self.tx, office, &to, Post { answered, ..Post::new(key.to_owned(), &mail) }, now)
    }
}

/// The game begins: the key is made, seats are raffled, each player is welcomed.
fn begin(table: &Table<'_>, office: &Office, now: DateTime<Utc>) -> Result<(), CampaignError> {
    let Table { tx, game, founding, seats, phrases, preferences } = table;
    let phrases: Vec<&str> = phrases.iter().map(|p| p.as_deref().unwrap_or_default()).collect();
    let seed = &game.seed.0;
    let key = game_key(seed, &phrases);
    let roles = match founding.raffle {
        true => founding.setup.rules().raffle_preferring(&key, preferences),
        false => founding.seats.clone(),
    };
    for (seat, role) in seats.iter().zip(&roles) {
        tx.withdraw_draft(game.id, &seat.seat, PHRASE)?;
        tx.withdraw_draft(game.id, &seat.seat, PREFERS)?;
        if founding.raffle {
            tx.save_seat(&StoredSeat { seat: role.id().to_owned(), ..seat.clone() })?;
            // Its token speaks for nobody any more.
            let generation = seat.generation + 1;
            let status = RAFFLED.to_owned();
            tx.save_seat(&StoredSeat { address: None, status, generation, ..seat.clone() })?;
        }
    }
    let state = State::new(founding.setup, key);
    tx.remove_timer(game.id, BEGIN, BEGIN)?;
    let player = |((seat, phrase), prefers): ((&Seat, &&str), &Vec<Seat>)| Begun {
        seat: *seat,
        phrase: (*phrase).into(),
        prefers: prefers.clone(),
    };
    let beginning = Beginning {
        players: roles.iter().zip(&phrases).zip(preferences).map(player).collect(),
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
