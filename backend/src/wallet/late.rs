//! Money from outside for an account that its owner has closed. It is never refused: a bank, a card or a chain has moved it
//! already. It is kept in the wallet, and the owner is asked to have the account opened again.

use crate::access::{audit, users};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::identity::letters::{self, News};
use crate::ledger;
use serde_json::json;

/// Counted by where it came from: `bank`, `card` or `custodian`.
const ARRIVED: &str = "ajo_money_after_closing_total";

/// Has a closed wallet take money that has arrived. Call in the transaction of the credit, before it is recorded.
///
/// # Errors
/// The database failed.
pub async fn admit(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    wallet_id: &str,
    from: &'static str,
) -> Result<(), ApiError> {
    if !ledger::reopen_one(tx, wallet_id).await? {
        return Ok(());
    }
    app.metrics.refused(ARRIVED, from);
    let owner = users::find(tx.connection(), user_id).await?;
    let owner = owner.ok_or_else(ApiError::not_found)?;
    letters::tell(tx, app, &owner, News::MoneyAfterClosing).await?;
    audit::append(
        tx,
        app,
        user_id,
        "money_after_closing",
        &json!({ "from": from }),
    )
    .await
}
