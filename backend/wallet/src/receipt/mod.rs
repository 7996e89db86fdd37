//! A receipt as a PDF: a single page in the brand's colours, as tall as its content.
//!
//! Its texts and figures come from the rule `receipt.lines`, as on the screen, in print and in the picture.

mod layout;

use crate::paper::{pdf, sheet::Brand};
use ground::error::ApiError;
use money::receipt::lines;
use money::statement::TransactionRow;

/// The receipt of a transaction.
///
/// # Errors
/// The row cannot be shown as a receipt.
pub fn document(row: &TransactionRow, owner: &str, brand: &Brand) -> Result<Vec<u8>, ApiError> {
    let lines = lines(row, owner).ok_or_else(|| ApiError::internal("a row has no receipt"))?;
    let sheet = layout::lay_out(&lines, brand);
    let title = format!("Receipt {}", row.reference);
    Ok(pdf::write(&[sheet], [&title, &lines.headline], brand))
}
