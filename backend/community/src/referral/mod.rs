//! Referrals.
//!
//! A payment authorised by a friend's PIN creates a claim in its own transaction. A job checks the claims afterwards,
//! and pays what is earned in a separate transaction: a payment never waits for a bonus or fails because of one, and if
//! the server crashes in between, the claim remains for the next round.

mod in_common;
mod reward;
mod store;
pub(crate) mod summary;

pub use reward::reward_due;

use ground::db::Tx;
use ground::error::ApiError;
use ground::queue::{self, Kind, New};
use money::Payer;
use money::hooks::Hook;
use providers::Later;
use service::app::AppState;

/// Creates and updates claims on payments.
pub struct ReferralHook;

impl Hook for ReferralHook {
    fn concerns(&self, payer: &Payer) -> bool {
        payer.referred_by.is_some()
    }

    fn paid<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        payer: &'a Payer,
        reference: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async move {
            let user_id = &payer.user_id;
            if payer.referred_by.is_none() || store::is_rewarded(tx.connection(), user_id).await? {
                return Ok(());
            }
            let now_ms = app.clock.now_ms();
            let claim = New {
                kind: Kind::Referral,
                id: reference,
                payload: "",
                subject: None,
                user_id: Some(user_id),
                now_ms,
                due_at_ms: now_ms,
                expires_at_ms: None,
            };
            Ok(queue::enqueue(tx, &claim).await?)
        })
    }

    fn settled<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        reference: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async move {
            let now_ms = app.clock.now_ms();
            Ok(queue::reschedule(tx, Kind::Referral, reference, now_ms).await?)
        })
    }
}
