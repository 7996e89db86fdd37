//! Caution after a security change: payments are capped for a day.

use super::*;
use crate::support::PASSWORD;
use axum::http::StatusCode;

const DAY_SECONDS: i64 = 24 * 60 * 60;

async fn cap(person: &mut Caller, recipient: Value) -> Value {
    let mut body = json!({ "currency": "NGN" });
    for (name, value) in recipient.as_object().unwrap() {
        body[name] = value.clone();
    }
    let answer = person.post("/wallet/allowance", body).await;
    answer.expect(200).data()["cap"].clone()
}

async fn cap_of_all(person: &mut Caller) -> Value {
    cap(person, json!({})).await
}

async fn change_password(person: &mut Caller, old: &str, new: &str) -> Answer {
    let body = json!({ "old_password": old, "new_password": new, "confirm": new });
    person.post("/user/change-password", body).await
}

/// Signs in again: the caution outlasts a session.
async fn sign_in_again(person: &mut Caller, email: &str, password: &str) {
    let login = json!({ "email": email, "password": password });
    person.post("/auth/login", login).await.expect(200);
}

fn refusal(answer: &Answer) -> (Value, Value) {
    let wrong = &answer.expect(422).body["violations"][0];
    (wrong["code"].clone(), wrong["params"].clone())
}

const NEW: &str = "Lantern7!Quarry";

on_one! {
    /// The rest of the cap can be sent, but not a kobo more.
    async fn a_new_password_caps_payments_at_fifty_thousand_a_day(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "200000.00").await;
        let mut ben = holder(world, "1.00").await;
        let number = wallet_number(&mut ben).await;
        assert_eq!(cap_of_all(&mut ada).await, Value::Null);
        // Earlier payments count: otherwise each change would reset the cap.
        transfer(&mut ada, &number, "20000.00", "caps-before").await.expect(201);

        let changed = change_password(&mut ada, PASSWORD, NEW).await;
        assert_eq!(changed.expect(200).body["message"], "Your password has been changed. For your safety, up to ₦50,000.00 may leave your wallet in the next 24 hours.");
        let found = cap_of_all(&mut ada).await;
        assert_eq!((&found["amount"], &found["reason"], &found["until"]), (&json!("30000.00"), &json!("password"), &json!("2026-11-21T09:00:00.000Z")));
        assert_eq!(found["message"], "For your safety, up to ₦30,000.00 may leave your wallet until 21 Nov, 10:00, because your password was changed.");

        let refused = transfer(&mut ada, &number, "30000.01", "caps-over-1").await;
        assert_eq!(refusal(&refused), (json!("above_maximum"), json!({ "limit": "30000.00", "value": "30000.01", "nearest": "30000.00" })));
        let refused = withdraw(&mut ada, "30000.01", "caps-over-2").await;
        assert_eq!(refusal(&refused).0, "above_maximum");
        assert_eq!(balances(&mut ada).await, ("180000.00".into(), "180000.00".into()));

        // The fee is added on top.
        withdraw(&mut ada, "30000.00", "caps-all").await.expect(201);
        assert_eq!(cap_of_all(&mut ada).await["amount"], "0.00");
        let refused = transfer(&mut ada, &number, "1.00", "caps-nothing").await;
        assert_eq!(refusal(&refused), (json!("above_maximum"), json!({ "limit": "0.00", "value": "1.00" })));

        // A millisecond before the end of a day, and at its end.
        world.clock.advance_ms(DAY_SECONDS * 1_000 - 1);
        sign_in_again(&mut ada, &email, NEW).await;
        assert_eq!(cap_of_all(&mut ada).await["amount"], "0.00");
        world.clock.advance_ms(1);
        assert_eq!(cap_of_all(&mut ada).await, Value::Null);
        transfer(&mut ada, &number, "60000.00", "caps-free").await.expect(201);
    }

    async fn every_security_change_caps_payments_except_a_first_pin(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        assert_eq!(cap_of_all(&mut ada).await, Value::Null);
        let pin = json!({ "old_pin": "2580", "pin": "1397", "confirm_pin": "1397", "currency": "NGN" });
        ada.put("/wallet/pin-update", pin).await.expect(200);
        assert_eq!(cap_of_all(&mut ada).await["reason"], "pin");

        // Of several reasons, the one that lasts longest is named.
        world.advance_seconds(60);
        let mut elsewhere = world.caller();
        sign_in_again(&mut elsewhere, &email, PASSWORD).await;
        let found = cap_of_all(&mut ada).await;
        assert_eq!((&found["reason"], &found["until"]), (&json!("new_device"), &json!("2026-11-21T09:01:00.000Z")));

        // A forgotten password.
        world.advance_seconds(60);
        world.caller().post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        let reset = world.caller().post("/reset/password", json!({ "email": email, "code": code, "password": NEW })).await;
        assert!(reset.expect(200).body["message"].as_str().unwrap().contains("₦50,000.00"));
        sign_in_again(&mut ada, &email, NEW).await;
        assert_eq!(cap_of_all(&mut ada).await["reason"], "password");

        // A forgotten PIN: when it is removed, and again when another one is set.
        world.advance_seconds(60);
        let forgotten = json!({ "currency": "NGN", "password": NEW });
        ada.post("/account/settings/pin/reset", forgotten).await.expect(200);
        let code = world.code_for(&email).await;
        ada.post("/account/settings/pin/reset", json!({ "currency": "NGN", "password": NEW, "code": code })).await.expect(200);
        let found = cap_of_all(&mut ada).await;
        assert_eq!((&found["reason"], &found["until"]), (&json!("pin"), &json!("2026-11-21T09:03:00.000Z")));
        world.advance_seconds(60);
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
        ada.post("/account/settings/pin/create", pin).await.expect(200);
        assert_eq!(cap_of_all(&mut ada).await["until"], "2026-11-21T09:04:00.000Z");

        // It concerns no other user.
        let mut ben = holder(world, "1.00").await;
        assert_eq!(cap_of_all(&mut ben).await, Value::Null);
    }

    async fn a_phone_added_later_caps_payments(world: World) {
        for (days, reason) in [(0, Value::Null), (2, json!("phone"))] {
            let email = fresh_email();
            let mut filled_in = crate::support::registration(&email);
            filled_in["phone"] = json!("08031234567");
            let mut person = world.member_at(world.caller(), filled_in).await;
            world.advance_seconds(days * DAY_SECONDS);
            sign_in_again(&mut person, &email, PASSWORD).await;
            let phone = format!("0803123450{days}");
            person.post("/phone/code", json!({ "phone": phone })).await.expect(200);
            let code = world.code_for(&phone).await;
            person.post("/phone", json!({ "phone": phone, "code": code })).await.expect(200);
            let found = cap_of_all(&mut person).await;
            assert_eq!(found.get("reason").cloned().unwrap_or_default(), reason);
        }
    }
}

on_both! {
    async fn concurrent_payments_share_the_rest_of_the_cap(world: World) {
        let (mut ada, mut ben) = (holder(world, "200000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        change_password(&mut ada, PASSWORD, NEW).await.expect(200);
        for round in 0..3_u8 {
            let amount = "9000.00";
            let mut payers = Vec::new();
            for side in 0..4_u8 {
                let key = format!("caps-race-{round}-{side}");
                payers.push(authorised(&mut ada, "wallet_transfer", amount, &format!("wallet:{number}"), &key).await);
            }
            let sending: Vec<_> = payers
                .into_iter()
                .map(|mut payer| {
                    let body = transfer_body(&number, amount);
                    tokio::spawn(async move { payer.post("/wallet/transfer", body).await.status })
                })
                .collect();
            let mut statuses = Vec::new();
            for sent in sending {
                statuses.push(sent.await.unwrap());
            }
            assert!(statuses.iter().all(|status| [StatusCode::CREATED, StatusCode::UNPROCESSABLE_ENTITY].contains(status)), "{statuses:?}");
        }
        // Five times nine thousand, never six.
        assert_eq!(balances(&mut ada).await.0, "155000.00");
        assert_eq!(cap_of_all(&mut ada).await["amount"], "5000.00");
    }
}

on_one! {
    async fn replays_and_returned_payments_do_not_count_toward_the_cap(world: World) {
        let (mut ada, mut ben) = (holder(world, "200000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        change_password(&mut ada, PASSWORD, NEW).await.expect(200);
        let mut payer = authorised(&mut ada, "wallet_transfer", "40000.00", &format!("wallet:{number}"), "caps-replay").await;
        for _ in 0..3 {
            payer.post("/wallet/transfer", transfer_body(&number, "40000.00")).await.expect(201);
        }
        assert_eq!(cap_of_all(&mut ada).await["amount"], "10000.00");

        // A payment in progress counts; one refused by the bank does not.
        for (will, amount, key, left) in [("lose_request", "8000.00", "caps-on-its-way", "2000.00"), ("fail", "2000.00", "caps-refused", "2000.00")] {
            let body = withdrawal_body(&mut ada, amount).await;
            let mut payer = authorised(&mut ada, "withdraw", amount, &format!("bank:{BANK}:{ACCOUNT}"), key).await;
            bank_will(world, will).await;
            let sent = payer.post("/withdraw", body).await;
            assert!(sent.status.is_success(), "{}", sent.text);
            assert_eq!(cap_of_all(&mut ada).await["amount"], left, "{will}");
            bank_will(world, "succeed").await;
        }
    }

    async fn payments_to_a_new_recipient_are_capped_for_a_day(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "900000.00").await;
        let mut ben = holder(world, "1.00").await;
        let number = wallet_number(&mut ben).await;
        let to_ben = json!({ "wallet_number": number });
        let found = cap(&mut ada, to_ben.clone()).await;
        assert_eq!((&found["amount"], &found["reason"], &found["until"]), (&json!("200000.00"), &json!("new_payee"), &Value::Null));

        let refused = transfer(&mut ada, &number, "200000.01", "caps-new-1").await;
        assert_eq!(refusal(&refused).0, "above_maximum");
        transfer(&mut ada, &number, "150000.00", "caps-new-2").await.expect(201);
        let found = cap(&mut ada, to_ben.clone()).await;
        assert_eq!((&found["amount"], &found["until"]), (&json!("50000.00"), &json!("2026-11-21T09:00:00.000Z")));
        let refused = transfer(&mut ada, &number, "50000.01", "caps-new-3").await;
        assert_eq!(refusal(&refused).0, "above_maximum");

        // Another recipient has its own allowance, from the time it was saved.
        let account = json!({ "bank_code": BANK, "account_number": ACCOUNT });
        let enquired = ada.post("/enquire", account.clone()).await;
        let enquired = enquired.expect(200).data().clone();
        let saved = json!({ "bank_code": BANK, "bank_name": enquired["bank"]["name"], "account_number": ACCOUNT, "account_name": enquired["account_name"] });
        ada.post("/bank-account", saved).await.expect(201);
        assert_eq!(cap(&mut ada, account.clone()).await["until"], "2026-11-21T09:00:00.000Z");
        assert_eq!(refusal(&withdraw(&mut ada, "200000.01", "caps-new-4").await).0, "above_maximum");
        withdraw(&mut ada, "200000.00", "caps-new-5").await.expect(201);
        assert_eq!(cap(&mut ada, account.clone()).await["amount"], "0.00");

        world.advance_seconds(DAY_SECONDS);
        sign_in_again(&mut ada, &email, PASSWORD).await;
        assert_eq!((cap(&mut ada, to_ben).await, cap(&mut ada, account).await), (Value::Null, Value::Null));
        transfer(&mut ada, &number, "250000.00", "caps-new-6").await.expect(201);
    }

    async fn dollars_count_toward_the_cap_by_their_value(world: World) {
        let mut ada = holder(world, "1.00").await;
        change_password(&mut ada, PASSWORD, NEW).await.expect(200);
        let answer = ada.post("/wallet/allowance", json!({ "currency": "USD" })).await;
        assert_eq!(answer.expect(200).data()["cap"]["amount"], "33.33");
    }
}
