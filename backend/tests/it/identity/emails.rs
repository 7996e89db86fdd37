//! Replacing the email address.

use crate::support::{PASSWORD, World, fresh_email};
use serde_json::json;

const FRESH_SECONDS: i64 = 60 * 60;

on_both! {
    async fn an_address_is_replaced_by_a_code_to_the_new_one(world: World) {
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
        // The code is for this address alone.
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

    async fn an_address_of_somebody_else_is_not_taken_over(world: World) {
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
