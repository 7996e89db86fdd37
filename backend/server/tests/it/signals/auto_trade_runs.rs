//! Thousands of signals through an exchange with partial fills, refusals and lost responses, with crashes between a
//! commit and the call, two concurrent servers, and a switch that changes at any moment: no cap is exceeded, no signal
//! is bought twice, nothing is ordered once the switch is off, and every order ends. `make auto-trade-runs` runs
//! thousands; the normal run makes a few. A failure names its seed.

use super::auto_trade::{KEY, caps, keys, price, strategy_for};
use super::subscriber;
use crate::support::dice::Dice;
use crate::support::{Caller, Engine, World, sign_in};
use domain_core::money::Figure;
use domain_core::signals::exchange::KeyRights;
use domain_core::signals::order::TradeFilters;
use ground::clock::Clock;
use ground::queue::Kind;
use providers::exchange_keys::{
    Balance, Bought, ExchangeError, ExchangeKeyPort, ExchangeKeys, LimitOrder, Ordered,
};
use providers::market::Pair;
use providers::signals::{Prediction, Predictions};
use providers::{Later, Ports};
use signals::auto_trade::{run, step};
use signals::predictions::put;
use sqlx::Row;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex};

const RUNS: usize = 300;
/// The validity of a call, as at Binance.
const WINDOW_MS: i64 = 5_000;
const COINS: [&str; 3] = ["BTC", "ETH", "SOL"];
/// The caps per trade and per day, in USDT.
const CAPS: [(&str, &str); 3] = [("50", "120"), ("20", "1000"), ("300", "310")];
const ONE: i64 = 100_000_000;

/// The true outcome of an order.
struct Truth {
    account: String,
    day: String,
    sent_at_ms: i64,
    quantity: Figure,
    limit: Figure,
    /// `None` while it is in transit, or if it never arrived.
    outcome: Option<Ordered>,
}

struct State {
    dice: Dice,
    clock: Option<Clock>,
    orders: HashMap<String, Truth>,
    in_flight: Vec<String>,
    /// Free USDT of each account.
    free: HashMap<String, i64>,
    /// For switched-off accounts: the orders sent before.
    off: HashMap<String, HashSet<String>>,
    is_healed: bool,
    wrong: Vec<String>,
}

fn figure(units: i64) -> Figure {
    Figure::of_units(units).unwrap()
}

fn filters() -> TradeFilters {
    TradeFilters {
        least_quantity: figure(1_000),
        greatest_quantity: figure(9_000 * ONE),
        step: figure(1_000),
        tick: figure(1_000_000),
        least_notional: figure(5 * ONE),
    }
}

impl State {
    fn now_ms(&self) -> i64 {
        self.clock.as_ref().map_or(0, Clock::now_ms)
    }

    fn roll(&mut self, sides: u64) -> u64 {
        if self.is_healed {
            sides - 1
        } else {
            self.dice.below(sides)
        }
    }

    /// Executes an order at the exchange.
    fn execute(&mut self, id: &str) {
        let roll = self.roll(8);
        let Some(order) = self.orders.get_mut(id) else {
            return;
        };
        if order.outcome.is_some() {
            return;
        }
        let worth = order.quantity.costs(order.limit).unwrap();
        let free = self.free.get_mut(&order.account).unwrap();
        if worth.units() > *free {
            self.wrong.push(format!("{id}: {worth} of {free}"));
        }
        let quantity = match roll {
            0 => {
                order.outcome = Some(Ordered::Refused);
                return;
            }
            1 => Figure::ZERO,
            2 | 3 => figure(order.quantity.units() / 2).down_to(filters().step),
            _ => order.quantity,
        };
        // Never above its limit, often below.
        let price = if roll == 4 {
            order.limit
        } else {
            order.limit.thousandths(990).unwrap()
        };
        let cost = quantity.costs(price).unwrap();
        *free -= cost.units();
        order.outcome = Some(Ordered::Over(Bought { quantity, cost }));
    }

    /// Delivers some of the orders in transit; those older than the validity of a call are refused.
    fn arrive(&mut self) {
        let now_ms = self.now_ms();
        for id in std::mem::take(&mut self.in_flight) {
            if now_ms - self.orders[&id].sent_at_ms > WINDOW_MS {
                continue;
            }
            match self.dice.below(2) {
                0 => self.execute(&id),
                _ => self.in_flight.push(id),
            }
        }
    }

    fn order(&mut self, account: String, order: &LimitOrder, day: String) -> Ordered {
        self.arrive();
        let id = &order.id;
        if self
            .off
            .get(&account)
            .is_some_and(|sent| !sent.contains(id))
        {
            self.wrong
                .push(format!("{id}: ordered while the switch was off"));
        }
        let truth = Truth {
            account,
            day,
            sent_at_ms: self.now_ms(),
            quantity: order.quantity,
            limit: order.limit,
            outcome: None,
        };
        if self.orders.insert(id.clone(), truth).is_some() {
            self.wrong.push(format!("{id}: sent twice"));
        }
        match self.roll(10) {
            // Time-outs before the effect, after it, and in transit.
            0 => return Ordered::Unknown,
            1 | 2 => {
                self.execute(id);
                return Ordered::Unknown;
            }
            3 => {
                self.in_flight.push(id.clone());
                return Ordered::Unknown;
            }
            4 => {
                self.execute(id);
                return Ordered::Open;
            }
            _ => self.execute(id),
        }
        self.orders[id].outcome.unwrap_or(Ordered::Unknown)
    }

    fn status(&mut self, id: &str) -> Ordered {
        self.arrive();
        let now_ms = self.now_ms();
        match (self.roll(6), self.orders.get(id)) {
            (0, _) => Ordered::Unknown,
            // A moment after it was accepted.
            (1, Some(order)) if now_ms - order.sent_at_ms < WINDOW_MS => Ordered::NotFound,
            (2, Some(order)) if order.outcome.is_some() => Ordered::Open,
            (_, order) => order
                .and_then(|order| order.outcome)
                .unwrap_or(Ordered::NotFound),
        }
    }
}

#[derive(Clone)]
struct Faulty(Arc<Mutex<State>>);

fn account(keys: &ExchangeKeys) -> String {
    keys.key.reveal().clone()
}

impl ExchangeKeyPort for Faulty {
    fn rights<'a>(&'a self, _: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(async {
            Ok(KeyRights {
                reads: true,
                withdraws: false,
                transfers: false,
                borrows: false,
                trades: true,
            })
        })
    }

    fn balances<'a>(
        &'a self,
        keys: &'a ExchangeKeys,
    ) -> Later<'a, Result<Vec<Balance>, ExchangeError>> {
        Box::pin(async move {
            let mut state = self.0.lock().unwrap();
            state.arrive();
            if state.roll(12) == 0 {
                return Err(ExchangeError::Unavailable);
            }
            let free = state.free[&account(keys)];
            Ok(vec![Balance {
                coin: "USDT".into(),
                free: figure(free),
                locked: Figure::ZERO,
            }])
        })
    }

    fn filters(&self, _: Pair) -> Later<'_, Result<Option<TradeFilters>, ExchangeError>> {
        Box::pin(async { Ok(Some(filters())) })
    }

    fn order<'a>(&'a self, keys: &'a ExchangeKeys, order: &'a LimitOrder) -> Later<'a, Ordered> {
        Box::pin(async move {
            // The other server interrupts here.
            tokio::task::yield_now().await;
            let mut state = self.0.lock().unwrap();
            let day = state.clock.as_ref().unwrap().today().text();
            state.order(account(keys), order, day)
        })
    }

    fn order_status<'a>(&'a self, _: &'a ExchangeKeys, _: Pair, id: &'a str) -> Later<'a, Ordered> {
        Box::pin(async move { self.0.lock().unwrap().status(id) })
    }
}

struct Trader {
    caller: Caller,
    email: String,
    user_id: String,
    key: String,
    caps: (&'static str, &'static str),
    is_on: bool,
}

async fn trader(world: &World, number: usize) -> Trader {
    let mut caller = subscriber(world).await;
    let me = caller.get("/auth/me").await.expect(200).data().clone();
    let key = format!("{KEY}-{number}");
    caller.put("/exchange-keys", keys(&key)).await.expect(200);
    for coin in COINS {
        strategy_for(&mut caller, coin, "200000").await;
    }
    let (per_trade, per_day) = CAPS[number];
    caller
        .put("/auto-trade", caps(true, per_trade, per_day))
        .await
        .expect(200);
    let email = me["email"].as_str().unwrap().to_owned();
    let mut connection = world.app.db.read().await.unwrap();
    let row = sqlx::query("SELECT id FROM users WHERE email = $1")
        .bind(email.as_str())
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    Trader {
        caller,
        email,
        user_id: row.try_get("id").unwrap(),
        key,
        caps: CAPS[number],
        is_on: true,
    }
}

/// Flips a trader's switch.
async fn throw(world: &World, trader: &mut Trader, state: &Mutex<State>) {
    sign_in(&mut trader.caller, &trader.email).await;
    trader.is_on = !trader.is_on;
    if trader.is_on {
        state.lock().unwrap().off.remove(&trader.key);
    }
    let (per_trade, per_day) = trader.caps;
    let form = caps(trader.is_on, per_trade, per_day);
    trader.caller.put("/auto-trade", form).await.expect(200);
    if trader.is_on {
        return;
    }
    // Orders recorded as sent before may still be in transit to the exchange.
    let sent =
        sqlx::query("SELECT id FROM trade_orders WHERE user_id = $1 AND sent_at_ms IS NOT NULL")
            .bind(trader.user_id.as_str())
            .fetch_all(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
    let sent = sent.iter().map(|row| row.try_get("id").unwrap()).collect();
    state.lock().unwrap().off.insert(trader.key.clone(), sent);
}

async fn signal(world: &World, dice: &mut Dice, number: usize) {
    let coins = &COINS[..1 + dice.index(COINS.len())];
    let one = |coin: &&str| Prediction {
        id: 1,
        symbol: (*coin).into(),
        logo: None,
        percent_change_24h: format!("{}.{number}", 2 + number % 3),
    };
    let all = Predictions {
        first_match: coins.iter().map(one).collect(),
        ..Predictions::default()
    };
    put(&world.app, &all, world.app.clock.now_ms())
        .await
        .unwrap();
}

/// Runs a round of one or two servers, one of which may crash between a commit and the next step, or be delayed there
/// until its tasks can be claimed by others.
async fn work(world: &World, dice: &mut Dice, traders: &mut [Trader], state: &Mutex<State>) {
    let fate = dice.below(8);
    if fate > 2 {
        let (app, other) = (world.app.clone(), world.app.clone());
        let servers = [
            tokio::spawn(async move { run(&app).await }),
            tokio::spawn(async move { run(&other).await }),
        ];
        if fate > 5 {
            let index = dice.index(traders.len());
            throw(world, &mut traders[index], state).await;
        }
        for server in servers {
            server.await.unwrap().unwrap();
        }
        return;
    }
    if dice.below(3) > 0 {
        // Decided before, so that it stops between the commit and the call.
        for kind in [Kind::Signal, Kind::Trade] {
            step(&world.app, kind).await.unwrap();
        }
    }
    let mut pause = world.app.pause.next();
    let app = world.app.clone();
    let mut server = tokio::spawn(async move { run(&app).await });
    let is_stopped = tokio::select! {
        () = pause.reached() => true,
        _ = &mut server => false,
    };
    if !is_stopped {
        // It was not reached: the next one passes.
        drop(pause);
        return;
    }
    match fate {
        0 => server.abort(),
        held_up => {
            if held_up == 1 {
                let index = dice.index(traders.len());
                throw(world, &mut traders[index], state).await;
            } else {
                world.advance_seconds(61);
            }
            run(&world.app).await.unwrap();
            pause.go();
            server.await.unwrap().unwrap();
            return;
        }
    }
    let _ = server.await;
}

async fn runs(engine: Engine, runs: usize, seed: u64) {
    let state = Arc::new(Mutex::new(State {
        dice: Dice::new(seed),
        clock: None,
        orders: HashMap::new(),
        in_flight: Vec::new(),
        free: HashMap::new(),
        off: HashMap::new(),
        is_healed: false,
        wrong: Vec::new(),
    }));
    let port = Faulty(state.clone());
    let world = World::with_ports(engine, &[("AJO_RATE_LIMIT_FACTOR", "0")], |ports| Ports {
        exchange_keys: Arc::new(port),
        ..ports
    })
    .await;
    state.lock().unwrap().clock = Some(world.app.clock.clone());
    for (pair, at) in [
        ("BTCUSDT", "95000"),
        ("ETHUSDT", "3500"),
        ("SOLUSDT", "180.55"),
    ] {
        price(&world, pair, at).await;
    }
    let mut traders = Vec::new();
    for number in 0..CAPS.len() {
        let one = trader(&world, number).await;
        state
            .lock()
            .unwrap()
            .free
            .insert(one.key.clone(), 500 * ONE);
        traders.push(one);
    }
    let mut dice = Dice::new(seed ^ 0x5DEE_CE66);
    pay_for_years(&world).await;
    for number in 0..runs {
        signal(&world, &mut dice, number).await;
        for _ in 0..1 + dice.below(3) {
            work(&world, &mut dice, &mut traders, &state).await;
            world.advance_seconds(i64::try_from(dice.below(40)).unwrap());
        }
        if dice.below(5) == 0 {
            let mut state = state.lock().unwrap();
            let index = dice.index(traders.len());
            *state.free.get_mut(&traders[index].key).unwrap() += 400 * ONE;
        }
        if dice.below(25) == 0 {
            world.advance_seconds(i64::try_from(dice.below(20)).unwrap() * 3_600);
        }
        let wrong = state.lock().unwrap().wrong.clone();
        assert_eq!(wrong, [] as [String; 0], "seed {seed}, run {number}");
    }
    state.lock().unwrap().is_healed = true;
    let mut rounds = 0;
    while open_tasks(&world).await > 0 {
        world.advance_seconds(601);
        run(&world.app).await.unwrap();
        rounds += 1;
        assert!(rounds < 200 + runs, "seed {seed}: tasks that never end");
    }
    judge(&world, &traders, &state, seed).await;
    world.end().await;
}

/// Pays for years: a month is too short for all these days.
async fn pay_for_years(world: &World) {
    let mut tx = world.app.db.begin().await.unwrap();
    sqlx::query("UPDATE alert_subscriptions SET until_ms = 9000000000000")
        .execute(tx.connection())
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

async fn open_tasks(world: &World) -> i64 {
    let row = sqlx::query(
        "SELECT COUNT(*) AS open FROM queue WHERE kind IN ('signal', 'trade', 'trade_order')",
    )
    .fetch_one(&mut *world.app.db.read().await.unwrap())
    .await
    .unwrap();
    row.try_get("open").unwrap()
}

/// Compares the records with the true outcomes.
async fn judge(world: &World, traders: &[Trader], state: &Mutex<State>, seed: u64) {
    let rows = sqlx::query("SELECT * FROM trade_orders")
        .fetch_all(&mut *world.app.db.read().await.unwrap())
        .await
        .unwrap();
    let state = state.lock().unwrap();
    assert_eq!(state.wrong, [] as [String; 0], "seed {seed}");
    let units = |cap: &str| Figure::parse(cap).unwrap().units();
    let (mut spent, mut seen) = (
        BTreeMap::<(String, String), i64>::new(),
        BTreeMap::<String, usize>::new(),
    );
    let (mut bought_for, mut known) = (HashSet::new(), HashSet::new());
    for row in &rows {
        let text = |column: &str| row.try_get::<String, _>(column).unwrap();
        let number = |column: &str| row.try_get::<i64, _>(column).unwrap();
        let (id, status, user_id) = (text("id"), text("status"), text("user_id"));
        *seen.entry(status.clone()).or_default() += 1;
        let trader = traders.iter().find(|one| one.user_id == user_id).unwrap();
        let (per_trade, per_day) = (units(trader.caps.0), units(trader.caps.1));
        assert!(
            number("notional_units") <= per_trade,
            "seed {seed}: {id} is above the cap for each trade"
        );
        let total = spent.entry((user_id.clone(), text("day"))).or_default();
        *total += number("spent_units");
        assert!(
            *total <= per_day,
            "seed {seed}: {id} is above the cap for the day"
        );
        known.insert(id.clone());
        let truth = state.orders.get(&id);
        if truth.is_some() {
            assert!(
                bought_for.insert((user_id, text("signal_id"))),
                "seed {seed}: {id} is the second for its signal"
            );
        }
        let expected = match truth.and_then(|truth| truth.outcome) {
            Some(Ordered::Over(bought)) => {
                assert_eq!(
                    (number("bought_units"), number("spent_units")),
                    (bought.quantity.units(), bought.cost.units()),
                    "seed {seed}: {id}"
                );
                match bought.quantity.units() {
                    0 => ["unfilled", "unfilled", "unfilled"],
                    some if some < number("quantity_units") => ["partial", "partial", "partial"],
                    _ => ["filled", "filled", "filled"],
                }
            }
            Some(_) => ["rejected", "rejected", "rejected"],
            None if truth.is_some() => ["lost", "lost", "lost"],
            // The server crashed before the call.
            None => ["lost", "refused", "dropped"],
        };
        assert!(
            expected.contains(&status.as_str()),
            "seed {seed}: {id} is {status}, not {expected:?}"
        );
        if !status.starts_with("fill") && status != "partial" {
            assert_eq!(number("spent_units"), 0, "seed {seed}: {id}");
        }
    }
    // The true costs, on their true days.
    let mut really = BTreeMap::<(String, String), i64>::new();
    for (id, order) in &state.orders {
        assert!(
            known.contains(id),
            "seed {seed}: {id} is written down nowhere"
        );
        if let Some(Ordered::Over(bought)) = order.outcome {
            *really
                .entry((order.account.clone(), order.day.clone()))
                .or_default() += bought.cost.units();
        }
    }
    for trader in traders {
        for ((_, day), total) in really.iter().filter(|((key, _), _)| *key == trader.key) {
            assert!(
                *total <= units(trader.caps.1),
                "seed {seed}: {day} has cost {total}"
            );
        }
    }
    println!(
        "{} signals for users, {} orders at the exchange: {seen:?}",
        rows.len(),
        state.orders.len()
    );
    for status in [
        "filled", "partial", "refused", "lost", "rejected", "dropped",
    ] {
        assert!(
            seen.contains_key(status),
            "seed {seed}: none was {status}: {seen:?}"
        );
    }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

async fn whatever_happens_no_cap_is_exceeded_and_no_signal_is_bought_twice(engine: Engine) {
    let count = setting("AUTO_TRADE_RUNS").map_or(RUNS, |runs| usize::try_from(runs).unwrap());
    let seed = setting("AUTO_TRADE_SEED").unwrap_or(20_261_123);
    runs(engine, count, seed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_signals_on_sqlite() {
    whatever_happens_no_cap_is_exceeded_and_no_signal_is_bought_twice(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_signals_on_postgres() {
    if Engine::postgres_is_there() {
        whatever_happens_no_cap_is_exceeded_and_no_signal_is_bought_twice(Engine::Postgres).await;
    }
}
