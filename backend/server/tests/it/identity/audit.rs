//! The audit log records events and reveals tampering.

use crate::support::{Engine, World, fresh_email};
use ground::db::Tx;
use service::access::audit;
use sqlx::Row;

async fn tampered(statement: &'static str) -> String {
    let world = World::new(Engine::Sqlite).await;
    world.member_with_pin(&fresh_email()).await;
    let mut tx = world.app.db.begin().await.unwrap();
    // The database's owner can drop the triggers.
    run(&mut tx, "DROP TRIGGER audit_log_stands").await;
    run(&mut tx, "DROP TRIGGER audit_log_stays").await;
    run(&mut tx, statement).await;
    tx.commit().await.unwrap();
    let found = audit::check(&world.app)
        .await
        .unwrap()
        .map_or_else(|broken| broken.to_string(), |_| String::from("clean"));
    world.abandon().await;
    found
}

async fn run(tx: &mut Tx, statement: &'static str) {
    sqlx::query(statement)
        .execute(tx.connection())
        .await
        .unwrap();
}

#[tokio::test]
async fn tampering_with_the_audit_log_is_found() {
    for (statement, entry) in [
        (
            "UPDATE audit_log SET detail = '{}' WHERE number = 2",
            "entry 2",
        ),
        (
            "UPDATE audit_log SET event = 'profile_saved' WHERE number = 1",
            "entry 1",
        ),
        (
            "UPDATE audit_log SET at_ms = at_ms + 1 WHERE number = 3",
            "entry 3",
        ),
        ("DELETE FROM audit_log WHERE number = 2", "entry 2"),
        ("DELETE FROM audit_log WHERE number = 4", "entry 4"),
        (
            "UPDATE audit_heads SET length = length + 1 WHERE length > 0",
            "entry 5",
        ),
    ] {
        let found = tampered(statement).await;
        assert!(
            found.ends_with(&format!("{entry} was changed, removed or added by hand")),
            "{statement}: {found}"
        );
    }
    assert_eq!(tampered("SELECT 1").await, "clean");
}

on_both! {
    async fn the_audit_log_records_a_journey_and_is_append_only(world: World) {
        world.member_with_pin(&fresh_email()).await;
        let rows = sqlx::query("SELECT event FROM audit_log ORDER BY number").fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let events: Vec<String> = rows.iter().map(|row| row.try_get("event").unwrap()).collect();
        assert_eq!(events, ["registered", "session_started", "profile_saved", "pin_set"]);
        for statement in ["UPDATE audit_log SET event = 'x'", "DELETE FROM audit_log"] {
            let mut tx = world.app.db.begin().await.unwrap();
            assert!(sqlx::query(statement).execute(tx.connection()).await.is_err(), "{statement}");
        }
    }
}
