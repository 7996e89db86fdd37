//! Concurrent operations on loans: repayments during collection, and collection by two servers.

use super::loans::{borrower, by_hand, id_of, lent_to, loan};
use super::*;
use crate::wallet::balances;
use plans::loans::operator::{self, NewPolicy};

/// A borrower of 30,000 naira, whose first instalment of 10,600 is due today and collected.
async fn due_today(world: &World) -> (Caller, String) {
    let mut ada = borrower(world).await;
    lent_to(world, &mut ada, "30000", "key-of-loan-00001").await;
    let user = id_of(&mut ada).await;
    let switched_on = "INSERT INTO account_settings (id, user_id, name, value, updated_at_ms) VALUES ($1, $1, 'auto_save', 'true', 1)";
    by_hand(world, switched_on, &user).await;
    days_pass(world, 29).await;
    world.advance_seconds(DAY_SECONDS);
    again(world, &mut ada).await;
    let id = text(&loan(&mut ada).await["id"]);
    (ada, id)
}

async fn repaying(ada: &mut Caller, id: &str, amount: &str, key: &str) -> (Caller, Value) {
    let payee = format!("loan:{id}");
    let payer = authorised(ada, "loan_repay", amount, &payee, key).await;
    let body = json!({ "id": id, "amount": amount, "method": "wallet" });
    (payer, body)
}

fn minor(text: &str) -> i64 {
    text.replace('.', "").parse().unwrap()
}

fn paid(loan: &Value) -> Vec<String> {
    let parts = loan["loans"].as_array().unwrap().iter();
    parts.map(|one| text(&one["amount_paid"])).collect()
}

on_both! {
    async fn a_repayment_waits_for_the_collecting_job(world: World) {
        let (mut ada, id) = due_today(world).await;
        let (mut payer, body) = repaying(&mut ada, &id, "10600.00", "key-repaid-0001").await;
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let collects = tokio::spawn(async move { job::run(&app).await });
        paused.reached().await;
        let repays = tokio::spawn(async move { payer.post("/loans/repay", body).await });
        world.until_stuck(&repays).await;
        paused.go();
        assert_eq!(collects.await.unwrap().unwrap().failed, 0);
        // The instalment is paid once: the rest goes to the next one, with today's interest.
        repays.await.unwrap().expect(201);
        let found = loan(&mut ada).await;
        assert_eq!(paid(&found)[0], "10600.00");
        assert_ne!(paid(&found)[1], "0.00");
        assert_eq!(balances(&mut ada).await.0, "9700.00");
    }

    async fn a_loan_is_not_fully_repaid_twice(world: World) {
        let (mut ada, id) = due_today(world).await;
        let all = text(&loan(&mut ada).await["payoff"]["amount"]);
        credit(world, &mut ada, "NGN", "50000.00").await;
        let (mut payer, body) = repaying(&mut ada, &id, &all, "key-repaid-0001").await;
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let collects = tokio::spawn(async move { job::run(&app).await });
        paused.reached().await;
        let repays = tokio::spawn(async move { payer.post("/loans/repay", body).await });
        world.until_stuck(&repays).await;
        paused.go();
        assert_eq!(collects.await.unwrap().unwrap().failed, 0);
        // The debt is smaller than the amount that the PIN authorised.
        let refused = repays.await.unwrap();
        assert!([403, 409].contains(&refused.status.as_u16()), "{}", refused.text);
        let rest = text(&loan(&mut ada).await["payoff"]["amount"]);
        repay(&mut ada, &id, &rest, "key-repaid-0002").await.expect(201);
        let over = loan(&mut ada).await;
        assert_eq!(over["status"], "COMPLETED");
        repay(&mut ada, &id, &rest, "key-repaid-0003").await.breaks(&[("id", "not_allowed")]);
    }

    async fn concurrent_repayments_and_collections_pay_the_debt_once(world: World) {
        let (mut ada, id) = due_today(world).await;
        credit(world, &mut ada, "NGN", "100000.00").await;
        let mut calls = Vec::new();
        for number in 0..3 {
            let (mut payer, body) = repaying(&mut ada, &id, "12000.00", &format!("key-repaid-{number}")).await;
            calls.push(tokio::spawn(async move { payer.post("/loans/repay", body).await }));
        }
        let jobs: Vec<_> = (0..2).map(|_| {
            let app = world.app.clone();
            tokio::spawn(async move { job::run(&app).await })
        }).collect();
        let mut repaid = 0;
        for call in calls {
            let answer = call.await.unwrap();
            assert!([201, 403, 409, 422].contains(&answer.status.as_u16()), "{}", answer.text);
            repaid += i64::from(answer.status == 201);
        }
        for one in jobs {
            assert_eq!(one.await.unwrap().unwrap().failed, 0);
        }
        // 130,900 naira, less the repayment: at most the loan with all of its interest, 31,800.
        let found = loan(&mut ada).await;
        let taken = 13_090_000 - minor(&balances(&mut ada).await.0);
        assert!((1_200_000 * repaid..=3_180_000).contains(&taken), "{taken} {found}");
        assert_eq!(paid(&found)[0], "10600.00");
    }

    async fn marking_a_loan_bad_waits_for_a_repayment_in_progress(world: World) {
        let (mut ada, id) = due_today(world).await;
        let name = text(&loan(&mut ada).await["reference"]);
        world.advance_seconds(90 * DAY_SECONDS);
        again(world, &mut ada).await;
        let (mut payer, body) = repaying(&mut ada, &id, "12000.00", "key-repaid-0001").await;
        // The repayment has read the due amount, and waits for the wallet.
        let mut tx = world.app.db.begin().await.unwrap();
        let held = sqlx::query("UPDATE ledger_accounts SET owner = owner WHERE owner = $1").bind(id_of(&mut ada).await);
        held.execute(tx.connection()).await.unwrap();
        let repays = tokio::spawn(async move { payer.post("/loans/repay", body).await.status == 201 });
        world.until_stuck(&repays).await;
        let app = world.app.clone();
        let calling = tokio::spawn(async move { operator::bad(&app, "ajo", &name, "Grace").await.is_ok() });
        let calls = [repays, calling];
        world.until_all_stuck(&calls).await;
        tx.commit().await.unwrap();
        let [repays, calling] = calls;
        assert!(repays.await.unwrap());
        assert_eq!(paid(&loan(&mut ada).await)[0], "10600.00");
        // It is bad only if that was recorded before the money came.
        let events = sqlx::query("SELECT event FROM audit_log WHERE event IN ('loan_bad', 'loan_repay') ORDER BY number")
            .fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let events: Vec<String> = events.iter().map(|row| sqlx::Row::get(row, 0)).collect();
        let expected: &[&str] = if calling.await.unwrap() { &["loan_bad", "loan_repay"] } else { &["loan_repay"] };
        assert_eq!(events, expected);
    }

    async fn concurrent_changes_of_the_loan_limits_both_apply(world: World) {
        operator::set_policy(&world.app, "ajo", &NewPolicy { person: Some("40000"), lending: Some("50000"), ..NewPolicy::default() }, "Grace").await.unwrap();
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE loan_policies SET lending_limit_minor = 7000000").execute(tx.connection()).await.unwrap();
        let app = world.app.clone();
        let setting = tokio::spawn(async move { operator::set_policy(&app, "ajo", &NewPolicy { person: Some("30000"), ..NewPolicy::default() }, "Tunde").await });
        world.until_stuck(&setting).await;
        tx.commit().await.unwrap();
        let policy = setting.await.unwrap().unwrap();
        assert_eq!((policy.person_limit.text().as_str(), policy.lending_limit.text().as_str()), ("30000.00", "70000.00"));
        let kept = operator::set_policy(&world.app, "ajo", &NewPolicy::default(), "Grace").await.unwrap();
        assert_eq!(kept.lending_limit.text(), "70000.00");
    }

    async fn two_servers_collect_an_instalment_once(world: World) {
        let (mut ada, _) = due_today(world).await;
        let mut paused = world.app.pause.next();
        let (one, other) = (world.app.clone(), world.app.clone());
        let first = tokio::spawn(async move { job::run(&one).await });
        paused.reached().await;
        // The first server is so slow that its lease expires.
        world.advance_seconds(61);
        let second = tokio::spawn(async move { job::run(&other).await });
        world.until_stuck(&second).await;
        paused.go();
        let (first, second) = (first.await.unwrap().unwrap(), second.await.unwrap().unwrap());
        assert_eq!((first.failed, second.failed), (0, 0));
        let found = loan(&mut ada).await;
        assert_eq!(paid(&found), ["10600.00", "0.00", "0.00"]);
        assert_eq!(balances(&mut ada).await.0, "20300.00");
    }
}

async fn repay(ada: &mut Caller, id: &str, amount: &str, key: &str) -> Answer {
    let (mut payer, body) = repaying(ada, id, amount, key).await;
    payer.post("/loans/repay", body).await
}
