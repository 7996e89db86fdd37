//! The web app's manifest, which phones use once the app is installed. Each tenant has its own.

use super::icons::{self, Icons};
use super::routes::brand;
use super::tenants::{self, Tenant};
use crate::app::AppState;
use crate::http::Client;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ground::error::ApiError;
use serde_json::{Value, json};

/// The manifest of the host's tenant.
///
/// # Errors
/// The database failed.
pub async fn serve(State(app): State<AppState>, client: Client) -> Result<Response, ApiError> {
    let tenant = tenants::of_host(&app, &client.host).await?;
    let icons = icons::of(&app, &tenant).await?;
    let kind = HeaderValue::from_static("application/manifest+json");
    let ask_again = HeaderValue::from_static("no-cache");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, ask_again),
    ];
    Ok((headers, manifest(&tenant, &icons).to_string()).into_response())
}

fn manifest(tenant: &Tenant, icons: &Icons) -> Value {
    let colours = brand(tenant);
    json!({
        // The identity of the app stays the same even if its start page changes.
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
        "icons": icons.in_manifest(),
    })
}
