//! Notifies owners of subscriptions three days before the end, and at the end, once each.

use super::store::{self, Due};
use domain_core::calendar::{Instant, day_and_time};
use domain_core::signals::alert::TOLD_BEFORE_MS;
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use service::access::users;
use service::app::AppState;
use service::letters::{self, Letter};
use service::push;

/// The channel of signals.
pub const CHANNEL: &str = "private-trade.signal";
/// The page where a subscription is renewed.
const SETTINGS: &str = "/settings/trading";
/// The most notices in a round.
const MOST: i64 = 100;

/// Sends the notices that are due, and returns their number.
///
/// # Errors
/// The database failed.
pub async fn tell_due(app: &AppState) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut connection = app.db.read().await?;
    let ended = store::ended(&mut connection, now_ms, MOST).await?;
    let ending = store::ending(&mut connection, now_ms, now_ms + TOLD_BEFORE_MS, MOST).await?;
    drop(connection);
    for due in &ended {
        tell_ended(app, due).await?;
    }
    for due in &ending {
        tell_ending(app, due).await?;
    }
    Ok(ended.len() + ending.len())
}

async fn tell_ending(app: &AppState, due: &Due) -> Result<(), ApiError> {
    let day = day_and_time(Instant(due.until_ms));
    let letter = Letter {
        subject: "your trade signals end soon",
        text: &format!(
            "Your subscription to trade signals ends on {day}.\n\nTo keep receiving them, renew it in Settings."
        ),
        short: &format!("your trade signals end on {day}. Renew them in Settings."),
    };
    let notice = Notice::new(
        "Your trade signals end soon",
        &format!("They end on {day}. Renew them in Settings."),
        SETTINGS,
        Urgency::Normal,
    );
    let mut tx = app.db.begin().await?;
    if store::announce(&mut tx, due).await? {
        let user = users::find(tx.connection(), &due.user_id).await?;
        let user = user.ok_or_else(ApiError::not_found)?;
        letters::send(&mut tx, app, &user, letter).await?;
        push::tell_beside_letter(&mut tx, app, &user.id, &notice).await?;
    }
    Ok(tx.commit().await?)
}

async fn tell_ended(app: &AppState, due: &Due) -> Result<(), ApiError> {
    let letter = Letter {
        subject: "your trade signals have ended",
        text: "Your subscription to trade signals has ended.\n\nTo receive them again, renew it in Settings.",
        short: "your trade signals have ended. Renew them in Settings.",
    };
    let notice = Notice::new(
        "Your trade signals have ended",
        "Renew them in Settings.",
        SETTINGS,
        Urgency::Normal,
    );
    let mut tx = app.db.begin().await?;
    if store::end(&mut tx, due).await? {
        let user = users::find(tx.connection(), &due.user_id).await?;
        let user = user.ok_or_else(ApiError::not_found)?;
        app.realtime.end_channel(&mut tx, &user.id, CHANNEL).await?;
        letters::send(&mut tx, app, &user, letter).await?;
        push::tell_beside_letter(&mut tx, app, &user.id, &notice).await?;
    }
    Ok(tx.commit().await?)
}
