//! An anonymous game: players are roles, and nothing that others get gives them away.

use crate::support::{Club, GAME, player, reply_to};
use feldpost::game::Seat;
use feldpost::store::{Person, PersonId, StoreError, Tx};
use mail_parser::{HeaderValue, MessageParser};
use serde_json::json;

use Seat::{Elisabeth, Frederick, MariaTheresa, Pompadour};

const SEED: [u8; 32] = [14; 32];

/// Name, time zone and language of a player.
fn person(seat: Seat) -> (&'static str, &'static str, &'static str) {
    match seat {
        Frederick => ("Ada Lovelace", "Pacific/Auckland", "xa"),
        Elisabeth => ("Benito Juarez", "America/Mexico_City", "xb"),
        MariaTheresa => ("Cleo Patra", "Africa/Cairo", "xc"),
        Pompadour => ("Dan Defoe", "Asia/Kathmandu", "xd"),
    }
}

/// A game of players with names and time zones of their own, in which much is said and decided.
fn played(anonymous: bool) -> Club {
    let mut club = Club::new(SEED);
    club.set("anonymous", json!(anonymous));
    club.set("clocks", json!({}));
    let known = |tx: &Tx<'_>| -> Result<_, StoreError> {
        let game = tx.game_by_name(GAME)?.expect("the game");
        for mut seat in tx.seats(game.id)? {
            let (name, zone, language) = person(Seat::from_id(&seat.seat).expect("a seat"));
            seat.display_name = name.into();
            seat.language = language.into();
            let address = seat.address.clone().expect("held");
            tx.save_seat(&seat)?;
            let person = Person {
                id: PersonId(0),
                name: name.into(),
                language: language.into(),
                time_zone: zone.into(),
                wishes: "{}".into(),
            };
            tx.create_person(&person, &address, game.created)?;
        }
        Ok(())
    };
    club.daemon().store.transaction(known).expect("the database");
    club.allot();
    // A mail program that says where its owner lives.
    let newest = club.mails_to(player(Frederick)).pop().expect("a mail");
    let text =
        "press to all: Anybody for a draw?\nend press\npropose draw\nHeinrich to Angermünde\nready";
    let mail = reply_to(&newest, player(Frederick), text, 99).replacen(
        "MIME-Version",
        "Date: Mon, 2 Mar 2026 08:00:00 +1300\r\nX-Mailer: Kiwi\r\nMIME-Version",
        1,
    );
    club.drop_in(mail.as_bytes());
    club.round();
    club.reply_about(Elisabeth, "vote 1", "yes\npress to Pompadour: Why not?");
    club.round();
    club.reply(MariaTheresa, "propose extend 2 days for Frederick");
    club.round();
    for seat in [MariaTheresa, Pompadour] {
        club.reply_about(seat, "vote 1", "yes");
        club.round();
    }
    assert_eq!(club.status(), "ended");
    club.reply(Pompadour, "log");
    club.round();
    club
}

/// Everything in a mail: header fields as they are, and decoded parts.
fn everything(raw: &[u8]) -> String {
    let mail = MessageParser::default().parse(raw).expect("a mail");
    let mut whole = String::from_utf8_lossy(raw).into_owned();
    for header in mail.headers() {
        if let HeaderValue::Text(text) = &header.value {
            whole.push_str(text);
            whole.push('\n');
        }
    }
    for part in &mail.parts {
        whole.push_str(&String::from_utf8_lossy(part.contents()));
    }
    whole
}

/// What of a player is found in the mails to others.
fn found(club: &Club) -> Vec<String> {
    let mut found = Vec::new();
    for reader in Seat::ALL {
        for raw in club.raw_mails_to(player(reader)) {
            let whole = everything(&raw);
            for other in Seat::ALL.into_iter().filter(|other| *other != reader) {
                let (name, zone, language) = person(other);
                let (first, last) = name.split_once(' ').expect("two names");
                let address = player(other);
                let local = format!("{}@", address.split('@').next().expect("a local part"));
                let language = format!("Content-Language: {language}");
                for trace in [name, first, last, zone, address, &local, &language, "+1300", "Kiwi"]
                {
                    if whole.contains(trace) {
                        found.push(format!("{trace} in a mail to {reader}"));
                    }
                }
            }
        }
    }
    found
}

#[test]
fn nothing_that_others_get_gives_a_player_away() {
    let club = played(true);
    assert_eq!(found(&club), Vec::<String>::new());
    // The log of the game that is over went out whole, and holds who ordered what as which role.
    let newest = club.raw_mails_to(player(Pompadour)).pop().expect("the log");
    let whole = everything(&newest);
    assert!(whole.contains("\"closed\"") && whole.contains("\"sha256\""), "it is the whole log");
    // Own times are told by the own clock.
    let call = club.mails_to(player(Elisabeth)).into_iter().find(|m| m.subject.contains("vote 1"));
    assert!(call.expect("a call").text.contains("(America/Mexico_City)"));
}

#[test]
fn the_search_finds_names_where_players_are_known() {
    let club = played(false);
    let found = found(&club);
    assert!(found.iter().any(|trace| trace.starts_with("Ada Lovelace in a mail to")), "{found:?}");
    let press = club.mails_to(player(Pompadour));
    assert!(press.iter().any(|mail| mail.text.contains("Frederick (Ada Lovelace) to all:")));
}
