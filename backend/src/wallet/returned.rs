//! Payments that come back after their provider has made them: a bank returns a payout, a vendor takes a sale back. The money,
//! with its fee, goes back to the wallet, once.

use super::late;
use crate::access::audit;
use crate::app::AppState;
use crate::error::ApiError;
use crate::ledger::{self, Entry, NewTransfer};
use crate::payment::orders::operator::ByHand;
use crate::payment::statement::{self, Category, Direction, Status, TransactionRow, new_reference};
use crate::payment::{accounts, alerts, orders};
use domain_core::money::Amount;
use serde_json::json;

/// Gives the money of a payment back that its provider had made; whether it was not given back before.
///
/// # Errors
/// 404 for a reference without such a payment; 422 without a name or a reason; the database failed.
pub async fn give_back(
    app: &AppState,
    reference: &str,
    by_hand: Option<&ByHand<'_>>,
) -> Result<bool, ApiError> {
    if let Some(by_hand) = by_hand {
        by_hand.check()?;
    }
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let id = new_reference(app.random);
    let Some(user_id) = orders::give_back(&mut tx, reference, &id).await? else {
        return match orders::is_made(tx.connection(), reference).await? {
            true => Ok(false),
            false => Err(ApiError::not_found()),
        };
    };
    let line = statement::find(tx.connection(), &user_id, reference).await?;
    let line = line.ok_or_else(|| ApiError::internal("an order without its statement"))?;
    let wallet = accounts::find(tx.connection(), &user_id, line.currency).await?;
    let wallet = wallet.ok_or_else(ApiError::not_found)?;
    late::admit(&mut tx, app, &user_id, &wallet.id, "provider").await?;
    let made = ledger::entries(&mut tx, &line.ledger_transfer_id).await?;
    let back = |entry: Entry| Entry::new(entry.account_id, -entry.amount_minor);
    let transfer = NewTransfer {
        id: &id,
        kind: "returned",
        currency: line.currency,
        linked_to: Some(reference),
        entries: made.into_iter().map(back).collect(),
    };
    ledger::record(&mut tx, transfer, now_ms).await?;
    let back = TransactionRow {
        id: app.random.id(now_ms),
        reference: id.clone(),
        ledger_transfer_id: id.clone(),
        category: Category::Returned,
        direction: Direction::Credit,
        status: Status::Successful,
        gross: line.net,
        charge: Amount::zero(line.currency),
        net: line.net,
        description: format!("{}, returned", line.description),
        payee: None,
        comment: Some(format!(
            "The payment {reference} came back. The money, and the fee, are in your wallet again."
        )),
        token: None,
        owes_token: false,
        created_at_ms: now_ms,
        ..line
    };
    statement::insert(&mut tx, &back).await?;
    alerts::credited(&mut tx, app, &back).await?;
    let (by, why) = by_hand.map_or(("", ""), |by_hand| (by_hand.by, by_hand.why));
    let detail = json!({ "reference": id, "original": reference, "by": by, "why": why });
    audit::append(&mut tx, app, &user_id, "payment_returned", &detail).await?;
    tx.commit().await?;
    tracing::error!(reference, "a payment came back after it was made");
    app.metrics.refused(RETURNED, "returned");
    Ok(true)
}

/// Counted once for each.
const RETURNED: &str = "ajo_payments_returned_total";
