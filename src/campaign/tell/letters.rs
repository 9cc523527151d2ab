//! What is mailed because of a change: who is told what, and when.
//!
//! Few mails: a seat is written to when it has something new to decide, and when a nation's action
//! has ended since it was last told. Everything since then is in that one mail, and the receipt
//! for the mail that caused it, if there is one, too.

use crate::campaign::clock;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::plans::ahead::standing;
use crate::campaign::plans::timers::add_deadlines;
use crate::campaign::post::reader::Reader;
use crate::campaign::table::progress::{LoggedEvent, Progress};
use crate::campaign::tell::{digest, observers};
use crate::game::{Action, DecisionKind, Event, Nation, Phase, Seat, State, View};
use crate::mail::intake::Letter;
use crate::orders::{self, Context};
use crate::report::map::{MapAid, Picture, is_shown_in};
use crate::report::{
    ClubEvent, GameClosed, GameEnded, GameHead, Happening, Lead, LogHead, Mail, OwnGeneral, Phrase,
    Player, Prompt, Receipt, Rendered, Report, ToMove, TurnOfWar, Welcome,
};
use crate::store::{Game, NewMail, OutboxId, Seat as StoredSeat, Tx};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A mail in the outbox: everything but what identifies the seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payload {
    pub to_name: Option<String>,
    pub subject: String,
    pub text: String,
    pub html: Option<String>,
    /// Message-ID of the mail that is answered.
    pub in_reply_to: Option<String>,
    pub references: Vec<String>,
    /// Key of the first mail of the thread: the game's first mail to the seat.
    #[serde(default)]
    pub thread: Option<String>,
    /// The direct answer to a mail, not one sent by itself (RFC 3834).
    pub answer: bool,
    pub language: String,
    /// The log of the game goes along, up to this entry; it is written when the mail is sent.
    #[serde(default)]
    pub log: Option<u64>,
    /// It tells news alone, of what came after this entry of the log: while it is not sent, a later
    /// report can take its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// What the map shows; it is drawn when the mail is sent.
    #[serde(default)]
    pub picture: Option<Picture>,
    /// What the reader may know goes along as JSON, for tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
}

/// The mail that is answered, as far as its answer needs it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answered {
    pub message_id: Option<String>,
    /// Names the answer in the outbox: the mail's SHA-256.
    pub key: String,
}

impl Answered {
    pub fn new(letter: &Letter) -> Answered {
        Answered {
            message_id: letter.message_id.clone(),
            key: letter.sha256.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

/// Events whose arrival alone is worth no mail: others going through the same simultaneous step,
/// and of the club all that are not loud: what matters at once is told by mails of
/// its own.
fn is_quiet(event: &Happening) -> bool {
    match event {
        Happening::War(event) => matches!(event, Event::Allotted { .. }),
        Happening::Club(ClubEvent::Club(news)) => !news.is_loud(),
    }
}

/// Events that close what a report is about: a nation's action, a turn, the game.
fn ends_something(event: &Happening) -> bool {
    matches!(
        event.war(),
        Some(Event::ActionBegan { .. } | Event::TurnBegan { .. } | Event::GameEnded { .. })
    )
}

/// The name under which the outbox knows the first mail to a seat.
fn thread_key(game: &Game, seat: &StoredSeat) -> String {
    format!("{}-0-{}-{}-welcome", game.name, seat.seat, seat.generation)
}

/// The last entry of the log, as mails show it.
pub(crate) fn log_head(progress: &Progress<'_>) -> LogHead {
    LogHead { number: progress.head.number, hash: progress.head.hash.to_string() }
}

/// The players as reports name them: not at all where they are anonymous, and not who has no name.
pub(crate) fn players(progress: &Progress<'_>, seats: &[StoredSeat]) -> Vec<Player> {
    let seats = if progress.anonymous { &[] } else { seats };
    seats
        .iter()
        .filter(|seat| seat.address.is_some() && !seat.display_name.is_empty())
        .filter_map(|seat| {
            let role = Seat::from_id(&seat.seat)?;
            Some(Player { seat: role, name: seat.display_name.clone() })
        })
        .collect()
}

/// The events a seat may see, for the nations it plays.
pub(crate) fn visible(events: &[LoggedEvent], nations: &[Nation]) -> Vec<Happening> {
    events
        .iter()
        .filter(|logged| logged.owner.is_none_or(|owner| nations.contains(&owner)))
        .map(|logged| logged.event.clone())
        .collect()
}

/// The nations a seat plays now.
pub(crate) fn nations_of(progress: &Progress<'_>, seat: Seat) -> Vec<Nation> {
    let state = &progress.state;
    Nation::ALL
        .into_iter()
        .filter(|nation| state.rules().plays(*nation) && state.seat_of(*nation) == seat)
        .collect()
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

/// What is awaited of a seat, with menus and templates to answer by.
pub(crate) fn prompts(state: &State, view: &View, news: &[Happening]) -> Vec<Prompt> {
    let mut prompts = Vec::new();
    let Some(seat) = view.seat else { return prompts };
    let decisions: Vec<_> =
        state.decisions().into_iter().filter(|decision| decision.seat == seat).collect();
    let context = Context { state, seat, decisions: &decisions };
    for options in state.options() {
        let decision = options.decision;
        if decision.seat != seat {
            continue;
        }
        let mut prompt = Prompt::new(view, decision.nation, decision.kind, news);
        let menu = orders::menu(&context, decision);
        if decision.kind == DecisionKind::Play {
            prompt.leads = menu.iter().map(|entry| lead(state, decision.nation, entry)).collect();
        }
        prompt.menu = menu.into_iter().map(|entry| entry.order).collect();
        prompt.template =
            Some(orders::template(&context, decision)).filter(|text| !text.is_empty());
        if decision.kind == DecisionKind::Movement {
            let templates = orders::move_templates(&context, decision.nation);
            prompt.to_move = templates.into_iter().map(to_move).collect();
        }
        prompt.recruitment = options.movement.map(|movement| movement.recruitment);
        prompt.allot = options.allot;
        prompts.push(prompt);
    }
    prompts
}

/// What an answer leads to, if it is a card. A trial of it tells no secret: how the score changes is
/// public, and what follows is not looked at.
fn lead(state: &State, nation: Nation, entry: &orders::MenuEntry) -> Option<Lead> {
    let own = |score: i16, right: Nation| if right == nation { score } else { -score };
    let tried = |action: &Action| {
        let events = state.clone().act(nation, action).ok()?;
        events.into_iter().find_map(|event| match event {
            Event::CardPlayed { score, right, .. } => Some((own(score, right), right)),
            _ => None,
        })
    };
    if let Some(action) = entry.actions.first() {
        let (score, right) = tried(action)?;
        return Some(Lead { score, right, value: None });
    }
    let crate::game::Order::Play { card, .. } = entry.order else { return None };
    let (behind, _) = state.combat().map(|combat| (combat.score, combat.right))?;
    let enough = u8::try_from(-behind).unwrap_or(0).max(1);
    (1..=enough.min(10)).rev().find_map(|value| {
        let (score, right) = tried(&Action::Play { card, value: Some(value) })?;
        Some(Lead { score, right, value: Some(value) })
    })
}

fn to_move(template: orders::MoveTemplate) -> ToMove {
    let orders::MoveTemplate { pieces, at, troops, reach, conquers, marks } = template;
    let troops = troops.into_iter().map(|(general, troops)| OwnGeneral { general, troops });
    ToMove { pieces, at, troops: troops.collect(), reach, conquers, marks }
}

/// Queues the first mails of a game.
pub(crate) fn queue_welcomes(
    progress: &Progress<'_>,
    office: &Office,
    commitment: &str,
    phrases: &[Phrase],
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    for seat in &seats {
        let Some(role) = Seat::from_id(&seat.seat) else { continue };
        if seat.address.is_none() {
            continue;
        }
        let view = progress.state.view(Some(role));
        let mail = Mail::Welcome(Box::new(Welcome {
            game: GameHead::new(&progress.game.name, &view),
            setup: progress.state.rules().setup,
            players: players(progress, &seats),
            seed_commitment: commitment.to_owned(),
            phrases: phrases.to_vec(),
            log: log_head(progress),
        }));
        let rendered = render_for(progress.tx, office, seat, &mail)?;
        let key = thread_key(&progress.game, seat);
        queue(progress, seat, &key, "welcome", rendered, None, now)?;
        queue_report(progress, office, &seats, seat, None, now)?;
    }
    Ok(())
}

/// Queues what each seat is due after orders were carried out. The seat that sent the mail gets
/// its receipt in the same mail, or alone if there is nothing else to tell.
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
    let mut receipt = Some(receipt);
    let mut answer = None;
    for seat in &seats {
        let is_sender = seat.seat == sender.seat;
        let enclosed = is_sender && receipt.is_some();
        if report_is_due(progress, seat)? && (enclosed || !digest::holds(progress, seat, now)?) {
            let enclosed = if is_sender { receipt.take().map(|r| (r, answered)) } else { None };
            let id = queue_report(progress, office, &seats, seat, enclosed, now)?;
            if is_sender {
                answer = Some(id);
            }
        }
    }
    observers::queue_reports(progress, office, now)?;
    match (answer, receipt) {
        (Some(id), _) => Ok(id),
        (None, Some(receipt)) => queue_receipt(progress, office, sender, receipt, answered, now),
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
    for seat in &seats {
        if report_is_due(progress, seat)? && !digest::holds(progress, seat, now)? {
            queue_report(progress, office, &seats, seat, None, now)?;
        }
    }
    observers::queue_reports(progress, office, now)
}

/// Queues a report to every seat that somebody holds, whether anything is awaited of it or not.
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

/// Queues a report to each seat, whatever it has been told: the position is another one.
pub(crate) fn queue_position(
    progress: &Progress<'_>,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    for seat in seats.iter().filter(|seat| seat.address.is_some()) {
        queue_report(progress, office, &seats, seat, None, now)?;
    }
    Ok(())
}

/// Queues the last mail of a game that its players have closed.
pub(crate) fn queue_closed(
    progress: &Progress<'_>,
    office: &Office,
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
        // The position would go on, the game does not.
        report.table.awaited.clear();
        let mail = Mail::GameClosed(Box::new(GameClosed {
            game: report.game,
            scenario: view.scenario,
            winners: winners.to_vec(),
            news: report.news,
            course: TurnOfWar::of_game(&visible(&progress.events_after(0)?, &[])),
            table: report.table,
            seed: seed.iter().map(|byte| format!("{byte:02x}")).collect(),
            seed_commitment: crate::campaign::seed::commitment(seed).to_string(),
            log: report.log,
        }));
        let rendered = render_for(progress.tx, office, seat, &mail)?;
        let key = format!(
            "{name}-{}-{}-{}-{}",
            progress.head.number,
            seat.seat,
            seat.generation,
            mail.kind()
        );
        progress.tx.set_reported(progress.game.id, &seat.seat, progress.head.number)?;
        queue(progress, seat, &key, mail.kind(), rendered, None, now)?;
    }
    Ok(())
}

/// Whether a seat is to be told now. What its instructions will answer it is not asked.
fn report_is_due(progress: &Progress<'_>, seat: &StoredSeat) -> Result<bool, CampaignError> {
    let held = seat.address.is_some() && !progress.is_closed();
    let Some(role) = Seat::from_id(&seat.seat).filter(|_| held) else { return Ok(false) };
    let reported = progress.tx.reported(progress.game.id, &seat.seat)?;
    let events = progress.events_after(reported)?;
    let news = visible(&events, &nations_of(progress, role));
    let awaited = is_awaited(progress, role);
    let public_news =
        events.iter().any(|logged| logged.owner.is_none() && !is_quiet(&logged.event));
    Ok(progress.told.iter().any(|told| told.seat == role)
        || news.iter().any(ends_something)
        || (awaited && public_news && progress.state.phase() != Phase::SetUp))
}

/// Whether something is awaited of a seat that no instruction will answer.
pub(crate) fn is_awaited(progress: &Progress<'_>, role: Seat) -> bool {
    progress.state.decisions().iter().any(|decision| {
        decision.seat == role && progress.pending(decision.nation, decision.kind).is_none()
    })
}

/// Queues the regular report to a seat. One that lies in the outbox still is taken back, and its
/// news are told with the others: who was not looked after meanwhile gets one mail.
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
    let picture = picture_for(progress, &view, &news)?;
    let wishes = Reader::of_seat(progress.tx, seat)?.wishes;
    let pictures = office.pictures && wishes.pictures;
    let json = wishes.json.then(|| for_tools(progress, &view, &news));
    let map = MapAid { pictures, ..MapAid::new(&view, &picture) };
    let seed = &progress.game.seed.0;
    let (enclosed, answered) = match receipt {
        Some((receipt, answered)) => (Some(receipt), Some(answered)),
        None => (None, None),
    };
    let players = players(progress, seats);
    let (mail, kind) = match &view.outcome {
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
                map,
                table: report.table,
                seed: seed.iter().map(|byte| format!("{byte:02x}")).collect(),
                seed_commitment: crate::campaign::seed::commitment(seed).to_string(),
                log: report.log,
            };
            (Mail::GameEnded(Box::new(ended)), "game-ended")
        }
        None => {
            let duel = duel_news(progress, &nations)?;
            let (name, state) = (&progress.game.name, &progress.state);
            let mut report =
                report_for(name, state, role, &news, &duel, &players, log_head(progress));
            report.receipt = enclosed.map(Box::new);
            report.map = map;
            report.full = is_full(&news, reported);
            report.newcomer = progress.newcomer == Some(role);
            report.full |= report.newcomer;
            report.standing = standing(progress, role)?;
            report.ahead = progress.told.iter().find(|t| t.seat == role).map(|t| t.due.clone());
            add_deadlines(progress, role, &mut report.prompts)?;
            let today = clock::moment_for(progress, role, now)?;
            for prompt in &mut report.prompts {
                prompt.deadline.iter_mut().for_each(|deadline| deadline.seen_from(&today));
            }
            if progress.is_closed() {
                report.prompts.clear();
                report.table.awaited.clear();
            }
            clock::show(progress, role, &mut report.table, now)?;
            (Mail::Report(Box::new(report)), "report")
        }
    };
    let rendered = render_for(progress.tx, office, seat, &mail)?;
    let failed = progress.told.iter().any(|told| told.seat == role && told.due.failed);
    // A failure is told without anything new in the log.
    let again = if failed { "-again" } else { "" };
    let key = match progress.newcomer == Some(role) {
        // It begins the thread.
        true => thread_key(&progress.game, seat),
        false => format!(
            "{}-{}-{}-{}-{kind}{again}",
            progress.game.name, progress.head.number, seat.seat, seat.generation
        ),
    };
    progress.tx.set_reported(progress.game.id, &seat.seat, progress.head.number)?;
    let told_ahead = progress.told.iter().any(|told| told.seat == role);
    let since = (kind == "report" && answered.is_none() && !told_ahead).then_some(reported);
    let picture = Some(picture).filter(|_| is_shown_in(&rendered.html));
    let post = Post { key: &key, kind, rendered, answered, log: None, since, picture, view: json };
    queue_post(progress.tx, &progress.game, seat, post, now)
}

/// Whether a report tells the whole position: the first one does, and once a turn the one that tells
/// of its beginning.
fn is_full(news: &[Happening], reported: u64) -> bool {
    let begins = |event: &Happening| {
        matches!(event.war(), Some(Event::TurnBegan { .. } | Event::GameEnded { .. }))
    };
    reported == 0 || news.iter().any(begins)
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

/// What the map shows a reader.
fn picture_for(
    progress: &Progress<'_>,
    view: &View,
    news: &[Happening],
) -> Result<Picture, CampaignError> {
    /// Entries of the log in which strengths declared in combats are looked for: several turns.
    const ENTRIES: u64 = 160;
    let events = progress.events_after(progress.head.number.saturating_sub(ENTRIES))?;
    Ok(Picture::new(view, news, &visible(&events, &[])))
}

/// The events since the combat in progress began, and before: a prompt for a card tells them all.
pub(crate) fn duel_news(
    progress: &Progress<'_>,
    nations: &[Nation],
) -> Result<Vec<Happening>, CampaignError> {
    /// Cards in the longest combat there can be, with room to spare.
    const ENTRIES: u64 = 250;
    if progress.state.combat().is_none() {
        return Ok(Vec::new());
    }
    let events = progress.events_after(progress.head.number.saturating_sub(ENTRIES))?;
    let began = events
        .iter()
        .rposition(|logged| matches!(logged.event.war(), Some(Event::CombatBegan { .. })))
        .unwrap_or_default();
    Ok(visible(&events[began..], nations))
}

/// Queues a receipt as a mail of its own.
pub(crate) fn queue_receipt(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    receipt: Receipt,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    queue_answer(progress, office, seat, &Mail::Receipt(Box::new(receipt)), answered, now)
}

/// Queues a direct answer to a player's mail.
pub(crate) fn queue_answer(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    mail: &Mail,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let rendered = render_for(progress.tx, office, seat, mail)?;
    let key = format!(
        "{}-{}-{}-{}-answer-{}",
        progress.game.name,
        progress.head.number,
        seat.seat,
        seat.generation,
        &answered.key[..answered.key.len().min(16)]
    );
    queue(progress, seat, &key, mail.kind(), rendered, Some(answered), now)
}

/// Queues a mail with the token of the seat.
pub(crate) fn queue(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    key: &str,
    kind: &str,
    rendered: Rendered,
    answered: Option<&Answered>,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let post =
        Post { key, kind, rendered, answered, log: None, since: None, picture: None, view: None };
    queue_post(progress.tx, &progress.game, seat, post, now)
}

/// A mail to a seat, before it lies in the outbox.
pub(crate) struct Post<'a> {
    /// Names it for good.
    pub key: &'a str,
    pub kind: &'a str,
    pub rendered: Rendered,
    /// The mail that it answers, if it answers one.
    pub answered: Option<&'a Answered>,
    /// As [`Payload::log`].
    pub log: Option<u64>,
    /// As [`Payload::since`].
    pub since: Option<u64>,
    /// As [`Payload::picture`].
    pub picture: Option<Picture>,
    /// As [`Payload::view`].
    pub view: Option<Value>,
}

/// A mail in the words that the holder of a seat reads.
pub(crate) fn render_for(
    tx: &Tx<'_>,
    office: &Office,
    seat: &StoredSeat,
    mail: &Mail,
) -> Result<Rendered, CampaignError> {
    let reader = Reader::of_seat(tx, seat)?;
    Ok(office.templates.in_language(&reader.language).render(mail)?)
}

/// Puts a mail to a seat into the outbox.
pub(crate) fn queue_post(
    tx: &Tx<'_>,
    game: &Game,
    seat: &StoredSeat,
    post: Post<'_>,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let Post { key, kind, rendered, answered, log, since, picture, view } = post;
    let reader = Reader::of_seat(tx, seat)?;
    let in_reply_to = answered.and_then(|answered| answered.message_id.clone());
    let name = Some(seat.display_name.clone()).filter(|name| !name.is_empty());
    let payload = Payload {
        to_name: name,
        subject: rendered.subject,
        text: rendered.text,
        html: reader.wishes.html.then_some(rendered.html),
        references: in_reply_to.iter().cloned().collect(),
        in_reply_to,
        thread: Some(thread_key(game, seat)).filter(|thread| thread != key),
        answer: answered.is_some(),
        language: rendered.language,
        log,
        since,
        picture,
        view,
    };
    let Some(address) = &seat.address else {
        return Err(CampaignError::BrokenGame {
            game: game.name.clone(),
            reason: format!("nobody holds the seat {}", seat.seat),
        });
    };
    let queued = tx.queue_mail(&NewMail {
        message_key: key,
        game: Some(game.id),
        seat: Some(&seat.seat),
        generation: Some(seat.generation),
        kind,
        recipient: address,
        payload: &serde_json::to_string(&payload).unwrap_or_default(),
        created: now,
        not_before: now,
    })?;
    Ok(queued.id())
}
