//! Duel instructions of a seat: kept, withdrawn, and followed when their time has come.
//!
//! They lie with the drafts, secret and under the seat's name. What they make a side do are
//! ordinary actions; that they were made by instruction stands in the sealed part of the log.

use crate::campaign::office::CampaignError;
use crate::campaign::plans::keeping;
use crate::campaign::table::facts::{duel_news, nations_of};
use crate::campaign::table::progress::{Cause, Progress};
use crate::duel::{
    Cards, Combatants, Instruction, Move, NamedCard, Party, Play, Played, Scope, Situation, Stack,
    Terms, Then, choose_attack, choose_retreat, decide, outlook,
};
use crate::game::{
    Action, CityId, CombatSide, Decision, DecisionKind, Event, Face, Nation, Seat, State, Suit,
    board,
};
use crate::report::Happening;
use crate::said::Withdrawn;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What the names of their drafts begin with.
const PREFIX: &str = "duel-";

/// An instruction as it is kept.
#[derive(Serialize, Deserialize)]
struct KeptInstruction {
    instruction: Instruction,
    /// The only combat it is for; `None` for an instruction that holds until it is withdrawn or fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    combat: Option<Fight>,
    /// The last entry of the log when it was kept.
    #[serde(default)]
    since: u64,
}

/// One combat and no later one between the same stacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::campaign) struct Fight {
    turn: u16,
    from: CityId,
    to: CityId,
}

impl Fight {
    /// The combat in progress.
    pub fn now(state: &State) -> Option<Fight> {
        let combat = state.combat()?;
        Some(Fight { turn: state.turn(), from: combat.from, to: combat.to })
    }
}

/// The instructions of a seat that are in force, by the names of their drafts. Those that were for a combat that is
/// over, and those whose cards are all gone, are not.
pub(crate) fn in_force(
    progress: &Progress<'_>,
    seat: &str,
) -> Result<Vec<(String, Instruction)>, CampaignError> {
    let mut found = Vec::new();
    for draft in progress.tx.drafts(progress.game.id)? {
        if draft.seat != seat || !draft.key.starts_with(PREFIX) {
            continue;
        }
        match serde_json::from_str::<KeptInstruction>(&draft.body) {
            Ok(kept) => {
                let over = is_over(progress, seat, &kept)?;
                if !over && !is_used_up(progress, seat, &kept.instruction)? {
                    found.push((draft.key, kept.instruction));
                }
            }
            Err(error) => tracing::error!(%error, key = draft.key, "an instruction is unreadable"),
        }
    }
    Ok(found)
}

/// Takes away the instructions for particular generals or cities whose combat has been fought since they were kept, by
/// hand or by themselves: what was meant for one combat is none for the next. One for a whole nation goes on.
pub(super) fn without_fought(progress: &Progress<'_>) -> Result<(), CampaignError> {
    for draft in progress.tx.drafts(progress.game.id)? {
        if !draft.key.starts_with(PREFIX) {
            continue;
        }
        let Ok(kept) = serde_json::from_str::<KeptInstruction>(&draft.body) else { continue };
        if is_over(progress, &draft.seat, &kept)? {
            progress.tx.withdraw_draft(progress.game.id, &draft.seat, &draft.key)?;
        }
    }
    Ok(())
}

/// Whether what an instruction is for has been since it was kept, or can no longer be: its combat was fought, all combats of
/// an order of attacks were, those it is against have left the game.
fn is_over(
    progress: &Progress<'_>,
    seat: &str,
    kept: &KeptInstruction,
) -> Result<bool, CampaignError> {
    /// Entries of the log that are looked through: no action has more.
    const ENTRIES: u64 = 400;
    let state = &progress.state;
    if kept.combat.is_some_and(|of| Fight::now(state) != Some(of)) {
        return Ok(true);
    }
    let scopes: Vec<Scope> = match &kept.instruction {
        Instruction::Duel { scope: Scope::Nation(_), .. }
        | Instruction::Retreat { of: None, .. } => {
            return Ok(false);
        }
        Instruction::Duel { scope, .. } => vec![*scope],
        Instruction::Retreat { of: Some(party), .. } => vec![Scope::Enemy(*party)],
        Instruction::AttackOrder { order } => {
            order.iter().flat_map(|party| [Scope::Own(*party), Scope::Enemy(*party)]).collect()
        }
    };
    let own = |nation: Nation| state.rules().plays(nation) && state.seat_of(nation).id() == seat;
    let gone = |party: &Party| match party {
        Party::General(general) => !state.in_play(general.nation()),
        Party::City(_) => false,
    };
    let no_more = |scope: &Scope| match scope {
        Scope::Pair { own, enemy } => gone(own) || gone(enemy),
        Scope::Own(party) | Scope::Enemy(party) => gone(party),
        Scope::Nation(_) => false,
    };
    if scopes.iter().all(no_more) {
        return Ok(true);
    }
    let side =
        |side: &CombatSide| Stack { city: side.city, generals: side.pieces.iter().collect() };
    let concerns = |one: &CombatSide, other: &CombatSide| {
        let is_of = |scope: &Scope| scope.is_of(one.nation, &side(one), &side(other));
        own(one.nation) && scopes.iter().any(is_of)
    };
    let from = kept.since.max(progress.head.number.saturating_sub(ENTRIES));
    let (mut began, mut fought) = (false, false);
    for logged in progress.events_after(from)? {
        match logged.event.war() {
            Some(Event::CombatBegan { attacker, defender, .. }) => {
                began = concerns(attacker, defender) || concerns(defender, attacker);
            }
            Some(Event::CombatDrawn { .. } | Event::CombatLost { .. }) => fought |= began,
            _ => {}
        }
    }
    Ok(match &kept.instruction {
        // As long as one of the combats is still due, or where the loser goes, it is of use.
        Instruction::AttackOrder { .. } => {
            let due = |&(from, to): &(CityId, CityId)| {
                let (one, other) = (stack(state, from), stack(state, to));
                let nation = state.stack_nation(from).filter(|nation| own(*nation));
                let is_of = |scope: &Scope| nation.is_some_and(|n| scope.is_of(n, &one, &other));
                scopes.iter().any(is_of)
            };
            fought && state.combat().is_none() && !state.combats().iter().any(due)
        }
        Instruction::Retreat { .. } => fought && state.pending_retreat().is_none(),
        Instruction::Duel { .. } => fought,
    })
}

/// Whether all cards that an instruction lists have left the hands of the seat's nations. Those that were played in the
/// combat in progress do not count: what is to come after them is still due.
fn is_used_up(
    progress: &Progress<'_>,
    seat: &str,
    instruction: &Instruction,
) -> Result<bool, CampaignError> {
    let Instruction::Duel { terms: Terms { cards: Cards::Listed(cards), .. }, .. } = instruction
    else {
        return Ok(false);
    };
    let state = &progress.state;
    let listed = |face: Face| cards.iter().any(|named| named.card.face == face);
    let own = |nation: &Nation| state.rules().plays(*nation) && state.seat_of(*nation).id() == seat;
    let own: Vec<Nation> = Nation::ALL.into_iter().filter(own).collect();
    if cards.is_empty() || own.iter().any(|n| state.hand(*n).iter().any(|c| listed(c.face))) {
        return Ok(false);
    }
    for nation in own {
        if played(progress, nation)?.iter().any(|played| listed(played.card.face)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The instruction that a list of cards comes to whose first have brought the right to play to the other side: for the
/// rest of this combat.
pub(in crate::campaign) fn for_the_rest(
    state: &State,
    nation: Nation,
    cards: Vec<NamedCard>,
    then: Then,
) -> Option<Instruction> {
    let combat = state.combat()?;
    let attacks = state.stack_nation(combat.from) == Some(nation);
    let (own, enemy) = if attacks { (combat.from, combat.to) } else { (combat.to, combat.from) };
    let first = |city: CityId| state.stack_at(city).first().map(Party::General);
    let scope = Scope::Pair { own: first(own)?, enemy: first(enemy)? };
    Some(Instruction::Duel { scope, terms: Terms::new(Cards::Listed(cards), then) })
}

/// Whether an instruction with this scope is for the combat in progress, of these nations; then under what name that is
/// kept which an earlier mail said of the rest of it.
pub(in crate::campaign) fn rest_of(state: &State, own: &[Nation], scope: Scope) -> Option<String> {
    let combat = state.combat()?;
    let of = |city: CityId| state.stack_nation(city).filter(|nation| own.contains(nation));
    let (ours, theirs) = match (of(combat.from), of(combat.to)) {
        (Some(_), _) => (combat.from, combat.to),
        (None, Some(_)) => (combat.to, combat.from),
        _ => return None,
    };
    let nation = of(ours)?;
    let concerns = scope.is_of(nation, &stack(state, ours), &stack(state, theirs));
    let rest = for_the_rest(state, nation, Vec::new(), Then::Ask).filter(|_| concerns)?;
    Some(place_of(&[], &rest).0)
}

/// The combat in progress as the side with the right to play knows it; `played` are the cards it
/// has played in it.
pub fn situation(state: &State, played: Vec<Played>) -> Option<Situation> {
    let combat = state.combat()?;
    let attacks = state.stack_nation(combat.from) == Some(combat.right);
    let (own, enemy) = if attacks { (combat.from, combat.to) } else { (combat.to, combat.from) };
    let legal = state.legal_actions(combat.right, DecisionKind::Play);
    Some(Situation {
        nation: combat.right,
        own: stack(state, own),
        enemy: stack(state, enemy),
        score: combat.score,
        played,
        hand: state.hand(combat.right).to_vec(),
        may_stop: legal.contains(&Action::Stop),
        plays: legal.iter().filter_map(|action| play(state, combat.right, action)).collect(),
    })
}

fn stack(state: &State, city: CityId) -> Stack {
    Stack { city, generals: state.stack_at(city).iter().collect() }
}

/// A legal play with what it adds to the score: asked of a copy of the game, because a Card of
/// Fate may change it. What follows after the card is not looked at.
fn play(state: &State, nation: Nation, action: &Action) -> Option<Play> {
    let Action::Play { value, .. } = action else { return None };
    let events = state.clone().act(nation, action).ok()?;
    events.iter().find_map(|event| match event {
        Event::CardPlayed { card, value: points, .. } => {
            Some(Play { card: *card, value: *value, points: *points })
        }
        _ => None,
    })
}

/// What a nation has played in the combat in progress.
fn played(progress: &Progress<'_>, nation: Nation) -> Result<Vec<Played>, CampaignError> {
    let news = duel_news(progress, &[])?;
    let card = |event: &Happening| match event.war() {
        Some(Event::CardPlayed { nation: by, card, value, .. }) if *by == nation => {
            Some(Played { card: *card, points: *value })
        }
        _ => None,
    };
    Ok(news.iter().filter_map(card).collect())
}

/// The answer that a seat's instructions give to a decision of its own; `None` if they give none,
/// or say that the player is to be asked.
pub(crate) fn answer_to(
    progress: &Progress<'_>,
    decision: Decision,
) -> Result<Option<Action>, CampaignError> {
    use DecisionKind::{Attack, Play, Retreat};
    if !matches!(decision.kind, Play | Retreat | Attack) {
        return Ok(None);
    }
    let instructions: Vec<Instruction> = in_force(progress, decision.seat.id())?
        .into_iter()
        .map(|(_, instruction)| instruction)
        .collect();
    if instructions.is_empty() {
        return Ok(None);
    }
    let state = &progress.state;
    Ok(match decision.kind {
        Play => {
            let Some(situation) = situation(state, played(progress, decision.nation)?) else {
                return Ok(None);
            };
            decide(&instructions, &situation).and_then(|decided| match decided.chosen {
                Move::Play(play) => {
                    Some(Action::Play { card: play.card.into(), value: play.value })
                }
                Move::Stop => Some(Action::Stop),
                Move::Ask => None,
            })
        }
        Retreat => state.pending_retreat().and_then(|retreat| {
            let defeated = stack(state, retreat.from);
            let to = choose_retreat(&instructions, &defeated, &state.retreat_options())?;
            Some(Action::Retreat { to })
        }),
        _ => {
            let due: Vec<Combatants> = state
                .combats()
                .iter()
                .map(|&(from, to)| Combatants {
                    attacker: stack(state, from),
                    defender: stack(state, to),
                })
                .collect();
            let chosen = choose_attack(&instructions, &due).and_then(|at| state.combats().get(at));
            chosen.map(|&(from, to)| Action::Attack { from, to })
        }
    })
}

/// Answers a decision by instruction: with cards as long as the right to play stays, so that the
/// others are told of them all at once, as of a mail with several cards.
pub(crate) fn follow(
    progress: &mut Progress<'_>,
    decision: Decision,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let fight = |state: &State| state.combat().map(|combat| (combat.from, combat.to));
    let began = fight(&progress.state);
    while let Some(action) = answer_to(progress, decision)? {
        if let Err(refusal) = progress.act(decision.nation, &action, &Cause::Instruction, now)? {
            // Only legal plays are chosen among; should one be refused, the player is asked.
            tracing::error!(?refusal, game = progress.game.name, "an instruction was refused");
            return Ok(());
        }
        let goes_on = matches!(action, Action::Play { .. })
            && fight(&progress.state) == began
            && progress.state.decisions().contains(&decision);
        if !goes_on {
            return Ok(());
        }
    }
    Ok(())
}

/// The name under which an instruction is kept, and the one it takes the place of.
pub(in crate::campaign) fn place_of(
    kept: &[(String, Instruction)],
    instruction: &Instruction,
) -> (String, Option<Instruction>) {
    let key = format!("{PREFIX}{}", instruction.key());
    let earlier = kept.iter().find(|(known, _)| *known == key);
    let replaced = earlier.map(|(_, earlier)| earlier.clone());
    (key, replaced.filter(|earlier| earlier != instruction))
}

/// Keeps an instruction under its name; for one combat alone, if one is given.
pub(in crate::campaign) fn keep(
    progress: &Progress<'_>,
    seat: Seat,
    key: &str,
    (instruction, combat): (&Instruction, Option<Fight>),
    message_id: Option<String>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let since = progress.head.number;
    // Said while such a combat is fought, it is for that one.
    let state = &progress.state;
    let own = nations_of(progress, seat);
    let fought_now = match instruction {
        Instruction::Duel { scope: Scope::Nation(_), .. } => None,
        Instruction::Duel { scope, .. } => rest_of(state, &own, *scope).and(Fight::now(state)),
        _ => None,
    };
    let combat = combat.or(fought_now);
    let kept = KeptInstruction { instruction: instruction.clone(), combat, since };
    keeping::keep(progress, seat, key, Some(&kept), message_id, now)
}

/// What a duel instruction would do with the present hand, in the suit of the own side; in a dry
/// run in all suits if that is not known. `nation` is meant where the instruction names none.
pub(in crate::campaign) fn outlook_of(
    state: &State,
    seat: Seat,
    nation: Option<Nation>,
    instruction: &Instruction,
    test: bool,
) -> Vec<crate::duel::Outlook> {
    let Instruction::Duel { scope, terms } = instruction else { return Vec::new() };
    let own = match scope {
        Scope::Pair { own, .. } | Scope::Own(own) => Some(*own),
        Scope::Enemy(_) | Scope::Nation(_) => None,
    };
    let city = own.and_then(|party| match party {
        Party::General(general) => state.city_of(general),
        Party::City(city) => Some(city),
    });
    let owner = match (own, scope) {
        (Some(Party::General(general)), _) => Some(general.nation()),
        (Some(Party::City(city)), _) => state.stack_nation(city),
        (None, Scope::Nation(nation)) => Some(*nation),
        _ => None,
    };
    let mine = |nation: &Nation| state.rules().plays(*nation) && state.seat_of(*nation) == seat;
    let Some(owner) = owner.filter(mine).or(nation.filter(mine)) else { return Vec::new() };
    let suits: Vec<Suit> = match city {
        Some(city) => vec![board().info(city).suit],
        None if test => Suit::ALL.to_vec(),
        None => Vec::new(),
    };
    let hand = state.hand(owner);
    suits.into_iter().map(|suit| outlook(terms, owner, hand, suit)).collect()
}

/// Whether an instruction is one of those withdrawn.
pub(in crate::campaign) fn is_withdrawn(withdrawn: &Withdrawn, instruction: &Instruction) -> bool {
    match withdrawn {
        Withdrawn::All => true,
        // `the instructions against Schwerin`: also that for Daun against him. Of one's own general with
        // several instructions it must be said which.
        Withdrawn::Key(wanted) => {
            let against = match instruction {
                Instruction::Duel { scope: Scope::Pair { enemy, .. }, .. } => {
                    Scope::Enemy(*enemy).key()
                }
                _ => instruction.key(),
            };
            [instruction.key(), against].contains(wanted)
        }
    }
}

/// For a withdrawal that fits no instruction, such as `no duel with Schwerin` where one for Schwerin against Daun is
/// kept: the only one that shares a general or city with it; none if several do.
pub(in crate::campaign) fn only_about<'k>(
    withdrawn: &Withdrawn,
    kept: &'k [(String, Instruction)],
) -> Option<&'k (String, Instruction)> {
    let Withdrawn::Key(wanted) = withdrawn else { return None };
    let wanted = parties(wanted);
    let about = |(_, instruction): &&(String, Instruction)| {
        parties(&instruction.key()).iter().any(|party| wanted.contains(party))
    };
    let mut found = kept.iter().filter(about);
    let only = found.next();
    only.filter(|_| found.next().is_none())
}

/// The generals and cities that the key of an instruction names.
fn parties(key: &str) -> Vec<String> {
    let mut parties: Vec<String> = Vec::new();
    for part in key.split('-') {
        match parties.last_mut() {
            _ if part == "general" || part == "city" => parties.push(part.to_owned()),
            Some(party) => {
                party.push('-');
                party.push_str(part);
            }
            None => {}
        }
    }
    parties
}

/// Names a decision, so that a timer for it can be told from one for the next.
pub(crate) fn decision_key(state: &State, decision: Decision) -> String {
    let Decision { nation, seat, kind } = decision;
    let mut key = format!("{} {} {} {}", seat.id(), nation.id(), kind.id(), state.turn());
    let mut add = |cities: [CityId; 2]| {
        for city in cities {
            key.push(' ');
            key.push_str(city.id());
        }
    };
    match kind {
        DecisionKind::Play => {
            if let Some(combat) = state.combat() {
                add([combat.from, combat.to]);
                key.push_str(&format!(" {}", combat.score));
            }
        }
        DecisionKind::Retreat => {
            if let Some(retreat) = state.pending_retreat() {
                add([retreat.from, retreat.winner]);
            }
        }
        _ => state.combats().iter().for_each(|&(from, to)| add([from, to])),
    }
    key
}

/// A seat's instructions.
pub(crate) fn standing(
    progress: &Progress<'_>,
    seat: Seat,
) -> Result<Vec<Instruction>, CampaignError> {
    Ok(in_force(progress, seat.id())?.into_iter().map(|(_, instruction)| instruction).collect())
}
