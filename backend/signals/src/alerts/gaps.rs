//! Times without current predictions: they extend the subscriptions that they touch, by rule.

use super::store;
use crate::board::{self, Kept};
use domain_core::calendar::{Instant, day_and_time};
use domain_core::signals::board::{Extension, GapInput, lost};
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use providers::push::{Notice, Urgency};
use service::access::users;
use service::app::AppState;
use service::push;

/// The page with the end of the subscription.
const SETTINGS: &str = "/settings/trading";
/// The most extensions in a round.
const MOST: i64 = 100;

/// Begins a gap if the board is not current, and ends it if it is. A gap begins when it is first seen: a server that was
/// off has shown nothing else either. Call with the board locked.
///
/// # Errors
/// The database failed.
pub async fn follow(tx: &mut Tx, kept: Option<&Kept>, now_ms: i64) -> Result<(), DbError> {
    match kept {
        Some(_) if board::state(kept, now_ms).current => store::end_gap(tx, now_ms).await,
        Some(_) => store::begin_gap(tx, now_ms).await,
        // Before the first board nothing was sold.
        None => Ok(()),
    }
}

/// Extends the subscriptions that lost days, and returns their number.
///
/// # Errors
/// The database failed.
pub async fn extend_due(app: &AppState) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let kept = board::lock(&mut tx).await?;
    follow(&mut tx, kept.as_ref(), now_ms).await?;
    tx.commit().await?;
    let mut extended = 0;
    let gaps = store::gaps(&mut *app.db.read().await?).await?;
    for gap in gaps {
        let to_ms = gap.until_ms.unwrap_or(now_ms);
        let days = lost_of(&gap, to_ms, gap.since_ms, 0).days;
        let touched = store::touched(&mut *app.db.read().await?, gap.since_ms, days, MOST).await?;
        for user_id in &touched {
            if extend(app, user_id, &gap, to_ms).await? {
                extended += 1;
            }
        }
        if gap.until_ms.is_some() && touched.is_empty() {
            let mut tx = app.db.begin().await?;
            store::close_gap(&mut tx, gap.since_ms, now_ms).await?;
            tx.commit().await?;
        }
    }
    Ok(extended)
}

/// The days of a gap that a subscription has lost.
fn lost_of(gap: &store::Gap, to_ms: i64, until_ms: i64, added: i64) -> Extension {
    lost(&GapInput {
        since: Instant(gap.since_ms),
        to: Instant(to_ms),
        until: Instant(until_ms),
        added,
    })
}

/// Extends a subscription, and tells its owner. The owner is locked, as for a purchase.
async fn extend(
    app: &AppState,
    user_id: &str,
    gap: &store::Gap,
    to_ms: i64,
) -> Result<bool, ApiError> {
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, user_id, app.clock.now_ms()).await?;
    let Some(known) = store::extended(tx.connection(), user_id).await? else {
        return Ok(false);
    };
    let added = match known.gap_since_ms {
        Some(since_ms) if since_ms == gap.since_ms => known.gap_days,
        Some(since_ms) if since_ms > gap.since_ms => return Ok(false),
        _ => 0,
    };
    let Extension { days, more, until } = lost_of(gap, to_ms, known.until_ms, added);
    if more == 0 {
        return Ok(false);
    }
    store::extend(&mut tx, user_id, until.0, (gap.since_ms, days)).await?;
    let words = match more {
        1 => String::from("a day"),
        _ => format!("{more} days"),
    };
    let end = day_and_time(until);
    let notice = Notice::new(
        "Your trade signals last longer",
        &format!("There were no current signals, so we added {words}. They now end on {end}."),
        SETTINGS,
        Urgency::Normal,
    );
    let in_full = format!(
        "There were no current trade signals for a time that you have paid for. We have added {words} to your subscription: it now ends on {end}.\n\nYou don't need to do anything."
    );
    push::tell_of_service(&mut tx, app, user_id, &notice, &in_full).await?;
    tx.commit().await?;
    Ok(true)
}
