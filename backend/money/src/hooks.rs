//! Hooks for the areas, which react to payments. [`install`] is called once, at startup.

use super::Payer;
use super::statement::TransactionRow;
use ground::db::Tx;
use ground::error::ApiError;
use providers::Later;
use service::app::AppState;
use std::sync::OnceLock;

/// Handlers that run in the payment's own transaction. By default each does nothing.
pub trait Hook: Sync {
    /// Whether [`Hook::paid`] has something to do for a payer. It then runs in a transaction.
    fn concerns(&self, _payer: &Payer) -> bool {
        false
    }

    /// Called when a payment authorised by PIN was made; not for a conversion, which spends nothing.
    fn paid<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _app: &'a AppState,
        _payer: &'a Payer,
        _reference: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async { Ok(()) })
    }

    /// Called when a pending payment was settled or refused.
    fn settled<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _app: &'a AppState,
        _reference: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async { Ok(()) })
    }

    /// Called when money has arrived for a closed account.
    fn received_after_closing<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _app: &'a AppState,
        _user_id: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async { Ok(()) })
    }

    /// Called when the result of a payment, or a meter's token, came after the response to the payer.
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

pub(super) fn concern(payer: &Payer) -> bool {
    installed().iter().any(|hook| hook.concerns(payer))
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
