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
mod new_game;
mod person;
mod privacy;
mod terms_of_play;

pub use privacy::forget_by_operator;

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::{Correspondent, DESK, LETTER, PERSON, Proof};
use crate::campaign::post::key::MailKey;
use crate::campaign::post::limits::may_be_answered;
use crate::campaign::seats::{drawing, handover};
use crate::campaign::table::notices::Answered;
use crate::campaign::tell::club::{ClubNotice, DeskNotice};
use crate::mail::address::Address;
use crate::mail::intake::Letter;
use crate::mail::token::SeatToken;
use crate::report::LifeNote;
use crate::said::club::desk::{self as commands, Command};
use crate::said::club::phrases::{self, AboutChance};
use crate::said::{Consent, Request, consent, roles};
use crate::store::{Letter as StoredLetter, LetterKind, Person, PersonId, Tx};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// A letter is void after so many days.
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
    /// In a word, for the log.
    pub outcome: &'static str,
    /// What is to be told, the answer to the mail among it.
    pub notices: Vec<ClubNotice>,
    /// Nothing of the mail is to be kept.
    pub forgotten: bool,
}

/// Somebody who writes to the desk.
struct Caller {
    address: Address,
    /// Who it is, as far as the address tells.
    person: Option<Person>,
}

impl Caller {
    fn of(tx: &Tx<'_>, address: &Address) -> Result<Caller, CampaignError> {
        let person = tx.person_of(&address.mailbox())?;
        Ok(Caller { address: address.clone(), person })
    }

    /// Who writes, as a reader of our answers; the answers carry the person's token.
    fn reader(&self) -> Correspondent {
        let address = self.address.mailbox();
        match &self.person {
            Some(person) => Correspondent::of_person(person, &address),
            None => Correspondent::unknown(&address),
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
        let nobody = Correspondent::stranger(tx, &self.address)?;
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
    answered: &'a Answered,
    now: DateTime<Utc>,
    /// What is to be told, besides the answer that comes at the end.
    notices: Vec<ClubNotice>,
    /// The token of the answer, where it is not that of the person.
    proof: Option<Proof>,
    /// The name of the answer, where it is to be sent once only.
    key: Option<MailKey>,
    forgotten: bool,
}

/// What is said in a mail as a command of the desk, if it is one.
pub(crate) fn life_request(request: &Request) -> Option<LifeRequest> {
    use Request as R;
    Some(LifeRequest(match request {
        R::Status(Some(game)) => Command::Status(Some(game.clone())),
        R::ListGames => Command::List,
        R::NewGame(name) => Command::NewGame(name.clone()),
        R::Join(joining) => Command::Join(joining.clone()),
        R::Leave(game) => Command::Leave(game.clone()),
        R::Observe(game) => Command::Observe(game.clone()),
        R::Unobserve(game) => Command::Unobserve(game.clone()),
        R::Observers(game) => Command::Observers(game.clone()),
        R::Settings => Command::Settings,
        R::Set(wish) => Command::Set(wish.clone()),
        R::Rules(section) => Command::Rules(section.clone()),
        R::Map(game) => Command::Map(game.clone()),
        R::History { game, turn } => Command::History(game.clone(), *turn),
        R::Resign { game, sure } => Command::Resign { game: game.clone(), sure: *sure },
        R::TakeOver { game, seat } => Command::TakeOver { game: game.clone(), seat: *seat },
        R::MyData => Command::MyData,
        R::ForgetMe { sure } => Command::ForgetMe { sure: *sure },
        R::AlsoAddress(address) => Command::AlsoAddress(address.clone()),
        _ => return None,
    }))
}

/// What a line of a seat's mail asks of the desk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LifeRequest(Command);

impl LifeRequest {
    /// Gives what was said of chance to whoever joins; whether this is a wish to join.
    pub fn give_phrase(&mut self, phrase: &[AboutChance]) -> bool {
        let Command::Join(joining) = &mut self.0 else { return false };
        joining.phrase = phrase.to_vec();
        true
    }

    /// Whether it only asks for what everybody may know.
    pub fn is_question(&self) -> bool {
        self.0.is_question()
    }

    /// Whether it can be answered in the receipt: it is a question or a wish.
    pub fn changes_no_game(&self) -> bool {
        self.0.is_question() || matches!(self.0, Command::Settings | Command::Set(_))
    }
}

/// The answer to a request that changes no game.
pub(crate) fn note(
    tx: &Tx<'_>,
    office: &Office,
    (from, game): (&Address, &str),
    LifeRequest(command): &LifeRequest,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<Option<LifeNote>, CampaignError> {
    let caller = Caller::of(tx, from)?;
    Work::new(tx, office, (caller, Some(game.to_owned())), answered, now).perform(command)
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

/// What a mail says: its text, or where there is none its subject.
fn text_of(letter: &Letter) -> &str {
    if !letter.text.trim().is_empty() {
        return &letter.text;
    }
    without_reply_words(&letter.subject)
}

/// A subject without the `Re:` or `AW:` before it.
fn without_reply_words(subject: &str) -> &str {
    let mut subject = subject.trim();
    while let Some((_, rest)) = subject.split_once(':').filter(|(word, _)| word.len() <= 3) {
        subject = rest.trim();
    }
    subject
}

/// The game that the subject of an answered mail names by its first word: `rossbach T3 #58 …`.
fn game_of_subject(tx: &Tx<'_>, letter: &Letter) -> Result<Option<String>, CampaignError> {
    let first = without_reply_words(&letter.subject).split_whitespace().next().unwrap_or_default();
    let name = first.trim_matches(['[', ']']).to_lowercase();
    Ok(tx.game_by_name(&name)?.map(|game| game.name))
}

/// The commands of a text, with a phrase of its own line given to whoever joins.
fn commands_in(text: &str) -> (Vec<Command>, Vec<String>) {
    let (mut all, others) = commands::read(text);
    let said = phrases::read(text);
    for command in &mut all {
        if let Command::Join(joining) = command {
            joining.phrase.clone_from(&said);
        }
    }
    (all, others)
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
    let caller = Caller::of(tx, from)?;
    let game = game_of_subject(tx, letter)?;
    let mut work = Work::new(tx, office, (caller, game), &answered, now);
    let text = text_of(letter);
    let notes = match proved {
        Proved::Person => work.carry_out(text)?,
        Proved::Letter(letter) => work.answer_letter(&letter, text)?,
    };
    Ok(work.finish(notes))
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
    let (all, _) = commands_in(text);
    let names_a_round = |about: &AboutChance| matches!(about, AboutChance::Beacon(_));
    if all.is_empty() && !phrases::read(text).iter().any(names_a_round) {
        return Ok(None);
    }
    let limit = office.rates.answers_per_stranger;
    if !may_be_answered(tx, office, from, ("desk", limit), now)? {
        let (outcome, notices) = ("too many questions", Vec::new());
        return Ok(Some(Heard { outcome, notices, forgotten: false }));
    }
    let answered = Answered::new(letter);
    let caller = Caller::of(tx, from)?;
    let mut work = Work::new(tx, office, (caller, None), &answered, now);
    let mut notes = Vec::from_iter(work.beacon(text)?);
    for command in all.iter().filter(|command| command.is_question()) {
        notes.extend(work.perform(command)?);
    }
    let effects: Vec<&Command> = all.iter().filter(|command| !command.is_question()).collect();
    let mailbox = from.mailbox();
    if !effects.is_empty() {
        if tx.count_notice(&mailbox, "letter of the desk", now)? > LETTERS_PER_DAY {
            let (outcome, notices) = ("too many letters", work.notices);
            return Ok(Some(Heard { outcome, notices, forgotten: false }));
        }
        if let [Command::NewGame(name)] = effects[..] {
            // The form itself is the letter: who fills it in has got it.
            notes.push(work.form(name)?);
        } else {
            let body = json!({ "text": text }).to_string();
            let number = tx.write_letter(&mailbox, LetterKind::Held, None, &body, now)?;
            work.proof = Some(Proof::Letter(number));
            let lines = held_lines(text);
            notes.push(LifeNote::Challenge { lines, days: VOID_AFTER.num_days() });
        }
    }
    Ok(Some(work.finish_unproven(notes)))
}

/// The lines that are held, as they are repeated to whoever is asked to confirm them.
fn held_lines(text: &str) -> Vec<String> {
    let held = |line: &str| match commands::command(line)? {
        command if command.is_question() => None,
        Command::Join(commands::Joining { password: Some(password), .. }) => {
            Some(line.replace(&password, "…"))
        }
        _ => Some(line.to_owned()),
    };
    text.lines().map(str::trim).filter_map(held).collect()
}

/// Deals with what a seat's mail asks of the desk beside orders; the seat's token has proved whose
/// mail it is. A mail of the desk's own answers.
pub(crate) fn hear_from_seat(
    tx: &Tx<'_>,
    office: &Office,
    (from, game): (&Address, &str),
    requests: &[LifeRequest],
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<Heard, CampaignError> {
    let caller = Caller::of(tx, from)?;
    let mut work = Work::new(tx, office, (caller, Some(game.to_owned())), answered, now);
    let mut notes = Vec::new();
    for LifeRequest(command) in requests {
        // To be forgotten one must answer the desk: this mail is known as a seat's.
        let command = match command {
            Command::ForgetMe { .. } => &Command::ForgetMe { sure: false },
            command => command,
        };
        notes.extend(work.perform(command)?);
    }
    Ok(work.finish(notes))
}

impl<'a> Work<'a> {
    fn new(
        tx: &'a Tx<'a>,
        office: &'a Office,
        (caller, game): (Caller, Option<String>),
        answered: &'a Answered,
        now: DateTime<Utc>,
    ) -> Work<'a> {
        let (notices, proof, key, forgotten) = (Vec::new(), None, None, false);
        Work { tx, office, caller, game, answered, now, notices, proof, key, forgotten }
    }

    /// Takes a round of the public beacon, which anybody may send: its signature proves it.
    fn beacon(&mut self, text: &str) -> Result<Option<LifeNote>, CampaignError> {
        for about in phrases::read(text) {
            if let AboutChance::Beacon(beacon) = about {
                let (games, notices) = drawing::beacon_came(self.tx, &beacon, self.now)?;
                self.notices.extend(notices);
                return Ok(Some(LifeNote::Beacon { round: beacon.round, games }));
            }
        }
        Ok(None)
    }

    /// Carries out the commands of a text whose sender is known.
    fn carry_out(&mut self, text: &str) -> Result<Vec<LifeNote>, CampaignError> {
        let (commands, others) = commands_in(text);
        let mut notes = Vec::from_iter(self.beacon(text)?);
        for command in &commands {
            notes.extend(self.perform(command)?);
        }
        if commands.is_empty() && notes.is_empty() {
            let lines = others.into_iter().take(REPEATED).collect();
            notes.push(LifeNote::NotUnderstood { lines });
        }
        Ok(notes)
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
            self.caller.confirm(self.tx, self.now)?;
            return self.fill(letter, text);
        }
        match consent(text) {
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
            Consent::Unclear if !commands_in(text).0.is_empty() => {
                self.caller.confirm(self.tx, self.now)?;
                if let Some(game) = letter.game {
                    self.game = Some(self.tx.game(game)?.name);
                }
                return self.carry_out(text);
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
                let held = body["text"].as_str().unwrap_or_default();
                let (commands, _) = commands_in(held);
                if commands.is_empty() {
                    return self.carry_out(held);
                }
                self.perform_all(commands, text)
            }
            LetterKind::Invitation => {
                self.caller.confirm(self.tx, self.now)?;
                if let Some(game) = letter.game {
                    self.game = Some(self.tx.game(game)?.name);
                }
                let (mut commands, _) = commands_in(text);
                if !commands.iter().any(|command| matches!(command, Command::Join(_))) {
                    let phrase = phrases::read(text);
                    let joining = commands::Joining { phrase, ..commands::Joining::default() };
                    commands.insert(0, Command::Join(joining));
                }
                self.perform_all(commands, text)
            }
            LetterKind::Seat => {
                let person = self.caller.confirm(self.tx, self.now)?;
                let player = self.caller.address.clone().with_name(&person.name);
                Ok(vec![handover::accept(self.tx, self.office, letter, &player, self.now)?])
            }
            // The form was answered above.
            LetterKind::Form => Ok(vec![LifeNote::Void {}]),
            LetterKind::Address => {
                self.tx.close_letter(letter.id)?;
                self.second_address(&body)
            }
        }
    }

    /// Carries out commands to which somebody has said yes; what else he says of the role he wants
    /// counts, too.
    fn perform_all(
        &mut self,
        commands: Vec<Command>,
        text: &str,
    ) -> Result<Vec<LifeNote>, CampaignError> {
        let mut notes = Vec::new();
        for mut command in commands {
            if let Command::Join(joining) = &mut command
                && joining.prefers.is_empty()
            {
                joining.prefers = roles(text);
            }
            notes.extend(self.perform(&command)?);
        }
        Ok(notes)
    }

    /// Asks whether something is really wanted: a reply that begins with yes does it.
    pub(crate) fn ask(&mut self, line: &str) -> Result<(), CampaignError> {
        let body = json!({ "text": line }).to_string();
        let mailbox = self.caller.address.mailbox();
        let number = self.tx.write_letter(&mailbox, LetterKind::Held, None, &body, self.now)?;
        self.proof = Some(Proof::Letter(number));
        Ok(())
    }

    /// Carries out one command. No note where a mail of its own answers.
    fn perform(&mut self, command: &Command) -> Result<Option<LifeNote>, CampaignError> {
        let note = match command {
            Command::Help => LifeNote::Help {},
            Command::List => self.list()?,
            Command::Rules(asked) => asking::rules(asked),
            Command::Map(game) => self.map(game.as_deref())?,
            Command::Status(game) => self.status(game.as_deref())?,
            Command::History(game, turn) => self.history(game.as_deref(), *turn)?,
            Command::Observers(game) => self.observers(game.as_deref())?,
            Command::Settings => self.settings()?,
            Command::Set(wish) => self.wish(wish)?,
            Command::AlsoAddress(address) => self.also_address(address)?,
            Command::NewGame(name) => self.form(name)?,
            Command::Join(joining) => return self.join(joining),
            Command::Leave(game) => self.leave(game.as_deref())?,
            Command::Resign { game, sure } => self.resign(game.as_deref(), *sure)?,
            Command::TakeOver { game, seat } => self.take_over(game.as_deref(), *seat)?,
            Command::Observe(game) => self.observe(game.as_deref())?,
            Command::Unobserve(game) => self.unobserve(game.as_deref())?,
            Command::MyData => self.my_data()?,
            Command::ForgetMe { sure } => self.forget_me(*sure)?,
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
    fn finish(mut self, notes: Vec<LifeNote>) -> Heard {
        if !notes.is_empty() {
            let of_person = self.caller.reader().proof;
            let proof = self.proof.take().unwrap_or(of_person);
            let proof = if self.forgotten { Proof::Nothing(None) } else { proof };
            self.note_answer(notes, proof);
        }
        Heard { outcome: "desk", notices: self.notices, forgotten: self.forgotten }
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
        let (notes, answered, farewell) = (vec![note], None, false);
        self.notices.push(ClubNotice::Desk(DeskNotice {
            to,
            key,
            game,
            notes,
            answered,
            farewell,
        }));
    }
}

/// Under this name a person's wrong passwords are counted, from whatever address they come.
fn joining_key(person: PersonId) -> String {
    format!("person {}", person.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_repeated_and_questions_not_held() {
        let text = "list\njoin rossbach password Geheim\nsettings\nHello there everybody";
        assert_eq!(held_lines(text), ["join rossbach password …", "settings"]);
    }

    #[test]
    fn a_phrase_of_its_own_line_belongs_to_who_joins() {
        let (commands, _) = commands_in("join rossbach\nphrase A rainy night");
        let [Command::Join(joining)] = &commands[..] else { panic!("{commands:?}") };
        assert_eq!(joining.phrase, [AboutChance::Phrase(vec!["A rainy night".into()])]);
    }
}
