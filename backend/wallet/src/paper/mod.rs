//! Documents on paper: pages drawn in the brand's colours, written as PDF.
//!
//! The typeface is embedded: the standard fonts of PDF readers lack ₦ and most letters of Nigerian names. The same pages
//! make the same bytes.

pub mod face;
pub mod pdf;
pub mod sheet;

use domain_core::settings::theme;
use ground::error::ApiError;
use service::app::AppState;
use service::settings::icons;
use service::settings::tenants::Tenant;
use sheet::{Brand, Colour};

/// The brand's name and logo, its accent colour, and a readable text colour on it.
///
/// Takes a connection of its own and decodes the logo: not for use within a transaction.
///
/// # Errors
/// The database failed; the server is shutting down.
pub async fn brand(app: &AppState, tenant: &Tenant) -> Result<Brand, ApiError> {
    let theme = theme(&tenant.colours.theme_input());
    let named = |wanted: &str| {
        let theme = theme.as_ref().ok()?;
        let (_, colour) = theme.css.iter().find(|(name, _)| *name == wanted)?;
        Colour::hexadecimal(colour)
    };
    Ok(Brand {
        name: sheet::plain(&tenant.name),
        accent: named("--brand-accent").unwrap_or(Colour::TEXT),
        on_accent: named("--brand-on-accent").unwrap_or(Colour::PAPER),
        logo: icons::pixels(app, tenant).await?,
    })
}
