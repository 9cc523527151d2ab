//! One mail from the mailbox: read, identified, acted upon and recorded in one transaction.

use crate::campaign::clock;
use crate::campaign::club::desk::{self, Heard, LifeRequest, Proved};
use crate::campaign::club::log_request;
use crate::campaign::hear::answer::{Answer, answer};
use crate::campaign::hear::answered::own_text;
use crate::campaign::hear::outcome::{outcome_of, word};
use crate::campaign::hear::requests::{Request, Requests};
use crate::campaign::hear::talk;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::identity::{genuine, holder};
use crate::campaign::post::limits::may_be_answered;
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::post::payload::Answered;
use crate::campaign::seats::{addresses, gathering};
use crate::campaign::table::facts::log_head;
use crate::campaign::table::progress::{PAUSED, Progress, is_before};
use crate::campaign::table::record::Received;
use crate::campaign::tell::bounces;
use crate::campaign::tell::letters::{queue_answer, queue_reports};
use crate::campaign::tell::notices;
use crate::game::Seat;
use crate::mail::address::Address;
use crate::mail::intake::{self, Letter, Nature, Problem};
use crate::mail::source::Fetched;
use crate::mail::token::SeatToken;
use crate::orders::{self, Context, Outcome, Statement};
use crate::report::{
    Desk, LifeNote, Mail, NotYours, Note, Stranger, TalkNote, TooMany, UnknownGame, Unreadable,
    UnreadableWhy,
};
use crate::store::{Digest, Game, IncomingMail, NOBODY, OutboxId, Seat as StoredSeat, Store, Tx};
use chrono::{DateTime, Utc};
use std::borrow::Cow;

/// Who a mail speaks for.
enum Speaker {
    /// This seat: its token, from its address.
    Seat(Box<(Game, StoredSeat)>),
    /// Somebody with a token of the desk.
    Desk(Proved),
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
    let mut letter = intake::read(&fetched.raw, &office.limits, &office.own);
    store.transaction(|tx| {
        let sha256 = Digest(letter.sha256);
        let from = letter.from.as_ref().map(Address::canonical).unwrap_or_default();
        own_text(tx, office, &mut letter)?;
        let text = Some(Digest::of(&[letter.text.as_bytes()]));
        if tx.seen(sha256, letter.message_id.as_deref(), text, &from)?.is_some() {
            return Ok(Received::processed("came before"));
        }
        let dealt = deal_with(tx, office, &letter, fetched.too_large, now)?;
        tx.record_incoming(&IncomingMail {
            sha256,
            message_id: letter.message_id.as_deref().filter(|_| !dealt.forgotten),
            text_sha256: text.filter(|_| !dealt.forgotten),
            from_address: if dealt.forgotten { NOBODY } else { &from },
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
    /// Whose it is wants to be forgotten: only its SHA-256 is kept.
    forgotten: bool,
}

impl From<Received> for Dealt {
    fn from(received: Received) -> Dealt {
        let outcome = received.outcome.to_owned();
        Dealt { received, outcome, seat: None, answer: None, forgotten: false }
    }
}

impl From<Heard> for Dealt {
    fn from(heard: Heard) -> Dealt {
        let Heard { outcome, answer, forgotten } = heard;
        Dealt { answer, forgotten, ..Dealt::from(Received::processed(outcome)) }
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
            return Ok(Dealt { seat, ..Received::processed("delivery report").into() });
        }
    }
    let Some(from) = &letter.from else {
        return Ok(Received::rejected("without a sender").into());
    };
    if letter.problems.contains(&Problem::ManySenders) {
        return Ok(Received::rejected("more than one sender").into());
    }
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
        let seat = Some((progress.game, seat));
        return Ok(Dealt { seat, answer: Some(id), ..received.into() });
    }
    match identify(tx, office, letter, from)? {
        Speaker::Seat(speaker) => {
            let (game, seat) = *speaker;
            if is_before(&game.status) {
                let (received, answer) = hear_before(tx, office, (&game, &seat), letter, now)?;
                return Ok(Dealt { seat: Some((game, seat)), answer, ..received.into() });
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
                    (Received::rejected("no text"), "no text".to_owned(), Some(id))
                }
                None => hear(&mut progress, office, &seat, letter, &answered, now)?,
            };
            let seat = Some((progress.game, seat));
            Ok(Dealt { received, outcome, seat, answer: id, forgotten: false })
        }
        Speaker::Desk(proof) => Ok(desk::hear(tx, office, letter, (from, proof), now)?.into()),
        Speaker::NotYours(game) => answer_once(Mail::NotYours(NotYours { game }), "not your seat"),
        Speaker::UnknownGame(name) => {
            let yours = games_of(tx, from)?;
            answer_once(Mail::UnknownGame(UnknownGame { name: Some(name), yours }), "unknown game")
        }
        Speaker::Unproven | Speaker::Stranger
            if let Some(heard) = desk::hear_unproven(tx, office, letter, from, now)? =>
        {
            Ok(heard.into())
        }
        Speaker::Unproven => {
            let yours = games_of(tx, from)?;
            answer_once(Mail::UnknownGame(UnknownGame { name: None, yours }), "without a token")
        }
        Speaker::Stranger => answer_once(Mail::Stranger(Stranger {}), "stranger"),
    }
}

/// A mail from a place of a game that has not begun: a phrase, or something for the desk.
fn hear_before(
    tx: &Tx<'_>,
    office: &Office,
    (game, seat): (&Game, &StoredSeat),
    letter: &Letter,
    now: DateTime<Utc>,
) -> Result<(Received, Option<OutboxId>), CampaignError> {
    let mut life = Vec::new();
    for request in Requests::take_from(&letter.text).all {
        if let Request::Life(request) = request {
            life.push(*request);
        }
    }
    let phrase = letter.text.lines().any(|line| gathering::phrase_in(line).is_some());
    let mut done = None;
    if phrase || life.is_empty() {
        let (received, id) = gathering::hear(tx, office, game, seat, letter, now)?;
        done = Some((received, Some(id)));
    }
    if let (Some(from), false) = (&letter.from, life.is_empty()) {
        let answered = Answered::new(letter);
        let heard = desk::hear_from_seat(tx, office, (from, &game.name), &life, &answered, now)?;
        done = done.or(Some((Received::processed(heard.outcome), heard.answer)));
    }
    // Without a sender no mail comes so far.
    Ok(done.unwrap_or((Received::rejected("without a sender"), None)))
}

/// A player's mail with text in it.
fn hear(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    letter: &Letter,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<(Received, String, Option<OutboxId>), CampaignError> {
    let mut letter = Cow::Borrowed(letter);
    if let Some(text) = talk::with_ballot(progress, seat, &letter)? {
        letter.to_mut().text = text;
    }
    let requests = Requests::take_from(&letter.text);
    let mut notes = Vec::new();
    let mut later = Vec::new();
    let from = letter.from.clone();
    let from = from.as_ref().map(|from| (from, progress.game.name.clone()));
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
                    return Ok((Received::processed("address"), outcome, Some(id)));
                }
                Request::Talk(request) => {
                    notes.extend(talk::answer(progress, office, seat, request, test, now)?);
                }
                Request::Clock(request) => {
                    notes.extend(clock::answer(progress, office, seat, request, now)?);
                }
                Request::Life(request) if request.changes_no_game() => {
                    let Some((from, game)) = &from else { continue };
                    let of_desk =
                        desk::note(progress.tx, office, (from, game), request, answered, now)?;
                    notes.extend(of_desk.map(Note::Life));
                }
                Request::Life(request) => later.push((**request).clone()),
            }
        }
        if is_only_polite(progress, seat, &letter.text) {
            if let Some(id) = answer.filter(|_| notes.is_empty() && later.is_empty()) {
                return Ok((Received::processed("log"), "asked for the log".to_owned(), Some(id)));
            }
            if !notes.is_empty() || later.is_empty() {
                answer = Some(answer_with_notes(progress, office, seat, notes, answered, now)?);
            }
            let of_desk = hear_later(progress.tx, office, from, &later, answered, now)?;
            let answer = answer.or(of_desk);
            return Ok((Received::processed("request"), "a request".to_owned(), answer));
        }
    }
    let still = match progress.game.status.as_str() {
        _ if progress.is_closed() => Some((Note::Talk(TalkNote::Closed {}), "the game is over")),
        PAUSED if !only_asks(progress, seat, &letter.text) => {
            Some((Note::Life(LifeNote::Paused {}), "the game is paused"))
        }
        _ => None,
    };
    if let Some((note, outcome)) = still {
        notes.push(note);
        let id = answer_with_notes(progress, office, seat, notes, answered, now)?;
        hear_later(progress.tx, office, from, &later, answered, now)?;
        return Ok((Received::processed("request"), outcome.to_owned(), Some(id)));
    }
    let done = match answer(progress, seat, &letter, now)? {
        Answer::Receipt(mut receipt) => {
            receipt.notes = notes;
            notices::tell(progress, office, now)?;
            progress.save()?;
            let outcome = outcome_of(&receipt);
            let word = word(receipt.status);
            let id = queue_reports(progress, office, seat, *receipt, answered, now)?;
            (Received::processed(word), outcome, Some(id))
        }
        Answer::Other(mail) => {
            notices::tell(progress, office, now)?;
            let id = queue_answer(progress, office, seat, &mail, answered, now)?;
            (Received::processed("question"), format!("a question ({})", mail.kind()), Some(id))
        }
    };
    hear_later(progress.tx, office, from, &later, answered, now)?;
    Ok(done)
}

/// Answers what was asked for with notes alone.
fn answer_with_notes(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    notes: Vec<Note>,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    notices::tell(progress, office, now)?;
    let (game, log) = (Some(progress.game.name.clone()), Some(log_head(progress)));
    progress.save()?;
    let mail = Mail::Desk(Desk { game, notes, log });
    queue_answer(progress, office, seat, &mail, answered, now)
}

/// What a seat's mail asks of the desk that may change this game or another: done after all else,
/// and answered by a mail of its own.
fn hear_later(
    tx: &Tx<'_>,
    office: &Office,
    from: Option<(&Address, String)>,
    requests: &[LifeRequest],
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<Option<OutboxId>, CampaignError> {
    let Some((from, game)) = from.filter(|_| !requests.is_empty()) else { return Ok(None) };
    Ok(desk::hear_from_seat(tx, office, (from, &game), requests, answered, now)?.answer)
}

/// Whether a text only asks how things stand, or for help.
fn only_asks(progress: &Progress<'_>, seat: &StoredSeat, text: &str) -> bool {
    let Some(seat) = Seat::from_id(&seat.seat) else { return false };
    let context = Context { state: &progress.state, seat, decisions: &[] };
    let reading = orders::read(text, &context);
    let mut said = reading.statements().map(|(_, _, said)| said).peekable();
    said.peek().is_some() && said.all(|said| matches!(said, Statement::Status | Statement::Help(_)))
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
        if desk::is_of_desk(&token) {
            match desk::proof(tx, office, &token, from)? {
                Some(proof) => return Ok(Speaker::Desk(proof)),
                None => continue,
            }
        }
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
    Ok(Some(Dealt { seat: Some((game.clone(), seat.clone())), answer, ..received.into() }))
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
    if !may_be_answered(tx, office, from, ("stranger", 1), now)? {
        return Ok(None);
    }
    let answered = Answered::new(letter);
    let key = format!("stranger-{}", &answered.key[..32]);
    let to = Correspondent::stranger(tx, from)?;
    post(tx, office, &to, Post::new(key, mail).answering(&answered), now).map(Some)
}
