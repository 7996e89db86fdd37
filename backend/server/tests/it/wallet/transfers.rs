//! Transfers between wallets.

use super::*;

on_one! {
    async fn a_transfer_is_immediate_and_on_both_statements(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "5.00").await);
        let number = wallet_number(&mut ben).await;

        let answer = transfer(&mut ada, &number, "400.50", "key-00000001").await;

        let sent = answer.expect(201).data().clone();
        assert_eq!((&sent["status"], &sent["type"], &sent["charge"]), (&json!("SUCCESSFUL"), &json!("DEBIT"), &json!("0.00")));
        assert_eq!(sent["counterparty"]["wallet_number"], number);
        assert_eq!(balances(&mut ada).await, ("599.50".into(), "599.50".into()));
        assert_eq!(balances(&mut ben).await, ("405.50".into(), "405.50".into()));
        let received = ben.get(&format!("/transaction/{}", sent["reference"].as_str().unwrap())).await;
        let received = received.expect(200).data();
        assert_eq!((&received["type"], &received["net_amount"], &received["counterparty"]["name"]), (&json!("CREDIT"), &json!("400.50"), &json!("Ada Obi")));
    }

    async fn a_replay_returns_the_first_response_and_moves_nothing(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "5.00").await);
        let number = wallet_number(&mut ben).await;
        let first = transfer(&mut ada, &number, "100.00", "key-00000001").await;
        first.expect(201);

        let mut again = ada.with("idempotency-key", "key-00000001");
        for _ in 0..3 {
            let replay = again.post("/wallet/transfer", transfer_body(&number, "100.00")).await;
            assert_eq!(replay.expect(201).body, first.body);
            assert_eq!(replay.header("idempotency-replayed"), "true");
        }
        again.post("/wallet/transfer", transfer_body(&number, "200.00")).await.refuses(422, "idempotency_key_reused");
        ada.post("/wallet/transfer", transfer_body(&number, "100.00")).await.refuses(400, "idempotency_key_required");
        assert_eq!(balances(&mut ada).await.0, "900.00");

        // Another user can use the same key.
        let own = wallet_number(&mut ada).await;
        transfer(&mut ben, &own, "1.00", "key-00000001").await.expect(201);
        let operation = ada.get("/operations/key-00000001").await;
        assert_eq!(operation.expect(200).data()["answer"], first.body);
        assert_eq!(ada.get("/operations/key-99999999").await.expect(200).data(), &json!({ "state": "unknown" }));
    }

    async fn an_authorisation_is_single_use_and_bound_to_its_payment(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "5.00").await);
        let number = wallet_number(&mut ben).await;
        let payee = format!("wallet:{number}");
        let body = transfer_body(&number, "100.00");
        let refused = "pin_authorisation_required";

        ada.with("idempotency-key", "key-00000001").post("/wallet/transfer", body.clone()).await.refuses(403, refused);
        authorised(&mut ada, "wallet_transfer", "99.00", &payee, "key-00000001").await.post("/wallet/transfer", body.clone()).await.refuses(403, refused);
        authorised(&mut ada, "withdraw", "100.00", &payee, "key-00000001").await.post("/wallet/transfer", body.clone()).await.refuses(403, refused);
        authorised(&mut ada, "wallet_transfer", "100.00", "wallet:1", "key-00000001").await.post("/wallet/transfer", body.clone()).await.refuses(403, refused);
        let mut of_ben = authorised_for(&ben, ("wallet_transfer", "100.00", &payee), "key-00000001", &body).await;
        of_ben.token = ada.token.clone();
        of_ben.post("/wallet/transfer", body.clone()).await.refuses(403, refused);

        let mut late = authorised_for(&ada, ("wallet_transfer", "100.00", &payee), "key-00000002", &body).await;
        world.advance_seconds(121);
        late.post("/wallet/transfer", body.clone()).await.refuses(403, refused);

        let right = authorised_for(&ada, ("wallet_transfer", "100.00", &payee), "key-00000003", &body).await;
        right.clone().post("/wallet/transfer", body.clone()).await.expect(201);
        let (_, authorisation) = right.headers.last().cloned().unwrap();
        ada.with("idempotency-key", "key-00000004").with("x-pin-authorisation", &authorisation).post("/wallet/transfer", body).await.refuses(403, refused);
        assert_eq!(balances(&mut ada).await.0, "900.00");
    }

    async fn the_server_enforces_the_rules(world: World) {
        let mut ada = holder(world, "100.00").await;
        let own = wallet_number(&mut ada).await;
        let mut keyed = ada.with("idempotency-key", "key-00000001");
        keyed.post("/wallet/transfer", transfer_body(&own, "100.01")).await.breaks(&[("wallet_number", "not_allowed"), ("amount", "insufficient_balance")]);
        let mut unconfirmed = transfer_body("1234567890", "5.00");
        unconfirmed["confirm"] = json!(false);
        keyed.post("/wallet/transfer", unconfirmed).await.breaks(&[("confirm", "not_accepted")]);
        keyed.post("/wallet/transfer", transfer_body("1234567890", "5.00")).await.refuses(404, "no_such_wallet");
        // A refusal does not use the key up.
        keyed.post("/wallet/transfer", transfer_body("1234567891", "5.00")).await.refuses(404, "no_such_wallet");
        let mut dollars = world.member_with_pin(&fresh_email()).await;
        let number = wallet(&mut dollars, "USD").await["identity"].as_str().unwrap().to_owned();
        keyed.post("/wallet/transfer", transfer_body(&number, "5.00")).await.breaks(&[("wallet_number", "not_allowed")]);
        assert_eq!(balances(&mut ada).await.0, "100.00");
    }

    async fn a_payment_must_match_its_quote(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "5.00").await);
        let number = wallet_number(&mut ben).await;
        let wanted = json!({ "destination": "wallet", "amount": "100.00", "currency": "NGN", "wallet_number": number });
        let quote = ada.post("/quotes/transfer", wanted).await;
        let quote = quote.expect(200).data().clone();
        assert_eq!((&quote["total"], &quote["recipient"]["name"]), (&json!("100.00"), &json!("A•• O••")));
        let payee = quote["payee"].as_str().unwrap().to_owned();
        let with_quote = |amount: &str, id: &Value| {
            let mut body = transfer_body(&number, amount);
            body["quote_id"] = id.clone();
            body
        };

        let other = authorised(&mut ada, "wallet_transfer", "101.00", &payee, "key-00000001").await.post("/wallet/transfer", with_quote("101.00", &quote["id"])).await;
        other.refuses(409, "quote_changed");
        assert_eq!((&other.data()["quoted"]["total"], &other.data()["current"]["total"]), (&json!("100.00"), &json!("101.00")));

        let mut stranger = authorised(&mut ben, "wallet_transfer", "1.00", &payee, "key-00000001").await;
        let to_ada = wallet_number(&mut ada).await;
        let mut body = transfer_body(&to_ada, "1.00");
        body["quote_id"] = quote["id"].clone();
        stranger.post("/wallet/transfer", body).await.refuses(404, "not_found");

        authorised(&mut ada, "wallet_transfer", "100.00", &payee, "key-00000002").await.post("/wallet/transfer", with_quote("100.00", &quote["id"])).await.expect(201);
        world.advance_seconds(120);
        authorised(&mut ada, "wallet_transfer", "100.00", &payee, "key-00000003").await.post("/wallet/transfer", with_quote("100.00", &quote["id"])).await.refuses(409, "quote_changed");
        assert_eq!(balances(&mut ada).await.0, "900.00");
    }
}
