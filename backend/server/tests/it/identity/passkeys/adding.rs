//! Adding a passkey.

use super::{listed, member_with_passkey, signs_in, wait_minutes};
use crate::support::authenticator::Authenticator;
use crate::support::{PASSWORD, World, fresh_email};
use serde_json::json;

const CHROME: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

on_both! {
    async fn a_passkey_is_named_after_its_browser_and_its_owner_is_told(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await.with("user-agent", CHROME);
        let passkey = Authenticator::added_by(&mut ada).await;
        let all = listed(&mut ada).await;
        assert_eq!(all.len(), 1);
        assert_eq!(all[0]["name"], "Chrome on Android");
        assert_eq!(all[0]["credential_id"], passkey.credential_id());
        assert_eq!((&all[0]["used_at"], &all[0]["is_here"]), (&json!(null), &json!(true)));
        let told = world.messages_to(&email).await[0]["text"].as_str().unwrap().to_owned();
        assert!(told.contains("A passkey was added to your Ajo account: Chrome on Android."), "{told}");
        let notices = ada.get("/notices").await;
        assert!(notices.expect(200).text.contains("A passkey was added"));
        let path = format!("/account/passkeys/{}", all[0]["id"].as_str().unwrap());
        ada.patch(&path, json!({ "name": "My phone" })).await.expect(200);
        ada.patch(&path, json!({ "name": " " })).await.breaks(&[("name", "required")]);
        ada.patch(&path, json!({ "name": "a".repeat(41) })).await.breaks(&[("name", "too_long")]);
        assert_eq!(listed(&mut ada).await[0]["name"], "My phone");
        let mut bola = world.member(&fresh_email()).await;
        bola.patch(&path, json!({ "name": "Mine" })).await.refuses(404, "not_found");
    }

    async fn some_time_after_the_sign_in_the_password_is_needed(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        wait_minutes(world, &mut ada, 10).await;
        ada.post("/account/passkeys/start", json!({})).await.refuses(403, "reauthentication_required");
        ada.post("/account/passkeys/start", json!({ "password": "Wrong4!Harbour" })).await.breaks(&[("password", "mismatch")]);
        let started = ada.post("/account/passkeys/start", json!({ "password": PASSWORD })).await;
        let (_, body) = Authenticator::made(started.expect(200).data());
        ada.post("/account/passkeys", body).await.expect(201);
    }

    async fn a_challenge_adds_one_passkey_in_its_own_session(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let started = ada.post("/account/passkeys/start", json!({})).await.expect(200).data().clone();
        let (_, body) = Authenticator::made(&started);
        // Another user cannot answer it.
        let mut bola = world.member(&fresh_email()).await;
        bola.post("/account/passkeys", body.clone()).await.refuses(403, "passkey_refused");
        let (mut first, mut second) = (ada.clone(), ada.clone());
        let (first, second) = tokio::join!(first.post("/account/passkeys", body.clone()), second.post("/account/passkeys", body.clone()));
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 403]);
        ada.post("/account/passkeys", body).await.refuses(403, "passkey_refused");
        assert_eq!(listed(&mut ada).await.len(), 1);
    }

    async fn an_unsuitable_passkey_is_refused(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let unsuitable: [fn(&mut Authenticator); 3] = [
            |one| one.verifies = false,
            |one| one.host = "evil.example".into(),
            |one| one.origin = "http://evil.example".into(),
        ];
        for change in unsuitable {
            let started = ada.post("/account/passkeys/start", json!({})).await.expect(200).data().clone();
            let (mut passkey, mut body) = Authenticator::made(&started);
            change(&mut passkey);
            body["credential"] = passkey.attestation(&started["options"]["challenge"]);
            ada.post("/account/passkeys", body).await.refuses(403, "passkey_refused");
        }
        // Too late.
        let started = ada.post("/account/passkeys/start", json!({})).await.expect(200).data().clone();
        let (_, body) = Authenticator::made(&started);
        wait_minutes(world, &mut ada, 3).await;
        ada.post("/account/passkeys", body).await.refuses(403, "passkey_refused");
        assert!(listed(&mut ada).await.is_empty());
    }

    async fn a_user_has_ten_passkeys_at_most(world: World) {
        let (mut ada, _, _) = member_with_passkey(world).await;
        for _ in 1..9 {
            Authenticator::added_by(&mut ada).await;
        }
        // The last two are added at once.
        let mut bodies = Vec::new();
        for _ in 0..2 {
            let started = ada.post("/account/passkeys/start", json!({})).await.expect(200).data().clone();
            bodies.push(Authenticator::made(&started).1);
        }
        let (mut first, mut second) = (ada.clone(), ada.clone());
        let (first, second) = tokio::join!(first.post("/account/passkeys", bodies[0].clone()), second.post("/account/passkeys", bodies[1].clone()));
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422]);
        ada.post("/account/passkeys/start", json!({})).await.refuses(422, "too_many_passkeys");
        assert_eq!(listed(&mut ada).await.len(), 10);
    }

    async fn an_ip_address_or_a_strange_host_has_no_passkeys(world: World) {
        for host in ["127.0.0.1:8080", "nobody.example"] {
            let mut visitor = world.caller().with("host", host);
            visitor.post("/auth/passkey/start", json!({})).await.refuses(409, "passkeys_unavailable");
        }
    }

    async fn a_passkey_of_one_brand_is_none_of_another(world: World) {
        let (_, mut passkey, _) = member_with_passkey(world).await;
        passkey.host = "esusu.localhost".into();
        passkey.origin = "http://esusu.localhost:8080".into();
        let mut elsewhere = world.caller().with("host", "esusu.localhost:8080");
        signs_in(&mut elsewhere, &mut passkey).await.refuses(403, "passkey_refused");
        passkey.host = "ajo.localhost".into();
        signs_in(&mut elsewhere, &mut passkey).await.refuses(403, "passkey_refused");
    }
}
