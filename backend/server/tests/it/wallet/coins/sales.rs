//! Selling coins: the valid quote, the two linked transfers, and everything that must not happen.

use super::*;

const PAYEE: &str = "sale:BTC";

/// A quote and its confirmation body.
async fn quoted(person: &mut Caller, amount: &str) -> (Value, Value) {
    let quote = person
        .post("/quotes/sell", sale(amount))
        .await
        .expect(200)
        .data()
        .clone();
    let mut body = sale(amount);
    body["quote_id"] = quote["id"].clone();
    (quote, body)
}

async fn rows(world: &World, statement: &'static str) -> i64 {
    let mut connection = world.app.db.read().await.unwrap();
    let row = sqlx::query(statement)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    sqlx::Row::get(&row, 0)
}

on_one! {
    async fn coins_are_sold_at_the_quoted_price_with_a_separate_spread(world: World) {
        price_is(world, "BTCUSDT", "100000").await;
        let mut ada = holder(world, "0.5").await;
        // All of it, at the price at which it can be sold.
        let accounts = ada.get("/accounts").await.expect(200).data().clone();
        let bitcoin = accounts["wallets"].as_array().unwrap().iter().find(|one| one["base_currency"] == "BTC").unwrap();
        assert_eq!((&bitcoin["worth"], &accounts["total"]["amount"]), (&json!("73260000.00"), &json!("73260000.00")));
        let (quote, body) = quoted(&mut ada, "0.1").await;
        // 0.1 × 100,000 × 1480, and one percent of it.
        assert_eq!((&quote["price"], &quote["proceeds"], &quote["paid_in"]), (&json!("148000000"), &json!("14652000.00"), &json!("NGN")));
        assert_eq!(quote["proceeds_lines"], json!([
            { "code": "worth", "label": "Worth", "amount": "14800000.00" }, { "code": "spread", "label": "Our spread", "amount": "-148000.00" },
        ]));
        assert_eq!((&quote["payee"], &quote["expires_at"]), (&json!(PAYEE), &json!("2026-11-20T09:00:30.000Z")));
        assert_eq!(quote["expires_in_seconds"], 30);
        let mut payer = authorised(&mut ada, "sell", "0.10000000", PAYEE, KEY).await;
        let answer = payer.post("/sell", body.clone()).await;
        let sold = answer.expect(201).data().clone();
        assert_eq!((&sold["category"], &sold["status"], &sold["net_amount"], &sold["currency"]), (&json!("crypto"), &json!("SUCCESSFUL"), &json!("0.10000000"), &json!("BTC")));
        assert_eq!(balance(&mut ada, "BTC").await, ("0.40000000".into(), "0.40000000".into()));
        assert_eq!(balance(&mut ada, "NGN").await, ("14652000.00".into(), "14652000.00".into()));
        let credit = ada.get("/transaction/me?category=crypto-proceeds").await.expect(200).data()["data"][0].clone();
        assert_eq!((&credit["gross_amount"], &credit["charge"], &credit["net_amount"]), (&json!("14800000.00"), &json!("148000.00"), &json!("14652000.00")));
        assert_eq!(credit["counterparty"]["account_number"], "₦148,000,000.00");
        // A repeat gets the same response, without a further effect.
        assert_eq!(payer.post("/sell", body).await.expect(201).body, answer.body);
        assert_eq!(ada.get("/sell").await.expect(200).data()["total"], 1);
        assert_eq!(rows(world, "SELECT COUNT(*) FROM ledger_transfers WHERE linked_to IS NOT NULL").await, 1);
    }

    async fn a_quote_is_valid_for_thirty_seconds_and_then_both_prices_are_shown(world: World) {
        price_is(world, "BTCUSDT", "100000").await;
        let mut ada = holder(world, "0.5").await;
        // The market is queried now, and again in a minute.
        quoted(&mut ada, "0.1").await;
        world.advance_seconds(45);
        let (_, body) = quoted(&mut ada, "0.1").await;
        let (_, late) = quoted(&mut ada, "0.1").await;
        // A slightly lower price still gives the quoted one.
        price_is(world, "BTCUSDT", "99500").await;
        world.advance_seconds(20);
        let mut payer = authorised(&mut ada, "sell", "0.10000000", PAYEE, KEY).await;
        payer.post("/sell", body).await.expect(201);
        assert_eq!(balance(&mut ada, "NGN").await.0, "14652000.00");
        world.advance_seconds(10);
        let mut payer = authorised(&mut ada, "sell", "0.10000000", PAYEE, "key-00000002").await;
        let refused = payer.post("/sell", late).await;
        refused.refuses(409, "quote_changed");
        assert_eq!((&refused.body["data"]["quoted"]["proceeds"], &refused.body["data"]["current"]["proceeds"]), (&json!("14652000.00"), &json!("14578740.00")));
        assert_eq!(balance(&mut ada, "BTC").await.0, "0.40000000");
    }
}

on_both! {
    async fn a_price_that_falls_by_more_than_the_spread_ends_the_quote_at_once(world: World) {
        price_is(world, "BTCUSDT", "100000").await;
        let mut ada = holder(world, "0.5").await;
        // The market is queried now, and again in a minute.
        quoted(&mut ada, "0.1").await;
        world.advance_seconds(45);
        let (_, body) = quoted(&mut ada, "0.1").await;
        price_is(world, "BTCUSDT", "98000").await;
        world.advance_seconds(20);
        let mut payer = authorised(&mut ada, "sell", "0.10000000", PAYEE, KEY).await;
        payer.post("/sell", body).await.refuses(409, "quote_changed");
        assert_eq!((balance(&mut ada, "BTC").await.0, balance(&mut ada, "NGN").await.0), ("0.50000000".into(), "0.00".into()));
    }
}

on_one! {
    async fn an_invalid_form_sells_nothing(world: World) {
        price_is(world, "BTCUSDT", "100000").await;
        let mut ada = holder(world, "0.5").await;
        let mut keyed = ada.with("idempotency-key", KEY);
        for (body, field, code) in [
            (sale("0.50000001"), "amount", "insufficient_balance"),
            (sale("0"), "amount", "below_minimum"),
            (sale("0.000000001"), "amount", "not_an_amount"),
            (json!({ "symbol": "BTC", "amount": "0.1", "confirm": false }), "confirm", "not_accepted"),
            (json!({ "symbol": "NGN", "amount": "0.1", "confirm": true }), "symbol", "not_one_of"),
        ] {
            ada.post("/quotes/sell", body.clone()).await.breaks(&[(field, code)]);
            keyed.post("/sell", body).await.breaks(&[(field, code)]);
        }
        keyed.post("/sell", sale("0.1")).await.refuses(403, "pin_authorisation_required");
        // An authorisation for another amount, and one for sending.
        authorised(&mut ada, "sell", "0.2", PAYEE, "key-00000002").await.post("/sell", sale("0.1")).await.refuses(403, "pin_authorisation_required");
        authorised(&mut ada, "send", "0.1", PAYEE, "key-00000003").await.post("/sell", sale("0.1")).await.refuses(403, "pin_authorisation_required");
        assert_eq!(balance(&mut ada, "BTC").await.1, "0.50000000");
    }

    async fn another_users_quote_is_unknown(world: World) {
        price_is(world, "BTCUSDT", "100000").await;
        let mut ada = holder(world, "0.5").await;
        let mut bola = holder(world, "0.5").await;
        let (_, body) = quoted(&mut ada, "0.1").await;
        let mut payer = authorised(&mut bola, "sell", "0.10000000", PAYEE, KEY).await;
        payer.post("/sell", body).await.refuses(404, "not_found");
        assert_eq!(balance(&mut bola, "BTC").await.1, "0.50000000");
    }
}

on_both! {
    async fn concurrent_sales_never_exceed_the_balance(world: World) {
        price_is(world, "BTCUSDT", "100000").await;
        let mut ada = holder(world, "0.5").await;
        let mut payers = Vec::new();
        for number in 0..10 {
            let key = format!("key-race-{number:04}");
            payers.push(authorised(&mut ada, "sell", "0.10000000", PAYEE, &key).await);
        }
        let sales = payers.into_iter().map(|mut payer| tokio::spawn(async move { payer.post("/sell", sale("0.1")).await.status.as_u16() }));
        let sales: Vec<_> = sales.collect();
        let mut sold = 0;
        for one in sales {
            sold += usize::from(one.await.unwrap() == 201);
        }
        assert_eq!(sold, 5);
        assert_eq!((balance(&mut ada, "BTC").await.0, balance(&mut ada, "NGN").await.0), ("0.00000000".into(), "73260000.00".into()));
    }
}

on_one! {
    async fn sales_require_the_market(world: World) {
        let mut ada = holder(world, "0.5").await;
        port_will(world, "market", "fail").await;
        ada.post("/quotes/sell", sale("0.1")).await.refuses(503, "coins_unavailable");
        let mut payer = authorised(&mut ada, "sell", "0.10000000", PAYEE, KEY).await;
        payer.post("/sell", sale("0.1")).await.refuses(503, "coins_unavailable");
        assert_eq!(balance(&mut ada, "BTC").await.1, "0.50000000");
    }

    async fn sales_refuse_prices_older_than_five_minutes(world: World) {
        let mut ada = holder(world, "0.5").await;
        ada.post("/quotes/sell", sale("0.1")).await.expect(200);
        port_will(world, "market", "fail").await;
        world.advance_seconds(300);
        let mut bola = holder(world, "0.5").await;
        bola.post("/quotes/sell", sale("0.1")).await.expect(200);
        world.advance_seconds(1);
        bola.post("/quotes/sell", sale("0.1")).await.refuses(503, "coins_unavailable");
    }
}
