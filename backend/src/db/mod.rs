//! The database: SQLite in a file, or PostgreSQL, from one SQL text.
//!
//! Statements are written once, with `$1` placeholders and plain types (text, 64-bit integers), and run through sqlx's
//! `Any` driver; a migration marks the few lines that differ. Instants are milliseconds since 1970 (`*_at_ms`), truth
//! values 0 or 1, identifiers text. Statements are `&'static str`, so no value can be pasted into one.

mod batch;
pub mod columns;
mod error;
mod migrate;
mod readiness;
mod server_lock;
#[cfg(test)]
pub mod testing;
mod tx;
mod writer;

pub use batch::Batch;
pub use error::DbError;
pub use server_lock::ServerLock;
pub use tx::Tx;

use crate::private_file;
use readiness::Readiness;
use tx::Inner;
use writer::Writer;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, Connection, Executor};
use std::io::ErrorKind;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Which database is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Connections of the pool by state.
#[derive(Debug, Clone, Copy)]
pub struct Connections {
    pub in_use: u32,
    pub idle: u32,
    pub limit: u32,
}

/// A pool of connections.
#[derive(Clone)]
pub struct Db {
    pool: AnyPool,
    engine: Engine,
    /// SQLite has one writer. Those of this process wait here in line, which is fair and costs no polling; another
    /// process (a backup, the reconcile command) is waited for by `busy_timeout`.
    writer: Writer,
    readiness: Arc<Readiness>,
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
            readiness: Arc::default(),
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

    /// The pool's connections by state.
    pub fn connections(&self) -> Connections {
        let idle = u32::try_from(self.pool.num_idle()).unwrap_or(u32::MAX);
        Connections {
            in_use: self.pool.size().saturating_sub(idle),
            idle,
            limit: self.pool.options().get_max_connections(),
        }
    }

    pub async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
    }
}

/// Creates a missing SQLite file with mode 0600, and its folder. SQLite gives `-wal` and `-shm` the same mode.
fn sqlite_file(url: &str) -> Result<String, DbError> {
    let path = sqlite_path(url).ok_or(DbError::Address)?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|_| DbError::Address)?;
    }
    match private_file::create(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(DbError::Address),
        _ => Ok(format!("sqlite:{}?mode=rwc", path.display())),
    }
}

/// The path in a SQLite URL; `None` for an in-memory database, which would be a separate one for each connection.
fn sqlite_path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    let path = path.split('?').next().unwrap_or(path);
    (!path.is_empty() && !path.starts_with(":memory:")).then(|| Path::new(path))
}

/// Logs a warning if other users may read an existing SQLite file.
pub fn warn_if_accessible_to_others(url: &str) {
    if let Some(path) = sqlite_path(url).filter(|path| private_file::is_accessible_to_others(path))
    {
        tracing::warn!(
            file = %path.display(),
            "other users of this machine can read the database file: chmod 600 it, its -wal and its -shm"
        );
    }
}

#[cfg(test)]
mod tests;
