//! The market as a source of exchange rates: the market's price of each coin, with a spread.

use super::market;
use domain_core::calendar::Instant;
use domain_core::money::age::FEED_EVERY_MS;
use domain_core::money::jump::Verdict;
use domain_core::money::{Currency, Percent, Rate};
use domain_core::wallet::coin::{Network, rates_of};
use ground::error::ApiError;
use money::rates::{self, Bound, FromMarket, Renewed};
use providers::market::cached::{Dated, KEPT_MS};
use service::app::AppState;

/// The interval at which the job renews a rate: each new rate adds an entry to the audit log.
pub const RENEWED_EVERY_MS: i64 = FEED_EVERY_MS;
/// Counted by currency.
pub(crate) const JUMPS: &str = "ajo_rate_jumps_total";

/// Sets the rates of the coins that wallets hold. Returns their number. One USDT counts as one US dollar.
///
/// # Errors
/// 503 if the market does not respond for a coin; the other rates are set nevertheless.
pub async fn take(app: &AppState, spread: Percent) -> Result<usize, ApiError> {
    take_older(app, spread, 0).await
}

/// Renews the rates that are at least a quarter of an hour old.
///
/// # Errors
/// See [`take`].
pub async fn renew(app: &AppState, spread: Percent) -> Result<usize, ApiError> {
    take_older(app, spread, RENEWED_EVERY_MS).await
}

/// A price that the market returned within the last minute, not an older cached one.
async fn fresh_price(app: &AppState, coin: Currency) -> Result<Dated<Rate>, ApiError> {
    let price = market::price(app, coin).await?;
    if app.clock.now_ms() - price.at_ms >= KEPT_MS {
        return Err(super::unavailable(
            "The market doesn't answer. Please try again in a minute.",
        ));
    }
    Ok(price)
}

async fn take_older(app: &AppState, spread: Percent, age_ms: i64) -> Result<usize, ApiError> {
    let listed = rates::listed(&mut *app.db.read().await?).await?;
    let until = Instant(app.clock.now_ms() - age_ms);
    let mut set = 0;
    let mut failed = None;
    let is_due = |coin: Currency| {
        let known = listed.iter().find(|one| one.currency == coin);
        known.is_none_or(|one| one.set_at.is_none_or(|set_at| set_at <= until))
    };
    for coin in Currency::ALL.iter().copied() {
        if Network::of(coin).is_empty() || !is_due(coin) {
            continue;
        }
        match fresh_price(app, coin).await {
            Ok(price) => {
                let pair = rates_of(price.value, spread);
                let (sell, buy) =
                    pair.ok_or_else(|| ApiError::internal("a price that makes no rate"))?;
                let told = FromMarket {
                    sell,
                    buy,
                    at: Instant(price.at_ms),
                    until: Instant(price.at_ms - age_ms),
                };
                let renewed = rates::renew(app, coin, told, Bound::Market).await?;
                set += usize::from(renewed == Renewed::Verdict(Verdict::Taken));
                if renewed == Renewed::Verdict(Verdict::Held) {
                    tracing::error!(%coin, rate = %sell, "the market's price is far from the rate in use");
                    app.metrics.refused(JUMPS, coin.as_str());
                }
            }
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(set), Err)
}
