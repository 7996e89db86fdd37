//! A transaction that writes.

use super::writer::Unit;
use super::{DbError, Engine};
use sqlx::{Any, AnyConnection, Transaction};
use std::pin::Pin;

/// A transaction that writes. What must follow a commit, such as telling open sockets, is hung on it.
pub struct Tx {
    inner: Inner,
    after_commit: Vec<Box<dyn FnOnce() + Send>>,
    before_answering: Vec<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

pub(super) enum Inner {
    /// SQLite: a unit of the shared writer.
    Unit(Unit),
    /// PostgreSQL: a transaction of its own.
    Own(Transaction<'static, Any>),
}

impl Tx {
    pub(super) fn new(inner: Inner) -> Self {
        Self {
            inner,
            after_commit: Vec::new(),
            before_answering: Vec::new(),
        }
    }

    /// The connection to run statements on.
    pub fn connection(&mut self) -> &mut AnyConnection {
        match &mut self.inner {
            Inner::Unit(unit) => unit.connection(),
            Inner::Own(transaction) => transaction,
        }
    }

    pub fn engine(&self) -> Engine {
        match self.inner {
            Inner::Unit(_) => Engine::Sqlite,
            Inner::Own(_) => Engine::Postgres,
        }
    }

    /// Runs once the commit has succeeded, and not otherwise. Must be quick.
    pub fn after_commit(&mut self, work: impl FnOnce() + Send + 'static) {
        self.after_commit.push(Box::new(work));
    }

    /// Runs once the commit has succeeded, and not otherwise; [`Tx::commit`] answers after it. The transaction is over by
    /// then, so it may take its time and begin another.
    pub fn before_answering(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        self.before_answering.push(Box::pin(work));
    }

    /// Makes it last.
    ///
    /// # Errors
    /// The commit failed. Whether it took effect is unknown only when the connection broke; the idempotency key tells.
    pub async fn commit(self) -> Result<(), DbError> {
        match self.inner {
            Inner::Unit(unit) => unit.commit().await?,
            Inner::Own(transaction) => transaction.commit().await?,
        }
        self.after_commit.into_iter().for_each(|work| work());
        for work in self.before_answering {
            work.await;
        }
        Ok(())
    }

    /// Undoes it.
    ///
    /// # Errors
    /// The connection broke; the database undoes it by itself then.
    pub async fn rollback(self) -> Result<(), DbError> {
        match self.inner {
            Inner::Unit(unit) => unit.rollback().await,
            Inner::Own(transaction) => Ok(transaction.rollback().await?),
        }
    }
}
