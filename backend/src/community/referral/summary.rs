//! What somebody is told of their recommendations.

use super::store;
use crate::access::users;
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::Client;
use domain_core::community::referral::{ReferralInput, link};
use domain_core::community::reward::{bonus, least_payment, points};
use domain_core::money::{Amount, Currency};
use serde::Serialize;
use utoipa::ToSchema;

/// One's code and link, and what came of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Referral {
    pub code: String,
    /// At the address that was asked.
    #[schema(example = "https://ajo.example/?referrer=ABCD2345")]
    pub link: String,
    /// One for each friend that earned a bonus.
    pub points: i64,
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    /// What a friend earns.
    #[schema(value_type = String, example = "200.00")]
    pub bonus: Amount,
    /// What a friend's payment must at least be worth.
    #[schema(value_type = String, example = "1000.00")]
    pub least_payment: Amount,
    /// All bonuses together.
    #[schema(value_type = String, example = "400.00")]
    pub earned: Amount,
    /// People who signed up with the code.
    pub referred: i64,
    /// Of these, who has earned a bonus.
    pub rewarded: i64,
    /// Of these, who has not.
    pub pending: i64,
}

/// What a person is told.
///
/// # Errors
/// The database failed.
pub async fn of(app: &AppState, client: &Client, user_id: &str) -> Result<Referral, ApiError> {
    let mut connection = app.db.read().await?;
    let user = users::find(&mut connection, user_id).await?;
    let user = user.ok_or_else(ApiError::unauthenticated)?;
    let counts = store::counts(&mut connection, &user.tenant_id, &user.referrer_code).await?;
    let earned_minor = store::earned_minor(&mut connection, &user.id).await?;
    let bonus = bonus();
    let earned = Amount::from_minor(earned_minor, bonus.currency());
    let address = link(&ReferralInput {
        origin: client.origin.clone(),
        code: user.referrer_code.clone(),
    });
    Ok(Referral {
        link: address.link,
        points: points(user.rewarded_friends),
        currency: bonus.currency(),
        bonus,
        least_payment: least_payment(),
        earned: earned.ok_or_else(|| ApiError::internal("earnings below nothing"))?,
        referred: counts.referred,
        rewarded: user.rewarded_friends,
        pending: counts.pending,
        code: user.referrer_code,
    })
}
