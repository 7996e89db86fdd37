//! Continues a session with the cookie's refresh token, which is replaced at each use.
//!
//! The successor is derived from the token with the server's key, so two tabs that refresh concurrently get the same
//! one without it being stored. A replaced token that is used later than that was stolen, and ends the session.

use super::{Tokens, with_access};
use crate::alerts;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ground::db::Tx;
use ground::error::ApiError;
use ground::secret::{Keys, Secret};
use serde_json::json;
use service::access::session::{self, REFRESH, SessionRow, is_over, token_hash};
use service::access::users::User;
use service::access::{audit, users};
use service::app::AppState;
use service::http::Client;
use service::letters::News;
use service::push::browsers;
use service::settings::tenants;

/// The interval within which two tabs may use the same token.
const CONCURRENT_MS: i64 = 10_000;

/// Replaces the refresh token and returns a new bearer token.
///
/// # Errors
/// 401 if the session has ended or belongs to another brand; a token that was replaced earlier ends it.
pub async fn refresh(
    app: &AppState,
    client: &Client,
    token: &str,
) -> Result<(User, Tokens), ApiError> {
    let now_ms = app.clock.now_ms();
    let hash = token_hash(token);
    let tenant = tenants::of(app, client).await?;
    let mut tx = app.db.begin().await?;
    let row = session::by_token(tx.connection(), &hash, REFRESH, now_ms).await?;
    let mut row = row
        .filter(|row| !is_over(row, now_ms) && row.tenant_id == tenant.id)
        .ok_or_else(ApiError::unauthenticated)?;
    let mut user = users::find(tx.connection(), &row.user_id)
        .await?
        .ok_or_else(ApiError::unauthenticated)?;
    user.known.fcm_token = browsers::shown(app, tx.connection(), &row.id).await?;

    let mut successor = Secret::new(successor(&app.config.keys, token));
    let successor_hash = token_hash(successor.reveal());
    if session::rotate(&mut tx, &hash, now_ms).await? {
        session::insert_token(
            &mut tx,
            &successor_hash,
            &row.id,
            REFRESH,
            now_ms,
            row.expires_at_ms,
        )
        .await?;
    } else {
        match recent_successor(&mut tx, app, token, now_ms).await? {
            Some(known) => successor = known,
            None => return Err(stolen(tx, app, &user, &row).await?),
        }
    }
    if !client.passive {
        session::touch(&mut tx, &row.id, now_ms).await?;
        row.last_active_at_ms = now_ms;
    }
    session::sweep(&mut tx, &row.id, now_ms).await?;
    let tokens = with_access(&mut tx, app, &row, successor, now_ms).await?;
    tx.commit().await?;
    Ok((user, tokens))
}

/// The successor of a token that was replaced just now, if it is unused. It may have been derived from the secret that
/// is being replaced.
async fn recent_successor(
    tx: &mut Tx,
    app: &AppState,
    token: &str,
    now_ms: i64,
) -> Result<Option<Secret<String>>, ApiError> {
    let rotated_at_ms = session::rotated_at(tx, &token_hash(token)).await?.flatten();
    if rotated_at_ms.is_none_or(|at_ms| now_ms - at_ms > CONCURRENT_MS) {
        return Ok(None);
    }
    for keys in app.config.keys.each() {
        let successor = successor(&keys, token);
        if session::rotated_at(tx, &token_hash(&successor)).await? == Some(None) {
            return Ok(Some(Secret::new(successor)));
        }
    }
    Ok(None)
}

async fn stolen(
    mut tx: Tx,
    app: &AppState,
    user: &User,
    row: &SessionRow,
) -> Result<ApiError, ApiError> {
    session::end(&mut tx, &row.id, "refresh_reused", app.clock.now_ms()).await?;
    app.realtime.close_session(&mut tx, &row.id).await?;
    alerts::session_stolen(&mut tx, app, &user.id).await?;
    browsers::cut_off(&mut tx, &row.id).await?;
    audit::append(
        &mut tx,
        app,
        &user.id,
        "refresh_reused",
        &json!({ "session": row.id }),
    )
    .await?;
    service::letters::tell(&mut tx, app, user, News::SessionStolen).await?;
    tx.commit().await?;
    Ok(ApiError::unauthenticated())
}

fn successor(keys: &Keys, token: &str) -> String {
    URL_SAFE_NO_PAD.encode(keys.sign("refresh-successor", &[token]))
}
