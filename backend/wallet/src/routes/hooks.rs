//! The bank's webhooks.

use crate::hooks::{self, Notice};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use ground::error::{ApiError, Fails, code};
use service::app::AppState;
use service::http::Envelope;
use service::http::envelope::Nothing;

/// Receives a notice from the coin custodian about an address. Signed; it only triggers a request to the custodian.
#[utoipa::path(post, path = "/hooks/custody", tag = "wallet", request_body(content = inline(serde_json::Value)),
    params(("BTCPay-Sig" = String, Header)),
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Unauthenticated, code::MalformedJson, code::CoinsUnavailable, code::CreditDiffers)>))]
pub async fn custody(
    State(app): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    hooks::take_custody(&app, &headers, &body).await?;
    Ok(Envelope::of(Nothing {}))
}

/// Receives a notice from the bank: a credit, or the result of a payout. Signed; repeated notices get the same
/// response.
#[utoipa::path(post, path = "/hooks/bank", tag = "wallet", request_body = Notice,
    params(("X-Bank-Timestamp" = String, Header), ("X-Bank-Signature" = String, Header)),
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Unauthenticated, code::NotFound, code::CreditDiffers, code::Refused)>))]
pub async fn bank(
    State(app): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    hooks::take(&app, &headers, &body).await?;
    Ok(Envelope::of(Nothing {}))
}
