//! A tenant's policy on exchange rates: their maximum age, the hour at which they are set, and the house's spreads.

use domain_core::money::Percent;
use domain_core::money::age::RATE_VALID_HOURS;
use domain_core::money::feed::MOST_JUMP;
use ground::db::{DbError, Tx, columns};
use ground::error::ApiError;
use serde_json::json;
use service::access::audit;
use service::app::AppState;
use sqlx::{AnyConnection, Row};

/// The default of both spreads.
const SPREAD: Percent = Percent::whole(1);
/// The default hour: banks open at eight, and their rates are known an hour later.
const SET_HOUR: i64 = 9;
/// The usual fee for trades in Binance's spot market.
const EXCHANGE_FEE: Percent = Percent::tenths(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatePolicy {
    /// The maximum age of a usable rate.
    pub valid_hours: i64,
    /// In percent of the coins' value.
    pub coin_spread: Percent,
    /// In percent of the converted money's value.
    pub exchange_spread: Percent,
    /// The hour in Lagos at which an operator sets the rates each day.
    pub set_hour: i64,
    /// In percent: a rate of money from the market that differs by more waits for a person.
    pub jump_percent: Percent,
    /// The exchange's share of each trade, in percent.
    pub exchange_fee: Percent,
}

impl Default for RatePolicy {
    fn default() -> Self {
        Self {
            valid_hours: RATE_VALID_HOURS,
            coin_spread: SPREAD,
            exchange_spread: SPREAD,
            set_hour: SET_HOUR,
            jump_percent: MOST_JUMP,
            exchange_fee: EXCHANGE_FEE,
        }
    }
}

/// A tenant's policy.
///
/// # Errors
/// The database failed.
pub async fn of(connection: &mut AnyConnection, tenant_id: &str) -> Result<RatePolicy, DbError> {
    let row = sqlx::query(
        "SELECT valid_hours, coin_spread, exchange_spread, set_hour, jump_percent, exchange_fee FROM rate_policies WHERE tenant_id = $1",
    )
    .bind(tenant_id)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else {
        return Ok(RatePolicy::default());
    };
    let percent = |column: &'static str| -> Result<Percent, DbError> {
        let text: String = row.try_get(column)?;
        Percent::parse(&text).ok_or_else(|| columns::corrupt(column))
    };
    Ok(RatePolicy {
        valid_hours: row.try_get("valid_hours")?,
        coin_spread: percent("coin_spread")?,
        exchange_spread: percent("exchange_spread")?,
        set_hour: row.try_get("set_hour")?,
        jump_percent: percent("jump_percent")?,
        exchange_fee: percent("exchange_fee")?,
    })
}

/// The smallest percentage of any tenant: rates are the same for all of them, and the strictest decides.
///
/// # Errors
/// The database failed.
pub async fn smallest_jump(connection: &mut AnyConnection) -> Result<Percent, DbError> {
    let rows = sqlx::query(
        "SELECT p.jump_percent FROM tenants t LEFT JOIN rate_policies p ON p.tenant_id = t.id",
    )
    .fetch_all(connection)
    .await?;
    let mut smallest = None;
    for row in &rows {
        let text: Option<String> = row.try_get("jump_percent")?;
        let percent = match text {
            Some(text) => Percent::parse(&text).ok_or_else(|| columns::corrupt("jump_percent"))?,
            None => MOST_JUMP,
        };
        smallest = Some(smallest.map_or(percent, |known: Percent| known.min(percent)));
    }
    Ok(smallest.unwrap_or(MOST_JUMP))
}

/// A change of a policy; `None` leaves a value unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub struct Change {
    pub valid_hours: Option<i64>,
    pub coin_spread: Option<Percent>,
    pub exchange_spread: Option<Percent>,
    pub set_hour: Option<i64>,
    pub jump_percent: Option<Percent>,
    pub exchange_fee: Option<Percent>,
}

/// Changes a tenant's policy, with an entry in the audit log. Returns the new policy.
///
/// # Errors
/// The database failed.
pub async fn change(
    app: &AppState,
    tenant_id: &str,
    change: Change,
) -> Result<RatePolicy, ApiError> {
    let mut tx = app.db.begin().await?;
    lock(&mut tx, tenant_id).await?;
    let known = of(tx.connection(), tenant_id).await?;
    let policy = RatePolicy {
        valid_hours: change.valid_hours.unwrap_or(known.valid_hours),
        coin_spread: change.coin_spread.unwrap_or(known.coin_spread),
        exchange_spread: change.exchange_spread.unwrap_or(known.exchange_spread),
        set_hour: change.set_hour.unwrap_or(known.set_hour),
        jump_percent: change.jump_percent.unwrap_or(known.jump_percent),
        exchange_fee: change.exchange_fee.unwrap_or(known.exchange_fee),
    };
    if policy == known {
        return Ok(known);
    }
    set(&mut tx, tenant_id, policy).await?;
    let detail = json!({
        "tenant": tenant_id, "valid_hours": policy.valid_hours, "coin_spread": policy.coin_spread.to_string(),
        "exchange_spread": policy.exchange_spread.to_string(), "set_hour": policy.set_hour,
        "jump_percent": policy.jump_percent.to_string(), "exchange_fee": policy.exchange_fee.to_string(),
    });
    audit::append(&mut tx, app, audit::NOBODY, "rate_policy_set", &detail).await?;
    tx.commit().await?;
    Ok(policy)
}

/// Locks a policy, so that concurrent changes of different values both take effect.
async fn lock(tx: &mut Tx, tenant_id: &str) -> Result<(), DbError> {
    let usual = RatePolicy::default();
    sqlx::query(
        "INSERT INTO rate_policies (tenant_id, valid_hours, coin_spread, exchange_fee) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (tenant_id) DO UPDATE SET tenant_id = excluded.tenant_id",
    )
    .bind(tenant_id)
    .bind(usual.valid_hours)
    .bind(usual.coin_spread.to_string())
    .bind(usual.exchange_fee.to_string())
    .execute(tx.connection())
    .await?;
    Ok(())
}

async fn set(tx: &mut Tx, tenant_id: &str, policy: RatePolicy) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO rate_policies (tenant_id, valid_hours, coin_spread, exchange_spread, set_hour, jump_percent, \
         exchange_fee) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (tenant_id) DO UPDATE SET valid_hours = excluded.valid_hours, coin_spread = excluded.coin_spread, \
         exchange_spread = excluded.exchange_spread, set_hour = excluded.set_hour, jump_percent = excluded.jump_percent, \
         exchange_fee = excluded.exchange_fee",
    )
    .bind(tenant_id)
    .bind(policy.valid_hours)
    .bind(policy.coin_spread.to_string())
    .bind(policy.exchange_spread.to_string())
    .bind(policy.set_hour)
    .bind(policy.jump_percent.to_string())
    .bind(policy.exchange_fee.to_string())
    .execute(tx.connection())
    .await?;
    Ok(())
}
