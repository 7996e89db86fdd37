//! Notices from the bank.

use super::*;
use axum::http::Method;
use money::orders::reconcile;
use wallet::hooks::signature;

const SECRET: &str = "what the bank and we both know";
pub(super) const SETTINGS: &[(&str, &str)] = &[
    ("AJO_RATE_LIMIT_FACTOR", "0"),
    ("AJO_BANK_HOOK_SECRET", SECRET),
];

async fn notice_at(world: &World, seconds: i64, secret: &str, body: &Value) -> Answer {
    let (timestamp, text) = (seconds.to_string(), body.to_string());
    let signed = signature(secret, &timestamp, text.as_bytes());
    let bank = world
        .caller()
        .with("x-bank-timestamp", &timestamp)
        .with("x-bank-signature", &signed);
    bank.raw(Method::POST, "/api/hooks/bank", "application/json", text)
        .await
}

pub(super) async fn notice(world: &World, body: &Value) -> Answer {
    notice_at(world, world.app.clock.now_ms() / 1_000, SECRET, body).await
}

on_one! {
    async fn a_credit_with_repeated_notices_counts_once(world: World, SETTINGS) {
        let mut ada = world.member(&fresh_email()).await;
        let number = ada.post("/accounts/fund", json!({ "type": "NGN" })).await.data()["account_number"].clone();
        let body = json!({
            "event": "credit.received", "reference": "bank-1", "account_number": number, "currency": "NGN", "amount": "750.25",
            "sender": { "name": "\u{202e}NWOSU KEMI", "account_number": "0123456789", "bank_name": "GT\u{200b}Bank" },
        });
        for _ in 0..5 {
            notice(world, &body).await.expect(200);
        }
        assert_eq!(balances(&mut ada).await.0, "750.25");
        let list = ada.get("/transaction/me").await;
        let sender = &list.data()["data"][0]["counterparty"];
        assert_eq!((&sender["name"], &sender["bank_name"]), (&json!("NWOSU KEMI"), &json!("GTBank")));

        let with = |field: &str, value: Value| {
            let mut body = body.clone();
            body[field] = value;
            body
        };
        notice(world, &with("amount", json!("750.26"))).await.refuses(409, "credit_differs");
        notice(world, &with("account_number", json!("0000000000"))).await.refuses(404, "not_found");
        let mut other = with("currency", json!("USD"));
        other["reference"] = json!("bank-2");
        notice(world, &other).await.breaks(&[("currency", "not_allowed")]);
        for bad in [json!("-1"), json!("0"), json!("1e3"), json!("0.001"), json!(null), json!("92233720368547758.07"), json!("100000000000.01")] {
            let mut bad = with("amount", bad);
            bad["reference"] = json!("bank-3");
            assert_eq!(notice(world, &bad).await.status.as_u16(), 422, "{bad}");
        }
        assert_eq!(balances(&mut ada).await.0, "750.25");
    }

    async fn only_fresh_notices_signed_by_the_bank_are_accepted(world: World, SETTINGS) {
        let mut ada = world.member(&fresh_email()).await;
        let number = ada.post("/accounts/fund", json!({ "type": "NGN" })).await.data()["account_number"].clone();
        let body = json!({ "event": "credit.received", "reference": "bank-1", "account_number": number, "currency": "NGN", "amount": "750.25" });
        let now = world.app.clock.now_ms() / 1_000;
        notice_at(world, now, "another secret", &body).await.refuses(401, "unauthenticated");
        notice_at(world, now - 301, SECRET, &body).await.refuses(401, "unauthenticated");
        notice_at(world, now + 301, SECRET, &body).await.refuses(401, "unauthenticated");
        world.caller().post("/hooks/bank", body.clone()).await.refuses(401, "unauthenticated");
        // Signed, and then modified in transit.
        let signed = signature(SECRET, &now.to_string(), body.to_string().as_bytes());
        let changed = body.to_string().replace("750.25", "950.25");
        let bank = world.caller().with("x-bank-timestamp", &now.to_string()).with("x-bank-signature", &signed);
        bank.raw(Method::POST, "/api/hooks/bank", "application/json", changed).await.refuses(401, "unauthenticated");
        assert_eq!(balances(&mut ada).await.0, "0.00");
    }

    async fn refused_notices_are_counted_by_reason(world: World, SETTINGS) {
        let count = |reason: &str| {
            let line = format!("ajo_bank_notices_refused_total{{reason=\"{reason}\"}} ");
            let text = world.app.metrics.text();
            text.lines().find_map(|one| one.strip_prefix(&line)?.parse::<u64>().ok()).unwrap_or_default()
        };
        let body = json!({ "event": "payout.paid", "reference": "nobody's" });
        let now = world.app.clock.now_ms() / 1_000;
        notice(world, &body).await.refuses(404, "not_found");
        assert_eq!((count("signature"), count("stale")), (0, 0));
        for secret in ["a", "another secret"] {
            notice_at(world, now, secret, &body).await.refuses(401, "unauthenticated");
        }
        notice_at(world, now - 301, "a", &body).await.refuses(401, "unauthenticated");
        world.caller().post("/hooks/bank", body.clone()).await.refuses(401, "unauthenticated");
        assert_eq!((count("signature"), count("stale")), (4, 0));
        notice_at(world, now - 301, SECRET, &body).await.refuses(401, "unauthenticated");
        assert_eq!((count("signature"), count("stale"), count("credit")), (4, 1, 0));
        // Money for an unknown account.
        let credit = json!({
            "event": "credit.received", "reference": "B-1", "account_number": "0000000000", "currency": "NGN", "amount": "5.00",
        });
        notice(world, &credit).await.refuses(404, "not_found");
        assert_eq!((count("credit"), count("malformed")), (1, 0));
        let mut strange = credit;
        strange["currency"] = json!("EUR");
        notice(world, &strange).await.refuses(422, "wrong_type");
        assert_eq!((count("credit"), count("malformed")), (1, 1));
    }

    async fn a_payout_ends_once_whichever_source_reports_first(world: World, SETTINGS) {
        let mut ada = holder(world, "1000.00").await;
        bank_will(world, "lose_answer").await;
        let answer = withdraw(&mut ada, "500.00", "key-00000001").await;
        let reference = answer.expect(202).data()["reference"].clone();
        notice(world, &json!({ "event": "payout.paid", "reference": reference })).await.expect(200);
        assert_eq!(balances(&mut ada).await, ("480.00".into(), "480.00".into()));
        let contradictions = || {
            let text = world.app.metrics.text();
            let line = "ajo_bank_contradictions_total{reason=\"payout\"} ";
            text.lines().find_map(|one| one.strip_prefix(line)?.parse::<u64>().ok()).unwrap_or_default()
        };
        assert_eq!(contradictions(), 0);
        // A repeated notice changes nothing.
        notice(world, &json!({ "event": "payout.paid", "reference": reference })).await.expect(200);
        assert_eq!(contradictions(), 0);
        world.advance_seconds(60);
        assert_eq!(reconcile(&world.app).await.unwrap(), 0);
        assert_eq!(balances(&mut ada).await, ("480.00".into(), "480.00".into()));
    }

    async fn notices_require_a_shared_secret(world: World) {
        notice_at(world, 0, "", &json!({})).await.refuses(404, "not_found");
    }
}
