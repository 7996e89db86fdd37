//! Codes sent again, forgotten passwords and password changes.

use super::answers::{CodeNext, CodeSent};
use super::backoff::{self, Subject};
use super::codes::{self, Asked, Purpose, Receiver, Right, Target};
use super::sign_up::PASSWORD;
use super::sign_up::{mark_proven, name_of};
use super::{alerts, devices, letters, passkeys, sessions};
use crate::limits;
use domain_core::identity::otp::{PageInput, next_page};
use domain_core::identity::password::PersonContext;
use domain_core::identity::{ForgotPassword, OtpForm, PasswordChange, ResetPassword};
use domain_core::validation::{Code, Form, NoContext};
use domain_core::wallet::caution::{Change, what_follows};
use ground::clock::rfc3339;
use ground::db::Tx;
use ground::error::ApiError;
use providers::messages::Channel;
use serde_json::json;
use service::access::users;
use service::access::users::sign_ups::SignUp;
use service::access::users::{User, plain_email};
use service::access::{Session, audit, cautions};
use service::app::AppState;
use service::http::Client;
use service::http::limits::count;
use service::http::valid::judge;
use service::letters::News;
use service::settings::tenants::{self, Tenant};

const CHANGED: &str = "Your password has been changed.";
const WRONG: &str = "The password is not correct.";

/// Sends a code for the current page, if the address has one pending.
///
/// # Errors
/// 429 before the wait is over.
pub async fn send_code(
    app: &AppState,
    client: &Client,
    email: &str,
    page: &str,
) -> Result<CodeSent, ApiError> {
    let action = next_page(&PageInput {
        page: Some(page.into()),
    })
    .action;
    let purpose = Purpose::of(action).ok_or_else(ApiError::not_found)?;
    let asked = ask(app, client, email, purpose).await?;
    if asked.waits {
        return Err(ApiError::too_many(asked.resend_seconds));
    }
    Ok(CodeSent {
        code_sent: true,
        resend_seconds: asked.resend_seconds,
        expires_at: rfc3339(asked.expires_at_ms),
    })
}

/// Sends a code for a password reset. The response is the same for every address.
///
/// # Errors
/// 429.
pub async fn forgot(app: &AppState, client: &Client, email: &str) -> Result<CodeNext, ApiError> {
    let asked = ask(app, client, email, Purpose::Reset).await?;
    Ok(CodeNext::new(
        Purpose::Reset.as_str(),
        &plain_email(email),
        asked.resend_seconds,
        asked.expires_at_ms,
    ))
}

async fn ask(
    app: &AppState,
    client: &Client,
    email: &str,
    purpose: Purpose,
) -> Result<Asked, ApiError> {
    count(app, limits::CODES_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant = tenants::of(app, client).await?;
    let email = plain_email(email);
    let target = Target::email(&tenant.id, &email);
    let mut tx = app.db.begin().await?;
    let (user_id, password_given_at_ms) = receiver(&mut tx, app, &tenant, target, purpose).await?;
    let to = Receiver {
        password_given_at_ms,
        ..Receiver::person(user_id.as_deref())
    };
    let asked = codes::ask(&mut tx, app, target, purpose, to).await?;
    if !asked.waits {
        // Also for an unknown address, so that it is not answered faster.
        let to = user_id.as_deref().unwrap_or(audit::NOBODY);
        let detail = json!({ "purpose": purpose.as_str() });
        audit::append(&mut tx, app, to, "code_sent", &detail).await?;
        match &asked.code {
            Some(code) => {
                letters::code(&mut tx, app, &tenant, &email, purpose, code).await?;
            }
            None => letters::to_nobody(&mut tx, app, Channel::Email).await?,
        }
    }
    tx.commit().await?;
    Ok(asked)
}

/// The recipient of a code: at sign-up, an unproven address; at sign-in, a user who has just entered the password.
async fn receiver(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    target: Target<'_>,
    purpose: Purpose,
) -> Result<(Option<String>, Option<i64>), ApiError> {
    let user = users::find_by_email(tx.connection(), &tenant.id, target.to).await?;
    let Some(user) = user else {
        return Ok((None, None));
    };
    Ok(match purpose {
        Purpose::Validate => (user.verified_at_ms.is_none().then_some(user.id), None),
        Purpose::Reset => (Some(user.id), None),
        Purpose::Login => {
            let given_at_ms = codes::password_given(tx, app, target).await?;
            (given_at_ms.map(|_| user.id), given_at_ms)
        }
        // These codes are not sent by email.
        Purpose::Identity | Purpose::Phone => (None, None),
    })
}

/// Checks a reset code without using it up. Returns the account's owner: the new password is checked against their
/// name, so the browser needs it too, and a correct code proves that the address is theirs.
///
/// # Errors
/// 422 for a wrong code; 429.
pub async fn try_code(
    app: &AppState,
    client: &Client,
    email: &str,
    code: &str,
) -> Result<User, ApiError> {
    count(app, limits::CODES_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant = tenants::of(app, client).await?;
    let email = plain_email(email);
    let right = codes::check(app, Target::email(&tenant.id, &email), Purpose::Reset, code).await?;
    codes::leave_unused(app, &right).await?;
    owner(app, &right).await
}

/// The owner of the address that a correct code was sent to.
async fn owner(app: &AppState, right: &Right) -> Result<User, ApiError> {
    let user = users::find(&mut *app.db.read().await?, right.user_id()?).await?;
    user.ok_or_else(|| ApiError::internal("a code without a user"))
}

/// Verifies the signed-in user's password. Rate-limited, so that a stolen session cannot be used to guess it.
///
/// # Errors
/// 429 after a few attempts a minute, or a few more a day.
pub async fn is_right(app: &AppState, user: &User, password: &str) -> Result<bool, ApiError> {
    for limit in [
        limits::PASSWORD_CHECKS_A_MINUTE,
        limits::PASSWORD_CHECKS_A_DAY,
    ] {
        count(app, limit, &user.id).await?;
    }
    let stored = Some(user.password_hash.as_str());
    app.hasher
        .for_members()
        .verify(PASSWORD, &[password], stored)
        .await
}

/// The violation for a wrong current password.
pub fn wrong(field: &'static str) -> ApiError {
    ApiError::refused_field(field, Code::Mismatch, WRONG)
}

/// Checks that the password compared by [`is_right`] is still current, and keeps it so until the transaction ends;
/// writes the new hash, if there is one.
///
/// # Errors
/// 422 under the field if the password was replaced, 401 if that ended the session; the database failed.
pub async fn expect_compared(
    tx: &mut Tx,
    session: &Session,
    user: &User,
    field: &'static str,
    new_hash: Option<&str>,
) -> Result<(), ApiError> {
    let compared = user.password_hash.as_str();
    let new_hash = new_hash.unwrap_or(compared);
    let stands = users::confirm_password(tx, &user.id, compared, new_hash).await?;
    if !stands {
        session.expect_open(tx).await?;
        return Err(wrong(field));
    }
    Ok(())
}

/// Invalidates earlier reset and sign-in codes after a password change. Returns the notice for the user.
///
/// # Errors
/// The database failed.
pub async fn replaced(
    tx: &mut Tx,
    app: &AppState,
    client: &Client,
    user: &User,
) -> Result<String, ApiError> {
    devices::forget_others(tx, &user.id, client).await?;
    let target = Target::email(&user.tenant_id, &user.email);
    for purpose in [Purpose::Reset, Purpose::Login] {
        codes::end(tx, app, target, purpose).await?;
    }
    let careful = cautions::begin(tx, &user.id, Change::Password, app.clock.now_ms()).await?;
    let follows = careful.then(what_follows);
    let sentences = std::iter::once(CHANGED.to_owned()).chain(follows);
    Ok(sentences.collect::<Vec<_>>().join(" "))
}

/// Changes the signed-in user's password and ends their other sessions. Returns the notice for the user.
///
/// # Errors
/// 422 if the form is invalid or the old password is wrong; 429.
pub async fn change(
    app: &AppState,
    client: &Client,
    session: &Session,
    form: &PasswordChange,
) -> Result<String, ApiError> {
    let user = super::profile::user(app, session).await?;
    let tenant = tenants::by_id(&mut *app.db.read().await?, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let context = PersonContext {
        name: Some(user.name.clone()),
        email: Some(user.email.clone()),
        brand: Some(tenant.name.clone()),
    };
    judge(form, &context)?;
    if !is_right(app, &user, &form.old_password).await? {
        return Err(wrong("old_password"));
    }
    let hasher = app.hasher.for_members();
    let password_hash = hasher.hash(PASSWORD, &[&form.new_password]).await?;
    let mut tx = app.db.begin().await?;
    // The owner may have set another password meanwhile, which ends this session.
    expect_compared(
        &mut tx,
        session,
        &user,
        "old_password",
        Some(&password_hash),
    )
    .await?;
    session.expect_open(&mut tx).await?;
    let told = replaced(&mut tx, app, client, &user).await?;
    alerts::password_changed(&mut tx, app, &user.id).await?;
    sessions::end_others(&mut tx, app, session, "password_changed").await?;
    service::letters::tell(&mut tx, app, &user, News::PasswordChanged).await?;
    tx.commit().await?;
    Ok(told)
}

/// Sets a new password and ends all of the user's sessions. Returns the notice for the user.
///
/// # Errors
/// 422 if the form is invalid or the code is wrong; 429.
pub async fn reset(
    app: &AppState,
    client: &Client,
    to: &ForgotPassword,
    otp: &OtpForm,
    form: &ResetPassword,
) -> Result<String, ApiError> {
    count(app, limits::CODES_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant = tenants::of(app, client).await?;
    let email = plain_email(&to.email);
    let brand = Some(tenant.name.clone());
    // Validated before the code is checked, and without a name: the error must not reveal whose address it is.
    let mut violations = to.violations(&NoContext {});
    violations.extend(otp.violations(&NoContext {}));
    violations.extend(form.violations(&PersonContext {
        name: None,
        email: Some(email.clone()),
        brand: brand.clone(),
    }));
    if !violations.is_empty() {
        return Err(ApiError::refused(violations));
    }
    let right = codes::check(
        app,
        Target::email(&tenant.id, &email),
        Purpose::Reset,
        &otp.plain(),
    )
    .await?;
    let user = owner(app, &right).await?;
    let context = PersonContext {
        name: Some(user.name.clone()),
        email: Some(email.clone()),
        brand,
    };
    if let Err(refused) = judge(form, &context) {
        codes::leave_unused(app, &right).await?;
        return Err(refused);
    }
    let password_hash = app.hasher.hash(PASSWORD, &[&form.password]).await?;
    let mut tx = app.db.begin().await?;
    // The same lock order as a password change.
    users::lock(&mut tx, &user.id).await?;
    codes::consume(&mut tx, app, &right).await?;
    // Proving the address here does not prove the rest of the form.
    let nothing_filled_in = SignUp {
        name: name_of(&user.email).into(),
        phone: String::new(),
        password_hash: password_hash.clone(),
        referred_by: None,
    };
    users::replace_unverified(&mut tx, &user.id, &nothing_filled_in).await?;
    users::set_password(&mut tx, &user.id, &password_hash).await?;
    let told = replaced(&mut tx, app, client, &user).await?;
    // Entering the emailed code proves the address.
    mark_proven(&mut tx, app, &user.id).await?;
    backoff::forget(&mut tx, &Subject::new(&tenant.id, &email, client, None)).await?;
    passkeys::forget_all(&mut tx, app, &user.id).await?;
    alerts::password_changed(&mut tx, app, &user.id).await?;
    sessions::end_all(&mut tx, app, &user.id, "password_reset").await?;
    service::letters::tell(&mut tx, app, &user, News::PasswordChanged).await?;
    tx.commit().await?;
    Ok(told)
}
