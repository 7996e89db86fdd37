//! An instalment with its member and its plan, and whether somebody may pay it.

use super::store::instalments::{self, InstalmentRow};
use super::store::members::{self, MemberRow};
use super::store::subscriptions::{self, SubscriptionRow};
use crate::db::Tx;
use crate::error::ApiError;
use domain_core::money::Amount;
use domain_core::plans::Kind;
use domain_core::plans::subscription::{Action, ActionsInput, actions};
use domain_core::status::Status;
use domain_core::validation::Code;
use sqlx::AnyConnection;

/// An instalment, whose it is, and of which plan.
#[derive(Debug, Clone)]
pub struct Found {
    pub subscription: SubscriptionRow,
    pub member: MemberRow,
    pub instalment: InstalmentRow,
}

impl Found {
    /// What is left of the instalment.
    pub fn owed(&self) -> Amount {
        self.instalment.owed()
    }

    /// Whether the instalment can be paid: the plan runs, and the member has not left it.
    ///
    /// # Errors
    /// 404 for another kind of plan; 422.
    pub fn check_payable(&self, kind: Kind, user_id: &str) -> Result<(), ApiError> {
        let row = &self.subscription;
        if row.kind != kind {
            return Err(ApiError::not_found());
        }
        let found = actions(&ActionsInput {
            kind: row.kind,
            status: row.status,
            is_group: row.is_group,
            created_by: row.created_by.as_str().into(),
            user: user_id.into(),
            membership: None,
            verified: true,
            has_phone: true,
        });
        let pay = found.actions.iter().find(|one| one.action == Action::Pay);
        let reason = pay.and_then(|one| one.reason);
        let has_left = matches!(self.member.status, Status::Completed | Status::Terminated);
        match reason.or(has_left.then_some("This plan is not active.")) {
            Some(reason) => Err(ApiError::refused_field("id", Code::NotAllowed, reason)),
            None if self.owed().is_zero() => {
                let message = "This instalment is paid.";
                Err(ApiError::refused_field("id", Code::NotAllowed, message))
            }
            None => Ok(()),
        }
    }
}

/// An instalment that a person may see and pay: one's own, or any of a group that one has created.
///
/// # Errors
/// 404 for any other.
pub async fn instalment(
    connection: &mut AnyConnection,
    user_id: &str,
    id: &str,
) -> Result<Found, ApiError> {
    let place = instalments::place(connection, id).await?;
    let (subscription_id, member_id) = place.ok_or_else(ApiError::not_found)?;
    let subscription = subscriptions::find(connection, &subscription_id).await?;
    let subscription = subscription.ok_or_else(ApiError::not_found)?;
    let currency = subscription.currency;
    let all = members::of(connection, &subscription_id, currency).await?;
    let member = all.into_iter().find(|one| one.id == member_id);
    let member = member.ok_or_else(ApiError::not_found)?;
    if member.user_id != user_id && subscription.created_by != user_id {
        return Err(ApiError::not_found());
    }
    let parts = instalments::of_member(connection, &member_id, currency).await?;
    let instalment = parts.into_iter().find(|one| one.id == id);
    Ok(Found {
        instalment: instalment.ok_or_else(ApiError::not_found)?,
        subscription,
        member,
    })
}

/// The same, with its plan locked. The caller holds the payer.
///
/// # Errors
/// 404 for any other.
pub async fn locked_instalment(tx: &mut Tx, user_id: &str, id: &str) -> Result<Found, ApiError> {
    let place = instalments::place(tx.connection(), id).await?;
    let (subscription_id, _) = place.ok_or_else(ApiError::not_found)?;
    subscriptions::lock(tx, &subscription_id).await?;
    instalment(tx.connection(), user_id, id).await
}
