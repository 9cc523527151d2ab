//! What mails and answers need to know of a game: who plays what, what a seat may see of the log,
//! and what is awaited of it.

use crate::campaign::office::CampaignError;
use crate::campaign::table::company::level_of;
use crate::campaign::table::progress::{LoggedEvent, Progress};
use crate::game::{Action, DecisionKind, Event, Face, Nation, Seat, State, View};
use crate::orders;
use crate::report::map::Picture;
use crate::report::{Happening, Lead, LogHead, OwnGeneral, Player, Prompt, ToMove};
use crate::store::Seat as StoredSeat;

/// The last entry of the log, as mails show it.
pub(crate) fn log_head(progress: &Progress<'_>) -> LogHead {
    LogHead { number: progress.head.number, hash: progress.head.hash.to_string() }
}

/// The players as reports name them: every bot, and people who have a name, unless the game is anonymous.
pub(crate) fn players(progress: &Progress<'_>, seats: &[StoredSeat]) -> Vec<Player> {
    seats
        .iter()
        .filter(|seat| match level_of(seat) {
            Some(_) => true,
            None => !progress.anonymous && seat.address.is_some() && !seat.display_name.is_empty(),
        })
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

/// What is awaited of a seat, with menus and templates to answer by.
pub(crate) fn prompts(state: &State, view: &View, news: &[Happening]) -> Vec<Prompt> {
    let mut prompts = Vec::new();
    let Some(seat) = view.seat else { return prompts };
    for options in state.options() {
        let decision = options.decision;
        if decision.seat != seat {
            continue;
        }
        let mut prompt = Prompt::new(view, decision.nation, decision.kind, news);
        let menu = orders::menu(state, seat, decision);
        if decision.kind == DecisionKind::Play {
            prompt.leads = menu.iter().map(|entry| lead(state, decision.nation, entry)).collect();
        }
        prompt.menu = menu.into_iter().map(|entry| entry.order).collect();
        prompt.template =
            Some(orders::template(state, seat, decision)).filter(|text| !text.is_empty());
        if decision.kind == DecisionKind::Movement {
            let templates = orders::move_templates(state, seat, decision.nation);
            prompt.to_move = templates.into_iter().map(to_move).collect();
        }
        prompt.recruitment = options.movement.map(|movement| movement.recruitment);
        prompt.allot = options.allot;
        prompts.push(prompt);
    }
    prompts
}

/// What an answer leads to, if it is a card. A trial of it tells no secret: how the score changes is public, and what
/// follows is not looked at.
fn lead(state: &State, nation: Nation, entry: &orders::MenuEntry) -> Option<Lead> {
    let [Action::Play { card, value }] = entry.actions[..] else { return None };
    let events = state.clone().act(nation, &entry.actions[0]).ok()?;
    let value = value.filter(|_| card.face == Face::Reserve);
    events.into_iter().find_map(|event| match event {
        Event::CardPlayed { score, right, .. } => {
            let score = if right == nation { score } else { -score };
            Some(Lead { score, right, value })
        }
        _ => None,
    })
}

/// The pieces of a template, as prompts show them.
pub(crate) fn to_move(template: orders::MoveTemplate) -> ToMove {
    let orders::MoveTemplate { pieces, at, troops, reach, conquers, marks } = template;
    let troops = troops.into_iter().map(|(general, troops)| OwnGeneral { general, troops });
    ToMove { pieces, at, troops: troops.collect(), reach, conquers, marks }
}

/// Whether something is awaited of a seat that no instruction will answer.
pub(crate) fn is_awaited(progress: &Progress<'_>, role: Seat) -> bool {
    progress.state.decisions().iter().any(|decision| {
        decision.seat == role && progress.pending(decision.nation, decision.kind).is_none()
    })
}

/// The events since the combat in progress began that these nations may see, since a prompt for a card tells
/// them all; none where there is no combat.
pub(crate) fn duel_news(
    progress: &Progress<'_>,
    nations: &[Nation],
) -> Result<Vec<Happening>, CampaignError> {
    /// Entries of the log that the longest combat can have, with room to spare.
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

/// What the map shows a reader.
pub(crate) fn picture_for(
    progress: &Progress<'_>,
    view: &View,
    news: &[Happening],
) -> Result<Picture, CampaignError> {
    /// Entries of the log in which strengths declared in combats are looked for: several turns.
    const ENTRIES: u64 = 160;
    let events = progress.events_after(progress.head.number.saturating_sub(ENTRIES))?;
    Ok(Picture::new(view, news, &visible(&events, &[])))
}
