//! Whole simulated campaigns in a database: what the log alone leads to, and what is found when
//! the database is not what its logs say.

use super::*;
use crate::audit::RULES_VERSION;
use crate::audit::seed::game_key;
use crate::audit::{self, Format, Replay, VerifyError};
use crate::campaign::office::Office;
use crate::campaign::table::progress::{Cause, Progress};
use crate::campaign::{AdmissionError, NewGame, NewPlayer, admit, found, replay_all};
use crate::game::{Action, Event, Nation, Scenario, Setup};
use crate::mail::intake::{Limits, OwnAddresses};
use crate::report::Templates;
use crate::simulate;
use crate::store::{NewEntry, SealedParts, Store, StoreError, verify_chain};
use chrono::{DateTime, TimeZone, Utc};
use serde_json::json;

const NAME: &str = "lobositz";
const SEED: [u8; 32] = [9; 32];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 5, 1, 12, 0, 0).unwrap()
}

/// A database with a game that has just been founded, and all actions of a simulated one.
fn club(scenario: Scenario) -> (Store, Vec<(Nation, Action)>) {
    let setup = Setup { scenario, ..Setup::default() };
    let mut store = Store::in_memory().expect("a database");
    let own = OwnAddresses::new("judge@club.test".parse().expect("an address"));
    let templates = Templates::new(None).expect("templates");
    let office = Office::open(&mut store, own, "Judge".into(), Limits::default(), templates)
        .expect("an office");
    let seats = setup.rules().seats();
    let address = |id: &str| format!("{id}@club.test").parse().expect("an address");
    let players =
        seats.into_iter().map(|seat| NewPlayer { seat, address: address(seat.id()) }).collect();
    let new = NewGame { name: NAME.into(), setup, players, seed: Some(SEED) };
    found(&mut store, &office, &new, now()).expect("the game is founded");
    let actions = simulate::play_on(State::new(setup, game_key(&SEED, &[])), 5, 7);
    (store, actions)
}

/// Mails, instructions and orders that were kept, in turns.
fn cause(number: usize) -> Cause {
    let (message_id, sha256) = (Some(format!("{number}@club.test")), format!("{number:064x}"));
    match number % 3 {
        0 => Cause::Mail { message_id, sha256 },
        1 => Cause::Instruction,
        _ => Cause::Draft { message_id, sha256: Some(sha256) },
    }
}

/// Carries out one action and does something more in the same transaction.
fn act<T>(
    store: &mut Store,
    number: usize,
    (nation, action): &(Nation, Action),
    then: impl FnOnce(&mut Progress<'_>) -> T,
) -> T {
    store
        .transaction(|tx| -> Result<T, CampaignError> {
            let game = tx.game_by_name(NAME)?.expect("the game");
            let mut progress = Progress::load(tx, game)?;
            let done = progress.act(*nation, action, &cause(number), now())?;
            assert!(done.is_ok(), "{done:?}");
            progress.save()?;
            Ok(then(&mut progress))
        })
        .expect("carried out")
}

fn play(store: &mut Store, actions: &[(Nation, Action)]) {
    for (number, action) in actions.iter().enumerate() {
        act(store, number, action, |_| ());
    }
}

fn exported(store: &mut Store) -> crate::store::LogFile {
    store
        .transaction(|tx| -> Result<_, StoreError> {
            let game = tx.game_by_name(NAME)?.expect("the game");
            audit::export(tx, &game, None)
        })
        .expect("exported")
}

#[test]
fn every_state_follows_from_the_log_alone() {
    let (mut store, actions) = club(Scenario::STANDARD);
    let mut replay = Replay::new(NAME, SEED);
    let (mut read, mut compared, mut held) = (0, 0, 0);
    for (number, action) in actions.iter().enumerate() {
        act(&mut store, number, action, |progress| {
            let (tx, game) = (progress.tx, progress.game.clone());
            for entry in tx.entries_after(game.id, read).expect("entries") {
                replay.entry(&entry).expect("nothing differs");
                read = entry.number;
            }
            // What waits is in no entry yet; the next one brings it.
            if tx.held_back(game.id).expect("what waits").is_empty() {
                assert_eq!(replay.state(), Some(&progress.state), "after entry {read}");
                compared += 1;
            } else {
                held += 1;
            }
            if number % 60 == 0 {
                tx.forget_snapshots(game.id).expect("thrown away");
                let again = Progress::load(tx, game).expect("from the log");
                assert!(again.state == progress.state, "after entry {read}");
                progress
                    .tx
                    .save_snapshot(
                        progress.game.id,
                        progress.head.number,
                        &progress.state.dump_text(),
                    )
                    .expect("a snapshot");
            }
        });
    }
    assert!(replay.has_ended());
    assert!(compared > 300 && held > 3, "{compared} states were compared, {held} waited");
}

#[test]
fn without_any_snapshot_a_campaign_goes_on_from_its_log() {
    let (mut store, actions) = club(Scenario::AUSTRIAN_THEATRE);
    let mut state = State::new(
        Setup { scenario: Scenario::AUSTRIAN_THEATRE, ..Setup::default() },
        game_key(&SEED, &[]),
    );
    for (number, (nation, action)) in actions.iter().enumerate().take(150) {
        state.act(*nation, action).expect("recorded");
        act(&mut store, number, &(*nation, action.clone()), |progress| {
            assert!(progress.state == state, "after action {number}");
            progress.tx.forget_snapshots(progress.game.id).expect("thrown away");
        });
    }
}

#[test]
fn a_finished_campaign_is_opened_and_verifies() {
    let (mut store, actions) = club(Scenario::WAR_IN_THE_WEST);
    let (last, before) = actions.split_last().expect("actions");
    play(&mut store, before);
    let running = exported(&mut store);
    assert_eq!(running.sealed_parts, SealedParts::Withheld);
    let text = running.to_text().expect("a file");
    let head = running.entries.last().expect("an entry").head();
    let verified = audit::verify(&text, &[head]).expect("the chain holds");
    assert!(!verified.replayed);

    act(&mut store, before.len(), last, |_| ());
    let file = exported(&mut store);
    assert_eq!(file.sealed_parts, SealedParts::Included);
    let verified = audit::verify(&file.to_text().expect("a file"), &[head]).expect("it holds");
    assert!(verified.replayed && verified.heads == 1);
    let redistributions =
        actions.iter().filter(|(_, action)| matches!(action, Action::Redistribute { .. })).count();
    assert_eq!(verified.actions + redistributions, actions.len());
    assert_eq!(audit::check_games(&mut store).expect("checked"), []);

    let templates = Templates::new(None).expect("templates");
    let history = audit::history(&file, &[], &templates, None).expect("a history");
    let text = history.write(Format::Text);
    assert!(text.contains("=== Turn 2 ===") && text.contains("@club.test>"), "{text}");
    assert!(text.lines().any(|line| line.contains("* ")), "secrets are marked: {text}");
    let public = audit::history(&running, &[], &templates, None).expect("a history");
    let public = public.write(Format::Jsonl);
    assert!(!public.contains("@club.test") && !public.contains("\"secret_of\":\""), "{public}");
    let second = audit::history(&file, &[], &templates, Some(2)).expect("a history");
    for line in second.write(Format::Jsonl).lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let told = row["told"].as_array().expect("a list");
        assert!(told.iter().all(|told| told["turn"] == 2), "{line}");
    }
    let csv = history.write(Format::Csv);
    let rows = csv::Reader::from_reader(csv.as_bytes()).records().count();
    assert_eq!(rows, file.entries.len() + redistributions);
}

#[test]
fn a_wrong_snapshot_is_found_and_made_anew() {
    let (mut store, actions) = club(Scenario::AUSTRIAN_THEATRE);
    play(&mut store, &actions[..40]);
    assert_eq!(audit::check_games(&mut store).expect("checked"), []);
    act(&mut store, 40, &actions[40], |progress| {
        let mut json = progress.state.dump();
        json["draw_pile"].as_array_mut().expect("cards").rotate_left(1);
        let text = json.to_string();
        progress
            .tx
            .save_snapshot(progress.game.id, progress.head.number, &text)
            .expect("a snapshot");
    });
    let findings = audit::check_games(&mut store).expect("checked");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].what.contains("snapshot"), "{}", findings[0]);
    let replayed = replay_all(&mut store, None).expect("replayed");
    assert_eq!((replayed.sound, replayed.findings), (vec![NAME.to_owned()], vec![]));
    assert_eq!(audit::check_games(&mut store).expect("checked"), []);
}

#[test]
fn games_that_lead_elsewhere_keep_the_program_from_starting() {
    let (mut store, actions) = club(Scenario::AUSTRIAN_THEATRE);
    play(&mut store, &actions[..40]);
    admit(&mut store).expect("nothing differs");
    let number = store
        .transaction(|tx| -> Result<_, StoreError> {
            assert_eq!(tx.meta("rules version")?.as_deref(), Some(RULES_VERSION.as_bytes()));
            let game = tx.game_by_name(NAME)?.expect("the game");
            // What another version of the rules may have written.
            let entry = NewEntry {
                time: now(),
                kind: "action",
                rules_version: "0",
                public: json!({"events": [], "state": ""}),
                sealed: Some(json!({
                    "nation": "austria", "order": {"do": "reconquest", "cities": []}, "events": []
                })),
            };
            let head = tx.append(game.id, entry)?;
            verify_chain(NAME, &tx.entries(game.id)?).expect("the chain holds");
            Ok(head.number)
        })
        .expect("appended");
    admit(&mut store).expect("the same version is not asked again");
    store.transaction(|tx| tx.set_meta("rules version", b"0")).expect("set");
    let Err(AdmissionError::Differences(findings)) = admit(&mut store) else {
        panic!("the difference is not found");
    };
    assert_eq!((findings.len(), findings[0].entry), (1, Some(number)));
    assert!(findings[0].what.contains("against the rules"), "{}", findings[0]);
    assert_eq!(audit::check_games(&mut store).expect("checked"), findings);
}

#[test]
fn a_redistribution_is_no_entry_before_the_next_one_takes_it_along() {
    let (mut store, actions) = club(Scenario::STANDARD);
    let first = actions
        .iter()
        .position(|(_, action)| matches!(action, Action::Redistribute { .. }))
        .expect("a redistribution");
    play(&mut store, &actions[..first]);
    let before = exported(&mut store).to_text().expect("a file");
    act(&mut store, first, &actions[first], |progress| {
        let events = progress.events_after(progress.head.number).expect("events");
        assert!(events.is_empty());
    });
    assert_eq!(exported(&mut store).to_text().expect("a file"), before);
    let next = first + 1;
    let events = act(&mut store, next, &actions[next], |progress| {
        progress.events_after(progress.head.number - 1).expect("events")
    });
    let (nation, _) = actions[first];
    assert!(matches!(events[0].event.war(), Some(Event::Redistributed { .. })));
    assert_eq!(events[0].owner, Some(nation));
    let file = exported(&mut store);
    let last = file.entries.last().expect("an entry");
    assert!(!last.public.to_string().contains("redistributed"), "{}", last.public);
}

#[test]
fn only_the_sealed_part_tells_what_gave_an_order() {
    let (mut store, actions) = club(Scenario::WAR_IN_THE_WEST);
    play(&mut store, &actions);
    let file = exported(&mut store);
    assert_eq!(file.sealed_parts, SealedParts::Included);
    let mut told = std::collections::BTreeMap::new();
    for entry in file.entries.iter().filter(|entry| entry.kind == "action") {
        assert_eq!((&entry.public["by"], &entry.public["mail"]), (&json!(null), &json!(null)));
        let sealed = &entry.opening.as_ref().expect("the game is over").sealed;
        let (by, mail) = (sealed["by"].as_str(), &sealed["mail"]);
        *told.entry(by).or_insert(0) += 1;
        assert_eq!(mail["sha256"].is_string(), by != Some("instruction"), "{sealed}");
        assert_eq!(mail["message_id"].is_string(), by != Some("instruction"), "{sealed}");
    }
    let kinds: Vec<_> = told.keys().copied().collect();
    assert_eq!(kinds, [None, Some("instruction"), Some("orders-kept")], "{told:?}");
    assert!(told.values().all(|count| *count > 10), "{told:?}");
    let verified = audit::verify(&file.to_text().expect("a file"), &[]).expect("nothing differs");
    assert!(verified.replayed);
    let templates = Templates::new(None).expect("templates");
    let story = audit::history(&file, &[], &templates, None).expect("told").write(Format::Text);
    assert!(story.contains("       by duel instruction\n"), "{story}");
    assert!(story.contains("       by orders sent ahead\n       mail 0000"), "{story}");
}

#[test]
fn a_game_cut_short_is_not_taken_for_a_finished_one() {
    let (mut store, actions) = club(Scenario::WAR_IN_THE_WEST);
    play(&mut store, &actions);
    let mut file = exported(&mut store);
    let dropped = file.entries.pop().expect("the end").head();
    let text = file.to_text().expect("a file");
    let last = dropped.number - 1;
    assert_eq!(audit::verify(&text, &[]), Err(VerifyError::NotEnded { last }));
    let number = dropped.number;
    assert_eq!(audit::verify(&text, &[dropped]), Err(VerifyError::Dropped { number, last }));
}

/// The order in the sealed part of an entry, or one that waits for an entry.
fn order(sealed: &serde_json::Value) -> (Nation, Action) {
    let nation = sealed["nation"].as_str().and_then(Nation::from_id).expect("a nation");
    let order: crate::game::Order =
        serde_json::from_value(sealed["order"].clone()).expect("an order");
    (nation, order.resolve(nation).expect("an action"))
}

/// A redistribution of troops that is allowed now, and the one that undoes it.
fn shift(state: &State) -> Option<(Nation, Action, Action)> {
    for nation in Nation::ALL {
        for city in crate::game::board().city_ids() {
            let stack: Vec<_> = state.stack_at(city).iter().collect();
            let [first, second, ..] = stack[..] else { continue };
            let [one, two] = [first, second].map(|general| state.piece(general).troops);
            let troops = |one, two| Action::Redistribute {
                city,
                troops: stack
                    .iter()
                    .map(|general| match *general {
                        general if general == first => (general, one),
                        general if general == second => (general, two),
                        general => (general, state.piece(general).troops),
                    })
                    .collect(),
            };
            for (more, less) in [(one + 1, two.saturating_sub(1)), (one.saturating_sub(1), two + 1)]
            {
                let there = troops(more, less);
                if first.nation() == nation && state.clone().act(nation, &there).is_ok() {
                    return Some((nation, there, troops(one, two)));
                }
            }
        }
    }
    None
}

/// Takes back what the last entry of the log did and what waits for the next, and does it again;
/// how many orders waited. `None` if something secret was revealed by it.
fn back_and_again(progress: &mut Progress<'_>) -> Option<usize> {
    let (tx, game) = (progress.tx, progress.game.id);
    let entries = tx.entries(game).expect("entries");
    let (last, earlier) = entries.split_last().expect("an entry");
    let to = last.number - 1;
    if last.kind != audit::journal::ACTION || !audit::may_go_back(&entries, to) {
        return None;
    }
    // Somebody shifts troops now, and shifts them back at the end.
    let shifts = shift(&progress.state);
    if let Some((nation, there, _)) = &shifts {
        let done = progress.act(*nation, there, &Cause::Instruction, now()).expect("stored");
        assert!(done.is_ok(), "{done:?}");
    }
    let sealed = &last.opening.as_ref().expect("sealed").sealed;
    let mut again: Vec<_> = sealed["before"].as_array().into_iter().flatten().map(order).collect();
    again.push(order(sealed));
    let held = tx.held_back(game).expect("what waits");
    again.extend(held.iter().map(order));
    let mut replay = Replay::new(NAME, SEED);
    earlier.iter().for_each(|entry| replay.entry(entry).expect("nothing differs"));
    let (reached, before) = (progress.state.clone(), replay.into_state().expect("it has begun"));
    assert!(before != reached);
    progress.take_back(to, before.clone(), now()).expect("taken back");
    assert!(progress.state == before);
    for (nation, action) in again {
        let done = progress.act(nation, &action, &Cause::Instruction, now()).expect("stored");
        assert!(done.is_ok(), "{done:?}");
    }
    assert!(progress.state == reached, "chance and all the rest are as they were");
    if let Some((nation, _, back)) = &shifts {
        let done = progress.act(*nation, back, &Cause::Instruction, now()).expect("stored");
        assert!(done.is_ok(), "{done:?}");
    }
    progress.save().expect("saved");
    Some(held.len())
}

#[test]
fn what_is_taken_back_and_done_again_leads_to_the_same_and_verifies() {
    let (mut store, actions) = club(Scenario::STANDARD);
    let (mut back, mut waited) = (0, 0);
    for (number, action) in actions[..actions.len() - 1].iter().enumerate() {
        act(&mut store, number, action, |progress| {
            let waits = !progress.tx.held_back(progress.game.id).expect("what waits").is_empty();
            if (waits || number % 8 == 0)
                && let Some(held) = back_and_again(progress)
            {
                back += 1;
                waited += held;
            }
        });
    }
    assert!(back > 10 && waited > 0, "{back} times, {waited} orders waited");
    assert_eq!(audit::check_games(&mut store).expect("checked"), []);
    let close = |tx: &crate::store::Tx<'_>| -> Result<(), CampaignError> {
        let mut progress = Progress::load(tx, tx.game_by_name(NAME)?.expect("the game"))?;
        progress.note(&crate::report::ClubNews::Stopped {}, now())?;
        progress.close(audit::journal::ClosedBy::Organiser, Vec::new(), now())
    };
    store.transaction(close).expect("closed");
    let file = exported(&mut store);
    assert!(audit::verify(&file.to_text().expect("a file"), &[]).expect("it holds").replayed);
}
