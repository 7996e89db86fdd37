//! Withdrawals to a bank.

use super::*;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Rate};
use money::orders::reconcile;
use money::rates;

on_one! {
    async fn a_withdrawal_is_paid_and_its_fee_earned(world: World) {
        let mut ada = holder(world, "1000.00").await;

        let answer = withdraw(&mut ada, "500.00", "key-00000001").await;

        let sent = answer.expect(201).data().clone();
        assert_eq!((&sent["status"], &sent["gross_amount"], &sent["charge"], &sent["net_amount"]), (&json!("SUCCESSFUL"), &json!("500.00"), &json!("20.00"), &json!("520.00")));
        assert_eq!(balances(&mut ada).await, ("480.00".into(), "480.00".into()));
        let paid = payouts(world).await;
        assert_eq!(paid.len(), 1);
        assert_eq!((&paid[0]["reference"], &paid[0]["amount"], &paid[0]["account_number"]), (&sent["reference"], &json!("500.00"), &json!(ACCOUNT)));
        let list = ada.get("/withdraw").await;
        assert_eq!(list.expect(200).data()["data"][0]["amount"], "500.00");
    }

    async fn a_refused_withdrawal_returns_the_money(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let body = withdrawal_body(&mut ada, "500.00").await;
        let mut payer = authorised(&mut ada, "withdraw", "500.00", &format!("bank:{BANK}:{ACCOUNT}"), "key-00000001").await;
        bank_will(world, "fail").await;

        let answer = payer.post("/withdraw", body.clone()).await;

        assert_eq!(answer.expect(201).data()["status"], "FAILED");
        assert!(answer.data()["comment"].as_str().unwrap().contains("back in your wallet"));
        assert_eq!(balances(&mut ada).await, ("1000.00".into(), "1000.00".into()));
        assert_eq!(payer.post("/withdraw", body).await.expect(201).body, answer.body);
    }

    async fn a_lost_response_is_polled_until_decided(world: World) {
        let mut ada = holder(world, "1000.00").await;
        bank_will(world, "lose_answer").await;

        let answer = withdraw(&mut ada, "500.00", "key-00000001").await;

        let reference = answer.expect(202).data()["reference"].as_str().unwrap().to_owned();
        assert_eq!(answer.data()["status"], "PROCESSING");
        assert_eq!(balances(&mut ada).await, ("1000.00".into(), "480.00".into()));
        // Not due yet: the bank is not queried before the time.
        assert_eq!(reconcile(&world.app).await.unwrap(), 0);
        world.advance_seconds(3);
        assert_eq!(reconcile(&world.app).await.unwrap(), 1);
        assert_eq!(reconcile(&world.app).await.unwrap(), 0);
        let known = ada.get(&format!("/transaction/{reference}")).await;
        assert_eq!(known.expect(200).data()["status"], "SUCCESSFUL");
        assert_eq!(balances(&mut ada).await, ("480.00".into(), "480.00".into()));
        assert_eq!(payouts(world).await.len(), 1);
        let operation = ada.get("/operations/key-00000001").await;
        assert_eq!((&operation.data()["status"], &operation.data()["answer"]["data"]["status"]), (&json!(201), &json!("SUCCESSFUL")));
    }

    async fn a_lost_request_is_resent_under_its_own_reference(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let body = withdrawal_body(&mut ada, "500.00").await;
        let mut payer = authorised(&mut ada, "withdraw", "500.00", &format!("bank:{BANK}:{ACCOUNT}"), "key-00000001").await;
        bank_will(world, "lose_request").await;
        let answer = payer.post("/withdraw", body).await;
        let reference = answer.expect(202).data()["reference"].clone();
        assert_eq!(payouts(world).await.len(), 0);

        world.advance_seconds(3);
        assert_eq!(reconcile(&world.app).await.unwrap(), 0);
        bank_will(world, "succeed").await;
        world.advance_seconds(5);
        assert_eq!(reconcile(&world.app).await.unwrap(), 1);

        let paid = payouts(world).await;
        assert_eq!((paid.len(), &paid[0]["reference"]), (1, &reference));
        assert_eq!(balances(&mut ada).await, ("480.00".into(), "480.00".into()));
    }

    async fn account_names_come_from_the_bank(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let mut keyed = ada.with("idempotency-key", "key-00000001");
        let body = withdrawal_body(&mut ada, "500.00").await;
        let with = |field: &str, value: Value| {
            let mut body = body.clone();
            body[field] = value;
            body
        };
        // Without a PIN, the bank's data is not revealed.
        keyed.post("/withdraw", with("account_name", json!("SOMEBODY ELSE"))).await.refuses(403, "pin_authorisation_required");
        keyed.post("/withdraw", body.clone()).await.refuses(403, "pin_authorisation_required");
        for (field, value, code) in [
            ("account_name", "SOMEBODY ELSE", "mismatch"), ("account_number", "0000000000", "not_allowed"), ("bank_code", "000", "not_one_of"),
        ] {
            let mut payer = authorised(&mut ada, "withdraw", "500.00", "bank:1:1", "key-00000002").await;
            payer.post("/withdraw", with(field, json!(value))).await.breaks(&[(field, code)]);
        }
        keyed.post("/withdraw", with("bank_account_id", json!("1"))).await.breaks(&[("bank_account_id", "not_allowed")]);
        keyed.post("/withdraw", with("amount", json!("199.99"))).await.breaks(&[("amount", "below_minimum")]);
        keyed.post("/withdraw", with("amount", json!("980.01"))).await.breaks(&[("amount", "insufficient_balance")]);
        let saved = json!({ "amount": "500.00", "send_wallet": "NGN", "confirm": true, "bank_account_id": "nobody's" });
        keyed.post("/withdraw", saved).await.refuses(404, "not_found");
        assert_eq!(balances(&mut ada).await, ("1000.00".into(), "1000.00".into()));
    }

    async fn a_saved_account_needs_no_second_name_enquiry(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let mut body = withdrawal_body(&mut ada, "200.00").await;
        body["save_beneficiary"] = json!(true);
        let payee = format!("bank:{BANK}:{ACCOUNT}");
        authorised(&mut ada, "withdraw", "200.00", &payee, "key-00000001").await.post("/withdraw", body).await.expect(201);
        let list = ada.get("/bank-account").await;
        let id = list.expect(200).data()["data"][0]["id"].clone();

        let wanted = json!({ "destination": "bank", "amount": "200.00", "currency": "NGN", "bank_account_id": id });
        let quote = ada.post("/quotes/transfer", wanted).await;
        let quote = quote.expect(200).data().clone();
        assert_eq!((&quote["fee"], &quote["total"], &quote["payee"]), (&json!("20.00"), &json!("220.00"), &json!(payee)));
        assert_eq!(quote["payout_note"], json!(null));
        let body = json!({ "quote_id": quote["id"], "amount": "200.00", "send_wallet": "NGN", "confirm": true, "bank_account_id": id });
        authorised(&mut ada, "withdraw", "200.00", &payee, "key-00000002").await.post("/withdraw", body).await.expect(201);
        assert_eq!(balances(&mut ada).await.0, "560.00");
    }

    async fn coins_cannot_be_withdrawn_to_a_bank(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        let wanted = json!({ "destination": "bank", "amount": "0.5", "currency": "BTC", "bank_code": BANK, "account_number": ACCOUNT });
        let quote = ada.post("/quotes/transfer", wanted).await;
        quote.breaks(&[("amount", "not_allowed")]);
        assert_eq!(quote.body["violations"][0]["message"], "BTC can't be sent to a bank account.");
        let mut body = withdrawal_body(&mut ada, "0.5").await;
        body["send_wallet"] = json!("BTC");
        let mut payer = ada.with("idempotency-key", "key-00000001");
        let answer = payer.post("/withdraw", body).await;
        answer.breaks(&[("amount", "not_allowed")]);
        assert_eq!(answer.body["violations"][0]["message"], "BTC can't be sent to a bank account.");
    }

    async fn a_rate_that_moves_changes_the_quote(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        credit(world, &mut ada, "USD", "101.00").await;
        assert_eq!(wallet(&mut ada, "USD").await["balance"], "100.00");
        ada.post("/account/settings/pin/create", json!({ "pin": "2580", "confirm_pin": "2580", "currency": "USD" })).await.expect(200);
        let wanted = json!({ "destination": "bank", "amount": "50.00", "currency": "USD", "bank_code": BANK, "account_number": ACCOUNT });
        let quote = ada.post("/quotes/transfer", wanted).await;
        let quote = quote.expect(200).data().clone();
        assert_eq!(quote["fee"], "0.01");
        // Dollars leave, and dollars are what the bank is sent.
        assert!(quote["payout_note"].as_str().unwrap().starts_with("The bank is sent USD"), "{quote}");

        let rate = |text| Rate::parse(text).unwrap();
        assert!(rates::set(&world.app, Currency::Ngn, rate("400"), rate("390"), Instant(world.clock.now_ms())).await.unwrap());

        let mut body = withdrawal_body(&mut ada, "50.00").await;
        body["send_wallet"] = json!("USD");
        body["quote_id"] = quote["id"].clone();
        let confirm = json!({ "pin": "2580", "currency": "USD", "action": "withdraw", "amount": "50.00", "payee": quote["payee"], "idempotency_key": "key-00000001", "request": body });
        let granted = ada.post("/wallet/pin-confirm", confirm).await;
        let authorisation = granted.expect(200).data()["authorisation"].as_str().unwrap().to_owned();
        let answer = ada.with("idempotency-key", "key-00000001").with("x-pin-authorisation", &authorisation).post("/withdraw", body).await;
        answer.refuses(409, "quote_changed");
        assert_eq!((&answer.data()["quoted"]["fee"], &answer.data()["current"]["fee"]), (&json!("0.01"), &json!("0.05")));
    }
}
