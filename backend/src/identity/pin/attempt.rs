//! An entered PIN is compared, and what came of it is recorded before anybody is told.
//!
//! Comparing locks and writes nothing, so right entries that come at once are all right, and a server that dies in between
//! leaves nothing behind. The outcome is decided in one transaction that holds the person: where they are locked by then,
//! nobody learns whether the entry was right. However many guesses come at once, five are answered.

use super::store::{self, PinRow};
use super::{locked, not_set};
use crate::access::users;
use crate::access::{Session, audit};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::hasher::PIN;
use crate::identity::sessions;
use crate::payment::grant::{self, Granted, Payment};
use domain_core::calendar::Instant;
use domain_core::identity::pin::{
    PinEvent, PinInput, PinReason, PinState, PinStatus, transition, wrong_entry,
};
use domain_core::money::Currency;
use serde_json::json;

/// An entered PIN that was found right. It may be replaced or taken away before anything is written because of it.
#[must_use]
pub struct Compared {
    currency: Currency,
    field: &'static str,
    pin_hash: String,
    times_set: i64,
    /// The same PIN, hashed as PINs are hashed today, where it was hashed otherwise.
    renewed_hash: Option<String>,
}

impl Compared {
    /// The PIN still stands, and does until this transaction is over, and so does the session that entered it. Only then
    /// are its wrong entries forgotten; those of other currencies stay counted, or whoever knows one PIN could guess at
    /// another for ever.
    ///
    /// # Errors
    /// 401 when the session has ended; 423 when the person was locked meanwhile; 422 when the PIN was replaced, 409 when it
    /// was taken away; the database failed.
    pub async fn expect_standing(
        &self,
        tx: &mut Tx,
        app: &AppState,
        session: &Session,
    ) -> Result<(), ApiError> {
        let name = self.currency.to_string();
        let rows = held(tx, session).await?;
        judge(&rows, &name, PinEvent::VerifyOk, app.clock.now_ms())?;
        let compared = store::ComparedPin {
            times_set: self.times_set,
            hash: &self.pin_hash,
            renewed_hash: self.renewed_hash.as_deref().unwrap_or(&self.pin_hash),
        };
        match store::confirm(tx, &session.user_id, &name, &compared).await? {
            true => Ok(()),
            false => Err(ApiError::refused(vec![wrong_entry(self.field, 0)])),
        }
    }
}

/// Compares an entered PIN with the person's. What it allows is written where [`Compared::expect_standing`] was asked.
///
/// # Errors
/// 422 when it is another; 423 while locked; 409 when there is none.
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

/// Authorises a payment by a PIN that was entered, if that is the PIN still.
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

/// Records a wrong entry, with the lock that follows from it; answers what the person is told.
async fn wrong(
    app: &AppState,
    session: &Session,
    currency: &str,
    field: &'static str,
) -> Result<ApiError, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let rows = held(&mut tx, session).await?;
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

/// The person's PINs, which nobody else changes before this transaction is over, in a session that is still open.
async fn held(tx: &mut Tx, session: &Session) -> Result<Vec<PinRow>, ApiError> {
    users::lock(tx, &session.user_id).await?;
    sessions::expect_open(tx, session).await?;
    Ok(store::all(tx.connection(), &session.user_id).await?)
}

/// What an entry leads to, by the wrong entries and the locks of all currencies together.
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
