//! Sessions: the user of a token, and whether the session has ended. A handler with [`Session`] among its arguments
//! requires a signed-in user.

pub mod active;
mod activity;
mod store;

pub use store::{
    OpenSession, SessionRow, any, by_token, code_entered, end, end_all, end_others,
    forget_passkeys, hold, insert, insert_token, passkey_used, passkey_used_at_ms, rotate,
    rotated_at, started_at_ms, sweep, touch,
};

use crate::app::AppState;
use crate::http::Client;
use crate::settings::tenants;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, header};
use domain_core::calendar::Instant;
use domain_core::identity::session::{Activity, inactive};
use ground::db::Tx;
use ground::error::ApiError;
use ground::secret::sha256_hex;
use sqlx::AnyConnection;

/// The two kinds of token of a session.
pub const ACCESS: &str = "access";
pub const REFRESH: &str = "refresh";

/// Activity is written at most once a second; the idle limit of three minutes is exact to that second.
const TOUCH_EVERY_MS: i64 = 1_000;
/// After a longer break, the call waits until its activity is written: it may be what keeps the session.
const TOUCH_AT_ONCE_MS: i64 = 30_000;

/// The session of the caller.
#[derive(Debug, Clone)]
pub struct Session {
    pub id: String,
    pub user_id: String,
    pub tenant_id: String,
    pub last_active_at_ms: i64,
    /// The time at which a one-time code was last entered in this session.
    pub code_entered_at_ms: Option<i64>,
    /// The time at which a passkey was last used in this session.
    pub passkey_used_at_ms: Option<i64>,
}

impl FromRequestParts<AppState> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let client = Client::from_request_parts(parts, app).await?;
        let session = match parts.extensions.remove::<Remembered>() {
            Some(Remembered(session)) => session,
            None => {
                let token = bearer(&parts.headers).ok_or_else(ApiError::unauthenticated)?;
                Self::of_token(app, token).await?
            }
        };
        // A session is valid only at a host of its brand.
        if tenants::id_of(app, &client).await? != session.tenant_id {
            return Err(ApiError::unauthenticated());
        }
        session.keep_alive(app, client.passive).await
    }
}

/// The session of a request, read before its handler runs.
#[derive(Clone)]
struct Remembered(Session);

impl Session {
    /// Checks that the session has not ended, and holds it open until the transaction ends. Call after locking the
    /// compared password or PIN: replacing one locks it first and then ends sessions.
    ///
    /// # Errors
    /// 401 if it has ended; the database failed.
    pub async fn expect_open(&self, tx: &mut Tx) -> Result<(), ApiError> {
        if hold(tx, &self.id).await? {
            Ok(())
        } else {
            Err(ApiError::unauthenticated())
        }
    }

    /// Whether a request carries a token, valid or not.
    pub fn has_token(headers: &HeaderMap) -> bool {
        bearer(headers).is_some()
    }

    /// The session of a request's token, if it is open.
    pub async fn of_headers(app: &AppState, headers: &HeaderMap) -> Option<Self> {
        Self::of_token(app, bearer(headers)?).await.ok()
    }

    /// Stores the session for the handler, so that it is read once per request.
    pub fn remember(self, extensions: &mut Extensions) {
        extensions.insert(Remembered(self));
    }

    /// The session of a bearer token.
    async fn of_token(app: &AppState, token: &str) -> Result<Self, ApiError> {
        let now_ms = app.clock.now_ms();
        let row = store::by_token(
            &mut *app.db.read().await?,
            &token_hash(token),
            ACCESS,
            now_ms,
        )
        .await?;
        let row = row
            .filter(|row| !is_over(row, now_ms))
            .ok_or_else(ApiError::unauthenticated)?;
        Ok(Self {
            id: row.id,
            user_id: row.user_id,
            tenant_id: row.tenant_id,
            last_active_at_ms: row.last_active_at_ms,
            code_entered_at_ms: row.code_entered_at_ms,
            passkey_used_at_ms: row.passkey_used_at_ms,
        })
    }

    async fn keep_alive(mut self, app: &AppState, passive: bool) -> Result<Self, ApiError> {
        let now_ms = app.clock.now_ms();
        let idle_ms = now_ms - self.last_active_at_ms;
        if passive || idle_ms < TOUCH_EVERY_MS {
            return Ok(self);
        }
        if idle_ms < TOUCH_AT_ONCE_MS {
            activity::note(app, &self.id, now_ms);
        } else {
            let mut tx = app.db.begin().await?;
            store::touch(&mut tx, &self.id, now_ms).await?;
            tx.commit().await?;
        }
        self.last_active_at_ms = now_ms;
        Ok(self)
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let header = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// The user of a session, unless it has ended. This does not count as activity.
///
/// # Errors
/// The database failed.
pub async fn owner(app: &AppState, session_id: &str) -> Result<Option<String>, ApiError> {
    let row = store::by_id(&mut *app.db.read().await?, session_id).await?;
    Ok(row
        .filter(|row| !is_over(row, app.clock.now_ms()))
        .map(|row| row.user_id))
}

/// A user's open sessions, most recently active first.
///
/// # Errors
/// The database failed.
pub async fn open(
    connection: &mut AnyConnection,
    user_id: &str,
    now_ms: i64,
) -> Result<Vec<OpenSession>, ApiError> {
    let mut all = store::of_user(connection, user_id).await?;
    all.retain(|one| !is_over(&one.row, now_ms));
    Ok(all)
}

/// Whether a session has ended for any reason, timeouts included.
pub fn is_over(row: &SessionRow, now_ms: i64) -> bool {
    let activity = Activity {
        last_activity: Instant(row.last_active_at_ms),
        now: Instant(now_ms),
    };
    row.ended_at_ms.is_some() || now_ms >= row.expires_at_ms || inactive(&activity).expired
}

/// The stored hash of a token.
pub fn token_hash(token: &str) -> String {
    sha256_hex(token.as_bytes())
}
