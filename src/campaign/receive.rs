//! One mail from the mailbox: read, identified, acted upon and recorded in one transaction.

use super::addresses;
use super::answer::{Answer, answer};
use super::bounces;
use super::clock;
use super::letters::{Answered, Payload, log_head, queue_answer, queue_reports};
use super::log_request;
use super::outcome::{outcome_of, word};
use super::progress::{GATHERING, Progress};
use super::requests::{Request, Requests};
use super::{CampaignError, Office, gathering, talk};
use crate::game::Seat;
use crate::mail::address::Address;
use crate::mail::intake::{self, Letter, Nature, Problem};
use crate::mail::source::{Disposal, Fetched};
use crate::mail::token::SeatToken;
use crate::orders::{self, Context, Outcome, Statement};
use crate::report::{
    Desk, Mail, NotYours, Note, Stranger, TalkNote, TooMany, UnknownGame, Unreadable, UnreadableWhy,
};
use crate::store::{Digest, Game, IncomingMail, NewMail, OutboxId, Seat as StoredSeat, Store, Tx};
use chrono::{DateTime, Utc};
use std::borrow::Cow;

/// Under this name all addresses together are counted.
const EVERYBODY: &str = "*";

/// What became of a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// Where the mailbox is to put it.
    pub disposal: Disposal,
    /// In a word, for the log: without names, cards or counts.
    pub outcome: &'static str,
}

impl Received {
    pub(super) const fn processed(outcome: &'static str) -> Received {
        Received { disposal: Disposal::Processed, outcome }
    }

    const fn rejected(outcome: &'static str) -> Received {
        Received { disposal: Disposal::Rejected, outcome }
    }
}

/// Who a mail speaks for.
enum Speaker {
    /// This seat: its token, from its address.
    Seat(Box<(Game, StoredSeat)>),
    /// A token of a seat, from an address that does not hold it.
    NotYours(String),
    /// A token for a game that does not exist.
    UnknownGame(String),
    /// A player without a token.
    Unproven,
    Stranger,
}

/// Does everything that one mail asks for. When this returns, it is stored; the mailbox can be
/// told.
///
/// # Errors
///
/// The database fails or a game in it is broken: then nothing was changed. Whatever is wrong with
/// the mail is answered, not an error.
pub fn receive(
    store: &mut Store,
    office: &Office,
    fetched: &Fetched,
    now: DateTime<Utc>,
) -> Result<Received, CampaignError> {
    let letter = intake::read(&fetched.raw, &office.limits, &office.own);
    store.transaction(|tx| {
        let sha256 = Digest(letter.sha256);
        let from = letter.from.as_ref().map(Address::canonical).unwrap_or_default();
        if tx.seen(sha256, letter.message_id.as_deref(), &from)?.is_some() {
            return Ok(Received::processed("came before"));
        }
        let dealt = deal_with(tx, office, &letter, fetched.too_large, now)?;
        tx.record_incoming(&IncomingMail {
            sha256,
            message_id: letter.message_id.as_deref(),
            from_address: &from,
            received: now,
            outcome: &dealt.outcome,
            game: dealt.seat.as_ref().map(|(game, _)| game.id),
            seat: dealt.seat.as_ref().map(|(_, seat)| seat.seat.as_str()),
            receipt: dealt.answer,
        })?;
        Ok(dealt.received)
    })
}

/// What came of a mail, for its record.
struct Dealt {
    received: Received,
    /// In more words, for the inbox: with the lines that were refused.
    outcome: String,
    seat: Option<(Game, StoredSeat)>,
    answer: Option<OutboxId>,
}

impl From<Received> for Dealt {
    fn from(received: Received) -> Dealt {
        let outcome = received.outcome.to_owned();
        Dealt { received, outcome, seat: None, answer: None }
    }
}

fn deal_with(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    too_large: Option<u64>,
    now: DateTime<Utc>,
) -> Result<Dealt, CampaignError> {
    match &letter.nature {
        Nature::Personal => {}
        Nature::Own => return Ok(Received::processed("our own mail").into()),
        Nature::Automatic { .. } => return Ok(Received::processed("automatic mail").into()),
        Nature::List { .. } => return Ok(Received::processed("mailing list").into()),
        Nature::DeliveryReport(report) => {
            let seat = bounces::note_report(tx, office, letter, report, now)?;
            let received = Received::processed("delivery report");
            let outcome = received.outcome.to_owned();
            return Ok(Dealt { received, outcome, seat, answer: None });
        }
    }
    let Some(from) = &letter.from else {
        return Ok(Received::rejected("without a sender").into());
    };
    if letter.authentication.as_ref().is_some_and(|v| v.outcome == intake::Outcome::Fail) {
        return Ok(Received::rejected("sender not authentic").into());
    }
    let answer_once = |mail: Mail, outcome| -> Result<Dealt, CampaignError> {
        let answer = answer_stranger(tx, office, letter, from, &mail, now)?;
        Ok(Dealt { answer, ..Dealt::from(Received::rejected(outcome)) })
    };
    if let Some(consent) = addresses::consent(tx, office, letter, from)? {
        let (game, seat) = (consent.game.clone(), consent.seat.clone());
        let mut progress = Progress::load(tx, game)?;
        if let Some(dealt) = too_many(&progress, office, &seat, letter, now)? {
            return Ok(dealt);
        }
        let (received, id) = addresses::hear_consent(&mut progress, office, consent, letter, now)?;
        let outcome = received.outcome.to_owned();
        let seat = Some((progress.game, seat));
        return Ok(Dealt { received, outcome, seat, answer: Some(id) });
    }
    match identify(tx, office, letter, from)? {
        Speaker::Seat(speaker) => {
            let (game, seat) = *speaker;
            if game.status == GATHERING {
                let (received, id) = gathering::hear(tx, office, &game, &seat, letter, now)?;
                let outcome = received.outcome.to_owned();
                return Ok(Dealt { received, outcome, seat: Some((game, seat)), answer: Some(id) });
            }
            let mut progress = Progress::load(tx, game)?;
            progress.pace = office.pace.of_game(&progress.game)?;
            if let Some(dealt) = too_many(&progress, office, &seat, letter, now)? {
                return Ok(dealt);
            }
            let answered = Answered::new(letter);
            let (received, outcome, id) = match unreadable(office, letter, too_large) {
                Some(why) => {
                    let subject = Some(letter.subject.clone()).filter(|text| !text.is_empty());
                    let mail = Mail::Unreadable(Unreadable { subject, why });
                    let id = queue_answer(&progress, office, &seat, &mail, &answered, now)?;
                    (Received::rejected("no text"), "no text".to_owned(), id)
                }
                None => hear(&mut progress, office, &seat, letter, &answered, now)?,
            };
            Ok(Dealt { received, outcome, seat: Some((progress.game, seat)), answer: Some(id) })
        }
        Speaker::NotYours(game) => answer_once(Mail::NotYours(NotYours { game }), "not your seat"),
        Speaker::UnknownGame(name) => {
            let yours = games_of(tx, from)?;
            answer_once(Mail::UnknownGame(UnknownGame { name: Some(name), yours }), "unknown game")
        }
        Speaker::Unproven => {
            let yours = games_of(tx, from)?;
            answer_once(Mail::UnknownGame(UnknownGame { name: None, yours }), "without a token")
        }
        Speaker::Stranger => answer_once(Mail::Stranger(Stranger {}), "stranger"),
    }
}

/// A player's mail with text in it.
fn hear(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    letter: &Letter,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<(Received, String, OutboxId), CampaignError> {
    let mut letter = Cow::Borrowed(letter);
    if let Some(text) = talk::with_ballot(progress, seat, &letter)? {
        letter.to_mut().text = text;
    }
    let requests = Requests::take_from(&letter.text);
    let mut notes = Vec::new();
    if !requests.all.is_empty() {
        letter.to_mut().text = requests.rest;
        let test = is_a_test(progress, seat, &letter.text);
        let mut answer = None;
        for request in &requests.all {
            match request {
                Request::Log => {
                    answer = Some(log_request::answer(progress, office, seat, answered, now)?);
                }
                Request::Address(line) => {
                    let id = addresses::ask(progress, office, seat, line, answered, now)?;
                    let outcome = "asked to change the address".to_owned();
                    return Ok((Received::processed("address"), outcome, id));
                }
                Request::Talk(request) => {
                    notes.extend(talk::answer(progress, office, seat, request, test, now)?);
                }
                Request::Clock(request) => {
                    notes.extend(clock::answer(progress, office, seat, request, now)?);
                }
            }
        }
        if is_only_polite(progress, seat, &letter.text) {
            if let Some(id) = answer.filter(|_| notes.is_empty()) {
                return Ok((Received::processed("log"), "asked for the log".to_owned(), id));
            }
            return answer_by_notes(progress, office, seat, notes, answered, now);
        }
    }
    if progress.is_closed() {
        notes.push(Note::Talk(TalkNote::Closed {}));
        return answer_by_notes(progress, office, seat, notes, answered, now);
    }
    match answer(progress, seat, &letter, now)? {
        Answer::Receipt(mut receipt) => {
            receipt.notes = notes;
            progress.save()?;
            let outcome = outcome_of(&receipt);
            let word = word(receipt.status);
            let id = queue_reports(progress, office, seat, *receipt, answered, now)?;
            Ok((Received::processed(word), outcome, id))
        }
        Answer::Other(mail) => {
            let id = queue_answer(progress, office, seat, &mail, answered, now)?;
            Ok((Received::processed("question"), format!("a question ({})", mail.kind()), id))
        }
    }
}

/// Answers a mail by what the club says alone.
fn answer_by_notes(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    notes: Vec<Note>,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<(Received, String, OutboxId), CampaignError> {
    let (game, log) = (Some(progress.game.name.clone()), Some(log_head(progress)));
    let mail = Mail::Desk(Desk { game, notes, log });
    progress.save()?;
    let id = queue_answer(progress, office, seat, &mail, answered, now)?;
    Ok((Received::processed("request"), "a request".to_owned(), id))
}

/// Whether a text says that nothing of it is to be carried out.
fn is_a_test(progress: &Progress<'_>, seat: &StoredSeat, text: &str) -> bool {
    let Some(seat) = Seat::from_id(&seat.seat) else { return false };
    let context = Context { state: &progress.state, seat, decisions: &[] };
    let reading = orders::read(text, &context);
    reading.statements().any(|(_, _, said)| matches!(said, Statement::Test))
}

/// Whether there is nothing in a text but greetings and the like.
fn is_only_polite(progress: &Progress<'_>, seat: &StoredSeat, text: &str) -> bool {
    let Some(seat) = Seat::from_id(&seat.seat) else { return true };
    let context = Context { state: &progress.state, seat, decisions: &[] };
    let reading = orders::read(text, &context);
    reading.lines.iter().all(|line| matches!(line.outcome, Outcome::Ignored(_)))
}

/// Whom the mail speaks for: a token that is genuine for the address the mail is from.
fn identify(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    from: &Address,
) -> Result<Speaker, CampaignError> {
    let mut fallback = None;
    for candidate in &letter.token_candidates {
        let Some(token) = SeatToken::parse(candidate) else { continue };
        let Some((game, seat)) = genuine(tx, office, candidate)? else {
            if tx.game_by_name(token.game())?.is_none() {
                fallback.get_or_insert(Speaker::UnknownGame(token.game().to_owned()));
            }
            continue;
        };
        if holder(&seat).is_some_and(|holder| holder.canonical() == from.canonical()) {
            return Ok(Speaker::Seat(Box::new((game, seat))));
        }
        fallback.get_or_insert(Speaker::NotYours(game.name));
    }
    if let Some(speaker) = fallback {
        return Ok(speaker);
    }
    let known = !tx.seats_of_address(&from.canonical())?.is_empty();
    Ok(if known { Speaker::Unproven } else { Speaker::Stranger })
}

/// The address that a seat's mail goes to.
fn holder(seat: &StoredSeat) -> Option<Address> {
    seat.address.as_ref().and_then(|text| text.parse().ok())
}

/// The seat that a token speaks for, if it is the genuine one of its holder today.
pub(super) fn genuine(
    tx: &Tx<'_>,
    office: &Office,
    candidate: &str,
) -> Result<Option<(Game, StoredSeat)>, CampaignError> {
    let Some(token) = SeatToken::parse(candidate) else { return Ok(None) };
    let Some(game) = tx.game_by_name(token.game())? else { return Ok(None) };
    let Some(seat) = tx.seat(game.id, token.seat())? else { return Ok(None) };
    let genuine =
        holder(&seat).is_some_and(|holder| token.check(&office.key, &holder, seat.generation));
    Ok(genuine.then_some((game, seat)))
}

/// Counts a mail that shows a seat's token. When there are too many of one seat on one day, the
/// mail is not acted upon, and the player is told once.
///
/// Only these count: who forges a player's address without the token uses up nothing of it.
fn too_many(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    letter: &Letter,
    now: DateTime<Utc>,
) -> Result<Option<Dealt>, CampaignError> {
    let (game, limit) = (&progress.game, office.rates.mails_per_player);
    let Some(address) = &seat.address else { return Ok(None) };
    let kind = format!("mail {} {}", game.name, seat.seat);
    let count = progress.tx.count_notice(address, &kind, now)?;
    if count <= limit {
        return Ok(None);
    }
    let answer = if count == limit.saturating_add(1) {
        tracing::warn!(game = game.name, seat = seat.seat, limit, "too many mails of a player");
        let mail = Mail::TooMany(TooMany { game: game.name.clone(), limit });
        let answered = Answered::new(letter);
        Some(queue_answer(progress, office, seat, &mail, &answered, now)?)
    } else {
        None
    };
    let received = Received::rejected("too many mails");
    let outcome = received.outcome.to_owned();
    Ok(Some(Dealt { received, outcome, seat: Some((game.clone(), seat.clone())), answer }))
}

/// The names of the games in which an address holds a seat.
fn games_of(tx: &Tx<'_>, from: &Address) -> Result<Vec<String>, CampaignError> {
    let mut names = Vec::new();
    for seat in tx.seats_of_address(&from.canonical())? {
        let name = tx.game(seat.game)?.name;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// Why nothing can be read in a mail, if nothing can.
fn unreadable(office: &Office, letter: &Letter, too_large: Option<u64>) -> Option<UnreadableWhy> {
    if let Some(size) = too_large {
        let limit = office.limits.bytes as u64;
        return Some(UnreadableWhy::TooLarge { size, limit });
    }
    for problem in &letter.problems {
        let why = match problem {
            Problem::TooLarge { bytes, limit } => {
                UnreadableWhy::TooLarge { size: *bytes as u64, limit: *limit as u64 }
            }
            Problem::TooManyParts { .. } => UnreadableWhy::TooManyParts {},
            Problem::NoHeader | Problem::Unreadable => UnreadableWhy::NotMime {},
            _ => continue,
        };
        return Some(why);
    }
    letter.text.trim().is_empty().then_some(UnreadableWhy::NoText {})
}

/// Answers an address that speaks for no seat, at most once a day.
fn answer_stranger(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    from: &Address,
    mail: &Mail,
    now: DateTime<Utc>,
) -> Result<Option<OutboxId>, CampaignError> {
    if tx.count_notice(&from.canonical(), "stranger", now)? > 1 {
        return Ok(None);
    }
    let limit = office.rates.answers_to_strangers;
    let count = tx.count_notice(EVERYBODY, "answer to a stranger", now)?;
    if count > limit {
        if count == limit.saturating_add(1) {
            tracing::warn!(limit, "too many strangers today; no more of them are answered");
            tx.count_failure("Too many strangers wrote", "they are not answered", now)?;
        }
        return Ok(None);
    }
    let rendered = office.templates.render(mail)?;
    let answered = Answered::new(letter);
    let payload = Payload {
        to_name: None,
        subject: rendered.subject,
        text: rendered.text,
        html: Some(rendered.html),
        references: letter.message_id.iter().cloned().collect(),
        in_reply_to: letter.message_id.clone(),
        thread: None,
        answer: true,
        language: rendered.language,
        log: None,
        picture: None,
    };
    let queued = tx.queue_mail(&NewMail {
        message_key: &format!("stranger-{}", &answered.key[..32]),
        game: None,
        seat: None,
        generation: None,
        kind: mail.kind(),
        recipient: &from.mailbox(),
        payload: &serde_json::to_string(&payload).unwrap_or_default(),
        created: now,
        not_before: now,
    })?;
    Ok(Some(queued.id()))
}
