//! The signed-in person.

use crate::app::AppState;
use crate::error::{ApiError, Problem};
use crate::http::{Body, Envelope, Valid};
use crate::identity::answers::{CodeSent, ProfileAnswer, Settings, UserAnswer};
use crate::identity::{Session, phones, profile as service};
use axum::Json;
use axum::extract::State;
use domain_core::identity::{Phone, PhoneCode, ProfileAbout};
use serde::Deserialize;
use utoipa::ToSchema;

crate::form_schemas!(ProfileAboutValues: ProfileAbout, PhoneValues: Phone, PhoneCodeValues: PhoneCode);

/// Settings that a device may change; what is not sent stays.
#[derive(Deserialize, ToSchema)]
pub struct SettingsBody {
    /// Where this person's devices can be told something; blank: nowhere.
    fcm_token: Option<String>,
}

/// The signed-in person.
#[utoipa::path(get, path = "/auth/me", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<UserAnswer>), (status = "4XX", body = Problem)))]
pub async fn me(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<UserAnswer>>, ApiError> {
    Ok(Envelope::of((&service::user(&app, &session).await?).into()))
}

/// The profile.
#[utoipa::path(get, path = "/profile", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<ProfileAnswer>), (status = "4XX", body = Problem)))]
pub async fn profile(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<ProfileAnswer>>, ApiError> {
    let user = service::user(&app, &session).await?;
    Ok(Envelope::of(ProfileAnswer::of(&user.profile, &user.phone)))
}

/// Saves name, gender and date of birth.
#[utoipa::path(post, path = "/profile", tag = "identity", security(("bearer" = [])), request_body = ProfileAboutValues,
    responses((status = 200, body = Envelope<ProfileAnswer>), (status = "4XX", body = Problem)))]
pub async fn save_profile(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<ProfileAbout>,
) -> Result<Json<Envelope<ProfileAnswer>>, ApiError> {
    let user = service::save_about(&app, &session, &form).await?;
    Ok(Envelope::of(ProfileAnswer::of(&user.profile, &user.phone)))
}

/// Sends a code to a phone number.
#[utoipa::path(post, path = "/phone/code", tag = "identity", security(("bearer" = [])), request_body = PhoneValues,
    responses((status = 200, body = Envelope<CodeSent>), (status = "4XX", body = Problem)))]
pub async fn phone_code(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<Phone>,
) -> Result<Json<Envelope<CodeSent>>, ApiError> {
    let phone = form.phone.trim();
    let sent = phones::send_code(&app, &session, phone).await?;
    // (Document 1, section 8.)
    Ok(Envelope::saying(sent, ["OTP sent to ", phone].concat()))
}

/// Adds the phone number that the code was sent to.
#[utoipa::path(post, path = "/phone", tag = "identity", security(("bearer" = [])), request_body = PhoneCodeValues,
    responses((status = 200, body = Envelope<UserAnswer>), (status = "4XX", body = Problem)))]
pub async fn add_phone(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<PhoneCode>,
) -> Result<Json<Envelope<UserAnswer>>, ApiError> {
    let user = phones::add(&app, &session, &form).await?;
    // (Document 1, section 8.)
    Ok(Envelope::saying(
        (&user).into(),
        "Phone successfully updated",
    ))
}

/// The person's settings.
#[utoipa::path(get, path = "/settings", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Settings>), (status = "4XX", body = Problem)))]
pub async fn settings(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Settings>>, ApiError> {
    Ok(Envelope::of((&service::user(&app, &session).await?).into()))
}

/// Saves settings.
#[utoipa::path(post, path = "/settings", tag = "identity", security(("bearer" = [])), request_body = SettingsBody,
    responses((status = 200, body = Envelope<Settings>), (status = "4XX", body = Problem)))]
pub async fn save_settings(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<SettingsBody>,
) -> Result<Json<Envelope<Settings>>, ApiError> {
    let user = service::save_settings(&app, &session, body.fcm_token.as_deref()).await?;
    Ok(Envelope::of((&user).into()))
}

/// The same.
#[utoipa::path(put, path = "/settings", tag = "identity", security(("bearer" = [])), request_body = SettingsBody,
    responses((status = 200, body = Envelope<Settings>), (status = "4XX", body = Problem)))]
pub async fn replace_settings(
    app: State<AppState>,
    session: Session,
    body: Body<SettingsBody>,
) -> Result<Json<Envelope<Settings>>, ApiError> {
    save_settings(app, session, body).await
}
