//! The call that makes a payment.

use super::grant;
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::Operation;

/// The caller, with idempotency key and grant.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub app: &'a AppState,
    pub user_id: &'a str,
    pub tenant_id: &'a str,
    pub operation: &'a Operation,
    pub grant: &'a grant::PinAuthorisation,
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
            user_id: &session.user_id,
            tenant_id: &session.tenant_id,
            operation,
            grant,
        }
    }
}
