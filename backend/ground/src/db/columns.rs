//! Columns for amounts and currencies.

use crate::db::{DbError, Fields};
use domain_core::money::{Amount, Currency};

/// A currency column.
pub fn currency(row: &impl Fields) -> Result<Currency, DbError> {
    let code = row.text("currency")?;
    code.parse().map_err(|_| corrupt("currency"))
}

/// An amount column in minor units.
pub fn amount(
    row: &impl Fields,
    column: &'static str,
    currency: Currency,
) -> Result<Amount, DbError> {
    Amount::from_minor(row.whole(column)?, currency).ok_or_else(|| corrupt(column))
}

/// An amount in minor units for a column.
pub fn minor(amount: &Amount) -> Result<i64, DbError> {
    amount.minor().ok_or_else(|| corrupt("amount"))
}

/// The error for a column with a value that no statement of ours writes.
pub fn corrupt(column: &str) -> DbError {
    DbError::Fault(sqlx::Error::Protocol(format!(
        "{column} holds an invalid value"
    )))
}
