//! Removing a passkey.

use super::{
    listed, member_with_old_passkey, member_with_passkey, proves, signs_in, started, wait_minutes,
};
use crate::support::{PASSWORD, World, fresh_email};
use serde_json::json;

on_both! {
    async fn a_removed_passkey_opens_nothing(world: World) {
        let (mut ada, mut passkey, email) = member_with_passkey(world).await;
        let path = format!("/account/passkeys/{}", listed(&mut ada).await[0]["id"].as_str().unwrap());
        let mut bola = world.member(&fresh_email()).await;
        bola.delete(&path, json!({ "password": PASSWORD })).await.refuses(404, "not_found");
        wait_minutes(world, &mut ada, 10).await;
        ada.delete(&path, json!({})).await.refuses(403, "reauthentication_required");
        ada.delete(&path, json!({ "password": "Wrong4!Harbour" })).await.breaks(&[("password", "mismatch")]);
        let mut browser = world.caller();
        let options = started(&mut browser).await;
        ada.delete(&path, json!({ "password": PASSWORD })).await.expect(200);
        ada.delete(&path, json!({ "password": PASSWORD })).await.refuses(404, "not_found");
        let told = world.messages_to(&email).await[0]["text"].as_str().unwrap().to_owned();
        assert!(told.contains("was removed from your Ajo account"), "{told}");
        // Also a sign-in that was under way.
        browser.post("/auth/passkey", json!({ "credential": passkey.sign(&options) })).await.refuses(403, "passkey_refused");
        signs_in(&mut browser, &mut passkey).await.refuses(403, "passkey_refused");
    }

    async fn a_passkey_is_proof_enough_to_remove_one(world: World) {
        let (mut ada, mut passkey, _) = member_with_old_passkey(world).await;
        let path = format!("/account/passkeys/{}", listed(&mut ada).await[0]["id"].as_str().unwrap());
        wait_minutes(world, &mut ada, 10).await;
        // Another person's passkey proves nothing here.
        let (_, mut bolas, _) = member_with_passkey(world).await;
        proves(&mut ada, &mut bolas).await.refuses(403, "passkey_refused");
        ada.delete(&path, json!({})).await.refuses(403, "reauthentication_required");
        proves(&mut ada, &mut passkey).await.expect(200);
        ada.delete(&path, json!({})).await.expect(200);
        assert!(listed(&mut ada).await.is_empty());
        ada.post("/account/passkeys/proof/start", json!({})).await.refuses(403, "passkey_refused");
    }
}
