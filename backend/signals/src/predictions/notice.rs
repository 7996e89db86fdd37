//! The provider's notices: signed, recent, and never overwriting a newer one.

use super::put;
use axum::http::{HeaderMap, HeaderName};
use ground::error::{ApiError, ErrorCode};
use ground::secret::{hex, same_bytes};
use hmac::{Hmac, KeyInit, Mac};
use providers::signals::Predictions;
use service::app::AppState;
use sha2::Sha256;

/// Seconds since 1970 on the provider's clock.
const TIMESTAMP: HeaderName = HeaderName::from_static("x-signals-timestamp");
/// HMAC-SHA256 of `{timestamp}.{body}` with the shared secret, in hexadecimal.
const SIGNATURE: HeaderName = HeaderName::from_static("x-signals-signature");
/// Older notices count as replays; those further in the future come from a wrong clock.
const FRESH_SECONDS: i64 = 300;
/// Counted by reason: `signature`, `stale` or `malformed`.
const REFUSED: &str = "ajo_signal_notices_refused_total";

/// Takes a notice with the four groups.
///
/// # Errors
/// 404 if no secret is configured; 401 for an invalid or outdated signature; 422 for an invalid body.
pub async fn take(app: &AppState, headers: &HeaderMap, bytes: &[u8]) -> Result<(), ApiError> {
    let secret = app.config.providers.signals_hook_secret.as_ref();
    let secret = secret.ok_or_else(ApiError::not_found)?;
    let header = |name: &HeaderName| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    };
    let refused = |reason: &'static str, error: ApiError| {
        tracing::warn!(reason, "a signals notice was refused");
        app.metrics.refused(REFUSED, reason);
        Err(error)
    };
    let timestamp = header(&TIMESTAMP);
    let expected = signature(secret.reveal(), timestamp, bytes);
    if !same_bytes(expected.as_bytes(), header(&SIGNATURE).as_bytes()) {
        return refused("signature", ApiError::unauthenticated());
    }
    let now_ms = app.clock.now_ms();
    let made_at_ms = timestamp
        .parse::<i64>()
        .ok()
        .map(|at| at.saturating_mul(1_000));
    let fresh = |at_ms: &i64| at_ms.abs_diff(now_ms) <= FRESH_SECONDS.unsigned_abs() * 1_000;
    let Some(made_at_ms) = made_at_ms.filter(fresh) else {
        return refused("stale", ApiError::unauthenticated());
    };
    let Some(signals) = Predictions::read(bytes) else {
        let message = "The body is not a signals document.";
        return refused("malformed", ApiError::new(ErrorCode::WrongType, message));
    };
    put(app, &signals, made_at_ms).await.map(|_| ())
}

/// The signature of a notice.
pub fn signature(secret: &str, timestamp: &str, body: &[u8]) -> String {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    hex(&mac.finalize().into_bytes())
}
