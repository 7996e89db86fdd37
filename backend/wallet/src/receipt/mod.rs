//! A receipt as a PDF: a single page in the brand's colours, as tall as its content.
//!
//! Its texts and figures come from the rule `receipt.lines`, as on the screen, in print and in the picture. The
//! typeface is embedded: the standard fonts of PDF readers lack ₦ and most letters of Nigerian names.

mod face;
mod paper;
mod pdf;

use domain_core::settings::theme;
use ground::error::ApiError;
use money::receipt::lines;
use money::statement::TransactionRow;
use paper::{Brand, Colour};
use service::settings::tenants::Tenant;

/// The receipt of a transaction.
///
/// # Errors
/// The row cannot be shown as a receipt.
pub fn document(row: &TransactionRow, owner: &str, tenant: &Tenant) -> Result<Vec<u8>, ApiError> {
    let lines = lines(row, owner).ok_or_else(|| ApiError::internal("a row has no receipt"))?;
    let brand = brand(tenant);
    let sheet = paper::lay_out(&lines, &brand);
    Ok(pdf::write(&sheet, &row.reference, &brand.name))
}

/// The brand's name, its accent colour, and a readable text colour on it.
fn brand(tenant: &Tenant) -> Brand {
    let theme = theme(&tenant.colours.theme_input());
    let named = |wanted: &str| {
        let theme = theme.as_ref().ok()?;
        let (_, colour) = theme.css.iter().find(|(name, _)| *name == wanted)?;
        Colour::hexadecimal(colour)
    };
    Brand {
        name: tenant.name.clone(),
        accent: named("--brand-accent").unwrap_or(Colour::TEXT),
        on_accent: named("--brand-on-accent").unwrap_or(Colour::PAPER),
    }
}
