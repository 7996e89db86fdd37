//! Compares an entered PIN, and records the result before returning it, with at most five wrong results before the lock.
//!
//! The comparison locks and writes nothing, so concurrent correct entries all succeed, and a server that stops in between
//! leaves no failure behind. The result is decided in one transaction that locks the user: if the PIN is locked by then,
//! the response is the same for a correct entry and a wrong one.

use super::store::{self, PinRow};
use super::{locked, not_set};
use domain_core::calendar::Instant;
use domain_core::identity::pin::{
    PinEvent, PinInput, PinReason, PinState, PinStatus, transition, wrong_entry,
};
use domain_core::money::Currency;
use ground::db::Tx;
use ground::error::ApiError;
use ground::hasher::PIN;
use money::grant::{self, Granted, Payment};
use serde_json::json;
use service::access::users;
use service::access::{Session, audit};
use service::app::AppState;

/// A PIN that was entered correctly. It may be replaced or removed before the caller writes.
#[must_use]
pub struct Compared {
    pub(super) currency: Currency,
    field: &'static str,
    pin_hash: String,
    times_set: i64,
    /// The PIN hashed with the current parameters, if the stored hash is outdated.
    renewed_hash: Option<String>,
}

impl Compared {
    /// Checks that the PIN and the session that entered it are still valid, and keeps them so until the transaction
    /// ends. Only then are the failed attempts of its currency cleared. Those of other currencies stay: otherwise one
    /// known PIN would allow unlimited guesses at another.
    ///
    /// # Errors
    /// 401 if the session has ended; 423 if the PIN was locked meanwhile; 422 if the PIN was replaced, 409 if it was
    /// removed; the database failed.
    pub async fn expect_standing(
        &self,
        tx: &mut Tx,
        app: &AppState,
        session: &Session,
    ) -> Result<(), ApiError> {
        let name = self.currency.to_string();
        let rows = held(tx, session).await?;
        judge(&rows, &name, PinEvent::VerifyOk, app.clock.now_ms())?;
        match store::confirm(tx, &session.user_id, &name, &self.stored()).await? {
            true => Ok(()),
            false => Err(ApiError::refused(vec![wrong_entry(self.field, 0)])),
        }
    }

    pub(super) fn stored(&self) -> store::ComparedPin<'_> {
        store::ComparedPin {
            times_set: self.times_set,
            hash: &self.pin_hash,
            renewed_hash: self.renewed_hash.as_deref().unwrap_or(&self.pin_hash),
        }
    }
}

/// Compares an entered PIN with the user's. Before acting on it, call [`Compared::expect_standing`] in the same
/// transaction as the write.
///
/// # Errors
/// 422 if it is wrong; 423 while locked; 409 if no PIN is set.
pub async fn verify(
    app: &AppState,
    session: &Session,
    currency: Currency,
    field: &'static str,
    pin: &str,
) -> Result<Compared, ApiError> {
    let name = currency.to_string();
    let rows = store::all(&mut *app.db.read().await?, &session.user_id).await?;
    judge(&rows, &name, PinEvent::VerifyFail, app.clock.now_ms())?;
    let row = rows.into_iter().find(|row| row.currency == name);
    let (pin_hash, times_set) = row
        .and_then(|row| Some((row.pin_hash?, row.times_set)))
        .ok_or_else(|| not_set(PinStatus::Absent))?;
    let parts = [session.user_id.as_str(), &name, pin];
    if !app.hasher.verify(PIN, &parts, Some(&pin_hash)).await? {
        return Err(wrong(app, session, &name, field).await?);
    }
    let renewed_hash = match app.hasher.is_outdated(PIN, &pin_hash) {
        true => Some(app.hasher.hash(PIN, &parts).await?),
        false => None,
    };
    Ok(Compared {
        currency,
        field,
        pin_hash,
        times_set,
        renewed_hash,
    })
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
    compared.expect_standing(&mut tx, app, session).await?;
    let granted = grant::give(&mut tx, app, session, payment).await?;
    tx.commit().await?;
    Ok(granted)
}

/// Checks that a PIN is set and not locked, for what may be authorised in its place. Locks the user and the session until
/// the transaction ends.
///
/// # Errors
/// 401 if the session has ended; 423 while locked; 409 if no PIN is set.
pub async fn expect_usable(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    currency: Currency,
) -> Result<(), ApiError> {
    let rows = held(tx, session).await?;
    let now_ms = app.clock.now_ms();
    judge(&rows, &currency.to_string(), PinEvent::VerifyOk, now_ms).map(|_| ())
}

/// Records a wrong entry and the lock that follows from it; returns the refusal.
async fn wrong(
    app: &AppState,
    session: &Session,
    currency: &str,
    field: &'static str,
) -> Result<ApiError, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let rows = held(&mut tx, session).await?;
    // A payment that was decided meanwhile with another entry waits for this one.
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    let state = judge(&rows, currency, PinEvent::VerifyFail, now_ms)?;
    let locked_until_ms = state.locked_until.map(|until| until.0);
    let own = rows.iter().find(|row| row.currency == currency);
    let failures = own.map_or(0, |row| row.failures).saturating_add(1);
    let user_id = session.user_id.as_str();
    store::set_failures(&mut tx, user_id, currency, failures, locked_until_ms).await?;
    let detail = json!({ "currency": currency, "failures": state.failures });
    audit::append(&mut tx, app, user_id, "pin_wrong", &detail).await?;
    tx.commit().await?;
    Ok(match locked_until_ms {
        Some(until_ms) => locked(until_ms, now_ms),
        None => ApiError::refused(vec![wrong_entry(field, state.failures)]),
    })
}

/// The user's PINs, locked until the transaction ends, if the session is still open.
async fn held(tx: &mut Tx, session: &Session) -> Result<Vec<PinRow>, ApiError> {
    users::lock(tx, &session.user_id).await?;
    session.expect_open(tx).await?;
    Ok(store::all(tx.connection(), &session.user_id).await?)
}

/// The result of an entry, by the failures and locks of all currencies together.
fn judge(
    rows: &[PinRow],
    currency: &str,
    event: PinEvent,
    now_ms: i64,
) -> Result<PinState, ApiError> {
    let own = rows.iter().find(|row| row.currency == currency);
    let status = own.map_or(PinStatus::Absent, |row| row.status);
    let failures = rows
        .iter()
        .fold(0_i64, |sum, row| sum.saturating_add(row.failures));
    let locked_until = rows.iter().filter_map(|row| row.locked_until_ms).max();
    let state = transition(&PinInput {
        status,
        event,
        failures,
        locked_until: locked_until.map(Instant),
        now: Instant(now_ms),
    });
    match state.reason {
        None => Ok(state),
        Some(PinReason::Locked) => Err(locked(locked_until.unwrap_or(now_ms), now_ms)),
        Some(PinReason::Absent | PinReason::PinDefault | PinReason::PinSet) => Err(not_set(status)),
    }
}
