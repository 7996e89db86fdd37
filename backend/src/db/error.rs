//! What can go wrong with the database, sorted by what the caller can do about it.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// PostgreSQL: a write on a read-only server.
const READ_ONLY: &str = "25006";

/// When a server last refused a write. An error does not know which pool its connection belongs to, and a check too many
/// does no harm.
static LAST_READ_ONLY: Mutex<Option<Instant>> = Mutex::new(None);

pub(super) fn last_read_only() -> Option<Instant> {
    *LAST_READ_ONLY
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// A database call failed. Never dressed as anything else: a full pool is not an insufficient balance.
#[derive(Debug)]
pub enum DbError {
    /// The address is not one of a SQLite file or a PostgreSQL server.
    Address,
    /// The address has unsupported parameters.
    Place(&'static str),
    /// No connection at startup, with the cause.
    Unreachable(String),
    /// There is no such database, and this command does not create one.
    Absent,
    /// A pooler in transaction mode that is not configured.
    Pooler,
    /// The database is away, busy, or its disk is full: nothing was done, trying again may help.
    Unavailable,
    /// Another transaction wanted the same rows, and this one was aborted: retry at once.
    Contended,
    /// A unique value stands there already.
    Duplicate,
    /// The schema is not the one that this program's migrations make.
    Schema(String),
    /// Anything else is a fault of ours.
    Fault(sqlx::Error),
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => Self::Unavailable,
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) => unavailable(&error),
            sqlx::Error::Database(database) if database.is_unique_violation() => Self::Duplicate,
            _ if is_of_pooler(&error) => {
                tracing::error!(cause = %error, "{POOLER}");
                Self::Pooler
            }
            sqlx::Error::Database(database)
                if database.code().is_some_and(|code| contended(&code)) =>
            {
                Self::Contended
            }
            sqlx::Error::Database(database)
                if database.code().is_some_and(|code| passing(&code)) =>
            {
                if database.code().is_some_and(|code| code == READ_ONLY) {
                    let now = Some(Instant::now());
                    *LAST_READ_ONLY
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner) = now;
                }
                unavailable(&error)
            }
            _ => Self::Fault(error),
        }
    }
}

/// PostgreSQL: serialization failure, deadlock.
fn contended(code: &str) -> bool {
    ["40001", "40P01"].contains(&code)
}

/// The cause is logged for the operator and not shown to the caller.
fn unavailable(cause: &sqlx::Error) -> DbError {
    tracing::warn!(%cause, "the database is not available");
    DbError::Unavailable
}

/// Codes of a state that passes. SQLite: busy, locked, read-only, disk full, I/O. PostgreSQL: no connection (class 08, a
/// pooler's failures among them), out of something (class 53), shutting down or starting (57P01 to 57P05), and a server
/// that takes no writes because another has taken its place.
fn passing(code: &str) -> bool {
    const SQLITE: [&str; 8] = ["5", "6", "8", "10", "13", "261", "517", "1032"];
    const POSTGRES: [&str; 4] = ["08", "53", "57P0", READ_ONLY];
    SQLITE.contains(&code)
        || code.len() == 5 && POSTGRES.iter().any(|class| code.starts_with(class))
}

/// Whether a connection pooler has answered that is not configured here.
pub(super) fn is_of_pooler(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(error)
        if error.code().is_some_and(|code| is_poolers(&code, error.message())))
}

/// What only a connection pooler says that is not configured here: a prepared statement of that name exists already, or does
/// not exist, in the session that the pooler chose; or it refuses a parameter at the start of a connection.
fn is_poolers(code: &str, message: &str) -> bool {
    ["42P05", "26000"].contains(&code) || message.starts_with("unsupported startup parameter")
}

const POOLER: &str = "a connection pooler in transaction mode is in front of PostgreSQL: set \
    AJO_DATABASE_POOLER=transaction and AJO_DATABASE_LISTEN_URL";

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address => {
                f.write_str("the database's address must be sqlite:FILE or postgres://…")
            }
            Self::Place(why) => f.write_str(why),
            Self::Unreachable(why) => write!(f, "the database is not available: {why}"),
            Self::Absent => f.write_str("there is no such database: `backend migrate` creates it"),
            Self::Pooler => f.write_str(POOLER),
            Self::Unavailable => f.write_str("the database is not available"),
            Self::Contended => f.write_str("somebody else was at the same rows"),
            Self::Duplicate => f.write_str("that value is taken"),
            Self::Schema(error) => f.write_str(error),
            Self::Fault(error) => write!(f, "database: {error}"),
        }
    }
}

impl std::error::Error for DbError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_errors_are_distinguished() {
        for code in [
            "08000", "08006", "08P01", "53100", "53300", "57P01", "57P05", "25006", "5", "8",
        ] {
            assert!(passing(code), "{code}");
        }
        for code in ["23505", "42601", "57014", "0", "08", "25001", "28P01"] {
            assert!(!passing(code), "{code}");
        }
        for (code, message, expected) in [
            (
                "42P05",
                "prepared statement \"sqlx_s_1\" already exists",
                true,
            ),
            (
                "26000",
                "prepared statement \"sqlx_s_1\" does not exist",
                true,
            ),
            (
                "08P01",
                "unsupported startup parameter: extra_float_digits",
                true,
            ),
            ("08P01", "server conn crashed?", false),
            ("42601", "syntax error", false),
        ] {
            assert_eq!(is_poolers(code, message), expected, "{message}");
        }
    }
}
