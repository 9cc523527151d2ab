//! What is stored about a person, and how it is forgotten: everything but the logs of games, which
//! hold no address.

use crate::campaign::club::desk::{Work, joining_key, person};
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::seats::{gathering, intervention as seats};
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::club::{self, ClubNotice};
use crate::game::Seat;
use crate::report::{AddressFacts, LifeNote, MyData, SeatFacts, TraceFacts};
use crate::store::{KnownAddress, Person, PersonId, Seat as StoredSeat, Store, Trace, Tx};
use chrono::{DateTime, Utc};

/// Mails that are listed one by one, the latest.
const LISTED: usize = 20;

impl Work<'_> {
    /// Everything that is stored about the caller.
    pub(crate) fn my_data(&mut self) -> Result<LifeNote, CampaignError> {
        let person = self.caller.person.clone();
        let reader = self.caller.reader();
        let addresses = self.all_addresses()?;
        let (mut received, mut sent) = (Vec::new(), Vec::new());
        for (address, _) in &addresses {
            received.extend(self.tx.inbox_traces(address)?);
            sent.extend(self.tx.outbox_traces(address)?);
        }
        let (mut observes, mut record) = (Vec::new(), Default::default());
        if let Some(Person { id, .. }) = &person {
            record = self.tx.person_record(*id)?;
            for game in self.tx.observed_by(*id)? {
                observes.push(self.tx.game(game)?.name);
            }
        }
        let crate::store::PersonRecord { kept, lapsed, resigned, finished } = record;
        let confirmed = |time: Option<DateTime<Utc>>| time.map(|time| reader.moment(time));
        let data = MyData {
            seats: self.seat_facts()?,
            addresses: addresses
                .into_iter()
                .map(|(address, at)| AddressFacts { address, confirmed: confirmed(at) })
                .collect(),
            wishes: person.as_ref().map(person::facts),
            observes,
            kept,
            lapsed,
            resigned,
            finished,
            received_count: received.len(),
            sent_count: sent.len(),
            received: latest(received, &reader),
            sent: latest(sent, &reader),
        };
        Ok(LifeNote::MyData { data: Box::new(data) })
    }

    /// The caller's addresses, at least that of the mail.
    fn all_addresses(&self) -> Result<Vec<KnownAddress>, CampaignError> {
        match &self.caller.person {
            Some(person) => Ok(self.tx.addresses_of(person.id)?),
            None => Ok(vec![(self.caller.address.mailbox(), None)]),
        }
    }

    fn seat_facts(&self) -> Result<Vec<SeatFacts>, CampaignError> {
        let mut facts = Vec::new();
        for (address, _) in self.all_addresses()? {
            for seat in self.tx.seats_of_address(&address)? {
                let game = self.tx.game(seat.game)?;
                let (game, status) = (game.name, game.status);
                facts.push(SeatFacts {
                    game,
                    status: super::asking::stage(status),
                    seat: Seat::from_id(&seat.seat),
                });
            }
        }
        Ok(facts)
    }

    /// Forgets the caller; asks before.
    pub(crate) fn forget_me(&mut self, sure: bool) -> Result<LifeNote, CampaignError> {
        if !sure {
            self.caller.confirm(self.tx, self.now)?;
            self.ask("forget me yes")?;
            return Ok(LifeNote::ForgetAsk { seats: self.seat_facts()? });
        }
        let person = self.caller.person.as_ref().map(|person| person.id);
        let addresses = self.all_addresses()?.into_iter().map(|(address, _)| address).collect();
        let notices = forget(self.tx, self.office, (person, addresses), self.now)?;
        self.notices.extend(notices);
        self.forgotten = true;
        Ok(LifeNote::Forgotten {})
    }
}

fn latest(mut traces: Vec<Trace>, reader: &Correspondent) -> Vec<TraceFacts> {
    traces.sort_by_key(|trace| std::cmp::Reverse(trace.time));
    traces.truncate(LISTED);
    let fact = |Trace { time, what }: Trace| TraceFacts { time: reader.moment(time), what };
    traces.into_iter().map(fact).collect()
}

/// Forgets a person: seats are given up, everything else is removed. Returns what others are to be told.
fn forget(
    tx: &Tx<'_>,
    office: &Office,
    (person, addresses): (Option<PersonId>, Vec<String>),
    now: DateTime<Utc>,
) -> Result<Vec<ClubNotice>, CampaignError> {
    let mut notices = Vec::new();
    for address in &addresses {
        for seat in tx.seats_of_address(address)? {
            notices.extend(give_up(tx, office, &seat, now)?);
        }
    }
    for address in &addresses {
        tx.forget_address(address)?;
    }
    if let Some(id) = person {
        tx.forget_notices(&joining_key(id))?;
        tx.forget_person(id)?;
    }
    tracing::info!("a person is forgotten");
    tx.must_be_tidied()?;
    Ok(notices)
}

fn give_up(
    tx: &Tx<'_>,
    office: &Office,
    seat: &StoredSeat,
    now: DateTime<Utc>,
) -> Result<Vec<ClubNotice>, CampaignError> {
    let game = tx.game(seat.game)?;
    if game.status.is_before() {
        return gathering::leave(tx, &game, seat, now);
    }
    if game.status.goes_on() {
        let mut progress = Progress::load(tx, game)?;
        progress.pace = office.pace.of_game(&progress.game)?;
        seats::resign(&mut progress, office, seat, now)?;
        return Ok(Vec::new());
    }
    // The game is over: nobody need know any more who held the seat.
    let generation = seat.generation.saturating_add(1);
    let (address, display_name) = (None, String::new());
    tx.save_seat(&StoredSeat { address, display_name, generation, ..seat.clone() })?;
    Ok(Vec::new())
}

/// Forgets a person on the operator's word.
///
/// # Errors
///
/// There is no such person, or the database fails.
pub fn forget_by_operator(
    store: &mut Store,
    office: &Office,
    number: i64,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    store.transaction(|tx| {
        let person = tx.person(PersonId(number))?;
        let person = person.ok_or(CampaignError::NoSuchPerson(number))?;
        let addresses = tx.addresses_of(person.id)?.into_iter().map(|(address, _)| address);
        let notices = forget(tx, office, (Some(person.id), addresses.collect()), now)?;
        club::tell(tx, office, notices, now)
    })?;
    store.tidy()?;
    Ok(())
}
