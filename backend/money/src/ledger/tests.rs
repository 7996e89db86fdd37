//! Tests of the ledger on each available database.

use super::*;
use domain_core::money::Currency;
use domain_core::money::Currency::{Ngn, Usd};
use domain_core::payment::Movement;
use ground::db::testing::{TestDb, databases};
use sqlx::Executor;

async fn open(db: &TestDb, ids: &[&str]) {
    let mut tx = db.db.begin().await.unwrap();
    for id in ids {
        open_for_person(
            &mut tx,
            Account {
                id,
                owner: id,
                currency: Ngn,
            },
            1,
        )
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
}

fn transfer<'a>(id: &'a str, from: &str, to: &str, amount_minor: i64) -> NewTransfer<'a> {
    let entries = vec![
        Entry::new(from, -amount_minor),
        Entry::new(to, amount_minor),
    ];
    NewTransfer {
        id,
        kind: Movement::WalletTransfer,
        currency: Ngn,
        linked_to: None,
        entries,
    }
}

async fn fund(db: &TestDb, account: &str, amount_minor: i64) {
    let mut tx = db.db.begin().await.unwrap();
    let id = format!("fund-{account}");
    record(
        &mut tx,
        transfer(&id, "system:settlement:NGN", account, amount_minor),
        2,
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

async fn minor(db: &TestDb, account: &str) -> (i64, i64) {
    let found = balance(&mut db.db.read().await.unwrap(), account)
        .await
        .unwrap()
        .unwrap();
    (found.settled_minor, found.reserved_minor)
}

async fn assert_clean(db: &TestDb) {
    assert_eq!(
        check(&mut db.db.read().await.unwrap(), Scope::Whole)
            .await
            .unwrap(),
        []
    );
}

#[tokio::test]
async fn posted_transfers_move_money_and_pass_the_check() {
    for db in databases().await {
        open(&db, &["a", "b"]).await;
        fund(&db, "a", 1_000).await;
        let mut tx = db.db.begin().await.unwrap();
        record(&mut tx, transfer("t", "a", "b", 400), 3)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        assert_eq!(
            (minor(&db, "a").await, minor(&db, "b").await),
            ((600, 0), (400, 0))
        );
        assert_clean(&db).await;
    }
}

#[tokio::test]
async fn a_debit_above_the_available_balance_changes_nothing() {
    for db in databases().await {
        open(&db, &["a", "b"]).await;
        fund(&db, "a", 1_000).await;
        let mut tx = db.db.begin().await.unwrap();
        let refused = record(&mut tx, transfer("t", "a", "b", 1_001), 3).await;
        assert!(
            matches!(refused, Err(LedgerError::Insufficient { account_id }) if account_id == "a")
        );
        tx.rollback().await.unwrap();
        assert_eq!(
            (minor(&db, "a").await, minor(&db, "b").await),
            ((1_000, 0), (0, 0))
        );
        assert_clean(&db).await;
    }
}

#[tokio::test]
async fn reserved_money_cannot_be_spent_and_is_posted_or_voided_once() {
    for db in databases().await {
        open(&db, &["a", "b"]).await;
        fund(&db, "a", 1_000).await;
        let mut tx = db.db.begin().await.unwrap();
        reserve(&mut tx, transfer("kept", "a", "b", 700), 3)
            .await
            .unwrap();
        reserve(&mut tx, transfer("given-back", "a", "b", 300), 3)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        assert_eq!(minor(&db, "a").await, (1_000, 1_000));
        assert_clean(&db).await;

        let mut tx = db.db.begin().await.unwrap();
        assert!(matches!(
            reserve(&mut tx, transfer("more", "a", "b", 1), 4).await,
            Err(LedgerError::Insufficient { .. })
        ));
        tx.rollback().await.unwrap();

        let mut tx = db.db.begin().await.unwrap();
        post(&mut tx, "kept", 5).await.unwrap();
        void(&mut tx, "given-back", 5).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(
            (minor(&db, "a").await, minor(&db, "b").await),
            ((300, 0), (700, 0))
        );

        let mut tx = db.db.begin().await.unwrap();
        assert!(matches!(
            post(&mut tx, "kept", 6).await,
            Err(LedgerError::NotPending)
        ));
        assert!(matches!(
            void(&mut tx, "kept", 6).await,
            Err(LedgerError::NotPending)
        ));
        assert!(matches!(
            void(&mut tx, "unknown", 6).await,
            Err(LedgerError::NotPending)
        ));
        tx.rollback().await.unwrap();
        assert_clean(&db).await;
    }
}

#[tokio::test]
async fn unbalanced_entries_are_refused() {
    for db in databases().await {
        open(&db, &["a", "b"]).await;
        let refused = [
            vec![Entry::new("a", 5), Entry::new("b", -4)],
            vec![Entry::new("a", 5), Entry::new("a", -5)],
            vec![Entry::new("a", 0), Entry::new("b", 0)],
            vec![],
            vec![Entry::new("a", i64::MAX), Entry::new("b", i64::MAX)],
        ];
        for entries in refused {
            let mut tx = db.db.begin().await.unwrap();
            let transfer = NewTransfer {
                id: "t",
                kind: Movement::WalletTransfer,
                currency: Ngn,
                linked_to: None,
                entries,
            };
            assert!(matches!(
                record(&mut tx, transfer, 3).await,
                Err(LedgerError::Unbalanced)
            ));
        }
    }
}

#[tokio::test]
async fn an_unknown_account_or_another_currency_is_refused() {
    for db in databases().await {
        open(&db, &["a", "b"]).await;
        fund(&db, "a", 10).await;
        let mut tx = db.db.begin().await.unwrap();
        let mut dollars = transfer("t", "a", "b", 5);
        dollars.currency = Usd;
        assert!(matches!(
            record(&mut tx, dollars, 3).await,
            Err(LedgerError::UnknownAccount { .. })
        ));
    }
}

#[tokio::test]
async fn ledger_rows_cannot_be_changed_or_removed() {
    for db in databases().await {
        open(&db, &["a", "b"]).await;
        fund(&db, "a", 10).await;
        for forbidden in [
            "UPDATE ledger_entries SET amount_minor = 99",
            "DELETE FROM ledger_entries",
            "DELETE FROM ledger_transfers",
            "DELETE FROM ledger_accounts",
            "UPDATE ledger_transfers SET state = 'voided'",
            "UPDATE ledger_transfers SET state = 'pending'",
        ] {
            let mut connection = db.db.read().await.unwrap();
            assert!(connection.execute(forbidden).await.is_err(), "{forbidden}");
        }
        assert_clean(&db).await;
    }
}

#[tokio::test]
async fn the_check_finds_tampered_rows() {
    for db in databases().await {
        open(&db, &["a", "b"]).await;
        fund(&db, "a", 10).await;
        let mut connection = db.db.read().await.unwrap();
        connection
            .execute("UPDATE ledger_accounts SET settled_minor = 11 WHERE id = 'a'")
            .await
            .unwrap();
        let found = check(&mut connection, Scope::Whole).await.unwrap();
        assert_eq!(
            found,
            [Finding {
                what: "a settled balance differs from its posted entries",
                id: "a".into()
            }]
        );
    }
}

/// Twenty concurrent debits and a balance for exactly one.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_debits_cannot_overdraw_an_account() {
    for db in databases().await {
        open(&db, &["a", "b"]).await;
        fund(&db, "a", 100).await;
        let spend = |number: usize| {
            let db = db.db.clone();
            async move {
                let mut tx = db.begin().await.unwrap();
                let id = format!("t{number}");
                match record(&mut tx, transfer(&id, "a", "b", 60), 3).await {
                    Ok(()) => tx.commit().await.is_ok(),
                    Err(LedgerError::Insufficient { .. }) => false,
                    Err(other) => panic!("{other}"),
                }
            }
        };
        let spenders: Vec<_> = (0..20).map(|number| tokio::spawn(spend(number))).collect();
        let mut succeeded = 0;
        for spender in spenders {
            succeeded += usize::from(spender.await.unwrap());
        }
        assert_eq!(succeeded, 1);
        assert_eq!(
            (minor(&db, "a").await, minor(&db, "b").await),
            ((40, 0), (60, 0))
        );
        assert_clean(&db).await;
    }
}

#[tokio::test]
async fn every_system_account_exists_in_every_currency() {
    for db in databases().await {
        for account in SystemAccount::ALL {
            for currency in Currency::ALL {
                let id = account.id(*currency);
                let found = balance(&mut db.db.read().await.unwrap(), &id)
                    .await
                    .unwrap();
                assert!(found.is_some(), "{id}");
            }
        }
    }
}

#[tokio::test]
async fn a_balance_overflow_is_refused() {
    for db in databases().await {
        open(&db, &["ada", "ben"]).await;
        fund(&db, "ada", i64::MAX - 5).await;
        for (id, amount_minor, fits) in [
            ("a", 6, false),
            ("b", i64::MAX, false),
            ("c", 5, true),
            ("d", 1, false),
        ] {
            let mut tx = db.db.begin().await.unwrap();
            // Another system account pays: its own balance is far from the limit.
            let transfer = transfer(id, "system:fees:NGN", "ada", amount_minor);
            match (record(&mut tx, transfer, 3).await, fits) {
                (Ok(()), true) => tx.commit().await.unwrap(),
                (Err(LedgerError::Overflow { account_id }), false) => assert_eq!(account_id, "ada"),
                (other, _) => panic!("{amount_minor}: {other:?}"),
            }
        }
        assert_eq!(minor(&db, "ada").await, (i64::MAX, 0));
        // The lower limit holds as well.
        fund(&db, "ben", 5).await;
        let mut tx = db.db.begin().await.unwrap();
        let more = transfer("e", "system:settlement:NGN", "ben", 5);
        let refused = record(&mut tx, more, 3).await;
        assert!(
            matches!(refused, Err(LedgerError::Overflow { .. })),
            "{refused:?}"
        );
    }
}
