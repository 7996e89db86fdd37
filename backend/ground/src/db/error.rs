//! Database errors, grouped by what the caller can do about them.

use super::writes::REFUSED;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// PostgreSQL's code for a write on a read-only server.
const READ_ONLY: &str = "25006";

/// The last refused write. An error does not say which pool its connection belongs to, and an extra check does no harm.
static LAST_READ_ONLY: Mutex<Option<Instant>> = Mutex::new(None);

pub(super) fn last_read_only() -> Option<Instant> {
    *LAST_READ_ONLY
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// A failed database call. It is never reported as a domain error, such as an insufficient balance.
#[derive(Debug)]
pub enum DbError {
    /// Neither a SQLite nor a PostgreSQL URL.
    Address,
    /// The URL has unsupported parameters.
    Place(&'static str),
    /// No connection at startup, with the cause.
    Unreachable(String),
    /// The database does not exist, and this command does not create one.
    Absent,
    /// There is a pooler in transaction mode that is not configured.
    Pooler,
    /// The database is unreachable or busy, or its disk is full. Nothing was done; a retry may help.
    Unavailable,
    /// The transaction was aborted because of a conflict with another one: retry at once.
    Contended,
    /// A unique constraint was violated.
    Duplicate,
    /// A write found something that is no longer as it was read. Nothing was done. Names the write.
    Refused(String),
    /// The schema does not match this program's migrations.
    Schema(String),
    /// A bug of ours.
    Fault(sqlx::Error),
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => Self::Unavailable,
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) => unavailable(&error),
            sqlx::Error::Database(database) if database.is_unique_violation() => Self::Duplicate,
            sqlx::Error::Database(database)
                if database.code().is_some_and(|code| code == REFUSED) =>
            {
                Self::Refused(database.message().to_owned())
            }
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

/// PostgreSQL: serialization failure, deadlock, or a lock that did not become free in time.
fn contended(code: &str) -> bool {
    ["40001", "40P01", "55P03"].contains(&code)
}

/// Logs the cause for the operator; the caller does not see it.
fn unavailable(cause: &sqlx::Error) -> DbError {
    tracing::warn!(%cause, "the database is not available");
    DbError::Unavailable
}

/// Codes for temporary conditions. SQLite: busy, locked, read-only, disk full, I/O. PostgreSQL: connection errors
/// (class 08, including a pooler's), insufficient resources (class 53), shutdown and startup (57P01 to 57P05), and a
/// read-only server after a failover.
fn passing(code: &str) -> bool {
    const SQLITE: [&str; 8] = ["5", "6", "8", "10", "13", "261", "517", "1032"];
    const POSTGRES: [&str; 4] = ["08", "53", "57P0", READ_ONLY];
    SQLITE.contains(&code)
        || code.len() == 5 && POSTGRES.iter().any(|class| code.starts_with(class))
}

/// Whether the error comes from a connection pooler that is not configured.
pub(super) fn is_of_pooler(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(error)
        if error.code().is_some_and(|code| is_poolers(&code, error.message())))
}

/// Errors that occur only behind a connection pooler that is not configured: a named prepared statement exists already,
/// or is missing, in the session that the pooler chose; or the pooler rejects a startup parameter.
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
            Self::Contended => f.write_str("another transaction changed the same rows"),
            Self::Duplicate => f.write_str("that value is taken"),
            Self::Refused(name) => write!(f, "changed meanwhile: {name}"),
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
