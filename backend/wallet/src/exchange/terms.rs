//! The current terms of conversions, for the screen: served currencies, rates and spread.

use domain_core::calendar::Instant;
use domain_core::money::{Currency, Rate};
use domain_core::wallet::served::Served;
use ground::error::ApiError;
use money::rate_policy::{self, RatePolicy};
use money::rates::{self, CurrencyRate};
use serde::Serialize;
use service::app::AppState;
use service::settings::tenants;
use sqlx::AnyConnection;
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

/// The facts about a brand's conversions, read in one transaction.
pub struct Known {
    pub served: Served,
    pub listed: Vec<CurrencyRate>,
    pub policy: RatePolicy,
}

impl Known {
    /// # Errors
    /// The database failed.
    pub async fn read(connection: &mut AnyConnection, tenant_id: &str) -> Result<Self, ApiError> {
        Ok(Self {
            served: tenants::served(connection, tenant_id).await?,
            policy: rate_policy::of(connection, tenant_id).await?,
            listed: rates::listed(connection).await?,
        })
    }

    /// Refuses rates that are too old, or wait for a person. The dollar has no age: all rates are in units for one dollar.
    ///
    /// # Errors
    /// 503 `rate_stale`.
    pub fn check_age(&self, app: &AppState, currencies: &[Currency]) -> Result<(), ApiError> {
        let aged: Vec<Currency> = aged(currencies).collect();
        rates::check_released(app, &self.listed, &aged, self.policy)?;
        rates::check_age(app, &self.listed, &aged, self.policy)
    }

    /// When the older of two currencies' rates was set; `None` if one is a sample.
    pub fn set_at(&self, currencies: [Currency; 2]) -> Option<Instant> {
        let known = |currency| self.listed.iter().find(|one| one.currency == currency);
        let times = aged(&currencies).map(|currency| known(currency).and_then(|one| one.set_at));
        times.min().flatten()
    }
}

fn aged(currencies: &[Currency]) -> impl Iterator<Item = Currency> {
    let all = currencies.iter().copied();
    all.filter(|currency| *currency != Currency::Usd)
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
