//! Sending coins: quote, warnings, reservation, and outcomes at the custodian.

use super::*;
use money::orders::reconcile;

async fn send(person: &mut Caller, amount: &str, key: &str) -> crate::support::Answer {
    let mut payer = authorised(person, "send", amount, PAYEE, key).await;
    payer.post("/send", sending(amount)).await
}

on_one! {
    async fn coins_are_quoted_with_the_networks_fee_and_sent(world: World) {
        let mut ada = holder(world, "0.5").await;
        let quote = ada.post("/quotes/send", sending("0.001")).await.expect(200).data().clone();
        assert_eq!((&quote["amount"], &quote["fee"], &quote["total"]), (&json!("0.00100000"), &json!("0.00002400"), &json!("0.00102400")));
        assert_eq!(quote["lines"][1], json!({ "code": "fee", "label": "Network fee", "amount": "0.00002400" }));
        assert_eq!((&quote["payee"], &quote["network"]), (&json!(PAYEE), &json!("bitcoin")));
        assert!(quote["warnings"][0].as_str().unwrap().starts_with("You haven't sent coins to this address before."), "{quote}");
        let mut body = sending("0.001");
        body["quote_id"] = quote["id"].clone();
        let mut payer = authorised(&mut ada, "send", "0.00100000", PAYEE, KEY).await;
        let answer = payer.post("/send", body.clone()).await;
        let done = answer.expect(201).data().clone();
        assert_eq!((&done["category"], &done["status"], &done["charge"]), (&json!("crypto-send"), &json!("SUCCESSFUL"), &json!("0.00002400")));
        assert_eq!((&done["counterparty"]["name"], &done["counterparty"]["account_number"]), (&json!("Bitcoin"), &json!(OUTSIDE)));
        assert_eq!(balance(&mut ada, "BTC").await, ("0.49897600".into(), "0.49897600".into()));
        let sent = sent(world).await;
        assert_eq!((sent.len(), &sent[0]["reference"], &sent[0]["amount"]), (1, &done["reference"], &json!("0.00100000")));
        assert_eq!(payer.post("/send", body).await.expect(201).body, answer.body);
        assert_eq!(super::sent(world).await.len(), 1);
        // The second time, the address is known.
        let again = ada.post("/quotes/send", sending("0.0002")).await;
        assert_eq!(again.expect(200).data()["warnings"], json!([]));
        assert_eq!(ada.get("/send").await.expect(200).data()["total"], 1);
    }

    async fn a_refused_send_returns_the_coins(world: World) {
        let mut ada = holder(world, "0.5").await;
        port_will(world, "custody", "fail").await;
        let answer = send(&mut ada, "0.001", KEY).await;
        assert_eq!(answer.expect(201).data()["status"], "FAILED");
        assert_eq!(answer.data()["comment"], "These coins could not be sent. They are back in your wallet.");
        assert_eq!(balance(&mut ada, "BTC").await, ("0.50000000".into(), "0.50000000".into()));
    }

    async fn lost_responses_and_requests_are_polled_until_decided(world: World) {
        for (outcome, known_at_once) in [("lose_answer", 1), ("lose_request", 0)] {
            let mut ada = holder(world, "0.5").await;
            let before = sent(world).await.len();
            let mut payer = authorised(&mut ada, "send", "0.001", PAYEE, KEY).await;
            port_will(world, "custody", outcome).await;
            let answer = payer.post("/send", sending("0.001")).await;
            assert_eq!(answer.expect(202).data()["status"], "PROCESSING");
            assert_eq!(balance(&mut ada, "BTC").await, ("0.50000000".into(), "0.49897600".into()));
            assert_eq!(sent(world).await.len(), before + known_at_once);
            port_will(world, "custody", "succeed").await;
            world.advance_seconds(3);
            assert_eq!(reconcile(&world.app).await.unwrap(), 1);
            assert_eq!(sent(world).await.len(), before + 1);
            assert_eq!(balance(&mut ada, "BTC").await, ("0.49897600".into(), "0.49897600".into()));
        }
    }

    async fn an_invalid_form_sends_nothing(world: World) {
        let mut ada = holder(world, "0.5").await;
        let mut keyed = ada.with("idempotency-key", KEY);
        let with = |field: &str, value: Value| {
            let mut body = sending("0.001");
            body[field] = value;
            body
        };
        for (field, value, code) in [
            ("address", json!("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"), "wrong_checksum"),
            ("address", json!("0123456789"), "not_allowed"),
            ("address", json!("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"), "not_allowed"),
            ("address", json!("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"), "not_allowed"),
            ("network", json!("tron"), "not_one_of"),
            ("amount", json!("0.00000545"), "below_minimum"),
            ("amount", json!("0.49997601"), "insufficient_balance"),
            ("confirm", json!(false), "not_accepted"),
        ] {
            // Also above the cap for a new address, which is reported if the balance suffices.
            let code = if code == "insufficient_balance" { "above_maximum" } else { code };
            ada.post("/quotes/send", with(field, value.clone())).await.breaks(&[(field, code)]);
            keyed.post("/send", with(field, value)).await.breaks(&[(field, code)]);
        }
        let bank = ada.post("/quotes/send", with("address", json!("0123456789"))).await;
        assert_eq!(bank.body["violations"][0]["message"], "BTC can't be sent to a bank account.");
        keyed.post("/send", sending("0.001")).await.refuses(403, "pin_authorisation_required");
        let other = "coin:bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
        authorised(&mut ada, "send", "0.001", other, "key-00000002").await.post("/send", sending("0.001")).await.refuses(403, "pin_authorisation_required");
        assert_eq!((sent(world).await.len(), balance(&mut ada, "BTC").await.1), (0, "0.50000000".into()));
    }

    async fn sends_to_a_new_address_are_capped_at_two_hundred_thousand_naira_a_day(world: World) {
        let mut ada = holder(world, "0.5").await;
        // At the sample rates, 200,000 naira are 0.0014 bitcoin.
        send(&mut ada, "0.0014", KEY).await.expect(201);
        let mut payer = authorised(&mut ada, "send", "0.00001", PAYEE, "key-00000002").await;
        payer.post("/send", sending("0.00001")).await.breaks(&[("amount", "above_maximum")]);
        let terms = ada.post("/coins/terms", json!({ "symbol": "BTC", "address": OUTSIDE })).await;
        assert_eq!((terms.expect(200).data()["cap"]["amount"].clone(), terms.data()["network_fee"].clone()), (json!("0.00000000"), json!("0.00002400")));
    }
}

on_both! {
    async fn concurrent_sends_never_exceed_the_balance(world: World) {
        let mut ada = holder(world, "0.0005").await;
        let mut payers = Vec::new();
        for number in 0..10 {
            payers.push(authorised(&mut ada, "send", "0.0001", PAYEE, &format!("key-race-{number:04}")).await);
        }
        let sendings: Vec<_> = payers
            .into_iter()
            .map(|mut payer| tokio::spawn(async move { payer.post("/send", sending("0.0001")).await.status.as_u16() }))
            .collect();
        let mut done = 0;
        for one in sendings {
            done += usize::from(one.await.unwrap() == 201);
        }
        // Four times 0.0001 and the network fee.
        assert_eq!((done, sent(world).await.len()), (4, 4));
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.00000400");
    }
}
