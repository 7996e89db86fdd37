//! Signing up by email, and proving the address.

use super::answers::CodeNext;
use super::codes::{self, Purpose, Receiver, Target};
use super::sessions::{self, Tokens};
use super::users::store::NewUser;
use super::users::{self, User, plain_email};
use super::{audit, letters};
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::valid::judge;
use crate::http::{Client, limits};
use crate::settings::tenants::{self, Tenant};
use domain_core::identity::Register;
use domain_core::identity::register::BrandContext;
use serde_json::json;

/// The purpose of a password's hash.
pub const PASSWORD: &str = "password";

/// Signs somebody up. Whether the address has an account already does not show: its owner gets a letter instead.
///
/// # Errors
/// 422 by the form; 429.
pub async fn register(
    app: &AppState,
    client: &Client,
    form: &Register,
) -> Result<CodeNext, ApiError> {
    let tenant = tenants::of(app, client).await?;
    judge(
        form,
        &BrandContext {
            brand: Some(tenant.name.clone()),
        },
    )?;
    limits::count(app, limits::REGISTER_BY_ADDRESS, &client.limit_subject()).await?;

    let email = plain_email(&form.email);
    // Always hashed, so that a known address answers no sooner.
    let password_hash = app.hasher.hash(PASSWORD, &[&form.password]).await?;
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    let referrer_code = referrer_code(app);
    let new = NewUser {
        id: &id,
        tenant_id: &tenant.id,
        email: &email,
        name: form.name.trim(),
        phone: form.phone.trim(),
        password_hash: &password_hash,
        referrer_code: &referrer_code,
        referred_by: Some(form.referrer.trim()).filter(|code| !code.is_empty()),
    };
    let mut tx = app.db.begin().await?;
    let target = Target::email(&tenant.id, &email);
    let is_new = users::store::insert(&mut tx, &new, now_ms).await?;
    let user = users::store::find_by_email(tx.connection(), &tenant.id, &email).await?;
    let user =
        user.ok_or_else(|| ApiError::internal("a person who was just stored is not there"))?;
    if is_new {
        crate::wallet::accounts::open_for(&mut tx, &user.id, now_ms).await?;
    }
    let open = is_new || users::store::replace_unverified(&mut tx, &user.id, &new).await?;
    let to = Receiver::person(open.then_some(user.id.as_str()));
    let asked = codes::ask(&mut tx, app, target, Purpose::Validate, to).await?;
    let event = if open {
        "registered"
    } else {
        "registered_again"
    };
    audit::append(
        &mut tx,
        app,
        &user.id,
        event,
        &json!({ "ip": client.ip.to_string() }),
    )
    .await?;
    tx.commit().await?;

    match &asked.code {
        Some(code) => letters::code(app, &tenant, &email, Purpose::Validate, code).await,
        None if !open && !asked.waits => letters::has_account(app, &tenant, &user).await,
        None => {}
    }
    Ok(CodeNext::new(
        Purpose::Validate.as_str(),
        &email,
        asked.resend_seconds,
        asked.expires_at_ms,
    ))
}

/// Proves the address with the registration's code, and signs in.
///
/// # Errors
/// 422 for a wrong code; 429.
pub async fn verify(
    app: &AppState,
    client: &Client,
    email: &str,
    code: &str,
    purpose: Purpose,
) -> Result<(User, Tokens), ApiError> {
    limits::count(app, limits::CODES_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant: Tenant = tenants::of(app, client).await?;
    let email = plain_email(email);
    let target = Target::email(&tenant.id, &email);
    let right = codes::check(app, target, purpose, code).await?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    codes::consume(&mut tx, app, &right).await?;
    users::store::mark_verified(&mut tx, right.user_id()?, now_ms).await?;
    let user = users::store::find(tx.connection(), right.user_id()?).await?;
    let user = user.ok_or_else(|| ApiError::internal("a code belongs to nobody"))?;
    let tokens = sessions::start(&mut tx, app, &user, client, true).await?;
    tx.commit().await?;
    Ok((user, tokens))
}

/// Eight letters and digits that are not mistaken for each other.
pub(super) fn referrer_code(app: &AppState) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    app.random
        .bytes::<8>()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .iter()
        .collect()
}
