//! Connections for reading much. A replica of PostgreSQL is read only if it has
//! everything that the primary had written when the read began, so nobody misses what was answered before.

use super::{Db, DbError, Manner, Place, READ_ONE_MOMENT, Snapshot, driver};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, Row};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time that a replica has to catch up, and to give a connection.
const PATIENCE: Duration = Duration::from_millis(200);
const PAUSE: Duration = Duration::from_millis(5);
const LEFT_ALONE: Duration = Duration::from_secs(5);

/// A position in the log of a primary, as text.
const WRITTEN: &str = "SELECT CAST(pg_current_wal_lsn() AS TEXT) AS position";
/// A replica that became a primary has what it wrote itself.
const HAS: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= CAST($1 AS pg_lsn) ELSE pg_current_wal_lsn() >= CAST($1 AS pg_lsn) END AS has";

impl Db {
    /// Adds a replica. It is connected to when it is first read.
    ///
    /// # Errors
    /// A URL that is not one of PostgreSQL, or names several hosts.
    pub fn with_replica(mut self, url: &str, manner: Manner) -> Result<Self, DbError> {
        driver::install();
        let place = Place::read(url, manner.pooled)?;
        if place.hosts.len() > 1 {
            return Err(DbError::Place("a replica for reading is one host"));
        }
        let address =
            AnyConnectOptions::from_str(&place.encoded()).map_err(|_| DbError::Address)?;
        let pool = AnyPoolOptions::new()
            .max_connections(self.connections().limit)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(address);
        self.replica = Some(Replica {
            pool,
            left_alone_until: Arc::new(Mutex::new(Instant::now())),
        });
        Ok(self)
    }

    /// A connection for reading much: to the replica, if there is one that has everything written until now or within
    /// [`PATIENCE`]; otherwise to the database itself.
    ///
    /// # Errors
    /// No connection became free in time.
    pub async fn read_much(&self) -> Result<PoolConnection<Any>, DbError> {
        match &self.replica {
            Some(replica) if replica.is_caught_up(&self.pool).await? => {
                match replica.pool.acquire().await {
                    Ok(connection) => Ok(connection),
                    Err(error) => {
                        replica.leave_alone(&error.to_string());
                        self.read().await
                    }
                }
            }
            _ => self.read().await,
        }
    }

    /// Starts a read transaction with a consistent snapshot, for reading much: like [`Db::read_much`].
    ///
    /// # Errors
    /// No connection became free in time.
    pub async fn snapshot_of_much(&self) -> Result<Snapshot, DbError> {
        match &self.replica {
            Some(replica) if replica.is_caught_up(&self.pool).await? => {
                match replica.pool.begin_with(READ_ONE_MOMENT).await {
                    Ok(begun) => Ok(Snapshot(begun)),
                    Err(error) => {
                        replica.leave_alone(&error.to_string());
                        self.snapshot().await
                    }
                }
            }
            _ => self.snapshot().await,
        }
    }
}

/// A replica. It is left alone for a while after it failed or was behind, so that not every call waits for it.
#[derive(Clone)]
pub(super) struct Replica {
    pool: AnyPool,
    left_alone_until: Arc<Mutex<Instant>>,
}

impl Replica {
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    /// Whether it has everything that its primary has written until now.
    async fn is_caught_up(&self, primary: &AnyPool) -> Result<bool, DbError> {
        if Instant::now()
            < *self
                .left_alone_until
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        {
            return Ok(false);
        }
        let row = sqlx::query(WRITTEN).fetch_one(primary).await?;
        let position: String = row.try_get("position")?;
        let begun = Instant::now();
        loop {
            let has = sqlx::query(HAS)
                .bind(position.as_str())
                .fetch_one(&self.pool)
                .await
                .and_then(|row| row.try_get::<bool, _>("has"));
            match has {
                Ok(true) => return Ok(true),
                Ok(false) if begun.elapsed() < PATIENCE => tokio::time::sleep(PAUSE).await,
                Ok(false) => {
                    self.leave_alone("it is behind");
                    return Ok(false);
                }
                Err(error) => {
                    self.leave_alone(&error.to_string());
                    return Ok(false);
                }
            }
        }
    }

    fn leave_alone(&self, why: &str) {
        let until = Instant::now() + LEFT_ALONE;
        *self
            .left_alone_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = until;
        tracing::warn!(
            why,
            "the replica is not read for some seconds; the database is read instead"
        );
    }
}
