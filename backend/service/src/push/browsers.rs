//! Browsers that users have subscribed to push messages: one per session, up to a limit, removed at sign-out. The
//! browser of a session that times out stays: push messages are meant for closed apps.

use super::store;
use crate::access::{Session, session, users};
use crate::app::AppState;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::ApiError;
use ground::sealed::{self, Batch};
use ground::secret::sha256_hex;
use providers::push::{Subscription, WrongSubscription};
use sqlx::AnyConnection;

/// Older browsers are removed.
pub const MOST_FOR_A_PERSON: i64 = 10;

/// The field name in violations.
const FIELD: &str = "fcm_token";

/// The place that a subscription is sealed for.
pub(super) fn place(endpoint_hash: &str) -> String {
    format!("push_subscriptions/{endpoint_hash}")
}

/// Saves the browser of a session, in the caller's transaction; blank removes it.
///
/// # Errors
/// 422 for an invalid subscription or an unknown push service; the database failed.
pub async fn save(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    token: &str,
) -> Result<(), ApiError> {
    let token = token.trim();
    if token.is_empty() {
        return Ok(store::forget_session(tx, &session.id).await?);
    }
    let browser = Subscription::parse(token, &app.config.push_hosts).map_err(refusal)?;
    let endpoint_hash = sha256_hex(browser.endpoint.as_bytes());
    let sealed = sealed::seal(
        &app.config.keys,
        app.random,
        &place(&endpoint_hash),
        browser.text().reveal(),
    )
    .map_err(ApiError::internal)?;
    let now_ms = app.clock.now_ms();
    // Serialises concurrent calls, so that the limit holds.
    users::lock_settings(tx, &session.user_id, now_ms).await?;
    // The browser of an ended session would get push messages forever.
    if !session::hold(tx, &session.id).await? {
        return Err(ApiError::unauthenticated());
    }
    let row = store::Row {
        endpoint_hash,
        user_id: session.user_id.clone(),
        session_id: session.id.clone(),
        sealed,
    };
    Ok(store::put(tx, &row, now_ms, MOST_FOR_A_PERSON).await?)
}

fn refusal(wrong: WrongSubscription) -> ApiError {
    let code = match wrong {
        WrongSubscription::TooLong => Code::TooLong,
        WrongSubscription::NotJson => Code::UnsupportedType,
        WrongSubscription::Endpoint(_) => Code::NotAllowed,
        WrongSubscription::P256dh | WrongSubscription::Auth => Code::WrongLength,
    };
    ApiError::refused_field(FIELD, code, wrong.to_string())
}

/// The browser of a session, without its keys.
///
/// # Errors
/// The database failed.
pub async fn shown(
    app: &AppState,
    connection: &mut AnyConnection,
    session_id: &str,
) -> Result<Option<String>, ApiError> {
    let row = store::of_session(connection, session_id).await?;
    // Sealed with another secret: unusable.
    Ok(row.and_then(|(endpoint_hash, sealed)| {
        opened(app, &endpoint_hash, &sealed).map(|browser| browser.shown())
    }))
}

pub(super) fn opened(app: &AppState, endpoint_hash: &str, sealed: &str) -> Option<Subscription> {
    let text = sealed::open(&app.config.keys, &place(endpoint_hash), sealed).ok()?;
    Subscription::read(text.reveal()).ok()
}

/// Re-encrypts a batch of browsers, those after an identifier, in one transaction.
///
/// # Errors
/// The database failed.
pub async fn seal_anew(app: &AppState, after: &str) -> Result<Batch, ApiError> {
    let mut batch = Batch::default();
    let mut tx = app.db.begin().await?;
    let pattern = sealed::current_pattern(&app.config.keys);
    for (endpoint_hash, text) in store::sealed_otherwise(&mut tx, after, &pattern).await? {
        let place = place(&endpoint_hash);
        match sealed::seal_anew(&app.config.keys, app.random, &place, &text) {
            Ok(anew) => {
                store::replace_sealed(&mut tx, &endpoint_hash, &text, &anew).await?;
                batch.done(endpoint_hash);
            }
            Err(_) => batch.unreadable(endpoint_hash),
        }
    }
    tx.commit().await?;
    Ok(batch)
}

/// Removes the browser of a session that the user signs out of, with its queued messages.
///
/// # Errors
/// The database failed.
pub async fn leave(tx: &mut Tx, session_id: &str) -> Result<(), ApiError> {
    Ok(store::forget_session(tx, session_id).await?)
}

/// Removes the browser of a session that was ended elsewhere: it still gets its queued messages, including the reason.
///
/// # Errors
/// The database failed.
pub async fn cut_off(tx: &mut Tx, session_id: &str) -> Result<(), ApiError> {
    Ok(store::cut_off_session(tx, session_id).await?)
}

/// Removes the browsers of all sessions of a user, as [`cut_off`] does.
///
/// # Errors
/// The database failed.
pub async fn cut_off_all(tx: &mut Tx, user_id: &str) -> Result<(), ApiError> {
    Ok(store::cut_off_person(tx, user_id).await?)
}
