//! Closing an account: obstacles, consequences, and concurrent operations.

use crate::community::chat::somebody;
use crate::support::{Caller, PASSWORD, World, fresh_email};
use crate::wallet::{authorised, balances, credit, holder, transfer, transfer_body, wallet_number};
use backend::account::closing;
use identity::operator;
use serde_json::{Value, json};
use service::access::users;

const IDLE_SECONDS: i64 = 170;

async fn log_in(world: &World, email: &str) -> (Caller, crate::support::Answer) {
    let mut caller = world.caller();
    let answer = caller
        .post(
            "/auth/login",
            json!({ "email": email, "password": PASSWORD }),
        )
        .await;
    (caller, answer)
}

async fn reopen(world: &World, email: &str) {
    let user = operator::find(&world.app, "ajo", email).await.unwrap();
    closing::reopen(&world.app, &user, "Grace in support")
        .await
        .unwrap();
}

/// Lets more than ten minutes pass after the last code.
async fn later(world: &World, person: &mut Caller) {
    for _ in 0..4 {
        world.advance_seconds(IDLE_SECONDS);
        person.post("/auth/activity", json!({})).await;
        person.post("/auth/refresh", json!({})).await.expect(200);
    }
}

fn kinds(closing: &Value) -> Vec<&str> {
    let all = closing["obstacles"].as_array().unwrap().iter();
    all.map(|one| one["kind"].as_str().unwrap()).collect()
}

on_one! {
    async fn a_closed_account_refuses_sign_ins_until_reopened(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let number = wallet_number(&mut ada).await;
        let (mut phone, signed_in) = log_in(world, &email).await;
        signed_in.expect(200);
        let look = ada.get("/account/closing").await;
        assert_eq!((&look.expect(200).data()["allowed"], kinds(look.data())), (&json!(true), vec![]));

        later(world, &mut ada).await;
        ada.post("/account/close", json!({})).await.refuses(403, "reauthentication_required");
        ada.post("/account/close", json!({ "password": "Wrong4!Harbour" })).await.breaks(&[("password", "mismatch")]);
        let closed = ada.post("/account/close", json!({ "password": PASSWORD })).await;
        assert_eq!(closed.expect(200).body["message"], "Your account is closed.");

        for device in [&mut ada, &mut phone] {
            device.get("/auth/me").await.refuses(401, "unauthenticated");
            device.post("/auth/refresh", json!({})).await.expect(401);
        }
        let (_, refused) = log_in(world, &email).await;
        refused.refuses(403, "account_closed");
        // The closing is revealed only with the correct password.
        world.caller().post("/auth/login", json!({ "email": email, "password": "Wrong4!Harbour" })).await.breaks(&[("email", "mismatch")]);
        // A new password changes nothing.
        world.advance_seconds(120);
        world.caller().post("/forgot/password", json!({ "email": email })).await.expect(200);
        let reset = json!({ "email": email, "code": world.code_for(&email).await, "password": PASSWORD });
        world.caller().post("/reset/password", reset).await.expect(200);
        log_in(world, &email).await.1.refuses(403, "account_closed");
        // Other members find neither the user nor the wallet.
        let mut ben = holder(world, "100.00").await;
        let found = ben.get(&format!("/users/search?query={email}")).await;
        assert_eq!(found.expect(200).data(), &json!([]));
        let wanted = json!({ "destination": "wallet", "amount": "5.00", "currency": "NGN", "wallet_number": number });
        ben.post("/quotes/transfer", wanted).await.refuses(404, "no_such_wallet");
        let letters = world.messages_to(&email).await;
        assert!(letters.iter().any(|letter| letter["text"].as_str().unwrap().contains("is closed, as you asked")), "{letters:?}");

        reopen(world, &email).await;
        let (mut back, signed_in) = log_in(world, &email).await;
        signed_in.expect(200);
        credit(world, &mut back, "NGN", "7.00").await;
        assert_eq!(balances(&mut back).await.0, "7.00");
    }
}

on_both! {
    async fn two_operators_reopen_an_account_once(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        ada.post("/account/close", json!({ "password": PASSWORD })).await.expect(200);
        let user = operator::find(&world.app, "ajo", &email).await.unwrap();
        let mut tx = world.app.db.begin().await.unwrap();
        users::lock(&mut tx, &user.id).await.unwrap();
        let calls = ["Grace", "Tunde"].map(|by| {
            let (app, user) = (world.app.clone(), user.clone());
            tokio::spawn(async move { closing::reopen(&app, &user, by).await.is_ok() })
        });
        world.until_all_stuck(&calls).await;
        tx.commit().await.unwrap();
        let [one, two] = calls;
        assert_ne!(one.await.unwrap(), two.await.unwrap());
        assert_eq!(world.count("SELECT COUNT(*) FROM audit_log WHERE event = 'account_reopened'").await, 1);
        log_in(world, &email).await.1.expect(200);
    }
}

on_one! {
    async fn balances_and_pending_operations_prevent_closing(world: World) {
        let mut ada = holder(world, "10.00").await;
        let mut ben = holder(world, "1.00").await;
        let look = ada.get("/account/closing").await;
        assert_eq!(kinds(look.expect(200).data()), ["balance"]);
        let refused = ada.post("/account/close", json!({ "password": PASSWORD })).await;
        refused.refuses(409, "account_not_empty");
        assert!(refused.body["message"].as_str().unwrap().contains("₦10.00"), "{}", refused.body);
        assert_eq!(kinds(refused.data()), ["balance"]);
        // Nothing of it has happened.
        ada.get("/auth/me").await.expect(200);
        credit(world, &mut ada, "NGN", "1.00").await;
        let number = wallet_number(&mut ben).await;
        transfer(&mut ada, &number, "11.00", "key-00000001").await.expect(201);
        ada.post("/account/close", json!({ "password": PASSWORD })).await.expect(200);
    }

    async fn a_running_plan_prevents_closing(world: World) {
        let plan = crate::plans::offered(world, "target", |_| ()).await;
        let (mut ada, _) = crate::plans::saver(world, "1000.00").await;
        crate::plans::subscribe(&mut ada, &plan, "1000.00", "key-00000001").await.expect(201);
        let look = ada.get("/account/closing").await;
        assert!(kinds(look.expect(200).data()).contains(&"savings"), "{}", look.body);
        ada.post("/account/close", json!({ "password": PASSWORD })).await.refuses(409, "account_not_empty");
    }

    async fn money_arriving_after_closing_is_kept_and_notified(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let account = ada.post("/accounts/fund", json!({ "type": "NGN" })).await;
        let number = account.expect(200).data()["account_number"].clone();
        ada.post("/account/close", json!({ "password": PASSWORD })).await.expect(200);
        for _ in 0..2 {
            let body = json!({ "account_number": number, "amount": "250.00" });
            world.caller().post("/sandbox/credits", body).await.expect(200);
        }
        let letters = world.messages_to(&email).await;
        let told = letters.iter().filter(|letter| letter["text"].as_str().unwrap().contains("It is kept for you")).count();
        assert_eq!(told, 1, "{letters:?}");
        log_in(world, &email).await.1.refuses(403, "account_closed");
        reopen(world, &email).await;
        let (mut back, signed_in) = log_in(world, &email).await;
        signed_in.expect(200);
        assert_eq!(balances(&mut back).await.0, "500.00");
    }

    async fn the_operator_closes_an_empty_account_under_their_name(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "USD", "3.00").await;
        let case = async || operator::find(&world.app, "ajo", &email).await.unwrap();
        let refused = closing::close_for(&world.app, &case().await, "Grace in support").await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), ("account_not_empty", "Withdraw or send $2.97 first."));
        ada.get("/auth/me").await.expect(200);

        let other = fresh_email();
        let mut ben = world.member_with_pin(&other).await;
        let user = operator::find(&world.app, "ajo", &other).await.unwrap();
        closing::close_for(&world.app, &user, "Grace in support").await.unwrap();
        ben.get("/auth/me").await.refuses(401, "unauthenticated");
        let again = closing::close_for(&world.app, &user, "Grace in support").await.unwrap_err();
        assert_eq!(again.message(), "The account is closed already.");
        let shown = operator::show(&world.app, &operator::find(&world.app, "ajo", &other).await.unwrap()).await.unwrap();
        assert!(shown["closed"].is_string(), "{shown}");
        assert!(shown["last_events"].to_string().contains("Grace in support"), "{shown}");
        reopen(world, &other).await;
        let shown = operator::show(&world.app, &operator::find(&world.app, "ajo", &other).await.unwrap()).await.unwrap();
        assert!(shown["closed"].is_null(), "{shown}");
    }
}

on_both! {
    async fn a_payment_concurrent_with_closing_arrives_or_is_refused(world: World) {
        let mut ben = holder(world, "100.00").await;
        let mut both = (0, 0);
        for round in 0..6 {
            let mut ada = world.member_with_pin(&fresh_email()).await;
            let number = wallet_number(&mut ada).await;
            let key = format!("key-{round:08}");
            let mut payer = authorised(&mut ben, "wallet_transfer", "5.00", &format!("wallet:{number}"), &key).await;
            let mut closer = ada.clone();
            let (pay, close) = (
                tokio::spawn(async move { payer.post("/wallet/transfer", transfer_body(&number, "5.00")).await }),
                tokio::spawn(async move { closer.post("/account/close", json!({ "password": PASSWORD })).await }),
            );
            let (paid, closed) = (pay.await.unwrap(), close.await.unwrap());
            match (paid.status.as_u16(), closed.status.as_u16()) {
                (201, 409) => both.0 += 1,
                (404, 200) => both.1 += 1,
                other => panic!("{other:?}: {} {}", paid.body, closed.body),
            }
        }
        assert_eq!(both.0 + both.1, 6);
        assert_eq!(balances(&mut ben).await.0, format!("{}.00", 100 - 5 * both.0));
    }

    async fn a_payment_waiting_for_a_closing_wallet_is_refused(world: World) {
        let mut ben = holder(world, "100.00").await;
        let (mut ada, user) = somebody(world).await;
        let number = wallet_number(&mut ada).await;
        let mut payer = authorised(&mut ben, "wallet_transfer", "5.00", &format!("wallet:{number}"), "key-00000001").await;
        let mut tx = world.app.db.begin().await.unwrap();
        money::ledger::close_empty(&mut tx, &user.id, 1).await.unwrap();
        let paying = tokio::spawn(async move { payer.post("/wallet/transfer", transfer_body(&number, "5.00")).await });
        world.until_stuck(&paying).await;
        tx.commit().await.unwrap();
        paying.await.unwrap().refuses(404, "no_such_wallet");
        assert_eq!(balances(&mut ben).await, ("100.00".into(), "100.00".into()));
    }

    async fn no_sign_in_survives_a_concurrent_closing(world: World) {
        for _ in 0..4 {
            let email = fresh_email();
            let ada = world.member_with_pin(&email).await;
            let (mut closer, mut other) = (ada.clone(), world.caller());
            let credentials = json!({ "email": email, "password": PASSWORD });
            let (close, enter) = (
                tokio::spawn(async move { closer.post("/account/close", json!({ "password": PASSWORD })).await }),
                tokio::spawn(async move { let answer = other.post("/auth/login", credentials).await; (other, answer) }),
            );
            close.await.unwrap().expect(200);
            let (mut other, entered) = enter.await.unwrap();
            assert!([200, 403].contains(&entered.status.as_u16()), "{}", entered.body);
            other.get("/auth/me").await.refuses(401, "unauthenticated");
        }
    }

    async fn an_authenticated_call_adds_nothing_to_an_account_closed_meanwhile(world: World) {
        use crate::plans::{coins, loans, offered, wanted};
        let savings = offered(world, "target", |_| ()).await;
        let set = coins::plan(world, &["Large Cap Coin:BTC:100"]).await;
        let loan = loans::plan(world, "quick", |facts| facts).await;
        let mut coins = wanted(&set, "1500.00", "bank");
        coins["type"] = json!("coins");
        let mut lent = wanted(&loan, "5000.00", "bank");
        lent["type"] = json!("loan");
        (lent["latitude"], lent["longitude"]) = (json!("6.5243793"), json!("3.3792057"));
        let take = "/plans/subscribe";
        for (path, body) in [
            ("/activate-mandate", json!({})),
            ("/accounts/fund", json!({ "type": "NGN" })),
            ("/coins/address", json!({ "symbol": "BTC", "network": "bitcoin" })),
            ("/exchange-keys", json!({ "api_key": "key-of-ada-7654", "api_secret": "secret-of-ada-0123456789" })),
            (take, wanted(&savings, "200.00", "bank")),
            (take, coins),
            (take, lent),
        ] {
            let mut ada = world.member_with_pin(&fresh_email()).await;
            let id = loans::id_of(&mut ada).await;
            loans::by_hand(world, "UPDATE users SET phone_verified_at_ms = 1 WHERE id = $1", &id).await;
            let mut caller = ada.with("idempotency-key", "key-00000001");
            let mut paused = world.app.pause.next();
            let call = tokio::spawn(async move {
                match path {
                    "/exchange-keys" => caller.put(path, body).await,
                    _ => caller.post(path, body).await,
                }
            });
            paused.reached().await;
            ada.post("/account/close", json!({ "password": PASSWORD })).await.expect(200);
            paused.go();
            call.await.unwrap().refuses(401, "unauthenticated");
        }
        for rows in ["SELECT COUNT(*) FROM mandates", "SELECT COUNT(*) FROM virtual_accounts", "SELECT COUNT(*) FROM coin_addresses", "SELECT COUNT(*) FROM exchange_keys", "SELECT COUNT(*) FROM plan_subscriptions"] {
            let row = sqlx::query(rows).fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
            assert_eq!(sqlx::Row::get::<i64, _>(&row, 0), 0, "{rows}");
        }
    }
}
