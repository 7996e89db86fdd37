//! Telling somebody who has the app open that money has arrived.

use super::store::transactions::TransactionRow;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use domain_core::money::Currency;
use serde_json::json;

/// Announces a credit once the transaction is committed. There is a channel for naira and one for dollars.
///
/// # Errors
/// The database's.
pub async fn credited(tx: &mut Tx, app: &AppState, row: &TransactionRow) -> Result<(), ApiError> {
    let currency = match row.currency {
        Currency::Ngn => "ngn",
        Currency::Usd => "usd",
        Currency::Gbp | Currency::Btc | Currency::Eth | Currency::Usdt => return Ok(()),
    };
    let channel = format!("private-transaction.credit.{currency}.{}", row.user_id);
    let payload = json!({ "trxData": {
        "status": row.status,
        "net_amount": row.net,
        "currency": row.currency,
        "description": row.description,
        "reference": row.reference,
    }});
    app.realtime
        .publish(tx, &channel, "credit.alert", &payload)
        .await?;
    Ok(())
}
