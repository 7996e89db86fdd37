//! Thousands of withdrawals with random bank faults: no payout twice, no money lost, nothing left open.
//!
//! `make provider-faults` runs thousands; the normal run makes a few. A failure names its seed.

use super::*;
use crate::support::dice::{Dice, fault_runs, fault_seed};
use crate::support::{Engine, sign_in, stay_signed_in};
use domain_core::money::{Amount, Currency};
use money::orders::reconcile;
use providers::bank::{Bank, BankError, BankPort, NewAccount, Opened, Payout};
use providers::{Later, OrderOutcome, Ports};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

const RUNS: usize = 60;

/// The true outcome of a payout.
#[derive(Default)]
struct Truth {
    is_paid: Option<bool>,
    effects: usize,
    account: String,
    amount: String,
}

struct State {
    dice: Dice,
    truths: HashMap<String, Truth>,
    /// Requests in transit, in any order.
    in_flight: Vec<Payout>,
    is_healed: bool,
}

impl State {
    fn roll(&mut self) -> u64 {
        if self.is_healed {
            9
        } else {
            self.dice.below(10)
        }
    }

    /// Pays a reference once, or refuses it permanently.
    fn execute(&mut self, payout: &Payout) {
        let succeeds = self.dice.below(5) > 0;
        let truth = self.truths.entry(payout.reference.clone()).or_default();
        if truth.is_paid.is_none() {
            truth.is_paid = Some(succeeds);
            truth.effects += usize::from(succeeds);
            truth.account.clone_from(&payout.account_number);
            truth.amount = payout.amount.to_string();
        }
    }

    /// Delivers some of the requests in transit, and all of them once healed.
    fn arrive(&mut self) {
        for _ in 0..self.in_flight.len() {
            if self.is_healed || self.dice.below(2) == 0 {
                let index = self.dice.index(self.in_flight.len());
                let payout = self.in_flight.swap_remove(index);
                self.execute(&payout);
            }
        }
    }

    fn truth(&self, reference: &str) -> OrderOutcome {
        match self.truths.get(reference).and_then(|truth| truth.is_paid) {
            None => OrderOutcome::NotFound,
            Some(false) => OrderOutcome::Refused,
            Some(true) => OrderOutcome::Done,
        }
    }

    fn pay_out(&mut self, payout: &Payout) -> OrderOutcome {
        self.arrive();
        match self.roll() {
            // Time-outs before the effect, after it, and in transit.
            0 => return OrderOutcome::Unknown,
            1 => {
                self.execute(payout);
                return OrderOutcome::Unknown;
            }
            2 => {
                self.in_flight.push(payout.clone());
                return OrderOutcome::Unknown;
            }
            // Executed twice.
            3 => {
                self.execute(payout);
                self.execute(payout);
            }
            4 => {
                let truth = self.truths.entry(payout.reference.clone()).or_default();
                truth.is_paid.get_or_insert(false);
            }
            5 => {
                self.execute(payout);
                return OrderOutcome::Pending;
            }
            _ => self.execute(payout),
        }
        self.truth(&payout.reference)
    }

    fn status(&mut self, reference: &str) -> OrderOutcome {
        self.arrive();
        let truth = self.truth(reference);
        match self.roll() {
            0 | 1 => OrderOutcome::Unknown,
            // Contradictory responses: an executed payout is unknown, or still pending.
            2 => OrderOutcome::NotFound,
            3 if truth == OrderOutcome::Done => OrderOutcome::Pending,
            _ => truth,
        }
    }
}

/// The sandbox's bank, whose payouts respond randomly until it is healed.
struct Faulty {
    bank: Arc<dyn BankPort>,
    state: Arc<Mutex<State>>,
}

impl BankPort for Faulty {
    fn banks(&self) -> Later<'_, Result<Vec<Bank>, BankError>> {
        self.bank.banks()
    }

    fn enquire<'a>(
        &'a self,
        bank: &'a str,
        account: &'a str,
    ) -> Later<'a, Result<String, BankError>> {
        self.bank.enquire(bank, account)
    }

    fn open_account<'a>(&'a self, wanted: &'a NewAccount) -> Later<'a, Result<Opened, BankError>> {
        self.bank.open_account(wanted)
    }

    fn pay_out<'a>(&'a self, payout: &'a Payout) -> Later<'a, OrderOutcome> {
        Box::pin(async move { self.state.lock().unwrap().pay_out(payout) })
    }

    fn payout_status<'a>(&'a self, reference: &'a str) -> Later<'a, OrderOutcome> {
        Box::pin(async move { self.state.lock().unwrap().status(reference) })
    }
}

/// Makes one withdrawal, sometimes sent twice concurrently, to another account each time, because payments to a new one
/// are capped for a day.
async fn withdrawal(ada: &mut Caller, dice: &mut Dice, number: usize) {
    let (to, amount) = (
        format!("1{number:09}"),
        format!("{}.{:02}", 200 + dice.below(300), dice.below(100)),
    );
    let enquiry = json!({ "bank_code": BANK, "account_number": to });
    let found = ada
        .post("/enquire", enquiry)
        .await
        .expect(200)
        .data()
        .clone();
    let body = json!({
        "amount": amount, "send_wallet": "NGN", "confirm": true, "bank_code": BANK, "bank_name": found["bank"]["name"],
        "account_number": to, "account_name": found["account_name"],
    });
    let key = format!("key-fault-{number}");
    let payee = format!("bank:{BANK}:{to}");
    let mut one = authorised(ada, "withdraw", &amount, &payee, &key).await;
    if dice.below(4) > 0 {
        one.post("/withdraw", body).await;
        return;
    }
    let mut other = one.clone();
    tokio::join!(
        one.post("/withdraw", body.clone()),
        other.post("/withdraw", body)
    );
}

async fn statement(ada: &mut Caller) -> Vec<Value> {
    let (mut rows, mut page, mut last) = (Vec::new(), 1, 1);
    while page <= last {
        let answer = ada
            .get(&format!(
                "/transaction/me?category=withdraw&page={page}&per_page=100"
            ))
            .await;
        let found = answer.expect(200).data();
        last = found["last_page"].as_u64().unwrap();
        rows.extend(found["data"].as_array().cloned().unwrap());
        page += 1;
    }
    rows
}

async fn storm(engine: Engine, runs: usize, seed: u64) {
    let state = Arc::new(Mutex::new(State {
        dice: Dice::new(seed),
        truths: HashMap::new(),
        in_flight: Vec::new(),
        is_healed: false,
    }));
    let settings = [("AJO_RATE_LIMIT_FACTOR", "0")];
    let known = state.clone();
    let world = World::with_ports(engine, &settings, |ports| {
        let bank = ports.bank.clone();
        let faulty = Faulty { bank, state: known };
        Ports {
            bank: Arc::new(faulty),
            ..ports
        }
    })
    .await;
    let email = fresh_email();
    let mut ada = world.member_with_pin(&email).await;
    credit(&world, &mut ada, "NGN", "9000000.00").await;
    let mut dice = Dice::new(seed ^ 0x5DEE_CE66);
    for number in 0..runs {
        withdrawal(&mut ada, &mut dice, number).await;
        world.advance_seconds(i64::try_from(dice.below(20)).unwrap());
        if dice.below(3) == 0 {
            reconcile(&world.app).await.unwrap();
        }
        stay_signed_in(&mut ada, &email, number).await;
    }
    state.lock().unwrap().is_healed = true;
    for _ in 0..runs + 20 {
        world.advance_seconds(100);
        reconcile(&world.app).await.unwrap();
        let queued = sqlx::query("SELECT id FROM queue WHERE kind = 'order'");
        let queued = queued
            .fetch_all(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
        if queued.is_empty() {
            break;
        }
    }
    sign_in(&mut ada, &email).await;
    let rows = statement(&mut ada).await;
    assert_eq!(rows.len(), runs, "seed {seed}");
    let mut spent_kobo = 0;
    for row in &rows {
        let state = state.lock().unwrap();
        let truth = state.truths.get(row["reference"].as_str().unwrap());
        let truth = truth.unwrap_or_else(|| panic!("seed {seed}: never sent: {row}"));
        assert!(truth.effects <= 1, "seed {seed}: twice: {row}");
        let expected = match truth.is_paid {
            Some(true) => "SUCCESSFUL",
            _ => "FAILED",
        };
        assert_eq!(row["status"], expected, "seed {seed}: {row}");
        if expected == "SUCCESSFUL" {
            let (account, amount) = (&row["counterparty"]["account_number"], &row["gross_amount"]);
            assert_eq!(
                (account, amount),
                (&json!(truth.account), &json!(truth.amount)),
                "seed {seed}: {row}"
            );
            let net = Amount::parse(row["net_amount"].as_str().unwrap(), Currency::Ngn);
            spent_kobo += net.unwrap().minor().unwrap();
        }
    }
    let left = Amount::from_minor(900_000_000 - spent_kobo, Currency::Ngn)
        .unwrap()
        .to_string();
    assert_eq!(
        balances(&mut ada).await,
        (left.clone(), left),
        "seed {seed}"
    );
    world.end().await;
}

#[tokio::test]
async fn random_bank_faults_lose_no_money() {
    let (runs, seed) = (fault_runs(RUNS), fault_seed());
    storm(Engine::Sqlite, runs, seed).await;
    if Engine::postgres_is_there() {
        storm(Engine::Postgres, runs, seed).await;
    }
}
