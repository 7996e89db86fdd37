//! Predictions: their source, and their visibility to users.

mod notice;
pub mod outcomes;

pub use notice::{signature, take};

use self::outcomes::{PredictionDay, PredictionRecord, Prices};
use super::alerts::notices::{self, CHANNEL};
use super::alerts::{self, gaps};
use super::auto_trade;
use super::board::{self, Kept};
use domain_core::calendar::Instant;
use domain_core::signals::view::{Change, Signal, Signals, ViewInput, view};
use ground::clock::rfc3339;
use ground::db::Tx;
use ground::error::ApiError;
use providers::Later;
use providers::signals::{Prediction, Predictions};
use serde::Serialize;
use serde_json::{Value, json};
use service::app::AppState;
use service::realtime::gate::Gate;
use utoipa::ToSchema;

const EVENT: &str = "signal.alert";

/// The predictions as shown to a user. Figures are sent only to subscribers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PredictionBoard)]
pub struct Shown {
    signals: Predictions,
    /// Whether the user has no active subscription: placeholders replace the signals.
    hidden: bool,
    #[schema(required)]
    until: Option<String>,
    /// The time of the predictions; null before the first.
    #[schema(required)]
    made_at: Option<String>,
    /// The end of their day; null while there are none.
    #[schema(required)]
    valid_until: Option<String>,
    /// When each prediction was made, and until when it holds. Only for subscribers.
    days: Vec<PredictionDay>,
    /// The outcomes of earlier predictions, by group.
    record: Vec<PredictionRecord>,
    /// The reason why no month is sold at the moment; null while one is.
    #[schema(required)]
    not_sold: Option<&'static str>,
}

/// The predictions as shown to a user.
///
/// # Errors
/// The database failed.
pub async fn shown(app: &AppState, user_id: &str) -> Result<Shown, ApiError> {
    let mut connection = app.db.read().await?;
    let until = alerts::until(&mut connection, user_id).await?;
    let now_ms = app.clock.now_ms();
    let kept = board::kept(&mut connection).await?;
    let record = outcomes::records(&mut connection, now_ms).await?;
    let days = outcomes::days(&mut connection, now_ms).await?;
    drop(connection);
    let state = board::state(kept.as_ref(), now_ms);
    let made_at_ms = kept.as_ref().map(|kept| kept.made_at_ms);
    // Predictions whose day is over are shown in the record alone.
    let current = kept.filter(|_| state.current).map(|kept| kept.signals);
    let signals = current.unwrap_or_default();
    let viewed = view(&ViewInput {
        signals: input(&signals),
        until,
        now: Instant(now_ms),
    });
    let (signals, days) = match viewed.hidden {
        true => (Predictions::default(), Vec::new()),
        false => (signals, days),
    };
    Ok(Shown {
        signals,
        days,
        record,
        hidden: viewed.hidden,
        until: until.map(Instant::text),
        made_at: made_at_ms.map(rfc3339),
        valid_until: state.until.map(Instant::text),
        not_sold: state.message,
    })
}

/// The predictions as input of the rules.
fn input(predictions: &Predictions) -> Signals {
    let list = |group: &[Prediction]| {
        let signal = |one: &Prediction| {
            Some(Signal {
                id: one.id,
                symbol: one.symbol.clone(),
                logo: one.logo.clone(),
                percent_change_24h: Change::parse(&one.percent_change_24h)?,
            })
        };
        Some(group.iter().filter_map(signal).collect())
    };
    Signals {
        first_match: list(&predictions.first_match),
        second_match: list(&predictions.second_match),
        third_match: list(&predictions.third_match),
        forth_match: list(&predictions.forth_match),
    }
}

/// The current predictions and their time.
///
/// # Errors
/// The database failed.
pub async fn listed(app: &AppState) -> Result<Option<(Predictions, String)>, ApiError> {
    let kept = board::kept(&mut *app.db.read().await?).await?;
    Ok(kept.map(|kept| (kept.signals, rfc3339(kept.made_at_ms))))
}

/// Replaces the predictions, and notifies subscribers. False if they are not newer, or unchanged.
///
/// # Errors
/// The database failed.
pub async fn put(app: &AppState, signals: &Predictions, made_at_ms: i64) -> Result<bool, ApiError> {
    // Ends expired subscriptions first, whose owners must not be notified.
    notices::tell_due(app).await?;
    let prices = Prices::of(app, signals).await;
    let mut tx = app.db.begin().await?;
    let changed = put_in(&mut tx, app, signals, made_at_ms, &prices).await?;
    tx.commit().await?;
    Ok(changed)
}

async fn put_in(
    tx: &mut Tx,
    app: &AppState,
    signals: &Predictions,
    made_at_ms: i64,
    prices: &Prices,
) -> Result<bool, ApiError> {
    let before = board::lock(tx).await?;
    let now_ms = app.clock.now_ms();
    let changed = board::put(tx, signals, made_at_ms).await?;
    if changed {
        let before = before.map(|kept| kept.signals).unwrap_or_default();
        let now = Kept {
            signals: signals.clone(),
            made_at_ms,
        };
        gaps::follow(tx, Some(&now), now_ms).await?;
        outcomes::note(tx, app, signals, made_at_ms, prices).await?;
        auto_trade::note_new(tx, &before, signals, made_at_ms, now_ms).await?;
        let event = json!({ "signals": brief(signals), "made_at": rfc3339(made_at_ms) });
        app.realtime.publish(tx, CHANNEL, EVENT, &event).await?;
    }
    Ok(changed)
}

/// The predictions without picture URLs, to keep the event small.
fn brief(signals: &Predictions) -> Value {
    let names = ["first_match", "second_match", "third_match", "forth_match"];
    let group = |list: &[Prediction]| -> Value {
        let one = |one: &Prediction| json!({ "id": one.id, "symbol": one.symbol, "percent_change_24h": one.percent_change_24h });
        list.iter().map(one).collect()
    };
    let groups = names.into_iter().zip(signals.groups());
    groups.map(|(name, list)| (name, group(list))).collect()
}

/// Polls the provider; true if there was something new.
///
/// # Errors
/// The database failed.
pub async fn ask(app: &AppState) -> Result<bool, ApiError> {
    if !app.ports.signals.is_open() {
        return Ok(false);
    }
    let Ok(latest) = app.ports.signals.latest().await else {
        tracing::info!("the provider of signals did not answer");
        return Ok(false);
    };
    notices::tell_due(app).await?;
    let now_ms = app.clock.now_ms();
    let known = board::kept(&mut *app.db.read().await?).await?;
    let is_over = !board::state(known.as_ref(), now_ms).current;
    // The same answer once the day is over is a prediction for the next day, unless a notice has come since.
    let is_repeated = is_over && known.as_ref().is_some_and(|kept| kept.signals == latest);
    let is_known = known.is_some_and(|kept| kept.signals == latest) && !is_over;
    let prices = match is_known {
        true => Prices::default(),
        false => Prices::of(app, &latest).await,
    };
    let mut tx = app.db.begin().await?;
    let is_news = board::note_asked(&mut tx, &latest).await?;
    let is_new = is_news || is_repeated;
    let changed = is_new && put_in(&mut tx, app, &latest, now_ms, &prices).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Keeps non-subscribers out of the channel of signals.
pub struct SignalGate;

impl Gate for SignalGate {
    fn grants(&self, channel: &str) -> bool {
        channel == CHANNEL
    }

    fn may_listen<'a>(
        &'a self,
        app: &'a AppState,
        user_id: &'a str,
        channel: &'a str,
    ) -> Later<'a, Result<Option<bool>, ApiError>> {
        Box::pin(async move {
            if channel != CHANNEL {
                return Ok(None);
            }
            let mut connection = app.db.read().await?;
            let now_ms = app.clock.now_ms();
            Ok(Some(
                alerts::is_active(&mut connection, user_id, now_ms).await?,
            ))
        })
    }
}
