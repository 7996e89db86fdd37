//! Plans on offer.

use super::{LateTerms, currency, flag, kind, late_terms, optional_amount, optional_unit, unit};
use crate::answers::CoinType;
use domain_core::money::{Amount, Currency};
use domain_core::plans::{Kind, Unit};
use ground::db::{DbError, Tx, columns};
use serde::de::DeserializeOwned;
use serde_json::json;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A plan to take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductRow {
    pub id: String,
    /// Counts changes of its terms.
    pub version: i64,
    pub reference: String,
    pub kind: Kind,
    pub name: String,
    pub is_active: bool,
    pub base_currency: Currency,
    pub min_amount: Amount,
    pub max_amount: Option<Amount>,
    pub duration: i64,
    pub duration_unit: Unit,
    pub is_flexible: bool,
    pub is_group: bool,
    pub opt_out_penalty: String,
    pub take_profit: Option<String>,
    pub wait: Option<i64>,
    pub wait_unit: Option<Unit>,
    /// In naira.
    pub request_fee: Option<Amount>,
    pub late: LateTerms,
    /// A year's return on savings, in percent, as decimal text.
    pub return_rate: String,
    /// The currency in which savings are held.
    pub pot_currency: Currency,
    pub risk_type: Vec<String>,
    pub coin_types: Vec<CoinType>,
    pub description: Vec<String>,
    pub how_to_buy: Vec<String>,
}

/// Adds a plan; false if its reference is taken.
pub async fn insert(
    tx: &mut Tx,
    tenant_id: &str,
    row: &ProductRow,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO plans (id, tenant_id, reference, kind, name, is_active, base_currency, min_amount_minor, max_amount_minor, \
         duration, duration_unit, is_flexible, is_group, opt_out_penalty, take_profit, wait, wait_unit, request_fee_minor, \
         risk_type, coin_types, description, how_to_buy, created_at_ms, late_percent, late_ceiling, late_after_days, \
         return_rate, pot_currency) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28) \
         ON CONFLICT (tenant_id, reference) DO NOTHING",
    )
    .bind(row.id.as_str())
    .bind(tenant_id)
    .bind(row.reference.as_str())
    .bind(row.kind.as_str())
    .bind(row.name.as_str())
    .bind(i64::from(row.is_active))
    .bind(row.base_currency.as_str())
    .bind(columns::minor(&row.min_amount)?)
    .bind(minor(row.max_amount.as_ref())?)
    .bind(row.duration)
    .bind(row.duration_unit.as_str())
    .bind(i64::from(row.is_flexible))
    .bind(i64::from(row.is_group))
    .bind(row.opt_out_penalty.as_str())
    .bind(row.take_profit.as_deref())
    .bind(row.wait)
    .bind(row.wait_unit.map(Unit::as_str))
    .bind(minor(row.request_fee.as_ref())?)
    .bind(json!(row.risk_type).to_string())
    .bind(json!(row.coin_types).to_string())
    .bind(json!(row.description).to_string())
    .bind(json!(row.how_to_buy).to_string())
    .bind(now_ms)
    .bind(row.late.percent.as_str())
    .bind(row.late.ceiling.as_str())
    .bind(row.late.after_days)
    .bind(row.return_rate.as_str())
    .bind(row.pot_currency.as_str())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Locks a brand's plan until the transaction ends, which serialises concurrent changes.
pub async fn lock(tx: &mut Tx, tenant_id: &str, which: &str) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plans SET version = version WHERE tenant_id = $1 AND (id = $2 OR reference = $2)",
    )
    .bind(tenant_id)
    .bind(which)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Changes a plan. Its kind, base currency and reference cannot be changed; subscriptions keep their terms.
pub async fn update(tx: &mut Tx, row: &ProductRow) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE plans SET name = $2, is_active = $3, min_amount_minor = $4, max_amount_minor = $5, duration = $6, \
         duration_unit = $7, is_flexible = $8, is_group = $9, opt_out_penalty = $10, take_profit = $11, wait = $12, \
         wait_unit = $13, request_fee_minor = $14, risk_type = $15, coin_types = $16, description = $17, how_to_buy = $18, version = $19, \
         late_percent = $20, late_ceiling = $21, late_after_days = $22, return_rate = $23, pot_currency = $24 WHERE id = $1",
    )
    .bind(row.id.as_str())
    .bind(row.name.as_str())
    .bind(i64::from(row.is_active))
    .bind(columns::minor(&row.min_amount)?)
    .bind(minor(row.max_amount.as_ref())?)
    .bind(row.duration)
    .bind(row.duration_unit.as_str())
    .bind(i64::from(row.is_flexible))
    .bind(i64::from(row.is_group))
    .bind(row.opt_out_penalty.as_str())
    .bind(row.take_profit.as_deref())
    .bind(row.wait)
    .bind(row.wait_unit.map(Unit::as_str))
    .bind(minor(row.request_fee.as_ref())?)
    .bind(json!(row.risk_type).to_string())
    .bind(json!(row.coin_types).to_string())
    .bind(json!(row.description).to_string())
    .bind(json!(row.how_to_buy).to_string())
    .bind(row.version)
    .bind(row.late.percent.as_str())
    .bind(row.late.ceiling.as_str())
    .bind(row.late.after_days)
    .bind(row.return_rate.as_str())
    .bind(row.pot_currency.as_str())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A brand's plans, oldest first; of one kind, unless `kind` is blank.
pub async fn of_tenant(
    connection: &mut AnyConnection,
    tenant_id: &str,
    kind: &str,
    with_closed: bool,
) -> Result<Vec<ProductRow>, DbError> {
    let rows = sqlx::query(
        "SELECT id, version, reference, kind, name, is_active, base_currency, min_amount_minor, max_amount_minor, duration, duration_unit, \
         is_flexible, is_group, opt_out_penalty, take_profit, wait, wait_unit, request_fee_minor, risk_type, coin_types, \
         description, how_to_buy, late_percent, late_ceiling, late_after_days, return_rate, pot_currency FROM plans WHERE tenant_id = $1 AND ($2 = '' OR kind = $2) AND is_active >= $3 \
         ORDER BY kind, created_at_ms, id",
    )
    .bind(tenant_id)
    .bind(kind)
    .bind(i64::from(!with_closed))
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

/// A brand's plan by its identifier or reference, including closed ones.
pub async fn find(
    connection: &mut AnyConnection,
    tenant_id: &str,
    which: &str,
) -> Result<Option<ProductRow>, DbError> {
    let row = sqlx::query(
        "SELECT id, version, reference, kind, name, is_active, base_currency, min_amount_minor, max_amount_minor, duration, duration_unit, \
         is_flexible, is_group, opt_out_penalty, take_profit, wait, wait_unit, request_fee_minor, risk_type, coin_types, \
         description, how_to_buy, late_percent, late_ceiling, late_after_days, return_rate, pot_currency FROM plans WHERE tenant_id = $1 AND (id = $2 OR reference = $2)",
    )
    .bind(tenant_id)
    .bind(which)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &AnyRow) -> Result<ProductRow, DbError> {
    let base_currency = currency(row, "base_currency")?;
    Ok(ProductRow {
        id: row.try_get("id")?,
        version: row.try_get("version")?,
        reference: row.try_get("reference")?,
        kind: kind(row)?,
        name: row.try_get("name")?,
        is_active: flag(row, "is_active")?,
        base_currency,
        min_amount: columns::amount(row, "min_amount_minor", base_currency)?,
        max_amount: optional_amount(row, "max_amount_minor", base_currency)?,
        duration: row.try_get("duration")?,
        duration_unit: unit(row, "duration_unit")?,
        is_flexible: flag(row, "is_flexible")?,
        is_group: flag(row, "is_group")?,
        opt_out_penalty: row.try_get("opt_out_penalty")?,
        take_profit: row.try_get("take_profit")?,
        wait: row.try_get("wait")?,
        wait_unit: optional_unit(row, "wait_unit")?,
        request_fee: optional_amount(row, "request_fee_minor", Currency::Ngn)?,
        late: late_terms(row)?,
        return_rate: row.try_get("return_rate")?,
        pot_currency: currency(row, "pot_currency")?,
        risk_type: list(row, "risk_type")?,
        coin_types: list(row, "coin_types")?,
        description: list(row, "description")?,
        how_to_buy: list(row, "how_to_buy")?,
    })
}

fn list<T: DeserializeOwned>(row: &AnyRow, column: &'static str) -> Result<Vec<T>, DbError> {
    let text: String = row.try_get(column)?;
    serde_json::from_str(&text).map_err(|_| columns::corrupt(column))
}

fn minor(amount: Option<&Amount>) -> Result<Option<i64>, DbError> {
    amount.map(columns::minor).transpose()
}
