//! The keys to a user's own account at the exchange.

use crate::support::{World, fresh_email};
use serde_json::{Value, json};
use sqlx::Row;

const SECRET: &str = "secret-of-ada-0123456789";

fn keys(key: &str) -> Value {
    json!({ "api_key": key, "api_secret": SECRET })
}

on_both! {
    async fn a_key_is_tested_kept_sealed_shown_by_its_end_and_removed(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let none = ada.get("/exchange-keys").await;
        assert_eq!(none.expect(200).data(), &json!({ "open": true, "last_four": null, "connected_at": null }));
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

    async fn a_key_that_permits_too_much_or_is_unknown_is_not_kept(world: World) {
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
}
