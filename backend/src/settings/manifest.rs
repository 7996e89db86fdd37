//! The web app's manifest: what a phone shows once the app is installed. Each tenant has its own.

use super::routes::brand;
use super::tenants::{self, Tenant};
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::Client;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// The manifest of the host's tenant.
///
/// # Errors
/// The database failed.
pub async fn serve(State(app): State<AppState>, client: Client) -> Result<Response, ApiError> {
    let tenant = tenants::of_host(&app, &client.host).await?;
    let kind = HeaderValue::from_static("application/manifest+json");
    let ask_again = HeaderValue::from_static("no-cache");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, ask_again),
    ];
    Ok((headers, manifest(&tenant).to_string()).into_response())
}

fn manifest(tenant: &Tenant) -> Value {
    let colours = brand(tenant);
    json!({
        // The same app after a change of its start page.
        "id": "/",
        "name": tenant.name,
        "short_name": tenant.name,
        "description": "Wallet, transfers, savings and loans in one place.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "orientation": "portrait",
        "background_color": colours.primary_background,
        "theme_color": colours.accent,
        "icons": icons(&tenant.logo),
    })
}

/// A drawing scales to any size; a picture is declared as the 512 pixels that phones ask for.
fn icons(logo: &str) -> Value {
    let ending = logo.rsplit('.').next().unwrap_or_default();
    let (kind, sizes) = match ending {
        "svg" => ("image/svg+xml", "any"),
        "webp" => ("image/webp", "512x512"),
        "jpg" | "jpeg" => ("image/jpeg", "512x512"),
        _ => ("image/png", "512x512"),
    };
    json!([{ "src": logo, "sizes": sizes, "type": kind, "purpose": "any" }])
}
