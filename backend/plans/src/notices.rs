//! Notices about plans: a short one for locked screens, and one in full by email and in the inbox, with what, how much and
//! when.

use crate::store::subscriptions::SubscriptionRow;
use domain_core::plans::Kind;
use ground::db::Tx;
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use service::app::AppState;
use service::push;

/// A plan in the words of its owner. The name of a group is its creator's, so for the other members it is not named:
/// a notice speaks for the brand.
pub fn named(row: &SubscriptionRow, user_id: &str) -> String {
    let what = match row.kind {
        Kind::Loan => "loan",
        Kind::Savings => "savings",
        Kind::Coins => "coin set",
    };
    match row.created_by == user_id {
        true => format!("your {what} \"{}\"", row.name),
        false => format!("your group's {what}"),
    }
}

/// Notifies a member, with a link to the plan.
///
/// # Errors
/// The database failed.
pub async fn tell(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    user_id: &str,
    (short, in_full): (&str, &str),
) -> Result<(), ApiError> {
    let (title, page) = match row.kind {
        _ if row.is_group && row.kind == Kind::Savings => ("Group savings", "/my-savings?id="),
        Kind::Loan => ("Loan", "/my-loans?id="),
        Kind::Savings => ("Savings", "/my-savings?id="),
        Kind::Coins => ("Coin set", "/my-plans?id="),
    };
    let link = [page, &row.id].concat();
    let notice = Notice::new(title, short, &link, Urgency::Normal);
    push::tell_of_service(tx, app, user_id, &notice, in_full).await
}
