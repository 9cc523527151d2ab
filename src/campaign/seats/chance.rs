//! How all chance of a game is fixed before it begins, step by step, so that nobody can choose last.
//!
//! ```text
//! seed's commitment ─► hashes of all phrases ─► phrases ─► beacon's round named ─► its signature ─► key
//!                      entry "committed"                   "beacon-awaited"        entry "begun"
//! ```
//!
//! Each step begins when the one before it is complete, is in the log and is mailed to all. A phrase that does
//! not come in time ends the attempt: its player is named, the seed is given up, and the game is gathered anew. Which
//! words players use is not known here (`src/said/club/phrases.rs`), nor what the log must look like
//! (`audit::prologue`).
//!
//! Rulings of this program: until all hashes are out, a player may send another one, which takes the first one's
//! place; the same one again is refused, so that nobody takes a repetition for a change. Whoever sends no hash in time
//! has no phrase: nothing has been published then by which he could choose.

use crate::audit::RULES_VERSION;
use crate::audit::journal::{
    BEACON_AWAITED, BEGUN, BeaconAwaited, Beginning, Begun, COMMITTED, Committed, GATHERED_ANEW,
    GatheredAnew,
};
use crate::audit::seed::{
    self, LONGEST_PHRASE, SHORTEST_PHRASE, commitment, game_key, phrase_hash,
};
use crate::beacon::{self, Beacon};
use crate::bot::Level;
use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::key::Occasion;
use crate::campaign::seats::founding::public_position;
use crate::campaign::seats::gathered::{
    Aside, BEGIN, Gathered, OF_THE_GAME, OPENED, OPENING, PREFERS, PROMISE, Promise, REMIND,
};
use crate::campaign::settings::Settings;
use crate::campaign::table::company;
use crate::campaign::table::notices::Answered;
use crate::campaign::table::progress::Progress;
use crate::campaign::table::record::Received;
use crate::campaign::tell::club::{self, ClubNotice};
use crate::campaign::tell::reports::BegunNotice;
use crate::game::{Seat, State};
use crate::mail::intake::Letter;
use crate::phrase::WhyAnew;
use crate::report::{Anew, GatheringStage, Phrase, PhraseRefusal};
use crate::said::{self, AboutChance, Consent, LineReading, Reading};
use crate::store::{
    Digest, Game, GameStatus, NewEntry, Seat as StoredSeat, SeatStatus, Seed, Store, Timer,
    TimerKind, Tx,
};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// The beacon's round is signed this long after everything else is fixed, so that the mails which name it are out.
const BEACON_DELAY: TimeDelta = TimeDelta::hours(6);
/// This long after its time the players are reminded that anybody can send the round.
const BEACON_LATE: TimeDelta = TimeDelta::hours(24);

/// Adds an entry without a sealed part to the log of a game that waits.
pub(crate) fn append(
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

/// What came of what a player said.
pub(crate) enum OfChance {
    /// It was noted.
    Noted,
    /// Nothing was said about phrases.
    Nothing,
    /// It was not taken.
    Refused(PhraseRefusal),
    /// The awaited round, with a genuine signature.
    Beacon(Beacon),
}

/// Deals with a mail for a game that has not begun, and with what it says of chance.
///
/// A bare yes of somebody who is asked for a phrase takes the offer that stands first: the program makes it.
/// A player who is asked and says nothing of it is told which line could not be read as an answer.
pub(crate) fn hear(
    tx: &Tx<'_>,
    (game, seat): (&Game, &StoredSeat),
    letter: &Letter,
    reading: &Reading,
    now: DateTime<Utc>,
) -> Result<(Received, Vec<ClubNotice>), CampaignError> {
    let table = Gathered::load(tx, game)?;
    let mut said = reading.chance();
    let owes = table.awaited_players().contains(&table.place(seat));
    let asked = owes && table.stage() == GatheringStage::Hashes;
    if said.is_empty() && asked && reading.consent() == Consent::Yes {
        said.push(AboutChance::Make);
    }
    let names_one = said.iter().any(|said| matches!(said, AboutChance::Phrase(_)));
    if table.stage() == GatheringStage::Phrases && !names_one {
        said.extend(unnamed(&table, seat, &letter.text));
    }
    let mut heard = take(&table, seat, &said, letter.message_id.as_deref(), now)?;
    let unread = reading.lines.iter().find(|line| line.reading != LineReading::Understood);
    if let (OfChance::Nothing, Some(line)) = (&heard, unread.filter(|_| owes)) {
        heard = OfChance::Refused(PhraseRefusal::NotUnderstood {
            line: line.text.chars().take(200).collect(),
        });
    }
    let word = match heard {
        OfChance::Noted => "phrase",
        OfChance::Beacon(_) => "beacon",
        OfChance::Nothing | OfChance::Refused(_) => "question",
    };
    let mut aside = Aside::default();
    let (mut beacon, mut notices) = (None, Vec::new());
    match heard {
        OfChance::Noted | OfChance::Nothing => {}
        OfChance::Beacon(genuine) => beacon = Some(genuine),
        OfChance::Refused(refusal) => {
            // What fits its hash cannot be mended any more.
            if matches!(refusal, PhraseRefusal::TooShort { .. }) {
                let place = table.place(seat);
                let (anew, told) = begin_anew(&table, WhyAnew::Short, &[place], Some(seat), now)?;
                notices = told;
                aside.anew = Some(anew);
            }
            aside.refused = Some(refusal);
        }
    }
    let answer = Some((seat, Occasion::Wrote(Answered::new(letter))));
    notices.extend(settle(tx, game, answer, aside, beacon, now)?);
    Ok((Received::processed(word), notices))
}

/// Where the hash decides, a phrase needs no word before it.
fn unnamed(table: &Gathered<'_>, seat: &StoredSeat, text: &str) -> Option<AboutChance> {
    let Some(Promise::Player { hash }) = &table.promises[table.place(seat)] else { return None };
    let mut found = said::unnamed_phrases(text);
    found.retain(|phrase| phrase_hash(phrase).to_string() == *hash);
    (!found.is_empty()).then_some(AboutChance::Phrase(found))
}

/// Takes what a player says, as far as it fits the stage of the game.
pub(crate) fn take(
    table: &Gathered<'_>,
    seat: &StoredSeat,
    said: &[AboutChance],
    message_id: Option<&str>,
    now: DateTime<Utc>,
) -> Result<OfChance, CampaignError> {
    let refused = |refusal| Ok(OfChance::Refused(refusal));
    let said = match said {
        [] => return Ok(OfChance::Nothing),
        [said] => said,
        _ => return refused(PhraseRefusal::Several {}),
    };
    match said {
        AboutChance::NotAHash => return refused(PhraseRefusal::NotAHash {}),
        AboutChance::NotABeacon => return refused(PhraseRefusal::NotGenuine {}),
        AboutChance::Beacon(beacon) => {
            return match check_beacon(table, beacon) {
                Ok(()) => Ok(OfChance::Beacon(beacon.clone())),
                Err(refusal) => refused(refusal),
            };
        }
        AboutChance::Hash(_)
        | AboutChance::Phrase(_)
        | AboutChance::Make
        | AboutChance::Without => {}
    }
    let place = table.place(seat);
    match (table.stage(), said) {
        _ if !table.founding.phrases => refused(PhraseRefusal::NothingToOpen {}),
        (GatheringStage::Hashes, _) => {
            let promise = match promised(table, place, said) {
                Ok(promise) => promise,
                Err(refusal) => return refused(refusal),
            };
            table.keep(seat, (PROMISE, json!(promise)), message_id, now)?;
            Ok(OfChance::Noted)
        }
        (GatheringStage::Phrases, AboutChance::Phrase(found)) => {
            match opened(table, place, found) {
                Ok(phrase) => {
                    table.keep(seat, (OPENED, json!(phrase)), message_id, now)?;
                    Ok(OfChance::Noted)
                }
                Err(refusal) => refused(refusal),
            }
        }
        _ => refused(PhraseRefusal::TooLate {}),
    }
}

/// What a player promises while hashes are awaited.
fn promised(
    table: &Gathered<'_>,
    place: usize,
    said: &AboutChance,
) -> Result<Promise, PhraseRefusal> {
    let before = table.promises[place].as_ref();
    let promise = match said {
        AboutChance::Hash(hash) => Promise::Player { hash: hash.clone() },
        AboutChance::Phrase(_) if matches!(before, Some(Promise::Player { .. })) => {
            return Err(PhraseRefusal::TooEarly {});
        }
        AboutChance::Phrase(found) => {
            Promise::Told { phrase: found.first().cloned().unwrap_or_default() }
        }
        AboutChance::Make => Promise::Program,
        _ => Promise::None,
    };
    if before == Some(&promise) {
        return Err(PhraseRefusal::Again {});
    }
    if let Promise::Told { phrase } = &promise
        && phrase.chars().count() > LONGEST_PHRASE
    {
        return Err(PhraseRefusal::TooLong { most: LONGEST_PHRASE });
    }
    let hash = promise.hash(&table.game.seed.0, place + 1);
    let others = table.pledges().into_iter().enumerate().filter(|(other, _)| *other != place);
    let is_copied = hash.is_some()
        && (hash.as_ref() == Some(&table.founding.seed_commitment)
            || others.into_iter().any(|(_, pledge)| pledge.hash == hash));
    if is_copied {
        return Err(PhraseRefusal::Copied {});
    }
    match hash {
        Some(hash) if table.used.contains(&hash) => Err(PhraseRefusal::Used {}),
        _ => Ok(promise),
    }
}

/// The phrase that a player opens, if it fits the hash he sent.
fn opened(table: &Gathered<'_>, place: usize, found: &[String]) -> Result<String, PhraseRefusal> {
    let Some(Promise::Player { hash }) = &table.promises[place] else {
        return Err(PhraseRefusal::NothingToOpen {});
    };
    let fits = |phrase: &&String| phrase_hash(phrase).to_string() == *hash;
    let Some(phrase) = found.iter().find(fits) else {
        return Err(PhraseRefusal::Unfit { hash: hash.clone() });
    };
    if table.opened[place].is_some() {
        return Err(PhraseRefusal::Again {});
    }
    if phrase.chars().count() < SHORTEST_PHRASE {
        return Err(PhraseRefusal::TooShort { least: SHORTEST_PHRASE });
    }
    Ok(phrase.clone())
}

/// Whether this is the round that a game waits for.
fn check_beacon(table: &Gathered<'_>, beacon: &Beacon) -> Result<(), PhraseRefusal> {
    let round = table.awaited.as_ref().map(|awaited| awaited.round);
    if round != Some(beacon.round) {
        return Err(PhraseRefusal::NotThisRound { round });
    }
    if beacon.is_genuine() { Ok(()) } else { Err(PhraseRefusal::NotGenuine {}) }
}

/// Goes on as far as what is known allows. Everybody is to be told of a new stage; whoever wrote, on his own
/// occasion.
pub(crate) fn settle(
    tx: &Tx<'_>,
    game: &Game,
    writer: Option<(&StoredSeat, Occasion)>,
    aside: Aside,
    beacon: Option<Beacon>,
    now: DateTime<Utc>,
) -> Result<Vec<ClubNotice>, CampaignError> {
    let before = Gathered::load(tx, game)?.stage();
    let ready = advance(tx, game, now)? || beacon.is_some();
    let table = Gathered::load(tx, game)?;
    if ready {
        // The first mail of the game is the answer, too.
        let writer = writer.and_then(|(seat, occasion)| {
            Some((seat.address.clone()?, occasion.answered()?.clone()))
        });
        return Ok(vec![begin(&table, beacon, writer, now)?]);
    }
    let wrote = writer.as_ref().map(|(seat, _)| *seat);
    let mut notices = Vec::new();
    if let Some((seat, occasion)) = writer {
        notices.push(table.notice(seat, occasion, aside)?);
    }
    if table.stage() != before {
        notices.extend(table.notices(&Occasion::Stage, wrote, &Aside::default())?);
    }
    Ok(notices)
}

/// Publishes what is complete. True if the game can begin.
fn advance(tx: &Tx<'_>, game: &Game, now: DateTime<Utc>) -> Result<bool, CampaignError> {
    let mut table = Gathered::load(tx, game)?;
    if table.stage() == GatheringStage::Hashes {
        if table.open() > 0 || !table.awaited_players().is_empty() {
            return Ok(false);
        }
        remove_timers(&table)?;
        if table.founding.phrases {
            let committed = Committed { players: table.pledges() };
            append(tx, game.id, COMMITTED, json!(committed), now)?;
            table = Gathered::load(tx, game)?;
        }
        set_timers(&table, OPENING, now)?;
    }
    if table.stage() == GatheringStage::Beacon || !table.awaited_players().is_empty() {
        return Ok(false);
    }
    remove_timers(&table)?;
    if !table.founding.beacon {
        return Ok(true);
    }
    let round = beacon::round_at(now + BEACON_DELAY);
    let phrases = (0..table.seats.len()).filter_map(|place| table.phrase(place)).collect();
    append(tx, game.id, BEACON_AWAITED, json!(BeaconAwaited { round, phrases }), now)?;
    let due = now + BEACON_DELAY + BEACON_LATE;
    let key = OF_THE_GAME.to_owned();
    tx.set_timer(&Timer { game: game.id, due, kind: REMIND, key })?;
    Ok(false)
}

fn remove_timers(table: &Gathered<'_>) -> Result<(), CampaignError> {
    for kind in [BEGIN, OPENING, REMIND] {
        table.tx.remove_timer(table.game.id, kind, OF_THE_GAME)?;
    }
    Ok(())
}

/// Sets the timers for the end of the time in which hashes ([`BEGIN`]) or phrases ([`OPENING`]) are awaited, and for
/// the reminder when half of it has gone.
pub(crate) fn set_timers(
    table: &Gathered<'_>,
    kind: TimerKind,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let time = TimeDelta::days(Settings::of(&table.game)?.membership.phrase_days.into());
    for (kind, due) in [(kind, now + time), (REMIND, now + time / 2)] {
        let (game, key) = (table.game.id, OF_THE_GAME.to_owned());
        table.tx.set_timer(&Timer { game, due, kind, key })?;
    }
    Ok(())
}

/// Does what a timer of a game that has not begun is for.
pub(crate) fn fire(
    tx: &Tx<'_>,
    game: &Game,
    timer: &Timer,
    now: DateTime<Utc>,
) -> Result<Vec<ClubNotice>, CampaignError> {
    if !game.status.is_before() {
        return Ok(Vec::new());
    }
    let table = Gathered::load(tx, game)?;
    match (timer.kind, table.stage()) {
        (REMIND, GatheringStage::Beacon) => {
            table.notices(&Occasion::Reminder, None, &Aside::default())
        }
        (REMIND, _) => {
            let awaited = table.awaited_players().into_iter().map(|place| &table.seats[place]);
            awaited.map(|seat| table.notice(seat, Occasion::Reminder, Aside::default())).collect()
        }
        (BEGIN, GatheringStage::Hashes) if table.open() == 0 => go_on_without(&table, now),
        (OPENING, GatheringStage::Phrases) => {
            let silent = table.awaited_players();
            Ok(begin_anew(&table, WhyAnew::Unopened, &silent, None, now)?.1)
        }
        _ => Ok(Vec::new()),
    }
}

/// A player who has sent no hash has no phrase.
fn go_on_without(
    table: &Gathered<'_>,
    now: DateTime<Utc>,
) -> Result<Vec<ClubNotice>, CampaignError> {
    for place in table.awaited_players() {
        table.keep(&table.seats[place], (PROMISE, json!(Promise::None)), None, now)?;
    }
    settle(table.tx, &table.game, None, Aside::default(), None, now)
}

/// Goes on with a full game that waits for hashes, without those that have not come.
///
/// # Errors
///
/// There is no such game, or it waits for nothing that it can do without; the database fails.
pub fn begin_now(
    store: &mut Store,
    office: &Office,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    store.transaction(|tx| {
        let game = tx.game_by_name(name)?.filter(|game| game.status.is_before());
        let Some(game) = game else { return Err(CampaignError::NotGathering(name.to_owned())) };
        let table = Gathered::load(tx, &game)?;
        match (table.stage(), table.open()) {
            (GatheringStage::Hashes, 0) => {
                let notices = go_on_without(&table, now)?;
                club::tell(tx, office, notices, now).map(drop)
            }
            (GatheringStage::Hashes, open) => {
                Err(CampaignError::NotFull { game: name.to_owned(), open })
            }
            _ => Err(CampaignError::Fixed(name.to_owned())),
        }
    })
}

/// Begins every game that waits for this round, which anybody may send. Returns how many those are.
///
/// # Errors
///
/// The database fails, or a game in it is broken.
pub fn take_beacon(
    store: &mut Store,
    office: &Office,
    beacon: &Beacon,
    now: DateTime<Utc>,
) -> Result<usize, CampaignError> {
    store.transaction(|tx| {
        let (begun, notices) = beacon_came(tx, beacon, now)?;
        club::tell(tx, office, notices, now)?;
        Ok(begun)
    })
}

/// As [`take_beacon`], within a transaction, and with what is to be told.
pub(crate) fn beacon_came(
    tx: &Tx<'_>,
    beacon: &Beacon,
    now: DateTime<Utc>,
) -> Result<(usize, Vec<ClubNotice>), CampaignError> {
    let (mut begun, mut notices) = (0, Vec::new());
    for table in awaiting_beacon(tx)? {
        if check_beacon(&table, beacon).is_ok() {
            let (game, beacon) = (&table.game, Some(beacon.clone()));
            notices.extend(settle(tx, game, None, Aside::default(), beacon, now)?);
            begun += 1;
        }
    }
    Ok((begun, notices))
}

/// The first round that has been signed and that a game waits for.
///
/// # Errors
///
/// The database fails, or a game in it is broken.
pub fn awaited_round(store: &mut Store, now: DateTime<Utc>) -> Result<Option<u64>, CampaignError> {
    store.transaction(|tx| {
        let rounds = awaiting_beacon(tx)?.into_iter().filter_map(|table| table.awaited);
        let signed = |round: &u64| beacon::time_of(*round).is_some_and(|time| time <= now);
        Ok(rounds.map(|awaited| awaited.round).filter(signed).min())
    })
}

fn awaiting_beacon<'a>(tx: &'a Tx<'a>) -> Result<Vec<Gathered<'a>>, CampaignError> {
    let mut waiting = Vec::new();
    for game in tx.games_with_status(GameStatus::Gathering)? {
        let table = Gathered::load(tx, &game)?;
        if table.stage() == GatheringStage::Beacon {
            waiting.push(table);
        }
    }
    Ok(waiting)
}

/// Gives the seed up and gathers hashes anew, because of the players at these places, from 0. All are to be
/// told but `except`, who gets an answer.
pub(crate) fn begin_anew(
    table: &Gathered<'_>,
    why: WhyAnew,
    places: &[usize],
    except: Option<&StoredSeat>,
    now: DateTime<Utc>,
) -> Result<(Anew, Vec<ClubNotice>), CampaignError> {
    let Gathered { tx, game, .. } = table;
    let seed = seed::random_bytes()?;
    let entry = GatheredAnew {
        why,
        players: places.iter().map(|place| place + 1).collect(),
        seed: Digest(game.seed.0).to_string(),
        seed_commitment: commitment(&seed).to_string(),
    };
    append(tx, game.id, GATHERED_ANEW, json!(entry), now)?;
    tx.set_game_seed(game.id, &Seed(seed))?;
    table.forget_phrases()?;
    remove_timers(table)?;
    let anew = Anew { why, players: places.iter().map(|place| table.who(*place)).collect() };
    let table = Gathered::load(tx, game)?;
    if table.open() == 0 {
        set_timers(&table, BEGIN, now)?;
    }
    let aside = Aside { anew: Some(anew.clone()), ..Aside::default() };
    Ok((anew, table.notices(&Occasion::Anew, except, &aside)?))
}

/// The game begins: the key is made, seats are raffled, each player is to be welcomed.
fn begin(
    table: &Gathered<'_>,
    beacon: Option<Beacon>,
    writer: Option<(String, Answered)>,
    now: DateTime<Utc>,
) -> Result<ClubNotice, CampaignError> {
    let Gathered { tx, game, founding, seats, preferences, .. } = table;
    let phrases: Vec<String> =
        (0..seats.len()).map(|place| table.phrase(place).unwrap_or_default()).collect();
    let signature = beacon.as_ref().map(|beacon| beacon.signature.as_str());
    let parts: Vec<&str> = phrases.iter().map(String::as_str).chain(signature).collect();
    let key = game_key(&game.seed.0, &parts);
    let roles = match founding.raffle {
        true => founding.setup.rules().raffle_preferring(&key, preferences),
        false => founding.seats.clone(),
    };
    let pledges = table.pledges();
    for (seat, role) in seats.iter().zip(&roles) {
        for key in [PROMISE, OPENED, PREFERS] {
            tx.withdraw_draft(game.id, &seat.seat, key)?;
        }
        if founding.raffle {
            tx.save_seat(&StoredSeat { seat: role.id().to_owned(), ..seat.clone() })?;
            // Its token speaks for nobody any more.
            let generation = seat.generation + 1;
            let status = SeatStatus::Raffled;
            tx.save_seat(&StoredSeat { address: None, status, generation, ..seat.clone() })?;
        }
    }
    let state = State::new(founding.setup, key);
    remove_timers(table)?;
    let levels = seats.iter().map(company::level_of);
    type Player<'a> = (((&'a Seat, &'a String), &'a Vec<Seat>), Option<Level>);
    let player = |(((seat, phrase), prefers), bot): Player<'_>| Begun {
        seat: *seat,
        bot,
        phrase: phrase.clone(),
        prefers: prefers.clone(),
    };
    let beginning = Beginning {
        players: roles.iter().zip(&phrases).zip(preferences).zip(levels).map(player).collect(),
        beacon: beacon.clone(),
        state: public_position(&game.name, &state)?,
    };
    append(tx, game.id, BEGUN, json!(beginning), now)?;
    tx.set_game_status(game.id, GameStatus::Playing, None)?;
    let head = tx.head(game.id)?;
    let mut progress = Progress::begin(tx, tx.game(game.id)?, state, head);
    clock::after_change(&mut progress, now)?;
    progress.save()?;
    let phrases: Vec<Phrase> = roles
        .iter()
        .zip(phrases)
        .zip(pledges)
        .filter(|_| founding.phrases)
        .map(|((seat, text), pledge)| Phrase { seat: *seat, text, by: pledge.by })
        .collect();
    let seed_commitment = founding.seed_commitment.clone();
    Ok(ClubNotice::Begun(BegunNotice { game: game.id, seed_commitment, phrases, beacon, writer }))
}
