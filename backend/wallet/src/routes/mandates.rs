//! Direct debits.

use crate::mandates::{self, Mandate};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use ground::error::{ApiError, Fails, code};
use money::limits::MONEY;
use providers::mandate::paystack::Event;
use serde::Serialize;
use service::access::{Session, users};
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::limits::count;
use service::http::{Client, Envelope, Path};
use utoipa::ToSchema;

/// The page to authorise the mandate.
#[derive(Serialize, ToSchema)]
pub struct MandateStarted {
    /// The bank's page; in the sandbox a path of the app.
    redirect_url: String,
}

/// Starts a mandate for direct debits.
#[utoipa::path(post, path = "/activate-mandate", operation_id = "start_mandate", tag = "wallet", security(("bearer" = [])),
    responses((status = 201, body = Envelope<MandateStarted>), Fails<code::NoAddress>))]
pub async fn start(
    State(app): State<AppState>,
    session: Session,
    client: Client,
) -> Result<(axum::http::StatusCode, Json<Envelope<MandateStarted>>), ApiError> {
    count(&app, MONEY, &format!("mandate:{}", session.user_id)).await?;
    let person = users::of_session(&app, &session).await?;
    let redirect_url = mandates::start(&app, &client, &session, &person).await?;
    let answer = MandateStarted { redirect_url };
    Ok((axum::http::StatusCode::CREATED, Envelope::of(answer)))
}

/// The user's mandates that have not ended, newest first.
#[utoipa::path(get, path = "/mandates", operation_id = "mandates", tag = "wallet", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<Mandate>>)))]
pub async fn list(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<Mandate>>>, ApiError> {
    Ok(Envelope::of(mandates::of(&app, &session.user_id).await?))
}

/// Cancels a mandate: it debits nothing from then on.
#[utoipa::path(delete, path = "/mandates/{id}", operation_id = "cancel_mandate", tag = "wallet", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Nothing>), Fails<code::NotFound>))]
pub async fn cancel(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    mandates::cancel(&app, &session.user_id, &id).await?;
    Ok(Envelope::saying(Nothing {}, "Direct debit cancelled."))
}

/// Receives a notice about a mandate. It only triggers a status request; repeated notices change nothing.
#[utoipa::path(post, path = "/hooks/mandate", operation_id = "mandate_notice", tag = "wallet", request_body = Event,
    params(("X-Paystack-Signature" = String, Header)),
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Unauthenticated, code::NotFound, code::WrongType)>))]
pub async fn notice(
    State(app): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    mandates::take(&app, &headers, &body).await?;
    Ok(Envelope::of(Nothing {}))
}
