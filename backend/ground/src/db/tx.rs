//! Write transactions.

use super::writer::Unit;
use super::{DbError, Engine};
use crate::decided::Decided;
use sqlx::{Any, AnyConnection, Executor, Transaction};
use std::pin::Pin;

/// A write transaction. Work that must follow the commit, such as notifying open sockets, is registered on it.
pub struct Tx {
    inner: Inner,
    decided: Decided,
    after_commit: Vec<Box<dyn FnOnce() + Send>>,
    before_answering: Vec<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

/// A savepoint. Only one at a time.
pub struct Mark {
    decided: usize,
    after_commit: usize,
    before_answering: usize,
}

pub(super) enum Inner {
    /// SQLite: a unit of the shared writer.
    Unit(Unit),
    /// PostgreSQL: its own transaction.
    Own(Transaction<'static, Any>),
}

impl Tx {
    pub(super) fn new(inner: Inner) -> Self {
        Self {
            inner,
            decided: Decided::default(),
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

    /// The decisions since the last transfer.
    #[must_use]
    pub fn decided(&self) -> Decided {
        self.decided.clone()
    }

    /// Registers work to run after a successful commit. Must be quick.
    pub fn after_commit(&mut self, work: impl FnOnce() + Send + 'static) {
        self.after_commit.push(Box::new(work));
    }

    /// Registers work to run after a successful commit and before [`Tx::commit`] returns. The transaction is over by
    /// then, so the work may take its time and begin another.
    pub fn before_answering(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        self.before_answering.push(Box::pin(work));
    }

    /// Sets a savepoint, so that later work can be undone separately. Ends with [`Tx::keep`] or [`Tx::back_to`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn mark(&mut self) -> Result<Mark, DbError> {
        self.run("SAVEPOINT mark").await?;
        Ok(Mark {
            decided: self.decided.count(),
            after_commit: self.after_commit.len(),
            before_answering: self.before_answering.len(),
        })
    }

    /// Releases a savepoint and keeps its work.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep(&mut self, _: Mark) -> Result<(), DbError> {
        self.run("RELEASE SAVEPOINT mark").await
    }

    /// Rolls back to a savepoint, even after a failed statement.
    ///
    /// # Errors
    /// The database failed.
    pub async fn back_to(&mut self, mark: Mark) -> Result<(), DbError> {
        self.decided.truncate(mark.decided);
        self.after_commit.truncate(mark.after_commit);
        self.before_answering.truncate(mark.before_answering);
        self.run("ROLLBACK TO SAVEPOINT mark").await?;
        self.run("RELEASE SAVEPOINT mark").await
    }

    async fn run(&mut self, statement: &'static str) -> Result<(), DbError> {
        self.connection().execute(sqlx::raw_sql(statement)).await?;
        Ok(())
    }

    /// Commits.
    ///
    /// # Errors
    /// The commit failed. Only if the connection broke is the outcome unknown; the idempotency key resolves it.
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

    /// Rolls back.
    ///
    /// # Errors
    /// The connection broke; the database then rolls back.
    pub async fn rollback(self) -> Result<(), DbError> {
        match self.inner {
            Inner::Unit(unit) => unit.rollback().await,
            Inner::Own(transaction) => Ok(transaction.rollback().await?),
        }
    }
}
