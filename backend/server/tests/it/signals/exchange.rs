//! The keys to a user's own account at the exchange.

use crate::support::{Engine, World, fresh_email};
use domain_core::signals::exchange::KeyRights;
use domain_core::signals::order::TradeFilters;
use providers::exchange_keys::{
    Balance, ExchangeError, ExchangeKeyPort, ExchangeKeys, LimitOrder, NoKeys, Ordered,
};
use providers::market::Pair;
use providers::{Later, Ports};
use serde_json::{Value, json};
use signals::exchange::daily::check_due;
use sqlx::Row;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;

pub const SECRET: &str = "secret-of-ada-0123456789";

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// An exchange whose keys permit only reading at first. Later its responses can be paused, and every key permits
/// withdrawals.
#[derive(Clone, Default)]
struct Slow {
    later: Arc<AtomicBool>,
    asked: Arc<Notify>,
    go_on: Arc<Notify>,
}

impl ExchangeKeyPort for Slow {
    fn rights<'a>(&'a self, _: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(async move {
            let withdraws = self.later.load(Ordering::SeqCst);
            if withdraws {
                self.asked.notify_one();
                self.go_on.notified().await;
            }
            Ok(KeyRights {
                reads: true,
                withdraws,
                transfers: false,
                borrows: false,
                trades: true,
            })
        })
    }

    fn balances<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
    ) -> Later<'a, Result<Vec<Balance>, ExchangeError>> {
        NoKeys.balances(keys)
    }

    fn filters(&self, pair: Pair) -> Later<'_, Result<Option<TradeFilters>, ExchangeError>> {
        NoKeys.filters(pair)
    }

    fn order<'a>(&'a self, keys: &'a ExchangeKeys, order: &'a LimitOrder) -> Later<'a, Ordered> {
        NoKeys.order(keys, order)
    }

    fn order_status<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
        pair: Pair,
        id: &'a str,
    ) -> Later<'a, Ordered> {
        NoKeys.order_status(keys, pair, id)
    }
}

async fn replaced_while_tested(engine: Engine) {
    let slow = Slow::default();
    let port = slow.clone();
    let world = World::with_ports(engine, &[], |mut ports: Ports| {
        ports.exchange_keys = Arc::new(port);
        ports
    })
    .await;
    let mut ada = world.member(&fresh_email()).await;
    let connected = ada.put("/exchange-keys", keys("key-of-ada-7654")).await;
    connected.expect(200);
    world.advance_seconds(DAY_SECONDS);
    slow.later.store(true, Ordering::SeqCst);
    let app = world.app.clone();
    let checking = tokio::spawn(async move { check_due(&app).await.unwrap() });
    slow.asked.notified().await;
    let mut tx = world.app.db.begin().await.unwrap();
    sqlx::query("UPDATE exchange_keys SET sealed_key = 'another'")
        .execute(tx.connection())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    slow.go_on.notify_one();
    assert_eq!(checking.await.unwrap(), 1);
    let mut connection = world.app.db.read().await.unwrap();
    let rows = sqlx::query("SELECT sealed_key FROM exchange_keys")
        .fetch_all(&mut *connection)
        .await;
    assert_eq!(rows.unwrap().len(), 1);
    drop(connection);
    world.end().await;
}

#[tokio::test]
async fn a_key_replaced_during_the_test_of_the_old_one_stays_on_sqlite() {
    replaced_while_tested(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_key_replaced_during_the_test_of_the_old_one_stays_on_postgres() {
    if Engine::postgres_is_there() {
        replaced_while_tested(Engine::Postgres).await;
    }
}

pub fn keys(key: &str) -> Value {
    json!({ "api_key": key, "api_secret": SECRET })
}

on_one! {
    async fn a_key_is_tested_encrypted_shown_by_its_end_and_removed(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let none = ada.get("/exchange-keys").await;
        assert_eq!(none.expect(200).data(), &json!({ "open": true, "last_four": null, "connected_at": null, "trades": false }));
        let connected = ada.put("/exchange-keys", keys("key-of-ada-7654")).await;
        assert_eq!(connected.expect(200).data()["last_four"], "7654");
        assert!(!connected.text.contains("key-of-ada") && !connected.text.contains(SECRET), "{}", connected.text);
        let mut connection = world.app.db.read().await.unwrap();
        let row = sqlx::query("SELECT sealed_key, sealed_secret FROM exchange_keys").fetch_one(&mut *connection).await.unwrap();
        for column in ["sealed_key", "sealed_secret"] {
            let sealed: String = row.try_get(column).unwrap();
            assert!(sealed.starts_with("v1.") && !sealed.contains("ada"), "{sealed}");
        }
        drop(connection);
        ada.put("/exchange-keys", keys("another-key-3210")).await.expect(200);
        assert_eq!(ada.get("/exchange-keys").await.data()["last_four"], "3210");
        ada.delete("/exchange-keys", json!({})).await.expect(200);
        assert_eq!(ada.get("/exchange-keys").await.data()["last_four"], Value::Null);
        ada.delete("/exchange-keys", json!({})).await.refuses(404, "not_found");
        world.caller().get("/exchange-keys").await.refuses(401, "unauthenticated");
    }

    async fn overprivileged_and_unknown_keys_are_refused(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        for (key, code) in [
            ("withdraw-key-1", "not_allowed"),
            ("transfer-key-1", "not_allowed"),
            ("futures-key-1", "not_allowed"),
            ("blind-key-1", "not_allowed"),
            ("unknown-key-1", "mismatch"),
            ("short", "too_short"),
            ("", "required"),
        ] {
            ada.put("/exchange-keys", keys(key)).await.breaks(&[("api_key", code)]);
        }
        let behave = json!({ "port": "exchange_keys", "outcome": "lose_answer", "delay_ms": 0 });
        world.caller().put("/sandbox/behaviour", behave).await.expect(200);
        ada.put("/exchange-keys", keys("key-of-ada-7654")).await.refuses(503, "unavailable");
        assert_eq!(ada.get("/exchange-keys").await.data()["last_four"], Value::Null);
    }

    async fn a_key_that_becomes_overprivileged_is_removed_within_a_day(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        ada.put("/exchange-keys", keys("key-of-ada-7654")).await.expect(200);
        ada.get("/exchange/balances").await.expect(200);
        let balances = async || {
            let mut connection = world.app.db.read().await.unwrap();
            sqlx::query("SELECT 1 FROM exchange_balances").fetch_all(&mut *connection).await.unwrap().len()
        };
        assert_eq!(balances().await, 1);
        let behave = async |outcome: &str| {
            let told = json!({ "port": "exchange_keys", "outcome": outcome, "delay_ms": 0 });
            world.caller().put("/sandbox/behaviour", told).await.expect(200);
        };
        let kept = async || {
            let mut connection = world.app.db.read().await.unwrap();
            sqlx::query("SELECT 1 FROM exchange_keys").fetch_all(&mut *connection).await.unwrap().len()
        };
        behave("partly").await;
        world.advance_seconds(DAY_SECONDS - 1);
        assert_eq!((check_due(&world.app).await.unwrap(), kept().await), (0, 1));
        // An unavailable or refusing exchange is retried in an hour.
        world.advance_seconds(1);
        for outcome in ["lose_answer", "fail"] {
            behave(outcome).await;
            assert_eq!((check_due(&world.app).await.unwrap(), kept().await), (1, 1));
            assert_eq!(check_due(&world.app).await.unwrap(), 0);
            world.advance_seconds(3_600);
        }
        // A key with unchanged permissions stays.
        behave("succeed").await;
        assert_eq!((check_due(&world.app).await.unwrap(), kept().await), (1, 1));
        world.advance_seconds(DAY_SECONDS);
        behave("partly").await;
        assert_eq!((check_due(&world.app).await.unwrap(), kept().await), (1, 0));
        assert_eq!(balances().await, 0);
        assert_eq!(check_due(&world.app).await.unwrap(), 0);
        let letters = world.messages_to(&email).await;
        let removed = letters.iter().filter(|sent| sent["subject"] == "Ajo: your exchange key was removed");
        let removed: Vec<_> = removed.collect();
        assert_eq!(removed.len(), 1);
        assert!(removed[0]["text"].as_str().unwrap().contains("This key allows withdrawals."), "{removed:?}");
    }
}
