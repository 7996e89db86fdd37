//! The daily job over the calendar: ends of months, leap days, a year of days. Each instalment is collected once, on
//! its due date.

use super::*;
use crate::support::Engine;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

type Day = (i64, i64, i64);

const fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

const fn next_day((year, month, day): Day) -> Day {
    match (day == days_in(year, month), month) {
        (false, _) => (year, month, day + 1),
        (true, 12) => (year + 1, 1, 1),
        (true, _) => (year, month + 1, 1),
    }
}

/// The due date of an instalment, computed independently: the same day of a later month, or that month's last.
fn due(start: Day, unit: &str, number: i64) -> Day {
    let (year, month, day) = start;
    if unit == "month" {
        let months = month - 1 + number - 1;
        let (year, month) = (year + months / 12, months % 12 + 1);
        return (year, month, day.min(days_in(year, month)));
    }
    let days = if unit == "week" { 7 } else { 1 } * (number - 1);
    (0..days).fold(start, |day, _| next_day(day))
}

fn written((year, month, day): Day) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

/// Savings collected from their owner's wallet.
struct Plan {
    id: String,
    start: Day,
    unit: &'static str,
    count: i64,
}

impl Plan {
    async fn begin(world: &World, start: Day, unit: &'static str, count: i64) -> Self {
        let reference = format!("{}-{unit}-{count}", written(start));
        let offered = offered(world, &reference, |facts| {
            facts.duration = Some(count);
            facts.duration_unit = Some(unit.into());
        });
        let plan = offered.await;
        let (mut saver, _) = saver(world, "100000.00").await;
        let setting = json!({ "name": "auto_save", "value": "true" });
        let set = saver.post("/account/settings", setting).await;
        assert!(set.status.is_success(), "{}", set.text);
        subscribe(&mut saver, &plan, "100.00", "key-00000001")
            .await
            .expect(201);
        let id = text(&newest(&mut saver).await["id"]);
        Self {
            id,
            start,
            unit,
            count,
        }
    }

    /// The date in Lagos and the amount of each payment, in order.
    async fn paid(&self, world: &World) -> Vec<(i64, String, i64)> {
        let rows = sqlx::query(
            "SELECT i.number, p.paid_at_ms, p.amount_minor FROM plan_payments p JOIN plan_instalments i ON i.id = p.instalment_id \
             WHERE p.subscription_id = $1 ORDER BY p.paid_at_ms, i.number",
        )
        .bind(self.id.clone())
        .fetch_all(&mut *world.app.db.read().await.unwrap())
        .await
        .unwrap();
        let read = |row: &sqlx::any::AnyRow| {
            let day = ground::clock::lagos_date(sqlx::Row::get(row, 1)).text();
            (sqlx::Row::get(row, 0), day, sqlx::Row::get(row, 2))
        };
        rows.iter().map(read).collect()
    }

    fn expected(&self) -> Vec<(i64, String, i64)> {
        let on = |number| written(due(self.start, self.unit, number));
        (1..=self.count)
            .map(|number| (number, on(number), 10_000))
            .collect()
    }

    async fn state(&self, world: &World) -> String {
        let row = sqlx::query("SELECT status FROM plan_subscriptions WHERE id = $1")
            .bind(self.id.clone())
            .fetch_one(&mut *world.app.db.read().await.unwrap())
            .await;
        sqlx::Row::get(&row.unwrap(), 0)
    }

    async fn check(&self, world: &World) {
        assert_eq!(
            self.paid(world).await,
            self.expected(),
            "{}",
            written(self.start)
        );
        assert_eq!(self.state(world).await, "COMPLETED");
    }
}

fn today(world: &World) -> String {
    world.clock.today().text()
}

async fn next(world: &World) {
    assert_eq!(days_pass(world, 1).await.failed, 0);
}

/// Moves the clock to a day on which nothing has begun.
fn go_to(world: &World, day: Day) {
    let target = written(day);
    while today(world) < target {
        world.advance_seconds(DAY_SECONDS);
    }
    assert_eq!(today(world), target);
}

/// Runs one plan from its first day to the day after its end, with the daily job.
async fn run_plan(engine: Engine, start: Day, unit: &'static str, count: i64) {
    let world = World::new(engine).await;
    go_to(&world, start);
    let plan = Plan::begin(&world, start, unit, count).await;
    let end = written(due(start, unit, count + 1));
    while today(&world) < end {
        assert_eq!(plan.state(&world).await, "ACTIVE");
        next(&world).await;
    }
    plan.check(&world).await;
    next(&world).await;
    plan.check(&world).await;
    world.end().await;
}

on_one! {
    /// The last days of months, the leap day of 2028 and the February without one after it, and a whole year of days.
    async fn each_instalment_is_collected_on_its_due_date(world: World) {
        let mut to_begin = vec![
            ((2028, 1, 29), "month", 14),
            ((2028, 1, 30), "month", 14),
            ((2028, 1, 31), "month", 14),
            ((2028, 2, 28), "day", 366),
            ((2028, 2, 29), "month", 12),
            ((2028, 2, 29), "week", 52),
        ];
        go_to(world, (2028, 1, 29));
        let mut plans = Vec::new();
        loop {
            let now = today(world);
            while let Some((start, unit, count)) = to_begin.first().copied().filter(|(start, _, _)| written(*start) == now) {
                to_begin.remove(0);
                plans.push(Plan::begin(world, start, unit, count).await);
            }
            if now.as_str() > "2029-03-31" {
                break;
            }
            next(world).await;
        }
        assert!(to_begin.is_empty());
        for plan in &plans {
            plan.check(world).await;
        }
    }
}

#[test]
fn the_reference_calendar_is_correct() {
    assert_eq!(due((2028, 1, 31), "month", 2), (2028, 2, 29));
    assert_eq!(due((2028, 1, 31), "month", 14), (2029, 2, 28));
    assert_eq!(due((2028, 1, 31), "month", 15), (2029, 3, 31));
    assert_eq!(due((2027, 12, 29), "week", 2), (2028, 1, 5));
    assert_eq!(due((2028, 2, 28), "day", 3), (2028, 3, 1));
}

/// Plans of any unit with any start in the years around a leap day.
fn plans() -> impl Strategy<Value = (Day, &'static str, i64)> {
    let day = (2027_i64..2029, 1_i64..=12, 1_i64..=31);
    let start = day.prop_map(|(year, month, day)| (year, month, day.min(days_in(year, month))));
    let terms = prop_oneof![
        (Just("month"), 1_i64..=4),
        (Just("week"), 1_i64..=9),
        (Just("day"), 1_i64..=40),
    ];
    (start, terms).prop_map(|(start, (unit, count))| (start, unit, count))
}

#[test]
fn random_plans_are_collected_on_their_due_dates() {
    let config = ProptestConfig {
        cases: 6,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let tested = TestRunner::new(config).run(&plans(), |(start, unit, count)| {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(run_plan(Engine::Sqlite, start, unit, count));
        if Engine::postgres_is_there() {
            runtime.block_on(run_plan(Engine::Postgres, start, unit, count));
        }
        Ok(())
    });
    tested.unwrap();
}
