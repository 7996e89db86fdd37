//! Notices to borrowers about decisions on loans.

use crate::store::subscriptions::SubscriptionRow;
use ground::db::Tx;
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use service::app::AppState;
use service::push;

pub const PAID_OUT: &str = "Your loan is approved. The money is in your wallet.";
pub const DECLINED: &str = "Your loan request was declined.";
pub const DECLINED_WITH_FEE: &str =
    "Your loan request was declined. The request fee is back in your wallet.";
pub const BAD: &str = "Your loan is long overdue. Please repay it, or write to us.";

/// Notifies the borrower, with a link to the loan.
pub async fn tell(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    body: &str,
) -> Result<(), ApiError> {
    let link = ["/my-loans?id=", &row.id].concat();
    let notice = Notice::new("Loan", body, &link, Urgency::Normal);
    push::tell(tx, app, &row.created_by, &notice).await
}
