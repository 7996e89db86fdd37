//! The real program, killed during a burst of payments: nothing acknowledged is lost, nothing happens twice.

mod others;
mod program;

pub use program::Program;

use crate::support::{Database, Engine};
use crate::wallet::coins::{OUTSIDE, PAYEE};
use ground::clock::Clock;
use ground::config::Config;
use ground::db::Db;
use ground::hasher::Cost;
use ground::random::Random;
use hyper::Method;
use money::orders::reconcile;
use others::{Other, all_may_borrow, begin, offer, others_add_up};
use program::{Payment, Person};
use providers::Ports;
use serde_json::{Value, json};
use service::app::AppState;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

const KILLS: usize = 3;
const COINS: &str = "0.000006";

/// The payments of a burst.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Burst {
    Transfers,
    /// Alternating sends and sales.
    Coins,
    /// All other debits and confirmations of card payments, interleaved.
    Others,
}

impl Burst {
    /// The call, its body, and the PIN's payment.
    fn payment(self, place: usize, number: &str) -> (&'static str, Value, Value) {
        match (self, place % 2) {
            (Self::Transfers, _) => (
                "/wallet/transfer",
                json!({ "amount": "10.00", "send_wallet": "NGN", "receive_wallet": number, "confirm": true }),
                json!({ "currency": "NGN", "action": "wallet_transfer", "amount": "10.00", "payee": format!("wallet:{number}") }),
            ),
            (Self::Coins, 0) => (
                "/send",
                json!({ "symbol": "BTC", "network": "bitcoin", "address": OUTSIDE, "amount": COINS, "confirm": true }),
                json!({ "currency": "BTC", "action": "send", "amount": COINS, "payee": PAYEE }),
            ),
            (Self::Others, _) => unreachable!("they need more to be ready"),
            (Self::Coins, _) => (
                "/sell",
                json!({ "symbol": "BTC", "amount": COINS, "confirm": true }),
                json!({ "currency": "BTC", "action": "sell", "amount": COINS, "payee": "sale:BTC" }),
            ),
        }
    }

    fn payments(self) -> usize {
        match self {
            Self::Transfers => 30,
            // Payments to a new recipient are capped.
            Self::Coins => 20,
            Self::Others => Other::burst().len(),
        }
    }
}

/// Once in `make test`; `CRASH_RUNS` sets the number of kills in `make crash`.
async fn killed_in_bursts(engine: Engine, burst: Burst) {
    let kills = std::env::var("CRASH_RUNS")
        .ok()
        .and_then(|runs| runs.parse().ok());
    for _ in 0..kills.unwrap_or(KILLS).div_ceil(KILLS) {
        killed_in_a_burst(engine, burst).await;
    }
}

async fn killed_in_a_burst(engine: Engine, burst: Burst) {
    let database = Database::create(engine).await;
    let plans = match burst {
        Burst::Others => Some(offer(&database.url).await),
        Burst::Transfers | Burst::Coins => None,
    };
    let mut program = Program::start(&database.url);
    let (ada, ben) = (
        Person::join(&program.origin).await,
        Person::join(&program.origin).await,
    );
    match burst {
        Burst::Others => {
            ada.funded(&program.origin, "100000.00").await;
            ben.funded(&program.origin, "1000.00").await;
        }
        Burst::Transfers | Burst::Coins => ada.funded(&program.origin, "1000.00").await,
    }
    if burst == Burst::Coins {
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "BTC" });
        let path = "/account/settings/pin/create";
        ada.must(&program.origin, Method::POST, path, pin).await;
        let wanted = json!({ "symbol": "BTC", "network": "bitcoin" });
        let own = ada
            .must(&program.origin, Method::POST, "/coins/address", wanted)
            .await;
        let coins = json!({ "address": own["address"], "amount": "0.01", "confirmations": 3 });
        ada.must(&program.origin, Method::POST, "/sandbox/coins", coins)
            .await;
    }
    let number = ben.naira(&program.origin).await["identity"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut payments = Vec::new();
    if let Some(plans) = plans {
        program.kill();
        all_may_borrow(&database.url).await;
        program = Program::start(&database.url);
        let ready = begin(&ada, &ben, &program.origin, plans).await;
        for place in 0..burst.payments() {
            payments.push(ready.payment(&ada, &program.origin, place).await);
        }
    } else {
        for place in 0..burst.payments() {
            let what = burst.payment(place, &number);
            payments.push(Payment::prepare(&ada, &program.origin, place, what).await);
        }
    }

    let acknowledged: Arc<Mutex<BTreeMap<String, String>>> = Arc::default();
    for round in 1..=KILLS {
        // A client without a response repeats the request; so does one with a response, to test the replay.
        let sent: Vec<_> = payments
            .iter()
            .cloned()
            .map(|payment| {
                let (ada, origin, acknowledged, child) = (
                    ada.clone(),
                    program.origin.clone(),
                    acknowledged.clone(),
                    program.child.clone(),
                );
                tokio::spawn(async move {
                    let Some(reference) = payment.send(&ada, &origin).await else {
                        return;
                    };
                    let mut known = acknowledged.lock().unwrap();
                    let before = known.insert(payment.key, reference.clone());
                    assert!(
                        before.is_none_or(|before| before == reference),
                        "one key, two payments"
                    );
                    // The kill depends on the progress of the burst, not on time.
                    if known.len() == burst.payments() * round / (KILLS + 1) {
                        child.lock().unwrap().kill().unwrap();
                    }
                })
            })
            .collect();
        for call in sent {
            call.await.unwrap();
        }
        program.kill();
        program = Program::start(&database.url);
        let known = acknowledged.lock().unwrap().clone();
        // A card's confirmation has no key, but the checkout's own name.
        let keyed = known
            .into_iter()
            .filter(|(key, _)| key.starts_with("burst-"));
        for (key, reference) in keyed {
            let operation = ada
                .must(
                    &program.origin,
                    Method::GET,
                    &format!("/operations/{key}"),
                    Value::Null,
                )
                .await;
            assert_eq!(
                operation["answer"]["data"]["reference"], reference,
                "round {round}: {key} was acknowledged and is lost"
            );
        }
    }
    for payment in &payments {
        let reference = payment.send(&ada, &program.origin).await.unwrap();
        assert_eq!(
            acknowledged
                .lock()
                .unwrap()
                .get(&payment.key)
                .unwrap_or(&reference),
            &reference
        );
    }
    if burst == Burst::Transfers {
        assert_eq!(ada.naira(&program.origin).await["balance"], "700.00");
        assert_eq!(ben.naira(&program.origin).await["balance"], "300.00");
    }
    program.kill();

    let db = Db::connect(&database.url).await.unwrap();
    if burst == Burst::Coins {
        coins_add_up(&db, &database.url, burst.payments()).await;
    }
    if burst == Burst::Others {
        others_add_up(&db, &database.url).await;
    }
    let findings = money::ledger::check(&mut db.read().await.unwrap(), money::ledger::Scope::Whole)
        .await
        .unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    let app = app_on(&db, &database.url).await;
    assert!(service::access::audit::check(&app).await.unwrap().is_ok());
    db.close().await;
    database.remove().await;
}

/// A server in the test on the database, while the program is stopped.
async fn app_on(db: &Db, url: &str) -> AppState {
    let url = url.to_owned();
    let setting = move |name: &str| match name {
        "AJO_DATABASE_URL" => Some(url.clone()),
        "AJO_SECRET" => Some(String::from("a secret that only the tests of Ajo know")),
        _ => None,
    };
    let config = Config::read(&setting).unwrap();
    let clock = Clock::set_to(Clock::system().now_ms());
    let ports = Ports::new(&config, db, &clock, Random).unwrap();
    AppState::with_ports(config, db.clone(), clock, Cost::Least, ports)
}

/// Resumes interrupted operations, like any server a minute later.
async fn follow(app: &AppState) {
    for _ in 0..5 {
        app.clock.advance_ms(61_000);
        reconcile(app).await.unwrap();
    }
}

/// Checks that every send reached the custodian once, every sale was made once, and no money is reserved.
async fn coins_add_up(db: &Db, url: &str, payments: usize) {
    let app = app_on(db, url).await;
    let count = async |statement: &'static str| -> i64 {
        let mut connection = db.read().await.unwrap();
        let row = sqlx::query(statement).fetch_one(&mut *connection).await;
        sqlx::Row::get(&row.unwrap(), 0)
    };
    follow(&app).await;
    let half = i64::try_from(payments / 2).unwrap();
    let found = [
        count("SELECT COUNT(*) FROM orders WHERE state = 'done'").await,
        count("SELECT COUNT(*) FROM orders").await,
        count("SELECT COUNT(*) FROM sandbox_coin_sends WHERE status = 'broadcast'").await,
        count("SELECT COUNT(*) FROM wallet_transactions WHERE category = 'crypto'").await,
    ];
    assert_eq!(found, [half; 4]);
    let held = "SELECT COUNT(*) FROM ledger_accounts WHERE reserved_minor <> 0";
    assert_eq!(count(held).await, 0);
    // 0.000006 each, and the network fee of 0.000024 for each send.
    let left = "SELECT a.settled_minor FROM ledger_accounts a JOIN wallet_transactions w ON w.category = 'crypto' \
        WHERE a.owner = w.user_id AND a.currency = 'BTC' LIMIT 1";
    assert_eq!(count(left).await, 1_000_000 - half * (600 + 2_400 + 600));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_transfers_loses_and_duplicates_nothing_on_sqlite() {
    killed_in_bursts(Engine::Sqlite, Burst::Transfers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_transfers_loses_and_duplicates_nothing_on_postgres() {
    if Engine::postgres_is_there() {
        killed_in_bursts(Engine::Postgres, Burst::Transfers).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_coin_payments_loses_and_duplicates_nothing_on_sqlite() {
    killed_in_bursts(Engine::Sqlite, Burst::Coins).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_coin_payments_loses_and_duplicates_nothing_on_postgres() {
    if Engine::postgres_is_there() {
        killed_in_bursts(Engine::Postgres, Burst::Coins).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_other_payments_loses_and_duplicates_nothing_on_sqlite() {
    killed_in_bursts(Engine::Sqlite, Burst::Others).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_other_payments_loses_and_duplicates_nothing_on_postgres() {
    if Engine::postgres_is_there() {
        killed_in_bursts(Engine::Postgres, Burst::Others).await;
    }
}
