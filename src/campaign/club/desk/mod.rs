//! The desk: mails about games and persons, from people who need hold no seat.
//!
//! Questions about what everybody may know are answered at once. Whatever has an effect needs
//! proof that the mail is its sender's, because anybody can write any address into `From`: it is
//! held, and a letter with a token goes to that address; the answer to it carries the lines out
//! and confirms the address. Every answer of the desk to a known person carries a token of that
//! person, so that the next mail needs no such letter.
//!
//! These tokens name no game: they speak for no seat.

mod asking;
#[cfg(test)]
mod help_tests;
mod joining;
mod meant;
mod new_game;
mod person;
mod privacy;
mod reading;
mod terms_of_play;

pub(crate) use meant::{own_game, seats_in_games};
pub use privacy::forget_by_operator;
pub(crate) use reading::{changes_no_game, is_of_the_beacon};

pub(crate) use reading::language_of;
use reading::{held_lines, not_understood, read, text_of, wishes, without_reply_words};

use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::{Correspondent, DESK, LETTER, PERSON, Proof};
use crate::campaign::post::key::MailKey;
use crate::campaign::post::limits::may_be_answered;
use crate::campaign::seats::{chance, handover};
use crate::campaign::table::notices::Answered;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::club::{ClubNotice, DeskNotice};
use crate::campaign::tell::notices;
use crate::game::Seat;
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::mail::token::SeatToken;
use crate::report::{LifeNote, Note};
use crate::said::{AboutChance, Asked, Consent, Joining, Reading, Request, Said};
use crate::store::{Letter as StoredLetter, LetterKind, Person, PersonId, Tx};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// After this many days a letter is void.
const VOID_AFTER: TimeDelta = TimeDelta::days(14);
/// Letters to one address on one day that somebody else may have caused.
const LETTERS_PER_DAY: u32 = 3;
/// Lines that were not understood are repeated up to this number.
const REPEATED: usize = 5;

/// What a genuine token of the desk says of a mail.
pub(crate) enum Proved {
    /// It is from the person whose address it comes from.
    Person,
    /// It answers this letter.
    Letter(StoredLetter),
}

/// What became of a mail to the desk.
pub(crate) struct Heard {
    /// What became of the mail, in a word, for the program's log.
    pub outcome: &'static str,
    /// What is to be told, the answer to the mail among it.
    pub notices: Vec<ClubNotice>,
    /// Nothing of the mail is to be kept.
    pub forgotten: bool,
}

impl Heard {
    /// Its sender is asked to confirm what he wants.
    pub(crate) fn is_to_be_confirmed(&self) -> bool {
        let challenge = |note: &LifeNote| matches!(note, LifeNote::Challenge { .. });
        self.notices.iter().any(|notice| match notice {
            ClubNotice::Desk(desk) => desk.notes.iter().any(challenge),
            _ => false,
        })
    }
}

/// Somebody who writes to the desk.
struct Caller {
    address: Address,
    /// Who it is, as far as the address tells.
    person: Option<Person>,
    /// The language for somebody who has not chosen one: that of the seat he holds, or of
    /// his mail.
    language: String,
}

impl Caller {
    fn of(tx: &Tx<'_>, address: &Address, language: &str) -> Result<Caller, CampaignError> {
        let person = tx.person_of(&address.mailbox())?;
        let Correspondent { language, .. } = Correspondent::stranger(tx, address, language)?;
        Ok(Caller { address: address.clone(), person, language })
    }

    /// Who writes, as a reader of our answers; the answers carry the person's token.
    fn reader(&self) -> Correspondent {
        let address = self.address.mailbox();
        match &self.person {
            Some(person) => Correspondent::of_person(person, &address),
            None => Correspondent::unknown(&address, &self.language),
        }
    }

    /// The person, made if there was none: the address is confirmed.
    fn confirm(&mut self, tx: &Tx<'_>, now: DateTime<Utc>) -> Result<Person, CampaignError> {
        let address = self.address.mailbox();
        if let Some(person) = &self.person {
            tx.confirm_address(person.id, &address, now)?;
            return Ok(person.clone());
        }
        // Many mail programs put the address where the name belongs.
        let name = self.address.name().filter(|name| !name.contains('@')).unwrap_or_default();
        let nobody = Correspondent::unknown(&address, &self.language);
        let mut person = Person {
            id: PersonId(0),
            name: name.chars().take(40).collect(),
            language: nobody.language,
            time_zone: nobody.zone.name().to_owned(),
            wishes: json!(nobody.wishes).to_string(),
        };
        person.id = tx.create_person(&person, &address, now)?;
        tx.confirm_address(person.id, &address, now)?;
        self.person = Some(person.clone());
        Ok(person)
    }
}

/// Work on one mail.
struct Work<'a> {
    tx: &'a Tx<'a>,
    office: &'a Office,
    caller: Caller,
    /// The game that is meant where none is named.
    game: Option<String>,
    /// The game that a question is about where nothing else says it.
    asked_about: Option<String>,
    answered: &'a Answered,
    now: DateTime<Utc>,
    /// What is to be told, besides the answer that comes at the end.
    notices: Vec<ClubNotice>,
    /// What is told in the answer beside the notes of the desk.
    told: Vec<Note>,
    /// The token of the answer, where it is not the person's.
    proof: Option<Proof>,
    /// The name of the answer, where it is to be sent once only.
    key: Option<MailKey>,
    forgotten: bool,
}

/// Who asks the desk for something, and in which mail.
pub(crate) struct Asking<'a> {
    /// The From of the mail, which alone proves nothing.
    pub from: &'a Address,
    /// The game that is meant where none is named.
    pub game: Option<&'a str>,
    /// The mail to which the answer belongs.
    pub answered: &'a Answered,
}

/// The answer to a request that changes no game.
pub(crate) fn note(
    tx: &Tx<'_>,
    office: &Office,
    (from, game): (&Address, &str),
    request: &Request,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<Option<LifeNote>, CampaignError> {
    let asking = Asking { from, game: Some(game), answered };
    Work::of(tx, office, &asking, now)?.perform(request)
}

/// Whether a token is of the desk and not of a seat.
pub(crate) fn is_of_desk(token: &SeatToken) -> bool {
    token.game() == DESK && [PERSON, LETTER].contains(&token.seat())
}

/// What a token proves, if it is genuine and the mail comes from where it was sent to.
pub(crate) fn proof(
    tx: &Tx<'_>,
    office: &Office,
    token: &SeatToken,
    from: &Address,
) -> Result<Option<Proved>, CampaignError> {
    let address = from.mailbox();
    if token.seat() == PERSON {
        let Some(person) = tx.person_of(&address)? else { return Ok(None) };
        let number = u32::try_from(person.id.0).unwrap_or_default();
        let genuine = token.check(&office.key, from, number);
        return Ok(genuine.then_some(Proved::Person));
    }
    let mut letters = tx.letters_to(&address)?.into_iter();
    Ok(letters.find(|letter| token.check(&office.key, from, letter.id)).map(Proved::Letter))
}

/// The game that the subject of an answered mail names by its first word: `rossbach T3 #58 …`.
fn game_of_subject(tx: &Tx<'_>, letter: &Letter) -> Result<Option<String>, CampaignError> {
    let first = without_reply_words(&letter.subject).split_whitespace().next().unwrap_or_default();
    let name = first.trim_matches(['[', ']']).to_lowercase();
    Ok(tx.game_by_name(&name)?.map(|game| game.name))
}

/// Takes a round of the beacon that a player of a game in play sends, and answers it.
pub(crate) fn hear_beacon(
    tx: &Tx<'_>,
    office: &Office,
    asking: &Asking<'_>,
    chance: &[AboutChance],
    now: DateTime<Utc>,
) -> Result<Option<Heard>, CampaignError> {
    let mut work = Work::of(tx, office, asking, now)?;
    let Some(note) = work.take_beacon(chance)? else { return Ok(None) };
    work.key = Some(MailKey::DeskBeacon(asking.answered.clone()));
    Ok(Some(work.finish(vec![note], "desk")))
}

/// Deals with a mail that shows a token of the desk.
pub(crate) fn hear(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    (from, proved): (&Address, Proved),
    now: DateTime<Utc>,
) -> Result<Heard, CampaignError> {
    let mailbox = from.mailbox();
    if tx.count_notice(&mailbox, "mail to the desk", now)? > office.rates.mails_per_player {
        return Ok(Heard { outcome: "too many mails", notices: Vec::new(), forgotten: false });
    }
    let answered = Answered::new(letter);
    let of_letter = match &proved {
        Proved::Person => None,
        Proved::Letter(letter) => Some(letter),
    };
    let caller = Caller::of(tx, from, &language_of(office, letter, of_letter))?;
    let game = game_of_subject(tx, letter)?;
    let mut work = Work::new(tx, office, (caller, game), &answered, now);
    work.asked_about = meant::asked_about(tx, letter, from)?;
    let text = text_of(letter);
    let notes = match proved {
        Proved::Person => {
            let reading = read(&work.caller, text, Asked::Nothing);
            work.carry_out(&reading)?
        }
        Proved::Letter(letter) => work.answer_letter(&letter, text)?,
    };
    Ok(work.finish(notes, "desk"))
}

/// Deals with a mail without proof, if it asks anything of the desk.
pub(crate) fn hear_unproven(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    from: &Address,
    now: DateTime<Utc>,
) -> Result<Option<Heard>, CampaignError> {
    let text = text_of(letter);
    let caller = Caller::of(tx, from, &language_of(office, letter, None))?;
    let reading = read(&caller, text, Asked::Nothing);
    let chance = reading.chance();
    if wishes(&reading).next().is_none() && !chance.iter().any(is_of_the_beacon) {
        return Ok(None);
    }
    let limit = office.rates.answers_per_stranger;
    if !may_be_answered(tx, office, (letter, from), ("desk", limit), now)? {
        let (outcome, notices) = ("too many questions", Vec::new());
        return Ok(Some(Heard { outcome, notices, forgotten: false }));
    }
    let answered = Answered::new(letter);
    let mut work = Work::new(tx, office, (caller, None), &answered, now);
    work.asked_about = meant::asked_about(tx, letter, from)?;
    if reading.is_test() {
        let notes = work.try_out(&reading)?;
        return Ok(Some(work.finish_unproven(notes)));
    }
    let mut notes = Vec::from_iter(work.take_beacon(&chance)?);
    let (questions, effects): (Vec<&Said>, Vec<&Said>) =
        wishes(&reading).partition(|said| said.request.is_public_question());
    for said in questions {
        notes.extend(work.perform(&said.request)?);
    }
    let mailbox = from.mailbox();
    if !effects.is_empty() {
        if tx.count_notice(&mailbox, "letter of the desk", now)? > LETTERS_PER_DAY {
            let (outcome, notices) = ("too many letters", work.notices);
            return Ok(Some(Heard { outcome, notices, forgotten: false }));
        }
        if let [Said { request: Request::NewGame(name), .. }] = effects[..] {
            // The form itself is the letter: whoever fills it in has got it.
            notes.push(work.form(name)?);
        } else {
            let language = work.caller.reader().language;
            let body = json!({ "text": text, "language": language }).to_string();
            let number = tx.write_letter(&mailbox, LetterKind::Held, None, &body, now)?;
            work.proof = Some(Proof::Letter(number));
            let lines = held_lines(&reading);
            notes.push(LifeNote::Challenge { lines, days: VOID_AFTER.num_days() });
        }
    }
    Ok(Some(work.finish_unproven(notes)))
}

/// Deals with what a seat's mail asks of the desk beside orders; the seat's token has proved whose
/// mail it is. The answer is a mail of the desk, apart from the answer to the orders.
pub(crate) fn hear_from_seat(
    tx: &Tx<'_>,
    office: &Office,
    asking: &Asking<'_>,
    requests: &[Request],
    now: DateTime<Utc>,
) -> Result<Heard, CampaignError> {
    let mut work = Work::of(tx, office, asking, now)?;
    let mut notes = Vec::new();
    for request in requests {
        // To be forgotten one must answer the desk: this mail is known as a seat's.
        let request = match request {
            Request::ForgetMe { .. } => &Request::ForgetMe { sure: false },
            request => request,
        };
        notes.extend(work.perform(request)?);
    }
    Ok(work.finish(notes, "desk"))
}

/// A dry run of a mail of a game that has not begun: questions are answered, and nothing else is done.
pub(crate) fn try_out(
    tx: &Tx<'_>,
    office: &Office,
    asking: &Asking<'_>,
    reading: &Reading,
    now: DateTime<Utc>,
) -> Result<Heard, CampaignError> {
    let mut work = Work::of(tx, office, asking, now)?;
    let notes = work.try_out(reading)?;
    Ok(work.finish(notes, "a test"))
}

impl<'a> Work<'a> {
    fn new(
        tx: &'a Tx<'a>,
        office: &'a Office,
        (caller, game): (Caller, Option<String>),
        answered: &'a Answered,
        now: DateTime<Utc>,
    ) -> Work<'a> {
        Work {
            tx,
            office,
            caller,
            game,
            asked_about: None,
            answered,
            now,
            notices: Vec::new(),
            told: Vec::new(),
            proof: None,
            key: None,
            forgotten: false,
        }
    }

    /// Takes a round of the public beacon, which anybody may send: its signature proves it.
    fn take_beacon(&mut self, chance: &[AboutChance]) -> Result<Option<LifeNote>, CampaignError> {
        Ok(match chance.iter().find(|about| is_of_the_beacon(about)) {
            Some(AboutChance::Beacon(beacon)) => {
                let (games, notices) = chance::beacon_came(self.tx, beacon, self.now)?;
                self.notices.extend(notices);
                Some(LifeNote::Beacon { round: beacon.round, games })
            }
            Some(_) => Some(LifeNote::BeaconHow {}),
            None => None,
        })
    }

    fn of(
        tx: &'a Tx<'a>,
        office: &'a Office,
        asking: &Asking<'a>,
        now: DateTime<Utc>,
    ) -> Result<Work<'a>, CampaignError> {
        let game = asking.game.map(str::to_owned);
        let caller = Caller::of(tx, asking.from, &office.language)?;
        Ok(Work::new(tx, office, (caller, game), asking.answered, now))
    }

    /// Carries out what was said by somebody who is known.
    fn carry_out(&mut self, reading: &Reading) -> Result<Vec<LifeNote>, CampaignError> {
        if reading.is_test() {
            return self.try_out(reading);
        }
        let chance = reading.chance();
        let mut notes = Vec::from_iter(self.take_beacon(&chance)?);
        let mut any = !notes.is_empty();
        for said in wishes(reading) {
            any = true;
            notes.extend(self.perform(&said.request)?);
        }
        for said in &reading.said {
            if matches!(said.request, Request::Absent(_) | Request::Back(_)) {
                any |= self.absence(&said.request, reading.line(said.line))?;
            }
        }
        if !any {
            notes.push(not_understood(reading));
        }
        Ok(notes)
    }

    /// A dry run: questions are answered; of all else it is said that it was a test.
    fn try_out(&mut self, reading: &Reading) -> Result<Vec<LifeNote>, CampaignError> {
        let mut notes = Vec::new();
        for said in reading.said.iter().filter(|said| said.request != Request::Test) {
            if said.request.is_public_question() {
                notes.extend(self.perform(&said.request)?);
            } else {
                let mut line = reading.line(said.line).to_owned();
                if let Request::Join(Joining { password: Some(password), .. }) = &said.request {
                    line = line.replace(password, "…");
                }
                notes.push(LifeNote::OnlyATest { line });
            }
        }
        notes.dedup();
        if notes.is_empty() {
            notes.push(not_understood(reading));
        }
        Ok(notes)
    }

    /// Announces an absence, or its end, in all games in which the caller holds a seat; whether there
    /// is one.
    fn absence(&mut self, request: &Request, line: &str) -> Result<bool, CampaignError> {
        let mut seats = Vec::new();
        match &self.caller.person {
            Some(person) => {
                for (address, _) in self.tx.addresses_of(person.id)? {
                    seats.extend(self.tx.seats_of_address(&address)?);
                }
            }
            None => seats = self.tx.seats_of_address(&self.caller.address.canonical())?,
        }
        for seat in seats {
            let game = self.tx.game(seat.game)?;
            if Seat::from_id(&seat.seat).is_none() || !game.status.goes_on() {
                continue;
            }
            // It is the person's, and holds in all games: one of them is enough.
            let mut progress = Progress::load(self.tx, game)?;
            progress.pace = self.office.pace.of_game(&progress.game)?;
            self.told = clock::take_absence(&mut progress, &seat, (request, line), self.now)?;
            notices::tell(&mut progress, self.office, self.now)?;
            progress.save()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Does what a letter waited for.
    fn answer_letter(
        &mut self,
        letter: &StoredLetter,
        text: &str,
    ) -> Result<Vec<LifeNote>, CampaignError> {
        if !letter.open || self.now - letter.written > VOID_AFTER {
            return Ok(vec![LifeNote::Void {}]);
        }
        let body: serde_json::Value = serde_json::from_str(&letter.body).unwrap_or_default();
        if letter.kind == LetterKind::Form {
            return self.fill(letter, text);
        }
        let reading = read(&self.caller, text, Asked::Consent);
        if reading.is_test() {
            self.proof = Some(Proof::Letter(letter.id));
            return self.try_out(&reading);
        }
        match reading.consent() {
            Consent::Yes => {}
            Consent::No => {
                if letter.kind == LetterKind::Seat {
                    handover::decline(self.tx, self.office, letter, self.now)?;
                } else {
                    self.tx.close_letter(letter.id)?;
                }
                return Ok(vec![LifeNote::Declined {}]);
            }
            // Whoever writes a command in answer to the letter has read it, and means it.
            Consent::Unclear if wishes(&reading).next().is_some() => {
                self.caller.confirm(self.tx, self.now)?;
                if let Some(game) = letter.game {
                    self.game = Some(self.tx.game(game)?.name);
                }
                return self.carry_out(&reading);
            }
            Consent::Unclear => {
                // Once for each letter: a machine may be answering.
                self.key = Some(MailKey::DeskUnclear(letter.id));
                self.proof = Some(Proof::Letter(letter.id));
                return Ok(vec![LifeNote::AnswerYes {}]);
            }
        }
        match letter.kind {
            LetterKind::Held => {
                self.tx.close_letter(letter.id)?;
                self.caller.confirm(self.tx, self.now)?;
                let text = body["text"].as_str().unwrap_or_default();
                let held = read(&self.caller, text, Asked::Nothing);
                let requests: Vec<Request> = wishes(&held).map(|s| s.request.clone()).collect();
                if requests.is_empty() {
                    let mut notes = self.carry_out(&held)?;
                    notes.extend(self.perform_all(Vec::new(), &reading)?);
                    return Ok(notes);
                }
                self.perform_all(requests, &reading)
            }
            LetterKind::Invitation => {
                self.caller.confirm(self.tx, self.now)?;
                if let Some(game) = letter.game {
                    self.game = Some(self.tx.game(game)?.name);
                }
                self.perform_all(vec![Request::Join(Joining::default())], &reading)
            }
            LetterKind::Seat => {
                let person = self.caller.confirm(self.tx, self.now)?;
                let player = self.caller.address.clone().with_name(&person.name);
                let note = handover::accept(self.tx, self.office, letter, &player, self.now)?;
                let mut notes = vec![note];
                notes.extend(self.perform_all(Vec::new(), &reading)?);
                Ok(notes)
            }
            // The form was answered above.
            LetterKind::Form => Ok(vec![LifeNote::Void {}]),
            LetterKind::Address => {
                self.tx.close_letter(letter.id)?;
                self.second_address(&body)
            }
        }
    }

    /// Carries out requests to which somebody has said yes. What else he says counts, too: the role he
    /// wants, a phrase, further wishes; a joining of his own takes the place of the one he was asked about.
    fn perform_all(
        &mut self,
        mut requests: Vec<Request>,
        answer: &Reading,
    ) -> Result<Vec<LifeNote>, CampaignError> {
        let joins = |request: &Request| matches!(request, Request::Join(_));
        let more: Vec<Request> = wishes(answer).map(|said| said.request.clone()).collect();
        if more.iter().any(joins) {
            requests.retain(|request| !joins(request));
        }
        for request in more {
            if !requests.contains(&request) {
                requests.push(request);
            }
        }
        let roles = answer.said.iter().find_map(|said| match &said.request {
            Request::Yes(roles) if !roles.is_empty() => Some(roles.clone()),
            _ => None,
        });
        let mut notes = Vec::new();
        for mut request in requests {
            if let Request::Join(joining) = &mut request {
                if let Some(roles) = &roles {
                    joining.prefers.clone_from(roles);
                }
                if joining.phrase.is_empty() {
                    joining.phrase = answer.chance();
                }
            }
            notes.extend(self.perform(&request)?);
        }
        Ok(notes)
    }

    /// Asks whether something is really wanted: a yes in reply carries the line out, as that of a held mail.
    pub(crate) fn ask(&mut self, line: &str) -> Result<(), CampaignError> {
        let body = json!({ "text": line }).to_string();
        let mailbox = self.caller.address.mailbox();
        let number = self.tx.write_letter(&mailbox, LetterKind::Held, None, &body, self.now)?;
        self.proof = Some(Proof::Letter(number));
        Ok(())
    }

    /// Carries out one request. No note where a mail of its own answers.
    fn perform(&mut self, request: &Request) -> Result<Option<LifeNote>, CampaignError> {
        let of_all = self.game.clone();
        if request.is_public_question() && self.game.is_none() {
            self.game.clone_from(&self.asked_about);
        }
        let note = self.performed(request);
        self.game = of_all;
        note
    }

    fn performed(&mut self, request: &Request) -> Result<Option<LifeNote>, CampaignError> {
        let note = match request {
            Request::Help(_) => LifeNote::Help {},
            Request::ListGames => self.list()?,
            Request::Rules(asked) => Work::rules(&self.caller.reader().language, asked),
            Request::Map(game) => self.map(game.as_deref())?,
            Request::Status(game) => self.status(game.as_deref())?,
            Request::History { game, turn } => self.history(game.as_deref(), *turn)?,
            Request::Observers(game) => self.observers(game.as_deref())?,
            Request::Settings => self.settings()?,
            Request::Set(wish) => self.wish(wish)?,
            Request::AlsoAddress(address) => self.also_address(address)?,
            Request::NewGame(name) => self.form(name)?,
            Request::Join(joining) => return self.join(joining),
            Request::Leave(game) => self.leave(game.as_deref())?,
            Request::Resign { game, sure } => self.resign(game.as_deref(), *sure)?,
            Request::TakeOver { game, seat } => self.take_over(game.as_deref(), *seat)?,
            Request::Observe(game) => self.observe(game.as_deref())?,
            Request::Unobserve(game) => self.unobserve(game.as_deref())?,
            Request::MyData => self.my_data()?,
            Request::ForgetMe { sure } => self.forget_me(*sure)?,
            // About a game in play.
            _ => return Ok(None),
        };
        Ok(Some(note))
    }

    /// The game that is meant, or the note that there is none.
    fn game(
        &self,
        name: Option<&str>,
    ) -> Result<Result<crate::store::Game, LifeNote>, CampaignError> {
        let name = name.or(self.game.as_deref());
        let game = match name {
            Some(name) => self.tx.game_by_name(name)?,
            None => None,
        };
        Ok(game.ok_or_else(|| LifeNote::NoGame { name: name.map(str::to_owned) }))
    }

    /// Has the notes told to somebody whose address is proved.
    fn finish(mut self, notes: Vec<LifeNote>, outcome: &'static str) -> Heard {
        if !notes.is_empty() || !self.told.is_empty() {
            let of_person = self.caller.reader().proof;
            let proof = self.proof.take().unwrap_or(of_person);
            let proof = if self.forgotten { Proof::Nothing(None) } else { proof };
            self.note_answer(notes, proof);
        }
        Heard { outcome, notices: self.notices, forgotten: self.forgotten }
    }

    /// Has the notes told to an address that may not be the sender's: without a token of the person.
    fn finish_unproven(mut self, notes: Vec<LifeNote>) -> Heard {
        let proof = self.proof.take().unwrap_or(Proof::Nothing(None));
        self.note_answer(notes, proof);
        Heard { outcome: "desk", notices: self.notices, forgotten: false }
    }

    fn note_answer(&mut self, notes: Vec<LifeNote>, proof: Proof) {
        let answered = self.answered.clone();
        let key = self.key.take().unwrap_or_else(|| MailKey::Desk(answered.clone()));
        self.notices.push(ClubNotice::Desk(DeskNotice {
            to: self.caller.reader().proving(proof),
            key,
            game: self.game.clone(),
            notes,
            told: std::mem::take(&mut self.told),
            answered: Some(answered),
            farewell: self.forgotten,
        }));
    }

    /// Has somebody else told something, who may know nothing of this mail.
    fn note_apart(
        &mut self,
        to: Correspondent,
        key: MailKey,
        game: Option<String>,
        note: LifeNote,
    ) {
        let (notes, told, answered, farewell) = (vec![note], Vec::new(), None, false);
        self.notices.push(ClubNotice::Desk(DeskNotice {
            to,
            key,
            game,
            notes,
            told,
            answered,
            farewell,
        }));
    }
}

/// Under this name a person's wrong passwords are counted, from whatever address they come.
fn joining_key(person: PersonId) -> String {
    format!("person {}", person.0)
}
