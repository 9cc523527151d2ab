//! What Mallory tries; nothing of it may have any effect.

use crate::people::{MALLORY, PEOPLE};
use crate::world::{Expect, Plan, World, reply_header};
use chrono::TimeDelta;

pub fn try_something(world: &mut World) {
    let again = TimeDelta::hours(20 + i64::try_from(world.whim.below(30)).unwrap_or(0));
    world.plan(again, Plan::Mischief);
    let victims: Vec<(usize, usize)> =
        world.newest.keys().copied().filter(|(who, _)| *who != MALLORY).collect();
    if victims.is_empty() {
        return;
    }
    let count = u64::try_from(victims.len()).unwrap_or(1);
    let place = usize::try_from(world.whim.below(count)).unwrap_or(0);
    let (victim, game) = victims[place];
    let mail = world.newest[&(victim, game)].clone();
    let own = PEOPLE[MALLORY].address;
    match world.whim.below(4) {
        // In the victim's name, without the token.
        0 => {
            let header = format!(
                "From: <{}>\r\nTo: judge@club.test\r\nSubject: Re: [{}]\r\n",
                PEOPLE[victim].address, world.games[game].name
            );
            world.post(victim, &header, "ready\nresign yes\nstop", Expect::NoEffect);
        }
        // With the token from a mail that was forwarded.
        1 => {
            let header = reply_header(own, &mail, None);
            world.post(MALLORY, &header, "ready\nstop", Expect::NoEffect);
        }
        // A machine's answer to the victim's mail.
        2 => {
            let header =
                format!("Auto-Submitted: auto-replied\r\n{}", reply_header(own, &mail, None));
            world.post(MALLORY, &header, "I am on holiday. ready", Expect::Silence);
        }
        // In two names into one game.
        _ => {
            let name = world.games[game].name.clone();
            let header = format!("From: Melissa <{own}>\r\nTo: judge@club.test\r\n");
            let text = format!("join {name}\nphrase Two are better");
            world.post(MALLORY, &header, &text, Expect::NoEffect);
        }
    }
}
