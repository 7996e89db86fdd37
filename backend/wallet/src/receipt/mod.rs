//! A receipt as a PDF: a single page in the brand's colours, as tall as its content.
//!
//! Its texts and figures come from the rule `receipt.lines`, as on the screen, in print and in the picture.

mod layout;

use crate::paper::{pdf, sheet::Brand};
use ground::db::DbError;
use ground::decided::Record;
use ground::error::ApiError;
use money::ledger;
use money::receipt::lines;
use money::statement::TransactionRow;
use sqlx::AnyConnection;

/// The receipt of a transaction. `rules` is the version of the rules that decided on it.
///
/// # Errors
/// The row cannot be shown as a receipt.
pub fn document(
    row: &TransactionRow,
    rules: Option<&str>,
    owner: &str,
    brand: &Brand,
) -> Result<Vec<u8>, ApiError> {
    let lines = lines(row, owner).ok_or_else(|| ApiError::internal("a row has no receipt"))?;
    let sheet = layout::lay_out(&lines, rules, brand);
    let title = format!("Receipt {}", row.reference);
    Ok(pdf::write(&[sheet], [&title, &lines.headline], brand))
}

/// The version of the rules that decided on a transaction; `None` if none did, or before records began.
///
/// # Errors
/// The database failed.
pub async fn rules_of(
    connection: &mut AnyConnection,
    row: &TransactionRow,
) -> Result<Option<String>, DbError> {
    let known = ledger::decided(connection, &row.ledger_transfer_id).await?;
    let record = known.record;
    let record = record.and_then(|record| serde_json::from_str::<Record>(&record).ok());
    Ok(record.map(|record| record.rules))
}
