//! A transaction that writes.

use super::{DbError, Engine};
use sqlx::{Any, AnyConnection, Transaction};
use tokio::sync::OwnedMutexGuard;

/// A transaction that writes. What must follow a commit, such as telling open sockets, is hung on it.
pub struct Tx {
    inner: Transaction<'static, Any>,
    engine: Engine,
    after_commit: Vec<Box<dyn FnOnce() + Send>>,
    // Dropped last, so the next writer starts once this one is over.
    _turn: Option<OwnedMutexGuard<()>>,
}

impl Tx {
    pub(super) fn new(inner: Transaction<'static, Any>, engine: Engine, turn: Option<OwnedMutexGuard<()>>) -> Self {
        Self { inner, engine, after_commit: Vec::new(), _turn: turn }
    }

    /// The connection to run statements on.
    pub fn connection(&mut self) -> &mut AnyConnection {
        &mut self.inner
    }

    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Runs once the commit has succeeded, and not otherwise. Must be quick.
    pub fn after_commit(&mut self, work: impl FnOnce() + Send + 'static) {
        self.after_commit.push(Box::new(work));
    }

    /// Makes it last.
    ///
    /// # Errors
    /// The commit failed. Whether it took effect is unknown only when the connection broke; the idempotency key tells.
    pub async fn commit(self) -> Result<(), DbError> {
        self.inner.commit().await?;
        self.after_commit.into_iter().for_each(|work| work());
        Ok(())
    }

    /// Undoes it.
    ///
    /// # Errors
    /// The connection broke; the database undoes it by itself then.
    pub async fn rollback(self) -> Result<(), DbError> {
        Ok(self.inner.rollback().await?)
    }
}
