//! The database: SQLite in a file, or PostgreSQL, from one SQL text.
//!
//! Statements are written once, with `$1` placeholders and plain types (text, 64-bit integers), and run through sqlx's
//! `Any` driver; a migration marks the few lines that differ. Instants are milliseconds since 1970 (`*_at_ms`), truth
//! values 0 or 1, identifiers text. Statements are `&'static str`, so no value can be pasted into one.

mod batch;
pub mod columns;
mod error;
mod migrate;
#[cfg(test)]
pub mod testing;
mod tx;
mod writer;

pub use batch::Batch;
pub use error::DbError;
pub use tx::Tx;

use tx::Inner;
use writer::Writer;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, Connection, Executor};
use std::str::FromStr;
use std::time::Duration;

/// Which database is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// A pool of connections.
#[derive(Clone)]
pub struct Db {
    pool: AnyPool,
    engine: Engine,
    /// SQLite has one writer. Those of this process wait here in line, which is fair and costs no polling; another
    /// process (a backup, the reconcile command) is waited for by `busy_timeout`.
    writer: Writer,
}

const CONNECTIONS: u32 = 16;
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that was idle for longer is asked whether it still works before it is used: a round trip.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// `synchronous = FULL`: in WAL mode `NORMAL` can lose an acknowledged commit when the power fails.
const SQLITE_SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
     PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY;";

impl Db {
    /// Connects. A SQLite file that is absent is made, with its folder.
    ///
    /// # Errors
    /// An address that is neither `sqlite:` nor `postgres:`; a database that cannot be reached.
    pub async fn connect(url: &str) -> Result<Self, DbError> {
        sqlx::any::install_default_drivers();
        let engine = match url.split(':').next() {
            Some("sqlite") => Engine::Sqlite,
            Some("postgres" | "postgresql") => Engine::Postgres,
            _ => return Err(DbError::Address),
        };
        let mut options = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(|connection, about| {
                Box::pin(async move {
                    if about.idle_for > TRUSTED_IDLE {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            });
        let url = match engine {
            Engine::Sqlite => {
                options = options.after_connect(|connection, _| {
                    Box::pin(async move {
                        connection
                            .execute(sqlx::raw_sql(SQLITE_SETTINGS))
                            .await
                            .map(|_| ())
                    })
                });
                sqlite_file(url)?
            }
            Engine::Postgres => url.to_owned(),
        };
        let pool = options
            .connect_with(AnyConnectOptions::from_str(&url)?)
            .await?;
        Ok(Self {
            pool,
            engine,
            writer: Writer::default(),
        })
    }

    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// A connection to read with.
    ///
    /// # Errors
    /// No connection is free in time.
    pub async fn read(&self) -> Result<PoolConnection<Any>, DbError> {
        Ok(self.pool.acquire().await?)
    }

    /// Starts a transaction that will write. Dropped without [`Tx::commit`], it leaves nothing behind.
    ///
    /// # Errors
    /// No connection, or no turn, in time.
    pub async fn begin(&self) -> Result<Tx, DbError> {
        Ok(Tx::new(match self.engine {
            Engine::Sqlite => Inner::Unit(self.writer.begin(&self.pool).await?),
            Engine::Postgres => Inner::Own(self.pool.begin().await?),
        }))
    }

    /// Brings the schema up to date.
    ///
    /// # Errors
    /// A migration failed (it left nothing behind), its file was edited after it was applied, or the database is newer than
    /// this program.
    pub async fn migrate(&self, now_ms: i64) -> Result<usize, DbError> {
        migrate::run(self, now_ms).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// It does not.
    pub async fn ping(&self) -> Result<(), DbError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    pub async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
    }
}

/// Makes the folder of a SQLite file, and asks for the file to be made.
fn sqlite_file(url: &str) -> Result<String, DbError> {
    let path = url.trim_start_matches("sqlite:").trim_start_matches("//");
    let path = path.split('?').next().unwrap_or(path);
    if path.is_empty() || path.starts_with(":memory:") {
        // Each connection would see a database of its own.
        return Err(DbError::Address);
    }
    if let Some(folder) = std::path::Path::new(path).parent() {
        std::fs::create_dir_all(folder).map_err(|_| DbError::Address)?;
    }
    Ok(format!("sqlite:{path}?mode=rwc"))
}

#[cfg(test)]
mod tests;
