//! A borrower's own limit, the answers that a request rests on, and the caps on lent money.

use super::loans::{ask, borrower, by_hand, id_of, loan, plan, reference, repay};
use super::*;
use crate::wallet::{balances, credit};
use plans::loans::operator::{self, NewPolicy};

const KEY: &str = "key-of-loan-00001";

/// A plan of three months, under the usual policy.
async fn usual(world: &World) -> String {
    let plan = plan(world, "quick", |facts| facts).await;
    let first = NewPolicy {
        first: Some("20000"),
        ..NewPolicy::default()
    };
    operator::set_policy(&world.app, "ajo", &first, "Grace")
        .await
        .unwrap();
    plan
}

async fn limit(person: &mut Caller) -> Value {
    person.get("/loans/limit").await.expect(200).data().clone()
}

fn reasons(limit: &Value) -> Vec<String> {
    let lines = limit["lines"].as_array().unwrap().iter();
    lines.map(|line| text(&line["reason"])).collect()
}

async fn answer(person: &mut Caller, choice: &str) -> Answer {
    let question = choice.rsplit_once('-').unwrap().0;
    person
        .post(
            "/user/answers",
            json!({ "question": question, "answer": choice }),
        )
        .await
}

on_one! {
    async fn first_loans_that_are_not_repaid_cost_the_first_limit_each_and_no_more(world: World) {
        let plan = usual(world).await;
        let mut bad = None;
        for number in 0..10 {
            let mut person = borrower(world).await;
            ask(&mut person, &plan, "20000", KEY).await.expect(201);
            let lent = loan(&mut person).await;
            assert_eq!(lent["status"], "ACTIVE");
            if number == 0 {
                bad = Some(lent);
                continue;
            }
            credit(world, &mut person, "NGN", "5000.00").await;
            let whole = text(&lent["payoff"]["amount"]);
            let id = text(&lent["id"]);
            repay(&mut person, &id, &whole, &whole, "key-of-repayment1").await.expect(201);
        }
        // A borrower whose wallet has nothing to collect.
        super::loans::uncollected(world).await;
        for _ in 0..4 {
            days_pass(world, 31).await;
        }
        operator::bad(&world.app, "ajo", reference(&bad.unwrap()), "Grace").await.unwrap();
        let owed = "SELECT CAST(SUM(-settled_minor) AS BIGINT) FROM ledger_accounts WHERE purpose = 'loan'";
        assert_eq!(world.count(owed).await, 2_000_000);
        crate::reconciliation::agrees(world).await;
    }

    async fn a_first_loan_is_small_and_above_the_limit_a_person_decides(world: World) {
        let plan = usual(world).await;
        let mut ada = borrower(world).await;
        let own = limit(&mut ada).await;
        assert_eq!((&own["limit"], &own["left"]), (&json!("20000.00"), &json!("20000.00")));
        assert_eq!(own["lines"][0]["raised_by"], "A loan that is repaid on time raises the limit.");
        ask(&mut ada, &plan, "20000.01", KEY).await.expect(201);
        let waits = loan(&mut ada).await;
        assert_eq!(waits["status"], "INITIATED");
        let comment = text(&waits["comment"]);
        assert_eq!(comment, "More than ₦20,000.00 is decided by a person. We are reviewing your request and will tell you our decision.");
        // Reviewed, it may be paid out.
        operator::approve(&world.app, "ajo", reference(&waits), "Grace").await.unwrap();
        assert_eq!(loan(&mut ada).await["status"], "ACTIVE");
        assert_eq!(limit(&mut ada).await["left"], "0.00");

        let mut eve = borrower(world).await;
        ask(&mut eve, &plan, "20000", KEY).await.expect(201);
        assert_eq!(loan(&mut eve).await["status"], "ACTIVE");
    }

    async fn the_limit_grows_with_a_loan_repaid_on_time_and_with_money_that_comes_in(world: World) {
        let plan = usual(world).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "20000", KEY).await.expect(201);
        days_pass(world, 20).await;
        again(world, &mut ada).await;
        credit(world, &mut ada, "NGN", "50000").await;
        let owed = text(&loan(&mut ada).await["payoff"]["amount"]);
        let id = text(&loan(&mut ada).await["id"]);
        repay(&mut ada, &id, &owed, &owed, "key-of-repay-0001").await.expect(201);
        // The account is 20 days old.
        let young = limit(&mut ada).await;
        assert_eq!((&young["limit"], reasons(&young)), (&json!("20000.00"), vec!["new_account".into(), "repaid_on_time".into()]));
        days_pass(world, 11).await;
        again(world, &mut ada).await;
        // Half of the 51,000 naira that came in.
        let grown = limit(&mut ada).await;
        assert_eq!((&grown["limit"], reasons(&grown)), (&json!("25500.00"), vec!["little_received".into(), "repaid_on_time".into()]));
        credit(world, &mut ada, "NGN", "50000").await;
        assert_eq!(limit(&mut ada).await["limit"], "30000.00");
        // The lent money itself does not count, and after ninety days the rest does not either.
        days_pass(world, 91).await;
        again(world, &mut ada).await;
        assert_eq!(limit(&mut ada).await["limit"], "20000.00");
    }

    async fn answers_stay_with_a_request_and_for_thirty_days_after_a_refusal(world: World) {
        let plan = usual(world).await;
        let mut ada = borrower(world).await;
        let id = id_of(&mut ada).await;
        for choice in ["loan-1-d", "loan-2-d", "loan-3-d", "loan-4-d"] {
            let given = answer(&mut ada, choice).await.expect(200).data().clone();
            // The score is a fact for the lender.
            assert_eq!((&given["score"], &given["percent"], &given["band"]), (&json!(null), &json!(null), &json!(null)));
        }
        ask(&mut ada, &plan, "5000", KEY).await.expect(201);
        let declined = loan(&mut ada).await;
        assert_eq!(declined["status"], "DECLINED");
        let why = text(&declined["comment"]);
        assert!(why.starts_with("We declined this loan because your answers to the loan questions do not allow it."), "{why}");
        let refused = answer(&mut ada, "loan-1-a").await;
        refused.breaks(&[("answer", "not_allowed")]);
        assert!(refused.text.contains("You can change them from 20 Dec 2026."), "{}", refused.text);
        let kept = ada.get(&format!("/user/answers/{id}")).await.expect(200).data()["loan_kept"].clone();
        assert!(text(&kept).ends_with("from 20 Dec 2026."));
        // Those about savings are free.
        answer(&mut ada, "onboarding-1-a").await.expect(200);
        days_pass(world, 30).await;
        again(world, &mut ada).await;
        for choice in ["loan-1-a", "loan-2-a", "loan-3-a", "loan-4-a"] {
            answer(&mut ada, choice).await.expect(200);
        }
        ask(&mut ada, &plan, "5000", "key-of-loan-00002").await.expect(201);
        assert_eq!(loan(&mut ada).await["status"], "ACTIVE");
        let refused = answer(&mut ada, "loan-1-b").await;
        assert!(refused.text.contains("You can change them once it has ended."), "{}", refused.text);
    }

    async fn lent_money_leaves_no_faster_than_after_another_change(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        world.advance_seconds(2 * DAY_SECONDS);
        again(world, &mut ada).await;
        ask(&mut ada, &plan, "100000", KEY).await.expect(201);
        assert_eq!(balances(&mut ada).await.0, "100900.00");
        let allowed = ada.post("/wallet/allowance", json!({ "currency": "NGN" })).await.expect(200).data().clone();
        assert_eq!((&allowed["cap"]["amount"], &allowed["cap"]["reason"]), (&json!("50000.00"), &json!("loan")));
        assert!(text(&allowed["cap"]["message"]).ends_with("because a loan was paid out to you."));
    }
}

on_both! {
    async fn answers_do_not_change_under_a_request(world: World) {
        usual(world).await;
        let mut ada = borrower(world).await;
        let user = id_of(&mut ada).await;
        // A request holds its borrower, and is recorded before the answer gets its turn.
        let mut tx = world.app.db.begin().await.unwrap();
        service::access::users::lock_settings(&mut tx, &user, world.app.clock.now_ms()).await.unwrap();
        let mut other = ada.clone();
        let answering = tokio::spawn(async move { answer(&mut other, "loan-1-d").await.status.as_u16() });
        world.until_stuck(&answering).await;
        let requested = "INSERT INTO plan_subscriptions (id, tenant_id, plan_id, kind, created_by, name, status, currency, amount_minor, \
            base_currency, base_currency_amount_minor, rate, funding_source, duration, duration_unit, is_flexible, is_group, opt_out_penalty, \
            reference, created_at_ms, updated_at_ms) SELECT users.id, users.tenant_id, plans.id, 'loan', users.id, 'Fees', 'INITIATED', 'NGN', 100, \
            'NGN', 100, '1', 'wallet', 1, 'month', 0, 0, '0', 'R-1', 1, 1 FROM users JOIN plans ON plans.tenant_id = users.tenant_id WHERE users.id = $1";
        sqlx::query(requested).bind(&user).execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(answering.await.unwrap(), 422);
        by_hand(world, "DELETE FROM plan_subscriptions WHERE created_by = $1", &user).await;
        answer(&mut ada, "loan-1-d").await.expect(200);
    }
}
