//! The balances of a user's own account at the exchange: for display, never part of our own totals. Fetched at most
//! once a minute; if the exchange does not respond, the last figures stay, with their age.

use super::keys;
use ground::clock::rfc3339;
use ground::db::DbError;
use ground::error::ApiError;
use providers::exchange_keys::{Balance, ExchangeError};
use serde::{Deserialize, Serialize};
use service::access::Session;
use service::app::AppState;
use sqlx::Row;
use utoipa::ToSchema;

const KEPT_MS: i64 = 60_000;
/// The source of the figures.
const SOURCE: &str = "Binance";

/// The balance of a coin at the exchange.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ExchangeBalance {
    #[schema(example = "USDT")]
    pub coin: String,
    /// Decimal text.
    pub free: String,
    /// The amount tied up in orders.
    pub locked: String,
}

/// The user's own account at the exchange. It is not one of our wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExchangeBalances {
    /// Whether a key is connected.
    connected: bool,
    /// The source of the figures.
    source: &'static str,
    balances: Vec<ExchangeBalance>,
    /// The time of the exchange's response; null before the first.
    #[schema(required)]
    as_of: Option<String>,
    /// The reason that these are not the current figures, in words; null if they are.
    #[schema(required)]
    problem: Option<&'static str>,
}

struct Kept {
    balances: Vec<ExchangeBalance>,
    asked_at_ms: i64,
}

/// The balances, refreshed if they are due.
///
/// # Errors
/// The database failed.
pub async fn show(app: &AppState, session: &Session) -> Result<ExchangeBalances, ApiError> {
    let user_id = session.user_id.as_str();
    let Some(connected) = keys::opened(app, user_id).await? else {
        return Ok(answer(false, None, None));
    };
    let now_ms = app.clock.now_ms();
    let kept = kept(app, user_id, connected.at_ms).await?;
    if let Some(kept) = &kept
        && (kept.asked_at_ms..kept.asked_at_ms + KEPT_MS).contains(&now_ms)
    {
        return Ok(answer(true, Some(kept), None));
    }
    match app.ports.exchange_keys.balances(&connected.keys).await {
        Ok(balances) => {
            let asked = Kept {
                balances: balances.into_iter().map(shown).collect(),
                asked_at_ms: now_ms,
            };
            keep(app, user_id, connected.at_ms, &asked).await?;
            Ok(answer(true, Some(&asked), None))
        }
        Err(error) => Ok(answer(true, kept.as_ref(), Some(words(error)))),
    }
}

const fn words(error: ExchangeError) -> &'static str {
    match error {
        ExchangeError::Refused => "Binance refuses your key. Connect another one in Settings.",
        ExchangeError::Unavailable => "Binance doesn't answer.",
    }
}

fn shown(balance: Balance) -> ExchangeBalance {
    ExchangeBalance {
        free: balance.free.text(),
        locked: balance.locked.text(),
        coin: balance.coin,
    }
}

fn answer(connected: bool, kept: Option<&Kept>, problem: Option<&'static str>) -> ExchangeBalances {
    ExchangeBalances {
        connected,
        source: SOURCE,
        balances: kept.map(|kept| kept.balances.clone()).unwrap_or_default(),
        as_of: kept.map(|kept| rfc3339(kept.asked_at_ms)),
        problem,
    }
}

/// The stored balances of the currently connected key.
async fn kept(app: &AppState, user_id: &str, key_at_ms: i64) -> Result<Option<Kept>, DbError> {
    let row = sqlx::query(
        "SELECT balances, asked_at_ms FROM exchange_balances WHERE user_id = $1 AND key_at_ms = $2",
    )
    .bind(user_id)
    .bind(key_at_ms)
    .fetch_optional(&mut *app.db.read().await?)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let text: String = row.try_get("balances")?;
    let balances = serde_json::from_str(&text).ok();
    let asked_at_ms = row.try_get("asked_at_ms")?;
    Ok(balances.map(|balances| Kept {
        balances,
        asked_at_ms,
    }))
}

async fn keep(app: &AppState, user_id: &str, key_at_ms: i64, asked: &Kept) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    sqlx::query(
        "INSERT INTO exchange_balances (user_id, key_at_ms, balances, asked_at_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id) DO UPDATE SET key_at_ms = excluded.key_at_ms, balances = excluded.balances, \
         asked_at_ms = excluded.asked_at_ms",
    )
    .bind(user_id)
    .bind(key_at_ms)
    .bind(serde_json::to_string(&asked.balances).map_err(ApiError::internal)?)
    .bind(asked.asked_at_ms)
    .execute(tx.connection())
    .await?;
    Ok(tx.commit().await?)
}
