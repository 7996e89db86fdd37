//! The terms of a plan: a user takes the terms that were shown, and keeps them.

use super::loans::{borrower, loan};
use super::*;
use crate::wallet::{balances, holder};

/// Changes a plan as the operator.
async fn changed(world: &World, reference: &str, facts: Facts) {
    let done = products::set(&world.app, "ajo", reference, &facts, "test").await;
    done.unwrap();
}

fn penalty(percent: &str) -> Facts {
    Facts {
        opt_out_penalty: Some(percent.into()),
        ..Facts::default()
    }
}

fn seen(mut body: Value, version: i64) -> Value {
    body["plan_version"] = json!(version);
    body
}

fn of_loan(plan: &str, source: &str) -> Value {
    json!({
        "plan_id": plan, "plan_version": 1, "type": "loan", "name": "School fees", "amount": "30000", "funding_source": source,
        "confirm": true, "latitude": "6.5243793", "longitude": "3.3792057",
    })
}

on_both! {
    async fn concurrent_plan_changes_both_apply(world: World) {
        offered(world, "target", |_| ()).await;
        let mut tx = world.app.db.begin().await.unwrap();
        let renamed = "UPDATE plans SET name = 'School Savings', version = version + 1 WHERE reference = 'target'";
        assert_eq!(sqlx::query(renamed).execute(tx.connection()).await.unwrap().rows_affected(), 1);
        let app = world.app.clone();
        let changing = tokio::spawn(async move { products::set(&app, "ajo", "target", &penalty("50"), "test").await });
        world.until_stuck(&changing).await;
        tx.commit().await.unwrap();
        changing.await.unwrap().unwrap();
        let plans = products::list(&world.app, "ajo").await.unwrap();
        let plan = plans.iter().find(|plan| plan.reference == "target").unwrap();
        assert_eq!((plan.name.as_str(), plan.opt_out_penalty.as_str(), plan.version), ("School Savings", "50", 3));
    }
}

on_one! {
    async fn savings_require_the_terms_that_were_shown(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        let body = wanted(&plan, "200.00", "wallet");
        let quote = ada.post("/quotes/plan", body.clone()).await.expect(200).data().clone();
        let payee = format!("plan:{plan}");
        let mut payer = authorised(&mut ada, "savings_start", "200.00", &payee, "key-00000001").await;
        changed(world, "target", penalty("50")).await;
        let mut confirmed = body.clone();
        confirmed["quote_id"] = quote["id"].clone();
        let refused = payer.post("/plans/subscribe", confirmed).await;
        let now = refused.refuses(409, "quote_changed").body["data"]["plan"].clone();
        assert_eq!((&now["opt_out_penalty"], &now["version"], &now["limits"]["minimum"]), (&json!("50"), &json!(2), &json!("100.00")));
        ada.post("/quotes/plan", body.clone()).await.refuses(409, "quote_changed");
        for (source, key) in [("bank", "key-00000002"), ("card", "key-00000003")] {
            let body = wanted(&plan, "200.00", source);
            subscribe_by_pin(&ada, key, body.clone()).await.refuses(409, "quote_changed");
            subscribe_by_pin(&ada, key, seen(body, 2)).await.expect(201);
        }
        let mut payer = authorised(&mut ada, "savings_start", "200.00", &payee, "key-00000004").await;
        payer.post("/plans/subscribe", seen(body.clone(), 2)).await.expect(201);
        assert_eq!((balances(&mut ada).await.0, &newest(&mut ada).await["termination"]["penalty"]), ("800.00".into(), &json!("100.00")));
        // A plan cannot be taken without having seen its terms, and reopening it does not change a taken plan.
        let mut unseen = body.clone();
        unseen.as_object_mut().unwrap().remove("plan_version");
        ada.post("/quotes/plan", unseen).await.refuses(422, "wrong_type");
        for is_active in [false, true] {
            changed(world, "target", Facts { is_active: Some(is_active), ..Facts::default() }).await;
        }
        ada.post("/quotes/plan", seen(body, 2)).await.expect(200);
    }

    async fn loans_and_coin_sets_require_the_terms_that_were_shown(world: World) {
        let plan = super::loans::plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        ada.post("/quotes/plan", of_loan(&plan, "wallet")).await.expect(200);
        changed(world, "quick", Facts { take_profit: Some("30".into()), ..Facts::default() }).await;
        super::loans::ask(&mut ada, &plan, "30000", "key-of-loan-00001").await.refuses(409, "quote_changed");
        let refused = subscribe_by_pin(&ada, "key-of-loan-00002", of_loan(&plan, "bank")).await;
        assert_eq!(refused.refuses(409, "quote_changed").body["data"]["plan"]["take_profit"], "30");
        let taken = subscribe_by_pin(&ada, "key-of-loan-00002", seen(of_loan(&plan, "bank"), 2)).await;
        assert_eq!(taken.expect(201).data()["plan"]["take_profit"], "30");

        let set = super::coins::plan(world, &super::coins::LARGE).await;
        let mut ben = holder(world, "150000").await;
        changed(world, "large", penalty("50")).await;
        super::coins::take(&mut ben, &set, "150000").await.refuses(409, "quote_changed");
    }

    async fn a_plan_keeps_its_agreed_terms(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let other = Facts { is_flexible: Some(true), duration: Some(9), ..penalty("50") };
        changed(world, "target", other).await;
        let mine = newest(&mut ada).await;
        let terms = &mine["plan"];
        assert_eq!((&terms["opt_out_penalty"], &terms["is_flexible"], &terms["duration"]), (&json!("5"), &json!(false), &json!(3)));
        assert_eq!(mine["termination"], json!({ "allowed": true, "reason": null, "penalty": "10.00", "refund": "190.00", "paid": "200.00" }));
    }

    async fn a_request_fee_is_the_agreed_one(world: World) {
        let plan = super::loans::plan(world, "quick", |facts| Facts { wait: Some(1), wait_unit: Some("month".into()), ..facts }).await;
        let mut ada = borrower(world).await;
        subscribe_by_pin(&ada, "key-of-loan-00001", of_loan(&plan, "bank")).await.expect(201);
        let other = Facts {
            request_fee: Some("250".into()), take_profit: Some("30".into()), wait: Some(2), wait_unit: Some("week".into()),
            ..Facts::default()
        };
        changed(world, "quick", other).await;
        let waits = loan(&mut ada).await;
        let terms = &waits["plan"];
        assert_eq!((&terms["request_fee"], &terms["take_profit"], &terms["wait"], &terms["wait_unit"]), (&json!("100.00"), &json!("6"), &json!(1), &json!("month")));
        assert_eq!(waits["fee_paid"], Value::Null);
        credit(world, &mut ada, "NGN", "100").await;
        let runs = loan(&mut ada).await;
        assert_eq!((&runs["status"], &runs["fee_paid"], &runs["progress"]["total"]), (&json!("ACTIVE"), &json!("100.00"), &json!("31800.00")));
    }
}
