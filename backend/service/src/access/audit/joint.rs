//! Entries written together with what they are about, for several users at once.

use super::{CHAINS, link};
use ground::db::{Column, DbError, Write, Writes};
use ground::random::Random;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Row};

/// An event about a user.
#[derive(Debug, Clone)]
pub struct Event {
    pub user_id: String,
    pub event: &'static str,
    pub detail: Value,
    pub at_ms: i64,
}

/// The newest entry of a chain, as it was read or written last.
#[derive(Debug, Clone)]
pub struct Head {
    chain: i64,
    length: i64,
    hash: String,
}

static ENTRY: Write = Write {
    name: "the audit entry",
    columns: &[
        ("chain", Column::Whole),
        ("number", Column::Whole),
        ("at_ms", Column::Whole),
        ("event", Column::Text),
        ("user_id", Column::Text),
        ("detail", Column::Text),
        ("hash", Column::Text),
    ],
    statement: "INSERT INTO audit_log (chain, number, at_ms, event, user_id, detail, hash) \
        SELECT chain, number, at_ms, event, user_id, detail, hash FROM rows",
};

static MOVE_HEAD: Write = Write {
    name: Head::NAME,
    columns: &[
        ("chain", Column::Whole),
        ("before", Column::Whole),
        ("before_hash", Column::Text),
        ("length", Column::Whole),
        ("hash", Column::Text),
    ],
    statement: "UPDATE audit_heads SET length = rows.length, hash = rows.hash FROM rows \
        WHERE audit_heads.chain = rows.chain AND audit_heads.length = rows.before AND audit_heads.hash = rows.before_hash",
};

impl Head {
    /// Names the head in a refusal.
    pub const NAME: &str = "the audit head";

    /// Reads the head of a chain chosen at random: servers that write at the same time then seldom meet.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of_any_chain(
        connection: &mut AnyConnection,
        random: Random,
    ) -> Result<Self, DbError> {
        let [byte] = random.bytes::<1>();
        let chain = i64::from(byte) % CHAINS.cast_signed();
        let row = sqlx::query("SELECT length, hash FROM audit_heads WHERE chain = $1")
            .bind(chain)
            .fetch_one(connection)
            .await?;
        Ok(Self {
            chain,
            length: row.try_get("length")?,
            hash: row.try_get("hash")?,
        })
    }

    /// Adds entries after this head, and the new head, to other writes. They are refused if another transaction has
    /// appended to the chain meanwhile. Returns the new head.
    pub fn append<'e>(&self, writes: &mut Writes, events: impl Iterator<Item = &'e Event>) -> Self {
        let (mut head, mut entries) = (self.clone(), Vec::new());
        for event in events {
            let (number, detail) = (head.length + 1, event.detail.to_string());
            head.hash = link(
                &head.hash,
                head.chain,
                number,
                event.at_ms,
                event.event,
                &event.user_id,
                &detail,
            );
            head.length = number;
            entries.push(json!({
                "chain": head.chain,
                "number": number,
                "at_ms": event.at_ms,
                "event": event.event,
                "user_id": event.user_id,
                "detail": detail,
                "hash": head.hash,
            }));
        }
        // First, as in a transaction: it locks the chain, and whoever holds it may be about to add the same number.
        let row = json!({
            "chain": head.chain,
            "before": self.length,
            "before_hash": self.hash,
            "length": head.length,
            "hash": head.hash,
        });
        writes.add(&MOVE_HEAD, row);
        for entry in entries {
            writes.add(&ENTRY, entry);
        }
        head
    }
}
