//! The signed-in person.

use crate::app::AppState;
use crate::error::{ApiError, Problem};
use crate::http::{Envelope, Valid};
use crate::identity::answers::{ProfileAnswer, UserAnswer};
use crate::identity::{Session, profile as service};
use axum::Json;
use axum::extract::State;
use domain_core::identity::ProfileAbout;

crate::form_schemas!(ProfileAboutValues: ProfileAbout);

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
