//! The operator's commands for a user, and their audit entries.

use crate::support::{PASSWORD, World, fresh_email};
use domain_core::money::Currency;
use identity::operator::{self, Case};
use serde_json::json;

async fn case(world: &World, email: &str) -> Case<'static> {
    Case {
        user: operator::find(&world.app, "ajo", email).await.unwrap(),
        by: "Grace in support",
    }
}

on_one! {
    async fn a_user_is_shown_without_secrets(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let me = ada.get("/auth/me").await.data().clone();
        let user = operator::find(&world.app, "ajo", &email.to_uppercase()).await.unwrap();
        assert_eq!(me["id"], user.id);
        assert_eq!(operator::find(&world.app, "ajo", &user.id).await.unwrap().email, email);
        assert!(operator::find(&world.app, "ajo", "nobody@example.ng").await.is_err());
        assert!(operator::find(&world.app, "no-such-brand", &email).await.is_err());
        let shown = operator::show(&world.app, &user).await.unwrap();
        assert_eq!((&shown["email"], &shown["pins"][0]["status"]), (&json!(email), &json!("pin_set")));
        let text = shown.to_string();
        assert!(text.contains("registered") && !text.contains("$argon2") && !text.contains("2580"), "{text}");
    }
}

on_both! {
    async fn a_locked_out_user_is_unlocked(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let guess = json!({ "email": email, "password": "Guess4!Guess" });
        for number in 0..100_u8 {
            world.caller().from([203, 0, 113, number]).post("/auth/login", guess.clone()).await.breaks(&[("email", "mismatch")]);
        }
        let right = json!({ "email": email, "password": PASSWORD });
        world.caller().post("/auth/login", right.clone()).await.refuses(429, "too_many_requests");
        let confirm = |pin: &str| json!({ "pin": pin, "currency": "NGN", "action": "withdraw", "amount": "1.00", "payee": "x", "idempotency_key": "key-00000001", "request": {} });
        for _ in 0..4 {
            ada.post("/wallet/pin-confirm", confirm("1111")).await.breaks(&[("pin", "mismatch")]);
        }
        ada.post("/wallet/pin-confirm", confirm("1111")).await.refuses(423, "pin_locked");
        ada.post("/wallet/pin-confirm", confirm("2580")).await.refuses(423, "pin_locked");
        operator::unlock(&world.app, &case(world, &email).await).await.unwrap();
        world.caller().post("/auth/login", right).await.expect(200);
        ada.post("/wallet/pin-confirm", confirm("2580")).await.expect(200);
    }
}

on_one! {
    async fn a_reset_pin_moves_no_money_until_a_new_one_is_set(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let case = case(world, &email).await;
        operator::reset_pin(&world.app, &case, Currency::Ngn).await.unwrap();
        assert!(operator::reset_pin(&world.app, &case, Currency::Usd).await.is_err());
        ada.get("/wallet/pin-status").await.refuses(401, "unauthenticated");
        ada.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        assert_eq!(ada.get("/wallet/pin-status").await.data()["NGN"], "pin_default");
        let confirm = json!({ "pin": "2580", "currency": "NGN", "action": "withdraw", "amount": "1.00", "payee": "x", "idempotency_key": "key-00000001", "request": {} });
        assert!(ada.post("/wallet/pin-confirm", confirm).await.status.is_client_error());
        assert_eq!(world.messages_to(&email).await[0]["subject"], "Ajo: your PIN was reset");
        world.advance_seconds(100);
        let new = json!({ "pin": "3691", "confirm_pin": "3691", "currency": "NGN", "password": PASSWORD });
        ada.put("/wallet/pin-update", new).await.expect(200);
        assert_eq!(ada.get("/wallet/pin-status").await.data()["NGN"], "pin_set");
    }

    async fn a_restricted_user_sends_nothing(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let case = case(world, &email).await;
        operator::restrict(&world.app, &case, true).await.unwrap();
        assert_eq!(ada.get("/auth/me").await.data()["restricted"], true);
        operator::restrict(&world.app, &case, false).await.unwrap();
        assert_eq!(ada.get("/auth/me").await.data()["restricted"], false);
        assert!(operator::verify_address(&world.app, &case).await.is_err(), "there is no address");
        let log = operator::show(&world.app, &case.user).await.unwrap()["last_events"].to_string();
        assert!(log.contains("operator_restricted") && log.contains("operator_lifted") && log.contains("Grace in support"), "{log}");
    }

    async fn a_user_without_an_address_gets_one_and_sets_a_password(world: World) {
        let taken = fresh_email();
        world.member(&taken).await;
        let number = json!({ "bvn": "22100000001" });
        world.caller().post("/identity/auth/init", number).await.expect(200);
        let code = world.messages_to("08030000001").await[0]["code"].clone();
        let answer = world.caller().post("/identity/register/create", json!({ "bvn": "22100000001", "code": code })).await;
        let id = answer.expect(200).data()["id"].as_str().unwrap().to_owned();
        let case = case(world, &id).await;
        let email = fresh_email();
        for (wrong, code) in [("ada", "refused"), (taken.as_str(), "address_taken")] {
            assert_eq!(operator::set_email(&world.app, &case, wrong).await.unwrap_err().code(), code);
        }
        operator::set_email(&world.app, &case, &email.to_uppercase()).await.unwrap();
        assert_eq!(world.messages_to(&email).await[0]["subject"], "Ajo: your email address");
        world.caller().post("/forgot/password", json!({ "email": email })).await.expect(200);
        let reset = json!({ "email": email, "code": world.code_for(&email).await, "password": PASSWORD });
        world.caller().post("/reset/password", reset).await.expect(200);
        world.caller().post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        assert_eq!(operator::set_email(&world.app, &self::case(world, &id).await, "b@example.ng").await.unwrap_err().code(), "has_address");
    }
}
