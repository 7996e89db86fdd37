//! The market's prices, for the value of what users hold.

use domain_core::money::Rate;
use domain_core::wallet::coin::PRICE_VALID_MS;
use providers::market::Pair;
use service::app::AppState;

/// A coin's price in USDT; `None` if it is unknown, or too old to sell at.
pub async fn fresh(app: &AppState, coin: &str) -> Option<Rate> {
    let price = app.ports.market.price(Pair::of(coin)?).await?;
    let is_fresh = app.clock.now_ms() - price.at_ms <= PRICE_VALID_MS;
    is_fresh.then_some(price.value)
}
