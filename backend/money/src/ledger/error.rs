//! The ledger's errors.

use ground::db::DbError;
use ground::error::ApiError;
use std::fmt;

/// An error of the ledger. The caller must drop the transaction.
#[derive(Debug)]
pub enum LedgerError {
    /// The debit exceeds the available balance.
    Insufficient {
        account_id: String,
    },
    /// The entries do not sum to zero, name an account twice, or are fewer than two.
    Unbalanced,
    /// The account is unknown, or in another currency.
    UnknownAccount {
        account_id: String,
    },
    /// The balance would not fit into its type.
    Overflow {
        account_id: String,
    },
    /// The account is closed and accepts no money.
    Closed {
        account_id: String,
    },
    /// The transfer is unknown or not pending.
    NotPending,
    Database(DbError),
}

impl From<DbError> for LedgerError {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

impl From<LedgerError> for ApiError {
    /// Keeps database conflicts as such, so that callers can retry them; anything else is an internal error.
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
    fn conflicts_are_kept_and_other_errors_are_internal() {
        let code = |error: LedgerError| ApiError::from(error).code();
        assert_eq!(code(LedgerError::Database(DbError::Contended)), "contended");
        assert_eq!(code(LedgerError::Unbalanced), "internal");
    }
}
