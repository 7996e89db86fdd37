//! What can go wrong with the database, sorted by what the caller can do about it.

use std::fmt;

/// A database call failed. Never dressed as anything else: a full pool is not an insufficient balance.
#[derive(Debug)]
pub enum DbError {
    /// The address is not one of a SQLite file or a PostgreSQL server.
    Address,
    /// The database is away, busy, or its disk is full: nothing was done, trying again may help.
    Unavailable,
    /// Somebody else was at the same rows and one of the two had to give way: trying again at once helps.
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
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => {
                Self::Unavailable
            }
            sqlx::Error::Database(database) if database.is_unique_violation() => Self::Duplicate,
            sqlx::Error::Database(database)
                if database.code().is_some_and(|code| contended(&code)) =>
            {
                Self::Contended
            }
            sqlx::Error::Database(database)
                if database.code().is_some_and(|code| passing(&code)) =>
            {
                Self::Unavailable
            }
            _ => Self::Fault(error),
        }
    }
}

/// PostgreSQL: serialization failure, deadlock.
fn contended(code: &str) -> bool {
    ["40001", "40P01"].contains(&code)
}

/// Codes of a state that passes. SQLite: busy, locked, read-only, disk full, I/O. PostgreSQL: too many connections, disk
/// full, shutting down.
fn passing(code: &str) -> bool {
    const SQLITE: [&str; 8] = ["5", "6", "8", "10", "13", "261", "517", "1032"];
    const POSTGRES: [&str; 5] = ["53300", "53100", "57P01", "57P02", "57P03"];
    SQLITE.contains(&code) || POSTGRES.contains(&code)
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address => {
                f.write_str("the database's address must be sqlite:FILE or postgres://…")
            }
            Self::Unavailable => f.write_str("the database is not available"),
            Self::Contended => f.write_str("somebody else was at the same rows"),
            Self::Duplicate => f.write_str("that value is taken"),
            Self::Schema(error) => f.write_str(error),
            Self::Fault(error) => write!(f, "database: {error}"),
        }
    }
}

impl std::error::Error for DbError {}
