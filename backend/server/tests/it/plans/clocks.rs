//! A clock that is set back and forward again: the daily job repeats and skips nothing.

use super::days::auto_save;
use super::loans::{lent_to, loan, may_borrow};
use super::*;
use crate::support::Engine;

/// A few days more than three months: savings mature, and the loan reaches its last instalment.
const DAYS: i64 = 96;
/// Setbacks of the clock: to the day before, since it is a quarter past midnight; by a day; by three.
const BACK_SECONDS: [i64; 3] = [3_600, DAY_SECONDS, 3 * DAY_SECONDS];

async fn works(world: &World) {
    assert_eq!(job::run(&world.app).await.unwrap().failed, 0);
}

/// The member's final state: each instalment, and each line of the statement with its time.
async fn life(engine: Engine, is_set_back: bool) -> Vec<String> {
    let world = World::with(engine, &[("AJO_RATE_LIMIT_FACTOR", "0")]).await;
    // Lagos is an hour ahead of UTC, where it is nine in the morning.
    world.advance_seconds(14 * 3_600 + 900);
    let plan = offered(&world, "target", |_| ()).await;
    let (mut ada, email) = saver(&world, "5000.00").await;
    auto_save(&mut ada).await;
    may_borrow(&world, &mut ada).await;
    subscribe(&mut ada, &plan, "200.00", "key-00000001")
        .await
        .expect(201);
    lent_to(&world, &mut ada, "3000", "key-00000002").await;
    for day in 0..DAYS {
        world.advance_seconds(DAY_SECONDS);
        works(&world).await;
        // On days around the instalments, and occasionally on others.
        let is_near = day % 30 < 4 || day % 30 > 27 || day % 7 == 0;
        for seconds in BACK_SECONDS.into_iter().filter(|_| is_set_back && is_near) {
            world.advance_seconds(-seconds);
            works(&world).await;
            world.advance_seconds(seconds);
            works(&world).await;
        }
    }
    let mut ada = back(&world, &email).await;
    let mut found = vec![crate::wallet::balances(&mut ada).await.0];
    let saved = ada
        .get("/subscriptions?type=savings")
        .await
        .expect(200)
        .data()["data"][0]
        .clone();
    let lent = loan(&mut ada).await;
    for (plan, parts) in [(&saved, "savings"), (&lent, "loans")] {
        found.push(format!(
            "{parts} {} {} {}",
            plan["status"], plan["pot"], plan["progress"]
        ));
        let parts = plan[parts].as_array().unwrap().iter();
        found.extend(parts.map(|one| {
            format!(
                "{} {} {} {}",
                one["due_at"], one["status"], one["amount"], one["amount_paid"]
            )
        }));
    }
    let listed = ada.get("/transaction/me?per_page=100").await;
    let lines = listed.expect(200).data()["data"]
        .as_array()
        .unwrap()
        .clone();
    found.extend(lines.iter().map(|line| {
        format!(
            "{} {} {} {} {}",
            line["category"], line["type"], line["status"], line["net_amount"], line["created_at"]
        )
    }));
    let told = world.messages_to(&email).await;
    found.extend(
        told.iter()
            .map(|one| format!("{} {}", one["subject"], one["channel"])),
    );
    world.end().await;
    // Events of the same instant may be in any order.
    found.sort_unstable();
    found
}

async fn is_the_same_life(engine: Engine) {
    let undisturbed = life(engine, false).await;
    let collected = undisturbed
        .iter()
        .filter(|line| line.starts_with("\"savings\"") || line.starts_with("\"loan-repayment\""));
    assert!(collected.count() >= 5, "{undisturbed:#?}");
    assert_eq!(life(engine, true).await, undisturbed);
}

#[tokio::test]
async fn a_clock_set_back_repeats_and_skips_nothing_on_sqlite() {
    is_the_same_life(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_clock_set_back_repeats_and_skips_nothing_on_postgres() {
    if Engine::postgres_is_there() {
        is_the_same_life(Engine::Postgres).await;
    }
}
