//! Loans over HTTP: the request and its decision, the operator, repayments, and everything that must not happen.

use super::{again, subscribe_by_pin};
use crate::community::clusters;
use crate::support::{Answer, Caller, World};
use crate::wallet::{authorised, balances, holder};
use domain_core::money::{Amount, Currency};
use domain_core::plans::Kind;
use money::ledger::Scope;
use plans::loans::operator::{self, NewPolicy};
use plans::products::{Facts, add};
use serde_json::{Value, json};

const KEY: &str = "key-of-loan-00001";
const DAY_SECONDS: i64 = 86_400;

/// Creates a loan plan of three months at six percent; returns its identifier.
///
/// A first loan may be as large as any, so that requests are decided by the rest alone (`loan_limits` tests the limits).
pub async fn plan(world: &World, reference: &str, change: impl FnOnce(Facts) -> Facts) -> String {
    let all_at_once = NewPolicy {
        first: Some("500000"),
        ..NewPolicy::default()
    };
    let set = operator::set_policy(&world.app, "ajo", &all_at_once, "Grace").await;
    set.unwrap();
    let facts = Facts {
        name: Some("Quick Loan".into()),
        min_amount: Some("1000".into()),
        max_amount: Some("100000".into()),
        duration: Some(3),
        duration_unit: Some("month".into()),
        take_profit: Some("6".into()),
        ..Facts::default()
    };
    let (kind, facts) = (Kind::Loan, change(facts));
    let added = add(
        &world.app,
        "ajo",
        reference,
        kind,
        Currency::Ngn,
        &facts,
        "Grace",
    );
    added.await.unwrap()
}

/// Changes a plan to four weeks at five percent.
pub fn four_weeks(facts: Facts) -> Facts {
    Facts {
        duration: Some(4),
        duration_unit: Some("week".into()),
        take_profit: Some("5".into()),
        ..facts
    }
}

pub async fn by_hand(world: &World, statement: &'static str, user: &str) {
    let mut tx = world.app.db.begin().await.unwrap();
    let done = sqlx::query(statement)
        .bind(user)
        .execute(tx.connection())
        .await;
    assert!(done.unwrap().rows_affected() > 0, "{statement}");
    tx.commit().await.unwrap();
}

pub async fn id_of(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["uuid"].as_str().unwrap().to_owned()
}

async fn phone(world: &World, id: &str) {
    let statement = "UPDATE users SET phone_verified_at_ms = 1 WHERE id = $1";
    by_hand(world, statement, id).await;
}

/// A user with 1,000 naira, a phone number and a verified identity, who has not answered the questions.
pub async fn applicant(world: &World) -> Caller {
    let mut person = holder(world, "1000").await;
    let id = id_of(&mut person).await;
    prove(world, &id).await;
    person
}

/// Confirms the phone number and verifies the identity.
pub async fn prove(world: &World, id: &str) {
    phone(world, id).await;
    by_hand(
        world,
        "INSERT INTO national_numbers (user_id, tenant_id, kind, lookup_hash, sealed, last_digits, verified_at_ms) \
         SELECT id, tenant_id, 'bvn', id, 'x', '0000', 1 FROM users WHERE id = $1",
        id,
    )
    .await;
}

/// Confirms the phone number, verifies the identity and answers the questions: requests are approved at once.
pub async fn may_borrow(world: &World, person: &mut Caller) {
    let id = id_of(person).await;
    prove(world, &id).await;
    answered(world, &id).await;
}

/// Confirms the phone number, verifies the identity and answers no questions: an operator decides.
pub async fn may_ask(world: &World, person: &mut Caller) {
    let id = id_of(person).await;
    prove(world, &id).await;
}

/// A new user with the best answers, whose requests are approved at once.
pub async fn borrower(world: &World) -> Caller {
    let mut person = applicant(world).await;
    let id = id_of(&mut person).await;
    answered(world, &id).await;
    person
}

/// The best answers.
pub async fn answered(world: &World, id: &str) {
    by_hand(
        world,
        "INSERT INTO user_answers (user_id, question_id, choice_id, answered_at_ms) \
         SELECT $1, question_id, id, 1 FROM question_choices WHERE id IN ('loan-1-a', 'loan-2-a', 'loan-3-a', 'loan-4-a')",
        id,
    )
    .await;
}

pub fn wanted(plan: &str, amount: &str) -> Value {
    json!({
        "plan_id": plan, "plan_version": 1, "type": "loan", "name": "School fees", "amount": amount, "funding_source": "wallet", "confirm": true,
        "latitude": "6.5243793", "longitude": "3.3792057",
    })
}

pub async fn ask(person: &mut Caller, plan: &str, amount: &str, key: &str) -> Answer {
    let payee = ["plan:", plan].concat();
    let mut payer = authorised(person, "loan_request", "100.00", &payee, key).await;
    payer.post("/plans/subscribe", wanted(plan, amount)).await
}

/// The newest loan.
pub async fn loan(person: &mut Caller) -> Value {
    let all = person.get("/subscriptions?type=loan").await;
    all.expect(200).data()["data"][0].clone()
}

pub fn reference(loan: &Value) -> &str {
    loan["reference"].as_str().unwrap()
}

/// A loan of 1,000 naira to a user with a verified identity; its identifier.
pub async fn lent(world: &World, person: &mut Caller, key: &str) -> String {
    let plan = plan(world, &["quick-", key].concat(), |facts| facts).await;
    let id = id_of(person).await;
    phone(world, &id).await;
    answered(world, &id).await;
    ask(person, &plan, "1000", key).await.expect(201);
    let lent = loan(person).await;
    assert_eq!(lent["status"], "ACTIVE");
    lent["id"].as_str().unwrap().to_owned()
}

/// A loan to a new user with further money.
pub async fn lent_to_somebody(world: &World) -> (Caller, String) {
    let plan = plan(world, "quick", |facts| facts).await;
    let mut person = borrower(world).await;
    ask(&mut person, &plan, "30000", KEY).await.expect(201);
    let id = String::from(loan(&mut person).await["id"].as_str().unwrap());
    (person, id)
}

/// Gives a loan to a user whose request is approved at once.
pub async fn lent_to(world: &World, person: &mut Caller, amount: &str, key: &str) {
    let plan = plan(world, "quick", |facts| facts).await;
    ask(person, &plan, amount, key).await.expect(201);
}

/// Nothing is collected from the wallets of borrowers, as in loans from before they agreed to it.
pub async fn uncollected(world: &World) {
    let statement = "UPDATE plan_subscriptions SET collects = 0 WHERE $1 = '' AND kind = 'loan'";
    by_hand(world, statement, "").await;
}

pub async fn repay(person: &mut Caller, id: &str, amount: &str, debit: &str, key: &str) -> Answer {
    let loan = loan(person).await;
    let payee = ["loan:", loan["id"].as_str().unwrap()].concat();
    let mut payer = authorised(person, "loan_repay", debit, &payee, key).await;
    let body = json!({ "id": id, "amount": amount, "method": "wallet" });
    payer.post("/loans/repay", body).await
}

async fn settled(world: &World, account: &str) -> i64 {
    let mut connection = world.app.db.read().await.unwrap();
    let row = sqlx::query("SELECT settled_minor FROM ledger_accounts WHERE id = $1")
        .bind(account)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    sqlx::Row::get(&row, 0)
}

on_both! {
    async fn a_loan_is_decided_and_paid_out_with_the_payment_of_its_fee(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        let quote = ada.post("/quotes/plan", wanted(&plan, "30000")).await;
        let quote = quote.expect(200).data().clone();
        assert_eq!((&quote["total"], &quote["lines"][0]["label"]), (&json!("100.00"), &json!("Request fee")));
        let fee = ask(&mut ada, &plan, "30000", KEY).await.expect(201).data().clone();
        assert_eq!((&fee["category"], &fee["net_amount"]), (&json!("loan-fee"), &json!("100.00")));
        assert_eq!(fee["description"], "Loan request fee");
        assert_eq!(balances(&mut ada).await.0, "30900.00");
        let found = loan(&mut ada).await;
        assert_eq!((&found["status"], &found["amount"], &found["due_at"]), (&json!("ACTIVE"), &json!("30000.00"), &json!("2027-02-20")));
        assert_eq!(found["place"], json!({ "country": "NG", "state": "Lagos", "text": "Lagos, Nigeria" }));
        let parts = found["loans"].as_array().unwrap();
        assert_eq!(parts.len(), 3);
        assert_eq!(
            (&parts[0]["amount"], &parts[0]["principal"], &parts[0]["interest"], &parts[0]["due_at"]),
            (&json!("10600.00"), &json!("10000.00"), &json!("600.00"), &json!("2026-12-20"))
        );
        let by_payment = ada.get(&format!("/plans/reference/{}", fee["reference"].as_str().unwrap())).await;
        assert_eq!(by_payment.expect(200).data()["id"], found["id"]);
        let credit = ada.get("/transaction/me?category=loan-payout").await.expect(200).data()["data"][0].clone();
        assert_eq!(credit["net_amount"], "30000.00");
        assert_eq!(settled(world, found["id"].as_str().unwrap()).await, -3_000_000);
    }

    async fn a_repeated_loan_request_is_made_once(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        let payee = ["plan:", &plan].concat();
        let payer = authorised(&mut ada, "loan_request", "100.00", &payee, KEY).await;
        let (mut one, mut two) = (payer.clone(), payer);
        let body = wanted(&plan, "30000");
        let (first, second) = tokio::join!(one.post("/plans/subscribe", body.clone()), two.post("/plans/subscribe", body.clone()));
        assert!([first.status.as_u16(), second.status.as_u16()].contains(&201), "{} {}", first.text, second.text);
        one.post("/plans/subscribe", body).await.expect(201);
        assert_eq!(world.count("SELECT COUNT(*) FROM plan_subscriptions").await, 1);
        assert_eq!(balances(&mut ada).await.0, "30900.00");
    }

    async fn concurrent_requests_within_the_limit_once_pay_out_one(world: World) {
        operator::set_policy(&world.app, "ajo", &NewPolicy { person: Some("40000"), ..NewPolicy::default() }, "Grace").await.unwrap();
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        let payee = ["plan:", &plan].concat();
        let mut one = authorised(&mut ada, "loan_request", "100.00", &payee, "key-of-loan-00001").await;
        let mut two = authorised(&mut ada, "loan_request", "100.00", &payee, "key-of-loan-00002").await;
        let body = wanted(&plan, "30000");
        let (first, second) = tokio::join!(one.post("/plans/subscribe", body.clone()), two.post("/plans/subscribe", body));
        first.expect(201);
        second.expect(201);
        let all = ada.get("/subscriptions?type=loan").await.expect(200).data()["data"].clone();
        let mut ends: Vec<&str> = all.as_array().unwrap().iter().map(|one| one["status"].as_str().unwrap()).collect();
        ends.sort_unstable();
        assert_eq!(ends, ["ACTIVE", "DECLINED"]);
        // The fee of the declined request was returned.
        assert_eq!(balances(&mut ada).await.0, "30900.00");
    }

    async fn missing_requirements_are_named(world: World) {
        let open = plan(world, "quick", |facts| facts).await;
        let group = plan(world, "group", |facts| Facts { is_group: Some(true), ..facts }).await;
        let mut ada = holder(world, "50").await;
        let mut body = wanted(&open, "500");
        body["latitude"] = json!(null);
        body["longitude"] = json!(null);
        let refused = ada.post("/quotes/plan", body).await;
        refused.breaks(&[("amount", "below_minimum"), ("phone", "not_allowed"), ("location", "not_allowed")]);
        let id = id_of(&mut ada).await;
        phone(world, &id).await;
        ada.post("/quotes/plan", wanted(&group, "5000")).await.breaks(&[("clusters", "not_allowed")]);
        // The wallet does not cover the fee.
        ada.post("/quotes/plan", wanted(&open, "5000")).await.breaks(&[("funding_source", "insufficient_balance")]);
        let mut far = wanted(&open, "5000");
        far["latitude"] = json!("91");
        ada.post("/quotes/plan", far).await.breaks(&[("latitude", "out_of_range")]);
        ada.post("/quotes/plan", wanted("nothing", "5000")).await.refuses(404, "not_found");
        assert_eq!(world.count("SELECT COUNT(*) FROM plan_subscriptions").await, 0);
    }

    async fn a_group_loan_names_the_cluster(world: World) {
        let plan = plan(world, "group", |facts| Facts { is_group: Some(true), ..facts }).await;
        clusters::cluster(world, "MARKET").await;
        let mut ada = borrower(world).await;
        clusters::join(&mut ada, "MARKET").await.expect(200);
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        assert_eq!((&found["status"], &found["cluster"]), (&json!("ACTIVE"), &json!("MARKET Traders")));
    }

    async fn a_declined_request_returns_the_fee_and_deletes_the_place(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = holder(world, "1000").await;
        let id = id_of(&mut ada).await;
        phone(world, &id).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        assert_eq!((&found["status"], &found["place"]), (&json!("DECLINED"), &json!(null)));
        assert!(found["comment"].as_str().unwrap().contains("your identity is not verified"), "{found}");
        assert_eq!(balances(&mut ada).await.0, "1000.00");
        // The borrower sees what was decided about them, and not what the brand has lent.
        let lines = ada.get("/transaction/me").await.expect(200).data()["data"].clone();
        let back = lines.as_array().unwrap().iter().find(|one| one["type"] == "CREDIT" && one["category"] == "loan-fee");
        let path = format!("/transaction/{}/decision", back.unwrap()["reference"].as_str().unwrap());
        let shown = ada.get(&path).await.expect(200).data().to_string();
        assert!(shown.contains("loan.decide") && !shown.contains("lent"), "{shown}");
        assert_eq!(settled(world, "system:fees:NGN").await, 0);
        crate::reconciliation::agrees(world).await;
        // A returned fee must have been paid for a declined loan.
        let mut tx = world.app.db.begin().await.unwrap();
        let granted = "UPDATE plan_subscriptions SET status = 'TERMINATED' WHERE status = 'DECLINED'";
        sqlx::query(granted).execute(tx.connection()).await.unwrap();
        let findings = backend::reconciliation::check(tx.connection(), Scope::Whole).await.unwrap();
        tx.rollback().await.unwrap();
        let found: Vec<&str> = findings.into_iter().map(|finding| finding.what).collect();
        assert_eq!(found, ["a request fee came back without a loan declined or handed back, in another amount, or to somebody else"]);
    }

    async fn loans_keep_the_borrowers_and_the_lending_limits(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        operator::set_policy(&world.app, "ajo", &NewPolicy { person: Some("40000"), lending: Some("50000"), ..NewPolicy::default() }, "Grace").await.unwrap();
        let (mut ada, mut bola) = (borrower(world).await, borrower(world).await);
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        ask(&mut ada, &plan, "30000", "key-of-loan-00002").await.expect(201);
        assert_eq!(loan(&mut ada).await["status"], "DECLINED");
        // Within the second borrower's own limit, but above the remaining lending limit.
        ask(&mut bola, &plan, "30000", "key-of-loan-00003").await.expect(201);
        let waits = loan(&mut bola).await;
        assert_eq!(waits["status"], "INITIATED");
        let refused = operator::approve(&world.app, "ajo", reference(&waits), "Grace").await.unwrap_err();
        assert!(refused.violations()[0].message.contains("lending_limit"));
        operator::set_policy(&world.app, "ajo", &NewPolicy { lending: Some("60000"), ..NewPolicy::default() }, "Grace").await.unwrap();
        operator::approve(&world.app, "ajo", reference(&waits), "Grace").await.unwrap();
        assert_eq!(balances(&mut bola).await.0, "30900.00");
    }

    async fn an_undecided_request_waits_for_the_operator(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let (mut ada, mut bola) = (applicant(world).await, applicant(world).await);
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        ask(&mut bola, &plan, "30000", "key-of-loan-00002").await.expect(201);
        assert_eq!(balances(&mut ada).await.0, "900.00");
        let (first, second) = (loan(&mut ada).await, loan(&mut bola).await);
        assert_eq!(first["status"], "INITIATED");
        let status = domain_core::status::Status::Initiated;
        assert_eq!(operator::list(&world.app, "ajo", status).await.unwrap().len(), 2);
        operator::approve(&world.app, "ajo", reference(&first), "Grace").await.unwrap();
        assert!(operator::approve(&world.app, "ajo", reference(&first), "Grace").await.is_err());
        let unsaid = operator::decline(&world.app, "ajo", reference(&second), " ", "Grace").await.unwrap_err();
        assert_eq!(unsaid.violations()[0].field, "why");
        operator::decline(&world.app, "ajo", reference(&second), "Your papers are missing.", "Grace").await.unwrap();
        assert_eq!((balances(&mut ada).await.0, balances(&mut bola).await.0), ("30900.00".into(), "1000.00".into()));
        let second = loan(&mut bola).await;
        assert_eq!((&second["status"], &second["comment"]), (&json!("DECLINED"), &json!("Your papers are missing.")));
        assert_eq!(world.count("SELECT COUNT(*) FROM audit_log WHERE event IN ('loan_approved', 'loan_declined')").await, 2);
        assert!(operator::approve(&world.app, "ajo", "NOTHING", "Grace").await.is_err());
    }

    async fn restricted_users_get_no_loans(world: World) {
        const RESTRICT: &str = "UPDATE users SET restricted = 1 WHERE id = $1";
        let fee = plan(world, "quick", |facts| facts).await;
        let free = plan(world, "free", |facts| Facts { request_fee: Some("0".into()), ..facts }).await;
        let (mut ada, mut bola, mut kemi) = (borrower(world).await, borrower(world).await, applicant(world).await);
        let by_bank = |plan: &str| {
            let mut body = wanted(plan, "30000");
            body["funding_source"] = json!("bank");
            body
        };
        // Restricted before the request.
        let id = id_of(&mut ada).await;
        by_hand(world, RESTRICT, &id).await;
        for (number, plan) in [&fee, &free].into_iter().enumerate() {
            let key = format!("key-of-loan-0001{number}");
            let refused = subscribe_by_pin(&ada, &key, by_bank(plan)).await;
            refused.refuses(403, "restricted");
            assert_eq!(refused.body["message"], "Cannot perform this transaction!");
        }
        assert_eq!((world.count("SELECT COUNT(*) FROM plan_subscriptions").await, balances(&mut ada).await.0), (0, "1000.00".into()));
        // Restricted before the fee arrives: it is returned.
        subscribe_by_pin(&bola, KEY, by_bank(&fee)).await.expect(201);
        let id = id_of(&mut bola).await;
        by_hand(world, RESTRICT, &id).await;
        crate::wallet::credit(world, &mut bola, "NGN", "100").await;
        let declined = loan(&mut bola).await;
        assert_eq!((&declined["status"], balances(&mut bola).await.0), (&json!("DECLINED"), "1100.00".into()));
        assert!(declined["comment"].as_str().unwrap().contains("your account is restricted"), "{declined}");
        // Restricted before the operator decides.
        ask(&mut kemi, &fee, "30000", KEY).await.expect(201);
        let id = id_of(&mut kemi).await;
        by_hand(world, RESTRICT, &id).await;
        let waits = loan(&mut kemi).await;
        let refused = operator::approve(&world.app, "ajo", reference(&waits), "Grace").await.unwrap_err();
        assert!(refused.violations()[0].message.contains("restricted"), "{refused:?}");
        assert_eq!((loan(&mut kemi).await["status"].clone(), balances(&mut kemi).await.0), (json!("INITIATED"), "900.00".into()));
    }

    async fn a_waiting_request_can_be_withdrawn_and_the_fee_is_kept(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = applicant(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        let path = format!("/subscriptions/{}/abort", found["id"].as_str().unwrap());
        let answer = ada.with("idempotency-key", "key-of-stop-00001").post(&path, json!({ "confirm": true })).await;
        assert_eq!(answer.expect(200).body["message"], "Loan terminated");
        let over = loan(&mut ada).await;
        assert_eq!((&over["status"], &over["location"]), (&json!("TERMINATED"), &json!(null)));
        assert_eq!(balances(&mut ada).await.0, "900.00");
        assert!(operator::approve(&world.app, "ajo", reference(&found), "Grace").await.is_err());
        let again = ada.with("idempotency-key", "key-of-stop-00002").post(&path, json!({ "confirm": true })).await;
        again.breaks(&[("id", "not_allowed")]);
    }

    async fn of_concurrent_approval_and_termination_one_happens(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = applicant(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        let path = format!("/subscriptions/{}/abort", found["id"].as_str().unwrap());
        let mut stopping = ada.with("idempotency-key", "key-of-stop-00001");
        let (approved, stopped) = tokio::join!(
            operator::approve(&world.app, "ajo", reference(&found), "Grace"),
            stopping.post(&path, json!({ "confirm": true })),
        );
        assert_ne!(approved.is_ok(), stopped.status == 200, "{}", stopped.text);
        let (status, balance) = (loan(&mut ada).await["status"].clone(), balances(&mut ada).await.0);
        match approved.is_ok() {
            true => assert_eq!((status, balance.as_str()), (json!("ACTIVE"), "30900.00")),
            false => assert_eq!((status, balance.as_str()), (json!("TERMINATED"), "900.00")),
        }
    }

    async fn a_repayment_goes_to_the_oldest_instalment_and_its_interest_first(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        let second = found["loans"][1]["id"].as_str().unwrap();
        let body = json!({ "id": second, "amount": "11000", "method": "wallet" });
        let quote = ada.post("/quotes/loan", body).await.expect(200).data().clone();
        // The second instalment's interest is paid before its principal.
        assert_eq!((&quote["lines"][0]["amount"], &quote["lines"][1]["amount"]), (&json!("10000.00"), &json!("1000.00")));
        let answer = repay(&mut ada, second, "11000", "11000.00", "key-of-repay-0001").await;
        assert_eq!(answer.expect(201).body["message"], "Loan debt successfully repaid");
        let found = loan(&mut ada).await;
        assert_eq!((&found["loans"][0]["status"], &found["loans"][1]["amount_paid"]), (&json!("PAID"), &json!("400.00")));
        assert_eq!(settled(world, found["id"].as_str().unwrap()).await, -2_000_000);
        assert_eq!(settled(world, "system:interest:NGN").await, 100_000);
        let card = json!({ "id": second, "amount": "100", "method": "card" });
        ada.post("/quotes/loan", card).await.breaks(&[("method", "not_allowed")]);
        let little = json!({ "id": second, "amount": "0.50", "method": "wallet" });
        let refused = ada.post("/quotes/loan", little).await;
        assert!(refused.breaks(&[("amount", "below_minimum")]).text.contains("Invalid loan amount"));
    }

    async fn early_repayment_waives_unearned_interest(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        crate::wallet::credit(world, &mut ada, "NGN", "5000").await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        let id = found["id"].as_str().unwrap().to_owned();
        // Only the first month's interest is earned.
        assert_eq!(found["payoff"], json!({ "amount": "30600.00", "interest": "600.00", "principal": "30000.00", "waived": "1200.00" }));
        let body = json!({ "id": id, "amount": "35000", "method": "wallet" });
        let quote = ada.post("/quotes/loan", body).await;
        assert_eq!(quote.expect(200).body["message"], "The debit is capped at the owed amount of NGN 30600.00.");
        repay(&mut ada, &id, "35000", "30600.00", "key-of-repay-0001").await.expect(201);
        let over = loan(&mut ada).await;
        assert_eq!((&over["status"], &over["payoff"], &over["location"]), (&json!("COMPLETED"), &json!(null), &json!(null)));
        assert_eq!(over["progress"]["owed"], "0.00");
        assert_eq!((settled(world, &id).await, settled(world, "system:interest:NGN").await), (0, 60_000));
        crate::reconciliation::agrees(world).await;
        let more = json!({ "id": id, "amount": "100", "method": "wallet" });
        ada.post("/quotes/loan", more).await.breaks(&[("id", "not_allowed")]);
    }

    async fn repaying_in_parts_costs_the_same(world: World) {
        let plan = plan(world, "quick", four_weeks).await;
        let mut ada = borrower(world).await;
        crate::wallet::credit(world, &mut ada, "NGN", "5000").await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        let id = found["id"].as_str().unwrap().to_owned();
        assert_eq!(found["payoff"]["amount"], "30375.00");
        repay(&mut ada, &id, "30374.99", "30374.99", "key-of-repay-0001").await.expect(201);
        let rest = loan(&mut ada).await;
        assert_eq!(rest["payoff"], json!({ "amount": "0.01", "interest": "0.00", "principal": "0.01", "waived": "1125.00" }));
        crate::reconciliation::agrees(world).await;
        let body = json!({ "id": id, "amount": "1", "method": "wallet" });
        let quote = ada.post("/quotes/loan", body).await.expect(200).data().clone();
        assert_eq!((&quote["total"], &quote["lines"][0]["amount"], &quote["lines"][1]["amount"]), (&json!("0.01"), &json!("0.01"), &json!("0.00")));
        repay(&mut ada, &id, "0.01", "0.01", "key-of-repay-0002").await.expect(201);
        let over = loan(&mut ada).await;
        assert_eq!((&over["status"], &over["progress"]["total"], &over["progress"]["owed"]), (&json!("COMPLETED"), &json!("30375.00"), &json!("0.00")));
        assert_eq!(balances(&mut ada).await.0, "5525.00");
        // Only the first week's interest was earned.
        assert_eq!((settled(world, &id).await, settled(world, "system:interest:NGN").await), (0, 37_500));
        crate::reconciliation::agrees(world).await;
    }

    async fn arriving_money_repays_a_loan_at_the_early_repayment_price(world: World) {
        let plan = plan(world, "quick", four_weeks).await;
        let mut ada = borrower(world).await;
        crate::wallet::credit(world, &mut ada, "NGN", "5000").await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let id = loan(&mut ada).await["id"].as_str().unwrap().to_owned();
        let mut taken = Vec::new();
        for amount in ["10000", "20000", "2000"] {
            let amount = Amount::parse(amount, Currency::Ngn).unwrap();
            let mut tx = world.app.db.begin().await.unwrap();
            let debit = plans::loans::collect(&mut tx, &world.app, &id, amount, None).await.unwrap();
            tx.commit().await.unwrap();
            taken.push(debit.text());
        }
        assert_eq!(taken, ["10000.00", "20000.00", "375.00"]);
        assert_eq!(loan(&mut ada).await["status"], "COMPLETED");
        assert_eq!((settled(world, &id).await, settled(world, "system:interest:NGN").await), (0, 37_500));
        crate::reconciliation::agrees(world).await;
    }

    async fn on_a_due_date_the_next_period_is_not_charged(world: World) {
        let plan = plan(world, "quick", four_weeks).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        uncollected(world).await;
        let mut owed = Vec::new();
        for days in [6, 1, 1] {
            world.advance_seconds(days * DAY_SECONDS);
            plans::days::run(&world.app).await.unwrap();
            again(world, &mut ada).await;
            owed.push(loan(&mut ada).await["payoff"]["amount"].clone());
        }
        assert_eq!(owed, ["30375.00", "30375.00", "30750.00"]);
    }

    async fn interest_returned_by_hand_is_found(world: World) {
        let plan = plan(world, "quick", four_weeks).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let id = loan(&mut ada).await["id"].as_str().unwrap().to_owned();
        repay(&mut ada, &id, "20000", "20000.00", "key-of-repay-0001").await.expect(201);
        let mut tx = world.app.db.begin().await.unwrap();
        for statement in [
            "INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms) VALUES ('BACK', 'loan_interest_back', 'NGN', 'posted', 1, 1)",
            "INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) VALUES ('BACK', 'system:interest:NGN', -100), ('BACK', $1, 100)",
            "UPDATE ledger_accounts SET settled_minor = settled_minor + CASE id WHEN $1 THEN 100 ELSE -100 END WHERE id IN ('system:interest:NGN', $1)",
        ] {
            let query = sqlx::query(statement);
            let query = if statement.contains("$1") { query.bind(&id) } else { query };
            query.execute(tx.connection()).await.unwrap();
        }
        let findings = backend::reconciliation::check(tx.connection(), Scope::Whole).await.unwrap();
        tx.rollback().await.unwrap();
        let found: Vec<&str> = findings.into_iter().map(|finding| finding.what).collect();
        assert_eq!(found, ["interest that was paid ahead came back before its loan had ended, or in another amount"]);
    }

    async fn concurrent_repayments_never_overpay(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        crate::wallet::credit(world, &mut ada, "NGN", "50000").await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let id = loan(&mut ada).await["id"].as_str().unwrap().to_owned();
        let payee = ["loan:", &id].concat();
        let mut one = authorised(&mut ada, "loan_repay", "30600.00", &payee, "key-of-repay-0001").await;
        let mut two = authorised(&mut ada, "loan_repay", "30600.00", &payee, "key-of-repay-0002").await;
        let body = json!({ "id": id, "amount": "30600", "method": "wallet" });
        let (first, second) = tokio::join!(one.post("/loans/repay", body.clone()), two.post("/loans/repay", body.clone()));
        let paid = [&first, &second].iter().filter(|answer| answer.status == 201).count();
        assert_eq!(paid, 1, "{} {}", first.text, second.text);
        assert_eq!(balances(&mut ada).await.0, "50300.00");
        assert_eq!(settled(world, &id).await, 0);
    }

    async fn a_fee_paid_by_bank_transfer_is_collected_and_the_request_decided(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        let mut body = wanted(&plan, "30000");
        body["funding_source"] = json!("bank");
        let waits = subscribe_by_pin(&ada, KEY, body).await;
        let waits = waits.expect(201).data().clone();
        assert_eq!(waits["status"], "PENDING");
        // Another amount stays in the wallet.
        for other in ["60", "150"] {
            crate::wallet::credit(world, &mut ada, "NGN", other).await;
            assert_eq!(loan(&mut ada).await["status"], "PENDING");
        }
        let fee = crate::wallet::credit(world, &mut ada, "NGN", "100").await;
        assert_eq!(fee.data()["comment"], format!("It paid the request fee of {}.", waits["name"].as_str().unwrap()));
        assert_eq!((loan(&mut ada).await["status"].clone(), balances(&mut ada).await.0), (json!("ACTIVE"), "31210.00".into()));
        assert_eq!(settled(world, "system:fees:NGN").await, 10_000);
    }

    async fn a_debt_changed_by_hand_is_found(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let mut tx = world.app.db.begin().await.unwrap();
        let less = "UPDATE plan_instalments SET amount_minor = amount_minor - 100 WHERE number = 1";
        sqlx::query(less).execute(tx.connection()).await.unwrap();
        let findings = backend::reconciliation::check(tx.connection(), Scope::Whole).await.unwrap();
        tx.rollback().await.unwrap();
        let found: Vec<&str> = findings.into_iter().map(|finding| finding.what).collect();
        assert_eq!(found, ["a loan's account is not the principal that its instalments still owe"]);
    }

    async fn an_unpaid_fee_ends_the_request_and_deletes_the_place(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let ada = borrower(world).await;
        let mut body = wanted(&plan, "30000");
        body["funding_source"] = json!("bank");
        subscribe_by_pin(&ada, KEY, body).await.expect(201);
        world.advance_seconds(16 * DAY_SECONDS);
        plans::days::run(&world.app).await.unwrap();
        let forgotten = "SELECT COUNT(*) FROM plan_subscriptions WHERE status = 'CANCELLED' AND country IS NULL";
        assert_eq!(world.count(forgotten).await, 1);
    }

    async fn other_users_cannot_see_or_repay_a_loan(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let (mut ada, mut bola) = (borrower(world).await, holder(world, "1000").await);
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        let id = found["id"].as_str().unwrap();
        bola.get(&format!("/subscriptions/{id}")).await.refuses(404, "not_found");
        for one in [id, found["loans"][0]["id"].as_str().unwrap()] {
            let body = json!({ "id": one, "amount": "100", "method": "wallet" });
            bola.post("/quotes/loan", body).await.refuses(404, "not_found");
        }
    }

    async fn due_instalments_are_collected_on_their_day(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        world.advance_seconds(31 * DAY_SECONDS);
        plans::days::run(&world.app).await.unwrap();
        again(world, &mut ada).await;
        let found = loan(&mut ada).await;
        assert_eq!((&found["loans"][0]["status"], &found["loans"][1]["amount_paid"]), (&json!("PAID"), &json!("0.00")));
        assert_eq!(settled(world, "system:interest:NGN").await, 60_000);
    }

    async fn a_loan_is_bad_after_ninety_days(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let found = loan(&mut ada).await;
        uncollected(world).await;
        world.advance_seconds(119 * DAY_SECONDS);
        assert!(operator::bad(&world.app, "ajo", reference(&found), "Grace").await.is_err());
        world.advance_seconds(DAY_SECONDS);
        operator::bad(&world.app, "ajo", reference(&found), "Grace").await.unwrap();
        assert!(operator::bad(&world.app, "ajo", reference(&found), "Grace").await.is_err());
        assert_eq!(world.count("SELECT COUNT(*) FROM plan_subscriptions WHERE status = 'BAD'").await, 1);
        // It is still owed, and can be repaid.
        again(world, &mut ada).await;
        let owed = loan(&mut ada).await;
        let pay = owed["actions"].as_array().unwrap().iter().find(|one| one["action"] == "pay").unwrap();
        assert_eq!((&pay["allowed"], &owed["payoff"]["amount"]), (&json!(true), &json!("31800.00")));
        crate::wallet::credit(world, &mut ada, "NGN", "5000").await;
        let id = owed["id"].as_str().unwrap().to_owned();
        repay(&mut ada, &id, "31800", "31800.00", "key-of-repay-0001").await.expect(201);
        assert_eq!(loan(&mut ada).await["status"], "COMPLETED");
    }

    async fn a_borrower_is_notified_of_the_decision(world: World) {
        let quick = plan(world, "quick", |facts| facts).await;
        let free = plan(world, "free", |facts| Facts { request_fee: Some("0".into()), ..facts }).await;
        let (mut ada, mut bola, mut chi) = (applicant(world).await, applicant(world).await, holder(world, "1000").await);
        let id = id_of(&mut chi).await;
        phone(world, &id).await;
        for (person, browser) in [(&mut ada, "ada"), (&mut bola, "bola"), (&mut chi, "chi")] {
            crate::push::subscribe(person, browser).await;
        }
        ask(&mut ada, &quick, "30000", KEY).await.expect(201);
        ask(&mut bola, &quick, "30000", "key-of-loan-00002").await.expect(201);
        let mut body = wanted(&free, "30000");
        body["funding_source"] = json!("wallet");
        subscribe_by_pin(&chi, "key-of-loan-00003", body).await.expect(201);
        let declined = loan(&mut chi).await;
        assert_eq!(declined["comment"], "We declined this loan because your identity is not verified.");
        let (first, second) = (loan(&mut ada).await, loan(&mut bola).await);
        operator::approve(&world.app, "ajo", reference(&first), "Grace").await.unwrap();
        operator::decline(&world.app, "ajo", reference(&second), "Your papers are missing.", "Grace").await.unwrap();
        // Expired notices are not sent.
        crate::push::told(world, "ada").await;
        world.advance_seconds(120 * DAY_SECONDS);
        operator::bad(&world.app, "ajo", reference(&first), "Grace").await.unwrap();
        let fee_back = "Your loan request was declined. The request fee is back in your wallet.";
        let cases = [
            ("ada", &first, vec!["Your loan is approved. The money is in your wallet.", "Your loan is long overdue. Please repay it, or write to us."]),
            ("bola", &second, vec![fee_back]),
            ("chi", &declined, vec!["Your loan request was declined."]),
        ];
        for (browser, loan, expected) in cases {
            let told = crate::push::told(world, browser).await;
            let payloads = told.iter().map(|sent| serde_json::from_str::<Value>(sent["payload"].as_str().unwrap()).unwrap());
            let link = format!("/my-loans?id={}", loan["id"].as_str().unwrap());
            let mut words: Vec<String> = payloads
                .filter(|one| one["title"] == "Loan")
                .inspect(|one| assert!(one.to_string().contains(&link), "{one}"))
                .map(|one| one["body"].as_str().unwrap().to_owned())
                .collect();
            words.sort();
            assert_eq!(words, expected, "{browser}");
        }
    }

    async fn a_request_withdrawn_before_its_fee_is_paid_costs_nothing(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = borrower(world).await;
        let mut body = wanted(&plan, "30000");
        body["funding_source"] = json!("bank");
        subscribe_by_pin(&ada, KEY, body).await.expect(201);
        let path = format!("/subscriptions/{}/abort", loan(&mut ada).await["id"].as_str().unwrap());
        ada.with("idempotency-key", "key-of-stop-00001").post(&path, json!({ "confirm": true })).await.expect(200);
        assert_eq!(loan(&mut ada).await["comment"], "You took this request back.");
    }
}
