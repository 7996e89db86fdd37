//! Crashes in the middle of a claim, and several servers at once.

use super::*;
use ground::db::Engine;

/// Makes the database refuse a bonus's write to a table, like a crash at that point.
const BREAKS: [(&str, &str); 4] = [
    ("ledger_transfers", "kind <> 'referral'"),
    ("referral_rewards", "rewarded_at_ms < 0"),
    ("wallet_transactions", "category <> 'referral'"),
    ("audit_log", "event <> 'referral_rewarded'"),
];

async fn run(world: &World, statement: String) {
    let mut tx = world.app.db.begin().await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
        .execute(tx.connection())
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

async fn break_table(world: &World, table: &str, allowed: &str) {
    let statement = match world.app.db.engine() {
        Engine::Sqlite => {
            let (column, rest) = allowed.split_once(' ').unwrap();
            format!(
                "CREATE TRIGGER broken BEFORE INSERT ON {table} WHEN NOT (NEW.{column} {rest}) BEGIN SELECT RAISE(ABORT, 'broken'); END"
            )
        }
        Engine::Postgres => {
            format!("ALTER TABLE {table} ADD CONSTRAINT broken CHECK ({allowed}) NOT VALID")
        }
    };
    run(world, statement).await;
}

async fn mend_table(world: &World, table: &str) {
    let statement = match world.app.db.engine() {
        Engine::Sqlite => String::from("DROP TRIGGER broken"),
        Engine::Postgres => format!("ALTER TABLE {table} DROP CONSTRAINT broken"),
    };
    run(world, statement).await;
}

/// Runs a round on several servers concurrently; returns the number of bonuses paid.
async fn rounds_at_once(world: &World, servers: usize) -> usize {
    let rounds: Vec<_> = (0..servers)
        .map(|_| {
            let app = world.app.clone();
            tokio::spawn(async move { referral::reward_due(&app).await.unwrap() })
        })
        .collect();
    let mut paid = 0;
    for round in rounds {
        paid += round.await.unwrap();
    }
    paid
}

on_both! {
    async fn a_crash_at_any_point_pays_nothing_and_a_retry_pays_once(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        scene.paid(&mut friend, "1000.00", "key-00000001").await;
        for (table, allowed) in BREAKS {
            break_table(world, table, allowed).await;
            assert_eq!(round(world).await, 0, "{table}");
            mend_table(world, table).await;
            assert_eq!((scene.earned().await, claims(world).await), (0, 1), "{table}");
            // After a failure it waits a minute.
            assert_eq!(round(world).await, 0, "{table}");
            world.advance_seconds(60);
        }
        assert_eq!((round(world).await, scene.earned().await, claims(world).await), (1, 1, 0));
    }

    async fn a_rolled_back_payment_leaves_no_claim(world: World) {
        let scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        break_table(world, "queue", "kind <> 'referral'").await;
        let refused = transfer(&mut friend, &scene.shop, "1000.00", "key-00000001").await;
        assert!(refused.status.is_server_error(), "{}", refused.text);
        mend_table(world, "queue").await;
        assert_eq!((claims(world).await, round(world).await), (0, 0));
        assert_eq!(crate::wallet::balances(&mut friend).await.0, "20000.00");
    }

    async fn concurrent_claims_of_a_friend_pay_once(world: World) {
        let mut scene = scene(world).await;
        for turn in 0..4 {
            let mut friend = Newcomer::new().join(world, &scene.code).await;
            for place in 0..3 {
                scene.paid(&mut friend, "1000.00", &format!("key-{turn}-{place}-000")).await;
            }
            let mut paid = rounds_at_once(world, 4).await;
            // Aborted transactions are retried a minute later.
            world.advance_seconds(60);
            paid += round(world).await;
            assert_eq!((paid, claims(world).await), (1, 0));
            assert_eq!(scene.earned().await, turn + 1);
        }
    }

    async fn concurrent_claims_of_a_shared_browser_pay_once(world: World) {
        let mut browser = world.caller();
        let mut scenes = Vec::new();
        for place in 0..4 {
            let scene = scene(world).await;
            (browser.token, browser.cookie) = (None, None);
            browser = Newcomer::new().join_with(world, browser, &scene.code).await;
            scene.paid(&mut browser, "1000.00", &format!("key-0000000{place}")).await;
            scenes.push(scene);
        }
        let mut paid = rounds_at_once(world, 4).await;
        world.advance_seconds(60);
        paid += round(world).await;
        assert_eq!((paid, claims(world).await), (1, 0));
    }

    async fn concurrent_claims_keep_the_daily_limit(world: World) {
        let mut scene = scene(world).await;
        for place in 0..8 {
            let mut friend = Newcomer::new().join(world, &scene.code).await;
            scene.paid(&mut friend, "1000.00", &format!("key-0000000{place}")).await;
        }
        let mut paid = rounds_at_once(world, 4).await;
        world.advance_seconds(60);
        paid += round(world).await;
        assert_eq!(paid, 5);
        assert_eq!(scene.earned().await, 5);
    }
}
