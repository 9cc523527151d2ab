//! What is mailed because of a change: who is told what, and when.
//!
//! Few mails: a seat is written to when it has something new to decide and when a turn begins; who wants news at
//! once, also when a nation's action has ended. All news since the last report are in that one mail, and so is the
//! receipt, if the reader's own mail has caused it. The whole position comes when a turn begins, and to whoever
//! asks; in the midst of a turn an answer is short.

use crate::audit::journal::ClosedBy;
use crate::audit::seed::commitment;
use crate::beacon::Beacon;
use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::plans::ahead::standing;
use crate::campaign::plans::instructions::decision_key;
use crate::campaign::post::correspondent::{Correspondent, Wishes};
use crate::campaign::post::key::{About, HeldSeat, MailKey};
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::post::payload::{Asked, Payload};
use crate::campaign::table::facts::{
    duel_news, is_awaited, log_head, nations_of, picture_for, players, prompts, visible,
};
use crate::campaign::table::notices::Answered;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::{digest, observers};
use crate::game::{DecisionKind, Event, Phase, Seat, State, View};
use crate::report::map::MapAid;
use crate::report::{
    ClubEvent, ClubNews, GameClosed, GameEnded, GameHead, Happening, LogHead, Mail, Phrase, Player,
    Prompt, Receipt, Report, TurnOfWar, Welcome,
};
use crate::store::{GameId, OutboxId, Seat as StoredSeat};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

/// Events that are no reason to write to a seat of which something is awaited: others who go through the same
/// simultaneous step, and news of the club that are not loud. What matters of those at once has mails of its own.
fn is_quiet(event: &Happening) -> bool {
    match event {
        Happening::War(event) => matches!(event, Event::Allotted { .. }),
        Happening::Club(ClubEvent::Club(news)) => !news.is_loud(),
    }
}

/// Events that everybody is told of though he need not answer: a turn begins, the game is over, the
/// organiser does something; for players who want it, also that a nation's action has ended.
fn is_worth_a_mail(event: &Happening, wishes: &Wishes) -> bool {
    match event {
        Happening::War(Event::TurnBegan { .. } | Event::GameEnded { .. }) => true,
        // A nation's action has ended where the next one begins. Whoever wants a digest has these gathered.
        Happening::War(Event::ActionBegan { .. }) => wishes.at_once || wishes.digest,
        Happening::War(_) => false,
        Happening::Club(ClubEvent::Club(news)) => news.is_loud(),
    }
}

/// The regular report to a seat: from what the seat may know, and the events it is told.
///
/// `duel` are the events since the combat being fought began.
pub fn report_for(
    game: &str,
    state: &State,
    seat: Seat,
    news: &[Happening],
    duel: &[Happening],
    players: &[Player],
    log: LogHead,
) -> Report {
    let view = state.view(Some(seat));
    Report::new(game, &view, prompts(state, &view, duel), news, players, log)
}

/// A game has begun.
#[derive(Clone, Debug)]
pub(crate) struct BegunNotice {
    /// Its number in the database.
    pub game: GameId,
    /// The hash of its seed, as it was published before anybody joined.
    pub seed_commitment: String,
    /// In the order in which they went into the key.
    pub phrases: Vec<Phrase>,
    /// The round of the public beacon that went into the key.
    pub beacon: Option<Beacon>,
    /// The address whose mail made the game begin, and that mail: the first mail of the game to it is the
    /// answer.
    pub writer: Option<(String, Answered)>,
}

/// Queues the first mails of a game. Returns the one that answers the mail with which it begins.
pub(crate) fn queue_welcomes(
    progress: &Progress<'_>,
    office: &Office,
    begun: &BegunNotice,
    now: DateTime<Utc>,
) -> Result<Option<OutboxId>, CampaignError> {
    let mut answer = None;
    let seats = progress.tx.seats(progress.game.id)?;
    for seat in &seats {
        let Some(role) = Seat::from_id(&seat.seat) else { continue };
        if seat.address.is_none() {
            continue;
        }
        let view = progress.state.view(Some(role));
        let prompts = awaited(progress, role, now)?;
        let picture = picture_for(progress, &view, &[])?.asking(&view, prompts.first());
        let wishes = Correspondent::of_seat(progress.tx, &progress.game, seat)?.wishes;
        let map = MapAid { pictures: office.pictures && wishes.pictures, ..MapAid::new(&picture) };
        let mail = Mail::Welcome(Box::new(Welcome {
            game: GameHead::new(&progress.game.name, &view),
            setup: progress.state.rules().setup,
            players: players(progress, &seats),
            prompts,
            map,
            seed_commitment: begun.seed_commitment.clone(),
            phrases: begun.phrases.clone(),
            beacon: begun.beacon.clone(),
            log: log_head(progress),
        }));
        let key = MailKey::Welcome(held_seat(progress, seat));
        let json = wishes.json.then(|| for_tools(progress, &view, &[]));
        let writer = begun.writer.as_ref().filter(|(address, _)| {
            answer.is_none() && seat.address.as_deref() == Some(address.as_str())
        });
        let answered = writer.map(|(_, answered)| answered);
        let post = Post { answered, picture: Some(picture), view: json, ..Post::new(key, &mail) };
        progress.tx.set_reported(progress.game.id, &seat.seat, progress.head.number)?;
        let id = to_seat(progress, office, seat, post, now)?;
        answer = answer.or(answered.map(|_| id));
    }
    Ok(answer)
}

/// Queues what each seat is due after orders were carried out. The seat that sent the mail gets
/// its receipt in its report, or alone if none is due. While bots are about to decide, reports wait.
///
/// Returns the mail that answers the sender.
pub(crate) fn queue_reports(
    progress: &Progress<'_>,
    office: &Office,
    sender: &StoredSeat,
    receipt: Receipt,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    let wait = clock::bots::are_at_work(progress, now)?;
    let mut receipt = Some(receipt);
    let mut answer = None;
    for seat in &seats {
        let is_sender = seat.seat == sender.seat;
        if wait && !is_told_apart(progress, seat) {
            continue;
        }
        let enclosed = is_sender && receipt.is_some();
        if report_is_due(progress, seat)? && (enclosed || !digest::holds(progress, seat, now)?) {
            let enclosed = if is_sender { receipt.take().map(|r| (r, answered)) } else { None };
            let id = queue_report(progress, office, &seats, seat, enclosed, now)?;
            if is_sender {
                answer = Some(id);
            }
        }
    }
    if !wait {
        observers::queue_reports(progress, office, now)?;
    }
    match (answer, receipt) {
        (Some(id), _) => Ok(id),
        (None, Some(receipt)) => {
            let mail = Mail::Receipt(Box::new(receipt));
            let key = key_of(progress, sender, About::Answer(answered.clone()));
            // Bots answer at once: what they do comes in the same mail.
            let post = Post { hold: wait, ..Post::new(key, &mail) };
            to_seat(progress, office, sender, post.answering(answered), now)
        }
        // A report to the sender takes the receipt along, so one of the two is there.
        (None, None) => Err(CampaignError::BrokenGame {
            game: progress.game.name.clone(),
            reason: format!("its seat {} is gone", sender.seat),
        }),
    }
}

/// Queues what each seat is due after the program itself has acted.
pub(crate) fn queue_news(
    progress: &Progress<'_>,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    let wait = clock::bots::are_at_work(progress, now)?;
    for seat in &seats {
        if wait && !is_told_apart(progress, seat) {
            continue;
        }
        if report_is_due(progress, seat)? && !digest::holds(progress, seat, now)? {
            queue_report(progress, office, &seats, seat, None, now)?;
        } else if let Some(address) = &seat.address {
            let of_seat = (seat.seat.as_str(), seat.generation);
            progress.tx.release_held(address, progress.game.id, of_seat, now)?;
        }
    }
    if wait { Ok(()) } else { observers::queue_reports(progress, office, now) }
}

/// Whether a seat is told something now that no later report would tell: of its orders ahead.
fn is_told_apart(progress: &Progress<'_>, seat: &StoredSeat) -> bool {
    progress.told.iter().any(|told| told.seat.id() == seat.seat)
}

/// Queues a report to every seat that somebody holds, whether or not anything is awaited of it.
pub(crate) fn queue_everybody(
    progress: &Progress<'_>,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    for seat in seats.iter().filter(|seat| seat.address.is_some()) {
        if Seat::from_id(&seat.seat).is_some() {
            queue_report(progress, office, &seats, seat, None, now)?;
        }
    }
    Ok(())
}

/// Queues the last mail of a game that its players have closed or the organiser has stopped.
pub(crate) fn queue_closed(
    progress: &Progress<'_>,
    office: &Office,
    by: ClosedBy,
    winners: &[Seat],
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    let seed = &progress.game.seed.0;
    for seat in seats.iter().filter(|seat| seat.address.is_some()) {
        let Some(role) = Seat::from_id(&seat.seat) else { continue };
        let view = progress.state.view(Some(role));
        let reported = progress.tx.reported(progress.game.id, &seat.seat)?;
        let news = visible(&progress.events_after(reported)?, &nations_of(progress, role));
        let (name, players) = (&progress.game.name, players(progress, &seats));
        let mut report = Report::new(name, &view, Vec::new(), &news, &players, log_head(progress));
        // A position still awaits something; this game does not any more.
        report.table.awaited.clear();
        let mail = Mail::GameClosed(Box::new(GameClosed {
            game: report.game,
            scenario: view.scenario,
            winners: winners.to_vec(),
            stopped: by == ClosedBy::Organiser,
            news: report.news,
            course: TurnOfWar::of_game(&visible(&progress.events_after(0)?, &[])),
            table: report.table,
            seed: seed.iter().map(|byte| format!("{byte:02x}")).collect(),
            seed_commitment: commitment(seed).to_string(),
            log: report.log,
        }));
        let key = key_of(progress, seat, About::News(mail.kind()));
        progress.tx.set_reported(progress.game.id, &seat.seat, progress.head.number)?;
        to_seat(progress, office, seat, Post::new(key, &mail), now)?;
    }
    Ok(())
}

fn begins_a_turn(event: &Happening) -> bool {
    matches!(event.war(), Some(Event::TurnBegan { .. }))
}

/// Whether a report to a seat is due now. What its instructions will answer is no question to it.
fn report_is_due(progress: &Progress<'_>, seat: &StoredSeat) -> Result<bool, CampaignError> {
    let held = seat.address.is_some() && !progress.is_closed();
    let Some(role) = Seat::from_id(&seat.seat).filter(|_| held) else { return Ok(false) };
    let reported = progress.tx.reported(progress.game.id, &seat.seat)?;
    let events = progress.events_after(reported)?;
    let news = visible(&events, &nations_of(progress, role));
    let wishes = Correspondent::of_seat(progress.tx, &progress.game, seat)?.wishes;
    let awaited = is_awaited(progress, role);
    let worth = |event: &Happening| is_worth_a_mail(event, &wishes);
    let public_news =
        events.iter().any(|logged| logged.owner.is_none() && !is_quiet(&logged.event));
    Ok(progress.told.iter().any(|told| told.seat == role)
        || news.iter().any(worth)
        || (awaited && public_news && progress.state.phase() != Phase::SetUp))
}

/// Queues the regular report to a seat. One that still lies in the outbox is taken back and its news is told
/// with the rest, so that a seat which was not written to for a while gets one mail.
pub(crate) fn queue_report(
    progress: &Progress<'_>,
    office: &Office,
    seats: &[StoredSeat],
    seat: &StoredSeat,
    receipt: Option<(Receipt, &Answered)>,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else {
        return Err(CampaignError::BrokenGame {
            game: progress.game.name.clone(),
            reason: format!("it has a seat {} that the rules do not know", seat.seat),
        });
    };
    let view = progress.state.view(Some(role));
    let nations = nations_of(progress, role);
    let mut reported = progress.tx.reported(progress.game.id, &seat.seat)?;
    let recipient = seat.address.as_deref().unwrap_or_default();
    let of_seat = (seat.seat.as_str(), seat.generation);
    let unsent = progress.tx.take_back_news(recipient, progress.game.id, of_seat)?;
    for payload in unsent {
        let payload: Option<Payload> = serde_json::from_str(&payload).ok();
        reported = payload.and_then(|payload| payload.since).map_or(reported, |s| s.min(reported));
    }
    digest::told(progress, &seat.seat)?;
    let news = visible(&progress.events_after(reported)?, &nations);
    let newcomer = progress.newcomer == Some(role);
    let full = newcomer || is_full(&news, reported);
    let mut picture = picture_for(progress, &view, &news)?;
    let wishes = Correspondent::of_seat(progress.tx, &progress.game, seat)?.wishes;
    let pictures = office.pictures && wishes.pictures;
    let json = wishes.json.then(|| for_tools(progress, &view, &news));
    let seed = &progress.game.seed.0;
    let (enclosed, answered) = match receipt {
        Some((receipt, answered)) => (Some(receipt), Some(answered)),
        None => (None, None),
    };
    let players = players(progress, seats);
    let mut position = None;
    let mail = match &view.outcome {
        Some(outcome) => {
            let report = Report::new(
                &progress.game.name,
                &view,
                Vec::new(),
                &news,
                &players,
                log_head(progress),
            );
            let ended = GameEnded {
                game: report.game,
                scenario: view.scenario,
                outcome: outcome.clone(),
                news: report.news,
                course: TurnOfWar::of_game(&visible(&progress.events_after(0)?, &[])),
                map: MapAid { pictures, ..MapAid::new(&picture) },
                table: report.table,
                seed: seed.iter().map(|byte| format!("{byte:02x}")).collect(),
                seed_commitment: commitment(seed).to_string(),
                log: report.log,
            };
            Mail::GameEnded(Box::new(ended))
        }
        None => {
            let duel = duel_news(progress, &nations)?;
            let (name, state) = (&progress.game.name, &progress.state);
            let mut report =
                report_for(name, state, role, &news, &duel, &players, log_head(progress));
            report.receipt = enclosed.map(Box::new);
            picture = picture.asking(&view, report.prompts.first());
            report.show(&picture, pictures);
            report.full = full;
            report.newcomer = newcomer;
            report.standing = standing(progress, role)?;
            report.ahead = progress.told.iter().find(|t| t.seat == role).map(|t| t.due.clone());
            report.prompts = awaited(progress, role, now)?;
            if progress.is_closed() {
                report.prompts.clear();
                report.table.awaited.clear();
            }
            clock::show(progress, role, &mut report.table, now)?;
            if report.full && !report.prompts.is_empty() {
                position = Some(Mail::Report(Box::new(whole_position(&report))));
                report.full = false;
            }
            Mail::Report(Box::new(report))
        }
    };
    let failed = progress.told.iter().any(|told| told.seat == role && told.due.failed);
    // A failure is told though nothing is new in the log: the mail must not have the name of the last one.
    let about = |kind| if failed { About::NewsAgain(kind) } else { About::News(kind) };
    let key = match newcomer {
        // It begins the thread.
        true => MailKey::Welcome(held_seat(progress, seat)),
        false => key_of(progress, seat, about(mail.kind())),
    };
    progress.tx.set_reported(progress.game.id, &seat.seat, progress.head.number)?;
    let told_ahead = progress.told.iter().any(|told| told.seat == role);
    let is_news = view.outcome.is_none() && answered.is_none() && !told_ahead;
    let since = is_news.then_some(reported);
    let picture = Some(picture);
    let held = match answered {
        None => progress.tx.held_mail(recipient, progress.game.id, of_seat)?,
        Some(_) => None,
    };
    let (mut in_place_of, enclosed) = match held {
        Some((id, payload)) => (Some(id), serde_json::from_str::<Payload>(&payload).ok()),
        None => (None, None),
    };
    let since = since.filter(|_| in_place_of.is_none());
    if let Some(mail) = position {
        // It goes out before the question, so that the question stands on top in a mailbox.
        let key = key_of(progress, seat, about("position"));
        let picture = picture.clone();
        let since = Some(reported).filter(|_| in_place_of.is_none());
        let in_place_of = in_place_of.take();
        let post = Post { since, picture, in_place_of, ..Post::new(key, &mail) };
        to_seat(progress, office, seat, post, now)?;
    }
    let post = Post { answered, since, picture, view: json, ..Post::new(key, &mail) };
    let id = to_seat(progress, office, seat, Post { in_place_of, enclosed, ..post }, now)?;
    progress.tx.release_held(recipient, progress.game.id, of_seat, now)?;
    Ok(id)
}

/// The whole position for a player who is asked for something by a mail of its own: what is needed to answer
/// stands there, and nothing else.
fn whole_position(report: &Report) -> Report {
    Report {
        prompts: Vec::new(),
        receipt: None,
        ahead: None,
        newcomer: false,
        full: true,
        ..report.clone()
    }
}

/// What is awaited of a seat now: with the course of the combat it is about, what is kept of its answers,
/// and by when it is due.
pub(crate) fn awaited(
    progress: &Progress<'_>,
    role: Seat,
    now: DateTime<Utc>,
) -> Result<Vec<Prompt>, CampaignError> {
    let view = progress.state.view(Some(role));
    let duel = duel_news(progress, &nations_of(progress, role))?;
    let mut awaited = prompts(&progress.state, &view, &duel);
    clock::add_deadlines(progress, role, &mut awaited, now)?;
    Ok(awaited)
}

/// Whether a report tells the whole position: the first one does, one of a turn's beginning, one after a position
/// was taken back, and that of the end.
fn is_full(news: &[Happening], reported: u64) -> bool {
    let anew = |event: &Happening| {
        begins_a_turn(event)
            || matches!(event.war(), Some(Event::GameEnded { .. }))
            || matches!(event.news(), Some(ClubNews::TakenBack { .. }))
    };
    reported == 0 || news.iter().any(anew)
}

/// What a reader may know, for tools; `docs/json.md` describes it.
fn for_tools(progress: &Progress<'_>, view: &View, news: &[Happening]) -> Value {
    json!({
        "format": "feldpost view 1",
        "game": progress.game.name,
        "entry": progress.head.number,
        "hash": progress.head.hash.to_string(),
        "view": view,
        "news": news,
    })
}

/// The decisions that are open for a seat now: what a mail written to it asks for, or shows.
fn asked_of(progress: &Progress<'_>, role: Seat) -> Asked {
    let decisions = progress
        .state
        .decisions()
        .into_iter()
        .filter(|decision| decision.seat == role && decision.kind != DecisionKind::GameOver);
    let decisions = decisions.map(|decision| decision_key(&progress.state, decision)).collect();
    Asked { decisions, vote: None }
}

/// The name of a mail to a seat: with the game, the last entry of the log, the seat and its holder.
pub(crate) fn key_of(progress: &Progress<'_>, seat: &StoredSeat, about: About) -> MailKey {
    MailKey::OfSeat { to: held_seat(progress, seat), entry: progress.head.number, about }
}

/// A seat of this game as it is held.
pub(crate) fn held_seat(progress: &Progress<'_>, seat: &StoredSeat) -> HeldSeat {
    let (game, generation) = (progress.game.name.clone(), seat.generation);
    HeldSeat { game, seat: seat.seat.clone(), generation }
}

/// Posts a mail to the holder of a seat of a game that has begun, and notes what was open then.
pub(crate) fn to_seat(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    mail: Post<'_>,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let to = Correspondent::of_seat(progress.tx, &progress.game, seat)?;
    let open = Seat::from_id(&seat.seat).filter(|_| progress.goes_on());
    let asked = open.map(|role| asked_of(progress, role)).unwrap_or_default();
    let asked = Asked { vote: mail.asked.vote, ..asked };
    let mail = Post { asked, entry: Some(progress.head.number), ..mail };
    post(progress.tx, office, &to, mail, now)
}

/// Posts the direct answer to a question of a seat's holder: the whole position with its pictures.
pub(crate) fn queue_position(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    mut report: Report,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let mut picture = None;
    if let Some(role) = Seat::from_id(&seat.seat) {
        let view = progress.state.view(Some(role));
        let shown = picture_for(progress, &view, &[])?.asking(&view, report.prompts.first());
        let wishes = Correspondent::of_seat(progress.tx, &progress.game, seat)?.wishes;
        let pictures = office.pictures && wishes.pictures;
        report.show(&shown, pictures);
        picture = Some(shown);
    }
    let mail = Mail::Report(Box::new(report));
    let key = key_of(progress, seat, About::Answer(answered.clone()));
    let post = Post { picture, ..Post::new(key, &mail) };
    to_seat(progress, office, seat, post.answering(answered), now)
}

/// Posts the direct answer to a mail of a seat's holder.
pub(crate) fn queue_answer(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    mail: &Mail,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let key = key_of(progress, seat, About::Answer(answered.clone()));
    to_seat(progress, office, seat, Post::new(key, mail).answering(answered), now)
}

/// Posts the answer to whatever else a mail asked.
pub(crate) fn queue_besides(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    mail: &Mail,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let about = About::Besides(mail.kind(), answered.clone());
    let key = key_of(progress, seat, about);
    to_seat(progress, office, seat, Post::new(key, mail), now)
}
