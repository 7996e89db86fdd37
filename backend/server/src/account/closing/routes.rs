//! The routes of this folder: extract, one service call, wrap.

use super::ClosingAnswer;
use axum::Json;
use axum::extract::State;
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::Envelope;
use service::http::body::Body;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this folder.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(show_closing))
        .routes(routes!(close_account))
}

/// The proof that the owner closes the account.
#[derive(Deserialize, ToSchema)]
pub struct ClosingProof {
    /// Not needed within ten minutes of entering a code.
    #[serde(default)]
    password: Option<String>,
}

/// Obstacles to closing the account, and the consequences of closing it.
#[utoipa::path(get, path = "/account/closing", operation_id = "show_closing", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<ClosingAnswer>)))]
pub async fn show_closing(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<ClosingAnswer>>, ApiError> {
    Ok(Envelope::of(super::look(&app, &session).await?))
}

/// Closes the account: all sessions end, and sign-ins are refused until support reopens it.
#[utoipa::path(post, path = "/account/close", operation_id = "close_account", tag = "identity", security(("bearer" = [])), request_body = ClosingProof,
    responses((status = 200, body = Envelope<Option<String>>),
        Fails<(code::Refused, code::ReauthenticationRequired, code::AccountNotEmpty)>))]
pub async fn close_account(
    State(app): State<AppState>,
    session: Session,
    Body(proof): Body<ClosingProof>,
) -> Result<Json<Envelope<Option<String>>>, ApiError> {
    super::close(&app, &session, proof.password.as_deref()).await?;
    Ok(Envelope::saying(None, super::CLOSED))
}
