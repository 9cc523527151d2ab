//! A club for some months: twelve people with their habits play six games of all scenarios to the
//! end, through the mailbox and by a clock that jumps.
//!
//! What is checked must hold however the cards fall. All chance in it, the program's and the people's,
//! follows from one number: the same in every run, unless the variable `FELDPOST_SEED` names
//! another. `tests/nightly` tries many.

mod checks;
mod habits;
mod mischief;
mod people;
mod politics;
#[path = "../support/seed.rs"]
mod seed;
#[path = "../support/witness.rs"]
mod witness;
mod world;

use chrono::TimeDelta;
use people::{ADA, GAMES, GRETA, HUGO, INES, OLGA, PEOPLE};
use std::collections::BTreeSet;
use world::{Plan, World};

/// By then all games must be over.
const LONGEST: i64 = 500;

#[test]
fn twelve_people_play_seven_games_to_the_end() {
    let began = std::time::Instant::now();
    let mut world = World::new(seed::begin());
    let start = world.now;
    for plan in &GAMES {
        let founder = plan.players[0];
        let texts = vec![format!("new game {}", plan.name), plan.form.to_owned()];
        world.plan(TimeDelta::minutes(10), Plan::Talk { who: founder, texts });
        for (place, who) in plan.players.iter().enumerate() {
            let person = &PEOPLE[*who];
            let wishes = format!(
                "language {}\ntimezone {}\nname {}",
                person.language, person.zone, person.name
            );
            // Nobody is missed sooner than who plays Frederick.
            let role = if *who == GRETA { " prefer Frederick" } else { "" };
            let join = format!("join {}{role}\nphrase The {place}. phrase", plan.name);
            // Who has answered once is known, and joins without being asked again.
            let texts = vec![wishes, "yes".to_owned(), join];
            let wait = TimeDelta::hours(2 + i64::try_from(place).unwrap_or(0));
            world.plan(wait, Plan::Talk { who: *who, texts });
        }
        let until = world.now + TimeDelta::days(1);
        world.live(until);
    }
    let now = world.now;
    world.away.insert(GRETA, (now + TimeDelta::days(6), now + TimeDelta::days(999)));
    world.away.insert(HUGO, (now + TimeDelta::days(15), now + TimeDelta::days(25)));
    world.away.insert(INES, (now + TimeDelta::days(10), now + TimeDelta::days(24)));
    let game = world.games.iter().position(|game| game.name == "fides").expect("the game");
    let text = "absent for 11 days".to_owned();
    world.plan(TimeDelta::days(14), Plan::Reply { who: HUGO, game, text });
    let texts = vec!["observe anton".to_owned(), "yes".into()];
    world.plan(TimeDelta::days(1), Plan::Talk { who: OLGA, texts });
    world.plan(TimeDelta::days(2), Plan::Mischief);
    let game = world.games.iter().position(|game| game.name == "caesar").expect("the game");
    for (days, text) in [(5, "propose pause"), (8, "propose resume"), (30, "propose extend 1 day")]
    {
        let text = text.to_owned();
        world.plan(TimeDelta::days(days), Plan::Reply { who: ADA, game, text });
    }

    let mut proposed = BTreeSet::new();
    while !world.are_over() {
        assert!(world.now < start + TimeDelta::days(LONGEST), "not all games come to an end");
        politics::propose_the_end(&mut world, &mut proposed);
        let until = world.now + TimeDelta::days(1);
        world.live(until);
    }
    let most = world.close();
    let what = |what: &str| world.happened.iter().filter(|one| one.event["what"] == what).count();
    let counts = ["caretaker", "seat-vacant", "substitute", "vote-decided", "absence-announced"]
        .map(|name| (name, what(name)));
    println!(
        "{} days, {} mails of the referee, {most} at most to one person on one day, {} reminders, {:?}, {counts:?}, {:?}",
        (world.now - start).num_days(),
        world.mails,
        world.reminders,
        world.outcomes,
        began.elapsed()
    );
    for (name, count) in counts {
        assert!(count > 0, "nothing of this kind happened: {name}");
    }
    assert!(world.reminders > 0, "nobody was reminded");
    let company = world.games.iter().find(|game| game.name == "gustav").expect("the game");
    let people = company.holders.values().flatten().count();
    assert_eq!((company.holders.len(), people), (3, 1), "two seats are the program's to the end");
    for game in world.games.iter().filter(|game| !game.anonymous) {
        let (mails, secrets) = game.witness.seen();
        assert!(mails > 20 && secrets > 50, "{}: {mails} mails, {secrets} secrets", game.name);
    }
}
