//! The current terms of conversions, for the screen: served currencies, rates and spread.

use domain_core::calendar::Instant;
use domain_core::money::{Currency, Rate};
use ground::error::ApiError;
use money::conversion::Known;
use money::rates::CurrencyRate;
use serde::Serialize;
use service::app::AppState;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A currency's rate, and why nothing is converted at it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionRate {
    /// Units for one US dollar.
    #[schema(example = "1500")]
    pub sell_rate: String,
    #[schema(example = "1480")]
    pub buy_rate: String,
    /// The time at which it was set, RFC 3339; null for the sample rate of a new database.
    #[schema(required)]
    pub updated_at: Option<String>,
    /// The reason why the currency cannot be converted now; it says when it can again.
    #[schema(required)]
    pub message: Option<String>,
}

/// The current terms of conversions.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionTerms {
    /// The currencies that the brand serves.
    #[schema(value_type = Vec<service::http::schema::Currency>)]
    pub served: Vec<Currency>,
    /// The rate of each served currency that has one.
    pub rates: BTreeMap<String, ConversionRate>,
    /// The brand's spread, in percent.
    pub spread: String,
}

/// The current terms of a brand's conversions.
///
/// # Errors
/// The database failed.
pub async fn terms(app: &AppState, tenant_id: &str) -> Result<ConversionTerms, ApiError> {
    let known = Known::read(&mut *app.db.read().await?, tenant_id).await?;
    let text = |rate: Rate| rate.to_string();
    let rate = |one: &CurrencyRate| {
        let refused = known.check_age(app, &[one.currency]).err();
        let rate = ConversionRate {
            sell_rate: text(one.sell),
            buy_rate: text(one.buy),
            updated_at: one.set_at.map(Instant::text),
            message: refused.map(|refused| refused.message().to_owned()),
        };
        (one.currency.as_str().to_owned(), rate)
    };
    let served = known.listed.iter();
    let served = served.filter(|one| known.served.has(one.currency));
    Ok(ConversionTerms {
        rates: served.map(rate).collect(),
        served: known.served.currencies().to_vec(),
        spread: known.policy.exchange_spread.to_string(),
    })
}
