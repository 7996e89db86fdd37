//! Who else wants to know of payments: areas that stand above this one. [`install`] is called once, at the start.

use super::Payer;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::outbound::Later;
use std::sync::OnceLock;

/// Somebody who wants to know of payments, in the payment's own transaction.
pub trait Hook: Sync {
    /// A payment that the PIN authorised was made.
    fn paid<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        payer: &'a Payer,
        reference: &'a str,
    ) -> Later<'a, Result<(), ApiError>>;

    /// A payment that was under way has ended.
    fn settled<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        reference: &'a str,
    ) -> Later<'a, Result<(), ApiError>>;
}

static HOOKS: OnceLock<&'static [&'static dyn Hook]> = OnceLock::new();

/// Installs the hooks; a second call changes nothing.
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
