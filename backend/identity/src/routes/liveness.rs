//! The liveness check.

use crate::liveness;
use axum::Json;
use axum::extract::State;
use ground::error::{ApiError, Fails, code};
use providers::liveness::LivenessStatus;
use serde::Serialize;
use service::access::Session;
use service::app::AppState;
use service::http::{Client, Envelope, Path};
use utoipa::ToSchema;

/// A started check.
#[derive(Serialize, ToSchema)]
pub struct LivenessStarted {
    id: String,
    /// The provider's page.
    url: String,
}

/// The status of a check.
#[derive(Serialize, ToSchema)]
pub struct LivenessCheck {
    status: LivenessStatus,
}

/// Starts a liveness check.
#[utoipa::path(post, path = "/liveness", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<LivenessStarted>), Fails<code::LivenessAlreadyVerified>))]
pub async fn start_liveness(
    State(app): State<AppState>,
    session: Session,
    client: Client,
) -> Result<Json<Envelope<LivenessStarted>>, ApiError> {
    let liveness::Check { id, url } = liveness::start(&app, &session, &client).await?;
    Ok(Envelope::of(LivenessStarted { id, url }))
}

/// The status of a liveness check.
#[utoipa::path(get, path = "/liveness/{id}", tag = "identity", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<LivenessCheck>)))]
pub async fn liveness_status(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<LivenessCheck>>, ApiError> {
    let status = liveness::status(&app, &session, &id).await?;
    Ok(Envelope::of(LivenessCheck { status }))
}
