//! A tenant's policy on exchange rates: their maximum age, and the house's spread on coin sales.

use domain_core::money::Percent;
use domain_core::money::age::RATE_VALID_HOURS;
use ground::db::{DbError, Tx, columns};
use ground::error::ApiError;
use serde_json::json;
use service::access::audit;
use service::app::AppState;
use sqlx::{AnyConnection, Row};

/// The default spread.
const SPREAD: Percent = Percent::whole(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatePolicy {
    /// The maximum age of a usable rate.
    pub valid_hours: i64,
    /// In percent of the coins' value.
    pub coin_spread: Percent,
}

impl Default for RatePolicy {
    fn default() -> Self {
        Self {
            valid_hours: RATE_VALID_HOURS,
            coin_spread: SPREAD,
        }
    }
}

/// A tenant's policy.
///
/// # Errors
/// The database failed.
pub async fn of(connection: &mut AnyConnection, tenant_id: &str) -> Result<RatePolicy, DbError> {
    let row =
        sqlx::query("SELECT valid_hours, coin_spread FROM rate_policies WHERE tenant_id = $1")
            .bind(tenant_id)
            .fetch_optional(connection)
            .await?;
    let Some(row) = row else {
        return Ok(RatePolicy::default());
    };
    let spread: String = row.try_get("coin_spread")?;
    Ok(RatePolicy {
        valid_hours: row.try_get("valid_hours")?,
        coin_spread: Percent::parse(&spread).ok_or_else(|| columns::corrupt("coin_spread"))?,
    })
}

/// A change of a policy; `None` leaves a value unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub struct Change {
    pub valid_hours: Option<i64>,
    pub coin_spread: Option<Percent>,
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
    };
    if policy == known {
        return Ok(known);
    }
    set(&mut tx, tenant_id, policy).await?;
    let detail = json!({
        "tenant": tenant_id, "valid_hours": policy.valid_hours, "coin_spread": policy.coin_spread.to_string(),
    });
    audit::append(&mut tx, app, audit::NOBODY, "rate_policy_set", &detail).await?;
    tx.commit().await?;
    Ok(policy)
}

/// Locks a policy, so that concurrent changes of different values both take effect.
async fn lock(tx: &mut Tx, tenant_id: &str) -> Result<(), DbError> {
    let usual = RatePolicy::default();
    sqlx::query(
        "INSERT INTO rate_policies (tenant_id, valid_hours, coin_spread) VALUES ($1, $2, $3) \
         ON CONFLICT (tenant_id) DO UPDATE SET tenant_id = excluded.tenant_id",
    )
    .bind(tenant_id)
    .bind(usual.valid_hours)
    .bind(usual.coin_spread.to_string())
    .execute(tx.connection())
    .await?;
    Ok(())
}

async fn set(tx: &mut Tx, tenant_id: &str, policy: RatePolicy) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO rate_policies (tenant_id, valid_hours, coin_spread) VALUES ($1, $2, $3) \
         ON CONFLICT (tenant_id) DO UPDATE SET valid_hours = excluded.valid_hours, coin_spread = excluded.coin_spread",
    )
    .bind(tenant_id)
    .bind(policy.valid_hours)
    .bind(policy.coin_spread.to_string())
    .execute(tx.connection())
    .await?;
    Ok(())
}
