//! A receipt as a PDF: a single page in the brand's colours, as tall as its content.
//!
//! Its texts and figures come from the rule `receipt.lines`, as on the screen, in print and in the picture. The
//! typeface is embedded: the standard fonts of PDF readers lack ₦ and most letters of Nigerian names.

mod face;
mod paper;
mod pdf;

use domain_core::calendar::Instant;
use domain_core::settings::theme;
use domain_core::status::Status;
use domain_core::wallet::receipt::{Party, Receipt, ReceiptInput, receipt};
use ground::error::ApiError;
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

/// The receipt as text: its headline and all its lines.
///
/// # Errors
/// The row cannot be shown as a receipt.
pub fn words(row: &TransactionRow, owner: &str) -> Result<(String, String), ApiError> {
    let receipt = lines(row, owner).ok_or_else(|| ApiError::internal("a row has no receipt"))?;
    let headline = format!("{}: {}", receipt.headline, receipt.amount);
    let mut text = headline.clone();
    text.push('\n');
    for line in &receipt.rows {
        text.extend(["\n", line.label, ": ", &line.value]);
    }
    if let Some(note) = &receipt.note {
        text.extend(["\n\n", note]);
    }
    Ok((headline, text))
}

fn lines(row: &TransactionRow, owner: &str) -> Option<Receipt> {
    let party = row.counterparty.as_ref().map(|party| Party {
        name: party.name.clone(),
        bank_name: party.bank_name.clone(),
        account_number: party.account_number.clone(),
        wallet_number: party.wallet_number.clone(),
    });
    let input = ReceiptInput {
        reference: row.reference.clone(),
        category: row.category,
        direction: row.direction,
        status: Status::named(row.status.as_str())?,
        currency: row.currency.into(),
        gross_amount: row.gross.into(),
        charge: row.charge.into(),
        net_amount: row.net.into(),
        description: row.description.clone(),
        counterparty: party,
        comment: row.comment.clone(),
        token: row.token.as_ref().map(|sent| sent.token.clone()),
        units: row.token.as_ref().and_then(|sent| sent.units.clone()),
        created_at: Instant(row.created_at_ms),
        owner: Some(owner.to_owned()),
        visible: None,
    };
    receipt(&input).ok()
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
