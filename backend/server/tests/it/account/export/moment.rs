//! An export is a consistent snapshot, whatever happens meanwhile.

use super::complete::by_hand;
use super::{document, files, minor, rows};
use crate::support::{Caller, World};
use crate::wallet::{credit, holder, transfer, wallet_number};
use serde_json::Value;
use std::collections::BTreeMap;

/// The sums of the posted entries of each currency, and the balances of the wallets.
fn sums(document: &Value) -> [BTreeMap<String, i64>; 2] {
    let mut sums = [BTreeMap::new(), BTreeMap::new()];
    let currency = |row: &Value| String::from(row["currency"].as_str().unwrap());
    for entry in rows(document, "ledger_entries") {
        let sign = if entry["type"] == "DEBIT" { -1 } else { 1 };
        if entry["state"] == "posted" {
            *sums[0].entry(currency(entry)).or_default() += sign * minor(&entry["amount"]);
        }
    }
    for wallet in rows(document, "wallets") {
        let settled = minor(&wallet["settled"]);
        sums[1].extend((settled != 0).then(|| (currency(wallet), settled)));
    }
    sums[0].retain(|_, sum| *sum != 0);
    sums
}

fn references(document: &Value) -> Vec<&str> {
    let all = rows(document, "transactions").iter();
    all.map(|row| row["reference"].as_str().unwrap()).collect()
}

async fn pair(world: &World) -> (Caller, String) {
    let ada = holder(world, "5000.00").await;
    let mut payee = holder(world, "10.00").await;
    (ada, wallet_number(&mut payee).await)
}

on_both! {
    async fn concurrent_changes_are_not_in_the_export(world: World) {
        let (mut ada, payee) = pair(world).await;
        transfer(&mut ada, &payee, "10.00", "key-before").await.expect(201);
        let mut paused = world.app.pause.next();
        let person = ada.clone();
        let exporting = tokio::spawn(async move { document(&person).await });
        // The first table has been read, but not the wallets.
        paused.reached().await;
        let moved = transfer(&mut ada, &payee, "30.00", "key-meanwhile").await;
        let moved = moved.expect(201).data()["reference"].as_str().unwrap().to_owned();
        credit(world, &mut ada, "NGN", "700.00").await;
        paused.go();
        let then = exporting.await.unwrap();
        let [entries, wallets] = sums(&then);
        assert_eq!(entries, wallets);
        assert_eq!(wallets["NGN"], 499_000);
        assert!(!references(&then).contains(&moved.as_str()));
        let now = document(&ada).await;
        let [entries, wallets] = sums(&now);
        assert_eq!(entries, wallets);
        assert_eq!(wallets["NGN"], 566_000);
        assert!(references(&now).contains(&moved.as_str()));
        assert_eq!(references(&now).len(), references(&then).len() + 2);
    }

    async fn exports_balance_while_money_moves(world: World) {
        let (ada, payee) = pair(world).await;
        let mut payer = ada.clone();
        let paying = tokio::spawn(async move {
            for number in 0..12 {
                let key = format!("key-of-many-{number}");
                transfer(&mut payer, &payee, "10.00", &key).await.expect(201);
            }
        });
        let mut last = 0;
        loop {
            let is_over = paying.is_finished();
            let all = document(&ada).await;
            let [entries, wallets] = sums(&all);
            assert_eq!(entries, wallets);
            assert_eq!(wallets["NGN"], 500_000 - 1_000 * (references(&all).len() as i64 - 1));
            assert!(references(&all).len() >= last);
            last = references(&all).len();
            if is_over {
                break;
            }
        }
        paying.await.unwrap();
        assert_eq!(last, 13);
    }
}

on_one! {
    async fn a_long_history_arrives_whole(world: World) {
        let (mut ada, payee) = pair(world).await;
        transfer(&mut ada, &payee, "10.00", "key-before").await.expect(201);
        let me = ada.get("/auth/me").await.data()["uuid"].as_str().unwrap().to_owned();
        by_hand(world, &[MANY], &me).await;
        let all = document(&ada).await;
        // Plus one payment and one funding.
        assert_eq!(rows(&all, "transactions").len(), 5_002);
        let files = files(&ada).await;
        let (_, table) = files.iter().find(|(name, _)| name == "transactions.csv").unwrap();
        assert_eq!(table.lines().count(), 5_003);
        let gone = "DELETE FROM wallet_transactions WHERE user_id = $1 AND reference LIKE 'OLD-%'";
        let sums = "DELETE FROM day_sums WHERE user_id = $1 AND status = 'FAILED'";
        by_hand(world, &[gone, sums], &me).await;
    }
}

/// Inserts five thousand copies of a user's transaction.
const MANY: &str = "WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 5000) \
     INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency, \
     gross_minor, charge_minor, net_minor, description, created_at_ms) SELECT 'old-' || CAST(n AS TEXT), user_id, \
     'OLD-' || CAST(n AS TEXT), ledger_transfer_id, category, kind, 'FAILED', currency, gross_minor, charge_minor, net_minor, \
     description, created_at_ms - n FROM wallet_transactions, counted WHERE user_id = $1 AND kind = 'DEBIT'";
