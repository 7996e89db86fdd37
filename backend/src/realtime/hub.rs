//! Where events come in and sockets listen.

use crate::db::{DbError, Engine, Tx};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::postgres::PgListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;

/// The name that PostgreSQL's notices travel under.
const NOTICES: &str = "ajo_realtime";
/// A socket that is this many events behind is closed, and connects anew.
const BACKLOG_EVENTS: usize = 1_024;
const MOST_SOCKETS: usize = 10_000;
const LISTEN_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// An event on a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub channel: String,
    pub event: String,
    pub data: Value,
}

/// Takes events in and gives them to every open socket. Cheap to clone.
#[derive(Clone)]
pub struct Hub {
    events: broadcast::Sender<Arc<Event>>,
    sockets: Arc<AtomicUsize>,
}

impl Default for Hub {
    fn default() -> Self {
        Self { events: broadcast::channel(BACKLOG_EVENTS).0, sockets: Arc::default() }
    }
}

impl Hub {
    /// Sends an event when the transaction commits.
    ///
    /// # Errors
    /// The database's.
    pub async fn publish(&self, tx: &mut Tx, channel: &str, event: &str, data: &Value) -> Result<(), DbError> {
        let event = Event { channel: channel.into(), event: event.into(), data: data.clone() };
        match tx.engine() {
            Engine::Sqlite => {
                let events = self.events.clone();
                // Nobody listening is no error.
                tx.after_commit(move || drop(events.send(Arc::new(event))));
            }
            Engine::Postgres => {
                let text = serde_json::to_string(&event).unwrap_or_default();
                sqlx::query("SELECT 1 FROM (SELECT pg_notify($1, $2)) AS notice")
                    .bind(NOTICES)
                    .bind(text)
                    .execute(tx.connection())
                    .await?;
            }
        }
        Ok(())
    }

    /// Listens to PostgreSQL's notices until the task is dropped; a connection that breaks is made anew.
    pub async fn listen(self, database_url: String) {
        loop {
            if let Err(error) = self.relay(&database_url).await {
                tracing::warn!(%error, "realtime notices are interrupted");
            }
            tokio::time::sleep(LISTEN_AGAIN_AFTER).await;
        }
    }

    async fn relay(&self, database_url: &str) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(database_url).await?;
        listener.listen(NOTICES).await?;
        loop {
            let notice = listener.recv().await?;
            if let Ok(event) = serde_json::from_str::<Event>(notice.payload()) {
                let _ = self.events.send(Arc::new(event));
            }
        }
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Arc<Event>> {
        self.events.subscribe()
    }

    /// A place for one more socket, given back when dropped; `None` when there are too many.
    pub(super) fn enter(&self) -> Option<Place> {
        let place = Place(self.sockets.clone());
        (place.0.fetch_add(1, Ordering::SeqCst) < MOST_SOCKETS).then_some(place)
    }
}

/// An open socket's place.
pub(super) struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
