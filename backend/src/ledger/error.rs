//! The ledger's refusals.

use crate::db::DbError;
use crate::error::ApiError;
use std::fmt;

/// The ledger refused; the transaction it was asked in must be dropped.
#[derive(Debug)]
pub enum LedgerError {
    /// The account has less available than the debit needs.
    Insufficient {
        account_id: String,
    },
    /// The entries do not sum to zero, name an account twice, or are too few.
    Unbalanced,
    /// An account is unknown, or of another currency.
    UnknownAccount {
        account_id: String,
    },
    /// The account's balance would be beyond what a balance can be.
    Overflow {
        account_id: String,
    },
    /// The account is closed: it takes no money.
    Closed {
        account_id: String,
    },
    /// The transfer is not pending (any more), or unknown.
    NotPending,
    Database(DbError),
}

impl From<DbError> for LedgerError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

impl From<LedgerError> for ApiError {
    /// A conflict with another transaction stays one, so that a caller that can retry does; anything else is our fault.
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Database(error) => error.into(),
            other => Self::internal(other),
        }
    }
}

impl From<sqlx::Error> for LedgerError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Insufficient { account_id } => {
                write!(f, "ledger account {account_id} has too little available")
            }
            Self::Unbalanced => f.write_str("the entries do not sum to zero"),
            Self::UnknownAccount { account_id } => {
                write!(f, "no ledger account {account_id} in that currency")
            }
            Self::Overflow { account_id } => {
                write!(f, "ledger account {account_id} cannot hold that much")
            }
            Self::Closed { account_id } => write!(f, "ledger account {account_id} is closed"),
            Self::NotPending => f.write_str("the transfer is not pending"),
            Self::Database(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LedgerError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_stays_one_and_anything_else_is_our_fault() {
        let code = |error: LedgerError| ApiError::from(error).code();
        assert_eq!(code(LedgerError::Database(DbError::Contended)), "contended");
        assert_eq!(code(LedgerError::Unbalanced), "internal");
    }
}
