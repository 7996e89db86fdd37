//! Payments returned after completion: a bank returns a payout, a vendor reverses a sale. The amount and its fee are
//! refunded to the wallet once.

use domain_core::payment::Movement;
use ground::error::ApiError;
use money::book::Booking;
use money::ledger;
use money::orders::operator::ByHand;
use money::{orders, receive, statement};
use serde_json::json;
use service::access::{audit, users};
use service::app::AppState;

/// Refunds a completed payment. Returns false if it was already refunded.
///
/// # Errors
/// 404 if no such payment exists; 422 without an operator's name or a reason; the database failed.
pub async fn give_back(
    app: &AppState,
    reference: &str,
    by_hand: Option<&ByHand<'_>>,
) -> Result<bool, ApiError> {
    if let Some(by_hand) = by_hand {
        by_hand.check()?;
    }
    let payer = orders::payer(&mut *app.db.read().await?, reference).await?;
    let user_id = payer.ok_or_else(ApiError::not_found)?;
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &user_id, app.clock.now_ms()).await?;
    let line = statement::find(tx.connection(), &user_id, reference).await?;
    let line = line.ok_or_else(|| ApiError::internal("an order without its statement"))?;
    let movement = Movement::Returned;
    let booking = Booking::of(&mut tx, app, movement, &user_id, line.currency).await?;
    if !orders::give_back(&mut tx, reference, booking.reference()).await? {
        return match orders::is_made(tx.connection(), reference).await? {
            true => Ok(false),
            false => Err(ApiError::not_found()),
        };
    }
    let was_closed = ledger::reopen_one(&mut tx, &booking.wallet().id).await?;
    let made = ledger::entries(&mut tx, &line.ledger_transfer_id).await?;
    let back = booking
        .following(Some(reference))
        .undoing(made)?
        .described(format!("{}, returned", line.description))
        .with(line.counterparty)
        .commented(format!(
            "The payment {reference} came back. The money, and the fee, are in your wallet again."
        ));
    let back = back.book(&mut tx, app).await?;
    if was_closed {
        receive::note_reopened(&mut tx, app, &user_id, "provider").await?;
    }
    let (by, why) = by_hand.map_or(("", ""), |by_hand| (by_hand.by, by_hand.why));
    let detail =
        json!({ "reference": back.reference, "original": reference, "by": by, "why": why });
    audit::append(&mut tx, app, &user_id, "payment_returned", &detail).await?;
    tx.commit().await?;
    tracing::error!(reference, "a payment came back after it was made");
    app.metrics.refused(RETURNED, "returned");
    Ok(true)
}

/// Counts returned payments.
const RETURNED: &str = "ajo_payments_returned_total";
