//! Invalid values in every amount field.

use super::*;

/// Values refused in every amount field.
pub fn never_amounts() -> Vec<Value> {
    let texts = [
        "",
        " ",
        "0",
        "-0",
        "-1",
        "+1",
        "1e3",
        "1E3",
        "0x10",
        "1,00",
        "1000,50",
        "1 000",
        "1.005",
        "NaN",
        "Infinity",
        "-Infinity",
        "null",
        ".5",
        "١٢٣",
        "１２３",
        "\u{202e}123",
        "12\u{200f}3",
        "1e28",
        "1e-9",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "170141183460469231731687303715884105727",
        "99999999999999999999",
        "<script>alert(1)</script>",
        "1; DROP TABLE users",
        "0.001",
    ];
    let mut values: Vec<Value> = texts.iter().map(|text| json!(text)).collect();
    values.push(json!("9".repeat(10_000)));
    values.extend([
        json!(null),
        json!([]),
        json!({}),
        json!(true),
        json!(-1),
        json!(0),
        json!(1e300),
        json!(1.005),
        json!(9_007_199_254_740_993_i64),
        json!(["100"]),
    ]);
    values
}

on_one! {
    async fn invalid_amounts_are_refused_and_move_nothing(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let withdrawal = withdrawal_body(&mut ada, "1").await;
        let account = ada.post("/accounts/fund", json!({ "type": "NGN" })).await.data()["account_number"].clone();
        let mut keyed = ada.with("idempotency-key", "key-00000001");
        for value in never_amounts() {
            let with_amount = |mut body: Value| {
                body["amount"] = value.clone();
                body
            };
            let calls = [
                ("/wallet/transfer", with_amount(transfer_body(&number, "1"))),
                ("/withdraw", with_amount(withdrawal.clone())),
                ("/sandbox/credits", with_amount(json!({ "account_number": account }))),
                ("/wallet/pin-confirm", with_amount(json!({ "pin": "2580", "currency": "NGN", "action": "withdraw", "payee": "bank:058:1", "idempotency_key": "key-00000009", "request": {} }))),
                ("/quotes/transfer", with_amount(json!({ "destination": "wallet", "currency": "NGN", "wallet_number": number }))),
            ];
            for (path, body) in calls {
                let answer = keyed.post(path, body).await;
                let status = answer.status.as_u16();
                // A quote or an authorisation of nothing, or of more than the balance, is harmless: the payment is
                // refused.
                let harmless = matches!(path, "/quotes/transfer" | "/wallet/pin-confirm") && status == 200;
                assert!(harmless || (400..500).contains(&status), "{path} {value}: {}", answer.text);
            }
        }
        assert_eq!(balances(&mut ada).await, ("1000.00".into(), "1000.00".into()));
        assert_eq!(balances(&mut ben).await.0, "1.00");
    }

    async fn a_json_number_is_read_exactly(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let mut payer = authorised(&mut ada, "wallet_transfer", "4.35", &format!("wallet:{number}"), "key-00000001").await;
        let body = json!({ "amount": 4.35, "send_wallet": "NGN", "receive_wallet": number, "confirm": true });
        assert_eq!(payer.post("/wallet/transfer", body).await.expect(201).data()["gross_amount"], "4.35");
    }

    async fn server_facts_in_a_body_are_ignored(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let mut payer = authorised(&mut ada, "wallet_transfer", "10.00", &format!("wallet:{number}"), "key-00000001").await;
        let mut body = transfer_body(&number, "10.00");
        for (field, value) in [("fee", json!("-5")), ("charge", json!("-5")), ("user_id", json!("x")), ("user_uuid", json!("x")), ("status", json!("SUCCESSFUL")), ("balance", json!("1000000")), ("total", json!("0.01"))] {
            body[field] = value;
        }
        payer.post("/wallet/transfer", body).await.expect(201);
        assert_eq!(balances(&mut ada).await.0, "990.00");
    }
}
