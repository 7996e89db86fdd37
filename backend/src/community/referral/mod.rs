//! Recommending Ajo to friends.
//!
//! A payment that a friend's PIN authorised leaves a claim, in its own transaction. A job looks at the claims afterwards, and
//! pays what is earned in a transaction of its own: a payment never waits for somebody else's bonus, nor fails by it, and
//! a server that dies in between leaves the claim to the next round.

mod in_common;
mod reward;
mod store;
pub mod summary;

pub use reward::reward_due;

use crate::access::users::User;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;

/// Somebody pays, authorised by the PIN. To be called in the transaction of the payment.
///
/// # Errors
/// The database failed.
pub async fn paid(
    tx: &mut Tx,
    app: &AppState,
    payer: &User,
    payment_reference: &str,
) -> Result<(), ApiError> {
    if payer.referred_by.is_none() || store::is_rewarded(tx.connection(), &payer.id).await? {
        return Ok(());
    }
    Ok(store::claim(tx, &payer.id, payment_reference, app.clock.now_ms()).await?)
}

/// A payment has ended that was under way. To be called in the transaction that ends it.
///
/// # Errors
/// The database failed.
pub async fn settled(
    tx: &mut Tx,
    app: &AppState,
    payer_id: &str,
    payment_reference: &str,
) -> Result<(), ApiError> {
    Ok(store::put_off(tx, payer_id, payment_reference, app.clock.now_ms()).await?)
}
