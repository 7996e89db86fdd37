//! The activity of sessions, gathered for a moment and written together.

use crate::app::AppState;
use ground::db::{Column, Refused, Write, Writes};
use serde_json::json;
use std::time::Duration;

/// How long activity is gathered.
const GATHER: Duration = Duration::from_millis(250);

static TOUCH: Write = Write {
    name: "the session",
    columns: &[("id", Column::Text), ("at_ms", Column::Whole)],
    statement: "UPDATE sessions SET last_active_at_ms = rows.at_ms FROM rows WHERE sessions.id = rows.id \
        AND sessions.last_active_at_ms < rows.at_ms AND sessions.ended_at_ms IS NULL",
};

/// Notes that a session was active.
pub(super) fn note(app: &AppState, session_id: &str, now_ms: i64) {
    let is_first = {
        let mut waiting = app.activity.waiting();
        let is_first = waiting.is_empty();
        waiting.insert(session_id.to_owned(), now_ms);
        is_first
    };
    if is_first {
        let app = app.clone();
        tokio::spawn(async move {
            tokio::time::sleep(GATHER).await;
            if let Err(Refused::Failed(error)) = write(&app).await {
                tracing::debug!(%error, "the activity of sessions was not written");
            }
        });
    }
}

async fn write(app: &AppState) -> Result<(), Refused> {
    let active = std::mem::take(&mut *app.activity.waiting());
    let mut writes = Writes::default();
    for (id, at_ms) in active {
        writes.add(&TOUCH, json!({ "id": id, "at_ms": at_ms }));
    }
    // A session that has ended meanwhile is not touched.
    writes.run_some(&app.db).await
}
