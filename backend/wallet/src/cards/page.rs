//! The return page of the checkout. Inside the app's frame it shows a sentence, and the app handles the rest; in its
//! own window it redirects to the app.

use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use providers::card::is_identifier;
use serde::Deserialize;
use service::http::Query;
use sha2::{Digest, Sha256};

/// The page's path.
pub const RETURN_PATH: &str = "/payment/return";
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
const STYLE: &str = "body{margin:0;min-height:100dvh;display:grid;place-content:center;gap:1rem;padding:2rem;\
    font:1rem/1.5 system-ui,sans-serif;text-align:center;color-scheme:light dark}";

/// The query parameters added by the company. They are not trusted.
#[derive(Deserialize)]
pub struct Returned {
    tx_ref: Option<String>,
    transaction_id: Option<String>,
}

/// Serves the page.
pub async fn returned(headers: HeaderMap, Query(query): Query<Returned>) -> Response {
    let mut app = String::from("/card");
    for (name, value) in [
        ("?tx_ref=", query.tx_ref),
        ("&transaction_id=", query.transaction_id),
    ] {
        match value.filter(|value| is_identifier(value)) {
            Some(value) => app.extend([name, &value]),
            None => break,
        }
    }
    let is_window = headers
        .get(FETCH_DEST)
        .is_some_and(|dest| dest.as_bytes() == b"document");
    if is_window {
        return Redirect::to(&app).into_response();
    }
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
        BASE64.encode(Sha256::digest(STYLE.as_bytes()))
    );
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Card payment</title><style>{STYLE}</style>\
         <p>Thank you. If you paid, the money arrives in your wallet automatically.</p>\
         <p><a href=\"{app}\" target=\"_top\">Back to the app</a></p></html>"
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, String::from("no-store")),
    ];
    (headers, Html(page)).into_response()
}
