//! Card payments.

use super::*;
use crate::providers::flutterwave::{Fault, Flutterwave, HOOK_SECRET};
use crate::support::Engine;
use axum::http::Method;
use backend::jobs::retention;
use providers::card::CardNotice;
use wallet::cards::{ask_due, notice};

/// Starts a checkout to fund a wallet.
pub async fn start(person: &mut Caller, currency: &str, amount: &str) -> String {
    let body = json!({ "purpose": "fund", "currency": currency, "amount": amount });
    let started = person.post("/payment/card", body).await;
    String::from(started.expect(201).data()["tx_ref"].as_str().unwrap())
}

/// Acts on the sandbox's page; returns the URL that the browser goes to.
pub async fn at_page(world: &World, tx_ref: &str, deed: &str) -> Value {
    let path = format!("/sandbox/card/{tx_ref}");
    let answer = world.caller().put(&path, json!({ "deed": deed })).await;
    answer.expect(200).data()["redirect_to"].clone()
}

pub async fn confirm(person: &mut Caller, tx_ref: &str) -> Value {
    let answer = person
        .post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref }))
        .await;
    answer.expect(200).data().clone()
}

async fn history(person: &mut Caller) -> Vec<Value> {
    let list = person.get("/transaction/me").await;
    list.expect(200).data()["data"].as_array().cloned().unwrap()
}

/// The balance of a system account, in minor units.
async fn system(world: &World, account: &str) -> i64 {
    let balance = money::ledger::balance(&mut world.app.db.read().await.unwrap(), account).await;
    balance.unwrap().unwrap().settled_minor
}

fn counted(world: &World, metric: &str, reason: &str) -> u64 {
    let line = format!("{metric}{{reason=\"{reason}\"}} ");
    let text = world.app.metrics.text();
    let found = text
        .lines()
        .find_map(|one| one.strip_prefix(&line)?.parse().ok());
    found.unwrap_or_default()
}

async fn cards_will(world: &World, outcome: &str) {
    let body = json!({ "port": "cards", "outcome": outcome, "delay_ms": 0 });
    world
        .caller()
        .put("/sandbox/behaviour", body)
        .await
        .expect(200);
}

on_one! {
    async fn a_card_pays_amount_and_fee_and_the_amount_is_credited(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let body = json!({ "purpose": "fund", "currency": "NGN", "amount": "1000" });
        let started = ada.post("/payment/card", body).await;
        let started = started.expect(201).data().clone();
        assert_eq!(started["charged"], "1050.00");
        assert_eq!(started["lines"], json!([
            { "code": "amount", "label": "Amount", "amount": "1000.00" }, { "code": "fee", "label": "Fee", "amount": "50.00" },
        ]));
        let tx_ref = started["tx_ref"].as_str().unwrap();
        assert_eq!(started["checkout_url"], format!("/sandbox/card/{tx_ref}"));
        // Whatever the page claims, nothing was paid.
        let claimed = json!({ "tx_ref": tx_ref, "transaction_id": "1", "status": "successful", "amount": "999999.00" });
        let told = ada.post("/payment/flutter/confirm", claimed).await;
        assert_eq!((&told.expect(200).data()["state"], &told.data()["transaction"]), (&json!("open"), &Value::Null));

        let back = at_page(world, tx_ref, "pay").await;
        let back = back.as_str().unwrap();
        assert!(back.starts_with("http://ajo.localhost:8080/payment/return?status=successful&tx_ref=card-"), "{back}");
        let paid = confirm(&mut ada, tx_ref).await;
        assert_eq!(paid["state"], "paid");
        let line = &paid["transaction"];
        assert_eq!((&line["category"], &line["gross_amount"], &line["charge"], &line["net_amount"], &line["comment"]),
            (&json!("funding"), &json!("1050.00"), &json!("50.00"), &json!("1000.00"), &Value::Null));
        // The notice, the job and further returns find nothing left to do.
        ask_due(&world.app).await.unwrap();
        assert_eq!(confirm(&mut ada, tx_ref).await, paid);
        assert_eq!(ada.get(&format!("/payment/card/{tx_ref}")).await.expect(200).data(), &paid);
        assert_eq!(balances(&mut ada).await, ("1000.00".into(), "1000.00".into()));
        assert_eq!((system(world, "system:card:NGN").await, system(world, "system:surcharge:NGN").await), (-105_000, 5_000));

        let tx_ref = start(&mut ada, "USD", "10.00").await;
        at_page(world, &tx_ref, "pay").await;
        confirm(&mut ada, &tx_ref).await;
        assert_eq!(wallet(&mut ada, "USD").await["balance"], "10.00");
        assert_eq!(system(world, "system:surcharge:USD").await, 50);
    }
}

on_both! {
    async fn return_notice_and_job_credit_a_payment_once(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "1000.00").await;
        at_page(world, &tx_ref, "pay").await;
        world.advance_seconds(20);
        let mut calls = Vec::new();
        for _ in 0..8 {
            let (mut ada, tx_ref) = (ada.clone(), tx_ref.clone());
            calls.push(tokio::spawn(async move { confirm(&mut ada, &tx_ref).await["state"].clone() }));
        }
        let (app, other) = (world.app.clone(), world.app.clone());
        let jobs = [tokio::spawn(async move { ask_due(&app).await.unwrap() }), tokio::spawn(async move { ask_due(&other).await.unwrap() })];
        for call in calls {
            assert_eq!(call.await.unwrap(), "paid");
        }
        for job in jobs {
            job.await.unwrap();
        }
        assert_eq!(balances(&mut ada).await.0, "1000.00");
        assert_eq!(history(&mut ada).await.len(), 1);
    }
}

on_one! {
    async fn a_payment_without_a_return_is_found_by_the_job(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "500.00").await;
        assert_eq!(at_page(world, &tx_ref, "pay_and_vanish").await, Value::Null);
        assert_eq!(ask_due(&world.app).await.unwrap(), 0);
        assert_eq!(balances(&mut ada).await.0, "0.00");
        world.advance_seconds(16);
        // The company is unavailable at first.
        cards_will(world, "lose_request").await;
        assert_eq!(ask_due(&world.app).await.unwrap(), 0);
        cards_will(world, "succeed").await;
        world.advance_seconds(60);
        assert_eq!(ask_due(&world.app).await.unwrap(), 1);
        assert_eq!(balances(&mut ada).await.0, "500.00");
        world.advance_seconds(3_600);
        assert_eq!(ask_due(&world.app).await.unwrap(), 0);
    }

    async fn a_declined_card_may_be_tried_again(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "500.00").await;
        let back = at_page(world, &tx_ref, "decline").await;
        assert!(back.as_str().unwrap().contains("status=failed"), "{back}");
        assert_eq!(confirm(&mut ada, &tx_ref).await["state"], "declined");
        ask_due(&world.app).await.unwrap();
        assert_eq!(history(&mut ada).await.len(), 0);
        at_page(world, &tx_ref, "pay").await;
        assert_eq!(confirm(&mut ada, &tx_ref).await["state"], "paid");
        assert_eq!(balances(&mut ada).await.0, "500.00");
    }

    async fn a_double_payment_is_credited_twice_with_its_reason(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "500.00").await;
        at_page(world, &tx_ref, "pay_twice").await;
        confirm(&mut ada, &tx_ref).await;
        for _ in 0..3 {
            ask_due(&world.app).await.unwrap();
        }
        assert_eq!(balances(&mut ada).await.0, "1000.00");
        let lines = history(&mut ada).await;
        let comments: Vec<_> = lines.iter().filter_map(|line| line["comment"].as_str()).collect();
        assert_eq!(comments, ["The card was charged NGN 550.00 a second time at the same checkout. It is in your wallet, less the card fee."]);
        assert_eq!(counted(world, "ajo_card_differences_total", "again"), 1);
    }

    async fn an_underpayment_is_credited_as_paid_with_its_reason(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "1000.00").await;
        at_page(world, &tx_ref, "pay_less").await;
        let paid = confirm(&mut ada, &tx_ref).await;
        assert_eq!(paid["transaction"]["net_amount"], "475.00");
        assert_eq!(paid["transaction"]["comment"],
            "The card was charged NGN 525.00 instead of NGN 1050.00. It is in your wallet, less the card fee.");
        assert_eq!(counted(world, "ajo_card_differences_total", "less"), 1);
        assert_eq!(balances(&mut ada).await.0, "475.00");
    }

    async fn a_checkout_is_polled_for_a_day_and_a_later_payment_is_credited(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "500.00").await;
        for _ in 0..30 {
            world.advance_seconds(3_600);
            ask_due(&world.app).await.unwrap();
        }
        // The session has ended meanwhile.
        let state = "SELECT state FROM card_checkouts WHERE tx_ref = $1";
        let row = sqlx::query(state).bind(&tx_ref).fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!(sqlx::Row::get::<String, _>(&row, "state"), "expired");
        at_page(world, &tx_ref, "pay").await;
        assert_eq!(ask_due(&world.app).await.unwrap(), 1);
        let row = sqlx::query(state).bind(&tx_ref).fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!(sqlx::Row::get::<String, _>(&row, "state"), "paid");
        assert_eq!(system(world, "system:card:NGN").await, -55_000);
    }

    async fn a_payment_is_found_after_any_outage(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "500.00").await;
        at_page(world, &tx_ref, "pay_and_vanish").await;
        let told = CardNotice { tx_ref: tx_ref.clone(), payment_id: None, takes_back: false };
        cards_will(world, "lose_request").await;
        notice(&world.app, &told).await.unwrap();
        for hour in 0..10 * 24 {
            world.advance_seconds(3_600);
            ask_due(&world.app).await.unwrap();
            if hour % 24 == 0 {
                retention::sweep(&world.app).await.unwrap();
            }
        }
        let tasks = "SELECT CAST(MAX(attempts) AS BIGINT) FROM queue WHERE kind = 'card'";
        let row = sqlx::query(tasks).fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        // Every hour at first, then less and less often.
        assert!(sqlx::Row::get::<i64, _>(&row, 0) < 110, "{}", sqlx::Row::get::<i64, _>(&row, 0));
        let metrics = Caller::new(backend::server::metrics::router(world.app.clone()));
        let shown = String::from_utf8(metrics.bytes("/metrics").await).unwrap();
        let oldest = format!("ajo_queue_oldest_seconds{{kind=\"card\"}} {}", 10 * 24 * 3_600);
        assert!(shown.contains(&oldest), "{shown}");
        cards_will(world, "succeed").await;
        world.advance_seconds(6 * 3_600);
        ask_due(&world.app).await.unwrap();
        assert_eq!(system(world, "system:card:NGN").await, -55_000);
        world.advance_seconds(24 * 3_600);
        ask_due(&world.app).await.unwrap();
        let row = sqlx::query("SELECT COUNT(*) FROM queue WHERE kind = 'card'").fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!((system(world, "system:card:NGN").await, sqlx::Row::get::<i64, _>(&row, 0)), (-55_000, 0));
    }

    async fn only_payable_amounts_start_a_checkout(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let fund = |currency: &str, amount: &str| json!({ "purpose": "fund", "currency": currency, "amount": amount });
        for purpose in ["savings", "instalment", "loan_fee", "", "FUND"] {
            let body = json!({ "purpose": purpose, "currency": "NGN", "amount": "100.00" });
            ada.post("/payment/card", body).await.breaks(&[("purpose", "not_one_of")]);
        }
        for (currency, amount, field, code) in [
            ("GBP", "10.00", "currency", "not_one_of"), ("BTC", "1", "currency", "not_one_of"),
            ("NGN", "", "amount", "required"), ("NGN", "0.99", "amount", "below_minimum"), ("USD", "1.001", "amount", "not_an_amount"),
            ("NGN", "100000000000.00", "amount", "out_of_range"),
        ] {
            ada.post("/payment/card", fund(currency, amount)).await.breaks(&[(field, code)]);
        }
        ada.post("/payment/card", json!({ "amount": "1.00" })).await.refuses(422, "wrong_type");
        world.caller().post("/payment/card", fund("NGN", "100.00")).await.refuses(401, "unauthenticated");
        for outcome in ["lose_request", "lose_answer"] {
            cards_will(world, outcome).await;
            ada.post("/payment/card", fund("NGN", "100.00")).await.refuses(503, "unavailable");
        }
        cards_will(world, "succeed").await;
        let tx_ref = start(&mut ada, "NGN", "1.00").await;
        cards_will(world, "fail").await;
        ada.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref })).await.refuses(503, "unavailable");
        cards_will(world, "succeed").await;
        // Another user's checkout is unknown.
        let mut ben = world.member(&fresh_email()).await;
        ben.get(&format!("/payment/card/{tx_ref}")).await.refuses(404, "not_found");
        ben.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref })).await.refuses(404, "not_found");
        // The sandbox has no shared secret.
        world.caller().post("/hooks/card", json!({})).await.refuses(404, "not_found");
    }

    async fn the_return_page_leads_back_to_the_app(world: World) {
        let page = "/payment/return?status=successful&tx_ref=card-1&transaction_id=285";
        let in_frame = world.caller().raw(Method::GET, page, "", "").await;
        assert!(in_frame.expect(200).text.contains("href=\"/card?tx_ref=card-1&transaction_id=285\" target=\"_top\""), "{}", in_frame.text);
        assert_eq!(in_frame.header("x-frame-options"), "SAMEORIGIN");
        assert!(in_frame.header("content-security-policy").contains("frame-ancestors 'self'"));
        let in_window = world.caller().with("sec-fetch-dest", "document").raw(Method::GET, page, "", "").await;
        assert_eq!((in_window.status.as_u16(), in_window.header("location")), (303, "/card?tx_ref=card-1&transaction_id=285"));
        let forged = world.caller().raw(Method::GET, "/payment/return?tx_ref=%22%3E%3Cscript%3E", "", "").await;
        assert!(!forged.expect(200).text.contains("script"), "{}", forged.text);
    }
}

async fn with_company(engine: Engine) -> (World, Flutterwave) {
    let company = Flutterwave::start().await;
    let settings = company.settings();
    let settings: Vec<(&str, &str)> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    (World::with(engine, &settings).await, company)
}

fn engines() -> Vec<Engine> {
    let postgres = Engine::postgres_is_there().then_some(Engine::Postgres);
    std::iter::once(Engine::Sqlite).chain(postgres).collect()
}

async fn told(world: &World, header: &'static str, value: &str, body: &str) -> Answer {
    let company = world.caller().with(header, value);
    company
        .raw(
            Method::POST,
            "/api/hooks/card",
            "application/json",
            body.to_owned(),
        )
        .await
}

#[tokio::test]
async fn a_notice_only_triggers_a_query() {
    for engine in engines() {
        let (world, company) = with_company(engine).await;
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "1000.00").await;
        let id = company.pay(&tx_ref, "1050.00", "NGN", "successful");
        let notice = company.notice(&id);
        told(&world, "verif-hash", "another", &notice)
            .await
            .refuses(401, "unauthenticated");
        told(&world, "flutterwave-signature", "MTIz", &notice)
            .await
            .refuses(401, "unauthenticated");
        world
            .caller()
            .post("/hooks/card", json!({}))
            .await
            .refuses(401, "unauthenticated");
        told(&world, "verif-hash", HOOK_SECRET, "{")
            .await
            .refuses(422, "wrong_type");
        assert_eq!(
            counted(&world, "ajo_card_notices_refused_total", "signature"),
            3
        );
        assert_eq!(
            counted(&world, "ajo_card_notices_refused_total", "malformed"),
            1
        );
        assert_eq!(ask_due(&world.app).await.unwrap(), 0);

        // The notice's amount is ignored, and a hundred notices credit once.
        let lies = notice.replace("1050.00", "999999.00");
        for round in 0..100 {
            told(&world, "verif-hash", HOOK_SECRET, &lies)
                .await
                .expect(200);
            if round % 10 == 0 {
                ask_due(&world.app).await.unwrap();
            }
        }
        assert_eq!(balances(&mut ada).await.0, "1000.00");
        assert_eq!(history(&mut ada).await.len(), 1);
        // One query for the payment, and one for the list of the checkout's payments.
        assert_eq!(company.asked(), 2);

        // About another user's checkout, an unknown one, and one that was never paid.
        for body in [
            notice.replace(&tx_ref, "card-nobodys"),
            json!({ "event": "transfer.completed", "data": {} }).to_string(),
        ] {
            told(&world, "verif-hash", HOOK_SECRET, &body)
                .await
                .expect(200);
        }
        let open = start(&mut ada, "NGN", "1000.00").await;
        told(
            &world,
            "verif-hash",
            HOOK_SECRET,
            &notice.replace(&tx_ref, &open),
        )
        .await
        .expect(200);
        ask_due(&world.app).await.unwrap();
        assert_eq!(balances(&mut ada).await.0, "1000.00");
        world.end().await;
    }
}

#[tokio::test]
async fn a_card_payment_in_another_currency_is_credited_or_held() {
    for engine in engines() {
        let (world, company) = with_company(engine).await;
        let mut ada = world.member(&fresh_email()).await;
        let tx_ref = start(&mut ada, "NGN", "1000.00").await;
        company.pay(&tx_ref, "10.50", "USD", "successful");
        let paid = confirm(&mut ada, &tx_ref).await;
        assert_eq!(
            (&paid["state"], &paid["transaction"]["net_amount"]),
            (&json!("paid"), &json!("10.00"))
        );
        assert_eq!(counted(&world, "ajo_card_differences_total", "currency"), 1);
        assert_eq!(wallet(&mut ada, "USD").await["balance"], "10.00");

        let tx_ref = start(&mut ada, "NGN", "1000.00").await;
        company.pay(&tx_ref, "1000000000000.00", "NGN", "successful");
        for _ in 0..2 {
            let held = confirm(&mut ada, &tx_ref).await;
            assert_eq!(
                (&held["state"], &held["transaction"]),
                (&json!("held"), &Value::Null)
            );
        }
        assert_eq!(counted(&world, "ajo_card_differences_total", "held"), 1);
        assert_eq!(balances(&mut ada).await.0, "0.00");
        world.end().await;
    }
}

#[tokio::test]
async fn payments_are_credited_once_lost_responses_are_recovered() {
    for engine in engines() {
        let (world, company) = with_company(engine).await;
        let mut ada = world.member(&fresh_email()).await;
        company.will(Fault::LosesAnswer);
        let body = json!({ "purpose": "fund", "currency": "USD", "amount": "20.00" });
        ada.post("/payment/card", body)
            .await
            .refuses(503, "unavailable");
        let tx_ref = start(&mut ada, "USD", "20.00").await;
        let back = company.link(&tx_ref)["redirect_url"].clone();
        assert_eq!(back, "http://ajo.localhost:8080/payment/return");
        company.pay(&tx_ref, "20.50", "USD", "successful");
        company.will(Fault::LosesAnswer);
        ada.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref }))
            .await
            .refuses(503, "unavailable");
        // Another server finds it after this one crashes.
        world.advance_seconds(16);
        assert_eq!(ask_due(&world.app).await.unwrap(), 1);
        assert_eq!(wallet(&mut ada, "USD").await["balance"], "20.00");
        world.end().await;
    }
}
