//! Removes a forgotten PIN, given the password and a code sent to the user's address. The next PIN is set like a first
//! one.

use super::{By, reset};
use crate::answers::CodeSent;
use crate::codes::{self, Purpose, Receiver, Target};
use crate::{letters, passwords, profile};
use domain_core::identity::pin::PinStatus;
use domain_core::money::Currency;
use ground::clock::rfc3339;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::users::User;
use service::access::{Session, audit};
use service::app::AppState;
use service::letters::News;
use service::settings::tenants;

/// The outcome of a call.
pub enum Forgotten {
    CodeSent(CodeSent),
    /// The PIN was removed.
    Reset,
}

/// Sends the code; with a code, removes the PIN and ends the user's other sessions.
///
/// # Errors
/// 409 `no_address` without an email address (an operator can remove the PIN), and 409 without a PIN; 422 for a wrong
/// password or code; 429.
pub async fn forgotten(
    app: &AppState,
    session: &Session,
    currency: Currency,
    password: &str,
    code: Option<&str>,
) -> Result<Forgotten, ApiError> {
    let user = profile::user(app, session).await?;
    if user.email.is_empty() {
        return Err(ApiError::new(
            ErrorCode::NoAddress,
            "There is no email address to send a code to. Please ask for help.",
        ));
    }
    if super::status(app, session, currency).await? != PinStatus::PinSet {
        return Err(super::nothing_to_reset());
    }
    if !passwords::is_right(app, &user, password).await? {
        return Err(passwords::wrong("password"));
    }
    let to = ["pin:", currency.as_str(), ":", &user.id].concat();
    let target = Target::email(&user.tenant_id, &to);
    match code {
        None => ask(app, &user, target).await.map(Forgotten::CodeSent),
        Some(code) => {
            let right = codes::check(app, target, Purpose::Reset, code).await?;
            let mut tx = app.db.begin().await?;
            passwords::expect_compared(&mut tx, session, &user, "password", None).await?;
            codes::consume(&mut tx, app, &right).await?;
            reset(&mut tx, app, &user.id, currency, By::Owner(session)).await?;
            service::letters::tell(&mut tx, app, &user, News::PinReset(currency)).await?;
            tx.commit().await?;
            Ok(Forgotten::Reset)
        }
    }
}

async fn ask(app: &AppState, user: &User, target: Target<'_>) -> Result<CodeSent, ApiError> {
    let tenant = tenants::by_id(&mut *app.db.read().await?, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let mut tx = app.db.begin().await?;
    let receiver = Receiver::person(Some(&user.id));
    let asked = codes::ask(&mut tx, app, target, Purpose::Reset, receiver).await?;
    let detail = json!({ "purpose": "pin" });
    audit::append(&mut tx, app, &user.id, "code_sent", &detail).await?;
    if let Some(code) = &asked.code {
        letters::pin_code(&mut tx, app, &tenant, &user.email, code).await?;
    }
    tx.commit().await?;
    Ok(CodeSent {
        code_sent: true,
        resend_seconds: asked.resend_seconds,
        expires_at: rfc3339(asked.expires_at_ms),
    })
}
