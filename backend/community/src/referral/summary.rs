//! The summary of a user's referrals.

use super::store;
use domain_core::community::referral::{ReferralInput, link};
use domain_core::community::reward::{bonus, least_payment, points};
use domain_core::money::{Amount, Currency};
use ground::error::ApiError;
use serde::Serialize;
use service::access::users;
use service::app::AppState;
use service::http::Client;
use service::settings::tenants;
use utoipa::ToSchema;

/// The user's code and link, and the results.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Referral {
    pub code: String,
    /// With the host of the request, or the configured origin if that host is not one of ours.
    #[schema(example = "https://ajo.example/?referrer=ABCD2345")]
    pub link: String,
    /// One for each friend who earned a bonus.
    pub points: i64,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    /// The bonus per friend.
    #[schema(value_type = String, example = "200.00")]
    pub bonus: Amount,
    /// The least payment by a friend that earns the bonus.
    #[schema(value_type = String, example = "1000.00")]
    pub least_payment: Amount,
    /// The sum of all bonuses.
    #[schema(value_type = String, example = "400.00")]
    pub earned: Amount,
    /// People who signed up with the code.
    pub referred: i64,
    /// Of these, those who have earned a bonus.
    pub rewarded: i64,
    /// Of these, those who have not.
    pub pending: i64,
}

/// The summary for a user.
///
/// # Errors
/// The database failed.
pub async fn of(app: &AppState, client: &Client, user_id: &str) -> Result<Referral, ApiError> {
    let origin = tenants::origin(app, client).await?;
    let mut connection = app.db.read().await?;
    let user = users::find(&mut connection, user_id).await?;
    let user = user.ok_or_else(ApiError::unauthenticated)?;
    let counts = store::counts(&mut connection, &user.tenant_id, &user.referrer_code).await?;
    let earned_minor = store::earned_minor(&mut connection, &user.id).await?;
    let bonus = bonus();
    let earned = Amount::from_minor(earned_minor, bonus.currency());
    let address = link(&ReferralInput {
        origin,
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
