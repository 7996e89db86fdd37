//! The rows of plans.

pub(crate) mod coin_orders;
pub(crate) mod coins;
pub(crate) mod instalments;
pub(crate) mod loans;
pub(crate) mod members;
pub(crate) mod nudges;
pub(crate) mod payments;
pub(crate) mod products;
pub(crate) mod subscriptions;
pub(crate) mod triggers;

use domain_core::calendar::Date;
use domain_core::identity::place::Country;
use domain_core::money::{Amount, Currency, Percent};
use domain_core::plans::goal::GoalKind;
use domain_core::plans::{Kind, Unit};
use domain_core::status::Status;
use ground::db::{DbError, columns};
use sqlx::Row;
use sqlx::any::AnyRow;

/// The charge for a late instalment of a loan; none at zero percent. Percentages are decimal text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateTerms {
    /// In percent of the unpaid part.
    pub percent: String,
    /// The limit of all charges, in percent of the loan.
    pub ceiling: String,
    /// The days after the due date.
    pub after_days: i64,
}

impl LateTerms {
    /// No charge.
    pub fn none() -> Self {
        Self {
            percent: String::from("0"),
            ceiling: String::from("0"),
            after_days: 0,
        }
    }

    /// Whether there is a charge.
    pub fn charges(&self) -> bool {
        Percent::parse(&self.percent).is_some_and(|percent| percent != Percent::ZERO)
    }
}

fn flag(row: &AnyRow, column: &'static str) -> Result<bool, DbError> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}

fn kind(row: &AnyRow) -> Result<Kind, DbError> {
    let text: String = row.try_get("kind")?;
    Kind::named(&text).ok_or_else(|| columns::corrupt("kind"))
}

fn status(row: &AnyRow) -> Result<Status, DbError> {
    let text: String = row.try_get("status")?;
    Status::named(&text).ok_or_else(|| columns::corrupt("status"))
}

fn optional_status(row: &AnyRow, column: &'static str) -> Result<Option<Status>, DbError> {
    let text: Option<String> = row.try_get(column)?;
    let named = |text: String| Status::named(&text).ok_or_else(|| columns::corrupt(column));
    text.map(named).transpose()
}

fn unit(row: &AnyRow, column: &'static str) -> Result<Unit, DbError> {
    optional_unit(row, column)?.ok_or_else(|| columns::corrupt(column))
}

fn optional_unit(row: &AnyRow, column: &'static str) -> Result<Option<Unit>, DbError> {
    let text: Option<String> = row.try_get(column)?;
    let named = |text: String| Unit::named(&text).ok_or_else(|| columns::corrupt(column));
    text.map(named).transpose()
}

fn optional_country(row: &AnyRow) -> Result<Option<Country>, DbError> {
    let text: Option<String> = row.try_get("country")?;
    let named = |text: String| Country::named(&text).ok_or_else(|| columns::corrupt("country"));
    text.map(named).transpose()
}

fn optional_goal(row: &AnyRow) -> Result<Option<GoalKind>, DbError> {
    let text: Option<String> = row.try_get("goal")?;
    let named = |text: String| GoalKind::named(&text).ok_or_else(|| columns::corrupt("goal"));
    text.map(named).transpose()
}

fn late_terms(row: &AnyRow) -> Result<LateTerms, DbError> {
    Ok(LateTerms {
        percent: row.try_get("late_percent")?,
        ceiling: row.try_get("late_ceiling")?,
        after_days: row.try_get("late_after_days")?,
    })
}

fn currency(row: &AnyRow, column: &'static str) -> Result<Currency, DbError> {
    let code: String = row.try_get(column)?;
    code.parse().map_err(|_| columns::corrupt(column))
}

fn optional_amount(
    row: &AnyRow,
    column: &'static str,
    currency: Currency,
) -> Result<Option<Amount>, DbError> {
    let minor: Option<i64> = row.try_get(column)?;
    let amount =
        |minor| Amount::from_minor(minor, currency).ok_or_else(|| columns::corrupt(column));
    minor.map(amount).transpose()
}

fn date(row: &AnyRow, column: &'static str) -> Result<Date, DbError> {
    let text: String = row.try_get(column)?;
    Date::parse(&text).ok_or_else(|| columns::corrupt(column))
}
