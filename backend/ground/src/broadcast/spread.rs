//! Notices to the other servers, by PostgreSQL's NOTIFY.
//!
//! A NOTIFY makes its transaction wait at the commit for every other that notifies, on all servers: PostgreSQL delivers
//! them in one order. So an event is spread once its transaction is committed, together with those that came meanwhile,
//! and nothing waits for it. If the server is killed in between, open apps on other servers miss it until they ask again;
//! what it was about is stored.

use crate::db::{Db, DbError};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The PostgreSQL channel of the notices.
pub(super) const NOTICES: &str = "ajo_realtime";
/// The most notices sent at once.
const BATCH: usize = 64;
/// The most notices that wait while the database is unavailable; beyond, the oldest are dropped.
const BACKLOG: usize = 10_000;
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(500);

/// Notices on their way to the other servers.
#[derive(Default)]
pub(super) struct Spread(Mutex<State>);

#[derive(Default)]
struct State {
    waiting: VecDeque<String>,
    /// Whether a task is sending them.
    is_sending: bool,
}

impl Spread {
    /// Adds a notice. True if nobody is sending: the caller then runs [`Spread::send`].
    pub(super) fn add(&self, notice: String) -> bool {
        let mut state = self.state();
        if state.waiting.len() == BACKLOG {
            state.waiting.pop_front();
        }
        state.waiting.push_back(notice);
        !std::mem::replace(&mut state.is_sending, true)
    }

    /// Sends until nothing waits.
    pub(super) async fn send(&self, db: &Db) {
        while let Some(batch) = self.next() {
            while let Err(error) = notify(db, &batch).await {
                tracing::warn!(%error, "realtime notices to other servers are delayed");
                tokio::time::sleep(TRY_AGAIN_AFTER).await;
            }
        }
    }

    /// Whether notices wait or are being sent.
    pub(super) fn is_busy(&self) -> bool {
        self.state().is_sending
    }

    fn next(&self) -> Option<Vec<String>> {
        let mut state = self.state();
        let most = state.waiting.len().min(BATCH);
        if most == 0 {
            state.is_sending = false;
            return None;
        }
        Some(state.waiting.drain(..most).collect())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics half-way while holding this lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notifies all servers, this one included. The transaction stores nothing, so its commit need not wait for the disk.
async fn notify(db: &Db, batch: &[String]) -> Result<(), DbError> {
    let texts = Value::from(batch.to_vec()).to_string();
    sqlx::query(
        "SELECT 1 FROM (SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, text) \
         FROM json_array_elements_text(CAST($2 AS json)) AS one (text)) AS notices",
    )
    .bind(NOTICES)
    .bind(texts)
    .execute(&mut *db.read().await?)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_that_come_while_others_are_sent_go_together() {
        let spread = Spread::default();
        assert!(spread.add("1".into()));
        assert!(!spread.add("2".into()));
        assert_eq!(spread.next().unwrap(), ["1", "2"]);
        assert!(!spread.add("3".into()) && spread.is_busy());
        assert_eq!(spread.next().unwrap(), ["3"]);
        assert!(spread.next().is_none() && !spread.is_busy());
        assert!(spread.add("4".into()));
    }

    #[test]
    fn the_backlog_is_bounded() {
        let spread = Spread::default();
        for number in 0..BACKLOG + 2 {
            spread.add(number.to_string());
        }
        assert_eq!(spread.next().unwrap()[0], "2");
        assert_eq!(spread.state().waiting.len(), BACKLOG - BATCH);
    }
}
