//! A transaction that writes.

use super::writer::Unit;
use super::{DbError, Engine};
use sqlx::{Any, AnyConnection, Executor, Transaction};
use std::pin::Pin;

/// A transaction that writes. What must follow a commit, such as telling open sockets, is hung on it.
pub struct Tx {
    inner: Inner,
    after_commit: Vec<Box<dyn FnOnce() + Send>>,
    before_answering: Vec<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

/// A state of a transaction to which it can go back. One at a time.
pub struct Mark {
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

    /// Marks the present state, so that what follows can be undone alone. Ends with [`Tx::keep`] or [`Tx::back_to`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn mark(&mut self) -> Result<Mark, DbError> {
        self.run("SAVEPOINT mark").await?;
        Ok(Mark {
            after_commit: self.after_commit.len(),
            before_answering: self.before_answering.len(),
        })
    }

    /// Keeps what was done since a mark.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep(&mut self, _: Mark) -> Result<(), DbError> {
        self.run("RELEASE SAVEPOINT mark").await
    }

    /// Undoes what was done since a mark, also after a statement has failed.
    ///
    /// # Errors
    /// The database failed.
    pub async fn back_to(&mut self, mark: Mark) -> Result<(), DbError> {
        self.after_commit.truncate(mark.after_commit);
        self.before_answering.truncate(mark.before_answering);
        self.run("ROLLBACK TO SAVEPOINT mark").await?;
        self.run("RELEASE SAVEPOINT mark").await
    }

    async fn run(&mut self, statement: &'static str) -> Result<(), DbError> {
        self.connection().execute(sqlx::raw_sql(statement)).await?;
        Ok(())
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
    /// The connection broke; the database then rolls back.
    pub async fn rollback(self) -> Result<(), DbError> {
        match self.inner {
            Inner::Unit(unit) => unit.rollback().await,
            Inner::Own(transaction) => Ok(transaction.rollback().await?),
        }
    }
}
