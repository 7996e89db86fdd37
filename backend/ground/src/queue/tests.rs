//! Guarantees common to all kinds of tasks, on both databases.

use super::*;
use crate::db::testing::databases;
use crate::db::{Db, DbError, Engine, Tx};
use std::collections::BTreeSet;

const NOW_MS: i64 = 1_795_165_200_000;

fn new(kind: Kind, id: &str) -> New<'_> {
    New {
        kind,
        id,
        payload: "payload",
        subject: None,
        user_id: None,
        now_ms: NOW_MS,
        due_at_ms: NOW_MS,
        expires_at_ms: None,
    }
}

async fn within<T>(db: &Db, work: impl AsyncFnOnce(&mut Tx) -> T) -> T {
    let mut tx = db.begin().await.unwrap();
    let result = work(&mut tx).await;
    tx.commit().await.unwrap();
    result
}

async fn add(db: &Db, task: &New<'_>) {
    within(db, async |tx| enqueue(tx, task).await.unwrap()).await;
}

/// The ids of all tasks that are due at an instant; claims them.
async fn due(db: &Db, kind: Kind, now_ms: i64) -> Vec<String> {
    let tasks = claim_due(db, kind, now_ms, 100).await.unwrap();
    tasks.into_iter().map(|task| task.id).collect()
}

async fn claim_one(db: &Db, now_ms: i64) -> Task {
    let mut tasks = claim_due(db, Kind::Email, now_ms, 100).await.unwrap();
    assert_eq!(tasks.len(), 1);
    tasks.remove(0)
}

async fn delay(db: &Db, task: &Task, due_at_ms: i64, effect: Effect) -> bool {
    within(db, async |tx| {
        put_off(tx, task, due_at_ms, effect).await.unwrap()
    })
    .await
}

#[tokio::test]
async fn a_task_exists_exactly_if_its_event_does() {
    for test in databases().await {
        let db = &test.db;
        let mut tx = db.begin().await.unwrap();
        enqueue(&mut tx, &new(Kind::Email, "undone")).await.unwrap();
        tx.rollback().await.unwrap();
        let mut tx = db.begin().await.unwrap();
        enqueue(&mut tx, &new(Kind::Email, "dropped"))
            .await
            .unwrap();
        drop(tx);
        assert_eq!(due(db, Kind::Email, NOW_MS).await, [""; 0]);
        add(db, &new(Kind::Email, "kept")).await;
        assert_eq!(due(db, Kind::Email, NOW_MS).await, ["kept"]);
    }
}

#[tokio::test]
async fn a_task_comes_back_as_it_was_enqueued() {
    for test in databases().await {
        let task = New {
            payload: "sealed",
            subject: Some("code"),
            user_id: Some("ada"),
            expires_at_ms: Some(NOW_MS + 5),
            ..new(Kind::Email, "letter")
        };
        add(&test.db, &task).await;
        let expected = Task {
            kind: Kind::Email,
            id: String::from("letter"),
            payload: String::from("sealed"),
            subject: Some(String::from("code")),
            user_id: Some(String::from("ada")),
            attempts: 1,
            unconfirmed_attempts: 1,
            expires_at_ms: Some(NOW_MS + 5),
            created_at_ms: NOW_MS,
        };
        assert_eq!(claim_one(&test.db, NOW_MS).await, expected);
    }
}

#[tokio::test]
async fn an_id_is_unique_within_its_kind() {
    for test in databases().await {
        add(&test.db, &new(Kind::Email, "same")).await;
        add(&test.db, &new(Kind::Sms, "same")).await;
        let mut tx = test.db.begin().await.unwrap();
        let again = enqueue(&mut tx, &new(Kind::Email, "same")).await;
        assert!(matches!(again, Err(DbError::Duplicate)), "{again:?}");
        drop(tx);
        within(&test.db, async |tx| {
            done(tx, Kind::Email, "same").await.unwrap();
        })
        .await;
        assert_eq!(due(&test.db, Kind::Email, NOW_MS).await, [""; 0]);
        assert_eq!(due(&test.db, Kind::Sms, NOW_MS).await, ["same"]);
    }
}

#[tokio::test]
async fn a_round_skips_tasks_being_claimed_by_another_server() {
    for test in databases().await {
        // SQLite allows one writing transaction at a time.
        if test.db.engine() != Engine::Postgres {
            continue;
        }
        for id in ["a", "b", "c"] {
            add(&test.db, &new(Kind::Referral, id)).await;
        }
        let mut other = test.db.begin().await.unwrap();
        reschedule(&mut other, Kind::Referral, "b", NOW_MS + 1)
            .await
            .unwrap();
        assert_eq!(due(&test.db, Kind::Referral, NOW_MS).await, ["a", "c"]);
        other.commit().await.unwrap();
    }
}

#[tokio::test]
async fn a_round_takes_the_longest_due_tasks_in_the_order_of_events() {
    for test in databases().await {
        let db = &test.db;
        for (id, created_ms, due_ms) in
            [("c", 3, 10), ("a", 1, 30), ("b", 2, 20), ("later", 0, 101)]
        {
            let task = New {
                now_ms: NOW_MS + created_ms,
                due_at_ms: NOW_MS + due_ms,
                ..new(Kind::Referral, id)
            };
            add(db, &task).await;
        }
        let first = claim_due(db, Kind::Referral, NOW_MS + 100, 2)
            .await
            .unwrap();
        assert_eq!(
            first.iter().map(|task| &task.id).collect::<Vec<_>>(),
            ["b", "c"]
        );
        assert!(
            claim_due(db, Kind::Referral, NOW_MS + 100, 0)
                .await
                .unwrap()
                .is_empty()
        );
        assert_eq!(due(db, Kind::Referral, NOW_MS + 100).await, ["a"]);
        assert_eq!(due(db, Kind::Referral, NOW_MS + 100).await, [""; 0]);
        assert_eq!(due(db, Kind::Referral, NOW_MS + 101).await, ["later"]);
    }
}

#[tokio::test]
async fn concurrent_claims_never_return_the_same_task() {
    for test in databases().await {
        let other = Db::connect(&test.url).await.unwrap();
        for number in 0..40 {
            add(&test.db, &new(Kind::Push, &format!("{number:02}"))).await;
        }
        let several = async |db: &Db| {
            let mut claimed = Vec::new();
            for _ in 0..20 {
                claimed.extend(claim_due(db, Kind::Push, NOW_MS, 4).await.unwrap());
            }
            claimed
        };
        let (one, two) = tokio::join!(several(&test.db), several(&other));
        let all: Vec<&Task> = one.iter().chain(&two).collect();
        let ids: BTreeSet<&str> = all.iter().map(|task| task.id.as_str()).collect();
        assert_eq!((all.len(), ids.len()), (40, 40));
        assert!(all.iter().all(|task| task.attempts == 1));
    }
}

#[tokio::test]
async fn a_crashed_servers_tasks_are_due_again_after_the_lease() {
    for test in databases().await {
        let db = &test.db;
        add(db, &new(Kind::Email, "letter")).await;
        let dead = claim_one(db, NOW_MS).await;
        assert_eq!(due(db, Kind::Email, NOW_MS + HOLD_MS - 1).await, [""; 0]);
        let next = claim_one(db, NOW_MS + HOLD_MS).await;
        assert_eq!((next.attempts, next.unconfirmed_attempts), (2, 2));
        // The former holder was slow, not dead: it cannot take the task back.
        assert!(!delay(db, &dead, NOW_MS, Effect::None).await);
        assert_eq!(due(db, Kind::Email, NOW_MS + HOLD_MS).await, [""; 0]);
        assert!(delay(db, &next, NOW_MS + HOLD_MS, Effect::None).await);
        assert_eq!(due(db, Kind::Email, NOW_MS + HOLD_MS).await, ["letter"]);
    }
}

#[tokio::test]
async fn attempts_are_unconfirmed_until_one_certainly_had_no_effect() {
    for test in databases().await {
        let db = &test.db;
        add(db, &new(Kind::Email, "letter")).await;
        for (effect, attempts, unconfirmed) in [
            (Effect::Unknown, 1, 1),
            (Effect::None, 2, 2),
            (Effect::None, 3, 1),
            (Effect::Unknown, 4, 1),
            (Effect::Unknown, 5, 2),
        ] {
            let task = claim_one(db, NOW_MS).await;
            assert_eq!(
                (task.attempts, task.unconfirmed_attempts),
                (attempts, unconfirmed)
            );
            assert!(delay(db, &task, NOW_MS, effect).await);
        }
    }
}

#[tokio::test]
async fn a_new_task_is_claimed_by_its_call_or_a_worker_not_both() {
    for test in databases().await {
        let db = &test.db;
        let own = async |id: &str| {
            within(db, async |tx| {
                claim_new(tx, Kind::Email, id, NOW_MS).await.unwrap()
            })
            .await
        };
        let later = New {
            due_at_ms: NOW_MS + HOLD_MS,
            ..new(Kind::Email, "own")
        };
        add(db, &later).await;
        assert_eq!(due(db, Kind::Email, NOW_MS).await, [""; 0]);
        let claimed = own("own").await.unwrap();
        assert_eq!((claimed.attempts, claimed.unconfirmed_attempts), (1, 1));
        assert_eq!((own("own").await, own("none").await), (None, None));
        add(db, &new(Kind::Email, "workers")).await;
        assert_eq!(due(db, Kind::Email, NOW_MS).await, ["workers"]);
        assert_eq!(own("workers").await, None);
    }
}

#[tokio::test]
async fn rescheduling_applies_even_to_claimed_tasks() {
    for test in databases().await {
        let db = &test.db;
        add(db, &new(Kind::Referral, "payment")).await;
        assert_eq!(due(db, Kind::Referral, NOW_MS).await, ["payment"]);
        within(db, async |tx| {
            reschedule(tx, Kind::Referral, "payment", NOW_MS + 1)
                .await
                .unwrap();
            reschedule(tx, Kind::Referral, "none", NOW_MS + 1)
                .await
                .unwrap();
        })
        .await;
        assert_eq!(due(db, Kind::Referral, NOW_MS).await, [""; 0]);
        assert_eq!(due(db, Kind::Referral, NOW_MS + 1).await, ["payment"]);
    }
}

#[tokio::test]
async fn tasks_are_withdrawn_with_their_subject_or_its_former_owner() {
    for test in databases().await {
        let db = &test.db;
        for (id, subject, user_id) in [
            ("1", Some("phone"), "ada"),
            ("2", Some("phone"), "kemi"),
            ("3", Some("laptop"), "ada"),
            ("4", None, "ada"),
        ] {
            let task = New {
                subject,
                user_id: Some(user_id),
                ..new(Kind::Push, id)
            };
            add(db, &task).await;
        }
        let claimed = claim_due(db, Kind::Push, NOW_MS, 100).await.unwrap();
        assert_eq!(claimed.len(), 4);
        within(db, async |tx| {
            withdraw_from_others(tx, "phone", "kemi").await.unwrap();
        })
        .await;
        let left = NOW_MS + HOLD_MS;
        assert_eq!(due(db, Kind::Push, left).await, ["2", "3", "4"]);
        within(db, async |tx| withdraw(tx, "phone").await.unwrap()).await;
        assert_eq!(due(db, Kind::Push, left + HOLD_MS).await, ["3", "4"]);
        // The server working on it notices that it was removed.
        assert!(!delay(db, &claimed[0], left, Effect::None).await);
    }
}

#[tokio::test]
async fn only_expired_tasks_are_removed() {
    for test in databases().await {
        let db = &test.db;
        for (id, expires_at_ms) in [("never", None), ("old", Some(9)), ("young", Some(10))] {
            let task = New {
                expires_at_ms,
                ..new(Kind::Sms, id)
            };
            add(db, &task).await;
        }
        let gone = within(db, async |tx| remove_expired(tx, 10).await.unwrap()).await;
        assert_eq!(gone, 1);
        assert_eq!(due(db, Kind::Sms, NOW_MS).await, ["never", "young"]);
    }
}

#[test]
fn the_backoff_doubles_up_to_a_limit() {
    let waits = [0, 1, 2, 3, 10, 17, 18, i64::MAX].map(|attempts| backoff_ms(5, attempts, 300_000));
    assert_eq!(waits, [5, 5, 10, 20, 2_560, 300_000, 300_000, 300_000]);
    assert_eq!(backoff_ms(5, 17, i64::MAX), 5 << 16);
    assert_eq!(backoff_ms(5, 18, i64::MAX), 5 << 16);
}
