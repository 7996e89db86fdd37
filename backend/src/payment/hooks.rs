//! Hooks for areas of a higher rank that follow payments. [`install`] is called once, at startup.

use super::Payer;
use super::statement::TransactionRow;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::outbound::Later;
use std::sync::OnceLock;

/// Runs in the payment's own transaction. Each method does nothing unless an area follows it.
pub trait Hook: Sync {
    /// A payment authorised by PIN was made.
    fn paid<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _app: &'a AppState,
        _payer: &'a Payer,
        _reference: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async { Ok(()) })
    }

    /// A pending payment was settled or refused.
    fn settled<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _app: &'a AppState,
        _reference: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async { Ok(()) })
    }

    /// Money has arrived for an account that its owner has closed.
    fn received_after_closing<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _app: &'a AppState,
        _user_id: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async { Ok(()) })
    }

    /// The outcome of a payment, or a meter's token, came after the payer was answered.
    fn told_later<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _app: &'a AppState,
        _row: &'a TransactionRow,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async { Ok(()) })
    }
}

static HOOKS: OnceLock<&'static [&'static dyn Hook]> = OnceLock::new();

/// Installs the hooks; a second call has no effect.
pub fn install(hooks: &'static [&'static dyn Hook]) {
    let _ = HOOKS.set(hooks);
}

fn installed() -> &'static [&'static dyn Hook] {
    HOOKS.get().copied().unwrap_or_default()
}

pub(super) async fn paid(
    tx: &mut Tx,
    app: &AppState,
    payer: &Payer,
    reference: &str,
) -> Result<(), ApiError> {
    for hook in installed() {
        hook.paid(tx, app, payer, reference).await?;
    }
    Ok(())
}

pub(super) async fn settled(tx: &mut Tx, app: &AppState, reference: &str) -> Result<(), ApiError> {
    for hook in installed() {
        hook.settled(tx, app, reference).await?;
    }
    Ok(())
}

pub(super) async fn received_after_closing(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
) -> Result<(), ApiError> {
    for hook in installed() {
        hook.received_after_closing(tx, app, user_id).await?;
    }
    Ok(())
}

pub(super) async fn told_later(
    tx: &mut Tx,
    app: &AppState,
    row: &TransactionRow,
) -> Result<(), ApiError> {
    for hook in installed() {
        hook.told_later(tx, app, row).await?;
    }
    Ok(())
}
