//! Predictions in the sandbox, as the provider would send them.

use axum::Json;
use axum::extract::State;
use domain_core::validation::Code;
use ground::error::{ApiError, Fails, code};
use providers::signals::Predictions;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Body, Envelope};
use signals::predictions;

/// Replaces the predictions, as the provider's notice does.
#[utoipa::path(put, path = "/sandbox/signals", tag = "sandbox", request_body = Predictions,
    responses((status = 200, body = Envelope<Nothing>), Fails<code::Refused>))]
pub async fn predict(
    State(app): State<AppState>,
    Body(wanted): Body<Predictions>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    let text = serde_json::to_vec(&wanted).map_err(ApiError::internal)?;
    let words = "At most twelve in each group, each with a symbol and a decimal.";
    let refused = || ApiError::refused_field("first_match", Code::OutOfRange, words);
    let read = Predictions::read(&text).ok_or_else(refused)?;
    predictions::put(&app, &read, app.clock.now_ms()).await?;
    Ok(Envelope::of(Nothing {}))
}
