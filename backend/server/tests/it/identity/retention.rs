//! Deletion of rows that have served their purpose, unnoticed by users.

use crate::support::{PASSWORD, World, fresh_email};
use backend::jobs::retention::sweep;
use serde_json::json;
use sqlx::Row;

async fn known_browsers(world: &World) -> i64 {
    let row = sqlx::query("SELECT COUNT(*) AS found FROM person_browsers")
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await
        .unwrap();
    row.get("found")
}

async fn authorisations(world: &World) -> i64 {
    let row = sqlx::query("SELECT COUNT(*) AS found FROM pin_grants")
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await
        .unwrap();
    row.get("found")
}

on_one! {
    async fn grants_are_kept_for_a_day(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let confirm = json!({ "pin": "2580", "currency": "NGN", "action": "withdraw", "amount": "1.00", "payee": "x", "idempotency_key": "key-00000001", "request": {} });
        ada.post("/wallet/pin-confirm", confirm).await.expect(200);
        world.advance_seconds(86_400 + 119);
        sweep(&world.app).await.unwrap();
        assert_eq!(authorisations(world).await, 1);
        world.advance_seconds(2);
        sweep(&world.app).await.unwrap();
        assert_eq!(authorisations(world).await, 0);
    }

    async fn expired_rows_are_removed(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        ada.post("/auth/login", json!({ "email": email, "password": "Guess4!Guess" })).await.breaks(&[("email", "mismatch")]);
        assert_eq!(sweep(&world.app).await.unwrap(), 0, "what is in use stays");
        ada.get("/auth/me").await.expect(200);
        world.advance_seconds(3 * 86_400);
        assert!(sweep(&world.app).await.unwrap() >= 5);
        assert_eq!(sweep(&world.app).await.unwrap(), 0);
        ada.get("/auth/me").await.refuses(401, "unauthenticated");
        ada.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        assert_eq!(ada.get("/wallet/pin-status").await.data()["NGN"], "pin_set");
        // The browser's cookie expires after four hundred days, and the browser is forgotten.
        assert_eq!(known_browsers(world).await, 1);
        world.advance_seconds(398 * 86_400);
        sweep(&world.app).await.unwrap();
        assert_eq!(known_browsers(world).await, 1);
        world.advance_seconds(2 * 86_400);
        sweep(&world.app).await.unwrap();
        assert_eq!(known_browsers(world).await, 0);
    }
}
