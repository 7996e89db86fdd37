//! Replacing the email address.

use crate::answers::{CodeSent, UserAnswer};
use crate::emails;
use axum::Json;
use axum::extract::State;
use domain_core::identity::{ForgotPassword, OtpForm};
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::{Client, Envelope, Plain, Valid};
use utoipa::ToSchema;

/// The signed-in user's password.
#[derive(Deserialize, ToSchema)]
pub struct Authorising {
    password: String,
}

service::body_schemas! {
    /// The new address, and the password.
    NewEmail: (ForgotPassword, Plain<Authorising>),
    /// The new address, and the code sent to it.
    NewEmailCode: (ForgotPassword, OtpForm),
}

/// Sends a code to the new address.
#[utoipa::path(post, path = "/email/code", operation_id = "email_code", tag = "identity", security(("bearer" = [])), request_body = NewEmail,
    responses((status = 200, body = Envelope<CodeSent>), Fails<(code::Refused, code::NoAddress)>))]
pub async fn send_code(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<(ForgotPassword, Plain<Authorising>)>,
) -> Result<Json<Envelope<CodeSent>>, ApiError> {
    let (to, Plain(given)) = body;
    let sent = emails::send_code(&app, &session, &to.email, &given.password).await?;
    Ok(Envelope::of(sent))
}

/// Replaces the address by the one that the code was sent to. Other sessions end, and withdrawals are limited for a
/// day.
#[utoipa::path(post, path = "/email", operation_id = "change_email", tag = "identity", security(("bearer" = [])), request_body = NewEmailCode,
    responses((status = 200, body = Envelope<UserAnswer>), Fails<(code::Refused, code::NoAddress, code::AddressTaken)>))]
pub async fn change(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Valid(body): Valid<(ForgotPassword, OtpForm)>,
) -> Result<Json<Envelope<UserAnswer>>, ApiError> {
    let (to, otp) = body;
    let user = emails::change(&app, &client, &session, &to.email, &otp.plain()).await?;
    Ok(Envelope::saying(
        UserAnswer::on(app.clock.today(), &user),
        "Email address changed",
    ))
}
