//! A receipt as a PDF: a single page in the brand's colours, as tall as its content.
//!
//! Its texts and figures come from the rule `receipt.lines`, as on the screen, in print and in the picture.

mod layout;

use crate::paper;
use ground::error::ApiError;
use money::receipt::lines;
use money::statement::TransactionRow;
use service::app::AppState;
use service::settings::tenants::Tenant;
use sqlx::AnyConnection;

/// The receipt of a transaction.
///
/// # Errors
/// The row cannot be shown as a receipt; the database failed.
pub async fn document(
    app: &AppState,
    connection: &mut AnyConnection,
    row: &TransactionRow,
    owner: &str,
    tenant: &Tenant,
) -> Result<Vec<u8>, ApiError> {
    let lines = lines(row, owner).ok_or_else(|| ApiError::internal("a row has no receipt"))?;
    let brand = paper::brand(app, connection, tenant).await?;
    let sheet = layout::lay_out(&lines, &brand);
    let title = format!("Receipt {}", row.reference);
    Ok(paper::pdf::write(
        &[sheet],
        [&title, &lines.headline],
        &brand,
    ))
}
