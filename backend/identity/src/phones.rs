//! Adds a phone number, or confirms or replaces one that was only typed, by a code sent to it.

use super::answers::CodeSent;
use super::codes::{self, Purpose, Receiver, Target};
use super::{letters, profile};
use crate::limits;
use domain_core::identity::PhoneCode;
use domain_core::wallet::caution::Change;
use ground::clock::rfc3339;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::users;
use service::access::users::User;
use service::access::{Session, audit, cautions};
use service::app::AppState;
use service::http::limits::count;
use service::settings::tenants;

/// (Document 1, section 2.)
const ALREADY_SET: &str = "Phone already set";

/// Sends a code to the number.
///
/// # Errors
/// 409 if a number is already confirmed; 503 if text messages are off; 429 before the wait is over.
pub async fn send_code(
    app: &AppState,
    session: &Session,
    phone: &str,
) -> Result<CodeSent, ApiError> {
    let user = without_confirmed_phone(app, session).await?;
    letters::expect_texts(app)?;
    count(app, limits::PHONE_CODES, &session.user_id).await?;
    letters::count_text(app, phone).await?;
    let tenant = tenants::by_id(&mut *app.db.read().await?, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let to = target(&user);
    let target = Target {
        bound_to: phone,
        ..Target::email(&user.tenant_id, &to)
    };
    let mut tx = app.db.begin().await?;
    let asked = codes::ask(
        &mut tx,
        app,
        target,
        Purpose::Phone,
        Receiver::person(Some(&user.id)),
    )
    .await?;
    audit::append(
        &mut tx,
        app,
        &user.id,
        "code_sent",
        &json!({ "purpose": Purpose::Phone.as_str() }),
    )
    .await?;
    if let Some(code) = &asked.code {
        letters::text_code(&mut tx, app, &tenant, phone, Purpose::Phone, code).await?;
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

/// Saves the number that the code was sent to.
///
/// # Errors
/// 409 if a number is already confirmed; 422 for a wrong code.
pub async fn add(app: &AppState, session: &Session, form: &PhoneCode) -> Result<User, ApiError> {
    let user = without_confirmed_phone(app, session).await?;
    let number = form.number();
    let to = target(&user);
    let target = Target {
        bound_to: &number,
        ..Target::email(&user.tenant_id, &to)
    };
    let right = codes::check(app, target, Purpose::Phone, &form.plain_code()).await?;
    let mut tx = app.db.begin().await?;
    users::lock(&mut tx, &user.id).await?;
    codes::consume(&mut tx, app, &right).await?;
    session.expect_open(&mut tx).await?;
    let now_ms = app.clock.now_ms();
    if !users::confirm_phone(&mut tx, &user.id, &number, now_ms).await? {
        return Err(already_set());
    }
    // Confirming the number that was typed at sign-up is not a change.
    let is_another = user.phone != number;
    if is_another {
        cautions::begin(&mut tx, &user.id, Change::Phone, now_ms).await?;
    }
    let detail = json!({ "another": is_another });
    audit::append(&mut tx, app, &user.id, "phone_added", &detail).await?;
    tx.commit().await?;
    profile::user(app, session).await
}

async fn without_confirmed_phone(app: &AppState, session: &Session) -> Result<User, ApiError> {
    let user = profile::user(app, session).await?;
    match user.phone_verified_at_ms {
        None => Ok(user),
        Some(_) => Err(already_set()),
    }
}

fn already_set() -> ApiError {
    ApiError::new(ErrorCode::PhoneAlreadySet, ALREADY_SET)
}

fn target(user: &User) -> String {
    ["phone:", &user.id].concat()
}
