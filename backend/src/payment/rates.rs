//! Exchange rates.

use crate::access::audit;
use crate::app::AppState;
use crate::db::DbError;
use crate::db::columns;
use crate::error::{ApiError, ErrorCode};
use crate::payment::rate_policy;
use columns::corrupt;
use domain_core::calendar::Instant;
use domain_core::money::age::usable;
use domain_core::money::{Currency, Rate, Rates};
use serde_json::json;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// The current rates.
pub async fn all(connection: &mut AnyConnection) -> Result<Rates, DbError> {
    let rows = sqlx::query("SELECT currency, sell_rate, buy_rate FROM rates ORDER BY currency")
        .fetch_all(connection)
        .await?;
    read(&rows)
}

/// The rates in rows with the columns `currency`, `sell_rate` and `buy_rate`, one for each currency.
pub(super) fn read(rows: &[AnyRow]) -> Result<Rates, DbError> {
    let mut rates = Rates::default();
    for row in rows {
        let rate = |column: &'static str| -> Result<Rate, DbError> {
            let text: String = row.try_get(column)?;
            Rate::parse(&text).ok_or_else(|| corrupt(column))
        };
        rates = rates.with(
            columns::currency(row)?,
            rate("sell_rate")?,
            Some(rate("buy_rate")?),
        );
    }
    Ok(rates)
}

/// A currency's rates, in units for one US dollar.
#[derive(Debug, Clone, Copy)]
pub struct CurrencyRate {
    pub currency: Currency,
    pub sell: Rate,
    pub buy: Rate,
    /// None: the sample that the schema came with.
    pub set_at: Option<Instant>,
}

/// Each currency's rates, and since when they stand.
///
/// # Errors
/// The database's.
pub async fn listed(connection: &mut AnyConnection) -> Result<Vec<CurrencyRate>, DbError> {
    let rows = sqlx::query(
        "SELECT currency, sell_rate, buy_rate, updated_at_ms FROM rates ORDER BY currency",
    )
    .fetch_all(connection)
    .await?;
    let mut listed = Vec::with_capacity(rows.len());
    for row in rows {
        let rate = |column: &'static str| -> Result<Rate, DbError> {
            let text: String = row.try_get(column)?;
            Rate::parse(&text).ok_or_else(|| corrupt(column))
        };
        let set_at_ms: i64 = row.try_get("updated_at_ms")?;
        listed.push(CurrencyRate {
            currency: columns::currency(&row)?,
            sell: rate("sell_rate")?,
            buy: rate("buy_rate")?,
            set_at: (set_at_ms > 0).then_some(Instant(set_at_ms)),
        });
    }
    Ok(listed)
}

/// Refuses rates that are older than the tenant allows. Samples are used where no real money moves.
///
/// # Errors
/// 503 `rate_stale`, in words for the user.
pub fn check_age(
    app: &AppState,
    listed: &[CurrencyRate],
    currencies: &[Currency],
    valid_hours: i64,
) -> Result<(), ApiError> {
    let now = Instant(app.clock.now_ms());
    let samples = !app.config.production();
    for one in listed
        .iter()
        .filter(|one| currencies.contains(&one.currency))
    {
        usable(one.currency, one.set_at, now, valid_hours, samples)
            .map_err(|refused| ApiError::new(ErrorCode::RateStale, refused.message.clone()))?;
    }
    Ok(())
}

/// The same, read here.
///
/// # Errors
/// See [`check_age`].
pub async fn check_current(
    connection: &mut AnyConnection,
    app: &AppState,
    tenant_id: &str,
    currencies: &[Currency],
) -> Result<(), ApiError> {
    let listed = listed(connection).await?;
    let policy = rate_policy::of(connection, tenant_id).await?;
    check_age(app, &listed, currencies, policy.valid_hours)
}

/// The rates, as rules take them.
pub fn table(listed: &[CurrencyRate]) -> Rates {
    let put = |rates: Rates, one: &CurrencyRate| rates.with(one.currency, one.sell, Some(one.buy));
    listed.iter().fold(Rates::default(), put)
}

/// When the older of two currencies' rates was set; none where one is a sample.
pub fn set_at(listed: &[CurrencyRate], currencies: [Currency; 2]) -> Option<Instant> {
    let used = listed
        .iter()
        .filter(|one| currencies.contains(&one.currency));
    used.map(|one| one.set_at).min().flatten()
}

/// Sets a currency's rates as of an instant, and writes it into the audit log. Answers whether it did: newer rates stay.
///
/// # Errors
/// The database's.
pub async fn set(
    app: &AppState,
    currency: Currency,
    sell: Rate,
    buy: Rate,
    at: Instant,
) -> Result<bool, ApiError> {
    replace(app, currency, sell, buy, at, at).await
}

/// The same, only in place of a rate that was set until `until`: of several servers that renew it, one does.
///
/// # Errors
/// The database's.
pub async fn replace(
    app: &AppState,
    currency: Currency,
    sell: Rate,
    buy: Rate,
    at: Instant,
    until: Instant,
) -> Result<bool, ApiError> {
    let mut tx = app.db.begin().await?;
    let set = sqlx::query(
        "INSERT INTO rates (currency, sell_rate, buy_rate, updated_at_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (currency) DO UPDATE SET sell_rate = excluded.sell_rate, buy_rate = excluded.buy_rate, \
         updated_at_ms = excluded.updated_at_ms WHERE rates.updated_at_ms <= $5",
    )
    .bind(currency.as_str())
    .bind(sell.to_string())
    .bind(buy.to_string())
    .bind(at.0)
    .bind(until.0)
    .execute(tx.connection())
    .await?;
    if set.rows_affected() == 0 {
        return Ok(false);
    }
    let detail = json!({
        "currency": currency, "sell_rate": sell.to_string(), "buy_rate": buy.to_string(), "at": at.text(),
    });
    audit::append(&mut tx, app, audit::NOBODY, "rate_set", &detail).await?;
    tx.commit().await?;
    Ok(true)
}
