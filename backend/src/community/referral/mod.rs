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

use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::identity::users::User;
use crate::queue::{self, Kind, New};

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
    let now_ms = app.clock.now_ms();
    let claim = New {
        kind: Kind::Referral,
        id: payment_reference,
        payload: "",
        subject: None,
        user_id: Some(&payer.id),
        now_ms,
        due_at_ms: now_ms,
        expires_at_ms: None,
    };
    Ok(queue::enqueue(tx, &claim).await?)
}

/// A payment has ended that was under way. To be called in the transaction that ends it.
///
/// # Errors
/// The database failed.
pub async fn settled(tx: &mut Tx, app: &AppState, payment_reference: &str) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    Ok(queue::reschedule(tx, Kind::Referral, payment_reference, now_ms).await?)
}
