//! The PIN: five wrong entries lock it, a correct one authorises one payment.

use crate::support::{PASSWORD, World, fresh_email};
use domain_core::money::Currency;
use ground::hasher::{Cost, Hasher, PIN};
use identity::pin::{self, By};
use serde_json::{Value, json};

fn confirmation(pin: &str) -> Value {
    json!({ "pin": pin, "currency": "NGN", "action": "withdraw", "amount": "1500.00", "payee": "058:0123456789", "idempotency_key": "key-number-one", "request": {} })
}

on_both! {
    async fn five_wrong_entries_lock_the_pin_for_fifteen_minutes(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        for warning in ["", "", " Two more wrong entries lock it for 15 minutes.", " One more wrong entry locks it for 15 minutes."] {
            let wrong = ada.post("/wallet/pin-confirm", confirmation("1357")).await;
            wrong.breaks(&[("pin", "mismatch")]);
            let message = ["The PIN is not correct.", warning].concat();
            assert_eq!(wrong.body["violations"][0]["message"], message);
        }
        let locked = ada.post("/wallet/pin-confirm", confirmation("1357")).await;
        locked.refuses(423, "pin_locked");
        assert_eq!(locked.header("retry-after"), "901");
        ada.post("/wallet/pin-confirm", confirmation("2580")).await.refuses(423, "pin_locked");
        let change = json!({ "old_pin": "2580", "pin": "8642", "confirm_pin": "8642", "currency": "NGN" });
        ada.put("/wallet/pin-update", change).await.refuses(423, "pin_locked");
        for _ in 0..8 {
            world.advance_seconds(120);
            ada.post("/auth/refresh", json!({})).await.expect(200);
        }
        let granted = ada.post("/wallet/pin-confirm", confirmation("2580")).await;
        assert_eq!(granted.expect(200).body["message"], "Transaction pin validated!");
        assert_eq!(granted.data()["authorisation"].as_str().unwrap().len(), 43);
        for _ in 0..4 {
            ada.post("/wallet/pin-confirm", confirmation("1357")).await.breaks(&[("pin", "mismatch")]);
        }
    }

    async fn concurrent_correct_entries_all_succeed(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        for round in 0..3 {
            let entries = (0..20).map(|_| {
                let mut ada = ada.clone();
                tokio::spawn(async move { ada.post("/wallet/pin-confirm", confirmation("2580")).await })
            });
            for entry in entries.collect::<Vec<_>>() {
                assert_eq!(entry.await.unwrap().expect(200).body["message"], "Transaction pin validated!", "{round}");
            }
        }
        // None of them left a failure behind.
        let wrong = ada.post("/wallet/pin-confirm", confirmation("1357")).await;
        assert_eq!(wrong.breaks(&[("pin", "mismatch")]).body["violations"][0]["params"]["value"], 1, "{}", wrong.text);
    }

    async fn wrong_entries_count_per_user_across_currencies(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let new = |currency: &str| json!({ "pin": "8642", "confirm_pin": "8642", "currency": currency });
        ada.post("/account/settings/pin/create", new("USD")).await.expect(200);
        let entry = |pin: &str, currency: &str| {
            let mut entry = confirmation(pin);
            entry["currency"] = json!(currency);
            entry
        };
        for (place, currency) in ["NGN", "USD", "NGN", "USD"].into_iter().enumerate() {
            let wrong = ada.post("/wallet/pin-confirm", entry("1357", currency)).await;
            assert_eq!(wrong.breaks(&[("pin", "mismatch")]).body["violations"][0]["params"]["value"], place + 1, "{}", wrong.text);
        }
        // A correct entry of one PIN clears no failures of another.
        ada.post("/wallet/pin-confirm", entry("8642", "USD")).await.expect(200);
        for value in [3, 4] {
            let wrong = ada.post("/wallet/pin-confirm", entry("1357", "NGN")).await;
            assert_eq!(wrong.breaks(&[("pin", "mismatch")]).body["violations"][0]["params"]["value"], value, "{}", wrong.text);
        }
        ada.post("/wallet/pin-confirm", entry("1357", "USD")).await.refuses(423, "pin_locked");
        // Nor does a PIN in a third currency.
        ada.post("/account/settings/pin/create", new("GBP")).await.expect(200);
        for (pin, currency) in [("2580", "NGN"), ("8642", "USD"), ("8642", "GBP")] {
            ada.post("/wallet/pin-confirm", entry(pin, currency)).await.refuses(423, "pin_locked");
        }
    }

    async fn the_naira_pin_serves_another_currency(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let shared = |pin: &str, currency: &str| json!({ "pin": pin, "currency": currency });
        let path = "/account/settings/pin/share";
        // A wrong entry counts as one of a payment, and sets nothing.
        for value in 1..=2 {
            let wrong = ada.post(path, shared("1357", "BTC")).await;
            assert_eq!(wrong.breaks(&[("pin", "mismatch")]).body["violations"][0]["params"]["value"], value, "{}", wrong.text);
        }
        assert_eq!(ada.get("/wallet/pin-status").await.data()["BTC"], "absent");
        assert_eq!(ada.post(path, shared("2580", "BTC")).await.expect(200).data()["status"], "pin_set");
        let mut entry = confirmation("2580");
        entry["currency"] = json!("BTC");
        entry["amount"] = json!("0.10000000");
        ada.post("/wallet/pin-confirm", entry.clone()).await.expect(200);
        for currency in ["BTC", "NGN"] {
            ada.post(path, shared("2580", currency)).await.refuses(409, "pin_already_set");
        }
        // A new naira PIN holds there as well, until the currency gets one of its own.
        let change = |old: &str, new: &str, currency: &str| json!({ "old_pin": old, "pin": new, "confirm_pin": new, "currency": currency });
        ada.put("/wallet/pin-update", change("2580", "8642", "NGN")).await.expect(200);
        ada.post("/wallet/pin-confirm", entry.clone()).await.breaks(&[("pin", "mismatch")]);
        entry["pin"] = json!("8642");
        ada.post("/wallet/pin-confirm", entry.clone()).await.expect(200);
        ada.put("/wallet/pin-update", change("8642", "9753", "BTC")).await.expect(200);
        ada.put("/wallet/pin-update", change("8642", "2580", "NGN")).await.expect(200);
        ada.put("/wallet/pin-update", change("2580", "8642", "NGN")).await.expect(200);
        entry["pin"] = json!("9753");
        ada.post("/wallet/pin-confirm", entry).await.expect(200);
        // The failures lead to the lock.
        for _ in 0..4 {
            ada.post(path, shared("1357", "ETH")).await.breaks(&[("pin", "mismatch")]);
        }
        ada.post(path, shared("1357", "ETH")).await.refuses(423, "pin_locked");
        ada.post(path, shared("8642", "ETH")).await.refuses(423, "pin_locked");
    }

    async fn a_reset_of_the_naira_pin_removes_its_copies(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let path = "/account/settings/pin/share";
        ada.post(path, json!({ "pin": "2580", "currency": "BTC" })).await.expect(200);
        let forgotten = json!({ "currency": "NGN", "password": PASSWORD });
        ada.post("/account/settings/pin/reset", forgotten.clone()).await.expect(200);
        let mut confirmed = forgotten;
        confirmed["code"] = json!(world.code_for(&email).await);
        ada.post("/account/settings/pin/reset", confirmed).await.expect(200);
        let statuses = ada.get("/wallet/pin-status").await.data().clone();
        assert_eq!((&statuses["NGN"], &statuses["BTC"]), (&json!("pin_default"), &json!("pin_default")));
    }

    async fn without_a_naira_pin_there_is_none_to_share(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let shared = json!({ "pin": "2580", "currency": "BTC" });
        ada.post("/account/settings/pin/share", shared.clone()).await.refuses(409, "pin_not_set");
        world.caller().post("/account/settings/pin/share", shared).await.refuses(401, "unauthenticated");
    }

    async fn a_removed_pin_is_not_replaced_with_the_naira_pin(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let shared = json!({ "pin": "2580", "currency": "BTC" });
        ada.post("/account/settings/pin/share", shared.clone()).await.expect(200);
        let forgotten = |code: Option<&str>| match code {
            None => json!({ "currency": "BTC", "password": PASSWORD }),
            Some(code) => json!({ "currency": "BTC", "password": PASSWORD, "code": code }),
        };
        ada.post("/account/settings/pin/reset", forgotten(None)).await.expect(200);
        let code = world.code_for(&email).await;
        ada.post("/account/settings/pin/reset", forgotten(Some(&code))).await.expect(200);
        ada.post("/account/settings/pin/share", shared).await.refuses(409, "pin_not_set");
    }

    async fn an_unrecorded_entry_does_not_count(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        // Like a crash between comparing and recording.
        for pin in ["2580", "1357", "1357"] {
            let mut paused = world.app.hasher.pause.next();
            let mut same = ada.clone();
            let call = tokio::spawn(async move { same.post("/wallet/pin-confirm", confirmation(pin)).await });
            paused.reached().await;
            call.abort();
            assert!(call.await.unwrap_err().is_cancelled());
        }
        for value in 1..5 {
            let wrong = ada.post("/wallet/pin-confirm", confirmation("1357")).await;
            assert_eq!(wrong.breaks(&[("pin", "mismatch")]).body["violations"][0]["params"]["value"], value, "{}", wrong.text);
        }
        ada.post("/wallet/pin-confirm", confirmation("2580")).await.expect(200);
    }

    async fn a_correct_entry_rehashes_an_outdated_hash(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let id = ada.get("/auth/me").await.data()["uuid"].as_str().unwrap().to_owned();
        let other = Hasher::new(world.app.config.keys.clone(), Cost::Full);
        let made_otherwise = other.hash(PIN, &[&id, "NGN", "2580"]).await.unwrap();
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE pins SET pin_hash = $1").bind(&made_otherwise).execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        assert!(world.app.hasher.is_outdated(PIN, &made_otherwise));
        // Of concurrent entries one rehashes the PIN, and all succeed.
        let entries = (0..8).map(|_| {
            let mut ada = ada.clone();
            tokio::spawn(async move { ada.post("/wallet/pin-confirm", confirmation("2580")).await })
        });
        for entry in entries.collect::<Vec<_>>() {
            entry.await.unwrap().expect(200);
        }
        let row = sqlx::query("SELECT pin_hash FROM pins").fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let renewed: String = sqlx::Row::get(&row, "pin_hash");
        assert!(!world.app.hasher.is_outdated(PIN, &renewed), "{renewed}");
        ada.post("/wallet/pin-confirm", confirmation("2580")).await.expect(200);
        ada.post("/wallet/pin-confirm", confirmation("1357")).await.breaks(&[("pin", "mismatch")]);
    }

    async fn of_many_concurrent_guesses_five_are_answered(world: World) {
        let ada = world.member_with_pin(&fresh_email()).await;
        let guesses = (0..30).map(|_| {
            let mut ada = ada.clone();
            tokio::spawn(async move { ada.post("/wallet/pin-confirm", confirmation("1357")).await.status.as_u16() })
        });
        let mut compared = 0;
        let mut locked = 0;
        for guess in guesses.collect::<Vec<_>>() {
            match guess.await.unwrap() {
                422 => compared += 1,
                423 => locked += 1,
                other => panic!("{other}"),
            }
        }
        // The fifth response reports the lock that it caused.
        assert_eq!((compared, locked), (4, 26));
        ada.clone().post("/wallet/pin-confirm", confirmation("2580")).await.refuses(423, "pin_locked");
    }
}

on_one! {
    async fn the_first_pin_needs_a_fresh_code_or_the_password(world: World) {
        let email = fresh_email();
        world.member(&email).await;
        let mut ada = world.caller();
        ada.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        let mut pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
        ada.post("/account/settings/pin/create", pin.clone()).await.refuses(403, "reauthentication_required");
        pin["password"] = json!("Guess4!Guess");
        ada.post("/account/settings/pin/create", pin.clone()).await.breaks(&[("password", "mismatch")]);
        pin["password"] = json!(PASSWORD);
        ada.post("/account/settings/pin/create", pin.clone()).await.expect(200);
        ada.post("/account/settings/pin/create", pin).await.refuses(409, "pin_already_set");
    }

    async fn a_pin_is_changed_with_the_old_one(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let mut change = json!({ "old_pin": "1357", "pin": "8642", "confirm_pin": "8642", "currency": "NGN" });
        ada.put("/wallet/pin-update", change.clone()).await.breaks(&[("old_pin", "mismatch")]);
        change["old_pin"] = json!(null);
        ada.put("/wallet/pin-update", change.clone()).await.breaks(&[("old_pin", "required")]);
        change["old_pin"] = json!("2580");
        assert_eq!(ada.put("/wallet/pin-update", change).await.expect(200).body["message"], "Transaction pin changed!");
        ada.post("/wallet/pin-confirm", confirmation("2580")).await.breaks(&[("pin", "mismatch")]);
        ada.post("/wallet/pin-confirm", confirmation("8642")).await.expect(200);
    }

    async fn a_forgotten_pin_is_removed_with_password_and_code(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let wish = |password: &str, code: Option<&str>| {
            let mut wish = json!({ "currency": "NGN", "password": password });
            if let Some(code) = code {
                wish["code"] = json!(code);
            }
            wish
        };
        let dollars = json!({ "currency": "USD", "password": PASSWORD });
        ada.post("/account/settings/pin/reset", dollars).await.refuses(409, "pin_absent");
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "USD" });
        ada.post("/account/settings/pin/create", pin).await.expect(200);
        ada.post("/account/settings/pin/reset", wish("Guess4!Guess", None)).await.breaks(&[("password", "mismatch")]);
        assert_eq!(ada.post("/account/settings/pin/reset", wish(PASSWORD, None)).await.expect(200).data()["code_sent"], true);
        let code = world.code_for(&email).await;
        ada.post("/account/settings/pin/reset", wish(PASSWORD, Some("000000"))).await.breaks(&[("code", "mismatch")]);
        ada.post("/account/settings/pin/reset", wish("Guess4!Guess", Some(&code))).await.breaks(&[("password", "mismatch")]);
        // The code is valid only for this: not for a new password, not for the PIN of another currency.
        let other = json!({ "currency": "USD", "password": PASSWORD, "code": code });
        ada.post("/account/settings/pin/reset", other).await.breaks(&[("code", "mismatch")]);
        let reset = json!({ "email": email, "code": code, "password": "Harbour4!Tide" });
        world.caller().post("/reset/password", reset).await.breaks(&[("code", "mismatch")]);
        let done = ada.post("/account/settings/pin/reset", wish(PASSWORD, Some(&code))).await;
        assert_eq!(done.expect(200).data(), &json!({ "currency": "NGN", "status": "pin_default" }));
        ada.post("/account/settings/pin/reset", wish(PASSWORD, None)).await.refuses(409, "pin_absent");
        assert_eq!(ada.post("/wallet/pin-confirm", confirmation("2580")).await.status, 409);
        let letters = world.messages_to(&email).await;
        assert!(letters[0]["subject"].as_str().unwrap().contains("your PIN was reset"));
        // A code was just entered: the next PIN needs no further proof.
        let next = json!({ "pin": "1357", "confirm_pin": "1357", "currency": "NGN" });
        ada.put("/wallet/pin-update", next).await.expect(200);
        ada.post("/wallet/pin-confirm", confirmation("1357")).await.expect(200);
    }
}

on_both! {
    async fn a_reset_pin_authorises_nothing(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let id = ada.get("/auth/me").await.data()["id"].as_str().unwrap().to_owned();
        let mut tx = world.app.db.begin().await.unwrap();
        pin::reset(&mut tx, &world.app, &id, Currency::Ngn, By::Operator("support")).await.unwrap();
        tx.commit().await.unwrap();
        // Earlier sessions are not valid either.
        ada.get("/wallet/pin-status").await.refuses(401, "unauthenticated");
        ada.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        assert_eq!(ada.get("/wallet/pin-status").await.data()["NGN"], "pin_default");
        for guess in ["0000", "2580"] {
            ada.post("/wallet/pin-confirm", confirmation(guess)).await.refuses(409, "pin_not_set");
        }
        let mut set = json!({ "pin": "8642", "confirm_pin": "8642", "currency": "NGN" });
        ada.put("/wallet/pin-update", set.clone()).await.refuses(403, "reauthentication_required");
        set["password"] = json!(PASSWORD);
        ada.put("/wallet/pin-update", set).await.expect(200);
        ada.post("/wallet/pin-confirm", confirmation("8642")).await.expect(200);
    }
}

on_one! {
    async fn each_currency_has_a_pin_of_its_own(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let mut dollars = confirmation("2580");
        dollars["currency"] = json!("USD");
        ada.post("/wallet/pin-confirm", dollars).await.refuses(409, "pin_not_set");
    }

    async fn a_malformed_confirmation_is_refused(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        for (field, value, status, code) in [
            ("pin", json!(""), 422, "refused"),
            ("pin", json!("12a4"), 422, "refused"),
            ("pin", json!(2580), 422, "wrong_type"),
            ("currency", json!("XYZ"), 422, "wrong_type"),
            ("action", json!("steal"), 422, "wrong_type"),
            ("amount", json!("1e3"), 422, "refused"),
            ("amount", json!("-1"), 422, "refused"),
            ("amount", json!("١٥٠٠"), 422, "refused"),
            ("amount", json!("1.001"), 422, "refused"),
            ("amount", json!(null), 422, "wrong_type"),
            ("payee", json!(null), 422, "wrong_type"),
            ("payee", json!(""), 422, "wrong_type"),
            ("payee", json!("x".repeat(201)), 422, "wrong_type"),
            ("idempotency_key", json!("short"), 422, "wrong_type"),
            ("idempotency_key", json!("k".repeat(129)), 422, "wrong_type"),
            ("idempotency_key", json!("key number one"), 422, "wrong_type"),
        ] {
            let mut body = confirmation("2580");
            body[field] = value.clone();
            let answer = ada.post("/wallet/pin-confirm", body).await;
            assert_eq!((answer.status.as_u16(), answer.body["code"].as_str().unwrap()), (status, code), "{field} {value}: {}", answer.text);
        }
        ada.post("/wallet/pin-confirm", confirmation("2580")).await.expect(200);
    }
}
