//! Resent codes, and forgotten passwords.

use super::session::EmailAndCode;
use crate::answers::{CodeNext, CodeSent, CodeValid};
use crate::{passkeys, passwords};
use axum::Json;
use axum::extract::State;
use domain_core::identity::{ForgotPassword, OtpForm, PasswordChange, ResetPassword};
use domain_core::validation::Form;
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Client, Envelope, Plain, Read, Valid};
use utoipa::ToSchema;

service::form_schemas!(NewPasswordValues: ResetPassword, ForgotPasswordValues: ForgotPassword, PasswordChangeValues: PasswordChange);
service::body_schemas! {
    /// An address, and the purpose of the code.
    CodeWish: (ForgotPassword, Plain<Page>),
    /// A new password, the address, and the code sent to it.
    PasswordReset: (ForgotPassword, (OtpForm, ResetPassword)),
}

/// The page that requests the code.
#[derive(Deserialize, ToSchema)]
pub struct Page {
    /// `validate`, `otp-login`; anything else is a reset.
    page: Option<String>,
}

/// Resends a code.
#[utoipa::path(post, path = "/auth/code", tag = "identity", request_body = CodeWish,
    responses((status = 200, body = Envelope<CodeSent>), Fails<code::Refused>))]
pub async fn code(
    State(app): State<AppState>,
    client: Client,
    Valid(body): Valid<(ForgotPassword, Plain<Page>)>,
) -> Result<Json<Envelope<CodeSent>>, ApiError> {
    let (to, Plain(on)) = body;
    let page = on.page.unwrap_or_default();
    Ok(Envelope::of(
        passwords::send_code(&app, &client, &to.email, &page).await?,
    ))
}

/// Checks a reset code without using it up.
#[utoipa::path(post, path = "/auth/code/validate", tag = "identity", request_body = EmailAndCode,
    responses((status = 200, body = Envelope<CodeValid>), Fails<code::Refused>))]
pub async fn validate_code(
    State(app): State<AppState>,
    client: Client,
    Valid(body): Valid<(ForgotPassword, OtpForm)>,
) -> Result<Json<Envelope<CodeValid>>, ApiError> {
    let owner = passwords::try_code(&app, &client, &body.0.email, &body.1.plain()).await?;
    Ok(Envelope::of(CodeValid {
        valid: true,
        name: owner.name,
    }))
}

/// Sends a code for a password reset. The response is the same for every address.
#[utoipa::path(post, path = "/forgot/password", tag = "identity", request_body = ForgotPasswordValues,
    responses((status = 200, body = Envelope<CodeNext>), Fails<code::Refused>))]
pub async fn forgot(
    State(app): State<AppState>,
    client: Client,
    Valid(to): Valid<ForgotPassword>,
) -> Result<Json<Envelope<CodeNext>>, ApiError> {
    Ok(Envelope::of(
        passwords::forgot(&app, &client, &to.email).await?,
    ))
}

/// Sets a new password and ends all sessions.
#[utoipa::path(post, path = "/reset/password", tag = "identity", request_body = PasswordReset,
    responses((status = 200, body = Envelope<Nothing>), Fails<code::Refused>))]
pub async fn reset(
    State(app): State<AppState>,
    client: Client,
    Read(body): Read<ResetBody>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    let told = passwords::reset(&app, &client, &body.to, &body.otp, &body.form).await?;
    Ok(Envelope::saying(Nothing {}, told))
}

/// Changes the password and ends the other sessions.
#[utoipa::path(post, path = "/user/change-password", tag = "identity", security(("bearer" = [])), request_body = PasswordChangeValues,
    responses((status = 200, body = Envelope<Nothing>), Fails<code::Refused>))]
pub async fn change_password(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Read(form): Read<PasswordChange>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    let told = passwords::change(&app, &client, &session, &form).await?;
    Ok(Envelope::saying(Nothing {}, told))
}

/// Sets a new password after a passkey was used, and ends the other sessions.
#[utoipa::path(post, path = "/user/password", tag = "identity", security(("bearer" = [])), request_body = NewPasswordValues,
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Refused, code::ReauthenticationRequired)>))]
pub async fn set_password(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Read(form): Read<ResetPassword>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    let told = passkeys::set_password(&app, &client, &session, &form).await?;
    Ok(Envelope::saying(Nothing {}, told))
}

/// The three forms of the body. All their violations are reported together.
pub struct ResetBody {
    to: ForgotPassword,
    otp: OtpForm,
    form: ResetPassword,
}

impl service::http::Readable for ResetBody {
    fn read(values: &serde_json::Value) -> Result<Self, ApiError> {
        let mut form = <ResetPassword as Form>::read(values)?;
        // The field is optional: a client that omits it has compared the two itself.
        if values
            .get("confirm_password")
            .is_none_or(serde_json::Value::is_null)
        {
            form.confirm_password.clone_from(&form.password);
        }
        Ok(Self {
            to: <ForgotPassword as Form>::read(values)?,
            otp: <OtpForm as Form>::read(values)?,
            form,
        })
    }
}
