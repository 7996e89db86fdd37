//! A receipt as lines and as text. Its words and figures come from the rule `receipt.lines`, as on the screen.

use crate::statement::TransactionRow;
use domain_core::calendar::Instant;
use domain_core::status::Status;
use domain_core::wallet::receipt::{Party, Receipt, ReceiptInput, receipt};
use ground::error::ApiError;

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

/// The receipt of a transaction; `None` if the row cannot be shown as one.
pub fn lines(row: &TransactionRow, owner: &str) -> Option<Receipt> {
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
