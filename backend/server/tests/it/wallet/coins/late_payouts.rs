//! Payouts whose request timed out and that arrive at the custodian later. BTCPay has no idempotency key: every request
//! that arrives is paid.

use super::*;
use crate::support::{Engine, sign_in};
use money::orders::reconcile;
use providers::custody::stand_in::{KEY as API_KEY, Mood, STORE, StandIn};
use wallet::coins::deposits::look_due;

const ELSEWHERE: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const QUARTER_SECONDS: i64 = 15 * 60;

/// A user with half a bitcoin received through the custodian.
async fn holder(world: &World, custodian: &StandIn, email: &str) -> Caller {
    let mut ada = world.member_with_pin(email).await;
    let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "BTC" });
    ada.post("/account/settings/pin/create", pin)
        .await
        .expect(200);
    let own = json!({ "symbol": "BTC", "network": "bitcoin" });
    let told = ada.post("/coins/address", own).await;
    assert_eq!(told.expect(200).data()["confirmations"], 6);
    custodian.pays("T-1", &json!("0.5"), "Settled");
    world.advance_seconds(31);
    look_due(&world.app).await.unwrap();
    assert_eq!(balance(&mut ada, "BTC").await.1, "0.50000000");
    ada
}

/// Runs ten minutes of the job.
async fn polls(world: &World) {
    for _ in 0..60 {
        world.advance_seconds(10);
        reconcile(&world.app).await.unwrap();
    }
}

async fn is_paid_once(engine: Engine) {
    let custodian = StandIn::new().await;
    let settings = [
        ("AJO_RATE_LIMIT_FACTOR", "0"),
        ("AJO_BTCPAY_URL", &custodian.url),
        ("AJO_BTCPAY_STORE", STORE),
        ("AJO_BTCPAY_KEY", API_KEY),
        ("AJO_BTCPAY_HOOK_SECRET", "btcpay-hook"),
    ];
    let world = World::with(engine, &settings).await;
    let email = fresh_email();
    let mut ada = holder(&world, &custodian, &email).await;
    for (number, mood) in [Mood::ArrivesLate, Mood::LosesRequest]
        .into_iter()
        .enumerate()
    {
        sign_in(&mut ada, &email).await;
        // The fee is known before the request is lost.
        let body = json!({ "symbol": "BTC", "network": "bitcoin", "address": ELSEWHERE, "amount": "0.0002", "confirm": true });
        let quote = ada.post("/quotes/send", body.clone()).await;
        let mut body = body;
        body["quote_id"] = quote.expect(200).data()["id"].clone();
        let (payee, key) = (
            format!("coin:bitcoin:{ELSEWHERE}"),
            format!("key-late-{number:04}"),
        );
        let mut payer = authorised(&mut ada, "send", "0.00020000", &payee, &key).await;
        custodian.kept().mood = mood;
        assert_eq!(
            payer.post("/send", body).await.expect(202).data()["status"],
            "PROCESSING"
        );
        custodian.kept().mood = Mood::Well;
        // It is not listed, and the job polls for ten minutes; then it arrives, or it never does.
        polls(&world).await;
        assert_eq!(custodian.kept().payouts.len(), number);
        custodian.late_ones_arrive();
        world.advance_seconds(QUARTER_SECONDS);
        polls(&world).await;
        assert_eq!(custodian.kept().payouts.len(), number + 1);
        for payout in &mut custodian.kept().payouts {
            payout["state"] = json!("Completed");
        }
        polls(&world).await;
        polls(&world).await;
        assert_eq!(custodian.kept().payouts.len(), number + 1);
    }
    sign_in(&mut ada, &email).await;
    let lines = ada.get("/send").await.expect(200).data().clone();
    let statuses: Vec<&str> = lines["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["status"].as_str().unwrap())
        .collect();
    assert_eq!(statuses, ["SUCCESSFUL", "SUCCESSFUL"]);
    world.end().await;
}

#[tokio::test]
async fn a_late_payout_is_paid_once_on_sqlite() {
    is_paid_once(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_late_payout_is_paid_once_on_postgres() {
    if Engine::postgres_is_there() {
        is_paid_once(Engine::Postgres).await;
    }
}
