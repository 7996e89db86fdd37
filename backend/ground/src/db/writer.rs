//! SQLite's single writer, with group commit.
//!
//! Every commit waits for the disk, whatever its size. So a finished unit of work does not commit at once: it goes to
//! the end of the queue of writers. The units ahead of it run in the same transaction, each in its own savepoint; when
//! its turn comes again, it commits for all of them. With an empty queue that is at once. A unit succeeds only with the
//! shared commit; its caller gets no result before that.

use super::DbError;
use sqlx::{AnyConnection, AnyPool, Executor};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard, watch};

/// A caller that waits longer for its turn gets the error for a busy database.
const TURN_TIMEOUT: Duration = Duration::from_secs(5);

/// Keeps hot pages in memory: 32 MB instead of SQLite's 2.
const WRITER_SETTINGS: &str = "PRAGMA cache_size = -32768";

/// The queue of writers. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Writer(Arc<Mutex<WriterState>>);

/// State of the writer, behind its lock.
#[derive(Default)]
struct WriterState {
    connection: Option<AnyConnection>,
    /// The open transaction, if any.
    batch: Option<Batch>,
    /// The last unit, while its savepoint exists; its end is sent with the next statement.
    last: Option<Last>,
}

/// The end of the last unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Done,
    /// Dropped or rolled back.
    Abandoned,
}

/// Units of one shared commit.
struct Batch {
    /// `None` until it is decided, then whether the commit succeeded.
    outcome: watch::Sender<Option<Result<(), CommitFailure>>>,
    /// Finished units that wait for the commit.
    units: usize,
}

/// The cause of a failed shared commit, for all of its units.
#[derive(Debug, Clone, Copy)]
enum CommitFailure {
    Unavailable,
    Fault,
}

impl From<CommitFailure> for DbError {
    fn from(failure: CommitFailure) -> Self {
        match failure {
            CommitFailure::Unavailable => Self::Unavailable,
            CommitFailure::Fault => Self::Fault(sqlx::Error::Protocol(String::from(
                "the shared commit failed",
            ))),
        }
    }
}

/// A unit of work with exclusive access to the writer.
pub(super) struct Unit {
    /// `None` once it is over.
    state: Option<OwnedMutexGuard<WriterState>>,
    writer: Writer,
}

impl Writer {
    /// Waits for a turn and starts a unit.
    pub(super) async fn begin(&self, pool: &AnyPool) -> Result<Unit, DbError> {
        let (writer, pool) = (self.clone(), pool.clone());
        // If the caller is cancelled, the spawned task still opens the savepoint, and its unit is dropped properly.
        let starting = tokio::spawn(async move { writer.start(&pool).await });
        starting.await.unwrap_or(Err(DbError::Unavailable))
    }

    async fn start(self, pool: &AnyPool) -> Result<Unit, DbError> {
        let turn = tokio::time::timeout(TURN_TIMEOUT, self.0.clone().lock_owned()).await;
        let mut state = turn.map_err(|_| DbError::Unavailable)?;
        match state.open(pool).await {
            Ok(()) => Ok(Unit {
                state: Some(state),
                writer: self,
            }),
            Err(error) => {
                state.fail(&error);
                Err(error)
            }
        }
    }

    /// Waits until the writer is idle, and releases the connection.
    pub(super) async fn close(&self) {
        let mut state = self.0.lock().await;
        let _ = state.tidy().await;
        state.connection = None;
        state.batch = None;
    }
}

impl WriterState {
    /// Prepares the next unit: opens the transaction and its savepoint.
    async fn open(&mut self, pool: &AnyPool) -> Result<(), DbError> {
        if self.connection.is_none() {
            self.connection = Some(pool.acquire().await?.detach());
            self.run(WRITER_SETTINGS).await?;
        }
        if self.batch.is_none() {
            self.run("BEGIN IMMEDIATE; SAVEPOINT unit").await?;
            self.batch = Some(Batch {
                outcome: watch::Sender::new(None),
                units: 0,
            });
            return Ok(());
        }
        let statement = match self.last.take() {
            Some(Last::Done) => "RELEASE unit; SAVEPOINT unit",
            // The savepoint stays open.
            Some(Last::Abandoned) => "ROLLBACK TO unit",
            None => "SAVEPOINT unit",
        };
        self.run(statement).await
    }

    /// Undoes an abandoned unit; without other finished units, the whole transaction.
    async fn tidy(&mut self) -> Result<(), DbError> {
        if self.last != Some(Last::Abandoned) {
            return Ok(());
        }
        self.last = None;
        if self.batch.as_ref().is_some_and(|batch| batch.units > 0) {
            return self.run("ROLLBACK TO unit; RELEASE unit").await;
        }
        self.batch = None;
        self.run("ROLLBACK").await
    }

    /// Commits the finished units and notifies all waiters.
    async fn commit(&mut self) -> Result<(), DbError> {
        self.tidy().await?;
        self.last = None;
        if self.batch.is_some() {
            // A commit releases the savepoints too.
            self.run("COMMIT").await?;
        }
        if let Some(batch) = self.batch.take() {
            batch.outcome.send_replace(Some(Ok(())));
        }
        Ok(())
    }

    /// After a failure the transaction's content is unknown: closing the connection rolls it back.
    fn fail(&mut self, error: &DbError) {
        let failure = if matches!(error, DbError::Unavailable) {
            CommitFailure::Unavailable
        } else {
            CommitFailure::Fault
        };
        self.connection = None;
        self.last = None;
        if let Some(batch) = self.batch.take() {
            batch.outcome.send_replace(Some(Err(failure)));
        }
    }

    async fn run(&mut self, statement: &'static str) -> Result<(), DbError> {
        let connection = self.connection.as_mut().ok_or(DbError::Unavailable)?;
        connection.execute(sqlx::raw_sql(statement)).await?;
        Ok(())
    }
}

impl Unit {
    pub(super) fn connection(&mut self) -> &mut AnyConnection {
        let state = self
            .state
            .as_mut()
            .and_then(|state| state.connection.as_mut());
        state.expect("a unit holds the writer and its connection until it is over")
    }

    /// Commits, together with the waiting units.
    pub(super) async fn commit(mut self) -> Result<(), DbError> {
        let Some(state) = self.state.take() else {
            return Err(DbError::Unavailable);
        };
        let writer = self.writer.clone();
        // Continues if the caller goes away: others may be waiting for this commit.
        let finishing = tokio::spawn(async move { finish(writer, state).await });
        finishing.await.unwrap_or(Err(DbError::Unavailable))
    }

    /// Rolls back.
    pub(super) async fn rollback(mut self) -> Result<(), DbError> {
        let Some(mut state) = self.state.take() else {
            return Ok(());
        };
        state.last = Some(Last::Abandoned);
        let tidied = state.tidy().await;
        if let Err(error) = &tidied {
            state.fail(error);
        }
        tidied
    }
}

async fn finish(writer: Writer, mut state: OwnedMutexGuard<WriterState>) -> Result<(), DbError> {
    state.last = Some(Last::Done);
    let Some(batch) = &mut state.batch else {
        return Err(DbError::Unavailable);
    };
    batch.units += 1;
    let (mut outcome, latest) = (batch.outcome.subscribe(), batch.outcome.subscribe());
    drop(state);
    // The receiver lends a lock guard, which must not be held while waiting for the other lock.
    let decided = async {
        outcome
            .wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|decided| *decided)
    };
    tokio::select! {
        biased;
        decided = decided => decided.unwrap_or(Err(CommitFailure::Unavailable)).map_err(DbError::from),
        mut state = writer.0.lock() => {
            // Decided just now or not yet: then the open batch is still this unit's.
            let decided = *latest.borrow();
            if let Some(decided) = decided {
                return decided.map_err(DbError::from);
            }
            let committed = state.commit().await;
            if let Err(error) = &committed {
                state.fail(error);
            }
            committed
        }
    }
}

impl Drop for Unit {
    /// Undoes a dropped unit: the next unit does it, or a task if none comes.
    fn drop(&mut self) {
        let Some(mut state) = self.state.take() else {
            return;
        };
        state.last = Some(Last::Abandoned);
        drop(state);
        let writer = self.writer.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let mut state = writer.0.lock().await;
                if let Err(error) = state.tidy().await {
                    state.fail(&error);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests;
