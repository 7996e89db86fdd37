//! The pictures that stand for the app: in the browser's tab, on a phone's home screen.

use super::pictures::{self, Kind};
use super::tenants::Tenant;
use crate::app::AppState;
use crate::error::ApiError;
use serde_json::{Value, json};

/// A brand's icons.
pub struct Icons {
    logo: String,
    pngs: Vec<(Kind, String)>,
}

/// Those that were drawn from the brand's logo, else those that were shipped with it.
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

/// Beside `/brands/ajo.svg` lie `/brands/ajo-icon-192.png` and the others.
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

    /// For the browser's tab: a drawing is sharp at any size.
    pub fn tab(&self) -> String {
        let png = self.png(Kind::Icon192).filter(|_| !self.is_drawing());
        png.unwrap_or(&self.logo).to_owned()
    }

    /// For a phone's home screen.
    pub fn touch(&self) -> Option<String> {
        self.png(Kind::IconTouch180).map(String::from)
    }

    /// As a web app's manifest lists them.
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
            // A picture that was put there by hand: declared as the 512 pixels that phones ask for.
            all.push(icon(&self.logo, "512x512", "any"));
        }
        Value::Array(all)
    }
}
