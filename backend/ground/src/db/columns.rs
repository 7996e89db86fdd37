//! Columns for amounts and currencies.

use crate::db::DbError;
use domain_core::money::{Amount, Currency};
use sqlx::Row;
use sqlx::any::AnyRow;

/// A currency column.
pub fn currency(row: &AnyRow) -> Result<Currency, DbError> {
    let code: String = row.try_get("currency")?;
    code.parse().map_err(|_| corrupt("currency"))
}

/// An amount column in minor units.
pub fn amount(row: &AnyRow, column: &'static str, currency: Currency) -> Result<Amount, DbError> {
    Amount::from_minor(row.try_get(column)?, currency).ok_or_else(|| corrupt(column))
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
