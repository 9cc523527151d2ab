//! What a moderator would decide, the players decide by mail.

use crate::support::{Club, GAME, address, player, reply_to};
use chrono::TimeDelta;
use feldpost::audit;
use feldpost::campaign::{NewGame, NewPlayer, found};
use feldpost::game::{Scenario, Seat, Setup};
use feldpost::store::{StoreError, Tx};
use serde_json::json;

use Seat::{Elisabeth, Frederick, MariaTheresa, Pompadour};

const SEED: [u8; 32] = [11; 32];

fn subjects(club: &Club, seat: Seat) -> Vec<String> {
    club.mails_to(player(seat)).into_iter().map(|mail| mail.subject).collect()
}

fn counts(club: &Club) -> [usize; 4] {
    Seat::ALL.map(|seat| club.mails_to(player(seat)).len())
}

#[test]
fn three_of_four_pause_a_game_and_everybody_is_told_who_voted_how() {
    let mut club = Club::new(SEED);
    club.round();
    let before = counts(&club);
    club.reply(Frederick, "Hello all,\nI propose a pause, please\nAda");
    club.round();
    let note = club.said(Frederick);
    assert!(note.contains("Vote 1 is open: a pause. It needs 3 of 4 by"), "{note}");
    assert_eq!(counts(&club), before.map(|count| count + 1));
    let call = club.said(Elisabeth);
    assert!(call.contains("Frederick") && call.contains("proposes: a pause"), "{call}");
    assert!(subjects(&club, Elisabeth).last().unwrap().contains("vote 1: yes or no?"));

    // A plain word in answer to the call is a ballot.
    club.reply(Elisabeth, "Yes!\n\nBen");
    club.round();
    let note = club.said(Elisabeth);
    assert!(note.contains("Your yes to vote 1"), "{note}");
    assert!(note.contains("yes: Frederick and Elisabeth"), "{note}");
    assert_eq!(club.status(), "playing");
    let before = counts(&club);
    club.reply(Pompadour, "vote yes on 1");
    club.round();
    assert_eq!(club.status(), "paused");
    assert_eq!(
        counts(&club),
        before.map(|count| count + 1),
        "the answer, and a mail to the others"
    );
    assert!(subjects(&club, MariaTheresa).last().unwrap().contains("vote 1: carried"));
    let told = club.said(MariaTheresa);
    assert!(told.contains("carried; yes: Frederick, Elisabeth and Pompadour"), "{told}");

    let opened = club.club_events_named("vote-opened");
    assert_eq!(opened.len(), 1);
    assert_eq!(opened[0]["by"], "frederick");
    let decided = club.club_events_named("vote-decided");
    assert_eq!(decided[0]["result"], "carried");
    assert_eq!(decided[0]["yes"], json!(["frederick", "elisabeth", "pompadour"]));
    assert_eq!(decided[0]["no"], json!([]));
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
    let text = club.log().to_text().expect("a file");
    audit::verify(&text, &[]).expect("the public log holds");

    // A paused game goes on in the same way.
    club.reply(Elisabeth, "propose pause");
    club.round();
    assert!(club.said(Elisabeth).contains("the game is paused already"));
    club.reply(Elisabeth, "propose resume");
    club.round();
    for seat in [Frederick, Pompadour] {
        club.reply_about(seat, "vote 2", "yes");
        club.round();
    }
    assert_eq!(club.status(), "playing");
    // Later reports tell it too, with the ballots.
    club.reply(Frederick, "status");
    club.round();
}

#[test]
fn one_no_ends_what_needs_all_and_only_the_proposer_gets_a_mail() {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Frederick, "propose draw");
    club.round();
    assert!(club.said(Pompadour).contains("yes of all 4"), "{}", club.said(Pompadour));
    let before = counts(&club);
    club.reply(Pompadour, "no idea what to say, let me think");
    club.round();
    // What only begins like a ballot is asked about.
    assert_eq!(club.club_events_named("vote-decided").len(), 0, "{}", club.said(Pompadour));
    club.reply_about(Pompadour, "vote 1", "no, thank you");
    club.round();
    let decided = club.club_events_named("vote-decided");
    assert_eq!((decided.len(), &decided[0]["result"]), (1, &json!("rejected")));
    assert_eq!(decided[0]["no"], json!(["pompadour"]));
    let after = counts(&club);
    assert_eq!(after, [before[0] + 1, before[1], before[2], before[3] + 2]);
    assert!(subjects(&club, Frederick).last().unwrap().contains("vote 1: rejected"));
    assert_eq!(club.status(), "playing");
    // It is over: a late ballot is told so and changes nothing.
    club.reply_about(Elisabeth, "vote 1", "yes");
    club.round();
    assert!(club.said(Elisabeth).contains("vote 1 is not open"), "{}", club.said(Elisabeth));
}

#[test]
fn a_vote_that_nobody_answers_is_dropped_when_its_time_is_over() {
    let mut club = Club::new(SEED);
    club.round();
    club.set("votes", json!({"days": 2}));
    club.set("clocks", json!({}));
    club.reply(Elisabeth, "propose clocks movement 4 days");
    club.round();
    let open = club.now;
    club.reply(Frederick, "vote yes");
    club.now = open + TimeDelta::hours(47);
    club.round();
    assert_eq!(club.club_events_named("vote-decided").len(), 0);
    // Killed in between, it is dropped once all the same.
    club.kill();
    club.now = open + TimeDelta::hours(49);
    club.round();
    club.round();
    let decided = club.club_events_named("vote-decided");
    assert_eq!(decided.len(), 1);
    assert_eq!(decided[0]["result"], "expired");
    assert_eq!(decided[0]["yes"], json!(["frederick", "elisabeth"]));
    assert_eq!(
        decided[0]["proposal"],
        json!({"propose": "clocks", "kind": "movement", "hours": 96})
    );
    assert!(subjects(&club, Elisabeth).last().unwrap().contains("vote 1: expired"));
    assert!(club.said(Elisabeth).contains("4 days on the clock for movement"));
}

#[test]
fn ballots_can_be_changed_and_are_refused_where_there_is_none() {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Elisabeth, "vote yes");
    club.round();
    assert!(club.said(Elisabeth).contains("no vote is open"));
    club.set("clocks", json!({}));
    club.reply(Frederick, "propose substitute France");
    club.reply(Elisabeth, "propose extend Pompadour 3 days");
    club.round();
    // Who is to be replaced is not called, and has no ballot; all others must agree.
    let called: Vec<String> = subjects(&club, Pompadour);
    assert!(!called.iter().any(|subject| subject.contains("vote 1")), "{called:?}");
    assert!(called.iter().any(|subject| subject.contains("vote 2")), "{called:?}");
    club.reply(Pompadour, "vote no on 1");
    club.round();
    assert!(club.said(Pompadour).contains("about your own seat"), "{}", club.said(Pompadour));
    club.reply(MariaTheresa, "vote yes");
    club.round();
    let which = club.said(MariaTheresa);
    assert!(which.contains("several votes are open, 1 and 2"), "{which}");
    club.reply(MariaTheresa, "vote no on 2\nvotes");
    club.round();
    let list = club.said(MariaTheresa);
    assert!(list.contains("Vote 1, of Frederick") && list.contains("no: Maria Theresa"), "{list}");
    club.reply(MariaTheresa, "vote yes on 2");
    club.reply(Pompadour, "vote yes on 2");
    club.round();
    let decided = club.club_events_named("vote-decided");
    assert_eq!(decided[0]["yes"], json!(["elisabeth", "maria-theresa", "pompadour"]));
    // One proposal of a player at a time; only its proposer withdraws it.
    club.reply(Frederick, "propose pause");
    club.reply(Elisabeth, "withdraw proposal 1");
    club.round();
    assert!(club.said(Frederick).contains("vote 1 is still open"), "{}", club.said(Frederick));
    assert!(club.said(Elisabeth).contains("somebody else proposed it"));
    club.reply(Frederick, "withdraw my proposal");
    club.round();
    assert_eq!(club.club_events_named("vote-decided")[1]["result"], "withdrawn");
    club.reply(Frederick, "votes\npropose substitute Frederick\npropose marriage");
    club.round();
    let notes = club.said(Frederick);
    assert!(notes.contains("No vote is open"), "{notes}");
    assert!(
        notes.contains("that seat is your own") && notes.contains("\"propose marriage\""),
        "{notes}"
    );
}

#[test]
fn proposals_are_rated_and_a_test_proposes_nothing() {
    let mut club = Club::new(SEED);
    club.round();
    club.daemon().office.rates.proposals_per_player = 1;
    club.reply(Frederick, "test\npropose pause\npress to all: hello");
    club.round();
    let note = club.said(Frederick);
    assert!(note.contains("since this is a test"), "{note}");
    assert_eq!(club.club_events_named("vote-opened").len(), 0);
    club.reply(Frederick, "propose pause\nwithdraw proposal\npropose draw");
    club.round();
    let note = club.said(Frederick);
    assert!(note.contains("1 proposals a day are the most"), "{note}");
    assert_eq!(club.club_events_named("vote-opened").len(), 1);
}

#[test]
fn the_ballot_of_who_holds_the_seat_no_longer_does_not_count() {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Frederick, "propose pause");
    club.round();
    club.reply(Elisabeth, "yes");
    club.round();
    let hand_over = |tx: &Tx<'_>| -> Result<_, StoreError> {
        let game = tx.game_by_name(GAME)?.expect("the game").id;
        let mut seat = tx.seat(game, "elisabeth")?.expect("the seat");
        seat.generation += 1;
        seat.address = Some("eve@club.test".into());
        tx.save_seat(&seat)
    };
    club.daemon().store.transaction(hand_over).expect("the database");
    club.reply(Pompadour, "yes");
    club.round();
    assert_eq!(club.status(), "playing");
    assert!(club.said(Pompadour).contains("yes: Frederick and Pompadour"));
    club.reply(MariaTheresa, "yes");
    club.round();
    assert_eq!(club.status(), "paused");
}

#[test]
fn all_agree_on_a_draw_and_everything_is_opened() {
    let mut club = Club::new(SEED);
    club.allot();
    // An order that waits for an entry of the log when the game is closed.
    club.reply(MariaTheresa, "redistribute Melnik: Browne 8, Karl 4");
    club.reply(Elisabeth, "propose draw");
    club.round();
    for seat in [Frederick, MariaTheresa] {
        club.reply_about(seat, "vote 1", "yes");
        club.round();
    }
    let before = counts(&club);
    let state = club.state();
    club.reply_about(Pompadour, "vote 1", "yes");
    club.round();
    assert_eq!(club.status(), "ended");
    assert_eq!(counts(&club), [before[0] + 1, before[1] + 1, before[2] + 1, before[3] + 2]);
    for seat in Seat::ALL {
        let mails = club.mails_to(player(seat));
        let last =
            mails.iter().rfind(|mail| mail.subject.contains("the game is over")).expect("told");
        assert!(last.subject.contains("a draw"), "{}", last.subject);
        assert!(last.text.contains(&"0b".repeat(32)), "the seed is told: {}", last.text);
        assert!(!last.text.contains("awaited"), "nobody is, any more: {}", last.text);
    }
    let file = club.log();
    let text = file.to_text().expect("a file");
    assert!(text.contains("redistribute"), "what waited is in it");
    let verified = audit::verify(&text, &[]).expect("the whole log holds");
    assert!(verified.replayed);
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);

    // Nothing is played any more; the log goes out whole, and talk goes on.
    club.reply_about(Frederick, "the game is over", "Heinrich to Angermünde\nready\nlog");
    club.round();
    let mails = club.mails_to(player(Frederick));
    let told = &mails[mails.len() - 2..];
    assert!(told.iter().any(|mail| mail.text.contains("nothing more is played")), "{told:?}");
    assert!(told.iter().any(|mail| mail.text.contains("The game is over, so its sealed parts")));
    assert_eq!(club.state(), state);
    club.reply(Frederick, "propose resume\npress to all: thank you");
    club.round();
    assert!(club.said(Pompadour).contains("> thank you"));
    assert_eq!(club.log().entries.len(), file.entries.len());
    let templates = feldpost::report::Templates::new(None).expect("templates");
    let told = audit::history(&file, &[], &templates, None).expect("a history");
    let told = told.write(audit::Format::Text);
    assert!(told.contains("The game is over by agreement: a draw"), "{told}");
}

#[test]
fn one_of_two_players_concedes_alone_and_one_of_four_cannot() {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Frederick, "propose to concede");
    club.round();
    assert!(club.said(Frederick).contains("do not say who would win"));
    club.reply(Frederick, "propose end: Elisabeth and Pompadour win");
    club.round();
    assert!(club.said(MariaTheresa).contains("Elisabeth and Pompadour win"));
    assert_eq!(club.status(), "playing");

    let mut club = Club::without_a_game();
    let setup = Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() };
    let seats = setup.rules().seats();
    let players = seats
        .iter()
        .map(|seat| NewPlayer { seat: *seat, address: address(player(*seat)) })
        .collect();
    let new = NewGame { name: GAME.into(), setup, players, seed: Some(SEED) };
    let now = club.now;
    let daemon = club.daemon();
    found(&mut daemon.store, &daemon.office, &new, now).expect("founded");
    club.round();
    let [one, other] = seats[..] else { panic!("two seats: {seats:?}") };
    // To say that one has won oneself needs the other.
    club.reply(one, &format!("propose end: {} wins", one.id()));
    club.round();
    assert_eq!(club.status(), "playing");
    club.reply(one, "withdraw proposal\npropose to concede");
    club.round();
    assert_eq!(club.status(), "ended");
    let file = club.log();
    let closed = file.entries.last().expect("an end");
    assert_eq!((closed.kind.as_str(), &closed.public["winners"]), ("closed", &json!([other.id()])));
    assert!(audit::verify(&file.to_text().expect("a file"), &[]).expect("it holds").replayed);
    assert!(club.mails_to(player(other)).last().expect("told").subject.contains("wins"));
}

/// What is due in the game, by what the setting and the clocks say.
fn dues(club: &mut Club) -> Vec<(String, chrono::DateTime<chrono::Utc>)> {
    let dues = |tx: &Tx<'_>| -> Result<_, StoreError> {
        let game = tx.game_by_name(GAME)?.expect("the game").id;
        let clocks = tx.clocks(game)?.into_iter();
        let mut dues: Vec<_> = clocks.map(|clock| (clock.seat, clock.due)).collect();
        dues.sort();
        dues.dedup();
        Ok(dues)
    };
    club.daemon().store.transaction(dues).expect("the database")
}

/// These agree to the newest vote.
fn agree(club: &mut Club, number: u32, seats: &[Seat]) {
    for seat in seats {
        club.reply_about(*seat, &format!("vote {number}"), "yes");
        club.round();
    }
}

#[test]
fn what_is_voted_moves_the_clocks() {
    let mut club = Club::new(SEED);
    club.round();
    // Without clocks nothing could be extended.
    club.reply(Frederick, "propose extend 2 days\npropose clocks movement 4 days");
    club.round();
    assert!(club.said(Frederick).contains("this game has no clocks"));
    club.set("clocks", json!({"quiet": null}));
    club.reply(Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4");
    club.round();
    let before = dues(&mut club);
    assert!(before.len() >= 3, "{before:?}");
    club.reply(Frederick, "propose extend Pompadour 2 days");
    club.round();
    agree(&mut club, 1, &[Elisabeth, MariaTheresa]);
    let after = dues(&mut club);
    for ((seat, due), (_, later)) in before.iter().zip(&after) {
        let more = if seat == "pompadour" { TimeDelta::days(2) } else { TimeDelta::zero() };
        assert_eq!(*later, *due + more, "{seat}");
    }
    // A pause gives the time that was left back, and votes go on in it.
    club.reply(Frederick, "propose pause");
    club.round();
    agree(&mut club, 2, &[Elisabeth, MariaTheresa]);
    assert_eq!(club.status(), "paused");
    let paused = club.now;
    club.now += TimeDelta::days(40);
    club.reply(Frederick, "propose resume");
    club.round();
    club.now += TimeDelta::days(6);
    club.round();
    assert_eq!(club.club_events_named("vote-decided")[2]["result"], "expired");
    club.reply(Frederick, "press to all: on we go\nend press\npropose resume");
    club.round();
    assert!(club.said(Pompadour).contains("> on we go"), "{}", club.said(Pompadour));
    agree(&mut club, 4, &[Elisabeth, MariaTheresa]);
    assert_eq!(club.status(), "playing");
    let gap = club.now - paused;
    let resumed = dues(&mut club);
    for ((seat, due), (_, later)) in after.iter().zip(&resumed) {
        assert_eq!(*later, *due + gap, "{seat}");
    }
    // Another clock for what opens from now on.
    club.reply(Frederick, "propose clocks movement 5 days");
    club.round();
    agree(&mut club, 5, &[Elisabeth, MariaTheresa]);
    let settings = |tx: &Tx<'_>| -> Result<_, StoreError> {
        Ok(tx.game_by_name(GAME)?.expect("the game").settings)
    };
    let settings = club.daemon().store.transaction(settings).expect("the database");
    assert!(settings.contains("\"movement\":120"), "{settings}");
}

#[test]
fn who_is_voted_out_loses_the_seat_and_its_token() {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Frederick, "propose substitute Pompadour");
    club.round();
    let call = club.mails_to(player(Pompadour)).pop().expect("a mail");
    agree(&mut club, 1, &[Elisabeth, MariaTheresa]);
    assert_eq!(club.club_events_named("seat-vacant")[0]["why"], "voted");
    let state = club.state();
    club.drop_in(
        reply_to(&call, player(Pompadour), "Richelieu 7, Soubise 5, Chevert 8", 50).as_bytes(),
    );
    club.round();
    assert_eq!(club.state(), state, "the old token is worth nothing");
    // The others go on voting without it, and cannot vote it out twice.
    club.reply(Frederick, "propose substitute Pompadour\npropose draw");
    club.round();
    let note = club.said(Frederick);
    assert!(note.contains("nobody plays that seat") && note.contains("It needs all 3"), "{note}");
}

#[test]
fn a_ballot_needs_the_seats_own_token() {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Frederick, "propose pause");
    club.round();
    // Elisabeth's call, answered from Pompadour's address and from a stranger's.
    let call = club.mails_to(player(Elisabeth)).pop().expect("the call");
    for (number, from) in [(71, player(Pompadour)), (72, "eve@else.test")] {
        club.drop_in(reply_to(&call, from, "yes", number).as_bytes());
    }
    club.round();
    club.reply(Frederick, "votes");
    club.round();
    assert!(club.said(Frederick).contains("yes: Frederick."), "{}", club.said(Frederick));
}

#[test]
fn a_game_that_ended_by_vote_while_it_was_paused_is_put_away_as_any_other() {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Frederick, "propose pause");
    club.round();
    for seat in [Elisabeth, Pompadour] {
        club.reply(seat, "vote yes on 1");
        club.round();
    }
    assert_eq!(club.status(), "paused");
    club.reply(Elisabeth, "propose resume");
    club.reply(Frederick, "propose draw");
    club.round();
    for seat in [Elisabeth, MariaTheresa, Pompadour] {
        club.reply(seat, "vote yes on 3");
        club.round();
    }
    assert_eq!(club.status(), "ended");
    club.now += TimeDelta::days(31);
    club.round();
    assert_eq!(club.status(), "archived");
}
