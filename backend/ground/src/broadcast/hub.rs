//! The hub: takes in events and delivers them to sockets.

use crate::broadcast::notice::{self, Notice};
use crate::broadcast::registry::{Delivery, Listener, Registry};
use crate::broadcast::spread::{NOTICES, Spread};
use crate::db::{self, Db, DbError, Engine, Tx};
use crate::random::Random;
use serde_json::Value;
use sqlx::Row;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;

/// PostgreSQL's payload limit is just below 8,000 bytes.
const LARGEST_NOTICE_BYTES: usize = 7_900;
const RECONNECT_AFTER: Duration = Duration::from_secs(2);
/// How often a stopping server looks whether all notices are sent.
const SPREAD_POLL: Duration = Duration::from_millis(5);

/// Takes in events and delivers them to subscribed sockets. Cheap to clone.
#[derive(Clone)]
pub struct Hub {
    registry: Arc<Mutex<Registry>>,
    /// Whether the sockets are in another process.
    apart: Arc<AtomicBool>,
    db: Db,
    /// The name of this server in its notices.
    server: Arc<str>,
    spread: Arc<Spread>,
}

impl Hub {
    /// The hub of a server on a database.
    pub fn new(db: Db) -> Self {
        Self {
            registry: Arc::default(),
            apart: Arc::default(),
            db,
            server: Random.token().into(),
            spread: Arc::default(),
        }
    }

    /// For a process without sockets, such as a command alongside a running server.
    pub fn stand_apart(&self) {
        self.apart.store(true, Ordering::Relaxed);
    }

    /// Sends an event once the transaction is committed. It is a hint to look: a server that is killed right after the
    /// commit sends none.
    ///
    /// # Errors
    /// The database's.
    pub async fn publish(
        &self,
        tx: &mut Tx,
        channel: &str,
        event: &str,
        data: &Value,
    ) -> Result<(), DbError> {
        self.announce(
            tx,
            Notice::Event {
                channel: channel.into(),
                event: event.into(),
                data: data.clone(),
            },
        )
        .await
    }

    /// Sends an event about what is stored already.
    pub fn publish_now(&self, channel: &str, event: &str, data: &Value) {
        self.deliver_and_spread(Notice::Event {
            channel: channel.into(),
            event: event.into(),
            data: data.clone(),
        });
    }

    /// Closes a session's sockets when the transaction commits.
    ///
    /// # Errors
    /// The database's.
    pub async fn close_session(&self, tx: &mut Tx, session_id: &str) -> Result<(), DbError> {
        self.announce(
            tx,
            Notice::SessionEnded {
                session_id: session_id.into(),
            },
        )
        .await
    }

    /// Closes all sockets of a person when the transaction commits.
    ///
    /// # Errors
    /// The database's.
    pub async fn close_person(&self, tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
        self.announce(
            tx,
            Notice::PersonEnded {
                user_id: user_id.into(),
            },
        )
        .await
    }

    /// Makes a person's sockets on a channel reconnect when the transaction commits: they may no longer listen to it.
    ///
    /// # Errors
    /// The database's.
    pub async fn end_channel(
        &self,
        tx: &mut Tx,
        user_id: &str,
        channel: &str,
    ) -> Result<(), DbError> {
        self.announce(
            tx,
            Notice::ChannelEnded {
                user_id: user_id.into(),
                channel: channel.into(),
            },
        )
        .await
    }

    async fn announce(&self, tx: &mut Tx, notice: Notice) -> Result<(), DbError> {
        match tx.engine() {
            Engine::Sqlite if self.apart.load(Ordering::Relaxed) => leave(tx, &notice).await?,
            Engine::Sqlite => {
                let hub = self.clone();
                tx.after_commit(move || hub.registry().deliver(&notice));
            }
            Engine::Postgres => match notice {
                Notice::Event { .. } => self.spread_after(tx, notice),
                // A notice that closes sockets is sent with the commit.
                _ => {
                    if let Some(text) = text_of(None, notice) {
                        sqlx::query("SELECT 1 FROM (SELECT pg_notify($1, $2)) AS notice")
                            .bind(NOTICES)
                            .bind(text)
                            .execute(tx.connection())
                            .await?;
                    }
                }
            },
        }
        Ok(())
    }

    /// Delivers a notice to this server's sockets once the transaction is committed, and spreads it to the others.
    fn spread_after(&self, tx: &mut Tx, notice: Notice) {
        let hub = self.clone();
        if self.apart.load(Ordering::Relaxed) {
            // The process may end with the answer.
            return tx.before_answering(async move {
                if text_of(None, notice).is_some_and(|text| hub.spread.add(text)) {
                    hub.spread.send(&hub.db).await;
                }
            });
        }
        tx.after_commit(move || hub.deliver_and_spread(notice));
    }

    /// Delivers a notice to this server's sockets, and spreads it to the other servers.
    fn deliver_and_spread(&self, notice: Notice) {
        self.registry().deliver(&notice);
        if self.db.engine() == Engine::Sqlite {
            // There is no other server.
            return;
        }
        let text = text_of(Some(&self.server), notice);
        if text.is_some_and(|text| self.spread.add(text)) {
            let hub = self.clone();
            tokio::spawn(async move { hub.spread.send(&hub.db).await });
        }
    }

    /// Waits until the notices of finished transactions have been sent to the other servers.
    pub async fn spread(&self) {
        while self.spread.is_busy() {
            tokio::time::sleep(SPREAD_POLL).await;
        }
    }

    /// Delivers the events left by other processes of this machine. (PostgreSQL delivers them itself.) Returns their
    /// number.
    ///
    /// # Errors
    /// The database's.
    pub async fn collect(&self, db: &Db) -> Result<usize, DbError> {
        let left = sqlx::query("SELECT 1 AS there FROM realtime_notices LIMIT 1")
            .fetch_optional(&mut *db.read().await?)
            .await?;
        if left.is_none() {
            return Ok(0);
        }
        let mut tx = db.begin().await?;
        let rows = sqlx::query("DELETE FROM realtime_notices RETURNING id, notice")
            .fetch_all(tx.connection())
            .await?;
        tx.commit().await?;
        let mut notices = Vec::new();
        for row in &rows {
            let (id, text): (i64, String) = (row.try_get("id")?, row.try_get("notice")?);
            notices.push((id, text));
        }
        notices.sort_unstable();
        for (_, text) in &notices {
            self.hear(text);
        }
        Ok(notices.len())
    }

    fn hear(&self, text: &str) {
        match serde_json::from_str::<notice::Spread>(text) {
            Ok(spread) if spread.delivered_by.as_deref() == Some(&*self.server) => {}
            Ok(spread) => self.registry().deliver(&spread.notice),
            Err(_) => tracing::warn!("a realtime notice could not be read"),
        }
    }

    /// Listens to PostgreSQL's notices until the task is dropped; reconnects after a broken connection.
    pub async fn listen(self, database_url: String) {
        loop {
            if let Err(error) = self.relay(&database_url).await {
                tracing::warn!(%error, "realtime notices are interrupted");
            }
            tokio::time::sleep(RECONNECT_AFTER).await;
        }
    }

    async fn relay(&self, database_url: &str) -> Result<(), DbError> {
        let mut listener = db::listener(database_url).await?;
        listener.listen(NOTICES).await?;
        // Events sent while the connection was broken are lost to connected sockets.
        self.registry().reconnect_all();
        // `None`: the connection broke.
        while let Some(notice) = listener.try_recv().await? {
            self.hear(notice.payload());
        }
        Ok(())
    }

    /// A seat for one more socket; `None` above the limit, in total or for this address.
    pub fn enter(&self, address: String) -> Option<Seat> {
        let (id, told) = self.registry().enter(address)?;
        Some(Seat {
            hub: self.clone(),
            id,
            told,
        })
    }

    /// Makes all sockets reconnect, accepts no more, and waits until the last one has left.
    pub async fn close(&self) {
        let emptied = self.registry().emptied();
        // Created first: a socket that leaves before the wait begins is noticed too.
        let emptied = emptied.notified();
        self.registry().close();
        if self.open_sockets() > 0 {
            emptied.await;
        }
    }

    /// How many sockets are open on this server.
    pub fn open_sockets(&self) -> usize {
        self.registry().open_sockets()
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        // No code panics half-way while holding this lock.
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A notice as text; `None` if it is too large. An event is only a hint, so it must not make a payment fail.
fn text_of(delivered_by: Option<&str>, notice: Notice) -> Option<String> {
    let spread = notice::Spread {
        delivered_by: delivered_by.map(str::to_owned),
        notice,
    };
    let text = serde_json::to_string(&spread).unwrap_or_default();
    if text.is_empty() || text.len() > LARGEST_NOTICE_BYTES {
        tracing::error!(
            bytes = text.len(),
            "a realtime notice is too large and was left out"
        );
        return None;
    }
    Some(text)
}

async fn leave(tx: &mut Tx, notice: &Notice) -> Result<(), DbError> {
    sqlx::query("INSERT INTO realtime_notices (notice) VALUES ($1)")
        .bind(serde_json::to_string(notice).unwrap_or_default())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// An open socket's seat, given back when dropped.
pub struct Seat {
    hub: Hub,
    id: u64,
    told: mpsc::Receiver<Delivery>,
}

impl Seat {
    /// The next delivery; `None` once the socket was dropped for being slow.
    pub async fn told(&mut self) -> Option<Delivery> {
        self.told.recv().await
    }

    pub fn subscribe(&self, listener: Listener, channel: &str) {
        self.hub.registry().subscribe(self.id, listener, channel);
    }

    pub fn unsubscribe(&self, channel: &str) {
        self.hub.registry().unsubscribe(self.id, channel);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.hub.registry().leave(self.id);
    }
}
