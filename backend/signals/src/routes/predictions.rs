//! Predictions, and the provider's notices.

use crate::predictions::{self, Shown};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use ground::error::{ApiError, Fails, code};
use providers::signals::Predictions;
use service::access::Session;
use service::app::AppState;
use service::http::Envelope;
use service::http::envelope::Nothing;

/// The predictions; the figures only for subscribers.
#[utoipa::path(get, path = "/predictions", operation_id = "list_predictions", tag = "signals", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Shown>)))]
pub async fn list(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Shown>>, ApiError> {
    Ok(Envelope::of(
        predictions::shown(&app, &session.user_id).await?,
    ))
}

/// New predictions from their provider, signed. Repeated and older notices change nothing.
#[utoipa::path(post, path = "/hooks/signals", operation_id = "signals_notice", tag = "signals", request_body = Predictions,
    params(("X-Signals-Timestamp" = String, Header), ("X-Signals-Signature" = String, Header)),
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Unauthenticated, code::NotFound, code::WrongType)>))]
pub async fn notice(
    State(app): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    predictions::take(&app, &headers, &body).await?;
    Ok(Envelope::of(Nothing {}))
}
