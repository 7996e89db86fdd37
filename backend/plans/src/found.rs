//! Instalments with their member and plan, and permission to pay them.

use super::store::instalments::{self, InstalmentRow};
use super::store::members::{self, MemberRow};
use super::store::subscriptions::{self, SubscriptionRow};
use super::subscriptions::refusal;
use domain_core::money::Amount;
use domain_core::plans::Kind;
use domain_core::plans::payable::{PayableInput, payable};
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::ApiError;
use sqlx::AnyConnection;

/// An instalment with its member and plan.
#[derive(Debug, Clone)]
pub struct Found {
    pub subscription: SubscriptionRow,
    pub member: MemberRow,
    pub instalment: InstalmentRow,
}

impl Found {
    /// The unpaid part of the instalment.
    pub fn owed(&self) -> Amount {
        self.instalment.owed()
    }

    /// Checks that the user may pay the instalment.
    ///
    /// # Errors
    /// 404 for another kind of plan; 422.
    pub fn check_payable(&self, kind: Kind, user_id: &str) -> Result<(), ApiError> {
        let row = &self.subscription;
        if row.kind != kind {
            return Err(ApiError::not_found());
        }
        let found = payable(&PayableInput {
            kind: row.kind,
            status: row.status,
            membership: self.member.status,
            member: self.member.user_id.as_str().into(),
            user: user_id.into(),
            owed: self.owed().into(),
            currency: Some(row.currency.into()),
        });
        match found.map_err(refusal)?.reason {
            Some(reason) => Err(ApiError::refused_field("id", Code::NotAllowed, reason)),
            None => Ok(()),
        }
    }
}

/// An instalment that the user may see and pay: their own, or one of a group that they created.
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

/// The instalment with its plan locked. The caller has locked the payer.
///
/// # Errors
/// 404 for any other.
pub async fn locked_instalment(tx: &mut Tx, user_id: &str, id: &str) -> Result<Found, ApiError> {
    let place = instalments::place(tx.connection(), id).await?;
    let (subscription_id, _) = place.ok_or_else(ApiError::not_found)?;
    subscriptions::lock(tx, &subscription_id).await?;
    instalment(tx.connection(), user_id, id).await
}
