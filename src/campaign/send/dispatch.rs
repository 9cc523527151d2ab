//! Out of the outbox: mails are composed when they are sent, since only then their tokens exist
//! in clear.
//!
//! A mail is marked as sent after the transport took it. A crash in between sends it again, byte
//! for byte the same, with the same Message-ID. What is our fault, or the server's, ends no mail:
//! sending stops, one mail is tried now and then, and with the first that is taken everything that
//! waits is due. Nothing is drawn, composed or sent while the database is held.

use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::payload::{Asked, FAREWELL, Payload};
use crate::campaign::send::finish::{Prepared, prepare};
use crate::campaign::tell::{bounces, fresh};
use crate::mail::token::redacted;
use crate::mail::transport::{Fault, MailTransport, SendError};
use crate::report::OPERATORS_NOTE;
use crate::store::{
    AfterFailure, Failure, OutgoingMail, Sending, Stopped, Store, StoreError, Tx, UNREACHABLE_AFTER,
};
use chrono::{DateTime, TimeDelta, Utc};

/// The headings under which the operator is told of failures.
const REFUSED: &str = "A mail was refused for good";
const WAITS: &str = "A mail is not taken and waits";
const STOPPED: &str = "No mail can be sent";
const HELD_BACK: &str = "Mail is held back by [budget]";
const NOT_WRITTEN: &str = "A mail could not be written";

/// When this many mails to different recipients fail one after the other, it is no accident.
const IN_A_ROW: usize = 3;
/// While nothing can be sent, one mail is tried at least this often.
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(5);
/// If a mail to somebody else was taken within this time, the server takes mail for others.
const LATELY: TimeDelta = TimeDelta::hours(1);
/// Mail that has been held back for this long is worth telling.
const LONG_HELD: TimeDelta = TimeDelta::minutes(10);

/// What became of the mails that were due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dispatched {
    /// How many were handed over.
    pub sent: usize,
    /// How many will be tried again.
    pub postponed: usize,
    /// How many were refused for good.
    pub dead: usize,
    /// More is due, and waits for the budget, or for the server to work again.
    pub waits: bool,
}

/// What may be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// Everything that is due.
    All,
    /// The note to the operator alone, which says what is wrong.
    OperatorsNote,
    /// Nothing at all.
    Nothing,
}

/// A mail that is about to be handed over.
struct Claimed {
    mail: OutgoingMail,
    prepared: Result<Prepared, CampaignError>,
}

/// What became of it.
struct Outcome {
    mail: OutgoingMail,
    result: Result<(), NotSent>,
}

impl Outcome {
    fn panicked(mail: OutgoingMail) -> Outcome {
        let (to, reason) = (mail.recipient.clone(), "the program failed at it".to_owned());
        let result = Err(NotSent::Unwritten(CampaignError::Compose { to, reason }));
        Outcome { mail, result }
    }
}

enum NotSent {
    /// It cannot be written as things are.
    Unwritten(CampaignError),
    Refused(SendError),
}

/// Sends all that is due, as [`dispatch_on`] does.
///
/// # Errors
///
/// As for [`dispatch_on`].
pub fn dispatch(
    store: &mut Store,
    office: &Office,
    transport: &mut dyn MailTransport,
    now: DateTime<Utc>,
    checkpoint: &mut dyn FnMut(&'static str) -> bool,
) -> Result<Dispatched, CampaignError> {
    dispatch_on(Errand::All, (store, office), transport, now, checkpoint)
}

/// Sends what is due and on the errand. `checkpoint` is told before and after every mail that is handed over; if it
/// returns `false`, the work stops there as if the program were killed.
///
/// # Errors
///
/// The database fails. What a transport refuses is noted in the outbox.
pub fn dispatch_on(
    errand: Errand,
    (store, office): (&mut Store, &Office),
    transport: &mut dyn MailTransport,
    now: DateTime<Utc>,
    checkpoint: &mut dyn FnMut(&'static str) -> bool,
) -> Result<Dispatched, CampaignError> {
    let mut done = Dispatched::default();
    let mut outcomes = Vec::new();
    loop {
        let claimed = next(store, office, ((1, errand), outcomes, &mut done), now)?;
        if claimed.is_empty() {
            if errand != Errand::Nothing && probe_is_due(store, now)? {
                probe(store, office, transport, now)?;
                if store.transaction(|tx| tx.sending())?.stopped.is_none() {
                    outcomes = Vec::new();
                    continue;
                }
            }
            return Ok(done);
        }
        if !checkpoint("before a mail is sent") {
            return Ok(done);
        }
        outcomes = claimed.into_iter().map(|claimed| hand_over(claimed, transport)).collect();
        if outcomes.iter().any(|outcome: &Outcome| outcome.result.is_ok())
            && !checkpoint("after a mail is sent")
        {
            return Ok(done);
        }
    }
}

/// The same over several lines side by side, each mail of another recipient, until nothing more is
/// due that is on the errand. What is in hand is finished whatever that says by then.
///
/// # Errors
///
/// As for [`dispatch`].
pub fn dispatch_over(
    store: &mut Store,
    office: &Office,
    lines: &mut [Box<dyn MailTransport>],
    clock: &dyn Fn() -> DateTime<Utc>,
    errand: &dyn Fn() -> Errand,
) -> Result<Dispatched, CampaignError> {
    let mut done = Dispatched::default();
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut open = lines.len();
    loop {
        // A server that takes fewer connections says so where others are taken.
        let refused = |outcome: &&Outcome| matches!(&outcome.result, Err(NotSent::Refused(error)) if error.fault == Fault::Service);
        let without_line = outcomes.iter().filter(refused).count();
        if without_line > 0 && outcomes.iter().any(|outcome| outcome.result.is_ok()) {
            open = open.saturating_sub(without_line).max(1);
            outcomes.retain(|outcome| !refused(&outcome));
        }
        let now = clock();
        let claimed = next(store, office, ((open, errand()), outcomes, &mut done), now)?;
        if claimed.is_empty() {
            if let Some(line) = lines.first_mut().filter(|_| errand() != Errand::Nothing)
                && probe_is_due(store, now)?
            {
                probe(store, office, &mut **line, now)?;
                if store.transaction(|tx| tx.sending())?.stopped.is_none() {
                    outcomes = Vec::new();
                    continue;
                }
            }
            return Ok(done);
        }
        outcomes = std::thread::scope(|scope| {
            let at_work: Vec<_> = claimed
                .into_iter()
                .zip(lines.iter_mut())
                .map(|(claimed, line)| {
                    let mail = claimed.mail.clone();
                    (mail, scope.spawn(move || hand_over(claimed, &mut **line)))
                })
                .collect();
            at_work
                .into_iter()
                .map(|(mail, thread)| thread.join().unwrap_or_else(|_| Outcome::panicked(mail)))
                .collect()
        });
    }
}

fn hand_over(claimed: Claimed, transport: &mut dyn MailTransport) -> Outcome {
    let Claimed { mail, prepared } = claimed;
    let result = match prepared.and_then(Prepared::compose) {
        Err(error) => Err(NotSent::Unwritten(error)),
        Ok(composed) => {
            transport.send(&composed.envelope, &composed.bytes).map_err(NotSent::Refused)
        }
    };
    Outcome { mail, result }
}

/// Notes what became of the last mails, and takes the next ones, in one transaction.
fn next(
    store: &mut Store,
    office: &Office,
    (sought, outcomes, done): ((usize, Errand), Vec<Outcome>, &mut Dispatched),
    now: DateTime<Utc>,
) -> Result<Vec<Claimed>, CampaignError> {
    store.transaction(|tx| {
        let before = tx.sending()?;
        let mut sending = before.clone();
        // What was taken first: it shows what the failures beside it are about.
        let (taken, failed): (Vec<_>, Vec<_>) =
            outcomes.into_iter().partition(|outcome| outcome.result.is_ok());
        for outcome in taken.into_iter().chain(failed) {
            settle(tx, office, (&mut sending, done), outcome, now)?;
        }
        let claimed = if sought.1 == Errand::Nothing {
            Vec::new()
        } else {
            claim(tx, office, (&mut sending, done), sought, now)?
        };
        if sending != before {
            tx.set_sending(&sending)?;
        }
        Ok(claimed)
    })
}

/// Notes what became of a mail.
fn settle(
    tx: &Tx<'_>,
    office: &Office,
    (sending, done): (&mut Sending, &mut Dispatched),
    Outcome { mail, result }: Outcome,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let not_sent = match result {
        Ok(()) => {
            match tx.mark_sent(mail.id, now) {
                // It was taken back, or its reader forgotten, while it was on its way.
                Err(StoreError::NotQueued { .. }) => {}
                other => other?,
            }
            if mail.kind == FAREWELL {
                tx.forget_mail(mail.id)?;
            }
            done.sent += 1;
            return works_again(tx, office, sending, now);
        }
        Err(not_sent) => not_sent,
    };
    let is_written = matches!(not_sent, NotSent::Refused(_));
    let (failure, perhaps_taken, error) = match not_sent {
        NotSent::Unwritten(CampaignError::Store(error)) => return Err(error.into()),
        NotSent::Unwritten(error) => (Failure::Mail, false, error.to_string()),
        NotSent::Refused(error) => {
            let failure = match error.fault {
                Fault::Recipient => Failure::Permanent,
                Fault::RecipientPerhaps if tx.others_reached(&mail.recipient, now - LATELY)? => {
                    Failure::Permanent
                }
                Fault::RecipientPerhaps | Fault::RecipientNow => Failure::Recipient,
                Fault::Mail => Failure::Mail,
                Fault::Service => Failure::Service,
            };
            (failure, error.perhaps_taken, error.to_string())
        }
    };
    let error = redacted(&error);
    tracing::warn!(mail = mail.id.0, kind = mail.kind, error, "mail not sent");
    if mail.handed.is_none() && !perhaps_taken {
        tx.mark_not_handed(mail.id)?;
    }
    let after = match tx.mark_failed(mail.id, failure, &error, now) {
        Err(StoreError::NotQueued { .. }) => return Ok(()),
        other => other?,
    };
    if after == AfterFailure::Dead {
        done.dead += 1;
        if mail.kind == FAREWELL {
            tx.forget_mail(mail.id)?;
            return Ok(());
        }
        tx.count_failure(REFUSED, &error, now)?;
        return bounces::note_refusal(tx, office, &mail, (&error, true), now);
    }
    done.postponed += 1;
    if failure == Failure::Service {
        return stop(tx, sending, &error, now);
    }
    let what = if is_written { WAITS } else { NOT_WRITTEN };
    tx.count_failure(what, &error, now)?;
    if !is_written {
        return Ok(());
    }
    if !sending.failed.contains(&mail.id.0) {
        sending.failed.push(mail.id.0);
        if sending.failed.len() >= IN_A_ROW {
            return stop(tx, sending, &error, now);
        }
    } else if sending.stopped.is_some() {
        return stop(tx, sending, &error, now);
    }
    let long = mail.first_failure.filter(|first| now - *first >= UNREACHABLE_AFTER);
    if let Some(first) = long
        && tx.others_reached(&mail.recipient, first)?
        && tx.mark_unreachable(mail.id)?
    {
        return bounces::note_refusal(tx, office, &mail, (&error, false), now);
    }
    Ok(())
}

/// Notes that nothing can be sent, and when the next mail is tried.
fn stop(
    tx: &Tx<'_>,
    sending: &mut Sending,
    error: &str,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let (since, tries) = match &sending.stopped {
        // Several lines failed at once.
        Some(stopped) if stopped.next_try > now => return Ok(()),
        Some(stopped) => (stopped.since, stopped.tries.saturating_add(1)),
        None => (now, 1),
    };
    let pause = TimeDelta::minutes(1 << (tries - 1).min(4)).min(LONGEST_PAUSE);
    // Somebody who was forgotten must not stay here.
    let nameless =
        |word: &str| if word.contains('@') { "(address)".to_owned() } else { word.into() };
    let why = error.split(' ').map(nameless).collect::<Vec<_>>().join(" ");
    if tries == 1 {
        tracing::error!(error, "no mail can be sent; clocks stand still");
    }
    tx.count_failure(STOPPED, &why, now)?;
    sending.stopped = Some(Stopped { since, why, tries, next_try: now + pause });
    Ok(())
}

/// A mail was taken: if none could be sent before, the clocks get the time back, and everything that
/// waits is due.
fn works_again(
    tx: &Tx<'_>,
    office: &Office,
    sending: &mut Sending,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    sending.failed.clear();
    let Some(stopped) = sending.stopped.take() else { return Ok(()) };
    tx.set_sending(sending)?;
    clock::sending_is_back(tx, office, now)?;
    let due = tx.retry_all(now)?;
    let minutes = stopped.lasts(now).num_minutes();
    tracing::info!(minutes, due, "mail can be sent again");
    Ok(())
}

/// Takes mails to be handed over: as many as the budget allows, and one alone while nothing can be
/// sent.
fn claim(
    tx: &Tx<'_>,
    office: &Office,
    (sending, done): (&mut Sending, &mut Dispatched),
    (at_once, errand): (usize, Errand),
    now: DateTime<Utc>,
) -> Result<Vec<Claimed>, CampaignError> {
    let due = |limit| match errand {
        Errand::All => tx.due(now, limit),
        Errand::OperatorsNote => tx.due_of_kind(OPERATORS_NOTE, now, limit),
        Errand::Nothing => Ok(Vec::new()),
    };
    let mut limit = u32::try_from(at_once).unwrap_or(1);
    if let Some(stopped) = &sending.stopped {
        if now < stopped.next_try {
            done.waits = true;
            return Ok(Vec::new());
        }
        limit = 1;
    }
    limit = limit.min(allowed(tx, office, now)?);
    let found = due(limit.max(1))?;
    if limit == 0 && !found.is_empty() {
        done.waits = true;
        return hold_back(tx, sending, now).map(|()| Vec::new());
    }
    sending.held_back = None;
    let mut claimed = Vec::new();
    for mail in found {
        if is_pointless(tx, &mail)? {
            tx.drop_mail(mail.id)?;
            continue;
        }
        let prepared = match take(tx, office, &mail, now) {
            Err(error @ CampaignError::Store(_)) => return Err(error),
            other => other,
        };
        claimed.push(Claimed { mail, prepared });
    }
    if claimed.is_empty() && limit > 0 && !due(1)?.is_empty() {
        // Only pointless ones were met.
        return claim(tx, office, (sending, done), (at_once, errand), now);
    }
    Ok(claimed)
}

/// Reads what a mail needs, with the deadlines of now if it is handed over for the first time.
fn take(
    tx: &Tx<'_>,
    office: &Office,
    mail: &OutgoingMail,
    now: DateTime<Utc>,
) -> Result<Prepared, CampaignError> {
    let fault = |reason: String| CampaignError::Compose { to: mail.recipient.clone(), reason };
    let mut payload: Payload =
        serde_json::from_str(&mail.payload).map_err(|error| fault(error.to_string()))?;
    if fresh::bring_up_to_date(tx, office, mail, &mut payload, now)? {
        let text = serde_json::to_string(&payload).map_err(|error| fault(error.to_string()))?;
        tx.rewrite_mail(mail.id, &text)?;
    }
    tx.mark_handed(mail.id, now)?;
    prepare(tx, office, mail, payload)
}

/// Whether a mail that was never handed over tells nothing any more: a reminder of what is answered.
fn is_pointless(tx: &Tx<'_>, mail: &OutgoingMail) -> Result<bool, StoreError> {
    let Some(game) = mail.game.filter(|_| mail.kind == "reminder" && mail.handed.is_none()) else {
        return Ok(false);
    };
    let asked = Asked::read(mail.asked.as_deref()).decisions;
    let open = tx.clocks(game)?;
    Ok(!asked.is_empty() && !open.iter().any(|clock| asked.contains(&clock.key)))
}

/// How many mails may be sent now.
fn allowed(tx: &Tx<'_>, office: &Office, now: DateTime<Utc>) -> Result<u32, StoreError> {
    let mut allowed = u32::MAX;
    let spans = [
        (office.budget.mails_per_minute, TimeDelta::minutes(1)),
        (office.budget.mails_per_day, TimeDelta::days(1)),
    ];
    for (most, span) in spans {
        if let Some(most) = most {
            allowed = allowed.min(most.saturating_sub(tx.sent_since(now - span, now, most)?));
        }
    }
    Ok(allowed)
}

/// Notes that mail waits for the budget, and has the operator told once it waits long.
fn hold_back(tx: &Tx<'_>, sending: &mut Sending, now: DateTime<Utc>) -> Result<(), CampaignError> {
    let since = *sending.held_back.get_or_insert(now);
    if now - since >= LONG_HELD {
        let waiting = tx.waiting(now)?;
        let text = format!("{} mails wait, prompts go first", waiting.due);
        tx.count_failure(HELD_BACK, &text, now)?;
        sending.held_back = Some(now);
    }
    Ok(())
}

/// Whether nothing can be sent and it is time to try. Asked where no mail is due with which that could be done.
fn probe_is_due(store: &mut Store, now: DateTime<Utc>) -> Result<bool, CampaignError> {
    let stopped = store.transaction(|tx| tx.sending())?.stopped;
    Ok(stopped.is_some_and(|stopped| stopped.next_try <= now))
}

/// Tries whether mail could be sent, without a mail: to the operator, if there is one. Returns whether it could,
/// and notes in the database what that means for the mails that wait.
///
/// # Errors
///
/// The database fails.
pub fn probe(
    store: &mut Store,
    office: &Office,
    transport: &mut dyn MailTransport,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let tried = transport.try_out(&office.own.address, office.operator.as_ref());
    store.transaction(|tx| {
        let mut sending = tx.sending()?;
        match &tried {
            Ok(()) => works_again(tx, office, &mut sending, now)?,
            Err(error) if error.fault == Fault::Service || sending.stopped.is_some() => {
                stop(tx, &mut sending, &redacted(&error.to_string()), now)?;
            }
            Err(error) => {
                tracing::warn!(%error, "the operator cannot be reached");
                tx.count_failure("The operator cannot be reached", &error.reason, now)?;
            }
        }
        tx.set_sending(&sending)?;
        Ok(tried.is_ok())
    })
}
