//! Validation codes: bound to a user and a customer, valid for 15 minutes, single-use.

use super::{IKEJA, NUMBER, bills, buy, cable, pass_time, payee, power, validated};
use crate::support::{Answer, World};
use crate::wallet::{authorised, balances, holder};
use serde_json::json;

/// Checks that the code of another customer, user or service is treated like a missing one.
fn expect_invalid(answer: &Answer) {
    answer.refuses(422, "validation_spent");
}

on_one! {
    async fn an_unknown_customer_number_is_refused(world: World) {
        let mut ada = holder(world, "1000.00").await;
        for (kind, service, field) in [("cable", "DSTV", "iuc"), ("power", IKEJA, "meter")] {
            let path = format!("/vas/{kind}/validate");
            let mut ask = async |number: &str| {
                let mut body = json!({ "service": service });
                body[field] = json!(number);
                ada.post(&path, body).await
            };
            ask("0000000000").await.breaks(&[(field, "not_accepted")]);
            ask("9999999999").await.refuses(503, "unavailable");
            ask("123456789").await.breaks(&[(field, "too_short")]);
            ask("").await.breaks(&[(field, "required")]);
        }
        ada.post("/vas/cable/validate", json!({ "service": "netflix", "iuc": NUMBER })).await.breaks(&[("service", "not_one_of")]);
        ada.post("/vas/power/validate", json!({ "service": "", "meter": NUMBER })).await.breaks(&[("service", "required")]);
    }

    async fn a_validation_code_is_bound_to_user_and_customer(world: World) {
        let mut ada = holder(world, "10000.00").await;
        let mut bola = holder(world, "10000.00").await;
        let hers = validated(&mut ada, "power", IKEJA, NUMBER).await;
        let card = validated(&mut bola, "cable", "DSTV", NUMBER).await;
        let other = validated(&mut bola, "power", IKEJA, "1234567891").await;
        let eko = validated(&mut bola, "power", "eko-electric-prepaid", NUMBER).await;
        let codes = [hers.as_str(), &card, &other, &eko, "made-up", ""];
        for (number, code) in codes.into_iter().enumerate() {
            expect_invalid(&bola.post("/quotes/power", power(NUMBER, "1000.00", code)).await);
            let key = format!("key-0000000{number}");
            expect_invalid(&buy(&mut bola, "power", power(NUMBER, "1000.00", code), "1000.00", &key).await);
        }
        let mut without = power(NUMBER, "1000.00", "");
        without.as_object_mut().unwrap().remove("token");
        expect_invalid(&bola.post("/quotes/power", without).await);
        assert_eq!((bills(world).await.len(), balances(&mut bola).await.1), (0, "10000.00".into()));
        // None of it has used up her code.
        buy(&mut ada, "power", power(NUMBER, "1000.00", &hers), "1000.00", "key-of-ada-1").await.expect(201);
    }

    async fn a_validation_code_expires_after_fifteen_minutes(world: World) {
        let mut ada = holder(world, "10000.00").await;
        let code = validated(&mut ada, "cable", "DSTV", NUMBER).await;
        pass_time(world, &mut ada, 15 * 60 - 1).await;
        ada.post("/quotes/cable", cable("dstv-padi", &code)).await.expect(200);
        world.advance_seconds(1);
        expect_invalid(&ada.post("/quotes/cable", cable("dstv-padi", &code)).await);
        expect_invalid(&buy(&mut ada, "cable", cable("dstv-padi", &code), "4400.00", "key-00000001").await);
        assert_eq!(bills(world).await.len(), 0);
    }

    async fn a_validation_code_is_single_use(world: World) {
        let mut ada = holder(world, "10000.00").await;
        let code = validated(&mut ada, "power", IKEJA, NUMBER).await;
        buy(&mut ada, "power", power(NUMBER, "1000.00", &code), "1000.00", "key-00000001").await.expect(201);
        expect_invalid(&buy(&mut ada, "power", power(NUMBER, "1000.00", &code), "1000.00", "key-00000002").await);
        assert_eq!((bills(world).await.len(), balances(&mut ada).await.1), (1, "9000.00".into()));
    }

    async fn a_failed_payment_keeps_the_validation_code(world: World) {
        let mut ada = holder(world, "10000.00").await;
        let code = validated(&mut ada, "power", IKEJA, NUMBER).await;
        let body = power(NUMBER, "1000.00", &code);
        let mut keyed = ada.with("idempotency-key", "key-00000001");
        keyed.post("/vas/power", body.clone()).await.refuses(403, "pin_authorisation_required");
        buy(&mut ada, "power", body, "1000.00", "key-00000002").await.expect(201);
    }
}

on_both! {
    async fn concurrent_payments_use_a_validation_code_once(world: World) {
        let mut ada = holder(world, "10000.00").await;
        let code = validated(&mut ada, "power", IKEJA, NUMBER).await;
        let body = power(NUMBER, "1000.00", &code);
        let to = payee("power", &body);
        let mut one = authorised(&mut ada, "power", "1000.00", &to, "key-00000001").await;
        let mut other = authorised(&mut ada, "power", "1000.00", &to, "key-00000002").await;
        let (one, other) = tokio::join!(one.post("/vas/power", body.clone()), other.post("/vas/power", body));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422], "{} {}", one.text, other.text);
        assert_eq!((bills(world).await.len(), balances(&mut ada).await.1), (1, "9000.00".into()));
    }

    async fn a_validation_code_used_meanwhile_pays_nothing(world: World) {
        let mut ada = holder(world, "10000.00").await;
        let code = validated(&mut ada, "power", IKEJA, NUMBER).await;
        let body = power(NUMBER, "1000.00", &code);
        let mut payer = authorised(&mut ada, "power", "1000.00", &payee("power", &body), "key-00000001").await;
        // Another transaction uses the code and has not committed when the payment reads it.
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE bill_validations SET used_at_ms = 1").execute(tx.connection()).await.unwrap();
        let paying = tokio::spawn(async move { payer.post("/vas/power", body).await });
        world.until_stuck(&paying).await;
        tx.commit().await.unwrap();
        expect_invalid(&paying.await.unwrap());
        assert_eq!((bills(world).await.len(), balances(&mut ada).await), (0, ("10000.00".into(), "10000.00".into())));
    }
}

on_one! {
    async fn a_validation_code_is_not_stored_in_plain_text(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let code = validated(&mut ada, "cable", "DSTV", NUMBER).await;
        let found = sqlx::query("SELECT code_hash FROM bill_validations WHERE code_hash = $1").bind(&code);
        assert!(found.fetch_optional(&mut *world.app.db.read().await.unwrap()).await.unwrap().is_none());
    }
}
