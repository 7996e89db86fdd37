//! Thousands of coin sends with random custodian faults: none is sent twice, no coin is lost, nothing is left open.
//! `make provider-faults` runs thousands; the normal run makes a few. A failure names its seed.

use super::*;
use crate::support::dice::{Dice, fault_runs, fault_seed};
use crate::support::{Engine, sign_in, stay_signed_in};
use axum::http::HeaderMap;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::coin::Network;
use money::orders::reconcile;
use providers::custody::{
    AddressOf, CustodyPort, CustodyUnavailable, Deposit, Notice, NoticeRefused, Sending,
};
use providers::{Later, OrderOutcome, Ports};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

const RUNS: usize = 60;
const DAY_SECONDS: i64 = 24 * 60 * 60;

/// The true outcome of a send.
#[derive(Default)]
struct Truth {
    is_sent: Option<bool>,
    effects: usize,
}

struct State {
    dice: Dice,
    truths: HashMap<String, Truth>,
    /// Requests in transit, in any order.
    in_flight: Vec<String>,
    is_healed: bool,
}

impl State {
    fn execute(&mut self, reference: &str) {
        let succeeds = self.dice.below(5) > 0;
        let truth = self.truths.entry(reference.to_owned()).or_default();
        if truth.is_sent.is_none() {
            truth.is_sent = Some(succeeds);
            truth.effects += usize::from(succeeds);
        }
    }

    /// Delivers some of the requests in transit, and all of them once healed.
    fn arrive(&mut self) {
        for _ in 0..self.in_flight.len() {
            if self.is_healed || self.dice.below(2) == 0 {
                let index = self.dice.index(self.in_flight.len());
                let reference = self.in_flight.swap_remove(index);
                self.execute(&reference);
            }
        }
    }

    fn truth(&self, reference: &str) -> OrderOutcome {
        match self.truths.get(reference).and_then(|truth| truth.is_sent) {
            None => OrderOutcome::NotFound,
            Some(false) => OrderOutcome::Refused,
            Some(true) => OrderOutcome::Done,
        }
    }

    fn roll(&mut self) -> u64 {
        if self.is_healed {
            9
        } else {
            self.dice.below(10)
        }
    }

    fn send(&mut self, reference: &str) -> OrderOutcome {
        self.arrive();
        match self.roll() {
            // Time-outs before the effect, after it, and in transit.
            0 => return OrderOutcome::Unknown,
            1 => {
                self.execute(reference);
                return OrderOutcome::Unknown;
            }
            2 => {
                self.in_flight.push(reference.to_owned());
                return OrderOutcome::Unknown;
            }
            // Executed twice.
            3 => {
                self.execute(reference);
                self.execute(reference);
            }
            4 => {
                let truth = self.truths.entry(reference.to_owned()).or_default();
                truth.is_sent.get_or_insert(false);
            }
            5 => {
                self.execute(reference);
                return OrderOutcome::Pending;
            }
            _ => self.execute(reference),
        }
        self.truth(reference)
    }

    fn status(&mut self, reference: &str) -> OrderOutcome {
        self.arrive();
        let truth = self.truth(reference);
        match self.roll() {
            0 | 1 => OrderOutcome::Unknown,
            // Contradictory responses: an executed send is unknown, or still pending.
            2 => OrderOutcome::NotFound,
            3 if truth == OrderOutcome::Done => OrderOutcome::Pending,
            _ => truth,
        }
    }
}

/// A custodian that sends a reference once, and responds randomly until it is healed. Deposits arrive as in the
/// sandbox.
#[derive(Clone)]
struct Faulty {
    state: Arc<Mutex<State>>,
    sandbox: Arc<dyn CustodyPort>,
}

impl CustodyPort for Faulty {
    fn serves(&self, coin: Currency, network: Network) -> bool {
        self.sandbox.serves(coin, network)
    }

    fn confirmations(&self, network: Network) -> i64 {
        self.sandbox.confirmations(network)
    }

    fn address<'a>(&'a self, of: &'a AddressOf) -> Later<'a, Result<String, CustodyUnavailable>> {
        self.sandbox.address(of)
    }

    fn deposits<'a>(
        &'a self,
        of: &'a AddressOf,
    ) -> Later<'a, Result<Vec<Deposit>, CustodyUnavailable>> {
        self.sandbox.deposits(of)
    }

    fn fee(
        &self,
        coin: Currency,
        network: Network,
    ) -> Later<'_, Result<Amount, CustodyUnavailable>> {
        self.sandbox.fee(coin, network)
    }

    fn send<'a>(&'a self, sending: &'a Sending) -> Later<'a, OrderOutcome> {
        Box::pin(async move { self.state.lock().unwrap().send(&sending.reference) })
    }

    fn status<'a>(&'a self, reference: &'a str, _: i64) -> Later<'a, OrderOutcome> {
        Box::pin(async move { self.state.lock().unwrap().status(reference) })
    }

    fn notice(&self, headers: &HeaderMap, body: &[u8]) -> Result<Notice, NoticeRefused> {
        self.sandbox.notice(headers, body)
    }
}

/// Makes one send, sometimes sent twice concurrently.
async fn send(ada: &mut Caller, dice: &mut Dice, number: usize) {
    let amount = format!("0.0000{:02}", 10 + dice.below(90));
    let key = format!("key-storm-{number:06}");
    let mut one = authorised(ada, "send", &amount, PAYEE, &key).await;
    let body = sending(&amount);
    if dice.below(4) > 0 {
        let answer = one.post("/send", body).await;
        assert!(answer.status.is_success(), "{}", answer.text);
        return;
    }
    let mut other = one.clone();
    tokio::join!(one.post("/send", body.clone()), other.post("/send", body));
}

async fn sends(ada: &mut Caller) -> Vec<Value> {
    let (mut rows, mut page, mut last) = (Vec::new(), 1, 1);
    while page <= last {
        let path = format!("/transaction/me?page={page}&per_page=100");
        let found = ada.get(&path).await.expect(200).data().clone();
        last = found["last_page"].as_u64().unwrap();
        rows.extend(found["data"].as_array().cloned().unwrap());
        page += 1;
    }
    rows.retain(|row| row["category"] == "crypto-send");
    rows
}

async fn storm(engine: Engine, runs: usize, seed: u64) {
    let state = Arc::new(Mutex::new(State {
        dice: Dice::new(seed),
        truths: HashMap::new(),
        in_flight: Vec::new(),
        is_healed: true,
    }));
    let settings = [("AJO_RATE_LIMIT_FACTOR", "0")];
    let world = World::with_ports(engine, &settings, |ports| {
        let custody = Faulty {
            state: state.clone(),
            sandbox: ports.custody.clone(),
        };
        Ports {
            custody: Arc::new(custody),
            ..ports
        }
    })
    .await;
    let mut ada = holder(&world, "5").await;
    let me = ada.get("/auth/me").await.expect(200).data()["email"].clone();
    let email = me.as_str().unwrap();
    let mut dice = Dice::new(seed ^ 0x5DEE_CE66);
    // A successful send makes the recipient known; a day later there is no cap.
    let mut firsts = 0;
    loop {
        let key = format!("key-first-{firsts:03}");
        let mut first = authorised(&mut ada, "send", "0.00001", PAYEE, &key).await;
        let sent = first.post("/send", sending("0.00001")).await;
        firsts += 1;
        if sent.expect(201).data()["status"] == "SUCCESSFUL" {
            break;
        }
    }
    state.lock().unwrap().is_healed = false;
    world.advance_seconds(DAY_SECONDS + 60);
    sign_in(&mut ada, email).await;
    for number in 0..runs {
        send(&mut ada, &mut dice, number).await;
        world.advance_seconds(i64::try_from(dice.below(20)).unwrap());
        if dice.below(3) == 0 {
            reconcile(&world.app).await.unwrap();
        }
        stay_signed_in(&mut ada, email, number).await;
    }
    state.lock().unwrap().is_healed = true;
    for _ in 0..runs + 20 {
        world.advance_seconds(601);
        reconcile(&world.app).await.unwrap();
        let open = sqlx::query("SELECT id FROM queue WHERE kind = 'order'");
        let open = open
            .fetch_all(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
        if open.is_empty() {
            break;
        }
    }
    sign_in(&mut ada, email).await;
    let rows = sends(&mut ada).await;
    assert_eq!(rows.len(), runs + firsts, "seed {seed}");
    let coins = |text: &Value| {
        let amount = Amount::parse(text.as_str().unwrap(), Currency::Btc).unwrap();
        amount.minor().unwrap()
    };
    let mut spent = 0;
    for row in &rows {
        let state = state.lock().unwrap();
        let truth = state.truths.get(row["reference"].as_str().unwrap());
        let truth = truth.unwrap_or_else(|| panic!("seed {seed}: never sent: {row}"));
        assert!(truth.effects <= 1, "seed {seed}: twice: {row}");
        let is_sent = truth.is_sent == Some(true);
        let expected = if is_sent { "SUCCESSFUL" } else { "FAILED" };
        assert_eq!(row["status"], expected, "seed {seed}: {row}");
        if is_sent {
            spent += coins(&row["net_amount"]);
        }
    }
    assert_eq!(
        state.lock().unwrap().truths.len(),
        rows.len(),
        "seed {seed}"
    );
    let left = Amount::from_minor(500_000_000 - spent, Currency::Btc)
        .unwrap()
        .to_string();
    assert_eq!(
        balance(&mut ada, "BTC").await,
        (left.clone(), left),
        "seed {seed}"
    );
    world.end().await;
}

#[tokio::test]
async fn random_custodian_faults_lose_no_coins() {
    let (runs, seed) = (fault_runs(RUNS), fault_seed());
    storm(Engine::Sqlite, runs, seed).await;
    if Engine::postgres_is_there() {
        storm(Engine::Postgres, runs, seed).await;
    }
}
