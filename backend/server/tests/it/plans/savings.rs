//! Savings: taking, paying, stopping.

use super::*;
use crate::wallet::balances;

on_one! {
    async fn savings_are_quoted_taken_and_paid_from_the_wallet(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        let listed = ada.get("/plans?type=savings").await;
        let listed = listed.expect(200).data()[0].clone();
        assert_eq!((&listed["id"], &listed["limits"]), (&json!(plan), &json!({ "currency": "NGN", "minimum": "100.00", "maximum": null })));
        assert_eq!(ada.get("/plans?type=loan").await.expect(200).data(), &json!([]));

        let mut body = wanted(&plan, "200.00", "wallet");
        let quote = ada.post("/quotes/plan", body.clone()).await;
        let quote = quote.expect(200).data().clone();
        assert_eq!((&quote["total"], &quote["payee"]), (&json!("200.00"), &json!(format!("plan:{plan}"))));
        body["quote_id"] = quote["id"].clone();
        let mut payer = authorised(&mut ada, "savings_start", "200.00", &format!("plan:{plan}"), "key-00000001").await;
        let taken = payer.post("/plans/subscribe", body.clone()).await;
        let sent = taken.expect(201).data().clone();
        assert_eq!((&sent["category"], &sent["status"], &sent["net_amount"]), (&json!("savings-start"), &json!("SUCCESSFUL"), &json!("200.00")));
        assert_eq!(payer.post("/plans/subscribe", body).await.expect(201).body, taken.body);
        assert_eq!(balances(&mut ada).await.0, "800.00");

        let by_reference = ada.get(&format!("/plans/reference/{}", text(&sent["reference"]))).await;
        let mine = by_reference.expect(200).data().clone();
        assert_eq!((&mine["status"], &mine["pot"], &mine["due_at"]), (&json!("ACTIVE"), &json!("200.00"), &json!("2027-02-20")));
        assert_eq!((&mine["progress"]["percent"], &mine["progress"]["owed"]), (&json!("33.3"), &json!("400.00")));
        let states: Vec<_> = mine["savings"].as_array().unwrap().iter().map(|one| (text(&one["status"]), text(&one["due_at"]))).collect();
        assert_eq!(states, [("PAID".into(), "2026-11-20".into()), ("PENDING".into(), "2026-12-20".into()), ("PENDING".into(), "2027-01-20".into())]);
        assert_eq!(ada.get(&format!("/subscriptions/{}", text(&mine["id"]))).await.expect(200).data(), &mine);
        assert_eq!(ada.get(&format!("/plans/reference/{}", text(&mine["reference"]))).await.expect(200).data(), &mine);

        let second = text(&mine["savings"][1]["id"]);
        let asked = json!({ "id": second, "amount": "900.00", "method": "wallet" });
        ada.post("/quotes/savings", asked.clone()).await.expect(200);
        // Above the debt: only the debt is taken.
        pay(&mut ada, &second, "900.00", "200.00", "key-00000002").await.expect(201);
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["savings"][1]["status"], &mine["savings"][1]["amount_paid"], &mine["pot"]), (&json!("PAID"), &json!("200.00"), &json!("400.00")));
        ada.post("/quotes/savings", asked).await.breaks(&[("id", "not_allowed")]);
        let third = text(&mine["savings"][2]["id"]);
        pay(&mut ada, &third, "50.00", "50.00", "key-00000003").await.expect(201);
        assert_eq!(newest(&mut ada).await["savings"][2]["amount_paid"], "50.00");
        let accounts = ada.get("/accounts").await;
        assert_eq!(accounts.data()["summary"]["savings"], json!({ "settled": "450.00", "balance": "450.00" }));
    }

    async fn stopping_early_costs_a_penalty_once(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let mine = newest(&mut ada).await;
        assert_eq!(mine["termination"], json!({ "allowed": true, "reason": null, "penalty": "10.00", "refund": "190.00", "paid": "200.00" }));
        let id = text(&mine["id"]);
        let path = format!("/subscriptions/{id}/abort");
        ada.with("idempotency-key", "key-00000009").post(&path, json!({ "confirm": false })).await.breaks(&[("confirm", "not_accepted")]);
        let stopped = abort(&ada, &id, "key-00000002").await;
        assert_eq!((&stopped.expect(200).data()["status"], &stopped.body["message"]), (&json!("TERMINATED"), &json!("Saving terminated")));
        assert_eq!(abort(&ada, &id, "key-00000002").await.expect(200).body, stopped.body);
        abort(&ada, &id, "key-00000003").await.breaks(&[("id", "not_allowed")]);
        assert_eq!(balances(&mut ada).await.0, "990.00");
        let history = ada.get("/transaction/me?category=plan-payout").await;
        let line = &history.data()["data"][0];
        assert_eq!((&line["gross_amount"], &line["charge"], &line["net_amount"], &line["type"]), (&json!("200.00"), &json!("10.00"), &json!("190.00"), &json!("CREDIT")));
        let paid = pay(&mut ada, &text(&mine["savings"][1]["id"]), "10.00", "10.00", "key-00000004").await;
        paid.breaks(&[("id", "not_allowed")]);
    }

    async fn flexible_savings_have_their_own_duration_and_cost_nothing_to_stop(world: World) {
        let plan = offered(world, "flex", |facts| facts.is_flexible = Some(true)).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        let mut body = wanted(&plan, "100.00", "wallet");
        body["duration"] = json!("4");
        body["duration_unit"] = json!("week");
        let mut payer = authorised(&mut ada, "savings_start", "100.00", &format!("plan:{plan}"), "key-00000001").await;
        payer.post("/plans/subscribe", body).await.expect(201);
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["duration"], &mine["duration_unit"], mine["savings"].as_array().unwrap().len()), (&json!(4), &json!("week"), 4));
        abort(&ada, &text(&mine["id"]), "key-00000002").await.expect(200);
        assert_eq!(balances(&mut ada).await.0, "1000.00");
    }

    async fn an_invalid_form_takes_no_plan(world: World) {
        let plan = offered(world, "target", |facts| facts.max_amount = Some("500".into())).await;
        let (mut ada, _) = saver(world, "300.00").await;
        for (field, value, broken, code) in [
            ("amount", json!("99.99"), "amount", "below_minimum"),
            ("amount", json!("500.01"), "amount", "above_maximum"),
            ("amount", json!("300.01"), "funding_source", "insufficient_balance"),
            ("name", json!("ab"), "name", "too_short"),
            ("confirm", json!(false), "confirm", "not_accepted"),
            ("funding_source", json!("cash"), "funding_source", "not_one_of"),
        ] {
            let mut body = wanted(&plan, "200.00", "wallet");
            body[field] = value;
            ada.post("/quotes/plan", body.clone()).await.breaks(&[(broken, code)]);
            ada.with("idempotency-key", "key-00000001").post("/plans/subscribe", body).await.breaks(&[(broken, code)]);
        }
        ada.post("/quotes/plan", wanted("nothing", "200.00", "wallet")).await.refuses(404, "not_found");
        let mut keyed = ada.with("idempotency-key", "key-00000001");
        keyed.post("/plans/subscribe", wanted(&plan, "200.00", "wallet")).await.refuses(403, "pin_authorisation_required");
        products::set(&world.app, "ajo", "target", &Facts { is_active: Some(false), ..Facts::default() }, "test").await.unwrap();
        ada.post("/quotes/plan", wanted(&plan, "200.00", "wallet")).await.refuses(404, "not_found");
        assert_eq!(balances(&mut ada).await.0, "300.00");
    }

    async fn a_bank_transfer_starts_waiting_savings(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "10.00").await;
        let waits = subscribe_by_pin(&ada, "key-00000001", wanted(&plan, "200.00", "bank")).await;
        let waits = waits.expect(201).data().clone();
        assert_eq!((&waits["status"], &waits["pot"], &waits["due_at"]), (&json!("PENDING"), &json!("0.00"), &Value::Null));
        let id = text(&waits["id"]);
        // Another amount starts nothing, whoever sent it, and a notice says so.
        for other in ["199.99", "250.00"] {
            let credited = credit(world, &mut ada, "NGN", other).await;
            assert_eq!(credited.data()["comment"], "School fees awaits a transfer of exactly NGN 200.00. The money is in your wallet.");
            assert_eq!(newest(&mut ada).await["status"], "PENDING");
        }
        let exact = credit(world, &mut ada, "NGN", "200.00").await;
        assert_eq!(exact.data()["comment"], "It started School fees.");
        let mine = ada.get(&format!("/subscriptions/{id}")).await.expect(200).data().clone();
        assert_eq!((&mine["status"], &mine["pot"], &mine["savings"][0]["status"]), (&json!("ACTIVE"), &json!("200.00"), &json!("PAID")));
        assert_eq!(balances(&mut ada).await.0, "459.99");
        credit(world, &mut ada, "NGN", "500.00").await;
        assert_eq!(newest(&mut ada).await["pot"], "200.00");
    }

    async fn a_card_pays_the_first_instalment_and_a_later_one(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "10.00").await;
        let waits = subscribe_by_pin(&ada, "key-00000001", wanted(&plan, "200.00", "card")).await;
        let id = text(&waits.expect(201).data()["id"]);
        let card = |purpose: &str, id: &str, amount: &str| json!({ "purpose": purpose, "id": id, "currency": "NGN", "amount": amount });
        ada.post("/payment/card", card("savings", &id, "199.00")).await.breaks(&[("amount", "not_allowed")]);
        ada.post("/payment/card", card("savings", "nothing", "200.00")).await.refuses(404, "not_found");
        ada.post("/payment/card", card("presents", &id, "200.00")).await.breaks(&[("purpose", "not_one_of")]);
        let started = ada.post("/payment/card", card("savings", &id, "200.00")).await;
        let tx_ref = text(&started.expect(201).data()["tx_ref"]);
        // Paid twice: the second payment stays in the wallet.
        world.caller().put(&format!("/sandbox/card/{tx_ref}"), json!({ "deed": "pay_twice" })).await.expect(200);
        for _ in 0..2 {
            world.advance_seconds(20);
            wallet::cards::ask_due(&world.app).await.unwrap();
        }
        let confirmed = ada.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref })).await;
        confirmed.expect(200);
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["status"], &mine["pot"]), (&json!("ACTIVE"), &json!("200.00")));

        let second = text(&mine["savings"][1]["id"]);
        ada.post("/payment/card", card("instalment", &second, "200.01")).await.breaks(&[("amount", "above_maximum")]);
        let started = ada.post("/payment/card", card("instalment", &second, "150.00")).await;
        let tx_ref = text(&started.expect(201).data()["tx_ref"]);
        world.caller().put(&format!("/sandbox/card/{tx_ref}"), json!({ "deed": "pay" })).await.expect(200);
        // Most of it is paid meanwhile: the excess stays in the wallet.
        let mut rich = ada.clone();
        credit(world, &mut rich, "NGN", "100.00").await;
        pay(&mut ada, &second, "100.00", "100.00", "key-00000002").await.expect(201);
        ada.post("/payment/flutter/confirm", json!({ "tx_ref": tx_ref })).await.expect(200);
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["savings"][1]["status"], &mine["pot"]), (&json!("PAID"), &json!("400.00")));
    }
}
