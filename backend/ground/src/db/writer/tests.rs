use crate::db::testing::{TestDb, sqlite};
use crate::db::{Db, Tx};
use sqlx::{Executor, Row};

async fn fresh() -> TestDb {
    let test = sqlite().await;
    let mut tx = test.db.begin().await.unwrap();
    let tables = "CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE rows (id INTEGER PRIMARY KEY, \
        parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED) STRICT;";
    tx.connection()
        .execute(sqlx::raw_sql(tables))
        .await
        .unwrap();
    tx.commit().await.unwrap();
    test
}

async fn insert(tx: &mut Tx, id: i64) {
    sqlx::query("INSERT INTO rows (id) VALUES ($1)")
        .bind(id)
        .execute(tx.connection())
        .await
        .unwrap();
}

/// The values visible to other connections.
async fn committed(db: &Db) -> Vec<i64> {
    let rows = sqlx::query("SELECT id FROM rows ORDER BY id")
        .fetch_all(&mut *db.read().await.unwrap())
        .await
        .unwrap();
    rows.iter().map(|row| row.try_get("id").unwrap()).collect()
}

/// A task waiting for the next turn.
async fn in_line(db: &Db) -> tokio::task::JoinHandle<Tx> {
    let db = db.clone();
    let waiting = tokio::spawn(async move { db.begin().await.unwrap() });
    // The test is single-threaded: after these yields the others wait for the writer.
    for _ in 0..16 {
        tokio::task::yield_now().await;
    }
    waiting
}

#[tokio::test]
async fn queued_units_share_a_commit() {
    let test = fresh().await;
    let mut first = test.db.begin().await.unwrap();
    insert(&mut first, 1).await;
    let second = in_line(&test.db).await;
    let third = in_line(&test.db).await;
    let first = tokio::spawn(first.commit());
    let mut second = second.await.unwrap();
    assert!(
        committed(&test.db).await.is_empty(),
        "the first waits for the others"
    );
    insert(&mut second, 2).await;
    let second = tokio::spawn(second.commit());
    let mut third = third.await.unwrap();
    insert(&mut third, 3).await;
    assert!(!first.is_finished() && !second.is_finished());
    third.commit().await.unwrap();
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
    assert_eq!(committed(&test.db).await, [1, 2, 3]);
}

#[tokio::test]
async fn undoing_a_unit_keeps_the_others() {
    let test = fresh().await;
    let mut first = test.db.begin().await.unwrap();
    insert(&mut first, 1).await;
    let dropped = in_line(&test.db).await;
    let undone = in_line(&test.db).await;
    let last = in_line(&test.db).await;
    let first = tokio::spawn(first.commit());
    let mut dropped = dropped.await.unwrap();
    insert(&mut dropped, 2).await;
    drop(dropped);
    let mut undone = undone.await.unwrap();
    insert(&mut undone, 3).await;
    // Nor does a failed statement harm the others.
    assert!(
        undone
            .connection()
            .execute("INSERT INTO rows (id) VALUES (1)")
            .await
            .is_err()
    );
    undone.rollback().await.unwrap();
    let mut last = last.await.unwrap();
    insert(&mut last, 4).await;
    last.commit().await.unwrap();
    first.await.unwrap().unwrap();
    assert_eq!(committed(&test.db).await, [1, 4]);
}

#[tokio::test]
async fn dropped_units_release_the_database_lock() {
    let test = fresh().await;
    let mut dropped = test.db.begin().await.unwrap();
    insert(&mut dropped, 1).await;
    drop(dropped);
    let other = Db::connect(&test.url).await.unwrap();
    let mut tx = other.begin().await.unwrap();
    insert(&mut tx, 2).await;
    tx.commit().await.unwrap();
    assert_eq!(committed(&test.db).await, [2]);
}

#[tokio::test]
async fn commits_continue_without_their_caller() {
    let test = fresh().await;
    let mut first = test.db.begin().await.unwrap();
    insert(&mut first, 1).await;
    let second = in_line(&test.db).await;
    let caller = tokio::spawn(first.commit());
    let mut second = second.await.unwrap();
    caller.abort();
    insert(&mut second, 2).await;
    second.commit().await.unwrap();
    assert_eq!(committed(&test.db).await, [1, 2]);
}

#[tokio::test]
async fn failed_commits_fail_all_their_units() {
    let test = fresh().await;
    let mut first = test.db.begin().await.unwrap();
    insert(&mut first, 1).await;
    let second = in_line(&test.db).await;
    let first = tokio::spawn(first.commit());
    let mut second = second.await.unwrap();
    // None of our constraints is deferred to the commit; this one stands in for a full disk.
    second
        .connection()
        .execute("INSERT INTO rows (id, parent) VALUES (2, 99)")
        .await
        .unwrap();
    assert!(second.commit().await.is_err());
    assert!(first.await.unwrap().is_err());
    assert!(committed(&test.db).await.is_empty());
    let mut next = test.db.begin().await.unwrap();
    insert(&mut next, 3).await;
    next.commit().await.unwrap();
    assert_eq!(committed(&test.db).await, [3]);
}
