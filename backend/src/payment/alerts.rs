//! Notices of incoming money: a realtime event for open apps, and push messages.

use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::outbound::push::{Notice, Urgency};
use crate::payment::statement::Category;
use crate::payment::statement::TransactionRow;
use crate::push;
use domain_core::money::Currency;
use serde_json::json;

/// Announces a credit once the transaction is committed.
///
/// # Errors
/// The database failed.
pub async fn credited(tx: &mut Tx, app: &AppState, row: &TransactionRow) -> Result<(), ApiError> {
    announce(tx, app, row).await?;
    push::tell(tx, app, &row.user_id, &notice(row)).await
}

/// Amount and sender must not appear on a locked screen.
fn notice(row: &TransactionRow) -> Notice {
    let body = format!("Money has arrived in your {} wallet.", row.currency);
    let page = match row.category {
        Category::Referral => "/referral?tab=earnings&reference=",
        _ => "/bank-transfer-success?reference=",
    };
    let link = [page, &row.reference].concat();
    Notice::new("Transaction received", &body, &link, Urgency::Normal)
}

/// There are channels for naira and dollars only.
async fn announce(tx: &mut Tx, app: &AppState, row: &TransactionRow) -> Result<(), ApiError> {
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
