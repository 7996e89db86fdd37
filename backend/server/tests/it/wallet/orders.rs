//! Orders to the bank: decided by the operator if the bank never responds, and sent by one server at a time.

use super::*;
use crate::support::Engine;
use ground::pause::Pause;
use money::orders::operator::{self, ByHand};
use money::orders::{notice, reconcile};
use providers::bank::{Bank, BankError, BankPort, NewAccount, Opened, Payout};
use providers::{Later, OrderOutcome, Ports};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const GRACE: ByHand<'_> = ByHand {
    by: "Grace",
    why: "the bank's statement shows it",
};

/// A withdrawal with an unknown outcome and an unreadable order; its reference.
async fn stuck(world: &World, person: &mut Caller, key: &str) -> String {
    bank_will(world, "lose_request").await;
    let sent = withdraw(person, "500.00", key).await;
    let reference = sent.expect(202).data()["reference"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut tx = world.app.db.begin().await.unwrap();
    let spoilt = "UPDATE orders SET payload = 'no JSON' WHERE reference = $1";
    sqlx::query(spoilt)
        .bind(&reference)
        .execute(tx.connection())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    bank_will(world, "succeed").await;
    reference
}

async fn status(person: &mut Caller, reference: &str) -> Value {
    let known = person.get(&format!("/transaction/{reference}")).await;
    known.expect(200).data()["status"].clone()
}

on_both! {
    async fn an_undecided_order_is_decided_by_the_operator(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "2000.00").await;
        let (back, paid) = (stuck(world, &mut ada, "key-00000001").await, stuck(world, &mut ada, "key-00000002").await);
        for _ in 0..5 {
            world.advance_seconds(601);
            assert_eq!(reconcile(&world.app).await.unwrap(), 0);
        }
        let listed = world.program(&["order", "list"]);
        let listed = String::from_utf8(listed.stdout).unwrap();
        assert!(listed.ends_with("orders: 2\n"), "{listed}");
        for reference in [&back, &paid] {
            let line = listed.lines().find(|line| line.starts_with(&format!("{reference} withdrawal NGN 500.00 of "))).unwrap();
            assert!(line.ends_with("(its details were changed by hand)"), "{line}");
        }
        // Not while the bank may still be deciding, and not without a name and a reason.
        let early = operator::refused(&world.app, &back, GRACE).await.unwrap_err();
        assert!(early.violations()[0].message.contains("an hour after it was made"), "{early:?}");
        world.advance_seconds(3_600);
        // Nor while the repeated request may still be in transit.
        for minutes in [0, 14] {
            let sent_at_ms = world.app.clock.now_ms() - minutes * 60_000;
            sqlx::query("UPDATE orders SET asked_at_ms = $1").bind(sent_at_ms).execute(&mut *world.app.db.read().await.unwrap()).await.unwrap();
            let early = operator::refused(&world.app, &back, GRACE).await.unwrap_err();
            assert!(early.violations()[0].message.contains("fifteen minutes after it was last sent"), "{early:?}");
        }
        world.advance_seconds(60);
        let nobody = ByHand { by: " ", why: "" };
        let refused = operator::refused(&world.app, &back, nobody).await.unwrap_err();
        assert_eq!(refused.violations().iter().map(|one| &*one.field).collect::<Vec<_>>(), ["by", "why"]);
        assert_eq!(operator::paid(&world.app, "NOTHING", GRACE).await.unwrap_err().code(), "not_found");
        crate::support::sign_in(&mut ada, &email).await;
        assert_eq!(balances(&mut ada).await, ("2000.00".into(), "960.00".into()));

        operator::refused(&world.app, &back, GRACE).await.unwrap();
        operator::paid(&world.app, &paid, GRACE).await.unwrap();
        assert_eq!((status(&mut ada, &back).await, status(&mut ada, &paid).await), (json!("FAILED"), json!("SUCCESSFUL")));
        assert_eq!(balances(&mut ada).await, ("1480.00".into(), "1480.00".into()));
        for reference in [&back, &paid] {
            assert_eq!(operator::paid(&world.app, reference, GRACE).await.unwrap_err().code(), "not_found");
        }
        // The operation under the payer's key shows it, and the audit log shows who did it and why.
        let operation = ada.get("/operations/key-00000001").await;
        assert_eq!(operation.data()["answer"]["data"]["status"], "FAILED");
        let row = sqlx::query("SELECT COUNT(*) FROM audit_log WHERE event = 'order_decided_by_hand'").fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!(sqlx::Row::get::<i64, _>(&row, 0), 2);
        let listed = world.program(&["order", "list"]);
        assert_eq!(String::from_utf8(listed.stdout).unwrap(), "orders: 0\n");
        let typed = world.program(&["order", "settle", &paid, "--by", "Grace", "--why", "paid"]);
        assert!(!typed.status.success() && String::from_utf8(typed.stderr).unwrap().contains("there is no open order"));
    }

    async fn an_order_resent_meanwhile_is_not_decided_by_the_operator(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let reference = stuck(world, &mut ada, "key-00000001").await;
        world.advance_seconds(2 * 3_600);
        // A server resends it after the operator has read it.
        let mut tx = world.app.db.begin().await.unwrap();
        let sent = "UPDATE orders SET asked_at_ms = $1 WHERE reference = $2";
        sqlx::query(sent).bind(world.app.clock.now_ms()).bind(&reference).execute(tx.connection()).await.unwrap();
        let (app, decided) = (world.app.clone(), reference.clone());
        let deciding = tokio::spawn(async move { operator::refused(&app, &decided, GRACE).await });
        world.until_stuck(&deciding).await;
        tx.commit().await.unwrap();
        deciding.await.unwrap().unwrap_err();
        assert_eq!(operator::list(&world.app).await.unwrap().len(), 1);
    }

    async fn an_order_decided_concurrently_ends_once(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "1000.00").await;
        let reference = stuck(world, &mut ada, "key-00000001").await;
        world.advance_seconds(2 * 3_600);
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE orders SET state = state").execute(tx.connection()).await.unwrap();
        let (app, decided) = (world.app.clone(), reference.clone());
        let deciding = tokio::spawn(async move { operator::refused(&app, &decided, GRACE).await });
        world.until_stuck(&deciding).await;
        let (app, told) = (world.app.clone(), reference.clone());
        let telling = tokio::spawn(async move { notice(&app, &told, OrderOutcome::Done).await.map(|_| ()) });
        let calls = [deciding, telling];
        world.until_all_stuck(&calls).await;
        let [deciding, telling] = calls;
        tx.commit().await.unwrap();
        let is_refused = deciding.await.unwrap().is_ok();
        let _ = telling.await.unwrap();
        crate::support::sign_in(&mut ada, &email).await;
        let (end, left) = if is_refused { ("FAILED", "1000.00") } else { ("SUCCESSFUL", "480.00") };
        assert_eq!(status(&mut ada, &reference).await, end);
        assert_eq!(balances(&mut ada).await, (left.into(), left.into()));
        // The second decision changes nothing; a contradiction between bank and operator is for a person to
        // investigate.
        let contradicts = world.app.metrics.text().contains("ajo_bank_contradictions_total{reason=\"payout\"} 1");
        assert_eq!(contradicts, is_refused, "{}", world.app.metrics.text());
        let by_hand = world.count("SELECT COUNT(*) FROM audit_log WHERE event = 'order_decided_by_hand'").await;
        assert_eq!(by_hand, i64::from(is_refused));
    }
}

/// A bank that loses the first request, and whose responses a test can pause.
struct Slow {
    bank: Arc<dyn BankPort>,
    asked: Pause,
    sent: Arc<AtomicUsize>,
}

impl BankPort for Slow {
    fn banks(&self) -> Later<'_, Result<Vec<Bank>, BankError>> {
        self.bank.banks()
    }

    fn enquire<'a>(
        &'a self,
        bank_code: &'a str,
        account_number: &'a str,
    ) -> Later<'a, Result<String, BankError>> {
        self.bank.enquire(bank_code, account_number)
    }

    fn open_account<'a>(&'a self, wanted: &'a NewAccount) -> Later<'a, Result<Opened, BankError>> {
        self.bank.open_account(wanted)
    }

    fn pay_out<'a>(&'a self, payout: &'a Payout) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            match self.sent.fetch_add(1, Ordering::SeqCst) {
                0 => OrderOutcome::Unknown,
                _ => self.bank.pay_out(payout).await,
            }
        })
    }

    fn payout_status<'a>(&'a self, reference: &'a str) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            let status = self.bank.payout_status(reference).await;
            self.asked.pass().await;
            status
        })
    }
}

async fn while_another_asks(engine: Engine) {
    let (asked, sent) = (Pause::default(), Arc::new(AtomicUsize::new(0)));
    let slow = |ports: Ports| Ports {
        bank: Arc::new(Slow {
            bank: ports.bank.clone(),
            asked: asked.clone(),
            sent: sent.clone(),
        }),
        ..ports
    };
    let settings = [("AJO_RATE_LIMIT_FACTOR", "0")];
    let world = World::with_ports(engine, &settings, slow).await;
    let mut ada = holder(&world, "1000.00").await;
    withdraw(&mut ada, "500.00", "key-00000001")
        .await
        .expect(202);
    world.advance_seconds(3);
    let mut paused = asked.next();
    let app = world.app.clone();
    let first = tokio::spawn(async move { reconcile(&app).await });
    paused.reached().await;
    // Another server, while the first one has been querying for longer than its calls can take.
    world.advance_seconds(61);
    assert_eq!(reconcile(&world.app).await.unwrap(), 0);
    paused.go();
    assert_eq!(first.await.unwrap().unwrap(), 0);
    assert_eq!(sent.load(Ordering::SeqCst), 1);
    // Neither has sent it: the next server does.
    world.advance_seconds(60);
    assert_eq!(reconcile(&world.app).await.unwrap(), 1);
    assert_eq!(
        (sent.load(Ordering::SeqCst), payouts(&world).await.len()),
        (2, 1)
    );
    world.end().await;
}

#[tokio::test]
async fn an_order_is_not_sent_while_another_server_queries_it_on_sqlite() {
    while_another_asks(Engine::Sqlite).await;
}

#[tokio::test]
async fn an_order_is_not_sent_while_another_server_queries_it_on_postgres() {
    if Engine::postgres_is_there() {
        while_another_asks(Engine::Postgres).await;
    }
}
