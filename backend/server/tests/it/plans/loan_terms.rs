//! The terms that a borrower agrees to: collection from the wallet, charges for late instalments, handing a loan back,
//! and the place of a request.

use super::loans::{ask, borrower, four_weeks, loan, plan, reference, repay, wanted};
use super::*;
use crate::inbox::{email_of, emails};
use crate::wallet::{authorised, balances, credit, holder, transfer, wallet_number};
use plans::products::Facts;

const KEY: &str = "key-of-loan-00001";

async fn settled(world: &World, account: &str) -> i64 {
    let mut connection = world.app.db.read().await.unwrap();
    let row = sqlx::query("SELECT settled_minor FROM ledger_accounts WHERE id = $1")
        .bind(account)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    sqlx::Row::get(&row, 0)
}

/// Four weeks, with a charge of five percent, three days after the due date, at most ten percent of the loan.
fn charged(facts: Facts) -> Facts {
    Facts {
        late_percent: Some("5".into()),
        late_ceiling: Some("10".into()),
        late_after_days: Some(3),
        ..four_weeks(facts)
    }
}

/// Sends everything in the wallet to somebody else.
async fn spend(world: &World, person: &mut Caller, key: &str) {
    let held = balances(person).await.0;
    let mut other = holder(world, "1.00").await;
    let number = wallet_number(&mut other).await;
    transfer(person, &number, &held, key).await.expect(201);
}

async fn hand_back(person: &Caller, id: &str, key: &str) -> Answer {
    let keyed = person.with("idempotency-key", key);
    keyed
        .clone()
        .post(
            &format!("/loans/{id}/hand-back"),
            json!({ "confirm": true }),
        )
        .await
}

on_both! {
    async fn what_is_overdue_is_collected_as_money_arrives(world: World) {
        let plan = plan(world, "quick", four_weeks).await;
        let mut ada = borrower(world).await;
        let email = email_of(&mut ada).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        spend(world, &mut ada, "key-of-all-000001").await;
        days_pass(world, 8).await;
        let mut ada = back(world, &email).await;
        assert_eq!(loan(&mut ada).await["progress"]["overdue"], "7875.00");
        // Part of it arrives by bank transfer, and is taken in the same transaction.
        credit(world, &mut ada, "NGN", "5000").await;
        let found = loan(&mut ada).await;
        assert_eq!((&found["progress"]["overdue"], balances(&mut ada).await.0), (&json!("2875.00"), "0.00".into()));
        // A friend sends more than the rest.
        let mut ben = holder(world, "10000").await;
        let number = wallet_number(&mut ada).await;
        transfer(&mut ben, &number, "4000", "key-of-gift-00001").await.expect(201);
        assert_eq!(plans::loans::collect_due(&world.app).await.unwrap(), 1);
        assert_eq!(plans::loans::collect_due(&world.app).await.unwrap(), 0);
        let found = loan(&mut ada).await;
        assert_eq!((&found["loans"][0]["status"], balances(&mut ada).await.0), (&json!("PAID"), "1125.00".into()));
        let told = emails(world, &email, "Loan").await;
        let collected: Vec<&String> = told.iter().filter(|text| text.contains("collected")).collect();
        assert_eq!(collected, [
            "₦5,000.00 was collected from your wallet for your loan \"School fees\", as agreed with its terms.",
            "₦2,875.00 was collected from your wallet for your loan \"School fees\", as agreed with its terms.",
        ]);
        crate::reconciliation::agrees(world).await;
    }

    async fn a_late_instalment_is_charged_once_within_the_ceiling(world: World) {
        let plan = plan(world, "quick", charged).await;
        let mut ada = borrower(world).await;
        let email = email_of(&mut ada).await;
        let terms = ada.get("/plans?type=loan").await.data()[0]["late_charge"].clone();
        assert_eq!(terms, json!({ "percent": "5", "ceiling": "10", "after_days": 3 }));
        ask(&mut ada, &plan, "10000", KEY).await.expect(201);
        spend(world, &mut ada, "key-of-all-000001").await;
        // Due on 27 November; three days later it is not charged yet.
        days_pass(world, 10).await;
        let mut ada = back(world, &email).await;
        assert_eq!(loan(&mut ada).await["loans"].as_array().unwrap().len(), 4);
        for _ in 0..3 {
            days_pass(world, 1).await;
        }
        let mut ada = back(world, &email).await;
        let found = loan(&mut ada).await;
        let parts = found["loans"].as_array().unwrap();
        assert_eq!(parts.len(), 5);
        let charges: Vec<&Value> = parts.iter().filter(|one| one["is_charge"] == true).collect();
        assert_eq!((&charges[0]["amount"], &charges[0]["due_at"]), (&json!("131.25"), &json!("2026-12-01")));
        // Two periods have begun: their interest is owed on the day of the charge as well.
        assert_eq!(found["payoff"]["amount"], "10381.25");
        let told = emails(world, &email, "Loan").await;
        let told: Vec<&String> = told.iter().filter(|text| text.contains("added")).collect();
        assert_eq!(told, ["₦131.25 was added to what you owe for your loan \"School fees\": the instalment of 27 Nov 2026 is late. Pay it in the app, or write to us."]);
        // All four are late: the second to the fourth are charged as well, and nothing is above the ceiling.
        days_pass(world, 40).await;
        for _ in 0..3 {
            days_pass(world, 1).await;
        }
        let mut ada = back(world, &email).await;
        let found = loan(&mut ada).await;
        let owed = text(&found["payoff"]["amount"]);
        assert_eq!(owed, "11025.00");
        crate::reconciliation::agrees(world).await;
        credit(world, &mut ada, "NGN", "12000").await;
        assert_eq!(loan(&mut ada).await["status"], "COMPLETED");
        assert_eq!((settled(world, "system:interest:NGN").await, settled(world, "system:penalties:NGN").await), (50_000, 52_500));
        assert_eq!(balances(&mut ada).await.0, "975.00");
        crate::reconciliation::agrees(world).await;
    }

    async fn a_loan_is_handed_back_within_a_day(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        let id = text(&found["id"]);
        assert_eq!(found["regret"]["allowed"], true);
        world.advance_seconds(86_399);
        again(world, &mut ada).await;
        let done = hand_back(&ada, &id, "key-of-back-00001").await;
        assert_eq!(done.expect(200).body["message"], "Loan handed back");
        hand_back(&ada, &id, "key-of-back-00001").await.expect(200);
        hand_back(&ada, &id, "key-of-back-00002").await.refuses(422, "refused");
        let found = loan(&mut ada).await;
        assert_eq!((&found["status"], &found["ended"]["how"], &found["regret"]), (&json!("TERMINATED"), &json!("handed_back"), &json!(null)));
        assert_eq!(balances(&mut ada).await.0, "1000.00");
        assert_eq!((settled(world, &id).await, settled(world, "system:interest:NGN").await, settled(world, "system:fees:NGN").await), (0, 0, 0));
        crate::reconciliation::agrees(world).await;
    }

    async fn a_loan_that_is_collected_meanwhile_is_not_handed_back(world: World) {
        let plan = plan(world, "quick", |facts| Facts { duration_unit: Some("day".into()), ..facts }).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let id = text(&loan(&mut ada).await["id"]);
        // On the next day, within a day of the payout, the first instalment is due.
        world.advance_seconds(20 * 3_600);
        again(world, &mut ada).await;
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let collects = tokio::spawn(async move { plans::days::run(&app).await });
        paused.reached().await;
        let (giver, of) = (ada.clone(), id.clone());
        let gives = tokio::spawn(async move { hand_back(&giver, &of, "key-of-back-00001").await });
        world.until_stuck(&gives).await;
        paused.go();
        assert_eq!(collects.await.unwrap().unwrap().failed, 0);
        let refused = gives.await.unwrap();
        assert_eq!(refused.refuses(422, "refused").body["message"], "Part of it is repaid already. To end the loan, pay what is left.");
        assert_eq!(loan(&mut ada).await["status"], "ACTIVE");
        crate::reconciliation::agrees(world).await;
    }
}

on_one! {
    async fn a_loan_is_handed_back_only_in_time_and_whole(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let (mut ada, mut bola) = (borrower(world).await, borrower(world).await);
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let id = text(&loan(&mut ada).await["id"]);
        hand_back(&bola, &id, "key-of-back-00001").await.refuses(404, "not_found");
        let keyed = ada.with("idempotency-key", "key-of-back-00002");
        keyed.clone().post(&format!("/loans/{id}/hand-back"), json!({ "confirm": false })).await.refuses(422, "refused");
        ask(&mut bola, &plan, "30000", KEY).await.expect(201);
        let second = text(&loan(&mut bola).await["id"]);
        let owed = text(&loan(&mut bola).await["loans"][0]["id"]);
        repay(&mut bola, &owed, "1", "1.00", "key-of-repay-0001").await.expect(201);
        let refused = hand_back(&bola, &second, "key-of-back-00003").await;
        assert_eq!(refused.refuses(422, "refused").body["message"], "Part of it is repaid already. To end the loan, pay what is left.");
        spend(world, &mut ada, "key-of-all-000001").await;
        let found = loan(&mut ada).await;
        assert_eq!(found["regret"]["reason"], "Your wallet holds less than the loan. Add what is missing to hand it back.");
        let refused = hand_back(&ada, &id, "key-of-back-00004").await;
        assert_eq!(refused.refuses(422, "refused").body["message"], found["regret"]["reason"]);
        credit(world, &mut ada, "NGN", "40000").await;
        let email = email_of(&mut ada).await;
        world.advance_seconds(86_400);
        let mut ada = back(world, &email).await;
        assert_eq!(loan(&mut ada).await["regret"], json!(null));
        let refused = hand_back(&ada, &id, "key-of-back-00005").await;
        assert_eq!(refused.refuses(422, "refused").body["message"], "A loan can be handed back within a day of its payout.");
    }

    async fn a_request_from_abroad_is_decided_by_a_person_and_its_place_is_removed_on_request(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        let payee = ["plan:", &plan].concat();
        let mut payer = authorised(&mut ada, "loan_request", "100.00", &payee, KEY).await;
        let mut body = wanted(&plan, "10000");
        body["latitude"] = json!("51.5074");
        body["longitude"] = json!("-0.1278");
        payer.post("/plans/subscribe", body).await.expect(201);
        let found = loan(&mut ada).await;
        assert_eq!((&found["status"], &found["place"]["text"]), (&json!("INITIATED"), &json!("Outside Nigeria")));
        let kept = "SELECT COUNT(*) FROM plan_subscriptions WHERE latitude IS NOT NULL OR longitude IS NOT NULL";
        assert_eq!(world.count(kept).await, 0);
        let id = text(&found["id"]);
        let path = format!("/loans/{id}/forget-place");
        let bola = borrower(world).await;
        let stranger = bola.with("idempotency-key", "key-of-place-0001");
        stranger.clone().post(&path, json!({ "confirm": true })).await.refuses(404, "not_found");
        let keyed = ada.with("idempotency-key", "key-of-place-0002");
        let done = keyed.clone().post(&path, json!({ "confirm": true })).await;
        assert_eq!(done.expect(200).data()["place"], json!(null));
        plans::loans::operator::approve(&world.app, "ajo", reference(&found), "Grace").await.unwrap();
        assert_eq!(loan(&mut ada).await["status"], "ACTIVE");
    }

    async fn a_late_charge_has_a_ceiling_and_is_only_for_loans(world: World) {
        let facts = |percent: &str, ceiling: &str, days: i64| Facts {
            late_percent: Some(percent.into()),
            late_ceiling: Some(ceiling.into()),
            late_after_days: Some(days),
            ..Facts::default()
        };
        plan(world, "quick", |facts| facts).await;
        let refused = [("5", "0", 3), ("101", "10", 3), ("5", "101", 3), ("5", "10", 367), ("5", "10", -1)];
        for (percent, ceiling, days) in refused {
            let set = plans::products::set(&world.app, "ajo", "quick", &facts(percent, ceiling, days), "Grace").await;
            assert!(set.is_err(), "{percent} {ceiling} {days}");
        }
        offered(world, "target", |_| ()).await;
        assert!(plans::products::set(&world.app, "ajo", "target", &facts("5", "10", 3), "Grace").await.is_err());
        // A change is a new version, so nobody accepts the earlier terms.
        plans::products::set(&world.app, "ajo", "quick", &facts("5", "10", 3), "Grace").await.unwrap();
        let mut ada = borrower(world).await;
        assert_eq!(ada.get("/plans?type=loan").await.data()[0]["version"], 2);
    }
}
