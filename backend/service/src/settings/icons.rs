//! The app's icons: in the browser's tab and on a phone's home screen.

use super::pictures::{self, Kind};
use super::tenants::{self, Tenant};
use crate::app::AppState;
use crate::http::Client;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use ground::error::ApiError;
use ground::pictures::Pixels;
use serde_json::{Value, json};

/// The longest side of a logo in a document.
const DOCUMENT_PIXELS: u32 = 192;

/// A brand's icons.
pub struct Icons {
    logo: String,
    pngs: Vec<(Kind, String)>,
}

/// Icons rendered from the brand's logo, or else those shipped with it.
///
/// # Errors
/// The database failed.
pub async fn of(app: &AppState, tenant: &Tenant) -> Result<Icons, ApiError> {
    let drawn = pictures::icon_addresses(&mut *app.db.read().await?, &tenant.id).await?;
    let pngs = if drawn.is_empty() {
        shipped(app, &tenant.logo).await
    } else {
        drawn
    };
    Ok(Icons {
        logo: tenant.logo.clone(),
        pngs,
    })
}

/// The brand's logo for documents, as its icon of 192 pixels.
///
/// # Errors
/// The database failed; the server is shutting down.
pub async fn pixels(app: &AppState, tenant: &Tenant) -> Result<Option<Pixels>, ApiError> {
    // Images are decoded one at a time: no connection waits for that.
    let kept = pictures::kept(&mut *app.db.read().await?, &tenant.id, Kind::Icon192).await?;
    let bytes = match (kept, tenant.logo.strip_suffix(".svg")) {
        (Some(kept), _) => kept,
        (None, Some(stem)) => {
            let name = [stem, "-", Kind::Icon192.as_str(), ".png"].concat();
            let file = app.config.webapp_dir.join(name.trim_start_matches('/'));
            tokio::fs::read(file).await.unwrap_or_default()
        }
        (None, None) => return Ok(None),
    };
    Pixels::within(bytes, DOCUMENT_PIXELS).await
}

/// `GET /media/icon`: the icon of the host's brand, for the browser's tab.
///
/// # Errors
/// The database failed.
pub async fn in_tab(State(app): State<AppState>, client: Client) -> Result<Response, ApiError> {
    let icons = of(&app, &tenants::of(&app, &client).await?).await?;
    Ok(found_at(icons.in_tab()))
}

/// `GET /media/touch-icon`: the icon for phones that read no manifest.
///
/// # Errors
/// 404 if the brand has none.
pub async fn on_home_screen(
    State(app): State<AppState>,
    client: Client,
) -> Result<Response, ApiError> {
    let icons = of(&app, &tenants::of(&app, &client).await?).await?;
    let touch = icons.png(Kind::IconTouch180);
    Ok(found_at(touch.ok_or_else(ApiError::not_found)?))
}

/// A redirect to an icon: all brands use one URL, and the icon behind it may change.
fn found_at(address: &str) -> Response {
    let ask_again = [(header::CACHE_CONTROL, "no-cache")];
    (ask_again, Redirect::temporary(address)).into_response()
}

/// The icons shipped with a logo: beside `/brands/ajo.svg` are `/brands/ajo-icon-192.png` and the other sizes.
async fn shipped(app: &AppState, logo: &str) -> Vec<(Kind, String)> {
    let Some(stem) = logo.strip_suffix(".svg") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for kind in pictures::ICONS {
        let address = [stem, "-", kind.as_str(), ".png"].concat();
        let file = app.config.webapp_dir.join(address.trim_start_matches('/'));
        if tokio::fs::try_exists(file).await.unwrap_or(false) {
            found.push((kind, address));
        }
    }
    found
}

impl Icons {
    fn png(&self, kind: Kind) -> Option<&str> {
        let found = self.pngs.iter().find(|(known, _)| *known == kind);
        found.map(|(_, address)| address.as_str())
    }

    fn is_drawing(&self) -> bool {
        self.logo.ends_with(".svg")
    }

    /// The icon for the browser's tab; an SVG is sharp at any size.
    fn in_tab(&self) -> &str {
        let png = self.png(Kind::Icon192).filter(|_| !self.is_drawing());
        png.unwrap_or(&self.logo)
    }

    /// The icons as listed in a manifest.
    pub fn in_manifest(&self) -> Value {
        let icon = |address: &str, sizes: &str, purpose: &str| {
            let kind = match address.rsplit('.').next().unwrap_or_default() {
                "svg" => "image/svg+xml",
                "webp" => "image/webp",
                "jpg" | "jpeg" => "image/jpeg",
                _ => "image/png",
            };
            json!({ "src": address, "sizes": sizes, "type": kind, "purpose": purpose })
        };
        let mut all = Vec::new();
        if self.is_drawing() {
            all.push(icon(&self.logo, "any", "any"));
        }
        for (kind, sizes, purpose) in [
            (Kind::Icon192, "192x192", "any"),
            (Kind::Icon512, "512x512", "any"),
            (Kind::IconMaskable512, "512x512", "maskable"),
        ] {
            all.extend(self.png(kind).map(|address| icon(address, sizes, purpose)));
        }
        if all.is_empty() {
            // A picture that was set directly: declared with the 512 pixels that phones require.
            all.push(icon(&self.logo, "512x512", "any"));
        }
        Value::Array(all)
    }
}
