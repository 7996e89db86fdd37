//! Months of plans in a minute: people save, borrow and buy sets of coins, pay late, early, in part and twice, invite others
//! and leave; the day's job is cut off in the middle and goes on, and exchange and bank fail. After each day everything must
//! add up.
//!
//! `make simulate` runs a thousand people for a year; the normal run is small. A failure names the seed, with which the
//! same people do the same again, and what happened on its day.

use crate::support::{Caller, Engine, PASSWORD, World, fresh_email};
use crate::wallet::{authorised, credit, wallet};
use backend::plans::days;
use backend::plans::products::{self, Facts};
use domain_core::money::Currency;
use domain_core::plans::Kind;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Row};
use std::collections::HashSet;
use std::fmt::Write;

mod others;

const PEOPLE: u64 = 50;
const DAYS: u64 = 60;
const SEED: u64 = 20_261_122;
const DAY_SECONDS: i64 = 24 * 60 * 60;
/// As long as a day is held by a server that has died.
const HOLD_SECONDS: i64 = 61;

/// Statements that must find nothing after any day's job.
const PROOFS: [(&str, &str); 5] = [
    (
        "an instalment's amount paid differs from its payments",
        "SELECT i.id FROM plan_instalments i LEFT JOIN (SELECT instalment_id, SUM(amount_minor) AS total FROM plan_payments \
         GROUP BY instalment_id) p ON p.instalment_id = i.id WHERE i.paid_minor <> COALESCE(p.total, 0)",
    ),
    (
        "a payment differs from what its transfer moved into the pot",
        "SELECT p.id FROM plan_payments p LEFT JOIN ledger_entries e ON e.transfer_id = p.transfer_id AND e.account_id = p.member_id \
         JOIN plan_subscriptions s ON s.id = p.subscription_id AND s.kind = 'savings' \
         WHERE p.member_id IS NOT NULL AND p.amount_minor <> COALESCE(e.amount_minor, 0)",
    ),
    (
        "the pot of a member who is in a plan differs from what was paid",
        "SELECT m.id FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id AND s.kind = 'savings' \
         LEFT JOIN ledger_accounts a ON a.id = m.id LEFT JOIN (SELECT member_id, \
         SUM(paid_minor) AS total FROM plan_instalments GROUP BY member_id) i ON i.member_id = m.id \
         WHERE m.status IN ('ACTIVE', 'PENDING') AND COALESCE(a.settled_minor, 0) <> COALESCE(i.total, 0)",
    ),
    (
        "there is money in the pot of a member who has left",
        "SELECT m.id FROM plan_members m JOIN ledger_accounts a ON a.id = m.id \
         WHERE m.status NOT IN ('ACTIVE', 'PENDING') AND (a.settled_minor <> 0 OR a.reserved_minor <> 0)",
    ),
    (
        "an ended plan has a member who is in it",
        "SELECT m.id FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
         WHERE m.status = 'ACTIVE' AND s.status IN ('COMPLETED', 'TERMINATED', 'DECLINED', 'CANCELLED')",
    ),
];

/// Xorshift: the same numbers for a seed.
struct Dice(u64);

impl Dice {
    /// Seeds that are close do not begin alike. A state of zero would stay zero.
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1))
    }

    fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides.max(1)
    }

    fn chance(&mut self, of_thousand: u64) -> bool {
        self.below(1_000) < of_thousand
    }
}

struct Person {
    caller: Caller,
    email: String,
    /// Their savings, by identifier.
    plans: Vec<String>,
    loans: Vec<String>,
    sets: Vec<String>,
}

#[derive(Debug, Default)]
struct Count {
    subscribed: u64,
    joined: u64,
    paid: u64,
    collected_days: usize,
    stopped: u64,
    borrowed: u64,
    repaid: u64,
    sets: u64,
    sold: u64,
    debited: u64,
    refused: u64,
    crashes: u64,
}

struct Simulation<'a> {
    world: &'a World,
    dice: Dice,
    seed: u64,
    day: u64,
    people: Vec<Person>,
    offers: Vec<Value>,
    /// The loan and the set of coins on offer.
    loan: String,
    set: String,
    /// Codes of groups.
    codes: Vec<String>,
    keys: u64,
    /// Transfers that people made themselves.
    own: HashSet<String>,
    count: Count,
    /// What happened today.
    events: String,
}

fn number(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |text| text.parse().expect(name))
}

fn facts(limits: (&str, &str), (duration, unit): (i64, &str), penalty: &str) -> Facts {
    let text = |text: &str| Some(String::from(text));
    Facts {
        name: text("Simulated savings"),
        min_amount: text(limits.0),
        max_amount: text(limits.1),
        duration: Some(duration),
        duration_unit: text(unit),
        opt_out_penalty: text(penalty),
        ..Facts::default()
    }
}

/// Kobo, of an amount in naira.
fn minor(text: &Value) -> i64 {
    let text = text.as_str().expect("an amount");
    let (whole, part) = text.split_once('.').expect("two decimals");
    whole.parse::<i64>().unwrap() * 100 + part.parse::<i64>().unwrap()
}

fn naira(minor: i64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

impl Simulation<'_> {
    fn note(&mut self, text: &str) {
        let _ = writeln!(self.events, "  {text}");
    }

    #[track_caller]
    fn fail(&self, what: &str) -> ! {
        panic!(
            "seed {}, day {}: {what}\n{}",
            self.seed, self.day, self.events
        )
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("simulated-{:08}", self.keys)
    }

    async fn offer(&mut self) {
        let savings = [
            ("daily", facts(("100", ""), (21, "day"), "3.5")),
            ("weekly", facts(("500", "90000"), (6, "week"), "5")),
            ("monthly", facts(("1000", ""), (3, "month"), "10")),
            (
                "flexible",
                Facts {
                    is_flexible: Some(true),
                    ..facts(("100", ""), (10, "day"), "5")
                },
            ),
            (
                "group",
                Facts {
                    is_group: Some(true),
                    ..facts(("300", ""), (5, "week"), "2.5")
                },
            ),
        ];
        for (reference, facts) in savings {
            let app = &self.world.app;
            products::add(
                app,
                "ajo",
                reference,
                Kind::Savings,
                Currency::Ngn,
                &facts,
                "Grace",
            )
            .await
            .unwrap();
        }
    }

    async fn enter(&mut self, people: u64) {
        for _ in 0..people {
            let email = fresh_email();
            let mut caller = self.world.member_with_pin(&email).await;
            // Some have too little for what they take.
            let amount = ["2500.00", "20000.00"][self.dice.below(2) as usize];
            credit(self.world, &mut caller, "NGN", amount).await;
            if self.offers.is_empty() {
                let plans = caller.get("/plans?type=savings").await;
                self.offers = plans.expect(200).data().as_array().cloned().unwrap();
            }
            self.people.push(Person {
                caller,
                email,
                plans: Vec::new(),
                loans: Vec::new(),
                sets: Vec::new(),
            });
            self.equip(self.people.len() - 1).await;
        }
    }

    async fn sign_in(&mut self, who: usize) {
        let person = &mut self.people[who];
        let body = json!({ "email": person.email, "password": PASSWORD });
        person.caller.post("/auth/login", body).await.expect(200);
    }

    /// A paid call: quote, PIN, payment; the payment is sent twice now and then. `None` if the quote is refused.
    async fn pay(
        &mut self,
        who: usize,
        quote: &str,
        path: &str,
        action: &str,
        mut body: Value,
    ) -> Option<Value> {
        let quoted = self.people[who].caller.post(quote, body.clone()).await;
        if quoted.status != 200 {
            // A group that has ended is not found any more.
            if !matches!(quoted.status.as_u16(), 404 | 422) {
                self.fail(&quoted.text);
            }
            self.count.refused += 1;
            return None;
        }
        let data = quoted.data();
        let (total, payee) = (
            data["total"].as_str().unwrap(),
            data["payee"].as_str().unwrap(),
        );
        let key = self.key();
        body["quote_id"] = data["id"].clone();
        let caller = &mut self.people[who].caller;
        let mut payer = authorised(caller, action, total, payee, &key).await;
        let answer = payer.post(path, body.clone()).await;
        answer.expect(201);
        if self.dice.chance(100) {
            let again = payer.post(path, body).await;
            if again.expect(201).body != answer.body {
                self.fail("the same key was answered in two ways");
            }
        }
        let paid = answer.data().clone();
        self.own.insert(paid["reference"].as_str().unwrap().into());
        Some(paid)
    }

    async fn subscribe(&mut self, who: usize) {
        let offer = self.offers[self.dice.below(self.offers.len() as u64) as usize].clone();
        let amount = naira(minor(&offer["limits"]["minimum"]) + self.dice.below(150_000) as i64);
        let mut body = json!({
            "plan_id": offer["id"], "type": "savings", "amount": amount, "funding_source": "wallet",
            "name": "Rent for next year", "confirm": true,
        });
        let is_open = offer["is_flexible"] == true || offer["is_group"] == true;
        if is_open && self.dice.chance(700) {
            body["duration"] = json!((self.dice.below(30) + 1).to_string());
            body["duration_unit"] = json!(["day", "week", "month"][self.dice.below(3) as usize]);
        }
        let paid = self
            .pay(
                who,
                "/quotes/plan",
                "/plans/subscribe",
                "savings_start",
                body,
            )
            .await;
        let Some(paid) = paid else { return };
        let path = format!("/plans/reference/{}", paid["reference"].as_str().unwrap());
        let found = self.people[who].caller.get(&path).await;
        let plan = found.expect(200).data().clone();
        self.note(&format!("{who} takes {} of {amount}", offer["reference"]));
        self.people[who]
            .plans
            .push(plan["id"].as_str().unwrap().into());
        self.codes.extend(plan["code"].as_str().map(String::from));
        self.count.subscribed += 1;
    }

    async fn join(&mut self, who: usize) {
        if self.codes.is_empty() {
            return;
        }
        let code = self.codes[self.dice.below(self.codes.len() as u64) as usize].clone();
        let amount = naira(30_000 + self.dice.below(100_000) as i64);
        let body = json!({ "code": code, "amount": amount, "funding_source": "wallet" });
        if let Some(paid) = self
            .pay(who, "/quotes/join", "/plans/join", "group_join", body)
            .await
        {
            let id = self.plan_of(who, &paid).await;
            self.note(&format!("{who} joins {code}"));
            self.people[who].plans.push(id);
            self.count.joined += 1;
        }
    }

    /// The plan that a payment has started.
    async fn plan_of(&mut self, who: usize, paid: &Value) -> String {
        let path = format!("/plans/reference/{}", paid["reference"].as_str().unwrap());
        let found = self.people[who].caller.get(&path).await;
        found.expect(200).data()["id"].as_str().unwrap().to_owned()
    }

    /// A plan of theirs that still runs.
    async fn running(&mut self, who: usize) -> Option<Value> {
        while !self.people[who].plans.is_empty() {
            let at = self.dice.below(self.people[who].plans.len() as u64) as usize;
            let path = format!("/subscriptions/{}", self.people[who].plans[at]);
            let found = self.people[who].caller.get(&path).await;
            let plan = found.expect(200).data().clone();
            if plan["status"] == "ACTIVE" {
                return Some(plan);
            }
            self.people[who].plans.remove(at);
        }
        None
    }

    /// In part, in full or above what is owed; early or late, as it comes.
    async fn instalment(&mut self, who: usize) {
        let Some(plan) = self.running(who).await else {
            return;
        };
        let next = &plan["progress"]["next"];
        if next.is_null() {
            return;
        }
        let owed = minor(&next["amount"]);
        let amount = match self.dice.below(4) {
            0 => owed / 3,
            1 => owed * 2,
            _ => owed,
        };
        let body =
            json!({ "id": next["id"], "amount": naira(amount.max(100)), "method": "wallet" });
        let paid = self
            .pay(who, "/quotes/savings", "/savings/pay", "savings_pay", body)
            .await;
        if let Some(paid) = paid {
            let net = minor(&paid["net_amount"]);
            if net > owed {
                self.fail("more was debited than was owed");
            }
            self.note(&format!(
                "{who} pays {} of {}",
                naira(net),
                plan["reference"]
            ));
            self.count.paid += 1;
        }
    }

    /// What stopping gives back is what was said of it before.
    async fn stop(&mut self, who: usize) {
        let Some(plan) = self.running(who).await else {
            return;
        };
        let quote = plan["termination"].clone();
        let before = minor(&wallet(&mut self.people[who].caller, "NGN").await["ledger_balance"]);
        let path = format!("/subscriptions/{}/abort", plan["id"].as_str().unwrap());
        let key = self.key();
        let body = json!({ "confirm": true });
        let mut caller = self.people[who].caller.with("idempotency-key", &key);
        let (one, other) = (
            caller.post(&path, body.clone()).await,
            caller.post(&path, body).await,
        );
        if quote["allowed"] != true {
            one.expect(422);
            self.count.refused += 1;
            return;
        }
        if one.expect(200).body != other.expect(200).body {
            self.fail("the same key was answered in two ways");
        }
        let after = minor(&wallet(&mut self.people[who].caller, "NGN").await["ledger_balance"]);
        if after - before != minor(&quote["refund"]) {
            self.fail(&format!(
                "{} came back, and {quote} was said",
                naira(after - before)
            ));
        }
        self.note(&format!("{who} stops {}", plan["reference"]));
        self.count.stopped += 1;
    }

    async fn switch_auto_save(&mut self, who: usize) {
        let is_on = self.dice.chance(700);
        let body = json!({ "name": "auto_save", "value": is_on.to_string() });
        let set = self.people[who]
            .caller
            .post("/account/settings", body)
            .await;
        if !set.status.is_success() {
            self.fail(&set.text);
        }
        self.note(&format!("{who} switches auto save to {is_on}"));
    }

    async fn live(&mut self, who: usize) {
        if !self.dice.chance(250) {
            return;
        }
        self.sign_in(who).await;
        match self.dice.below(28) {
            0..4 => {
                let amount = naira(50_000 + self.dice.below(2_000_000) as i64);
                credit(self.world, &mut self.people[who].caller, "NGN", &amount).await;
            }
            4..8 => self.subscribe(who).await,
            8..10 => self.join(who).await,
            10..16 => self.instalment(who).await,
            16..18 => self.switch_auto_save(who).await,
            18..20 => self.stop(who).await,
            20..22 => self.borrow(who).await,
            22..25 => self.repay(who).await,
            25..27 => self.buy_coins(who).await,
            _ => self.sell_coins(who).await,
        }
    }

    /// The day's job. Now and then the server dies in the middle of a member's part, and another one goes on.
    async fn job(&mut self) {
        if self.dice.chance(150) {
            let lives = self.dice.below(6);
            let app = self.world.app.clone();
            let mut paused = self.world.app.pause.next();
            let mut running = tokio::spawn(async move { days::run(&app).await.map(|_| ()) });
            let mut is_dead = false;
            for member in 0..=lives {
                tokio::select! {
                    ended = &mut running => {
                        ended.unwrap().unwrap();
                        break;
                    }
                    () = paused.reached() => {
                        if member == lives {
                            running.abort();
                            is_dead = running.await.is_err();
                            self.count.crashes += 1;
                            break;
                        }
                        let next = self.world.app.pause.next();
                        std::mem::replace(&mut paused, next).go();
                    }
                }
            }
            drop(paused);
            if is_dead {
                self.note("the job is cut off");
                self.world.advance_seconds(HOLD_SECONDS);
            }
        }
        let done = days::run(&self.world.app).await.unwrap();
        if done.failed > 0 {
            self.fail("a member's day failed");
        }
        let again = days::run(&self.world.app).await.unwrap();
        if again.members > 0 {
            self.fail("a day was done twice");
        }
        self.count.collected_days += done.members;
    }

    /// What the job collects for an instalment on its one day is one payment.
    async fn check_collected_once(&self, since_ms: i64) {
        let mut connection = self.world.app.db.read().await.unwrap();
        let rows = sqlx::query(
            "SELECT p.instalment_id, p.transfer_id FROM plan_payments p JOIN ledger_transfers t ON t.id = p.transfer_id \
             WHERE p.paid_at_ms >= $1 AND p.instalment_id IS NOT NULL AND t.linked_to IS NULL",
        )
        .bind(since_ms)
        .fetch_all(&mut *connection)
        .await
        .unwrap();
        let mut collected = HashSet::new();
        for row in rows {
            let (instalment, transfer): (String, String) = (row.get(0), row.get(1));
            if !self.own.contains(&transfer) && !collected.insert(instalment.clone()) {
                self.fail(&format!("{instalment} was collected twice on one day"));
            }
        }
    }

    async fn check(&self) {
        let mut connection = self.world.app.db.read().await.unwrap();
        let found = backend::reconciliation::check(&mut connection)
            .await
            .unwrap();
        if !found.is_empty() {
            self.fail(&format!("{found:?}"));
        }
        for (what, statement) in PROOFS {
            if let Some(id) = first(&mut connection, statement).await {
                self.fail(&format!("{what}: {id}"));
            }
        }
    }
}

async fn first(connection: &mut AnyConnection, statement: &'static str) -> Option<String> {
    let row = sqlx::query(statement)
        .fetch_optional(connection)
        .await
        .unwrap();
    row.map(|row| row.get(0))
}

#[tokio::test]
async fn everything_adds_up_after_each_day_of_many_peoples_plans() {
    let people = number("SIMULATE_PEOPLE", PEOPLE);
    let days = number("SIMULATE_DAYS", DAYS);
    let seed = number("SIMULATE_SEED", SEED);
    let world = World::new(Engine::Sqlite).await;
    let mut simulation = Simulation {
        world: &world,
        dice: Dice::new(seed),
        seed,
        day: 0,
        people: Vec::new(),
        offers: Vec::new(),
        loan: String::new(),
        set: String::new(),
        codes: Vec::new(),
        keys: 0,
        own: HashSet::new(),
        count: Count::default(),
        events: String::new(),
    };
    simulation.offer().await;
    simulation.offer_more().await;
    simulation.enter(people).await;
    for day in 0..days {
        simulation.day = day;
        simulation.events.clear();
        for who in 0..simulation.people.len() {
            simulation.live(who).await;
        }
        // Servers are away for days, too.
        let away = 1 + i64::from(simulation.dice.chance(50)) * 3;
        world.advance_seconds(away * DAY_SECONDS);
        let before_ms = world.clock.now_ms();
        simulation.job().await;
        simulation.check().await;
        if away == 1 {
            simulation.check_collected_once(before_ms).await;
        }
        simulation.providers().await;
        simulation.check().await;
        simulation.check_debits().await;
    }
    println!(
        "simulated {people} people for {days} days, seed {seed}: {:?}",
        simulation.count
    );
    drop(simulation);
    world.end().await;
}
