//! Before the game: phrases, the raffle, and how the game begins.

use crate::support::{Club, GAME, address, player, reply_to};
use chrono::TimeDelta;
use feldpost::audit::seed::{made_phrase, phrase_hash};
use feldpost::audit::{self, journal::Beginning};
use feldpost::beacon::{self, Beacon};
use feldpost::campaign::{
    ChanceFrom, Gathering, NewPlayer, Players, awaited_round, begin_now, commitment, game_key,
    gather, take_beacon,
};
use feldpost::game::{Seat, Setup};
use feldpost::phrase::PhraseBy;
use feldpost::store::{Entry, StoreError};

const SEED: [u8; 32] = [4; 32];

/// What the players keep for themselves.
const PHRASES: [&str; 4] = [
    "A rainy night in Potsdam 4711",
    "снег на Неве в январе, 1757",
    "Schnürlregen über dem Prater",
    "après moi le déluge, dit-on 86",
];

fn club(raffle: bool) -> Club {
    club_with(raffle, ChanceFrom::Phrases)
}

fn club_with(raffle: bool, chance: ChanceFrom) -> Club {
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
    let (name, setup, seed) = (GAME.into(), Setup::default(), Some(SEED));
    let new = Gathering { name, setup, players, chance, seed };
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
            assert_eq!(game.status.id(), "playing");
            let entries = tx.entries(game.id)?;
            let begun = entries.iter().rfind(|entry| entry.kind == "begun").expect("it began");
            let beginning = serde_json::from_value(begun.public.clone()).expect("it began");
            let seats = tx.seats(game.id)?;
            let held = seats.into_iter().filter_map(|seat| Some((seat.seat, seat.address?)));
            Ok((beginning, held.collect()))
        })
        .expect("the database")
}

fn entries(club: &mut Club) -> Vec<Entry> {
    let read = |tx: &feldpost::store::Tx<'_>| -> Result<_, StoreError> {
        let game = tx.game_by_name(GAME)?.expect("the game");
        tx.entries(game.id)
    };
    club.daemon().store.transaction(read).expect("the database")
}

fn kinds(club: &mut Club) -> Vec<String> {
    entries(club).into_iter().map(|entry| entry.kind).collect()
}

/// Checks the log as everybody may have it.
fn verified(club: &mut Club) -> audit::Verified {
    let log = club.daemon().store.transaction(|tx| -> Result<_, StoreError> {
        let game = tx.game_by_name(GAME)?.expect("the game");
        audit::export(tx, &game, None)
    });
    let text = log.expect("a log").to_text().expect("text");
    audit::verify(&text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn told(club: &mut Club, seat: Seat, text: &str) -> String {
    club.reply(seat, text);
    assert_eq!(club.round().failed, 0);
    club.newest(seat)
}

#[track_caller]
fn has(text: &str, part: &str) {
    let flowed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flowed.contains(part), "{part} is not in\n{text}");
}

fn send_hashes(club: &mut Club) {
    for (seat, phrase) in Seat::ALL.into_iter().zip(PHRASES) {
        club.reply(seat, &format!("Hello,\nhash {}\nbye", phrase_hash(phrase)));
    }
    assert_eq!(club.round().failed, 0);
}

#[test]
fn hashes_come_first_then_phrases_and_nothing_of_them_can_be_changed() {
    let mut club = club(false);
    let hash = commitment(&SEED).to_string();
    for seat in Seat::ALL {
        let mails = club.mails_to(player(seat));
        assert_eq!(mails.len(), 1);
        assert!(mails[0].text.contains(&hash), "{}", mails[0].text);
        has(&mails[0].text, "Awaited until");
        has(&mails[0].text, "Frederick, Elisabeth, Maria Theresa and Pompadour");
    }
    has(&told(&mut club, Seat::Elisabeth, "what is this?"), "hash ...");
    has(&told(&mut club, Seat::Elisabeth, "hash 12345678"), "that is no SHA-256");
    let own = phrase_hash(PHRASES[0]).to_string();
    has(&told(&mut club, Seat::Frederick, &format!("hash {own}")), "Your hash is noted");
    has(&told(&mut club, Seat::Frederick, &format!("hash {own}")), "noted before");
    // The phrase of a hash is not asked for yet, and is not kept.
    let early = told(&mut club, Seat::Frederick, &format!("phrase {}", PHRASES[0]));
    has(&early, "phrases are asked for only when all hashes are known");
    // Nobody has another's hash, nor the seed's.
    for copied in [&own, &hash] {
        has(&told(&mut club, Seat::Pompadour, &format!("hash {copied}")), "has this hash");
    }
    let both = format!("hash {own}\nphrase of something else");
    has(&told(&mut club, Seat::Pompadour, &both), "exclude each other");
    assert_eq!(kinds(&mut club), ["founded"]);

    send_hashes(&mut club);
    assert_eq!(kinds(&mut club), ["founded", "committed"]);
    for seat in Seat::ALL {
        let newest = club.newest(seat);
        for phrase in PHRASES {
            has(&newest, &phrase_hash(phrase).to_string());
            assert!(!newest.contains(phrase), "{newest}");
        }
        has(&newest, "Now open your phrase");
    }
    // What is published cannot be changed, and only what fits its hash opens it.
    let other = phrase_hash("another phrase that is long");
    has(&told(&mut club, Seat::Frederick, &format!("hash {other}")), "published");
    has(&told(&mut club, Seat::Frederick, "do it for me"), "published");
    has(&told(&mut club, Seat::Frederick, "phrase another phrase that is long"), &own);
    let open = told(&mut club, Seat::Frederick, &format!("phrase \"{}\"", PHRASES[0]));
    has(&open, "Your phrase is open");
    has(&told(&mut club, Seat::Frederick, &format!("phrase {}", PHRASES[0])), "noted before");
    // Without the word, broken in two, with typographic marks: the hash decides.
    let (one, two) = PHRASES[1].split_at(PHRASES[1].find(" в ").expect("there"));
    has(&told(&mut club, Seat::Elisabeth, &format!("{one}\n{two}\n\nBest")), "is open");
    has(&told(&mut club, Seat::MariaTheresa, &format!("phrase  {} ", PHRASES[2])), "is open");
    assert_eq!(kinds(&mut club), ["founded", "committed"]);
    let french = PHRASES[3].replace("é", "e\u{301}");
    club.reply(Seat::Pompadour, &format!("Voilà\nphrase : {french}"));
    assert_eq!(club.round().failed, 0);

    let (beginning, _) = beginning(&mut club);
    let phrases: Vec<_> = beginning.players.iter().map(|player| player.phrase.as_str()).collect();
    assert_eq!(phrases, PHRASES);
    assert_eq!(beginning.players.iter().map(|p| p.seat).collect::<Vec<_>>(), Seat::ALL);
    for seat in Seat::ALL {
        let mails = club.mails_to(player(seat));
        let welcome =
            mails.iter().find(|mail| mail.text.contains("Welcome to")).expect("a welcome");
        has(&welcome.text, &hash);
        PHRASES.iter().for_each(|phrase| has(&welcome.text, phrase));
    }
    let chance = verified(&mut club).chance.expect("it has begun");
    assert!(chance.asked && chance.hashes_first && chance.round.is_none());
    assert_eq!((chance.own, chance.trusted), (4, 0));
    has(
        &told(&mut club, Seat::Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4"),
        "carried out",
    );
}

/// The attack that hashes are there against: the organiser knows the seed and all other phrases, and his friend sends
/// the last one.
#[test]
fn who_knows_all_but_the_last_phrase_cannot_choose_it() {
    let mut club = club(true);
    send_hashes(&mut club);
    for (seat, phrase) in Seat::ALL.into_iter().zip(PHRASES).take(3) {
        club.reply(seat, &format!("phrase {phrase}"));
    }
    club.round();
    // With this one the friend would get the seat that he likes.
    let rules = Setup::default().rules();
    let best = (0..4000).map(|number| format!("a phrase like any other {number}")).find(|last| {
        let key = game_key(&SEED, &[PHRASES[0], PHRASES[1], PHRASES[2], last]);
        rules.raffle(&key)[3] == Seat::Frederick
    });
    let best = best.expect("one of four thousand");
    has(&told(&mut club, Seat::Pompadour, &format!("phrase {best}")), "no line of your mail");
    let again = format!("hash {}", phrase_hash(&best));
    has(&told(&mut club, Seat::Pompadour, &again), "published");
    // All that is left is not to open: everybody is told who did not, and all is drawn anew.
    club.now += TimeDelta::days(8);
    club.round();
    assert_eq!(kinds(&mut club), ["founded", "committed", "gathered-anew"]);
    for seat in Seat::ALL {
        has(&club.newest(seat), "player 4 did not open the phrase in time");
    }
    let entries = entries(&mut club);
    let anew = &entries[2].public;
    assert_eq!(anew["players"], serde_json::json!([4]));
    assert_eq!(anew["seed"], feldpost::store::Digest(SEED).to_string());
    // Phrases that somebody has seen are of no use any more.
    let used = format!("hash {}", phrase_hash(PHRASES[0]));
    has(&told(&mut club, Seat::Frederick, &used), "earlier attempt");
    for (seat, phrase) in Seat::ALL.into_iter().zip(PHRASES) {
        club.reply(seat, &format!("hash {}", phrase_hash(&format!("{phrase} anew"))));
    }
    club.round();
    for (seat, phrase) in Seat::ALL.into_iter().zip(PHRASES) {
        club.reply(seat, &format!("phrase {phrase} anew"));
    }
    club.round();
    let (beginning, held) = beginning(&mut club);
    assert!(beginning.players.iter().all(|player| player.phrase.ends_with(" anew")));
    assert_eq!(held.len(), 4);
    assert!(verified(&mut club).chance.is_some_and(|chance| chance.own == 4));
}

#[test]
fn the_program_helps_who_wants_no_hash_and_says_what_is_trusted_then() {
    let mut club = club(false);
    has(
        &told(&mut club, Seat::Frederick, "Do it for me, please\n\ndo it for me"),
        "you trust the program",
    );
    let long = format!("phrase {}", "après moi ".repeat(21));
    has(&told(&mut club, Seat::Pompadour, &long), "longer than 200 characters");
    let same = told(&mut club, Seat::Pompadour, "phrase: le déluge — “enfin”");
    has(&same, "le déluge - \"enfin\"");
    has(&same, "The program knows it");
    has(&told(&mut club, Seat::Elisabeth, "phrase le déluge - \"enfin\""), "has this hash");
    has(&told(&mut club, Seat::MariaTheresa, "No phrase."), "You send no phrase");
    // Another answer takes the place of the first, as long as not all are here.
    has(&told(&mut club, Seat::MariaTheresa, "phrase"), "The program makes your phrase");
    let last = told(&mut club, Seat::Elisabeth, "no phrase");
    assert!(!last.contains("Not taken"), "{last}");
    let (beginning, _) = beginning(&mut club);
    let phrases: Vec<_> = beginning.players.iter().map(|player| player.phrase.as_str()).collect();
    let made = |place| made_phrase(&SEED, place);
    assert_eq!(phrases, [&made(1), "", &made(3), "le déluge - \"enfin\""]);
    let by: Vec<_> = entries(&mut club)[1].public["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|pledge| serde_json::from_value::<PhraseBy>(pledge["by"].clone()).expect("a word"))
        .collect();
    assert_eq!(by, [PhraseBy::Program, PhraseBy::None, PhraseBy::Program, PhraseBy::Told]);
    let mails = club.mails_to(player(Seat::Elisabeth));
    let welcome = mails.iter().find(|mail| mail.text.contains("Welcome to")).expect("a welcome");
    has(&welcome.text, "(made by the program)");
    let chance = verified(&mut club).chance.expect("it has begun");
    assert_eq!((chance.own, chance.trusted), (0, 3));
}

#[test]
fn a_short_phrase_could_have_been_guessed_and_all_begins_anew() {
    let mut club = club(false);
    for seat in Seat::ALL {
        let text = match seat {
            Seat::Elisabeth => format!("hash {}", phrase_hash("too short")),
            _ => "do it for me".to_owned(),
        };
        club.reply(seat, &text);
    }
    club.round();
    let mail = told(&mut club, Seat::Elisabeth, "phrase too short");
    has(&mail, "has fewer than 20 characters");
    has(&club.newest(Seat::Frederick), "The phrase of Elisabeth was too short");
    assert_eq!(kinds(&mut club), ["founded", "committed", "gathered-anew"]);
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
}

#[test]
fn who_is_awaited_is_reminded_and_then_done_without() {
    let mut club = club(false);
    for seat in [Seat::Frederick, Seat::Elisabeth, Seat::Pompadour] {
        let phrase = PHRASES[0].replace("4711", seat.id());
        club.reply(seat, &format!("hash {}", phrase_hash(&phrase)));
    }
    club.round();
    let before = Seat::ALL.map(|seat| club.mails_to(player(seat)).len());
    club.now += TimeDelta::days(4);
    club.round();
    let after = Seat::ALL.map(|seat| club.mails_to(player(seat)).len());
    assert_eq!([0, 1, 2, 3].map(|at| after[at] - before[at]), [0, 0, 1, 0]);
    has(&club.newest(Seat::MariaTheresa), "A reminder:");
    // Who sends no hash in time has no phrase; the others open theirs.
    club.now += TimeDelta::days(4);
    club.round();
    assert_eq!(kinds(&mut club), ["founded", "committed"]);
    has(&club.newest(Seat::MariaTheresa), "no phrase");
    has(&told(&mut club, Seat::MariaTheresa, "phrase something after all"), "no phrase to open");
    club.now += TimeDelta::days(4);
    club.round();
    has(&club.newest(Seat::Pompadour), "A reminder:");
    for seat in [Seat::Frederick, Seat::Elisabeth, Seat::Pompadour] {
        club.reply(seat, &format!("phrase {}", PHRASES[0].replace("4711", seat.id())));
    }
    club.round();
    assert_eq!(beginning(&mut club).0.players[2].phrase, "");
}

#[test]
fn the_public_beacon_stands_in_for_phrases() {
    let mut club = club_with(true, ChanceFrom::Beacon);
    assert_eq!(kinds(&mut club), ["founded", "beacon-awaited"]);
    let round = entries(&mut club)[1].public["round"].as_u64().expect("a round");
    let signed = beacon::time_of(round).expect("a time");
    let fixed = entries(&mut club)[1].time;
    assert!(signed >= fixed + TimeDelta::hours(6) && signed < fixed + TimeDelta::hours(7));
    has(&club.newest(Seat::Frederick), &format!("beacon {round} ..."));
    // A genuine signature of another round, and a false one of this.
    let wrong = format!("beacon 123 {RECORDED}");
    has(
        &told(&mut club, Seat::Frederick, &wrong),
        &format!("the round that is awaited is {round}"),
    );
    let false_one = format!("beacon {round} {RECORDED}");
    has(&told(&mut club, Seat::Frederick, &false_one), "did not sign this round so");
    has(&told(&mut club, Seat::Frederick, "phrase anything at all"), "no phrase to open");
    let (now, daemon) = (club.now, club.daemon());
    assert_eq!(awaited_round(&mut daemon.store, now).expect("read"), None);
    assert_eq!(awaited_round(&mut daemon.store, signed).expect("read"), Some(round));
    let sent = Beacon { round, signature: RECORDED.into() };
    assert_eq!(take_beacon(&mut daemon.store, &daemon.office, &sent, signed).expect("read"), 0);
    // Anybody can send it, and it is not taken on trust.
    let mail = format!(
        "From: guest@else.test\r\nTo: judge@club.test\r\nSubject: x\r\n\r\n{false_one}\r\n"
    );
    club.drop_in(mail.as_bytes());
    club.round();
    has(
        &club.mails_to("guest@else.test").pop().expect("an answer").text,
        "No game waits for round",
    );
    assert_eq!(kinds(&mut club), ["founded", "beacon-awaited"]);
    club.now = signed + TimeDelta::days(2);
    club.round();
    has(&club.newest(Seat::Pompadour), "A reminder:");
}

/// Round 123 of quicknet, signed on 23 August 2023, as the beacon published it.
pub const RECORDED: &str = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482\
                        e26cd02df835d3546d23c4b13e0dfc92";

#[test]
fn a_recorded_round_begins_a_game_that_waited_for_it() {
    // All is fixed two rounds of ten minutes later, six hours before the recorded round was signed.
    let mut club = Club::without_a_game();
    club.now = beacon::time_of(123).expect("a time") - TimeDelta::minutes(380);
    let players = Players::Raffled(Seat::ALL.map(|seat| address(player(seat))).to_vec());
    let (name, setup, seed) = (GAME.into(), Setup::default(), Some(SEED));
    let new = Gathering { name, setup, players, chance: ChanceFrom::Both, seed };
    let now = club.now;
    let daemon = club.daemon();
    gather(&mut daemon.store, &daemon.office, &new, now).expect("the game is founded");
    club.round();
    for seat in Seat::ALL {
        club.reply(seat, "do it for me");
    }
    club.round();
    assert_eq!(kinds(&mut club), ["founded", "committed", "beacon-awaited"]);
    assert_eq!(entries(&mut club)[2].public["round"], 123);
    // Everything is fixed: the organiser cannot begin without the round.
    let (now, daemon) = (club.now, club.daemon());
    let refused = begin_now(&mut daemon.store, &daemon.office, GAME, now).expect_err("not yet");
    assert!(refused.to_string().contains("the beacon's round is signed"), "{refused}");
    club.now += TimeDelta::hours(7);
    let json = format!("{{\"round\":123,\"signature\":\"{RECORDED}\"}}");
    let mail =
        format!("From: guest@else.test\r\nTo: judge@club.test\r\nSubject: x\r\n\r\n{json}\r\n");
    club.drop_in(mail.as_bytes());
    assert_eq!(club.round().failed, 0);
    has(&club.mails_to("guest@else.test").pop().expect("an answer").text, "1 game begins with it");
    let (beginning, held) = beginning(&mut club);
    let made: Vec<String> = (1..=4).map(|place| made_phrase(&SEED, place)).collect();
    let parts: Vec<&str> = made.iter().map(String::as_str).chain([RECORDED]).collect();
    let roles = Setup::default().rules().raffle(&game_key(&SEED, &parts));
    assert_eq!(beginning.players.iter().map(|player| player.seat).collect::<Vec<_>>(), roles);
    assert_eq!((held.len(), beginning.beacon.map(|beacon| beacon.round)), (4, Some(123)));
    assert_eq!(verified(&mut club).chance.and_then(|chance| chance.round), Some(123));
    let welcome = club.mails_to(player(Seat::Frederick));
    assert!(
        welcome.iter().any(|mail| mail.text.contains("Welcome") && mail.text.contains(RECORDED))
    );
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
        let welcome = club
            .mails_to(player(place))
            .into_iter()
            .find(|mail| mail.text.contains("Welcome to"))
            .expect("a welcome");
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
fn an_organiser_can_begin_without_those_who_send_no_hash() {
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
