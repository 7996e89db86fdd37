//! Customers of earlier purchases, for quick repeats.

use super::form::BillForm;
use domain_core::bills::Bill;
use domain_core::money::{Amount, Currency};
use ground::clock::rfc3339;
use ground::db::{DbError, Tx, columns};
use ground::error::ApiError;
use serde::Serialize;
use service::app::AppState;
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

const LISTED: i64 = 10;

/// A customer and the latest purchase.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecentCustomer {
    /// A network, cable service or distributor, as in the form.
    pub service: String,
    /// A phone, smart card or meter number.
    pub customer: String,
    /// The customer's name at the provider; null for phones.
    #[schema(required)]
    pub name: Option<String>,
    /// The code of the purchased package.
    #[schema(required)]
    pub package: Option<String>,
    #[schema(value_type = String, example = "1500.00")]
    pub amount: Amount,
    /// The phone number given in the purchase.
    #[schema(required)]
    pub phone: Option<String>,
    /// RFC 3339.
    pub paid_at: String,
}

/// Records a purchase, in its transaction.
///
/// # Errors
/// The database failed.
pub async fn note<F: BillForm>(
    tx: &mut Tx,
    user_id: &str,
    form: &F,
    name: Option<&str>,
    amount: &Amount,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO bill_customers (user_id, kind, service, customer, name, package, amount_minor, phone, paid_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (user_id, kind, service, customer) DO UPDATE SET \
         name = excluded.name, package = excluded.package, amount_minor = excluded.amount_minor, phone = excluded.phone, \
         paid_at_ms = excluded.paid_at_ms",
    )
    .bind(user_id)
    .bind(F::BILL.as_str())
    .bind(form.service())
    .bind(form.customer())
    .bind(name)
    .bind(form.package())
    .bind(columns::minor(amount)?)
    .bind(Some(form.phone()).filter(|phone| !phone.is_empty()))
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The last ten customers of a kind, newest first.
///
/// # Errors
/// The database failed.
pub async fn recent(
    app: &AppState,
    user_id: &str,
    kind: Bill,
) -> Result<Vec<RecentCustomer>, ApiError> {
    let rows = sqlx::query(
        "SELECT service, customer, name, package, amount_minor, phone, paid_at_ms FROM bill_customers \
         WHERE user_id = $1 AND kind = $2 ORDER BY paid_at_ms DESC, customer, service LIMIT $3",
    )
    .bind(user_id)
    .bind(kind.as_str())
    .bind(LISTED)
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    let read = |row: &AnyRow| -> Result<RecentCustomer, DbError> {
        Ok(RecentCustomer {
            service: row.try_get("service")?,
            customer: row.try_get("customer")?,
            name: row.try_get("name")?,
            package: row.try_get("package")?,
            amount: columns::amount(row, "amount_minor", Currency::Ngn)?,
            phone: row.try_get("phone")?,
            paid_at: rfc3339(row.try_get("paid_at_ms")?),
        })
    };
    let recent: Result<Vec<_>, DbError> = rows.iter().map(read).collect();
    Ok(recent?)
}
