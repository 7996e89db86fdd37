//! Prices, candles and the list of coins.

use super::*;

on_one! {
    async fn only_known_pairs_have_prices_and_an_empty_list_makes_no_call(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        world.caller().post("/prices", json!({ "pairs": ["BTCUSDT"] })).await.refuses(401, "unauthenticated");
        port_will(world, "market", "fail").await;
        assert_eq!(ada.post("/prices", json!({ "pairs": [] })).await.expect(200).data(), &json!([]));
        assert_eq!(ada.post("/prices", json!({})).await.expect(200).data(), &json!([]));
        port_will(world, "market", "succeed").await;
        price_is(world, "BTCUSDT", "95000.5").await;
        let answer = ada.post("/prices", json!({ "pairs": ["BTCUSDT", "BTCUSDT", "NOSUCHUSDT", "USDTUSDT", ""] })).await;
        assert_eq!(answer.expect(200).data(), &json!([{ "symbol": "BTCUSDT", "price": "95000.5", "updated_at": "2026-11-20T09:00:00.000Z" }]));
        // Cached for a minute, whatever the market says meanwhile, and longer while it is unavailable.
        price_is(world, "BTCUSDT", "90000").await;
        world.advance_seconds(59);
        assert_eq!(ada.post("/prices", json!({ "pairs": ["BTCUSDT"] })).await.data()[0]["price"], "95000.5");
        port_will(world, "market", "fail").await;
        world.advance_seconds(1);
        assert_eq!(ada.post("/prices", json!({ "pairs": ["BTCUSDT"] })).await.data()[0]["updated_at"], "2026-11-20T09:00:00.000Z");
        port_will(world, "market", "succeed").await;
        world.advance_seconds(60);
        assert_eq!(ada.post("/prices", json!({ "pairs": ["BTCUSDT"] })).await.data()[0]["price"], "90000");
    }

    async fn only_known_pairs_have_candles(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let answer = ada.post("/candle-stick", json!({ "pair": "ETHUSDT", "period": "5m" })).await;
        let candles = answer.expect(200).data().as_array().cloned().unwrap();
        assert_eq!(candles.len(), 120);
        assert!(candles[0]["openTime"].as_i64().unwrap() < candles[119]["openTime"].as_i64().unwrap());
        for key in ["open", "high", "low", "close"] {
            assert!(candles[0][key].is_string(), "{key}");
        }
        ada.post("/candle-stick", json!({ "pair": "NGNUSDT", "period": "5m" })).await.refuses(404, "not_found");
        ada.post("/candle-stick", json!({ "pair": "ETHUSDT", "period": "7m" })).await.refuses(422, "wrong_type");
        port_will(world, "market", "fail").await;
        ada.post("/candle-stick", json!({ "pair": "BTCUSDT", "period": "1d" })).await.refuses(503, "coins_unavailable");
    }

    async fn the_coin_list_marks_supported_coins(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let coins = ada.get("/coins").await.expect(200).data().as_array().cloned().unwrap();
        let of = |symbol: &str| coins.iter().find(|coin| coin["symbol"] == symbol).unwrap().clone();
        assert_eq!((of("BTC")["is_held"].clone(), of("SOL")["is_held"].clone()), (json!(true), json!(false)));
        assert_eq!(of("BTC")["actions"], json!(["sell", "send", "receive", "chart"]));
        assert_eq!(of("USDT")["actions"], json!(["sell", "send", "receive"]));
        assert_eq!(of("SOL")["actions"], json!(["chart"]));
        assert_eq!(of("USDT")["networks"], json!(["tron", "ethereum"]));
        assert!(of("SOL")["price"].is_string() && of("SOL")["networks"] == json!([]));
        assert_eq!(of("USDT")["price"], "1");
    }

    async fn operations_refuse_a_stale_rate(world: World) {
        let mut ada = holder(world, "0.5").await;
        // Half a minute less than a day ago.
        let set_at = domain_core::calendar::Instant(world.app.clock.now_ms() - 24 * 3_600_000 + 30_000);
        let rate = |text: &str| domain_core::money::Rate::parse(text).unwrap();
        let naira = domain_core::money::Currency::Ngn;
        money::rates::set(&world.app, naira, rate("1500"), rate("1480"), set_at).await.unwrap();
        ada.post("/quotes/sell", sale("0.01")).await.expect(200);
        world.advance_seconds(31);
        let refused = ada.post("/quotes/sell", sale("0.01")).await;
        refused.refuses(503, "rate_stale");
        assert_eq!(refused.body["message"], "Our exchange rate for NGN is from 19 Nov 2026, 10:00, which is too long ago. We expect the next one on 21 Nov, 09:00.");
        let wanted = json!({ "destination": "bank", "amount": "50.00", "currency": "USD", "bank_code": "058", "account_number": "0123456789" });
        ada.post("/quotes/transfer", wanted).await.refuses(503, "rate_stale");
        let terms = ada.post("/coins/terms", json!({ "symbol": "BTC" })).await;
        assert_eq!((terms.expect(200).data()["price"].clone(), terms.data()["sale_message"].clone()), (json!(null), refused.body["message"].clone()));
    }
}
