//! Thousands of card payments with random company faults: each is credited once, nothing else is, and polling ends.
//! `make provider-faults` runs thousands; the normal run makes a few. A failure names its seed.

use super::*;
use crate::support::dice::{Dice, fault_runs, fault_seed};
use crate::support::{Engine, sign_in, stay_signed_in};
use axum::http::{HeaderMap, Method};
use domain_core::money::{Amount, Currency};
use providers::card::{
    CardNotice, CardPayment, CardPort, CardStatus, CardUnavailable, Checkout, NoticeError,
};
use providers::{Later, Ports};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use wallet::cards::ask_due;

const RUNS: usize = 60;

/// An attempted payment and its true outcome.
#[derive(Clone)]
struct Payment {
    id: String,
    amount: Amount,
    is_paid: bool,
}

struct State {
    dice: Dice,
    checkouts: HashMap<String, (Amount, Vec<Payment>)>,
    /// Notices in transit, in any order.
    in_flight: Vec<CardNotice>,
    /// Payments reported before the present call: the first report counts.
    told: HashSet<String>,
    telling: HashSet<String>,
    is_healed: bool,
}

impl State {
    /// The customer pays on the company's page: once, twice, less, after a decline, or not at all.
    fn pay(&mut self, tx_ref: &str) {
        let Some((charged, mut payments)) = self.checkouts.remove(tx_ref) else {
            return;
        };
        let tries = match self.dice.below(6) {
            0 => vec![],
            1 => vec![(false, false)],
            2 => vec![(false, false), (true, false)],
            3 => vec![(true, false), (true, false)],
            4 => vec![(true, true)],
            _ => vec![(true, false)],
        };
        for (is_paid, is_less) in tries {
            let part = if is_less { 2 } else { 1 };
            let amount = Amount::from_minor(charged.minor().unwrap() / part, Currency::Ngn);
            let payment = Payment {
                id: format!("{}-{}", &tx_ref["card-".len()..], payments.len()),
                amount: amount.unwrap(),
                is_paid,
            };
            for _ in 0..=self.dice.below(3) {
                self.in_flight.push(CardNotice {
                    tx_ref: tx_ref.to_owned(),
                    payment_id: Some(payment.id.clone()),
                    takes_back: false,
                });
            }
            payments.push(payment);
        }
        self.checkouts
            .insert(tx_ref.to_owned(), (charged, payments));
    }

    /// The list is delayed, and then complete.
    fn payments(&mut self, tx_ref: &str) -> Result<Vec<CardPayment>, CardUnavailable> {
        if !self.is_healed && self.dice.below(3) == 0 {
            return Err(CardUnavailable);
        }
        let paid = self.checkouts.get(tx_ref).into_iter();
        let paid = paid.flat_map(|(_, payments)| payments);
        let paid: Vec<CardPayment> = paid
            .filter(|payment| payment.is_paid)
            .map(|payment| CardPayment {
                id: payment.id.clone(),
                amount: payment.amount,
            })
            .collect();
        self.telling.extend(paid.iter().map(|one| one.id.clone()));
        Ok(paid)
    }

    fn verify(
        &mut self,
        tx_ref: &str,
        payment_id: Option<&str>,
    ) -> Result<CardStatus, CardUnavailable> {
        let roll = if self.is_healed {
            9
        } else {
            self.dice.below(12)
        };
        match roll {
            0 | 1 => return Err(CardUnavailable),
            // Contradictory responses: a payment is reported as not attempted, pending or declined. A decline in a
            // query by name is final.
            2 => return Ok(CardStatus::Untouched),
            3 => return Ok(CardStatus::Pending),
            4 if payment_id.is_none() => return Ok(CardStatus::Declined),
            _ => {}
        }
        let found = self
            .checkouts
            .get(tx_ref)
            .and_then(|(_, payments)| match payment_id {
                Some(id) => payments.iter().find(|payment| payment.id == id),
                None => payments.last(),
            });
        let Some(payment) = found.cloned() else {
            return Ok(CardStatus::Untouched);
        };
        if !payment.is_paid {
            return Ok(CardStatus::Declined);
        }
        let is_known = self.told.contains(&payment.id);
        self.telling.insert(payment.id.clone());
        let amount = match roll {
            // Another amount for a payment that was reported before.
            5 if is_known => Amount::from_minor(99_999_900, Currency::Ngn).unwrap(),
            _ => payment.amount,
        };
        Ok(CardStatus::Paid(CardPayment {
            id: payment.id,
            amount,
        }))
    }
}

#[derive(Clone)]
struct Faulty(Arc<Mutex<State>>);

impl CardPort for Faulty {
    fn checkout<'a>(&'a self, wanted: &'a Checkout) -> Later<'a, Result<String, CardUnavailable>> {
        Box::pin(async move {
            let mut state = self.0.lock().unwrap();
            let roll = state.dice.below(10);
            // Time-outs before the page is created, and after.
            if roll > 0 {
                let made = (wanted.amount, Vec::new());
                state.checkouts.insert(wanted.tx_ref.clone(), made);
            }
            if roll < 2 {
                return Err(CardUnavailable);
            }
            Ok(format!("/pay/{}", wanted.tx_ref))
        })
    }

    fn verify<'a>(
        &'a self,
        tx_ref: &'a str,
        payment_id: Option<&'a str>,
    ) -> Later<'a, Result<CardStatus, CardUnavailable>> {
        Box::pin(async move { self.0.lock().unwrap().verify(tx_ref, payment_id) })
    }

    fn payments<'a>(
        &'a self,
        tx_ref: &'a str,
    ) -> Later<'a, Result<Vec<CardPayment>, CardUnavailable>> {
        Box::pin(async move { self.0.lock().unwrap().payments(tx_ref) })
    }

    fn notice(&self, _: &HeaderMap, body: &[u8]) -> Result<Option<CardNotice>, NoticeError> {
        let told: Value = serde_json::from_slice(body).map_err(|_| NoticeError::Malformed)?;
        let text = |key: &str| told[key].as_str().map(str::to_owned);
        Ok(text("tx_ref").map(|tx_ref| CardNotice {
            tx_ref,
            payment_id: text("id"),
            takes_back: false,
        }))
    }
}

/// Delivers some of the notices in any order.
async fn deliver(world: &World, state: &Mutex<State>) {
    let arrived = {
        let mut state = state.lock().unwrap();
        let mut arrived = Vec::new();
        for _ in 0..state.in_flight.len() {
            if state.is_healed || state.dice.below(3) == 0 {
                let index = {
                    let length = state.in_flight.len();
                    state.dice.index(length)
                };
                arrived.push(state.in_flight.swap_remove(index));
            }
        }
        arrived
    };
    for notice in arrived {
        let body = json!({ "tx_ref": notice.tx_ref, "id": notice.payment_id }).to_string();
        let company = world.caller();
        company
            .raw(Method::POST, "/api/hooks/card", "application/json", body)
            .await
            .expect(200);
    }
}

async fn credits(ada: &mut Caller) -> Vec<Value> {
    let (mut rows, mut page, mut last) = (Vec::new(), 1, 1);
    while page <= last {
        let path = format!("/transaction/me?page={page}&per_page=100");
        let found = ada.get(&path).await.expect(200).data().clone();
        last = found["last_page"].as_u64().unwrap();
        rows.extend(found["data"].as_array().cloned().unwrap());
        page += 1;
    }
    rows
}

fn kobo(text: &Value) -> i64 {
    let amount = Amount::parse(text.as_str().unwrap(), Currency::Ngn);
    amount.unwrap().minor().unwrap()
}

async fn storm(engine: Engine, runs: usize, seed: u64) {
    let state = Arc::new(Mutex::new(State {
        dice: Dice::new(seed),
        checkouts: HashMap::new(),
        in_flight: Vec::new(),
        told: HashSet::new(),
        telling: HashSet::new(),
        is_healed: false,
    }));
    let settings = [("AJO_RATE_LIMIT_FACTOR", "0")];
    let cards = Faulty(state.clone());
    let world = World::with_ports(engine, &settings, |ports| Ports {
        cards: Arc::new(cards),
        ..ports
    })
    .await;
    let email = fresh_email();
    let mut ada = world.member(&email).await;
    let mut dice = Dice::new(seed ^ 0x5DEE_CE66);
    for number in 0..runs {
        let amount = format!("{}.00", 2 + dice.below(20));
        let body = json!({ "purpose": "fund", "currency": "NGN", "amount": amount });
        let started = ada.post("/payment/card", body).await;
        if started.status.is_success() {
            let tx_ref = started.data()["tx_ref"].as_str().unwrap().to_owned();
            state.lock().unwrap().pay(&tx_ref);
            // The browser returns, once or twice concurrently, while the job polls as well.
            let confirm = json!({ "tx_ref": tx_ref });
            let (mut one, mut other) = (ada.clone(), ada.clone());
            match dice.below(3) {
                0 => {}
                1 => {
                    one.post("/payment/flutter/confirm", confirm).await;
                }
                _ => {
                    let path = "/payment/flutter/confirm";
                    let (_, _, asked) = tokio::join!(
                        one.post(path, confirm.clone()),
                        other.post(path, confirm),
                        ask_due(&world.app)
                    );
                    asked.unwrap();
                }
            }
        } else {
            started.refuses(503, "unavailable");
        }
        deliver(&world, &state).await;
        world.advance_seconds(i64::try_from(dice.below(20)).unwrap());
        if dice.below(3) == 0 {
            ask_due(&world.app).await.unwrap();
        }
        stay_signed_in(&mut ada, &email, number).await;
        let mut state = state.lock().unwrap();
        let telling = std::mem::take(&mut state.telling);
        state.told.extend(telling);
    }
    // The company recovers; notices in transit arrive.
    state.lock().unwrap().is_healed = true;
    deliver(&world, &state).await;
    for _ in 0..runs + 300 {
        world.advance_seconds(601);
        ask_due(&world.app).await.unwrap();
        if world
            .count("SELECT COUNT(*) FROM queue WHERE kind = 'card'")
            .await
            == 0
        {
            break;
        }
    }
    assert_eq!(
        world
            .count("SELECT COUNT(*) FROM queue WHERE kind = 'card'")
            .await,
        0,
        "seed {seed}"
    );
    sign_in(&mut ada, &email).await;
    let rows = credits(&mut ada).await;
    let mut paid: Vec<i64> = Vec::new();
    {
        let state = state.lock().unwrap();
        let all = state.checkouts.values().flat_map(|(_, payments)| payments);
        for payment in all.filter(|payment| payment.is_paid) {
            paid.push(payment.amount.minor().unwrap());
        }
    }
    let mut credited: Vec<i64> = rows.iter().map(|row| kobo(&row["gross_amount"])).collect();
    paid.sort_unstable();
    credited.sort_unstable();
    assert!(!paid.is_empty(), "seed {seed}");
    assert_eq!(credited, paid, "seed {seed}");
    let arrived: i64 = rows.iter().map(|row| kobo(&row["net_amount"])).sum();
    let arrived = Amount::from_minor(arrived, Currency::Ngn)
        .unwrap()
        .to_string();
    assert_eq!(
        balances(&mut ada).await,
        (arrived.clone(), arrived),
        "seed {seed}"
    );
    // A payer is never told that the payment is missing.
    let wrong = "SELECT COUNT(*) FROM card_checkouts c JOIN card_payments p ON p.tx_ref = c.tx_ref WHERE c.state <> 'paid'";
    assert_eq!(world.count(wrong).await, 0, "seed {seed}");
    world.end().await;
}

#[tokio::test]
async fn random_card_company_faults_lose_no_money() {
    let (runs, seed) = (fault_runs(RUNS), fault_seed());
    storm(Engine::Sqlite, runs, seed).await;
    if Engine::postgres_is_there() {
        storm(Engine::Postgres, runs, seed).await;
    }
}
