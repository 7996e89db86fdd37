//! Direct debits: the part of a due instalment that the wallet does not cover comes from the bank, once.

use super::days::auto_save;
use super::*;
use crate::providers::paystack::{Paystack, Stage};
use crate::reconciliation::found_after;
use crate::support::Engine;
use crate::wallet::balances;
use domain_core::money::Amount;
use providers::mandate::DebitOrder;
use service::access::users;
use wallet::debits::{self, work_due};
use wallet::mandates::ask_due;

const ASKED_AGAIN_SECONDS: i64 = 15 * 60;

/// An active mandate of the sandbox's bank; its reference there.
pub async fn mandate(world: &World, person: &mut Caller) -> String {
    let started = person.post("/activate-mandate", json!({})).await;
    let url = text(&started.expect(201).data()["redirect_url"]);
    let reference = String::from(url.rsplit('/').next().unwrap());
    let path = format!("/sandbox/mandate/{reference}");
    let deed = json!({ "deed": "authorise" });
    world.caller().put(&path, deed).await.expect(200);
    ask_due(&world.app).await.unwrap();
    reference
}

async fn bank_will(world: &World, outcome: &str) {
    let body = json!({ "port": "mandates", "outcome": outcome, "delay_ms": 0 });
    let told = world.caller().put("/sandbox/behaviour", body).await;
    told.expect(200);
}

/// Runs the job several times, with time in between.
async fn works(world: &World, rounds: usize) {
    for _ in 0..rounds {
        work_due(&world.app).await.unwrap();
        world.advance_seconds(ASKED_AGAIN_SECONDS);
    }
}

/// The company has said that it does not know the only debit, and the request arrives there afterwards: the notice
/// comes before the debit is abandoned here. It stays open, and is credited once.
async fn told_while_given_up(world: &World, mandate: String) {
    let reference = world.text("SELECT reference FROM direct_debits").await;
    let mut paused = world.app.pause.next();
    let app = world.app.clone();
    let working = tokio::spawn(async move { work_due(&app).await });
    paused.reached().await;
    let amount = Amount::parse("200", Currency::Ngn).unwrap();
    let order = DebitOrder {
        reference: reference.clone(),
        mandate,
        amount,
    };
    world.app.ports.mandates.debit(&order).await.unwrap();
    debits::notice(&world.app, &reference).await.unwrap();
    paused.go();
    working.await.unwrap().unwrap();
    let state = "SELECT state FROM direct_debits";
    assert_eq!(world.text(state).await, "open");
    works(world, 2).await;
    assert_eq!(world.text(state).await, "paid");
    assert_eq!(made(world).await, 1);
    let credited = "SELECT COUNT(*) FROM ledger_transfers WHERE kind = 'direct_debit'";
    assert_eq!(world.count(credited).await, 1);
    let queued = "SELECT COUNT(*) FROM queue WHERE kind = 'direct_debit'";
    assert_eq!(world.count(queued).await, 0);
}

async fn made(world: &World) -> i64 {
    world
        .count("SELECT COUNT(*) FROM sandbox_debits WHERE status <> 'refused'")
        .await
}

/// A member whose wallet is empty after the first of three instalments of 200, with auto save and a mandate.
async fn member_of_savings(world: &World) -> (Caller, String, String) {
    let plan = offered(world, "target", |_| ()).await;
    let (mut ada, email) = saver(world, "200.00").await;
    auto_save(&mut ada).await;
    let reference = mandate(world, &mut ada).await;
    subscribe(&mut ada, &plan, "200.00", "key-00000001")
        .await
        .expect(201);
    (ada, email, reference)
}

/// A member whose debit for the second instalment never reached the bank, and who has since paid from the wallet: the
/// debit is open, but no longer needed. Returns their address and the mandate.
async fn member_who_paid_despite_a_lost_debit(world: &World) -> (String, String) {
    let (_, email, mandate) = member_of_savings(world).await;
    days_pass(world, 30).await;
    bank_will(world, "lose_request").await;
    work_due(&world.app).await.unwrap();
    bank_will(world, "succeed").await;
    let mut ada = back(world, &email).await;
    credit(world, &mut ada, "NGN", "200.00").await;
    let second = text(&newest(&mut ada).await["savings"][1]["id"]);
    pay(&mut ada, &second, "200.00", "200.00", "key-00000002")
        .await
        .expect(201);
    (email, mandate)
}

on_one! {
    async fn an_uncovered_due_instalment_is_debited(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        days_pass(world, 29).await;
        works(world, 1).await;
        assert_eq!(made(world).await, 0, "nothing is due");
        days_pass(world, 1).await;
        works(world, 2).await;
        let mut ada = back(world, &email).await;
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["savings"][1]["status"], &mine["pot"]), (&json!("PAID"), &json!("400.00")));
        assert_eq!(balances(&mut ada).await.0, "0.00");
        let history = ada.get("/transaction/me").await;
        let rows = history.expect(200).data()["data"].as_array().unwrap().clone();
        let debit = rows.iter().find(|row| row["description"] == "Direct debit received").unwrap();
        assert_eq!((&debit["net_amount"], &debit["category"]), (&json!("200.00"), &json!("funding")));
        let what = "money arrived by direct debit that was not paid, in another amount, or not to its payer";
        let tampered = "UPDATE direct_debits SET arrived_minor = arrived_minor + 1";
        assert_eq!(found_after(world, &[tampered]).await, [what]);
        // A second run on the same day changes nothing.
        job::run(&world.app).await.unwrap();
        works(world, 2).await;
        assert_eq!(made(world).await, 1);
    }

    async fn only_the_missing_amount_is_debited(world: World) {
        let (mut ada, email, _) = member_of_savings(world).await;
        credit(world, &mut ada, "NGN", "150.00").await;
        days_pass(world, 30).await;
        works(world, 2).await;
        assert_eq!(world.count("SELECT CAST(SUM(amount_minor) AS BIGINT) FROM sandbox_debits").await, 50_00);
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["pot"], "400.00");
    }

    async fn a_lost_response_or_request_debits_once(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        for (days, outcome) in [(30, "lose_answer"), (31, "lose_request")] {
            days_pass(world, days).await;
            bank_will(world, outcome).await;
            works(world, 2).await;
            bank_will(world, "succeed").await;
            works(world, 3).await;
        }
        assert_eq!(made(world).await, 2);
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["progress"]["percent"], "100.0");
    }
}

on_both! {
    async fn two_workers_credit_a_debit_once(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        days_pass(world, 30).await;
        work_due(&world.app).await.unwrap();
        let reference = {
            let row = sqlx::query("SELECT reference FROM direct_debits").fetch_one(&mut *world.app.db.read().await.unwrap()).await;
            sqlx::Row::get::<String, _>(&row.unwrap(), 0)
        };
        for _ in 0..3 {
            wallet::debits::notice(&world.app, &reference).await.unwrap();
            let (one, other) = tokio::join!(work_due(&world.app), work_due(&world.app));
            one.unwrap();
            other.unwrap();
        }
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["pot"], "400.00");
        assert_eq!(world.count("SELECT COUNT(*) FROM ledger_transfers WHERE kind = 'direct_debit'").await, 1);
    }
}

on_one! {
    async fn after_three_refusals_nothing_more_is_debited(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        bank_will(world, "fail").await;
        days_pass(world, 29).await;
        for _ in 0..6 {
            days_pass(world, 1).await;
            works(world, 2).await;
        }
        assert_eq!(world.count("SELECT COUNT(*) FROM direct_debits WHERE state = 'refused'").await, 3);
        assert_eq!(world.count("SELECT COUNT(*) FROM direct_debits WHERE state <> 'refused'").await, 0);
        let mut ada = back(world, &email).await;
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["savings"][1]["status"], &mine["pot"]), (&json!("DUE"), &json!("200.00")));
    }
}

on_both! {
    async fn several_refusals_in_a_day_are_notified_once(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "600.00").await;
        auto_save(&mut ada).await;
        mandate(world, &mut ada).await;
        crate::push::subscribe(&mut ada, "phone").await;
        for key in ["key-00000001", "key-00000002", "key-00000003"] {
            subscribe(&mut ada, &plan, "200.00", key).await.expect(201);
        }
        days_pass(world, 30).await;
        bank_will(world, "fail").await;
        // They are refused concurrently.
        works(world, 2).await;
        assert_eq!(world.count("SELECT COUNT(*) FROM direct_debits WHERE state = 'refused'").await, 3);
        let told = crate::push::told(world, "phone").await;
        let titles = crate::push::titles(&told);
        assert_eq!(titles.iter().filter(|title| *title == "Direct debit").count(), 1);
        days_pass(world, 1).await;
        works(world, 2).await;
        let told = crate::push::told(world, "phone").await;
        let titles = crate::push::titles(&told);
        assert_eq!(titles.iter().filter(|title| *title == "Direct debit").count(), 2);
    }
}

on_one! {
    async fn a_revoked_mandate_pays_nothing_more(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        days_pass(world, 30).await;
        let mut ada = back(world, &email).await;
        let list = ada.get("/mandates").await;
        let id = text(&list.expect(200).data()[0]["id"]);
        ada.delete(&format!("/mandates/{id}"), json!({})).await.expect(200);
        works(world, 2).await;
        assert_eq!(made(world).await, 0);
        days_pass(world, 1).await;
        works(world, 2).await;
        assert_eq!(world.count("SELECT COUNT(*) FROM direct_debits").await, 1);
    }
}

on_both! {
    async fn a_mandate_revoked_just_before_a_debit_pays_nothing(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        days_pass(world, 30).await;
        let mut ada = back(world, &email).await;
        let list = ada.get("/mandates").await;
        let id = text(&list.expect(200).data()[0]["id"]);
        // The server has claimed the debit and read that its mandate is active.
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let working = tokio::spawn(async move { work_due(&app).await });
        paused.reached().await;
        ada.delete(&format!("/mandates/{id}"), json!({})).await.expect(200);
        paused.go();
        working.await.unwrap().unwrap();
        works(world, 2).await;
        assert_eq!(made(world).await, 0);
        assert_eq!(world.count("SELECT COUNT(*) FROM direct_debits WHERE state = 'refused' AND sent_at_ms IS NULL").await, 1);
    }
}

on_one! {
    async fn an_abandoned_debit_that_is_executed_is_credited_once(world: World) {
        let (_, email, mandate) = member_of_savings(world).await;
        days_pass(world, 30).await;
        bank_will(world, "lose_request").await;
        works(world, 1).await;
        bank_will(world, "succeed").await;
        world.advance_seconds(25 * 3_600);
        works(world, 1).await;
        let row = sqlx::query("SELECT reference, state FROM direct_debits").fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let (reference, state): (String, String) = (sqlx::Row::get(&row, 0), sqlx::Row::get(&row, 1));
        assert_eq!(state, "refused");
        // A notice about it changes nothing while the company does not know the debit.
        debits::notice(&world.app, &reference).await.unwrap();
        works(world, 1).await;
        assert_eq!(world.count("SELECT COUNT(*) FROM queue WHERE kind = 'direct_debit'").await, 0);
        // The request was delayed for a day.
        let amount = Amount::parse("200", Currency::Ngn).unwrap();
        let order = DebitOrder { reference: reference.clone(), mandate, amount };
        world.app.ports.mandates.debit(&order).await.unwrap();
        for _ in 0..2 {
            bank_will(world, "lose_answer").await;
            debits::notice(&world.app, &reference).await.unwrap();
            works(world, 1).await;
            bank_will(world, "succeed").await;
            works(world, 2).await;
        }
        let mut ada = back(world, &email).await;
        let mine = newest(&mut ada).await;
        assert_eq!((&mine["savings"][1]["status"], &mine["pot"]), (&json!("PAID"), &json!("400.00")));
        assert_eq!(world.count("SELECT COUNT(*) FROM ledger_transfers WHERE kind = 'direct_debit'").await, 1);
        assert_eq!(world.count("SELECT COUNT(*) FROM queue WHERE kind = 'direct_debit'").await, 0);
        let counted = "ajo_direct_debit_differences_total{reason=\"contradicts\"} 1";
        assert!(world.app.metrics.text().contains(counted), "{}", world.app.metrics.text());
    }

    async fn without_auto_save_nothing_is_debited(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, _) = saver(world, "200.00").await;
        mandate(world, &mut ada).await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        days_pass(world, 30).await;
        works(world, 2).await;
        assert_eq!(world.count("SELECT COUNT(*) FROM direct_debits").await, 0);
    }
}

on_both! {
    async fn a_debit_for_an_instalment_paid_meanwhile_stays_in_the_wallet(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        days_pass(world, 30).await;
        work_due(&world.app).await.unwrap();
        let mut ada = back(world, &email).await;
        credit(world, &mut ada, "NGN", "200.00").await;
        days_pass(world, 1).await;
        works(world, 2).await;
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["pot"], "400.00");
        assert_eq!(balances(&mut ada).await.0, "200.00");
    }
}

on_one! {
    async fn on_its_last_day_a_plan_is_paid_out_without_debits(world: World) {
        let plan = offered(world, "target", |facts| (facts.duration, facts.duration_unit) = (Some(2), Some("week".into()))).await;
        let (mut ada, email) = saver(world, "200.00").await;
        auto_save(&mut ada).await;
        mandate(world, &mut ada).await;
        crate::push::subscribe(&mut ada, "phone").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        bank_will(world, "fail").await;
        days_pass(world, 7).await;
        works(world, 2).await;
        let before = crate::push::titles(&crate::push::told(world, "phone").await);
        assert_eq!(before.iter().filter(|title| *title == "Savings").count(), 1);
        bank_will(world, "succeed").await;
        days_pass(world, 7).await;
        works(world, 2).await;
        assert_eq!((world.count("SELECT COUNT(*) FROM direct_debits").await, made(world).await), (1, 0));
        // One of the instalment, and one of the end.
        let after = crate::push::titles(&crate::push::told(world, "phone").await);
        assert_eq!(after.iter().filter(|title| *title == "Savings").count(), 2);
        let mut ada = back(world, &email).await;
        assert_eq!((&newest(&mut ada).await["status"], balances(&mut ada).await.0), (&json!("COMPLETED"), "200.00".into()));
    }

    async fn on_its_last_day_nothing_is_collected_from_the_wallet(world: World) {
        let plan = offered(world, "target", |facts| (facts.duration, facts.duration_unit) = (Some(2), Some("week".into()))).await;
        let (mut ada, email) = saver(world, "200.00").await;
        auto_save(&mut ada).await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        days_pass(world, 13).await;
        let mut ada = back(world, &email).await;
        credit(world, &mut ada, "NGN", "500.00").await;
        days_pass(world, 1).await;
        let mut ada = back(world, &email).await;
        assert_eq!((&newest(&mut ada).await["status"], balances(&mut ada).await.0), (&json!("COMPLETED"), "700.00".into()));
        assert_eq!(world.count("SELECT COUNT(*) FROM ledger_transfers WHERE kind = 'savings_pay'").await, 0);
    }
}

on_both! {
    async fn an_unneeded_debit_is_not_sent(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        days_pass(world, 30).await;
        let mut ada = back(world, &email).await;
        crate::push::subscribe(&mut ada, "phone").await;
        let id = text(&newest(&mut ada).await["id"]);
        // The server has claimed the debit when the plan is stopped.
        let mut paused = world.app.pause.next();
        let app = world.app.clone();
        let working = tokio::spawn(async move { work_due(&app).await });
        paused.reached().await;
        abort(&ada, &id, "key-00000002").await.expect(200);
        paused.go();
        working.await.unwrap().unwrap();
        works(world, 2).await;
        let mut ada = back(world, &email).await;
        assert_eq!((made(world).await, balances(&mut ada).await.0), (0, "190.00".into()));
        assert_eq!(world.count("SELECT COUNT(*) FROM direct_debits WHERE state = 'open' OR sent_at_ms IS NOT NULL").await, 0);
        // Nothing is due that would need a notice.
        let told = crate::push::titles(&crate::push::told(world, "phone").await);
        assert!(!told.iter().any(|title| title == "Direct debit"), "{told:?}");
    }

    async fn a_debit_for_an_instalment_paid_meanwhile_is_not_sent(world: World) {
        let (_, email, _) = member_of_savings(world).await;
        days_pass(world, 30).await;
        let mut ada = back(world, &email).await;
        credit(world, &mut ada, "NGN", "200.00").await;
        let second = text(&newest(&mut ada).await["savings"][1]["id"]);
        pay(&mut ada, &second, "200.00", "200.00", "key-00000002").await.expect(201);
        works(world, 2).await;
        let mut ada = back(world, &email).await;
        assert_eq!((made(world).await, &newest(&mut ada).await["pot"]), (0, &json!("400.00")));
    }

    async fn a_sent_but_unneeded_debit_is_polled_for_a_while(world: World) {
        let (email, mandate) = member_who_paid_despite_a_lost_debit(world).await;
        let state = async || world.text("SELECT state FROM direct_debits").await;
        for _ in 0..3 {
            world.advance_seconds(240);
            work_due(&world.app).await.unwrap();
            assert_eq!((made(world).await, state().await.as_str()), (0, "open"));
        }
        // The request was delayed by a proxy.
        let reference = world.text("SELECT reference FROM direct_debits").await;
        let amount = Amount::parse("200", Currency::Ngn).unwrap();
        world.app.ports.mandates.debit(&DebitOrder { reference, mandate, amount }).await.unwrap();
        works(world, 2).await;
        assert_eq!(state().await, "paid");
        let mut ada = back(world, &email).await;
        assert_eq!((&newest(&mut ada).await["pot"], balances(&mut ada).await.0.as_str()), (&json!("400.00"), "200.00"));
        // A debit that never arrives is eventually cancelled.
        days_pass(world, 30).await;
        let mut ada = back(world, &email).await;
        let third = text(&newest(&mut ada).await["savings"][2]["id"]);
        pay(&mut ada, &third, "200.00", "200.00", "key-00000003").await.expect(201);
        works(world, 2).await;
        assert_eq!(world.count("SELECT COUNT(*) FROM queue WHERE kind = 'direct_debit'").await, 0);
    }

    async fn auto_save_switched_off_during_the_daily_job_debits_nothing(world: World) {
        member_of_savings(world).await;
        days_pass(world, 29).await;
        world.advance_seconds(DAY_SECONDS);
        let user = world.text("SELECT id FROM users").await;
        let mut tx = world.app.db.begin().await.unwrap();
        users::lock_settings(&mut tx, &user, world.clock.now_ms()).await.unwrap();
        let off = "UPDATE account_settings SET value = 'false' WHERE user_id = $1 AND name = 'auto_save'";
        assert_eq!(sqlx::query(off).bind(&user).execute(tx.connection()).await.unwrap().rows_affected(), 1);
        let app = world.app.clone();
        let working = tokio::spawn(async move { job::run(&app).await });
        world.until_stuck(&working).await;
        tx.commit().await.unwrap();
        assert_eq!(working.await.unwrap().unwrap(), job::Done { members: 1, failed: 0 });
        assert_eq!(world.count("SELECT COUNT(*) FROM direct_debits").await, 0);
    }

    async fn a_notice_during_cancellation_of_a_debit_is_processed(world: World) {
        let (email, mandate) = member_who_paid_despite_a_lost_debit(world).await;
        world.advance_seconds(16 * 60);
        told_while_given_up(world, mandate).await;
        let mut ada = back(world, &email).await;
        assert_eq!((&newest(&mut ada).await["pot"], balances(&mut ada).await.0.as_str()), (&json!("400.00"), "200.00"));
    }

    async fn a_notice_during_refusal_of_a_debit_is_processed(world: World) {
        let (_, email, mandate) = member_of_savings(world).await;
        days_pass(world, 30).await;
        bank_will(world, "lose_request").await;
        work_due(&world.app).await.unwrap();
        bank_will(world, "succeed").await;
        world.advance_seconds(25 * 3_600);
        told_while_given_up(world, mandate).await;
        let mut ada = back(world, &email).await;
        assert_eq!((&newest(&mut ada).await["pot"], balances(&mut ada).await.0.as_str()), (&json!("400.00"), "0.00"));
    }
}

on_one! {
    async fn a_loan_is_repaid_by_direct_debit(world: World) {
        let (mut ada, id) = super::loans::lent_to_somebody(world).await;
        auto_save(&mut ada).await;
        mandate(world, &mut ada).await;
        let held = balances(&mut ada).await.0;
        let mut ben = crate::wallet::holder(world, "1.00").await;
        let number = crate::wallet::wallet_number(&mut ben).await;
        crate::wallet::transfer(&mut ada, &number, &held, "key-of-all-000001").await.expect(201);
        days_pass(world, 31).await;
        works(world, 2).await;
        let paid = world.count("SELECT COUNT(*) FROM plan_instalments WHERE status = 'PAID'").await;
        assert_eq!((made(world).await, paid), (1, 1), "{id}");
    }

    async fn a_debit_for_several_instalments_is_sent_though_the_oldest_was_paid(world: World) {
        let (mut ada, id) = super::loans::lent_to_somebody(world).await;
        super::loans::uncollected(world).await;
        let email = text(&ada.get("/auth/me").await.data()["email"]);
        auto_save(&mut ada).await;
        mandate(world, &mut ada).await;
        let held = balances(&mut ada).await.0;
        let mut ben = crate::wallet::holder(world, "1.00").await;
        let number = crate::wallet::wallet_number(&mut ben).await;
        crate::wallet::transfer(&mut ada, &number, &held, "key-of-all-000001").await.expect(201);
        bank_will(world, "fail").await;
        days_pass(world, 31).await;
        works(world, 2).await;
        bank_will(world, "succeed").await;
        // Two instalments are due; the debit for both is queued, but not sent yet.
        days_pass(world, 31).await;
        let mut ada = back(world, &email).await;
        let oldest = text(&newest(&mut ada).await["loans"][0]["amount"]);
        credit(world, &mut ada, "NGN", &oldest).await;
        super::loans::repay(&mut ada, &id, &oldest, &oldest, "key-of-the-oldest").await.expect(201);
        works(world, 2).await;
        let paid = world.count("SELECT COUNT(*) FROM plan_instalments WHERE status = 'PAID'").await;
        assert_eq!(made(world).await, 1);
        assert!(paid >= 2, "{paid}");
    }
}

#[tokio::test]
async fn requests_match_the_companys_documentation() {
    let postgres = Engine::postgres_is_there().then_some(Engine::Postgres);
    for engine in std::iter::once(Engine::Sqlite).chain(postgres) {
        let company = Paystack::start().await;
        let settings = company.settings();
        let settings: Vec<(&str, &str)> = settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let world = &World::with(engine, &settings).await;
        let plan = offered(world, "target", |_| ()).await;
        let (mut ada, email) = saver(world, "200.00").await;
        auto_save(&mut ada).await;
        let started = ada.post("/activate-mandate", json!({})).await;
        let url = text(&started.expect(201).data()["redirect_url"]);
        let mandate = String::from(url.rsplit('/').next().unwrap());
        company.set(&mandate, Stage::Active);
        world.advance_seconds(60);
        ask_due(&world.app).await.unwrap();
        subscribe(&mut ada, &plan, "200.00", "key-00000001")
            .await
            .expect(201);
        days_pass(world, 30).await;
        company.loses_answer();
        works(world, 2).await;
        let charges = company.charges();
        assert_eq!(charges.len(), 1);
        let (reference, order, status) = &charges[0];
        assert_eq!(
            (&order["amount"], &order["currency"], *status),
            (&json!(20_000), &json!("NGN"), "processing")
        );
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["pot"], "200.00");
        company.settle(reference, "success");
        let (body, signature) = Paystack::notice("charge.success", reference);
        let sender = world.caller().with("x-paystack-signature", &signature);
        let json = "application/json";
        for _ in 0..2 {
            sender
                .raw(
                    axum::http::Method::POST,
                    "/api/hooks/mandate",
                    json,
                    body.clone(),
                )
                .await
                .expect(200);
            work_due(&world.app).await.unwrap();
        }
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["pot"], "400.00");
        // The next one is refused by the bank, and the mandate ends there without a notice.
        days_pass(world, 31).await;
        work_due(&world.app).await.unwrap();
        let second = company
            .charges()
            .into_iter()
            .find(|one| one.2 == "processing");
        company.settle(&second.unwrap().0, "failed");
        works(world, 2).await;
        company.set(&mandate, Stage::Ended);
        days_pass(world, 1).await;
        works(world, 3).await;
        assert_eq!(company.charges().len(), 2);
        assert_eq!(
            world
                .count("SELECT COUNT(*) FROM direct_debits WHERE state = 'refused'")
                .await,
            2
        );
    }
}
