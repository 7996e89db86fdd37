//! Handing a loan back soon after its payout, and deleting the place of a request.

use super::repay;
use crate::change::{self, Begun};
use crate::store::instalments::{self, InstalmentRow};
use crate::store::subscriptions;
use crate::subscriptions::regret_of;
use domain_core::plans::Kind;
use domain_core::validation::Code;
use ground::error::ApiError;
use serde_json::json;
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::{Answer, Operation};

/// Hands back a loan, if `loan.regret` allows it now.
///
/// # Errors
/// 404 for anything but the user's own loan; 422 if it cannot be handed back, or is not confirmed.
pub async fn hand_back(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    id: &str,
    confirm: bool,
) -> Result<Answer, ApiError> {
    change::confirmed(confirm)?;
    let mut held = match change::begin(app, session, operation, id).await? {
        Begun::Held(held) => held,
        Begun::Done(answer) => return Ok(answer),
    };
    let (tx, row) = (&mut held.tx, &held.row);
    if row.kind != Kind::Loan {
        return Err(ApiError::not_found());
    }
    let own = instalments::of_subscription(tx.connection(), &row.id, row.currency).await?;
    let own: Vec<&InstalmentRow> = own.iter().collect();
    let found = regret_of(tx.connection(), row, &own, held.now_ms).await?;
    if let Some(reason) = found.reason {
        return Err(ApiError::refused_field("id", Code::NotAllowed, reason));
    }
    repay::hand_back(tx, app, row).await?;
    let detail = json!({ "reference": row.reference, "amount": found.amount });
    held.done("loan_handed_back", &detail, "Loan handed back")
        .await
}

/// Deletes the place of a loan request.
///
/// # Errors
/// 404 for anything but the user's own loan; 422 without a confirmation.
pub async fn forget_place(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    id: &str,
    confirm: bool,
) -> Result<Answer, ApiError> {
    change::confirmed(confirm)?;
    let mut held = match change::begin(app, session, operation, id).await? {
        Begun::Held(held) => held,
        Begun::Done(answer) => return Ok(answer),
    };
    if held.row.kind != Kind::Loan {
        return Err(ApiError::not_found());
    }
    subscriptions::forget_place(&mut held.tx, id).await?;
    let detail = json!({ "reference": held.row.reference });
    held.done("loan_place_removed", &detail, "Your location is removed.")
        .await
}
