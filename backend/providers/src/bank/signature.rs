//! The signature of our calls to the bank, and of the bank's webhooks.

use axum::http::Method;
use ground::secret::hex;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// HMAC-SHA256 of `{timestamp}.{method}.{path}.{body}` in hexadecimal.
pub(super) fn signature(
    secret: &str,
    timestamp: &str,
    method: &Method,
    path: &str,
    body: &[u8],
) -> String {
    // HMAC accepts keys of any length; the type cannot express it.
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    for part in [timestamp, method.as_str(), path] {
        mac.update(part.as_bytes());
        mac.update(b".");
    }
    mac.update(body);
    hex(&mac.finalize().into_bytes())
}
