//! The one cookie: the refresh token, out of reach of scripts and of other sites.

use crate::app::AppState;
use axum::http::{HeaderMap, HeaderValue, header};

/// In production the `__Host-` prefix makes the browser insist on TLS and on this very host.
fn name(app: &AppState) -> &'static str {
    if app.config.production() {
        "__Host-ajo_refresh"
    } else {
        "ajo_refresh"
    }
}

/// The refresh token that the browser sent.
pub fn refresh_token<'h>(app: &AppState, headers: &'h HeaderMap) -> Option<&'h str> {
    let name = name(app);
    let cookies = headers
        .get_all(header::COOKIE)
        .into_iter()
        .filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// `Set-Cookie` with a refresh token.
pub fn set(app: &AppState, token: &str, max_age_seconds: i64) -> HeaderValue {
    let secure = if app.config.production() {
        "; Secure"
    } else {
        ""
    };
    let text = format!(
        "{}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={max_age_seconds}{secure}",
        name(app)
    );
    let mut value = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

/// `Set-Cookie` that removes it.
pub fn clear(app: &AppState) -> HeaderValue {
    set(app, "", 0)
}
