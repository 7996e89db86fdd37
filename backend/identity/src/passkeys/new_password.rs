//! A new password with a passkey, in place of a forgotten one.

use crate::sign_up::PASSWORD;
use crate::{alerts, passwords, profile, reauthentication, sessions};
use domain_core::identity::ResetPassword;
use domain_core::identity::password::PersonContext;
use ground::error::ApiError;
use service::access::{Session, users};
use service::app::AppState;
use service::http::Client;
use service::http::valid::judge;
use service::letters::{self, News};
use service::settings::tenants;

const PASSKEY_REQUIRED: &str = "Use your passkey first, then set a new password.";

/// Sets a new password for a user who has just used a passkey, and ends their other sessions. Returns the notice for the
/// user.
///
/// # Errors
/// 403 `reauthentication_required` without a passkey; 422 if the form is invalid.
pub async fn set_password(
    app: &AppState,
    client: &Client,
    session: &Session,
    form: &ResetPassword,
) -> Result<String, ApiError> {
    let proof = reauthentication::by_passkey(app, session, PASSKEY_REQUIRED)?;
    let user = profile::user(app, session).await?;
    let tenant = tenants::by_id(&mut *app.db.read().await?, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let context = PersonContext {
        name: Some(user.name.clone()),
        email: Some(user.email.clone()),
        brand: Some(tenant.name.clone()),
    };
    judge(form, &context)?;
    let hasher = app.hasher.for_members();
    let password_hash = hasher.hash(PASSWORD, &[&form.password]).await?;
    let mut tx = app.db.begin().await?;
    proof.expect_standing(&mut tx, session).await?;
    session.expect_open(&mut tx).await?;
    users::set_password(&mut tx, &user.id, &password_hash).await?;
    let told = passwords::replaced(&mut tx, app, client, &user).await?;
    alerts::password_changed(&mut tx, app, &user.id).await?;
    sessions::end_others(&mut tx, app, session, "password_changed").await?;
    letters::tell(&mut tx, app, &user, News::PasswordChanged).await?;
    tx.commit().await?;
    Ok(told)
}
