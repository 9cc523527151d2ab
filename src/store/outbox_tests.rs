//! Tests of the outbox: what is due when, in which order, and what becomes of failures.

use super::*;
use crate::store::{Store, parse_time};
use chrono::TimeDelta;
use proptest::prelude::*;

fn noon() -> DateTime<Utc> {
    parse_time("2026-05-01T12:00:00Z").unwrap()
}

fn minutes(count: i64) -> DateTime<Utc> {
    noon() + TimeDelta::minutes(count)
}

fn with_store<T>(work: impl FnOnce(&Tx<'_>) -> Result<T, StoreError>) -> T {
    Store::in_memory().unwrap().transaction(work).unwrap()
}

fn queue(tx: &Tx<'_>, key: &str, recipient: &str, not_before: DateTime<Utc>) -> OutboxId {
    let mail = NewMail {
        message_key: key,
        game: None,
        seat: None,
        generation: None,
        kind: "receipt",
        rank: Rank::Prompt,
        recipient,
        payload: "{\"text\":\"\"}",
        entry: None,
        asked: None,
        created: noon(),
        not_before,
    };
    match tx.queue_mail(&mail).unwrap() {
        Queued::New(id) => id,
        Queued::Before(_) => panic!("{key} was queued before"),
    }
}

fn due_keys(tx: &Tx<'_>, now: DateTime<Utc>) -> Vec<String> {
    tx.due(now, 100).unwrap().into_iter().map(|mail| mail.message_key).collect()
}

#[test]
fn a_mail_is_kept_as_it_was_given() {
    with_store(|tx| {
        let mail = NewMail {
            message_key: "lobositz-1-prussia",
            game: None,
            seat: Some("prussia"),
            generation: Some(u32::MAX),
            kind: "prompt",
            rank: Rank::Prompt,
            recipient: "Ann@Example.org",
            payload: "{\"text\":\"ä\"}",
            entry: None,
            asked: None,
            created: noon(),
            not_before: minutes(5),
        };
        let queued = tx.queue_mail(&mail)?;
        let expected = OutgoingMail {
            id: queued.id(),
            message_key: "lobositz-1-prussia".to_owned(),
            game: None,
            seat: Some("prussia".to_owned()),
            generation: Some(u32::MAX),
            kind: "prompt".to_owned(),
            rank: Rank::Prompt,
            recipient: "Ann@Example.org".to_owned(),
            payload: "{\"text\":\"ä\"}".to_owned(),
            state: MailState::Queued,
            attempts: 0,
            created: noon(),
            not_before: minutes(5),
            first_failure: None,
            handed: None,
            unreachable: false,
            sent: None,
            last_error: None,
            entry: None,
            number: None,
            asked: None,
        };
        assert_eq!(tx.mail(queued.id())?, Some(expected.clone()));
        assert_eq!(tx.mail_by_key("lobositz-1-prussia")?, Some(expected));
        assert_eq!(tx.mail(OutboxId(queued.id().0 + 1))?, None);
        Ok(())
    });
}

#[test]
fn the_same_key_is_the_same_mail() {
    with_store(|tx| {
        let first = queue(tx, "a", "ann@example.org", noon());
        let again = NewMail {
            message_key: "a",
            game: None,
            seat: None,
            generation: None,
            kind: "another",
            rank: Rank::Prompt,
            recipient: "bob@example.org",
            payload: "[]",
            entry: None,
            asked: None,
            created: noon(),
            not_before: noon(),
        };
        assert_eq!(tx.queue_mail(&again)?, Queued::Before(first));
        tx.mark_sent(first, noon())?;
        assert_eq!(tx.queue_mail(&again)?, Queued::Before(first));
        assert!(due_keys(tx, noon()).is_empty(), "what was sent is not sent again");
        Ok(())
    });
}

#[test]
fn mails_to_one_recipient_go_one_by_one_in_order() {
    with_store(|tx| {
        let first = queue(tx, "ann 1", "ann@example.org", noon());
        queue(tx, "ann 2", "ANN@example.org", noon());
        queue(tx, "bob 1", "bob@example.org", noon());
        assert_eq!(due_keys(tx, noon()), ["ann 1", "bob 1"]);
        tx.mark_sent(first, noon())?;
        assert_eq!(due_keys(tx, noon()), ["ann 2", "bob 1"]);
        assert_eq!(tx.due(noon(), 1)?.len(), 1);
        Ok(())
    });
}

#[test]
fn a_mail_waiting_for_its_retry_is_overtaken_by_other_recipients_only() {
    with_store(|tx| {
        let first = queue(tx, "ann 1", "ann@example.org", noon());
        queue(tx, "ann 2", "ann@example.org", noon());
        queue(tx, "bob 1", "bob@example.org", noon());
        let after = tx.mark_failed(first, Failure::Recipient, "server busy", noon())?;
        assert_eq!(after, AfterFailure::RetryAt(minutes(1)));
        assert_eq!(due_keys(tx, noon()), ["bob 1"]);
        assert_eq!(due_keys(tx, minutes(1)), ["ann 1", "bob 1"]);
        let waiting = tx.mail(first)?.unwrap();
        assert_eq!((waiting.attempts, waiting.not_before), (1, minutes(1)));
        assert_eq!(waiting.first_failure, Some(noon()));
        assert_eq!(waiting.last_error.as_deref(), Some("server busy"));
        tx.mark_sent(first, minutes(1))?;
        assert_eq!(due_keys(tx, minutes(1)), ["ann 2", "bob 1"]);
        let sent = tx.mail(first)?.unwrap();
        assert_eq!((sent.state, sent.sent), (MailState::Sent, Some(minutes(1))));
        assert_eq!(sent.last_error, None);
        Ok(())
    });
}

#[test]
fn a_mail_queued_for_later_holds_nothing_up() {
    with_store(|tx| {
        queue(tx, "reminder", "ann@example.org", minutes(60));
        let receipt = queue(tx, "receipt", "ann@example.org", noon());
        assert_eq!(due_keys(tx, noon()), ["receipt"]);
        // Once both are due, the order of queueing holds again.
        assert_eq!(due_keys(tx, minutes(60)), ["reminder"]);
        tx.mark_sent(receipt, noon())?;
        assert_eq!(due_keys(tx, minutes(59)), [""; 0]);
        assert_eq!(due_keys(tx, minutes(60)), ["reminder"]);
        Ok(())
    });
}

#[test]
fn a_permanent_failure_is_final_and_lets_the_next_mail_pass() {
    with_store(|tx| {
        let first = queue(tx, "ann 1", "ann@example.org", noon());
        queue(tx, "ann 2", "ann@example.org", noon());
        let after = tx.mark_failed(first, Failure::Permanent, "550 no such user", noon())?;
        assert_eq!(after, AfterFailure::Dead);
        assert_eq!(due_keys(tx, minutes(100_000)), ["ann 2"]);
        let dead = tx.dead_mails(10)?;
        assert_eq!(dead.len(), 1);
        assert_eq!((dead[0].id, dead[0].state), (first, MailState::Dead));
        assert_eq!(dead[0].last_error.as_deref(), Some("550 no such user"));

        assert!(tx.revive_mail(first, minutes(7))?);
        assert!(!tx.revive_mail(first, minutes(7))?, "it is not dead any more");
        assert_eq!(due_keys(tx, minutes(7)), ["ann 1"]);
        let revived = tx.mail(first)?.unwrap();
        assert_eq!((revived.attempts, revived.first_failure), (0, None));
        Ok(())
    });
}

#[test]
fn what_always_fails_is_tried_for_ever() {
    with_store(|tx| {
        let mail = queue(tx, "ann 1", "ann@example.org", noon());
        let mut now = noon();
        for attempt in 1..200 {
            assert_eq!(due_keys(tx, now), ["ann 1"]);
            match tx.mark_failed(mail, Failure::Recipient, "no route", now)? {
                AfterFailure::RetryAt(next) => now = next,
                AfterFailure::Dead => panic!("given up after {attempt} attempts"),
            }
        }
        assert!(now - noon() > TimeDelta::days(40), "{now}");
        assert_eq!(tx.mail(mail)?.unwrap().first_failure, Some(noon()));
        Ok(())
    });
}

#[test]
fn what_is_about_a_mail_alone_keeps_no_other_and_an_outage_counts_for_none() {
    with_store(|tx| {
        let large = queue(tx, "ann 1", "ann@example.org", noon());
        let next = queue(tx, "ann 2", "ann@example.org", noon());
        tx.mark_failed(large, Failure::Mail, "552 too large", noon())?;
        assert_eq!(due_keys(tx, noon()), ["ann 2"]);
        assert_eq!(tx.next_due()?, Some(noon()));
        tx.mark_failed(next, Failure::Service, "421 later", noon())?;
        let waits = tx.mail(next)?.unwrap();
        assert_eq!((waits.attempts, waits.first_failure, waits.not_before), (0, None, noon()));
        assert_eq!(waits.last_error.as_deref(), Some("421 later"));
        // What was mended lets everything go at once.
        assert_eq!(tx.retry_all(noon())?, 1);
        assert_eq!(due_keys(tx, noon()), ["ann 1"]);
        Ok(())
    });
}

#[test]
fn prompts_go_before_news_and_news_before_press() {
    with_store(|tx| {
        let later = |key, recipient, rank| {
            let mail = NewMail {
                message_key: key,
                game: None,
                seat: None,
                generation: None,
                kind: "mail",
                rank,
                recipient,
                payload: "{}",
                entry: None,
                asked: None,
                created: noon(),
                not_before: noon(),
            };
            tx.queue_mail(&mail).unwrap().id()
        };
        later("press", "ann@example.org", Rank::Press);
        later("news", "bob@example.org", Rank::News);
        later("other press", "eve@example.org", Rank::Press);
        let prompt = later("prompt", "ann@example.org", Rank::Prompt);
        assert_eq!(due_keys(tx, noon()), ["prompt", "news", "other press"]);
        tx.mark_handed(prompt, noon())?;
        assert_eq!(tx.mail(prompt)?.unwrap().handed, Some(noon()));
        tx.mark_not_handed(prompt)?;
        assert_eq!(tx.mail(prompt)?.unwrap().handed, None);
        tx.mark_sent(prompt, minutes(1))?;
        assert_eq!(due_keys(tx, noon()), ["news", "press", "other press"]);
        assert_eq!(
            (tx.sent_since(noon(), minutes(2), 9)?, tx.sent_since(minutes(1), minutes(2), 9)?),
            (1, 0)
        );
        assert!(tx.others_reached("bob@example.org", noon())?);
        assert!(!tx.others_reached("ANN@example.org", noon())?);
        Ok(())
    });
}

#[test]
fn only_a_queued_mail_can_be_sent_or_fail() {
    with_store(|tx| {
        let sent = queue(tx, "a", "ann@example.org", noon());
        tx.mark_sent(sent, noon())?;
        for mail in [sent, OutboxId(4711)] {
            let refused = tx.mark_sent(mail, noon()).unwrap_err();
            assert!(matches!(refused, StoreError::NotQueued { .. }), "{refused}");
            let refused = tx.mark_failed(mail, Failure::Recipient, "", noon()).unwrap_err();
            assert!(matches!(refused, StoreError::NotQueued { .. }), "{refused}");
            assert!(!tx.revive_mail(mail, noon())?);
        }
        Ok(())
    });
}

#[test]
fn a_payload_is_json() {
    with_store(|tx| {
        let mail = NewMail {
            message_key: "a",
            game: None,
            seat: None,
            generation: None,
            kind: "receipt",
            rank: Rank::Prompt,
            recipient: "ann@example.org",
            payload: "{half",
            entry: None,
            asked: None,
            created: noon(),
            not_before: noon(),
        };
        let refused = tx.queue_mail(&mail).unwrap_err();
        assert!(matches!(refused, StoreError::Refused { .. }), "{refused}");
        assert_eq!(tx.mail_by_key("a")?, None);
        Ok(())
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However mails fail: nothing is lost, nothing is sent twice, mails to one recipient that
    /// are all due at once go in their order, and `next_due` wakes the daemon neither in vain nor
    /// too late.
    #[test]
    fn all_mail_gets_out_in_order(
        recipients in prop::collection::vec(0..3_usize, 1..12),
        failures in prop::collection::vec(any::<bool>(), 0..30),
    ) {
        let mut store = Store::in_memory().unwrap();
        let sent = store.transaction(|tx| {
            let queued: Vec<OutboxId> = recipients
                .iter()
                .enumerate()
                .map(|(index, recipient)| queue(tx, &index.to_string(), &recipient.to_string(), noon()))
                .collect();
            let mut failures = failures.into_iter();
            let mut sent: Vec<(String, OutboxId)> = Vec::new();
            let mut now = noon();
            while let Some(next) = tx.next_due()? {
                now = now.max(next);
                let due = tx.due(now, 2)?;
                assert!(!due.is_empty(), "woken in vain");
                for mail in due {
                    if failures.next() == Some(true) {
                        tx.mark_failed(mail.id, Failure::Recipient, "busy", now)?;
                    } else {
                        tx.mark_sent(mail.id, now)?;
                        sent.push((mail.recipient, mail.id));
                    }
                }
            }
            assert_eq!(sent.len(), queued.len());
            assert!(tx.due(now + TimeDelta::days(9), 100)?.is_empty(), "left behind");
            Ok::<_, StoreError>(sent)
        }).unwrap();
        for recipient in ["0", "1", "2"] {
            let order: Vec<OutboxId> =
                sent.iter().filter(|(to, _)| to == recipient).map(|(_, id)| *id).collect();
            prop_assert!(order.is_sorted(), "{recipient}: {order:?}");
        }
    }
}

/// Whether a decision was told is known by the number of the mail that asked for it.
#[test]
fn what_takes_the_place_of_a_held_mail_gets_its_number_if_it_asks() {
    with_store(|tx| {
        let game = tx.create_game(&crate::store::NewGame {
            name: "lobositz",
            status: crate::store::GameStatus::Playing,
            settings: "{}",
            seed: crate::store::Seed([7; 32]),
            created: noon(),
        })?;
        let mail = |key, asked| NewMail {
            message_key: key,
            game: Some(game),
            seat: Some("frederick"),
            generation: Some(1),
            kind: "receipt",
            rank: Rank::Prompt,
            recipient: "ann@example.org",
            payload: "{}",
            entry: None,
            asked,
            created: noon(),
            not_before: noon(),
        };
        let prompt = tx.queue_mail(&mail("prompt", Some("[\"movement 1 prussia\"]")))?;
        let held = tx.queue_mail(&mail("receipt", None))?.id();
        tx.replace_held(held, &mail("next prompt", Some("[\"movement 2 prussia\"]")))?;
        let number = |id: OutboxId| -> Option<u32> {
            let sql = "SELECT number FROM outbox WHERE id = ?1";
            tx.run("read", |connection| connection.query_row(sql, [id], |row| row.get(0)))
                .expect("a mail")
        };
        assert_eq!((number(prompt.id()), number(held)), (Some(1), Some(2)));
        tx.replace_held(held, &mail("a later one", Some("[\"movement 3 prussia\"]")))?;
        assert_eq!(number(held), Some(2));
        Ok(())
    });
}
