//! Notifications about incoming money and late results of payments: realtime events for open apps, and push messages.

use crate::statement::{Category, Status, TransactionRow};
use domain_core::money::{Currency, display_in_full};
use domain_core::payment::ResultPage;
use ground::db::{Found, Tx, Writes};
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use serde_json::{Value, json};
use service::app::AppState;
use service::push;

/// Announces a credit once the transaction is committed.
///
/// # Errors
/// The database failed.
pub async fn credited(tx: &mut Tx, app: &AppState, row: &TransactionRow) -> Result<(), ApiError> {
    announce(tx, app, row).await?;
    if row.category == Category::Returned {
        return came_back(tx, app, row).await;
    }
    push::tell(tx, app, &row.user_id, &notice(row)).await
}

/// Adds what [`credited`] stores to other writes; [`announce_now`] is for after them. `reach` was read with
/// [`push::reach_reads`]. False if it takes a transaction.
///
/// # Errors
/// The reach cannot be read.
pub fn credited_in(
    writes: &mut Writes,
    app: &AppState,
    row: &TransactionRow,
    reach: &Found,
) -> Result<bool, ApiError> {
    push::tell_in(writes, app, &row.user_id, &notice(row), reach)
}

/// Announces a credit that is stored.
pub fn announce_now(app: &AppState, row: &TransactionRow) {
    if let Some((channel, payload)) = event(row) {
        app.realtime.publish_now(&channel, EVENT, &payload);
    }
}

/// Notifies the payer that a payment came back after it was made: always by email as well, because the recipient has not
/// got it.
async fn came_back(tx: &mut Tx, app: &AppState, row: &TransactionRow) -> Result<(), ApiError> {
    let notice = Notice::new(
        "Payment returned",
        "A payment of yours came back. The money is in your wallet again.",
        &result_link(row),
        Urgency::Normal,
    );
    let in_full = format!(
        "{} came back and is in your wallet again: \"{}\". Whoever it was for has not got it. Please check the details before you pay again.",
        display_in_full(&row.net),
        row.description
    );
    push::tell_of_service(tx, app, &row.user_id, &notice, &in_full).await
}

/// Notifies the payer of the result of a payment that was still pending in the response.
///
/// # Errors
/// The database failed.
pub async fn settled(tx: &mut Tx, app: &AppState, row: &TransactionRow) -> Result<(), ApiError> {
    let what = row.category.label();
    let (title, body) = match row.status {
        Status::Successful => (
            "Payment successful",
            format!("{what}: your payment went through."),
        ),
        Status::Failed => (
            "Payment failed",
            format!("{what}: your payment failed. The money is back in your wallet."),
        ),
        Status::Processing => return Ok(()),
    };
    let notice = Notice::new(title, &body, &result_link(row), Urgency::Normal);
    // A late bill has an email of its own.
    if row.status == Status::Failed && !row.category.is_bill() {
        let in_full = format!("{body} It was {} in all.", display_in_full(&row.net));
        return push::tell_of_service(tx, app, &row.user_id, &notice, &in_full).await;
    }
    push::tell(tx, app, &row.user_id, &notice).await
}

/// Notifies the payer that a meter's token has arrived after the purchase.
///
/// # Errors
/// The database failed.
pub async fn token_arrived(
    tx: &mut Tx,
    app: &AppState,
    row: &TransactionRow,
) -> Result<(), ApiError> {
    let body = "The token for your meter has arrived.";
    let notice = Notice::new(
        "Electricity token",
        body,
        &result_link(row),
        Urgency::Normal,
    );
    push::tell(tx, app, &row.user_id, &notice).await
}

/// The app's page for the payment.
fn result_link(row: &TransactionRow) -> String {
    let page = row.category.result_page();
    let page = page.map_or("/transaction", ResultPage::as_str);
    [page, "?reference=", &row.reference].concat()
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

/// Announces a credit. There is one channel for naira, one for dollars, and one for all coins.
async fn announce(tx: &mut Tx, app: &AppState, row: &TransactionRow) -> Result<(), ApiError> {
    if let Some((channel, payload)) = event(row) {
        app.realtime.publish(tx, &channel, EVENT, &payload).await?;
    }
    Ok(())
}

const EVENT: &str = "credit.alert";

/// The channel and the content of a credit's event.
fn event(row: &TransactionRow) -> Option<(String, Value)> {
    let of = match row.currency {
        Currency::Ngn => "ngn",
        Currency::Usd => "usd",
        Currency::Btc | Currency::Eth | Currency::Usdt => "coins",
        Currency::Gbp => return None,
    };
    let channel = format!("private-transaction.credit.{of}.{}", row.user_id);
    let payload = json!({ "trxData": {
        "status": row.status,
        "net_amount": row.net,
        "currency": row.currency,
        "description": row.description,
        "reference": row.reference,
    }});
    Some((channel, payload))
}
