//! A game that waits for players: it is founded, people take places and leave them.
//!
//! The commitment to its seed is in its log before anybody joins. What the players put into the key of all chance,
//! and in which order, is `chance`'s.

use crate::audit::journal::{CLUB, FOUNDED, Founding, club_part};
use crate::audit::seed::{self, commitment};
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::key::Occasion;
use crate::campaign::seats::chance::{self, OfChance, append, settle};
use crate::campaign::seats::founding::{
    FoundingError, NewPlayer, Terms, check_players, empty_seat, settings,
};
use crate::campaign::seats::gathered::{
    Aside, BEGIN, Gathered, OF_THE_GAME, OPENED, OPENING, PLACES, PREFERS, PROMISE, REMIND,
};
use crate::campaign::settings::{BeaconUse, Bots, Settings};
use crate::campaign::table::company::{self, is_taken};
use crate::campaign::table::notices::Answered;

use crate::campaign::tell::club::{self, ClubNotice};
use crate::game::{Seat, Setup};
use crate::mail::address::Address;
use crate::phrase::WhyAnew;
use crate::report::{ClubNews, GatheringStage};
use crate::said::AboutChance;
use crate::store::{
    Game, GameStatus, NewGame as NewStoredGame, Seat as StoredSeat, SeatStatus, Seed, Store, Tx,
};
use chrono::{DateTime, Utc};
use serde_json::json;

/// A game to be founded that begins when all players have answered.
#[derive(Clone, Debug)]
pub struct Gathering {
    /// 1 to 32 of a-z and 0-9.
    pub name: String,
    /// Scenario, edition and options: all that the rules need besides chance.
    pub setup: Setup,
    /// Who is asked to play, by seats or to be raffled (R1.6).
    pub players: Players,
    /// What goes into all chance besides the seed, and is awaited before the game begins.
    pub chance: ChanceFrom,
    /// Drawn from the system if none is given.
    pub seed: Option<[u8; 32]>,
}

/// What goes into all chance besides the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceFrom {
    /// A phrase of each player.
    Phrases,
    /// A round of the public beacon.
    Beacon,
    /// A phrase of each player, and a round of the public beacon.
    Both,
}

impl From<ChanceFrom> for BeaconUse {
    fn from(chance: ChanceFrom) -> BeaconUse {
        match chance {
            ChanceFrom::Phrases => BeaconUse::No,
            ChanceFrom::Beacon => BeaconUse::Only,
            ChanceFrom::Both => BeaconUse::Yes,
        }
    }
}

/// Who plays.
#[derive(Clone, Debug)]
pub enum Players {
    /// One for each seat.
    Seated(Vec<NewPlayer>),
    /// As many players as there are seats, which are raffled among them.
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

/// Founds a game on these terms that waits for its players' phrases, and queues the
/// first mail to each. The clocks run when it begins.
///
/// # Errors
///
/// As for [`gather`], or the clocks cannot be so.
pub fn gather_with(
    store: &mut Store,
    office: &Office,
    new: &Gathering,
    terms: impl Into<Terms>,
    now: DateTime<Utc>,
) -> Result<(), FoundingError> {
    let terms: Terms = terms.into();
    let mut settings = settings(new.setup, &terms)?;
    settings.membership.beacon = new.chance.into();
    let uses = settings.membership.beacon;
    let seats = new.setup.rules().seats();
    let places: Vec<(String, Address)> = match &new.players {
        Players::Seated(players) => {
            check_players(office, &seats, players, &terms.bots)?;
            players.iter().map(|p| (p.seat.id().to_owned(), p.address.clone())).collect()
        }
        Players::Raffled(addresses) => {
            let (expected, found) = (seats.len(), addresses.len() + terms.bots.len());
            if expected != found {
                return Err(FoundingError::WrongNumber { expected, found });
            }
            if addresses.is_empty() {
                return Err(FoundingError::NoPerson);
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
            status: GameStatus::Gathering,
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
                language: office.language.clone(),
                generation: 1,
                status: SeatStatus::Taken,
            })?;
        }
        // Where the seats are raffled, bots have the places behind the players'.
        let behind = PLACES.into_iter().skip(places.len());
        for (bot, place) in terms.bots.iter().zip(behind.chain(PLACES)) {
            let place = bot.seat.map_or(place, |seat| seat.id());
            tx.save_seat(&company::seated(&empty_seat(id, place, office), bot.level))?;
        }
        let founding = Founding {
            game: new.name.clone(),
            setup: new.setup,
            seats,
            bots: Vec::new(),
            seed_commitment: commitment(&seed).to_string(),
            phrases: uses.phrases(),
            hashes: uses.phrases(),
            beacon: uses.beacon(),
            raffle: matches!(new.players, Players::Raffled(_)),
            state: None,
        };
        append(tx, id, FOUNDED, json!(founding), now)?;
        let table = Gathered::load(tx, &tx.game(id)?)?;
        chance::set_timers(&table, BEGIN, now)?;
        let mut notices = table.notices(&Occasion::Founded, None, &Aside::default())?;
        // Where nobody is asked, only the beacon is awaited.
        notices.extend(settle(tx, &table.game, None, Aside::default(), None, now)?);
        club::tell(tx, office, notices, now)?;
        Ok(())
    })
}

/// A game that anybody may join who fulfils its conditions, to be announced.
pub(crate) struct Announcement {
    /// 1 to 32 of a-z and 0-9.
    pub name: String,
    /// What was agreed, conditions of joining included.
    pub settings: Settings,
    /// Secret until the game is over; its SHA-256 is told to whoever joins.
    pub seed: [u8; 32],
    /// The founder's language: nobody knows yet who will sit there.
    pub language: String,
}

/// Founds a game without players: the commitment to its seed is in its log before anybody joins.
pub(crate) fn announce(
    tx: &Tx<'_>,
    new: &Announcement,
    now: DateTime<Utc>,
) -> Result<Game, CampaignError> {
    let (setup, raffle) = (new.settings.setup, new.settings.membership.raffle);
    let uses = new.settings.membership.beacon;
    let seats = setup.rules().seats();
    let id = tx.create_game(&NewStoredGame {
        name: &new.name,
        status: GameStatus::Announced,
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
            language: new.language.clone(),
            generation: 0,
            status: SeatStatus::Open,
        })?;
    }
    let founding = Founding {
        game: new.name.clone(),
        setup,
        seats,
        bots: Vec::new(),
        seed_commitment: commitment(&new.seed).to_string(),
        phrases: uses.phrases(),
        hashes: uses.phrases(),
        beacon: uses.beacon(),
        raffle,
        state: None,
    };
    append(tx, id, FOUNDED, json!(founding), now)?;
    Ok(tx.game(id)?)
}

/// Somebody who takes a place.
pub(crate) struct Joiner<'a> {
    /// Where the mails of the seat will go.
    pub address: &'a Address,
    /// What the others will call him.
    pub name: &'a str,
    /// The seats that were asked for, in order: the first of them that is free is given, or, where roles are
    /// raffled, they are kept as preferences.
    pub prefers: &'a [Seat],
    /// What was said about a phrase.
    pub phrase: &'a [AboutChance],
    /// The mail that asked for the place.
    pub answered: &'a Answered,
}

/// Why somebody has no place.
pub(crate) enum NoPlace {
    /// Nothing is free.
    Full,
    /// This role is taken, others are free.
    Taken(Seat),
}

/// Gives somebody a free place, who is to be told of the seed and the phrases. The game begins if
/// that was all it waited for.
pub(crate) fn join(
    tx: &Tx<'_>,
    game: &Game,
    joiner: &Joiner<'_>,
    now: DateTime<Utc>,
) -> Result<Result<Vec<ClubNotice>, NoPlace>, CampaignError> {
    let table = Gathered::load(tx, game)?;
    let free: Vec<&StoredSeat> = table.seats.iter().filter(|seat| !is_taken(seat)).collect();
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
        status: SeatStatus::Taken,
        ..place.clone()
    };
    tx.save_seat(&seat)?;
    let mut table = Gathered::load(tx, game)?;
    if table.open() == 0 {
        // The places that were left to them.
        company::fill_up(tx, &table.seats, Settings::of(game)?.company.level)?;
        table = Gathered::load(tx, game)?;
    }
    if table.founding.raffle && !joiner.prefers.is_empty() {
        table.keep(&seat, (PREFERS, json!(joiner.prefers)), None, now)?;
    }
    let heard = chance::take(&table, &seat, joiner.phrase, None, now)?;
    tx.set_game_status(game.id, GameStatus::Gathering, None)?;
    let table = Gathered::load(tx, game)?;
    let taken = table.seats.len() - table.open();
    let event = ClubNews::Joined { players: taken, seats: table.seats.len() };
    append(tx, game.id, CLUB, club_part(&event), now)?;
    let refused = if let OfChance::Refused(refusal) = heard { Some(refusal) } else { None };
    let aside = Aside { refused, ..Aside::default() };
    let mut notices = Vec::new();
    if table.open() == 0 && !table.awaited_players().is_empty() {
        chance::set_timers(&table, BEGIN, now)?;
        // The last place is taken: players who have sent no hash are asked once more.
        for place in table.awaited_players() {
            let other = &table.seats[place];
            if other.seat != seat.seat {
                notices.push(table.notice(other, Occasion::Full, Aside::default())?);
            }
        }
    }
    let answer = Some((&seat, Occasion::Joined(joiner.answered.clone())));
    notices.extend(settle(tx, game, answer, aside, None, now)?);
    Ok(Ok(notices))
}

/// Somebody gives a place up before the game has begun. If hashes are out already, they are void, and the others
/// are to be told; else the log alone tells it.
pub(crate) fn leave(
    tx: &Tx<'_>,
    game: &Game,
    seat: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<Vec<ClubNotice>, CampaignError> {
    let fixed = Gathered::load(tx, game)?.stage() != GatheringStage::Hashes;
    for key in [PROMISE, OPENED, PREFERS] {
        tx.withdraw_draft(game.id, &seat.seat, key)?;
    }
    for kind in [BEGIN, OPENING, REMIND] {
        tx.remove_timer(game.id, kind, OF_THE_GAME)?;
    }
    tx.save_seat(&StoredSeat {
        address: None,
        display_name: String::new(),
        generation: seat.generation.saturating_add(1),
        status: SeatStatus::Open,
        ..seat.clone()
    })?;
    let seats = tx.seats(game.id)?;
    let taken = seats.iter().filter(|seat| seat.address.is_some()).count();
    if Settings::of(game)?.company.bots != Bots::None {
        // They fill the table up anew when all have come.
        for bot in seats.iter().filter(|seat| company::level_of(seat).is_some()) {
            let (display_name, status) = (String::new(), SeatStatus::Open);
            tx.save_seat(&StoredSeat { display_name, status, ..bot.clone() })?;
        }
    }
    let event = ClubNews::Left { players: taken, seats: seats.len() };
    append(tx, game.id, CLUB, club_part(&event), now)?;
    let status = if taken == 0 { GameStatus::Announced } else { GameStatus::Gathering };
    tx.set_game_status(game.id, status, None)?;
    if !fixed {
        return Ok(Vec::new());
    }
    let table = Gathered::load(tx, game)?;
    let place = table.place(seat);
    Ok(chance::begin_anew(&table, WhyAnew::Left, &[place], None, now)?.1)
}
