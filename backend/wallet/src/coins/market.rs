//! Prices and candles of coins from the market.

use domain_core::money::{Amount, Currency, Rate};
use domain_core::wallet::coin::{
    CoinAction, CoinActionsInput, Network, actions, change_percent, price_of,
};
use ground::clock::rfc3339;
use ground::error::{ApiError, ErrorCode};
use money::rates;
use providers::market::cached::Dated;
use providers::market::{COINS, Candle, Known, Pair, Period, QUOTED_IN, Ticker};
use serde::Serialize;
use service::app::AppState;
use utoipa::ToSchema;

/// The limit of pairs per call: each listed coin twice.
const MOST_PAIRS: usize = 20;

/// The currency in which coins are sold and charts are drawn.
const SOLD_FOR: Currency = Currency::Ngn;

/// The price of a pair.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PriceAnswer {
    /// `BTCUSDT`
    pub symbol: String,
    #[schema(example = "95238.1")]
    pub price: String,
    /// The time of the market's response, RFC 3339.
    pub updated_at: String,
}

/// A listed coin.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedCoin {
    pub symbol: String,
    pub name: String,
    /// In USDT; null while the market does not respond.
    #[schema(required)]
    pub price: Option<String>,
    /// In naira; null without a price, and without a current exchange rate.
    #[schema(required, value_type = Option<String>, example = "141904620.00")]
    pub price_ngn: Option<Amount>,
    /// The naira for one USDT behind that price, as in a sale; null without a current exchange rate.
    #[schema(required, example = "1490")]
    pub naira_rate: Option<String>,
    /// The price a day ago, in USDT.
    #[schema(required)]
    pub price_day_ago: Option<String>,
    /// The change within a day in percent, with one decimal: `-1.4`.
    #[schema(required)]
    pub change_24h: Option<String>,
    #[schema(required)]
    pub high_24h: Option<String>,
    #[schema(required)]
    pub low_24h: Option<String>,
    /// In USDT.
    #[schema(required)]
    pub volume_24h: Option<String>,
    /// The time of the market's response, RFC 3339.
    #[schema(required)]
    pub updated_at: Option<String>,
    /// Whether wallets hold it.
    pub is_held: bool,
    /// The actions that are offered for it here.
    #[schema(value_type = Vec<service::http::schema::CoinAction>)]
    pub actions: Vec<CoinAction>,
    /// The networks over which it can be received and sent here.
    #[schema(value_type = Vec<service::http::schema::CoinNetwork>)]
    pub networks: Vec<Network>,
}

/// The price of a coin in USDT. One USDT costs one.
///
/// # Errors
/// 503 if the market has never responded.
pub async fn price(app: &AppState, coin: Currency) -> Result<Dated<Rate>, ApiError> {
    if coin.as_str() == QUOTED_IN {
        let value = Rate::parse("1").ok_or_else(ApiError::unavailable)?;
        return Ok(Dated {
            value,
            at_ms: app.clock.now_ms(),
        });
    }
    let known = match Pair::of(coin.as_str()) {
        Some(pair) => app.ports.market.price(pair).await,
        None => None,
    };
    known.ok_or_else(|| {
        super::unavailable("The market doesn't answer. Please try again in a minute.")
    })
}

/// The prices of pairs. Without pairs, the market is not asked. Pairs that are not traded are omitted.
///
/// # Errors
/// 503 if the market returns no price.
pub async fn prices(app: &AppState, pairs: &[String]) -> Result<Vec<PriceAnswer>, ApiError> {
    let mut wanted: Vec<Pair> = pairs
        .iter()
        .take(MOST_PAIRS)
        .filter_map(|pair| Pair::named(pair))
        .collect();
    wanted.sort();
    wanted.dedup();
    let mut answers = Vec::new();
    for pair in &wanted {
        if let Some(price) = app.ports.market.price(*pair).await {
            answers.push(PriceAnswer {
                symbol: pair.text(),
                price: price.value.to_string(),
                updated_at: rfc3339(price.at_ms),
            });
        }
    }
    if answers.is_empty() && !wanted.is_empty() && !app.ports.market.is_open() {
        return Err(super::unavailable("Prices aren't available here yet."));
    }
    Ok(answers)
}

/// The candles of a pair, oldest first.
///
/// # Errors
/// 404 for a pair that is not listed; 503 if the market does not respond.
pub async fn candles(app: &AppState, pair: &str, period: Period) -> Result<Vec<Candle>, ApiError> {
    let pair = Pair::named(pair).ok_or_else(ApiError::not_found)?;
    let candles = app.ports.market.candles(pair, period).await;
    let candles = candles.map(|candles| candles.value);
    candles.ok_or_else(|| {
        super::unavailable("The market doesn't answer. Please try again in a minute.")
    })
}

/// All listed coins, with market data where available.
///
/// # Errors
/// The database failed.
pub async fn coins(app: &AppState, tenant_id: &str) -> Result<Vec<ListedCoin>, ApiError> {
    let tickers = app.ports.market.tickers().await;
    let ticker = |known: &Known| {
        let mut all = tickers.iter();
        let found = all.find(|dated| dated.value.pair.symbol() == known.symbol)?;
        Some((&found.value, found.at_ms))
    };
    let naira = naira_rate(app, tenant_id).await?;
    Ok(COINS
        .iter()
        .map(|known| listed(app, known, ticker(known), naira))
        .collect())
}

/// The rate at which coins are sold; `None` while none are, because it is too old or a sample.
async fn naira_rate(app: &AppState, tenant_id: &str) -> Result<Option<Rate>, ApiError> {
    let mut connection = app.db.read().await?;
    let current = rates::check_current(&mut connection, app, tenant_id, &[SOLD_FOR]).await;
    let listed = match current {
        Err(refused) if refused.is(ErrorCode::RateStale) => return Ok(None),
        read => read?,
    };
    let naira = listed.iter().find(|rate| rate.currency == SOLD_FOR);
    Ok(naira.map(|rate| rate.buy))
}

fn listed(
    app: &AppState,
    known: &Known,
    ticker: Option<(&Ticker, i64)>,
    naira: Option<Rate>,
) -> ListedCoin {
    let coin = Currency::named(known.symbol);
    let networks = coin.map(Network::of).unwrap_or_default();
    let networks: Vec<Network> = coin.map_or_else(Vec::new, |coin| {
        let served = networks.iter().copied();
        served
            .filter(|network| app.ports.custody.serves(coin, *network))
            .collect()
    });
    let offered = actions(&CoinActionsInput {
        symbol: known.symbol.to_owned(),
        has_market: app.ports.market.is_open(),
        has_custody: !networks.is_empty(),
    });
    // One USDT costs one, today and yesterday.
    let stable = (known.symbol == QUOTED_IN)
        .then(|| Rate::parse("1"))
        .flatten();
    let price = ticker.map(|(ticker, _)| ticker.price).or(stable);
    let day_ago = ticker.map(|(ticker, _)| ticker.day_ago).or(stable);
    let of = |read: fn(&Ticker) -> String| ticker.map(|(ticker, _)| read(ticker));
    ListedCoin {
        symbol: known.symbol.to_owned(),
        name: known.name.to_owned(),
        price: price.map(|price| price.to_string()),
        price_ngn: price
            .zip(naira)
            .and_then(|(price, naira)| price_of(price, naira, SOLD_FOR)),
        naira_rate: naira.map(|naira| naira.to_string()),
        price_day_ago: day_ago.map(|price| price.to_string()),
        change_24h: ticker.and_then(|(ticker, _)| change_percent(ticker.day_ago, ticker.price)),
        high_24h: of(|ticker| ticker.high.to_string()),
        low_24h: of(|ticker| ticker.low.to_string()),
        volume_24h: of(|ticker| ticker.volume.clone()),
        updated_at: ticker.map(|(_, at_ms)| rfc3339(at_ms)),
        is_held: coin.is_some(),
        actions: offered.actions,
        networks,
    }
}
