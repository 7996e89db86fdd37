//! The referral code entered at sign-up.

use domain_core::community::reward::plain_code;
use domain_core::identity::register::unknown_referrer;
use ground::error::ApiError;
use service::access::users;
use service::app::AppState;

/// The code as stored; `None` if the field was left blank.
///
/// # Errors
/// 422 for an unknown code.
pub(super) async fn expect_known(
    app: &AppState,
    tenant_id: &str,
    typed: &str,
) -> Result<Option<String>, ApiError> {
    let Some(code) = plain_code(typed) else {
        return Ok(None);
    };
    let mut connection = app.db.read().await?;
    match users::with_referrer_code(&mut connection, tenant_id, &code).await? {
        Some(_) => Ok(Some(code)),
        None => Err(ApiError::refused(vec![unknown_referrer()])),
    }
}
