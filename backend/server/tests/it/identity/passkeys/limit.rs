//! The limit for payments with a passkey.

use super::{member_with_passkey, wait_minutes};
use crate::support::{PASSWORD, World, fresh_email};
use serde_json::json;

on_both! {
    async fn the_limit_is_set_with_the_pin(world: World) {
        let (mut ada, _, email) = member_with_passkey(world).await;
        let path = "/account/passkeys/limit";
        ada.put(path, json!({ "limit": "5000", "pin": "1357" })).await.breaks(&[("pin", "mismatch")]);
        ada.put(path, json!({ "limit": "100000.01", "pin": "2580" })).await.breaks(&[("limit", "above_maximum")]);
        ada.put(path, json!({ "limit": "", "pin": "" })).await.breaks(&[("limit", "required"), ("pin", "required")]);
        assert_eq!(ada.get("/account/passkeys").await.data()["limit"], json!(null));
        ada.put(path, json!({ "limit": "5,000", "pin": "2580" })).await.expect(200);
        assert_eq!(ada.get("/account/passkeys").await.data()["limit"], "5000.00");
        let told = world.messages_to(&email).await[0]["text"].as_str().unwrap().to_owned();
        assert!(told.contains("in place of the PIN"), "{told}");
        ada.put(path, json!({ "limit": "0", "pin": "2580" })).await.expect(200);
        assert_eq!(ada.get("/account/passkeys").await.data()["limit"], json!(null));
    }

    async fn without_a_pin_there_is_no_limit(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        ada.put("/account/passkeys/limit", json!({ "limit": "5000", "pin": "2580" })).await.refuses(409, "pin_not_set");
    }

    async fn a_reset_pin_takes_the_limit_with_it(world: World) {
        let (mut ada, _, email) = member_with_passkey(world).await;
        ada.put("/account/passkeys/limit", json!({ "limit": "5000", "pin": "2580" })).await.expect(200);
        let mut wish = json!({ "currency": "NGN", "password": PASSWORD });
        ada.post("/account/settings/pin/reset", wish.clone()).await.expect(200);
        wish["code"] = json!(world.code_for(&email).await);
        ada.post("/account/settings/pin/reset", wish).await.expect(200);
        assert_eq!(ada.get("/account/passkeys").await.data()["limit"], json!(null));
        wait_minutes(world, &mut ada, 1).await;
    }
}
