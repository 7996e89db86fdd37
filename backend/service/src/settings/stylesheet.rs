//! The brand's colours as a style sheet, for pages shown before the app's scripts take over the theme.

use super::routes::brand;
use super::tenants;
use crate::app::AppState;
use crate::http::Client;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain_core::settings::{Theme, theme};
use ground::error::ApiError;

/// `GET /media/brand.css`: the colours of the host's brand, in the light and the dark theme.
///
/// # Errors
/// The database failed.
pub async fn serve(State(app): State<AppState>, client: Client) -> Result<Response, ApiError> {
    let tenant = tenants::of_host(&app, &client.host).await?;
    // The same colours as in the app's configuration.
    let theme = theme(&brand(&tenant).theme_input()).ok();
    let sheet = theme.as_ref().map(written).unwrap_or_default();
    let kind = HeaderValue::from_static("text/css; charset=utf-8");
    let ask_again = HeaderValue::from_static("no-cache");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, ask_again),
    ];
    Ok((headers, sheet).into_response())
}

/// The style sheet. Its two selectors are those of the app's own tokens, which it overrides.
fn written(theme: &Theme) -> String {
    let mut sheet = String::new();
    for (selector, properties) in [
        (":root", &theme.page.light),
        (":root[data-theme=\"dark\"]", &theme.page.dark),
    ] {
        sheet.push_str(selector);
        sheet.push('{');
        for (name, colour) in properties.iter() {
            sheet.extend([name, ":", colour, ";"]);
        }
        sheet.push_str("}\n");
    }
    sheet
}
