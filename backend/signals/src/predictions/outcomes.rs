//! The outcomes of predictions, from the market's prices when they are made and when their day is over.

use domain_core::money::Rate;
use domain_core::signals::board::VALID_MS;
use domain_core::signals::record::{
    Counted, GroupRecord, OutcomeInput, RecordInput, SignalOutcome, outcome, record,
};
use domain_core::signals::view::Change;
use ground::clock::rfc3339;
use ground::db::{DbError, Tx, columns};
use ground::error::ApiError;
use money::prices;
use providers::signals::{GROUPS, Predictions};
use serde::Serialize;
use service::app::AppState;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

/// The predictions judged in a round.
const ROUND: i64 = 100;
/// A price that comes later than this after a prediction's day says nothing about it.
const LATEST_MS: i64 = 3_600_000;
/// The record covers this time.
const RECORD_MS: i64 = 90 * 24 * 3_600_000;
/// Outcomes are kept for a year.
pub const KEPT_MS: i64 = 365 * 24 * 3_600_000;
/// Removes outcomes older than the instant in `$1`.
pub const OLD: &str = "DELETE FROM prediction_outcomes WHERE made_at_ms < $1";

/// The day of a prediction on the board.
#[derive(Debug, Serialize, ToSchema)]
pub struct PredictionDay {
    /// `first_match`, `second_match`, `third_match` or `forth_match`.
    group: String,
    symbol: String,
    made_at: String,
    until: String,
}

/// The outcomes of a group's predictions in the last ninety days.
#[derive(Debug, Serialize, ToSchema)]
pub struct PredictionRecord {
    /// `first_match`, `second_match`, `third_match` or `forth_match`.
    group: &'static str,
    hit: i64,
    missed: i64,
    open: i64,
    /// The share of hits among those that are over, in whole percent; null without any.
    #[schema(required)]
    percent: Option<i64>,
}

impl From<GroupRecord> for PredictionRecord {
    fn from(group: GroupRecord) -> Self {
        Self {
            group: group.name,
            hit: group.hit,
            missed: group.missed,
            open: group.open,
            percent: group.percent,
        }
    }
}

/// The prices of the predicted coins, fetched before the transaction that notes them.
#[derive(Default)]
pub struct Prices(Vec<(String, Rate)>);

impl Prices {
    pub async fn of(app: &AppState, signals: &Predictions) -> Self {
        let mut known: Vec<(String, Rate)> = Vec::new();
        for one in signals.groups().into_iter().flatten() {
            if known.iter().all(|(symbol, _)| *symbol != one.symbol)
                && let Some(price) = prices::fresh(app, &one.symbol).await
            {
                known.push((one.symbol.clone(), price));
            }
        }
        Self(known)
    }

    fn text(&self, symbol: &str) -> Option<String> {
        let found = self.0.iter().find(|(known, _)| known == symbol);
        found.map(|(_, price)| price.to_string())
    }
}

/// Notes the predictions of which none is noted for the current day. Call with the board locked.
pub async fn note(
    tx: &mut Tx,
    app: &AppState,
    signals: &Predictions,
    made_at_ms: i64,
    prices: &Prices,
) -> Result<(), DbError> {
    let open = days(tx.connection(), made_at_ms).await?;
    for (group, list) in GROUPS.into_iter().zip(signals.groups()) {
        for one in list {
            let is_open = |day: &PredictionDay| day.group == group && day.symbol == one.symbol;
            if open.iter().any(is_open) {
                continue;
            }
            sqlx::query(
                "INSERT INTO prediction_outcomes (id, list, symbol, percent, made_at_ms, ends_at_ms, price_then, outcome) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, 'open')",
            )
            .bind(app.random.id(made_at_ms))
            .bind(group)
            .bind(one.symbol.as_str())
            .bind(one.percent_change_24h.as_str())
            .bind(made_at_ms)
            .bind(made_at_ms + VALID_MS)
            .bind(prices.text(&one.symbol))
            .execute(tx.connection())
            .await?;
        }
    }
    Ok(())
}

/// The days that are not over.
pub async fn days(
    connection: &mut AnyConnection,
    now_ms: i64,
) -> Result<Vec<PredictionDay>, DbError> {
    let rows = sqlx::query(
        "SELECT list, symbol, made_at_ms, ends_at_ms FROM prediction_outcomes WHERE outcome = 'open' AND ends_at_ms > $1 \
         ORDER BY list, symbol",
    )
    .bind(now_ms)
    .fetch_all(connection)
    .await?;
    let day = |row: &sqlx::any::AnyRow| {
        Ok(PredictionDay {
            group: row.try_get("list")?,
            symbol: row.try_get("symbol")?,
            made_at: rfc3339(row.try_get("made_at_ms")?),
            until: rfc3339(row.try_get("ends_at_ms")?),
        })
    };
    rows.iter().map(day).collect()
}

/// The record of each group.
pub async fn records(
    connection: &mut AnyConnection,
    now_ms: i64,
) -> Result<Vec<PredictionRecord>, DbError> {
    let rows = sqlx::query(
        "SELECT list, outcome, COUNT(*) AS predictions FROM prediction_outcomes WHERE made_at_ms >= $1 \
         GROUP BY list, outcome",
    )
    .bind(now_ms - RECORD_MS)
    .fetch_all(connection)
    .await?;
    let counted = |row: &sqlx::any::AnyRow| {
        let outcome: String = row.try_get("outcome")?;
        Ok(Counted {
            group: row.try_get("list")?,
            outcome: SignalOutcome::named(&outcome).ok_or_else(|| columns::corrupt("outcome"))?,
            count: row.try_get("predictions")?,
        })
    };
    let predictions = rows.iter().map(counted).collect::<Result<_, DbError>>()?;
    let found = record(&RecordInput { predictions });
    Ok(found
        .groups
        .into_iter()
        .map(PredictionRecord::from)
        .collect())
}

/// A prediction whose day is over.
struct Due {
    id: String,
    symbol: String,
    percent: String,
    price_then: Option<String>,
    ends_at_ms: i64,
}

/// Judges the predictions whose day is over, and returns their number. Without a price it tries again for an hour.
///
/// # Errors
/// The database failed.
pub async fn judge_due(app: &AppState) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    let rows = sqlx::query(
        "SELECT id, symbol, percent, price_then, ends_at_ms FROM prediction_outcomes \
         WHERE outcome = 'open' AND ends_at_ms <= $1 ORDER BY ends_at_ms LIMIT $2",
    )
    .bind(now_ms)
    .bind(ROUND)
    .fetch_all(&mut *app.db.read().await?)
    .await
    .map_err(DbError::from)?;
    let due = |row: &sqlx::any::AnyRow| {
        Ok(Due {
            id: row.try_get("id")?,
            symbol: row.try_get("symbol")?,
            percent: row.try_get("percent")?,
            price_then: row.try_get("price_then")?,
            ends_at_ms: row.try_get("ends_at_ms")?,
        })
    };
    let due: Vec<Due> = rows.iter().map(due).collect::<Result<_, DbError>>()?;
    let mut judged = 0;
    for one in &due {
        if judge(app, one, now_ms).await? {
            judged += 1;
        }
    }
    Ok(judged)
}

async fn judge(app: &AppState, due: &Due, now_ms: i64) -> Result<bool, ApiError> {
    let is_late = now_ms - due.ends_at_ms > LATEST_MS;
    let price_then = due.price_then.as_deref().and_then(Rate::parse);
    let price_now = match price_then {
        Some(_) if !is_late => prices::fresh(app, &due.symbol).await,
        _ => None,
    };
    if price_then.is_some() && price_now.is_none() && !is_late {
        return Ok(false);
    }
    let predicted = Change::parse(&due.percent);
    let found = outcome(&OutcomeInput {
        predicted: predicted.ok_or_else(|| ApiError::internal("a prediction that is none"))?,
        price_then,
        price_now,
    });
    let mut tx = app.db.begin().await?;
    sqlx::query(
        "UPDATE prediction_outcomes SET outcome = $2, actual = $3, price_at_end = $4 WHERE id = $1 AND outcome = 'open'",
    )
    .bind(due.id.as_str())
    .bind(found.outcome.as_str())
    .bind(found.actual)
    .bind(price_now.map(|price| price.to_string()))
    .execute(tx.connection())
    .await
    .map_err(DbError::from)?;
    tx.commit().await?;
    Ok(true)
}
