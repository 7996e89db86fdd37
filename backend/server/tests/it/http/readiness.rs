//! `/readyz`.

use crate::support::{Answer, Engine, World};
use axum::http::Method;
use ground::db::Db;
use ground::hasher::Cost;
use service::app::AppState;

async fn readiness(world: &World) -> Answer {
    let path = "/readyz";
    world
        .caller()
        .raw(Method::GET, path, "text/plain", "")
        .await
}

/// Polls until the status changes to this one: results are cached for a second.
async fn becomes(world: &World, status: u16) -> Answer {
    loop {
        let answer = readiness(world).await;
        if answer.status == status {
            return answer;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_read_only_sqlite_database_is_not_ready() {
    let world = World::new(Engine::Sqlite).await;
    readiness(&world).await.expect(200);
    let mut tx = world.app.db.begin().await.unwrap();
    sqlx::query("PRAGMA query_only = 1")
        .execute(tx.connection())
        .await
        .unwrap();
    tx.rollback().await.unwrap();
    let away = becomes(&world, 503).await;
    away.refuses(503, "unavailable");
    assert_eq!(away.header("retry-after"), "2");
    // The failed connection was replaced.
    becomes(&world, 200).await;
    world.end().await;
}

#[tokio::test]
async fn a_read_only_postgres_server_is_not_ready() {
    if !Engine::postgres_is_there() {
        return;
    }
    let world = World::new(Engine::Postgres).await;
    readiness(&world).await.expect(200);
    let url = world.app.config.database_url.reveal().clone();
    let separator = if url.contains('?') { '&' } else { '?' };
    let read_only = format!("{url}{separator}options=-cdefault_transaction_read_only=on");
    let db = Db::connect(&read_only).await.unwrap();
    db.read().await.unwrap();
    let (config, clock) = (world.app.config.clone(), world.clock.clone());
    let app = AppState::with(config, db, clock, Cost::Least).unwrap();
    let other = World::at(app.clone());
    let away = other.raw(Method::GET, "/readyz", "text/plain", "").await;
    away.refuses(503, "unavailable");
    assert_eq!(away.header("retry-after"), "2");
    readiness(&world).await.expect(200);
    app.db.close().await;
    world.end().await;
}

on_one! {
    async fn readiness_checks_write_at_most_once_a_second(world: World) {
        let proofs = async || {
            let row = sqlx::query("SELECT proven_at_ms FROM readiness").fetch_one(&mut *world.app.db.read().await.unwrap()).await;
            sqlx::Row::get::<i64, _>(&row.unwrap(), "proven_at_ms")
        };
        readiness(world).await.expect(200);
        let first = proofs().await;
        world.advance_seconds(1);
        for _ in 0..20 {
            readiness(world).await.expect(200);
        }
        assert_eq!(proofs().await, first);
    }
}
