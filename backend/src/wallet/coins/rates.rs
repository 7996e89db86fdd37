//! The market as a source of exchange rates: each coin's, with a spread around the market's price.

use super::market;
use crate::app::AppState;
use crate::error::ApiError;
use crate::payment::rates;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Percent};
use domain_core::wallet::coin::{Network, rates_of};

/// Sets the rates of the coins that wallets hold; answers how many. One dollar is taken for one USDT.
///
/// # Errors
/// 503 if the market does not answer; then the others are set all the same.
pub async fn take(app: &AppState, spread: Percent) -> Result<usize, ApiError> {
    let mut set = 0;
    let mut failed = None;
    for coin in Currency::ALL
        .iter()
        .copied()
        .filter(|coin| !Network::of(*coin).is_empty())
    {
        match market::price(app, coin).await {
            Ok(price) => {
                let pair = rates_of(price.value, spread);
                let (sell, buy) =
                    pair.ok_or_else(|| ApiError::internal("a price that makes no rate"))?;
                set += usize::from(rates::set(app, coin, sell, buy, Instant(price.at_ms)).await?);
            }
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(set), Err)
}
