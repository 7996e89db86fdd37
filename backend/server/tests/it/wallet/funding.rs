//! Funding of wallets.

use super::*;

on_one! {
    async fn a_credit_arrives_in_the_wallet_of_its_account(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let first = ada.post("/accounts/fund", json!({ "type": "NGN" })).await;
        let again = ada.post("/accounts/fund", json!({ "type": "NGN" })).await;
        assert_eq!(first.expect(200).body, again.expect(200).body);

        let answer = credit(world, &mut ada, "NGN", "2500.50").await;

        assert_eq!((&answer.data()["category"], &answer.data()["net_amount"]), (&json!("funding"), &json!("2500.50")));
        assert_eq!(balances(&mut ada).await, ("2500.50".into(), "2500.50".into()));
        let total = ada.get("/accounts").await;
        assert_eq!(total.data()["total"], json!({ "currency": "NGN", "amount": "2500.50" }));
    }

    async fn oversized_and_overflowing_credits_are_refused(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        credit(world, &mut ada, "NGN", "2500.50").await;
        let account = ada.post("/accounts/fund", json!({ "type": "NGN" })).await;
        let number = account.expect(200).data()["account_number"].clone();
        for amount in ["92233720368547758.07", "100000000000.01"] {
            let body = json!({ "account_number": number, "amount": amount });
            world.caller().post("/sandbox/credits", body).await.breaks(&[("amount", "out_of_range")]);
        }
        assert_eq!(balances(&mut ada).await.0, "2500.50");
        credit(world, &mut ada, "NGN", "100000000000.00").await;
        assert_eq!(balances(&mut ada).await.0, "100000002500.50");
    }

    async fn the_bank_may_require_a_bvn_first(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        bank_will(world, "bvn_required").await;
        let asked = ada.post("/accounts/fund", json!({ "type": "NGN" })).await;
        assert_eq!(asked.expect(200).data(), &json!({ "code": 25 }));
        ada.post("/accounts/fund", json!({ "type": "NGN", "bvn": "123" })).await.breaks(&[("bvn", "wrong_length")]);
        let opened = ada.post("/accounts/fund", json!({ "type": "NGN", "bvn": "22212345678" })).await;
        assert_eq!(opened.expect(200).data()["account_number"].as_str().unwrap().len(), 10);
    }

    async fn only_naira_and_dollars_are_funded_by_bank(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        ada.post("/accounts/fund", json!({ "type": "GBP" })).await.breaks(&[("type", "not_one_of")]);
        ada.post("/accounts/fund", json!({ "type": "XYZ" })).await.refuses(422, "wrong_type");
        let dollars = ada.post("/accounts/fund", json!({ "type": "USD" })).await;
        assert!(dollars.expect(200).data()["routing_number"].is_string());
        world.caller().post("/sandbox/credits", json!({ "account_number": "0000000000", "amount": "1" })).await.refuses(404, "not_found");
    }

    async fn an_unavailable_bank_is_reported_as_unavailable(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        bank_will(world, "fail").await;
        let answer = ada.post("/accounts/fund", json!({ "type": "NGN" })).await;
        answer.refuses(503, "bank_unavailable");
        assert_ne!(answer.header("retry-after"), "");
        bank_will(world, "lose_answer").await;
        ada.post("/accounts/fund", json!({ "type": "NGN" })).await.refuses(503, "bank_unavailable");
        // The account was opened nevertheless; a second request finds it.
        bank_will(world, "succeed").await;
        ada.post("/accounts/fund", json!({ "type": "NGN" })).await.expect(200);
        let accounts = world.caller().get("/sandbox/accounts").await;
        assert_eq!(accounts.expect(200).data().as_array().unwrap().len(), 1);
    }

    async fn wallets_are_opened_once_the_address_is_proven(world: World) {
        // Opening the wallets at sign-up would make the response slower for a new address than for a known one.
        let email = fresh_email();
        let wallets = || async {
            let row = sqlx::query("SELECT COUNT(*) AS found FROM wallets").fetch_one(&mut *world.app.db.read().await.unwrap()).await;
            sqlx::Row::get::<i64, _>(&row.unwrap(), "found")
        };
        world.caller().post("/auth/register", crate::support::registration(&email)).await.expect(201);
        assert_eq!(wallets().await, 0);
        let code = world.code_for(&email).await;
        world.caller().post("/auth/verify", json!({ "email": email, "code": code })).await.expect(200);
        assert_eq!(wallets().await, 6);
        // Proven with a forgotten password as well, and once.
        let other = fresh_email();
        world.caller().post("/auth/register", crate::support::registration(&other)).await.expect(201);
        for round in 0..2 {
            world.advance_seconds(120);
            world.caller().post("/forgot/password", json!({ "email": other })).await.expect(200);
            let reset = json!({ "email": other, "code": world.code_for(&other).await, "password": format!("Harbour4!Tide{round}") });
            world.caller().post("/reset/password", reset).await.expect(200);
            assert_eq!(wallets().await, 12);
        }
    }

    async fn wallets_are_there_from_the_start(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let accounts = ada.get("/accounts").await;
        let wallets = accounts.expect(200).data()["wallets"].as_array().cloned().unwrap();
        let currencies: Vec<_> = wallets.iter().map(|wallet| wallet["base_currency"].as_str().unwrap()).collect();
        assert_eq!(currencies, ["NGN", "USD", "BTC", "ETH", "USDT"]);
        assert_eq!(wallets[3]["balance"], "0.00000000");
        let all = accounts.data();
        assert_eq!((&all["active_account"], &all["active_currency"], &all["rates_at"]), (&json!("home"), &json!("NGN"), &Value::Null));
        assert_eq!(ada.get("/rates").await.expect(200).data()["NGN"]["sell_rate"], "1500");
        world.caller().get("/accounts").await.refuses(401, "unauthenticated");
    }

    async fn default_view_and_default_currency_are_separate(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        for (body, account, currency) in [
            (json!({ "account": "savings" }), "savings", "NGN"),
            (json!({ "currency": "BTC" }), "savings", "BTC"),
            (json!({ "account": "crypto" }), "crypto", "BTC"),
            (json!({ "account": "loan", "currency": "USD" }), "loan", "USD"),
            (json!({ "account": "investment" }), "investment", "USD"),
            (json!({}), "investment", "USD"),
            (json!({ "account": "home" }), "home", "USD"),
        ] {
            let chosen = ada.put("/accounts/active", body).await.expect(200).data().clone();
            assert_eq!(chosen, json!({ "active_account": account, "active_currency": currency }));
            let all = ada.get("/accounts").await.data().clone();
            assert_eq!((&all["active_account"], &all["active_currency"]), (&chosen["active_account"], &chosen["active_currency"]));
        }
        for body in [json!({ "account": "USD" }), json!({ "currency": "home" }), json!({ "account": "" })] {
            ada.put("/accounts/active", body).await.refuses(422, "wrong_type");
        }
        world.caller().put("/accounts/active", json!({ "account": "home" })).await.refuses(401, "unauthenticated");
    }
}

/// SQLite commits several transactions together. The effect of another one is reported only once it is durable.
#[tokio::test]
async fn a_repeated_credit_is_confirmed_once_the_first_is_durable() {
    use wallet::funding::{Credit, credit};
    let world = World::new(crate::support::Engine::Sqlite).await;
    let mut ada = world.member_with_pin(&fresh_email()).await;
    let account = ada.post("/accounts/fund", json!({ "type": "NGN" })).await;
    let told = Credit {
        provider_reference: "T-1".into(),
        account_number: account.expect(200).data()["account_number"]
            .as_str()
            .unwrap()
            .into(),
        currency: domain_core::money::Currency::Ngn,
        amount: domain_core::money::Amount::parse("250", domain_core::money::Currency::Ngn)
            .unwrap(),
        sender: None,
    };
    let in_line = async || {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    };
    let db = world.app.db.clone();
    let turn = db.begin().await.unwrap();
    let mut credits = Vec::new();
    for _ in 0..2 {
        let (app, told) = (world.app.clone(), told.clone());
        credits.push(tokio::spawn(async move { credit(&app, &told).await }));
        in_line().await;
    }
    // Queued behind both: when it has its turn, both have done their work, but nothing is committed.
    let after = tokio::spawn(async move { db.begin().await });
    in_line().await;
    turn.rollback().await.unwrap();
    let after = after.await.unwrap().unwrap();
    in_line().await;
    assert!(credits.iter().all(|credit| !credit.is_finished()));
    after.rollback().await.unwrap();
    let mut told = Vec::new();
    for credit in credits {
        told.push(credit.await.unwrap().unwrap().reference);
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(balances(&mut ada).await.0, "250.00");
    world.end().await;
}

/// Checks the durability of a call that is repeated under its key.
#[tokio::test]
async fn a_repeated_call_is_answered_once_the_first_is_durable() {
    use service::http::idempotency::{Answer, Claim, Operation, claim, finish};
    let world = World::new(crate::support::Engine::Sqlite).await;
    let mut ada = world.member(&fresh_email()).await;
    let user_id = ada.get("/auth/me").await.data()["uuid"]
        .as_str()
        .unwrap()
        .to_owned();
    let operation = Operation {
        pin: None,
        route: "POST /api/withdraw".into(),
        key: "key-00000001".into(),
        body_hash: "of the body".into(),
        body: json!({}),
    };
    let in_line = async || {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    };
    let db = world.app.db.clone();
    let turn = db.begin().await.unwrap();
    let mut calls = Vec::new();
    for _ in 0..2 {
        let (app, operation, user_id) = (world.app.clone(), operation.clone(), user_id.clone());
        calls.push(tokio::spawn(async move {
            let mut tx = app.db.begin().await.unwrap();
            match claim(&mut tx, &app, &user_id, &operation).await.unwrap() {
                Claim::Done(replay) => replay.answer(tx).await.unwrap(),
                Claim::First => {
                    let answer = Answer::new(axum::http::StatusCode::CREATED, json!({}));
                    finish(&mut tx, &user_id, &operation.key, &answer)
                        .await
                        .unwrap();
                    tx.commit().await.unwrap();
                    answer
                }
            }
        }));
        in_line().await;
    }
    let after = tokio::spawn(async move { db.begin().await });
    in_line().await;
    turn.rollback().await.unwrap();
    let after = after.await.unwrap().unwrap();
    in_line().await;
    assert!(calls.iter().all(|call| !call.is_finished()));
    after.rollback().await.unwrap();
    let mut replayed = Vec::new();
    for call in calls {
        replayed.push(call.await.unwrap().replayed);
    }
    assert_eq!(replayed, [false, true]);
    world.end().await;
}
