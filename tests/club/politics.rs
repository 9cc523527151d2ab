//! What people do about what happens in the club: they vote, take vacant seats, and agree upon the
//! end of a game.

use crate::checks::Happened;
use crate::people::{self, GAMES, Habit, PEOPLE};
use crate::world::{Plan, World};
use chrono::TimeDelta;
use feldpost::game::Seat;
use serde_json::Value;
use std::collections::BTreeSet;

pub fn react(world: &mut World, happened: &Happened) {
    let Happened { game, event, .. } = happened;
    let (game, seat) = (*game, event["seat"].as_str().unwrap_or_default());
    match event["what"].as_str().unwrap_or_default() {
        "vote-opened" => {
            let by = event["by"].as_str().and_then(Seat::from_id);
            let number = &event["number"];
            for (seat, who) in world.holders(game) {
                let wait = TimeDelta::minutes(60 + 10 * i64::try_from(who).unwrap_or(0));
                if Some(seat) != by {
                    let text = format!("vote yes on {number}");
                    // Twice is no more than once.
                    if PEOPLE[who].habit == Habit::Cheat {
                        world.plan(wait * 2, Plan::Reply { who, game, text: text.clone() });
                    }
                    world.plan(wait, Plan::Reply { who, game, text });
                }
            }
        }
        "vote-decided" => one_ballot_each(event),
        "seat-vacant" => {
            let held: Vec<usize> = world.holders(game).into_iter().map(|(_, who)| who).collect();
            let free = [people::OLGA, people::CARMEN, people::BENNO, people::ADA, people::EWA];
            let who = free.into_iter().find(|who| !held.contains(who)).expect("somebody");
            let ask = format!("take over {} {seat}", world.games[game].name);
            let texts = vec![ask, "yes".into()];
            world.plan(TimeDelta::hours(30), Plan::Talk { who, texts });
        }
        "caretaker" if event["why"] == "lapse" => {
            let holder = happened.holder.as_deref().and_then(people::with_address);
            let prompt = holder.filter(|who| PEOPLE[*who].habit == Habit::Prompt);
            assert!(prompt.is_none(), "{} was prompt: {event}", PEOPLE[prompt.unwrap_or(0)].name);
        }
        _ => {}
    }
}

/// Nobody is counted twice, however often somebody votes.
fn one_ballot_each(event: &Value) {
    let mut seen = BTreeSet::new();
    for seat in ["yes", "no"].iter().filter_map(|list| event[*list].as_array()).flatten() {
        assert!(seen.insert(seat.to_string()), "{seat} is counted twice: {event}");
    }
}

/// In some games an end is agreed upon when the turn has come.
pub fn propose_the_end(world: &mut World, proposed: &mut BTreeSet<usize>) {
    for game in 0..world.games.len() {
        let watch = &world.games[game];
        let plan = GAMES.iter().find(|plan| plan.name == watch.name).expect("a plan");
        let (Some(turn), Some(state)) = (plan.agreed_end, watch.state()) else { continue };
        // Where somebody vanishes, a substitute is to come first.
        let replaced = |one: &Happened| one.game == game && one.event["what"] == "substitute";
        let complete =
            !plan.players.contains(&people::GRETA) || world.happened.iter().any(replaced);
        let ready = watch.status == "playing" && state.turn() >= turn && complete;
        if !ready || !proposed.insert(game) {
            continue;
        }
        let holders = world.holders(game);
        let (_, who) = holders.first().copied().expect("a player");
        let text = "propose draw".to_owned();
        world.plan(TimeDelta::minutes(30), Plan::Reply { who, game, text });
    }
}
