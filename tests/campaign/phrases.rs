//! Before the game: phrases, the raffle, and how the game begins.

use crate::support::{Club, GAME, address, player, reply_to};
use feldpost::audit::{self, journal::Beginning};
use feldpost::campaign::{Gathering, NewPlayer, Players, begin_now, commitment, game_key, gather};
use feldpost::game::{Seat, Setup};
use feldpost::store::StoreError;

const SEED: [u8; 32] = [4; 32];

fn club(raffle: bool) -> Club {
    let mut club = Club::without_a_game();
    let players = match raffle {
        true => Players::Raffled(Seat::ALL.map(|seat| address(player(seat))).to_vec()),
        false => Players::Seated(
            // In another order than that of the seats.
            Seat::ALL
                .into_iter()
                .rev()
                .map(|seat| NewPlayer { seat, address: address(player(seat)) })
                .collect(),
        ),
    };
    let new = Gathering { name: GAME.into(), setup: Setup::default(), players, seed: Some(SEED) };
    let now = club.now;
    let daemon = club.daemon();
    gather(&mut daemon.store, &daemon.office, &new, now).expect("the game is founded");
    club.round();
    club
}

/// The entry with which the game began, and who holds which seat.
fn beginning(club: &mut Club) -> (Beginning, Vec<(String, String)>) {
    let store = &mut club.daemon().store;
    assert_eq!(audit::check_games(store).expect("checked"), []);
    store
        .transaction(|tx| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game");
            assert_eq!(game.status, "playing");
            let entries = tx.entries(game.id)?;
            assert_eq!(entries.len(), 2);
            let beginning = serde_json::from_value(entries[1].public.clone()).expect("it began");
            let seats = tx.seats(game.id)?;
            let held = seats.into_iter().filter_map(|seat| Some((seat.seat, seat.address?)));
            Ok((beginning, held.collect()))
        })
        .expect("the database")
}

#[test]
fn the_commitment_comes_first_and_the_game_begins_with_the_last_answer() {
    let mut club = club(false);
    let hash = commitment(&SEED).to_string();
    for seat in Seat::ALL {
        let mails = club.mails_to(player(seat));
        assert_eq!(mails.len(), 1);
        assert!(mails[0].text.contains(&hash), "{}", mails[0].text);
        assert!(mails[0].text.contains("4 of 4 players"), "{}", mails[0].text);
    }
    club.reply(Seat::Frederick, "Hello judge,\nphrase: A rainy night — in Potsdam\nAda");
    club.round();
    assert!(club.newest(Seat::Frederick).contains("A rainy night - in Potsdam"));
    club.reply(Seat::Frederick, "phrase Sans souci");
    club.reply(Seat::Elisabeth, "what is this?");
    club.reply(Seat::MariaTheresa, "No phrase.");
    club.reply(Seat::Pompadour, &format!("phrase {}", "après moi ".repeat(21)));
    club.round();
    assert!(club.newest(Seat::Frederick).contains("Sans souci"));
    assert!(club.newest(Seat::Pompadour).contains("not taken"));
    assert!(
        club.newest(Seat::Elisabeth).contains("3 of 4 players"),
        "{}",
        club.newest(Seat::Elisabeth)
    );
    club.reply(Seat::Pompadour, "phrase le déluge");
    club.reply(Seat::Elisabeth, "phrase снег");
    let round = club.round();
    assert_eq!(round.failed, 0);

    let (beginning, _) = beginning(&mut club);
    let phrases: Vec<_> = beginning.players.iter().map(|player| player.phrase.as_str()).collect();
    assert_eq!(phrases, ["Sans souci", "снег", "", "le déluge"]);
    assert_eq!(beginning.players.iter().map(|p| p.seat).collect::<Vec<_>>(), Seat::ALL);
    for seat in Seat::ALL {
        let mails = club.mails_to(player(seat));
        let welcome =
            mails.iter().find(|mail| mail.text.contains("Welcome to")).expect("a welcome");
        for text in [&hash, "\"Sans souci\"", "\"снег\"", "Maria Theresa: none", "\"le déluge\""]
        {
            assert!(welcome.text.contains(text), "{text} in {}", welcome.text);
        }
    }
    assert!(club.newest(Seat::Elisabeth).contains("llot"));
    club.reply(Seat::Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4");
    club.round();
    assert!(club.newest(Seat::Elisabeth).contains("carried out"));
}

#[test]
fn seats_are_raffled_under_the_key_of_seed_and_phrases() {
    let mut club = club(true);
    let texts = ["phrase one", "phrase two", "no phrase", "phrase four"];
    let before: Vec<_> = Seat::ALL
        .into_iter()
        .map(|seat| club.mails_to(player(seat)).pop().expect("a mail"))
        .collect();
    assert!(before[2].text.contains("player 3 of 4"), "{}", before[2].text);
    for (seat, text) in Seat::ALL.into_iter().zip(texts) {
        club.reply(seat, text);
        club.round();
    }
    let key = game_key(&SEED, &["one", "two", "", "four"]);
    let roles = Setup::default().rules().raffle(&key);
    let (beginning, held) = beginning(&mut club);
    assert_eq!(beginning.players.iter().map(|player| player.seat).collect::<Vec<_>>(), roles);
    assert_eq!(held.len(), 4);
    for (role, place) in roles.iter().zip(Seat::ALL) {
        let holder = held.iter().find(|(seat, _)| seat == role.id()).expect("held");
        assert_eq!(holder.1, player(place));
        let welcome = &club.mails_to(player(place))[2];
        let name = match role {
            Seat::MariaTheresa => "You play Maria Theresa".to_owned(),
            other => format!("You play {}{}", other.id()[..1].to_uppercase(), &other.id()[1..]),
        };
        assert!(welcome.text.contains(&name), "{name}: {}", welcome.text);
    }
    // The place before the raffle is no seat any more.
    let old = reply_to(&before[0], player(Seat::Frederick), "phrase changed", 77);
    club.drop_in(old.as_bytes());
    let round = club.round();
    assert_eq!((round.received.len(), round.failed), (1, 0));
    assert_eq!(self::beginning(&mut club).0, beginning);
}

#[test]
fn an_organiser_can_begin_without_those_who_do_not_answer() {
    let mut club = club(true);
    club.reply(Seat::Elisabeth, "phrase only me");
    club.round();
    let now = club.now;
    let daemon = club.daemon();
    begin_now(&mut daemon.store, &daemon.office, GAME, now).expect("it begins");
    let again = begin_now(&mut daemon.store, &daemon.office, GAME, now).expect_err("only once");
    assert!(again.to_string().contains("waits for phrases"), "{again}");
    club.round();
    let (beginning, _) = beginning(&mut club);
    let phrases: Vec<_> = beginning.players.iter().map(|player| player.phrase.as_str()).collect();
    assert_eq!(phrases, ["", "only me", "", ""]);
}
