//! The call that makes a payment.

use super::grant;
use super::pins::{self, Entered};
use domain_core::money::Currency;
use ground::error::ApiError;
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::Operation;

/// The caller, with idempotency key and grant.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub app: &'a AppState,
    pub session: &'a Session,
    pub user_id: &'a str,
    pub operation: &'a Operation,
    pub grant: &'a grant::PinAuthorisation,
    /// The PIN that came with the call, once it was compared.
    pub(super) entered: Option<&'a dyn Entered>,
}

impl<'a> Call<'a> {
    pub fn new(
        app: &'a AppState,
        session: &'a Session,
        operation: &'a Operation,
        grant: &'a grant::PinAuthorisation,
    ) -> Self {
        Self {
            app,
            session,
            user_id: &session.user_id,
            operation,
            grant,
            entered: None,
        }
    }

    /// Compares the PIN that came with the call, if there is one. Call it for an unused key only: a used one has its
    /// answer.
    ///
    /// # Errors
    /// See [`pins::compare`].
    pub(super) async fn compare(
        &self,
        currency: Currency,
    ) -> Result<Option<Box<dyn Entered>>, ApiError> {
        let Some(pin) = &self.operation.pin else {
            return Ok(None);
        };
        let entered = pins::compare(self.app, self.session, currency, pin.reveal()).await?;
        Ok(Some(entered))
    }
}
