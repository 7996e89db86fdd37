//! Seals of orders: a signature of the request to the provider under the server's secret, which is not in the database.
//! A payout whose account was changed there has no valid seal, and is not sent.

use super::Order;
use super::store as rows;
use ground::db::{Db, DbError, columns};
use ground::sealed::Batch;
use ground::secret::{Keys, hex, same_bytes};
use service::app::AppState;
use sqlx::AnyConnection;

/// The page size of queries for orders.
const PAGE: i64 = 1_000;

/// The seal under the current secret.
pub(super) fn of(keys: &Keys, order: &Order) -> Result<String, DbError> {
    let minor = columns::minor(&order.amount)?.to_string();
    let payload = order.payload.to_string();
    let parts = [
        order.reference.as_str(),
        &order.user_id,
        order.kind.as_str(),
        order.amount.currency().as_str(),
        &minor,
        &payload,
    ];
    Ok(hex(&keys.sign("order", &parts)))
}

/// Whether the seal of an order is valid.
///
/// # Errors
/// The amount cannot be converted.
pub fn stands(keys: &Keys, order: &Order) -> Result<bool, DbError> {
    for keys in keys.each() {
        let own = of(&keys, order)?;
        let seal = order.seal.as_deref().unwrap_or_default();
        if same_bytes(own.as_bytes(), seal.as_bytes()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Seals the open orders of a database without any sealed one, written by a version before seals.
///
/// # Errors
/// The database failed.
pub async fn begin(db: &Db, keys: &Keys) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    let signed = sqlx::query("SELECT 1 FROM orders WHERE seal IS NOT NULL LIMIT 1");
    if signed.fetch_optional(tx.connection()).await?.is_some() {
        return tx.rollback().await;
    }
    for order in rows::all_open(tx.connection()).await? {
        rows::sign(&mut tx, &order, &of(keys, &order)?).await?;
    }
    tx.commit().await
}

/// The references of open or sealed orders whose seal is not valid.
///
/// # Errors
/// The database failed.
pub async fn broken(connection: &mut AnyConnection, keys: &Keys) -> Result<Vec<String>, DbError> {
    let mut broken = Vec::new();
    let mut after = String::new();
    loop {
        let page = rows::signed(connection, &after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok(broken);
        };
        after.clone_from(&last.reference);
        for order in page {
            if !stands(keys, &order)? {
                broken.push(order.reference);
            }
        }
    }
}

/// Seals a batch of orders after a reference again, with the current secret.
///
/// # Errors
/// The database failed.
pub async fn sign_anew(app: &AppState, after: &str) -> Result<Batch, DbError> {
    let keys = &app.config.keys;
    let mut batch = Batch::default();
    let mut tx = app.db.begin().await?;
    for order in rows::signed(tx.connection(), after, PAGE).await? {
        let anew = of(keys, &order)?;
        if order.seal.as_ref() == Some(&anew) {
            batch.last = Some(order.reference);
        } else if stands(keys, &order)? {
            rows::sign(&mut tx, &order, &anew).await?;
            batch.done(order.reference);
        } else {
            batch.unreadable(order.reference);
        }
    }
    tx.commit().await?;
    Ok(batch)
}
