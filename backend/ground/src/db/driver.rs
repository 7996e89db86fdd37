//! A PostgreSQL driver for sqlx's `Any` that adds two things to the library's own: several hosts, of which one accepts
//! writes, and connection poolers in transaction mode.
//!
//! It delegates to the library's connection. Behind a pooler ([`Place::pooled`]) statements are unnamed, because a name
//! belongs to one session; and a statement outside a transaction is wrapped in one, because Parse and Execute are two
//! round trips that must reach the same session.

mod nothing;

use super::hosts::Place;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use nothing::{Never, Nothing};
use sqlx::any::{
    AnyArguments, AnyConnectOptions, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo,
};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, Database, Either, Error, Executor, Row, SqlStr, raw_sql};
use sqlx_core::any::AnyConnectionBackend;
use sqlx_core::any::driver::AnyDriver;
use sqlx_core::transaction::TransactionManager;
use std::io;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;

type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;
type Answers<'a> = BoxStream<'a, Result<Either<AnyQueryResult, AnyRow>, Error>>;

/// The connection timeout per host when there are several; acquiring a connection times out after five seconds.
const ONE_OF_SEVERAL: Duration = Duration::from_secs(2);
/// The timeout for opening a connection, for all hosts together. Shorter than the pool's, which would discard the
/// cause.
const OPEN_WITHIN: Duration = Duration::from_millis(4_500);
/// The least interval between log lines about failed connections. The pool retries several times a second, and its own
/// error is just a timeout.
const CAUSE_EVERY: Duration = Duration::from_secs(10);

/// Plans each prepared statement once. Its values hardly matter to its plan: rows are found by key.
const ONE_PLAN: &str = "SET plan_cache_mode = force_generic_plan";
/// Ends a statement whose client has gone, instead of running it to its end.
const NOTICE_LOST_CLIENTS: &str = "SET client_connection_check_interval = '1s'";
/// The first version of PostgreSQL with the setting.
const KNOWS_LOST_CLIENTS: u32 = 140_000;

/// The name of the connections for PostgreSQL's operators, unless the URL has one.
const APPLICATION: &str = "ajo";

/// Registers both databases with sqlx. Can be called repeatedly.
///
/// # Panics
/// If other drivers are installed already.
pub fn install() {
    static ONCE: Once = Once::new();
    static DRIVERS: [AnyDriver; 2] = [
        sqlx::sqlite::any::DRIVER,
        AnyDriver::without_migrate::<Driver>(),
    ];
    ONCE.call_once(|| {
        let installed = sqlx::any::install_drivers(&DRIVERS);
        installed.expect("nothing else installs drivers");
    });
}

/// The driver. Its rows, values and statements are those of `Any`.
#[derive(Debug)]
pub struct Driver;

impl Database for Driver {
    type Connection = Line;
    type TransactionManager = Self;
    type Row = Never;
    type QueryResult = AnyQueryResult;
    type Column = Never;
    type TypeInfo = AnyTypeInfo;
    type Value = Never;
    type ValueRef<'r> = Never;
    type Arguments = Nothing;
    type ArgumentBuffer = ();
    type Statement = Never;

    const NAME: &'static str = "PostgreSQL";
    const URL_SCHEMES: &'static [&'static str] = &["postgres", "postgresql"];
}

impl TransactionManager for Driver {
    type Database = Self;

    async fn begin(line: &mut Line, statement: Option<SqlStr>) -> Result<(), Error> {
        AnyConnectionBackend::begin(&mut line.connection, statement).await
    }

    async fn commit(line: &mut Line) -> Result<(), Error> {
        AnyConnectionBackend::commit(&mut line.connection).await
    }

    async fn rollback(line: &mut Line) -> Result<(), Error> {
        AnyConnectionBackend::rollback(&mut line.connection).await
    }

    fn start_rollback(line: &mut Line) {
        AnyConnectionBackend::start_rollback(&mut line.connection);
    }

    fn get_transaction_depth(line: &Line) -> usize {
        AnyConnectionBackend::get_transaction_depth(&line.connection)
    }
}

/// Connection options.
#[derive(Debug, Clone)]
pub struct LineOptions {
    hosts: Vec<PgConnectOptions>,
    pooled: bool,
}

impl LineOptions {
    fn of(place: &Place) -> Result<Self, Error> {
        let hosts = place.hosts.iter().map(|url| {
            let options = PgConnectOptions::from_str(url)?;
            let options = match options.get_application_name() {
                Some(_) => options,
                None => options.application_name(APPLICATION),
            };
            // Poolers reject this parameter. It only affects floats in text format, which are not used.
            Ok(match place.pooled {
                true => options.extra_float_digits(None),
                false => options,
            })
        });
        Ok(Self {
            hosts: hosts.collect::<Result<_, Error>>()?,
            pooled: place.pooled,
        })
    }

    /// A connection to the only host, or to the first that accepts writes.
    async fn open(&self) -> Result<(PgConnection, &PgConnectOptions), Error> {
        let opened = timeout(OPEN_WITHIN, self.try_open()).await;
        let opened =
            opened.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()));
        if let Err(cause) = &opened {
            log_cause(cause);
        }
        opened
    }

    async fn try_open(&self) -> Result<(PgConnection, &PgConnectOptions), Error> {
        if let [only] = self.hosts.as_slice() {
            return Ok((only.connect().await?, only));
        }
        let (mut causes, mut fatal) = (Vec::new(), None);
        for host in &self.hosts {
            let name = host.get_host();
            match timeout(ONE_OF_SEVERAL, writable(host)).await {
                Ok(Ok(Some(connection))) => return Ok((connection, host)),
                Ok(Ok(None)) => causes.push(format!("{name} is read-only")),
                Ok(Err(error)) => {
                    tracing::warn!(host = name, %error, "a database host is unavailable");
                    causes.push(format!("{name}: {error}"));
                    // Retrying helps against a host that is down, but not against a wrong password.
                    if !matches!(error, Error::Io(_)) {
                        fatal = Some(error);
                    }
                }
                Err(_) => {
                    tracing::warn!(host = name, "a database host does not respond");
                    causes.push(format!("{name} does not respond"));
                }
            }
        }
        // The pool retries errors of this kind.
        let none = || io::Error::new(io::ErrorKind::ConnectionRefused, causes.join("; "));
        Err(fatal.unwrap_or_else(|| none().into()))
    }

    /// The host for a long-lived connection.
    pub async fn found(place: &Place) -> Result<PgConnectOptions, Error> {
        let options = Self::of(place)?;
        if let [only] = options.hosts.as_slice() {
            return Ok(only.clone());
        }
        let (connection, host) = options.open().await?;
        let host = host.clone();
        connection.close().await?;
        Ok(host)
    }
}

fn log_cause(cause: &Error) {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if last.is_none_or(|last| last.elapsed() >= CAUSE_EVERY) {
        *last = Some(Instant::now());
        tracing::warn!(%cause, "a connection to the database failed");
    }
}

async fn writable(host: &PgConnectOptions) -> Result<Option<PgConnection>, Error> {
    let mut connection = host.connect().await?;
    let row = sqlx::raw_sql("SHOW transaction_read_only")
        .fetch_one(&mut connection)
        .await?;
    let read_only: String = row.try_get(0)?;
    if read_only == "off" {
        return Ok(Some(connection));
    }
    connection.close().await?;
    Ok(None)
}

impl FromStr for LineOptions {
    type Err = Error;

    fn from_str(url: &str) -> Result<Self, Error> {
        Self::of(&Place::decoded(url))
    }
}

impl TryFrom<&AnyConnectOptions> for LineOptions {
    type Error = Error;

    fn try_from(options: &AnyConnectOptions) -> Result<Self, Error> {
        Self::from_str(options.database_url.as_str())
    }
}

impl ConnectOptions for LineOptions {
    type Connection = Line;

    fn from_url(url: &url::Url) -> Result<Self, Error> {
        Self::from_str(url.as_str())
    }

    async fn connect(&self) -> Result<Line, Error> {
        let (mut connection, _) = self.open().await?;
        if !self.pooled {
            connection.execute(raw_sql(ONE_PLAN)).await?;
            if connection.server_version_num() >= Some(KNOWS_LOST_CLIENTS) {
                connection.execute(raw_sql(NOTICE_LOST_CLIENTS)).await?;
            }
        }
        Ok(Line {
            connection,
            pooled: self.pooled,
        })
    }

    fn log_statements(self, _: log::LevelFilter) -> Self {
        self
    }

    fn log_slow_statements(self, _: log::LevelFilter, _: Duration) -> Self {
        self
    }
}

/// A connection.
#[derive(Debug)]
pub struct Line {
    connection: PgConnection,
    pooled: bool,
}

/// A transaction around one statement. It is rolled back if the future is dropped.
struct Alone<'a> {
    connection: &'a mut PgConnection,
    over: bool,
}

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        if !self.over {
            AnyConnectionBackend::start_rollback(self.connection);
        }
    }
}

impl Line {
    async fn alone(
        &mut self,
        query: SqlStr,
        arguments: Option<AnyArguments>,
    ) -> Result<Vec<Result<Either<AnyQueryResult, AnyRow>, Error>>, Error> {
        let mut alone = Alone {
            connection: &mut self.connection,
            over: false,
        };
        AnyConnectionBackend::begin(alone.connection, None).await?;
        let answers = AnyConnectionBackend::fetch_many(alone.connection, query, false, arguments);
        let answers: Vec<_> = answers.try_collect().await?;
        AnyConnectionBackend::commit(alone.connection).await?;
        alone.over = true;
        Ok(answers.into_iter().map(Ok).collect())
    }

    /// Whether a statement must be wrapped in a transaction.
    fn is_alone(&self, arguments: &Option<AnyArguments>) -> bool {
        // Without arguments it is a single round trip.
        self.pooled
            && arguments.is_some()
            && !AnyConnectionBackend::is_in_transaction(&self.connection)
    }
}

impl AnyConnectionBackend for Line {
    fn name(&self) -> &str {
        Driver::NAME
    }

    fn close(self: Box<Self>) -> Later<'static, ()> {
        Box::pin(Connection::close(*self))
    }

    fn close_hard(self: Box<Self>) -> Later<'static, ()> {
        Box::pin(Connection::close_hard(*self))
    }

    fn ping(&mut self) -> Later<'_, ()> {
        AnyConnectionBackend::ping(&mut self.connection)
    }

    fn begin(&mut self, statement: Option<SqlStr>) -> Later<'_, ()> {
        AnyConnectionBackend::begin(&mut self.connection, statement)
    }

    fn commit(&mut self) -> Later<'_, ()> {
        AnyConnectionBackend::commit(&mut self.connection)
    }

    fn rollback(&mut self) -> Later<'_, ()> {
        AnyConnectionBackend::rollback(&mut self.connection)
    }

    fn start_rollback(&mut self) {
        AnyConnectionBackend::start_rollback(&mut self.connection);
    }

    fn get_transaction_depth(&self) -> usize {
        AnyConnectionBackend::get_transaction_depth(&self.connection)
    }

    fn shrink_buffers(&mut self) {
        AnyConnectionBackend::shrink_buffers(&mut self.connection);
    }

    fn flush(&mut self) -> Later<'_, ()> {
        AnyConnectionBackend::flush(&mut self.connection)
    }

    fn should_flush(&self) -> bool {
        AnyConnectionBackend::should_flush(&self.connection)
    }

    fn fetch_many(
        &mut self,
        query: SqlStr,
        persistent: bool,
        arguments: Option<AnyArguments>,
    ) -> Answers<'_> {
        if self.is_alone(&arguments) {
            let answers = async move { self.alone(query, arguments).await.map(stream::iter) };
            return stream::once(answers).try_flatten().boxed();
        }
        let persistent = persistent && !self.pooled;
        AnyConnectionBackend::fetch_many(&mut self.connection, query, persistent, arguments)
    }

    fn fetch_optional(
        &mut self,
        query: SqlStr,
        persistent: bool,
        arguments: Option<AnyArguments>,
    ) -> Later<'_, Option<AnyRow>> {
        if self.is_alone(&arguments) {
            return Box::pin(async move {
                let answers = self.alone(query, arguments).await?;
                let row = answers.into_iter().find_map(|answer| answer.ok()?.right());
                Ok(row)
            });
        }
        let persistent = persistent && !self.pooled;
        AnyConnectionBackend::fetch_optional(&mut self.connection, query, persistent, arguments)
    }

    fn prepare_with<'c, 'q: 'c>(
        &'c mut self,
        sql: SqlStr,
        parameters: &[AnyTypeInfo],
    ) -> Later<'c, AnyStatement> {
        AnyConnectionBackend::prepare_with(&mut self.connection, sql, parameters)
    }
}

impl Connection for Line {
    type Database = Driver;
    type Options = LineOptions;

    async fn close(self) -> Result<(), Error> {
        Connection::close(self.connection).await
    }

    async fn close_hard(self) -> Result<(), Error> {
        Connection::close_hard(self.connection).await
    }

    async fn ping(&mut self) -> Result<(), Error> {
        Connection::ping(&mut self.connection).await
    }

    async fn begin(&mut self) -> Result<sqlx::Transaction<'_, Driver>, Error> {
        sqlx::Transaction::begin(self, None).await
    }

    fn shrink_buffers(&mut self) {
        Connection::shrink_buffers(&mut self.connection);
    }

    async fn flush(&mut self) -> Result<(), Error> {
        AnyConnectionBackend::flush(&mut self.connection).await
    }

    fn should_flush(&self) -> bool {
        AnyConnectionBackend::should_flush(&self.connection)
    }
}
