//! A user's plans that have not ended.

use super::store::subscriptions;
use domain_core::plans::Kind;
use domain_core::status::Status;
use ground::db::DbError;
use sqlx::AnyConnection;

/// The numbers of waiting or running plans by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OpenPlans {
    pub savings: i64,
    pub loans: i64,
    pub coin_sets: i64,
}

/// Counts the plans that a user has started or joined, and that have not ended.
///
/// # Errors
/// The database failed.
pub async fn of(connection: &mut AnyConnection, user_id: &str) -> Result<OpenPlans, DbError> {
    let mut open = OpenPlans::default();
    for (kind, status, membership) in subscriptions::statuses_of(connection, user_id).await? {
        if status.is_over() || membership.is_some_and(Status::is_over) {
            continue;
        }
        let count = match kind {
            Kind::Savings => &mut open.savings,
            Kind::Loan => &mut open.loans,
            Kind::Coins => &mut open.coin_sets,
        };
        *count += 1;
    }
    Ok(open)
}
