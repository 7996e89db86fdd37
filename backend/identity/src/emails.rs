//! Replaces the email address, given the password and a code sent to the new address.

use super::answers::CodeSent;
use super::codes::{self, Purpose, Receiver, Target};
use super::{devices, letters, passwords, profile, sessions};
use domain_core::validation::Code;
use domain_core::wallet::caution::Change;
use ground::clock::rfc3339;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::users::{self, User, plain_email};
use service::access::{Session, audit, cautions};
use service::app::AppState;
use service::http::Client;
use service::letters::News;
use service::settings::tenants;

/// Sends a code to the new address.
///
/// # Errors
/// 409 if the user has no address; 422 for a wrong password or the same address; 429 before the wait is over.
pub async fn send_code(
    app: &AppState,
    session: &Session,
    email: &str,
    password: &str,
) -> Result<CodeSent, ApiError> {
    let user = replaceable(app, session).await?;
    let email = plain_email(email);
    if email == user.email {
        let words = "This is your address already.";
        return Err(ApiError::refused_field("email", Code::NotAllowed, words));
    }
    if !passwords::is_right(app, &user, password).await? {
        return Err(passwords::wrong("password"));
    }
    let tenant = tenants::by_id(&mut *app.db.read().await?, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let to = target(&user);
    let target = bound(&user, &to, &email);
    let mut tx = app.db.begin().await?;
    let receiver = Receiver::person(Some(&user.id));
    let asked = codes::ask(&mut tx, app, target, Purpose::Validate, receiver).await?;
    let detail = json!({ "purpose": "email_change" });
    audit::append(&mut tx, app, &user.id, "code_sent", &detail).await?;
    if let Some(code) = &asked.code {
        letters::code(&mut tx, app, &tenant, &email, Purpose::Validate, code).await?;
    }
    tx.commit().await?;
    if asked.waits {
        return Err(ApiError::too_many(asked.resend_seconds));
    }
    Ok(CodeSent {
        code_sent: true,
        resend_seconds: asked.resend_seconds,
        expires_at: rfc3339(asked.expires_at_ms),
    })
}

/// Replaces the address by the one that the code was sent to. The other sessions end.
///
/// # Errors
/// 409 if another account has the address; 422 for a wrong code.
pub async fn change(
    app: &AppState,
    client: &Client,
    session: &Session,
    email: &str,
    code: &str,
) -> Result<User, ApiError> {
    let user = replaceable(app, session).await?;
    let email = plain_email(email);
    let to = target(&user);
    let right = codes::check(app, bound(&user, &to, &email), Purpose::Validate, code).await?;
    let mut tx = app.db.begin().await?;
    users::lock(&mut tx, &user.id).await?;
    codes::consume(&mut tx, app, &right).await?;
    session.expect_open(&mut tx).await?;
    let now_ms = app.clock.now_ms();
    if !users::change_email(&mut tx, &user, &email).await? {
        let message = "Another account has this address.";
        return Err(ApiError::new(ErrorCode::AddressTaken, message));
    }
    // Codes still on their way to the old address.
    let old = Target::email(&user.tenant_id, &user.email);
    for purpose in [Purpose::Reset, Purpose::Login] {
        codes::end(&mut tx, app, old, purpose).await?;
    }
    devices::forget_others(&mut tx, &user.id, client).await?;
    cautions::begin(&mut tx, &user.id, Change::Email, now_ms).await?;
    sessions::end_others(&mut tx, app, session, "email_changed").await?;
    // The notice goes to the old address.
    service::letters::tell(&mut tx, app, &user, News::EmailChanged).await?;
    audit::append(&mut tx, app, &user.id, "email_changed", &json!({})).await?;
    tx.commit().await?;
    profile::user(app, session).await
}

async fn replaceable(app: &AppState, session: &Session) -> Result<User, ApiError> {
    let user = profile::user(app, session).await?;
    if user.email.is_empty() || !user.has_password() {
        let message = "Set a password first, with a code to your address.";
        return Err(ApiError::new(ErrorCode::NoAddress, message));
    }
    Ok(user)
}

fn target(user: &User) -> String {
    ["email:", &user.id].concat()
}

fn bound<'a>(user: &'a User, to: &'a str, email: &'a str) -> Target<'a> {
    Target {
        bound_to: email,
        ..Target::email(&user.tenant_id, to)
    }
}
