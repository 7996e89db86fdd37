//! Late and ended plans, and the notices about them.

use super::groups::join;
use super::loans::{borrower, four_weeks, loan, plan, reference, wanted as loan_wanted};
use super::*;
use crate::wallet::balances;
use plans::loans::operator;

async fn late(person: &mut Caller) -> Vec<Value> {
    let answer = person.get("/subscriptions/late").await;
    answer.expect(200).data().as_array().unwrap().clone()
}

on_one! {
    async fn due_and_overdue_plans_are_notified_worst_first(world: World) {
        let target = offered(world, "target", |_| ()).await;
        let quick = plan(world, "quick", four_weeks).await;
        let mut ada = borrower(world).await;
        subscribe(&mut ada, &target, "200.00", "key-00000001").await.expect(201);
        super::loans::ask(&mut ada, &quick, "10000", "key-00000002").await.expect(201);
        super::loans::uncollected(world).await;
        assert_eq!(late(&mut ada).await, Vec::<Value>::new());
        let found = loan(&mut ada).await;
        assert_eq!(found["lateness"], json!({ "state": "upcoming", "amount": "2625.00", "due_today": null, "since": "2026-11-27" }));
        days_pass(world, 7).await;
        again(world, &mut ada).await;
        let due = late(&mut ada).await;
        assert_eq!(due.len(), 1);
        assert_eq!(due[0]["lateness"], json!({ "state": "due", "amount": "2625.00", "due_today": null, "since": "2026-11-27" }));
        // 20 December: the savings are due; the loan has been for weeks.
        days_pass(world, 23).await;
        again(world, &mut ada).await;
        let due = late(&mut ada).await;
        let states: Vec<_> = due.iter().map(|one| (text(&one["type"]), text(&one["lateness"]["state"]))).collect();
        assert_eq!(states, [("loan".into(), "overdue".into()), ("savings".into(), "due".into())]);
        assert_eq!((&due[0]["lateness"]["amount"], &due[0]["lateness"]["since"]), (&json!("10500.00"), &json!("2026-11-27")));
        let listed = ada.get("/subscriptions?type=loan").await;
        assert_eq!(listed.expect(200).data()["data"][0]["lateness"], due[0]["lateness"]);
        // Other plans cause no notice.
        let (mut ben, _) = saver(world, "100.00").await;
        assert_eq!(late(&mut ben).await, Vec::<Value>::new());
    }

    async fn ended_savings_show_the_reason_and_the_returned_amount(world: World) {
        let target = offered(world, "target", |_| ()).await;
        let (mut ada, email) = saver(world, "1000.00").await;
        subscribe(&mut ada, &target, "200.00", "key-00000001").await.expect(201);
        let running = newest(&mut ada).await;
        assert_eq!(running["ended"], json!(null));
        abort(&ada, &text(&running["id"]), "key-00000002").await.expect(200);
        let stopped = newest(&mut ada).await;
        assert_eq!(stopped["ended"], json!({ "how": "stopped", "on": "2026-11-20", "returned": "190.00", "penalty": "10.00" }));
        assert_eq!(stopped["lateness"], json!(null));
        // The returned money is not settled.
        let accounts = ada.get("/accounts").await;
        assert_eq!(accounts.data()["summary"]["savings"], json!({ "settled": "0.00", "balance": "0.00" }));

        subscribe(&mut ada, &target, "200.00", "key-00000003").await.expect(201);
        days_pass(world, 92).await;
        let mut ada = back(world, &email).await;
        let over = newest(&mut ada).await;
        assert_eq!(over["ended"], json!({ "how": "completed", "on": "2027-02-20", "returned": "200.00", "penalty": null }));
        assert_eq!(over["lateness"], json!(null));
        assert_eq!(balances(&mut ada).await.0, "990.00");
    }

    async fn members_are_notified_when_the_creator_ends_the_group(world: World) {
        let target = offered(world, "circle", |facts| facts.is_group = Some(true)).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        subscribe(&mut ada, &target, "200.00", "key-00000001").await.expect(201);
        let group = newest(&mut ada).await;
        let (id, code) = (text(&group["id"]), text(&group["code"]));
        join(&mut ben, &id, &code, "300.00", "key-00000002").await.expect(201);
        abort(&ada, &id, "key-00000003").await.expect(200);
        assert_eq!(newest(&mut ada).await["ended"], json!({ "how": "stopped", "on": "2026-11-20", "returned": "190.00", "penalty": "10.00" }));
        assert_eq!(newest(&mut ben).await["ended"], json!({ "how": "stopped_by_creator", "on": "2026-11-20", "returned": "300.00", "penalty": null }));
    }

    async fn a_declined_request_reports_its_returned_fee(world: World) {
        let quick = plan(world, "quick", |facts| facts).await;
        let mut ada = super::loans::applicant(world).await;
        super::loans::ask(&mut ada, &quick, "30000", "key-00000001").await.expect(201);
        let asked = loan(&mut ada).await;
        operator::decline(&world.app, "ajo", reference(&asked), "Your shop is new.", "Grace").await.unwrap();
        assert_eq!(loan(&mut ada).await["ended"], json!({ "how": "declined", "on": "2026-11-20", "returned": "100.00", "penalty": null }));
        let mut by_bank = loan_wanted(&quick, "30000");
        by_bank["funding_source"] = json!("bank");
        subscribe_by_pin(&ada, "key-00000002", by_bank).await.expect(201);
        let waits = loan(&mut ada).await;
        abort(&ada, &text(&waits["id"]), "key-00000003").await.expect(200);
        assert_eq!(loan(&mut ada).await["ended"], json!({ "how": "taken_back", "on": "2026-11-20", "returned": null, "penalty": null }));
    }
}
