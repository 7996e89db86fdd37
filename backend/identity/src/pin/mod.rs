//! The transaction PIN: its states (`pin.transition`), its lock, and the grants it gives.
//!
//! Architecture invariant: the result of an entry is recorded, and the lock set, before it is returned. Of twenty
//! concurrent guesses, five get a result. Failures count per user, over all currencies. A comparison counts only if the
//! PIN is still the same in the transaction that writes, and that transaction locks the user first.

mod attempt;
mod entered;
mod forgotten;
mod store;

pub use attempt::{Compared, authorise, expect_usable, verify};
pub use entered::UserPins;
pub use forgotten::{Forgotten, forgotten};

use super::{alerts, passkeys, reauthentication, sessions};
use domain_core::calendar::{Instant, day_and_time};
use domain_core::identity::PinChange;
use domain_core::identity::pin::{
    PinContext, PinEvent, PinInput, PinReason, PinStatus, transition,
};
use domain_core::money::Currency;
use domain_core::wallet::caution::Change;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use ground::hasher::PIN;
use money::grant;
use serde_json::json;
use service::access::users;
use service::access::{Session, audit, cautions};
use service::app::AppState;
use service::http::valid::judge;
use std::collections::BTreeMap;

const PASSWORD_REQUIRED: &str = "Enter your password to set a transaction PIN.";

/// The PIN state of each currency.
///
/// # Errors
/// The database failed.
pub async fn statuses(
    app: &AppState,
    session: &Session,
) -> Result<BTreeMap<String, &'static str>, ApiError> {
    let rows = store::all(&mut *app.db.read().await?, &session.user_id).await?;
    let status = |currency: &Currency| {
        let row = rows.iter().find(|row| row.currency == currency.to_string());
        row.map_or(PinStatus::Absent, |row| row.status).as_str()
    };
    Ok(Currency::ALL
        .iter()
        .map(|currency| (currency.to_string(), status(currency)))
        .collect())
}

/// Sets the first PIN, which needs a code entered in the last ten minutes, or the password.
///
/// # Errors
/// 422 if the form is invalid; 403 `reauthentication_required`; 409 if a PIN is set.
pub async fn create(
    app: &AppState,
    session: &Session,
    currency: Currency,
    password: Option<&str>,
    form: &PinChange,
) -> Result<(), ApiError> {
    let status = status(app, session, currency).await?;
    if status == PinStatus::PinSet {
        return Err(already_set());
    }
    judge(form, &PinContext { status })?;
    let proof = reauthentication::prove(app, session, password, PASSWORD_REQUIRED).await?;
    let proof = Proof::Owner(proof);
    save(app, session, currency, &proof, &form.pin).await
}

/// The currency whose PIN can serve other currencies too.
const FIRST: Currency = Currency::Ngn;

/// Sets the naira PIN as the first PIN of another currency, until that gets one of its own. It is the proof, and is
/// entered and counted as for a payment.
/// A PIN that was removed is set anew by its owner, with [`create`].
///
/// # Errors
/// 422 if the naira PIN is wrong; 423 while locked; 409 if it is not set, if the currency has a PIN, or if its PIN was
/// removed.
pub async fn share(
    app: &AppState,
    session: &Session,
    currency: Currency,
    pin: &str,
) -> Result<(), ApiError> {
    match status(app, session, currency).await? {
        PinStatus::PinSet => return Err(already_set()),
        PinStatus::PinDefault => return Err(not_set(PinStatus::PinDefault)),
        PinStatus::Absent => {}
    }
    let naira = verify(app, session, FIRST, "pin", pin).await?;
    save(app, session, currency, &Proof::NairaPin(naira), pin).await
}

/// Replaces the PIN; the naira PIN also in the currencies that it serves. If none is set, this is [`create`].
///
/// # Errors
/// 422 if the form is invalid or the old PIN is wrong; 423 while locked; 403.
pub async fn update(
    app: &AppState,
    session: &Session,
    currency: Currency,
    password: Option<&str>,
    form: &PinChange,
) -> Result<(), ApiError> {
    let status = status(app, session, currency).await?;
    if status != PinStatus::PinSet {
        return create(app, session, currency, password, form).await;
    }
    judge(form, &PinContext { status })?;
    let old = verify(app, session, currency, "old_pin", &form.old_pin).await?;
    save(app, session, currency, &Proof::OldPin(old), &form.pin).await
}

/// The proof that authorises a new PIN. It must still hold when the PIN is written.
enum Proof {
    OldPin(Compared),
    /// The PIN of the naira wallet, for a currency that never had one.
    NairaPin(Compared),
    Owner(reauthentication::Proof),
}

impl Proof {
    /// The old PIN. It proves nothing if it was removed meanwhile, so it can never set a PIN over the default state in
    /// `pin.transition`.
    const fn event(&self) -> PinEvent {
        match self {
            Self::OldPin(_) => PinEvent::Set,
            Self::NairaPin(_) | Self::Owner(_) => PinEvent::Create,
        }
    }

    async fn expect_standing(
        &self,
        tx: &mut Tx,
        app: &AppState,
        session: &Session,
    ) -> Result<(), ApiError> {
        match self {
            Self::OldPin(pin) | Self::NairaPin(pin) => pin.expect_standing(tx, app, session).await,
            Self::Owner(proof) => proof.expect_standing(tx, session).await,
        }
    }
}

async fn save(
    app: &AppState,
    session: &Session,
    currency: Currency,
    proof: &Proof,
    pin: &str,
) -> Result<(), ApiError> {
    let event = proof.event();
    let name = currency.to_string();
    let now_ms = app.clock.now_ms();
    let pin_hash = app
        .hasher
        .hash(PIN, &[&session.user_id, &name, pin])
        .await?;
    let copies = match currency == FIRST {
        true => copies(app, session, pin).await?,
        false => Vec::new(),
    };
    let mut tx = app.db.begin().await?;
    proof.expect_standing(&mut tx, app, session).await?;
    let row = store::lock(&mut tx, &session.user_id, &name, now_ms).await?;
    let status = row.as_ref().map_or(PinStatus::Absent, |row| row.status);
    if matches!(proof, Proof::NairaPin(_)) && status == PinStatus::PinDefault {
        return Err(not_set(status));
    }
    let state = transition(&PinInput {
        status,
        event,
        failures: row.as_ref().map_or(0, |row| row.failures),
        locked_until: row
            .as_ref()
            .and_then(|row| row.locked_until_ms)
            .map(Instant),
        now: Instant(now_ms),
    });
    match state.reason {
        None => {}
        Some(PinReason::PinSet) => return Err(already_set()),
        Some(PinReason::Locked) => {
            return Err(locked(
                state.locked_until.map_or(now_ms, |until| until.0),
                now_ms,
            ));
        }
        Some(PinReason::Absent | PinReason::PinDefault) => return Err(not_set(state.status)),
    }
    let before = row.as_ref().and_then(|row| row.pin_hash.as_deref());
    let new = store::NewPin {
        status: state.status,
        hash: &pin_hash,
        replaces: before.unwrap_or_default(),
        shared: matches!(proof, Proof::NairaPin(_)),
    };
    // Without a row there is nothing to lock: of two concurrent first PINs, the insert lets one win.
    if !store::save(&mut tx, &session.user_id, &name, &new, now_ms).await? {
        return Err(already_set());
    }
    session.expect_open(&mut tx).await?;
    if currency == FIRST {
        replace_copies(&mut tx, session, &copies, now_ms).await?;
        // Whoever knew the old PIN may have set it.
        passkeys::forget_limit(&mut tx, &session.user_id).await?;
    }
    // Setting a PIN after a reset is a change too; setting the very first one is not.
    if row.is_some() {
        cautions::begin(&mut tx, &session.user_id, Change::Pin, now_ms).await?;
    }
    // Grants given with the old PIN are revoked.
    grant::revoke(&mut tx, &session.user_id, now_ms).await?;
    audit::append(
        &mut tx,
        app,
        &session.user_id,
        "pin_set",
        &json!({ "currency": name, "event": event.as_str() }),
    )
    .await?;
    Ok(tx.commit().await?)
}

/// The currencies that the naira PIN serves, and the hash of the new one for each. Computed before the transaction.
async fn copies(
    app: &AppState,
    session: &Session,
    pin: &str,
) -> Result<Vec<(String, String)>, ApiError> {
    let rows = store::all(&mut *app.db.read().await?, &session.user_id).await?;
    let mut copies = Vec::new();
    for row in rows.into_iter().filter(|row| row.shared) {
        let parts = [session.user_id.as_str(), &row.currency, pin];
        let hash = app.hasher.hash(PIN, &parts).await?;
        copies.push((row.currency, hash));
    }
    Ok(copies)
}

/// Sets the new naira PIN in the currencies that it serves, under the lock of the user.
async fn replace_copies(
    tx: &mut Tx,
    session: &Session,
    copies: &[(String, String)],
    now_ms: i64,
) -> Result<(), ApiError> {
    let rows = store::all(tx.connection(), &session.user_id).await?;
    for row in rows.iter().filter(|row| row.shared) {
        let copy = copies
            .iter()
            .find(|(currency, _)| *currency == row.currency);
        let saved = match copy {
            Some((currency, hash)) => {
                let new = store::NewPin {
                    status: row.status,
                    hash,
                    replaces: row.pin_hash.as_deref().unwrap_or_default(),
                    shared: true,
                };
                store::save(tx, &session.user_id, currency, &new, now_ms).await?
            }
            None => false,
        };
        if !saved {
            return Err(ApiError::unavailable_saying(
                "Another PIN was set at the same time. Please try again.",
            ));
        }
    }
    Ok(())
}

async fn status(
    app: &AppState,
    session: &Session,
    currency: Currency,
) -> Result<PinStatus, ApiError> {
    let rows = store::all(&mut *app.db.read().await?, &session.user_id).await?;
    let name = currency.to_string();
    Ok(rows
        .into_iter()
        .find(|row| row.currency == name)
        .map_or(PinStatus::Absent, |row| row.status))
}

/// A user's PINs and locks, for operators.
///
/// # Errors
/// The database failed.
pub async fn states(app: &AppState, user_id: &str) -> Result<serde_json::Value, ApiError> {
    let rows = store::all(&mut *app.db.read().await?, user_id).await?;
    let state = |row: &store::PinRow| {
        let locked_until = row.locked_until_ms.map(ground::clock::rfc3339);
        json!({ "currency": row.currency, "status": row.status, "failures": row.failures, "locked_until": locked_until })
    };
    Ok(rows.iter().map(state).collect())
}

/// The number of PINs not hashed with the secret of this identifier. Each is rehashed when it is next entered.
///
/// # Errors
/// The database failed.
pub async fn hashed_otherwise(
    connection: &mut sqlx::AnyConnection,
    key_id: &str,
) -> Result<i64, ApiError> {
    Ok(store::hashed_otherwise(connection, key_id).await?)
}

/// Clears failed attempts and locks in every currency.
///
/// # Errors
/// The database failed.
pub async fn forget_failures(tx: &mut Tx, user_id: &str) -> Result<(), ApiError> {
    users::lock(tx, user_id).await?;
    for currency in Currency::ALL {
        store::set_failures(tx, user_id, currency.as_str(), 0, None).await?;
    }
    Ok(())
}

/// The actor who removes a PIN.
#[derive(Clone, Copy)]
pub enum By<'a> {
    /// The owner in this session, with the password and a code.
    Owner(&'a Session),
    /// The operator of this name.
    Operator(&'a str),
}

/// Removes a PIN, and the naira PIN also in the currencies that it serves: its state becomes the default one, which
/// authorises nothing. The user's sessions end except the owner's current one, so that a thief's session ends with the PIN.
///
/// # Errors
/// 409 if no PIN is set; the database failed.
pub async fn reset(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    currency: Currency,
    by: By<'_>,
) -> Result<(), ApiError> {
    let name = currency.to_string();
    let now_ms = app.clock.now_ms();
    users::lock(tx, user_id).await?;
    let row = store::lock(tx, user_id, &name, now_ms).await?;
    let state = transition(&PinInput {
        status: row.as_ref().map_or(PinStatus::Absent, |row| row.status),
        event: PinEvent::Reset,
        failures: row.as_ref().map_or(0, |row| row.failures),
        locked_until: row
            .as_ref()
            .and_then(|row| row.locked_until_ms)
            .map(Instant),
        now: Instant(now_ms),
    });
    if state.reason.is_some() {
        return Err(nothing_to_reset());
    }
    store::reset(tx, user_id, &name, state.status, now_ms).await?;
    if currency == FIRST {
        let rows = store::all(tx.connection(), user_id).await?;
        for row in rows.iter().filter(|row| row.shared) {
            store::reset(tx, user_id, &row.currency, state.status, now_ms).await?;
        }
    }
    cautions::begin(tx, user_id, Change::Pin, now_ms).await?;
    grant::revoke(tx, user_id, now_ms).await?;
    passkeys::forget_limit(tx, user_id).await?;
    alerts::pin_reset(tx, app, user_id).await?;
    let by = match by {
        By::Owner(session) => {
            session.expect_open(tx).await?;
            sessions::code_entered(tx, app, session).await?;
            sessions::end_others(tx, app, session, "pin_reset").await?;
            "the owner"
        }
        By::Operator(name) => {
            sessions::end_all(tx, app, user_id, "pin_reset").await?;
            name
        }
    };
    let detail = json!({ "currency": name, "by": by });
    audit::append(tx, app, user_id, "pin_reset", &detail).await
}

fn already_set() -> ApiError {
    ApiError::new(
        ErrorCode::PinAlreadySet,
        "A transaction PIN is set already.",
    )
}

fn nothing_to_reset() -> ApiError {
    ApiError::new(ErrorCode::PinAbsent, "There is no PIN to reset.")
}

fn locked(until_ms: i64, now_ms: i64) -> ApiError {
    let seconds = (until_ms - now_ms).max(0) / 1_000 + 1;
    let data = json!({ "locked_until": ground::clock::rfc3339(until_ms) });
    let until = day_and_time(Instant(until_ms));
    ApiError::new(
        ErrorCode::PinLocked,
        format!("Too many wrong entries. The PIN is locked until {until}. If you forgot it, reset it in the settings."),
    )
    .retry_after(seconds)
    .with_data(data)
}

fn not_set(status: PinStatus) -> ApiError {
    ApiError::new(ErrorCode::PinNotSet, "Set a transaction PIN first.")
        .with_data(json!({ "status": status.as_str() }))
}
