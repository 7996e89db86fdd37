//! Compares an entered PIN, with at most five attempts before the lock.

use super::store::{self, PinRow};
use super::{PIN, locked, not_set};
use crate::access::{Session, audit};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::identity::sessions;
use crate::payment::grant::{self, Granted, Payment};
use domain_core::calendar::Instant;
use domain_core::identity::pin::{
    PinEvent, PinInput, PinReason, PinStatus, transition, wrong_entry,
};
use domain_core::money::Currency;
use serde_json::json;

/// A PIN that was entered correctly. It may be replaced or removed before the caller writes.
#[must_use]
pub struct Compared {
    currency: Currency,
    field: &'static str,
    pin_hash: String,
}

impl Compared {
    /// Checks that the PIN and the session that entered it are still valid, and keeps them so until the transaction
    /// ends. Only then are the failed attempts cleared.
    ///
    /// # Errors
    /// 401 if the session has ended; 422 if the PIN was replaced, 409 if it was removed; the database failed.
    pub async fn expect_standing(&self, tx: &mut Tx, session: &Session) -> Result<(), ApiError> {
        let name = self.currency.to_string();
        let stands = store::confirm(tx, &session.user_id, &name, &self.pin_hash).await?;
        sessions::expect_open(tx, session).await?;
        if stands {
            return Ok(());
        }
        let rows = store::all(tx.connection(), &session.user_id).await?;
        let row = rows.into_iter().find(|row| row.currency == name);
        Err(match row.map_or(PinStatus::Absent, |row| row.status) {
            PinStatus::PinSet => ApiError::refused(vec![wrong_entry(self.field, 0)]),
            status => not_set(status),
        })
    }
}

/// Compares an entered PIN with the user's. Before acting on it, call [`Compared::expect_standing`] in the same
/// transaction as the write.
///
/// # Errors
/// 422 if it is wrong; 423 while locked; 409 if there is none.
pub async fn verify(
    app: &AppState,
    session: &Session,
    currency: Currency,
    field: &'static str,
    pin: &str,
) -> Result<Compared, ApiError> {
    let user_id = session.user_id.as_str();
    let now_ms = app.clock.now_ms();
    let attempt = expect_failure(app, user_id, currency, now_ms).await?;
    let name = currency.to_string();
    let right = app
        .hasher
        .verify(PIN, &[user_id, &name, pin], attempt.row.pin_hash.as_deref())
        .await?;
    if right {
        return Ok(Compared {
            currency,
            field,
            pin_hash: attempt.row.pin_hash.unwrap_or_default(),
        });
    }
    let mut tx = app.db.begin().await?;
    audit::append(
        &mut tx,
        app,
        user_id,
        "pin_wrong",
        &json!({ "currency": name, "failures": attempt.failures }),
    )
    .await?;
    tx.commit().await?;
    match attempt.locked_until_ms {
        Some(until_ms) => Err(locked(until_ms, now_ms)),
        None => Err(ApiError::refused(vec![wrong_entry(
            field,
            attempt.failures,
        )])),
    }
}

/// Authorises a payment with an entered PIN that is still current.
///
/// # Errors
/// Those of [`Compared::expect_standing`].
pub async fn authorise(
    app: &AppState,
    session: &Session,
    compared: &Compared,
    payment: &Payment<'_>,
) -> Result<Granted, ApiError> {
    let mut tx = app.db.begin().await?;
    compared.expect_standing(&mut tx, session).await?;
    let granted = grant::give(&mut tx, app, session, payment).await?;
    tx.commit().await?;
    Ok(granted)
}

struct Attempt {
    row: PinRow,
    failures: i64,
    locked_until_ms: Option<i64>,
}

/// Counts the attempt as failed, and sets the lock that follows, before anything is compared.
async fn expect_failure(
    app: &AppState,
    user_id: &str,
    currency: Currency,
    now_ms: i64,
) -> Result<Attempt, ApiError> {
    let name = currency.to_string();
    let mut tx = app.db.begin().await?;
    let Some(row) = store::lock(&mut tx, user_id, &name, now_ms).await? else {
        return Err(not_set(PinStatus::Absent));
    };
    let state = transition(&PinInput {
        status: row.status,
        event: PinEvent::VerifyFail,
        failures: row.failures,
        locked_until: row.locked_until_ms.map(Instant),
        now: Instant(now_ms),
    });
    match state.reason {
        None => {}
        Some(PinReason::Locked) => {
            return Err(locked(row.locked_until_ms.unwrap_or(now_ms), now_ms));
        }
        Some(PinReason::Absent | PinReason::PinDefault | PinReason::PinSet) => {
            return Err(not_set(row.status));
        }
    }
    let locked_until_ms = state.locked_until.map(|until| until.0);
    store::set_failures(&mut tx, user_id, &name, state.failures, locked_until_ms).await?;
    tx.commit().await?;
    Ok(Attempt {
        row,
        failures: state.failures,
        locked_until_ms,
    })
}
