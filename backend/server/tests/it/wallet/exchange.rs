//! Converting money between one's own wallets: the valid quote, the two linked transfers, and everything that must not
//! happen.

use super::coins::balance;
use super::*;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Rate};

const KEY: &str = "key-00000001";

/// Money to convert.
pub fn conversion(from: &str, to: &str, amount: &str) -> Value {
    json!({ "from": from, "to": to, "amount": amount, "confirm": true })
}

/// A user with naira and dollars, of which the bank keeps one percent, and a PIN for both.
async fn holder_of_two(world: &World, naira: &str, dollars: &str) -> Caller {
    let mut person = holder(world, naira).await;
    let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "USD" });
    let path = "/account/settings/pin/create";
    person.post(path, pin).await.expect(200);
    credit(world, &mut person, "USD", dollars).await;
    person
}

/// A quote and its confirmation body.
async fn quoted(person: &mut Caller, body: Value) -> (Value, Value) {
    let quote = person.post("/quotes/convert", body.clone()).await;
    let quote = quote.expect(200).data().clone();
    let mut body = body;
    body["quote_id"] = quote["id"].clone();
    (quote, body)
}

/// A copy of the caller with a key, who enters the PIN for this conversion.
fn confirming(person: &Caller, body: &Value, key: &str) -> Caller {
    let (from, to, amount) = (&body["from"], body["to"].as_str().unwrap(), &body["amount"]);
    let payee = format!("exchange:{to}");
    let payment = json!({
        "pin": "2580", "currency": from, "action": "exchange", "amount": amount, "payee": payee, "idempotency_key": key,
    });
    person.with("idempotency-key", key).entering(payment)
}

async fn rate_is(world: &World, currency: Currency, sell: &str, buy: &str, age_seconds: i64) {
    let at = Instant(world.clock.now_ms() - age_seconds * 1_000);
    let rate = |text: &str| Rate::parse(text).unwrap();
    let set = money::rates::set(&world.app, currency, rate(sell), rate(buy), at).await;
    assert!(set.unwrap());
}

fn serve(world: &World, currencies: &str) {
    let set = world.program(&["tenant", "set", "ajo", "--currencies", currencies]);
    assert!(set.status.success(), "{set:?}");
}

on_one! {
    async fn money_is_converted_at_the_quoted_rate_with_a_separate_spread(world: World) {
        rate_is(world, Currency::Ngn, "1500", "1480", 300).await;
        let mut ada = holder_of_two(world, "200000.00", "50.50").await;
        let (quote, body) = quoted(&mut ada, conversion("NGN", "USD", "149000.00")).await;
        assert_eq!((&quote["rate"], &quote["received"], &quote["to"]), (&json!("$1 = ₦1,490.00"), &json!("99.00"), &json!("USD")));
        assert_eq!((&quote["rate_at"], &quote["rate_age"], &quote["spread"]), (&json!("2026-11-20T08:55:00Z"), &json!("5 minutes ago"), &json!("1")));
        assert_eq!(quote["received_lines"], json!([
            { "code": "worth", "label": "Worth", "amount": "100.00" }, { "code": "spread", "label": "Our spread", "amount": "-1.00" },
        ]));
        assert_eq!((&quote["payee"], &quote["expires_in_seconds"]), (&json!("exchange:USD"), &json!(30)));
        let mut payer = confirming(&ada, &body, KEY);
        let answer = payer.post("/convert", body.clone()).await;
        let debit = answer.expect(201).data().clone();
        assert_eq!((&debit["category"], &debit["status"], &debit["net_amount"], &debit["currency"]), (&json!("exchange"), &json!("SUCCESSFUL"), &json!("149000.00"), &json!("NGN")));
        assert_eq!(debit["counterparty"]["name"], "USD wallet");
        assert_eq!(balance(&mut ada, "NGN").await, ("51000.00".into(), "51000.00".into()));
        assert_eq!(balance(&mut ada, "USD").await, ("149.00".into(), "149.00".into()));
        let credit = ada.get("/transaction/me?category=exchange-proceeds").await.expect(200).data()["data"][0].clone();
        assert_eq!((&credit["gross_amount"], &credit["charge"], &credit["net_amount"]), (&json!("100.00"), &json!("1.00"), &json!("99.00")));
        assert_eq!((&credit["counterparty"]["account_number"], &credit["description"]), (&json!("$1 = ₦1,490.00"), &json!("149000.00 NGN converted")));
        // A repeat gets the same response, without a further effect.
        assert_eq!(payer.post("/convert", body).await.expect(201).body, answer.body);
        assert_eq!(world.count("SELECT COUNT(*) FROM ledger_transfers WHERE linked_to IS NOT NULL").await, 1);
        let house = "SELECT COUNT(*) FROM ledger_accounts WHERE (id = 'system:exchange:NGN' AND settled_minor = 14900000) \
                     OR (id = 'system:exchange:USD' AND settled_minor = -10000) OR (id = 'system:spread:USD' AND settled_minor = 100)";
        assert_eq!(world.count(house).await, 3);

        // Back at the same rate: the spread is lost twice.
        let (_, back) = quoted(&mut ada, conversion("USD", "NGN", "99.00")).await;
        confirming(&ada, &back, "key-00000002").post("/convert", back).await.expect(201);
        assert_eq!((balance(&mut ada, "NGN").await.0, balance(&mut ada, "USD").await.0), ("197034.90".into(), "50.00".into()));
    }

    async fn a_conversion_quote_expires_after_thirty_seconds(world: World) {
        let mut ada = holder_of_two(world, "200000.00", "50.50").await;
        let (_, body) = quoted(&mut ada, conversion("NGN", "USD", "149000.00")).await;
        let (_, late) = quoted(&mut ada, conversion("NGN", "USD", "14900.00")).await;
        // A rate that is less favourable by less than the spread still gives the quoted one.
        rate_is(world, Currency::Ngn, "1510", "1490", 0).await;
        world.advance_seconds(29);
        confirming(&ada, &body, KEY).post("/convert", body).await.expect(201);
        assert_eq!(balance(&mut ada, "USD").await.0, "149.00");
        world.advance_seconds(1);
        let refused = confirming(&ada, &late, "key-00000002").post("/convert", late).await;
        refused.refuses(409, "quote_changed");
        assert_eq!((&refused.body["data"]["quoted"]["received"], &refused.body["data"]["current"]["received"]), (&json!("9.90"), &json!("9.83")));
        assert_eq!(balance(&mut ada, "NGN").await.0, "51000.00");
    }

    async fn an_invalid_form_converts_nothing(world: World) {
        let mut ada = holder_of_two(world, "2000.00", "50.50").await;
        let mut keyed = ada.with("idempotency-key", KEY);
        let unconfirmed = json!({ "from": "USD", "to": "NGN", "amount": "1", "confirm": false });
        for (body, field, code) in [
            (conversion("USD", "NGN", "50.01"), "amount", "insufficient_balance"),
            (conversion("USD", "NGN", "0"), "amount", "below_minimum"),
            (conversion("NGN", "USD", "15.05"), "amount", "below_minimum"),
            (conversion("USD", "NGN", "0.001"), "amount", "not_an_amount"),
            (conversion("USD", "USD", "1"), "to", "not_allowed"),
            (conversion("USD", "GBP", "1"), "to", "not_one_of"),
            (conversion("GBP", "USD", "1"), "from", "not_one_of"),
            (conversion("BTC", "NGN", "1"), "from", "not_one_of"),
            (conversion("", "NGN", "1"), "from", "required"),
            (unconfirmed, "confirm", "not_accepted"),
        ] {
            ada.post("/quotes/convert", body.clone()).await.breaks(&[(field, code)]);
            keyed.post("/convert", body).await.breaks(&[(field, code)]);
        }
        let body = conversion("USD", "NGN", "10.00");
        keyed.post("/convert", body.clone()).await.refuses(403, "pin_authorisation_required");
        // An authorisation for another currency.
        let mut other = confirming(&ada, &conversion("USD", "GBP", "10.00"), "key-00000002");
        other.post("/convert", body).await.refuses(403, "pin_authorisation_required");
        assert_eq!(balance(&mut ada, "USD").await.1, "50.00");
    }

    async fn rates_that_are_too_old_refuse_and_say_when_the_next_is_expected(world: World) {
        let mut ada = holder_of_two(world, "2000.00", "50.50").await;
        rate_is(world, Currency::Ngn, "1500", "1480", 24 * 3_600 + 1).await;
        let body = conversion("USD", "NGN", "10.00");
        let refused = ada.post("/quotes/convert", body.clone()).await;
        refused.refuses(503, "rate_stale");
        assert_eq!(refused.body["data"]["expected_at"], "2026-11-21T08:00:00Z");
        let message = "Our exchange rate for NGN is from 19 Nov 2026, 09:59, which is too long ago. We expect the next one on 21 Nov, 09:00.";
        assert_eq!(refused.body["message"], message);
        confirming(&ada, &body, KEY).post("/convert", body.clone()).await.refuses(503, "rate_stale");
        let terms = ada.get("/convert/terms").await.expect(200).data().clone();
        assert_eq!((&terms["rates"]["NGN"]["message"], &terms["rates"]["USD"]["message"]), (&json!(message), &json!(null)));
        assert_eq!(balance(&mut ada, "USD").await.1, "50.00");
        // The brand's hour is told, and a newer rate is used.
        assert!(world.program(&["rates", "policy", "ajo", "--set-hour", "14", "--exchange-spread", "2"]).status.success());
        let refused = ada.post("/quotes/convert", body.clone()).await;
        assert_eq!(refused.body["data"]["expected_at"], "2026-11-20T13:00:00Z");
        rate_is(world, Currency::Ngn, "1500", "1480", 0).await;
        assert_eq!(quoted(&mut ada, body).await.0["received"], "14602.00");
    }

    async fn a_currency_that_a_brand_does_not_serve_is_not_shown(world: World) {
        let mut ada = holder_of_two(world, "200000.00", "50.50").await;
        let shown = async |ada: &mut Caller| {
            let wallets = ada.get("/accounts").await.expect(200).data()["wallets"].clone();
            wallets.as_array().unwrap().iter().map(|one| one["base_currency"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let configured = async |ada: &mut Caller| ada.get("/app-configuration").await.data()["currencies"].clone();
        assert_eq!(shown(&mut ada).await, ["NGN", "USD", "BTC", "ETH", "USDT"]);
        assert_eq!(configured(&mut ada).await, json!(["NGN", "USD"]));
        ada.put("/accounts/active", json!({ "currency": "GBP" })).await.breaks(&[("currency", "not_one_of")]);
        serve(world, "NGN,USD,GBP");
        assert_eq!(shown(&mut ada).await, ["NGN", "USD", "GBP", "BTC", "ETH", "USDT"]);
        assert_eq!(configured(&mut ada).await, json!(["NGN", "USD", "GBP"]));
        let (quote, body) = quoted(&mut ada, conversion("NGN", "GBP", "1898.09")).await;
        assert_eq!((&quote["rate"], &quote["received"]), (&json!("£1 = ₦1,898.0892"), &json!("0.99")));
        confirming(&ada, &body, KEY).post("/convert", body).await.expect(201);
        ada.put("/accounts/active", json!({ "currency": "GBP" })).await.expect(200);
        // Money stays in sight, and what may be funded or converted is what is served.
        serve(world, "NGN");
        assert_eq!(shown(&mut ada).await, ["NGN", "USD", "GBP", "BTC", "ETH", "USDT"]);
        assert_eq!(ada.get("/accounts").await.data()["active_currency"], "GBP");
        ada.post("/quotes/convert", conversion("USD", "NGN", "1")).await.breaks(&[("from", "not_one_of")]);
        let mut bola = holder(world, "1.00").await;
        assert_eq!(shown(&mut bola).await, ["NGN", "BTC", "ETH", "USDT"]);
        bola.post("/accounts/fund", json!({ "type": "USD" })).await.breaks(&[("type", "not_one_of")]);
        let refused = world.program(&["tenant", "set", "ajo", "--currencies", "NGN,BTC"]);
        assert!(!refused.status.success());
    }
}

on_both! {
    async fn a_rate_that_changes_before_the_payment_ends_the_quote(world: World) {
        let mut ada = holder_of_two(world, "200000.00", "50.50").await;
        let (_, body) = quoted(&mut ada, conversion("NGN", "USD", "149000.00")).await;
        let granted = ada.confirm(
            json!({ "pin": "2580", "currency": "NGN", "action": "exchange", "amount": "149000.00", "payee": "exchange:USD", "idempotency_key": KEY }),
            &body,
        ).await;
        let mut payer = ada.with("idempotency-key", KEY).with("x-pin-authorisation", &granted);
        // The payer is locked by somebody else, who then sets a rate that is worse by more than the spread.
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE person_settings SET user_id = user_id").execute(tx.connection()).await.unwrap();
        let paying = tokio::spawn(async move { payer.post("/convert", body).await });
        world.until_stuck(&paying).await;
        let worse = "UPDATE rates SET sell_rate = '1530', buy_rate = '1510' WHERE currency = 'NGN'";
        assert_eq!(sqlx::query(worse).execute(tx.connection()).await.unwrap().rows_affected(), 1);
        tx.commit().await.unwrap();
        paying.await.unwrap().refuses(409, "quote_changed");
        assert_eq!((balance(&mut ada, "NGN").await.1, balance(&mut ada, "USD").await.1), ("200000.00".into(), "50.00".into()));
    }

    async fn concurrent_conversions_in_both_directions_never_exceed_a_balance(world: World) {
        let mut people = Vec::new();
        let mut calls = Vec::new();
        for _ in 0..4 {
            let person = holder_of_two(world, "14900.00", "10.10").await;
            for (number, (from, to, amount)) in [("NGN", "USD", "14900.00"), ("USD", "NGN", "10.00")].into_iter().cycle().take(6).enumerate() {
                let body = conversion(from, to, amount);
                let mut payer = confirming(&person, &body, &format!("key-race-{number:04}"));
                calls.push(tokio::spawn(async move { payer.post("/convert", body).await }));
            }
            people.push(person);
        }
        for call in calls {
            let answer = call.await.unwrap();
            assert!(matches!(answer.status.as_u16(), 201 | 422), "{}", answer.text);
        }
        for mut person in people {
            let total = person.get("/transaction/me?category=exchange").await.expect(200).data()["total"].as_i64().unwrap();
            assert!(total >= 2, "{total}");
            // Each conversion has cost its spread.
            let left = person.get("/accounts").await.expect(200).data()["total"]["amount"].as_str().unwrap().to_owned();
            assert!(left.parse::<f64>().unwrap() < 29_900.0, "{left}");
        }
    }
}
