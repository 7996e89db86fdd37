//! Market figures of a coin, for filling in a strategy: its price, and its changes.

use domain_core::money::Rate;
use domain_core::wallet::coin::change_percent;
use ground::error::{ApiError, ErrorCode};
use providers::market::{Candle, Pair, Period};
use serde::Serialize;
use service::app::AppState;
use utoipa::ToSchema;

/// The number of candles: five minutes each for the hour, days for the others.
const HOUR_OF_MINUTES: usize = 12;
const WEEK_OF_DAYS: usize = 7;
const MONTH_OF_DAYS: usize = 30;

/// A coin's figures. Unknown ones are null; supplies and market capitalisation always are.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StrategyFigures)]
pub struct Figures {
    /// In USDT.
    price: String,
    #[schema(required)]
    percent_change_1h: Option<String>,
    #[schema(required)]
    percent_change_24h: Option<String>,
    #[schema(required)]
    percent_change_7d: Option<String>,
    #[schema(required)]
    percent_change_30d: Option<String>,
}

/// A coin's figures.
///
/// # Errors
/// 404 for a coin that is not listed; 503 if the market does not answer.
pub async fn of(app: &AppState, coin: &str) -> Result<Figures, ApiError> {
    let pair = Pair::of(coin).ok_or_else(ApiError::not_found)?;
    let market = &app.ports.market;
    let unanswered = || {
        let message = "The market doesn't answer. Please try again in a minute.";
        ApiError::new(ErrorCode::CoinsUnavailable, message)
    };
    let ticker = market.ticker(pair).await.ok_or_else(unanswered)?.value;
    let price = ticker.price;
    let minutes = market.candles(pair, Period::FiveMinutes).await;
    let days = market.candles(pair, Period::Day).await;
    let since = |candles: Option<&Vec<Candle>>, back: usize| {
        let candles = candles?;
        let first = candles.get(candles.len().checked_sub(back)?)?;
        change_percent(Rate::parse(&first.open)?, price)
    };
    Ok(Figures {
        price: price.to_string(),
        percent_change_1h: since(minutes.as_ref().map(|dated| &dated.value), HOUR_OF_MINUTES),
        percent_change_24h: change_percent(ticker.day_ago, price),
        percent_change_7d: since(days.as_ref().map(|dated| &dated.value), WEEK_OF_DAYS),
        percent_change_30d: since(days.as_ref().map(|dated| &dated.value), MONTH_OF_DAYS),
    })
}
