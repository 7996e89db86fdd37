//! Replacing the email address.

use crate::support::{PASSWORD, World, all_at_once, fresh_email};
use serde_json::json;
use std::collections::BTreeMap;

const FRESH_SECONDS: i64 = 60 * 60;

on_one! {
    async fn an_address_is_replaced_with_a_code_sent_to_the_new_one(world: World) {
        let (old, new) = (fresh_email(), fresh_email());
        let mut ada = world.member(&old).await;
        let mut phone = world.caller();
        phone.post("/auth/login", json!({ "email": old, "password": PASSWORD })).await.expect(200);
        world.advance_seconds(60);
        ada.post("/email/code", json!({ "email": new, "password": "Wrong4!Harbour" })).await.breaks(&[("password", "mismatch")]);
        ada.post("/email/code", json!({ "email": "nobody", "password": PASSWORD })).await.expect(422);
        ada.post("/email/code", json!({ "email": old, "password": PASSWORD })).await.breaks(&[("email", "not_allowed")]);
        ada.post("/email/code", json!({ "email": new, "password": PASSWORD })).await.expect(200);
        let code = world.code_for(&new).await;
        // The code is bound to this address.
        ada.post("/email", json!({ "email": fresh_email(), "code": code })).await.breaks(&[("code", "mismatch")]);
        let changed = ada.post("/email", json!({ "email": new, "code": code })).await;
        assert_eq!(changed.expect(200).data()["email"], json!(new));
        ada.post("/email", json!({ "email": new, "code": code })).await.expect(422);

        let told = world.messages_to(&old).await;
        assert!(told[0]["text"].as_str().unwrap().contains("was changed"), "{told:?}");
        phone.get("/auth/me").await.refuses(401, "unauthenticated");
        ada.get("/auth/me").await.expect(200);
        let mut again = world.caller();
        again.post("/auth/login", json!({ "email": old, "password": PASSWORD })).await.breaks(&[("email", "mismatch")]);
        again.post("/auth/login", json!({ "email": new, "password": PASSWORD })).await.expect(200);
        let mut connection = world.app.db.read().await.unwrap();
        let careful = sqlx::query("SELECT since_ms FROM cautions WHERE reason = 'email'");
        assert_eq!(careful.fetch_all(&mut *connection).await.unwrap().len(), 1);
    }
}

on_both! {
    async fn concurrent_address_changes_with_one_code_apply_once(world: World) {
        let (old, new) = (fresh_email(), fresh_email());
        let mut ada = world.member(&old).await;
        world.advance_seconds(60);
        ada.post("/email/code", json!({ "email": new, "password": PASSWORD })).await.expect(200);
        let change = json!({ "email": new, "code": world.code_for(&new).await });
        let statuses = all_at_once(vec![ada.clone(); 8], "/email", &change).await;
        assert_eq!(statuses, BTreeMap::from([(200, 1), (422, 7)]));
        let told = world.messages_to(&old).await;
        let letters = told.iter().filter(|one| one["text"].as_str().unwrap().contains("was changed"));
        assert_eq!(letters.count(), 1);
        let row = sqlx::query("SELECT COUNT(*) FROM audit_log WHERE event = 'email_changed'")
            .fetch_one(&mut *world.app.db.read().await.unwrap())
            .await;
        assert_eq!(sqlx::Row::get::<i64, _>(&row.unwrap(), 0), 1);
    }

    async fn concurrent_changes_to_one_address_have_one_winner(world: World) {
        let new = fresh_email();
        let mut people = Vec::new();
        for _ in 0..2 {
            let mut person = world.member(&fresh_email()).await;
            world.advance_seconds(60);
            person.post("/email/code", json!({ "email": new, "password": PASSWORD })).await.expect(200);
            people.push((person, json!({ "email": new, "code": world.code_for(&new).await })));
        }
        let calls = people.into_iter().map(|(mut person, change)| {
            tokio::spawn(async move { person.post("/email", change).await.status.as_u16() })
        });
        let mut statuses = Vec::new();
        for call in calls.collect::<Vec<_>>() {
            statuses.push(call.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
}

on_one! {
    async fn another_users_address_is_refused(world: World) {
        let (hers, his) = (fresh_email(), fresh_email());
        let mut ada = world.member(&hers).await;
        world.member(&his).await;
        world.advance_seconds(FRESH_SECONDS / 60);
        ada.post("/email/code", json!({ "email": his, "password": PASSWORD })).await.expect(200);
        let code = world.code_for(&his).await;
        ada.post("/email", json!({ "email": his, "code": code })).await.refuses(409, "address_taken");
        assert_eq!(ada.get("/auth/me").await.data()["email"], json!(hers));
        world.caller().post("/email/code", json!({ "email": his, "password": PASSWORD })).await.refuses(401, "unauthenticated");
    }
}
