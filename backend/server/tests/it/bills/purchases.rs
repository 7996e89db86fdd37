//! Data, cable television and electricity: purchases, refusals, losses, repeats, caps.

use super::{
    IKEJA, NUMBER, bills, buy, cable, data, pass_time, payee, power, provider_will, validated,
};
use crate::support::World;
use crate::wallet::{authorised, balances, holder};
use money::orders::reconcile;
use serde_json::{Value, json};

on_one! {
    async fn the_catalogue_comes_from_the_provider(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let packages = ada.get("/vas/data/mtn").await.expect(200).data().clone();
        assert_eq!(packages[1], json!({ "code": "1gb-7", "amount": "800.00", "description": "NGN 800.00 for 1 GB, 7 days", "name": "1 GB, 7 days" }));
        let packages = ada.get("/vas/cable/GOTV").await.expect(200).data().clone();
        assert_eq!(packages[0]["name"], "GOtv Smallie");
        let services = ada.get("/vas/power").await.expect(200).data().clone();
        assert_eq!(services[0], json!({ "code": IKEJA, "description": "Ikeja Electric (prepaid)", "min": "500.00" }));
        for unknown in ["/vas/data/9mobile", "/vas/data/DSTV", "/vas/cable/dstv", "/vas/cable/mtn"] {
            ada.get(unknown).await.refuses(404, "not_found");
        }
        ada.get("/vas/recent?type=water").await.breaks(&[("type", "not_one_of")]);
    }

    async fn data_is_quoted_bought_and_on_the_statement(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let mut body = data("1gb-7");
        body["amount"] = json!("800.00");
        let quote = ada.post("/quotes/data", body.clone()).await.expect(200).data().clone();
        assert_eq!((&quote["total"], &quote["payee"]), (&json!("800.00"), &json!("data:glo:08051234567")));
        body["quote_id"] = quote["id"].clone();
        let bought = buy(&mut ada, "data", body, "800.00", "key-00000001").await;
        let bought = bought.expect(201).data().clone();
        assert_eq!((&bought["category"], &bought["status"], &bought["description"]), (&json!("data-topup"), &json!("SUCCESSFUL"), &json!("1 GB, 7 days")));
        assert_eq!(balances(&mut ada).await, ("200.00".into(), "200.00".into()));
        let sold = bills(world).await;
        assert_eq!((sold.len(), &sold[0]["kind"], &sold[0]["customer"]), (1, &json!("data"), &json!("08051234567")));
        let recent = ada.get("/vas/recent?type=data").await.expect(200).data().clone();
        assert_eq!((&recent[0]["service"], &recent[0]["package"], &recent[0]["amount"]), (&json!("glo"), &json!("1gb-7"), &json!("800.00")));
        assert_eq!(ada.get("/vas/recent?type=cable").await.expect(200).data(), &json!([]));
    }

    async fn a_price_other_than_the_providers_is_refused(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let mut body = data("1gb-7");
        body["amount"] = json!("1.00");
        ada.post("/quotes/data", body.clone()).await.refuses(409, "quote_changed");
        let refused = buy(&mut ada, "data", body, "1.00", "key-00000001").await;
        refused.refuses(409, "quote_changed");
        assert_eq!(refused.body["data"], json!({ "quoted": { "amount": "1.00" }, "current": { "amount": "800.00" } }));
        // The PIN was entered for one naira.
        buy(&mut ada, "data", data("1gb-7"), "1.00", "key-00000002").await.refuses(403, "pin_authorisation_required");
        assert_eq!((bills(world).await.len(), balances(&mut ada).await), (0, ("1000.00".into(), "1000.00".into())));
    }

    async fn cable_is_paid_for_the_validated_customer(world: World) {
        let mut ada = holder(world, "10000.00").await;
        let shown = ada.post("/vas/cable/validate", json!({ "service": "DSTV", "iuc": NUMBER })).await.expect(200).data().clone();
        let code = shown["code"].as_str().unwrap();
        let paid = buy(&mut ada, "cable", cable("dstv-padi", code), "4400.00", "key-00000001").await;
        let paid = paid.expect(201).data().clone();
        let name = shown["description"].as_str().unwrap();
        assert_eq!((&paid["category"], &paid["description"]), (&json!("cable"), &json!(format!("DStv Padi for {name}"))));
        assert_eq!(paid["counterparty"], json!({ "name": "DSTV", "account_number": NUMBER }));
        let recent = ada.get("/vas/recent?type=cable").await.expect(200).data().clone();
        assert_eq!((recent.as_array().unwrap().len(), &recent[0]["name"]), (1, &json!(name)));
    }

    async fn an_electricity_token_stays_visible_to_its_buyer(world: World) {
        let mut ada = holder(world, "5000.00").await;
        let code = validated(&mut ada, "power", IKEJA, NUMBER).await;
        let bought = buy(&mut ada, "power", power(NUMBER, "1000.00", &code), "1000.00", "key-00000001").await;
        let bought = bought.expect(201).data().clone();
        let token = bought["token"].as_str().unwrap();
        assert!(token.len() == 20 && token.bytes().all(|byte| byte.is_ascii_digit()), "{token}");
        assert_eq!((&bought["units"], &bought["category"]), (&json!("5.0"), &json!("power")));
        let reference = bought["reference"].as_str().unwrap();
        let again = ada.get(&format!("/transaction/{reference}")).await;
        assert_eq!((&again.expect(200).data()["token"], &again.data()["units"]), (&bought["token"], &bought["units"]));
        let path = format!("/api/transaction/{reference}/receipt.pdf");
        let paper = ada.raw(axum::http::Method::GET, &path, "", "").await;
        let grouped = [&token[..4], &token[4..8], &token[8..12], &token[12..16], &token[16..]].join(" ");
        let words = crate::support::paper::words(&paper.expect(200).bytes);
        assert!(words.contains(&grouped) && words.contains("Meter number"), "{words}");
        let mut bola = holder(world, "10.00").await;
        bola.get(&format!("/transaction/{reference}")).await.refuses(404, "not_found");
        // A postpaid meter has no token.
        let code = validated(&mut ada, "power", "eko-electric-postpaid", NUMBER).await;
        let mut body = power(NUMBER, "1000.00", &code);
        body["service"] = json!("eko-electric-postpaid");
        let bought = buy(&mut ada, "power", body, "1000.00", "key-00000002").await;
        assert_eq!((&bought.expect(201).data()["token"], &bought.data()["token_pending"]), (&Value::Null, &Value::Null));
    }

    async fn every_kind_handles_refusals_losses_and_repeats(world: World) {
        let mut ada = holder(world, "100000.00").await;
        for (number, kind) in ["data", "cable", "power"].into_iter().enumerate() {
            let bought_before = bills(world).await.len();
            let before = balances(&mut ada).await;
            let wanted = async |ada: &mut crate::support::Caller| match kind {
                "data" => (data("1gb-7"), "800.00"),
                "cable" => (cable("dstv-padi", &validated(ada, "cable", "DSTV", NUMBER).await), "4400.00"),
                _ => (power(NUMBER, "1000.00", &validated(ada, "power", IKEJA, NUMBER).await), "1000.00"),
            };
            provider_will(world, "fail").await;
            let (body, amount) = wanted(&mut ada).await;
            let refused = buy(&mut ada, kind, body, amount, &format!("key-refused-{number}")).await;
            assert_eq!(refused.expect(201).data()["status"], "FAILED");
            assert!(refused.data()["comment"].as_str().unwrap().ends_with("The money is back in your wallet."));
            assert_eq!(balances(&mut ada).await, before);

            for outcome in ["lose_answer", "lose_request"] {
                provider_will(world, outcome).await;
                let (body, amount) = wanted(&mut ada).await;
                let key = format!("key-{outcome}-{number}").replace('_', "-");
                let payee = payee(kind, &body);
                let mut payer = authorised(&mut ada, kind, amount, &payee, &key).await;
                let path = format!("/vas/{kind}");
                assert_eq!(payer.post(&path, body.clone()).await.expect(202).data()["status"], "PROCESSING");
                // A repeat returns the same purchase.
                assert_eq!(payer.post(&path, body.clone()).await.expect(202).data()["status"], "PROCESSING");
                provider_will(world, "succeed").await;
                world.advance_seconds(3);
                assert_eq!(reconcile(&world.app).await.unwrap(), 1);
                let settled = payer.post(&path, body).await;
                assert_eq!(settled.expect(201).data()["status"], "SUCCESSFUL");
                assert_eq!(settled.data()["token"].is_string(), kind == "power");
            }
            // The provider knows the refused one too.
            assert_eq!(bills(world).await.len(), bought_before + 3, "{kind}");
        }
    }

    async fn a_pending_purchase_is_polled_and_notified(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let mut body = data("1gb-7");
        body["phone"] = json!("08771234567");
        let bought = buy(&mut ada, "data", body, "800.00", "key-00000001").await;
        assert_eq!(bought.expect(202).data()["status"], "PROCESSING");
        let mut settled = 0;
        for _ in 0..3 {
            assert_eq!(settled, 0);
            pass_time(world, &mut ada, 60).await;
            settled += reconcile(&world.app).await.unwrap();
        }
        assert_eq!((settled, balances(&mut ada).await.0), (1, "200.00".into()));
    }

    async fn the_cap_after_a_security_change_counts_every_bill(world: World) {
        let mut ada = holder(world, "100000.00").await;
        let change = json!({ "old_pin": "2580", "pin": "3690", "confirm_pin": "3690", "currency": "NGN" });
        ada.put("/wallet/pin-update", change).await.expect(200);
        let code = validated(&mut ada, "power", IKEJA, NUMBER).await;
        ada.post("/quotes/power", power(NUMBER, "50000.01", &code)).await.breaks(&[("amount", "above_maximum")]);
        ada.post("/quotes/power", power(NUMBER, "50000.00", &code)).await.expect(200);
    }
}

on_both! {
    async fn restricted_users_buy_nothing(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE users SET restricted = 1").execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        let refused = ada.post("/quotes/data", data("1gb-7")).await;
        assert_eq!(refused.refuses(403, "restricted").body["message"], "Cannot perform this transaction!");
        buy(&mut ada, "data", data("1gb-7"), "800.00", "key-00000001").await.refuses(403, "restricted");
        assert_eq!(bills(world).await.len(), 0);
    }
}

on_one! {
    async fn the_ten_latest_customers_are_offered(world: World) {
        let mut ada = holder(world, "10000.00").await;
        for number in 0..12 {
            let mut body = data("100mb-1");
            body["phone"] = json!(format!("080512345{number:02}"));
            pass_time(world, &mut ada, 60).await;
            buy(&mut ada, "data", body, "100.00", &format!("key-000000{number:02}")).await.expect(201);
        }
        let recent = ada.get("/vas/recent?type=data").await.expect(200).data().clone();
        let phones: Vec<_> = recent.as_array().unwrap().iter().map(|one| one["customer"].as_str().unwrap().to_owned()).collect();
        assert_eq!((phones.len(), phones[0].as_str(), phones[9].as_str()), (10, "08051234511", "08051234502"));
        let mut bola = holder(world, "10.00").await;
        assert_eq!(bola.get("/vas/recent?type=data").await.expect(200).data(), &json!([]));
    }
}
