//! Taking back: by agreement, never behind what somebody has seen, and never a deletion.

use crate::support::{Club, GAME, player};
use feldpost::audit::{self, Difference, Fault, VerifyError};
use feldpost::game::Seat;
use feldpost::report::Templates;
use feldpost::store::{Entry, EntryHead, LogFile, NewEntry, SealedParts};
use serde_json::{Value, json};

use Seat::{Elisabeth, Frederick, MariaTheresa, Pompadour};

const SEED: [u8; 32] = [12; 32];
const ALLOTMENT: &str = "Daun 6, Browne 6, Karl 6, Laudon 6, Lacy 6";

/// All others agree to the newest vote.
fn agree(club: &mut Club, number: u32, seats: &[Seat]) {
    for seat in seats {
        club.reply_about(*seat, &format!("vote {number}"), "yes");
        club.round();
    }
}

/// A game in which Austria has allotted, shifted troops, and taken that back.
fn taken_back() -> (Club, Value, u64) {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4");
    club.round();
    let (state, to) = (club.state(), club.log().entries.len() as u64);
    club.reply(MariaTheresa, ALLOTMENT);
    club.round();
    assert_ne!(club.state(), state);
    club.reply(MariaTheresa, "propose take back");
    club.round();
    agree(&mut club, 1, &[Frederick, Elisabeth, Pompadour]);
    (club, state, to)
}

#[test]
fn the_position_before_a_players_last_mail_holds_again_and_the_log_keeps_everything() {
    let (mut club, state, to) = taken_back();
    assert_eq!(club.state(), state);
    let file = club.log();
    let last = file.entries.last().expect("an entry");
    assert_eq!((last.kind.as_str(), &last.public["to"]), ("taken-back", &json!(to)));
    assert!(file.entries.len() as u64 > to + 3, "nothing is gone");
    for seat in Seat::ALL {
        let mails = club.mails_to(player(seat));
        let told =
            mails.iter().find(|mail| mail.text.contains("By agreement the game stands again"));
        let told = told.expect("everybody is told");
        assert!(told.text.contains(&format!("as after entry {to} of the log")), "{}", told.text);
        // What was taken back is not told as if it had happened.
        assert!(!told.text.contains("Austria has allotted"), "{}", told.text);
    }
    let austria = club.said(MariaTheresa);
    assert!(austria.contains("Austria: allot your troops"), "{austria}");

    // The game goes on from there, to another position and to an end that can be checked.
    club.reply(MariaTheresa, "Daun 8, Browne 6, Karl 6, Laudon 5, Lacy 5");
    club.round();
    let shifted = club.state();
    assert!(shifted != state);
    club.kill();
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
    club.reply(Frederick, "propose draw");
    club.round();
    agree(&mut club, 2, &[Elisabeth, MariaTheresa, Pompadour]);
    let text = club.log().to_text().expect("a file");
    assert!(audit::verify(&text, &[]).expect("it holds").replayed);
    let templates = Templates::new(None).expect("templates");
    let told = audit::history(&club.log(), &[], &templates, None).expect("a history");
    let told = told.write(audit::Format::Text);
    assert!(told.contains(&format!("position after entry {to} holds again")), "{told}");
    assert!(told.contains("Daun"), "{told}");
}

#[test]
fn the_state_follows_from_the_log_alone() {
    let (mut club, state, _) = taken_back();
    let forget = |tx: &feldpost::store::Tx<'_>| -> Result<_, feldpost::store::StoreError> {
        let game = tx.game_by_name(GAME)?.expect("the game").id;
        tx.forget_snapshots(game)
    };
    club.daemon().store.transaction(forget).expect("the database");
    club.reply(Elisabeth, "status\nvotes");
    club.round();
    club.reply(Pompadour, "Richelieu 7, Soubise 5, Chevert 8");
    club.round();
    let now = club.state();
    assert_ne!(now, state);
    assert_eq!(now["hands"], state["hands"]);
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
}

#[test]
fn nothing_is_taken_back_behind_a_card_that_somebody_has_seen() {
    let mut club = Club::new(SEED);
    club.allot();
    club.reply(Pompadour, "propose take back");
    club.round();
    let refused = club.said(Pompadour);
    assert!(refused.contains("something secret has been revealed since"), "{refused}");
    club.reply(Frederick, "Heinrich to Angermünde\nready");
    club.round();
    club.reply(Frederick, "propose take back");
    club.round();
    assert!(club.said(Frederick).contains("has been revealed"), "{}", club.said(Frederick));
    assert_eq!(club.club_events_named("vote-opened").len(), 0);
}

#[test]
fn a_revelation_during_the_vote_makes_it_void() {
    let mut club = Club::new(SEED);
    club.round();
    club.reply(Frederick, "propose take back");
    club.round();
    assert!(club.said(Frederick).contains("nothing that mail ordered"), "nothing was ordered yet");
    club.reply(MariaTheresa, ALLOTMENT);
    club.round();
    club.reply(MariaTheresa, "propose take back");
    club.round();
    agree(&mut club, 1, &[Elisabeth, Pompadour]);
    // The others end the set-up meanwhile: the first cards are drawn.
    let texts = [
        (
            Frederick,
            "Friedrich 4, Winterfeldt 4, Heinrich 4, Schwerin 4\nKeith 4, Seydlitz 4, Dohna 4, \
             Lehwaldt 4\nFerdinand 6, Cumberland 6",
        ),
        (Elisabeth, "Saltikov 4, Fermor 4, Apraxin 4, Tottleben 4"),
        (Pompadour, "Richelieu 7, Soubise 5, Chevert 8"),
    ];
    for (seat, text) in texts {
        club.reply(seat, text);
        club.round();
    }
    let state = club.state();
    club.reply_about(Frederick, "vote 1", "yes");
    club.round();
    assert_eq!(club.state(), state);
    let decided = club.club_events_named("vote-decided");
    assert_eq!(decided[0]["result"], "void");
    assert_eq!(decided[0]["yes"].as_array().expect("ballots").len(), 4);
}

/// The log of a game that was closed after something had been taken back, whole.
fn whole_log() -> LogFile {
    let (mut club, ..) = taken_back();
    club.reply(MariaTheresa, ALLOTMENT);
    club.reply(Frederick, "propose draw");
    club.round();
    agree(&mut club, 2, &[Elisabeth, MariaTheresa, Pompadour]);
    let file = club.log();
    assert_eq!(file.sealed_parts, SealedParts::Included);
    file
}

/// The file with its chain made to hold again, as a forger would.
fn forged(file: &LogFile, sealed: bool) -> String {
    let mut head = EntryHead::of_empty_log(&file.game);
    let mut entries: Vec<Entry> = Vec::new();
    for entry in &file.entries {
        let new = NewEntry {
            time: entry.time,
            kind: &entry.kind,
            rules_version: &entry.rules_version,
            public: entry.public.clone(),
            sealed: entry.opening.as_ref().map(|opening| opening.sealed.clone()),
        };
        let nonce = entry.opening.as_ref().map_or([0; 32], |opening| opening.nonce);
        let entry = head.followed_by(new, nonce).expect("an entry");
        head = entry.head();
        entries.push(entry);
    }
    if !sealed {
        entries.iter_mut().for_each(|entry| entry.opening = None);
    }
    let sealed_parts = if sealed { SealedParts::Included } else { SealedParts::Withheld };
    LogFile { entries, sealed_parts, game: file.game.clone() }.to_text().expect("a file")
}

fn difference(text: &str) -> (u64, Fault) {
    match audit::verify(text, &[]) {
        Err(VerifyError::Difference { difference, .. }) => {
            let Difference { entry, fault } = *difference;
            (entry, fault)
        }
        other => panic!("no difference is found: {other:?}"),
    }
}

#[test]
fn a_forged_correction_is_found() {
    let file = whole_log();
    assert!(audit::verify(&forged(&file, true), &[]).is_ok());
    assert!(audit::verify(&forged(&file, false), &[]).is_ok());
    let place = file.entries.iter().position(|entry| entry.kind == "taken-back").expect("one");
    let number = place as u64 + 1;
    let to = file.entries[place].public["to"].as_u64().expect("a number");

    // To another entry: another position, or none that can be.
    for (forgery, public_too) in [(to - 1, true), (to + 1, true), (number, true), (0, true)] {
        let mut other = file.clone();
        other.entries[place].public["to"] = json!(forgery);
        for sealed in [true, false] {
            if !sealed && !public_too {
                continue;
            }
            let (entry, fault) = difference(&forged(&other, sealed));
            assert_eq!(entry, number, "{forgery}: {fault}");
            let named = matches!(fault, Fault::Position { .. } | Fault::TooFarBack { .. });
            assert!(named, "{forgery}: {fault}");
        }
    }
    // Left out: what follows does not fit.
    let mut other = file.clone();
    other.entries.remove(place);
    let (entry, fault) = difference(&forged(&other, true));
    assert!(entry >= number, "{fault}");
    // Another digest of the whole position, or of the public one.
    let mut other = file.clone();
    other.entries[place].opening.as_mut().expect("sealed").sealed["state"] = json!("5a".repeat(32));
    assert!(
        matches!(difference(&forged(&other, true)), (found, Fault::Position { .. }) if found == number)
    );
    let mut other = file.clone();
    other.entries[place].public["state"] = json!("5a".repeat(32));
    for sealed in [true, false] {
        assert!(
            matches!(difference(&forged(&other, sealed)), (found, Fault::Position { .. }) if found == number)
        );
    }
    // An order that nobody gave, hidden in it.
    let mut other = file.clone();
    let order = file.entries.iter().find_map(|entry| entry.opening.as_ref());
    let action = order.expect("an action").sealed.clone();
    let sealed = &mut other.entries[place].opening.as_mut().expect("sealed").sealed;
    sealed["before"] = json!([action]);
    assert_eq!(difference(&forged(&other, true)).0, number);
}

#[test]
fn a_correction_put_in_behind_a_revelation_is_found() {
    let mut club = Club::new(SEED);
    club.allot();
    club.reply(Frederick, "Heinrich to Angermünde\nready");
    club.round();
    club.reply(Frederick, "propose draw");
    club.round();
    agree(&mut club, 1, &[Elisabeth, MariaTheresa, Pompadour]);
    let mut file = club.log();
    // The forger restores the position after the set-up, in which cards were drawn since.
    let place = file.entries.len() - 2;
    let drew = |entry: &&Entry| entry.public.to_string().contains("\"drew\"");
    let last_draw = file.entries.iter().rfind(drew).expect("a draw").number;
    let earlier = &file.entries[last_draw as usize - 2];
    let state = earlier.public["state"].clone();
    let sealed_state = earlier.opening.as_ref().expect("sealed").sealed["state"].clone();
    let mut entry = file.entries.last().expect("the end").clone();
    entry.kind = "taken-back".into();
    entry.public = json!({"to": last_draw - 1, "state": state});
    entry.opening.as_mut().expect("sealed").sealed = json!({"state": sealed_state});
    file.entries.insert(place, entry);
    for sealed in [true, false] {
        let (entry, fault) = difference(&forged(&file, sealed));
        assert_eq!(entry, place as u64 + 1);
        assert!(matches!(fault, Fault::TooFarBack { .. }), "{fault}");
    }
}

#[test]
fn a_forged_agreed_end_is_found() {
    let file = whole_log();
    let last = file.entries.len() - 1;
    let number = file.entries[last].number;
    assert_eq!(file.entries[last].kind, "closed");
    let mut other = file.clone();
    other.entries[last].public["winners"] = json!(["napoleon"]);
    assert_eq!(difference(&forged(&other, true)).0, number);
    let mut other = file.clone();
    other.entries[last].public["seed"] = json!("5a".repeat(32));
    assert!(matches!(difference(&forged(&other, true)), (1, Fault::Seed { .. })));
    let mut other = file.clone();
    other.entries[last].opening.as_mut().expect("sealed").sealed["state"] = json!("5a".repeat(32));
    assert!(
        matches!(difference(&forged(&other, true)), (found, Fault::Position { .. }) if found == number)
    );
    // Actions behind it.
    let mut other = file.clone();
    let action = other.entries.iter().find(|entry| entry.kind == "action").expect("one").clone();
    other.entries.push(action);
    let end = other.entries[last].clone();
    other.entries.push(end);
    assert!(
        matches!(difference(&forged(&other, true)), (found, Fault::Kind { .. }) if found == number + 1)
    );
}
