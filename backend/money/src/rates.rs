//! Exchange rates.

use crate::rate_policy::{self, RatePolicy};
use columns::corrupt;
use domain_core::calendar::Instant;
use domain_core::money::age::{Renewal, checked, expected, refusal_until, usable};
use domain_core::money::feed;
use domain_core::money::jump::{self, Jump, Verdict, is_near};
use domain_core::money::{Currency, Percent, Rate, Rates};
use ground::db::{DbError, Fields, Tx, columns};
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::audit;
use service::app::AppState;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// The current rates.
pub async fn all(connection: &mut AnyConnection) -> Result<Rates, DbError> {
    let rows = sqlx::query("SELECT currency, sell_rate, buy_rate FROM rates ORDER BY currency")
        .fetch_all(connection)
        .await?;
    read(&rows)
}

/// Reads rates from rows with the columns `currency`, `sell_rate` and `buy_rate`, one per currency.
pub(super) fn read(rows: &[impl Fields]) -> Result<Rates, DbError> {
    let mut rates = Rates::default();
    for row in rows {
        let rate = |column: &'static str| -> Result<Rate, DbError> {
            Rate::parse(&row.text(column)?).ok_or_else(|| corrupt(column))
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
    /// `None` for the sample rate of the schema.
    pub set_at: Option<Instant>,
    /// Whether it came from the market, which renews it.
    pub is_from_market: bool,
    /// The market's rate (`sell`) that awaits confirmation.
    pub jump: Option<Jump>,
    /// The other rate of one that a person has to release.
    pub jump_buy: Option<Rate>,
}

/// All rates, with the time at which each was set.
///
/// # Errors
/// The database failed.
pub async fn listed(connection: &mut AnyConnection) -> Result<Vec<CurrencyRate>, DbError> {
    let rows = sqlx::query(
        "SELECT currency, sell_rate, buy_rate, updated_at_ms, from_market, jump_rate, jump_buy_rate, jump_at_ms FROM rates ORDER BY currency",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(currency_rate).collect()
}

fn currency_rate(row: &AnyRow) -> Result<CurrencyRate, DbError> {
    let rate = |column: &'static str| -> Result<Option<Rate>, DbError> {
        let text: Option<String> = row.try_get(column)?;
        text.map(|text| Rate::parse(&text).ok_or_else(|| corrupt(column)))
            .transpose()
    };
    let known = |column: &'static str| rate(column)?.ok_or_else(|| corrupt(column));
    let set_at_ms: i64 = row.try_get("updated_at_ms")?;
    let jump_at_ms: Option<i64> = row.try_get("jump_at_ms")?;
    let jump = rate("jump_rate")?.zip(jump_at_ms);
    let from_market: i64 = row.try_get("from_market")?;
    Ok(CurrencyRate {
        currency: columns::currency(row)?,
        sell: known("sell_rate")?,
        buy: known("buy_rate")?,
        set_at: (set_at_ms > 0).then_some(Instant(set_at_ms)),
        is_from_market: from_market != 0,
        jump_buy: rate("jump_buy_rate")?,
        jump: jump.map(|(rate, at_ms)| Jump {
            rate,
            at: Instant(at_ms),
        }),
    })
}

/// Whether the market's rate of a currency is near the rate in use. Also true if no rate was set, or only one too old
/// to be used.
pub fn is_believed(
    app: &AppState,
    listed: &[CurrencyRate],
    currency: Currency,
    market: Rate,
    valid_hours: i64,
) -> bool {
    let now = Instant(app.clock.now_ms());
    let known = listed.iter().find(|one| one.currency == currency);
    let known = known.filter(|one| usable(currency, one.set_at, now, valid_hours, false).is_ok());
    known.is_none_or(|known| is_near(known.sell, market))
}

/// The time at which a missing rate is expected: the market's next one, unless a person has to release it.
pub fn expected_at(app: &AppState, one: &CurrencyRate, policy: RatePolicy) -> Instant {
    let renewal = match one.is_from_market && one.jump.is_none() {
        true => Renewal::Feed,
        false => Renewal::ByHand {
            hour: policy.set_hour,
        },
    };
    expected(renewal, Instant(app.clock.now_ms()))
}

/// Refuses rates older than the tenant allows. Sample rates are accepted outside production.
///
/// # Errors
/// 503 `rate_stale` with a message for the user, which says when the next rate is expected.
pub fn check_age(
    app: &AppState,
    listed: &[CurrencyRate],
    currencies: &[Currency],
    policy: RatePolicy,
) -> Result<(), ApiError> {
    let now = Instant(app.clock.now_ms());
    let samples = !app.config.production();
    for one in listed
        .iter()
        .filter(|one| currencies.contains(&one.currency))
    {
        let usable = usable(one.currency, one.set_at, now, policy.valid_hours, samples);
        usable.map_err(|refused| {
            let expected_at = expected_at(app, one, policy);
            let message = refusal_until(&refused, expected_at);
            ApiError::new(ErrorCode::RateStale, message)
                .with_data(json!({ "expected_at": expected_at.text() }))
        })?;
    }
    Ok(())
}

/// Refuses currencies whose rate from the market waits for a person: nothing is converted at a rate that may be wrong.
///
/// # Errors
/// 503 `rate_stale` with a message for the user, which says when the next rate is expected.
pub fn check_released(
    app: &AppState,
    listed: &[CurrencyRate],
    currencies: &[Currency],
    policy: RatePolicy,
) -> Result<(), ApiError> {
    let mut used = listed
        .iter()
        .filter(|one| currencies.contains(&one.currency));
    let Some(held) = used.find(|one| one.jump_buy.is_some()) else {
        return Ok(());
    };
    let expected_at = expected_at(app, held, policy);
    let message = refusal_until(&checked(held.currency), expected_at);
    Err(ApiError::new(ErrorCode::RateStale, message)
        .with_data(json!({ "expected_at": expected_at.text() })))
}

/// Reads the rates and the tenant's policy, and calls [`check_age`].
///
/// # Errors
/// See [`check_age`].
pub async fn check_current(
    connection: &mut AnyConnection,
    app: &AppState,
    tenant_id: &str,
    currencies: &[Currency],
) -> Result<Vec<CurrencyRate>, ApiError> {
    let listed = listed(connection).await?;
    let policy = rate_policy::of(connection, tenant_id).await?;
    check_age(app, &listed, currencies, policy)?;
    Ok(listed)
}

/// The currencies that still have a sample rate.
///
/// # Errors
/// The database failed.
pub async fn samples(connection: &mut AnyConnection) -> Result<Vec<&'static str>, DbError> {
    let listed = listed(connection).await?;
    let samples = listed.iter().filter(|one| one.set_at.is_none());
    Ok(samples.map(|one| one.currency.as_str()).collect())
}

/// The rates in the form that rules take.
pub fn table(listed: &[CurrencyRate]) -> Rates {
    let put = |rates: Rates, one: &CurrencyRate| rates.with(one.currency, one.sell, Some(one.buy));
    listed.iter().fold(Rates::default(), put)
}

/// The rates of some currencies.
pub fn table_of(listed: &[CurrencyRate], currencies: &[Currency]) -> Rates {
    let all = listed.iter().copied();
    let some: Vec<CurrencyRate> = all
        .filter(|one| currencies.contains(&one.currency))
        .collect();
    table(&some)
}

/// The time of the older of two currencies' rates; `None` if one is a sample.
pub fn set_at(listed: &[CurrencyRate], currencies: [Currency; 2]) -> Option<Instant> {
    let used = listed
        .iter()
        .filter(|one| currencies.contains(&one.currency));
    used.map(|one| one.set_at).min().flatten()
}

/// Sets a currency's rates as of an instant, with an entry in the audit log. Returns false if a newer rate exists.
///
/// # Errors
/// The database failed.
pub async fn set(
    app: &AppState,
    currency: Currency,
    sell: Rate,
    buy: Rate,
    at: Instant,
) -> Result<bool, ApiError> {
    let mut tx = app.db.begin().await?;
    let set = FromMarket {
        sell,
        buy,
        at,
        until: at,
    };
    let set = write(&mut tx, app, currency, set, false).await?;
    tx.commit().await?;
    Ok(set)
}

/// The result of renewing a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renewed {
    Verdict(Verdict),
    /// Another server has renewed the rate, or an operator has set one.
    Known,
}

/// Rates of one currency, as of an instant.
#[derive(Debug, Clone, Copy)]
pub struct FromMarket {
    pub sell: Rate,
    pub buy: Rate,
    pub at: Instant,
    /// A rate set after this instant stays.
    pub until: Instant,
}

/// The confirmation of a rate far from the one in use.
#[derive(Debug, Clone, Copy)]
pub enum Bound {
    /// The market, if it still reports the rate after a while.
    Market,
    /// A person; the percentage that is accepted without one.
    Person(Percent),
}

/// Replaces a rate by the market's. If several servers renew it, one succeeds. A rate far from the one in use is held for
/// confirmation.
///
/// # Errors
/// The database failed.
pub async fn renew(
    app: &AppState,
    currency: Currency,
    told: FromMarket,
    bound: Bound,
) -> Result<Renewed, ApiError> {
    let mut tx = app.db.begin().await?;
    let known = locked(&mut tx, currency).await?;
    let in_use = known.and_then(|known| known.set_at.map(|_| known.sell));
    let jump = known.and_then(|known| known.jump);
    let verdict = match bound {
        Bound::Market => jump::told(in_use, told.sell, jump, told.at),
        Bound::Person(most) => feed::told(in_use, told.sell, jump.map(|jump| jump.rate), most),
    };
    match verdict {
        Verdict::Waits => return Ok(Renewed::Verdict(verdict)),
        Verdict::Held => {
            let buy = matches!(bound, Bound::Person(_)).then(|| told.buy.to_string());
            sqlx::query(
                "UPDATE rates SET jump_rate = $2, jump_at_ms = $3, jump_buy_rate = $4 WHERE currency = $1",
            )
            .bind(currency.as_str())
            .bind(told.sell.to_string())
            .bind(told.at.0)
            .bind(buy)
            .execute(tx.connection())
            .await?;
        }
        Verdict::Taken => {
            if !write(&mut tx, app, currency, told, true).await? {
                return Ok(Renewed::Known);
            }
        }
    }
    tx.commit().await?;
    Ok(Renewed::Verdict(verdict))
}

/// Locks a currency's rate, and reads it.
async fn locked(tx: &mut Tx, currency: Currency) -> Result<Option<CurrencyRate>, DbError> {
    sqlx::query("UPDATE rates SET updated_at_ms = updated_at_ms WHERE currency = $1")
        .bind(currency.as_str())
        .execute(tx.connection())
        .await?;
    let row = sqlx::query(
        "SELECT currency, sell_rate, buy_rate, updated_at_ms, from_market, jump_rate, jump_buy_rate, jump_at_ms \
         FROM rates WHERE currency = $1",
    )
    .bind(currency.as_str())
    .fetch_optional(tx.connection())
    .await?;
    row.as_ref().map(currency_rate).transpose()
}

/// Sets the rate that waits for a person, in whose name it is logged. Returns whether there was one.
///
/// # Errors
/// The database failed.
pub async fn release(app: &AppState, currency: Currency, by: &str) -> Result<bool, ApiError> {
    let mut tx = app.db.begin().await?;
    let known = locked(&mut tx, currency).await?;
    let held = known.and_then(|known| known.jump.zip(known.jump_buy));
    let Some((jump, buy)) = held else {
        return Ok(false);
    };
    let released = FromMarket {
        sell: jump.rate,
        buy,
        at: jump.at,
        until: jump.at,
    };
    if !write(&mut tx, app, currency, released, true).await? {
        return Ok(false);
    }
    let detail = json!({ "currency": currency, "sell_rate": jump.rate.to_string(), "by": by });
    audit::append(&mut tx, app, audit::NOBODY, "rate_released", &detail).await?;
    tx.commit().await?;
    Ok(true)
}

/// Writes a rate unless the stored one is newer, with an entry in the audit log.
async fn write(
    tx: &mut Tx,
    app: &AppState,
    currency: Currency,
    FromMarket {
        sell,
        buy,
        at,
        until,
    }: FromMarket,
    is_from_market: bool,
) -> Result<bool, ApiError> {
    let set = sqlx::query(
        "INSERT INTO rates (currency, sell_rate, buy_rate, updated_at_ms, from_market) VALUES ($1, $2, $3, $4, $6) \
         ON CONFLICT (currency) DO UPDATE SET sell_rate = excluded.sell_rate, buy_rate = excluded.buy_rate, \
         updated_at_ms = excluded.updated_at_ms, from_market = excluded.from_market, \
         jump_rate = NULL, jump_buy_rate = NULL, jump_at_ms = NULL WHERE rates.updated_at_ms <= $5",
    )
    .bind(currency.as_str())
    .bind(sell.to_string())
    .bind(buy.to_string())
    .bind(at.0)
    .bind(until.0)
    .bind(i64::from(is_from_market))
    .execute(tx.connection())
    .await?;
    if set.rows_affected() == 0 {
        return Ok(false);
    }
    let detail = json!({
        "currency": currency, "sell_rate": sell.to_string(), "buy_rate": buy.to_string(), "at": at.text(),
    });
    audit::append(tx, app, audit::NOBODY, "rate_set", &detail).await?;
    Ok(true)
}
