//! Sessions: opaque tokens, three minutes of inactivity, twelve hours at most, enforced by the server.
//!
//! The bearer token lives five minutes in the browser's memory. The refresh token lives in a cookie that scripts cannot
//! read, and is replaced at every use; using a replaced one ends the session.

mod refresh;

pub use refresh::refresh;

use super::answers::SessionAnswer;
use super::browsers::coarse_name;
use super::devices;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ground::clock::rfc3339;
use ground::db::Tx;
use ground::error::ApiError;
use ground::secret::Secret;
use serde::Serialize;
use serde_json::json;
use service::access::answers;
use service::access::audit;
use service::access::session::{
    self as sessions, ACCESS, REFRESH, Session, SessionRow, token_hash,
};
use service::access::users::{self, User};
use service::app::AppState;
use service::http::{Client, Envelope, cookies};
use service::push::browsers;
use utoipa::ToSchema;

const ACCESS_LIFE_MS: i64 = 5 * 60 * 1_000;
const SESSION_LIFE_MS: i64 = 12 * 60 * 60 * 1_000;

/// A session's new tokens.
pub struct Tokens {
    pub access: Secret<String>,
    pub access_expires_at_ms: i64,
    pub refresh: Secret<String>,
    pub last_active_at_ms: i64,
    pub session_expires_at_ms: i64,
    /// The score of the onboarding questionnaire, after the first answer.
    pub scores: Option<i64>,
    /// Set for a browser that is new to the user.
    pub new_browser: Option<Secret<String>>,
}

/// A factor that the user has just used, beside a password or another provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    None,
    /// Entered a one-time code.
    Code,
    /// Used a passkey.
    Passkey,
}

/// Starts a session.
///
/// # Errors
/// The database failed.
pub async fn start(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    client: &Client,
    factor: Factor,
) -> Result<Tokens, ApiError> {
    let now_ms = app.clock.now_ms();
    let row = SessionRow {
        id: app.random.id(now_ms),
        user_id: user.id.clone(),
        tenant_id: user.tenant_id.clone(),
        last_active_at_ms: now_ms,
        expires_at_ms: now_ms + SESSION_LIFE_MS,
        code_entered_at_ms: (factor == Factor::Code).then_some(now_ms),
        passkey_used_at_ms: (factor == Factor::Passkey).then_some(now_ms),
        ended_at_ms: None,
    };
    sessions::insert(tx, &row, now_ms, &client.ip.to_string(), &client.user_agent).await?;
    let refresh = Secret::new(app.random.token());
    sessions::insert_token(
        tx,
        &token_hash(refresh.reveal()),
        &row.id,
        REFRESH,
        now_ms,
        row.expires_at_ms,
    )
    .await?;
    let mut tokens = with_access(tx, app, &row, refresh, now_ms).await?;
    tokens.new_browser = devices::keep(tx, app, &user.id, client, now_ms).await?;
    let detail = json!({ "session": row.id, "ip": client.ip.to_string(), "by_code": factor == Factor::Code, "by_passkey": factor == Factor::Passkey });
    audit::append(tx, app, &user.id, "session_started", &detail).await?;
    Ok(tokens)
}

async fn with_access(
    tx: &mut Tx,
    app: &AppState,
    row: &SessionRow,
    refresh: Secret<String>,
    now_ms: i64,
) -> Result<Tokens, ApiError> {
    let access = Secret::new(app.random.token());
    let access_expires_at_ms = (now_ms + ACCESS_LIFE_MS).min(row.expires_at_ms);
    sessions::insert_token(
        tx,
        &token_hash(access.reveal()),
        &row.id,
        ACCESS,
        now_ms,
        access_expires_at_ms,
    )
    .await?;
    Ok(Tokens {
        access,
        access_expires_at_ms,
        refresh,
        last_active_at_ms: row.last_active_at_ms,
        session_expires_at_ms: row.expires_at_ms,
        scores: answers::onboarding_score(tx.connection(), &row.user_id).await?,
        new_browser: None,
    })
}

/// Whether the user has ever had a session.
///
/// # Errors
/// The database failed.
pub async fn any(tx: &mut Tx, user_id: &str) -> Result<bool, ApiError> {
    Ok(sessions::any(tx.connection(), user_id).await?)
}

/// Records that the user has just entered a one-time code.
///
/// # Errors
/// The database failed.
pub async fn code_entered(tx: &mut Tx, app: &AppState, session: &Session) -> Result<(), ApiError> {
    Ok(sessions::code_entered(tx, &session.id, app.clock.now_ms()).await?)
}

/// Records that the user has just used a passkey.
///
/// # Errors
/// The database failed.
pub async fn passkey_used(tx: &mut Tx, app: &AppState, session_id: &str) -> Result<(), ApiError> {
    Ok(sessions::passkey_used(tx, session_id, app.clock.now_ms()).await?)
}

/// Forgets that passkeys were used in a user's sessions.
///
/// # Errors
/// The database failed.
pub async fn forget_passkeys(tx: &mut Tx, user_id: &str) -> Result<(), ApiError> {
    Ok(sessions::forget_passkeys(tx, user_id).await?)
}

/// When a passkey was last used in a session, as it stands now.
///
/// # Errors
/// The database failed.
pub async fn passkey_used_at_ms(tx: &mut Tx, session: &Session) -> Result<Option<i64>, ApiError> {
    Ok(sessions::passkey_used_at_ms(tx.connection(), &session.id).await?)
}

/// Ends a session.
///
/// # Errors
/// The database failed.
pub async fn end(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    reason: &'static str,
) -> Result<(), ApiError> {
    sessions::end(tx, &session.id, reason, app.clock.now_ms()).await?;
    app.realtime.close_session(tx, &session.id).await?;
    browsers::leave(tx, &session.id).await?;
    audit::append(
        tx,
        app,
        &session.user_id,
        "session_ended",
        &json!({ "session": session.id, "reason": reason }),
    )
    .await
}

/// Ends all of a user's sessions.
///
/// # Errors
/// The database failed.
pub async fn end_all(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    reason: &'static str,
) -> Result<(), ApiError> {
    sessions::end_all(tx, user_id, reason, app.clock.now_ms()).await?;
    app.realtime.close_person(tx, user_id).await?;
    browsers::cut_off_all(tx, user_id).await?;
    audit::append(
        tx,
        app,
        user_id,
        "sessions_ended",
        &json!({ "reason": reason }),
    )
    .await
}

/// Ends all of a user's sessions except this one.
///
/// # Errors
/// The database failed.
pub async fn end_others(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    reason: &'static str,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    for ended in sessions::end_others(tx, &session.user_id, &session.id, reason, now_ms).await? {
        app.realtime.close_session(tx, &ended).await?;
        browsers::cut_off(tx, &ended).await?;
    }
    audit::append(
        tx,
        app,
        &session.user_id,
        "other_sessions_ended",
        &json!({ "reason": reason }),
    )
    .await
}

/// An open session of the user.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionEntry {
    pub id: String,
    /// As in `Chrome on Android`.
    pub browser: String,
    pub started_at: String,
    pub last_active_at: String,
    /// Whether it is the calling session.
    pub is_current: bool,
}

/// The user's open sessions, most recently active first.
///
/// # Errors
/// The database failed.
pub async fn open(app: &AppState, session: &Session) -> Result<Vec<SessionEntry>, ApiError> {
    let now_ms = app.clock.now_ms();
    let all = sessions::open(&mut *app.db.read().await?, &session.user_id, now_ms).await?;
    let signed_in = |one: sessions::OpenSession| SessionEntry {
        browser: coarse_name(&one.user_agent),
        started_at: rfc3339(one.started_at_ms),
        last_active_at: rfc3339(one.row.last_active_at_ms),
        is_current: one.row.id == session.id,
        id: one.row.id,
    };
    Ok(all.into_iter().map(signed_in).collect())
}

/// Ends another session of the user.
///
/// # Errors
/// 404 for this session, another user's, and one that has ended; 401 if this one has ended meanwhile.
pub async fn end_one(app: &AppState, session: &Session, id: &str) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    hold_caller(&mut tx, session).await?;
    let all = sessions::open(tx.connection(), &session.user_id, app.clock.now_ms()).await?;
    let other = all
        .into_iter()
        .find(|one| one.row.id == id && id != session.id);
    let row = other.ok_or_else(ApiError::not_found)?.row;
    // It may be signing out concurrently.
    if !sessions::hold(&mut tx, &row.id).await? {
        return Err(ApiError::not_found());
    }
    let ended = Session {
        id: row.id,
        user_id: row.user_id,
        tenant_id: row.tenant_id,
        last_active_at_ms: row.last_active_at_ms,
        code_entered_at_ms: row.code_entered_at_ms,
        passkey_used_at_ms: row.passkey_used_at_ms,
    };
    browsers::cut_off(&mut tx, &ended.id).await?;
    end(&mut tx, app, &ended, "ended_by_owner").await?;
    Ok(tx.commit().await?)
}

/// Serialises sessions that end each other concurrently, so that one remains.
async fn hold_caller(tx: &mut Tx, session: &Session) -> Result<(), ApiError> {
    users::lock(tx, &session.user_id).await?;
    session.expect_open(tx).await
}

/// Ends all of the user's other sessions.
///
/// # Errors
/// 401 if this one has ended meanwhile; the database failed.
pub async fn end_all_others(app: &AppState, session: &Session) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    hold_caller(&mut tx, session).await?;
    end_others(&mut tx, app, session, "ended_by_owner").await?;
    Ok(tx.commit().await?)
}

/// The response to every kind of sign-in: the user, the bearer token, and the cookie.
pub fn answer(app: &AppState, user: &User, tokens: &Tokens) -> Response {
    let data = SessionAnswer::new(app.clock.today(), user, tokens);
    let mut response = Envelope::of(data).into_response();
    let seconds = (tokens.session_expires_at_ms - app.clock.now_ms()) / 1_000;
    response.headers_mut().append(
        header::SET_COOKIE,
        cookies::REFRESH.set(app, tokens.refresh.reveal(), seconds),
    );
    if let Some(browser) = &tokens.new_browser {
        let cookie = cookies::BROWSER.set(app, browser.reveal(), devices::KEPT_SECONDS);
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
