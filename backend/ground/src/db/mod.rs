//! The database: SQLite in a file, or PostgreSQL, with the same SQL.
//!
//! Statements are written once, with `$1` placeholders and plain types (text, 64-bit integers), and run through sqlx's
//! `Any` driver; a migration marks the few lines that differ. Instants are milliseconds since 1970 (`*_at_ms`),
//! booleans 0 or 1, identifiers text. Statements are `&'static str`, so no value can be interpolated.

mod batch;
pub mod columns;
mod driver;
mod error;
mod hosts;
mod migrate;
mod readiness;
mod reads;
mod replica;
mod server_lock;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod tx;
mod writer;
mod writes;

pub use batch::Batch;
pub use error::DbError;
pub use hosts::shown;
pub use reads::{Fields, Found, Reads, Record};
pub use server_lock::ServerLock;
pub use tx::Tx;
pub use writes::{Column, Refused, Write, Writes};

use crate::private_file;
use driver::LineOptions;
use hosts::Place;
use readiness::Readiness;
use tx::Inner;
use writer::Writer;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor, Row, Transaction};
use std::io::ErrorKind;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// The engine of a connection.
    pub fn of(connection: &AnyConnection) -> Self {
        match connection.backend_name() {
            "PostgreSQL" => Self::Postgres,
            _ => Self::Sqlite,
        }
    }
}

/// Connections of the pool, by state.
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
    /// SQLite has one writer. Writers of this process wait here in a queue, which is fair and needs no polling;
    /// `busy_timeout` covers other processes (a backup, the reconcile command).
    writer: Writer,
    readiness: Arc<Readiness>,
    replica: Option<replica::Replica>,
}

/// A read transaction with a consistent snapshot. It ends when it is dropped.
pub struct Snapshot(Transaction<'static, Any>);

impl Snapshot {
    /// The connection for reading.
    pub fn connection(&mut self) -> &mut AnyConnection {
        &mut self.0
    }
}

const CONNECTIONS: u32 = 16;
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that was idle for longer is pinged before use, which costs a round trip.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// `synchronous = FULL`: in WAL mode `NORMAL` can lose an acknowledged commit in a power failure.
const SQLITE_SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
     PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 8000;";

/// By default, each PostgreSQL statement sees everything committed before it.
const READ_ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Options for opening a database.
#[derive(Debug, Clone, Copy, Default)]
pub struct Manner {
    /// Create a missing SQLite file and its folder.
    pub make: bool,
    /// There is a connection pooler in transaction mode in front of PostgreSQL.
    pub pooled: bool,
    /// The most connections.
    pub connections: Option<u32>,
}

impl Db {
    /// Connects. A missing SQLite file is created, with its folder.
    ///
    /// # Errors
    /// A URL that is neither `sqlite:` nor `postgres:`; a database that cannot be reached.
    pub async fn connect(url: &str) -> Result<Self, DbError> {
        let manner = Manner {
            make: true,
            ..Manner::default()
        };
        Self::open(url, manner).await
    }

    /// Connects.
    ///
    /// # Errors
    /// A URL that is neither `sqlite:` nor `postgres:`; a database that is missing or cannot be reached.
    pub async fn open(url: &str, manner: Manner) -> Result<Self, DbError> {
        driver::install();
        let engine = match url.split(':').next() {
            Some("sqlite") => Engine::Sqlite,
            Some("postgres" | "postgresql") => Engine::Postgres,
            _ => return Err(DbError::Address),
        };
        let options = AnyPoolOptions::new()
            .max_connections(manner.connections.unwrap_or(CONNECTIONS))
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(move |connection, about| {
                Box::pin(async move {
                    // A connection from before the last refused write may lead to a server that has become read-only.
                    // It is closed; a new one finds the server that accepts writes.
                    let since = error::last_read_only();
                    if engine == Engine::Postgres
                        && since.is_some_and(|since| about.age >= since.elapsed())
                    {
                        return accepts_writes(connection).await;
                    }
                    if about.idle_for > TRUSTED_IDLE {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            });
        let (options, url) = match engine {
            Engine::Sqlite => (
                options.after_connect(|connection, _| {
                    Box::pin(async move { prepare_sqlite(connection).await })
                }),
                sqlite_file(url, manner.make)?,
            ),
            Engine::Postgres => (options, Place::read(url, manner.pooled)?.encoded()),
        };
        let address = AnyConnectOptions::from_str(&url).map_err(|error| unreachable(&error))?;
        // The pool retries until its timeout and then discards the cause.
        let first = try_out(&address, engine).await;
        if let Err(error) = &first
            && !may_come_up(error)
        {
            return Err(unreachable(error));
        }
        let connected = options.connect_with(address).await;
        let pool = connected.map_err(|error| match first {
            Err(first) => unreachable(&first),
            Ok(()) => unreachable(&error),
        })?;
        Ok(Self {
            pool,
            engine,
            writer: Writer::default(),
            readiness: Arc::default(),
            replica: None,
        })
    }

    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// A connection for reading.
    ///
    /// # Errors
    /// No connection became free in time.
    pub async fn read(&self) -> Result<PoolConnection<Any>, DbError> {
        Ok(self.pool.acquire().await?)
    }

    /// Starts a read transaction with a consistent snapshot. On SQLite it does not wait for the writer: a transaction
    /// that has only read sees the state at its first read.
    ///
    /// # Errors
    /// No connection became free in time.
    pub async fn snapshot(&self) -> Result<Snapshot, DbError> {
        let begun = match self.engine {
            Engine::Sqlite => self.pool.begin().await?,
            Engine::Postgres => self.pool.begin_with(READ_ONE_MOMENT).await?,
        };
        Ok(Snapshot(begun))
    }

    /// Starts a write transaction. It is rolled back if dropped without [`Tx::commit`].
    ///
    /// # Errors
    /// No connection, or no turn, in time.
    pub async fn begin(&self) -> Result<Tx, DbError> {
        Ok(Tx::new(match self.engine {
            Engine::Sqlite => Inner::Unit(self.writer.begin(&self.pool).await?),
            Engine::Postgres => Inner::Own(self.pool.begin().await?),
        }))
    }

    /// Migrates the schema.
    ///
    /// # Errors
    /// A migration failed (and was rolled back), its file was edited after it was applied, or the database is newer
    /// than this program.
    pub async fn migrate(&self, now_ms: i64) -> Result<usize, DbError> {
        migrate::run(self, now_ms).await
    }

    /// Checks that the schema is current, without changing anything.
    ///
    /// # Errors
    /// It is not current.
    pub async fn check_schema(&self) -> Result<(), DbError> {
        migrate::check(self).await
    }

    /// Checks that the database accepts writes, without changing anything.
    ///
    /// # Errors
    /// It does not accept writes.
    pub async fn try_to_write(&self) -> Result<(), DbError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE schema_migrations SET version = version WHERE version < 0")
            .execute(tx.connection())
            .await?;
        tx.rollback().await
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
        if let Some(replica) = &self.replica {
            replica.close().await;
        }
        self.pool.close().await;
    }
}

/// A connection for PostgreSQL's LISTEN.
///
/// # Errors
/// No host can be reached.
pub async fn listener(url: &str) -> Result<PgListener, DbError> {
    let host = LineOptions::found(&Place::read(url, false)?).await?;
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .max_lifetime(None)
        .idle_timeout(None)
        .connect_with(host)
        .await?;
    Ok(PgListener::connect_with(&pool).await?)
}

/// Opens one connection, to learn the cause if it fails.
async fn try_out(address: &AnyConnectOptions, engine: Engine) -> Result<(), sqlx::Error> {
    let mut connection = AnyConnection::connect_with(address).await?;
    if engine == Engine::Sqlite {
        prepare_sqlite(&mut connection).await?;
    }
    connection.close().await
}

/// Whether to retry: connection refused, or PostgreSQL is starting.
fn may_come_up(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
        sqlx::Error::Database(error) => error.is_transient_in_connect_phase(),
        _ => false,
    }
}

fn unreachable(error: &sqlx::Error) -> DbError {
    match error::is_of_pooler(error) {
        true => DbError::Pooler,
        false => DbError::Unreachable(error.to_string()),
    }
}

async fn prepare_sqlite(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    connection
        .execute(sqlx::raw_sql(SQLITE_SETTINGS))
        .await
        .map(|_| ())
}

async fn accepts_writes(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let row = sqlx::raw_sql("SHOW transaction_read_only")
        .fetch_one(connection)
        .await?;
    Ok(row.try_get::<String, _>(0)? == "off")
}

/// The file of a SQLite address. If allowed, creates a missing one with mode 0600, and its folder. SQLite gives `-wal` and
/// `-shm` the same mode.
fn sqlite_file(url: &str, make: bool) -> Result<String, DbError> {
    let path = sqlite_path(url).ok_or(DbError::Address)?;
    if !make {
        return match path.exists() {
            true => Ok(format!("sqlite:{}?mode=rw", path.display())),
            false => Err(DbError::Absent),
        };
    }
    let failed =
        |error: std::io::Error| DbError::Unreachable(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    match private_file::create(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(failed(error)),
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
