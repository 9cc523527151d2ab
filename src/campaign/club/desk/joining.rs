//! Joining a game, leaving it, looking on, giving a seat up and taking one over.

use crate::campaign::club::desk::{Work, joining_key, new_game};
use crate::campaign::office::CampaignError;
use crate::campaign::seats::gathering::{self, Joiner, NoPlace};
use crate::campaign::seats::intervention as seats;
use crate::campaign::seats::vacancy::{self, NotFilled};
use crate::campaign::settings::Settings;
use crate::campaign::table::company::{is_taken, level_of};
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::notices;
use crate::game::Seat;
use crate::mail::address::Address;
use crate::report::{LifeNote, NotJoined, NotTakenOver};
use crate::said::Joining;
use crate::store::{Game, Observer, Person, Seat as StoredSeat};
use crate::store::{LetterKind, SeatStatus};

/// How many wrong passwords are taken for one game on one day: from one person, and from all together.
const WRONG_PASSWORDS: u32 = 5;
const WRONG_PASSWORDS_OF_ALL: u32 = 50;

impl Work<'_> {
    /// Gives the caller a place in a game. The question for a phrase is the answer.
    pub(crate) fn join(&mut self, wanted: &Joining) -> Result<Option<LifeNote>, CampaignError> {
        let game = match self.game(wanted.game.as_deref())? {
            Ok(game) => game,
            Err(note) => return Ok(Some(note)),
        };
        let name = game.name.clone();
        let refused = |why| Ok(Some(LifeNote::NotJoined { game: name.clone(), why }));
        let person = self.caller.confirm(self.tx, self.now)?;
        if let Some(why) = self.why_not(&game, &person, wanted)? {
            return refused(why);
        }
        let joiner = Joiner {
            address: &self.caller.address,
            name: &person.name,
            prefers: &wanted.prefers,
            phrase: &wanted.phrase,
            answered: self.answered,
        };
        match gathering::join(self.tx, &game, &joiner, self.now)? {
            Ok(notices) => {
                self.notices.extend(notices);
                Ok(None)
            }
            Err(NoPlace::Full) => refused(NotJoined::Full {}),
            Err(NoPlace::Taken(seat)) => {
                let seats = self.tx.seats(game.id)?;
                let held = |role: &Seat| seats.iter().any(|s| s.seat == role.id() && is_taken(s));
                let mut free = Settings::of(&game)?.setup.rules().seats();
                free.retain(|role| !held(role));
                refused(NotJoined::RoleTaken { seat, free })
            }
        }
    }

    /// Why somebody may not join, if he may not. Counts a wrong password.
    fn why_not(
        &self,
        game: &Game,
        person: &Person,
        wanted: &Joining,
    ) -> Result<Option<NotJoined>, CampaignError> {
        if !game.status.is_before() {
            return Ok(Some(NotJoined::NotGathering {}));
        }
        let settings = Settings::of(game)?;
        let terms = &settings.membership;
        if !terms.open && !self.is_invited(game, person)? {
            return Ok(Some(NotJoined::NotInvited {}));
        }
        if let Some(kept) = &terms.password {
            let Some(password) = &wanted.password else {
                return Ok(Some(NotJoined::PasswordNeeded {}));
            };
            let (address, kind) = (joining_key(person.id), format!("wrong password {}", game.name));
            let often = self.tx.notices(&address, &kind, self.now)? >= WRONG_PASSWORDS
                || self.tx.notices("*", &kind, self.now)? >= WRONG_PASSWORDS_OF_ALL;
            if often {
                return Ok(Some(NotJoined::PasswordTooOften {}));
            }
            if !new_game::is_password(kept, password) {
                self.tx.count_notice(&address, &kind, self.now)?;
                self.tx.count_notice("*", &kind, self.now)?;
                return Ok(Some(NotJoined::PasswordWrong {}));
            }
        }
        if let Some(percent) = self.is_unreliable(&settings, person)? {
            let needed = terms.reliability;
            return Ok(Some(NotJoined::Unreliable { percent, needed }));
        }
        if self.seats_in(game, person)?.len() >= usize::from(terms.seats_per_person) {
            return Ok(Some(NotJoined::SeatsEnough { most: terms.seats_per_person }));
        }
        let roles = settings.setup.rules().seats();
        let other = wanted.prefers.iter().find(|seat| !roles.contains(seat));
        Ok(other.map(|seat| NotJoined::NoSuchRole { seat: *seat }))
    }

    /// The percentage of a person who is not reliable enough. A person who was never asked anything is reliable.
    fn is_unreliable(
        &self,
        settings: &Settings,
        person: &Person,
    ) -> Result<Option<u32>, CampaignError> {
        let percent = self.tx.person_record(person.id)?.percent();
        Ok(percent.filter(|percent| *percent < settings.membership.reliability))
    }

    fn is_invited(&self, game: &Game, person: &Person) -> Result<bool, CampaignError> {
        if Settings::of(game)?.membership.founder == Some(person.id.0) {
            return Ok(true);
        }
        let letters = self.tx.letters_about(game.id, LetterKind::Invitation)?;
        let own = self.tx.addresses_of(person.id)?;
        let to_person = |to: &str| own.iter().any(|(address, _)| address.eq_ignore_ascii_case(to));
        Ok(letters.iter().any(|letter| to_person(&letter.address)))
    }

    /// The seats of a game that a person holds.
    fn seats_in(&self, game: &Game, person: &Person) -> Result<Vec<StoredSeat>, CampaignError> {
        let own = self.tx.addresses_of(person.id)?;
        let mut seats = self.tx.seats(game.id)?;
        seats.retain(|seat| {
            let held = seat.address.as_deref();
            held.is_some_and(|held| own.iter().any(|(own, _)| own.eq_ignore_ascii_case(held)))
        });
        Ok(seats)
    }

    /// The seats of a game that the caller holds.
    fn own_seats(&self, game: &Game) -> Result<Vec<StoredSeat>, CampaignError> {
        if let Some(person) = &self.caller.person {
            return self.seats_in(game, person);
        }
        // A player whom the operator has seated is no known person.
        let own = self.caller.address.canonical();
        let mut seats = self.tx.seats(game.id)?;
        seats.retain(|seat| {
            let held = seat.address.as_ref().and_then(|held| held.parse::<Address>().ok());
            held.is_some_and(|held| held.canonical() == own)
        });
        Ok(seats)
    }

    /// Gives up a place in a game that has not begun.
    pub(crate) fn leave(&mut self, name: Option<&str>) -> Result<LifeNote, CampaignError> {
        let game = match self.game(name)? {
            Ok(game) => game,
            Err(note) => return Ok(note),
        };
        if game.status.goes_on() {
            return self.resign(Some(&game.name), false);
        }
        let own = self.own_seats(&game)?;
        if !game.status.is_before() || own.is_empty() {
            return Ok(LifeNote::NotIn { game: game.name });
        }
        for seat in &own {
            self.notices.extend(gathering::leave(self.tx, &game, seat, self.now)?);
        }
        Ok(LifeNote::Left { game: game.name })
    }

    /// Gives up a seat of a game being played; asks before.
    pub(crate) fn resign(
        &mut self,
        name: Option<&str>,
        sure: bool,
    ) -> Result<LifeNote, CampaignError> {
        let game = match self.game(name)? {
            Ok(game) => game,
            Err(note) => return Ok(note),
        };
        if game.status.is_before() {
            return self.leave(Some(&game.name));
        }
        let own = self.own_seats(&game)?;
        let of_play = own.iter().find_map(|seat| Some((seat, Seat::from_id(&seat.seat)?)));
        let Some((seat, role)) = of_play.filter(|_| game.status.goes_on()) else {
            return Ok(LifeNote::NotIn { game: game.name });
        };
        let name = game.name.clone();
        if !sure {
            self.game = Some(name.clone());
            self.ask(&format!("resign yes {name}"))?;
            return Ok(LifeNote::ResignAsk { game: name, seat: role });
        }
        // The answer is the person's: the seat's own token is dead.
        self.caller.confirm(self.tx, self.now)?;
        let mut progress = Progress::load(self.tx, game)?;
        progress.pace = self.office.pace.of_game(&progress.game)?;
        seats::resign(&mut progress, self.office, seat, self.now)?;
        Ok(LifeNote::Resigned { game: name, seat: role })
    }

    /// Takes a vacant seat over.
    pub(crate) fn take_over(
        &mut self,
        name: Option<&str>,
        role: Seat,
    ) -> Result<LifeNote, CampaignError> {
        let game = match self.game(name)? {
            Ok(game) => game,
            Err(note) => return Ok(note),
        };
        let name = game.name.clone();
        let refused = |why| Ok(LifeNote::NotTakenOver { game: name.clone(), seat: role, why });
        if !game.status.goes_on() {
            return refused(NotTakenOver::NotPlaying);
        }
        let seat = seats::of_role(self.tx, &game, role)?
            .filter(|seat| seat.status == SeatStatus::Vacant || level_of(seat).is_some());
        let Some(seat) = seat else { return refused(NotTakenOver::NotVacant) };
        let person = self.caller.confirm(self.tx, self.now)?;
        let settings = Settings::of(&game)?;
        // A vacant seat waits for whoever comes; a bot's is a place at the table, as when it was filled.
        let by_invitation = !settings.membership.open && level_of(&seat).is_some();
        if by_invitation && !self.is_invited(&game, &person)? {
            return Ok(LifeNote::NotJoined { game: name, why: NotJoined::NotInvited {} });
        }
        if self.is_unreliable(&settings, &person)?.is_some() {
            return refused(NotTakenOver::Unreliable);
        }
        let most = usize::from(settings.membership.seats_per_person);
        if self.seats_in(&game, &person)?.len() >= most {
            return refused(NotTakenOver::SeatsEnough);
        }
        // A player must not look on as well: there would be two mails about everything.
        self.tx.unobserve(game.id, person.id)?;
        let mut progress = Progress::load(self.tx, game)?;
        progress.pace = self.office.pace.of_game(&progress.game)?;
        let holder = self.caller.address.clone().with_name(&person.name);
        match vacancy::fill(&mut progress, self.office, &seat, &holder, self.now) {
            Ok(()) => {
                notices::tell(&mut progress, self.office, self.now)?;
                progress.save()?;
                Ok(LifeNote::TakenOver { game: name, seat: role })
            }
            Err(NotFilled::Campaign(error)) => Err(error),
            Err(NotFilled::Store(error)) => Err(error.into()),
            Err(_) => refused(NotTakenOver::SeatsEnough),
        }
    }

    /// Makes the caller an observer, who gets the public reports from now on.
    pub(crate) fn observe(&mut self, name: Option<&str>) -> Result<LifeNote, CampaignError> {
        let game = match self.game(name)? {
            Ok(game) => game,
            Err(note) => return Ok(note),
        };
        if game.status.is_over() {
            return self.status(Some(&game.name));
        }
        let person = self.caller.confirm(self.tx, self.now)?;
        let observer = Observer {
            game: game.id,
            person: person.id,
            address: self.caller.address.mailbox(),
            reported: self.tx.head(game.id)?.number,
        };
        let new = self.tx.observe(&observer, self.now)?;
        Ok(LifeNote::Observing { game: game.name, before: !new })
    }

    /// Takes the caller off the list of those who look on; without a name, of the only game he looks on at.
    pub(crate) fn unobserve(&mut self, name: Option<&str>) -> Result<LifeNote, CampaignError> {
        // Somebody who looks on at one game means that one.
        let only = match (&self.caller.person, name.or(self.game.as_deref())) {
            (Some(person), None) => match self.tx.observed_by(person.id)?.as_slice() {
                [game] => Some(self.tx.game(*game)?.name),
                _ => None,
            },
            _ => None,
        };
        let game = match self.game(name.or(only.as_deref()))? {
            Ok(game) => game,
            Err(note) => return Ok(note),
        };
        let before = match &self.caller.person {
            Some(person) => self.tx.unobserve(game.id, person.id)?,
            None => false,
        };
        Ok(LifeNote::NotObserving { game: game.name, before })
    }
}
