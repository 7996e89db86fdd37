//! Thousands of purchases with random provider faults: no effect twice, no money lost, nothing left open.
//!
//! `make provider-faults` runs thousands; the normal run makes a few. A failure names its seed.

use super::{buy, cable, data, payee, power, validated};
use crate::support::dice::{Dice, fault_runs, fault_seed};
use crate::support::{Caller, Engine, World, fresh_email, sign_in, stay_signed_in};
use crate::wallet::{authorised, balances, credit};
use domain_core::money::{Amount, Currency};
use money::orders::reconcile;
use providers::bills::{
    Bill, BillsError, BillsPort, Customer, Enquiry, MeterToken, Package, PowerService, Vend, Vended,
};
use providers::{Later, OrderOutcome, Ports};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

const RUNS: usize = 60;
const SERVICE: &str = "ikeja-electric-prepaid";

/// The true outcome of a purchase.
#[derive(Default)]
struct Truth {
    is_delivered: Option<bool>,
    effects: usize,
    questions: u64,
    /// The number of the query from which the token is available.
    token_from: u64,
}

struct State {
    dice: Dice,
    truths: HashMap<String, Truth>,
    /// Requests in transit, in any order.
    in_flight: Vec<Vend>,
    is_healed: bool,
}

/// A provider that executes a reference once, and responds randomly until it is healed.
#[derive(Clone)]
struct Faulty(Arc<Mutex<State>>);

fn naira(text: &str) -> Amount {
    Amount::parse(text, Currency::Ngn).unwrap()
}

impl State {
    fn execute(&mut self, vend: &Vend) {
        let (succeeds, token_from) = (self.dice.below(5) > 0, self.dice.below(4));
        let truth = self.truths.entry(vend.reference.clone()).or_default();
        if truth.is_delivered.is_none() {
            truth.is_delivered = Some(succeeds);
            truth.effects += usize::from(succeeds);
            truth.token_from = token_from;
        }
    }

    fn refuse(&mut self, vend: &Vend) {
        let truth = self.truths.entry(vend.reference.clone()).or_default();
        truth.is_delivered.get_or_insert(false);
    }

    /// Delivers some of the requests in transit, and all of them once healed.
    fn arrive(&mut self) {
        for _ in 0..self.in_flight.len() {
            if self.is_healed || self.dice.below(2) == 0 {
                let index = self.dice.index(self.in_flight.len());
                let vend = self.in_flight.swap_remove(index);
                self.execute(&vend);
            }
        }
    }

    fn truth(&mut self, vend: &Vend) -> Vended {
        let Some(truth) = self.truths.get_mut(&vend.reference) else {
            return OrderOutcome::NotFound.into();
        };
        match truth.is_delivered {
            None => OrderOutcome::NotFound.into(),
            Some(false) => OrderOutcome::Refused.into(),
            Some(true) => {
                let has_token = vend.kind == Bill::Power && truth.questions >= truth.token_from;
                let token = has_token.then(|| MeterToken {
                    token: "12345678901234567890".into(),
                    units: Some("2.5".into()),
                });
                Vended {
                    outcome: OrderOutcome::Done,
                    token,
                }
            }
        }
    }

    fn vend(&mut self, vend: &Vend) -> Vended {
        self.arrive();
        let roll = if self.is_healed {
            9
        } else {
            self.dice.below(10)
        };
        match roll {
            // Time-outs before the effect, after it, and in transit.
            0 => return OrderOutcome::Unknown.into(),
            1 => {
                self.execute(vend);
                return OrderOutcome::Unknown.into();
            }
            2 => {
                self.in_flight.push(vend.clone());
                return OrderOutcome::Unknown.into();
            }
            // Executed twice.
            3 => {
                self.execute(vend);
                self.execute(vend);
            }
            4 => self.refuse(vend),
            5 => {
                self.execute(vend);
                return OrderOutcome::Pending.into();
            }
            _ => self.execute(vend),
        }
        self.truth(vend)
    }

    fn status(&mut self, vend: &Vend) -> Vended {
        self.arrive();
        if let Some(truth) = self.truths.get_mut(&vend.reference) {
            truth.questions += 1;
        }
        let is_settled = self
            .truths
            .get(&vend.reference)
            .is_some_and(|one| one.is_delivered == Some(true));
        let roll = if self.is_healed {
            9
        } else {
            self.dice.below(10)
        };
        match roll {
            0 | 1 => OrderOutcome::Unknown.into(),
            // Contradictory responses: an executed purchase is unknown, or still pending.
            2 => OrderOutcome::NotFound.into(),
            3 if is_settled => OrderOutcome::Pending.into(),
            _ => self.truth(vend),
        }
    }
}

impl BillsPort for Faulty {
    fn packages<'a>(&'a self, _: Bill, _: &'a str) -> Later<'a, Result<Vec<Package>, BillsError>> {
        let package = |code: &str, amount| Package {
            code: code.into(),
            name: code.into(),
            amount: naira(amount),
        };
        Box::pin(async move { Ok(vec![package("small", "100"), package("large", "250.50")]) })
    }

    fn services(&self) -> Later<'_, Result<Vec<PowerService>, BillsError>> {
        let service = PowerService {
            code: SERVICE.into(),
            name: "Ikeja Electric".into(),
            minimum: None,
        };
        Box::pin(async move { Ok(vec![service]) })
    }

    fn validate<'a>(&'a self, _: Enquiry<'a>) -> Later<'a, Result<Customer, BillsError>> {
        Box::pin(async {
            Ok(Customer {
                name: "ADA OBI".into(),
                minimum: None,
            })
        })
    }

    fn vend<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended> {
        Box::pin(async move { self.0.lock().unwrap().vend(vend) })
    }

    fn status<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended> {
        Box::pin(async move { self.0.lock().unwrap().status(vend) })
    }
}

/// Makes one purchase, sometimes sent twice concurrently.
async fn purchase(ada: &mut Caller, dice: &mut Dice, number: usize) {
    // Another recipient each time, because payments to a new one are capped for a day.
    let customer = format!("12{number:08}");
    let (kind, body, amount) = match dice.below(4) {
        0 => (
            "airtime",
            json!({ "network": "mtn", "phone": format!("0803{number:07}"), "amount": "50.00", "confirm": true }),
            "50.00",
        ),
        1 => {
            let mut body = data("small");
            body["phone"] = json!(format!("0805{number:07}"));
            ("data", body, "100.00")
        }
        2 => {
            let code = validated(ada, "cable", "DSTV", &customer).await;
            let mut body = cable("large", &code);
            body["iuc"] = json!(customer);
            ("cable", body, "250.50")
        }
        _ => {
            let code = validated(ada, "power", SERVICE, &customer).await;
            ("power", power(&customer, "500.00", &code), "500.00")
        }
    };
    let key = format!("key-fault-{number}");
    if dice.below(4) > 0 {
        buy(ada, kind, body, amount, &key).await;
        return;
    }
    let mut one = authorised(ada, kind, amount, &payee(kind, &body), &key).await;
    let (mut other, path) = (one.clone(), format!("/vas/{kind}"));
    tokio::join!(one.post(&path, body.clone()), other.post(&path, body));
}

async fn statement(ada: &mut Caller) -> Vec<Value> {
    let (mut rows, mut page, mut last) = (Vec::new(), 1, 1);
    while page <= last {
        let path = format!("/transaction/me?page={page}&per_page=100");
        let answer = ada.get(&path).await;
        let found = answer.expect(200).data();
        last = found["last_page"].as_u64().unwrap();
        rows.extend(found["data"].as_array().cloned().unwrap());
        page += 1;
    }
    rows.retain(|row| row["type"] == "DEBIT");
    rows
}

async fn storm(engine: Engine, runs: usize, seed: u64) {
    let state = State {
        dice: Dice::new(seed),
        truths: HashMap::new(),
        in_flight: Vec::new(),
        is_healed: false,
    };
    let faulty = Faulty(Arc::new(Mutex::new(state)));
    let bills = faulty.clone();
    let settings = [("AJO_RATE_LIMIT_FACTOR", "0")];
    let world = World::with_ports(engine, &settings, |ports| Ports {
        bills: Arc::new(bills),
        ..ports
    })
    .await;
    let email = fresh_email();
    let mut ada = world.member_with_pin(&email).await;
    credit(&world, &mut ada, "NGN", "9000000.00").await;
    let mut dice = Dice::new(seed ^ 0x5DEE_CE66);
    for number in 0..runs {
        purchase(&mut ada, &mut dice, number).await;
        world.advance_seconds(i64::try_from(dice.below(20)).unwrap());
        if dice.below(3) == 0 {
            reconcile(&world.app).await.unwrap();
        }
        stay_signed_in(&mut ada, &email, number).await;
    }
    faulty.0.lock().unwrap().is_healed = true;
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
        let state = faulty.0.lock().unwrap();
        let truth = state.truths.get(row["reference"].as_str().unwrap());
        let truth = truth.unwrap_or_else(|| panic!("seed {seed}: never sent: {row}"));
        assert!(truth.effects <= 1, "seed {seed}: twice: {row}");
        let expected = if truth.is_delivered == Some(true) {
            "SUCCESSFUL"
        } else {
            "FAILED"
        };
        assert_eq!(row["status"], expected, "seed {seed}: {row}");
        let has_token = row["category"] == "power" && expected == "SUCCESSFUL";
        assert_eq!(row["token"].is_string(), has_token, "seed {seed}: {row}");
        assert_eq!(row["token_pending"], Value::Null, "seed {seed}: {row}");
        if expected == "SUCCESSFUL" {
            spent_kobo += naira(row["net_amount"].as_str().unwrap()).minor().unwrap();
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
async fn random_provider_faults_lose_no_money() {
    let (runs, seed) = (fault_runs(RUNS), fault_seed());
    storm(Engine::Sqlite, runs, seed).await;
    if Engine::postgres_is_there() {
        storm(Engine::Postgres, runs, seed).await;
    }
}
