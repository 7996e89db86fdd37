//! Databases for tests: a separate, migrated one on each available engine, removed afterwards.

use super::Db;
use sqlx::{AssertSqlSafe, Connection, Executor};
use std::path::PathBuf;

/// A PostgreSQL server for tests, as a superuser's address (`postgres://user@host:port/database`); without it only SQLite is tested.
pub const POSTGRES: &str = "AJO_TEST_POSTGRES_URL";

/// A database of a test's own.
pub struct TestDb {
    pub db: Db,
    pub url: String,
    folder: Option<PathBuf>,
}

impl Drop for TestDb {
    fn drop(&mut self) {
        // PostgreSQL's goes with its server, which the run starts and removes.
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A fresh database on each engine.
pub async fn databases() -> Vec<TestDb> {
    let all = unmigrated().await;
    for one in &all {
        one.db.migrate(0).await.expect("the schema is made");
    }
    all
}

/// The same, still empty.
pub async fn unmigrated() -> Vec<TestDb> {
    let mut all = vec![sqlite().await];
    if let Ok(server) = std::env::var(POSTGRES) {
        all.push(postgres(&server).await);
    }
    all
}

pub async fn sqlite() -> TestDb {
    let folder = std::env::temp_dir().join(format!("ajo-test-{}", uuid::Uuid::now_v7()));
    let url = format!("sqlite:{}/ajo.db", folder.display());
    TestDb {
        db: Db::connect(&url).await.expect("a SQLite file"),
        url,
        folder: Some(folder),
    }
}

async fn postgres(server: &str) -> TestDb {
    super::driver::install();
    let name = format!("ajo_{}", uuid::Uuid::now_v7().simple());
    let mut connection = sqlx::AnyConnection::connect(server)
        .await
        .expect("the server");
    connection
        .execute(AssertSqlSafe(format!("CREATE DATABASE {name}")))
        .await
        .expect("a database");
    let (host, _) = server
        .rsplit_once('/')
        .expect("an address that names a database");
    let url = format!("{host}/{name}");
    TestDb {
        db: Db::connect(&url).await.expect("the database"),
        url,
        folder: None,
    }
}
