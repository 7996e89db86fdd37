//! Signing in with a passkey.

use super::{listed, member_with_old_passkey, member_with_passkey, signs_in, started};
use crate::support::authenticator::Authenticator;
use crate::support::{PASSWORD, World, all_at_once, fresh_email, sign_in};
use serde_json::json;

on_both! {
    async fn a_passkey_signs_in_on_any_browser(world: World) {
        let (mut ada, mut passkey, email) = member_with_old_passkey(world).await;
        let uuid = ada.get("/auth/me").await.data()["uuid"].clone();
        let mut other = world.caller();
        let session = signs_in(&mut other, &mut passkey).await;
        assert_eq!(session.expect(200).data()["uuid"], uuid);
        other.get("/accounts").await.expect(200);
        assert_ne!(listed(&mut other).await[0]["used_at"], json!(null));
        let told = world.messages_to(&email).await[0]["text"].as_str().unwrap().to_owned();
        assert!(told.contains("How: with a passkey"), "{told}");
        // It proves the owner, as a code does.
        other.post("/account/close", json!({})).await.expect(200);
        let closed = signs_in(&mut world.caller(), &mut passkey).await;
        closed.refuses(403, "account_closed");
    }

    async fn a_signature_signs_in_once_in_its_own_browser_and_in_time(world: World) {
        let (_, mut passkey, _) = member_with_passkey(world).await;
        let mut browser = world.caller();
        let options = started(&mut browser).await;
        let body = json!({ "credential": passkey.sign(&options) });
        // Another browser has started none, or another one.
        world.caller().post("/auth/passkey", body.clone()).await.refuses(403, "passkey_refused");
        let mut other = world.caller();
        started(&mut other).await;
        other.post("/auth/passkey", body.clone()).await.refuses(403, "passkey_refused");
        let same = [browser.clone(), browser.clone()];
        let counted = all_at_once(same, "/auth/passkey", &body).await;
        assert_eq!((counted.get(&200), counted.get(&403)), (Some(&1), Some(&1)), "{counted:?}");
        browser.post("/auth/passkey", body).await.refuses(403, "passkey_refused");

        let mut late = world.caller();
        let options = started(&mut late).await;
        world.advance_seconds(180);
        let body = json!({ "credential": passkey.sign(&options) });
        late.post("/auth/passkey", body).await.refuses(403, "passkey_refused");
    }

    async fn a_refused_signature_uses_its_challenge_up(world: World) {
        let (_, mut passkey, _) = member_with_passkey(world).await;
        let mut browser = world.caller();
        let options = started(&mut browser).await;
        let mut wrong = passkey.clone();
        wrong.verifies = false;
        browser.post("/auth/passkey", json!({ "credential": wrong.sign(&options) })).await.refuses(403, "passkey_refused");
        browser.post("/auth/passkey", json!({ "credential": passkey.sign(&options) })).await.refuses(403, "passkey_refused");
        signs_in(&mut browser, &mut passkey).await.expect(200);
    }

    async fn any_other_signature_is_refused(world: World) {
        let (_, passkey, _) = member_with_passkey(world).await;
        let (_, bolas, _) = member_with_passkey(world).await;
        let wrong: [&dyn Fn(&mut Authenticator); 5] = [
            &|one| one.verifies = false,
            &|one| one.origin = "http://evil.example".into(),
            &|one| one.origin = "http://esusu.localhost:8080".into(),
            &|one| one.host = "localhost".into(),
            // Another person's handle.
            &|one| one.user.clone_from(&bolas.user),
        ];
        for change in wrong {
            let mut other = passkey.clone();
            change(&mut other);
            signs_in(&mut world.caller(), &mut other).await.refuses(403, "passkey_refused");
        }
        // An unknown key, a challenge of one's own, and a signature that was altered.
        let mut browser = world.caller();
        started(&mut browser).await;
        let own = passkey.signature(&json!("bXkgb3duIGNoYWxsZW5nZQ"));
        browser.post("/auth/passkey", json!({ "credential": own })).await.refuses(403, "passkey_refused");
        let options = started(&mut browser).await;
        let mut altered = passkey.signature(&options["challenge"]);
        altered["response"]["signature"] = bolas.signature(&options["challenge"])["response"]["signature"].clone();
        browser.post("/auth/passkey", json!({ "credential": altered })).await.refuses(403, "passkey_refused");
        let cross_site = world.caller().with("sec-fetch-site", "cross-site").post("/auth/passkey/start", json!({})).await;
        cross_site.refuses(403, "cross_site");
    }

    async fn a_counter_that_does_not_rise_is_refused_and_recorded(world: World) {
        let (_, mut passkey, _) = member_with_passkey(world).await;
        passkey.counter = 5;
        signs_in(&mut world.caller(), &mut passkey).await.expect(200);
        assert_eq!(passkey.counter, 6);
        for counter in [6, 2, 0] {
            let mut copy = passkey.clone();
            copy.counter = counter;
            let mut browser = world.caller();
            let options = started(&mut browser).await;
            let body = json!({ "credential": copy.signature(&options["challenge"]) });
            browser.post("/auth/passkey", body).await.refuses(403, "passkey_refused");
        }
        let recorded = world.count("SELECT COUNT(*) FROM audit_log WHERE event = 'passkey_counter_refused'").await;
        assert_eq!(recorded, 3);
        signs_in(&mut world.caller(), &mut passkey).await.expect(200);
    }

    async fn a_locked_password_and_a_restriction_leave_the_passkey(world: World) {
        let (_, mut passkey, email) = member_with_passkey(world).await;
        let mut guesser = world.caller();
        for _ in 0..5 {
            let guess = json!({ "email": email, "password": "Wrong4!Harbour" });
            guesser.post("/auth/login", guess).await.breaks(&[("email", "mismatch")]);
        }
        guesser.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.refuses(429, "too_many_requests");
        signs_in(&mut guesser, &mut passkey).await.expect(200);
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE users SET restricted = 1 WHERE email = $1").bind(&email).execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        let session = signs_in(&mut world.caller(), &mut passkey).await;
        assert_eq!(session.expect(200).data()["restricted"], true);
    }

    async fn signing_out_everywhere_leaves_the_passkey(world: World) {
        let (mut ada, mut passkey, email) = member_with_passkey(world).await;
        let mut other = world.caller();
        signs_in(&mut other, &mut passkey).await.expect(200);
        ada.delete("/auth/sessions", json!({})).await.expect(200);
        other.get("/accounts").await.refuses(401, "unauthenticated");
        sign_in(&mut other, &email).await;
        assert_eq!(listed(&mut other).await.len(), 1);
        let mut stranger = world.member(&fresh_email()).await;
        assert!(listed(&mut stranger).await.is_empty());
    }
}
