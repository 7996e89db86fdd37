//! Databases for unit tests: a separate one on each available engine, as in the HTTP tests.

mod database;

use super::Db;
pub use database::{Database, Engine};

/// A test's own database. PostgreSQL databases are discarded with their server, which the test run starts and stops.
pub struct TestDb {
    pub db: Db,
    pub url: String,
    _removed: Removed,
}

/// Removes a folder after its test.
struct Removed(Option<std::path::PathBuf>);

impl Drop for Removed {
    fn drop(&mut self) {
        if let Some(folder) = &self.0 {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

impl TestDb {
    async fn on(database: Database) -> Self {
        let (url, folder) = database.left();
        Self {
            db: Db::connect(&url).await.expect("the database"),
            url,
            _removed: Removed(folder),
        }
    }
}

fn engines() -> impl Iterator<Item = Engine> {
    let postgres = Engine::postgres_is_there().then_some(Engine::Postgres);
    std::iter::once(Engine::Sqlite).chain(postgres)
}

/// A database with the current schema on each engine.
pub async fn databases() -> Vec<TestDb> {
    let mut all = Vec::new();
    for engine in engines() {
        all.push(TestDb::on(Database::with_schema(engine).await).await);
    }
    all
}

/// An empty database on each engine.
pub async fn unmigrated() -> Vec<TestDb> {
    let mut all = Vec::new();
    for engine in engines() {
        all.push(TestDb::on(Database::create(engine).await).await);
    }
    all
}

/// An empty file.
pub async fn sqlite() -> TestDb {
    TestDb::on(Database::create(Engine::Sqlite).await).await
}
