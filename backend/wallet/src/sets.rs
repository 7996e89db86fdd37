//! The value of a user's coin sets.

use crate::store::plans::{self, Sets};
use domain_core::money::{Amount, Currency, Rates};
use domain_core::plans::coins::Signed;
use domain_core::plans::worth::{SetValueInput, value};
use ground::error::ApiError;
use money::prices;
use money::rate_policy::RatePolicy;
use serde::Serialize;
use service::app::AppState;
use utoipa::ToSchema;

/// The value of all running coin sets.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CoinSetSummary {
    /// The proceeds of selling their coins now, with the money that is in none; null while a price is unknown.
    #[schema(value_type = Option<String>, required)]
    pub value: Option<Amount>,
    /// The gain, or a loss with a minus sign; null before the first purchase, and while a price is unknown.
    #[schema(required)]
    pub gain: Option<String>,
}

/// A user's running sets with their prices. The market is asked outside any transaction.
///
/// # Errors
/// The database failed.
pub async fn priced(
    app: &AppState,
    user_id: &str,
    currency: Currency,
) -> Result<Option<Sets>, ApiError> {
    let sets = plans::sets(&mut *app.db.read().await?, user_id, currency).await?;
    let Some(mut sets) = sets else {
        return Ok(None);
    };
    for coin in &mut sets.coins {
        coin.price = prices::fresh(app, &coin.coin).await;
    }
    Ok(Some(sets))
}

/// The value of sets at the given rates; `None` without any.
pub fn summary(
    sets: Option<Sets>,
    rates: &Rates,
    policy: &RatePolicy,
) -> Result<Option<CoinSetSummary>, ApiError> {
    let Some(Sets { pot, coins }) = sets else {
        return Ok(None);
    };
    let input = SetValueInput {
        pot,
        coins,
        exchange_fee: policy.exchange_fee,
        rates: rates.clone(),
    };
    let found = value(&input).map_err(|violation| ApiError::refused(vec![violation]))?;
    Ok(Some(CoinSetSummary {
        value: found.value,
        gain: found.gain.as_ref().map(Signed::text),
    }))
}
