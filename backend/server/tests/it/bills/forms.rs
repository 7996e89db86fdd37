//! Invalid forms buy nothing.

use super::{IKEJA, NUMBER, bills, cable, data, power, validated};
use crate::support::World;
use crate::wallet::{balances, holder};
use serde_json::{Value, json};

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

on_one! {
    async fn every_invalid_field_has_its_violation(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let card = validated(&mut ada, "cable", "DSTV", NUMBER).await;
        let meter = validated(&mut ada, "power", IKEJA, NUMBER).await;
        let cases = [
            ("data", data("1gb-7"), "network", json!("9mobile"), "not_one_of"),
            ("data", data("1gb-7"), "phone", json!("0803"), "wrong_length"),
            ("data", data("1gb-7"), "package", json!("nova"), "not_one_of"),
            ("data", data("1gb-7"), "package", json!("1-5gb-30"), "insufficient_balance"),
            ("data", data("1gb-7"), "confirm", json!(false), "not_accepted"),
            ("cable", cable("dstv-padi", &card), "iuc", json!("123456789"), "too_short"),
            ("cable", cable("dstv-padi", &card), "package", json!("dstv-padi"), "insufficient_balance"),
            ("cable", cable("dstv-padi", &card), "phone", json!("123"), "wrong_length"),
            ("power", power(NUMBER, "600.00", &meter), "amount", json!("499.99"), "below_minimum"),
            ("power", power(NUMBER, "600.00", &meter), "amount", json!("1000.01"), "insufficient_balance"),
            ("power", power(NUMBER, "600.00", &meter), "service", json!("ikeja-electric"), "not_one_of"),
            ("power", power(NUMBER, "600.00", &meter), "meter", json!("12345678a0"), "not_numeric"),
        ];
        for (kind, body, field, value, code) in cases {
            let body = with(body, field, value);
            let mut keyed = ada.with("idempotency-key", "key-00000001");
            let quoted = ada.post(&format!("/quotes/{kind}"), body.clone()).await;
            let bought = keyed.post(&format!("/vas/{kind}"), body).await;
            let found = |answer: &crate::support::Answer| {
                let violations = answer.refuses(422, "refused").body["violations"].clone();
                let has = violations.as_array().unwrap().iter().any(|one| one["field"] == field && one["code"] == code);
                assert!(has, "{kind} {field} {code}: {}", answer.text);
            };
            found(&quoted);
            found(&bought);
        }
        assert_eq!((bills(world).await.len(), balances(&mut ada).await), (0, ("1000.00".into(), "1000.00".into())));
    }

    async fn the_message_states_the_service_s_minimum(world: World) {
        let mut ada = holder(world, "10000.00").await;
        let answer = ada.post("/vas/power/validate", json!({ "service": IKEJA, "meter": "5512345678" })).await;
        assert_eq!(answer.expect(200).data()["minimum"], "5000.00");
        let code = answer.data()["code"].as_str().unwrap();
        let refused = ada.post("/quotes/power", power("5512345678", "4999.99", code)).await;
        refused.breaks(&[("amount", "below_minimum")]);
        assert_eq!(refused.body["message"], "please specify an amount greater than 5000.00");
        ada.post("/quotes/power", power("5512345678", "5000.00", code)).await.expect(200);
        let plain = ada.post("/vas/power/validate", json!({ "service": IKEJA, "meter": NUMBER })).await;
        assert_eq!(plain.expect(200).data()["minimum"], "500.00");
    }
}
