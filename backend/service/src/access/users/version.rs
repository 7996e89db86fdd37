//! The version of a user's facts: what was read before a payment still holds at its write if the version is the same.

use ground::db::{Column, DbError, Fields, Found, Reads, Write, Writes};
use serde_json::json;

/// Reads the version of a user's facts. Read it before them: on SQLite each query sees its own moment.
pub fn version_reads(reads: &mut Reads, user_id: &str) {
    reads
        .add(
            VERSION,
            "SELECT s.version, s.updated_at_ms, (SELECT CAST(COALESCE(SUM(since_ms), 0) AS BIGINT) FROM cautions c WHERE c.user_id = s.user_id) AS cautions \
             FROM person_settings s WHERE s.user_id = $1",
        )
        .bind(user_id);
}

/// Adds the write that raises the version of a user's facts, if they are still as they were read. False if nothing has
/// ever locked them.
///
/// # Errors
/// Their columns cannot be read.
pub fn raise_version(
    writes: &mut Writes,
    found: &Found,
    user_id: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let Some(read) = found.first(VERSION) else {
        return Ok(false);
    };
    let row = json!({
        "user_id": user_id,
        "version": read.whole("version")?,
        "read_at_ms": read.whole("updated_at_ms")?,
        "cautions": read.whole("cautions")?,
        "now_ms": now_ms,
    });
    writes.add(&STILL_AS_READ, row);
    Ok(true)
}

const VERSION: &str = "version of the user";

/// A server of the previous version locks the facts without raising their version, but notes the time.
static STILL_AS_READ: Write = Write {
    name: "the user",
    columns: &[
        ("user_id", Column::Text),
        ("version", Column::Whole),
        ("read_at_ms", Column::Whole),
        ("cautions", Column::Whole),
        ("now_ms", Column::Whole),
    ],
    statement: "UPDATE person_settings SET version = person_settings.version + 1, updated_at_ms = rows.now_ms FROM rows \
        WHERE person_settings.user_id = rows.user_id AND person_settings.version = rows.version \
        AND person_settings.updated_at_ms = rows.read_at_ms \
        AND EXISTS (SELECT 1 FROM users WHERE users.id = rows.user_id AND users.restricted = 0 AND users.closed_at_ms IS NULL) \
        AND (SELECT CAST(COALESCE(SUM(since_ms), 0) AS BIGINT) FROM cautions WHERE cautions.user_id = rows.user_id) = rows.cautions",
};
