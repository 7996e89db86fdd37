//! Whether the server is running, and whether it can serve.

use axum::Json;
use axum::extract::State;
use ground::error::ApiError;
use serde::Serialize;
use service::app::AppState;
use service::http::Envelope;
use utoipa::ToSchema;

/// `{"status": "ok"}`.
#[derive(Serialize, ToSchema)]
pub struct Health {
    status: &'static str,
}

/// The process is running.
pub async fn live() -> Json<Envelope<Health>> {
    Envelope::of(Health { status: "ok" })
}

/// The database accepts writes: ready for traffic.
pub async fn ready(State(app): State<AppState>) -> Result<Json<Envelope<Health>>, ApiError> {
    if !app.db.takes_writes(app.clock.now_ms()).await {
        return Err(ApiError::unavailable());
    }
    Ok(Envelope::of(Health { status: "ok" }))
}
