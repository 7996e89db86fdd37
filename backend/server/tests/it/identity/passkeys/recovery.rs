//! A lost passkey, and a forgotten password.

use super::{listed, member_with_old_passkey, member_with_passkey, proves, signs_in, wait_minutes};
use crate::support::{PASSWORD, World, sign_in};
use serde_json::json;

const NEW: &str = "Savannah#Rain3";

on_both! {
    async fn without_the_passkey_the_password_still_signs_in(world: World) {
        let (_, passkey, email) = member_with_passkey(world).await;
        drop(passkey);
        let mut browser = world.caller();
        sign_in(&mut browser, &email).await;
        assert_eq!(listed(&mut browser).await.len(), 1);
    }

    async fn a_forgotten_password_is_replaced_with_the_passkey(world: World) {
        let (mut ada, mut passkey, email) = member_with_passkey(world).await;
        let new = json!({ "password": NEW, "confirm_password": NEW });
        // A session that began with a code or the password sets none.
        ada.post("/user/password", new.clone()).await.refuses(403, "reauthentication_required");
        // Nor does a passkey of less than a day, which a thief may have added in an open session.
        proves(&mut ada, &mut passkey).await.refuses(403, "passkey_refused");
        signs_in(&mut ada, &mut passkey).await.expect(200);
        ada.post("/user/password", new.clone()).await.refuses(403, "reauthentication_required");
        world.advance_seconds(86_400);
        let mut ada = world.caller();
        sign_in(&mut ada, &email).await;
        let mut browser = world.caller();
        signs_in(&mut browser, &mut passkey).await.expect(200);
        browser.post("/user/password", json!({ "password": NEW, "confirm_password": "other" })).await.refuses(422, "refused");
        browser.post("/user/password", new.clone()).await.expect(200);
        // The other sessions have ended, this one has not.
        ada.get("/accounts").await.refuses(401, "unauthenticated");
        browser.get("/accounts").await.expect(200);
        let mut other = world.caller();
        other.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.breaks(&[("email", "mismatch")]);
        other.post("/auth/login", json!({ "email": email, "password": NEW })).await.expect(200);
        signs_in(&mut world.caller(), &mut passkey).await.expect(200);
        // The proof lasts ten minutes.
        wait_minutes(world, &mut browser, 10).await;
        browser.post("/user/password", new.clone()).await.refuses(403, "reauthentication_required");
        proves(&mut browser, &mut passkey).await.expect(200);
        browser.post("/user/password", new).await.expect(200);
    }

    async fn a_removed_passkey_has_proven_nothing(world: World) {
        let (mut ada, mut passkey, _) = member_with_old_passkey(world).await;
        let mut thief = world.caller();
        signs_in(&mut thief, &mut passkey).await.expect(200);
        let path = format!("/account/passkeys/{}", listed(&mut ada).await[0]["id"].as_str().unwrap());
        ada.delete(&path, json!({ "password": PASSWORD })).await.expect(200);
        let new = json!({ "password": NEW, "confirm_password": NEW });
        thief.post("/user/password", new).await.refuses(403, "reauthentication_required");
        ada.get("/accounts").await.expect(200);
    }

    async fn a_password_reset_by_email_removes_passkeys(world: World) {
        let (mut ada, mut passkey, email) = member_with_passkey(world).await;
        ada.put("/account/passkeys/limit", json!({ "limit": "5000", "pin": "2580" })).await.expect(200);
        let mut owner = world.caller();
        owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        let new = json!({ "email": email, "code": code, "password": NEW, "confirm_password": NEW });
        owner.post("/reset/password", new).await.expect(200);
        signs_in(&mut owner, &mut passkey).await.refuses(403, "passkey_refused");
        owner.post("/auth/login", json!({ "email": email, "password": NEW })).await.expect(200);
        let all = owner.get("/account/passkeys").await;
        assert_eq!(all.expect(200).data(), &json!({ "passkeys": [], "limit": null, "limit_set_at": null, "spent": "0.00" }));
    }
}
