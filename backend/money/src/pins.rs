//! The transaction PIN that comes with a payment itself. Another area keeps the PINs; [`install`] is called once, at
//! startup.
//!
//! The PIN is in the same body as the payment, so it authorises exactly that. A wrong entry is recorded before it is
//! answered; a correct one counts only in the write of the payment, if the PIN still stands there.

use domain_core::money::Currency;
use ground::db::{Tx, Writes};
use ground::error::ApiError;
use providers::Later;
use service::access::Session;
use service::app::AppState;
use std::sync::OnceLock;

/// The area that keeps the PINs.
pub trait Pins: Sync {
    /// Compares an entered PIN.
    ///
    /// # Errors
    /// 422 if it is wrong; 423 while locked; 409 if none is set.
    fn compare<'a>(
        &'a self,
        app: &'a AppState,
        session: &'a Session,
        currency: Currency,
        pin: &'a str,
    ) -> Later<'a, Result<Box<dyn Entered>, ApiError>>;
}

/// A PIN that was entered correctly. It may be replaced, removed or locked before the payment is written.
pub trait Entered: Send + Sync {
    /// Adds to other writes that the PIN and the session still stand.
    fn hold_in(&self, writes: &mut Writes, now_ms: i64);

    /// Checks in the payment's transaction that the PIN and the session still stand, and keeps them so.
    ///
    /// # Errors
    /// 401, 409, 422 or 423, by what has changed.
    fn hold<'a>(&'a self, tx: &'a mut Tx, app: &'a AppState) -> Later<'a, Result<(), ApiError>>;
}

static PINS: OnceLock<&'static dyn Pins> = OnceLock::new();

/// Installs the area that keeps the PINs; a second call has no effect.
pub fn install(pins: &'static dyn Pins) {
    let _ = PINS.set(pins);
}

/// Compares an entered PIN.
///
/// # Errors
/// See [`Pins::compare`].
pub(super) async fn compare(
    app: &AppState,
    session: &Session,
    currency: Currency,
    pin: &str,
) -> Result<Box<dyn Entered>, ApiError> {
    let pins = PINS
        .get()
        .ok_or_else(|| ApiError::internal("nobody keeps PINs"))?;
    pins.compare(app, session, currency, pin).await
}
