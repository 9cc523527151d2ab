//! Games, seats, snapshots, drafts, inbox and outbox.

use chrono::TimeDelta;
use feldpost::store::{
    Digest, GameId, GameStatus, IncomingMail, Queued, SNAPSHOTS_KEPT, Seat, Seed, Store,
    StoreError, StoredDraft,
};
use rusqlite::Connection;

use crate::{append, club, create_game, draft, incoming, noon, prussia, receipt};

#[test]
fn a_games_name_is_checked() {
    let mut store = Store::in_memory().unwrap();
    let create = |store: &mut Store, name: &str| store.transaction(|tx| create_game(tx, name));
    for name in ["", "Kolin", "kolín", "a-b", "a b", &"a".repeat(33)] {
        let error = create(&mut store, name).unwrap_err();
        assert!(matches!(error, StoreError::GameName { .. }), "{error}");
    }
    let first = create(&mut store, &"a".repeat(32)).unwrap();
    let error = create(&mut store, &"a".repeat(32)).unwrap_err();
    assert!(matches!(error, StoreError::GameNameTaken { .. }), "{error}");
    let second = create(&mut store, "7").unwrap();
    assert!(second > first);
}

#[test]
fn a_game_is_kept_as_it_was_given() {
    let (_directory, _path, mut store, game) = club();
    store
        .transaction(|tx| {
            tx.set_game_settings(game, "{\"days\":3}")?;
            tx.set_game_status(game, GameStatus::Ended, Some(noon() + TimeDelta::days(1)))?;
            let kept = tx.game(game)?;
            assert_eq!((kept.id, kept.name.as_str()), (game, "lobositz"));
            assert_eq!((kept.status, kept.settings.as_str()), (GameStatus::Ended, "{\"days\":3}"));
            assert_eq!((&kept.seed, kept.created), (&Seed([7; 32]), noon()));
            assert_eq!(kept.ended, Some(noon() + TimeDelta::days(1)));
            assert!(!format!("{kept:?}").contains("7, 7"), "the seed is secret");
            assert_eq!(tx.games()?, std::slice::from_ref(&kept));
            assert_eq!(tx.games_with_status(GameStatus::Ended)?, [kept]);
            assert_eq!(tx.games_with_status(GameStatus::Playing)?, []);
            assert!(matches!(
                tx.set_game_settings(game, "{half").unwrap_err(),
                StoreError::Refused { .. }
            ));
            for refused in [
                tx.game(GameId(99)).map(drop),
                tx.head(GameId(99)).map(drop),
                tx.set_game_status(GameId(99), GameStatus::Ended, None),
                tx.set_game_settings(GameId(99), "{}"),
            ] {
                assert!(matches!(refused, Err(StoreError::NoSuchGame { game: 99, .. })));
            }
            Ok::<(), StoreError>(())
        })
        .unwrap();
}

#[test]
fn a_seats_generation_never_goes_back() {
    let (_directory, _path, mut store, game) = club();
    store
        .transaction(|tx| {
            let successor = Seat { generation: 3, address: None, ..prussia(game) };
            tx.save_seat(&successor)?;
            assert_eq!(tx.seat(game, "prussia")?.as_ref(), Some(&successor));
            let error = tx.save_seat(&prussia(game)).unwrap_err();
            assert!(error.to_string().contains("never goes back"), "{error}");
            assert_eq!(tx.seats(game)?, [successor]);
            assert!(tx.save_seat(&prussia(GameId(99))).is_err());
            Ok::<(), StoreError>(())
        })
        .unwrap();
}

#[test]
fn seats_are_found_by_address_whatever_its_case() {
    let (_directory, _path, mut store, game) = club();
    let found = store.transaction(|tx| tx.seats_of_address("ANN@EXAMPLE.ORG")).unwrap();
    assert_eq!(found, [prussia(game)]);
    assert_eq!(store.transaction(|tx| tx.seats_of_address("bob@example.org")).unwrap(), []);
}

#[test]
fn only_the_last_snapshots_are_kept() {
    let (_directory, path, mut store, game) = club();
    store
        .transaction(|tx| {
            for number in 4..=10 {
                append(tx, game, "order", None)?;
                tx.save_snapshot(game, number, &format!("after {number}"))?;
            }
            tx.save_snapshot(game, 10, "after 10, again")?;
            let latest = tx.latest_snapshot(game)?.unwrap();
            assert_eq!((latest.entry, latest.state.as_str()), (10, "after 10, again"));
            assert!(tx.save_snapshot(game, 11, "no such entry").is_err());
            Ok::<(), StoreError>(())
        })
        .unwrap();
    let kept: u32 = Connection::open(&path)
        .unwrap()
        .query_row("SELECT count(*) FROM snapshots", [], |row| row.get(0))
        .unwrap();
    assert_eq!(kept, SNAPSHOTS_KEPT);
}

#[test]
fn a_later_draft_replaces_the_earlier_one() {
    let (_directory, _path, mut store, game) = club();
    store
        .transaction(|tx| {
            assert_eq!(tx.replace_draft(&draft(game, "[1]"))?, None);
            assert_eq!(tx.replace_draft(&draft(game, "[2]"))?, Some(draft(game, "[1]")));
            let other =
                StoredDraft { key: "duel".to_owned(), message_id: None, ..draft(game, "[3]") };
            assert_eq!(tx.replace_draft(&other)?, None);
            assert_eq!(tx.draft(game, "prussia", "movement 3")?, Some(draft(game, "[2]")));
            assert_eq!(tx.drafts(game)?, [other.clone(), draft(game, "[2]")]);
            let withdrawn = tx.withdraw_draft(game, "prussia", "movement 3")?;
            assert_eq!(withdrawn, Some(draft(game, "[2]")));
            assert_eq!(tx.withdraw_draft(game, "prussia", "movement 3")?, None);
            assert_eq!(tx.drafts(game)?, [other]);
            let nobodys = StoredDraft { seat: "atlantis".to_owned(), ..draft(game, "[]") };
            assert!(tx.replace_draft(&nobodys).is_err());
            Ok::<(), StoreError>(())
        })
        .unwrap();
}

#[test]
fn a_mail_is_received_once() {
    let (_directory, _path, mut store, game) = club();
    store
        .transaction(|tx| {
            let answer = tx.queue_mail(&receipt("a"))?.id();
            let id = "<1@example.org>";
            let mail = IncomingMail {
                game: Some(game),
                seat: Some("prussia"),
                receipt: Some(answer),
                ..incoming(b"one", Some(id))
            };
            let number = tx.record_incoming(&mail)?;
            let seen = |bytes: &[u8], id, from| {
                let text = incoming(bytes, id).text_sha256;
                tx.seen(Digest::of(&[bytes]), id, text, from).map(|row| row.map(|row| row.id))
            };
            assert_eq!(seen(b"one", None, "mallory@example.org")?, Some(number));
            assert_eq!(seen(b"other", Some(id), "ANN@example.org")?, Some(number));
            assert_eq!(seen(b"other", Some(id), "mallory@example.org")?, None);
            assert_eq!(seen(b"other", None, "ann@example.org")?, None);

            for again in [incoming(b"one", None), incoming(b"other", Some(id))] {
                match tx.record_incoming(&again) {
                    Err(StoreError::AlreadyReceived { earlier, .. }) => assert_eq!(earlier, number),
                    other => panic!("{other:?}"),
                }
            }
            // Another text under the same Message-ID is another mail.
            let text_sha256 = Some(Digest::of(&[b"another text"]));
            let another = IncomingMail { text_sha256, ..incoming(b"other", Some(id)) };
            let bytes = another.sha256;
            assert_eq!(tx.seen(bytes, Some(id), text_sha256, "ann@example.org")?, None);
            let second = tx.record_incoming(&another)?;
            let seen_again = tx.seen(Digest::of(&[b"x"]), Some(id), text_sha256, "ann@example.org");
            assert_eq!(seen_again?.map(|row| row.id), Some(second));
            // Mails without a Message-ID are told apart by their bytes alone.
            tx.record_incoming(&incoming(b"two", None))?;
            tx.record_incoming(&incoming(b"three", None))?;

            let rows = tx.inbox_of_game(game)?;
            assert_eq!(rows.len(), 1);
            assert_eq!((rows[0].id, rows[0].received), (number, noon()));
            assert_eq!((rows[0].seat.as_deref(), rows[0].receipt), (Some("prussia"), Some(answer)));
            assert_eq!(rows[0].outcome, "accepted");
            Ok::<(), StoreError>(())
        })
        .unwrap();
}

#[test]
fn queued_mail_outlives_a_restart() {
    let (_directory, path, mut store, _) = club();
    let queued = store.transaction(|tx| tx.queue_mail(&receipt("a"))).unwrap();
    assert!(matches!(queued, Queued::New(_)));
    drop(store);
    let mut store = Store::open(&path).unwrap();
    let due = store.transaction(|tx| tx.due(noon(), 10)).unwrap();
    assert_eq!(due.iter().map(|mail| mail.id).collect::<Vec<_>>(), [queued.id()]);
}
